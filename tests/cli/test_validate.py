"""What `validate` prints: carets that stand where they should, and the accounts below."""

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from support import two_views as views
from support.commands import run
from support.spread import spread

from badugi_hh import problems as codes
from badugi_hh.api import validate as validation
from badugi_hh.cli.console import styled
from badugi_hh.cli.problem_texts import ADVICE, draw
from badugi_hh.problems import Place, Problem
from badugi_hh.simulate import simulate, write_files
from badugi_hh.store import hand_checks

BROKEN = Path(__file__).resolve().parents[2] / "sample_histories" / "broken"
ESCAPE = "\x1b[31m"


def validate(*arguments):
    return run("validate", *arguments)


def broken(code):
    (path,) = BROKEN.glob(f"{code}-*.txt")
    return path


def drawn(line, span=None, *, width=80):
    """The line and the carets, without the gutter."""
    problem = Problem(codes.WRONG_AMOUNT, Place("a.txt", 1), "wrong")
    shown = draw(problem, line, span, width)
    assert shown is not None
    assert all(part.startswith("    | ") for part in shown)
    return shown[0][6:], shown[1][6:]


# --- the caret


def test_a_problem_is_reported_as_a_compiler_does():
    path = broken("R03")
    done = validate(path)
    assert done.exit_code == 1
    assert done.stdout == (
        f"{path}:57:11: R03 error: Ann bets or raises to a wrong total\n"
        "    | Ann: bets $0.25\n"
        "    |           ^^^^^\n"
        "    = expected $0.50; found $0.25\n"
    )


def test_a_caret_stands_below_the_span():
    assert drawn("Ann: bets $0.25", (11, 5))[1] == "          ^^^^^"
    assert drawn("Ann: bets $0.25")[1] == "^"
    assert drawn("   Ann: folds")[1] == "   ^"
    assert drawn("Ann: folds", (6, 0))[1] == "     ^"
    assert drawn(" " + "x" * 1_000_000, (2, 200)) == (" " + "x" * 72 + "…", " " + "^" * 73)


@pytest.mark.parametrize(
    ("code", "line", "carets"),
    [
        ("G05", "Ann: bets €0.50", "          ^^^^^"),
        ("G06", "Dealt to Ann [As 3h 8h 6x]", "              ^^^^^^^^^^^"),
        ("R09", "Cy: discards 5 cards", "             ^"),
        ("C02", "Ann: discards 2 cards [8h 6c]", "                          ^^"),
        ("C05", "Bo: shows [2d 7c 4h Js] (3-card: 7,4,2)", "                         ^^^^^^^^^^^^^"),
        ("M04", "Bo collected $2.10 from main pot", "^^"),
        ("S01", "Seat 6: Dee (small blind) folded after the 1st Draw", "                          ^^^^^^"),
        ("X06", "Bo: posts small blind 7", "                      ^"),
    ],
)
def test_the_caret_of_a_broken_sample(code, line, carets):
    printed = validate(broken(code)).stdout.splitlines()
    assert printed[1:3] == [f"    | {line}", f"    | {carets}"]


@pytest.mark.parametrize(
    ("line", "shown", "blanks"),
    [
        ("\tAnn: bets $9", "    Ann: bets $9", 14),
        ("赤兔丶: bets $9", "赤兔丶: bets $9", 13),
        ("e\u0301: bets $9", "e\u0301: bets $9", 8),
        (f"{ESCAPE}Ann: bets $9", "\\x1b[31mAnn: bets $9", 18),
        ("A\u202en\x07: bets $9", "A\\u202en\\x07: bets $9", 19),
    ],
)
def test_the_caret_is_set_by_cells_and_nothing_unprintable_is_shown(line, shown, blanks):
    assert drawn(line, (line.index("$9") + 1, 2)) == (shown, " " * blanks + "^^")


@pytest.mark.parametrize(
    ("before", "length", "character"), spread([0, 10, 50, 500, 5_000_000], [1, 40, 200], ["x", "赤", "\x1b"])
)
def test_a_long_line_is_cut_and_the_caret_kept(before, length, character):
    line = f"{character * before} {'9' * length} {character * before}"
    shown, carets = drawn(line, (before + 2, length))
    width = len(re.sub("赤", "赤赤", shown))
    assert width <= 74
    assert len(carets) <= 74
    assert carets.strip() == "^" * carets.count("^")
    first = carets.index("^")
    cells = re.sub("赤", "赤赤", shown)
    assert set(cells[first : len(carets)]) <= {"9", "…"}
    assert cells[first] == "9"
    assert carets.count("^") >= min(length, 40)


def test_of_many_that_follow_from_one_line_a_few_are_reported_one_by_one(tmp_path):
    """Ben has no seat line: eight lines of Ben name an unknown player, and the last seven may follow from the first."""
    lost = tmp_path / "lost.txt"
    (seat,) = [
        line
        for line in views.ANN.split("\n")
        if line.startswith("Seat") and "Ben (" in line and "chips" in line
    ]
    lost.write_text(views.ANN.replace(f"{seat}\n", ""), encoding="utf-8")
    printed = [json.loads(line) for line in validate(lost, "--json").stdout.splitlines()]
    following = [each for each in printed if each["after"]]
    assert {(each["code"], each["message"]) for each in printed} == {
        ("G07", "this line acts for Ben, who has no seat")
    }
    shown = validate(lost).stdout
    assert shown.count("G07 error") == len(printed) - len(following) + 3
    last = f"{lost}:{printed[0]['line']}: {len(following) - 3} more of G07 may follow from this line; --json prints all"
    assert shown.splitlines()[-1] == last


def test_an_import_prints_the_first_problem_of_each_code_in_each_file(samples, tmp_path):
    """The first ten lines were of one file, and nothing was printed of the others."""
    text = (samples / "alice-bob-carol-ted.txt").read_text(encoding="utf-8")
    wrong = re.sub(r"calls \$\d", "calls $3", text).replace("discards 1 card [Ts]", "discards 1 card [Th]")
    (tmp_path / "a lost.txt").write_text(wrong, encoding="utf-8")
    (tmp_path / "b noted.txt").write_text(f"{views.ANN}\n\nmy notes\n", encoding="utf-8")
    (tmp_path / "c torn.txt").write_text(views.ANN[:300].replace("#3", "#4"), encoding="utf-8")
    words = ["import", str(tmp_path), "--no-prices", "--db", str(tmp_path / "h.duckdb")]
    imported = run(*words)
    lines = imported.stderr.splitlines()
    shown = [line for line in lines if line.startswith(str(tmp_path))]
    rest, advice, *others = lines[lines.index(shown[-1]) + 1 :]
    assert [(Path(line.split(":")[0]).name, line.split(":")[2].split()[0]) for line in shown] == [
        ("a lost.txt", "R03"),
        ("a lost.txt", "C02"),
        ("c torn.txt", "G04"),
        ("b noted.txt", "T03"),
    ]
    problems = [json.loads(line) for line in validate(tmp_path / "a lost.txt", "--json").stdout.splitlines()]
    wrong_amounts = sum(problem["code"] == "R03" for problem in problems)
    assert shown[0].endswith(f"(and {wrong_amounts - 1} more of R03 in this file)")
    assert rest.startswith("`badugi-hh validate PATHS` prints them all, and `badugi-hh report ")
    assert advice == ADVICE
    assert any("--quarantined` lists" in line for line in others)


def test_a_problem_of_a_whole_file_has_no_line():
    assert validate(broken("T01")).stdout == (
        f"{broken('T01')}: T01 error: the file is not text: byte 0 is zero, and the file is not UTF-16\n"
    )
    assert validate(broken("T03")).stdout == (
        f"{broken('T03')}:1: T03 warning: text that belongs to no hand: 2 lines, the last is line 3\n"
        "    = found Hello Ann,\n"
    )


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("T04", "in Russian; set the client's hand-history language to English and request it again"),
        ("T05", "a hand of KingsClub; only histories of PokerStars and Full Tilt are read"),
    ],
)
def test_a_hand_that_nobody_here_can_read_is_reported_in_one_line(code, printed):
    (line,) = validate(broken(code)).stdout.splitlines()
    assert line.startswith(f"{broken(code)}:19:1: {code} error: this ")
    assert line.endswith(printed)


def test_the_column_counts_the_indent_of_an_archive(tmp_path):
    indented = tmp_path / "archive.txt"
    indented.write_text(views.WRONG.replace("\n", "\n ").join([" ", ""]), encoding="utf-8")
    assert validate(indented).stdout == (
        f"{indented}:10:13: R03 error: Ben: calls a wrong amount\n"
        "    |  Ben: calls $0.40\n"
        "    |             ^^^^^\n"
        "    = expected $0.50; found $0.40\n"
    )


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [(True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals(terminal, environment, coloured, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert styled() == coloured


# --- accounts


def test_each_file_and_all_together_have_their_account():
    done = validate(broken("R03"), broken("M05"), broken("T02"))
    assert done.stderr.splitlines() == [
        f"{broken('R03')}: 3 hands, 0 of other games: 1 error, 0 warnings",
        f"{broken('M05')}: 3 hands, 0 of other games: 0 errors, 1 warning",
        f"{broken('T02')}: 0 hands, 0 of other games: 0 errors, 1 warning",
        ADVICE,
        "6 hands in 3 files, 0 of other games: 1 error, 2 warnings",
    ]


def test_what_is_found_across_hands_is_counted_in_its_file_and_pointed_at(tmp_path):
    """The two hands in question may lie in two files; the problem is in the second."""
    text = broken("X02").read_text(encoding="utf-8")
    cut = text.index("PokerStars", 10)
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    first.write_text(text[:cut], encoding="utf-8")
    second.write_text(text[cut:], encoding="utf-8")
    done = validate(tmp_path)
    head, line, caret, *_ = done.stdout.splitlines()
    assert head.startswith(f"{second}:")
    assert ": X02 warning: hand missing between" in head
    assert line.startswith("    | Seat 2: Bo ($4.10 in chips)")
    assert caret == "    |             ^^^^^"
    assert done.stderr.splitlines() == [
        f"{first}: 1 hand, 0 of other games: 0 errors, 0 warnings",
        f"{second}: 2 hands, 0 of other games: 0 errors, 1 warning",
        ADVICE,
        "3 hands in 2 files, 0 of other games: 0 errors, 1 warning",
    ]


def test_the_number_of_hands_that_are_checked_together_changes_nothing(tmp_path, monkeypatch):
    """Output, order of lines, counts by file, and status; hands are also compared across files."""
    paths = write_files(simulate(4, 11), tmp_path)
    (tmp_path / "z-again.txt").write_bytes(paths[0].read_bytes() + b"\n")
    (tmp_path / "z-torn.txt.gz").write_bytes(gzip.compress(paths[0].read_bytes())[:-20])
    for path in (broken("X01"), *BROKEN.glob("?03-*")):
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(hand_checks, "FEW", 1000)
    careful = validate(tmp_path)
    for few, characters in ((1, 1), (1, 10_000_000)):
        monkeypatch.setattr(hand_checks, "FEW", few)
        monkeypatch.setattr(validation, "CHUNK", characters)
        done = validate(tmp_path)
        assert (done.exit_code, done.stdout, done.stderr) == (
            careful.exit_code,
            careful.stdout,
            careful.stderr,
        )
    assert (careful.exit_code, careful.stderr.count("repeated") > 0) == (2, True)
    assert {"X01", "X03"} <= set(re.findall(r"X\d\d", careful.stdout))
