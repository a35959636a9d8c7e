"""The moment a hand was played: UTC from Eastern time, and the local time as written.

PokerStars' clock is Eastern time (America/New_York). Zones other than ET and UTC are abbreviations that several
regions share, so without a bracketed ET time they give no UTC: nothing is guessed. Beside an ET time, the local one
can only confirm it.
"""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from badugi_hh.history.events import Moment

_PLACES = {
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "PT": "America/Los_Angeles",
    "WET": "Europe/Lisbon",
    "CET": "Europe/Paris",
    "EET": "Europe/Helsinki",
    "JST": "Asia/Tokyo",
    "UTC": "UTC",
}
"""Where the clock of an abbreviation is known: summer time is in it, as the client writes CET the whole year.

What else the client writes (MSK, BRT, IST …) is the clock of several countries, or of a law that changed.
"""

_WEST, _EAST = timedelta(hours=-12), timedelta(hours=14)
_STEP = timedelta(minutes=15)  # no clock on earth is another fraction of an hour away from UTC


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


def find_doubt(moment: Moment) -> str | None:
    """Return why the moment of a header is in doubt, if it is: no UTC, or a local time that contradicts the ET time."""
    if moment.utc is None:
        return f"the zone {moment.zone} gives no UTC without an ET time beside it; no question about dates finds the hand"
    if moment.eastern is None:
        return None
    local = _naive(moment.local)
    late = timedelta(hours=1) if moment.ambiguous else timedelta(0)
    for utc in {moment.utc, moment.utc + late}:
        away = local - utc
        if moment.zone in _PLACES:
            there = utc.replace(tzinfo=UTC).astimezone(ZoneInfo(_PLACES[moment.zone]))
            if there.replace(tzinfo=None) == local:
                return None
        elif _WEST <= away <= _EAST and not away % _STEP:
            return None
    return f"{moment.local} {moment.zone} is not the moment of {moment.eastern} ET, which is taken"


def _naive(text: str) -> datetime:
    date, clock = text.replace(" - ", " ").split(" ")
    year, month, day = map(int, date.split("/"))
    hour, minute, second = map(int, clock.split(":"))
    return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001  # the zone is decided by the caller
