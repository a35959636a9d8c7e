"""A file that has grown is read again: the database is that of one import of the complete file, and counts nothing twice."""

import gzip
import hashlib
import random
from contextlib import closing
from unittest.mock import ANY

import pytest
from support import two_views as views
from support.database_rows import content

from badugi_hh.history.blocks import LONGEST
from badugi_hh.history.source import find_sources
from badugi_hh.store import importer, intake
from badugi_hh.store.check import check_database
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths, import_sources
from badugi_hh.store.known_files import Counts

GAP = "\n\n\n"
LATER = views.ANN.replace("001:", "008:")
MIXED = (views.ANN, views.OTHER_GAME, views.WRONG, LATER, views.BEN, views.CUT_OFF)
COUNTS = "SELECT stored, duplicates, other_games, quarantined FROM files ORDER BY file_key"


@pytest.fixture
def con(empty):
    return empty


def joined(*hands, encoding="utf-8"):
    return "".join(hand + GAP for hand in hands).encode(encoding)


def append(file, data):
    file.write_bytes(file.read_bytes() + data)


def imported_once(*files):
    """What one import of the files makes."""
    with closing(open_database(None)) as con:
        import_paths(con, files)
        return content(con)


def grow(con, file, data, ends):
    """Import a file each time that it has grown, and compare the database with one import of the same bytes."""
    for end in (*ends, len(data)):
        file.write_bytes(data[:end])
        import_paths(con, [file])
        assert content(con) == imported_once(file), end
    assert con.execute("SELECT count(*) FROM files").fetchall() == [(1,)]


TALK = views.ANN.replace("*** FIRST", 'Ann said, "PokerStars Hand #123: what"\n*** FIRST')
HEADER = views.ANN.partition(" - ")[0].replace("001:", "009:")
GROWING = {
    "anything": joined(*MIXED).replace(b"\n", b"\r\n"),
    "text and zero bytes": b"Hello\n\n" + views.ANN.encode() + bytes(300) + joined("\n", views.WRONG),
    "a quoted header": joined(TALK, views.OTHER_GAME),
    "hands in one line": joined(f"{HEADER} {views.ANN}", views.WRONG),
    "UTF-16": joined(views.ANN.replace("Ann", "Änne"), views.WRONG, encoding="utf-16"),
    "quoted lines": joined("".join(f"> {line}\n" for line in f"{views.ANN}\n\n{LATER}".split("\n"))),
    "a mail": b"From: ann@example.org\nContent-Type: text/plain\n\n" + joined(views.ANN, LATER),
}


@pytest.mark.parametrize("name", GROWING)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_file_grows_from_import_to_import(con, tmp_path, name, whole):
    """It ends anywhere: within a header, a character, a hand, a line end, or after a complete hand."""
    data = GROWING[name]
    some = 3 if name == "anything" else 1
    ends = random.Random(1).sample(range(60, len(data)), some)  # noqa: S311 - repeatable, not secret
    ends = range(60, len(data), 3) if whole else ends
    grow(con, tmp_path / f"a.{'eml' if name == 'a mail' else 'txt'}", data, sorted(ends))
    assert not check_database(con).faults


def test_only_what_is_new_is_parsed_and_all_of_it_is_counted(con, tmp_path, monkeypatch):
    file = tmp_path / "a.txt.gz"
    parsed = []
    prepare = importer.prepare
    monkeypatch.setattr(
        importer, "prepare", lambda blocks, rules: parsed.extend(blocks) or prepare(blocks, rules)
    )
    data = joined(views.ANN, views.WRONG, LATER, views.ANN)
    for end, new, counts in (
        (-900, 3, Counts(stored=1, quarantined=2)),
        (-150, 3, Counts(stored=1, duplicates=2, quarantined=1)),
        (len(data), 2, Counts(duplicates=3, quarantined=1)),
    ):
        file.write_bytes(gzip.compress(data[:end]))
        parsed.clear()
        (found,) = import_paths(con, [file]).per_file
        assert (len(parsed), found.counts) == (new, counts)
        assert content(con) == imported_once(file)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("no hand", [b'Ben said, "gg"\n']),
        (views.BEN, [b'Ben said, "g', b'g"\n']),
        (views.ANN, [b'Ben said, "g', b'g"\n']),
    ],
)
def test_a_stored_text_that_is_longer_now_is_replaced(con, tmp_path, other, said):
    """Talk below the summary is part of the hand; no line of it is lost, and the hand is not stored again."""
    file, second = tmp_path / "a.txt", tmp_path / "b.txt"
    second.write_text(other, encoding="utf-8")
    file.write_bytes(views.ANN.encode())
    import_paths(con, [file, second])
    for more in said:
        append(file, more)
        (grown,) = import_paths(con, [file]).per_file
        assert not check_database(con).faults
    assert grown.counts == Counts(duplicates=1)
    assert not check_database(con, full=True).faults
    assert con.execute("SELECT count(*) FROM events WHERE kind = 'Talked'").fetchall() == [(1,)]
    if other != views.ANN:
        assert content(con) == imported_once(file, second)


@pytest.mark.parametrize(
    ("other", "before"), [(None, True), (views.BEN, False), (views.BEN, True), (views.ANN, False)]
)
def test_a_stored_text_that_has_an_error_now_is_a_file_of_its_own(con, tmp_path, other, before):
    """So each count is that of the bytes of its file, also when another hand follows and where another file has the hand."""
    file, second = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_bytes(joined(views.OTHER_GAME, views.ANN).rstrip() + b"\n")
    second.write_text(other or "no hand", encoding="utf-8")
    for path in (second, file) if before else (file, second):
        import_paths(con, [path])
    for more, counts in (
        (b"Seat 1: Ann nonsense\n", Counts(other_games=1, quarantined=1)),
        (joined("", LATER), Counts(stored=1, other_games=1, quarantined=1)),
    ):
        append(file, more)
        (grown,) = import_paths(con, [file]).per_file
        assert (grown.counts, bool(grown.grown)) == (counts, True)
        row = (counts.stored, counts.duplicates, counts.other_games, counts.quarantined)
        assert row in con.execute(COUNTS).fetchall()
        assert not check_database(con).faults
    assert con.execute("SELECT sum(stored) FROM files").fetchall() == [(2,)]


HALF = views.ANN[: views.ANN.index("*** FIRST")]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (joined(views.ANN, LATER), HALF.encode()),
        (b"Hello\n\n" + joined(views.ANN), b"Holla\n\n" + HALF.encode()),
    ],
)
def test_other_bytes_that_grow_in_a_place_leave_the_texts_of_the_file_before(con, tmp_path, first, then):
    file = tmp_path / "a.txt"
    file.write_bytes(first)
    import_paths(con, [file])
    before = con.execute("FROM hand_texts ORDER BY ALL").fetchall()
    longer = joined(views.ANN + 'Ben said, "gg"\n', views.BEN.replace("001:", "007:"))
    for data in (then, then.replace(HALF.encode(), longer)):
        file.write_bytes(data)
        import_paths(con, [file])
        assert not check_database(con).faults
    assert set(before) <= set(con.execute("FROM hand_texts ORDER BY ALL").fetchall())


def test_two_sources_of_one_path_grow_once(con, tmp_path):
    """Such as a file and a link to it, of which the first has grown when the second is read."""
    file = tmp_path / "a.txt"
    file.write_bytes(joined(views.ANN))
    import_paths(con, [file])
    sources = [*find_sources([file]), *find_sources([file])]
    opener = sources[1].opener

    def later():
        file.write_bytes(joined(views.ANN, LATER, views.WRONG))
        return opener()

    sources[1].opener = later
    file.write_bytes(joined(views.ANN, LATER))
    import_sources(con, sources)
    assert con.execute("SELECT sum(stored), sum(quarantined) FROM files").fetchall() == [(2, 1)]
    assert not check_database(con).faults


def test_the_problems_of_another_text_of_the_hand_stay(con, tmp_path):
    """A file has two views of a hand, of which the first has a warning; the second becomes longer."""
    file = tmp_path / "a.txt"
    data = joined(views.ANN.replace(" ET\n", "\n")) + views.BEN.encode()
    file.write_bytes(data)
    import_paths(con, [file])
    append(file, b'Ben said, "gg"\n')
    import_paths(con, [file])
    problems = "SELECT code, line FROM problems ORDER BY ALL"
    with closing(open_database(None)) as again:
        import_paths(again, [file])
        expected = again.execute(problems).fetchall()
    assert con.execute(problems).fetchall() == expected != []


def test_only_the_text_that_has_an_error_now_is_a_file_of_its_own(con, tmp_path):
    """Another text of the same hand stays in its file, which counts it."""
    file = tmp_path / "a.txt"
    file.write_bytes(joined(views.ANN) + views.BEN.encode().rstrip() + b"\n")
    import_paths(con, [file])
    append(file, b"Seat 1: Ann nonsense\n")
    (grown,) = import_paths(con, [file]).per_file
    assert (grown.counts, grown.counts.hands_seen) == (Counts(duplicates=1, quarantined=1), 2)
    assert con.execute("SELECT file_key, line FROM hand_texts ORDER BY line").fetchall() == [(1, 1), (2, ANY)]
    assert not check_database(con).faults


def test_a_file_grows_in_its_place(con, tmp_path):
    """A renamed file that has grown is another one, with duplicates; from then on it grows in its new place."""
    file, moved = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_bytes(joined(views.ANN))
    import_paths(con, [file])
    file.rename(moved)
    assert import_paths(con, [moved]).per_file[0].known
    append(moved, joined(LATER))
    assert not import_paths(con, [moved]).grown
    append(moved, joined(views.OTHER_GAME))
    assert len(import_paths(con, [moved]).grown) == 1
    assert con.execute(COUNTS).fetchall() == [(1, 0, 0, 0), (1, 1, 1, 0)]
    file.write_bytes(joined(views.ANN.replace("001:", "007:"), views.WRONG))  # other bytes in its place
    assert not import_paths(con, [file]).grown
    assert con.execute("SELECT count(*), sum(stored) FROM files").fetchall() == [(3, 3)]


def test_a_copy_of_before_is_not_lost_when_the_file_grows(con, tmp_path):
    """In one import, the copy is known or the file has grown; each hand is stored once in any case."""
    file = tmp_path / "b.txt"
    for copy in (tmp_path / "a copy.txt", tmp_path / "c copy.txt"):
        file.write_bytes(joined(views.ANN))
        import_paths(con, [file])
        copy.write_bytes(file.read_bytes())
        append(file, joined(LATER))
        report = import_paths(con, sorted(tmp_path.glob("*.txt")))
        found = {each.name.rpartition("/")[2]: each.counts.hands_seen for each in report.per_file}
        assert found == {
            each.name: each.read_bytes().count(b"PokerStars ") for each in tmp_path.glob("*.txt")
        }
        assert con.execute("SELECT sum(stored) FROM files").fetchall() == [(2,)]
        assert not check_database(con).faults


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


def test_a_grown_file_that_cannot_be_read_stays_known(con, tmp_path):
    file, copy = tmp_path / "a.txt", tmp_path / "b copy.txt"
    file.write_bytes(joined(views.ANN))
    import_paths(con, [file])
    copy.write_bytes(file.read_bytes())
    append(file, b"x" * (LONGEST + 1))
    report = import_paths(con, [file, copy])
    assert (len(report.unreadable), [each.known for each in report.per_file]) == (1, [True])
    assert con.execute("SELECT count(*) FROM files").fetchall() == [(1,)]
