"""The groups of hands that the blueprint takes together."""

import numpy as np
import pytest
from blueprint_groups import better_badugis, blocks, groups, neighbours, orders, plan, taken_as, width

from badugi_hh.ring.table_spots import PHASES
from badugi_hh.solve.classes import CLASSES, class_number, class_size


def test_groups_hold_hands_of_one_size_and_plan():
    for phase in range(PHASES):
        of, drawn = groups(phase), plan(3 - phase // 2).drawn
        taken = {*taken_as(phase).tolist()}
        kinds = {(of[number], class_size(number), drawn[number]) for number in taken}
        assert len(kinds) == width(phase) == len({*of})
        assert sorted(group for block in blocks(phase) for group in block) == [*range(width(phase))]


def test_a_hand_that_breaks_is_not_taken_with_one_that_stands_pat():
    broken, pat, kept = (class_number(name) for name in ("K-3-2-A", "Q-J-T-9", "3-2-A"))
    for draws in (3, 2):
        worth, drawn = plan(draws)
        assert (drawn[broken], drawn[pat]) == (1, 0)
        assert worth[broken] == pytest.approx(worth[kept], abs=0.002)
    assert plan(1).drawn[broken] == 0
    assert groups(0)[broken] != groups(0)[pat]


@pytest.mark.parametrize("phase", [1, 3, 5])
@pytest.mark.parametrize(("good", "bad"), [("K-3-2-A", "Q-J-T-9"), ("Q-3-2-A", "J-T-9-4")])
def test_badugis_that_keep_better_cards_draw_as_others(phase, good, bad):
    assert groups(phase)[class_number(good)] != groups(phase)[class_number(bad)]


def test_before_the_draw_no_badugi_is_taken_with_three_cards_and_the_best_ones_part():
    of = groups(0)
    badugis = {of[number] for number in range(CLASSES) if class_size(number) == 4}
    assert badugis.isdisjoint(of[number] for number in range(CLASSES) if class_size(number) < 4)
    best, good, fair = (of[class_number(name)] for name in ("4-3-2-A", "7-6-5-4", "8-7-6-5"))
    assert best < good < fair
    assert len(badugis) >= 20
    order, *_ = orders(0)
    assert {*order} == badugis
    worth = plan(3).worth
    assert (np.diff([worth[of == group].mean() for group in order]) < 0).all()
    pairs = better_badugis().T.tolist()
    assert len(pairs) == len(order) * (len(order) - 1) // 2
    assert [best, fair] in pairs
    assert [fair, good] not in pairs


def test_neighbours_have_one_card_a_rank_lower():
    def are(phase, better, worse):
        pair = [groups(phase)[class_number(name)] for name in (better, worse)]
        return pair in neighbours(phase).T.tolist()

    assert are(0, "7-3-2-A", "8-3-2-A")
    assert are(6, "8-3-2-A", "9-3-2-A")
    assert are(5, "Q-3-2-A", "K-3-2-A")
    assert not are(5, "K-3-2-A", "Q-3-2-A")
    assert not are(0, "4-3-2-A", "K-Q-J-T")
