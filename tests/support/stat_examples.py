"""Every statistic counted by a person on a few rows.

For a proportion or ratio the rows are sorted: done, could have been done, and no chance at all. Each row says only
how it differs from the row of its situation, and is one hand. The third list holds near misses: rows that differ
from a chance in one thing that the definition asks for. All other kinds have rows and the figure worked out from
them, with its sum beside it.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from support.hand_made import each, row

Row = dict[str, Any]


@dataclass
class Example:
    """Rows of one table that differ from `base`: for a ratio, `left` counts below the line."""

    base: Row
    made: list[Row]
    left: list[Row]
    none: list[Row] = field(default_factory=list)

    @property
    def rows(self):
        """Every row in full."""
        return [self.base | each for each in (*self.made, *self.left, *self.none)]


@dataclass
class Figure:
    """Rows of one table, the value worked out by hand, and the number of rows behind it."""

    rows: list[Row]
    value: float
    n: int


def _all(base, *rows):
    return [base | each for each in rows]


FORCED = [*each(forced=("sitting_out", "timed_out"))]
FOLD, CHECK, CALL, BET, RAISE = ({"action": name} for name in ("fold", "check", "call", "bet", "raise"))

# --- seats

SHOWDOWN = row(saw_draw=True, showdown=True, decisions_0=1)
WON_SHOWN, LOST_SHOWN = ({"result": f"{how} at showdown"} for how in ("won", "lost"))
UNCONTESTED = {"result": "won uncontested"}
FOLDED = {"result": "folded"}
NO_DECISION = [
    row(decisions_0=0, walk=True),  # everybody folded to the big blind
    row(decisions_0=0, saw_draw=True),  # the blind took the last chips
    {"decisions_0": 0},  # sat out: the room folded
]

SEATS = {
    "wtsd": Example({"saw_draw": True}, [{"showdown": True}], [{}, UNCONTESTED], [{"saw_draw": False}]),
    "w_sd": Example(SHOWDOWN, [WON_SHOWN, row(WON_SHOWN, pots_shared=1)], [LOST_SHOWN], [{"showdown": False}]),
    "w_draw": Example(
        {"saw_draw": True},
        [UNCONTESTED, row(WON_SHOWN, showdown=True)],
        [FOLDED, row(LOST_SHOWN, showdown=True)],
        [row(UNCONTESTED, saw_draw=False)],
    ),
    "won_without_showdown": Example(
        {"put_in": 10},
        [UNCONTESTED, row(UNCONTESTED, walk=True)],
        [FOLDED, row(WON_SHOWN, showdown=True), row(put_in=0, saw_draw=True)],
        [{"put_in": 0}],
    ),
    "vpip": Example(
        {"decisions_0": 2},
        [{"voluntary_0": 1}, row(voluntary_0=2, raises_0=1)],
        [FOLDED, {"position": "BB"}],  # a big blind who checked paid nothing voluntarily
        NO_DECISION,
    ),
    "pfr": Example({"decisions_0": 2}, [row(voluntary_0=1, raises_0=1)], [{"voluntary_0": 1}, FOLDED], NO_DECISION),
    "pat_per_hand": Example(
        {},
        [{"drawn_1": 0}],
        [{"drawn_1": 1}, FOLDED, {"walk": True}, row(drawn_1=0, forced_1="timed_out")],
        [row(dealt=False, drawn_1=0)],
    ),
    "faux_draw": Example(
        row(snowed=2, drawn_1=1, drawn_2=0),
        [{}, {"drawn_1": 3}, row(snowed=3, drawn_2=1), row(snowed=3, drawn_1=0, drawn_2=2)],
        [row(snowed=1, drawn_1=0), row(snowed=1, drawn_1=0, drawn_2=1), {"drawn_1": 0}],  # stood pat by force
        [{"snowed": None}],
    ),
    "sticky_snow": Example(
        row(snowed=1, drawn_1=0),
        [row(drawn_2=0, drawn_3=0), row(snowed=2, drawn_1=1, drawn_2=0, drawn_3=0)],
        [row(drawn_2=0, drawn_3=1), row(drawn_2=1, drawn_3=0), row(FOLDED, drawn_2=0)],
        [
            FOLDED,  # before the second draw
            row(snowed=2, drawn_1=1, drawn_2=0),
            row(snowed=3, drawn_1=1, drawn_2=1, drawn_3=0),
            row(snowed=None, drawn_2=0, drawn_3=0),  # pat with a badugi
        ],
    ),
    "abandoned_snow": Example(
        row(snowed=1, drawn_1=0),
        [
            {"drawn_2": 1},
            row(drawn_2=0, drawn_3=2),
            row(drawn_2=1, drawn_3=0),
            row(snowed=2, drawn_1=1, drawn_2=0, drawn_3=1),
        ],
        [row(drawn_2=0, drawn_3=0), row(FOLDED, drawn_2=0)],
        [FOLDED, row(snowed=3, drawn_2=1, drawn_3=0), row(snowed=None, drawn_2=1)],
    ),
    "snow_uncontested": Example(
        {"snowed": 1},
        [UNCONTESTED, row(UNCONTESTED, snowed=3)],
        [FOLDED, row(WON_SHOWN, showdown=True)],
        [row(UNCONTESTED, snowed=None)],
    ),
}  # fmt: skip

# --- decisions before the first draw

UNOPENED = row(round=0, position="CO", folded_to=True, level_full=1, level_any=1, price=10, pot=15, live=4)
LIMPED = row(UNOPENED, position="BTN", folded_to=False, limpers=1, callers=1)
RAISED = row(UNOPENED, position="BTN", folded_to=False, level_full=2, level_any=2, price=20)
RAISED |= {"opener": "CO"}
THREE_BET = row(RAISED, level_full=3, level_any=3, price=30)
STEAL = row(RAISED, position="BB", opener="BTN", price=10, live=2, behind=0)
OPENED = row(THREE_BET, position="CO", price=10, own_last="raise", own_actions=1)
OPENED |= row(own_voluntary=1, opened=True)
NOT_UNOPENED = [
    *each(folded_to=False, position="BB"),
    row(extra_blind=True, price=0),  # may check
    {"round": 1},
    *FORCED,
]
LIMP_RAISED = row(RAISED, price=10, limped=True, own_actions=1, own_last="call", own_voluntary=1)
NOT_LIMP_RAISED = [
    {"limped": False},  # called a raise, and it was raised again
    {"own_actions": 2},
    row(level_full=1, level_any=1),
    *each(price=0, round=1),
    *FORCED,
]
SHARED = row(RAISED, position="BB", price=10, callers=1)
BLINDS = row(UNOPENED, position="SB", blinds_only=True, live=2, price=5)
NOT_BLINDS = [
    {"blinds_only": False},  # a blind posted out of turn is still there
    *each(own_actions=1, position="BB", folded_to=False, round=1),
    *FORCED,
]
OPTION = row(LIMPED, position="BB", blinds_only=True, live=2, price=0)
RAISED_BLIND = row(RAISED, position="BB", opener="SB", blinds_only=True, live=2, price=10)
NOT_RAISED_BLIND = [
    {"blinds_only": False},
    row(limpers=1, opener="SB", own_actions=1),  # raised the limp, and it was raised again
    row(level_full=3, level_any=3),
    {"price": 0},
    *FORCED,
]
OWN_3BET = [  # and a short all-in over it
    row(own_last="raise", own_voluntary=1, level_any=4, opened=False),
    row(
        own_last="raise", own_voluntary=2, level_any=5, opened=True
    ),  # after a short all-in over the player's raise
]
NOT_LIMPED = [
    row(level_full=2, level_any=2),
    {"level_any": 2},  # a short all-in over the limp
    row(level_any=2, limped=True, own_actions=1, own_last="call", own_voluntary=1),  # the player's own limp
    *FORCED,
]
NOT_LONE = [
    {"position": "BTN"},  # no blind
    {"opener": "MP"},  # no steal
    {"level_any": 3},  # a short all-in over the steal
    *each(callers=1, limpers=1),
    row(behind=1, live=3),  # a player who posted and checked is still to act
    row(position="SB", behind=2, live=4),  # the big blind too
    row(own_actions=1, own_last="call", own_voluntary=1),  # limped and was raised
    row(level_full=3, level_any=3),
    *FORCED,
]
NOT_RAISED_ONCE = [
    row(level_full=1, level_any=1),
    row(level_full=3, level_any=3),
    row(own_last="raise", level_any=3),  # own raise, then a short all-in
    *each(price=0, round=1),
    *FORCED,
]

PREDRAW = {
    "rfi": Example(UNOPENED, [RAISE], [CALL, FOLD], _all(RAISE, {"can_raise": False}, *NOT_UNOPENED)),
    "limp_first": Example(UNOPENED, [CALL], [RAISE, FOLD], _all(CALL, *NOT_UNOPENED)),
    "limp_behind": Example(
        LIMPED,
        [CALL, row(CALL, position="SB", price=5)],
        [RAISE, FOLD],
        _all(CALL, {"limpers": 0}, row(price=0, position="BB"), *NOT_LIMPED),
    ),
    "raise_limpers": Example(
        LIMPED,
        [RAISE, row(RAISE, position="BB", price=0)],
        [CALL, FOLD, row(CHECK, position="BB", price=0)],
        _all(RAISE, *each(limpers=0, can_raise=False), *NOT_LIMPED),
    ),
    "steal": Example(
        UNOPENED,
        [RAISE, row(RAISE, position="BTN"), row(RAISE, position="SB")],
        [CALL, FOLD],
        _all(RAISE, *each(position="HJ", can_raise=False), *NOT_UNOPENED),
    ),
    "three_bet": Example(RAISED, [RAISE], [CALL, FOLD], _all(RAISE, {"can_raise": False}, *NOT_RAISED_ONCE)),
    "squeeze": Example(
        row(RAISED, callers=1),
        [RAISE, row(RAISE, callers=2)],
        [CALL, FOLD],
        _all(RAISE, *each(callers=0, can_raise=False), *NOT_RAISED_ONCE),
    ),
    "four_bet": Example(
        THREE_BET,
        [RAISE, row(RAISE, own_last="raise", own_voluntary=1, opened=True)],
        [CALL, FOLD],
        _all(RAISE, *each(can_raise=False, level_full=(2, 4), price=0), *OWN_3BET, *FORCED),
    ),
    "cold_call_2": Example(
        RAISED,
        [CALL],
        [RAISE, FOLD],
        _all(
            CALL,
            *each(position="BB", extra_blind=True),
            row(own_voluntary=1, own_last="call"),
            *NOT_RAISED_ONCE,
        ),
    ),
    "cold_call_3plus": Example(
        THREE_BET,
        [CALL, row(CALL, level_full=4)],
        [RAISE, FOLD],
        _all(CALL, *each(position="SB", own_voluntary=1, level_full=2, price=0), *FORCED),
    ),
    "fold_to_steal": Example(
        STEAL,
        [FOLD, row(FOLD, position="SB", behind=1, live=3)],
        [CALL, RAISE, row(CALL, position="SB")],  # the big blind is all-in
        _all(FOLD, *NOT_LONE),
    ),
    "call_steal": Example(STEAL, [CALL, row(CALL, opener="SB")], [FOLD, RAISE], _all(CALL, *NOT_LONE)),
    "three_bet_steal": Example(STEAL, [RAISE, row(RAISE, opener="CO")], [FOLD, CALL], _all(RAISE, {"can_raise": False}, *NOT_LONE)),
    "fold_to_3bet": Example(OPENED, [FOLD], [CALL, RAISE], _all(FOLD, *each(level_full=(2, 4), opened=False, own_last=None), *OWN_3BET, *FORCED)),
    "call_3bet": Example(OPENED, [CALL], [FOLD, RAISE], _all(CALL, *each(level_full=4, opened=False), *FORCED)),
    "limp_then_fold": Example(LIMP_RAISED, [FOLD], [CALL, RAISE], _all(FOLD, *NOT_LIMP_RAISED)),
    "limp_then_call": Example(LIMP_RAISED, [CALL, row(CALL, level_full=3)], [FOLD, RAISE], _all(CALL, *NOT_LIMP_RAISED)),
    "limp_then_raise": Example(LIMP_RAISED, [RAISE], [CALL, FOLD], _all(RAISE, {"can_raise": False}, *NOT_LIMP_RAISED)),
    "defend_steal": Example(STEAL, [CALL, RAISE], [FOLD], _all(CALL, *NOT_LONE)),
    "defend_multiway": Example(
        SHARED,
        [CALL, RAISE, row(CALL, callers=2)],
        [FOLD],
        _all(CALL, *each(position="SB", callers=0, level_full=3, own_actions=1), *FORCED),
    ),
    "bvb_raise": Example(BLINDS, [RAISE], [CALL, FOLD], _all(RAISE, {"can_raise": False}, *NOT_BLINDS)),
    "bvb_complete": Example(BLINDS, [CALL], [RAISE, FOLD], _all(CALL, *NOT_BLINDS)),
    "bvb_fold": Example(BLINDS, [FOLD], [RAISE, CALL], _all(FOLD, *NOT_BLINDS)),
    "bvb_option_raise": Example(
        OPTION,
        [RAISE],
        [CHECK],
        _all(
            RAISE,
            {"blinds_only": False},  # another player limped
            *each(limpers=0, level_full=2, can_raise=False),
            *FORCED,
        ),
    ),
    "bvb_fold_to_raise": Example(RAISED_BLIND, [FOLD], [CALL, RAISE], _all(FOLD, *NOT_RAISED_BLIND)),
    "bvb_call_raise": Example(RAISED_BLIND, [CALL], [FOLD, RAISE], _all(CALL, *NOT_RAISED_BLIND)),
    "bvb_three_bet": Example(RAISED_BLIND, [RAISE], [FOLD, CALL], _all(RAISE, {"can_raise": False}, *NOT_RAISED_BLIND)),
}  # fmt: skip


# --- decisions after a draw


def _postdraw(number):
    """Return the examples of one round; `other` is the round before or after, where nothing may count."""
    other = {"round": number - 1}
    unbet = row(round=number, own_draw=1, best_opponent_draw=1, previous_bets=2)
    faces = row(unbet, level_full=1, level_any=1, price=10)
    raised = row(faces, level_full=2, level_any=2)
    not_unbet = [other, row(level_any=1, price=10), *FORCED]
    not_faced = [other, row(level_any=0, price=0), {"level_any": 2}, *FORCED]
    ahead, behind = (*each(own_draw=(0, 2)),)
    into_pat = row(unbet, best_opponent_draw=0)
    examples = {
        "bet": Example(unbet, [BET], [CHECK, FOLD], _all(BET, *not_unbet)),
        "af": Example(unbet, [BET, RAISE], [CALL], [CHECK, FOLD, *_all(BET, other, *FORCED)]),
        "afq": Example(unbet, [BET, RAISE], [CALL, FOLD], [CHECK, *_all(BET, other, *FORCED)]),
        "cbet": Example(row(unbet, previous_aggressor=True), [BET], [CHECK], _all(BET, {"previous_aggressor": False}, *not_unbet)),
        "donk": Example(row(unbet, aggressor_behind=True), [BET], [CHECK], _all(BET, {"aggressor_behind": False}, *not_unbet)),
        "fold_to_bet": Example(faces, [FOLD], [CALL, RAISE], _all(FOLD, *not_faced)),
        "call_bet": Example(faces, [CALL], [FOLD, RAISE], _all(CALL, *not_faced)),
        "raise_bet": Example(faces, [RAISE], [FOLD, CALL], _all(RAISE, {"can_raise": False}, *not_faced)),
        "check_raise": Example(
            row(faces, own_last="check", own_actions=1),
            [RAISE, row(RAISE, level_any=2)],
            [CALL, FOLD],
            _all(RAISE, *each(own_last=(None, "bet"), can_raise=False), other, *FORCED),
        ),
        "fold_to_raise": Example(
            row(raised, own_last="bet", own_actions=1),
            [FOLD, row(FOLD, level_any=3)],
            [CALL, RAISE],
            _all(FOLD, *each(own_last=("check", "raise"), price=0), other, *FORCED),
        ),
        "delayed_bet": Example(row(unbet, previous_bets=0), [BET], [CHECK], _all(BET, {"previous_bets": 1}, *not_unbet)),
        "bet_ahead": Example({**unbet, **ahead}, [BET], [CHECK], _all(BET, {"own_draw": 1}, behind, *not_unbet)),
        "bet_even": Example(unbet, [BET], [CHECK], _all(BET, ahead, behind, *not_unbet)),
        "bet_behind": Example({**unbet, **behind}, [BET], [CHECK], _all(BET, {"own_draw": 1}, ahead, *not_unbet)),
        "bet_into_pat": Example(into_pat, [BET], [CHECK], _all(BET, *each(own_draw=0, best_opponent_draw=1), *not_unbet)),
        "raise_on_draw": Example(
            row(faces, best_opponent_draw=0, bettor_draw=0),
            [RAISE],
            [CALL, FOLD],
            _all(
                RAISE,
                {"own_draw": 0},
                {"bettor_draw": 1},  # who stood pat checked, and another bet
                {"can_raise": False},
                *not_faced,
            ),
        ),
    }  # fmt: skip
    examples |= {
        "three_bet": Example(
            raised,
            [RAISE, row(RAISE, own_last="bet"), row(RAISE, level_any=3)],
            [CALL, FOLD],
            _all(
                RAISE,
                row(own_last="raise", level_any=3),  # own raise, then a short all-in
                *each(level_full=(1, 3), price=0, can_raise=False),
                other,
                *FORCED,
            ),
        ),
        "cap": Example(
            row(raised, level_full=3, level_any=3),
            [RAISE, row(RAISE, own_last="raise")],
            [CALL, FOLD],
            _all(
                RAISE,
                row(own_last="raise", level_any=4),  # own 3-bet, then a short all-in
                *each(level_full=2, price=0, can_raise=False),
                other,
                *FORCED,
            ),
        ),
        "fold_behind": Example({**faces, **behind}, [FOLD], [CALL, RAISE], _all(FOLD, {"own_draw": 1}, ahead, *not_faced)),
        "call_behind": Example({**faces, **behind}, [CALL], [FOLD, RAISE], _all(CALL, {"own_draw": 1}, ahead, *not_faced)),
    }  # fmt: skip
    if number > 1:
        examples["cbet_again"] = Example(
            row(unbet, previous_aggressor=True, previous_cbet=True),
            [BET],
            [CHECK],
            _all(
                BET,
                {"previous_cbet": False},  # checked and raised
                {"previous_aggressor": False},  # bet and was raised
                *not_unbet,
            ),
        )
    return {f"{name}_b{number}": example for name, example in examples.items()}


# 715 is K-Q-J-T, the worst badugi; 716 is 3-2-A, the best hand of three cards.
KNOWN = row(round=3, knowledge="dealt", value=500, own_draw=1, best_opponent_draw=1)
KNOWN_FACES = row(KNOWN, level_full=1, level_any=1, price=20)
MISSED, MISSED_FACES = row(KNOWN, value=716), row(KNOWN_FACES, value=716)
NOT_KNOWN = [*each(hero=False, knowledge=("shown", None), round=2), *FORCED]
NOT_MISSED = [*each(value=715, own_draw=0), *NOT_KNOWN]
CALLED = row(action="bet", showdown=True)

LAST_BETS = {
    "known_call": Example(KNOWN_FACES, [CALL], [FOLD, RAISE], _all(CALL, {"level_any": 2}, row(level_any=0, price=0), *NOT_KNOWN)),
    "known_fold": Example(KNOWN_FACES, [FOLD], [CALL, RAISE], _all(FOLD, {"level_any": 2}, row(level_any=0, price=0), *NOT_KNOWN)),
    "fold_after_miss": Example(MISSED_FACES, [FOLD, row(FOLD, level_any=2)], [CALL, RAISE], _all(FOLD, row(level_any=0, price=0), *NOT_MISSED)),
    "bet_after_miss": Example(MISSED, [BET], [CHECK], _all(BET, row(level_any=1, price=20), *NOT_MISSED)),
    "raise_after_miss": Example(MISSED_FACES, [RAISE], [CALL, FOLD], _all(RAISE, {"can_raise": False}, row(level_any=0, price=0), *NOT_MISSED)),
    "value_bet": Example(KNOWN, [BET], [CHECK], _all(BET, row(level_any=1, price=20), *NOT_KNOWN)),
    "called_bet_won": Example(
        {**KNOWN, **CALLED},
        [WON_SHOWN, row(WON_SHOWN, value=1092)],
        [LOST_SHOWN],
        _all(WON_SHOWN, {"action": "check"}, row(UNCONTESTED, showdown=False), *NOT_KNOWN),
    ),
    "known_bluff": Example(
        {**KNOWN, **BET},
        [{"value": 716}, row(value=1092, own_draw=0)],  # a miss and a snow
        [{}, *each(value=(715, 1))],
        _all({"value": 716}, CHECK, row(RAISE, level_any=1, price=20), {"level_any": 1}, *NOT_KNOWN),
    ),
    "shown_bluff": Example(
        row(BET, round=3, shown=True, hero=False, knowledge="shown", value=716),
        [{}, RAISE, {"knowledge": "back"}, row(hero=True, knowledge="dealt")],
        [{"value": 715}],
        [*each(shown=False, value=None), CHECK, CALL, {"round": 2}, *FORCED],
    ),
}  # fmt: skip
LAST_BETS = {f"{name}_b3": example for name, example in LAST_BETS.items()}

POSTDRAW = _postdraw(1) | _postdraw(2) | _postdraw(3) | LAST_BETS


# --- draws

PAT, ONE, TWO, THREE = ({"drawn": count} for count in range(4))


def _draws(number):
    base = {"draw": number}
    other = {"draw": number % 3 + 1}
    # 715 is K-Q-J-T, the worst badugi; 716 is 3-2-A, the best hand of three cards.
    tri = row(base, knowledge="dealt", value_before=716)
    badugi = row(base, knowledge="dealt", value_before=715)
    not_own = [*each(hero=False, knowledge=("shown", None)), other, *FORCED]
    examples = {
        "pat": Example(base, [PAT, row(PAT, all_in=True)], [ONE, TWO, THREE], _all(PAT, other, *FORCED)),
        "snow": Example(tri, [PAT], [ONE, TWO], _all(PAT, {"value_before": 715}, *not_own)),
        "break": Example(badugi, [ONE, TWO], [PAT], _all(ONE, *each(value_before=(716, None)), *not_own)),
        "draw_after_pat": Example(row(base, fewest_seen=0), [ONE, TWO], [PAT], _all(ONE, *each(fewest_seen=(1, None)), other, *FORCED)),
        "pat_after_pat": Example(row(base, fewest_seen=0), [PAT], [ONE, TWO], _all(PAT, *each(fewest_seen=(1, None)), other, *FORCED)),
        "rough_pat": Example(
            {**badugi, **PAT},
            [*each(value_before=(127, 715))],  # T-3-2-A and K-Q-J-T
            [*each(value_before=(126, 1))],  # 9-8-7-6 and 4-3-2-A
            _all({}, {"value_before": 716}, ONE, *not_own),
        ),
        "made": Example(
            row(tri, ONE, outs=10, unseen=48, value_after=716),
            [*each(value_after=(715, 1))],
            [{}, {"value_after": 900}],
            _all(*each(value_after=1, outs=None), {"value_after": None}, *not_own),
        ),
        "improve": Example(
            row(tri, ONE, value_after=716),
            [{"value_after": 715}, row(TWO, value_before=1000, value_after=999)],
            [{}, {"value_after": 717}],
            _all({"value_after": 1}, PAT, *each(value_after=None, value_before=None), *not_own),
        ),
        "shown_snow": Example(
            row(base, PAT, shown=True, hero=False, knowledge="back", value_before=716),
            [{}, row(hero=True, knowledge="dealt")],
            [{"value_before": 715}],
            _all(
                {},
                {"shown": False},
                row(last_cards=False, hero=True, knowledge="dealt"),  # drew later: showed other cards
                ONE,
                {"value_before": None},
                other,
                *FORCED,
            ),
        ),
        "pat_then_break": Example(row(base, previous_drawn=0), [ONE, TWO], [PAT], _all(ONE, *each(previous_drawn=(1, None)), other, *FORCED)),
        "break_after_raise": Example(
            row(base, previous_drawn=0, level_faced=2),
            [ONE, row(TWO, level_faced=4)],
            [PAT],
            _all(ONE, *each(level_faced=(1, None), previous_drawn=1), other, *FORCED),
        ),
        "first_pat": Example(row(base, previous_drawn=1, pats_before=0), [PAT], [ONE, TWO], _all(PAT, {"pats_before": 1}, other, *FORCED)),
        "snow_after_draw": Example(
            row(tri, previous_drawn=1),
            [PAT, row(PAT, previous_drawn=3)],
            [ONE, TWO],
            _all(PAT, *each(previous_drawn=0, value_before=715), *not_own),
        ),
        "stay_pat": Example(row(base, previous_drawn=0), [PAT], [ONE], _all(PAT, *each(previous_drawn=(1, None)), other, *FORCED)),
        "draw_up": Example(
            row(base, previous_drawn=1),
            [TWO, row(THREE, previous_drawn=2)],
            [PAT, ONE, row(ONE, previous_drawn=2)],
            _all(TWO, *each(previous_drawn=(0, None)), other, *FORCED),
        ),
    }  # fmt: skip
    if number == 1:
        for name in (
            "stay_pat",
            "pat_then_break",
            "break_after_raise",
            "first_pat",
            "snow_after_draw",
            "draw_up",
        ):
            del examples[name]
    return {f"{name}_{number}": example for name, example in examples.items()}


DRAWS = _draws(1) | _draws(2) | _draws(3)
DRAWS["pat_shown_is_badugi"] = Example(
    row(PAT, draw=3, shown=True, hero=False, knowledge="back", value_before=715, value_after=715),
    [{}, row(hero=True, knowledge="dealt", value_after=1)],
    [{"value_after": 716}],
    [*each(draw=2, shown=False), ONE, {"value_after": None}, *FORCED],
)

# --- tournaments: each row is the only hand of a tournament of its own

ENTRIES = {
    "itm": Example(
        row(place=3, prize=0),
        [row(place=1, prize=800, prize_currency="USD"), {"prize": 1}],
        [{}, {"place": 9}],
        [row(place=None, prize=None), {"prize": None}],  # played on, or won a ticket
    )
}

# A loss of 0 is a loss; one of cards that were shown later is none of a known hand.
_COVERED = ([*each(loss=(0.0, 0.3))], [{}], [*FORCED, row(knowledge="shown", loss=0.1)])
# A mistake loses 0.15 big bets beyond its error.
VERDICTS = {
    "mistakes_per_100": Example(
        row(knowledge="dealt", round=1, action="call", loss=0.4, loss_error=0.1),
        [{}, *each(loss=(0.26, 2.0))],
        [*each(loss=(0.0, 0.1, 0.24)), {"loss_error": 0.3}],
        [{"knowledge": "shown"}, {"loss": None}],
    )
}
JUDGED = {"loss_coverage": Example(row(knowledge="dealt", round=1, action="call"), *_COVERED)}
DRAWS["loss_coverage_draws"] = Example(row(knowledge="dealt", draw=1, drawn=1), *_COVERED)

EXAMPLES = row(
    seats=SEATS, decisions=PREDRAW | POSTDRAW | JUDGED, draws=DRAWS, verdicts=VERDICTS, entries=ENTRIES
)

# --- figures

# +40 and -20 at big bet 20, +10 at 10, -5 at 10 and 0 at 20 are +2, -1, +1, -0.5 and 0 big bets: 1.5 of 5 hands.
# From the mean 0.3 they lie 1.7, -1.3, 0.7, -0.8, -0.3: squares 2.89 + 1.69 + 0.49 + 0.64 + 0.09 = 5.8, variance
# 5.8 / 4 = 1.45, deviation 1.2042.
FIVE_HANDS = [
    row(net=40, big_bet=20, showdown=True, rake_share=3, rake_dealt=2, rake_won=4),
    row(net=-20, big_bet=20, showdown=True, rake_share=1, rake_dealt=2),
    row(net=10, big_bet=10, rake_won=1, rake_dealt=1),
    row(net=-5, big_bet=10),
    row(net=0, big_bet=20),
]
AT_SHOWDOWN = row(showdown=True, shown=True)
SHOWN_HANDS = [
    row(AT_SHOWDOWN, WON_SHOWN, value_3=100),
    row(AT_SHOWDOWN, LOST_SHOWN, value_3=700),
    row(AT_SHOWDOWN, LOST_SHOWN, value_3=1000),
    {**AT_SHOWDOWN, **LOST_SHOWN},  # cards unknown
    row(WON_SHOWN, showdown=True, value_3=1),  # known to the player alone
    row(UNCONTESTED, shown=True, value_3=1),
]
# +2, -1 and +1 big bets; without luck +1, -0.5 and +0.8, which is 1.3 of 3 hands. The last two have no prices, or no big
# bet. Squares from the means 0.6667 and 0.4333: 1.7778 + 2.7778 + 0.1111 = 4.6667, and 0.3211 + 0.8711 + 0.1344 = 1.3267.
LUCKY_HANDS = [
    row(net=40, big_bet=20, starting_luck=0.5, draw_luck=0.5, all_in_luck=0.0, draw_luck_1=1.0, draw_luck_2=-0.75, draw_luck_3=0.25),
    row(net=-20, big_bet=20, starting_luck=-0.1, draw_luck=-0.4, all_in_luck=-0.5, draw_luck_1=-0.4),
    row(net=10, big_bet=10, starting_luck=0.2, draw_luck=0.0, all_in_luck=0.0),
    row(net=500, big_bet=20),
    row(net=500, big_bet=0, starting_luck=9.0, draw_luck=9.0, draw_luck_1=9.0, all_in_luck=9.0),
]  # fmt: skip
SEAT_FIGURES = {
    "luck_adjusted": Figure(LUCKY_HANDS, 100 * 1.3 / 3, 3),
    "variance_reduction": Figure(LUCKY_HANDS, 3.5176, 3),
    "starting_luck": Figure(LUCKY_HANDS, 100 * 0.6 / 3, 3),
    "draw_luck": Figure(LUCKY_HANDS, 100 * 0.1 / 3, 3),
    "draw_luck_1": Figure(LUCKY_HANDS, 100 * 0.6 / 2, 2),
    "draw_luck_2": Figure(LUCKY_HANDS, -75, 1),
    "draw_luck_3": Figure(LUCKY_HANDS, 25, 1),
    "all_in_adjusted": Figure(LUCKY_HANDS, 100 * 2.5 / 3, 3),  # +2, -0.5 and +1
    "hands": Figure(FIVE_HANDS, 5, 5),
    "net": Figure(FIVE_HANDS, 40 - 20 + 10 - 5, 5),
    "gross": Figure(FIVE_HANDS, 25 + 4 + 1, 5),
    "winrate": Figure(FIVE_HANDS, 30.0, 5),
    "sd_100": Figure(FIVE_HANDS, 12.042, 5),
    "p_winning": Figure(FIVE_HANDS, 0.7113, 5),  # 0.3 x root of 5 / 1.2042 = 0.5571 deviations
    "hands_needed": Figure(FIVE_HANDS, 62, 5),  # (1.96 x 1.2042 / 0.3)^2 = 61.9
    "bankroll": Figure(FIVE_HANDS, 7.2394, 5),  # 2.99573 x 1.45 / 0.6
    "blue_line": Figure(FIVE_HANDS, 100 * (2 - 1) / 5, 5),
    "red_line": Figure(FIVE_HANDS, 100 * (1 - 0.5) / 5, 5),
    "rake_paid": Figure(FIVE_HANDS, 3 + 1, 5),
    "rake_dealt": Figure(FIVE_HANDS, 2 + 2 + 1, 5),
    "rake_won": Figure(FIVE_HANDS, 4 + 1, 5),
    # All of 100 with its rake, half of 80, nothing of 60: 1.5 of 3 showdowns.
    "showdown_share": Figure(
        [
            row(showdown=True, reach=100, won=95, rake_won=5),
            row(showdown=True, reach=80, won=40),
            row(showdown=True, reach=60, won=24, result="lost at showdown"),  # cashed out, then lost
            row(reach=50, won=50),  # everybody folded
        ],
        0.5,
        3,
    ),
    # Pat in two hands of four: half of them, less the 0.063385 that are dealt as badugis.
    "pat_excess": Figure([*each(drawn_1=(0, 0)), row(drawn_1=0, forced_1="timed_out"), {}, row(dealt=False, drawn_1=0)], 0.436615, 4),
    # +3 and -2 big bets; the hand without a snow does not count.
    "snow_net": Figure([row(snowed=1, net=60), row(snowed=3, net=-40), {"net": 500}], 0.5, 2),
    "shown_value": Figure(SHOWN_HANDS, (100 + 700 + 1000) / 3, 3),
    "shown_value_won": Figure(SHOWN_HANDS, 100, 1),
    "shown_value_lost": Figure(SHOWN_HANDS, (700 + 1000) / 2, 2),
    "shown_value_median": Figure(SHOWN_HANDS, 700, 3),
}  # fmt: skip


def _at(hour, minute):
    return {"played_at": datetime(2024, 5, 1, hour, minute)}  # noqa: DTZ001 - UTC, as the database keeps it


# Ten minutes, then thirty: the third hand begins a second session, and the fourth follows it by one minute.
SITTING = [_at(10, 0), _at(10, 10), _at(10, 40), _at(10, 41), {"played_at": None}]
HAND_SEQUENCE_FIGURES = {
    "sessions": Figure(SITTING, 2, 2),
    "hours": Figure(SITTING, 11 / 60, 2),
    "hands_per_hour": Figure(SITTING, 2 / (11 / 60), 2),
    # +2, -3, +1, -2 and +5 big bets run to 2, -1, 0, -2 and 3: from 2 down to -2.
    "max_downswing": Figure([{"net": net} for net in (40, -60, 20, -40, 100)], 4, 5),
}

# 40 at 20 and -10 at 10 in the first session, 20 at 20 in the second: +2, -1 and +1 big bets in three dated hands.
SESSION_FIGURES = {
    "winrate_sessions": Figure(
        [
            row(_at(10, 0), net=40),
            row(_at(10, 10), net=-10, big_bet=10),
            row(_at(10, 40), net=20),
            row(_at(10, 41), net=500, big_bet=None),
            row(net=500, played_at=None),
        ],
        100 * (2 - 1 + 1) / 3,
        3,
    )
}

# A call of 10 into 30 is a quarter, of 20 into 60 too, of 10 into 90 a tenth.
# 10 of 40, 20 of 80 (a bet that the stack cannot match goes beyond it) and 10 of 100.
PRICED = [
    row(price=10, pot=30, pot_to_win=30),
    row(price=20, pot=100, pot_to_win=60),
    row(price=10, pot=90, pot_to_win=90),
]
UNPRICED = [row(price=0, pot=50), row(price=10, pot=10, forced="timed_out")]
LAST_CALL = row(round=3, action="call", live=2, price=20, amount=20)
# The call of 20 needs 20 of 100, the fold too: margins +0.1 and -0.3 of calls, +0.2 and -0.1 of folds.
_PRICED = row(price=20, pot=80, pot_to_win=80, knowledge="dealt", equity_error=0.01)
_CALL = row(_PRICED, action="call")
_FOLD = row(_PRICED, action="fold")
_CALLED = [row(_CALL, equity=0.3), row(_CALL, equity=0.1)]
_FOLDED = [row(_FOLD, equity=0.4), row(_FOLD, equity=0.1)]
_UNPRICED = [
    row(_CALL, equity=None),
    row(_FOLD, equity=None),
    *(row(act, equity=0.9, knowledge="shown") for act in (_CALL, _FOLD)),
    *(row(act, equity=0.9, price=0) for act in (_CALL, _FOLD)),
    *(row(act, forced, equity=0.9) for act in (_CALL, _FOLD) for forced in FORCED),
]
_LOSSES = [*_CALLED, *_FOLDED, *_UNPRICED]
PRICE_FIGURES = {
    **{
        f"{name}_margin_b{round_}": Figure(
            [*(row(act, round=round_) for act in _LOSSES), *(row(act, round=round_ - 1) for act in _LOSSES)],
            value,
            2,
        )
        for round_ in (1, 2, 3)
        for name, value in (("call", 0.0), ("fold", 0.05))
    }
}
DECISION_FIGURES = {
    **PRICE_FIGURES,
    "multiway_price": Figure([*_all(SHARED, *PRICED), row(SHARED, callers=0), row(SHARED, position="SB")], 0.2, 3),
    **{
        f"bet_price_b{round_}": Figure(
            [*_all({"round": round_}, *PRICED, *UNPRICED), row(round=round_ - 1, price=5, pot=5)], 0.2, 3
        )
        for round_ in (1, 2, 3)
    },
    **{
        name: Figure([*_all(base, *PRICED, *UNPRICED), row(base, price=5, pot=5, round=2), *none], 0.2, 3)
        for name, base, none in (
            ("known_price_b3", KNOWN_FACES, [row(KNOWN_FACES, pot=9, level_any=2)]),
            ("price_after_miss_b3", MISSED_FACES, [row(MISSED_FACES, pot=9, value=715)]),
        )
    },
    # Won 160 with 20 and 40 with 40, lost 20: at a big bet of 20 that is +7, 0 and -1 for 1 + 2 + 1 called.
    "call_efficiency_b3": Figure(
        [
            row(LAST_CALL, won=160),
            row(LAST_CALL, amount=40, won=40),
            LAST_CALL,
            row(LAST_CALL, live=3, won=500),
            row(LAST_CALL, round=2, won=500),
            row(LAST_CALL, action="check", amount=0, won=500),
        ],
        6 / 4,
        3,
    ),
}  # fmt: skip

# Made with 10 of 48, missed with 12 and with 24 of 48: 1 made, 46/48 due. The variance is
# 10 x 38 / 48^2 + 12 x 36 / 48^2 + 1/4 = 0.60243, its root 0.77617.
LUCKY = row(ONE, draw=1, knowledge="dealt", value_before=800, value_after=716, unseen=48)
ONE_CARD = [
    row(LUCKY, outs=10, value_after=700),
    row(LUCKY, outs=12),
    row(LUCKY, outs=24),
    row(LUCKY, TWO, outs=None, value_after=1),
    row(LUCKY, outs=10, hero=False, knowledge="shown"),
]
# At a big bet of 20: lost the 20 more that were put in after the snow, won 90 in all with 30 in before and 40 later.
# -20 and +90 are -1 and +4.5 big bets. Drawing one to 3-2-A at the last draw against one card is worth 0.5 of a
# pot of 100, at the first draw with two to come against nobody's draw yet 0.62 of 60: 2.5 and 1.86 big bets.
SNOW = row(drawn=0, knowledge="dealt", value_before=716, live=2)
SNOWS = [
    row(SNOW, draw=3, snowed=3, pot=100, put_in=50, net=-70, fewest_seen=1, fewest_before=0),
    row(SNOW, draw=1, snowed=1, pot=60, put_in=30, net=60),
    row(SNOW, draw=2, snowed=1, pot=90, net=60),  # the snow was the draw before
    row(SNOW, draw=3, snowed=3, live=3, net=500),
    row(SNOW, draw=3, net=500),
]
# Lost 0.1 of 5 big bets, nothing, and all-in 0.2 of 2 big bets: 0.5, 0 and 0.4.
_KEPT = row(knowledge="dealt")
_KEEPS = [
    *(row(_KEPT, draw=draw, equity_loss=lost) for draw, lost in ((1, 0.5), (2, 0.0), (3, 0.4))),
    row(_KEPT, draw=1),
    row(_KEPT, draw=1, equity_loss=9.0, knowledge="back"),
    *(row(_KEPT, forced, draw=1, equity_loss=9.0) for forced in FORCED),
]
DRAW_FIGURES = {
    "draw_loss": Figure(_KEEPS, 100 * 0.9 / 3, 3),
    **{f"draw_loss_{draw}": Figure(_KEEPS, 100 * lost, 1) for draw, lost in ((1, 0.5), (2, 0.0), (3, 0.4))},
    "snow_brought": Figure(SNOWS, (-1 + 4.5) / 2, 2),
    "snow_alternative": Figure(SNOWS, (2.5 + 1.86) / 2, 2),
    "snow_gain": Figure(SNOWS, (-1 + 4.5 - 2.5 - 1.86) / 2, 2),
    "made_luck": Figure(ONE_CARD, 1 - 46 / 48, 3),
    "made_luck_z": Figure(ONE_CARD, 0.05368, 3),
    **{
        f"made_due_{draw}": Figure(_all({}, *(row(drawn, draw=draw) for drawn in ONE_CARD)), 46 / 48 / 3, 3)
        for draw in (1, 2, 3)
    },
    # Twice pat, three times one, two and four: 9 cards in 7 draws.
    **{
        f"drawn_{draw}": Figure(
            [
                *(row(draw=draw, drawn=drawn) for drawn in (0, 0, 1, 1, 1, 2, 4)),
                row(draw=draw, drawn=3, forced="timed_out"),
                row(draw=draw % 3 + 1, drawn=3),
            ],
            9 / 7,
            7,
        )
        for draw in (1, 2, 3)
    },
}

TWO_TWENTY = row(entry_pool=200, entry_bounty=0, entry_fee=20, entry_currency="USD")
FIVE_FIFTY = row(TWO_TWENTY, entry_pool=500, entry_fee=50)
KNOCKOUT = row(TWO_TWENTY, entry_pool=100, entry_bounty=25, entry_fee=15)
FREEROLL = row(entry_pool=0, entry_bounty=0, entry_fee=0)
PRIZE = {"prize_currency": "USD"}
PLAYED = [
    row(TWO_TWENTY, tournament_id="1"),
    row(TWO_TWENTY, PRIZE, tournament_id="1", place=2, prize=480),  # 480 for 220
    row(TWO_TWENTY, tournament_id="2", place=5, prize=0),  # nothing for 220
    row(FIVE_FIFTY, tournament_id="3"),  # its end is unknown
    row(TWO_TWENTY, PRIZE, tournament_id="4", rebought=True, place=1, prize=900),  # for how much?
    row(FREEROLL, tournament_id="5", place=3, prize=0),
    row(KNOCKOUT, tournament_id="6", bounty_won=25),
    row(KNOCKOUT, tournament_id="6", place=3, prize=0),  # 25 for 140
    row(KNOCKOUT, PRIZE, tournament_id="7", place=1, prize=300),  # and the player's own bounty, unknown
    row(TWO_TWENTY, tournament_id="8", place=9, prize=0),
    row(TWO_TWENTY, PRIZE, tournament_id="8", place=2, prize=500),  # entered again: 500 for 440
    row(FREEROLL, PRIZE, tournament_id="9", place=1, prize=500),  # 500 for nothing
    row(TWO_TWENTY, tournament_id="10", place=9, prize=0),
    row(TWO_TWENTY, tournament_id="10"),  # entered again, and the end of that is unknown
    row(tournament_id=None, net=1000),
]
ENTRY_FIGURES = {
    "tournaments": Figure(PLAYED, 10, 10),
    "tournament_net": Figure(PLAYED, 480 - 220 + 0 - 220 + 25 - 140 + 500 - 440 + 500, 5),
    "tournaments_unknown": Figure(PLAYED, 4, 10),
    "summarized": Figure(PLAYED, 0, 10),  # tests/store/test_summaries.py has tournaments with a summary
    "buy_ins": Figure(PLAYED, 200 + 200 + 500 + 125 + 125 + 400 + 400, 7),
    "fees": Figure(PLAYED, 20 + 20 + 50 + 15 + 15 + 40 + 40, 7),
    "prizes": Figure(PLAYED, 480 + 0 + 900 + 0 + 300 + 500 + 500, 7),
    "bounties": Figure(PLAYED, 25, 1),
    "roi": Figure(PLAYED, (480 + 0 + 25 + 500 - 220 - 220 - 140 - 440) / (220 + 220 + 140 + 440), 4),
    "avg_finish": Figure(PLAYED, (2 + 5 + 1 + 3 + 3 + 1 + 1) / 7, 7),
}


def _bet(round_, cost, **other):
    return row(round=round_, action="call", knowledge="dealt", loss=cost) | other


def _drawn(draw, cost):
    return row(draw=draw, drawn=1, knowledge="dealt", loss=cost)


# Three hands have a judged decision or draw of known cards: 0.6, 0 and 0.95 big bets.
_JUDGED_HANDS = [
    row(decisions=[_bet(0, 0.2), _bet(1, 0.1)], draws=[_drawn(1, 0.3)]),
    {"decisions": [_bet(0, 0.0), row(_bet(1, 0.0), loss=None)]},
    row(decisions=[_bet(2, 0.05), _bet(3, 0.15)], draws=[_drawn(2, 0.25), _drawn(3, 0.5)]),
    {"decisions": [_bet(0, 0.9, knowledge="shown")]},
    {"decisions": [row(_bet(0, 0.0), loss=None)]},
]
HAND_LOSS_FIGURES = {
    f"loss{part}": Figure(_JUDGED_HANDS, 100 * lost / 3, 3)
    for part, lost in (
        ("", 1.55), ("_b0", 0.2), ("_b1", 0.1), ("_b2", 0.05), ("_b3", 0.15), ("_d1", 0.3), ("_d2", 0.25),
        ("_d3", 0.5),
    )
}  # fmt: skip
FIGURES = {
    "seats": SEAT_FIGURES, "hand_sequence": HAND_SEQUENCE_FIGURES, "sessions": SESSION_FIGURES,
    "decisions": DECISION_FIGURES, "draws": DRAW_FIGURES, "hand_losses": HAND_LOSS_FIGURES,
    "entries": ENTRY_FIGURES,
}  # fmt: skip
