"""Upgrades a database of an older schema: rebuilds it from the texts of its hands.

Every text is in the database, so no history file is needed. A new file is written beside the old one and replaces it
when it is complete; the old one is kept under another name. Until then the old file does not change, so a full disk,
Ctrl-C or a killed process loses nothing. The differences between two schemas do not matter: an older database must only
have the tables of texts, files and names, which are the same in all schemas.
"""

import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import count, groupby
from pathlib import Path
from typing import Any

import duckdb

from badugi_hh.engine.rules import ROOMS
from badugi_hh.facts.columns import (
    ALIASES,
    DUPLICATES,
    FILE_COPIES,
    FILES,
    META,
    PROBLEMS,
    PSEUDONYMS,
    QUARANTINE,
)
from badugi_hh.facts.schema import Table
from badugi_hh.history.source import Block
from badugi_hh.outputs.checks import is_full, logs_of
from badugi_hh.outputs.file import keep_permissions
from badugi_hh.problems import BINARY
from badugi_hh.store.append import Appender
from badugi_hh.store.damage import explain
from badugi_hh.store.database import (
    DatabaseError,
    connect,
    read_version,
    refuse_stray_log,
)
from badugi_hh.store.disk import remove_attempt, why_full
from badugi_hh.store.file_counts import File
from badugi_hh.store.garbage import without_cycles
from badugi_hh.store.importer import Progress, transaction
from badugi_hh.store.intake import BATCH, Intake
from badugi_hh.store.new_tables import SCHEMA_VERSION, UPGRADED, make_tables, write_meta
from badugi_hh.suggest import why_no_answer

# Files that were treated as binary: they are no longer known, so that an import reads them again.
_UNREAD = (
    f"SELECT file_key FROM files JOIN problems USING (file_key) WHERE hands_seen = 0 AND code = '{BINARY.id}'"
)
_DEFAULT_RULES = "pokerstars"  # of hands in the quarantine of a database that has stored none


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The outcome of an upgrade.

    `version` is the previous schema and `copy` the path of the previous database. `hands` is the number of hands stored
    now. `rejected` hands moved from the stored hands to the quarantine, `accepted` hands from the quarantine. `retried`
    has the numbers of hands that were in the quarantine, by the rules that they were checked with again.
    """

    path: Path
    version: int
    copy: Path
    hands: int
    accepted: int
    rejected: int
    retried: Mapping[str, int]
    seconds: float


def upgrade(path: Path, progress: Progress | None = None) -> Upgraded | None:
    """Upgrade the database at `path` to this schema; return None if another process has already done so.

    `progress` is called with the name of a file, the number of hands so far, and the share done, 0 to 1.

    Raises:
        DatabaseError: the database is in use, damaged, of another program or of a newer schema, its folder is not
            writable, or the disk is full. The database is then unchanged.
    """
    began = time.monotonic()
    path = path.resolve()
    before = _identity(path)
    _check_writable(path)
    refuse_stray_log(path, new=False)
    with ExitStack() as held, closing(connect(path)) as old:  # open for writing: no other process can use it
        version = read_version(old, path)
        if version == SCHEMA_VERSION:
            return None
        new_path = find_place(path, "upgrading")
        try:
            old.execute("CHECKPOINT")  # no change is left in the log, which would not move with the file
            with closing(connect(new_path, new=True)) as new:
                keep_permissions(path, new_path)
                rebuild = _Rebuild(path, old, new, progress)
                hands, accepted, rejected = rebuild.run()
                write_meta(new, version)
                new.execute("CHECKPOINT")
            _check_unchanged(path, before)
            copy = _keep(path, version, held)
            if os.name == "nt":
                held.close()
                old.close()  # a file that is open cannot be replaced there
            new_path.replace(path)
        except (duckdb.Error, OSError) as error:
            raise DatabaseError(_explain(error, path)) from error
        finally:
            remove_attempt(new_path)  # there is one only after a failure
    return Upgraded(path, version, copy, hands, accepted, rejected, rebuild.retried, time.monotonic() - began)


def _explain(error: Exception, path: Path) -> str:
    """Return why an upgrade failed, in one line."""
    why = why_no_answer(str(error))
    if is_full(error) or why_full(error):
        why = "the disk is full, and an upgrade needs about as much space again as the database; free some and try again"
    elif damage := explain(error, path):
        return damage
    return f"{path} cannot be upgraded and is unchanged: {why}"


class _Rebuild:
    """Fills a new database from the texts of the old one at `path`."""

    def __init__(
        self,
        path: Path,
        old: duckdb.DuckDBPyConnection,
        new: duckdb.DuckDBPyConnection,
        progress: Progress | None,
    ) -> None:
        self._path = path
        self._old = old
        self._new = new
        self._progress = progress
        self._done = 0
        self.retried: dict[str, int] = {}
        ((self._total,),) = old.execute(
            "SELECT (SELECT count(*) FROM hand_texts) + (SELECT count(*) FROM quarantine)"
        ).fetchall()
        ((self._hands, self._last_key),) = old.execute(
            "SELECT count(*), coalesce(max(hand_key), 0) FROM hands"
        ).fetchall()

    def run(self) -> tuple[int, int, int]:
        """Return the numbers of hands stored now, accepted from the quarantine, and rejected into it."""
        self._check_texts()
        self._new.execute("SET threads = 1")  # as for an import: batches are too small for more
        with transaction(self._new):
            make_tables(self._new)
            self._copy_tables()
        for rules in self._fetch("SELECT DISTINCT rules FROM hands ORDER BY rules"):
            self._restore_hands(*rules)
        self._retry_quarantine()
        self._new.execute(
            "UPDATE duplicates SET hand_key = NULL WHERE hand_key NOT IN (SELECT hand_key FROM hands)"
        )
        ((hands, kept),) = self._new.execute(
            "SELECT count(*), count(*) FILTER (hand_key <= ?) FROM hands", [self._last_key]
        ).fetchall()
        return hands, hands - kept, self._hands - kept

    def _check_texts(self) -> None:
        ((without,),) = self._old.execute(
            "SELECT count(*) FROM hands ANTI JOIN hand_texts USING (hand_key)"
        ).fetchall()
        if without:
            raise DatabaseError(
                f"{self._path} cannot be upgraded and is unchanged: {without:,} of its hands have no text, so they would be lost"
            )

    def _copy_tables(self) -> None:
        """Copy the rows that do not come from texts; hands that are not yet restored are not counted yet."""
        found = {name for (name,) in self._fetch("SELECT table_name FROM duckdb_tables()")}
        has_places = DUPLICATES.name in found  # from schema 7 on
        last = "last_line, last_offset" if has_places else "NULL AS last_line, NULL AS last_offset"
        self._copy(
            FILES,
            f"""
            SELECT file_key, path, size, sha256, hands_seen, 0 AS stored,
                hands_seen - other_games - coalesce(texts.n, 0) - coalesce(kept.n, 0) AS duplicates,
                other_games, coalesce(kept.n, 0) AS quarantined, {last}, imported_at
            FROM (FROM files WHERE file_key NOT IN ({_UNREAD}))
            LEFT JOIN (SELECT file_key, count(*) AS n FROM hand_texts GROUP BY file_key) texts USING (file_key)
            LEFT JOIN (SELECT file_key, count(*) AS n FROM quarantine GROUP BY file_key) kept USING (file_key)
            ORDER BY file_key
            """,
        )
        self._copy(PROBLEMS, f"FROM problems WHERE hand_key IS NULL AND file_key NOT IN ({_UNREAD})")
        self._copy(QUARANTINE, "FROM quarantine ORDER BY file_key, line")
        for table in (ALIASES, PSEUDONYMS, FILE_COPIES):
            if table.name in found:
                self._copy(table, f"FROM {table.name}")
        if has_places:
            columns = {
                name for (name,) in self._fetch(f"SELECT column_name FROM (DESCRIBE {DUPLICATES.name})")
            }
            text_hash = "text_hash" if "text_hash" in columns else "NULL AS text_hash"  # from schema 8 on
            self._copy(DUPLICATES, f"SELECT file_key, line, hand_key, {text_hash} FROM {DUPLICATES.name}")

    def _copy(self, table: Table, query: str) -> None:
        for rows in self._batches(f"SELECT {', '.join(table.names)} FROM ({query})"):
            Appender(self._new).append(table, rows)

    def _restore_hands(self, rules: str) -> None:
        """Store all hands that were checked with these rules, in the order of their files."""
        intake = Intake(self._new, ROOMS[rules], rules, last_key=self._last_key)
        places = self._batches(
            "SELECT file_key, line, hand_key FROM hand_texts JOIN hands USING (hand_key) WHERE rules = ? "
            "ORDER BY file_key, line",
            [rules],
        )
        for batch in places:
            files = self._read_files(batch)
            with transaction(self._new), without_cycles():
                intake.restore(files)
            self._report_progress(files[-1].name, len(batch))

    def _read_files(self, places: Sequence[tuple[int, int, int]]) -> list[File]:
        """Return the texts at these places as files, with the keys of their hands."""
        (first, first_line, _), (last, last_line, _) = places[0], places[-1]
        texts = self._old.cursor().execute(
            "SELECT file_key, line, path, text FROM hand_texts JOIN files USING (file_key) "
            "WHERE file_key BETWEEN ? AND ? AND (file_key > ? OR line >= ?) AND (file_key < ? OR line <= ?)",
            [first, last, first, first_line, last, last_line],
        )
        found = {(file_key, line): (path, text) for file_key, line, path, text in texts.fetchall()}
        files = []
        for file_key, lines in groupby(places, key=lambda place: place[0]):
            file = File("", 0, "", key=file_key)
            for _, line, hand_key in lines:
                file.name, text = found[file_key, line]
                file.blocks.append(Block(file.name, line, text, "\n", ""))
                file.keys[line] = hand_key
            files.append(file)
        return files

    def _retry_quarantine(self) -> None:
        """Parse the hands in the quarantine again, with the rules of most hands of the file or of the database."""
        files = self._new.execute(
            """
            SELECT file_key, any_value(path), count(*),
                coalesce(any_value(own.rules), (SELECT mode(rules ORDER BY rules) FROM hands), ?)
            FROM quarantine JOIN files USING (file_key) LEFT JOIN (
                SELECT file_key, mode(rules ORDER BY rules) AS rules
                FROM hand_texts JOIN hands USING (hand_key)
                WHERE file_key IN (SELECT file_key FROM quarantine) GROUP BY file_key
            ) own USING (file_key)
            GROUP BY file_key ORDER BY file_key
            """,
            [_DEFAULT_RULES],
        ).fetchall()
        for file_key, path, hands, rules in files:
            intake = Intake(self._new, ROOMS[rules], rules, last_key=self._last_key)
            with transaction(self._new), without_cycles():
                intake.retry(file_key)
            self.retried[rules] = self.retried.get(rules, 0) + hands
            self._report_progress(path, hands)

    def _report_progress(self, name: str, hands: int) -> None:
        self._done += hands
        if self._progress is not None:
            self._progress(name, self._done, min(self._done / self._total, 1.0))

    def _fetch(self, query: str) -> list[tuple[Any, ...]]:
        return self._old.execute(query).fetchall()

    def _batches(self, query: str, parameters: Sequence[object] = ()) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows of a query on the old database, `BATCH` at a time."""
        cursor = self._old.cursor()
        cursor.execute(query, parameters)
        while rows := cursor.fetchmany(BATCH):
            yield rows


def _check_writable(path: Path) -> None:
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise DatabaseError(
            f"{path} has an older schema and cannot be upgraded, because it cannot be written there; "
            "copy it into a folder of your own and name the copy with --db"
        )


def _check_unchanged(path: Path, before: tuple[int, int]) -> None:
    if any(log.exists() for log in logs_of(path)) or _identity(path) != before:
        raise DatabaseError(f"{path} was changed by another program in the meantime; try again")


def _identity(path: Path) -> tuple[int, int]:
    """Return what identifies a file, to notice that another file has replaced it."""
    status = path.stat()
    return status.st_dev, status.st_ino


def find_place(path: Path, what: str) -> Path:
    """Return an unused name beside a database for the file that will replace it; `what` is the end of the name.

    The unfinished file of an interrupted run is removed.
    """
    for number in count(1):
        place = path.with_name(f"{path.name}.{what}{f'-{number}' if number > 1 else ''}")
        if _is_left_over(place):
            remove_attempt(place)
        if not any(os.path.lexists(each) for each in (place, *logs_of(place))):
            return place
    raise AssertionError  # there is always a number


def _is_left_over(place: Path) -> bool:
    """Return whether a file is an unfinished database, or one of an upgrade that has not replaced the older one."""
    if not place.is_file():
        return False
    try:
        with closing(connect(place, read_only=True)) as con:
            names = {name for (name,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
            tools = con.execute(f"SELECT tool FROM {META.name}").fetchall() if META.name in names else []
    except (DatabaseError, duckdb.Error):
        return False
    return not names or (META.name in names and all(UPGRADED in tool for (tool,) in tools))


def _keep(path: Path, version: int, held: ExitStack) -> Path:
    """Give the previous database a second, unused name and return it.

    Files opened here are closed with `held`: a process that closes a file loses its locks on it.
    """
    for number in count(1):
        again = f"-{number}" if number > 1 else ""
        copy = path.with_name(f"{path.stem}.schema-{version}{again}{path.suffix}")
        try:
            os.link(path, copy)
        except FileExistsError:
            if not copy.exists() or not copy.samefile(path):
                continue
        except OSError:  # a file system without hard links
            if os.path.lexists(copy):
                continue
            _copy_file(path, copy, held)
        return copy
    raise AssertionError


def _copy_file(path: Path, copy: Path, held: ExitStack) -> None:
    """Copy a file; the copy has another name until it is complete on the disk."""
    part = copy.with_name(f"{copy.name}.part")
    source = held.enter_context(path.open("rb"))
    try:
        with part.open("wb") as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        shutil.copystat(path, part)
        keep_permissions(path, part)
        part.rename(copy)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
