"""`retry`: checks the hands in the quarantine again."""

import typer

from badugi_hh.cli.console import note, say_json, say_sentence
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import QUARANTINE_HINT, summaries_text
from badugi_hh.cli.options import DEFAULT_ROOM, Db, Json, NoPrices, NoWait, RulesOption
from badugi_hh.cli.problem_texts import note_problems
from badugi_hh.cli.progress import progress_bar
from badugi_hh.wording.formats import counted


def retry(
    db: Db = None,
    no_wait: NoWait = False,
    rules: RulesOption = DEFAULT_ROOM,
    no_prices: NoPrices = False,
    as_json: Json = False,
) -> None:
    """Check the hands in the quarantine again. Hands without an error are stored.

    Use it after an upgrade, or with other rules.

    The history files are not needed, because the quarantine contains the text of each hand. Remaining problems are
    printed. Exits with status 1 if a hand stays in the quarantine.
    """
    with opened(db, read_only=False, wait=not no_wait) as hands, progress_bar() as progress:
        report = hands.retry(rules=rules, prices=not no_prices, progress=progress)
    note_problems(report.problems, "`badugi-hh replay HAND` prints those of one hand")
    if report.counts.quarantined:
        note(QUARANTINE_HINT)
    if as_json:
        say_json(report)
    elif not report.tried and not report.summaries:
        say_sentence("the quarantine is empty")
    else:
        counts = report.counts
        say_sentence(
            f"{counted(report.tried, 'hand')} checked again: {counts.stored:,} stored, "
            f"{counted(counts.duplicates, 'duplicate')}, {counts.other_games:,} of other games, "
            f"{counts.quarantined:,} still in the quarantine"
        )
        if report.summaries:
            say_sentence(
                f"{summaries_text(report.summaries)} read that had an error or a line that was not read"
            )
    if report.counts.quarantined:
        raise typer.Exit(1)
