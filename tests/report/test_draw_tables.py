"""The tables of draws in a report: what was drawn by class of hand, what it lost, and what opponents draw."""

import pytest

from badugi_hh.api.opponent import opponent
from badugi_hh.leaks.opponent import LEAST_HANDS
from badugi_hh.report.anonymous import ShownNames
from badugi_hh.report.session_tables import MIN_HANDS, MORE_OF_OPPONENTS, opponent_tables
from badugi_hh.report.split_tables import amount_text
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.wording.formats import percent


@pytest.fixture(scope="module")
def tables(monthly_con):
    return Evaluator(
        monthly_con,
        Filter(),
        {"cash": "cash games", "tournament": "tournaments"},
        you=True,
        names=ShownNames(),
    )


def test_draws_by_class_are_those_of_the_rows(monthly_con, tables):
    table = tables.drawn_by_hand()
    (count, mean, lost) = monthly_con.execute("""
        SELECT count(*), avg(draws.drawn), 100 * avg(equity_loss) FILTER (WHERE game = 'cash')
        FROM draws JOIN hands USING (hand_key) JOIN draw_prices USING (hand_key, n)
        WHERE draws.hero AND draws.knowledge = 'dealt' AND draw = 1
          AND value_before BETWEEN 716 AND 1001  -- three cards
    """).fetchall()[0]
    row = next(row for row in table.rows if row.label == "three-card")
    (drawn, loss), others = row.cells[:2], [column.stat for column in table.columns[2:]]
    assert drawn is not None
    assert (drawn.key, drawn.counts) == (pytest.approx(mean), f"mean of {count} draws")
    assert loss is not None
    assert loss.key == pytest.approx(lost)
    assert (loss.counts.endswith(" draws"), loss.tone) == (True, "")
    assert set(others) == {"draw_loss_1", "drawn_2", "draw_loss_2", "drawn_3", "draw_loss_3"}
    assert {"badugi", "three-card", "two-card"} <= {row.label for row in table.rows}


def test_an_opponent_has_the_draws_of_their_hands(monthly_con, tables):
    own = {
        player for (player,) in monthly_con.execute("SELECT DISTINCT player FROM seats WHERE hero").fetchall()
    }
    known, draws = opponent_tables(tables, own)
    assert [row.label for row in draws.rows] == [row.label for row in known.rows]
    assert [column.stat for column in draws.columns] == list(MORE_OF_OPPONENTS)
    name = draws.rows[0].label
    made, chances = monthly_con.execute(
        "SELECT count(*) FILTER (WHERE drawn = 0), count(*) FROM draws WHERE player = ? AND draw = 2 AND forced IS NULL",
        [name],
    ).fetchall()[0]
    cell = draws.rows[0].cells[MORE_OF_OPPONENTS.index("pat_2")]
    assert cell.counts == f"{made} of {chances}"
    assert all(row.key >= MIN_HANDS for row in draws.rows)
    assert not own & {row.label for row in draws.rows}


def test_an_opponent_has_the_type_and_the_results_of_the_command(monthly_con, tables):
    """Both are those of `badugi-hh opponent`, whose hands are those of the page: the user played in all of them."""
    own = {
        player for (player,) in monthly_con.execute("SELECT DISTINCT player FROM seats WHERE hero").fetchall()
    }
    known, _ = opponent_tables(tables, own)
    names = [column.stat for column in known.columns]
    of_type = names.index("type")
    typed, untyped = (
        [row for row in known.rows if (row.cells[of_type] is None) is none] for none in (False, True)
    )
    assert all(row.key >= LEAST_HANDS for row in typed)
    due, other = (
        opponent(monthly_con, rows[0].label, Filter(player=rows[0].label)) for rows in (typed, untyped)
    )
    assert other.profile.type == ()
    cell = typed[0].cells[of_type]
    assert cell.value == " ".join(word.word for word in due.profile.type)
    assert cell.few is not all(word.number.is_proven for word in due.profile.type)
    assert percent(due.profile.type[1].number.value) in cell.counts
    (group,) = evaluate(monthly_con, Filter(only=(("opponent", typed[0].label),)), names=["net", "winrate"])
    net = typed[0].cells[names.index("net")]
    assert (net.value, *net.more) == tuple(
        amount_text(part, gain=True) for part in group.stats["net"].parts or (group.stats["net"],)
    )
    rates = [cell for cell, name in zip(typed[0].cells, names, strict=True) if name == "winrate"]
    assert {each.key for each in rates if each} == {each.yours.value for each in due.together}
