"""Tables in the terminal: as wide as needed, and where they are too wide, folded or continued below.

Lines are built as text, because a general layout engine takes minutes for a hundred thousand rows.
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

import typer

from badugi_hh.cli.console import printed, say, terminal_width

_LEAST = 10  # least width of a folded cell, in columns
_NAME = 24  # width to which the cells of repeated columns are folded
_GAP = 2  # spaces between columns; one before the first


def show_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    right: Sequence[int] = (),
    whole: Sequence[int] = (),
    repeated: int = 1,
) -> None:
    """Print a table; None is a dash. Text of files has to be `visible`; a head may have several lines.

    The columns `right` are right-aligned. They and the columns `whole` are never folded, nor is a word of a head. Where
    folding does not make enough room, the other columns continue in further tables, which all begin with the first
    `repeated` columns, or with fewer where no other column fits beside these.
    """
    titles = [[printed(line) for line in head.split("\n")] for head in heads]
    columns = [
        [printed("–" if cell is None else str(cell)) for cell in column] for column in zip(*rows, strict=True)
    ]
    columns = columns or [[] for _ in heads]
    widths = [max(map(width_of, chain(*both))) for both in zip(titles, columns, strict=True)]
    unbroken = {*right, *whole}
    least = [
        width if nth in unbroken else min(width, max([_LEAST, *map(width_of, " ".join(titles[nth]).split())]))
        for nth, width in enumerate(widths)
    ]
    room = terminal_width()
    for part in _parts(widths, least, repeated, room):
        narrowed = _narrowed([widths[nth] for nth in part], [least[nth] for nth in part], room)
        _print(
            [titles[nth] for nth in part],
            [columns[nth] for nth in part],
            narrowed,
            [nth in right for nth in part],
        )


def _parts(widths: Sequence[int], least: Sequence[int], repeated: int, room: int) -> list[list[int]]:
    """Return the columns of each table: one table if it fits with folded cells, otherwise as many as needed."""
    every = list(range(len(widths)))
    if _taken(least) <= room:
        return [every]
    while repeated > 1 and _taken([*least[:repeated], max(least[repeated:])]) > room:
        repeated -= 1
    first = every[:repeated]
    names = [max(least[nth], min(widths[nth], _NAME)) for nth in first]
    parts: list[list[int]] = [[]]
    for nth in every[repeated:]:
        if parts[-1] and _taken([*names, *(widths[other] for other in (*parts[-1], nth))]) > room:
            parts.append([])
        parts[-1].append(nth)
    return [[*first, *part] for part in parts]


def _narrowed(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Return widths that fit into `room`, if `least` allows: the widest columns become narrower."""
    narrowed = list(widths)
    while _taken(narrowed) > room:
        wide = [nth for nth, width in enumerate(narrowed) if width > least[nth]]
        if not wide:
            break
        narrowed[max(wide, key=lambda nth: narrowed[nth])] -= 1
    return narrowed


def _print(
    titles: Sequence[Sequence[str]],
    columns: Sequence[Sequence[str]],
    widths: Sequence[int],
    right: Sequence[bool],
) -> None:
    def put(cells: Sequence[Sequence[str]]) -> None:
        """Print a row whose cells are lines of text."""
        for parts in zip_longest(*cells, fillvalue=""):
            padded = map(_padded, parts, widths, right)
            typer.echo(f" {(' ' * _GAP).join(padded)}".rstrip())

    typer.echo()
    put(
        [
            [part for line in title for part in folded(line, width)]
            for title, width in zip(titles, widths, strict=True)
        ]
    )
    typer.echo(printed("─") * min(terminal_width(), _taken(widths) + 1))
    for row in zip(*columns, strict=True):
        put([folded(cell, width) for cell, width in zip(row, widths, strict=True)])
    typer.echo()


def _taken(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1) + 1


def folded(text: str, width: int) -> list[str]:
    """Return a text folded into lines, between words if possible."""
    if width_of(text) <= width:
        return [text]
    from rich.console import Console
    from rich.text import Text

    return [line.plain.rstrip() for line in Text(text).wrap(Console(), width, overflow="fold")]


def say_folded(text: str, indent: int = 0) -> None:
    """Print a text in lines that fit the terminal, `indent` columns from the left; continuation lines have two more."""
    for line in folded_lines(text, indent):
        say(line)


def folded_lines(text: str, indent: int = 0) -> list[str]:
    """Return the lines that `say_folded` prints."""
    first, *more = folded(printed(text), max(terminal_width() - indent - 2, 20))
    return [" " * indent + first, *(" " * (indent + 2) + line for line in more)]


def _padded(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def width_of(text: str) -> int:
    """Return the width of a text in columns; wide characters take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
