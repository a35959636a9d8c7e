"""Luck: what the cards of a player decided, and the results without it. `badugi_hh.odds.luck` has the mathematics.

These statistics count only hands whose prices are computed and in which all of the player's cards were dealt openly;
over other hands they are unknown.
"""

from badugi_hh.stats.definitions.estimates import per_hundred
from badugi_hh.stats.definitions.kinds import MomentStatistic, VarianceRatio
from badugi_hh.stats.definitions.kinds.kind import PER_100_HANDS
from badugi_hh.stats.definitions.stat import DRAWS, Stat

_GROUP = "luck"
_PRICED = ("big_bet > 0", "draw_luck IS NOT NULL")
_BIG_BETS = "CAST(net AS DOUBLE) / big_bet"
_ADJUSTED = f"{_BIG_BETS} - starting_luck - draw_luck"


def _rate(name: str, title: str, sentence: str, amount: str, group: str = _GROUP) -> Stat:
    kind = MomentStatistic(_PRICED, amount, PER_100_HANDS, per_hundred, by_game=True)
    return Stat(name, title, sentence, group, "seats", kind)


LUCK_STATS = (
    _rate(
        "luck_adjusted",
        "Win rate without luck",
        "Big bets per 100 hands without the luck of your starting hands and draws: it has the same expectation as your win rate, and a narrower interval.",
        _ADJUSTED,
        "results",
    ),
    Stat(
        "variance_reduction",
        "Variance reduction without luck",
        "The variance of your results divided by their variance without luck: the plain win rate needs that many times the hands for an interval as narrow.",
        _GROUP,
        "seats",
        VarianceRatio(_PRICED, _BIG_BETS, _ADJUSTED),
    ),
    _rate(
        "starting_luck",
        "Luck of starting hands",
        "Big bets per 100 hands by which your starting hands were worth more than average hands, at the same number of players.",
        "starting_luck",
    ),
    _rate(
        "draw_luck",
        "Luck of draws",
        "Big bets per 100 hands by which your draws improved your hands more than average draws: the change of your share of the pot, against what the opponents' numbers of cards drawn imply, times the pot.",
        "draw_luck",
    ),
    *(
        Stat(
            f"draw_luck_{number}",
            f"Luck of the {which} draw",
            f"The luck of your {which} draws, in big bets per 100 of them.",
            _GROUP,
            "seats",
            MomentStatistic(
                ("big_bet > 0", f"draw_luck_{number} IS NOT NULL"),
                f"draw_luck_{number}",
                PER_100_HANDS,
                per_hundred,
                by_game=True,
            ),
        )
        for number, which in DRAWS.items()
    ),
    _rate(
        "all_in_adjusted",
        "Win rate, all-ins at equity",
        "Big bets per 100 hands if a pot were divided by equity when all betting was over before a draw, where the hands of all players were known from then on.",
        f"{_BIG_BETS} - all_in_luck",
    ),
)
