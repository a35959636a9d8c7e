"""The app: its commands in the order of `--help`, and the exit status of a run."""

import os
import sys
import traceback
from collections.abc import Callable, Collection
from functools import wraps
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any

import typer

from badugi_hh.cli import completion
from badugi_hh.cli.console import PLAIN, UNUSABLE, end_output, exit_on_user_error, fail, of_database, why_full
from badugi_hh.installation import __version__

# Every command: its name, and the example at the end of its help; several examples have a line each.
COMMANDS: dict[str, str] = {
    "import": "badugi-hh import ~/HandHistory",
    "retry": "badugi-hh retry --json",
    "validate": "badugi-hh validate ~/HandHistory --json",
    "stats": (
        "badugi-hh stats --by day\n"
        "badugi-hh stats --by session --since 2024-01-01\n"
        "badugi-hh stats --by month --stat net,winrate\n"
        "badugi-hh stats --by position --game cash"
    ),
    "leaks": "badugi-hh leaks --game cash",
    "opponent": "badugi-hh opponent 'One More Card'",
    "report": "badugi-hh report ~/HandHistory --out report.html",
    "watch": "badugi-hh watch ~/HandHistory --report report.html",
    "alias": "badugi-hh alias 'Marmalade Heron' Marmalade_H Heron77 --me",
    "tag": (
        "badugi-hh tag 52468812345 52468812346 bluff\n"
        "badugi-hh tag --json > tags.json\n"
        "badugi-hh tag --from tags.json"
    ),
    "note": (
        "badugi-hh note 52468812345 'snow the third draw?'\n"
        "badugi-hh note --player 'One More Card' 'never folds a pat ten'"
    ),
    "replay": "badugi-hh replay 52468812345",
    "hands": (
        "badugi-hh hands --session last --sort net --limit 5\n"
        "badugi-hh hands --only weekday=Friday --only opener=BTN\n"
        "badugi-hh hands --position BTN --where 'seats.net < 0' --limit 50"
    ),
    "sql": "badugi-hh sql 'SELECT player, count(*) FROM seats WHERE dealt GROUP BY player' --json",
    "explain": "badugi-hh explain R03\nbadugi-hh explain vpip",
    "equity": (
        "badugi-hh equity 'As 2h 3d Kd' '9c 7h 5s 4d' --draws 2\n"
        "badugi-hh equity 'As 2h 3d Kd' --range 'badugi 9-, tri 6-' --draws 1 --dead '4c 5c'\n"
        "badugi-hh equity '9c 7h 5s 4d' 'As 2h 3d Kd' --draws 2,1 --keep 2='As 2h' --json"
    ),
    "draws": (
        "badugi-hh draws 'As 2h 6d 6c' --draws 3\n"
        "badugi-hh draws 'Js 4h 3d Ac' --draws 1 --against one-pat --json"
    ),
    "solve": (
        "badugi-hh solve --spot heads-up --line 'raise call 1 1 check bet'\nbadugi-hh solve --line '' --json"
    ),
    "pot": "badugi-hh pot 4.5 --draws 1 --first 'badugi T-, tri 8-' --last 'badugi 9-, tri 7-'",
    "simulate": "badugi-hh simulate --hands 500 --out histories",
    "export": (
        "badugi-hh export --out histories --anonymize\n"
        "badugi-hh export --out phh --format phh --stakes '$0.25/$0.50'\n"
        "badugi-hh export --out tables --format parquet --since 2024-01-01\n"
        "badugi-hh export --out tables --format csv --game cash\n"
        "badugi-hh export --out objects --format json --player Alice"
    ),
    "db": ("badugi-hh db check\nbadugi-hh db backup hands-copy.duckdb"),
}


def build_app(names: Collection[str] = COMMANDS.keys()) -> typer.Typer:
    """Return the app with these commands; only their modules are imported."""
    app = typer.Typer(
        name="badugi-hh",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_badugi_hh)
    for name, example in COMMANDS.items():
        if name in names:
            lines = example.split("\n")
            epilog = f"Example: {example}" if len(lines) == 1 else "\n".join(("\b", "Examples:", *lines))
            run = exit_on_user_error(unread=int(name == "validate"))(find_command(name))
            app.command(name=name, epilog=epilog)(_with_arguments(run))
    return app


def _with_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that refuses a text that is not UTF-8, and whose messages name the database of its option --db."""

    @wraps(command)
    def run(**values: Any) -> None:
        for value in values.values():
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str) and not _is_unicode(text):
                    fail(f"{text!r} is not UTF-8; write it in a terminal that is set to UTF-8")
        db = values.get("db")
        if db is not None and not _is_unicode(str(db)):
            fail(f"DuckDB opens no file whose path is not UTF-8: {db}; name another one with --db")
        with of_database(db):
            command(**values)

    return run


def _is_unicode(text: str) -> bool:
    """Return whether a text has no bytes that Python could not decode; an argument or a path can have some."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def find_command(name: str) -> Callable[..., None]:
    """Return the function of a command, which is in the module of its name; a keyword of Python has a `_` appended."""
    name += "_" * iskeyword(name)
    function: Callable[..., None] = getattr(import_module(f"badugi_hh.cli.commands.{name}"), name)
    return function


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"badugi-hh {__version__}")
        raise typer.Exit


def _badugi_hh(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="print the version and exit"),
    ] = False,
) -> None:
    """Import Badugi hand histories, check them against the rules, and analyse how you play."""


def main() -> None:
    """Run the command line and exit: 0 done, 1 problems found, 2 unusable input."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the shell closed it
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 -- open to the end
    for stream in (sys.stdout, sys.stderr):
        # A character that the encoding lacks is replaced; it does not stop the run.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAIN)
    first = sys.argv[1:2]
    one = first and first[0] in COMMANDS and completion.VARIABLE not in os.environ
    try:
        build_app(first if one else COMMANDS.keys())()
    except SystemExit as end:
        # Typer exits on Ctrl-C before a command runs, without a message.
        if end.__context__ is not None and isinstance(end.__context__.__cause__, KeyboardInterrupt):
            sys.stderr.write("badugi-hh: interrupted\n")
        raise
    except Exception as error:  # noqa: BLE001 -- last resort: Python's status 1 would mean that hands have problems
        if full := why_full(error):
            end_output()
            sys.stderr.write(f"badugi-hh: {full}\n")
            sys.exit(UNUSABLE)
        traceback.print_exc()
        sys.stderr.write("badugi-hh: this is a bug in badugi-hh; please report it with the lines above\n")
        sys.exit(UNUSABLE)
