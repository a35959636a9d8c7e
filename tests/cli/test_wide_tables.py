"""Tables with a line for each player or part: every figure is there, and what is left out is said."""

import re

import pytest
from support.commands import answer, mistake, run
from support.spread import few

from badugi_hh.cli.stats_tables import show_wide_table
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import BEST_KNOWN, STATS
from badugi_hh.stats.engine.evaluate import Group

SHARES = ("vpip", "pfr", "rfi", "steal", "wtsd", "w_sd", "three_bet", "pat_1", "pat_2", "pat_3")
REST = f"{len(BEST_KNOWN)} of {{}} statistics shown; --full shows all, --stat NAMES selects some"


@pytest.fixture(scope="module")
def db(sampled):
    return sampled


@pytest.fixture(autouse=True)
def _in_a_pipe(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)


def rows_of(text):
    """The cells of tables by the first cell of their row and the head of their column, heads in one line."""
    cells = {}
    for table in re.split(r"\n\n+", text):
        head, *body = [re.split(r" {2,}", line.strip()) for line in table.strip("\n").splitlines()]
        for row in body[1:]:
            cells |= {(row[0], name): cell for name, cell in zip(head, row, strict=True)}
    return cells


@pytest.mark.parametrize("width", few(["60", "80", "120"], "60"))
def test_every_value_is_in_the_row_of_its_part(db, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    ask = ("stats", "--db", db, "--by", "position", "--stat", ",".join(SHARES))
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


def test_several_players_with_parts_have_the_player_first(db):
    done = run("stats", "--db", db, "--all", "--by", "game,position", "--stat", "vpip,pfr")
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["player", "game", "position", "hands", "vpip", "pfr"]
    groups = answer("stats", "--db", db, "--all", "--by", "game,position", "--stat", "vpip")
    assert len(lines[3:-3]) == len(groups) > 20
    for group, line in zip(groups, lines[3:-3], strict=True):
        assert re.split(r" {2,}", line.strip())[:3] == [group["player"], *group["by"].values()]


def test_each_currency_and_game_has_a_column(db):
    shown = run("stats", "--db", db, "--by", "position", "--stat", "net,winrate").stdout
    heads = [re.split(r" {2,}", line.strip()) for line in shown.splitlines()[2:5]]
    assert heads == [
        ["position", "hands", "net", "net", "winrate", "winrate"],
        ["USD", "EUR", "cash", "tournament"],
        ["bets/100", "bets/100"],
    ]
    money = run("stats", "--db", db, "--by", "game", "--stat", "net,tournament_net").stdout
    assert "chips" not in money
    assert re.search(r"^ tournament +\d+ +– +– +−?\$[\d.]+$", money, re.MULTILINE)


def test_long_gives_each_statistic_its_lines(db):
    asked = ("stats", "--db", db, "--by", "position", "--stat", "vpip,pfr")
    shown = run(*asked, "--long")
    assert shown.stderr == ""
    lines = [re.split(r" {2,}", line.strip()) for line in shown.stdout.splitlines()[4:-1]]
    assert lines[0][:3] == ["vpip", "VPIP", "EP"]
    assert len(lines) == 2 * len(answer(*asked))
    players = run("stats", "--db", db, "--all", "--stat", "vpip", "--long").stdout
    assert players.count("made/opps") == len(answer("stats", "--db", db, "--all", "--stat", "vpip"))


def groups_of(names):
    share = Measure("proportion", 0.5, 40, low=0.4, high=0.6, made=20)
    return [Group(name, 1_000_000, {}, dict.fromkeys(SHARES, share)) for name in names]


@pytest.mark.parametrize("names", [["x" * 70, "y z " * 20], ["東京 " * 9, "🦡" * 30], ["שלום עולם", "علي"]])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_long_and_strange_names_break_no_figure(names, width, capsys, monkeypatch):
    from rich.cells import cell_len

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


def test_a_table_shows_the_best_known_and_says_how_to_see_the_rest(db):
    done = run("stats", "--db", db)
    assert done.stdout.count("\n") < 60
    assert done.stderr == f"{REST.format(len(STATS))}\n"
    assert sorted(names_in(done.stdout)) == sorted(BEST_KNOWN)
    full = run("stats", "--db", db, "--full")
    assert full.stderr == f"no prices yet: badugi-hh db price --db {db}\n"
    assert sorted(names_in(full.stdout)) == sorted(STATS)


def test_other_forms_have_all_statistics(db, tmp_path):
    (group,) = answer("stats", "--db", db)
    assert list(group["stats"]) == list(STATS)
    shown = run("stats", "--db", db, "--csv")
    assert {line.split(",")[2] for line in shown.stdout.splitlines()[1:]} == set(STATS)
    assert shown.stderr == ""


def test_statistics_that_are_named_are_shown_alone(db):
    done = run("stats", "--db", db, "--stat", "bet_b1,vpip")
    assert names_in(done.stdout) == ["bet_b1", "vpip"]
    assert done.stderr == ""
    printed = mistake("stats", "--db", db, "--stat", "vpip", "--full")
    assert printed == "--full shows all statistics, --stat only some; use one of them"


def test_a_split_by_decisions_shows_those_of_the_best_known_that_it_has(db):
    done = run("stats", "--db", db, "--by", "opener")
    of = len(answer("stats", "--db", db, "--by", "opener")[0]["stats"])
    shown, total = map(int, re.findall(r"(\d+) of (\d+) statistics shown", done.stderr)[0])
    assert 5 < shown < len(BEST_KNOWN)
    assert total == of
