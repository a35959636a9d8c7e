"""Prices keeps: the equity of a known hand that keeps given cards, against opponents known by their public draws.

All spots are priced at once, without simulation: the chance to beat the opponents by final value (`opposition`), and what the
player's draws lead to (`own_draws`), both around the cards that the player knows. Only a final hand against one badugi is
exact. Everything else is an approximation, and `_ERRORS` is its root mean square difference from long simulations.
`hand_prices` decides which keeps are priced.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.blockers import Floats, free_parts
from badugi_hh.odds.opposition import Opponents, chances_to_win
from badugi_hh.odds.own_draws import Drawings, expected_shares
from badugi_hh.odds.spots import APPROXIMATE, EXACT, Method, mask_of
from badugi_hh.odds.states import NONE, STATES, best_of_four, set_numbers, states, states_of
from badugi_hh.odds.value_function import FIRST_INCOMPLETE, VALUES, draw_chances

NO_HAND = values.WORST + 1
_TOGETHER = 256
"""How many spots are priced at once, 20 MB."""
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


@dataclass(frozen=True, slots=True)
class Price:
    """An equity, 0 to 1, and its error, 0 where it is exact."""

    equity: float
    error: float
    method: Method


@dataclass(frozen=True, slots=True)
class KnownHand:
    """A known hand before `draws` draws, against opponents; `thrown` are the player's earlier discards."""

    hand: Cards
    thrown: Cards
    draws: int
    opponents: Opponents


def price_keeps(asked: Sequence[tuple[KnownHand, Sequence[Cards]]]) -> list[list[Price]]:
    """Return the prices of some keeps of each hand; equal keeps of equal spots are priced once."""
    keeps_of: dict[KnownHand, dict[Cards, None]] = {}
    for spot, keeps in asked:
        keeps_of.setdefault(spot, {}).update(dict.fromkeys(keeps))
    # Spots of the same known cards are priced together: what is left of each value is counted once.
    spots = sorted(keeps_of, key=_known)
    found: dict[tuple[KnownHand, Cards], Price] = {}
    for start in range(0, len(spots), _TOGETHER):
        part = [(spot, keep) for spot in spots[start : start + _TOGETHER] for keep in keeps_of[spot]]
        if part:
            found |= zip(part, _price_some(part), strict=True)
    return [[found[spot, keep] for keep in keeps] for spot, keeps in asked]


def _known(spot: KnownHand) -> int:
    """Return the mask of the cards that nobody else can have."""
    return int(mask_of((*spot.hand, *spot.thrown)))


def _price_some(wanted: Sequence[tuple[KnownHand, Cards]]) -> Iterator[Price]:
    """Return the prices of keeps in order."""
    places: dict[tuple[int, Opponents], int] = {}
    rows = [places.setdefault((_known(spot), spot.opponents), len(places)) for spot, _ in wanted]
    masks, which = np.unique(np.array([known for known, _ in places], np.uint64), return_inverse=True)
    shares = chances_to_win(
        free_parts(masks)[which],
        np.bitwise_count(masks)[which].astype(np.intp),
        [opponents for _, opponents in places],
    )
    drawings = drawings_of(wanted)
    equities = np.clip(expected_shares(drawings, masks[which][rows], shares[rows]), 0.0, 1.0)
    errors = np.array([_errors(opponents) for _, opponents in places])[rows, np.minimum(drawings.drawn, 2)]
    odd = list(drawings.odd)
    errors[odd] = np.maximum(errors[odd], _ERROR_OF_ODD)
    exact = np.array([opponents == _ONE_BADUGI for _, opponents in places])[rows] & (drawings.draws == 0)
    errors[exact] = 0.0
    found = zip(equities.tolist(), errors.tolist(), exact.tolist(), strict=True)
    return (Price(equity, error, EXACT if proved else APPROXIMATE) for equity, error, proved in found)


@lru_cache(maxsize=4096)
def _errors(opponents: Opponents) -> tuple[float, ...]:
    """Return the errors against some opponents, by the number of cards drawn: none, one, more."""
    least = _ERROR_OF_ANY if any(drawn == 3 for drawn, _ in opponents) else 0.0
    return tuple(max(least, error) for error in _ERRORS[min(len(opponents), len(_ERRORS)) - 1])


def error_of_difference(first: Price, second: Price) -> float:
    """Return the error of the difference of the prices of two keeps of one hand, which have about the same opponents."""
    return max(first.error, second.error)


@lru_cache(maxsize=20_000)
def best_keep(hand: Cards) -> Cards:
    """Return the cards of a hand that count, in ascending order."""
    return tuple(sorted(values.best_subset(hand)))


def drawings_of(keeps: Sequence[tuple[KnownHand, Cards]]) -> Drawings:
    """Return the draws of keeps."""
    table = states()
    size = np.array([len(kept) for _, kept in keeps], np.intp)
    draws = np.array([spot.draws for spot, _ in keeps], np.intp)
    hands = np.array([spot.hand for spot, _ in keeps], np.uint8).reshape(len(keeps), 4)
    state = best_of_four()[set_numbers(np.sort(hands, axis=1))]
    standing = (size == 4) | (draws == 0)
    odd: dict[int, Cards] = {}
    for few in range(4):
        rows = np.flatnonzero(~standing & (size == few))
        held = [keeps[row][1] for row in rows.tolist()]
        state[rows] = states_of(np.array(held, np.uint8).reshape(len(held), few))
        odd |= {row: cards for row, cards in zip(rows.tolist(), held, strict=True) if state[row] == STATES}
    state[list(odd)] = NONE
    draws[standing & ((draws == 0) | (draws == 1) | (table.size[state] == 4))] = 0
    draws[standing & (draws > 0)] -= 1
    drawn = np.where(draws == 0, 0, 4 - np.where(standing, table.size[state], size))
    return Drawings(state, draws, drawn, odd)


@lru_cache(maxsize=1024)
def equities_by_value(opponents: Opponents) -> tuple[Floats, ...]:
    """Return the equity of a hand by its value, for 0 to 3 draws left, if no player's cards block others."""
    (shares,) = chances_to_win(np.ones((1, VALUES)), np.zeros(1, np.intp), [opponents])
    by_draws = [shares]
    for _ in range(3):
        after = by_draws[-1].copy()
        after[FIRST_INCOMPLETE:] = draw_chances()[FIRST_INCOMPLETE:] @ by_draws[-1]
        by_draws.append(after)
    return tuple(by_draws)
