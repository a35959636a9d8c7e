"""Statistics: hand-counted rows for each, and whole hands counted by a person."""

import json
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from math import sqrt
from random import Random
from statistics import stdev

import polars as pl
import pytest
from support.hand_made import DECISION, DRAW, database, insert, play, play_each
from support.histories import EXTRA_BLIND, HAND
from support.stat_examples import EXAMPLES, FIGURES

from badugi_hh.engine.values import value_of
from badugi_hh.facts.schema import DECISIONS, DRAWS
from badugi_hh.facts.views import VERDICTS
from badugi_hh.odds.equity import equity
from badugi_hh.odds.ranges import ONE, of_ranks, range_of, up_to, with_high
from badugi_hh.odds.spots import Player, Spot
from badugi_hh.report.queries import seat_rows
from badugi_hh.stats.definitions.draws import SHARES
from badugi_hh.stats.definitions.estimates import Clusters, clustered_per_hundred
from badugi_hh.stats.definitions.intervals import student, wilson
from badugi_hh.stats.definitions.kinds import CountRatio, Proportion
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import (
    ENTRIES,
    HAND_COLUMNS,
    HAND_LOSSES,
    PRICE_TABLES,
    ROW_SETS,
    SEAT_COLUMNS,
    columns_of,
    price_columns,
)
from badugi_hh.stats.engine.counting import columns_read
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.engine.frames import running_results, stats_frame
from badugi_hh.stats.selection.dimensions import DIMENSIONS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.selected_seats import select_seats
from badugi_hh.stats.selection.statistic_names import selected_stats

HEROES = Filter()


def utc(*parts):
    """Return a time as the database keeps it: UTC without a zone."""
    return datetime(*parts, tzinfo=UTC).replace(tzinfo=None)


def only(groups):
    assert len(groups) == 1, groups
    return groups[0]


def measure(con, name, hand_filter=HEROES):
    return only(evaluate(con, hand_filter, names=(name,))).stats[name]


# --- every definition, on rows counted by a person


COUNTED = [(table, name, example) for table, named in EXAMPLES.items() for name, example in named.items()]
PRICES = {table: [column.name for column in price_columns(table)] for table in (DECISIONS.name, DRAWS.name)}
WORKED_OUT = [(table, name, figure) for table, named in FIGURES.items() for name, figure in named.items()]


def add_prices(rows, table, key, priced):
    """Add the prices of a row of a table to the tables that have them."""
    for prices in PRICE_TABLES[table]:
        if own := {name: value for name, value in priced.items() if name in prices.names}:
            rows[prices.name].append({**key, **own})


@pytest.fixture(scope="module")
def examples():
    """Return a database with the rows of every example and figure: each is a player of its own, with its own hands.

    Each row has a hand and a seat that it says something about, too. Tournaments differ like the players.
    """
    rows = {
        name: [] for table in PRICES for name in (table, *(prices.name for prices in PRICE_TABLES[table]))
    }
    hands = {}
    own = [
        *((table, f"example {name}", example.rows) for table, name, example in COUNTED),
        *((table, f"figure {name}", figure.rows) for table, name, figure in WORKED_OUT),
    ]
    for rows_of, player, printed in own:
        table = DECISIONS.name if rows_of == VERDICTS.name else rows_of
        for nth, row in enumerate(printed):
            key = len(hands)
            if table in PRICES:
                beside = {name: row[name] for name in (*SEAT_COLUMNS, "hero") if name in row}
                priced = {name: row[name] for name in PRICES[table] if row.get(name) is not None}
                of_row = {
                    name: value for name, value in row.items() if name not in {*SEAT_COLUMNS, *PRICES[table]}
                }
                rows[table].append({"hand_key": key, **of_row, "player": player})
                if priced:
                    n = {DECISIONS.name: DECISION, DRAWS.name: DRAW}[table]["n"]
                    add_prices(rows, table, {"hand_key": key, "n": n, "seat": 1}, priced)
            elif table == HAND_LOSSES:
                beside = {name: value for name, value in row.items() if name not in PRICES}
                for own_table, names in PRICES.items():
                    for n, step in enumerate(row.get(own_table, ()), 10 * len(own_table)):
                        own_key = {"hand_key": key, "n": n, "seat": 1}
                        priced = {name: step[name] for name in names if name in step}
                        of_step = {name: value for name, value in step.items() if name not in priced}
                        rows[own_table].append({**own_key, **of_step, "player": player})
                        add_prices(
                            rows, own_table, own_key, {k: v for k, v in priced.items() if v is not None}
                        )
            else:
                beside = ({"tournament_id": str(nth)} if table == "entries" else {}) | row
                if beside.get("tournament_id") is not None:
                    beside["tournament_id"] = f"{player} {beside['tournament_id']}"
            hands[key] = {**beside, "player": player}
    with closing(database()) as con:
        play_each(con, hands)
        for table, printed in rows.items():
            insert(con, table, *printed)
        yield con


@pytest.fixture(scope="module")
def of_examples(examples):
    return {group.player: group.stats for group in evaluate(examples, Filter(every_player=True))}


@pytest.mark.quick
@pytest.mark.parametrize(("table", "name", "example"), COUNTED, ids=[name for _, name, _ in COUNTED])
def test_a_definition_counts_what_a_person_counts(of_examples, table, name, example):
    stat = STATS[name]
    assert stat.rows == table
    assert example.made
    assert example.left
    assert example.none
    found = of_examples[f"example {name}"][name]
    assert (found.made, found.chances) == (
        len(example.made),
        len(example.left) + (0 if isinstance(stat.kind, CountRatio) else len(example.made)),
    )


@pytest.mark.quick
@pytest.mark.parametrize(("table", "name", "figure"), WORKED_OUT, ids=[name for _, name, _ in WORKED_OUT])
def test_a_figure_is_what_a_person_works_out(of_examples, table, name, figure):
    assert STATS[name].rows == table
    found = of_examples[f"figure {name}"][name]
    assert found.value == pytest.approx(figure.value, rel=2e-4)
    assert found.n == figure.n


def test_every_statistic_has_its_example():
    assert {name for kinds in (EXAMPLES, FIGURES) for named in kinds.values() for name in named} == set(STATS)


# --- results


@pytest.mark.quick
def test_the_range_of_a_win_rate(con):
    """+40 and -20 at big bet 20, +10 at 10, -5 at 10 and 0 at 20 are +2, -1, +1, -0.5 and 0 big bets."""
    for key, (net, big_bet) in enumerate([(40, 20), (-20, 20), (10, 10), (-5, 10), (0, 20)]):
        play(con, key, net=net, big_bet=big_bet)
    stats = only(evaluate(con, HEROES, names=("hands", "net", "winrate"))).stats
    assert (stats["hands"].value, stats["hands"].unit_text) == (5, "hands")
    assert stats["net"].as_json() == {"value": 25, "unit": "USD cents", "n": 5}
    winrate = stats["winrate"]
    # 2.776 is the 97.5% point of Student's t with four degrees of freedom, from a printed table.
    reach = 100 * 2.776 * stdev([2, -1, 1, -0.5, 0]) / sqrt(5)
    assert (winrate.value, winrate.high) == (pytest.approx(30), pytest.approx(30 + reach, rel=1e-3))
    assert set(winrate.as_json()) == {"value", "unit", "n", "low", "high"}


def test_one_hand_has_a_rate_but_no_interval(con):
    play(con, 1, net=30)
    stats = only(evaluate(con, HEROES, names=("winrate", "sd_100"))).stats
    assert stats["winrate"].as_json() == {"value": 150.0, "unit": "big bets per 100 hands", "n": 1}
    assert stats["sd_100"].value is None


@pytest.mark.quick
def test_currencies_and_chips_are_never_added(con):
    play(con, 1, net=100)
    play(con, 2, net=50, currency="EUR")
    play(con, 3, net=500, currency=None, unit="chip", game="tournament")
    play(con, 4, net=7, currency=None, unit="chip")
    play(con, 5, net=-30)
    net = measure(con, "net")
    assert (net.value, net.unit_text, net.n) == (None, None, 4)
    assert [(part.unit_text, part.value, part.n) for part in net.parts] == [
        ("EUR cents", 50, 1),
        ("USD cents", 70, 2),
        ("play chips", 7, 1),
    ]
    assert net.as_json()["parts"][1] == {"value": 70, "unit": "USD cents", "n": 2}
    cash, tournament, play_money = measure(con, "winrate").parts
    assert (cash.game, cash.value, cash.n) == ("cash", pytest.approx(100 * (100 + 50 - 30) / 20 / 3), 3)
    assert (play_money.game, play_money.value, play_money.n) == ("play money", 100 * 7 / 20, 1)
    assert (tournament.game, tournament.value, tournament.n) == ("tournament", 100 * 500 / 20, 1)
    # What a tournament pays is its prize: its chips are neither money nor won.
    for name in ("net", "gross"):
        assert measure(con, name, Filter(game="tournament")).as_json() == {
            "value": None,
            "unit": None,
            "n": 0,
        }


def test_results_of_cash_games_and_tournaments_are_reported_apart(con):
    """Cash +2 and -1 big bets, in a tournament -5 and +1: the downswings are 1 and 5, the course of all would fall by 6."""
    chips = {"currency": None, "unit": "chip", "game": "tournament", "tournament_id": "7"}
    for key, (net, printed) in enumerate([(40, {}), (-100, chips), (-20, {}), (20, chips)]):
        play(con, key, net=net, played_at=utc(2024, 5, 1, 20, key), snowed=1, **printed)
    names = ("winrate", "winrate_sessions", "sd_100", "max_downswing", "snow_net", "hands")
    stats = only(evaluate(con, HEROES, names=names)).stats
    printed = {
        name: [(part.game, part.value, part.n) for part in found.parts]
        for name, found in stats.items()
        if found.parts
    }
    assert printed == {
        "winrate": [("cash", 50, 2), ("tournament", -200, 2)],
        "winrate_sessions": [("cash", 50, 2), ("tournament", -200, 2)],
        "sd_100": [("cash", pytest.approx(10 * stdev([2, -1])), 2), ("tournament", pytest.approx(10 * stdev([-5, 1])), 2)],
        "max_downswing": [("cash", 1, 2), ("tournament", 5, 2)],
        "snow_net": [("cash", 0.5, 2), ("tournament", -2, 2)],
    }  # fmt: skip
    assert (stats["winrate"].value, stats["winrate"].n, stats["hands"].value) == (None, 4, 4)
    part = stats["winrate"].as_json()["parts"][0]
    assert (part["game"], part["value"], part["unit"]) == ("cash", 50, "big bets per 100 hands")
    frame = stats_frame(evaluate(con, HEROES, names=("winrate",)))
    assert frame.select("value", "unit").rows() == [
        (50.0, "big bets per 100 hands, cash"),
        (-200.0, "big bets per 100 hands, tournament"),
    ]
    split = evaluate(con, HEROES, names=("winrate",), by=("game",))
    assert [(group.by["game"], group.stats["winrate"].value) for group in split] == [
        ("cash", 50),
        ("tournament", -200),
    ]
    assert measure(con, "winrate", Filter(game="cash")).value == 50
    # A call of 20 brings 80 in the cash game, one of 40 nothing in the tournament.
    called = {"round": 3, "action": "call", "price": 20}
    insert(con, "decisions", {**called, "hand_key": 0, "amount": 20}, {**called, "hand_key": 1, "amount": 40})
    con.execute("UPDATE seats SET won = 80 WHERE hand_key = 0")
    calls = measure(con, "call_efficiency_b3")
    assert [(part.game, part.value, part.n) for part in calls.parts] == [
        ("cash", 3, 1),
        ("tournament", -1, 1),
    ]


# --- whole hands, counted by a person


@pytest.fixture(scope="module")
def example(root):
    """The hand of Alice, Bob, Carol and Ted, from its text.

    Ted folds, Alice limps on the button, Bob completes, Carol checks the big blind. Bob and Carol draw two,
    Alice one. Carol bets, both call. Bob draws one, Carol stands pat, Alice draws one. Carol bets, Alice raises,
    Bob folds, Carol calls. Carol breaks and draws one, Alice stands pat. Carol checks, Alice bets, Carol calls
    and wins $36 with 8-7-5-3.
    """
    with closing(imported(root / "sample_histories" / "alice-bob-carol-ted.txt")) as con:
        yield con


@pytest.fixture(scope="module")
def everybody(example):
    """The statistics of the players of the example hand."""
    return {group.player: group.stats for group in evaluate(example, Filter(every_player=True))}


def test_the_example_hand_has_four_players_and_one_hero(example, everybody):
    assert sorted(everybody) == ["Alice", "Bob", "Carol", "Ted"]
    assert only(evaluate(example, HEROES, names="hands")).player == "Carol"


EXAMPLE_COUNTS = {
    "Alice": "vpip 1/1, limp_first 1/1, call_bet_b1 1/1, raise_bet_b2 1/1, cbet_b3 1/1, draw_after_pat_2 1/1, "
    "draw_up_2 0/1, w_sd 0/1, first_pat_2 0/1, first_pat_3 1/1, known_call_b3 0/0, "
    "pat_shown_is_badugi 1/1",
    "Bob": "vpip 1/1, limp_first 0/0, limp_behind 1/1, bet_b1 0/1, donk_b2 0/1, fold_to_bet_b2 0/0, wtsd 0/1, "
    "first_pat_2 0/1",
    "Carol": "vpip 0/1, limp_behind 0/0, raise_limpers 0/1, bet_b1 1/1, cbet_b2 1/1, bet_into_pat_b2 0/0, "
    "bet_ahead_b2 1/1, fold_to_raise_b2 0/1, donk_b3 0/1, check_raise_b3 0/1, call_bet_b3 1/1, "
    "break_3 1/1, stay_pat_3 0/1, w_sd 1/1, break_after_raise_3 1/1, pat_then_break_3 1/1, "
    "first_pat_2 1/1, first_pat_3 0/0, rough_pat_2 1/1, three_bet_b2 0/1, known_call_b3 1/1, "
    "fold_after_miss_b3 0/0, made_3 1/1, improve_1 1/1",
    "Ted": "vpip 0/1, limp_first 0/1",
}
"""Carol is pat against two who drew one (`bet_ahead_b2`), with T-7-5-3 (`rough_pat_2`) from 5-3 (`improve_1`). Bob faced a
raise, not a bet (`fold_to_bet_b2`); Alice's cards are known only because Alice showed them (`known_call_b3`)."""


@pytest.mark.parametrize("player", EXAMPLE_COUNTS)
def test_counts_of_the_example_hand(everybody, player):
    due = dict(part.split() for part in EXAMPLE_COUNTS[player].split(", "))
    found = {name: everybody[player][name] for name in due}
    assert {name: f"{each.made}/{each.chances}" for name, each in found.items()} == due


@pytest.mark.parametrize(
    ("player", "name", "value"),
    [
        # Carol keeps 3h 5d 7c: ten spades except the discarded Ts, of 52 minus the six cards that Carol has held.
        ("Carol", "made_due_3", pytest.approx(9 / 46)),
        ("Carol", "made_luck", pytest.approx(1 - 9 / 46)),
        ("Alice", "bet_price_b1", pytest.approx(2 / 10)),
        ("Bob", "bet_price_b1", pytest.approx(2 / 12)),
        ("Carol", "call_efficiency_b3", pytest.approx((36 - 4) / 4)),
        ("Alice", "showdown_share", 0),
        ("Carol", "showdown_share", 1),
        # Carol put in $2 + $2 + $8 + $4 = $16 of the $36 and won it: +$20, five big bets of $4.
        ("Carol", "net", 2000),
        ("Carol", "winrate", pytest.approx(500)),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_values_of_the_example_hand(everybody, player, name, value):
    assert everybody[player][name].value == value


def test_cards_drawn_in_the_example_hand(everybody):
    counts = {"0": 0, "1": 0, "2": 1, "3": 0, "4": 0}
    assert everybody["Bob"]["drawn_1"].as_json() == {"value": 2, "unit": "cards", "n": 1, "counts": counts}


def counted(tmp_path, text):
    """Import one hand and return a count of `made` and `chances` by player and statistic."""
    path = tmp_path / "hand.txt"
    path.write_text(text, encoding="utf-8")
    con = imported(path)
    everybody = {group.player: group.stats for group in evaluate(con, Filter(every_player=True))}
    con.close()
    return lambda player, name: (everybody[player][name].made, everybody[player][name].n)


FOLDED_TO = """*** DEALING HANDS ***
Bo: folds\x20
Cy: raises $0.25 to $0.50
Dee: folds\x20
Ann: folds\x20
Uncalled bet ($0.25) returned to Cy
Cy collected $0.85 from pot
Cy: doesn't show hand\x20
*** SUMMARY ***
Total pot $0.85 | Rake $0\x20
Seat 1: Ann (big blind) folded before the Draw
Seat 2: Bo folded before the Draw
Seat 4: Cy (button) collected ($0.85)
Seat 6: Dee (small blind) folded before the Draw"""


def test_a_blind_posted_out_of_turn_opens_nothing(tmp_path):
    """Bo posted and checks in the cut-off: neither Bo nor Cy behind could make a first raise or a steal.

    Cy's raise is no steal, so Dee and Ann do not face one. If Bo folds, all that changes.
    """
    count = counted(tmp_path, EXTRA_BLIND)
    for name in ("rfi", "steal", "limp_first"):
        assert [count(player, name) for player in ("Bo", "Cy")] == [(0, 0), (0, 0)]
    assert [count(player, "fold_to_steal") for player in ("Dee", "Ann")] == [(0, 0), (0, 0)]
    assert count("Dee", "three_bet") == (0, 1)  # it is a raise all the same
    assert count("Bo", "vpip") == (1, 1)  # the call of the raise
    assert count("Bo", "cold_call_2") == (0, 0)
    assert count("Bo", "pat_per_hand") == (1, 1)


def test_a_hand_is_folded_to_a_player_after_a_newcomer_who_folds(tmp_path):
    folds = EXTRA_BLIND.partition("*** DEALING")[0] + FOLDED_TO
    count = counted(tmp_path, folds)
    assert [count("Cy", name) for name in ("rfi", "steal", "limp_first")] == [(1, 1), (1, 1), (0, 1)]
    assert [count(player, "fold_to_steal") for player in ("Dee", "Ann")] == [(1, 1), (1, 1)]


def test_a_hand_of_limps_raises_and_pats(tmp_path):
    """Bo limps, Cy raises, Ann and Bo call. Ann bets, Bo's short call, raises by Cy, Ann and Cy to the cap.

    Cy stood pat first and draws at the second draw, Ann at the third; Ann bets, Cy calls, and all is shown.
    """
    count = counted(tmp_path, HAND)
    assert [count("Bo", f"limp_then_{what}") for what in ("fold", "call")] == [(0, 1), (1, 1)]
    assert count("Cy", "raise_limpers") == (1, 1)
    assert count("Ann", "three_bet") == (0, 1)
    assert count("Dee", "defend_steal") == (0, 0)  # Bo had limped
    assert count("Ann", "three_bet_b1") == (1, 1)
    assert count("Cy", "cap_b1") == (1, 1)
    assert count("Ann", "cap_b1") == (0, 0)
    assert count("Cy", "break_after_raise_2") == (1, 1)
    assert count("Ann", "break_after_raise_3") == (0, 0)  # no bet after the second draw
    assert count("Ann", "pat_then_break_3") == (1, 1)
    assert count("Bo", "first_pat_3") == (1, 1)
    assert count("Ann", "value_bet_b3") == (1, 1)
    assert count("Ann", "called_bet_won_b3") == (1, 1)
    assert count("Cy", "value_bet_b3") == (0, 0)
    assert [count(player, "pat_shown_is_badugi") for player in ("Ann", "Bo", "Cy")] == [
        (0, 0),
        (1, 1),
        (1, 1),
    ]
    assert count("Cy", "shown_snow_1") == (0, 0)  # drew afterwards: the pat hand is not known
    assert count("Cy", "shown_snow_3") == (0, 1)
    assert count("Ann", "snow_1") == (0, 1)  # Ann drew two without a badugi


STACKS = {**dict.fromkeys(("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"), "$40"), "Bo": "$3.50"}
SEATED = "\n".join(f"Seat {n}: {who} ({chips} in chips)" for n, (who, chips) in enumerate(STACKS.items(), 1))
FOLDS = "\n".join(f"{who}: folds" for who in ("Eve", "Fay", "Gus", "Hal", "Ann"))
PAT = "\n".join(
    f"*** {nth} DRAW ***\nBo: stands pat\nDee: stands pat" for nth in ("FIRST", "SECOND", "THIRD")
)
IDLE = "\n".join(
    f"Seat {n}: {who} folded before the Draw (didn't bet)" for n, who in enumerate(("Eve", "Fay", "Gus"), 5)
)
TWO_EARLY = f"""\
PokerStars Hand #77700000009:  Badugi Limit ($1/$2 USD) - 2024/03/04 22:05:59 CET [2024/03/04 16:05:59 ET]
Table 'Alcyone IV' 8-max Seat #8 is the button
{SEATED}
Ann: posts small blind $0.50
Bo: posts big blind $1
*** DEALING HANDS ***
Cy: raises $1 to $2
Dee: raises $1 to $3
{FOLDS}
Bo: raises $0.50 to $3.50 and is all-in
Cy: folds
Dee: calls $0.50
{PAT}
*** SHOW DOWN ***
Bo: shows [2d 7c 4h Js] (Badugi: J,7,4,2)
Dee: mucks hand
Bo collected $9.50 from pot
*** SUMMARY ***
Total pot $9.50 | Rake $0
Seat 1: Ann (small blind) folded before the Draw
Seat 2: Bo (big blind) showed [2d 7c 4h Js] and won ($9.50) with a Badugi: J,7,4,2
Seat 3: Cy folded before the Draw
Seat 4: Dee mucked
{IDLE}
Seat 8: Hal (button) folded before the Draw (didn't bet)"""


def test_of_two_in_early_position_one_opened(tmp_path):
    """Cy raises, Dee makes it three bets, both from EP, and Bo has half a bet more: Cy alone folded to a 3-bet."""
    count = counted(tmp_path, TWO_EARLY)
    assert count("Cy", "fold_to_3bet") == (1, 1)
    assert [count("Dee", f"{what}_3bet") for what in ("fold_to", "call")] == [(0, 0), (0, 0)]
    assert count("Dee", "three_bet") == (1, 1)


def imported(*paths):
    from badugi_hh.store.database import open_database
    from badugi_hh.store.importer import import_paths

    con = open_database(None)
    import_paths(con, paths)
    return con


# --- filters and groups


def three_hands(con):
    names = ("played_at", "stakes", "game", "position", "players")
    hands = [
        (utc(2024, 1, 31, 23), "$1/$2", "cash", "BTN", 2),
        (utc(2024, 2, 1, 1), "$1/$2", "cash", "BB", 5),
        (None, "20/40", "tournament", "BB", 8),
    ]
    play_each(con, {key: dict(zip(names, hand, strict=True)) for key, hand in enumerate(hands)})
    bob = {"seat": 2, "player": "Bob", "hero": False, "position": "SB"}
    insert(con, "seats", *({"hand_key": key, **bob} for key in range(3)))


@pytest.mark.parametrize(
    ("hand_filter", "hands"),
    [
        (Filter(), {"Ann": 3}),
        (Filter(every_player=True), {"Ann": 3, "Bob": 3}),
        (Filter(player="Bob"), {"Bob": 3}),
        (Filter(player="bob"), {}),
        (Filter(since=utc(2024, 2, 1, 1)), {"Ann": 1}),
        (Filter(until=utc(2024, 2, 1, 1)), {"Ann": 1}),
        (Filter(until=datetime(2024, 2, 1, 1, tzinfo=timezone(timedelta(hours=1)))), {"Ann": 1}),
        (Filter(since=datetime(2024, 2, 1, 1, 30, tzinfo=timezone(timedelta(hours=1)))), {"Ann": 1}),
        (Filter(since=datetime(2024, 1, 1, tzinfo=UTC)), {"Ann": 2}),
        (Filter(stakes="$1/$2"), {"Ann": 2}),
        (Filter(betting="pot"), {}),
        (Filter(game="tournament"), {"Ann": 1}),
        (Filter(position="bb"), {"Ann": 2}),
        (Filter(where="hands.players > 4"), {"Ann": 2}),
        (Filter(where="players > 4 OR position = 'BTN' -- both"), {"Ann": 3}),
        (Filter(where="players > 4", position="BTN"), {}),
    ],
)
def test_a_filter_chooses_hands(con, hand_filter, hands):
    three_hands(con)
    groups = evaluate(con, hand_filter, names=("hands", "bet_b1", "pat_1"))
    assert {group.player: group.hands for group in groups} == hands


def test_one_part_of_a_split_alone(con):
    """Five raises faced: two of the button's and one of the cut-off's in late position, two of EP's in others."""
    faced = [("BTN", "BB"), ("BTN", "SB"), ("CO", "SB"), ("EP", "CO"), ("EP", "HJ")]
    places = [{"hand_key": key, "opener": opener} for key, (opener, _) in enumerate(faced)]
    of_ann = [
        {"position": position, "played_at": utc(2024, 5, 1 + key // 2), "starting_class": "badugi"}
        for key, (_, position) in enumerate(faced)
    ]
    play_each(con, dict(enumerate(of_ann)))
    insert(con, "seats", *({"hand_key": n, "seat": 2, "player": f"P{n}", "hero": False} for n in range(5)))
    row = {"round": 0, "level_full": 2, "price": 10, "action": "fold"}
    decisions = [
        {**row, **place, "position": position} for place, (_, position) in zip(places, faced, strict=True)
    ]
    decisions[1]["action"] = "raise"
    insert(con, "decisions", *decisions)
    insert(con, "draws", *({**place, "draw": 1, "drawn": 0} for place in places))

    def count(*only, **more):
        found = measure(con, "three_bet", Filter(only=only, **more))
        return found.made, found.n

    assert count() == (1, 5)
    assert count(("opener", "BTN")) == (1, 2)
    assert count(("opener", "BTN"), ("late", "late")) == (1, 1)
    assert count(("late", "not late")) == (0, 2)  # the big blind and the hijack
    assert count(("late", "late"), position="SB") == (1, 2)
    assert count(("opponent", "P1")) == (1, 1)
    assert count(("session", "2024-05-02 00:00"), since=utc(2024, 5, 1)) == (0, 2)
    assert count(("opponent", "P3"), ("session", "2024-05-02 00:00"), ("starting-class", "badugi")) == (0, 1)
    only = (("opener", "EP"),)
    by_late = evaluate(con, Filter(only=only), names=("three_bet", "pat_1"), by=("late", "opener"))
    printed = [
        (*group.by.values(), group.hands, group.stats["three_bet"].n, group.stats["pat_1"].n)
        for group in by_late
    ]
    assert printed == [("late", "EP", 1, 1, 1), ("not late", "EP", 1, 1, 1)]
    (whole,) = evaluate(con, Filter(only=only))
    assert {"three_bet", "pat_1"} <= set(whole.stats)
    assert not {"vpip", "winrate", "sessions"} & set(whole.stats)
    assert [
        group.stats["vpip"].n for group in evaluate(con, Filter(only=(("late", "late"),)), names=("vpip",))
    ] == [3]
    with pytest.raises(FilterError, match="vpip counts seats and cannot be split by opener"):
        evaluate(con, Filter(only=only), names=("vpip",))
    with pytest.raises(FilterError, match="seats have no opener, which belongs to decisions and draws"):
        seat_rows(con, Filter(only=only))
    with pytest.raises(FilterError, match="there is no dimension 'moon'"):
        evaluate(con, Filter(only=(("moon", "full"),)))


def test_cancelled_hands_and_empty_seats_never_count(con):
    play(con, 1)
    play(con, 2, cancelled=True)
    play(con, 3, dealt=False)
    assert measure(con, "hands").value == 1


def test_results_by_dimension(con):
    three_hands(con)
    by_position = evaluate(con, HEROES, names=("vpip",), by=("position",))
    assert [(group.by, group.hands) for group in by_position] == [
        ({"position": "BTN"}, 1),
        ({"position": "BB"}, 2),
    ]
    both = evaluate(con, Filter(every_player=True), names=("hands",), by=("table-size", "month"))
    assert [(group.player, *group.by.values(), group.hands) for group in both] == [
        ("Ann", "2", "2024-01", 1), ("Ann", "5-6", "2024-02", 1), ("Ann", "7 and more", "unknown", 1),
        ("Bob", "2", "2024-01", 1), ("Bob", "5-6", "2024-02", 1), ("Bob", "7 and more", "unknown", 1),
    ]  # fmt: skip
    assert by_position[0].as_json() == {
        "player": "Ann",
        "hands": 1,
        "by": {"position": "BTN"},
        "stats": {"vpip": {"made": 0, "chances": 1, "value": 0.0, "low": 0.0, "high": pytest.approx(0.793, abs=1e-3)}},
    }  # fmt: skip


OF_HANDS = [name for name, dimension in DIMENSIONS.items() if not dimension.within]
OF_ROWS = [name for name, dimension in DIMENSIONS.items() if dimension.within]
ONE_OF_EACH = set({stat.rows: stat.name for stat in STATS.values()}.values())
"""A statistic of each row set."""


@pytest.mark.parametrize("name", OF_HANDS)
def test_every_dimension_of_hands_splits_every_row_set(con, name):
    three_hands(con)
    split = DIMENSIONS[name]
    names = set(STATS) if name == "position" else ONE_OF_EACH
    names = {each for each in names if split.of_tournament or STATS[each].rows != ENTRIES}
    groups = evaluate(con, HEROES, names=tuple(names), by=(name,))
    assert sum(group.hands for group in groups) == 3
    assert all(group.by[name] for group in groups)
    assert all(set(group.stats) == names for group in groups)


@pytest.mark.parametrize("name", OF_ROWS)
def test_a_dimension_of_rows_splits_what_has_it(con, name):
    three_hands(con)
    insert(con, "decisions", *({"hand_key": key, "round": 1, "action": "bet"} for key in range(3)))
    insert(con, "draws", *({"hand_key": key, "draw": 1, "drawn": 0} for key in range(3)))
    groups = evaluate(con, HEROES, by=(name,))
    assert groups
    assert all(group.by[name] for group in groups)
    covered = {stat.name for stat in STATS.values() if stat.rows in DIMENSIONS[name].within}
    assert all(set(group.stats) == covered for group in groups)
    assert sum(group.stats["bet_b1"].n for group in groups) == 3
    with pytest.raises(FilterError, match=f"vpip counts seats and cannot be split by {name}"):
        evaluate(con, HEROES, names=("bet_b1", "vpip"), by=(name,))


def test_hands_by_class_and_high_card(con):
    """4-3-2-A, 9-8-7-6, T-3-2-A, K-Q-J-T, 3-2-A, K-Q-J, 2-A, the ace and the king alone, and an unknown hand."""
    badugis = [(3, 2, 1, 0), (8, 7, 6, 5), (9, 2, 1, 0), (12, 11, 10, 9)]
    hands = [*badugis, (2, 1, 0), (12, 11, 10), (1, 0), (0,), (12,)]
    play(con, *range(len(hands) + 1))
    for key, held in enumerate([*(value_of(ranks) for ranks in hands), None]):
        insert(con, "draws", {"hand_key": key, "draw": 1, "drawn": 0, "value_before": held})
    by_class = evaluate(con, HEROES, names=("pat_1",), by=("hand-class",))
    assert [(group.by["hand_class"], group.hands) for group in by_class] == [
        ("badugi", 4), ("three-card", 2), ("two-card", 1), ("one-card", 2), ("unknown", 1),
    ]  # fmt: skip
    by_card = evaluate(con, HEROES, names=("pat_1",), by=("high-card",))
    assert ", ".join(group.by["high_card"] for group in by_card) == (
        "badugi 4, badugi 9, badugi T, badugi K, three-card 3, three-card K, two-card 2, one-card A, one-card K, unknown"
    )


def test_a_hand_counts_for_each_opponent(con):
    three_hands(con)
    insert(con, "seats", {"hand_key": 0, "seat": 3, "player": "Cy", "hero": False})
    insert(con, "seats", {"hand_key": 1, "seat": 3, "player": "Cy", "hero": False, "dealt": False})
    groups = evaluate(con, HEROES, names=("hands",), by=("opponent",))
    assert [(group.by["opponent"], group.hands) for group in groups] == [("Bob", 3), ("Cy", 1)]


def test_a_tournament_is_whole_whatever_hands_are_chosen(con):
    entry = {
        "tournament_id": "9", "entry_pool": 100, "entry_bounty": 0, "entry_fee": 10, "entry_currency": "USD",
    }  # fmt: skip
    play(con, 1, **entry, position="BTN")
    play(con, 2, **entry, position="BB", place=1, prize=220, prize_currency="USD")
    play(con, 3, **{**entry, "tournament_id": "10"}, position="BB")
    for hand_filter in (Filter(position="BTN"), Filter(where="hands.tournament_id = '9'")):
        assert measure(con, "roi", hand_filter).value == pytest.approx(1.0)
        assert measure(con, "tournaments", hand_filter).value == 1


DIVIDING = [
    name for name, dimension in DIMENSIONS.items() if not (dimension.within or dimension.of_tournament)
]
"""The dimensions of hands of which a tournament has several values."""


def test_a_split_repeats_no_tournament(con):
    """It begins on the button in May and ends in the big blind in June with 220 for 110: it counts in June alone."""
    entry = {"entry_pool": 100, "entry_bounty": 0, "entry_fee": 10, "entry_currency": "USD"}
    played = {**entry, "tournament_id": "9", "game": "tournament"}
    play(con, 1, **played, position="BTN", played_at=utc(2024, 5, 31, 23, 58))
    end = {"place": 1, "prize": 220, "prize_currency": "USD"}
    play(con, 2, **played, position="BB", played_at=utc(2024, 6, 1, 0, 1), **end)
    play(con, 3, net=40, position="BB", played_at=utc(2024, 6, 1, 0, 2))
    names = ("hands", "net", "tournament_net", "roi", "tournaments")

    def split(name):
        return {
            group.by[name]: [group.stats[each].value for each in names]
            for group in evaluate(con, HEROES, names=names, by=(name,))
        }

    assert split("month") == {"2024-05": [1, None, None, None, None], "2024-06": [2, 40, 110, 1.0, 1]}
    assert split("tournament") == {"9": [2, None, 110, 1.0, 1], "cash games": [1, 40, None, None, None]}
    assert split("game") == {"cash": [1, 40, None, None, None], "tournament": [2, None, 110, 1.0, 1]}
    assert split("session") == {"2024-05-31 23:58": [3, 40, 110, 1.0, 1]}
    assert {"position", "late", "stakes", "table_size"} <= set(DIVIDING)
    for name in DIVIDING:
        why = f"roi counts entries and cannot be split by {name}, which changes during a tournament"
        with pytest.raises(FilterError, match=why):
            evaluate(con, HEROES, names=("hands", "roi"), by=(name,))
    for group in evaluate(con, HEROES, by=("position",)):
        assert "net" in group.stats
        assert not {stat.name for stat in STATS.values() if stat.rows == ENTRIES} & set(group.stats)
    # A filter selects tournaments as a whole, and so does one by a value of such a dimension.
    only_btn = evaluate(con, Filter(only=(("position", "BTN"),)), names=("roi",))
    assert only(only_btn).stats["roi"].value == 1.0


def test_a_group_stands_for_its_statistics():
    names = [stat.name for stat in selected_stats("losses, hands")]
    assert names == [*(stat.name for stat in STATS.values() if stat.group == "losses"), "hands"]
    assert "loss" in names
    assert [stat.name for stat in selected_stats("Before-the-draw, vpip")] == [
        stat.name for stat in STATS.values() if stat.group == "before the draw"
    ]
    assert [stat.name for stat in selected_stats("tournaments")] == ["tournaments"]


def test_groups_are_plain_json(con):
    three_hands(con)
    group = only(evaluate(con, HEROES))
    printed = json.loads(json.dumps(group.as_json()))
    assert list(printed) == ["player", "hands", "stats"]
    assert set(printed["stats"]) == set(STATS)
    for name, stat in STATS.items():
        keys = {"made", "chances", "value", "low", "high"}
        if not isinstance(stat.kind, Proportion):
            keys = {"value", "unit", "n"}
        assert keys <= set(printed["stats"][name])


# --- results over time


def test_results_over_time_run_in_order(con):
    day = utc(2024, 5, 1)
    play(con, 1, played_at=day + timedelta(2), net=-20, showdown=True)
    play(con, 2, played_at=day, net=40, showdown=False, starting_luck=0.5, draw_luck=-0.75)
    play(con, 3, played_at=None, net=10, showdown=True, currency="EUR")
    play(con, 4, played_at=day + timedelta(1), net=10, big_bet=None)
    rows = seat_rows(con, HEROES)
    assert rows["hand_key"].to_list() == [2, 4, 1, 3]
    assert rows["net_bb"].to_list() == [2.0, None, -1.0, 0.5]
    assert rows["luck"].to_list() == [-0.25, None, None, None]
    assert rows["played_at"].to_list()[-1] is None
    dollars, euros = running_results(rows.reverse())
    assert dollars["hand_key"].to_list() == [2, 1]  # the hand without a big bet is left out
    assert dollars["hand"].to_list() == [1, 2]
    assert dollars["total"].to_list() == [2.0, 1.0]
    assert dollars["showdown"].to_list() == [0.0, -1.0]
    assert dollars["other"].to_list() == [2.0, 2.0]
    assert dollars["adjusted"].to_list() == [2.25, 1.25]
    assert dollars["total_money"].to_list() == [40.0, 20.0]
    assert euros["total"].to_list() == [0.5]


def test_the_line_ends_where_the_win_rate_says(root):
    samples = root / "sample_histories"
    paths = [path for word in ("EUR", " T7") for path in sorted(samples.glob(f"HH*{word}*"))[:1]]
    assert len(paths) == 2, "a cash game in euros and a tournament"
    con = imported(*paths)
    rows = seat_rows(con, HEROES)
    for group in evaluate(con, HEROES):
        own = rows.filter(pl.col("player") == group.player)
        assert own.height == group.hands
        ends = [frame.row(-1, named=True) for frame in running_results(own)]
        rates = group.stats["winrate"].parts
        assert [rate.game for rate in rates] == ["cash", "tournament"]
        total = sum(end["total"] for end in ends)
        assert total == pytest.approx(sum((rate.value or 0) * rate.n / 100 for rate in rates))
        assert total == pytest.approx(sum(end["showdown"] + end["other"] for end in ends))
        cash = own.filter(pl.col("game") == "cash")
        assert cash["net"].sum() == group.stats["net"].value
        for stat in STATS.values():
            found = group.stats[stat.name]
            if isinstance(stat.kind, Proportion):
                assert 0 <= (found.made or 0) <= found.chances
    con.close()


# --- kinds


def test_what_a_loser_and_a_single_hand_leave_unknown(con):
    names = ("p_winning", "hands_needed", "bankroll")
    play(con, 1, net=-20)
    assert [measure(con, name).value for name in names] == [None, None, None]
    play(con, 2, net=-40)
    # -1 and -2 big bets: mean -1.5, deviation 0.7071; -1.5 x root of 2 / 0.7071 is -3 deviations, a chance of 0.13%.
    assert [measure(con, name).value for name in names] == [pytest.approx(0.00135, abs=1e-5), 1, None]
    play(con, 3, net=60)
    assert [measure(con, name).value for name in names] == [0.5, None, None]


def test_values_that_are_all_alike_do_not_show_a_spread(con):
    """Three folded blinds of 0.1 big bets: no interval without width, and no win rate known after 0 hands."""
    play(con, 1, 2, 3, net=-2)
    winrate = measure(con, "winrate")
    assert (winrate.value, winrate.low, winrate.high) == (pytest.approx(-10), None, None)
    for name in ("sd_100", "p_winning", "hands_needed"):
        assert measure(con, name).value is None
    play(con, 4, net=-3)
    assert measure(con, "sd_100").value == pytest.approx(10 * stdev([-0.1, -0.1, -0.1, -0.15]))


def test_a_break_even_result_is_none_of_the_rounding(con):
    """+0.1, +0.2 and -0.3 big bets are 0, and not the 5e-17 that floats make of them."""
    for key, net in enumerate((2, 4, -6)):
        play(con, key, net=net, played_at=datetime(2024, 5, 1, 20, key))  # noqa: DTZ001 - as the database keeps it
    for name, value in (("winrate", 0), ("p_winning", 0.5), ("hands_needed", None), ("bankroll", None)):
        assert measure(con, name).value == value
    for name in ("winrate", "winrate_sessions"):
        assert str(measure(con, name).value) == "0.0"


# --- intervals


@pytest.mark.quick
@pytest.mark.parametrize(
    ("made", "chances", "low", "high"),
    # (p + z2/2n -+ z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n) with z2 = 3.841459, worked out by hand.
    [
        (0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0),
        (31, 100, 0.2278, 0.4063), (499, 1000, 0.4681, 0.5299),
    ],
)  # fmt: skip
def test_wilson(made, chances, low, high):
    interval = wilson(made, chances)
    assert interval is not None
    assert interval == pytest.approx((low, high), abs=6e-5)
    assert interval[0] <= made / chances <= interval[1]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("freedom", "point", "within"),
    # A printed table of Student's t.
    [
        (1, 12.706, 1e-4), (2, 4.303, 1e-4), (3, 3.182, 2e-3), (4, 2.776, 1e-3), (5, 2.571, 1e-3),
        (10, 2.228, 3e-4), (30, 2.042, 3e-4), (120, 1.980, 3e-4), (100_000, 1.960, 3e-4),
    ],
)  # fmt: skip
def test_student(freedom, point, within):
    assert student(freedom) == pytest.approx(point, rel=within)


def test_the_range_of_a_win_rate_by_sessions(con):
    """Twelve sessions of ten hands alike, six of +1 and six of -1 big bet a hand: 0, as uncertain as twelve values.

    Their deviation is root of 12 / 11 = 1.0445, that of their mean 0.3015; 2.201 of them, by Student's t of 11, are
    66.36 per 100 hands.
    """
    play_each(
        con,
        {
            10 * session + hand: {
                "played_at": utc(2024, 5, 1 + session, 20, hand),
                "net": 20 if session % 2 else -20,
            }
            for session in range(12)
            for hand in range(10)
        },
    )
    found = measure(con, "winrate_sessions")
    assert (found.value, found.n) == (0, 120)
    assert (found.low, found.high) == (pytest.approx(-66.36, abs=0.01), pytest.approx(66.36, abs=0.01))
    plain = measure(con, "winrate")
    assert plain.high is not None
    assert plain.high < 20  # single hands know nothing of the sessions
    few = measure(con, "winrate_sessions", Filter(until=utc(2024, 5, 10)))
    assert (few.n, few.low, few.high) == (90, None, None)


def test_clusters_of_unequal_size_are_as_uncertain_as_drawing_them_anew_says():
    """300 clusters of 1 to 60 values, each with a luck of its own, resampled 4,000 times with replacement."""
    random = Random(5)  # noqa: S311 - repeatable, not secret
    clusters = []
    for _ in range(300):
        number, luck = random.randint(1, 60), random.gauss(0.1, 0.5)
        clusters.append((sum(random.gauss(luck, 1) for _ in range(number)), number))
    found = clustered_per_hundred(
        Clusters(
            len(clusters),
            sum(total for total, _ in clusters),
            sum(number for _, number in clusters),
            sum(total * total for total, _ in clusters),
            sum(number * number for _, number in clusters),
            sum(total * number for total, number in clusters),
        )
    )
    means = []
    for _ in range(4000):
        drawn = random.choices(clusters, k=len(clusters))
        means.append(100 * sum(total for total, _ in drawn) / sum(number for _, number in drawn))
    means.sort()
    value, low, high = found
    assert value == pytest.approx(100 * sum(t for t, _ in clusters) / sum(n for _, n in clusters))
    assert (low, high) == (pytest.approx(means[100], abs=0.6), pytest.approx(means[-101], abs=0.6))
    assert clustered_per_hundred(Clusters(0, 0, 0, 0, 0, 0)) == (None, None, None)
    assert clustered_per_hundred(Clusters(9, 9, 18, 9, 36, 18)) == (50, None, None)
    assert clustered_per_hundred(Clusters(10, 10, 20, 10, 40, 20)) == (50, None, None)  # all are alike
    assert clustered_per_hundred(Clusters(9, 1, 18, 9, 36, 2))[1:] == (None, None)  # too few
    assert None not in clustered_per_hundred(Clusters(10, 0, 20, 10, 40, 0))


def test_players_with_few_hands_are_left_out_and_not_parts(con):
    """Ann has three hands, one of them at the button; Bob, who has two, is left out, and the button of Ann is not."""
    play(con, 1, position="BTN")
    play(con, 2, 3, position="SB")
    play(con, 4, 5, position="SB", player="Bob")
    found = evaluate(con, Filter(every_player=True), names=("hands",), by="position", min_hands=3)
    assert [(group.player, group.by["position"], group.hands) for group in found] == [
        ("Ann", "BTN", 1),
        ("Ann", "SB", 2),
    ]
    (both,) = evaluate(con, Filter(every_player=True), names=("hands",), min_hands=5, together=True)
    assert both.hands == 5
    assert evaluate(con, Filter(every_player=True), min_hands=6, together=True) == []


@pytest.mark.parametrize(
    ("wrong", "printed"),
    [
        ({"session_gap": 0}, "session_gap is 0; give whole minutes"),
        ({"session_gap": True}, "session_gap is True"),
        ({"session_gap": "30"}, "session_gap is '30'"),
        ({"player": ["a", "b"]}, "player is .*; give one text"),
        ({"stakes": 3}, "stakes is 3; give one text"),
        ({"only": ("late", "late")}, "give pairs of texts"),
        ({"only": {"late": "late"}}, "give pairs of texts"),
        ({"only": (("table_size", 2),)}, "give pairs of texts"),
        ({"player": "Ann", "every_player": True}, "contradict each other"),
        ({"where": " "}, "the condition is empty; leave it out"),
        ({"since": utc(2024, 4, 1), "until": utc(2024, 3, 1)}, "since 2024-04-01 .* is not before until 2024-03"),
        ({"since": utc(2024, 4, 1), "until": utc(2024, 4, 1)}, "no hand lies between them"),
    ],
)  # fmt: skip
def test_a_filter_that_cannot_be_is_refused(wrong, printed):
    with pytest.raises(FilterError, match=printed):
        Filter(**wrong)


# --- the price of a snow

DRAWERS = {
    "low": ONE,
    "high": of_ranks("three cards, nine or higher", tuple(r for high in "9TJQK" for r in with_high(3, high))),
    "few": of_ranks("two cards", up_to(2, "K")),
}
"""The hands that draw: three cards up to an eight, three higher cards, or fewer that count; each is a range of the model."""


@pytest.mark.parametrize(
    ("who", "draw", "when", "count", "trials"),
    [
        next((*share, 1, 1000) for share in SHARES if share[1] > 2),
        *(
            pytest.param(who, draw, when, count, 4000, marks=pytest.mark.long)
            for who, draw, when in SHARES
            for count in range(4)
        ),
    ],
)
def test_what_drawing_is_worth_is_computed_again(who, draw, when, count, trials):
    opponent = Player(range_of(count), 4 - draw + (when == "before"))
    found = equity(Spot((Player(DRAWERS[who], 4 - draw), opponent)), trials=trials, seed=7)
    assert found.shares[0] == pytest.approx(SHARES[who, draw, when][count], abs=0.005 + 4 * found.errors[0])


# --- the registry


def test_statistics_are_reported_in_sentences():
    assert len({stat.title for stat in STATS.values()}) == len(STATS)
    for name, stat in STATS.items():
        assert name == stat.name
        assert stat.sentence[0].isupper()
        assert stat.sentence.endswith(".")
        assert stat.title
        assert not any(place in name.split("_") for place in ("btn", "sb", "bb", "co", "ep"))


def test_predicates_name_only_columns_that_are_there(con):
    beside = {*HAND_COLUMNS, *SEAT_COLUMNS}
    for table in ROW_SETS:
        cells = [cell for stat in STATS.values() if stat.rows == table for cell in stat.kind.aggregates()]
        own = {column.name for column in columns_of(table)}
        assert columns_read(cells) <= own | beside
        with select_seats(con, HEROES, columns=columns_read(cells), hand_sequence=True) as hand_filter:
            rows, parameters = hand_filter.rows(table)
            names = [column[0] for column in con.execute(rows, parameters).description or ()]
        assert len(names) == len(set(names)), f"{table} has a column twice"
        assert columns_read(cells) <= set(names)
