"""Imports what a client adds to its histories while it is used.

The system reports that something in the folder has changed, and at least every few seconds the folder is listed; each
file with another size or time is imported. So a report that is lost, a renamed file or another folder in the place of
this one are found too. The database is open only during an import. Only the user's own results are evaluated.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any

import duckdb

from badugi_hh.api.choices import find_rules
from badugi_hh.api.hands import Hands
from badugi_hh.api.report import check_page
from badugi_hh.history.archives import explain_error
from badugi_hh.history.dialects import SITES
from badugi_hh.history.source import InputError, Source, find_sources, list_files
from badugi_hh.outputs import OutputError
from badugi_hh.problems import NO_HANDS, STRAY_TEXT, Problem, Severity
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import default_path, explained
from badugi_hh.store.importer import ImportReport, import_sources
from badugi_hh.store.known_files import File
from badugi_hh.store.price_pass import price_hands

OpenHands = Callable[[], AbstractContextManager[Hands]]

QUIET = 300
"""Milliseconds without a change after which files are read; a client writes a hand in less."""
LONGEST = 3_000
"""Milliseconds after which the folder is listed, whether or not a change was reported."""
BEGUN = 64
"""Bytes up to the number of the first hand, also in UTF-16; a shorter file may become a history."""
PAUSE = 60
"""Seconds between two times that a report is written."""
STATISTICS = ("hands", "net", "tournament_net", "tournaments_unknown")


@dataclass(frozen=True, slots=True)
class Watched:
    """One import of a watched folder.

    `report` is about the files that have changed, as they are. `problems` are those of its problems that are new, without
    those of `incomplete`: what the client may not have written to its end. These are the problems of a last hand with an
    error, and T02 of a file that is shorter than `BEGUN`. A later import has them again, or none.
    `results` has the `STATISTICS` of the user's own hands that were stored since the first import, None before there are any.
    """

    report: ImportReport
    problems: tuple[Problem, ...]
    incomplete: tuple[Problem, ...]
    results: Group | None

    def as_json(self) -> dict[str, Any]:
        """Return the import as `watch --json` prints it, without the time."""
        own = self.results
        nets = {name: own.stats[name].as_json() if own else None for name in ("net", "tournament_net")}
        incomplete = len({(problem.place.file, problem.hand) for problem in self.incomplete})
        found = {"hands": own.hands if own else 0, **nets}
        return {**self.report.as_json(), "incomplete": incomplete, "own": found}


def watch(
    folder: Path | str,
    path: Path | str | None = None,
    *,
    rules: str = "pokerstars",
    prices: bool = True,
    stop: Event | None = None,
) -> Iterator[Watched]:
    """Import the histories below a folder into the database at `path`, and then what is added to them, until `stop` is set.

    Yields after each import; the first one, of everything in the folder, is yielded in any case. `path` is the user's
    own database for None. With `prices`, all hands of the database have prices after each import.

        for seen in badugi_hh.watch("HandHistory", "hands.duckdb"):
            print(seen.report.stored, seen.results)

    Raises:
        DatabaseError: the database cannot be opened.
        InputError: there is no such folder.
        LookupError: there is no room of the name `rules`.
    """
    database = default_path() if path is None else Path(path)
    open_hands = partial(Hands, database, no_wait=True)
    imports = watch_folder(Path(folder), open_hands, rules=rules, prices=prices, stop=stop or Event())
    return (watched for watched in imports if watched is not None)


def watch_folder(
    folder: Path, open_hands: OpenHands, *, rules: str, prices: bool, stop: Event
) -> Iterator[Watched | None]:
    """Do as `watch`, with its errors, also if the folder cannot be read; yield None at least every few seconds while nothing is imported."""
    find_rules(rules)
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder}; name the folder in which the client saves histories")
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        raise InputError(f"the folder {folder} cannot be read: {explain_error(error)}") from error
    return _watch(Importer(folder, open_hands, rules, prices=prices), stop)


def _watch(importer: "Importer", stop: Event) -> Iterator[Watched | None]:
    """Import at each change and at each timeout, also while the folder is gone."""
    from watchfiles import watch as wait_for_changes

    yield importer.import_all()
    while not stop.is_set():
        if not importer.folder.is_dir():  # a removable disk, or a client that is installed again
            stop.wait(LONGEST / 1000)
            yield None
            continue
        changes = wait_for_changes(
            importer.folder,
            watch_filter=None,
            step=QUIET,
            stop_event=stop,
            rust_timeout=LONGEST,
            yield_on_timeout=True,
            ignore_permission_denied=True,
        )
        for _ in changes:
            if stop.is_set() or not importer.folder.is_dir():
                break
            yield importer.import_changed()


@dataclass(slots=True)
class Importer:
    """Imports the files of a folder that have changed since it imported them."""

    folder: Path
    open_hands: OpenHands
    rules: str
    prices: bool = field(kw_only=True)
    _seen: dict[Path, tuple[int, int]] = field(default_factory=dict, init=False)
    # Not read, for a reason that was printed:
    _refused: dict[Path, tuple[int, int]] = field(default_factory=dict, init=False)
    # Folders that cannot be opened, by name:
    _closed: dict[str, Source] = field(default_factory=dict, init=False)
    _reported: set[Problem] = field(default_factory=set, init=False)  # by an earlier import of the file
    _before: int | None = field(default=None, init=False)  # the largest key of a hand after the first import

    def import_all(self) -> Watched:
        """Import all files; those that were imported before are recognized by their content."""
        with self.open_hands() as hands, explained(hands.path):
            watched = self._import(hands.con, self._changed())
            self._before = _last_key(hands.con)
        return watched

    def import_changed(self) -> Watched | None:
        """Import the files that have changed; return None if there are none, without opening the database."""
        closed = self._closed
        changed = self._changed()
        if not changed and self._closed.keys() <= closed.keys():
            return None
        with self.open_hands() as hands, explained(hands.path):
            return self._import(hands.con, changed, closed)

    def _changed(self) -> dict[Path, tuple[int, int]]:
        """Return the size and time of each file that is not as it was when it was last imported."""
        closed: list[Source] = []
        try:
            files = list_files([self.folder], closed)
        except InputError:
            return {}
        self._closed = {folder.name: folder for folder in closed}
        changed = {}
        for file in files:
            try:
                state = file.stat()
            except OSError:  # it was deleted or renamed meanwhile
                continue
            now = (state.st_size, state.st_mtime_ns)
            if not state.st_size or self._seen.get(file) == now:
                continue
            if self._refused.get(file) != now or self._is_readable(file):
                changed[file] = now
        return changed

    def _is_readable(self, file: Path) -> bool:
        """Return whether a file that was refused can be read now; a damaged one is not tried again until it changes."""
        try:
            for source in find_sources([file]):
                source.scan()
        except (OSError, InputError) as error:
            if getattr(error.__cause__ or error, "errno", None) is None:
                self._seen[file] = self._refused[file]
            return False
        return True

    def _import(
        self,
        con: duckdb.DuckDBPyConnection,
        changed: dict[Path, tuple[int, int]],
        reported: Iterable[str] = (),
    ) -> Watched:
        """Import files that have changed; folders that cannot be opened are unreadable, those `reported` before left out."""
        skipped: list[str] = []
        refused: list[str] = []
        sources: dict[Path, list[Source]] = {}
        for file, state in changed.items():
            try:
                sources[file] = list(find_sources([file], skipped))
            except InputError as error:
                if file.exists():  # else it was deleted or renamed, and is imported when it is back
                    self._refused[file] = state
                    refused.append(str(error))
        closed = (folder for name, folder in self._closed.items() if name not in reported)
        report = import_sources(con, [*chain.from_iterable(sources.values()), *closed], rules=self.rules)
        report = replace(report, unreadable=(*refused, *report.unreadable), skipped=tuple(skipped))
        if self.prices:
            report = replace(report, seconds=report.seconds + price_hands(con).seconds)
        imported = {outcome.name for outcome in report.per_file}
        for file, of_file in sources.items():
            done = imported.issuperset(source.name for source in of_file)
            (self._seen if done else self._refused)[file] = changed[file]
        incomplete = tuple(chain.from_iterable(map(_find_incomplete, report.per_file)))
        known = self._reported.union(incomplete)
        problems = tuple(problem for problem in report.problems if problem not in known)
        self._reported.update(problems)
        return Watched(report, problems, incomplete, self._results(con))

    def _results(self, con: duckdb.DuckDBPyConnection) -> Group | None:
        if self._before is None:
            return None
        since_then = Filter(where=f"hands.hand_key > {self._before}")
        groups = evaluate(con, since_then, names=STATISTICS, together=True)
        return groups[0] if groups and groups[0].hands else None


def _find_incomplete(file: File) -> Iterator[Problem]:
    """Yield the problems of a last hand with an error, T02 of a file that has begun, and T03 of begun headers and characters."""
    at_end = [problem for problem in file.problems if problem.place.line >= (file.last_line or sys.maxsize)]
    is_torn = any(problem.severity is Severity.ERROR for problem in at_end)
    for problem in file.problems:
        if (
            (is_torn and problem in at_end)
            or (problem.code is NO_HANDS and file.size < BEGUN)
            or (problem.code is STRAY_TEXT and _is_begun(problem.text))
        ):
            yield problem


def _is_begun(text: str | None) -> bool:
    """Return whether a text outside hands, None for half a character, ends with what may become a header."""
    last = (text or "").rsplit("\n", 1)[-1].lstrip(" \t")
    return any(start.startswith(last[: len(start)]) for start in (f"{site} " for site in SITES))


def _last_key(con: duckdb.DuckDBPyConnection) -> int:
    ((key,),) = con.execute("SELECT coalesce(max(hand_key), 0) FROM hands").fetchall()
    return int(key)


class LiveReport:
    """A report that is written when hands were imported, at most once in `PAUSE` seconds, and when the watch ends.

    No pause follows the report of the start, which has the hands of earlier imports, and none follows if there was no hand
    to report: the first new hand is in the report at once.
    """

    def __init__(
        self, out: Path, database: Path | None, open_hands: OpenHands, tz: str | None, *, force: bool
    ) -> None:
        """Check that the file `out` may be written; `database` is the user's own for None.

        Raises:
            OutputError: it must not be replaced, or cannot be written.
        """
        self._filter = Filter(tz=tz)
        self._page = check_page(out, database, force=force, option="--report")
        self._open_hands = open_hands
        self._database = database or default_path()
        self._due = True
        self._started = False
        self._next = -float("inf")
        self._last = 0  # the largest key of a hand when the report was written
        self._refused = ""

    def refresh(self, *, changed: bool, at_once: bool = False) -> list[str]:
        """Write the report if hands were imported since it was written, and enough time has passed or it is due `at_once`.

        A report that cannot be written is tried again after that time; the list has the reason once.
        """
        self._due = self._due or changed
        waits = time.monotonic() < self._next and not at_once
        if not self._due or waits or not self._database.exists():
            return []
        before = self._refused
        written = self._write()
        if self._refused or (written and self._started):
            self._next = time.monotonic() + PAUSE
        self._started = True
        return [self._refused] if self._refused not in {"", before} else []

    def lacks_hands(self) -> bool:
        """Return whether the report is due, or lacks hands, also those of an import that was interrupted."""
        if not self._database.exists():
            return False
        with self._open_hands() as hands:
            return _last_key(hands.con) > self._last or self._due

    def _write(self) -> bool:
        """Return whether the report was written; not if there is no hand to report, or if the file must not be replaced."""
        try:
            self._page.check()  # takes less time than a report
            with self._open_hands() as hands:
                last = _last_key(hands.con)
                written = hands.report(self._page, self._filter).written
        except OutputError as error:
            # The user has opened or changed the file: the hands are imported all the same.
            self._refused = str(error)
            return False
        self._due, self._last, self._refused = False, last, ""
        return written
