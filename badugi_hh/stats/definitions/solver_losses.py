"""What decisions and draws lost against the best action of a solved game or the blueprint, and how many these cover.

These statistics count only hands with a solver price whose cards were dealt openly. A loss is one against an opponent who
plays the equilibrium, without rake and blockers; against a weak opponent another action may be better. Costs have errors
that do not average out, so that a small loss is none; `solver_coverage` states what the sums are of.
"""

from badugi_hh.stats.definitions.estimates import rare_per_hundred
from badugi_hh.stats.definitions.kinds import MomentStatistic, Proportion
from badugi_hh.stats.definitions.kinds.unit import LOST_PER_100_HANDS
from badugi_hh.stats.definitions.row_sets import SOLVED_HANDS
from badugi_hh.stats.definitions.stat import DRAWS, OWN, ROUNDS, Stat

_GROUP = "solver"
_KNOWN = (OWN, "knowledge = 'dealt'")
_COVERED = ("solver_cost IS NOT NULL",)
_BETTING = {0: "before the first draw", **ROUNDS}


def _loss(name: str, title: str, sentence: str, amount: str) -> Stat:
    kind = MomentStatistic(
        (f"{amount} IS NOT NULL",), amount, LOST_PER_100_HANDS, rare_per_hundred, by_game=True, least=0
    )
    return Stat(name, title, sentence, _GROUP, SOLVED_HANDS, kind)


SOLVER_STATS = (
    _loss(
        "solver_loss",
        "Lost against the solver",
        "Big bets per 100 hands with a solver price that your actions lost against the best ones, if the others play the solved game or the blueprint.",
        "lost",
    ),
    *(
        _loss(
            f"solver_loss_b{number}",
            f"Lost by betting {where}",
            f"The part of the loss against the solver by betting decisions {where}, per 100 hands with a solver price.",
            f"lost_b{number}",
        )
        for number, where in _BETTING.items()
    ),
    *(
        _loss(
            f"solver_loss_d{number}",
            f"Lost by the number drawn at the {which} draw",
            f"The part of the loss against the solver by the number of cards drawn at the {which} draw, per 100 hands with a solver price.",
            f"lost_d{number}",
        )
        for number, which in DRAWS.items()
    ),
    Stat(
        "solver_coverage",
        "Decisions with a solver price",
        "For how many of your betting decisions best play is known: a solved heads-up game or the blueprint of full tables has them.",
        _GROUP,
        "decisions",
        Proportion(_KNOWN, _COVERED),
    ),
    Stat(
        "solver_coverage_draws",
        "Draws with a solver price",
        "For how many of your draws best play is known, by the number of cards drawn.",
        _GROUP,
        "draws",
        Proportion(_KNOWN, _COVERED),
    ),
)
