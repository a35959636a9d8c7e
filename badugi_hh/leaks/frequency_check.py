"""The declaration of a grade B check: a frequency over rows, its baseline, and the cost of a deviation.

The predicates are those of the statistics: SQL over the columns of one row set that `stats.engine.counting` counts for
all checks in one pass. This module declares and describes rows; `frequency` judges.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from badugi_hh.engine import values
from badugi_hh.leaks.baselines import baseline_of, packaged
from badugi_hh.leaks.leak import Baseline, Leak
from badugi_hh.stats.definitions.kinds import Aggregate, Conjunction, Proportion
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.stat import OWN, WORST_BADUGI

DEALT = ("hero", "knowledge = 'dealt'", OWN)
"""The player decided, and a file shows the cards dealt."""
FIXED = "betting = 'fixed'"
RING = "players >= 3"
ALONE = "live = 2"
BADUGI = f"value <= {WORST_BADUGI}"
NO_BADUGI = f"value > {WORST_BADUGI}"
OTHER_GAME = "another betting limit, or a heads-up table"
OTHER_LIMIT = "another betting limit"
MULTIWAY = "more than one opponent, or another betting limit"
BET = "(CASE WHEN round <= 1 THEN small_bet ELSE big_bet END)"
NOTHING = ("false",)
"""The predicates of no row."""
LARGEST = "CASE WHEN big_bet > 0 THEN total_pot * 1.0 / big_bet END"
"""SQL that sorts rows by the size of the pot."""
_TWO = 2  # players in the pot
_NO_MODEL = "no cost is estimated"

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FrequencyCheck:
    """A grade B check: how often an action was taken in a situation, and its baseline.

    `rows` is the row set. The opportunities are the rows where all predicates of `scope` and `limits` are true; rows
    in `scope` that fail `limits` are excluded, for the reason `excluded_reason`. `made` counts among the opportunities.
    `too_high` is true where the leak is a frequency above the baseline, false where it is one below. With fewer than
    `min_opportunities` the verdict is `not enough hands`.

    `cost` is an SQL expression in big bets for one occurrence, None if no cost is estimated. `worst` is an SQL
    expression that is greatest for the worst row. `note` describes one row. `opener` is the position of the raiser that
    the player faces; where opponents open few hands from it, the baseline is wider. `price` is an SQL expression whose
    mean replaces the low end of the baseline, None for a fixed baseline. `missed` selects the rows behind a share that is too
    low where the opportunities depend on what the player did, as bluffs among bets: hands that could have been bluffs are
    not among them. It is `NOTHING` where no single row shows the leak. `compared` selects the rows of another situation, to
    whose share the baseline is added; they are weighted so that those of the same values in the columns `within` have the
    share that they have among the opportunities.
    """

    leak: Leak
    rows: str
    scope: Conjunction
    limits: Conjunction
    made: Conjunction
    baseline: Baseline
    too_high: bool
    min_opportunities: int
    cost: str | None
    worst: str
    excluded_reason: str
    note: Callable[[Row], str]
    opener: str | None = None
    price: str | None = None
    missed: Conjunction = ()
    compared: Conjunction = ()
    within: tuple[str, ...] = ()

    @property
    def chances(self) -> Conjunction:
        """Return the predicates of an opportunity."""
        return (*self.scope, *self.limits)

    def aggregates(self) -> dict[str, Aggregate]:
        """Return what is counted: `scope`, `chances`, `made`, what is compared, and sums and numbers of costs and prices."""
        found = {
            "scope": Aggregate("scope", self.scope),
            "chances": Aggregate("chances", self.chances),
            "made": Aggregate("made", (*self.chances, *self.made)),
        }
        if self.compared:
            found["others"] = Aggregate("others", self.compared)
            found["others_made"] = Aggregate("others_made", (*self.compared, *self.made))
        for name, amount in (("cost", self.cost), ("price", self.price)):
            if amount is not None:
                found[name] = Aggregate(name, self.chances, amount)
                found[f"{name}_known"] = Aggregate(f"{name}_known", self.chances, amount, "known")
        return found

    @property
    def counted_against(self) -> Conjunction:
        """Return the predicates of the rows behind a leak: opportunities in which it occurred, or `missed`."""
        if self.missed:
            return self.missed
        return (*self.chances, *(self.made if self.too_high else (f"NOT {all_of(self.made)}",)))


def all_of(where: Conjunction) -> str:
    """Return a conjunction as one SQL condition in parentheses."""
    return f"({' AND '.join(f'({predicate})' for predicate in where)})"


def proportion(name: str) -> Proportion:
    """Return the kind of a statistic that is a proportion."""
    kind = STATS[name].kind
    if not isinstance(kind, Proportion):
        raise TypeError(f"the statistic {name} is not a proportion")
    return kind


def check(
    id_: str,
    name: str,
    title: str,
    sentence: str,
    advice: str,
    *,
    rows: str = "decisions",
    scope: Conjunction,
    limits: Conjunction = (),
    made: Conjunction,
    too_high: bool,
    least: int,
    cost: str | None = None,
    model: str = _NO_MODEL,
    assumed: str = "",
    worst: str | None = None,
    excluded: str = "",
    note: Callable[[Row], str] | None = None,
    opener: str | None = None,
    price: str | None = None,
    missed: Conjunction = (),
    compared: Conjunction = (),
    within: tuple[str, ...] = (),
    use: str = "",
) -> FrequencyCheck:
    """Return a check with the packaged baseline of its id.

    `assumed` is in the place of `model` where the cost is assumed.

    Raises:
        ValueError: there is no baseline for the id.
    """
    baseline = baseline_of(id_, packaged())
    if baseline is None:
        raise ValueError(f"baselines/leaks.toml has no range for {id_}")
    in_big_bets = None if cost is None else f"(CASE WHEN big_bet > 0 THEN ({cost}) / big_bet END)"
    return FrequencyCheck(
        leak=Leak(
            id_,
            name,
            title,
            sentence,
            advice,
            "B",
            baseline.source,
            f"{assumed}, an assumption" if assumed else model,
            use,
            bool(assumed),
        ),
        rows=rows,
        scope=scope,
        limits=limits,
        made=made,
        baseline=baseline,
        too_high=too_high,
        min_opportunities=least,
        cost=in_big_bets,
        worst=worst or in_big_bets or LARGEST,
        excluded_reason=excluded,
        note=note or _NOTES[rows],
        opener=opener,
        price=price,
        missed=missed,
        compared=compared,
        within=within,
    )


def describe_decision(row: Row) -> str:
    """Return what the player did at a betting decision, with their hand where it is known."""
    action = {"fold": "folded", "check": "checked", "call": "called", "bet": "bet", "raise": "raised"}
    parts = [action[row["action"]]]
    if row["value"] is not None:
        parts.append(f"{'' if row['action'] == 'fold' else 'with '}{values.describe(row['value'])}")
    parts.append("before the first draw" if row["round"] == 0 else f"after draw {row['round']}")
    if row["round"] and row["own_draw"] is not None and row["best_opponent_draw"] is not None:
        parts.append(f"({_drew(row['own_draw'])}, {_against(row['live'], row['best_opponent_draw'])})")
    return " ".join(parts)


def describe_draw(row: Row) -> str:
    """Return what the player did at a draw, with their hand where it is known."""
    hand = row["hand_before"]
    kept = f" {'with' if row['drawn'] == 0 else 'from'} {hand}" if hand else ""
    seen = row["fewest_seen"] if row["fewest_seen"] is not None else row["fewest_before"]
    opponents = f", {_against(row['live'], seen)}" if seen is not None or row["live"] > _TWO else ""
    return f"{_drew(row['drawn'])}{kept} at draw {row['draw']}{opponents}"


def describe_seat(row: Row) -> str:
    """Return what became of a player's hand: the cards dealt where known, the draws, and the result."""
    parts = [f"dealt {row['hand_0']}"] if row["hand_0"] else []
    parts += [f"drew {row['draw_line']}"] if row["draw_line"] else []
    return ", ".join([*parts, row["result"]])


def _against(live: int, drawn: int | None) -> str:
    """Return how many opponents a player has, and the fewest cards that one of them drew, where that is known."""
    if live <= _TWO:
        return f"against an opponent who {_drew(drawn)}" if drawn is not None else "against an opponent"
    return f"against {live - 1} opponents{'' if drawn is None else f'; one {_drew(drawn)}'}"


def _drew(drawn: int) -> str:
    return "stood pat" if drawn == 0 else f"drew {drawn}"


_NOTES: dict[str, Callable[[Row], str]] = {
    "decisions": describe_decision,
    "draws": describe_draw,
    "seats": describe_seat,
}
