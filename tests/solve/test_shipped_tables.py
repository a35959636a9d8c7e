"""The tables that come with the program: what they say of themselves, known figures of the game, and rivers solved again."""

import json

import numpy as np
import pytest
from support.commands import run
from support.spread import few, spread
from support.sub_games import sub_game_exploitability

from badugi_hh.installation import data_folder
from badugi_hh.solve.classes import CLASSES, class_number
from badugi_hh.solve.game import GAMES, HEADS_UP
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import REACH

SPOTS = sorted(path.stem for path in data_folder("tables").glob("*.table"))


@pytest.fixture(scope="module")
def table():
    return find_table("heads-up")


def played(found):
    """The share of each action among the player's hands."""
    return dict(zip(found.actions, (found.mix @ found.reach) / found.reach.sum(), strict=True))


def of(found, name):
    """The mix and the costs of a class by action."""
    number = class_number(name)
    return tuple(dict(zip(found.actions, each[:, number], strict=True)) for each in (found.mix, found.cost))


def test_the_table_states_how_good_it_is(table, root):
    assert table.game == HEADS_UP == GAMES["heads-up"]
    assert table.header["exploitability"] <= 0.015
    assert len(table.lines) > 10_000
    for spot in SPOTS:
        header = find_table(spot).header
        assert header["exploitability"] <= 0.02
        assert header["exploitability_quantized"] <= 0.025
        assert header["compared"]
        text = (root / "docs" / "best-play.md").read_text(encoding="utf-8")
        assert f"{header['exploitability']:.4f}" in text, spot


@pytest.mark.quick
def test_a_public_solution_without_limps_has_the_same_totals():
    """The small blind raises or folds and acts first in every round, and a round has four bets.

    Source: regtagged/NL27Solver, data/badugi-hu.json, 500 million sampled iterations with real cards. It draws up to 4, 3 and 2
    cards. Its calls and raises are 4.2 points away: which of them a hand takes hardly costs anything.
    """
    opening, answer = (look_up(find_table("sb-bb"), line) for line in ("", "raise"))
    assert played(opening) == pytest.approx({"fold": 0.3622, "raise": 0.6378}, abs=0.04)
    assert played(answer) == pytest.approx({"fold": 0.0373, "call": 0.8130, "raise": 0.1497}, abs=0.045)
    near = np.abs(answer.cost[1] - answer.cost[2]) < 0.05
    assert answer.reach[near].sum() > 0.9 * answer.reach.sum()


@pytest.mark.quick
def test_the_first_decisions_have_known_figures(table):
    """An independent solver with coarser hands raised 72% too, and folded half of what limps here, such as T-A."""
    first = look_up(table, "")
    assert played(first) == pytest.approx({"raise": 0.70, "call": 0.21, "fold": 0.09}, abs=0.04)
    assert table.header["value"] == pytest.approx(0.0422, abs=0.005)
    mix, cost = of(first, "T-A")
    assert mix["fold"] == 0
    assert cost["fold"] == pytest.approx(0.08, abs=0.03)
    assert (first.mix[1] * first.cost[1]) @ first.reach < 0.01
    answer = look_up(table, "raise")
    badugis = answer.reach[:715]
    assert (answer.mix[2, :715] * badugis).sum() / badugis.sum() > 0.97
    for name, worth in (("2-A", 0.45), ("9-8-7", 0.19), ("T-9-8", 0.07), ("J-T-9", 0.0)):
        _, cost = of(answer, name)
        assert cost["fold"] - min(cost["call"], cost["raise"]) == pytest.approx(worth, abs=0.06), name
    assert of(answer, "Q-J-T")[0]["fold"] > 0.85


def test_the_small_blind_opens_without_a_limp():
    """It raises every badugi, and the big blind folds few hands."""
    opened = find_table("sb-bb")
    first, answered = look_up(opened, ""), look_up(opened, "raise")
    assert played(first) == pytest.approx({"fold": 0.38, "raise": 0.62}, abs=0.04)
    assert (first.mix[1, :715] == 1).all()
    assert played(answered)["fold"] < 0.1


def test_rough_badugis_break_against_a_drawer_and_not_at_the_end(table):
    for line, least in (("raise call 1 1 check bet call 1", 0.08), ("raise call 2 0 check bet call 1", 0.2)):
        second = look_up(table, line)
        for name in ("K-4-3-2", "Q-4-3-2"):
            mix, cost = of(second, name)
            assert mix["1"] > 0.9, name
            assert least <= cost["0"] < 0.5, name
        mix, cost = of(second, "Q-J-T-9")
        assert mix["0"] > 0.9
        assert 0.6 < cost["1"] < 1.6
    last = look_up(table, "raise call 1 1 check bet call 1 1 check bet call 1")
    held = last.reach[:715]
    assert (last.mix[0, :715] * held).sum() / held.sum() > 0.97


def test_snows_are_as_frequent_as_known(table):
    """Hands that do not count four cards are 12% of the pats at the first draw, 22% at the second, 14% at the last."""
    again = " check bet call 1"
    for line, share in (
        ("raise call 1", 0.12),
        (f"raise call 1 1{again}", 0.22),
        (f"raise call 1 1{again} 1{again}", 0.14),
    ):
        found = look_up(table, line)
        pats = found.mix[0] * found.reach
        assert pats[715:].sum() / pats.sum() == pytest.approx(share, abs=0.03), line


def test_bluffs_on_the_river_have_the_price_of_a_call(table):
    """Both drew one card: 14% of the bets in position are bluffs, one in seven by theory."""
    line = "raise call 1 1 check bet call 1 1 check bet call 1 1 check"
    found = look_up(table, line)
    bets = found.mix[1] * found.reach
    bluffs = bets[class_number("8-2-A") :].sum() / bets.sum()
    assert bluffs == pytest.approx(1 / 7, abs=0.04)
    folds = played(look_up(table, f"{line} bet"))["fold"]
    assert folds == pytest.approx(0.26, abs=0.06)


RIVERS = (
    "raise call 1 1 check bet call 1 1 check bet call 1 1",
    "raise call 1 2 check bet call 1 1 check bet call 1 1",
    "raise raise call 0 1 bet call 0 1 bet call 0 1",
)
LAST_DRAW = "raise call 1 1 check bet call 1 1 check bet call"


@pytest.mark.parametrize(("spot", "line"), spread(SPOTS, RIVERS))
def test_sampled_rivers_are_solved(spot, line):
    """The best response to the stored strategies gains little more than that to strategies solved again."""
    table = find_table(spot)
    if table.game.first_to_act() == 0:  # the same hands the other way round
        line = line.replace("0 1 bet", "0 1 check bet").replace("0 1", "1 0").replace("1 2", "2 1")
    fresh, stored = sub_game_exploitability(table, line)
    assert fresh < 0.003
    assert stored < 0.02


@pytest.mark.parametrize("spot", few(SPOTS, "sb-bb"))
def test_a_sampled_last_draw_is_solved(spot):
    """From the last draw on, with all classes, where the solver had buckets after it."""
    fresh, stored = sub_game_exploitability(find_table(spot), LAST_DRAW, 150)
    assert fresh < 0.002
    assert stored < 0.02


def test_the_command_answers_from_it():
    done = run("solve", "--spot", "heads-up", "--line", "raise call 1 1 check bet", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["player"], found["actions"]) == ("big blind", ["fold", "call", "raise"])
    assert len(found["classes"]) == CLASSES
    assert np.isclose(
        sum(row["reach"] for row in found["classes"]),
        look_up(find_table("heads-up"), found["line"]).reach.sum(),
        rtol=1e-2,
    )
    done = run("solve", "--line", "raise raise raise call 3 3", "--json")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert f"less than once in {1 / REACH:,.0f} hands" in done.stderr
