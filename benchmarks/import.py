"""Measures the import, stage by stage and whole: `python benchmarks/import.py --hands 20000 --real FOLDER`.

Simulated hands are written as files and read back; with `--real`, hands made from real ones follow. Each stage works on
the output of the stage before, on one core; the stages from parse to frames read hands one by one, and "all as arrays" does
their work as an import does. The whole import is the command `badugi-hh import` in a process of its own,
so it includes the start of the program; it runs right after the extractor, because the speed of a machine changes within
minutes. Beside it, on the same hands in the same run: a `re` extractor, which is the lower bound of a Python program. Medians
of several runs, in seconds of CPU and of wall time.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TypeVar

from corpus import extract, write_multiplied, write_simulated

from badugi_hh.engine.rules import ROOMS
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import TABLES, Rows
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.replay import Replay, replay
from badugi_hh.store.arrow import Row, append_frame, append_rows
from badugi_hh.store.database import open_database
from badugi_hh.store.intake import BATCH
from badugi_hh.store.prepare import frames_of, prepare

RULES = "pokerstars"
EXTRACTOR = "re extractor"

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Timing:
    """The median seconds of one stage over `hands` hands; the shares are the speed as a share of the extractor's."""

    stage: str
    hands: int
    cpu: float
    wall: float
    cpu_share: float | None = None
    wall_share: float | None = None


class Stages:
    """Runs stages and keeps their timings."""

    def __init__(self, runs: int) -> None:
        self.runs = runs
        self.timings: list[Timing] = []

    def measure(self, stage: str, hands: int, action: Callable[[], _Result]) -> _Result:
        """Run a stage several times and return the last result."""
        cpu, wall = [], []
        for _ in range(self.runs):
            began, used = time.perf_counter(), _cpu()
            result = action()
            wall.append(time.perf_counter() - began)
            cpu.append(_cpu() - used)
        self.timings.append(Timing(stage, hands, median(cpu), median(wall)))
        return result

    def measure_in_turn(self, hands: int, actions: dict[str, Callable[[], object]], first: str) -> None:
        """Run stages in turn, `first` before each of the others; a share is the median of those of the turns."""
        turns = Stages(1)
        for _ in range(self.runs):
            for stage in [each for other in actions if other != first for each in (first, other)]:
                turns.measure(stage, hands, actions[stage])
        for stage in actions:
            own = [
                (floor, each) for floor, each in pairwise(turns.timings) if each.stage == stage != floor.stage
            ]
            if stage != first:
                self.timings.append(
                    Timing(
                        stage,
                        hands,
                        median(each.cpu for _, each in own),
                        median(each.wall for _, each in own),
                        median(floor.cpu / each.cpu for floor, each in own),
                        median(floor.wall / each.wall for floor, each in own),
                    )
                )

    def with_shares(self) -> list[Timing]:
        """Return the timings with their speed as a share of the extractor's."""
        floor = next(each for each in self.timings if each.stage == EXTRACTOR)
        return [
            each
            if each.cpu_share
            else replace(
                each,
                cpu_share=each.hands / each.cpu * floor.cpu / floor.hands,
                wall_share=each.hands / each.wall * floor.wall / floor.hands,
            )
            for each in self.timings
        ]


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def measure_folder(folder: Path, hands: int, runs: int) -> list[Timing]:
    """Measure all stages on the files of a folder."""
    stages = Stages(runs)
    texts = [path.read_text(encoding="utf-8-sig") for path in sorted(folder.iterdir())]

    def extract_all() -> list[object]:
        return [hand for text in texts for hand in extract(text)]

    found = len(stages.measure(EXTRACTOR, hands, extract_all))
    if found != hands:
        raise RuntimeError(f"the extractor found {found} hands, not {hands}")
    _measure_stages(stages, folder, hands)
    _import_whole(folder)  # the first start compiles the modules
    whole: dict[str, Callable[[], object]] = {
        EXTRACTOR: extract_all,
        "whole import": lambda: _import_whole(folder),
    }
    stages.measure_in_turn(hands, whole, EXTRACTOR)
    return stages.with_shares()


def _measure_stages(stages: Stages, folder: Path, hands: int) -> None:
    """Measure each stage on the results of the stage before."""
    sources = list(find_sources([folder], []))
    blocks = stages.measure(
        "read", hands, lambda: [block for source in sources for block in read_blocks(source)[0]]
    )
    readings = stages.measure("parse", hands, lambda: [parse(block) for block in blocks])
    hands_read = [reading.hand for reading in readings if reading.hand is not None]
    replays = stages.measure(
        "replay", hands, lambda: [replay(hand, rules=ROOMS[RULES]) for hand in hands_read]
    )
    rows = stages.measure("rows", hands, lambda: _build_rows(replays))
    stages.measure("frames", hands, lambda: frames_of(rows))
    batches = [blocks[at : at + BATCH] for at in range(0, len(blocks), BATCH)]
    stages.measure("all as arrays", hands, lambda: [prepare(batch, RULES) for batch in batches])
    texts = [(key, None, 1, block.line, block.text) for key, block in enumerate(blocks, 1)]
    _measure_append(stages, hands, folder.parent, rows, texts)


def _build_rows(replays: Sequence[Replay]) -> Rows:
    rows = Rows()
    for key, played in enumerate(replays, 1):
        add_rows(rows, played, key, rules=RULES)
    return rows


def _measure_append(stages: Stages, hands: int, folder: Path, rows: Rows, texts: Sequence[Row]) -> None:
    """Measure appending all rows in one transaction into a new file, with its commit and checkpoint."""
    path = folder / "rows.duckdb"
    tables = {table.name: table for table in TABLES}

    def append_all() -> None:
        path.unlink(missing_ok=True)
        con = open_database(path)
        con.begin()
        for name, frame in frames_of(rows).items():
            append_frame(con, tables[name], frame)
        append_rows(con, tables["hand_texts"], texts)
        con.commit()
        con.close()

    stages.measure("append and commit", hands, append_all)
    path.unlink()


def _import_whole(folder: Path) -> None:
    path = folder.parent / "hands.duckdb"
    path.unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "badugi_hh",
        "import",
        str(folder),
        "--db",
        str(path),
        "--no-prices",
        "--json",
    ]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)  # noqa: S603 -- this program
    if json.loads(done.stdout)["quarantined"]:
        raise RuntimeError(f"hands were quarantined: {done.stdout}")


def main() -> None:
    """Measure the corpora and print a table, or JSON."""
    parser = argparse.ArgumentParser(description="Measure the import, stage by stage and whole.")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--real", type=Path, help="a folder of real histories, multiplied to as many hands")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found: dict[str, list[Timing]] = {}
    with tempfile.TemporaryDirectory() as name:
        corpora = {"simulated": write_simulated(asked.hands, asked.seed, Path(name) / "simulated" / "hands")}
        if asked.real is not None:
            corpora["real, multiplied"] = write_multiplied(
                asked.real, asked.hands, asked.seed, Path(name) / "real, multiplied" / "hands"
            )
        for corpus, hands in corpora.items():
            found[corpus] = measure_folder(Path(name) / corpus / "hands", hands, asked.runs)
    if asked.json:
        print(
            json.dumps(
                {name: [asdict(each) for each in timings] for name, timings in found.items()}, indent=2
            )
        )
        return
    for corpus, timings in found.items():
        print(f"\n{asked.hands:,} hands, {corpus}; medians of {asked.runs} runs")
        print(
            f"{'':<18} {'CPU µs/hand':>12} {'hands/s of CPU':>15} {'hands/s':>9}   of the extractor: CPU, wall"
        )
        for each in timings:
            print(
                f"{each.stage:<18} {each.cpu / each.hands * 1e6:>12,.0f} {each.hands / each.cpu:>15,.0f}"
                f" {each.hands / each.wall:>9,.0f} {each.cpu_share or 0:>23.3f} {each.wall_share or 0:>5.3f}"
            )


if __name__ == "__main__":
    main()
