"""A solver of `badugi_hh.solve.solver` whose walk over the tree is compiled by numba, two to three times as fast on small trees.

Regrets, sums and results are the same up to rounding. Trees with nodes of chance or payoffs of matrices are left to the solver itself.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from badugi_hh.solve.public_tree import CHANCE, FIXED, SHOWDOWN
from badugi_hh.solve.solver import NEVER, TABLES, Setup, Solver, Weights

MOST_ACTIONS = 4
_DRAWS = 8 * 7
"""The numbers of draws are below this, see `draw_id`."""
IMPROVE, RESPOND, PLAY = range(3)
"""What a walk does for its player: better the strategy, or find the values of the best response or of their average strategy."""

Floats = NDArray[np.float32]


class Tree(NamedTuple):
    """A public tree by columns, and what its draws do.

    A draw first puts the classes of `kept` [draw, class] together. `begins` [draw, row + 1] is where the entries of these rows begin,
    which are the places `to` and the chances `chance` of the classes after the draw. `rows` and `sizes` [draw] are how many rows and classes
    after the draw there are.
    """

    kind: NDArray[np.int8]
    count: NDArray[np.int8]
    enters: NDArray[np.int8]
    last: NDArray[np.int8]
    end: NDArray[np.int32]
    offset: NDArray[np.int64]
    win: Floats
    lose: Floats
    kept: NDArray[np.int16]
    begins: NDArray[np.int32]
    to: NDArray[np.int16]
    chance: Floats
    rows: NDArray[np.int32]
    sizes: NDArray[np.int32]


class Room(NamedTuple):
    """Where a walk keeps its numbers: by depth the opponent's reach and the values, and by depth and action both again."""

    reach: Floats
    values: Floats
    of_action: Floats
    shares: Floats
    rows: Floats


class Play(NamedTuple):
    """What a walk is for: its player, the least reach that is followed, the share of slips, and the task.

    `weights` are those of the strategies, regrets or sums, of `widths` buckets before the last round and in it; `buckets` has that of
    each class. `factors` are the gain, the loss and the weight of an iteration. `wanted` has by node its place in `found`, or -1.
    """

    player: int
    least: np.float32
    slip: np.float32
    task: int
    weights: Floats
    sums: Floats
    widths: NDArray[np.int64]
    buckets: NDArray[np.int16]
    factors: Floats
    wanted: NDArray[np.int32]
    found: Floats


def tree_of(nodes: NDArray[Any], draws: Any, classes: int) -> Tree:
    """Return a tree of nodes whose players distinguish so many classes before the last draw.

    Raises:
        ValueError: the tree has nodes that are not compiled.
    """
    if not np.isin(nodes["kind"], (0, 1, FIXED, SHOWDOWN)).all():
        raise ValueError("only trees of Badugi are compiled")
    kept = np.zeros((_DRAWS, classes), np.int16)
    begins = np.zeros((_DRAWS, classes + 1), np.int32)
    rows, sizes = np.zeros((2, _DRAWS), np.int32)
    to, chance = [np.zeros(0, np.int16)], [np.zeros(0, np.float32)]
    for draw in np.unique(nodes["enters"][nodes["enters"] >= 0]).tolist():
        after = np.concatenate(
            [
                draws.spread(np.full(len(part), draw), part)
                for part in np.array_split(np.eye(classes, dtype=np.float32), 8)
            ]
        )
        different, kept[draw] = np.unique(after, axis=0, return_inverse=True)
        row, column = np.nonzero(different)
        rows[draw], sizes[draw] = len(different), after.shape[1]
        begun = sum(map(len, to))
        begins[draw, : len(different) + 1] = begun + np.searchsorted(row, np.arange(len(different) + 1))
        to.append(column.astype(np.int16))
        chance.append(different[row, column].astype(np.float32))
    columns = {name: np.ascontiguousarray(nodes[name]) for name in Tree._fields[:8]}
    return Tree(
        **columns,
        kept=kept,
        begins=begins,
        to=np.concatenate(to),
        chance=np.concatenate(chance),
        rows=rows,
        sizes=sizes,
    )


@njit(nogil=True, fastmath=True)
def spread(tree, draw, rows, before, after):
    """Write the probabilities of the classes after a draw, from those before it."""
    kept, count = tree.kept[draw], tree.rows[draw]
    rows[:count] = 0.0
    for each in range(len(kept)):
        rows[kept[each]] += before[each]
    after[: tree.sizes[draw]] = 0.0
    for row in range(count):
        if rows[row] != 0.0:
            for entry in range(tree.begins[draw, row], tree.begins[draw, row + 1]):
                after[tree.to[entry]] += rows[row] * tree.chance[entry]


@njit(nogil=True, fastmath=True)
def average(tree, draw, rows, after, before):
    """Write the values of the classes before a draw, from those after it."""
    kept, count = tree.kept[draw], tree.rows[draw]
    for row in range(count):
        total = np.float32(0.0)
        for entry in range(tree.begins[draw, row], tree.begins[draw, row + 1]):
            total += after[tree.to[entry]] * tree.chance[entry]
        rows[row] = total
    for each in range(len(kept)):
        before[each] = rows[kept[each]]


@njit(nogil=True, fastmath=True)
def end(tree, node, player, size, reach, values):
    """Write the values of the player's classes where a hand ends."""
    win, lose = tree.win[node, player], tree.lose[node, player]
    if tree.kind[node] == FIXED:
        total = np.float32(0.0)
        for each in range(len(reach)):
            total += reach[each]
        for each in range(size):
            values[each] = win * total
        return
    total, better = np.float32(0.0), np.float32(0.0)
    for each in range(size):
        total += reach[each]
    for each in range(size):
        better += reach[each]
        values[each] = win * total + (lose - win) * (better - reach[each] / np.float32(2.0))


@njit(nogil=True, fastmath=True)
def mix(weights, begin, count, width, bucket, size, slip, total, shares):
    """Write the strategies of a decision by class, proportional to what is positive, with slips.

    The weights have `width` buckets, and `bucket` is that of each class; an empty one says that classes are their own.
    """
    total[:size] = 0.0
    for action in range(count):
        at = begin + action * width
        if len(bucket) == 0:
            for each in range(size):
                shares[action, each] = max(weights[at + each], np.float32(0.0))
        else:
            for each in range(size):
                shares[action, each] = max(weights[at + bucket[each]], np.float32(0.0))
        for each in range(size):
            total[each] += shares[action, each]
    kept, by_chance = np.float32(1.0) - slip, slip / np.float32(count)
    for action in range(count):
        for each in range(size):
            share = (
                shares[action, each] / total[each] if total[each] > 0 else np.float32(1.0) / np.float32(count)
            )
            shares[action, each] = share * kept + by_chance


@njit(nogil=True, fastmath=True)
def improve(begin, count, size, regrets, gain, loss, slip, of_action, shares, values, mean):
    """Write the values of the current strategy at a decision of the player, and add the regrets of the actions."""
    mean[:size] = 0.0
    values[:size] = 0.0
    for action in range(count):
        for each in range(size):
            mean[each] += shares[action, each] * of_action[action, each]
            values[each] += of_action[action, each]
    for action in range(count):
        at = begin + action * size
        for each in range(size):
            regret = regrets[at + each]
            regrets[at + each] = max(regret * gain, regret * loss) + of_action[action, each] - mean[each]
    for each in range(size):
        values[each] = (np.float32(1.0) - slip) * mean[each] + slip / np.float32(count) * values[each]


@njit(nogil=True, fastmath=True)
def walk(tree, room, play, node, depth, mine, theirs):
    """Write the values of the player's `mine` classes at a node, by the reach of the opponent's `theirs` there, both at the depth in the room."""
    kind, reach, values = tree.kind[node], room.reach[depth], room.values[depth]
    if kind >= CHANCE:
        end(tree, node, play.player, mine, reach[:theirs], values)
        return
    count, begin, last = tree.count[node], tree.offset[node], tree.last[node]
    child, of_action, shares = node + 1, room.of_action[depth], room.shares[depth]
    if kind == play.player:
        for action in range(count):
            draw = tree.enters[child]
            room.reach[depth + 1, :theirs] = reach[:theirs]
            if draw < 0:
                walk(tree, room, play, child, depth + 1, mine, theirs)
                of_action[action, :mine] = room.values[depth + 1, :mine]
            else:
                walk(tree, room, play, child, depth + 1, tree.sizes[draw], theirs)
                average(tree, draw, room.rows[depth], room.values[depth + 1], of_action[action])
            child = tree.end[child]
        if play.task == IMPROVE:
            mix(
                play.weights,
                begin,
                count,
                mine,
                play.buckets[0, :0],
                mine,
                np.float32(0.0),
                room.rows[depth],
                shares,
            )
            improve(
                begin,
                count,
                mine,
                play.weights,
                play.factors[0],
                play.factors[1],
                play.slip,
                of_action,
                shares,
                values,
                room.rows[depth],
            )
            return
        if play.wanted[node] >= 0:
            for action in range(count):
                play.found[play.wanted[node], action, :mine] = of_action[action, :mine]
        if play.task == PLAY:
            mix(
                play.weights,
                begin,
                count,
                play.widths[last],
                play.buckets[last],
                mine,
                play.slip,
                room.rows[depth],
                shares,
            )
        for each in range(mine):
            most, total = of_action[0, each], np.float32(0.0)
            for action in range(count):
                most = max(most, of_action[action, each])
                total += of_action[action, each] * (
                    shares[action, each] if play.task == PLAY else play.slip / np.float32(count)
                )
            values[each] = total if play.task == PLAY else (np.float32(1.0) - play.slip) * most + total
        return
    if play.task == IMPROVE:
        mix(
            play.weights,
            begin,
            count,
            theirs,
            play.buckets[0, :0],
            theirs,
            np.float32(0.0),
            room.rows[depth],
            shares,
        )
        for action in range(count):
            for each in range(theirs):
                played = shares[action, each] * reach[each]
                play.sums[begin + action * theirs + each] += play.factors[2] * played
                shares[action, each] = (
                    (np.float32(1.0) - play.slip) * shares[action, each] + play.slip / np.float32(count)
                ) * reach[each]
    else:
        mix(
            play.weights,
            begin,
            count,
            play.widths[last],
            play.buckets[last],
            theirs,
            play.slip,
            room.rows[depth],
            shares,
        )
        for action in range(count):
            for each in range(theirs):
                shares[action, each] *= reach[each]
    values[:mine] = 0.0
    for action in range(count):
        total = np.float32(0.0)
        for each in range(theirs):
            total += shares[action, each]
        if total > play.least:
            draw, after = tree.enters[child], theirs
            if draw < 0:
                room.reach[depth + 1, :theirs] = shares[action, :theirs]
            else:
                after = tree.sizes[draw]
                spread(tree, draw, room.rows[depth], shares[action], room.reach[depth + 1])
            walk(tree, room, play, child, depth + 1, mine, after)
            for each in range(mine):
                values[each] += room.values[depth + 1, each]
        child = tree.end[child]


class CompiledSolver(Solver):
    """A solver whose walks are compiled."""

    def __init__(self, setup: Setup, weights: Weights = TABLES, slip: float = 0.0) -> None:
        super().__init__(setup, weights, slip)
        own = len(self._ranges[0])
        self._tree = tree_of(setup.nodes, self._draws, own)
        self._whole: Tree | None = self._tree if self._draws is self._all_draws else None
        self._depth = _depth_of(self._tree)

    def _walked(
        self,
        tree: Tree,
        player: int,
        least: float,
        task: int,
        ranges: Any,
        factors: tuple[float, ...],
        wanted: Any,
        found: Floats,
    ) -> Floats:
        size = len(ranges[0])
        most = max(size, int(tree.sizes.max()))
        deep = self._depth, MOST_ACTIONS
        room = Room(
            *(np.zeros((*shape, most), np.float32) for shape in (deep[:1], deep[:1], deep, deep, deep[:1]))
        )
        room.reach[0, :size] = ranges[1 - player]
        early = self._every if self.setup.early is None else self.setup.early
        buckets = np.stack([early, self.setup.buckets])
        widths = np.array([int(each[-1]) + 1 for each in buckets])
        weights = self.regrets if task == IMPROVE else self.sums
        numbers = np.float32(least), np.float32(self.slip), task
        play = Play(
            player,
            *numbers,
            weights,
            self.sums,
            widths,
            buckets,
            np.array(factors, np.float32),
            wanted,
            found,
        )
        walk(tree, room, play, 0, 0, size, size)
        return room.values[0, :size].copy()

    def iterate(self, count: int = 1) -> None:
        """Improve both players `count` times."""
        none = np.zeros(0, np.int32), np.zeros((0, 0, 0), np.float32)
        for _ in range(count):
            done = float(self.iterations)
            positive, negative = (done**power if done else 0.0 for power in self._weights[:2])
            factors = positive / (positive + 1), negative / (negative + 1), (done + 1) ** self._weights.gamma
            for player in (0, 1):
                self._walked(self._tree, player, NEVER / (done + 1), IMPROVE, self._ranges, factors, *none)
            self.iterations += 1

    def respond(
        self, player: int, *, best: bool = True, cut: float = 0.0, wanted: Collection[int] = ()
    ) -> tuple[Floats, dict[int, Floats]]:
        """Return the value of each of the player's classes against the opponent's average strategy, as `Solver.respond` does."""
        if self._whole is None:
            self._whole = tree_of(self.setup.nodes, self._all_draws, len(self._every))
        nodes = [node for node in sorted(wanted) if self.setup.nodes["kind"][node] == player]
        places = np.full(len(self.setup.nodes), -1, np.int32)
        places[nodes] = np.arange(len(nodes))
        found = np.zeros((len(nodes), MOST_ACTIONS, len(self._every)), np.float32)
        values = self._walked(
            self._whole,
            player,
            cut,
            RESPOND if best else PLAY,
            self.setup.ranges,
            (0.0, 0.0, 0.0),
            places,
            found,
        )
        counts = self.setup.nodes["count"]
        return values, {node: found[nth, : counts[node]] for nth, node in enumerate(nodes)}


def _depth_of(tree: Tree) -> int:
    """Return how many nodes the longest line has, and one more."""
    deep, ends = 0, [len(tree.end)]
    for node in range(len(tree.end)):
        while node >= ends[-1]:
            ends.pop()
        ends.append(int(tree.end[node]))
        deep = max(deep, len(ends))
    return deep + 1
