"""Equities and draws of cards that a caller names: texts in, odds out. Needs no database.

With a line of actions, the answers also have what the table of a solved game says about the hand after it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.api.room_rules import find_rules
from badugi_hh.api.solve import SPOT
from badugi_hh.engine.cards import names
from badugi_hh.odds.error import OddsError
from badugi_hh.solve.solve_error import SolveError

if TYPE_CHECKING:
    import polars as pl

    from badugi_hh.odds.better_keeps import BetterKeep
    from badugi_hh.odds.keeps import Keep
    from badugi_hh.odds.spots import Equity, Spot
    from badugi_hh.solve.advice import Advice

TRIALS = 100_000
"""The standard error of an equity is at most 0.16 points."""
KEEP_TRIALS = 62_500
"""The standard error of an equity of one of 16 keeps is at most 0.2 points."""
DRAWS = 3
"""The draws left, unless a caller or a line states them."""


def equity(
    *players: str,
    draws: int | Sequence[int] | None = None,
    keep: Mapping[int, str] | None = None,
    pat: Iterable[int] = (),
    dead: str = "",
    trials: int = TRIALS,
    seed: int = 0,
    rules: str = "pokerstars",
    line: str | None = None,
    spot: str = SPOT,
    table: Path | str | None = None,
) -> "pl.DataFrame":
    """Return the share of the pot of each player, if nobody bets or folds again: a row for each.

    `players` are hands (`"As 2h 3d Kd"`) or ranges (`"tri 7-"`, `"one-pat"`; see docs/odds.md), in the order in which they
    draw. `draws` are the draws left, for all or one for each, by default those after `line`, or 3. Every player keeps the
    best cards at every draw, so that a badugi stands pat, but for the cards of `keep`, by number of the player from 1, at
    the next draw, and the players of `pat`, who draw no card. `dead` are cards that nobody can draw.

    With a `line` of actions of a solved game (see `solution`, also for `spot` and `table`), one of the two players has a
    hand that acts after it: if both have hands, by the order in which they draw.

    Columns: `hand`, `equity` and its standard `error` (0 to 1), `better_keep`, `better_equity` and `better_error`, the
    `draws` left, `method` (`exact` or `simulated`) and `trials`. The better keep are cards that win more if the player keeps no
    others at the next draw, for example those of a badugi that is worth breaking; null if there are none. With a line
    also, null for the other player: `solver_actions`, `solver_mix` and `solver_cost`, lists in the same order (the mix is
    null for a hand that never comes there), `solver_error` and `solver_exploitability`, in big bets, and `solver_reason`: why
    mix, costs and error are null, empty if they are known.

    Raises:
        OddsError: a text is not understood, or the cards cannot be dealt like this.
        SolveError: there is no such spot or table, or it holds no such line.
        LookupError: there is no room of the name `rules`.
    """
    import polars as pl

    found = find_equity(
        players,
        draws=draws,
        keep=keep,
        pat=pat,
        dead=dead,
        trials=trials,
        seed=seed,
        rules=rules,
        line=line,
        spot=spot,
        table=table,
    )
    both = {"method": found.equity.method, "trials": found.equity.trials}
    kinds = {"better_keep": pl.String, "better_equity": pl.Float64, "better_error": pl.Float64}
    frame = pl.DataFrame(
        [{**row, **both} for row in found.rows()], schema_overrides={**kinds, "trials": pl.Int64}
    )
    advice, acting = found.advice, found.acting
    if advice is None:
        return frame
    numbers = pl.List(pl.Float64)
    columns = {
        "solver_actions": (advice.actions, pl.List(pl.String)),
        "solver_mix": (advice.mix, numbers),
        "solver_cost": (advice.cost, numbers),
        "solver_error": (advice.error, pl.Float64()),
        "solver_exploitability": (advice.exploitability, pl.Float64()),
        "solver_reason": (str(advice.reason), pl.String()),
    }
    return frame.with_columns(
        pl.Series(name, [value if place == acting else None for place in range(2)], kind)
        for name, (value, kind) in columns.items()
    )


def _find_advice(
    players: Sequence[str], line: str, *, spot: str, table: Path | str | None
) -> "tuple[int, Advice]":
    """Return which of two players acts after a line of a solved game, 0 or 1, and what its table says about their hand."""
    from badugi_hh.odds.range_text import parse_range
    from badugi_hh.solve.advice import advise, find_place
    from badugi_hh.solve.shipped_tables import find_table

    if len(players) != 2:
        raise OddsError(f"a solved game has two players, not {len(players)}")
    found = find_table(spot, table)
    acting = find_place(found.game, line)
    hands = [parse_range(text).hand for text in players]
    if hands.count(None) == 1:  # hands come before ranges, so their order states nothing
        acting = 1 - hands.index(None)
    hand = hands[acting]
    if hand is None:
        raise OddsError(
            "the player who acts needs a hand of four cards, such as 'As 2h 3d Kd'; both have ranges"
        )
    return acting, advise(found, line, hand)


def _check_draws(draws: int | Sequence[int], left: Sequence[int]) -> None:
    """Check that a number of draws, for all players or one for each, is that of a line."""
    given = [draws] * len(left) if isinstance(draws, int) else list(draws)
    if given != list(left):
        text = ",".join(str(each) for each in dict.fromkeys(left))
        raise OddsError(f"after this line there are {text} draws left; omit the number of draws")


@dataclass(frozen=True, slots=True)
class FoundEquity:
    """The equity of the players of a spot, and the cards that win more, by player.

    With a line also the player who acts after it, 0 or 1, and what the table of a solved game says of their hand.
    """

    spot: "Spot"
    equity: "Equity"
    better: "list[BetterKeep | None]"
    acting: int | None
    advice: "Advice | None"

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each player, with texts for cards; see `equity`."""
        return [
            {
                "hand": player.range.name,
                "equity": share,
                "error": error,
                "better_keep": better and names(better.keep),
                "better_equity": better and better.share,
                "better_error": better and better.error,
                "draws": player.draws,
            }
            for player, share, error, better in zip(
                self.spot.players, self.equity.shares, self.equity.errors, self.better, strict=True
            )
        ]


def find_equity(
    players: Sequence[str],
    *,
    draws: int | Sequence[int] | None,
    keep: Mapping[int, str] | None,
    pat: Iterable[int],
    dead: str,
    trials: int,
    seed: int,
    rules: str,
    line: str | None,
    spot: str,
    table: Path | str | None,
) -> FoundEquity:
    """Return the equity of players and what a solved game says after a line; see `equity`."""
    from badugi_hh.odds.better_keeps import better_keeps
    from badugi_hh.odds.equity import equity as equity_of
    from badugi_hh.odds.range_text import parse_cards, parse_range
    from badugi_hh.odds.spots import Player, Spot

    advice, acting = None, None
    if line is not None:
        acting, advice = _find_advice(players, line, spot=spot, table=table)
        of_line = advice.draws_left if acting == advice.place else advice.draws_left[::-1]
        if draws is not None:
            _check_draws(draws, of_line)
        draws = of_line
    if draws is None:
        draws = DRAWS
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
    dealt = Spot(
        tuple(
            Player(parse_range(text), count, kept.get(number), pat=number in standing)
            for number, (text, count) in enumerate(zip(players, left, strict=True), start=1)
        ),
        parse_cards(dead),
    )
    room = find_rules(rules)
    found = equity_of(dealt, trials=trials, seed=seed, rules=room)
    better = better_keeps(dealt, found, trials=trials, seed=seed, rules=room)
    return FoundEquity(dealt, found, better, acting, advice)


def draws(
    hand: str,
    *,
    draws: int | None = None,
    against: str | None = None,
    dead: str = "",
    thrown: str = "",
    trials: int = KEEP_TRIALS,
    seed: int = 0,
    rules: str = "pokerstars",
    line: str | None = None,
    spot: str = SPOT,
    table: Path | str | None = None,
) -> "pl.DataFrame":
    """Return the 16 ways to play a draw, best first, as a frame.

    `draws` are the draws left, this one included, by default those of `line`, or 3. `against` is a hand, a range or a draw
    line with as many draws left; without it, `equity` and `error` are null, and the rows are sorted by the average final
    hand. `thrown` are the player's earlier discards. `line` are the actions of a solved game before this draw (see
    `solution`, also for `spot` and `table`).

    Columns: `keep` and `dominated_by` (cards, separated by blanks; empty for none), `draw` (number of cards), `equity`,
    its standard `error`, `badugi` (the probability of a badugi in the end, best cards kept afterwards), its standard error
    `badugi_error`, `mean_value` (the average value of the final hand, 1 for 4-3-2-A to 1,092), and `method`, which says of
    `badugi` whether it is `exact` or `simulated`. With a line also the `solver_` columns of `keep_rows`.

    Raises:
        OddsError: a text is not understood, or the cards cannot be dealt like this.
        SolveError: there is no such spot or table, it holds no such line, or no draw follows the line.
        LookupError: there is no room of the name `rules`.
    """
    import polars as pl

    found, advice = find_keeps(
        hand,
        draws=draws,
        against=against,
        dead=dead,
        thrown=thrown,
        trials=trials,
        seed=seed,
        rules=rules,
        line=line,
        spot=spot,
        table=table,
    )
    floats = ["equity", "error", *(["solver_mix", "solver_cost", "solver_error"] if advice else [])]
    return pl.DataFrame(
        [{**row, "method": each.method} for each, row in zip(found, keep_rows(found, advice), strict=True)],
        schema_overrides=dict.fromkeys(floats, pl.Float64),
    )


def _find_draw_advice(
    hand: str, line: str, draws: int | None, *, spot: str, table: Path | str | None
) -> "Advice":
    """Return what the table of a solved game says about the draw of a hand after a line."""
    from badugi_hh.odds.range_text import parse_hand
    from badugi_hh.solve.advice import advise
    from badugi_hh.solve.shipped_tables import find_table

    advice = advise(find_table(spot, table), line, parse_hand(hand))
    if not advice.drawing:
        raise SolveError(
            f"after this line the {advice.player} is in a betting round; end it before a draw, such as 'raise call', "
            "or use equity"
        )
    if draws is not None:
        _check_draws(draws, advice.draws_left[advice.place :][:1])
    return advice


def find_keeps(
    hand: str,
    *,
    draws: int | None,
    against: str | None,
    dead: str,
    thrown: str,
    trials: int,
    seed: int,
    rules: str,
    line: str | None,
    spot: str,
    table: Path | str | None,
) -> "tuple[list[Keep], Advice | None]":
    """Return the 16 ways to play a draw, and what a solved game says after a line; see `draws`."""
    from badugi_hh.odds.keeps import rank_keeps
    from badugi_hh.odds.range_text import parse_cards, parse_hand, parse_range

    advice = None
    if line is not None:
        advice = _find_draw_advice(hand, line, draws, spot=spot, table=table)
        draws = advice.draws_left[advice.place]
    keeps = rank_keeps(
        parse_hand(hand),
        DRAWS if draws is None else draws,
        None if against is None else parse_range(against),
        dead=parse_cards(dead),
        thrown=parse_cards(thrown),
        trials=trials,
        seed=seed,
        rules=find_rules(rules),
    )
    return keeps, advice


def keep_rows(found: "Sequence[Keep]", advice: "Advice | None" = None) -> list[dict[str, Any]]:
    """Return the ways to play a draw with texts for cards, and with what a table says about each.

    `solver_mix` is the share of the way (null also for a hand that never comes there), `solver_cost` what it loses against
    the best number of cards. A game distinguishes the number of cards alone: of several ways that keep the same ranks, the
    first has the values. `solver_exploitability` is of the table and the same in all rows. All but the share are in big
    bets. `solver_reason` says why nothing is known, then share, cost and error are null; else it is empty.
    """
    rows: list[dict[str, Any]] = [
        {
            "keep": names(each.keep),
            "draw": each.draw,
            "equity": each.equity,
            "error": each.error,
            "badugi": each.badugi,
            "dominated_by": names(each.dominated_by or ()),
            "badugi_error": each.badugi_error,
            "mean_value": each.mean,
        }
        for each in found
    ]
    if advice is None:
        return rows
    from badugi_hh.solve.advice import keeps_as_solved

    actions = {int(action): place for place, action in enumerate(advice.actions)}
    hand = next(each.keep for each in found if not each.draw)
    for each, row in zip(found, rows, strict=True):
        solved = each.draw in actions and keeps_as_solved(hand, each.keep)
        place = actions.pop(each.draw) if solved else None
        row |= {
            "solver_mix": None if place is None or advice.mix is None else advice.mix[place],
            "solver_cost": None if place is None or advice.cost is None else advice.cost[place],
            "solver_error": advice.error,
            "solver_exploitability": advice.exploitability,
            "solver_reason": str(advice.reason),
        }
    return rows
