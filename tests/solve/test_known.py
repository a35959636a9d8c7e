"""What is known of the answers of solved games: the rules, every stored line of every table, and what stands in an answer's place."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.commands import answer, run
from support.pokerkit_hands import dealt_histories
from support.price_hands import PlayedHand, Step, said_of

import badugi_hh
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.game import GAMES
from badugi_hh.solve.hand_decisions import (
    RARE,
    UNSURE,
)
from badugi_hh.solve.known import Reason, unsure
from badugi_hh.solve.look_up import find_ranges, look_up
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import ERRORS, REASON, read_table
from badugi_hh.store.verdicts import StepVerdict

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


@pytest.fixture(scope="module")
def table():
    return read_table(GOLDEN)


# --- the rules


@pytest.mark.quick
def test_a_common_action_costs_no_more_than_twice_its_error():
    mix = np.array([[0.2, 0.2, 0.19, 0.2, 0.5], [0.8, 0.8, 0.81, 0.8, 0.5]])
    cost = np.array([[0.2, 0.22, 0.5, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0, 0.1]])
    errors = np.array([0.1, 0.1, 0.1, 0.1, 0.3])
    held = np.array([True, True, True, False, True])
    assert unsure(mix, cost, errors, held).tolist() == [False, True, False, False, True]


# --- what stands in its place


def test_a_reason_stands_in_place_of_shares_and_costs(table):
    line = next(line for line, node in table.lines.items() if table.nodes[node, REASON] == Reason.RARE)
    rows = answer("solve", "--table", GOLDEN, "--line", line)["classes"]
    words = "good play comes here too rarely"
    assert {row["reason"] for row in rows} == {words}
    assert all(row["mix"] is row["cost"] is row["error"] is None for row in rows)
    for options in ((), ("--all",), ("--hand", "9-8-7")):
        shown = run("solve", "--table", GOLDEN, "--line", line, *options).stdout
        assert f"{words}, so nothing is claimed" in shown
        assert "A cost is" not in shown
    frame = badugi_hh.solution(line=line, table=GOLDEN)
    assert frame["cost"].null_count() == len(frame)
    assert frame["reason"].unique().to_list() == [words]


def test_a_hand_of_which_two_solutions_disagree_has_the_reason_alone(table):
    line, number = next(
        (line, int(np.flatnonzero((found.reasons == Reason.UNSURE) & (found.reach > 0))[0]))
        for line in table.lines
        if (found := look_up(table, line)).reason is Reason.NONE
        and ((found.reasons == Reason.UNSURE) & (found.reach > 0)).any()
    )
    rows = answer("solve", "--table", GOLDEN, "--line", line)["classes"]
    assert rows[number]["reason"] == "the cost is too uncertain"
    assert rows[number]["mix"] is rows[number]["cost"] is None
    assert any(row["cost"] for row in rows)
    shown = run("solve", "--table", GOLDEN, "--line", line, "--all").stdout
    assert "of some hands the cost is too uncertain: means leave them out" in " ".join(shown.split())
    (row,) = [each for each in shown.splitlines() if each.split()[:1] == [rows[number]["class"]]]
    assert row.split().count("?") >= len(rows[0]["cost"])


@pytest.mark.quick
def test_a_played_decision_has_a_reason_in_place_of_a_price(table):
    """The button is asked for a draw after the big blind has stood pat, which it hardly ever does after a call."""
    value = class_number("6-2-A") + 1
    steps = [Step(n, seat, action, value, value) for n, (seat, action) in enumerate(LINE, 5)]
    hand = PlayedHand(True, 4, 4, 8, 6, 2, {1: "SB", 2: "BB"}, {1: 96, 2: 96}, steps)
    kinds = [each if isinstance(each, str) else "" for each in said_of(hand, lambda _spot: table)]
    assert kinds == ["", "", "", RARE]
    marked = replace(table, nodes=table.nodes.copy(), unsure=np.full_like(table.unsure, 255))
    assert said_of(hand, lambda _spot: marked) == [UNSURE, UNSURE, UNSURE, RARE]
    marked.nodes[:, ERRORS] = 290
    marked = replace(marked, unsure=np.zeros_like(table.unsure))
    for posted, covered in ((6, True), (5, False)):  # another small blind adds to the error
        odd = replace(hand, posted=posted, first_price=8 - posted)
        assert isinstance(said_of(odd, lambda _spot: marked)[0], StepVerdict) == covered


LINE = ((1, "raise"), (2, "call"), (2, "0"), (1, "1"))


# --- hands that PokerKit deals


@pytest.mark.parametrize(
    ("hands", "tables"), [(40, (2,)), pytest.param(5000, (2, 4, 6), marks=pytest.mark.long)]
)
def test_no_price_of_dealt_hands_rests_on_an_unknown_answer(hands, tables, tmp_path):
    """The opponents take lines that best play hardly ever takes."""
    for players in tables:
        text = dealt_histories(hands // len(tables), 40 + players, players)
        (tmp_path / f"{players}.txt").write_text(text, encoding="utf-8")
    with badugi_hh.open(tmp_path / "hands.duckdb") as database:
        done = database.import_paths(tmp_path)
        assert (done.stored, done.problems) == (hands // len(tables) * len(tables), ())
        rows = database.sql(
            "SELECT spot, coalesce(line, '') AS line, loss, loss_error, "
            "coalesce(d.value, w.value_before) AS value "
            "FROM losses LEFT JOIN decisions d USING (hand_key, n) LEFT JOIN draws w USING (hand_key, n)"
        )
    assert len(rows) > 2 * hands
    for (spot,), part in rows.group_by("spot"):
        if spot not in GAMES:  # the blueprint's
            continue
        table = find_table(str(spot))
        asked = part.group_by("line").agg("value", "loss", "loss_error")
        for row in asked.iter_rows(named=True):
            line, at = row["line"], find_ranges(table, row["line"])
            mine, least, node = at.mine, at.least[1 - at.actor], table.lines[line]
            classes = np.array(row["value"]) - 1
            assert least >= 0.01, line
            assert max(row["loss_error"]) < 0.3
            common = (table.mixes(node)[:, classes] >= 0.2) & (mine[classes] > 0)
            assert (table.costs(node)[:, classes] * common <= 2 * np.array(row["loss_error"]) + 1e-6).all(), (
                line
            )
