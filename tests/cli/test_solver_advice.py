"""What `draws` and `equity` say of a solved game: on the command line and from Python, and what they refuse.

`golden/one-draw.table` is the heads-up game with one draw, so the figures are small and quickly read.
"""

from pathlib import Path

import pytest
from support.commands import answer, mistake, run

import badugi_hh
from badugi_hh.engine.cards import card
from badugi_hh.solve.advice import keeps_as_solved
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solved_table import read_table

GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"
A23, PAT = "As 2h 3d Kd", "9c 7h 5s 4d"
KEYS = ["keep", "draw", "equity", "error", "badugi", "dominated_by", "badugi_error", "mean_value"]
SOLVED = ["solver_mix", "solver_cost", "solver_error", "solver_exploitability", "solver_reason"]


@pytest.fixture(scope="module")
def table():
    return read_table(GOLDEN)


def solver(line):
    return ["--solver", "--line", line, "--table", str(GOLDEN)]


@pytest.mark.quick
def test_draws_have_the_values_of_the_table(table):
    line, hand = "raise call 1", "As 2h 6d 6c"
    found = answer("draws", hand, *solver(line))
    assert list(found[0]) == [*KEYS, *SOLVED]
    due = look_up(table, line)
    number = class_number("6-2-A")
    by_draw = {row["draw"]: row for row in found if row["solver_cost"] is not None}
    assert sorted(by_draw) == [int(action) for action in due.actions]
    for place, action in enumerate(due.actions):
        row = by_draw[int(action)]
        assert row["solver_mix"] == pytest.approx(due.mix[place, number], abs=1e-4)
        assert row["solver_cost"] == pytest.approx(due.cost[place, number], abs=1e-4)
    assert sum(row["solver_mix"] for row in by_draw.values()) == pytest.approx(1, abs=1e-3)
    assert {row["solver_exploitability"] for row in found} == {table.header["exploitability_quantized"]}
    assert by_draw[1]["keep"] == "As 2h 6d"  # of both ways the better one
    assert by_draw[2]["keep"] == "As 2h"
    assert answer("draws", hand, "--draws", "1") == [{key: row[key] for key in KEYS} for row in found]


def test_draws_in_python_have_the_same_columns():
    frame = badugi_hh.draws("As 2h 6d 6c", line="raise call 1", table=GOLDEN)
    assert frame.columns == [*KEYS, *SOLVED, "method"]
    assert frame["solver_cost"].null_count() == 12
    assert frame["method"].unique().to_list() == ["exact"]  # one draw is left, as in the line
    assert badugi_hh.draws("As 2h 6d 6c", draws=1).columns == [*KEYS, "method"]


@pytest.mark.parametrize(
    ("hand", "keep", "same"),
    [
        ("As 2h 6d 6c", "As 2h 6c", True),
        ("As 2h 6d 6c", "As 6d", False),
        ("As 2h 6d 6c", "", False),
        ("9c 7h 5s 4d", "7h 5s 4d", True),
        ("9c 7h 5s 4d", "9c 5s 4d", False),
        ("As Ah 2s 3d", "Ah 2s", True),
        ("As Ah 2s 3d", "As 2s", False),
        ("As 3s 5s 7s", "As 3s 7s", True),  # a dead card is kept with the one that counts
        ("As 3s 5s 7s", "3s 5s 7s", False),
    ],
)
def test_the_keeps_of_the_solved_game(hand, keep, same):
    held, kept = (tuple(card(each) for each in text.split()) for text in (hand, keep))
    assert keeps_as_solved(held, kept) is same


def test_a_hand_that_never_comes_there_has_costs_alone(table):
    """The best badugi raises again and does not call."""
    line, hand = "raise call", "As 2h 3d 4c"
    assert look_up(table, line).reach[0] == 0
    found = answer("draws", hand, *solver(line))
    assert {row["solver_mix"] for row in found} == {None}
    assert next(row for row in found if row["draw"] == 0)["solver_cost"] == 0
    shown = run("draws", hand, *solver(line)).stdout
    assert "best play never holds this hand here" in shown


def test_equity_adds_the_actions_of_the_player_who_acts(table):
    line = "raise call 1 1 check"
    plain = answer("equity", PAT, A23, "--draws", "0")
    found = answer("equity", PAT, A23, *solver(line))
    due, number = look_up(table, line), class_number("3-2-A")
    assert {**found, "solver": None} == {**plain, "solver": None}
    assert found["solver"] == {
        "spot": "heads-up",
        "line": line,
        "player": "button",
        "hand": A23,  # draws second
        "class": "3-2-A",
        "actions": ["check", "bet"],
        "mix": pytest.approx(due.mix[:, number].tolist(), abs=1e-4),
        "cost": pytest.approx(due.cost[:, number].tolist(), abs=1e-4),
        "error": pytest.approx(due.errors[number], abs=1e-3),
        "exploitability": table.header["exploitability_quantized"],
        "reason": "",
    }
    assert answer("equity", PAT, A23, *solver(f"{line} bet"))["solver"]["hand"] == PAT
    ranged = answer("equity", A23, "-r", "badugi 9-", *solver(line), "--trials", "100")
    assert ranged["solver"] == found["solver"]


def test_equity_in_python(table):
    frame = badugi_hh.equity(PAT, A23, line="raise call 1", table=GOLDEN)
    assert frame["equity"].to_list() == badugi_hh.equity(PAT, A23, draws=(0, 1))["equity"].to_list()
    assert frame["solver_actions"].to_list() == [None, ["0", "1", "2", "3"]]
    assert frame["solver_mix"][1].sum() == pytest.approx(1, abs=1e-3)
    with pytest.raises(SolveError, match="betting round"):
        badugi_hh.draws(A23, line="raise", table=GOLDEN)


def test_what_is_printed(table):
    shown = run("draws", "As 2h 6d 6c", *solver("raise call 1")).stdout
    assert "best play" in shown.splitlines()[1]
    assert "best play heads-up, after raise call 1: the button, 6-2-A" in shown
    said = "what these costs and shares claim: docs/solve.md, What is shown"
    others = [run("solve", "--table", GOLDEN).stdout, run("equity", PAT, A23, *solver("")).stdout]
    for printed in (shown, *others):
        assert printed.splitlines()[-1] == said
        assert "no rake" not in printed  # the sentences about the figures are in docs/solve.md alone
    assert "best play heads-up, the first decision: the button, 3-2-A" in others[1]
    assert "0.000 here" not in others[1]


def test_the_page_that_is_named_has_what_the_figures_claim():
    page = (Path(__file__).parents[2] / "docs" / "solve.md").read_text(encoding="utf-8")
    shown = page.partition("\n## What is shown\n")[2].partition("\n## ")[0]
    for claim in ("without rake, blockers ignored", "below 0.15 big bets is no mistake", "steps of 1/15"):
        assert claim in shown


def test_the_error_of_the_costs_is_printed_and_never_as_zero(table):
    errors = {line: look_up(table, line).error for line in table.lines}
    line = min(errors, key=lambda each: errors[each])
    shown = run("solve", "--line", line, "--table", GOLDEN).stdout
    assert f"with a standard error of {max(errors[line], 0.01):.2f} here" in shown
    assert " 0.00 here" not in shown
    assert " 0.000" not in shown
    assert run("solve", "--line", line.title().replace(" ", ", "), "--table", GOLDEN).stdout == shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["draws", A23, "--solver"],
            "--solver needs the actions before this decision: --line 'raise call 1'",
        ),
        (["equity", A23, PAT, "--solver"], "--solver needs the actions before this decision"),
        (["draws", A23, "--line", "raise call"], "say what --solver looks up; add --solver"),
        (["equity", A23, PAT, "--table", "x"], "say what --solver looks up; add --solver"),
        (["draws", A23, *solver("raise")], "the big blind is in a betting round; end it before a draw"),
        (["draws", A23, *solver("raise call"), "--draws", "2"], "after this line there are 1 draws left"),
        (
            ["equity", A23, PAT, *solver("raise call 1"), "-d", "1"],
            "after this line there are 0,1 draws left",
        ),
        (["equity", A23, PAT, "-r", "any", *solver("raise")], "a solved game has two players, not 3"),
        (
            ["equity", "-r", "one", "-r", "pat", *solver("raise")],
            "the player who acts needs a hand of four cards",
        ),
        (["equity", A23, PAT, *solver("raise fold")], "the line ends the hand"),
        (["equity", A23, PAT, *solver("jump")], "action 1 of the line is 'jump', but button can fold, call"),
        (["draws", A23, *solver("raise call"), "--spot", "btn-b"], "there is no spot 'btn-b'"),
    ],
)
def test_mistakes_are_one_clear_line(arguments, message):
    assert message in " ".join(mistake(*arguments).split())
    done = run(*arguments, "--json")
    assert (done.exit_code, done.stdout) == (2, "")


def test_the_table_that_comes_with_the_program_answers():
    """A king-high badugi breaks against a player who drew one and draws one again."""
    found = answer(
        "draws", "Ks 4h 3d 2c", "--solver", "--line", "raise call 1 1 check bet call 1", "--trials", "10"
    )
    solved = {row["draw"]: row for row in found if row["solver_cost"] is not None}
    assert set(solved[1]["keep"].split()) == {"2c", "3d", "4h"}
    assert solved[1]["solver_mix"] > 0.9
    assert 0.05 < solved[0]["solver_cost"] < 0.5
