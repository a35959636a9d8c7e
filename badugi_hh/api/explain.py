"""The description of problem codes, statistics, leak checks and nodes of losses, from their declarations."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, overload

from badugi_hh.problems import CODES, Code
from badugi_hh.suggest import alike, did_you_mean

if TYPE_CHECKING:
    from badugi_hh.leaks.leak_check import Check
    from badugi_hh.stats.definitions.stat import Stat


@dataclass(frozen=True, slots=True)
class ExplainedStat:
    """A statistic: its words, the formula of its kind, and the SQL that counts it over the row set `rows`."""

    statistic: str
    title: str
    sentence: str
    group: str
    formula: str
    rows: str
    sql: str
    needs_prices: bool


@dataclass(frozen=True, slots=True)
class ExplainedLeak:
    """A leak check: its words, its source, and the SQL that counts it over the row set `rows`.

    A text is empty where nothing follows: `baseline` and `flagged` of grade A, `use`, `cost` and `excluded`.
    """

    check: str
    name: str
    title: str
    grade: str
    meaning: str
    sentence: str
    advice: str
    use: str
    source: str
    baseline: str
    flagged: str
    cost: str
    excluded: str
    rows: str
    sql: str


@dataclass(frozen=True, slots=True)
class ExplainedNode:
    """A node of the tree of losses: its title, and the titles of the nodes below it by id."""

    node: str
    title: str
    parts: dict[str, str]


Explained: TypeAlias = Code | ExplainedStat | ExplainedLeak | ExplainedNode


@overload
def explain(name: str) -> Explained: ...
@overload
def explain(name: None = None) -> tuple[Code, ...]: ...
def explain(name: str | None = None) -> Explained | tuple[Code, ...]:
    """Return what is declared of a name, or of all problem codes; case is ignored.

    A problem code such as `"R03"` gives a `Code` with the texts `id`, `severity`, `title`, `why`, `values` (what `expected`
    and `found` of such a problem are), `advice` and `example`; a statistic such as `"vpip"` an `ExplainedStat`; the id of a
    leak check such as `"B13"` an `ExplainedLeak`; that of a node of losses such as `"before.first-in"` an `ExplainedNode`.

    Raises:
        LookupError: there is no such name.
    """
    if name is None:
        return tuple(CODES.values())
    wanted = name.strip()
    if wanted.upper() in CODES:
        return CODES[wanted.upper()]
    from badugi_hh.leaks.checks import CHECKS
    from badugi_hh.leaks.loss_nodes import titles
    from badugi_hh.stats.definitions.registry import STATS

    if wanted.lower() in STATS:
        return _explain_stat(STATS[wanted.lower()])
    if wanted.upper() in CHECKS:
        return _explain_leak(CHECKS[wanted.upper()])
    if wanted.lower() in titles():
        return _explain_node(wanted.lower())
    names = {stat.title: stat.name for stat in STATS.values()}
    begun = [id_ for id_ in CHECKS if id_.startswith(f"{wanted.upper()}-")]
    question = did_you_mean(begun or alike(wanted, [*CODES, *STATS, *CHECKS, *titles()], titles=names))
    raise LookupError(
        f"there is no problem code, statistic, leak check or node of losses {name!r}; {question}{question and ' '}"
        "`badugi-hh explain`, `stats --list` and `leaks --list` list them"
    )


def _explain_stat(stat: "Stat") -> ExplainedStat:
    from badugi_hh.stats.definitions.kinds.written import FORMULAS, write_rule
    from badugi_hh.stats.definitions.registry import OF_PRICES

    return ExplainedStat(
        statistic=stat.name,
        title=stat.title,
        sentence=stat.sentence,
        group=stat.group,
        formula=FORMULAS[stat.kind.name],
        rows=stat.rows,
        sql=write_rule(stat.kind),
        needs_prices=stat.name in OF_PRICES,
    )


def _explain_node(id_: str) -> ExplainedNode:
    from badugi_hh.leaks.loss_nodes import ALL, titles

    named = titles()
    above = "" if id_ == ALL else id_
    below = (other for other in named if other != ALL and other.rpartition(".")[0] == above)
    return ExplainedNode(id_, ", ".join(named[id_]), {other: named[other][-1] for other in below})


def _explain_leak(check: "Check") -> ExplainedLeak:
    from badugi_hh.leaks.leak import GRADES
    from badugi_hh.leaks.leak_check import FrequencyCheck

    leak, situation = check.leak, check.situation
    baseline = flagged = ""
    if isinstance(check, FrequencyCheck):
        usual = check.baseline
        low = "the price" if check.price else f"{usual.low:.0%}"
        added = " above the share in the compared rows" if situation.compared else ""
        baseline = f"{low} to {usual.high:.0%}{added} ({usual.kind}; {usual.game})"
        flagged = f"{'above' if check.too_high else 'below'} it, from {check.least} opportunities on"
    return ExplainedLeak(
        check=leak.id,
        name=leak.name,
        title=leak.title,
        grade=leak.grade,
        meaning=GRADES[leak.grade],
        sentence=leak.sentence,
        advice=leak.advice,
        use=leak.use,
        source=leak.source,
        baseline=baseline,
        flagged=flagged,
        cost="" if check.cost is None else leak.model,
        excluded=situation.limits.reason,
        rows=situation.rows,
        sql=situation.written(),
    )
