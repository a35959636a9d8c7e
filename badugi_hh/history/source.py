"""Finds hand-history files and reads them: paths to sources, a source to the blocks of its hands.

A path that cannot be read is an `InputError`, whose message has one line that says what to do; an invalid hand in a file
is a problem. Archives and mails are read in place; nothing is unpacked to disk.
"""

import hashlib
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
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
from badugi_hh.history.blocks import Block as Block  # noqa: PLC0414 -- it is known by this place
from badugi_hh.history.blocks import HandTooLongError, split_blocks
from badugi_hh.history.documents import HEAD, begins_history, explain_document, explain_nothing
from badugi_hh.history.encoding import NotTextError, decode, find_encoding
from badugi_hh.history.mails import MailForm, MailPart, find_form, read_mails
from badugi_hh.history.summary import SummaryText
from badugi_hh.outputs.file import OWN
from badugi_hh.problems import Place, Problem
from badugi_hh.user_error import UserError

LARGEST = 512 * 1024 * 1024
"""The largest size of an archive member, of a mail and of standard input, in bytes; larger ones are refused."""

ARCHIVES = (".zip", *OPENERS)
"""The suffixes of the archives that are read in place."""

SUFFIXES = (".txt", *ARCHIVES, ".eml", ".mbox")
"""The suffixes of the files of a folder that count as histories; others count if they begin with a hand."""

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
    so that its size and hash are those of its beginning.
    """

    size: int
    sha256: str
    encoding: str | None
    not_text: str = ""


@dataclass(slots=True, eq=False)
class Source:
    """A file, or a file within an archive or a mail, that may hold hands.

    `name` is the path as the user gave it, `a.zip/b.txt` for a member of an archive, `a.eml` for the text of a mail and
    `a.eml/b.txt` for what is attached to it, and `a.mbox/3` for the text of the third mail of a file of mails; `path` is the absolute path, without
    links. `size` is in bytes, as the folder or the archive lists it (the compressed size of a `.gz` or `.zst`). A
    source of more than `largest` bytes is refused.
    """

    name: str
    size: int
    opener: Callable[[], Stream] = field(repr=False)
    largest: int = field(default=sys.maxsize, kw_only=True)
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

    def scan(self) -> Scan:
        """Read all bytes to hash them and to find their encoding; see `Scan` for other data.

        Raises:
            InputError: the file cannot be read to its end.
        """
        if self._scan is None:
            size, digest = 0, hashlib.sha256()

            def record() -> Iterator[bytes]:
                nonlocal size
                for piece in self._read():
                    digest.update(piece)
                    size += len(piece)
                    yield piece

            encoding, not_text = None, ""
            try:
                encoding = find_encoding(record())
            except NotTextError as error:
                not_text = str(error)
            self._scan = Scan(size, digest.hexdigest(), encoding, not_text)
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

    def hash_beginning(self, size: int) -> str:
        """Return the SHA-256 of the first bytes in hexadecimal."""
        digest = hashlib.sha256()
        for piece in self._read(size):
            digest.update(piece)
        return digest.hexdigest()

    def release(self) -> None:
        """Forget what was read; the next call reads the file again."""
        self._scan = None

    def _read(self, size: int = sys.maxsize) -> Iterator[bytes]:
        """Yield the first bytes, at most `size`."""
        done = 0
        self._check_size(self.size)
        try:
            with closing(self.opener()) as stream:
                while piece := stream.read(min(PIECE, size - done)):
                    if not done and (what := explain_document(self.name, piece)) is not None:
                        raise InputError(what)
                    done += len(piece)
                    self._check_size(done)
                    yield piece
        except UNREADABLE as error:
            raise InputError(f"{self.name} cannot be read: {explain_error(error)}") from error

    def _check_size(self, size: int) -> None:
        if size > self.largest:
            most = f"{self.largest // 1024**2} MiB"
            raise InputError(f"{self.name} is larger than {most}; split it into smaller files")


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
        else:
            problems += [item] if isinstance(item, Problem) else item.problems
    return blocks, problems


def stream_blocks(source: Source) -> Iterator[Block | SummaryText | Problem]:
    """Yield the blocks, problems and summaries of a source, with one hand in memory at a time; a problem comes before its hand.

    The file is read twice: the first time to check that all of it can be read and is text. At the end the source
    forgets what it has read.

    Raises:
        InputError: the file cannot be read, or was changed between the two readings.
    """
    try:
        scan = source.scan()
        if scan.encoding is None:
            yield Problem(codes.BINARY, Place(source.name), f"the file is not text: {scan.not_text}")
        else:
            yield from split_blocks(source.name, decode(source.pieces(), scan.encoding))
    except HandTooLongError as error:
        raise InputError(f"{source.name} cannot be read: {error}") from error
    finally:
        source.release()


def find_sources(
    paths: Iterable[Path | str], skipped: list[str] | None = None, *, stdin: bytes | None = None
) -> Iterator[Source]:
    """Return the sources that paths name, each once, in the order of the paths and sorted within a folder.

    A path is a file, a folder (with all folders below it; only files of `SUFFIXES` count), a glob, an archive, or a saved
    mail, which is recognized by its first lines too. All paths are checked and mails are split before this returns; other
    files are read later, one by one. A damaged file, a path that is not a file, and a folder that cannot be opened are
    sources that raise when they are read, so that the other files are read. The names of other files in a folder, an
    archive or a mail are added to `skipped`, and those of links to folders below a folder, which are not followed; files
    that macOS adds are neither read nor added. With `stdin`, from `read_stream`, the path `-` stands for these bytes.

    Raises:
        InputError: a path is missing, or has no history in it.
    """
    skipped = [] if skipped is None else skipped
    opening = _Opening(skipped)
    unique: dict[str, list[Source]] = {}
    for path in dict.fromkeys(map(str, paths)):
        if stdin is not None and path == STDIN:
            unique[path] = _open_stdin(stdin, opening)
            continue
        refused: list[Source] = []
        before = len(skipped)
        sources = {file: _open(file, opening) for file in _list_files(path, skipped, refused)}
        sources |= {folder.name: [folder] for folder in refused}
        if not any(sources.values()):
            of_folder = SUFFIXES if Path(path).is_dir() else ()
            raise InputError(explain_nothing(_show(path), skipped[before:], of_folder))
        for file, opened in sources.items():
            real = os.path.realpath(file)
            if unique.setdefault(real, opened) is opened:
                for source in opened:
                    source.path = _show(real) + source.name.removeprefix(_show(file))
    return chain.from_iterable(unique.values())


def list_files(paths: Iterable[Path | str], refused: list[Source] | None = None) -> tuple[Path, ...]:
    """Return the files that paths name: an archive itself, and the files of a folder that can contain histories.

    `-` is the file of standard input, if the system has a name for it. Folders that cannot be opened are added to `refused`.

    Raises:
        InputError: a path is missing.
    """
    refused = [] if refused is None else refused
    named = (["/dev/stdin"] if path == STDIN else _list_files(path, [], refused) for path in map(str, paths))
    return tuple(map(Path, chain.from_iterable(named)))


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
            # Apple Mail exports a folder of mails with a file `mbox` in it.
            if name.lower().endswith(SUFFIXES) or name == "mbox" or _has_hands(file):
                yield file
            else:
                skipped.append(_show(file))


def _has_hands(file: str) -> bool:
    """Return whether a file of another suffix, or of none, has a header of a hand or of a summary in its first lines."""
    try:
        with Path(file).open("rb") as stream:
            return begins_history(stream.read(HEAD))
    except OSError:
        return False


class _Opening:
    """What is open or was found while files are opened: the archive used last, and the names of `skipped` files."""

    def __init__(self, skipped: list[str]) -> None:
        self.zips, self.skipped = Zips(), skipped


def _open(file: str, opening: _Opening) -> list[Source]:
    """Return the sources in a file: the file itself, the members of a `.zip`, or mails; one that raises if it is unusable."""
    name, path = _show(file), Path(file)
    suffix = path.suffix.lower()
    try:
        size = path.stat().st_size
        if not path.is_file():  # opening a pipe would wait for a writer
            return [_unusable(name, f"{name} is not a file; save what it gives as a .txt and name that")]
    except UNREADABLE as error:
        return [_unreadable(name, error)]
    if suffix in ARCHIVES:
        return _open_archive(opening, name, suffix, file, size)
    return _list_mails(opening, Source(name, size, lambda: path.open("rb")))


def read_stream(stream: IO[bytes]) -> bytes:
    """Return the bytes of a buffered stream, or as many as show that it is larger than `LARGEST`.

    Raises:
        InputError: the stream cannot be read.
    """
    try:
        return stream.read(LARGEST + 1)  # at once: a terminal reports its end only once
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error)
        raise InputError(f"standard input cannot be read: {why}") from error


def _open_stdin(data: bytes, opening: _Opening) -> list[Source]:
    """Return the sources in the bytes of standard input; one that raises if they are unusable."""
    name, suffix = STDIN_NAME, find_format(data)
    if len(data) > LARGEST:
        return [Source.of(name, data)]
    if suffix is not None:
        found, nothing = (
            _open_archive(opening, name, suffix, data, len(data)),
            "no .txt file lies in the .zip",
        )
    else:
        found, nothing = _list_mails(opening, Source.of(name, data)), "there is no hand history in the mail"
    return found or [_unusable(name, f"{nothing} of {name}")]


def _unusable(name: str, why: str) -> Source:
    """Return a source that raises when it is read."""

    def opener() -> Stream:
        raise InputError(why)

    return Source(name, 0, opener)


def _unreadable(name: str, error: Exception) -> Source:
    return _unusable(name, f"{name} cannot be read: {explain_error(error)}")


def _open_archive(opening: _Opening, name: str, suffix: str, archive: Archive, size: int) -> list[Source]:
    """Return the sources in an archive: in the `.txt` files and mails of a `.zip`, sorted, or what another one is unpacked to.

    The names of other members are added to `skipped`.
    """
    if suffix != ".zip":
        return [Source(name, size, partial(OPENERS[suffix], archive), largest=LARGEST)]
    sources: list[Source] = []
    try:
        for member in opening.zips.members(archive):
            full_name = f"{name}/{_show(member.filename)}"
            if member.filename.lower().endswith((".txt", ".eml", ".mbox")):
                opener = partial(opening.zips.open, archive, member)
                sources += _list_mails(opening, Source(full_name, member.file_size, opener, largest=LARGEST))
            else:
                opening.skipped.append(full_name)
    except UNREADABLE as error:
        return [_unreadable(name, error)]
    return sources


def _list_mails(opening: _Opening, source: Source) -> list[Source]:
    """Return the sources in the mails of a source, itself if it is no mail; mails without a history are added to `skipped`."""
    form = find_form(source.name, source.opener)
    if form is None:
        return [source]
    in_box = form is MailForm.BOX
    sources: list[Source] = []
    empty = 0
    try:
        with closing(source.opener()) as stream:
            for number, parts in enumerate(read_mails(stream, LARGEST, in_box=in_box), start=1):
                mail = f"{source.name}/{number}" if in_box else source.name
                of_mail = [each for part in parts for each in _open_part(opening, mail, part)]
                if not (of_mail or in_box):  # a mail that is named like a history is read like one
                    of_mail = [Source.of(mail, part.data) for part in parts if not part.name]
                empty += not of_mail
                sources += of_mail
    except UNREADABLE as error:
        return [_unreadable(source.name, error)]
    if empty:
        what = f"{empty:,} of its mails without a hand history" if in_box else "an empty mail"
        opening.skipped.append(f"{source.name} ({what})")
    return sources


def _open_part(opening: _Opening, mail: str, part: MailPart) -> list[Source]:
    """Return the sources in a part of a mail, whose text is kept compressed; the name of an attachment that is no history is added to `skipped`."""
    name, suffix = f"{mail}/{part.name}" if part.name else mail, Path(part.name).suffix.lower()
    if part.name and suffix not in {".txt", *ARCHIVES}:
        opening.skipped.append(name)
        return []
    if part.damage:
        return [_unusable(name, f"{name} cannot be read: {part.damage}")]
    if suffix in ARCHIVES:
        return _open_archive(opening, name, suffix, part.data, len(part.data))
    packed = zlib.compress(part.data, 1)  # a box of mails may have more histories than memory
    text = Source(name, len(part.data), lambda: BytesIO(zlib.decompress(packed)), largest=LARGEST)
    return [text] if part.name or _has_history(text) else []


def _has_history(text: Source) -> bool:
    """Return whether the text of a mail has a hand or a tournament summary, or cannot be read."""
    try:
        return any(isinstance(item, Block | SummaryText) for item in stream_blocks(text))
    except InputError:
        return True


def _show(path: str | None) -> str:
    """Return a path as text that can be printed and stored, with any bytes in its name."""
    return os.fsencode(path or "").decode("utf-8", "replace")
