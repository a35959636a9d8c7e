"""Draw mathematics: exact counts against fractions worked out by hand, simulations against independent figures.

The reference equities were simulated outside of this project, with a standard error of at most 0.2 points.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, cards, names
from badugi_hh.odds.exact import after_draw, chance_of_badugi, is_unbeatable, unseen
from badugi_hh.odds.hotcold import Opponent, _Stub, hot_cold, range_equity
from badugi_hh.odds.ranges import (
    ANY,
    LOW_PAIRS,
    ONE,
    PAT,
    TWO,
    Range,
    hands,
    range_of,
    up_to,
    with_high,
)

A23 = cards("Ac 2d 3h")
A23_UNSEEN = unseen(A23, cards("3s"))


def percent(share: float) -> float:
    return 100 * share


# --- exact


@pytest.mark.quick
def test_unseen_is_the_deck_less_what_was_seen() -> None:
    assert unseen() == DECK
    assert len(A23_UNSEEN) == 48
    assert set(A23_UNSEEN).isdisjoint(cards("Ac 2d 3h 3s"))
    assert unseen(A23, A23) == unseen(A23)


@pytest.mark.parametrize(
    ("draws", "chance"),
    # 10 of 48 cards are spades of another rank; then 1 - 38*37/(48*47) and 1 - 38*37*36/(48*47*46).
    [(0, Fraction(0)), (1, Fraction(10, 48)), (2, Fraction(425, 1128)), (3, Fraction(2215, 4324))],
)
def test_the_chance_of_a_badugi_with_one_card(draws: int, chance: Fraction) -> None:
    assert chance_of_badugi(A23, A23_UNSEEN, draws) == chance


def test_dead_outs_lower_the_chance() -> None:
    thrown = cards("3s 8s 9s Kd")
    assert chance_of_badugi(A23, unseen(A23, thrown), 1) == Fraction(8, 45)


@pytest.mark.parametrize(
    ("tri", "draws"), [("Ac 2d", 1), ("Ac 2d 3d", 1), ("Ac 2d 3h 4s", 1), ("Ac 2d 3h", -1), ("Ac 2d 3h", 50)]
)
def test_a_chance_that_makes_no_sense_is_refused(tri: str, draws: int) -> None:
    with pytest.raises(ValueError, match=r"makes a badugi only|cannot draw"):
        chance_of_badugi(cards(tri), A23_UNSEEN, draws)


@pytest.mark.quick
def test_one_card_to_a_three_card_hand() -> None:
    """Ten spades make ten badugis, one each; every other card leaves 3-2-A."""
    found = after_draw(A23, 1, A23_UNSEEN)
    badugis = {values.value_of((rank, 2, 1, 0)): 1 for rank in range(3, 13)}
    assert found == {**badugis, values.value_of((2, 1, 0)): 38}


def test_two_cards_to_ace_deuce() -> None:
    """Published: a badugi 9.75 %, three cards or better 74.7 %, four-high or better 23.2 %."""
    kept = cards("Ac 2d")
    found = after_draw(kept, 2, unseen(kept, cards("Kc Qd")))
    total = found.total()
    assert total == comb(48, 2)
    upto = {
        "badugi": values.value_of((12, 11, 10, 9)),
        "eight": values.value_of((7, 6, 5)),
        "four": values.value_of((3, 2, 1)),
    }
    share = {name: found_at_most(found, value) / total for name, value in upto.items()}
    assert percent(share["badugi"]) == pytest.approx(9.75, abs=0.01)
    assert percent(share["four"]) == pytest.approx(23.2, abs=0.1)
    assert percent(share["eight"]) == pytest.approx(48.0, abs=0.1)
    assert percent(found_at_most(found, values.value_of((12, 11, 10))) / total) == pytest.approx(
        74.7, abs=0.1
    )


def found_at_most(found: dict[int, int], value: int) -> int:
    return sum(times for worth, times in found.items() if worth <= value)


def test_nothing_drawn_is_the_hand_itself() -> None:
    hand = cards("Ac 2d 3h 4s")
    assert after_draw(hand, 0, unseen(hand)) == {1: 1}


def test_the_draw_of_four_is_a_deal_from_the_rest() -> None:
    """From 16 cards, so that the 1,820 hands can be valued one by one."""
    stub = cards("Ac 2c 3c 4c Ad 2d 3d 4d Ah 2h 3h 4h As 2s 3s 4s")
    found = after_draw((), 4, stub)
    assert found.total() == 1820
    assert found[values.BEST] == 24
    assert found[values.value(cards("Ac Ad Ah As"))] == sum(
        values.value(hand) == values.value(cards("Ac Ad Ah As")) for hand in combinations(stub, 4)
    )


@pytest.mark.parametrize(
    ("kept", "count", "stub"),
    [("Ac 2d 3h", 2, "4s 5s"), ("", 0, "4s"), ("Ac", -1, "4s"), ("Ac 2d 3h", 1, "Ac 4s")],
)
def test_a_draw_that_makes_no_hand_is_refused(kept: str, count: int, stub: str) -> None:
    with pytest.raises(ValueError, match=r"do not make a hand|also in the stub"):
        after_draw(cards(kept), count, cards(stub))


@pytest.mark.quick
@pytest.mark.parametrize(
    ("hand", "thrown", "unbeatable"),
    [
        ("4s 3h 2c Ad", "", True),
        ("5s 3h 2c Ad", "", False),
        ("5s 3h 2c Ad", "4c 4d 4h 4s", True),  # only 4-3-2-A is better, and every four is gone
        ("5s 3h 2c Ad", "4c 4d 4h", False),
        ("5s 4h 2c Ad", "3c 3d 3h 3s", True),  # 4-3-2-A and 5-3-2-A both need a three
        ("5s 4h 2c Ad", "4c 4d 4s", False),  # 5-3-2-A needs no four
        ("4s 3h 2c 2d", "", False),  # an incomplete hand is never called unbeatable
    ],
)
def test_what_no_unseen_cards_beat(hand: str, thrown: str, unbeatable: bool) -> None:
    held = cards(hand)
    assert is_unbeatable(held, unseen(held, cards(thrown))) is unbeatable


def test_unbeatable_agrees_with_trying_every_hand() -> None:
    """On stubs of 16 low cards, where every opposing hand can be tried."""
    random = Random(3)  # noqa: S311 - repeatable, not secret
    low = [card for card in DECK if card < 24]
    both = set()
    for _ in range(60):
        hand = tuple(random.choice(hands(Range("low", up_to(4, "6")))))
        stub = tuple(random.sample([card for card in low if card not in hand], 10))
        beaten = any(values.value(other) < values.value(hand) for other in combinations(stub, 4))
        assert is_unbeatable(hand, stub) is not beaten, names(hand)
        both.add(beaten)
    assert both == {True, False}


# --- ranges


@pytest.mark.quick
@pytest.mark.parametrize(
    ("range_", "size"),
    # 17,160 and the census of three-card hands by high card: 900 + 2556 + 4824 + 7560 + 10620 + 13860.
    [(PAT, 17_160), (ONE, 40_320), (TWO, 13_076), (ANY, 0)],
    ids=lambda thing: getattr(thing, "name", str(thing)),
)
def test_ranges_hold_every_hand_once(range_: Range, size: int) -> None:
    found = hands(range_)
    assert len(found) == len({frozenset(hand) for hand in found}) == size


def test_ranges_hold_what_they_say() -> None:
    random = Random(1)  # noqa: S311 - repeatable, not secret
    for hand in random.sample(hands(ONE), 200):
        worth = values.value(hand)
        assert values.size(worth) == 3
        assert values.ranks(worth)[0] <= 7
    wanted = {values.value_of(ranks) for ranks in LOW_PAIRS}
    assert {values.value(hand) for hand in hands(TWO)} == wanted
    assert {len(values.ranks(values.value(hand))) for hand in random.sample(hands(PAT), 200)} == {4}


def test_ranks_of_a_range() -> None:
    assert up_to(3, "4") == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert with_high(3, "4") == ((0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert len(up_to(4, "K")) == 715


def test_what_a_draw_count_stands_for() -> None:
    assert [range_of(count) for count in (0, 1, 2, 3, 4, None)] == [PAT, ONE, TWO, ANY, ANY, ANY]


# --- simulated

TRIALS = 4000
SLACK = 2.7  # points: three standard errors of 4,000 trials and of the reference


@pytest.mark.parametrize(
    ("range_", "other", "with_1", "with_2", "with_3"),
    [(PAT, ONE, 83.4, 70.0, 59.2), (PAT, TWO, 93.2, 81.5, 70.1), (ONE, TWO, 70.4, 60.8, 57.8)],
    ids=["pat v one", "pat v two", "one v two"],
)
def test_equity_by_draw_state(
    range_: Range, other: Range, with_1: float, with_2: float, with_3: float
) -> None:
    for draws, known in enumerate((with_1, with_2, with_3), start=1):
        equity = range_equity(range_, draws, Opponent(other, draws), trials=TRIALS)
        assert percent(equity.share) == pytest.approx(known, abs=SLACK)
        assert equity.error < 0.009


@pytest.mark.parametrize(
    ("hand", "drawing", "standing"),
    [("As 3h 5c 5h", 74.0, 68.7), ("2s 4h 7c 7h", 50.2, 37.0), ("5s 6h 8c 8h", 26.7, 5.2)],
)
def test_a_pat_incomplete_hand_loses_on_the_last_draw(hand: str, drawing: float, standing: float) -> None:
    held = cards(hand)
    for kept, known in ((held[:3], drawing), (held, standing)):
        equity = hot_cold(held, kept, 1, (Opponent(ONE, 1),), trials=TRIALS)
        assert percent(equity.share) == pytest.approx(known, abs=SLACK)


def test_two_keeps_meet_the_same_opponents() -> None:
    """Trial by trial a card drawn for one that does not count never loses what the pat hand won."""
    held = cards("As 3h 5c 5h")
    for seed in range(150):
        drawing, standing = (
            hot_cold(held, kept, 2, (Opponent(ONE, 3),), trials=1, seed=seed).share
            for kept in (held[:3], held)
        )
        assert drawing >= standing


def test_a_simulation_is_repeatable() -> None:
    held = cards("As 3h 5c 5h")
    shares = {
        hot_cold(held, held[:3], 2, (Opponent(ONE, 2),), trials=200, seed=seed).share for seed in (1, 1, 2)
    }
    assert len(shares) == 2


def test_a_last_draw_agrees_with_the_exact_count() -> None:
    """Against a king-high badugi that stands pat, one card wins exactly when it makes a better badugi."""
    held = cards("As 2h 3c 3h")
    other = Range("K-Q-J-T", ((9, 10, 11, 12),))
    wins = hot_cold(held, held[:3], 1, (Opponent(other, 1),), trials=TRIALS).share
    # Ten diamonds but for the opponent's one of them: 9 of the 44 cards that neither holds.
    assert wins == pytest.approx(9 / 44, abs=0.02)


def test_the_best_hand_never_loses_and_ties_are_shared() -> None:
    best = cards("4s 3h 2c Ad")
    assert hot_cold(best, best, 0, (Opponent(PAT, 0),), trials=300).share == pytest.approx(1, abs=0.01)
    same = Range("the best", ((0, 1, 2, 3),))
    for others in (1, 2):
        opponents = (Opponent(same, 0),) * others
        assert hot_cold(best, best, 0, opponents, trials=50).share == pytest.approx(1 / (others + 1))


def test_an_opponent_may_have_a_draw_more() -> None:
    """An opponent who draws after the player is known by an earlier draw, and one more draw helps that opponent."""
    held = cards("As 3h 5c 5h")
    one, two = (hot_cold(held, held[:3], 1, (Opponent(ONE, draws),), trials=TRIALS).share for draws in (1, 2))
    assert one > two + 0.05


def test_a_full_table_runs_out_of_cards_and_goes_on() -> None:
    held = cards("Kc Kd Kh Ks")
    equity = hot_cold(held, (held[0],), 3, (Opponent(ANY, 3),) * 8, trials=200)
    assert 0 < equity.share < 0.2


def test_discards_come_back_to_others_only() -> None:
    own = set(cards("Ac 2c"))
    random = Random(1)  # noqa: S311 - repeatable, not secret
    stub = _Stub(random, set(DECK) - set(cards("Kc")), cards("Ac 2c 3c"))
    assert names(sorted(stub.draw(2, own, below=True))) == "3c Kc"
    with pytest.raises(ValueError, match="has discarded every card left"):
        stub.draw(1, own, below=False)
    assert sorted(stub.draw(2, set(), below=False)) == sorted(own)


@pytest.mark.parametrize(
    ("hand", "kept", "draws", "trials"),
    [
        ("As 3h 5c", "As 3h 5c", 1, 9),
        ("As 3h 5c 5h", "As 2h", 1, 9),
        ("As 3h 5c 5h", "As 3h", 0, 9),
        ("As 3h 5c 5h", "As 3h", 1, 0),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(hand: str, kept: str, draws: int, trials: int) -> None:
    with pytest.raises(ValueError, match=r"four cards|whole hand|at least one trial"):
        hot_cold(cards(hand), cards(kept), draws, (Opponent(ONE, 1),), trials=trials)
