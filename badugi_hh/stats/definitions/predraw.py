"""Betting before the first draw.

Levels count as at PokerStars: the big blind is one, an open raise two, a 3-bet three. A walk, an all-in blind and a
player who sits out have no decision and therefore no opportunity.
"""

from functools import partial

from badugi_hh.stats.definitions.kinds import Proportion
from badugi_hh.stats.definitions.stat import AGGRESSIVE, CALLS, FOLDS, OWN, Stat, answers, pot_odds

_GROUP = "before the draw"
_HAD_DECISION = ("decisions_0 > 0", "NOT walk")
_BEFORE_DRAW = ("round = 0", OWN)
# The position is NULL only for seats that were not dealt in, so <> loses no decision.
# A player who posted a blind out of turn may check like the big blind.
_UNOPENED = (*_BEFORE_DRAW, "folded_to", "position <> 'BB'", "NOT extra_blind")
_LIMPED = (*_BEFORE_DRAW, "limpers >= 1", "level_any = 1")
_NOT_OWN_RAISE = "(own_last IS NULL OR own_last <> 'raise')"
_FACES_RAISE = (*_BEFORE_DRAW, "level_full = 2", "price > 0", _NOT_OWN_RAISE)
_COLD = ("own_voluntary = 0", "position NOT IN ('SB', 'BB')", "NOT extra_blind")
_LIMP_RAISED = (*_BEFORE_DRAW, "limped", "own_actions = 1", "level_full >= 2", "price > 0")
# One raise in all: calls are counted since the last one, and a short all-in over the steal would hide them.
_FACES_STEAL = (
    *_FACES_RAISE,
    "position IN ('SB', 'BB')",
    "opener IN ('CO', 'BTN', 'SB')",
    "level_any = 2",
    "limpers = 0",
    "callers = 0",
    "own_actions = 0",
    # Over a player who posted and checked, who is still to act, a raise is no steal.
    "(behind = 0 OR (position = 'SB' AND live = 3))",
)
# A player who raised faces a 3-bet only if theirs was the first raise; over their own 3-bet it is a short all-in.
_OPENED_ONLY = ("own_last = 'raise'", "opened", "own_voluntary = 1")
_OPENED_3BET = (*_BEFORE_DRAW, "level_full = 3", "price > 0", *_OPENED_ONLY)
_FACES_3BET = (
    *_BEFORE_DRAW,
    "level_full = 3",
    "price > 0",
    f"({_NOT_OWN_RAISE} OR ({' AND '.join(_OPENED_ONLY)}))",
)
_BLINDS_ALONE = (*_BEFORE_DRAW, "blinds_only", "own_actions = 0")
_UNOPENED_BLINDS = (*_BLINDS_ALONE, "position = 'SB'", "folded_to")
_RAISED_BLINDS = (
    *_BLINDS_ALONE,
    "position = 'BB'",
    "opener = 'SB'",
    "limpers = 0",
    "level_full = 2",
    "price > 0",
)
_SHARED = (*_FACES_RAISE, "position = 'BB'", "callers >= 1", "own_actions = 0")
_PAYS = "price > 0"
_GOES_ON = "action IN ('call', 'raise')"
_AGAIN = ": you raised again"
_at = partial(answers, _GROUP)

PREDRAW = (
    Stat(
        "vpip",
        "VPIP",
        "Put chips in voluntarily before the first draw: called, bet or raised at least once. "
        "Hands without a decision, such as walks, do not count.",
        _GROUP,
        "seats",
        Proportion(_HAD_DECISION, ("voluntary_0 > 0",)),
    ),
    Stat(
        "pfr",
        "PFR",
        "Raised at least once before the first draw, of the same hands as VPIP.",
        _GROUP,
        "seats",
        Proportion(_HAD_DECISION, ("raises_0 > 0",)),
    ),
    *_at(
        "Folded to you, and not in the big blind",
        _UNOPENED,
        ("rfi", "Raised first in", ": you raised", AGGRESSIVE),
        ("limp_first", "Limped first in", ": you only called", CALLS),
    ),
    *_at(
        "Somebody limped",
        _LIMPED,
        (
            "limp_behind",
            "Limped behind",
            ", nobody raised, and you had to pay: you only called",
            CALLS,
            _PAYS,
        ),
        ("raise_limpers", "Raised limpers", " and nobody raised: you raised", AGGRESSIVE),
    ),
    *_at(
        "Folded to you in the cut-off, on the button or in the small blind",
        (*_UNOPENED, "position IN ('CO', 'BTN', 'SB')"),
        ("steal", "Steal", ": you raised", AGGRESSIVE),
    ),
    *_at("Faced one raise and could raise", _FACES_RAISE, ("three_bet", "3-bet", _AGAIN, AGGRESSIVE)),
    *_at(
        "Faced one raise that somebody had called already, and could raise",
        (*_FACES_RAISE, "callers >= 1"),
        ("squeeze", "Squeeze", _AGAIN, AGGRESSIVE),
    ),
    *_at(
        "Faced a 3-bet and could raise: you raised to the fourth bet, in fixed limit the cap at PokerStars",
        _FACES_3BET,
        ("four_bet", "4-bet", "", AGGRESSIVE),
    ),
    *_at(
        "Outside the blinds, with no voluntary chips in the pot, faced one raise",
        (*_FACES_RAISE, *_COLD),
        ("cold_call_2", "Cold-called a raise", ": you called", CALLS),
    ),
    *_at(
        "Outside the blinds, with no voluntary chips in the pot, faced a 3-bet or more",
        (*_BEFORE_DRAW, "level_full >= 3", _PAYS, *_COLD),
        ("cold_call_3plus", "Cold-called a 3-bet or more", ": you called", CALLS),
    ),
    *_at(
        "In a blind facing a raise from the cut-off, the button or the small blind that nobody else called",
        _FACES_STEAL,
        ("fold_to_steal", "Folded to a steal", ": you folded", FOLDS),
    ),
    *_at(
        "In a blind facing a lone steal",
        _FACES_STEAL,
        ("call_steal", "Called a steal", ": you called", CALLS),
        ("three_bet_steal", "3-bet a steal", f", and able to raise{_AGAIN}", AGGRESSIVE),
    ),
    *_at(
        "Made the first raise and then faced a 3-bet",
        _OPENED_3BET,
        ("fold_to_3bet", "Folded to a 3-bet", ": you folded", FOLDS),
        ("call_3bet", "Called a 3-bet", ": you called", CALLS),
    ),
    *_at(
        "Limped",
        _LIMP_RAISED,
        ("limp_then_fold", "Limped and folded", " and then faced a raise: you folded", FOLDS),
        ("limp_then_call", "Limped and called", " and then faced a raise: you called", CALLS),
        ("limp_then_raise", "Limped and raised", f", then faced a raise and could raise{_AGAIN}", AGGRESSIVE),
    ),
    *_at(
        "In a blind facing a lone steal",
        _FACES_STEAL,
        ("defend_steal", "Defended against a steal", ": you called or raised", _GOES_ON),
    ),
    *_at(
        "In the big blind facing one raise that somebody had called",
        _SHARED,
        ("defend_multiway", "Defended with callers", ": you called or raised", _GOES_ON),
    ),
    Stat(
        "multiway_price",
        "Pot odds with callers",
        "In the big blind facing one raise that somebody had called: the call as a share of the pot with the call in it.",
        _GROUP,
        "decisions",
        pot_odds(_SHARED),
    ),
    *_at(
        "Folded to you in the small blind",
        _UNOPENED_BLINDS,
        ("bvb_raise", "Blind against blind, raised", ": you raised", AGGRESSIVE),
        ("bvb_complete", "Blind against blind, completed", ": you only called", CALLS),
        ("bvb_fold", "Blind against blind, folded", ": you folded", FOLDS),
    ),
    *_at(
        "In the big blind against the small blind alone, who called",
        (*_BLINDS_ALONE, "position = 'BB'", "limpers = 1", "level_full = 1"),
        (
            "bvb_option_raise",
            "Blind against blind, raised the limp",
            ": you raised instead of checking",
            AGGRESSIVE,
        ),
    ),
    *_at(
        "In the big blind against the small blind alone, who raised",
        _RAISED_BLINDS,
        ("bvb_fold_to_raise", "Blind against blind, folded to the raise", ": you folded", FOLDS),
        ("bvb_call_raise", "Blind against blind, called the raise", ": you called", CALLS),
        ("bvb_three_bet", "Blind against blind, 3-bet", f", and you could raise{_AGAIN}", AGGRESSIVE),
    ),
)
