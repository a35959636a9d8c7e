"""The files of an import, with the counts of their hands."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeAlias

from badugi_hh.history.source import Block
from badugi_hh.problems import Problem
from badugi_hh.store.append import Row


@dataclass(slots=True)
class Counts:
    """The counts of the hands of one file; `hands_seen` is their sum."""

    stored: int = 0
    duplicates: int = 0
    other_games: int = 0
    quarantined: int = 0

    @property
    def hands_seen(self) -> int:
        """Return the number of hands in the file."""
        return self.stored + self.duplicates + self.other_games + self.quarantined

    def add(self, other: "Counts") -> None:
        """Add the counts of another file."""
        self.stored += other.stored
        self.duplicates += other.duplicates
        self.other_games += other.other_games
        self.quarantined += other.quarantined


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of the database; its last hand begins at `last_line`, after `last_offset` characters.

    `last_line` is 0 if the file has no hand.
    """

    key: int
    path: str
    size: int
    sha256: str
    last_line: int
    last_offset: int
    counts: Counts


@dataclass(slots=True, eq=False)
class File:
    """A file that is imported, or a file of the database whose quarantine is parsed again.

    `name` is the path as the user gave it, `path` the absolute one.
    `problems` are those of its hands, and `text_problems` those of the whole file. `known` is true if the bytes were
    imported before, and `is_text` false if they are not text. `written` is true if the row of the file is in the database.
    `blocks` are texts from a database, and `keys` the keys of their hands, by first line, which they keep.
    `last_line` and `last_offset` are the first line of the last hand and the number of characters before it. `grown` is
    the file of the database that is the beginning of this one: only its last hand and those after it are imported.
    `before` has the counts of the other hands of `grown`, and of its last hand if that is stored unchanged.
    """

    name: str
    size: int
    sha256: str
    blocks: list[Block] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    text_problems: list[Problem] = field(default_factory=list)
    known: bool = False
    is_text: bool = True
    counts: Counts = field(default_factory=Counts)
    before: Counts = field(default_factory=Counts)
    path: str = ""
    key: int = 0
    written: bool = False
    keys: dict[int, int] = field(default_factory=dict)
    last_line: int | None = 0
    last_offset: int | None = 0
    grown: Imported | None = None

    def end_with(self, block: Block) -> None:
        """Remember the last hand; the file cannot be continued from one that begins within a line.

        The line may have been incomplete: table talk that quotes a header is no hand once its quotation mark is there.
        """
        self.last_line, self.last_offset = (None, None) if block.in_line else (block.line, block.offset)

    def change(self, change: Counts, *, is_read: bool) -> None:
        """Add to the counts; `is_read` is true if this import has read the hand."""
        self.counts.add(change)
        if self.grown is not None and not is_read:
            self.before.add(change)

    @property
    def read_counts(self) -> Counts:
        """Return the counts of the hands that this import has read: of a file that has grown, without those of before."""
        return Counts(
            self.counts.stored - self.before.stored,
            self.counts.duplicates - self.before.duplicates,
            self.counts.other_games - self.before.other_games,
            self.counts.quarantined - self.before.quarantined,
        )


FileBlock: TypeAlias = tuple[File, Block]


def file_row(file: File) -> Row:
    """Return the row of a file in the table `files`, imported now."""
    counts = file.counts
    return (
        file.key,
        file.path if file.grown is None else file.grown.path,
        file.size,
        file.sha256,
        counts.hands_seen,
        counts.stored,
        counts.duplicates,
        counts.other_games,
        counts.quarantined,
        file.last_line,
        file.last_offset,
        datetime.now(UTC).replace(tzinfo=None),
    )
