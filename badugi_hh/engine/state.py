"""The state of one hand at the table: its data, and what follows from them, such as the pots.

Nothing here changes the state. The functions of `posting`, `limits`, `drawing` and `turns` read it and say what is
allowed; `badugi_hh.engine.table` has the operations that change it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.dealt import DealtCards
from badugi_hh.engine.rules import Betting, FirstToShow, Post, Rules
from badugi_hh.engine.seating import clockwise
from badugi_hh.engine.violation import RuleError, Violation


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips in one pot, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def build_pots(
    put_in: Mapping[int, int], dead: int, live: Sequence[int], ends: Collection[int] = ()
) -> tuple[Pot, ...]:
    """Return the main pot and then the side pots, from what every seat put in.

    Args:
        put_in: chips of each seat that count for its share, uncalled chips taken off.
        dead: chips of dead small blinds; they belong to the main pot.
        live: seats that have not folded, in order.
        ends: further amounts put in at which a pot ends, although no live player has put in as little.

    A live player can win from each player at most the amount that they put in themselves.
    """
    most = max((put_in[seat] for seat in live), default=0)
    levels = sorted({put_in[seat] for seat in live} | {end for end in ends if 0 < end < most})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = level if level < most else max(put_in.values())  # a player who folded can have put in more
        amount = sum(min(chips, top) - min(chips, below) for chips in put_in.values())
        pots.append(
            Pot(amount + (0 if pots else dead), tuple(seat for seat in live if put_in[seat] >= level))
        )
        below = level
    return tuple(pot for pot in pots if pot.amount)


def share(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Split `amount` equally among `winners`; odd chips go to the first of them, one each.

    `winners` are in order from the left of the button (WSOP live-action rule 149).
    """
    whole, odd = divmod(amount, len(winners))
    return {seat: whole + (1 if index < odd else 0) for index, seat in enumerate(winners)}


class Phase(StrEnum):
    """What the table waits for."""

    POSTING = "posting"
    BETTING = "betting"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    OVER = "over"  # all but one have folded


class State:
    """One hand at one table, to be read; `Table` adds the operations.

    Args:
        rules: the rules and stakes.
        stacks: chips by seat, of the players who are dealt in (2 to 10).
        button: the button's seat, which may be empty.

    Raises:
        RuleError: fewer than 2 or more than 10 players, or a player without chips.
    """

    def __init__(self, rules: Rules, stacks: Mapping[int, int], button: int) -> None:
        if not 2 <= len(stacks) <= 10:
            raise RuleError(Violation.ILLEGAL, f"{len(stacks)} players are dealt in; Badugi is for 2 to 10")
        if empty := [seat for seat, chips in stacks.items() if chips <= 0]:
            raise RuleError(Violation.ILLEGAL, "is dealt in without chips", seat=empty[0])
        self.rules: Rules = rules
        self.button: int = button
        self.order: tuple[int, ...] = clockwise(stacks, button)  # from the left of the button
        self.phase: Phase = Phase.POSTING
        self.round: int = 0  # number of draws before the betting round, 0 to 3
        self.actor: int | None = None  # who is to act or to draw

        # Chips by seat.
        self.stacks: dict[int, int] = dict(stacks)
        self.street: dict[int, int] = dict.fromkeys(self.order, 0)  # put in in this betting round
        self.put_in: dict[int, int] = dict.fromkeys(self.order, 0)  # put in in the hand
        self.antes: dict[int, int] = dict.fromkeys(self.order, 0)  # part of `put_in` that counts for no call
        self.dead: dict[int, int] = dict.fromkeys(self.order, 0)  # likewise, of dead blinds
        self.pot: int = 0  # the sum of `put_in`

        # Seats in the order from the left of the button; kept, because they are read more often than they change.
        self.folded: set[int] = set()
        self.live: tuple[int, ...] = self.order  # those that have not folded
        self.able: tuple[int, ...] = self.order  # live seats that still have chips

        # Posts.
        self.small_blind: int | None = None  # the seats that have posted them
        self.big_blind: int | None = None
        self.first_posts: dict[Post, int] = {}  # amount of the first post of each kind that was not all-in

        # The betting round.
        self.level: int = 0  # what a player must have put in in this round
        self.full: int = 0  # total of the last full bet
        self.bets: int = 0  # number of full bets; blinds included where they count
        self.last_raise: int = 0  # the largest raise
        self.aggressor: int | None = None  # the last player to bet or raise
        self.last_bettor: int | None = None  # likewise, of the whole hand
        self.acted: dict[int, int] = {}  # the level when a seat last acted
        self.uncapped: bool = False  # the cap of bets is lifted

        # Cards.
        self.cards: DealtCards = DealtCards(rules, dict.fromkeys(self.order))
        self.stub: int = 52 - 4 * len(self.order)  # cards left in the deck
        self.drawn: dict[int, list[int]] = {seat: [] for seat in self.order}  # cards drawn, draw by draw
        self.stub_before: int | None = None  # before a reshuffle, until the draw that it is for

    @property
    def hands(self) -> Mapping[int, Cards | None]:
        """Return the cards of each seat, None where unknown."""
        return self.cards.hands

    @property
    def capped(self) -> bool:
        """Return whether the round had its last allowed bet (fixed limit)."""
        cap = self.rules.cap
        return (
            cap is not None and self.bets >= cap and not self.uncapped and self.rules.betting is Betting.FIXED
        )

    def price(self, seat: int) -> int:
        """Return the chips that a call costs the seat now, at most its stack; 0 when checking is free."""
        due, stack = self.level - self.street[seat], self.stacks[seat]
        return stack if due > stack else max(due, 0)

    def uncalled(self) -> tuple[int, int] | None:
        """Return the seat and the part of its last bet that nobody called, or None.

        An ante is a part of it where nobody else could pay the whole.
        """
        if self.phase is Phase.BETTING or self.phase is Phase.POSTING:
            return None
        counted = [self.put_in[seat] - self.dead[seat] for seat in self.order]
        second, most = sorted(counted)[-2:]
        return (self.order[counted.index(most)], most - second) if most > second else None

    def pots(self, *, folded_all_in: bool = False) -> tuple[Pot, ...]:
        """Return the main pot and the side pots; an uncalled bet is in them until `return_uncalled`.

        With `folded_all_in` a pot also ends at the chips of a player who was all-in and folded, who was sitting out.
        """
        counted = {seat: self.put_in[seat] - self.dead[seat] for seat in self.order}
        ends = {counted[seat] for seat in self.folded if not self.stacks[seat]} if folded_all_in else ()
        return build_pots(counted, sum(self.dead.values()), self.live, ends)

    def showdown_order(self) -> tuple[int, ...]:
        """Return the live seats in the order of showing: the last bettor by the room's rule first, else from the button."""
        live = self.live
        whole_hand = self.rules.first_to_show is FirstToShow.WHOLE_HAND
        first = self.last_bettor if whole_hand else self.aggressor
        if first not in live:
            return live
        start = live.index(first)
        return live[start:] + live[:start]
