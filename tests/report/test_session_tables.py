"""The table of sessions: duration, results per hour, drops, and what the hands of each lost."""

import polars as pl
import pytest

from badugi_hh.report.anonymous import ShownNames
from badugi_hh.report.queries import seat_rows
from badugi_hh.report.session_tables import session_tables
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.selection.filters import Filter


@pytest.fixture(scope="module")
def found(report_hands):
    """The selected seats, and the cells of each session by the name of their column."""
    rows = seat_rows(report_hands, Filter())
    games = {"cash": "cash games", "tournament": "tournaments"}
    tables = Evaluator(report_hands, Filter(), games, you=True, names=ShownNames())
    table = session_tables(tables, rows)[1]
    names = [column.stat for column in table.columns]
    return rows, {row.label: dict(zip(names, row.cells, strict=True)) for row in table.rows}


def test_a_session_has_its_duration_and_its_results_per_hour(found):
    """The hands of the session by themselves say the same."""
    rows, sessions = found
    alike = rows.group_by("by_session").agg(pl.col("by_stakes", "game").n_unique(), hands=pl.len())
    alike = alike.filter(pl.col("by_stakes") == 1, pl.col("game") == 1, pl.col("hands") > 1)
    cash = alike.join(rows.filter(game="cash"), on="by_session", how="semi")
    session = cash.sort("hands", "by_session")["by_session"][-1]
    own = rows.filter(pl.col("by_session") == session)
    cells = sessions[session]
    hours = (own["played_at"].max() - own["played_at"].min()).total_seconds() / 3600
    assert cells["duration"].key == pytest.approx(hours)
    minutes = round(60 * hours)
    assert cells["duration"].value == f"{minutes // 60}:{minutes % 60:02}"
    assert cells["hands_per_hour"].key == pytest.approx((own.height - 1) / hours)
    assert cells["net_per_hour"].key == round(own["net"].sum() / hours)
    assert cells["net_per_hour"].unit == own["denomination"][0]
    assert cells["stakes"].value == own["by_stakes"][0]
    total = [0.0, *own["net_bb"].cum_sum()]
    drop = max(max(total[: nth + 1]) - now for nth, now in enumerate(total))
    assert cells["drop"].key == pytest.approx(drop)


def test_a_tournament_has_no_money_per_hour(found):
    rows, sessions = found
    games = rows.group_by("by_session").agg(pl.col("game").unique())
    only = [session for session, played in games.iter_rows() if played == ["tournament"]]
    assert only
    for session in only:
        assert (sessions[session]["net_per_hour"], sessions[session]["stakes"].value) == (None, "tournaments")


def test_a_session_has_what_its_hands_lost_with_their_list(report_hands):
    rows = seat_rows(report_hands, Filter())
    lost = rows.with_row_index().with_columns(lost=(pl.col("index") % 3).cast(pl.Float64)).drop("index")
    tables = Evaluator(report_hands, Filter(), {"cash": "cash games"}, you=True, names=ShownNames())
    table = session_tables(tables, lost)[1]
    at = [column.stat for column in table.columns].index("session_lost")
    for row in table.rows:
        own = lost.filter((pl.col("by_session") == row.label) & (pl.col("lost") > 0))
        cell = row.cells[at]
        assert (cell is None) == own.is_empty()
        if cell is not None:
            assert (cell.key, cell.counts.split()[0]) == (own["lost"].sum(), str(own.height))
            assert cell.selects.endswith("&leak=all")
