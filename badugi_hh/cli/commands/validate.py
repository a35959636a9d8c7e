"""`validate`: checks histories against the rules and prints their problems."""

from collections import Counter
from dataclasses import asdict
from typing import Annotated

import typer

from badugi_hh.cli.console import fail, fail_unreadable, note, say_json, standard_input
from badugi_hh.cli.importing import print_skipped, summaries_text
from badugi_hh.cli.options import DEFAULT_ROOM, Paths, RulesOption, option
from badugi_hh.cli.problem_texts import ADVICE, located_json, say_problems
from badugi_hh.wording.formats import counted

_FEW_FILES = 20  # of more files only those with something other than hands without a problem are listed


def validate(
    paths: Paths = None,
    rules: RulesOption = DEFAULT_ROOM,
    as_json: Annotated[bool, option("--json", "print one JSON object per line")] = False,
) -> None:
    """Check histories against the rules. Each problem is printed with its file, line and column, and the line itself.

    The hands of a table are also compared with each other, in playing order: chips, button, missing hands, small blind.
    Nothing is stored. Exits with status 1 if there is an error or no hand, or if the output pipe is closed early.
    """
    if not paths:
        fail("no PATHS; name the files or folders to check")
    from badugi_hh.api.validate import HistoryCheck

    check = HistoryCheck(paths, rules=rules, stdin=standard_input(paths))
    if as_json:
        for located in check.problems():
            say_json(located_json(located), lines=True)
    else:
        say_problems(check.problems())
    total: Counter[str] = Counter()
    for name, counts in check.files.items():
        tally = +Counter(asdict(counts))
        notable = tally.keys() - {"repeated"} != {"hands"}
        if check.sources > 1 and (check.sources <= _FEW_FILES or notable):
            note(f"{name}: {counted(tally['hands'], 'hand')}, {_describe(tally)}")
        total += tally
    print_skipped(check.skipped)
    if not as_json and total["hands"] and (total["errors"] or total["warnings"]):
        note(ADVICE)
    note(f"{counted(total['hands'], 'hand')} in {counted(len(check.files), 'file')}, {_describe(total)}")
    if check.unreadable:
        fail_unreadable(check.unreadable)
    if total["errors"] or not (total["hands"] or total["summaries"]):
        raise typer.Exit(1)


def _describe(tally: Counter[str]) -> str:
    """Return the numbers of hands of other games and of repeated hands, and those of problems."""
    repeated = f", {tally['repeated']:,} repeated" if tally["repeated"] else ""
    summaries = f", {summaries_text(number)}" if (number := tally["summaries"]) else ""
    return (
        f"{tally['other_games']:,} of other games{repeated}{summaries}: "
        f"{counted(tally['errors'], 'error')}, {counted(tally['warnings'], 'warning')}"
    )
