"""Days, weeks and hours in a time zone: dates, splits, sessions and what is shown; the database and the API stay UTC."""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from shutil import copyfile
from zoneinfo import ZoneInfo

import polars as pl
import pytest
from support.commands import answer, mistake, run
from support.hand_made import play, play_each
from support.spread import few

from badugi_hh.api.search import find_hands
from badugi_hh.report.compose import compose
from badugi_hh.report.kinds import ReportKind, filter_of
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.dimensions import DIMENSIONS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.resolve import explain_no_hands, resolve, session_starts
from badugi_hh.stats.selection.time_zones import (
    check_zone,
    computer_zone,
    local_sql,
    minute_sql,
    to_utc,
    to_zone,
    zone_names,
)

ROME, ANGELES = "Europe/Rome", "America/Los_Angeles"


def utc(text):
    """A time as the database has it."""
    return datetime.fromisoformat(text)


# --- zones


def test_a_name_that_is_not_on_the_list_is_refused_with_similar_ones():
    for name in (ROME, ANGELES, "UTC", "Asia/Kolkata", "Etc/GMT+3"):
        check_zone(name)
    for name, said in (
        ("rome", "there is no time zone 'rome'; did you mean Europe/Rome?"),
        ("Los Angeles", "did you mean America/Los_Angeles?"),
        ("europe/rome", "did you mean Europe/Rome?"),
        ("../../etc/passwd", "names are as in the IANA list: Europe/Rome"),
    ):
        with pytest.raises(FilterError, match=re.escape(said)):
            Filter(tz=name)
    with pytest.raises(FilterError, match="tz is 2; give one text"):
        Filter(tz=2)  # type: ignore[arg-type]


def test_duckdb_knows_every_zone_and_has_the_times_of_python(con):
    known = {name for (name,) in con.execute("SELECT name FROM pg_timezone_names()").fetchall()}
    assert zone_names() <= known
    moments = [
        datetime(year, month, day, hour, 30, tzinfo=UTC).replace(tzinfo=None)
        for year in (2006, 2012, 2018, 2024, 2026)
        for month in range(1, 13)
        for day, hour in ((1, 0), (14, 13), (28, 23))
    ]
    for zone in (ROME, ANGELES, "Asia/Kolkata", "America/Sao_Paulo", "Australia/Lord_Howe", "UTC"):
        query = f"SELECT {local_sql('moment', zone)} FROM (SELECT unnest(?::TIMESTAMP[]) AS moment)"
        found = [moment for (moment,) in con.execute(query, [moments]).fetchall()]
        assert found == [to_zone(moment, zone).replace(tzinfo=None) for moment in moments]


def of_process(code, zone, **variables):
    """What a process prints on a computer in a time zone, which a process finds once."""
    env = {**os.environ, **variables, "TZ": zone}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
    ).stdout


def test_the_zone_of_the_computer_is_that_of_its_settings():
    code = "from badugi_hh.stats.selection.time_zones import computer_zone; print(computer_zone())"
    for zone, due in ((f":{ANGELES}", ANGELES), ("GMT+3", "UTC")):
        assert of_process(code, zone) == f"{due}\n"
    assert computer_zone() == "UTC"  # see conftest.py


def test_times_that_clocks_skip_and_times_that_they_show_twice(con):
    assert to_utc(utc("2024-07-01 02:30"), ROME) == utc("2024-07-01 00:30")
    assert to_utc(utc("2024-10-27 02:30"), ROME) == utc("2024-10-27 00:30")  # the first of two
    assert to_utc(utc("2024-03-31 02:30"), ROME) == utc("2024-03-31 01:30")  # there is none
    aware = datetime(2024, 7, 1, 2, 30, tzinfo=ZoneInfo(ANGELES))
    assert to_utc(aware, ROME) == utc("2024-07-01 09:30")
    assert to_utc(utc("2024-07-01 02:30"), None) == utc("2024-07-01 02:30")
    with pytest.raises(FilterError, match="not within the years 1 to 9999"):
        Filter(since=datetime(1, 1, 1), tz=ROME)  # noqa: DTZ001 - of the zone
    # Clocks show 2:30 twice; a session that starts then is another one than that an hour before.
    names = [
        con.execute(f"SELECT {minute_sql('m', ROME)} FROM (SELECT ?::TIMESTAMP AS m)", [moment]).fetchall()[
            0
        ][0]
        for moment in ("2024-10-27 00:30", "2024-10-27 01:30", "2024-10-27 02:30")
    ]
    assert names == ["2024-10-27 02:30", "2024-10-27 02:30 (01:30 UTC)", "2024-10-27 03:30"]


# --- splits


def three_moments(con):
    """Hands at the end of a week, of a February, and in summer, where clocks are an hour further."""
    play_each(
        con,
        {
            1: {"played_at": utc("2024-02-29 23:59"), "net": 5},  # Thursday
            2: {"played_at": utc("2024-03-03 23:30"), "net": -2},  # Sunday
            3: {"played_at": utc("2024-07-01 05:00"), "net": 7},  # Monday
            4: {"played_at": None},
        },
    )


@pytest.mark.parametrize(
    ("by", "of_utc", "of_rome", "of_angeles"),
    [
        (
            "day",
            ["2024-02-29", "2024-03-03", "2024-07-01"],
            ["2024-03-01", "2024-03-04", "2024-07-01"],
            ["2024-02-29", "2024-03-03", "2024-06-30"],
        ),
        ("week", {"2024-02-26": 2, "2024-07-01": 1}, ["2024-02-26", "2024-03-04", "2024-07-01"], {"2024-02-26": 2, "2024-06-24": 1}),
        ("month", ["2024-02", "2024-03", "2024-07"], {"2024-03": 2, "2024-07": 1}, ["2024-02", "2024-03", "2024-06"]),
        ("weekday", ["Monday", "Thursday", "Sunday"], {"Monday": 2, "Friday": 1}, {"Thursday": 1, "Sunday": 2}),
        ("hour", ["5", "23"], {"0": 2, "7": 1}, {"15": 2, "22": 1}),
    ],
)  # fmt: skip
def test_times_split_hands_by_the_clocks_of_the_zone(con, by, of_utc, of_rome, of_angeles):
    three_moments(con)
    for zone, due in ((None, of_utc), ("UTC", of_utc), (ROME, of_rome), (ANGELES, of_angeles)):
        counts = due if isinstance(due, dict) else dict.fromkeys(due, 1)
        if by == "hour" and due is of_utc:
            counts = {"5": 1, "23": 2}
        groups = evaluate(con, Filter(tz=zone), names=("hands",), by=(by,))
        assert {group.by[by]: group.hands for group in groups} == {**counts, "unknown": 1}
        assert [group.by[by] for group in groups] == [*counts, "unknown"]  # in their order
        for value, hands in counts.items():
            kept = Filter(tz=zone, only=((by, value),))
            (group,) = evaluate(con, kept, names=("hands",))
            assert group.hands == hands


def test_dates_without_a_zone_are_of_the_zone(con):
    three_moments(con)

    def keys(**limits):
        times = {name: utc(limits[name] or "") for name in ("since", "until") if name in limits}
        found = find_hands(con, Filter(tz=limits.get("tz"), **times))  # type: ignore[arg-type]
        return sorted(found.frame["hand_id"])

    assert keys(since="2024-03-01") == ["1002", "1003"]
    assert keys(since="2024-03-01", tz=ROME) == ["1001", "1002", "1003"]
    assert keys(since="2024-07-01", tz=ANGELES) == []
    assert keys(until="2024-03-04", tz=ROME) == ["1001"]
    aware = datetime(2024, 3, 1, tzinfo=UTC)
    assert find_hands(con, Filter(since=aware, tz=ROME)).total == 2
    nothing = Filter(since=utc("2024-07-01 00:00"), tz=ANGELES)
    assert explain_no_hands(con, nothing) == (
        "no hand fits since=2024-07-01; the hands are of 2024-02-29 to 2024-06-30, America/Los_Angeles"
    )


# --- sessions


def test_sessions_have_numbers_and_a_start_in_the_zone(con):
    """The numbers are those of all sessions of the players, whatever else the filter selects."""
    play_each(
        con,
        {
            1: {"played_at": utc("2024-03-01 22:10")},
            2: {"played_at": utc("2024-03-01 23:20"), "position": "BTN"},
            3: {"played_at": utc("2024-03-05 20:00"), "position": "BTN"},
            4: {"played_at": None},
        },
    )
    play(con, 5, player="Ben", hero=False, seat=2, played_at=utc("2024-02-01 10:00"))
    button = Filter(position="BTN", tz=ROME)
    assert session_starts(con, button) == ["2024-03-01 23:10", "2024-03-02 00:20", "2024-03-05 21:00"]
    assert session_starts(con, Filter(session_gap=90)) == ["2024-03-01 22:10", "2024-03-05 20:00"]
    second = resolve(con, Filter(tz=ROME, only=(("session", "2"),)))
    assert second.only == (("session", "2024-03-02 00:20"),)
    assert resolve(con, second) == second
    assert resolve(con, Filter(tz=ROME, only=(("session", "2024-03-02"),))) == second
    assert find_hands(con, second).frame["hand_id"].to_list() == ["1002"]
    for number in ("0", "4"):
        with pytest.raises(FilterError, match=f"there is no session {number} of yours; the last one is 3"):
            resolve(con, Filter(only=(("session", number),)))
    with pytest.raises(FilterError, match="there is no session 2 of 'Ben'; the last one is 1"):
        resolve(con, Filter(player="Ben", only=(("session", "2"),)))
    last = filter_of(con, ReportKind.SESSION, Filter(tz=ROME))
    assert last.only == (("session", "2024-03-05 21:00"),)


# --- hands of a part


@pytest.mark.parametrize("name", few(list(DIMENSIONS), "position", "opponent", "session", "week", "opener"))
def test_the_hands_of_a_part_are_those_that_stats_counts(report_hands, name):
    """One hand counts for each opponent, so that of an opponent it is listed once."""
    counted = "bet_b1" if DIMENSIONS[name].within else "hands"
    groups = evaluate(report_hands, Filter(tz=ROME), names=(counted,), by=(name,), together=True)
    for group in (groups[0], groups[-1]):
        value = group.by[name]
        found = find_hands(report_hands, Filter(tz=ROME, only=((name, value),))).frame
        seats = found.unique(["hand_id", "player"]).height
        assert seats == found.height == group.hands, value
        assert found["player"].null_count() == 0


# --- the command line


@pytest.fixture
def db(sampled, monkeypatch):
    """The database of samples as that of the user."""
    monkeypatch.setenv("BADUGI_HH_DB", str(sampled))
    return sampled


def test_last_night_is_found_by_its_number(db, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    shown = run("stats", "--by", "session", "--stat", "net", "--tz", ROME)
    rows = re.findall(r"^ +(\d+)  (\S+ \S+) +([\d,]+) ", shown.stdout, re.MULTILINE)
    parts = answer("stats", "--by", "session", "--stat", "net", "--tz", ROME)
    assert [start for _, start, _ in rows] == [part["by"]["session"] for part in parts]
    assert [number for number, _, _ in rows] == [str(nth) for nth in range(1, len(parts) + 1)]
    assert {part["tz"] for part in parts} == {ROME}
    assert f"`badugi-hh hands --session N --tz {ROME} --limit 0` lists the hands of a session" in shown.stderr
    assert f"times are those of {ROME}" in shown.stderr
    number, start, hands = rows[-1]
    listed = answer("hands", "--session", number, "--limit", "0", "--tz", ROME)
    assert len(listed) == int(hands.replace(",", ""))
    assert listed == answer("hands", "--session", start, "--limit", "0", "--tz", ROME)
    assert listed == answer("hands", "--only", f"session={number}", "--limit", "0")  # whatever the zone
    dearest = answer("hands", "--session", number, "--sort", "net", "--limit", "5")
    assert len(dearest) == 5
    assert {hand["hand_id"] for hand in dearest} <= {hand["hand_id"] for hand in listed}
    one = answer("stats", "--by", "session", "--session-gap", "100000", "--stat", "hands")
    assert len(answer("hands", "--session", "1", "--session-gap", "100000", "--limit", "0")) == sum(
        part["hands"] for part in one
    )


def test_hands_are_shown_in_the_zone_and_json_is_utc(db, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    (found,) = answer("hands", "--limit", "1", "--tz", ANGELES)
    assert answer("hands", "--limit", "1", "--tz", ROME) == [found]
    moment = datetime.fromisoformat(found["played_at"])
    for zone in (ROME, ANGELES, "UTC"):
        shown = run("hands", "--limit", "1", "--tz", zone)
        assert f"  {to_zone(moment, zone):%Y-%m-%d %H:%M}  " in shown.stdout
        assert f"times are those of {zone}; --tz names another time zone\n" in shown.stderr
        replayed = run("replay", found["hand_id"], "--tz", zone).stdout
        assert f"{to_zone(moment, zone):%Y-%m-%d %H:%M:%S %Z}" in replayed
    assert answer("replay", found["hand_id"], "--tz", ROME)["played_at"] == found["played_at"]
    day = f"{to_zone(moment, ANGELES):%Y-%m-%d}"
    of_day = answer("hands", "--since", day, "--tz", ANGELES, "--limit", "0")
    assert len(of_day) == len(answer("hands", "--only", f"day={day}", "--tz", ANGELES, "--limit", "0"))


def test_hands_as_csv(db, tmp_path):
    shown = run("hands", "--csv", "--limit", "30", "--tz", ANGELES)
    file = tmp_path / "hands.csv"
    file.write_text(shown.stdout, encoding="utf-8")
    frame = pl.read_csv(file, schema_overrides={"hand_id": pl.String}, try_parse_dates=True)
    found = answer("hands", "--limit", "30")
    assert frame.columns == list(found[0])
    assert frame["hand_id"].to_list() == [hand["hand_id"] for hand in found]
    assert frame["net"].to_list() == [hand["net"] for hand in found]
    assert [moment.isoformat() for moment in frame["played_at"]] == [hand["played_at"] for hand in found]
    assert shown.stderr == ""
    assert run("hands", "--csv", "--leak", "B13", "--limit", "1").stdout.startswith("site,hand_id,")
    assert "contradict each other" in mistake("hands", "--csv", "--json")
    assert "combine it only with" in mistake("hands", "--quarantined", "--sort", "net")
    assert run("hands", "--quarantined", "--tz", ROME).exit_code == 0


def test_an_unknown_zone_is_one_line(db):
    for command in (("stats",), ("replay", "1"), ("report", "-o", "x.html"), ("watch", ".")):
        said = mistake(*command, "--tz", "Europe/Rom")
        assert said.startswith("there is no time zone 'Europe/Rom'; did you mean Europe/Rome")


# --- pages


def test_a_page_has_the_times_of_the_zone(report_hands, only_views):
    only_views("sessions", "hands")
    page = compose(report_hands, Filter(tz=ANGELES))
    rows = report_hands.execute(
        "SELECT DISTINCT hand_id, played_at FROM hands JOIN seats USING (hand_key, hand_id) WHERE hero AND dealt AND NOT cancelled"
    ).fetchall()
    days = [f"{to_zone(moment, ANGELES):%Y-%m-%d}" for _, moment in rows if moment]
    assert page.about[0] == f"{min(days)} to {max(days)}"
    assert page.about[1] == f"time zone {ANGELES}"
    listed = page.hands.listing["columns"]
    due = {f"{to_zone(moment, ANGELES):%Y-%m-%d %H:%M}" for _, moment in rows if moment}
    assert due <= set(listed[0]["texts"])
    by_month, by_session, *_ = page.sessions
    groups = evaluate(report_hands, Filter(tz=ANGELES), names=("hands",), by=("session",), together=True)
    assert {row.label for row in by_session.rows} == {group.by["session"] for group in groups}
    assert all(row.part == {"session": row.label} for row in by_session.rows)
    assert {row.label for row in by_month.rows} - {"unknown"} == {day[:7] for day in days}


def test_a_report_for_sharing_does_not_tell_where_the_computer_is(
    one_hand, tmp_path, monkeypatch, only_views
):
    only_views("quality", kind=ReportKind.LEAKS)
    out, copy = tmp_path / "report.html", copyfile(one_hand, tmp_path / "copy.duckdb")
    monkeypatch.setattr("badugi_hh.stats.selection.time_zones.computer_zone", lambda: ANGELES)
    for options, zone in (((), ANGELES), (("--anonymize",), "UTC")):
        assert run("report", "--kind", "leaks", "--db", copy, "-o", out, *options).exit_code == 0
        assert f"time zone {zone}" in out.read_text(encoding="utf-8")
