"""What a keep of a known hand is worth, given the share of the pot of each final value: the player's own draws.

The first draw is exact: every set of cards that the player does not know to be gone. After it, a hand without a badugi
goes on by value (`value_function.draw_chances`), with the chance of a badugi scaled by what the first draw says of the
cards that are gone, and by the deck that gets smaller. So the result is exact with one draw left, if the shares are.
"""

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True, slots=True, eq=False)
class Drawings:
    """Draws of some keeps, a row of each array for each of them.

    `state` is what counts of a keep, `draws` are left, and `drawn` is the number of cards of the first of them; with 0
    draws the hand is final. `odd` has by row the cards of a keep that do not all count, which the player keeps at the
    first draw only; the state of such a row is `NONE`.
    """

    state: Numbers
    draws: Indexes
    drawn: Indexes
    odd: Mapping[int, Cards]


def expected_shares(drawings: Drawings, known: Masks, shares: Floats) -> Floats:
    """Return the equities of keeps; `known` and `shares` have a row for each keep.

    `known` are the cards that the player cannot draw, `shares` the share of the pot of each final value.
    """
    value = states().value[drawings.state].astype(np.intp)
    found = shares[np.arange(len(value)), value]  # of the hands that are final
    odd = np.zeros(len(value), bool)
    odd[list(drawings.odd)] = True
    for draws in range(1, 4):
        for drawn in range(1, 5):
            alike = (drawings.draws == draws) & (drawings.drawn == drawn)
            for of_odd in (False, True):
                places = np.flatnonzero(alike & (odd == of_odd))
                rows = max(1, _CELLS // len(card_sets(drawn)))
                for start in range(0, len(places), rows):
                    part = places[start : start + rows]
                    if of_odd:
                        results = _odd_results([drawings.odd[at] for at in part.tolist()], known[part])
                    else:
                        results = _results(drawings.state[part], drawn)
                    values = None if of_odd else value[part]
                    found[part] = _first_draw(results, drawn, draws, known[part], shares[part], values)
    return found


def _results(state: Numbers, drawn: int) -> Numbers:
    """Return the values after each set of drawn cards (column) for keeps of as many cards that count."""
    table_, kept = states(), 4 - drawn
    found: Numbers = table_.value[after_draw(kept)[state.astype(np.intp) - table_.first[kept]]]
    return found


def _odd_results(keeps: Sequence[Cards], known: Masks) -> Numbers:
    """Return the values as `_results` does for keeps of as many cards that do not all count."""
    drawn = 4 - len(keeps[0])
    sets = card_sets(drawn)
    found = np.zeros((len(keeps), len(sets)), np.uint16)
    for at, kept in enumerate(keeps):
        free = np.flatnonzero((set_masks(drawn) & known[at]) == 0)
        held = np.sort(
            np.column_stack([np.tile(np.array(kept, np.uint8), (len(free), 1)), sets[free]]), axis=1
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
