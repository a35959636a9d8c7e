"""Planted leaks: simulated players with one leak each have it as their first finding.

The simulated players do not play the baselines in everything: the checks that the sound player itself fails are left out.
A leak that only a heuristic finds, such as drawing two to a good hand, is none of them: a heuristic is never a flag.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import duckdb
import pytest

from badugi_hh import facts, leaks
from badugi_hh.facts.columns import DECISIONS, DRAWS, EVENTS, HANDS, SEATS
from badugi_hh.leaks import LEAKS, Verdict
from badugi_hh.replay import replay
from badugi_hh.simulate import Player, simulate
from badugi_hh.simulate.styles import SOLID, Range
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.append import Appender, frame_of_columns
from badugi_hh.store.database import open_database
from badugi_hh.store.price_pass import price_hands

SOUND = replace(SOLID, snow=0.0, bet_ahead=1.0, aggression=1.0, slow_play=0.0)
OF_THE_SIMULATOR = ("B1-CO", "B1-SB", "B7", "B15", "B18", "B21-FEW")

PLANTED: dict[str, tuple[set[str], dict[str, Any]]] = {
    "folds without a bet": ({"A5"}, {"fold_free": 0.1}),
    "stands pat when no bet can follow": ({"A2"}, {"pat_short": 0.9}),
    "checks the better draw": ({"B13"}, {"bet_ahead": 0.1}),
    "folds the big blind": ({"B4-BTN", "B4-SB"}, {"fold_blind": 0.8}),
    "limps": ({"B3"}, {"raise_first": 0.2}),
    "breaks tens": ({"B11"}, {"pat": (6, 6, 6)}),
    "bets draws into pat hands": ({"B14"}, {"bluff": 0.9}),
    "bets and raises rarely": ({"B13", "B20-BADUGI"}, {"aggression": 0.3}),
    "folds good draws": ({"B16"}, {"sticky": -0.25}),
    "snows without end": ({"B21-MANY", "B23-PAT", "B24"}, {"snow": 0.9}),
    "opens too many hands early": ({"B1-EP-MANY"}, {"early": Range(badugi=12, tri=10, two=4)}),
}


@contextmanager
def simulated(style: dict[str, Any], number: int, seed: int) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a database of simulated hands of a sound player with one leak."""
    rows = facts.Rows()
    for key, hand in enumerate(simulate(number, seed, hero=Player("Hero", replace(SOUND, **style)))):
        facts.add_rows(rows, replay(hand), key)
    con = open_database(None)
    try:
        for table in (HANDS, SEATS, EVENTS, DECISIONS, DRAWS):
            Appender(con).append_frame(table, frame_of_columns(table, rows.columns(table)))
        yield con
    finally:
        con.close()


def first_finding(style: dict[str, Any], number: int, seed: int) -> str:
    """Return the id of the first finding, empty if it is no flag."""
    with simulated(style, number, seed) as con:
        if style.keys() & {"fold_free", "pat_short"}:  # these mistakes have a cost only with prices
            price_hands(con)
        finding = leaks.find(con, Filter(), ignored=OF_THE_SIMULATOR)[0]
    return finding.leak.id if finding.verdict is Verdict.FLAG else ""


def test_a_planted_leak_is_the_first_finding() -> None:
    planted, style = PLANTED["breaks tens"]
    assert first_finding(style, 500, 3) in planted


def test_wrong_cards_kept_are_found_by_their_prices() -> None:
    """Without the leak, the same player seldom keeps dominated cards."""
    made = {}
    for share in (0.0, 0.9):
        with simulated({"wrong_keep": share}, 130, 3) as con:
            price_hands(con)
            finding = leaks.find(con, Filter(), ignored=LEAKS.keys() - {"A1"})[0]
        made[share] = finding.made
        assert finding.chances > 5
        assert (finding.cost or 0) >= 0
    assert made[0.9] > 2 + made[0.0]


SAMPLES, SIZE = 2, 6000  # a lone steal against the big blind happens once in a hundred hands


@pytest.mark.long
@pytest.mark.parametrize("kind", PLANTED)
def test_planted_leaks_in_full(kind: str) -> None:
    planted, style = PLANTED[kind]
    first = [first_finding(style, SIZE, seed) for seed in range(11, 11 + SAMPLES)]
    print(f"{kind}: first finding of {SAMPLES} samples of {SIZE:,} hands: {', '.join(first)}")  # noqa: T201 -- the report of a long run
    assert set(first) <= planted
