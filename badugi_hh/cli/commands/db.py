"""`db`: checks, describes, prices, compacts and copies the database itself."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from badugi_hh.cli.console import fail, note, say_json, say_sentence
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, Json, NoWait, argument, option
from badugi_hh.cli.progress import progress_bar
from badugi_hh.cli.tables import show_table
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from badugi_hh import Hands


class DbAction(StrEnum):
    """What `db` does with the database."""

    CHECK = "check"
    INFO = "info"
    PRICE = "price"
    COMPACT = "compact"
    BACKUP = "backup"


def db(
    action: Annotated[
        DbAction,
        argument(
            "", "check it, describe it, price its hands, remove its free space, or copy it", values=DbAction
        ),
    ],
    to: Annotated[Path | None, argument("TO", "the new file of a backup")] = None,
    full: Annotated[
        bool,
        option(
            "--full", "check also that all rows follow from the stored texts; takes as long as importing them"
        ),
    ] = False,
    db: Db = None,
    no_wait: NoWait = False,
    as_json: Json = False,
) -> None:
    """Check, describe, price, compact or back up the database.

    `check` reads every table and compares the tables with each other: keys, and the counts of each file. `info` prints
    size, contents and versions. `price` computes the prices of hands that have none, or that were priced by another
    version of the model, and continues where it was interrupted; `leaks` and `report` read them. `compact` rewrites the
    file without free space; it needs as much disk again while it runs. `backup TO` copies the database to a new file, also while other commands read it, and never
    replaces a file.

    Exits with status 2 if a check finds a fault.
    """
    if (to is None) == (action is DbAction.BACKUP):
        fail("backup needs the new file: badugi-hh db backup TO" if to is None else f"{action} takes no file")
    if full and action is not DbAction.CHECK:
        fail("--full is an option of check")
    reads = action not in {DbAction.PRICE, DbAction.COMPACT}
    with opened(db, read_only=reads, wait=not no_wait, action=action) as hands:
        match action:
            case DbAction.CHECK:
                _check(hands, full=full, as_json=as_json)
            case DbAction.INFO:
                _show_info(hands, as_json=as_json)
            case DbAction.PRICE:
                _price(hands, as_json=as_json)
            case DbAction.COMPACT:
                done = hands.compact()
                text = f"{hands.path} has {done.after:,} bytes; it had {done.before:,}"
                found = {"path": done.path, "bytes_before": done.before, "bytes": done.after}
                _say(found, text, as_json=as_json)
            case DbAction.BACKUP:
                copy = hands.backup(to or Path())
                text = f"{to} is a copy of {hands.path}: {copy.size:,} bytes"
                _say({"path": copy.path, "to": copy.to, "bytes": copy.size}, text, as_json=as_json)


def _say(found: object, *texts: str, as_json: bool) -> None:
    if as_json:
        say_json(found)
        return
    for text in texts:
        say_sentence(text)


def _check(hands: "Hands", *, full: bool, as_json: bool) -> None:
    with progress_bar() as progress:
        report = hands.check(full=full, progress=progress)
    parsed = f", {counted(report.texts_parsed, 'text')} parsed again" if report.texts_parsed else ""
    checked = f"{counted(report.hands, 'hand')}, {counted(report.files, 'file')}{parsed}"
    if report.ok:
        _say(report, f"{hands.path} has no fault: {checked}", as_json=as_json)
        return
    _say(report, *map(str, report.faults), as_json=as_json)
    fail(
        f"{hands.path} has {counted(len(report.faults), 'fault')}; restore a copy of it, or import your histories again into "
        "another file named with --db"
    )


def _show_info(hands: "Hands", *, as_json: bool) -> None:
    info = hands.info()
    facts = info.as_json()
    if as_json:
        say_json(facts)
        return
    sizes = [(table["name"], f"{table['rows']:,}", f"{table['bytes']:,}") for table in facts.pop("tables")]
    numbers = {name: f"{value:,}" if type(value) is int else value for name, value in facts.items()}
    show_table(("", ""), [(name.replace("_", " "), value) for name, value in numbers.items()], whole=(0,))
    show_table(("table", "rows", "bytes"), sizes, right=(1, 2), whole=(0,))
    if info.prices_outdated or info.losses_outdated:
        note(
            "the prices or losses are of another version of the model or of solved games; db price computes them again"
        )


def _price(hands: "Hands", *, as_json: bool) -> None:
    with progress_bar() as progress:
        report = hands.price(progress=progress)
    text = "all hands have prices"
    if report.hands or report.judged_hands:
        text = (
            f"{counted(report.hands, 'hand')} priced: {counted(report.draws, 'draw')}, "
            f"{counted(report.decisions, 'decision')}; {counted(report.judged_hands, 'hand')} judged: "
            f"{counted(report.losses, 'verdict')}; in {report.seconds:.1f} s"
        )
    _say(report, text, as_json=as_json)
