"""`draws`: ranks the 16 ways to play a draw."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from badugi_hh.api.odds import KEEP_TRIALS, find_keeps, keep_rows
from badugi_hh.api.solve import SPOT
from badugi_hh.cli.console import exit_on_user_error, say, say_json
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    DeadOption,
    DeckRules,
    Json,
    SeedOption,
    SolverLine,
    SolverOption,
    SolverSpot,
    SolverTable,
    TrialsOption,
    whole_number,
)
from badugi_hh.cli.solver_output import say_advice, share, solver_line
from badugi_hh.cli.tables import show_table
from badugi_hh.engine.cards import names
from badugi_hh.wording.formats import count, percent


def draws(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="the hand, such as 'As 2h 6d 6c'")],
    left: Annotated[
        int | None,
        typer.Option(
            "--draws",
            "-d",
            parser=whole_number(1, 3),
            metavar="N",
            help="draws left, 1 to 3, this one included; default: 3, or those after --line",
            show_default=False,
        ),
    ] = None,
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
    solver: SolverOption = False,
    line: SolverLine = None,
    spot: SolverSpot = None,
    table: SolverTable = None,
    as_json: Json = False,
) -> None:
    """Rank the 16 ways to play a draw, best first.

    Prints for each set of kept cards the chance of a badugi in the end, if the best cards are kept at later draws, and
    with --against the share of the pot if nobody bets or folds again. They are sorted by this share, without --against
    by the final hand on average: a way to more badugis can be a way to worse hands. A dominated way makes worse hands at
    this draw than another with as many cards, and no better ones in the end.

    With --solver also the share of each number of cards in equilibrium play, and what it costs against the best one, in
    big bets. Both stand beside the best way to keep the cards that the solved game keeps, the lowest that count, and are
    blank beside others and for numbers of cards that the solved game does not have.
    """
    with exit_on_user_error():
        line = solver_line(line, solver=solver, spot=spot, table=table)
        found, advice = find_keeps(
            hand,
            draws=left,
            against=against,
            dead=dead,
            thrown=thrown,
            trials=trials,
            seed=seed,
            rules=rules,
            line=line,
            spot=spot or SPOT,
            table=table,
        )
        ways = keep_rows(found, advice)
        if as_json:
            say_json(ways)
            return
        from badugi_hh.solve.classes import class_name

        priced = against is not None
        sampled = any(each.method == "simulated" for each in found)
        margin = ["± 95%"]
        solved = ["best play", "cost"] if advice else []
        shares = ["equity", *margin] if priced else ["final hand"]
        heads = ["keep", "draw", *solved, *shares, "badugi"]
        right = tuple(range(1, len(heads) + sampled))
        heads += margin * sampled + ["dominated by"]
        rows = [
            [
                names(each.keep) or "–",
                each.draw,
                *(_solved(way) if advice else []),
                *(
                    [percent(each.equity), percent(1.96 * (each.error or 0.0))]
                    if priced
                    else [f"about {class_name(round(each.mean) - 1)}"]
                ),
                percent(each.badugi),
                *([percent(1.96 * each.badugi_error)] if sampled else []),
                names(each.dominated_by or ()),
            ]
            for each, way in zip(found, ways, strict=True)
        ]
        show_table(heads, rows, right=right)
        say("sorted by equity, best first" if priced else "sorted by the final hand on average, best first")
        simulated = sampled or any(each.equity_method == "simulated" for each in found)
        say(f"simulated where not exact: {count(trials)} trials, seed {seed}" if simulated else "exact")
        if advice is not None:
            say_advice(advice)


def _solved(way: Mapping[str, Any]) -> list[str]:
    """Return the share and the cost of a way to play a draw, empty for a way that the solved game lacks."""
    if way["solver_cost"] is None:
        return ["?" if way["solver_reason"] else "", ""]
    return ["" if way["solver_mix"] is None else share(way["solver_mix"]), f"{way['solver_cost']:.2f}"]
