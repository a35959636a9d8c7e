"""Runs every leak check over the hands that a filter selects."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import duckdb

from badugi_hh.leaks import frequency, mistake_check, solver_check
from badugi_hh.leaks.baselines import baseline_of, read_baselines
from badugi_hh.leaks.check_counts import HANDS, POTS, RAKE, Counting, Counts, Mistakes, counted
from badugi_hh.leaks.frequency_check import FrequencyCheck, all_of, proportion
from badugi_hh.leaks.leak import Baseline, Finding, Leak, Verdict
from badugi_hh.leaks.mistake_check import MistakeCheck
from badugi_hh.leaks.objective import MISTAKE_CHECKS
from badugi_hh.leaks.population import Population, count_population
from badugi_hh.leaks.rates import FREQUENCY_CHECKS
from badugi_hh.leaks.row_details import Key
from badugi_hh.leaks.solver_check import SINGLE, SOLVER_CHECKS, SolverCheck
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.rows import fetch, row_set
from badugi_hh.suggest import alike, did_you_mean

LEAKS: dict[str, Leak] = {
    **{id_: check.leak for id_, check in MISTAKE_CHECKS.items()},
    **{id_: rate.leak for id_, rate in FREQUENCY_CHECKS.items()},
    **{id_: check.leak for id_, check in SOLVER_CHECKS.items()},
}
"""All leak checks by id."""

WIDENING = 0.10  # added to the upper end of a baseline for each condition under which its game differs
RAKE_LIMIT = 0.05  # part of the pots, above which a baseline is wider
OPENING_LIMIT = 0.20  # share of opened pots, below which a baseline is wider
NOT_PRICED = "no price: the hand is not priced yet"
MIN_OPENS = 30  # opportunities to open that are needed to apply OPENING_LIMIT

Progress: TypeAlias = Callable[[str, float], None]
"""Called with what is read next, and the share done, 0 to 1."""

_ORDER = {Verdict.FLAG: 0, Verdict.WATCH: 1, Verdict.FINE: 2, Verdict.TOO_FEW: 3}


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
    for table in ("seats", "decisions", "draws"):
        row_set(table, hand_filter)  # refuses a value that the rows do not have
    left_out = {id_ for name in ignored for id_ in matching(name)}
    rates = tuple(check for check in _with_baselines(baselines) if check.leak.id not in left_out)
    mistakes = tuple(check for id_, check in MISTAKE_CHECKS.items() if id_ not in left_out)
    losses = tuple(check for id_, check in SOLVER_CHECKS.items() if id_ not in left_out)
    report = progress or _report_nothing
    report("the other players", 0.0)
    population = count_population(con, others or hand_filter, rates)
    report("opportunities", 0.2)
    with counted(con, hand_filter, (*mistakes, *losses, *rates)) as counting:
        report("mistakes", 0.6)
        findings = [*_mistakes(counting, mistakes), *_losses(counting, losses)]
        report("frequencies and their hands", 0.8)
        findings += _frequencies(counting, hand_filter, rates, population)
        hands = counting.by_player
    place = {player: nth for nth, player in enumerate(hands)}
    return sorted(
        findings,
        key=lambda finding: (
            place[finding.player],
            _ORDER[finding.verdict],
            -(finding.cost or 0.0),
            finding.leak.id,
        ),
    )


def _report_nothing(_what: str, _share: float) -> None:
    """Do nothing, in place of a function that shows progress."""


def matching(name: str) -> tuple[str, ...]:
    """Return the ids of the checks that a user names: `b4` is `B4-BTN` and `B4-SB`.

    Raises:
        FilterError: there is no such check.
    """
    wanted = name.strip().upper()
    found = tuple(id_ for id_ in LEAKS if id_ == wanted or id_.startswith(f"{wanted}-"))
    if not found:
        question = did_you_mean(alike(wanted, LEAKS))
        raise FilterError(
            f"there is no check {name!r}; {question or 'badugi-hh leaks --list lists the checks'}"
        )
    return found


def _with_baselines(path: Path | None) -> Iterator[FrequencyCheck]:
    """Yield the grade B checks, with the baselines of the user's file where it has one for them."""
    own = {} if path is None else read_baselines(path, FREQUENCY_CHECKS)
    for id_, check in FREQUENCY_CHECKS.items():
        baseline = baseline_of(id_, own)
        # A replaced baseline is used as it is: nothing widens it, and no price replaces its low end.
        yield check if baseline is None else replace(check, baseline=baseline, opener=None, price=None)


def _mistakes(counting: Counting, checks: Sequence[MistakeCheck]) -> list[Finding]:
    findings = []
    mistakes_of = counting.mistakes(checks)
    worst = counting.describe(checks, mistakes_of)
    for check in checks:
        found = mistakes_of[check.leak.id]
        unpriced = counting.unpriced(check) if check.needs_prices else {}
        for player, counts in counting.by_player.items():
            excluded = counts[f"{check.leak.name}__scope"] - counts[f"{check.leak.name}__chances"]
            mistakes = found.get(player, Mistakes())
            costs = {key: cost for key, (_, cost) in mistakes.made.items()}
            finding = mistake_check.judge(check, mistakes.chances, costs, excluded, player, counts[HANDS])
            if waiting := unpriced.get(player, 0):
                rest = [(number - waiting, why) for number, why in finding.excluded if number > waiting]
                finding = replace(finding, excluded=((waiting, NOT_PRICED), *rest))
            findings.append(replace(finding, hands=worst.get((player, check.leak.id), ())))
    return findings


def _losses(counting: Counting, checks: Sequence[SolverCheck]) -> list[Finding]:
    """Return the findings of the checks against the solved game, with the decisions that cost enough to be listed."""
    found = counting.mistakes(checks)
    errors = counting.errors_of(checks, found)
    rows = {check.leak.id: check.rows for check in checks}
    singles = {
        id_: {player: _singles(mistakes, rows[id_], errors) for player, mistakes in own.items()}
        for id_, own in found.items()
    }
    worst = counting.describe(checks, singles)
    findings = []
    for check in checks:
        for player, counts in counting.by_player.items():
            excluded = counts[f"{check.leak.name}__scope"] - counts[f"{check.leak.name}__chances"]
            mistakes = found[check.leak.id].get(player, Mistakes())
            costs = {
                key: (cost, errors[check.rows, key])
                for key, (_, cost) in mistakes.made.items()
                if cost is not None
            }
            finding = solver_check.judge(check, mistakes.chances, costs, excluded, player, counts[HANDS])
            costly = len(singles[check.leak.id].get(player, Mistakes()).made)
            hands = worst.get((player, check.leak.id), ())
            findings.append(replace(finding, costly=costly, hands=hands))
    return findings


def _singles(mistakes: Mistakes, rows: str, errors: Mapping[tuple[str, Key], float]) -> Mistakes:
    """Return the mistakes that cost enough to be listed, and surely cost something."""
    made = {
        key: (seat, cost)
        for key, (seat, cost) in mistakes.made.items()
        if cost is not None and cost >= max(SINGLE, 2 * errors[rows, key])
    }
    return Mistakes(mistakes.chances, made)


def _frequencies(
    counting: Counting, hand_filter: Filter, checks: Sequence[FrequencyCheck], population: Population
) -> list[Finding]:
    findings: list[Finding] = []
    opens = _count_opens(counting, hand_filter, checks)
    weighted = {check.leak.name: counting.compare_within(check) for check in checks if check.within}
    for player, of_player in counting.by_player.items():
        counts = dict(of_player)
        for name, of_check in weighted.items():
            nothing = dict.fromkeys(("chances", "made", "others", "others_made"), 0)
            counts |= {f"{name}__{each}": n for each, n in of_check.get(player, nothing).items()}
        rake = counts[RAKE] / counts[POTS] if counts[POTS] else None
        own = []
        for check in checks:
            baseline = population.baseline(check, player) or _widen_baseline(
                check, rake, _opening_share(check, opens, player)
            )
            finding = _judge(check, baseline, counts, player)
            if hand_filter.player is not None:
                shrunk = population.shrink(check, player, finding.made, finding.chances)
                finding = replace(finding, shrunk=shrunk)
            own.append(finding)
        findings += frequency.flag_proven(FREQUENCY_CHECKS, own)
    outside = {Verdict.FLAG, Verdict.WATCH}
    notable = {finding.leak.id for finding in findings if finding.verdict in outside}
    worst = counting.worst_hands([FREQUENCY_CHECKS[id_] for id_ in sorted(notable)])
    return [
        replace(finding, hands=worst.get((finding.player, finding.leak.id), ()))
        if finding.verdict in outside
        else finding
        for finding in findings
    ]


def _judge(check: FrequencyCheck, baseline: Baseline, counts: Counts, player: str) -> Finding:
    """Return the finding of one check by itself, with the number of excluded cases."""

    def of(name: str) -> Any:
        return counts[f"{check.leak.name}__{name}"]

    def mean(name: str) -> float | None:
        return of(name) / of(f"{name}_known") if of(f"{name}_known") else None

    if check.price is not None and (price := mean("price")) is not None:
        baseline = replace(baseline, low=price)
    enough = True
    if check.compared:
        enough = of("others") >= check.min_opportunities
        baseline = frequency.add_own_share(baseline, of("others_made"), of("others"))
    cost = None if check.cost is None else mean("cost")
    finding = frequency.judge(check, baseline, (of("chances"), of("made"), cost), player, counts[HANDS])
    if check.compared:
        finding = replace(finding, compared=(of("others_made"), of("others")))
    if not enough:
        finding = replace(finding, verdict=Verdict.TOO_FEW, cost=None, cost_low=None, cost_high=None)
    excluded = of("scope") - of("chances")
    return replace(finding, excluded=((excluded, check.excluded_reason),) if excluded else ())


_Opens = Mapping[str, Mapping[str, tuple[int, int]]]
"""By position and player: how often the player raised first in, and the opportunities."""


def _count_opens(counting: Counting, hand_filter: Filter, checks: Sequence[FrequencyCheck]) -> _Opens:
    """Return how often all players open from the positions that widen a baseline, none if no baseline could be wider."""
    positions = {
        check.opener
        for check in checks
        for counts in counting.by_player.values()
        if check.opener and counts[f"{check.leak.name}__chances"] >= check.min_opportunities
    }
    if not positions:
        return {}
    everyone = replace(hand_filter, player=None, every_player=True, position=None)
    rows, parameters = row_set("decisions", everyone)
    rfi = proportion("rfi")
    query = f"""
        SELECT position, player, count(*) AS chances, count(*) FILTER (WHERE {all_of(rfi.made)}) AS made
        FROM ({rows}) WHERE {all_of(rfi.chances)} AND position IN (SELECT unnest(?::VARCHAR[])) GROUP BY ALL
    """
    opens: dict[str, dict[str, tuple[int, int]]] = {}
    for row in fetch(counting.con, everyone, query, [*parameters, sorted(positions)]):
        opens.setdefault(row["position"], {})[row["player"]] = row["made"], row["chances"]
    return opens


def _opening_share(check: FrequencyCheck, opens: _Opens, player: str) -> float | None:
    """Return how often the other players open from the check's position; None below `MIN_OPENS` opportunities."""
    if check.opener is None or check.opener not in opens:
        return None
    others = [counts for other, counts in opens[check.opener].items() if other != player]
    chances = sum(number for _, number in others)
    return sum(made for made, _ in others) / chances if chances >= MIN_OPENS else None


def _widen_baseline(check: FrequencyCheck, rake: float | None, opening: float | None) -> Baseline:
    """Return the baseline, with a higher upper end for a high rake and for opponents who open few hands."""
    baseline = check.baseline
    if check.opener is None:
        return baseline
    reasons = []
    if rake is not None and rake > RAKE_LIMIT + 1e-9:  # a sum of floats has rounding errors
        reasons.append(f"the rake is {rake:.1%} of the pots")
    if opening is not None and opening < OPENING_LIMIT:
        reasons.append(f"opponents open only {opening:.0%} there")
    if not reasons:
        return baseline
    return replace(
        baseline,
        high=min(1.0, baseline.high + WIDENING * len(reasons)),
        source=f"{baseline.source}; widened because {' and '.join(reasons)}",
    )


def find_mistakes(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, check: MistakeCheck
) -> list[tuple[int, int, float | None]]:
    """Return the hand_key, the seat and the cost of each mistake of a grade A check, or of a grade S check those it would list.

    Costs are in big bets, None where they are unknown.

    Raises:
        FilterError: the SQL condition of the filter is not valid.
    """
    with counted(con, hand_filter, (check,)) as counting:
        found = counting.mistakes((check,))
        listed = list(found[check.leak.id].values())
        if isinstance(check, SolverCheck):
            errors = counting.errors_of((check,), found)
            listed = [_singles(mistakes, check.rows, errors) for mistakes in listed]
    return [(key[0], seat, cost) for mistakes in listed for key, (seat, cost) in mistakes.made.items()]
