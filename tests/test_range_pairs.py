"""Two ranges at the last draw: equal to the sum over all pairs of their hands, however the sum is computed."""

from itertools import combinations

import numpy as np
import pytest
from support.commands import run

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards, cards, names
from badugi_hh.engine.rules import POKERSTARS
from badugi_hh.odds.enumeration import enumerate_spot
from badugi_hh.odds.equity import equity
from badugi_hh.odds.error import OddsError
from badugi_hh.odds.range_pairs import enumerate_ranges
from badugi_hh.odds.range_text import parse_range
from badugi_hh.odds.ranges import Part, Range, hands
from badugi_hh.odds.spots import Player, Spot, hand_player
from badugi_hh.odds.states import cards_of
from badugi_hh.odds.trials import simulate

LISTS = [
    ("As 2h 3d Kd, 4s 5h 6d 6c*0.5", "2s 4h 7d Qc, Ks Kh Qs Qh", "3c", (1, 1)),
    ("As 2h 2d 2c, 4s 5h 6d 9c", "3s 6h 8d 8c, 5s 7h 7d Kc", "", (1, 0)),
    ("As 2s 3d Kd, 4s 5h 6d 6c", "8s 9h Jd Jc, 7s 7h 7c 7d", "Th Qd Qc", (1, 1)),
    ("4s 5h 6d 9c, As 5h 6d 6c", "Js Qh Kd Tc, Ts Jh Kh Qd*0.3", "", (0, 1)),
]


def keeps(hand: Cards) -> list[Cards]:
    """Return all keeps that are as good as the best."""
    best = values.best_subset(hand)
    size, value = len(best), values.value(hand)
    found = [keep for keep in combinations(hand, size) if len(values.best_subset(keep)) == size]
    return [keep for keep in found if values.value(keep) == value]


@pytest.mark.parametrize(("ours", "theirs", "dead", "draws"), LISTS)
def test_two_ranges_are_the_sum_of_their_pairs_of_hands(
    ours: str, theirs: str, dead: str, draws: tuple[int, int]
) -> None:
    ranges = [parse_range(ours), parse_range(theirs)]
    expected = total = 0.0
    parts = [[(part.hand, part.weight) for part in range_.parts if part.hand] for range_ in ranges]
    for hand, weight in parts[0]:
        for other, other_weight in parts[1]:
            if {*hand} & {*other}:
                continue
            ways = [(own, their) for own in keeps(hand) for their in keeps(other)]
            for own, their in ways:
                players = (
                    hand_player(hand, draws[0], own if draws[0] else None),
                    hand_player(other, draws[1], their if draws[1] else None),
                )
                found = equity(Spot(players, cards(dead)))
                assert found.method == "exact"
                expected += found.shares[0] * weight * other_weight / len(ways)
            total += weight * other_weight
    spot = Spot((Player(ranges[0], draws[0]), Player(ranges[1], draws[1])), cards(dead))
    counted = enumerate_ranges(spot)
    assert counted is not None
    assert counted.shares[0] == pytest.approx(expected / total, abs=1e-9)
    assert equity(spot) == counted


def listed(text: str) -> Range:
    """Return a range as the list of its hands, which has no symmetry that the sum could use."""
    found = hands(parse_range(text))
    rows = zip(cards_of(found.held, 4).tolist(), found.weight.tolist(), strict=True)
    return Range(text, tuple(Part(hand=tuple(held), weight=weight) for held, weight in rows))


@pytest.mark.parametrize(
    ("ours", "theirs", "dead"),
    [("A23x", "badugi 5-", ""), ("A23x", "245x*0.5, badugi 5-", "4c 5c"), ("TJxx", "badugi 5-", "Kd")],
)
def test_hands_that_differ_by_suits_are_counted_together(ours: str, theirs: str, dead: str) -> None:
    spots = [
        Spot((Player(first, 1), Player(second, 1)), cards(dead))
        for first in (parse_range(ours), listed(ours))
        for second in (parse_range(theirs), listed(theirs))
    ]
    shares = [found.shares[0] for spot in spots if (found := enumerate_ranges(spot))]
    assert shares == pytest.approx([shares[0]] * 4, abs=1e-9)
    swapped = enumerate_ranges(Spot(spots[0].players[::-1], cards(dead)))
    assert swapped is not None
    assert swapped.shares[1] == pytest.approx(shares[0], abs=1e-9)


def test_a_range_with_more_steps_than_allowed_is_simulated() -> None:
    spot = Spot((Player(parse_range("A23x"), 1), Player(parse_range("tri 5-"), 1)))
    assert enumerate_ranges(spot, most=1_000) is None
    assert enumerate_ranges(spot) is not None
    # Both draw three cards, so that subsets of eight cards would be counted.
    assert (
        enumerate_ranges(Spot((Player(parse_range("1-card 2-"), 1), Player(parse_range("1-card A"), 1))))
        is None
    )
    line = Spot((Player(parse_range("one-pat"), 1), Player(parse_range("A23x"), 1)))
    assert enumerate_ranges(line) is None


def test_players_of_the_same_range_win_equally_often() -> None:
    for text in ("any", "two-one", "one, pat*0.5"):
        player = Player(parse_range(text), 2)
        found = enumerate_spot(Spot((player, player), cards("Kd")), POKERSTARS)
        assert found is not None
        assert found.shares == (0.5, 0.5)
    # Two players cannot both hold one of four hands that share a card.
    shared = parse_range("As 2h 3d 4c, As 2h 3d 5c")
    with pytest.raises(OddsError, match="leave no different hands"):
        equity(Spot((Player(shared, 1), Player(shared, 1))))


def test_the_command_says_that_two_ranges_are_exact() -> None:
    printed = run("equity", "--range", "A23x", "--range", "badugi 6-", "--draws", "1", "--json").stdout
    assert '"exact"' in printed


RANGES = (
    "pat",
    "one",
    "badugi 8-",
    "tri 6-",
    "tri 9",
    "A23x",
    "A2xx",
    "A37x*0.5, badugi T-",
    "two",
    "2-card 3-",
)


@pytest.mark.long
def test_two_ranges_agree_with_their_simulation() -> None:
    random = np.random.default_rng(7)
    outside = 0
    for _ in range(50):
        texts = random.choice(RANGES, 2, replace=False)
        dead = tuple(
            int(card) for card in random.choice(len(DECK), int(random.integers(0, 4)), replace=False)
        )
        draws = [int(each) for each in random.integers(0, 2, 2)]
        spot = Spot(
            tuple(Player(parse_range(text), left) for text, left in zip(texts, draws, strict=True)), dead
        )
        counted = enumerate_ranges(spot, most=10**9)
        if counted is None:
            continue
        (simulated,) = simulate([spot], 100_000, 3)
        error = max(simulated.errors[0], 1e-4)
        deviation = abs(counted.shares[0] - simulated.shares[0]) / error
        assert deviation < 4, (list(texts), names(dead), draws)
        outside += deviation > 2
    assert outside < 10
