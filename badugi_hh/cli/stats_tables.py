"""The tables of statistics: a row for each statistic, or for several groups a row for each group."""

from typing import TYPE_CHECKING

from badugi_hh.cli.console import note, say, visible
from badugi_hh.cli.tables import show_table
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.wording.formats import (
    UNKNOWN,
    counted,
    counts_text,
    decimal,
    figure_text,
    interval_text,
    money,
    unit_text,
    value_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from badugi_hh.stats.definitions.kinds import Measure
    from badugi_hh.stats.engine.compare import Comparison, Contrast
    from badugi_hh.stats.engine.evaluate import Group

MARK = "*"
"""The mark behind a value of few opportunities. Brackets would be those of a loss."""
MEANING_OF_MARK = f"{MARK} fewer than {ENOUGH} opportunities"
_NEVER_MARKED = ("total", "largest")
_LONG = 12  # characters of a statistic's name that is never folded
_HANDS = "hands"  # the statistic that is the column of hands


def show_long_table(groups: "Sequence[Group]") -> None:
    """Print a row for each statistic of each group, with its counts and its interval.

    Each player has a table for each part of the game, with a row for each game or currency, and of a split for each part
    that has any.
    """
    from badugi_hh.stats.definitions.registry import STATS

    marked = False
    players: dict[str, list[Group]] = {}
    for group in groups:
        players.setdefault(group.player, []).append(group)
    for parts in players.values():
        say(_title_of(parts))
        by = list(parts[0].by)
        for section in dict.fromkeys(STATS[name].group for name in parts[0].stats):
            rows = [
                ((name, _named(STATS[name].title, part), *map(visible, group.by.values())), measure)
                for name in parts[0].stats
                if STATS[name].group == section
                for group in parts
                for part, measure in _parts_of(group.stats[name])
                if measure.n or not by
            ]
            measures = [measure for _, measure in rows]
            values = _marked([value_text(one, short=True) for one in measures], measures)
            cells = [
                (*labels, value, counts_text(one), interval_text(one))
                for (labels, one), value in zip(rows, values, strict=True)
            ]
            heads = (section, "", *by, "value", "made/opps", "95% interval")
            right = range(len(heads) - 3, len(heads))
            if cells:
                show_table(heads, cells, right=right, whole=(0,), repeated=2 + len(by))
            marked |= any(map(is_uncertain, measures))
    explain_mark(marked)


def show_wide_table(groups: "Sequence[Group]") -> None:
    """Print a row of values for each group: a player, or a part of the hands of a player."""
    players = [visible(group.player) for group in groups]
    first = {"player": players} if len(set(players)) > 1 else {}
    first |= {name: [visible(group.by[name]) for group in groups] for name in groups[0].by}
    first[_HANDS] = [f"{group.hands:,}" for group in groups]
    columns = [
        column
        for name in groups[0].stats
        if name != _HANDS
        for column in _columns_of(name, [group.stats[name] for group in groups])
    ]
    if "player" not in first:
        say(_title_of(groups))
    heads = [*first, *(head for head, _, _ in columns)]
    rows = list(zip(*first.values(), *(cells for _, cells, _ in columns), strict=True))
    show_table(heads, rows, right=range(len(first) - 1, len(heads)), repeated=len(first))
    explain_mark(any(marked for _, _, marked in columns))
    if columns:
        note("omitted: made/opps, 95% intervals; --long has all")


def show_comparison(comparisons: "Sequence[Comparison]") -> None:
    """Print both sides of every statistic and their difference, with its interval.

    Differences of shares are in percentage points.
    """
    from badugi_hh.stats.definitions.registry import STATS
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    if not comparisons:
        return
    one = comparisons[0]
    sides = (visible(one.first), visible(one.second))
    if all(DIMENSIONS[name].apart for name in one.by):
        hands = [sum(comparison.hands[side] for comparison in comparisons) for side in (0, 1)]
        say(", ".join(f"{side}: {counted(n, 'hand')}" for side, n in zip(sides, hands, strict=True)))
    marked = False
    for section in dict.fromkeys(STATS[name].group for name in one.stats):
        rows = [
            ((_named(name, contrast.part), *map(visible, comparison.by.values())), contrast)
            for name in one.stats
            if STATS[name].group == section
            for comparison in comparisons
            for contrast in comparison.stats[name].parts or (comparison.stats[name],)
        ]
        columns: list[list[str]] = []
        for measures in zip(*((contrast.first, contrast.second) for _, contrast in rows), strict=True):
            values = [value_text(measure, short=True) for measure in measures]
            columns += [_marked(values, measures), list(map(counts_text, measures))]
            marked |= any(map(is_uncertain, measures))
        cells = [
            (*labels, *figures, *_difference(contrast))
            for (labels, contrast), *figures in zip(rows, *columns, strict=True)
        ]
        heads = (section, *one.by, sides[0], "made/opps", sides[1], "made/opps", "difference", "95% interval")
        right = range(len(heads) - 6, len(heads))
        show_table(heads, cells, right=right, repeated=1 + len(one.by))
    explain_mark(marked)


def is_uncertain(measure: "Measure") -> bool:
    """Return whether a known value has fewer than `ENOUGH` opportunities, or rows."""
    return measure.value is not None and measure.kind not in _NEVER_MARKED and measure.chances < ENOUGH


def explain_mark(marked: bool) -> None:
    """Print what the mark of an uncertain value means, if the tables above have one."""
    if marked:
        say(f" {MEANING_OF_MARK}")
        say("")


def _title_of(groups: "Sequence[Group]") -> str:
    """Return the player of the groups, with the number of hands if no hand is in several groups."""
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    player = visible(groups[0].player)
    if not all(DIMENSIONS[name].apart for name in groups[0].by):
        return player
    return f"{player}: {counted(sum(group.hands for group in groups), 'hand')}"


def _parts_of(measure: "Measure") -> "list[tuple[str, Measure]]":
    """Return the parts of a measure by game or currency, each with its name; the measure itself if it has none."""
    from badugi_hh.stats.engine.compare import part_of

    return [(part_of(part), part) for part in measure.parts] or [("", measure)]


def _columns_of(name: str, measures: "Sequence[Measure]") -> "Iterator[tuple[str, list[str], bool]]":
    """Yield the columns of a statistic, one for each game or currency: head, a cell for each group, whether any is marked.

    The head has the name, folded after underscores, the part, and the unit.
    """
    from badugi_hh.stats.engine.compare import part_of

    of_groups = [{part_of(one): one for one in measure.parts or (measure,) if one.n} for measure in measures]
    parts = dict.fromkeys(part for one in of_groups for part in one) or {"": None}
    for part in parts:
        values = [of_group.get(part) for of_group in of_groups]
        unit = next((unit_text(one, short=True) for one in values if one is not None), "")
        head = name.replace("_", "_\n") if len(name) > _LONG else name
        cells = _marked([UNKNOWN if one is None else figure_text(one) for one in values], values)
        marked = any(one is not None and is_uncertain(one) for one in values)
        yield "\n".join(filter(None, (head, part if len(parts) > 1 else "", unit))), cells, marked


def _marked(values: "Sequence[str]", measures: "Sequence[Measure | None]") -> list[str]:
    """Return values with the mark behind the uncertain ones, and then a blank behind the others."""
    uncertain = [one is not None and is_uncertain(one) for one in measures]
    if not any(uncertain):
        return list(values)
    return [f"{value}{MARK if few else ' '}" for value, few in zip(values, uncertain, strict=True)]


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
