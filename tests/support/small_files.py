"""Limits how large a file may become, which is what a full disk looks like to a program."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let this process write no file beyond a size in bytes; skip the test on systems without such a limit.

    Python writes no `.pyc` file meanwhile: it would keep one that is cut off, with which the module never loads again.
    """
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    writes_none = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = writes_none
