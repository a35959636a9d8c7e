"""`watch`: imports what the client adds to its histories while it is used, and keeps a report up to date."""

import signal
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from badugi_hh.cli.console import interrupted, is_interruption, note, say, say_json
from badugi_hh.cli.databases import checked_output, opened
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    Db,
    Force,
    Json,
    NoPrices,
    NoWait,
    RulesOption,
    Tz,
    read_path,
)
from badugi_hh.cli.problem_texts import note_problems
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from badugi_hh.api.watch import Watched
    from badugi_hh.problems import Problem
    from badugi_hh.stats.engine.evaluate import Group

PAUSE = 60
"""Seconds between two times that the report is written."""


def watch(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", parser=read_path, help="the folder in which the client saves histories"
        ),
    ],
    db: Db = None,
    rules: RulesOption = DEFAULT_ROOM,
    no_prices: NoPrices = False,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="keep the report of your hands in this HTML file up to date; written once a minute at most, and at the end",
        ),
    ] = None,
    force: Force = False,
    no_wait: NoWait = False,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """Import what the client adds to its histories while you play. Runs until Ctrl-C.

    Prints a line for each import of new hands: their number, and the number and the result of your own hands since the
    start, that of a tournament from its end on. Nothing is printed about opponents. The folders below DIR are watched too.
    A hand that is not written to its end is imported when it is; files can be renamed or deleted. The database is open
    only during an import, so that other commands can use it in between.

    --report writes the file at the start, at the first new hand, and then once a minute at most if there are new hands.
    Ctrl-C and SIGTERM write the report of the last hands, and Ctrl-C again ends at once.

    With --json, each import prints a line with a JSON object: that of `import --json`, with the time, the number of
    incomplete hands (a file without the whole header of its first hand has one), and your own hands, their net and that of
    their tournaments.
    """
    from badugi_hh.api.watch import watch_folder
    from badugi_hh.stats.selection.time_zones import selected_zone

    tz = selected_zone(tz)
    page = None if report is None else ReportFile(report, db, tz, force=force, wait=not no_wait)
    incomplete: dict[str, list[Problem]] = {}  # by file
    imports = watch_folder(
        folder,
        partial(opened, db, create=True, wait=not no_wait),
        rules=rules,
        prices=not no_prices,
        stop=Event(),
    )
    note(f"watching {folder}; Ctrl-C ends it")
    with _sigterm_as_ctrl_c():
        try:
            for seen in imports:
                if seen is not None:
                    _print(seen, tz, as_json=as_json)
                    for file in seen.report.per_file:
                        incomplete[file.name] = [
                            problem for problem in seen.incomplete if problem.place.file == file.name
                        ]
                if page is not None:
                    page.refresh(changed=seen is not None and seen.report.stored > 0)
        except BaseException as error:
            if not is_interruption(error):
                raise
        note_problems([problem for problems in incomplete.values() for problem in problems], advice=False)
        try:
            if page is not None:
                page.finish()
        except BaseException as error:
            if not is_interruption(error):
                raise
            interrupted(f"the hands so far are stored, but {report} lacks the last ones")
    note("watching has ended; the hands so far are stored")


@contextmanager
def _sigterm_as_ctrl_c() -> "Iterator[None]":
    """Let SIGTERM, the end of a service or of the system, do what Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class ReportFile:
    """A report that is written when hands were imported, at most once in `PAUSE` seconds, and when the watch ends.

    No pause follows the report of the start, which has the hands of earlier imports, and none follows if there was no hand
    to report: the first new hand is in the report at once.
    """

    def __init__(self, out: Path, db: Path | None, tz: str, *, force: bool, wait: bool = True) -> None:
        self._out = checked_output(out, db, force=force, option="--report")
        self._database = db
        self._tz = tz
        self._wait = wait
        self._due = True
        self._started = False
        self._next = -float("inf")
        self._last = 0  # the largest key of a hand when the report was written
        self._refused = ""

    def refresh(self, *, changed: bool) -> None:
        """Write the report if hands were imported since it was written, and enough time has passed.

        A report that cannot be written is tried again after that time; the reason is printed once.
        """
        self._due = self._due or changed
        if not self._due or time.monotonic() < self._next or not self._path().exists():
            return
        written = self._write()
        if self._refused or (written and self._started):
            self._next = time.monotonic() + PAUSE
        self._started = True

    def finish(self) -> None:
        """Write the report if it lacks hands, also those of an import that was interrupted."""
        if not self._path().exists():
            return
        with opened(self._database, wait=self._wait) as con:
            lacks_hands = _last_key(con) > self._last
        if lacks_hands or self._due:
            note(f"writing {self._out.path}; Ctrl-C ends at once")
            self._write()

    def _path(self) -> Path:
        from badugi_hh.store.database import default_path

        return self._database or default_path()

    def _write(self) -> bool:
        """Return whether the report was written; not if there is no hand to report, or if the file must not be replaced."""
        from badugi_hh.outputs import OutputError
        from badugi_hh.report.compose import write_report
        from badugi_hh.stats.selection.filters import Filter

        try:
            self._out.check()  # takes less time than a report
            with opened(self._database, wait=self._wait) as con:
                last = _last_key(con)
                written = write_report(con, Filter(tz=self._tz), self._out)
        except OutputError as error:
            # The user has opened or changed the file: the hands are imported all the same.
            if str(error) != self._refused:
                note(str(error))
            self._refused = str(error)
            return False
        self._due, self._last, self._refused = False, last, ""
        return written


def _last_key(con: "duckdb.DuckDBPyConnection") -> int:
    ((key,),) = con.execute("SELECT coalesce(max(hand_key), 0) FROM hands").fetchall()
    return int(key)


def _print(seen: "Watched", tz: str, *, as_json: bool) -> None:
    own, now = seen.results, datetime.now(UTC)
    if as_json:
        nets = {name: own.stats[name].as_json() if own else None for name in ("net", "tournament_net")}
        found = {"hands": own.hands if own else 0, **nets}
        incomplete = len({(problem.place.file, problem.hand) for problem in seen.incomplete})
        say_json(
            {
                "time": now.isoformat(timespec="seconds"),
                **seen.report.as_json(),
                "incomplete": incomplete,
                "own": found,
            },
            lines=True,
        )
    elif seen.report.stored or seen.problems:
        say(f"{now.astimezone(ZoneInfo(tz)):%H:%M:%S}  {', '.join(_parts(seen))}")
    for reason in seen.report.unreadable:
        note(reason)
    if seen.problems:
        note_problems(seen.problems, advice=False)


def _parts(seen: "Watched") -> list[str]:
    report, own = seen.report, seen.results
    parts = [counted(report.stored, "new hand")] if report.stored else []
    if report.stored and own is not None:
        parts += [f"{counted(own.hands, 'own hand')} since the start", *_nets(own)]
    if seen.incomplete:
        parts.append("the last hand is not complete yet")
    if seen.problems:
        parts.append(counted(len(seen.problems), "problem"))
    return parts


def _nets(own: "Group") -> list[str]:
    """Return the net of hands outside of tournaments, that of tournaments with a known one, and the number of the others."""
    from badugi_hh.wording.formats import value_text

    net, of_tournaments, unknown = (
        own.stats[name] for name in ("net", "tournament_net", "tournaments_unknown")
    )
    texts = [f"net {value_text(net)}"] if net.n else []
    if of_tournaments.n:
        texts.append(f"net of {counted(of_tournaments.n, 'tournament')} {value_text(of_tournaments)}")
    if unknown.value:
        texts.append(f"{counted(int(unknown.value), 'tournament')} of unknown net")
    return texts
