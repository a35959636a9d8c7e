"""A process beside the command: both together do what one does alone, and its end is noticed."""

import os
import signal
import time
from collections.abc import Callable, Iterator

import duckdb
import pytest
from support.pieces import wait

from badugi_hh.report import replayer_rows
from badugi_hh.report.anonymous import Names, Pseudonymous
from badugi_hh.report.compose import compose
from badugi_hh.report.kinds import Kind
from badugi_hh.report.language import Language, in_language
from badugi_hh.report.page import render
from badugi_hh.report.replayer_rows import replaying, replays
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store import workers
from badugi_hh.store.workers import Share, helped_by

Shared = Share[tuple[int, tuple[float, ...]]]


@pytest.fixture
def share() -> Iterator[Shared]:
    with helped_by(2, wait) as shared:
        yield shared


def other_process(share: Shared) -> int:
    """Wait until the process beside this one takes a piece."""
    for _ in range(600):
        finish = share([(0.01,)])  # a piece of zeros goes to no process
        time.sleep(0.1)
        ((process, _),) = finish()
        if process != os.getpid():
            return process
    pytest.fail("no process")


def test_the_results_are_in_order_whoever_does_a_piece(share: Shared) -> None:
    other = other_process(share)
    pieces = [(0.1, number) for number in range(8)]
    first, second = share(pieces[:3]), share(pieces[3:])
    later, before = second(), first()
    assert [piece for _, piece in before + later] == pieces
    assert {process for process, _ in before + later} == {os.getpid(), other}
    assert later[-1][0] == os.getpid()


def test_one_job_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "get_context", None)
    with helped_by(1, wait) as share:
        assert share([(0.0,), (0.0, 1)])() == [(os.getpid(), (0.0,)), (os.getpid(), (0.0, 1))]


def test_an_error_is_raised_where_the_results_are_needed(share: Shared) -> None:
    other_process(share)
    for pieces, error in (([(-1.0,), (0.5,), (0.5,)], RuntimeError), ([(0.5,), (0.5,), (-1.0,)], KeyError)):
        finish = share(pieces)
        with pytest.raises(error, match=r"-1\.0"):
            finish()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_this_process_does_the_pieces_of_one_that_was_killed(share: Shared) -> None:
    other = other_process(share)
    finish = share([(30.0, 1), (0.0, 2)])
    time.sleep(0.2)
    os.kill(other, signal.SIGKILL)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(time, "sleep", lambda _: None)
        assert finish() == [(os.getpid(), (30.0, 1)), (os.getpid(), (0.0, 2))]
    assert share([(0.0, 3), (0.0, 4)])() == [(os.getpid(), (0.0, 3)), (os.getpid(), (0.0, 4))]


def test_the_process_ends_with_the_block() -> None:
    with helped_by(2, wait) as share:
        other = other_process(share)
        share([(600.0,)] * 9)
    with pytest.raises(ProcessLookupError):
        os.kill(other, 0)


# --- the replays of a page


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share however few hands, in small pieces."""
    monkeypatch.setattr(replayer_rows, "FEW", 1)
    monkeypatch.setattr(replayer_rows, "PIECE", 7)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("kind", "language", "names"),
    [
        (Kind.TRACKER, Language.IT, lambda _: Names()),
        pytest.param(Kind.SESSION, Language.EN, Pseudonymous, marks=pytest.mark.long),
        pytest.param(Kind.LEAKS, Language.EN, lambda _: Names(), marks=pytest.mark.long),
    ],
)
def test_a_page_is_the_same_with_a_process_beside(
    kind: Kind,
    language: Language,
    names: Callable[[duckdb.DuckDBPyConnection], Names],
    report_hands: duckdb.DuckDBPyConnection,
) -> None:
    with in_language(language):
        one, two = (
            render(compose(report_hands, Filter(), kind=kind, names=names(report_hands), jobs=jobs))
            for jobs in (1, 2)
        )
    assert one == two


@pytest.mark.usefixtures("small")
def test_only_the_replays_that_are_needed_are_returned(report_hands: duckdb.DuckDBPyConnection) -> None:
    with replaying(report_hands, jobs=2) as found:
        found.begin(range(1, 60))
        some = found.of([70, 3, 50, 9999])
    assert sorted(some) == [3, 50, 70]
    assert some == replays(report_hands, [3, 50, 70])


def test_few_hands_are_replayed_by_one_process(
    report_hands: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "get_context", None)
    assert compose(report_hands, Filter(), jobs=4).hands.replays
