"""Parses the hands in the quarantine again: after an upgrade of badugi-hh, some of them may be stored.

The texts are in the database, so no file is needed. The hands of one file are one transaction, and the counts of the
file remain correct: hands seen = stored + duplicates + other games + quarantined.
"""

import time
from dataclasses import dataclass

import duckdb

from badugi_hh.engine.rules import ROOMS
from badugi_hh.problems import Problem
from badugi_hh.store.connection import transaction
from badugi_hh.store.file_counts import Counts, File
from badugi_hh.store.garbage import without_cycles
from badugi_hh.store.intake import Intake


@dataclass(frozen=True, slots=True)
class RetryReport:
    """The outcome of the hands in the quarantine; `counts.quarantined` remain there, with these problems."""

    counts: Counts
    problems: tuple[Problem, ...]
    seconds: float

    @property
    def tried(self) -> int:
        """Return the number of hands that were parsed again."""
        return self.counts.hands_seen

    def as_json(self) -> dict[str, int | float]:
        """Return the report as `retry --json` prints it; `problems` is their number."""
        return {
            "tried": self.tried,
            "stored": self.counts.stored,
            "duplicates": self.counts.duplicates,
            "other_games": self.counts.other_games,
            "quarantined": self.counts.quarantined,
            "problems": len(self.problems),
            "seconds": round(self.seconds, 3),
        }


def retry_quarantine(con: duckdb.DuckDBPyConnection, *, rules: str = "pokerstars") -> RetryReport:
    """Parse every hand in the quarantine again and store those without an error; `rules` is a name in `ROOMS`.

    Raises:
        KeyError: there is no such room.
    """
    began = time.monotonic()
    room = ROOMS[rules]
    intake = Intake(con, room, rules)
    files: list[File] = []
    keys = con.execute("SELECT DISTINCT file_key FROM quarantine ORDER BY file_key").fetchall()
    for (file_key,) in keys:
        with transaction(con), without_cycles():
            files.append(intake.retry(file_key))
    total = Counts()
    for file in files:
        total.add(file.counts)
    problems = tuple(problem for file in files for problem in file.problems)
    return RetryReport(total, problems, time.monotonic() - began)
