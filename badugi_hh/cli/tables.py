"""Tables in the terminal: as wide as they need to be, and where that is too wide with cells in several lines.

Each line is put together as text; a general layout takes minutes for the hundred thousand rows of a fine split.
"""

import os
import sys
from collections.abc import Sequence
from itertools import zip_longest

import typer

from badugi_hh.cli.console import visible

_WIDE = 1000  # columns of a table that goes into a file or a pipe, where no line ends by itself
_LEAST = 10  # columns that a cell in several lines keeps, however narrow the terminal is


def terminal_width() -> int:
    """Return the columns of the terminal, or enough that nothing is broken where there is none."""
    from rich.console import Console

    return Console().width if sys.stdout.isatty() else _WIDE


def table_width(heads: Sequence[object], rows: Sequence[Sequence[object]], *, tight: bool = False) -> int:
    """Return how many columns a table takes that breaks no cell."""
    return _taken(_widths(_columns(heads, rows)), tight=tight)


def show_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    right: Sequence[int] = (),
    grey: Sequence[int] = (),
    whole: Sequence[int] = (),
    tight: bool = False,
) -> None:
    """Print a table: the columns `right` are set to the right, `whole` never broken, the rows `grey` are dimmed.

    `tight` leaves two blanks between columns in the place of three. None is a dash.
    """
    columns = _columns(heads, rows)
    room = terminal_width()
    widths = _narrowed(_widths(columns), whole, room, tight=tight)
    lead, between = (" ", "  ") if tight else ("  ", "   ")
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    line = "─" if encoding.startswith("utf") else "-"
    styled = sys.stdout.isatty() and os.environ.get("TERM") not in {"dumb", "unknown"}
    dimmed = frozenset(grey)

    def put(cells: Sequence[str], **style: bool) -> None:
        lines = [folded(cell, width) for cell, width in zip(cells, widths, strict=True)]
        for parts in zip_longest(*lines, fillvalue=""):
            padded = [
                _padded(part, width, right=nth in right)
                for nth, (part, width) in enumerate(zip(parts, widths, strict=True))
            ]
            text = (lead + between.join(padded)).rstrip()
            typer.echo(typer.style(text, **style) if styled and style else text)

    typer.echo()
    put([column[0] for column in columns], bold=True)
    typer.echo(lead[1:] + line * (min(room, _taken(widths, tight=tight) + 1) - len(lead[1:])))
    for nth, row in enumerate(zip(*(column[1:] for column in columns), strict=True)):
        put(row, **({"dim": True} if nth in dimmed else {}))
    typer.echo()


def _columns(heads: Sequence[object], rows: Sequence[Sequence[object]]) -> list[list[str]]:
    return [
        ["–" if cell is None else visible(str(cell)) for cell in column]
        for column in zip(heads, *rows, strict=True)
    ]


def _widths(columns: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(_length, column)) for column in columns]


def _taken(widths: Sequence[int], *, tight: bool) -> int:
    return sum(widths) + (2 if tight else 3) * len(widths) - 1


def _narrowed(widths: Sequence[int], whole: Sequence[int], room: int, *, tight: bool) -> list[int]:
    """Return widths that fit into the room: those that are widest give way, but for the columns `whole`."""
    found = list(widths)
    while _taken(found, tight=tight) > room:
        wide = [nth for nth, width in enumerate(found) if nth not in whole and width > _LEAST]
        if not wide:
            break
        found[max(wide, key=lambda nth: found[nth])] -= 1
    return found


def folded(text: str, width: int) -> list[str]:
    """Return a text in as many lines as it takes, broken between words where it can be."""
    if _length(text) <= width:
        return [text]
    from rich.console import Console
    from rich.text import Text

    return [line.plain.rstrip() for line in Text(text).wrap(Console(), width, overflow="fold")]


def _padded(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - _length(text))
    return blanks + text if right else text + blanks


def _length(text: str) -> int:
    """Return how many columns a text takes, of which some characters take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
