"""What a keep of a known hand is worth, given the share of the pot of each final value: the player's own draws.

The first draw is exact: every set of cards that the player does not know to be gone. After it, a hand without a badugi
goes on by value (`value_function.draw_chances`), with the chance of a badugi scaled by what the first draw says of the
cards that are gone, and by the deck that gets smaller. So the result is exact with one draw left, if the shares are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.blockers import Floats, Indexes
from badugi_hh.odds.opposition import table
from badugi_hh.odds.states import (
    Masks,
    Numbers,
    after_draw,
    best_of_four,
    card_sets,
    set_masks,
    set_numbers,
    states,
)
from badugi_hh.odds.value_function import FIRST_INCOMPLETE, VALUES, draw_chances

_OTHER_DISCARDS = {1: 1.0, 2: 1.5, 3: 2.0, 4: 2.0}
"""How many more cards a player has discarded before the second draw, by the cards of the first one, on average."""
_MADE, _REST = slice(0, FIRST_INCOMPLETE), slice(FIRST_INCOMPLETE, VALUES)
_BINS_MADE, _ALONE, _WIDE = 48, 60, 8
_CELLS = 2_000_000
"""How many results of draws are looked up at once."""
_LEAST = 1e-12
_ROWS = 4


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws of a keep: `state` is what counts of it, `draws` are left; with 0 the hand is final.

    `odd` has the cards of a keep that do not all count, which the player keeps at the first draw only.
    """

    state: int
    draws: int
    odd: Cards = ()

    @property
    def drawn(self) -> int:
        """Return the number of cards of the first draw, 0 if there is none."""
        if not self.draws:
            return 0
        return 4 - (len(self.odd) or int(states().size[self.state]))


def expected_shares(drawings: Sequence[Drawing], known: Masks, shares: Floats) -> Floats:
    """Return the equities of keeps; `known` and `shares` have a row for each keep.

    `known` are the cards that the player cannot draw, `shares` the share of the pot of each final value.
    """
    found = np.empty(len(drawings))
    groups: dict[tuple[int, int, bool], list[int]] = {}
    for at, each in enumerate(drawings):
        groups.setdefault((each.drawn, each.draws, bool(each.odd)), []).append(at)
    for (drawn, draws, odd), places in groups.items():
        if not draws:
            value = states().value[[drawings[at].state for at in places]]
            found[places] = shares[places, value]
            continue
        rows = max(1, _CELLS // len(card_sets(drawn)))
        for start in range(0, len(places), rows):
            part = np.array(places[start : start + rows])
            own = [drawings[at] for at in part]
            results = _odd_results(own, known[part]) if odd else _results(own, drawn)
            values = None if odd else _values_of(own)
            found[part] = _first_draw(results, drawn, draws, known[part], shares[part], values)
    return found


def _values_of(drawings: Sequence[Drawing]) -> Indexes:
    return states().value[[each.state for each in drawings]].astype(np.intp)


def _results(drawings: Sequence[Drawing], drawn: int) -> Numbers:
    """Return the values after each set of drawn cards (column) for keeps of as many cards that count."""
    table_, kept = states(), 4 - drawn
    found: Numbers = table_.value[
        after_draw(kept)[np.array([each.state for each in drawings]) - table_.first[kept]]
    ]
    return found


def _odd_results(drawings: Sequence[Drawing], known: Masks) -> Numbers:
    """Return the values as `_results` does for keeps of cards that do not all count."""
    drawn = 4 - len(drawings[0].odd)
    sets = card_sets(drawn)
    found = np.zeros((len(drawings), len(sets)), np.uint16)
    for at, each in enumerate(drawings):
        free = np.flatnonzero((set_masks(drawn) & known[at]) == 0)
        held = np.sort(
            np.column_stack([np.tile(np.array(each.odd, np.uint8), (len(free), 1)), sets[free]]), axis=1
        )
        found[at, free] = states().value[best_of_four()[set_numbers(held)]]
    return found


def _first_draw(
    results: Numbers, drawn: int, draws: int, known: Masks, shares: Floats, values: Indexes | None
) -> Floats:
    """Return the equities of keeps that draw as many cards; `values` are theirs, None if their cards do not all count."""
    free = (set_masks(drawn)[None, :] & known[:, None]) == 0
    number = free.sum(axis=1)
    worth = shares
    if draws > 1:
        scale = np.ones(len(shares))
        if values is not None:
            made = (free & (results < FIRST_INCOMPLETE)).sum(axis=1) / number
            usual = np.maximum(draw_chances()[values][:, _MADE].sum(axis=1), _LEAST)
            scale = (made / usual) ** (1 / drawn)
        deck = 52.0 - np.bitwise_count(known)
        later = [deck / (deck - _OTHER_DISCARDS[drawn] - draw) for draw in range(draws - 1)]
        worth = _going_on(shares, draws - 1, scale * np.mean(later, axis=0))
    gained = np.take_along_axis(worth, results.astype(np.intp), axis=1)
    return np.asarray((gained * free).sum(axis=1) / number)


def _going_on(shares: Floats, draws: int, scale: Floats) -> Floats:
    """Return the share of the pot of each value before `draws` draws, at each of which a badugi is `scale` times as likely."""
    chances, made = _chances_by_bin(draws)
    weights, starts = _bins()
    binned = np.add.reduceat(shares * weights, starts, axis=1)
    won_made = _product(binned[:, :_BINS_MADE], chances[:, :_BINS_MADE].T)
    won_rest = _product(binned[:, _BINS_MADE:], chances[:, _BINS_MADE:].T)
    missed = np.exp(np.log1p(-made)[None, :] * scale[:, None])
    found = shares.copy()
    found[:, _REST] = won_made * ((1 - missed) / made) + won_rest * (missed / (1 - made))
    return found


def _product(rows: Floats, columns: Floats) -> Floats:
    """Return the product of matrices, a few rows at a time: larger ones would wait for threads that other processes use."""
    found = np.empty((len(rows), columns.shape[1]))
    for start in range(0, len(rows), _ROWS):
        np.matmul(rows[start : start + _ROWS], columns, out=found[start : start + _ROWS])
    return found


@cache
def _bins() -> tuple[Floats, Indexes]:
    """Return the weight of each value in its bin, and the first value of each bin.

    Bins have the shares of their values on average. Badugis are weighted as they are made, and bins of them are about equally
    likely. Each of the best three cards is a bin, since opponents have the same ones; of the others `_WIDE` values are one.
    """
    made = table()[1:].mean(axis=0)[_MADE]
    made[0] = 0.0  # no hand has this value
    usual = np.concatenate([made, np.ones(VALUES - FIRST_INCOMPLETE)])
    first = np.searchsorted(np.cumsum(made) / made.sum(), np.arange(_BINS_MADE) / _BINS_MADE, side="right")
    first[0] = 0
    alone = FIRST_INCOMPLETE + _ALONE
    starts = [*first.tolist(), *range(FIRST_INCOMPLETE, alone), *range(alone, VALUES, _WIDE)]
    total = np.add.reduceat(usual, starts)
    return usual / np.repeat(total, np.diff([*starts, VALUES])), np.array(starts)


@cache
def _chances_by_bin(draws: int) -> tuple[Floats, Floats]:
    """Return the chances of each bin after some draws from each incomplete value (row), and of a badugi."""
    chances = draw_chances()[_REST]
    for _ in range(draws - 1):
        chances = chances @ draw_chances()
    return np.add.reduceat(chances, _bins()[1], axis=1), chances[:, _MADE].sum(axis=1)
