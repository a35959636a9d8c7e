"""Evaluates the statistics of the views that are tables: stakes, draws, betting and hands dealt.

Opponents and sessions are in `opponent_tables` and `session_tables`. Each table is a call of `stats.engine.evaluate` with a dimension. Nothing here counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import duckdb
import polars as pl

from badugi_hh.engine.cards import RANKS
from badugi_hh.report.anonymous import ShownNames
from badugi_hh.report.measured_cells import measured
from badugi_hh.report.page_model import PageColumn, Share, SplitRow, SplitTable
from badugi_hh.report.queries import AFTER, BEFORE_DRAW, DRAW_STATES, SIZE_BEFORE_DRAW
from badugi_hh.report.split_tables import split_table
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.engine.seat_sums import SeatSums, group_seats
from badugi_hh.stats.selection.dimensions import SIZES
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.wording.catalogue import catalogue, say, stat_sentence
from badugi_hh.wording.formats import count

BY_STAKES = ("net", "winrate", "luck_adjusted")
BEFORE = ("rfi", "limp_first", "raise_limpers", "three_bet", "cold_call_2", "fold_to_3bet", "defend_steal")


@dataclass(frozen=True, slots=True)
class Evaluator:
    """What all tables of a report have in common: the connection, the filter, the games, and whether the reader plays."""

    con: duckdb.DuckDBPyConnection
    hand_filter: Filter
    games: Mapping[str, str]
    you: bool
    names: ShownNames
    seats: pl.DataFrame = field(default_factory=pl.DataFrame)
    """The selected seats, as from `queries.seat_rows`, if there are `sums` of them."""
    sums: SeatSums | None = None

    def groups(
        self, names: Sequence[str], *by: str, hand_filter: Filter | None = None, kept: pl.Expr | None = None
    ) -> list[Group]:
        """Return the statistics of the players together, split by dimensions.

        `hand_filter` replaces that of the report; `kept` is the same condition over the frame of seats, if there is one.
        """
        if (
            self.sums is None
            or (hand_filter is not None and kept is None)
            or not {*names} <= self.sums.stats.keys()
            or not {f"by_{name}" for name in by} <= {*self.seats.columns}
        ):
            return evaluate(self.con, hand_filter or self.hand_filter, names=names, by=by, together=True)
        return group_seats(self.sums, self.seats, self.hand_filter, names, by, where=kept)

    def statistics(self, names: Sequence[str]) -> dict[str, Measure]:
        """Return the statistics of the players together over all hands."""
        summed = [name for name in names if self.sums is not None and name in self.sums.stats]
        others = [name for name in names if name not in set(summed)]
        found: dict[str, Measure] = {}
        for part in (summed, others):
            found |= self.groups(part)[0].stats if part else {}
        return {name: found[name] for name in names}

    def stakes(self) -> SplitTable:
        """Return the results by stakes; tournaments and play money have a row each."""
        cash = [each for each in self.groups(BY_STAKES, "game", "stakes") if each.by["game"] == "cash"]
        by_game = self.groups((*BY_STAKES, "tournament_net"), "game")
        others = [_with_its_net(each) for each in by_game if each.by["game"] != "cash"]
        return split_table(
            [*cash, *others],
            BY_STAKES,
            {},
            title="by_stakes",
            head="stakes",
            label=lambda group: group.by.get("stakes") or self.games[group.by["game"]],
            you=self.you,
        )

    def by_position(self, groups: Sequence[Group], names: Sequence[str], title: str) -> SplitTable:
        """Return the statistics of positions, one group for each, as a table whose title has this name."""
        return split_table(groups, names, self.games, title=title, head="position", you=self.you)

    def betting(self, stats: Mapping[str, Measure]) -> tuple[SplitTable, ...]:
        """Return the betting before the first draw by position, and after each draw by the state of the draws.

        `stats` has all statistics of the players together.
        """
        before = self.by_position(self.groups(BEFORE, "position"), BEFORE, "before")
        rounds = [tuple(f"{name}_b{number}" for name in AFTER) for number in (1, 2, 3)]
        states = self.groups([name for names in rounds for name in names], "draw_state")
        whole = Group("", sum(group.hands for group in states), {"draw_state": "all"}, stats)
        return (
            before,
            *(self._after(number, names, [whole, *states]) for number, names in enumerate(rounds)),
        )

    def _after(self, number: int, names: Sequence[str], states: Sequence[Group]) -> SplitTable:
        """Return the betting after the draw `number`, from 0, of all hands and by the state of the draws."""
        words = catalogue()["draw_states"]
        parts = [replace(each, stats={name: each.stats[name] for name in names}) for each in states]
        table = split_table(
            [each for each in parts if _counts(each)],
            names,
            self.games,
            title="after",
            head="draw_state",
            label=lambda group: words.get(group.by["draw_state"], group.by["draw_state"]),
            times=False,  # a statistic has its own decisions, which its cell states
            you=self.you,
            titles=dict(zip(names, (catalogue()["betting"][name] for name in AFTER), strict=True)),
        )
        by_state = {words[state]: tuple(f"{name}.{state}" for name in names) for state in DRAW_STATES}
        rows = [replace(row, part={}, stats=by_state.get(row.label, ())) for row in table.rows]
        return replace(table, title=catalogue()["tables"]["after"][number], rows=tuple(rows))

    def by_draw(self, stats: Mapping[str, Measure]) -> SplitTable:
        """Return what each draw brought: pat, badugis made of those expected, hands improved, broken and snowed.

        `stats` has all statistics of the players together.
        """
        titles = catalogue()["drawn"]
        rows = []
        for number, nth in enumerate(catalogue()["ordinals"], start=1):
            names = tuple(f"{name}_{number}" for name in titles)
            draws = stats[f"pat_{number}"].n
            cells = tuple(measured(stats[name], STATS[name].rows) for name in names)
            if draws:
                rows.append(SplitRow(nth, count(draws), draws, cells, {}, names))
        columns = tuple(PageColumn(title, stat=f"{name}_1") for name, title in titles.items())
        return SplitTable(_word("by_draw"), _word("draw"), _word("draws"), columns, tuple(rows))

    def pat_by_hand(self) -> SplitTable:
        """Return how often each class of hand stood pat at each draw, of hands that are known from the deal on."""
        titles = {
            f"pat_{number}": say("tables", "nth_draw", nth=nth)
            for number, nth in enumerate(catalogue()["ordinals"], start=1)
        }
        return self._by_hand_before("pat_by_hand", "high_card", titles, BEFORE_DRAW)

    def drawn_by_hand(self) -> SplitTable:
        """Return the cards drawn and what was lost against the best cards to keep, by class of hand.

        Hands count that are known from the deal on.
        """
        titles: dict[str, str] = {}
        for number, nth in enumerate(catalogue()["ordinals"], start=1):
            titles[f"drawn_{number}"] = say("tables", "drawn_mean", nth=nth)
            titles[f"draw_loss_{number}"] = say("tables", "draw_lost", nth=nth)
        return self._by_hand_before("drawn_by_hand", "hand_class", titles, SIZE_BEFORE_DRAW)

    def _by_hand_before(
        self, title: str, dimension: str, titles: Mapping[str, str], fields: Sequence[str]
    ) -> SplitTable:
        """Return statistics of draws by the hand before each, a field of the page for each draw, whose value names the row."""
        dealt = replace(self.hand_filter, only=(*self.hand_filter.only, ("knowledge", "dealt")))
        groups = self.groups([*titles], dimension, hand_filter=dealt)
        table = split_table(
            [each for each in groups if _counts(each)],
            [*titles],
            self.games,
            title=title,
            head="hand_before",
            label=lambda group: group.by[dimension],
            titles=titles,
            times=False,  # a statistic has its own draws, which its cell states
            you=self.you,
        )
        columns = (replace(column, field=fields[int(column.stat[-1]) - 1]) for column in table.columns)
        rows = (replace(row, part={"": row.label}) for row in table.rows)
        return replace(table, columns=tuple(columns), rows=tuple(rows))

    def dealt(self) -> SplitTable:
        """Return the matrix of hands dealt: classes by highest card, with the share that was played."""
        known = "seats.known_0 = 'dealt'"
        where = known if self.hand_filter.where is None else f"(\n{self.hand_filter.where}\n) AND {known}"
        groups = self.groups(
            ["vpip"],
            "starting_hand",
            hand_filter=replace(self.hand_filter, where=where),
            kept=pl.col("known_0") == "dealt",
        )
        found = {group.by["starting_hand"]: group for group in groups}
        rows = []
        for size in SIZES.values():
            cells = [found.get(f"{size} {rank}") for rank in RANKS]
            hands = sum(each.hands for each in cells if each)
            if hands:
                rows.append(SplitRow(size, count(hands), hands, tuple(map(_played, cells)), {"": size}))
        sentence = stat_sentence(STATS["vpip"], you=self.you)
        columns = tuple(PageColumn(rank, sentence, stat="vpip", field="dealt", value=rank) for rank in RANKS)
        return SplitTable(_word("matrix"), _word("start"), _word("times"), columns, tuple(rows))


def _played(dealt: Group | None) -> Share | None:
    """Return the share of the hands dealt that were played."""
    return measured(dealt.stats["vpip"], STATS["vpip"].rows) if dealt else None


def _word(name: str) -> str:
    return str(catalogue()["tables"][name])


def _with_its_net(group: Group) -> Group:
    """Return a group of one game; the net of tournaments is in the place of that of other games."""
    own = "tournament_net" if group.by["game"] == "tournament" else "net"
    return replace(group, stats={**group.stats, "net": group.stats[own]})


def _counts(group: Group) -> bool:
    """Return whether any statistic of a group has an opportunity."""
    return any(measure.n for measure in group.stats.values())
