"""Tables of pots of two: their lines and ranges, the game, a table made and written, and the prices of played hands from it."""

import sys
from dataclasses import replace

import finish_table
import make_pots
import make_table
import numpy as np
import pytest
from compiled_solver import CompiledSolver
from pot_lines import Met, met_lines, nearest
from real_cards import deal_from, deal_hands

from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.pots_of_two import Claim, PotLine, claims_of
from badugi_hh.solve.all_classes import Effort
from badugi_hh.solve.classes import CLASSES, deal, strength_buckets
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.solved_table import read_header, read_table
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import usual_end
from badugi_hh.user_error import SolveError

LINE = PotLine("BB", "CO", "last", 2)
SMALL = {"bets": (2, 4), "draws": (2,), "cap": 2}


@pytest.fixture(scope="module")
def lines():
    return {met.line: met for met in met_lines(shipped_blueprint(), 1e-4)}


def met(line, money, *best):
    """A line in which the players hold these first classes."""
    ranges = [np.where(np.arange(CLASSES) < count, deal(), 0).astype(np.float64) for count in best]
    return Met(PotLine(*line), 0.1, money, tuple(held / held.sum() for held in ranges))


# --- lines


def test_the_blueprint_comes_to_every_pot(lines):
    assert set(make_pots.POTS.values()) | make_pots.SB_BB <= lines.keys()
    assert sum(met.share for met in lines.values()) == pytest.approx(1)
    for met in lines.values():
        for held in met.ranges:
            assert held.sum() == pytest.approx(1)
    opened = lines[LINE]
    assert opened.money == 9  # two small bets of each, and the small blind
    assert opened.ranges[1][:715].sum() > 2 * deal()[:715].sum()  # the opener has more badugis than the deal


def test_all_but_few_pots_have_a_table(lines):
    """`sb-bb` has those of the blinds."""
    near = nearest(lines.values(), {name: lines[line] for name, line in make_pots.POTS.items()})
    claimed = {met.line for of_table in near.values() for met in of_table}
    assert sum(met.share for met in lines.values() if met.line in claimed | make_pots.SB_BB) > 0.9
    for name, (own, *others) in near.items():
        assert own.line == make_pots.POTS[name]
        assert all(other.line.raiser == own.line.raiser for other in others)


def test_the_nearest_table_has_the_same_raiser_and_about_the_same_pot():
    tables = {
        "wide": met(("BB", "BTN", "last", 2), 9, 900, 900),
        "tight": met(("BB", "CO", "last", 2), 9, 900, 300),
        "called": met(("HJ", "BTN", "first", 2), 11, 900, 320),
        "large": met(("SB", "CO", "last", 4), 18, 900, 320),
    }
    asked = met(("BB", "HJ", "last", 2), 9, 900, 320)
    assert nearest([asked, *tables.values()], tables)["tight"] == [tables["tight"], asked]
    far = met(("BB", "HJ", "last", 3), 13, 900, 320)
    assert all(len(of_table) == 1 for of_table in nearest([far], tables).values())


# --- the game and its cards


def test_a_compiled_pot_is_the_same():
    """The ranges of the players differ, and the tree begins with a draw. Later iterations differ where two actions are worth the same."""
    game = replace(make_pots.game_of("pot", met(LINE, 9, 1092, 400)), **{**SMALL, "draws": (1,), "cap": 1})
    buckets = strength_buckets(20, usual_end())
    tree = build_tree(game, sizes=(CLASSES, int(buckets[-1]) + 1))
    ranges = make_pots.ranges_of(met(LINE, 9, 1092, 400))
    one, other = (kind(setup_of(tree, ranges, buckets)) for kind in (Solver, CompiledSolver))
    for solver in (one, other):
        solver.iterate()
    assert other.regrets == pytest.approx(one.regrets, abs=1e-4)
    assert other.sums == pytest.approx(one.sums, abs=1e-4)
    assert other.exploitability() == pytest.approx(one.exploitability(), abs=1e-4)


def test_cards_are_dealt_as_often_as_ranges_have_them():
    ranges = make_pots.ranges_of(met(LINE, 9, 715, 1092))
    cards = deal_from(np.random.default_rng(1), ranges, 20_000)
    assert all(len(set(row)) == len(row) for row in cards[:200].tolist())
    classes = deal_hands(cards, 0).classes
    assert (classes[:, 0] < 715).all()
    share = (classes[:, 1] < 715).mean()
    # An opponent's badugi leaves fewer of them.
    assert 0.85 * deal()[:715].sum() < share < deal()[:715].sum() * 1.1


# --- the program


@pytest.fixture
def start(monkeypatch, capsys, tmp_path):
    """Give a function that makes the table of one pot of a small game, and returns what it printed."""
    whole, own, other = make_pots.game_of, met(LINE, 9, 1092, 800), met(("BB", "HJ", "last", 2), 9, 1092, 500)

    def small(name, of):
        return replace(whole(name, of), **SMALL)

    monkeypatch.setattr(make_pots, "game_of", small)
    monkeypatch.setattr(make_pots, "CompiledSolver", Solver)
    monkeypatch.setattr(make_table, "CompiledSolver", Solver)
    monkeypatch.setattr(finish_table, "STORED", Effort(1, 1, 1))
    monkeypatch.setattr(make_pots, "claimed", lambda: {"co-bb": [own, other]})
    monkeypatch.setattr(make_pots, "ProcessPoolExecutor", NoProcesses)

    def run(*options):
        places = ("--out", tmp_path / "tables", "--states", tmp_path / "states", "--only", "co-bb")
        monkeypatch.setattr(sys, "argv", ["make_pots", *map(str, (*places, *options))])
        make_pots.main()
        return capsys.readouterr().out

    return run


class NoProcesses:
    """A pool of this process."""

    def __init__(self, *_):
        self.map = map

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


def test_a_pot_is_solved_into_a_table(start, tmp_path):
    options = ("--iterations", 30, "--buckets", 60, "--deals", 2_000)
    printed = start(*options, "--minutes", 0)
    assert "left: co-bb; start the program again" in printed
    printed = start(*options)
    assert "co-bb: iteration 30 of 30: exploitability" in printed
    assert "co-bb: claims BB HJ last 2, 10.00% of the pots" in printed
    assert "snows" in printed
    assert "all tables are made" in printed
    path = tmp_path / "tables" / "co-bb.pot"
    table = read_table(path)
    assert table.game.players == ("BB", "CO")
    assert table.header["exploitability"] < 0.05
    own, other = claims_of(read_header(path))
    assert own == Claim(LINE, 9, (0.0,) * 6)
    assert other.line == PotLine("BB", "HJ", "last", 2)
    assert 0 < max(other.errors) < 1
    first = look_up(table, "")
    assert (first.player, first.actions) == ("BB", ("0", "1", "2"))
    assert first.reach == pytest.approx(deal() / deal().sum(), abs=1e-6)
    last = look_up(table, "1")
    assert last.player == "CO"
    assert last.reach[800:].sum() == 0
    made = path.stat().st_mtime_ns
    assert "all tables are made" in start(*options)
    assert path.stat().st_mtime_ns == made


def test_a_saved_solver_goes_on(start, tmp_path):
    start("--iterations", 10, "--buckets", 60, "--deals", 1_000)
    (tmp_path / "tables" / "co-bb.pot").unlink()
    assert "co-bb: continues after iteration 10" in start(
        "--iterations", 20, "--buckets", 60, "--deals", 1_000
    )
    (tmp_path / "tables" / "co-bb.pot").unlink()
    with pytest.raises(SolveError, match="of other buckets"):
        start("--iterations", 20, "--buckets", 70)
