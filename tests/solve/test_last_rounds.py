"""Last betting rounds of two players that are solved side by side."""

from dataclasses import replace

import numpy as np
import pytest

from badugi_hh.ring.blueprint import COARSE, SLIPS, shipped_blueprint
from badugi_hh.ring.decisions import SOLVED_ERROR
from badugi_hh.ring.last_two import last_two
from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.heads_up_pots import Pot, game_of, solve_pot
from badugi_hh.solve.known import LEAST_SHARE
from badugi_hh.solve.last_rounds import LastRound, LineCosts, solve_rounds

OPENED = "fold fold raise fold fold call"
LINES = ("", "check", "bet", "check bet", "bet raise", "check bet raise")
DEEP = ("bet raise raise", "bet raise raise raise")
STARTS = (
    f"{OPENED} 2 1 check bet call 1 1 check bet call 1 0",
    f"{OPENED} 1 1 check bet call 1 1 check check 1 1",
)


def round_of(line: str, **other: object) -> tuple[Pot, LastRound]:
    found = last_two(shipped_blueprint(), "table-6", line)
    pot = replace(found.pot, **other)  # type: ignore[arg-type]
    return pot, LastRound(game_of(pot), found.ranges, LINES)


def within(one: LineCosts, other: LineCosts, held: np.ndarray) -> float:
    """The share of hands, as often as they are held, of which all costs lie within two errors."""
    assert one.actions == other.actions
    errors = np.hypot(SOLVED_ERROR, COARSE * one.cost)
    return float((np.abs(one.cost - other.cost) <= 2 * errors).all(axis=0) @ held / held.sum())


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("changes", [{}, {"pot": 12.0}])
def test_costs_are_those_of_the_slow_solver(start, changes):
    """The other one goes on until best responses gain a hundred-thousandth of the pot, and distinguishes all classes."""
    pot, each = round_of(start, **changes)
    for lines in (LINES, DEEP):
        (found,) = solve_rounds([replace(each, lines=lines)], SLIPS)
        assert tuple(found) == lines
        for line in lines:
            answer = solve_pot(pot, each.ranges, line, enough=0.00001, slip=SLIPS)
            exact = LineCosts(answer.actions, answer.mix, answer.cost - answer.cost.min(axis=0), 1.0)
            assert found[line].cost.min(axis=0) == pytest.approx(np.zeros(CLASSES), abs=1e-5)
            if found[line].least >= LEAST_SHARE:
                assert within(found[line], exact, answer.reach) >= (0.85 if line in LINES else 0.5)


def test_rounds_that_are_solved_together_are_those_that_are_solved_alone():
    rounds = [round_of(start)[1] for start in STARTS]
    rounds += [round_of(STARTS[0], stacks=(1.0, 16.0))[1], round_of(STARTS[1], pot=9.0)[1]]
    together = solve_rounds(rounds, SLIPS)
    for each, found in zip(rounds, together, strict=True):
        (alone,) = solve_rounds([each], SLIPS)
        assert alone.keys() == found.keys()
        for line in alone:
            assert alone[line].actions == found[line].actions
            assert np.array_equal(alone[line].cost, found[line].cost)
    assert together[2]["bet"].actions == ("fold", "call")  # nobody has more
    assert "bet raise" not in together[2]


def test_lines_that_are_impossible_or_end_the_hand_have_no_answer():
    _, each = round_of(STARTS[0])
    lines = ("call", "bet fold", "check check", "1", "")
    (found,) = solve_rounds([replace(each, lines=lines)], SLIPS)
    assert list(found) == [""]


def test_the_best_hand_bets_and_the_worst_folds():
    _, each = round_of(STARTS[0])
    (found,) = solve_rounds([each], SLIPS)
    assert found["bet"].cost[:, 0] == pytest.approx([found["bet"].cost[0, 0], found["bet"].cost[1, 0], 0])
    assert (
        found["bet"].cost[0, 0] > each.game.dead / 4 - 0.01
    )  # a fold of the best hand loses the pot, in big bets
    assert found["bet"].cost[0, -1] == 0
