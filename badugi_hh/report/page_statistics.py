"""Describes statistics as data, which `reports/kinds.js` reads: the kind of each, and its format.

The page computes them from the sums of `stats.engine.seat_sums`. What sums cannot say stays that of all hands. Nothing here
counts.
"""

from collections.abc import Callable
from typing import Any

from badugi_hh.report.measured_cells import rate_noun, row_noun, value_unit
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
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.engine.seat_sums import is_additive
from badugi_hh.wording.catalogue import catalogue, is_translated, stat_sentence, stat_title
from badugi_hh.wording.language import Language

TOTALS = ("hands", "net", "rake_paid")
"""The totals that the overview and the tables show."""

_TIMES: dict[Callable[[Moments], Estimate], int] = {average: 1, per_hundred: 100, rare_per_hundred: 100}
"""How many rows the mean of a moment statistic is of, which the page can compute."""


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


def group_title(group: str) -> str:
    """Return the title of a group of statistics."""
    title = str(catalogue().get("groups", {}).get(group, group))
    return title[:1].upper() + title[1:]


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
