"""The progress bars: of an import, and of a computation that seldom takes long."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from badugi_hh.cli.console import visible

PATIENCE = 1.0
"""The seconds after which a computation shows a bar."""


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, float], None] | None]:
    """Show a progress bar if standard error is a terminal; yields the function that updates it, or None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns: tuple[Any, ...] = (
        BarColumn(),
        TextColumn("{task.fields[hands]:,} hands  {task.fields[file]}", markup=False),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0, hands=0, file="")

        def update(file: str, hands: int, share: float) -> None:
            bar.update(task, completed=share, hands=hands, file=visible(Path(file).name))

        yield update


@contextmanager
def late_progress_bar() -> Iterator[Callable[[str, float], None] | None]:
    """Show what is computed and the share done, 0 to 1, once the computation takes longer than `PATIENCE`.

    Yields the function that updates it; None if standard error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    began = time.monotonic()
    bar = Progress(
        BarColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=1.0)

    def update(what: str, share: float) -> None:
        bar.update(task, completed=share, description=what)
        if time.monotonic() - began > PATIENCE:
            bar.start()

    try:
        yield update
    finally:
        bar.stop()
