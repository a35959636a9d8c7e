"""Plays the draws of many known hands at once, each with random numbers of its own.

A random number is a hash of the seed of the hand, the number of the outcome, and how many numbers were taken before. So
the result of a hand does not depend on the hands that are played with it, and equal seeds have equal numbers. The last
card to three cards is not drawn: its average is taken, see `last_card`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import Rows, rows_by_size, take, take_with
from badugi_hh.odds.last_card import last_card_shares, showdown_shares
from badugi_hh.odds.opposition import Outcomes
from badugi_hh.odds.states import BITS, CardArray, Masks, Numbers, states

_ROWS = 40_000
"""How many outcomes are played at once: arrays of them fit into the cache of a processor."""

_STEP = np.uint64(0x9E3779B97F4A7C15)  # the constants of SplitMix64
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


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


def _kind(drawing: Drawing) -> tuple[int, bool]:
    return drawing.draws, bool(drawing.odd)


def _play_part(drawings: Sequence[Drawing]) -> NDArray[np.float64]:
    """Return the shares of hands of the same kind, one after the other."""
    counts = [len(each.outcomes) for each in drawings]
    state = np.repeat(np.array([each.start for each in drawings], np.uint16), counts)
    used = np.concatenate([each.outcomes.used for each in drawings])
    used |= np.repeat(np.array([each.known for each in drawings]), counts)
    value = np.concatenate([each.outcomes.value for each in drawings])
    shared = np.concatenate([each.outcomes.shared for each in drawings])
    seeds = np.repeat(np.array([each.seed << 32 for each in drawings], np.uint64), counts)
    seeds += np.concatenate([np.arange(count, dtype=np.uint64) for count in counts])
    random = _Random(seeds)
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
        cards = [random.deal(rows, used) for _ in range(4 - kept)]
        state[rows] = take(kept, state[rows], cards)


class _Random:
    """The random numbers of rows, which depend on their seeds alone."""

    def __init__(self, seeds: Masks) -> None:
        self._seeds = _mix(seeds * _STEP)

    def deal(self, rows: Rows, used: Masks) -> CardArray:
        """Return a card that is not in `used` for each of some rows, and add it to `used`."""
        gone = used[rows]
        numbers = self._next(rows)
        cards = _cards_of(numbers)
        bits = BITS[cards]
        left = np.flatnonzero((gone & bits) != 0)
        numbers = numbers[left]
        tries = 1
        while left.size:
            # A number has four cards.
            numbers = numbers >> np.uint64(16) if tries % 4 else self._next(rows[left])
            cards[left] = drawn = _cards_of(numbers)
            bits[left] = drawn_bits = BITS[drawn]
            again = np.flatnonzero((gone[left] & drawn_bits) != 0)
            left, numbers = left[again], numbers[again]
            tries += 1
        used[rows] = gone | bits
        return cards

    def _next(self, rows: Rows) -> Masks:
        """Return the next number of 64 bits of each row."""
        after = self._seeds[rows] + _STEP
        self._seeds[rows] = after
        return _mix(after)


def _cards_of(numbers: Masks) -> CardArray:
    """Return the cards that the last 16 bits of numbers stand for."""
    return (((numbers & np.uint64(0xFFFF)) * np.uint64(52)) >> np.uint64(16)).astype(np.uint8)


def _mix(numbers: Masks) -> Masks:
    """Return hashes of numbers, as SplitMix64 computes them; changes the numbers."""
    numbers ^= numbers >> np.uint64(30)
    numbers *= _FIRST
    numbers ^= numbers >> np.uint64(27)
    numbers *= _SECOND
    numbers ^= numbers >> np.uint64(31)
    return numbers
