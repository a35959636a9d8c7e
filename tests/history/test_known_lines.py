"""What is remembered of a line is what the line states, for each player and each line number."""

import pytest

from badugi_hh.history.convert import BY_CONTEXT, MAKERS, Context, make_item
from badugi_hh.history.events import Seat
from badugi_hh.history.known_lines import read_line
from badugi_hh.history.lines import MARK, grammar

LINES = {
    "SEAT": "Seat 3: Ann of Skye (1500 in chips, $5 bounty) is sitting out",
    "POSTS": f"{MARK}: posts small blind 25 and is all-in",
    "DEALING": "*** DEALING HANDS ***",
    "FIRST": "*** FIRST DRAW ***",
    "SECOND": "*** SECOND DRAW ***",
    "THIRD": "*** THIRD DRAW ***",
    "SHOW_DOWN": "*** SHOW DOWN ***",
    "SUMMARY": "*** SUMMARY ***",
    "DEALT_DRAWN": f"Dealt to {MARK} [Ac 4d] [2s Kh]",
    "DISCARDS": f"{MARK}: discards 2 card [9s 7h] (disconnect)",
    "STANDS_PAT": f"{MARK}: stands pat on [Ac 4d 2s 8h]",
    "RESHUFFLED": "The deck is reshuffled",
    "FOLDS": f"{MARK}: folds [Ks]",
    "CHECKS": f"{MARK}: checks (disconnect)",
    "CALLS": f"{MARK}: calls 20 and is all-in",
    "BETS": f"{MARK}: bets 20",
    "RAISES": f"{MARK}: raises 50 to 100 and is all-in",
    "CAPPED": "Betting is capped",
    "UNCALLED": f"Uncalled bet (50) returned to {MARK}",
    "SHOWS": f"{MARK}: shows [Ac 4d 2s 8h] (Badugi: 8,4,2,A)",
    "MUCKS": f"{MARK}: mucks hand ",
    "NO_SHOW": f"{MARK}: doesn't show hand ",
    "COLLECTED": f"{MARK} collected 475 from side pot-1 ",
    "CASHED_OUT": f"{MARK} cashed out the hand for 660 | Cash Out Fee 7",
    "FINISHED": f"{MARK} finished the tournament in 3rd place and received $1.50.",
    "WINS_TOURNAMENT": f"{MARK} wins the tournament and receives $2.50 - congratulations!",
    "CANCELLED": "Hand cancelled",
    "BREAK_SKIPPED": "All players have agreed to skip the break. Game resuming.",
    "POT": "Total pot 12 Main pot 7. Side pot-1 3. | Rake 2 ",
    "SEAT_FOLDED_BEFORE": f"Seat 3: {MARK} (button) (small blind) folded before the Draw (didn't bet)",
    "SEAT_FOLDED": f"Seat 3: {MARK} folded after the 2nd Draw",
    "SEAT_COLLECTED": f"Seat 3: {MARK} (button) collected (75)",
    "SEAT_WON": f"Seat 3: {MARK} showed [Ac 4d 2s 8h] and won (475) with a Badugi: 8,4,2,A",
    "SEAT_LOST": f"Seat 2: {MARK} showed [Ks 4h 2s Jd] and lost with a Badugi: K,J,4,2 (cashed out).",
    "SEAT_MUCKED": f"Seat 2: {MARK} (big blind) mucked [Ks 4h 2s Jd]",
}


def test_every_kind_that_is_remembered_has_a_line():
    assert LINES.keys() == MAKERS.keys() - BY_CONTEXT


@pytest.mark.parametrize("kind", LINES)
def test_a_known_line_makes_the_event_of_its_player_and_number(kind):
    line = LINES[kind]
    known = read_line(line, None)
    for player, number in (("Ann", 9), ("Bo: folds", 12), ("Ann", 7)):
        assert known.form.kind == kind
        due = make_item(Context(["Ann", "Bo: folds"], None, player, line, number), grammar().read(line))
        if known.player_event is not None:
            made = known.player_event(player, *known.values, line=number)
        else:
            assert known.item is not None
            made = known.item(*known.values, line=number)
        assert made == due
        assert made.line == number
        assert isinstance(made, Seat) == (kind == "SEAT")


@pytest.mark.parametrize(
    "line", ["Ann ponders", f"{MARK}: calls $20", f"{MARK}: folds [Kx]", f"Dealt to {MARK} [As]"]
)
def test_nothing_is_made_of_a_line_that_is_not_valid_or_needs_its_hand(line):
    known = read_line(line, None)
    assert known.player_event is None
    assert known.item is None
