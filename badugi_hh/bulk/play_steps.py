"""Plays all hands of a batch on their tables at once: one step is the k-th line of every hand that bets, draws and so on.

A line that the rules of `badugi_hh.engine.many_hands` do not allow leaves its hand unproved.

Shapes: as in `set_tables`. T steps; those of the k-th line are together, and of them the first is that of hand 0, because hands
are sorted by their number of steps. So a step works on the first m hands: arrays [m] and [S, m], and no hand is searched for.
"""

from dataclasses import dataclass, fields

import numpy as np

from badugi_hh.bulk.arrays import Array
from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.set_tables import SetTables
from badugi_hh.engine.many_hands import (
    BETTING,
    BIT,
    COUNT,
    DRAWING,
    LAST,
    NOTHING,
    OVER,
    SHOWDOWN,
    HandStates,
    Options,
    S,
)


@dataclass(slots=True)
class Steps:
    """What was known at each step, before it. All [T] in the order of the texts; `line` is the line of the step.

    `amount` is what the player put in, and `capped` whether no further bet is allowed after the step; the others are named as
    in `badugi_hh.engine.turns`, `live` and `able` are sets of places.
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
class PlayedSteps(HandStates):
    """The hands after their last step, and the steps; `left` [S, H] has the draws begun when a player folded, -1 for none."""

    steps: Steps
    table: SetTables
    left: Array


def follow(batch: BatchLines, table: SetTables) -> PlayedSteps:
    """Play the steps of all hands on their tables, which are changed."""
    lines = np.flatnonzero((batch.kind >= LineKind.FOLDS) & (batch.kind <= LineKind.RESHUFFLED))
    hand = batch.lines.hand[lines]
    begins = np.flatnonzero(np.diff(hand, prepend=-1))
    kth = np.arange(len(hand)) - np.repeat(begins, np.diff(begins, append=len(hand)))
    active = np.bincount(kth)
    start = np.cumsum(active) - active
    at = start[kth] + hand  # the place of each line among those of the steps
    order = np.empty_like(at)
    order[at] = np.arange(len(at))
    player = _Player(batch, table, lines[order])
    for first, m in zip(start.tolist(), active.tolist(), strict=True):
        player.step(slice(first, first + m))
    player.end()
    hands, steps = (
        player.hands,
        Steps(lines, hand, **{name: values[at] for name, values in player.known.items()}),
    )
    left = np.full(table.stack.shape, NOTHING, np.int8)
    folds = np.flatnonzero(steps.kind == LineKind.FOLDS)
    left[np.minimum(steps.place[folds], S - 1), hand[folds]] = steps.round[folds]
    state = {each.name: getattr(hands, each.name) for each in fields(hands)}
    return PlayedSteps(**state, steps=steps, table=table, left=left)


class _Player:
    def __init__(self, batch: BatchLines, table: SetTables, lines: Array) -> None:
        headers, form = batch.headers, batch.form[lines]
        self.batch, self.table = batch, table
        self.begun = table.stack + table.put_in
        self.hands = HandStates.after_posts(
            (headers.betting, headers.big, headers.low, headers.high),
            (1 << table.players) - 1,
            (self.begun - table.dead, table.stack, table.street),
            table.put_in.sum(axis=0),
            np.minimum(table.big_blind, S - 1),
        )
        self.wrong: Array = np.zeros(batch.hands, bool)
        wide = dict.fromkeys(("price", "pot", "put_in", "to_win", "amount"), np.int64)
        narrow = dict.fromkeys(("round", "bets", "live", "able", "behind", "can_raise", "capped"), np.int16)
        self.known = {
            "kind": batch.kind[lines],
            "place": table.place_of[batch.lines.seat[lines], batch.lines.hand[lines]],
            **{name: np.zeros(len(lines), kind) for name, kind in (wide | narrow).items()},
        }
        self.stated = {
            name: getattr(batch.forms, name)[form] for name in ("amount", "other", "count", "all_in")
        } | {"begun": batch.lines.section[lines] - 1}

    def end(self) -> None:
        """Note what is wrong, and where a hand does not end."""
        hands = self.hands
        self.wrong |= hands.uncalled(np.arange(self.batch.hands))[0] > 0
        self.wrong |= (hands.phase != SHOWDOWN) & (hands.phase != OVER)
        self.batch.unproved.add(self.wrong)
        self.table.put_in = self.begun - self.table.stack

    def step(self, part: slice) -> None:
        """Play a step of the first hands, which is a part of the arrays."""
        hands, m = self.hands, part.stop - part.start
        stated, known = (
            {name: values[part] for name, values in of.items()} for of in (self.stated, self.known)
        )
        kind, place, phase, rounds = known["kind"], known["place"], hands.phase[:m], hands.round[:m]
        betting, returned, reshuffled = (
            kind <= LineKind.RAISES,
            kind == LineKind.UNCALLED,
            kind == LineKind.RESHUFFLED,
        )
        drawing = ~betting & ~returned
        known["round"][:], known["live"][:], known["able"][:] = rounds, hands.live[:m], hands.able[:m]
        known["pot"][:] = hands.pot[:m]
        at, every = np.minimum(place, S - 1).astype(np.int64), np.arange(m)
        known["put_in"][:] = self.begun[at, every] - hands.stack[at, every]
        turn = np.where(betting, phase == BETTING, phase == DRAWING) & (
            reshuffled | (hands.actor[:m] == place)
        )
        turn = np.where(returned, phase != BETTING, turn) & (stated["begun"] == rounds + drawing)
        self.wrong[:m] |= ~turn
        if betting.any():
            of = np.flatnonzero(betting)
            self._bet(hands.options(of, at[of]), kind[of], stated, known)
        if drawing.any():
            of = np.flatnonzero(drawing & ~reshuffled & turn)
            self._draw(of, at[of], stated["count"][of])
        if reshuffled.any():
            of = np.flatnonzero(reshuffled)
            self.wrong[of] |= ~hands.reshuffle(of)
        if returned.any():
            of = np.flatnonzero(returned)
            self._return(of, at[of], stated["amount"][of])

    def _bet(self, options: Options, kind: Array, stated: dict[str, Array], known: dict[str, Array]) -> None:
        hands, of, street, price = self.hands, options.of, options.street, options.price
        amount, other = stated["amount"][of], stated["other"][of]
        check, call, bet = kind == LineKind.CHECKS, kind == LineKind.CALLS, kind == LineKind.BETS
        raises = kind == LineKind.RAISES
        up, level = bet | raises, hands.level[of]
        known["price"][of], known["bets"][of] = price, hands.bets[of]
        known["can_raise"][of] = options.can_raise | up
        known["to_win"][of], known["behind"][of] = self._look(options)
        to = np.where(bet, amount, other)
        fine = np.where(check, price == 0, True) & np.where(call, (price > 0) & (amount == price), True)
        fine &= ~up | (options.can_raise & (to >= options.low) & (to <= options.high))
        fine &= ~(bet & (level != 0)) & ~(raises & ((level == 0) | (amount != to - level)))
        self.wrong[of] |= ~fine
        paid = np.where(call, price, np.where(up, to - street, 0))
        broke = (paid > 0) & (paid == options.stack)
        self.wrong[of] |= (call | up) & (stated["all_in"][of] != broke)
        known["amount"][of] = paid
        hands.act(options, kind == LineKind.FOLDS, up, paid)
        known["capped"][of] = hands.capped(of)

    def _look(self, options: Options) -> tuple[Array, Array]:
        """Return the part of the pot that a call can win, and the number of players behind."""
        hands, of, price = self.hands, options.of, options.price
        to_win, waiting = hands.pot[of], hands.able[of] & ~BIT[options.place] & ~hands.done[of]
        short = np.flatnonzero(price == options.stack)  # the stack can be too short to match the bets
        if len(short):
            own = (options.street + price)[short]
            streets = hands.street[:, of[short]]
            to_win[short] -= np.maximum(streets - own, 0).sum(axis=0)
            two = np.flatnonzero((COUNT[hands.able[of[short]]] == 2) & (waiting[short] != 0))
            at = short[two]
            most = np.where(hands.live[of[at]] & BIT[:S, None], streets[:, two], 0).max(axis=0)
            chips = streets[LAST[waiting[at]], two]
            waiting[at] = np.where(chips < np.maximum(own[two], most), waiting[at], 0)
        return to_win, COUNT[waiting]

    def _draw(self, of: Array, place: Array, count: Array) -> None:
        first = of[self.hands.done[of] == 0]
        self.wrong[first] |= self.hands.uncalled(first)[0] > 0
        self.wrong[of] |= ~self.hands.has_cards(of, count)
        self.hands.draw(of, place, count)

    def _return(self, of: Array, place: Array, amount: Array) -> None:
        """Return the part of a bet that nobody called."""
        table = self.table
        back, most = self.hands.uncalled(of)
        counted = self.begun[place, of] - table.stack[place, of] - table.dead[place, of]
        self.wrong[of] |= (back <= 0) | (back != amount) | (counted != most)
        self.wrong[of] |= amount > table.street[place, of]
        self.hands.return_uncalled(of, place, amount)
