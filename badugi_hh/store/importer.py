"""Imports files into the database, and tries the hands in its quarantine again; reports the outcome of the hands.

A transaction has many small files or one large file. After an interruption each file is in the database completely or
not at all. `badugi_hh.store.intake` decides the outcome of each hand.

The quarantine has the texts, so a retry needs no file. Its hands of one file are one transaction, and the counts of the file
remain correct: hands seen = stored + duplicates + other games + quarantined.
"""

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

import duckdb

from badugi_hh.as_json import AsJson
from badugi_hh.history.source import Block, InputError, Source, find_sources
from badugi_hh.problems import BINARY, COPIED, STRAY_TEXT, Problem, Severity
from badugi_hh.store.batches import read_batches
from badugi_hh.store.connection import limited_memory, transaction
from badugi_hh.store.intake import Intake
from badugi_hh.store.known_files import Counts, File, KnownFiles, count_hands
from badugi_hh.store.prepare import prepare
from badugi_hh.store.progress_shares import Progress
from badugi_hh.store.summaries import recall_summaries, retry_summaries

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ImportReport(AsJson):
    """The outcome of an import: hands seen = stored + duplicates + other games + quarantined.

    `unreadable` has a line for each file that cannot be read, such as a truncated archive. `skipped` has the names of
    files in folders and archives that do not have the name of a history. `failures` names each failure of the arrays, an
    error in this program that costs time and no hand. `seconds` includes the time of the prices, if the import computes
    them. `notes` are sentences about cards and results that are unknown, and `rare` about names of the user that do not count by
    default from now on; `Hands.import_paths` adds them.
    """

    per_file: tuple[File, ...]
    unreadable: tuple[str, ...]
    seconds: float
    skipped: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()

    @property
    def files(self) -> int:
        """Return the number of files."""
        return len(self.per_file)

    @property
    def known(self) -> tuple[File, ...]:
        """Return the files that were imported before."""
        return tuple(file for file in self.per_file if file.known)

    @property
    def grown(self) -> tuple[File, ...]:
        """Return the files that have grown since they were imported."""
        return tuple(file for file in self.per_file if file.grown)

    @property
    def hands_seen(self) -> int:
        """Return the number of hands in all files."""
        return sum(file.counts.hands_seen for file in self.per_file)

    @property
    def stored(self) -> int:
        """Return the number of hands that were stored."""
        return sum(file.counts.stored for file in self.per_file)

    @property
    def duplicates(self) -> int:
        """Return the number of hands that were stored before."""
        return sum(file.counts.duplicates for file in self.per_file)

    @property
    def other_games(self) -> int:
        """Return the number of hands of other games."""
        return sum(file.counts.other_games for file in self.per_file)

    @property
    def quarantined(self) -> int:
        """Return the number of hands in the quarantine."""
        return sum(file.counts.quarantined for file in self.per_file)

    @property
    def summaries(self) -> int:
        """Return the number of tournament summaries."""
        return sum(file.summaries for file in self.per_file)

    @property
    def unread_summaries(self) -> tuple[Problem, ...]:
        """Return the errors of the tournament summaries that are not read."""
        return tuple(problem for file in self.per_file for problem in file.unread_summaries)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return all problems in the order of the files."""
        return tuple(problem for file in self.per_file for problem in file.problems)

    @property
    def unread(self) -> tuple[str, ...]:
        """Return a line for each file of which nothing was read: those of `unreadable`, and files that are not text."""
        return (*self.unreadable, *map(str, self.not_text))

    @property
    def not_text(self) -> tuple[Problem, ...]:
        """Return the problems of the files that are not text."""
        return tuple(
            problem for problem in self.problems if problem.code is BINARY and not problem.place.line
        )

    @property
    def ok(self) -> bool:
        """Return whether no hand is quarantined and no problem is an error."""
        return not self.quarantined and all(
            problem.severity is not Severity.ERROR for problem in self.problems
        )

    def _json(self) -> dict[str, Any]:
        """Return the counts, with `problems` as their number; `unread` and `failures` are lines."""
        return {
            "files": self.files,
            "known_files": len(self.known),
            "grown_files": len(self.grown),
            "skipped_files": len(self.skipped),
            "hands_seen": self.hands_seen,
            "stored": self.stored,
            "duplicates": self.duplicates,
            "other_games": self.other_games,
            "quarantined": self.quarantined,
            "summaries": self.summaries,
            "problems": len(self.problems),
            "unread": self.unread,
            "failures": self.failures,
            "seconds": round(self.seconds, 3),
        }


def import_paths(
    con: duckdb.DuckDBPyConnection,
    paths: Iterable[Path | str],
    *,
    rules: str = "pokerstars",
    progress: Progress | None = None,
    stdin: bytes | None = None,
) -> ImportReport:
    """Import every history under `paths`: files, folders, globs, archives (`.zip`, `.gz`, `.zst`) and saved mails.

    `rules` is a name in `ROOMS`. With `stdin`, the path `-` stands for these bytes, a text, an archive or a mail. All paths are
    checked before the first file is imported; a file that then cannot be read does not stop the import. The hands have no
    prices until `price_pass` computes them.

    Raises:
        InputError: a path does not exist or has no history.
        KeyError: there is no such room.
    """
    skipped: list[str] = []
    sources = list(find_sources(paths, skipped, stdin=stdin))
    report = import_sources(con, sources, rules=rules, progress=progress)
    return replace(report, skipped=tuple(skipped))


def import_sources(
    con: duckdb.DuckDBPyConnection,
    sources: Sequence[Source],
    *,
    rules: str = "pokerstars",
    progress: Progress | None = None,
) -> ImportReport:
    """Import texts as `import_paths` imports files.

    Raises:
        KeyError: there is no such room.
    """
    began = time.monotonic()
    hands_intake = Intake(con, rules)
    hands, done, size, name = 0, 0.0, sum(source.size for source in sources) or 1, ""
    files: list[File] = []
    unreadable: list[str] = []
    failures: list[str] = []
    known = KnownFiles(con)  # its cursor is used by one thread alone
    prepared_batches = (
        (batch, prepare([block for _, block in batch.blocks], rules))
        for batch in read_batches(sources, known)
    )
    with limited_memory(con), closing(_read_ahead(prepared_batches)) as read:
        for _, stored_together in groupby(read, key=lambda pair: pair[0].transaction):
            begun: list[File] = []
            with _transaction(con, hands_intake, unreadable, begun):
                for batch, prepared in stored_together:
                    begun += batch.files
                    failures += filter(None, [prepared.failure])
                    unreadable += batch.unreadable
                    hands_intake.begin(_new(batch.files))
                    hands_intake.add_text_problems(batch.problems)
                    hands_intake.add_summaries(batch.summaries)
                    hands_intake.import_batch(batch.blocks, prepared)
                    hands += len(batch.blocks)
                    done += batch.size
                    name = batch.files[-1].name if batch.files else name
                    if progress is not None:
                        progress(name, hands, done / size)
                    if batch.error is not None:
                        raise batch.error
                files += begun
    order = {source.name: place for place, source in enumerate(sources)}
    files.sort(key=lambda file: order[file.name])
    count_hands(con, files)
    recall_summaries(con, files)
    return ImportReport(tuple(files), tuple(unreadable), time.monotonic() - began, failures=tuple(failures))


@contextmanager
def _transaction(
    con: duckdb.DuckDBPyConnection, hands_intake: Intake, unreadable: list[str], begun: Sequence[File]
) -> Iterator[None]:
    """Store files in one transaction, or none if one cannot be read to its end; the block adds to `begun`."""
    try:
        with transaction(con):
            yield
            hands_intake.end(_new(begun))
    except InputError as error:
        hands_intake.roll_back(_new(begun))
        unreadable.append(str(error))


def _new(files: Iterable[File]) -> list[File]:
    """Return the files to import, without those known already and those that are not text."""
    return [file for file in files if not file.known and file.is_text]


def _read_ahead(items: Iterator[Item]) -> Generator[Item, None, None]:
    """Yield items; the next one is made in a thread while the caller uses one: Polars works while DuckDB stores."""
    with ThreadPoolExecutor(1) as thread:
        coming = thread.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = thread.submit(next, items, None)
            yield item


@dataclass(frozen=True, slots=True)
class RetryReport(AsJson):
    """The outcome of the hands in the quarantine; `counts.quarantined` remain there, with these problems.

    `summaries` are the tournament summaries that had an error or a line that was not read, and are read better now.
    `seconds` includes the time of the prices, if they are computed.
    """

    counts: Counts
    problems: tuple[Problem, ...]
    seconds: float
    summaries: int = 0

    @property
    def tried(self) -> int:
        """Return the number of hands that were parsed again."""
        return self.counts.hands_seen

    def _json(self) -> dict[str, Any]:
        return {
            "tried": self.tried,
            "stored": self.counts.stored,
            "duplicates": self.counts.duplicates,
            "other_games": self.counts.other_games,
            "quarantined": self.counts.quarantined,
            "summaries": self.summaries,
            "problems": len(self.problems),
            "seconds": round(self.seconds, 3),
        }


def retry_quarantine(con: duckdb.DuckDBPyConnection, *, rules: str = "pokerstars") -> RetryReport:
    """Parse every hand in the quarantine again and store those without an error; `rules` is a name in `ROOMS`.

    Raises:
        KeyError: there is no such room.
    """
    began = time.monotonic()
    intake = Intake(con, rules)
    files: list[File] = []
    before = _counts(con)
    for (file_key,) in con.execute("SELECT DISTINCT file_key FROM quarantine ORDER BY ALL").fetchall():
        with transaction(con):
            files.append(_retry(con, intake, file_key))
    after = _counts(con)
    total = Counts(
        after.stored - before.stored,
        after.duplicates - before.duplicates,
        after.other_games - before.other_games,
        after.quarantined,
    )
    problems = tuple(problem for file in files for problem in file.problems)
    with transaction(con):
        summaries = retry_summaries(con)
    return RetryReport(total, problems, time.monotonic() - began, summaries)


def _counts(con: duckdb.DuckDBPyConnection) -> Counts:
    sums = ", ".join(
        f"coalesce(sum({name})::INTEGER, 0)"
        for name in ("stored", "duplicates", "other_games", "quarantined")
    )
    (counts,) = con.execute(f"SELECT {sums} FROM files").fetchall()
    return Counts(*counts)


def _retry(con: duckdb.DuckDBPyConnection, intake: Intake, file_key: int) -> File:
    """Parse a file's hands in the quarantine again; store those without an error, and update the counts."""
    kept = con.execute(
        "SELECT path, line, text FROM quarantine JOIN files USING (file_key) WHERE file_key = ? ORDER BY line",
        [file_key],
    ).fetchall()
    # Problems of stored hands have a key, and those of the file are at lines of no hand, or of its own codes.
    con.execute(
        "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND code NOT IN (?, ?, ?) "
        "AND EXISTS (FROM quarantine kept WHERE kept.file_key = problems.file_key AND problems.line "
        "BETWEEN kept.line AND kept.line + length(kept.text) - length(replace(kept.text, chr(10), '')))",
        [file_key, BINARY.id, STRAY_TEXT.id, COPIED.id],
    )
    con.execute("DELETE FROM quarantine WHERE file_key = ?", [file_key])
    file = File(key=file_key)
    intake.try_again(file, [Block(path, line, text) for path, line, text in kept])
    return file
