"""Losses at full tables: players of the blueprint have no leak, and planted leaks are found where they belong."""

from contextlib import closing

import pytest
from support.hand_made import database
from support.mix_leaks import (
    calls_raises_cold,
    folds_behind_limps,
    folds_the_blind_to_the_cutoff,
    folds_to_raises,
    never_raises_again,
    opens_the_hijack_wide,
)
from support.players import Leak, no_leak, of_best, play_table, price_of

from badugi_hh.leaks.loss_tree import LossTree, loss_trees
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.price_pass import compute

ANN = Filter(player="Ann")
PLANTED = {
    opens_the_hijack_wide: "before.first-in.hj",
    never_raises_again: "before.big-blind",  # most of all there: elsewhere a call costs less
    calls_raises_cold: "before.raise",
    folds_the_blind_to_the_cutoff: "before.big-blind",
    folds_to_raises: "before.re-raise.cold",
}


def found_of(leak: Leak, hands: int, seed: int) -> tuple[float, LossTree]:
    """The loss of Ann per 100 hands, and the tree of her losses."""
    with closing(database()) as con:
        play_table(con, of_best, 6, hands, seed, leak)
        compute(con, JUDGING)
        (group,) = evaluate(con, ANN, names=("loss", "loss_coverage", "loss_coverage_draws"))
        (tree,) = loss_trees(con, ANN)
    assert (group.stats["loss_coverage"].value or 0) > 0.9
    assert (group.stats["loss_coverage_draws"].value or 0) > 0.85
    loss = group.stats["loss"].value or 0.0
    assert tree.root.loss == pytest.approx(loss)
    return loss, tree


@pytest.mark.parametrize("hands", [600, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_player_of_the_blueprint_has_no_leak(hands: int) -> None:
    assert not found_of(no_leak, hands, 3)[1].dearest


@pytest.mark.parametrize(
    ("leak", "node", "hands"),
    [(calls_raises_cold, "before.raise", 800), (folds_behind_limps, "before.limp", 1600)],
)
def test_a_planted_leak_is_the_dearest_clear_node(leak: Leak, node: str, hands: int) -> None:
    tree = found_of(leak, hands, 3)[1]
    assert [each.id.startswith(node) for each in tree.dearest] == [True]


@pytest.mark.long
@pytest.mark.parametrize("leak", PLANTED, ids=lambda leak: leak.__name__)
def test_planted_leaks_come_out_on_top_with_what_they_lose_in_play(leak: Leak) -> None:
    hands = 20_000
    base, _ = found_of(no_leak, hands, 3)
    loss, tree = found_of(leak, hands, 3)
    assert tree.dearest[0].id.startswith(PLANTED[leak])
    assert leak is not never_raises_again or tree.dearest[0].instruction.endswith(": raise, not call")
    price, error = price_of(of_best, 6, leak, 10 * hands, 5)
    assert loss - base == pytest.approx(price, abs=3 * error + 0.3 * abs(price))
