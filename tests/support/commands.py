"""Commands run in this process: what they print, and how they end."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from badugi_hh.cli.app import build_app

app = build_app()


def run(*arguments: str | Path) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def answer(*arguments: str | Path, status: int = 0) -> Any:
    """The JSON that a command prints to standard output, and nothing else."""
    done = run(*arguments, "--json")
    assert done.exit_code == status, done.output
    return json.loads(done.stdout)


def mistake(*arguments: str | Path) -> str:
    """The one line that a command prints of a mistake, with status 2 and nothing on standard output."""
    done = run(*arguments)
    assert done.exit_code == 2, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.stdout == ""
    printed = [line for line in done.stderr.splitlines() if line.startswith(("badugi-hh: ", "Error: "))]
    assert len(printed) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return printed[0].partition(": ")[2]
