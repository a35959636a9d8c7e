"""Tables with a row for each player or part of a split, and a column for each statistic.

If the columns do not fit side by side, the counts are omitted first; then the statistics continue in another table. A
note lists what is omitted; the tables of `long_tables` omit nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from badugi_hh.cli.cells import MARK, MEANING, few, is_sum, parts_of, title_of
from badugi_hh.cli.console import note, say, visible
from badugi_hh.cli.tables import column_width, show_table, terminal_width
from badugi_hh.wording.figures import counts_text, figure_text, unit_text
from badugi_hh.wording.formats import UNKNOWN

if TYPE_CHECKING:
    from badugi_hh.stats.definitions.kinds import Measure
    from badugi_hh.stats.engine.evaluate import Group

_GAP = 2  # spaces between columns; one before the first
_LEAST = 10  # least width of a name, in terminal columns
_NAME = 24  # width up to which a name is not folded for the counts
_LONG = 12  # characters of a statistic's name that is never folded
_HANDS = "hands"  # the statistic that is the column of hands


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: its head, a cell for each group, and the groups whose value has few opportunities."""

    head: tuple[str, ...]
    cells: Sequence[str]
    few: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """Return the width in terminal columns, with the spaces beside it."""
        return column_width(self.head, self.cells) + _GAP

    def narrowed(self) -> "_Column":
        """Return the column without counts beside it: uncertain values with a mark, a long name folded."""
        name, *more = self.head
        cells = self.cells
        if self.few:
            cells = [f"{cell}{MARK if nth in self.few else ' '}" for nth, cell in enumerate(cells)]
        return _Column((*_in_lines(name), *more), cells, self.few)


def show_wide_table(groups: "Sequence[Group]") -> bool:
    """Print groups, a row for each, and return True; if no column fits, print nothing and return False.

    A group is a player, or a part of the player's hands; several players have a column of their own.
    """
    first = _first_columns(groups)
    pairs = [
        pair
        for name in groups[0].stats
        if name != _HANDS
        for pair in _columns_of(
            name, [group.stats[name] for group in groups], [group.hands for group in groups]
        )
    ]
    room = terminal_width() + 1
    tables: list[list[_Column]] = [[column for pair in pairs for column in pair if column is not None]]
    whole = _taken_by_first(first, _NAME) + _taken(tables[0]) <= room
    if not whole:
        tables = _distribute(first, [value.narrowed() for value, _ in pairs], room)
    if not tables:
        return False
    if len({group.player for group in groups}) == 1:
        say(title_of(groups))
    for columns in tables:
        _show(first, columns)
    if not whole and any(column.few for columns in tables for column in columns):
        say(MEANING)
        say("")
    missing = ["made/opps"] if not whole and any(counts for _, counts in pairs) else []
    if any(
        part.low is not None for group in groups for one in group.stats.values() for _, part in parts_of(one)
    ):
        missing.append("95% intervals")
    if missing:
        note(f"omitted{'' if whole else ' in a narrow terminal'}: {', '.join(missing)}; --long has all")
    return True


def _first_columns(groups: "Sequence[Group]") -> list[_Column]:
    """Return the columns of the names of the groups and of their hands."""
    players = [group.player for group in groups]
    columns = [_Column(("player",), [visible(name) for name in players])] if len(set(players)) > 1 else []
    columns += [_Column((name,), [visible(group.by[name]) for group in groups]) for name in groups[0].by]
    return [*columns, _Column((_HANDS,), [f"{group.hands:,}" for group in groups])]


def _columns_of(
    name: str, measures: "Sequence[Measure]", hands: Sequence[int]
) -> "Iterator[tuple[_Column, _Column | None]]":
    """Yield the columns of a statistic, each with the column of its counts if these differ from the hands.

    A statistic has a column for each game or currency, and a single column if no group has more than one of them.
    """
    from badugi_hh.stats.engine.compare import part_of

    found = [{part_of(one): one for one in measure.parts or (measure,) if one.n} for measure in measures]
    parts = list(dict.fromkeys(part for each in sorted(found, key=len, reverse=True) for part in each))
    if all(len(each) <= 1 for each in found):
        yield _pair((name,), [next(iter(each.values()), None) for each in found], hands)
        return
    for part in parts:
        yield _pair((name, part), [each.get(part) for each in found], hands)


def _pair(
    head: tuple[str, ...], measures: "Sequence[Measure | None]", hands: Sequence[int]
) -> tuple[_Column, _Column | None]:
    """Return a column of values and the column of their counts; None is a group without rows."""
    there = [(nth, one) for nth, one in enumerate(measures) if one is not None]
    units = {unit_text(one, short=True) for _, one in there}
    one_unit = len(units) == 1
    cells = [UNKNOWN] * len(measures)
    for nth, one in there:
        cells[nth] = (
            figure_text(one) if one_unit else f"{figure_text(one)} {unit_text(one, short=True)}".rstrip()
        )
    rare = frozenset(nth for nth, one in there if few(one))
    values = _Column((*head, *(unit for unit in units if one_unit and unit)), cells, rare)
    if all(is_sum(one) or (one.made is None and one.n == hands[nth]) for nth, one in there):
        return values, None
    counts = [UNKNOWN if one is None else counts_text(one) for one in measures]
    return values, _Column(("counts",), counts, rare)


def _in_lines(name: str) -> list[str]:
    """Return a long name folded after underscores, in lines of about ten characters."""
    if len(name) <= _LONG:
        return [name]
    lines = [""]
    for word in re.findall(r"[^_]+_?", name):
        if len(lines[-1] + word) > _LEAST and lines[-1]:
            lines.append("")
        lines[-1] += word
    return lines


def _distribute(first: Sequence[_Column], columns: Sequence[_Column], room: int) -> list[list[_Column]]:
    """Return the columns distributed over as many tables as needed, each after the first columns; none if a column does not fit.

    Long names are folded if the values would have less than half of the line.
    """
    least = _taken_by_first(first, _LEAST)
    widest = max((column.width for column in columns), default=0)
    if least + widest > room:
        return []
    space = max(room - _taken_by_first(first, _NAME), widest, min(room // 2, room - least))
    tables: list[list[_Column]] = [[]]
    for column in columns:
        if _taken([*tables[-1], column]) > space:
            tables.append([])
        tables[-1].append(column)
    return tables


def _taken_by_first(first: Sequence[_Column], most: int) -> int:
    """Return the width of the first columns if names longer than `most` are folded."""
    *names, hands = first
    return hands.width + sum(min(column.width, most + _GAP) for column in names)


def _taken(columns: Iterable[_Column]) -> int:
    return sum(column.width for column in columns)


def _show(first: Sequence[_Column], columns: Sequence[_Column]) -> None:
    together = [*first, *columns]
    rows = list(zip(*(column.cells for column in together), strict=True))
    faint = {(nth, place) for place, column in enumerate(together) for nth in column.few}
    right = range(len(first) - 1, len(together))
    show_table([column.head for column in together], rows, right=right, faint=faint, tight=True)
