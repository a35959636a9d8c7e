"""For every proportion and ratio, rows sorted by a person: done, could have been done, and no chance at all.

Each row says only how it differs from the row of its situation, and is one hand. The third list holds near
misses: rows that differ from a chance in one thing that the definition asks for.
"""

from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]


@dataclass
class Example:
    """Rows of one table that differ from `base`: for a ratio, `left` counts below the line."""

    base: Row
    made: list[Row]
    left: list[Row]
    none: list[Row] = field(default_factory=list)


def _all(base: Row, *rows: Row) -> list[Row]:
    return [{**base, **row} for row in rows]


FORCED = [{"forced": "sitting_out"}, {"forced": "timed_out"}]
FOLD, CHECK, CALL, BET, RAISE = ({"action": name} for name in ("fold", "check", "call", "bet", "raise"))

# --- seats

SHOWDOWN = {"saw_draw": True, "showdown": True, "decisions_0": 1}
WON_SHOWN, LOST_SHOWN = ({"result": f"{how} at showdown"} for how in ("won", "lost"))
UNCONTESTED = {"result": "won uncontested"}
FOLDED = {"result": "folded"}
NO_DECISION = [
    {"decisions_0": 0, "walk": True},  # everybody folded to the big blind
    {"decisions_0": 0, "saw_draw": True},  # the blind took the last chips
    {"decisions_0": 0},  # sat out: the room folded
]

SEATS = {
    "wtsd": Example({"saw_draw": True}, [{"showdown": True}], [{}, UNCONTESTED], [{"saw_draw": False}]),
    "w_sd": Example(
        SHOWDOWN, [WON_SHOWN, {**WON_SHOWN, "pots_shared": 1}], [LOST_SHOWN], [{"showdown": False}]
    ),
    "w_draw": Example(
        {"saw_draw": True},
        [UNCONTESTED, {**WON_SHOWN, "showdown": True}],
        [FOLDED, {**LOST_SHOWN, "showdown": True}],
        [{"saw_draw": False, **UNCONTESTED}],
    ),
    "won_without_showdown": Example(
        {"put_in": 10},
        [UNCONTESTED, {**UNCONTESTED, "walk": True}],
        [FOLDED, {**WON_SHOWN, "showdown": True}, {"put_in": 0, "saw_draw": True}],
        [{"put_in": 0}],
    ),
    "vpip": Example(
        {"decisions_0": 2},
        [{"voluntary_0": 1}, {"voluntary_0": 2, "raises_0": 1}],
        [FOLDED, {"position": "BB"}],  # the big blind that checked paid nothing by choice
        NO_DECISION,
    ),
    "pfr": Example(
        {"decisions_0": 2}, [{"voluntary_0": 1, "raises_0": 1}], [{"voluntary_0": 1}, FOLDED], NO_DECISION
    ),
}

# --- decisions before the first draw

UNOPENED = {
    "round": 0,
    "position": "CO",
    "folded_to": True,
    "level_full": 1,
    "level_any": 1,
    "price": 10,
    "pot": 15,
    "live": 4,
}
LIMPED = {**UNOPENED, "position": "BTN", "folded_to": False, "limpers": 1, "callers": 1}
RAISED = {**UNOPENED, "position": "BTN", "folded_to": False, "level_full": 2, "level_any": 2, "price": 20}
RAISED |= {"opener": "CO"}
THREE_BET = {**RAISED, "level_full": 3, "level_any": 3, "price": 30}
STEAL = {**RAISED, "position": "BB", "opener": "BTN", "price": 10}
OPENED = {**THREE_BET, "position": "CO", "price": 10, "own_last": "raise", "own_actions": 1}
OPENED |= {"own_voluntary": 1}
NOT_UNOPENED = [{"folded_to": False}, {"position": "BB"}, {"round": 1}, *FORCED]
NOT_LONE = [
    {"position": "BTN"},  # no blind
    {"opener": "MP"},  # no steal
    {"callers": 1},
    {"limpers": 1},
    {"own_actions": 1, "own_last": "call", "own_voluntary": 1},  # limped and was raised
    {"level_full": 3, "level_any": 3},
    *FORCED,
]
NOT_RAISED_ONCE = [
    {"level_full": 1, "level_any": 1},
    {"level_full": 3, "level_any": 3},
    {"own_last": "raise", "level_any": 3},  # own raise, then a short all-in
    {"price": 0},
    {"round": 1},
    *FORCED,
]

PREDRAW = {
    "rfi": Example(UNOPENED, [RAISE], [CALL, FOLD], _all(RAISE, {"can_raise": False}, *NOT_UNOPENED)),
    "limp_first": Example(UNOPENED, [CALL], [RAISE, FOLD], _all(CALL, *NOT_UNOPENED)),
    "limp_behind": Example(
        LIMPED,
        [CALL, {**CALL, "position": "SB", "price": 5}],
        [RAISE, FOLD],
        _all(CALL, {"limpers": 0}, {"level_full": 2}, {"price": 0, "position": "BB"}, *FORCED),
    ),
    "raise_limpers": Example(
        LIMPED,
        [RAISE, {**RAISE, "position": "BB", "price": 0}],
        [CALL, FOLD, {**CHECK, "position": "BB", "price": 0}],
        _all(RAISE, {"limpers": 0}, {"level_full": 2}, {"can_raise": False}, *FORCED),
    ),
    "steal": Example(
        UNOPENED,
        [RAISE, {**RAISE, "position": "BTN"}, {**RAISE, "position": "SB"}],
        [CALL, FOLD],
        _all(RAISE, {"position": "HJ"}, {"can_raise": False}, *NOT_UNOPENED),
    ),
    "three_bet": Example(RAISED, [RAISE], [CALL, FOLD], _all(RAISE, {"can_raise": False}, *NOT_RAISED_ONCE)),
    "squeeze": Example(
        {**RAISED, "callers": 1},
        [RAISE, {**RAISE, "callers": 2}],
        [CALL, FOLD],
        _all(RAISE, {"callers": 0}, {"can_raise": False}, *NOT_RAISED_ONCE),
    ),
    "four_bet": Example(
        THREE_BET,
        [RAISE, {**RAISE, "own_last": "raise"}],
        [CALL, FOLD],
        _all(RAISE, {"can_raise": False}, {"level_full": 2}, {"level_full": 4}, {"price": 0}, *FORCED),
    ),
    "cold_call_2": Example(
        RAISED,
        [CALL],
        [RAISE, FOLD],
        _all(CALL, {"position": "BB"}, {"own_voluntary": 1, "own_last": "call"}, *NOT_RAISED_ONCE),
    ),
    "cold_call_3plus": Example(
        THREE_BET,
        [CALL, {**CALL, "level_full": 4}],
        [RAISE, FOLD],
        _all(CALL, {"position": "SB"}, {"own_voluntary": 1}, {"level_full": 2}, {"price": 0}, *FORCED),
    ),
    "fold_to_steal": Example(STEAL, [FOLD, {**FOLD, "position": "SB"}], [CALL, RAISE], _all(FOLD, *NOT_LONE)),
    "call_steal": Example(STEAL, [CALL, {**CALL, "opener": "SB"}], [FOLD, RAISE], _all(CALL, *NOT_LONE)),
    "three_bet_steal": Example(
        STEAL,
        [RAISE, {**RAISE, "opener": "CO"}],
        [FOLD, CALL],
        _all(RAISE, {"can_raise": False}, *NOT_LONE),
    ),
    "fold_to_3bet": Example(
        OPENED,
        [FOLD],
        [CALL, RAISE],
        _all(FOLD, {"level_full": 2}, {"level_full": 4}, {"opener": "MP"}, {"own_last": None}, *FORCED),
    ),
    "call_3bet": Example(
        OPENED, [CALL], [FOLD, RAISE], _all(CALL, {"level_full": 4}, {"opener": "MP"}, *FORCED)
    ),
}


# --- decisions after a draw


def _postdraw(number: int) -> dict[str, Example]:
    """Return the examples of one round; `other` is the round before or after, where nothing may count."""
    other = {"round": number - 1}
    unbet = {"round": number, "own_draw": 1, "best_opponent_draw": 1, "previous_bets": 2}
    faces = {**unbet, "level_full": 1, "level_any": 1, "price": 10}
    raised = {**faces, "level_full": 2, "level_any": 2}
    not_unbet = [other, {"level_any": 1, "price": 10}, *FORCED]
    not_faced = [other, {"level_any": 0, "price": 0}, {"level_any": 2}, *FORCED]
    ahead, behind = {"own_draw": 0}, {"own_draw": 2}
    into_pat = {**unbet, "best_opponent_draw": 0}
    examples = {
        "bet": Example(unbet, [BET], [CHECK, FOLD], _all(BET, *not_unbet)),
        "af": Example(unbet, [BET, RAISE], [CALL], [CHECK, FOLD, *_all(BET, other, *FORCED)]),
        "afq": Example(unbet, [BET, RAISE], [CALL, FOLD], [CHECK, *_all(BET, other, *FORCED)]),
        "cbet": Example(
            {**unbet, "previous_aggressor": True},
            [BET],
            [CHECK],
            _all(BET, {"previous_aggressor": False}, *not_unbet),
        ),
        "donk": Example(
            {**unbet, "aggressor_behind": True},
            [BET],
            [CHECK],
            _all(BET, {"aggressor_behind": False}, *not_unbet),
        ),
        "fold_to_bet": Example(faces, [FOLD], [CALL, RAISE], _all(FOLD, *not_faced)),
        "call_bet": Example(faces, [CALL], [FOLD, RAISE], _all(CALL, *not_faced)),
        "raise_bet": Example(faces, [RAISE], [FOLD, CALL], _all(RAISE, {"can_raise": False}, *not_faced)),
        "check_raise": Example(
            {**faces, "own_last": "check", "own_actions": 1},
            [RAISE, {**RAISE, "level_any": 2}],
            [CALL, FOLD],
            _all(RAISE, {"own_last": None}, {"own_last": "bet"}, {"can_raise": False}, other, *FORCED),
        ),
        "fold_to_raise": Example(
            {**raised, "own_last": "bet", "own_actions": 1},
            [FOLD, {**FOLD, "level_any": 3}],
            [CALL, RAISE],
            _all(FOLD, {"own_last": "check"}, {"own_last": "raise"}, {"price": 0}, other, *FORCED),
        ),
        "delayed_bet": Example(
            {**unbet, "previous_bets": 0}, [BET], [CHECK], _all(BET, {"previous_bets": 1}, *not_unbet)
        ),
        "bet_ahead": Example(
            {**unbet, **ahead}, [BET], [CHECK], _all(BET, {"own_draw": 1}, behind, *not_unbet)
        ),
        "bet_even": Example(unbet, [BET], [CHECK], _all(BET, ahead, behind, *not_unbet)),
        "bet_behind": Example(
            {**unbet, **behind}, [BET], [CHECK], _all(BET, {"own_draw": 1}, ahead, *not_unbet)
        ),
        "bet_into_pat": Example(
            into_pat,
            [BET],
            [CHECK],
            _all(BET, {"own_draw": 0}, {"best_opponent_draw": 1}, *not_unbet),
        ),
        "raise_on_draw": Example(
            {**faces, "best_opponent_draw": 0},
            [RAISE],
            [CALL, FOLD],
            _all(RAISE, {"own_draw": 0}, {"best_opponent_draw": 1}, {"can_raise": False}, *not_faced),
        ),
    }
    return {f"{name}_b{number}": example for name, example in examples.items()}


POSTDRAW = _postdraw(1) | _postdraw(2) | _postdraw(3)


# --- draws

PAT, ONE, TWO, THREE = ({"drawn": count} for count in range(4))


def _draws(number: int) -> dict[str, Example]:
    base = {"draw": number}
    other = {"draw": number % 3 + 1}
    # 715 is K-Q-J-T, the worst badugi; 716 is 3-2-A, the best hand of three cards.
    tri = {**base, "knowledge": "dealt", "value_before": 716}
    badugi = {**base, "knowledge": "dealt", "value_before": 715}
    not_own = [{"hero": False}, {"knowledge": "shown"}, {"knowledge": None}, other, *FORCED]
    examples = {
        "pat": Example(base, [PAT, {**PAT, "all_in": True}], [ONE, TWO, THREE], _all(PAT, other, *FORCED)),
        "snow": Example(tri, [PAT], [ONE, TWO], _all(PAT, {"value_before": 715}, *not_own)),
        "break": Example(
            badugi, [ONE, TWO], [PAT], _all(ONE, {"value_before": 716}, {"value_before": None}, *not_own)
        ),
        "draw_after_pat": Example(
            {**base, "fewest_seen": 0},
            [ONE, TWO],
            [PAT],
            _all(ONE, {"fewest_seen": 1}, {"fewest_seen": None}, other, *FORCED),
        ),
        "stay_pat": Example(
            {**base, "previous_drawn": 0},
            [PAT],
            [ONE],
            _all(PAT, {"previous_drawn": 1}, {"previous_drawn": None}, other, *FORCED),
        ),
        "draw_up": Example(
            {**base, "previous_drawn": 1},
            [TWO, {**THREE, "previous_drawn": 2}],
            [PAT, ONE, {**ONE, "previous_drawn": 2}],
            _all(TWO, {"previous_drawn": 0}, {"previous_drawn": None}, other, *FORCED),
        ),
    }
    if number == 1:
        del examples["stay_pat"], examples["draw_up"]
    return {f"{name}_{number}": example for name, example in examples.items()}


DRAWS = _draws(1) | _draws(2) | _draws(3)

EXAMPLES = {"seats": SEATS, "decisions": PREDRAW | POSTDRAW, "draws": DRAWS}
