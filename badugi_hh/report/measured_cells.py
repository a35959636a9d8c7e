"""Formats measured statistics as cells of the page: a value with its counts, its interval and its tone; and cards.

Nothing here counts. `reports/counted.js` formats the cells of a filter in the same way; both change together.
"""

import re

from markupsafe import Markup, escape

from badugi_hh.report.page_model import IntervalLine, Share, Signed
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.stats.definitions.kinds import Measure, Unit, UnitKind
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import (
    UNKNOWN,
    count,
    counted,
    decimal,
    figure_text,
    interval_text,
    percent,
    percent_range,
)
from badugi_hh.wording.language import Language, language

_ROWS = {"decisions": "decision", "draws": "draw", "entries": "tournament"}  # of all other row sets: hands
SUITS = {"c": ("♣", "club"), "d": ("♦", "diamond"), "h": ("♥", "heart"), "s": ("♠", "spade")}
_CARD_LENGTH = 2
_SEVERAL_CARDS = re.compile(r"(\b[A2-9TJQK][cdhs](?: [A2-9TJQK][cdhs]\b)+)")


def signed(number: float | None, places: int = 1) -> Signed:
    """Return a number with its sign and tone; a number that rounds to zero has neither."""
    text = decimal(number, places, signed=True)
    return Signed(text, {"+": "gain", "−": "loss"}.get(text[0], ""))


def measured(measure: Measure, rows: str) -> Share | None:
    """Return a statistic over a row set as a table cell, None without a count.

    A proportion is in percent, with `made` of the opportunities. A rate is in big bets, with the number of hands, and
    has a tone only if its interval excludes zero and there are enough hands; a loss has neither sign nor tone. A ratio has both its counts. Any other value has its unit, and the number of
    rows behind it.
    """
    if measure.kind == "proportion" and measure.n:
        counts = say("figures", "counts", made=count(measure.made or 0), chances=count(measure.n))
        interval = percent_range(measure.low, measure.high)
        known = None not in (measure.value, measure.low, measure.high)
        drawn = line(measure.value or 0.0, measure.low or 0.0, measure.high or 0.0) if known else None
        few = measure.n < ENOUGH
        return Share(percent(measure.value), counts, interval, few, key=measure.value, line=drawn)
    if measure.kind == "ratio" and measure.n:
        counts = say("figures", "to", top=count(measure.made or 0), bottom=count(measure.chances))
        return Share(decimal(measure.value, 2), counts, "", measure.n < ENOUGH, key=measure.value)
    if measure.value is None or measure.kind == "total":
        return None
    loss = measure.unit is not None and measure.unit.is_loss
    interval = ""
    if measure.low is not None and measure.high is not None:
        low, high = (decimal(end, signed=not loss) for end in (measure.low, measure.high))
        interval = say("figures", "interval", low=low, high=high)
    if measure.kind == "distribution":
        counts = say("figures", "mean", rows=counted(measure.n, row_noun(rows)))
        return Share(decimal(measure.value, 2), counts, "", measure.n < ENOUGH, key=measure.value)
    if measure.unit is None or not measure.unit.is_rate:
        return _plain(measure, rows)
    counts = counted(measure.n, rate_noun(measure.unit))
    if loss or (measure.low is None and measure.n > 1):  # a loss or a standard deviation is no gain
        return Share(decimal(measure.value), counts, interval, measure.n < ENOUGH, key=measure.value)
    value = signed(measure.value)
    significant = interval and measure.n >= ENOUGH and (measure.low or 0.0) * (measure.high or 0.0) > 0
    tone = value.tone if significant else ""
    return Share(value.text, counts, interval, measure.n < ENOUGH, tone, measure.value)


def rate_noun(unit: Unit) -> str:
    """Return what a rate is a mean of, in the singular: `hand` for big bets per 100 hands."""
    return unit.per.removeprefix("100 ").removesuffix("s")


def row_noun(rows: str) -> str:
    """Return what the rows of a row set are, in the singular, as `counted` takes it."""
    return _ROWS.get(rows, "hand")


def value_unit(unit: Unit | None) -> str:
    """Return the unit that follows a value which is neither a rate nor a share, in the language of the page.

    It is empty for big bets for each one called: such a value is a ratio, and its statistic states of what.
    """
    if unit is None or unit.kind not in {UnitKind.BIG_BETS, UnitKind.COUNT} or unit.preposition != "per":
        return ""
    name = f"{unit.noun} per {unit.per}" if unit.per else unit.noun
    return str(catalogue().get("units", {}).get(name, name))


def _plain(measure: Measure, rows: str) -> Share:
    """Return the cell of a value that is no rate, with its unit and the number of rows behind it."""
    interval = "" if measure.low is None else interval_text(measure, 2)
    counts = say("figures", "rows", rows=counted(measure.n, row_noun(rows)))
    if measure.unit is not None and measure.unit.kind is UnitKind.PLACE:
        counts = counted(measure.n, "tournament")
        if measure.n == 1:  # the place itself
            return Share(decimal(measure.value, 0), counts, "", few=True, key=measure.value)
    text = f"{figure_text(measure)} {value_unit(measure.unit)}".rstrip()
    return Share(text, counts, interval, measure.n < ENOUGH, key=measure.value)


def line(value: float, low: float, high: float, due: tuple[float, float] | None = None) -> IntervalLine:
    """Return a share and its interval as positions on a line; `due` is the baseline, which the line also shows."""
    at = [f"{100 * number:.1f}" for number in (value, low, high, *(due or ()))]
    return IntervalLine(*at)


def cards(names: str | None) -> Markup:
    """Return cards (`As 3h 8h 6s`) as markup in four colours, each with its full name for screen readers.

    Text that is not a card is shown unchanged, escaped.
    """
    if not names:
        return Markup('<span class="unknown">{}</span>').format(UNKNOWN)
    return Markup('<span class="hand">{}</span>').format(
        Markup("").join(_card(name) for name in names.split())
    )


def english(text: str) -> str:
    """Return an English text, marked as such for readers aloud on a page in another language."""
    return text if language() is Language.EN else Markup('<span lang="en">{}</span>').format(text)


def with_cards(text: str, *, in_english: bool = False) -> Markup:
    """Return a text, escaped, in which two or more adjacent cards are formatted as cards; `in_english` marks it as `english` does."""
    mark = english if in_english else escape
    parts = _SEVERAL_CARDS.split(text)
    return Markup("").join(cards(part) if place % 2 else mark(part) for place, part in enumerate(parts))


def _card(name: str) -> Markup:
    rank, suit = name[:1], name[1:]
    if len(name) != _CARD_LENGTH or suit not in SUITS:
        return escape(name)
    sign, style = SUITS[suit]
    words = catalogue()["cards"]
    spoken = words["name"].format(rank=words.get(rank, rank), suit=words[suit])
    return Markup('<span class="card {}" role="img" aria-label="{}">{}<i>{}</i></span>').format(
        style, spoken, rank, sign
    )
