"""Two sides of a comparison worked out by hand, and statistics in files, read back."""

import csv
import re
from io import StringIO
from math import sqrt
from shutil import copyfile

import polars as pl
import pytest
from support.commands import answer, mistake, run
from support.hand_made import insert, play, play_each

from badugi_hh.cli.stats_tables import MARK, show_comparison
from badugi_hh.stats.definitions.intervals import of_difference, wilson
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.kinds.kind import BIG_BETS
from badugi_hh.stats.definitions.registry import NOTES, OF_PRICES, STATS
from badugi_hh.stats.engine.compare import HERO, POOL, Comparison, compare, contrast
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.engine.frames import comparison_frame, stats_frame
from badugi_hh.stats.selection.dimensions import DIMENSIONS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.store.aliases import join_names


@pytest.fixture
def con(empty):
    """Ten hands: the hero Ann paid in 6, Ben in 2, and Cat, who sat in the first four, in all of them.

    The first five hands are on the button for Ann, the others in the big blind; Ben and Cat are small blinds.
    """
    hands = {}
    seats = []
    for key in range(1, 11):
        place = "BTN" if key <= 5 else "BB"
        hands[key] = {"voluntary_0": int(key <= 6), "position": place, "net": 20 if key <= 5 else 0}
        others = [("Ben", key <= 2)] + ([("Cat", True)] if key <= 4 else [])
        for nth, (name, paid) in enumerate(others):
            seat = {"player": name, "hero": False, "voluntary_0": int(paid), "position": "SB"}
            seats.append({"hand_key": key, "seat": 2 + nth, **seat})
    play_each(empty, hands)
    insert(empty, "seats", *seats)
    return empty


def sides(comparison, name="vpip"):
    stat = comparison.stats[name]
    return (stat.first.made, stat.first.n), (stat.second.made, stat.second.n)


# --- the interval


def newcombe(first, second):
    """Return the interval of the difference of two shares, each (made, chances)."""
    one, other = ((made / n, *(wilson(made, n) or (0, 0))) for made, n in (first, second))
    return of_difference(one, other)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_the_interval_is_that_of_the_published_table(first, second, low, high):
    """Newcombe 1998, table II, method 10."""
    assert newcombe(first, second) == pytest.approx((low, high), abs=6e-5)
    assert newcombe(second, first) == pytest.approx((-high, -low), abs=6e-5)


# --- the sides


def test_two_players(con):
    (found,) = compare(con, "Ann", "Ben", Filter(), names=["vpip", "winrate", "bet_b1"])
    assert (found.first, found.second, found.hands) == ("Ann", "Ben", (10, 10))
    assert sides(found) == ((6, 10), (2, 10))
    vpip = found.stats["vpip"]
    assert vpip.difference == pytest.approx(0.4)
    assert (vpip.low, vpip.high) == newcombe((6, 10), (2, 10))
    winrate = found.stats["winrate"]
    assert winrate.difference == pytest.approx(50)  # five big bets in ten hands
    assert (winrate.second.low, winrate.low) == (None, None)  # all hands of Ben are alike
    assert found.stats["bet_b1"].difference is None


def test_the_hero_and_the_pool(con):
    (found,) = compare(con, HERO, POOL, Filter(), names=["vpip"])
    assert sides(found) == ((6, 10), (6, 14))
    (back,) = compare(con, POOL, HERO, Filter(), names=["vpip"])
    assert sides(back) == ((6, 14), (6, 10))
    (of_ben,) = compare(con, POOL, "Ben", Filter(), names=["vpip"])
    assert sides(of_ben) == ((10, 14), (2, 10))
    join_names(con, "Benjamin", ["Ben", "Cat"], me=True)
    (joined,) = compare(con, HERO, POOL, Filter(), names=["vpip"])
    assert sides(joined) == ((6, 14), (6, 10))


def test_the_same_filters_hold_for_both(con):
    hand_filter = Filter(where="hands.hand_key > 4")
    (found,) = compare(con, "Ann", POOL, hand_filter, names=["vpip"])
    assert sides(found) == ((2, 6), (0, 6))
    with pytest.raises(FilterError, match="there is no hand of 'Cat' to compare"):
        compare(con, "Ann", "Cat", hand_filter)


def test_the_interval_of_a_difference_of_means():
    """5 in 2 to 9 less 1 in 0 to 4: 4, from 4 less the root of 3² + 3² to 4 and the root of 4² + 1²."""
    one, other = Measure("computed", 5, 10, BIG_BETS, 2, 9), Measure("computed", 1, 10, BIG_BETS, 0, 4)
    found = contrast(one, other)
    reported = (found.difference, found.low, found.high)
    assert reported == (4, pytest.approx(4 - sqrt(18)), pytest.approx(4 + sqrt(17)))


def test_parts_that_one_or_both_have(con):
    """Ann sits at the button and in the big blind, Ben in the small blind only: no part is left out."""
    apart = compare(con, "Ann", "Ben", Filter(), names=["vpip", "net"], by=["position"])
    assert [(found.by["position"], found.hands) for found in apart] == [
        ("BTN", (5, 0)),
        ("SB", (0, 10)),
        ("BB", (5, 0)),
    ]
    assert [sides(found)[1] for found in apart] == [(0, 0), (2, 10), (0, 0)]
    assert sides(apart[1])[0] == (0, 0)
    assert all(found.stats["vpip"].difference is None for found in apart)
    (found,) = compare(con, "Ben", "Cat", Filter(), names=["vpip"], by=["position"])
    assert found.by == {"position": "SB"}
    assert sides(found) == ((2, 10), (4, 4))
    with pytest.raises(FilterError, match="'pool' is on both sides"):
        compare(con, POOL, POOL, Filter())
    with pytest.raises(FilterError, match="sessions belong to one player each"):
        compare(con, "Ann", "Ben", Filter(), by="session")
    join_names(con, "Annie", ["Ann", "Ben"])
    for first, second in (("Ann", "Ben"), ("Annie", "Ben")):
        with pytest.raises(FilterError, match="is on both sides"):
            compare(con, first, second, Filter())


def test_the_pool_has_no_hand_sequence(con):
    (two,) = compare(con, "Ann", "Ben", Filter())
    (pool,) = compare(con, "Ann", POOL, Filter())
    assert two.stats.keys() - pool.stats.keys() == {"max_downswing", "sessions", "hours", "hands_per_hour"}
    with pytest.raises(
        FilterError, match="max_downswing needs the hand sequence of one player; the pool has none"
    ):
        compare(con, POOL, "Ann", Filter(), names=["vpip", "max_downswing"])


def test_shown_cards_are_not_compared_with_dealt_ones(con):
    """Ann's files show all hands of Ann; Ben showed half of Ben's hands."""
    con.execute("UPDATE seats SET starting_class = 'badugi', known_0 = 'dealt'")
    con.execute("UPDATE seats SET known_0 = 'shown' WHERE player = 'Ben' AND hand_key % 2 = 0")
    for dimension in ("starting_class", "hand_class", "high_card"):
        shown = f"{dimension} is known for 'Ben' only in hands that were shown"
        with pytest.raises(FilterError, match=shown):
            compare(con, "Ben", "Ann", Filter(), by=dimension)
    with pytest.raises(FilterError, match="starting_class is known for 'Ben' only in hands that were shown"):
        compare(con, "Ann", "Ben", Filter(only=(("starting_class", "badugi"),)))
    dealt = Filter(where="seats.known_0 = 'dealt'")
    (found,) = compare(con, "Ann", "Ben", dealt, names="vpip", by="starting_class")
    assert found.by == {"starting_class": "badugi"}
    assert found.hands == (10, 5)


# --- frames


def test_each_game_and_currency_is_compared_with_its_own(con):
    """Ann has dollars, euros and a tournament, Ben only dollars and a tournament, whose chips are no net."""
    play(con, 11, currency="EUR", net=-7)
    play(con, 12, game="tournament", unit="chip", currency=None, tournament_id="9", net=-30)
    ben = {"player": "Ben", "hero": False}
    insert(con, "seats", {"hand_key": 12, "seat": 2, "net": 30, **ben})
    compared = compare(con, "Ann", "Ben", Filter(), names=["net", "winrate"])
    net = compared[0].stats["net"]
    assert net.difference is None
    parts = {part.part: (part.first.value, part.second.value, part.difference) for part in net.parts}
    assert parts == {"EUR": (-7, None, None), "USD": (100, 0, 100)}
    winrate = compared[0].as_json()["stats"]["winrate"]
    assert [(part["part"], part["first"]["game"]) for part in winrate["parts"]] == [
        ("cash", "cash"),
        ("tournament", "tournament"),
    ]
    for part in winrate["parts"]:
        assert part["difference"] == part["first"]["value"] - part["second"]["value"]
    rows = comparison_frame(compared).select("statistic", "unit", "first_value", "second_value", "difference")
    assert rows.rows()[:2] == [
        ("net", "EUR cents", -7.0, None, None),
        ("net", "USD cents", 100.0, 0.0, 100.0),
    ]
    assert [unit for _, unit, *_ in rows.rows()[2:]] == [
        "big bets per 100 hands, cash",
        "big bets per 100 hands, tournament",
    ]


def test_a_frame_has_a_row_for_each_statistic(con):
    play(con, 11, currency="EUR", net=-7, position="BTN")
    frame = stats_frame(evaluate(con, Filter(), names=["vpip", "net"], by=["position"]), ["position"])
    assert frame.columns[:5] == ["player", "hands", "position", "statistic", "kind"]
    assert frame.select("position", "hands", "statistic", "made", "chances", "value", "unit").rows() == [
        ("BTN", 6, "vpip", 5, 6, pytest.approx(5 / 6), None),
        ("BTN", 6, "net", None, 1, -7.0, "EUR cents"),
        ("BTN", 6, "net", None, 5, 100.0, "USD cents"),
        ("BB", 5, "vpip", 1, 5, 0.2, None),
        ("BB", 5, "net", None, 5, 0.0, "USD cents"),
    ]
    empty = stats_frame([], ["position"])
    assert empty.schema == frame.schema
    assert comparison_frame([]).columns[:3] == ["first", "second", "statistic"]


# --- the command


@pytest.fixture
def db(one_hand, tmp_path):
    """One hand of the hero Ann, who paid before the draw and won $0.90, as Ben did, who lost."""
    return copyfile(one_hand, tmp_path / "hands.duckdb")


def test_csv_is_read_back(db):
    printed = run("stats", "--db", db, "--stat", "vpip", "--stat", "net", "--csv").stdout
    rows = pl.read_csv(StringIO(printed), schema_overrides={"unit": pl.String}).to_dicts()
    assert [(row["statistic"], row["value"], row["unit"]) for row in rows] == [
        ("vpip", 1.0, None),
        ("net", 90, "USD cents"),
    ]


def test_compare_shows_both_and_the_difference(db):
    ask = ("stats", "--db", db, "--compare", "hero", "Ben", "--stat", "vpip")
    ((low, high), first) = (newcombe((1, 1), (1, 1)), {"made": 1, "chances": 1, "value": 1.0, "high": 1.0})
    (reported,) = answer(*ask)
    assert (reported["first"], reported["second"], reported["hands"]) == ("hero", "Ben", [1, 1])
    vpip = reported["stats"]["vpip"]
    assert first.items() <= vpip["first"].items()
    assert (vpip["difference"], vpip["low"], vpip["high"]) == (0.0, low, high)
    shown = run(*ask).stdout
    assert shown.startswith("hero: 1 hand, Ben: 1 hand\n")
    assert f"−{-100 * low:.1f} to +{100 * high:.1f}" in shown
    (row,) = csv.DictReader(StringIO(run(*ask, "--csv").stdout))
    assert (row["first_made"], row["second_chances"], row["difference"]) == ("1", "1", "0.0")
    apart = run("stats", "--db", db, "--compare", "hero", "Ben", "--by", "position")
    assert apart.exit_code == 0
    assert apart.stdout.startswith("hero: 1 hand, Ben: 1 hand\n")


@pytest.mark.parametrize(("first", "second", "marked"), [(30, 30, 0), (29, 30, 1), (30, 29, 1)])
def test_a_share_of_few_chances_on_either_side_has_a_mark(capsys, first, second, marked):
    kind = STATS["vpip"].kind
    one, other = (kind.measure({"": {"made": 9, "chances": chances}}) for chances in (first, second))
    show_comparison([Comparison("A", "B", (first, second), {}, {"vpip": contrast(one, other)})])
    table, _, meaning = capsys.readouterr().out.partition(f"\n {MARK} ")
    assert (table.count(MARK), bool(meaning)) == (marked, bool(marked))


def test_the_list_of_statistics_needs_no_database(tmp_path, monkeypatch):
    monkeypatch.setenv("BADUGI_HH_DB", str(tmp_path / "none.duckdb"))
    listed = answer("stats", "--list")
    assert [row["name"] for row in listed] == list(STATS)
    vpip = next(row for row in listed if row["name"] == "vpip")
    stat = STATS["vpip"]
    assert vpip == {
        "name": "vpip", "title": "VPIP", "sentence": stat.sentence, "kind": "proportion", "group": stat.group,
        "needs_prices": False,
    }  # fmt: skip
    assert {row["name"] for row in listed if row["needs_prices"]} == OF_PRICES
    monkeypatch.setenv("COLUMNS", "1000")
    shown = run("stats", "--list").stdout
    assert all(f" {name} " in shown for name in STATS)
    assert all(stat.sentence in shown for stat in STATS.values())
    priced = {line.split()[0] for line in shown.splitlines() if "Needs prices." in line}
    assert priced == OF_PRICES
    assert "badugi-hh db price computes" in shown
    monkeypatch.setenv("COLUMNS", "60")
    narrow = " ".join(run("stats", "--list").stdout.split())
    assert narrow.count("Needs prices.") == len(OF_PRICES)
    assert [row["name"] for row in answer("stats", "--list", "--stat", "pfr")] == ["pfr"]
    for dimension in DIMENSIONS.values():
        assert re.search(
            rf"^ +{dimension.name} +{dimension.of} +{re.escape(dimension.title)} *$", shown, re.MULTILINE
        )
    assert all(f"  {note}\n" in shown for note in NOTES)
    assert "high_card" not in run("stats", "--list", "--stat", "pfr").stdout


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["--csv", "--json"], "--csv and --json contradict each other"),
        (["--compare", "hero", "pool", "--long"], "omit --long"),
        (["--compare", "pool", "pool"], "'pool' is on both sides"),
        (["--compare", "hero", "nobody"], "there is no player 'nobody', as no hand has this name"),
        (["--compare", "hero", "pool", "--all"], "omit --player and --all"),
        (["--compare", "hero", "pool", "--player", "Ann"], "omit --player and --all"),
        (["--list", "--stat", "lucky"], "there is no statistic 'lucky'"),
    ],
)
def test_mistakes_are_one_line(db, arguments, reported):
    assert reported in mistake("stats", *arguments, "--db", db)
