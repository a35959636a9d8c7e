"""Losses at full tables: players of the blueprint have no leak, and planted leaks are found where they belong."""

from contextlib import closing

import pytest
from support.hand_made import database
from support.ring_players import (
    Leak,
    Mix,
    calls_raises_cold,
    folds_behind_limps,
    folds_the_blind_to_the_cutoff,
    folds_to_raises,
    never_raises_again,
    opens_the_hijack_wide,
    play_table,
    price_of,
)
from support.table_players import no_leak

from badugi_hh import leaks
from badugi_hh.leaks.checks import SOLVER_CHECKS
from badugi_hh.leaks.leak import Verdict
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import row_set
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.price_pass import compute

ANN = Filter(player="Ann")
OTHERS = leaks.LEAKS.keys() - SOLVER_CHECKS.keys()
PLANTED = {
    opens_the_hijack_wide: "S10",
    never_raises_again: "S15",
    calls_raises_cold: "S14",
    folds_the_blind_to_the_cutoff: "S13",
    folds_to_raises: "S16",
}


def found_of(leak: Leak, hands: int, seed: int) -> tuple[float, dict[str, leaks.Finding]]:
    """The loss of Ann per 100 hands, and what the checks against the solver find."""
    with closing(database()) as con:
        play_table(con, hands, seed, leak)
        compute(con, JUDGING)
        (group,) = evaluate(con, ANN, names=("loss", "loss_coverage", "loss_coverage_draws"))
        found = {each.leak.id: each for each in leaks.find(con, ANN, ignored=OTHERS)}
    assert (group.stats["loss_coverage"].value or 0) > 0.9
    assert (group.stats["loss_coverage_draws"].value or 0) > 0.85
    return group.stats["loss"].value or 0.0, found


def flags(found: dict[str, leaks.Finding]) -> set[str]:
    return {id_ for id_, each in found.items() if each.verdict is Verdict.FLAG}


@pytest.mark.parametrize("hands", [600, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_player_of_the_blueprint_has_no_leak(hands: int) -> None:
    assert not flags(found_of(no_leak, hands, 3)[1])


@pytest.mark.parametrize(
    ("leak", "check", "hands"), [(calls_raises_cold, "S14", 800), (folds_behind_limps, "S17", 1600)]
)
def test_a_planted_leak_comes_out_on_top(leak: Leak, check: str, hands: int) -> None:
    found = found_of(leak, hands, 3)[1]
    assert flags(found) == {check}
    assert max(found, key=lambda id_: found[id_].cost or 0.0) == check


def plays_at_random(_hand: list[int], mix: Mix) -> Mix:
    return dict.fromkeys(mix, 1 / len(mix))


def test_each_mistake_belongs_to_one_check() -> None:
    with closing(database()) as con:
        play_table(con, 300, 4, plays_at_random)
        compute(con, JUDGING)
        for rows in ("decisions", "draws"):
            query, parameters = row_set(rows, ANN, prices=True)
            checks = [each.situation for each in SOLVER_CHECKS.values() if each.situation.rows == rows]
            counted = " + ".join(
                f"coalesce(CAST({' AND '.join(each.taken)} AS INTEGER), 0)" for each in checks
            )
            mistakes = f"SELECT {counted}, count(*) FROM ({query}) WHERE loss > loss_error GROUP BY 1"
            ((times, number),) = con.execute(mistakes, parameters).fetchall()
            assert times == 1
            assert number > 100


@pytest.mark.long
@pytest.mark.parametrize("leak", PLANTED, ids=lambda leak: leak.__name__)
def test_planted_leaks_come_out_on_top_with_what_they_lose_in_play(leak: Leak) -> None:
    hands = 20_000
    base, _ = found_of(no_leak, hands, 3)
    loss, found = found_of(leak, hands, 3)
    assert flags(found) == {PLANTED[leak]}
    assert max(found, key=lambda id_: found[id_].cost or 0.0) == PLANTED[leak]
    price, error = price_of(leak, 10 * hands, 5)
    assert loss - base == pytest.approx(price, abs=3 * error + 0.3 * abs(price))
