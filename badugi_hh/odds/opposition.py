"""What the opponents of one known hand end with, given the public draws: the chance to beat them, by value of a hand.

An opponent is known by the cards of the last draw and the draws left. The probabilities of the final values of such an
opponent are in `tables/final-values.npz`, simulated once (`docs/build_final_values.py`). Around known cards they are
multiplied by the part of the states of each value that has none of these cards, and scaled so that the chance to make a
badugi fits the cards that are left to draw. Several opponents are independent but for the cards that they cannot both
have: a factor for each pair of them. The result is an approximation; `keep_prices` states how good it is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from badugi_hh.installation import data_folder
from badugi_hh.odds.blockers import Floats, Indexes
from badugi_hh.odds.ranges import ANY, ONE, PAT, TWO, hands
from badugi_hh.odds.spots import Player
from badugi_hh.odds.states import states
from badugi_hh.odds.value_function import FIRST_INCOMPLETE, VALUES

Opponent = tuple[int, int]
"""The cards of the last draw, 3 for more and for a player who has not drawn yet, and the draws left, that one included."""
Opponents = tuple[Opponent, ...]

RANGES = (PAT, ONE, TWO, ANY)
"""The ranges of opponents by the cards of their last draw."""
KINDS: Opponents = ((0, 1), *((drawn, left) for drawn in (1, 2, 3) for left in (1, 2, 3)))
"""All kinds of opponents: a player who has a badugi keeps it, so that the number of draws left makes no difference."""

_MADE = slice(0, FIRST_INCOMPLETE)
_REST = slice(FIRST_INCOMPLETE, VALUES)
_LEAST = 1e-9
_DEPENDENCE = 1.2
"""The power of the factors of pairs that fits simulations of two to five opponents: all their cards, not only those that count."""


def opponent(drawn: int | None, left: int) -> Opponent:
    """Return an opponent who drew `drawn` cards at the last draw (None before the first), with `left` draws left."""
    return (0, 1) if drawn == 0 else (3 if drawn is None else min(drawn, 3), left)


def player_of(one: Opponent) -> Player:
    """Return the player that an opponent is."""
    return Player(RANGES[one[0]], one[1])


def chances_to_win(free: Floats, known: Indexes, opponents: Sequence[Opponents]) -> Floats:
    """Return for each spot (row) the share of the pot of a final hand of each value (column).

    `free` has the rows of `blockers.free_parts` for the known cards of each spot, `known` their number.
    """
    found = np.ones_like(free)
    kinds: dict[int, list[tuple[int, int]]] = {}
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for at, each in enumerate(opponents):
        alone, together = _kinds_and_pairs(each)
        for kind, times in alone:
            kinds.setdefault(kind, []).append((at, times))
        for pair, times in together:
            pairs.setdefault(pair, []).append((at, times))
    for kind, places in kinds.items():
        rows, times = np.array(places).T
        final = final_chances(KINDS[kind], free[rows], known[rows])
        beaten = 1 - np.cumsum(final, axis=1)
        beaten += np.multiply(final, 0.5, out=final)
        for again in _repetitions(times):
            found[rows[again]] *= beaten[again]
    for pair, places in pairs.items():
        rows, times = np.array(places).T
        for again in _repetitions(times):
            found[rows[again]] *= _factors_of_pairs()[pair]
    several = np.flatnonzero([len(each) > 1 for each in opponents])
    if several.size:  # no hand wins more than the pot, nor less than a worse one
        shares = np.minimum(found[several], 1.0)
        shares[:, 1:] = np.minimum.accumulate(shares[:, 1:], axis=1)
        found[several] = shares
    return found


def _repetitions(times: Indexes) -> Iterator[slice | Indexes]:
    """Yield the places to multiply so that each of them is multiplied its number of times."""
    yield slice(None)
    for number in range(1, times.max()):
        yield np.flatnonzero(times > number)


@lru_cache(maxsize=4096)
def _kinds_and_pairs(
    opponents: Opponents,
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[tuple[int, int], int], ...]]:
    """Return the places in `KINDS` of some opponents, and their pairs, each with how often it is there."""
    numbers = sorted(KINDS.index(each) for each in opponents)
    return tuple(Counter(numbers).items()), tuple(Counter(combinations(numbers, 2)).items())


def final_chances(kind: Opponent, free: Floats, known: Indexes) -> Floats:
    """Return the probabilities of the final values of an opponent around known cards, by spot.

    A badugi is as much less likely as its states that are left are fewer. What is not a badugi has the rest, in the
    proportions in which the states of each value are left, each held card from a deck without the known cards.
    """
    alone = table()[KINDS.index(kind)]
    drawn, left = kind
    part = alone * free
    if drawn == 0:
        return np.asarray(part / np.maximum(part.sum(axis=1, keepdims=True), _LEAST))
    decks = 52 / (52 - known)
    part[:, _REST] *= (decks[:, None] ** np.arange(4))[:, _sizes()[_REST]]
    if drawn == 3:
        part[:, _MADE] *= decks[:, None] ** 4
        return np.asarray(part / part.sum(axis=1, keepdims=True))
    start, once = _start(drawn), table()[KINDS.index((drawn, 1))]
    cards = 48.0 - np.arange(drawn)
    later = np.prod(cards / (cards - known[:, None]), axis=1)
    made = (free[:, _MADE] @ once[_MADE]) * later / np.maximum(free @ start, _LEAST)
    # The chance to miss at one draw, as a power of that of an opponent around no known cards.
    power = np.log1p(-np.minimum(made, 0.99)) / np.log1p(-once[_MADE].sum())
    if drawn == 2 and left > 1:
        power = power**0.6
    mass = 1 - (1 - alone[_MADE].sum()) ** power
    part[:, _MADE] *= (mass / np.maximum(part[:, _MADE].sum(axis=1), _LEAST))[:, None]
    part[:, _REST] *= ((1 - mass) / np.maximum(part[:, _REST].sum(axis=1), _LEAST))[:, None]
    return np.asarray(part)


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
