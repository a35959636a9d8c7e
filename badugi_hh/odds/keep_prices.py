"""Prices keeps: the equity of a known hand that keeps given cards, against opponents known by their public draws.

All spots are priced at once, without simulation: the chance to beat the opponents by final value (`opposition`), and what the
player's draws lead to (`own_draws`), both around the cards that the player knows. Only a final hand against one badugi is
exact. Everything else is an approximation, and `_ERRORS` is its root mean square difference from long simulations.
`hand_prices` decides which keeps are priced.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine import values
from badugi_hh.odds.blockers import Floats, Indexes, free_parts
from badugi_hh.odds.opposition import Opponents, Opposition, chances_to_win
from badugi_hh.odds.own_draws import Drawings, expected_shares
from badugi_hh.odds.states import (
    STATES,
    VALUES,
    Masks,
    Numbers,
    best_of_four,
    cards_of,
    set_numbers,
    states,
    states_of,
)
from badugi_hh.odds.value_function import FIRST_INCOMPLETE, draw_chances

NO_HAND = values.WORST + 1
_TOGETHER = 176
"""How many spots are priced at once, in arrays of 1.5 MB: of fewer, the calls cost most; of a power of two, the rows share cache lines."""
_ERRORS = (
    (0.0025, 0.0045, 0.006),
    (0.004, 0.0045, 0.006),
    (0.008, 0.006, 0.006),
    (0.01, 0.01, 0.01),
    (0.016, 0.012, 0.012),
)
"""The error of a price by the number of opponents less one, at most four: of a final hand, of a draw of one card, of others."""
_ERROR_OF_ODD = 0.01
"""The error at least of a keep of cards that do not all count, of which the cards that are gone are not scaled."""
_ERROR_OF_ANY = 0.007
"""The error at least against an opponent who has not drawn or drew three cards or more: such hands differ most."""
_ONE_BADUGI: Opponents = ((0, 1),)


@dataclass(frozen=True, slots=True, eq=False)
class KeepSpots:
    """Known hands of four cards before `draws` draws, a row of each array for each of them.

    `thrown` are the player's earlier discards. `opponents` has the place in `against` of the opponents of each hand.
    """

    hand: Masks
    thrown: Masks
    draws: Indexes
    opponents: Indexes
    against: Sequence[Opponents]

    def at(self, rows: Indexes) -> "KeepSpots":
        """Return the spots in these rows."""
        return KeepSpots(
            self.hand[rows], self.thrown[rows], self.draws[rows], self.opponents[rows], self.against
        )

    def followed_by(self, others: "KeepSpots") -> "KeepSpots":
        """Return these spots and others that name the same opponents."""
        return KeepSpots(
            np.concatenate([self.hand, others.hand]),
            np.concatenate([self.thrown, others.thrown]),
            np.concatenate([self.draws, others.draws]),
            np.concatenate([self.opponents, others.opponents]),
            self.against,
        )

    def best_keeps(self) -> Masks:
        """Return the cards of each hand that count."""
        return states().mask[best_states(self.hand)]


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """Equities, 0 to 1, each with its error, 0 where it is exact."""

    equity: Floats
    error: Floats

    def at(self, rows: Indexes) -> "Prices":
        """Return the prices in these rows."""
        return Prices(self.equity[rows], self.error[rows])


def best_states(hands: Masks) -> Numbers:
    """Return the state that counts in each hand of four cards."""
    return best_of_four()[set_numbers(cards_of(hands, 4))]


def price_keeps(spots: KeepSpots, keeps: Masks) -> Prices:
    """Return the price of a keep of each spot; equal keeps of equal spots are priced once.

    The chances to beat the same opponents around the same cards, and what a hand is worth before as many draws, are computed once.
    """
    drawings, known = _drawings_of(spots, keeps), spots.hand | spots.thrown
    draws = np.where(drawings.draws > 0, drawings.draws, spots.draws)
    number = np.array([len(each) for each in spots.against])[spots.opponents]  # the most come first
    order = np.lexsort((drawings.draws, drawings.kept, known, draws, spots.opponents, -number))
    new_place = changes(spots.opponents[order], draws[order], known[order])
    new = new_place | changes(drawings.kept[order], drawings.draws[order])
    # The distinct keeps, and the place of each of them: its opponents, known cards, and number of draws.
    rows, place = order[new], np.cumsum(new_place)[new] - 1
    places, distinct = order[new_place], drawings.at(rows)
    opposition, equity = Opposition.of(spots.against), np.empty(len(rows))
    for first in range(0, len(places), _TOGETHER):
        part = places[first : first + _TOGETHER]
        of_part = slice(*np.searchsorted(place, (first, first + len(part))))
        size = np.bitwise_count(known[part]).astype(np.intp)
        shares = chances_to_win(free_parts(known[part]), size, opposition, spots.opponents[part])
        equity[of_part] = expected_shares(distinct.at(of_part), known[part], shares, place[of_part] - first)
    found = Prices(np.clip(equity, 0.0, 1.0), _errors(spots.at(rows), distinct))
    return found.at((np.cumsum(new) - 1)[np.argsort(order)])


def changes(*columns: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which rows of columns differ from the row before; the first does."""
    new = [np.append(True, each[1:] != each[:-1])[: len(each)] for each in columns]
    return np.asarray(np.logical_or.reduce(new))


def _errors(spots: KeepSpots, drawings: Drawings) -> Floats:
    """Return the error of the price of each keep."""
    least = [_ERROR_OF_ANY if any(drawn == 3 for drawn, _ in each) else 0.0 for each in spots.against]
    usual = np.array([_ERRORS[min(len(each), len(_ERRORS)) - 1] for each in spots.against])
    found: Floats = np.maximum(usual, np.array(least)[:, None])[
        spots.opponents, np.minimum(drawings.drawn, 2)
    ]
    odd = drawings.state == STATES
    found[odd] = np.maximum(found[odd], _ERROR_OF_ODD)
    exact = np.array([each == _ONE_BADUGI for each in spots.against], np.bool_)[spots.opponents]
    found[exact & (drawings.draws == 0)] = 0.0
    return found


def _drawings_of(spots: KeepSpots, keeps: Masks) -> Drawings:
    """Return the draws of a keep of each spot."""
    size = np.bitwise_count(keeps).astype(np.intp)
    draws = spots.draws.copy()
    state = best_states(spots.hand)
    standing = (size == 4) | (draws == 0)
    for few in range(4):
        rows = np.flatnonzero(~standing & (size == few))
        state[rows] = states_of(cards_of(keeps[rows], few))
    counting = states().size[state]
    draws[standing & ((draws <= 1) | (counting == 4))] = 0
    draws[standing & (draws > 0)] -= 1
    drawn = np.where(draws == 0, 0, 4 - np.where(standing, counting, size))
    return Drawings(np.where(standing, states().mask[state], keeps), state, draws, drawn)


def equities_by_value(against: Sequence[Opponents]) -> Floats:
    """Return the equity of a hand by opponents, number of draws left (0 to 3) and value, if no player's cards block others."""
    order = np.argsort([-len(each) for each in against], kind="stable")
    free, known = np.ones((VALUES, len(against))), np.zeros(len(against), np.intp)
    by_draws = [np.empty_like(free)]
    by_draws[0][:, order] = chances_to_win(free, known, Opposition.of(against), order)
    for _ in range(3):
        after = by_draws[-1].copy()
        after[FIRST_INCOMPLETE:] = draw_chances()[FIRST_INCOMPLETE:] @ by_draws[-1]
        by_draws.append(after)
    return np.stack(by_draws).transpose(2, 0, 1)
