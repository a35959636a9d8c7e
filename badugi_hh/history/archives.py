"""Opens `.gz`, `.zst` and `.zip` files in place, and explains why one cannot be read.

Archives are not unpacked to disk, and this module does not parse hands. An archive can expand to many times its size: a
stream returns only as many bytes as its reader requests, and the reader limits their number.
"""

import gzip
import lzma
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias

MOST_EXPANSION = 1100
"""The largest ratio of the unpacked size of a `.zip` to its size; zlib, its usual compression, reaches 1,032."""

PIECE = 1024 * 1024
"""The number of bytes that are read at a time."""

# The first bytes of archives; the second of `.zip` is one without members.
_MAGIC = {b"PK\x03\x04": ".zip", b"PK\x05\x06": ".zip", b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}

_OTHER_DATA = "other data after the end of the archive; copy it again from where it came from"

# The errors that the libraries raise for damaged archives: their own errors, and others that invalid bytes cause.
UNREADABLE = (
    OSError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    struct.error,
    RuntimeError,
    ValueError,
    OverflowError,
)

Archive: TypeAlias = str | bytes
"""The path of an archive, or its bytes."""


class Stream(Protocol):
    """Bytes to read, and to close."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, at most `size`; none at the end."""

    def close(self) -> None:
        """Close the stream."""


class ArchiveError(ValueError):
    """An archive or a mail cannot be read; the message is the reason, and what to do."""


def find_format(data: bytes) -> str | None:
    """Return `.zip`, `.gz` or `.zst` from the first bytes of an archive, None for other bytes."""
    return next((suffix for magic, suffix in _MAGIC.items() if data.startswith(magic)), None)


def open_gzip(file: Archive) -> Stream:
    """Open a `.gz` for its unpacked bytes."""
    return _GzipStream(file) if isinstance(file, str) else _GzipStream(fileobj=BytesIO(file))


def open_zstd(file: Archive) -> Stream:
    """Open a `.zst` for its unpacked bytes.

    Raises:
        ArchiveError: the library for `.zst` is not installed.
    """
    return _ZstdStream(import_zstd(), Path(file).open("rb") if isinstance(file, str) else BytesIO(file))


OPENERS: dict[str, Callable[[Archive], Stream]] = {".gz": open_gzip, ".zst": open_zstd}
"""The function that opens a compressed file, by suffix."""


class Zips:
    """Opens members of `.zip` archives; the archive used last stays open, for its next member."""

    def __init__(self) -> None:
        self._file: Archive | None = None
        self._zip: zipfile.ZipFile | None = None

    def members(self, file: Archive) -> Iterator[zipfile.ZipInfo]:
        """Yield the files in an archive, sorted by name, without folders and the files that macOS adds.

        Raises:
            ArchiveError: the members are too large for an archive of its size.
        """
        members = self._open(file).infolist()
        size = Path(file).stat().st_size if isinstance(file, str) else len(file)
        if (unpacked := sum(member.file_size for member in members)) > MOST_EXPANSION * size:
            raise ArchiveError(
                f"it would expand to {unpacked:,} bytes, {unpacked // size:,} times its size; "
                "unpack it first if that is right"
            )
        for member in sorted(members, key=lambda member: member.filename):
            if not (member.is_dir() or Path(member.filename).name.startswith("._")):
                yield member

    def open(self, file: Archive, member: zipfile.ZipInfo) -> Stream:
        """Open a member for its unpacked bytes."""
        return self._open(file).open(member)

    def _open(self, file: Archive) -> zipfile.ZipFile:
        if self._zip is None or self._file is not file:
            if self._zip is not None:
                self._zip.close()
            self._zip = None
            self._zip, self._file = zipfile.ZipFile(file if isinstance(file, str) else BytesIO(file)), file
        return self._zip


class _GzipStream(gzip.GzipFile):
    """The unpacked bytes of a `.gz`."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Return the next bytes, at most `size`; none at the end.

        Raises:
            ArchiveError: other bytes follow the archive.
            OSError: it is no archive, or a damaged one.
        """
        try:
            return super().read(size)
        except gzip.BadGzipFile as error:
            file: Any = self.fileobj
            file.seek(0)
            if "Not a gzipped file" in str(error) and find_format(file.read(2)) == ".gz":
                raise ArchiveError(_OTHER_DATA) from error
            raise


class _ZstdStream:
    """The unpacked bytes of a `.zst`.

    `ZstdFile` of the library ignores damaged bytes after the first frame; here they are an error.
    """

    def __init__(self, zstd: Any, file: IO[bytes]) -> None:
        self._zstd = zstd
        self._file = file
        self._decoder = self._zstd.ZstdDecompressor()
        self._begun = False  # whether a frame has begun, and is not complete
        self._first = True  # whether it is the first frame

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, at most `size`; none at the end.

        Raises:
            EOFError: the file ends within a frame.
            ArchiveError: the bytes are no frame, or need too much memory.
        """
        while size:
            data = b""
            if self._decoder.eof:
                data, self._begun, self._first = self._decoder.unused_data, False, False
                self._decoder = self._zstd.ZstdDecompressor()
            if not data and self._decoder.needs_input and not (data := self._file.read(PIECE)):
                if self._begun:
                    raise EOFError
                return b""
            self._begun = True
            try:
                unpacked: bytes = self._decoder.decompress(data, size)
            except self._zstd.ZstdError as error:
                raise ArchiveError(self._explain(str(error))) from error
            if unpacked:
                return unpacked
        return b""

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _explain(self, message: str) -> str:
        if "memory" in message:
            return "it needs more than 128 MiB of memory to unpack; unpack it first"
        if "frame descriptor" in message and self._first:
            return "it is not a .zst archive; give it the right name"
        if "frame descriptor" in message:
            return _OTHER_DATA
        return "the archive is damaged; copy it again from where it came from"


def import_zstd() -> Any:
    """Return the module of the standard library, which Python has from 3.14 on, or the same module as a package.

    Raises:
        ArchiveError: it is not installed.
    """
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError as error:
        raise ArchiveError("the library for .zst is not installed; unpack it first") from error
    return zstd


def explain_error(error: Exception) -> str:
    """Return why a file cannot be read: what the system says, or what is wrong with an archive and what to do."""
    if isinstance(error, ArchiveError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error)
    if isinstance(error, EOFError):
        return "the archive is truncated; copy it again from where it came from"
    if isinstance(error, RuntimeError) and "encrypted" in text:
        return "it is encrypted; unpack it with its password first"
    if isinstance(error, RuntimeError):  # of zipfile, for a method of compression
        return "it is compressed in a way that is not supported; unpack it first"
    if text.startswith(("Not a gzipped file", "File is not a zip file")):
        kind = ".gz" if isinstance(error, gzip.BadGzipFile) else ".zip"
        return f"it is not a {kind} archive, or a truncated one; copy it again or give it the right name"
    return "the archive is damaged; copy it again from where it came from"
