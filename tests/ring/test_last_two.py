"""The last two players of a full table: their pot, their ranges, and what is solved from these."""

import numpy as np
import pytest
from support.commands import answer, mistake, run

from badugi_hh.ring.blueprint import SLIPS, shipped_blueprint
from badugi_hh.ring.last_two import last_two, solve_last_two
from badugi_hh.ring.line_ranges import range_after, shares_of_actions
from badugi_hh.ring.table_line import hands_of_line
from badugi_hh.solve.classes import CLASSES, class_number, class_size, deal
from badugi_hh.solve.heads_up_pots import HeadsUpPot
from badugi_hh.user_error import SolveError

OPENED = "fold fold raise fold fold call"
RIVER = f"{OPENED} 2 1 check bet call 1 1 check bet call 1 0"


@pytest.mark.parametrize(
    ("line", "pot", "since"),
    [
        (OPENED, HeadsUpPot(2.25, 3, drawing=True), ""),
        (f"{OPENED} 2", HeadsUpPot(2.25, 3, drawing=True), "2"),
        (f"{OPENED} 2 1 check bet", HeadsUpPot(2.25, 2, drawn=((2,), (1,))), "check bet"),
        (f"{OPENED} 2 1 check bet call 1", HeadsUpPot(3.25, 2, drawing=True, drawn=((2,), (1,))), "1"),
        (f"{RIVER} bet", HeadsUpPot(5.25, 0, drawn=((2, 1, 1), (1, 1, 0))), "bet"),
        (f"{OPENED} 4", HeadsUpPot(2.25, 3, drawing=True), "3"),
        # The small blind calls and folds to a bet after the first draw: two are left from the second draw on.
        (
            "fold fold fold raise call call 2 1 1 bet fold call",
            HeadsUpPot(4, 2, drawing=True, drawn=((2,), (1,))),
            "",
        ),
    ],
)
def test_the_pot_begins_with_the_last_round_or_draw(line, pot, since):
    found = last_two(shipped_blueprint(), "table-6", line)
    assert (found.pot, found.line) == (pot, since)
    assert all(held.sum() == pytest.approx(1, abs=1e-4) and (held >= 0).all() for held in found.ranges)


def test_ranges_are_those_of_the_actions():
    """An opener has the hands that are raised, more often the better ones; a player who stands pat at the end has badugis but for slips."""
    (hand,) = hands_of_line("table-3", "")
    shares = shares_of_actions(shipped_blueprint(), hand)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert shares.min() == pytest.approx(SLIPS / 6, abs=1e-6)
    found = range_after(shipped_blueprint(), hand, 2, deal().astype(np.float64))
    assert found == pytest.approx(deal() * shares[:, 2] / (deal() @ shares[:, 2]), rel=1e-6)
    sizes = np.array([class_size(number) for number in range(CLASSES)])
    first, last = last_two(shipped_blueprint(), "table-6", RIVER).ranges
    assert last[sizes == 4].sum() > 0.8
    assert first[sizes == 4].sum() < 0.4


def test_a_range_after_a_draw_is_that_of_the_deck():
    """A tri of 3-2-A that draws one card makes a badugi with ten of the 48 others, and stays with the rest or gets no better."""
    *_, hand = hands_of_line("table-6", OPENED)
    held = np.zeros(CLASSES)
    held[class_number("3-2-A")] = 1
    after = range_after(shipped_blueprint(), hand, 1, held)
    assert after[[class_size(number) == 4 for number in range(CLASSES)]].sum() == pytest.approx(
        10 / 48, abs=1e-3
    )
    assert after[class_number("3-2-A")] == pytest.approx(38 / 48, abs=1e-3)
    assert after[class_number("4-3-2-A")] == pytest.approx(1 / 48, abs=1e-3)


def test_a_solved_pot_agrees_with_the_blueprint_on_what_is_clear():
    found = solve_last_two(shipped_blueprint(), "table-6", f"{RIVER} bet", seconds=5)
    assert found.player == "CO"
    assert found.share < 0.005
    assert found.cost[found.actions.index("fold"), 0] > 3
    assert found.mix[found.actions.index("raise"), 0] > 0.95


def test_the_command_prints_the_solved_pot():
    shown = answer("solve", "--spot", "table-6", "--line", RIVER, "--last-two")
    assert (shown["player"], shown["actions"]) == ("BB", ["check", "bet"])
    assert sum(shown["value"].values()) == pytest.approx(5.25)
    assert shown["limits"][0].startswith("BB acts first and CO last")
    text = run("solve", "--spot", "table-6", "--line", RIVER, "--last-two").stdout
    assert "table-6, fold fold raise" in text
    assert "exploitability" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--spot", "table-6", "--line", ""], "more than two players"),
        (["--spot", "table-6", "--line", "fold check"], "can fold, call or raise"),
        (["--spot", "table-6", "--line", f"{OPENED} 1 1 check check 2"], "BB draws more cards than before"),
        (["--spot", "heads-up", "--line", ""], "--spot table-3 to table-8"),
        (["--spot", "table-6", "--table", "t"], "leave out --table"),
    ],
)
def test_a_line_that_leaves_no_pot_is_one_line(options, message):
    assert message in mistake("solve", "--last-two", *options)


def test_a_hand_that_is_over_has_no_answer():
    with pytest.raises(SolveError, match="ends the hand"):
        last_two(shipped_blueprint(), "table-3", "fold fold")
