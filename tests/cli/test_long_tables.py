"""Tables of statistics in terminals of any width: no figure is broken, none is left out, and many rows take no time."""

import re

import pytest
from support.commands import run
from support.spread import spread
from support.work import calls

from badugi_hh.cli.stats_tables import show_comparison
from badugi_hh.cli.tables import show_table
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.kinds.kind import HANDS, count_of
from badugi_hh.stats.engine import compare, evaluate

ASKED = (
    ["--full"],
    ["--full", "--all", "--long"],
    ["--full", "--compare", "hero", "pool"],
    ["--compare", "hero", "pool", "--by", "position,table_size", "--stat", "net,winrate,vpip"],
)
FIGURE = re.compile(r"[−+]?[$€]?\d+(?:,\d{3})*(?:\.\d+)?%?(?:/[\d,]+)?")


@pytest.fixture(scope="module", autouse=True)
def asked_once():
    """The same question has the same answer in a terminal of any width, and takes longer than its table."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(evaluate, "evaluate", remembered(evaluate.evaluate))
        patched.setattr(compare, "compare", remembered(compare.compare))
        yield


def remembered(ask):
    """Return a function that asks the database once for all calls with the same other arguments."""
    answers = {}

    def answer(con, *args, **options):
        key = repr((args, options))
        if key not in answers:
            answers[key] = ask(con, *args, **options)
        return answers[key]

    return answer


@pytest.fixture(scope="module")
def db(sampled):
    return sampled


def shown(db, width, asked, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    done = run("stats", "--db", db, *asked)
    assert done.exit_code == 0
    return done.stdout.splitlines()


def figures(lines):
    return {figure for line in lines for figure in FIGURE.findall(line.replace("–", " – "))}


@pytest.mark.parametrize(("width", "asked"), spread([80, 120, 160], ASKED))
def test_no_figure_is_broken_or_left_out(db, width, asked, monkeypatch):
    lines = shown(db, width, asked, monkeypatch)
    assert max(map(len, lines)) <= width
    missing = figures(shown(db, 1000, asked, monkeypatch)) - figures(lines)
    # What titles and units say beside the figures may be missing: "Bankroll for a 5% risk of ruin", "1 best to 1092".
    assert missing <= {"5%", "3", "4", "1092", "100", "1", "2"}


def test_titles_are_folded(db, monkeypatch):
    lines = shown(db, 80, [], monkeypatch)
    assert max(map(len, lines)) <= 80
    start = next(nth for nth, line in enumerate(lines) if line.startswith(" won_without_showdown"))
    assert [line[23:39].strip() for line in lines[start : start + 3]] == ["Hands won", "without", "showdown"]


def test_every_game_and_currency_has_a_line(db, monkeypatch):
    lines = shown(db, 80, ["--stat", "net,winrate"], monkeypatch)
    cells = [re.split(r" {2,}", line.strip())[:3] for line in lines[4:-1]]
    assert [row[:2] for row in cells] == [
        ["net", "Net, EUR"],
        ["net", "Net, USD"],
        ["winrate", "Win rate, cash"],
        ["winrate", "Win rate, tournament"],
    ]
    assert [row[2].lstrip("−")[0] for row in cells[:2]] == ["€", "$"]


def test_a_narrow_comparison_continues_below(db, monkeypatch):
    lines = shown(db, 80, ["--compare", "hero", "pool", "--stat", "net,winrate,hands"], monkeypatch)
    names = ["net, EUR", "net, USD", "winrate, cash"]
    for name in names:
        rows = [re.split(r" {2,}", line.strip()) for line in lines if line.startswith(f" {name} ")]
        assert len(rows) == 2
        assert sum(len(row) - 1 for row in rows) == 6


def test_a_difference_of_counts_is_a_count(capsys):
    fewer, more = (Measure("total", count, count, HANDS) for count in (1, 420))
    hours = (Measure("total", count, 9, count_of("hours")) for count in (1.5, 2.25))
    contrasts = {"hands": compare.contrast(fewer, more), "hours": compare.contrast(*hours)}
    printed = compare.Comparison("A", "B", (1, 420), {}, contrasts)
    show_comparison([printed])
    rows = [re.split(r" {2,}", line.strip()) for line in capsys.readouterr().out.splitlines()]
    found = {row[0]: row for row in rows if row[0] in contrasts}
    assert {name: row.count("–") for name, row in found.items()} == {"hands": 1, "hours": 1}  # no range
    assert "−419" in found["hands"]
    assert "−0.75" in found["hours"]


def test_many_rows_take_little_work(capsys):
    rows = [(f"player {nth}", nth, f"{nth / 7:.2f}%", None) for nth in range(20_000)]
    shown = calls(lambda: show_table(("player", "hands", "vpip", "range"), rows, right=(1, 2, 3)))
    assert shown < 160 * len(rows)  # 78 calls a row; a general layout of Rich takes 1,900
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["player", "hands", "vpip", "range"]
    assert lines[-2] == " player 19999  19999  2857.00%      –"


def test_wide_characters_and_long_texts_keep_their_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "24")
    show_table(("name", "says"), [("東京", "one two three four five"), ("Bo", "six")], whole=(0,))
    _, _, _, *body, _ = capsys.readouterr().out.splitlines()
    assert body == [" 東京  one two three", "       four five", " Bo    six"]
