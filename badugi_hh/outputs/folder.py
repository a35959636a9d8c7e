"""Writes an output folder: the files are written into a temporary folder first, and moved when all are complete.

A manifest beside them lists the files, so that the same command can replace them later.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from badugi_hh.outputs.checks import OutputError, is_database, why_unwritable
from badugi_hh.outputs.file import OWN, is_unfinished, unfinished

MANIFEST = f"{OWN}.json"
"""The manifest: a file with the origin of an output folder and the names of the files that were written."""


@dataclass(frozen=True, slots=True)
class Written:
    """The files that were written, in order, the files of an earlier run that were removed, and other files that were replaced."""

    files: tuple[Path, ...]
    removed: tuple[Path, ...] = ()
    replaced: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """A folder of files to write.

    An existing folder may contain the files of an earlier run with the same `origin`. These are replaced, or removed if
    this run does not write them. Any other file in the folder needs `force`, and is replaced only if it has the name of a
    file to write. Databases are never replaced.
    """

    path: Path
    origin: str
    force: bool = False

    def write(self, fill: Callable[[Path], Iterable[Path]]) -> Written:
        """Let `fill` write files into a temporary folder and return them, then move them; nothing happens without a file.

        The folder is checked before `fill` is called, and again before the files are moved.

        Raises:
            OutputError: the path is no folder, contains other files, or cannot be written; or a file must not be replaced.
        """
        try:
            self._refuse(())
            with self._draft() as draft:
                names = [file.relative_to(draft) for file in fill(draft)]
                if not names:
                    return Written(())
                ours = self._refuse(names)
                stale = sorted(ours.difference(names))
                others = [name for name in names if name not in ours and (self._folder / name).exists()]
                manifest = {"origin": self.origin, "files": [name.as_posix() for name in names]}
                (draft / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
                for name in (Path(MANIFEST), *names):
                    with (draft / name).open("rb+") as file:
                        os.fsync(file.fileno())
                if not self._folder.exists():
                    self._folder.parent.mkdir(parents=True, exist_ok=True)
                    draft.rename(self._folder)
                else:
                    self._replace(draft, names, stale)
        except OSError as error:
            raise OutputError(f"{self.path} cannot be written: {why_unwritable(error)}") from error
        return Written(*(tuple(self.path / name for name in group) for group in (names, stale, others)))

    def _replace(self, draft: Path, names: Iterable[Path], stale: Iterable[Path]) -> None:
        """Remove the files of `stale`, with folders that then are empty, and move the others into the folder."""
        for name in stale:
            (self._folder / name).unlink()
            for parent in name.parents[:-1]:
                with suppress(OSError):  # it has other files
                    (self._folder / parent).rmdir()
        for name in (
            Path(MANIFEST),
            *names,
        ):  # the manifest first, so that what an interruption leaves is known
            (self._folder / name).parent.mkdir(parents=True, exist_ok=True)
            (draft / name).replace(self._folder / name)

    @property
    def _folder(self) -> Path:
        return Path(os.path.realpath(self.path))

    def _refuse(self, names: Iterable[Path]) -> set[Path]:
        """Return the files of an earlier run; raise if files must not be written into the folder."""
        if str(self.path) == "-":
            raise self._error("standard output", "is not a folder")
        if not self._folder.exists():
            return set()
        if not self._folder.is_dir():
            raise self._error(self.path, "cannot be written: it is a file")
        ours = self._ours()
        for path in () if self.force else sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder)
            its_own = name in ours or name.parts[0] == MANIFEST or is_unfinished(name.parts[0])
            if not its_own and (path.is_symlink() or not path.is_dir()):
                raise self._error(
                    self.path,
                    f"holds files that this command did not write, such as {name}",
                    ", or keep them and replace only those of the same names with --force",
                )
        for name in ours.difference(names):
            self._refuse_database(name)
        for name in names:
            target = self._folder / name
            if any((self._folder / parent).is_file() for parent in name.parents):
                raise self._error(self.path / name, "cannot be written: its folder is a file")
            if target.is_dir():
                raise self._error(self.path / name, "cannot be written: it is a folder")
            self._refuse_database(name)
        return ours

    def _refuse_database(self, name: Path) -> None:
        target = self._folder / name
        if target.is_file() and is_database(target):
            raise self._error(self.path / name, "is a database, which no output replaces")

    def _error(self, name: Path | str, what: str, or_else: str = "") -> OutputError:
        return OutputError(f"{name} {what}; name a new folder with --out{or_else}")

    def _ours(self) -> set[Path]:
        """Return the files of an earlier run with the same origin that are in the folder, none of them through a link."""
        try:
            manifest = json.loads((self._folder / MANIFEST).read_bytes())
            paths = [self._folder / name for name in manifest["files"] if manifest["origin"] == self.origin]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return set()  # there is none that this tool wrote
        return {
            path.relative_to(self._folder)
            for path in paths
            if path.is_file() and path.is_relative_to(self._folder) and Path(os.path.realpath(path)) == path
        }

    @contextmanager
    def _draft(self) -> Iterator[Path]:
        """Create a temporary folder on the same disk; it is deleted at the end, if it is still there."""
        place = self._folder
        while not place.exists():
            place = place.parent
        draft = unfinished(place)
        draft.mkdir()
        try:
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)
