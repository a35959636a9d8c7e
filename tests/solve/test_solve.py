"""The solver against games with known solutions, and draws and trees against counts by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import pytest
from support.small_games import half_street, kuhn, leduc, linear_program_value
from support.sub_games import find_node

from badugi_hh.engine.cards import DECK, cards
from badugi_hh.engine.values import value
from badugi_hh.odds.distribution import after_next_draw
from badugi_hh.odds.spots import mask_of
from badugi_hh.odds.states import state_of, states
from badugi_hh.solve import transitions
from badugi_hh.solve.classes import (
    CLASSES,
    class_name,
    class_number,
    class_size,
    deal,
    no_buckets,
    strength_buckets,
)
from badugi_hh.solve.game import BIG_BET, HEADS_UP, SB_BB, Game, PublicState
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.solver import Solver, setup_of
from badugi_hh.solve.transitions import Draws, draw_id

# --- classes and draws


@pytest.mark.quick
def test_classes_are_named_by_their_ranks():
    assert [class_name(number) for number in (0, 714, 715, 1001, 1091)] == [
        "4-3-2-A",
        "K-Q-J-T",
        "3-2-A",
        "2-A",
        "K",
    ]
    assert {class_number(class_name(number)) for number in range(CLASSES)} == set(range(CLASSES))
    assert class_number("a23") == class_number("3-2-A")
    for wrong in ("", "A-A", "1-2", "A-2-3-4-5"):
        with pytest.raises(ValueError, match="no hand counts"):
            class_number(wrong)


@pytest.mark.quick
def test_three_draws_of_one_card_complete_as_often_as_counted():
    """Ten of 48 cards, then of 47 and of 46: 2215/4324."""
    number = class_number("9-8-7")
    missed = 1.0
    for before in range(3):
        missed *= 1 - distribution(number, 1, before)[:715].sum()
    exact = 1 - Fraction(38 * 37 * 36, 48 * 47 * 46)
    assert exact == Fraction(2215, 4324)
    assert 1 - missed == pytest.approx(float(exact), abs=1e-12)


def distribution(number, drawn, before=0):
    """The distribution of the class after a draw by a player who drew `before` cards earlier."""
    held = np.zeros((1, CLASSES))
    held[0, number] = 1
    draw = np.array([draw_id(drawn, before, last=False)])
    return Draws(no_buckets(), np.float64).spread(draw, held)[0]


def drawn_out(name, draws):
    """The final classes of a hand that draws one card until it is a badugi."""
    found = np.zeros(CLASSES)
    found[class_number(name)] = 1
    for before in range(draws):
        found = sum(
            found[number] * distribution(number, 0 if class_size(number) == 4 else 1, before)
            for number in np.flatnonzero(found).tolist()
        )
    return found


def test_one_card_draws_win_as_often_as_published():
    """A23 against 256 wins 70.5% with two draws left and 81.7% with one; published are 69 and 81."""
    for draws, share in ((2, 0.705), (1, 0.817)):
        ours, theirs = drawn_out("3-2-A", draws), drawn_out("6-5-2", draws)
        better = ours @ (np.cumsum(theirs[::-1])[::-1] - theirs / 2)
        assert better == pytest.approx(share, abs=0.0006)


def test_a_badugi_that_breaks_does_not_draw_the_card_that_it_threw():
    number = class_number("K-3-2-A")
    broken = distribution(number, 1)
    assert broken[number] == pytest.approx(0, abs=1e-12)
    assert broken[:715].sum() == pytest.approx(9 / 48)
    assert broken.sum() == pytest.approx(1)


def test_draws_agree_with_dealt_hands():
    """Every hand that keeps a jack and a queen draws every pair of cards that it does not hold.

    A lower card would be kept, so the other two are jacks or higher.
    """
    jacks, queens = cards("Jc Jd Jh Js"), cards("Qc Qd Qh Qs")
    seen = np.zeros(CLASSES + 1)
    for held in product(jacks, queens):
        for more in combinations(sorted(set(DECK[40:]) - set(held)), 2):
            hand = (*held, *more)
            counting = [card for card in DECK if int(states().mask[state_of(hand)]) >> card & 1]
            if len(counting) in {2, 3} and tuple(counting[:2]) == held:
                seen += after_next_draw(held, np.uint64(((1 << 52) - 1) & ~int(mask_of(hand))))
    found = distribution(class_number("Q-J"), 2)
    assert found == pytest.approx(seen[1:] / seen.sum(), abs=1e-9)


@pytest.mark.parametrize(("name", "held", "drawn"), [("Q", "Qc", 2), ("8-3", "3c 8d", 1)])
def test_a_draw_leads_to_the_classes_of_its_cards(name, held, drawn):
    """Fewer than four cards after the draw: the other cards that are kept are dead."""
    after = {value((*cards(held), *new)) for new in combinations(set(DECK) - set(cards(held)), drawn)}
    found = distribution(class_number(name), drawn)
    assert set(np.flatnonzero(found > 1e-12) + 1) == after


def test_buckets_group_neighbours_of_one_size():
    found = strength_buckets(100, transitions.usual_end())
    assert 95 <= found[-1] + 1 <= 100
    assert (np.diff(found) >= 0).all()
    assert (np.diff(found) <= 1).all()
    assert all(found[end - 1] < found[end] for end in (715, 1001, 1079))


def test_values_before_a_draw_are_averages_over_the_classes_after_it():
    """What is spread and what is averaged belong together, for classes and for buckets."""
    buckets = strength_buckets(60, transitions.usual_end())
    random, draws = np.random.default_rng(1), Draws(buckets, np.float64)
    for drawn, last in product((0, 1, 2, 3), (False, True)):
        numbers = np.array([draw_id(drawn, before, last=last) for before in (0, 2, 5)])
        reach, worth = random.random((3, CLASSES)), random.random((3, draws.size(numbers[0])))
        after = draws.spread(numbers, reach)
        assert after.sum(axis=1) == pytest.approx(reach.sum(axis=1))
        before = draws.average(numbers, worth)
        assert (before * reach).sum(axis=1) == pytest.approx((after * worth).sum(axis=1))
        if last:
            every = Draws(no_buckets(), np.float64).spread(numbers, reach)
            assert after[0] == pytest.approx(np.bincount(buckets, every[0]))


# --- the game and its tree


@pytest.mark.quick
def test_the_game_names_its_actions():
    game = HEADS_UP
    spot = game.after(game.root, "")
    assert [name for name, _ in game.moves(spot)] == ["fold", "call", "raise"]
    assert [name for name, _ in game.moves(game.after(spot, "call"))] == ["check", "raise"]
    spot = game.after(game.root, "raise call 1 3 check bet")
    assert spot == PublicState(1, False, 1, 1, 2, (6, 4), ((3,), (1,)))
    assert [name for name, _ in game.moves(game.after(spot, "call"))] == ["0", "1"]
    spot = game.after(spot, "call 0")
    assert [name for name, _ in game.moves(spot)] == ["0", "1", "2"]
    assert [name for name, _ in game.moves(game.after(game.root, "raise raise raise"))] == ["fold", "call"]


@pytest.mark.quick
def test_a_wrong_line_says_what_is_possible():
    with pytest.raises(
        ValueError, match="action 2 of the line is 'bet', but the big blind can check or raise"
    ):
        HEADS_UP.after(HEADS_UP.root, "call bet")
    with pytest.raises(ValueError, match="big blind can draw 0, 1, 2 or 3"):
        HEADS_UP.after(HEADS_UP.root, "call check check")
    with pytest.raises(ValueError, match="action 2 of the line is 'call', but the hand is over"):
        HEADS_UP.after(HEADS_UP.root, "fold call")


def test_payoffs_add_up_to_the_dead_money():
    game = HEADS_UP
    spot = game.after(game.root, "raise call 1 1 check bet raise fold")
    assert [game.results(spot, player)[0] for player in (0, 1)] == [-6, 6]
    spot = game.after(game.root, "raise call 1 1 check check 1 1 check check 1 1 bet call")
    assert game.results(spot, 0) == (8, -8)


DEAD_BLIND = Game("dead-blind", ("opener", "big blind"), posted=(0, 2), dead=1, limp=False)


def test_a_pot_of_a_full_table_has_an_opener_who_raises_or_folds():
    for game, last in ((SB_BB, False), (DEAD_BLIND, True)):
        assert [name for name, _ in game.moves(game.root)] == ["fold", "raise"]
        opened = game.after(game.root, "raise")
        assert [name for name, _ in game.moves(opened)] == ["fold", "call", "raise"]
        assert game.after(opened, "call").actor == (1 if last else 0)
        capped = replace(game, cap=3)
        assert [name for name, _ in capped.moves(capped.after(opened, "raise"))] == ["fold", "call"]
        folded = game.after(game.root, "fold")
        assert [game.results(folded, player)[0] for player in (0, 1)] == [
            -game.posted[0],
            game.posted[0] + game.dead,
        ]


def test_a_game_with_dead_money_is_worth_that_money():
    game = replace(DEAD_BLIND, bets=(2, 4), draws=(3,))
    buckets = strength_buckets(60, transitions.usual_end())
    tree = build_tree(game, sizes=(CLASSES, int(buckets[-1]) + 1))
    solver = Solver(setup_of(tree, (deal(), deal()), buckets))
    solver.iterate(60)
    worth = worth_of(solver)
    assert sum(worth.values) == pytest.approx(game.dead, abs=1e-3)
    assert 0 < worth.exploitability < 0.01 * BIG_BET
    assert solver.exploitability() == pytest.approx(worth.exploitability, abs=1e-3)
    assert worth.values[0] > 0


LAST_ROUNDS = "raise call 1 1 check check"


def test_the_tree_has_every_line_once():
    game = HEADS_UP
    start = game.after(game.root, LAST_ROUNDS)
    tree = build_tree(game, start)
    assert tree.slots * 8 / 1e6 == pytest.approx(35.6, abs=0.1)
    rivers = (tree.nodes["last"] == 1) & (tree.nodes["enters"] >= 0)
    assert rivers.sum() == 9 * 4 * 4
    node, spot = find_node(tree, "1 1 bet call 0 1 bet raise call")
    assert spot.actor is None
    assert tree.nodes["win"][node].tolist() == list(spot.paid[::-1])
    assert tree.nodes["lose"][node].tolist() == [-paid for paid in spot.paid]


@pytest.mark.long
def test_the_whole_tree_has_as_many_rivers_as_counted():
    """Seven lines before the draw, nine in each later round, 22 ways to draw for each player."""
    tree = build_tree(HEADS_UP)
    rivers = (tree.nodes["last"] == 1) & (tree.nodes["enters"] >= 0)
    assert rivers.sum() == 7 * 9 * 9 * 22 * 22


class Worth(NamedTuple):
    """What a strategy is worth to each player, and what a best response gains."""

    values: list[float]
    responses: list[float]

    @property
    def exploitability(self):
        return (sum(self.responses) - sum(self.values)) / 2


def worth_of(solver):
    return Worth(*([solver.value(player, best=best) for player in (0, 1)] for best in (False, True)))


# --- known solutions


@pytest.mark.quick
def test_kuhn_poker_has_its_known_value():
    solver = Solver(kuhn())
    solver.iterate(150)
    worth = worth_of(solver)
    assert worth.values[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert worth.values[0] == pytest.approx(-worth.values[1], abs=1e-6)
    assert 0 <= worth.exploitability < 2e-3


def test_leduc_poker_has_its_known_value():
    solver = Solver(leduc())
    solver.iterate(120)
    worth = worth_of(solver)
    assert worth.values[0] == pytest.approx(-0.0856, abs=1e-3)
    assert worth.exploitability < 6e-3


@pytest.mark.parametrize(("pot", "bet"), [(2, 2), (6, 1), (4, 1)])
def test_a_polarized_bettor_bluffs_by_the_price(pot, bet):
    """Bluffs are bet / (pot + bet) of the worst hands, and calls pot / (pot + bet) of the middle ones."""
    setup = half_street(pot, bet)
    solver = Solver(setup)
    solver.iterate(150)
    played = solver.sums[:6].reshape(2, 3)[:, [0, 2]]
    best, worst = played[1] / played.sum(axis=0)
    answers = solver.sums[6:].reshape(2, 3)[:, 1]
    assert best == pytest.approx(1, abs=0.01)
    assert worst == pytest.approx(bet / (pot + bet), abs=0.01)
    assert answers[1] / answers.sum() == pytest.approx(pot / (pot + bet), abs=0.01)


def small_river(hands, others):
    game = HEADS_UP
    start = game.after(game.root, "raise call 1 1 check check 1 1 check check 1 1")
    ranges = []
    for names in (hands, others):
        found = np.zeros(CLASSES, np.float32)
        found[[class_number(name) for name in names]] = 1 / len(names)
        ranges.append(found)
    return setup_of(build_tree(game, start), (ranges[0], ranges[1]))


def test_a_small_river_has_the_value_of_its_linear_program():
    pytest.importorskip("scipy")
    setup = small_river(
        ("7-4-3-A", "T-9-2-A", "K-Q-3-2", "4-3-2", "8-5-3", "J-T-9", "5-2"),
        ("5-4-2-A", "9-6-5-4", "J-8-7-A", "6-2-A", "9-7-4", "Q-J-3", "K-3"),
    )
    exact = linear_program_value(setup)
    solver = Solver(setup)
    solver.iterate(150)
    worth = worth_of(solver)
    assert worth.exploitability / BIG_BET < 1e-2
    assert worth.values[0] == pytest.approx(exact, abs=2 * worth.exploitability + 1e-4)
    assert -worth.responses[1] - 1e-4 <= exact <= worth.responses[0] + 1e-4


def test_an_own_river_has_a_small_exploitability():
    """Below 0.1% of the pot after 100 iterations, as a prototype reached."""
    game = HEADS_UP
    start = game.after(game.root, "raise call 1 1 check check 1 1 check check 1 1")
    end = transitions.usual_end().astype(np.float32)
    solver = Solver(setup_of(build_tree(game, start), (end, end)))
    solver.iterate(100)
    assert worth_of(solver).exploitability < 0.001 * sum(start.paid)


@pytest.mark.parametrize(
    ("line", "iterations", "share"),
    [
        ("raise call 1 1 check check 1 1 check check", 150, 0.0007),
        pytest.param(LAST_ROUNDS, 200, 0.0012, marks=pytest.mark.long),
    ],
)
def test_later_draws_are_solved_with_all_classes(line, iterations, share):
    game = HEADS_UP
    start = game.after(game.root, line)
    solver = Solver(setup_of(build_tree(game, start), (deal(), deal())))
    solver.iterate(iterations)
    worth = worth_of(solver)
    assert sum(worth.values) == pytest.approx(0, abs=1e-4)
    assert worth.exploitability < share * sum(start.paid)


def test_buckets_are_measured_with_all_classes():
    """Coarser buckets are worse, and the best response shows it."""
    game = HEADS_UP
    start = game.after(game.root, "raise call 1 1 check check 1 1 check check")
    lost = []
    for count in (12, 100):
        buckets = strength_buckets(count, transitions.usual_end())
        tree = build_tree(game, start, (CLASSES, int(buckets[-1]) + 1))
        solver = Solver(setup_of(tree, (deal(), deal()), buckets))
        solver.iterate(100)
        lost.append(worth_of(solver).exploitability)
    assert lost[1] < lost[0] / 2
