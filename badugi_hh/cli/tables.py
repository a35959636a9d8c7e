"""Tables in the terminal: as wide as needed; cells are folded into several lines if the table is too wide.

Lines are built as text, because a general layout engine takes minutes for a hundred thousand rows.
"""

import os
import sys
from collections.abc import Container, Sequence
from itertools import chain, zip_longest
from stat import S_ISFIFO
from typing import TextIO

import typer

from badugi_hh.cli.console import printed, say, styled, visible, width_of

Head = str | tuple[str, ...]
"""The head of a column: one line, or several."""

_PIPED = 120  # columns of a pipe or a file
_LEAST = 10  # least width of a folded cell, in columns


def terminal_width() -> int:
    """Return the width of a line in columns: COLUMNS, or the width of the terminal, or 120 in a pipe or a file.

    The output of a pipe such as `| less` is usually read in the terminal of standard error.
    """
    if sys.stdout.isatty():
        return width_of(sys.stdout)
    return width_of(sys.stderr if _is_pipe(sys.stdout) else sys.stdout, _PIPED)


def _is_pipe(stream: TextIO) -> bool:
    try:
        return S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False


def table_width(heads: Sequence[Head], rows: Sequence[Sequence[object]], *, tight: bool = False) -> int:
    """Return the width of a table without folded cells, in terminal columns."""
    return _taken(_widths(heads, _columns(heads, rows)), tight=tight)


def show_table(
    heads: Sequence[Head],
    rows: Sequence[Sequence[object]],
    *,
    right: Sequence[int] = (),
    grey: Sequence[int] = (),
    faint: Container[tuple[int, int]] = (),
    whole: Sequence[int] = (),
    names: Container[int] = (),
    tight: bool = False,
    whole_heads: bool = False,
) -> None:
    """Print a table: the columns `right` are right-aligned, the columns `whole` and `right` are never folded.

    The rows `grey` are dimmed, and the cells `faint`, by row and column. The columns `names` contain text of files.
    `tight` has two spaces between columns instead of three. With `whole_heads` no head is folded. None is a dash.
    """
    columns = _columns(heads, [_escaped(row, names) for row in rows] if names else rows)
    room = terminal_width()
    least = _widths(heads, []) if whole_heads else []
    widths = _narrowed(_widths(heads, columns), {*whole, *right}, room, least, tight=tight)
    lead, between = (" ", "  ") if tight else ("  ", "   ")
    coloured = styled()
    dimmed = frozenset(grey)

    def put(cells: Sequence[Sequence[str]], nth: int = -1) -> None:
        """Print a row whose cells are lines of text; `nth` is -1 for the heads."""
        for parts in zip_longest(*cells, fillvalue=""):
            padded = [
                _padded(part, width, right=place in right)
                for place, (part, width) in enumerate(zip(parts, widths, strict=True))
            ]
            if coloured:
                padded = [
                    typer.style(part, bold=nth < 0, dim=nth in dimmed or (nth, place) in faint)
                    for place, part in enumerate(padded)
                ]
            typer.echo((lead + between.join(padded)).rstrip())

    typer.echo()
    put(
        [
            [line for part in _lines(head) for line in folded(part, width)]
            for head, width in zip(heads, widths, strict=True)
        ]
    )
    typer.echo(lead[1:] + printed("─") * (min(room, _taken(widths, tight=tight) + 1) - len(lead[1:])))
    for nth, row in enumerate(zip(*columns, strict=True)):
        put([folded(cell, width) for cell, width in zip(row, widths, strict=True)], nth)
    typer.echo()


def show_rows(heads: Sequence[str], rows: Sequence[Sequence[object]], *, right: Sequence[int] = ()) -> None:
    """Print rows with text of files: as a table if it fits, otherwise row by row with a line for each column."""
    names = range(len(heads))
    columns = _columns(heads, [_escaped(row, names) for row in rows])
    room = terminal_width()
    widths = _narrowed(_widths(heads, columns), right, room, _widths(heads, []), tight=False)
    if not rows or _taken(widths, tight=False) <= room:
        show_table(heads, rows, right=right, names=names, whole_heads=True)
        return
    shown = [printed(head) for head in heads]
    left = max(map(_length, shown))
    for nth, row in enumerate(zip(*columns, strict=True), 1):
        typer.echo()
        typer.echo(typer.style(f"  row {nth:,}", bold=True) if styled() else f"  row {nth:,}")
        for head, cell in zip(shown, row, strict=True):
            for label, line in zip_longest([head], folded(cell, max(room - left - 4, _LEAST)), fillvalue=""):
                typer.echo(f" {_padded(label, left, right=False)}   {line}".rstrip())
    typer.echo()


def _escaped(row: Sequence[object], names: Container[int]) -> list[object]:
    return [visible(cell) if nth in names and isinstance(cell, str) else cell for nth, cell in enumerate(row)]


def _columns(heads: Sequence[Head], rows: Sequence[Sequence[object]]) -> list[list[str]]:
    """Return the cells below each head as they are printed."""
    if not rows:
        return [[] for _ in heads]
    return [
        [printed("–") if cell is None else printed(str(cell)) for cell in column]
        for column in zip(*rows, strict=True)
    ]


def _lines(head: Head) -> list[str]:
    return [printed(line) for line in ((head,) if isinstance(head, str) else head)]


def _widths(heads: Sequence[Head], columns: Sequence[Sequence[str]]) -> list[int]:
    """Return the width of each column; without cells, the width of its head."""
    return [
        max(map(_length, chain(_lines(head), cells)))
        for head, cells in zip_longest(heads, columns, fillvalue=())
    ]


def _taken(widths: Sequence[int], *, tight: bool) -> int:
    return sum(widths) + (2 if tight else 3) * len(widths) - 1


def _narrowed(
    widths: Sequence[int], whole: Container[int], room: int, least: Sequence[int], *, tight: bool
) -> list[int]:
    """Return widths that fit into `room`: the widest columns become narrower, except the columns `whole`.

    No column becomes narrower than `_LEAST`, or than its width in `least`.
    """
    narrowed = list(widths)
    ends = [max(_LEAST, end) for end in least] or [_LEAST] * len(widths)
    while _taken(narrowed, tight=tight) > room:
        wide = [nth for nth, width in enumerate(narrowed) if nth not in whole and width > ends[nth]]
        if not wide:
            break
        narrowed[max(wide, key=lambda nth: narrowed[nth])] -= 1
    return narrowed


def folded(text: str, width: int) -> list[str]:
    """Return a text folded into lines, between words if possible."""
    if _length(text) <= width:
        return [text]
    from rich.console import Console
    from rich.text import Text

    return [line.plain.rstrip() for line in Text(text).wrap(Console(), width, overflow="fold")]


def folded_lines(text: str, indent: int = 0) -> list[str]:
    """Return a text as lines that fit the terminal, `indent` columns from the left; continuation lines have two more."""
    first, *more = folded(printed(text), max(terminal_width() - indent - 2, 20))
    return [" " * indent + first, *(" " * (indent + 2) + line for line in more)]


def say_folded(text: str, indent: int = 0) -> None:
    """Print a text as `folded_lines`."""
    for line in folded_lines(text, indent):
        say(line)


def _padded(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - _length(text))
    return blanks + text if right else text + blanks


def _length(text: str) -> int:
    """Return the width of a text in columns; wide characters take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
