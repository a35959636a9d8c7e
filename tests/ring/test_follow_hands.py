"""Hands that are priced side by side have the prices of hands that are priced one by one."""

import polars as pl
import pytest
from support import one_by_one

from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import Rows
from badugi_hh.replay import replay
from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.hand_row import LENGTH, RAISE, act, deal, shorten
from badugi_hh.simulate import CashGame, simulate
from badugi_hh.simulate.games import games as all_games
from badugi_hh.solve.hand_decisions import LEVELS, STEPS
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.store.prepare import frames_of
from badugi_hh.store.solver_rows import compare

TABLES = tuple(CashGame(f"Sargas {players}", players, players, 50, 100) for players in range(2, 9))


def rows_of(hands: int, games: tuple) -> dict[str, pl.DataFrame]:
    rows = Rows()
    for key, hand in enumerate(simulate(hands, 5, games=games, open_cards=True)):
        add_rows(rows, replay(hand), key, rules="pokerstars")
    return frames_of(rows)


@pytest.mark.parametrize("games", [TABLES, all_games()], ids=["cash", "all"])
def test_prices_are_those_of_hands_one_by_one(games):
    facts = rows_of(350, games)
    rows, _ = compare(facts)
    hands = dict(one_by_one.played_hands(facts))
    exact = one_by_one.decisions_of(hands.values(), find_table)
    exact = one_by_one.with_mixes(exact, find_table)
    expected = one_by_one.with_blueprint(hands.values(), exact, shipped_blueprint(), mixes=True)
    known = [
        (key, each)
        for key, of_hand in zip(hands, expected, strict=True)
        for each in of_hand
        if isinstance(each, one_by_one.SolverDecision)
    ]
    assert len(known) > 500
    for row, (key, each) in zip(rows.iter_rows(named=True), known, strict=True):
        at = each.at
        assert (row["hand_key"], row["n"], row["seat"], row["kept_best"]) == (
            key,
            each.n,
            each.seat,
            each.cards_kept,
        )
        assert (row["spot"], row["judge"]) == (at.spot, at.judge)
        assert ((row["line"] or "").split(), row["best"]) == ([*at.line], each.best)
        assert row["loss"] == pytest.approx(each.lost, abs=1e-4)
        assert row["loss_error"] == pytest.approx(each.error, abs=1e-4)
        costs, shares = (
            [row[f"{name}_{slot}"] for slot in range(4) if row[f"cost_{slot}"] is not None]
            for name in ("cost", "share")
        )
        assert [cost / STEPS for cost in costs] == pytest.approx(at.cost)
        assert (None in shares) == (at.mix is None)
        if at.mix is not None:
            assert [share / LEVELS for share in shares] == pytest.approx(at.mix, abs=0.002)


def test_hands_without_known_cards_have_neither_prices_nor_reasons():
    facts = rows_of(5, TABLES[:1])
    hidden = {
        "decisions": facts["decisions"].with_columns(value=pl.lit(None, pl.Int16)),
        "draws": facts["draws"].with_columns(value_before=pl.lit(None, pl.Int16)),
    }
    for some in ({**facts, **hidden}, {name: rows.clear() for name, rows in facts.items()}):
        prices, reasons = compare(some)
        assert prices.is_empty()
        assert reasons.is_empty()


def test_pot_and_stacks_bound_what_a_call_can_lose():
    """The first of six players raises, and the next one has exactly the call: the others pay 2, 2, 1.5 and 1 small bets to see it.

    So 3.5 small bets in the pot and 6.5 more can be won, and 2 lost. The arrays agree with this in the test above.
    """
    hand = [0] * LENGTH
    deal(hand, 6)
    shorten(hand, 3, 4)
    act(hand, RAISE)
    assert one_by_one.most_of(hand) == pytest.approx((3.5 + 6.5 + 2) / 2)
