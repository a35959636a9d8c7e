"""The export of the hands that a filter selects."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.store.export_formats import WITH_PRICES, ExportFormat

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter
    from badugi_hh.store.export_hands import Exported

FORMATS = tuple(ExportFormat)
"""The formats of an export."""


def export(
    con: "duckdb.DuckDBPyConnection", out: Path, hand_filter: "Filter", file_format: str, **options: Any
) -> "Exported":
    """Write the hands of a resolved filter, cancelled hands included, into the folder `out`; see `Hands.export`."""
    import duckdb

    from badugi_hh.api.remarks import other_model
    from badugi_hh.stats.selection.resolve import explain_no_hands
    from badugi_hh.stats.selection.user_input import member_of
    from badugi_hh.store.database import DatabaseError
    from badugi_hh.store.export import export_hands
    from badugi_hh.suggest import why_no_answer

    selected = member_of(ExportFormat, file_format, "format")
    predicate, parameters = hand_filter.terms()  # cancelled hands are histories, too
    try:
        done = export_hands(con, out, selected, predicate=predicate, parameters=parameters, **options)
    except duckdb.Error as error:
        raise DatabaseError(f"the hands cannot be selected: {why_no_answer(str(error))}") from error
    notes = [explain_no_hands(con, hand_filter)] if not done.hands and not done.refused else []
    notes += other_model(con) if done.hands and selected in WITH_PRICES else []
    ((quarantined,),) = con.execute("SELECT count(*) FROM quarantine").fetchall()
    return replace(done, quarantined=quarantined, notes=tuple(notes))
