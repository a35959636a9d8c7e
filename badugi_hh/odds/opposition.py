"""What the opponents of one known hand end with, given the public draws: the chance to beat them, by value of a hand.

An opponent is known by the cards of the last draw and the draws left. The probabilities of the final values of such an
opponent are in `tables/final-values.npz`, simulated once (`docs/build_final_values.py`). Around known cards they are
multiplied by the part of the states of each value that has none of these cards, and scaled so that the chance to make a
badugi fits the cards that are left to draw. Several opponents are independent but for the cards that they cannot both
have: a factor for each pair of them. The result is an approximation; `keep_prices` states how good it is.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.installation import data_folder
from badugi_hh.odds.blockers import Floats, Indexes
from badugi_hh.odds.ranges import ANY, ONE, PAT, TWO, hands
from badugi_hh.odds.spots import Player
from badugi_hh.odds.states import VALUES, states
from badugi_hh.odds.value_function import FIRST_INCOMPLETE

Opponent = tuple[int, int]
"""The cards of the last draw, 3 for more and for a player who has not drawn yet, and the draws left, that one included."""
Opponents = tuple[Opponent, ...]

RANGES = (PAT, ONE, TWO, ANY)
"""The ranges of opponents by the cards of their last draw."""
KINDS: Opponents = ((0, 1), *((drawn, left) for drawn in (1, 2, 3) for left in (1, 2, 3)))
"""All kinds of opponents: a player who has a badugi keeps it, so that the number of draws left makes no difference."""

_MADE = slice(0, FIRST_INCOMPLETE)
_REST = slice(FIRST_INCOMPLETE, values.WORST + 1)
_LAST_MADE, _LAST = FIRST_INCOMPLETE - 1, values.WORST
_LEAST = 1e-9
_DEPENDENCE = 1.2
"""The power of the factors of pairs that fits simulations of two to five opponents: all their cards, not only those that count."""


def opponent(drawn: int | None, left: int) -> Opponent:
    """Return an opponent who drew `drawn` cards at the last draw (None before the first), with `left` draws left."""
    return (0, 1) if drawn == 0 else (3 if drawn is None else min(drawn, 3), left)


def player_of(one: Opponent) -> Player:
    """Return the player that an opponent is."""
    return Player(RANGES[one[0]], one[1])


def chances_to_win(free: Floats, known: Indexes, opponents: Opponents) -> Floats:
    """Return for each value (row) and each spot (column) the share of the pot of a final hand against these opponents.

    `free` is that of `blockers.free_parts` for the known cards of each spot, `known` the number of these cards.
    """
    decks = 52 / (52 - known)
    made = {
        drawn: _chance_to_make(drawn, free, known) for drawn in {drawn for drawn, _ in opponents} & {1, 2}
    }
    free = free.copy()
    free[_REST] *= (decks ** np.arange(4)[:, None])[_sizes()[_REST]]
    found = np.ones(1)
    for kind, times in Counter(opponents).items():
        beaten = _chances_to_beat(kind, free, decks, made.get(kind[0]))
        for _ in range(times):
            found = found * beaten
    if len(opponents) > 1:  # no hand wins more than the pot, nor less than a worse one
        for pair in combinations(sorted(map(KINDS.index, opponents)), 2):
            found *= _factors_of_pairs()[pair][:, None]
        np.minimum(found, 1.0, out=found)
        _accumulate(np.minimum, found)
    return found


def _chances_to_beat(kind: Opponent, free: Floats, decks: Floats, once: Floats | None) -> Floats:
    """Return the chance to beat one opponent, where an equal hand counts half.

    Around known cards a badugi is as much less likely as its states that are left are fewer. What is not a badugi has the
    rest, in the proportions in which the states of each value are left, each held card from a deck without the known
    cards: `free` has both already. `once` is the chance to make a badugi at one draw, as a power of that around no cards.
    """
    drawn, left = kind
    alone = table()[KINDS.index(kind)]
    part = alone[:, None] * free
    below = _accumulate(np.add, part.copy())
    made, rest = below[_LAST_MADE].copy(), below[_LAST] - below[_LAST_MADE]
    if drawn == 0:
        mass = made / np.maximum(made, _LEAST)
    elif once is None:
        mass = made * decks**4 / (made * decks**4 + rest)
    else:
        power = once**0.6 if drawn == 2 and left > 1 else once
        mass = 1 - (1 - alone[_MADE].sum()) ** power
    part *= 0.5
    below -= part
    below[_REST] -= made
    below[_MADE] *= -mass / np.maximum(made, _LEAST)
    below[_MADE] += 1.0
    below[_REST] *= (mass - 1) / np.maximum(rest, _LEAST)
    below[_REST] += 1 - mass
    return below


def _chance_to_make(drawn: int, free: Floats, known: Indexes) -> Floats:
    """Return the chance to make a badugi of a player who draws one or two cards, as a power of that around no known cards."""
    once = table()[KINDS.index((drawn, 1))]
    cards = 48.0 - np.arange(drawn)[:, None]
    later = np.prod(cards / (cards - known), axis=0)
    # BLAS would start threads for these sums, which wait for each other.
    made, held = (
        np.einsum("i,ij->j", chances, free[: len(chances)]) for chances in (once[_MADE], _start(drawn))
    )
    made *= later / np.maximum(held, _LEAST)
    return np.asarray(np.log1p(-np.minimum(made, 0.99)) / np.log1p(-once[_MADE].sum()))


def _accumulate(operation: np.ufunc, rows: Floats) -> Floats:
    """Accumulate the rows of the values 1 to 1,092 in place: in parts of 13 at once, then part by part."""
    parts = rows[1 : _LAST + 1].reshape(-1, 13, rows.shape[1])
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
def _factors_of_pairs() -> dict[tuple[int, int], Floats]:
    """Return by pair of kinds and value how much more often a hand beats both than if they were independent."""
    pairs = combinations_with_replacement(range(len(KINDS)), 2)
    return dict(zip(pairs, _stored()["pairs"].astype(np.float64) ** _DEPENDENCE, strict=True))


@cache
def _stored() -> dict[str, NDArray[np.float32]]:
    with np.load(data_folder("tables") / "final-values.npz") as stored:
        return dict(stored)


@cache
def _sizes() -> Indexes:
    """Return the number of cards that count, by value."""
    found = np.zeros(VALUES, np.intp)
    found[states().value[:-1]] = states().size[:-1]
    return found


@cache
def _start(drawn: int) -> Floats:
    """Return the probabilities of the values that a player of a range holds."""
    held = hands(RANGES[drawn])
    found = np.bincount(states().value[held.state], held.weight, VALUES)
    return np.asarray(found / found.sum())
