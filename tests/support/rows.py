"""The rows of a replay as dictionaries, which tests read more easily than columns."""

from typing import Any

from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import Rows, TableSchema
from badugi_hh.replay import Replay


def rows_of(
    replay: Replay, table: TableSchema, hand_key: int = 1, rules: str = "pokerstars"
) -> list[dict[str, Any]]:
    """Return the rows of one table for a hand without errors."""
    rows = Rows()
    add_rows(rows, replay, hand_key, rules=rules)
    columns = rows.columns(table)
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
