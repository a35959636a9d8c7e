"""`export`: hands of the database as history files."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.cli.console import fail, note, say, say_json, told
from badugi_hh.cli.options import (
    BettingOption,
    Db,
    GameOption,
    Json,
    Player,
    Since,
    Stakes,
    Until,
    Where,
    choose,
    one_of,
)
from badugi_hh.report.formats import counted


class Format(StrEnum):
    """How hands are written."""

    POKERSTARS = "pokerstars"


def export(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="a new folder for the files")],
    form: Annotated[
        Format,
        typer.Option(
            "--format", parser=one_of(Format), metavar="|".join(Format), help="how the hands are written"
        ),
    ] = Format.POKERSTARS,
    without_names: Annotated[
        bool,
        typer.Option("--anonymize", help="pseudonyms for all players, the same in every export; no chat"),
    ] = False,
    db: Db = None,
    player: Player = None,
    since: Since = None,
    until: Until = None,
    stakes: Stakes = None,
    betting: BettingOption = None,
    game: GameOption = None,
    where: Where = None,
    as_json: Json = False,
) -> None:
    """Write the hands of the database as histories, one file per table and day, to share or to convert them.

    Without --anonymize every line of a hand is written as it was read. With it, chat and bounty lines are left out.
    Hands in the quarantine stay there.
    """
    with told():
        import duckdb

        from badugi_hh.stats.filters import Filter
        from badugi_hh.store.database import default_path, opened
        from badugi_hh.store.export import export_hands

        chosen = choose(
            player=player,
            everyone=True,
            since=since,
            until=until,
            stakes=stakes,
            betting=betting,
            game=game,
            position=None,
            where=where,
        )
        # Nobody's hands are left out unless asked for, not even cancelled ones, which no statistic counts.
        predicate, parameters = chosen.sql() if chosen != Filter(every_player=True) else ("TRUE", [])
        path = db or default_path()
        with opened(path, read_only=not (without_names and path.exists())) as con:
            try:
                written = export_hands(
                    con, out, predicate=predicate, parameters=parameters, without_names=without_names
                )
            except duckdb.Error as error:
                fail(f"the hands cannot be chosen: {str(error).splitlines()[0]}")
            ((kept,),) = con.execute("SELECT count(*) FROM quarantine").fetchall()
        if kept:
            note(f"{counted(kept, 'hand')} in the quarantine are not written")
        if as_json:
            told_files = [str(file) for file in written.files]
            say_json({"format": form, "hands": written.hands, "quarantined": kept, "files": told_files})
        elif not written.hands:
            note("no hand of this kind")
        else:
            say(f"{counted(written.hands, 'hand')} in {counted(len(written.files), 'file')} in {out}")
