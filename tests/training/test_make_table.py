"""Tables of solved games: made and written, whole or after an interruption."""

import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import finish_table
import make_table
import numpy as np
import pytest
from checkpoint import load_checkpoint, save_checkpoint
from finish_table import ranges_of_lines, with_errors, with_known, with_river_costs
from rounded_table import quantize, rounded_table, table_bytes
from support.small_games import kuhn
from support.spread import few
from support.sub_games import find_node

from badugi_hh.solve import game as games
from badugi_hh.solve.all_classes import Effort
from badugi_hh.solve.classes import CLASSES, deal, strength_buckets
from badugi_hh.solve.known import Reason
from badugi_hh.solve.live_river import river_start
from badugi_hh.solve.look_up import find_ranges, look_up
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import LEVELS, read_table
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import usual_end
from badugi_hh.user_error import SolveError

ONE_DRAW = replace(games.HEADS_UP, bets=(2, 4), draws=(3,))
GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


def one_draw_solver(iterations):
    buckets = strength_buckets(100, usual_end())
    tree = build_tree(ONE_DRAW, sizes=(CLASSES, int(buckets[-1]) + 1))
    solver = Solver(setup_of(tree, (deal(), deal()), buckets))
    solver.iterate(iterations)
    return tree, solver


def solved(iterations):
    """The table, and the solver that has the rounded strategies now."""
    tree, solver = one_draw_solver(iterations)
    return rounded_table(tree, solver), tree, solver


def golden_bytes():
    table, tree, solver = solved(150)
    table = with_errors(table, tree, solver, further=40, deals=200_000)
    return table_bytes(with_known(with_river_costs(table)))


@pytest.fixture(scope="module")
def table(request):
    if request.config.getoption("--update-golden"):
        GOLDEN.write_bytes(golden_bytes())
    return read_table(GOLDEN)


# --- what a table holds


def test_a_table_is_the_same_file_again(table, tmp_path):
    """Its compression may be another one, by the version of zlib."""
    again = tmp_path / "again.table"
    again.write_bytes(table_bytes(table))
    assert again.read_bytes() == table_bytes(read_table(again))
    with zipfile.ZipFile(GOLDEN) as stored, zipfile.ZipFile(again) as written:
        assert stored.namelist() == written.namelist()
        for name in stored.namelist():
            assert stored.read(name) == written.read(name), name
    assert table.header["iterations"] == 150
    assert table.game == ONE_DRAW


@pytest.mark.long
def test_a_stored_table_can_be_made_again(table):
    made, _, _ = solved(150)
    assert made.header["exploitability"] == pytest.approx(table.header["exploitability"], abs=2e-4)
    assert made.header["value"] == pytest.approx(table.header["value"], abs=2e-4)
    common = table.lines.keys() & made.lines.keys()
    assert len(common) > 0.95 * len(table.lines)
    for line in ("", "raise", "raise call", "raise call 1 1"):
        ours, theirs = look_up(made, line), look_up(table, line)
        assert (np.abs(ours.mix - theirs.mix).sum(axis=0) * ours.reach).sum() < 0.1 * ours.reach.sum()
        assert (np.abs(ours.cost - theirs.cost) * ours.reach).sum() < 0.05 * ours.reach.sum()


def test_costs_are_those_of_a_best_response():
    """Folding is worth what was paid, so values by reach are right; the others follow from the best response."""
    table, tree, solver = solved(3)
    for line in ("raise", "raise call 1 1 check bet", "call check 2 2 bet", "raise raise call 0 1 bet raise"):
        row, spot = find_node(tree, line)
        actor = spot.actor or 0
        values = solver.respond(actor, wanted=[row])[1][row]
        values /= find_ranges(table, line).reach[1 - actor].sum()
        assert values[0] == pytest.approx(-spot.paid[actor], rel=1e-3)
        lost = np.minimum((values.max(axis=0) - values) / games.BIG_BET, 5.1)
        assert np.abs(look_up(table, line).cost - lost).max() < 0.02


def test_rounding_keeps_how_often_a_range_takes_each_action():
    random = np.random.default_rng(3)
    mix = random.dirichlet((0.3, 0.3, 0.3), 500).T
    mix[1, ::3] = 0
    mix[0, ::7] = 0
    mix /= mix.sum(axis=0)
    held = random.random(500)
    held[:20] = 0
    parts = quantize(mix, held)
    assert (parts.sum(axis=0) == LEVELS).all()
    assert parts[2, :20].tolist() == [LEVELS] * 20
    assert (parts[:, 20:][mix[:, 20:] == 0] == 0).all()
    assert np.abs(parts / LEVELS - mix)[:, 20:].max() < 2.1 / LEVELS
    assert (parts / LEVELS * held).sum(axis=1) == pytest.approx((mix * held)[:, 20:].sum(axis=1), abs=0.2)
    pure = np.zeros((3, 40))
    pure[1] = 1
    assert (quantize(pure, np.ones(40))[1] == LEVELS).all()


def test_the_hash_of_a_table_is_that_of_its_parts(tmp_path, table):
    path = tmp_path / "x.table"
    wrong = replace(table, header={**table.header, "sha256": "0"})
    data = table_bytes(wrong)
    path.write_bytes(data)
    assert read_table(path).header["sha256"] == table.header["sha256"]


@pytest.mark.long
def test_costs_change_in_the_last_betting_round_alone(table):
    start = "raise call 1 1"
    kept = {
        line: node
        for line, node in table.lines.items()
        if start.startswith(line) or river_start(table.game, line) == start
    }
    again = with_river_costs(replace(table, lines=kept))
    assert np.array_equal(again.mix[:], table.mix[:])
    for line, node in kept.items():
        assert again.costs(node).shape == table.costs(node).shape
        same = np.array_equal(again.costs(node), table.costs(node))
        if river_start(table.game, line) is None:
            assert same, line
            assert np.array_equal(again.errors(node), table.errors(node))
        else:
            assert np.abs(again.costs(node) - table.costs(node)).mean() < 0.03, line
            assert (again.errors(node) >= table.errors(node)).all()


@pytest.mark.parametrize("spot", few(games.GAMES, "sb-bb"))
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
            assert (errors[given] < 0.3).all(), line
            assert (cost <= np.where(common, 2 * errors + 1e-6, np.inf))[:, given].all(), line
        if (reasons == Reason.RARE).any():
            assert (reasons == Reason.RARE).all()
            assert least < 0.01, line
        else:
            doubtful = (common & (cost > 2 * errors - 1e-6)).any(axis=0) | (errors >= 0.3)
            assert doubtful[reasons == Reason.UNSURE].all(), line
    assert count == len(table.lines)


# --- the program


@pytest.fixture
def start(monkeypatch, capsys):
    """Give a function that runs the program on a small game, and returns what it printed and how it ended."""
    monkeypatch.setitem(games.GAMES, "heads-up", replace(ONE_DRAW, cap=2))
    monkeypatch.setattr(make_table, "DEALS", 1_000)
    monkeypatch.setattr(make_table, "CompiledSolver", Solver)
    monkeypatch.setattr(finish_table, "STORED", Effort(1, 1, 1))

    def run(*options):
        monkeypatch.setattr(sys, "argv", ["make_table", *map(str, options)])
        try:
            make_table.main()
        except SystemExit as ended:
            return capsys.readouterr().err, ended.code
        return capsys.readouterr().out, 0

    return run


def test_a_game_is_solved_into_a_table(tmp_path, start):
    out, saved = tmp_path / "new" / "heads-up.table", tmp_path / "states" / "saved"
    options = ("--out", out, "--checkpoint", saved, "--buckets", 40, "--iterations")
    printed, code = start(*options, 30)
    assert code == 0
    assert "742 nodes, 41 buckets after the last draw, 0.0 GB of memory" in printed
    assert "iteration 25 of 30: exploitability" in printed
    made = read_table(out).header
    assert made["iterations"] == 30
    assert f"{out}: exploitability {made['exploitability']:.4f} big bets per hand" in printed
    assert "continues after iteration 30" in start(*options, 60)[0]
    assert read_table(out).header["exploitability"] < made["exploitability"]
    printed, code = start("--out", out, "--checkpoint", saved, "--buckets", 60)
    assert code == 2
    assert "is of another game or of other buckets" in printed


def test_an_interrupted_solver_continues_as_if_it_had_not_been(tmp_path):
    whole, first, second = (Solver(kuhn()) for _ in range(3))
    whole.iterate(30)
    first.iterate(12)
    save_checkpoint(first, tmp_path / "saved", "kuhn")
    load_checkpoint(second, tmp_path / "saved", "kuhn")
    second.iterate(18)
    assert second.iterations == 30
    assert (second.sums == whole.sums).all()
    with pytest.raises(SolveError, match="of another game"):
        load_checkpoint(Solver(kuhn()), tmp_path / "saved", "leduc")


def test_an_interrupted_save_keeps_the_last_checkpoint(tmp_path, monkeypatch):
    file, solver = tmp_path / "saved", Solver(kuhn())
    save_checkpoint(solver, file, "kuhn")
    solver.iterate(3)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            save_checkpoint(solver, file, "kuhn")
    again = Solver(kuhn())
    load_checkpoint(again, file, "kuhn")
    assert again.iterations == 0
    save_checkpoint(solver, file, "kuhn")
    assert [each.name for each in tmp_path.iterdir()] == ["saved"]


def test_what_is_no_whole_checkpoint_is_refused(tmp_path):
    file = tmp_path / "saved"
    save_checkpoint(Solver(kuhn()), file, "kuhn")
    whole = file.read_bytes()
    for damaged in (whole[:-4], whole + b"1", whole[:20], b"", b"mine", b"[]\n", b"\xff\n"):
        file.write_bytes(damaged)
        with pytest.raises(SolveError, match="is no checkpoint, or a damaged one"):
            load_checkpoint(Solver(kuhn()), file, "kuhn")
    with pytest.raises(SolveError, match="is no checkpoint, or a damaged one"):
        load_checkpoint(Solver(kuhn()), tmp_path, "kuhn")
