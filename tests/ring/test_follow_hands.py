"""The verdicts of hands that are followed side by side are what `solve` says of their lines, one by one."""

from functools import cache

import numpy as np
import polars as pl
import pytest

from badugi_hh.engine import values
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import Rows
from badugi_hh.facts.words import Judge
from badugi_hh.replay import replay
from badugi_hh.ring.answers import answer_at_table, answer_of_blueprint
from badugi_hh.ring.blueprint import COARSE
from badugi_hh.simulate import CashGame, simulate
from badugi_hh.simulate.games import games as all_games
from badugi_hh.solve.game import GAMES
from badugi_hh.solve.hand_decisions import LEVELS, STEPS
from badugi_hh.solve.known import COMMON
from badugi_hh.solve.look_up import Answer, look_up
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.store.prepare import frames_of
from badugi_hh.store.solver_rows import compare

TABLES = tuple(CashGame(f"Sargas {players}", players, players, 50, 100) for players in range(2, 9))
DEEPEST = 24
"""Small bets that a player can pay in a hand at most."""


def rows_of(hands: int, games: tuple) -> dict[str, pl.DataFrame]:
    rows = Rows()
    for key, hand in enumerate(simulate(hands, 5, games=games, open_cards=True)):
        add_rows(rows, replay(hand), key, rules="pokerstars")
    return frames_of(rows)


def usual_steps(facts: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """The decisions and draws of hands without odd money in which nobody can be all-in, with all actions of the hand."""
    bets = facts["decisions"].select(
        *("hand_key", "n", "value", "pot"),
        word="action",
        late=pl.col("round") > 0,
        kept=pl.lit(None, pl.Int16),
    )
    draws = facts["draws"].select(
        *("hand_key", "n"), value="value_before", pot="pot", word=pl.col("drawn").cast(pl.String), late=True, kept="value_kept"
    )  # fmt: skip
    steps = pl.concat([bets, draws]).sort("hand_key", "n")
    hands = steps.group_by("hand_key").agg(pl.col("pot").first(), words="word")
    seats = facts["seats"].filter("dealt").group_by("hand_key")
    hands = hands.join(seats.agg(pl.col("stack").min(), pl.col("extra_blind").any()), on="hand_key")
    hands = hands.join(facts["hands"].select("hand_key", "small_bet"), on="hand_key").filter(
        2 * pl.col("pot") == 3 * pl.col("small_bet"),
        pl.col("stack") >= DEEPEST * pl.col("small_bet"),
        ~pl.col("extra_blind"),
    )
    nth = pl.int_range(pl.len()).over("hand_key")
    return steps.with_columns(nth=nth).join(hands.select("hand_key", "words"), on="hand_key")


@cache
def answer_of(spot: str, line: str) -> Answer:
    return look_up(find_table(spot), line) if spot in GAMES else answer_at_table(spot, line)


@pytest.mark.parametrize("games", [TABLES, all_games()], ids=["cash", "all"])
def test_verdicts_are_the_answers_of_their_lines(games):
    facts = rows_of(350, games)
    verdicts = compare(facts)[0].join(usual_steps(facts), on=("hand_key", "n"))
    assert verdicts["judge"].value_counts()["count"].min() > 50
    for row in verdicts.iter_rows(named=True):
        line = (row["line"] or "").split()
        assert row["words"][row["nth"] - len(line) : row["nth"]] == line
        assert row["spot"] == "sb-bb" or len(line) == row["nth"]
        found, number = answer_of(row["spot"], row["line"] or ""), row["value"] - 1
        possible = ~np.isnan(found.cost[:, number])
        words = [word for word, may in zip(found.actions, possible, strict=True) if may]
        if row["word"] not in words:  # a draw that the table of a pot does not have, but the blueprint
            found = answer_of_blueprint(row["spot"], row["line"])
            possible = ~np.isnan(found.cost[:, number])
            words = [word for word, may in zip(found.actions, possible, strict=True) if may]
            assert row["judge"] == Judge.BLUEPRINT
        costs, shares = (
            [row[f"{name}_{slot}"] for slot in range(4) if row[f"cost_{slot}"] is not None]
            for name in ("cost", "share")
        )
        cost, share = found.cost[possible, number], found.mix[possible, number]
        assert [each / STEPS for each in costs] == pytest.approx(cost.tolist(), abs=2e-3)
        if None not in shares:
            assert [each / LEVELS for each in shares] == pytest.approx(share.tolist(), abs=0.01)
        assert cost[words.index(row["best"])] == cost.min()
        if row["kept_best"] is not None:
            ranks = values.ranks(row["value"])[-(4 - int(row["word"])) :] if row["word"] < "4" else ()
            assert row["kept_best"] == (not ranks or values.value_of(ranks) == row["kept"])
        taken = words.index(row["word"])
        coarse = COARSE * cost[taken] * row["late"] if row["judge"] == Judge.BLUEPRINT else 0.0
        assert row["loss_error"] == pytest.approx(np.hypot(found.errors[number], coarse), abs=2e-3)
        common = (shares[taken] or 0) / LEVELS >= COMMON and cost[taken] <= row["loss_error"]
        assert row["loss"] == pytest.approx(0.0 if common else cost[taken], abs=2e-3)


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
