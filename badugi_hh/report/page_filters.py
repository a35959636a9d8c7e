"""The filters of the page: their values, and the counts by which the page computes statistics without a server.

The counts are those of `stats.engine.additive`. Each statistic is described as data, which `reports/kinds.js` reads: its kind,
the columns of its sums, and its format. What sums of counts cannot say stays that of all hands. Nothing here counts.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import duckdb

from badugi_hh.facts.columns import GAMES
from badugi_hh.history.money import SIGNS
from badugi_hh.report.measured_cells import rate_noun, row_noun, value_unit
from badugi_hh.report.overview import HEADLINES, RATES
from badugi_hh.report.page_model import FilterField, PageFilters
from badugi_hh.report.sections import CHARTED, denomination_label, group_title
from badugi_hh.report.split_tables import FILTERED, chip_noun
from badugi_hh.stats.definitions.estimates import Estimate, Moments, average, per_hundred, rare_per_hundred
from badugi_hh.stats.definitions.kinds import (
    CountRatio,
    Distribution,
    ExcessOverBaseline,
    MomentStatistic,
    ObservedMinusExpected,
    Proportion,
    SumRatio,
    Total,
    Unit,
)
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ENTRIES
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.additive import additive_counts, is_additive
from badugi_hh.stats.selection.dimensions import DIMENSIONS, UNKNOWN
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.time_zones import UTC_NAME
from badugi_hh.wording.catalogue import catalogue, is_translated, stat_sentence, stat_title
from badugi_hh.wording.language import Language

TOTALS = ("hands", "net", "rake_paid")
"""The totals that the overview and the tables show."""

_PERIOD = {"month": ("from", "to")}
_TIMES: dict[Callable[[Moments], Estimate], int] = {average: 1, per_hundred: 100, rare_per_hundred: 100}
"""How many rows the mean of a moment statistic is of, which the page can compute."""


def page_filters(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, games: Mapping[str, str], *, you: bool, seats: bool
) -> PageFilters:
    """Return the filters of the selected hands, and their counts.

    `games` are the labels by game, as from `overview.game_labels`. `you` is true if the reader is the player.
    `seats` is true if a hand has several selected seats; the page then counts seats, because positions of one hand
    would count it twice.
    """
    described = {
        stat.name: about for stat in STATS.values() if (about := describe(stat, you=you)) is not None
    }
    counts = additive_counts(con, hand_filter, FILTERED, described)
    words = catalogue()
    fields = []
    for nth, name in enumerate(FILTERED):
        values = {part[nth] for part in counts.parts}
        known = sorted(values - {UNKNOWN}, key=DIMENSIONS[name].rank)
        options = tuple((value, games.get(value, value)) for value in known)
        if len(values) > 1:
            fields += [
                FilterField(field, words["filters"][field], options) for field in _PERIOD.get(name, (name,))
            ]
    names = (*FILTERED, "denomination")
    values_of = {name: sorted({part[nth] for part in counts.parts}) for nth, name in enumerate(names)}
    block = {
        "order": [stat.name for stat in STATS.values() if not isinstance(stat.kind, Total)],
        "values": values_of,
        "parts": {
            name: [values_of[name].index(part[nth]) for part in counts.parts]
            for nth, name in enumerate(names)
        },
        "columns": counts.columns,
        "stats": {name: described[name] | {"sums": sums} for name, sums in counts.stats.items()},
        "of_tournaments": [stat.name for stat in STATS.values() if stat.rows == ENTRIES],
        "denominations": {unit: _denomination(unit) for unit in values_of["denomination"]},
        "games": games,
        "rates": RATES,
        "headlines": HEADLINES,
        "seats": seats,
        "since": _moment(hand_filter.since),
        "until": _moment(hand_filter.until),
        "tz": hand_filter.tz or UTC_NAME,
        "charted": CHARTED,
        "words": {name: words[name] for name in ("figures", "filters", "charts", "captions", "lists")},
    }
    return PageFilters(tuple(fields), block)


def _moment(moment: datetime | None) -> str:
    """Return a moment so that earlier ones sort before it, as dates do; empty for none."""
    return "" if moment is None else moment.isoformat()


def _denomination(unit: str) -> dict[str, Any]:
    """Return the label, the game and the signs of a denomination."""
    currency, _, cents = unit.rpartition(" ")
    sign = SIGNS.get(currency, "")
    return {
        "label": denomination_label(unit),
        "game": GAMES.get(unit, "cash"),
        "cents": cents == "cents",
        "before": sign,
        "after": f" {currency}" if currency and not sign else "",
        "chip": chip_noun(unit),
    }


def describe(stat: Stat, *, you: bool = True) -> dict[str, Any] | None:
    """Return what the page needs of a statistic, without its sums; None if the page cannot compute it from sums."""
    kind = _kind(stat) if is_additive(stat) else None
    return kind and {
        "title": stat_title(stat),
        "sentence": stat_sentence(stat, you=you),
        "group": group_title(stat.group),
        "rows": row_noun(stat.rows),
        "form": "plain",
        "lang": "" if is_translated(stat) else Language.EN,
        **kind,
    }


def _kind(stat: Stat) -> dict[str, Any] | None:
    match stat.kind:
        case Proportion() | CountRatio():
            return {"kind": stat.kind.name}
        case Distribution(bins=bins):
            return {"kind": "distribution", "bins": bins}
        case Total() if stat.name in TOTALS:
            return {"kind": "total"}
        case ObservedMinusExpected(unit=unit, standardized=False):
            return {"kind": "luck", **_format(unit)}
        case ExcessOverBaseline(unit=unit, baseline=baseline):
            return {"kind": "excess", "baseline": baseline, **_format(unit)}
        case MomentStatistic(unit=unit, finish=finish, by_game=by_game, least=least, most=most) if (
            times := _TIMES.get(finish)
        ):
            bounds = {"least": least, "most": most}
            return {"kind": "mean", "times": times, "by_game": by_game, **bounds, **_format(unit)}
        case SumRatio(unit=unit, by_game=by_game, in_denomination=False):
            return {"kind": "quotient", "by_game": by_game, **_format(unit)}
        case _:
            return None


def _format(unit: Unit) -> dict[str, Any]:
    """Return how a value is formatted."""
    if unit.is_rate:
        return {"form": "rate", "noun": rate_noun(unit), "loss": unit.is_loss}
    return {"form": "share" if unit.is_share else "plain", "unit": value_unit(unit)}
