"""Time zones: the database has UTC, and a filter names the zone in which its hands are dated, split and shown.

Names are those of the IANA list; None is UTC. Python converts times that are shown, and DuckDB those that split hands;
a test compares their tables.
"""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from badugi_hh.stats.selection.user_input import FilterError
from badugi_hh.suggest import alike, did_you_mean

UTC_NAME = "UTC"
_SET_BACK = (60, 30, 120, 180)
"""The minutes by which clocks are set back; 30 on Lord Howe Island, 120 and 180 at Antarctic stations."""
_SAME_AS_UTC = {UTC_NAME, "Etc/UTC"}


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones() - {"localtime"})  # a link that some systems have beside the list


def check_zone(name: str) -> None:
    """Refuse a name that is not on the list.

    Raises:
        FilterError: there is no such time zone; the message suggests similar names.
    """
    if name not in zone_names():
        question = did_you_mean(alike(name, zone_names())) or "names are as in the IANA list: Europe/Rome"
        raise FilterError(f"there is no time zone {name!r}; {question}")


@cache
def computer_zone() -> str:
    """Return the time zone of this computer, which a process finds once; UTC if its name is not on the list."""
    import duckdb

    # DuckDB knows it on every system, also where `TZ` or a registry has it.
    with duckdb.connect(config={"threads": 1}) as con:
        ((name,),) = con.execute("SELECT current_setting('TimeZone')").fetchall()
    return UTC_NAME if name in _SAME_AS_UTC or name not in zone_names() else str(name)


def selected_zone(name: str | None) -> str:
    """Return the time zone that the user names, or that of the computer for None.

    Raises:
        FilterError: there is no such time zone.
    """
    if name is None:
        return computer_zone()
    check_zone(name)
    return name


def to_zone(moment: datetime, tz: str | None) -> datetime:
    """Return a time of the database in a time zone; `moment` is UTC without a zone."""
    return moment.replace(tzinfo=UTC).astimezone(ZoneInfo(tz or UTC_NAME))


def to_utc(moment: datetime, tz: str | None) -> datetime:
    """Return a time as the database has it, UTC without a zone; a `moment` without a zone is of the zone `tz`.

    Of a time that clocks show twice, when they are set back, it is the first.

    Raises:
        FilterError: it is not within the years 1 to 9999 in UTC.
    """
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(tz or UTC_NAME))
    try:
        return moment.astimezone(UTC).replace(tzinfo=None)
    except OverflowError as error:
        raise FilterError(f"{moment} is not within the years 1 to 9999 in UTC") from error


def local_sql(moment: str, tz: str | None) -> str:
    """Return SQL for a UTC time as the clocks of a time zone show it."""
    return moment if tz is None or tz in _SAME_AS_UTC else f"timezone('{tz}', timezone('UTC', {moment}))"


def minute_sql(moment: str, tz: str | None) -> str:
    """Return SQL for a UTC time as text, `2024-03-01 20:15`, by the clocks of a time zone.

    Of two times that clocks show alike, when they are set back, the second has its UTC too; see `by_clock`.
    """
    local = local_sql(moment, tz)
    text = f"strftime({local}, '%Y-%m-%d %H:%M')"
    if local == moment:
        return text
    before = (local_sql(f"({moment} - INTERVAL {minutes} MINUTE)", tz) for minutes in _SET_BACK)
    again = " OR ".join(f"{earlier} = {local}" for earlier in before)
    return f"{text} || CASE WHEN {again} THEN strftime({moment}, ' (%H:%M UTC)') ELSE '' END"


def by_clock(text: str) -> tuple[str, bool, str]:
    """Return a sort key for the texts of `minute_sql` in the order of time."""
    return text[: len("2024-03-01 20")], text.endswith("UTC)"), text
