"""Export: what was imported comes back to the byte, and without names nothing of the people is left."""

import re
from contextlib import closing
from dataclasses import replace

from support.commands import run

import badugi_hh
from badugi_hh import Filter
from badugi_hh.history.anonymize import anonymize
from badugi_hh.history.events import BountyWon, Talk, Talked
from badugi_hh.history.money import read_money
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.history.write import write
from badugi_hh.simulate import HERO, POOL, CashGame, SitAndGo, simulate, write_files
from badugi_hh.store import export_hands as export_batches
from badugi_hh.store.database import open_database
from badugi_hh.store.export import export_hands
from badugi_hh.store.importer import import_paths

GAMES = (CashGame("Vega", 6, 6, 25, 50), SitAndGo(4, 300, 30))
TALKATIVE = tuple(replace(player, style=replace(player.style, talk=0.05)) for player in POOL)


def histories(folder, hands, seed, name=HERO.name):
    played = list(simulate(hands, seed, games=GAMES, hero=replace(HERO, name=name), pool=TALKATIVE))
    write_files(played, folder)
    return played


def database(*folders):
    con = open_database(None)
    import_paths(con, list(folders))
    return con


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.txt")}


def ask(con, query):
    return con.execute(query).fetchall()


def test_the_size_of_the_batches_does_not_matter(tmp_path, monkeypatch):
    histories(tmp_path / "one", 60, 5)
    histories(tmp_path / "two", 60, 6, name="Bob")
    monkeypatch.setattr(export_batches, "BATCH", 7)
    shares = []
    with closing(database(tmp_path / "one", tmp_path / "two")) as con:
        export_hands(con, tmp_path / "out", progress=lambda _file, _hands, share: shares.append(share))
    assert contents(tmp_path / "out" / HERO.name) == contents(tmp_path / "one")
    assert contents(tmp_path / "out" / "Bob") == contents(tmp_path / "two")
    assert shares == sorted(shares)
    assert len(shares) == 2 * 9


def test_heroes_whose_folders_would_have_one_name(tmp_path):
    for number, name in enumerate(("a/b", "A:b", "observed", "con"), 1):
        histories(tmp_path / str(number), 10, number, name=name)
    with closing(database(*(tmp_path / str(number) for number in (1, 2, 3, 4)))) as con:
        written = export_hands(con, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()} == {
        "A_b",
        "a_b (2)",
        "observed",
        "con_",
    }
    assert len(set(written.files)) == len(written.files)
    with closing(database(tmp_path / "out")) as con:
        assert ask(con, "SELECT count(*) FROM hands") == [(40,)]


def names_in(hands):
    return {seat.player for hand in hands for seat in hand.seats}


def test_without_names_nothing_but_the_names_and_the_chat_has_changed(tmp_path):
    played = histories(tmp_path / "in", 150, 5)
    assert any(
        event.kind is Talk.SAID for hand in played for event in hand.events if isinstance(event, Talked)
    )
    with closing(database(tmp_path / "in")) as con:
        export_hands(con, tmp_path / "out", anonymize=True)
        pseudonyms = dict(ask(con, "SELECT player, pseudonym FROM pseudonyms"))
    texts = "\n".join(content.decode("utf-8-sig") for content in contents(tmp_path / "out").values())
    for name in names_in(played):
        assert name not in texts
    assert " said, " not in texts
    assert set(pseudonyms) >= names_in(played)
    assert len(set(pseudonyms.values())) == len(pseudonyms)
    # The same money moves: renamed, the results of all players are those of the original.
    results = "SELECT player, count(*), sum(put_in), sum(won) FROM seats GROUP BY player"
    with closing(database(tmp_path / "in")) as first, closing(database(tmp_path / "out")) as second:
        assert ask(second, "SELECT count(*) FROM problems") == [(0,)]
        due = {(pseudonyms[player], *rest) for player, *rest in ask(first, results)}
        assert {(player, *rest) for player, *rest in ask(second, results)} == due


def test_pseudonyms_stay_from_export_to_export(tmp_path):
    histories(tmp_path / "first", 40, 5)
    with closing(database(tmp_path / "first")) as con:
        export_hands(con, tmp_path / "once", anonymize=True)
        histories(tmp_path / "older", 40, 4)
        import_paths(con, [tmp_path / "older"])
        game = "hands.hand_key <= 40"
        export_hands(con, tmp_path / "again", predicate=game, anonymize=True)
    assert contents(tmp_path / "again") == contents(tmp_path / "once")


def test_a_filter_keeps_cancelled_hands_and_one_that_leaves_nothing_says_why(tmp_path):
    histories(tmp_path / "in", 6, 5)
    db = tmp_path / "hands.duckdb"
    with badugi_hh.open(db) as hands:
        hands.import_paths(tmp_path / "in", prices=False)
        hands.con.execute("UPDATE hands SET cancelled = true WHERE hand_key % 2 = 0")
        hands.alias("A person", HERO.name)
        assert hands.export(tmp_path / "out", Filter(player="A person")).hands == 6
    done = run("export", "--db", db, "--since", "2050-01-01", "-o", tmp_path / "none")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith("no hand fits since=2050-01-01; the hands are of ")
    assert not (tmp_path / "none").exists()


def test_what_else_could_tell_who_it_was():
    """Bounty lines, the club and the regulator's number."""
    hand = next(simulate(1, 5, games=GAMES, hero=replace(HERO, name="Ann")))
    rival = next(seat.player for seat in hand.seats if seat.player != "Ann")
    hand = replace(
        hand,
        club="Ann's friends",
        table="Ann's friends 1",
        room_id="M12345",
        events=(
            *hand.events,
            BountyWon(
                ("Ann",), read_money("$1"), rival, f"Ann wins the $1 bounty for eliminating {rival}", line=99
            ),
            Talked("Ann", Talk.ADDED, "adds 5 chips (1 stack(s) of 5 chips).", "has 2 stack(s) remaining."),
        ),
    )
    numbers = {}
    text = write(anonymize(hand, lambda name: f"P{numbers.setdefault(name, len(numbers))}"))
    assert not re.search(rf"Ann|{re.escape(rival)}|M12345", text)
    assert "bounty" not in text  # such a line can name players who have no seat
    ann = f"P{numbers['Ann']}"
    assert f"{ann} adds 5 chips (1 stack(s) of 5 chips). {ann} has 2 stack(s) remaining." in text


def test_real_files_come_back_and_lose_their_names(real, tmp_path):
    folder = real / "pokerstars"
    with closing(database(folder)) as con:
        written = export_hands(con, tmp_path / "out")
        stored = {text for (text,) in ask(con, "SELECT text FROM hand_texts")}
        export_hands(con, tmp_path / "anonymous", anonymize=True)
        people = {player for (player,) in ask(con, "SELECT DISTINCT player FROM seats")}
        pseudonyms = {name for (name,) in ask(con, "SELECT pseudonym FROM pseudonyms")}
    assert written.hands == len(stored) == 82
    blocks = [block for source in find_sources([tmp_path / "out"]) for block in read_blocks(source)[0]]
    assert {block.text for block in blocks} == stored
    with closing(database(tmp_path / "anonymous")) as con:
        assert ask(con, "SELECT count(*) FROM hands WHERE status = 'ok'") == [(82,)]
        found = {player for (player,) in ask(con, "SELECT DISTINCT player FROM seats")}
    assert len(found) == len(people)
    assert found <= pseudonyms
