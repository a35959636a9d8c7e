"""What a keep of a known hand is worth, given the share of the pot of each final value: the player's own draws.

The first draw is exact: every set of cards that the player does not know to be gone. After it, a hand without a badugi
goes on by value (`value_function.draw_chances`), with the chance of a badugi scaled by what the first draw says of the
cards that are gone, and by the deck that gets smaller. So the result is exact with one draw left, if the shares are.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from badugi_hh.engine import values
from badugi_hh.odds.blockers import Floats, Indexes
from badugi_hh.odds.next_draw import values_after, ways_to_values
from badugi_hh.odds.opposition import table
from badugi_hh.odds.states import STATES, VALUES, Masks, Numbers, set_masks, states
from badugi_hh.odds.value_function import FIRST_INCOMPLETE, draw_chances

_OTHER_DISCARDS = {1: 1.0, 2: 1.5, 3: 2.0, 4: 2.0}
"""How many more cards a player has discarded before the second draw, by the cards of the first one, on average."""
_MADE, _REST = slice(0, FIRST_INCOMPLETE), slice(FIRST_INCOMPLETE, values.WORST + 1)
_BINS_MADE, _ALONE, _WIDE = 48, 60, 8
_ROWS = 29
_LEAST = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Drawings:
    """Draws of some keeps, a row of each array for each of them.

    `kept` are the cards of the first draw, `state` what counts of them, `draws` are left, and `drawn` is the number of cards of
    the first of them; with 0 draws the hand is final. The state of cards that do not all count, which the player keeps at
    the first draw only, is `STATES`.
    """

    kept: Masks
    state: Numbers
    draws: Indexes
    drawn: Indexes

    def at(self, rows: Indexes | slice) -> "Drawings":
        """Return some rows."""
        return Drawings(self.kept[rows], self.state[rows], self.draws[rows], self.drawn[rows])


def expected_shares(drawings: Drawings, known: Masks, shares: Floats, spot: Indexes) -> Floats:
    """Return the equities of keeps.

    `spot` is the place of each keep in `known`, the cards that the player cannot draw, and its column in `shares`: the share
    of the pot of each final value (row).
    """
    found = np.empty(len(spot))
    kinds = 8 * drawings.draws + drawings.drawn
    after: dict[int, _Later] = {}
    for kind in np.flatnonzero(np.bincount(kinds)).tolist():
        rows = np.flatnonzero(kinds == kind)
        draws, drawn = divmod(kind, 8)
        if not draws:
            found[rows] = shares[states().value[drawings.state[rows]], spot[rows]]
            continue
        if draws not in after:
            after[draws] = _later(shares, draws - 1)
        found[rows] = _first_draw(drawings.at(rows), drawn, known[spot[rows]], after[draws], spot[rows])
    return found


def _first_draw(drawings: Drawings, drawn: int, known: Masks, later: "_Later", spot: Indexes) -> Floats:
    """Return the equities of keeps that draw as many cards; `spot` is the column of each of them in `later`."""
    if drawn == 1:
        values = values_after(drawings.kept, 1)
        ways = (set_masks(1) & known[:, None]) == 0
        made = (ways & (values < FIRST_INCOMPLETE)).sum(axis=1)
        best = incomplete = later.made[values, spot[:, None]]
        worst, log = later.missed[values, spot[:, None]], later.log[values]
    else:
        ways = ways_to_values(drawings.kept, known)
        made = ways[:, _MADE].sum(axis=1)
        best = later.made.T[spot]
        incomplete, worst, log = best[:, _REST], later.missed[_REST].T[spot], later.log[_REST]
    number = ways.sum(axis=1)
    if later.draws:
        usual = np.maximum(_usually_made()[states().value[drawings.state % STATES]], _LEAST)
        scale = np.where(drawings.state < STATES, (made / number / usual) ** (1 / drawn), 1.0)
        deck = 52.0 - np.bitwise_count(known)
        deck = np.mean([deck / (deck - _OTHER_DISCARDS[drawn] - draw) for draw in range(later.draws)], axis=0)
        incomplete += (worst - incomplete) * np.exp(log * (scale * deck)[:, None])  # a part of `best`
    return np.asarray(np.einsum("ij,ij->i", best, ways) / number)


@dataclass(frozen=True, slots=True, eq=False)
class _Later:
    """What hands are worth before `draws` draws by value (row) and spot (column): if they make a badugi, and if not.

    `log` is the logarithm of the usual chance not to make one, by value; 0 for a badugi.
    """

    draws: int
    made: Floats
    missed: Floats
    log: Floats


def _later(shares: Floats, draws: int) -> _Later:
    log = np.zeros(VALUES)
    if not draws:
        return _Later(0, shares, shares, log)
    chances, chance = _chances_by_bin(draws)
    weights, starts = _bins()
    binned = np.add.reduceat(shares * weights[:, None], starts, axis=0)
    made, missed = shares.copy(), shares.copy()
    for worth, part, bins in zip(
        (made, missed), chances, (binned[:_BINS_MADE], binned[_BINS_MADE:]), strict=True
    ):
        worth[_REST] = (part @ bins).reshape(-1, shares.shape[1])
    log[_REST] = np.log1p(-chance)
    return _Later(draws, made, missed, log)


@cache
def _usually_made() -> Floats:
    """Return the chance of a badugi after one draw, by value."""
    return np.asarray(draw_chances()[:, _MADE].sum(axis=1))


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
def _chances_by_bin(draws: int) -> tuple[tuple[Floats, Floats], Floats]:
    """Return the chances of each bin after some draws from each incomplete value, and the chance of a badugi.

    The chances of the bins of badugis are those of a player who makes one, the others those of a player who does not. They
    are in parts of `_ROWS` values: BLAS would multiply larger matrices in several threads, which wait for each other.
    """
    chances = draw_chances()[_REST]
    for _ in range(draws - 1):
        chances = chances @ draw_chances()
    bins = np.add.reduceat(chances, _bins()[1], axis=1)
    made = chances[:, _MADE].sum(axis=1)
    parts = bins[:, :_BINS_MADE] / made[:, None], bins[:, _BINS_MADE:] / (1 - made)[:, None]
    first, second = (part.reshape(-1, _ROWS, part.shape[1]) for part in parts)
    return (first, second), made
