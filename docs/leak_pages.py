"""The pages of leak checks and of what is said of an opponent, from the declarations in `leaks`."""

from collections.abc import Mapping, Sequence

import walkthrough
from markdown_pages import page, table
from stats_page import all_of

from badugi_hh.facts.words import MISTAKE_FROM
from badugi_hh.leaks.checks import CHECKS, FREQUENCY_CHECKS
from badugi_hh.leaks.finding import NOTABLE_COST
from badugi_hh.leaks.judging import MIN_DECISIONS
from badugi_hh.leaks.leak_check import DEALT, Check, FrequencyCheck, Situation
from badugi_hh.leaks.opponent import ENOUGH, LEAST_HANDS, NUMBERS, TYPE_RULES, VPIP_RANGES, VPIP_SOURCE
from badugi_hh.leaks.recent_results import HANDS_BEFORE, MINUTES, RECENT

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
            "A grade S check adds up what heads-up actions cost against the solved game ([best-play.md](best-play.md)), each cost that is "
            "larger than its error; how often a hand mixes its actions is never counted. Each cost counts less its error, and the upper end of the interval counts whole "
            f"costs. The verdict is a flag if the lower end is at least {NOTABLE_COST} big bets per 100 hands, with {MIN_DECISIONS} covered decisions or more, "
            f"and *watch* if only the sum is. Single decisions are listed from {MISTAKE_FROM} big bets beyond the error on. The number of excluded heads-up decisions stands beside it. Each baseline names its source "
            f"and its game. `{RECENT}` is what the player won in the {HANDS_BEFORE} hands before, in big bets, whichever hands are selected; it is NULL "
            f"unless all of them were played within {MINUTES} minutes. In the rules `KNOWN` stands for `{all_of(DEALT)}`: the player "
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
    limits = f"\n-- limited to\n{all_of(situation.limits.where)}" if situation.limits.where else ""
    within = f", weighted to the same {', '.join(situation.within)}" if situation.within else ""
    compared = f"\n-- compared with{within}\n{all_of(situation.compared)}" if situation.compared else ""
    rule = f"-- opportunities in {situation.rows}\n{all_of(situation.scope)}{limits}\n-- made\n{all_of(situation.made)}{compared}"
    return rule.replace(all_of(DEALT), "KNOWN")


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
            f"may explain the number. A number with fewer than {ENOUGH} opportunities has an asterisk, and has no "
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
