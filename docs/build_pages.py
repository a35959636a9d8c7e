"""Write the reference pages, and the blocks of real output in hand-written pages, from the code itself.

    python docs/build_pages.py            # write the pages that changed
    python docs/build_pages.py --check    # write nothing; list the stale pages and exit with 1

A page is a pure function of what is declared in the package. A hand-written page holds blocks between
`<!-- built: NAME -->` and `<!-- end -->`; the text between them is replaced by the output of the code.
"""

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from enum import EnumType
from inspect import cleandoc, signature
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

import walkthrough
from typer.models import ArgumentInfo

from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.engine import rules
from badugi_hh.engine.rules import ROOMS, Rules
from badugi_hh.facts.columns import TABLES
from badugi_hh.facts.views import VIEWS
from badugi_hh.leaks.checks import CHECKS, FREQUENCY_CHECKS
from badugi_hh.leaks.finding import NOTABLE_COST
from badugi_hh.leaks.judging import MIN_DECISIONS
from badugi_hh.leaks.leak_check import DEALT, Check, FrequencyCheck, Situation
from badugi_hh.leaks.opponent import ENOUGH, LEAST_HANDS, NUMBERS, TYPE_RULES, VPIP_RANGES, VPIP_SOURCE
from badugi_hh.leaks.recent_results import HANDS_BEFORE, MINUTES, RECENT
from badugi_hh.leaks.rows_behind import SINGLE
from badugi_hh.problems import CODES
from badugi_hh.problems.declaration import HAND_EDITED, NO_VALUES
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
    DRAW_HANDS,
    ENTRIES,
    HAND_SEQUENCE,
    OWN_COLUMNS,
    ROW_SETS,
    SEAT_COLUMNS,
    SESSIONS,
    SOLVED_HANDS,
    columns_of,
)
from badugi_hh.stats.definitions.stat import DRAWS, Stat
from badugi_hh.stats.selection.dimensions import DIMENSIONS

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- built: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
WRITTEN_BY_HAND = (
    "README.md",
    *(f"docs/{name}.md" for name in ("architecture", "counting", "export", "histories", "odds")),
)

STAKES = {"betting", "small_blind", "big_blind", "ante", "small_bet", "big_bet"}

GROUPS = {
    "T": "Text: the file as a whole",
    "G": "Grammar: a line that no form covers",
    "H": "Shape: what every hand must have",
    "R": "Rules: what the table does not allow",
    "C": "Cards: what the known cards contradict",
    "M": "Money: what the amounts contradict",
    "S": "Summary: where it contradicts the hand above it",
    "X": "Across hands",
}


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; a bar within a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines
    )


def page(title: str, source: str, *parts: str) -> str:
    """Return a whole page that says where it comes from."""
    note = f"<!-- Written by docs/build_pages.py from {source}; change it there. -->"
    return "\n".join([f"# {title}\n", f"{note}\n", *parts]).rstrip("\n") + "\n"


def codes_page() -> str:
    """Return `docs/codes.md`: every problem code with its cause and what to do."""
    parts = [
        (
            "An *error* puts the hand into the quarantine, whole, with its text; a *warning* stores it with "
            "`status = 'warned'`. An error across the hands of a table quarantines none of them. *Expected* and *found* are the values that a problem reports beside its message. Below each code "
            "is an excerpt of a history that has the problem; `…` marks omitted lines. `badugi-hh explain CODE` prints an "
            f"entry in the terminal. Where nothing follows the excerpt: {HAND_EDITED[0].lower()}{HAND_EDITED[1:]}\n"
        )
    ]
    for letter, title in GROUPS.items():
        codes = [code for code in CODES.values() if code.id.startswith(letter)]
        parts.append(f"## {title}\n")
        for code in codes:
            parts.append(f"### {code.id} {code.title}\n")
            values = "" if code.values == NO_VALUES else f" {code.values}"
            parts.append(f"*{code.severity.capitalize()}.* {code.why}{values}\n")
            parts.append(walkthrough.fence(code.example))
            if code.advice != HAND_EDITED:
                parts.append(f"{code.advice}\n")
    return page("Problem codes", "badugi_hh/problems/", *parts)


def rooms_page() -> str:
    """Return `docs/rooms.md`: the rules in which rooms differ, and where they are from."""
    tree = ast.parse(Path(rules.__file__).read_text("utf-8"))
    sources = {
        statement.targets[0].id: cleandoc(following.value.value)
        for statement, following in pairwise(tree.body)
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(following, ast.Expr)
        and isinstance(following.value, ast.Constant)
    }
    parts = [
        (
            "`--rules ROOM` selects the rules by which hands are imported, checked or dealt. If the published rules of a room "
            "leave a case open, no hand is reported for it.\n"
        )
    ]
    named = {
        name: symbol for name, room in ROOMS.items() for symbol in sources if vars(rules)[symbol] is room
    }
    for name, symbol in named.items():
        parts.append(f"## `{name}`\n")
        parts.append(" ".join(sources[symbol].split("\n")).replace("  ", "\n\n") + "\n")
    differing = [field.name for field in fields(Rules) if field.name not in STAKES]
    rows = [(f"`{field}`", *(_plain(getattr(room, field)) for room in ROOMS.values())) for field in differing]
    parts.append("## Side by side\n")
    parts.append(table(("rule", *ROOMS), rows))
    (docstring,) = (
        ast.get_docstring(each)
        for each in tree.body
        if isinstance(each, ast.ClassDef) and each.name == Rules.__name__
    )
    parts.append((docstring or "").partition("\n\n")[2] + "\n")
    return page("Rooms", "badugi_hh/engine/rules.py", *parts)


def _plain(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case _:
            return str(value)


def schema_page() -> str:
    """Return `docs/schema.md`: every table, view and column of the database."""
    parts = [
        (
            "One DuckDB file holds everything. Amounts are integers in the hand's unit: cents in money games, chips in "
            "tournaments and play money. Times are UTC. NULL means that the value is unknown or does not apply. Tables join on "
            "`hand_key`. `badugi-hh sql QUERY` queries the database read-only. Tables and columns whose names begin "
            "with `_` are internal and may change in any version.\n"
        ),
        f"Tables: {', '.join(f'[{t.name}](#{t.name})' for t in TABLES)}.\n",
        f"Views store nothing; they combine rows of the tables: {', '.join(f'[{v.name}](#{v.name})' for v in VIEWS)}.\n",
    ]
    for t in (*TABLES, *VIEWS):
        parts.append(f"## {t.name}\n")
        parts.append(f"{t.meaning[0].upper()}{t.meaning[1:]}.\n")
        rows = [[f"`{c.name}`", c.type, c.meaning] for c in t.columns]
        parts.append(table(["column", "type", "meaning"], rows))
    return page("The database", "badugi_hh/facts/", *parts)


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
    DRAW_HANDS: "hand of a player in which a draw has a price",
    SOLVED_HANDS: "hand of a player in which a decision or draw has a solver price",
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
            return f"-- {kind.value}, where\n{_all(kind.over)}"
        case Proportion():
            return f"-- opportunities\n{_all(kind.chances)}\n-- made\n{_all(kind.made)}"
        case CountRatio():
            return f"-- over\n{_all(kind.over)}\n-- this\n{_all(kind.top)}\n-- to this\n{_all(kind.bottom)}"
        case Total(divisor=divisor) if divisor > 1:
            return f"-- of {kind.amount}, divided by {divisor}, where\n{_all(kind.over)}"
        case MomentStatistic(least=float() | int() as least, most=most):
            possible = f"at least {least:g}" if most is None else f"between {least:g} and {most}"
            return f"-- of {kind.amount}, {possible}, where\n{_all(kind.over)}"
        case Total() | MomentStatistic() | Largest() | Median():
            return f"-- of {kind.amount}, where\n{_all(kind.over)}"
        case SumRatio():
            return f"-- over\n{_all(kind.over)}\n-- this\n{kind.top}\n-- to this\n{kind.bottom}"
        case VarianceRatio():
            return f"-- over\n{_all(kind.over)}\n-- variance of this\n{kind.top}\n-- to that of this\n{kind.bottom}"
        case ExcessOverBaseline():
            return f"-- opportunities\n{_all(kind.chances)}\n-- made\n{_all(kind.made)}\n-- less\n{kind.baseline:.6f}"
        case ClusteredMean():
            return f"-- clusters\n{_all(kind.over)}\n-- total of each\n{kind.total}\n-- over its number\n{kind.number}"
        case ObservedMinusExpected():
            return (
                f"-- over\n{_all(kind.over)}\n-- made\n{_all(kind.made)}\n-- with probability\n{kind.chance}"
            )
        case _:
            raise TypeError(f"a kind that this page does not know: {kind!r}")


def _all(predicates: Conjunction) -> str:
    return " AND ".join(predicates)


GRADES = {
    "A": "provable: by the cards and public facts known to the player, one instance is a mistake",
    "B": "a frequency: compared with a baseline, which needs a sample of hands",
    "S": "a sum of costs: what actions lose against the solved heads-up game beyond the errors of its costs, which needs a sample of decisions",
}


NOT_CHECKED = (
    (
        "A3",
        "draws all-in to cards that lose equity against every likely range",
        "prices assume one range for each number of cards drawn; a proof needs several, and none is stored. A badugi broken when no bet can follow is found only where it is unbeatable (A4)",
    ),
    (
        "A11",
        "calls all-in below the equity against the weakest possible hand",
        "no such call can be proved wrong: with a draw left every hand has half of the pot or more against the weakest hand that an opponent's draws allow, and a call costs half of the pot at most. After the last draw A8 is this check",
    ),
    (
        "B30",
        "loses more in one position than in the others",
        "checks compare frequencies, not win rates: the blinds lose by the rules, and how much of it is a leak has no source; `stats --stat winrate,luck_adjusted --by position` prints the win rates with their intervals",
    ),
    (
        "B33",
        "pays too great a part of the winnings as rake",
        "this is a choice of stakes and rooms, not a habit of play; `stats --stat rake_paid` prints the rake",
    ),
)


def leaks_page() -> str:
    """Return `docs/leaks.md`: every leak check with its baseline and source."""
    parts = [
        (
            "The checks of `badugi-hh leaks`; `badugi-hh leaks --list` lists them. A grade B check is flagged only when it "
            "has enough opportunities, its whole confidence interval lies outside the baseline on the side of the leak, and "
            "it passes a correction for multiple tests. With weaker evidence its verdict is *watch*, with too few "
            "opportunities *not enough hands*. A heuristic has no numeric source, and a population shows what is usual, not what is "
            "right: with them the verdict is never more than *watch*. The baseline of B34 is extended to the middle 80 % of the other "
            "players of the database, if at least ten have enough opportunities: only a frequency outside both is a finding. "
            "B31 and B35 compare two frequencies of the player: the baseline is added to the other frequency, at the end of that "
            "frequency's interval. B31 weights the other hands so that tables of each size, game and limit have the share that they "
            "have after losses. "
            "Costs are in big bets per 100 hands, by the named model: the distance of the frequency from the baseline, "
            "times the opportunities per 100 hands, times the mean cost of one occurrence, with the interval of the frequency; "
            "of grade A the sum of the costs of the mistakes, with an interval of their number in which amounts that differ "
            f"count as fewer equal ones; if all of them have a cost and the sum is below {NOTABLE_COST}, the verdict is only *watch*. Below ten mistakes the cost is less certain than this interval if their costs differ much. "
            "A grade S check adds up what heads-up actions cost against the solved game ([solve.md](solve.md)), each cost that is "
            "larger than its error; how often a hand mixes its actions is never counted. Each cost counts less its error, and the upper end of the interval counts whole "
            f"costs. The verdict is a flag if the lower end is at least {NOTABLE_COST} big bets per 100 hands, with {MIN_DECISIONS} covered decisions or more, "
            f"and *watch* if only the sum is. Single decisions are listed from {SINGLE} big bets and twice the error on. The number of excluded heads-up decisions stands beside it. Each baseline names its source "
            f"and its game. `{RECENT}` is what the player won in the {HANDS_BEFORE} hands before, in big bets, whichever hands are selected; it is NULL "
            f"unless all of them were played within {MINUTES} minutes. In the rules `KNOWN` stands for `{_all(DEALT)}`: the player "
            "decided, and a file shows the cards dealt. A check that names no cost estimates none.\n"
        ),
        (
            "`baselines/leaks.toml` has the baselines. `badugi-hh leaks --baselines FILE` reads tables of the same form, "
            "which replace those of the same checks; `[B4]` stands for B4-BTN and B4-SB:\n"
        ),
        walkthrough.fence(
            '[B4]\nlow = 0.05\nhigh = 0.35\nkind = "author"\nsource = "my own notes"\ngame = "fixed limit, 8 % rake"',
            "toml",
        ),
        table(["grade", "is"], GRADES.items()),
    ]
    for grade, meaning in GRADES.items():
        parts.append(f"## Grade {grade}: {meaning.partition(':')[0]}\n")
        checks = [check for check in CHECKS.values() if check.leak.grade == grade]
        common = {
            name: text
            for name, text in _facts(checks[0]).items()
            if len(checks) > 1 and all(_facts(check).get(name) == text for check in checks)
        }
        if common:
            parts.append(_listed(common))
        before = None
        for check in checks:
            leak = check.leak
            parts.append(f"### {leak.id} {leak.title}\n")
            is_same = before is not None and check.situation == before.situation
            against = f" Against such a player: {leak.use[0].lower()}{leak.use[1:]}" if leak.use else ""
            sentence = f"As {before.leak.id}." if is_same and before else leak.sentence
            parts.append(f"{sentence} **{leak.advice}**{against}\n")
            facts = {name: text for name, text in _facts(check).items() if name not in common}
            if is_same and before:
                facts = {name: text for name, text in facts.items() if _facts(before).get(name) != text}
            parts.append(_listed({"name": f"`{leak.name}`", **facts}))
            if not is_same:
                parts.append(walkthrough.fence(_rule(check.situation), "sql"))
            before = check
    parts.append("## Not checked\n")
    parts.append("Some known leaks have no check, and `leaks` says nothing about them:\n")
    parts.append(table(["", "leak", "why there is no check"], NOT_CHECKED))
    return page("Leaks", "badugi_hh/leaks/", *parts)


def _listed(facts: Mapping[str, str]) -> str:
    return "".join(f"- {name}: {text}\n" for name, text in facts.items())


def _facts(check: Check) -> dict[str, str]:
    """Return what the page says of a check beside its sentences and its rule."""
    cost = {} if check.cost is None else {"cost": check.leak.model}
    if not isinstance(check, FrequencyCheck):
        return {"source": check.leak.source, **cost}
    line = check.baseline
    low = "the price" if check.price else f"{line.low:.0%}"
    added = " above the share in the compared rows" if check.situation.compared else ""
    facts = {
        "baseline": f"{low} to {line.high:.0%}{added} ({line.kind}: {line.source}; {line.game})",
        "a leak": {True: "above", False: "below"}[check.too_high] + f", from {check.least} opportunities on",
        **cost,
    }
    reason = check.situation.limits.reason
    return facts | ({"excluded": reason} if reason else {})


def _rule(situation: Situation) -> str:
    """Return what a check counts, with `KNOWN` in the place of three predicates."""
    limits = f"\n-- limited to\n{_all(situation.limits.where)}" if situation.limits.where else ""
    within = f", weighted to the same {', '.join(situation.within)}" if situation.within else ""
    compared = f"\n-- compared with{within}\n{_all(situation.compared)}" if situation.compared else ""
    rule = f"-- opportunities in {situation.rows}\n{_all(situation.scope)}{limits}\n-- made\n{_all(situation.made)}{compared}"
    return rule.replace(_all(DEALT), "KNOWN")


def opponent_page() -> str:
    """Return `docs/opponent.md`: the numbers and the rules of `opponent`."""
    titles = {number.name: number.title for number in NUMBERS}
    parts = [
        (
            "What `badugi-hh opponent NAME` prints, and by which rules. VPIP is the [statistic](stats.md#vpip); the other "
            "numbers are those of [leak checks](leaks.md), with their ranges. No number needs the cards of the opponent.\n"
        ),
        "## The numbers\n",
        table(
            ["number", "counts", "usual range"],
            [
                (
                    number.title,
                    ", ".join(number.checks) or "the statistic",
                    _usual(number.checks) or "by position, below",
                )
                for number in NUMBERS
            ],
        ),
        (
            "A number of several checks adds up their counts, and its range is the mean of theirs, weighted with the "
            "opportunities of the player. A check can extend its range for the database, as leaks.md describes.\n"
        ),
        (
            "`high` and `low` mean outside of the range. With a question mark the 95% interval overlaps the range, so chance "
            f"may explain the number. A number with fewer than {ENOUGH} opportunities has an asterisk or is grey, and has no "
            "such mark. A tilde marks a range without a numeric source: a rule of thumb, or what other players of the "
            "database do.\n"
        ),
        (
            "The range of VPIP is the mean of these, weighted with the hands of the player. It is a rule of thumb: "
            f"{VPIP_SOURCE}. With a hand of another limit than fixed limit VPIP has no range.\n"
        ),
        table(
            ["position", "usual VPIP"],
            [(position, f"{low:.0%} to {high:.0%}") for position, (low, high) in VPIP_RANGES.items()],
        ),
        "## The type\n",
        (
            f"Each word follows from one number. There is no type with fewer than {LEAST_HANDS} hands, with fewer than {ENOUGH} "
            "opportunities of one of the two numbers, or without a range. The screen says where chance may explain a word, "
            "because the interval of its number overlaps the end of a range.\n"
        ),
        table(
            ["number", "below its range", "within", "above"],
            [(titles[rule.number], *rule.words) for rule in TYPE_RULES],
        ),
        "## How to play against it\n",
        (
            "The advice comes first from the leak checks that flag the player. The words of the type, above, come next, then "
            "the checks whose verdict is *watch*. [leaks.md](leaks.md) has the rule, the range and the advice of each check. Only "
            "the first is more than *perhaps*: chance does not explain the number, and its range has a numeric source.\n"
        ),
        table(
            ["number", "is", "advice"],
            [
                (titles[rule.number], side, advice)
                for rule in TYPE_RULES
                for side, advice in zip(("below", "above"), rule.advice, strict=True)
                if advice
            ],
        ),
        "## The results together\n",
        (
            "They are the [win rates](stats.md#winrate) of both of you, by game, in the selected hands in which both were dealt "
            "in. Both are results against all players of these hands: a history does not say who lost to whom in a pot of "
            "several players.\n"
        ),
    ]
    return page("The profile of an opponent", "badugi_hh/leaks/opponent.py", *parts)


def _usual(checks: Sequence[str]) -> str:
    """Return the ranges of leak checks with their kinds."""
    baselines = [FREQUENCY_CHECKS[id_].baseline for id_ in checks]
    return ", ".join(f"{each.low:.0%} to {each.high:.0%} ({each.kind})" for each in baselines)


def commands_page() -> str:
    """Return `docs/commands.md`: every command, what it does, its options, an example."""
    parts = [
        (
            "All commands; `--help` prints the same in the terminal. PATHS are files, globs, `.gz`, `.zst`, "
            "`.zip` with the `.txt` files in it, and folders with the `.txt`, `.zip`, `.gz` and `.zst` files that lie anywhere "
            "in them; the number of skipped files is printed. An unpacked `.gz`, `.zst` or member of a `.zip` may have "
            "512 MiB, all members of a `.zip` 1,100 times its size, and a hand 16 million characters; a file with more "
            "is refused in one line. With `--json`, standard output contains only that JSON.\n"
        ),
        (
            "The database has UTC. Dates and times in the terminal and on pages are those of `--tz`, a name of the IANA list such "
            "as `Europe/Rome`, by default of the computer's time zone; so are the dates of `--since`, `--until` and `--before` "
            "without a zone. Times in JSON and CSV are UTC; statistics that are split by day, week, month, weekday, hour or session "
            "name their time zone there, as `tz`.\n"
        ),
        table(
            ["exit status", "when"],
            [
                ["0", "done"],
                [
                    "1",
                    (
                        "`import`: a hand was quarantined, or a file is not text and another has hands; `retry`: a hand is still in the "
                        "quarantine; `validate`: an error or no hand was found, or the output pipe was closed early"
                    ),
                ],
                [
                    "2",
                    (
                        "wrong usage, an input or database that cannot be read, or an output that cannot be "
                        "written; `import`: no hand history was found; `db check`: a fault was found"
                    ),
                ],
                ["130", "interrupted with Ctrl-C"],
            ],
        ),
        (
            "`-o`/`--out` names a file for `report` and `stats` and a folder for `export` and `simulate`. An output never "
            "replaces an input of the command, a database or a folder. A file that exists is "
            "replaced only if it has the mark of badugi-hh and was not changed since, if it is empty, or with `--force`. CSV and JSON "
            "files have no mark, and need `--force`. Files are complete or absent: they "
            "are written under another name and moved into place. `-` is standard output, for `report` and `stats`. "
            "[Decision 0008](decisions/0008-outputs-replace-only-their-own.md) explains how files are recognized.\n"
        ),
    ]
    options = {name: options_of(find_command(name)) for name, _ in COMMANDS}
    uses = Counter(option for each in options.values() for option in each)
    shared = [option for option, commands in uses.items() if commands > 2]
    parts += ["## Shared options\n", table(["argument or option", "meaning"], shared)]
    for name, example in COMMANDS:
        parts.append(f"## {name}\n")
        parts.append(f"{cleandoc(find_command(name).__doc__ or '')}\n")
        special = [option for option in options[name] if option not in shared]
        if special:
            parts.append(table(["argument or option", "meaning"], special))
        names = [option[0].split()[0].strip("`,") for option in options[name] if option in shared]
        if names:
            parts.append(f"[Shared](#shared-options): {', '.join(f'`{each}`' for each in names)}\n")
        parts.append(walkthrough.fence(example, "sh"))
    return page("Commands", "badugi_hh/cli/", *parts)


def options_of(run: Callable[..., None]) -> list[tuple[str, str]]:
    """Return the arguments and options of a command as it declares them: how each is written, what it means."""
    hints = get_type_hints(run, include_extras=True)
    written = []
    for name, parameter in signature(run).parameters.items():
        kind, info = get_args(hints[name])
        base = next((part for part in (get_args(kind) or (kind,)) if part is not NoneType), kind)
        meaning = info.help or ""
        if isinstance(info, ArgumentInfo):
            written.append((f"`{info.metavar or name.upper()}`", meaning))
            continue
        # Within Annotated, Typer keeps the first name in the place of a default.
        names = [each for each in (info.default, *(info.param_decls or ())) if isinstance(each, str)]
        spelled = ", ".join(names or [f"--{name.replace('_', '-')}"])
        if isinstance(base, EnumType):
            value = " " + "|".join(member.value for member in base)
        elif base is bool:
            value = ""
        else:
            value = f" {info.metavar or getattr(base, '__name__', 'value').upper()}"
        if parameter.default not in {None, False} and parameter.default is not parameter.empty:
            meaning += f" (default: {parameter.default})"
        written.append((f"`{spelled}{value}`", meaning))
    return written


PAGES: dict[str, Callable[[], str]] = {
    "docs/codes.md": codes_page,
    "docs/rooms.md": rooms_page,
    "docs/schema.md": schema_page,
    "docs/commands.md": commands_page,
    "docs/stats.md": stats_page,
    "docs/leaks.md": leaks_page,
    "docs/opponent.md": opponent_page,
}


def fill(text: str, blocks: dict[str, Callable[[], str]]) -> str:
    """Return a hand-written page with its blocks rebuilt.

    Raises:
        KeyError: the page names an unknown block.
    """
    return BLOCK.sub(lambda found: f"{found[1]}{blocks[found['name']]()}{found[3]}", text)


def expected() -> dict[str, str]:
    """Return every page that is built, in whole or in part: path below the checkout -> text."""
    built = {path: make() for path, make in PAGES.items()}
    for path in WRITTEN_BY_HAND:
        built[path] = fill((ROOT / path).read_text(encoding="utf-8"), walkthrough.BLOCKS)
    return built


def stale() -> dict[str, str]:
    """Return the pages whose file differs from what the code says: path -> due text."""
    return {
        path: text
        for path, text in expected().items()
        if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text
    }


def main() -> int:
    """Write the stale pages, or only list them."""
    parser = argparse.ArgumentParser(description="Write the pages of docs/ that are derived from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is stale")
    check = parser.parse_args().check
    pages = stale()
    for path, text in pages.items():
        print(f"{'stale' if check else 'written'}: {path}")
        if not check:
            (ROOT / path).write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and pages else 0


if __name__ == "__main__":
    sys.exit(main())
