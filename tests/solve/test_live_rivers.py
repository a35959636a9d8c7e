"""Last betting rounds that a table does not hold, solved from the ranges of their lines."""

from pathlib import Path

import numpy as np
import pytest
from support.commands import run
from support.sub_games import find_node

from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.known import Reason
from badugi_hh.solve.live_river import answer_line, river_start, solve_river
from badugi_hh.solve.look_up import find_ranges, look_up
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.solved_table import REACH, read_table
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.user_error import SolveError

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


@pytest.fixture(scope="module")
def table():
    return read_table(GOLDEN)


@pytest.fixture(scope="module")
def beyond(table):
    """Lines of which the table has the last draw and not the betting after it, the commonest first."""
    found = []
    for line in table.lines:
        state = table.game.after(table.game.root, line)
        if state.drawing and state.drawn[1]:  # the big blind has drawn
            names = (f"{line} {name}" for name, _ in table.game.moves(state))
            found += [name for name in names if name not in table.lines]
    reach = {line: np.prod([each.sum() for each in find_ranges(table, line).reach]) for line in found}
    return sorted((line for line in found if reach[line] > 0), key=lambda line: -reach[line])


@pytest.fixture(scope="module")
def river(table, beyond):
    return solve_river(table, beyond[0])


def exploitability(table, start, river):
    """Of the strategies of a river, as a share of the pot; decisions without an answer have any strategy."""
    state, reach, _ = find_ranges(table, start)
    ranges = [(each / each.sum()).astype(np.float32) for each in reach]
    tree = build_tree(table.game, state)
    solver = Solver(setup_of(tree, (ranges[0], ranges[1])))
    solver.iterate(20)
    for line, answer in river.items():
        begin = int(tree.nodes["offset"][find_node(tree, line)[0]])
        solver.sums[begin : begin + answer.mix.size] = answer.mix.ravel()
    return solver.exploitability() / sum(state.paid)


@pytest.mark.quick
def test_a_line_is_split_before_its_last_betting_round(table):
    for line, start in (
        ("", None),
        ("raise call 1", None),
        ("raise call 1 1", "raise call 1 1"),
        (" raise call 1 1  check bet", "raise call 1 1"),
        ("raise fold", None),
        ("raise bet", None),
    ):
        assert river_start(table.game, line) == start, line


def test_a_line_beyond_the_table_is_solved(table, beyond, river):
    line = beyond[0]
    with pytest.raises(SolveError, match="nothing is claimed"):
        look_up(table, line)
    found = answer_line(table, line)
    assert found.live
    assert (found.line, found.player, found.actions) == (line, "big blind", ("check", "bet"))
    assert 0 < found.reach.sum() * find_ranges(table, line).reach[0].sum() <= REACH
    assert found.mix.sum(axis=0) == pytest.approx(1, abs=1e-5)
    assert found.cost.min(axis=0) == pytest.approx(0, abs=1e-6)
    assert found.cost.shape == (2, CLASSES)
    assert (found.errors > 0).all()
    answer = river["bet"]
    assert answer.player == "button"
    assert answer.cost[0, 0] > 1  # the best hand does not fold


def test_a_solved_river_is_hardly_exploitable(table, beyond, river):
    assert exploitability(table, beyond[0], river) < 0.002


def test_a_stored_river_is_solved_alike(table):
    """Where both have strategies their costs agree within their errors."""
    start = "raise call 1 1"
    river = solve_river(table, start)
    assert not answer_line(table, start).live
    for rest in ("", "check", "bet", "check bet"):
        stored, solved = look_up(table, f"{start} {rest}"), river[rest]
        assert solved.line == stored.line
        assert stored.live < solved.live
        assert solved.reach.sum() == pytest.approx(stored.reach.sum(), rel=0.1)
        apart = np.abs(stored.cost - solved.cost).mean(axis=0)
        weights = stored.reach / stored.reach.sum()
        assert apart @ weights < 0.05
        assert apart @ weights < 2 * (stored.errors + solved.errors) @ weights


def test_a_line_without_an_answer_says_why(table, beyond):
    line = beyond[0]
    place = len(line.split()) + 1
    for wrong, message in (
        ("call check 0 3 check", "less than once in 100,000 hands; nothing is claimed"),
        (f"{line} bet fold", "the line ends the hand"),
        (f"{line} fold", f"action {place} of the line is 'fold', but the big blind can check or bet"),
    ):
        with pytest.raises(SolveError, match=message):
            answer_line(table, wrong)


def test_an_action_that_the_opponent_hardly_ever_takes_has_no_answer(table, beyond, river, monkeypatch):
    before, rare = find_ranges(table, beyond[0]).least, 0
    for rest, found in river.items():
        opponent = "button" if found.player == "big blind" else "big blind"
        least, words = before[opponent == "big blind"], rest.split()
        for place, word in enumerate(words):
            there = river[" ".join(words[:place])]
            if there.player == opponent:
                held = there.reach / there.reach.sum()
                least = min(least, float(there.mix[there.actions.index(word)] @ held))
        assert (found.reason is Reason.RARE) == (least < 0.01), rest
        rare += found.reason is Reason.RARE
    assert rare
    monkeypatch.setattr("badugi_hh.solve.live_river.solve_river", lambda *_: {})
    with pytest.raises(SolveError, match="never plays this line, so nothing is claimed"):
        answer_line(table, f"{beyond[0]} bet raise raise")


def test_the_command_says_what_is_solved(beyond):
    options = ("solve", "--table", GOLDEN, "--line")
    shown = run(*options, beyond[0])
    assert shown.exit_code == 0, shown.output
    note = "the table ends before this decision: the last betting round is solved from the ranges of the line"
    assert note in " ".join(shown.stdout.split())
    assert note not in " ".join(run(*options, "raise call 1 1").stdout.split())
