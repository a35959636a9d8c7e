"""The cells of one measured statistic in a table, and which values are marked because they have few rows.

Nothing is printed here.
"""

from typing import TYPE_CHECKING

from badugi_hh.cli.console import styled, visible
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.wording.figures import counts_text, interval_text, value_text
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from badugi_hh.stats.definitions.kinds import Measure
    from badugi_hh.stats.engine.evaluate import Group

MARK = "*"
"""The mark behind such a value. Brackets would be those of a loss."""
MEANING = f" {MARK} fewer than {ENOUGH} opportunities"
_NEVER_MARKED = ("total", "largest")


def title_of(groups: "Sequence[Group]") -> str:
    """Return the player of the groups, with the number of hands if no hand is in several groups."""
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    player = visible(groups[0].player)
    if not all(DIMENSIONS[name].apart for name in groups[0].by):
        return player
    return f"{player}: {counted(sum(group.hands for group in groups), 'hand')}"


def is_sum(measure: "Measure") -> bool:
    """Return whether the value is a total or a largest value, which is shown without a number of rows."""
    return measure.kind in _NEVER_MARKED


def few(measure: "Measure") -> bool:
    """Return whether a value has fewer than `ENOUGH` opportunities, or rows."""
    return not is_sum(measure) and measure.chances < ENOUGH


def parts_of(measure: "Measure") -> "list[tuple[str, Measure]]":
    """Return the parts of a measure by game or currency, each with its name; the measure itself if it has none."""
    from badugi_hh.stats.engine.compare import part_of

    return [(part_of(part), part) for part in measure.parts] or [("", measure)]


def cells_of(measure: "Measure", *, short: bool = False) -> tuple[str, str, str]:
    """Return the value with its unit, the counts and the interval; `short` abbreviates the unit.

    An uncertain value has a mark if the output has no colours.
    """
    value = value_text(measure, short=short)
    if few(measure) and measure.value is not None and not styled():
        value += MARK
    return value, counts_text(measure), interval_text(measure)
