"""What a draw does to a class, compared with an enumeration of all hands that keep it and of all cards that they can draw."""

from itertools import combinations

import numpy as np
import pytest

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK
from badugi_hh.solve import transitions
from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE
from badugi_hh.solve.transitions import draws_from_kept


def enumerated(kept, drawn):
    """Return the distribution of the class after a draw, over hands that keep these ranks and break at most one card."""
    counts = np.zeros(CLASSES)
    for hand in combinations([card for card in DECK if card >> 2 >= kept[0]], 4):
        best = sorted(values.best_subset(hand))
        held = best[: len(kept)]
        if len(best) > len(kept) + (drawn > 1) or tuple(card >> 2 for card in held) != kept:
            continue
        for new in combinations([card for card in DECK if card not in hand], drawn):
            counts[values.value((*held, *new)) - 1] += 1
    return counts / counts.sum()


@pytest.mark.parametrize(
    ("drawn", "kept"),
    [
        (1, (10, 11, 12)),
        (2, (11, 12)),
        (3, (12,)),
        pytest.param(1, (8, 10, 11), marks=pytest.mark.long),
        pytest.param(2, (10, 11), marks=pytest.mark.long),
        pytest.param(3, (11,), marks=pytest.mark.long),
    ],
)
def test_a_draw_leads_to_each_class_as_often_as_its_cards(drawn, kept):
    row = values.value_of(kept) - 1 - FIRST_OF_SIZE[4 - drawn]
    assert np.abs(draws_from_kept(drawn)[row] - enumerated(kept, drawn)).max() < 1e-12


def test_the_draws_are_the_same_from_where_they_are_kept(kept_folder, monkeypatch):
    made = draws_from_kept.__wrapped__(2)
    monkeypatch.setattr(transitions, "_draws_from_kept", lambda _: pytest.fail("they are kept"))
    assert np.array_equal(made, draws_from_kept.__wrapped__(2))
