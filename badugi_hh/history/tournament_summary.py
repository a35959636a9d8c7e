"""What a summary of a tournament states: `Summary`, and the players in it. Nothing here reads a text; `summary_reader` does."""

from dataclasses import dataclass

from badugi_hh.history.events import Moment
from badugi_hh.history.money import Money


@dataclass(frozen=True, slots=True)
class Finisher:
    """An entry of a player: the place, or the rank of one who was still playing when the summary was written.

    `entry` is 1, or the number of the further entry that came here. `prize` is None where the line names none, and has no
    amount where it is unknown. `place` is None where lines state different ones, and for an entry that the summary
    counts but does not list. `spent` is what the player paid for rebuys and add-ons, in the unit of the buy-in, None if
    the summary states none, and `bounties` what they won for others, likewise. `cost_unknown` is true if the summary leaves open what the player paid in all.
    """

    place: int | None
    player: str
    entry: int
    country: str | None
    prize: Money | None
    playing: bool = False
    qualified: bool = False
    spent: int | None = None
    bounties: int | None = None
    cost_unknown: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """One summary. Amounts of the buy-in are in its own currency, None where a summary does not state them.

    `player` is the person to whom the summary was sent, known in an email only, and `own_place` and `own_prize` are theirs.
    """

    site: str
    id: str
    game: str
    entrants: int | None
    started: Moment | None
    finished: Moment | None
    buy_in: str | None
    pool: Money | None
    bounty: Money | None
    fee: Money | None
    prize_pool: Money | None
    finishers: tuple[Finisher, ...]
    player: str | None = None
    own_place: int | None = None
    own_prize: Money | None = None
