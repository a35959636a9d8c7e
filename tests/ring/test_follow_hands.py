"""Hands that are priced side by side have the prices of hands that are priced one by one."""

import polars as pl
import pytest

from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.price_columns import SOLVER_PRICES
from badugi_hh.facts.row_columns import Rows
from badugi_hh.replay import replay
from badugi_hh.simulate import CashGame, simulate
from badugi_hh.simulate.games import games as all_games
from badugi_hh.solve.hand_decisions import SolverDecision
from badugi_hh.store.prepare import frames_of
from badugi_hh.store.solver_rows import compare, solver_decisions

TABLES = tuple(CashGame(f"Sargas {players}", players, players, 50, 100) for players in range(2, 9))


def rows_of(hands: int, games: tuple) -> dict[str, pl.DataFrame]:
    rows = Rows()
    for key, hand in enumerate(simulate(hands, 5, games=games, open_cards=True)):
        add_rows(rows, replay(hand), key, rules="pokerstars")
    return frames_of(rows)


@pytest.mark.parametrize("games", [TABLES, all_games()], ids=["cash", "all"])
def test_prices_are_those_of_hands_one_by_one(games):
    facts = rows_of(350, games)
    found = compare(facts)[SOLVER_PRICES.name].sort("hand_key", "n").rows()
    expected = [
        (
            key,
            each.n,
            each.seat,
            each.at.spot,
            str(each.at.basis),
            " ".join(each.at.line) or None,
            each.best,
            pytest.approx(each.lost, abs=1e-4),
            pytest.approx(each.error, abs=1e-4),
            each.cards_kept,
        )
        for key, decisions in sorted(solver_decisions(facts).items())
        for each in decisions
        if isinstance(each, SolverDecision)
    ]
    assert len(found) > 500
    assert found == expected
