"""`validate`: checks histories against the rules and prints their problems."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.api.explain import explain
from badugi_hh.cli.carets import LocatedProblem
from badugi_hh.cli.completion import one_of_these
from badugi_hh.cli.console import exit_on_user_error, fail, fail_unreadable, note, standard_input
from badugi_hh.cli.importing import ADVICE, print_skipped
from badugi_hh.cli.options import DEFAULT_ROOM, JobsOption, Paths, RulesOption, one_of
from badugi_hh.cli.reporters import REPORTERS, Format
from badugi_hh.problems import Severity
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from badugi_hh.api.validate import FileCounts

_FEW_FILES = 20  # of more files only those with something other than hands without a problem are listed


@dataclass(slots=True)
class Tally:
    """The hands and problems of one file, or of all of them."""

    hands: int = 0
    other_games: int = 0
    errors: int = 0
    warnings: int = 0
    ignored: int = 0
    repeated: int = 0

    @classmethod
    def of(cls, counts: "FileCounts", problems: Mapping[str, int]) -> "Tally":
        """Return the tally of a file; `problems` is the number of problems by severity, and of those ignored."""
        return cls(
            counts.hands,
            counts.other_games,
            problems.get(Severity.ERROR, 0),
            problems.get(Severity.WARNING, 0),
            problems.get("ignored", 0),
            counts.repeated,
        )

    def add(self, other: "Tally") -> None:
        """Add the tally of a file."""
        self.hands += other.hands
        self.other_games += other.other_games
        self.errors += other.errors
        self.warnings += other.warnings
        self.ignored += other.ignored
        self.repeated += other.repeated

    @property
    def notable(self) -> bool:
        """Return whether the file has anything other than hands without a problem."""
        return bool(self.errors or self.warnings or self.ignored or self.other_games or not self.hands)

    def __str__(self) -> str:
        ignored = f", {self.ignored:,} ignored" if self.ignored else ""
        repeated = f", {self.repeated:,} repeated" if self.repeated else ""
        return (
            f"{self.other_games:,} of other games{repeated}: "
            f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')}{ignored}"
        )


@exit_on_user_error(unread=1)
def validate(
    paths: Paths = None,
    rules: RulesOption = DEFAULT_ROOM,
    jobs: JobsOption = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE", help="ignore these problem codes: 'M05,R12'; repeatable", show_default=False
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="treat warnings as errors")] = False,
    output: Annotated[
        Format | None,
        typer.Option(
            "--format",
            parser=one_of(Format),
            autocompletion=one_of_these(Format),
            metavar="|".join(Format),
            help="output format; default: text",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="same as --format json")] = False,
) -> None:
    """Check histories against the rules. Each problem is printed with its file, line and column, and the line itself.

    The hands of a table are also compared with each other, in playing order: chips, button, missing hands, small blind.
    Nothing is stored. Exits with status 1 if there is an error or no hand, or if the output pipe is closed early.

    Formats: `json` prints one object per line, `github` prints workflow annotations, `sarif` prints a log for code
    hosts.
    """
    if not paths:
        fail("no PATHS; name the files or folders to check")
    if as_json and output not in {None, Format.JSON}:
        fail(f"--json and --format {output} contradict each other; use one of them")
    ignored_codes = _read_codes(ignore or [])
    from badugi_hh.api.validate import HistoryCheck
    from badugi_hh.store.workers import usual_jobs

    form = Format.JSON if as_json else output or Format.TEXT
    reporter = REPORTERS[form]()
    check = HistoryCheck(paths, rules=rules, stdin=standard_input(paths), jobs=jobs or usual_jobs())
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with closing(check.problems()) as problems:
        for problem, line, span in problems:
            severity = Severity.ERROR if strict else problem.severity
            ignored = problem.code.id in ignored_codes
            found[problem.place.file]["ignored" if ignored else severity] += 1
            if not ignored:
                reporter.report(LocatedProblem(problem, severity, line, span))
    total = Tally()
    for name, counts in check.files.items():
        tally = Tally.of(counts, found[name])
        if check.sources > 1 and (check.sources <= _FEW_FILES or tally.notable):
            note(f"{name}: {counted(tally.hands, 'hand')}, {tally}")
        total.add(tally)
    reporter.end(check.unreadable)
    print_skipped(check.skipped)
    if form is Format.TEXT and total.hands and (total.errors or total.warnings):
        note(ADVICE)
    note(f"{counted(total.hands, 'hand')} in {counted(len(check.files), 'file')}, {total}")
    if check.unreadable:
        fail_unreadable(check.unreadable)
    if total.errors or not total.hands:
        raise typer.Exit(1)


def _read_codes(given: list[str]) -> set[str]:
    """Return the codes in lists such as `M05,R12`."""
    codes = {code.strip().upper() for each in given for code in each.split(",")} - {""}
    for code in sorted(codes):
        try:
            explain(code)
        except LookupError as error:
            fail(str(error))
    return codes
