"""What the commands print, and how they end: answers to standard output, notes and errors to standard error.

Text that comes from files is printed as it is read, never as markup or escape codes; characters that a terminal
would obey are made visible.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

INTERRUPTED = 130
UNUSABLE = 2
_DUCKDB_INTERRUPTED = "Query interrupted"  # what DuckDB makes of Ctrl-C during a query: a RuntimeError
_WIDE = 1000  # columns of a table that goes into a file or a pipe, where no line ends by itself


def visible(text: str) -> str:
    """Return the text with an escape in the place of every character that does not print."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


def say(text: str) -> None:
    """Print one line of the answer."""
    typer.echo(visible(text))


def say_json(value: Any, *, lines: bool = False) -> None:
    """Print a value as JSON: indented, or with `lines` on one line. Only ASCII, so no terminal obeys it."""
    typer.echo(json.dumps(value, indent=None if lines else 2, default=str))


def note(text: str) -> None:
    """Print one line to standard error."""
    typer.echo(visible(text), err=True)


def fail(text: str) -> NoReturn:
    """End the command with one line on standard error and status 2."""
    note(f"badugi-hh: {text}")
    raise typer.Exit(UNUSABLE)


@contextmanager
def told(*, unread: int = 0) -> Iterator[None]:
    """Turn what a user can mend into one line and status 2, and an interruption into status 130.

    `unread` is the status where whoever reads the answer leaves before its end.
    """
    try:
        yield
    except KeyboardInterrupt:
        interrupted()
    except BrokenPipeError:
        # Whoever read the answer has gone; the interpreter's last flush must not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(unread) from None
    except Exception as error:
        if is_interruption(error):
            interrupted()
        if isinstance(error, _user_errors()):
            fail(str(error).partition("\n")[0])
        raise


def is_interruption(error: BaseException) -> bool:
    """Return whether this is Ctrl-C, as Python or as DuckDB tells it."""
    return isinstance(error, KeyboardInterrupt) or str(error) == _DUCKDB_INTERRUPTED


def interrupted(kept: str = "") -> NoReturn:
    """End the command after Ctrl-C with one line that says what is `kept`, where anything could be."""
    note(f"badugi-hh: interrupted{kept and '; '}{kept}")
    raise typer.Exit(INTERRUPTED) from None


def _user_errors() -> tuple[type[Exception], ...]:
    """Return what a user can mend; a full disk or a damaged database comes as the last two."""
    import duckdb

    from badugi_hh.history.source import InputError
    from badugi_hh.stats.filters import FilterError
    from badugi_hh.store.aliases import AliasError
    from badugi_hh.store.database import DatabaseError

    return (InputError, DatabaseError, AliasError, FilterError, duckdb.OperationalError, OSError)


def plain(value: object) -> "Text":
    """Return a value as text for a table; None is a dash."""
    from rich.text import Text

    return Text("–" if value is None else visible(str(value)))


def console() -> "Console":
    """Return the terminal, or something wide enough that nothing is cut where there is none."""
    from rich.console import Console

    return Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=_WIDE)


def show_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    right: Sequence[int] = (),
    grey: Sequence[int] = (),
    whole: Sequence[int] = (),
    title: str | None = None,
    tight: bool = False,
) -> None:
    """Print a table: the columns `right` are set to the right, `whole` never broken, the rows `grey` are dimmed.

    `tight` leaves two blanks between columns in the place of three.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(
        box=SIMPLE_HEAD,
        title=None if title is None else plain(title),
        title_justify="left",
        padding=(0, 1, 0, 0) if tight else (0, 1),
        pad_edge=not tight,
    )
    for nth, head in enumerate(heads):
        justify: Literal["left", "right"] = "right" if nth in right else "left"
        table.add_column(plain(head), justify=justify, overflow="fold", no_wrap=nth in whole)
    for nth, row in enumerate(rows):
        table.add_row(*(plain(cell) for cell in row), style="dim" if nth in grey else None)
    console().print(table)
