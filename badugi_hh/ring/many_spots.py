"""The spots of `table_spots` for many hands of the engine side by side. A test compares the two.

The hands are those of a full table with amounts in half small bets, as `hand_row` has them, but a player is known by their place in the
order in which they act after a draw: place 0 is the small blind, 1 the big blind, 7 the button.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.many_hands import BIT, COUNT, DRAWING, Array, HandStates
from badugi_hh.ring.hand_row import BIG_BLIND, CAP, MOST_DRAWN, SEATS, SHORT
from badugi_hh.ring.table_spots import BEFORE_SPOTS, BET_SPOTS, DRAW_SPOTS, POTS

PLACES = np.arange(SEATS)[:, None]
SEAT_OF_PLACE = (PLACES[:, 0] + BIG_BLIND - 1) % SEATS
"""The seat of `hand_row` of each place."""
_NONE = MOST_DRAWN + 1
"""The fewest cards that nobody drew."""


def phases(hands: HandStates) -> NDArray[np.int64]:
    """Return the phases of hands, as `hand_row` numbers them."""
    return np.asarray(2 * hands.round.astype(np.int64) + (hands.phase == DRAWING))


def spots(hands: HandStates) -> NDArray[np.int32]:
    """Return the spots of the players who act."""
    found, phase = np.empty(len(hands.live), np.int32), phases(hands)
    for which, spots_of in (
        (phase == 0, _before_draws),
        (phase & 1 == 1, _of_draws),
        ((phase > 0) & (phase & 1 == 0), _of_bets),
    ):
        of = np.flatnonzero(which)
        found[of] = spots_of(hands.at(of))
    return found


def _before_draws(hands: HandStates) -> Any:
    actor, raiser, bets = hands.actor, hands.aggressor[0], _bets(hands, hands.level)
    # A live blind counts as a bet that is called, and the small blind does not.
    posted = (hands.acted < 0) & (hands.street > (PLACES == 0))
    paid = np.where(posted, 1, _bets(hands, hands.acted))
    counts = _in(hands.live) & (actor != PLACES) & (raiser != PLACES)
    counts &= ~((PLACES == 1) & (paid == 1) & (bets <= 2))
    callers = np.minimum((counts & (paid == bets)).sum(axis=0), 2)
    behind = (counts & (paid != bets) & (paid >= np.maximum(bets - 1, 1))).sum(axis=0)
    others = callers + np.minimum(behind, 2 - callers)
    mine = np.minimum(_of(paid, actor), CAP - 1)
    caller = np.where(counts & (paid == 1), SEAT_OF_PLACE[:, None], SEATS).min(axis=0)
    first = np.where(raiser < 0, caller, SEAT_OF_PLACE[raiser])
    who = np.where(first == SEATS, 0, np.maximum(first - 1, 1))
    spot = ((SEAT_OF_PLACE[actor] * CAP + bets - 1) * CAP + mine) * 6 + others * (others + 1) // 2 + callers
    return spot * 7 + who + _short_of(hands) * BEFORE_SPOTS


def _of_draws(hands: HandStates) -> Any:
    actor, draw = hands.actor, hands.round
    others = hands.live & ~BIT[actor]
    raiser = _of(hands.aggressor, draw)
    raised = np.where(raiser < 0, 0, np.where(raiser == actor, 1, 2))
    bets = np.clip(_bets(hands, hands.level) - 1, 0, 2)
    waiting = others & ~hands.done
    before = _of(hands.drawn, draw)
    known = 2 + _fewest(_of(hands.drawn, draw + 1), others & hands.done)
    known -= _pats_before(hands, draw + 1, others & hands.done)
    unknown = 1 + np.where(waiting == 0, _NONE, np.where(draw > 0, _fewest(before, waiting), 0))
    unknown -= _pats_before(hands, draw, waiting)
    mine = np.where(draw > 0, _of(before, actor), 0)
    opponents = np.minimum(COUNT[others], 3).astype(np.int32) - 1
    spot = (((opponents * 3 + raised) * 3 + bets) * 42 + known * 6 + unknown) * 4 + mine
    return spot * (len(POTS) + 1) + _size_of_pot(hands.pot) + _short_of(hands) * DRAW_SPOTS


def _pats_before(hands: HandStates, draw: Array, places: Array) -> Array:
    """Return for how many draws before this one, counted from 1, a pat player among these places has stood pat without a break."""
    pat, before = _in(places), np.zeros(len(draw), np.int32)
    for back in range(3):
        pat &= (_of(hands.drawn, draw - back) == 0) & (draw > back)
        before += pat.any(axis=0) & (back > 0)
    return before


def _of_bets(hands: HandStates) -> Any:
    actor, draw, bets = hands.actor, hands.round, _bets(hands, hands.level)
    bit = BIT[actor]
    others = hands.live & ~bit
    paid = np.minimum(_bets(hands, _of(hands.acted, actor)), bets - 1)
    matched = np.where(bets > 0, 1 + bets * (bets - 1) // 2 + paid, 0)
    behind = np.minimum(COUNT[hands.able & ~hands.done & ~bit], 2)
    last = hands.live >> actor == 1
    drew = _of(hands.drawn, draw)
    mine, fewest = _of(drew, actor), _fewest(drew, others)
    of_fewest = _in(others) & (drew == fewest)
    several = of_fewest.sum(axis=0) > 1
    second = np.where(several, fewest, _fewest(np.where(drew == fewest, _NONE, drew), others))
    opponents = np.minimum(COUNT[others], 3).astype(np.int32) - 1
    pair = fewest * 5 - fewest * (fewest - 1) // 2 + second - fewest
    spot = ((opponents * 11 + matched) * 3 + behind) * 2 + last
    opened = hands.pot - hands.street.sum(axis=0, dtype=hands.pot.dtype)
    spot = ((spot * 4 + mine) * 14 + pair) * (len(POTS) + 1) + _size_of_pot(opened)
    pat = (of_fewest & (_of(hands.drawn, draw - 1) == 0)).any(axis=0)
    raiser = _of(hands.aggressor, draw)
    who = np.where(
        (bets > 0) & (COUNT[others] > 1), _of(of_fewest, raiser), _of(hands.aggressor, draw - 1) == actor
    )
    short = _short_of(hands)
    return np.where(short == 0, spot * 4 + 2 * pat + who, (3 + short) * BET_SPOTS + spot)


def _short_of(hands: HandStates) -> Any:
    short = (_in(hands.live) & (hands.stack < SHORT)).any(axis=0)
    able = hands.able & ~BIT[hands.actor]
    stack = _of(hands.stack, hands.actor)
    owed = np.where(hands.phase == DRAWING, 0, hands.level - _of(hands.street, hands.actor))
    kind = np.where(stack < owed, 3, np.where((stack > owed) & (able > 0), 1, 2))
    return np.where(short, kind, 0)


def _of(values: Array, places: Array) -> Array:
    """Return the values of one place, or of one round, of each hand."""
    return np.asarray(values[places, ..., np.arange(values.shape[-1])].T)


def _in(places: Array) -> Array:
    """Return for each place whether it is in the set of each hand."""
    return np.asarray((places >> PLACES & 1).astype(np.bool_))


def _bets(hands: HandStates, level: Array) -> Array:
    """Return how many bets a level of the round is; a short one counts as one that the next raise completes."""
    size = np.where(hands.round < 2, hands.low, hands.high)
    return np.asarray(-(-level // size), np.int32)


def _fewest(drew: Array, places: Array) -> Array:
    """Return the fewest cards that one of a set of places drew."""
    return np.asarray(np.where(_in(places), drew, _NONE).min(axis=0), np.int32)


def _size_of_pot(chips: Array) -> Any:
    return np.searchsorted(POTS, chips, side="right")
