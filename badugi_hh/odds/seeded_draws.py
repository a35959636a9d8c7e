"""Plays the draws of many known hands at once, each with random numbers of its own.

Every outcome has a place in one table of random cards, which follows from the seed of the hand and the number of the
outcome, and moves on by the same number of places for each card. So the result of a hand does not depend on the hands
that are played with it, and equal seeds have equal cards. The last card to three cards is not drawn: its average is
taken, see `last_card`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import Rows, rows_by_size, take, take_with
from badugi_hh.odds.last_card import last_card_shares, showdown_shares
from badugi_hh.odds.opposition import Outcomes
from badugi_hh.odds.states import CardArray, Masks, Numbers, states

_ROWS = 40_000
"""How many outcomes are played at once: arrays of them fit into the cache of a processor."""

Places = NDArray[np.intp]
_LAST = (1 << 20) - 1
_STEP = 104_729
"""Odd, so that it leads to every place, and larger than the number of outcomes of a hand."""
_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A hand that draws to `start`, a state, `draws` times, around each of some outcomes; `known` are its cards.

    Cards that do not all count are `odd`: the first draw is to these.
    """

    seed: int
    known: np.uint64
    start: int
    draws: int
    odd: Cards
    outcomes: Outcomes


def play(drawings: Sequence[Drawing]) -> list[NDArray[np.float64]]:
    """Return for each hand its share of the pot with each of its outcomes."""
    found: list[NDArray[np.float64]] = [np.empty(0)] * len(drawings)
    order = sorted(range(len(drawings)), key=lambda at: _kind(drawings[at]))
    for part in _parts(drawings, order):
        shares = _play_part([drawings[at] for at in part])
        ends = np.cumsum([len(drawings[at].outcomes) for at in part])
        for at, share in zip(part, np.split(shares, ends[:-1]), strict=True):
            found[at] = share
    return found


def _parts(drawings: Sequence[Drawing], order: Sequence[int]) -> Iterator[list[int]]:
    """Yield hands of the same kind, of about `_ROWS` outcomes together."""
    part: list[int] = []
    rows = 0
    for at in order:
        if part and (rows > _ROWS or _kind(drawings[at]) != _kind(drawings[part[0]])):
            yield part
            part, rows = [], 0
        part.append(at)
        rows += len(drawings[at].outcomes)
    if part:
        yield part


def _kind(drawing: Drawing) -> tuple[int, bool, int]:
    return drawing.draws, bool(drawing.odd), int(states().size[drawing.start])


def _play_part(drawings: Sequence[Drawing]) -> NDArray[np.float64]:
    """Return the shares of hands of the same kind, one after the other."""
    counts = [len(each.outcomes) for each in drawings]
    state = np.repeat(np.array([each.start for each in drawings], np.uint16), counts)
    used = np.concatenate([each.outcomes.used for each in drawings])
    used |= np.repeat(np.array([each.known for each in drawings]), counts)
    value = np.concatenate([each.outcomes.value for each in drawings])
    shared = np.concatenate([each.outcomes.shared for each in drawings])
    firsts = [each.seed & _LAST for each in drawings]
    places = [np.arange(first, first + count) for first, count in zip(firsts, counts, strict=True)]
    random = _Random(np.concatenate(places))
    draws = drawings[0].draws
    if drawings[0].odd:
        _draw_to_odd(drawings, counts, random, state, used)
        draws -= 1
    one_card: Rows = np.empty(0, np.intp)  # the rows that draw one card at the last draw
    for left in range(draws, 0, -1):
        if left == 1:
            one_card = np.flatnonzero(states().size[state] == 3)
        _draw(random, state, used, last=left == 1)
    shares = showdown_shares(states().value[state], value, shared).astype(np.float64)
    if one_card.size:
        shares[one_card] = last_card_shares(
            state[one_card], used[one_card], value[one_card], shared[one_card]
        )
    return shares


def _draw_to_odd(
    drawings: Sequence[Drawing], counts: Sequence[int], random: "_Random", state: Numbers, used: Masks
) -> None:
    """Draw to the cards of hands that keep cards that do not all count."""
    end = 0
    for each, count in zip(drawings, counts, strict=True):
        end += count
        if each.odd:
            rows = np.arange(end - count, end)
            cards = [random.deal(rows, used) for _ in range(4 - len(each.odd))]
            state[rows] = take_with(each.odd, cards)


def _draw(random: "_Random", state: Numbers, used: Masks, *, last: bool) -> None:
    """Draw for all rows; at the last draw not for those that draw one card."""
    for kept, rows in rows_by_size(state):
        if last and kept == 3:
            continue
        where = rows if len(rows) < len(state) else slice(None)
        cards = [random.deal(where, used) for _ in range(4 - kept)]
        state[where] = take(kept, state[where], cards)


class _Random:
    """Random cards for rows, which depend on the places of the rows in one table of random cards alone."""

    def __init__(self, places: Places) -> None:
        self._places = places & _LAST

    def deal(self, rows: Rows | slice, used: Masks) -> CardArray:
        """Return a card that is not in `used` for each of some rows, and add it to `used`."""
        table, gone = _card_table(), used[rows]
        places = (self._places[rows] + _STEP) & _LAST
        cards = table.take(places)
        bits = _ONE << cards
        left = ((gone & bits) != 0).nonzero()[0]
        while left.size:
            places[left] = later = (places.take(left) + _STEP) & _LAST
            cards[left] = drawn = table.take(later)
            bits[left] = drawn_bits = _ONE << drawn
            left = left[(gone.take(left) & drawn_bits) != 0]
        self._places[rows] = places
        used[rows] = gone | bits
        return cards


@cache
def _card_table() -> CardArray:
    return np.random.default_rng(52).integers(0, 52, _LAST + 1, dtype=np.uint8)
