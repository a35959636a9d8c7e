"""The table of sessions: duration, results per hour, drops, and the hands of each session that lost most."""

import polars as pl
import pytest

from badugi_hh.report.anonymous import ShownNames
from badugi_hh.report.queries import seat_rows
from badugi_hh.report.session_tables import dearest_field, dearest_hands, session_tables
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


def test_the_dearest_hands_are_those_that_lost_most():
    """Seats 1 to 6 lost less than seat 0, 7 nothing; 8 is of another session."""
    lost = [3.0, 2.5, 0.9, 0.8, 0.7, 0.6, 0.5, None, 4.0]
    found = dearest_hands(pl.DataFrame({"by_session": ["a"] * 8 + ["b"], "lost": lost}))
    own = found.filter(pl.col("session") == "a")
    assert own["place"].to_list() == [0, 1, 2, 3, 4]
    assert own["lost"].to_list() == [3.0, 2.5, 0.9, 0.8, 0.7]
    assert found.filter(pl.col("session") == "b")["place"].to_list() == [8]
    assert dearest_field(found, 9) == {"values": ["yes"], "rows": [0, 0, 0, 0, 0, -1, -1, -1, 0]}


def test_the_dearest_hands_of_a_session_are_a_field_of_the_page(monthly_view):
    """The number of a session leads to as many hands as the field has there."""
    table = monthly_view.sessions[1]
    at = [column.stat for column in table.columns].index("dearest")
    fields = monthly_view.hands.listing["fields"]
    sessions = [fields["session"]["values"][place] for place in fields["session"]["rows"]]
    of_field = [session for session, nth in zip(sessions, fields["dearest"]["rows"], strict=True) if nth == 0]
    assert of_field
    for row in table.rows:
        cell = row.cells[at]
        assert (0 if cell is None else int(cell.counts.split()[0])) == of_field.count(row.label)
        if cell is not None:
            assert cell.selects.endswith("&dearest=yes")
