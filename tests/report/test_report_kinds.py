"""The kinds of reports: what each shows first, which hands it is about, and what it refuses."""

import os
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import polars as pl
import pytest
from support.commands import mistake, run
from support.hand_made import rolled_back
from support.pages import Outline
from support.report_hands import HOSTILE

from badugi_hh import leaks
from badugi_hh.leaks import Verdict
from badugi_hh.report.compose import compose
from badugi_hh.report.findings import leak_cards
from badugi_hh.report.kinds import VIEWS, ReportKind
from badugi_hh.report.page import render
from badugi_hh.report.queries import seat_rows
from badugi_hh.report.range_view import shipped_ranges
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.texts import list_quarantine


@pytest.fixture(scope="module")
def opponent(report_hands):
    query = "SELECT player FROM seats WHERE NOT hero GROUP BY player ORDER BY count(*) DESC, player LIMIT 1"
    return str(report_hands.execute(query).fetchall()[0][0])


@pytest.fixture(scope="module")
def broken(samples):
    """A database of files with problems of every severity."""
    with closing(open_database(None)) as con:
        import_paths(con, sorted((samples / "broken").glob("?0[13]-*")))
        yield con


@pytest.fixture(scope="module")
def pages(report_hands, broken, opponent):
    """A page of each kind but the tracker."""
    return {
        ReportKind.SESSION: compose(report_hands, Filter(), kind=ReportKind.SESSION),
        ReportKind.LEAKS: compose(report_hands, Filter(), kind=ReportKind.LEAKS),
        ReportKind.OPPONENT: compose(report_hands, Filter(player=opponent), kind=ReportKind.OPPONENT),
        ReportKind.VALIDATION: compose(broken, Filter(), kind=ReportKind.VALIDATION),
    }


@pytest.mark.parametrize("kind", [kind for kind in ReportKind if kind is not ReportKind.TRACKER])
def test_a_kind_has_its_views_in_their_order_and_its_tabs_lead_to_them(pages, kind):
    outline = Outline(render(pages[kind]))
    sections = [each for each in outline.all("section") if "view" in (each.get("class") or "").split()]
    assert [each["id"] for each in sections] == list(VIEWS[kind])
    assert [each["class"] for each in sections] == ["view current", *["view"] * (len(sections) - 1)]
    links = [each["href"] for each in outline.all("a")]
    assert [f"#{name}" for name in VIEWS[kind]] == links[1 : len(sections) + 1]  # the first skips to the page
    scripts = [each.get("id") for each in outline.all("script")]
    assert ("plotly" in scripts) == bool(pages[kind].plots)
    assert outline.all("title")


def test_only_the_tracker_has_range_charts(report_view):
    assert [kind for kind, views in VIEWS.items() if "best-play" in views] == [ReportKind.TRACKER]
    assert report_view.ranges is not None
    assert report_view.ranges == shipped_ranges()


def test_a_report_of_a_session_is_about_the_last_one(report_hands, pages):
    groups = evaluate(report_hands, Filter(), names=("net",), by=("session",), together=True)
    last = max(groups, key=lambda each: each.by["session"])
    page = pages[ReportKind.SESSION]
    assert len(page.hands.listing["keys"]) == last.hands
    assert page.hands.replays["keys"] == page.hands.listing["keys"]
    assert page.made.endswith(f"from {last.hands} hands.")
    assert f"{last.hands}" in {figure.value for figure in page.figures}


@pytest.mark.parametrize(
    "options",
    [
        ("--kind", "opponent"),
        ("--kind", "validation", "--anonymize"),
        ("--kind", "validation", "--game", "cash"),
    ],
)
def test_options_that_do_not_fit_a_kind_are_refused_before_an_import(samples, tmp_path, options):
    """The histories were imported into the database first."""
    path, db = samples / "alice-bob-carol-ted.txt", tmp_path / "x.duckdb"
    assert "a report of kind" in mistake("report", path, "--db", db, *options, "-o", tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


def test_swings_are_the_largest_gains_and_losses_and_lead_to_their_hands(report_hands, pages):
    page = pages[ReportKind.SESSION]
    listed = page.hands.listing["keys"]
    rows = seat_rows(report_hands, Filter()).filter(pl.col("hand_key").is_in(listed))
    results = sorted(rows["net_bb"].to_list(), reverse=True)
    due = [*(each for each in results[:5] if each > 0), *(each for each in results[-5:] if each < 0)]
    place = [column.title for column in page.swings.columns].index("Big bets")
    shown = [row[place].key for row in page.swings.rows]
    assert shown == due
    links = [str(row[0].text).partition('"#hand-')[2].partition('"')[0] for row in page.swings.rows]
    results_of = dict(zip(rows["hand_key"], rows["net_bb"], strict=True))
    assert [results_of[int(key)] for key in links] == shown
    assert '<div data-all><div class="box hands"' in render(page)  # no selection counts them again


def test_a_report_of_leaks_lists_all_hands(report_hands, pages):
    """Its losses are counted from them."""
    page = pages[ReportKind.LEAKS]
    assert len(page.hands.listing["keys"]) == seat_rows(report_hands, Filter()).height
    assert page.leaks.first
    assert {case.key for leak in page.leaks.first for case in leak.hands} <= set(page.hands.listing["keys"])
    assert page.plots == ()  # nothing is judged


def test_a_report_on_an_opponent_says_how_to_use_their_mistakes(report_hands, pages, opponent):
    page = pages[ReportKind.OPPONENT]
    assert page.who == opponent
    assert page.leaks.rest
    assert all(card.title == card.name for card in page.leaks.rest)  # nothing was found
    found = [
        replace(each, verdict=Verdict.FLAG) for each in leaks.find(report_hands, Filter(player=opponent))
    ]
    cards = leak_cards(found, {}, to_use=True).first
    assert cards
    for card in cards:
        assert card.title == (leaks.LEAKS[card.id].use.removesuffix(".") or card.name)
    assert "Weak points" in Outline(render(page)).text


def test_a_report_on_an_opponent_is_not_about_the_user(report_hands, tmp_path):
    with pytest.raises(FilterError, match="needs the name of another player"):
        compose(report_hands, Filter(), kind=ReportKind.OPPONENT)
    with pytest.raises(FilterError, match="is you"):
        compose(report_hands, Filter(player=HOSTILE), kind=ReportKind.OPPONENT)


def as_shown(problem):
    """The page names a file below the working folder from there."""
    return str(problem).removeprefix(f"{Path.cwd()}{os.sep}")


def test_a_report_of_kind_validation_has_every_problem_and_every_text_with_an_error(broken, pages):
    page = pages[ReportKind.VALIDATION]
    found = broken.execute("SELECT code, count(*) FROM problems GROUP BY code").fetchall()
    assert {group.code: int(group.number) for group in page.problems} == dict(found)
    assert {group.selection for group in page.problems} == {""}
    assert page.files.title == "Files"
    assert [group.severity for group in page.problems] == sorted(group.severity for group in page.problems)
    assert sum(len(group.table.rows) for group in page.problems) == sum(number for _, number in found)
    errors = list_quarantine(broken)
    assert [item.error for item in page.quarantine] == [as_shown(problem) for problem in errors]
    texts = broken.execute("SELECT text FROM quarantine ORDER BY file_key, line").fetchall()
    assert [item.text for item in page.quarantine] == [text for (text,) in texts]
    assert Outline(render(page)).hands == [text.removeprefix("\n") for (text,) in texts]
    files = broken.execute("SELECT count(*), sum(hands_seen), sum(quarantined) FROM files").fetchall()[0]
    rows = [[int(cell.text) for cell in row[1:]] for row in page.files.rows]
    assert (len(rows), sum(row[0] for row in rows), sum(row[4] for row in rows)) == files
    assert all(row[0] == sum(row[1:]) for row in rows)


def test_files_that_could_not_be_read_are_listed(samples, tmp_path):
    """A report of damaged files alone was refused, and beside other files they were not on the page."""
    (tmp_path / "torn.gz").write_bytes(b"\x1f\x8b\x08\x00 torn")
    (tmp_path / "picture.txt").write_bytes(bytes(range(256)) * 40)
    out = tmp_path / "page.html"
    done = run("report", tmp_path, "--kind", "validation", "-o", out)
    assert done.exit_code == 2
    assert "torn.gz cannot be read" in done.stderr
    outline = Outline(out.read_text(encoding="utf-8"))
    lines = outline.text.partition("Files that could not be read")[2].partition("How to read the figures")[0]
    assert re.findall(r"(\S+) cannot be read", lines) == [str(tmp_path / "torn.gz")]
    assert re.findall(r"(\S+): T01 error: the file is not text", lines) == [str(tmp_path / "picture.txt")]
    with closing(open_database(None)) as con:
        read = import_paths(con, [samples / "alice-bob-carol-ted.txt"])
        assert read.unread == ()
        assert "Files that could not be read" not in render(
            compose(con, Filter(), kind=ReportKind.VALIDATION)
        )


def test_of_many_problems_and_texts_the_page_has_the_first(broken, monkeypatch):
    monkeypatch.setattr("badugi_hh.report.validation.MOST_FILES", 2)
    monkeypatch.setattr("badugi_hh.report.validation.MOST_PROBLEMS", 1)
    monkeypatch.setattr("badugi_hh.report.validation.MOST_TEXTS", 3)
    monkeypatch.setattr("badugi_hh.report.validation.LONGEST", 50)
    with rolled_back(broken):
        broken.execute("INSERT INTO problems FROM problems")
        page = compose(broken, Filter(), kind=ReportKind.VALIDATION)
    assert {(len(group.table.rows), group.number) for group in page.problems} == {(1, "2")}
    assert {group.selection for group in page.problems} == {"The first 1 of 2 problems are here."}
    files = broken.execute("SELECT count(*) FROM files").fetchall()[0][0]
    assert (page.files.title, len(page.files.rows)) == (f"Files: the first 2 of {files}", 2)
    text = Outline(render(page)).text
    assert text.count("The first 1 of 2 problems are here.") == len(page.problems)
    assert page.files.title in text
    errors = list_quarantine(broken)
    assert [item.error for item in page.quarantine] == [as_shown(problem) for problem in errors[:3]]
    assert f"The first 3 of {len(errors)} hands" in page.quarantined
    text = broken.execute("SELECT text FROM quarantine ORDER BY file_key, line").fetchall()[0][0]
    assert page.quarantine[0].text == f"{text[:50]}\n… {len(text) - 50:,} more characters"


def test_a_text_with_an_error_is_text_on_the_page(tmp_path, samples):
    text = (samples / "alice-bob-carol-ted.txt").read_text(encoding="utf-8")
    (tmp_path / "bad.txt").write_text(
        text.replace("Alice", "<script>alert(1)</script>").replace("folds", "f<b>olds", 1), encoding="utf-8"
    )
    with closing(open_database(None)) as con:
        assert import_paths(con, [tmp_path]).quarantined == 1
        outline = Outline(render(compose(con, Filter(), kind=ReportKind.VALIDATION)))
    assert "<script>alert(1)</script>" in outline.hands[0]
    assert not any("alert(1)" in script for script in outline.scripts)
    assert not outline.all("b")


def test_the_command_writes_a_report_of_each_kind(one_hand, samples, tmp_path, only_views):
    only_views("quality", kind=ReportKind.LEAKS)
    out = tmp_path / "page.html"
    database = copyfile(one_hand, tmp_path / "hands.duckdb")
    done = run("report", "--db", database, "--kind", "session", "--session", "2024-03-25 10:00", "-o", out)
    assert done.exit_code == 2
    assert "no hand of yours has session '2024-03-25 10:00'" in done.stderr
    assert "belongs to --kind session" in mistake("report", "--db", database, "--session", "x", "-o", out)
    assert "--player NAME" in mistake("report", "--db", database, "--kind", "opponent", "-o", out)
    assert not out.exists()
    assert run("report", "--db", database, "--kind", "leaks", "-o", out).exit_code == 0
    assert "Badugi leak report" in out.read_text(encoding="utf-8")
    # A file without a stored hand is what a report of kind validation is for.
    only_bad = samples / "broken" / "G01-header.txt"
    (tmp_path / "bad.txt").write_text(
        only_bad.read_text(encoding="utf-8").replace("PokerStars", "PokerStarr"), encoding="utf-8"
    )
    assert run("report", tmp_path / "bad.txt", "--kind", "validation", "-o", out).exit_code == 0
    assert "Badugi import report" in out.read_text(encoding="utf-8")
