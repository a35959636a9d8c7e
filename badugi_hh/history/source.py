"""Finds hand-history files and reads them: paths to sources, a source to the blocks of its hands.

A path that cannot be read is an `InputError`, whose message has one line that says what to do; an invalid hand in a file
is a problem. Archives are read in place; nothing is unpacked to disk.
"""

import hashlib
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from glob import glob, has_magic
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO

from badugi_hh import problems as codes
from badugi_hh.history.archives import (
    OPENERS,
    PIECE,
    UNREADABLE,
    Archive,
    Stream,
    Zips,
    explain_error,
    find_format,
)
from badugi_hh.history.blocks import LONGEST, HandTooLongError, split_blocks
from badugi_hh.history.blocks import Block as Block  # noqa: PLC0414 -- it is known by this place
from badugi_hh.history.encoding import NotTextError, decode, find_encoding, half_character
from badugi_hh.history.summary import (
    SummaryText,
    begins_with_summary,
    find_first_hand,
    is_of_another_room,
    split_summaries,
)
from badugi_hh.outputs.file import OWN
from badugi_hh.problems import Place, Problem
from badugi_hh.user_error import UserError

LARGEST = 512 * 1024 * 1024
"""The largest size of an archive member and of standard input, in bytes; larger ones are refused."""

STDIN = "-"
"""The path of standard input in commands that read it; otherwise the name of a file."""

STDIN_NAME = "<stdin>"
"""The name of standard input in problems and in the database; no file of a client has it."""


class InputError(UserError):
    """A path that cannot be read; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What the first reading of a file finds: its number of bytes, unpacked, and their SHA-256 in hexadecimal.

    `encoding` is for `decode`; it is None if the file is not text, for the reason `not_text`: such a file is not read on,
    so that its size and hash are those of its beginning. `beginnings` has the
    SHA-256 of the first bytes, by their number. `half` is the last byte of a file that ends within a character of UTF-16.
    """

    size: int
    sha256: str
    encoding: str | None
    not_text: str = ""
    beginnings: Mapping[int, str] = field(default_factory=dict)
    half: bytes = b""


@dataclass(slots=True, eq=False)
class Source:
    """A file, or a file within an archive, that may hold hands.

    `name` is the path as the user gave it, and `a.zip/b.txt` for a member of an archive; `path` is the absolute path,
    without links. `size` is in bytes, as the folder or the archive lists it (the compressed size of a `.gz` or `.zst`). A
    source of more than `largest` bytes is refused.
    """

    name: str
    size: int
    opener: Callable[[], Stream] = field(repr=False)
    largest: int | None = field(default=None, kw_only=True)
    path: str = field(default="", kw_only=True)
    _scan: Scan | None = field(default=None, init=False, repr=False)
    _done: int = field(default=0, init=False, repr=False)

    def __post_init__(self) -> None:
        """Let a source that is no file have its name as path."""
        self.path = self.path or self.name

    @classmethod
    def of(cls, name: str, data: bytes) -> "Source":
        """Return a source of bytes in memory."""
        return cls(name, len(data), lambda: BytesIO(data), largest=LARGEST)

    @property
    def share(self) -> float:
        """Return the share of the bytes that the present call of `pieces` has yielded, from 0 to 1."""
        return self._done / self._scan.size if self._scan and self._scan.size else 1.0

    def scan(self, sizes: Sequence[int] = ()) -> Scan:
        """Read all bytes to hash them and to find their encoding; see `Scan` for other data.

        `sizes` are the lengths of beginnings that are hashed too, in ascending order; the first call decides.

        Raises:
            InputError: the file cannot be read to its end.
        """
        if self._scan is None:
            size, last, digest, due = 0, b"", hashlib.sha256(), deque(sizes)
            beginnings: dict[int, str] = {}

            def record() -> Iterator[bytes]:
                nonlocal size, last
                for piece in self._read():
                    done = 0
                    while due and due[0] <= size + len(piece):
                        digest.update(piece[done : due[0] - size])
                        done = due[0] - size
                        beginnings[due.popleft()] = digest.hexdigest()
                    digest.update(piece[done:])
                    size += len(piece)
                    last = piece[-1:]
                    yield piece

            encoding, not_text = None, ""
            try:
                encoding = find_encoding(record())
            except NotTextError as error:
                not_text = str(error)
            half = half_character(encoding, size, last) if encoding else b""
            self._scan = Scan(size, digest.hexdigest(), encoding, not_text, beginnings, half)
        return self._scan

    def pieces(self) -> Iterator[bytes]:
        """Yield the bytes, unpacked, a piece at a time: those that `scan` has read, without what was appended since.

        Raises:
            InputError: the file cannot be read, or was changed since `scan` has read it.
        """
        scan = self.scan()
        digest, self._done = hashlib.sha256(), 0
        for piece in self._read(scan.size):
            digest.update(piece)
            self._done += len(piece)
            yield piece
        if digest.hexdigest() != scan.sha256:
            raise InputError(f"{self.name} was changed while it was read; run the command again")

    def release(self) -> None:
        """Forget what was read; the next call reads the file again."""
        self._scan = None

    def _read(self, size: int = sys.maxsize) -> Iterator[bytes]:
        """Yield the first bytes, at most `size`."""
        done = 0
        if self.largest is not None and self.size > self.largest:
            raise InputError(self._too_large())
        try:
            with closing(self.opener()) as stream:
                while piece := stream.read(min(PIECE, size - done)):
                    done += len(piece)
                    if self.largest is not None and done > self.largest:
                        raise InputError(self._too_large())
                    yield piece
        except UNREADABLE as error:
            raise InputError(f"{self.name} cannot be read: {explain_error(error)}") from error

    def _too_large(self) -> str:
        return f"{self.name} is larger than {(self.largest or 0) // 1024**2} MiB; split it into smaller files"


def read_blocks(source: Source) -> tuple[list[Block], list[Problem]]:
    """Return the blocks of a source in order, and the problems of the file as a whole, T01, T02, T03, and of tournament summaries.

    Raises:
        InputError: the file cannot be read.
    """
    blocks: list[Block] = []
    problems: list[Problem] = []
    for item in stream_blocks(source):
        if isinstance(item, Block):
            blocks.append(item)
        elif isinstance(item, Problem):
            problems.append(item)
        elif isinstance(item.read, Problem):
            problems.append(item.read)
    return blocks, problems


def stream_blocks(
    source: Source, *, line: int = 1, offset: int = 0
) -> Iterator[Block | SummaryText | Problem]:
    """Yield what `read_blocks` returns, with one hand in memory at a time; a problem comes before its hand.

    With `line` and `offset`, the first line of a hand and the number of characters before it, only that hand and what
    follows it are returned.

    The file is read twice: the first time to check that all of it can be read and is text. At the end the source
    forgets what it has read.

    Raises:
        InputError: the file cannot be read, or was changed between the two readings.
    """
    half = source.scan().half
    place = Place(source.name)
    for item in _stream(source, line, offset):
        if isinstance(item, Block):
            place = Place(source.name, item.line + item.text.count("\n"))
        yield item
    if half:
        what = f"the file ends with half a character of UTF-16: the byte {half.hex().upper()}"
        yield Problem(codes.STRAY_TEXT, place, what)


def _stream(source: Source, line: int, offset: int) -> Iterator[Block | SummaryText | Problem]:
    """Yield what `stream_blocks` yields, but for half a character at the end."""
    try:
        scan = source.scan()
        if scan.encoding is None:
            yield Problem(codes.BINARY, Place(source.name), f"the file is not text: {scan.not_text}")
        else:
            text = _skip(decode(source.pieces(), scan.encoding), offset)
            head = next(text, "")
            while not head.strip() and (more := next(text, "")):
                head += more
            if not offset and begins_with_summary(head):
                whole = _whole(head, text)
                at = find_first_hand(whole)
                yield from split_summaries(source.name, whole[:at])
                if at < len(whole):
                    first = len(re.findall(r"\r\n|\r|\n", whole[:at])) + 1
                    yield from split_blocks(source.name, [whole[at:]], line=first, offset=at)
            else:
                for item in split_blocks(source.name, chain([head], text), line=line, offset=offset):
                    empty = isinstance(item, Problem) and item.code is codes.NO_HANDS
                    if empty and is_of_another_room(head):
                        what = "a tournament summary of another room or form, which is not read"
                        yield Problem(codes.NO_HANDS, Place(source.name), what)
                    else:
                        yield item
    except HandTooLongError as error:
        raise InputError(f"{source.name} cannot be read: {error}") from error
    finally:
        source.release()


def _whole(head: str, pieces: Iterator[str]) -> str:
    """Return the text of a file that is read at once.

    Raises:
        HandTooLongError: it is longer than any summaries are.
    """
    texts = [head]
    for piece in pieces:
        texts.append(piece)
        if sum(map(len, texts)) > LONGEST:
            raise HandTooLongError("the file of summaries is too long; remove what is no summary")
    return "".join(texts)


def _skip(pieces: Iterable[str], characters: int) -> Iterator[str]:
    """Yield the pieces of a text without its first characters."""
    for piece in pieces:
        if characters < len(piece):
            yield piece[characters:]
        characters = max(0, characters - len(piece))


def find_sources(
    paths: Iterable[Path | str], skipped: list[str] | None = None, *, stdin: bytes | None = None
) -> Iterator[Source]:
    """Return the sources that paths name, each once, in the order of the paths and sorted within a folder.

    A path is a file, a folder (with all folders below it; only `.txt`, `.zip`, `.gz` and `.zst` files count), a glob, a
    `.zip`, a `.gz` or a `.zst`. All paths are checked before this returns; the files are read later, one by one. A damaged file, a path that is
    not a file, and a folder that cannot be opened are sources that raise when they are read, so that the other files are
    read. The names of other files in a folder or an archive are added to `skipped`, and those of links to folders below a
    folder, which are not followed; files that macOS adds are neither read nor added.

    With `stdin`, from `read_stream`, the path `-` stands for these bytes: text or an archive, recognized by its
    first bytes.

    Raises:
        InputError: a path is missing, or has no history in it.
    """
    skipped = [] if skipped is None else skipped
    zips = Zips()
    seen: set[str] = set()
    unique: list[Source] = []
    for path in dict.fromkeys(map(str, paths)):
        if stdin is not None and path == STDIN:
            unique += _open_stdin(stdin, zips, skipped)
            continue
        refused: list[Source] = []
        sources = {file: _open(file, zips, skipped) for file in _list_files(path, skipped, refused)}
        if not any(sources.values()) and not refused:
            raise InputError(_why_none(path))
        for file, opened in (*sources.items(), *((folder.name, [folder]) for folder in refused)):
            real = os.path.realpath(file)
            if real not in seen:
                seen.add(real)
                unique += opened
                for source in opened:
                    source.path = _show(real) + source.name.removeprefix(_show(file))
    return iter(unique)


def _why_none(path: str) -> str:
    """Return why there is no history in a folder or an archive."""
    if Path(path).suffix.lower() == ".zip":
        return (
            f"no .txt file lies in {_show(path)}; unpack it first if its histories are in archives within it"
        )
    return f"no .txt, .zip, .gz or .zst file lies in {_show(path)}; name a folder of hand histories"


def list_files(paths: Iterable[Path | str]) -> tuple[Path, ...]:
    """Return the files that paths name: an archive itself, and the files of a folder that can contain histories.

    `-` is the file of standard input, if the system has a name for it.

    Raises:
        InputError: a path is missing.
    """
    files: list[Path] = []
    for path in map(str, paths):
        files += [Path("/dev/stdin")] if path == STDIN else map(Path, _list_files(path, [], []))
    return tuple(files)


def _list_files(path: str, skipped: list[str], refused: list[Source]) -> Iterator[str]:
    """Yield the files that a path names; folders that cannot be opened are added to `refused`."""
    try:
        folder = Path(path).is_dir()
    except OSError as error:
        raise InputError(f"{_show(path)} cannot be read: {explain_error(error)}") from error
    if folder:
        yield from _walk(path, skipped, refused)
    elif os.path.lexists(path):
        yield path
    elif has_magic(path):
        matches = sorted(set(glob(path, recursive=True)))  # noqa: PTH207 - Path.glob takes no absolute pattern
        if not matches:
            raise InputError(f"no file matches {_show(path)}; check the pattern")
        for match in matches:
            yield from _list_files(match, skipped, refused)
    else:
        raise InputError(f"there is no file or folder {_show(path)}; check the path")


def _walk(folder: str, skipped: list[str], refused: list[Source]) -> Iterator[str]:
    """Yield the files below a folder that can contain histories, by their names; the others are `skipped`."""

    def refuse(error: OSError) -> None:
        name = _show(error.filename)
        refused.append(_unusable(name, f"the folder {name} cannot be read: {explain_error(error)}"))

    for place, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith(OWN))
        links = (Path(place, name) for name in folders if Path(place, name).is_symlink())
        skipped += [f"{_show(str(link))} (a link to a folder)" for link in links]
        for name in sorted(names):
            if name.startswith(("._", OWN)):
                continue
            file = str(Path(place, name))
            if name.lower().endswith((".txt", ".zip", *OPENERS)):
                yield file
            else:
                skipped.append(_show(file))


def _open(file: str, zips: Zips, skipped: list[str]) -> list[Source]:
    """Return the sources in a file: the file itself, or the members of a `.zip`; one that raises if it is unusable."""
    name = _show(file)
    suffix = Path(file).suffix.lower()
    try:
        size = Path(file).stat().st_size
        if not Path(file).is_file():  # opening a pipe would wait for a writer
            return [_unusable(name, f"{name} is not a file; save what it gives as a .txt and name that")]
        if suffix == ".zip":
            return _list_members(zips, file, name, skipped)
    except UNREADABLE as error:
        return [_unusable(name, f"{name} cannot be read: {explain_error(error)}")]
    if suffix in OPENERS:
        return [Source(name, size, lambda: OPENERS[suffix](file), largest=LARGEST)]
    return [Source(name, size, lambda: Path(file).open("rb"))]


def read_stream(stream: IO[bytes]) -> bytes:
    """Return the bytes of a buffered stream, or as many as show that it is larger than `LARGEST`.

    Raises:
        InputError: the stream cannot be read.
    """
    pieces: list[bytes] = []
    try:
        # A piece that is not full is the last one; a terminal reports its end only once.
        while not pieces or (len(pieces[-1]) == PIECE and len(pieces) * PIECE <= LARGEST):
            pieces.append(stream.read(PIECE))
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error)
        raise InputError(f"standard input cannot be read: {why}") from error
    return b"".join(pieces)


def _open_stdin(data: bytes, zips: Zips, skipped: list[str]) -> list[Source]:
    """Return the sources in the bytes of standard input; one that raises if they are unusable."""
    name, suffix = STDIN_NAME, find_format(data)
    if suffix == ".zip" and len(data) <= LARGEST:
        no_text = _unusable(name, f"no .txt file lies in the .zip of {name}")
        try:
            return _list_members(zips, BytesIO(data), name, skipped) or [no_text]
        except UNREADABLE as error:
            return [_unusable(name, f"{name} cannot be read: {explain_error(error)}")]
    if suffix in OPENERS:
        return [Source(name, len(data), lambda: OPENERS[suffix](BytesIO(data)), largest=LARGEST)]
    return [Source.of(name, data)]


def _unusable(name: str, why: str) -> Source:
    """Return a source that raises when it is read."""

    def opener() -> Stream:
        raise InputError(why)

    return Source(name, 0, opener)


def _list_members(zips: Zips, file: Archive, name: str, skipped: list[str]) -> list[Source]:
    """Return the `.txt` files in a `.zip`, sorted; the names of its other members are added to `skipped`."""
    sources = []
    for member in zips.members(file):
        full_name = f"{name}/{_show(member.filename)}"
        if member.filename.lower().endswith(".txt"):
            opener = partial(zips.open, file, member)
            sources.append(Source(full_name, member.file_size, opener, largest=LARGEST))
        else:
            skipped.append(full_name)
    return sources


def _show(path: str | None) -> str:
    """Return a path as text that can be printed and stored, with any bytes in its name."""
    return os.fsencode(path or "").decode("utf-8", "replace")
