"""The progress bars of computations that take a while."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

from badugi_hh.cli.console import visible

PATIENCE = 1.0
"""The seconds after which a computation shows a bar."""


@contextmanager
def late_progress_bar() -> Iterator[Callable[[str, float], None] | None]:
    """Show what is computed and the share done, 0 to 1, once the computation takes longer than `PATIENCE`.

    Yields the function that updates it; None if standard error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    text = TextColumn("{task.description}", markup=False)
    bar = Progress(BarColumn(), text, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=1.0)
    patience = Timer(PATIENCE, bar.start)
    patience.start()
    try:
        yield lambda what, share: bar.update(task, completed=share, description=what)
    finally:
        patience.cancel()
        patience.join()
        bar.stop()


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, float], None] | None]:
    """Show the number of hands, the file and the share done like `late_progress_bar`."""
    with late_progress_bar() as update:

        def show(file: str, hands: int, share: float) -> None:
            if update is not None:
                update(f"{hands:,} hands  {visible(Path(file).name)}", share)

        yield update and show
