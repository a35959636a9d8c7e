"""The import of histories with a progress bar, and the summary that is printed.

Shared by `import`, `retry`, `report` and `validate`.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from badugi_hh.cli.console import interrupted, is_interruption, note
from badugi_hh.cli.progress import progress_bar
from badugi_hh.store.progress_shares import part_of
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.store.importer import ImportReport
    from badugi_hh.store.price_pass import PriceReport

_NAMED = 5
"""So many skipped documents of one kind are named at most."""

READING = 0.5
"""The share of the time of an import that it reads and stores hands, about; then it computes their prices."""

_PRICES_KEPT = "the prices so far are kept; badugi-hh db price continues"
QUARANTINE_HINT = "`badugi-hh hands --quarantined` lists the hands in the quarantine"


def import_with_progress(
    con: "duckdb.DuckDBPyConnection",
    paths: Sequence[Path],
    rules: str,
    stdin: bytes | None,
    *,
    prices: bool = True,
) -> "ImportReport":
    """Import the histories under `paths` with a progress bar; on Ctrl-C, exit with what is kept.

    `stdin` is the content of `-`. With `prices`, all hands of the database have prices afterwards.
    """
    from badugi_hh.store import importer, price_pass
    from badugi_hh.store.connection import path_of

    before = _count_files(con)
    report = None
    try:
        with progress_bar() as progress:
            reading = part_of(progress, 0, READING if prices else 1)
            report = importer.import_paths(con, paths, rules=rules, progress=reading, stdin=stdin)
            if not prices:
                return report
            priced = price_pass.price_hands(con, progress=part_of(progress, READING, 1))
            return replace(report, seconds=report.seconds + priced.seconds)
    except BaseException as error:
        if not is_interruption(error):
            raise
        if path_of(con) is None:
            interrupted()
        if report is not None:
            interrupted(_PRICES_KEPT)
        kept = _count_files(con) - before
        if not kept:
            interrupted("nothing was imported")
        interrupted(f"{counted(kept, 'file')} finished before {'is' if kept == 1 else 'are'} kept")


def note_conflicts(con: "duckdb.DuckDBPyConnection") -> None:
    """Print the number of results of tournaments that hands and a summary state differently."""
    ((number,),) = con.execute("SELECT count(*) FROM tournament_conflicts").fetchall()
    if number:
        note(
            f"{counted(number, 'result')} of tournaments in which hands and summary differ, and which count as unknown; "
            "badugi-hh sql 'FROM tournament_conflicts' lists them"
        )


def price_with_progress(con: "duckdb.DuckDBPyConnection") -> "PriceReport":
    """Price the hands that have no prices, with a progress bar; on Ctrl-C, exit and say that the prices so far are kept."""
    from badugi_hh.store.price_pass import price_hands

    try:
        with progress_bar() as progress:
            return price_hands(con, progress=progress)
    except BaseException as error:
        if not is_interruption(error):
            raise
        interrupted(_PRICES_KEPT)


def note_other_model(con: "duckdb.DuckDBPyConnection") -> bool:
    """Print to standard error that the prices are of another version of the model; return whether they are."""
    from badugi_hh.store.computation import MODEL

    if found := MODEL.has_other(con):
        note("the prices are of another version of the model; badugi-hh db price computes them again")
    return found


def _count_files(con: "duckdb.DuckDBPyConnection") -> int:
    ((files,),) = con.execute("SELECT count(*) FROM files").fetchall()
    return int(files)


def import_summary(report: "ImportReport") -> str:
    """Return the number of hands by outcome in one line; known files and those that cannot be read are counted separately."""
    from badugi_hh.store.known_files import Counts

    new, known = Counts(), Counts()
    for file in report.per_file:
        (known if file.known else new).add(file.counts)
    parts = []
    not_text = len(report.not_text)
    if fresh := report.files - len(report.known) - not_text:
        parts.append(
            f"{counted(new.hands_seen, 'hand')} in {counted(fresh, 'file')}: {new.stored:,} stored, "
            f"{counted(new.duplicates, 'duplicate')}, {new.other_games:,} of other games, "
            f"{new.quarantined:,} quarantined"
        )
    if report.known:
        parts.append(
            f"{counted(len(report.known), 'file')} known already, with {counted(known.hands_seen, 'hand')}: "
            f"{known.duplicates:,} known, {known.other_games:,} of other games, {known.quarantined:,} quarantined"
        )
    if report.grown:
        parts.append(f"{counted(len(report.grown), 'file')} grown since an earlier import")
    if report.unread:
        parts.append(f"{counted(len(report.unread), 'file')} cannot be read")
    if report.summaries:
        parts.append(summaries_text(report.summaries))
    if report.problems:
        files = len({problem.place.file for problem in report.problems})
        parts.append(f"{counted(len(report.problems), 'problem')} in {counted(files, 'file')}")
    return "; ".join(parts)


def summaries_text(number: int) -> str:
    """Return a number of tournament summaries."""
    return f"{number:,} tournament {'summary' if number == 1 else 'summaries'}"


def print_skipped(skipped: Sequence[str]) -> None:
    """Print the number of skipped files of folders, archives and mails to standard error, and what can be done about them.

    Documents and archives that may have hands are named, at most `_NAMED` of each kind; of all others the first one is.
    """
    from badugi_hh.history.documents import KINDS, find_kind

    kinds = [find_kind(name) for name in skipped]
    for kind in KINDS:
        names = [name for name, its_kind in zip(skipped, kinds, strict=True) if its_kind is kind]
        if names:
            what = f"1 file that is {kind.one}" if len(names) == 1 else f"{len(names):,} {kind.many}"
            more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
            note(f"{what} skipped, {', '.join(names[:_NAMED])}{more}: {kind.advice}")
    others = [name for name, kind in zip(skipped, kinds, strict=True) if kind is None]
    if others:
        more = f" and {len(others) - 1:,} more" if len(others) > 1 else ""
        # A name with a reason behind it is not skipped for its suffix, which is said below.
        first = next((name for name in others if name.endswith(")")), others[0])
        note(
            f"{counted(len(others), 'file')} skipped, {first}{more}: badugi-hh reads the .txt, .zip, .gz, .zst, .eml and "
            ".mbox files of a folder and others that begin with a hand, the .txt, .eml and .mbox files of a .zip, and the .txt, .zip, .gz and .zst files of a mail"
        )
