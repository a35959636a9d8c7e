"""Tags and notes: set, selected by, carried to another database, and never lost by what happens to the hands."""

import json
from pathlib import Path
from shutil import copyfile

import pytest
from support import two_views as views
from support.commands import answer, mistake, run

import badugi_hh
from badugi_hh import Filter, FilterError
from badugi_hh.store.tags import FORM, NOTHING, TagError, list_labels


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """Return a folder with 30 hands, in `histories` and in `hands.duckdb`."""
    folder = tmp_path_factory.mktemp("simulated")
    badugi_hh.simulate_hands(folder / "histories", hands=30, seed=3)
    with badugi_hh.open(folder / "hands.duckdb") as hands:
        hands.import_paths(folder / "histories", prices=False)
    return folder


@pytest.fixture
def database(simulated, tmp_path):
    """Return a copy of the simulated database."""
    return Path(copyfile(simulated / "hands.duckdb", tmp_path / "hands.duckdb"))


@pytest.fixture
def hands_of_ann(one_hand, tmp_path):
    """Return a database with one hand."""
    with badugi_hh.open(copyfile(one_hand, tmp_path / "ann.duckdb")) as hands:
        yield hands


def numbers(database):
    with badugi_hh.open(database, read_only=True) as hands:
        return [
            number
            for (number,) in hands.con.execute("SELECT hand_id FROM hands ORDER BY hand_key").fetchall()
        ]


def labelled(database):
    return answer("tag", "--json", "--db", database)


def file_of(path, **entry):
    whole = {"form": FORM, "hands": [{"site": "PokerStars", **entry}], "players": []}
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def test_a_tag_selects_its_hands_in_every_command_that_selects_hands(database, tmp_path):
    first, second, third, *_ = numbers(database)
    assert run("tag", first, second, "turning point", "--db", database).exit_code == 0
    assert run("tag", third, "bluff", "--db", database).exit_code == 0
    listed = answer("hands", "--all", "--tag", "Turning Point", "--json", "--limit", "0", "--db", database)
    assert {hand["hand_id"] for hand in listed} == {first, second}
    assert {hand["tags"] for hand in listed} == {"turning point"}
    exported = answer(
        "export", "--tag", "bluff", "--out", tmp_path / "bluffs", "--format", "csv", "--json", "--db",
        database,
    )  # fmt: skip
    assert exported["hands"] == 1
    with badugi_hh.open(database, read_only=True) as hands:
        of_tag = hands.stats(Filter(every_player=True, tag="bluff"), names=["hands"])
        assert set(of_tag["value"]) == {1.0}
        split = hands.stats(Filter(every_player=True), by="tag", names=["hands"])
        assert set(split["tag"]) >= {"bluff", "turning point", "no tag"}
        assert set(split.filter(split["tag"] == "bluff")["value"]) == {1.0}
        with pytest.raises(FilterError, match="no hand has tag 'bluf'; did you mean 'bluff'"):
            hands.stats(Filter(tag="bluf"))
    assert "bluff" in run("tag", "--db", database).stdout


def test_a_tag_is_taken_from_one_hand_or_from_all(database):
    first, second, *_ = numbers(database)
    run("tag", first, second, "check", "--db", database)
    run("tag", first, "bluff", "--db", database)
    assert "1 hand\n" in run("tag", first, "--remove", "check", "--db", database).stderr
    assert [hand["tags"] for hand in labelled(database)["hands"]] == [["bluff"], ["check"]]
    assert run("tag", "--remove", "check", "--db", database).exit_code == 0
    assert [hand["hand"] for hand in labelled(database)["hands"]] == [first]
    assert mistake("tag", "--remove", "check", "--db", database) == (
        f"no hand has the tag 'check'; badugi-hh tag --db {database} lists all tags"
    )


def test_notes_are_shown_where_the_hand_or_the_player_is(database):
    first, *_ = numbers(database)
    with badugi_hh.open(database) as hands:
        ((player,),) = hands.con.execute(
            "SELECT player FROM seats WHERE NOT hero AND dealt GROUP BY player ORDER BY count(*) DESC LIMIT 1"
        ).fetchall()
    assert run("note", first, "snow the \x1b[31mthird?", "--db", database).exit_code == 0
    assert run("note", "--player", player, "never folds a pat ten", "--db", database).exit_code == 0
    assert run("tag", first, "bluff", "--db", database).exit_code == 0
    shown = run("replay", first, "--db", database).stdout
    assert "tags: bluff\n" in shown
    assert "note: snow the \\x1b[31mthird?\n" in shown
    page = database.with_name("hand.html")
    assert run("replay", first, "--html", "--out", page, "--db", database).exit_code == 0
    assert "<p>tags: bluff</p>" in page.read_text(encoding="utf-8").replace(' class="rp-quiet"', "")
    replayed = answer("replay", first, "--json", "--db", database)
    assert (replayed["tags"], replayed["note"]) == (["bluff"], "snow the \x1b[31mthird?")
    assert "note: never folds a pat ten\n" in run("opponent", player, "--db", database).stdout
    assert "never folds a pat ten" in run("note", "--db", database).stdout
    assert run("note", first, "", "--db", database).exit_code == 0
    assert [hand.get("note") for hand in labelled(database)["hands"]] == [None]


def _import_again(database, folder):
    run("export", "--out", folder / "exported", "--db", database)
    run("import", folder / "exported", "--no-prices", "--db", database)


def _compact(database, _):
    run("db", "compact", "--db", database)


def _export_and_import(database, folder):
    """Build the database again from exported hands and an exported file of labels, the labels first."""
    run("export", "--out", folder / "exported", "--db", database)
    (folder / "tags.json").write_text(run("tag", "--json", "--db", database).stdout, encoding="utf-8")
    database.unlink()
    run("tag", "--from", folder / "tags.json", "--db", database)
    run("import", folder / "exported", "--no-prices", "--db", database)


@pytest.mark.parametrize("happens", [_import_again, _compact, _export_and_import])
def test_no_command_loses_a_mark(happens, database, tmp_path):
    first, second, *_ = numbers(database)
    run("tag", first, second, "check", "--db", database)
    run("note", second, "two lines\nof text", "--db", database)
    before = labelled(database)
    happens(database, tmp_path)
    assert labelled(database) == before
    assert answer("hands", "--all", "--tag", "check", "--json", "--db", database)


def test_another_view_of_a_hand_leaves_its_marks(tmp_path):
    """The rows of a hand are built again when a second file shows more of it."""
    for name, text in (("ann", views.ANN), ("ben", views.BEN)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    with badugi_hh.open(tmp_path / "hands.duckdb") as hands:
        hands.import_paths(tmp_path / "ann.txt", prices=False)
        ((number,),) = hands.con.execute("SELECT hand_id FROM hands").fetchall()
        hands.tag("check", number)
        hands.note("odd", player="Ben")
        before = hands.tags()
        hands.import_paths(tmp_path / "ben.txt", prices=False)
        assert hands.tags() == before
        assert hands.hands(Filter(tag="check"))["hand_id"].unique().to_list() == [number]


@pytest.mark.parametrize(
    ("stored", "entry", "joined"),
    [
        ((["a"], ""), {"tags": ["b"]}, (["a", "b"], "")),
        ((["a"], "old"), {"tags": ["a"]}, (["a"], "old")),
        (([], "old"), {"note": "new"}, ([], "old\nnew")),
        (([], "old"), {"note": "old\nnew"}, ([], "old\nnew")),
        (([], "old\nnew"), {"note": "new"}, ([], "old\nnew")),
        (([], "never fold here"), {"note": "fold"}, ([], "never fold here\nfold")),
        (([], "old"), {"note": "edited", "before": {"note": "old"}}, ([], "edited")),
        (([], "old words"), {"note": "old", "before": {"note": "old words"}}, ([], "old")),
        (([], "old"), {"before": {"note": "old"}}, ([], "")),
        (([], "other"), {"before": {"note": "old"}}, ([], "other")),
        ((["a", "b"], ""), {"tags": ["c"], "before": {"tags": ["a"]}}, (["b", "c"], "")),
    ],
)
def test_a_file_of_marks_is_joined_with_those_that_are_there(stored, entry, joined, hands_of_ann, tmp_path):
    ((number,),) = hands_of_ann.con.execute("SELECT hand_id FROM hands").fetchall()
    for tag in stored[0]:
        hands_of_ann.tag(tag, number)
    hands_of_ann.note(stored[1], hand=number)
    hands_of_ann.read_tags(file_of(tmp_path / "tags.json", hand=number, **entry))
    (labels,) = list_labels(hands_of_ann.con).values() or [NOTHING]
    assert (list(labels.tags), labels.note) == joined


def test_mistakes_are_answered_with_what_to_do(database, tmp_path):
    first, second, *_ = numbers(database)
    says = {
        ("tag", first): "give at least one hand and then the tag: badugi-hh tag --db {} HAND TAG",
        (
            "tag",
            first,
            "5",
            "x",
        ): "there is no hand 5 in the database; badugi-hh hands --db {} lists the numbers",
        ("tag", first, " "): "the tag is empty; give it a name",
        ("tag", first, "x", "--from", tmp_path / "tags.json"): (
            "--from takes a file alone; tag the hands in another run"
        ),
        ("note", first): (
            "put the note in quotes, after the number of the hand or the name of the player: "
            "badugi-hh note --db {} HAND 'TEXT'"
        ),
    }
    for words, message in says.items():
        assert mistake(*words, "--db", database) == message.format(database)
    assert labelled(database)["hands"] == []
    waiting = file_of(tmp_path / "tags.json", hand="77", tags=["later"])
    done = run("tag", "--from", waiting, "--db", database)
    assert "1 hand not in the database yet; their tags and notes wait" in done.stderr
    assert second


def test_a_number_at_two_sites_needs_the_site(hands_of_ann):
    ((number,),) = hands_of_ann.con.execute("SELECT hand_id FROM hands").fetchall()
    hands_of_ann.con.execute(
        "INSERT INTO hands BY NAME SELECT * REPLACE (99 AS hand_key, 'Other' AS site) FROM hands"
    )
    hands_of_ann.note("here", hand=number, site="PokerStars")
    hands_of_ann.tag("both", number, site="PokerStars")
    hands_of_ann.tag("both", number, site="Other")
    for action in (
        lambda: hands_of_ann.note("there", hand=number),
        lambda: hands_of_ann.tag("both", number),
        lambda: hands_of_ann.tag("both", number, remove=True),
    ):
        with pytest.raises(TagError, match="is on Other and PokerStars; select one with --site"):
            action()
    hands_of_ann.tag("both", number, remove=True, site="Other")
    with pytest.raises(badugi_hh.HandError, match="is on Other and PokerStars; select one with --site"):
        hands_of_ann.replay(number)
    assert hands_of_ann.replay(number, site="PokerStars").hand.id == number
    assert [each["site"] for each in hands_of_ann.tags()["hands"]] == ["PokerStars"]
