"""Measures whether time grows with the length of a text and no faster: `python benchmarks/growth.py`.

Each text is checked at one length and at eight times that length; squared work would take 64 times as long. Then
lines of five million characters are looked for in the grammar. One row each: the CPU seconds, and `slow` where they are over
the limit; the status is then 1.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.growing import GROWING

from badugi_hh.engine.rules import POKERSTARS
from badugi_hh.history.lines import grammar
from badugi_hh.history.names import Names
from badugi_hh.history.pokerstars import DIALECT
from badugi_hh.history.source import Source, read_blocks
from badugi_hh.history.write import write
from badugi_hh.simulate import simulate
from badugi_hh.store.hand_checks import check_block

TIMES = (20, 160)
LENGTH = 5_000_000
PIECES = ("x", " wins", ' said, "', "Ann: folds", " for eliminating ", "\x00", " leaves the table")


def seconds(action: Callable[..., object], *arguments: object) -> float:
    """Return the CPU seconds of an action."""
    began = time.process_time()
    action(*arguments)
    return time.process_time() - began


def check(text: str) -> None:
    """Read and check a text as `validate` does."""
    blocks, _ = read_blocks(Source.of("growing.txt", text.encode()))
    for block in blocks:
        check_block(block, POKERSTARS)


def find(line: str, names: Names) -> None:
    """Look for a line in the grammar."""
    grammar().read(names.mark_lines([line])[0][0])
    grammar().find_unseated_name(line)


def main() -> bool:
    """Print a row for each measure; return whether all are within their limits."""
    (hand,) = (write(each) for each in simulate(1, 8))
    names = Names(hand.splitlines(), DIALECT.names, grammar().read)
    found: list[tuple[str, float, float]] = []
    for name, make in GROWING.items():
        small, large = (make(hand, times) for times in TIMES)
        check(small)  # what is loaded once counts for neither
        found.append((f"text: {name}", seconds(check, large), 24 * seconds(check, small) + 0.25))
    for piece in PIECES:
        line = piece * (LENGTH // len(piece))
        found.append((f"line: {piece!r}", seconds(find, line, names), 2))
    for name, spent, limit in found:
        print(f"{name:30} {spent:6.2f} s of {limit:6.2f} s{'' if spent < limit else '   slow'}")
    return all(spent < limit for _, spent, limit in found)


if __name__ == "__main__":
    sys.exit(not main())
