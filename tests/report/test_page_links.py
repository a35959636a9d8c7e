"""Links within the page: every leak, session, month, tournament, position and point of a chart leads to a hand."""

import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support.browser import Browser
from support.hand_made import database, insert
from support.report_hands import HANDS

from badugi_hh.leaks import LEAKS, Baseline, Finding, Verdict
from badugi_hh.leaks.finding import FrequencyFinding
from badugi_hh.report.compose import compose
from badugi_hh.report.findings import leak_cards
from badugi_hh.report.hand_list import select_hands
from badugi_hh.report.largest_hands import hands_of_charts, largest_by_session
from badugi_hh.report.page import render
from badugi_hh.report.page_model import Page
from badugi_hh.report.queries import seat_rows
from badugi_hh.stats.selection.filters import Filter

LARGEST = "SELECT {part} AS part, arg_max(hand_key, abs(net / big_bet)), max(abs(net / big_bet)) FROM seats JOIN hands USING (hand_key) WHERE hero AND dealt GROUP BY 1"


def size_of(con: duckdb.DuckDBPyConnection, key: int) -> float:
    query = "SELECT abs(net / big_bet) FROM seats JOIN hands USING (hand_key) WHERE hero AND hand_key = ?"
    return con.execute(query, [key]).fetchall()[0][0]


def test_every_point_of_a_chart_has_a_hand_that_the_page_replays(report_view: Page) -> None:
    for plot in report_view.plots:
        points = [
            (key, value)
            for trace in plot.figure.data
            if trace.customdata is not None
            for key, value in zip(trace.customdata, trace.x, strict=True)
        ]
        assert sum(key is not None for key, _ in points) >= max(1, len(points) - 3), plot.id
    linked = {str(key) for key in hands_of_charts(report_view.plots)}
    assert linked <= report_view.hands.replays.keys()


def test_rows_lead_to_the_hand_with_the_largest_result(
    report_hands: duckdb.DuckDBPyConnection, report_view: Page
) -> None:
    months, _, tournaments = report_view.sessions
    for table, part in (
        (report_view.positions.table, "position"),
        (months, "strftime(played_at, '%Y-%m')"),
        (tournaments, "tournament_id"),
    ):
        due = {row[0]: row[2] for row in report_hands.execute(LARGEST.format(part=part)).fetchall()}
        assert {row.label: size_of(report_hands, row.hand) for row in table.rows} == {
            row.label: due[row.label] for row in table.rows
        }


def test_a_session_leads_to_a_hand_of_it(report_hands: duckdb.DuckDBPyConnection, report_view: Page) -> None:
    _, sessions, _ = report_view.sessions
    starts = sorted(row.label for row in sessions.rows)
    played = dict(
        report_hands.execute("SELECT hand_key, strftime(played_at, '%Y-%m-%d %H:%M') FROM hands").fetchall()
    )
    for row in sessions.rows:
        assert max(start for start in starts if start <= played[row.hand]) == row.label
    assert largest_by_session(report_hands, Filter()) == {row.label: row.hand for row in sessions.rows}


def test_a_long_list_keeps_the_hands_to_which_charts_lead(report_hands: duckdb.DuckDBPyConnection) -> None:
    rows = seat_rows(report_hands, Filter())
    oldest = rows["hand_key"].to_list()[:12]
    listed = select_hands(rows, set(), most=130, recent=5, linked=oldest)
    assert set(oldest) <= set(listed.filter("replayed")["hand_key"])
    assert listed.height == 130 < HANDS


def test_a_point_opens_only_a_hand_with_a_replay_or_names_the_command(monthly_view: Page) -> None:
    """The page lists 60 of 541 hands: of each other one the point says that it is not there."""
    assert monthly_view.hands is not None
    numbers = re.compile(r"no\. (\d+)(?:<br>not on this page: badugi-hh replay (\d+))?$")
    missing, replayed = 0, {int(key) for key in monthly_view.hands.replays}
    for plot in monthly_view.results:
        line = plot.figure.data[0]
        assert (line.text[0], line.customdata[0]) == ("before the first hand", None)
        for label, key in zip(line.text[1:], line.customdata[1:], strict=True):
            found = numbers.search(label)
            assert found is not None
            assert (key in replayed) == (found[2] is None)
            assert found[2] in {None, found[1]}
            missing += key is None
    assert missing > 400
    for plot in monthly_view.plots[len(monthly_view.results) :]:
        assert {key for trace in plot.figure.data for key in trace.customdata or ()} <= {None, *replayed}


def test_cards_of_leaks_have_an_address_each() -> None:
    def finding(player: str, name: str) -> Finding:
        baseline = Baseline(0.1, 0.3, "a solve", "solver", "any")
        return FrequencyFinding(LEAKS[name], player, Verdict.FLAG, 41, 96, baseline=baseline)

    cards = leak_cards([finding("Ann", "B4-BTN"), finding("Bea", "B4-BTN"), finding("Bea", "B13")], {}).first
    assert [card.anchor for card in cards] == ["leak-B4-BTN", "leak-B4-BTN-2", "leak-B13"]


@pytest.mark.browser
def test_the_address_of_a_leak_opens_its_card(browser: Browser, report_page: Path, report_view: Page) -> None:
    browser.open(report_page, width=1280)
    for card in (*report_view.leaks.first[:1], *report_view.leaks.rest[-1:]):
        browser.evaluate(
            f"""(async () => {{
                location.hash = {card.anchor!r};
                const top = () => document.getElementById({card.anchor!r}).getBoundingClientRect().top;
                const end = Date.now() + 20000;
                do await new Promise((done) => setTimeout(done, 50));
                while (!(top() >= 0 && top() < innerHeight) && Date.now() < end);
            }})()"""
        )
        assert browser.evaluate(f"document.getElementById({card.anchor!r}).checkVisibility()")
        top = browser.evaluate(f"document.getElementById({card.anchor!r}).getBoundingClientRect().top")
        assert 0 <= top < 900
    assert browser.complaints == []


@pytest.mark.browser
def test_points_of_every_chart_open_a_replay(browser: Browser, report_page: Path, report_view: Page) -> None:
    plots: list[Any] = [report_view.positions.chart, report_view.draws.chart, report_view.starts.chart]
    browser.open(report_page, width=1280)
    for plot, view in zip(plots, ("positions", "draws", "starting-hands"), strict=True):
        browser.evaluate(
            f"""(async () => {{
                location.hash = {view!r};
                const end = Date.now() + 20000;
                while (!document.querySelector('#{plot.id} .main-svg .trace') && Date.now() < end) {{
                    document.getElementById({plot.id!r}).scrollIntoView();
                    await new Promise((done) => setTimeout(done, 30));
                }}
                const trace = document.getElementById({plot.id!r}).data.find((each) => each.customdata?.some(Number.isInteger));
                const hand = trace.customdata.find(Number.isInteger);
                document.getElementById({plot.id!r}).emit('plotly_click', {{points: [{{customdata: hand}}]}});
                while (!document.querySelector(`#hand-${{hand}} .replayer`) && Date.now() < end)
                    await new Promise((done) => setTimeout(done, 30));
            }})()"""
        )
        assert browser.evaluate("document.querySelector('#hand-table .replayer').offsetHeight") > 100
        browser.evaluate("document.querySelector('#hand-table .replayer')?.closest('tr').remove()")
    assert browser.complaints == []


@pytest.mark.browser
def test_a_hand_without_a_replay_opens_to_its_result_its_cards_and_the_command(
    browser: Browser, report_view: Page, tmp_path: Path
) -> None:
    assert report_view.hands is not None
    listing = report_view.hands.listing
    bare = replace(report_view, hands=replace(report_view.hands, replays={}))
    (tmp_path / "report.html").write_text(render(bare), encoding="utf-8")
    browser.open(tmp_path / "report.html", width=390)
    key = listing["hands"][3]
    browser.evaluate(f"location.hash = 'hand-{key}'")
    browser.page.wait_for_selector(f"#hand-{key} .summary")
    row = [column["texts"][column["rows"][3] if "rows" in column else 3] for column in listing["columns"]]
    titles = [column.title for column in report_view.hands.columns]
    shown = f"[...document.querySelectorAll('#hand-{key} .summary > div')].map((part) => [...part.children].map((one) => one.textContent))"
    found = dict(browser.evaluate(shown))
    assert list(found) == [*titles[1:], "Players"]
    assert found["Net"] == row[titles.index("Net")]
    suits = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠", " ": ""})
    assert found["Dealt"] == row[titles.index("Dealt")].translate(suits)
    names = listing["players"]["names"]
    assert found["Players"] == ", ".join(names[place] for place in listing["players"]["rows"][3])
    number = row[titles.index("Hand")]
    code = f"document.querySelector('#hand-{key} .replay code').textContent"
    assert browser.evaluate(code).startswith(f"badugi-hh replay {number} ")
    assert browser.unreadable(f"#hand-{key}") == []
    assert browser.complaints == []


@pytest.mark.browser
def test_filters_are_hidden_where_they_change_nothing(browser: Browser, report_page: Path) -> None:
    browser.open(report_page, width=1280)
    shown = "document.getElementById('filters').checkVisibility()"
    for view, due in (("best-play", False), ("positions", True), ("quality", False), ("hands", True)):
        browser.evaluate(f"location.hash = {view!r}")
        browser.evaluate("new Promise((done) => setTimeout(done, 30))")
        assert browser.evaluate(shown) is due, view


def test_commands_on_the_page_are_code(report_page: Path) -> None:
    text = report_page.read_text(encoding="utf-8").partition('<script type="text/plain"')[0]
    body = re.sub(
        r"<style.*?</style>|<[^>]* data-command=[^>]*>|<footer.*?</footer>", "", text, flags=re.DOTALL
    )
    commands = re.findall(r"(<code>)?badugi-hh [a-z]", body)
    assert len(commands) >= 4
    assert set(commands) == {"<code>"}
    assert "`" not in body


def test_points_lead_only_to_hands_that_the_page_lists(
    report_hands: duckdb.DuckDBPyConnection, only_views: Callable[..., None]
) -> None:
    only_views("overview", "positions", "draws", "starting-hands", "sessions")
    page = compose(report_hands, Filter(), most=30)
    assert page.hands is not None
    assert len(page.hands.listing["hands"]) == 30
    linked = hands_of_charts(page.plots)
    assert linked
    assert linked <= set(page.hands.listing["hands"])


def test_of_equal_results_of_a_session_the_first_hand_is_linked() -> None:
    for keys in ((4, 7, 5), (7, 5, 4)):
        with closing(database()) as con:
            insert(con, "hands", *({"hand_key": key, "hand_id": str(key)} for key in keys))
            insert(con, "seats", *({"hand_key": key, "net": 200 * (-1) ** key, "hero": True} for key in keys))
            assert list(largest_by_session(con, Filter()).values()) == [4]
