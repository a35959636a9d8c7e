"""`watch`: imports what the client adds to its histories while it is used, and keeps a report up to date."""

import signal
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

from badugi_hh.cli.console import interrupted, is_interruption, note, say, say_json
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    Db,
    Force,
    Json,
    NoPrices,
    NoWait,
    RulesOption,
    Tz,
    argument,
    option,
    read_path,
    zone_of,
)
from badugi_hh.cli.problem_texts import note_problems
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from badugi_hh import Problem
    from badugi_hh.api.watch import Watched


def watch(
    folder: Annotated[
        Path, argument("DIR", "the folder in which the client saves histories", parser=read_path)
    ],
    db: Db = None,
    rules: RulesOption = DEFAULT_ROOM,
    no_prices: NoPrices = False,
    report: Annotated[
        Path | None,
        option(
            "--report FILE",
            "keep the report of your hands in this HTML file up to date; written once a minute at most, and at the end",
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
    from badugi_hh.api.watch import LiveReport, watch_folder

    tz = zone_of(tz)
    read = partial(opened, db, wait=not no_wait)
    page = None if report is None else LiveReport(report, db, read, tz, force=force)
    incomplete: dict[str, list[Problem]] = {}  # by file
    imports = watch_folder(
        folder,
        partial(opened, db, create=True, wait=not no_wait),
        rules=rules,
        prices=not no_prices,
        stop=Event(),
    )
    note(f"watching {folder}; Ctrl-C ends it")
    # The end of a service or of the system does what Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for seen in imports:
            if seen is not None:
                _print(seen, tz, as_json=as_json)
                for file in seen.report.per_file:
                    incomplete[file.name] = [
                        problem for problem in seen.incomplete if problem.place.file == file.name
                    ]
            if page is not None:
                note(*page.refresh(changed=seen is not None and seen.report.stored > 0))
    except BaseException as error:
        if not is_interruption(error):
            raise
    note_problems([problem for problems in incomplete.values() for problem in problems], advice=False)
    try:
        if page is not None and page.lacks_hands():
            note(f"writing {report}; Ctrl-C ends at once")
            note(*page.refresh(changed=True, at_once=True))
    except BaseException as error:
        if not is_interruption(error):
            raise
        interrupted(f"the hands so far are stored, but {report} lacks the last ones")
    note("watching has ended; the hands so far are stored")


def _print(seen: "Watched", tz: str | None, *, as_json: bool) -> None:
    now = datetime.now(UTC)
    if as_json:
        say_json({"time": now.isoformat(timespec="seconds"), **seen.as_json()}, lines=True)
    elif seen.report.stored or seen.problems:
        say(f"{now.astimezone(ZoneInfo(tz or 'UTC')):%H:%M:%S}  {', '.join(_parts(seen))}")
    note(*seen.report.unreadable)
    note_problems(seen.problems, advice=False)


def _parts(seen: "Watched") -> list[str]:
    report, own = seen.report, seen.results
    parts = [counted(report.stored, "new hand")] if report.stored else []
    if report.stored and own is not None:
        parts += [f"{counted(own.hands, 'own hand')} since the start", *_nets(seen)]
    if seen.incomplete:
        parts.append("the last hand is not complete yet")
    if seen.problems:
        parts.append(counted(len(seen.problems), "problem"))
    return parts


def _nets(seen: "Watched") -> list[str]:
    """Return the net of hands outside of tournaments, that of tournaments with a known one, and the number of the others."""
    from badugi_hh.wording.formats import value_text

    own = seen.results
    if own is None:
        return []
    net, of_tournaments, unknown = (
        own.stats[name] for name in ("net", "tournament_net", "tournaments_unknown")
    )
    texts = [f"net {value_text(net)}"] if net.n else []
    if of_tournaments.n:
        texts.append(f"net of {counted(of_tournaments.n, 'tournament')} {value_text(of_tournaments)}")
    if unknown.value:
        texts.append(f"{counted(int(unknown.value), 'tournament')} of unknown net")
    return texts
