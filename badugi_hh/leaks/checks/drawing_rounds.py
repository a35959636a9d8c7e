"""Grade B checks of the betting after the first and the second draw."""

from badugi_hh.engine.values import value_of
from badugi_hh.leaks.equities import AHEAD_EQUITY, DRAW_V_PAT, LOW_DRAW, NINE_V_PAT, REALIZED
from badugi_hh.leaks.frequency_check import (
    ALONE,
    BADUGI,
    BET,
    DEALT,
    FIXED,
    MULTIWAY,
    NO_BADUGI,
    NOTHING,
    OTHER_LIMIT,
    FrequencyCheck,
    Row,
    check,
    proportion,
)
from badugi_hh.stats.definitions.stat import OWN

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
_AHEAD = f"(CASE {_STATES} END) * {BET}"


def _by_round(first: float, second: float) -> str:
    """Return SQL for a share of the bet after the first and after the second draw."""
    return f"(CASE WHEN round = 1 THEN {first:.2f} ELSE {second:.2f} END) * {BET}"


def _describe_check(row: Row) -> str:
    own = "standing pat" if row["own_draw"] == 0 else f"drawing {row['own_draw']}"
    return f"checked after {own} against an opponent who drew {row['best_opponent_draw']}"


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
        "Bet some of the hands that missed, and check some badugis.",
        use="Fold draws to their bets after a one-card draw, and bet when they check.",
        scope=(*situation, BADUGI),
        limits=(ALONE, FIXED),
        made=("action = 'bet'",),
        too_high=True,
        least=40,
        excluded=MULTIWAY,
        missed=NOTHING,  # a bet with a badugi is right by itself
        compared=(*situation, NO_BADUGI, ALONE, FIXED),
    )


DRAWING_ROUND_CHECKS: tuple[FrequencyCheck, ...] = (
    check(
        "B13",
        "checks_when_ahead",
        "Bets too rarely with the better draw",
        "How often you bet heads-up after the first or second draw when the opponent drew more cards than you.",
        "Bet every time the opponent draws more cards than you: you win more than half of these pots.",
        use="Check your draws to them: they often give a free card.",
        scope=(*_UNBET, "own_draw < best_opponent_draw"),
        limits=("can_raise", ALONE, FIXED),
        made=("action = 'bet'",),
        too_high=False,
        least=30,
        cost=_AHEAD,
        model="(2 x equity - 1) x bet, equity by both players' draws",
        excluded=MULTIWAY,
        note=_describe_check,
    ),
    check(
        "B14",
        "bets_draw_into_pat",
        "Bets a draw into a pat hand",
        "How often you bet without a badugi after the first or second draw when an opponent stood pat.",
        "Check, and call where the price is right: a draw has 30% or less against a pat badugi.",
        use="Raise with a pat hand: their bet into it is often a draw.",
        scope=(*_UNBET, *DEALT, NO_BADUGI, "own_draw > 0", "best_opponent_draw = 0"),
        limits=("can_raise", FIXED),
        made=("action = 'bet'",),
        too_high=True,
        least=20,
        cost=_by_round(*(1 - 2 * DRAW_V_PAT[round_].equity for round_ in (1, 2))),
        model="(1 - 2 x equity) x bet, for a one-card draw against any pat badugi",
        excluded=OTHER_LIMIT,
    ),
    check(
        "B15",
        "checks_low_draw",
        "Bets too rarely with the better of two draws",
        "How often you bet heads-up with three cards of five or lower when you and the opponent drew one card each.",
        "Bet three cards of five or lower: they win two thirds of these pots.",
        use="Check one-card draws to them: they often give a free card.",
        scope=(*_UNBET, *DEALT, *_LOW_TRI, "own_draw = 1", "best_opponent_draw = 1"),
        limits=("can_raise", ALONE, FIXED),
        made=("action = 'bet'",),
        too_high=False,
        least=20,
        cost=_by_round(*(2 * LOW_DRAW[round_].equity - 1 for round_ in (1, 2))),
        model="(2 x equity - 1) x bet, for three cards of five or lower against a one-card draw",
        excluded=MULTIWAY,
    ),
    check(
        "B16",
        "folds_good_draw_early",
        "Folds a good draw after the first draw",
        "How often you fold heads-up to a bet after the first draw with three cards of eight or lower.",
        "Call: the price is 12 to 15% of the pot, and two draws are left.",
        use="Bet after the first draw with any hand: they often fold.",
        scope=("round = 1", *DEALT, "level_any = 1", "price > 0", *_GOOD_TRI),
        limits=(ALONE, FIXED),
        made=("action = 'fold'",),
        too_high=True,
        least=30,
        cost=f"{DRAW_V_PAT[1].equity} * {REALIZED} * (pot_to_win + price) - price",
        assumed=f"equity x pot x {REALIZED} less the call, {DRAW_V_PAT[1].equity:.0%} against any pat badugi",
        excluded=MULTIWAY,
    ),
    check(
        "B17",
        "chases_pat_hands",
        "Chases a pat hand with one draw left",
        "How often you call a pat opponent's bet after the second draw with three cards of nine or higher, in a pot too small for it.",
        "Fold three cards of nine or higher to a pat hand with one draw left, except in a large pot.",
        use="Bet every pat hand against their draw, and snow less.",
        scope=(
            "round = 2",
            *DEALT,
            "level_any = 1",
            "price > 0",
            "bettor_draw = 0",
            "own_draw > 0",
            _ROUGH_TRI,
            f"price > {NINE_V_PAT.equity} * {_POT_AND_BET}",
        ),
        limits=(ALONE, FIXED),
        made=("action = 'call'",),
        too_high=True,
        least=20,
        cost=f"price - {NINE_V_PAT.equity} * {_POT_AND_BET}",
        model=f"the call less equity x pot with one more bet in it, {NINE_V_PAT.equity:.0%} against any pat badugi",
        excluded=MULTIWAY,
    ),
    check(
        "B26",
        "never_check_raises",
        "Rarely check-raises a badugi",
        "How often you raise with a badugi after the first or second draw when you checked and an opponent bet.",
        "Raise some of these badugis.",
        use="Bet when they check to you: they rarely check to raise.",
        scope=(*_DRAWING, *DEALT, *proportion("check_raise_b1").chances[2:], BADUGI),
        limits=(FIXED,),
        made=("action = 'raise'",),
        too_high=False,
        least=20,
        worst="0 - value",
        excluded=OTHER_LIMIT,
    ),
    _reveals("FIRST", 1),
    _reveals("SECOND", 2),
)
"""The checks of the betting after the first and the second draw."""
