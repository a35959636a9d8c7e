"""The page of commands: each with its help and its options, from the command line."""

from collections import Counter
from collections.abc import Callable
from enum import EnumType
from inspect import cleandoc, signature
from types import NoneType
from typing import get_args, get_type_hints

import walkthrough
from markdown_pages import listed, page
from typer.models import ArgumentInfo

from badugi_hh.cli.app import COMMANDS, find_command


def commands_page() -> str:
    """Return `docs/commands.md`: every command, what it does, its options, an example."""
    parts = [
        "All commands; `--help` prints the same in the terminal. With `--json`, standard output contains only that JSON.\n",
        (
            "PATHS are files, folders, globs, archives and saved mails. Of a folder the files of the [known types](#shared-options) "
            "are read, wherever they lie in it; of a `.zip` the `.txt`, `.eml` and `.mbox` files; of a mail its text and the attached "
            "`.txt`, `.zip`, `.gz` and `.zst` files. The number of skipped files is printed. A saved mail is recognized by its first lines too. "
            "A mail, an unpacked `.gz` or `.zst` and a member of a `.zip` may have 512 MiB, all members of a `.zip` 1,100 times its "
            "size, and a hand 16 million characters; more is refused in one line.\n"
        ),
        (
            "The database has UTC. Dates and times in the terminal, on pages, and of `--since`, `--until` and `--before` are those of "
            "`--tz`, a name such as `Europe/Rome`, by default of the computer. Times in JSON and CSV are UTC; statistics that are split "
            "by time name their time zone there, as `tz`.\n"
        ),
        (
            "`-o`/`--out` names a file for `report` and `replay`, where `-` is standard output, and a folder for `export` and `simulate`. An output never "
            "replaces an input of the command, a database or a folder. Without `--force` it replaces only an empty file, or one that badugi-hh "
            "wrote. Files are complete or absent ([decision 0008](decisions/0008-outputs-replace-only-their-own.md)).\n"
        ),
        "Exit statuses:\n",
        listed(
            (
                ("0", "done"),
                (
                    "1",
                    (
                        "`import`: a hand was quarantined, or a file is not text and another has hands; `retry`: a hand is still in the "
                        "quarantine; `validate`: an error or no hand was found, or the output pipe was closed early"
                    ),
                ),
                (
                    "2",
                    (
                        "wrong usage, an input or database that cannot be read, or an output that cannot be "
                        "written; `import`: no hand history was found; `db check`: a fault was found"
                    ),
                ),
                ("130", "interrupted with Ctrl-C"),
            )
        ),
    ]
    options = {name: options_of(find_command(name)) for name in COMMANDS}
    uses = Counter(option for each in options.values() for option in each)
    shared = [option for option, commands in uses.items() if commands > 2]
    parts += ["## Shared options\n", listed(shared)]
    for name, example in COMMANDS.items():
        parts.append(f"## {name}\n")
        parts.append(f"{cleandoc(find_command(name).__doc__ or '')}\n")
        special = [option for option in options[name] if option not in shared]
        if special:
            parts.append(listed(special))
        names = [option[0].split()[0].strip("`,") for option in options[name] if option in shared]
        if names:
            parts.append(f"[Shared](#shared-options): {', '.join(f'`{each}`' for each in names)}\n")
        parts.append(walkthrough.fence(example, "sh"))
    return page("Commands", "badugi_hh/cli/", *parts)


def options_of(run: Callable[..., None]) -> list[tuple[str, str]]:
    """Return the arguments and options of a command as it declares them: how each is written, what it means."""
    hints = get_type_hints(run, include_extras=True)
    written = []
    for name, parameter in signature(run).parameters.items():
        kind, info = get_args(hints[name])
        base = next((part for part in (get_args(kind) or (kind,)) if part is not NoneType), kind)
        meaning = info.help or ""
        if isinstance(info, ArgumentInfo):
            written.append((f"`{info.metavar or name.upper()}`", meaning))
            continue
        # Within Annotated, Typer keeps the first name in the place of a default.
        names = [each for each in (info.default, *(info.param_decls or ())) if isinstance(each, str)]
        spelled = ", ".join(names or [f"--{name.replace('_', '-')}"])
        if isinstance(base, EnumType):
            value = " " + "|".join(member.value for member in base)
        elif base is bool:
            value = ""
        else:
            value = f" {info.metavar or getattr(base, '__name__', 'value').upper()}"
        if parameter.default not in {None, False} and parameter.default is not parameter.empty:
            meaning += f" (default: {parameter.default})"
        written.append((f"`{spelled}{value}`", meaning))
    return written
