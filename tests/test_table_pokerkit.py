"""The table against PokerKit: seeded random hands of fixed limit, played in both engines in lockstep.

At every step both must agree on who acts, what a call costs, what may be bet, all stacks, and the pots; in the end
on who gets what. They play by different rules in seven points, which this test keeps apart by name:

1. *Cap before the draw.* PokerKit counts four bets beside the big blind, PokerStars counts the blind as the first
   (no round of 186 real hands went above four small bets).
2. *Short all-ins.* PokerKit adds a full bet on top of a short all-in raise and counts it toward the cap; at
   PokerStars the next raiser completes it to the next full bet, and the cap counts by amount (real hands). So once
   somebody bets or raises all-in for less, the rest of that round is played without raises, and none are compared.
3. *Short big blind.* PokerKit lets others call what was posted, PokerStars and the WSOP (live-action rule 150) ask
   for the whole blind. The big blind always has the chips for it here.
4. *Odd chips.* PokerKit gives them all to the first winner and splits pots with the same winners as one, the WSOP
   (rule 149) splits each pot for itself (as PokerStars prints them) and gives one chip each from the left of the
   button. Shares are compared to the chip where one odd chip of one pot is split between two, where both rules agree.
5. *Idle checks.* PokerKit asks a player who has nothing to call and nobody to bet at for a check, when he is the
   last of the round before the draw; here, as at PokerStars, nobody acts once all others are all-in.
6. *Raises that nobody can match.* PokerKit forbids a raise when every opponent's chips end at the bet already made;
   no room's rule was found, and such chips come back uncalled, so the table allows it. Nobody does it here.
7. *Burning.* PokerKit burns a card before each draw, PokerStars burns none; the burnt cards here are blank.
"""

import os
from collections import Counter
from dataclasses import dataclass, replace
from random import Random

import pytest
from pokerkit import Automation, FixedLimitBadugi, Mode, State

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards, names
from badugi_hh.engine.pots import share
from badugi_hh.engine.rules import POKERSTARS, Post
from badugi_hh.engine.table import Phase, Table

SMALL_BLIND, SMALL_BET, BIG_BET = 50, 100, 200
RULES = replace(
    POKERSTARS, small_blind=SMALL_BLIND, big_blind=SMALL_BET, small_bet=SMALL_BET, big_bet=BIG_BET
)
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@dataclass(slots=True)
class Both:
    """One hand in both engines. PokerKit's player `i` is `table.order[i]`: the first left of the button."""

    table: Table
    state: State
    random: Random
    deck: list[int]
    seen: Counter[str]
    all_pat: bool  # nobody draws, so that equal hands stay equal
    short_all_in: bool = False  # somebody bet or raised all-in for less in this round

    def play(self) -> None:
        while self.table.phase in {Phase.BETTING, Phase.DRAWING}:
            self.compare()
            round_ = self.table.round
            if self.table.phase is Phase.DRAWING:
                self.draw()
            else:
                self.bet()
                self.table.return_uncalled()  # as PokerKit does, at once; nothing to do within a round
            if (self.table.round, self.table.phase) != (round_, Phase.BETTING):
                self.short_all_in = False
        self.settle()

    # --- the same in both

    def compare(self) -> None:
        table, state = self.table, self.state
        if table.phase is Phase.DRAWING and state.actor_index is not None:
            assert len(table.able) == 1
            assert state.checking_or_calling_amount == 0
            assert state.min_completion_betting_or_raising_to_amount is None
            state.check_or_call()
            self.seen["idle checks"] += 1
        assert [table.stacks[seat] for seat in table.order] == state.stacks
        assert table.pot == state.total_pot_amount
        assert [seat not in table.folded for seat in table.order] == state.statuses
        if table.phase is Phase.BETTING:
            assert table.actor == table.order[state.actor_index]
            assert table.price(table.actor) == state.checking_or_calling_amount
            self.compare_bounds()
        else:
            assert state.actor_index is None
            assert by_players(table) == {
                frozenset(pot.player_indices): pot.unraked_amount for pot in state.pots
            }
        self.seen["steps"] += 1

    def compare_bounds(self) -> None:
        table, state = self.table, self.state
        theirs = state.min_completion_betting_or_raising_to_amount
        assert theirs == state.max_completion_betting_or_raising_to_amount
        ours = table.bet_bounds(table.actor)
        if self.short_all_in:
            self.seen["decisions after a short all-in"] += 1
        elif table.round == 0 and table.level == 4 * SMALL_BET:
            assert ours is None, "PokerStars counts the blind as the first of four bets"
            self.seen["pokerkit's fifth bet"] += theirs is not None
        elif not self.can_be_matched():
            assert theirs is None
            self.seen["raises nobody can match"] += ours is not None
        else:
            assert ours == (None if theirs is None else (theirs, theirs))

    def can_be_matched(self) -> bool:
        """Tell whether an opponent of the actor has chips to call more than the bet that stands."""
        table = self.table
        return any(
            table.street[seat] + table.stacks[seat] > table.level
            for seat in table.live
            if seat != table.actor
        )

    # --- acting

    def bet(self) -> None:
        table, state, seat = self.table, self.state, self.table.actor
        closed = self.short_all_in or not self.can_be_matched()
        bounds = None if closed else table.bet_bounds(seat)
        act = self.random.choices(("raise", "call", "fold"), (35, 50, 15))[0]
        if act == "raise" and bounds:
            to = bounds[0]
            self.short_all_in = bool(to % RULES.bet_size(table.round))
            table.bet_to(seat, to)
            state.complete_bet_or_raise_to(to)
        elif act == "fold" and table.price(seat):
            table.fold(seat)
            state.fold()
        elif table.price(seat):
            table.call(seat)
            state.check_or_call()
        else:
            table.check(seat)
            state.check_or_call()

    def draw(self) -> None:
        """Every player draws: PokerKit takes all discards first and deals afterwards."""
        table, state = self.table, self.state
        coming = []
        first = table.round
        while table.phase is Phase.DRAWING and table.round == first:
            seat = table.actor
            assert table.order[state.stand_patter_or_discarder_index] == seat
            hand = table.hands[seat]
            pat = self.all_pat or len(self.deck) < 8
            count = 0 if pat else self.random.choice((0, 0, 1, 1, 2, 3, 4))
            thrown = tuple(self.random.sample(hand, count))
            drawn = tuple(self.deck.pop() for _ in range(count))
            table.draw(seat, count, thrown, drawn)
            state.stand_pat_or_discard(written(thrown))
            if count:
                coming.append((seat, drawn))
        state.burn_card("??")
        for seat, drawn in coming:
            assert table.order[state.hole_dealee_index] == seat
            state.deal_hole(written(drawn))

    # --- the end

    def settle(self) -> None:
        table, state = self.table, self.state
        if table.phase is Phase.SHOWDOWN:
            self.show()
        odd = split = 0
        for level, pot in enumerate(table.pots()):
            worth = {seat: values.value(table.hands[seat]) for seat in pot.seats}
            winners = [seat for seat in pot.seats if worth[seat] == min(worth.values())]
            for seat, amount in share(pot.amount, winners).items():
                table.stacks[seat] += amount
            split += len(winners) > 1
            odd += pot.amount % len(winners)
            self.seen["split pots"] += len(winners) == 2
            self.seen["pots split in three"] += len(winners) > 2
            self.seen["side pots"] += level > 0
        assert state.status is False
        ours = [table.stacks[seat] for seat in table.order]
        if odd > 1 or (odd and split > 1):
            assert sum(ours) == sum(state.stacks)
            assert all(abs(mine - theirs) <= odd for mine, theirs in zip(ours, state.stacks, strict=True))
            self.seen["odd chips"] += 1
        else:
            assert ours == state.stacks
        self.seen[table.phase] += 1
        self.seen["all-in"] += 0 in ours

    def show(self) -> None:
        """Show every hand in PokerKit, which asks the last bettor first as PokerStars does."""
        due = list(self.table.showdown_order())
        while self.state.showdown_index is not None:
            assert self.table.order[self.state.showdown_index] == due.pop(0)
            self.state.show_or_muck_hole_cards(True)
        assert due == []


def written(cards: Cards) -> str:
    return names(cards).replace(" ", "")


def by_players(table: Table) -> dict[frozenset[int], int]:
    return {frozenset(table.order.index(seat) for seat in pot.seats): pot.amount for pot in table.pots()}


def deal(random: Random, players: int) -> tuple[list[Cards], list[int], bool]:
    """Deal hands; in about half of all deals the best one is held twice or thrice, in other suits."""
    deck = random.sample(DECK, 52)
    hands = [tuple(deck.pop() for _ in range(4)) for _ in range(players)]
    best = min(range(players), key=lambda player: values.value(hands[player]))
    twins = []
    if random.random() < 0.6:
        for player in random.sample(range(players), min(players - 1, 2)):
            twin = tuple(card // 4 * 4 + (card + len(twins) + 1) % 4 for card in hands[best])
            if player != best and set(twin) <= set(deck):
                deck = [card for card in (*deck, *hands[player]) if card not in twin]
                hands[player] = twin
                twins.append(player)
    random.shuffle(deck)
    return hands, deck, bool(twins)


def start(random: Random, seen: Counter[str]) -> Both:
    players = random.randint(2, 6)
    seats = sorted(random.sample(range(1, 9), players))
    table_stacks = {
        seat: random.choice((random.randint(1, 150), random.randint(100, 900), 5000)) for seat in seats
    }
    button = random.choice(seats)
    order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    small, big = (order[0], order[1]) if players > 2 else (order[1], order[0])
    table_stacks[big] = max(table_stacks[big], SMALL_BET)
    hands, deck, twins = deal(random, players)

    table = Table(RULES, table_stacks, button)
    table.post(small, Post.SMALL_BLIND, min(SMALL_BLIND, table_stacks[small]))
    table.post(big, Post.BIG_BLIND, SMALL_BET)
    table.deal(dict(zip(order, hands, strict=True)))
    table.return_uncalled()  # a blind against a shorter one that is all-in

    stacks = [table_stacks[seat] for seat in order]
    blinds = (SMALL_BLIND, SMALL_BET)
    state = FixedLimitBadugi.create_state(
        AUTOMATIONS, True, 0, blinds, SMALL_BET, BIG_BET, stacks, players, mode=Mode.CASH_GAME
    )
    for hand in hands:
        state.deal_hole(written(hand))
    return Both(table, state, random, deck, seen, all_pat=twins)


def play_many(first: int, count: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in range(first, first + count):
        try:
            start(Random(seed), seen).play()  # noqa: S311 - a seeded game
        except Exception as error:
            error.add_note(f"the hand of seed {seed}")
            raise
    return seen


def report(capsys: pytest.CaptureFixture[str], first: int, count: int, seen: Counter[str]) -> None:
    with capsys.disabled():
        what = ", ".join(f"{number} {name}" for name, number in sorted(seen.items()))
        print(f"\n{count} hands of seeds {first} to {first + count - 1} agree with PokerKit: {what}")  # noqa: T201 - the seeds are part of the result


def test_both_engines_play_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    first, count = 1, 800
    seen = play_many(first, count)
    report(capsys, first, count, seen)
    for kind in (
        "split pots",
        "pots split in three",
        "side pots",
        "decisions after a short all-in",
        "pokerkit's fifth bet",
        "all-in",
    ):
        assert seen[kind] >= 5, f"too few {kind} to tell anything"
    assert seen[Phase.SHOWDOWN] + seen[Phase.OVER] == count


@pytest.mark.long
def test_both_engines_play_the_same_for_long(capsys: pytest.CaptureFixture[str]) -> None:
    first, count = 100_000, int(os.environ.get("BADUGI_HH_LONG", "10000"))
    report(capsys, first, count, play_many(first, count))
