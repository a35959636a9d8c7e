"""The tables of statistics: a row for each statistic, or for several groups a row for each group.

Each table with a row for each statistic has several layouts, the widest first; the first that fits the terminal is
printed. No layout omits a value or folds a number; the narrow ones lack the titles of the statistics. A table with a row for each
group has values alone, and continues in another table where they do not fit.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from badugi_hh.cli.console import note, say, styled, visible
from badugi_hh.cli.tables import show_table, table_width, terminal_width
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.wording.figures import counts_text, figure_text, interval_text, unit_text, value_text
from badugi_hh.wording.formats import UNKNOWN, counted, decimal, money

if TYPE_CHECKING:
    from badugi_hh.stats.definitions.kinds import Measure
    from badugi_hh.stats.engine.compare import Comparison, Contrast
    from badugi_hh.stats.engine.evaluate import Group

MARK = "*"
"""The mark behind a value of few opportunities. Brackets would be those of a loss."""
_MEANING = f" {MARK} fewer than {ENOUGH} opportunities"
_NEVER_MARKED = ("total", "largest")
_FIGURES = ("value", "made/opps", "95% interval")
_FOLDED = 14  # columns to which a label is folded before the next layout is taken
_GAP = 2  # spaces between columns; one before the first
_LEAST = 10  # least width of a name, in terminal columns
_NAME = 24  # width up to which a name is not folded for the values
_LONG = 12  # characters of a statistic's name that is never folded
_HANDS = "hands"  # the statistic that is the column of hands


def _title_of(groups: "Sequence[Group]") -> str:
    """Return the player of the groups, with the number of hands if no hand is in several groups."""
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    player = visible(groups[0].player)
    if not all(DIMENSIONS[name].apart for name in groups[0].by):
        return player
    return f"{player}: {counted(sum(group.hands for group in groups), 'hand')}"


def _few(measure: "Measure") -> bool:
    """Return whether a value has fewer than `ENOUGH` opportunities, or rows."""
    return measure.kind not in _NEVER_MARKED and measure.chances < ENOUGH


def _parts_of(measure: "Measure") -> "list[tuple[str, Measure]]":
    """Return the parts of a measure by game or currency, each with its name; the measure itself if it has none."""
    from badugi_hh.stats.engine.compare import part_of

    return [(part_of(part), part) for part in measure.parts] or [("", measure)]


def _cells_of(measure: "Measure", *, short: bool) -> tuple[str, str, str]:
    """Return the value with its unit, the counts and the interval; `short` abbreviates the unit.

    An uncertain value has a mark if the output has no colours.
    """
    value = value_text(measure, short=short)
    if _few(measure) and measure.value is not None and not styled():
        value += MARK
    return value, counts_text(measure), interval_text(measure)


# --- a row for each statistic


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One layout of a table: the columns from `figures` on are right-aligned; only the columns `folding` may be folded."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: int
    grey: Sequence[int]
    tight: bool = False
    folding: Sequence[int] = ()
    titled: bool = False

    @property
    def fits(self) -> bool:
        """Return whether the table fits the terminal with the cells that may be folded `_FOLDED` columns wide."""
        rows = [
            [cell[:_FOLDED] if nth in self.folding else cell for nth, cell in enumerate(row)]
            for row in self._aligned()
        ]
        return table_width(self.heads, rows, tight=self.tight) <= terminal_width()

    @property
    def has_marks(self) -> bool:
        """Return whether a figure is marked as uncertain."""
        return any(cell.endswith(MARK) for row in self.rows for cell in row[self.figures :])

    def _aligned(self) -> Sequence[Sequence[str]]:
        """Return the rows, with a blank behind the other figures of a column of which some are marked."""
        columns = [list(column) for column in zip(*self.rows, strict=True)]
        for column in columns[self.figures :]:
            if any(cell.endswith(MARK) for cell in column):
                column[:] = [cell if cell.endswith(MARK) else f"{cell} " for cell in column]
        return list(zip(*columns, strict=True))

    def show(self) -> None:
        """Print the table."""
        right = range(self.figures, len(self.heads))
        whole = [nth for nth in range(len(self.heads)) if nth not in self.folding]
        show_table(self.heads, self._aligned(), right=right, grey=self.grey, whole=whole, tight=self.tight)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row: a statistic, its title, the part by game or currency, what the figures are about, and the figures.

    `short` are the figures with abbreviated units.
    """

    name: str
    title: str
    part: str
    labels: tuple[str, ...]
    figures: tuple[str, ...]
    short: tuple[str, ...]
    few: bool


def _layouts(section: str, labels: Sequence[str], lines: Sequence[_Line], *, titled: bool) -> list[_Sheet]:
    """Return the layouts of a table of lines, the widest first; the last has one column for all that is not a figure."""
    grey = [nth for nth, line in enumerate(lines) if line.few]
    heads = (section, "", *labels, *_FIGURES) if titled else (section, *labels, *_FIGURES)
    names = [
        (line.name, _named(line.title, line.part)) if titled else (_named(line.name, line.part),)
        for line in lines
    ]
    full, short = (
        [(*name, *line.labels, *figures) for name, line, figures in zip(names, lines, each, strict=True)]
        for each in ([line.figures for line in lines], [line.short for line in lines])
    )
    columns = len(heads) - len(_FIGURES)
    together = [
        (", ".join(filter(None, (line.name, line.part, *line.labels))), *line.short) for line in lines
    ]
    return [
        _Sheet(heads, full, columns, grey, titled=titled),
        _Sheet(heads, short, columns, grey, tight=True, folding=(1,) if titled else (), titled=titled),
        _Sheet((section, *_FIGURES), together, 1, grey, tight=True, folding=(0,)),
    ]


def _show_fitting(tables: Sequence[Sequence[_Sheet]]) -> bool:
    """Print tables in the first layout of which all fit, otherwise the last; return whether it has titles."""
    layouts = list(zip(*tables, strict=True))
    sheets = next((layout for layout in layouts if all(sheet.fits for sheet in layout)), layouts[-1])
    for sheet in sheets:
        sheet.show()
    _explain_marks(any(sheet.has_marks for sheet in sheets))
    return all(sheet.titled for sheet in sheets)


def _explain_marks(marked: bool) -> None:
    if marked:
        say(_MEANING)
        say("")


def show_long_table(groups: "Sequence[Group]") -> bool:
    """Print a row for each statistic of each group; return whether the statistics of players have their titles.

    Each player has a table for each part of the game, with a row for each part of a split that has any.
    """
    from badugi_hh.stats.definitions.registry import STATS

    players: dict[str, list[Group]] = {}
    for group in groups:
        players.setdefault(group.player, []).append(group)
    titled = True
    for parts in players.values():
        say(_title_of(parts))
        by = tuple(parts[0].by)
        sections: dict[str, list[_Line]] = {}
        for name in parts[0].stats:
            stat = STATS[name]
            sections.setdefault(stat.group, []).extend(
                _Line(
                    name,
                    stat.title,
                    part,
                    tuple(map(visible, group.by.values())),
                    _cells_of(measure, short=False),
                    _cells_of(measure, short=True),
                    _few(measure),
                )
                for group in parts
                for part, measure in _parts_of(group.stats[name])
                if measure.n or not by
            )
        tables = [_layouts(name, by, lines, titled=not by) for name, lines in sections.items() if lines]
        titled &= not tables or _show_fitting(tables) or bool(by)
    return titled


def show_comparison(comparisons: "Sequence[Comparison]", *, long: bool = False) -> bool:
    """Print both sides of every statistic and their difference; return whether the statistics have their titles.

    Differences of shares are in percentage points. A `long` table has a row for each side, with its interval, as has a table
    that does not fit otherwise.
    """
    from badugi_hh.stats.definitions.registry import STATS
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    if not comparisons:
        return True
    one = comparisons[0]
    sides = (one.first, one.second)
    if all(DIMENSIONS[name].apart for name in one.by):
        hands = (sum(each.hands[side] for each in comparisons) for side in (0, 1))
        titles = (f"{visible(side)}: {counted(n, 'hand')}" for side, n in zip(sides, hands, strict=True))
        say(", ".join(titles))
    tables = []
    for section in dict.fromkeys(STATS[name].group for name in one.stats):
        selected = [
            (name, tuple(map(visible, each.by.values())), contrast)
            for name in one.stats
            if STATS[name].group == section
            for each in comparisons
            for contrast in each.stats[name].parts or (each.stats[name],)
        ]
        lines = [line for name, by, contrast in selected for line in _sides(name, by, contrast, sides)]
        stacked = _layouts(section, (*one.by, ""), lines, titled=long)
        if long:
            tables.append(stacked)
            continue
        grey = [
            nth
            for nth, (*_, contrast) in enumerate(selected)
            if _few(contrast.first) or _few(contrast.second)
        ]
        heads = (*one.by, one.first, "made/opps", one.second, "made/opps", "difference", "95% interval")
        full = [
            (name, _named(STATS[name].title, contrast.part), *by, *_beside(contrast, short=False))
            for name, by, contrast in selected
        ]
        narrow = [
            (_named(name, contrast.part), *by, *_beside(contrast, short=True))
            for name, by, contrast in selected
        ]
        tight = [section, *(head.removeprefix("made/") for head in heads)]
        widest = _Sheet((section, "", *heads), full, 2 + len(one.by), grey, titled=True)
        tables.append([widest, _Sheet(tight, narrow, 1 + len(one.by), grey, tight=True), *stacked])
    return _show_fitting(tables)


def _sides(name: str, by: tuple[str, ...], contrast: "Contrast", sides: tuple[str, str]) -> Iterator[_Line]:
    """Yield the three rows of a statistic: both sides, and the difference; the first has the name and the parts `by`."""
    from badugi_hh.stats.definitions.registry import STATS

    few = _few(contrast.first) or _few(contrast.second)
    difference, interval = _difference(contrast)
    full, short = (
        [_cells_of(side, short=shortened) for side in (contrast.first, contrast.second)]
        for shortened in (False, True)
    )
    labels = (*by, visible(sides[0]))
    yield _Line(name, STATS[name].title, contrast.part, labels, full[0], short[0], few)
    blank = _Line("", "", "", (*("" for _ in by), visible(sides[1])), full[1], short[1], few)
    yield blank
    figures = (difference, "", interval)
    yield replace(blank, labels=(*blank.labels[:-1], "difference"), figures=figures, short=figures)


def _beside(contrast: "Contrast", *, short: bool) -> tuple[str, ...]:
    """Return the figures of both sides and the difference in one row."""
    first, second = (_cells_of(side, short=short)[:2] for side in (contrast.first, contrast.second))
    return (*first, *second, *_difference(contrast))


def _difference(contrast: "Contrast") -> tuple[str, str]:
    """Return the difference of the sides and its interval; a difference of counts is a count."""
    value = contrast.difference
    unit = contrast.first.unit
    if value is None:
        return UNKNOWN, UNKNOWN
    if unit is not None and unit.is_money:
        return money(int(value), unit.currency, "cent", signed=True), UNKNOWN
    scale = 100 if contrast.first.is_share else 1
    places = 0 if isinstance(value, int) else 1 if scale > 1 else 2
    difference, ends = decimal(scale * value, places, signed=True), UNKNOWN
    if contrast.low is not None and contrast.high is not None:
        low, high = (decimal(scale * end, signed=True) for end in (contrast.low, contrast.high))
        ends = f"{low} to {high}"
    return difference, ends


def _named(title: str, part: str) -> str:
    return f"{title}, {part}" if part else title


# --- a row for each group


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: its head, a cell for each group, and the groups whose value has few opportunities."""

    head: tuple[str, ...]
    cells: Sequence[str]
    few: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """Return the width in terminal columns, with the spaces beside it."""
        return table_width([self.head], [[cell] for cell in self.cells], tight=True) - 1 + _GAP


def show_wide_table(groups: "Sequence[Group]") -> bool:
    """Print groups, a row for each, and return True; if no column fits, print nothing and return False.

    A group is a player, or a part of the player's hands; several players have a column of their own.
    """
    first = _first_columns(groups)
    values = [
        column
        for name in groups[0].stats
        if name != _HANDS
        for column in _columns_of(name, [group.stats[name] for group in groups])
    ]
    tables = _distribute(first, values, terminal_width() + 1)
    if not tables:
        return False
    if len({group.player for group in groups}) == 1:
        say(_title_of(groups))
    for columns in tables:
        _show(first, columns)
    _explain_marks(not styled() and any(column.few for column in values))
    if values:
        note("omitted: made/opps, 95% intervals; --long has all")
    return True


def _first_columns(groups: "Sequence[Group]") -> list[_Column]:
    """Return the columns of the names of the groups and of their hands."""
    players = [group.player for group in groups]
    columns = [_Column(("player",), [visible(name) for name in players])] if len(set(players)) > 1 else []
    columns += [_Column((name,), [visible(group.by[name]) for group in groups]) for name in groups[0].by]
    return [*columns, _Column((_HANDS,), [f"{group.hands:,}" for group in groups])]


def _columns_of(name: str, measures: "Sequence[Measure]") -> Iterator[_Column]:
    """Yield the columns of a statistic: one for each game or currency, a single one if no group has more than one of them."""
    from badugi_hh.stats.engine.compare import part_of

    of_groups = [{part_of(one): one for one in measure.parts or (measure,) if one.n} for measure in measures]
    if all(len(parts) <= 1 for parts in of_groups):
        yield _column((name,), [next(iter(parts.values()), None) for parts in of_groups])
        return
    for part in dict.fromkeys(part for parts in sorted(of_groups, key=len, reverse=True) for part in parts):
        yield _column((name, part), [parts.get(part) for parts in of_groups])


def _column(head: tuple[str, ...], measures: "Sequence[Measure | None]") -> _Column:
    """Return a column of values; None is a group without rows. A long name is folded after underscores."""
    name, *more = head
    parts = rf".{{1,{_LEAST}}}$|.{{1,{_LEAST - 1}}}_|[^_]+_?"
    names = re.findall(parts, name) if len(name) > _LONG else [name]
    there = {nth: one for nth, one in enumerate(measures) if one is not None}
    units = {unit_text(one, short=True) for one in there.values()}
    few = frozenset(nth for nth, one in there.items() if _few(one))
    mark = "" if styled() or not few else " "
    cells = [UNKNOWN + mark] * len(measures)
    for nth, one in there.items():
        unit = "" if len(units) == 1 else unit_text(one, short=True)
        cells[nth] = f"{figure_text(one)} {unit}".rstrip() + (MARK if mark and nth in few else mark)
    return _Column((*names, *more, *(unit for unit in units if unit and len(units) == 1)), cells, few)


def _distribute(first: Sequence[_Column], columns: Sequence[_Column], room: int) -> list[list[_Column]]:
    """Return the columns distributed over as many tables as needed, each after the first columns; none if a column does not fit.

    Long names are folded if the values would have less than half of the line.
    """
    least = _taken(first, _LEAST)
    widest = max((column.width for column in columns), default=0)
    if least + widest > room:
        return []
    space = max(room - _taken(first, _NAME), widest, min(room // 2, room - least))
    tables: list[list[_Column]] = [[]]
    for column in columns:
        if _taken([*tables[-1], column]) > space:
            tables.append([])
        tables[-1].append(column)
    return tables


def _taken(columns: Iterable[_Column], most: int | None = None) -> int:
    """Return the width of columns, those before the last with names of at most `most` columns."""
    widths = [column.width for column in columns]
    if most is not None:
        widths[:-1] = [min(width, most + _GAP) for width in widths[:-1]]
    return sum(widths)


def _show(first: Sequence[_Column], columns: Sequence[_Column]) -> None:
    together = [*first, *columns]
    rows = list(zip(*(column.cells for column in together), strict=True))
    faint = {(nth, place) for place, column in enumerate(together) for nth in column.few}
    right = range(len(first) - 1, len(together))
    show_table([column.head for column in together], rows, right=right, faint=faint, tight=True)
