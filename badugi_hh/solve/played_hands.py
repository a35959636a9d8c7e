"""The steps of many hands side by side: what the tables of solved games and the blueprint of full tables are looked up for.

A step is a betting decision or a draw. Nothing here reads rows; `badugi_hh.store.played_rows` does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.hand_decisions import REASONS

Numbers = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Columns = Mapping[str, NDArray[Any]]
"""Arrays with a value for each hand, seat or step."""

WORDS = ("fold", "check", "call", "bet", "raise", "0", "1", "2", "3", "4")
"""The words of a line; a step has the place of its own."""
FOLD, CHECK, CALL, BET, RAISE, PAT = range(6)
SLOTS = 4
"""A decision has at most so many options: to fold, to check or call, to bet or raise; or to draw none, one, two or three cards."""
SLOT_OF = np.array([0, 1, 1, 2, 2, 0, 1, 2, 3, -1])
"""The place of each word among the options; no game has a draw of four."""
CODES = {reason: place for place, reason in enumerate(REASONS)}
NO_REASON = -1


@dataclass(frozen=True, slots=True)
class Played:
    """Hands, their seats, and their steps in order.

    Hands are sorted by the number of their steps, the longest first, so that those with a step `k` are the first ones. `rows` has the
    place in `steps` of each step by `k` and hand, -1 where a hand has ended.

    - `hands`: the number of `players`; `solved` and `table`, the places in `REASONS` of why no step is of a game of two, and of a full
      table, -1 if they may be; `small_bet`; the money `posted`, and `odd`, how far it is from that of a game of two, in big bets; whether
      somebody posted `extra`; of the small blind the stack `small_stack`, the price `small_price` of their first decision, -1 without one,
      and whether they fold before the first draw, `small_folds`.
    - `seats`: the column `col` of the hand, the `place` at a full table, its `stack`, and whether it posted `extra`.
    - `steps`: the column `col` of the hand, the `place` of the player, the `word` of what was done, the `value` held, -1 where the cards are
      unknown, and whether it was `forced`: the site did it.
    """

    hands: Columns
    seats: Columns
    steps: Columns
    rows: NDArray[np.int32]

    def along(self, hands: Numbers) -> Iterator[Numbers]:
        """Yield for each `k` the places of the steps of some hands, given by ascending places; they are of the first ones of these hands."""
        for of_all in self.rows[:, hands]:
            rows = of_all[of_all >= 0]
            if not len(rows):
                return
            yield rows
