"""How one measured statistic is written in a table: its value with its unit, its counts, its range.

Nothing is printed here.
"""

from typing import TYPE_CHECKING

from badugi_hh.cli.console import visible
from badugi_hh.report.formats import UNKNOWN, counted, decimal, money, percent, percent_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from badugi_hh.stats.definitions.kinds import Measure
    from badugi_hh.stats.engine.evaluate import Group

FEW = 30
"""Chances, or rows, below which a figure says little, and is marked; sums and largest values are what they are."""
_AS_IT_IS = ("total", "largest")
_WITHOUT_UNIT = frozenset({"ratio", "place"})


def title_of(groups: "Sequence[Group]") -> str:
    """Return the player of all the groups, with the number of hands where no hand is in several of them."""
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    player = visible(groups[0].player)
    if not all(DIMENSIONS[name].apart for name in groups[0].by):
        return player
    return f"{player}: {counted(sum(group.hands for group in groups), 'hand')}"


def is_sum(measure: "Measure") -> bool:
    """Return whether the value is a sum or a largest value, which needs no number of rows beside it."""
    return measure.kind in _AS_IT_IS


def few(measure: "Measure") -> bool:
    """Return whether a value has too few chances, or rows, to say much."""
    return not is_sum(measure) and measure.chances < FEW


def parts_of(measure: "Measure") -> "list[tuple[str, Measure]]":
    """Return the games or currencies of a measure, each with its name; a measure without any is its own part."""
    from badugi_hh.stats.engine.compare import part_of

    return [(part_of(part), part) for part in measure.parts] or [("", measure)]


def cells_of(measure: "Measure", *, short: bool = False) -> tuple[str, str, str]:
    """Return the value with its unit, the counts and the range; `short` says less of the unit."""
    return value_text(measure, short=short), counts_text(measure), _range(measure)


def counts_text(measure: "Measure") -> str:
    """Return made/chances of a share or ratio, and of others the number of rows."""
    counts = measure.kind in {"proportion", "ratio"}
    return f"{measure.made:,}/{measure.chances:,}" if counts else f"{measure.n:,}"


def value_text(measure: "Measure", *, short: bool = False) -> str:
    """Return a value with its unit; `short` says less of a unit that the statistic's sentence has."""
    if measure.parts:
        return ", ".join(f"{value_text(part)} {part.game or ''}".rstrip() for part in measure.parts)
    unit = unit_text(measure, short=short)
    if isinstance(measure.value, int) and abs(measure.value) == 1:
        unit = unit.removesuffix("s")
    return f"{figure_text(measure)} {unit}".rstrip()


def figure_text(measure: "Measure") -> str:
    """Return a value alone: with the signs of money and percent, but without the unit of `unit_text`."""
    if measure.value is None:
        return UNKNOWN
    if measure.is_share:
        return percent(measure.value)
    unit = measure.unit or ""
    if unit.endswith("cents"):
        return money(int(measure.value), unit.removesuffix("cents").strip() or None, "cent")
    return decimal(measure.value, 0 if isinstance(measure.value, int) else 2)


def unit_text(measure: "Measure", *, short: bool = False) -> str:
    """Return the unit that stands behind the figure; empty where the figure says it itself."""
    unit = measure.unit or ""
    if measure.value is None or measure.is_share or unit.endswith("cents") or unit in _WITHOUT_UNIT:
        return ""
    unit = unit.replace(" per 100 hands", "/100")
    if short:
        unit = unit.partition(",")[0].partition(" for each")[0].replace(" per ", "/")
        unit = unit.removeprefix("big ").removeprefix("tournament ")
    return unit


def _range(measure: "Measure") -> str:
    if measure.low is None or measure.high is None:
        return UNKNOWN
    if measure.is_share:
        return percent_range(measure.low, measure.high)
    return f"{decimal(measure.low)} to {decimal(measure.high)}"
