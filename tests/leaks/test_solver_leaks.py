"""Losses against the solved game: players who play it lose almost nothing, and planted leaks are found where they belong."""

from contextlib import closing
from dataclasses import replace

import duckdb
import pytest
from support.hand_made import DECISION, database, insert, play
from support.planted import KINDS, table_of
from support.table_players import (
    Leak,
    TablePlay,
    breaks_nines,
    calls_the_last_bet,
    checks_behind,
    folds_to_the_last_bet,
    never_raises_the_button,
    no_leak,
    play_table,
    price_of,
)

from badugi_hh import leaks
from badugi_hh.api.behind import Behind
from badugi_hh.api.search import find_hands
from badugi_hh.leaks.checks import SOLVER_CHECKS
from badugi_hh.leaks.finding import NOTABLE_COST
from badugi_hh.leaks.judging import MIN_DECISIONS, judge_losses
from badugi_hh.leaks.leak import Verdict
from badugi_hh.leaks.rows_behind import Mistake
from badugi_hh.simulate.styles import SOUND, Style
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.price_pass import compute

ANN = Filter(player="Ann")
OTHERS = leaks.LEAKS.keys() - SOLVER_CHECKS.keys()
"""The checks that are not against the solved game."""


@pytest.mark.parametrize("hands", [150, pytest.param(6_000, marks=pytest.mark.long)])
def test_players_of_the_table_lose_at_most_twice_its_exploitability(hands: int) -> None:
    table = find_table("heads-up")
    with closing(database()) as con:
        play_table(con, TablePlay(table), hands, seed=hands)
        compute(con, JUDGING)
        groups = evaluate(
            con, Filter(every_player=True), names=("loss", "loss_coverage", "loss_coverage_draws")
        )
        found = leaks.find(con, Filter(every_player=True), ignored=OTHERS)
    bound = 2 * 100 * table.header["exploitability_quantized"]
    lost = [group.stats["loss"].value for group in groups]
    assert len(lost) == 2
    assert 0 < sum(each or 0 for each in lost) / 2 <= bound
    for group in groups:
        for name in ("loss_coverage", "loss_coverage_draws"):
            assert 0.98 < (group.stats[name].value or 0) <= 1  # the costs of a rare line may not be known
    # What they lose is within the errors of the costs, and how they mix their actions is no leak.
    assert {each.verdict for each in found} <= {Verdict.FINE, Verdict.TOO_FEW}


def costs_of(style: Style, hands: int, seed: int) -> dict[str, leaks.Finding]:
    """The findings against the solved game of a player who is heads-up with a sound one."""
    with table_of({"Ann": style, "Ben": SOUND}, hands, seed, priced=False) as played:
        compute(played.con, JUDGING)
        return {each.leak.id: each for each in leaks.find(played.con, ANN, ignored=OTHERS)}


@pytest.mark.parametrize(
    ("hands", "shares"), [(200, (0.0, 0.9)), pytest.param(2_000, (0.0, 0.4, 0.9), marks=pytest.mark.long)]
)
def test_folding_more_blinds_costs_more(hands: int, shares: tuple[float, ...]) -> None:
    """The check of folds before the draw has the leak, and its cost rises with it."""
    found = [costs_of(replace(SOUND, fold_blind=share), hands, 3)["S1"] for share in shares]
    costs = [each.cost or 0.0 for each in found]
    assert costs == sorted(costs)
    assert costs[-1] > 2 * costs[0]
    assert (found[-1].verdict, found[-1].as_json()["kind"]) == (Verdict.FLAG, "solver")
    low, cost, high = found[-1].cost_low, found[-1].cost, found[-1].cost_high
    assert low is not None
    assert cost is not None
    assert high is not None
    assert NOTABLE_COST <= low < cost < high
    assert found[-1].hands
    for hand in found[-1].hands:
        assert (hand.cost or 0.0) >= 0.15
        assert "folded with" in hand.note
        assert "before the first draw; to " in hand.note


@pytest.mark.long
def test_each_planted_leak_raises_the_check_that_describes_it() -> None:
    """Chasing pat hands and betting draws into them are not here: heads-up they cost no more than sound play does elsewhere."""
    sound = {id_: found.cost or 0.0 for id_, found in costs_of(SOUND, 2_000, 5).items()}
    for kind, expected in {
        "folds the big blind": "S1",
        "breaks tens": "S4",
        "never bets when ahead": "S8",
        "folds good draws": "S6",
        "folds to the last bet": "S6",
        "snows without end": "S5",
    }.items():
        found = costs_of(KINDS[kind].style, 2_000, 5)
        more = {id_: (each.cost or 0.0) - sound[id_] for id_, each in found.items()}
        assert max(more, key=lambda id_: more[id_]) == expected, (kind, more)
        assert found[expected].verdict is Verdict.FLAG, kind


@pytest.fixture(scope="module")
def table_play() -> TablePlay:
    return TablePlay(find_table("heads-up"))


def loss_of(play: TablePlay, leak: Leak, hands: int, seed: int) -> tuple[float, dict[str, leaks.Finding]]:
    """The loss of Ann, who plays the table with a leak, per 100 hands, and what the checks find."""
    with closing(database()) as con:
        play_table(con, play, hands, seed, leak)
        compute(con, JUDGING)
        (group,) = evaluate(con, ANN, names=("loss",))
        found = {each.leak.id: each for each in leaks.find(con, ANN, ignored=OTHERS)}
    return group.stats["loss"].value or 0.0, found


def dearest(found: dict[str, leaks.Finding]) -> str:
    return max(found, key=lambda id_: found[id_].cost or 0.0)


def test_a_leak_in_the_play_of_the_table_is_found_where_it_belongs(table_play: TablePlay) -> None:
    planted = {never_raises_the_button: "", breaks_nines: "S4", folds_to_the_last_bet: "S6"}
    losses = []
    for leak, expected in planted.items():
        loss, found = loss_of(table_play, leak, 200, 4)
        losses.append(loss)
        flags = {id_ for id_, each in found.items() if each.verdict is Verdict.FLAG}
        assert flags <= {expected}, (leak, flags)
        assert not expected or dearest(found) == expected
    assert losses == sorted(losses)


PRICED = {
    never_raises_the_button: "",
    calls_the_last_bet: "S7",
    breaks_nines: "S4",
    checks_behind: "S8",
    folds_to_the_last_bet: "S6",
}
"""Leaks in the order of their prices, about 0.1, 1.4, 3.6, 4.9 and 14.4 big bets per 100 hands, and the check of each."""


@pytest.mark.long
def test_planted_leaks_come_in_the_order_of_their_prices(table_play: TablePlay) -> None:
    """The price is that of play: the same deals with the leak and without it. Limping costs less than its errors: no finding."""
    base, _ = loss_of(table_play, no_leak, 4_000, 6)
    losses, costs = [], []
    for leak, expected in PRICED.items():
        price, error = price_of(table_play, leak, 40_000, 8)
        loss, found = loss_of(table_play, leak, 4_000, 6)
        assert loss - base == pytest.approx(price, abs=3 * error + 0.1 * price), leak
        flags = {id_ for id_, each in found.items() if each.verdict is Verdict.FLAG}
        assert flags == ({expected} if expected else set()), (leak, flags)
        losses.append(loss - base)
        costs.append(found[expected].cost or 0.0 if expected else 0.0)
    assert losses == sorted(losses)
    assert costs == sorted(costs)


def test_a_sum_is_a_leak_only_where_it_is_one_after_the_errors() -> None:
    check = SOLVER_CHECKS["S6"]

    def verdict(
        cost: float, error: float, number: int, chances: int = MIN_DECISIONS
    ) -> tuple[Verdict, float | None]:
        mistakes = [Mistake(key, cost, error) for key in range(number)]
        found = judge_losses(check, chances, mistakes, "Ann", 1_000)
        return found.verdict, found.cost

    assert verdict(0.3, 0.05, 20) == (Verdict.FLAG, pytest.approx(0.5))
    assert verdict(0.061, 0.05, 100) == (Verdict.WATCH, pytest.approx(0.11))  # many small ones, mostly error
    assert verdict(0.06, 0.055, 100) == (Verdict.FINE, pytest.approx(0.05))
    assert verdict(0.3, 0.05, 2) == (Verdict.FINE, pytest.approx(0.05))
    assert verdict(0.3, 0.05, 20, MIN_DECISIONS - 1)[0] is Verdict.TOO_FEW
    assert verdict(0.3, 0.05, 0) == (Verdict.FINE, None)


def test_a_single_decision_is_listed_where_it_surely_costs_enough(con: duckdb.DuckDBPyConnection) -> None:
    """One costs too little, one has too large an error, and the third is listed; all three are in the sum."""
    play(con, 1, 2, 3)
    con.execute("UPDATE hands SET players = 2")
    for key, cost, error in ((1, 0.14, 0.01), (2, 0.5, 0.4), (3, 0.3, 0.05)):
        own = {"hand_key": key, "n": DECISION["n"], "seat": 1}
        insert(con, "decisions", {**own, "round": 0, "action": "fold", "price": 10, "knowledge": "dealt"})
        insert(con, "losses", {**own, "loss": cost, "loss_error": error, "best": "call", "judge": "game"})
    (found,) = leaks.find(con, Filter(), ignored=leaks.LEAKS.keys() - {"S1"})
    assert (found.made, found.cost) == (3, pytest.approx(100 * (0.13 + 0.1 + 0.25) / 3))
    assert [hand.cost for hand in found.hands] == [0.3]
    assert found.as_json()["costly"] == 1
    listed, parameters = Behind(leak="S1").seats(con, Filter()) or ("", [])
    assert con.execute(listed, parameters).fetchall() == [(3, 1, 0.3)]
    assert find_hands(con, Filter(), Behind(leak="S1")).frame["cost_bb"].to_list() == [0.3]
    assert find_hands(con, Filter()).frame["cost_bb"].to_list() == [None] * 3
