"""The last draw of a range against a known hand that draws at most one card: sums over the discards of the range.

Cards that do not count are thrown at the draw, so they change nothing but which cards can be drawn. For each set of
cards that counts, and each draw to it, the hands that throw cards without a card of the draw are counted together, and
so is how often they throw each card that the known hand needs. That is a small part of the hands times their draws.
Hands that draw more cards are in `last_draw`.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from badugi_hh.odds.states import Masks, Numbers, after_draw, set_masks, states

Counts = NDArray[np.float64]

_VALUES = 1_095
_ROWS = 20_000


class LastCard:
    """The shares of a player whose value at the end is `value`, or `value[card]` after one drawn card.

    `unseen` are the cards that nobody is known to have.
    """

    def __init__(self, value: int | NDArray[np.uint16], unseen: np.uint64) -> None:
        self._unseen = unseen
        cards = _bits(np.array([unseen]))[0]
        own, kinds = np.unique([value] if isinstance(value, int) else value[cards > 0], return_inverse=True)
        against = np.arange(_VALUES)[:, None]
        # What each kind of drawn card, or the hand itself, wins against each value.
        self._one = 1.0 * (own < against) + 0.5 * (own == against)
        self._drawn = 0 if isinstance(value, int) else 1
        # The kind of each card; cards that cannot be drawn have none.
        self._kinds = np.zeros((52, len(own)))
        if self._drawn:
            self._kinds[cards.nonzero()[0], kinds] = 1
        self._all = self._one @ self._kinds.sum(axis=0) if self._drawn else self._one[:, 0]

    def share_of_final(self, state: Numbers, seen: Masks, weight: Counts) -> float:
        """Return the sum of the shares against hands that draw no card, times their weights."""
        value = states().value[state]
        won = self._all[value]
        if self._drawn:
            for start in range(0, len(seen), _ROWS):
                part = slice(start, start + _ROWS)
                won[part] -= ((_bits(seen[part]) @ self._kinds) * self._one[value[part]]).sum(axis=1)
        left = comb(int(np.bitwise_count(self._unseen)) - 4, self._drawn)
        return float((won * weight).sum()) / left

    def share(self, kept: int, state: Numbers, seen: Masks, weight: Counts) -> float:
        """Return the sum of the shares against hands that count `kept` cards and draw, times their weights."""
        number = int(np.bitwise_count(self._unseen))
        draws = comb(number - 4, 4 - kept)
        left = comb(number - 8 + kept, self._drawn)
        order = np.argsort(state, kind="stable")
        which, starts = np.unique(state[order], return_index=True)
        parts = zip(np.split(seen[order], starts[1:]), np.split(weight[order], starts[1:]), strict=True)
        kinds = _bits(set_masks(4 - kept)) @ self._kinds if self._drawn else None
        won = 0.0
        for each, (held, times) in zip(which.tolist(), parts, strict=True):
            won += self._share_of_state(kept, each, held, times, kinds)
        return won / (draws * left)

    def _share_of_state(
        self, kept: int, state: int, held: Masks, weight: Counts, kinds: Counts | None
    ) -> float:
        """Return what hands with the same cards that count leave, over all their draws and the drawn card.

        `kinds` has the number of cards of each kind in each draw, None where no card is drawn against them.
        """
        table = states()
        counting = table.mask[state]
        drawn = set_masks(4 - kept)
        rows = ((drawn & (counting | ~self._unseen)) == 0).nonzero()[0]
        value = table.value[after_draw(kept)[state - table.first[kept], rows]]
        thrown = held & ~counting
        fits = ((drawn[rows, None] & thrown) == 0) * weight
        hands = fits.sum(axis=1)
        won = hands * self._all[value]
        if kinds is not None:
            gone = kinds[rows] + _bits(np.array([counting])) @ self._kinds
            gone = hands[:, None] * gone + fits @ (_bits(thrown) @ self._kinds)
            won -= (gone * self._one[value]).sum(axis=1)
        return float(won.sum())


def _bits(masks: Masks) -> Counts:
    """Return a row of 52 for each mask, with a one for each of its cards."""
    return ((masks[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)).astype(np.float64)
