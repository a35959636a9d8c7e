"""A file that has grown since its import is continued: the database is that of one import of the complete file."""

import gzip
import hashlib
import random
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from support import two_views as views
from support.database_rows import content

from badugi_hh.history.blocks import LONGEST
from badugi_hh.history.source import find_sources
from badugi_hh.store import intake
from badugi_hh.store.check import check_database
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths, import_sources
from badugi_hh.store.known_files import Counts

GAP = "\n\n\n"
MIXED = (
    views.ANN,
    views.OTHER_GAME,
    views.WRONG,
    views.ANN.replace("001:", "005:"),
    views.BEN,
    views.CUT_OFF,
)


@pytest.fixture
def con(empty):
    return empty


def joined(*hands, encoding="utf-8"):
    return "".join(hand + GAP for hand in hands).encode(encoding)


def imported_once(*files):
    """What one import of the files makes."""
    with closing(open_database(None)) as con:
        import_paths(con, files)
        return content(con)


def check_counts(report):
    for file in report.per_file:
        parts = (file.counts.stored, file.counts.duplicates, file.counts.other_games, file.counts.quarantined)
        assert min(parts) >= 0
        assert sum(parts) == file.counts.hands_seen


def grow(con, file, data, ends):
    """Import a file each time that it has grown, and compare the database with one import of the same bytes."""
    for end in (*ends, len(data)):
        file.write_bytes(data[:end])
        check_counts(import_paths(con, [file]))
        assert content(con) == imported_once(file), end
    assert con.execute("SELECT count(*) FROM files").fetchall() == [(1,)]


def ends_of(data, number, seed=1):
    some = random.Random(seed).sample(range(1, len(data)), number)  # noqa: S311 - repeatable, not secret
    return sorted(some)


def append(file, data):
    file.write_bytes(file.read_bytes() + data)


@pytest.mark.parametrize("newline", [pytest.param("\n", marks=pytest.mark.long), "\r\n"])
def test_a_file_grows_from_import_to_import(con, tmp_path, newline):
    """It ends anywhere: within a header, a hand, a hand of another game, a line end, or after a complete hand."""
    data = joined(*MIXED).replace(b"\n", newline.encode())
    grow(con, tmp_path / "a.txt", data, ends_of(data, 4))


@pytest.mark.long
def test_a_file_grows_byte_by_byte(con, tmp_path):
    data = joined(*MIXED)
    grow(con, tmp_path / "a.txt", data, list(range(1, len(data), 3)))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_the_encoding_is_that_of_the_whole_file(con, tmp_path, encoding):
    data = joined(views.ANN.replace("Ann", "Änne"), views.OTHER_GAME, views.WRONG, encoding=encoding)
    grow(con, tmp_path / "a.txt", data, ends_of(data, 1, seed=2))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_half_a_character_is_reported_until_the_other_half_is_there(con, tmp_path, encoding):
    data = joined(views.ANN, views.WRONG, encoding=encoding)
    after = len(joined(views.ANN, encoding=encoding))
    ends = [after // 2 // 2 * 2 + 1, after - 3, after - 1]
    grow(con, tmp_path / "a.txt", data, ends)
    assert con.execute("SELECT count(*) FROM problems WHERE code = 'T03'").fetchall() == [(0,)]


def test_text_before_the_first_hand_and_zero_bytes_are_reported_once(con, tmp_path):
    zeros = views.ANN.encode() + bytes(300)
    data = b"Hello\n\n" + zeros + b"\n\n\n" + joined(views.WRONG)
    after = len(b"Hello\n\n" + zeros)
    grow(con, tmp_path / "a.txt", data, [3, after - 400, after])


def test_a_packed_file_is_continued(con, tmp_path):
    file = tmp_path / "a.txt.gz"
    for end in (1, 3, len(MIXED)):
        data = joined(*MIXED[:end])
        file.write_bytes(gzip.compress(data))
        report = import_paths(con, [file])
        assert con.execute("SELECT size FROM files").fetchall() == [(len(data),)]
        assert len(report.grown) == int(end > 1)
        assert content(con) == imported_once(file)


def test_the_size_is_that_of_the_bytes_that_were_read(con, tmp_path):
    """The client appends a hand after the files are listed, before this one is read."""
    file = tmp_path / "a.txt"
    file.write_bytes(joined(views.ANN))
    sources = list(find_sources([file]))
    append(file, joined(views.WRONG))
    import_sources(con, sources)
    read = file.read_bytes()
    found = con.execute("SELECT size, sha256 FROM files").fetchall()
    assert found == [(len(read), hashlib.sha256(read).hexdigest())]
    append(file, joined(views.OTHER_GAME))
    assert len(import_paths(con, [file]).grown) == 1
    assert content(con) == imported_once(file)


def test_only_what_is_new_is_parsed(con, tmp_path, samples, monkeypatch):
    data = min(samples.glob("HH*$0.25*.txt")).read_bytes()
    data = data[: data.index(b"PokerStars", 20_000)]
    file = tmp_path / "a.txt"
    file.write_bytes(data)
    import_paths(con, [file])
    parsed = []
    from badugi_hh.store import hand_checks

    def count(block):
        parsed.append(block)
        return parse(block)

    parse = hand_checks.parse
    monkeypatch.setattr(hand_checks, "parse", count)
    monkeypatch.setattr(intake, "parse", count)
    file.write_bytes(data + joined(views.ANN, views.BEN.replace("001:", "002:")))
    report = import_paths(con, [file])
    assert (report.hands_seen, report.stored, len(report.grown)) == (2, 2, 1)
    assert report.as_json()["grown_files"] == 1
    assert len(parsed) <= 3  # with the hand that was the last
    assert content(con) == imported_once(file)


def test_the_report_counts_the_hands_that_were_read(con, tmp_path):
    """A hand that was incomplete is one of them; hands that were complete before are not."""
    file, eighth = tmp_path / "a.txt", views.ANN.replace("001:", "008:")
    data = joined(views.ANN, views.WRONG, eighth)
    file.write_bytes(data[:-200])
    assert import_paths(con, [file]).quarantined == 2
    file.write_bytes(data + joined(views.OTHER_GAME, views.ANN, views.ANN.replace("001:", "009:")))
    (grown,) = import_paths(con, [file]).per_file
    assert grown.counts == Counts(stored=2, duplicates=1, other_games=1, quarantined=0)
    append(file, joined(eighth))
    (grown,) = import_paths(con, [file]).per_file
    assert grown.counts == Counts(duplicates=1)


def test_a_last_hand_that_another_file_has_too_stays(con, tmp_path):
    """The text that follows a complete hand can make it unreadable for a while; the other file has it."""
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_bytes(joined(views.WRONG, views.ANN).rstrip() + b"\n")
    second.write_bytes(joined(views.ANN, views.OTHER_GAME))
    import_paths(con, [first, second])
    append(first, b"Seat 1: Ann nonsense\n")
    check_counts(import_paths(con, [first]))
    counts = "SELECT stored, duplicates, other_games, quarantined FROM files ORDER BY file_key"
    assert con.execute(counts).fetchall() == [(0, 0, 0, 2), (1, 0, 1, 0)]
    assert con.execute("SELECT file_key, line FROM hand_texts").fetchall() == [(2, 1)]
    append(first, GAP.encode() + joined(views.ANN.replace("001:", "007:")))
    import_paths(con, [first])
    assert con.execute(counts).fetchall() == [(1, 0, 0, 2), (1, 0, 1, 0)]


@pytest.mark.parametrize("order", [("a.txt", "b.txt"), ("b.txt", "a.txt")])
def test_a_view_is_taken_back_alone(con, tmp_path, order):
    """Two players' files have the hand: without the text of one, its rows are those of the other."""
    (tmp_path / "a.txt").write_bytes(joined(views.ANN).rstrip() + b"\n")
    (tmp_path / "b.txt").write_bytes(joined(views.BEN))
    import_paths(con, [tmp_path / name for name in order])
    assert con.execute("SELECT count(*) FROM seats WHERE hero").fetchall() == [(2,)]
    append(tmp_path / "a.txt", b"Seat 1: Ann nonsense\n")
    check_counts(import_paths(con, [tmp_path / "a.txt"]))
    counts = "SELECT stored, duplicates, other_games, quarantined FROM files ORDER BY path"
    assert con.execute(counts).fetchall() == [(0, 0, 0, 1), (1, 0, 0, 0)]
    rows, expected = content(con), imported_once(tmp_path / "b.txt")
    for table in ("hands", "seats", "events", "decisions", "draws", "hand_texts"):
        assert rows[table] == expected[table]


def test_a_moved_file_is_known_and_is_continued(con, tmp_path):
    """`files` keeps the first path, `file_copies` has the others."""
    file, moved = tmp_path / "a.txt", tmp_path / "archive" / "a.txt"
    file.write_bytes(joined(views.ANN))
    import_paths(con, [file])
    moved.parent.mkdir()
    file.rename(moved)
    copies = "SELECT file_key, path FROM file_copies ORDER BY path"
    for _ in range(2):
        assert import_paths(con, [moved]).per_file[0].known
        assert con.execute(copies).fetchall() == [(1, str(moved))]
    moved.write_bytes(joined(views.ANN, views.WRONG))
    report = import_paths(con, [moved])
    assert (report.duplicates, report.quarantined, len(report.grown)) == (0, 1, 1)
    renamed = moved.rename(tmp_path / "other name.txt")
    assert import_paths(con, [renamed]).per_file[0].known
    append(renamed, joined(views.OTHER_GAME))  # it was imported under this name, so it is continued
    assert len(import_paths(con, [renamed]).grown) == 1
    packed = tmp_path / "a.txt.gz"
    packed.write_bytes(gzip.compress(renamed.read_bytes()))
    assert import_paths(con, [packed]).per_file[0].known
    assert con.execute("SELECT path, hands_seen FROM files").fetchall() == [(str(file), 3)]
    found = [path for _, path in con.execute(copies).fetchall()]
    assert found == sorted(map(str, (packed, moved, renamed)))


def test_all_forms_of_one_path_are_one_path(con, tmp_path, monkeypatch):
    """The absolute path of a file that was imported by its relative path was stored as that of a copy."""
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "in" / "deep")
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_bytes(joined(views.ANN))
    Path("in", "a.txt").write_bytes(joined(views.BEN))
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr("../b.txt", joined(views.WRONG))
    forms = ("a.txt", "in/a.txt", "z.zip")
    import_paths(con, forms)
    monkeypatch.chdir(tmp_path / "in")
    for again in (
        ["../a.txt", "a.txt", "../z.zip"],
        [tmp_path / form for form in forms],
        ["../link/../../a.txt", "../link/../a.txt", "deep/../../z.zip"],
    ):
        assert all(file.known for file in import_paths(con, again).per_file)
    assert con.execute("FROM file_copies").fetchall() == []
    assert con.execute("SELECT path FROM files ORDER BY file_key").fetchall() == [
        (str(tmp_path / "a.txt"),),
        (str(tmp_path / "in" / "a.txt"),),
        (f"{tmp_path / 'z.zip'}/../b.txt",),
    ]
    copy = Path("copy.txt")
    copy.write_bytes(Path("a.txt").read_bytes())
    for form in (copy, copy.absolute()):
        import_paths(con, [form])
    assert con.execute("SELECT path FROM file_copies").fetchall() == [(str(copy.absolute()),)]
    append(copy, joined(views.OTHER_GAME))
    assert [len(import_paths(con, [form]).grown) for form in ("../link/../copy.txt", copy)] == [1, 0]


def test_a_copy_of_before_is_not_lost_when_the_file_grows(con, tmp_path):
    """In one import, the copy is known or the file is continued; each hand is stored once in any case."""
    file = tmp_path / "b.txt"
    for copy in (tmp_path / "a copy.txt", tmp_path / "c copy.txt"):
        file.write_bytes(joined(views.ANN))
        import_paths(con, [file])
        copy.write_bytes(file.read_bytes())
        file.write_bytes(joined(views.ANN, views.ANN.replace("001:", "008:")))
        check_counts(import_paths(con, sorted(tmp_path.glob("*.txt"))))
        assert con.execute("SELECT count(*) FROM hands").fetchall() == [(2,)]
        ((stored, seen),) = con.execute("SELECT sum(stored), sum(hands_seen) FROM files").fetchall()
        assert (stored, seen >= 2) == (2, True)


def test_another_file_of_the_same_name_is_not_continued(con, tmp_path):
    file = tmp_path / "a.txt"
    file.write_bytes(joined(views.ANN))
    import_paths(con, [file])
    file.write_bytes(joined(views.ANN.replace("001:", "002:"), views.WRONG))
    report = import_paths(con, [file])
    assert (report.stored, report.quarantined, report.grown) == (1, 1, ())
    assert con.execute("SELECT count(*) FROM files").fetchall() == [(2,)]


@pytest.mark.parametrize("before", [("009",), ("009", "010"), ("009", "010", "011")])
def test_hands_that_begin_in_one_line_are_not_continued(con, tmp_path, before):
    file = tmp_path / "a.txt"
    header = views.ANN.partition(" - ")[0]
    torn = [header.replace("001:", f"{number}:") for number in before]
    file.write_bytes(" ".join((*torn, views.ANN)).encode()[:-40])
    import_paths(con, [file])
    last = con.execute("SELECT hands_seen, last_line, last_offset FROM files").fetchall()
    assert last == [(len(before) + 1, None, None)]
    file.write_bytes(" ".join((*torn, views.ANN)).encode() + b"\n\n" + joined(views.WRONG))
    report = import_paths(con, [file])
    check_counts(report)
    assert report.grown == ()
    assert con.execute("SELECT count(*) FROM hands").fetchall() == [(1,)]
    assert not check_database(con).faults


def test_a_hand_that_follows_a_torn_header_in_its_line_is_counted(con, tmp_path):
    header = views.ANN.partition(" - ")[0]
    torn = joined(views.OTHER_GAME) + header.replace("001:", "009:").encode()
    grow(con, tmp_path / "a.txt", torn + b" " + joined(views.ANN), [len(torn)])
    assert not check_database(con).faults


def test_a_file_that_ended_within_talk_about_a_hand_loses_no_hand(con, tmp_path):
    """A quoted header is no hand, but a line that ends before the second quotation mark is not a quotation."""
    file = tmp_path / "a.txt"
    talk = 'Ann said, "PokerStars Hand #123: what"\n'
    first, mark, rest = joined(views.ANN, views.OTHER_GAME).decode().partition("*** FIRST")
    data = f"{first}{talk}{mark}{rest}"
    file.write_text(data[: data.index(' what"')])
    import_paths(con, [file])
    file.write_text(data)
    check_counts(import_paths(con, [file]))
    assert content(con)["hand_texts"][0][-1] == imported_once(file)["hand_texts"][0][-1]
    assert con.execute("SELECT count(*) FROM hands").fetchall() == [(1,)]
    assert not check_database(con).faults


def test_a_file_that_cannot_be_read_to_its_end_keeps_what_it_had(con, tmp_path, monkeypatch):
    """It is changed during the second reading, when its first hands are already in the database."""
    monkeypatch.setattr(intake, "BATCH", 1)
    file = tmp_path / "a.txt"
    file.write_bytes(joined(views.ANN))
    import_paths(con, [file])
    before = content(con)
    append(file, joined(views.WRONG, *(views.ANN.replace("001:", f"{n:03}:") for n in range(2, 9))))
    grown = file.read_bytes()
    (found,) = find_sources([file])
    opener, opened = found.opener, []

    def change():
        if opened:
            file.write_bytes(grown[:-30] + b"x" * 30)
        opened.append(file)
        return opener()

    found.opener = change
    stored = []
    report = import_sources(con, [found], progress=lambda _, hands, __: stored.append(hands))
    assert max(stored) > 1
    assert report.unreadable == (f"{file} was changed while it was read; run the command again",)
    assert content(con) == before
    file.write_bytes(grown)
    assert len(import_paths(con, [file]).grown) == 1
    assert content(con) == imported_once(file)


def test_a_grown_file_whose_first_hand_cannot_be_read_stays_known(con, tmp_path):
    file, copy = tmp_path / "a.txt", tmp_path / "b copy.txt"
    file.write_bytes(joined(views.ANN))
    import_paths(con, [file])
    copy.write_bytes(file.read_bytes())
    append(file, b"x" * (LONGEST + 1))
    report = import_paths(con, [file, copy])
    assert len(report.unreadable) == 1
    assert [each.known for each in report.per_file] == [True]
    assert con.execute("SELECT count(*) FROM files").fetchall() == [(1,)]


def test_a_file_of_mails_grows_by_a_mail(con, tmp_path):
    """The mails before it are known by their texts."""
    file = tmp_path / "a.mbox"
    sent = b"From ann@example.org Mon Jan  1 00:00:00 2024\nFrom: ann@example.org\nSubject: hands\n\n"
    hands = (views.ANN, "no hand", views.ANN.replace("001:", "005:"))
    for number in range(1, len(hands) + 1):
        file.write_bytes(b"".join(sent + each.encode() + b"\n\n" for each in hands[:number]))
        report = import_paths(con, [file])
        assert content(con) == imported_once(file), number
    assert (report.stored, len(report.known), report.grown) == (1, 1, ())


def test_a_mail_grows_by_its_text(con, tmp_path):
    head = b"From: ann@example.org\nSubject: hands\nContent-Type: text/plain; charset=utf-8\n\n"
    data = head + joined(*MIXED)
    grow(con, tmp_path / "a.eml", data, [end for end in ends_of(data, 4) if end > len(head)])


def test_a_file_that_grows_has_one_note_on_copied_text(con, tmp_path):
    quoted = "".join(f"> {line}\n" for line in views.ANN.split("\n"))
    file = tmp_path / "a.txt"
    file.write_text(f"{quoted}>\n>\n>\n", encoding="utf-8")
    import_paths(con, [file])
    append(file, quoted.replace("001:", "007:").encode())
    import_paths(con, [file])
    assert con.execute("SELECT line, code FROM problems").fetchall() == [(1, "T07")]
    assert con.execute("SELECT count(*) FROM hands").fetchall() == [(2,)]
