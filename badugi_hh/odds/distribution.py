"""How a hand can end: the distribution of its value after all draws, and which discards dominate others.

A player keeps given cards at the next draw and the best cards afterwards. Opponents and betting are not modelled.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import after_each_draw, deal, draw, take_with
from badugi_hh.odds.enumeration import final_states
from badugi_hh.odds.spots import EXACT, SIMULATED, Method, Player, mask_of
from badugi_hh.odds.states import NONE, states

_DECK = np.uint64((1 << 52) - 1)


@dataclass(frozen=True)
class Distribution:
    """The probability of each final value: `chances[value]`, for the values 1 to 1,092.

    `trials` is the number of trials of a simulation, None where `method` is `exact`.
    """

    method: Method
    trials: int | None
    chances: NDArray[np.float64]

    @cached_property
    def up_to(self) -> NDArray[np.float64]:
        """Return the probability of each value or a better one."""
        return np.cumsum(self.chances)

    @property
    def badugi(self) -> float:
        """Return the probability of a badugi."""
        return float(self.chances[: WORST_BADUGI + 1].sum())

    @property
    def mean(self) -> float:
        """Return the average value, 1 (best) to 1,092."""
        return float(self.chances @ np.arange(len(self.chances)))

    def error(self, chance: float) -> float:
        """Return the standard error of a probability: 0 where the distribution is exact."""
        return 0.0 if self.trials is None else float(np.sqrt(chance * (1 - chance) / self.trials))


WORST_BADUGI = values.value_of((12, 11, 10, 9))


def final_distribution(
    player: Player, dead: Cards = (), *, trials: int = 100_000, seed: int = 0
) -> Distribution:
    """Return the distribution of the final value of a player of a known hand.

    It is exact where the sequences of draws are few: always with one draw left, with two draws left and at least two
    cards kept, and with three draws left and three cards kept that count.
    """
    hand = player.range.hand
    if hand is None:
        raise ValueError("the distribution of a range is not computed")
    used = mask_of((*hand, *player.thrown, *dead))
    found = final_states(player, used)
    if found is not None:
        return Distribution(
            EXACT, None, np.bincount(states().value[found[0]], found[1], values.WORST + 1).astype(np.float64)
        )
    random = np.random.default_rng(seed)
    start, passes = player.start
    state, masks = np.full(trials, start, np.uint16), np.full(trials, used)
    for drawn in range(passes, player.draws):
        if drawn == 0 and start == NONE and player.keep:
            fresh = [deal(random, masks) for _ in range(4 - len(player.keep))]
            state = take_with(player.keep, fresh)
        else:
            draw(random, state, masks)
    counts = np.bincount(states().value[state], minlength=values.WORST + 1)
    return Distribution(SIMULATED, trials, counts / trials)


def after_next_draw(keep: Cards, unseen: np.uint64) -> NDArray[np.int64]:
    """Return the number of draws to four cards that give each value; all draws from the mask `unseen` are equally likely."""
    after, _ = after_each_draw(keep, unseen)
    return np.bincount(states().value[after], minlength=values.WORST + 1)


def keeps_of(hand: Cards) -> list[Cards]:
    """Return the 16 sets of cards that a player can keep, the largest first, with the cards in the order of the hand."""
    return [keep for size in range(4, -1, -1) for keep in combinations(hand, size)]


def dominating(hand: Cards, gone: Cards = (), sizes: Iterable[int] = (1, 2, 3)) -> dict[Cards, Cards]:
    """Return for each dominated keep the keep of as many cards that dominates it and is not dominated itself.

    A keep dominates another if after the next draw every value or a better one is at least as likely, and one is more
    likely. Both discards look the same to the opponents. `gone` are other cards that the player cannot draw, such as
    their earlier discards. Only keeps of these `sizes` are compared.
    """
    unseen = ~mask_of((*hand, *gone)) & _DECK
    found: dict[Cards, Cards] = {}
    for size in sizes:
        keeps = list(combinations(hand, size))
        up_to = np.cumsum(np.stack([after_next_draw(keep, unseen) for keep in keeps]), axis=1)
        over: NDArray[np.bool_] = np.asarray(
            (up_to[:, None] >= up_to[None]).all(axis=2) & (up_to[:, None] > up_to[None]).any(axis=2)
        )
        best = ~over.any(axis=0)
        for place, keep in enumerate(keeps):
            dominators = np.flatnonzero(over[:, place] & best)
            if dominators.size:
                found[keep] = keeps[dominators[0]]
    return found
