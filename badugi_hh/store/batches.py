"""Reads files for an import in batches of hands: several small files, or a part of one large file.

So the memory of an import does not grow with the size of a file. Nothing here parses a hand or writes to a database.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from badugi_hh.history.source import Block, InputError, Source, stream_blocks
from badugi_hh.problems import Problem
from badugi_hh.store import intake
from badugi_hh.store.known_files import File, FileBlock, KnownFiles

MOST_CHARACTERS = 16_000_000
"""The number of characters after which a batch has no further hand, however few its hands are."""


@dataclass(frozen=True, slots=True, eq=False)
class FileGroup:
    """The files of one transaction, and their sources: several small files, or one large file."""

    files: list[File] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)

    @property
    def new(self) -> list[File]:
        """Return the files to import, without those known already and those that are not text."""
        return [file for file in self.files if not file.known and file.is_text]


@dataclass(slots=True, eq=False)
class Batch:
    """Some hands of a group, at most `intake.BATCH`; the batches of a group follow each other.

    A batch ends with the hand that brings its texts to `MOST_CHARACTERS`; `characters` is their number. `problems` are
    those of the files as a whole. `size` is the number of bytes that were read, as the folder or the archive lists
    them. `error` is set if the rest of the file cannot be read.
    """

    group: FileGroup = field(default_factory=FileGroup)
    blocks: list[FileBlock] = field(default_factory=list)
    problems: list[tuple[File, Problem]] = field(default_factory=list)
    size: float = 0.0
    characters: int = 0
    error: InputError | None = None

    def take(self, file: File, found: Iterator[Block | Problem]) -> bool:
        """Add the next hands of a file and their problems; return whether there may be more."""
        for each in found:
            if isinstance(each, Problem):
                self.problems.append((file, each))
                continue
            self.blocks.append((file, each))
            self.characters += len(each.text)
            if len(self.blocks) == intake.BATCH or self.characters >= MOST_CHARACTERS:
                return True
        return False

    def has_room(self, other: "Batch") -> bool:
        """Return whether the files of another batch can be added to this one."""
        hands = len(self.blocks) + len(other.blocks)
        return (
            hands <= intake.BATCH
            and self.characters + other.characters <= MOST_CHARACTERS
            and len(self.group.files) < intake.BATCH
        )

    def add(self, other: "Batch") -> None:
        """Add the files of another batch."""
        self.group.files.extend(other.group.files)
        self.group.sources.extend(other.group.sources)
        self.blocks += other.blocks
        self.problems += other.problems
        self.size += other.size
        self.characters += other.characters


def read_batches(sources: Iterable[Source], known: KnownFiles, unreadable: list[str]) -> Iterator[Batch]:
    """Yield the hands of files in order.

    Known files have no hands, and of files that have grown only the last known hand and those after it are read. Files
    that are read are added to `known`. For each file that cannot be read, a line is added to `unreadable`.
    """
    waiting = Batch()
    for source in sources:
        file: File | None = None
        try:
            file, found = _begin(source, known)
            batch = Batch(FileGroup([file], [source]))
            large = batch.take(file, found)
        except InputError as error:
            if file is not None:
                known.remove(file)
            unreadable.append(str(error))
            source.release()
            continue
        if file.known:
            source.release()
        elif file.is_text:  # a file that is not text is reported every time
            known.add(file)
        if waiting.group.files and (large or not waiting.has_room(batch)):
            yield waiting
            waiting = Batch()
        if large:
            yield from _read_rest(source, batch, found, known)
        else:
            batch.size = source.size
            waiting.add(batch)
    if waiting.group.files:
        yield waiting


def _begin(source: Source, known: KnownFiles) -> tuple[File, Iterator[Block | Problem]]:
    """Return a file with an iterator over what is to be imported from it.

    Raises:
        InputError: the file cannot be read.
    """
    scan = source.scan(known.sizes_of(source.path))
    file = File(
        source.name,
        scan.size,
        scan.sha256,
        known=known.knows(scan.sha256),
        is_text=scan.encoding is not None,
        path=source.path,
    )
    if file.known:
        return file, iter(())
    file.grown = known.find_beginning(source.path, scan) if file.is_text else None
    if file.grown is None or not file.grown.last_line:
        return file, stream_blocks(source)
    return file, stream_blocks(source, line=file.grown.last_line, offset=file.grown.last_offset)


def _read_rest(
    source: Source, first: Batch, found: Iterator[Block | Problem], known: KnownFiles
) -> Iterator[Batch]:
    """Yield the batches of a large file, of which the first is read already."""
    (file,) = first.group.files
    batch, done, more = first, 0.0, True
    while more:
        batch.size = source.size * (source.share - done)
        done = source.share
        yield batch
        batch = Batch(first.group)
        try:
            more = batch.take(file, found)
        except InputError as error:
            known.remove(file)
            batch.error, more = error, False
    batch.size = source.size * (1 - done)
    yield batch
