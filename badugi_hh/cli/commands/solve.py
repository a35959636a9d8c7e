"""`solve`: best play after a line, looked up in a solved game or the blueprint."""

from pathlib import Path
from typing import Annotated

from badugi_hh.api.solve import SPOT, find_solution, write_charts
from badugi_hh.cli.console import fail, say, say_json
from badugi_hh.cli.options import Force, Json, option
from badugi_hh.cli.strategies import Every, Hand, Line, read_line, refuse_both, show_solution


def solve(
    spot: Annotated[
        str | None,
        option(
            "--spot SPOT",
            "the game: heads-up or sb-bb, or table-3 to table-8 for so many players; default: heads-up, with --html all",
        ),
    ] = None,
    line: Line = None,
    hand: Hand = None,
    every: Every = False,
    table: Annotated[
        Path | None,
        option(
            "--table FILE", "look up in this table; default: the one of the spot that comes with the program"
        ),
    ] = None,
    html: Annotated[Path | None, option("--html FILE", "write a page of range charts to print")] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show best play: how often each hand takes each action, and what every action costs.

    Looks up the decision after --line in a table of a solved game: fixed limit, two players, no rake. At a table of three to
    eight players, --spot table-6, the blueprint answers, a trained strategy, and lines begin with the first player to act.
    Actions are fold, check, call, bet and raise, and the numbers of cards drawn, the big blind's first. Prints twelve kinds of hands, with
    --all every class and with --hand one hand. Costs are in big bets against the best action, if the opponent plays best
    too. Lines that such players rarely come to are not in the table.

    With --html a page is written that has range charts of the decisions that come most often: openings, answers to
    raises, draws, and bets after each draw. It works offline and prints.

    Pots of two players at a full table have solved tables from the first draw on. `pot` solves any other pot of two players.
    """
    if html is not None:
        if (line, table, hand) != (None, None, None) or every or as_json:
            fail("--html writes a page of charts; of the other options only --spot and --force go with it")
        write_charts(html, None if spot is None else [spot], force=force)
        if str(html) != "-":
            say(f"{html} is written")
        return
    refuse_both(hand, every=every)
    spot, line = spot or SPOT, read_line(line)
    found = find_solution(spot, line, table=table, hand=hand)
    if as_json:
        say_json(found, lines=True)
    else:
        show_solution(found, every=every)
