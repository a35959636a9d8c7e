"""The exact chance that one last card wins: simulations take its average and draw no card.

A player who keeps three cards that count draws one card at the last draw. The unseen cards are sorted once by the value
that they make, so the cards that beat a value are the first ones: two look-ups give their mask, and the cards that are
gone are removed from it. A trial then has an average over all last cards, whose error is smaller than that of one card.

Other draws are in `dealing`, exact equities in `enumeration`.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.states import BITS, Masks, Numbers, after_draw, states

Shares = NDArray[np.float32]

_VALUES = values.WORST + 3
_KEPT_CARD = np.uint16(_VALUES)


@dataclass(frozen=True, slots=True)
class _LastCards:
    """The cards that can be drawn to each state of three cards, sorted by the value that they make.

    `masks[row, n]` has the first n cards of the state `first + row`. `below[ranks, value]` is the number of cards that
    make a better value, `up_to` also counts those that make the same value; both depend only on the ranks of the state.
    """

    masks: Masks
    below: NDArray[np.uint8]
    up_to: NDArray[np.uint8]


@cache
def _last_cards() -> _LastCards:
    table = states()
    made = table.value[after_draw(3)]
    held = table.sets[3]
    made[np.arange(len(made))[:, None], held] = _KEPT_CARD
    order = np.argsort(made, axis=1, kind="stable")
    masks = np.zeros((len(made), 53), np.uint64)
    np.bitwise_or.accumulate(BITS[order], axis=1, out=masks[:, 1:])
    _, one_of_each = np.unique(_ranks_of(np.arange(len(made), dtype=np.intp)), return_index=True)
    ascending = np.sort(made[one_of_each], axis=1)
    wanted = np.arange(_VALUES)
    below, up_to = (
        np.stack([np.searchsorted(row, wanted, side) for row in ascending]).astype(np.uint8)
        for side in ("left", "right")
    )
    return _LastCards(masks, below, up_to)


def _ranks_of(rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the number, from 0, of the ranks of states of three cards: 24 states have the same ranks."""
    return rows // 24


def last_card_shares(
    state: Numbers, used: Masks, value: Numbers, tied: NDArray[np.uint8] | int = 1
) -> Shares:
    """Return the expected share of the pot of a player who draws one card to each state of three cards.

    `used` are the cards that cannot be drawn, the three cards among them. The best opponent has the final `value`, and
    `tied` opponents have it.
    """
    table = _last_cards()
    rows = state.astype(np.intp) - states().first[3]
    at = _ranks_of(rows) * _VALUES + value
    free = ~used
    flat = table.masks.ravel()
    rows *= 53
    better, as_good = (
        np.bitwise_count(flat[rows + column.ravel()[at]] & free) for column in (table.below, table.up_to)
    )
    left = (52 - np.bitwise_count(used)).astype(np.float32)
    same = (as_good - better) / np.add(tied, 1, dtype=np.float32)
    found: Shares = (better + same) / left
    return found


def showdown_shares(own: Numbers, value: Numbers, tied: NDArray[np.uint8] | int = 1) -> Shares:
    """Return the share of the pot of each final value `own`; `value` and `tied` as in `last_card_shares`."""
    found: Shares = (own < value) + (own == value) / np.add(tied, 1, dtype=np.float32)
    return found
