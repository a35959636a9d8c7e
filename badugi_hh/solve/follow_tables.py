"""Follows played hands through the public lines of solved games, all side by side, and looks up what their tables say."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, deal
from badugi_hh.solve.game import Game, PublicState
from badugi_hh.solve.known import Reason
from badugi_hh.solve.played_hands import NO_REASON, PAT, SLOT_OF, SLOTS, WORDS, Flags, Numbers, Played
from badugi_hh.solve.player_ranges import Reach, drawn_to, without_rare
from badugi_hh.solve.solved_table import SolvedTable
from badugi_hh.solve.step_prices import Errors, StepPrices, judged

_PLACES = {word: place for place, word in enumerate(WORDS)}


@dataclass(frozen=True, slots=True)
class FollowedTable:
    """A table, the line of each of its nodes, and how the nodes hang together; -1 stands for no node.

    `after` has the node after each word, and one more row that has none. Of the player who acts at a node, `last` is the node where they
    acted before, `did` the word of it, `turns` how often they have acted, and `drawn` how many cards they have drawn.
    """

    table: SolvedTable
    lines: tuple[str, ...]
    after: NDArray[np.int32]
    last: NDArray[np.int32]
    did: NDArray[np.int32]
    turns: NDArray[np.int32]
    drawn: NDArray[np.int32]


def followed(table: SolvedTable) -> FollowedTable:
    """Return a table to follow hands through."""
    count, players = len(table.nodes), table.nodes[:, 0]
    ends = [line.rpartition(" ") for line in table.lines]
    last = np.array([table.lines.get(head, -1) if name else -1 for head, _, name in ends], np.int32)
    did = np.array([_PLACES.get(name, -1) for *_, name in ends], np.int32)
    after = np.full((count + 1, len(WORDS)), -1, np.int32)
    led = np.flatnonzero(last >= 0)
    after[last[led], did[led]] = led
    step = last.copy(), did.copy()  # the node before, and the word that leads on from it
    while len(others := np.flatnonzero((last >= 0) & (players[last] != players))):
        did[others], last[others] = step[1][last[others]], step[0][last[others]]
    did[last < 0] = -1
    turns, drawn = np.zeros((2, count), np.int32)
    now = np.flatnonzero(last < 0)
    while len(now := np.flatnonzero(np.isin(last, now))):
        turns[now] = turns[last[now]] + 1
        drawn[now] = drawn[last[now]] + np.maximum(did[now] - PAT, 0)
    return FollowedTable(table, tuple(table.lines), after, last, did, turns, drawn)


def nodes_of(played: Played, hands: Numbers, table: FollowedTable | None) -> tuple[Numbers, Numbers]:
    """Return the rows of the steps of hands of a game after those of other players, and the node of each, -1 where the table has none."""
    words = played.steps["word"]
    others = played.hands["players"][hands] - 2
    at = np.full(len(hands), -1 if table is None else table.table.lines.get("", -1))
    found = []
    for k, rows in enumerate(played.along(hands)):
        begun = k >= others[: len(rows)]
        now = at[: len(rows)]
        found.append((rows[begun], now[begun]))
        if table is not None:
            now[begun] = table.after[now[begun], words[rows[begun]]]
    return np.concatenate([rows for rows, _ in found]), np.concatenate([nodes for _, nodes in found])


def exact_prices(table: FollowedTable, rows: Numbers, nodes: Numbers, played: Played) -> StepPrices:
    """Return the prices of steps with known cards at nodes of a table."""
    words, values = (played.steps[name][rows] for name in ("word", "value"))
    number = values - 1
    options = np.full((len(rows), SLOTS), -1)
    cost, share = np.full((len(rows), SLOTS), np.inf), np.zeros((len(rows), SLOTS))
    reasons, errors = np.zeros(len(rows), np.uint8), np.zeros(len(rows))
    for node, of in _groups(nodes):
        of_node = list(_words_of(table.table.game, table.lines[node]))
        at = of[:, None], SLOT_OF[of_node]
        options[at] = of_node
        cost[at] = table.table.costs(node)[:, number[of]].T
        share[at] = table.table.mixes(node)[:, number[of]].T
        reasons[of], errors[of] = table.table.reasons(node)[number[of]], table.table.errors(node)[number[of]]
    unsure = np.select([reasons == Reason.RARE, reasons == Reason.UNSURE], [np.nan, np.inf], errors)
    odd = played.hands["odd"][played.steps["col"][rows]]
    share[~held_at(table, nodes, number)] = np.nan
    no_reason, exact = np.full(len(rows), NO_REASON), np.ones(len(rows), np.bool_)
    found = StepPrices(rows, no_reason, options, cost, share, SLOT_OF[words], unsure, exact)
    return judged(found, Errors(np.hypot(unsure, odd)))


def held_at(table: FollowedTable, nodes: Numbers, numbers: Numbers) -> Flags:
    """Return whether best play ever comes to nodes with classes, given by their numbers.

    The range of a player follows from what they did themselves; those of all nodes are followed turn by turn.
    """
    turns = [np.unique(nodes)]
    while len(turns[-1]):
        before = table.last[turns[-1]]
        turns.append(np.unique(before[before >= 0]))
    every = np.unique(np.concatenate(turns))
    held, found = np.zeros((0, CLASSES)), np.zeros(len(nodes), np.bool_)
    places = np.full(len(table.last) + 1, -1)
    for turn in range(len(turns)):
        now = every[table.turns[every] == turn]
        if not len(now):
            break
        held = _ranges(table, now, held[places[table.last[now]]]) if turn else np.tile(deal(), (len(now), 1))
        places[now] = np.arange(len(now))
        of = np.flatnonzero(table.turns[nodes] == turn)
        found[of] = held[places[nodes[of]], numbers[of]] > 0
    return found


def _ranges(table: FollowedTable, nodes: Numbers, before: Reach) -> Reach:
    """Return the ranges of the players who act at nodes, from those where they acted before."""
    last, did = table.last[nodes], table.did[nodes]
    played = without_rare(before)
    for node, of in _groups(last):
        words = _words_of(table.table.game, table.lines[node])
        played[of] *= table.table.mixes(node)[[words.index(word) for word in did[of]]]
    for drawn, of in _groups(did - PAT):
        if drawn >= 0:
            played[of] = drawn_to(played[of], drawn, table.drawn[last[of]])
    return without_rare(played)


def _groups(numbers: Numbers) -> list[tuple[int, Numbers]]:
    """Return the different numbers, each with its places."""
    order = np.argsort(numbers, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1)
    return [(int(numbers[of[0]]), of) for of in parts]


@lru_cache(maxsize=40_000)
def _words_of(game: Game, line: str) -> tuple[int, ...]:
    """Return the words of the actions after a line of a table."""
    return tuple(_PLACES[name] for name, _ in game.moves(_state_after(game, line)))


@lru_cache(maxsize=20_000)
def _state_after(game: Game, line: str) -> PublicState:
    """Return the state after a line of a table, from the state before its last action."""
    before, _, word = line.rpartition(" ")
    return game.after(_state_after(game, before), word) if line else game.root
