"""One file that a user names: what it must not replace is refused, and an older file stays until all is written.

A file is written beside its place under another name and then moved, so that a full disk or Ctrl-C leaves the old one
and nothing else. What is no regular file (a terminal, a pipe, `/dev/null`) is written to as it is.
"""

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from badugi_hh.outputs.checks import (
    IsImported,
    OutputError,
    is_database,
    is_log,
    is_same,
    logs_of,
    why_unwritable,
)

OWN = ".badugi-hh"
"""How the names of files and folders begin that this tool keeps for itself; no history is called so."""

UNFINISHED = f"{OWN}-"
"""How the name of a file or folder begins while it is being written."""

_STREAMS = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
_ANOTHER = "name another file with --out"


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to write; `-` is standard output.

    `inputs` are the files that the command reads, and `database` is the one that it uses: neither is replaced, and no
    other database or folder. A file that is there already is replaced where it is empty, where `is_ours` says that this
    tool wrote it, or with `force`; never where `is_imported` says that a database knows it as a history.
    """

    path: Path
    is_ours: Callable[[Path], bool]
    inputs: tuple[Path, ...] = ()
    database: Path | None = None
    is_imported: IsImported | None = None
    force: bool = False

    @property
    def is_stream(self) -> bool:
        """Return whether this is standard output or another file that the process has open."""
        return _descriptor(self.path) is not None

    @property
    def _name(self) -> str:
        """Return what messages call the file."""
        return "standard output" if str(self.path) == "-" else str(self.path)

    def check(self) -> None:
        """Look, before any work begins, whether the file may and can be written.

        Raises:
            OutputError: it would replace what it must not, or cannot be written.
        """
        with self._clearly():
            if self._is_moved_into_place(self._refuse(imported=True)):
                with _draft(_target(self.path), b""):
                    pass  # where a draft can be made the file can be written

    def write(self, data: bytes) -> None:
        """Write the file, whole or not at all, after looking again at what is there.

        Raises:
            OutputError: it would replace what it must not, or cannot be written.
            BrokenPipeError: the output is a pipe that was closed early.
        """
        with self._clearly():
            if self._is_moved_into_place(self._refuse()):
                target = _target(self.path)
                with _draft(target, data) as draft:
                    draft.replace(target)
            else:
                with _open_as_it_is(self.path) as stream:
                    stream.write(data)

    def _refuse(self, *, imported: bool = False) -> os.stat_result | None:
        """Return what is at the path, None for nothing; raise where it must not be replaced."""
        out, found = self._name, _stat(self.path)
        if found is not None and stat.S_ISDIR(found.st_mode):
            raise OutputError(f"{out} is a folder; name a file with --out")
        if found is not None and stat.S_ISBLK(found.st_mode):
            raise OutputError(f"{out} is a disk, which no output replaces; {_ANOTHER}")
        if any(is_same(self.path, found, path) for path in self.inputs):
            raise OutputError(f"{out} is read by this command, and no output replaces it; {_ANOTHER}")
        own = () if self.database is None else (self.database, *logs_of(self.database))
        if any(is_same(self.path, found, path) for path in own) or is_log(self.path):
            raise OutputError(f"{out} belongs to a database, which no output replaces; {_ANOTHER}")
        if found is not None and found.st_size and self._is_moved_into_place(found):
            self._refuse_content(imported=imported)
        return found

    def _refuse_content(self, *, imported: bool) -> None:
        """Raise where a file that has something in it must not be replaced."""
        out = self.path
        if is_database(out):
            raise OutputError(f"{self._name} is a database, which no output replaces; {_ANOTHER}")
        if not self.is_ours(out):
            if not self.force:
                raise OutputError(
                    f"{out} is there already and was not written by badugi-hh or was changed since; {_ANOTHER}, or replace it with --force"
                )
            if imported and self.is_imported is not None and self.is_imported(out):
                raise OutputError(f"{out} is an imported history, which no output replaces; {_ANOTHER}")
        if not os.access(out, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def _is_moved_into_place(self, found: os.stat_result | None) -> bool:
        """Return whether the file is written beside its place first, as regular files and new ones are."""
        return not self.is_stream and (found is None or stat.S_ISREG(found.st_mode))

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        """Turn what the system refuses into one line."""
        try:
            yield
        except BrokenPipeError:
            raise
        except FileNotFoundError as error:
            folder = _target(self.path).parent if self.path.is_symlink() else self.path.parent
            raise OutputError(
                f"{self._name} cannot be written: there is no folder {folder}; make it first, or {_ANOTHER}"
            ) from error
        except (OSError, ValueError) as error:
            raise OutputError(f"{self._name} cannot be written: {why_unwritable(error)}") from error


def unfinished(folder: Path) -> Path:
    """Return a new name in a folder for what is still being written."""
    return folder / f"{UNFINISHED}{secrets.token_hex(8)}.part"


def _target(path: Path) -> Path:
    """Return the file that a path leads to: a symbolic link stays, and its target is written."""
    return Path(os.path.realpath(path))


def _descriptor(path: Path) -> int | None:
    """Return the number of the open file that a path stands for."""
    name = path.as_posix()
    found = _DESCRIPTOR.fullmatch(name)
    return int(found[1]) if found else _STREAMS.get(name)


def _stat(path: Path) -> os.stat_result | None:
    number = _descriptor(path)
    try:
        return path.stat() if number is None else os.fstat(number)
    except FileNotFoundError:
        return None


def _open_as_it_is(path: Path) -> IO[bytes]:
    number = _descriptor(path)
    if number is None:
        return path.open("wb")
    sys.stdout.flush()
    return os.fdopen(os.dup(number), "wb")


@contextmanager
def _draft(target: Path, data: bytes) -> Iterator[Path]:
    """Give a file beside the target with the data and the target's permissions; it is gone in the end unless moved."""
    draft = unfinished(target.parent)
    try:
        with draft.open("xb") as file:
            keep_permissions(target, draft)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def keep_permissions(old: Path, new: Path) -> None:
    """Give a new file the owner and permissions of the file that it will replace, where there is one."""
    with suppress(FileNotFoundError):
        found = old.stat()
        if hasattr(os, "chown"):
            with suppress(OSError):  # only an administrator gives a file to somebody else
                os.chown(new, found.st_uid, found.st_gid)
        new.chmod(stat.S_IMODE(found.st_mode))
