"""Plays all hands of a batch on their tables at once: one step is the k-th line of every hand that bets, draws and so on.

The rules are those of `badugi_hh.engine` for PokerStars. A line that they do not allow leaves its hand in doubt.

Shapes: as in `set_tables`. T steps; those of the k-th line are together, and of them the first is that of hand 0, because hands
are sorted by their number of steps. So a step works on the first m hands: arrays [m] and [S, m], and no hand is searched for.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from badugi_hh.bulk.batch import Batch
from badugi_hh.bulk.doubts import Array
from badugi_hh.bulk.headers import FIXED, HALF_POT, POT
from badugi_hh.bulk.line_kinds import Kind
from badugi_hh.bulk.set_tables import BIT, NOBODY, S, Table

BETTING, DRAWING, SHOWDOWN, OVER = range(4)
"""What a table waits for."""

ROUNDS = 4
NOTHING = -1
CAP: Final = 4

COUNT = np.array([places.bit_count() for places in range(1 << S)], np.int8)
"""The number of places in each set."""

LAST = np.array([places.bit_length() - 1 for places in range(1 << S)], np.int8)
"""The last place in each set, -1 in none."""

_NEXT = np.full((S, 1 << S), NOBODY, np.int8)  # the first place of a set after a place
for _place in range(S):
    _around = [(_place + 1 + step) % S for step in range(S)]
    for _each in reversed(_around):
        _NEXT[_place, (np.arange(1 << S) >> _each & 1).astype(bool)] = _each


@dataclass(slots=True)
class Steps:
    """What was known at each step, before it. All [T] in the order of the texts; `line` is the line of the step.

    `amount` is what the player put in, and `capped` whether no further bet is allowed after the step; the others are named as
    in `badugi_hh.engine.situation`, `live` and `able` are sets of places.
    """

    line: Array
    hand: Array
    place: Array
    kind: Array
    round: Array
    bets: Array
    price: Array
    pot: Array
    put_in: Array
    to_win: Array
    live: Array
    able: Array
    behind: Array
    can_raise: Array
    amount: Array
    capped: Array


@dataclass(slots=True)
class Played:
    """The hands after their last step, and the steps.

    `live`, `phase`, `round`, `pot`, `aggressor` (the last to bet in the last round, -1 for nobody) [H]; `drawn` [4, S, H] has
    the cards drawn at each draw, and `left` [S, H] the draws begun when a player folded, both -1 for none; draw 0 is none.
    """

    steps: Steps
    table: Table
    live: Array
    phase: Array
    round: Array
    pot: Array
    aggressor: Array
    drawn: Array
    left: Array


def follow(batch: Batch, table: Table) -> Played:
    """Play the steps of all hands on their tables, which are changed."""
    return _Follower(batch, table).run()


class _Follower:
    def __init__(self, batch: Batch, table: Table) -> None:
        hands = batch.hands
        self.batch = batch
        self.table = table
        self.lines = np.flatnonzero((batch.kind >= Kind.FOLDS) & (batch.kind <= Kind.RESHUFFLED))
        steps = batch.steps
        self.last_step = int(steps.max(initial=0))
        self.active = (steps[None, :] > np.arange(self.last_step)[:, None]).sum(axis=1)
        self.start = np.cumsum(self.active) - self.active
        hand = batch.lines.hand[self.lines]
        begins = np.flatnonzero(np.diff(hand, prepend=-1))
        kth = np.arange(len(hand)) - np.repeat(begins, np.diff(begins, append=len(hand)))
        self.at = self.start[kth] + hand  # the step of each line
        self.hand = hand

        players = (1 << table.players) - 1
        self.live = players.astype(np.int32)
        self.able = self.live & ~np.where(table.stack <= 0, BIT[:S, None], 0).sum(axis=0, dtype=np.int32)
        self.pot = table.put_in.sum(axis=0)
        self.fixed = batch.headers.betting == FIXED
        self.level = batch.headers.big.copy()
        self.full = np.where(self.fixed, self.level, 0)
        self.bets = np.ones(hands, np.int16)
        self.last_raise = np.zeros(hands, np.int64)
        self.acted = np.full((S, hands), NOTHING, np.int64)  # the level when a player last acted
        self.done = np.zeros(hands, np.int32)  # those who acted at this level
        self.round = np.zeros(hands, np.int8)
        self.phase = np.full(hands, BETTING, np.int8)
        self.actor = np.full(hands, NOBODY, np.int8)
        self.aggressor = np.full(hands, NOTHING, np.int8)
        self.stub = 52 - 4 * table.players
        self.stub_before = np.full(
            hands, NOTHING, np.int64
        )  # before a reshuffle, until the draw that it is for
        self.drew = np.zeros(hands, np.int32)  # in this draw
        self.drawn = np.full((ROUNDS, S, hands), NOTHING, np.int8)
        self.left = np.full((S, hands), NOTHING, np.int8)
        self.wrong: dict[str, Array] = {
            why: np.zeros(hands, bool) for why in ("turn", "amount", "all-in", "deck", "uncalled")
        }

    def run(self) -> Played:
        batch = self.batch
        shape = len(self.lines)
        wide = dict.fromkeys(("price", "pot", "put_in", "to_win", "amount"), np.int64)
        narrow = dict.fromkeys(("round", "bets", "live", "able", "behind", "can_raise", "capped"), np.int16)
        self.known = {name: np.zeros(shape, kind) for name, kind in (wide | narrow).items()}
        form = batch.form[self.lines]
        self.given = {
            "kind": self._in_steps(batch.kind[self.lines]),
            "place": self._in_steps(self.table.place_of[batch.lines.seat[self.lines], self.hand]),
            "amount": self._in_steps(batch.forms.amount[form]),
            "other": self._in_steps(batch.forms.other[form]),
            "count": self._in_steps(batch.forms.count[form]),
            "all_in": self._in_steps(batch.forms.all_in[form]),
            "begun": self._in_steps(batch.lines.section[self.lines] - 1),
        }
        everybody = np.arange(batch.hands)
        self._advance(everybody, np.minimum(self.table.big_blind, S - 1))
        for k in range(self.last_step):
            self._step(k)
        self._end()
        for why, hands in self.wrong.items():
            batch.doubts.add(why, hands)
        steps = Steps(
            self.lines,
            self.hand,
            *(self.given[name][self.at] for name in ("place", "kind")),
            **{name: values[self.at] for name, values in self.known.items()},
        )
        return Played(
            steps,
            self.table,
            self.live,
            self.phase,
            self.round,
            self.pot,
            self.aggressor,
            self.drawn,
            self.left,
        )

    def _in_steps(self, values: Array) -> Array:
        """Return values of lines in the order of the steps."""
        found = np.empty_like(values)
        found[self.at] = values
        return found

    def _advance(self, hands: Array, after: Array) -> None:
        """Find who is next after a place in some hands, or end their betting round."""
        live, able = self.live[hands], self.able[hands]
        waiting = able & ~self.done[hands]
        alone = np.flatnonzero(COUNT[able] == 1)
        if len(alone):  # nobody else has chips
            of = hands[alone]
            street = self.table.street[:, of]
            most = np.where(live[alone] & BIT[:S, None], street, 0).max(axis=0)
            own = street[LAST[able[alone]], np.arange(len(of))]
            waiting[alone] = np.where(most > own, able[alone], 0)
        over = COUNT[live] == 1
        more = (waiting != 0) & ~over
        self.actor[hands] = np.where(more, _NEXT[after, waiting], _NEXT[S - 1, live])
        ended = np.where(self.round[hands] == ROUNDS - 1, SHOWDOWN, DRAWING)
        self.phase[hands] = np.where(over, OVER, np.where(more, BETTING, ended))

    def _step(self, k: int) -> None:
        m, first = int(self.active[k]), int(self.start[k])
        part = slice(first, first + m)
        kind, place = self.given["kind"][part], self.given["place"][part]
        begun, phase, rounds = self.given["begun"][part], self.phase[:m], self.round[:m]
        betting, returned, reshuffled = kind <= Kind.RAISES, kind == Kind.UNCALLED, kind == Kind.RESHUFFLED
        drawing = ~betting & ~returned
        known = {name: values[part] for name, values in self.known.items()}
        known["round"][:], known["live"][:], known["able"][:] = rounds, self.live[:m], self.able[:m]
        known["pot"][:] = self.pot[:m]
        at = np.minimum(place, S - 1).astype(np.int64)
        own_put = self.table.put_in[at, np.arange(m)]
        known["put_in"][:] = own_put
        turn = np.where(betting, phase == BETTING, phase == DRAWING) & (
            reshuffled | (self.actor[:m] == place)
        )
        turn = np.where(returned, phase != BETTING, turn) & (begun == rounds + drawing)
        self.wrong["turn"][:m] |= ~turn
        if betting.any():
            self._bet(np.flatnonzero(betting), kind, at, part, known)
        if drawing.any():
            hands = np.flatnonzero(drawing & ~reshuffled & turn)
            self._draw(hands, at[hands], self.given["count"][part][hands])
        if reshuffled.any():
            self._reshuffle(np.flatnonzero(reshuffled))
        if returned.any():
            hands = np.flatnonzero(returned)
            self._return(hands, at[hands], self.given["amount"][part][hands])

    def _bet(self, h: Array, kinds: Array, places: Array, part: slice, known: dict[str, Array]) -> None:
        """Play a betting action in the hands `h`."""
        table, fixed = self.table, self.fixed[h]
        kind, place, bit = kinds[h], places[h], BIT[places[h]]
        amount, other = self.given["amount"][part][h], self.given["other"][part][h]
        stack, street, put_in = table.stack[place, h], table.street[place, h], table.put_in[place, h]
        level, able, rounds = self.level[h], self.able[h], self.round[h]
        price = np.minimum(np.maximum(level - street, 0), stack)
        most = street + stack
        # --- what the player may do
        size = np.where(rounds < 2, self.batch.headers.low[h], self.batch.headers.high[h])
        at_least = np.maximum(self.last_raise[h], self.batch.headers.big[h])
        need = np.where(fixed, (size + 1) // 2, at_least)
        acted_at = self.acted[place, h]
        closed = (acted_at >= 0) & (level - acted_at < need)
        others = (able & ~bit) != 0
        may = others & (most > level) & ~(fixed & (self.bets[h] >= CAP)) & ~closed
        after_call = self.pot[h] + level - street
        betting = self.batch.headers.betting[h]
        limit = np.where(
            betting == POT, level + after_call, np.where(betting == HALF_POT, level + after_call // 2, most)
        )
        low = np.minimum(np.where(fixed, self.full[h] + size, level + at_least), most)
        high = np.where(fixed, low, np.minimum(np.maximum(limit, level + at_least), most))
        # --- the situation
        fold, check, call = kind == Kind.FOLDS, kind == Kind.CHECKS, kind == Kind.CALLS
        bet, raised = kind == Kind.BETS, kind == Kind.RAISES
        up = bet | raised
        known["price"][h], known["bets"][h], known["can_raise"][h] = price, self.bets[h], may | up
        known["to_win"][h], known["behind"][h] = self._look(h, place, street, stack, price)
        # --- the action
        to = np.where(bet, amount, other)
        fine = np.where(check, price == 0, True) & np.where(call, (price > 0) & (amount == price), True)
        fine &= ~up | (may & (to >= low) & (to <= high))
        fine &= ~(bet & (level != 0)) & ~(raised & ((level == 0) | (amount != to - level)))
        self.wrong["amount"][h] |= ~fine
        paid = np.where(call, price, np.where(up, to - street, 0))
        broke = (paid > 0) & (paid == stack)
        marked = self.given["all_in"][part][h]
        self.wrong["all-in"][h] |= (call | up) & (marked != broke)
        known["amount"][h] = paid
        table.stack[place, h] = stack - paid
        table.street[place, h] = street + paid
        table.put_in[place, h] = put_in + paid
        self.pot[h] += paid
        grown = up & np.where(fixed, to - self.full[h] >= size, ~broke | (to - level >= at_least))
        self.full[h] = np.where(grown, to, self.full[h])
        self.bets[h] += grown
        self.last_raise[h] = np.where(up, np.maximum(self.last_raise[h], to - level), self.last_raise[h])
        self.level[h] = np.where(up, to, level)
        self.able[h] = able & ~np.where(fold | broke, bit, 0)
        self.live[h] &= ~np.where(fold, bit, 0)
        self.left[place, h] = np.where(fold, rounds, self.left[place, h])
        self.acted[place, h] = np.where(fold, acted_at, self.level[h])
        self.done[h] = np.where(up, bit, np.where(fold, self.done[h], self.done[h] | bit))
        self.aggressor[h] = np.where(up, place, self.aggressor[h])
        known["capped"][h] = fixed & (self.bets[h] >= CAP)
        self._advance(h, place)

    def _look(self, h: Array, place: Array, street: Array, stack: Array, price: Array) -> tuple[Array, Array]:
        """Return the part of the pot that a call can win, and the number of players behind."""
        to_win, waiting = self.pot[h], self.able[h] & ~BIT[place] & ~self.done[h]
        short = np.flatnonzero(price == stack)  # the stack can be too short to match the bets
        if len(short):
            own = (street + price)[short]
            streets = self.table.street[:, h[short]]
            to_win[short] -= np.maximum(streets - own, 0).sum(axis=0)
            two = np.flatnonzero((COUNT[self.able[h[short]]] == 2) & (waiting[short] != 0))
            of = short[two]
            most = np.where(self.live[h[of]] & BIT[:S, None], streets[:, two], 0).max(axis=0)
            chips = streets[LAST[waiting[of]], two]
            waiting[of] = np.where(chips < np.maximum(own[two], most), waiting[of], 0)
        return to_win, COUNT[waiting]

    def _draw(self, h: Array, place: Array, count: Array) -> None:
        """Play a draw in the hands `h`."""
        first = h[self.drew[h] == 0]
        self._require_returned(first)
        self.wrong["deck"][h] |= (count > self.stub[h]) | (count <= self.stub_before[h])
        self.stub_before[h] = NOTHING
        self.drawn[self.round[h] + 1, place, h] = count
        self.stub[h] -= count
        self.drew[h] |= BIT[place]
        waiting = self.live[h] & ~self.drew[h]
        self.actor[h] = _NEXT[S - 1, waiting]
        ended = h[waiting == 0]
        if len(ended):
            self.round[ended] += 1
            self.drew[ended] = self.done[ended] = 0
            self.table.street[:, ended] = 0
            self.acted[:, ended] = self.aggressor[ended] = NOTHING
            self.level[ended] = self.full[ended] = self.bets[ended] = self.last_raise[ended] = 0
            self._advance(ended, np.full(len(ended), S - 1))

    def _reshuffle(self, h: Array) -> None:
        """Make a new deck of the rest of the old one and the discards, where the next player could ask for too many cards."""
        after = 52 - 4 * COUNT[self.live[h]].astype(np.int64)
        needed = (self.stub[h] < 4) & (after > self.stub[h])
        self.wrong["deck"][h] |= ~needed | (self.stub_before[h] != NOTHING)
        self.stub_before[h] = self.stub[h]
        self.stub[h] = after

    def _return(self, h: Array, place: Array, amount: Array) -> None:
        """Return the part of a bet that nobody called."""
        table = self.table
        second, most = self._find_highest(h)
        back = most - second
        counted = table.put_in[place, h] - table.dead[place, h]
        self.wrong["uncalled"][h] |= (back <= 0) | (back != amount) | (counted != most)
        self.wrong["uncalled"][h] |= amount > table.street[place, h]
        table.street[place, h] -= back
        table.put_in[place, h] -= back
        table.stack[place, h] += back
        self.pot[h] -= back
        self.able[h] |= self.live[h] & np.where(table.stack[place, h] > 0, BIT[place], 0)

    def _find_highest(self, h: Array) -> tuple[Array, Array]:
        """Return the second most and the most that a player put in, without dead blinds."""
        ordered = np.sort(self.table.put_in[:, h] - self.table.dead[:, h], axis=0)
        return ordered[-2], ordered[-1]

    def _require_returned(self, h: Array) -> None:
        """Note an uncalled bet that should have been returned."""
        second, most = self._find_highest(h)
        self.wrong["uncalled"][h] |= most > second

    def _end(self) -> None:
        """Note hands that do not end where they should."""
        self._require_returned(np.arange(self.batch.hands))
        self.wrong["turn"] |= (self.phase != SHOWDOWN) & (self.phase != OVER)
