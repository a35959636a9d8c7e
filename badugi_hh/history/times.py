"""The time a hand was played: UTC, derived from Eastern time, and the local time as written.

The clock of PokerStars is Eastern time (America/New_York). Zones other than ET and UTC are abbreviations that several
regions share. Without a bracketed ET time such a zone gives no UTC, because nothing is guessed. With an ET time, the
local time can only confirm it. Converters write an offset from UTC, `GMT+2`, or no zone.
"""

import re
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

from badugi_hh.history.events import Moment

_ZONES = {
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "PT": "America/Los_Angeles",
    "WET": "Europe/Lisbon",
    "CET": "Europe/Paris",
    "EET": "Europe/Helsinki",
    "JST": "Asia/Tokyo",
}
"""The time zone of each known abbreviation, with daylight saving time: the client writes CET for the whole year.

Other abbreviations of the client (MSK, BRT, IST …) belong to several countries, or their offset has changed.
"""

_WEST, _EAST = timedelta(hours=-12), timedelta(hours=14)
_STEP = timedelta(minutes=15)  # every UTC offset is a multiple of it
_OFFSET = re.compile(r"(?:GMT|UTC)([+-])([0-9]{1,2})(?::([0-9]{2}))?")


@cache
def _eastern() -> ZoneInfo:
    return ZoneInfo("America/New_York")


def read_moment(local: str, zone: str | None, eastern: str | None) -> Moment:
    """Return the moment for the times of a header: `2010/11/10 17:20:01`, `CET`, and the bracketed ET time, if any.

    `zone` is None where the header has none. A time without seconds is the beginning of its minute.

    Raises:
        ValueError: a time does not exist.
    """
    written = _naive(local)
    ahead = _read_offset(zone)
    source = _naive(eastern) if eastern else written if zone == "ET" or ahead is not None else None
    if source is None:
        return Moment(None, local, zone)
    try:
        if not eastern and ahead is not None:
            return Moment(source - ahead, local, zone)
        offset, ambiguous = _find_offset(source.replace(minute=0, second=0))
        utc = source - offset
    except OverflowError:
        raise ValueError(f"{eastern or local} is out of the range of dates") from None
    except ValueError:
        raise ValueError(f"{eastern or local} ET does not exist: daylight saving time skips it") from None
    return Moment(utc, local, zone, eastern, ambiguous)


def _read_offset(zone: str | None) -> timedelta | None:
    """Return how far a zone is ahead of UTC, None where its name does not say so, or names no offset of any zone."""
    if zone == "UTC":
        return timedelta(0)
    match = _OFFSET.fullmatch(zone or "")
    if match is None:
        return None
    away = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    ahead = away if match[1] == "+" else -away
    return ahead if _WEST <= ahead <= _EAST and not ahead % _STEP else None


@lru_cache(maxsize=4096)
def _find_offset(hour: datetime) -> tuple[timedelta, bool]:
    """Return the UTC offset of the Eastern time in an hour that begins then, and whether that hour is repeated.

    Every change of this zone's offset since 1883 is on the hour.

    Raises:
        ValueError: the hour does not exist.
    """
    early = hour.replace(tzinfo=_eastern())
    utc = early.astimezone(UTC)
    if utc.astimezone(_eastern()).replace(tzinfo=None) != hour:
        raise ValueError
    return hour - utc.replace(tzinfo=None), early.utcoffset() != early.replace(fold=1).utcoffset()


def find_doubt(moment: Moment) -> str | None:
    """Return why the moment of a header is in doubt, or None: no UTC, or a local time that contradicts the ET time."""
    if moment.utc is None:
        why = f"the zone {moment.zone} gives no UTC without an ET time"
        if moment.zone is None:
            why = "the time has no zone, and gives no UTC"
        return f"{why}; filters by date do not find this hand"
    if moment.eastern is None:
        return None
    local = _naive(moment.local)
    late = timedelta(hours=1) if moment.ambiguous else timedelta(0)
    ahead = _read_offset(moment.zone)
    for utc in {moment.utc, moment.utc + late}:
        away = local - utc
        if ahead is not None:
            if away == ahead:
                return None
        elif moment.zone in _ZONES:
            if away == _find_local_offset(moment.zone, utc.replace(minute=0, second=0)):
                return None
        elif _WEST <= away <= _EAST and not away % _STEP:
            return None
    return f"{moment.written} does not match {moment.eastern} ET; the ET time is used"


@lru_cache(maxsize=4096)
def _find_local_offset(zone: str, hour: datetime) -> timedelta:
    """Return the UTC offset of a known zone in an hour that begins then, in UTC."""
    offset = hour.replace(tzinfo=UTC).astimezone(ZoneInfo(_ZONES[zone])).utcoffset()
    assert offset is not None  # noqa: S101  # every zone has one
    return offset


def _naive(text: str) -> datetime:
    date, clock = text.replace(" - ", " ").split(" ")
    year, month, day = map(int, date.split("/"))
    hour, minute, second = map(int, [*clock.split(":"), "0"][:3])
    return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001  # the zone is decided by the caller
