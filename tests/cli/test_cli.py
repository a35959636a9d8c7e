"""The command line: every command, its JSON, its exit status, and one clear line for every bad input."""

import csv
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copyfile

import duckdb
import pytest
from support import two_views as views
from support.commands import answer, mistake, run
from support.spread import few, spread

from badugi_hh import __version__
from badugi_hh.cli import commands
from badugi_hh.cli.app import COMMANDS, find_command
from badugi_hh.cli.commands import import_
from badugi_hh.cli.console import visible
from badugi_hh.problems import CODES
from badugi_hh.store import batches, intake
from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths

NAMES = list(COMMANDS)
ESCAPE = "\x1b[31m"
ODD = views.ANN.replace("Ben", f"[red]{ESCAPE}B").replace("#300000000001", "#300000000007")


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """A folder with two histories and their database, which no test changes."""
    folder = tmp_path_factory.mktemp("imported")
    (folder / "history.txt").write_text(views.ANN, encoding="utf-8")
    (folder / "wrong.txt").write_text(views.WRONG, encoding="utf-8")
    with opened(folder / "hands.duckdb") as con:
        import_paths(con, [folder / "history.txt", folder / "wrong.txt"])
    return folder


@pytest.fixture
def wrong(imported):
    return imported / "wrong.txt"


@pytest.fixture
def holdem(tmp_path):
    path = tmp_path / "holdem.txt"
    path.write_text(views.OTHER_GAME, encoding="utf-8")
    return path


@pytest.fixture
def db(imported, tmp_path):
    return copyfile(imported / "hands.duckdb", tmp_path / "hands.duckdb")


@pytest.fixture(autouse=True)
def own_database(tmp_path, monkeypatch):
    """No test uses the database of the user who runs it."""
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "default.duckdb"))


# --- help


@pytest.mark.quick
def test_a_command_is_in_the_file_of_its_name():
    files = {path.stem for path in Path(commands.__file__).parent.glob("*.py")} - {"__init__"}
    assert {name.replace("import", "import_") for name in NAMES} == files
    for name in NAMES:
        command = find_command(name)
        assert command.__module__ == f"{commands.__name__}.{command.__name__}"
        assert command.__name__.removesuffix("_") == name


@pytest.mark.quick
@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name):
    done = run(name, "--help")
    assert done.exit_code == 0
    assert re.search(rf"Examples?:\s+badugi-hh {name}", done.stdout)
    assert "--help" in done.stdout
    assert re.search(r"^  --\S+.*\S$", done.stdout, re.MULTILINE)
    assert [option for option in re.findall(r"--[\w-]+", COMMANDS[name]) if option not in done.stdout] == []


def test_help_lists_the_commands_in_order():
    done = run("--help")
    listed = re.findall(r"^  (\w+) {2,}\S", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert " ".join(listed) == (
        "import retry validate stats leaks opponent report watch alias tag note replay hands sql explain equity draws solve pot simulate "
        "export db"
    )
    assert listed == NAMES


def test_the_version():
    assert run("--version").stdout == f"badugi-hh {__version__}\n"


# --- import


@pytest.mark.quick
def test_import_prints_the_account(tmp_path, history, holdem):
    db = tmp_path / "new.duckdb"
    printed = answer("import", history, holdem, "--db", db)
    assert printed.pop("seconds") >= 0
    assert printed == {
        "files": 2, "known_files": 0, "grown_files": 0, "skipped_files": 0, "summaries": 0, "hands_seen": 2,
        "stored": 1, "duplicates": 0, "other_games": 1, "quarantined": 0, "problems": 0, "unread": [],
        "failures": [],
    }  # fmt: skip
    again = answer("import", tmp_path / "*.txt", "--db", db)
    assert (again["stored"], again["duplicates"], again["other_games"], again["known_files"]) == (0, 1, 1, 2)
    line = run("import", "--no-prices", history, "--db", db).stdout
    assert line.startswith("1 file known already, with 1 hand: 1 known, 0 of other games, 0 quarantined, in ")
    assert line.endswith(f"into {db}\n")


def test_import_ends_with_1_where_a_hand_is_quarantined(history, wrong):
    done = run("import", "--no-prices", history, wrong)
    assert done.exit_code == 1
    assert "1 stored, 0 duplicates, 0 of other games, 1 quarantined; 1 problem" in done.stdout
    assert f"{wrong}:10: R03 error: Ben: calls a wrong amount" in done.stderr
    assert done.stderr.endswith("`badugi-hh hands --quarantined` lists the hands in the quarantine\n")
    again = run("import", "--no-prices", history, wrong)
    assert again.exit_code == 1
    assert again.stdout.startswith(
        "2 files known already, with 2 hands: 1 known, 0 of other games, 1 quarantined, in "
    )


def test_import_without_paths_names_the_usual_folders(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    assert "name the folder of your histories" in mistake("import")
    folder = tmp_path / ".wine/drive_c/users/me/AppData/Local/PokerStars.EU/HandHistory"
    folder.mkdir(parents=True)
    done = run("import")
    assert done.exit_code == 2
    assert f'badugi-hh import "{folder}"' in done.stderr
    assert not (tmp_path / "default.duckdb").exists()


def test_the_usual_folders_of_each_system(tmp_path):
    windows = tmp_path / "AppData/Local/PokerStars/HandHistory"
    french = tmp_path / "D/PokerStars.FR/HandHistory"
    mac = tmp_path / "Library/Application Support/PokerStars/HandHistory"
    for folder in (windows, french, mac):
        folder.mkdir(parents=True)
    assert import_.usual_folders("win32", tmp_path, {}) == [windows]
    local = {"LOCALAPPDATA": str(tmp_path / "D")}
    assert import_.usual_folders("win32", tmp_path, local) == [french, windows]
    assert import_.usual_folders("darwin", tmp_path, {}) == [mac]
    assert import_.usual_folders("linux", tmp_path, {}) == []


# --- validate


def test_validate_json_has_one_object_on_each_line(wrong, tmp_path):
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    done = run("validate", wrong, tmp_path / "empty.txt", "--json")
    assert done.exit_code == 1
    first, second = map(json.loads, done.stdout.splitlines())

    assert first == {
        "file": str(wrong), "line": 10, "column": 12, "length": 5, "code": "R03", "severity": "error",
        "message": "Ben: calls a wrong amount", "hand": "300000000003", "expected": "$0.50", "found": "$0.40",
        "after": None,
    }  # fmt: skip
    assert (second["code"], second["hand"], second["line"]) == ("T02", None, 0)


# --- bad input: one line, status 2, nothing on standard output


@pytest.mark.parametrize("command", [["import"], ["validate"], ["report", "-o", "report.html"]])
def test_paths_that_cannot_be_read(command, tmp_path):
    assert f"there is no file or folder {tmp_path / 'x.txt'}" in mistake(*command, tmp_path / "x.txt")


@pytest.mark.quick
@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["import", "x", "--rules", "casino"], "there are no rules 'casino'; there are pokerstars"),
        (["stats", "--since", "yesterday"], "'yesterday' is not a date; write 2024-03-01, or with a time"),
        (["hands", "--until", "2024-13-01"], "'2024-13-01' is not a date; write 2024-03-01"),
        (["stats", "--betting", "spread"], "spread"),
        (["stats", "--session-gap", "abc"], "should be a valid integer"),
        (["stats", "--session-gap", "0"], "should be greater than or equal to 1"),
        (["stat"], "No such command 'stat'. Did you mean 'stats'?"),
        (["leaks", "--game", "mtt"], "'mtt' is not one of cash, tournament, play money; did you mean tournament?"),
        (["replay"], "no HAND"),
        (["explain", "Z99"], "there is no problem code, statistic, leak check or node of losses 'Z99'"),
        (["hands", "--limit", "-1"], "should be greater than or equal to 0"),
        (["simulate"], "--out"),
        (["simulate", "-o", "out", "--seed", ""], "should be a valid integer"),
        (["simulate", "-o", "out", "--players", "11"], "should be less than or equal to 10"),
        (["stats", "--db", ""], "the name is empty; name a database file, or omit the option"),
        (["import", "x", "--db", " "], "the name is empty; name a database file"),
        (["import", ""], "the name is empty; name a file or folder"),
        (["validate"], "no PATHS"),
        (["validate", "x", " "], "the name is empty; name a file or folder"),
    ],
)  # fmt: skip
def test_wrong_usage(arguments, printed):
    assert printed in mistake(*arguments)


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["stats", "--stat", "lucky"], "there is no statistic 'lucky'"),
        (["stats", "--by", "position,"], "there is no dimension ''"),
        (["stats", "--where", ""], "the condition is empty; leave it out"),
        (["leaks", "--where", "1 ="], "the condition '1 =' cannot be used"),
        (["report", "--where", "true UNION SELECT 1"], "cannot be used"),
        (["leaks", "--ignore", "B133"], "there is no check 'B133'; did you mean B13 or B3?"),
        (["leaks", "--baselines", "none.toml"], "none.toml cannot be read: No such file"),
        (["hands", "--player", "EN"], "there is no player 'EN'; did you mean 'Ben'?"),
        (["hands", "--quarantined", "--player", "Ann"], "--quarantined lists all hands in the quarantine"),
        (["replay", "12"], "there is no hand 12 in the database"),
    ],
)
def test_questions_that_cannot_be_answered(arguments, printed, db):
    assert printed in mistake(*arguments, "--db", db)


def test_a_file_of_another_game(holdem, tmp_path):
    done = run("import", "--no-prices", holdem)
    assert done.exit_code == 0
    assert "0 stored, 0 duplicates, 1 of other games" in done.stdout
    assert run("validate", holdem).exit_code == 0
    assert "nothing to report" in run("report", holdem, "-o", tmp_path / "r.html").stderr
    assert "it is a hand of another game" in mistake("replay", "--file", holdem)


# --- questions


@pytest.mark.quick
def test_sql(db):
    query = "SELECT hand_id, player, stack, net FROM seats ORDER BY seat"
    assert answer("sql", query, "--db", db) == [
        {"hand_id": "300000000001", "player": "Ann", "stack": 2000, "net": 90},
        {"hand_id": "300000000001", "player": "Ben", "stack": 2000, "net": -100},
    ]
    values = "SELECT played_at, sum(1) AS n, 1.5::DECIMAL(4,1) AS d, 'nan'::DOUBLE AS x, [1] AS l FROM hands GROUP BY 1"
    assert answer("sql", values, "--db", db) == [
        {"played_at": "2024-05-02T00:00:00", "n": 1, "d": 1.5, "x": None, "l": [1]}
    ]
    assert answer("sql", "SELECT 1 AS a WHERE false", "--db", db) == []
    assert re.search(
        r"^ +Ann +90 *$", run("sql", "SELECT player, net FROM seats", "--db", db).stdout, re.MULTILINE
    )
    assert run("sql", "", "--db", db).exit_code in {0, 2}


@pytest.mark.parametrize("width", [60, 200])
def test_the_list_of_hands_fits_the_terminal(sampled, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    found = answer("hands", "--db", sampled)
    done = run("hands", "--db", sampled)
    assert max(map(len, done.stdout.splitlines())) <= width
    tables = [table.splitlines() for table in done.stdout.strip("\n").split("\n\n\n")]
    assert (len(tables) == 1) == (width == 200)
    for _, _, *rows in tables:
        assert [row.split()[0] for row in rows] == [hand["hand_id"] for hand in found]  # one line for each
    heads = " ".join(table[0] for table in tables).split()
    due = "pos dealt drew held net played at stakes pot players table player"
    assert " ".join(head for head in heads if head != "hand") == due


def test_hands_of_others_are_dashes_where_their_last_cards_are_unknown(db):
    # Ann was dealt As 2c 3d Kh, threw the king and drew the nine; Ben's cards nobody saw.
    assert {hand["player"]: hand["held"] for hand in answer("hands", "--all", "--db", db)} == {
        "Ann": "As 2c 3d 9h",
        "Ben": None,
    }


def test_hands_without_a_hero_are_listed_once(tmp_path):
    observed = re.sub(r"Dealt to .*\n", "", views.ANN).replace(" [Kh]", "")
    (tmp_path / "observed.txt").write_text(observed, encoding="utf-8")
    assert run("import", "--no-prices", tmp_path / "observed.txt").exit_code == 0
    (hand,) = answer("hands")
    assert (hand["hand_id"], hand["player"], hand["net"]) == ("300000000001", None, None)


def test_options_that_are_given_again_or_with_commas(sampled):
    asked = "--by position --by table_size --stat vpip --stat pfr --all --min-hands 100"
    again = answer("stats", "--db", sampled, *asked.split())
    assert list(again[0]["by"]) == ["position", "table_size"]
    assert list(again[0]["stats"]) == ["vpip", "pfr"]
    commas = ("--by", "position, table-size,position", "--stat", "vpip, pfr")
    assert answer("stats", "--db", sampled, "--all", "--min-hands", "100", *commas) == again
    assert len({each["player"] for each in again}) > 1
    note = run("stats", "--db", sampled, "--since", "2100-01-01 10:00")
    assert (note.exit_code, note.stdout) == (0, "")
    assert note.stderr.startswith("no hand fits since=2100-01-01 10:00:00; the hands are of 2024-")


def test_hands_are_summed_only_where_each_is_in_one_part(sampled):
    (whole,) = answer("stats", "--db", sampled, "--stat", "hands")
    ask = ("stats", "--db", sampled, "--stat", "bet_b1", "--by")
    assert run(*ask, "position").stdout.startswith(f"{whole['player']}: {whole['hands']:,} hands\n")
    for overlapping in ("draw-state", "opponent"):
        assert run(*ask, overlapping).stdout.startswith(f"{whole['player']}\n")


@pytest.fixture(scope="module")
def leaks(sampled):
    """What `leaks` answers as JSON, and the command with what it shows and the names of all checks."""
    return answer("leaks", "--db", sampled)["checks"], run("leaks", "--full", "--db", sampled)


def test_leaks_has_a_line_for_each_leak_the_proven_ones_apart(leaks, sampled, monkeypatch):
    """The answer to "what costs me money" took 361 lines for the samples."""
    monkeypatch.setenv("BADUGI_HH_DB", str(sampled))
    monkeypatch.setenv("COLUMNS", "120")
    shown = run("leaks").stdout
    proven, others = shown.split("\n not proven ")
    for leak in leaks[0]:
        lines = [line for line in shown.splitlines() if line.startswith(f" {leak['title']}  ")]
        if leak["verdict"] not in {"flag", "watch"}:
            assert not lines
            continue
        (line,) = lines
        assert line in (proven if leak["grade"] == "A" else others)
        title, counts, cost, check = re.split(r" {2,}", line.strip())
        assert (title, counts) == (leak["title"], f"{leak['made']:,}/{leak['chances']:,}")
        tilde = "~" if leak["assumed"] and leak["cost"] else ""
        assert cost == ("–" if leak["cost"] is None else f"{tilde}{leak['cost']:.2f}")
        assert check == leak["id"]
    listed = answer("hands", "--leak", "B13", "--limit", "0")
    (b13,) = (leak for leak in leaks[0] if leak["id"] == "B13")
    assert 0 < len(listed) <= b13["chances"] - b13["made"]  # a hand can have several
    assert len(shown.splitlines()) < 45
    assert ", with ~ an assumed one; costs do not add up" in " ".join(shown.split())
    assert "--full prints all about each leak" in " ".join(shown.split())


def test_leaks_lists_its_checks_without_a_database(tmp_path):
    missing = tmp_path / "none.duckdb"
    listed = answer("leaks", "--list", "--db", missing)
    lines = run("leaks", "--list", "--db", missing).stdout.splitlines()
    assert [line.split()[0] for line in lines] == [check["id"] for check in listed]
    assert len(lines) >= 40
    assert all(check["title"] in line for line, check in zip(lines, listed, strict=True))


def test_leaks_name_every_check_its_verdict_and_what_an_example_costs(leaks):
    found, lines = leaks[0], leaks[1].stdout.splitlines()
    lines = [line for line in lines if "badugi-hh" not in line]  # a command is never broken
    assert 80 < max(map(len, lines)) <= 120  # as wide as a pipe, and in further lines broken at blanks alone
    shown = re.sub(r"\n {4,6}(?!hand \d)", " ", leaks[1].stdout)
    assert "\n  list all: badugi-hh hands --leak " in shown
    for leak in found:
        assert leak["title"] in shown
        line = f"PROVEN {leak['id']} {leak['title']}"
        assert (line in leaks[1].stdout) == (leak["verdict"] in {"flag", "watch"})
        for hand in leak["hands"] if leak["verdict"] in {"flag", "watch"} else ():
            about = "assumed:" if leak["assumed"] else "about"
            cost = f" ({about} {hand['cost']:.2f} big bets)" if hand["cost"] else ""
            assert f"    hand {hand['hand_id']}: {hand['note']}{cost}\n" in shown
    assert any(hand["cost"] for leak in found for hand in leak["hands"])


def test_leaks_speak_of_another_player_as_another(leaks, sampled, tmp_path):
    other = next(leak["player"] for leak in leaks[0] if leak["verdict"] in {"flag", "watch"})
    assert re.search(r"\byou\b", leaks[1].stdout)
    observed = copyfile(sampled, tmp_path / "observed.duckdb")
    with opened(observed) as con:
        con.execute("UPDATE seats SET hero = false")
    printed = run("leaks", "--full", "--db", observed, "--player", other).stdout
    assert f"({other})" in printed
    assert "How often they" in printed
    assert not re.search(r"\byou\b", printed, re.IGNORECASE)


# --- the quarantine


def test_the_quarantine_is_listed_counted_by_file_and_code_and_csv(samples, tmp_path, db):
    """Of a file with 25 wrong hands, the table has their number, and CSV and JSON have all."""
    wrong = "\n\n\n".join(views.WRONG.replace("#300000000003", f"#3000000001{nth:02}") for nth in range(25))
    (tmp_path / "many.txt").write_text(wrong, encoding="utf-8")
    other = next((samples / "broken").glob("G02*.txt"))
    words = ("hands", "--quarantined", "--db", tmp_path / "new.duckdb")
    run("import", tmp_path / "many.txt", other, "--db", tmp_path / "new.duckdb", "--no-prices")
    shown = run(*words)
    table = [line.split() for line in shown.stdout.splitlines() if re.search(r"\.txt +[A-Z]\d\d ", line)]
    assert [[Path(file).name, code, hands] for file, code, hands, *_ in table] == [
        ["many.txt", "R03", "25"],
        [other.name, "G02", "1"],
    ]
    assert shown.stdout.count("hand 3000000001") == 20
    assert (
        f"{tmp_path / 'many.txt'}:10: R03 error: Ben: calls a wrong amount (expected: $0.50; found: $0.40) [hand 300000000100]\n"
        in shown.stdout
    )
    rows = list(csv.DictReader(run(*words, "--csv").stdout.splitlines()))
    problems = answer(*words)
    problem = {"file": str(tmp_path / "many.txt"), "line": 10, "code": "R03", "hand": "300000000100"}
    problem["message"] = "Ben: calls a wrong amount"
    assert problems[0] == problem | {"expected": "$0.50", "found": "$0.40"}
    assert rows == [{name: str(each[name]) for name in problem} for each in problems]
    assert len(rows) == 26
    assert len(run(*words, "--csv", "--limit", "3").stdout.splitlines()) == 1 + 3
    with opened(db) as con:
        con.execute("DELETE FROM quarantine")
    done = run("hands", "--quarantined", "--db", db)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "no hand is in the quarantine\n")


# --- replay


@pytest.mark.quick
def test_replay_reports_the_hand(db, history, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    shown = run("replay", "300000000001", "--db", db)
    assert shown.exit_code == 0
    for words in (
        "PokerStars hand 300000000001: $0.50/$1 fixed limit, cash, table Tests, 2024-05-02 00:00:00 UTC",
        "As 2c 3d Kh (Badugi: K,3,2,A)",
        "discards 1 (Kh), draws 9h, holds As 2c 3d 9h",
        "raises $0.50 to $1.00",
        "wins $1.90 from the pot",
        "pot $2.00, rake $0.10",
        "+$0.90",
    ):
        assert words in shown.stdout
    assert run("replay", "--file", history).stdout == shown.stdout
    printed = answer("replay", "#300000000001", "--db", db)
    assert [(step["text"], step["pot"]) for step in printed["steps"]][:5] == [
        ("posts small blind $0.25", 25),
        ("posts big blind $0.50", 75),
        ("is dealt As 2c 3d Kh (Badugi: K,3,2,A)", 75),
        ("raises $0.50 to $1.00", 150),
        ("calls $0.50", 200),
    ]
    assert [(player["player"], player["net"]) for player in printed["players"]] == [
        ("Ann", 90),
        ("Ben", -100),
    ]
    assert (printed["total_pot"], printed["rake"], printed["problems"]) == (200, 10, [])


def test_replay_of_a_quarantined_hand_goes_as_far_as_the_rules(db, wrong):
    shown = run("replay", "300000000003", "--db", db)
    assert shown.exit_code == 0
    assert "raises $0.50 to $1.00" in shown.stdout
    assert "wins $1.90" in shown.stdout  # a call can only be of one amount, so the play goes on
    assert (
        f"{wrong}:10: R03 error: Ben: calls a wrong amount (expected: $0.50; found: $0.40)\n" in shown.stdout
    )
    assert "this hand is not in the statistics" in shown.stdout
    assert run("replay", "--file", wrong).stdout == shown.stdout
    assert answer("replay", "300000000003", "--db", db)["problems"] == [
        {
            "line": 10, "code": "R03", "severity": "error", "message": "Ben: calls a wrong amount",
            "expected": "$0.50", "found": "$0.40",
        }
    ]  # fmt: skip


@pytest.mark.parametrize("step", few([8, 1], 8))
def test_replay_reports_every_hand_of_the_broken_samples(samples, step, tmp_path):
    """However wrong a hand is, it is printed up to the fault, or refused in one line."""
    printed = 0
    for path in sorted((samples / "broken").iterdir())[::step]:
        for number in re.findall(rb"#(77700\d+)", path.read_bytes())[1:2]:
            for options in ((), ("--html", "--out", tmp_path / f"{path.name}.html")):
                done = run("replay", number.decode(), "--file", path, *options)
                assert done.exit_code in {0, 2}, (path.name, done.exception)
                assert done.exception is None or isinstance(done.exception, SystemExit), path.name
            printed += done.exit_code == 0
    assert printed >= 40 // step


def test_replay_of_a_file_with_several_hands_needs_a_number(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text(views.ANN + "\n\n\n" + views.WRONG, encoding="utf-8")
    assert "holds 2 hands; name one, such as 300000000001" in mistake("replay", "--file", file)
    assert "holds no hand 5" in mistake("replay", "5", "--file", file)
    assert "hand 300000000003" in run("replay", "300000000003", "--file", file).stdout
    file.write_text(views.CUT_OFF, encoding="utf-8")
    assert "cannot be played: its text has 1 problem" in mistake("replay", "--file", file)


# --- report, explain, simulate


@pytest.mark.usefixtures("composed_once")
def test_report_of_files_needs_no_database(tmp_path, history):
    out = tmp_path / "page.html"
    done = run("report", history, "-o", out)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{out} is written\n"
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert not (tmp_path / "default.duckdb").exists()


@pytest.mark.usefixtures("composed_once")
def test_report_with_paths_and_a_database_imports_into_it(tmp_path, db, history):
    history.write_text(views.ANN.replace("001:", "002:"), encoding="utf-8")
    assert run("report", history, "--db", db, "-o", tmp_path / "page.html").exit_code == 0
    assert answer("sql", "SELECT count(*) AS n FROM hands", "--db", db) == [{"n": 2}]


@pytest.mark.quick
def test_explain_of_a_code():
    code = CODES["R03"]
    shown = run("explain", "r03").stdout
    for words in (f"R03: {code.title} ({code.severity})", code.why, code.values, code.advice):
        assert words in " ".join(shown.split())
    assert f"    {code.example.splitlines()[-1]}\n" in shown
    listed = run("explain")
    assert [line[:3] for line in listed.stdout.splitlines()] == list(CODES)
    assert listed.stderr == (
        "`badugi-hh stats --list` and `badugi-hh leaks --list` list the other names that explain knows\n"
    )
    assert [each["code"] for each in answer("explain")] == list(CODES)
    assert list(answer("explain", "R03")) == [
        *("code", "severity", "title", "why", "values", "advice", "example")
    ]


def test_explain_of_a_statistic_and_of_a_leak_check():
    shown = run("explain", "luck_adjusted").stdout
    assert shown.startswith(
        "luck_adjusted: Win rate without luck (statistic, results)\n\nBig bets per 100 hands"
    )
    assert "It needs prices, which badugi-hh db price computes." in shown
    shown = run("explain", "b13").stdout
    assert shown.startswith(
        "B13: Bets too rarely with the better draw (leak check, grade B)\n\nHow often you bet"
    )
    joined = " ".join(shown.split())
    assert "against such a player: " in joined
    assert "source: published strategy: a bet with the better draw is automatic" in joined
    assert "baseline: 85% to 100% (author; fixed limit, heads-up); a frequency below it, from " in joined
    assert "counted as SQL over the rows of decisions:\n    -- opportunities\n" in shown
    assert "baseline" not in run("explain", "A8").stdout
    shown = run("explain", "before.first-in").stdout
    assert shown.startswith("before.first-in: before the draw, first in (node of losses)\n\nWhat ")
    assert "the nodes below it:\n    before.first-in.heads-up  heads-up\n" in shown
    assert answer("explain", "B13")["advice"].startswith("Bet")
    assert set(answer("explain", "vpip")) == {
        *("statistic", "title", "sentence", "group", "formula", "rows", "sql", "needs_prices")
    }


# --- text of files is text


def test_file_text_is_no_markup_and_no_escape_code(tmp_path):
    file = tmp_path / "odd.txt"
    file.write_text(ODD, encoding="utf-8")
    assert run("import", "--no-prices", file).exit_code == 0
    for command in (
        ["hands", "--all"],
        ["stats", "--all", "--stat", "vpip"],
        ["replay", "300000000007"],
        ["sql", "SELECT player FROM seats"],
        ["leaks", "--player", f"[red]{ESCAPE}B"],
    ):
        done = run(*command)
        assert done.exit_code == 0
        assert "[red]\\x1b[31mB" in done.stdout, command
        assert "\x1b" not in done.stdout + done.stderr
    assert "\x1b" not in run("sql", "SELECT player FROM seats", "--json").stdout
    file.write_text(ODD.replace("calls $0.50", "calls $0.40").replace("007:", "008:"), encoding="utf-8")
    for command in (["validate", str(file)], ["import", str(file)]):
        done = run(*command)
        assert done.exit_code == 1
        assert "[red]\\x1b[31mB: calls a wrong amount" in done.stdout + done.stderr
        assert "\x1b" not in done.stdout + done.stderr


def test_what_is_visible():
    assert visible("月の湯 é–") == "月の湯 é–"
    assert visible("a\x1b\u202eb\n\x9b\ud800") == "a\\x1b\\u202eb\\n\\x9b\\ud800"


# --- as a process


def test_a_run_as_a_process(tmp_path):
    command = [sys.executable, "-m", "badugi_hh", "stats", "--db", str(tmp_path / "none.duckdb")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("badugi-hh: no hands yet")
    assert done.stderr.count("\n") == 1


def test_an_interrupted_question_ends_with_one_line(db, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("badugi_hh.stats.engine.evaluate.evaluate", interrupt)
    done = run("stats", "--db", db)
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", "badugi-hh: interrupted\n")


KEPT = ("nothing was imported", "1 file finished before is kept", "2 files finished before are kept")


INTERRUPTIONS = [
    KeyboardInterrupt(),
    RuntimeError("Query interrupted"),
    duckdb.InvalidInputException(
        "Invalid Input Error: reading the schema of the Arrow source failed: KeyboardInterrupt: \n"
    ),
]


@pytest.mark.parametrize(("finished", "how"), spread(range(3), INTERRUPTIONS))
def test_an_interrupted_import_says_what_is_kept(tmp_path, monkeypatch, finished, how):
    for nth in range(3):
        text = views.ANN.replace("#300000000001", f"#30000000001{nth}")
        (tmp_path / f"{nth}.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(intake, "BATCH", 1)
    monkeypatch.setattr(batches, "MOST_BATCHES", 1)  # so that each file is a transaction
    end = intake.Intake.end

    def stop(self, files):
        end(self, files)
        if files[0].name.endswith(f"{finished}.txt"):
            raise how

    monkeypatch.setattr(intake.Intake, "end", stop)
    db = tmp_path / "new.duckdb"
    done = run("import", "--no-prices", tmp_path, "--db", db)
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr == f"badugi-hh: interrupted; {KEPT[finished]}\n"
    if finished:
        assert answer("sql", "SELECT count(*) AS n FROM hands", "--db", db) == [{"n": finished}]
    assert db.exists() == (finished > 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_an_import_of_a_pipe_does_not_wait(tmp_path, history):
    os.mkfifo(tmp_path / "pipe")
    done = run("import", "--no-prices", tmp_path / "pipe", history)
    assert done.exit_code == 2
    assert f"{tmp_path / 'pipe'} is not a file" in done.stderr
    assert "1 stored" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a shell pipeline is needed")
@pytest.mark.parametrize(("command", "status"), [("sql", 0), ("validate", 1)])
def test_a_reader_who_leaves_is_no_error_but_a_check_is_not_passed(command, status, sampled, tmp_path):
    file = tmp_path / "wrong.txt"
    file.write_text("\n\n".join([views.WRONG] * 200), encoding="utf-8")
    query = "SELECT text FROM hand_texts, range(3)"
    arguments = {"sql": (query, "--db", str(sampled), "--json"), "validate": (str(file),)}[command]
    call = [sys.executable, "-m", "badugi_hh", command, *arguments]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == status


def test_files_that_are_skipped_are_reported(tmp_path):
    folder = tmp_path / "histories"
    (folder / "more").mkdir(parents=True)
    for name, digit in {"A.TXT": 1, "more/c": 3, ".hidden.txt": 4, "._A.TXT": 5}.items():
        (folder / name).write_text(views.ANN.replace("001:", f"00{digit}:"), encoding="utf-8")
    (folder / "notes.log").write_text("my notes", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "inner.zip", "w") as inner:
        inner.writestr("d.txt", views.ANN.replace("001:", "006:"))
    with zipfile.ZipFile(folder / "outer.zip", "w") as outer:
        outer.mkdir("days")
        outer.write(tmp_path / "inner.zip", "days/inner.zip")
        outer.writestr("e.txt", views.ANN.replace("001:", "007:"))
    done = run("import", "--no-prices", folder)
    assert done.exit_code == 0
    assert done.stderr == (
        f"2 files skipped, {folder / 'notes.log'} and 1 more: badugi-hh reads the .txt, .zip, .gz, .zst, .eml and .mbox "
        "files of a folder and others that begin with a hand, the .txt, .eml and .mbox files of a .zip, and the .txt, .zip, .gz and .zst files of a mail\n"
    )
    assert done.stdout.startswith("4 hands in 4 files: 4 stored")
    assert answer("import", folder)["skipped_files"] == 2
    checked = run("validate", folder)
    assert f"2 files skipped, {folder / 'notes.log'} and 1 more" in checked.stderr
    assert checked.exit_code == 0
    # A file that is named is read, whatever its name.
    assert "1 stored" in run("import", "--no-prices", folder / "._A.TXT").stdout
