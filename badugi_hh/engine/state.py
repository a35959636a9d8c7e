"""The state of one hand at the table: what can be read off it at any moment.

It changes nothing; the operations are in `badugi_hh.engine.table`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from badugi_hh.engine.breach import Breach, RuleError
from badugi_hh.engine.cards import Cards
from badugi_hh.engine.dealt import Dealt
from badugi_hh.engine.limits import Bettor, bounds, is_capped, raise_error
from badugi_hh.engine.pots import Pot, build_pots
from badugi_hh.engine.rules import Rules


class Phase(StrEnum):
    """What the table waits for."""

    POSTING = "posting"
    BETTING = "betting"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    OVER = "over"  # all but one have folded


@dataclass(frozen=True, slots=True)
class Legal:
    """What the actor may do: `call` is the price of a call (None when checking is free), `bet` the bounds."""

    seat: int
    check: bool
    call: int | None
    bet: tuple[int, int] | None


class State:
    """One hand at one table, to be read; `Table` adds the operations that move it.

    Args:
        rules: the rules and stakes.
        stacks: chips by seat, of the players who are dealt in (2 to 10).
        button: the button's seat, which may be empty.

    Public attributes are to be read, not set: `order` (seats clockwise from the left of the button), `phase`,
    `round` (0 before the first draw … 3), `stacks`, `street` (chips of this round), `put_in` (all chips of a seat),
    `antes` and `dead` (those among them that count for no call: an ante, a dead blind), `level` (what a player must
    have in this round), `folded`, `actor` (who is to act or draw), `aggressor` (last to bet or raise in this round), `stub` (cards left in the deck),
    `drawn` (cards drawn by each seat, draw by draw).

    Raises:
        RuleError: fewer than 2 or more than 10 players, or a player without chips.
    """

    def __init__(self, rules: Rules, stacks: Mapping[int, int], button: int) -> None:
        if not 2 <= len(stacks) <= 10:
            raise RuleError(Breach.ILLEGAL, f"{len(stacks)} players are dealt in; Badugi is for 2 to 10")
        if empty := [seat for seat, chips in stacks.items() if chips <= 0]:
            raise RuleError(Breach.ILLEGAL, f"seat {empty[0]} is dealt in without chips")
        self.rules = rules
        self.button = button
        self.order = tuple(sorted(stacks, key=lambda seat: (seat <= button, seat)))
        self.stacks = dict(stacks)
        self.street = dict.fromkeys(self.order, 0)
        self.put_in = dict.fromkeys(self.order, 0)
        self.antes = dict.fromkeys(self.order, 0)
        self.dead = dict.fromkeys(self.order, 0)
        self.folded: set[int] = set()
        self.drawn: dict[int, list[int]] = {seat: [] for seat in self.order}
        self.phase = Phase.POSTING
        self.round = 0
        self.level = 0
        self.last_raise = 0
        self.actor: int | None = None
        self.aggressor: int | None = None
        self.small_blind: int | None = None
        self.big_blind: int | None = None
        self.stub = 52 - 4 * len(self.order)
        self.cards = Dealt(rules, dict.fromkeys(self.order))
        self._acted: dict[int, int] = {}  # seat -> level when it last acted in this round
        self._stub_before: int | None = None  # set between a reshuffle and the draw it serves

    def copy(self) -> Self:
        """Return an independent copy, so that a caller can try a line of play."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("stacks", "street", "put_in", "antes", "dead", "_acted"):
            setattr(other, name, dict(getattr(self, name)))
        other.folded = set(self.folded)
        other.drawn = {seat: list(counts) for seat, counts in self.drawn.items()}
        other.cards = self.cards.copy()
        return other

    # --- what can be read off

    @property
    def hands(self) -> Mapping[int, Cards | None]:
        """Return the cards of each seat, None where unknown."""
        return self.cards.hands

    @property
    def live(self) -> tuple[int, ...]:
        """Return the seats that have not folded, in order from the left of the button."""
        return tuple(seat for seat in self.order if seat not in self.folded)

    @property
    def able(self) -> tuple[int, ...]:
        """Return the live seats that still have chips."""
        return tuple(seat for seat in self.order if seat not in self.folded and self.stacks[seat])

    @property
    def pot(self) -> int:
        """Return all chips put in so far."""
        return sum(self.put_in.values())

    @property
    def capped(self) -> bool:
        """Return whether the round had its last allowed bet (fixed limit)."""
        return is_capped(self.rules, self.round, self.level)

    def price(self, seat: int) -> int:
        """Return the chips that a call costs the seat now, at most its stack; 0 when checking is free."""
        return max(0, min(self.level - self.street[seat], self.stacks[seat]))

    def bet_bounds(self, seat: int) -> tuple[int, int] | None:
        """Return the smallest and largest total of this round that the seat may bet or raise to, or None.

        Fixed limit: the next full bet by amount (a short all-in is completed to it), or all-in for less.
        Otherwise from the last full raise up to the stack, the pot or half the pot after calling.
        """
        if self._raise_error(seat):
            return None
        return bounds(self._bettor(seat))

    def legal_actions(self) -> Legal | None:
        """Return what the actor of a betting round may do (folding is always allowed), or None outside one."""
        if self.phase is not Phase.BETTING or self.actor is None:
            return None
        price = self.price(self.actor)
        return Legal(self.actor, price == 0, price or None, self.bet_bounds(self.actor))

    def uncalled(self) -> tuple[int, int] | None:
        """Return the seat and the part of its last bet that nobody called, or None."""
        if self.phase in {Phase.POSTING, Phase.BETTING}:
            return None
        first, second = sorted(self.street.items(), key=lambda item: item[1])[:-3:-1]
        return (first[0], first[1] - second[1]) if first[1] > second[1] else None

    def pots(self) -> tuple[Pot, ...]:
        """Return the main pot and the side pots, an uncalled bet not taken off before `return_uncalled`."""
        counted = {seat: self.put_in[seat] - self.dead[seat] for seat in self.order}
        return build_pots(counted, sum(self.dead.values()), self.live)

    def showdown_order(self) -> tuple[int, ...]:
        """Return the live seats in the order of showing: last bettor of the last round first, else from the button."""
        live = self.live
        if self.aggressor not in live:
            return live
        start = live.index(self.aggressor)
        return live[start:] + live[:start]

    def _bettor(self, seat: int) -> Bettor:
        return Bettor(
            self.rules,
            self.round,
            self.level,
            self.street[seat],
            self.stacks[seat],
            self.pot,
            self.last_raise,
            self._acted.get(seat),
        )

    def _raise_error(self, seat: int) -> RuleError | None:
        """Return why the seat may not bet or raise at all, or None."""
        if not any(other != seat for other in self.able):
            return RuleError(Breach.ILLEGAL, f"seat {seat} raises and nobody is left to call")
        return raise_error(self._bettor(seat), f"seat {seat}")
