"""All statistics on simulated hands: what must hold whatever was played.

Two engines read the same predicates alike, shares are shares, parts add up, names mean nothing, and it does not matter
in which order or in which files the hands came. Cash games and tournaments of fixed and no limit are played in turn.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from itertools import pairwise
from math import isclose
from random import Random

import duckdb
import polars as pl
import pytest
from support.random_rows import polars_aggregate
from support.spread import few

from badugi_hh.engine.rules import Betting
from badugi_hh.history.events import Hand
from badugi_hh.history.write import file_name, write
from badugi_hh.simulate import HERO, MIX, POOL, CashGame, games, simulate
from badugi_hh.stats.definitions.kinds import (
    CountRatio,
    Distribution,
    ObservedMinusExpected,
    Proportion,
    Total,
)
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ROW_SETS
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import row_set
from badugi_hh.stats.selection.selected_seats import select_seats
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import price_hands

EVERYBODY = Filter(every_player=True)
GAMES = [
    CashGame("Porrima VI", 2, 2, 50, 100),  # for the solver prices
    *(game for both in zip(MIX, games(Betting.NO_LIMIT), strict=True) for game in both),
]
GAP = "\n\n\n\n"

Files = dict[str, list[str]]


@dataclass
class Played:
    """The hands, as texts by file, and the database of them."""

    hands: list[Hand]
    files: Files
    con: duckdb.DuckDBPyConnection

    @cached_property
    def stats(self):
        return stats_of(self.con)


def imported(files, folder, names):
    """Write these files and import them one after the other in the order of `names`."""
    con = open_database(None)
    for name in names:
        path = folder / name
        path.write_text("".join(text + GAP for text in files[name]), encoding="utf-8", newline="")
        report = import_paths(con, [path])
        assert report.stored + report.duplicates == len(files[name])
    price_hands(con)
    return con


def stats_of(con, hand_filter=EVERYBODY):
    return {group.player: group.stats for group in evaluate(con, hand_filter)}


@pytest.fixture(scope="module", params=[390, pytest.param(20_000, marks=pytest.mark.long)])
def played(request, tmp_path_factory):
    hands = list(simulate(request.param, seed=47, games=GAMES))
    files = {}
    for hand in hands:
        files.setdefault(file_name(hand), []).append(write(hand))
    con = imported(files, tmp_path_factory.mktemp("played"), list(files))
    yield Played(hands, files, con)
    con.close()


def close(one, other):
    """Compare two numbers up to the order in which they were added; unknown is like unknown only."""
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=1e-7, abs_tol=1e-7)


def assert_alike(found, expected, what):
    """Compare two measures: counts and units exactly, values and intervals closely."""
    for one, other in zip((found, *found.parts), (expected, *expected.parts), strict=True):
        assert close(one.value, other.value), (what, one, other)
        assert close(one.low, other.low), (what, one, other)
        assert close(one.high, other.high), (what, one, other)
        assert (one.kind, one.n, one.made, one.unit) == (other.kind, other.n, other.made, other.unit), what
        assert one.counts == other.counts, what


def assert_same(found, expected):
    assert found.keys() == expected.keys()
    for player, stats in expected.items():
        for name, measure in stats.items():
            assert_alike(found[player][name], measure, (player, name))


def test_the_hands_reach_nearly_every_statistic(played):
    """What follows says nothing of a statistic without a chance."""
    reached = {name for stats in played.stats.values() for name, measure in stats.items() if measure.n}
    assert played.con.execute("SELECT count(*) FROM hands").fetchall() == [(len(played.hands),)]
    assert len(reached) > 0.97 * len(STATS), STATS.keys() - reached


# --- a second engine


@pytest.mark.parametrize("table", ROW_SETS)
def test_polars_counts_the_same(played, table):
    """Every cell of every player and denomination, from the same predicates over the same rows."""
    if table in {"seats", "decisions", "draws"}:
        query, parameters = row_set(table, EVERYBODY, prices=True)
        frame = pl.DataFrame(played.con.sql(query, params=parameters))
    else:
        with select_seats(played.con, EVERYBODY, hand_sequence=True) as hand_filter:
            query, parameters = hand_filter.rows(table)
            frame = pl.DataFrame(played.con.sql(query, params=parameters))
            groups = [hand_filter.group(row) for row in frame.iter_rows(named=True)]
        frame = frame.with_columns(
            pl.Series("player", [player for (player,), _ in groups], pl.String),
            pl.Series("denomination", [denomination for _, denomination in groups], pl.String),
        )
    stats = {name: stat for name, stat in STATS.items() if stat.rows == table}
    cells = [
        polars_aggregate(cell).alias(f"{name}__{cell.name}")
        for name, stat in stats.items()
        for cell in stat.kind.aggregates()
    ]
    counted = {}
    for row in frame.group_by("player", "denomination").agg(cells).iter_rows(named=True):
        for name, stat in stats.items():
            sums = {cell.name: row[f"{name}__{cell.name}"] for cell in stat.kind.aggregates()}
            sums |= {cell: Counter(values) for cell, values in sums.items() if isinstance(values, list)}
            counted.setdefault(row["player"], {}).setdefault(name, {})[row["denomination"]] = sums
    assert counted
    for player, measures in played.stats.items():
        for name, stat in stats.items():
            if player in counted:
                assert_alike(measures[name], stat.kind.measure(counted[player][name]), (player, name))
            else:
                assert not measures[name].n


# --- shares


def test_shares_are_between_none_and_all(played):
    proportions = [name for name, stat in STATS.items() if isinstance(stat.kind, Proportion)]
    for player, stats in played.stats.items():
        for name in proportions:
            found = stats[name]
            assert 0 <= (found.made or 0) <= found.chances, (player, name)
            if found.chances:
                assert 0 <= found.low <= found.value <= found.high <= 1, (player, name)
        for draw in (1, 2, 3):
            counts = stats[f"drawn_{draw}"].counts
            assert counts[0] == stats[f"pat_{draw}"].made
            assert sum(counts.values()) == stats[f"pat_{draw}"].chances


# --- parts


def figures(name, measure):
    """Return what of a statistic adds up: counts and sums, never shares or means."""
    match STATS[name].kind:
        case Proportion() | CountRatio():
            return {"made": measure.made or 0, "n": measure.n}
        case Distribution():
            return {"n": measure.n, **{str(bin_): times for bin_, times in measure.counts.items()}}
        case Total():
            parts = [part for part in measure.parts or (measure,) if part.n]
            return {str(part.unit_text): part.value or 0 for part in parts} | {"n": measure.n}
        case ObservedMinusExpected(standardized=False):
            return {"made": measure.made or 0, "value": measure.value or 0, "n": measure.n}
        case _:
            return {"n": measure.n}


def a_pause(con):
    """Return the hands before and after a pause of everybody, near the middle, which parts sessions and tournaments."""
    moments = [row[0] for row in con.execute("SELECT played_at FROM hands ORDER BY played_at").fetchall()]
    starts = [after for before, after in pairwise(moments) if after - before > timedelta(minutes=31)]
    start = min(starts, key=lambda moment: abs(moment - moments[len(moments) // 2]))
    return [replace(EVERYBODY, until=start), replace(EVERYBODY, since=start)]


def by_game(con):
    return [replace(EVERYBODY, game=game) for game in ("cash", "tournament")]


def by_table(con):
    """Return two halves of the tables."""
    names = [row[0] for row in con.execute("SELECT DISTINCT table_name FROM hands ORDER BY 1").fetchall()]
    half = ", ".join(f"'{name}'" for name in names[::2])
    return [replace(EVERYBODY, where=f"table_name {how} ({half})") for how in ("IN", "NOT IN")]


def by_blinds(con):
    return [replace(EVERYBODY, where=f"position {how} ('SB', 'BB')") for how in ("IN", "NOT IN")]


@pytest.mark.parametrize(
    ("parts", "left_out"),
    [
        pytest.param(a_pause, set(), marks=pytest.mark.long),
        (by_game, {"sessions"}),  # one session may have hands of both
        pytest.param(by_table, {"sessions"}, marks=pytest.mark.long),
        (by_blinds, {"sessions", *(name for name, stat in STATS.items() if stat.rows == "entries")}),
    ],
)
def test_parts_add_up_to_the_whole(played, parts, left_out):
    summed = {}
    some = 0
    for hand_filter in parts(played.con):
        part = stats_of(played.con, hand_filter)
        some += bool(part)
        for player, stats in part.items():
            for name, measure in stats.items():
                sums = summed.setdefault((player, name), {})
                for figure, number in figures(name, measure).items():
                    sums[figure] = sums.get(figure, 0) + number
    assert some > 1
    for player, stats in played.stats.items():
        for name in STATS.keys() - left_out:
            whole = figures(name, stats[name])
            sums = summed[player, name]
            assert sums.keys() == whole.keys(), (player, name)
            assert all(close(sums[figure], whole[figure]) for figure in whole), (player, name, sums, whole)


# --- names


NAMES = sorted(player.name for player in (HERO, *POOL))
ODD_NAMES = ("{}: folds", "Seat {}", "{} (button)", "*** {} ***", "ålice  {}", "[{}] $1")


def rotated():
    """Everybody takes the name of another."""
    return dict(zip(NAMES, [*NAMES[1:], NAMES[0]], strict=True))


def odd():
    """Everybody gets a name that looks like another part of a history."""
    return {name: ODD_NAMES[n % len(ODD_NAMES)].format(n) for n, name in enumerate(NAMES)}


# --- the order of hands and files


def files_reversed(files):
    return dict(reversed(files.items()))


def files_shuffled(files):
    names = list(files)
    Random(5).shuffle(names)  # noqa: S311 - repeatable, not secret
    return {name: files[name] for name in names}


def hands_reversed(files):
    """In each file the last hand comes first, as in histories that were requested by mail."""
    return {name: texts[::-1] for name, texts in files.items()}


def hands_dealt_out(files):
    """The hands of all tables lie mixed in seven files, every fifth of them in two."""
    texts = [text for texts in files.values() for text in texts]
    Random(6).shuffle(texts)  # noqa: S311 - repeatable, not secret
    mixed = {f"{n}.txt": texts[n::7] for n in range(7)}
    mixed["again.txt"] = texts[::5]
    return mixed


@pytest.mark.parametrize(
    ("order", "new_names"),
    few(
        [(files_reversed, rotated), (files_shuffled, odd), (hands_reversed, rotated), (hands_dealt_out, odd)],
        (hands_dealt_out, odd),
    ),
)
def test_names_and_the_order_of_import_mean_nothing(played, tmp_path, order, new_names):
    names = new_names()
    assert len(set(names.values())) == len(names)
    found = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    files = {
        file: [found.sub(lambda match: names[match[0]], text) for text in texts]
        for file, texts in order(played.files).items()
    }
    con = imported(files, tmp_path, list(files))
    assert_same(stats_of(con), {names[player]: stats for player, stats in played.stats.items()})
    con.close()
