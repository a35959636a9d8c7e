"""`retry`: reads the hands in the quarantine again."""

import typer

from badugi_hh.cli.console import (
    exit_on_user_error,
    note,
    say,
    say_json,
)
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import (
    print_problems,
    quarantine_hint,
)
from badugi_hh.cli.options import DEFAULT_ROOM, Db, Json, RulesOption
from badugi_hh.report.formats import counted


def retry(db: Db = None, rules: RulesOption = DEFAULT_ROOM, as_json: Json = False) -> None:
    """Read the hands in the quarantine again, after an upgrade or by other rules; those that pass now are stored.

    The files are not needed: the quarantine keeps each hand's text. What is still wrong is told; ends with status 1
    where a hand is still in the quarantine.
    """
    with exit_on_user_error():
        from badugi_hh.store.database import default_path
        from badugi_hh.store.retry import retry_quarantine

        path = db or default_path()
        with opened(path, read_only=True):
            pass  # a database that is not there is told, not made
        with opened(path) as con:
            report = retry_quarantine(con, rules=rules)
        print_problems(report.problems, "`badugi-hh replay HAND` tells those of a hand")
        if report.counts.quarantined:
            note(quarantine_hint(db))
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
