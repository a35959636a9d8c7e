"""Parses hands in several processes: texts go out, results come back in the order of the texts.

A worker process does not open the database. It has a pipe of its own and ends when the parent's end is closed, so it never
outlives the parent, even one that is killed; and the end of a worker is noticed at its pipe. Workers are new processes
and not copies of this one, because DuckDB and Polars have threads.
"""

import gc
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, local
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from badugi_hh.history.source import Block

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Result = TypeVar("Result")
Work: TypeAlias = Callable[[Sequence[Block | None], str], Result]
"""Returns the result for some texts under the rules of a room; a function of a module, so that it can be sent."""
Run: TypeAlias = Callable[[Sequence[Block | None], str], Iterator[Result]]
"""Returns the results for texts, `PIECE` at a time, in order; None is a text that is left out."""

Map: TypeAlias = Callable[[Iterator[Sequence[Any]]], Iterator[Result]]
"""Returns the results for pieces of work, in order."""

PIECE = 500
"""The number of hands that a process parses together."""

SMALL = 2_000_000
"""Characters of texts that one process parses in the time that others need to start."""

MOST_JOBS = 6
"""The most processes unless the user asks for more: one process appends, so that others would wait, and need memory."""

_WAITING = 2  # pieces that wait beside one for each worker; limits the memory
_KILLED = (
    "a process that parsed hands was ended, perhaps for lack of memory; run the command again with fewer jobs"
)
_NOT_STARTED = (
    "a process that parses hands could not start; a Python program that uses several jobs needs "
    '`if __name__ == "__main__":` around its own commands'
)


class WorkerError(Exception):
    """A worker process ended; the message is one line that says what to do."""


def usual_jobs() -> int:
    """Return the number of cores that this process may use, at most `MOST_JOBS`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_JOBS)


def check_jobs(jobs: int) -> None:
    """Check a number of processes.

    Raises:
        ValueError: it is not a whole number from 1 on.
    """
    if type(jobs) is not int or jobs < 1:
        raise ValueError(f"jobs is {jobs!r}; give a whole number of processes, at least 1")


@contextmanager
def without_cycles() -> Iterator[None]:
    """Disable the garbage collector: hands have no reference cycles, and traversing their many objects takes time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def shared_by(jobs: int, work: Work[Result]) -> Iterator[Run[Result]]:
    """Provide a function that runs `work` in `jobs` processes, which start with the first texts; 1 is this process.

    Raises:
        WorkerError: a process ended or did not start; raised by the iterators of results.
    """
    if jobs == 1:
        yield partial(run_here, work)
        return
    workers = _Workers(jobs, work)
    try:
        yield workers.run
    finally:
        workers.end()


@contextmanager
def mapped_by(jobs: int, work: Callable[[Sequence[Any], str], Result]) -> Iterator[Map[Result]]:
    """Provide a function that runs `work` on each of some pieces in `jobs` processes; 1 is this process.

    The pieces are made by this process, some ahead of their results, and the results are in their order.

    Raises:
        WorkerError: a process ended or did not start; raised by the iterators of results.
    """
    if jobs == 1:
        yield lambda pieces: (work(piece, "") for piece in pieces)
        return
    workers = _Workers(jobs, work)
    try:
        yield partial(workers.map, rules="")
    finally:
        workers.end()


def run_here(work: Work[Result], blocks: Sequence[Block | None], rules: str) -> Iterator[Result]:
    """Yield the results for these texts in order, each when it is needed."""
    for start in range(0, len(blocks), PIECE):
        yield work(blocks[start : start + PIECE], rules)


@dataclass(frozen=True, slots=True)
class _Failure:
    """An exception in a worker: its traceback as text, since not every exception can be sent."""

    text: str
    no_memory: bool


class _Workers(Generic[Result]):
    """Threads that each own one worker process, and wait for its answers."""

    def __init__(self, jobs: int, work: Work[Result]) -> None:
        self._jobs = jobs
        self._work = work
        self._threads = ThreadPoolExecutor(jobs)
        self._own = local()
        self._lock = Lock()  # of the two below
        self._processes: list[SpawnProcess] = []
        self._starts: list[Callable[[], bool]] = []  # each starts a piece of a call, if one is left
        self._ended = False

    def run(self, blocks: Sequence[Block | None], rules: str) -> Iterator[Result]:
        """Start the first pieces at once, and each further one when a result is taken; few texts start no process.

        When all pieces of a call are started, its results start pieces of the next call, so that the processes work while
        the caller stores the results.
        """
        if not self._processes and sum(len(block.text) for block in blocks if block) < SMALL:
            return run_here(self._work, blocks, rules)
        return self.map(
            iter([blocks[start : start + PIECE] for start in range(0, len(blocks), PIECE)]), rules
        )

    def map(self, pieces: Iterator[Sequence[Any]], rules: str) -> Iterator[Result]:
        """Start the first pieces at once, and each further one when a result is taken."""
        _start_resource_tracker()
        started: deque[Future[Result]] = deque()

        def start_next() -> bool:
            piece = next(pieces, None)
            if piece is not None:
                started.append(self._threads.submit(self._ask, piece, rules))
            return piece is not None

        for _ in range(self._jobs + _WAITING):
            start_next()
        self._starts.append(start_next)

        def results() -> Iterator[Result]:
            while started:
                result = started.popleft().result()
                own = self._starts.index(start_next)
                any(start() for start in self._starts[own:])
                yield result
            self._starts.remove(start_next)

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

    def _ask(self, blocks: Sequence[Block | None], rules: str) -> Result:
        """Let the worker of this thread parse hands."""
        if not any(blocks):
            return self._work(blocks, rules)
        pipe = self._own_pipe()
        try:
            pipe.send((blocks, rules))
            answer: Result | _Failure = pipe.recv()
        except (EOFError, OSError) as error:
            # Its frames hold a buffer. If they are collected as garbage, Python 3.13 prints that it cannot be closed.
            raise WorkerError(_KILLED) from error.with_traceback(None)
        if not isinstance(answer, _Failure):
            return answer
        if answer.no_memory:
            raise WorkerError(_KILLED)
        raise RuntimeError(f"in a process that parsed hands:\n{answer.text}")

    def _own_pipe(self) -> Connection:
        """Return the pipe of this thread's process, which is started for the first one."""
        if not hasattr(self._own, "pipe"):
            self._own.pipe = self._start()
        pipe: Connection = self._own.pipe
        return pipe

    def _start(self) -> Connection:
        """Start a process that Ctrl-C does not reach, wait until it is ready, and return its pipe."""
        if hasattr(signal, "pthread_sigmask"):  # of this thread, and inherited by the process
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        with self._lock:
            if self._ended:
                raise WorkerError(_KILLED)
            process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
            process.start()
            self._processes.append(process)
        theirs.close()
        try:
            ours.recv()
        except (EOFError, OSError) as error:
            raise WorkerError(_NOT_STARTED) from error
        return ours


def _start_resource_tracker() -> None:
    """Start it in the main thread: it would let Ctrl-C reach the thread that starts it."""
    resource_tracker.ensure_running()


def _serve(pipe: Connection, work: Work[Result]) -> None:
    """Parse hands until the parent closes its end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        pipe.send("ready")
        while True:
            blocks, rules = pipe.recv()
            try:
                with without_cycles():
                    answer: Result | _Failure = work(blocks, rules)
            except Exception as error:  # noqa: BLE001 -- raised where the result is taken
                answer = _Failure(traceback.format_exc(), isinstance(error, MemoryError))
            pipe.send(answer)
