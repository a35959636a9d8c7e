"""All 270,725 hands valued, against a brute force of this test and against PokerKit.

The counts per class, the cumulative shares and the medians were computed outside of this project; the examples
are those of two published rule pages. All are written out here and not derived from the module under test.
"""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import BadugiHand, Card

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, RANKS, cards, name, names
from badugi_hh.odds.states import values_of_hands

HANDS = 270_725  # C(52, 4)

# size -> how many hands by the highest card that counts
CENSUS = {
    4: {
        "4": 24,
        "5": 96,
        "6": 240,
        "7": 480,
        "8": 840,
        "9": 1344,
        "T": 2016,
        "J": 2880,
        "Q": 3960,
        "K": 5280,
    },
    3: {
        "3": 900,
        "4": 2556,
        "5": 4824,
        "6": 7560,
        "7": 10620,
        "8": 13860,
        "9": 17136,
        "T": 20304,
        "J": 23220,
        "Q": 25740,
        "K": 27720,
    },
    2: {
        "2": 3632,
        "3": 6400,
        "4": 8388,
        "5": 9680,
        "6": 10360,
        "7": 10512,
        "8": 10220,
        "9": 9568,
        "T": 8640,
        "J": 7520,
        "Q": 6292,
        "K": 5040,
    },
    1: {
        "A": 881,
        "2": 661,
        "3": 481,
        "4": 337,
        "5": 225,
        "6": 141,
        "7": 81,
        "8": 41,
        "9": 17,
        "T": 5,
        "J": 1,
        "Q": 1,
        "K": 1,
    },
}


@pytest.fixture(scope="module")
def valued() -> dict[tuple[int, ...], int]:
    """Every hand of four cards and its value."""
    return {hand: values.value(hand) for hand in combinations(DECK, 4)}


@pytest.fixture(scope="module")
def numbers(valued: dict[tuple[int, ...], int]) -> Counter[int]:
    """How many hands have each value."""
    return Counter(valued.values())


def test_the_table_of_values_has_that_of_each_hand(valued: dict[tuple[int, ...], int]) -> None:
    assert values_of_hands().tolist() == list(valued.values())


def brute_force(hand: tuple[int, ...]) -> tuple[int, ...]:
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


def test_every_hand_has_one_of_1092_values(valued: dict[tuple[int, ...], int]) -> None:
    assert len(valued) == HANDS
    assert set(valued.values()) == set(range(1, 1093))
    assert (values.BEST, values.WORST) == (1, 1092)
    sizes = Counter(values.size(value) for value in range(1, 1093))
    assert sizes == {4: 715, 3: 286, 2: 78, 1: 13}


@pytest.fixture(scope="module")
def apart(valued: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    """Those hands that no exchange of suits makes of one another, and their values.

    Every other hand must have the value of the one that it becomes; so what holds of these holds of all.
    """
    exchanges = [[card // 4 * 4 + suits[card % 4] for card in DECK] for suits in permutations(range(4))]
    known: dict[tuple[int, ...], int] = {}
    firsts = {}
    for hand, value in valued.items():
        if hand not in known:
            firsts[hand] = value
            for new in exchanges:
                known[tuple(sorted(new[card] for card in hand))] = value
    assert known == valued
    return firsts


def test_hands_are_reported_apart_by_more_than_their_suits(apart: dict[tuple[int, ...], int]) -> None:
    assert len(apart) == 16_432  # starting hands of four cards up to suits, as of Omaha


def test_all_hands_agree_with_the_brute_force(apart: dict[tuple[int, ...], int]) -> None:
    agree_with_the_brute_force(apart)


@pytest.mark.long
def test_every_single_hand_agrees_with_the_brute_force(valued: dict[tuple[int, ...], int]) -> None:
    agree_with_the_brute_force(valued)


def agree_with_the_brute_force(valued: dict[tuple[int, ...], int]) -> None:
    printed: dict[int, tuple[int, ...]] = {}
    for hand, value in valued.items():
        assert printed.setdefault(value, key := brute_force(hand)) == key, names(hand)
    in_order = [printed[value] for value in range(1, 1093)]
    assert in_order == sorted(set(in_order)), "the values are not in the order of the rule"


def test_all_hands_agree_with_pokerkit(apart: dict[tuple[int, ...], int]) -> None:
    agree_with_pokerkit(apart)


@pytest.mark.long
def test_every_single_hand_agrees_with_pokerkit(valued: dict[tuple[int, ...], int]) -> None:
    agree_with_pokerkit(valued)


def agree_with_pokerkit(valued: dict[tuple[int, ...], int]) -> None:
    """PokerKit sorts the 270,725 hands into the same 1,092 groups, in the same order."""
    theirs = [next(Card.parse(name(card))) for card in DECK]
    entries: dict[int, int] = {}
    for hand, value in valued.items():
        entry = BadugiHand.from_game([theirs[card] for card in hand]).entry.index
        assert entries.setdefault(value, entry) == entry, names(hand)
    in_order = [entries[value] for value in range(1, 1093)]
    assert in_order == sorted(set(in_order)), "PokerKit puts the values in another order"


def test_the_census_of_all_hands(valued: dict[tuple[int, ...], int]) -> None:
    found: dict[int, Counter[str]] = {size: Counter() for size in (4, 3, 2, 1)}
    for value in valued.values():
        found[values.size(value)][RANKS[values.ranks(value)[0]]] += 1
    assert found == CENSUS
    assert [found[size].total() for size in (4, 3, 2, 1)] == [17_160, 154_440, 96_252, 2_873]


@pytest.mark.parametrize(
    ("size", "upto", "percent"),
    [
        (4, "8", 0.621),
        (4, "T", 1.862),
        (4, "J", 2.925),
        (4, "Q", 4.388),
        (3, "5", 3.058),
        (3, "6", 5.851),
        (3, "7", 9.774),
        (3, "8", 14.893),
        (3, "9", 21.223),
        (3, "T", 28.723),
    ],
)
def test_cumulative_shares(numbers: Counter[int], size: int, upto: str, percent: float) -> None:
    among = sum(
        number
        for value, number in numbers.items()
        if values.size(value) == size and values.ranks(value)[0] <= RANKS.index(upto)
    )
    # Published with three digits, some rounded, some cut off.
    assert float(Fraction(100 * among, HANDS)) == pytest.approx(percent, abs=0.001)


@pytest.mark.parametrize(
    ("pair", "percent"),
    [
        ("2A", 1.342),
        ("3A", 1.231),
        ("32", 1.133),
        ("4A", 1.124),
        ("5A", 1.022),
        ("42", 1.031),
        ("52", 0.934),
    ],
)
def test_shares_of_two_card_hands(valued: dict[tuple[int, ...], int], pair: str, percent: float) -> None:
    value = values.value_of(tuple(RANKS.index(rank) for rank in pair))
    among = sum(held == value for held in valued.values())
    assert float(Fraction(100 * among, HANDS)) == pytest.approx(percent, abs=0.001)


def test_medians(valued: dict[tuple[int, ...], int]) -> None:
    ordered = sorted(valued.values())
    of_size = {size: [value for value in ordered if values.size(value) == size] for size in (4, 3)}
    assert values.describe(of_size[4][len(of_size[4]) // 2]) == "Badugi: Q,7,5,2"
    assert values.describe(of_size[3][len(of_size[3]) // 2]) == "3-card: T,9,7"
    assert values.describe(ordered[HANDS // 2]) == "3-card: Q,9,5"


# sha256 of all 1,092 names from the best to the worst, one a line; computed from PokerKit's order.
RANKING = "a767c5c2a1966b792b2a75241d7075ba9134ec42d8cc2178ab15cfcba772be40"


def test_the_whole_ranking_is_pinned() -> None:
    ranking = "\n".join(values.describe(value) for value in range(1, 1093))
    assert hashlib.sha256(ranking.encode()).hexdigest() == RANKING


# --- the examples of the published rules (Wikipedia: Badugi; PokerStars' Italian page)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 4d 5h 6s", "Ac 2d 3h 7s"),  # both count four: 6 is lower than 7
        ("4c 5d 6h Ks", "2s 3s 4h 7d"),  # four cards beat the three 7-4-2
        ("Ac 5d 9h 9c", "Ah 2s 2d Jc"),  # 9-5-A beats J-2-A
        ("2c 3c 4d 7h", "4c 5c 6d Kh"),  # both count three: 7 high beats K high
        ("5c 7d Kh Ks", "2c 3d Kc Kd"),  # three cards beat two: each king shares a suit
        ("3c 5d 7h 8s", "2c 4d 6h 9s"),  # the showdown of the example hand
        ("4h 6d 7c 9s", "Ah 2c 3d Ts"),  # nine high beats ten high
        ("Ah 2c 3d 4s", "Ac 2d 3h 5s"),  # the best hand beats the second
        ("Kc Qd Jh Ts", "Ah 2c 3d 3c"),  # the worst badugi beats the best three-card hand
        ("Kc Qd Jh Jc", "Ac 2d 2c Ad"),  # the worst three-card hand beats the best two-card hand
    ],
)
def test_examples_of_the_rules(better: str, worse: str) -> None:
    assert values.value(cards(better)) < values.value(cards(worse))


@pytest.mark.parametrize(
    ("hand", "printed"),
    [
        ("Ah 2c 3d 4s", "Badugi: 4,3,2,A"),
        ("Ah 2c 3d 3c", "3-card: 3,2,A"),
        ("2c 3c 7h 9s", "3-card: 9,7,2"),
        ("4h 6d 7c 9s", "Badugi: 9,7,6,4"),
        ("Ah 2c 3d Ts", "Badugi: T,3,2,A"),
        ("2s 3s 4h 7d", "3-card: 7,4,2"),
        ("Ac 5d 9h 9c", "3-card: 9,5,A"),
        ("Ah 2s 2d Jc", "3-card: J,2,A"),
        ("2c 3d Kc Kd", "2-card: 3,2"),
        ("5c 7d Kh Ks", "3-card: K,7,5"),
        ("Kc Kd Kh Ks", "1-card: K"),
        ("Ac 2c 3c 4c", "1-card: A"),
        ("Kd Ac Kc Ad", "2-card: K,A"),
    ],
)
def test_a_value_is_reported_as_pokerstars_prints_it(hand: str, printed: str) -> None:
    assert values.describe(values.value(cards(hand))) == printed


def test_a_useless_card_does_not_matter() -> None:
    assert values.value(cards("Ac 2d 3h 3c")) == values.value(cards("As 2h 3c Kc"))


def test_the_best_and_the_worst_hand() -> None:
    assert values.value(cards("Ah 2c 3d 4s")) == values.BEST
    assert values.value(cards("Kc Kd Kh Ks")) == values.WORST
    assert values.describe(values.BEST) == "Badugi: 4,3,2,A"
    assert values.describe(values.WORST) == "1-card: K"


# --- what holds for every hand


HAND = st.lists(st.sampled_from(DECK), min_size=1, max_size=4, unique=True).map(tuple)


@given(HAND, st.randoms(use_true_random=False), st.permutations(range(4)))
def test_neither_order_nor_names_of_suits_matter(
    hand: tuple[int, ...], random: Random, suits: list[int]
) -> None:
    shuffled = list(hand)
    random.shuffle(shuffled)
    renamed = tuple(card // 4 * 4 + suits[card % 4] for card in shuffled)
    assert values.value(renamed) == values.value(hand)


@given(HAND)
def test_the_best_subset_counts_for_the_whole(hand: tuple[int, ...]) -> None:
    best = values.best_subset(hand)
    value = values.value(hand)
    assert set(best) <= set(hand)
    assert list(best) == sorted(best, reverse=True)
    assert values.value(best) == value
    assert values.size(value) == len(best)
    assert values.ranks(value) == tuple(card // 4 for card in best)
    assert values.value_of(values.ranks(value)) == value
    assert values.is_badugi(hand) == (len(best) == 4)


@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=4, unique=True).map(tuple))
def test_a_further_card_never_hurts(hand: tuple[int, ...]) -> None:
    assert values.value(hand) <= values.value(hand[:-1])


def test_of_two_equal_subsets_the_first_is_named() -> None:
    assert values.best_subset(cards("3c 3d 2h As")) == cards("3c 2h As")
    assert values.best_subset(cards("3d 3c 2h As")) == cards("3d 2h As")


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ((), "1 to 4 cards, not 0"),
        ((0, 5, 10, 15, 16), "1 to 4 cards, not 5"),
        ((0, 5, 10, 0), "a card is twice"),
    ],
)
def test_what_is_no_hand_is_refused(hand: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        values.value(hand)


@pytest.mark.parametrize("ranks", [(), (1, 1), (0, 1, 2, 3, 4), (13,)])
def test_ranks_that_no_hand_counts_are_refused(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no Badugi hand counts"):
        values.value_of(ranks)
