"""Reads the texts of the report from `reports/text.toml`; the code has no sentences of the page."""

import re
import tomllib
from functools import cache
from typing import Any

from badugi_hh.folders import data_folder
from badugi_hh.report.kinds import Kind

_OBJECT = re.compile(r"\b(before|gives|than|to) you\b")
_OTHERS = {"you": "they", "your": "their", "You": "They", "Your": "Their"}


@cache
def catalogue() -> dict[str, Any]:
    """Return the texts by section and name."""
    return tomllib.loads((data_folder("reports") / "text.toml").read_text(encoding="utf-8"))


def words_of(kind: Kind, section: str) -> dict[str, Any]:
    """Return the texts of a section, with those that a kind of report replaces."""
    return {**catalogue()[section], **catalogue().get(kind, {}).get(section, {})}


def say(section: str, name: str, **values: object) -> str:
    """Return a text with its `{names}` filled in.

    Raises:
        KeyError: there is no such text, or a value for one of its names is missing.
    """
    return str(catalogue()[section][name]).format(**values)


def address(text: str, *, you: bool) -> str:
    """Return a text that addresses the player as `you`; unless `you` is true, with `they` instead."""
    if you:
        return text
    text = _OBJECT.sub(r"\1 them", text)
    return re.sub(r"\b[Yy]our\b|\b[Yy]ou\b", lambda word: _OTHERS[word[0]], text)
