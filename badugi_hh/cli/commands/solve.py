"""`solve`: makes the table of a heads-up game, or looks up a line in one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from badugi_hh.api.solve import (
    BUCKETS,
    ITERATIONS,
    SPOT,
    class_rows,
    find_class,
    find_solution,
    make_solution,
    write_charts,
)
from badugi_hh.cli.console import exit_on_user_error, fail, note, say, say_json
from badugi_hh.cli.options import Force, Json, whole_number
from badugi_hh.cli.solver_output import (
    UNHELD,
    action_name,
    no_claim,
    say_costs,
    say_meaning,
    share,
    show_actions,
)
from badugi_hh.cli.tables import say_folded, show_table, table_width, terminal_width
from badugi_hh.wording.formats import count, percent

if TYPE_CHECKING:
    from badugi_hh.solve.look_up import Answer


def solve(
    spot: Annotated[
        str | None,
        typer.Option(
            "--spot",
            metavar="SPOT",
            help="the game: heads-up, sb-bb, btn-bb or co-bb, with --out also free-bb; default: heads-up, with --html all",
            show_default=False,
        ),
    ] = None,
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
    hand: Annotated[
        str | None,
        typer.Option(
            "--hand",
            metavar="HAND",
            help="print one hand: four cards, such as 'As 2h 3d Kd', or a class, such as 3-2-A",
            show_default=False,
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="print all 1,092 classes of hands in place of kinds of hands")
    ] = False,
    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="look up in this table; default: the one of the spot that comes with the program",
            show_default=False,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="write a page of range charts to print", show_default=False
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
    free: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="with --out, for btn-bb and co-bb: the table of free-bb, whose best hands open",
            show_default=False,
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="with --out: save the solver here every 25 iterations, and continue from it",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show equilibrium play heads-up: how often each hand takes each action, and what every action costs.

    Looks up the decision after --line in a table of a solved game: fixed limit, two players, no rake. Actions are fold,
    check, call, bet and raise, and the numbers of cards drawn, the big blind's first. Prints twelve kinds of hands, with
    --all every class and with --hand one hand. Costs are in big bets against the best action, if the opponent plays best
    too. Lines that such players rarely come to are not in the table.

    With --html a page is written that has range charts of the decisions that come most often: openings, answers to
    raises, draws, and bets after each draw. It works offline and prints.

    With --out the game is solved, which takes some hours.
    """
    with exit_on_user_error():
        if html is not None:
            if (line, table, hand, out, free) != (None, None, None, None, None) or every or as_json:
                fail(
                    "--html writes a page of charts; of the other options only --spot and --force go with it"
                )
            write_charts(html, None if spot is None else [spot], force=force)
            if str(html) != "-":
                say(f"{html} is written")
            return
        spot = spot or SPOT
        if out is None and free is not None:
            fail("--free names the table whose best hands open; it goes with --out")
        if out is not None:
            if (line, table, hand) != (None, None, None) or every:
                fail(
                    "--out makes a table; --line, --hand, --all and --table look one up; leave out one of them"
                )
            made = make_solution(
                out,
                spot,
                iterations=iterations,
                buckets=buckets,
                free=free,
                checkpoint=checkpoint,
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
        if hand is not None and every:
            fail("--hand prints one hand and --all all classes; leave out one of them")
        found = find_solution(spot, _actions(line or ""), table=table)
        number = None if hand is None else find_class(hand)
        if as_json:
            rows = class_rows(found)
            head = {"spot": spot, "line": found.line, "player": found.player, "actions": list(found.actions)}
            say_json({**head, "classes": rows if number is None else [rows[number]]}, lines=True)
            return
        if number is None:
            priced = _show_hands(found, spot, every=every)
        else:
            priced = _show_hand(found, class_rows(found)[number], spot)
        if priced:
            say_meaning()


_Cells = list[tuple[str, str, list[str], list[str]]]
"""The rows of a table: the hand, its share, the shares of its actions, and their costs."""


def _actions(line: str) -> str:
    """Return a line as a table has it: small letters, separated by single blanks; commas separate actions too."""
    return " ".join(line.replace(",", " ").lower().split())


def _decision(found: "Answer", spot: str) -> str:
    return f"{spot}, {found.line or 'first decision'}: {found.player}"


def _show_hand(found: "Answer", row: dict[str, Any], spot: str) -> bool:
    """Print the actions of one hand and the error of their costs, or why these are not known; return whether they are."""
    total = float(found.reach.sum())
    say_folded(f"{_decision(found, spot)}, {row['class']}, {100 * row['reach'] / total:.2f}% of their hands")
    if row["mix"] or row["cost"]:
        show_actions(found.actions, row["mix"] if row["reach"] > 0 else None, row["cost"])
    if row["reason"]:
        say_folded(no_claim(row["reason"]))
        return False
    if not row["reach"]:
        say_folded(UNHELD)
    say_costs(row["error"], live=found.live)
    return True


def _show_hands(found: "Answer", spot: str, *, every: bool) -> bool:
    """Print the actions of all hands or kinds of hands and the mean error of their costs, or why these are not known.

    Return whether they are.
    """
    from badugi_hh.solve.known import Reason

    say_folded(f"{_decision(found, spot)}, with {percent(float(found.reach.sum()))} of their hands")
    if found.reason.has_mix:
        _show_table(found, _class_cells(found) if every else _kind_cells(found))
    if found.reason:
        say_folded(no_claim(found.reason))
        return False
    say_costs(found.error, live=found.live)
    if bool((found.reasons[found.reach > 0] > 0).any()):
        say_folded(
            f"of some hands {Reason.UNSURE}: means leave them out, and ? stands for half of a kind or more"
        )
    if not every:
        classes = count(len(found.reach))
        say_folded(
            f"shares and costs are means of kinds of hands; --hand 'As 2h 3d Kd' prints one hand, --all "
            f"the {classes} classes of hands; all hands together have no cost"
        )
    return True


def _show_table(found: "Answer", cells: _Cells) -> None:
    """Print a table of hands; one of shares and one of costs where the terminal is too narrow for both."""
    played = (found.mix * found.known).sum(axis=1) / found.known.sum()
    names = [action_name(action) for action in found.actions]
    shares, costs = ["hand", "share", *names], [("cost of", name) for name in names]
    everything = [("all", "100%", [percent(float(each)) for each in played], ["–"] * len(names)), *cells]
    wide = [[name, part, *mix, *cost] for name, part, mix, cost in everything]
    if found.reason:  # no cost is known
        show_table(shares, [row[: len(shares)] for row in wide], right=range(1, len(shares)), tight=True)
        return
    if table_width([*shares, *costs], wide) <= terminal_width():
        show_table([*shares, *costs], wide, right=range(1, len(wide[0])))
        return
    show_table(shares, [row[: len(shares)] for row in wide], right=range(1, len(shares)), tight=True)
    lost = [[name, *cost] for name, _, _, cost in cells]
    show_table(["hand", *costs], lost, right=range(1, 1 + len(costs)), tight=True)


def _class_cells(found: "Answer") -> _Cells:
    total = float(found.reach.sum())
    return [
        (
            row["class"],
            f"{100 * row['reach'] / total:.2f}%",
            [share(each) for each in row["mix"]] if row["mix"] else _unknown(found),
            [f"{lost:.2f}" for lost in row["cost"]] if row["cost"] else _unknown(found),
        )
        for row in class_rows(found)
    ]


def _unknown(found: "Answer") -> list[str]:
    return ["?"] * len(found.actions)


def _kind_cells(found: "Answer") -> _Cells:
    """Return the cells of the kinds of hands that the player has there."""
    from badugi_hh.solve.range_charts import kinds_of
    from badugi_hh.wording.catalogue import catalogue

    return [
        (
            name,
            f"{kind.share / 10:.1f}%",
            [f"{each}%" for each in kind.mix] or _unknown(found),
            [f"{each / 100:.2f}" for each in kind.cost] or _unknown(found),
        )
        for name, kind in zip(catalogue()["starts"], kinds_of(found), strict=True)
        if kind is not None
    ]
