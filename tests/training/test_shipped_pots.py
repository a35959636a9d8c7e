"""The tables of pots of two that come with the program: of its blueprint, near equilibrium, and with the draws of the exact game."""

from pathlib import Path

import make_pots
import numpy as np
import pytest

from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.pots_of_two import NONE, PotLine, claims_of, number_of, pot_files, shipped_pots
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import SolvedTable, read_header, read_table

FILES = {path.stem: path for path in pot_files()}
OPENER_CALLED = ("btn-bb", "co-bb", "hj-bb", "mp-bb")
PAT_BEFORE = "1 1 check bet call 1 0 check bet call"
"""The big blind acts at the last draw, and the opener stood pat at the second."""


def costs(table: SolvedTable, line: str, hand: str) -> tuple[float, float, float]:
    """What standing pat costs, what drawing one costs, and the error."""
    found = look_up(table, line)
    number, words = class_number(hand), found.actions
    pat, one = (float(found.cost[words.index(word), number]) for word in ("0", "1"))
    return pat, one, float(found.errors[number])


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_a_table_is_of_the_blueprint_and_near_equilibrium(path: Path):
    """Best responses gain at most 0.05 big bets a pot."""
    header = read_header(path)
    assert path.stem in make_pots.POTS
    assert header["blueprint"] == make_pots.mark_of(shipped_blueprint())
    assert 0 < header["exploitability_quantized"] < 0.05


def test_every_pot_has_a_table_and_no_line_has_two():
    assert FILES.keys() == make_pots.POTS.keys()
    claimed = [claim.line for path in FILES.values() for claim in claims_of(read_header(path))]
    assert len(claimed) == len(set(claimed)) > 100


def test_most_calls_of_the_big_blind_have_a_table():
    pots = shipped_pots()
    for name in OPENER_CALLED:
        assert pots.table[number_of(make_pots.POTS[name])] != NONE
    assert pots.table[number_of(PotLine("BB", "EP", "last", 2))] != NONE


@pytest.mark.parametrize("name", OPENER_CALLED)
@pytest.mark.parametrize("hand", ["K-3-2-A", "K-7-5-4", "Q-3-2-A", "Q-7-5-4"])
def test_rough_badugis_break_and_stand_as_in_the_exact_game(name, hand):
    """At the last draw, behind a pat opponent and one who draws: the same action is better, or both cost less than their errors."""
    table, exact = read_table(FILES[name]), find_table("heads-up")
    for line in (
        PAT_BEFORE,
        "1 0 check bet call 1 0 check bet call",
        "1 1 check bet call 1 1 check bet call 1",
    ):
        pat, one, error = costs(table, line, hand)
        due_pat, due_one, due_error = costs(exact, f"raise call {line}", hand)
        same = (pat - one) * (due_pat - due_one) >= 0
        assert same or abs((pat - one) - (due_pat - due_one)) <= 2 * np.hypot(error, due_error), line


@pytest.mark.parametrize("name", OPENER_CALLED)
def test_the_big_blind_calls_a_third_bet_of_a_pat_opener_about_as_often_as_heads_up(name):
    folds = []
    for table, before in ((read_table(FILES[name]), ""), (find_table("heads-up"), "raise call ")):
        found = look_up(table, f"{before}{PAT_BEFORE} 1 0 check bet")
        folds.append(float(found.mix[found.actions.index("fold")] @ found.reach / found.reach.sum()))
    assert folds[1] == pytest.approx(0.33, abs=0.02)
    assert folds[0] == pytest.approx(folds[1], abs=0.06)
