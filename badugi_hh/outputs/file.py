"""Writes one output file: never replaces a file of the user, and keeps the old file until the new one is complete.

The file is written beside its place under another name and then moved. A terminal, a pipe or a device such as `/dev/null`
is written to directly.
"""

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from badugi_hh.outputs.checks import OutputError, is_database, is_log, is_same, logs_of, why_unwritable
from badugi_hh.outputs.marks import is_ours

OWN = ".badugi-hh"
"""The prefix of the names of files and folders that this tool keeps for itself; no history has such a name."""

_STDOUT = ("-", "/dev/stdout", "/dev/fd/1")


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to write; `-` is standard output.

    `inputs`, the files that the command reads, `database`, the database that it uses, other databases and folders are
    never replaced. An existing file is replaced if it is empty, if it has a mark of this tool and is
    unchanged, or with `force`. `option` is the option of the command that names the file, for messages.
    """

    path: Path
    inputs: tuple[Path, ...] = ()
    database: Path | None = None
    force: bool = False
    option: str = "--out"

    @property
    def is_stream(self) -> bool:
        """Return whether this is standard output."""
        return self.path.as_posix() in _STDOUT

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
            if self._refuse():
                with _draft(_target(self.path), b""):
                    pass  # if a draft can be created, the file can be written

    def write(self, data: bytes) -> None:
        """Write the file completely or not at all, after checking again what exists there.

        Raises:
            OutputError: the file must not be replaced, or cannot be written.
            BrokenPipeError: the output is a pipe that was closed early.
        """
        with self._raise_output_errors():
            if self._refuse():
                target = _target(self.path)
                with _draft(target, data) as draft:
                    draft.replace(target)
            elif self.is_stream:
                sys.stdout.flush()
                with os.fdopen(os.dup(1), "wb") as stream:
                    stream.write(data)
            else:
                self.path.write_bytes(data)

    def _refuse(self) -> bool:
        """Return whether the file is moved into its place, and not a stream; raise if it must not be replaced."""
        out, found = self._name, self._stat()
        if found is not None and stat.S_ISDIR(found.st_mode):
            raise OutputError(f"{out} is a folder; name a file with {self.option}")
        if found is not None and stat.S_ISBLK(found.st_mode):
            raise OutputError(f"{out} is a disk, which no output replaces; {self._another}")
        if any(is_same(self.path, found, path) for path in self.inputs):
            raise OutputError(f"{out} is read by this command, and no output replaces it; {self._another}")
        database = () if self.database is None else (self.database, *logs_of(self.database))
        if any(is_same(self.path, found, path) for path in database) or is_log(self.path):
            raise OutputError(f"{out} belongs to a database, which no output replaces; {self._another}")
        if self.is_stream or not (found is None or stat.S_ISREG(found.st_mode)):
            return False
        if found is not None and found.st_size:
            if is_database(self.path):
                raise OutputError(f"{out} is a database, which no output replaces; {self._another}")
            if not self.force and not is_ours(self.path):
                raise OutputError(
                    f"{out} exists and is not known to be an unchanged file of badugi-hh; {self._another}, or replace it with --force"
                )
            if not os.access(self.path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return True

    def _stat(self) -> os.stat_result | None:
        """Return the status of what exists at the path, None if nothing does."""
        try:
            return os.fstat(1) if self.is_stream else self.path.stat()
        except FileNotFoundError:
            return None

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
    return folder / f"{OWN}-{secrets.token_hex(8)}.part"


def _target(path: Path) -> Path:
    """Return the file that a path resolves to: of a symbolic link the target is written, and the link stays."""
    return Path(os.path.realpath(path))


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
