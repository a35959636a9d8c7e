"""Tables of solved games: made, stored and looked up, from the command line and from Python.

`golden/one-draw.table` is the heads-up game with one draw and two betting rounds.
"""

import json
import shutil
import zipfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.commands import run
from support.small_games import kuhn
from support.sub_games import find_node

import badugi_hh
from badugi_hh.solve import game as games
from badugi_hh.solve.all_classes import Effort
from badugi_hh.solve.checkpoint import load_checkpoint, save_checkpoint
from badugi_hh.solve.classes import CLASSES, class_name, class_number, deal, strength_buckets
from badugi_hh.solve.finish_table import with_errors, with_known, with_river_costs
from badugi_hh.solve.look_up import find_ranges, look_up
from badugi_hh.solve.make_table import make_table, quantize
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.range_charts import kinds_of
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solved_table import LEVELS, REACH, is_table, read_table, table_bytes
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import usual_end

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
    return make_table(tree, solver), tree, solver


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


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:1000], "is no table of solve"),
        (lambda data: b"PK" + data[:50], "is no table of solve"),
        (None, "cannot be read: No such file"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, damage, message):
    path = tmp_path / "x.table"
    if damage is not None:
        path.write_bytes(damage(GOLDEN.read_bytes()))
    with pytest.raises(SolveError, match=message):
        read_table(path)


def test_the_hash_of_a_table_is_that_of_its_parts(tmp_path, table):
    path = tmp_path / "x.table"
    wrong = replace(table, header={**table.header, "sha256": "0"})
    data = table_bytes(wrong)
    path.write_bytes(data)
    assert read_table(path).header["sha256"] == table.header["sha256"]


def test_a_table_with_one_wrong_bit_is_refused(tmp_path):
    """A wrong bit of a compressed part raises what lzma, zipfile or a checksum raises."""
    path, whole = tmp_path / "x.table", GOLDEN.read_bytes()
    for place in np.linspace(0, len(whole) - 1, 60).astype(int).tolist():
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        with suppress(SolveError):
            assert table_bytes(read_table(path)) == whole  # a date, or another field that is not read


def write_header(path, header):
    with zipfile.ZipFile(GOLDEN) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, json.dumps(header) if name == "header.json" else old.read(name))


@pytest.mark.parametrize("header", [[], 1, {}, {"sha256": "0"}, {"format": 1, "sha256": "0", "game": []}])
def test_a_zip_file_with_another_header_is_no_table(tmp_path, header):
    path = tmp_path / "x.table"
    write_header(path, header)
    with pytest.raises(SolveError, match=r"x\.table is"):
        read_table(path)


def test_a_zip_file_with_a_hash_in_its_header_is_not_replaced(tmp_path):
    path = tmp_path / "mine.zip"
    write_header(path, {"sha256": "0"})
    assert not is_table(path)
    assert is_table(GOLDEN)
    assert "is not known to be an unchanged file of badugi-hh" in run("solve", "--out", path).stderr


# --- looking up


@pytest.mark.quick
def test_the_first_decision_is_the_deal(table):
    found = look_up(table, "")
    assert (found.player, found.actions) == ("button", ("fold", "call", "raise"))
    assert found.reach == pytest.approx(deal(), abs=1e-9)
    assert found.mix.sum(axis=0) == pytest.approx(1)
    assert found.cost.min(axis=0) == pytest.approx(0)
    best = class_number("4-3-2-A")
    assert found.mix[:, best].tolist() == [0, 0, 1]
    assert found.cost[0, best] > 1


def test_reach_follows_the_strategies(table):
    first, answer = look_up(table, ""), look_up(table, "raise")
    assert answer.player == "big blind"
    assert answer.reach == pytest.approx(deal(), abs=1e-9)
    draws = look_up(table, "raise call 1")
    assert draws.player == "button"
    assert draws.reach == pytest.approx(np.where(deal() * first.mix[2] < 1e-9, 0, deal() * first.mix[2]))
    after = look_up(table, "raise call 1 1")
    called = look_up(table, "raise call")
    assert called.mix[1] @ called.reach == pytest.approx(after.reach.sum(), rel=1e-4)
    badugis = after.reach[:715].sum() / after.reach.sum()
    assert 0.15 < badugis < 10.5 / 48


def test_a_class_that_is_not_held_plays_the_cheapest_action(table):
    found = look_up(table, "raise call 1 1")
    rare = np.flatnonzero(found.reach == 0)
    assert len(rare)
    assert (found.mix[found.cost[:, rare].argmin(axis=0), rare] == 1).all()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bet", "action 1 of the line is 'bet', but the button can fold, call or raise"),
        ("raise call 4", "big blind can draw 0, 1, 2 or 3"),
        ("raise fold", "the line ends the hand"),
        ("raise raise raise call 3 3", "less than once in 100,000 hands; nothing is claimed"),
    ],
)
def test_a_line_without_an_answer_says_why(table, line, message):
    with pytest.raises(SolveError, match=message):
        look_up(table, line)
    assert REACH == 1e-5


# --- the command


def test_json_has_all_classes():
    done = run("solve", "--table", GOLDEN, "--line", "raise call 1 1 check", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert list(found) == ["spot", "line", "player", "actions", "classes"]
    assert (found["spot"], found["line"]) == ("heads-up", "raise call 1 1 check")
    assert (found["player"], found["actions"]) == ("button", ["check", "bet"])
    assert [row["class"] for row in found["classes"]] == [class_name(number) for number in range(CLASSES)]
    for row in found["classes"]:
        assert list(row) == ["class", "reach", "mix", "cost", "error", "reason"]
        if row["reason"]:
            assert row["mix"] is row["cost"] is row["error"] is None
            continue
        assert len(row["mix"]) == len(row["cost"]) == 2
        assert sum(row["mix"]) == pytest.approx(1, abs=1e-3)
    assert {row["class"] for row in found["classes"]} >= {"9-8-7", "T-9-8", "2-A", "4-3-2-A"}


def test_the_table_of_a_node_is_printed_by_kind_of_hand(table, monkeypatch):
    done = run("solve", "--table", GOLDEN)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == "heads-up, first decision: button, with 100.0% of their hands"
    at = next(place for place, line in enumerate(lines) if line.split()[:1] == ["hand"])
    assert lines[at].split() == ["hand", "share", "fold", "call", "raise"]
    rows = [line for line in lines[at + 2 :] if line.strip()][:13]
    assert rows[0].split()[:2] == ["all", "100%"]
    found, (kind, *_) = look_up(table, ""), kinds_of(look_up(table, ""))
    assert kind is not None
    actions = zip(kind.mix, kind.cost, strict=True)
    best = [text for share, cost in actions for text in (f"{share}%", f"{cost / 100:.2f}")]
    assert rows[1].split() == ["badugi,", "8", "or", "lower", f"{kind.share / 10:.1f}%", *best]
    assert len(lines) < 30
    said = " ".join(done.stdout.split())
    assert f"costs are in big bets, with a standard error of {found.error:.2f} here" in said
    assert "--hand 'As 2h 3d Kd' prints one hand, --all the 1,092 classes of hands" in said
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run("solve", "--table", GOLDEN, "--line", "raise call 1").stdout.splitlines()
    assert max(map(len, narrow)) <= 80


def test_all_classes_are_printed_when_asked_for(table):
    lines = run("solve", "--table", GOLDEN, "--all").stdout.splitlines()
    names = {line.split()[0] for line in lines if line.strip()}
    assert names >= {class_name(number) for number in range(CLASSES)}
    row = next(line.split() for line in lines if line.split()[:1] == ["9-8-7"])
    found, number = look_up(table, ""), class_number("9-8-7")
    assert row[2::2] == [f"{100 * mix:.0f}%" for mix in found.mix[:, number]]  # no decimals of a step of 1/15
    assert row[3::2] == [f"{cost:.2f}" for cost in found.cost[:, number]]


@pytest.mark.parametrize("hand", ["As 2h 3d Kd", "3-2-A"])
def test_one_hand_is_printed_when_asked_for(table, hand):
    arguments = ("solve", "--table", GOLDEN, "--line", "raise call 1", "--hand", hand)
    found, number = look_up(table, "raise call 1"), class_number("3-2-A")
    shown = run(*arguments).stdout
    assert shown.startswith("heads-up, raise call 1: button, 3-2-A, ")
    rows = [line.split() for line in shown.splitlines() if "%" in line][1:]
    expected = [
        [f"{100 * share:.0f}%", f"{cost:.2f}"]
        for share, cost in zip(found.mix[:, number], found.cost[:, number], strict=True)
    ]
    assert [row[-2:] for row in rows] == expected
    assert f"standard error of {max(found.errors[number], 0.01):.2f} here" in shown
    one = json.loads(run(*arguments, "--json").stdout)
    every = json.loads(run(*arguments[:-2], "--json").stdout)
    assert one == {**every, "classes": [every["classes"][number]]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--spot", "headsup"),
            "there is no spot 'headsup'; there are heads-up, sb-bb, table-3, table-4, table-5, table-6, table-7, table-8; did you mean heads-up?",
        ),
        (("--table", GOLDEN, "--line", "bet"), "action 1 of the line is 'bet'"),
        (("--table", "missing.table"), "missing.table cannot be read"),
        (("--out", "x.table", "--line", ""), "leave out one of them"),
        (("--hand", "3-2-A", "--all"), "leave out one of them"),
        (("--hand", "As 2h 3d"), "a hand has 4 cards"),
        (("--hand", "five"), "'five'"),
        (("--hand", "5-5-A"), "no hand counts '5-5-A'; a class is one to four different ranks"),
    ],
)
def test_a_mistake_gets_one_line(arguments, message):
    done = run("solve", *arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_file_of_the_user_is_kept(tmp_path):
    out = tmp_path / "mine.txt"
    out.write_text("mine")
    done = run("solve", "--out", out)
    assert done.exit_code == 2
    assert "is not known to be an unchanged file of badugi-hh" in done.stderr
    assert out.read_text() == "mine"


def test_a_game_is_solved_into_a_table(tmp_path, monkeypatch):
    monkeypatch.setitem(games.GAMES, "heads-up", replace(ONE_DRAW, cap=2))
    monkeypatch.setattr("badugi_hh.api.solve.DEALS", 1_000)
    monkeypatch.setattr("badugi_hh.solve.finish_table.STORED", Effort(1, 1, 1))
    out = tmp_path / "new.table"
    shutil.copy(GOLDEN, out)  # of this tool, so it may be replaced
    options = ("--buckets", "40", "--checkpoint", tmp_path / "saved", "--json")
    done = run("solve", "--out", out, "--iterations", "30", *options)
    assert done.exit_code == 0, done.output
    made = json.loads(done.stdout)
    assert made["iterations"] == 30
    assert made["file"] == str(out)
    assert "heads-up: 742 nodes, 41 buckets after the last draw, 0.0 GB of memory" in done.stderr
    assert "iteration 25 of 30: exploitability" in done.stderr
    assert read_table(out).header["exploitability"] == made["exploitability"]
    done = run("solve", "--out", out, "--iterations", "60", *options)
    assert "continues after iteration 30" in done.stderr
    assert json.loads(done.stdout)["exploitability"] < made["exploitability"]
    done = run(
        "solve", "--out", out, "--iterations", "60", "--buckets", "60", "--checkpoint", tmp_path / "saved"
    )
    assert done.exit_code == 2
    assert "is of another game or of other buckets" in done.stderr


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


# --- from Python


def test_a_solution_is_a_frame():
    found = badugi_hh.solution(line="raise", table=GOLDEN)
    assert found.columns == ["player", "class", "reach", "action", "mix", "cost", "error", "reason"]
    assert found.height == 3 * CLASSES
    with badugi_hh.open(":memory:") as hands:
        assert hands.solve(line="raise", table=GOLDEN).equals(found)
    with pytest.raises(badugi_hh.SolveError, match="there is no spot"):
        badugi_hh.solution("nine-handed")
