"""Tables of solved games: the strategy and the cost of every action at each node that is reached often enough.

A table is a zip file: a header with the game and how it was solved, the public lines, strategies at 4 bits and costs at
8 bits, both in pieces of which a look-up reads only its own. Looking up needs NumPy alone. A node is in the table if both players together reach it with more than `REACH`
under the stored strategies; of rarer nodes nothing is claimed, since their strategies are not unique.
"""

import io
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from badugi_hh.solve.classes import CLASSES, FIRST_OF_SIZE
from badugi_hh.solve.game import Game
from badugi_hh.solve.known import Reason
from badugi_hh.user_error import SolveError

REACH = 1e-5
LEVELS = 15
"""The parts into which a strategy is divided: four bits."""
_SHARES = (np.arange(LEVELS + 1) / LEVELS).astype(np.float32)
COST_STEP = 0.02
"""The step of a cost, in big bets; the highest cost is 255 steps."""
ERROR_STEP = 0.001
CLASSES_OF_ERROR = (FIRST_OF_SIZE[3], FIRST_OF_SIZE[2] - FIRST_OF_SIZE[3], CLASSES - FIRST_OF_SIZE[2])
"""The numbers of classes that have an error in common: badugis, three-card hands, and others."""
ERRORS, REASON = slice(5, 8), 8
"""The columns of a node that have the errors of its costs, and the reason why it has no answers."""
FORMAT = 5
PIECE = 1 << 19
"""The length of a piece of `SolvedTable.mix` and `SolvedTable.cost` in a file."""

HEADER, LINES, _PARTS = "header.json", "lines.txt", ("nodes", "buckets", "unsure")
_DAMAGE = (
    ValueError, TypeError, AttributeError, LookupError, EOFError, RuntimeError, MemoryError, OverflowError,
    zipfile.BadZipFile, lzma.LZMAError, zlib.error, struct.error,
)  # fmt: skip
"""What reading a damaged zip file, or a header of other types, can raise."""

Bytes = NDArray[np.uint8]


class Pieces:
    """An array in a file, in pieces of `PIECE`: a slice of it reads only its own pieces, and each of them once."""

    def __init__(self, length: int, read: Callable[[int], Bytes]) -> None:
        self._length = length
        self._read = cache(read)

    def __len__(self) -> int:
        """Return the length of the whole array."""
        return self._length

    def __getitem__(self, part: slice) -> Bytes:
        """Return a slice of consecutive numbers.

        Raises:
            SolveError: the file is damaged.
        """
        start, stop, _ = part.indices(self._length)
        first = start // PIECE
        pieces = [self._read(piece) for piece in range(first, -(-stop // PIECE))]
        found = pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
        return found[start - first * PIECE : stop - first * PIECE]


@dataclass(frozen=True, slots=True)
class SolvedTable:
    """A solved game.

    `lines` maps a public line to its node. A node has a player, a number of actions, the first of its blocks in `mix`
    and in `cost`, the bucket map of its classes, the errors of the costs of badugis, three-card hands and others, in
    steps of `ERROR_STEP`, and the `Reason` why nothing is known of any class, 0 if there is none. `mix` has for each action
    but the last its part of `LEVELS` by bucket; `cost` has for each action
    the step of each class, less that of the class before it. `buckets` has the bucket of each class in `mix`: a row for the
    nodes before the last betting round, where every class has its own, and one for those in it. `unsure` has a row for each
    node, with a bit for each class of which nothing is known (`Reason.UNSURE`).
    """

    game: Game
    header: dict[str, Any]
    lines: dict[str, int]
    nodes: NDArray[np.int32]
    mix: Bytes | Pieces
    cost: Bytes | Pieces
    buckets: NDArray[np.int16]
    unsure: Bytes

    def errors(self, node: int) -> NDArray[np.float32]:
        """Return the standard error of the costs of each class at a node, in big bets."""
        steps = self.nodes[node, ERRORS].astype(np.float32)
        return np.repeat(steps * np.float32(ERROR_STEP), CLASSES_OF_ERROR)

    def reasons(self, node: int) -> Bytes:
        """Return for each class the `Reason` why nothing is claimed at a node, 0 where an answer is given."""
        if reason := self.nodes[node, REASON]:
            return np.full(CLASSES, reason, np.uint8)
        return np.unpackbits(self.unsure[node], count=CLASSES) * np.uint8(Reason.UNSURE)

    def mixes(self, node: int) -> NDArray[np.float32]:
        """Return the share of each action, one row for each, by class."""
        _, count, start, _, last = (int(each) for each in self.nodes[node, :5])
        size = int(self.buckets[last].max()) + 1
        parts = self.mix[start : start + (count - 1) * size].reshape(count - 1, size)
        rest = LEVELS - parts.sum(axis=0, dtype=np.uint8, keepdims=True)
        return np.asarray(_SHARES[np.concatenate([parts, rest])[:, self.buckets[last]]])

    def costs(self, node: int) -> NDArray[np.float32]:
        """Return what each action loses against the best one, in big bets, one row for each action, by class."""
        _, count, _, start = (int(each) for each in self.nodes[node, :4])
        block = self.cost[start : start + count * CLASSES].reshape(count, CLASSES)
        steps = np.cumsum(block, axis=1, dtype=np.uint8)
        return steps.astype(np.float32) * np.float32(COST_STEP)


_PAIRS = np.stack([np.arange(256) >> 4, np.arange(256) & 15], axis=1).astype(np.uint8)


def _unpack(data: bytes) -> Bytes:
    return np.asarray(_PAIRS.view(np.uint16).ravel()[np.frombuffer(data, np.uint8)].view(np.uint8))


def read_table(path: Path) -> SolvedTable:
    """Read a table; its strategies and costs are read when they are looked up.

    Raises:
        SolveError: the file is not there, is no table, or is damaged.
    """
    with _explained(path):
        archive = zipfile.ZipFile(io.BytesIO(path.read_bytes()))
        header = _header_of(archive, path)

        def read(name: str) -> bytes:
            with _explained(path):
                return archive.read(name)

        return _table_of(header, read)


def read_header(path: Path) -> dict[str, Any]:
    """Read the header of a table alone: its game, and how it was solved.

    Raises:
        SolveError: as `read_table`.
    """
    with _explained(path), zipfile.ZipFile(path) as archive:
        return _header_of(archive, path)


def _header_of(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(archive.read(HEADER))
    if header.get("format") != FORMAT:
        raise SolveError(f"{path} is a table of another version of badugi-hh; name another with --table")
    return header


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Replace errors of reading a table by a `SolveError` of one line."""
    try:
        yield
    except SolveError:
        raise
    except OSError as error:
        raise SolveError(
            f"{path} cannot be read: {error.strerror or error}; name a table with --table"
        ) from None
    except _DAMAGE:
        raise SolveError(f"{path} is no table of solve, or is damaged; name another with --table") from None


def _table_of(header: dict[str, Any], read: Callable[[str], bytes]) -> SolvedTable:
    """Return the table of a file, of which `read` returns the parts by name; the zip file checks their checksums."""
    game: dict[str, Any] = {
        name: tuple(each) if isinstance(each, list) else each for name, each in header["game"].items()
    }
    parts = {name: read(name) for name in (LINES, *_PARTS)}
    lines = parts[LINES].decode().split("\n")
    nodes = np.frombuffer(parts["nodes"], "<i4").reshape(-1, header["nodes"]).T
    return SolvedTable(
        Game(**game),
        header,
        {line: place for place, line in enumerate(lines)},
        np.ascontiguousarray(nodes).astype(np.int32),
        Pieces(header["parts"], lambda piece: _unpack(read(f"mix-{piece}"))),
        Pieces(
            int(nodes[:, 1].sum()) * CLASSES, lambda piece: np.frombuffer(read(f"cost-{piece}"), np.uint8)
        ),
        cast("NDArray[np.int16]", np.frombuffer(parts["buckets"], "<i2").reshape(2, CLASSES)),
        np.frombuffer(parts["unsure"], np.uint8).reshape(header["nodes"], -1),
    )
