"""What the opponents of one known hand end with, given the public draws: the chance to beat them, by value of a hand.

An opponent is known by the cards of the last draw and the draws left. The probabilities of the final values of such an
opponent are in `tables/final-values.npz`, simulated once (`training/build_final_values.py`). Around known cards they are
multiplied by the part of the states of each value that has none of these cards, and scaled so that the chance to make a
badugi fits the cards that are left to draw. Several opponents are independent but for the cards that they cannot both
have: a factor for each pair of them. The result is an approximation; `keep_prices` states how good it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.installation import data_folder
from badugi_hh.odds.blockers import Floats, Indexes
from badugi_hh.odds.next_draw import FIRST_INCOMPLETE, held_chances
from badugi_hh.odds.ranges import ANY, ONE, PAT, TWO
from badugi_hh.odds.states import VALUES

Opponent = tuple[int, int]
"""The cards of the last draw, 3 for more and for a player who has not drawn yet, and the draws left, that one included."""
Opponents = tuple[Opponent, ...]

RANGES = (PAT, ONE, TWO, ANY)
"""The ranges of opponents by the cards of their last draw."""
KINDS: Opponents = ((0, 1), *((drawn, left) for drawn in (1, 2, 3) for left in (1, 2, 3)))
"""All kinds of opponents: a player who has a badugi keeps it, so that the number of draws left makes no difference."""
_DRAWN, _LEFT = np.array(KINDS).T

_MADE = slice(0, FIRST_INCOMPLETE)
_REST = slice(FIRST_INCOMPLETE, values.WORST + 1)
_REST_SIZES = np.array([values.size(value) for value in range(FIRST_INCOMPLETE, values.WORST + 1)])
_LAST_MADE, _LAST = FIRST_INCOMPLETE - 1, values.WORST
_LEAST = 1e-9
_DEPENDENCE = 1.2
"""The power of the factors of pairs that fits simulations of two to five opponents: all their cards, not only those that count."""


def opponent(drawn: int | None, left: int) -> Opponent:
    """Return an opponent who drew `drawn` cards at the last draw (None before the first), with `left` draws left."""
    return (0, 1) if drawn == 0 else (3 if drawn is None else min(drawn, 3), left)


@dataclass(frozen=True, slots=True, eq=False)
class Opposition:
    """Groups of opponents.

    `kinds` has a row for each group: the places of its opponents in `KINDS`, ascending, and then -1. `factors` has a column for
    each group: how much more often a hand of a value (row) beats all of them than if they were independent.
    """

    kinds: Indexes
    factors: Floats

    @classmethod
    def of(cls, groups: Sequence[Opponents]) -> "Opposition":
        """Return groups of opponents in their order."""
        kinds = np.full((len(groups), max(map(len, groups), default=1)), -1)
        factors = np.ones((VALUES, len(groups)))
        for place, group in enumerate(groups):
            own = sorted(map(KINDS.index, group))
            kinds[place, : len(own)] = own
            for pair in combinations(own, 2):
                factors[:, place] *= _factors_of_pairs()[pair]
        return cls(kinds, factors)


def chances_to_win(free: Floats, known: Indexes, opposition: Opposition, group: Indexes) -> Floats:
    """Return for each value (row) and each spot (column) the share of the pot of a final hand against a group of opponents.

    `free` is that of `blockers.free_parts` for the known cards of each spot, `known` the number of these cards, and `group` the
    place of its opponents; the spots of more opponents come first. `free` is used up.
    """
    decks, once, kinds = 52 / (52 - known), np.ones((len(RANGES), len(known))), opposition.kinds[group].T
    for drawn in (1, 2):
        if (_DRAWN[kinds] == drawn).any():
            once[drawn] = _chance_to_make(drawn, free, known)
    free[_REST] *= (decks ** np.arange(4)[:, None])[_REST_SIZES]
    found = _chances_to_beat(kinds[0], free, decks, once)
    several = np.count_nonzero(kinds[1:2] >= 0)
    beaten = found[:, :several].copy()
    for before, kind in pairwise(kinds):
        number = np.count_nonzero(kind >= 0)
        if (kind != before)[:number].any():
            beaten = _chances_to_beat(kind[:number], free[:, :number], decks[:number], once[:, :number])
        found[:, :number] *= beaten[:, :number]
    shares = found[:, :several]  # no hand wins more than the pot, nor less than a worse one
    shares *= opposition.factors.take(group[:several], axis=1)
    np.minimum(shares, 1.0, out=shares)
    _accumulate(np.minimum, shares)
    return found


def _chances_to_beat(kinds: Indexes, free: Floats, decks: Floats, once: Floats) -> Floats:
    """Return the chance to beat an opponent of each spot, where an equal hand counts half.

    Around known cards a badugi is as much less likely as its states that are left are fewer. What is not a badugi has the
    rest, in the proportions in which the states of each value are left, each held card from a deck without the known
    cards: `free` has both already. `once` is the chance to make a badugi at one draw, as a power of that around no cards, by
    the cards drawn.
    """
    alike = kinds[:1] if (kinds == kinds[:1]).all() else kinds
    half = _halves().take(alike, axis=1) * free
    below = np.empty_like(free)
    below[[0, -1]] = 0.0
    np.add(half[1:-1], half[:-2], out=below[1:-1])
    _accumulate(np.add, below)
    made, every = (below[value] + half[value] for value in (_LAST_MADE, _LAST))
    rest = every - made
    drawn, left = _DRAWN[kinds], _LEFT[kinds]
    of_any = made * decks**4
    power = once[drawn, np.arange(len(kinds))] ** np.where((drawn == 2) & (left > 1), 0.6, 1.0)
    mass = np.select(
        [drawn == 0, drawn == 3],
        [made / np.maximum(made, _LEAST), of_any / (of_any + rest)],
        1 - (1 - table()[:, _MADE].sum(axis=1)[kinds]) ** power,
    )
    below[_MADE] *= -mass / np.maximum(made, _LEAST)
    below[_MADE] += 1.0
    of_rest = (mass - 1) / np.maximum(rest, _LEAST)
    below[_REST] *= of_rest
    below[_REST] += 1 - mass - of_rest * made
    return below


def _chance_to_make(drawn: int, free: Floats, known: Indexes) -> Floats:
    """Return the chance to make a badugi of a player who draws one or two cards, as a power of that around no known cards."""
    once, start = table()[KINDS.index((drawn, 1))][_MADE], held_chances(drawn)
    held = np.flatnonzero(start)
    cards = 48.0 - np.arange(drawn)[:, None]
    # BLAS would start threads for these sums, which wait for each other.
    made = np.einsum("i,ij->j", once, free[_MADE]) * np.prod(cards / (cards - known), axis=0)
    made /= np.maximum(np.einsum("i,ij->j", start[held], free[held]), _LEAST)
    return np.asarray(np.log1p(-np.minimum(made, 0.99)) / np.log1p(-once.sum()))


def _accumulate(operation: np.ufunc, rows: Floats) -> Floats:
    """Accumulate the rows of the values 1 to 1,092 in place: in parts of 13 at once, then part by part."""
    parts = rows[1 : _LAST + 1].reshape(_LAST // 13, 13, rows.shape[1])
    for place in range(1, 13):
        operation(parts[:, place], parts[:, place - 1], out=parts[:, place])
    before = operation.accumulate(parts[:-1, -1], axis=0)
    operation(parts[1:], before[:, None], out=parts[1:])
    return rows


@cache
def table() -> Floats:
    """Return the probabilities of the final values (columns) of each of `KINDS` around no known cards."""
    found = _stored()["chances"].astype(np.float64)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


@cache
def _halves() -> Floats:
    """Return half the probability of each final value (row) of each of `KINDS` (column)."""
    return np.ascontiguousarray(table().T / 2)


@cache
def _factors_of_pairs() -> dict[tuple[int, int], Floats]:
    """Return by pair of kinds and value how much more often a hand beats both than if they were independent."""
    pairs = combinations_with_replacement(range(len(KINDS)), 2)
    return dict(zip(pairs, _stored()["pairs"].astype(np.float64) ** _DEPENDENCE, strict=True))


@cache
def _stored() -> dict[str, NDArray[np.float32]]:
    with np.load(data_folder("tables") / "final-values.npz") as stored:
        return dict(stored)
