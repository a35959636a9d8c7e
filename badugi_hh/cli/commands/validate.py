"""`validate`: what is wrong with histories."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.carets import Pointed
from badugi_hh.cli.completion import one_of_these
from badugi_hh.cli.console import exit_on_user_error, fail, fail_unreadable, note, standard_input
from badugi_hh.cli.importing import print_skipped
from badugi_hh.cli.options import DEFAULT_ROOM, Paths, RulesOption, one_of
from badugi_hh.cli.problem_codes import read_codes
from badugi_hh.cli.reporters import REPORTERS, Format
from badugi_hh.problems import Problem, Severity, Span
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    from badugi_hh.history.source import Source

_FEW_FILES = 20  # of more files only those are listed that have anything but hands without a problem


@dataclass(slots=True)
class Tally:
    """What was met in one file, or in all of them."""

    hands: int = 0
    other_games: int = 0
    errors: int = 0
    warnings: int = 0
    ignored: int = 0
    again: int = 0

    def add(self, other: "Tally") -> None:
        """Add what was met in a file."""
        self.hands += other.hands
        self.other_games += other.other_games
        self.errors += other.errors
        self.warnings += other.warnings
        self.ignored += other.ignored
        self.again += other.again

    @property
    def notable(self) -> bool:
        """Return whether there is anything but hands without a problem."""
        return bool(self.errors or self.warnings or self.ignored or self.other_games or not self.hands)

    def __str__(self) -> str:
        ignored = f", {self.ignored:,} ignored" if self.ignored else ""
        again = f", {self.again:,} met before" if self.again else ""
        return (
            f"{self.other_games:,} of other games{again}: "
            f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')}{ignored}"
        )


def validate(
    paths: Paths = None,
    rules: RulesOption = DEFAULT_ROOM,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE", help="leave these codes out: 'M05,R12'; may be given again", show_default=False
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="call warnings errors")] = False,
    output: Annotated[
        Format | None,
        typer.Option(
            "--format",
            parser=one_of(Format),
            autocompletion=one_of_these(Format),
            metavar="|".join(Format),
            help="how problems are told; text without it",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="the same as --format json")] = False,
) -> None:
    """Check histories against the rules and point at each problem: file, line and column, and the line itself.

    The hands of a table are also held against each other, in the order they were played: chips, button, missing hands.
    Nothing is stored. Ends with status 1 where there is an error, or no hand, or nobody reads its answer to the end;
    --strict makes errors of warnings, --ignore leaves codes out. As for the forms, `json` is one object a line, `github` annotations of a workflow, `sarif` a log for
    code hosts.
    """
    with exit_on_user_error(unread=1):
        if not paths:
            fail("no PATHS; name the files or folders to check")
        if as_json and output not in {None, Format.JSON}:
            fail(f"--json and --format {output} contradict each other; give one of them")
        left_out = read_codes(ignore or [])
        from badugi_hh.engine.rules import ROOMS
        from badugi_hh.history.source import InputError, find_sources, stream_blocks
        from badugi_hh.history.spans import find_spans
        from badugi_hh.problems import Place
        from badugi_hh.replay import Sessions
        from badugi_hh.store.reading import Views, check_block, is_other_game

        reporter = REPORTERS[Format.JSON if as_json else output or Format.TEXT]()
        tallies: dict[str, Tally] = {}
        unreadable: list[str] = []

        def tell(problem: Problem, tally: Tally, line: str | None = None, span: Span | None = None) -> None:
            if problem.code.id in left_out:
                tally.ignored += 1
                return
            severity = Severity.ERROR if strict else problem.severity
            tally.errors += severity is Severity.ERROR
            tally.warnings += severity is Severity.WARNING
            reporter.tell(Pointed(problem, severity, line, span))

        skipped: list[str] = []
        sources = list(find_sources(paths, skipped, stdin=standard_input(paths)))
        views, sessions = Views(ROOMS[rules]), Sessions()
        for source in sources:
            tally = tallies.setdefault(source.name, Tally())
            try:
                for found in stream_blocks(source):
                    if isinstance(found, Problem):
                        tell(found, tally)
                        continue
                    checked = check_block(found, ROOMS[rules])
                    tally.hands += 1
                    tally.other_games += is_other_game(checked.reading)
                    tally.again += views.knows(checked)
                    if checked.replay is not None:
                        sessions.add(checked.replay, Place(found.file, found.line))
                    elif checked.reading.hand_id is not None:
                        sessions.leave_out(checked.reading.hand_id)
                    problems = (*checked.problems, *filter(None, [views.compare(checked)]))
                    for problem, line, span in find_spans(found, problems):
                        tell(problem, tally, line, span)
            except InputError as error:
                unreadable.append(str(error))
                del tallies[source.name]
        across: dict[str, list[Problem]] = {}
        for problem in sessions.check():
            across.setdefault(problem.place.file, []).append(problem)
        for source in sources:
            here = across.pop(source.name, []) if source.name in tallies else []
            shown = _find_again(source, here) if here else {}
            for problem in here:
                tell(problem, tallies[source.name], *shown.get(problem, ()))
        total = Tally()
        for name, tally in tallies.items():
            if len(sources) > 1 and (len(sources) <= _FEW_FILES or tally.notable):
                note(f"{name}: {counted(tally.hands, 'hand')}, {tally}")
            total.add(tally)
        reporter.end(unreadable)
        print_skipped(skipped)
        note(f"{counted(total.hands, 'hand')} in {counted(len(tallies), 'file')}, {total}")
        if unreadable:
            fail_unreadable(unreadable)
        if total.errors or not total.hands:
            raise typer.Exit(1)


def _find_again(source: "Source", problems: list[Problem]) -> dict[Problem, tuple[str | None, Span | None]]:
    """Return the lines and the spans of problems of a source that is read again; none where it cannot be."""
    from badugi_hh.history.source import Block, InputError, stream_blocks
    from badugi_hh.history.spans import find_spans

    shown: dict[Problem, tuple[str | None, Span | None]] = {}
    with suppress(InputError):
        for block in stream_blocks(source):
            if isinstance(block, Block):
                last = block.line + block.text.count("\n")
                here = [problem for problem in problems if block.line <= problem.place.line <= last]
                shown |= {problem: (line, span) for problem, line, span in find_spans(block, here)}
    return shown
