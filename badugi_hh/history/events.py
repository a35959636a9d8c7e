"""A hand history as data: `Hand`, its seats, its events in order, and its summary.

Everything the text says is here, normalized, and nothing that it does not say: unknown is `None`. Events are
frozen, named in the past tense, and carry the line (from 1, within the hand) that said them; lines and
`Hand.layout` are left out when hands are compared. Amounts are integers: cents in money games, chips else.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Betting, Post


class Section(StrEnum):
    """The parts of a hand that a marker line opens."""

    DEALING = "DEALING HANDS"
    FIRST_DRAW = "FIRST DRAW"
    SECOND_DRAW = "SECOND DRAW"
    THIRD_DRAW = "THIRD DRAW"
    SHOW_DOWN = "SHOW DOWN"
    SUMMARY = "SUMMARY"


class Outcome(StrEnum):
    """How a summary line says that a player's hand ended."""

    FOLDED = "folded"
    COLLECTED = "collected"
    SHOWED_WON = "showed and won"
    SHOWED_LOST = "showed and lost"
    MUCKED = "mucked"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that one line says. `line` counts from 1 within the hand."""

    line: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class PlayerEvent(Event):
    """Something that one player did or that happened to one player."""

    player: str


@dataclass(frozen=True, slots=True)
class SectionBegan(Event):
    """A marker line, `*** FIRST DRAW ***`."""

    section: Section


# --- posts, deal, draws


@dataclass(frozen=True, slots=True)
class Posted(PlayerEvent):
    """A blind or an ante. `amount` is what was put in."""

    post: Post
    amount: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Dealt(PlayerEvent):
    """Four cards dealt at the start."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Discarded(PlayerEvent):
    """Cards thrown away (1 to 4); `cards` where the text names them."""

    count: int
    cards: Cards | None = None
    disconnected: bool = False


@dataclass(frozen=True, slots=True)
class StoodPat(PlayerEvent):
    """No card thrown away; `cards` where the text names the hand."""

    cards: Cards | None = None
    disconnected: bool = False


@dataclass(frozen=True, slots=True)
class Drew(PlayerEvent):
    """The cards kept and the cards drawn, after the player's discard. `kept` is empty after drawing four."""

    kept: Cards
    drawn: Cards


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """The discards became a new deck, before the next player's draw."""


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
    """A call; `amount` is what was added."""

    amount: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Bet(PlayerEvent):
    """The first bet of a round."""

    amount: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Raised(PlayerEvent):
    """A raise `by` over the bet before, `to` the player's total of the round."""

    by: int
    to: int
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class BettingCapped(Event):
    """The line that follows the last allowed bet of a round."""


@dataclass(frozen=True, slots=True)
class UncalledReturned(PlayerEvent):
    """The part of the last bet that nobody called, given back."""

    amount: int


# --- results


@dataclass(frozen=True, slots=True)
class Showed(PlayerEvent):
    """Cards shown, with the description in words where the text has one (`Badugi: 8,4,3,A`)."""

    cards: Cards
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Mucked(PlayerEvent):
    """A hand thrown away unseen at the showdown."""


@dataclass(frozen=True, slots=True)
class NotShown(PlayerEvent):
    """The winner of an uncontested pot did not show."""


@dataclass(frozen=True, slots=True)
class Collected(PlayerEvent):
    """Chips won from a pot, named as the text does: `pot`, `main pot`, `side pot`, `side pot-1` …"""

    amount: int
    pot: str


@dataclass(frozen=True, slots=True)
class CashedOut(PlayerEvent):
    """A player sold his equity to the room, which has his part of the pot instead; `fee` where one is named."""

    amount: int
    fee: int | None = None


@dataclass(frozen=True, slots=True)
class Finished(PlayerEvent):
    """A player left the tournament in `place`; `prize` is the amount as text; each where the text names it."""

    place: int | None = None
    prize: str | None = None


@dataclass(frozen=True, slots=True)
class WonTournament(PlayerEvent):
    """A player won the tournament; `prize` is the amount as text, where one is named."""

    prize: str | None = None


@dataclass(frozen=True, slots=True)
class BountyWon(Event):
    """A bounty line, whole, as the client wrote it."""

    text: str


@dataclass(frozen=True, slots=True)
class HandCancelled(Event):
    """The room cancelled the hand."""


# --- table talk: what changes nothing of the hand


@dataclass(frozen=True, slots=True)
class BreakSkipped(Event):
    """All players of a tournament agreed to play on without a break."""


class Talk(StrEnum):
    """The kinds of lines that change nothing of the hand."""

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
    ADDED = "added chips"  # that he had paid for when he entered
    WON_ENTRY = "won an entry"


@dataclass(frozen=True, slots=True)
class Talked(PlayerEvent):
    """One line of table talk; `player` need not have a seat. `text` is what follows the name, as written."""

    kind: Talk
    text: str


# --- summary


@dataclass(frozen=True, slots=True)
class PotSummary(Event):
    """The `Total pot` line. `parts` are the named pots, net of rake: (`main pot`, 290), (`side pot`, 255)."""

    total: int
    rake: int
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSummary(PlayerEvent):
    """One seat's summary line.

    `tags` are `button`, `small blind`, `big blind`; `street` is the number of draws seen before a fold (0 to 3);
    `did_not_bet` is the mark of a player who folded before the draw without any chip in but an ante.
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


ANY_EVENT: TypeAlias = (
    SectionBegan
    | Posted
    | Dealt
    | Discarded
    | StoodPat
    | Drew
    | DeckReshuffled
    | Folded
    | Checked
    | Called
    | Bet
    | Raised
    | BettingCapped
    | BreakSkipped
    | UncalledReturned
    | Showed
    | Mucked
    | NotShown
    | Collected
    | CashedOut
    | Finished
    | WonTournament
    | BountyWon
    | HandCancelled
    | Talked
    | PotSummary
    | SeatSummary
)


# --- the hand


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat line. `out_of_hand` is the reason as written, for a player who is not dealt in.

    `sitting_out` is what the line says. In a tournament he is dealt in all the same; at a cash table he is `away`
    where no line says that he posts, plays or is in the summary.
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
    """What the header says about the stakes, in the hand's unit.

    In fixed limit `low` and `high` are the small and the big bet; otherwise the small and the big blind.
    """

    betting: Betting
    low: int
    high: int
    currency: str | None = None  # ISO code as written, or derived from the sign; None = chips
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """What the header says about the tournament; amounts of the buy-in are text as written."""

    id: str
    level: str  # as written, "III"
    buy_in: str | None = None  # "$2.00+$0.20 USD", "Freeroll", "50FPP"
    match_round: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """When a hand was played.

    `utc` is None where the header gives no time of a known zone; `ambiguous` marks the doubled hour of the end
    of daylight saving time, in which `utc` is the earlier reading.
    """

    utc: datetime | None
    local: str  # as written, "2010/11/10 17:20:01"
    zone: str  # as written, "CET"
    eastern: str | None = None  # the bracketed ET time as written
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """What only writing the text back needs."""

    newline: str = "\n"
    indent: str = ""
    trailing_blanks: bool = True
    header: str | None = None  # the header line as it stood
    wordings: tuple[tuple[int, str], ...] = ()  # (line, text) of lines that the plain wording would not give
    blanks: tuple[tuple[int, str], ...] = ()  # (line, text) of lines without a word, inside the hand


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand history.

    `kind` is the header's word (`Game`, `Hand`, `Zoom Hand`, `Home Game Hand`); `mix` the mixed game's name.
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
    layout: Layout = field(default_factory=Layout, compare=False)

    @property
    def hero(self) -> str | None:
        """Return the name of the player whose cards the client dealt openly, if any."""
        return next((event.player for event in self.events if isinstance(event, Dealt)), None)
