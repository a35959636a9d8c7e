"""A hand history as data: `Hand`, its seats, its events in order, and its summary.

The data hold what the text states, normalized, and nothing else: an unknown value is `None`. Events are frozen, named
in the past tense, and carry the number of their line, from 1 within the hand. Comparison of hands ignores line numbers.
Amounts are integers: cents in money games, chips otherwise.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias, TypeVar

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history.money import SIGNS, Money


class Section(StrEnum):
    """The parts of a hand; a marker line starts each of them."""

    DEALING = "DEALING HANDS"
    FIRST_DRAW = "FIRST DRAW"
    SECOND_DRAW = "SECOND DRAW"
    THIRD_DRAW = "THIRD DRAW"
    SHOW_DOWN = "SHOW DOWN"
    SUMMARY = "SUMMARY"


class Outcome(StrEnum):
    """The outcome of a player's hand, as the summary line states it."""

    FOLDED = "folded"
    COLLECTED = "collected"
    SHOWED_WON = "showed and won"
    SHOWED_LOST = "showed and lost"
    MUCKED = "mucked"
    NOT_DEALT = "not dealt"  # the line has nothing but the name


@dataclass(frozen=True, slots=True)
class Event:
    """What one line states. `line` counts from 1 within the hand."""

    line: int = field(default=0, compare=False, kw_only=True)


_Kind = TypeVar("_Kind", bound=Event)


@dataclass(frozen=True, slots=True)
class PlayerEvent(Event):
    """An event of one player."""

    player: str


@dataclass(frozen=True, slots=True)
class SectionBegan(Event):
    """A marker line, `*** FIRST DRAW ***`; `pot` is the pot so far, where the line has it."""

    section: Section
    pot: int | None = field(default=None, compare=False)


# --- posts, deal, draws


@dataclass(frozen=True, slots=True)
class Posted(PlayerEvent):
    """A blind or an ante. `amount` is the amount put in."""

    post: Post
    amount: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Dealt(PlayerEvent):
    """Four cards dealt at the start."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Discarded(PlayerEvent):
    """A discard of `count` cards (1 to 4); `cards` where the text names them.

    `wrong_plural` marks a text that the client does not write: `1 cards`, `2 card`.
    """

    count: int
    cards: Cards | None = None
    disconnected: bool = False
    wrong_plural: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class StoodPat(PlayerEvent):
    """A player stood pat; `cards` where the text names the hand."""

    cards: Cards | None = None
    disconnected: bool = False


@dataclass(frozen=True, slots=True)
class Drew(PlayerEvent):
    """The cards kept and the cards drawn, after the player's discard. `kept` is empty after drawing four."""

    kept: Cards
    drawn: Cards


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """The discards were shuffled into a new deck, before the next player's draw."""


# --- betting


@dataclass(frozen=True, slots=True)
class Folded(PlayerEvent):
    """A fold; `cards` where the player showed some while folding."""

    cards: Cards | None = None
    disconnected: bool = False


@dataclass(frozen=True, slots=True)
class Checked(PlayerEvent):
    """A check."""

    disconnected: bool = False


@dataclass(frozen=True, slots=True)
class Called(PlayerEvent):
    """A call; `amount` is the amount added."""

    amount: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Bet(PlayerEvent):
    """The first bet of a round."""

    amount: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Raised(PlayerEvent):
    """A raise `by` an amount over the previous bet, `to` the player's total of the round."""

    by: int
    to: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class BettingCapped(Event):
    """The line that follows the last allowed bet of a round."""


@dataclass(frozen=True, slots=True)
class UncalledReturned(PlayerEvent):
    """The uncalled part of the last bet was returned."""

    amount: int


# --- results


@dataclass(frozen=True, slots=True)
class Showed(PlayerEvent):
    """Cards shown, with the description of the hand where the text has one (`Badugi: 8,4,3,A`)."""

    cards: Cards
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Mucked(PlayerEvent):
    """A hand mucked at the showdown."""


@dataclass(frozen=True, slots=True)
class NotShown(PlayerEvent):
    """The winner of an uncontested pot did not show."""


@dataclass(frozen=True, slots=True)
class Collected(PlayerEvent):
    """Chips won from a pot, named as in the text: `pot`, `main pot`, `side pot`, `side pot-1` …"""

    amount: int
    pot: str


@dataclass(frozen=True, slots=True)
class CashedOut(PlayerEvent):
    """A player sold their equity to the site, which takes their part of the pot; `fee` where the text names one."""

    amount: int
    fee: int | None = None


@dataclass(frozen=True, slots=True)
class Finished(PlayerEvent):
    """A player left the tournament in `place` with `prize`; both where the text names them."""

    place: int | None = None
    prize: Money | None = None


@dataclass(frozen=True, slots=True)
class WonTournament(PlayerEvent):
    """A player won the tournament, and `prize` where the text names one."""

    prize: Money | None = None


@dataclass(frozen=True, slots=True)
class BountyWon(Event):
    """A bounty for eliminating a player; `text` is the line as written.

    `winners` share `bounty` equally; they are empty where the line names a winner without a seat. `eliminated` is the
    first eliminated player that the line names, None for a player without a seat.
    """

    winners: tuple[str, ...]
    bounty: Money
    eliminated: str | None
    text: str


@dataclass(frozen=True, slots=True)
class HandCancelled(Event):
    """The site cancelled the hand."""


# --- table talk: lines that do not change the hand


@dataclass(frozen=True, slots=True)
class BreakSkipped(Event):
    """All players of a tournament agreed to skip the break."""


class Talk(StrEnum):
    """The kinds of lines that do not change the hand."""

    SAID = "said"
    JOINED = "joined"
    LEFT = "left"
    TIMED_OUT = "timed out"
    CONNECTED = "connected"
    DISCONNECTED = "disconnected"
    SITS_OUT = "sits out"
    SITTING_OUT = "sitting out"
    RETURNED = "returned"
    ALLOWED_AFTER_BUTTON = "allowed after button"
    REMOVED = "removed"
    REBOUGHT = "rebought"  # or took the add-on
    ADDED = "added chips"  # paid for with the entry
    WON_ENTRY = "won an entry"
    CLOCK = "clock"  # has some seconds left, or asks for more time
    FELT = "felt"  # "is feeling happy"


@dataclass(frozen=True, slots=True)
class Talked(PlayerEvent):
    """One line of table talk; `player` need not have a seat. `text` is the text after the name, as written.

    A line that names the player again has its text up to there in `text`, and the text after that in `rest`.
    """

    kind: Talk
    text: str
    rest: str | None = None

    @property
    def words(self) -> str:
        """Return the whole text after the name."""
        return self.text if self.rest is None else f"{self.text} {self.player} {self.rest}"


# --- summary


@dataclass(frozen=True, slots=True)
class PotSummary(Event):
    """The `Total pot` line. `parts` are the named pots after rake: (`main pot`, 290), (`side pot`, 255)."""

    total: int
    rake: int
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSummary(PlayerEvent):
    """One seat's summary line.

    `tags` are `button`, `small blind`, `big blind`. `street` is the number of draws before the fold (0 to 3).
    `did_not_bet` marks a player who folded before the draw and put in no chips except an ante.
    """

    seat: int
    outcome: Outcome
    tags: tuple[str, ...] = ()
    street: int | None = None
    did_not_bet: bool = False
    cards: Cards | None = None
    amount: int | None = None
    description: str | None = None
    cashed_out: bool = False


Dealing: TypeAlias = SectionBegan | Posted | Dealt | Discarded | StoodPat | Drew | DeckReshuffled
Act: TypeAlias = Folded | Checked | Called | Bet | Raised
Ending: TypeAlias = Showed | Mucked | NotShown | Collected | CashedOut | Finished | WonTournament | BountyWon
Other: TypeAlias = BettingCapped | UncalledReturned | HandCancelled | BreakSkipped | Talked
ANY_EVENT: TypeAlias = Dealing | Act | Ending | Other | PotSummary | SeatSummary


# --- the hand


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat line. `out_of_hand` is the reason, as written, why a player is not dealt in.

    `sitting_out` is true where the line says so; a tournament deals such a player in. A player is `away` if no line shows
    that they post, play or are dealt cards, and their summary line has nothing but the name. At a cash table a missing
    summary line means the same.
    """

    seat: int
    player: str
    stack: int
    bounty: str | None = None  # as written, "$25"
    sitting_out: bool = False
    out_of_hand: str | None = None
    away: bool = False
    line: int = field(default=0, compare=False)

    @property
    def dealt(self) -> bool:
        """Return whether the player is dealt cards."""
        return self.out_of_hand is None and not self.away


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes in the header, in the hand's unit.

    In fixed limit `low` and `high` are the small and the big bet; otherwise the small and the big blind.
    """

    betting: Betting
    low: int
    high: int
    currency: str | None = None  # ISO code as written, or derived from the sign; None = chips
    cap: int | None = None
    written_sign: str | None = field(default=None, compare=False)  # None = the usual sign

    @property
    def sign(self) -> str:
        """Return the sign before each amount, with the blank after it; empty for chips."""
        if self.currency is None:
            return ""
        return self.written_sign or SIGNS.get(self.currency, "$")


@dataclass(frozen=True, slots=True)
class Tournament:
    """The tournament in the header; the buy-in is text, as written."""

    id: str
    level: str | None  # as written, "III"; None where the header has none
    buy_in: str | None = None  # "$2.00+$0.20 USD", "Freeroll", "50FPP"
    match_round: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """When a hand was played.

    `utc` is None where the header has no time in a known zone. `ambiguous` marks the repeated hour at the end of
    daylight saving time; `utc` is then the earlier of the two times.
    """

    utc: datetime | None
    local: str  # as written, "2010/11/10 17:20:01"
    zone: str | None  # as written, "CET"; None where the header has none
    eastern: str | None = None  # the bracketed ET time as written
    ambiguous: bool = False

    @property
    def written(self) -> str:
        """Return the local time with its zone, as written."""
        return self.local if self.zone is None else f"{self.local} {self.zone}"


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand history.

    `kind` is the kind in the header (`Game`, `Hand`, `Zoom Hand`, `Home Game Hand`), `mix` the name of a mixed game.
    `unusual` has the lines and the wordings that only converters write; the hand has the values that they state.
    """

    site: str
    id: str
    kind: str
    game: str
    stakes: Stakes
    moment: Moment
    table: str
    button: int
    seats: tuple[Seat, ...]
    events: tuple[ANY_EVENT, ...]
    tournament: Tournament | None = None
    max_seats: int | None = None
    play_money: bool = False
    club: str | None = None
    mix: str | None = None
    room_id: str | None = None  # the Italian regulator's number, "M…"
    button_line: int = field(default=2, compare=False)  # the line that names the button
    unusual: tuple[tuple[int, str], ...] = field(default=(), compare=False)

    @property
    def hero(self) -> str | None:
        """Return the name of the player whose cards the history shows from the deal on, or None."""
        return next((event.player for event in self.of(Dealt)), None)

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]
