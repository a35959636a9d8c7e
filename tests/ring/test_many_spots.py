"""The spots of many hands side by side are those of the hands one by one."""

from random import Random

import numpy as np

from badugi_hh.engine.many_hands import BIT, FIXED, HandStates
from badugi_hh.ring import hand_row
from badugi_hh.ring.hand_row import (
    ACTOR,
    CALL,
    FOLD,
    INSIDE,
    LENGTH,
    OVER,
    PAID,
    PHASE,
    POT,
    RAISE,
    SEATS,
    STACK,
    STREET,
)
from badugi_hh.ring.many_spots import phases, spots
from badugi_hh.ring.table_spots import spot_of

HANDS = 400


def begun(random: Random) -> list[int]:
    """A hand that begins, with some short stacks, live posts and dead money."""
    hand = [0] * LENGTH
    players = random.randint(3, SEATS)
    hand_row.deal(hand, players)
    for seat in range(SEATS - players, SEATS):
        if random.random() < 0.3:
            hand_row.shorten(hand, seat, random.randint(2, 40))
        if seat < hand_row.SMALL_BLIND and random.random() < 0.1:
            hand_row.post(hand, seat)
    hand[POT] += random.choice((0, 0, 1))
    return hand


def many(ones: list[list[int]]) -> HandStates:
    """The same hands as arrays."""
    rows = np.array(ones, np.int16).T
    order = [(hand_row.SMALL_BLIND + place) % SEATS for place in range(SEATS)]
    stack, street, paid = (rows[at : at + SEATS][order] for at in (STACK, STREET, PAID))
    players = np.where(rows[INSIDE] >> np.array(order)[:, None] & 1, BIT[:SEATS, None], 0).sum(axis=0)
    stakes = [np.full(len(ones), value, np.int16) for value in (FIXED, 2, 2, 4)]
    return HandStates.after_posts(
        stakes, players, (stack + paid, stack, street), rows[POT], np.ones(len(ones), int)
    )


def test_spots_agree():
    random = Random(7)  # noqa: S311 -- no secret
    ones = [begun(random) for _ in range(HANDS)]
    hands = many(ones)
    steps = 0
    while ones:
        seats = (hands.actor + hand_row.SMALL_BLIND) % SEATS
        assert seats.tolist() == [hand[ACTOR] for hand in ones]
        assert phases(hands).tolist() == [hand[PHASE] for hand in ones]
        assert spots(hands).tolist() == [spot_of(hand) for hand in ones]
        every = np.arange(len(ones))
        options = hands.options(every, hands.actor)
        actions = np.array(
            [choose(random, hand, bool(can)) for hand, can in zip(ones, options.can_raise, strict=True)]
        )
        for hand, action in zip(ones, actions.tolist(), strict=True):
            hand_row.act(hand, action)
        draws = phases(hands) & 1 == 1
        of, bets = np.flatnonzero(draws), np.flatnonzero(~draws)
        options, done = hands.options(bets, hands.actor[bets]), actions[bets]
        paid = np.select([done == CALL, done == RAISE], [options.price, options.low - options.street], 0)
        hands.act(options, done == FOLD, done == RAISE, paid)
        hands.draw(of, hands.actor[of], actions[of])
        steps += len(ones)
        hands = hands.at(np.flatnonzero([hand[PHASE] != OVER for hand in ones]))
        ones = [hand for hand in ones if hand[PHASE] != OVER]
    assert steps > 10 * HANDS


def choose(random: Random, hand: list[int], can_raise: bool) -> int:
    """An action that both games allow."""
    several = range(4 if hand[PHASE] & 1 else 3)
    allowed = [action for action in several if hand_row.may(hand, action, random.randint(1, 4))]
    return random.choice(
        [action for action in allowed if hand[PHASE] & 1 or action != RAISE or can_raise] or [0]
    )
