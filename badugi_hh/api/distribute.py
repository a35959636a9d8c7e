"""Histories as rows without a database file: for programs that distribute the work themselves.

`rows_from` is a pure function from texts to frames; `hand_numbers` states which texts have a hand in common, and
`write_part` writes the frames into a database of Parquet files. `docs/scale.md` has an example.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from badugi_hh.api.choices import find_rules
from badugi_hh.facts.schema import META, TABLES
from badugi_hh.history.source import Block, InputError, Source, stream_blocks
from badugi_hh.store.arrow import ArrowStream
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_sources
from badugi_hh.store.prepare import number_of

if TYPE_CHECKING:
    import polars as pl

Texts: TypeAlias = Mapping[str, bytes | str] | Iterable[tuple[str, bytes | str]]
"""The contents of files by their names; bytes may have any encoding that the client writes."""


def rows_from(texts: Texts, *, rules: str = "pokerstars", prices: bool = False) -> "dict[str, pl.DataFrame]":
    """Return the rows of the hands in texts, by table: those that an import of these files would store.

    The tables and columns are those of `docs/schema.md`, without `meta` and the views. `hand_key` and `file_key` are unique
    within one call. `problems` and `quarantine` have what an import would report and not store; `files.imported_at` is
    NULL. Nothing is read or written, and the same texts always give the same rows. Two views of a hand are merged, and a
    repeated hand is stored once, only if both texts are in the same call; `hand_numbers` finds such texts. Without `prices`,
    the tables of prices have no rows.

    Raises:
        InputError: a text is not text, is larger than 512 MiB, or has a hand that is too long.
        LookupError: there is no room of the name `rules`.
        TypeError: `texts` has no names, or a text is neither bytes nor a string.
    """
    import polars as pl

    find_rules(rules)
    with closing(open_database(None)) as con:
        con.execute("SET threads = 1")
        con.execute("SET enable_progress_bar = false")  # DuckDB prints it where Python is interactive
        sources = list(_sources(texts))
        for source in sources:
            _check(source)
        unreadable = import_sources(con, sources, rules=rules).unreadable
        if unreadable:
            raise InputError(unreadable[0])
        if prices:
            from badugi_hh.store.price_pass import price_hands

            price_hands(con)
        con.execute("UPDATE files SET imported_at = NULL")
        return {
            table.name: pl.DataFrame(
                ArrowStream(con.sql(f"SELECT {', '.join(table.names)} FROM {table.name}"))
            )
            for table in TABLES
            if table is not META
        }


def hand_numbers(name: str, text: bytes | str) -> list[str]:
    """Return the numbers of the hands in a text, in order; a hand without a readable number has the hash of its text.

    Texts that share a number should be in one call of `rows_from`, which takes six times as long.

    Raises:
        InputError: it is not text, is larger than 512 MiB, or has a hand that is too long.
        TypeError: it is neither bytes nor a string.
    """
    (source,) = _sources([(name, text)])
    _check(source)
    return [
        number_of(block) or hashlib.sha256(block.text.encode("utf-8", "surrogatepass")).hexdigest()
        for block in stream_blocks(source)
        if isinstance(block, Block)
    ]


def write_part(rows: "Mapping[str, pl.DataFrame]", folder: Path | str, number: int) -> None:
    """Write the frames of `rows_from` into a database of Parquet files, as the part `number`; see `docs/scale.md`.

    Every call needs a number of its own, from 0 to 2,147,483,647; a call with the same number replaces the part. Several
    processes can write at the same time. Open the database with `badugi_hh.open(folder, read_only=True)`.

    Raises:
        OutputError: the folder has other files, or cannot be written.
        TypeError: the number is not an integer.
        ValueError: the number is below 0 or too large.
    """
    from badugi_hh.store import parquet_parts

    parquet_parts.write_part(rows, Path(folder), number)


def _sources(texts: Texts) -> Iterator[Source]:
    """Yield a source for each text.

    Raises:
        TypeError: there is no name, or a text is neither bytes nor a string.
    """
    for pair in texts.items() if isinstance(texts, Mapping) else texts:
        try:
            name, text = pair if isinstance(pair, tuple | list) else ()
        except ValueError:
            raise TypeError("texts are a mapping of names to texts, or pairs of a name and a text") from None
        if not isinstance(text, str | bytes | bytearray | memoryview):
            raise TypeError(f"the text of {name} is bytes or a string, not {type(text).__name__}")
        yield Source.of(name, text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text))


def _check(source: Source) -> None:
    """Raise if a source is not text, which no table would state."""
    scan = source.scan()
    if scan.encoding is None:
        raise InputError(f"{source.name} is not text: {scan.not_text}; leave it out")
