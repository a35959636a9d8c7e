"""What the commands print, and how they end: answers to standard output, notes and errors to standard error.

Text that comes from files is printed as it is read, never as markup or escape codes; characters that a terminal
would obey are made visible. Where the output's encoding lacks a character, the tool's own signs have a plain stand-in
and the text of files an escape, so that no two names look alike.
"""

import codecs
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn, TextIO

import typer

STDIN = Path("-")
INTERRUPTED = 130
UNUSABLE = 2
_SHOWN = 10  # files that cannot be read, named one by one
PLAIN = "badugi_hh.plain"
"""The error handler of an output that lacks characters: signs of the tool's own text have plain stand-ins."""
_STAND_INS = {
    **dict.fromkeys("−–—─", "-"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    "…": "...",
    "≥": ">=",
    "≤": "<=",
    "×": "x",
    "→": "->",
    "€": "EUR ",
    "£": "GBP ",
    "₹": "INR ",
}
_DUCKDB_INTERRUPTED = "Query interrupted"  # what DuckDB makes of Ctrl-C during a query: a RuntimeError


def visible(text: str) -> str:
    """Return the text of a file with an escape in the place of every character that standard output cannot show.

    That is a character that does not print, or one that the output's encoding lacks.
    """
    return _encodable(_printable(text), _encoding(sys.stdout), "backslashreplace")


def printed(text: str) -> str:
    """Return a text as standard output shows it: stand-ins and escapes take more columns than one character."""
    return _encodable(_printable(text), _encoding(sys.stdout), PLAIN)


def styled() -> bool:
    """Return whether the answer is printed in colours, bold and dimmed: only in a terminal, and not with NO_COLOR."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in {"dumb", "unknown"}:
        return False
    return sys.stdout.isatty()


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


def _encodable(text: str, encoding: str, errors: str) -> str:
    return text if text.isascii() else text.encode(encoding, errors).decode(encoding)


def _encoding(stream: TextIO) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _put_plain(error: UnicodeError) -> tuple[str, int]:
    """Return what stands in for characters that an encoding lacks: plain ones, else escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    plain = (_STAND_INS.get(char) or char.encode("ascii", "backslashreplace").decode() for char in missing)
    return "".join(plain), error.end


codecs.register_error(PLAIN, _put_plain)


def say(text: str) -> None:
    """Print one line of the answer."""
    typer.echo(printed(text))


def say_json(value: Any, *, lines: bool = False) -> None:
    """Print a value as JSON: indented, or with `lines` on one line. Only ASCII, so no terminal obeys it."""
    typer.echo(json.dumps(value, indent=None if lines else 2, default=str))


def json_value(value: Any) -> Any:
    """Return a value of DuckDB as JSON has it: moments in ISO form, numbers that JSON lacks as null."""
    match value:
        case datetime() | date():
            return value.isoformat()
        case Decimal():
            return float(value) if value.is_finite() else None
        case float():
            return value if isfinite(value) else None
        case bytes():
            return value.hex()
        case list() | tuple():
            return [json_value(each) for each in value]
        case dict():
            return {str(key): json_value(each) for key, each in value.items()}
        case _:
            return value


def note(text: str) -> None:
    """Print one line to standard error; a terminal shows it in several where it is longer than its own."""
    # Click writes UTF-8 where the encoding is ASCII, so the stand-ins are put in here.
    line = _encodable(_printable(text), _encoding(sys.stderr), PLAIN)
    typer.echo(_wrapped(line) if sys.stderr.isatty() else line, err=True)


def _wrapped(line: str) -> str:
    """Return a line in as many lines of the terminal as it takes, broken at blanks alone."""
    from shutil import get_terminal_size
    from textwrap import wrap

    try:
        here = os.get_terminal_size(sys.stderr.fileno())
    except OSError:
        here = os.terminal_size((80, 24))
    width = get_terminal_size(here).columns
    return "\n".join(wrap(line, width, break_long_words=False, break_on_hyphens=False)) or line


def fail(text: str) -> NoReturn:
    """End the command with one line on standard error and status 2."""
    note(f"badugi-hh: {text}")
    raise typer.Exit(UNUSABLE)


def fail_unreadable(reasons: Sequence[str]) -> NoReturn:
    """End the command with status 2 after files that cannot be read: a line each for the first, and their number."""
    if len(reasons) == 1:
        fail(reasons[0])
    for reason in reasons[:_SHOWN]:
        note(reason)
    if len(reasons) > _SHOWN:
        note(f"and {len(reasons) - _SHOWN:,} more")
    fail(f"{len(reasons):,} files cannot be read, for the reasons above")


def standard_input(paths: Sequence[Path]) -> bytes | None:
    """Return what standard input has where `-` is one of the paths; a terminal is asked for its text.

    It is read before a database is opened: what gives it may be slow, and others may need the database.
    """
    if STDIN not in paths:
        return None
    if sys.stdin is None:  # the shell closed it
        fail("standard input is closed; pipe a history into it, or name a file")
    if sys.stdin.isatty():
        note(
            f"reading standard input; end with {'Ctrl-Z and Enter' if sys.platform == 'win32' else 'Ctrl-D'}"
        )
    from badugi_hh.history.source import read_stream

    if hasattr(signal, "siginterrupt"):
        # A library may have set signals up so that a read goes on after them; then Ctrl-C would have no effect here.
        signal.siginterrupt(signal.SIGINT, True)
    return read_stream(sys.stdin.buffer)


def named(paths: Sequence[Path]) -> str:
    """Return paths as a message names them."""
    return ", ".join("standard input" if path == STDIN else str(path) for path in paths)


@contextmanager
def exit_on_user_error(*, unread: int = 0) -> Iterator[None]:
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
        if full := why_full(error):
            fail(full)
        if isinstance(error, _user_errors()):
            fail(str(error).partition("\n")[0])
        raise


def why_full(error: BaseException) -> str | None:
    """Return one line where a full disk is the cause of an error, None where it is not."""
    from badugi_hh.outputs.checks import is_full
    from badugi_hh.store.disk import why_full as of_database

    if is_full(error):
        what = getattr(error, "filename", None) or "standard output"
        return f"{what} cannot be written: the disk is full; free some space and run the command again"
    return of_database(error)


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
    from badugi_hh.outputs import OutputError
    from badugi_hh.stats.selection.filters import FilterError
    from badugi_hh.store.aliases import AliasError
    from badugi_hh.store.database import DatabaseError

    return (InputError, OutputError, DatabaseError, AliasError, FilterError, duckdb.OperationalError, OSError)
