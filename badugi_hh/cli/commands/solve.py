"""`solve`: makes the table of a heads-up game, or looks up a line in one."""

from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.api.solve import BUCKETS, ITERATIONS, SPOT, class_rows, find_solution, make_solution
from badugi_hh.cli.console import exit_on_user_error, fail, note, say, say_json
from badugi_hh.cli.options import Force, Json, whole_number
from badugi_hh.cli.solver_output import LIMITS, say_costs
from badugi_hh.cli.tables import show_table
from badugi_hh.report.formats import count, percent

RARE = 0.00005
"""The share of a player's hands below which a class is not printed."""


def solve(
    spot: Annotated[
        str, typer.Option("--spot", metavar="SPOT", help="the game: heads-up, sb-bb, btn-bb or co-bb")
    ] = SPOT,
    line: Annotated[
        str | None,
        typer.Option(
            "--line",
            "-l",
            metavar="ACTIONS",
            help="the actions in order, such as 'raise call 1 1 check bet'; '' is the first decision",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="look up in this table; default: the one of the spot that comes with the program",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="solve the game and write its table", show_default=False
        ),
    ] = None,
    iterations: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, 100_000), metavar="N", help="iterations of the solver, with --out"
        ),
    ] = ITERATIONS,
    buckets: Annotated[
        int,
        typer.Option(
            parser=whole_number(10, 1092),
            metavar="N",
            help="groups of hands after the last draw, with --out; memory is 5.4 GB and 0.054 GB for each",
        ),
    ] = BUCKETS,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="with --out: save the solver here every 25 iterations, and continue from it",
            show_default=False,
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, 1024),
            metavar="N",
            help="threads of the solver, with --out; default: the number of processors",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show equilibrium play heads-up: how often each hand takes each action, and what every action costs.

    Looks up the decision after --line in a table of a solved game: fixed limit, two players, no rake. Actions are fold,
    check, call, bet and raise, and the numbers of cards drawn, the big blind's first. Costs are in big bets against the
    best action, if the opponent plays the table. Lines that such players rarely come to are not in the table. With --out
    the game is solved, which takes half an hour or more and needs the extra `solve`.
    """
    with exit_on_user_error():
        if out is not None:
            if line is not None or table is not None:
                fail("--out makes a table, --line and --table look one up; leave out one of them")
            made = make_solution(
                out,
                spot,
                iterations=iterations,
                buckets=buckets,
                checkpoint=checkpoint,
                threads=threads,
                report=note,
                force=force,
            )
            if as_json:
                say_json({**made, "file": str(out)})
            else:
                say(
                    f"{out}: exploitability {made['exploitability']:.4f} big bets per hand, "
                    f"{made['exploitability_quantized']:.4f} as stored"
                )
            return
        found = find_solution(spot, line or "", table=table)
        rows = class_rows(found)
        if as_json:
            head = {"spot": spot, "line": found.line, "player": found.player, "actions": list(found.actions)}
            say_json({**head, "classes": rows}, lines=True)
            return
        total = sum(row["reach"] for row in rows)
        held = [row for row in rows if row["reach"] >= RARE * total]
        played = [
            sum(row["reach"] * row["mix"][place] for row in rows) for place in range(len(found.actions))
        ]
        say(f"{spot}, {found.line or 'first decision'}: {found.player}, with {percent(total)} of their hands")
        show_table(
            ["class", "share", *found.actions, *(f"cost of {action}" for action in found.actions)],
            [
                ["all", "100.00%", *(percent(each / total) for each in played), *("" for _ in played)],
                *(
                    [
                        row["class"],
                        f"{100 * row['reach'] / total:.2f}%",
                        *(percent(share) for share in row["mix"]),
                        *(f"{lost:.2f}" for lost in row["cost"]),
                    ]
                    for row in held
                ),
            ],
            right=tuple(range(1, 2 + 2 * len(found.actions))),
        )
        say_costs(found.error, live=found.live)
        if len(held) < len(rows):
            left = f"{count(len(rows) - len(held))} of the {count(len(rows))} classes"
            say(f"{left} are less than {100 * RARE:.3f}% of the hands here; --json lists them")
        say(LIMITS)
