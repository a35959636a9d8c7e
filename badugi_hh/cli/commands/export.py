"""`export`: writes hands of the database as histories, or as files that other programs read."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

from badugi_hh.api.export import FORMATS
from badugi_hh.cli.console import note, say_json, say_sentence
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, FilterOptions, Force, Json, NoWait, option, selects_hands
from badugi_hh.cli.progress import progress_bar
from badugi_hh.wording.formats import counted


@selects_hands("player", "every_player", "position", "only", "session_gap")
def export(
    out: Annotated[Path, option("--out -o FOLDER", "the folder to write")],
    file_format: Annotated[
        str,
        option(
            "--format",
            "histories, Poker Hand History files (phh), rows of tables (parquet, csv), or an object for each hand (json)",
            values=FORMATS,
        ),
    ] = "pokerstars",
    anonymize: Annotated[
        bool, option("--anonymize", "replace player names by pseudonyms, the same in every export; omit chat")
    ] = False,
    db: Db = None,
    no_wait: NoWait = False,
    *,
    player: Annotated[
        str | None,
        option(
            "--player NAME", "only hands in which this person or screen name has a seat; default: all hands"
        ),
    ] = None,
    selection: FilterOptions,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write hands of the database as histories, or as files that other programs read.

    Histories have one file per day and table or tournament, in a folder for each hero if there are several, and each
    line as it was read; --anonymize omits chat and bounty lines. The
    format phh writes files of the Poker Hand History format (.phh with one hand, .phhs with several), which PokerKit
    reads; hands that it cannot represent are omitted, and counted by reason.
    The formats parquet and csv write a file for each table (hands, seats, events, decisions, draws, and the prices and
    luck of priced hands), and json writes a file with one object for each hand. data_dictionary.json describes all
    columns. In csv a text that a spreadsheet would read as a formula has a ' in front.

    Without a filter all hands are written, with --player the hands in which the player has a seat, and all seats of each
    hand. Cancelled hands are included, hands in the quarantine are not. An earlier export of the same database is
    replaced, in every format; a folder with other files needs --force.
    """
    hand_filter = replace(selection, player=player, every_player=player is None).as_filter()
    with opened(db, read_only=not anonymize, wait=not no_wait) as hands, progress_bar() as progress:
        written = hands.export(
            out, hand_filter, file_format=file_format, anonymize=anonymize, force=force, progress=progress
        )
    note(*written.notes)
    if written.removed:
        note(f"{counted(len(written.removed), 'file')} of an earlier export removed")
    for refusal in written.refused:
        note(
            f"{counted(refusal.hands, 'hand')} not exported, which {file_format} cannot represent: {refusal.reason} "
            f"(for example hand {refusal.example})"
        )
    if written.quarantined:
        note(f"{counted(written.quarantined, 'hand')} in the quarantine not exported")
    if as_json:
        answer = {"format": file_format, "hands": written.hands, "quarantined": written.quarantined}
        refused = list(map(asdict, written.refused))
        say_json({**answer, "refused": refused, "files": written.files, "removed": written.removed})
    elif written.hands:
        say_sentence(f"{counted(written.hands, 'hand')} in {counted(len(written.files), 'file')} in {out}")
