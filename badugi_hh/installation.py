"""What an installation has: its version, and its data folders `baselines`, `grammars`, `reports` and `tables`.

A wheel has the folders inside the package, a checkout beside it. All other modules find their data files through this one.
"""

from pathlib import Path

__version__ = "1.0.0"
"""The version of the program, which `pyproject.toml` states too."""


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
