"""Tables of statistics in terminals of any width: no figure is broken or left out, and what is not shown is said."""

import re

import pytest
from rich.cells import cell_len
from support.commands import answer, mistake, run
from support.spread import few, spread
from support.work import calls

from badugi_hh.cli.stats_tables import show_comparison, show_wide_table
from badugi_hh.cli.tables import show_table
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.kinds.kind import HANDS, count_of
from badugi_hh.stats.definitions.registry import BEST_KNOWN, STATS
from badugi_hh.stats.engine import compare, evaluate
from badugi_hh.stats.engine.evaluate import Group

ASKED = (
    ["--full"],
    ["--full", "--all", "--long"],
    ["--full", "--compare", "hero", "pool"],
    ["--compare", "hero", "pool", "--by", "position,table_size", "--stat", "net,winrate,vpip"],
)
SHARES = ("vpip", "pfr", "rfi", "steal", "wtsd", "w_sd", "three_bet", "pat_1", "pat_2", "pat_3")
REST = f"{len(BEST_KNOWN)} of {{}} statistics shown; --full shows all, --stat NAMES selects some"
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


def shown(sampled, width, asked, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    done = run("stats", "--db", sampled, *asked)
    assert done.exit_code == 0
    return done.stdout.splitlines()


def figures(lines):
    return {figure for line in lines for figure in FIGURE.findall(line.replace("–", " – "))}


@pytest.mark.parametrize(("width", "asked"), spread([80, 120, 160], ASKED))
def test_no_figure_is_broken_or_left_out(sampled, width, asked, monkeypatch):
    lines = shown(sampled, width, asked, monkeypatch)
    assert max(map(len, lines)) <= width
    missing = figures(shown(sampled, 1000, asked, monkeypatch)) - figures(lines)
    # What titles and units say beside the figures may be missing: "Bankroll for a 5% risk of ruin", "1 best to 1092".
    assert missing <= {"5%", "3", "4", "1092", "100", "1", "2"}


def test_titles_are_folded(sampled, monkeypatch):
    lines = shown(sampled, 80, [], monkeypatch)
    assert max(map(len, lines)) <= 80
    start = next(nth for nth, line in enumerate(lines) if line.startswith(" won_without_showdown"))
    assert [line[23:39].strip() for line in lines[start : start + 3]] == ["Hands won", "without", "showdown"]


def test_every_game_and_currency_has_a_line(sampled, monkeypatch):
    lines = shown(sampled, 80, ["--stat", "net,winrate"], monkeypatch)
    cells = [re.split(r" {2,}", line.strip())[:3] for line in lines[4:-1]]
    assert [row[:2] for row in cells] == [
        ["net", "Net, EUR"],
        ["net", "Net, USD"],
        ["winrate", "Win rate, cash"],
        ["winrate", "Win rate, tournament"],
    ]
    assert [row[2].lstrip("−")[0] for row in cells[:2]] == ["€", "$"]


def test_a_narrow_comparison_continues_below(sampled, monkeypatch):
    lines = shown(sampled, 80, ["--compare", "hero", "pool", "--stat", "net,winrate,hands"], monkeypatch)
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


# --- a line for each player or part


def rows_of(text):
    """The cells of tables by the first cell of their row and the head of their column, heads in one line."""
    cells = {}
    for table in re.split(r"\n\n+", text):
        head, *body = [re.split(r" {2,}", line.strip()) for line in table.strip("\n").splitlines()]
        for row in body[1:]:
            cells |= {(row[0], name): cell for name, cell in zip(head, row, strict=True)}
    return cells


@pytest.mark.parametrize("width", few(["60", "80", "120"], "60"))
def test_every_value_is_in_the_row_of_its_part(sampled, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    ask = ("stats", "--db", sampled, "--by", "position", "--stat", ",".join(SHARES))
    done = run(*ask)
    title, _, tables = done.stdout.partition("\n\n")
    assert title == "Marmalade Heron: 541 hands"
    assert max(map(len, done.stdout.splitlines())) <= int(width)
    tables, _, legend = tables.partition("\n * ")
    assert legend == "fewer than 30 opportunities\n\n"
    cells = rows_of(tables)
    few = 0
    for group in answer(*ask):
        part = group["by"]["position"]
        assert cells[part, "hands"] == f"{group['hands']:,}"
        for name in SHARES:
            share = group["stats"][name]
            due = "–" if share["value"] is None else f"{100 * share['value']:.1f}%"
            few += 0 < share["chances"] < 30
            assert cells[part, name] == (f"{due}*" if 0 < share["chances"] < 30 else due)
    assert few > 5
    assert done.stderr == "omitted: made/opps, 95% intervals; --long has all\n"


def test_several_players_with_parts_have_the_player_first(sampled):
    done = run("stats", "--db", sampled, "--all", "--by", "game,position", "--stat", "vpip,pfr")
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["player", "game", "position", "hands", "vpip", "pfr"]
    groups = answer("stats", "--db", sampled, "--all", "--by", "game,position", "--stat", "vpip")
    assert len(lines[3:-3]) == len(groups) > 20
    for group, line in zip(groups, lines[3:-3], strict=True):
        assert re.split(r" {2,}", line.strip())[:3] == [group["player"], *group["by"].values()]


def test_each_currency_and_game_has_a_column(sampled):
    shown = run("stats", "--db", sampled, "--by", "position", "--stat", "net,winrate").stdout
    heads = [re.split(r" {2,}", line.strip()) for line in shown.splitlines()[2:5]]
    assert heads == [
        ["position", "hands", "net", "net", "winrate", "winrate"],
        ["USD", "EUR", "cash", "tournament"],
        ["bets/100", "bets/100"],
    ]
    money = run("stats", "--db", sampled, "--by", "game", "--stat", "net,tournament_net").stdout
    assert "chips" not in money
    assert re.search(r"^ tournament +\d+ +– +– +−?\$[\d.]+$", money, re.MULTILINE)


def test_long_gives_each_statistic_its_lines(sampled):
    asked = ("stats", "--db", sampled, "--by", "position", "--stat", "vpip,pfr")
    shown = run(*asked, "--long")
    assert shown.stderr == ""
    lines = [re.split(r" {2,}", line.strip()) for line in shown.stdout.splitlines()[4:-1]]
    assert lines[0][:3] == ["vpip", "VPIP", "EP"]
    assert len(lines) == 2 * len(answer(*asked))
    players = run("stats", "--db", sampled, "--all", "--stat", "vpip", "--long").stdout
    assert players.count("made/opps") == len(answer("stats", "--db", sampled, "--all", "--stat", "vpip"))


def groups_of(names):
    share = Measure("proportion", 0.5, 40, low=0.4, high=0.6, made=20)
    return [Group(name, 1_000_000, {}, dict.fromkeys(SHARES, share)) for name in names]


@pytest.mark.parametrize("names", [["x" * 70, "y z " * 20], ["東京 " * 9, "🦡" * 30], ["שלום עולם", "علي"]])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_long_and_strange_names_break_no_figure(names, width, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    show_wide_table(groups_of(names))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(cell_len, lines)) <= width
    assert sum(line.count("50.0%") for line in lines) == 2 * len(SHARES)
    for name in names:
        assert "".join(name.split())[-1] in "".join(lines)


def test_long_names_of_statistics_are_folded_after_underscores(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    share = Measure("proportion", 0.5, 40, low=0.4, high=0.6, made=20)
    names = ("tournaments_unknown", "cbet_again_b2")
    show_wide_table([Group("Bo", 40, {"position": "BB"}, dict.fromkeys(names, share))])
    heads = capsys.readouterr().out.partition("─")[0].split("\n\n")[1]
    assert [re.split(r" {2,}", line.strip()) for line in heads.splitlines()] == [
        ["position", "hands", "tournaments_", "cbet_"],
        ["unknown", "again_"],
        ["b2"],
    ]


# --- the best known


def test_the_best_known_statistics_exist_and_are_named_once():
    assert len(BEST_KNOWN) == len(set(BEST_KNOWN)) == 34
    assert set(BEST_KNOWN) <= STATS.keys()


def names_in(shown):
    """The names of statistics that stand at the beginning of a line, each once."""
    lines = [line for line in shown.splitlines() if "95% interval" not in line]
    found = (re.match(rf"  ?({'|'.join(STATS)})(?:,| ) ?", line) for line in lines)
    return list(dict.fromkeys(match[1] for match in found if match))


def test_a_table_shows_the_best_known_and_says_how_to_see_the_rest(sampled):
    done = run("stats", "--db", sampled)
    assert done.stdout.count("\n") < 60
    assert done.stderr == f"{REST.format(len(STATS))}\n"
    assert sorted(names_in(done.stdout)) == sorted(BEST_KNOWN)
    full = run("stats", "--db", sampled, "--full")
    assert full.stderr == f"no prices yet: badugi-hh db price --db {sampled}\n"
    assert sorted(names_in(full.stdout)) == sorted(STATS)


def test_other_forms_have_all_statistics(sampled, tmp_path):
    (group,) = answer("stats", "--db", sampled)
    assert list(group["stats"]) == list(STATS)
    shown = run("stats", "--db", sampled, "--csv")
    assert {line.split(",")[2] for line in shown.stdout.splitlines()[1:]} == set(STATS)
    assert shown.stderr == ""


def test_statistics_that_are_named_are_shown_alone(sampled):
    done = run("stats", "--db", sampled, "--stat", "bet_b1,vpip")
    assert names_in(done.stdout) == ["bet_b1", "vpip"]
    assert done.stderr == ""
    printed = mistake("stats", "--db", sampled, "--stat", "vpip", "--full")
    assert printed == "--full shows all statistics, --stat only some; use one of them"


def test_a_split_by_decisions_shows_those_of_the_best_known_that_it_has(sampled):
    done = run("stats", "--db", sampled, "--by", "opener")
    of = len(answer("stats", "--db", sampled, "--by", "opener")[0]["stats"])
    shown, total = map(int, re.findall(r"(\d+) of (\d+) statistics shown", done.stderr)[0])
    assert 5 < shown < len(BEST_KNOWN)
    assert total == of
