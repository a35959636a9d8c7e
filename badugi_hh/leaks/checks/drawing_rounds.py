"""Grade B checks of the betting after the first and the second draw."""

from badugi_hh.engine.values import value_of
from badugi_hh.leaks.equities import AHEAD_EQUITY, DRAW_V_PAT, LOW_DRAW, NINE_V_PAT, REALIZED
from badugi_hh.leaks.leak_check import (
    ABLE_HEADS_UP,
    BADUGI,
    BET,
    DEALT,
    FIXED_HEADS_UP,
    FIXED_LIMIT,
    NO_BADUGI,
    NOTHING,
    Cost,
    FrequencyCheck,
    Limits,
    Situation,
    assumed,
    check,
    proportion,
)
from badugi_hh.leaks.row_notes import describe_check_ahead
from badugi_hh.stats.definitions.stat import OWN

_BETS = ("action = 'bet'",)
_DRAWING = ("round IN (1, 2)", OWN)
_UNBET = (*_DRAWING, "level_any = 0")
_LOW_TRI = (NO_BADUGI, f"value <= {value_of((4, 3, 2))}")
_GOOD_TRI = (NO_BADUGI, f"value <= {value_of((7, 6, 5))}")
_ROUGH_TRI = f"value BETWEEN {value_of((8, 1, 0))} AND {value_of((12, 11, 10))}"  # nine to king high
_POT_AND_BET = "(pot_to_win + price + big_bet)"  # what a call wins with one more bet of the opponent
_STATES = " ".join(
    f"WHEN round = {round_} AND own_draw = {own} AND best_opponent_draw {'>=' if other == 3 else '='} {other} "
    f"THEN {2 * equity - 1:.2f}"
    for (round_, own, other), equity in AHEAD_EQUITY.items()
)


def _by_round(first: float, second: float) -> str:
    """Return SQL for a share of the bet after the first and after the second draw."""
    return f"(CASE WHEN round = 1 THEN {first:.2f} ELSE {second:.2f} END) * {BET}"


def _reveals(end: str, round_: int) -> FrequencyCheck:
    ordinal = {1: "first", 2: "second"}[round_]
    # The opponent sees the same draws. After the third draw good play bets nearly all badugis and few hands that missed.
    situation = (
        f"round = {round_}",
        *_UNBET[1:],
        *DEALT,
        "can_raise",
        "own_draw = 1",
        "best_opponent_draw > 0",
    )
    return check(
        f"B35-{end}",
        f"bets_reveal_{ordinal}_draw",
        f"Bets show what the {ordinal} draw brought",
        f"How often you bet heads-up with a badugi after you and the opponent drew at the {ordinal} draw, you one card.",
        f"Mix your bets after the {ordinal} draw: bet some hands that missed, and check some badugis.",
        "Fold draws to their bets after a one-card draw, and bet when they check.",
        Situation(
            (*situation, BADUGI),
            _BETS,
            FIXED_HEADS_UP,
            compared=(*situation, NO_BADUGI, *FIXED_HEADS_UP.where),
        ),
        40,
        missed=NOTHING,  # a bet with a badugi is right by itself
    )


DRAWING_ROUND_CHECKS: tuple[FrequencyCheck, ...] = (
    check(
        "B13",
        "checks_when_ahead",
        "Bets too rarely with the better draw",
        "How often you bet heads-up after the first or second draw when the opponent drew more cards than you.",
        "Bet every time the opponent draws more cards than you: you win more than half of these pots.",
        "Check your draws to them: they often give a free card.",
        Situation((*_UNBET, "own_draw < best_opponent_draw"), _BETS, ABLE_HEADS_UP),
        30,
        Cost(f"(CASE {_STATES} END) * {BET}", "(2 x equity - 1) x bet, equity by both players' draws"),
        too_high=False,
        note=describe_check_ahead,
    ),
    check(
        "B14",
        "bets_draw_into_pat",
        "Bets a draw into a pat hand",
        "How often you bet without a badugi after the first or second draw when an opponent stood pat.",
        "Check a draw against a pat hand: it has 30% or less against a pat badugi; call where the price is right.",
        "Raise with a pat hand: their bet into it is often a draw.",
        Situation(
            (*_UNBET, *DEALT, NO_BADUGI, "own_draw > 0", "best_opponent_draw = 0"),
            _BETS,
            Limits(("can_raise", *FIXED_LIMIT.where), FIXED_LIMIT.reason),
        ),
        20,
        Cost(
            _by_round(*(1 - 2 * DRAW_V_PAT[round_].equity for round_ in (1, 2))),
            "(1 - 2 x equity) x bet, for a one-card draw against any pat badugi",
        ),
    ),
    check(
        "B15",
        "checks_low_draw",
        "Bets too rarely with the better of two draws",
        "How often you bet heads-up with three cards of five or lower when you and the opponent drew one card each.",
        "Bet three cards of five or lower when each player draws one: they win two thirds of these pots.",
        "Check one-card draws to them: they often give a free card.",
        Situation(
            (*_UNBET, *DEALT, *_LOW_TRI, "own_draw = 1", "best_opponent_draw = 1"), _BETS, ABLE_HEADS_UP
        ),
        20,
        Cost(
            _by_round(*(2 * LOW_DRAW[round_].equity - 1 for round_ in (1, 2))),
            "(2 x equity - 1) x bet, for three cards of five or lower against a one-card draw",
        ),
        too_high=False,
    ),
    check(
        "B16",
        "folds_good_draw_early",
        "Folds a good draw after the first draw",
        "How often you fold heads-up to a bet after the first draw with three cards of eight or lower.",
        "Call a bet after the first draw with three cards of eight or lower: the price is 12 to 15% of the pot, and two draws are left.",
        "Bet after the first draw with any hand: they often fold.",
        Situation(
            ("round = 1", *DEALT, "level_any = 1", "price > 0", *_GOOD_TRI),
            ("action = 'fold'",),
            FIXED_HEADS_UP,
        ),
        30,
        assumed(
            f"{DRAW_V_PAT[1].equity} * {REALIZED} * (pot_to_win + price) - price",
            f"equity x pot x {REALIZED} less the call, {DRAW_V_PAT[1].equity:.0%} against any pat badugi",
        ),
    ),
    check(
        "B17",
        "chases_pat_hands",
        "Chases a pat hand with one draw left",
        "How often you call a pat opponent's bet after the second draw with three cards of nine or higher, in a pot too small for it.",
        "Fold rough draws to a pat hand with one draw left: three cards of nine or higher need a large pot.",
        "Bet every pat hand against their draw, and snow less.",
        Situation(
            (
                "round = 2",
                *DEALT,
                "level_any = 1",
                "price > 0",
                "bettor_draw = 0",
                "own_draw > 0",
                _ROUGH_TRI,
                f"price > {NINE_V_PAT.equity} * {_POT_AND_BET}",
            ),
            ("action = 'call'",),
            FIXED_HEADS_UP,
        ),
        20,
        Cost(
            f"price - {NINE_V_PAT.equity} * {_POT_AND_BET}",
            f"the call less equity x pot with one more bet in it, {NINE_V_PAT.equity:.0%} against any pat badugi",
        ),
    ),
    check(
        "B26",
        "never_check_raises",
        "Rarely check-raises a badugi",
        "How often you raise with a badugi after the first or second draw when you checked and an opponent bet.",
        "Check-raise some badugis after the first or second draw.",
        "Bet when they check to you: they rarely check to raise.",
        Situation(
            (*_DRAWING, *DEALT, *proportion("check_raise_b1").over[2:], BADUGI),
            ("action = 'raise'",),
            FIXED_LIMIT,
        ),
        20,
        too_high=False,
        worst="0 - value",
    ),
    _reveals("FIRST", 1),
    _reveals("SECOND", 2),
)
"""The checks of the betting after the first and the second draw."""
