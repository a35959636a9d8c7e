"""Grade B checks of the betting after the third draw, and of showdowns."""

from typing import Any

from badugi_hh.engine.values import value_of
from badugi_hh.leaks.equities import BADUGI_V_DRAW, LOW_BADUGI_V_LOW, LOW_TRI_V_DRAW, MEDIUM_V_RAISER
from badugi_hh.leaks.leak_check import (
    ABLE_HEADS_UP,
    BADUGI,
    DEALT,
    FIXED,
    FIXED_HEADS_UP,
    FIXED_LIMIT,
    HEADS_UP,
    NO_BADUGI,
    Cost,
    FrequencyCheck,
    Limits,
    Side,
    Situation,
    assumed,
    both,
    check,
    proportion,
    share_of,
)
from badugi_hh.stats.definitions.kinds import Conjunction
from badugi_hh.stats.definitions.stat import OF_POT

_LAST = ("round = 3",)
_UNBET = (*_LAST, *DEALT, "level_any = 0")
_FOLDS, _BETS = ("action = 'fold'",), ("action = 'bet'",)
_POT = "(pot_to_win + price)"
_EIGHT = value_of((7, 6, 5))
_FEW_CARDS = value_of((12, 11, 10))
_CALLED = 0.6  # the assumed share of value bets that are called
_ROUGH_DRAW = f"value > {_EIGHT}"  # no badugi, and no three cards of eight or lower


def _value_bet(where: Conjunction, equity: float) -> dict[str, Any]:
    """Return what both checks of value bets count."""
    return {
        "situation": Situation(
            (*_UNBET, *where, "best_opponent_draw >= 1", "behind = 0"), _BETS, ABLE_HEADS_UP
        ),
        "least": 20,
        "cost": assumed(
            f"{(2 * equity - 1) * _CALLED:.2f} * big_bet",
            f"(2 x {equity:.0%} - 1) x one big bet, called {_CALLED:.0%} of the time",
        ),
        "too_high": False,
        "worst": "0 - value",
    }


LAST_ROUND_CHECKS: tuple[FrequencyCheck, ...] = (
    check(
        "B18",
        "overfolds_last_bet",
        "Folds too often to one bet after the third draw",
        "How often you fold heads-up to one bet from a player who drew at the third draw.",
        "Call one bet more often after the third draw: folding this often makes any bluff profitable.",
        "Bluff more after the third draw when you drew.",
        share_of(
            "fold_to_bet_b3",
            # A player who stands pat has few bluffs, and a missed draw beats none of the badugis.
            Limits(
                ("bettor_draw > 0", *FIXED_HEADS_UP.where),
                "a bet from a pat hand, more than one opponent, or another betting limit",
            ),
            made=_FOLDS,
        ),
        40,
        assumed(f"0.1 * {_POT}", "a tenth of the pot for each fold too many"),
        worst="0 - coalesce(value, 2000)",
    ),
    check(
        "B19",
        "hopeless_last_calls",
        "Wins too rarely when calling the last bet with a weak hand",
        "How often you win the pot or a part of it when you call heads-up after the third draw with two cards or fewer, or with three cards of nine or higher against a pat hand.",
        "Fold weak hands to the last bet: the pots that they win do not pay for the calls.",
        "Bet thin hands for value after the third draw, and do not bluff.",
        Situation(
            (
                *proportion("fold_to_bet_b3").over[:1],
                *DEALT,
                "action = 'call'",
                "big_bet > 0",
                f"(value > {_FEW_CARDS} OR (value > {_EIGHT} AND bettor_draw = 0))",
            ),
            ("result = 'won at showdown'",),
            HEADS_UP,
        ),
        30,
        Cost(_POT, "the share of the pot that the calls cost, less the share won, x pot"),
        too_high=False,
        price=OF_POT,
    ),
    check(
        "B20-BADUGI",
        "misses_value_badugi",
        "Bets badugis too rarely in position after the third draw",
        "How often you bet last to act with a badugi after the third draw, when the opponent drew and checked.",
        "Bet every badugi in position after the third draw: against a player who drew it is usually best.",
        "Bet your own good hands out of position: they often check in position.",
        **_value_bet((BADUGI,), BADUGI_V_DRAW.equity),
    ),
    check(
        "B20-TRI",
        "misses_value_tri",
        "Bets good three-card hands too rarely in position after the third draw",
        "How often you bet last to act with three cards of five or lower after the third draw, when the opponent drew and checked.",
        "Bet three cards of five or lower in position after the third draw: against a player who drew they are usually best.",
        "Bet your own three-card hands out of position: they often check in position.",
        **_value_bet((NO_BADUGI, f"value <= {value_of((4, 3, 2))}"), LOW_TRI_V_DRAW.equity),
    ),
    *both(
        "B21",
        "bluffs_too_{}",
        "Bluffs too {} after the third draw",
        "How often you have neither a badugi nor three cards of eight or lower, of your bets after the third draw when "
        "nobody had bet; the statistic known_bluff counts the bets with three cards of eight or lower as bluffs too.",
        Situation((*_UNBET, *_BETS), (_ROUGH_DRAW,), FIXED_LIMIT),
        30,
        assumed("big_bet", "one big bet for each bluff too many or too few"),
        many=Side(
            "often",
            "Check more hands that missed after the third draw: one bet of seven should be a bluff.",
            "Call their bets after the third draw with more hands.",
            "value",
        ),
        few=Side(
            "rarely",
            "Bet some of the worst hands that missed after the third draw: one bet of seven should be a bluff.",
            "Fold more hands to their bets after the third draw.",
            "value",
            missed=(*_UNBET, "action = 'check'", FIXED, _ROUGH_DRAW),
        ),
    ),
    check(
        "B25",
        "folds_low_badugi",
        "Folds a low badugi after the third draw",
        "How often you fold a badugi of eight or lower heads-up to one bet from a pat hand after the third draw.",
        "Call one bet after the third draw with a badugi of eight or lower: it beats most badugis.",
        "Bet pat hands without a badugi after the third draw: they fold even low badugis.",
        Situation(
            (
                *_LAST,
                "level_any = 1",
                "price > 0",
                *DEALT,
                f"value <= {value_of((7, 6, 5, 4))}",
                "bettor_draw = 0",
            ),
            _FOLDS,
            FIXED_HEADS_UP,
        ),
        15,
        Cost(
            f"{LOW_BADUGI_V_LOW.equity} * {_POT} - price",
            f"equity x pot less the call, {LOW_BADUGI_V_LOW.equity:.0%} against the badugis of eight or lower",
        ),
        worst="0 - value",
    ),
    check(
        "B27",
        "raises_medium_badugi",
        "Raises again with a medium badugi",
        "How often you raise again after the third draw with a nine- to jack-high badugi against a pat player's raise.",
        "Only call a pat player's raise with a nine- to jack-high badugi: only better badugis raise again.",
        "Raise again with a badugi of eight or lower: they raise with worse ones.",
        Situation(
            (
                *_LAST,
                *DEALT,
                "price > 0",
                "level_any >= 2",
                "bettor_draw = 0",
                "can_raise",
                f"value BETWEEN {value_of((8, 2, 1, 0))} AND {value_of((10, 9, 8, 7))}",
            ),
            ("action = 'raise'",),
            FIXED_HEADS_UP,
        ),
        10,
        Cost(
            f"{1 - 2 * MEDIUM_V_RAISER.equity:.2f} * big_bet",
            f"(1 - 2 x equity) x bet, {MEDIUM_V_RAISER.equity:.0%} against {MEDIUM_V_RAISER.other.name}",
        ),
        worst="value",
    ),
    *both(
        "B34",
        "showdowns_too_{}",
        "Goes to showdown too {}",
        "How often you reach the showdown, of the hands in which you see the first draw.",
        share_of("wtsd", FIXED_LIMIT),
        150,
        many=Side(
            "often",
            "Fold more after the draws: see B17 and B19.",
            "Bet more hands for value, and bluff less.",
        ),
        few=Side("rarely", "Call more after the draws: see B16, B18 and B25.", "Bluff more after the draws."),
    ),
    check(
        "B34-WON",
        "loses_showdowns",
        "Wins too few showdowns",
        "How often you win a pot or a part of one, of your showdowns.",
        "Fold more hands before the showdown: see B17 and B19.",
        "Bet more hands for value: they reach the showdown with weak ones.",
        share_of("w_sd", FIXED_LIMIT),
        150,
        too_high=False,
    ),
)
"""The checks of the betting after the third draw."""
