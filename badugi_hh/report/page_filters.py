"""The filters of the page: their values, and the counts by which the page computes statistics without a server.

The counts are those of `stats.engine.additive`. Each statistic is described as data, which `reports/kinds.js` reads: its kind,
the columns of its sums, and its format. Nothing here counts.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import duckdb
import polars as pl

from badugi_hh.facts.columns import GAMES
from badugi_hh.history.money import SIGNS
from badugi_hh.report.measured_cells import rate_noun, row_noun, value_unit
from badugi_hh.report.overview import HEADLINES, RATES
from badugi_hh.report.page_model import FilterField, PageFilters
from badugi_hh.report.sections import CHARTED, LINES_SHOWN, denomination_label, group_title
from badugi_hh.report.split_tables import FILTERED, chip_noun
from badugi_hh.stats.definitions.estimates import rows_needed
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
    VarianceRatio,
)
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.additive import AdditiveCounts, additive_counts, why_not_additive
from badugi_hh.stats.selection.dimensions import DIMENSIONS, UNKNOWN
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.time_zones import UTC_NAME
from badugi_hh.wording.catalogue import catalogue, is_translated, stat_sentence, stat_title
from badugi_hh.wording.language import Language

TOTALS = ("hands", "net", "rake_paid")
"""The totals that the overview and the tables show."""

_PERIOD = {"month": ("from", "to")}
_DIGITS = 12  # of a sum: as many as a value needs that is rounded to nine decimals


def page_filters(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, games: Mapping[str, str], *, you: bool, seats: bool
) -> PageFilters:
    """Return the filters of the selected hands, and their counts.

    `games` are the labels by game, as from `overview.game_labels`. `you` is true if the reader is the player.
    `seats` is true if a hand has several selected seats; the page then counts seats, because positions of one hand
    would count it twice.
    """
    counts = additive_counts(con, hand_filter, FILTERED)
    words = catalogue()["filters"]
    fields = []
    for nth, name in enumerate(FILTERED):
        values = {part[nth] for part in counts.parts}
        known = sorted(values - {UNKNOWN}, key=DIMENSIONS[name].rank)
        options = tuple((value, games.get(value, value)) for value in known)
        if len(values) > 1:
            fields += [FilterField(each, words[each], options) for each in _PERIOD.get(name, (name,))]
    return PageFilters(tuple(fields), _block(counts, hand_filter, games, you=you, seats=seats))


def _block(
    counts: AdditiveCounts, hand_filter: Filter, games: Mapping[str, str], *, you: bool, seats: bool
) -> dict[str, Any]:
    """Return the counts, the statistics, and the texts that a filtered page needs, as JSON."""
    names = (*FILTERED, "denomination")
    values = [sorted({part[nth] for part in counts.parts}) for nth in range(len(names))]
    units = values[-1]
    return {
        "order": [name for name in STATS if name in counts.stats or why_not_additive(STATS[name])],
        "values": dict(zip(names, values, strict=True)),
        "parts": {
            name: [own.index(part[nth]) for part in counts.parts]
            for nth, (name, own) in enumerate(zip(names, values, strict=True))
        },
        "columns": [_numbers(column) for column in counts.columns],
        "stats": {
            name: describe(STATS[name], you=you) | {"sums": counts.stats[name]}
            for name in counts.stats
            if STATS[name].kind.name != "total" or name in TOTALS
        },
        "unfiltered": {
            stat.name: why for stat in STATS.values() if (why := why_not_additive(stat)) is not None
        },
        "denominations": {unit: _denomination(unit) for unit in units},
        "games": games,
        "rates": RATES,
        "headlines": HEADLINES,
        "seats": seats,
        "since": _moment(hand_filter.since),
        "until": _moment(hand_filter.until),
        "tz": hand_filter.tz or UTC_NAME,
        "charted": CHARTED,
        "words": {
            name: catalogue()[name]
            for name in ("figures", "filters", "charts", "captions", "lists", "starts")
        }
        | {"lines": {name: catalogue()["tables"][name] for name in ("lines_all", "lines_caption")}},
        "lines_shown": LINES_SHOWN,
    }


def _moment(moment: datetime | None) -> str:
    """Return a moment so that earlier ones sort before it, as dates do; empty for none."""
    return "" if moment is None else moment.isoformat()


def _numbers(column: Sequence[int | float]) -> list[int | float]:
    """Return the sums of a column with the digits that the page needs. A million hands have nine million sums."""
    sums = pl.Series(column)
    if not sums.dtype.is_float():
        return list(column)
    return [int(value) if value.is_integer() else value for value in sums.round_sig_figs(_DIGITS).to_list()]


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


def describe(stat: Stat, *, you: bool = True) -> dict[str, Any]:
    """Return what the page needs of a statistic, without its sums.

    Raises:
        TypeError: the page cannot compute a statistic of this kind.
    """
    found: dict[str, Any] = {
        "title": stat_title(stat),
        "sentence": stat_sentence(stat, you=you),
        "group": group_title(stat.group),
        "rows": row_noun(stat.rows),
        "form": "plain",
        "lang": "" if is_translated(stat) else Language.EN,
    }
    match stat.kind:
        case Proportion() | CountRatio():
            return found | {"kind": stat.kind.name}
        case Distribution(bins=bins):
            return found | {"kind": "distribution", "bins": bins}
        case Total():
            return found | {"kind": "total"}
        case ObservedMinusExpected(unit=unit, standardized=standardized):
            return found | {"kind": "luck", "standardized": standardized, **_format(unit)}
        case ExcessOverBaseline(unit=unit, baseline=baseline):
            return found | {"kind": "excess", "baseline": baseline, **_format(unit)}
        case MomentStatistic(unit=unit, finish=finish, by_game=by_game, least=least, most=most):
            whole = {"places": 0} if finish is rows_needed else {}
            own = {"finish": finish.__name__, "by_game": by_game, "least": least, "most": most}
            return found | {"kind": "moments", **own, **_format(unit), **whole}
        case SumRatio(unit=unit, by_game=by_game, in_denomination=False):
            return found | {"kind": "quotient", "by_game": by_game, **_format(unit)}
        case VarianceRatio(unit=unit):
            return found | {"kind": "variances", "by_game": True, **_format(unit)}
        case _:
            raise TypeError(f"the page cannot compute {stat.name}, a {stat.kind.name}")


def _format(unit: Unit) -> dict[str, Any]:
    """Return how a value is formatted."""
    if unit.is_rate:
        return {"form": "rate", "noun": rate_noun(unit), "loss": unit.is_loss}
    return {"form": "share" if unit.is_share else "plain", "places": 2, "unit": value_unit(unit)}
