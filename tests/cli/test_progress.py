"""The progress bar of an import: one for reading and for prices, which only advances."""

import sys
import time
from contextlib import contextmanager
from io import StringIO

import pytest
from support.commands import run

from badugi_hh.api.imports import READING
from badugi_hh.cli import progress
from badugi_hh.cli.commands import db, import_

pytestmark = pytest.mark.quick


@pytest.fixture
def bars(monkeypatch):
    """The steps that each progress bar shows: a list for each."""
    shown = []

    @contextmanager
    def bar():
        shown.append([])
        yield lambda *step: shown[-1].append(step)

    for command in (import_, db):
        monkeypatch.setattr(command, "progress_bar", bar)
    return shown


def test_one_bar_shows_the_reading_and_the_prices(bars, history, tmp_path):
    assert run("import", history, "--db", tmp_path / "hands.duckdb").exit_code == 0
    (steps,) = bars
    shares = [share for *_, share in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert list(dict.fromkeys(what for what, *_ in steps)) == [str(history), "prices", "losses"]
    assert max(share for what, _, share in steps if what == str(history)) == READING


def test_without_prices_the_bar_is_full_when_all_is_read(bars, history, tmp_path):
    db = tmp_path / "hands.duckdb"
    run("import", history, "--db", db, "--no-prices")
    assert bars[0][-1] == (str(history), 1, 1)
    run("db", "price", "--db", db)
    assert [bars[1][0], bars[1][-1]] == [("prices", 0, 0), ("losses", 1, 1)]


def test_interrupted_prices_are_continued(monkeypatch, history, tmp_path):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("badugi_hh.store.price_pass.compute", interrupt)
    db = tmp_path / "hands.duckdb"
    done = run("import", history, "--db", db)
    kept = f"the prices so far are kept; badugi-hh db price --db {db} continues"
    assert (done.exit_code, done.stderr) == (130, f"badugi-hh: interrupted; {kept}\n")
    of_memory = run("report", history, "-o", tmp_path / "report.html")
    assert (of_memory.exit_code, of_memory.stderr) == (130, "badugi-hh: interrupted\n")


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_appears_before_the_first_part_is_done(monkeypatch, terminal):
    shown = StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    with progress.progress_bar() as update:
        assert (update is not None) == terminal
        if update is not None:
            update("prices", 0, 0.0)
        latest = time.monotonic() + 20 * terminal
        while "0 hands  prices" not in shown.getvalue() and time.monotonic() < latest:
            time.sleep(0.01)
    assert ("0 hands  prices" in shown.getvalue()) == terminal
