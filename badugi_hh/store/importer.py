"""Brings files into the database: which ones, in what order, and the account of what became of their hands.

Each file is one transaction: after an interruption a file is in the database whole, or not at all. What becomes of
one hand is decided in `badugi_hh.store.one_file`.
"""

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import duckdb

from badugi_hh.engine.rules import ROOMS
from badugi_hh.history.source import InputError, Source, find_sources
from badugi_hh.problems import Problem, Severity
from badugi_hh.store.one_file import Counts, FileImport

Progress: TypeAlias = Callable[[str, int, float], None]
"""Called with the name of the file at hand, the hands seen so far, and the share of all bytes that is done."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file; `known` where its very bytes had been imported before."""

    name: str
    counts: Counts
    problems: tuple[Problem, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of all files: hands seen = stored + duplicates + other games + quarantined, always.

    `unreadable` has one line for each file that is there but cannot be read, such as a torn archive.
    """

    per_file: tuple[FileReport, ...]
    unreadable: tuple[str, ...]
    seconds: float

    @property
    def files(self) -> int:
        """Return the number of files."""
        return len(self.per_file)

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
        """Return the number of hands that were known already."""
        return sum(file.counts.duplicates for file in self.per_file)

    @property
    def other_games(self) -> int:
        """Return the number of hands of other games."""
        return sum(file.counts.other_games for file in self.per_file)

    @property
    def quarantined(self) -> int:
        """Return the number of hands that went into the quarantine."""
        return sum(file.counts.quarantined for file in self.per_file)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return all problems in the order of the files."""
        return tuple(problem for file in self.per_file for problem in file.problems)

    @property
    def ok(self) -> bool:
        """Return whether all that was read was understood whole."""
        return not self.quarantined and all(
            problem.severity is not Severity.ERROR for problem in self.problems
        )

    def as_json(self) -> dict[str, int | float]:
        """Return the report as `import --json` prints it; `problems` is their number."""
        return {
            "files": self.files,
            "hands_seen": self.hands_seen,
            "stored": self.stored,
            "duplicates": self.duplicates,
            "other_games": self.other_games,
            "quarantined": self.quarantined,
            "problems": len(self.problems),
            "seconds": round(self.seconds, 3),
        }


def import_paths(
    con: duckdb.DuckDBPyConnection,
    paths: Iterable[Path | str],
    *,
    rules: str = "pokerstars",
    progress: Progress | None = None,
) -> ImportReport:
    """Import every history under `paths`: files, folders, globs, `.zip` and `.gz`.

    `rules` is a name in `ROOMS`. All paths are looked at before the first file is imported; a file that then cannot
    be read keeps the others from nothing.

    Raises:
        InputError: a path is missing or holds no history.
        KeyError: there is no such room.
    """
    began = time.monotonic()
    room = ROOMS[rules]
    sources = list(find_sources(paths))
    size = sum(source.size for source in sources) or 1
    done = hands = 0
    reports: list[FileReport] = []
    unreadable: list[str] = []
    for source in sources:

        def tell(
            seen: int, share: float, source: Source = source, done: int = done, hands: int = hands
        ) -> None:
            if progress is not None:
                progress(source.name, hands + seen, (done + share * source.size) / size)

        tell(0, 0.0)
        try:
            with transaction(con), without_cycles():
                one = FileImport(con, room, rules)
                known = one.run(source, tell)
        except InputError as error:
            unreadable.append(str(error))
        else:
            reports.append(FileReport(source.name, one.counts, tuple(one.problems), known))
            hands += one.counts.hands_seen
        source.release()
        done += source.size
    return ImportReport(tuple(reports), tuple(unreadable), time.monotonic() - began)


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Keep all that the `with` block writes, or nothing of it where it ends in an error."""
    con.begin()
    try:
        yield
    except BaseException:
        con.rollback()
        raise
    con.commit()


@contextmanager
def without_cycles() -> Iterator[None]:
    """Rest the collector of cycles: hands hold none, and following their many objects again and again costs time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
