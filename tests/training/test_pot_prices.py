"""Prices of pots of two from a table of them: a small one, with a bet in a round and draws of one card, that is made here."""

from dataclasses import replace

import numpy as np
import pytest
from pot_lines import met_lines
from rounded_table import rounded_table, table_bytes
from support.price_hands import PlayedHand, Step, facts_of

from badugi_hh.facts.words import Judge
from badugi_hh.ring import answers, pots_of_two
from badugi_hh.ring.answers import answer_at_table, costs_at_table
from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.decisions import price_steps
from badugi_hh.ring.follow_hands import follow_hands
from badugi_hh.ring.hand_row import ACTOR, POT
from badugi_hh.ring.pots_of_two import (
    LINES,
    NONE,
    STACK_ERRORS,
    Claim,
    PotLine,
    line_of,
    number_of,
    pots_of,
    shipped_pots,
)
from badugi_hh.ring.table_line import hands_of_line
from badugi_hh.solve.classes import CLASSES, class_number, strength_buckets
from badugi_hh.solve.follow_tables import followed
from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.solved_table import ERROR_STEP, ERRORS, read_table
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import usual_end
from badugi_hh.store.played_rows import played_hands
from badugi_hh.store.solver_rows import rows_of_prices

LINE = PotLine("BB", "CO", "last", 2)
OPENED = "raise fold fold call"
SEATS = {1: "CO", 2: "BTN", 3: "SB", 4: "BB"}
PLAYED = f"{OPENED} 1 1 check bet call 1 1 check check"
TURNS = (1, 2, 3, 4, *(4, 1, 4, 1, 4), *(4, 1, 4, 1))
GOOD = class_number("3-2-A") + 1
OWN, STEP, LEAST = 0.05, 0.1, 2e-4


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    met = next(each for each in met_lines(shipped_blueprint(), 1e-3) if each.line == LINE)
    start = PublicState(1, drawing=True)
    game = Game("co-bb", ("BB", "CO"), dead=9, opener_last=False, cap=1, draws=(1, 1, 1), start=start)
    buckets = strength_buckets(20, usual_end())
    tree = build_tree(game, sizes=(CLASSES, int(buckets[-1]) + 1))
    first, last = (held.astype(np.float32) for held in met.ranges)
    solver = Solver(setup_of(tree, (first, last), buckets))
    solver.iterate(8)
    made = rounded_table(tree, solver, LEAST)
    made.nodes[:, ERRORS] = round(OWN / ERROR_STEP)
    path = tmp_path_factory.mktemp("pots") / "co-bb.pot"
    path.write_bytes(table_bytes(made))
    return read_table(path)


@pytest.fixture(scope="module")
def pots(table):
    claims = [Claim(LINE, 9, (0.0,) * 6), Claim(PotLine("BB", "HJ", "last", 2), 9, (STEP,) * 6)]
    place = followed(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pots_of_two, "TABLE_ERRORS", np.zeros(7))
        return pots_of([claims], lambda _: place)


def played(line=PLAYED, turns=TURNS, seats=SEATS, **changes):
    """A hand at a limit of 20/40 of which the cards of all decisions are known."""
    steps = [
        Step(n, seat, word, GOOD) for n, (seat, word) in enumerate(zip(turns, line.split(), strict=True))
    ]
    hand = PlayedHand(True, 4, 20, 40, 30, 20, seats, dict.fromkeys(seats, 10_000), steps, 10)
    return replace(hand, **changes)


def prices(hand, pots):
    """The rows of the steps of a hand that have a price, by step."""
    arrays, steps = played_hands(facts_of([hand]))
    found = price_steps(arrays, lambda _: None, shipped_blueprint(), pots)
    rows = rows_of_prices(arrays, steps, found)
    return {row["n"]: row for row in rows.iter_rows(named=True)}


def judges(hand, pots):
    return {n: row["judge"] for n, row in prices(hand, pots).items()}


def test_a_table_of_a_pot_is_read_as_it_was_written(table, tmp_path):
    again = tmp_path / "again.pot"
    again.write_bytes(table_bytes(table))
    read = read_table(again)
    assert read.game == table.game
    assert read.game.root == PublicState(1, drawing=True)
    assert np.array_equal(read.ranges, table.ranges)
    assert read.least == LEAST
    assert look_up(read, "").reach.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("spot", "line", "due"),
    [
        ("table-4", OPENED, LINE),
        ("table-8", "fold fold raise fold fold fold fold call", PotLine("BB", "MP", "last", 2)),
        ("table-8", "raise fold fold fold fold fold fold raise call", PotLine("BB", "EP", "first", 3)),
        ("table-8", "fold raise fold fold fold fold call fold", PotLine("SB", "EP", "last", 2)),
        ("table-3", "fold call check", PotLine("SB", "BB", "", 1)),
        ("table-5", "call raise fold fold fold call", PotLine("HJ", "CO", "last", 2)),
        ("table-4", "raise raise fold fold raise call", PotLine("CO", "BTN", "first", 4)),
        ("table-4", "raise fold call call", None),
        ("table-4", f"{OPENED} 1 1", None),
        ("table-4", "raise fold fold", None),
    ],
)
def test_a_line_is_that_of_its_seats_raiser_and_bets(spot, line, due):
    *_, hand = hands_of_line(spot, line)
    number = line_of(hand)
    assert (None if number == NONE else LINES[number]) == due
    assert due is None or number_of(due) == number


@pytest.mark.parametrize(
    "line",
    [
        OPENED,
        "raise raise fold fold call",
        "fold raise call fold",
        "call raise fold fold call",
        "fold call fold check",
        "fold fold call raise call",
        "raise fold raise fold call",
        "raise raise fold fold raise call",
    ],
)
def test_many_hands_have_the_lines_of_one(line):
    """At a table of four: seats act in turn, and those who have folded no more."""
    hands = list(hands_of_line("table-4", line))
    turns = [hand[ACTOR] - 3 for hand in hands]
    arrays, _ = played_hands(facts_of([played(f"{line} 1", turns)]))
    found = follow_hands(arrays, np.zeros(1, np.int64), np.ones(len(turns), np.bool_)).pots
    assert found.line.tolist() == [line_of(hands[-1])]
    assert found.before.tolist() == [len(turns) - 1]
    assert found.money.tolist() == [hands[-1][POT]]


def test_every_cost_of_a_table_may_be_as_far_off_as_finer_solutions_are():
    found = pots_of([[Claim(LINE, 9, (STEP,) * 6)]], lambda _: None).error[number_of(LINE)]
    assert found.tolist() == pytest.approx([0, *np.hypot(pots_of_two.TABLE_ERRORS[1:], STEP)])


def test_without_tables_all_prices_are_those_of_the_blueprint():
    assert set(judges(played(), None).values()) == {Judge.BLUEPRINT}


def test_prices_from_the_first_draw_on_are_those_of_the_table(table, pots):
    before, after = prices(played(), None), prices(played(), pots)
    assert [before[n] for n in range(4)] == [after[n] for n in range(4)]
    for n in range(4, len(TURNS)):
        row, line = after[n], " ".join(PLAYED.split()[4:n])
        assert (row["spot"], row["judge"]) == ("table-4", Judge.POT), line
        assert row["line"] == " ".join(PLAYED.split()[:n])
        found = look_up(table, line)
        costs = [row[f"cost_{slot}"] for slot in range(4) if row[f"cost_{slot}"] is not None]
        assert [cost / 100 for cost in costs] == pytest.approx(found.cost[:, GOOD - 1].tolist(), abs=0.006)
        assert row["loss_error"] == pytest.approx(OWN, abs=1e-3)


def test_a_pot_whose_cards_are_not_known_has_no_prices(pots):
    hand = played()
    steps = [step if step.n < len(OPENED.split()) else step._replace(value=None) for step in hand.steps]
    assert judges(replace(hand, steps=steps), pots) == judges(replace(hand, steps=steps), None)


def test_what_the_table_does_not_have_keeps_the_price_of_the_blueprint(pots):
    """The opener draws two cards, so no later line is in the table."""
    hand = played(f"{OPENED} 1 2 check check 1 1", (*TURNS[:4], 4, 1, 4, 1, 4, 1))
    blueprint = judges(hand, None)
    assert judges(hand, pots) == {**blueprint, 4: Judge.POT}
    assert 5 in blueprint


def test_a_nearest_table_and_other_money_add_to_the_error(pots):
    raised = {1: "HJ", 2: "CO", 3: "BTN", 4: "SB", 5: "BB"}
    turns = (1, 2, 3, 4, 5, 5, 1)
    near = prices(played("raise fold fold fold call 1 1", turns, raised), pots)
    assert near[5]["loss_error"] == pytest.approx(np.hypot(OWN, STEP), abs=1e-3)
    dead = prices(played(posted=40, small_price=20), pots)
    assert dead[4]["loss_error"] == pytest.approx(np.hypot(OWN, 0.25), abs=1e-3)
    assert set(judges(played(posted=50), pots).values()) == {Judge.BLUEPRINT}


def test_stacks_that_are_not_deep_add_to_the_error_and_short_ones_keep_the_blueprint(pots):
    """A bet is 20 or 40; before the draw each pays 40, and a deep player has 400 more, at least 200."""
    deep = dict.fromkeys(SEATS, 440)
    rows = {left: prices(played(stacks={**deep, 4: 40 + left}), pots) for left in (400, 390, 200, 190)}
    assert rows[400][4]["loss_error"] == pytest.approx(OWN, abs=1e-3)
    for left in (390, 200):
        assert rows[left][4]["judge"] == Judge.POT
        assert rows[left][4]["loss_error"] == pytest.approx(np.hypot(OWN, STACK_ERRORS[1]), abs=1e-3)
    assert all(row["judge"] == Judge.BLUEPRINT for row in rows[190].values())


@pytest.mark.parametrize(("left", "judged"), [(400, True), (200, False)])
def test_a_draw_of_players_who_can_bet_no_more_keeps_the_blueprint(left, judged):
    """Four bets after the second draw are the last chips of a player with five big bets after the first one."""
    line = "raise fold call 2 1 check bet raise call 0 1 bet raise raise raise call 0"
    seats = {1: "BTN", 2: "SB", 3: "BB"}
    turns = (1, 2, 3, *(3, 1, 3, 1, 3, 1), *(3, 1, 3, 1, 3, 1, 3), 3)
    found = judges(played(line, turns, seats, stacks=dict.fromkeys(seats, 40 + left)), shipped_pots())
    assert found[9] == found[10] == Judge.POT
    assert (found.get(16) == Judge.POT) == judged


def test_a_line_is_looked_up_where_the_prices_are(table, pots, monkeypatch):
    monkeypatch.setattr(answers, "shipped_pots", lambda: pots)
    line = f"{OPENED} 1 1 check bet"
    found, due = answer_at_table("table-4", line), look_up(table, "1 1 check bet")
    assert (found.player, found.line, found.actions) == ("BB", line, ("fold", "call"))
    assert found.reach.sum() == pytest.approx(1)
    assert np.array_equal(found.cost, due.cost)
    assert not found.coarse
    assert np.array_equal(found.errors, due.errors)
    assert costs_at_table("table-4", line, GOOD - 1) == pytest.approx(
        dict(zip(due.actions, due.cost[:, GOOD - 1].tolist(), strict=True))
    )
    near = answer_at_table("table-5", "raise fold fold fold call 1 1 check bet")
    assert near.errors[0] == pytest.approx(np.hypot(OWN, STEP), abs=1e-3)
    other = answer_at_table("table-4", f"{OPENED} 1 2")
    assert other.coarse
    monkeypatch.setattr(answers, "shipped_pots", lambda: None)
    assert np.array_equal(other.cost, answer_at_table("table-4", f"{OPENED} 1 2").cost, equal_nan=True)
