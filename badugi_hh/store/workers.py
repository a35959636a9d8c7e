"""Processes that compute parts of a work for the process that starts them, and never outlive it.

They end when the work is done, when it fails or Ctrl-C interrupts it, and at once when the process that started them ends,
even if it is killed. `concurrent.futures` would wait for the parts that were begun, and its processes for ever.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from badugi_hh.user_error import UserError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Part = TypeVar("Part")
Result = TypeVar("Result")


@contextmanager
def workers(
    number: int, compute: Callable[[Part], Result]
) -> Iterator[Callable[[Iterable[Part]], list[Result]]]:
    """Start so many processes for a `with` block, and give it a function from parts to their results, in the same order.

    Each process imports the main module and the module of `compute` again. The function raises a `UserError` if a process
    ends before it has answered.
    """
    context = get_context("spawn")
    started = []
    try:
        for _ in range(number):
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(there, compute))
            process.start()
            there.close()
            started.append((process, here))
        yield partial(_compute_each, [here for _, here in started])
    finally:
        for process, _ in started:
            process.terminate()
        for process, here in started:
            process.join()
            here.close()


def _compute_each(processes: "Sequence[Connection[Any, Any]]", parts: Iterable[Part]) -> list[Any]:
    """Give each process that is free the next part, and return all results."""
    left = enumerate(parts)
    results: dict[int, Any] = {}
    busy: dict[Any, int] = {}
    answered: Any
    try:
        for process, (number, part) in zip(processes, left, strict=False):
            process.send(part)
            busy[process] = number
        while busy:
            for answered in wait(list(busy)):
                results[busy.pop(answered)] = answered.recv()
                for number, part in left:
                    answered.send(part)
                    busy[answered] = number
                    break
    except (EOFError, ConnectionError) as error:
        raise UserError("a process that computes prices was ended; run badugi-hh db price again") from error
    return [results[number] for number in sorted(results)]


def _work(parent: "Connection[Any, Any]", compute: Callable[[Any], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its processes itself
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError):  # the parent has ended
        while True:
            parent.send(compute(parent.recv()))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
