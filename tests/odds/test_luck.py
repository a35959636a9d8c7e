"""Luck: values of the cards received minus exact averages, compared with enumeration in plain Python.

`tests/odds/test_luck_simulated.py` plays hands, and shows that the terms average to zero and explain the results.
"""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, cards
from badugi_hh.odds.dealing import take
from badugi_hh.odds.luck import STARTING_STAKE, all_in_value, draw_luck, expected_worth, starting_luck
from badugi_hh.odds.next_draw import draw_chances, share_table, shares
from badugi_hh.odds.ranges import of_hand
from badugi_hh.odds.spots import Player, mask_of
from badugi_hh.odds.states import BITS, VALUES, best_of_four, set_numbers, states, values_of_hands

FIRST = np.zeros(1, np.intp)


def random_worth(rows=1):
    """An arbitrary worth of each value: the averages must be exact for any."""
    return np.random.default_rng(3).normal(size=(rows, VALUES))


def counted(kept, gone, worth):
    """The average worth over all draws, by the engine's values and without arrays."""
    unseen = [card for card in DECK if card not in {*kept, *gone}]
    draws = list(combinations(unseen, 4 - len(kept)))
    return sum(float(worth[values.value((*kept, *drawn))]) for drawn in draws) / len(draws)


# --- the value function


def test_a_draw_of_one_card_makes_a_badugi_with_ten_of_the_other_49_cards():
    tri = values.value(cards("As 2h 3d"))
    row = draw_chances()[tri]
    assert row[: values.value_of((12, 11, 10, 9)) + 1].sum() == pytest.approx(10 / 49)
    assert row[values.BEST] == pytest.approx(1 / 49)  # the four of clubs
    assert row[tri] == pytest.approx(39 / 49)


def test_the_rows_of_the_draw_are_distributions_and_a_badugi_stands_pat():
    table = draw_chances()[1:]
    assert table.sum(axis=1) == pytest.approx(np.ones(VALUES - 1))
    assert (np.diag(draw_chances())[1:716] == 1).all()


@pytest.mark.parametrize("held", ["2h 9s", "Kc"])
def test_a_row_of_the_draw_does_not_depend_on_suits(held):
    """The hand of the table is one of several; any other one has the same chances, by enumeration."""
    kept = cards(held)
    unseen = [card for card in DECK if card not in kept]
    random = Random(1)  # noqa: S311 - repeatable, not secret
    sample = random.choices(list(combinations(unseen, 4 - len(kept))), k=20_000)
    chances = draw_chances()[values.value(kept)]
    found = np.bincount([values.value((*kept, *drawn)) for drawn in sample], minlength=VALUES) / len(sample)
    assert np.cumsum(found) == pytest.approx(np.cumsum(chances), abs=0.015)


@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_two_players_dealt_at_random_share_the_pot(draws):
    assert shares(((None, draws),), draws)[values_of_hands()].mean() == pytest.approx(0.5)


def test_shares_fall_with_opponents_and_with_worse_hands():
    pat, one = (0, 2), (1, 2)
    contexts = [((one,), 2), ((one, one), 2), ((pat, one), 2)]
    one_opponent, two, with_pat = share_table(contexts)
    assert (two[1:] < one_opponent[1:]).all()
    assert (with_pat[716:] < two[716:]).all()  # incomplete hands
    assert (np.diff(one_opponent[1:716]) <= 0).all()  # badugis, from the best
    assert shares(((0, 0),), 0)[716] == pytest.approx(0)  # no incomplete hand beats a badugi that stands pat


# --- averages over the draws


CASES = [
    ("As 2h 3d", "Kd"),
    ("As 2h 3d 4c", ""),
    ("As 2h 3s", "Kd"),  # two spades: not all cards count
    ("As Ah", "Kd Kh"),
    ("7c", "9c Tc Jc 2d"),
    ("", "9c Tc Jc 2d"),
]
MORE_GONE = " ".join(f"{rank}{suit}" for rank in "456789TJQ" for suit in "hs")


@pytest.mark.parametrize(("kept", "gone"), CASES)
def test_the_average_over_all_draws_is_exact(kept, gone):
    held = cards(kept)
    others = tuple(card for card in cards(gone) if card not in held)
    if len(held) < 2:  # fewer unseen cards, for the plain enumeration
        others = tuple({*others, *(card for card in cards(MORE_GONE) if card not in held)})
    worth = random_worth()
    found = expected_worth(np.array([mask_of(held)]), np.array([mask_of((*held, *others))]), worth, FIRST)[0]
    assert found == pytest.approx(counted(held, others, worth[0]))


def test_the_luck_of_all_draws_adds_up_to_zero():
    """Each of the 46 cards that can be drawn to A23 after K and Q were discarded, once."""
    kept, gone = cards("As 2h 3d"), cards("Kd Qc")
    drawn = [card for card in DECK if card not in {*kept, *gone}]
    after = np.array([values.value((*kept, card)) for card in drawn], np.uint16)
    held, seen = (np.full(len(drawn), mask_of(each)) for each in (kept, (*kept, *gone)))
    worth = shares(((1, 2),), 1)[None]
    luck = draw_luck(held, seen, after, worth, np.zeros(len(drawn), np.intp))
    assert luck.sum() == pytest.approx(0, abs=1e-12)
    assert luck[drawn.index(cards("4c")[0])] == luck.max() > 0.25
    assert luck.min() < 0


# --- starting hands


@pytest.mark.parametrize("players", [2, 6, 10])
def test_starting_luck_averages_to_zero_over_all_hands(players):
    luck = starting_luck(players)[values_of_hands()]
    assert len(luck) == 270_725
    assert luck.mean() == pytest.approx(0, abs=1e-12)


def test_starting_luck_of_known_hands():
    best, worst = values.value(cards("As 2h 3d 4c")), values.value(cards("Ks Kh Kd Kc"))
    for players in (2, 8):
        luck = starting_luck(players)
        assert luck[best] == luck[1:-1].max()
        assert luck[worst] == luck[1:-1].min() < 0
        # 4-3-2-A wins the whole pot, which is `players` equal parts.
        assert luck[best] - luck[worst] == pytest.approx(STARTING_STAKE * (players - 1), rel=0.01)
    with pytest.raises(ValueError, match="at least two players"):
        starting_luck(1)


# --- all-in


def known(hand, draws, *, pat=False, thrown=""):
    return Player(of_hand(cards(hand)), draws, pat=pat, thrown=cards(thrown))


def test_all_in_with_one_draw_left_is_the_number_of_outs():
    """A23 against a pat 9-8-7-6: five of the 43 unseen cards make a better badugi."""
    hero, pat = known("As 2h 3d Kd", 1, thrown="Qd"), known("9s 8h 7d 6c", 1, pat=True)
    hand, other = all_in_value((hero, pat), (4300, 4300))
    assert hand == pytest.approx(100 * len(cards("4c 5c 7c 8c 9c")))
    assert hand + other == pytest.approx(4300)


def test_a_side_pot_is_divided_among_its_own_players():
    """The shortest stack holds the best hand, the largest stack gets back what nobody else can win."""
    players = (
        known("As 2h 3d 4c", 2, pat=True),
        known("Ah 2s 3c 5d", 2, pat=True),
        known("Ks Qh Jd Tc", 2, pat=True),
    )
    assert all_in_value(players, (300, 700, 800)) == (300.0, 400.0, 100.0)
    assert all_in_value(players[1:], (600, 600)) == (600.0, 0.0)


@pytest.mark.long
def test_the_bunching_bias_is_as_small_as_stated():
    """Four million deals to six players who play all badugis and three cards up to an eight; the first draws one card.

    The chance of a badugi and the share of the pot are compared with the averages over all unseen cards. The luck of
    draws has this bias where opponents stay in the hand.
    """
    random = np.random.default_rng(1)
    found = {1: [], 2: [], 3: []}
    for _ in range(40):
        for opponents, luck in one_card_draws(100_000, random):
            found[opponents].append(luck)
    for opponents, stated in ((1, (0.0, 0.0)), (2, (0.0023, -0.0012)), (3, (0.0053, -0.0019))):
        luck = np.concatenate(found[opponents], axis=1)
        assert luck.shape[1] > 25_000
        error = luck.std(axis=1) / np.sqrt(luck.shape[1])
        assert (np.abs(luck.mean(axis=1) - np.array(stated)) <= 4 * error).all()
        assert (error < (0.0025, 0.001)).all()


def one_card_draws(deals, random):
    """Yield for 1 to 3 opponents who play: badugis made and shares of the pot, minus their averages, by draw."""
    players, table = 6, states()
    cards_ = np.argsort(random.random((deals, 52)), axis=1)[:, : 4 * players + 1].astype(np.uint8)
    hands = [np.sort(cards_[:, 4 * player : 4 * player + 4], axis=1) for player in range(players)]
    state = np.stack([best_of_four()[set_numbers(hand)] for hand in hands])
    plays = table.value[state] <= values.value_of((7, 6, 5))
    draws = plays[0] & (table.size[state[0]] == 3)
    for opponents in (1, 2, 3):
        rows = np.flatnonzero(draws & (plays[1:].sum(axis=0) == opponents))
        kept = state[0, rows]
        after = table.value[take(3, kept, [cards_[rows, 4 * players]])]
        worth = np.stack(
            [np.arange(VALUES) <= values.value_of((12, 11, 10, 9)), shares(((1, 3),) * opponents, 2)]
        ).astype(np.float64)
        gone = np.bitwise_or.reduce(BITS[hands[0][rows]], axis=1)
        luck = [
            draw_luck(table.mask[kept], gone, after, worth, np.full(len(rows), context)) for context in (0, 1)
        ]
        yield opponents, np.stack(luck)
