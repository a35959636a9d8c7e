"""What decisions and draws lost against the best actions, by one judge for each, and how many have a judge.

These statistics count only cards that were dealt openly. A judge is a proof by the cards, a solved game or pot, the blueprint, or
the equity if nobody bets again. Against opponents who play worse than these assume another action may be better. Errors do
not average out, so that a small loss is none; `loss_coverage` states what the sums are of.
"""

from badugi_hh.facts.views import VERDICTS
from badugi_hh.facts.words import BLUNDER_FROM, IS_MISTAKE, MISTAKE_FROM
from badugi_hh.stats.definitions.estimates import rare_per_hundred
from badugi_hh.stats.definitions.kinds import MomentStatistic, Proportion
from badugi_hh.stats.definitions.kinds.kind import LOST_PER_100_HANDS
from badugi_hh.stats.definitions.row_sets import HAND_LOSSES
from badugi_hh.stats.definitions.stat import DRAWS, OWN, ROUNDS, Stat

_GROUP = "losses"
_KNOWN = (OWN, "knowledge = 'dealt'")
_JUDGED = ("loss IS NOT NULL",)
_BETTING = {0: "before the first draw", **ROUNDS}


def _loss(name: str, title: str, sentence: str, amount: str) -> Stat:
    kind = MomentStatistic(
        (f"{amount} IS NOT NULL",), amount, LOST_PER_100_HANDS, rare_per_hundred, by_game=True, least=0
    )
    return Stat(name, title, sentence, _GROUP, HAND_LOSSES, kind)


LOSS_STATS = (
    _loss(
        "loss",
        "Lost against best play",
        "Big bets per 100 hands with a judged decision or draw that your actions lost against the best ones.",
        "lost",
    ),
    *(
        _loss(
            f"loss_b{number}",
            f"Lost by betting {where}",
            f"The part of the loss against best play by betting decisions {where}, per 100 hands with a judged decision or draw.",
            f"lost_b{number}",
        )
        for number, where in _BETTING.items()
    ),
    *(
        _loss(
            f"loss_d{number}",
            f"Lost at the {which} draw",
            f"The part of the loss against best play at the {which} draw, per 100 hands with a judged decision or draw.",
            f"lost_d{number}",
        )
        for number, which in DRAWS.items()
    ),
    Stat(
        "mistakes_per_100",
        "Mistakes and blunders per 100 decisions",
        f"How many of 100 judged decisions and draws lost {MISTAKE_FROM:g} big bets or more beyond the error of the loss: mistakes, and from {BLUNDER_FROM:g} on blunders.",
        _GROUP,
        VERDICTS.name,
        Proportion(_JUDGED, (IS_MISTAKE,)),
    ),
    Stat(
        "loss_coverage",
        "Decisions with a judge",
        "For how many of your betting decisions it is known what they lose: by the cards, a solved game or pot, the blueprint of full tables, or the equity if nobody bets again.",
        _GROUP,
        "decisions",
        Proportion(_KNOWN, _JUDGED),
    ),
    Stat(
        "loss_coverage_draws",
        "Draws with a judge",
        "For how many of your draws it is known what they lose.",
        _GROUP,
        "draws",
        Proportion(_KNOWN, _JUDGED),
    ),
)
