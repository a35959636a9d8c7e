"""Grade B checks of the betting before the first draw.

The baselines are for fixed limit at six-handed tables. Other limits and heads-up tables are excluded, and their
number is reported.
"""

from badugi_hh.engine import values
from badugi_hh.leaks.equities import DEFENCE_EQUITY, OPENER_RERAISED, OPENING, REALIZED, WEAKEST_DEFENDED
from badugi_hh.leaks.frequency_check import (
    ALONE,
    DEALT,
    FIXED,
    MULTIWAY,
    NOTHING,
    OTHER_GAME,
    OTHER_LIMIT,
    RING,
    FrequencyCheck,
    Row,
    check,
    proportion,
)
from badugi_hh.leaks.recent_results import HANDS_BEFORE, RECENT
from badugi_hh.stats.definitions.kinds import Conjunction

_RAISES = ("action = 'raise'",)
_GAME: Conjunction = (FIXED, RING)
_PLACES = {
    "EP": ("in early position", "position IN ('EP', 'MP')"),
    "MP": ("in middle position", "position = 'HJ'"),
    "CO": ("in the cut-off", "position = 'CO'"),
    "BTN": ("on the button", "position = 'BTN'"),
    "SB": ("in the small blind", "position = 'SB'"),
}
_OPENERS = {"BTN": "the button", "SB": "the small blind"}
_FEW_CARDS = values.value_of((12, 11, 10))  # greater values count two cards or one
_SHARE = 0.3  # of a small bet
_SMALL = f"{_SHARE} * small_bet"
_SMALL_MODEL = f"{_SHARE} small bets each"
_WORST_HAND, _BEST_HAND = "coalesce(value, 0)", "0 - coalesce(value, 2000)"


def _opens(place: str) -> tuple[FrequencyCheck, FrequencyCheck]:
    """Return the checks for opening too many and too few hands in a position."""
    where, position = _PLACES[place]
    scope = (*proportion("rfi").chances, position)
    sentence = f"How often you raise when everybody before you has folded and you are {where}."

    def one(suffix: str, word: str, advice: str, use: str, *, too_high: bool, worst: str) -> FrequencyCheck:
        return check(
            f"B1-{place}-{suffix}",
            f"opens_too_{word}_{place.lower()}",
            f"Opens too {word} hands {where}",
            sentence,
            advice,
            use=use,
            scope=scope,
            limits=_GAME,
            made=_RAISES,
            too_high=too_high,
            least=60,
            cost=_SMALL,
            assumed=_SMALL_MODEL,
            worst=worst,
            excluded=OTHER_GAME,
        )

    return (
        one(
            "MANY",
            "many",
            f"Fold the worst hands that you open {where}.",
            "Raise again with more hands: their opening raise is weaker than it should be.",
            too_high=True,
            worst=_WORST_HAND,
        ),
        one(
            "FEW",
            "few",
            f"Raise more of the hands that you fold {where}, the best first.",
            "Fold more hands to their opening raise: it is stronger than most.",
            too_high=False,
            worst=_BEST_HAND,
        ),
    )


def _describe_fold(row: Row) -> str:
    if row["value"] is None:
        return "folded the big blind"
    return f"folded the big blind with {values.describe(row['value'])}"


def _defence(opener: str) -> FrequencyCheck:
    """Return the check of the big blind's folds to a lone steal from `opener`."""
    named, steal = _OPENERS[opener], proportion("fold_to_steal")
    return check(
        f"B4-{opener}",
        f"bb_overfolds_to_{opener.lower()}",
        f"Big blind folds too often to a steal from {named}",
        f"How often you fold the big blind when {named} raises first and nobody else calls.",
        f"Call more: a steal from {named} gives you at least three to one and three draws.",
        use=f"Raise more hands from {named} when they have the big blind.",
        scope=(
            "round = 0",
            "forced IS NULL",
            "level_full = 2",
            "position = 'BB'",
            f"opener = '{opener}'",
        ),
        limits=(*steal.chances, *_GAME),
        made=steal.made,
        too_high=True,
        least=50,
        cost=f"{DEFENCE_EQUITY[opener]} * {REALIZED} * (pot_to_win + price) - price",
        assumed=f"equity x pot x {REALIZED} less the call, for {WEAKEST_DEFENDED[opener].name} "
        f"({DEFENCE_EQUITY[opener]:.0%} against {OPENING[opener].name})",
        worst=_BEST_HAND,
        excluded="other callers or limpers, another betting limit, or a heads-up table",
        note=_describe_fold,
        opener=opener,
    )


def _reraises(opener: str) -> tuple[FrequencyCheck, FrequencyCheck]:
    """Return the checks of the big blind's 3-bets against a lone steal from `opener`."""
    named, steal = _OPENERS[opener], proportion("three_bet_steal")
    scope = (*steal.chances, "position = 'BB'", f"opener = '{opener}'")
    sentence = f"How often you raise again in the big blind when {named} raises first and nobody else calls."

    def one(suffix: str, word: str, advice: str, use: str, *, too_high: bool, worst: str) -> FrequencyCheck:
        return check(
            f"B6-{opener}-{suffix}",
            f"bb_three_bets_{opener.lower()}_too_{word}",
            f"Big blind 3-bets too {word} against a steal from {named}",
            sentence,
            advice,
            use=use,
            scope=scope,
            limits=_GAME,
            made=steal.made,
            too_high=too_high,
            least=50,
            cost="0.2 * small_bet",
            assumed="0.2 small bets each",
            worst=worst,
            excluded=OTHER_GAME,
        )

    return (
        one(
            "MANY",
            "often",
            "Only call with the worst of these hands.",
            "Call and raise their 3-bets with more hands.",
            too_high=True,
            worst=_WORST_HAND,
        ),
        one(
            "FEW",
            "rarely",
            "Raise again with badugis up to a nine and with three cards up to a six.",
            "Take their 3-bets seriously, and open more hands against their blind.",
            too_high=False,
            worst=_BEST_HAND,
        ),
    )


_TWO_BETS = proportion("cold_call_3plus")
_CONTINUED = ("position = 'SB'", "can_raise", "action IN ('call', 'raise')")

OPENING_CHECKS: tuple[FrequencyCheck, ...] = (
    *(each for place in _PLACES for each in _opens(place)),
    check(
        "B2",
        "limps_first",
        "Limps first in",
        "How often you only call when everybody before you has folded.",
        "Raise or fold: a raise can win the blinds at once.",
        use="Raise over these limps with hands that play well against one opponent.",
        scope=proportion("limp_first").chances,
        limits=(FIXED,),
        made=proportion("limp_first").made,
        too_high=True,
        least=40,
        cost=_SMALL,
        assumed=_SMALL_MODEL,
        worst=_WORST_HAND,
        excluded=OTHER_LIMIT,
    ),
    check(
        "B3",
        "raises_too_few_entered_pots",
        "Raises too rarely before the draw",
        "How often you raise before the first draw, of the hands that you play.",
        "Raise or fold before the draw; call rarely.",
        use="Bet good hands for value, and take a raise of theirs seriously.",
        rows="seats",
        scope=(*proportion("vpip").chances, *proportion("vpip").made),
        limits=_GAME,
        made=proportion("pfr").made,
        too_high=False,
        least=90,
        cost=_SMALL,
        assumed=_SMALL_MODEL,
        worst="coalesce(value_0, 0)",
        excluded=OTHER_GAME,
    ),
    _defence("BTN"),
    _defence("SB"),
    check(
        "B5",
        "cold_calls",
        "Cold-calls raises",
        "How often you call a raise outside the blinds with no chips in the pot.",
        "Raise again to play against one opponent, or fold.",
        use="Raise again with more hands: a cold call is rarely strong.",
        scope=proportion("cold_call_2").chances,
        limits=(FIXED,),
        made=proportion("cold_call_2").made,
        too_high=True,
        least=60,
        cost=_SMALL,
        assumed=_SMALL_MODEL,
        worst=_WORST_HAND,
        excluded=OTHER_LIMIT,
    ),
    *_reraises("BTN"),
    *_reraises("SB"),
    check(
        "B7",
        "folds_to_three_bet",
        "Folds to a 3-bet after opening",
        "How often you fold heads-up when you raised first and the opponent raises again.",
        "Call: one more small bet at these pot odds, with three draws, is never too much.",
        use="Raise again with more hands: they fold often.",
        scope=proportion("fold_to_3bet").chances,
        limits=(ALONE, FIXED),
        made=proportion("fold_to_3bet").made,
        too_high=True,
        least=25,
        cost=f"{OPENER_RERAISED.equity} * {REALIZED} * (pot_to_win + price) - price",
        assumed=f"equity x pot x {REALIZED} less the call, for {OPENER_RERAISED.range.name} "
        f"({OPENER_RERAISED.equity:.0%} against {OPENER_RERAISED.other.name})",
        excluded=MULTIWAY,
    ),
    check(
        "B28",
        "two_cards_for_two_bets",
        "Calls two bets cold with two cards",
        "How often you call two or more bets at once, with no chips in the pot and a hand that counts two cards or one.",
        "Fold: two cards do not play for two bets.",
        use="Raise again for value: they call two bets with two cards.",
        scope=(*_TWO_BETS.chances, *DEALT, f"value > {_FEW_CARDS}"),
        limits=(FIXED,),
        made=_TWO_BETS.made,
        too_high=True,
        least=20,
        cost="0.3 * price",
        assumed="0.3 of the call",
        worst=_WORST_HAND,
        excluded=OTHER_LIMIT,
    ),
    check(
        "B29",
        "small_blind_calls_steals",
        "Small blind raises again too rarely against steals",
        "How often you raise again in the small blind, of the lone steals that you do not fold to.",
        "Raise again with the hands that are good enough to play out of position.",
        use="Bet after the first draw in position: they call in the small blind with hands too weak to raise.",
        scope=(*proportion("fold_to_steal").chances, *_CONTINUED),
        limits=_GAME,
        made=_RAISES,
        too_high=False,
        least=30,
        cost="0.2 * small_bet",
        assumed="0.2 small bets each",
        worst=_WORST_HAND,
        excluded=OTHER_GAME,
    ),
    check(
        "B31",
        "plays_more_after_losses",
        "Plays more hands after losses",
        f"How often you play a hand after you lost eight big bets or more in the {HANDS_BEFORE} hands before, compared with your other hands.",
        "Take a break after a large loss, and play the hands that you play at other times.",
        use="Bet more hands for value after they lost a large pot: they then play more hands.",
        rows="seats",
        scope=(*proportion("vpip").chances, f"{RECENT} <= 0 - 8"),
        limits=_GAME,
        made=proportion("vpip").made,
        too_high=True,
        least=150,
        excluded=f"{OTHER_GAME}, or no other hand of as many players at the same limit",
        missed=NOTHING,
        compared=(*proportion("vpip").chances, f"{RECENT} > 0 - 8", *_GAME),
        within=("players", "game", "big_bet"),  # at short tables swings are larger, and more hands are played
    ),
)
"""The checks of the betting before the first draw."""
