"""Range charts: their figures follow from the tables."""

from pathlib import Path

import pytest
from build_range_charts import (
    LINES,
    TABLE_LINES,
    charts_text,
    computed_charts,
    range_charts,
    table_charts,
)
from support.chart_cells import cells

from badugi_hh.engine.values import ranks
from badugi_hh.ring.table_line import PLAYERS
from badugi_hh.solve.classes import CLASSES, class_number
from badugi_hh.solve.game import GAMES
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.range_charts import KINDS, TABLE, SpotCharts, grid_cells, read_charts, stored_charts
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import LEVELS, read_table

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"
RANKS = "A23456789TJQK"


@pytest.fixture(scope="module")
def table():
    return read_table(GOLDEN)


@pytest.fixture(scope="module")
def charts(table):
    return {chart.line: chart for chart in range_charts(table)}


def known_lines(spot):
    """The lines with a chart of which a table knows something."""
    table = find_table(spot)
    return tuple(line for line in LINES if line in table.lines and not look_up(table, line).reason)


def test_the_cells_of_two_cards_are_single_classes(table, charts):
    for line in ("", "raise", "raise call"):
        found, chart = look_up(table, line), charts[line]
        for (high, second), mix in cells(chart, 2).items():
            number = class_number(RANKS[high] + RANKS[second])
            if mix is None:
                assert found.reach[number] < 1e-5 * found.reach.sum()
            else:
                assert mix == pytest.approx(LEVELS * found.mix[:, number], abs=0.01)


def test_a_cell_is_the_mean_of_its_hands(table, charts):
    found, chart = look_up(table, "raise"), charts["raise"]
    for size in (3, 4):
        for (high, second), mix in cells(chart, size).items():
            numbers = [
                each
                for each in range(CLASSES)
                if len(ranks(each + 1)) == size and ranks(each + 1)[:2] == (high, second)
            ]
            reach = found.reach[numbers]
            due = (found.mix[:, numbers] * reach).sum(axis=1) / reach.sum()
            assert mix is not None
            assert mix == pytest.approx(LEVELS * due, abs=1.01)
            place = list(cells(chart, size)).index((high, second)) * len(mix)
            costs = chart.costs[4 - size][place : place + len(mix)]  # every cell is held here
            due = (found.cost[:, numbers] * reach).sum(axis=1) / reach.sum()
            assert costs == pytest.approx(100 * due, abs=0.51)
    assert sum(len(grid_cells(size)) for size in (4, 3, 2, 1)) == 55 + 66 + 78 + 13


def test_kinds_of_hands_have_shares_mixes_and_costs(table, charts):
    found, chart = look_up(table, "raise"), charts["raise"]
    assert len(chart.kinds) == len(KINDS)
    assert sum(kind.share for kind in chart.kinds if kind) == pytest.approx(1000, abs=6)
    total = found.reach.sum()
    assert chart.all == pytest.approx(100 * (found.mix @ found.reach) / total, abs=1.01)
    of = [
        each for each in range(CLASSES) if len(ranks(each + 1)) == 3 and ranks(each + 1)[0] == 7
    ]  # an eight
    reach = found.reach[of]
    kind = chart.kinds[KINDS.index((3, 7))]
    assert kind is not None
    assert kind.share == pytest.approx(1000 * reach.sum() / total, abs=0.51)
    assert kind.mix == pytest.approx(100 * (found.mix[:, of] @ reach) / reach.sum(), abs=1.01)
    assert kind.cost == pytest.approx(100 * (found.cost[:, of] @ reach) / reach.sum(), abs=0.51)
    assert sum(kind.mix) == 100


def test_snows_are_a_share_of_the_pat_hands(table, charts):
    found = look_up(table, "raise call 1")
    pats = found.mix[0] * found.reach
    due = 100 * sum(pats[each] for each in range(CLASSES) if len(ranks(each + 1)) < 4) / pats.sum()
    assert 1 < due < 50
    assert charts["raise call 1"].snows == pytest.approx(due, abs=0.51)
    assert charts["raise"].snows is None


def test_each_game_has_the_charts_of_known_decisions():
    lines = {spot: tuple(chart.line for chart in stored_charts(spot).charts) for spot in GAMES}
    assert lines == {spot: known_lines(spot) for spot in GAMES}
    assert {*LINES} - {*lines["heads-up"]} == {"raise call 0", "raise call 0 1 bet"}
    assert "call" not in lines["sb-bb"]
    assert len(lines["sb-bb"]) >= len(LINES) - 7


def test_the_stored_charts_are_those_of_the_tables():
    """After a change of a table or of the charts, training/build_range_charts.py makes them again."""
    computed = {spot: computed_charts(spot) for spot in GAMES} | {TABLE: SpotCharts(None, table_charts())}
    assert computed == {spot: stored_charts(spot) for spot in (*GAMES, TABLE)}
    assert read_charts(charts_text(computed)) == computed


def test_every_chart_is_of_a_known_decision():
    charts = table_charts()
    assert [chart.line for chart in charts] == [*TABLE_LINES]
    assert {chart.player for chart in charts} == {*PLAYERS}
