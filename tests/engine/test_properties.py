"""What must hold of the table whatever the rules and whatever is played.

Hypothesis chooses the rules, the stacks and a seed; the seed plays one hand by what the table says is legal. A dealer
with a deck of their own, who follows the docstring of `Rules` and none of the engine's code, deals real cards. Most
hands are open to the table, in the others it sees the cards of some seats only.
"""

from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.tables import allowed, copy_table, state_of

from badugi_hh.engine.cards import DECK, Card, Cards
from badugi_hh.engine.rules import ROOMS, Betting, Post, Rules, Uncapped
from badugi_hh.engine.seating import seating
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.violation import RuleError

NOBODY = 99
"""A seat that is never dealt in."""


# --- the dealer


@dataclass(slots=True)
class Dealer:
    """Fifty-two real cards: in the deck, in hands, on the pile (with the draw they were thrown at), burnt."""

    rules: Rules
    random: Random
    deck: list[Card]
    hands: dict[int, Cards] = field(default_factory=dict)
    pile: dict[Card, int] = field(default_factory=dict)
    burnt: set[Card] = field(default_factory=set)
    thrown_by: dict[int, set[Card]] = field(default_factory=dict)
    returned: set[Card] = field(
        default_factory=set
    )  # came back with the last reshuffle, and were open to see
    before: int | None = None  # what the deck was enough for before a reshuffle, until the draw it serves
    old: int = 0  # cards of the old deck that must be dealt first in the draw after a reshuffle

    def deal(self, seats):
        for seat in seats:
            self.hands[seat] = self.take(4)
            self.thrown_by[seat] = set()

    def take(self, count, barred=frozenset()):
        """Take the first cards of the deck that are not barred."""
        taken = [card for card in self.deck if card not in barred][:count]
        assert len(taken) == count
        self.deck = [card for card in self.deck if card not in taken]
        return tuple(taken)

    def barred(self, seat):
        return set() if self.rules.own_discards_return else self.thrown_by[seat]

    def can_serve(self, seat, count):
        return len(set(self.deck) - self.barred(seat)) >= count

    def fold(self, seat):
        self.pile.update(dict.fromkeys(self.hands.pop(seat), 0))

    def burn(self):
        if self.rules.burn and self.deck:
            self.burnt.add(self.deck.pop(0))

    def returning(self, draw):
        return {card for card, at in self.pile.items() if self.rules.reshuffle_this_draw or at != draw}

    def enough(self, cards, *, last):
        """Return for how many cards a deck of so many is enough."""
        return cards if last or not self.rules.keep_last_card else max(0, cards - 1)

    def offer(self, draw, *, last):
        """Return the counts that can be drawn, and whether the deck may be renewed first."""
        enough = self.enough(len(self.deck), last=last)
        if self.before is not None:
            return tuple(range(self.before + 1, min(4, enough) + 1)), False
        renewed = self.enough(len(self.deck) + len(self.burnt) + len(self.returning(draw)), last=last)
        return tuple(range(min(4, enough) + 1)), enough < min(4, renewed)

    def reshuffle(self, draw, *, last):
        """Make a new deck; `last` says that the player who draws now is the last to do so."""
        back = self.returning(draw)
        for card in back:
            del self.pile[card]
        self.before = self.enough(len(self.deck), last=last)
        kept = [self.deck.pop()] if self.rules.keep_last_card and self.deck and not last else []
        if not self.rules.deal_out_first:
            kept, self.deck = [*kept, *self.deck], []
        fresh = sorted(back | self.burnt | set(kept))
        self.random.shuffle(fresh)
        self.returned = back
        self.old = len(self.deck)
        self.burnt = set()
        self.deck += fresh

    def choose(self, seat, count):
        """Return what a seat throws and what it would be dealt, moving nothing."""
        thrown = tuple(self.random.sample(self.hands[seat], count))
        deck = list(self.deck)
        drawn = self.take(count, self.barred(seat))
        self.deck = deck
        return thrown, drawn

    def exchange(self, seat, draw, thrown, drawn):
        self.deck = [card for card in self.deck if card not in drawn]
        self.hands[seat] = tuple(card for card in self.hands[seat] if card not in thrown) + drawn
        self.pile.update(dict.fromkeys(thrown, draw))
        self.thrown_by[seat] |= set(thrown)
        self.old, self.before = 0, None

    def could_come(self, seat, drawn):
        """Return whether a seat can be dealt these cards, by all open cards (all but the deck and the burnt cards)."""
        held = {card for hand in self.hands.values() for card in hand}
        gone = held | self.pile.keys() | self.barred(seat)
        late = sum(card in self.returned for card in drawn)
        return len(set(drawn)) == len(drawn) and not gone & set(drawn) and late <= len(drawn) - self.old

    def check(self):
        """Every card is in one place."""
        everywhere = [
            *self.deck,
            *self.pile,
            *self.burnt,
            *(card for hand in self.hands.values() for card in hand),
        ]
        assert sorted(everywhere) == list(DECK)


# --- the state, whole


def refused(table, *operations):
    """Check that operations are refused by `verify_X` and by `X`, and change nothing."""
    before = state_of(table)
    for name, *arguments in operations:
        assert not allowed(partial(getattr(table, f"verify_{name}"), *arguments)), (
            f"{name}{arguments} is refused"
        )
        with pytest.raises(RuleError):
            getattr(table, name)(*arguments)
    assert state_of(table) == before, f"one of {operations} has changed the table"


def carried_out(table, name, *arguments):
    """Check that an operation is legal; return a copy on which it was done, the table being as before."""
    before = state_of(table)
    assert allowed(partial(getattr(table, f"verify_{name}"), *arguments))
    other = copy_table(table)
    getattr(other, name)(*arguments)
    assert state_of(table) == before, f"{name}{arguments} on a copy has changed the original"
    assert state_of(other) != before
    return other


# --- one hand


@dataclass(slots=True)
class Hand:
    """A hand that is played and checked step by step; `seen` are the seats whose cards the table knows."""

    table: Table
    dealer: Dealer
    random: Random
    start: dict[int, int]
    seen: set[int]
    left_behind: list[tuple[Table, dict[str, Any]]] = field(default_factory=list)
    acted: set[int] = field(default_factory=set)

    def play(self):
        self.post()
        self.begin()
        steps = 0
        while self.table.phase in {Phase.BETTING, Phase.DRAWING}:
            self.check()
            if self.random.random() < 0.3:
                self.table.return_uncalled()
            before = self.table.phase, self.table.round
            if self.table.phase is Phase.BETTING:
                self.bet()
            else:
                self.draw()
            if self.table.phase is Phase.DRAWING and before != (Phase.DRAWING, self.table.round):
                self.dealer.burn()
            steps += 1
            assert steps < 100 + 60 * len(self.start), "the hand does not end"
        self.check()
        self.end()
        self.check()
        assert all(state_of(copy) == taken for copy, taken in self.left_behind)

    def check(self):
        """No chip and no card is lost, and the table agrees with the dealer."""
        table, dealer = self.table, self.dealer
        dealer.check()
        assert sum(table.stacks.values()) + table.pot == sum(self.start.values())
        assert all(table.stacks[seat] + table.put_in[seat] == self.start[seat] for seat in self.start)
        assert min(table.stacks.values()) >= 0
        assert sum(pot.amount for pot in table.pots()) == table.pot
        assert all(set(pot.seats) <= set(table.live) and pot.seats for pot in table.pots())
        assert table.stub == len(dealer.deck)
        if self.random.random() < 0.1:
            self.left_behind.append((copy_table(table), state_of(table)))
        for seat in table.live:
            assert table.hands[seat] == (dealer.hands[seat] if seat in self.seen else None)

    # --- posting

    def post(self):
        """Antes, blinds, and now and then somebody who has just come; every wrong post is tried."""
        table, rules, random = self.table, self.table.rules, self.random
        due = []
        if rules.ante or random.random() < 0.1:
            most = rules.ante or random.randint(1, max(rules.big_blind, rules.small_bet))
            due += [(seat, Post.ANTE, most) for seat in table.order]
        where = seating(table.order, table.button)
        if rules.big_blind:
            small = rules.small_blind or random.randint(1, max(1, rules.big_blind - 1))
            if random.random() < 0.9:
                due.append((where.small_blind, Post.SMALL_BLIND, small))
            due.append((where.big_blind, Post.BIG_BLIND, rules.big_blind))
            for seat in table.order:
                if seat not in {where.small_blind, where.big_blind} and random.random() < 0.15:
                    due.append(
                        random.choice(
                            [
                                (seat, Post.BIG_BLIND, rules.big_blind),
                                (seat, Post.BOTH_BLINDS, rules.big_blind + small),
                                (seat, Post.SMALL_BLIND, small),
                            ]
                        )
                    )
        for seat, post, full in due:
            amount = min(full, table.stacks[seat])
            if not amount or (post is Post.SMALL_BLIND and table.small_blind and not table.big_blind):
                continue  # no chips left, so no big blind either, before which nobody posts a dead one
            fixed = post is Post.BIG_BLIND or (rules.ante if post is Post.ANTE else rules.small_blind)
            wrong = (amount - 1, amount + 1, 0) if fixed else (0, -1, amount + 1000)
            refused(
                table,
                *self.never_while_posting(),
                *(("post", seat, post, other) for other in wrong),
                ("post", NOBODY, post, amount),
            )
            table = self.table = carried_out(table, "post", seat, post, amount)
            more = rules.big_blind + (rules.small_blind or 1)
            both = () if post is Post.ANTE else (("post", seat, Post.BOTH_BLINDS, more),)
            refused(table, ("post", seat, post, amount), *both)

    def never_while_posting(self):
        for seat in (self.table.order[0], NOBODY):
            for name in ("fold", "check", "call"):
                yield name, seat
            yield "bet_to", seat, self.table.rules.small_bet
            yield "bet_to", seat, self.table.rules.small_bet, True
            yield "draw", seat, 0
            yield "show", seat, (0, 1, 2, 3)
        yield ("reshuffle",)

    def begin(self):
        table, dealer = self.table, self.dealer
        dealer.deal(table.order)
        known = {seat: dealer.hands[seat] for seat in table.order if seat in self.seen}
        first, second = table.order[:2]
        wrong = ({first: (0, 1, 2)}, {first: (0, 1, 2, 2)}, {first: (0, 1, 2, 3), second: (3, 4, 5, 6)})
        refused(table, *(("deal", hands) for hands in (*wrong, {NOBODY: (0, 1, 2, 3)})))
        self.table = carried_out(table, "deal", known)
        if self.table.phase is Phase.DRAWING:
            dealer.burn()

    # --- betting

    def bet(self):
        table, random = self.table, self.random
        legal = table.legal_actions()
        seat = legal.seat
        assert seat == table.actor
        assert legal.check == (legal.call is None)
        moves = [("fold", seat), ("check", seat) if legal.check else ("call", seat)]
        every = table.street[seat] + table.stacks[seat]
        step = table.level + table.rules.small_bet
        wrong = {table.level, table.level + 1, step, every, every + 1, 0, -1}
        if legal.bet:
            least, most = legal.bet
            assert table.level < least <= most <= every
            moves += [("bet_to", seat, to) for to in {least, most, random.randint(least, most)}]
            wrong = {least - 1, most + 1, table.level, 0, -least}
        never = [("call" if legal.check else "check", seat), *self.never_while_betting()]
        never += [("bet_to", seat, to) for to in wrong]
        if legal.bet:  # nothing is there to be reopened
            never += [("bet_to", seat, to, True) for to in wrong]
        for other in (*table.order, NOBODY):
            if other != seat:
                never += [("check", other), ("call", other), ("draw", other, 0)]
                never += [("bet_to", other, to) for to in (step, *(legal.bet or ()))]
                never += [("bet_to", other, step, True)]
        self.refuse_folds(never)
        for move in moves:
            carried_out(table, *move)
        weights = [2, 8, *[3] * (len(moves) - 2)]
        self.move(random.choices(moves, weights)[0])

    def never_while_betting(self):
        table, seat = self.table, self.table.actor
        for post in Post:
            yield "post", seat, post, table.rules.big_blind or table.rules.ante
        yield ("deal",)
        for count in range(5):
            yield "draw", seat, count
        yield ("reshuffle",)
        yield "show", seat, self.dealer.hands[seat]

    def refuse_folds(self, never):
        """Hold these operations to be refused, and folds out of turn but of a seat all-in with its blind or ante."""
        table = self.table
        drawing = any(table.drawn.values())
        for seat in (*table.order, NOBODY):
            if seat == table.actor and table.phase is Phase.BETTING:
                continue
            if seat in table.live and not table.stacks[seat] and seat not in self.acted and not drawing:
                carried_out(table, "fold", seat)
            else:
                never.append(("fold", seat))
        refused(table, *never)

    def move(self, move):
        if move[0] == "fold":
            self.dealer.fold(move[1])
        name, *arguments = move
        getattr(self.table, name)(*arguments)
        if name in {"call", "check", "bet_to"}:
            self.acted.add(move[1])

    # --- drawing

    def draw(self):
        table, dealer, random = self.table, self.dealer, self.random
        legal = table.legal_actions()
        seat = legal.seat
        assert seat == table.actor
        assert legal.draws, "the drawing player can do nothing"
        last = seat == table.live[-1]
        assert (legal.draws, legal.reshuffle) == dealer.offer(table.round + 1, last=last)
        never = [("check", seat), ("call", seat), ("bet_to", seat, table.rules.small_bet), ("deal",)]
        never += [("draw", other, legal.draws[0]) for other in (*table.order, NOBODY) if other != seat]
        never += [("draw", seat, count) for count in {-1, 0, 1, 2, 3, 4, 5} - set(legal.draws)]
        never += [("draw", seat, count, tuple(range(count + 1))) for count in legal.draws]
        never += [("draw", seat, count, None, tuple(range(count + 1))) for count in legal.draws]
        if not legal.reshuffle:
            never.append(("reshuffle",))
        self.refuse_folds(never)
        for count in legal.draws:
            carried_out(table, "draw", seat, count)
        served = [count for count in legal.draws if dealer.can_serve(seat, count)]
        wanted = random.choice((0, 1, 1, 2, 3, 4, 4))
        if legal.reshuffle and (wanted not in served or not served):
            self.table = carried_out(table, "reshuffle")
            dealer.reshuffle(table.round + 1, last=last)
            return
        count = wanted if wanted in served else served[-1]
        self.exchange(seat, count)

    def exchange(self, seat, count):
        table, dealer = self.table, self.dealer
        thrown, drawn = dealer.choose(seat, count)
        if seat in self.seen:
            self.check_cards(seat, thrown, drawn)
            self.table = carried_out(table, "draw", seat, count, thrown, drawn)
        else:
            self.table = carried_out(table, "draw", seat, count)
        dealer.exchange(seat, table.round + 1, thrown, drawn)

    def check_cards(self, seat, thrown, drawn):
        """Where all cards are open, exactly those are accepted that could be in the deck."""
        table, dealer, count = self.table, self.dealer, len(thrown)
        if not count:
            return
        not_held = next(card for card in DECK if card not in dealer.hands[seat])
        refused(
            table,
            ("draw", seat, count, (not_held, *thrown[1:]), drawn),
            ("draw", seat, count, None, (*drawn[:-1], dealer.hands[seat][0])),
            *([("draw", seat, count, (thrown[0], *thrown[:-1]), drawn)] if count > 1 else []),
        )
        if self.seen < set(table.order):
            return
        for card in DECK:
            cards = (*drawn[:-1], card)
            verify = partial(table.verify_draw, seat, count, thrown, cards)
            assert allowed(verify) == dealer.could_come(seat, cards)

    # --- the end

    def end(self):
        table = self.table
        assert table.actor is None
        assert table.legal_actions() is None
        assert (table.phase is Phase.OVER) == (len(table.live) == 1)
        step = table.level + table.rules.bet_size(3)
        for seat in (*table.order, NOBODY):
            refused(
                table,
                *((name, seat) for name in ("fold", "check", "call")),
                *(("draw", seat, 0), ("bet_to", seat, step), ("bet_to", seat, step, True)),
                ("show", seat, (0, 1, 2, 2)),
            )
        refused(table, ("reshuffle",), ("deal",), ("post", table.order[0], Post.ANTE, 1))
        due = table.uncalled()
        if due:
            seat, amount = due
            counted = {each: table.put_in[each] - table.dead[each] for each in table.order}
            assert amount == counted.pop(seat) - max(counted.values())
            table.verify_return_uncalled(seat, amount)
            for wrong in ((seat, amount + 1), (seat, amount - 1), (NOBODY, amount)):
                with pytest.raises(RuleError):
                    table.verify_return_uncalled(*wrong)
        table.return_uncalled()
        assert table.uncalled() is None
        for seat in table.live:
            shown = self.dealer.hands[seat]
            self.table = carried_out(self.table, "show", seat, shown[::-1])
            if seat in self.seen:
                other = next(card for card in DECK if card not in shown)
                refused(self.table, ("show", seat, (*shown[1:], other)))
        assert sorted(self.table.showdown_order()) == sorted(table.live)
        self.seen |= set(table.live)
        self.dealer.hands.update(
            {seat: hand for seat, hand in self.table.hands.items() if seat in table.live}
        )


# --- random rules


@st.composite
def rules(draw):
    """A room with any stakes: blinds of any ratio or none, antes or none; or rules that no room has."""
    room = draw(st.sampled_from(list(ROOMS.values())))
    if draw(st.integers(0, 2)) == 0:
        flags = ("blind_counts", "half_bet_counts", "reopen_half_bet", "deal_out_first", "keep_last_card")
        flags += ("reshuffle_this_draw", "own_discards_return", "burn")
        room = replace(
            room,
            cap=draw(st.sampled_from((None, 1, 3, 4, 5))),
            uncapped=draw(st.sampled_from(Uncapped)),
            **{flag: draw(st.booleans()) for flag in flags},
        )
        if room.deal_out_first:  # own discards in what is left of the deck could not be dealt out first
            room = replace(room, own_discards_return=True)
    small_bet = draw(st.integers(1, 30))
    blind = draw(st.one_of(st.sampled_from((0, small_bet)), st.integers(0, 2 * small_bet)))
    ante = draw(st.integers(0 if blind else 1, small_bet)) if not blind or draw(st.booleans()) else 0
    return replace(
        room,
        betting=draw(st.sampled_from(Betting)),
        small_blind=draw(st.integers(0, blind)),
        big_blind=blind,
        ante=ante,
        small_bet=small_bet,
        big_bet=draw(st.sampled_from((1, 2, 2, 3))) * small_bet,
    )


stacks = st.lists(st.one_of(st.integers(1, 60), st.integers(61, 900)), min_size=2, max_size=10)
crowds = st.lists(st.integers(100, 900), min_size=7, max_size=10)
seeds = st.integers(0, 2**32)


def play(rules, chips, seed):
    random = Random(seed)  # noqa: S311 - a seeded game
    seats = sorted(random.sample(range(1, 12), len(chips)))
    start = dict(zip(seats, chips, strict=True))
    table = Table(rules, start, random.randint(1, 11))
    seen = set(seats) if random.random() < 0.7 else {seat for seat in seats if random.random() < 0.5}
    deck = random.sample(DECK, 52)
    hand = Hand(table, Dealer(rules, random, deck), random, start, seen)
    hand.play()
    return hand


@given(rules(), st.one_of(stacks, crowds), seeds)
@settings(max_examples=10)
def test_any_hand(rules, chips, seed):
    play(rules, chips, seed)


@pytest.mark.long
@given(rules(), st.one_of(stacks, crowds), seeds)
@settings(max_examples=5000)
def test_any_hand_for_long(rules, chips, seed):
    play(rules, chips, seed)
