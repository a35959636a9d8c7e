"""Writes stored hands into a folder of files, in one of several formats: all files, or none if one fails.

Each format has a module of its own. Nothing here selects hands by player or date; `badugi_hh.stats.selection` does.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb

from badugi_hh.facts.schema import META
from badugi_hh.outputs import OutputFolder
from badugi_hh.store.connection import limited_memory
from badugi_hh.store.export_formats import ExportFormat
from badugi_hh.store.export_hands import Exported, HandsToExport, Pseudonyms
from badugi_hh.store.export_tables import write_csv, write_json, write_parquet
from badugi_hh.store.export_texts import write_histories, write_phh_files
from badugi_hh.store.progress_shares import Progress

_WRITERS: dict[ExportFormat, Callable[[HandsToExport, Path], Exported]] = {
    ExportFormat.POKERSTARS: write_histories,
    ExportFormat.PHH: write_phh_files,
    ExportFormat.PARQUET: write_parquet,
    ExportFormat.CSV: write_csv,
    ExportFormat.JSON: write_json,
}
"""The functions that write hands into an empty folder."""


def export_hands(
    con: duckdb.DuckDBPyConnection,
    folder: Path,
    file_format: ExportFormat = ExportFormat.POKERSTARS,
    *,
    predicate: str = "TRUE",
    parameters: Sequence[Any] = (),
    anonymize: bool = False,
    force: bool = False,
    progress: Progress | None = None,
) -> Exported:
    """Write the stored hands into `folder`: all files, or none if one fails.

    An earlier export of this database in the folder, of any format, is replaced: files that this export does not write
    are removed. Other files need `force`.
    Hands in the quarantine are not written.

    Args:
        con: the database; writable for `anonymize`, because new pseudonyms are stored in it.
        folder: the folder for the files.
        file_format: the format of the files.
        predicate: SQL condition over `hands` and `seats`; a hand is written if one of its seats meets it.
        parameters: the parameters of the predicate, in order.
        anonymize: replace every player's name by a pseudonym and omit the chat.
        force: allow other files in the folder, and replace those of the same names.
        progress: called with the name of the file, the hands done and the share of all that is done.

    Raises:
        OutputError: the folder holds other files, or it or a file cannot be written.
    """
    names = Pseudonyms(con) if anonymize else None
    hands = HandsToExport(con, predicate, parameters, names, progress)
    done = Exported(0, ())

    def fill(place: Path) -> Iterable[Path]:
        nonlocal done
        done = _WRITERS[file_format](hands, place)
        if names is not None:
            names.keep()
        return done.files

    ((made,),) = con.execute(f"SELECT created_at FROM {META.name}").fetchall()
    output = OutputFolder(folder, f"export of the database made at {made}", force)
    with limited_memory(con):
        written = output.write(fill)
    return Exported(done.hands, written.files, written.removed, done.refused)
