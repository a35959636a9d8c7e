"""Players with a seat line who are not dealt in: their summary line has only the name, or there is none."""

from contextlib import closing

import pytest
from support.histories import HAND, TOURNAMENT, play
from support.rows import rows_of

from badugi_hh.facts.schema import HANDS, SEATS
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.history.write import write
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

pytestmark = pytest.mark.quick

DEE = "Seat 6: Dee (small blind) folded before the Draw"


def with_seat(number, summary, *, mark="", lines=(), text=HAND):
    """Return the hand with Eve in a seat who does nothing; `summary` is her last line, None for none."""
    below = next(line for line in text.split("\n") if line[:4] == "Seat" and int(line[5]) > number)
    text = text.replace(below, f"Seat {number}: Eve ($9 in chips) {mark}\n{below}", 1)
    after = "Ann: posts big blind $0.25\n"
    text = text.replace(after, after + "".join(f"{line}\n" for line in lines), 1)
    head, marker, end = text.partition("*** SUMMARY ***\n")
    if summary is not None:
        below = next(line for line in end.split("\n") if line[:4] == "Seat" and int(line[5]) > number)
        end = end.replace(below, f"Seat {number}: {summary}\n{below}", 1)
    return head + marker + end


def seats_of(text, *names):
    result = play(text)
    assert result.ok, list(map(str, result.problems))
    assert not result.problems, list(map(str, result.problems))
    return [tuple(row[name] for name in names) for row in rows_of(result, SEATS)]


@pytest.mark.parametrize("mark", ["", "is sitting out"])
@pytest.mark.parametrize("summary", ["Eve", "Eve ", "Eve\t", None])
@pytest.mark.parametrize("number", [3, 5])
def test_a_player_who_is_not_dealt_in_changes_no_row_of_the_others(number, summary, mark):
    """In seat 3 Eve is before the button (seat 4), in seat 5 between the button and the small blind (seat 6)."""
    text = with_seat(number, summary, mark=mark)
    names = ("seat", "player", "position", "put_in", "won", "net", "rake_dealt", "result", "draw_line")
    assert seats_of(text, *names) == sorted(
        [*seats_of(HAND, *names), (number, "Eve", None, 0, 0, 0, 0, "not dealt", None)]
    )
    assert [seat[1:] for seat in seats_of(text, "player", "dealt", "sitting_out")] == [
        (player != "Eve", player == "Eve" and bool(mark)) for player, *_ in seats_of(text, "player")
    ]
    (hand,) = rows_of(play(text), HANDS)
    assert hand["players"] == 4


def test_a_player_in_the_last_seat_is_not_dealt_in():
    text = HAND.replace(
        "Seat 6: Dee ($3.10 in chips) ", "Seat 6: Dee ($3.10 in chips) \nSeat 7: Eve ($9 in chips) "
    )
    text = text.replace("6-max", "8-max") + "\nSeat 7: Eve"
    assert seats_of(text, "player", "position")[-1] == ("Eve", None)
    assert write(parse(Block("a.txt", 1, text)).hand) == text


@pytest.mark.parametrize(
    ("number", "summary", "problem"),
    [
        (5, "Eve (button)", ("S01", "the summary of Eve, who is not dealt in, has the tag of another seat", "no tag", "button")),
        (5, "Eve folded before the Draw (didn't bet)", ("R01", "Dee folds out of turn", "Eve bets, checks, calls or folds", "Dee folds")),
        (5, "Eve\nSeat 5: Eve", ("S02", "a summary line for seat 5, Eve", "one line", "Eve")),
        (3, "Zoe", ("G02", "this line has no known form", None, "Seat 3: Zoe")),
    ],
)  # fmt: skip
def test_a_wrong_line_of_a_player_who_is_not_dealt_in(number, summary, problem):
    text = with_seat(number, summary)
    reading = parse(Block("a.txt", 1, text))
    first = (reading.problems or play(text).problems)[0]
    assert (first.code.id, first.message, first.expected, first.found) == problem


@pytest.mark.parametrize(
    ("changes", "code", "line"),
    [
        ({"Seat 2: Bo showed [2d 7c 4h Js] and lost with a Badugi: J,7,4,2": "Seat 2: Bo"}, "S01", 50),
        ({"Seat 4: Cy (button) mucked [Qd 7h 4c 2s]": "Seat 4: Cy (button)"}, "S01", 51),
        ({DEE: "Seat 6: Dee (small blind)"}, "G04", 52),
        ({DEE: "Seat 5: Dee"}, "S02", 52),
        ({f"\n{DEE}": ""}, "S02", 51),
    ],
)
def test_a_player_who_acts_has_a_whole_summary_line(changes, code, line):
    text = HAND
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    result = play(text)
    assert not result.ok
    assert (code, line) in {(problem.code.id, problem.place.line) for problem in result.problems}


@pytest.mark.parametrize(
    "lines",
    [["Eve has timed out"], ["Eve: posts big blind $0.25"], ["Eve: folds "]],
    ids=lambda lines: lines[0],
)
def test_a_player_whom_another_line_shows_in_the_hand_is_dealt_in(lines):
    text = with_seat(5, None, lines=lines)
    reading = parse(Block("a.txt", 1, text))
    assert reading.problems or not play(text).ok


WITH_EVE = TOURNAMENT.replace("Bo: posts", "Seat 4: Eve (1500 in chips)\nBo: posts")


def test_a_tournament_deals_all_players_in_but_those_named_alone():
    """A tournament deals in players who sit out, so that a missing summary line is an error."""
    assert {problem.code.id for problem in play(WITH_EVE).problems} == {"R01", "S02"}
    result = play(f"{WITH_EVE}\nSeat 4: Eve")
    assert result.ok
    assert [(problem.code.id, problem.message, problem.place.line) for problem in result.problems] == [
        ("H03", "the summary of Eve has no outcome; a tournament deals in all players with a seat line", 19)
    ]
    assert [(row["player"], row["result"], row["net"]) for row in rows_of(result, SEATS)] == [
        ("Ann", "folded", 0),
        ("Bo", "folded", -10),
        ("Cy", "won uncontested", 10),
        ("Eve", "not dealt", 0),
    ]


def test_a_player_out_of_hand_has_a_bare_line_in_a_tournament():
    text = WITH_EVE.replace(
        "Eve (1500 in chips)", "Eve (1500 in chips) out of hand (moved from another table into small blind)"
    )
    assert seats_of(f"{text}\nSeat 4: Eve", "player", "dealt")[3] == ("Eve", False)


def test_players_of_a_cancelled_hand_are_dealt_in_but_those_named_alone():
    cancelled = HAND.partition("Bo: calls")[0] + "Hand cancelled\n*** SUMMARY ***\n"
    cancelled += "Seat 1: Ann (big blind) collected ($0)\nSeat 2: Bo collected ($0)\n"
    result = play(cancelled)
    assert [problem.code.id for problem in result.problems] == ["H02"]
    assert [seat.dealt for seat in result.hand.seats] == [True] * 4
    result = play(cancelled.replace("Bo collected ($0)", "Bo"))
    assert [problem.code.id for problem in result.problems] == ["H02"]
    assert [seat.dealt for seat in result.hand.seats] == [True, False, True, True]


def test_two_views_agree_where_one_names_the_player_who_is_not_dealt_in(tmp_path):
    text = with_seat(5, "Eve")
    other = with_seat(5, None).replace("Dealt to Ann [As 3h 8h 6s]\n", "Dealt to Bo [2d 7c 4h Jc]\n")
    other = other.replace("Dealt to Ann [As 3h] [5d Kc]\n", "").replace("Dealt to Ann [As 3h 5d] [9c]\n", "")
    other = other.replace(" [8h 6s]", "").replace(" on [As 3h 5d Kc]", " ").replace("1 card [Kc]", "1 card")
    other = other.replace("Bo: discards 1 card", "Bo: discards 1 card [Jc]\nDealt to Bo [2d 7c 4h] [Jd]", 1)
    other = other.replace(
        "Bo: discards 1 card\n", "Bo: discards 1 card [Jd]\nDealt to Bo [2d 7c 4h] [Js]\n", 1
    )
    other = other.replace("Bo: stands pat ", "Bo: stands pat on [2d 7c 4h Js]")
    for name, view in (("a.txt", text), ("b.txt", other)):
        (tmp_path / name).write_text(view, encoding="utf-8")
    with closing(open_database(None)) as con:
        report = import_paths(con, [tmp_path])
        assert [str(problem) for problem in report.problems] == []
        assert con.execute("SELECT count(*), any_value(status) FROM hands").fetchone() == (1, "ok")
        found = con.execute("SELECT count(*) FROM events WHERE player = 'Eve'").fetchall()
    assert found in ([(0,)], [(1,)])
