"""`import`: adds histories to the database, and finds the folders where the client saves them."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import typer

from badugi_hh.cli.console import fail, fail_unreadable, named, note, say_json, say_sentence, standard_input
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import QUARANTINE_HINT, import_summary, print_skipped
from badugi_hh.cli.options import DEFAULT_ROOM, Db, Json, NoPrices, NoWait, Paths, RulesOption
from badugi_hh.cli.problem_texts import note_problems
from badugi_hh.cli.progress import progress_bar

_FOLDERS = {
    "win32": ("AppData/Local/PokerStars*/HandHistory",),
    "darwin": ("Library/Application Support/PokerStars*/HandHistory",),
    "linux": (
        ".wine/drive_c/users/*/AppData/Local/PokerStars*/HandHistory",
        ".wine/drive_c/users/*/Local Settings/Application Data/PokerStars*/HandHistory",
    ),
}


def import_(
    paths: Paths = None,
    db: Db = None,
    no_wait: NoWait = False,
    rules: RulesOption = DEFAULT_ROOM,
    no_prices: NoPrices = False,
    as_json: Json = False,
) -> None:
    """Import histories into the database. A file or hand that is already stored is not counted twice.

    The hands are stored with the prices that `leaks` and `report` read; --no-prices leaves this to `db price`.

    Without PATHS, prints the folders on this computer where the client usually saves histories. Exits with
    status 1 if a hand has an error and is quarantined, if a tournament summary has an error and is not read, or if a
    file is not text, and with status 2 if no hand
    history was found.
    """
    if not paths:
        _propose()
    stdin = standard_input(paths)
    with opened(db, create=True, wait=not no_wait) as hands, progress_bar() as progress:
        report = hands.import_paths(*paths, rules=rules, progress=progress, prices=not no_prices, stdin=stdin)
    note(*report.notes)
    note_problems(
        report.problems,
        always=dict.fromkeys((*report.not_text, *report.unread_summaries)),
        advice=report.hands_seen > 0,
    )
    print_skipped(report.skipped)
    if report.quarantined:
        note(QUARANTINE_HINT)
    note(*report.rare)
    if as_json:
        say_json(report)
    elif report.files:
        into = f", into {hands.path}" if report.hands_seen or report.summaries else ""
        say_sentence(f"{import_summary(report)}, in {report.seconds:.1f} s{into}")
    if report.unreadable:
        fail_unreadable(report.unreadable, len(report.not_text))
    if not (report.hands_seen or report.summaries):
        fail(f"no hand history in {named(paths)}")
    if not report.ok:
        raise typer.Exit(1)


def _propose() -> NoReturn:
    folders = usual_folders(sys.platform, Path.home(), os.environ)
    if not folders:
        fail("no PATHS, and no client folder in the usual places; name the folder of your histories")
    note("the client saves histories here; import them with")
    for folder in folders:
        note(f'  badugi-hh import "{folder}"')
    raise typer.Exit(2)


def usual_folders(platform: str, home: Path, environment: Mapping[str, str]) -> list[Path]:
    """Return the history folders of PokerStars clients, national clients included, that exist below `home`.

    `platform` is a value of `sys.platform`. If `LOCALAPPDATA` is set, it is searched before `AppData/Local`.
    """
    bases = [(home, pattern) for pattern in _FOLDERS.get(platform, _FOLDERS["linux"])]
    if platform == "win32" and environment.get("LOCALAPPDATA"):
        bases.insert(0, (Path(environment["LOCALAPPDATA"]), "PokerStars*/HandHistory"))
    folders = [path for base, pattern in bases for path in sorted(base.glob(pattern)) if path.is_dir()]
    return list(dict.fromkeys(folders))
