"""Follows played hands through the game of a blueprint, and finds the spot of each decision."""

from collections.abc import Iterator
from itertools import takewhile
from math import ceil
from typing import NamedTuple

from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    BIG_BLIND,
    DEEP,
    FEWEST_PLAYERS,
    FOLD,
    FULL,
    LENGTH,
    MOST_DRAWN,
    OVER,
    PHASE,
    POT,
    SEATS,
    SMALL_BLIND,
    STACK,
    STREET,
    Hand,
    act,
    deal,
    may,
    may_draw,
    post,
    price,
    shorten,
)
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.hand_decisions import (
    OTHER_BLINDS,
    OUTSIDE,
    TOO_MANY,
    PlayedHand,
    why_other_bets,
)
from badugi_hh.solve.known import HIGHEST_ERROR

_BIG_BETS = 0.25
"""Half a small bet in big bets."""
_MOST_DEAD = 4
"""More dead money, in half small bets, is another game."""
_DRAWS = ("0", "1", "2", "3")
_DRAWS_OF_SIZE = tuple(
    {name: int(name) for name in _DRAWS if may_draw(int(name), size)} for size in range(1, 5)
)


class Place(NamedTuple):
    """Where a decision is: its phase and spot, and the actions that a hand of each number of cards that count may take, by name.

    `actions` has those of 1, 2, 3 and 4 cards. `chips` is what a fold, a call and a raise pay, and `odd` how far the money in the game
    is from that of the hand, in big bets.
    """

    phase: int
    spot: int
    actions: tuple[dict[str, int], ...]
    chips: tuple[float, float, float] = (0.0, 0.0, 0.0)
    odd: float = 0.0


class Stop(NamedTuple):
    """A step of a played hand: the hand before it, the action, why nothing is claimed of it, and `odd` as in `Place`."""

    hand: Hand
    action: int
    reason: str
    odd: float

    def place(self) -> Place | str:
        """Return where the player is, or the reason."""
        return self.reason or place_of(self.hand)._replace(odd=self.odd)


def place_of(hand: Hand) -> Place:
    """Return where the player who acts is."""
    if hand[PHASE] & 1:
        return Place(hand[PHASE], spot_of(hand), _DRAWS_OF_SIZE)
    return Place(hand[PHASE], spot_of(hand), (actions_of(hand, 0),) * 4, chips_of(hand))


def chips_of(hand: Hand) -> tuple[float, float, float]:
    """Return what a fold, a call and a raise pay in big bets."""
    actor = hand[ACTOR]
    raised = hand[FULL] + (2 if hand[PHASE] < 4 else 4) - hand[STREET + actor]
    return 0.0, price(hand) * _BIG_BETS, min(raised, hand[STACK + actor]) * _BIG_BETS


def actions_of(hand: Hand, size: int) -> dict[str, int]:
    """Return by name the actions of the player who acts, for a hand of which `size` cards count."""
    if hand[PHASE] & 1:
        return _DRAWS_OF_SIZE[size - 1]
    names = ("fold", "call" if price(hand) else "check", "raise" if hand[BETS] else "bet")
    return {name: action for action, name in enumerate(names) if may(hand, action, size)}


def action_of(hand: Hand, word: str) -> int | None:
    """Return the action of a word of a line, None if it is impossible.

    A fold without a bet and a draw of four count as well: sites fold for players who are away. Four cards are taken as three.
    """
    if hand[PHASE] & 1:
        return min(int(word), MOST_DRAWN) if word in {*_DRAWS, "4"} else None
    return FOLD if word == "fold" else actions_of(hand, 0).get(word)


def stops(hand: PlayedHand) -> Iterator[Stop | str]:
    """Yield for each step of a hand the hand before it, or the reason why it is outside the game.

    Antes, dead blinds and an odd small blind that folds change the pot: after the first draw the game has about the same pot. Before
    it they change what good play is, and so do live posts of other players.
    """
    if reason := _why_outside(hand):
        yield from (reason for _ in hand.steps)
        return
    seats = _seat_numbers(hand)
    state = [0] * LENGTH
    deal(state, len(seats))
    for seat, stack in hand.stacks.items():
        if seat in seats:
            shorten(state, seats[seat], min(max(ceil(stack * 2 / hand.small_bet), 1), DEEP))
    for seat in hand.extra_blinds:
        post(state, seats[seat])
    odd = 2 * hand.posted / hand.small_bet - state[POT]
    dead = odd if not odd or _folds_small_blind(hand) else odd - _odd_small_blind(hand)
    state[POT] += round(dead)
    before = OTHER_BLINDS if hand.extra_blinds or abs(odd) * _BIG_BETS >= HIGHEST_ERROR else ""
    after = OTHER_BLINDS if abs(dead) > _MOST_DEAD else ""
    for step in hand.steps:
        action = None
        if not reason and state[PHASE] != OVER and state[ACTOR] == seats[step.seat]:
            action = action_of(state, step.action)
        if action is None:
            reason = OUTSIDE
            yield reason
            continue
        late = state[PHASE] > 0
        off = abs(dead - round(dead)) if late else abs(odd)
        yield Stop(state.copy(), action, after if late else before, off * _BIG_BETS)
        act(state, action)


def _odd_small_blind(hand: PlayedHand) -> float:
    """Return how much more than half a small bet the small blind is, in half small bets; 0 where a short stack hides it."""
    stack = next(hand.stacks[seat] for seat, position in hand.positions.items() if position == "SB")
    if hand.small_price is None or stack <= hand.small_price + hand.small_bet:
        return 0.0
    return 2 * (hand.small_bet - hand.small_price % hand.small_bet) / hand.small_bet - 1


def _folds_small_blind(hand: PlayedHand) -> bool:
    """Return whether the small blind folds before the first draw."""
    steps = takewhile(lambda step: not step.action.isdecimal(), hand.steps)
    return any(step.action == "fold" and hand.positions[step.seat] == "SB" for step in steps)


def _why_outside(hand: PlayedHand) -> str:
    """Return why a hand is not one of the game, an empty text if it is."""
    if not FEWEST_PLAYERS <= len(hand.positions) <= SEATS:
        return TOO_MANY
    if reason := why_other_bets(hand):
        return reason
    seats = {position: seat for seat, position in hand.positions.items()}
    if not {"SB", "BB"} <= seats.keys():
        return OTHER_BLINDS
    return "" if _seat_numbers(hand)[seats["SB"]] == SMALL_BLIND else OTHER_BLINDS


def _seat_numbers(hand: PlayedHand) -> dict[int, int]:
    """Return the seat in the game of each seat of a hand."""
    seats = sorted(hand.positions)
    blind = next(place for place, seat in enumerate(seats) if hand.positions[seat] == "BB")
    return {seat: BIG_BLIND - (blind - place) % len(seats) for place, seat in enumerate(seats)}
