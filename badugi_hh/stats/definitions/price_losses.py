"""What the cards kept at draws, calls and folds are worth by stored equities: facts of the cards, which judge nothing.

These statistics count only draws and decisions with a price: the player's cards were dealt openly, and the opponents'
ranges follow from the numbers of cards that they drew. Nobody bets or folds again in such an equity. With bets to come
it is therefore no proof of a mistake; what decisions and draws lose is in `losses`.
"""

from badugi_hh.stats.definitions.estimates import average, rare_per_hundred
from badugi_hh.stats.definitions.kinds import Conjunction, MomentStatistic
from badugi_hh.stats.definitions.kinds.kind import Unit, UnitKind, share_of
from badugi_hh.stats.definitions.stat import DRAWS, OF_POT, OWN, ROUNDS, Stat

_GROUP = "prices"
_DRAWS = (OWN, "knowledge = 'dealt'", "equity_loss IS NOT NULL")
_FACED = (OWN, "knowledge = 'dealt'", "price > 0", "equity IS NOT NULL")
_CALLS = (*_FACED, "action = 'call'")
_FOLDS = (*_FACED, "action = 'fold'")

_MARGIN = f"(equity - {OF_POT})"
_PER_100_DRAWS = Unit(UnitKind.BIG_BETS, "big bets", per="100 draws", is_loss=True)


def _of_round(number: int) -> tuple[Stat, ...]:
    where = ROUNDS[number]
    return tuple(
        Stat(
            f"{name}_margin_b{number}",
            f"Margin of {name}s {where}",
            f"{sentence} {where}, in shares of the pot after a call: the share of the pot that your hand wins if nobody bets or folds again, less the price of the call.",
            _GROUP,
            "decisions",
            MomentStatistic(
                (*rows, f"round = {number}"), _MARGIN, share_of("the pot"), average, least=-1, most=1
            ),
        )
        for name, sentence, rows in (
            ("call", "Mean margin of your calls", _CALLS),
            ("fold", "Mean margin that your folds gave up", _FOLDS),
        )
    )


def _draw_loss(name: str, title: str, sentence: str, where: Conjunction) -> Stat:
    kind = MomentStatistic(where, "equity_loss", _PER_100_DRAWS, rare_per_hundred, by_game=True)
    return Stat(name, title, sentence, _GROUP, "draws", kind)


PRICE_STATS = (
    _draw_loss(
        "draw_loss",
        "Lost by keeping other cards, if nobody bets again",
        "Big bets per 100 draws lost by the cards that you kept, against the best cards to keep: the difference of the shares of the pot if nobody bets or folds again, times the pot.",
        _DRAWS,
    ),
    *(
        _draw_loss(
            f"draw_loss_{number}",
            f"Lost by keeping other cards at the {which} draw, if nobody bets again",
            f"Big bets per 100 {which} draws lost by the cards that you kept, against the best cards to keep if nobody bets or folds again.",
            (*_DRAWS, f"draw = {number}"),
        )
        for number, which in DRAWS.items()
    ),
    *(stat for number in ROUNDS for stat in _of_round(number)),
)
