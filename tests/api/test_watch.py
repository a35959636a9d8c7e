"""Watching a folder while a client writes to it: what is imported, and what is printed."""

import errno
import gzip
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
from zipfile import ZipFile

import pytest
from support.commands import mistake, run
from support.two_views import ANN, WRONG

import badugi_hh
from badugi_hh.api import watch as watching
from badugi_hh.api.watch import watch
from badugi_hh.cli.commands import watch as watch_command
from badugi_hh.cli.commands.watch import ReportFile
from badugi_hh.store.database import opened

SECOND = ANN.replace("#300000000001", "#300000000011")
THIRD = ANN.replace("#300000000001", "#300000000012")
PATIENCE = 30.0  # seconds for an import that takes a tenth of one; the machine may be busy


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


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "QUIET", 50)
    monkeypatch.setattr(watching, "LONGEST", 200)
    (tmp_path / "histories" / "Ann").mkdir(parents=True)
    return tmp_path / "histories" / "Ann"


def add(file, text):
    with file.open("a", encoding="utf-8") as history:
        history.write(text)


def stored(database):
    with badugi_hh.open(database, read_only=True) as hands:
        return sorted(hands.sql("SELECT hand_id FROM hands")["hand_id"])


def test_each_hand_is_imported_when_it_is_written(folder, tmp_path):
    database = tmp_path / "hands.duckdb"
    add(folder / "table.txt", f"{ANN}\n\n\n")
    with watched(folder.parent, database) as take:
        first = take()
        assert (first.report.stored, first.results) == (1, None)
        add(folder / "table.txt", f"{SECOND}\n\n\n")
        second = take()
        assert (second.report.stored, second.problems, second.incomplete) == (1, (), ())
        assert second.results is not None
        assert (second.results.hands, second.results.stats["net"].value) == (1, 90)
        assert stored(database) == ["300000000001", "300000000011"]  # it is not open in between
        add(folder / "other.txt", f"{THIRD}\n\n\n")
        assert take().results.hands == 2


def test_a_hand_that_is_half_written_is_imported_when_it_is_complete(folder, tmp_path):
    database = tmp_path / "hands.duckdb"
    half = len(SECOND) // 2
    with watched(folder, database) as take:
        assert take().report.files == 0
        add(folder / "table.txt", f"{ANN}\n\n\n{SECOND[:half]}")
        torn = take()
        assert (torn.report.stored, torn.report.quarantined, torn.problems) == (1, 1, ())
        assert {problem.hand for problem in torn.incomplete} == {"300000000011"}
        add(folder / "table.txt", SECOND[half:])
        whole = take()
        assert (whole.report.stored, whole.report.quarantined, whole.incomplete) == (1, 0, ())
        assert whole.results.hands == 2
    with badugi_hh.open(database, read_only=True) as hands:
        assert hands.quarantine() == []


def test_a_file_that_has_just_begun_is_no_problem(folder, tmp_path):
    with watched(folder, tmp_path / "hands.duckdb") as take:
        assert take().report.files == 0
        add(folder / "table.txt", ANN[:12])
        begun = take()
        assert (begun.report.stored, begun.problems) == (0, ())
        assert [problem.code.id for problem in begun.incomplete] == ["T02"]
        add(folder / "table.txt", ANN[12:])
        assert (take().report.stored, begun.problems) == (1, ())
        add(folder / "notes.txt", "what I noticed about the other players\n" * 2)
        assert [problem.code.id for problem in take().problems] == ["T02"]


def test_a_file_that_grows_while_its_beginning_is_imported_is_no_problem(folder, tmp_path, monkeypatch):
    importer = importer_of(folder, tmp_path / "hands.duckdb")
    add(folder / "table.txt", ANN[:12])
    real = watching.import_sources

    def slow(*arguments, **options):
        done = real(*arguments, **options)
        add(folder / "table.txt", ANN[12:])
        return done

    with monkeypatch.context() as patch:
        patch.setattr(watching, "import_sources", slow)
        begun = importer.import_changed()
    assert begun is not None
    assert (begun.problems, [problem.code.id for problem in begun.incomplete]) == ((), ["T02"])
    whole = importer.import_changed()
    assert whole is not None
    assert (whole.report.stored, whole.incomplete) == (1, ())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_file_that_ends_anywhere_before_its_first_number_is_no_problem(folder, tmp_path, encoding):
    header = ANN.splitlines()[0].replace("Hand #", "Home Game Hand #")
    before = header[: header.index("#") + 1].encode(encoding)
    importer = importer_of(folder, tmp_path / "hands.duckdb")
    for size in range(1, len(before)):
        (folder / f"{size}.txt").write_bytes(before[:size])
    seen = importer.import_changed()
    assert seen is not None
    assert (seen.report.stored, seen.problems) == (0, ())
    assert {problem.code.id for problem in seen.incomplete} >= {"T02"}


def test_a_wrong_hand_is_reported_when_another_follows(folder, tmp_path):
    with watched(folder, tmp_path / "hands.duckdb") as take:
        take()
        add(folder / "table.txt", f"{WRONG}\n\n\n")
        assert [problem.code.id for problem in take().incomplete] == ["R03"]
        add(folder / "table.txt", f"{ANN}\n\n\n")
        seen = take()
        assert (seen.report.stored, seen.incomplete) == (1, ())
        assert [problem.code.id for problem in seen.problems] == ["R03"]


def test_files_are_renamed_and_deleted_and_the_folder_comes_back(folder, tmp_path):
    database = tmp_path / "hands.duckdb"
    add(folder / "table.txt", f"{ANN}\n\n\n")
    with watched(folder, database) as take:
        take()
        (folder / "table.txt").rename(folder / "table-1.txt")
        renamed = take()
        assert (renamed.report.stored, len(renamed.report.known)) == (0, 1)
        add(folder / "table.txt", f"{SECOND}\n\n\n")
        assert take().report.stored == 1
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
        time.sleep(0.5)
        folder.mkdir()
        add(folder / "table.txt", f"{THIRD}\n\n\n")
        assert take().report.stored == 1
    assert len(stored(database)) == 3


def test_a_restart_continues(folder, tmp_path):
    database = tmp_path / "hands.duckdb"
    with watched(folder, database) as take:
        take()
        add(folder / "table.txt", f"{ANN}\n\n\n")
        take()
    add(folder / "table.txt", f"{SECOND}\n\n\n")  # while nobody watches
    with watched(folder, database) as take:
        seen = take()
        assert (seen.report.stored, seen.report.hands_seen) == (1, 1)
        assert seen.report.grown


def importer_of(folder, database):
    """Return an importer that has seen the empty folder."""
    made = watching.Importer(folder, partial(opened, database), "pokerstars", prices=False)
    assert made.import_all().report.files == 0
    return made


def test_a_file_that_is_locked_is_imported_when_it_is_unlocked(folder, tmp_path, monkeypatch):
    importer = importer_of(folder, tmp_path / "hands.duckdb")
    add(folder / "table.txt", f"{ANN}\n\n\n")
    real = Path.open

    def locked(file, *arguments, **options):
        if file.name == "table.txt":
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(file, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", locked)
        refused = importer.import_changed()
        assert refused is not None
        assert [reason.split(": ")[0] for reason in refused.report.unreadable] == [
            f"{folder / 'table.txt'} cannot be read"
        ]
        assert importer.import_changed() is None  # the reason is printed once
        assert importer.import_changed() is None
    unlocked = importer.import_changed()
    assert unlocked is not None
    assert (unlocked.report.stored, unlocked.report.unreadable) == (1, ())


def test_a_damaged_file_and_an_empty_archive_stop_nothing(folder, tmp_path):
    importer = importer_of(folder, tmp_path / "hands.duckdb")
    (folder / "damaged.gz").write_bytes(b"no archive")
    with ZipFile(folder / "empty.zip", "w") as archive:
        archive.writestr("notes.pdf", b"none")
    add(folder / "table.txt", f"{ANN}\n\n\n")
    seen = importer.import_changed()
    assert seen is not None
    assert (seen.report.stored, len(seen.report.unreadable), len(seen.report.skipped)) == (1, 2, 1)
    assert importer.import_changed() is None
    (folder / "damaged.gz").write_bytes(gzip.compress(SECOND.encode()))
    mended = importer.import_changed()
    assert mended is not None
    assert mended.report.stored == 1


def test_a_file_that_is_renamed_before_it_is_read_is_imported_when_it_is_back(folder, tmp_path, monkeypatch):
    importer = importer_of(folder, tmp_path / "hands.duckdb")
    file, away = folder / "table.txt", tmp_path / "away"
    add(file, f"{ANN}\n\n\n")

    @contextmanager
    def slow():
        file.rename(away)
        with opened(tmp_path / "hands.duckdb") as con:
            yield con

    with monkeypatch.context() as patch:
        patch.setattr(importer, "open_database", slow)
        gone = importer.import_changed()
        assert gone is not None
        assert (gone.report.files, gone.report.unreadable) == (0, ())
    away.rename(file)
    back = importer.import_changed()
    assert back is not None
    assert back.report.stored == 1


def test_a_folder_that_cannot_be_read_is_a_mistake(folder, tmp_path, monkeypatch):
    def refuse(_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    refused = mistake("watch", folder, "--db", tmp_path / "hands.duckdb")
    assert f"the folder {folder} cannot be read: " in refused
    assert not (tmp_path / "hands.duckdb").exists()


def test_a_folder_that_is_missing_is_a_mistake(tmp_path):
    assert "there is no folder" in mistake("watch", tmp_path / "none", "--db", tmp_path / "hands.duckdb")
    assert not (tmp_path / "hands.duckdb").exists()
    (tmp_path / "page.html").write_text("mine", encoding="utf-8")
    refused = mistake("watch", tmp_path, "--db", tmp_path / "h.duckdb", "--report", tmp_path / "page.html")
    assert "is not known to be an unchanged file of badugi-hh" in refused
    with pytest.raises(LookupError):
        next(watch(tmp_path, tmp_path / "hands.duckdb", rules="none"))


@contextmanager
def running(*arguments):
    """Run `watch` in a process of its own, and end it as Ctrl-C does."""
    code = "from badugi_hh.cli.commands import watch; watch.PAUSE = 0; from badugi_hh.cli import main; main()"
    command = [sys.executable, "-c", code, "watch", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
        process.send_signal(signal.SIGINT)
        printed, notes = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert (printed, process.returncode) == ("", 0)
    assert "watching has ended; the hands so far are stored" in notes
    assert "Ben" not in notes  # an opponent


def read_line(process):
    assert process.stdout is not None
    return process.stdout.readline()


def test_the_command_prints_a_line_for_each_import(folder, tmp_path, monkeypatch):
    real = watching.watch_folder

    def until_ctrl_c(*arguments, **options):
        for seen in filter(None, real(*arguments, **options)):
            yield seen
            if seen.results is not None:
                raise KeyboardInterrupt
            add(folder / "table.txt", f"{SECOND}\n\n\n{THIRD[:300]}")

    monkeypatch.setattr(watching, "watch_folder", until_ctrl_c)
    add(folder / "table.txt", f"{ANN}\n\n\n{WRONG}\n\n\n")
    add(folder / "other.txt", WRONG.replace("#300000000003", "#300000000013").replace("Ben", "Bob"))
    done = run("watch", folder, "--db", tmp_path / "hands.duckdb", "--no-prices")
    assert done.exit_code == 0
    first, second = [line.split("  ")[1] for line in done.stdout.splitlines()]
    assert first == "1 new hand, the last hand is not complete yet"
    assert second == (
        "1 new hand, 1 own hand since the start, net $0.90, the last hand is not complete yet, 1 problem"
    )
    printed = [line.split(": ")[0] for line in done.stderr.splitlines()]
    # A hand that is not the last one any more, and at the end the hands that are.
    assert printed[0] == f"watching {folder}; Ctrl-C ends it"
    assert printed[1] == f"{folder / 'table.txt'}:{len(ANN.splitlines()) + 13}"
    assert {line.split(":")[0] for line in printed[2:-1]} == {
        str(folder / "other.txt"),
        str(folder / "table.txt"),
    }
    assert "watching has ended" in done.stderr


def test_an_import_without_a_new_hand_prints_nothing(folder, tmp_path, monkeypatch):
    """First a copy of a known file, then a half-written hand, then a file that is no history."""
    real = watching.watch_folder
    steps = iter((("table.txt", SECOND[:300]), ("notes.txt", "what I noticed about the other players\n" * 2)))

    def until_ctrl_c(*arguments, **options):
        for seen in filter(None, real(*arguments, **options)):
            yield seen
            name, text = next(steps, ("", ""))
            if not name:
                raise KeyboardInterrupt
            add(folder / name, text)

    monkeypatch.setattr(watching, "watch_folder", until_ctrl_c)
    add(folder / "table.txt", f"{ANN}\n\n\n")
    assert run("import", folder, "--db", tmp_path / "hands.duckdb", "--no-prices").exit_code == 0
    done = run("watch", folder, "--db", tmp_path / "hands.duckdb", "--no-prices")
    assert done.exit_code == 0
    assert [line.split("  ")[1] for line in done.stdout.splitlines()] == ["1 problem"]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal to one process")
def test_the_command_prints_a_line_for_each_import_and_ends_with_ctrl_c(folder, tmp_path):
    add(folder / "table.txt", f"{ANN}\n\n\n")
    with running(folder, "--db", tmp_path / "hands.duckdb", "--no-prices") as process:
        assert read_line(process).split("  ")[1:] == ["1 new hand\n"]
        add(folder / "table.txt", f"{SECOND}\n\n\n{THIRD[:300]}")
        shown = read_line(process).split("  ")[1]
    assert shown == "1 new hand, 1 own hand since the start, net $0.90, the last hand is not complete yet\n"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal to one process")
def test_the_command_keeps_the_report_up_to_date(folder, tmp_path):
    page = tmp_path / "report.html"
    options = ("--db", tmp_path / "hands.duckdb", "--json", "--report", page)
    add(folder / "table.txt", f"{ANN}\n\n\n")
    deadline = time.monotonic() + PATIENCE
    with running(folder, *options) as process:
        first = json.loads(read_line(process))
        nothing = {"hands": 0, "net": None, "tournament_net": None}
        assert (first["stored"], first["own"]) == (1, nothing)
        while not page.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        before = page.read_bytes()
        add(folder / "table.txt", f"{SECOND}\n\n\n")
        second = json.loads(read_line(process))
        assert (second["stored"], second["incomplete"], second["own"]["hands"]) == (1, 0, 1)
        assert second["own"]["net"]["value"] == 90
        while page.read_bytes() == before and time.monotonic() < deadline:
            time.sleep(0.05)
        assert page.read_bytes() != before


@pytest.mark.usefixtures("composed_once")
def test_a_report_that_cannot_be_written_is_tried_again(one_hand, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(watch_command, "PAUSE", 0)
    out = tmp_path / "report.html"
    page = ReportFile(out, one_hand, "UTC", force=False)
    out.write_text("mine", encoding="utf-8")
    page.refresh(changed=True)
    page.refresh(changed=False)
    assert out.read_text(encoding="utf-8") == "mine"
    assert capsys.readouterr().err.count("name another file with --report, or replace it with --force") == 1
    out.unlink()
    page.refresh(changed=False)
    assert "</html>" in out.read_text(encoding="utf-8")


def new_hand(database, number=2):
    """Add a hand to a database: of its row the key alone counts here."""
    with opened(database) as con:
        con.execute(
            "INSERT INTO hands BY NAME (SELECT * REPLACE (? AS hand_key) FROM hands LIMIT 1)", [number]
        )


@pytest.fixture
def report_file(one_hand, tmp_path, monkeypatch):
    """A report that takes no time, of a copy of the database `one_hand`; `written` has the times at which it was written."""
    clock = {"now": 1000.0}
    database = shutil.copy(one_hand, tmp_path / "hands.duckdb")
    page = ReportFile(tmp_path / "report.html", database, "UTC", force=False)
    written = []
    monkeypatch.setattr(time, "monotonic", lambda: clock["now"])
    monkeypatch.setattr(
        "badugi_hh.report.compose.write_report", lambda *_: written.append(clock["now"] - 1000) or True
    )
    return page, database, clock, written


def test_the_first_new_hand_is_reported_at_once_and_later_ones_not_too_often(report_file):
    page, _, clock, written = report_file
    page.refresh(changed=False)  # the first one has the hands of earlier imports
    for now in range(1005, 1150, 5):
        clock["now"] = now
        page.refresh(changed=now in {1010, 1020, 1085})
    assert written == [0, 10, 70, 130]


def test_no_pause_follows_a_report_without_hands(report_file, monkeypatch):
    page, _, clock, written = report_file
    with monkeypatch.context() as patch:
        patch.setattr("badugi_hh.report.compose.write_report", lambda *_: False)
        page.refresh(changed=False)
        page.refresh(changed=True)  # a hand of others
    page.refresh(changed=False)
    assert written == []
    for now in (1005, 1010):
        clock["now"] = now
        page.refresh(changed=True)
    assert written == [5]


def test_the_last_report_is_written_if_it_lacks_hands(report_file):
    page, database, clock, written = report_file
    page.refresh(changed=False)
    page.finish()
    assert written == [0]  # nothing has changed
    clock["now"] = 1001
    new_hand(database)  # by an import that was interrupted
    page.finish()
    assert written == [0, 1]


def test_there_is_no_report_without_a_database(tmp_path):
    none = ReportFile(tmp_path / "report.html", tmp_path / "none.duckdb", "UTC", force=False)
    none.refresh(changed=True)
    none.finish()
    assert list(tmp_path.iterdir()) == []


SHORT_REPORTS = """
from time import sleep
from badugi_hh.cli import main
from badugi_hh.report import compose
from badugi_hh.report.kinds import VIEWS, Kind
VIEWS[Kind.TRACKER] = ("quality",)
render = compose.render
compose.render = lambda page: sleep({seconds} * ("2 hands" in str(page))) or render(page)
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal to one process")
@pytest.mark.parametrize("ends", [["SIGTERM"], ["SIGINT", "SIGINT"]], ids="-".join)
def test_a_signal_ends_with_the_last_report_and_another_at_once(folder, tmp_path, ends):
    """The second hand is imported within the pause that follows the report of the first."""
    code = SHORT_REPORTS.format(seconds=60 if ends[1:] else 0)
    page = tmp_path / "report.html"
    options = (folder, "--db", tmp_path / "hands.duckdb", "--no-prices", "--report", page)
    with subprocess.Popen(
        [sys.executable, "-c", code, "watch", *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            for text in (ANN, SECOND):
                add(folder / "table.txt", f"{text}\n\n\n")
                assert "new hand" in read_line(process)
            notes = [process.stderr.readline()]
            for end in ends:
                process.send_signal(getattr(signal, end))
                notes.append(process.stderr.readline())
            notes += process.communicate(timeout=PATIENCE)[1].splitlines()
        finally:
            process.kill()
    assert notes[1] == f"writing {page}; Ctrl-C ends at once\n"
    if ends[1:]:
        assert (
            notes[2]
            == f"badugi-hh: interrupted; the hands so far are stored, but {page} lacks the last ones\n"
        )
    else:
        assert notes[2] == "watching has ended; the hands so far are stored"
    assert process.returncode == (130 if ends[1:] else 0)
    assert ("2 hands" in page.read_text(encoding="utf-8")) == (not ends[1:])


def test_a_header_that_is_being_written_below_a_hand_is_no_problem(folder, tmp_path):
    importer = importer_of(folder, tmp_path / "hands.duckdb")
    add(folder / "table.txt", f"{ANN}\n\n\nPokerStars Ha")
    seen = importer.import_changed()
    assert seen is not None
    assert (seen.report.stored, seen.problems) == (1, ())
    assert [problem.code.id for problem in seen.incomplete] == ["T03"]
