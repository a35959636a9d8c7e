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

from badugi_hh.outputs.checks import IsImported, OutputError, is_database, why_unwritable
from badugi_hh.outputs.file import OWN, UNFINISHED, unfinished

MANIFEST = f"{OWN}.json"
"""The manifest: a file with the origin of an output folder and the SHA-256 of each file that was written."""

EXPORT = "export of the database made at"
"""The first words of the origin of an export; the time at which the database was created follows."""

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
    removed if this run does not write them. Any other file in the folder needs `force`, and is replaced only if it has
    the name of a file to write. Databases and imported histories are never replaced; a file of an earlier run counts as
    imported by its path only, because it may have the same bytes as the history that it was exported from.
    """

    path: Path
    origin: str
    is_imported: IsImported
    force: bool = False

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
                hashes = {name: _finish(new / name) for name in names}
                if not names:
                    return Written(())
                if not self._folder.exists():
                    _write_manifest(new / MANIFEST, self.origin, hashes)
                    _move_whole(new, self._folder)
                    return Written(tuple(self.path / name for name in names))
                moves, stale = self._plan(new, hashes)
                _move_each([*moves, *((None, file) for file in stale)], draft / "old")
                for file in stale:
                    _remove_empty(file.parent, self._folder)
        return Written(
            tuple(self.path / name for name in names),
            tuple(self.path / file.relative_to(self._folder) for file in stale),
        )

    @property
    def _folder(self) -> Path:
        return Path(os.path.realpath(self.path))

    def _refuse(self) -> None:
        """Raise if the folder contains files that an earlier run did not write, unless `force` is set."""
        folder = self._folder
        if str(self.path) == "-":
            raise OutputError(f"standard output is not a folder; {_ANOTHER}")
        if not folder.exists():
            return
        if not folder.is_dir():
            raise OutputError(f"{self.path} cannot be written: it is a file; {_ANOTHER}")
        for path in folder.iterdir():
            if path.name.startswith(UNFINISHED):
                raise OutputError(
                    f"{self.path} holds {path.name}, which another run of badugi-hh is writing or has left behind; "
                    "wait for its end, or move that folder away"
                )
        if self.force:
            return
        ours = self._ours()
        for path in _walk(folder):
            name = path.relative_to(folder)
            if name not in ours and name != Path(MANIFEST):
                if self._is_of_another_database():
                    raise OutputError(
                        f"{self.path} holds the export of another database; {_ANOTHER}, or keep its files and replace only "
                        "those of the same names with --force"
                    )
                raise OutputError(
                    f"{self.path} holds files that this command did not write or that were changed since, such as {name}; "
                    f"{_ANOTHER}, or keep them and replace only those of the same names with --force"
                )

    def _is_of_another_database(self) -> bool:
        """Return whether the folder has an export, and this one is of another database."""
        try:
            origin = json.loads((self._folder / MANIFEST).read_bytes())["origin"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return False
        both = (origin, self.origin)
        return origin != self.origin and all(str(each).startswith(EXPORT) for each in both)

    def _ours(self) -> Mapping[Path, str]:
        """Return the unchanged files of an earlier run in the folder, with their hashes."""
        folder = self._folder
        try:
            manifest = json.loads((folder / MANIFEST).read_bytes())
            listed = manifest["files"] if manifest["origin"] == self.origin else {}
            hashes = {Path(name): sha256 for name, sha256 in listed.items() if isinstance(sha256, str)}
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return {}  # there is none, or none that this tool wrote
        return {name: sha256 for name, sha256 in hashes.items() if _hash_within(folder, name) == sha256}

    def _plan(self, new: Path, hashes: Mapping[Path, str]) -> tuple[list[tuple[Path, Path]], list[Path]]:
        """Return the files to move, each with its target and the manifest last, and the files of an earlier run to remove."""
        folder, ours = self._folder, self._ours()
        moves, listed = [], {}
        for name, sha256 in hashes.items():
            target = folder / name
            if name not in ours and _hash_within(folder, name) == sha256:
                continue  # an identical file of the user: it stays theirs
            listed[name] = sha256
            if ours.get(name) != sha256:
                self._refuse_file(target, ours.get(name))
                moves.append((new / name, target))
        if listed or ours:
            _write_manifest(new / MANIFEST, self.origin, listed)
            moves.append((new / MANIFEST, folder / MANIFEST))
        stale = [folder / name for name in ours if name not in hashes]
        return moves, [file for file in stale if not self.is_imported(file, by_content=False)]

    def _refuse_file(self, target: Path, ours: str | None) -> None:
        """Raise if a file must not be written; `ours` is the hash of the existing file if an earlier run wrote it."""
        name = self.path / target.relative_to(self._folder)
        for parent in target.relative_to(self._folder).parents:
            if (self._folder / parent).exists() and not (self._folder / parent).is_dir():
                raise OutputError(f"{self.path / parent} cannot be made a folder: it is a file; {_ANOTHER}")
        if not os.path.lexists(target):
            return
        if not target.is_file():
            raise OutputError(f"{name} cannot be written: it is not a file; {_ANOTHER}")
        if is_database(target):
            raise OutputError(f"{name} is a database, which no output replaces; {_ANOTHER}")
        if ours is None and not self.force:
            raise OutputError(
                f"{name} was not written by this command; {_ANOTHER}, or replace it with --force"
            )
        if self.is_imported(target, by_content=ours is None):
            raise OutputError(f"{name} is an imported history, which no output replaces; {_ANOTHER}")

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


def _walk(folder: Path) -> Iterator[Path]:
    """Yield everything in a folder and its subfolders except folders; links are not followed."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)
        else:
            yield path


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hash_within(folder: Path, name: Path) -> str | None:
    """Return the SHA-256 of a file in a folder; None if it does not exist or its path is outside the folder."""
    path = folder / name
    try:
        inside = Path(os.path.realpath(path)) == path and path.is_relative_to(folder)
        return _hash(path) if inside and path.is_file() else None
    except (OSError, ValueError):
        return None


def _finish(path: Path) -> str:
    """Flush a file to the disk and return its SHA-256."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_manifest(path: Path, origin: str, hashes: Mapping[Path, str]) -> None:
    listed = {name.as_posix(): sha256 for name, sha256 in hashes.items()}
    path.write_text(json.dumps({"origin": origin, "files": listed}, indent=1) + "\n", encoding="utf-8")
    _finish(path)


def _move_whole(new: Path, folder: Path) -> None:
    """Move a folder to a path that does not exist; its parents are created, and removed again on failure."""
    missing = [parent for parent in folder.parents if not parent.exists()]
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        new.rename(folder)
    except BaseException:
        for parent in missing:
            with suppress(OSError):
                parent.rmdir()
        raise


def _move_each(moves: Iterable[tuple[Path | None, Path]], old: Path) -> None:
    """Move files to their targets, or remove a target if the source is None; undo everything if one move fails.

    Replaced files are kept in `old` until the end.
    """
    old.mkdir()
    begun: list[tuple[Path | None, Path, Path | None]] = []
    made: list[Path] = []
    try:
        for number, (source, target) in enumerate(moves):
            for parent in [parent for parent in target.parents if not parent.exists()][::-1]:
                parent.mkdir()
                made.append(parent)
            kept = old / str(number) if os.path.lexists(target) else None
            begun.append((source, target, kept))
            if kept is not None:
                _keep(target, kept)
            if source is not None:
                source.replace(target)
            else:
                target.unlink(missing_ok=True)
    except BaseException:
        for source, target, kept in reversed(begun):
            if kept is not None and os.path.lexists(kept):
                kept.replace(target)
                kept.unlink(missing_ok=True)  # two names of one file are not moved onto each other
            elif kept is None and source is not None and not source.exists():
                target.unlink(missing_ok=True)
        for parent in reversed(made):
            with suppress(OSError):
                parent.rmdir()
        raise


def _keep(target: Path, kept: Path) -> None:
    """Give a file a second name; a symbolic link, or a file on a system without hard links, is moved."""
    if not target.is_symlink():
        with suppress(OSError):
            kept.hardlink_to(target)
            return
    target.rename(kept)


def _remove_empty(folder: Path, top: Path) -> None:
    """Remove empty folders from `folder` upwards, below `top`."""
    while folder != top:
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
