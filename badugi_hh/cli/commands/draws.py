"""`draws`: ranks the 16 ways to play a draw."""

from typing import Annotated

import typer

from badugi_hh.api.odds import KEEP_TRIALS, find_keeps, keep_as_row
from badugi_hh.cli.console import exit_on_user_error, say, say_json
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    DeadOption,
    DeckRules,
    Json,
    SeedOption,
    TrialsOption,
    whole_number,
)
from badugi_hh.cli.tables import show_table
from badugi_hh.engine.cards import names
from badugi_hh.report.formats import count, percent


def draws(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="the hand, such as 'As 2h 6d 6c'")],
    left: Annotated[
        int,
        typer.Option(
            "--draws",
            "-d",
            parser=whole_number(1, 3),
            metavar="N",
            help="draws left, 1 to 3, this one included",
        ),
    ] = 3,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            "-a",
            metavar="RANGE|HAND|LINE",
            help="the opponent, with as many draws left: 'tri 7-', '9c 7h 5s 4d', pat, one-pat",
            show_default=False,
        ),
    ] = None,
    thrown: Annotated[
        str,
        typer.Option("--thrown", metavar="CARDS", help="the player's earlier discards", show_default=False),
    ] = "",
    dead: DeadOption = "",
    seed: SeedOption = 0,
    trials: TrialsOption = KEEP_TRIALS,
    rules: DeckRules = DEFAULT_ROOM,
    as_json: Json = False,
) -> None:
    """Rank the 16 ways to play a draw, best first.

    Prints for each set of kept cards the chance of a badugi in the end, if the best cards are kept at later draws, and
    with --against the share of the pot if nobody bets or folds again. They are sorted by this share, without --against
    by the mean final value: a way to more badugis can be a way to worse hands. A dominated way makes worse hands at this draw than
    another with as many cards, and no better ones in the end.
    """
    with exit_on_user_error():
        found = find_keeps(
            hand,
            draws=left,
            against=against,
            dead=dead,
            thrown=thrown,
            trials=trials,
            seed=seed,
            rules=rules,
        )
        if as_json:
            say_json([keep_as_row(each) for each in found])
            return
        priced = against is not None
        sampled = any(each.method == "simulated" for each in found)
        margin = ["± 95%"]
        heads = ["keep", "draw", *(["equity", *margin] if priced else []), "badugi"]
        right = tuple(range(1, len(heads) + sampled))
        heads += margin * sampled + ["dominated by"]
        rows = [
            [
                names(each.keep) or "–",
                each.draw,
                *([percent(each.equity), percent(1.96 * (each.error or 0.0))] if priced else []),
                percent(each.badugi),
                *([percent(1.96 * each.badugi_error)] if sampled else []),
                names(each.dominated_by or ()),
            ]
            for each in found
        ]
        show_table(heads, rows, right=right)
        say(f"sorted by {'equity' if priced else 'the mean final value'}, best first")
        simulated = sampled or any(each.equity_method == "simulated" for each in found)
        say(f"simulated where not exact: {count(trials)} trials, seed {seed}" if simulated else "exact")
