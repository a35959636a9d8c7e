"""Writes one output file: never replaces a file of the user, and keeps the old file until the new one is complete.

The file is written beside its place under another name and then moved. A terminal, a pipe or a device such as `/dev/null`
is written to directly. A page of this tool is known by its first lines.
"""

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from badugi_hh.installation import __version__
from badugi_hh.outputs.checks import OutputError, is_database, is_log, logs_of, why_unwritable

OWN = ".badugi-hh"
"""The prefix of the names of files and folders that this tool keeps for itself; no history has such a name."""

GENERATOR = f"badugi-hh {__version__}"
"""The name and version of this tool, as in the `<meta name="generator">` of a page."""

_PAGE = re.compile(
    rb'<!DOCTYPE html>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8">\s*<meta name="generator" content="badugi-hh \d'
)
_STDOUT = ("-", "/dev/stdout", "/dev/fd/1")


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to write; `-` is standard output.

    `inputs`, the files that the command reads, `database`, the database that it uses, other databases and folders are
    never replaced. An existing file is replaced if it is empty or a page of this tool, or with `force`. `option` is the
    option of the command that names the file, for messages.
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
        found = self._stat()
        if found is not None and (stat.S_ISDIR(found.st_mode) or stat.S_ISBLK(found.st_mode)):
            raise self._error(f"is a {'folder' if stat.S_ISDIR(found.st_mode) else 'disk'}")
        if any(_is_same(self.path, path) for path in self.inputs):
            raise self._error("is read by this command, and no output replaces it")
        database = () if self.database is None else (self.database, *logs_of(self.database))
        if any(_is_same(self.path, path) for path in database) or is_log(self.path):
            raise self._error("belongs to a database, which no output replaces")
        if self.is_stream or not (found is None or stat.S_ISREG(found.st_mode)):
            return False
        if found is not None and found.st_size:
            if is_database(self.path):
                raise self._error("is a database, which no output replaces")
            if not (self.force or _is_page(self.path)):
                raise self._error("exists and is no page of badugi-hh", ", or replace it with --force")
            if not os.access(self.path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return True

    def _error(self, what: str, or_else: str = "") -> OutputError:
        return OutputError(f"{self._name} {what}; name another file with {self.option}{or_else}")

    @property
    def _name(self) -> str:
        return "standard output" if str(self.path) == "-" else str(self.path)

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
            raise self._error(
                f"cannot be written: there is no folder {folder}", ", or make it first"
            ) from error
        except (OSError, ValueError) as error:
            why = why_unwritable(error, self.option)
            raise OutputError(f"{self._name} cannot be written: {why}") from error


def unfinished(folder: Path) -> Path:
    """Return an unused name in a folder for an unfinished file or folder."""
    return folder / f"{OWN}-{secrets.token_hex(8)}.part"


def is_unfinished(name: str) -> bool:
    """Return whether a name is one of `unfinished`."""
    return name.startswith(f"{OWN}-") and name.endswith(".part")


def _is_same(path: Path, other: Path) -> bool:
    """Return whether two paths are those of one file, which need not exist; `-` is the file that standard output goes to."""
    try:
        return os.path.samestat(os.fstat(1) if path.as_posix() in _STDOUT else path.stat(), other.stat())
    except OSError:
        return _target(path) == _target(other)


def _is_page(path: Path) -> bool:
    with path.open("rb") as file:
        return _PAGE.match(file.read(512)) is not None


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
