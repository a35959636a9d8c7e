"""How a hand can end: the distribution of its value after all draws, and which discards dominate others.

A player keeps given cards at the next draw and the best cards afterwards. Opponents and betting are not modelled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.odds.dealing import after_each_draw
from badugi_hh.odds.enumeration import final_states
from badugi_hh.odds.spots import EXACT, SIMULATED, Method, Player, Spot, can_run_out, mask_of
from badugi_hh.odds.states import states
from badugi_hh.odds.trials import final_states_of, parts_of

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

    def may_dominate(self, other: "Distribution") -> bool:
        """Return whether no value or a better one is less likely than in `other`, as far as 4 standard errors show."""
        slack = np.full(len(self.chances), 1e-12)
        for each in (self, other):
            if each.trials is not None:
                slack += 16 * np.clip(each.up_to * (1 - each.up_to), 0, 1) / each.trials
        return bool((self.up_to - other.up_to >= -np.sqrt(slack)).all()) and self.mean <= other.mean + 1e-9

    def error(self, chance: float) -> float:
        """Return the standard error of a probability: 0 where the distribution is exact."""
        return 0.0 if self.trials is None else float(np.sqrt(chance * (1 - chance) / self.trials))


WORST_BADUGI = values.value_of((12, 11, 10, 9))


def final_distribution(
    player: Player, dead: Cards = (), *, trials: int = 100_000, seed: int = 0, rules: Rules = POKERSTARS
) -> Distribution:
    """Return the distribution of the final value of a player of a known hand.

    It is exact where the sequences of draws are few: always with one draw left, with two draws left and at least two
    cards kept, and with three draws left and three cards kept that count. A deck that can run out is simulated by `rules`.
    """
    hand = player.range.hand
    if hand is None:
        raise ValueError("the distribution of a range is not computed")
    used = mask_of((*hand, *player.thrown, *dead))
    enumerated = None if can_run_out(Spot((player,), dead), rules) else final_states(player, used)
    if enumerated is not None:
        state, chance = enumerated
        return Distribution(
            EXACT, None, np.bincount(states().value[state], chance, values.WORST + 1).astype(np.float64)
        )
    counts = np.zeros(values.WORST + 1)
    for few, place in parts_of(trials, (seed,)):
        state = final_states_of(player, dead, few, place, rules)
        counts += np.bincount(states().value[state], minlength=values.WORST + 1)
    return Distribution(SIMULATED, trials, counts / trials)


def after_next_draw(keep: Cards, unseen: np.uint64) -> NDArray[np.int64]:
    """Return the number of draws to four cards that give each value; all draws from the mask `unseen` are equally likely."""
    after, _ = after_each_draw(keep, unseen)
    return np.bincount(states().value[after], minlength=values.WORST + 1)


def keeps_of(hand: Cards) -> list[Cards]:
    """Return the 16 sets of cards that a player can keep, the largest first, with the cards in the order of the hand."""
    return [keep for size in range(4, -1, -1) for keep in combinations(hand, size)]


def dominating(hand: Cards, gone: Cards = ()) -> dict[Cards, Cards]:
    """Return for each dominated keep the best keep of as many cards that dominates it, which nothing dominates.

    A keep dominates another if after the next draw every value or a better one is at least as likely, and one is more
    likely. Both discards look the same to the opponents. `gone` are other cards that the player cannot draw, such as
    their earlier discards.
    """
    found: dict[Cards, Cards] = {}
    for size in (1, 2, 3):
        keeps = list(combinations(hand, size))
        up_to = _up_to(keeps, hand, gone)
        for place, keep in enumerate(keeps):
            if (other := _find_dominating(up_to, place)) is not None:
                found[keep] = keeps[other]
    return found


def dominating_keep(hand: Cards, keep: Cards, gone: Cards = ()) -> Cards | None:
    """Return what `dominating` returns for one keep of one to three cards, in the order of the hand, or None.

    Raises:
        ValueError: the keep is not of the hand.
    """
    keeps = list(combinations(hand, len(keep)))
    found = _find_dominating(_up_to(keeps, hand, gone), keeps.index(keep))
    return None if found is None else keeps[found]


def _up_to(keeps: Sequence[Cards], hand: Cards, gone: Cards) -> NDArray[np.int64]:
    """Return for each keep (row) the number of draws after which the hand has each value (column) or a better one."""
    unseen = ~mask_of((*hand, *gone)) & _DECK
    return np.cumsum(np.stack([after_next_draw(each, unseen) for each in keeps]), axis=1)


def _find_dominating(up_to: NDArray[np.int64], place: int) -> int | None:
    """Return the row with the best average value of those that dominate the row at `place`, None if there are none."""
    own = up_to[place]
    over = np.flatnonzero((up_to >= own).all(axis=1) & (up_to > own).any(axis=1))
    # The best average value has the largest sum. Whatever dominated that row would have a larger one.
    return max(over.tolist(), key=lambda at: int(up_to[at].sum())) if over.size else None
