"""Parses the hands in the quarantine again: after an upgrade of badugi-hh, some of them may be stored.

The texts are in the database, so no file is needed. The hands of one file are one transaction, and the counts of the
file remain correct: hands seen = stored + duplicates + other games + quarantined.
"""

import time
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.as_json import AsJson
from badugi_hh.history.source import Block
from badugi_hh.problems import BINARY, COPIED, STRAY_TEXT, Problem
from badugi_hh.store.connection import transaction
from badugi_hh.store.intake import Intake
from badugi_hh.store.known_files import Counts, File
from badugi_hh.store.summaries import retry_summaries


@dataclass(frozen=True, slots=True)
class RetryReport(AsJson):
    """The outcome of the hands in the quarantine; `counts.quarantined` remain there, with these problems.

    `summaries` are the tournament summaries that had an error or a line that was not read, and are read better now.
    `seconds` includes the time of the prices, if they are computed.
    """

    counts: Counts
    problems: tuple[Problem, ...]
    seconds: float
    summaries: int = 0

    @property
    def tried(self) -> int:
        """Return the number of hands that were parsed again."""
        return self.counts.hands_seen

    def _json(self) -> dict[str, Any]:
        return {
            "tried": self.tried,
            "stored": self.counts.stored,
            "duplicates": self.counts.duplicates,
            "other_games": self.counts.other_games,
            "quarantined": self.counts.quarantined,
            "summaries": self.summaries,
            "problems": len(self.problems),
            "seconds": round(self.seconds, 3),
        }


def retry_quarantine(con: duckdb.DuckDBPyConnection, *, rules: str = "pokerstars") -> RetryReport:
    """Parse every hand in the quarantine again and store those without an error; `rules` is a name in `ROOMS`.

    Raises:
        KeyError: there is no such room.
    """
    began = time.monotonic()
    intake = Intake(con, rules)
    files: list[File] = []
    before = _counts(con)
    for (file_key,) in con.execute("SELECT DISTINCT file_key FROM quarantine ORDER BY ALL").fetchall():
        with transaction(con):
            files.append(_retry(con, intake, file_key))
    after = _counts(con)
    total = Counts(
        after.stored - before.stored,
        after.duplicates - before.duplicates,
        after.other_games - before.other_games,
        after.quarantined,
    )
    problems = tuple(problem for file in files for problem in file.problems)
    with transaction(con):
        summaries = retry_summaries(con)
    return RetryReport(total, problems, time.monotonic() - began, summaries)


def _counts(con: duckdb.DuckDBPyConnection) -> Counts:
    """Return the counts of all files."""
    sums = ", ".join(
        f"coalesce(sum({name})::INTEGER, 0)"
        for name in ("stored", "duplicates", "other_games", "quarantined")
    )
    (counts,) = con.execute(f"SELECT {sums} FROM files").fetchall()
    return Counts(*counts)


def _retry(con: duckdb.DuckDBPyConnection, intake: Intake, file_key: int) -> File:
    """Parse a file's hands in the quarantine again; store those without an error, and update the counts."""
    kept = con.execute(
        "SELECT path, line, text FROM quarantine JOIN files USING (file_key) WHERE file_key = ? ORDER BY line",
        [file_key],
    ).fetchall()
    # Problems of stored hands have a key, and those of the file are at lines of no hand, or of its own codes.
    con.execute(
        "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND code NOT IN (?, ?, ?) "
        "AND EXISTS (FROM quarantine kept WHERE kept.file_key = problems.file_key AND problems.line "
        "BETWEEN kept.line AND kept.line + length(kept.text) - length(replace(kept.text, chr(10), '')))",
        [file_key, BINARY.id, STRAY_TEXT.id, COPIED.id],
    )
    con.execute("DELETE FROM quarantine WHERE file_key = ?", [file_key])
    file = File(key=file_key)
    intake.try_again(file, [Block(path, line, text) for path, line, text in kept])
    return file
