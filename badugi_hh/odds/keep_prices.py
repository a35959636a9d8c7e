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
from badugi_hh.odds.opposition import Opponents, chances_to_win
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
_TOGETHER = 64
"""How many spots are priced at once, so that the processor keeps their arrays of 0.6 MB at hand."""
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
class Spots:
    """Known hands of four cards before `draws` draws, a row of each array for each of them.

    `thrown` are the player's earlier discards. `opponents` has the place in `against` of the opponents of each hand.
    """

    hand: Masks
    thrown: Masks
    draws: Indexes
    opponents: Indexes
    against: Sequence[Opponents]

    def at(self, rows: Indexes) -> "Spots":
        """Return the spots in these rows."""
        return Spots(self.hand[rows], self.thrown[rows], self.draws[rows], self.opponents[rows], self.against)

    def followed_by(self, others: "Spots") -> "Spots":
        """Return these spots and others that name the same opponents."""
        return Spots(
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


def price_keeps(spots: Spots, keeps: Masks) -> Prices:
    """Return the price of a keep of each spot; equal keeps of equal spots are priced once.

    Spots of the same opponents and draws left are priced together, and what is left beside equal known cards is counted once.
    """
    group, known = 4 * spots.opponents + spots.draws, spots.hand | spots.thrown
    order = np.lexsort((keeps, spots.hand, known, group))
    new_group, new_known, new_hand, new_keep = (
        _changes(each[order]) for each in (group, known, spots.hand, keeps)
    )
    new_place = new_group | new_known
    new = new_place | new_hand | new_keep
    # The distinct keeps, and the place of each of them: its opponents and known cards.
    rows, place = order[new], np.cumsum(new_place)[new] - 1
    drawings = _drawings_of(spots.at(rows), keeps[rows])
    places = order[new_place]
    ends = np.append(np.flatnonzero(new_group[new_place])[1:], len(places))
    equity = np.empty(len(rows))
    start = 0
    for end in ends.tolist():
        for first in range(start, end, _TOGETHER):
            part = places[first : min(first + _TOGETHER, end)]
            size = np.bitwise_count(known[part]).astype(np.intp)
            shares = chances_to_win(free_parts(known[part]), size, spots.against[spots.opponents[part[0]]])
            of_part = slice(*np.searchsorted(place, (first, first + len(part))))
            equity[of_part] = expected_shares(
                drawings.at(of_part), known[part], shares, place[of_part] - first
            )
        start = end
    found = Prices(np.clip(equity, 0.0, 1.0), _errors(spots.at(rows), drawings))
    of_order = np.cumsum(new) - 1
    return found.at(of_order[np.argsort(order)])


def _changes(column: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where a sorted column has another value than in the row before."""
    return np.append(np.ones(min(len(column), 1), np.bool_), column[1:] != column[:-1])


def _errors(spots: Spots, drawings: Drawings) -> Floats:
    """Return the error of the price of each keep."""
    least = [_ERROR_OF_ANY if any(drawn == 3 for drawn, _ in each) else 0.0 for each in spots.against]
    usual = np.array([_ERRORS[min(len(each), len(_ERRORS)) - 1] for each in spots.against])
    found: Floats = np.maximum(usual, np.array(least)[:, None])[
        spots.opponents, np.minimum(drawings.drawn, 2)
    ]
    odd = drawings.state == STATES
    found[odd] = np.maximum(found[odd], _ERROR_OF_ODD)
    exact = np.array([each == _ONE_BADUGI for each in spots.against])[spots.opponents]
    found[exact & (drawings.draws == 0)] = 0.0
    return found


def _drawings_of(spots: Spots, keeps: Masks) -> Drawings:
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
    free, known = np.ones((VALUES, 1)), np.zeros(1, np.intp)
    by_draws = [np.hstack([chances_to_win(free, known, each) for each in against])]
    for _ in range(3):
        after = by_draws[-1].copy()
        after[FIRST_INCOMPLETE:] = draw_chances()[FIRST_INCOMPLETE:] @ by_draws[-1]
        by_draws.append(after)
    return np.stack(by_draws).transpose(2, 0, 1)
