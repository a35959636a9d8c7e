"""Simulated hands: repeatable, legal, whole, worded as the client words them; deck, rake and players behave."""

from collections import Counter
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise

import pytest
from support.spread import spread

from badugi_hh.engine.rules import POKERSTARS, ROOMS, Betting, Post
from badugi_hh.history import events as ev
from badugi_hh.history.blocks import Block, split_blocks
from badugi_hh.history.parse import parse
from badugi_hh.history.write import write
from badugi_hh.replay import replay
from badugi_hh.simulate import HERO, POOL, CashGame, SitAndGo, StyledPlayer, games, simulate, write_files
from badugi_hh.simulate.chance import Chance, Deck
from badugi_hh.simulate.payout import Rake
from badugi_hh.simulate.styles import CALLER, MANIAC, ROCK, SOLID

FULL_RING = CashGame("Vega", 8, 8, 25, 50)
# Callers who draw as many cards as they can: the deck runs out.
DRAW_MANY = replace(CALLER, loose=0.9, sticky=0.9, tri=(2, 2, 2), pat=(3, 3, 3))


@pytest.fixture(scope="module", params=[600, pytest.param(1500, marks=pytest.mark.long)])
def hands(request):
    return list(simulate(request.param, seed=17))


# --- repeatable


@pytest.mark.quick
def test_a_seed_names_one_sequence_of_hands():
    assert list(simulate(60, seed=3)) == list(simulate(60, seed=3))
    assert list(simulate(60, seed=3)) != list(simulate(60, seed=4))
    assert list(simulate(60, seed=3)) == list(simulate(90, seed=3))[:60]


def test_chance_gives_the_same_sequence_on_every_python():
    # Worked out from the Mersenne Twister's own output: random.Random(1).random() is 0.13436424411240122.
    chance = Chance(1)
    assert [chance.below(1000) for _ in range(5)] == [134, 847, 763, 255, 495]


def test_the_sequence_does_not_change_by_accident(golden):
    text = "".join(write(hand).replace("\n", "\r\n") for hand in simulate(200, seed=1))
    golden("simulate-200-hands-of-seed-1.sha256", sha256(text.encode()).hexdigest() + "\n")


def test_no_hands_are_no_hands():
    assert list(simulate(0, seed=1)) == []
    assert list(simulate(-1, seed=1)) == []


@pytest.mark.parametrize(
    ("games", "pool", "message"),
    [
        ([], POOL, "the list of games is empty"),
        ([FULL_RING], POOL[:6], "cannot seat 8 players at a table of 8 with 6 opponents"),
        ([replace(FULL_RING, players=9)], POOL, "cannot seat 9 players at a table of 8"),
        ([replace(FULL_RING, players=1)], POOL, "seat 1 players"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(games, pool, message):
    with pytest.raises(ValueError, match=message):
        simulate(5, seed=1, games=games, pool=pool)


# --- legal and whole


def assert_legal(hands, rules=POKERSTARS):
    for hand in hands:
        problems = replay(hand, rules=rules).problems
        assert not problems, f"{problems}\n{write(hand)}"


def test_every_hand_replays_without_a_problem(hands):
    assert_legal(hands)


def test_hands_have_growing_numbers_and_times(hands):
    assert all(int(first.id) < int(second.id) for first, second in pairwise(hands))
    times = [hand.moment.utc for hand in hands if hand.moment.utc is not None]
    assert len(times) == len(hands)
    assert all(first < second for first, second in pairwise(times))


@pytest.mark.parametrize("number", [450, pytest.param(900, marks=pytest.mark.long)])
def test_a_tournament_s_chips_stay_the_same(number):
    played = list(simulate(number, seed=5, games=[SitAndGo(6, 500, 50)]))
    for hand in played:
        assert sum(seat.stack for seat in hand.seats) == 6 * 1500
    finished = [event for hand in played for event in hand.events if isinstance(event, ev.Finished)]
    assert {event.place for event in finished} == {2, 3, 4, 5, 6}
    assert {event.prize and event.prize.text for event in finished if event.place == 2} == {"$10.50"}
    assert {event.prize and event.prize.text for event in finished if event.place > 2} == {None}
    winners = [event for hand in played for event in hand.events if isinstance(event, ev.WonTournament)]
    assert {event.prize and event.prize.text for event in winners} == {"$19.50"}
    assert len({hand.tournament.id for hand in played if hand.tournament}) >= len(winners) > 0


@pytest.mark.quick
def test_levels_rise():
    game = SitAndGo(8, 200, 20, hands_per_level=5)
    played = list(simulate(12, seed=8, games=[game]))
    assert [hand.tournament.level for hand in played[:12] if hand.tournament] == ["I"] * 5 + ["II"] * 5 + [
        "III"
    ] * 2
    assert [(hand.stakes.low, hand.stakes.high) for hand in played[::5]] == [(20, 40), (30, 60), (50, 100)]


def test_a_cash_game_has_the_room_s_small_blind():
    for low, small_blind in ((25, 10), (5, 2), (100, 50), (300, 100), (250, 125)):
        (hand,) = simulate(1, seed=1, games=[CashGame("Vega", 6, 6, low, 2 * low)])
        posts = [event.amount for event in hand.events if isinstance(event, ev.Posted)]
        assert posts[:2] == [small_blind, low]


# --- the hero's view


def test_only_the_hero_s_cards_are_dealt_openly(hands):
    for hand in hands:
        for event in hand.events:
            match event:
                case ev.Dealt() | ev.Drew():
                    assert event.player == HERO.name
                case ev.Discarded() | ev.StoodPat():
                    assert (event.cards is not None) == (event.player == HERO.name)


# --- rooms and games


ANTES = (CashGame("Vega", 6, 5, 25, 50, ante=5, blinds=False), CashGame("Deneb", 6, 6, 25, 50, ante=5))


@pytest.mark.parametrize(("room", "betting"), spread(ROOMS, Betting, times=2))
def test_every_game_of_every_room_is_legal_there(room, betting):
    """Two to ten players, blinds, antes and both, cash and tournaments: no problem, and the same hand again."""
    tables = [*games(betting), *games(betting, 10), *(replace(game, betting=betting) for game in ANTES)]
    for game in tables:
        for hand in simulate(4, 23, games=[game], room=ROOMS[room]):
            assert replay(hand, rules=ROOMS[room]).problems == ()
            (block,) = split_blocks("", [write(hand)])
            assert isinstance(block, Block)
            assert parse(block).hand == hand


@pytest.mark.parametrize("number", [60, pytest.param(150, marks=pytest.mark.long)])
def test_rooms_play_differently(number):
    """What one room allows is wrong in another: raises over the cap, reshuffles, whose blind it is."""
    pool = [StyledPlayer(f"Reed {number}", MANIAC) for number in range(9)]
    wild = list(simulate(2 * number, 7, games=[FULL_RING], room=ROOMS["home"], pool=pool))
    assert not any(replay(hand, rules=ROOMS["home"]).problems for hand in wild)
    found = {problem.code.id for hand in wild for problem in replay(hand).problems}
    assert found == {"R04"}  # more than four bets
    full = [CashGame("Vega", 10, 10, 25, 50)]
    many = [StyledPlayer(f"Reed {number}", DRAW_MANY) for number in range(9)]
    for room, other in (("home", "pokerstars"), ("pokerstars", "wsop-live")):
        dealt = list(simulate(number, 7, games=full, room=ROOMS[room], pool=many))
        assert not any(replay(hand, rules=ROOMS[room]).problems for hand in dealt)
        assert any(replay(hand, rules=ROOMS[other]).problems for hand in dealt)


@pytest.mark.parametrize("number", [150, pytest.param(400, marks=pytest.mark.long)])
def test_a_dead_button_leaves_small_blinds_out(number):
    for room, dead in (("pokerstars", False), ("wsop-tournament", True)):
        without = 0
        for hand in simulate(number, 11, games=[SitAndGo(8, 200, 20)], room=ROOMS[room]):
            posts = [event.post for event in hand.events if isinstance(event, ev.Posted)]
            without += Post.SMALL_BLIND not in posts
        assert (without > 0) is dead


@pytest.mark.parametrize("number", [300, pytest.param(600, marks=pytest.mark.long)])
def test_missed_blinds_are_posted_by_who_comes_back(number):
    drowsy = [StyledPlayer(f"Reed {number}", replace(SOLID, absent=0.02)) for number in range(8)]
    posts = Counter()
    for hand in simulate(number, 5, games=[FULL_RING], pool=drowsy):
        result = replay(hand)
        assert not result.problems
        posted = [event.post for event in hand.events if isinstance(event, ev.Posted)]
        posts.update(posted[2:])
    assert min(posts[post] for post in (Post.SMALL_BLIND, Post.BIG_BLIND, Post.BOTH_BLINDS)) > number // 120


# --- files


def test_files_are_laid_out_as_the_client_does(tmp_path):
    played = list(simulate(260, seed=9))
    paths = write_files(played, tmp_path)
    assert sorted(paths) == sorted(tmp_path.iterdir())
    text = ""
    for path in paths:
        assert path.read_bytes().startswith(b"\xef\xbb\xbfPokerStars Hand #")
        text += path.read_bytes().decode("utf-8-sig")
    assert "\ufeff" not in text
    assert "\n" not in text.replace("\r\n", "")
    assert text.replace("\r\n", "\n").split("\n\n\n\n") == [*(write(hand) for hand in played), ""]


# --- deck


def test_a_renewed_deck_gives_nobody_his_own_discards():
    deck = Deck(POKERSTARS, Chance(5))
    first, second = deck.deal(26), deck.deal(26)
    deck.throw(1, first, 1)
    deck.throw(2, second[:4], 1)
    deck.renew(1)
    assert deck.available(1) == 4
    assert set(deck.draw(1, 4)) == set(second[:4])
    assert set(deck.draw(2, 26)) == set(first)


def test_a_room_may_keep_this_draw_s_discards_out_and_give_own_ones_back():
    room = replace(POKERSTARS, own_discards_return=True, reshuffle_this_draw=False)
    deck = Deck(room, Chance(5))
    first, second = deck.deal(26), deck.deal(26)
    deck.throw(1, first, 1)
    deck.throw(2, second, 2)
    assert deck.available(1, renewed_at=2) == 26
    deck.renew(2)
    assert set(deck.draw(1, 26)) == set(first)


def test_reshuffles_come_exactly_when_the_stub_is_too_short():
    pool = [StyledPlayer(f"Reed {number}", DRAW_MANY) for number in range(9)]
    reshuffles = 0
    for hand in simulate(160, seed=3, games=[FULL_RING], pool=pool):
        assert not replay(hand).problems
        left, announced = 52 - 4 * len(hand.seats), False
        folded = 0
        for event in hand.events:
            if isinstance(event, ev.Folded):
                folded += 1
            elif isinstance(event, ev.DeckReshuffled):
                reshuffles, announced = reshuffles + 1, True
            elif isinstance(event, ev.Discarded):
                assert announced == (event.count > left)
                if announced:
                    left, announced = 52 - 4 * (len(hand.seats) - folded), False
                left -= event.count
    assert reshuffles > 20


# --- rake


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_rake_is_a_rounded_share_up_to_a_cap(players):
    rake = Rake(450, (50, 100, 300))
    cap = {2: 50, 3: 100, 4: 100}.get(players, 300)
    for amount in (0, 1, 10, 11, 12, 33, 34, 100, 300, 700, 999, 1111, 1112, 2222, 2223, 6666, 6667, 99_999):
        exact = (Decimal(amount) * Decimal("0.045")).quantize(Decimal(1), ROUND_HALF_EVEN)
        assert rake.of(amount, players) == min(int(exact), cap)


# --- players


def shares(style, hands=400):
    """Play `hands` hands of one style against solid players; return how often it enters and raises first."""
    name = "Moss"
    game = CashGame("Vega", 6, 6, 25, 50)
    pool = [StyledPlayer(f"Reed {number}", SOLID) for number in range(6)]
    entered = raised = 0
    for hand in simulate(hands, seed=21, games=[game], hero=StyledPlayer(name, style), pool=pool):
        before = []
        for event in hand.events:
            if isinstance(event, ev.SectionBegan) and event.section is ev.Section.FIRST_DRAW:
                break
            if isinstance(event, ev.Called | ev.Raised) and event.player == name:
                before.append(event)
        entered += bool(before)
        raised += any(isinstance(event, ev.Raised) for event in before)
    return {"vpip": Fraction(entered, hands), "pfr": Fraction(raised, hands)}


def test_styles_play_as_they_are_declared():
    rock, solid, caller, maniac = (shares(style) for style in (ROCK, SOLID, CALLER, MANIAC))
    assert rock["vpip"] < solid["vpip"] < caller["vpip"]
    assert caller["pfr"] < solid["pfr"] < maniac["pfr"]
    assert caller["vpip"] > Fraction(2, 5) > Fraction(1, 4) > rock["vpip"]


def test_a_cap_is_announced_after_the_fourth_bet():
    pool = [StyledPlayer(f"Reed {number}", MANIAC) for number in range(9)]
    announced = 0
    for hand in simulate(150, seed=4, games=[FULL_RING], pool=pool):
        for before, event in pairwise(hand.events):
            if isinstance(event, ev.BettingCapped):
                assert isinstance(before, ev.Raised)
                assert before.to in {4 * hand.stakes.low, 4 * hand.stakes.high}
                announced += 1
    assert announced > 5
