"""The filters of the page: what it adds up equals `badugi-hh stats --json` with the same filter, to the last shown digit."""

import json
import re
import shlex
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from random import Random
from shutil import copyfile
from urllib.parse import parse_qsl, quote

import polars as pl
import pytest
from support.browser import until
from support.commands import answer
from support.filtered_page import FIGURES, ROWS, STATE, as_read, cells, due_cells, due_interval, each, use
from support.hand_made import database, insert
from support.spread import few

from badugi_hh.report import overview, sections
from badugi_hh.report.anonymous import ShownNames
from badugi_hh.report.compose import compose
from badugi_hh.report.page import render
from badugi_hh.report.page_selection import own_options
from badugi_hh.report.page_statistics import describe
from badugi_hh.report.queries import players_of, seat_rows
from badugi_hh.report.session_tables import session_tables
from badugi_hh.report.share_charts import BY_ROUND, HABITS, OPENED, chart_of_positions, charts_of_betting
from badugi_hh.report.split_tables import amount_text
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.aliases import join_names
from badugi_hh.store.database import open_database
from badugi_hh.wording.catalogue import catalogue, read_catalogue, say
from badugi_hh.wording.formats import decimal, percent, percent_range
from badugi_hh.wording.language import Language, in_language, separators

GREY = "[...document.querySelectorAll('#statistics tbody tr.unfiltered')].map((row) => row.dataset.stat)"
ALL_HANDS = "(selector, place) => getComputedStyle(document.querySelector(selector), place).content"


def due_rows(stats, games, groups):
    """The rows of the table of statistics that the page counts under a filter; `groups` has the order of its groups."""
    return [
        [row.title, row.cell.value, row.cell.counts, due_interval(row.name, row.cell)]
        for part in sorted(sections.statistics(stats, games), key=lambda part: groups.index(part.title))
        for row in part.rows
        if describe(STATS[row.name]) is not None
    ]


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(4))
def test_a_filter_gives_the_statistics_of_the_command(
    browser, monthly_page, monthly_view, monthly_con, monthly, query, hand_filter, options
):
    browser.open(monthly_page, width=1280, view="statistics")
    use(browser, "statistics", query)
    groups = [part.title for part in monthly_view.statistics]  # for all hands
    (group,) = evaluate(monthly_con, hand_filter, together=True)
    (printed,) = answer("stats", "--db", monthly, *options)
    assert printed["hands"] == group.hands
    assert printed["stats"] == {name: as_read(measure) for name, measure in group.stats.items()}
    due = due_rows(group.stats, overview.game_labels(seat_rows(monthly_con, hand_filter)), groups)
    assert browser.evaluate(ROWS) == due, query
    assert len(due) > 150
    assert browser.evaluate(STATE) == f"{group.hands:,} of {len(seat_rows(monthly_con, Filter())):,} hands"
    assert browser.complaints == []
    assert browser.requests == [monthly_page.as_uri()]


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(1))
def test_a_filter_gives_the_figures_and_tables_of_its_own_report(
    browser, monthly_page, monthly_con, query, hand_filter, options
):
    browser.open(monthly_page, width=1280)
    rows = seat_rows(monthly_con, hand_filter)
    games = overview.game_labels(rows)
    whole = overview.game_labels(seat_rows(monthly_con, Filter()))
    (group,) = evaluate(monthly_con, hand_filter, together=True)
    use(browser, "overview", query)
    rest = not set(dict(parse_qsl(query))) <= {"game"}  # a part of a tournament has no result of its own
    few = catalogue()["figures"]["few"]  # of fewer than 100 hands
    apart = {"tournaments_unknown": Measure("total", None, 0)} if rest else {}
    without = catalogue()["figures"]["without_tournaments"] if rest and "tournament" in games else ""
    due = [
        [
            figure.label,
            figure.value,
            *([] if figure.label == "Hands" else filter(None, [figure.note])),
            *filter(
                None,
                [
                    few
                    if figure.place == "rate" and hands_of(figure.note) < 100
                    else without
                    if figure.place == "money" and rest
                    else figure.interval
                ],
            ),
        ]
        for figure in overview.figures(rows, {**group.stats, **apart}, games)
    ]
    assert browser.evaluate(FIGURES) == due, query
    tables = Evaluator(monthly_con, hand_filter, whole, you=True, names=ShownNames())
    by_position = tables.by_position(
        tables.groups(sections.BY_POSITION, "position"), sections.BY_POSITION, "positions"
    )
    if len(games) == len(whole):  # otherwise the columns of the other games are missing
        assert browser.evaluate(cells("positions")) == due_cells(by_position), query
    due = [row for table in tables.betting(group.stats) for row in due_cells(table)]
    assert browser.evaluate(cells("betting")) == due, query
    of_draws, by_draw = browser.evaluate(cells("draws")), due_cells(tables.by_draw(group.stats))
    assert of_draws[: len(by_draw)] == by_draw, query
    pat = due_cells(without_intervals(tables.pat_by_hand()))
    assert of_draws[-len(pat) :] == pat, query
    if len(games) == len(whole):
        assert of_draws[len(by_draw) : -len(pat)] == due_cells(tables.drawn_by_hand()), query
    assert browser.evaluate(cells("starting-hands")) == due_cells(without_intervals(tables.dealt())), query
    by_month = session_tables(tables, rows)[0]
    if len(games) == len(whole):
        names = [column.stat for column in by_month.columns]
        whole_ones = {2 + names.index("tournament_net")} if rest else set()  # after the month and its hands
        shown, printed = (
            [[cell for nth, cell in enumerate(row) if nth not in whole_ones] for row in found]
            for found in (browser.evaluate(cells("sessions"))[: len(by_month.rows)], due_cells(by_month))
        )
        assert shown == printed, query
    shown, due = (
        sorted(
            text
            for row in found
            for nth, cell in enumerate(row)
            for text in cell
            if not (rest and row[0] == ["tournaments"] and nth == 2)  # the net of whole tournaments
        )
        for found in (browser.evaluate(cells("overview")), due_cells(tables.stakes()))
    )
    assert shown == due, query
    assert browser.complaints == []


def without_intervals(table):
    """The table as shades, which have no room for intervals."""
    rows = [
        replace(row, cells=tuple(cell and replace(cell, interval="") for cell in row.cells))
        for row in table.rows
    ]
    return replace(table, rows=tuple(rows))


def hands_of(counts):
    """The number of hands in `1,234 hands`."""
    return int("".join(filter(str.isdigit, counts)))


@pytest.mark.browser
def test_means_have_the_interval_of_the_command_from_100_rows_on(browser, monthly_page):
    browser.open(monthly_page, width=1280, view="statistics")
    stat = STATS["winrate"]
    about = json.dumps({**describe(stat), "by_game": False})
    for n, mean, deviation in ((100, 0.31, 7.0), (137, -0.2, 3.3), (2500, 0.01, 6.1), (10**6, 0.04, 5.9)):
        sums = {"n": n, "sum": n * mean, "squares": (n - 1) * deviation**2 + n * mean**2}
        due = stat.kind.measure({"USD cents": sums})
        found = browser.evaluate(
            f"badugiKinds.measure({about}, new Map([['USD cents', {json.dumps(sums)}]]), () => 'cash')"
        )
        assert found["value"] == due.value
        assert [found["low"], found["high"]] == pytest.approx([due.low, due.high], abs=0.0005)
    few = json.dumps({"n": 99, "sum": 9.9, "squares": 200.0})
    found = browser.evaluate(f"badugiKinds.measure({about}, new Map([['USD cents', {few}]]), () => 'cash')")
    assert (found["value"], found["low"], found["high"]) == (pytest.approx(10), None, None)


@pytest.mark.browser
def test_what_the_page_does_not_count_is_grey_and_of_all_hands(browser, monthly_page):
    browser.open(monthly_page, width=1280, view="statistics")
    use(browser, "statistics", "position=BTN")
    grey = browser.evaluate(GREY)
    assert {"shown_value_median", "max_downswing", "p_winning", "sd_100", "hands_needed"} <= set(grey)
    assert not [name for name in grey if describe(STATS[name]) is not None]
    for selector, place in (("#statistics tr.unfiltered > th", "::after"), ("#leaks .findings", "::before")):
        assert (
            browser.page.evaluate(f"([...each]) => ({ALL_HANDS})(...each)", [selector, place])
            == '"All hands"'
        )
    use(browser, "leaks", "")
    note = browser.page.evaluate(f"([...each]) => ({ALL_HANDS})(...each)", ["#leaks .findings", "::before"])
    assert note == "none"
    assert browser.evaluate("document.querySelectorAll('tr.unfiltered').length") == 0


TRACES = "(id) => JSON.parse(JSON.stringify(document.getElementById(id).data))"
DUE = "async (data) => badugiFigures.make(data, (await badugiCharts.ready()).words).data"


def drawn(browser, plot, view, query):
    """The traces of a chart under a filter."""
    use(browser, view, query)
    until(browser, f"(document.body.dataset.charts ?? '') === new URLSearchParams({query!r}).toString()")
    browser.evaluate(f"document.getElementById({plot!r}).scrollIntoView()")
    until(browser, f"document.getElementById({plot!r}).data")
    return browser.page.evaluate(TRACES, plot)


def same(browser, found, plot):
    """Assert that traces have the same names, points, intervals and labels as those of a chart."""
    for one, other in zip(found, browser.page.evaluate(DUE, plot.data), strict=True):
        for name in ("name", "text", "hovertext"):
            assert one.get(name) == other.get(name), name
        for name in ("x", "y"):
            assert one[name] == other[name], name
        for end in ("array", "arrayminus"):
            ends = other.get("error_x", {}).get(end)
            assert (one.get("error_x") or {}).get(end) == (ends and pytest.approx(ends)), end


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(4))
def test_charts_of_shares_have_the_points_of_a_report_of_the_filter(
    browser, monthly_page, monthly_view, monthly_con, query, hand_filter, options
):
    """The ranges of leak checks are hidden where a selection keeps another game than theirs, such as some stakes."""
    browser.open(monthly_page, width=1280, view="positions")
    ranges = {catalogue()["charts"][kind] for kind in ("range", "usual")}
    other_game = not {"game", "stakes", "betting", "players"}.isdisjoint(dict(parse_qsl(query)))
    rows = seat_rows(monthly_con, hand_filter)
    games = overview.game_labels(rows)
    tables = Evaluator(monthly_con, hand_filter, games, you=True, names=ShownNames())
    rounds = [f"{name}_b{number}" for number in (1, 2, 3) for name in BY_ROUND]
    (whole,) = tables.groups([*(f"drawn_{draw}" for draw in (1, 2, 3)), *rounds, *HABITS])
    of_betting = charts_of_betting(tables.groups((OPENED,), "position"), whole.stats, [])
    due = {
        "positions": chart_of_positions(tables.groups(sections.BY_POSITION, "position"), []),
        "draws": sections.draws({draw: whole.stats[f"drawn_{draw}"] for draw in (1, 2, 3)}, rows).chart,
    }
    for view, plot in (*due.items(), *(("betting", plot) for plot in of_betting)):
        caption = f"document.getElementById({plot.id!r}).nextElementSibling.textContent"
        if plot.data is None:
            use(browser, view, query)
            until(browser, f"document.getElementById({plot.id!r}).parentElement.className === 'undrawn'")
            continue
        found = drawn(browser, plot.id, view, query)
        same(browser, [trace for trace in found if trace.get("name") not in ranges], plot)
        (of_all,) = (every for every in monthly_view.plots if every.id == plot.id)
        shown = [
            kind
            for kind in ("range", "usual")
            if not other_game
            and any(dot["range"] and dot["range"][2] == kind for dot in of_all.data.get("dots", ()))
        ]
        assert [trace["name"] for trace in found if trace.get("name") in ranges] == [
            catalogue()["charts"][kind] for kind in shown
        ]
        said = " ".join([plot.summary, *(catalogue()["captions"][kind] for kind in shown)])
        assert browser.evaluate(caption) == said
        same(browser, drawn(browser, plot.id, view, ""), of_all)  # they come back
        assert browser.evaluate(caption) == of_all.summary
    if "chart-opening" not in {plot.id for plot in of_betting}:
        use(browser, "betting", query)
        caption = "document.querySelector('.undrawn #chart-opening')?.nextElementSibling.textContent"
        until(browser, f"{caption} === {catalogue()['captions']['none']!r}")
    assert browser.complaints == []


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(3))
def test_running_results_are_those_of_a_report_of_the_filter(
    browser, monthly_page, monthly_view, monthly_con, query, hand_filter, options
):
    browser.open(monthly_page, width=1280)
    due = {
        plot.denomination: plot
        for plot in sections.results(
            sections.label_starts(seat_rows(monthly_con, replace(hand_filter, left_out=("Carol",))))
        )
    }
    use(browser, "overview", query)
    until(browser, f"document.body.dataset.charts === new URLSearchParams({query!r}).toString()")
    assert monthly_view.results
    for nth, plot in enumerate(monthly_view.results):
        figure = f"document.getElementById({plot.id!r}).closest('figure')"
        browser.evaluate(f"document.querySelectorAll('.results .pick button')[{nth}]?.click()")
        caption = browser.evaluate(f"{figure}.querySelector('figcaption').textContent")
        own = due.get(plot.denomination)
        assert browser.evaluate(f"{figure}.classList.contains('undrawn')") is (
            own is None or own.data is None
        )
        assert caption == (own.summary if own else catalogue()["filters"]["none"]), query
        if own is None or own.data is None:
            continue
        until(browser, f"document.getElementById({plot.id!r}).data")
        found = browser.page.evaluate(TRACES, plot.id)
        for one, other in zip(found, browser.page.evaluate(DUE, own.data), strict=True):
            for key in ("name", "text", "x"):
                assert one.get(key) == other.get(key), (key, query)
            assert one["y"] == pytest.approx(other["y"], abs=0.0101)
        browser.evaluate(f"{figure}.querySelectorAll('.switches [role=group]')[0].children[1].click()")
        dates = browser.evaluate(f"document.getElementById({plot.id!r}).data[0].x")
        assert dates == [own.data["dates"][0], *own.data["dates"]]
        browser.evaluate(f"{figure}.querySelectorAll('.switches [role=group]')[0].children[0].click()")
    assert browser.complaints == []


OF_PARTS = """(field) => [...document.querySelectorAll(`table[data-results=${field}] tbody tr`)]
    .map((row) => [...row.cells].map((cell) => cell.firstChild.textContent))"""


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(3))
def test_results_by_starting_hand_and_line_are_those_of_a_report_of_the_filter(
    browser, monthly_page, monthly_con, query, hand_filter, options
):
    browser.open(monthly_page, width=1280, view="starting-hands")
    rows = sections.label_starts(seat_rows(monthly_con, hand_filter))
    starts = sections.starts(rows)
    lines = sections.draws({1: evaluate(monthly_con, hand_filter, together=True)[0].stats["drawn_1"]}, rows)
    if starts.chart.data is None:  # one class: a sentence, and no chart
        use(browser, "starting-hands", query)
        until(browser, "document.getElementById('chart-starts').closest('figure').matches('.undrawn')")
    else:
        found = drawn(browser, "chart-starts", "starting-hands", query)
        points = {text: x for trace in found for text, x in zip(trace["text"], trace["x"], strict=True)}
        assert points == {
            text: pytest.approx(x)
            for trace in browser.page.evaluate(DUE, starts.chart.data)
            for text, x in zip(trace["text"], trace["x"], strict=True)
        }
    caption = browser.evaluate("document.getElementById('chart-starts').nextElementSibling.textContent")
    assert caption == f"{starts.chart.summary} {catalogue()['captions']['starts_selected']}"
    assert browser.page.evaluate(OF_PARTS, "class") == [
        [row.label, row.hands, row.share, row.net.text, row.mean.text] for row in starts.rows
    ]
    due = [[row.label, row.hands, row.share, row.won, row.net.text, row.mean.text] for row in lines.lines]
    assert browser.page.evaluate(OF_PARTS, "line") == due
    assert (
        browser.evaluate("document.querySelector('[data-results=line] caption').textContent") == lines.caption
    )
    use(browser, "draws", "")
    assert browser.page.evaluate(OF_PARTS, "line") != due
    assert browser.complaints == []


@pytest.mark.browser
def test_the_command_of_a_selection_lists_its_hands(browser, monthly, monthly_con, monthly_page):
    browser.open(monthly_page, width=1280, view="hands")
    (name,) = monthly_con.execute("SELECT max(player) FROM seats WHERE NOT hero").fetchall()[0]
    said = "document.querySelector('#chips output').textContent"
    for query in (
        "game=cash&position=BB&since=2024-01-01&until=2024-03-01",
        "result=won&class=3-7",
        "stat=vpip&made=no&position=SB",
        f"player={quote(name)}&line={quote('1-1-1')}",
        "leak=B34-MANY&game=cash",
        "stat=bet_b1.ahead&made=yes",
        f"stat=drawn_2&before_2={quote('three-card 5')}",
    ):
        use(browser, "hands", query)
        browser.evaluate("void document.querySelector('#chips output').replaceChildren()")
        browser.evaluate("document.querySelector('#chips .copy').click()")
        until(browser, f"{said} !== ''")
        command = browser.evaluate("document.querySelector('#chips code').textContent")
        command_name, *options = shlex.split(command)[1:]
        found = answer(command_name, *(monthly if option == "FILE" else option for option in options))
        assert (
            browser.evaluate(STATE) == f"{len(found):,} of {len(seat_rows(monthly_con, Filter())):,} hands"
        ), command
        assert found, query
    use(browser, "hands", "stat=drawn_1&value=2")
    browser.evaluate("document.querySelector('#chips .copy').click()")
    without = catalogue()["filters"]["no_command"].replace("`", "")
    until(browser, f"{said} === {without!r}")


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_a_filtered_page_is_readable(browser, monthly_page, width, dark):
    browser.open(monthly_page, width=width, dark=dark)
    use(browser, "overview", "game=cash&position=BB")
    browser.evaluate("document.getElementById('filters').open = true")
    for view in ("overview", "positions", "statistics"):
        use(browser, view, "game=cash&position=BB")
        browser.evaluate("new Promise((done) => setTimeout(done, 100))")
        assert browser.unreadable(f"#{view}") == []
    assert browser.unreadable("#filters") == []
    assert browser.violations() == []


def test_a_copied_command_has_the_options_of_the_report(monthly_con, monthly, monkeypatch):
    own = Filter(position="BTN", only=(("weekday", "Friday"),), where="seats.net < 0", session_gap=45)
    assert own_options(monthly_con, own, ["Ann"]) == {
        "position": "BTN",
        "where": "seats.net < 0",
        "only": ["weekday=Friday"],
        "session-gap": "45",
        "db": "FILE",
    }
    left_out = Filter(left_out=("Carol",))
    one = {"player": "Ann", "where": "seats.hero", "db": "FILE"}  # not the hands of Ann in a file of Carol
    assert own_options(monthly_con, left_out, ["Ann"]) == one
    both = Filter(left_out=("Carol",), where="seats.net < 0")
    assert own_options(monthly_con, both, ["Ann"]) == one | {"where": "(seats.net < 0) AND seats.hero"}
    assert own_options(monthly_con, left_out, ["Ann", "Bea"]) is None
    monkeypatch.setenv("BADUGI_HH_DB", str(monthly))
    assert own_options(monthly_con, Filter(), ["Ann"]) == {}
    with closing(database()) as con:
        assert own_options(con, Filter(), ["Ann"]) is None


LINKS = """() => [...document.querySelectorAll('a[href^="#hands?"]:not(.value a)')].map((link) => ({
    href: link.getAttribute('href'),
    text: link.textContent,
    times: link.closest('tr')?.parentElement.closest('table[data-times]') && link.closest('th') ? link.closest('tr').cells[1].textContent : null,
}))"""


@pytest.mark.browser
@pytest.mark.parametrize("some", [6, pytest.param(150, marks=pytest.mark.long)])
def test_every_number_leads_to_as_many_hands_or_rows(browser, monthly_page, some):
    browser.open(monthly_page, width=1280, view="statistics")
    links = browser.page.evaluate(LINKS)
    assert len(links) > 1000
    of_rows = [
        link for link in links if re.search(r"\.(ahead|even|behind)|(before|size)_|dealt=", link["href"])
    ]
    assert len(of_rows) > 200
    count = "document.querySelector('#hands .find output').textContent"
    for link in (*Random(34).sample(links, some), *Random(34).sample(of_rows, some)):  # noqa: S311 - a fixed sample
        address = link["href"].removeprefix("#")
        browser.evaluate("location.hash = 'statistics'")
        browser.evaluate(
            f"document.querySelector('a[href=' + CSS.escape({link['href']!r}) + ']')?.click() ?? (location.hash = {address!r})"
        )
        until(
            browser,
            "document.getElementById('hand-table').dataset.ready && location.hash.startsWith('#hands')",
        )
        until(
            browser,
            "document.getElementById('filters').dataset.shown === location.hash.replace('#hands', '')",
        )
        due = link["times"] or link["text"]
        numbers = re.findall(r"[\d,]+", due)
        query = dict(parse_qsl(address.partition("?")[2]))
        shown = browser.evaluate(count)
        if numbers and ("stat" in query or link["times"]):
            assert numbers[-1] in re.findall(r"[\d,]+", shown), (link, shown)
        elif "leak" not in query:
            assert shown != "0 found", link
    assert browser.complaints == []


@pytest.mark.browser
def test_two_own_seats_of_a_hand_count_as_seats_everywhere(browser, only_views, tmp_path):
    only_views("overview", "positions", "hands")
    with closing(database()) as con:
        insert(
            con,
            "hands",
            *(
                {"hand_key": n, "hand_id": str(n), "played_at": datetime(2024, 1 + n % 2, 1)}  # noqa: DTZ001 - UTC without a zone
                for n in range(40)
            ),
        )
        insert(
            con,
            "seats",
            *(
                {"hand_key": n, "seat": seat, "player": name, "position": position, "hero": True}
                for n in range(40)
                for seat, name, position in ((1, "Ann", "BTN"), (2, "Bob", "BB"))
            ),
        )
        rows = seat_rows(con, Filter())
        assert rows.height == 80
        (tmp_path / "report.html").write_text(render(compose(con, Filter())), encoding="utf-8")
    browser.open(tmp_path / "report.html", width=1280)
    for position in ("BTN", "BB"):
        use(browser, "hands", f"position={position}&since=2024-02-01")
        until(browser, "document.getElementById('hand-table').dataset.ready")
        assert browser.evaluate(STATE) == "20 of 80 seats"
        assert ["Seats", "20"] in browser.evaluate(FIGURES)
        until(browser, "document.querySelectorAll('#hand-table tbody').length === 20")
    assert browser.complaints == []


@pytest.mark.browser
def test_values_without_hands_cannot_be_selected_and_unknown_ones_do_nothing(browser, monthly_page):
    browser.open(monthly_page, width=1280)
    use(browser, "overview", "game=tournament")
    stakes = "[...document.querySelectorAll('#filters select[name=stakes] option')].filter((option) => !option.disabled).map((option) => option.value)"
    assert all("€" not in text and "$" not in text for text in browser.evaluate(stakes))
    use(browser, "overview", f"game=tournament&stakes={quote('€1/€2', safe='')}")
    assert browser.evaluate(STATE) == catalogue()["filters"]["none"]
    assert browser.evaluate("document.querySelectorAll('#statistics tbody tr:not(.unfiltered)').length") == 0
    browser.evaluate("location.hash = 'overview?position=%3Cb%3E&color=red'")
    use(browser, "overview", "")
    assert not browser.evaluate("document.body.classList.contains('filtered')")
    shown = "[document.querySelector('#sessions div[data-game]').hidden, document.querySelectorAll('#statistics tr[data-stat=avg_finish]').length]"
    for query, due in (("", [False, 1]), ("game=cash", [True, 0]), ("game=tournament", [False, 1])):
        use(browser, "statistics", query)  # what only tournaments have is hidden in cash games
        assert browser.evaluate(shown) == due, query
    assert browser.complaints == []


NUMBERS = (
    *(0.5, 1.5, 2.5, 0.25, 0.35, 0.125, 0.375, 1.005, 2.675, -0.04, -0.05, 0.0, 1234.55),
    *(999999.95, 1e-9, 12.35, 0.15, 304.376, 435.74),
)


@pytest.mark.browser
@pytest.mark.parametrize("language", few([Language.EN, Language.RU], Language.RU))
def test_numbers_are_written_as_in_python(browser, monthly_page, language, tmp_path):
    with in_language(language):
        marks = f'data-separators="{separators()}"'
    html = monthly_page.read_text(encoding="utf-8").replace('data-separators=".,"', marks)
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    browser.open(tmp_path / "page.html", width=1280, view="statistics")
    form = json.dumps(read_catalogue(language)["figures"]["interval"])
    browser.evaluate(f"void (document.documentElement.dataset.interval = {form})")
    with in_language(language):
        for places in (0, 1, 2):
            due = [decimal(number, places, signed=True) for number in NUMBERS]
            numbers = f"{list(NUMBERS)}.map((number) => badugiFormats.decimal(number, {places}, true))"
            assert browser.evaluate(numbers) == due
        shares = (0.0005, 0.0015, 0.1245, 1)
        assert browser.evaluate(f"{list(shares)}.map(badugiFormats.percent)") == [*map(percent, shares)]
        for low, high in ((-0.052, -0.022), (0.1, 0.25)):
            assert browser.evaluate(f"badugiFormats.percentRange({low}, {high})") == percent_range(low, high)
        due = say("figures", "interval", low=decimal(304.376, 2), high=decimal(435.74, 2))
    ends = "badugiFormats.decimal(304.376, 2), badugiFormats.decimal(435.74, 2)"
    assert browser.evaluate(f"badugiFormats.range({ends})") == due


def test_of_many_sessions_the_last_ones_are_listed(monthly_con, monkeypatch):
    rows = seat_rows(monthly_con, Filter())
    tables = Evaluator(monthly_con, Filter(), overview.game_labels(rows), you=True, names=ShownNames())
    every = session_tables(tables, rows)[1].rows
    (undated,) = [row for row in every if row.label == "unknown"]
    monkeypatch.setattr("badugi_hh.report.session_tables.MOST_SESSIONS", 2)
    assert len(every) > 3
    assert session_tables(tables, rows)[1].rows == (*every[:2], undated)


@pytest.mark.parametrize(
    ("filters", "due"), [(True, "The filter Game, above,"), (False, "The option `--game`")]
)
def test_the_note_on_several_games_names_what_selects_one(filters, due):
    games = {"cash": "cash games", "tournament": "tournaments"}
    assert due in overview.note(games, filters=filters)
    assert overview.note({"cash": "cash games"}, filters=filters) == ""


@pytest.mark.browser
def test_a_selection_counts_the_results_with_each_opponent(browser, monthly_page, monthly_view, monthly_con):
    """Those of a command with the same filter and opponent; their own statistics stay grey."""
    browser.open(monthly_page, width=1280, view="opponents")
    use(browser, "opponents", "position=BB")
    shown = {row[0][0]: row for row in reversed(browser.evaluate(cells("opponents")))}  # of the first table
    table = "document.querySelector('#opponents table')"
    grey = f"[...{table}.tBodies[0].rows].filter((row) => !row.hidden).every((row) => row.cells[2].matches('.unfiltered, .unknown') && [...row.cells].at(-1).matches('.unfiltered, .unknown'))"
    assert browser.evaluate(grey)
    players = [row.label for row in monthly_view.opponents.rows][:4]
    for player in players:
        kept = Filter(position="BB", only=(("opponent", player),))
        (group,) = evaluate(monthly_con, kept, names=["net"], together=True)
        totals = group.stats["net"].parts or (group.stats["net"],)
        assert shown[player][1] == [str(group.hands)]
        assert sorted(shown[player][3]) == sorted(amount_text(part, gain=True) for part in totals)
    assert browser.complaints == []


def test_a_person_is_an_opponent_under_one_name(monthly, monthly_con, monthly_view, tmp_path):
    """Their rows led to no hand: the page had only screen names. A search finds those too."""
    joined = [row.label for row in monthly_view.opponents.rows][:2]
    with closing(open_database(copyfile(monthly, tmp_path / "hands.duckdb"))) as con:
        join_names(con, "Joined", joined)
        keys = [key for (key,) in con.execute("SELECT hand_key FROM hands").fetchall()]
        players = players_of(con, keys)
        (group,) = evaluate(con, Filter(only=(("opponent", "Joined"),)), names=["net"], together=True)
        own = seat_rows(con, Filter())["hand_key"].implode()
    hands = {
        name: set(rows["hand_key"])
        for (name,), rows in players.filter(pl.col("hand_key").is_in(own)).group_by("player")
    }
    assert len(hands["Joined"]) == group.hands > 0
    assert hands["Joined"] == hands[joined[0]] | hands[joined[1]]


@pytest.mark.browser
def test_the_links_of_grey_parts_lead_to_all_their_hands(browser, monthly_page):
    """They led to those of the selection, which were fewer than they said."""
    browser.open(monthly_page, width=1280, view="leaks")
    found = "document.querySelector('#hands .find output').textContent"
    for view, wanted in (
        ("leaks", ".findings a.all"),
        ("leaks", ".tall td:last-child a"),
        ("sessions", "td.unfiltered a"),
    ):
        use(browser, view, "position=BB")
        link = (
            f"[...document.querySelectorAll('#{view} {wanted}')].find((one) => /\\d/.test(one.textContent))"
        )
        text = browser.evaluate(f"({link}.closest('td')?.querySelector('.sub') ?? {link}).textContent")
        query = browser.evaluate(f"{link}.getAttribute('href')").partition("?")[2]
        assert "position" not in query
        browser.evaluate(f"{link}.click()")
        until(browser, f"document.getElementById('filters').dataset.shown === '?{query}'")
        until(browser, "document.getElementById('hand-table').dataset.ready")
        assert re.findall(r"\d+", browser.evaluate(found))[-1] == re.findall(r"\d+", text)[-1], text
    assert browser.complaints == []


@pytest.mark.browser
def test_tournaments_are_in_the_sum_of_the_selections_that_have_them_whole(browser, monthly_page):
    """The tournament of the samples is a second place for $4.80 in an entry of $2.20."""
    browser.open(monthly_page, width=1280)
    main = "document.querySelector('.figures.main').innerText"
    whole = browser.evaluate(main)
    for query, has, lacks in (
        ("game=cash", "Net", "ournament"),
        ("game=tournament", "+$2.60", "cash"),
        ("position=BTN", "without tournaments", "2.60"),
    ):
        use(browser, "overview", query)
        assert has in browser.evaluate(main), query
        assert lacks not in browser.evaluate(main), query
    use(browser, "overview", "")
    assert browser.evaluate(main) == whole
    assert whole.count("ournament") == 2
    assert browser.complaints == []
