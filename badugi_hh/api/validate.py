"""The check of histories against the rules, without a database.

`HistoryCheck` yields problems while it reads, for output that does not wait for the last file; `validate` returns all
of them at once.
"""

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from badugi_hh.api.choices import find_rules
from badugi_hh.history.source import Block, InputError, Source, find_sources, stream_blocks
from badugi_hh.history.spans import Located, find_spans
from badugi_hh.history.summary import SummaryText
from badugi_hh.problems import Problem, Severity, Span
from badugi_hh.replay import TableContinuity
from badugi_hh.store.hand_checks import HandCheck, Views, check_texts

CHUNK = 2_000_000
"""The number of characters of texts that are checked together, at least: arrays need many hands to be fast."""

_Item: TypeAlias = Block | SummaryText | Problem | InputError | None
"""What is read of a file: that it begins (None), a hand, a tournament summary, a problem, or that the rest cannot be read."""
_Read: TypeAlias = tuple[Source, _Item]


@dataclass(slots=True)
class FileCounts:
    """The hands of one file: all, those of other games, and those whose number an earlier hand has; its tournament summaries and problems."""

    hands: int = 0
    other_games: int = 0
    repeated: int = 0
    summaries: int = 0
    errors: int = 0
    warnings: int = 0


@dataclass(frozen=True, slots=True)
class Validation:
    """The result of a check of histories.

    `hands` are all hands, `other_games` those of other games, `repeated` those whose number an earlier hand has.
    `summaries` is the number of tournament summaries. `problems` come in the order of the files and their lines, those between hands of a table last. `unreadable` has one
    line for each file that cannot be read, and `skipped` the names of files in folders and archives that are not
    histories.
    """

    files: int
    hands: int
    other_games: int
    repeated: int
    summaries: int
    problems: tuple[Problem, ...]
    unreadable: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Return whether there is at least one hand or summary, no error, and no file that cannot be read."""
        errors = any(problem.severity is Severity.ERROR for problem in self.problems)
        return bool(self.hands or self.summaries) and not errors and not self.unreadable


class HistoryCheck:
    """A check of all histories under `paths`; the hands of each table are compared with each other at its end.

    `files` has the counts by file name, and grows while `problems` is read, as does `unreadable`.
    """

    def __init__(
        self, paths: Iterable[Path | str], *, rules: str = "pokerstars", stdin: bytes | None = None
    ) -> None:
        """Find the files; `stdin` is the content of the path `-`.

        Raises:
            InputError: a path is missing or has no history.
            LookupError: there is no room of the name `rules`.
        """
        room = find_rules(rules)
        self._rules = rules
        self.skipped: list[str] = []
        self._sources = list(find_sources(paths, self.skipped, stdin=stdin))
        self._views, self._continuity = Views(room), TableContinuity()
        self.files: dict[str, FileCounts] = {}
        self.unreadable: list[str] = []

    @property
    def sources(self) -> int:
        """Return the number of files, those that cannot be read included."""
        return len(self._sources)

    def problems(self) -> Generator[Located, None, None]:
        """Yield each problem with the text of its line and the part of it that is wrong.

        The line is None for a problem of the whole file; the span is None if it is unknown or the whole line.
        """
        for located in chain(self._problems_within(), self._problems_across()):
            problem = located[0]
            if counts := self.files.get(problem.place.file):
                is_error = problem.severity is Severity.ERROR
                counts.errors += is_error
                counts.warnings += not is_error
            yield located

    def _problems_within(self) -> Iterator[Located]:
        for chunk in _chunks(self._read_files(), CHUNK):
            checks = iter(check_texts([item for _, item in chunk if isinstance(item, Block)], self._rules))
            for source, item in chunk:
                yield from self._problems_of(source, item, checks)

    def _read_files(self) -> Iterator[_Read]:
        for source in self._sources:
            yield source, None
            try:
                for item in stream_blocks(source):
                    yield source, item
            except InputError as error:
                yield source, error

    def _problems_of(self, source: Source, item: _Item, checks: Iterator[HandCheck]) -> Iterator[Located]:
        """Count what is read of a file, and yield its problems; `checks` are those of the hands, in order."""
        counts = self.files.setdefault(source.name, FileCounts())
        match item:
            case Problem():
                yield item, None, None
            case InputError():
                self.unreadable.append(str(item))
                del self.files[source.name]
            case SummaryText():
                counts.summaries += 1
                lines = item.text.split("\n")
                for problem in item.problems:
                    yield problem, lines[problem.place.line - item.line], None
            case Block():
                check = next(checks)
                counts.hands += 1
                counts.other_games += check.other_game
                counts.repeated += self._views.knows(check)
                self._continuity.add(check.entry)
                yield from check.problems
                yield from find_spans(item, [*filter(None, [self._views.compare(check, item)])])

    def _problems_across(self) -> Iterator[Located]:
        """Yield the problems between hands of one table, by file; they are known only when all files are read."""
        across: defaultdict[str, list[Problem]] = defaultdict(list)
        for problem in self._continuity.check():
            across[problem.place.file].append(problem)
        for source in self._sources:
            here = across.pop(source.name, []) if source.name in self.files else []
            shown = _find_again(source, here) if here else {}
            for problem in here:
                yield problem, *shown.get(problem, (None, None))


def validate(*paths: Path | str, rules: str = "pokerstars") -> Validation:
    """Check histories against the rules: files, folders, globs, archives (`.zip`, `.gz`, `.zst`) and saved mails. Nothing is stored.

    The hands of a table are also compared with each other: chips, button, missing hands, small blinds. A file that
    cannot be read does not stop the check; `Validation.unreadable` names it.

    Raises:
        InputError: a path is missing or has no history.
        LookupError: there is no room of the name `rules`.
    """
    check = HistoryCheck(paths, rules=rules)
    problems = tuple(problem for problem, *_ in check.problems())
    total = Counter[str]()
    for counts in check.files.values():
        total.update(asdict(counts))
    return Validation(
        files=len(check.files),
        **{name: total[name] for name in ("hands", "other_games", "repeated", "summaries")},
        problems=tuple(problem for problem in problems if problem.place.file in check.files),
        unreadable=tuple(check.unreadable),
        skipped=tuple(check.skipped),
    )


def _chunks(read: Iterable[_Read], size: int) -> Iterator[list[_Read]]:
    """Yield what is read in chunks; each but the last has hands of at least `size` characters."""
    chunk: list[_Read] = []
    characters = 0
    for source, item in read:
        chunk.append((source, item))
        if isinstance(item, Block):
            characters += len(item.text)
            if characters >= size:
                yield chunk
                chunk, characters = [], 0
    yield chunk


def _find_again(source: Source, problems: Sequence[Problem]) -> dict[Problem, tuple[str | None, Span | None]]:
    """Return the lines and spans of problems of a source that is read again; none if it cannot be read again."""
    shown: dict[Problem, tuple[str | None, Span | None]] = {}
    with suppress(InputError):
        for block in stream_blocks(source):
            if isinstance(block, Block):
                last = block.line + block.text.count("\n")
                here = [problem for problem in problems if block.line <= problem.place.line <= last]
                shown |= {problem: (line, span) for problem, line, span in find_spans(block, here)}
    return shown
