"""Converts a folder of histories to a database of Parquet files with Dask: `python docs/scale_example.py FOLDER OUT`.

Two local processes do the work, or the workers of a Dask cluster if a client is connected. `docs/scale.md` explains it.
Needs `pip install "badugi-hh[scale]"`.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import dask

import badugi_hh

Numbers = list[str] | str
"""The numbers of the hands in a file, or the reason why it cannot be read."""


def scan(files: Sequence[str]) -> list[Numbers]:
    """Return the numbers of the hands in each file: a task of a worker."""
    found: list[Numbers] = []
    for file in files:
        try:
            found.append(badugi_hh.hand_numbers(file, Path(file).read_bytes()))
        except (badugi_hh.InputError, OSError) as error:
            found.append(str(error))
    return found


def convert(files: Sequence[str], out: str, number: int) -> int:
    """Write the rows of files as one part, and return the number of hands: a task of a worker."""
    rows = badugi_hh.rows_from((file, Path(file).read_bytes()) for file in files)
    badugi_hh.write_part(rows, out, number)
    return rows["hands"].height


def join_files(numbers: dict[str, list[str]]) -> list[list[str]]:
    """Return the files in groups, in order; two files with a hand in common are in the same group."""
    group = {file: file for file in numbers}

    def first_of(file: str) -> str:
        while group[file] != file:
            group[file] = group[group[file]]
            file = group[file]
        return file

    seen: dict[str, str] = {}
    for file, own in numbers.items():
        for number in own:
            one, other = first_of(seen.setdefault(number, file)), first_of(file)
            group[max(one, other)] = min(one, other)
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for file in sorted(numbers):
        groups[first_of(file)].append(file)
    return list(groups.values())


def fill_parts(groups: Iterable[Sequence[str]], numbers: dict[str, list[str]], hands: int) -> list[list[str]]:
    """Return the files of each part: whole groups, until a part has at least this number of hands."""
    parts: list[list[str]] = []
    size = hands
    for group in groups:
        if size >= hands:
            parts.append([])
            size = 0
        parts[-1] += group
        size += sum(len(numbers[file]) for file in group)
    return [sorted(part) for part in parts]


def main() -> None:
    """Convert a folder, print what cannot be read, and print the number of parts and hands."""
    parser = argparse.ArgumentParser(
        description="Convert histories to a database of Parquet files with Dask."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("out")
    parser.add_argument("--hands", type=int, default=20_000, help="hands of a part, at least")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    if any(Path(options.out, "meta").glob("part-*.parquet")):
        parser.error(f"{options.out} has parts already, and their hands would be mixed; name a new folder")
    files = sorted(map(str, options.folder.rglob("*.txt")))
    with dask.config.set(scheduler="processes", num_workers=options.workers):
        batches = [files[start : start + 100] for start in range(0, len(files), 100)]
        scanned = dask.compute(*(dask.delayed(scan)(batch) for batch in batches))
        found = dict(zip(files, (each for batch in scanned for each in batch), strict=True))
        for file, why in found.items():
            if isinstance(why, str):
                print(f"left out: {why if file in why else f'{file}: {why}'}", file=sys.stderr)
        numbers = {file: each for file, each in found.items() if not isinstance(each, str)}
        parts = fill_parts(join_files(numbers), numbers, options.hands)
        tasks = [dask.delayed(convert)(part, options.out, number) for number, part in enumerate(parts)]
        hands = sum(dask.compute(*tasks))
    print(f"{hands:,} hands in {len(parts):,} parts")


if __name__ == "__main__":
    main()
