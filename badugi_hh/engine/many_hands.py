"""Many hands side by side, by the rules of PokerStars: `table`, `limits`, `turns` and `drawing` for arrays.

The caller states who acts, and compares what they did with `options`: nothing is raised here. After an action that is not allowed, the
state of its hand means nothing.

Shapes: H hands; S = 10 places at a table at most, in the order in which players act after a draw. Arrays by place are [S, H], or have
fewer places; a set of places is a number with a bit for each. Operations are on the hands `of` [M], none of them twice, and on their
players, who have the places `place` [M].
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.rules import POKERSTARS, Betting

Array: TypeAlias = NDArray[Any]
Stakes: TypeAlias = tuple[Array, Array, Array, Array]

BETTINGS = tuple(Betting)
FIXED, POT, HALF_POT, NO_LIMIT = range(4)
"""The numbers of limit types, as `HandStates.betting` has them."""

BETTING, DRAWING, SHOWDOWN, OVER = range(4)
"""What a table waits for."""

S = 10
"""The places at a table."""

NOBODY = S
"""The place of a player who is not dealt in, and of no player."""

ROUNDS = 4
NOTHING = -1

BIT = np.array([*(1 << place for place in range(S)), 0], np.int32)
"""The set of one place, and of none."""

COUNT = np.array([places.bit_count() for places in range(1 << S)], np.int8)
"""The number of places in each set."""

LAST = np.array([places.bit_length() - 1 for places in range(1 << S)], np.int8)
"""The last place in each set, -1 in none."""

_NEXT = np.full((S, 1 << S), NOBODY, np.int8)  # the first place of a set after a place
for _place in range(S):
    for _step in range(S, 0, -1):
        _NEXT[_place, (np.arange(1 << S) >> (_place + _step) % S & 1).astype(bool)] = (_place + _step) % S


@dataclass(slots=True)
class Options:
    """What the players who act may do. All [M].

    A call costs `price`. `low` and `high` are the least and the most total of the round to which they may bet or raise where they
    `can_raise`, and `full` is that of a full bet. `stack` and `street` are what they have, and have put in in the round.
    """

    of: Array
    place: Array
    stack: Array
    street: Array
    price: Array
    can_raise: Array
    low: Array
    high: Array
    full: Array


@dataclass(slots=True)
class HandStates:
    """The states of hands, as `badugi_hh.engine.state` has them.

    - [H]: the limit type `betting`, the big blind `big`, the bets before and after the second draw, `low` and `high`; the sets
      `live`, `able`, and `done`, those who have acted at this level or drawn; `aggressor` [4, H], the last to bet in each round, -1 for
      nobody; the others as there.
    - [S, H]: `begun`, the stack before the posts without a dead blind; `stack`, `street`, `acted` (-1 before), and `drawn` [4, S, H], the
      cards drawn at each draw, -1 before it; draw 0 is none.
    """

    betting: Array
    big: Array
    low: Array
    high: Array
    begun: Array
    stack: Array
    street: Array
    acted: Array
    drawn: Array
    live: Array
    able: Array
    done: Array
    pot: Array
    level: Array
    full: Array
    bets: Array
    last_raise: Array
    aggressor: Array
    round: Array
    phase: Array
    actor: Array
    stub: Array
    stub_before: Array

    @classmethod
    def after_posts(
        cls, stakes: Stakes, players: Array, chips: tuple[Array, Array, Array], pot: Array, last_blind: Array
    ) -> Self:
        """Return hands that have just begun.

        `stakes` are the first four fields and `chips` the next three; `players` is the set of those who are dealt in, and `last_blind`
        the place after which the betting begins.
        """
        stack, hands, big = chips[1], len(players), stakes[1]
        live = players.astype(np.int32)
        of_fixed = np.where(stakes[0] == FIXED, big, 0)
        begun = cls(
            *stakes,
            *chips,
            acted=np.full(stack.shape, NOTHING, stack.dtype),
            drawn=np.full((ROUNDS, *stack.shape), NOTHING, np.int8),
            live=live,
            able=live & np.where(stack > 0, BIT[: len(stack), None], 0).sum(axis=0, dtype=np.int32),
            done=np.zeros(hands, np.int32),
            pot=pot,
            level=big.copy(),
            full=of_fixed,
            bets=np.ones(hands, np.int16),
            last_raise=np.zeros_like(big),
            aggressor=np.full((ROUNDS, hands), NOTHING, np.int8),
            round=np.zeros(hands, np.int8),
            phase=np.zeros(hands, np.int8),
            actor=np.full(hands, NOBODY, np.int8),
            stub=52 - 4 * COUNT[live].astype(np.int16),
            stub_before=np.full(hands, NOTHING, np.int16),
        )
        begun._advance(np.arange(hands), last_blind)
        return begun

    def at(self, of: Array) -> Self:
        """Return a copy of some hands."""
        return type(self)(*(getattr(self, each.name)[..., of] for each in fields(self)))

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return the hands of several values."""
        return cls(*(np.concatenate([getattr(p, each.name) for p in parts], axis=-1) for each in fields(cls)))

    # --- betting

    def capped(self, of: Array) -> Array:
        """Return whether the round had its last allowed bet."""
        return np.asarray((self.betting[of] == FIXED) & (self.bets[of] >= POKERSTARS.cap))

    def options(self, of: Array, place: Array) -> Options:
        """Return what players may do."""
        stack, street, acted = self.stack[place, of], self.street[place, of], self.acted[place, of]
        level, most = self.level[of], street + stack
        price = np.minimum(np.maximum(level - street, 0), stack)
        size = np.where(self.round[of] < 2, self.low[of], self.high[of])
        full, reopens, capped = self.full[of] + size, (size + 1) // 2, self.capped(of)
        low = np.minimum(full, most)
        high = low
        others = np.flatnonzero(self.betting[of] != FIXED)
        if len(others):
            hands, at = of[others], level[others]
            more = np.maximum(self.last_raise[hands], self.big[hands])
            full[others], reopens[others] = at + more, more
            low, high = np.minimum(full, most), low.copy()
            after_call = self.pot[hands] + at - street[others]
            betting = [self.betting[hands] == POT, self.betting[hands] == HALF_POT]
            limit = np.select(betting, [at + after_call, at + after_call // 2], most[others])
            high[others] = np.minimum(np.maximum(limit, full[others]), most[others])
        open_ = (acted < 0) | (level - acted >= reopens)
        can_raise = ((self.able[of] & ~BIT[place]) != 0) & (most > level) & ~capped & open_
        return Options(of, place, stack, street, price, can_raise, low, high, full)

    def act(self, options: Options, folds: Array, raises: Array, paid: Array) -> None:
        """Play actions of players with these options: who folds, who bets or raises, and what each puts in."""
        of, place, bit = options.of, options.place, BIT[options.place]
        broke = (paid > 0) & (paid == options.stack)
        self.stack[place, of] = options.stack - paid
        self.street[place, of] = options.street + paid
        self.pot[of] += paid
        up = np.flatnonzero(raises)
        hands, to = of[up], (options.street + paid)[up]
        self.last_raise[hands] = np.maximum(self.last_raise[hands], to - self.level[hands])
        self.level[hands] = to
        self.done[hands] = 0
        self.aggressor[self.round[hands], hands] = place[up]
        full = to >= options.full[up]  # only an all-in can be less
        self.full[hands[full]] = to[full]
        self.bets[hands[full]] += 1
        self.acted[place, of] = self.level[of]
        self.done[of] |= bit
        self.live[of] &= ~np.where(folds, bit, 0)
        self.able[of] &= ~np.where(folds | broke, bit, 0)
        self._advance(of, place)

    def _advance(self, of: Array, after: Array) -> None:
        """Find who is next after a place, or end the betting round."""
        live, able = self.live[of], self.able[of]
        waiting = able & ~self.done[of]
        alone = np.flatnonzero(COUNT[able] == 1)
        if len(alone):  # nobody else has chips
            street = self.street[:, of[alone]]
            most = np.where(live[alone] & BIT[: len(street), None], street, 0).max(axis=0)
            own = street[LAST[able[alone]], np.arange(len(alone))]
            waiting[alone] = np.where(most > own, able[alone], 0)
        over = COUNT[live] == 1
        more = (waiting != 0) & ~over
        self.actor[of] = np.where(more, _NEXT[after, waiting], _NEXT[S - 1, live])
        ended = np.where(self.round[of] == ROUNDS - 1, SHOWDOWN, DRAWING)
        self.phase[of] = np.where(over, OVER, np.where(more, BETTING, ended))
        self.done[of[~more]] = 0

    # --- drawing

    def has_cards(self, of: Array, count: Array) -> Array:
        """Return whether the deck has so many cards, and had too few of them before a reshuffle for this draw."""
        return np.asarray((count <= self.stub[of]) & (count > self.stub_before[of]))

    def draw(self, of: Array, place: Array, count: Array) -> None:
        """Discard and draw so many cards."""
        self.stub_before[of] = NOTHING
        self.stub[of] -= count
        self.drawn[self.round[of] + 1, place, of] = count
        self.done[of] |= BIT[place]
        waiting = self.live[of] & ~self.done[of]
        self.actor[of] = _NEXT[S - 1, waiting]
        ended = of[waiting == 0]
        if len(ended):
            self.round[ended] += 1
            self.street[:, ended] = self.done[ended] = 0
            self.acted[:, ended] = NOTHING
            self.level[ended] = self.full[ended] = self.bets[ended] = self.last_raise[ended] = 0
            self._advance(ended, np.full(len(ended), S - 1))

    def reshuffle(self, of: Array) -> Array:
        """Make a new deck of the rest of the old one and the discards; return where the next draw could overdraw the old one."""
        before = self.stub[of]
        self.stub_before[of], self.stub[of] = before, 52 - 4 * COUNT[self.live[of]]
        return np.asarray(before < 4)  # a new deck has 12 or more: nobody may reshuffle twice

    # --- the end

    def uncalled(self, of: Array) -> tuple[Array, Array]:
        """Return the part of the last bet that nobody called, and the most that a player has put in, without a dead blind."""
        ordered = np.sort((self.begun[:, of] - self.stack[:, of]), axis=0)
        return ordered[-1] - ordered[-2], ordered[-1]

    def return_uncalled(self, of: Array, place: Array, amount: Array) -> None:
        """Return an uncalled part of the last bet."""
        self.street[place, of] -= amount
        self.stack[place, of] += amount
        self.pot[of] -= amount
        self.able[of] |= self.live[of] & np.where(self.stack[place, of] > 0, BIT[place], 0)
