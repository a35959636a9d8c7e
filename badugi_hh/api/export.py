"""The export of the hands that a filter selects."""

from dataclasses import replace
from pathlib import Path

import duckdb

from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve
from badugi_hh.stats.selection.user_input import member_of
from badugi_hh.store.database import DatabaseError
from badugi_hh.store.export import export_hands
from badugi_hh.store.export_formats import ExportFormat
from badugi_hh.store.export_hands import Exported
from badugi_hh.store.progress_shares import Progress
from badugi_hh.suggest import why_no_answer


def export(
    con: duckdb.DuckDBPyConnection,
    out: Path,
    hand_filter: Filter,
    file_format: str,
    *,
    anonymize: bool,
    force: bool,
    progress: Progress | None = None,
) -> Exported:
    """Write the selected hands into the folder `out`; see `Hands.export`.

    A filter without a player selects the hands of all players, cancelled hands included.

    Raises:
        FilterError: the filter cannot be used, or there is no such format.
        OutputError: the folder has other files, or cannot be written.
        DatabaseError: the hands cannot be selected.
    """
    selected = member_of(ExportFormat, file_format, "format")
    if hand_filter.player is None:
        hand_filter = replace(hand_filter, every_player=True)
    predicate, parameters = resolve(con, hand_filter).terms()  # cancelled hands are histories, too
    try:
        return export_hands(
            con,
            out,
            selected,
            predicate=predicate,
            parameters=parameters,
            anonymize=anonymize,
            force=force,
            progress=progress,
        )
    except duckdb.Error as error:
        raise DatabaseError(f"the hands cannot be selected: {why_no_answer(str(error))}") from error
