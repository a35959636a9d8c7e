"""Reads files for an import in batches of hands: several small files, or a part of one large file.

So the memory of an import does not grow with the size of a file. Nothing here parses a hand or writes to a database.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from badugi_hh.history.blocks import Item
from badugi_hh.history.source import InputError, Source, stream_blocks
from badugi_hh.history.summary import SummaryText
from badugi_hh.problems import Problem
from badugi_hh.store import intake
from badugi_hh.store.known_files import File, FileBlock, KnownFiles, hash_text

MOST_CHARACTERS = 16_000_000
"""The number of characters after which a batch has no further hand, however few its hands are."""

MOST_BATCHES = 8
"""The number of batches of small files in one transaction, at most: DuckDB stores few large ones faster."""


@dataclass(slots=True, eq=False)
class Batch:
    """Some hands, at most `intake.BATCH`.

    `transaction` is equal for consecutive batches that are stored together: those of several small files, or of one large
    file. `files` are the files that begin in the batch; one that is known or not text has no hands, and one that has grown
    has no hands of which the database has the text. A batch ends with the hand that brings its texts to `MOST_CHARACTERS`;
    `characters` is their number. `problems` are those of the files as a whole, and `summaries` those of tournaments. `size`
    is the number of bytes that were read, as the folder or the archive lists them. `unreadable` has a line for each small
    file that cannot be read, and `error` is set if the rest of a large file cannot.
    """

    transaction: int = 0
    files: list[File] = field(default_factory=list)
    blocks: list[FileBlock] = field(default_factory=list)
    problems: list[tuple[File, Problem]] = field(default_factory=list)
    summaries: list[tuple[File, SummaryText]] = field(default_factory=list)
    size: float = 0.0
    characters: int = 0
    unreadable: list[str] = field(default_factory=list)
    error: InputError | None = None

    def take(self, file: File, unread: Iterator[Item]) -> bool:
        """Add the next hands of a file and their problems; return whether there may be more."""
        for item in unread:
            if isinstance(item, Problem):
                self.problems.append((file, item))
                continue
            if isinstance(item, SummaryText):
                self.summaries.append((file, item))
                continue
            file.last_line = item.line
            if file.grown and (item.line, hash_text(item.text)) in file.grown.texts:
                continue
            self.blocks.append((file, item))
            self.characters += len(item.text)
            if len(self.blocks) == intake.BATCH or self.characters >= MOST_CHARACTERS:
                return True
        return False

    def has_room(self, other: "Batch") -> bool:
        """Return whether the files of another batch can be added to this one."""
        hands = len(self.blocks) + len(other.blocks)
        return (
            hands <= intake.BATCH
            and self.characters + other.characters <= MOST_CHARACTERS
            and len(self.files) < intake.BATCH
        )

    def add(self, other: "Batch") -> None:
        """Add the files of another batch."""
        self.files += other.files
        self.blocks += other.blocks
        self.problems += other.problems
        self.summaries += other.summaries
        self.size += other.size
        self.characters += other.characters


def read_batches(sources: Iterable[Source], known: KnownFiles) -> Iterator[Batch]:
    """Yield the hands of files in order.

    Files that are read are added to `known`.
    """
    waiting, room = Batch(), MOST_BATCHES
    for source in sources:
        file: File | None = None
        try:
            file = known.find(source)
            unread: Iterator[Item] = iter(()) if file.known else stream_blocks(source)
            batch = Batch(files=[file])
            large = batch.take(file, unread)
        except InputError as error:
            if file is not None:
                known.remove(file)
            waiting.unreadable.append(str(error))
            source.release()
            continue
        if file.known:
            source.release()
        elif file.is_text:  # a file that is not text is reported every time
            known.add(file)
        if waiting.files and (large or not waiting.has_room(batch)):
            yield waiting
            room = MOST_BATCHES if large or room == 1 else room - 1
            waiting = Batch(waiting.transaction + (room == MOST_BATCHES))
        if large:
            batch.transaction, batch.unreadable = waiting.transaction, waiting.unreadable
            yield from _read_rest(source, batch, unread, known)
            waiting = Batch(waiting.transaction + 1)
        else:
            batch.size = source.size
            waiting.add(batch)
    if waiting.files or waiting.unreadable:
        yield waiting


def _read_rest(source: Source, first: Batch, unread: Iterator[Item], known: KnownFiles) -> Iterator[Batch]:
    """Yield the batches of a large file, of which the first is read already."""
    (file,) = first.files
    batch, done, more = first, 0.0, True
    while more:
        batch.size = source.size * (source.share - done)
        done = source.share
        yield batch
        batch = Batch(first.transaction)
        try:
            more = batch.take(file, unread)
        except InputError as error:
            known.remove(file)
            batch.error, more = error, False
    batch.size = source.size * (1 - done)
    yield batch
