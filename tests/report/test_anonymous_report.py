"""A report to share: no name of a player is anywhere on the page, also not in what is compressed."""

import re
import webbrowser
from contextlib import closing
from html import escape
from json import dumps
from shutil import copyfile

import duckdb
import pytest
from support.commands import mistake, run
from support.pages import unpacked
from support.two_views import ANN, BEN

from badugi_hh.cli.commands.report import show_in_browser
from badugi_hh.problems import CODES
from badugi_hh.report.anonymous import Pseudonymous, ShownNames
from badugi_hh.report.compose import compose
from badugi_hh.report.page import render
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.aliases import join_names
from badugi_hh.store.computation import MODEL
from badugi_hh.store.database import open_database, opened
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import compute

HERO, OTHER = "Xylo<Hero>", "Quux & Söhne"
TALKATIVE = (
    ANN.replace("Ann", HERO)
    .replace("Ben", OTHER)
    .replace("*** FIRST DRAW ***", f'{OTHER} said, "well played {HERO}"\n*** FIRST DRAW ***')
)
NAMED = ("Xylo", "Quux", "Söhne", "Third man", "well played")
BLOCK = re.compile(r'<script type="text/plain"[^>]*>([^<]*)</script>')


@pytest.fixture
def con(tmp_path):
    (tmp_path / "one.txt").write_text(TALKATIVE, encoding="utf-8")
    other = BEN.replace("#300000000001", "#300000000002").replace("Ann", "Third man").replace("Ben", HERO)
    (tmp_path / "two.txt").write_text(other, encoding="utf-8")
    with closing(open_database(None)) as made:
        assert import_paths(made, [tmp_path]).stored == 2
        compute(made, MODEL)
        yield made


def page_of(con, names):
    """Return a page without plotly that lists at most 60 hands, with its compressed blocks decompressed too."""
    page = render(compose(con, Filter(), names=names, most=60), online=True)
    return "\n".join([page, *map(unpacked, BLOCK.findall(page))])


def test_no_name_is_on_the_page_of_many_hands(sampled):
    """With these, opponents have enough hands for a table of their own."""
    with opened(sampled, read_only=True) as con:
        page = page_of(con, names := Pseudonymous(con))
        players = [player for (player,) in con.execute("SELECT DISTINCT player FROM seats").fetchall()]
    assert sum(names.of(player) in page for player in players) > 15
    assert [
        name for name in players if any(each in page for each in (name, escape(name), dumps(name)[1:-1]))
    ] == []


def test_every_hero_has_a_name_and_a_person_one(con, tmp_path):
    (tmp_path / "three.txt").write_text(ANN.replace("#300000000001", "#300000000003"), encoding="utf-8")
    import_paths(con, [tmp_path / "three.txt"])
    names = Pseudonymous(con)
    assert [names.of(player) for player in (HERO, "Ann")] == ["Hero", "Hero2"]
    join_names(con, "Me Myself", [HERO, "Ann"], me=True)
    names = Pseudonymous(con)
    assert {names.of(player) for player in (HERO, "Ann", "Me Myself")} == {"Hero"}
    page = page_of(con, names)
    texts = " ".join(text for (text,) in con.execute("SELECT text FROM hand_texts").fetchall())
    assert [words for words in NAMED if words not in texts] == []
    assert [words for words in (*NAMED, "Me Myself") if words in page] == []
    assert "<h1>Hero</h1>" in page
    assert "Hero: raises $" in page
    assert re.search(r'"players":\{"texts":\[("(Hero|Player)\d*",?)+\]', page)


def test_replays_have_the_names_of_the_page(con, only_views):
    only_views("hands")
    con.execute(
        "INSERT INTO problems (file_key, hand_key, line, code, severity, message) "
        "SELECT file_key, hand_key, line + 1, 'X01', 'warning', ? FROM hand_texts WHERE hand_key = 1",
        [f"{HERO} bought chips"],
    )
    own, shared = (
        compose(con, Filter(), names=names).hands.replays for names in (ShownNames(), Pseudonymous(con))
    )
    assert {HERO, OTHER} < set(own["players"]["texts"])
    assert all(re.fullmatch(r"(Hero|Player)\d*", name) for name in shared["players"]["texts"])
    ((mine,), (theirs,)) = (
        [problem["text"] for (problem,) in block["problems"].values()] for block in (own, shared)
    )
    assert (mine, theirs) == (f"{HERO} bought chips", CODES["X01"].title)
    assert {**shared, "players": own["players"], "problems": own["problems"]} == own
    assert ShownNames().text("anything") == "anything"
    assert Pseudonymous(con).text("no hand") == ""


def test_no_pseudonym_is_the_name_of_a_player(tmp_path):
    """The user would be taken for the opponent of the name Hero."""
    for number, opponent in enumerate(("Hero", "Player1", "Player2", "Ben")):
        text = ANN.replace("Ben", opponent).replace("#300000000001", f"#30000000000{number}")
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    with closing(open_database(None)) as con:
        assert import_paths(con, [tmp_path]).stored == 4
        names = Pseudonymous(con)
        found = [names.of(player) for player in ("Ann", "Hero", "Player1", "Player2", "Ben")]
    assert found == ["Hero2", "Player3", "Player4", "Player5", "Player6"]


def test_the_command_stores_the_pseudonyms_and_opens_the_browser(
    one_hand, tmp_path, monkeypatch, capsys, only_views
):
    only_views("overview")
    shown = []
    monkeypatch.setattr(webbrowser, "open", lambda url: shown.append(url) or len(shown) == 1)
    database, page = tmp_path / "hands.duckdb", tmp_path / "a page.html"
    copyfile(one_hand, database)
    done = run("report", "--db", database, "-o", page, "--anonymize", "--open")
    assert (done.exit_code, done.stdout) == (0, f"{page} is written\n")
    assert shown == [page.as_uri()]
    assert "<h1>Hero</h1>" in page.read_text(encoding="utf-8")
    with duckdb.connect(database, read_only=True) as found:
        assert found.sql("SELECT player FROM pseudonyms").fetchall() == [("Ben",)]
    show_in_browser(page)
    assert f"there is no browser to show the report; open {page} in one" in capsys.readouterr().err
    assert "--open shows a file" in mistake("report", "--db", database, "-o", "-", "--open")
