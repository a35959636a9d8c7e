"""Many hands played side by side are the hands played one by one."""

from random import Random

import numpy as np

from badugi_hh.ring import hand_row, many_hands
from badugi_hh.ring.hand_row import LENGTH, OVER, PHASE, POT, SEATS
from badugi_hh.ring.table_spots import spot_of

HANDS = 400


def begun(random: Random) -> list[int]:
    """A hand that begins, with some short stacks and dead money."""
    hand = [0] * LENGTH
    players = random.randint(3, SEATS)
    hand_row.deal(hand, players)
    for seat in range(SEATS - players, SEATS):
        if random.random() < 0.3:
            hand_row.shorten(hand, seat, random.randint(1, 40))
    hand[POT] += random.choice((0, 0, 1))
    return hand


def test_rules_and_spots_agree() -> None:
    random = Random(7)  # noqa: S311 -- no secret
    ones = [begun(random) for _ in range(HANDS)]
    many = np.array(ones, np.int32).T
    steps = 0
    while ones:
        sizes = [random.randint(1, 4) for _ in ones]
        allowed = many_hands.may(many, np.array(sizes))
        assert many_hands.spots(many).tolist() == [spot_of(hand) for hand in ones]
        assert many_hands.price(many).tolist() == [hand_row.price(hand) for hand in ones]
        actions = []
        for place, (hand, size) in enumerate(zip(ones, sizes, strict=True)):
            several = range(4 if hand[PHASE] & 1 else 3)
            expected = [action for action in several if hand_row.may(hand, action, size)]
            assert np.flatnonzero(allowed[:, place]).tolist() == expected
            actions.append(random.choice(expected))
            hand_row.act(hand, actions[-1])
        many_hands.act(many, np.array(actions, np.int32))
        assert many.T.tolist() == ones
        steps += len(ones)
        ones = [hand for hand in ones if hand[PHASE] != OVER]
        many = np.ascontiguousarray(many[:, many[PHASE] != OVER])
    assert steps > 10 * HANDS
