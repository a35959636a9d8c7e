"""What the report says, read from `reports/text.toml`; no sentence of the page stands in the code."""

import tomllib
from functools import cache
from typing import Any

from badugi_hh.folders import data_folder


@cache
def catalogue() -> dict[str, Any]:
    """Return the texts by section and name."""
    return tomllib.loads((data_folder("reports") / "text.toml").read_text(encoding="utf-8"))


def say(section: str, name: str, **values: object) -> str:
    """Return a text with its `{names}` filled in.

    Raises:
        KeyError: there is no such text, or a name of it was not given.
    """
    return str(catalogue()[section][name]).format(**values)
