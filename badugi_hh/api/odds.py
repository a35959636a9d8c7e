"""Equities and draws of cards that a caller names: texts in, odds out. Needs no database."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from badugi_hh.engine.cards import names
from badugi_hh.user_error import OddsError

if TYPE_CHECKING:
    import polars as pl

TRIALS = 200_000
"""The standard error of an equity is at most 0.11 points."""
KEEP_TRIALS = 125_000
"""The standard error of an equity of one of 16 keeps is at most 0.15 points."""


def equity(
    *players: str,
    draws: int | Sequence[int] = 3,
    keep: Mapping[int, str] | None = None,
    pat: Iterable[int] = (),
    dead: str = "",
    trials: int = TRIALS,
    seed: int = 0,
) -> "pl.DataFrame":
    """Return the share of the pot of each player, if nobody bets or folds again: a row for each.

    `players` are hands (`"As 2h 3d Kd"`) or ranges (`"tri 7-"`, `"one-pat"`; see docs/odds.md), in the order in which they
    draw. `draws` are the draws left, for all or one for each. Every player keeps the best cards at every draw, so that a
    badugi stands pat, but for the cards of `keep`, by number of the player from 1, at the next draw, and the players of
    `pat`, who draw no card. `dead` are cards that nobody can draw.

    Columns: `hand`, `equity` and its standard `error` (0 to 1), `better_keep`, `better_equity` and `better_error`, the
    `draws` left, `method` (`exact` or `simulated`) and `trials`. The better keep are cards that win more if the player keeps no
    others at the next draw, for example those of a badugi that is worth breaking; null if there are none.

    Raises:
        OddsError: a text is not understood, or the cards cannot be dealt like this.
    """
    import polars as pl

    from badugi_hh.odds.equity import better_keeps
    from badugi_hh.odds.equity import equity as compute
    from badugi_hh.odds.range_text import parse_cards, parse_range
    from badugi_hh.odds.spots import Player, Spot

    left = [draws] * len(players) if isinstance(draws, int) else list(draws)
    if len(left) != len(players):
        raise OddsError(
            f"there are {len(players)} players and {len(left)} numbers of draws; give one for all or one for each"
        )
    kept = {number: parse_cards(text) for number, text in (keep or {}).items()}
    standing = set(pat)
    for number in (*kept, *standing):
        if not 1 <= number <= len(players):
            raise OddsError(f"there is no player {number}; the players are 1 to {len(players)}")
    spot = Spot(
        tuple(
            Player(parse_range(text), count, kept.get(number), pat=number in standing)
            for number, (text, count) in enumerate(zip(players, left, strict=True), start=1)
        ),
        parse_cards(dead),
    )
    shares = compute(spot, trials=trials, seed=seed)
    better = better_keeps(spot, shares, trials=trials, seed=seed)
    return pl.DataFrame(
        {
            "hand": [player.range.name for player in spot.players],
            "equity": shares.shares,
            "error": shares.errors,
            "better_keep": [other and names(other.keep) for other in better],
            "better_equity": [other and other.share for other in better],
            "better_error": [other and other.error for other in better],
            "draws": left,
            "method": str(shares.method),
            "trials": shares.trials,
        },
        schema_overrides={
            "better_keep": pl.String,
            "better_equity": pl.Float64,
            "better_error": pl.Float64,
            "trials": pl.Int64,
        },
    )


def draws(
    hand: str,
    *,
    draws: int = 3,
    against: str | None = None,
    dead: str = "",
    thrown: str = "",
    trials: int = KEEP_TRIALS,
    seed: int = 0,
) -> "pl.DataFrame":
    """Return the 16 ways to play a draw, best first, as a frame.

    `draws` are the draws left, this one included. `against` is a hand, a range or a draw line with as many draws left;
    without it, `equity` and `error` are null, and the rows are sorted by the average final hand. `thrown` are the player's
    earlier discards.

    Columns: `keep` and `dominated_by` (cards, separated by blanks; empty for none), `draw` (number of cards), `equity`,
    its standard `error`, `badugi` (the probability of a badugi in the end, best cards kept afterwards), its standard error
    `badugi_error`, `mean_value` (the average value of the final hand, 1 for 4-3-2-A to 1,092), and `method`, which says of
    `badugi` whether it is `exact` or `simulated`.

    Raises:
        OddsError: a text is not understood, or the cards cannot be dealt like this.
    """
    import polars as pl

    from badugi_hh.odds.keeps import rank_keeps
    from badugi_hh.odds.range_text import parse_cards, parse_hand, parse_range

    keeps = rank_keeps(
        parse_hand(hand),
        draws,
        None if against is None else parse_range(against),
        dead=parse_cards(dead),
        thrown=parse_cards(thrown),
        trials=trials,
        seed=seed,
    )
    return pl.DataFrame(
        [
            {
                "keep": names(way.keep),
                "draw": way.draw,
                "equity": way.equity,
                "error": way.error,
                "badugi": way.badugi,
                "dominated_by": names(way.dominated_by or ()),
                "badugi_error": way.badugi_error,
                "mean_value": way.mean,
                "method": str(way.method),
            }
            for way in keeps
        ],
        schema_overrides={"equity": pl.Float64, "error": pl.Float64},
    )
