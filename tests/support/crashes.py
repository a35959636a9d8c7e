"""Imports that are killed at random moments, or find the disk full, and are resumed until they are complete.

After each interruption the database must have no fault, and in the end the same rows as that of an undisturbed import.
"""

import argparse
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from badugi_hh.simulate import simulate, write_files
from badugi_hh.store.check import check_database
from badugi_hh.store.database import has_database, opened
from support.database_rows import Rows, content

BROKEN = Path(__file__).resolve().parents[2] / "sample_histories" / "broken"
# Few hands in each batch and few batches in each transaction, so that a small corpus has many of both.
IMPORT = """
import resource, sys
limit = int(sys.argv.pop(1))
if limit:
    sys.dont_write_bytecode = True  # Python keeps a .pyc file that is cut off
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from badugi_hh.store import batches, hand_checks, intake
intake.BATCH, batches.MOST_BATCHES, hand_checks.FEW = 20, 2, 10
from badugi_hh.cli import main
main()
"""
MOST_KILLS = 4  # of one database; then an import is not disturbed
MOST_SECONDS = 300


@dataclass(slots=True)
class Outcome:
    """What was done to imports, and the faults that were found afterwards."""

    done: Counter[str] = field(default_factory=Counter)
    databases: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = [f"{number} times {what}" for what, number in sorted(self.done.items())]
        return f"{', '.join(parts)}; {self.databases} databases completed, {len(self.faults)} faults"


def make_corpus(folder: Path, hands: int, seed: int) -> None:
    """Write files of simulated and of broken hands, a copy of one file, and hands that are in two files."""
    folder.mkdir()
    files = write_files(simulate(hands, seed), folder)
    written = sum(file.read_bytes().count(b"PokerStars Hand #") for file in files)
    if written != hands:
        raise AssertionError(f"the corpus has {written} hands instead of {hands}")
    for file in sorted(BROKEN.glob("[RX]*.txt" if hands > 100 else "X*.txt")):
        shutil.copy(file, folder)
    shutil.copy(files[0], folder / "zz copy.txt")
    data = files[-1].read_bytes()
    (folder / "zz part.txt").write_bytes(data[: 2 * len(data) // 3])  # it ends within a hand


class Crashes:
    """Imports one corpus again and again."""

    def __init__(self, folder: Path, corpus: Path, seed: int) -> None:
        self._folder = folder
        self._corpus = corpus
        self._random = random.Random(seed)  # noqa: S311 - repeatable, not secret
        self.outcome = Outcome()
        path = folder / "reference.duckdb"
        began = time.monotonic()
        self._import(path)
        self._seconds = time.monotonic() - began
        self._size = path.stat().st_size
        self._rows = self._read(path)

    def kill(self, times: int) -> None:
        """Kill imports until so many have been killed; complete each database and compare it."""
        while self.outcome.done["killed"] < times:
            path = self._folder / f"{self.outcome.databases}.duckdb"
            for _ in range(self._random.randint(1, MOST_KILLS)):
                self._import_killed(path)
                self._check(path)
            self._complete(path)

    def fill(self, times: int) -> None:
        """Import where no file can become larger than a random size; complete each database and compare it."""
        for _ in range(times):
            path = self._folder / f"{self.outcome.databases}.duckdb"
            status = self._import(path, limit=self._random.randint(1, int(1.5 * self._size)))
            self.outcome.done["disk full" if status == 2 else "disk large enough"] += 1
            self._check(path)
            self._complete(path)

    def _command(self, path: Path, limit: int = 0) -> list[str]:
        arguments = ["import", str(self._corpus), "--db", str(path), "--no-prices"]
        return [sys.executable, "-c", IMPORT, str(limit), *arguments]

    def _import(self, path: Path, limit: int = 0) -> int:
        done = subprocess.run(
            self._command(path, limit), capture_output=True, text=True, timeout=MOST_SECONDS, check=False
        )
        if done.returncode not in {1, 2} or "Traceback" in done.stderr:  # 1: some hands are in the quarantine
            self.outcome.faults.append(f"status {done.returncode}: {done.stderr}")
        return done.returncode

    def _import_killed(self, path: Path) -> None:
        with subprocess.Popen(
            self._command(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as run:
            with suppress(subprocess.TimeoutExpired):
                run.wait(self._random.uniform(0, self._seconds))
            run.kill()
            _, errors = run.communicate(timeout=MOST_SECONDS)
            if run.returncode not in {-signal.SIGKILL, 1}:
                self.outcome.faults.append(f"status {run.returncode}: {errors}")
            self.outcome.done["complete before the kill" if run.returncode == 1 else "killed"] += 1

    def _check(self, path: Path) -> None:
        if has_database(path):
            with opened(path) as con:
                self.outcome.faults += map(str, check_database(con).faults)

    def _complete(self, path: Path) -> None:
        """Import once more without a disturbance, and compare all rows with those of the reference."""
        self._import(path)
        rows = self._read(path)
        for table, expected in self._rows.items():
            if rows[table] != expected:
                self.outcome.faults.append(
                    f"database {self.outcome.databases}: {table} has {len(rows[table])} rows that differ from the "
                    f"{len(expected)} of an undisturbed import"
                )
        self.outcome.databases += 1
        path.unlink()

    def _read(self, path: Path) -> Rows:
        with opened(path) as con:
            self.outcome.faults += map(str, check_database(con).faults)
            return content(con)


def run_crashes(folder: Path, *, kills: int, fills: int, hands: int, seed: int) -> Outcome:
    """Make a corpus in a folder, and disturb imports of it."""
    make_corpus(folder / "corpus", hands, seed)
    crashes = Crashes(folder, folder / "corpus", seed)
    crashes.kill(kills)
    crashes.fill(fills)
    return crashes.outcome


def main(arguments: Sequence[str]) -> None:
    """Disturb imports and print what was found; exit with status 1 if there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--fills", type=int, default=20)
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        outcome = run_crashes(Path(folder), **vars(options))
    sys.stdout.write(f"{outcome}\n")
    for fault in outcome.faults:
        sys.stdout.write(f"{fault}\n")
    raise SystemExit(bool(outcome.faults))
