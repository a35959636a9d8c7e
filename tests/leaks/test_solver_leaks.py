"""Losses against the solved game: players who play it lose almost nothing, and planted leaks are found where they belong."""

from contextlib import closing
from dataclasses import replace

import pytest
from support.hand_made import database
from support.mix_leaks import (
    breaks_nines,
    calls_the_last_bet,
    checks_behind,
    folds_to_the_last_bet,
    never_raises_the_button,
)
from support.planted import KINDS, table_of
from support.players import Leak, MixOf, no_leak, of_table, play_table, price_of

from badugi_hh.leaks.loss_tree import LossNode, LossTree, loss_trees
from badugi_hh.simulate.styles import SOUND, Style
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.price_pass import compute

ANN = Filter(player="Ann")


def kind_of(leaf: LossNode) -> str:
    """What was done instead of what at a leaf with a loss, in one word."""
    street, deed = leaf.id.split(".")[0], leaf.id.rpartition(".")[2]
    done, _, best = deed.partition("-")
    if street.startswith("draw"):
        return "drew many" if done.replace("pat", "0") > best.replace("pat", "0") else "drew few"
    when = "before" if street == "before" else "after"
    if done == "fold":
        return f"folded {when}"
    if best == "fold":
        return f"played {when}"
    return f"passive {when}" if best in {"bet", "raise"} else f"aggressive {when}"


def costs_by_kind(tree: LossTree) -> dict[str, float]:
    """The losses per 100 hands by what was done instead of what."""
    costs: dict[str, float] = {}
    for node in tree.nodes():
        if not node.children and node.lost:
            costs[kind_of(node)] = costs.get(kind_of(node), 0.0) + node.loss
    return costs


def dearest(tree: LossTree) -> str:
    costs = costs_by_kind(tree)
    return max(costs, key=lambda kind: costs[kind])


@pytest.mark.parametrize("hands", [150, pytest.param(6_000, marks=pytest.mark.long)])
def test_players_of_the_table_lose_at_most_twice_its_exploitability(hands: int) -> None:
    table = find_table("heads-up")
    with closing(database()) as con:
        play_table(con, of_table(table), 2, hands, seed=hands)
        compute(con, JUDGING)
        groups = evaluate(
            con, Filter(every_player=True), names=("loss", "loss_coverage", "loss_coverage_draws")
        )
        trees = loss_trees(con, Filter(every_player=True))
    bound = 2 * 100 * table.header["exploitability_quantized"]
    lost = [group.stats["loss"].value for group in groups]
    assert len(lost) == 2
    assert 0 < sum(each or 0 for each in lost) / 2 <= bound
    for group in groups:
        for name in ("loss_coverage", "loss_coverage_draws"):
            assert 0.98 < (group.stats[name].value or 0) <= 1  # the costs of a rare line may not be known
    # What they lose is within the errors of the costs, and how they mix their actions is no leak.
    assert [tree.dearest for tree in trees] == [(), ()]


def tree_of(style: Style, hands: int, seed: int) -> LossTree:
    """The losses of a player who is heads-up with a sound one."""
    with table_of({"Ann": style, "Ben": SOUND}, hands, seed, priced=False) as played:
        compute(played.con, JUDGING)
        return loss_trees(played.con, ANN)[0]


@pytest.mark.parametrize(
    ("hands", "shares"), [(200, (0.0, 0.9)), pytest.param(2_000, (0.0, 0.4, 0.9), marks=pytest.mark.long)]
)
def test_folding_more_blinds_costs_more(hands: int, shares: tuple[float, ...]) -> None:
    trees = [tree_of(replace(SOUND, fold_blind=share), hands, 3) for share in shares]
    costs = [costs_by_kind(tree)["folded before"] for tree in trees]
    assert costs == sorted(costs)
    assert costs[-1] > 2 * costs[0]
    assert [node.id for node in trees[-1].dearest if node.id.startswith("before.big-blind")]


@pytest.mark.long
def test_each_planted_leak_raises_the_losses_that_describe_it() -> None:
    """Chasing pat hands and betting draws into them are not here: heads-up they cost no more than sound play does elsewhere."""
    sound = costs_by_kind(tree_of(SOUND, 2_000, 5))
    for kind, expected in {
        "folds the big blind": "folded before",
        "breaks tens": "drew many",
        "never bets when ahead": "passive after",
        "folds good draws": "folded after",
        "folds to the last bet": "folded after",
        "snows without end": "drew few",
    }.items():
        costs = costs_by_kind(tree_of(KINDS[kind].style, 2_000, 5))
        more = {each: cost - sound.get(each, 0.0) for each, cost in costs.items()}
        assert max(more, key=lambda each: more[each]) == expected, (kind, more)


@pytest.fixture(scope="module")
def table_play() -> MixOf:
    return of_table(find_table("heads-up"))


def loss_of(play: MixOf, leak: Leak, hands: int, seed: int) -> tuple[float, LossTree]:
    """The loss of Ann, who plays the table with a leak, per 100 hands, and the tree of her losses."""
    with closing(database()) as con:
        play_table(con, play, 2, hands, seed, leak)
        compute(con, JUDGING)
        (group,) = evaluate(con, ANN, names=("loss",))
        (tree,) = loss_trees(con, ANN)
    return group.stats["loss"].value or 0.0, tree


def test_a_leak_in_the_play_of_the_table_is_found_where_it_belongs(table_play: MixOf) -> None:
    planted = {never_raises_the_button: "", breaks_nines: "drew many", folds_to_the_last_bet: "folded after"}
    losses = []
    for leak, expected in planted.items():
        loss, tree = loss_of(table_play, leak, 200, 4)
        losses.append(loss)
        assert not expected or dearest(tree) == expected
    assert losses == sorted(losses)


PRICED = {
    never_raises_the_button: "",
    calls_the_last_bet: "played after",
    breaks_nines: "drew many",
    checks_behind: "passive after",
    folds_to_the_last_bet: "folded after",
}
"""Leaks in the order of their prices, about 0.1, 1.4, 3.6, 4.9 and 14.4 big bets per 100 hands, and what was done instead of what."""


@pytest.mark.long
def test_planted_leaks_come_in_the_order_of_their_prices(table_play: MixOf) -> None:
    """The price is that of play: the same deals with the leak and without it. Limping costs less than its errors: no finding."""
    base, _ = loss_of(table_play, no_leak, 4_000, 6)
    losses, costs = [], []
    for leak, expected in PRICED.items():
        price, error = price_of(table_play, 2, leak, 40_000, 8)
        loss, tree = loss_of(table_play, leak, 4_000, 6)
        assert loss - base == pytest.approx(price, abs=3 * error + 0.1 * price), leak
        losses.append(loss - base)
        costs.append(costs_by_kind(tree)[expected] if expected else 0.0)
        assert not expected or dearest(tree) == expected, leak
    assert losses == sorted(losses)
    assert costs == sorted(costs)
