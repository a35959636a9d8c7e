"""What an installation has: its version, and its data folders `baselines`, `grammars`, `reports` and `tables`.

A wheel has the folders inside the package, a checkout beside it. All other modules find their data files through this one.
"""

import os
from pathlib import Path

__version__ = "1.0.0"
"""The version of the program, which `pyproject.toml` states too."""
_END = 1 << 16


def data_folder(name: str) -> Path:
    """Return the folder `name`, inside the package or beside it.

    Raises:
        FileNotFoundError: neither place has it; the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder {name!r} is missing from this installation; reinstall badugi-hh")


def mark_of(path: Path) -> bytes:
    """Return what distinguishes a data file from others: its name, size and end, where a zip file has the checksums of its members.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - _END, 0))
        return f"{path.name} {size}".encode() + file.read()
