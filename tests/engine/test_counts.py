"""Counts of the sequences of legal actions from set spots, the way chess engines are compared.

PokerKit and the table count, for each spot, how many sequences of 1, 2, 3 … actions there are.

A spot is the start of a betting round, reached by checks, calls and standing pat. The actions are: fold facing a bet,
check or call, bet or raise to the least and to the greatest amount, and in a draw the counts that the spot names, always
the first cards of a hand. A hand that is over has no further action, so that it counts at its last depth only.

The table plays by PokerKit's rules here, as far as there is a value for them (`test_table_pokerkit.py` has the
differences). A raise that nobody can match is no action in either count, PokerKit's idle check is made at once, and no
spot lets a short all-in come before the first full raise of a round without fixed bets. Half-pot limit is PokerKit's pot
limit with another greatest amount, `HalfPot` below.
"""

import copy
from collections import deque
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest
from pokerkit import Automation, BadugiHand, Deck, FixedLimitBadugi, Mode, State
from pokerkit.games import NoLimitPokerMixin, PotLimitPokerMixin, TripleDraw
from support.tables import copy_table

from badugi_hh.engine.rules import POKERSTARS, Betting, Post
from badugi_hh.engine.table import Phase, Table

MANY, DEEP = 1500, 16
FEW = 150
"""A spot is counted up to the first depth that has more than so many sequences, and no deeper than this."""


@dataclass(frozen=True)
class Spot:
    """A spot: the game, the stacks from the left of the button on, and the betting round that it begins with.

    `draws` are the numbers of cards that may be drawn. Bets are 20 and 40, in games without fixed bets at least 20.
    """

    name: str
    betting: str
    stacks: tuple[int, ...]
    round: int
    blinds: tuple[int, int] = (10, 20)
    ante: int = 0
    draws: tuple[int, ...] = (0, 1)


def spots():
    """Every spot that is counted."""
    for betting in ("fixed", "pot", "half-pot", "no-limit"):
        for round_ in range(4):
            for players, words in ((2, "heads-up"), (3, "three"), (4, "four")):
                yield Spot(f"{betting}, {words}, deep, round {round_}", betting, (10_000,) * players, round_)
            yield Spot(f"{betting}, heads-up, short, round {round_}", betting, (160, 120), round_)
            yield Spot(f"{betting}, three, side pots, round {round_}", betting, (100, 140, 400), round_)
            yield Spot(f"{betting}, four, side pots, round {round_}", betting, (80, 400, 120, 200), round_)
        yield Spot(f"{betting}, three, antes only", betting, (500,) * 3, 0, blinds=(0, 0), ante=5)
        yield Spot(f"{betting}, four, antes and blinds", betting, (500,) * 4, 0, ante=5)
        yield Spot(f"{betting}, heads-up, any draw", betting, (300, 300), 2, draws=(0, 1, 2, 3, 4))
        yield Spot(f"{betting}, three, draws of none to two", betting, (60, 80, 120), 0, draws=(0, 1, 2))
    yield Spot("fixed, three, short all-in of half a bet", "fixed", (55, 70, 400), 0)


# --- this project


def at_the_table(spot):
    betting = Betting(spot.betting)
    rules = replace(
        POKERSTARS, betting=betting, small_blind=spot.blinds[0], big_blind=spot.blinds[1], ante=spot.ante,
        small_bet=20, big_bet=40, blind_counts=False, half_bet_counts=True, reopen_half_bet=False,
    )  # fmt: skip
    players = len(spot.stacks)
    table = Table(rules, dict(enumerate(spot.stacks)), players - 1)
    assert table.order == tuple(range(players))
    for seat in table.order if spot.ante else ():
        table.post(seat, Post.ANTE, spot.ante)
    if spot.blinds[1]:
        table.post(0 if players > 2 else 1, Post.SMALL_BLIND, spot.blinds[0])
        table.post(1 if players > 2 else 0, Post.BIG_BLIND, spot.blinds[1])
    table.deal()
    while (table.round, table.phase) != (spot.round, Phase.BETTING):
        play(table, actions_at_the_table(table, (0,))[-1 if table.phase is Phase.DRAWING else 0])
    return table


class Move(NamedTuple):
    """A method of `Table`, and its arguments."""

    name: str
    arguments: tuple[int, ...]


def play(table, move):
    getattr(table, move.name)(*move.arguments)


def actions_at_the_table(table, draws):
    """Return the actions; the first is to check or to call."""
    legal = table.legal_actions()
    if legal is None:
        return []
    seat = legal.seat
    if table.phase is Phase.DRAWING:
        return [Move("draw", (seat, count)) for count in draws if count in legal.draws]
    found = [Move("check" if legal.check else "call", (seat,))]
    if legal.call is not None:
        found.append(Move("fold", (seat,)))
    others = [other for other in table.live if other != seat]
    if legal.bet and any(table.street[other] + table.stacks[other] > table.level for other in others):
        found += [Move("bet_to", (seat, to)) for to in sorted(set(legal.bet))]
    return found


def table_after(table, move):
    table = copy_table(table)
    play(table, move)
    return table


# --- PokerKit


class PotLimitBadugi(PotLimitPokerMixin, TripleDraw):
    """PokerKit's triple draw of four cards, pot limit."""

    deck = Deck.REGULAR
    hand_types = (BadugiHand,)
    hole_dealing_count = 4


class NoLimitBadugi(NoLimitPokerMixin, TripleDraw):
    """PokerKit's triple draw of four cards, no limit."""

    deck = Deck.REGULAR
    hand_types = (BadugiHand,)
    hole_dealing_count = 4


class HalfPot(State):
    """PokerKit's state, a raise being at most half the pot after the call."""

    @property
    def pot_completion_betting_or_raising_to_amount(self):
        least = self.min_completion_betting_or_raising_to_amount
        if least is None:
            return None
        level, own = max(self.bets), self.bets[self.actor_index]
        half = (self.total_pot_amount + level - own) // 2
        return min(own + self.stacks[self.actor_index], max(least, level + half))


GAMES = {
    "fixed": FixedLimitBadugi,
    "pot": PotLimitBadugi,
    "half-pot": PotLimitBadugi,
    "no-limit": NoLimitBadugi,
}
AUTOMATIONS = tuple(
    automation for automation in Automation if automation is not Automation.HOLE_CARDS_SHOWING_OR_MUCKING
)


def in_pokerkit(spot):
    big = 40 if spot.betting == "fixed" else 20
    game = GAMES[spot.betting](AUTOMATIONS, True, spot.ante, spot.blinds, 20, big, mode=Mode.CASH_GAME)
    state = game(spot.stacks, len(spot.stacks))
    if spot.betting == "half-pot":
        state.__class__ = HalfPot
    rounds = 0
    while rounds < spot.round:
        before = state.street_index
        state = pokerkit_after(state, actions_in_pokerkit(state, (0,))[0])
        rounds += state.street_index != before and state.actor_index is not None
        while state.actor_index is None:
            state = pokerkit_after(state, ("draw", 0))
            rounds += state.actor_index is not None
    return state


def actions_in_pokerkit(state, draws):
    if state.stand_patter_or_discarder_index is not None:
        return [("draw", count) for count in draws]
    if state.actor_index is None:
        return []
    found = [("call", 0)]
    if state.checking_or_calling_amount:
        found.append(("fold", 0))
    least = state.min_completion_betting_or_raising_to_amount
    if least is not None:
        found += [("raise", to) for to in sorted({least, state.max_completion_betting_or_raising_to_amount})]
    return found


def pokerkit_after(state, action):
    state = copied(state)
    match action:
        case "draw", count:
            state.stand_pat_or_discard(tuple(state.hole_cards[state.stand_patter_or_discarder_index][:count]))
        case "call", _:
            state.check_or_call()
        case "fold", _:
            state.fold()
        case "raise", to:
            state.complete_bet_or_raise_to(to)
    if state.actor_index is not None and is_idle(state):
        state.check_or_call()
    return state


def is_idle(state):
    """Return whether PokerKit asks for a check where nobody else has chips to bet with."""
    others = [index for index in state.player_indices if state.statuses[index] and index != state.actor_index]
    return not state.checking_or_calling_amount and not any(state.stacks[index] for index in others)


def copied(state):
    """Return an independent copy; what is in its lists of lists, cards above all, cannot change and is shared."""
    other = copy.copy(state)
    other.__dict__.update((name, containers_copied(value)) for name, value in vars(state).items())
    return other


def containers_copied(value):
    if isinstance(value, list | deque):
        return type(value)(containers_copied(inner) for inner in value)
    return set(value) if isinstance(value, set) else value


# --- counting


def count(start, actions, after, many=MANY):
    """Return the numbers of sequences of one, two, three … actions, as far as `many` and `DEEP` say."""
    counts = []
    states = [start]
    while states and len(counts) < DEEP and (not counts or counts[-1] <= many):
        open_ = [(state, actions(state)) for state in states]
        counts.append(sum(len(found) for _, found in open_))
        if counts[-1] <= many:
            states = [after(state, action) for state, found in open_ for action in found]
    return counts if counts[-1] else counts[:-1]


def count_at_the_table(spot, many):
    return count(at_the_table(spot), lambda table: actions_at_the_table(table, spot.draws), table_after, many)


def count_in_pokerkit(spot, many):
    start = in_pokerkit(spot)
    return count(start, lambda state: actions_in_pokerkit(state, spot.draws), pokerkit_after, many)


SPOTS = {spot.name: spot for spot in spots()}


@pytest.mark.parametrize("many", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SPOTS)
def test_the_table_counts_the_same(name, many):
    spot = SPOTS[name]
    assert count_at_the_table(spot, many) == count_in_pokerkit(spot, many)


def test_counts_by_hand():
    """Heads-up after the last draw, fixed limit: at first check or bet; then check or bet, or fold, call, raise."""
    # A second action is a check or a bet after a check, and fold, call or raise after a bet. A third follows "check,
    # bet" and "bet, raise" (3 each), a fourth "check, bet, raise" and "bet, raise, raise" (3 each), a fifth "check,
    # bet, raise, raise" (3) and "bet" with three raises (2: the cap), a sixth "check, bet" with three raises (2).
    spot = SPOTS["fixed, heads-up, deep, round 3"]
    assert count_at_the_table(spot, MANY) == [2, 5, 6, 6, 5, 2]
