"""Formats numbers, money and times as text, for the page and the terminal.

Amounts are integers and become text here; numbers are rounded only for display, and have the decimal mark and the
thousands separator of the language of the page. An unknown value is an en dash.
"""

from datetime import datetime

from badugi_hh.history.money import SIGNS
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.language import Language, language, plural_form, separators

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


def minute(moment: datetime | None) -> str:
    """Return a moment as `2026-03-01 20:15`."""
    return UNKNOWN if moment is None else f"{moment:%Y-%m-%d %H:%M}"


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
