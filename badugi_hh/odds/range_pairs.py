"""Exact equity of two ranges at the last draw.

The *used* cards of a player are the hand and the cards drawn to it. Two such sets are possible together if they have no
card in common. By inclusion and exclusion, the number of sets that have no card of a given one is the sum over its
subsets S of (-1)^|S| times the number of sets that contain S. So the sets of one player are added to a table by all their
subsets, in the order of their final values, worst first, and those of the other player are looked up in it between them.

Hands that differ only by the names of suits are looked up once, if the other range does not distinguish suits. For this
reason a hand of several equally good keeps, such as two sixes beside A-2, counts as each of them with a part of its
weight; a known hand keeps the first. Known hands are in `last_draw`, and more draws are simulated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, pairwise, permutations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.error import OddsError
from badugi_hh.odds.ranges import Hands, hands
from badugi_hh.odds.spots import EXACT, Equity, Player, Spot, mask_of, no_hand
from badugi_hh.odds.states import NONE, CardArray, Masks, Numbers, after_draw, cards_of, set_masks, states

STEPS = 250_000_000
"""The largest number of subsets that are added or looked up, two to three seconds of work; more are simulated."""
_LARGEST = 6
"""The largest subsets, of two players who draw two cards each: a table of 23 million."""
_ROWS = 400_000
"""How many pairs of hands and draws are looked at at once."""
_LISTED = 30_000
"""How many sets are listed with their subsets at once."""
_DECK = np.uint64((1 << 52) - 1)
_WORST = values.WORST + 1
_SUIT = np.uint64(0x1111111111111)
"""The cards of the first suit."""

Weights = NDArray[np.float64]
Suits = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """Hands of one player that draw as many cards: the cards that count, all four cards, and the weights."""

    drawn: int
    state: Numbers
    held: Masks
    weight: Weights

    @property
    def used(self) -> int:
        """Return the number of cards in a hand and its draw."""
        return 4 + self.drawn

    def records(self, dead: np.uint64) -> int:
        """Return the number of hands times draws."""
        return len(self.held) * comb(48 - int(np.bitwise_count(dead)), self.drawn)


@dataclass(frozen=True, slots=True, eq=False)
class _Used:
    """Sets of used cards with their cards ascending, the rank of the final value, 0 for the worst, and the weight.

    They are sorted by rank; each set is there once for each rank.
    """

    cards: CardArray
    rank: NDArray[np.intp]
    weight: Weights


def enumerate_ranges(spot: Spot, most: int = STEPS) -> Equity | None:
    """Return the exact equity of two players with ranges and at most one draw left, None if it takes more steps.

    None also where a range is a sample, or both players draw three cards.

    Raises:
        OddsError: the ranges leave no different hands to the players.
    """
    if any(hands(player.range).sampled for player in spot.players):
        return None
    dead = mask_of(spot.dead)
    groups = [_groups(player, dead) for player in spot.players]
    if min(max(each.drawn for each in found) for found in groups) + 4 > _LARGEST:
        return None
    # Either player's hands can be those that are looked up.
    changes = [_suit_changes(spot.players[1 - own], dead) for own in (0, 1)]
    steps = [_steps(groups[own], groups[1 - own], dead, len(changes[own])) for own in (0, 1)]
    own = int(steps[1] < steps[0])
    if steps[own] > most:
        return None
    share, weight = _sum([_merge(each, changes[own]) for each in groups[own]], groups[1 - own], dead)
    if not weight:
        raise OddsError("these ranges leave no different hands to all players; make one of them wider")
    share = min(1.0, max(0.0, share / weight))
    return Equity(EXACT, None, (share, 1 - share) if own == 0 else (1 - share, share), (0.0, 0.0))


def _steps(looked_up: Sequence[_Kept], added: Sequence[_Kept], dead: np.uint64, changes: int) -> float:
    """Return the number of subsets, where each of the hands looked up stands for as many as the changes of suits."""
    steps = 0.0
    for own, other in product(looked_up, added):
        sizes = range(min(own.used, other.used) + 1)
        steps += own.records(dead) / changes * sum(comb(own.used, size) for size in sizes)
        steps += other.records(dead) * sum(comb(other.used, size) for size in sizes)
    return steps


# --- the hands of a player


def _groups(player: Player, dead: np.uint64) -> list[_Kept]:
    """Return the hands of a range by the number of cards that they draw.

    Raises:
        OddsError: there is none.
    """
    found = hands(player.range).without(dead)
    if not len(found.state):
        raise OddsError(no_hand(player.range))
    if not player.draws or player.pat:
        return [_Kept(0, found.state, found.held, found.weight)]
    size = states().size[found.state]
    groups = []
    for kept in range(4, 0, -1):
        rows = np.flatnonzero(size == kept)
        if rows.size:
            groups.append(_with_equal_keeps(found.at(rows), kept))
    return groups


def _with_equal_keeps(found: Hands, kept: int) -> _Kept:
    """Return each hand with each of its best keeps, and an equal part of its weight."""
    table = states()
    if kept == 4:
        return _Kept(0, found.state, found.held, found.weight)
    of_cards = (table.of_one, table.of_two, table.of_three)[kept - 1]
    cards = cards_of(found.held, 4)
    best = table.value[found.state]
    keeps = np.stack([of_cards[tuple(cards[:, places].T)] for places in combinations(range(4), kept)])
    equal = table.value[keeps] == best
    way, row = np.nonzero(equal)
    weight = found.weight / equal.sum(axis=0)
    return _Kept(4 - kept, keeps[way, row], found.held[row], weight[row])


def _suit_changes(player: Player, dead: np.uint64) -> list[Suits]:
    """Return the changes of suits that leave the range of a player and the dead cards as they are."""
    same: Suits = (0, 1, 2, 3)
    if any(part.hand is not None for part in player.range.parts):
        return [same]
    cards = np.array([dead])
    return [suits for suits in permutations(same) if _change_suits(cards, suits)[0] == dead]


def _change_suits(masks: Masks, suits: Suits) -> Masks:
    found = np.zeros_like(masks)
    for old, new in enumerate(suits):
        found |= (masks >> np.uint64(old) & _SUIT) << np.uint64(new)
    return found


def _merge(group: _Kept, changes: Sequence[Suits]) -> _Kept:
    """Return one of all hands that differ only by these changes of suits, with the weight of all."""
    mask = states().mask[group.state]
    first_kept, first_held = mask, group.held
    for suits in changes[1:]:
        kept, held = _change_suits(mask, suits), _change_suits(group.held, suits)
        less = (kept < first_kept) | ((kept == first_kept) & (held < first_held))
        first_kept, first_held = np.where(less, kept, first_kept), np.where(less, held, first_held)
    order = np.lexsort((first_held, first_kept))
    kept, held = first_kept[order], first_held[order]
    new = np.flatnonzero(np.append(True, (kept[1:] != kept[:-1]) | (held[1:] != held[:-1])))
    weight = np.add.reduceat(group.weight[order], new)
    return _Kept(group.drawn, _states_of(kept[new]), held[new], weight)


def _states_of(masks: Masks) -> Numbers:
    """Return the states of masks of cards that all count."""
    mask = states().mask[:NONE]
    order = np.argsort(mask)
    found: Numbers = order[np.searchsorted(mask[order], masks)].astype(np.uint16)
    return found


# --- the sums


def _sum(looked_up: Sequence[_Kept], added: Sequence[_Kept], dead: np.uint64) -> tuple[float, float]:
    """Return the sum of the shares of the first player over all pairs of hands, times their weights, and the weights."""
    left = 44 - int(np.bitwise_count(dead))
    share = total = 0.0
    for other in added:
        sets = _used(other, dead)
        for own in looked_up:
            draws = comb(left, own.drawn) * comb(left - own.drawn, other.drawn)
            share += _won(_used(own, dead), sets) / draws
            total += _pairs(own, other)
    return share, total


def _used(group: _Kept, dead: np.uint64) -> _Used:
    """Return the used cards of all hands and draws."""
    table, kept = states(), 4 - group.drawn
    drawn = set_masks(group.drawn)
    masks, value, weights = [], [], []
    step = max(1, _ROWS // len(drawn))
    for start in range(0, len(group.held), step):
        held = group.held[start : start + step]
        row, column = np.nonzero(((held[:, None] | dead) & drawn) == 0)
        state = group.state[start + row]
        if group.drawn:
            state = after_draw(kept)[state.astype(np.intp) - table.first[kept], column]
        masks.append(held[row] | drawn[column])
        value.append(table.value[state])
        weights.append(group.weight[start + row])
    # The final value above the 52 cards; the worst come first.
    key = (_WORST - np.concatenate(value)).astype(np.uint64) << np.uint64(52) | np.concatenate(masks)
    order = np.argsort(key)
    key = key[order]
    new = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    weight = np.add.reduceat(np.concatenate(weights)[order], new)
    key = key[new]
    return _Used(cards_of(key & _DECK, 4 + group.drawn), (key >> np.uint64(52)).astype(np.intp), weight)


def _won(own: _Used, other: _Used) -> float:
    """Return the weight of the pairs of sets without a common card that the first player wins; a tie counts one half."""
    table = _Table(min(own.cards.shape[1], other.cards.shape[1]))
    won = 0.0
    added = 0
    starts = np.flatnonzero(np.append(True, own.rank[1:] != own.rank[:-1]))
    worse, same = (np.searchsorted(other.rank, own.rank[starts], side).tolist() for side in ("left", "right"))
    runs = pairwise([*starts.tolist(), len(own.rank)])
    for (start, end), below, up_to in zip(runs, worse, same, strict=True):
        table.add(other.cards[added:below], other.weight[added:below])
        found = table.avoiding(own.cards[start:end])
        if up_to > below:
            table.add(other.cards[below:up_to], other.weight[below:up_to])
            found = (found + table.avoiding(own.cards[start:end])) / 2
        added = up_to
        won += float((found * own.weight[start:end]).sum())
    return won


def _pairs(own: _Kept, other: _Kept) -> float:
    """Return the weight of the pairs of hands without a common card."""
    table = _Table(4)
    table.add(cards_of(other.held, 4), other.weight)
    return float((table.avoiding(cards_of(own.held, 4)) * own.weight).sum())


class _Table:
    """The weight of the sets of cards that contain a subset, for all subsets of at most `largest` cards."""

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._firsts = list(accumulate((comb(52, size) for size in range(largest + 1)), initial=0))
        self._weight = np.zeros(self._firsts[-1])

    def add(self, cards: CardArray, weight: Weights) -> None:
        """Add sets, one in a row of ascending cards."""
        for rows in _parts(len(cards)):
            for _, places in self._subsets(cards[rows]):
                np.add.at(self._weight, places, weight[rows])

    def avoiding(self, cards: CardArray) -> Weights:
        """Return the weight of the sets that have no card of each row of cards."""
        found = np.zeros(len(cards))
        for rows in _parts(len(cards)):
            for size, places in self._subsets(cards[rows]):
                (np.subtract if size % 2 else np.add)(found[rows], self._weight[places], out=found[rows])
        return found

    def _subsets(self, cards: CardArray) -> Iterator[tuple[int, NDArray[np.intp]]]:
        """Yield the size and the places of each subset of the rows of cards."""
        ranks: dict[tuple[int, ...], NDArray[np.intp]] = {(): np.zeros(len(cards), np.intp)}
        yield 0, ranks[()]
        for size in range(1, self._largest + 1):
            for places in combinations(range(cards.shape[1]), size):
                ranks[places] = ranks[places[:-1]] + _sets_below(size)[cards[:, places[-1]]]
                yield size, ranks[places] + self._firsts[size]


@cache
def _sets_below(size: int) -> NDArray[np.intp]:
    """Return for each card the number of sets of `size` lower cards."""
    return np.array([comb(card, size) for card in range(52)], np.intp)


def _parts(number: int) -> list[slice]:
    return [slice(start, start + _LISTED) for start in range(0, number, _LISTED)]
