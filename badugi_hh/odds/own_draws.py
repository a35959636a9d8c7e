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
from badugi_hh.odds.next_draw import FIRST_INCOMPLETE, draw_chances, values_after, ways_to_values
from badugi_hh.odds.opposition import table
from badugi_hh.odds.states import STATES, VALUES, Masks, Numbers, set_masks, states

_OTHER_DISCARDS = np.array([0.0, 1.0, 1.5, 2.0, 2.0])
"""How many more cards a player has discarded before the second draw, by the cards of the first one, on average."""
_MADE, _REST = slice(0, FIRST_INCOMPLETE), slice(FIRST_INCOMPLETE, values.WORST + 1)
_BINS_MADE, _ALONE, _WIDE = 48, 60, 8
_ROWS = 13
_LEAST = 1e-12
_LAST_MADE = FIRST_INCOMPLETE - 1


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
    """Return the equities of keeps; those keeps of a spot that draw have as many draws left.

    `spot` is the place of each keep in `known`, the cards that the player cannot draw, and its column in `shares`: the share
    of the pot of each final value (row), which are used up.
    """
    found, draws = np.empty(len(spot)), np.zeros(len(known), np.intp)
    final = drawings.draws == 0
    found[final] = shares[states().value[drawings.state[final]], spot[final]]
    draws[spot[~final]] = drawings.draws[~final]
    more = _play_on(shares, draws)
    for drawn in (drawings.drawn == 1, drawings.drawn > 1):
        if len(rows := np.flatnonzero(drawn & ~final)):
            found[rows] = _first_draw(drawings.at(rows), known[spot[rows]], shares, more, spot[rows])
    return found


def _first_draw(drawings: Drawings, known: Masks, made: Floats, more: Floats, spot: Indexes) -> Floats:
    """Return the equities of keeps that all draw one card, or all more; `made` and `more` are those of `_play_on`."""
    later = drawings.draws - 1
    if drawings.drawn[0] == 1:
        values, column = values_after(drawings.kept, 1), spot[:, None]
        ways = ((set_masks(1) & known[:, None]) == 0).view(np.uint8)
        badugis = (ways * (values < FIRST_INCOMPLETE)).sum(axis=1)
        place = np.maximum(values, _LAST_MADE) - _LAST_MADE
        worth = incomplete = made[values, column]
        missed, log = more[place, column], _logs()[later[:, None], place]
    else:
        ways = ways_to_values(drawings.kept, known)
        badugis = ways[:, _MADE].sum(axis=1)
        worth, missed, log = made.T[spot], more.T[spot], _logs()[later]
        incomplete = worth[:, _LAST_MADE:]
    number = ways.sum(axis=1)
    usual = np.maximum(_usually_made()[states().value[drawings.state % STATES]], _LEAST)
    scale = np.where(drawings.state < STATES, (badugis / number / usual) ** (1 / drawings.drawn), 1.0)
    deck = 52.0 - np.bitwise_count(known)
    decks = deck / (deck - _OTHER_DISCARDS[drawings.drawn] - np.arange(2)[:, None])
    decks = np.where(later > 1, decks.mean(axis=0), decks[0])
    incomplete += missed * np.exp(log * (scale * decks)[:, None])  # a part of `worth`
    return np.asarray(np.einsum("ij,ij->i", worth, ways) / number)


def _play_on(shares: Floats, draws: Indexes) -> Floats:
    """Replace the shares of hands without a badugi by what they are worth after the first of some draws if they make one.

    Return how much more they are worth if they do not: a row of 0 for all badugis, then one for each value.
    """
    more, (weights, starts) = np.zeros((VALUES - _LAST_MADE, len(draws))), _bins()
    for later in (1, 2):
        if not len(spots := np.flatnonzero(draws == later + 1)):
            continue
        together = spots[-1] - spots[0] == len(spots) - 1
        columns = slice(spots[0], spots[-1] + 1) if together else spots  # a slice is faster
        binned = np.add.reduceat(shares[:, columns] * weights[:, None], starts, axis=0)
        (of_made, of_missed), _ = _chances_by_bin(later)
        made, missed = of_made @ binned[:_BINS_MADE], of_missed @ binned[_BINS_MADE:]
        shares[_REST, columns] = made.reshape(-1, len(spots))
        more[1:-1, columns] = (missed - made).reshape(-1, len(spots))
    return more


@cache
def _logs() -> Floats:
    """Return the logarithm of the usual chance not to make a badugi by number of draws (0 to 2) and value, as the rows of `_play_on`."""
    found = np.zeros((3, VALUES - _LAST_MADE))
    for draws in (1, 2):
        found[draws, 1:-1] = np.log1p(-_chances_by_bin(draws)[1])
    return found


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
    bins = np.add.reduceat(draw_chances(), _bins()[1], axis=1)
    for _ in range(draws - 1):
        bins = draw_chances() @ bins
    bins = bins[_REST]
    made = bins[:, :_BINS_MADE].sum(axis=1)
    parts = bins[:, :_BINS_MADE] / made[:, None], bins[:, _BINS_MADE:] / (1 - made)[:, None]
    first, second = (part.reshape(-1, _ROWS, part.shape[1]) for part in parts)
    return (first, second), made
