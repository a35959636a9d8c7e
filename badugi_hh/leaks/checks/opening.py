"""Grade B checks of the betting before the first draw.

The baselines are for fixed limit at six-handed tables. Other limits and heads-up tables are excluded, and their
number is reported.
"""

from dataclasses import replace

from badugi_hh.engine.values import value_of
from badugi_hh.leaks.check_counts import HANDS_BEFORE, RECENT
from badugi_hh.leaks.equities import DEFENCE_EQUITY, OPENER_RERAISED, OPENING, REALIZED, WEAKEST_DEFENDED
from badugi_hh.leaks.leak_check import (
    DEALT,
    FIXED_HEADS_UP,
    FIXED_LIMIT,
    FIXED_RING,
    NOTHING,
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
from badugi_hh.leaks.row_notes import describe_blind_fold

_PLACES = {
    "EP": ("in early position", ("EP", "MP")),
    "MP": ("in middle position", ("HJ",)),
    "CO": ("in the cut-off", ("CO",)),
    "BTN": ("on the button", ("BTN",)),
    "SB": ("in the small blind", ("SB",)),
}
CHECK_OF_POSITION = {position: f"B1-{place}" for place, (_, own) in _PLACES.items() for position in own}
"""The check of raising first in, by position; its baseline is the range of both of its sides."""
_OPENERS = {"BTN": "the button", "SB": "the small blind"}
_RAISES = ("action = 'raise'",)
_FEW_CARDS = value_of((12, 11, 10))  # greater values count two cards or one
_SMALL = assumed("0.3 * small_bet", "0.3 small bets each")
_SMALLER = assumed("0.2 * small_bet", "0.2 small bets each")
_WORST_HAND, _BEST_HAND = "coalesce(value, 0)", "0 - coalesce(value, 2000)"


def _opens(place: str) -> tuple[FrequencyCheck, FrequencyCheck]:
    """Return the checks for opening too many and too few hands in a position."""
    where, own = _PLACES[place]
    position = f"position IN {own}" if len(own) > 1 else f"position = '{own[0]}'"
    return both(
        f"B1-{place}",
        f"opens_too_{{}}_{place.lower()}",
        f"Opens too {{}} hands {where}",
        f"How often you raise when everybody before you has folded and you are {where}.",
        share_of("rfi", FIXED_RING, (position,), _RAISES),
        60,
        _SMALL,
        many=Side(
            "many",
            f"Fold the worst hands that you open {where}.",
            "Raise again with more hands: their opening raise is weaker than it should be.",
            _WORST_HAND,
        ),
        few=Side(
            "few",
            f"Raise more of the hands that you fold {where}: the best of them first.",
            "Fold more hands to their opening raise: it is stronger than most.",
            _BEST_HAND,
        ),
    )


def _defence(opener: str) -> FrequencyCheck:
    """Return the check of the big blind's folds to a lone steal from `opener`."""
    named, steal = _OPENERS[opener], proportion("fold_to_steal")
    scope = ("round = 0", "forced IS NULL", "level_full = 2", "position = 'BB'", f"opener = '{opener}'")
    equity = DEFENCE_EQUITY[opener]
    return check(
        f"B4-{opener}",
        f"bb_overfolds_to_{opener.lower()}",
        f"Big blind folds too often to a steal from {named}",
        f"How often you fold the big blind when {named} raises first and nobody else calls.",
        f"Call more often in the big blind against a steal from {named}: it gives you at least three to one and three draws.",
        f"Raise more hands from {named} when they have the big blind.",
        Situation(
            scope,
            steal.made,
            Limits((*steal.over, *FIXED_RING.where), f"other callers or limpers, {FIXED_RING.reason}"),
        ),
        50,
        assumed(
            f"{equity} * {REALIZED} * (pot_to_win + price) - price",
            f"equity x pot x {REALIZED} less the call, for {WEAKEST_DEFENDED[opener].name} "
            f"({equity:.0%} against {OPENING[opener].name})",
        ),
        worst=_BEST_HAND,
        note=describe_blind_fold,
        opener=opener,
    )


def _reraises(opener: str) -> tuple[FrequencyCheck, FrequencyCheck]:
    """Return the checks of the big blind's 3-bets against a lone steal from `opener`."""
    named = _OPENERS[opener]
    return both(
        f"B6-{opener}",
        f"bb_three_bets_{opener.lower()}_too_{{}}",
        f"Big blind 3-bets too {{}} against a steal from {named}",
        f"How often you raise again in the big blind when {named} raises first and nobody else calls.",
        share_of("three_bet_steal", FIXED_RING, ("position = 'BB'", f"opener = '{opener}'")),
        50,
        _SMALLER,
        many=Side(
            "often",
            f"Raise steals from {named} again less often: only call with the worst of these hands.",
            "Call and raise their 3-bets with more hands.",
            _WORST_HAND,
        ),
        few=Side(
            "rarely",
            f"Raise steals from {named} again with good hands: badugis up to a nine, and three cards up to a six.",
            "Take their 3-bets seriously, and open more hands against their blind.",
            _BEST_HAND,
        ),
    )


OPENING_CHECKS: tuple[FrequencyCheck, ...] = (
    *(each for place in _PLACES for each in _opens(place)),
    check(
        "B2",
        "limps_first",
        "Limps first in",
        "How often you only call when everybody before you has folded.",
        "Raise or fold when you are first in: a raise can win the blinds at once.",
        "Raise over these limps with hands that play well against one opponent.",
        share_of("limp_first", FIXED_LIMIT),
        40,
        _SMALL,
        worst=_WORST_HAND,
    ),
    check(
        "B3",
        "raises_too_few_entered_pots",
        "Raises too rarely before the draw",
        "How often you raise before the first draw, of the hands that you play.",
        "Raise or fold before the draw, and call rarely.",
        "Bet good hands for value, and take a raise of theirs seriously.",
        share_of("vpip", FIXED_RING, proportion("vpip").made, proportion("pfr").made),
        90,
        _SMALL,
        too_high=False,
        worst="coalesce(value_0, 0)",
    ),
    _defence("BTN"),
    _defence("SB"),
    check(
        "B5",
        "cold_calls",
        "Cold-calls raises",
        "How often you call a raise outside the blinds with no chips in the pot.",
        "Raise again or fold instead of cold-calling: badugis play best against one opponent.",
        "Raise again with more hands: a cold call is rarely strong.",
        share_of("cold_call_2", FIXED_LIMIT),
        60,
        _SMALL,
        worst=_WORST_HAND,
    ),
    *_reraises("BTN"),
    *_reraises("SB"),
    check(
        "B7",
        "folds_to_three_bet",
        "Folds to a 3-bet after opening",
        "How often you fold heads-up when you raised first and the opponent raises again.",
        "Call a 3-bet after opening: one more small bet at these pot odds, with three draws, is never too much.",
        "Raise again with more hands: they fold often.",
        share_of("fold_to_3bet", FIXED_HEADS_UP),
        25,
        assumed(
            f"{OPENER_RERAISED.equity} * {REALIZED} * (pot_to_win + price) - price",
            f"equity x pot x {REALIZED} less the call, for {OPENER_RERAISED.range.name} "
            f"({OPENER_RERAISED.equity:.0%} against {OPENER_RERAISED.other.name})",
        ),
    ),
    check(
        "B28",
        "two_cards_for_two_bets",
        "Calls two bets cold with two cards",
        "How often you call two or more bets at once, with no chips in the pot and a hand that counts two cards or one.",
        "Fold two-card hands to two bets at once: they do not play for so much.",
        "Raise again for value: they call two bets with two cards.",
        share_of("cold_call_3plus", FIXED_LIMIT, (*DEALT, f"value > {_FEW_CARDS}")),
        20,
        assumed("0.3 * price", "0.3 of the call"),
        worst=_WORST_HAND,
    ),
    check(
        "B29",
        "small_blind_calls_steals",
        "Small blind raises again too rarely against steals",
        "How often you raise again in the small blind, of the lone steals that you do not fold to.",
        "Raise steals again in the small blind instead of calling: play the hands that are good enough out of position.",
        "Bet after the first draw in position: they call in the small blind with hands too weak to raise.",
        share_of(
            "fold_to_steal",
            FIXED_RING,
            ("position = 'SB'", "can_raise", "action IN ('call', 'raise')"),
            _RAISES,
        ),
        30,
        _SMALLER,
        too_high=False,
        worst=_WORST_HAND,
    ),
    check(
        "B31",
        "plays_more_after_losses",
        "Plays more hands after losses",
        f"How often you play a hand after you lost eight big bets or more in the {HANDS_BEFORE} hands before, compared with your other hands.",
        "Take a break after a large loss: then play the hands that you play at other times.",
        "Bet more hands for value after they lost a large pot: they then play more hands.",
        replace(
            share_of(
                "vpip",
                replace(
                    FIXED_RING,
                    reason=f"{FIXED_RING.reason}, or no other hand of as many players at the same limit",
                ),
                (f"{RECENT} <= 0 - 8",),
            ),
            compared=(*proportion("vpip").over, f"{RECENT} > 0 - 8", *FIXED_RING.where),
            within=(
                "players",
                "game",
                "big_bet",
            ),  # at short tables swings are larger, and more hands are played
        ),
        150,
        missed=NOTHING,
    ),
)
"""The checks of the betting before the first draw."""
