"""`simulate`: legal hands of invented players, as files the client could have written."""

from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.cli.console import fail, say, say_json, told
from badugi_hh.cli.options import DEFAULT_ROOM, BettingOption, Json, RulesOption
from badugi_hh.report.formats import counted


def simulate(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="the folder for the files")],
    hands: Annotated[int, typer.Option("--hands", "-n", min=1, help="how many hands")] = 500,
    seed: Annotated[int, typer.Option("--seed", help="the same seed gives the same hands")] = 1,
    rules: RulesOption = DEFAULT_ROOM,
    betting: BettingOption = None,
    players: Annotated[
        int | None,
        typer.Option(min=2, max=10, help="players at every table; else tables of 2 to 8", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """Deal and play hands by the rules and write them as histories, to try things out.

    Without --betting and --players the tables are of fixed limit, a mix of cash games and tournaments.
    """
    with told():
        from badugi_hh.engine.rules import ROOMS
        from badugi_hh.simulate import games, write_files
        from badugi_hh.simulate import simulate as deal

        if out.is_dir() and any(out.iterdir()):
            fail(f"{out} is not empty; name a new folder with --out")
        try:
            dealt = deal(hands, seed, games=games(betting, players), room=ROOMS[rules])
            files = write_files(dealt, out)
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            fail(f"the hands cannot be written to {out}: {reason}")
        if as_json:
            say_json({"hands": hands, "seed": seed, "files": [str(file) for file in files]})
        else:
            say(f"{counted(hands, 'hand')} in {counted(len(files), 'file')} in {out}")
