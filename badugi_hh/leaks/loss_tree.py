"""The tree of the losses of each player: every judged decision and draw is in one leaf, and a node is the sum of its leaves.

`loss_nodes` declares the tree; the losses are those of the view `verdicts`, whose sum is the root. A node also has the hands
behind it (`hands_of_node`), of which the costs add up to its loss.

The interval of a loss has two parts. Chance: a few hands of many have a loss (`of_rare_sum`). Errors of the judges: those of a
solved game or blueprint are the same wherever one row of a table was looked up, and a row is of one kind of hand in one situation,
so within a kind they add up, whatever was done; those of other kinds and judges are independent. A loss is clear where the interval lies above `floor`, what a player of best play shows
by the errors alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl

from badugi_hh.as_json import AsJson
from badugi_hh.facts.schema import DECISIONS, DRAWS
from badugi_hh.facts.words import IS_MISTAKE, Judge
from badugi_hh.leaks.finding import fields_of
from badugi_hh.leaks.leak import Phrase
from badugi_hh.leaks.loss_floor import floor_of
from badugi_hh.leaks.loss_nodes import ALL, DO, OTHER_CARDS, leaf_sql, parents, titles
from badugi_hh.leaks.trends import LATEST
from badugi_hh.stats.definitions.intervals import of_rare_sum
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch_frame, row_set

if TYPE_CHECKING:
    from datetime import datetime

TICKS = 10_000
"""Losses are stored with four decimals; in whole ticks their sums are exact."""
Z = 1.96
"""The normal quantile of all intervals of losses."""
MOST_OF = 0.5
"""A part of a node that holds this share of its loss is named in its place."""
NOTABLE = 0.02
"""A loss per 100 hands that exceeds that of best play by less is never clear: of many nodes some are above it by chance."""
FEWEST = 5
"""A loss of fewer hands is that of single hands, and no habit."""
INSTEAD, KEEP_OTHERS = (
    "{where}, with {hands}: {best}, not {done}",
    "{where}, with {hands}: keep other cards, see the list",
)
"""The forms of instructions."""
SOLVED = (str(Judge.GAME), str(Judge.POT), str(Judge.BLUEPRINT))
"""The judges whose errors are partly the same for all hands of a kind."""


@dataclass(frozen=True, slots=True)
class LossTrend(AsJson):
    """The loss per 100 hands before the latest `LATEST` hands and in them, and the 95 % interval of the difference."""

    before: float
    latest: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Return whether chance does not explain the difference."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class LossNode(AsJson):
    """A node of the tree of a player: what their decisions and draws lost there, in big bets.

    `lost` is the sum, exact to the four decimals of a stored loss; `loss`, `low`, `high` and `floor` are per 100 judged hands of
    the player, None where the sum has no interval. `decisions` are the judged decisions and draws, `hands` the number of hands
    with a loss, as `hands_of_node` lists them, and `mistakes` the decisions that lose at least that of a mistake beyond their error. `judges`
    has the part of `lost` by judge, and `cents` the loss in cash games by currency. `instruction` is what to do at the
    dearest leaf of the node, empty if nothing was lost, and `instructed` what that leaf loses per 100 hands.
    """

    id: str
    titles: tuple[Phrase, ...]
    decisions: int
    hands: int
    lost: float
    loss: float
    low: float | None
    high: float | None
    floor: float
    mistakes: int
    judges: Mapping[str, float]
    cents: Mapping[str, int]
    trend: LossTrend | None
    instruction: str
    instructed: float
    children: "tuple[LossNode, ...]" = ()

    @property
    def is_clear(self) -> bool:
        """Return whether the interval of the loss lies notably above what best play shows by the errors of the tables.

        What mostly equity alone judges is never clear: it knows no later bets, and best play loses by it too.
        """
        above = self.low is not None and self.low > self.floor + NOTABLE
        return above and self.hands >= FEWEST and self.judge != Judge.EQUITY

    @property
    def title(self) -> str:
        """Return the titles of the levels down to the node as one text."""
        return ", ".join(self.titles)

    @property
    def judge(self) -> Judge | None:
        """Return the judge of the largest part of the loss; None if nothing was lost."""
        return Judge(max(self.judges, key=lambda judge: self.judges[judge])) if self.judges else None

    def _json(self) -> dict[str, Any]:
        first = fields_of(self, "id", "title", "decisions", "hands", "lost", "loss", "low", "high", "floor")
        more = ("is_clear", "mistakes", "judges", "cents", "trend", "instruction", "instructed", "children")
        return first | fields_of(self, *more)


@dataclass(frozen=True, slots=True)
class LossTree(AsJson):
    """The tree of a player; `hands` are those with a judged decision or draw of the player."""

    player: str
    hands: int
    root: LossNode

    def nodes(self) -> "list[LossNode]":
        """Return all nodes, each before its children."""
        return _and_below(self.root)

    @property
    def streets(self) -> "tuple[LossNode, ...]":
        """Return the nodes of the streets, the dearest first."""
        return self.root.children

    @property
    def situations(self) -> "tuple[LossNode, ...]":
        """Return the nodes below the streets, the dearest first."""
        found = (node for street in self.streets for node in street.children)
        return tuple(sorted(found, key=lambda node: -node.lost))

    @property
    def dearest(self) -> "tuple[LossNode, ...]":
        """Return the clear nodes to work on, none within another.

        They are the clear situations, the dearest first; of each the node furthest down that is clear and holds at least half of its loss.
        """
        clear = sorted((node for node in self.situations if node.is_clear), key=lambda node: -node.lost)
        return tuple(map(_narrowed, clear))


def _and_below(node: LossNode) -> list[LossNode]:
    return [node, *(below for child in node.children for below in _and_below(child))]


def _narrowed(node: LossNode) -> LossNode:
    least = MOST_OF * node.lost
    while parts := [part for part in node.children if part.is_clear and part.lost >= least]:
        node = parts[0]
    return node


# --- the rows


def loss_rows(hand_filter: Filter) -> tuple[str, list[object]]:
    """Return a query for the judged decisions and draws of the selected seats, each with its leaf, and its parameters.

    Raises:
        FilterError: the filter keeps a value that decisions or draws do not have.
    """
    queries: list[str] = []
    parameters: list[object] = []
    own = {
        DECISIONS.name: ("'b' || round", "value", "action"),
        DRAWS.name: ("'d' || draw", "value_before", "CAST(drawn AS VARCHAR)"),
    }
    for table, (street, value, action) in own.items():
        rows, values = row_set(table, hand_filter, prices=True)
        held = f"SELECT *, {street} AS street"
        held += "" if value == "value" else f", {value} AS value, {action} AS action"
        queries.append(
            f"SELECT player, hand_key, seat, n, played_at, {leaf_sql(table)} AS leaf, street, "
            f"coalesce(position, '') AS position, value, loss, loss_error, ({IS_MISTAKE}) AS mistake, judge, "
            "CASE WHEN game = 'cash' THEN currency END AS currency, CAST(big_bet AS DOUBLE) AS big_bet "
            f"FROM ({held} FROM ({rows})) WHERE loss IS NOT NULL AND knowledge = 'dealt'"
        )
        parameters += values
    return " UNION ALL ".join(queries), parameters


def hands_of_node(hand_filter: Filter, id_: str) -> tuple[str, list[object]]:
    """Return a query for the losses of a node, and its parameters: the hand, the seat, and the `cost` of each.

    Raises:
        FilterError: the filter keeps a value that decisions or draws do not have.
    """
    rows, parameters = loss_rows(hand_filter)
    below = "" if id_ == ALL else f" AND (leaf = '{id_}' OR starts_with(leaf, '{id_}.'))"
    return f"SELECT hand_key, seat, loss AS cost FROM ({rows}) WHERE loss > 0{below}", parameters


def loss_trees(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[LossTree]:
    """Return the tree of each selected player who has a judged decision or draw, those with most hands first.

    Raises:
        FilterError: the filter keeps a value that decisions or draws do not have, or its SQL cannot be used.
    """
    rows = fetch_losses(con, hand_filter)
    trees = [
        _tree(player, of_player) for (player,), of_player in rows.group_by("player", maintain_order=True)
    ]
    return sorted(trees, key=lambda tree: (-tree.hands, tree.player))


def fetch_losses(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> pl.DataFrame:
    """Return the rows of `loss_rows` in the order of their keys, with the loss in whole `ticks`, and the `floor` of best play.

    Raises:
        FilterError: as `loss_trees`.
    """
    query, parameters = loss_rows(hand_filter)
    rows = fetch_frame(con, hand_filter, f"{query} ORDER BY hand_key, seat, n", parameters)
    return rows.with_columns(ticks=(pl.col("loss") * TICKS).round().cast(pl.Int64), floor=floor_of())


# --- the sums


def _tree(player: str, rows: pl.DataFrame) -> LossTree:
    """Return the tree of the rows of one player."""
    solved = pl.col("judge").is_in(SOLVED)
    erring = pl.when(pl.col("loss") > 0).then("loss_error").otherwise(0.0)
    rows = rows.with_columns(
        together=pl.when(solved).then(erring).otherwise(0.0),
        apart=pl.when(solved).then(0.0).otherwise(erring),
        cents=pl.col("loss") * pl.col("big_bet"),
        hand=pl.struct("hand_key", "seat"),
        kind=pl.col("leaf").str.replace(r"\.[^.]*$", ""),
    )
    above = _above(rows["leaf"].unique(maintain_order=True))
    sums = _by_node(
        rows,
        above,
        decisions=pl.len(),
        **{name: pl.col(name).sum() for name in ("ticks", "floor", "mistake")},
        errors=(pl.col("apart") ** 2).sum(),
    ).rows_by_key("node", named=True, unique=True)
    kinds = _by_node(rows, above, "kind", together=pl.col("together").sum())
    errors = dict(
        kinds.group_by("node", maintain_order=True).agg((pl.col("together") ** 2).sum()).iter_rows()
    )
    by_hand = _by_node(rows.filter(pl.col("ticks") > 0), above, "hand", ticks=pl.col("ticks").sum())
    amounts = dict(by_hand.group_by("node", maintain_order=True).agg(pl.col("ticks")).iter_rows())
    judges = _parts(rows, above, "judge", "ticks")
    cents = _parts(rows.filter(pl.col("currency").is_not_null()), above, "currency", "cents")
    played = rows.group_by("hand").agg(pl.col("played_at").first())
    per_hundred = 100 / played.height
    trends = _trends(rows, above, played)
    nodes: dict[str, list[LossNode]] = {}
    instructions = _instructions(rows, above, per_hundred)
    named = titles()
    for id_ in sorted(sums, key=lambda id_: (-id_.count(".") if id_ != ALL else 1, id_)):
        of_node, amounts_of = sums[id_], amounts.get(id_, [])
        lost = of_node["ticks"] / TICKS
        low, high = _interval(amounts_of, sqrt(of_node["errors"] + errors[id_]))
        node = LossNode(
            id_,
            named[id_],
            of_node["decisions"],
            len(amounts_of),
            lost,
            lost * per_hundred,
            None if low is None else low * per_hundred,
            None if high is None else high * per_hundred,
            of_node["floor"] * per_hundred,
            of_node["mistake"],
            {judge: ticks / TICKS for judge, ticks in judges.get(id_, {}).items()},
            {currency: round(amount) for currency, amount in cents.get(id_, {}).items()},
            trends.get(id_),
            *instructions.get(id_, ("", 0.0)),
            tuple(sorted(nodes.pop(id_, ()), key=lambda child: -child.lost)),
        )
        if id_ == ALL:
            return LossTree(player, played.height, node)
        nodes.setdefault(id_.rpartition(".")[0] or ALL, []).append(node)
    raise ValueError("a tree needs a row")


def _above(ids: Iterable[str]) -> pl.DataFrame:
    """Return the rows `leaf` and `node`: each of the ids with itself and the nodes above it."""
    rows = [(id_, node) for id_ in ids for node in parents(id_)]
    return pl.DataFrame(rows, {"leaf": pl.String, "node": pl.String}, orient="row")


def _by_node(rows: pl.DataFrame, above: pl.DataFrame, *keys: str, **sums: pl.Expr) -> pl.DataFrame:
    """Return sums of rows by node and by further keys.

    They are in the order of the rows, since the order of threads would change the last digits of sums.
    """
    of_leaf = rows.group_by("leaf", *keys, maintain_order=True).agg(**sums)
    of_leaf = of_leaf.join(above, on="leaf", maintain_order="left")
    return of_leaf.group_by("node", *keys, maintain_order=True).agg(pl.exclude("leaf").sum())


def _interval(ticks: Sequence[int], error: float) -> tuple[float | None, float | None]:
    """Return the 95 % interval of a sum by chance and by the standard error of the judges together, in big bets."""
    amounts = [amount / TICKS for amount in ticks]
    ends = of_rare_sum(amounts)
    if ends is None:
        return None, None
    total = sum(amounts)
    down, up = (sqrt((end - total) ** 2 + (Z * error) ** 2) for end in ends)
    return max(0.0, total - down), total + up


def _parts(rows: pl.DataFrame, above: pl.DataFrame, by: str, amount: str) -> dict[str, dict[str, float]]:
    """Return the positive sums of a column by node and by the values of another column."""
    parts = _by_node(rows, above, by, total=pl.col(amount).sum())
    parts = parts.filter(pl.col("total") > 0).sort("node", by)
    found: dict[str, dict[str, float]] = {}
    for node, value, total in parts.iter_rows():
        found.setdefault(node, {})[value] = total
    return found


def _trends(rows: pl.DataFrame, above: pl.DataFrame, played: pl.DataFrame) -> dict[str, LossTrend]:
    """Return how the loss of each node in the latest hands differs from that before; nothing with too few hands."""
    times = played["played_at"].drop_nulls().sort(descending=True)
    if len(times) < 2 * LATEST:
        return {}
    moment: datetime = times[LATEST - 1]
    later = pl.col("played_at") >= moment
    numbers = {since: played.filter(later == since).height for since in (False, True)}
    if not numbers[False]:
        return {}
    dated = rows.filter(pl.col("played_at").is_not_null() & (pl.col("ticks") > 0)).with_columns(since=later)
    of_hand = _by_node(dated, above, "hand", "since", ticks=pl.col("ticks").sum())
    bets = pl.col("ticks") / TICKS
    moments = of_hand.group_by("node", "since", maintain_order=True).agg(
        total=bets.sum(), squares=(bets**2).sum()
    )
    found: dict[str, dict[bool, tuple[float, float]]] = {}
    for node, since, total, squares in moments.iter_rows():
        number = numbers[since]
        mean = total / number
        found.setdefault(node, {})[since] = mean, (squares / number - mean * mean) / number
    trends = {}
    for node, means in found.items():
        (before, spread), (latest, other) = (means.get(since, (0.0, 0.0)) for since in (False, True))
        reach = Z * sqrt(spread + other)
        change = latest - before
        trends[node] = LossTrend(100 * before, 100 * latest, 100 * (change - reach), 100 * (change + reach))
    return trends


def _instructions(
    rows: pl.DataFrame, above: pl.DataFrame, per_hundred: float
) -> dict[str, tuple[str, float]]:
    """Return what to do by node and what that costs per 100 hands: at its dearest leaf, the best action instead of the one taken."""
    lost = rows.group_by("leaf").agg(pl.col("ticks").sum()).filter(pl.col("ticks") > 0)
    dearest = lost.join(above, on="leaf").sort("ticks", "leaf", descending=[True, False])
    dearest = dearest.unique("node", keep="first", maintain_order=True)
    return {
        node: (_instruction(leaf), ticks / TICKS * per_hundred)
        for node, leaf, ticks in dearest.select("node", "leaf", "ticks").iter_rows()
    }


def _instruction(leaf: str) -> Phrase:
    """Return what to do with the hands of a leaf in its situation."""
    (*situation, kind, _), deed = titles()[leaf], leaf.rpartition(".")[2]
    place, *inner = situation
    for title in inner:
        place = Phrase("{outer}, {inner}", outer=place, inner=title)
    if deed == OTHER_CARDS:
        return Phrase(KEEP_OTHERS, where=place, hands=kind)
    done, _, best = deed.rpartition("-")
    return Phrase(INSTEAD, where=place, hands=kind, best=DO[best], done=DO[done])
