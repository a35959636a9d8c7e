"""Keeps what takes long to make and follows from the installation alone, beside the modules that Python keeps compiled.

Where Python keeps none, or the folder cannot be written, nothing is kept, and what is needed is made each time. A file is
mapped, not read; it is replaced as a whole, so that one that is mapped stays as it is.
"""

import json
import mmap
import sys
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.installation import __version__
from badugi_hh.outputs.checks import OutputError
from badugi_hh.outputs.file import OutputFile

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHECKSUM, _LENGTH, _ALIGNED = 4, 8, 64
"""The bytes of the checksum at the end of a file, and of the length of the head of arrays, each of which begins at a multiple of the last."""
_SEED = 1
"""Where a checksum begins: zeros are no file."""
_DIGITS = 16
"""How much of the hash of what it is made of the name of a file has."""


def kept(name: str, made_of: bytes, make: Callable[[], bytes]) -> memoryview:
    """Return what this installation keeps under a name, or what `make` returns, which is then kept.

    `made_of` is what changes with it, such as the mark of a data file; versions of this program and of Python are taken anyway.
    """
    found = read_kept(name, made_of)
    if found is None:
        data = make()
        keep(name, made_of, data)
        return memoryview(data)
    return found


def kept_arrays(
    name: str, made_of: bytes, make: Callable[[], Mapping[str, "NDArray[Any]"]]
) -> dict[str, "NDArray[Any]"]:
    """Return arrays by their names, as `kept` does; they cannot be changed, and processes share those that are mapped."""
    return _unpack(kept(name, made_of, lambda: _pack(make())))


def kept_array(name: str, made_of: bytes, make: Callable[[], "NDArray[Any]"]) -> "NDArray[Any]":
    """Return one array, as `kept_arrays` does."""
    return kept_arrays(name, made_of, lambda: {name: make()})[name]


@cache
def made_by(*rooms: str) -> bytes:
    """Return what changes with the code of some packages of this program: the size and the time of each module, as Python knows them."""
    modules = (path for room in rooms for path in sorted((Path(__file__).parents[1] / room).glob("*.py")))
    states = ((path.name, path.stat()) for path in modules)
    return repr([(name, state.st_size, state.st_mtime_ns) for name, state in states]).encode()


def read_kept(name: str, made_of: bytes) -> memoryview | None:
    """Return what is kept under a name and made of this, None if it is not there or damaged."""
    with suppress(OSError, RuntimeError, ValueError), _file(name, made_of).open("rb") as file:
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        data = whole[:-_CHECKSUM]
        if _checksum(data) == whole[-_CHECKSUM:]:
            return data
    return None


def keep(name: str, made_of: bytes, data: bytes) -> None:
    """Keep data under a name, completely or not at all, and nothing else under it."""
    if sys.dont_write_bytecode:
        return
    with suppress(OSError, RuntimeError, OutputError):
        file = _file(name, made_of)
        OutputFile(file, force=True).write(data + _checksum(data))
        for other in file.parent.glob(f"{name}-{'?' * _DIGITS}{''.join(file.suffixes[-2:])}"):
            if other != file:
                other.unlink()


def _checksum(data: memoryview | bytes) -> bytes:
    return zlib.crc32(data, _SEED).to_bytes(_CHECKSUM, "little")


def _file(name: str, made_of: bytes) -> Path:
    """Return the file of a name, for one version of Python.

    Raises:
        RuntimeError: this Python keeps no compiled modules.
    """
    digest = sha256(f"{__version__} ".encode() + made_of).hexdigest()[:_DIGITS]
    compiled = Path(cache_from_source(__file__))
    return compiled.with_name(f"{name}-{digest}.{sys.implementation.cache_tag}.kept")


def _pack(arrays: Mapping[str, "NDArray[Any]"]) -> bytes:
    """Return arrays as bytes: the names, types and shapes, then the numbers."""
    head = json.dumps([(name, array.dtype.str, array.shape) for name, array in arrays.items()]).encode()
    packed = bytearray(len(head).to_bytes(_LENGTH, "little") + head)
    for array in arrays.values():
        packed += bytes(-len(packed) % _ALIGNED) + array.tobytes()
    return bytes(packed)


def _unpack(packed: memoryview) -> dict[str, "NDArray[Any]"]:
    """Return the arrays of `_pack`, as views."""
    import numpy as np

    end = _LENGTH + int.from_bytes(packed[:_LENGTH], "little")
    arrays: dict[str, NDArray[Any]] = {}
    for name, kind, shape in json.loads(bytes(packed[_LENGTH:end])):
        start = end + -end % _ALIGNED
        arrays[name] = np.ndarray(shape, kind, packed, start)
        end = start + arrays[name].nbytes
    return arrays
