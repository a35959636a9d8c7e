"""`import` and `retry`: histories into the database, and where the client usually keeps them."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from badugi_hh.cli.console import (
    fail,
    interrupted,
    is_interruption,
    named,
    note,
    say,
    say_json,
    standard_input,
    told,
)
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import DEFAULT_ROOM, Db, Json, Paths, RulesOption
from badugi_hh.cli.progress import progress_bar
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.problems import Problem
    from badugi_hh.store.importer import ImportReport

_SHOWN = 10
_FOLDERS = {
    "win32": ("AppData/Local/PokerStars*/HandHistory",),
    "darwin": ("Library/Application Support/PokerStars*/HandHistory",),
    "linux": (
        ".wine/drive_c/users/*/AppData/Local/PokerStars*/HandHistory",
        ".wine/drive_c/users/*/Local Settings/Application Data/PokerStars*/HandHistory",
    ),
}


def import_(
    paths: Paths = None, db: Db = None, rules: RulesOption = DEFAULT_ROOM, as_json: Json = False
) -> None:
    """Bring histories into the database; a file or hand that it knows is not counted twice.

    Without PATHS it names the folders on this computer where the client usually keeps histories. Ends with
    status 1 where a hand could not be understood whole and is in the quarantine, or bytes are no text.
    """
    with told():
        if not paths:
            _propose()
        from badugi_hh.store.database import default_path

        path = db or default_path()
        stdin = standard_input(paths)
        with filled(path) as con:
            con.execute("SET threads = 1")  # a file is little: to wake other threads costs more than they do
            report = bring_in(con, paths, rules, stdin)
        tell_problems(report.problems)
        tell_skipped(report.skipped)
        if report.quarantined:
            note(_listing(db))
        if as_json:
            say_json(report.as_json())
        elif report.files:
            into = f", into {path}" if path.exists() else ""
            say(f"{account(report)}, in {report.seconds:.1f} s{into}")
        if report.unreadable:
            fail("; ".join(report.unreadable))
        if not report.hands_seen:
            fail(f"no hand history in {named(paths)}")
        if not report.ok:
            raise typer.Exit(1)


def retry(db: Db = None, rules: RulesOption = DEFAULT_ROOM, as_json: Json = False) -> None:
    """Read the hands in the quarantine again, after an upgrade or by other rules; those that pass now are stored.

    The files are not needed: the quarantine keeps each hand's text. What is still wrong is told; ends with status 1
    where a hand is still in the quarantine.
    """
    with told():
        from badugi_hh.store.database import default_path
        from badugi_hh.store.retry import retry_quarantine

        path = db or default_path()
        with opened(path, read_only=True):
            pass  # a database that is not there is told, not made
        with opened(path) as con:
            report = retry_quarantine(con, rules=rules)
        tell_problems(report.problems, "`badugi-hh replay HAND` tells those of a hand")
        if report.counts.quarantined:
            note(_listing(db))
        if as_json:
            say_json(report.as_json())
        elif not report.tried:
            say("the quarantine is empty")
        else:
            counts = report.counts
            say(
                f"{counted(report.tried, 'hand')} read again: {counts.stored:,} stored, "
                f"{counted(counts.duplicates, 'duplicate')}, {counts.other_games:,} of other games, "
                f"{counts.quarantined:,} still in the quarantine"
            )
        if report.counts.quarantined:
            raise typer.Exit(1)


def _listing(db: Path | None) -> str:
    where = f' --db "{db}"' if db else ""
    return f"`badugi-hh hands --quarantined{where}` lists the hands in the quarantine"


@contextmanager
def filled(path: Path) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Open the database for an import; one that is made here and that nothing came into is taken away again."""
    import duckdb

    from badugi_hh.store.database import has_database
    from badugi_hh.store.disk import remove_attempt

    new = not has_database(path)
    empty = False
    try:
        with opened(path) as con:
            try:
                yield con
            finally:
                with suppress(duckdb.Error):  # one that is full or broken says nothing of its files
                    empty = new and _count_files(con) == 0
                if empty and os.name != "nt":  # while it is locked: no other process has hands in it
                    with suppress(duckdb.Error):  # a full disk may not let it
                        con.execute("CHECKPOINT")  # else DuckDB removes a log of this name when it closes
                    remove_attempt(path)
    finally:
        if empty and os.name == "nt":  # a file that is open cannot be removed there
            remove_attempt(path)


def bring_in(
    con: "duckdb.DuckDBPyConnection", paths: Sequence[Path], rules: str, stdin: bytes | None
) -> "ImportReport":
    """Import the histories under paths, with a bar of progress; Ctrl-C ends it with a word on what is kept.

    `stdin` is what `-` stands for.
    """
    from badugi_hh.store import importer

    before = _count_files(con)
    try:
        with progress_bar() as tell:
            return importer.import_paths(con, paths, rules=rules, progress=tell, stdin=stdin)
    except BaseException as error:
        if not is_interruption(error):
            raise
        kept = _count_files(con) - before
        if not kept:
            interrupted("nothing was brought in")
        interrupted(f"{counted(kept, 'file')} finished before {'is' if kept == 1 else 'are'} kept")


def _count_files(con: "duckdb.DuckDBPyConnection") -> int:
    ((files,),) = con.execute("SELECT count(*) FROM files").fetchall()
    return int(files)


def account(report: "ImportReport") -> str:
    """Return what became of all hands, in one line; files that were known are told apart."""
    from badugi_hh.store.intake import Counts

    new, known = Counts(), Counts()
    for file in report.per_file:
        (known if file.known else new).add(file.counts)
    parts = []
    if fresh := report.files - len(report.known):
        parts.append(
            f"{counted(new.hands_seen, 'hand')} in {counted(fresh, 'file')}: {new.stored:,} stored, "
            f"{counted(new.duplicates, 'duplicate')}, {new.other_games:,} of other games, "
            f"{new.quarantined:,} quarantined"
        )
    if report.known:
        parts.append(
            f"{counted(len(report.known), 'file')} known already ({counted(known.duplicates, 'hand')} stored, "
            f"{known.other_games:,} of other games, {known.quarantined:,} in the quarantine)"
        )
    if report.problems:
        parts.append(counted(len(report.problems), "problem"))
    return "; ".join(parts)


def tell_problems(
    problems: "Sequence[Problem]", rest: str = "`badugi-hh validate PATHS` prints them all"
) -> None:
    """Print the first problems of an import to standard error; `rest` says where the others are found."""
    for problem in problems[:_SHOWN]:
        note(str(problem))
    if len(problems) > _SHOWN:
        note(f"and {len(problems) - _SHOWN:,} more; {rest}")


def tell_skipped(skipped: Sequence[str]) -> None:
    """Say to standard error how many files of folders and archives were not read, and the first of them."""
    if skipped:
        others = f" and {len(skipped) - 1:,} more" if len(skipped) > 1 else ""
        note(
            f"{counted(len(skipped), 'file')} skipped, {skipped[0]}{others}: of a folder .txt, .zip and .gz files are "
            "read, of a .zip .txt files"
        )


def _propose() -> NoReturn:
    found = usual_folders(sys.platform, Path.home(), os.environ)
    if not found:
        fail("no PATHS, and no folder of the client in its usual places; name the folder of your histories")
    note("the client keeps histories here; import them with")
    for folder in found:
        note(f'  badugi-hh import "{folder}"')
    raise typer.Exit(2)


def usual_folders(platform: str, home: Path, environment: Mapping[str, str]) -> list[Path]:
    """Return the folders of PokerStars clients that exist below `home`, with those of single countries.

    `platform` is as in `sys.platform`; `LOCALAPPDATA` goes before `AppData/Local` where it is set.
    """
    bases = [(home, pattern) for pattern in _FOLDERS.get(platform, _FOLDERS["linux"])]
    if platform == "win32" and environment.get("LOCALAPPDATA"):
        bases.insert(0, (Path(environment["LOCALAPPDATA"]), "PokerStars*/HandHistory"))
    found = [folder for base, pattern in bases for folder in sorted(base.glob(pattern)) if folder.is_dir()]
    return list(dict.fromkeys(found))
