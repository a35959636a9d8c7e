"""Finds the data-only folders (`baselines`, `grammars`, `reports`, `tables`) in an installed wheel and in a checkout.

A wheel has them inside the package, a checkout beside it. All other modules find their data files through this one.
"""

from pathlib import Path


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
