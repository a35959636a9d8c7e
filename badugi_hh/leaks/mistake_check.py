"""The declaration of a grade A check, and its result: a mistake that the cards and the public facts prove.

The predicates are those of the statistics, as in `frequency_check`. What SQL cannot decide, such as which hands no unseen
cards beat, is confirmed for the few rows that remain. A situation is not counted where a necessary fact is unknown, where
the site acted for the player, or where a reasonable assumption could justify the play.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from badugi_hh.engine.cards import Cards, cards
from badugi_hh.leaks.leak import NOTABLE_COST, Finding, Leak, Verdict
from badugi_hh.stats.definitions.intervals import of_rare_sum, wilson
from badugi_hh.stats.definitions.kinds import Aggregate, Conjunction

Row = dict[str, Any]

PRICED = "kept_equity IS NOT NULL"
"""Among `limits`: the check finds mistakes by stored prices, so it cannot look at a draw that has none."""


@dataclass(frozen=True, slots=True)
class MistakeCheck:
    """A grade A check.

    `rows` is the row set. The opportunities are the rows where all predicates of `scope` and `limits` are true, and
    with `confirm` also the predicate `sure` is true or `confirm` returns true; rows in `scope` that fail `limits` are
    excluded, for the reason `excluded_reason`. Of the rows that are not sure, only those of `possible` are read, an SQL
    condition that all opportunities fulfil. The opportunities in which `made` is true are mistakes. `note` describes a
    row. `cost` returns the cost of a row in big bets, None where it is unknown. A row has the columns of its row set,
    those of prices and of the seat, and `hand` (the cards held, None if unknown), `thrown_before` (the player's earlier
    discards), and `reshuffled` (the discards were reshuffled into the deck at any time in the hand). For `cost` a row has
    `COST_COLUMNS` of `row_details` and `winnable_pot`.
    """

    leak: Leak
    rows: str
    scope: Conjunction
    limits: Conjunction
    made: Conjunction
    note: Callable[[Row], str]
    cost: Callable[[Row], float | None]
    confirm: Callable[[Row], bool] | None = None
    sure: str = "false"
    possible: str = "true"
    excluded_reason: str = ""

    @property
    def chances(self) -> Conjunction:
        """Return the predicates of an opportunity."""
        return (*self.scope, *self.limits)

    @property
    def needs_prices(self) -> bool:
        """Return whether the check finds mistakes only where there are prices."""
        return PRICED in self.limits

    def is_confirmed(self, row: Row) -> bool:
        """Return whether a row that is not sure is an opportunity."""
        return self.confirm is not None and self.confirm(row)

    def aggregates(self) -> dict[str, Aggregate]:
        """Return what is counted: `scope`, `chances` and `made`, the last two before any is confirmed."""
        return {
            "scope": Aggregate("scope", self.scope),
            "chances": Aggregate("chances", self.chances),
            "made": Aggregate("made", (*self.chances, *self.made)),
        }


def judge(
    check: MistakeCheck,
    chances: int,
    costs: Mapping[tuple[int, int], float | None],
    excluded: int,
    player: str,
    hands: int,
) -> Finding:
    """Return the finding of a check without its worst hands: a flag for mistakes of a notable or an unknown cost.

    `costs` are those of the mistakes in big bets, None where they are unknown, by hand_key and event. The cost is the sum
    of the known ones. Mistakes that all have a cost, together below `NOTABLE_COST`, are only `watch`.
    """
    made = len(costs)
    low, high = wilson(made, chances) or (None, None)
    by_hand: dict[int, float] = {}
    for (hand_key, _), cost in costs.items():
        if cost is not None:
            by_hand[hand_key] = by_hand.get(hand_key, 0.0) + cost
    priced = sum(cost is not None for cost in costs.values())
    total = 100 * sum(by_hand.values()) / hands if priced and hands else None
    ends = None if total is None else of_rare_sum(by_hand.values())
    if made:
        is_small = total is not None and priced == made and total < NOTABLE_COST
        verdict = Verdict.WATCH if is_small else Verdict.FLAG
    else:
        verdict = Verdict.FINE if chances else Verdict.TOO_FEW
    return Finding(
        leak=check.leak,
        player=player,
        verdict=verdict,
        made=made,
        chances=chances,
        source=check.leak.source,
        low=low,
        high=high,
        cost=total,
        cost_low=None if ends is None else 100 * ends[0] / hands,
        cost_high=None if ends is None else 100 * ends[1] / hands,
        priced=priced,
        excluded=((excluded, check.excluded_reason),) if excluded else (),
    )


def held(row: Row) -> Cards:
    """Return the cards that the player held at the row."""
    return cards(row["hand"])


def thrown_before(row: Row) -> Cards:
    """Return the player's earlier discards; none if they were reshuffled, since others may then hold them."""
    return () if row["reshuffled"] else cards(row["thrown_before"] or "")


def in_big_bets(share: float | None, pot: float | None, row: Row) -> float | None:
    """Return a share of a pot in big bets of the row's hand; None where one of them is not known."""
    return share * pot / row["big_bet"] if share is not None and pot is not None and row["big_bet"] else None
