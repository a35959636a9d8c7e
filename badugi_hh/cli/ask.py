"""`hands` and `sql`: what the database holds, by a search or by a query of one's own."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from badugi_hh.cli.console import fail, note, say_json, show_table, told
from badugi_hh.cli.options import (
    BettingOption,
    Db,
    Everyone,
    GameOption,
    Json,
    Player,
    PositionOption,
    Since,
    Stakes,
    Until,
    Where,
    choose,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_COLUMNS = (
    "site",
    "hand_id",
    "played_at",
    "table_name",
    "stakes",
    "game",
    "currency",
    "unit",
    "players",
    "total_pot",
    "status",
    "player",
    "position",
    "hand_0",
    "draw_line",
    "hand_3",
    "net",
)
_OF_SEAT = frozenset({"player", "position", "hand_0", "draw_line", "hand_3", "net"})


def hands(
    db: Db = None,
    player: Player = None,
    everyone: Everyone = False,
    since: Since = None,
    until: Until = None,
    stakes: Stakes = None,
    betting: BettingOption = None,
    game: GameOption = None,
    position: PositionOption = None,
    where: Where = None,
    limit: Annotated[int, typer.Option(min=1, help="at most this many")] = 20,
    as_json: Json = False,
) -> None:
    """Search hands, the last played first, with the cards and the net result of whoever is looked at."""
    with told():
        from dataclasses import replace

        from badugi_hh.stats.rows import fetch
        from badugi_hh.store.database import default_path, opened

        chosen = choose(
            player=player,
            everyone=everyone,
            since=since,
            until=until,
            stakes=stakes,
            betting=betting,
            game=game,
            position=position,
            where=where,
        )
        watched = "FALSE"
        if player is None and not everyone:
            # A hand that an observer's file tells has no hero; it is listed with nobody's cards.
            watched = "NOT EXISTS (FROM seats s WHERE s.hand_key = hands.hand_key AND s.hero)"
            chosen = replace(chosen, every_player=True)
        predicate, parameters = chosen.sql()
        own = "TRUE" if player is not None or everyone else "seats.hero"
        selected = ", ".join(
            f"CASE WHEN {own} THEN seats.{column} END AS {column}"
            if column in _OF_SEAT
            else f"hands.{column}"
            for column in _COLUMNS
        )
        query = (
            f"SELECT {selected} FROM hands JOIN seats ON seats.hand_key = hands.hand_key "
            f"WHERE {predicate} AND ({own} OR {watched}) "
            f"QUALIFY {own} OR row_number() OVER (PARTITION BY hands.hand_key ORDER BY seats.seat) = 1 "
            "ORDER BY hands.played_at DESC NULLS LAST, hands.hand_key DESC, seats.seat LIMIT ?"
        )
        with opened(db or default_path(), read_only=True) as con:
            found = fetch(con, chosen, query, [*parameters, limit])
        if as_json:
            say_json([_plain_row(row) for row in found])
        elif not found:
            note("no hand of this kind")
        else:
            _show(found)


def sql(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="SQL over the tables of docs/schema.md")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Ask the database with SQL; it is opened read-only and no other file can be reached."""
    with told():
        if not query.strip():
            fail("no QUERY; `badugi-hh sql --help` shows one")
        import duckdb

        from badugi_hh.store.database import default_path, opened

        with opened(db or default_path(), read_only=True) as con:
            try:
                heads, rows = _ask(con, query)
            except duckdb.Error as error:
                fail(f"the query cannot be answered: {str(error).splitlines()[0]}")
        if as_json:
            keys = _distinct(heads)
            say_json([dict(zip(keys, map(_json_value, row), strict=True)) for row in rows])
        elif heads:
            show_table(heads, rows, right=_numeric(rows, len(heads)))


def _ask(con: "DuckDBPyConnection", query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return the names of the columns and the rows that answer a query.

    DuckDB can run for minutes without looking at signals, so it works beside the thread that Ctrl-C reaches.
    """
    from concurrent.futures import ThreadPoolExecutor, wait

    def answer() -> tuple[list[str], list[tuple[Any, ...]]]:
        con.execute(query)
        heads = [column[0] for column in con.description or ()]
        return heads, con.fetchall() if heads else []

    with ThreadPoolExecutor(1) as beside:
        asked = beside.submit(answer)
        try:
            return asked.result()
        except KeyboardInterrupt:
            while not asked.done():  # what has not begun yet would miss a single call
                con.interrupt()
                wait([asked], timeout=0.1)
            raise


def _distinct(heads: Sequence[str]) -> list[str]:
    """Return names of columns with a number where one comes again, as DuckDB numbers those of a subquery."""
    keys: list[str] = []
    for head in heads:
        again = 0
        while (key := f"{head}_{again}" if again else head) in keys:
            again += 1
        keys.append(key)
    return keys


def _numeric(rows: Sequence[Sequence[object]], width: int) -> list[int]:
    return [
        nth
        for nth in range(width)
        if any(isinstance(row[nth], int | float | Decimal) for row in rows)
        and not any(isinstance(row[nth], str) for row in rows)
    ]


def _json_value(value: Any) -> Any:
    """Return a value of DuckDB as JSON has it: moments in ISO form, numbers that JSON lacks as null."""
    match value:
        case datetime() | date():
            return value.isoformat()
        case Decimal():
            return float(value) if value.is_finite() else None
        case float():
            return value if isfinite(value) else None
        case bytes():
            return value.hex()
        case list() | tuple():
            return [_json_value(each) for each in value]
        case dict():
            return {str(key): _json_value(each) for key, each in value.items()}
        case _:
            return value


def _show(found: list[dict[str, Any]]) -> None:
    from badugi_hh.report.formats import money

    heads = (
        "hand",
        "played at",
        "table",
        "stakes",
        "players",
        "pot",
        "player",
        "pos",
        "dealt",
        "drew",
        "held",
        "net",
    )
    rows = []
    for row in found:
        unit = row["currency"], row["unit"]
        rows.append(
            (
                row["hand_id"],
                None if row["played_at"] is None else f"{row['played_at']:%Y-%m-%d %H:%M}",
                row["table_name"],
                row["stakes"],
                row["players"],
                money(row["total_pot"], *unit),
                row["player"],
                row["position"],
                row["hand_0"],
                row["draw_line"],
                row["hand_3"],
                money(row["net"], *unit, signed=True),
            )
        )
    show_table(heads, rows, right=(4, 5, 11))


def _plain_row(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _json_value(value) for name, value in row.items()}
