"""Summaries of tournaments: every form of line is read; a line of another form is a problem, and changes no value."""

from string import printable

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from badugi_hh import problems as codes
from badugi_hh.history.blocks import Block
from badugi_hh.history.money import Money
from badugi_hh.history.source import Source, read_blocks, stream_blocks
from badugi_hh.history.summary import SummaryText, parse_summary, read_text_outside
from badugi_hh.history.summary_lines import UNKNOWN, begins_other_summary, is_summary_header, split_lines

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


AGAIN = """\
PokerStars Tournament #98765436, Badugi Limit
Buy-In: $4.90/$0.60 USD
40 players
Total Prize Pool: $196.00 USD
Tournament started 2026/08/05 18:01:00 WET [2026/08/05 13:01:00 ET]

  1: Bo (Malta), $80.00 (40.816%)
  18: Ann of Skye (Peru), $5.40 (2.755%)
  19: Cy (Chad),

You finished in 18th place (eliminated at hand #290000000201).
"""
OWN = "You finished in 18th place (eliminated at hand #290000000201).\n"


def read(text):
    found = parse_summary("a.txt", 1, text)
    assert found.problems == ()
    assert found.read is not None
    return found.read


def lost(text):
    """The error because of which a summary is not read."""
    found = parse_summary("a.txt", 1, text)
    assert found.read is None
    (error,) = found.errors
    assert found.code == error.code.id
    return error


def warned(text):
    """A summary with problems, and the lines of these."""
    found = parse_summary("a.txt", 1, text)
    assert found.read is not None, found.problems
    assert {problem.code for problem in found.problems} == {codes.UNREAD_LINE}
    assert found.code == codes.UNREAD_LINE.id
    return found.read, [problem.place.line for problem in found.problems]


def entries(summary, player):
    return [each for each in summary.finishers if each.player == player]


def cost(summary, player):
    """Entries, what was spent for more chips, and whether that is all."""
    own = entries(summary, player)
    (spent,), (unknown,) = {each.spent for each in own}, {each.cost_unknown for each in own}
    return len(own), spent, unknown


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
    assert summary.started is not None
    assert summary.finished is not None
    assert f"{summary.started.utc:%H:%M} {summary.finished.utc:%H:%M}" == "21:05 22:05"
    assert summary.own_place == 5
    assert cost(summary, "Di") == (1, 300, False)
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
    assert summary.started is not None
    assert f"{summary.started.utc:%Y-%m-%d %H:%M}" == "2007-08-13 12:15"


def test_an_email():
    summary = read(EMAIL)
    assert (summary.player, summary.own_place, summary.own_prize) == (
        "Ann of Skye",
        2,
        Money("EUR 0.90", 90, "EUR"),
    )
    (ann,) = summary.finishers
    assert (ann.place, ann.player, ann.country, ann.prize) == (2, "Ann of Skye", None, summary.own_prize)


@pytest.mark.parametrize("text", [WHOLE, RUNNING, EMAIL], ids=["whole", "running", "email"])
def test_no_line_is_lost(text):
    """A line with one more word before it has no form, and neither has that word alone; the problem names the line."""
    lines = text.splitlines()
    last = max(n for n, line in enumerate(lines) if line)
    for n, line in enumerate(lines):
        if not line.strip() or n == 0:
            continue
        for changed, at in ((f"Xy {line}", n + 3), (f"{line}\nXy", n + 4)):
            found = parse_summary("a.txt", 3, "\n".join([*lines[:n], changed, *lines[n + 1 : last + 1]]))
            assert at in {problem.place.line for problem in found.problems}, changed


# --- forms of lines


@pytest.mark.parametrize(
    ("second", "buy_in"),
    [
        ("Freeroll", "Freeroll"),
        ("Freeroll Super Satellite", "Freeroll"),
        ("Freeroll\nSuper Satellite", "Freeroll"),
        ("Buy-In: Freeroll", "Freeroll"),
        ("Satellite\nBuy-In: $0.00/$0.00 USD", "$0.00/$0.00 USD"),
    ],
)
def test_a_free_tournament(second, buy_in):
    summary = read(AGAIN.replace("Buy-In: $4.90/$0.60 USD", second))
    parts = (summary.pool, summary.bounty, summary.fee)
    assert (summary.buy_in, [part and part.amount for part in parts]) == (buy_in, [0, 0, 0])


def test_a_finish_without_a_place():
    """As the room writes it since players can enter again: the list alone says who entered how often."""
    listed = "  18: Ann of Skye [2] (Peru), $5.40 (2.755%)\n  31: Ann of Skye (Peru),"
    text = AGAIN.replace("  18: Ann of Skye (Peru), $5.40 (2.755%)", listed)
    text = text.replace("finished in 18th place", "finished the tournament")
    summary = read(text)
    assert summary.own_place is None
    assert [(each.place, each.entry) for each in entries(summary, "Ann of Skye")] == [(18, 2), (31, 1)]
    assert cost(summary, "Ann of Skye") == (2, None, False)
    further = f"{text}You made 1 re-entries for a total of $5.50.\n"
    assert read(further).finishers == summary.finishers


@pytest.mark.parametrize(
    "own",
    [
        "You finished in 18th place.",
        "You finished in 18th place.You finished the tournament (eliminated at\n2026/08/05 19:01:00 WET [2026/08/05 14:01:00 ET]).",
        "You finished in 18th place. You finished the tournament (eliminated at hand #290000000201).",
        "You finished the tournament (eliminated at hand #290000000100).You finished in 18th place.",
        "You finished in 18th place (eliminated at\nhand #290000000201).",
        "You finished in 18th place (eliminated at 2026/08/05 19:01:00 WET [2026/08/05 14:01:00 ET]).",
    ],
)
def test_forms_of_the_own_place(own):
    assert read(AGAIN.replace(OWN, f"{own}\n")) == read(AGAIN)


@pytest.mark.parametrize(
    ("line", "number", "spent"),
    [
        ("You made 1 re-entries for a total of $5.50.", 2, None),
        ("You made 2 reentries for a total of $11.00 USD", 3, None),
        ("You made 5 rebuys and 1 addons for a total of USD 33.00.", 1, 3300),
        ("You made 1 Add-On for a total of $5.50.".lower().replace("you", "You", 1), 1, 550),
        ("You made 1 add-ons for a total of $1,005.50.", 1, 100550),
        ("You made 2 re-entries and 1 addon for a total of $14.00.", 3, 300),
        ("You made 1 re-entries, 1 rebuys and 1 addons for a total of $14.00.", 2, 850),
        ("You made 1 re-entries for a total of $5.50.\n\nYou made 2 rebuys for a total of $11.00.", 2, 1100),
        ("You collected 1 bounties for a total of USD 0.50.", 1, None),
        ("You collected 2.5 bounties for a total of $1.25", 1, None),
    ],
)
def test_what_the_player_bought(line, number, spent):
    """A further entry that is not listed has no place and no prize; the others have theirs."""
    summary = read(f"{AGAIN}\n{line}\n")
    assert cost(summary, "Ann of Skye") == (number, spent, False)
    assert [each.place for each in entries(summary, "Ann of Skye")] == [18, *(number - 1) * [None]]
    assert [each.prize and each.prize.amount for each in entries(summary, "Ann of Skye")] == [
        540,
        *(number - 1) * [None],
    ]
    assert cost(summary, "Bo") == (1, None, False)


@pytest.mark.parametrize(
    "line",
    [
        "You made 1 re-entries for a total of $5.00.",
        "You made 2 re-entries and 1 addon for a total of $10.00.",
        "You made 1 re-entries for a total of €5.50.",
        "You made 1 rebuys for a total of USD 5.505.",
        "You made 1 rebuys for a total of $5.50.\nYou made 1 rebuys for a total of $5.50.",
        "You made 3 rebuys at the price of $5.50.",
        "You bought one of your chips for $3.00.",
        "You entered the tournament 3 times.",
    ],
)
def test_a_cost_that_is_not_certain_is_unknown(line):
    summary, lines = warned(f"{AGAIN}{line}\n")
    assert lines[0] > 11
    assert cost(summary, "Ann of Skye")[1:] == (None, True)
    assert entries(summary, "Ann of Skye")[0].prize == Money("$5.40", 540, "USD")
    assert cost(summary, "Bo") == (1, None, False)


def test_bounties_are_those_of_the_player():
    summary = read(f"{AGAIN}You collected 2.5 bounties for a total of $1.25\n")
    assert [each.bounties for each in summary.finishers] == [None, 125, None]
    for line in ("You collected 1 bounties for a total of EUR 0.50.", "You collected 2 bounties for $1.00."):
        summary, _ = warned(f"{AGAIN}{line}\n")
        assert {each.bounties for each in summary.finishers} == {None}


def replace_line(finisher):
    """A finisher without the line."""
    return [getattr(finisher, name) for name in finisher.__dataclass_fields__ if name != "line"]


def test_full_tilt_on_the_software_of_pokerstars():
    summary = read(AGAIN.replace("PokerStars", "Full Tilt", 1))
    assert (summary.site, summary.id) == ("Full Tilt", "98765436")


# --- money


def test_all_amounts_are_in_the_currency_of_the_code():
    text = AGAIN.replace("USD", "CAD") + "You made 2 rebuys for a total of $3.00.\n"
    summary = read(text)
    assert summary.pool is not None
    assert (summary.pool.amount, summary.pool.currency) == (490, "CAD")
    assert summary.prize_pool == Money("$196.00", 19600, "CAD")
    assert entries(summary, "Bo")[0].prize == Money("$80.00", 8000, "CAD")
    assert cost(summary, "Ann of Skye") == (1, 300, False)
    assert read(AGAIN.replace(" USD", "")).finishers == read(AGAIN).finishers


# --- lines that cannot be read, or contradict others


@pytest.mark.parametrize(
    ("line", "instead", "code"),
    [
        ("Buy-In: $1.00/$0.25/$0.15 USD", "Buy-In: $1.00/$0.25/$0.15 EUR", codes.BAD_AMOUNT),
        ("Buy-In: $1.00/$0.25/$0.15 USD", "Buy-In: $1.0x/$0.25/$0.15 USD", codes.BAD_AMOUNT),
        ("Buy-In: $1.00/$0.25/$0.15 USD", "Buy-In $1.00/$0.25/$0.15 USD", codes.UNKNOWN_LINE),
        ("6 players", "Freeroll\n6 players", codes.MISPLACED_LINE),
        ("6 players", "Buy-In: $1.00/$0.40 USD\n6 players", codes.MISPLACED_LINE),
        ("  5: Di (Chad),", "  5: Di Chad,", codes.UNKNOWN_LINE),
        ("  5: Di (Chad),", "  5: Di (Chad), $5.0.0", codes.BAD_AMOUNT),
        ("  5: Di (Chad),", "  5: Di (Chad),\n  7: Di (Chad),", codes.MISPLACED_LINE),
        ("  5: Di (Chad),", "  5: Di (Chad),\n  5: Ed (Chad),", codes.MISPLACED_LINE),
        ("You finished in 5th", "You finished in 4th place.\nYou finished in 5th", codes.MISPLACED_LINE),
        ("You finished in 5th place", "You finished as number 5", codes.UNKNOWN_LINE),
        ("123456789).", "123456789). A USD 1.00 award has been credited to your Real Money account.", codes.MISPLACED_LINE),
        ("  5: Di", "Dear Ann,\n  5: Di", codes.MISPLACED_LINE),
    ],
)  # fmt: skip
def test_without_the_own_place_prize_or_buy_in_a_summary_is_not_read(line, instead, code):
    error = lost(WHOLE.replace(line, instead, 1))
    assert error.code is code
    at = WHOLE[: WHOLE.index(line)].count("\n") + 1
    assert at <= error.place.line <= at + 9


@pytest.mark.parametrize(
    ("line", "instead", "field"),
    [
        ("2024/03/04 16:05:59 ET]", "2024/13/04 16:05:59 ET]", "started"),
        ("2024/03/04 17:05:59 ET]", "2024/03/04 17:05:99 ET]", "finished"),
        ("6 players", "6 players\n7 players", "entrants"),
        ("6 players", "About 6 players", "entrants"),
        ("$1,200.50 USD", "$1,20.50 USD", "prize_pool"),
        ("$1,200.50 USD", "$1,200.50 USD\nTotal Prize Pool: $1,300 USD", "prize_pool"),
    ],
)
def test_a_value_that_cannot_be_read_is_unknown(line, instead, field):
    summary, _ = warned(WHOLE.replace(line, instead, 1))
    value = getattr(summary, field)
    assert value is None or value.amount is None
    assert (summary.own_place, summary.pool) == (5, read(WHOLE).pool)


def test_a_line_twice_is_a_warning():
    for line in WHOLE.splitlines()[1:]:
        if line and not line.startswith("You made"):
            summary, lines = warned(WHOLE.replace(line, f"{line}\n{line}", 1))
            assert len(lines) == 1
            assert [replace_line(each) for each in summary.finishers] == [
                replace_line(each) for each in read(WHOLE).finishers
            ]


INSERTED = st.one_of(
    st.text(printable.replace("\n", "").replace("\r", ""), min_size=1, max_size=60),
    st.sampled_from(
        [
            "You won $7.00.",
            "You paid $7.00 more.",
            "18. Ann of Skye (Peru), $7.00",
            "2: Ann of Skye $7",
            "Buy-In $7.00",
        ]
    ),
)


@given(st.sampled_from([WHOLE, RUNNING, EMAIL, AGAIN]), st.integers(0, 30), INSERTED)
@example(EMAIL, 9, "A prize of 7 more")
def test_an_unknown_line_anywhere_changes_no_value_to_another(text, at, line):
    """A place, a prize and a buy-in remain, or are unknown, or the summary has an error."""
    assume(not (is_summary_header(line) or begins_other_summary(line)))
    assume([each.kind for each in split_lines(line)] == [UNKNOWN])
    lines = text.splitlines()
    at = 1 + at % len(lines)
    (found,) = (
        each
        for each in read_text_outside("a.txt", 1, "\n".join([*lines[:at], line, *lines[at:]]))
        if isinstance(each, SummaryText)
    )
    before, after = read(text), found.read
    if after is None:
        assert found.errors
        return
    for name in ("own_place", "own_prize", "pool", "bounty", "fee", "entrants", "started", "buy_in"):
        assert getattr(after, name) == getattr(before, name)
    stated = {(each.player, each.entry): each for each in before.finishers}
    for each in after.finishers:
        was = stated.pop((each.player, each.entry))
        assert each.place in {was.place, None}
        assert each.prize == was.prize or (each.prize is not None and each.prize.amount is None)
        assert each.spent == was.spent or (each.spent is None and each.cost_unknown)
    assert not stated


# --- summaries in a text


def found_in(text, line=1):
    """The summaries and the other text in a text outside hands."""
    return [
        (each.line, each.text) if isinstance(each, SummaryText) else each
        for each in read_text_outside("a.txt", line, text)
    ]


def test_other_text_around_summaries():
    footer = "If you have any questions, please contact Ann.\n\nYou are receiving this email as Ann.\n\nAnn, Skye 7"
    text = f"\nTournament History for your last 2\n\n{WHOLE}\n\n{EMAIL}\n\n{footer}\n"
    assert found_in(text, 10) == [
        (11, "Tournament History for your last 2"),
        (13, WHOLE.rstrip()),
        (30, EMAIL.rstrip()),
        (51, "Ann, Skye 7"),
    ]


ABOUT_MONEY = [
    "Rebuys made: 3, for a total of $16.50.",
    "Your bounty prizes: $12.50",
    "In addition you made 2 rebuys for $11.00.",
    "Ann of Skye rebought 3 times for $16.50.",
    "Bo: 2 more entries",
    "A USD 3.20 bounty award has been credited to the account.",
    "Re-entries: 2",
    "1 Add-On",
    "Your Sunday ticket was credited.",
    "Buy-In $7.00",
]


@given(st.sampled_from([WHOLE, RUNNING, EMAIL, AGAIN]), st.integers(0, 9), st.sampled_from(ABOUT_MONEY))
@example(AGAIN, 1, ABOUT_MONEY[0])
@example(AGAIN, 2, ABOUT_MONEY[3])
def test_blank_lines_above_a_line_make_nothing_certain(text, blank, line):
    """A line about money changes the same below blank lines as directly below the summary."""
    assume(not (line.startswith("Bo") and "Bo (" not in text))
    directly, below = (
        next(
            each.read
            for each in read_text_outside("a.txt", 1, f"{text}{between}{line}\n")
            if isinstance(each, SummaryText)
        )
        for between in ("", "\n" * blank)
    )
    assert below == directly


@pytest.mark.parametrize(
    "line",
    ["Sea Mail Enterprises Ltd, 7 Central Road, Skye, IM3 1DZ", "Your feedback is welcome.", "Ann, Skye 7"],
)
def test_other_text_below_a_blank_line_is_not_of_the_summary(line):
    for text in (AGAIN, EMAIL):
        assert found_in(f"{text}\n{line}\n") == [(1, text.rstrip()), (text.count("\n") + 2, line)]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_a_file_of_summaries_is_split_at_their_headers(newline, encoding):
    text = f"\n\n{WHOLE}\n\n{EMAIL}{RUNNING}".replace("\n", newline)
    found = list(stream_blocks(Source.of("a.txt", text.encode(encoding))))
    assert all(isinstance(each, SummaryText) for each in found)
    summaries = [each for each in found if isinstance(each, SummaryText)]
    assert [each.read for each in summaries] == [read(text) for text in (WHOLE, EMAIL, RUNNING)]
    assert [each.line for each in summaries] == [3, 20, 35]
    assert [each.text for each in summaries] == [text.rstrip() for text in (WHOLE, EMAIL, RUNNING)]
    assert read_blocks(Source.of("a.txt", text.encode(encoding))) == ([], [])


def test_the_problems_of_a_file_are_those_of_its_summaries_and_of_other_text():
    text = f"{WHOLE.replace('6 players', 'Xy')}\n{AGAIN.replace('Buy-In', 'Cost')}\n\nAnn\n"
    blocks, problems = read_blocks(Source.of("a.txt", text.encode()))
    assert blocks == []
    assert [(problem.code.id, problem.place.line) for problem in problems] == [
        ("T06", 3),
        ("G02", 18),
        ("T03", 30),
    ]


def test_a_summary_that_is_cut_off_says_so():
    for lines in (1, 2, 3, 4):
        for end in ("", "\nTournament star"):
            assert lost("\n".join(WHOLE.splitlines()[:lines]) + end).code is codes.CUT_OFF


def at_the_end(text):
    """The only summary of a file with this text."""
    (found,) = read_text_outside("a.txt", 1, text)
    assert isinstance(found, SummaryText)
    return found


LISTED = AGAIN[: AGAIN.index("  19:")].rstrip()


@pytest.mark.parametrize("length", range(1, len(", $5.40 (2.755%)") + 1))
def test_the_prize_of_a_line_that_may_be_cut_off_is_unknown(length):
    whole = read(LISTED)
    found = at_the_end(LISTED[: len(LISTED) - len(", $5.40 (2.755%)") + length])
    assert found.read is not None
    assert found.read.finishers[:1] == whole.finishers[:1]
    if length == len(", $5.40 (2.755%)"):
        assert (found.read, found.problems) == (whole, ())
        return
    assert found.code == "T06"
    assert all(each.prize and each.prize.amount is None for each in found.read.finishers[1:])
    ended = at_the_end(f"{LISTED[: len(LISTED) - len(' (2.755%)')]}\n")
    assert ended.problems == ()


def test_hands_below_a_summary_are_hands(samples):
    hands = min(samples.glob("HH*T7*")).read_text(encoding="utf-8")
    for newline in ("\n", "\r\n"):
        text = f"{EMAIL}\n\n{hands}".replace("\n", newline)
        found = list(stream_blocks(Source.of("a.txt", text.encode())))
        assert isinstance(found[0], SummaryText)
        assert found[0].read == read(EMAIL)
        alone, _ = read_blocks(Source.of("a.txt", hands.encode()))
        below = [each for each in found if isinstance(each, Block)]
        assert [each.text for each in below] == [each.text for each in alone]
        assert {each.line - other.line for each, other in zip(below, alone, strict=True)} == {
            EMAIL.count("\n") + 2
        }
