"""Hands without a header: each is a block by itself, and the hands around it are read."""

import pytest
from support.commands import run
from support.histories import HAND

from badugi_hh import problems as codes
from badugi_hh.history.hand_ends import split_hand
from badugi_hh.history.parse import BlockKind, parse
from badugi_hh.history.source import Source, read_blocks
from badugi_hh.history.write import write
from badugi_hh.simulate import CashGame, simulate

GAP = "\n\n\n"
ABOVE = HAND.rstrip()
BELOW = ABOVE.replace("#77700000", "#77799999")
LINES = BELOW.split("\n")
SUMMARY = LINES.index("*** SUMMARY ***")
NEXT = "PokerStars Hand #102:  Hold'em No Limit ($1/$2 USD) - 2013/09/05 10:32:15 ET"


def blocks_of(text):
    """Return the blocks of a text in which no line is stray."""
    blocks, problems = read_blocks(Source.of("a.txt", text.encode()))
    assert problems == []
    return blocks


def check_torn(block, text):
    """Check that a block has this text, and that its only problem is the missing header."""
    assert block.text == text
    reading = parse(block)
    assert (reading.kind, reading.hand_id) == (BlockKind.UNREADABLE, None)
    (problem,) = reading.problems
    assert (problem.code, problem.place.line, problem.hand) == (codes.CUT_OFF, block.line, None)
    assert problem.message == "the header of this hand is missing"
    assert problem.found == text.split("\n", maxsplit=1)[0].strip()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", range(1, len(LINES)))
def test_the_end_of_a_hand_is_a_hand_wherever_it_begins(start, newline):
    """Below a hand it quarantined that hand too; at the beginning of a file it was only a warning."""
    torn = "\n".join(LINES[start:])

    def cut(*hands):
        return blocks_of(GAP.join(hands).replace("\n", newline))

    first, second, third = cut(ABOVE, torn, NEXT)
    assert (first.text, third.text) == (ABOVE, NEXT)
    check_torn(second, torn)
    assert parse(first).hand is not None
    first, second = cut(torn, ABOVE)
    check_torn(first, torn)
    assert second.text == ABOVE
    (alone,) = cut(torn)
    check_torn(alone, torn)
    first, second, third = cut(ABOVE, torn, torn)
    check_torn(third, torn)


@pytest.mark.parametrize("start", [1, SUMMARY])
def test_the_end_of_a_hand_directly_below_another_is_quarantined_with_it(start):
    torn = "\n".join(LINES[start:])
    (block,) = blocks_of(f"{ABOVE}\n{torn}\n")
    assert parse(block).hand is None


def test_a_torn_hand_of_another_table_is_no_part_of_a_hand_with_problems():
    """A summary of a player whose seat line is unreadable belongs to the hand itself."""
    typo = ABOVE.replace("in chips", "in chps", 1)
    torn = "\n".join(LINES[LINES.index("*** DEALING HANDS ***") :]).replace("Ann", "Zoe")
    first, second = blocks_of(typo + GAP + torn)
    assert {problem.code for problem in parse(first).problems} == {codes.UNKNOWN_LINE, codes.UNKNOWN_NAME}
    check_torn(second, torn)


def test_a_damaged_header_belongs_to_its_hand():
    torn = BELOW.replace("PokerStars Hand", "PockerStars Hand")
    first, second = blocks_of(f"{ABOVE}{GAP}{torn}")
    assert first.text == ABOVE
    check_torn(second, torn)


def test_table_talk_above_a_torn_hand_belongs_to_it():
    torn = "\n".join(['Bo said, "nh"', *LINES[SUMMARY - 3 :]])
    first, second = blocks_of(f"{ABOVE}{GAP}{torn}")
    assert first.text == ABOVE
    check_torn(second, torn)
    first, second = blocks_of(f"{ABOVE}\nBo leaves the table{GAP}{torn}")
    assert first.text == f"{ABOVE}\nBo leaves the table"
    assert second.text == torn


def test_a_hand_between_blank_lines_is_one_hand():
    """Names that look like other lines, and a blank line below each line."""
    names = [
        "Seat 1",
        "Total pot 5",
        "Table 'A' Seat #1 is the button",
        "*** SUMMARY ***",
        "Seat 4: Cy",
        "Dealt to x [",
    ]
    for hand in simulate(60, 1, games=(CashGame("Vega", 6, 6, 25, 50),)):
        text = write(hand)
        for player, name in zip(dict.fromkeys(seat.player for seat in hand.seats), names, strict=False):
            text = text.replace(player, name)
        (block,) = blocks_of(text.replace("\n", "\n\n"))
        assert parse(block).hand is not None


def test_long_lines_take_no_time():
    for line in ("Seat 1: " + "x (" * 300_000, "Table '" + "' Seat #" * 100_000, "Dealt to " + "[" * 900_000):
        assert [is_hand for *_, is_hand in split_hand(f"{ABOVE}\n{line}\n\n{line}\n")].count(True) == 1


def test_an_import_counts_the_hands_without_the_cards_of_their_player(tmp_path):
    """Only `validate` named them, and the statistics omitted them without a word."""
    texts = [write(hand) for hand in simulate(20, 3, games=(CashGame("Vega", 4, 4, 25, 50),))]
    once = next(nth for nth, text in enumerate(texts) if text.count("Dealt to ") == 1)
    texts[once] = "".join(
        line for line in texts[once].splitlines(keepends=True) if not line.startswith("Dealt to")
    )
    path = tmp_path / "hands.txt"
    path.write_text(GAP.join(texts), encoding="utf-8")
    done = run("import", path, "--db", tmp_path / "hands.duckdb", "--no-prices")
    assert (
        "1 hand without the line 'Dealt to' of the file's player, so that your statistics omit it"
        in done.stderr
    )
    again = run("import", path, "--db", tmp_path / "hands.duckdb", "--no-prices")
    assert "Dealt to" not in again.stderr
