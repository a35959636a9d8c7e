"""What a decision costs and needs: pot odds, outs, and whether to stand pat or to break a badugi.

This module does not model the betting of opponents; equities are hot-and-cold, see `spots`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.odds.equity import TRIALS, equities_of_keeps
from badugi_hh.odds.error import OddsError
from badugi_hh.odds.last_draw import enumerate_last_draw
from badugi_hh.odds.ranges import Range
from badugi_hh.odds.spots import Equity, Player, Spot, hand_player, verify


def required_equity(pot: float, price: float) -> float:
    """Return the share of the final pot that a call of `price` into `pot` needs to break even, 0 to 1.

    `pot` has every bet so far, in the unit of `price`. Later bets are not counted.

    Raises:
        OddsError: the price is not above 0, or the pot is below 0.
    """
    if price <= 0 or pot < 0:
        raise OddsError("a call has a price above 0 and a pot of 0 or more")
    return price / (pot + price)


def pot_odds(pot: float, price: float) -> float:
    """Return the pot odds of a call as the number before `to 1`: 6.25 for 6.25:1.

    Raises:
        OddsError: the price is not above 0, or the pot is below 0.
    """
    return 1 / required_equity(pot, price) - 1


def outs(kept: Cards, gone: Iterable[int], to_beat: int = values.WORST + 1) -> Cards:
    """Return the cards that improve three kept cards to a badugi better than the value `to_beat`.

    `gone` are all other cards that cannot be drawn: the hand, earlier discards, and dead cards.

    Raises:
        OddsError: there are not three kept cards that all count.
    """
    if len(kept) != 3 or values.size(values.value(kept)) != 3:
        raise OddsError("outs are counted for three cards that all count")
    seen = {*kept, *gone}
    return tuple(
        card
        for card in DECK
        if card not in seen and values.is_badugi((*kept, card)) and values.value((*kept, card)) < to_beat
    )


@dataclass(frozen=True, slots=True)
class Break:
    """The equity of standing pat with a badugi and of discarding its highest card, by opponent and draws left.

    `error` is the larger standard error of the two equities, 0 where they are exact; that of their difference is smaller,
    because both meet the same hands.
    """

    against: Range
    draws: int
    stay: float
    draw: float
    error: float


def pat_or_break(
    badugi: Cards,
    ranges: Sequence[Range],
    draws: Sequence[int] = (1, 2, 3),
    *,
    thrown: Cards = (),
    trials: int = TRIALS,
    seed: int = 0,
) -> list[Break]:
    """Return what standing pat and breaking are worth against each range, with each number of draws left.

    With one draw left the equities are exact, unless a range is a sample or has too many hands, see `last_draw`.

    Raises:
        OddsError: the hand is no badugi.
    """
    if not values.is_badugi(badugi):
        raise OddsError("only a badugi can be broken")
    keep = tuple(sorted(badugi)[:3])
    asked = [(range_, left) for range_ in ranges for left in draws]
    spots = [Spot((hand_player(badugi, left, thrown=thrown), Player(range_, left))) for range_, left in asked]
    exact = [_enumerate(spot, (badugi, keep)) for spot in spots]
    others = [spot for spot, equities in zip(spots, exact, strict=True) if equities is None]
    simulated = iter(
        equities_of_keeps(others, [(badugi, keep)] * len(others), trials=trials, seed=seed) if others else ()
    )
    found = [next(simulated) if equities is None else equities for equities in exact]
    return [
        Break(range_, left, stay.shares[0], drawn.shares[0], max(stay.errors[0], drawn.errors[0]))
        for (range_, left), (stay, drawn) in zip(asked, found, strict=True)
    ]


def _enumerate(spot: Spot, keeps: Sequence[Cards]) -> list[Equity] | None:
    """Return the exact equities of the keeps of the first player, None where they are simulated."""
    verify(spot)
    hero, other = spot.players
    found = [enumerate_last_draw(Spot((replace(hero, keep=keep), other), spot.dead)) for keep in keeps]
    exact = [equity for equity in found if equity is not None]
    return exact if len(exact) == len(keeps) else None
