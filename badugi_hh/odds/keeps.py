"""The 16 ways to play a draw, best first: what each keeps, how often it ends with a badugi, and what it is worth."""

from dataclasses import dataclass, replace

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.distribution import dominating, final_distribution, keeps_of
from badugi_hh.odds.enumeration import enumerate_spot
from badugi_hh.odds.ranges import Range
from badugi_hh.odds.spots import DRAWS, Equity, Method, Player, Spot, hand_player, verify, verify_places
from badugi_hh.odds.trials import simulate_keeps
from badugi_hh.user_error import OddsError


@dataclass(frozen=True, slots=True)
class Keep:
    """One way to play a draw: the cards kept, and the number of cards drawn.

    `equity` is the share of the pot against the opponent, with its standard error, both None without an opponent. `badugi` is the probability of a badugi in the end, with its standard error, and `method` says whether it is
    exact. `mean` is the average final value, 1 to 1,092. `dominated_by` are the cards of a keep of the same number of
    cards that is better after this draw, for opponents of unknown cards, None if there is none, or if its final hands are
    known to be worse at some value.
    """

    keep: Cards
    draw: int
    equity: float | None
    error: float | None
    badugi: float
    badugi_error: float
    method: Method
    mean: float
    dominated_by: Cards | None


def rank_keeps(
    hand: Cards,
    draws: int,
    against: Range | None = None,
    *,
    dead: Cards = (),
    thrown: Cards = (),
    trials: int,
    seed: int = 0,
) -> list[Keep]:
    """Return the 16 keeps of a hand with `draws` draws left, 1 to 3, best first.

    They are sorted by equity `against` an opponent with as many draws left, and without an opponent by the average
    final value. `thrown` are the player's earlier discards, `dead` other cards that nobody can draw.

    Raises:
        OddsError: the hand has no draw left, a card is in two places, or the opponent's range has no hand left.
    """
    if not 1 <= draws <= DRAWS:
        raise OddsError(f"a draw has 1 to {DRAWS} draws left, this one included, not {draws}")
    player = hand_player(hand, draws, thrown=thrown)
    verify_places((*hand, *thrown, *dead))
    keeps = keeps_of(hand)
    equities = _equities(player, keeps, against, dead, trials, seed)
    finals = {
        keep: final_distribution(replace(player, keep=keep), dead, trials=trials, seed=seed) for keep in keeps
    }
    better = {
        keep: other
        for keep, other in dominating(hand, (*thrown, *dead)).items()
        if draws == 1 or finals[other].may_dominate(finals[keep])
    }
    found = []
    for (keep, final), equity in zip(finals.items(), equities, strict=True):
        share, error = (None, None) if equity is None else (equity.shares[0], equity.errors[0])
        found.append(
            Keep(
                keep,
                4 - len(keep),
                share,
                error,
                final.badugi,
                final.error(final.badugi),
                final.method,
                final.mean,
                better.get(keep),
            )
        )
    return sorted(found, key=lambda each: (-(each.equity or 0.0), each.mean))


def _equities(
    player: Player,
    keeps: list[Cards],
    against: Range | None,
    dead: Cards,
    trials: int,
    seed: int,
) -> list[Equity] | list[None]:
    if against is None:
        return [None] * len(keeps)
    spot = Spot((player, Player(against, player.draws)), dead)
    verify(spot)
    exact = [enumerate_spot(spot.keeping(keep)) if player.draws == 1 else None for keep in keeps]
    others = [keep for keep, found in zip(keeps, exact, strict=True) if found is None]
    simulated = iter(simulate_keeps(spot, others, trials, seed) if others else ())
    return [found or next(simulated) for found in exact]
