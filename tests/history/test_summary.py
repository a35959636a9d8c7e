"""Summaries of tournaments: every line of every form is read, and a text with any other line is a problem at that line."""

from dataclasses import replace

import pytest

from badugi_hh import problems as codes
from badugi_hh.history.blocks import Block
from badugi_hh.history.money import Money
from badugi_hh.history.source import Source, read_blocks, stream_blocks
from badugi_hh.history.summary import Summary, SummaryText, parse_summary
from badugi_hh.problems import Problem

WHOLE = """\
PokerStars Tournament #98765432, Badugi Limit
Buy-In: $1.00/$0.25/$0.15 USD
6 players
Total Prize Pool: $1,200.50 USD
Tournament started 2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]
Tournament finished 2024/03/04 23:05:59 CET [2024/03/04 17:05:59 ET]
  1: TH(The age) (Antwerpen), $1,000.50 (83.34%)
  2: Ann of Skye [2] (Herne Bay (uk)), Sunday ticket
  3: Bo (Malta),  (qualified for the target tournament)
  4: Cy: 2 (Peru), 25,750 FPP
  5: Di (Chad),
  6: Ann of Skye (Herne Bay (uk)),

You finished in 5th place (eliminated at hand #123456789).
You made 2 rebuys and 1 addons for a total of USD 3.00.
"""
RUNNING = """\
PokerStars Tournament #98765433, 8-Game
Super Satellite
Buy-In: 100 FPP
3 players
$11.00 USD added to the prize pool by PokerStars
Total Prize Pool: 300 FPP
Target Tournament #98765434 Buy-In: $10.00/1.00 USD
2 tickets to the target tournament

Tournament started - 2007/08/13 - 08:15:00 (ET)

  1: Ann (Malta), still playing
  2: Bo (Peru), still playing
  3: Cy (Chad),

You finished in 3rd place (eliminated at hand #123456790).
"""
EMAIL = """\
PokerStars Tournament #98765435, No Limit Hold'em
Buy-In: €0.42/€0.08 EUR
10 players
Total Prize Pool: €4.20 EUR
Tournament started 2011/02/06 22:17:47 CET [2011/02/06 16:17:47 ET]


Dear Ann of Skye,

You finished the tournament in 2nd place. A EUR 0.90 award has been credited to your Real Money account.


Congratulations!

Thank you for participating.
"""


def read(text):
    found = parse_summary("a.txt", 1, text)
    assert isinstance(found, Summary), found
    return found


def test_a_finished_tournament():
    summary = read(WHOLE)
    assert (summary.id, summary.game, summary.entrants, summary.buy_in) == (
        "98765432",
        "Badugi Limit",
        6,
        "$1.00/$0.25/$0.15 USD",
    )
    assert [
        part and (part.amount, part.currency) for part in (summary.pool, summary.bounty, summary.fee)
    ] == [(100, "USD"), (25, "USD"), (15, "USD")]
    assert summary.prize_pool == Money("$1,200.50", 120050, "USD")
    assert summary.finished is not None
    assert f"{summary.started.utc:%H:%M} {summary.finished.utc:%H:%M}" == "21:05 22:05"
    assert (summary.own_place, summary.spent) == (5, Money("USD 3.00", 300, "USD"))
    found = [(each.place, each.player, each.entry, each.country) for each in summary.finishers]
    assert found == [
        (1, "TH(The age)", 1, "Antwerpen"),
        (2, "Ann of Skye", 2, "Herne Bay (uk)"),
        (3, "Bo", 1, "Malta"),
        (4, "Cy: 2", 1, "Peru"),
        (5, "Di", 1, "Chad"),
        (6, "Ann of Skye", 1, "Herne Bay (uk)"),
    ]
    prizes = [each.prize and (each.prize.text, each.prize.amount) for each in summary.finishers]
    assert prizes == [("$1,000.50", 100050), ("Sunday ticket", None), None, ("25,750 FPP", None), None, None]
    assert [each.place for each in summary.finishers if each.qualified] == [3]


def test_a_satellite_that_is_still_running():
    summary = read(RUNNING)
    assert (summary.buy_in, summary.pool, summary.finished) == ("100 FPP", Money("100 FPP", None, None), None)
    assert [each.player for each in summary.finishers if each.playing] == ["Ann", "Bo"]
    assert f"{summary.started.utc:%Y-%m-%d %H:%M}" == "2007-08-13 12:15"


def test_an_email():
    summary = read(EMAIL)
    assert (summary.player, summary.own_place, summary.own_prize) == (
        "Ann of Skye",
        2,
        Money("EUR 0.90", 90, "EUR"),
    )
    assert summary.finishers == ()


@pytest.mark.parametrize("text", [WHOLE, RUNNING, EMAIL], ids=["whole", "running", "email"])
def test_no_line_is_lost(text):
    """A line with one more word before it has no form, and neither has that word alone; the problem names the line."""
    lines = text.splitlines()
    for n, line in enumerate(lines):
        if not line.strip() or n == 0:
            continue
        for changed, at in ((f"Xy {line}", n + 3), (f"{line}\nXy", n + 4)):
            found = parse_summary("a.txt", 3, "\n".join([*lines[:n], changed, *lines[n + 1 :]]))
            assert isinstance(found, Problem), changed
            assert found.place.line == at, changed


@pytest.mark.parametrize(
    ("line", "instead", "code"),
    [
        ("Buy-In: $1.00/$0.25/$0.15 USD", "Buy-In: $1.00/$0.25/$0.15 EUR", codes.BAD_AMOUNT),
        ("Buy-In: $1.00/$0.25/$0.15 USD", "Buy-In: $1.0x/$0.25/$0.15 USD", codes.BAD_AMOUNT),
        ("2024/03/04 16:05:59 ET]", "2024/13/04 16:05:59 ET]", codes.BAD_TIME),
        ("  5: Di (Chad),", "  5: Di Chad,", codes.UNKNOWN_LINE),
        ("  5: Di (Chad),", "  5: Di (a) b (c),", None),
        ("6 players\n", "", codes.MISPLACED_LINE),
        ("  5: Di (Chad),\n", "  5: Di (Chad),\n6 players\n", codes.MISPLACED_LINE),
    ],
)
def test_a_wrong_value_is_a_problem_at_its_line(line, instead, code):
    found = parse_summary("a.txt", 1, WHOLE.replace(line, instead, 1))
    if code is None:
        assert isinstance(found, Summary)
        assert found.finishers[4].player == "Di (a) b"
        return
    assert isinstance(found, Problem)
    assert found.code is code
    at = WHOLE[: WHOLE.index(line)].count("\n") + 1
    assert found.place.line in {at, at + 1}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_a_file_of_summaries_is_split_at_their_headers(newline, encoding):
    text = f"\n\n{WHOLE}\n\n{EMAIL}{RUNNING}".replace("\n", newline)
    found = list(stream_blocks(Source.of("a.txt", text.encode(encoding))))
    assert all(isinstance(each, SummaryText) for each in found)
    summaries = [each for each in found if isinstance(each, SummaryText)]
    assert [each.read for each in summaries] == [
        replace(read(text), finishers=tuple(replace(one, line=one.line) for one in read(text).finishers))
        for text in (WHOLE, EMAIL, RUNNING)
    ]
    assert [each.line for each in summaries] == [3, 20, 35]
    assert [each.text for each in summaries] == [text.rstrip() for text in (WHOLE, EMAIL, RUNNING)]
    assert read_blocks(Source.of("a.txt", text.encode(encoding))) == ([], [])


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("USD 3.00", "EUR 3.0.0"),
        ("USD 3.00", "USD , 3"),
        ("USD 3.00", "USD 60.005"),
        ("$1,000.50", "$1,50"),
        ("$1,000.50", "-$5"),
        ("$1,000.50", "$1.00 (3%"),
        ("$1.00/$0.25/$0.15 USD", "$2,5/$0.20 USD"),
        ("$1.00/$0.25/$0.15 USD", "$2.00/€0.20"),
        ("$1.00/$0.25/$0.15 USD", "100/€0.20"),
        ("  5: ", f"  {'9' * 5000}: "),
        ("6 players", f"{'9' * 20} players"),
        ("You made 2", "You made 1 rebuys and 0 addons for a total of USD 1.00.\nYou made 2"),
        ("You finished in 5th", "You finished in 4th place.\nYou finished in 5th"),
        ("  5: Di (Chad),", "  5: Bo (Malta),"),
    ],
)
def test_what_is_no_amount_or_stands_twice_is_a_problem(line, instead):
    assert line in WHOLE
    assert isinstance(parse_summary("a.txt", 1, WHOLE.replace(line, instead, 1)), Problem)


def test_a_summary_that_is_cut_off_says_so():
    for lines in (1, 2, 3, 4):
        found = parse_summary("a.txt", 1, "\n".join(WHOLE.splitlines()[:lines]))
        assert isinstance(found, Problem)
        assert found.code is codes.CUT_OFF


def test_hands_below_a_summary_are_hands(samples):
    hands = min(samples.glob("HH*T7*")).read_text(encoding="utf-8")
    for newline in ("\n", "\r\n"):
        text = f"{EMAIL}\n\n{hands}".replace("\n", newline)
        found = list(stream_blocks(Source.of("a.txt", text.encode())))
        assert isinstance(found[0], SummaryText)
        assert isinstance(found[0].read, Summary)
        alone, _ = read_blocks(Source.of("a.txt", hands.encode()))
        below = [each for each in found if isinstance(each, Block)]
        assert [each.text for each in below] == [each.text for each in alone]
        assert {each.line - other.line for each, other in zip(below, alone, strict=True)} == {
            EMAIL.count("\n") + 2
        }


@pytest.mark.parametrize("blank", ["\xa0", "\x0b", "\u3000", "\x1c"])
def test_a_header_after_another_blank_loses_no_text(blank):
    found = list(stream_blocks(Source.of("a.txt", (blank + WHOLE).encode())))
    assert len(found) == 1
    assert isinstance(found[0], Problem)
