"""Waits until a database is free: DuckDB lets no other process open a file that one process writes.

The caller reports what it waits for; nothing here prints.
"""

from collections.abc import Callable
from time import sleep
from typing import TypeVar

from badugi_hh.store.database import DatabaseInUseError

Answer = TypeVar("Answer")

_PAUSE = 0.2  # seconds between two attempts to open a database that is in use


def when_free(action: Callable[[], Answer], announce: Callable[[DatabaseInUseError], None]) -> Answer:
    """Return the answer of an action that opens a database, as soon as no other process uses the database.

    `announce` is called once for each process that uses it meanwhile.
    """
    holder = None
    while True:
        try:
            return action()
        except DatabaseInUseError as busy:
            if busy.holder != holder:
                holder = busy.holder
                announce(busy)
            sleep(_PAUSE)
