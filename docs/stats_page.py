"""The page of statistics: each with its formula, its row set and its groups, from the declarations in `stats`."""

import re

import walkthrough
from markdown_pages import page, table

from badugi_hh.facts.views import VERDICTS
from badugi_hh.stats.definitions.kinds import (
    ClusteredMean,
    Conjunction,
    CountRatio,
    Distribution,
    ExcessOverBaseline,
    Kind,
    Largest,
    Median,
    MomentStatistic,
    ObservedMinusExpected,
    Proportion,
    SumRatio,
    Total,
    VarianceRatio,
)
from badugi_hh.stats.definitions.notes import NOTES
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import (
    ENTRIES,
    HAND_LOSSES,
    HAND_SEQUENCE,
    OWN_COLUMNS,
    ROW_SETS,
    SEAT_COLUMNS,
    SESSIONS,
    columns_of,
)
from badugi_hh.stats.definitions.stat import DRAWS, Stat
from badugi_hh.stats.selection.dimensions import DIMENSIONS

KINDS = {  # by the name in JSON: the usual term, and what it is
    "proportion": (
        "proportion",
        "how often an action was taken of its opportunities (`made` of `chances`), with a 95% Wilson interval",
    ),
    "ratio": ("count ratio", "one count divided by another that does not include it"),
    "total": ("total", "a sum; amounts of different currencies are never added"),
    "distribution": ("distribution", "how often a whole number had each value; the value is the mean"),
    "computed": (
        "moment statistic",
        "a figure computed from the count, mean and variance of an amount, with an interval if there is one",
    ),
    "quotient": ("sum ratio", "one sum divided by another"),
    "largest": ("maximum", "the largest value of an amount"),
    "median": ("median", "the median of an amount"),
    "excess": ("excess over baseline", "a share minus its baseline, with the interval of the share"),
    "clustered": (
        "cluster mean",
        "a mean whose interval is derived from the differences between clusters, such as sessions",
    ),
    "luck": (
        "observed minus expected",
        "a count minus its expectation, where each row has its own known probability",
    ),
}


DERIVED = {  # what a row of a row set that is no table belongs to
    HAND_LOSSES: "hand of a player in which a decision or draw has a judge",
    VERDICTS.name: "decision or draw with a judge",
    HAND_SEQUENCE: "seat, in the order in which they were played",
    SESSIONS: "session of a player",
    ENTRIES: "tournament that a player entered",
}


def stats_page() -> str:
    """Return `docs/stats.md`: every statistic in words and as it is counted."""
    parts = [
        (
            "The words are those of `badugi-hh stats` and of the report; the conditions "
            "below them are the SQL predicates that DuckDB evaluates, over rows of the [database](schema.md). A statistic "
            "without an opportunity has no value; it is never 0. The hero of a hand is the player whose cards the file shows. "
            "Statistics that differ only in the number of a draw stand together, with N for that number; unless another kind "
            "is named, a statistic is a proportion.\n"
        ),
        *(f"- {note}" for note in NOTES[:-1]),
        f"- {NOTES[-1]}\n",
        table(
            ["kind", "in JSON", "what it is"],
            [(title, f"`{name}`", meaning) for name, (title, meaning) in KINDS.items()],
        ),
        (
            "`--by` splits statistics by a dimension, and `--only` selects one value of a dimension; a dimension of decisions "
            "or draws splits only statistics over these rows:\n"
        ),
        table(
            ["dimension", "splits", "meaning"],
            [
                [f"`{d.name}`", ", ".join(f"`{rows}`" for rows in d.within) or "all", d.title]
                for d in DIMENSIONS.values()
            ],
        ),
        (
            "The row sets `seats`, `decisions` and `draws` are the rows of these tables with columns of their hand "
            f"added; decisions and draws also have {', '.join(f'`{name}`' for name in SEAT_COLUMNS)} of their seat. The "
            "other row sets are derived.\n"
        ),
    ]
    for name in ROW_SETS:
        if name not in OWN_COLUMNS:
            parts.append(f"`{name}` has a row for each {DERIVED[name]}:\n")
            alike: dict[tuple[str, str], list[str]] = {}
            for c in columns_of(name):
                alike.setdefault((c.type, re.sub(r"\d(?= draws)|(?<=draw )\d", "N", c.meaning)), []).append(
                    f"`{c.name}`"
                )
            rows = [(", ".join(names), type_, meaning) for (type_, meaning), names in alike.items()]
            parts.append(table(["column", "type", "meaning"], rows))
    families: dict[tuple[str, ...], list[Stat]] = {}
    for stat in STATS.values():
        families.setdefault(_without_number(stat), []).append(stat)
    for group in dict.fromkeys(stat.group for stat in STATS.values()):
        parts.append(f"## {group[0].upper()}{group[1:]}\n")
        for family in (family for family in families.values() if family[0].group == group):
            first = family[0]
            title, sentence, sql = _said(first)
            if len(family) > 1:
                _, title, sentence, sql = _without_number(first)
            kind = (
                "" if first.kind.name == "proportion" else f"{KINDS[first.kind.name][0].capitalize()} over "
            )
            parts.append(f"### {', '.join(stat.name for stat in family)}\n")
            parts.append(f"**{title}.** {sentence} *{kind}`{first.rows}`.*\n")
            parts.append(walkthrough.fence(sql, "sql"))
    return page("Statistics", "badugi_hh/stats/", *parts)


def _said(stat: Stat) -> tuple[str, str, str]:
    """Return the title, the sentence and the conditions of a statistic."""
    return stat.title, stat.sentence, counted(stat.kind)


def _without_number(stat: Stat) -> tuple[str, ...]:
    """Return the name of a statistic and what is said of it, with N in the place of the number of its draw or round."""
    numbered = re.search(r"_b?([123])$", stat.name)
    if numbered is None:
        return stat.name, *_said(stat)
    number = numbered[1]
    title, sentence, sql = _said(stat)
    for pattern, by in (
        (rf"the {DRAWS[int(number)]} draw", "draw N"),
        (rf"your {DRAWS[int(number)]} draws", "your draws N"),
        (rf"100 {DRAWS[int(number)]} draws", "100 draws N"),
    ):
        title, sentence = (re.sub(pattern, by, text) for text in (title, sentence))
    sql = re.sub(rf"\b(round|draw) = {number}\b|_(b?){number}\b", lambda at: at[0][:-1] + "N", sql)
    return stat.name.removesuffix(number), title, sentence, sql


def counted(kind: Kind) -> str:
    """Return the conditions of a kind, one a line; those of a distribution's many bins in one."""
    match kind:
        case Distribution():
            return f"-- {kind.value}, where\n{all_of(kind.over)}"
        case Proportion():
            return f"-- opportunities\n{all_of(kind.over)}\n-- made\n{all_of(kind.made)}"
        case CountRatio():
            return f"-- over\n{all_of(kind.over)}\n-- this\n{all_of(kind.top)}\n-- to this\n{all_of(kind.bottom)}"
        case Total(divisor=divisor) if divisor > 1:
            return f"-- of {kind.amount}, divided by {divisor}, where\n{all_of(kind.over)}"
        case MomentStatistic(least=float() | int() as least, most=most):
            possible = f"at least {least:g}" if most is None else f"between {least:g} and {most}"
            return f"-- of {kind.amount}, {possible}, where\n{all_of(kind.over)}"
        case Total() | MomentStatistic() | Largest() | Median():
            return f"-- of {kind.amount}, where\n{all_of(kind.over)}"
        case SumRatio():
            return f"-- over\n{all_of(kind.over)}\n-- this\n{kind.top}\n-- to this\n{kind.bottom}"
        case VarianceRatio():
            return f"-- over\n{all_of(kind.over)}\n-- variance of this\n{kind.top}\n-- to that of this\n{kind.bottom}"
        case ExcessOverBaseline():
            return f"-- opportunities\n{all_of(kind.over)}\n-- made\n{all_of(kind.made)}\n-- less\n{kind.baseline:.6f}"
        case ClusteredMean():
            return f"-- clusters\n{all_of(kind.over)}\n-- total of each\n{kind.total}\n-- over its number\n{kind.number}"
        case ObservedMinusExpected():
            return f"-- over\n{all_of(kind.over)}\n-- made\n{all_of(kind.made)}\n-- with probability\n{kind.chance}"
        case _:
            raise TypeError(f"a kind that this page does not know: {kind!r}")


def all_of(predicates: Conjunction) -> str:
    """Return predicates as one condition."""
    return " AND ".join(predicates)
