"""`report`: one HTML page about the selected hands."""

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from badugi_hh.api.report import KINDS
from badugi_hh.cli.console import fail, fail_unreadable, named, note, say, standard_input
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import import_summary, print_skipped
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    Db,
    FilterOptions,
    Force,
    NoWait,
    Paths,
    RulesOption,
    option,
    selects_hands,
)
from badugi_hh.cli.problem_texts import note_problems
from badugi_hh.cli.progress import late_progress_bar, progress_bar
from badugi_hh.wording.language import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from badugi_hh import Hands, ImportReport


@selects_hands("only", "session_gap")
def report(
    out: Annotated[Path, option("--out -o FILE", "the HTML file to write")] = Path("report.html"),
    paths: Paths = None,
    db: Db = None,
    no_wait: NoWait = False,
    rules: RulesOption = DEFAULT_ROOM,
    *,
    selection: FilterOptions,
    kind: Annotated[str, option("--kind", "what the report is for", values=KINDS)] = "tracker",
    session: Annotated[
        str | None,
        option(
            "--session N",
            "with --kind session: its number or its start, as `stats --by session` prints them; default: the last one",
        ),
    ] = None,
    language: Annotated[
        Language, option("--lang", "the language of the page: English, Italian or Russian", values=Language)
    ] = Language.EN,
    anonymize: Annotated[
        bool,
        option(
            "--anonymize",
            "for sharing: you are Hero, a second name of yours is Hero2, all others have pseudonyms; chat is omitted, and "
            "times are UTC unless --tz names a zone",
        ),
    ] = False,
    open_page: Annotated[bool, option("--open", "show the report in the browser")] = False,
    force: Force = False,
) -> None:
    """Write a report as one HTML page. It has charts, statistics, leaks and hands, and works offline.

    With PATHS, the report contains only those histories and uses no database; with PATHS and --db, they are imported
    into that database first. Exits with status 2 if a file cannot be read; the report is written nevertheless.

    --kind session has one session and its largest swings; leaks has the leaks and their hands; opponent, with
    --player, has the weak points of another player and how to use them; validation has the problems and the quarantine of
    all imported files, and no results.

    --lang translates the page's own words and the best-known statistics; terms of the game stay, and the other
    statistics and the texts of problems are in English.

    The pseudonyms of --anonymize are those of `export --anonymize`, which the database stores. Numbers of hands and names
    of public tables are kept.
    """
    from badugi_hh.api.report import check_page, check_report

    if session is not None and kind != "session":
        fail("--session belongs to --kind session")
    tz = "UTC" if anonymize and selection.tz is None else selection.tz
    only = [f"session={session}"] if session is not None else None
    hand_filter = replace(selection, tz=tz, only=only).as_filter()
    check_report(kind, hand_filter, anonymize=anonymize)
    page = check_page(out, db, force=force, inputs=paths or ())
    if open_page and page.is_stream:
        fail("--open shows a file; add --out FILE")
    with _report_database(paths, db, rules, writes=anonymize, wait=not no_wait) as (hands, read):
        if read is not None and kind != "validation" and not (read.stored or read.duplicates):
            note(*read.unreadable)
            fail(f"nothing to report: no Badugi hand in {named(paths or ())}")
        with late_progress_bar() as progress:
            done = hands.report(
                page,
                hand_filter,
                kind=kind,
                language=language,
                anonymize=anonymize,
                unread=read.unread if read else (),
                progress=progress,
            )
    if not done.written:
        fail(done.notes[0])
    note(*done.notes)
    if not page.is_stream:
        say(f"{out} is written")
    if open_page:
        show_in_browser(out)
    if read is not None and read.unreadable:
        fail_unreadable(read.unreadable, len(read.not_text))


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
    *,
    writes: bool,
    wait: bool,
) -> "Iterator[tuple[Hands, ImportReport | None]]":
    """Open the database of the report, in memory for `paths` without `db`, and import `paths` into it.

    Yields the report of the import too, None without `paths`. `writes` is true if the report changes the database.
    """
    import badugi_hh

    if not paths:
        with opened(db, read_only=not writes, wait=wait) as hands:
            yield hands, None
        return
    stdin = standard_input(paths)
    with badugi_hh.open(":memory:") if db is None else opened(db, create=True, wait=wait) as hands:
        with progress_bar() as progress:
            read = hands.import_paths(*paths, rules=rules, progress=progress, stdin=stdin)
        note_problems(read.problems, always=dict.fromkeys((*read.not_text, *read.unread_summaries)))
        print_skipped(read.skipped)
        note(import_summary(read))
        yield hands, read
