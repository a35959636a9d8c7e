"""The import of histories with their prices, and what it says of the hands."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import duckdb

from badugi_hh.api import remarks
from badugi_hh.api.choices import find_rules
from badugi_hh.stats.selection.default_players import rare_names
from badugi_hh.store.connection import is_in_memory
from badugi_hh.store.importer import ImportReport, import_paths
from badugi_hh.store.progress_shares import Progress
from badugi_hh.store.texts import count_undealt, last_file
from badugi_hh.wording.formats import counted

READING = 0.5
"""The share of the time of an import that it reads and stores hands, about; then it computes their prices."""


def import_histories(
    con: duckdb.DuckDBPyConnection,
    paths: Iterable[Path | str],
    *,
    rules: str,
    progress: Progress | None,
    stdin: bytes | None,
) -> ImportReport:
    """Import histories without their prices; see `Hands.import_paths`. An error has a note that says what is kept."""
    find_rules(rules)
    before, last, files = rare_names(con), last_file(con), _count_files(con)
    try:
        report = import_paths(con, paths, rules=rules, progress=progress, stdin=stdin)
    except BaseException as error:
        if not is_in_memory(con):
            error.add_note(_what_is_kept(_count_files(con) - files))
        raise
    said = [
        *remarks.undealt(count_undealt(con, last)),
        *(remarks.conflicts(con) if report.summaries else ()),
    ]
    new = [name for name in rare_names(con) if name not in before]
    return replace(report, notes=tuple(said), rare=tuple(remarks.rare(new)))


@contextmanager
def one_thread(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Let DuckDB use one thread within this block: a batch is small, and other threads cost more than they save."""
    ((threads,),) = con.execute("SELECT current_setting('threads')").fetchall()
    con.execute("SET threads = 1")
    try:
        yield
    finally:
        with suppress(duckdb.Error):
            con.execute(f"SET threads = {threads}")


def _count_files(con: duckdb.DuckDBPyConnection) -> int:
    ((files,),) = con.execute("SELECT count(*) FROM files").fetchall()
    return int(files)


def _what_is_kept(files: int) -> str:
    if not files:
        return "nothing was imported"
    return f"{counted(files, 'file')} finished before {'is' if files == 1 else 'are'} kept"
