"""The state of a table before an action, as a value that does not change when the table does."""

from dataclasses import dataclass

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.state import State


@dataclass(frozen=True, slots=True)
class BettingSituation:
    """The betting before an action of one seat.

    `round` is the number of draws before the betting round, `bets` the number of full bets in it, blinds included.
    `price` is what a call costs, at most the stack; `pot` all chips put in, and `to_win` the part of them that a call
    can win. `live` are the seats that have not folded, `able` those of them with chips. `behind` is the number of
    players still to act if this one checks or calls. `cards` are the player's cards, None where unknown.
    """

    round: int
    bets: int
    price: int
    pot: int
    to_win: int
    live: tuple[int, ...]
    able: tuple[int, ...]
    behind: int
    can_raise: bool
    cards: Cards | None


def read_situation(state: State, seat: int, *, can_raise: bool) -> BettingSituation:
    """Return the situation of a seat whose turn it is; the caller states whether it can bet or raise."""
    able, street, price = state.able, state.street, state.price(seat)
    stack, matched = state.stacks[seat], street[seat] + price
    to_win = state.pot
    if price == stack:  # which can be too short to match the bets
        to_win -= sum([chips - matched for chips in street.values() if chips > matched])
    acted, level = state.acted, state.level
    waiting = [other for other in able if other != seat and acted.get(other) != level]
    if waiting and len(able) == 2 and price == stack:
        # The other player with chips does not act either after matching the bets.
        most = max([matched, *(street[other] for other in state.live)])
        waiting = [other for other in waiting if street[other] < most]
    return BettingSituation(
        state.round,
        state.bets,
        price,
        state.pot,
        to_win,
        state.live,
        able,
        len(waiting),
        can_raise,
        state.cards.hands[seat],
    )
