"""`sql`: runs an SQL query on the database."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated

from badugi_hh.cli.console import fail, note, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, Json, NoWait, argument
from badugi_hh.cli.tables import show_table


def sql(
    query: Annotated[str, argument("QUERY", "SQL over the tables of docs/schema.md")],
    db: Db = None,
    no_wait: NoWait = False,
    as_json: Json = False,
) -> None:
    """Run an SQL query on the database. It is opened read-only, and other files are not accessible.

    Amounts such as net, won, total_pot or price are integers: cents in money games, chips in tournaments and play money.
    The columns unit and currency of hands state which. Only amounts with the same denomination can be added.
    """
    if not query.strip():
        fail("no QUERY; `badugi-hh sql --help` shows one")
    with opened(db, wait=not no_wait) as hands:
        found = hands.find_rows(query)
    if as_json:
        keys = found.unique_names
        say_json([dict(zip(keys, row, strict=True)) for row in found.rows])
    elif found.names:
        shown = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in found.rows]
        right = _numeric(found.rows, len(found.names))
        show_table(list(map(visible, found.names)), shown, right=right, repeated=0)
        if found.amounts:
            note(f"{', '.join(found.amounts)}: cents in money games, chips in tournaments and play money")


def _numeric(rows: Sequence[Sequence[object]], width: int) -> list[int]:
    return [
        nth
        for nth in range(width)
        if any(isinstance(row[nth], int | float | Decimal) for row in rows)
        and not any(isinstance(row[nth], str) for row in rows)
    ]
