"""Writes one output file: refuses to replace files of the user, and keeps the old file until the new one is complete.

The file is written beside its place under another name and then moved, so after a full disk or Ctrl-C the old file is
still there, and no other. A terminal, a pipe or a device such as `/dev/null` is written to directly.
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
"""The prefix of the names of files and folders that this tool keeps for itself; no history has such a name."""

UNFINISHED = f"{OWN}-"
"""The prefix of the name of a file or folder while it is being written."""

_STREAMS = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to write; `-` is standard output.

    `inputs`, the files that the command reads, `database`, the database that it uses, other databases and folders are
    never replaced. An existing file is replaced if it is empty, if `is_ours` returns that it has a mark of this tool and is
    unchanged, or with `force`. A file without one is never replaced if `is_imported` returns that it is an imported history.
    `option` is the option of the command that names the file, for messages.
    """

    path: Path
    is_ours: Callable[[Path], bool]
    inputs: tuple[Path, ...] = ()
    database: Path | None = None
    is_imported: IsImported | None = None
    force: bool = False
    option: str = "--out"

    @property
    def is_stream(self) -> bool:
        """Return whether this is standard output or another open file of the process."""
        return _descriptor(self.path) is not None

    @property
    def _name(self) -> str:
        """Return what messages call the file."""
        return "standard output" if str(self.path) == "-" else str(self.path)

    @property
    def _another(self) -> str:
        return f"name another file with {self.option}"

    def check(self) -> None:
        """Check before the command starts its work that the file may and can be written.

        Raises:
            OutputError: the file must not be replaced, or cannot be written.
        """
        with self._raise_output_errors():
            if self._is_moved_into_place(self._refuse(imported=True)):
                with _draft(_target(self.path), b""):
                    pass  # if a draft can be created, the file can be written

    def write(self, data: bytes) -> None:
        """Write the file completely or not at all, after checking again what exists there.

        Raises:
            OutputError: the file must not be replaced, or cannot be written.
            BrokenPipeError: the output is a pipe that was closed early.
        """
        with self._raise_output_errors():
            if self._is_moved_into_place(self._refuse()):
                target = _target(self.path)
                with _draft(target, data) as draft:
                    draft.replace(target)
            else:
                with _open_as_it_is(self.path) as stream:
                    stream.write(data)

    def _refuse(self, *, imported: bool = False) -> os.stat_result | None:
        """Return the status of the file at the path, None if there is none; raise if it must not be replaced."""
        out, found = self._name, _stat(self.path)
        if found is not None and stat.S_ISDIR(found.st_mode):
            raise OutputError(f"{out} is a folder; name a file with {self.option}")
        if found is not None and stat.S_ISBLK(found.st_mode):
            raise OutputError(f"{out} is a disk, which no output replaces; {self._another}")
        if any(is_same(self.path, found, path) for path in self.inputs):
            raise OutputError(f"{out} is read by this command, and no output replaces it; {self._another}")
        own = () if self.database is None else (self.database, *logs_of(self.database))
        if any(is_same(self.path, found, path) for path in own) or is_log(self.path):
            raise OutputError(f"{out} belongs to a database, which no output replaces; {self._another}")
        if found is not None and found.st_size and self._is_moved_into_place(found):
            self._refuse_content(imported=imported)
        return found

    def _refuse_content(self, *, imported: bool) -> None:
        """Raise if a file that is not empty must not be replaced."""
        out = self.path
        if is_database(out):
            raise OutputError(f"{self._name} is a database, which no output replaces; {self._another}")
        if not self.is_ours(out):
            if imported and self.is_imported is not None and self.is_imported(out):
                raise OutputError(f"{out} is an imported history, which no output replaces; {self._another}")
            if not self.force:
                raise OutputError(
                    f"{out} exists and is not known to be an unchanged file of badugi-hh; {self._another}, or replace it with --force"
                )
        if not os.access(out, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def _is_moved_into_place(self, found: os.stat_result | None) -> bool:
        """Return whether the file is written beside its place and moved: true for regular files and new files."""
        return not self.is_stream and (found is None or stat.S_ISREG(found.st_mode))

    @contextmanager
    def _raise_output_errors(self) -> Iterator[None]:
        """Replace errors of the operating system by an `OutputError` of one line."""
        try:
            yield
        except BrokenPipeError:
            raise
        except FileNotFoundError as error:
            folder = _target(self.path).parent if self.path.is_symlink() else self.path.parent
            raise OutputError(
                f"{self._name} cannot be written: there is no folder {folder}; make it first, or {self._another}"
            ) from error
        except (OSError, ValueError) as error:
            raise OutputError(
                f"{self._name} cannot be written: {why_unwritable(error, self.option)}"
            ) from error


def unfinished(folder: Path) -> Path:
    """Return an unused name in a folder for an unfinished file or folder."""
    return folder / f"{UNFINISHED}{secrets.token_hex(8)}.part"


def _target(path: Path) -> Path:
    """Return the file that a path resolves to: of a symbolic link the target is written, and the link stays."""
    return Path(os.path.realpath(path))


def _descriptor(path: Path) -> int | None:
    """Return the descriptor of the open file that a path names, None for other paths."""
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
    """Create a file beside the target with the data and the target's permissions; it is deleted at the end unless moved."""
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
    """Give a new file the owner and permissions of the file that it will replace, if there is one."""
    with suppress(FileNotFoundError):
        found = old.stat()
        if hasattr(os, "chown"):
            with suppress(OSError):  # only an administrator can change the owner of a file
                os.chown(new, found.st_uid, found.st_gid)
        new.chmod(stat.S_IMODE(found.st_mode))
