"""Imports files into the database and reports the outcome of their hands.

A transaction has many small files or one large file. After an interruption each file is in the database completely or
not at all. `badugi_hh.store.intake` decides the outcome of each hand.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import duckdb

from badugi_hh import problems as codes
from badugi_hh.engine.rules import ROOMS
from badugi_hh.history.source import Block, InputError, Source, find_sources, read_blocks
from badugi_hh.problems import Problem, Severity
from badugi_hh.store import intake
from badugi_hh.store.file_counts import Counts, File
from badugi_hh.store.garbage import without_cycles
from badugi_hh.store.prepare import Piece, number_of
from badugi_hh.store.workers import Prepare, prepared_by

Progress: TypeAlias = Callable[[str, int, float], None]
"""Called with the name of the current file, the number of hands so far, and the share of bytes done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """The outcome of one file.

    `known` is true if the same bytes were imported before. Then the stored hands are counted as duplicates, and the
    other hands by their present state.
    """

    name: str
    counts: Counts
    problems: tuple[Problem, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The outcome of an import: hands seen = stored + duplicates + other games + quarantined.

    `unreadable` has a line for each file that cannot be read, such as a truncated archive. `skipped` has the names of
    files in folders and archives that do not have the name of a history.
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
        """Return the files that were imported before."""
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
    def problems(self) -> tuple[Problem, ...]:
        """Return all problems in the order of the files."""
        return tuple(problem for file in self.per_file for problem in file.problems)

    @property
    def ok(self) -> bool:
        """Return whether no hand is quarantined and no problem is an error."""
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
    jobs: int = 1,
) -> ImportReport:
    """Import every history under `paths`: files, folders, globs, `.zip` and `.gz`.

    `rules` is a name in `ROOMS`. `jobs` is the number of processes that parse hands; more than one start only for
    several thousand hands, and the result is the same. A program that passes more than one must be importable, as
    `multiprocessing` requires for new processes. With `stdin`, the path `-` stands for these bytes, a text or an
    archive. All paths are checked before the first file is imported; a file that then cannot be read does not stop the
    import.

    Raises:
        InputError: a path does not exist or has no history.
        KeyError: there is no such room.
        WorkerError: a process ended; files that were complete before are stored.
    """
    began = time.monotonic()
    room = ROOMS[rules]
    skipped: list[str] = []
    sources = list(find_sources(paths, skipped, stdin=stdin))
    size = sum(source.size for source in sources) or 1
    hands_intake = intake.Intake(con, room, rules)
    files: list[File] = []
    unreadable: list[str] = []
    done = hands = 0
    known = {sha256 for (sha256,) in con.execute("SELECT sha256 FROM files").fetchall()}
    with prepared_by(jobs) as prepare:
        groups = _read_groups(sources, known, unreadable)
        for group in _prepared(con, groups, prepare, rules, ahead=int(jobs > 1)):
            waiting = sum(len(file.blocks) for file in group.new)

            def report_progress(
                seen: int,
                *,
                group: _Group = group,
                waiting: int = waiting,
                done: int = done,
                hands: int = hands,
            ) -> None:
                if progress is not None:
                    name = group.files[-1 if seen else 0].name
                    share = seen / waiting if waiting else 0.0
                    progress(name, hands + seen, (done + group.size * share) / size)

            report_progress(0)
            if group.new:
                with transaction(con), without_cycles():
                    hands_intake.import_files(group.new, group.pieces, report_progress)
            for file in group.files:
                file.blocks = []
            files += group.files
            done += group.size
            hands += waiting
    _count_known(con, [file for file in files if file.known])
    reports = (FileReport(file.name, file.counts, tuple(file.problems), file.known) for file in files)
    return ImportReport(tuple(reports), tuple(unreadable), time.monotonic() - began, tuple(skipped))


@dataclass(frozen=True, slots=True)
class _Group:
    """Files that are imported in one transaction: all, those with hands to import, their pieces, and the bytes read."""

    files: list[File]
    new: list[File]
    pieces: Iterator[Piece]
    size: int


def _prepared(
    con: duckdb.DuckDBPyConnection,
    groups: Iterable[tuple[list[File], int]],
    prepare: Prepare,
    rules: str,
    *,
    ahead: int,
) -> Iterator[_Group]:
    """Yield groups with their pieces; the preparation of `ahead` further groups has begun."""
    begun: deque[_Group] = deque()
    for files, size in groups:
        new = [file for file in files if not file.known and _is_text(file)]
        blocks = _without_known(con, [block for file in new for block in file.blocks])
        begun.append(_Group(files, new, prepare(blocks, rules), size))
        if len(begun) > ahead:
            yield begun.popleft()
    yield from begun


def _without_known(con: duckdb.DuckDBPyConnection, blocks: Sequence[Block]) -> list[Block | None]:
    """Return texts to prepare, None for those whose number is in the database: they are compared with it first."""
    numbers = [number_of(block) for block in blocks]
    found = con.execute(
        "SELECT hand_id FROM hands WHERE hand_id IN (SELECT unnest(?::VARCHAR[]))", [numbers]
    ).fetchall()
    known = {number for (number,) in found}
    return [None if number in known else block for number, block in zip(numbers, blocks, strict=True)]


def _read_groups(
    sources: Iterable[Source], known: set[str], unreadable: list[str]
) -> Iterator[tuple[list[File], int]]:
    """Yield groups of files in order, each with about a batch of hands, and the number of bytes read.

    Files whose hash is in `known` are not read; the hashes of files that are read are added to it.
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
    """Return whether a file is text; a binary file is not remembered as known, so that it is reported every time."""
    return bool(file.blocks) or all(problem.code is not codes.BINARY for problem in file.problems)


def _count_known(con: duckdb.DuckDBPyConnection, files: Sequence[File]) -> None:
    """Set the counts of files that were imported before to their present counts."""
    found = con.execute(
        "SELECT sha256, stored + duplicates, other_games, quarantined FROM files "
        "WHERE sha256 IN (SELECT unnest(?::VARCHAR[]))",
        [[file.sha256 for file in files]],
    ).fetchall()
    present = {sha256: counts for sha256, *counts in found}
    for file in files:
        file.counts = Counts(0, *present[file.sha256])


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Commit what the `with` block writes, or roll it back if the block raises."""
    con.begin()
    try:
        yield
    except BaseException:
        con.rollback()
        raise
    con.commit()
