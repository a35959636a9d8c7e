"""Formats the value, unit, counts and interval of a measured statistic as text, for the page and the terminal.

A value is formatted by the kind of its unit. Nothing is printed here.
"""

from typing import TYPE_CHECKING

from badugi_hh.wording.catalogue import say
from badugi_hh.wording.formats import UNKNOWN, decimal, money, percent, percent_range

if TYPE_CHECKING:
    from badugi_hh.stats.definitions.kinds import Measure, Unit


def value_text(measure: "Measure", *, short: bool = False) -> str:
    """Return a value with its unit, of several parts each with its game; `short` shortens the unit."""
    if measure.parts:
        return ", ".join(f"{value_text(part)} {part.game or ''}".rstrip() for part in measure.parts)
    unit = unit_text(measure, short=short)
    if isinstance(measure.value, int) and abs(measure.value) == 1:
        unit = unit.removesuffix("s")
    return f"{figure_text(measure)} {unit}".rstrip()


def figure_text(measure: "Measure") -> str:
    """Return a value without the unit of `unit_text`; shares are percentages, and money has its currency sign."""
    if measure.value is None:
        return UNKNOWN
    if measure.is_share:
        return percent(measure.value)
    if measure.unit is not None and measure.unit.is_money:
        return money(int(measure.value), measure.unit.currency, "cent")
    return decimal(measure.value, 0 if isinstance(measure.value, int) else 2)


def unit_text(measure: "Measure", *, short: bool = False) -> str:
    """Return the unit that follows the figure; empty where the figure contains it."""
    return "" if measure.value is None or measure.unit is None else _unit(measure.unit, short=short)


def _unit(unit: "Unit", *, short: bool) -> str:
    from badugi_hh.stats.definitions.kinds import UnitKind

    match unit.kind:
        case UnitKind.SHARE | UnitKind.RATIO | UnitKind.PLACE:
            return ""
        case UnitKind.AMOUNT:
            chips = "chips" if short and unit.denomination == "tournament chips" else unit.denomination
            return "" if unit.is_money else chips
        case UnitKind.HAND_VALUE:
            return "value" if short else unit.text
        case UnitKind.BIG_BETS if short:
            noun = "bets"
        case _:
            noun = unit.noun
    if unit.per == "100 hands":
        return f"{noun}/100"
    if not unit.per or (short and unit.preposition != "per"):
        return noun
    return f"{noun}/{unit.per}" if short else f"{noun} {unit.preposition} {unit.per}"


def counts_text(measure: "Measure") -> str:
    """Return the made/opportunities of a proportion, both counts of a ratio, and otherwise the number of rows."""
    counts = measure.kind in {"proportion", "ratio"}
    return f"{measure.made:,}/{measure.chances:,}" if counts else f"{measure.n:,}"


def interval_text(measure: "Measure", places: int = 1) -> str:
    """Return the interval of a value, with so many decimals if it is not a share."""
    if measure.low is None or measure.high is None:
        return UNKNOWN
    if measure.is_share:
        return percent_range(measure.low, measure.high)
    return say("figures", "interval", low=decimal(measure.low, places), high=decimal(measure.high, places))
