"""The progress bars of computations that take a while."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

from badugi_hh.cli.console import visible

PATIENCE = 1.0
"""The seconds after which a computation shows a bar."""
_BAR, _TIME = 24, 7
"""The widths of the bar and of the time left."""


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
    from rich.table import Column

    # The text is last and is cut where the window ends, so that the bar and the time keep their places.
    left = TimeRemainingColumn(table_column=Column(width=_TIME, no_wrap=True))
    rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    text = TextColumn("{task.description}", markup=False, table_column=rest)
    console = Console(stderr=True)
    bar = Progress(
        BarColumn(_BAR, table_column=Column(width=_BAR)),
        left,
        text,
        console=console,
        transient=True,
        expand=True,
    )
    task = bar.add_task("", total=1.0)
    patience = Timer(PATIENCE, bar.start)
    patience.daemon = True
    patience.start()
    try:
        yield lambda what, share: bar.update(task, completed=share, description=what)
    finally:
        patience.cancel()
        try:
            patience.join()
        finally:
            bar.stop()


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, float], None] | None]:
    """Show the number of hands, the file and the share done like `late_progress_bar`."""
    with late_progress_bar() as update:

        def show(file: str, hands: int, share: float) -> None:
            if update is not None:
                update(f"{hands:>9,} hands  {visible(Path(file).name)}", share)

        yield update and show
