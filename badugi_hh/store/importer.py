"""Brings files into the database: which ones, in what order, and the account of what became of their hands.

A transaction takes in many small files, or a large one: after an interruption a file is in the database whole, or not
at all. What becomes of one hand is decided in `badugi_hh.store.intake`.
"""

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import duckdb

from badugi_hh import problems as codes
from badugi_hh.engine.rules import ROOMS
from badugi_hh.history.source import InputError, Source, find_sources, read_blocks
from badugi_hh.problems import Problem, Severity
from badugi_hh.store import intake
from badugi_hh.store.intake import Counts, File

Progress: TypeAlias = Callable[[str, int, float], None]
"""Called with the name of the file at hand, the hands seen so far, and the share of all bytes that is done."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file.

    `known` where its very bytes had been imported before: then the hands that are stored count as duplicates, and the
    others as what they are by now.
    """

    name: str
    counts: Counts
    problems: tuple[Problem, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of all files: hands seen = stored + duplicates + other games + quarantined, always.

    `unreadable` has one line for each file that is there but cannot be read, such as a torn archive; `skipped` are the
    names of files in folders and archives that are left out, as no history is called so.
    """

    per_file: tuple[FileReport, ...]
    unreadable: tuple[str, ...]
    seconds: float
    skipped: tuple[str, ...] = ()

    @property
    def files(self) -> int:
        """Return the number of files."""
        return len(self.per_file)

    @property
    def known(self) -> tuple[FileReport, ...]:
        """Return the files that had been imported before."""
        return tuple(file for file in self.per_file if file.known)

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
        """Return the number of hands that are in the quarantine."""
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
            "known_files": len(self.known),
            "skipped_files": len(self.skipped),
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
    stdin: bytes | None = None,
) -> ImportReport:
    """Import every history under `paths`: files, folders, globs, `.zip` and `.gz`.

    `rules` is a name in `ROOMS`. With `stdin`, the path `-` stands for these bytes, text or an archive. All paths are looked at before the first file is imported; a file that then cannot
    be read keeps the others from nothing.

    Raises:
        InputError: a path is missing or holds no history.
        KeyError: there is no such room.
    """
    began = time.monotonic()
    room = ROOMS[rules]
    skipped: list[str] = []
    sources = list(find_sources(paths, skipped, stdin=stdin))
    size = sum(source.size for source in sources) or 1
    taking = intake.Intake(con, room, rules)
    files: list[File] = []
    unreadable: list[str] = []
    done = hands = 0
    known = {sha256 for (sha256,) in con.execute("SELECT sha256 FROM files").fetchall()}
    for group, read in _read_groups(sources, known, unreadable):
        new = [file for file in group if not file.known and _is_text(file)]
        waiting = sum(len(file.blocks) for file in new)

        def tell(
            seen: int, *, read: int = read, waiting: int = waiting, done: int = done, hands: int = hands
        ) -> None:
            if progress is not None:
                name = (group[-1] if seen else group[0]).name  # noqa: B023  # called before the next group is read
                share = seen / waiting if waiting else 0.0
                progress(name, hands + seen, (done + read * share) / size)

        tell(0)
        if new:
            with transaction(con), without_cycles():
                taking.bring_in(new, tell)
        for file in group:
            file.blocks = []
        files += group
        done += read
        hands += waiting
    _count_known(con, [file for file in files if file.known])
    reports = (FileReport(file.name, file.counts, tuple(file.problems), file.known) for file in files)
    return ImportReport(tuple(reports), tuple(unreadable), time.monotonic() - began, tuple(skipped))


def _read_groups(
    sources: Iterable[Source], known: set[str], unreadable: list[str]
) -> Iterator[tuple[list[File], int]]:
    """Yield files in order, as many at a time as have a batch of hands together, with the size of what was read.

    What is `known` by its bytes is not read; what is read becomes known.
    """
    group: list[File] = []
    hands = size = 0
    for source in sources:
        try:
            file = _read(source, known)
        except InputError as error:
            unreadable.append(str(error))
            continue
        finally:
            source.release()
        if group and (hands + len(file.blocks) > intake.BATCH or len(group) == intake.BATCH):
            yield group, size
            group, hands, size = [], 0, 0
        group.append(file)
        hands += len(file.blocks)
        size += source.size
    if group:
        yield group, size


def _read(source: Source, known: set[str]) -> File:
    file = File(source.name, source.size, source.sha256, known=source.sha256 in known)
    if not file.known:
        file.blocks, file.problems = read_blocks(source)
        if _is_text(file):
            known.add(file.sha256)
    return file


def _is_text(file: File) -> bool:
    """Return whether a file could be read; one that could not is not known by it, and is told of again."""
    return bool(file.blocks) or all(problem.code is not codes.BINARY for problem in file.problems)


def _count_known(con: duckdb.DuckDBPyConnection, files: Sequence[File]) -> None:
    """Give files that were imported before the account of their hands as it is now."""
    found = con.execute(
        "SELECT sha256, stored + duplicates, other_games, quarantined FROM files "
        "WHERE sha256 IN (SELECT unnest(?::VARCHAR[]))",
        [[file.sha256 for file in files]],
    ).fetchall()
    accounts = {sha256: counts for sha256, *counts in found}
    for file in files:
        file.counts = Counts(0, *accounts[file.sha256])


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
