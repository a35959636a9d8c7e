"""Tables of solved games, read and looked up, from the command line and from Python.

`golden/one-draw.table` is the heads-up game with one draw and two betting rounds; tests/training/test_make_table.py makes it.
"""

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from support.commands import run

import badugi_hh
from badugi_hh.solve.classes import CLASSES, class_number, deal
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.range_charts import kinds_of
from badugi_hh.solve.solved_table import REACH, read_table
from badugi_hh.user_error import SolveError

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


@pytest.fixture(scope="module")
def table():
    return read_table(GOLDEN)


# --- reading


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


def parts_of(table):
    """Everything that a table holds, read from its file."""
    arrays = (table.nodes, table.mix[:], table.cost[:], table.buckets, table.unsure)
    return table.game, table.header, list(table.lines), [array.tobytes() for array in arrays]


def test_a_table_with_one_wrong_bit_is_refused(tmp_path):
    """A wrong bit of a compressed part raises what lzma, zipfile or a checksum raises."""
    path, whole, due = tmp_path / "x.table", GOLDEN.read_bytes(), parts_of(read_table(GOLDEN))
    for place in np.linspace(0, len(whole) - 1, 60).astype(int).tolist():
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        with suppress(SolveError):
            assert parts_of(read_table(path)) == due  # a date, or another field that is not read


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


# --- from Python


def test_a_solution_is_a_frame():
    found = badugi_hh.solution(line="raise", table=GOLDEN)
    assert found.columns == ["player", "class", "reach", "action", "mix", "cost", "error", "reason"]
    assert found.height == 3 * CLASSES
    with badugi_hh.open(":memory:") as hands:
        assert hands.solve(line="raise", table=GOLDEN).equals(found)
    with pytest.raises(badugi_hh.SolveError, match="there is no spot"):
        badugi_hh.solution("nine-handed")
