"""Text above, between and below hands: it changes no hand, and no line of it is lost."""

import random
from collections import Counter

import pytest
from support.histories import HAND

from badugi_hh import problems as codes
from badugi_hh.history import hand_ends
from badugi_hh.history.blocks import Block, split_blocks
from badugi_hh.history.encoding import straighten
from badugi_hh.history.source import Source, stream_blocks
from badugi_hh.history.summary import SummaryText
from badugi_hh.history.write import write
from badugi_hh.simulate import simulate

SUMMARY = """\
PokerStars Tournament #98765432, Badugi Limit
Buy-In: $2.00/$0.20 USD
2 players
Total Prize Pool: $4.00 USD
Tournament started 2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]

  1: Ann (Malta), $4.00 (100%)
  2: Bo (Chile),

You finished in 2nd place (eliminated at hand #123456789)."""

SILENT = {
    "the downloaded archive": "Hand #{n}: \n",
    "the downloaded archive, below a blank line": "\nHand #{n}: \n",
    "the archive by email": "*********** # {n} **************",
    "the archive in Russian": "*********** №{n} **************",
    "the archive in Spanish": "*********** n. {n} **************",
    "asterisks and a number": "*** # {n} ***",
    "asterisks": "**********",
    "dashes": "--------",
    "a tracker": "END\nBEGIN",
    "the first line of an email": "Transcript for your last 25 hands requested by Ann (ann@example.org)",
    "the foot of an email": "\n\nYou are receiving this email as a customer.\nFor more information, please visit us.\n",
    "a summary": f"\n\n{SUMMARY}\n",
    "two summaries": f"\n{SUMMARY}\n\n\n{SUMMARY.replace('#98765432', '#98765433')}\n",
}
REPORTED = {
    "a signature": "\n-- \nSent from my phone",
    "a comment": "nice hand, but I should have folded",
    "a comment below a gap": "\n\nnice hand, but I should have folded\n\n",
    "the head of an email": "\nFrom: Ann <ann@example.org>\nSent: Monday\nSubject: hands\n",
    "the foot of another email": "\n\nYou get this mail because you play.\nUnsubscribe: https://example.org/u\n",
    "a note about a player": "John: folds too much\nAmy: raises with air",
    "a paragraph": "\n".join(f"line {n} of what I think about poker" for n in range(30)),
    "a markup": "[hand]\n[/hand]",
    "other letters": "Спасибо!\n¿Qué tal?",
    "a row of points": "......",
    "seats in words": "Seat 5 was a fish\nSeat 3: fish, calls too much\nTotal pot was big",
}
LINES = [line for line in HAND.split("\n") if line.strip()]


@pytest.fixture(scope="module")
def hands():
    """The texts of valid hands: cash games, tournaments, and the one of the tests."""
    return [HAND.rstrip(), *(write(hand).rstrip() for hand in simulate(24, 11))]


def spread(kind, text, hands, places, rng):
    """Check that the text at some places leaves all blocks as they are, and is reported as a whole."""
    for place in range(places):
        few = rng.sample(hands, rng.randint(1, 4))
        ends = [rng.choice(["\n", "\n\n", "\n\n\n\n"]) for _ in few]
        at = rng.randint(0, len(few))
        parts = [hand + end for hand, end in zip(few, ends, strict=True)]
        parts.insert(at, text.format(n=rng.randint(1, 99_999)) + rng.choice(["\n", "\n\n\n"]))
        whole = "".join(parts)
        newline = rng.choice(["\n", "\r\n", "\r"])
        indent = rng.choice(["", "", " "])
        data = newline.join(indent + line if line else line for line in whole.split("\n")).encode()
        found = list(stream_blocks(Source.of("a.txt", data)))
        texts = [item.text for item in found if isinstance(item, Block)]
        assert texts == few, (kind, place)
        problems = [item for item in found if not isinstance(item, Block | SummaryText)]
        if kind in SILENT:
            assert problems == [], (kind, place)
        else:
            (problem,) = problems
            assert problem.code is codes.STRAY_TEXT
            lines = [line.strip() for line in problem.text.split("\n") if line.strip()]
            assert lines == [line.strip() for line in text.split("\n") if line.strip()]
            above = "".join(parts[:at]).count("\n")
            assert above < problem.place.line <= above + text.count("\n") + 1
        assert sum(isinstance(item, SummaryText) for item in found) == text.count("PokerStars Tournament")


@pytest.mark.parametrize("places", [20, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", [*SILENT, *REPORTED])
def test_text_outside_hands_changes_no_hand(kind, places, hands):
    spread(kind, (SILENT | REPORTED)[kind], hands, places, random.Random(kind))  # noqa: S311 - repeatable, not secret


@pytest.mark.parametrize("below", ["", "\nHand #2: ", "\n\n-- \nAnn", "\n\n\n" + SUMMARY, "\nnice hand"])
@pytest.mark.parametrize("end", range(1, len(LINES)))
def test_a_hand_that_is_cut_off_stays_an_error(below, end):
    """The text below it must not hide that lines are missing."""
    cut = "\n".join(LINES[:end])
    first, *others = (
        item for item in split_blocks("a.txt", [f"{cut}{below}\n\n\n{HAND}"]) if isinstance(item, Block)
    )
    assert first.text.startswith(cut)
    assert not is_whole(first)
    assert [block.text for block in others] == [HAND.rstrip()]


def blocks_of(*texts):
    """Return the texts of the blocks in a file of these texts, and the other items."""
    found = list(split_blocks("a.txt", ["".join(texts)]))
    return [item.text for item in found if isinstance(item, Block)], [
        item for item in found if not isinstance(item, Block)
    ]


WHOLE = HAND.rstrip()
NEXT = WHOLE.replace("#77700000", "#77799999")
TORN = "\n".join(WHOLE.split("\n")[21:])
GAP = "\n\n\n"


def test_hands_without_a_header_one_above_the_other():
    """Below the first, everything up to the next header was part of it."""
    texts, others = blocks_of(TORN, GAP, TORN, GAP, SUMMARY, GAP, "my note", GAP, WHOLE)
    assert texts == [TORN, TORN, WHOLE]
    assert isinstance(others[0], SummaryText)
    assert [item.code for item in others[1:]] == [codes.STRAY_TEXT]


@pytest.mark.parametrize(
    "said", ['Ann said, "nh"', 'Zed said, "nh"', "Bo leaves the table", 'Cy said, "A: b"']
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_table_talk_below_a_summary_is_part_of_the_hand(said, gap):
    assert blocks_of(WHOLE, gap, said, GAP, NEXT) == ([f"{WHOLE}{gap}{said}", NEXT], [])


def test_much_text_below_a_hand_takes_linear_time(monkeypatch):
    """Each line was compared with all lines above it."""
    read = Counter()
    line_of = hand_ends.TextOfHands.line
    monkeypatch.setattr(hand_ends.TextOfHands, "line", lambda self, n: read.update([n]) or line_of(self, n))
    for line in ('Bo said, "x"', "some words", "Ann: some words"):
        read.clear()
        blocks_of(WHOLE, "\n", f"{line}\n" * 3000)
        assert max(read.values()) <= 12


@pytest.mark.parametrize(
    "text",
    [
        HAND.replace("Bo", "O\u2019Neil"),
        HAND.replace("Bo", "A\u00a0n"),
        HAND.replace("Alcyone IV", "Bob\u2019s"),
        HAND.replace("*** SHOW", 'Bo said, "tr\u00e8s bien\u00a0! \u201cnh\u201d"\n*** SHOW'),
        HAND.replace("#77700000002:  ", "#77700000002: {Bob\u2019s\u00a0Club}  ").replace(
            "Hand #", "Home Game Hand #"
        ),
    ],
)
def test_names_and_words_stay_as_they_are_written(text):
    (block,) = (item for item in split_blocks("a.txt", [text]))
    assert block.text == text.rstrip()
    assert straighten(block.text) == block.text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "Table \u2018Bob\u2019s\u2019 6-max Seat #1 is the button",
            "Table 'Bob\u2019s' 6-max Seat #1 is the button",
        ),
        ("Bo: doesn\u2019t show hand", "Bo: doesn't show hand"),
        ("Bo said, \u201cit\u2019s \u201cme\u201d\u201d", 'Bo said, "it\u2019s \u201cme\u201d"'),
        ("Bo:\u00a0folds\u00a0", "Bo: folds "),
    ],
)
def test_what_the_client_writes_is_straightened(written, read):
    assert straighten(written) == read


def is_whole(block):
    from badugi_hh.engine.rules import POKERSTARS
    from badugi_hh.store.hand_checks import check_block

    return check_block(block, POKERSTARS).ok


def test_a_hand_that_is_cut_within_a_line_stays_an_error():
    text = "\n".join(LINES)
    for end in range(len(LINES[0]) + 1, len(text), 3):
        for below in ("\nHand #2: ", "\n\nnice hand"):
            (block,) = (
                item for item in split_blocks("a.txt", [text[:end] + below]) if isinstance(item, Block)
            )
            assert not is_whole(block) or text[end:].strip() == "", text[end - 20 : end]
