"""Watching a folder while a client writes to it: what is imported, and what is printed."""

import errno
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest
from support.commands import mistake, run
from support.two_views import ANN, WRONG

import badugi_hh
from badugi_hh.api import watch as watching
from badugi_hh.api.hands import Hands
from badugi_hh.api.watch import watch
from badugi_hh.store.database import opened

GAP = "\n\n\n"
SECOND, THIRD = (ANN.replace("#300000000001", f"#30000000001{n}") for n in (1, 2))
PATIENCE = 30.0  # seconds for an import that takes a tenth of one; the machine may be busy


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "QUIET", 50)
    monkeypatch.setattr(watching, "LONGEST", 200)
    (tmp_path / "histories" / "Ann").mkdir(parents=True)
    return tmp_path / "histories" / "Ann"


def add(file, text):
    with file.open("a", encoding="utf-8") as history:
        history.write(text)


# --- the folder


@contextmanager
def watched(folder, database):
    """Watch a folder in a thread; yield a function that waits for the next import."""
    found = queue.Queue()
    stop = Event()

    def follow():
        try:
            for each in watch(folder, database, prices=False, stop=stop):
                found.put(each)
        except BaseException as error:  # noqa: BLE001 -- the test reports it
            found.put(error)

    def take():
        each = found.get(timeout=PATIENCE)
        if isinstance(each, BaseException):
            raise each
        return each

    thread = Thread(target=follow)
    thread.start()
    try:
        yield take
    finally:
        stop.set()
        thread.join(PATIENCE)
    assert not thread.is_alive()
    assert found.empty(), found.get()


def test_each_hand_is_imported_when_it_is_written(folder, tmp_path):
    """Also while files are renamed, and after the folder has been away; the database is not open in between."""
    database = tmp_path / "hands.duckdb"
    add(folder / "table.txt", f"{ANN}{GAP}")
    with watched(folder, database) as take:
        first = take()
        assert (first.report.stored, first.results) == (1, None)
        (folder / "table.txt").rename(folder / "table-1.txt")
        assert len(take().report.known) == 1
        add(folder / "table-1.txt", f"{SECOND}{GAP}")
        second = take()
        assert (second.report.stored, second.problems, second.incomplete) == (1, (), ())
        assert (second.results.hands, second.results.stats["net"].value) == (1, 90)
        with badugi_hh.open(database, read_only=True) as hands:
            assert hands.sql("FROM hands").height == 2
        shutil.rmtree(folder)
        time.sleep(0.3)
        folder.mkdir()
        add(folder / "table.txt", f"{THIRD}{GAP}")
        assert take().results.hands == 2


# --- one import


@pytest.fixture
def importer(folder, tmp_path):
    """An importer that has seen the empty folder."""
    made = watching.Importer(folder, partial(Hands, tmp_path / "hands.duckdb"), "pokerstars", prices=False)
    assert made.import_all().report.files == 0
    return made


def outcome(seen):
    """The new hands of an import, and the codes of its problems and of what is incomplete."""
    codes = ([problem.code.id for problem in problems] for problems in (seen.problems, seen.incomplete))
    return (seen.report.stored, *codes)


def test_a_hand_that_is_half_written_is_no_problem_until_another_follows(importer):
    file, half = importer.folder / "table.txt", len(SECOND) // 2
    for text, found in (
        (f"{ANN}{GAP}{SECOND[:half]}", (1, [], ["G04"])),
        (f"{SECOND[half:]}{GAP}PokerStars Ha", (1, [], ["T03"])),
        (f"{WRONG[len('PokerStars Ha') :]}{GAP}", (0, [], ["R03"])),
        (f"{THIRD}{GAP}", (1, ["R03"], [])),
        (f"{ANN}{GAP}", (0, [], [])),  # a problem is reported once
    ):
        add(file, text)
        assert outcome(importer.import_changed()) == found
    assert importer.import_changed() is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_file_that_ends_anywhere_before_its_first_number_is_no_problem(importer, encoding):
    header = ANN.splitlines()[0].replace("Hand #", "Home Game Hand #")
    before = header[: header.index("#") + 1].encode(encoding)
    for size in range(1, len(before)):
        (importer.folder / f"{size}.txt").write_bytes(before[:size])
    seen = importer.import_changed()
    assert outcome(seen)[:2] == (0, [])
    assert "T02" in outcome(seen)[2]
    add(importer.folder / "notes.txt", "what I noticed about the other players\n" * 2)
    assert outcome(importer.import_changed()) == (0, ["T02"], [])


def test_a_locked_file_is_imported_when_it_is_unlocked_and_a_damaged_one_when_it_is_mended(
    importer, monkeypatch
):
    (importer.folder / "damaged.gz").write_bytes(b"no archive")
    add(importer.folder / "table.txt", f"{ANN}{GAP}")
    real = Path.open

    def locked(file, *arguments, **options):
        if file.name == "table.txt":
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(file, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", locked)
        refused = importer.import_changed()
        assert [" cannot be read" in reason for reason in refused.report.unreadable] == [True, True]
        assert importer.import_changed() is None  # the reasons are printed once
        assert importer.import_changed() is None
    assert outcome(importer.import_changed()) == (1, [], [])
    (importer.folder / "damaged.gz").unlink()
    add(importer.folder / "damaged.gz", "")
    assert importer.import_changed() is None


def test_a_folder_that_cannot_be_opened_is_named_once(importer, monkeypatch):
    (importer.folder / "sub").mkdir()
    add(importer.folder / "sub" / "table.txt", f"{ANN}{GAP}")
    real = os.scandir

    def closed(folder):
        if Path(folder).name == "sub":
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return real(folder)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", closed)
        (said,) = importer.import_changed().report.unreadable
        assert said == f"the folder {importer.folder / 'sub'} cannot be read: Permission denied"
        assert importer.import_changed() is None
    assert outcome(importer.import_changed()) == (1, [], [])


def test_a_file_that_is_renamed_before_it_is_read_is_imported_when_it_is_back(
    importer, tmp_path, monkeypatch
):
    file, away = importer.folder / "table.txt", tmp_path / "away"
    add(file, f"{ANN}{GAP}")

    @contextmanager
    def slow():
        file.rename(away)
        with Hands(tmp_path / "hands.duckdb") as hands:
            yield hands

    with monkeypatch.context() as patch:
        patch.setattr(importer, "open_hands", slow)
        gone = importer.import_changed()
        assert (gone.report.files, gone.report.unreadable) == (0, ())
    away.rename(file)
    assert importer.import_changed().report.stored == 1


def test_mistakes(tmp_path, monkeypatch):
    database = tmp_path / "hands.duckdb"
    assert "there is no folder" in mistake("watch", tmp_path / "none", "--db", database)
    (tmp_path / "page.html").write_text("mine", encoding="utf-8")
    refused = mistake("watch", tmp_path, "--db", database, "--report", tmp_path / "page.html")
    assert "or replace it with --force" in refused
    with pytest.raises(LookupError):
        next(watch(tmp_path, database, rules="none"))

    def refuse(_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert f"the folder {tmp_path} cannot be read: " in mistake("watch", tmp_path, "--db", database)
    assert not database.exists()


# --- the command


def run_with(monkeypatch, steps, *arguments):
    """Run the command; after each import a step follows, and Ctrl-C after the last."""
    real, left = watching.watch_folder, iter(steps)

    def until_ctrl_c(*given, **options):
        for seen in filter(None, real(*given, **options)):
            yield seen
            step = next(left, None)
            if step is None:
                raise KeyboardInterrupt
            step()

    monkeypatch.setattr(watching, "watch_folder", until_ctrl_c)
    return run("watch", *arguments, "--no-prices")


def test_the_command_prints_a_line_for_each_import_of_new_hands(folder, tmp_path, monkeypatch):
    add(folder / "table.txt", f"{ANN}{GAP}{WRONG}{GAP}")
    steps = (
        lambda: add(folder / "table.txt", f"{SECOND}{GAP}{THIRD[:300]}"),
        lambda: shutil.copy(folder / "table.txt", folder / "copy.txt"),
    )
    done = run_with(monkeypatch, steps, folder, "--db", tmp_path / "hands.duckdb")
    assert done.exit_code == 0
    assert [line.split("  ")[1] for line in done.stdout.splitlines()] == [
        "1 new hand, the last hand is not complete yet",
        "1 new hand, 1 own hand since the start, net $0.90, the last hand is not complete yet, 1 problem",
    ]
    begun, wrong, torn, ended = done.stderr.splitlines()
    assert begun == f"watching {folder}; Ctrl-C ends it"
    assert wrong.startswith(f"{folder / 'table.txt'}:{len(ANN.splitlines()) + 13}: R03 ")
    assert torn.startswith(f"{folder / 'table.txt'}:")
    assert ended == "watching has ended; the hands so far are stored"
    assert "Ben" not in done.stdout  # an opponent


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM")
@pytest.mark.parametrize("again", [False, True])
def test_a_signal_ends_with_the_last_report_and_another_at_once(folder, tmp_path, monkeypatch, again):
    def interrupt(_):
        raise KeyboardInterrupt

    if again:
        monkeypatch.setattr(watching.LiveReport, "_write", interrupt)
    refresh = watching.LiveReport.refresh

    def at_the_end(page, *, changed, at_once=False):
        return refresh(page, changed=changed, at_once=at_once) if at_once else []

    monkeypatch.setattr(watching.LiveReport, "refresh", at_the_end)
    add(folder / "table.txt", f"{ANN}{GAP}")
    page = tmp_path / "report.html"
    steps = [lambda: os.kill(os.getpid(), signal.SIGTERM)]
    done = run_with(monkeypatch, steps, folder, "--db", tmp_path / "hands.duckdb", "--report", page)
    _, writing, last = done.stderr.splitlines()
    assert writing == f"writing {page}; Ctrl-C ends at once"
    if again:
        assert (done.exit_code, page.exists()) == (130, False)
        assert last.endswith(f"interrupted; the hands so far are stored, but {page} lacks the last ones")
    else:
        assert (done.exit_code, last) == (0, "watching has ended; the hands so far are stored")
        assert "</html>" in page.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal to one process")
def test_the_command_keeps_the_report_up_to_date_until_ctrl_c(folder, tmp_path):
    page = tmp_path / "report.html"
    code = "from badugi_hh.api import watch; watch.PAUSE = 0; from badugi_hh.cli import main; main()"
    command = [sys.executable, "-c", code, "watch", folder, "--db", tmp_path / "hands.duckdb", "--json"]
    add(folder / "table.txt", f"{ANN}{GAP}")
    with subprocess.Popen(
        [*map(str, command), "--report", str(page)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            first = json.loads(process.stdout.readline())
            assert (first["stored"], first["own"]["hands"]) == (1, 0)
            deadline = time.monotonic() + PATIENCE
            while not page.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            before = page.read_bytes()
            add(folder / "table.txt", f"{SECOND}{GAP}")
            second = json.loads(process.stdout.readline())
            assert (second["stored"], second["own"]["net"]["value"]) == (1, 90)
            while page.read_bytes() == before and time.monotonic() < deadline:
                time.sleep(0.05)
            assert page.read_bytes() != before
            process.send_signal(signal.SIGINT)
            assert "watching has ended" in process.communicate(timeout=PATIENCE)[1]
        finally:
            process.kill()
    assert process.returncode == 0


# --- its report


def live_report(page, database):
    return watching.LiveReport(page, database, partial(Hands, database, read_only=True), "UTC", force=False)


@pytest.fixture
def report_file(one_hand, tmp_path, monkeypatch):
    """A report that takes no time, of a copy of the database `one_hand`; `written` has the times at which it was written."""
    clock = {"now": 1000.0, "hands": True}
    database = Path(shutil.copy(one_hand, tmp_path / "hands.duckdb"))
    page = live_report(tmp_path / "report.html", database)
    written = []

    def write(*_, **__):
        if clock["hands"]:
            written.append(clock["now"] - 1000)
        return clock["hands"]

    monkeypatch.setattr(time, "monotonic", lambda: clock["now"])
    monkeypatch.setattr("badugi_hh.report.compose.write_report", write)
    return page, database, clock, written


def test_the_first_new_hand_is_reported_at_once_and_later_ones_not_too_often(report_file):
    page, _, clock, written = report_file
    page.refresh(changed=False)  # the first one has the hands of earlier imports
    for now in range(1005, 1150, 5):
        clock["now"] = now
        page.refresh(changed=now in {1010, 1020, 1085})
    assert written == [0, 10, 70, 130]


def test_no_pause_follows_a_report_without_hands(report_file):
    page, _, clock, written = report_file
    clock["hands"] = False
    page.refresh(changed=True)  # a hand of others
    clock["hands"] = True
    for now in (1005, 1010):
        clock["now"] = now
        page.refresh(changed=True)
    assert written == [5]


def test_a_report_that_cannot_be_written_is_tried_again_after_the_pause(report_file, tmp_path):
    page, _, clock, written = report_file
    (tmp_path / "report.html").write_text("mine", encoding="utf-8")
    said = []
    for now in (1000, 1030, 1060):
        clock["now"] = now
        said += page.refresh(changed=True)
    assert len(said) == 1
    assert said[0].endswith("name another file with --report, or replace it with --force")
    (tmp_path / "report.html").unlink()
    clock["now"] = 1000 + 2 * watching.PAUSE
    page.refresh(changed=False)
    assert written == [120]


def test_the_last_report_is_written_if_it_lacks_hands(report_file):
    page, database, clock, written = report_file
    page.refresh(changed=False)
    assert not page.lacks_hands()
    clock["now"] = 1001
    with opened(database) as con:  # by an import that was interrupted
        con.execute("INSERT INTO hands BY NAME (SELECT * REPLACE (2 AS hand_key) FROM hands LIMIT 1)")
    assert page.lacks_hands()
    page.refresh(changed=True, at_once=True)
    assert written == [0, 1]
    none = live_report(database.with_name("r.html"), database.with_name("none.duckdb"))
    none.refresh(changed=True)
    assert not none.lacks_hands()
    assert written == [0, 1]
