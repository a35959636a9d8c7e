"""The mean loss of best play by the errors of the tables: hands of six by the blueprint, and of two by the heads-up table."""

import measure_floor
import pytest

from badugi_hh.facts.words import Judge
from badugi_hh.leaks.loss_floor import packaged_floor


@pytest.mark.parametrize(
    ("judge", "seats", "play"),
    [
        (Judge.GAME, {1: "SB", 2: "BB"}, measure_floor.heads_up_hand),
        (Judge.BLUEPRINT, measure_floor.RING, measure_floor.ring_hand),
    ],
)
def test_best_play_seems_to_lose_little(judge, seats, play, monkeypatch):
    """At the streets and positions that the shipped file has."""
    monkeypatch.setattr(measure_floor, "_LEAST", 130)
    found = measure_floor.measure(seats, play, 800)
    means = found[judge]
    assert means["b0"].keys() == set(seats.values())
    assert all(0 <= mean < 0.01 for positions in means.values() for mean in positions.values())
    found = {(judge, street, position) for street, positions in means.items() for position in positions}
    assert found <= packaged_floor().keys()
