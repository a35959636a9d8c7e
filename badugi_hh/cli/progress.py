"""The progress bar of an import or an upgrade."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from badugi_hh.cli.console import visible


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
