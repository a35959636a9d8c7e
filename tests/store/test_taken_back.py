"""A text that is taken back from a grown file: every stored text is in the file that it is credited to."""

from pathlib import Path

import pytest
from support import two_views as views

from badugi_hh.store import intake
from badugi_hh.store.check import check_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.known_files import Counts

GAP = "\n\n\n"
COUNTS = "SELECT stored, duplicates, other_games, quarantined FROM files ORDER BY file_key"
OBSERVED = "\n".join(line for line in views.ANN.split("\n") if not line.startswith("Dealt to"))
BLANKS = views.ANN.replace("*** SUMMARY ***", "*** SUMMARY *** ")
LATER = views.ANN.replace("001:", "008:")


@pytest.fixture
def con(empty):
    return empty


def put(file, *hands):
    file.write_text(GAP.join(hands) + "\n", encoding="utf-8")
    return file


def append(file, text):
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def check_places(con):
    """Check that each file has the texts that are credited to it, and that the database has no fault."""
    for path, line, text in con.execute(
        "SELECT path, line, text FROM hand_texts JOIN files USING (file_key)"
    ).fetchall():
        lines = Path(path).read_text(encoding="utf-8").split("\n")
        assert "\n".join(lines[line - 1 :]).startswith(text), (path, line)
    assert check_database(con, full=True).faults == ()


@pytest.mark.parametrize("other", [OBSERVED, BLANKS])
def test_a_file_is_not_continued_if_only_other_words_of_its_last_hand_remain(con, tmp_path, other):
    """It is imported as a new file, so that the stored text stays; the new file is continued from then on."""
    first, second = put(tmp_path / "a.txt", LATER, views.ANN), put(tmp_path / "b.txt", other)
    import_paths(con, [first, second])
    assert con.execute(COUNTS).fetchall() == [(2, 0, 0, 0), (0, 1, 0, 0)]
    append(first, "Seat 1: Ann nonsense\n")
    report = import_paths(con, [first])
    assert [file.counts for file in report.per_file] == [Counts(duplicates=1, quarantined=1)]
    assert report.grown == ()
    assert con.execute(COUNTS).fetchall() == [(2, 0, 0, 0), (0, 1, 0, 0), (0, 1, 0, 1)]
    check_places(con)
    append(first, GAP + views.ANN.replace("001:", "007:"))
    assert len(import_paths(con, [first]).grown) == 1
    assert con.execute("SELECT count(*) FROM files").fetchall() == [(3,)]
    check_places(con)


@pytest.mark.parametrize(("batch", "continued"), [(1, False), (5000, True)])
def test_the_files_of_the_same_import_are_imported_as_well(con, tmp_path, monkeypatch, batch, *, continued):
    """The other words come with the import in which the files grow: before the last hand is taken back, or after it."""
    monkeypatch.setattr(intake, "BATCH", batch)
    growing = put(tmp_path / "b growing.txt", LATER)
    file = put(tmp_path / "c.txt", views.ANN)
    import_paths(con, [tmp_path])
    put(tmp_path / "a.txt", BLANKS, views.WRONG)
    append(growing, GAP + views.ANN.replace("001:", "007:"))
    append(file, "Seat 1: Ann nonsense\n\n\n" + views.ANN.replace("001:", "009:") + GAP)
    put(tmp_path / "d.txt", views.OTHER_GAME)
    seen = []
    report = import_paths(con, [tmp_path], progress=lambda _, hands, share: seen.append((hands, share)))
    assert [Path(each.name).name for each in report.per_file] == ["a.txt", "b growing.txt", "c.txt", "d.txt"]
    assert [each.grown for each in report.per_file] == [False, True, continued, False]
    assert [each.counts for each in report.per_file] == [
        Counts(stored=1, quarantined=1) if continued else Counts(duplicates=1, quarantined=1),
        Counts(stored=1),
        # In the order of the files in the database, the correct text follows the faulty one and replaces it.
        Counts(stored=1, duplicates=1) if continued else Counts(stored=1, quarantined=1),
        Counts(other_games=1),
    ]
    unchanged = 1  # the last known hand of the file that has grown
    assert seen[-1] == (report.hands_seen + unchanged, 1.0)
    assert max(share for _, share in seen) <= 1
    check_places(con)
    assert all(each.known for each in import_paths(con, [tmp_path]).per_file)


def test_one_of_several_texts_is_credited_to_the_file_that_has_it_too(con, tmp_path):
    first = put(tmp_path / "a.txt", views.ANN)
    import_paths(con, [first, put(tmp_path / "b.txt", views.BEN), put(tmp_path / "c.txt", views.ANN, LATER)])
    append(first, "Seat 1: Ann nonsense\n")
    assert len(import_paths(con, [first]).grown) == 1
    assert con.execute(COUNTS).fetchall() == [(0, 0, 0, 1), (0, 1, 0, 0), (2, 0, 0, 0)]
    found = "SELECT hero, path FROM hand_texts JOIN files USING (file_key) JOIN hands USING (hand_key) WHERE hand_id = ?"
    assert sorted(con.execute(found, ["300000000001"]).fetchall()) == [
        ("Ann", str(tmp_path / "c.txt")),
        ("Ben", str(tmp_path / "b.txt")),
    ]
    assert con.execute("FROM duplicates").fetchall() == []
    check_places(con)


def test_a_view_that_differs_from_the_text_taken_back_keeps_its_warning(con, tmp_path):
    """The warning names the other text, which therefore stays."""
    first = put(tmp_path / "a.txt", views.ANN)
    import_paths(con, [first, put(tmp_path / "b.txt", views.BEN_OTHERWISE)])
    codes = "SELECT code FROM problems WHERE hand_key IS NOT NULL"
    assert con.execute(codes).fetchall() == [("X01",)]
    append(first, "Seat 1: Ann nonsense\n")
    assert import_paths(con, [first]).grown == ()
    assert con.execute(codes).fetchall() == [("X01",)]
    assert con.execute("SELECT count(*) FROM hand_texts").fetchall() == [(2,)]
    check_places(con)
