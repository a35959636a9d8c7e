"""Simulated odds against published figures, against enumeration, and by the rules of a deck that runs out.

The published equities were simulated outside of this project, with a standard error of at most 0.2 points. They are
equities of ranges or of ranks; where suits matter, the test plays each suit pattern as often as it is dealt.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from badugi_hh.engine.cards import DECK, cards
from badugi_hh.odds.enumeration import enumerate_spot
from badugi_hh.odds.equity import equity
from badugi_hh.odds.keeps import rank_keeps
from badugi_hh.odds.range_text import parse_range
from badugi_hh.odds.ranges import ANY, ONE, PAT, TWO, hands, of_hand, of_line
from badugi_hh.odds.spots import Player, Spot, can_run_out, hand_player, mask_of
from badugi_hh.odds.states import states
from badugi_hh.odds.trials import _Trials, simulate, simulate_keeps
from badugi_hh.user_error import OddsError

# --- simulation against enumeration


def random_spot(random):
    """Return a spot that can be enumerated: two or three hands or a range, dead cards, and any cards kept."""
    players = random.choice([2, 2, 3])
    dealt = random.sample(DECK, 4 * players + random.choice([0, 0, 5, 12]))
    found = []
    for place in range(players):
        hand = tuple(dealt[4 * place : 4 * place + 4])
        draws = random.choice([0, 1, 1, 2] if players == 2 else [0, 1])
        keep = tuple(random.sample(hand, random.randrange(1, 5))) if draws and random.random() < 0.6 else None
        found.append(Player(of_hand(hand), draws, keep, pat=keep is None and random.random() < 0.2))
    if players == 2 and random.random() < 0.25:
        line = random.choice(["badugi 9-", "tri 5-", "tri 4-*0.5, badugi T"])
        found = [replace(found[0], draws=1), Player(parse_range(line), random.choice([0, 1]))]
    return Spot(tuple(found), tuple(dealt[4 * players :]))


@pytest.mark.parametrize(
    ("number", "trials", "seed"), [(12, 10_000, 1), pytest.param(200, 100_000, 2, marks=pytest.mark.long)]
)
def test_simulation_agrees_with_enumeration(number, trials, seed):
    """Within 4 of the errors that are stated; many spots have three players or dead cards."""
    random = Random(seed)  # noqa: S311 - repeatable, not secret
    spots, exact = [], []
    while len(spots) < number:
        spot = random_spot(random)
        found = enumerate_spot(spot)
        if found is not None:
            spots.append(spot)
            exact.append(found)
    for spot, known in zip(spots, exact, strict=True):
        found = simulate(spot, trials, 3)
        for share, error, due in zip(found.shares, found.errors, known.shares, strict=True):
            # A rare win may be in none of the trials.
            assert share == pytest.approx(due, abs=4 * max(error, 1 / trials)), spot
    assert sum(len(spot.players) > 2 or bool(spot.dead) for spot in spots) > number * 0.4


def test_two_keeps_meet_the_same_opponents():
    """Trial by trial a card drawn for one that does not count never loses what the pat hand won."""
    held = cards("As 3h 5c 5h")
    spot = Spot((Player(of_hand(held), 1), Player(ONE, 3)))
    for seed in range(60):
        drawing, standing = simulate_keeps(spot, (held[:3], held), 1, seed)
        assert drawing.shares[0] >= standing.shares[0]


def test_a_simulation_is_repeatable():
    spot = Spot((Player(ONE, 2), Player(TWO, 2)))
    assert len({equity(spot, trials=500, seed=seed).shares for seed in (1, 1, 2)}) == 2
    with pytest.raises(OddsError, match="at least one trial"):
        simulate(spot, 0, 1)


def test_a_player_with_a_draw_less_joins_later():
    held = of_hand(cards("As 3h 5c 5h"))
    one, two = (equity(Spot((Player(held, 1), Player(ONE, draws))), seed=1).shares[0] for draws in (1, 2))
    assert one > two + 0.05


def test_the_error_counts_the_sample_of_a_draw_line():
    """Few hands are drawn to like three-three-pat; 100,000 trials show no more of the line than these."""
    line = parse_range("three-three-pat")
    known = cards("As 2h 3d Kd")
    left = len(hands(line).without(mask_of(known)).state)
    assert 500 < left < 5000
    spot = Spot((Player(of_hand(known), 1), Player(line, 1)))
    few, many = (simulate(spot, trials, 1).errors[0] for trials in (2_000, 100_000))
    due = (1 / 100_000 + 1 / left) / (1 / 2_000 + 1 / left)
    assert many / few == pytest.approx(due**0.5, rel=0.1)
    assert due > 0.3


# --- a deck that runs out


def test_the_draws_of_a_deck_that_runs_out_follow_the_rules():
    """Three cards are left, and none is a spade; the dead cards return when a fourth is drawn."""
    hand, left = cards("Ac 2d 3h Kh"), cards("Kd Kc Qh")
    dead = tuple(card for card in DECK if card not in hand + left)
    last = {each.keep: each for each in rank_keeps(hand, 1, dead=dead, trials=4_000)}
    assert (last[hand[:3]].method, last[hand[:3]].badugi) == ("exact", 0)
    assert (last[()].method, last[()].badugi > 0) == ("simulated", True)
    found = {each.keep: each for each in rank_keeps(hand, 3, ANY, dead=dead[:-4], trials=4_000)}
    assert found[hand[:3]].error
    assert len(found) == 16


def test_a_hand_that_cannot_draw_more_is_exact_to_the_last_card():
    """Two cards are left, and both players draw one."""
    held = cards("Ac 2d 3h Kh"), cards("4c 5d 6h Qh")
    dead = tuple(card for card in DECK if card not in held[0] + held[1] + cards("9s Ks"))
    found = equity(Spot((hand_player(held[0], 1), hand_player(held[1], 1)), dead))
    assert (found.method, found.shares) == ("exact", (0.5, 0.5))


def test_a_full_table_runs_out_of_cards_and_goes_on():
    spot = Spot((Player(ANY, 3),) * 8)
    assert can_run_out(spot)
    found = equity(spot, trials=2000)
    assert found.shares == pytest.approx((1 / 8,) * 8, abs=0.03)


def test_own_discards_do_not_return():
    """One card is left in the deck. The player has thrown the only outs, so only these could make the badugi."""
    hand, thrown = cards("As 2h 3d 3s"), cards("4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    others = cards("Kd Qd Jd Td Kh Qh Jh Th")
    dead = tuple(card for card in DECK if card not in {*hand, *thrown, *others, *cards("Ks")})
    spot = Spot(
        (
            Player(of_hand(hand), 2, thrown=thrown),
            Player(of_hand(others[:4]), 2, others[:3]),
            Player(of_hand(others[4:]), 2, others[4:7]),
        ),
        dead,
    )
    assert simulate(spot, 4000, 1).shares[0] > 0.4
    played = _Trials(spot, 4000, np.random.default_rng(1))
    played.play_short()
    assert not (states().size[played.state[0]] == 4).any()


def test_a_long_line_against_a_pat_hand():
    """Published: a pat hand after one card is stronger than any badugi."""
    badugi = of_hand(cards("Ts 8h 5d 3c"))
    shares = [
        equity(Spot((Player(badugi, 1), Player(line, 1))), seed=1).shares[0]
        for line in (PAT, of_line((1, 0)))
    ]
    assert shares[0] == pytest.approx(0.78, abs=0.01)
    assert shares[1] < shares[0] - 0.3
