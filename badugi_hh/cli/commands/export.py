"""`export`: hands of the database as history files."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.cli.console import exit_on_user_error, note, say, say_json
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import (
    BettingOption,
    Db,
    Force,
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
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="the folder for the files")],
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
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write the hands of the database as histories, one file per table and day, to share or to convert them.

    Without --anonymize every line of a hand is written as it was read. With it, chat and bounty lines are left out.
    Without a filter every hand is written. --player writes the hands in which the player has a seat; a filter also
    keeps cancelled hands, which no statistic counts. Hands in the quarantine stay there. An earlier export of the same
    database is replaced; a folder with other files in it needs --force, and an imported history is never replaced.
    """
    with exit_on_user_error():
        from badugi_hh.api.export import export as export_selected
        from badugi_hh.stats.selection.resolve import settle, why_nothing
        from badugi_hh.store.database import default_path, has_database

        chosen = choose(
            player=player,
            everyone=player is None,
            since=since,
            until=until,
            stakes=stakes,
            betting=betting,
            game=game,
            position=None,
            where=where,
        )
        path = db or default_path()
        with opened(path, read_only=not (without_names and has_database(path))) as con:
            written = export_selected(con, out, chosen, anonymize=without_names, force=force)
            if not written.hands:
                note(why_nothing(con, settle(con, chosen)))
            ((kept,),) = con.execute("SELECT count(*) FROM quarantine").fetchall()
        if written.removed:
            note(f"{counted(len(written.removed), 'file')} of an earlier export removed")
        if kept:
            note(f"{counted(kept, 'hand')} in the quarantine are not written")
        if as_json:
            answer = {"format": form, "hands": written.hands, "quarantined": kept}
            files, removed = ([str(file) for file in group] for group in (written.files, written.removed))
            say_json({**answer, "files": files, "removed": removed})
        elif written.hands:
            say(f"{counted(written.hands, 'hand')} in {counted(len(written.files), 'file')} in {out}")
