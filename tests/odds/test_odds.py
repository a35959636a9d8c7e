"""Draw mathematics that is exact: the table of hands, enumerated draws, dominance, ranges and prices.

The figures were counted by hand or computed outside of this project; a test names the publication of others.
`tests/odds/test_odds_simulated.py` has what is simulated.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from pokerkit import BadugiHand, Card

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, cards, name, names
from badugi_hh.odds import states as module
from badugi_hh.odds.distribution import after_next_draw, dominating, final_distribution
from badugi_hh.odds.equity import equity
from badugi_hh.odds.range_text import parse_cards, parse_hand, parse_range
from badugi_hh.odds.ranges import PAT, hands, of_hand, of_line
from badugi_hh.odds.spots import Player, Spot, hand_player, mask_of
from badugi_hh.odds.states import (
    after_draw,
    best_of_four,
    numbers_of_drawn,
    set_numbers,
    state_of,
    states,
    values_of_hands,
)
from badugi_hh.odds.unbeatable import is_unbeatable, unseen
from badugi_hh.user_error import OddsError

A23 = cards("Ac 2d 3h")
EVERY = np.uint64((1 << 52) - 1)


def player(hand, draws, keep=None, *, pat=False):
    return Player(of_hand(cards(hand)), draws, None if keep is None else cards(keep), pat=pat)


def chance(hand, draws, keep=None, dead=""):
    found = final_distribution(player(hand, draws, keep), cards(dead))
    assert found.method == "exact"
    assert found.chances.sum() == pytest.approx(1, abs=1e-12)
    return found.badugi


# --- the table of states


@pytest.mark.quick
def test_states_are_the_sets_of_cards_that_count():
    table = states()
    assert [len(table.sets[size]) for size in range(5)] == [1, 52, 936, 6864, 17160]
    assert (np.diff(table.value.astype(int)) >= 0).all()
    for held in ("", "Kc", "Ac 2d", "Ac 2d 3h", "Ac 2d 3h 4s"):
        state = state_of(cards(held))
        assert table.size[state] == len(held.split())
        assert table.mask[state] == mask_of(cards(held))
        if held:
            assert table.value[state] == values.value(cards(held))


@pytest.mark.parametrize("table", [lambda: after_draw.__wrapped__(3), best_of_four.__wrapped__])
def test_a_table_is_the_same_from_where_it_is_kept(kept_folder, monkeypatch, table):
    made = table()
    monkeypatch.setattr(module, "_after_draw", lambda _: pytest.fail("it is kept"))
    monkeypatch.setattr(module, "_best_of_four", lambda: pytest.fail("it is kept"))
    again = table()
    assert (made.dtype, made.shape) == (again.dtype, again.shape)
    assert np.array_equal(made, again)


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_a_draw_leaves_the_best_cards_and_of_equal_ones_the_kept(kept):
    random, table, after = Random(kept), states(), after_draw(kept)  # noqa: S311 - repeatable, not secret
    for _ in range(2000):
        row = random.randrange(len(table.sets[kept]))
        held = tuple(table.sets[kept][row].tolist())
        drawn = tuple(random.sample([card for card in DECK if card not in held], 4 - kept))
        number = numbers_of_drawn([np.array([card], np.uint8) for card in drawn])[0]
        state = after[row, number]
        best = values.best_subset((*held, *drawn))
        assert table.value[state] == values.value((*held, *drawn))
        counting = {card for card in DECK if int(table.mask[state]) >> card & 1}
        assert len(counting & set(held)) == len(set(best) & set(held)), (names(held), names(drawn))


# --- distributions


@pytest.mark.quick
@pytest.mark.parametrize(
    ("draws", "badugi"),
    # 10 of 48 cards are spades of another rank; then 1 - 38*37/(48*47) and 1 - 38*37*36/(48*47*46).
    [(0, Fraction(0)), (1, Fraction(5, 24)), (2, Fraction(425, 1128)), (3, Fraction(2215, 4324))],
)
def test_the_chance_of_a_badugi_with_one_card(draws, badugi):
    assert chance("Ac 2d 3h 3s", draws) == pytest.approx(float(badugi), abs=1e-12)


def test_a_discard_can_be_an_out_of_a_better_three_cards():
    """As 2h 6d 6c: 6c is gone when 6d is swapped for a better diamond."""
    assert chance("As 2h 6d 6c", 3, "As 2h 6d") == pytest.approx(17611 / 34592, abs=1e-12)
    assert chance("As 2h 3d Kd", 3) == pytest.approx(2215 / 4324, abs=1e-12)
    # Published: 51.2% for other three cards than A-2-3.
    assert chance("5s 6h 8c 8h", 3) == pytest.approx(0.512, abs=0.0005)


@pytest.mark.quick
def test_one_card_to_a_three_card_hand():
    """Ten spades make ten badugis, one each; every other card leaves 3-2-A."""
    found = after_next_draw(A23, EVERY & ~mask_of((*A23, *cards("3s"))))
    badugis = {values.value_of((rank, 2, 1, 0)): 1 for rank in range(3, 13)}
    assert {value: times for value, times in enumerate(found.tolist()) if times} == {
        **badugis,
        values.value_of((2, 1, 0)): 38,
    }


def test_two_cards_to_ace_deuce():
    """Published: a badugi 9.75%, three cards or better 74.7%, eight-high or better 48.0%, four-high 23.2%."""
    kept = cards("Ac 2d")
    up_to_value = np.cumsum(after_next_draw(kept, EVERY & ~mask_of((*kept, *cards("Kc Qd"))))) / comb(48, 2)
    known = {(12, 11, 10, 9): 9.75, (12, 11, 10): 74.7, (7, 6, 5): 48.0, (3, 2, 1): 23.2}
    for ranks, percent in known.items():
        assert 100 * up_to_value[values.value_of(ranks)] == pytest.approx(percent, abs=0.05)


def test_the_draw_of_four_is_a_deal_from_the_rest():
    """From 16 cards, so that the 1,820 hands can be valued one by one."""
    stub = cards("Ac 2c 3c 4c Ad 2d 3d 4d Ah 2h 3h 4h As 2s 3s 4s")
    found = after_next_draw((), mask_of(stub))
    each = np.bincount([values.value(hand) for hand in combinations(stub, 4)], minlength=len(found))
    assert (found == each).all()


# --- dominance


@pytest.mark.quick
@pytest.mark.parametrize(
    ("hand", "keep", "better"),
    [
        ("As 2h 3d Kd", "As 2h Kd", "As 2h 3d"),
        ("9c 7h 5s 4d", "9c 5s 4d", "7h 5s 4d"),  # one card to a badugi: discard the highest
        ("9c 7h 5s 4d", "9c", "4d"),
        ("As 2h 6d 6c", "As 2h 6d", None),  # 6c or 6d is the same
        ("As 2h 3d Kd", "As 2h 3d", None),
    ],
)
def test_dominated_keeps(hand, keep, better):
    found = dominating(cards(hand)).get(cards(keep))
    assert found == (None if better is None else cards(better))


# --- equity


@pytest.mark.quick
def test_one_card_against_a_pat_hand_is_counted():
    """Ten clubs but for the opponent's nine: nine of 44, of which 4, 5, 6, 7 and 8 high win."""
    spot = Spot((player("As 2h 3d Kd", 1), player("9c 7h 5s 4d", 1)))
    found = equity(spot)
    assert (found.method, found.trials, found.errors) == ("exact", None, (0.0, 0.0))
    assert found.shares[0] == pytest.approx(5 / 44, abs=1e-12)


def test_a_dead_card_is_no_out():
    found = equity(Spot((player("As 2h 3d Kd", 1), player("9c 7h 5s 4d", 1)), cards("4c Kc Qd")))
    assert found.shares[0] == pytest.approx(4 / 41, abs=1e-12)


def test_equal_hands_share_and_the_best_hand_never_loses():
    same = Spot((player("4s 3h 2c Ad", 0), player("4c 3d 2h As", 0)))
    assert equity(same).shares == (0.5, 0.5)
    three = Spot((*same.players, player("4h 3s 2d Ac", 0)))
    assert equity(three).shares == pytest.approx((1 / 3,) * 3)
    for draws in (1, 2, 3):
        assert equity(Spot((player("4s 3h 2c Ad", draws), player("As 2h 3d 3s", draws)))).shares[0] >= 0.5


def test_the_last_draw_is_the_same_however_it_is_counted():
    """Small decks, so that every pair of draws can be tried one by one with the engine."""
    random = Random(8)  # noqa: S311 - repeatable, not secret
    for count in ((1, 1), (2, 1), (2, 2), (3, 1), (1, 3)):
        dealt = random.sample(DECK, 8)
        held = tuple(dealt[:4]), tuple(dealt[4:])
        keeps = tuple(tuple(hand[: 4 - drawn]) for hand, drawn in zip(held, count, strict=True))
        stub = random.sample([card for card in DECK if card not in dealt], 9)
        dead = tuple(card for card in DECK if card not in {*dealt, *stub})
        spot = Spot(tuple(Player(of_hand(h), 1, k) for h, k in zip(held, keeps, strict=True)), dead)
        won = tried = 0.0
        for own in combinations(stub, count[0]):
            mine = values.value((*keeps[0], *own))
            for other in combinations([card for card in stub if card not in own], count[1]):
                theirs = values.value((*keeps[1], *other))
                won += 1.0 if mine < theirs else 0.5 * (mine == theirs)
                tried += 1
        assert equity(spot).shares[0] == pytest.approx(won / tried, abs=1e-12)


@pytest.mark.parametrize("keep", ["As 2h 3d", "As 2h Kd", "As 2h 3d Kd"])
def test_a_range_of_any_hands_at_the_last_draw_is_the_sum_of_its_hands(keep):
    """Hands that stand pat, from the twelve cards that are not dead, against one or two cards, or none."""
    stub = cards("5s 5h 6s 6h 7s 7h 8d 8c 9s Th Jc Qs")
    dead = tuple(card for card in DECK if card not in cards("As 2h 3d Kd") + stub)
    hero, other = player("As 2h 3d Kd", 1, keep), parse_range("badugi, tri*0.5, 2-card, 1-card*0.25")
    found = equity(Spot((hero, Player(other, 0)), dead))
    assert found.method == "exact"
    share = weight = 0.0
    for hand in combinations(stub, 4):
        size = values.size(values.value(hand))
        times = {4: 1, 3: 0.5, 2: 1, 1: 0.25}[size]
        spot = Spot((hero, Player(of_hand(hand), 0)), dead)
        alone = equity(spot)
        share += times * alone.shares[0]
        weight += times
    assert found.shares[0] == pytest.approx(share / weight, abs=1e-12)


def test_two_ranges_of_few_hands_are_the_sum_of_their_pairs_of_hands():
    """Two badugis and two hands that draw a card, and a card that is in two of them."""
    ours, theirs = parse_range("As 2h 3d 9c, 4s 5h 6d 7c*0.5"), parse_range("2s 3h 7d Qd, As 4h 8d Kd")
    share = weight = 0.0
    for own in ours.parts:
        for other in theirs.parts:
            assert own.hand
            assert other.hand
            if not {*own.hand} & {*other.hand}:
                spot = Spot((hand_player(own.hand, 1), hand_player(other.hand, 1)))
                share += own.weight * equity(spot).shares[0]
                weight += own.weight
    found = equity(Spot((Player(ours, 1), Player(theirs, 1))))
    assert weight == 2
    assert found.method == "exact"
    assert found.shares[0] == pytest.approx(share / weight, abs=1e-12)


@pytest.mark.parametrize(
    ("players", "dead", "message"),
    [
        ([("As 2h 3d Kd", 1)], "", "2 to 10 players, not 1"),
        ([("As 2h 3d Kd", 1), ("As 7h 5s 4d", 1)], "", "As is named twice"),
        ([("As 2h 3d Kd", 1), ("9c 7h 5s 4d", 1)], "9c", "9c is named twice"),
        ([("As 2h 3d Kd", 4), ("9c 7h 5s 4d", 1)], "", "player 1 has 4 draws left"),
        ([("As 2h 3d Kd", 1, "As Ks"), ("9c 7h 5s 4d", 1)], "", "player 1 does not hold Ks"),
        ([("As 2h 3d Kd", 0, "As"), ("9c 7h 5s 4d", 0)], "", "player 1 has no draw left"),
        ([("As 2h 3d Kd", 1, "As As"), ("9c 7h 5s 4d", 1)], "", "player 1 keeps a card twice"),
    ],
)
def test_what_cannot_occur_is_refused(players, dead, message):
    with pytest.raises(OddsError, match=message):
        equity(Spot(tuple(player(*each) for each in players), cards(dead)))


def test_a_player_cannot_keep_cards_of_a_range_or_while_pat():
    other = player("9c 7h 5s 4d", 1)
    with pytest.raises(OddsError, match="player 1 holds a range"):
        equity(Spot((Player(PAT, 1, A23), other)))
    with pytest.raises(OddsError, match="player 1 stands pat"):
        equity(Spot((player("As 2h 3d Kd", 1, "As", pat=True), other)))
    with pytest.raises(OddsError, match="four different cards"):
        hand_player(A23, 1)


# --- unbeatable hands


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
def test_what_no_unseen_cards_beat(hand, thrown, unbeatable):
    held = cards(hand)
    assert is_unbeatable(held, unseen(held, cards(thrown))) is unbeatable


def test_unbeatable_agrees_with_trying_every_hand():
    """On stubs of 16 low cards, where every opposing hand can be tried."""
    random = Random(3)  # noqa: S311 - repeatable, not secret
    low = [card for card in DECK if card < 24]
    badugis = [hand for hand in combinations(low, 4) if values.is_badugi(hand)]
    both = set()
    for _ in range(60):
        hand = random.choice(badugis)
        stub = tuple(random.sample([card for card in low if card not in hand], 10))
        beaten = any(values.value(other) < values.value(hand) for other in combinations(stub, 4))
        assert is_unbeatable(hand, stub) is not beaten, names(hand)
        both.add(beaten)
    assert both == {True, False}


@pytest.mark.parametrize(
    ("hand", "beating"),
    [("5-3-2-A", 0.09), ("7-3-2-A", 1.7), ("8-6-4-2", 5.7), ("9-7-5-2", 12.0), ("T-8-5-3", 22.0)],
)
def test_how_many_badugis_beat_one(hand, beating):
    """Published, of the badugis that remain without the cards of the hand."""
    ranks = ["A23456789TJQK".index(rank) for rank in hand.split("-")]
    held = tuple(4 * rank + suit for suit, rank in enumerate(ranks))
    left = hands(PAT).without(mask_of(held))
    value = states().value[left.state]
    if hand == "5-3-2-A":
        assert ((value < values.value(held)).sum(), len(value)) == (11, 12_501)
    assert 100 * (value < values.value(held)).mean() == pytest.approx(beating, abs=0.05)


# --- ranges


@pytest.mark.quick
@pytest.mark.parametrize(
    ("text", "number"),
    # Census of STATS: badugis 24, 96, 240, 480, 840 by high card; A23 is 900 hands, A2 3,632.
    [
        ("badugi", 17_160),
        ("badugi 8-", 1680),
        ("badugi 6-8", 1560),
        ("badugi J+", 12_120),
        ("badugi 8-, badugi 7-", 1680),
        ("tri 7-", 26_460),
        ("3-card 7", 10_620),
        ("three-card 3", 900),
        ("2-card 5-", 28_100),
        ("1-card", 2873),
        ("A23x", 900),
        ("32A", 900),
        ("A2xx", 3632),
        ("A237", 24),
        ("7-3-2-a", 24),
        ("As2h3dKd", 1),
        ("any", 270_725),
        ("pat", 17_160),
        ("one", 40_320),
        ("two", 13_076),
        ("three", 270_725),
        ("badugi 8-, tri 5-, As 2h 3d Kd", 1680 + 8280 + 0),
    ],
)
def test_ranges_as_players_write_them(text, number):
    held = hands(parse_range(text)).held
    assert len(np.unique(held)) == len(held) == number


@pytest.mark.parametrize(
    ("text", "percent"),
    # Published shares of all hands.
    [("badugi T-", 1.862), ("badugi Q+", 100 * (3960 + 5280) / 270_725), ("tri 8-", 14.893), ("24", 1.031)],
)
def test_shares_of_the_deal(text, percent):
    assert 100 * len(hands(parse_range(text)).held) / comb(52, 4) == pytest.approx(percent, abs=0.02)


@pytest.mark.parametrize(("number", "seed"), [(500, 1), pytest.param(10_000, 2, marks=pytest.mark.long)])
def test_winners_agree_with_pokerkit(number, seed):
    """Compare the winners of showdowns by the table of values with those of PokerKit's evaluator."""
    random = Random(seed)  # noqa: S311 - repeatable, not secret
    dealt = np.array([random.sample(DECK, 8) for _ in range(number)], np.uint8).reshape(-1, 2, 4)
    value = values_of_hands()[
        np.stack([set_numbers(np.sort(dealt[:, place], axis=1)) for place in (0, 1)])
    ].astype(int)
    for held, found in zip(dealt.tolist(), np.sign(value[1] - value[0]).tolist(), strict=True):
        ours, other = (BadugiHand.from_game(tuple(Card.parse("".join(map(name, hand))))) for hand in held)
        assert (ours > other) - (ours < other) == found, held


def test_weights():
    found = hands(parse_range("A237, 2389*50%, As 2h 3d 7c * 0.25"))
    assert sorted(set(found.weight.tolist())) == [0.5, 1.0]  # the heaviest of two items counts
    assert found.weight.sum() == 24 + 12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("badugy 8-", "has 'badugy 8-', which is no range; write for example badugi 8-"),
        ("", "has an empty item"),
        ("AAx", "which is no range"),
        ("AA2x", "'AA2x' names a rank twice; write different ranks, such as A23x or 5-3-A"),
        ("5-5-A", "'5-5-A' names a rank twice; write different ranks"),
        ("A2345", "which is no range"),
        ("badugi 3", "the best badugi hand is 4 high"),
        ("tri 7-*0", "a weight is above 0"),
        ("As 2h 3d", "a hand has 4 cards, and 'As 2h 3d' has 3"),
        ("Ax 2h 3d Kd", "'Ax' is no card"),
        ("As As 3d Kd", "As is twice"),
        ("two-one-pat-pat", "the draw line two-one-pat-pat has 4 draws; a hand has at most 3"),
    ],
)
def test_a_range_that_is_not_understood_is_named(text, message):
    with pytest.raises(OddsError, match=message):
        parse_range(text)


def test_a_line_that_nobody_plays_is_refused():
    with pytest.raises(OddsError, match="no hand is drawn to like one-two"):
        hands(of_line((1, 2)))


def test_a_draw_line_has_the_hands_that_it_leads_to():
    """Half of the badugis made from three cards up to an eight are eight or lower."""
    found = hands(of_line((1, 0)))
    assert found.sampled
    value = states().value[found.state]
    assert (value <= 715).all()
    assert (value <= values.value_of((7, 6, 5, 4))).mean() == pytest.approx(0.5, abs=0.03)
    assert ((found.seen & ~found.held) != 0).all()  # the card that was thrown
    assert (states().size[hands(of_line((2, 1))).state] == 3).all()


def test_cards_as_they_are_written():
    assert parse_cards("") == ()
    assert parse_cards("As2h  kD") == cards("As 2h Kd")
    assert parse_hand("As2h3dKd") == cards("As 2h 3d Kd")
    assert parse_hand("A♠ 2♥\ufe0f3♦K♣") == cards("As 2h 3d Kc")
    assert parse_range("A♠2♥3♦4♣") == parse_range("As 2h 3d 4c")
    with pytest.raises(OddsError, match="'Ax' is no card"):
        parse_cards("Ax 2h")
    with pytest.raises(OddsError, match="a hand has 4 cards, and 'As 2h' has 2"):
        parse_hand("As 2h")
    assert name(parse_cards("td")[0]) == "Td"


@pytest.mark.parametrize(
    "text",
    [
        "[As 2h 10d 6c]", "As, 2h, 10d, 6c", "(aS 2H 10D 6C)", "A♠ 2♥ 10♦ 6♣", "[A♠,2♥,T♦,6♣]",
    ],
)  # fmt: skip
@pytest.mark.quick
def test_cards_as_they_are_pasted(text):
    held = cards("As 2h Td 6c")
    assert parse_hand(text) == held
    assert parse_range(text) == parse_range("As 2h Td 6c")
    assert parse_range(f"tri 7-, {text.replace(',', ' ')}*0.5").parts[-1].hand == held


@pytest.mark.parametrize("read", [parse_hand, parse_range])
@pytest.mark.parametrize(
    ("text", "wrong"),
    [("As,1s,6d,6c", "'1s' is"), ("[As 2h 6d 11c]", "'11' in '11c' is"), ("As,2h,6d,6", "'6' is")],
)
def test_a_wrong_card_is_named_by_itself(read, text, wrong):
    with pytest.raises(
        OddsError, match=rf"^{wrong} no card; a card is a rank \(A23456789TJQK, 10\) and a suit"
    ):
        read(text)
