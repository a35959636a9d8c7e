"""Follows played hands through the game of a blueprint, and finds the spot of each decision."""

from collections.abc import Iterator
from typing import NamedTuple

from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    BIG_BLIND,
    CALL,
    CAP,
    FEWEST_PLAYERS,
    FOLD,
    INSIDE,
    LENGTH,
    MOST_DRAWN,
    PAID,
    PHASE,
    RAISE,
    SEATS,
    act,
    deal,
    may_draw,
    price,
)
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.hand_decisions import (
    MORE_PLAYERS,
    OTHER_BLINDS,
    OTHER_CAP,
    OTHER_LIMIT,
    OUTSIDE,
    SHORT_STACK,
    PlayedHand,
    Step,
)

MOST_PAID = 48
"""What a player pays who calls every bet of every round, in half small bets."""
_ACTIONS = {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}


class Place(NamedTuple):
    """Where a decision is: its phase and spot, the bets of the round, and what calling costs."""

    phase: int
    spot: int
    bets: int
    price: int

    def actions(self, size: int) -> dict[str, int]:
        """Return the actions that a blueprint has by name, for a hand of which `size` cards count."""
        if self.phase & 1:
            return {str(number): number for number in range(MOST_DRAWN + 1) if may_draw(number, size)}
        names = {"fold": FOLD, "call": CALL} if self.price else {"check": CALL}
        return names if self.bets == CAP else names | {"raise" if self.bets else "bet": RAISE}


def follow(hand: PlayedHand) -> Iterator[Place | str]:
    """Yield for each step of a hand where it is, or the reason why it is outside the game."""
    if reason := _why_outside(hand):
        yield from (reason for _ in hand.steps)
        return
    seats = _seat_numbers(hand)
    stacks = {seats[seat]: stack * 2 / hand.small_bet for seat, stack in hand.stacks.items() if seat in seats}
    state = [0] * LENGTH
    deal(state, len(seats))
    shortest = min(stacks.values())
    for step in hand.steps:
        if (
            not reason
            and shortest < MOST_PAID
            and any(state[INSIDE] >> seat & 1 and stacks[seat] <= state[PAID + seat] for seat in stacks)
        ):
            reason = SHORT_STACK
        if not reason and not _fits(state, step, seats[step.seat]):
            reason = OUTSIDE
        if reason:
            yield reason
            continue
        yield Place(state[PHASE], spot_of(state), state[BETS], price(state))
        if step.action == "raise" and state[BETS] == CAP:
            reason = OUTSIDE
            continue
        act(state, _ACTIONS[step.action] if step.action in _ACTIONS else min(int(step.action), MOST_DRAWN))


def _fits(state: list[int], step: Step, seat: int) -> bool:
    """Return whether a step is one of the player who acts."""
    return state[ACTOR] == seat and state[PHASE] & 1 == step.action.isdecimal()


def _why_outside(hand: PlayedHand) -> str:
    """Return why a hand is not one of the game, an empty text if it is."""
    if not hand.fixed:
        return OTHER_LIMIT
    if hand.cap != CAP:
        return OTHER_CAP
    if not FEWEST_PLAYERS <= len(hand.positions) <= SEATS:
        return MORE_PLAYERS
    blinds = {"SB", "BB"} <= {*hand.positions.values()}
    return "" if 0 < hand.big_bet == 2 * hand.small_bet and blinds else OTHER_BLINDS


def _seat_numbers(hand: PlayedHand) -> dict[int, int]:
    """Return the seat in the game of each seat of a hand."""
    seats = sorted(hand.positions)
    blind = next(place for place, seat in enumerate(seats) if hand.positions[seat] == "BB")
    return {seat: BIG_BLIND - (blind - place) % len(seats) for place, seat in enumerate(seats)}
