"""The commands that commands print select the hands beside which they stand, in a database of several heroes."""

import re
import shlex
from inspect import signature

import pytest
from support.commands import answer, run

import badugi_hh
from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.cli.console import OF_DATABASE
from badugi_hh.leaks.checks import CHECKS, FREQUENCY_CHECKS
from badugi_hh.leaks.rows_behind import rows_behind
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch
from badugi_hh.store.database import opened

HERO = "Marmalade Heron"
HEROES = (HERO, "Mild Panic", "paper (boat)")
FILTERS = ("--game", "cash", "--where", "hands.players > 2")


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """A database of the files of several heroes, who meet each other."""
    folder = tmp_path_factory.mktemp("several heroes")
    for seed, hero in enumerate(HEROES, start=1):
        badugi_hh.simulate_hands(folder / str(seed), hands=250, seed=seed)
        for file in (folder / str(seed)).glob("*.txt"):
            text = file.read_text(encoding="utf-8-sig").replace(HERO, "?hero?").replace(hero, HERO)
            file.write_text(text.replace("?hero?", hero), encoding="utf-8")
    done = run("import", folder, "--db", folder / "hands.duckdb", "--no-prices")
    assert done.exit_code == 0, done.stderr
    return folder / "hands.duckdb"


def commands_in(text, name):
    """Return the commands of this name that stand in a text, each as its arguments."""
    found = re.findall(rf"badugi-hh ({name} [^`\n]*)", text)
    return [shlex.split(command) for command in found]


def rows_of(database, check, selected):
    """Return the rows that count against a player, as the keys of their hands."""
    with opened(database, read_only=True) as con:
        query, parameters = rows_behind(con, selected, [CHECKS[check]])
        return [row["hand_key"] for row in fetch(con, selected, f"FROM ({query})", parameters)]


@pytest.mark.parametrize(
    ("player", "filters"), [(None, FILTERS), pytest.param("Mild Panic", (), marks=pytest.mark.long)]
)
@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.long)])
def test_the_commands_of_leaks_list_the_hands_that_they_count(several, player, filters, step):
    words = ["leaks", "--db", several, *(() if player is None else ("--player", player)), *filters]
    findings = {(one["player"], one["id"]): one for one in answer(*words)["checks"]}
    assert {name for name, _ in findings} == ({*HEROES} if player is None else {player})
    first = commands_in(run(*words).stdout, "hands")
    assert len(first) == (player is not None)  # several players have a line for each check
    printed = run(*words, "--full").stdout
    every = commands_in(printed, "hands")
    titles = re.findall(r"PROVEN (\S+) [^(]*\(([^()]*(?:\(boat\))?)\)", " ".join(printed.split()))
    titles = titles[len(titles) - len(every) :]  # the first explain the words
    assert all(command in every for command in first)
    assert len(titles) == len(every)
    for (check, name), command in list(zip(titles, every, strict=True))[::step]:
        listed = answer(*command)
        finding = findings[name, check]
        frequency = FREQUENCY_CHECKS.get(check)
        rarely = frequency is not None and not frequency.too_high
        counted = finding["chances"] - finding["made"] if rarely else finding["made"]
        own = ["seats.hero"] if player is None else []
        where = " AND ".join([*own, "hands.players > 2"] if filters else own) or None
        rows = rows_of(several, check, Filter(player=name, game="cash" if filters else None, where=where))
        assert len(set(rows)) == len(listed) > 0, command
        assert len(rows) == counted or (frequency and frequency.missed), command
        assert {hand["player"] for hand in listed} <= {name}
    replayed = commands_in(printed, "replay")
    assert replayed
    assert all(answer(*command)["hand"] == command[1] for command in replayed[::step])


@pytest.mark.parametrize(
    ("player", "filters"),
    [(None, FILTERS), ("Mild Panic", ()), ("Mild Panic", (*FILTERS, "--session-gap", "10"))],
)
def test_the_command_of_sessions_lists_the_hands_of_each(several, player, filters):
    words = [
        "stats",
        "--db",
        several,
        "--by",
        "session",
        *(() if player is None else ("--player", player)),
        *filters,
    ]
    done = run(*words, "--stat", "hands")
    (form,) = commands_in(done.stderr, "hands")
    rows = re.findall(r"^ (.*?) *(\d+)  (\d{4}-\d\d-\d\d \d\d:\d\d) +(\d+)$", done.stdout, re.MULTILINE)
    assert len(rows) > 1
    for name, number, start, hands in rows[::4]:
        values = {"N": number, "START": start, "NAME": name}
        listed = answer(*(values.get(word, word) for word in form))
        assert len(listed) == int(hands)
        assert {hand["player"] for hand in listed} == {player or name}


def test_the_command_about_the_user_names_them(several):
    done = run("opponent", "Mild Panic", "--db", several)
    (command,) = commands_in(done.stderr.replace(" is about you", ""), "leaks")
    assert {one["player"] for one in answer(*command)["checks"]} == {"Mild Panic"}


def test_every_command_of_a_message_names_the_database(several, tmp_path):
    """Without --db it would be about the user's own database."""
    assert set(OF_DATABASE) == {name for name in COMMANDS if "db" in signature(find_command(name)).parameters}
    none = tmp_path / "none.duckdb"
    for database, *words in (
        (several, "leaks"),
        (several, "hands", "--leak", "A1"),
        (several, "stats", "--stat", "luck_adjusted"),
        (several, "tag"),
        (several, "note"),
        (several, "alias"),
        (several, "replay", "17"),
        (several, "tag", "17", "bluff"),
        (none, "stats"),
    ):
        done = run(*words, "--db", database)
        option = f" --db {shlex.quote(str(database))}"
        commands = re.findall(r"badugi-hh (?:db )?[a-z]+(.*)", done.stderr)
        assert commands, words
        assert all(rest.startswith(option) for rest in commands), done.stderr
