"""`simulate`: legal hands of invented players, as files the client could have written."""

from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.cli.console import exit_on_user_error, note, say, say_json
from badugi_hh.cli.options import DEFAULT_ROOM, BettingOption, Force, Json, RulesOption, whole_number
from badugi_hh.report.formats import counted


def simulate(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="the folder for the files")],
    hands: Annotated[
        int, typer.Option("--hands", "-n", parser=whole_number(1), metavar="N", help="how many hands")
    ] = 500,
    seed: Annotated[
        int,
        typer.Option("--seed", parser=whole_number(), metavar="N", help="the same seed gives the same hands"),
    ] = 1,
    rules: RulesOption = DEFAULT_ROOM,
    betting: BettingOption = None,
    players: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(2, 10),
            metavar="N",
            help="players at every table; else tables of 2 to 8",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Deal and play hands by the rules and write them as histories, to try things out.

    Without --betting and --players the tables are of fixed limit, a mix of cash games and tournaments.
    What an earlier `simulate` wrote is replaced; a folder with other files in it needs --force, and a history in your
    database is never replaced.
    """
    with exit_on_user_error():
        from badugi_hh.api.simulate import simulate as write_simulation

        written = write_simulation(
            out,
            hands,
            seed,
            rules=rules,
            betting=betting,
            players=players,
            is_imported=_is_imported,
            force=force,
        )
        files, removed = ([str(file) for file in group] for group in (written.files, written.removed))
        if removed:
            note(f"{counted(len(removed), 'file')} of an earlier simulation removed")
        if as_json:
            say_json({"hands": hands, "seed": seed, "files": files, "removed": removed})
        else:
            say(f"{counted(hands, 'hand')} in {counted(len(files), 'file')} in {out}")


def _is_imported(file: Path, /, *, by_content: bool = True) -> bool:
    """Return whether the user's database knows a file; it is opened only where one is to be replaced."""
    from badugi_hh.store.database import default_path
    from badugi_hh.store.imported_files import is_imported_into

    return is_imported_into(default_path(), file, by_content=by_content)
