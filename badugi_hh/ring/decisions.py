"""Prices the steps of played hands: by the tables of solved games and pots, and where these say nothing, by the blueprint of full tables."""

from collections.abc import Callable
from dataclasses import fields

import numpy as np

from badugi_hh.ring.blueprint import Blueprint
from badugi_hh.ring.follow_hands import Spots, follow_hands
from badugi_hh.ring.hand_row import FEWEST_PLAYERS
from badugi_hh.ring.pots_of_two import LAST_PHASE, LEAST_LEFT, NONE, STACK_ERRORS, Pots
from badugi_hh.ring.table_prices import table_prices
from badugi_hh.solve.follow_tables import FollowedTable, exact_prices, nodes_of
from badugi_hh.solve.game import HEADS_UP, SB_BB
from badugi_hh.solve.hand_decisions import FORCED, MORE_PLAYERS, NO_TABLE, OUTSIDE, UNKNOWN
from badugi_hh.solve.played_hands import CODES, NO_REASON, SLOTS, Flags, Numbers, Played
from badugi_hh.solve.step_prices import StepPrices

_BIG_BETS = 0.25
"""Half a small bet in big bets."""

FindTable = Callable[[str], FollowedTable | None]
"""Returns the table of a spot, None if there is none."""


def price_steps(
    played: Played, find: FindTable, blueprint: Blueprint | None, pots: Pots | None = None
) -> StepPrices:
    """Return the prices of all steps, or why there are none."""
    col, known = played.steps["col"], played.steps["value"] >= 0
    unasked = np.select([played.steps["forced"], ~known], [CODES[FORCED], CODES[UNKNOWN]], NO_REASON)
    players, solved, table = (played.hands[name] for name in ("players", "solved", "table"))
    count = len(col)
    prices = StepPrices(
        np.arange(count),
        np.where(solved == NO_REASON, CODES[MORE_PLAYERS], solved)[col],
        np.full((count, SLOTS), -1),
        np.full((count, SLOTS), np.inf),
        np.full((count, SLOTS), np.nan),
        np.zeros(count, np.int64),
        np.full(count, np.nan),
        np.zeros(count, np.bool_),
        np.zeros(count, np.int64),
    )
    for game, of_game in ((HEADS_UP, players == 2), (SB_BB, players > 2)):
        hands = np.flatnonzero(of_game & (solved == NO_REASON))
        if len(hands):
            _by_table(prices, played, hands, find(game.name), unasked)
    if blueprint is not None:
        open_ = (players >= FEWEST_PLAYERS)[col] & (prices.reason >= 0)
        outside = np.where(table >= 0, table, CODES[OUTSIDE])[col]
        prices.reason[open_] = np.where(unasked >= 0, unasked, outside)[open_]
        wanted = open_ & (unasked == NO_REASON) & (table == NO_REASON)[col]
        if wanted.any():
            spots = follow_hands(played, np.unique(col[wanted]), wanted)
            words, values = (played.steps[name][spots.rows] for name in ("word", "value"))
            _put(prices, table_prices(blueprint, spots, words, values))
            if pots is not None:
                _by_pots(prices, played, spots, pots)
    return prices


def _by_table(
    prices: StepPrices, played: Played, hands: Numbers, table: FollowedTable | None, unasked: Numbers
) -> None:
    """Add the prices of the steps of hands of a game, or why there are none."""
    others = played.hands["players"] - 2
    rows, nodes = nodes_of(played, hands, others[hands], table)
    outside = CODES[NO_TABLE if table is None else OUTSIDE]
    prices.reason[rows] = np.where(nodes < 0, outside, unasked[rows])
    asked = prices.reason[rows] == NO_REASON
    if table is not None and asked.any():
        rows, nodes = rows[asked], nodes[asked]
        col = played.steps["col"][rows]
        _put(prices, exact_prices(table, rows, nodes, played, others[col], played.hands["odd"][col]))


def _by_pots(prices: StepPrices, played: Played, spots: Spots, pots: Pots) -> None:
    """Put the prices of the tables of pots in place of those of the blueprint, where there are any.

    Money that is not in the pot of the line adds to the error as much as it is, and so do stacks that are not deep. The blueprint stays
    where two big bets are not left to each, and in the last bets for hands that good players never have there.
    """
    begun, count = spots.pots, len(prices.rows)
    phase, line, off, short = np.zeros(count, np.int64), *np.zeros((3, len(played.hands["players"])))
    claimed = (spots.reason == NO_REASON) & (spots.left >= LEAST_LEFT)
    phase[spots.rows[claimed]] = spots.phase[claimed]
    line[begun.hands], short[begun.hands] = begun.line, begun.short
    off[begun.hands] = abs(begun.money - pots.money[begun.line]) * _BIG_BETS
    of_pot = pots.table[begun.line]
    for place in np.unique(of_pot[of_pot != NONE]).tolist():
        of, table = of_pot == place, pots.find(place)
        rows, nodes = nodes_of(played, begun.hands[of], begun.before[of], table)
        asked = (nodes >= 0) & (phase[rows] > 0)
        rows, nodes = rows[asked], nodes[asked]
        if not len(rows):
            continue
        col = played.steps["col"][rows]
        error = np.hypot(off[col], pots.error[line[col].astype(np.int64), phase[rows]])
        error = np.hypot(error, STACK_ERRORS[phase[rows]] * short[col])
        found = exact_prices(table, rows, nodes, played, np.zeros_like(rows), error)
        unheld = np.isnan(found.share).all(axis=1) & (phase[rows] == LAST_PHASE)
        _put(prices, found, (found.reason == NO_REASON) & ~unheld)


def _put(prices: StepPrices, found: StepPrices, some: Flags | slice = slice(None)) -> None:
    for each in fields(StepPrices):
        getattr(prices, each.name)[found.rows[some]] = getattr(found, each.name)[some]
