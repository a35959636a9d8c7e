"""Counts by parts of the hands: the sums over any parts are the statistics of these hands."""

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support.hand_made import play_each

from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.additive import AdditiveCounts, additive_counts, is_additive
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database

BY = ("game", "stakes", "position", "month")
NAMES = [name for name, stat in STATS.items() if is_additive(stat)]


@pytest.fixture(scope="module")
def months(monthly: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with closing(open_database(monthly, read_only=True)) as con:
        yield con


@pytest.fixture(scope="module")
def counts(months: duckdb.DuckDBPyConnection) -> AdditiveCounts:
    return additive_counts(months, Filter(), BY, NAMES)


def add_up(counts: AdditiveCounts, name: str, **values: str) -> Measure:
    """The measure of the parts with these values of dimensions."""
    sums: dict[str, dict[str, Any]] = {}
    for nth, part in enumerate(counts.parts):
        if all(part[counts.by.index(by)] == value for by, value in values.items()):
            own = sums.setdefault(part[-1], dict.fromkeys(counts.stats[name], 0))
            for aggregate, column in counts.stats[name].items():
                own[aggregate] += counts.columns[column][nth]
    return STATS[name].kind.measure(sums)


@pytest.mark.parametrize(
    ("values", "hand_filter"),
    [
        ({}, Filter()),
        ({"game": "cash"}, Filter(game="cash")),
        ({"position": "BB"}, Filter(position="BB")),
        ({"stakes": "€1/€2"}, Filter(stakes="€1/€2")),
        ({"month": "2024-01"}, Filter(since=datetime(2024, 1, 1), until=datetime(2024, 2, 1))),  # noqa: DTZ001 - the database has UTC without a zone
        ({"game": "tournament", "position": "SB"}, Filter(game="tournament", position="SB")),
    ],
)
def test_sums_of_parts_are_the_statistics_of_a_filter(months, counts, values, hand_filter):
    (group,) = evaluate(months, hand_filter, together=True)
    for name in counts.stats:
        found = add_up(counts, name, **values)
        assert found == group.stats[name], name
    assert sum(group.stats[name].n > 0 for name in counts.stats) > 150


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
    counts = additive_counts(con, Filter(), BY, NAMES)
    assert counts.parts == (
        ("cash", "$0.10/$0.20", "BTN", "2024-01", "USD cents"),
        ("cash", "$0.10/$0.20", "BTN", "2024-02", "USD cents"),
    )
    column = {name: counts.columns[index] for name, index in counts.stats["winrate"].items()}
    assert column == {"n": (1, 1), "sum": (1.5, -0.5), "squares": (2.25, 0.25)}  # the big bet is 20 cents
    assert [counts.columns[index] for index in counts.stats["net"].values()] == [(1, 1), (30, -10)]
    assert add_up(counts, "winrate").value == 50.0


def test_parts_without_hands_are_left_out(months, counts):
    hands = counts.columns[counts.stats["hands"]["sum"]]
    assert all(hands)
    assert len(set(counts.parts)) == len(counts.parts)
    (total,) = months.execute("SELECT count(*) FROM seats WHERE hero AND dealt").fetchall()[0]
    assert sum(hands) == total


def test_dimensions_whose_parts_overlap_are_refused(con):
    for by in ("opponent", "draw_state"):
        with pytest.raises(ValueError, match=f"{by} has several values in one hand"):
            additive_counts(con, Filter(), by, NAMES)
