"""Pots of any size, stacks and ranges, solved from a public state on."""

import json

import numpy as np
import pytest
from support.commands import answer, run

import badugi_hh
from badugi_hh.solve.classes import CLASSES, class_number
from badugi_hh.solve.heads_up_pots import HeadsUpPot, range_classes, solve_pot
from badugi_hh.solve.live_river import solve_river
from badugi_hh.solve.look_up import find_ranges, look_up
from badugi_hh.solve.shipped_tables import find_table

ONE, RIVER = "raise call 1 1 check check 1 1 check check", "raise call 1 1 check check 1 1 check check 1 1"


def of_table(spot, line):
    """The pot of a line of a table, and its ranges from the first to the last to act."""
    table = find_table(spot)
    at = find_ranges(table, line)
    order = (0, 1) if not table.game.first_to_act() else (1, 0)
    ranges = [(at.reach[player] / at.reach[player].sum()).astype(np.float32) for player in order]
    pot = HeadsUpPot(
        (sum(at.state.paid) + table.game.dead) / 4,
        3 - at.state.round + at.state.drawing,
        drawing=at.state.drawing,
        drawn=tuple(at.state.drawn[player] for player in order),
    )
    return table, pot, ranges


@pytest.mark.parametrize(
    ("spot", "line"),
    [
        ("heads-up", ONE),
        ("heads-up", "raise call 1 1 check bet call 1 1 check check"),
        ("sb-bb", "raise call 1 1 check check 1 1 check check"),
        pytest.param("heads-up", "raise call 1 1", marks=pytest.mark.long),
    ],
)
def test_a_pot_of_a_table_has_the_costs_of_the_table(spot, line):
    """Weighted over the hands that are held, within the errors that the table states."""
    table, pot, ranges = of_table(spot, line)
    found, stored = solve_pot(pot, ranges), look_up(table, line)
    assert found.actions == stored.actions
    off = np.abs(found.cost - stored.cost).mean(axis=0)
    assert (off * found.reach).sum() < max((stored.errors * found.reach).sum(), 0.05)
    assert found.share < 0.0075


def test_a_river_has_the_costs_of_the_live_one():
    table, pot, ranges = of_table("heads-up", RIVER)
    for line, live in solve_river(table, RIVER).items():
        if line in {"", "bet", "check", "check bet"}:
            found = solve_pot(pot, ranges, line, enough=0.0005)
            assert (np.abs(found.cost - live.cost).mean(axis=0) * found.reach).sum() < 0.03, line


def one(name):
    held = np.zeros(CLASSES, np.float32)
    held[class_number(name)] = 1
    return held


def test_all_in_hands_win_their_equity():
    """A23 against 256 with one card to come: 81.7% in the model, 81.3% with real cards."""
    found = solve_pot(
        HeadsUpPot(3, 1, drawing=True, stacks=(0, 7)), (one("3-2-A"), one("6-5-2")), enough=1e-5
    )
    assert found.value[0] / 3 == pytest.approx(0.817, abs=0.001)
    shown = run("equity", "--range", "A23x", "--range", "256x", "--draws", "1", "--json")
    assert found.value[0] / 3 == pytest.approx(json.loads(shown.stdout)["players"][0]["equity"], abs=0.007)


def test_pat_against_pat_plays_as_by_hand():
    """The better badugi stands pat; of 48 cards the other one needs an ace to a four of one suit, and an eight ties."""
    found = solve_pot(
        HeadsUpPot(4, 1, drawing=True, stacks=(0, 0)), (one("8-7-6-5"), one("9-7-6-5")), enough=1e-5
    )
    number = class_number("8-7-6-5")
    assert found.cost[0, number] == pytest.approx(0, abs=1e-3)
    assert found.value[0] == pytest.approx(4 * (1 - 4.5 / 48), abs=0.01)


def test_a_polarized_bet_is_called_by_the_price():
    """A call pays one to win four, so against a range with a fifth of bluffs it is worth nothing."""
    polar = one("4-3-2-A") * np.float32(0.8) + one("K") * np.float32(0.2)
    found = solve_pot(HeadsUpPot(4, 0, bets=1, stacks=(0, 1)), (polar, one("9-8-7-6")), enough=1e-5)
    assert found.actions == ("fold", "call")
    assert found.cost[:, class_number("9-8-7-6")] == pytest.approx(0, abs=1e-3)


def test_a_caller_with_less_than_the_bet_plays_for_what_they_have():
    """A call of 0.3 wins 2.3 one time in ten and loses 0.3 else, so it costs 0.04; the rest of the bet goes back."""
    held = one("4-3-2-A") * np.float32(0.9) + one("K") * np.float32(0.1)
    found = solve_pot(HeadsUpPot(3, 0, bets=1, stacks=(10, 0.3)), (held, one("9-8-7-6")), enough=1e-5)
    assert sum(found.value) == pytest.approx(2)
    assert found.cost[:, class_number("9-8-7-6")] == pytest.approx([0, 0.04], abs=1e-3)


def test_short_stacks_bet_what_is_left():
    held = range_classes("badugi T-, tri 8-")
    found = solve_pot(HeadsUpPot(4.5, 1, stacks=(1.3, 20)), (held, held), "bet")
    assert found.actions == ("fold", "call", "raise")
    assert sum(found.value) == pytest.approx(4.5)
    assert solve_pot(HeadsUpPot(4.5, 1, stacks=(1, 20)), (held, held), "bet call 1").actions == (
        "0",
        "1",
        "2",
    )


def test_the_command_prints_what_the_function_returns():
    asked = ("pot", 4.5, "--first", "badugi T-, tri 8-", "--last", "badugi 9-, tri 7-")
    found = answer(*asked, "--line", "check", "--json")
    frame, whole = badugi_hh.pot_solution(
        HeadsUpPot(4.5, 0), "badugi T-, tri 8-", "badugi 9-, tri 7-", "check"
    )
    assert found["player"] == whole.player == "last"
    assert frame.height == CLASSES * len(found["actions"])
    assert found["classes"][0]["mix"] == frame["mix"].to_list()[: len(found["actions"])]
    shown = " ".join(run(*asked).stdout.split())
    assert "cards of the opponent are ignored" in shown
    assert "of the pot, after" in shown
    assert "9-8-7-6" in run(*asked, "--hand", "9-8-7-6").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((4.5,), "Missing option '--first'"),
        (("--first", "any", "--last", "any"), "Missing argument 'BIG-BETS'"),
        ((4.5, "--first", "any", "--last", "any", "--hand", "3-2-A", "--all"), "leave out one of them"),
        ((4.5, "--first", "any", "--last", "any", "--draws", 4), "number of draws left, 0 to 3"),
        ((4.5, "--first", "any", "--last", "any", "--drawing"), "no draw is left"),
        ((0, "--first", "any", "--last", "any"), "above 0"),
        (
            (1, "--first", "any", "--last", "any", "--bets", 1),
            "includes the bets of the round, so it is above 1",
        ),
        ((5, "--first", "any", "--last", "any", "--bets", 3), "so it is above 5"),
        ((4, "--first", "any", "--last", "any", "--actor", "x"), "--actor is first or last"),
        ((4, "--first", "any", "--last", "any", "--drawn", "1", "x"), "--drawn has the numbers"),
        ((4, "--first", "any", "--last", "any", "--drawn", "1", "1"), "of which there are 3"),
        ((4, "--first", "any", "--last", "any", "--stacks", 0, 3), "use equity"),
        ((4, "--first", "any", "--last", "any", "--line", "fold"), "the first can check or bet"),
        ((4, "--first", "any", "--last", "any", "--line", "bet fold"), "the line ends the hand"),
        ((4, "--first", "whatever", "--last", "any"), "which is no range"),
    ],
)
def test_a_wrong_question_is_one_line(options, message):
    shown = run("pot", *options)
    assert shown.exit_code == 2
    assert message in " ".join(shown.stderr.split())
