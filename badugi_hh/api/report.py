"""The report of the hands that a filter selects."""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from badugi_hh.outputs import OutputFile
from badugi_hh.report.compose import Progress, write_report
from badugi_hh.report.kinds import Kind
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve
from badugi_hh.wording.language import Language


def report(
    con: duckdb.DuckDBPyConnection,
    out: OutputFile | Path,
    hand_filter: Filter,
    *,
    kind: Kind = Kind.TRACKER,
    language: Language = Language.EN,
    anonymize: bool = False,
    force: bool = False,
    progress: Progress | None = None,
    unread: Sequence[str] = (),
) -> bool:
    """Write the report of the selected hands to one HTML file, and return whether there are any; without any
    no file is written; see `Hands.report`.

    `progress` is called before each part with what is computed and the share done, 0 to 1. `unread` has a line for each file
    that an import could not read, for a report of kind validation.

    Raises:
        FilterError: a value does not exist, or the filter cannot be used.
        OutputError: the file must not be replaced, or cannot be written.
    """
    return write_report(
        con,
        resolve(con, hand_filter),
        out,
        kind=kind,
        selected_language=language,
        anonymize=anonymize,
        force=force,
        progress=progress,
        unread=unread,
    )
