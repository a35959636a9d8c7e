"""Grade B checks of the betting after the third draw, and of showdowns."""

from badugi_hh.engine.values import value_of
from badugi_hh.leaks.equities import BADUGI_V_DRAW, LOW_BADUGI_V_LOW, LOW_TRI_V_DRAW, MEDIUM_V_RAISER
from badugi_hh.leaks.frequency_check import (
    ALONE,
    BADUGI,
    DEALT,
    FIXED,
    MULTIWAY,
    NO_BADUGI,
    OTHER_LIMIT,
    FrequencyCheck,
    check,
    proportion,
)
from badugi_hh.stats.definitions.stat import OF_POT

_LAST = ("round = 3",)
_UNBET = (*_LAST, *DEALT, "level_any = 0")
_FACES_BET = (*_LAST, "level_any = 1", "price > 0")
_FOLDS, _BETS = ("action = 'fold'",), ("action = 'bet'",)
_POT = "(pot_to_win + price)"
_EIGHT = value_of((7, 6, 5))
_FEW_CARDS = value_of((12, 11, 10))
_CALLED = 0.6  # the assumed share of value bets that are called
_ROUGH_DRAW = f"value > {_EIGHT}"  # no badugi, and no three cards of eight or lower


def _bluffs(suffix: str, word: str, advice: str, use: str, *, too_high: bool) -> FrequencyCheck:
    return check(
        f"B21-{suffix}",
        f"bluffs_too_{word}",
        f"Bluffs too {word} after the third draw",
        "How often you have neither a badugi nor three cards of eight or lower, of your bets after the third draw when "
        "nobody had bet; the statistic known_bluff counts the bets with three cards of eight or lower as bluffs too.",
        advice,
        use=use,
        scope=(*_UNBET, *_BETS),
        limits=(FIXED,),
        made=(_ROUGH_DRAW,),
        too_high=too_high,
        least=30,
        cost="big_bet",
        assumed="one big bet for each bluff too many or too few",
        worst="value",
        excluded=OTHER_LIMIT,
        missed=() if too_high else (*_UNBET, "action = 'check'", FIXED, _ROUGH_DRAW),
    )


def _value_bets(
    suffix: str, what: str, title: str, where: tuple[str, ...], equity: float, advice: str, use: str
) -> FrequencyCheck:
    return check(
        f"B20-{suffix}",
        f"misses_value_{suffix.lower()}",
        title,
        f"How often you bet last to act with {what} after the third draw, when the opponent drew and checked.",
        advice,
        use=use,
        scope=(*_UNBET, *where, "best_opponent_draw >= 1", "behind = 0"),
        limits=("can_raise", ALONE, FIXED),
        made=_BETS,
        too_high=False,
        least=20,
        cost=f"{(2 * equity - 1) * _CALLED:.2f} * big_bet",
        assumed=f"(2 x {equity:.0%} - 1) x one big bet, called {_CALLED:.0%} of the time",
        worst="0 - value",
        excluded=MULTIWAY,
    )


def _showdowns(suffix: str, word: str, advice: str, use: str, *, too_high: bool) -> FrequencyCheck:
    return check(
        f"B34-{suffix}",
        f"showdowns_too_{word}",
        f"Goes to showdown too {word}",
        "How often you reach the showdown, of the hands in which you see the first draw.",
        advice,
        use=use,
        rows="seats",
        scope=proportion("wtsd").chances,
        limits=(FIXED,),
        made=proportion("wtsd").made,
        too_high=too_high,
        least=150,
        excluded=OTHER_LIMIT,
    )


LAST_ROUND_CHECKS: tuple[FrequencyCheck, ...] = (
    check(
        "B18",
        "overfolds_last_bet",
        "Folds too often to one bet after the third draw",
        "How often you fold heads-up to one bet from a player who drew at the third draw.",
        "Call more: folding this often makes any bluff profitable.",
        use="Bluff more after the third draw when you drew.",
        scope=proportion("fold_to_bet_b3").chances,
        # A player who stands pat has few bluffs, and a missed draw beats none of the badugis.
        limits=("bettor_draw > 0", ALONE, FIXED),
        made=_FOLDS,
        too_high=True,
        least=40,
        cost=f"0.1 * {_POT}",
        assumed="a tenth of the pot for each fold too many",
        worst="0 - coalesce(value, 2000)",
        excluded="a bet from a pat hand, more than one opponent, or another betting limit",
    ),
    check(
        "B19",
        "hopeless_last_calls",
        "Wins too rarely when calling the last bet with a weak hand",
        "How often you win the pot or a part of it when you call heads-up after the third draw with two cards or fewer, or with three cards of nine or higher against a pat hand.",
        "Fold these hands to the last bet.",
        use="Bet thin hands for value after the third draw, and do not bluff.",
        scope=(
            *proportion("fold_to_bet_b3").chances[:1],
            *DEALT,
            "action = 'call'",
            "big_bet > 0",
            f"(value > {_FEW_CARDS} OR (value > {_EIGHT} AND bettor_draw = 0))",
        ),
        limits=(ALONE,),
        made=("result = 'won at showdown'",),
        too_high=False,
        least=30,
        cost=_POT,
        model="the share of the pot that the calls cost, less the share won, x pot",
        excluded="more than one opponent",
        price=OF_POT,
    ),
    _value_bets(
        "BADUGI",
        "a badugi",
        "Bets badugis too rarely in position after the third draw",
        (BADUGI,),
        BADUGI_V_DRAW.equity,
        "Bet every badugi in position against a player who drew.",
        "Bet your own good hands out of position: they often check in position.",
    ),
    _value_bets(
        "TRI",
        "three cards of five or lower",
        "Bets good three-card hands too rarely in position after the third draw",
        (NO_BADUGI, f"value <= {value_of((4, 3, 2))}"),
        LOW_TRI_V_DRAW.equity,
        "Bet three cards of five or lower in position against a player who drew.",
        "Bet your own three-card hands out of position: they often check in position.",
    ),
    _bluffs(
        "MANY",
        "often",
        "Check hands that missed: one bet of seven should be a bluff.",
        "Call their bets after the third draw with more hands.",
        too_high=True,
    ),
    _bluffs(
        "FEW",
        "rarely",
        "Bet some of the worst hands that missed: one bet of seven.",
        "Fold more hands to their bets after the third draw.",
        too_high=False,
    ),
    check(
        "B25",
        "folds_low_badugi",
        "Folds a low badugi after the third draw",
        "How often you fold a badugi of eight or lower heads-up to one bet from a pat hand after the third draw.",
        "Call: a badugi of eight or lower beats most badugis.",
        use="Bet pat hands without a badugi after the third draw: they fold even low badugis.",
        scope=(*_FACES_BET, *DEALT, f"value <= {value_of((7, 6, 5, 4))}", "bettor_draw = 0"),
        limits=(ALONE, FIXED),
        made=_FOLDS,
        too_high=True,
        least=15,
        cost=f"{LOW_BADUGI_V_LOW.equity} * {_POT} - price",
        model=f"equity x pot less the call, {LOW_BADUGI_V_LOW.equity:.0%} against the badugis of eight or lower",
        worst="0 - value",
        excluded=MULTIWAY,
    ),
    check(
        "B27",
        "raises_medium_badugi",
        "Raises again with a medium badugi",
        "How often you raise again after the third draw with a nine- to jack-high badugi against a pat player's raise.",
        "Call: only better badugis raise again.",
        use="Raise again with a badugi of eight or lower: they raise with worse ones.",
        scope=(
            *_LAST,
            *DEALT,
            "price > 0",
            "level_any >= 2",
            "bettor_draw = 0",
            "can_raise",
            f"value BETWEEN {value_of((8, 2, 1, 0))} AND {value_of((10, 9, 8, 7))}",
        ),
        limits=(ALONE, FIXED),
        made=("action = 'raise'",),
        too_high=True,
        least=10,
        cost=f"{1 - 2 * MEDIUM_V_RAISER.equity:.2f} * big_bet",
        model=f"(1 - 2 x equity) x bet, {MEDIUM_V_RAISER.equity:.0%} against {MEDIUM_V_RAISER.other.name}",
        worst="value",
        excluded=MULTIWAY,
    ),
    _showdowns(
        "MANY",
        "often",
        "Fold more after the draws: see B17, B18 and B19.",
        "Bet more hands for value, and bluff less.",
        too_high=True,
    ),
    _showdowns(
        "FEW",
        "rarely",
        "Call more after the draws: see B16, B18 and B25.",
        "Bluff more after the draws.",
        too_high=False,
    ),
    check(
        "B34-WON",
        "loses_showdowns",
        "Wins too few showdowns",
        "How often you win a pot or a part of one, of your showdowns.",
        "Fold more hands before the showdown: see B17 and B19.",
        use="Bet more hands for value: they reach the showdown with weak ones.",
        rows="seats",
        scope=proportion("w_sd").chances,
        limits=(FIXED,),
        made=proportion("w_sd").made,
        too_high=False,
        least=150,
        excluded=OTHER_LIMIT,
    ),
)
"""The checks of the betting after the third draw."""
