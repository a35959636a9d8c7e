"""Prepares hands in several processes: texts go out, rows come back in the order of the texts.

A worker process knows no database. It has a pipe of its own and ends when the parent's end is closed, so it never
outlives the parent, even one that is killed; and the end of a worker is noticed at its pipe. Workers are new processes
and not copies of this one, because DuckDB and Polars have threads.
"""

import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, local
from typing import TYPE_CHECKING, TypeAlias

from badugi_hh.history.source import Block
from badugi_hh.store.garbage import without_cycles
from badugi_hh.store.prepare import PIECE, Piece, prepare, prepare_each

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Prepare: TypeAlias = Callable[[Sequence[Block | None], str], Iterator[Piece]]
"""Returns the pieces of texts under the rules of a room, in order; None is a text that is not prepared."""

SMALL = 2_000_000
"""Characters of texts that one process prepares in the time that others need to start."""

MOST_JOBS = 6
"""The most processes unless the user asks for more: one process appends, so that others would wait, and need memory."""

_WAITING = 4  # pieces that wait beside one for each worker; limits the memory
_KILLED = "a process that parsed hands was ended, perhaps for lack of memory; import the files again with fewer jobs"
_NOT_STARTED = (
    "a process that parses hands could not start; a Python program that imports with several jobs needs "
    '`if __name__ == "__main__":` around its own commands'
)


class WorkerError(Exception):
    """A worker process ended; the message is one line that says what to do."""


def usual_jobs() -> int:
    """Return the number of cores that this process may use, at most `MOST_JOBS`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_JOBS)


@contextmanager
def prepared_by(jobs: int) -> Iterator[Prepare]:
    """Provide a function that prepares hands in `jobs` processes, which start with the first hands; 1 is this process.

    Raises:
        WorkerError: a process ended or did not start; raised by the iterators of pieces.
    """
    if jobs == 1:
        yield prepare_each
        return
    workers = _Workers(jobs)
    try:
        yield workers.prepare
    finally:
        workers.end()


@dataclass(frozen=True, slots=True)
class _Failure:
    """An exception in a worker: its traceback as text, since not every exception can be sent."""

    text: str
    no_memory: bool


class _Workers:
    """Threads that each own one worker process, and wait for its answers."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._threads = ThreadPoolExecutor(jobs)
        self._own = local()
        self._lock = Lock()  # of the two below
        self._processes: list[SpawnProcess] = []
        self._ended = False

    def prepare(self, blocks: Sequence[Block | None], rules: str) -> Iterator[Piece]:
        """Start the first pieces at once, and each further one when a result is taken; few texts start no process."""
        if not self._processes and sum(len(block.text) for block in blocks if block) < SMALL:
            return prepare_each(blocks, rules)
        resource_tracker.ensure_running()  # by this thread: it would let Ctrl-C reach the thread that starts it
        pieces = iter([blocks[start : start + PIECE] for start in range(0, len(blocks), PIECE)])
        started: deque[Future[Piece]] = deque()

        def start_next() -> None:
            piece = next(pieces, None)
            if piece is not None:
                started.append(self._threads.submit(self._ask, piece, rules))

        for _ in range(self._jobs + _WAITING):
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
        with self._lock:
            self._ended = True
            for process in self._processes:
                process.kill()
        self._threads.shutdown(wait=True)
        for process in self._processes:
            process.join()

    def _ask(self, blocks: Sequence[Block | None], rules: str) -> Piece:
        """Let the worker of this thread prepare hands."""
        if not any(blocks):
            return prepare(blocks, rules)
        if not hasattr(self._own, "pipe"):
            self._own.pipe = self._start()
        try:
            self._own.pipe.send((blocks, rules))
            answer = self._own.pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerError(_KILLED) from error
        if isinstance(answer, Piece):
            return answer
        if answer.no_memory:
            raise WorkerError(_KILLED)
        raise RuntimeError(f"in a process that parsed hands:\n{answer.text}")

    def _start(self) -> Connection:
        """Start a process that Ctrl-C does not reach, wait until it is ready, and return its pipe."""
        if hasattr(signal, "pthread_sigmask"):  # of this thread, and inherited by the process
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        with self._lock:
            if self._ended:
                raise WorkerError(_KILLED)
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            self._processes.append(process)
        theirs.close()
        try:
            ours.recv()
        except (EOFError, OSError) as error:
            raise WorkerError(_NOT_STARTED) from error
        return ours


def _work(pipe: Connection) -> None:
    """Prepare hands until the parent closes its end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        pipe.send("ready")
        while True:
            blocks, rules = pipe.recv()
            try:
                with without_cycles():
                    answer: Piece | _Failure = prepare(blocks, rules)
            except Exception as error:  # noqa: BLE001 -- raised where the result is taken
                answer = _Failure(traceback.format_exc(), isinstance(error, MemoryError))
            pipe.send(answer)
