"""The state of one hand at the table: what can be read off it at any moment.

It changes nothing; the operations are in `badugi_hh.engine.table`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.dealt import Dealt
from badugi_hh.engine.limits import Bettor, bounds, raise_error
from badugi_hh.engine.pots import Pot, build_pots
from badugi_hh.engine.rules import Betting, Post, Rules
from badugi_hh.engine.seating import clockwise
from badugi_hh.engine.violation import RuleError, Violation


class Phase(StrEnum):
    """What the table waits for."""

    POSTING = "posting"
    BETTING = "betting"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    OVER = "over"  # all but one have folded


@dataclass(frozen=True, slots=True)
class Legal:
    """What `seat` may do now; in a betting round he may always fold.

    `check` says whether checking is free, else `call` is the price of a call; `bet` holds the least and the greatest
    total of the round to bet or raise to, None where that is not allowed. In a draw `draws` holds the numbers of
    cards that may be drawn at once, and `reshuffle` says whether the deck may be reshuffled first.
    """

    seat: int
    check: bool = False
    call: int | None = None
    bet: tuple[int, int] | None = None
    draws: tuple[int, ...] = ()
    reshuffle: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation that was carried out: the name of a method of `Table`, and its arguments."""

    name: str
    arguments: tuple[Any, ...] = ()


class State:
    """One hand at one table, to be read; `Table` adds the operations that move it.

    Args:
        rules: the rules and stakes.
        stacks: chips by seat, of the players who are dealt in (2 to 10).
        button: the button's seat, which may be empty.

    Public attributes are to be read, not set: `order` (seats clockwise from the left of the button), `phase`,
    `round` (0 before the first draw … 3), `stacks`, `street` (chips of this round), `put_in` (all chips of a seat),
    `antes` and `dead` (those among them that count for no call: an ante, a dead blind), `level` (what a player must
    have in this round), `bets` (full bets of this round in fixed limit, blinds included where they count) and `full`
    (the total of the last of them), `folded`, `actor` (who is to act or draw), `aggressor` (last to bet or raise in
    this round), `stub` (cards left in the deck), `drawn` (cards drawn by each seat, draw by draw), `history` (every
    operation so far, in order).

    Raises:
        RuleError: fewer than 2 or more than 10 players, or a player without chips.
    """

    def __init__(self, rules: Rules, stacks: Mapping[int, int], button: int) -> None:
        if not 2 <= len(stacks) <= 10:
            raise RuleError(Violation.ILLEGAL, f"{len(stacks)} players are dealt in; Badugi is for 2 to 10")
        if empty := [seat for seat, chips in stacks.items() if chips <= 0]:
            raise RuleError(Violation.ILLEGAL, "is dealt in without chips", seat=empty[0])
        self.rules = rules
        self.button = button
        self.order = clockwise(stacks, button)
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
        self.full = 0
        self.bets = 0
        self.last_raise = 0
        self.actor: int | None = None
        self.aggressor: int | None = None
        self.small_blind: int | None = None
        self.big_blind: int | None = None
        self.stub = 52 - 4 * len(self.order)
        self.cards = Dealt(rules, dict.fromkeys(self.order))
        self.history: list[Operation] = []
        self._uncapped = False
        self._told: dict[Post, int] = {}  # amount of the first post of a kind that was not all-in
        self._acted: dict[int, int] = {}  # seat -> level when it last acted in this round
        self._stub_before: int | None = None  # set between a reshuffle and the draw it serves

    def copy(self) -> Self:
        """Return an independent copy, so that a caller can try a line of play."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("stacks", "street", "put_in", "antes", "dead", "_acted", "_told"):
            setattr(other, name, dict(getattr(self, name)))
        other.folded = set(self.folded)
        other.history = list(self.history)
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
        return tuple([seat for seat in self.order if seat not in self.folded])

    @property
    def able(self) -> tuple[int, ...]:
        """Return the live seats that still have chips."""
        return tuple([seat for seat in self.order if seat not in self.folded and self.stacks[seat]])

    @property
    def pot(self) -> int:
        """Return all chips put in so far."""
        return sum(self.put_in.values())

    @property
    def capped(self) -> bool:
        """Return whether the round had its last allowed bet (fixed limit)."""
        rules = self.rules
        limited = rules.betting is Betting.FIXED and rules.cap is not None and not self._uncapped
        return limited and rules.cap is not None and self.bets >= rules.cap

    def price(self, seat: int) -> int:
        """Return the chips that a call costs the seat now, at most its stack; 0 when checking is free."""
        return max(0, min(self.level - self.street[seat], self.stacks[seat]))

    def bet_bounds(self, seat: int) -> tuple[int, int] | None:
        """Return the smallest and largest total of this round that the seat may bet or raise to, or None.

        Fixed limit: the next full bet by amount (a short all-in is completed to it), or all-in for less.
        Otherwise from the last full raise up to the stack, the pot or half the pot after calling.
        """
        return bounds(self._bettor(seat)) if self.may_raise(seat) else None

    def may_raise(self, seat: int) -> bool:
        """Return whether the seat, were it its turn, might bet or raise."""
        return self._raise_error(seat) is None

    def legal_actions(self) -> Legal | None:
        """Return what the player may do who is to act or to draw, or None where nobody is."""
        if self.actor is None:
            return None
        if self.phase is Phase.BETTING:
            price = self.price(self.actor)
            return Legal(self.actor, price == 0, price or None, self.bet_bounds(self.actor))
        least, most = self._draw_bounds()
        return Legal(
            self.actor,
            draws=tuple(range(least, most + 1)),
            reshuffle=self._stub_before is None and most < 4 and self._servable(self._renewed()) > most,
        )

    def _draw_bounds(self) -> tuple[int, int]:
        """Return the least and the most cards that the drawing player may take at once.

        None at all are always allowed, unless the deck has just been reshuffled for more than it had.
        """
        if self._stub_before is not None:
            return self._stub_before + 1, min(4, self._servable(self.stub))
        return 0, min(4, self._servable(self.stub))

    def _servable(self, cards: int) -> int:
        """Return how many cards a deck of so many has for the drawing player."""
        if not self.rules.keep_last_card:
            return cards
        last = sum(len(self.drawn[seat]) <= self.round for seat in self.live) == 1
        return cards if last else max(0, cards - 1)

    def _renewed(self) -> int:
        """Return how many cards a reshuffle now would give the deck."""
        kept_out = 0
        if not self.rules.reshuffle_this_draw:
            kept_out = sum(counts[-1] for counts in self.drawn.values() if len(counts) > self.round)
        return 52 - 4 * len(self.live) - kept_out

    def uncalled(self) -> tuple[int, int] | None:
        """Return the seat and the part of its last bet that nobody called, or None.

        An ante is a part of it where nobody else could pay the whole.
        """
        if self.phase in {Phase.POSTING, Phase.BETTING}:
            return None
        counted = ((seat, self.put_in[seat] - self.dead[seat]) for seat in self.order)
        first, second = sorted(counted, key=lambda item: item[1])[:-3:-1]
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
            self.full,
            self.bets,
            self.capped,
            self.street[seat],
            self.stacks[seat],
            self.pot,
            self.last_raise,
            self._acted.get(seat),
        )

    def _raise_error(self, seat: int) -> RuleError | None:
        """Return why the seat may not bet or raise at all, or None."""
        if self.able in {(), (seat,)}:
            return RuleError(Violation.ILLEGAL, "raises and nobody is left to call", seat=seat)
        return raise_error(self._bettor(seat), seat)
