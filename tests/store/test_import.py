"""What becomes of hands: stored, known, another game, quarantined; views joined; whole or not at all."""

import gzip
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from support import two_views as views
from support.database_rows import everything

from badugi_hh import problems as codes
from badugi_hh.engine.rules import POKERSTARS
from badugi_hh.history.source import Block, Source, stream_blocks
from badugi_hh.problems import CODES, Severity
from badugi_hh.store import importer, intake
from badugi_hh.store.database import open_database, opened
from badugi_hh.store.importer import import_paths, retry_quarantine
from badugi_hh.store.texts import read_hand

GAP = "\n\n\n"


@pytest.fixture
def con(empty):
    return empty


def put(folder, name, *hands):
    path = folder / name
    path.write_text("".join(hand + GAP for hand in hands), encoding="utf-8")
    return path


def ask(con, query):
    return con.execute(query).fetchall()


def account(report):
    """Stored, duplicates, other games, quarantined; their sum is what was seen, in each file and in all."""
    printed = report.as_json()
    parts = tuple(int(printed[name]) for name in ("stored", "duplicates", "other_games", "quarantined"))
    assert sum(parts) == printed["hands_seen"]
    return parts


def test_each_hand_is_counted_once(con, tmp_path):
    file = put(
        tmp_path, "a.txt", views.ANN, views.OTHER_GAME, views.WRONG, views.CUT_OFF.replace("001:", "009:"),
        views.ANN,
    )  # fmt: skip
    report = import_paths(con, [file])
    assert account(report) == (1, 1, 1, 2)
    assert report.files == 1
    assert [problem.code.id for problem in report.problems] == ["R03", "G04"]
    columns = "hands_seen, stored, duplicates, other_games, quarantined"
    assert ask(con, f"SELECT path, {columns} FROM files") == [(str(file), 5, 1, 1, 1, 2)]
    kept = ask(con, "SELECT hand_id, line, code, text FROM quarantine ORDER BY line")
    assert [row[:3] for row in kept] == [("300000000003", 55, "R03"), ("300000000009", 82, "G04")]
    assert kept[0][3] == views.WRONG.rstrip("\n")
    assert ask(con, "SELECT hand_id, line, code, severity, expected, found FROM problems ORDER BY line") == [
        ("300000000003", 64, "R03", "error", "$0.50", "$0.40"),
        ("300000000009", 99, "G04", "error", "*** SUMMARY ***", None),
    ]


def places(con):
    """The file and line of every text but those of other games, with the hand; None where it is not stored."""
    found = (
        "SELECT path, line, hand_id FROM hand_texts JOIN hands USING (hand_key) JOIN files USING (file_key)",
        "SELECT path, line, NULL FROM quarantine JOIN files USING (file_key)",
        "SELECT path, line, hand_id FROM duplicates LEFT JOIN hands USING (hand_key) JOIN files USING (file_key)",
    )
    return [(Path(path).name, *rest) for path, *rest in ask(con, f"{' UNION ALL '.join(found)} ORDER BY ALL")]


def test_every_text_has_its_place(con, tmp_path):
    """A hand in two files is stored once, with the place of each text: stored, added to the hand, or a duplicate."""
    first = put(tmp_path, "a.txt", views.ANN, views.OTHER_GAME, views.WRONG)
    second = put(tmp_path, "b.txt", views.WRONG, views.ANN, views.BEN, views.CUT_OFF, views.ANN)
    assert account(import_paths(con, [first])) == (1, 0, 1, 1)
    assert account(import_paths(con, [second])) == (0, 5, 0, 0)
    one = "300000000001"
    lines = [
        text.line
        for text in stream_blocks(Source.of("b.txt", second.read_bytes()))
        if isinstance(text, Block)
    ]
    assert places(con) == [
        ("a.txt", 1, one),
        ("a.txt", 55, None),
        *(("b.txt", line, hand) for line, hand in zip(lines, (None, one, one, None, one), strict=True)),
    ]
    assert ask(con, "SELECT count(*) FROM hand_texts") == [(2,)]


def test_importing_again_stores_nothing(con, tmp_path):
    file = put(tmp_path, "a.txt", views.ANN, views.OTHER_GAME, views.WRONG)
    import_paths(con, [file])
    before = everything(con)
    again = import_paths(con, [file])
    assert account(again) == (0, 1, 1, 1)
    assert again.per_file[0].known
    assert again.problems == ()
    assert everything(con) == before
    # The same bytes under another name and in archives are the same file.
    other = tmp_path / "more"
    other.mkdir()
    (other / "b.txt").write_bytes(file.read_bytes())
    (other / "b.txt.gz").write_bytes(gzip.compress(file.read_bytes()))
    with zipfile.ZipFile(other / "b.zip", "w") as archive:
        archive.write(file, "inner/b.txt")
    assert account(import_paths(con, [other])) == (0, 3, 3, 3)
    assert everything(con) == before


@pytest.mark.parametrize("cut_first", [True, False])
def test_a_cut_off_copy_of_a_hand_is_a_duplicate_in_either_order(con, tmp_path, cut_first):
    cut = views.ANN[: views.ANN.index("Ann collected") + 5]
    for hand in (cut, views.ANN) if cut_first else (views.ANN, cut):
        import_paths(con, [put(tmp_path, f"{len(hand)}.txt", hand)])
    assert ask(con, "SELECT sum(stored), sum(duplicates), sum(quarantined) FROM files") == [(1, 1, 0)]
    assert ask(con, "SELECT count(*) FROM quarantine") == [(0,)]
    # What is no beginning of it stays.
    other = cut.replace("Ben: calls", "Ben: folds", 1)
    assert account(import_paths(con, [put(tmp_path, "c.txt", other)])) == (0, 0, 0, 1)


@pytest.mark.parametrize("together", [True, False])
def test_a_wrong_hand_is_not_dropped_for_another_of_its_number(con, tmp_path, together):
    """Two hands of one number, a day apart: the wrong one waits, whatever the right one brings."""
    right = views.ANN.replace("001:", "003:")
    wrong = views.WRONG.replace("2024/", "2023/", 1)
    assert wrong != views.WRONG
    if together:
        import_paths(con, [put(tmp_path, "a.txt", wrong, right)])
    else:
        import_paths(con, [put(tmp_path, "a.txt", wrong)])
        import_paths(con, [put(tmp_path, "b.txt", right)])
    assert ask(con, "SELECT sum(stored), sum(duplicates), sum(quarantined) FROM files") == [(1, 0, 1)]
    assert ask(con, "SELECT code FROM quarantine") == [("R03",)]
    assert ask(con, "SELECT code FROM problems") == [("R03",)]


def test_a_corrected_hand_leaves_the_quarantine(con, tmp_path):
    """So does one that this import itself put there, but no text that another hero's client wrote."""
    right = views.ANN.replace("001:", "003:")
    theirs = views.BEN.replace("001:", "003:").replace("Ben: calls $0.50", "Ben: calls $0.40")
    wrong = put(tmp_path, "a.txt", views.CUT_OFF, views.WRONG, theirs)
    assert account(import_paths(con, [wrong])) == (0, 0, 0, 3)
    assert account(import_paths(con, [put(tmp_path, "b.txt", right)])) == (1, 0, 0, 0)
    assert ask(con, "SELECT line, code FROM quarantine ORDER BY line") == [(1, "G04"), (49, "R03")]
    assert ask(con, "SELECT line, code FROM problems ORDER BY line") == [(18, "G04"), (58, "R03")]
    assert ask(con, "SELECT hands_seen, duplicates, quarantined FROM files ORDER BY path") == [
        (3, 1, 2),
        (1, 0, 0),
    ]
    files = [put(tmp_path, f"{n}.txt", views.WRONG.replace("003:", "004:"), "") for n in "cd"]
    files.append(put(tmp_path, "e.txt", right.replace("003:", "004:")))
    report = import_paths(con, files)
    assert account(report) == (1, 2, 0, 0)
    assert report.ok


# --- two views of one hand


@pytest.mark.parametrize(
    ("order", "together"), [((views.ANN, views.BEN), False), ((views.BEN, views.ANN), True)]
)
def test_two_views_are_one_hand_with_the_cards_of_both(con, tmp_path, order, together):
    if together:
        reports = [import_paths(con, [put(tmp_path, "a.txt", *order)])]
    else:
        reports = [import_paths(con, [put(tmp_path, f"{n}.txt", hand)]) for n, hand in enumerate(order)]
    assert [sum(part) for part in zip(*map(account, reports), strict=True)] == [1, 1, 0, 0]
    assert all(report.problems == () for report in reports)
    assert ask(con, "SELECT hand_key, status, players, total_pot FROM hands") == [(1, "ok", 2, 200)]
    assert ask(con, "SELECT hand_key, player, hero, hand_0, hand_1, net FROM seats ORDER BY seat") == [
        (1, "Ann", True, "As 2c 3d Kh", "As 2c 3d 9h", 90),
        (1, "Ben", True, "4s 5c 6d 6h", "4s 5c 6d Qh", -100),
    ]
    assert ask(con, "SELECT count(*), count(DISTINCT n) FROM decisions") == [(5, 5)]
    assert ask(con, "SELECT player, thrown, hand_after FROM draws ORDER BY player") == [
        ("Ann", "Kh", "As 2c 3d 9h"),
        ("Ben", "6h", "4s 5c 6d Qh"),
    ]
    assert sorted(ask(con, "SELECT hand_key, hero FROM hand_texts")) == [(1, "Ann"), (1, "Ben")]
    found = read_hand(con, "300000000001", POKERSTARS)
    assert found is not None
    assert found.hand is not None
    # A third time, in other line ends: nothing new.
    before = everything(con)["hands"], everything(con)["hand_texts"]
    windows = tmp_path / "windows.txt"
    windows.write_bytes(views.ANN.replace("\n", "\r\n").encode())
    assert account(import_paths(con, [windows])) == (0, 1, 0, 0)
    assert (everything(con)["hands"], everything(con)["hand_texts"]) == before


@pytest.mark.parametrize(
    ("other", "what", "together"),
    [
        (views.BEN_OTHERWISE, "a.txt:12 has 'Ben: discards 1 card', this one 'Ben: stands pat", True),
        (views.BEN_IMPOSSIBLE, "a.txt:1 the hand has an error: Ann: 9h", False),
    ],
)
def test_views_that_disagree_are_kept_and_reported(con, tmp_path, other, what, together):
    if together:
        report = import_paths(con, [put(tmp_path, "a.txt", views.ANN, other)])
        assert account(report) == (1, 1, 0, 0)
    else:
        import_paths(con, [put(tmp_path, "a.txt", views.ANN)])
        report = import_paths(con, [put(tmp_path, "b.txt", other)])
        assert account(report) == (0, 1, 0, 0)
    (problem,) = report.problems
    assert problem.code.id == "X01"
    assert what in problem.message
    assert ask(con, "SELECT hand_key, hand_id, code, severity FROM problems") == [
        (1, "300000000001", "X01", "warning")
    ]
    assert ask(con, "SELECT hand_key, status FROM hands") == [(1, "warned")]
    assert ask(con, "SELECT player, hand_0, draw_line FROM seats ORDER BY seat") == [
        ("Ann", "As 2c 3d Kh", "1"),
        ("Ben", None, "1"),
    ]
    assert sorted(ask(con, "SELECT hand_key, hero FROM hand_texts")) == [(1, "Ann"), (1, "Ben")]
    # A later view that agrees with the first is joined all the same, and the warning stays.
    assert account(import_paths(con, [put(tmp_path, "c.txt", views.BEN)])) == (0, 1, 0, 0)
    assert ask(con, "SELECT status FROM hands") == [("warned",)]
    assert ask(con, "SELECT hand_0 FROM seats ORDER BY seat") == [("As 2c 3d Kh",), ("4s 5c 6d 6h",)]


@pytest.mark.parametrize(
    ("old", "new", "what", "together"),
    [
        ("'Tests'", "'Guests'", "the table: {}:29 has 'Tests', this one 'Guests'", True),
        ("20:00:00 ET", "2:00:01 CET [2024/04/30 20:00:01 ET]", "the time: {}:28 has '2024/05/01 20:00:00 ET', this one ", False),
        ("Seat 2: Ben ($20", "Seat 2: Ben ($30", "the seats: {}:31 has 'Seat 2: Ben ($20 in chips)', this one ", True),
    ],
)  # fmt: skip
def test_another_hand_under_a_used_number_is_quarantined(con, tmp_path, old, new, what, together):
    first = put(tmp_path, "a.txt", views.OTHER_GAME, views.ANN)
    second = put(tmp_path, "b.txt", views.ANN.replace(old, new), views.BEN)
    if together:
        report = import_paths(con, [first, second])
    else:
        import_paths(con, [first])
        report = import_paths(con, [second])
    assert (report.duplicates, report.quarantined) == (1, 1)
    (problem,) = report.problems
    assert (problem.code.id, problem.place.file) == ("X05", str(second))
    assert f"two different hands have this number: {what.format(first)}" in problem.message
    assert "UTC" not in problem.message
    assert ask(con, "SELECT code, hand_id, text FROM quarantine") == [
        ("X05", "300000000001", views.ANN.replace(old, new).rstrip("\n"))
    ]
    assert ask(con, "SELECT status FROM hands") == [("ok",)]
    assert ask(con, "SELECT count(*) FROM hand_texts") == [(2,)]
    assert (retry_quarantine(con).counts.quarantined, ask(con, "SELECT count(*) FROM problems")) == (
        1,
        [(1,)],
    )


# --- whole or not at all


def test_an_interrupted_file_leaves_nothing(tmp_path, monkeypatch):
    """Ctrl-C between two batches of the second file: the first file is there whole, the second not at all."""
    first = put(tmp_path, "1.txt", views.ANN)
    second = put(tmp_path, "2.txt", *(views.ANN.replace("001:", f"1{n:02}:") for n in range(10)))
    monkeypatch.setattr(intake, "BATCH", 3)

    def stop(file, hands, share):
        if file == str(second) and hands > 4:
            raise KeyboardInterrupt

    with opened(tmp_path / "hands.duckdb") as con:
        with pytest.raises(KeyboardInterrupt):
            import_paths(con, [first, second], progress=stop)
        assert ask(con, "SELECT path FROM files") == [(str(first),)]
        assert ask(con, "SELECT count(*) FROM hands") == [(1,)]
        assert account(import_paths(con, [second])) == (10, 0, 0, 0)
    with opened(tmp_path / "hands.duckdb", read_only=True) as con:
        assert ask(con, "SELECT count(*), count(DISTINCT hand_key) FROM hands") == [(11, 11)]


def test_files_without_hands_are_problems(con, tmp_path):
    put(tmp_path, "empty.txt")
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)) * 40)
    report = import_paths(con, [tmp_path])
    assert account(report) == (0, 0, 0, 0)
    assert {(Path(problem.place.file).name, problem.code.id) for problem in report.problems} == {
        ("binary.txt", "T01"),
        ("empty.txt", "T02"),
    }
    assert ask(con, "SELECT count(*) FROM problems WHERE hand_id IS NULL AND line = 0") == [(1,)]
    # What is not text could not be read, so it is not known by it.
    assert [problem.code.id for problem in import_paths(con, [tmp_path]).problems] == ["T01"]
    assert ask(con, "SELECT count(*) FROM files") == [(1,)]


def test_whole_hands_before_zero_bytes_are_stored(con, tmp_path):
    file = put(tmp_path, "a.txt", views.WRONG, views.ANN)
    file.write_bytes(file.read_bytes() + bytes(512))
    report = import_paths(con, [file])
    assert account(report) == (1, 0, 0, 1)
    assert not report.ok
    printed = [f"{file}:55: T01 error: zero bytes instead of text: 512"]
    assert [str(problem) for problem in report.problems if problem.code is codes.BINARY] == printed
    retry_quarantine(con)
    assert ask(con, "SELECT code, line FROM problems ORDER BY line") == [("R03", 10), ("T01", 55)]


# --- the project's own histories


def test_the_samples_are_stored_whole(con, samples):
    files = sorted(samples.glob("*.txt"))[:3]
    report = import_paths(con, files)
    headers = sum(file.read_text(encoding="utf-8-sig").count("PokerStars Hand #") for file in files)
    assert account(report) == (headers, 0, 0, 0)
    assert headers > 100
    assert report.problems == ()
    unbalanced = ask(
        con,
        "SELECT hand_id FROM hands JOIN (SELECT hand_key, sum(net) AS net FROM seats GROUP BY hand_key) "
        "USING (hand_key) WHERE net + rake <> 0",
    )
    assert unbalanced == []


ACROSS_HANDS = {
    codes.CHIPS_LOST, codes.BUTTON_SKIPPED, codes.REPEATED, codes.BLINDS_DIFFER, codes.NOT_DEALT,
}  # these are for `validate`  # fmt: skip


@pytest.fixture(scope="module")
def broken(samples):
    """The problems of each broken sample, by its code, and how many of its hands are quarantined and warned of."""
    files = sorted((samples / "broken").iterdir())
    with closing(open_database(None)) as con:
        report = import_paths(con, files)
        account(report)
        kept = dict(ask(con, "SELECT path, quarantined FROM files"))
        warned = dict(
            ask(
                con,
                "SELECT path, count(DISTINCT hand_key) FROM hands JOIN hand_texts USING (hand_key) JOIN files USING (file_key) "
                "WHERE status = 'warned' GROUP BY path",
            )
        )
    return {
        file.name.partition("-")[0]: (
            [problem for problem in report.problems if problem.place.file == str(file)],
            kept.get(str(file), 0),
            warned.get(str(file), 0),
        )
        for file in files
    }


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_every_broken_sample_goes_where_its_code_sends_it(broken, code):
    problems, quarantined, warned = broken[code.id]
    if code in ACROSS_HANDS:
        assert not problems
        return
    assert {problem.code for problem in problems} == {code}
    hands = {problem.place.line > 0 for problem in problems} == {True}
    assert quarantined == (1 if hands and code.severity is Severity.ERROR else 0)
    assert warned == (
        1 if hands and code.severity is Severity.WARNING and code.id not in {"T03", "T06", "T07"} else 0
    )


def test_real_histories_are_stored_whole(con, real):
    report = import_paths(con, [real])
    assert {problem.code.id for problem in report.problems} <= {"T04", "T05"}  # other languages and sites
    assert account(report)[3] == len(report.problems)
    assert report.stored > 0
    again = importer.import_paths(con, [real])
    assert again.stored == 0
    assert account(again) == (0, report.stored + report.duplicates, report.other_games, report.quarantined)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("$20 in chips", "$99999999999999999999 in chips", "G05"),
        ("6-max", "999-max", "H01"),
        ("Seat 2: Ben ($20", f"Seat {'9' * 5000}: Ben ($20", "G02"),
        ("2024/05/01", "9999/12/31", "G08"),
    ],
)
def test_numbers_that_no_column_holds_are_problems(con, tmp_path, old, new, code):
    report = import_paths(con, [put(tmp_path, "a.txt", views.ANN.replace(old, new))])
    assert account(report) == (0, 0, 0, 1)
    assert code in {problem.code.id for problem in report.problems}
