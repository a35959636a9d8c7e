"""How a hand can end: the distribution of its value after all draws, and which discards dominate others.

A player keeps given cards at the next draw and the best cards afterwards. Opponents and betting are not modelled.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.enumeration import final_states
from badugi_hh.odds.next_draw import ways_to_values
from badugi_hh.odds.spots import EXACT, SIMULATED, Method, Player, Spot, can_run_out, mask_of
from badugi_hh.odds.states import Masks, cards_of, masks_of_cards, states
from badugi_hh.odds.trials import final_states_of, parts_of

_DECK = np.uint64((1 << 52) - 1)
_TOGETHER = 64
"""How many hands are compared at once, 6 MB."""


@dataclass(frozen=True)
class ValueDistribution:
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

    def may_dominate(self, other: "ValueDistribution") -> bool:
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
    player: Player, dead: Cards = (), *, trials: int = 100_000, seed: int = 0
) -> ValueDistribution:
    """Return the distribution of the final value of a player of a known hand.

    It is exact where the sequences of draws are few: always with one draw left, with two draws left and at least two
    cards kept, and with three draws left and three cards kept that count. A deck that can run out is simulated.
    """
    hand = player.range.hand
    if hand is None:
        raise ValueError("the distribution of a range is not computed")
    used = mask_of((*hand, *player.thrown, *dead))
    enumerated = None if can_run_out(Spot((player,), dead)) else final_states(player, used)
    if enumerated is not None:
        state, chance = enumerated
        return ValueDistribution(
            EXACT, None, np.bincount(states().value[state], chance, values.WORST + 1).astype(np.float64)
        )
    counts = np.zeros(values.WORST + 1)
    for few, place in parts_of(trials, (seed,)):
        state = final_states_of(player, dead, few, place)
        counts += np.bincount(states().value[state], minlength=values.WORST + 1)
    return ValueDistribution(SIMULATED, trials, counts / trials)


def after_next_draw(keep: Cards, unseen: np.uint64) -> NDArray[np.intp]:
    """Return the number of draws to four cards that give each value; all draws from the mask `unseen` are equally likely."""
    (ways,) = ways_to_values(np.array([mask_of(keep)]), np.array([~unseen & _DECK]))
    return np.asarray(ways[: values.WORST + 1])


def keeps_of(hand: Cards) -> list[Cards]:
    """Return the 16 sets of cards that a player can keep, the largest first, with the cards in the order of the hand."""
    return [keep for size in range(4, -1, -1) for keep in combinations(hand, size)]


def dominating(hand: Cards, gone: Cards = ()) -> dict[Cards, Cards]:
    """Return for each dominated keep the best keep of as many cards that dominates it, which nothing dominates.

    A keep dominates another if after the next draw every value or a better one is at least as likely, and one is more
    likely. Both discards look the same to the opponents. `gone` are other cards that the player cannot draw, such as
    their earlier discards.
    """
    keeps = [keep for keep in keeps_of(hand) if 0 < len(keep) < 4]
    masks = np.array([mask_of(keep) for keep in keeps])
    held, others = np.full(len(keeps), mask_of(hand)), np.full(len(keeps), mask_of(gone))
    better = dominating_keeps(held, masks, others)
    keep_of = dict(zip(masks.tolist(), keeps, strict=True))
    return {keep: keep_of[other] for keep, other in zip(keeps, better.tolist(), strict=True) if other}


def dominating_keeps(hands: Masks, keeps: Masks, gone: Masks) -> Masks:
    """Return for each hand what `dominating` returns for one keep of one to three cards, 0 where it is not dominated."""
    found = np.zeros(len(hands), np.uint64)
    size = np.bitwise_count(keeps)
    held = cards_of(hands, 4)
    for kept in (1, 2, 3):
        rows = np.flatnonzero(size == kept)
        places = list(combinations(range(4), kept))
        for start in range(0, len(rows), _TOGETHER):
            part = rows[start : start + _TOGETHER]
            others = np.stack([masks_of_cards(held[part][:, place]) for place in places], axis=1)
            ways = ways_to_values(others.ravel(), np.repeat(hands[part] | gone[part], len(places)))
            up_to = np.cumsum(ways, axis=1, dtype=np.int32).reshape(len(part), len(places), -1)
            total, own = up_to.sum(axis=2), others == keeps[part, None]
            over = (up_to >= up_to[own][:, None]).all(axis=2) & (total > total[own][:, None])
            # The best average value has the largest sum. Whatever dominated that keep would have a larger one.
            best = np.where(over, total, 0).argmax(axis=1)
            found[part] = np.where(over.any(axis=1), others[np.arange(len(part)), best], np.uint64(0))
    return found
