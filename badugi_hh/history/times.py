"""The moment a hand was played: UTC from Eastern time, and the local time as written.

PokerStars' clock is Eastern time (America/New_York). Zones other than ET and UTC are abbreviations that several
regions share, so without a bracketed ET time they give no UTC: nothing is guessed.
"""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

from badugi_hh.history.events import Moment


@cache
def _eastern() -> ZoneInfo:
    return ZoneInfo("America/New_York")


def read_moment(local: str, zone: str, eastern: str | None) -> Moment:
    """Return the moment of a header's times, `2010/11/10 17:20:01`, `CET`, and the bracketed ET time if any.

    Raises:
        ValueError: the time is none of the calendar or the clock.
    """
    written = _naive(local)
    source = _naive(eastern) if eastern else written if zone in {"ET", "UTC"} else None
    if source is None:
        return Moment(None, local, zone)
    if not eastern and zone == "UTC":
        return Moment(source, local, zone)
    early = source.replace(tzinfo=_eastern())
    late = early.replace(fold=1)
    try:
        utc = early.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{eastern or local} lies past the end of the calendar") from None
    if utc.astimezone(_eastern()).replace(tzinfo=None) != source:
        raise ValueError(f"{eastern or local} ET is skipped by the change to daylight saving time")
    ambiguous = early.utcoffset() != late.utcoffset()
    return Moment(utc.replace(tzinfo=None), local, zone, eastern, ambiguous)


def _naive(text: str) -> datetime:
    date, clock = text.replace(" - ", " ").split(" ")
    year, month, day = map(int, date.split("/"))
    hour, minute, second = map(int, clock.split(":"))
    return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001  # the zone is decided by the caller
