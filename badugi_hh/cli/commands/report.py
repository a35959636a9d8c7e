"""`report`: one HTML page about the selected hands."""

from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.completion import one_of_these
from badugi_hh.cli.console import exit_on_user_error, fail, fail_unreadable, named, note, say, standard_input
from badugi_hh.cli.databases import is_imported, opened
from badugi_hh.cli.importing import (
    import_summary,
    import_with_progress,
    note_unpriced,
    open_for_import,
    print_problems,
)
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    BettingOption,
    Db,
    Everyone,
    Force,
    GameOption,
    JobsOption,
    NoWait,
    Paths,
    Player,
    PositionOption,
    RulesOption,
    Since,
    Stakes,
    Tz,
    Until,
    Where,
    make_filter,
    one_of,
)
from badugi_hh.cli.progress import late_progress_bar
from badugi_hh.report.kinds import SESSION, Kind, check_options
from badugi_hh.stats.selection.time_zones import UTC_NAME
from badugi_hh.wording.language import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb


def report(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="the HTML file to write")] = Path(
        "report.html"
    ),
    paths: Paths = None,
    db: Db = None,
    no_wait: NoWait = False,
    rules: RulesOption = DEFAULT_ROOM,
    jobs: JobsOption = None,
    player: Player = None,
    everyone: Everyone = False,
    since: Since = None,
    until: Until = None,
    stakes: Stakes = None,
    betting: BettingOption = None,
    game: GameOption = None,
    position: PositionOption = None,
    where: Where = None,
    tz: Tz = None,
    kind: Annotated[
        Kind,
        typer.Option(
            "--kind",
            parser=one_of(Kind),
            autocompletion=one_of_these(Kind),
            metavar="|".join(Kind),
            help="what the report is for",
        ),
    ] = Kind.TRACKER,
    session: Annotated[
        str | None,
        typer.Option(
            "--session",
            metavar="N",
            help="with --kind session: its number or its start, as `stats --by session` prints them; default: the last one",
        ),
    ] = None,
    language: Annotated[
        Language,
        typer.Option(
            "--lang",
            parser=one_of(Language),
            autocompletion=one_of_these(Language),
            metavar="|".join(Language),
            help="the language of the page: English, Italian or Russian",
        ),
    ] = Language.EN,
    anonymize: Annotated[
        bool,
        typer.Option(
            "--anonymize",
            help="for sharing: you are Hero, a second name of yours is Hero2, all others have pseudonyms; chat is omitted, and "
            "times are UTC unless --tz names a zone",
        ),
    ] = False,
    open_page: Annotated[bool, typer.Option("--open", help="show the report in the browser")] = False,
    force: Force = False,
) -> None:
    """Write a report as one HTML page. It has charts, statistics, leaks and hands, and works offline.

    With PATHS, the report contains only those histories and uses no database; with PATHS and --db, they are imported
    into that database first. Exits with status 2 if a file cannot be read; the report is written nevertheless.

    --kind session has one session and its largest swings; leaks has the leaks and their hands; opponent, with
    --player, has the weak points of another player and how to use them; validation has the problems and the quarantine of
    all imported files, and no results.

    --lang translates the page's own words and the best-known statistics; terms of the game stay, and the other
    statistics and the texts of leaks and problems are in English.

    The pseudonyms of --anonymize are those of `export --anonymize`, which the database stores. Numbers of hands and names
    of public tables are kept.
    """
    with exit_on_user_error():
        from badugi_hh.api.report import report as write_report
        from badugi_hh.history.source import list_files
        from badugi_hh.outputs import OutputFile
        from badugi_hh.report.own_files import is_ours
        from badugi_hh.stats.selection.default_players import leave_out_rare
        from badugi_hh.stats.selection.resolve import explain_no_hands
        from badugi_hh.store.database import default_path

        hand_filter = make_filter(
            player=player,
            everyone=everyone,
            since=since,
            until=until,
            stakes=stakes,
            betting=betting,
            game=game,
            position=position,
            where=where,
            tz=UTC_NAME if anonymize and tz is None else tz,
            only=() if session is None else (f"{SESSION}={session}",),
        )
        if session is not None and kind is not Kind.SESSION:
            fail("--session belongs to --kind session")
        check_options(kind, hand_filter, anonymize=anonymize)
        database = db or default_path()
        output = OutputFile(
            out,
            is_ours,
            inputs=list_files(paths or ()),
            database=database,
            is_imported=partial(is_imported, database, wait=not no_wait),
            force=force,
        )
        if open_page and output.is_stream:
            fail("--open shows a file; add --out FILE")
        output.check()
        unreadable: list[str] = []
        unread: list[str] = []
        of_hands = kind is not Kind.VALIDATION
        with _report_database(
            paths, db, rules, jobs, unreadable, unread, writes=anonymize, of_hands=of_hands, wait=not no_wait
        ) as con:
            if of_hands:
                hand_filter = leave_out_rare(con, hand_filter)
            with late_progress_bar() as progress:
                written = write_report(
                    con,
                    output,
                    hand_filter,
                    kind=kind,
                    language=language,
                    anonymize=anonymize,
                    progress=progress,
                    unread=unread,
                )
            if not written:
                fail(explain_no_hands(con, hand_filter))
            if of_hands:
                note_unpriced(con)
        if not output.is_stream:
            say(f"{out} is written")
        if open_page:
            show_in_browser(out)
        if unreadable:
            fail_unreadable(unreadable, len(unread) - len(unreadable))


def show_in_browser(page: Path) -> None:
    """Show a page in the user's browser, or say where it is."""
    import webbrowser

    if not webbrowser.open(page.absolute().as_uri()):
        note(f"there is no browser to show the report; open {page} in one")


@contextmanager
def _report_database(
    paths: list[Path] | None,
    db: Path | None,
    rules: str,
    jobs: int | None,
    unreadable: list[str],
    unread: list[str],
    *,
    writes: bool,
    of_hands: bool,
    wait: bool,
) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Open the database of the report, and import the histories of `paths`; in memory without `db`.

    A line for each file that cannot be read is added to `unreadable`, and to `unread` also for each that is not text. `writes` is true if the report changes the
    database. `of_hands` is true if there is nothing to report without a stored hand.
    """
    from badugi_hh.store.database import default_path, has_database

    stdin = standard_input(paths or ())
    if paths:
        database = opened(None) if db is None else open_for_import(db, wait=wait)
    else:
        path = db or default_path()
        database = opened(path, read_only=not (writes and has_database(path)), wait=wait)
    with database as con:
        if paths:
            read = import_with_progress(con, paths, rules, stdin, jobs)
            print_problems(read.problems)
            note(import_summary(read))
            unreadable += read.unreadable
            unread += read.unread
            if of_hands and read.stored + read.duplicates == 0 and not read.grown:
                for reason in unreadable:
                    note(reason)
                fail(f"nothing to report: no Badugi hand in {named(paths)}")
        yield con
