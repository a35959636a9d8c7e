"""Explains that another process uses a database, from DuckDB's message about its lock.

The operating system holds the lock for the process and releases it when the process ends, however it ends: no lock can
be left behind. One process can have a database open for writing, or several for reading. Nothing here waits.
"""

import re
from dataclasses import dataclass
from pathlib import Path

_POSIX = "Could not set lock"  # followed by who holds it, or by what the system says
_HELD = "held in "
_WINDOWS = "used by another process"
_HOLDER = re.compile(r"lock is held in (?P<program>.+?) \(PID (?P<pid>\d+)\)")
_OWN_NAMES = {"badugi-hh", "badugi_hh"}


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that has a database open: its number and the name of its program, None where they are unknown."""

    pid: int | None = None
    program: str | None = None

    def __str__(self) -> str:
        parts = [*([f"PID {self.pid}"] if self.pid is not None else []), *filter(None, [self.program])]
        return f"another program ({': '.join(parts)})" if parts else "another program"


def find_holder(message: str) -> Holder | None:
    """Return the process that DuckDB's message names; None if the message is not about a lock that a process holds."""
    if not (_WINDOWS in message or (_POSIX in message and _HELD in message)):
        return None
    found = _HOLDER.search(message)
    if found is None:
        return Holder()
    pid = int(found["pid"])
    return Holder(pid, _find_command(pid) or Path(found["program"]).name)


def has_no_locks(message: str) -> bool:
    """Return whether DuckDB's message says that a lock was refused though no process holds it."""
    return _POSIX in message and find_holder(message) is None


def _find_command(pid: int) -> str | None:
    """Return the command of this tool that a process runs, such as `badugi-hh import`; None if unknown."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # it has ended meanwhile, belongs to another user, or the system has no such file
        return None
    own = next((place for place, word in enumerate(words) if Path(word).name in _OWN_NAMES), None)
    if own is None:
        return None
    command = next((word for word in words[own + 1 :] if not word.startswith("-")), "")
    return f"badugi-hh {command}".strip()
