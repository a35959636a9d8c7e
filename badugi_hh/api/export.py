"""The export of the hands that a filter selects."""

from dataclasses import replace
from pathlib import Path

import duckdb

from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.resolve import resolve
from badugi_hh.store.database import DatabaseError
from badugi_hh.store.export import Exported, export_hands
from badugi_hh.suggest import why_no_answer


def export(
    con: duckdb.DuckDBPyConnection, out: Path, hand_filter: Filter, *, anonymize: bool, force: bool
) -> Exported:
    """Write the selected hands as histories into the folder `out`; see `Hands.export`.

    A filter without a player selects the hands of all players, cancelled hands included.

    Raises:
        FilterError: the filter cannot be used.
        OutputError: the folder has other files, or cannot be written.
        DatabaseError: the hands cannot be selected.
    """
    if hand_filter.player is None:
        hand_filter = replace(hand_filter, every_player=True)
    predicate, parameters = resolve(con, hand_filter).terms()  # cancelled hands are histories, too
    try:
        return export_hands(
            con, out, predicate=predicate, parameters=parameters, without_names=anonymize, force=force
        )
    except duckdb.Error as error:
        raise DatabaseError(f"the hands cannot be selected: {why_no_answer(str(error))}") from error
