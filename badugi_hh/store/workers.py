"""Prepares hands in several processes: texts go out, rows come back in the order of the texts.

A worker process knows no database. It has a pipe of its own and ends when the parent's end is closed, so it never
outlives the parent, even one that is killed; and the end of a worker is noticed at its pipe. Workers are new processes
and not copies of this one, because DuckDB and Polars have threads.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import local
from typing import TYPE_CHECKING, TypeAlias

from badugi_hh.history.source import Block
from badugi_hh.store.garbage import without_cycles
from badugi_hh.store.prepare import PIECE, Piece, prepare, prepare_each

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Prepare: TypeAlias = Callable[[Sequence[Block | None], str], Iterator[Piece]]
"""Returns the pieces of texts under the rules of a room, in order; None is a text that is not prepared."""

SMALL = 4_000_000
"""Bytes of histories that one process imports in the time that others need to start."""

_AHEAD = 8  # pieces for each worker that are under way or wait; limits the memory


class WorkerError(Exception):
    """A worker process ended; the message is one line that says what to do."""


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def prepared_by(jobs: int) -> Iterator[Prepare]:
    """Provide a function that prepares hands in `jobs` processes, which start with the first hands; 1 is this process.

    Raises:
        WorkerError: a process ended, such as for lack of memory; raised by the iterators of pieces.
    """
    if jobs == 1:
        yield prepare_each
        return
    workers = _Workers(jobs)
    try:
        yield workers.prepare
    finally:
        workers.end()


class _Workers:
    """Threads that each own one worker process, and wait for its answers."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._threads = ThreadPoolExecutor(jobs)
        self._own = local()
        self._processes: list[SpawnProcess] = []

    def prepare(self, blocks: Sequence[Block | None], rules: str) -> Iterator[Piece]:
        """Start the first pieces at once, and each further one when a result is taken."""
        pieces = iter([blocks[start : start + PIECE] for start in range(0, len(blocks), PIECE)])
        started: deque[Future[Piece]] = deque()

        def start_next() -> None:
            piece = next(pieces, None)
            if piece is not None:
                started.append(self._threads.submit(self._ask, piece, rules))

        for _ in range(_AHEAD * self._jobs):
            start_next()

        def results() -> Iterator[Piece]:
            while started:
                piece = started.popleft().result()
                start_next()
                yield piece

        return results()

    def end(self) -> None:
        """End all processes at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.kill()
        self._threads.shutdown(wait=True)
        for process in self._processes:
            process.join()

    def _ask(self, blocks: Sequence[Block | None], rules: str) -> Piece:
        """Let the worker of this thread prepare hands."""
        try:
            if not hasattr(self._own, "pipe"):
                self._own.pipe = self._start()
            self._own.pipe.send((blocks, rules))
            answer = self._own.pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerError(
                "a process that parsed hands was ended, perhaps for lack of memory; run the import again with --jobs 1"
            ) from error
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Piece)  # noqa: S101 -- for the type checker
        return answer

    def _start(self) -> Connection:
        """Start a process that Ctrl-C does not reach, and return its pipe."""
        if hasattr(signal, "pthread_sigmask"):  # of this thread, and inherited by the process
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._processes.append(process)
        process.start()
        theirs.close()
        return ours


def _work(pipe: Connection) -> None:
    """Prepare hands until the parent closes its end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            blocks, rules = pipe.recv()
            try:
                with without_cycles():
                    answer: Piece | Exception = prepare(blocks, rules)
            except Exception as error:  # noqa: BLE001 -- raised again where the result is taken
                answer = error
            pipe.send(answer)
