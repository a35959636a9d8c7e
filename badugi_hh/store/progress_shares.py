"""How a computation reports its progress, and how several computations report as one."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, float], None]
"""Called with a text, such as the name of the current file, the number of hands so far, and the share done, 0 to 1."""


def part_of(progress: Progress | None, start: float, end: float) -> Progress | None:
    """Return what reports the shares of a part of some work, which is from `start` to `end` of the whole."""
    if progress is None:
        return None
    return lambda what, hands, share: progress(what, hands, start + (end - start) * share)
