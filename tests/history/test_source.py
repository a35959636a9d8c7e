"""Files, archives and encodings, and the law that no line of a file is lost on its way into blocks."""

import hashlib
import os
import re
import zipfile
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from badugi_hh import problems as codes
from badugi_hh.history.blocks import Block, split_blocks
from badugi_hh.history.encoding import decode, find_encoding
from badugi_hh.history.hand_starts import LANGUAGES, SITES, find_foreign, find_hand_starts, find_room
from badugi_hh.history.parse import parse
from badugi_hh.history.source import InputError, Source, find_sources, read_blocks
from badugi_hh.problems import Problem

HEADER = "PokerStars Game #101:  Badugi Limit ($0.25/$0.50 USD) - 2010/09/05 10:32:15 ET"
NEXT = "PokerStars Hand #102: Tournament #7, $2.00+$0.20 USD Badugi Limit - Level I (20/40) - 2012/01/01 1:02:03 ET"
TABLE = "Table 'Alpha' 8-max Seat #8 is the button"
HAND = f"{HEADER}\n{TABLE}\nSeat 1: Ann ($5 in chips) \nTotal pot $1 | Rake $0 "


def read(data):
    return read_blocks(Source.of("a.txt", data.encode() if isinstance(data, str) else data))


def content(source):
    return b"".join(source.pieces())


def cut_whole(text):
    found = list(split_blocks("a.txt", [text]))
    return (
        [each for each in found if isinstance(each, Block)],
        [each for each in found if isinstance(each, Problem)],
    )


def texts(data):
    blocks, problems = read(data)
    assert problems == []
    return [block.text for block in blocks]


# --- encodings

LETTERS = f'{HEADER}\nBlåveis said, "Sr Radío 赤兔丶 😀 \u2028\x85 end"'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"], ids=lambda name: name)
def test_unicode_text_is_read_with_and_without_its_mark(encoding):
    assert texts(b"\xfe\xff" + LETTERS.encode("utf-16-be")) == [LETTERS]
    data = LETTERS.encode(encoding)
    for size in (1, 2, 3, 7, len(data)):
        pieces = [data[start : start + size] for start in range(0, len(data), size)]
        assert "".join(decode(pieces, find_encoding(pieces))) == LETTERS
    assert texts(LETTERS.encode(encoding)) == [LETTERS]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_text_without_a_mark_is_read(encoding):
    """It was no text."""
    data = LETTERS.encode(encoding)
    assert texts(data) == [LETTERS]
    for size in (1, 3, 7):
        pieces = [data[start : start + size] for start in range(0, len(data), size)]
        assert find_encoding(pieces) == encoding
        assert "".join(decode(pieces, encoding)) == LETTERS
    assert texts(f"{LETTERS}\n{'赤兔' * 40}".encode(encoding)) == [f"{LETTERS}\n{'赤兔' * 40}"]
    blocks, problems = read(f"{HAND}\n\n{chr(0) * 9000}".encode(encoding))
    assert [block.text for block in blocks] == [HAND]
    assert [problem.code for problem in problems] == [codes.BINARY]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_half_a_character_at_the_end_is_reported_once_and_is_no_part_of_a_hand(encoding, end, newline):
    """The hand was cut off."""
    text = f"{LETTERS}\n{HAND}{end}".replace("\n", newline)
    for byte in (b"\x0a", b"\x00", b"A", b"\xff"):
        blocks, problems = read(text.encode(encoding) + byte)
        assert [block.text for block in blocks] == [LETTERS, HAND]
        (problem,) = problems
        assert (problem.code, problem.place.line) == (codes.STRAY_TEXT, 9 + end.count("\n"))


def test_text_that_is_no_utf8_is_read_as_cp1252():
    text = f"{HEADER}\nBlåveis: folds \nSr Radío: bets €5"
    assert texts(text.encode("cp1252")) == [text]


RANDOM = b"".join(hashlib.sha256(bytes([number])).digest() for number in range(100))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0" * 5000, "is zero"),
        (RANDOM.replace(b"\0", b""), "control characters"),
        (HAND.encode("utf-32"), "UTF-32"),
        (b"\xff\xfe" + b"\x01\x00" * 30, "control characters"),
        (RANDOM, "is zero"),
    ],
)
def test_what_is_no_text_is_one_problem(data, reason):
    blocks, problems = read(data)
    assert blocks == []
    assert [problem.code for problem in problems] == [codes.BINARY]
    assert reason in problems[0].message
    assert str(problems[0].place) == "a.txt"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_zero_bytes_below_a_hand_are_reported_with_their_line(encoding):
    """As a crash leaves them; what the client writes afterwards is read, though its header stands behind them."""
    zeros = "\0" * 256
    whole = f"{HEADER}\nBo: folds"
    blocks, problems = read(f"{whole}\n\n\n{zeros}".encode(encoding))
    assert [block.text for block in blocks] == [whole]
    assert [str(problem) for problem in problems] == ["a.txt:5: T01 error: zero bytes instead of text: 256"]
    if encoding == "utf-8":
        blocks, problems = read(f"{whole}\nAnn: che{zeros}{whole}\n{zeros}\nAnn: folds\n".encode())
        assert [(block.line, block.text) for block in blocks] == [
            (1, f"{whole}\nAnn: che"),
            (3, f"{whole}\n{zeros}\nAnn: folds"),
        ]
        assert [str(problem.place) for problem in problems] == ["a.txt:3"]


# --- files without hands, text without a hand


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b" \r\n\t\n", "\ufeff\n".encode("utf-16-le")])
def test_an_empty_file_is_said_to_be_empty(data):
    blocks, problems = read(data)
    assert blocks == []
    assert [(problem.code, problem.message) for problem in problems] == [
        (codes.NO_HANDS, "the file is empty")
    ]


def test_a_file_without_a_header_has_no_hand():
    summary = "Phenom Poker Tournament #912345678, Badugi Limit\nBuy-In: $2.00/$0.20 USD\n"
    blocks, problems = read(summary)
    assert blocks == []
    assert [problem.code for problem in problems] == [codes.NO_HANDS]
    assert problems[0].message == "a tournament summary of another room or form, which is not read"


def test_text_before_the_first_hand_is_one_problem():
    note = f"\r\n\r\nAnn folds {'x' * 100}\r\n*** NOTE ***\r\n\r\n"
    blocks, problems = read(note + HAND)
    assert [block.line for block in blocks] == [6]
    assert [problem.code for problem in problems] == [codes.STRAY_TEXT]
    assert problems[0].place.line == 3
    assert problems[0].found == "Ann folds " + "x" * 70
    # The text above a hand without a header is no part of it.
    blocks, problems = read(f"{note}hello\r\nAnn: folds \r\n*** SUMMARY ***\r\n\r\n{HAND}")
    assert [(block.line, block.text) for block in blocks] == [
        (6, "hello\nAnn: folds \n*** SUMMARY ***"),
        (10, HAND),
    ]
    assert [problem.place.line for problem in problems] == [3]


# --- blocks


@pytest.mark.parametrize("line", ["Ann: folds ", f'Ann said, "#{"x" * 2000}"'], ids=["a line", "a long line"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_hands_are_cut_at_their_headers(newline, line):
    text = newline.join([HEADER, TABLE, line, "", "", "", NEXT, TABLE, "", ""])
    first, second = read(text)[0]
    assert (first.line, first.text) == (1, f"{HEADER}\n{TABLE}\n{line}")
    assert (second.line, second.text) == (7, f"{NEXT}\n{TABLE}")
    assert {first.file, second.file} == {"a.txt"}


@pytest.mark.parametrize("sign", "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e")
def test_only_the_three_line_ends_end_a_line(sign):
    name = f"a{sign}{HEADER[:10]}"
    assert texts(f"{HEADER}\n{name}: folds \nTotal pot 5") == [f"{HEADER}\n{name}: folds \nTotal pot 5"]


def test_the_mark_of_an_appended_file_is_no_part_of_a_hand():
    blocks, problems = read(f"\ufeff{HAND}\n\n\n\n\ufeff{HAND}\ufeff{NEXT}\n\ufeff\n{HEADER}")
    assert problems == []
    assert [(block.line, block.text) for block in blocks] == [(1, HAND), (8, HAND), (11, NEXT), (13, HEADER)]
    assert {block.indent for block in blocks} == {""}


@pytest.mark.parametrize("number", ["# 2", "№2"])
def test_the_layout_of_an_archive_is_left_out(number):
    text = (
        "Transcript for your last 2 hands requested by Ann (ann@example.com)\r\n\r\n"
        "*********** # 1 **************\r\n"
        f" {HEADER}\r\n {TABLE}\r\n Ann: folds \r\n \r\n  twice\r\n\r\n"
        f"*********** {number} **************\r\n {NEXT}\r\n {TABLE}"
    )
    (first, second), problems = read(text)
    assert problems == []
    assert (first.line, first.indent) == (4, " ")
    assert first.text == f"{HEADER}\n{TABLE}\nAnn: folds \n\n twice"
    assert (second.line, second.text) == (11, f"{NEXT}\n{TABLE}")


def test_a_separator_ends_a_hand_that_is_cut_off():
    """It was left out of the hand, to which the lines below were added."""
    first, second = read(f"{HEADER}\n*********** # 1 **************\n{TABLE}")[0]
    assert (first.text, second.line, second.text) == (HEADER, 3, TABLE)


@pytest.mark.parametrize("torn", ["Player25: ", "*** RIVER *** [4d Kh J", 'Ann said, "nh', 'Ann said, "nh"'])
def test_a_glued_header_begins_a_hand(torn):
    first, second = read(f"{HEADER}\n{TABLE}\n{torn}{NEXT}\n{TABLE}")[0]
    assert first.text == f"{HEADER}\n{TABLE}\n{torn}"
    assert (second.line, second.text) == (3, f"{NEXT}\n{TABLE}")


@pytest.mark.parametrize(
    "line",
    [
        f'Ann said, "{NEXT}"',
        f'Ann said, "{NEXT}" ',
        f'Ann: x said, "look: "{NEXT}""',
        "#1234567: folds ",
        "Poker Hand # joins the table at seat #3 ",
        "Table 'PokerStars' 8-max Seat #2 is the button",
        "PokerStars Tournament #912345678, Badugi Limit",
        "Seat 1: PokerStars #1 ($5 in chips) ",
        '***** said, "#"',
        "Hand #7 - a: folds ",
        "Mano PokerStars: folds ",
        "Everleaf Hand: folds ",
        "Lucky Hand #7: folds ",
        "Lucky Hand #7: shows [As 2d 3c 8h] (Badugi: 8,3,2,A)",
        "Lucky Game #7 collected $2 from pot",
        'Ann said, "Moth Hand #7: Badugi Limit ($1/$2) - 2026/09/01"',
        "Seat 1: Moth Hand #7: Badugi Limit ($1/$2) - 2026/09/01",
        "Hand #2: Badugi Limit ($1/$2) - 2026/09/01",
        'a <game id=1> said, "#"',
    ],
)
def test_other_lines_begin_no_hand(line):
    assert find_hand_starts(line) == []
    assert texts(f"{HEADER}\n{line}\nx") == [f"{HEADER}\n{line}\nx"]


# --- headers

ENGLISH = [
    HEADER,
    NEXT,
    "POKERSTARS GAME #3: BADUGI LIMIT",
    "POKERSTARS HOME GAME HAND #3: BADUGI",
    "PokerStars Zoom Hand #4:  Badugi",
    'PokerStars Home Game Hand #5: {A "club"} Badugi',
    "PokerStars Home Game #6: {club} Badugi",
    "PokerStars Game #491",  # cut off
    "PokerStars Hand #x",  # damaged
]
FULL_TILT = [
    "Full Tilt Poker Game #25312345678: Table Alpha",
    "FullTiltPoker Game #2534: Table Alpha",
    "Full Tilt Poker.fr Game #2534: Table Alpha",
    "Full Tilt Poker Game #x",  # damaged
]
FULL_TILT_OF_2016 = [
    "Full Tilt Hand #290000000101:  Badugi Limit ($0.25/$0.50 USD) - 2016/05/20 21:05:59 CET",
    "Full Tilt Zoom Hand #290000000101:  Badugi Limit",
    "Full Tilt Hand #x",  # damaged
]
FOREIGN = [
    ("Раздача PokerStars №271234567890:  Бадуги", codes.LOCALIZED, "Russian"),
    ("Mão PokerStars #261234567890: Torneio #39, $ 0.98", codes.LOCALIZED, "Portuguese"),
    ("Mano PokerStars #1: Badugi", codes.LOCALIZED, "Italian or Spanish"),
    ("Mano n.º 251234567890 de Zoom de PokerStars:  Badugi", codes.LOCALIZED, "Spanish"),
    ("Mano n.º 251234567890 de PokerStars: Badugi", codes.LOCALIZED, "Spanish"),
    ("Main PokerStars #1 : Badugi", codes.LOCALIZED, "French"),
    ("Main PokerStars n°261234567890 :  Badugi", codes.LOCALIZED, "French"),
    ("Main PokerStars Zoom nº261234567890 :  Badugi", codes.LOCALIZED, "French"),
    ("PokerStars Spiel #1: Badugi", codes.LOCALIZED, "German"),
    ("PokerStars Hand Nr. 1: Badugi", codes.LOCALIZED, "German"),
    ("PokerStars Zoom Hand Nr. 1: Badugi", codes.LOCALIZED, "German"),
    ("PokerStars hand nr 1: Badugi", codes.LOCALIZED, "Swedish"),
    ("Numer ręki w PokerStars #1: Badugi", codes.LOCALIZED, "another language"),
    ("PokerStars Kéz #1: Badugi", codes.LOCALIZED, "another language"),
    ("PokerStars #1: Badugi", codes.LOCALIZED, "another language"),
    ('<game id="31-2" starttime="2011">', codes.OTHER_SITE, "the Merge network"),
    ('<description type="Badugi" stakes="x"/>', codes.OTHER_SITE, "the Merge network"),
    ("#31234567: Limit Badugi - 30/60", codes.OTHER_SITE, "KingsClub"),
    ("#31234567: Pot Limit Badugi - 1,000/2,000 ", codes.OTHER_SITE, "KingsClub"),
    ("Everleaf Gaming Game #55201234", codes.OTHER_SITE, "Everleaf"),
    ("***** Hand history for game #55201234 *****", codes.OTHER_SITE, "Everleaf"),
    ("***** History for hand R5-75441234-57 *****", codes.OTHER_SITE, "Ongame"),
    ("***** Betfair Poker Hand History for Game 466891234 *****", codes.OTHER_SITE, "Betfair"),
    ("Hand#710911234B500014 - Freeroll T17121234", codes.OTHER_SITE, "the Cake network"),
    ("Phase #1571361234: Holdem  No Limit $0.02", codes.OTHER_SITE, "the Cereus network"),
    ("Game Hand #2653061234 - Tournament #34371234", codes.OTHER_SITE, "the Winning network"),
    ("***** Hand History for Game 123 *****", codes.OTHER_SITE, "PartyPoker"),
    ("#Game No : 123", codes.OTHER_SITE, "888"),
    ("***** 888poker Hand History for Game 123 *****", codes.OTHER_SITE, "888"),
    ("***** Cassava Hand History for Game 123 *****", codes.OTHER_SITE, "888"),
    ('<game gamecode="123">', codes.OTHER_SITE, "iPoker"),
    ('<session sessioncode="123">', codes.OTHER_SITE, "iPoker"),
    ("Winamax Poker - CashGame - HandId: #1-2-3 - Holdem", codes.OTHER_SITE, "Winamax"),
    ("Poker Hand #RC123: Badugi Limit", codes.OTHER_SITE, "GGPoker"),
    ("Run It Once Poker Hand #123:  Badugi Limit", codes.OTHER_SITE, "Run It Once"),
    ("Bovada Hand #123 TBL#1 BADUGI", codes.OTHER_SITE, "Bovada"),
    ("Ignition Hand #123 TBL#1 BADUGI", codes.OTHER_SITE, "Ignition"),
    ("Hand #123456789-12 - Badugi(Limit) - $1/$2", codes.OTHER_SITE, "the Winning network"),
]
LIKE_POKERSTARS = [
    ("Phenom Poker Hand #ab12cd34ef56: Badugi Limit ($1.00/$2.00) - 2026/09/01 12:00:00", "Phenom Poker"),
    ("PokerMaster Hand #3519: Hold'em No Limit ($0.05/$0.10) - 2024/01/01 12:00:00 ET", "PokerMaster"),
    (
        "PokerBros Hand #161-618: Tournament #7, Badugi Limit - Level I (20/40) - 2024/03/04 1:02:03",
        "PokerBros",
    ),
    ("CoinPoker Hand #6345: NLH (₮1/₮2) 2026/06/07 19:56:35 CEST", "CoinPoker"),
    ("Moth & Sons 24.com Game #a_7: Badugi FL (Rs. 1/Rs. 2) 2024-03-04", "Moth & Sons 24.com"),
    ("Moth Zoom Hand #7:  Badugi Limit 1K/2K 2024/03/04", "Moth"),
    ("Ложа Game #7:  Badugi Limit ($0.05/$0.10) - 2024/3/4", "Ложа"),
]


@pytest.mark.parametrize("header", [*ENGLISH, *FULL_TILT, *FULL_TILT_OF_2016])
def test_english_headers_are_reported(header):
    rooms = {"Full Tilt": FULL_TILT, "Full Tilt on the software of PokerStars": FULL_TILT_OF_2016}
    assert find_room(header) == next((room for room in rooms if header in rooms[room]), "PokerStars")
    assert find_foreign(header) is None
    assert find_foreign(f"\ufeff {header}") is None
    assert texts(f"{HAND}\n{header}\n x") == [HAND, f"{header}\n x"]


@pytest.mark.parametrize(("header", "code", "name"), FOREIGN)
def test_foreign_headers_are_reported(header, code, name):
    assert find_foreign(header) == (code, name)
    assert find_foreign(f"\ufeff {header}") == (code, name)
    assert texts(f"{HAND}\n{header}\n\tx") == [HAND, f"{header}\n\tx"]


@pytest.mark.parametrize(("header", "name"), LIKE_POKERSTARS)
def test_rooms_that_write_like_pokerstars_are_reported_by_their_names(header, name):
    """Their hands were parts of other hands, or hands whose header is missing."""
    assert find_foreign(header) == (codes.OTHER_SITE, name)
    assert find_foreign(f"\ufeff {header}") == (codes.OTHER_SITE, name)
    assert texts(f"{HAND}\n{header}\n\tx") == [HAND, f"{header}\n\tx"]
    (block,) = read(f"{header}\nSeat 1: Ann ($5 in chips)")[0]
    (problem,) = parse(block).problems
    assert (problem.code, problem.found) == (codes.OTHER_SITE, header)
    assert problem.message == f"this is a hand of {name}; only histories of PokerStars and Full Tilt are read"


def test_every_language_and_site_has_an_example_above():
    assert {name for _, _, name in FOREIGN} == {*LANGUAGES, *SITES, "another language"}


@pytest.mark.parametrize(
    ("opening", "header"),
    [
        ('<description type="Badugi"/>', '<game id="1">'),
        ('<session sessioncode="1">', '<game gamecode="1">'),
        ("#Game No : 1", "***** 888poker Hand History for Game 1 *****"),
        ("Everleaf Gaming Game #1", "***** Hand history for game #1 *****"),
    ],
)
def test_a_header_of_two_lines_is_one_hand(opening, header):
    hand = f"{opening}\n{header}\nx"
    assert texts(f"{hand}\n\n{hand}\n{header}\ny") == [hand, hand, f"{header}\ny"]


# --- the law of blocks: every line that is not blank is in one block, or layout, or stray

LINES = st.sampled_from(
    [
        *ENGLISH,
        *(header for header, _, _ in FOREIGN),
        TABLE,
        f" {HEADER}",
        f"  {NEXT}",
        f"\ufeff{NEXT}",
        f"Player25: {NEXT}",
        f"torn{HEADER}{NEXT}",
        f'Ann said, "{NEXT}"',
        "*********** # 1 **************",
        "*********** №12 **************",
        "*********** n. 12 **************",
        "Transcript for your last 5 hands requested by Ann",
        "*** SUMMARY ***",
        "*** SUMMARY ***\nTotal pot $1 | Rake $0 ",
        "Total pot $1 | Rake $0 ",
        "Seat 1: Ann ($5 in chips) ",
        "Seat 1: Ann folded before the Draw",
        "Seat 2: Bo collected ($1)",
        "*** FIRST DRAW ***",
        "",
        " ",
        "\t",
        " Ann: folds ",
        "Ann: folds ",
        "a\u2028b\x85",
    ]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])
LAYOUT = re.compile(r"\s*\*+ ?(?:[#№]|n\.) ?\d+ \*+\s*|Transcript for .*")


@given(st.lists(st.tuples(LINES, ENDS), max_size=25))
def test_no_line_is_lost_and_none_is_reported_twice(parts):
    text = "".join(line + end for line, end in parts)
    lines = [line.replace("\ufeff", "") for line in re.split("\r\n|\r|\n", text)]
    blocks, problems = cut_whole(text)
    if not blocks:
        assert [problem.code for problem in problems] == [codes.NO_HANDS]
        return
    printed = ["" for _ in lines]
    for found in split_blocks("a.txt", [text]):
        first = found.line if isinstance(found, Block) else found.place.line
        for number, said in enumerate(found.text.split("\n"), start=first - 1):
            printed[number] += said
    assert {problem.code for problem in problems} <= {codes.STRAY_TEXT}
    for problem in problems:
        left = [line for line in problem.text.split("\n") if line.strip(" \t") and not LAYOUT.fullmatch(line)]
        last = problem.place.line + problem.text.count("\n")
        many = f"{len(left)} lines, the last is line {last}" if len(left) > 1 else "1 line"
        assert problem.message == f"text that belongs to no hand: {many}"
        assert problem.found == left[0].strip(" \t")[:80]
    for line, said in zip(lines, printed, strict=True):
        if said or not LAYOUT.fullmatch(line):
            assert re.sub("[ \t]", "", said) == re.sub("[ \t]", "", line)


@given(st.lists(st.tuples(LINES, ENDS), max_size=25), st.lists(st.integers(1, 400), min_size=1, max_size=9))
def test_a_text_in_pieces_is_cut_like_the_whole(parts, sizes):
    text = "".join(line + end for line, end in parts)
    pieces, start = [], 0
    for size in cycle(sizes):
        pieces.append(text[start : start + size])
        start += size
        if start >= len(text):
            break
    assert list(split_blocks("a.txt", pieces)) == list(split_blocks("a.txt", [text]))


LARGE = {
    "one line": lambda n: "x#" * n,
    "blank lines": lambda n: "x\n" + "\n" * n + HEADER + "\n" * n,
    "glued headers": lambda n: "PokerStars Hand #1:" * (n // 20),
    "torn headers": lambda n: "PokerStars Hand #" * (n // 10) + "1" * n,
    "an indent": lambda n: " " * n + HEADER + "\n" + " " * n + "x#",
    "asterisks": lambda n: HEADER + "\n" + "*" * n + "#" + "*" * n,
    "stakes": lambda n: "#1: " + " - 1/1" * (n // 3),
    "marks": lambda n: "\ufeff" * n + HEADER + "#" + "\ufeff" * n,
    "words": lambda n: "abc " * (n // 2) + "PokerStars #",
    "quotes": lambda n: '"' * n + HEADER + '"' * n,
}


@pytest.mark.parametrize("size", [150_000, pytest.param(1_000_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_the_work_is_linear(text, size):
    """Each of these would take minutes or hours if some step went over the text again for each part of it."""
    whole = text(size)
    cut_whole(whole)
    pieces = [whole[start : start + 100] for start in range(0, len(whole), 100)]
    assert list(split_blocks("a.txt", pieces)) == list(split_blocks("a.txt", [whole]))


# --- finding files


def write(path, text=HAND):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def write_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


def names(*paths):
    return [source.name for source in find_sources(paths)]


def test_a_folder_is_walked_in_order(tmp_path):
    ordered = ["a.TXT", "b.txt", *(f"folder{number}/c/d.txt" for number in range(9))]
    for name in [*reversed(ordered), "._b.txt"]:
        write(tmp_path / name)
    write(tmp_path / "notes.doc", "my notes")
    assert names(tmp_path) == [str(tmp_path / name) for name in ordered]


def test_a_name_is_the_path_as_given(tmp_path, monkeypatch):
    write(tmp_path / "hands" / "a.txt")
    monkeypatch.chdir(tmp_path)
    assert names("hands") == [str(Path("hands", "a.txt"))]
    assert names("hands/a.txt") == ["hands/a.txt"]
    assert names(Path("hands")) == [str(Path("hands", "a.txt"))]


def test_a_named_file_counts_whatever_its_ending(tmp_path):
    assert names(write(tmp_path / "history.log")) == [str(tmp_path / "history.log")]


@pytest.mark.parametrize("changed", [HAND.replace("Ann", "Bob"), HAND[:-1], ""])
def test_a_file_that_is_changed_while_it_is_read_is_an_input_error(tmp_path, changed):
    file = write(tmp_path / "a.txt")
    (source,) = find_sources([file])
    source.scan()
    write(file, changed)
    with pytest.raises(InputError, match=r"a\.txt was changed while it was read; run the command again"):
        read_blocks(source)


def test_a_zip_holds_a_source_for_each_text(tmp_path):
    members = {"b.txt": HAND, "in/a.txt": "", "in/": "", "c.doc": HAND, "__MACOSX/._b.txt": "x"}
    archive = write_zip(tmp_path / "hands.zip", members)
    sources = list(find_sources([tmp_path]))
    assert [source.name for source in sources] == [f"{archive}/b.txt", f"{archive}/in/a.txt"]
    assert [content(source) for source in sources] == [HAND.encode(), b""]
    assert sources[0].size == len(HAND)
    (block,), _ = read_blocks(sources[0])
    assert block.file == f"{archive}/b.txt"


def test_globs_are_matched(tmp_path):
    for name in ("b1.txt", "a1.txt", "a2.txt", "in/a1.txt"):
        write(tmp_path / name)
    assert names(f"{tmp_path}/a*.txt") == [str(tmp_path / name) for name in ("a1.txt", "a2.txt")]
    assert names(f"{tmp_path}/**/a1.txt") == [str(tmp_path / name) for name in ("a1.txt", "in/a1.txt")]


def test_a_name_with_brackets_is_a_name_first(tmp_path):
    file = write(tmp_path / "[a]*.txt") if os.name != "nt" else write(tmp_path / "[a].txt")
    write(tmp_path / "a.txt")
    assert names(file) == [str(file)]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("none.txt", r"there is no file or folder .*none\.txt; check the path"),
        ("x" * 5000, r"cannot be read: File name too long"),
        ("none*.txt", r"no file matches .*none\*\.txt; check the pattern"),
        ("empty", r"no \.txt, \.zip, .*, \.eml or \.mbox file lies in .*empty; name a folder of hand histories"),
        ("no_texts.zip", r"no \.txt file lies in .*no_texts\.zip; unpack it first"),
    ],
)  # fmt: skip
def test_a_wrong_path_is_reported_before_any_file_is_read(tmp_path, path, message):
    write(tmp_path / "a.txt")
    write(tmp_path / "empty" / "notes.log", "my notes")
    write_zip(tmp_path / "no_texts.zip", {"a.log": HAND})
    with pytest.raises(InputError, match=message) as raised:
        find_sources([tmp_path / "a.txt", tmp_path / path])
    assert "\n" not in str(raised.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.txt")
    write(tmp_path / "b.txt")
    pipe, whole = find_sources([tmp_path])
    assert content(whole) == HAND.encode()
    with pytest.raises(InputError, match=r"a\.txt is not a file; save what it gives"):
        content(pipe)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read anything")
def test_what_may_not_be_read_is_an_input_error(tmp_path):
    file = write(tmp_path / "in" / "a.txt")
    (source,) = find_sources([file])
    file.chmod(0)
    with pytest.raises(InputError, match=r"a\.txt cannot be read: Permission denied"):
        content(source)
    (tmp_path / "in").chmod(0)
    try:
        (folder,) = find_sources([tmp_path])
        with pytest.raises(InputError, match=r"the folder .*in cannot be read: Permission denied"):
            content(folder)
        with pytest.raises(InputError, match=r"a\.txt cannot be read: Permission denied"):
            find_sources([file])
    finally:
        (tmp_path / "in").chmod(0o700)


# --- real files, where there are any


def test_no_line_of_a_real_file_is_lost(real):
    for source in find_sources([real]):
        data = content(source)
        encoding = "utf-16" if data[:2] == b"\xff\xfe" else "utf-8-sig"
        text = re.sub(r"(?m)^\*+ [#№] ?\d+ \*+\r?$", "", data.decode(encoding))
        blocks, problems = read_blocks(source)
        assert problems == []
        assert "".join("".join(block.text.split()) for block in blocks) == "".join(text.split())
