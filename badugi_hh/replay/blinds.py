"""Compares the small blinds of one table: at the same stakes its hands have one.

A hand with another small blind can be valid by itself, but not among the hands of its table. Hands of a cash table
before and after a pause are not compared, because the site can have changed its blinds meanwhile.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Betting
from badugi_hh.history.events import Hand, Stakes
from badugi_hh.history.money import write_amount
from badugi_hh.problems import Part, Place, Problem
from badugi_hh.replay.stakes import posted_small_blind

PAUSE = timedelta(minutes=10)
"""A longer time between two hands of a cash table is a pause: what was dealt meanwhile is unknown."""


@dataclass(frozen=True, slots=True)
class TableBlind:
    """The small blind of one fixed-limit hand: its table, or its tournament, its amount, and the line of the post."""

    id: str
    at: datetime
    site: str
    where: str
    cash: bool
    stakes: Stakes
    amount: int
    place: Place


def read_blind(hand: Hand, place: Place) -> TableBlind | None:
    """Return the small blind of a hand that begins at `place`, None where none was posted in full."""
    post = posted_small_blind(hand) if hand.stakes.betting is Betting.FIXED else None
    if post is None or hand.moment.utc is None:
        return None
    return TableBlind(
        hand.id,
        hand.moment.utc,
        hand.site,
        hand.tournament.id if hand.tournament else hand.table,
        hand.tournament is None,
        hand.stakes,
        post.amount,
        Place(place.file, place.line + post.line - 1),
    )


def compare_blinds(blinds: Iterable[TableBlind]) -> Iterator[Problem]:
    """Yield a problem for each hand with another small blind than most hands of its table and stakes.

    Of two amounts in equally many hands the first one counts. Views of one hand count once.

    Args:
        blinds: the hands of all tables, in the order they were played.
    """
    runs: dict[tuple[str, str, bool, Stakes], list[list[TableBlind]]] = {}
    for blind in blinds:
        here = runs.setdefault((blind.site, blind.where, blind.cash, blind.stakes), [])
        if not here or (blind.cash and not timedelta(0) <= blind.at - here[-1][-1].at <= PAUSE):
            here.append([])
        here[-1].append(blind)
    for here in runs.values():
        for run in here:
            yield from _compare(run)


def _compare(run: list[TableBlind]) -> Iterator[Problem]:
    counts = Counter(amount for _, amount in dict.fromkeys((blind.id, blind.amount) for blind in run))
    if len(counts) < 2:
        return
    ((most, _),) = counts.most_common(1)
    other = next(blind.id for blind in run if blind.amount == most)
    for blind in run:
        if blind.amount != most:
            sign = blind.stakes.sign if blind.cash else ""
            yield Problem(
                codes.BLINDS_DIFFER,
                blind.place,
                f"the small blind of this table was another in #{other}, at the same stakes",
                blind.id,
                write_amount(most, sign),
                write_amount(blind.amount, sign),
                part=Part.AMOUNT,
            )
