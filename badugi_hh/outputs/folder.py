"""Writes an output folder: all of its files or none.

The files are first written into a temporary folder and then moved. A manifest beside them lists the files with their
hashes, so that the same command can replace them later; a file that was edited since belongs to the user.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from badugi_hh.outputs.checks import OutputError, is_database, why_unwritable
from badugi_hh.outputs.file import OWN, unfinished

MANIFEST = f"{OWN}.json"
"""The manifest: a file with the origin of an output folder and the SHA-256 of each file that was written."""

_ANOTHER = "name a new folder with --out"


@dataclass(frozen=True, slots=True)
class Written:
    """The files that were written, in order, and the files of an earlier run that were removed."""

    files: tuple[Path, ...]
    removed: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """A folder of files to write.

    An existing folder may contain the unchanged files of an earlier run with the same `origin`. These are replaced, or
    removed if this run does not write them. If `run` says what this run writes, those of a run that wrote something else
    need `force`. Any other file in the folder needs `force` too, and is replaced only if it has the name of a file to write.
    Databases are never replaced.
    """

    path: Path
    origin: str
    force: bool = False
    run: str | None = None

    def write(self, fill: Callable[[Path], Iterable[Path]]) -> Written:
        """Let `fill` write files into a temporary folder and return them, then move them; nothing happens without a file.

        The folder is checked before `fill` is called, and each file again before it is moved.

        Raises:
            OutputError: the path is no folder, contains other files, or cannot be written; or a file must not be replaced.
        """
        with self._raise_output_errors():
            self._refuse()
            with self._draft() as draft:
                new = draft / "new"
                new.mkdir()
                names = [file.relative_to(new) for file in fill(new)]
                if not names:
                    return Written(())
                hashes = {name.as_posix(): _finish(new / name) for name in names}
                _write_manifest(new / MANIFEST, {"origin": self.origin, "run": self.run, "files": hashes})
                files = tuple(self.path / name for name in names)
                if not self._folder.exists():
                    self._folder.parent.mkdir(parents=True, exist_ok=True)
                    new.rename(self._folder)
                    return Written(files)
                ours = self._ours()
                for name in names:
                    self._refuse_file(name, ours)
                stale = [name for name in ours if name not in names]
                _move_each(new, self._folder, [*names, Path(MANIFEST)], stale, draft / "old")
        return Written(files, tuple(self.path / name for name in stale))

    @property
    def _folder(self) -> Path:
        return Path(os.path.realpath(self.path))

    def _refuse(self) -> None:
        """Raise if the folder contains files that an earlier run did not write, or wrote otherwise, unless `force` is set."""
        if str(self.path) == "-":
            raise OutputError(f"standard output is not a folder; {_ANOTHER}")
        if self._folder.exists() and not self._folder.is_dir():
            raise OutputError(f"{self.path} cannot be written: it is a file; {_ANOTHER}")
        if self.force or not self._folder.exists():
            return
        ours = self._ours()
        if ours and self.run is not None and (earlier := self._manifest().get("run")) != self.run:
            what = f" ({earlier})" if earlier else ""
            raise OutputError(
                f"{self.path} holds the files of another run of {self.origin}{what}; "
                f"{_ANOTHER}, or replace them with --force"
            )
        known = {*ours, Path(MANIFEST)}
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder)
            if name not in known and (path.is_symlink() or not path.is_dir()):
                raise OutputError(
                    f"{self.path} holds files that this command did not write or that were changed since, such as {name}; "
                    f"{_ANOTHER}, or keep them and replace only those of the same names with --force"
                )

    def _ours(self) -> frozenset[Path]:
        """Return the unchanged files of an earlier run in the folder."""
        listed = self._manifest().get("files", {})
        try:
            return frozenset(Path(name) for name in listed if self._hash(Path(name)) == listed[name])
        except (OSError, ValueError, LookupError, TypeError):
            return frozenset()  # the manifest is none that this tool wrote

    def _manifest(self) -> dict[str, Any]:
        """Return the manifest of an earlier run with the same origin; empty if there is none."""
        try:
            manifest = json.loads((self._folder / MANIFEST).read_bytes())
            return manifest if manifest["origin"] == self.origin else {}
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return {}

    def _hash(self, name: Path) -> str | None:
        """Return the SHA-256 of a file in the folder; None if it does not exist or its path is outside the folder."""
        path = self._folder / name
        inside = Path(os.path.realpath(path)) == path and path.is_relative_to(self._folder)
        if not inside or not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def _refuse_file(self, name: Path, ours: frozenset[Path]) -> None:
        """Raise if a file must not be written into the folder; `ours` are the unchanged files of an earlier run."""
        target = self._folder / name
        for parent in name.parents:
            if (self._folder / parent).exists() and not (self._folder / parent).is_dir():
                raise OutputError(f"{self.path / parent} cannot be made a folder: it is a file; {_ANOTHER}")
        if name in ours or not os.path.lexists(target):
            return
        if not target.is_file():
            raise OutputError(f"{self.path / name} cannot be written: it is not a file; {_ANOTHER}")
        if is_database(target):
            raise OutputError(f"{self.path / name} is a database, which no output replaces; {_ANOTHER}")
        if not self.force:
            raise OutputError(
                f"{self.path / name} was not written by this command; {_ANOTHER}, or replace it with --force"
            )

    @contextmanager
    def _draft(self) -> Iterator[Path]:
        """Create a temporary folder on the same disk; it is deleted at the end, unless it still has replaced files."""
        place = self._folder
        while not place.exists():
            place = place.parent
        draft = unfinished(place)
        draft.mkdir()
        try:
            yield draft
        except BaseException:
            if not any((draft / "old").glob("*")):
                shutil.rmtree(draft, ignore_errors=True)
            raise
        shutil.rmtree(draft, ignore_errors=True)

    @contextmanager
    def _raise_output_errors(self) -> Iterator[None]:
        """Replace errors of the operating system by an `OutputError` of one line."""
        try:
            yield
        except OSError as error:
            raise OutputError(f"{self.path} cannot be written: {why_unwritable(error)}") from error


def _finish(path: Path) -> str:
    """Flush a file to the disk and return its SHA-256."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_manifest(path: Path, manifest: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    _finish(path)


def _move_each(new: Path, folder: Path, names: Iterable[Path], stale: Iterable[Path], replaced: Path) -> None:
    """Move files of `new` into a folder and remove those of `stale`; undo everything if one move fails.

    The files that were there before are in `replaced` until the end.
    """
    replaced.mkdir()
    begun: list[tuple[Path, Path | None]] = []
    try:
        for number, name in enumerate([*stale, *names]):
            target = folder / name
            kept = replaced / str(number) if os.path.lexists(target) else None
            target.parent.mkdir(parents=True, exist_ok=True)
            begun.append((target, kept))
            if kept is not None:
                target.rename(kept)
            if (new / name).exists():
                (new / name).rename(target)
    except BaseException:
        for target, kept in reversed(begun):
            if kept is None:
                target.unlink(missing_ok=True)
            elif os.path.lexists(kept):
                kept.replace(target)
        raise
    finally:
        _remove_empty_folders(folder, {target.parent for target, _ in begun})


def _remove_empty_folders(top: Path, folders: Iterable[Path]) -> None:
    """Remove empty folders below `top`, and those above them that become empty."""
    for folder in folders:
        for each in (folder, *folder.parents):
            if each == top:
                break
            with suppress(OSError):
                each.rmdir()
