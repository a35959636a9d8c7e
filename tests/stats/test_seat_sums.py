"""Sums by selected seat: added up over any seats, they are the statistics of a filter that selects these."""

from contextlib import closing
from datetime import datetime

import polars as pl
import pytest
from support.hand_made import play_each

from badugi_hh.report.queries import seat_rows
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.engine.seat_sums import group_seats, has_sums, is_additive, seat_sums, sums_by_value
from badugi_hh.stats.selection.dimensions import DIMENSIONS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.store.database import open_database

NAMES = [name for name, stat in STATS.items() if is_additive(stat)]


@pytest.fixture(scope="module")
def months(monthly):
    with closing(open_database(monthly, read_only=True)) as con:
        yield con


@pytest.fixture(scope="module")
def seats(months):
    """The seats of the user, in reverse order."""
    return seat_rows(months, Filter()).reverse()


@pytest.fixture(scope="module")
def sums(months, seats):
    return seat_sums(months, Filter(), seats, NAMES)


def add_up(sums, seats, name, selected):
    """The measure of the seats that satisfy a condition."""
    flags = seats.select("denomination", selected=selected)
    found = {}
    for unit in flags.filter("selected")["denomination"].unique():
        places = flags.with_row_index("place").filter(pl.col("selected") & (pl.col("denomination") == unit))[
            "place"
        ]
        found[unit] = {
            aggregate: values.filter(at.is_in(places.implode())).sum()
            for aggregate, column in sums.stats[name].items()
            for at, values in (sums.columns[column],)
        }
    return STATS[name].kind.measure(found)


@pytest.mark.parametrize(
    ("selected", "hand_filter"),
    [
        (pl.lit(value=True), Filter()),
        (pl.col("by_game") == "cash", Filter(game="cash")),
        (pl.col("by_position") == "BB", Filter(position="BB")),
        (pl.col("by_month") == "2024-01", Filter(since=datetime(2024, 1, 1), until=datetime(2024, 2, 1))),  # noqa: DTZ001 - the database has UTC without a zone
        (pl.col("net") < 0, Filter(where="seats.net < 0")),
    ],
)
def test_sums_of_seats_are_the_statistics_of_a_filter(months, sums, seats, selected, hand_filter):
    """Without a filter all of them; with one, every third is enough to see that the same seats are added up."""
    names = NAMES if hand_filter == Filter() else NAMES[::3]
    (group,) = evaluate(months, hand_filter, names=names, together=True)
    for name in names:
        assert add_up(sums, seats, name, selected) == group.stats[name], name
    assert sum(group.stats[name].n > 0 for name in names) > len(names) / 2


def rounded(value):
    """A measure as JSON without the last digits of its floats, which depend on the order of addition."""
    if isinstance(value, dict):
        return {name: rounded(own) for name, own in value.items()}
    if isinstance(value, list):
        return [rounded(own) for own in value]
    return round(value, 7) if isinstance(value, float) else value


BYS = [(), ("game", "stakes"), ("position",), ("month",), ("session", "game"), ("tournament",)]


@pytest.mark.parametrize(
    ("by", "step"),
    [
        *((by, 3 if by else 1) for by in BYS[:3:2]),
        *(pytest.param(by, 1, marks=pytest.mark.long) for by in BYS),
    ],
)
def test_groups_of_seats_are_those_of_a_query(months, seats, by, step):
    """Tournaments count in the last of their hands, so only dimensions split them of which a tournament has one value."""
    whole = all(DIMENSIONS[name].of_tournament for name in by)
    names = [name for name in STATS if is_additive(STATS[name]) or (whole and has_sums(name))]
    names = names[BYS.index(by) % step :: step]
    sums = seat_sums(months, Filter(), seats, names)
    groups = group_seats(sums, seats, Filter(), names, by)
    due = evaluate(months, Filter(), names=names, by=by, together=True)
    for found, each in zip(groups, due, strict=True):
        assert (found.hands, found.by) == (each.hands, each.by)
        for name in names:
            assert rounded(found.stats[name].as_json()) == rounded(each.stats[name].as_json()), name


def test_groups_of_some_seats_are_those_of_a_condition(months, seats, sums):
    condition = Filter(where="seats.position = 'BB'")
    found = group_seats(
        sums, seats, Filter(), ["vpip", "net"], ("month",), where=pl.col("by_position") == "BB"
    )
    assert found == evaluate(months, condition, names=["vpip", "net"], by=("month",), together=True)


def test_a_dimension_splits_no_statistic_that_counts_tournaments_as_a_whole(months, seats):
    sums = seat_sums(months, Filter(), seats, ["roi"])
    with pytest.raises(FilterError, match="roi counts entries and cannot be split by position"):
        group_seats(sums, seats, Filter(), ["roi"], ("position",))


def test_sums_by_state_are_those_of_a_filter_that_keeps_the_state(months, seats):
    states = sums_by_value(months, Filter(), seats, ["bet_b1"], "draw_state")
    kept = Filter(only=(("draw_state", "ahead"),))
    own = seat_sums(months, kept, seats, ["bet_b1"])
    for name, index in own.stats["bet_b1"].items():
        column = states["ahead"].columns[states["ahead"].stats["bet_b1"][name]]
        assert all(one.equals(two) for one, two in zip(column, own.columns[index], strict=True))
        assert len(column[0])


def test_what_needs_single_values_their_order_sessions_or_tournaments_does_not_add_up():
    apart = {"max_downswing", "shown_value_median", "winrate_sessions", "sessions", "roi", "avg_finish"}
    assert not apart & set(NAMES)
    assert "hands_per_hour" in NAMES  # the pause before a hand is the same under every filter


def test_two_hands_counted_by_hand(con):
    play_each(
        con,
        {
            1: {"played_at": datetime(2024, 1, 31), "position": "BTN", "net": 30, "voluntary_0": 1},  # noqa: DTZ001
            2: {"played_at": datetime(2024, 2, 1), "position": "BTN", "net": -10},  # noqa: DTZ001
        },
    )
    seats = pl.DataFrame({"hand_key": [2, 1, 7], "seat": [1, 1, 1]})
    sums = seat_sums(con, Filter(), seats, NAMES)
    of = {
        name: {
            each: (sums.columns[column][0].to_list(), sums.columns[column][1].to_list())
            for each, column in columns.items()
        }
        for name, columns in sums.stats.items()
    }
    # the big bet is 20 cents; the seat of hand 7 is not selected
    assert of["winrate"] == {
        "n": ([0, 1], [1, 1]),
        "sum": ([0, 1], [-0.5, 1.5]),
        "squares": ([0, 1], [0.25, 2.25]),
    }
    assert of["net"] == {"n": ([0, 1], [1, 1]), "sum": ([0, 1], [-10, 30])}
    assert of["vpip"]["made"] == ([1], [1])
