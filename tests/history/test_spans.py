"""Where a caret stands: the parts of lines, by the groups of the grammar."""

import re

import pytest

from badugi_hh import problems as codes
from badugi_hh.history.lines import UNKNOWN, grammar
from badugi_hh.history.pokerstars import DIALECT
from badugi_hh.history.source import Block
from badugi_hh.history.spans import find_spans
from badugi_hh.problems import Part, Place, Problem

SEATS = ("Ann", "Bo", "Bo: bets $5", "$0.50", "赤兔")
HEADER = "PokerStars Hand #77700000001:  Badugi Limit ($0.50/$0.50 USD) - 2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]"
TABLE = "Table '6' 6-max Seat #6 is the button"

PARTS = [
    (HEADER, Part.HIGH_STAKE, None, "$0.50", 52),
    (HEADER, Part.STAKES, None, "$0.50/$0.50", 46),
    (HEADER, Part.TIME_AND_ZONE, None, "2024/03/04 22:05:59 CET", 65),
    (HEADER, Part.MOMENT, None, "2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]", 65),
    (HEADER, Part.EASTERN_TIME, None, "2024/03/04 16:05:59", 90),
    (HEADER, Part.CARDS, None, None, 0),
    (TABLE, Part.TABLE, None, "6", 8),
    ("Table '' 6-max Seat #6 is the button", Part.TABLE, None, None, 0),  # there is nothing to point at
    (TABLE, Part.TABLE_SIZE, None, "6", 11),
    (TABLE, Part.BUTTON, None, "6", 23),
    ("$0.50: raises $0.50 to $0.50", Part.PLAYER, None, "$0.50", 1),
    ("$0.50: raises $0.50 to $0.50", Part.RAISE, None, "$0.50", 15),
    ("$0.50: raises $0.50 to $0.50", Part.AMOUNT, None, "$0.50", 24),
    ("Bo: bets $5: bets $5", Part.AMOUNT, None, "$5", 19),
    ("Bo: bets $5", Part.AMOUNT, None, "$5", 10),
    ("赤兔: bets $5 and is all-in", Part.ALL_IN, None, "all-in", 20),
    ("赤兔: bets $5", Part.ALL_IN, None, None, 0),
    ("Ann: discards 2 cards [8h 6c]", Part.COUNT, None, "2", 15),
    ("Ann: discards 2 cards [8h 6c]", Part.CARDS, "6c", "6c", 27),
    ("Ann: discards 2 cards [8h 6c]", Part.CARDS, "8h 6c", "8h 6c", 24),
    ("Ann: discards 2 cards [8h 6c]", Part.CARDS, "Kd", "8h 6c", 24),  # not in the list: the whole list
    ("Dealt to Ann [Ac 4d] [2s Kh]", Part.CARDS, None, "Ac 4d", 15),
    ("Dealt to Ann [Ac 4d] [2s Kh]", Part.DRAWN, "Kh", "Kh", 26),
    ("Uncalled bet ($0.50) returned to $0.50", Part.AMOUNT, None, "$0.50", 15),
    ("Uncalled bet ($0.50) returned to $0.50", Part.PLAYER, None, "$0.50", 34),
    ("Total pot $5 Main pot $3. Side pot $2. | Rake $0", Part.POTS, "$2", "$2", 36),
    ("Total pot $5 Main pot $3. Side pot $2. | Rake $0", Part.RAKE, None, "$0", 47),
    ("Seat 5: 赤兔 (button) showed [Ac 4d 2s 8h] and lost with a Badugi: 8,4,2,A", Part.SEAT, None, "Seat 5", 1),
    ("Seat 5: 赤兔 (button) showed [Ac 4d 2s 8h] and lost with a Badugi: 8,4,2,A", Part.SEAT_NUMBER, None, "5", 6),
    ("Seat 5: 赤兔 (button) showed [Ac 4d 2s 8h] and lost with a Badugi: 8,4,2,A", Part.OUTCOME, None, "showed", 21),
    ("  Ann: ponders  ", Part.LINE, None, "Ann: ponders", 3),
    ("Ann: ponders", Part.AMOUNT, None, None, 0),
]  # fmt: skip


@pytest.mark.parametrize("indent", ["", "   "])
@pytest.mark.parametrize(("line", "part", "found", "text", "column"), PARTS)
def test_a_part_of_a_line(line, part, found, text, column, indent):
    seats = [f"Seat {number}: {name} ($5 in chips)" for number, name in enumerate(SEATS, 1)]
    lines = [HEADER, TABLE, *seats, "*** DEALING HANDS ***", line]
    block = Block("a.txt", 11, "\n".join(lines), indent)
    problem = Problem(
        codes.WRONG_AMOUNT, Place("a.txt", 11 + lines.index(line)), "wrong", found=found, part=part
    )
    ((same, shown, span),) = find_spans(block, [problem])
    assert (same, shown) == (problem, indent + line)
    if text is None:
        assert span is None
    else:
        assert span == (len(indent) + column, len(text))
        assert shown[span[0] - 1 :][: span[1]] == text


def test_a_problem_of_no_part_or_of_another_place_has_no_span():
    block = Block("a.txt", 1, f"{HEADER}\n{TABLE}")
    problems = [
        Problem(codes.WRONG_AMOUNT, Place("a.txt", 2), "wrong", found="6"),
        Problem(codes.WRONG_AMOUNT, Place("a.txt", 9), "wrong", part=Part.LINE),
    ]
    assert [(line, span) for _, line, span in find_spans(block, problems)] == [(TABLE, None), (None, None)]
    assert list(find_spans(block, [])) == []


def test_every_part_is_a_group_of_its_terminal():
    patterns = grammar().patterns
    for kind, parts in DIALECT.parts.items():
        assert kind in patterns
        assert max(parts.values()) < re.compile(patterns[kind]).groups


def test_a_line_without_a_form_has_no_groups():
    assert grammar().find_groups("Ann ponders") == (UNKNOWN, ())
