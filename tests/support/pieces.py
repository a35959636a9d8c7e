"""Work for the tests of processes; a process finds it by its name, so it is in a module of its own."""

import os
import time
from collections.abc import Sequence


def wait(piece: Sequence[float], _: str) -> tuple[int, Sequence[float]]:
    """Wait for the first number of a piece in seconds, and return the process and the piece; a negative one is an error."""
    if piece[0] < 0:
        raise KeyError(piece[0])
    time.sleep(piece[0])
    return os.getpid(), piece
