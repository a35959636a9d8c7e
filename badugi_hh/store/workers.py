"""Runs work on pieces in several processes: pieces go out, results come back in the order of the pieces.

A worker process does not open the database. It has a pipe of its own and ends when the parent's end is closed, so it never
outlives the parent, even one that is killed; and the end of a worker is noticed at its pipe. Workers are new processes
and not copies of this one, because DuckDB and Polars have threads.
"""

import gc
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from badugi_hh.user_error import UserError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Label = TypeVar("Label")

FEW = 3
"""So many pieces are done by one process in the time that others need to start."""

MOST_JOBS = 6
"""The most processes unless the user asks for more: one process appends, so that others would wait, and need memory."""

_KILLED = (
    "a process that parsed hands was ended, perhaps for lack of memory; run the command again with fewer jobs"
)
_NOT_STARTED = (
    "a process that parses hands could not start; a Python program that uses several jobs needs "
    '`if __name__ == "__main__":` around its own commands'
)


class WorkerError(UserError):
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


@dataclass(frozen=True, slots=True)
class _Failure:
    """An exception in a worker: its traceback as text, since not every exception can be sent."""

    text: str
    no_memory: bool


class Workers(Generic[Piece, Result]):
    """Processes that do `work`, a function of a module, for a `with` block that ends them; one job is this process."""

    def __init__(self, jobs: int, work: Callable[[Piece], Result]) -> None:
        self._jobs = jobs
        self._work = work
        self._threads = ThreadPoolExecutor(jobs)  # each waits for the answer of a process
        self._processes: list[SpawnProcess] = []
        self._idle: SimpleQueue[Connection] = SimpleQueue()  # the pipes of the processes without a piece

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End all processes at once."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        self._threads.shutdown(cancel_futures=True)

    def run(self, pieces: Iterable[tuple[Label, Piece]]) -> Iterator[tuple[Label, Result]]:
        """Yield the results of labelled pieces in order; at most `FEW` pieces start no process.

        Two pieces for each process are read ahead of the results, so that the processes work while the caller does. With
        one job, each piece is read and done when its result is needed.

        Raises:
            WorkerError: a process ended or did not start.
        """
        left = iter(pieces)
        first = [] if self._jobs == 1 else list(islice(left, FEW + 1))
        if len(first) <= FEW:
            yield from ((label, self._work(piece)) for label, piece in chain(first, left))
            return
        if not self._processes:
            self._start()
        begun: deque[tuple[Label, Future[Result]]] = deque()
        for label, piece in chain(first, left):
            begun.append((label, self._threads.submit(self._ask, piece)))
            if len(begun) == 2 * self._jobs:
                done, result = begun.popleft()
                yield done, result.result()
        for label, result in begun:
            yield label, result.result()

    def _ask(self, piece: Piece) -> Result:
        """Let an idle process do the work on a piece."""
        pipe = self._idle.get()
        try:
            pipe.send(piece)
            answer: Result | _Failure = pipe.recv()
        except (EOFError, OSError) as error:
            # Its frames hold a buffer. If they are collected as garbage, Python 3.13 prints that it cannot be closed.
            raise WorkerError(_KILLED) from error.with_traceback(None)
        finally:
            self._idle.put(pipe)
        if not isinstance(answer, _Failure):
            return answer
        if answer.no_memory:
            raise WorkerError(_KILLED)
        raise RuntimeError(f"in a process that parsed hands:\n{answer.text}")

    def _start(self) -> None:
        """Start all processes and wait until they are ready; Ctrl-C does not reach them."""
        pipes: list[Connection] = []
        resource_tracker.ensure_running()  # it would let Ctrl-C through again if it started below
        masks = hasattr(signal, "pthread_sigmask")  # a process inherits the mask
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
        try:
            for _ in range(self._jobs):
                context = get_context("spawn")
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
                process.start()
                self._processes.append(process)
                theirs.close()
                pipes.append(ours)
        finally:
            if masks:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for pipe in pipes:
            try:
                pipe.recv()
            except (EOFError, OSError) as error:
                raise WorkerError(_NOT_STARTED) from error
            self._idle.put(pipe)


def _serve(pipe: Connection, work: Callable[[Piece], Result]) -> None:
    """Do the work on pieces until the parent closes its end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        pipe.send("ready")
        while True:
            piece = pipe.recv()
            try:
                with without_cycles():
                    answer: Result | _Failure = work(piece)
            except Exception as error:  # noqa: BLE001 -- raised where the result is taken
                answer = _Failure(traceback.format_exc(), isinstance(error, MemoryError))
            pipe.send(answer)
