"""Shell completion of commands, options and option values with the Tab key.

Typer generates the script. Its own installer is not used, because it rewrites the user's settings file and changes
other settings. Here one line is appended to that file, once; the rest is in a file of this tool.
"""

import errno
import os
import re
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path

import typer
from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

from badugi_hh.cli.console import exit_on_user_error, fail, say
from badugi_hh.outputs.file import unfinished

PROGRAM = "badugi-hh"
VARIABLE = "_BADUGI_HH_COMPLETE"
"""The environment variable by which a shell requests completion."""

Completer = Callable[[str], list[str]]
_MOST_NAMES = 50
_SPECIAL = re.compile(r"[^\w@%+=:,./-]")
"""A character that a shell does not read as itself."""


def register() -> None:
    """Register the shells of Typer, which does so only if it provides the completion options itself."""
    completion_init()


def show(requested: bool) -> None:
    """Print the script of the current shell and exit, if requested."""
    if requested:
        with exit_on_user_error():
            typer.echo(_script(_shell()))
        raise typer.Exit


def install(requested: bool) -> None:
    """Install completion for the current shell and exit, if requested."""
    if not requested:
        return
    with exit_on_user_error():
        shell = _shell()
        home = Path.home()
        settings: Path | None
        match shell:
            case "bash":
                file = home / ".bash_completions" / f"{PROGRAM}.sh"
                settings, line = home / ".bashrc", f"source {shlex.quote(str(file))}"
            case "zsh":
                file = home / ".zfunc" / f"_{PROGRAM}"
                settings = Path(os.environ.get("ZDOTDIR") or home) / ".zshrc"
                line = "fpath+=~/.zfunc; autoload -Uz compinit; compinit"
            case "fish":
                config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
                file, settings, line = config / "fish" / "completions" / f"{PROGRAM}.fish", None, ""
            case _:
                fail(
                    f"completion is installed for bash, zsh and fish; for {shell} add what --show-completion prints to "
                    "the settings of your shell"
                )
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            _replace(file, f"{_script(shell)}\n".encode())
            added = settings is not None and _append(settings, line)
        except OSError as error:
            fail(
                f"{error.filename or settings or file} cannot be written: {(error.strerror or str(error)).lower()}; "
                "nothing was installed, and --show-completion prints the script"
            )
        say(f"completion for {shell} is in {file}")
        if added:
            say(f"a line that reads it was added to {settings}")
        say("open a new shell to use it")
    raise typer.Exit


def _replace(file: Path, text: bytes) -> None:
    """Write a file of this tool completely or not at all."""
    draft = unfinished(file.parent)
    try:
        draft.write_bytes(text)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _append(settings: Path, line: str) -> bool:
    """Add a line to a settings file of any encoding; return whether it was missing.

    If the line does not fit on the disk, the file is unchanged.
    """
    kept = settings.read_bytes() if settings.exists() else b""
    if line.encode() in kept.splitlines():
        return False
    added = b"\n" * (bool(kept) and not kept.endswith(b"\n")) + f"{line}\n".encode()
    complete = False
    with settings.open("ab", buffering=0) as file:
        try:
            complete = file.write(added) == len(added)
        finally:
            if not complete:
                file.truncate(len(kept))
    if not complete:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(settings))
    return True


def _shell() -> str:
    """Return the name of the current shell."""
    import shellingham

    try:
        return str(shellingham.detect_shell()[0])
    except shellingham.ShellDetectionFailure:
        fail("the shell is unknown; run this in bash, zsh, fish or PowerShell")


def _script(shell: str) -> str:
    return get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell)


# --- values


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


def dimension_names(incomplete: str) -> list[str]:
    """Return the completions of a list of dimensions such as `position,mo`."""
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    return _in_list(DIMENSIONS, incomplete)


def parts_to_keep(incomplete: str) -> list[str]:
    """Return the completions of `DIMENSION=VALUE`, spaces as hyphens; `DIMENSION=` if the values are not fixed."""
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    known = (
        f"{name}={value.replace(' ', '-')}"
        for name, dimension in DIMENSIONS.items()
        for value in dimension.order or ("",)
    )
    return [each for each in known if each.startswith(incomplete)]


def player_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names of players and persons that begin so, those with most hands first; none if no database can be read.

    Bash inserts a completion as it is, so that the characters which it would read otherwise are escaped.
    """
    import duckdb

    from badugi_hh.store.database import DatabaseError, default_path, opened

    query = """
        SELECT name FROM (SELECT player AS name FROM seats UNION ALL SELECT person FROM aliases)
        WHERE starts_with(name, ?) GROUP BY name ORDER BY count(*) DESC, name LIMIT ?
    """
    try:
        with opened(ctx.params.get("db") or default_path(), read_only=True) as con:
            found = [name for (name,) in con.execute(query, [incomplete, _MOST_NAMES]).fetchall()]
    except (DatabaseError, duckdb.Error, OSError):
        return []
    in_bash = os.environ.get(VARIABLE) == "complete_bash"
    return [_SPECIAL.sub(r"\\\g<0>", name) if in_bash else name for name in found if name.isprintable()]


def zone_names(incomplete: str) -> list[str]:
    """Return the completions of a time zone such as `Europe/R`."""
    from badugi_hh.stats.selection import time_zones

    return sorted(name for name in time_zones.zone_names() if name.startswith(incomplete))


def _in_list(names: Iterable[str], incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]
