"""The tree of losses: each judged decision is in one leaf, and a node is the sum of its children and of its list of hands."""

from collections.abc import Iterator
from contextlib import closing
from random import Random
from shutil import copyfile

import duckdb
import polars as pl
import pytest
from support.commands import answer, mistake, run
from support.hand_made import database, insert
from support.players import of_best, play_table

import badugi_hh
from badugi_hh.cli.loss_trees import compare_losses
from badugi_hh.leaks.loss_floor import floor_of
from badugi_hh.leaks.loss_nodes import ALL, find_node, parents, titles
from badugi_hh.leaks.loss_tree import LossNode, LossTree, hands_of_node, loss_rows, loss_trees
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.rows import fetch_frame
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.price_pass import compute

EVERYBODY = Filter(every_player=True)
ANN = Filter(player="Ann")


def plays_at_random(_seen, mix):
    return dict.fromkeys(mix, 1 / len(mix))


def check_sums(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[LossTree]:
    """Compare all sums of the trees of a filter with each other, with lists of hands, and with the losses themselves."""
    query, parameters = loss_rows(hand_filter)
    rows = fetch_frame(con, hand_filter, query, parameters)
    assert set(rows["leaf"]) <= titles().keys()
    trees = loss_trees(con, hand_filter)
    assert {tree.player for tree in trees} == set(rows["player"])
    random = Random(1)  # noqa: S311 -- no secret
    for tree in trees:
        stored = con.execute(
            "SELECT count(*), sum(loss), count(DISTINCT (hand_key, seat)) FROM verdicts WHERE player = ?",
            [tree.player],
        ).fetchone()
        assert stored is not None
        assert (tree.root.decisions, tree.hands) == (stored[0], stored[2])
        assert tree.root.lost == pytest.approx(stored[1], abs=1e-6)
        nodes = tree.nodes()
        of_player = rows.filter(player=tree.player)
        for node in nodes:
            if node.children:
                assert node.lost == pytest.approx(sum(child.lost for child in node.children), abs=1e-9)
                assert node.decisions == sum(child.decisions for child in node.children)
                assert node.mistakes == sum(child.mistakes for child in node.children)
            assert node.lost == pytest.approx(sum(node.judges.values()), abs=1e-9)
            below = pl.col("leaf").str.starts_with("" if node.id == ALL else f"{node.id}.") | (
                pl.col("leaf") == node.id
            )
            losing = of_player.filter(below & (pl.col("loss") > 0))
            assert node.lost == pytest.approx(losing["loss"].sum(), abs=1e-6)
            assert node.hands == losing.select("hand_key", "seat").n_unique()
        for node in random.sample(nodes, min(len(nodes), 4)):
            only = Filter(player=tree.player, where=hand_filter.where)
            listed, values = hands_of_node(only, node.id)
            found = fetch_frame(con, only, listed, values)
            assert found["cost"].sum() == pytest.approx(node.lost, abs=1e-6)
            assert found.select("hand_key", "seat").unique().height == node.hands
    return trees


@pytest.fixture(scope="module")
def sample_hands(samples) -> Iterator[badugi_hh.Hands]:
    with badugi_hh.open(":memory:") as opened:
        opened.import_paths(samples)
        yield opened


def test_the_sums_of_all_players_of_the_samples_add_up(sample_hands):
    assert len(check_sums(sample_hands.con, EVERYBODY)) > 1


@pytest.mark.parametrize("hands", [200, pytest.param(5_000, marks=pytest.mark.long)])
def test_the_sums_of_simulated_hands_add_up(hands, capsys):
    with closing(database()) as con:
        play_table(con, of_best, 6, hands, 4, plays_at_random)
        compute(con, JUDGING)
        trees = check_sums(con, EVERYBODY)
    assert len(trees) == 6
    compare_losses(trees[:2])
    heads, *lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert heads[-2:] == [tree.player for tree in trees[:2]]
    (total,) = [line for line in lines if line[0] == "all"]
    assert total[1:] == [f"{tree.root.loss:.2f}" for tree in trees[:2]]


def test_the_hands_of_a_node_are_all_listed_the_dearest_first(sample_hands):
    tree = loss_trees(sample_hands.con, EVERYBODY)[0]
    for node in (tree.root, *tree.situations[:3]):
        listed = sample_hands.hands(player=tree.player, leak=node.id, sort="loss")
        costs = listed["cost_bb"].to_list()
        assert len(costs) == node.hands
        assert costs == sorted(costs, reverse=True)
        assert sum(costs) == pytest.approx(node.lost)
        for losses in (costs, listed["loss_bb"].to_list()):
            assert losses == [round(loss, 4) for loss in losses]  # as they are stored


def test_every_filter_applies(sample_hands):
    for hand_filter in (Filter(position="BTN"), Filter(game="tournament"), Filter(where="seats.net < 0")):
        tree, *others = loss_trees(sample_hands.con, hand_filter)
        query, parameters = loss_rows(hand_filter)
        rows = fetch_frame(sample_hands.con, hand_filter, query, parameters)
        lost = sum(each.root.lost for each in (tree, *others))
        assert lost == pytest.approx(rows["loss"].sum())
        if hand_filter.position:
            assert set(rows["position"]) == {"BTN"}


def node_of(tree: LossTree, id_: str) -> LossNode:
    return {node.id: node for node in tree.nodes()}[id_]


def test_a_node_counted_by_hand(con):
    """Three folds first in from the cutoff: of A-2-3, A-2-4 and K-Q; a call of a re-raise, and a draw."""
    insert(con, "hands", *({"hand_key": key, "hand_id": str(key), "players": 6} for key in range(1, 6)))
    seat = {"player": "Ann", "seat": 1, "hero": True, "position": "CO"}
    insert(con, "seats", *({**seat, "hand_key": key, "hand_id": str(key)} for key in range(1, 6)))
    first = {**seat, "knowledge": "dealt", "round": 0, "folded_to": True, "level_any": 1, "price": 50}
    insert(
        con,
        "decisions",
        {**first, "hand_key": 1, "n": 20, "action": "fold", "value": 716},
        {**first, "hand_key": 2, "n": 20, "action": "fold", "value": 717},
        {**first, "hand_key": 3, "n": 20, "action": "fold", "value": 1079},
        {**first, "hand_key": 4, "n": 20, "action": "raise", "value": 716},
        {
            **first,
            "hand_key": 4,
            "n": 24,
            "action": "call",
            "level_any": 3,
            "own_last": "raise",
            "value": 716,
        },
    )
    drew = {**seat, "knowledge": "dealt", "draw": 1, "drawn": 1, "value_before": 716}
    insert(con, "draws", {**drew, "hand_key": 5, "n": 30})
    losses = [
        (1, 20, "raise", 0.3, 0.1, "blueprint"),
        (2, 20, "raise", 0.1, 0.04, "blueprint"),
        (3, 20, "fold", 0.0, 0.01, "blueprint"),
        (4, 20, "raise", 0.0, 0.01, "blueprint"),
        (4, 24, "raise", 0.05, 0.01, "blueprint"),
        (5, 30, "1", 0.2, 0.01, "equity"),
    ]
    for key, n, best, loss, error, judge in losses:
        con.execute(
            "INSERT INTO losses (hand_key, n, seat, best, loss, loss_error, judge) VALUES (?, ?, 1, ?, ?, ?, ?)",
            [key, n, best, loss, error, judge],
        )
    (tree,) = loss_trees(con, ANN)
    assert tree.hands == 5
    assert (tree.root.decisions, tree.root.lost) == (6, 0.65)
    node = node_of(tree, "before.first-in.co.three-to-6.fold-raise")
    assert (node.decisions, node.hands, node.lost, node.loss) == (2, 2, 0.4, pytest.approx(8.0))
    assert node.mistakes == 1  # 0.1 less its error is an inaccuracy
    assert node.judges == {"blueprint": 0.4}
    assert node.cents == {"USD": 8}
    assert (
        node.instruction
        == "before the draw, first in, from the cutoff, with three cards to 6: raise, not fold"
    )
    assert node.instructed == pytest.approx(node.loss)
    assert tree.root.instructed == pytest.approx(8.0)
    assert tree.root.loss == pytest.approx(13.0)
    assert node_of(tree, "before.first-in.co").decisions == 4
    assert node_of(tree, "before.re-raise.own.three-to-6.call-raise").lost == 0.05
    assert node_of(tree, "draw-1.first.three-to-6.other-cards").lost == 0.2
    assert [street.id for street in tree.streets] == ["before", "draw-1"]
    assert node_of(tree, "before").title == "before the draw"


def insert_folds(con, number, loss):
    """Insert folds of one kind of hand, first in from the cutoff, whose losses are SQL over their decision."""
    keys = range(1, number + 1)
    insert(con, "hands", *({"players": 6, "hand_key": key, "hand_id": str(key)} for key in keys))
    seat = {"player": "Ann", "seat": 1, "position": "CO"}
    insert(con, "seats", *({**seat, "hand_key": key, "hand_id": str(key)} for key in keys))
    first = {**seat, "knowledge": "dealt", "round": 0, "folded_to": True, "level_any": 1, "price": 50}
    first |= {"n": 20, "action": "fold", "value": 716}
    insert(con, "decisions", *({**first, "hand_key": key} for key in keys))
    con.execute(
        "INSERT INTO losses (hand_key, n, seat, judge, loss, loss_error, best) "
        f"SELECT hand_key, n, seat, 'blueprint', {loss}, 'raise' FROM decisions"
    )


@pytest.mark.parametrize("actions", [("fold",), ("fold", "call")])
def test_the_errors_of_a_kind_of_hand_add_up_and_those_of_others_do_not(actions):
    """A hundred losses of one kind are no clearer than one of them, whatever was done: they share the error of their table."""
    with closing(database()) as con:
        insert_folds(con, 100, "0.1, 0.06")
        con.execute("UPDATE decisions SET action = ? WHERE hand_key % 2 = 1", [actions[-1]])
        (tree,) = loss_trees(con, ANN)
        assert tree.root.low == 0
        assert not tree.root.is_clear
        con.execute("UPDATE losses SET judge = 'cards'")
        (tree,) = loss_trees(con, ANN)
        assert tree.root.is_clear
        con.execute("UPDATE losses SET judge = 'equity'")
        (tree,) = loss_trees(con, ANN)
        assert tree.root.low > tree.root.floor
        assert not tree.root.is_clear


def test_ids_name_their_parents_and_misspelled_ones_are_refused():
    assert parents("before.first-in.co") == (ALL, "before", "before.first-in", "before.first-in.co")
    assert all(parent in titles() for id_ in titles() if id_ != ALL for parent in parents(id_))
    assert find_node(" Before.First-In.CO ") == "before.first-in.co"
    with pytest.raises(FilterError, match=r"no node 'before\.first-on' of losses"):
        find_node("before.first-on")


def test_a_trend_compares_the_latest_hands_with_those_before(monkeypatch):
    monkeypatch.setattr("badugi_hh.leaks.loss_tree.LATEST", 20)
    with closing(database()) as con:
        insert_folds(con, 60, "CASE WHEN hand_key <= 40 THEN 0.1 ELSE 0.02 END, 0.01")
        con.execute("UPDATE hands SET played_at = TIMESTAMP '2024-03-01' + to_hours(hand_key)")
        trend = loss_trees(con, ANN)[0].root.trend
    assert (trend.before, trend.latest) == (pytest.approx(10), pytest.approx(2))
    assert trend.is_clear


def test_a_position_that_was_not_measured_has_the_highest_floor_of_the_street():
    rows = pl.DataFrame(
        {"judge": ["blueprint"] * 3 + ["equity"], "street": ["b0"] * 4, "position": ["CO", "EP", "BB", "CO"]}
    )
    own, unmeasured, other, equity = rows.select(floor_of()).to_series()
    assert 0 < own <= unmeasured
    assert unmeasured >= other
    assert equity == 0


def test_leaks_of_all_players_show_the_tree_where_one_of_them_is_judged(samples, tmp_path):
    path = tmp_path / "one.duckdb"
    history, *_ = sorted(samples.glob("HH*.txt"))
    run("import", history, "--db", path)
    shown = " ".join(run("leaks", "--all", "--db", path).stdout.split())
    assert "big bets per 100 hands against best play in" in shown
    assert "players and costs" in shown


def test_leaks_prints_the_dearest_situations_and_its_json_the_whole_tree(sampled, tmp_path):
    path = tmp_path / "hands.duckdb"
    copyfile(sampled, path)
    run("db", "price", "--db", path)
    found = answer("leaks", "--db", path)
    tree = found["losses"][0]
    assert {child["id"] for child in tree["root"]["children"]} >= {"before", "draw-1", "after-1"}
    shown = run("leaks", "--db", path).stdout
    assert f"{tree['root']['loss']:.2f} big bets per 100 hands against best play" in " ".join(shown.split())
    situations = [child for street in tree["root"]["children"] for child in street["children"]]
    dearest = max(situations, key=lambda node: node["loss"])
    (line,) = [line for line in shown.splitlines() if line.endswith(f" {dearest['id']}")]
    assert f" {dearest['loss']:.2f} " in line
    hands = answer("hands", "--db", path, "--leak", dearest["id"], "--limit", "0")
    assert sum(hand["cost_bb"] for hand in hands) == pytest.approx(dearest["lost"])
    said = mistake("hands", "--db", path, "--leak", "before.first-on")
    assert "no node 'before.first-on' of losses" in said


def test_the_terminal_prints_two_levels_and_compares_players_in_lines(samples, tmp_path):
    """The lines of the streets add up to the total, and several players have a line for each node and check."""
    file = tmp_path / "hands.duckdb"
    run("import", samples, "--db", file)
    ((tree, *_), checks) = answer("leaks", "--db", file, "--player", "Marmalade Heron").values()
    printed = run("leaks", "--db", file, "--player", "Marmalade Heron").stdout.splitlines()
    heads = next(nth for nth, line in enumerate(printed) if line.split()[:1] == ["lost"])
    lines = [line for line in printed[heads + 2 : printed.index("", heads + 2)] if line]
    assert 7 <= len(lines) <= 13
    streets = {street["id"]: street for street in tree["root"]["children"]}
    nodes = {node["id"]: node for street in streets.values() for node in (street, *street["children"])}
    ids = [line.split()[-1] for line in lines]
    assert [id_ for id_ in ids if id_ in streets] == [
        id_ for id_, street in streets.items() if street["lost"]
    ]
    for line, id_ in zip(lines, ids, strict=True):
        assert f" {nodes[id_]['loss']:.2f} " in line
    assert checks
    several = run("leaks", "--db", file, "--all").stdout.splitlines()
    named = [line.split()[-1] for line in several if line.split()[-1:]]
    flagged = {
        one["id"]
        for one in answer("leaks", "--db", file, "--all")["checks"]
        if one["verdict"] in {"flag", "watch"}
    }
    assert all(named.count(id_) == 1 for id_ in flagged)
