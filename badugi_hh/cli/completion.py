"""What the Tab key offers as the value of an option or an argument; Typer installs and runs the completion."""

import os
import re
from collections.abc import Callable, Iterable

import typer

VARIABLE = "_BADUGI_HH_COMPLETE"
"""The environment variable by which a shell requests completion."""

Completer = Callable[[str], list[str]]
_MOST_NAMES = 50
_SPECIAL = re.compile(r"[^\w@%+=:,./-]")
"""A character that a shell does not read as itself."""


def one_of_these(values: Iterable[str]) -> Completer:
    """Return a completer of the values of an option; spaces are written as hyphens, which options accept."""
    known = [value.replace(" ", "-") for value in values]

    def complete(incomplete: str) -> list[str]:
        return [value for value in known if value.startswith(incomplete)]

    return complete


def stat_names(incomplete: str) -> list[str]:
    """Return the completions of a list of statistics such as `vpip,p`."""
    from badugi_hh.stats.definitions.registry import STATS

    return _in_list(STATS, incomplete)


def explained_names(incomplete: str) -> list[str]:
    """Return the problem codes, statistics, leak checks and nodes of losses that begin so; of nodes only the next word."""
    from badugi_hh.leaks.checks import CHECKS
    from badugi_hh.leaks.loss_nodes import titles
    from badugi_hh.problems import CODES
    from badugi_hh.stats.definitions.registry import STATS

    nodes = (node for node in titles() if node.count(".") == incomplete.count("."))
    return [name for name in (*CODES, *STATS, *CHECKS, *nodes) if name.startswith(incomplete)]


def dimension_names(incomplete: str) -> list[str]:
    """Return the completions of a list of dimensions such as `position,mo`."""
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    return _in_list(DIMENSIONS, incomplete)


def player_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names of players and persons that begin so, those with most hands first; none if no database can be read.

    Bash inserts a completion as it is, so that the characters which it would read otherwise are escaped.
    """
    import badugi_hh

    try:
        with badugi_hh.open(ctx.params.get("db"), read_only=True, no_wait=True) as hands:
            names = hands.find_names(incomplete, _MOST_NAMES)
    except (badugi_hh.DatabaseError, OSError):
        return []
    in_bash = os.environ.get(VARIABLE) == "complete_bash"
    return [_SPECIAL.sub(r"\\\g<0>", name) if in_bash else name for name in names if name.isprintable()]


def _in_list(names: Iterable[str], incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]
