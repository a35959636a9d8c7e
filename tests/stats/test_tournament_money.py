"""What tournaments cost and paid, wherever a result of their hands is shown: never their chips.

The tournament of the samples is a second place for $4.80 in an entry of $2.00 and $0.20: a gain of $2.60. Its hands lost
1,500 chips.
"""

import re
from contextlib import closing
from datetime import datetime, timedelta
from shutil import copyfile

import pytest
from support.commands import answer, run
from support.hand_made import database, play

from badugi_hh.api.watch import STATISTICS, Watched
from badugi_hh.cli.commands.watch import _nets
from badugi_hh.report import overview
from badugi_hh.report.anonymous import ShownNames
from badugi_hh.report.queries import seat_rows
from badugi_hh.report.session_tables import session_tables
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import ImportReport

NUMBER = "770130123"
ENTRY = {"game": "tournament", "entry_pool": 500, "entry_bounty": 0, "entry_fee": 50, "entry_currency": "USD"}
PRIZE = {"prize_currency": "USD"}
MIDNIGHT = datetime(2024, 3, 23)  # noqa: DTZ001 - UTC, as in the database


@pytest.fixture(scope="module")
def con(sampled):
    with closing(open_database(sampled, read_only=True)) as opened:
        yield opened


class Money:
    """The headline figures and the tables of results of hands, as a report has them."""

    def __init__(self, con):
        rows = seat_rows(con, Filter())
        games = overview.game_labels(rows)
        tables = Evaluator(con, Filter(), games, you=True, names=ShownNames())
        self.figures = overview.figures(rows, evaluate(con, Filter(), together=True)[0].stats, games)
        self.stakes = tables.stakes()
        self.sessions = session_tables(tables, rows)


@pytest.fixture(scope="module")
def page(con):
    return Money(con)


def sums(page):
    return {figure.label: figure for figure in page.figures if figure.place == "money"}


def row(table, label):
    """The values and tones of a row by the titles of the columns, without unknown ones."""
    assert table is not None
    (found,) = (row for row in table.rows if row.label == label)
    cells = zip(table.columns, found.cells, strict=True)
    return {column.title: (cell.value, cell.tone) for column, cell in cells if cell is not None}


def test_stats_report_prizes_less_buy_ins(sampled):
    names = "net,gross,tournament_net,tournaments_unknown,buy_ins,fees,prizes,roi"
    (group,) = answer("stats", "--db", sampled, "--game", "tournament", "--stat", names)
    found = {name: (measure["value"], measure["unit"]) for name, measure in group["stats"].items()}
    assert found == {
        "net": (None, None),
        "gross": (None, None),
        "tournament_net": (260, "USD cents"),
        "tournaments_unknown": (0, "tournaments"),
        "buy_ins": (200, "USD cents"),
        "fees": (20, "USD cents"),
        "prizes": (480, "USD cents"),
        "roi": (pytest.approx(260 / 220), "of the cost, USD cents"),
    }
    shown = run("stats", "--db", sampled).stdout
    assert re.search(r"^ tournament_net +Net of tournaments +\$2\.60 +1 +–$", shown, re.MULTILINE)
    assert "chips" not in shown


@pytest.mark.parametrize(
    ("options", "noted"),
    [
        (("--by", "position"), True),
        (("--stat", "net,tournament_net"), False),
        (("--stat", "net", "--game", "cash"), False),
    ],
)
def test_a_net_without_tournaments_names_the_statistic_of_their_money(sampled, options, noted):
    printed = run("stats", "--db", sampled, *options).stderr
    assert ("net is of hands outside of tournaments; tournament_net is prizes" in printed) is noted


def test_the_overview_has_one_sum_with_the_return_and_the_places(page):
    figures = sums(page)
    assert set(figures) == {"Net, USD", "Net, EUR"}
    dollars = figures["Net, USD"]
    cash, paid = re.fullmatch(r"cash games ([−+]\$[\d.]+), tournaments (\+\$2\.60)", dollars.note).groups()
    due = float(cash.replace("−", "-").replace("$", "")) + float(paid.replace("$", ""))
    assert float(dollars.value.replace("−", "-").replace("$", "")) == pytest.approx(due)
    assert (
        dollars.interval
        == "1 tournament, return on investment 118.2%, in the money 1 of 1, average place 2.0"
    )
    assert not any("chips" in f"{figure.label} {figure.value}" for figure in page.figures)


def test_tables_have_the_money_of_tournaments(page):
    of_months, of_sessions, of_tournaments = page.sessions
    gain = ("+$2.60", "gain")
    assert row(page.stakes, "tournaments")["Net"] == gain
    assert row(of_months, "2024-03")["Net of tournaments"] == gain
    session = row(of_sessions, "2024-03-14 04:03")
    assert (session["Net of tournaments"], "Net" in session) == (gain, False)
    own = row(of_tournaments, NUMBER)
    assert {name: own[name] for name in ("Buy-ins, without fee", "Fees", "Prizes", "Net")} == {
        "Buy-ins, without fee": ("$2.00", ""),
        "Fees": ("$0.20", ""),
        "Prizes": ("$4.80", ""),
        "Net": gain,
    }
    assert "Bounties" not in own  # none of the tournaments has them
    for table in (page.stakes, *page.sessions):
        assert table is not None
        values = [cell.value for each in table.rows for cell in each.cells if cell is not None]
        assert not any("chips" in value for value in values)


def test_what_no_hand_states_is_unknown_and_said_to_be(sampled, tmp_path):
    copyfile(sampled, tmp_path / "hands.duckdb")
    with closing(open_database(tmp_path / "hands.duckdb")) as opened:
        opened.execute("UPDATE seats SET place = NULL, prize = NULL")
        page = Money(opened)
    shown = run("stats", "--db", tmp_path / "hands.duckdb").stdout
    assert re.search(r"^ tournament_net +Net of tournaments +– +0 +–$", shown, re.MULTILINE)
    assert re.search(
        r"^ tournaments_unknown +Tournaments of unknown net +1 tournament +1 +–$", shown, re.MULTILINE
    )
    net = sums(page)["Net, tournaments"]
    assert (net.value, net.tone) == ("–", "")
    assert net.interval == "1 tournament, the cost or result of 1 is unknown"
    assert "Net" not in row(page.sessions[2], NUMBER)


def test_currencies_of_tournaments_are_apart_and_unknown_ones_left_out():
    """+$5.00 and −€5.50 with a known end, one that plays on, and a knockout with a bounty of $1.25 for $1.40."""
    knockout = {**ENTRY, "entry_pool": 100, "entry_bounty": 25, "entry_fee": 15, "bounty_won": 125}
    euro = {**ENTRY, "entry_currency": "EUR"}
    with closing(database()) as con:
        play(con, 1, tournament_id="1", **ENTRY, place=2, prize=1050, **PRIZE)
        play(con, 2, tournament_id="2", **euro, place=4, prize=0)
        play(con, 3, tournament_id="3", **ENTRY)
        play(con, 4, tournament_id="4", **knockout, place=5, prize=0)
        page = Money(con)
    nets = {label: (figure.value, figure.tone, figure.interval) for label, figure in sums(page).items()}
    places = "in the money 1 of 3, average place 3.7, the cost or result of 1 is unknown"
    assert nets == {
        "Net, EUR": ("−€5.50", "loss", f"1 tournament, return on investment −100.0%, {places}"),
        "Net, USD": ("+$4.85", "gain", "2 tournaments, return on investment 70.3%"),
    }
    assert row(page.sessions[-1], "4")["Bounties"] == ("$1.25", "")
    assert row(page.sessions[-1], "4")["Net"] == ("−$0.15", "loss")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"until": MIDNIGHT}, {"since": MIDNIGHT}),
        ({"only": (("day", "2024-03-22"),)}, {"only": (("day", "2024-03-23"),)}),
        ({"only": (("weekday", "Friday"),)}, {"only": (("weekday", "Saturday"),)}),
    ],
    ids=["dates", "days", "weekdays"],
)
def test_a_tournament_over_midnight_counts_on_the_day_of_its_last_hand(first, second):
    """It counted on both days."""
    with closing(database()) as con:
        play(con, 1, tournament_id="1", **ENTRY, played_at=MIDNIGHT - timedelta(minutes=5))
        play(con, 2, tournament_id="1", **ENTRY, played_at=MIDNIGHT, place=2, prize=1050, **PRIZE)
        play(con, 3, tournament_id="2", **ENTRY, played_at=MIDNIGHT - timedelta(hours=3), place=9, prize=0)
        for kept, net in ((first, -550), (second, 500)):
            (found,) = evaluate(con, Filter(**kept), names=("tournament_net",))
            assert found.stats["tournament_net"].value == net


@pytest.mark.parametrize(
    ("net", "stack", "paid"),
    [
        (-20, 1480, 550), (-20, 1481, None), (-20, 900, 550), (840, 2340, 550), (840, 1500, None),
        (0, 1500, 550),
    ],
)  # fmt: skip
def test_an_entry_between_missing_hands_may_have_been_paid(net, stack, paid):
    """A stack that is larger than after the hand before, or that of the beginning, can be that of a further entry."""
    with closing(database()) as con:
        play(con, 1, tournament_id="1", **ENTRY, stack=1500, net=net)
        play(con, 3, tournament_id="1", **ENTRY, stack=stack, place=4, prize=0)
        (found,) = evaluate(con, Filter(), names=("tournament_net", "tournaments_unknown"))
    assert found.stats["tournament_net"].value == (None if paid is None else -paid)
    assert found.stats["tournaments_unknown"].value == int(paid is None)


@pytest.mark.parametrize(
    ("hands", "due"),
    [
        ([{"net": -90}], ["net −$0.90"]),
        ([{"tournament_id": "1", **ENTRY, "net": -90}], ["1 tournament of unknown net"]),
        (
            [
                {"net": 90},
                {"tournament_id": "1", **ENTRY, "net": -1500, "place": 2, "prize": 1050, **PRIZE},
                {"tournament_id": "2", **ENTRY},
            ],
            ["net $0.90", "net of 1 tournament $5.00", "1 tournament of unknown net"],
        ),
    ],
)
def test_watch_reports_a_tournament_from_its_end_on(hands, due):
    with closing(database()) as con:
        for key, hand in enumerate(hands):
            play(con, key, **hand)
        (own,) = evaluate(con, Filter(), names=STATISTICS, together=True)
    seen = Watched(ImportReport((), (), 0.0), (), (), own)
    assert _nets(seen) == due
