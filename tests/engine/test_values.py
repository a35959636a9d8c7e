"""All 270,725 hands valued, against a brute force of this test and against PokerKit.

The counts per class were computed outside of this project, and are written out here.
"""

import hashlib
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, RANKS, cards, name, names
from badugi_hh.odds.states import values_of_hands

HANDS = 270_725  # C(52, 4)

# size -> how many hands by the highest card that counts, from the lowest on
CENSUS = {
    4: (24, 96, 240, 480, 840, 1344, 2016, 2880, 3960, 5280),
    3: (900, 2556, 4824, 7560, 10620, 13860, 17136, 20304, 23220, 25740, 27720),
    2: (3632, 6400, 8388, 9680, 10360, 10512, 10220, 9568, 8640, 7520, 6292, 5040),
    1: (881, 661, 481, 337, 225, 141, 81, 41, 17, 5, 1, 1, 1),
}


@pytest.fixture(scope="module")
def valued():
    """Every hand of four cards and its value."""
    return {hand: values.value(hand) for hand in combinations(DECK, 4)}


def test_the_table_of_values_has_that_of_each_hand(valued):
    assert values_of_hands().tolist() == list(valued.values())


def brute_force(hand):
    """Rank a hand by the rule in words: most cards, then the lowest highest card, and so on down.

    Smaller is better: (-number of cards, highest rank, next rank, …) of the best subset of distinct cards.
    """
    named = [(RANKS.index(name(card)[0]), name(card)[1]) for card in hand]
    ranked = []
    for picked in range(1, 16):
        subset = [card for place, card in enumerate(named) if picked >> place & 1]
        if len({rank for rank, _ in subset}) == len({suit for _, suit in subset}) == len(subset):
            ranked.append((-len(subset), *sorted((rank for rank, _ in subset), reverse=True)))
    return min(ranked)


def test_every_hand_has_one_of_1092_values(valued):
    assert len(valued) == HANDS
    assert set(valued.values()) == set(range(1, 1093))
    assert (values.BEST, values.WORST) == (1, 1092)
    sizes = Counter(values.size(value) for value in range(1, 1093))
    assert sizes == {4: 715, 3: 286, 2: 78, 1: 13}


@pytest.fixture(scope="module")
def apart(valued):
    """Those hands that no exchange of suits makes of one another, and their values.

    Every other hand must have the value of the one that it becomes; so what holds of these holds of all.
    """
    exchanges = [[card // 4 * 4 + suits[card % 4] for card in DECK] for suits in permutations(range(4))]
    known = {}
    firsts = {}
    for hand, value in valued.items():
        if hand not in known:
            firsts[hand] = value
            for new in exchanges:
                known[tuple(sorted(new[card] for card in hand))] = value
    assert known == valued
    assert len(firsts) == 16_432  # starting hands of four cards up to suits, as of Omaha
    return firsts


def some_of_each(apart, most):
    """Yield hands of every value, at most so many of each."""
    seen = Counter()
    for hand, value in apart.items():
        seen[value] += 1
        if seen[value] <= most:
            yield hand, value


@pytest.mark.parametrize("most", [2, pytest.param(HANDS, marks=pytest.mark.long)])
def test_all_hands_agree_with_the_brute_force(apart, most):
    printed = {}
    for hand, value in some_of_each(apart, most):
        assert printed.setdefault(value, key := brute_force(hand)) == key, names(hand)
    in_order = [printed[value] for value in range(1, 1093)]
    assert in_order == sorted(set(in_order)), "the values are not in the order of the rule"


def test_the_census_of_all_hands(valued):
    found = {size: Counter() for size in (4, 3, 2, 1)}
    for value, hands in Counter(valued.values()).items():
        found[values.size(value)][values.ranks(value)[0]] += hands
    assert {size: tuple(found[size][rank] for rank in range(size - 1, 13)) for size in found} == CENSUS
    assert [found[size].total() for size in (4, 3, 2, 1)] == [17_160, 154_440, 96_252, 2_873]


# --- what is printed


@pytest.mark.parametrize(
    ("hand", "printed"),
    [
        ("Ah 2c 3d 3c", "3-card: 3,2,A"),
        ("Ah 2c 3d Ts", "Badugi: T,3,2,A"),
        ("2c 3d Kc Kd", "2-card: 3,2"),
        ("Kc Kd Kh Ks", "1-card: K"),
    ],
)
def test_a_value_is_reported_as_pokerstars_prints_it(hand, printed):
    assert values.describe(values.value(cards(hand))) == printed


# --- what holds for every hand


@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=4, unique=True).map(tuple))
def test_a_further_card_never_hurts(hand):
    assert values.value(hand) <= values.value(hand[:-1])


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ((), "1 to 4 cards, not 0"),
        ((0, 5, 10, 15, 16), "1 to 4 cards, not 5"),
        ((0, 5, 10, 0), "a card is twice"),
    ],
)
def test_what_is_no_hand_is_refused(hand, message):
    with pytest.raises(ValueError, match=message):
        values.value(hand)


# sha256 of all 1,092 names from the best to the worst, one a line; computed from PokerKit's order.
RANKING = "a767c5c2a1966b792b2a75241d7075ba9134ec42d8cc2178ab15cfcba772be40"


def test_the_whole_ranking_is_pinned():
    ranking = "\n".join(values.describe(value) for value in range(1, 1093))
    assert hashlib.sha256(ranking.encode()).hexdigest() == RANKING
