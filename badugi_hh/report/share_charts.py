"""Builds the charts of Positions and Betting: the player's shares beside those of the other players and ranges.

The others are those of the same hands, counted together. A range is that of a leak check that counted the same decisions: a
check has limits, as a number of players, that a share has not. The shares are those of `stats.engine.evaluate`; nothing here
counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import duckdb

from badugi_hh.leaks import Baseline, Finding
from badugi_hh.leaks.checks.opening import CHECK_OF_POSITION
from badugi_hh.leaks.finding import FrequencyFinding
from badugi_hh.leaks.leak import UNPROVEN
from badugi_hh.report.page_model import Plot
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import everyone_in
from badugi_hh.wording.catalogue import catalogue, leak_text, say, stat_title

BY_POSITION = ("vpip", "pfr")
OPENED = "rfi"
BY_ROUND = ("bet", "fold_to_bet", "raise_bet")
"""The charted statistics of the betting after each draw, without its number."""
_ROUNDS = (1, 2, 3)
HABITS = {
    "limp_first": "B2",
    "cold_call_2": "B5",
    "three_bet": "",
    "fold_to_3bet": "",
    "wtsd": "B34-MANY",
    "w_sd": "B34-WON",
}
"""The charted statistics of single habits, and the checks of them."""
_Range: TypeAlias = tuple[float, float, str, str]


def others_by_position(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[Group]:
    """Return the charted statistics of the other players in the selected hands together, by position.

    Nothing if all players are selected, or all others.
    """
    if hand_filter.every_player or hand_filter.others:
        return []
    rounds = (f"{name}_b{number}" for number in _ROUNDS for name in BY_ROUND)
    names = (*BY_POSITION, OPENED, *HABITS, *rounds)
    with everyone_in(con, hand_filter) as everyone:
        others = replace(everyone, every_player=False, others=True, player=hand_filter.player)
        return evaluate(con, others, names=names, by=("position",), together=True)


def chart_of_positions(groups: Sequence[Group], others: Sequence[Group]) -> Plot | None:
    """Return the chart of how often the player put chips in and raised, by position; None without an opportunity."""
    dots = [
        dot
        for group in groups
        for name in BY_POSITION
        for dot in _dots(name, stat_title(STATS[name]), group, others, group.by["position"])
    ]
    return _chart("chart-positions", "", [stat_title(STATS[name]) for name in BY_POSITION], dots)


def charts_of_betting(
    groups: Sequence[Group],
    stats: Mapping[str, Measure],
    others: Sequence[Group],
    findings: Sequence[Finding] = (),
) -> tuple[Plot, ...]:
    """Return the charts of raising first in, by position, of betting after each draw, and of single habits.

    `groups` has the opening statistic by position, `stats` all statistics of the players together. `findings`
    are those of the same hands and players, whose ranges are drawn.
    """
    title = stat_title(STATS[OPENED])
    opened = [
        {**dot, "range": _range_of(f"{check}-MANY", same, findings)}
        for group, check, same in _by_check(groups)
        for dot in _dots(OPENED, title, group, others, group.by["position"])
    ]
    words = catalogue()["betting"]
    whole = Group("", 0, {}, stats)
    rounds = [
        dot
        for number in _ROUNDS
        for name in BY_ROUND
        for dot in _dots(
            f"{name}_b{number}",
            words[name],
            whole,
            others,
            say("tables", "nth_draw", nth=catalogue()["ordinals"][number - 1]),
        )
    ]
    habits = [
        {**dot, "range": _range_of(check, [stats[name]], findings)}
        for name, check in HABITS.items()
        for dot in _dots(name, say("tables", "share"), whole, others, stat_title(STATS[name]))
    ]
    plots = (
        _chart("chart-opening", title, [title], opened),
        _chart("chart-rounds", say("tables", "after_draws"), [words[name] for name in BY_ROUND], rounds),
        _chart("chart-habits", say("tables", "habits"), [say("tables", "share")], habits),
    )
    return tuple(plot for plot in plots if plot)


def _by_check(groups: Sequence[Group]) -> list[tuple[Group, str, list[Measure]]]:
    """Return each position with its check of raising first in, and the shares of all positions that this check counts together."""
    checks = [CHECK_OF_POSITION.get(group.by["position"], "") for group in groups]
    return [
        (
            group,
            check,
            [each.stats[OPENED] for each, of in zip(groups, checks, strict=True) if of == check],
        )
        for group, check in zip(groups, checks, strict=True)
    ]


def _range_of(check: str, shares: Sequence[Measure], findings: Sequence[Finding]) -> _Range | None:
    """Return the ends of the range of a check, `usual` if it proves no leak, and its source with its changes; None if it counted other decisions than the shares, or if its range differs by player."""
    found = [
        each
        for each in findings
        if each.leak.id == check and each.chances and isinstance(each, FrequencyFinding)
    ]
    counts = sum(each.made for each in found), sum(each.chances for each in found)
    if counts != (sum(share.made or 0 for share in shares), sum(share.n for share in shares)):
        return None
    ranges = {each.baseline for each in found}
    return _described(ranges.pop()) if len(ranges) == 1 else None


def _described(baseline: Baseline) -> _Range:
    source = "; ".join(leak_text(text) or text for text in (baseline.source, *baseline.changes))
    return baseline.low, baseline.high, "usual" if baseline.kind in UNPROVEN else "range", source


def _dots(name: str, title: str, group: Group, others: Sequence[Group], label: str) -> list[dict[str, Any]]:
    """Return the dot of a share as `reports/figures.js` draws it, nothing without an opportunity; the others count in the same part of the hands."""
    share = group.stats[name]
    if not share.n:
        return []
    same = [other.stats[name] for other in others if group.by.items() <= other.by.items()]
    made, chances = sum(other.made or 0 for other in same), sum(other.n for other in same)
    return [
        {
            "group": label,
            "name": title,
            "stat": name,
            "part": group.by,
            "made": share.made,
            "n": share.n,
            "value": share.value,
            "low": share.low,
            "high": share.high,
            "others": (made, chances) if chances >= ENOUGH else None,
            "range": None,
        }
    ]


def _chart(id_: str, title: str, names: Sequence[str], dots: Sequence[dict[str, Any]]) -> Plot | None:
    if not dots:
        return None
    rows = len({dot["group"] for dot in dots})
    data = {"kind": "shares", "names": names, "dots": dots} if len(dots) > 1 else None
    said = [say("captions", "shares", enough=ENOUGH)]
    said += [say("captions", "others")] if any(dot["others"] for dot in dots) else []
    said += [
        say("captions", kind)
        for kind in ("range", "usual")
        if any(dot["range"][2] == kind for dot in dots if dot["range"])
    ]
    return Plot(id_, data, 6 + (1.1 + 0.7 * len(names)) * rows, " ".join(said), title)
