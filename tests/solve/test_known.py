"""What is known of the answers of solved games: the rules, every stored line of every table, and what stands in an answer's place."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.commands import answer, run
from support.pokerkit_hands import HERO, dealt_histories

import badugi_hh
from badugi_hh.leaks.leak import Verdict
from badugi_hh.solve.classes import CLASSES, class_number, deal, strength_buckets
from badugi_hh.solve.finish_table import with_known
from badugi_hh.solve.game import BIG_BET, BTN_BB, FREE_BB, GAMES, SPOTS
from badugi_hh.solve.hand_decisions import (
    RARE,
    UNSURE,
    NoClaim,
    PlayedHand,
    SolverDecision,
    Step,
    decisions_of,
)
from badugi_hh.solve.known import Reason, contradicted, unsure
from badugi_hh.solve.look_up import look_up, ranges_of_lines
from badugi_hh.solve.make_table import given_opening, make_table
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import COST_STEP, ERROR_STEP, ERRORS, REASON, no_flags, read_table
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import usual_end

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


@pytest.mark.quick
def test_two_solutions_contradict_each_other_where_a_costly_action_of_one_beats_its_best_in_the_other():
    cost = np.array([[0.0, 0.0, 0.3, 0.4, 0.0], [0.2, 0.1, 0.0, 0.0, 0.12], [1.0, 1.0, 1.0, 1.0, 0.5]])
    other = np.array([[0.2, 0.1, 0.1, 0.2, 0.06], [0.0, 0.0, 0.0, 0.0, 0.04], [1.0, 1.0, 1.0, 1.0, 0.0]])
    errors = np.full(5, 0.1)
    assert contradicted(cost, other, errors).tolist() == [True, False, False, False, True]
    assert contradicted(other, cost, errors).tolist() == [True, False, False, False, True]


# --- every stored line


@pytest.mark.parametrize(
    "spot", ["btn-bb", *(pytest.param(spot, marks=pytest.mark.long) for spot in SPOTS if spot != "btn-bb")]
)
def test_every_stored_answer_is_known_and_refused_for_a_reason_alone(spot):
    """In any line: played actions, two solutions that agree, and a mix that agrees with the costs."""
    table, count = find_table(spot), 0
    for words, at in ranges_of_lines(table, table.lines):
        count += 1
        line = " ".join(words)
        node, mine, least = table.lines[line], at.mine, at.least[1 - at.actor]
        reasons, errors, cost = table.reasons(node), table.errors(node), table.costs(node)
        common = (table.mixes(node) >= 0.2) & (mine > 0)
        given = reasons == Reason.NONE
        if given.any():
            assert least >= 0.01, line
            assert line or table.game.opens is None
            assert (errors[given] < 0.3).all(), line
            assert (cost <= np.where(common, 2 * errors + 1e-6, np.inf))[:, given].all(), line
        if not line and table.game.opens is not None:
            assert (reasons == Reason.GIVEN).all()
        elif (reasons == Reason.RARE).any():
            assert (reasons == Reason.RARE).all()
            assert least < 0.01, line
        elif table.game.opens is None:
            doubtful = (common & (cost > 2 * errors - 1e-6)).any(axis=0) | (errors >= 0.3)
            assert doubtful[reasons == Reason.UNSURE].all(), line
    assert count == len(table.lines)


# --- the opener's hands are given


def test_the_best_hands_of_the_free_game_open():
    """Half the hands open: those that lose most by a fold."""
    costs = np.zeros((2, CLASSES), np.float32)
    costs[0] = np.linspace(1, 0, CLASSES)
    free = find_table("btn-bb")
    free = replace(free, game=FREE_BB, nodes=np.array([[0, 2, 0, 0, 0, 0, 0, 0, 0]]), cost=steps_of(costs))
    opening = given_opening(free, 0.5)
    assert (opening.sum(axis=0) == 1).all()
    opens = opening[1] == 1
    assert opens[: int(opens.sum())].all()
    assert (opening[1] * deal()).sum() == pytest.approx(0.5, abs=0.02)


def steps_of(costs):
    return (
        np.diff(np.rint(costs / 0.02).astype(np.uint8), axis=1, prepend=np.uint8(0)).astype(np.uint8).ravel()
    )


def test_a_given_opening_is_played_and_answered():
    small = {"bets": (2, 4), "draws": (3,)}
    buckets = strength_buckets(30, usual_end())
    shares, worth = [], []
    free = None
    for game in (replace(FREE_BB, **small), replace(BTN_BB, opens=0.2, **small)):
        tree = build_tree(game, sizes=(CLASSES, int(buckets[-1]) + 1))
        opening = None if free is None else given_opening(free, 0.2)
        solver = Solver(setup_of(tree, (deal(), deal()), buckets, opening))
        solver.iterate(40)
        assert 0 <= solver.exploitability() < 0.02 * BIG_BET
        made = make_table(tree, solver)
        first = look_up(made, "")
        shares.append(float((first.mix[1] * first.reach).sum()))
        if opening is not None:
            assert (first.mix == opening).all()
        answered = look_up(made, "raise")
        worth.append(float((answered.mix[0] * answered.reach).sum()))
        free = free or made
    assert shares[1] == pytest.approx(0.2, abs=0.01)
    assert shares[0] > 0.4
    assert worth[0] < worth[1]  # more folds against better hands


def test_costs_differ_from_those_of_the_free_game_by_their_error(table):
    """At one line all costs are a fifth of a big bet off, at one the answer is the other way round, one is not there."""
    lines = list(table.lines)
    off, turned, gone = lines[1], "raise call 1", lines[-1]
    cost = table.cost[:].copy()
    for line, change in ((off, lambda each: each + 0.2), (turned, lambda each: each[::-1])):
        node = table.lines[line]
        count, _, begin = table.nodes[node, 1:4]
        cost[begin : begin + count * CLASSES] = steps_of(np.minimum(change(table.costs(node)), 5.1))
    free = replace(table, cost=cost, lines={line: node for line, node in table.lines.items() if line != gone})
    errors = with_known(table, free)
    plain = with_known(table)
    for line in lines:
        before, after = (each.errors(each.lines[line]) for each in (plain, errors))
        if line == off:
            assert after == pytest.approx(np.hypot(before, 0.2), abs=2 * ERROR_STEP + 0.01)
        elif line == gone:
            assert (after >= 1).all()
            assert errors.reasons(errors.lines[line]).min() >= Reason.RARE
        elif line != turned:  # costs are stored in steps
            assert after == pytest.approx(np.hypot(before, COST_STEP), abs=0.6 * ERROR_STEP)
    node = table.lines[turned]
    best, other = table.costs(node).argmin(axis=0), free.costs(node).argmin(axis=0)
    worse = np.maximum(free.costs(node)[best, range(CLASSES)], table.costs(node)[other, range(CLASSES)])
    clear = worse > errors.errors(node)
    assert clear.sum() > 100
    assert (errors.reasons(node)[clear] == Reason.UNSURE).all()


# --- what stands in its place


def test_a_reason_stands_in_place_of_shares_and_costs(table):
    line = next(line for line, node in table.lines.items() if table.nodes[node, REASON] == Reason.RARE)
    rows = answer("solve", "--table", GOLDEN, "--line", line)["classes"]
    words = "the solved opponent hardly ever plays this"
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
    assert rows[number]["reason"] == "two solutions disagree about this"
    assert rows[number]["mix"] is rows[number]["cost"] is None
    assert any(row["cost"] for row in rows)
    shown = run("solve", "--table", GOLDEN, "--line", line, "--all").stdout
    assert "of some hands two solutions disagree about this: means leave them out" in " ".join(shown.split())
    (row,) = [each for each in shown.splitlines() if each.split()[:1] == [rows[number]["class"]]]
    assert row.split().count("?") >= len(rows[0]["cost"])


def test_given_hands_have_shares_and_no_costs():
    shown = run("solve", "--spot", "co-bb", "--line", "").stdout
    assert "the opener's hands are given and not solved, so no cost is claimed" in shown
    assert "cost" not in shown.split("the opener's")[0]
    (row,) = answer("solve", "--spot", "co-bb", "--line", "", "--hand", "4-3-2-A")["classes"]
    assert (row["mix"], row["cost"]) == ([0, 1], None)


@pytest.mark.quick
def test_a_played_decision_has_a_reason_in_place_of_a_price(table):
    """The button is asked for a draw after the big blind has stood pat, which it hardly ever does after a call."""
    value = class_number("6-2-A") + 1
    steps = [Step(n, seat, action, value, value) for n, (seat, action) in enumerate(LINE, 5)]
    hand = PlayedHand(True, 4, 4, 8, 6, 2, {1: "SB", 2: "BB"}, {1: 96, 2: 96}, steps)
    (found,) = decisions_of([hand], lambda _spot: table)
    kinds = [each.reason if isinstance(each, NoClaim) else "" for each in found]
    assert kinds == ["", "", "", RARE]
    marked = replace(table, nodes=table.nodes.copy(), unsure=~no_flags(len(table.nodes)))
    (found,) = decisions_of([hand], lambda _spot: marked)
    assert [each.reason for each in found if isinstance(each, NoClaim)] == [UNSURE, UNSURE, UNSURE, RARE]
    marked.nodes[:, ERRORS] = 290
    marked = replace(marked, unsure=no_flags(len(table.nodes)))
    for posted, covered in ((6, True), (5, False)):  # another small blind adds to the error
        odd = replace(hand, posted=posted, first_price=8 - posted)
        (found,) = decisions_of([odd], lambda _spot: marked)
        assert isinstance(found[0], SolverDecision) == covered


LINE = ((1, "raise"), (2, "call"), (2, "0"), (1, "1"))


def test_the_games_of_a_full_table_open_as_published_standards_do():
    for spot, share in (("btn-bb", 0.32), ("co-bb", 0.24)):
        opened = find_table(spot)
        assert opened.game == GAMES[spot]
        first = look_up(opened, "")
        assert float((first.mix[1] * first.reach).sum()) == pytest.approx(share, abs=0.01)
        answered = look_up(opened, "raise")
        folds = float((answered.mix[0] * answered.reach).sum())
        assert folds > 0.3  # 5 % against an opener of 62 %


# --- hands that PokerKit deals


@pytest.mark.parametrize(
    ("hands", "tables"), [(40, (2,)), pytest.param(5000, (2, 4, 6), marks=pytest.mark.long)]
)
def test_no_price_of_dealt_hands_rests_on_an_unknown_answer(hands, tables, tmp_path):
    """The opponents take lines that best play hardly ever takes; a sound player has no flag against the solver."""
    for players in tables:
        text = dealt_histories(hands // len(tables), 40 + players, players)
        (tmp_path / f"{players}.txt").write_text(text, encoding="utf-8")
    with badugi_hh.open(tmp_path / "hands.duckdb") as database:
        done = database.import_paths(tmp_path)
        assert (done.stored, done.problems) == (hands // len(tables) * len(tables), ())
        rows = database.sql(
            "SELECT solver_spot, solver_line, solver_cost, solver_error, coalesce(d.value, w.value_before) AS value "
            "FROM solver_prices LEFT JOIN decisions d USING (hand_key, n) LEFT JOIN draws w USING (hand_key, n)"
        )
        flags = [
            each.leak.id
            for each in database.leaks(badugi_hh.Filter(player=HERO))
            if each.verdict is Verdict.FLAG
        ]
    assert not [each for each in flags if each.startswith("S")]
    assert len(rows) > 2 * hands
    for (spot,), part in rows.group_by("solver_spot"):
        table = find_table(str(spot))
        asked = part.group_by("solver_line").agg("value", "solver_cost", "solver_error")
        wanted = {row["solver_line"]: row for row in asked.iter_rows(named=True)}
        for words, at in ranges_of_lines(table, wanted):
            line, mine, least = " ".join(words), at.mine, at.least[1 - at.actor]
            row, node = wanted.pop(line), table.lines[line]
            classes = np.array(row["value"]) - 1
            assert least >= 0.01, line
            assert max(row["solver_error"]) < 0.3
            common = (table.mixes(node)[:, classes] >= 0.2) & (mine[classes] > 0)
            assert (
                table.costs(node)[:, classes] * common <= 2 * np.array(row["solver_error"]) + 1e-6
            ).all(), line
        assert not wanted
