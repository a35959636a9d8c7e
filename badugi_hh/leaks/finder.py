"""Runs every leak check over the hands that a filter selects, against the baselines and the other players.

Frequencies that depend on the field have no published range that fits every field. The baseline of a player covers the published
range and the middle 80 % of the other players: the player's own hands do not count (leave-one-out). A share outside it is
outside both on the same side, so the advice does not turn around when a database grows. A population shows what is usual,
not what is right, so a check that uses it is never a flag.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles
from typing import TypeAlias

import duckdb
import polars as pl

from badugi_hh.leaks.check_counts import HANDS, POTS, RAKE, Counts, Shares, count_checks, count_hands
from badugi_hh.leaks.checks import CHECKS, FREQUENCY_CHECKS, NEED_PRICES, matching
from badugi_hh.leaks.finding import Finding, FrequencyFinding
from badugi_hh.leaks.judging import add_excluded, flag_proven, judge_frequency, judge_mistakes
from badugi_hh.leaks.leak import HEURISTIC, POPULATION, Baseline, Verdict, baseline_of, read_baselines
from badugi_hh.leaks.leak_check import ANY_GAME, Check, FrequencyCheck
from badugi_hh.leaks.rows_behind import confirm, count_unpriced, fetch_behind, mistakes_of, worst_hands
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import row_set

WIDENING = 0.10  # added to the upper end of a baseline for each condition under which its game differs
RAKE_LIMIT = 0.05  # part of the pots, above which a baseline is wider
OPENING_LIMIT = 0.20  # share of opened pots, below which a baseline is wider
NOT_PRICED = "no price: the hand is not priced yet"
RAKED = "widened because the rake is {share:.1%} of the pots"
RARELY_OPENED = "widened because opponents open only {share:.0%} there"
MIN_OPENS = 30  # opportunities to open that are needed to apply OPENING_LIMIT

Progress: TypeAlias = Callable[[str, float], None]
"""Called with what is read next, and the share done, 0 to 1."""

OF_FIELD = frozenset({"B34-MANY", "B34-FEW", "B34-WON"})
"""The checks that use the population: how often a good player reaches showdown depends on how often opponents bet."""
MIN_PLAYERS = 10
"""So many other players with enough opportunities make a population."""
EXTENDED = "the range {low:.0%} to {high:.0%} is extended to the middle {share:.0%} of {players} other players of this database"
_MIDDLE = 0.8  # of the players


def find(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    baselines: Path | None = None,
    ignored: Iterable[str] = (),
    others: Filter | None = None,
    progress: Progress | None = None,
) -> list[Finding]:
    """Return one finding per player and check.

    The findings of a player are sorted by verdict (flags first, then `watch`), and within a verdict by cost, the
    highest first. `baselines` is a TOML file with ranges that replace those of the package. The checks with the ids
    `ignored`, or with ids that begin with one of them and a hyphen, are left out. `others` selects the hands of the other
    players that extend baselines, those of the filter by default. `progress` is called before each part.

    Raises:
        FilterError: the SQL condition of the filter is not valid, it keeps a value that seats, decisions or draws do not
            have, the file of baselines cannot be used, or there is no such check.
    """
    left_out = {id_ for name in ignored for id_ in matching(name)}
    replaced = {} if baselines is None else read_baselines(baselines, FREQUENCY_CHECKS)
    checks = [check for id_, check in CHECKS.items() if id_ not in left_out]
    return _find(con, hand_filter, checks, replaced, others=others, progress=progress).findings


@dataclass(frozen=True, slots=True)
class Found:
    """The findings, the rows behind them, as from `rows_behind.fetch_behind`, and the counts of the other players."""

    findings: list[Finding]
    behind: pl.DataFrame
    population: Mapping[str, Shares]


def find_all(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> Found:
    """Return the findings as `find` does, and the rows behind all of them.

    Raises:
        FilterError: as `find`.
    """
    return _find(con, hand_filter, [*CHECKS.values()], {}, every_row=True)


def _find(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    checks: Sequence[Check],
    replaced: Mapping[str, Baseline],
    *,
    others: Filter | None = None,
    progress: Progress | None = None,
    every_row: bool = False,
) -> Found:
    """Return the findings of checks; without `every_row` only the rows behind mistakes and notable findings."""
    report = progress or (lambda _what, _share: None)
    for table in ("seats", "decisions", "draws"):
        row_set(table, hand_filter)  # refuses a value that the rows do not have
    frequencies = [_with_baseline(check, replaced) for check in checks if isinstance(check, FrequencyCheck)]
    mistakes = [check for check in checks if not isinstance(check, FrequencyCheck)]
    report("the other players", 0.0)
    population = count_population(con, others or hand_filter, frequencies)
    report("opportunities", 0.2)
    hands = count_hands(con, hand_filter)
    counts = count_checks(con, hand_filter, [*mistakes, *frequencies])
    findings: list[Finding] = [*judge_frequencies(con, hand_filter, frequencies, population, hands, counts)]
    report("mistakes", 0.6)
    notable = {finding.leak.id for finding in findings if finding.is_notable}
    confirmed = confirm(con, hand_filter, mistakes)
    shown = [
        check
        for check in checks
        if every_row or not isinstance(check, FrequencyCheck) or check.leak.id in notable
    ]
    behind = fetch_behind(con, hand_filter, shown, confirmed) if shown else pl.DataFrame()
    made = mistakes_of(behind, [check.leak.id for check in mistakes]) if mistakes else {}
    for check in mistakes:
        id_ = check.leak.id
        chances = {player: each["chances"] for player, each in counts[id_].items()}
        if id_ in confirmed:
            chances = Counter(confirmed[id_].values())
        waiting = count_unpriced(con, hand_filter, check) if id_ in NEED_PRICES else {}
        for player, of_player in hands.items():
            rows = made.get((player, id_), [])
            finding = judge_mistakes(check, chances.get(player, 0), rows, player, of_player[HANDS])
            finding = add_excluded(check, counts[id_][player], finding)
            findings.append(_exclude_unpriced(finding, waiting.get(player, 0)))
            if rows or finding.is_notable:
                notable.add(id_)
    report("frequencies and their hands", 0.8)
    worst = worst_hands(con, hand_filter, behind, notable) if notable else {}
    findings = [
        replace(finding, hands=worst.get((finding.player, finding.leak.id), ()))
        if finding.is_notable or finding.leak.grade == "A"
        else finding
        for finding in findings
    ]
    place, order = [*hands].index, [*Verdict].index
    findings.sort(
        key=lambda each: (place(each.player), order(each.verdict), -(each.cost or 0.0), each.leak.id)
    )
    return Found(findings, behind, population)


def judge_frequencies(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    checks: Sequence[FrequencyCheck],
    population: Mapping[str, Shares],
    hands: Shares,
    counts: Mapping[str, Shares],
) -> list[FrequencyFinding]:
    """Return the findings of grade B checks, without their hands.

    `hands` and `counts` are those of the filter, and `population` that of `count_population`.
    """
    findings: list[FrequencyFinding] = []
    opens = _count_opens(con, hand_filter, checks, counts)
    for player, of_player in hands.items():
        judged = []
        for check in checks:
            counts_of_check = counts[check.leak.id][player]
            baseline = extend_baseline(check, population, player)
            baseline = baseline or _widen_baseline(check, of_player, opens, player)
            finding = judge_frequency(check, counts_of_check, player, of_player[HANDS], baseline)
            judged.append(add_excluded(check, counts_of_check, finding))
        findings += flag_proven(FREQUENCY_CHECKS, judged)
    return findings


def _with_baseline(check: FrequencyCheck, replaced: Mapping[str, Baseline]) -> FrequencyCheck:
    """Return a check, with the baseline of the user's file where it has one for it."""
    baseline = baseline_of(check.leak.id, replaced)
    # A replaced baseline is used as it is: nothing widens it, and no price replaces its low end.
    return check if baseline is None else replace(check, baseline=baseline, opener=None, price=None)


def _exclude_unpriced(finding: Finding, waiting: int) -> Finding:
    """Return a finding whose excluded cases in hands that are not priced yet are counted apart."""
    if not waiting:
        return finding
    rest = [(number - waiting, why) for number, why in finding.excluded if number > waiting]
    return replace(finding, excluded=((waiting, NOT_PRICED), *rest))


def _count_opens(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    checks: Sequence[FrequencyCheck],
    counts: Mapping[str, Shares],
) -> dict[str, Shares]:
    """Return by position how often all players open from it, for the positions that could widen a baseline."""
    openers = {
        check.opener
        for check in checks
        if check.opener and any(each["chances"] >= check.least for each in counts[check.leak.id].values())
    }
    opening = {opener: FREQUENCY_CHECKS[f"B1-{opener}-MANY"] for opener in sorted(openers)}
    in_any_game = [
        replace(check, situation=replace(check.situation, limits=ANY_GAME), cost=None)
        for check in opening.values()
    ]
    everyone = replace(hand_filter, player=None, every_player=True, position=None)
    counted = count_checks(con, everyone, in_any_game)
    return {opener: counted[check.leak.id] for opener, check in opening.items()}


def _widen_baseline(
    check: FrequencyCheck, hands: Counts, opens: Mapping[str, Shares], player: str
) -> Baseline:
    """Return the baseline, with a higher upper end for a high rake and for opponents who open few hands."""
    baseline = check.baseline
    if check.opener is None:
        return baseline
    rake = hands[RAKE] / hands[POTS] if hands[POTS] else 0.0
    opening = share_of_others(opens.get(check.opener, {}), player, MIN_OPENS)
    if rake > RAKE_LIMIT + 1e-9:  # a sum of floats has rounding errors
        baseline = baseline.changed(RAKED, baseline.low, min(1.0, baseline.high + WIDENING), share=rake)
    if opening is not None and opening < OPENING_LIMIT:
        baseline = baseline.changed(
            RARELY_OPENED, baseline.low, min(1.0, baseline.high + WIDENING), share=opening
        )
    return baseline


def count_population(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, checks: Sequence[FrequencyCheck]
) -> dict[str, Shares]:
    """Return the counts of all players in the hands of a filter, by the id of each check that uses the population."""
    wanted = [replace(check, cost=None, price=None) for check in checks if _uses_population(check)]
    return count_checks(con, replace(hand_filter, player=None, every_player=True, others=False), wanted)


def extend_baseline(check: FrequencyCheck, population: Mapping[str, Shares], player: str) -> Baseline | None:
    """Return the check's range, extended to that of the other players; None if it does not use it or they are too few."""
    if not _uses_population(check):
        return None
    others = middle_of_others(population[check.leak.id], player, check.least)
    if others is None:
        return None
    published, (low, high, players) = check.baseline, others
    extended = published.changed(
        EXTENDED,
        min(published.low, low),
        max(published.high, high),
        low=published.low,
        high=published.high,
        share=_MIDDLE,
        players=players,
    )
    return replace(extended, kind=POPULATION, game="the selected hands")


def share_of_others(shares: Shares, player: str, least: int = 1) -> float | None:
    """Return the share of all other players together; None with fewer than `least` opportunities."""
    others = [counts for other, counts in shares.items() if other != player]
    chances = sum(counts["chances"] for counts in others)
    return sum(counts["made"] for counts in others) / chances if chances >= least else None


def middle_of_others(shares: Shares, player: str, least: int) -> tuple[float, float, int] | None:
    """Return the ends of the middle 80 % of the other players with at least `least` opportunities, and their number.

    None for too few players.
    """
    others = [
        counts["made"] / counts["chances"]
        for other, counts in shares.items()
        if other != player and counts["chances"] >= least
    ]
    if len(others) < MIN_PLAYERS:
        return None
    low, *_, high = quantiles(others, n=10, method="inclusive")
    return low, high, len(others)


def _uses_population(check: FrequencyCheck) -> bool:
    return check.leak.id in OF_FIELD and check.baseline.kind == HEURISTIC
