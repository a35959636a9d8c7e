"""Plays many hands of a full table side by side: `hand_row` and `table_spots` for arrays.

Hands are the columns of an array whose rows are the places of `hand_row`. A test plays the same hands with both.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    BIG_BLIND,
    BUTTON,
    CALL,
    CAP,
    DREW,
    FOLD,
    FULL,
    INSIDE,
    LAST_BETS,
    LAST_RAISER,
    LEVEL,
    MATCHED,
    MOST_DRAWN,
    NOBODY,
    OPENED,
    OVER,
    PAID,
    PENDING,
    PHASE,
    POT,
    RAISE,
    RAISER,
    SEATS,
    STACK,
    STREET,
    may_draw,
    next_seat,
    seats_in,
)
from badugi_hh.ring.table_spots import BEFORE_SPOTS, BET_SPOTS, DRAW_SPOTS, POTS, SHORT

Ints = NDArray[np.int16]
Flags = NDArray[np.bool_]

_MASKS = 1 << SEATS
COUNT = np.array([seats_in(mask) for mask in range(_MASKS)], np.int16)
_NEXT = np.array(
    [[next_seat(mask, seat) for seat in range(NOBODY, SEATS)] for mask in range(_MASKS)], np.int16
)
"""The first seat of a mask after a seat, by mask and seat + 1."""
_BITS = (1 << np.arange(SEATS)).astype(np.uint8)[:, None]
_MAY_DRAW = np.array([[may_draw(number, size) for size in range(5)] for number in range(MOST_DRAWN + 1)])


def act(hands: Ints, actions: NDArray[np.integer[Any]]) -> None:
    """Play an action of the player who acts, in each hand."""
    every = np.arange(hands.shape[1])
    actor, drawing = hands[ACTOR].copy(), (hands[PHASE] & 1) == 1
    bit = 1 << actor
    of = np.flatnonzero(drawing)
    hands[DREW + 4 * (hands[PHASE, of] >> 1) + actions[of], of] |= bit[of]
    of = np.flatnonzero(~drawing & (actions == FOLD))
    hands[INSIDE, of] &= ~bit[of]
    _raise(hands, np.flatnonzero(~drawing & (actions == RAISE)))
    of = np.flatnonzero(~drawing & (actions != FOLD))
    seat, more = actor[of], price(hands)[of]
    for place in (STREET, PAID):
        hands[place + seat, of] += more
    hands[STACK + seat, of] -= more
    hands[POT, of] += more
    hands[MATCHED + seat, of] = hands[BETS, of]
    hands[PENDING] &= ~bit
    hands[ACTOR] = _NEXT[hands[PENDING], actor + 1]
    alone = COUNT[hands[INSIDE]] == 1
    hands[PHASE, alone] = OVER
    decides = (price(hands) > 0) | (COUNT[can_bet(hands) & hands[INSIDE]] > 1)
    ended = every[~alone & ((hands[PENDING] == 0) | (~drawing & ~decides))]
    if len(ended):
        hands[:, ended] = _next_phase(hands[:, ended])


def _raise(hands: Ints, of: NDArray[np.intp]) -> None:
    """Raise the level of some hands to the next full bet, or to what the player who acts has."""
    actor = hands[ACTOR, of]
    most = hands[STREET + actor, of] + hands[STACK + actor, of]
    level = hands[FULL, of] + np.where(hands[PHASE, of] < 4, 2, 4)
    hands[BETS, of] += hands[LEVEL, of] == hands[FULL, of]
    hands[FULL, of] = np.where(level > most, hands[FULL, of], level)
    hands[LEVEL, of] = np.minimum(level, most)
    hands[RAISER, of] = actor
    hands[PENDING, of] = (can_bet(hands) & hands[INSIDE])[of]


def _next_phase(hands: Ints) -> Ints:
    """Begin the next draw, or the next betting round where two players have chips."""
    bet = (hands[PHASE] & 1) == 0
    for place, before in ((LAST_BETS, BETS), (LAST_RAISER, RAISER)):
        hands[place] = np.where(bet, hands[before], hands[place])
    for place in (STREET, MATCHED):
        hands[place : place + SEATS] = 0
    for place in (LEVEL, FULL, BETS):
        hands[place] = 0
    hands[RAISER], hands[OPENED] = NOBODY, hands[POT]
    hands[PHASE] += 1
    able = can_bet(hands) & hands[INSIDE]
    skipped = ((hands[PHASE] & 1) == 0) & (hands[PHASE] != OVER) & (COUNT[able] < 2)
    hands[LAST_BETS, skipped], hands[LAST_RAISER, skipped] = 0, NOBODY
    hands[PHASE] += skipped
    hands[PENDING] = np.where(hands[PHASE] & 1, hands[INSIDE], able)
    hands[ACTOR] = _NEXT[hands[PENDING], BUTTON + 1]
    return hands


def price(hands: Ints) -> Ints:
    """Return what calling costs the players who act."""
    every = np.arange(hands.shape[1])
    owed = hands[LEVEL] - hands[STREET + hands[ACTOR], every]
    return np.asarray(np.minimum(owed, hands[STACK + hands[ACTOR], every]))


def can_bet(hands: Ints) -> Ints:
    """Return the masks of seats that have chips left."""
    return _mask(hands[STACK : STACK + SEATS] > 0)


def may(hands: Ints, sizes: NDArray[np.integer[Any]]) -> Flags:
    """Return by action and hand which actions the players who act may take, with hands of which so many cards count."""
    allowed = np.zeros((MOST_DRAWN + 1, hands.shape[1]), np.bool_)
    allowed[FOLD], allowed[CALL], allowed[RAISE] = price(hands) > 0, True, may_raise(hands)
    return np.where((hands[PHASE] & 1) == 1, _MAY_DRAW[:, sizes], allowed)


def may_raise(hands: Ints) -> Flags:
    """Return in which hands the player who acts may bet or raise."""
    others = can_bet(hands) & hands[INSIDE] & ~(1 << hands[ACTOR])
    capped = (hands[BETS] == CAP) & (hands[LEVEL] == hands[FULL])
    behind = hands[STACK + hands[ACTOR], np.arange(hands.shape[1])]
    return np.asarray(~capped & (behind > price(hands)) & (others > 0))


def spots(hands: Ints) -> NDArray[np.int32]:
    """Return the spots of the players who act."""
    found = np.empty(hands.shape[1], np.int32)
    drawing, early = (hands[PHASE] & 1) == 1, hands[PHASE] == 0
    for of, spots_of in ((drawing, _of_draws), (early, _before_draws), (~drawing & ~early, _of_bets)):
        found[of] = spots_of(hands[:, of])
    return found


def _before_draws(hands: Ints) -> Any:
    every, seats = np.arange(hands.shape[1]), np.arange(SEATS)[:, None]
    actor, raiser, bets = hands[ACTOR].astype(np.int32), hands[RAISER].astype(np.int32), hands[BETS]
    paid = hands[MATCHED : MATCHED + SEATS]
    posted = (seats == BIG_BLIND) & (paid == 1) & (bets <= 2)
    counts = (hands[INSIDE] >> seats & 1 == 1) & (seats != actor) & (seats != raiser) & ~posted
    callers = np.minimum((counts & (paid == bets)).sum(axis=0), 2)
    behind = (counts & (paid != bets) & (paid >= np.maximum(bets - 1, 1))).sum(axis=0)
    others = callers + np.minimum(behind, 2 - callers)
    mine = np.minimum(hands[MATCHED + actor, every], CAP - 1)
    who = np.where(raiser == NOBODY, 0, np.maximum(raiser - 1, 1))
    spot = ((actor * CAP + bets - 1) * CAP + mine) * 6 + others * (others + 1) // 2 + callers
    return spot * 7 + who + _short_of(hands).astype(np.int32) * BEFORE_SPOTS


def _of_draws(hands: Ints) -> Any:
    actor, draw = hands[ACTOR], hands[PHASE] >> 1
    others = hands[INSIDE] & ~(1 << actor)
    raiser = hands[LAST_RAISER]
    raised = np.where(raiser == NOBODY, 0, np.where(raiser == actor, 1, 2))
    bets = np.clip(hands[LAST_BETS] - 1, 0, 2)
    known = _drawn_by(_drew(hands, draw), others & ~hands[PENDING])
    waiting, before = others & hands[PENDING], _drew(hands, np.maximum(draw - 1, 0))
    unknown = np.where(waiting == 0, MOST_DRAWN + 1, np.where(draw > 0, _drawn_by(before, waiting), 0))
    mine = np.where(draw > 0, _drawn_by(before, 1 << actor), 0)
    opponents = np.minimum(COUNT[others], 3).astype(np.int32) - 1
    spot = (((opponents * 3 + raised) * 3 + bets) * 25 + known * 5 + unknown) * 4 + mine
    return spot * (len(POTS) + 1) + _size_of_pot(hands[POT]) + _short_of(hands).astype(np.int32) * DRAW_SPOTS


def _of_bets(hands: Ints) -> Any:
    every = np.arange(hands.shape[1])
    actor, draw, bets = hands[ACTOR], (hands[PHASE] >> 1) - 1, hands[BETS]
    bit = 1 << actor
    others = hands[INSIDE] & ~bit
    paid = np.minimum(hands[MATCHED + actor, every], bets - 1)
    matched = np.where(bets > 0, 1 + bets * (bets - 1) // 2 + paid, 0)
    behind = np.minimum(COUNT[hands[PENDING] & ~bit], 2)
    last = _NEXT[hands[INSIDE], actor + 1] == _NEXT[hands[INSIDE], BUTTON + 1]
    drew = _drew(hands, draw)
    mine, fewest = _drawn_by(drew, bit), _drawn_by(drew, others)
    of_fewest = drew[fewest, every] & others
    second = np.where(COUNT[of_fewest] > 1, fewest, _drawn_by(drew, others & ~of_fewest))
    opponents = np.minimum(COUNT[others], 3).astype(np.int32) - 1
    pair = fewest * 5 - fewest * (fewest - 1) // 2 + second - fewest
    spot = ((opponents * 11 + matched) * 3 + behind) * 2 + last
    spot = ((spot * 4 + mine) * 14 + pair) * (len(POTS) + 1) + _size_of_pot(hands[OPENED])
    pat = hands[DREW + 4 * np.maximum(draw - 1, 0), every] & of_fewest
    who = np.where(
        (bets > 0) & (COUNT[others] > 1),
        of_fewest >> np.maximum(hands[RAISER], 0) & 1,
        hands[LAST_RAISER] == actor,
    )
    past = 2 * ((draw > 0) & (pat > 0)) + who
    short = _short_of(hands)
    return np.where(short == 0, spot * 4 + past, (3 + short.astype(np.int32)) * BET_SPOTS + spot)


def _short_of(hands: Ints) -> Any:
    every, actor = np.arange(hands.shape[1]), hands[ACTOR]
    short = _mask(hands[STACK : STACK + SEATS] < SHORT) & hands[INSIDE]
    able = can_bet(hands) & hands[INSIDE] & ~(1 << actor)
    stack = hands[STACK + actor, every]
    owed = np.where(hands[PHASE] & 1, 0, hands[LEVEL] - hands[STREET + actor, every])
    kind = np.where(stack < owed, 3, np.where((stack > owed) & (able > 0), 1, 2))
    return np.where(short > 0, kind, 0)


def _drew(hands: Ints, draw: Ints) -> Ints:
    """Return the masks of seats that drew 0, 1, 2 and 3 cards, a row for each number."""
    return hands[DREW : DREW + 12].reshape(3, MOST_DRAWN + 1, -1)[draw, :, np.arange(len(draw))].T


def _drawn_by(drew: Ints, seats: Ints) -> Ints:
    """Return the fewest cards that one of these seats drew."""
    drawn = np.logical_or.accumulate((drew & seats) > 0, axis=0)
    return np.asarray(MOST_DRAWN + 1 - drawn.sum(axis=0, dtype=np.int16))


def _size_of_pot(chips: Ints) -> Any:
    return np.searchsorted(POTS, chips, side="right")


def _mask(seats: Flags) -> Ints:
    """Return masks of seats from a row for each seat."""
    return np.asarray((seats.view(np.uint8) * _BITS).sum(axis=0, dtype=np.uint8), np.int16)
