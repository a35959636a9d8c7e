"""Charts under a filter: they have the points of a report of the filter's hands; and tables by position and month."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from support.browser import Browser, until
from support.commands import answer
from support.filtered_page import ROWS, as_read, cells, due_cells, each, use
from support.monthly_hands import MONTHS
from support.spread import few

from badugi_hh.report import overview, sections
from badugi_hh.report.anonymous import Names
from badugi_hh.report.filtered_results import results_of_months
from badugi_hh.report.hand_list import MOST, hand_list, select_hands
from badugi_hh.report.largest_hands import MONTH, largest_by
from badugi_hh.report.page import render
from badugi_hh.report.page_model import Page, Plot
from badugi_hh.report.queries import players_of, seat_rows
from badugi_hh.report.result_chart import thin
from badugi_hh.report.table_views import BY_SESSION, Evaluator
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.additive import why_not_additive
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.engine.timeline import running_results
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.wording.catalogue import catalogue

VIEWS = {"chart-positions": "positions", "chart-draws": "draws", "chart-starts": "starting-hands"}
"""The view of each chart but those of results, which the overview has."""

DRAWN = """(id) => document.getElementById(id).data
    .filter(({ visible }) => visible !== false)
    .map(({ x, y, text, customdata, hovertext, name, error_x }) => ({ x, y, text, customdata, hovertext, name, error_x }))"""


@pytest.fixture(scope="module")
def con(monthly: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with closing(open_database(monthly, read_only=True)) as opened:
        yield opened


@pytest.fixture(scope="module")
def rows(con: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    return sections.label_starts(seat_rows(con, Filter()))


@pytest.fixture(scope="module")
def pages(
    monthly_view: Page,
    con: duckdb.DuckDBPyConnection,
    rows: pl.DataFrame,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Path]:
    """The page that lists all hands, and the one that lists some and therefore has the sums of months."""
    folder = tmp_path_factory.mktemp("charts")
    listed = select_hands(rows, set())
    replays = {key: {"text": ""} for key in listed["hand_key"]}
    complete = hand_list(
        listed, rows.height, players_of(con, listed["hand_key"]), replays, rows, filters=True
    )
    assert monthly_view.filters is not None
    counts = {name: part for name, part in monthly_view.filters.counts.items() if name != "months"}
    whole = replace(monthly_view, hands=complete, filters=replace(monthly_view.filters, counts=counts))
    found = {"hands": folder / "hands.html", "months": folder / "months.html"}
    found["hands"].write_text(render(whole), encoding="utf-8")
    found["months"].write_text(render(monthly_view), encoding="utf-8")
    return found


def chart(browser: Browser, view: str, plot: str, query: str) -> list[dict[str, Any]]:
    """The visible traces of a chart under a filter."""
    use(browser, view, query)
    until(browser, f"(document.body.dataset.charts ?? '') === new URLSearchParams({query!r}).toString()")
    if view == "overview":
        nth = f"[...document.querySelectorAll('.results .chart')].findIndex((part) => part.id === {plot!r})"
        browser.evaluate(f"document.querySelectorAll('.results .pick button')[{nth}].click()")
    browser.evaluate(f"document.getElementById({plot!r}).scrollIntoView()")
    until(browser, f"document.getElementById({plot!r}).data")
    return browser.page.evaluate(DRAWN, plot)


def caption(browser: Browser, plot: str) -> str:
    return browser.evaluate(f"document.getElementById({plot!r}).nextElementSibling.textContent")


def same(found: list[dict[str, Any]], due: list[dict[str, Any]], about: str) -> None:
    """Assert that traces have the same names, points, intervals, labels and hands."""
    assert [trace.get("name") for trace in found] == [trace.get("name") for trace in due], about
    for one, other in zip(found, due, strict=True):
        for name in ("text", "customdata", "hovertext"):
            assert one.get(name) == other.get(name), (about, name)
        for name in ("x", "y"):
            assert len(one[name]) == len(other[name]), (about, name)
            assert one[name] == pytest.approx(other[name], abs=0.011), (about, name)
        for end in ("array", "arrayminus"):
            ends = other.get("error_x", {}).get(end)
            assert (one.get("error_x") or {}).get(end) == (ends and pytest.approx(ends)), (about, end)


def due_plots(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, Plot]:
    """The charts of the report of a filter, those of results by their denominations."""
    rows = sections.label_starts(seat_rows(con, hand_filter))
    games = overview.game_labels(rows)
    tables = Evaluator(con, hand_filter, games, you=True, names=Names())
    groups = tables.groups(sections.BY_POSITION, "position")
    (whole,) = tables.groups([f"drawn_{draw}" for draw in (1, 2, 3)])
    plots = [
        sections.positions(groups, games, hands=largest_by(rows, pl.col("position"))).chart,
        sections.draws({draw: whole.stats[f"drawn_{draw}"] for draw in (1, 2, 3)}, rows).chart,
        sections.starts(rows).chart,
    ]
    results = {plot.denomination: plot for plot in sections.results(rows)}
    return results | {plot.id: plot for plot in plots if plot is not None}


def drawn_data(plot: Plot) -> list[dict[str, Any]]:
    return json.loads(plot.figure.to_json())["data"]


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(1, 5))
def test_charts_have_the_points_of_a_report_of_the_filter(
    browser, pages, monthly_view, con, query, hand_filter, options
):
    browser.open(pages["hands"], width=1280)
    due = due_plots(con, hand_filter)
    for plot, view in VIEWS.items():
        same(chart(browser, view, plot, query), drawn_data(due[plot]), f"{plot} {options}")
        assert caption(browser, plot) == due[plot].summary
    for plot in monthly_view.results:
        if plot.denomination in due:
            own = due[plot.denomination]
            same(chart(browser, "overview", plot.id, query), drawn_data(own), f"{plot.id} {options}")
            assert caption(browser, plot.id) == own.summary
        else:
            use(browser, "overview", query)
            until(browser, "document.body.dataset.charts")
            assert caption(browser, plot.id) == catalogue()["filters"]["none"]
    assert browser.complaints == []


@pytest.mark.browser
def test_a_point_of_a_filter_opens_only_a_hand_with_a_replay(browser, monthly_view, con, rows, tmp_path):
    """The page lists all hands, and can replay every third of them."""
    listed = select_hands(rows, set())
    replays = {key: {"text": ""} for key in listed["hand_key"] if key % 3 == 0}
    listing = hand_list(listed, rows.height, players_of(con, listed["hand_key"]), replays, rows, filters=True)
    counts = {name: part for name, part in monthly_view.filters.counts.items() if name != "months"}
    whole = replace(monthly_view, hands=listing, filters=replace(monthly_view.filters, counts=counts))
    (tmp_path / "page.html").write_text(render(whole), encoding="utf-8")
    browser.open(tmp_path / "page.html", width=1280)
    plot = monthly_view.results[0]
    line, *_ = chart(browser, "overview", plot.id, "position=BB")
    points = list(zip(line["text"], line["customdata"], strict=True))[1:]
    missing = catalogue()["charts"]["elsewhere"].partition("{")[0]
    assert {key is None for _, key in points} == {True, False}
    for label, key in points:
        assert (missing in label) == (key is None)
        assert key is None or key % 3 == 0
    # A dot stands for many hands: the largest of them, whether it opens or not.
    own = seat_rows(con, Filter(game="cash"))
    numbers = dict(own.select("hand_key", "hand_id").iter_rows())
    due = largest_by(own, pl.col("position"))
    dots = chart(browser, "positions", "chart-positions", "game=cash")
    opened = {
        text.split(",")[0]: (key, text.partition(missing)[2])
        for trace in dots
        for text, key in zip(trace["text"] or (), trace["customdata"] or (), strict=True)
        if key is not None or missing in text
    }
    assert opened == {
        position: (key, "") if key % 3 == 0 else (None, numbers[key]) for position, key in due.items()
    }
    assert len({key is None for key, _ in opened.values()}) == 2
    assert browser.complaints == []


@pytest.mark.browser
def test_charts_of_all_hands_come_back(browser, pages, monthly_view):
    browser.open(pages["hands"], width=1280)
    plots = {plot.id: plot for plot in monthly_view.plots}
    for plot, view in (("chart-draws", "draws"), (monthly_view.results[0].id, "overview")):
        filtered = chart(browser, view, plot, "position=BB")
        assert filtered != chart(browser, view, plot, "")
        same(chart(browser, view, plot, ""), drawn_data(plots[plot]), plot)
        assert caption(browser, plot) == plots[plot].summary
        assert browser.evaluate(f"document.getElementById({plot!r}).ariaLabel") == plots[plot].summary


@pytest.mark.browser
def test_results_follow_the_switches_under_a_filter(browser, pages, monthly_view, con):
    browser.open(pages["hands"], width=1280)
    plot = monthly_view.results[0]
    chart(browser, "overview", plot.id, "position=BB")
    (own,) = (
        each
        for each in due_plots(con, Filter(position="BB")).values()
        if each.denomination == plot.denomination
    )
    (_, dates), (_, money) = own.switches
    for label in (dates.label, money.label):
        browser.evaluate(
            f"[...document.querySelectorAll('.switches[data-chart={plot.id}] button')].find((one) => one.textContent === {label!r}).click()"
        )
    drawn = browser.page.evaluate(DRAWN, plot.id)
    assert [when and when[:16] for when in drawn[0]["x"]] == [
        when and when[:16] for when in dates.data["x"][0]
    ]
    for trace, line in zip(drawn, money.data["y"], strict=True):
        assert trace["y"] == pytest.approx(line, abs=0.011)
    assert caption(browser, plot.id) == money.summary
    assert money.summary != own.summary


@pytest.mark.browser
def test_the_caption_has_the_unit_that_the_chart_shows(browser, pages, monthly_view):
    browser.open(pages["hands"], width=1280)
    for plot in monthly_view.results:
        chart(browser, "overview", plot.id, "")
        assert caption(browser, plot.id) == plot.summary
        assert " big bets after " in plot.summary
        if plot.denomination == "tournament chips":
            assert len(plot.switches) == 1
            continue
        money = plot.switches[1][1]
        button = f".switches[data-chart={plot.id}] div:last-child button:last-child"
        assert browser.evaluate(f"document.querySelector('{button}').textContent") == money.label
        browser.evaluate(f"document.querySelector('{button}').click()")
        assert caption(browser, plot.id) == money.summary
        assert "big bets" not in money.summary
        assert re.match(r"[+−][$€][\d.,]+ after ", money.summary)
        assert browser.evaluate(f"document.getElementById({plot.id!r}).ariaLabel") == money.summary


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(3))
def test_results_of_a_page_without_all_hands_have_a_point_for_each_month(
    browser, pages, monthly_view, con, query, hand_filter, options
):
    browser.open(pages["months"], width=1280)
    frames = {frame["denomination"][0]: frame for frame in running_results(seat_rows(con, hand_filter))}
    for plot in monthly_view.results:
        if plot.denomination not in frames:
            use(browser, "overview", query)
            until(browser, "document.body.dataset.charts")
            assert caption(browser, plot.id) == catalogue()["filters"]["none"], options
            continue
        frame = frames[plot.denomination].with_columns(month=MONTH)
        ends = frame.group_by("month", maintain_order=True).last()
        drawn = chart(browser, "overview", plot.id, query)
        assert drawn[0]["x"] == [0, *ends["hand"]]
        assert drawn[0]["text"][1:] == ends["month"].fill_null("–").to_list()
        names = ("total", "showdown", "other", "adjusted", "low", "high")
        for trace, name in zip(drawn, names, strict=True):
            assert trace["y"][1:] == pytest.approx(ends[name].to_list(), abs=0.011), name
        assert caption(browser, plot.id).endswith(catalogue()["filters"]["monthly"])
    assert (
        browser.evaluate("document.querySelector('#chart-starts').closest('[data-all]').tagName") == "FIGURE"
    )
    assert browser.complaints == []


@pytest.mark.browser
def test_a_denomination_without_hands_of_the_filter_cannot_be_picked(browser, pages, monthly_view):
    browser.open(pages["hands"], width=1280)
    titles = {plot.denomination: plot.title for plot in monthly_view.results}
    buttons = "[...document.querySelectorAll('.results .pick button')]"
    chips = titles["tournament chips"]
    (own,) = (plot.id for plot in monthly_view.results if plot.title == chips)
    chart(browser, "overview", own, "game=tournament")
    enabled = f"{buttons}.filter((button) => !button.hidden).map((button) => button.textContent)"
    assert browser.evaluate(enabled) == [chips]
    assert browser.evaluate(f"{buttons}.find((button) => button.ariaPressed === 'true').textContent") == chips
    use(browser, "overview", "")
    until(browser, "document.body.dataset.charts === ''")
    assert len(browser.evaluate(enabled)) == len(titles)


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(2))
def test_tables_by_position_and_month_are_those_of_the_command(
    browser, pages, con, monthly, rows, query, hand_filter, options
):
    browser.open(pages["hands"], width=1280)
    games = overview.game_labels(rows)
    tables = Evaluator(con, hand_filter, games, you=True, names=Names())
    for dimension, view, names in (
        ("position", "positions", sections.BY_POSITION),
        ("month", "sessions", BY_SESSION),
    ):
        groups = tables.groups(names, dimension)
        named = [part for name in names for part in ("--stat", name)]
        printed = answer("stats", "--db", monthly, "--by", dimension, *named, *options)
        assert [group["by"] for group in printed] == [dict(group.by) for group in groups]
        for group, due in zip(printed, groups, strict=True):
            assert group["stats"] == {name: as_read(measure) for name, measure in due.stats.items()}
        table = (
            sections.positions(groups, games).table
            if dimension == "position"
            else tables.sessions(seat_rows(con, hand_filter))[0]
        )
        use(browser, view, query)
        assert browser.evaluate(cells(view)) == due_cells(table)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("dimension", "value"),
    few(
        [
            *(("position", value) for value in ("SB", "BB", "HJ", "CO", "BTN")),
            *(("month", value) for value in MONTHS),
        ],
        ("month", MONTHS[1]),
    ),
)
def test_every_statistic_of_positions_and_months_is_that_of_the_command(
    browser, pages, con, monthly, rows, dimension, value
):
    browser.open(pages["hands"], width=1280)
    query = f"position={value}" if dimension == "position" else f"from={value}&to={value}"
    printed = {each["by"][dimension]: each for each in answer("stats", "--db", monthly, "--by", dimension)}
    (group,) = (
        each
        for each in evaluate(con, Filter(), by=(dimension,), together=True)
        if each.by[dimension] == value
    )
    assert printed[value]["stats"] == {name: as_read(measure) for name, measure in group.stats.items()}
    own = rows.with_columns(month=MONTH).filter(pl.col(dimension) == value)
    due = [
        [row.title, row.cell.value, row.cell.counts, row.cell.interval]
        for part in sections.statistics(group.stats, overview.game_labels(own))
        for row in part.rows
        if why_not_additive(STATS[row.name]) is None
    ]
    use(browser, "statistics", query)
    assert browser.evaluate(ROWS) == due
    assert len(due) > 150


def test_the_sums_of_months_are_those_of_the_hands(rows):
    months = results_of_months(rows)
    known = rows.filter(pl.col("net_bb").is_not_null())
    assert sum(months["n"]) == known.height
    assert sum(months["priced"]) == known["luck"].count()
    for unit, net in (("bets", "net_bb"), ("money", "net")):
        assert sum(months[unit]["net"]) == pytest.approx(known[net].sum(), abs=0.001)
        assert sum(months[unit]["squares"]) == pytest.approx((known[net] ** 2).sum())
    parts = {tuple(own[place] for own in months["rows"].values()) for place in range(len(months["n"]))}
    assert len(parts) == len(months["n"])


@pytest.mark.browser
def test_the_page_thins_lines_as_python_does(browser, pages):
    browser.open(pages["hands"], width=1280)
    numbers = [float((number * 7919) % 41 - 20) for number in range(3000)]
    frame = pl.DataFrame({"nth": range(3000), "one": numbers, "two": numbers[::-1]})
    due = thin(frame, ["one", "two"])["nth"].to_list()
    assert len(due) < 3000
    assert browser.evaluate(f"badugiFilteredCharts.thin([{numbers}, {numbers[::-1]}], 3000)") == due


def result_rows(browser: Browser, table: str) -> list[list[str]]:
    cells = f"[...document.getElementById({table!r}).tBodies[0].rows].map((row) => [row.className, ...[...row.cells].map((cell) => [...cell.childNodes].map((part) => part.textContent).join(' '))])"
    return browser.evaluate(cells)


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(1))
def test_lines_and_starting_hands_have_the_rows_of_a_report_of_the_filter(
    browser, pages, con, query, hand_filter, options
):
    browser.open(pages["hands"], width=1280)
    written = {name: result_rows(browser, name) for name in ("lines-table", "starts-table")}
    caption = "document.getElementById('lines-table').caption.textContent"
    use(browser, "draws", query)
    until(browser, f"(document.body.dataset.charts ?? '') === new URLSearchParams({query!r}).toString()")
    rows = sections.label_starts(seat_rows(con, hand_filter))
    (whole,) = Evaluator(con, hand_filter, overview.game_labels(rows), you=True, names=Names()).groups(
        [f"drawn_{draw}" for draw in (1, 2, 3)]
    )
    drawn = sections.draws({draw: whole.stats[f"drawn_{draw}"] for draw in (1, 2, 3)}, rows)
    assert browser.evaluate(caption) == drawn.caption
    assert result_rows(browser, "lines-table") == [
        ["few" if row.few else "", row.label, row.hands, row.share, row.won, row.net.text, row.mean.text]
        for row in drawn.lines
    ]
    assert result_rows(browser, "starts-table") == [
        [
            "few" if row.few else "",
            row.label,
            row.hands,
            row.share,
            row.net.text,
            f"{row.mean.text} {row.interval}",
        ]
        for row in sections.starts(rows).rows
    ]
    use(browser, "draws", "")
    until(browser, "document.body.dataset.charts === ''")
    assert {name: result_rows(browser, name) for name in written} == written
    assert browser.complaints == []


@pytest.mark.browser
def test_lines_and_starting_hands_say_why_they_are_those_of_all_hands(browser, pages):
    browser.open(pages["months"], width=1280)
    before = result_rows(browser, "lines-table")
    use(browser, "draws", "position=BB")
    until(browser, "document.body.dataset.charts === 'position=BB'")
    assert result_rows(browser, "lines-table") == before
    reason = "document.getElementById('lines-table').closest('.box').previousElementSibling.textContent"
    assert browser.evaluate(reason).startswith("All hands:")
    assert browser.complaints == []


@pytest.mark.browser
def test_tables_are_filtered_where_all_charts_are_of_all_hands(browser, pages):
    browser.open(pages["hands"], width=1280)
    written = result_rows(browser, "lines-table")
    browser.evaluate(
        "document.querySelectorAll('.chart').forEach((chart) => { chart.parentElement.dataset.all = 'parts'; })"
    )
    use(browser, "draws", "position=BB")
    until(browser, "document.body.dataset.charts === 'position=BB'")
    assert result_rows(browser, "lines-table") != written
    assert browser.complaints == []


@pytest.mark.browser
def test_hands_are_grouped_in_one_pass(browser, pages):
    """A copy of the group for each hand takes seconds for the most hands that a page has."""
    browser.open(pages["hands"], width=1280)
    sizes = "[...badugiFilteredCharts.by(hands, 'start')].map(([start, own]) => [start, own.length])"
    took, found = browser.evaluate(
        f"""(() => {{
            const hands = Array.from({{ length: {MOST} }}, (_, nth) => ({{ start: `start ${{nth % 2}}` }}));
            const begun = performance.now();
            const found = {sizes};
            return [performance.now() - begun, found];
        }})()"""
    )
    assert found == [["start 0", MOST // 2], ["start 1", MOST // 2]]
    assert took < 2000
