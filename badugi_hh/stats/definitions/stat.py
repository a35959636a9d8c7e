"""The declaration of a statistic, and SQL and words that several declarations share."""

from dataclasses import dataclass

from badugi_hh.engine.values import value_of
from badugi_hh.stats.definitions.estimates import average
from badugi_hh.stats.definitions.kinds import Conjunction, Kind, MomentStatistic, Proportion
from badugi_hh.stats.definitions.kinds.kind import share_of

ROUNDS = {1: "after the first draw", 2: "after the second draw", 3: "after the third draw"}
DRAWS = {1: "first", 2: "second", 3: "third"}

WORST_BADUGI = value_of((12, 11, 10, 9))
"""The value of K-Q-J-T; a hand with a greater value is not a badugi."""

OWN = "forced IS NULL"
"""The player decided: the site did not act for a player who was sitting out or timed out."""

BETS, CALLS, FOLDS, RAISES = (f"action = '{action}'" for action in ("bet", "call", "fold", "raise"))
AGGRESSIVE = "action IN ('bet', 'raise')"

OF_POT = "CAST(price AS DOUBLE) / (pot_to_win + price)"
"""The price of a call: the call divided by the pot that it can win, call included."""


@dataclass(frozen=True, slots=True)
class Stat:
    """One statistic: its name, title and definition in one sentence, the rows it runs over, and its kind.

    `name` is an identifier that never contains a position or another dimension; `sentence` defines the statistic for a
    player; `rows` names a row set of `badugi_hh.stats.definitions.row_sets`.
    """

    name: str
    title: str
    sentence: str
    group: str
    rows: str
    kind: Kind


def answers(
    group: str, situation: str, where: Conjunction, *named: tuple[str, ...], rows: str = "decisions"
) -> tuple[Stat, ...]:
    """Return how often each action was taken in a situation, as statistics over decisions or draws.

    `situation` begins their sentences, and `where` has its predicates. Each of `named` is a name, a title, the end of the
    sentence, the predicate of the action, and further predicates of the situation. Raises count where the player could raise.
    """
    stats = []
    for name, title, end, action, *more in named:
        could = ("can_raise",) if action in {RAISES, AGGRESSIVE} else ()
        kind = Proportion((*where, *more, *could), (action,))
        stats.append(Stat(name, title, f"{situation}{end}.", group, rows, kind))
    return tuple(stats)


def pot_odds(where: Conjunction) -> MomentStatistic:
    """Return the mean price of a call."""
    return MomentStatistic(where, OF_POT, share_of("the pot"), average, least=0, most=1)
