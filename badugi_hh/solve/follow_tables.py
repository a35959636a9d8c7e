"""Follows played hands through the public lines of solved games, all side by side, and looks up what their tables say."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.known import Reason
from badugi_hh.solve.played_hands import NO_REASON, SLOT_OF, SLOTS, WORDS, Numbers, Played
from badugi_hh.solve.solved_table import Table
from badugi_hh.solve.step_prices import Errors, StepPrices, judged

_PLACES = {word: place for place, word in enumerate(WORDS)}


@dataclass(frozen=True, slots=True)
class FollowedTable:
    """A table, the line of each of its nodes, and the node after each action: -1 where the table has none. Its last row has only -1."""

    table: Table
    lines: tuple[str, ...]
    after: NDArray[np.int32]


def followed(table: Table) -> FollowedTable:
    """Return a table to follow hands through."""
    after = np.full((len(table.nodes) + 1, len(WORDS)), -1, np.int32)
    for line, node in table.lines.items():
        before, _, word = line.rpartition(" ")
        if word and before in table.lines:
            after[table.lines[before], _PLACES[word]] = node
    return FollowedTable(table, tuple(table.lines), after)


def nodes_of(played: Played, hands: Numbers, table: FollowedTable | None) -> tuple[Numbers, Numbers]:
    """Return the rows of the steps of hands of a game after those of other players, and the node of each, -1 where the table has none."""
    words = played.steps["word"].to_numpy()
    others = played.hands["players"].to_numpy()[hands] - 2
    at = np.full(len(hands), -1 if table is None else table.table.lines.get("", -1))
    found = []
    for k, rows in enumerate(played.along(hands)):
        begun = k >= others[: len(rows)]
        now = at[: len(rows)]
        found.append((rows[begun], now[begun]))
        if table is not None:
            now[begun] = table.after[now[begun], words[rows[begun]]]
    return np.concatenate([rows for rows, _ in found]), np.concatenate([nodes for _, nodes in found])


def look_up(table: FollowedTable, rows: Numbers, nodes: Numbers, played: Played) -> StepPrices:
    """Return the prices of steps with known cards at nodes of a table."""
    words, values = (played.steps[name].to_numpy()[rows] for name in ("word", "value"))
    number = values.astype(np.int64) - 1
    options, cost = np.full((len(rows), SLOTS), -1), np.full((len(rows), SLOTS), np.inf)
    unsure = np.empty(len(rows))
    order = np.argsort(nodes, kind="stable")
    for of in np.split(order, np.flatnonzero(np.diff(nodes[order])) + 1):
        node = int(nodes[of[0]])
        of_node = list(_words_of(table.table.game, table.lines[node]))
        slots = SLOT_OF[of_node]
        options[of[:, None], slots] = of_node
        cost[of[:, None], slots] = table.table.costs(node)[:, number[of]].T
        reasons = table.table.reasons(node)[number[of]]
        errors = table.table.errors(node)[number[of]]
        unsure[of] = np.select([reasons == Reason.RARE, reasons == Reason.UNSURE], [np.nan, np.inf], errors)
    odd = played.hands["odd"].to_numpy()[played.steps["col"].to_numpy()[rows]]
    none = np.full(cost.shape, np.nan)
    no_reason, exact = np.full(len(rows), NO_REASON), np.ones(len(rows), np.bool_)
    found = StepPrices(rows, no_reason, options, cost, none, SLOT_OF[words], unsure, exact)
    return judged(found, Errors(np.hypot(unsure, odd)))


@lru_cache(maxsize=40_000)
def _words_of(game: Game, line: str) -> tuple[int, ...]:
    """Return the words of the actions after a line of a table."""
    return tuple(_PLACES[name] for name, _ in game.moves(_state_after(game, line)))


@lru_cache(maxsize=20_000)
def _state_after(game: Game, line: str) -> PublicState:
    """Return the state after a line of a table, from the state before its last action."""
    before, _, word = line.rpartition(" ")
    return game.after(_state_after(game, before), word) if line else game.root
