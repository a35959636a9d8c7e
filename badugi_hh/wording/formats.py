"""Formats numbers, money, times and measured statistics as text, for the page and the terminal.

Amounts are integers and become text here; numbers are rounded only for display, and have the decimal mark and the
thousands separator of the language of the page. An unknown value is an en dash.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from badugi_hh.history.money import SIGNS
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.language import Language, language, plural_form, separators

if TYPE_CHECKING:
    from badugi_hh.stats.definitions.kinds import Measure, Unit


MINUS = "−"
UNKNOWN = "–"


def money(amount: int | None, currency: str | None, unit: str | None, *, signed: bool = False) -> str:
    """Return an integer amount as text: `$12.34`, `12.34 CAD`, `1,234 chips`; `signed` puts a plus before gains.

    `currency` is the ISO code or None; `unit` is `cent` or `chip`.
    """
    if amount is None:
        return UNKNOWN
    sign = _sign(amount, signed=signed)
    size = abs(amount)
    if unit != "cent":
        return f"{sign}{counted(size, 'chip')}"
    figure = localized(f"{size // 100:,}.{size % 100:02d}")
    if currency in SIGNS:
        return f"{sign}{SIGNS[currency]}{figure}"
    return f"{sign}{figure} {currency}" if currency else f"{sign}{figure}"


def class_of(value: float) -> str:
    """Return the class of hands that is nearest to a value, 1 to 1,092: `9-8-7`."""
    from badugi_hh.solve.classes import class_name  # loads NumPy

    return class_name(round(value) - 1)


def count(number: int) -> str:
    """Return an integer with thousands separators: `12,345`."""
    return localized(f"{number:,}")


def counted(number: int, what: str) -> str:
    """Return a number with its noun: `1 hand`, `1,200 hands`; `what` is the English noun in the singular."""
    forms = [what, f"{what}s"] if language() is Language.EN else catalogue()["nouns"][what]
    return f"{count(number)} {plural_form(number, forms)}"


def percent(share: float | None) -> str:
    """Return a share as a percentage: `31.4%`, `−50.0%`."""
    return UNKNOWN if share is None else f"{decimal(100 * share)}%"


def percent_range(low: float | None, high: float | None) -> str:
    """Return an interval of shares: `28.9–34.0%`, `−3.1 to 4.0%`."""
    if low is None or high is None:
        return UNKNOWN
    if low < 0:
        return say("figures", "interval", low=decimal(100 * low), high=f"{decimal(100 * high)}%")
    return f"{decimal(100 * low)}–{decimal(100 * high)}%"


def decimal(number: float | None, places: int = 1, *, signed: bool = False) -> str:
    """Return a number with `places` decimals and a minus sign (U+2212); a number that rounds to zero has no sign."""
    if number is None:
        return UNKNOWN
    rounded = round(number, places)
    return _sign(rounded, signed=signed) + localized(f"{abs(rounded):,.{places}f}")


def day(moment: datetime | None) -> str:
    """Return a date as `2026-03-01`."""
    return UNKNOWN if moment is None else f"{moment:%Y-%m-%d}"


def minute(moment: datetime | None, tz: str | None = None) -> str:
    """Return a moment as `2026-03-01 20:15`, one of UTC by the clocks of the time zone `tz` if there is one."""
    if moment is None:
        return UNKNOWN
    if tz is not None:
        from badugi_hh.stats.selection.time_zones import to_zone  # wording of no database needs none

        moment = to_zone(moment, tz)
    return f"{moment:%Y-%m-%d %H:%M}"


def enumerate_names(names: list[str], *, most: int = 3) -> str:
    """Return names as a phrase: `Ann, Bob and Cy`, or `Ann, Bob, Cy and 4 more`."""
    if len(names) > most:
        return say("lists", "more", names=", ".join(names[:most]), count=len(names) - most)
    if len(names) > 1:
        return say("lists", "all", names=", ".join(names[:-1]), last=names[-1])
    return "".join(names)


def localized(number: str) -> str:
    """Return an English number or amount with the decimal mark and the thousands separator of the page."""
    return number if language() is Language.EN else number.translate(str.maketrans(".,", separators()))


def _sign(number: float, *, signed: bool) -> str:
    if number < 0:
        return MINUS
    return "+" if signed and number > 0 else ""


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
