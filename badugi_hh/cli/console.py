"""Output and exit status of the commands: results to standard output, notes and errors to standard error.

Text of files is never interpreted as markup or escape codes; control characters are escaped. If the encoding of the
output lacks a character, symbols of this tool are replaced by plain characters and text of files by escapes, so that
two different names never look the same. CSV is UTF-8 everywhere, and JSON is ASCII.
"""

import codecs
import json
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import typer

from badugi_hh.as_json import json_value
from badugi_hh.user_error import UserError

if TYPE_CHECKING:
    import polars as pl


STDIN = Path("-")
INTERRUPTED = 130
UNUSABLE = 2
_PIPED = 120  # columns of a pipe or a file
_USUAL = 80  # columns of a terminal of unknown width, as in a container
_NARROWEST = 20  # columns
PLAIN = "badugi_hh.plain"
"""The error handler of an encoding that lacks characters: symbols of this tool are replaced by plain characters."""
_REPLACEMENTS = {
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
_DUCKDB_INTERRUPTED = "Query interrupted"  # the message of the RuntimeError that DuckDB raises on Ctrl-C
_ARROW_INTERRUPTED = (
    "failed: KeyboardInterrupt"  # ends that of its error if Ctrl-C comes while it asks for a stream
)


OF_DATABASE = (
    *("import", "retry", "stats", "leaks", "opponent", "report", "watch", "alias", "tag", "note", "replay"),
    *("hands", "sql", "export", "db"),
)
"""The commands that have the option --db."""
# A command to type; behind "PID 123: " is the name of a process.
_COMMAND = re.compile(
    rf"(?<!\d: )badugi-hh (?:{'|'.join(OF_DATABASE)})\b(?:(?<= db) (?:check|info|price|compact|backup))?"
)
_database: ContextVar[Path | None] = ContextVar("database", default=None)


@contextmanager
def of_database(path: Path | None) -> Iterator[None]:
    """Within this block, messages name the database `path` in the commands that they propose; None is the user's own."""
    token = _database.set(path)
    try:
        yield
    finally:
        _database.reset(token)


def database_option(path: Path | None) -> str:
    """Return the option of a command for the database at `path`, with a blank before it; nothing for the user's own, None."""
    return "" if path is None else f" --db {shlex.quote(str(path))}"


def _with_database(text: str) -> str:
    option = database_option(_database.get())
    return _COMMAND.sub(lambda command: command[0] + option, text) if option else text


def visible(text: str) -> str:
    """Return a text of a file with escapes for the characters that standard output cannot show.

    These are unprintable characters, and characters that the encoding of the output lacks.
    """
    return _encodable(_printable(text), _encoding(sys.stdout), "backslashreplace")


def printed(text: str) -> str:
    """Return a text as standard output shows it; replacements and escapes can be wider than the character."""
    return _encodable(_printable(text), _encoding(sys.stdout), PLAIN)


def styled() -> bool:
    """Return whether output has colours, bold and dimmed text: only in a terminal, and not with NO_COLOR."""
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
    """Return the replacement of characters that an encoding lacks: plain characters, or escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    plain = (_REPLACEMENTS.get(char) or char.encode("ascii", "backslashreplace").decode() for char in missing)
    return "".join(plain), error.end


codecs.register_error(PLAIN, _put_plain)


def say(text: str) -> None:
    """Print one line to standard output."""
    typer.echo(printed(text))


def say_sentence(text: str) -> None:
    """Print one line to standard output; a narrow terminal folds it."""
    line = printed(text)
    typer.echo(_wrapped(line) if sys.stdout.isatty() else line)


def say_json(value: Any, *, lines: bool = False) -> None:
    """Print a value, see `json_value`, as JSON: indented, or with `lines` on one line. Only ASCII, without control characters."""
    typer.echo(json.dumps(json_value(value), indent=None if lines else 2, default=str))


def say_csv(frame: "pl.DataFrame") -> None:
    """Print a frame as CSV; a text that a spreadsheet would execute, such as a player's name, is escaped.

    Outside of a terminal it is UTF-8, whatever the encoding of the system.
    """
    from badugi_hh.store.export_tables import as_csv

    lines = as_csv(frame).removesuffix("\n").split("\n")
    if sys.stdout.isatty():
        for line in lines:
            say(visible(line))
    else:
        write_utf8("".join(f"{_printable(line)}\n" for line in lines))


def write_utf8(text: str) -> None:
    """Write a text that a program reads to standard output, in UTF-8 whatever the encoding of the system."""
    sys.stdout.flush()
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:  # a program has replaced the stream by one of text
        sys.stdout.write(text)
    else:
        binary.write(text.encode("utf-8", "backslashreplace"))
        binary.flush()


def note(*texts: str) -> None:
    """Print each text as a line to standard error; a narrow terminal folds it.

    Commands in it are completed with the database of the running command, see `of_database`.
    """
    for text in map(_with_database, texts):
        # Click writes UTF-8 if the encoding is ASCII, so characters are replaced here.
        line = _encodable(_printable(text), _encoding(sys.stderr), PLAIN)
        typer.echo(_wrapped(line) if sys.stderr.isatty() else line, err=True)


def note_zone(tz: str | None) -> None:
    """Print the time zone of the times of a table; nothing for None."""
    if tz is not None:
        note(f"times are those of {tz}; --tz names another time zone")


def _wrapped(line: str) -> str:
    """Return a line in as many lines of the terminal as it takes, broken at blanks alone."""
    from textwrap import wrap

    return "\n".join(wrap(line, terminal_width(), break_long_words=False, break_on_hyphens=False)) or line


def terminal_width() -> int:
    """Return the width of a line in columns: COLUMNS, or the width of the terminal, or 120 without a terminal.

    The output of a pipe such as `| less` is usually read in the terminal of standard error.
    """
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
    except (OSError, ValueError, AttributeError):
        width = _PIPED
    return max(get_terminal_size((width, 24)).columns, _NARROWEST)


def fail(text: str) -> NoReturn:
    """Exit with status 2 and one line on standard error."""
    note(f"badugi-hh: {text}")
    raise typer.Exit(UNUSABLE)


def fail_unreadable(reasons: Sequence[str], others: int = 0) -> NoReturn:
    """Exit with status 2 because files cannot be read: a line for each of them, and their number.

    `others` is the number of further files whose reasons are printed already.
    """
    if len(reasons) + others == 1:
        fail(reasons[0])
    note(*reasons)
    fail(f"{len(reasons) + others:,} files cannot be read, for the reasons above")


def standard_input(paths: Sequence[Path]) -> bytes | None:
    """Return the bytes of standard input if `-` is one of the paths, None otherwise.

    Standard input is read before a database is opened, because it can be slow and an open database is locked.
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
        # A library may have configured signals so that a read continues after them; Ctrl-C would have no effect.
        signal.siginterrupt(signal.SIGINT, True)
    return read_stream(sys.stdin.buffer)


def read_text(path: Path) -> str:
    """Return the text of a file, or of standard input for `-`; exit if it cannot be read."""
    try:
        return (standard_input([path]) or b"").decode() if path == STDIN else path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        fail(f"{named([path])} is no text in UTF-8")
    except OSError as error:
        fail(f"{named([path])} cannot be read: {error.strerror}; check the path")


def named(paths: Sequence[Path]) -> str:
    """Return the names of paths for a message."""
    return ", ".join("standard input" if path == STDIN else str(path) for path in paths)


@contextmanager
def exit_on_user_error(*, unread: int = 0) -> Iterator[None]:
    """Exit with one line and status 2 on an error that the user can correct, and with status 130 on Ctrl-C.

    `unread` is the exit status if the output pipe is closed early.
    """
    try:
        yield
    except KeyboardInterrupt as error:
        interrupted(_kept(error))
    except BrokenPipeError:
        end_output()
        raise typer.Exit(unread) from None
    except Exception as error:
        if is_interruption(error):
            interrupted(_kept(error))
        if full := why_full(error):
            end_output()
            fail(full)
        import duckdb

        # A damaged database or an unreadable file raises the last two.
        if isinstance(error, UserError | duckdb.OperationalError | OSError):
            fail(str(error).partition("\n")[0])
        raise


def end_output() -> None:
    """Write what standard output still holds, or drop it if that fails, so that the last flush of Python does not fail."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def why_full(error: BaseException) -> str | None:
    """Return one line if a full disk caused the error, None otherwise."""
    from badugi_hh.outputs.checks import is_full

    if not is_full(error):
        return None
    what = getattr(error, "filename", None) or "standard output"
    return f"{what} cannot be written: the disk is full; free some space and run the command again"


def is_interruption(error: BaseException) -> bool:
    """Return whether the error is Ctrl-C, reported by Python or DuckDB, or was raised because of it.

    A compiled module that Ctrl-C stops while it is loaded raises an error of its own; loading it again would crash.
    What is raised `from None`, such as the exit after Ctrl-C, is no interruption.
    """
    message = str(error).rstrip(": \n")
    causes = (error.__cause__, None if error.__suppress_context__ else error.__context__)
    return (
        isinstance(error, KeyboardInterrupt)
        or any(is_interruption(cause) for cause in causes if cause)
        or message == _DUCKDB_INTERRUPTED
        or message.endswith(_ARROW_INTERRUPTED)
    )


def _kept(error: BaseException | None) -> str:
    """Return the note of an interruption, or of the error behind it, that says what is kept; empty without one."""
    while error is not None:
        for text in getattr(error, "__notes__", ()):
            return str(text)
        error = error.__cause__ or error.__context__
    return ""


def interrupted(kept: str = "") -> NoReturn:
    """Exit after Ctrl-C with one line; `kept` states what is stored."""
    note(f"badugi-hh: interrupted{kept and '; '}{kept}")
    raise typer.Exit(INTERRUPTED) from None
