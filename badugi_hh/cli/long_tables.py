"""Tables with a row for each statistic, for one player, a split or a comparison.

Each table has several layouts, the widest first; the first that fits the terminal is printed. No layout omits a value
or folds a number; the narrow ones lack the titles of the statistics.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from badugi_hh.cli.cells import MARK, MEANING, cells_of, few, parts_of, title_of
from badugi_hh.cli.console import say, visible
from badugi_hh.cli.tables import show_table, table_width, terminal_width
from badugi_hh.wording.formats import UNKNOWN, counted, decimal, money

if TYPE_CHECKING:
    from badugi_hh.stats.definitions.kinds import Measure
    from badugi_hh.stats.engine.compare import Comparison, Contrast
    from badugi_hh.stats.engine.evaluate import Group

_FOLDED = 14  # columns to which a title is folded before it is omitted
_FIGURES = ("value", "made/opps", "95% interval")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One layout of a table: the columns from `figures` on are right-aligned; only the columns `folding` may be folded."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: int
    grey: Sequence[int]
    tight: bool = False
    folding: Sequence[int] = ()

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


def _show_first(titled: Sequence[Sequence[_Sheet]], narrow: Sequence[Sequence[_Sheet]]) -> bool:
    """Print the first layout of which every table fits, otherwise the last; return whether it is one with titles."""
    layouts = (*titled, *narrow)
    fitting = (nth for nth, layout in enumerate(layouts) if all(sheet.fits for sheet in layout))
    shown = next(fitting, len(layouts) - 1)
    _show_all(layouts[shown])
    return shown < len(titled)


def _show_all(sheets: Sequence[_Sheet]) -> None:
    """Print tables, and below them the meaning of marks."""
    for sheet in sheets:
        sheet.show()
    _explain_marks(sheets)


def _explain_marks(sheets: Sequence[_Sheet]) -> None:
    if any(sheet.has_marks for sheet in sheets):
        say(MEANING)
        say("")


def show_group(group: "Group") -> bool:
    """Print the statistics of one player, a table for each part of the game; return whether they have their titles."""
    from badugi_hh.stats.definitions.registry import STATS

    say(title_of([group]))
    full, folded, narrow = [], [], []
    for section in dict.fromkeys(STATS[name].group for name in group.stats):
        selected = [
            (name, *each)
            for name, measure in group.stats.items()
            if STATS[name].group == section
            for each in parts_of(measure)
        ]
        grey = _grey(measure for *_, measure in selected)
        heads = (section, "", *_FIGURES)
        rows = [(name, _named(STATS[name].title, part), *cells_of(one)) for name, part, one in selected]
        full.append(_Sheet(heads, rows, 2, grey))
        cells = [cells_of(one, short=True) for *_, one in selected]
        short = [(*row[:2], *each) for row, each in zip(rows, cells, strict=True)]
        folded.append(_Sheet(heads, short, 2, grey, tight=True, folding=(1,)))
        names = [(_named(name, part), *each) for (name, part, _), each in zip(selected, cells, strict=True)]
        narrow.append(_Sheet((section, *_FIGURES), names, 1, grey, tight=True))
    return _show_first((full, folded), (narrow,))


def show_split(groups: "Sequence[Group]") -> None:
    """Print the statistics of groups side by side: for each statistic a row for each group."""
    from badugi_hh.stats.definitions.registry import STATS

    players: dict[str, list[Group]] = {}
    for group in groups:
        players.setdefault(group.player, []).append(group)
    for own in players.values():
        by = tuple(own[0].by)
        selected = {
            name: [
                (part, tuple(map(visible, group.by.values())), one)
                for group in own
                for part, one in parts_of(group.stats[name])
                if one.n
            ]
            for name in own[0].stats
        }
        say(title_of(own))
        grey = _grey(one for lines in selected.values() for *_, one in lines)
        full, tight = (
            [
                (_named(name, part), *values, *cells_of(one, short=short))
                for name, lines in selected.items()
                for part, values, one in lines
            ]
            for short in (False, True)
        )
        if not full:
            continue
        sheet = _Sheet(("", *by, *_FIGURES), full, 1 + len(by), grey)
        tighter = _Sheet(sheet.heads, tight, sheet.figures, grey, tight=True)
        if sheet.fits or tighter.fits:
            _show_all([sheet if sheet.fits else tighter])
            continue
        sheets: list[_Sheet] = []
        for name, lines in selected.items():
            if lines:
                say(f" {name}: {STATS[name].title}")
                several = ("",) if any(part for part, *_ in lines) else ()
                rows = [
                    (*values, *(part for _ in several), *cells_of(one, short=True))
                    for part, values, one in lines
                ]
                heads = (*by, *several, *_FIGURES)
                first = len(heads) - len(_FIGURES)
                own_grey = _grey(one for *_, one in lines)
                sheets.append(_Sheet(heads, rows, first, own_grey, tight=True, folding=range(first)))
                sheets[-1].show()
        _explain_marks(sheets)


def show_comparison(comparisons: "Sequence[Comparison]", *, long: bool = False) -> bool:
    """Print both sides of every statistic and their difference; return whether the statistics have their titles.

    Differences of shares are in percentage points. A `long` table has a row for each side, with its interval.
    """
    from badugi_hh.stats.definitions.registry import STATS
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    if not comparisons:
        return True
    one = comparisons[0]
    if all(DIMENSIONS[name].apart for name in one.by):
        first, second = (sum(each.hands[side] for each in comparisons) for side in (0, 1))
        sides = (
            f"{visible(one.first)}: {counted(first, 'hand')}",
            f"{visible(one.second)}: {counted(second, 'hand')}",
        )
        say(", ".join(sides))
    full, narrow, titled, stacked = [], [], [], []
    for section in dict.fromkeys(STATS[name].group for name in one.stats):
        selected = [
            (name, tuple(map(visible, each.by.values())), contrast)
            for name in one.stats
            if STATS[name].group == section
            for each in comparisons
            for contrast in each.stats[name].parts or (each.stats[name],)
        ]
        grey = [nth for nth, (*_, contrast) in enumerate(selected) if _either_few(contrast)]
        heads = (*one.by, one.first, "made/opps", one.second, "made/opps", "difference", "95% interval")
        rows = [
            (name, _named(STATS[name].title, contrast.part), *by, *_contrast_cells(contrast))
            for name, by, contrast in selected
        ]
        full.append(_Sheet((section, "", *heads), rows, 2 + len(one.by), grey))
        short = [
            (_named(name, contrast.part), *by, *_contrast_cells(contrast, short=True))
            for name, by, contrast in selected
        ]
        tight = [head.removeprefix("made/") for head in heads]
        narrow.append(_Sheet((section, *tight), short, 1 + len(one.by), grey, tight=True))
        stack = [line for entry in selected for line in _stacked(one, *entry)]
        grey = [3 * nth + line for nth in grey for line in range(3)]
        stacked.append(_Sheet((section, "", *_FIGURES), stack, 2, grey, tight=True, folding=(0, 1)))
        with_titles = [
            (label, STATS[label].title if label in STATS else "", *cells) for label, *cells in stack
        ]
        titled.append(_Sheet((section, "", "", *_FIGURES), with_titles, 3, grey, tight=True, folding=(1,)))
    return _show_first((titled,), (stacked,)) if long else _show_first((full,), (narrow, stacked))


def _stacked(
    comparison: "Comparison", name: str, by: Sequence[str], contrast: "Contrast"
) -> Iterator[tuple[str, ...]]:
    """Yield the three rows of a statistic: both sides and the difference."""
    labels = [name, ", ".join(filter(None, (contrast.part, *by))), ""]
    difference = (*_difference(contrast)[:1], "", *_difference(contrast)[1:])
    sides = [
        (side, cells_of(measure, short=True))
        for side, measure in ((comparison.first, contrast.first), (comparison.second, contrast.second))
    ]
    for label, (side, cells) in zip(labels, (*sides, ("difference", difference)), strict=True):
        yield (label if label == name else f"  {label}".rstrip(), visible(side), *cells)


def _contrast_cells(contrast: "Contrast", *, short: bool = False) -> tuple[str, ...]:
    sides = (cells_of(side, short=short)[:2] for side in (contrast.first, contrast.second))
    return (*(cell for side in sides for cell in side), *_difference(contrast))


def _difference(contrast: "Contrast") -> tuple[str, str]:
    """Return the difference of the sides and its interval; a difference of counts is a count."""
    found = contrast.difference
    unit = contrast.first.unit
    if found is None:
        return UNKNOWN, UNKNOWN
    if unit is not None and unit.is_money:
        return money(int(found), unit.currency, "cent", signed=True), UNKNOWN
    scale = 100 if contrast.first.is_share else 1
    places = 0 if isinstance(found, int) else 1 if scale > 1 else 2
    difference, ends = decimal(scale * found, places, signed=True), UNKNOWN
    if contrast.low is not None and contrast.high is not None:
        low, high = (decimal(scale * end, signed=True) for end in (contrast.low, contrast.high))
        ends = f"{low} to {high}"
    return difference, ends


def _named(title: str, part: str) -> str:
    return f"{title}, {part}" if part else title


def _grey(measures: "Iterator[Measure]") -> list[int]:
    return [nth for nth, measure in enumerate(measures) if few(measure)]


def _either_few(contrast: "Contrast") -> bool:
    return few(contrast.first) or few(contrast.second)
