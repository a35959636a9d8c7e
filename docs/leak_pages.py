"""The pages of leak checks and of what is said of an opponent, from the declarations in `leaks`."""

from collections.abc import Sequence
from itertools import groupby

import walkthrough
from markdown_pages import listed, page, table

from badugi_hh.api.explain import explain
from badugi_hh.leaks.check_counts import HANDS_BEFORE, MINUTES, RECENT
from badugi_hh.leaks.checks import CHECKS, FREQUENCY_CHECKS
from badugi_hh.leaks.finding import NOTABLE_COST
from badugi_hh.leaks.leak import GRADES
from badugi_hh.leaks.loss_nodes import STREETS
from badugi_hh.leaks.opponent import ENOUGH, LEAST_HANDS, NUMBERS, TYPE_RULES, VPIP_RANGES, VPIP_SOURCE

NOT_CHECKED = (
    (
        "A3",
        "draws all-in to cards that lose equity against every likely range",
        "a proof needs several ranges, and prices assume one for each number of cards drawn",
    ),
    (
        "A11",
        "calls all-in below the equity against the weakest possible hand",
        "with a draw left every hand has half of the pot or more against the weakest hand that an opponent's draws allow, and a call costs half of the pot at most; after the last draw A8 is this check",
    ),
    (
        "B30",
        "loses more in one position than in the others",
        "the blinds lose by the rules, and how much of it is a leak has no source; `stats --stat winrate,luck_adjusted --by position` prints the win rates",
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
            "The checks of `badugi-hh leaks`, each with what it finds, and the source of the rule or the usual range. `badugi-hh explain ID` prints the "
            "definition, the advice, the cost model and the SQL of a check.\n"
        ),
        (
            "A check of grade B is flagged only when it "
            "has enough opportunities, its whole confidence interval lies outside the baseline on the side of the leak, and "
            "it passes a correction for multiple tests. With weaker evidence its verdict is *watch*, with too few "
            "opportunities *not enough hands*. A heuristic has no numeric source, and a population shows what is usual, not what is "
            "right: neither makes more than *watch*. B34 also covers the middle 80 % of the other "
            "players of the database, if at least ten have enough opportunities. "
            "B31 and B35 compare two frequencies of the player: the baseline is added to the other one, at the end of its interval. B31 weights the other hands so that table sizes, games and limits "
            f"are as after losses. `{RECENT}` is what the player won in the {HANDS_BEFORE} hands before, in big bets, whichever "
            f"hands are selected; it is NULL unless all of them were played within {MINUTES} minutes.\n"
        ),
        (
            "Costs are in big bets per 100 hands. Of grade B: the distance of the frequency from the baseline, times the "
            "opportunities, times the mean cost of one occurrence. Of grade A: the sum of the costs of the mistakes; below "
            f"{NOTABLE_COST} the verdict is only *watch*. Below ten mistakes it is less certain than its interval says.\n"
        ),
        (
            "`baselines/leaks.toml` has the baselines. `badugi-hh leaks --baselines FILE` reads tables of the same form, "
            "which replace those of the same checks; `[B4]` stands for B4-BTN and B4-SB:\n"
        ),
        walkthrough.fence(
            '[B4]\nlow = 0.05\nhigh = 0.35\nkind = "author"\nsource = "my own notes"\ngame = "fixed limit, 8 % rake"',
            "toml",
        ),
    ]
    parts += _losses()
    for grade, meaning in GRADES.items():
        parts.append(f"## Grade {grade}: {meaning.partition(':')[0]}\n")
        parts.append(f"{_sentence(meaning.partition(': ')[2])}.\n")
        checks = (check for check in map(explain, CHECKS) if check.grade == grade)
        of_one_source = groupby(checks, lambda check: "; ".join(filter(None, (check.baseline, check.source))))
        parts.append(
            listed(
                ("; ".join(f"**{check.check}** {check.title}" for check in alike), basis)
                for basis, alike in of_one_source
            )
        )
    parts.append("## Not checked\n")
    parts.append("Some known leaks have no check, and `leaks` says nothing about them:\n")
    parts.append(listed((f"{id_}, {leak}", why) for id_, leak, why in NOT_CHECKED))
    return page("Leaks", "badugi_hh/leaks/", *parts)


def _losses() -> list[str]:
    """Return the section on the tree of losses."""
    situations = (
        (
            f"`{street.word}`, {street.title}",
            "; ".join(f"`{one.word}` {one.title}" for one in street.levels[0]),
        )
        for street in STREETS
    )
    return [
        "## Losses\n",
        (
            "`badugi-hh leaks` begins with what the judged decisions and draws lost against best play, which [the table `losses`](schema.md#losses) has. "
            "Each is in one leaf of a tree: the street, the situation, the kind of hand, and what was done instead of what, as in "
            "`before.first-in.co.three-to-6.fold-raise`. A node is the sum of its leaves, and `badugi-hh hands --leak NODE` lists its "
            "hands, whose sum it is, with the options that `leaks` prints. Losses are in big bets per 100 hands with a judged decision or draw.\n"
        ),
        (
            "The interval has chance, and the errors of the judges: those of a solved game, a solved pot or the blueprint add up within a kind of hand in a situation. A loss of five hands and more is clear "
            "if its interval lies above the loss that players of best play show by the errors of the tables, which "
            "`baselines/best_play.toml` has by judge, street and position, and if not mostly equity alone judges it. Advice is given for clear losses alone.\n"
        ),
        listed(situations),
    ]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def opponent_page() -> str:
    """Return `docs/opponent.md`: the numbers and the rules of `opponent`."""
    titles = {number.name: number.title for number in NUMBERS}
    parts = [
        (
            "What `badugi-hh opponent NAME` prints, and by which rules. VPIP is the [statistic](stats.md#before-the-draw); the other "
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
            "the checks whose verdict is *watch*. [leaks.md](leaks.md) has the range of each check, and `badugi-hh explain ID` its rule and advice. Only "
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
            "They are the [win rates](stats.md#results) of both of you, by game, in the selected hands in which both were dealt "
            "in. Both are results against all players of these hands: a history does not say who lost to whom in a pot of "
            "several players.\n"
        ),
    ]
    return page("The profile of an opponent", "badugi_hh/leaks/opponent.py", *parts)


def _usual(checks: Sequence[str]) -> str:
    """Return the ranges of leak checks with their kinds."""
    baselines = [FREQUENCY_CHECKS[id_].baseline for id_ in checks]
    return ", ".join(f"{each.low:.0%} to {each.high:.0%} ({each.kind})" for each in baselines)
