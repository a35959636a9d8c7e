"""The declaration of a leak check: its words, the situation that it counts, and what one occurrence costs.

The predicates are those of the statistics: SQL over the columns of one row set, which `stats.engine.counting` counts for all
checks in one pass. `checks` has all declarations, `check_counts` counts them, `judging` judges the counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from badugi_hh.leaks.leak import Baseline, Leak, Phrase, baseline_of, packaged
from badugi_hh.leaks.row_notes import Row, describe_row
from badugi_hh.stats.definitions.kinds import Aggregate, Conjunction, Proportion
from badugi_hh.stats.definitions.kinds.kind import all_of
from badugi_hh.stats.definitions.kinds.written import write_conditions
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.stat import OWN, WORST_BADUGI

DEALT = ("hero", "knowledge = 'dealt'", OWN)
"""The player decided, and a file shows the cards dealt."""
FIXED = "betting = 'fixed'"
ALONE = "live = 2"
BADUGI = f"value <= {WORST_BADUGI}"
NO_BADUGI = f"value > {WORST_BADUGI}"
BET = "(CASE WHEN round <= 1 THEN small_bet ELSE big_bet END)"
NOTHING = ("false",)
"""The predicates of no row."""
PRICED = "kept_equity IS NOT NULL"
"""A limit: the check finds mistakes by stored prices, so it cannot look at a draw that has none."""
_LARGEST = "CASE WHEN big_bet > 0 THEN total_pot * 1.0 / big_bet END"  # sorts rows by the size of the pot


@dataclass(frozen=True, slots=True)
class Limits:
    """The game or the number of opponents to which a check is restricted; other cases are counted, with the reason."""

    where: Conjunction = ()
    reason: str = ""


ANY_GAME = Limits()
HEADS_UP = Limits((ALONE,), "more than one opponent")
FIXED_LIMIT = Limits((FIXED,), "another betting limit")
FIXED_RING = Limits((FIXED, "players >= 3"), "another betting limit, or a heads-up table")
FIXED_HEADS_UP = Limits((ALONE, FIXED), "more than one opponent, or another betting limit")
ABLE_HEADS_UP = replace(FIXED_HEADS_UP, where=("can_raise", *FIXED_HEADS_UP.where))


@dataclass(frozen=True, slots=True)
class Situation:
    """The rows of the row set `rows` that a check counts.

    The opportunities are the rows where all predicates of `scope` and `limits` are true; rows in `scope` that fail `limits` are
    excluded. `made` counts among the opportunities. `compared` selects the rows of another situation, to whose share the
    baseline is added; they are weighted so that those of the same values in the columns `within` have the share that they have
    among the opportunities.
    """

    scope: Conjunction
    made: Conjunction
    limits: Limits = ANY_GAME
    rows: str = "decisions"
    compared: Conjunction = ()
    within: tuple[str, ...] = ()

    @property
    def chances(self) -> Conjunction:
        """Return the predicates of an opportunity."""
        return (*self.scope, *self.limits.where)

    @property
    def taken(self) -> Conjunction:
        """Return the predicates of a counted row."""
        return (*self.chances, *self.made)

    def written(self) -> str:
        """Return what is counted as SQL for readers, with a comment above each part."""
        parts = {
            "opportunities": self.scope,
            "limited to": self.limits.where,
            "made": self.made,
            "compared with"
            + (f", weighted to the same {', '.join(self.within)}" if self.within else ""): self.compared,
        }
        return "\n".join(f"-- {part}\n{write_conditions(where)}" for part, where in parts.items() if where)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one occurrence costs: SQL for chips, which is divided by the big bet, and the description of the model.

    `amount` is None where no cost is estimated. `assumed` is true if the cost is not calculated but assumed.
    """

    amount: str | None
    model: str
    assumed: bool = False

    @property
    def sql(self) -> str | None:
        """Return SQL for the cost in big bets."""
        return None if self.amount is None else f"(CASE WHEN big_bet > 0 THEN ({self.amount}) / big_bet END)"


NO_COST = Cost(None, "no cost is estimated")


def assumed(amount: str, model: str) -> Cost:
    """Return a cost that is assumed."""
    return Cost(amount, f"{model}, an assumption", assumed=True)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of any grade; of grade A unless it is a `FrequencyCheck`.

    `cost` is SQL for the cost of one occurrence in big bets, or None; `worst` is SQL that is greatest for the worst row, and
    `note` describes a row. With `confirm` only rows for which it returns true are opportunities, those that SQL cannot find.
    """

    leak: Leak
    situation: Situation
    cost: str | None
    worst: str
    note: Callable[[Row], Phrase]
    confirm: Callable[[Row], bool] | None = None

    @property
    def against(self) -> Conjunction:
        """Return the predicates of the rows behind a leak."""
        return self.situation.taken

    def aggregates(self) -> dict[str, Aggregate]:
        """Return what is counted: `scope`, `chances`, `made`, and of the rows to compare `others` and `others_made`."""
        situation = self.situation
        wanted = {"scope": situation.scope, "chances": situation.chances, "made": situation.taken}
        if situation.compared:
            wanted["others"] = situation.compared
            wanted["others_made"] = (*situation.compared, *situation.made)
        return {name: Aggregate(name, where) for name, where in wanted.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class FrequencyCheck(Check):
    """A grade B check: how often an action was taken in a situation, and its baseline.

    `too_high` is true where the leak is a frequency above the baseline, false where it is one below. With fewer than
    `least` opportunities the verdict is `not enough hands`. `opener` is the position of the raiser that the player faces;
    where opponents open few hands from it, the baseline is wider. `price` is an SQL expression whose mean replaces the low end
    of the baseline, None for a fixed baseline. `missed` selects the rows behind a share that is too low where the opportunities
    depend on what the player did, as bluffs among bets: hands that could have been bluffs are not among them. It is `NOTHING`
    where no single row shows the leak.
    """

    baseline: Baseline
    least: int
    too_high: bool = True
    opener: str | None = None
    price: str | None = None
    missed: Conjunction = ()

    @property
    def against(self) -> Conjunction:
        """Return the predicates of the rows behind a leak: opportunities in which it occurred, or `missed`."""
        made = self.situation.made
        return self.missed or (
            *self.situation.chances,
            *(made if self.too_high else (f"NOT {all_of(made)}",)),
        )

    def aggregates(self) -> dict[str, Aggregate]:
        """Return what every check counts, the sums and numbers of costs and prices, and the sum of the big bets."""
        counted = Check.aggregates(self)
        counted["big_bets"] = Aggregate("big_bets", self.situation.chances, "big_bet")
        for name, amount in (("cost", self.cost), ("price", self.price)):
            if amount is not None:
                counted[name] = Aggregate(name, self.situation.chances, amount)
                counted[f"{name}_known"] = Aggregate(f"{name}_known", self.situation.chances, amount, "known")
        return counted


def proportion(name: str) -> Proportion:
    """Return the kind of a statistic that is a proportion."""
    kind = STATS[name].kind
    if not isinstance(kind, Proportion):
        raise TypeError(f"the statistic {name} is not a proportion")
    return kind


def share_of(
    name: str, limits: Limits = ANY_GAME, where: Conjunction = (), made: Conjunction | None = None
) -> Situation:
    """Return the situation of a statistic that is a proportion, restricted by `where`, with another `made` if one is given."""
    kind = proportion(name)
    return Situation((*kind.over, *where), made or kind.made, limits, STATS[name].rows)


def check(
    id_: str,
    name: str,
    title: str,
    sentence: str,
    advice: str,
    use: str,
    situation: Situation,
    least: int,
    cost: Cost = NO_COST,
    *,
    worst: str | None = None,
    note: Callable[[Row], Phrase] = describe_row,
    **more: Any,
) -> FrequencyCheck:
    """Return a grade B check with the packaged baseline of its id; the worst rows are those that cost most without `worst`.

    `more` are further fields of the check.

    Raises:
        ValueError: there is no baseline for the id.
    """
    baseline = baseline_of(id_, packaged())
    if baseline is None:
        raise ValueError(f"baselines/leaks.toml has no range for {id_}")
    leak = Leak(id_, name, title, "B", sentence, advice, use, baseline.source, cost.model, cost.assumed)
    worst = worst or cost.sql or _LARGEST
    return FrequencyCheck(leak, situation, cost.sql, worst, note, baseline=baseline, least=least, **more)


@dataclass(frozen=True, slots=True)
class Side:
    """What only the check of a frequency that is too high has, or of one that is too low; `word` is `often` or `rarely`."""

    word: str
    advice: str
    use: str
    worst: str | None = None
    missed: Conjunction = ()


def both(
    id_: str,
    name: str,
    title: str,
    sentence: str,
    situation: Situation,
    least: int,
    cost: Cost = NO_COST,
    *,
    many: Side,
    few: Side,
) -> tuple[FrequencyCheck, FrequencyCheck]:
    """Return the checks of a frequency that is too high and of one that is too low.

    MANY and FEW are added to the id, and the word of the side is inserted in the name and the title.
    """

    def one(suffix: str, side: Side, *, too_high: bool) -> FrequencyCheck:
        words = f"{id_}-{suffix}", name.format(side.word), title.format(side.word), sentence
        counted = situation, least, cost
        return check(
            *words, side.advice, side.use, *counted, too_high=too_high, worst=side.worst, missed=side.missed
        )

    return one("MANY", many, too_high=True), one("FEW", few, too_high=False)
