"""Prices keeps: the equity of a known hand that keeps given cards, against opponents known by their public draws.

All spots are priced at once, without simulation: the chance to beat the opponents by final value (`opposition`), and what the
player's draws lead to (`own_draws`), both around the cards that the player knows. Only a final hand against one badugi is
exact. Everything else is an approximation, and `_ERRORS` is its root mean square difference from long simulations.
`hand_prices` decides which keeps are priced.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards
from badugi_hh.odds.blockers import Floats, free_parts
from badugi_hh.odds.opposition import Opponents, chances_to_win
from badugi_hh.odds.own_draws import Drawing, expected_shares
from badugi_hh.odds.spots import APPROXIMATE, EXACT, Method
from badugi_hh.odds.states import STATES, state_of
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


@dataclass(frozen=True)
class KnownHand:
    """A known hand before `draws` draws, against opponents; `thrown` are the player's earlier discards."""

    hand: Cards
    thrown: Cards
    draws: int
    opponents: Opponents

    @cached_property
    def known(self) -> int:
        """Return the mask of the cards that nobody else can have."""
        return _mask(self.hand) | _mask(self.thrown)


def price_keeps(asked: Sequence[tuple[KnownHand, Sequence[Cards]]]) -> list[list[Price]]:
    """Return the prices of some keeps of each hand; equal spots are priced once."""
    wanted: dict[KnownHand, dict[Cards, None]] = {}
    for spot, keeps in asked:
        wanted.setdefault(spot, {}).update(dict.fromkeys(keeps))
    # Spots of the same known cards are priced together: what is left of each value is counted once.
    spots = sorted(wanted, key=lambda spot: spot.known)
    found: dict[KnownHand, dict[Cards, Price]] = {}
    for start in range(0, len(spots), _TOGETHER):
        part = [(spot, tuple(wanted[spot])) for spot in spots[start : start + _TOGETHER]]
        for (spot, keeps), prices in zip(part, _price_some(part), strict=True):
            found[spot] = dict(zip(keeps, prices, strict=True))
    return [[found[spot][keep] for keep in keeps] for spot, keeps in asked]


def _price_some(asked: Sequence[tuple[KnownHand, Sequence[Cards]]]) -> list[list[Price]]:
    places: dict[tuple[int, Opponents], int] = {}
    of_spot = [places.setdefault((spot.known, spot.opponents), len(places)) for spot, _ in asked]
    masks, which = np.unique(np.array([known for known, _ in places], np.uint64), return_inverse=True)
    shares = chances_to_win(
        free_parts(masks)[which],
        np.bitwise_count(masks)[which].astype(np.intp),
        [opponents for _, opponents in places],
    )
    drawings = [drawing_of(spot, keep) for spot, keeps in asked for keep in keeps]
    rows = np.repeat(of_spot, [len(keeps) for _, keeps in asked])
    shares_of_keeps = expected_shares(drawings, masks[which][rows], shares[rows])
    equities = iter(np.clip(shares_of_keeps, 0.0, 1.0).tolist())
    each = iter(drawings)
    errors = [(_errors(opponents), opponents == _ONE_BADUGI) for _, opponents in places]
    return [
        [_price(next(each), next(equities), *errors[place]) for _ in keeps]
        for place, (_, keeps) in zip(of_spot, asked, strict=True)
    ]


def _price(drawing: Drawing, equity: float, errors: tuple[float, ...], against_badugi: bool) -> Price:
    if against_badugi and not drawing.draws:
        return Price(equity, 0.0, EXACT)
    error = max(errors[min(drawing.drawn, 2)], _ERROR_OF_ODD if drawing.odd else 0.0)
    return Price(equity, error, APPROXIMATE)


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


def drawing_of(spot: KnownHand, kept: Cards) -> Drawing:
    """Return the draws of a keep."""
    if not spot.draws or (len(kept) == 4 and (spot.draws == 1 or len(best_keep(spot.hand)) == 4)):
        return Drawing(_state_of(spot.hand), 0)
    if len(kept) == 4:
        return Drawing(_state_of(spot.hand), spot.draws - 1)
    state = _state_of(kept)
    return (
        Drawing(state, spot.draws)
        if state < STATES
        else Drawing(_state_of(best_keep(kept)), spot.draws, kept)
    )


@lru_cache(maxsize=20_000)
def _mask(cards: Cards) -> int:
    return sum(1 << card for card in cards)


_state_of = lru_cache(maxsize=20_000)(state_of)


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
