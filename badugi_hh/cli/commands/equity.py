"""`equity`: computes shares of the pot of hands and ranges."""

from collections.abc import Iterable
from typing import Annotated

import typer

from badugi_hh.api.odds import TRIALS, find_equity
from badugi_hh.cli.console import exit_on_user_error, fail, say, say_json
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    DeadOption,
    DeckRules,
    Json,
    SeedOption,
    TrialsOption,
)
from badugi_hh.cli.tables import show_table
from badugi_hh.report.formats import count, percent


def equity(
    hands: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HANDS",
            help="a hand of four cards for each player, such as 'As 2h 3d Kd'",
            show_default=False,
        ),
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            "-r",
            metavar="RANGE",
            help="a player who holds a range or a draw line: 'badugi 8-', 'tri 7-', A23x, pat, one-pat; "
            "can be repeated",
            show_default=False,
        ),
    ] = None,
    draws: Annotated[
        str,
        typer.Option(
            "--draws", "-d", metavar="N[,N]", help="draws left, for all players or one for each: 2 or 2,1"
        ),
    ] = "3",
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep",
            metavar="PLAYER=CARDS",
            help="the cards that a player keeps at the next draw: 1='As 2h'; default: the best; can be repeated",
            show_default=False,
        ),
    ] = None,
    pat: Annotated[
        list[int] | None,
        typer.Option(
            "--pat",
            metavar="PLAYER",
            help="the number of a player who draws no card until the end; can be repeated",
            show_default=False,
        ),
    ] = None,
    dead: DeadOption = "",
    seed: SeedOption = 0,
    trials: TrialsOption = TRIALS,
    rules: DeckRules = DEFAULT_ROOM,
    as_json: Json = False,
) -> None:
    """Compute the equity of hands and ranges.

    An equity is the share of the pot that a player wins on average if nobody bets or folds again.

    Players draw in the order of the hands, then of the ranges, and keep the best cards at every draw. Two hands with one
    draw left are exact, as is everything else with few sequences of draws; the rest is simulated, with its standard
    error.
    """
    with exit_on_user_error():
        spot, found = find_equity(
            [*(hands or ()), *(ranges or ())],
            draws=_read_draws(draws),
            keep=_read_keeps(keep or ()),
            pat=pat or (),
            dead=dead,
            trials=trials,
            seed=seed,
            rules=rules,
        )
        named = [player.range.name for player in spot.players]
        rows = list(zip(named, found.shares, found.errors, strict=True))
        if as_json:
            players = [{"hand": name, "equity": share, "error": error} for name, share, error in rows]
            say_json({"method": found.method, "trials": found.trials, "players": players})
            return
        heads = ["", "hand", "equity"] + ["± 95%"] * (found.trials is not None)
        cells = [
            [number, name, percent(share), *([percent(1.96 * error)] * (found.trials is not None))]
            for number, (name, share, error) in enumerate(rows, start=1)
        ]
        show_table(heads, cells, right=(0, 2, 3))
        say("exact" if found.trials is None else f"simulated: {count(found.trials)} trials, seed {seed}")


def _read_draws(text: str) -> int | list[int]:
    try:
        counts = [int(part) for part in text.split(",")]
    except ValueError:
        fail(f"--draws is {text!r}; write a number for all players or one for each, such as 2 or 2,1")
    return counts[0] if len(counts) == 1 else counts


def _read_keeps(texts: Iterable[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for text in texts:
        number, equals, cards = text.partition("=")
        if not equals or not number.strip().isdecimal():
            fail(f"--keep is {text!r}; write the number of a player and the cards, such as 1='As 2h'")
        if int(number) in found:
            fail(
                f"--keep names player {int(number)} twice; write all cards of a player in one --keep, such as 1='As 2h'"
            )
        found[int(number)] = cards
    return found
