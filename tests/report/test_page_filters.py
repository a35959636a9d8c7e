"""The filters of the page: what it adds up equals `badugi-hh stats --json` with the same filter, to the last shown digit."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from urllib.parse import parse_qsl, quote

import duckdb
import pytest
from support.browser import until
from support.commands import answer
from support.filtered_page import FIGURES, ROWS, STATE, as_read, cells, due_cells, each, use
from support.hand_made import database, insert

from badugi_hh.report import overview, sections
from badugi_hh.report.anonymous import Names
from badugi_hh.report.compose import compose
from badugi_hh.report.page import render
from badugi_hh.report.page_filters import describe
from badugi_hh.report.page_model import Page
from badugi_hh.report.queries import seat_rows
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.definitions.kinds import MomentStatistic
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.additive import why_not_additive
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.wording.catalogue import catalogue, read_catalogue, say
from badugi_hh.wording.formats import decimal, percent, percent_range
from badugi_hh.wording.language import Language, in_language, separators


@pytest.fixture(scope="module")
def con(monthly: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with closing(open_database(monthly, read_only=True)) as opened:
        yield opened


@pytest.fixture(scope="module")
def page(monthly_view: Page, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("filtered") / "report.html"
    out.write_text(render(monthly_view), encoding="utf-8")
    return out


GREY = "[...document.querySelectorAll('#statistics tbody tr.unfiltered')].map((row) => [row.dataset.stat, row.querySelector('.reason').textContent])"


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(4))
def test_a_filter_gives_the_statistics_of_the_command(
    browser, page, con, monthly, query, hand_filter, options
):
    browser.open(page, width=1280)
    use(browser, "statistics", query)
    (group,) = evaluate(con, hand_filter, together=True)
    (printed,) = answer("stats", "--db", monthly, *options)
    assert printed["hands"] == group.hands
    assert printed["stats"] == {name: as_read(measure) for name, measure in group.stats.items()}
    games = overview.game_labels(seat_rows(con, hand_filter))
    due = [
        [row.title, row.cell.value, row.cell.counts, row.cell.interval]
        for part in sections.statistics(group.stats, games)
        for row in part.rows
        if why_not_additive(STATS[row.name]) is None
    ]
    assert browser.evaluate(ROWS) == due, query
    assert len(due) > 150
    assert browser.evaluate(STATE) == f"{group.hands:,} of {len(seat_rows(con, Filter())):,} hands"
    assert browser.complaints == []
    assert browser.requests == [page.as_uri()]


@pytest.mark.browser
@pytest.mark.parametrize(("query", "hand_filter", "options"), each(4))
def test_a_filter_gives_the_figures_and_tables_of_its_own_report(
    browser, page, con, query, hand_filter, options
):
    browser.open(page, width=1280)
    rows = seat_rows(con, hand_filter)
    games = overview.game_labels(rows)
    whole = overview.game_labels(seat_rows(con, Filter()))
    (group,) = evaluate(con, hand_filter, together=True)
    use(browser, "overview", query)
    words = catalogue()["filters"]
    rest = not set(dict(parse_qsl(query))) <= {"game"}  # a part of a tournament has no result of its own
    due = [
        [
            figure.label,
            figure.value,
            *([] if figure.label == "Hands" else [figure.note]),
            *filter(None, [figure.interval]),
        ]
        for figure in overview.figures(rows, group.stats, games)
        if not (figure.game and rest)
    ]
    shown = FIGURES.replace(".figures > div", ".figures > div:not(.unfiltered)")
    assert browser.evaluate(shown) == due, query
    grey = [text for figure in browser.evaluate(FIGURES) for text in figure if text == words["tournaments"]]
    assert len(grey) == ("tournament" in games and rest), query
    tables = Evaluator(con, hand_filter, whole, you=True, names=Names())
    by_position = sections.positions(tables.groups(sections.BY_POSITION, "position"), whole)
    if len(games) == len(whole):  # otherwise the columns of the other games are missing
        assert browser.evaluate(cells("positions")) == due_cells(by_position.table), query
    before, *_ = tables.betting(group.stats)
    assert browser.evaluate(cells("betting"))[: len(before.rows)] == due_cells(before), query
    assert browser.evaluate(cells("draws")) == due_cells(tables.by_draw(group.stats)), query
    by_month = tables.sessions(rows)[0]
    if len(games) == len(whole):
        names = [column.stat for column in by_month.columns]
        whole_ones = {2 + names.index("tournament_net")} if rest else set()  # after the month and its hands
        shown, printed = (
            [[cell for nth, cell in enumerate(row) if nth not in whole_ones] for row in found]
            for found in (browser.evaluate(cells("sessions")), due_cells(by_month))
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


@pytest.mark.browser
def test_what_does_not_add_up_is_grey_and_says_why(browser, page):
    browser.open(page, width=1280)
    words = catalogue()["filters"]
    use(browser, "statistics", "position=BTN")
    grey = dict(browser.evaluate(GREY))
    assert grey["shown_value_median"] == words["values"]
    assert grey["max_downswing"] == words["order"]
    assert set(grey) <= {name for name, stat in STATS.items() if why_not_additive(stat)}
    rows = "[...document.querySelectorAll('#betting tr.unfiltered')].map((row) => row.cells[0].lastChild.textContent)"
    betting = browser.evaluate(rows)
    assert len(betting) >= 9
    assert set(betting) == {words["parts"]}
    unfiltered = "[...document.querySelectorAll('[data-all]')]"
    assert browser.evaluate(f"{unfiltered}.length") > 10
    assert browser.evaluate(
        f"{unfiltered}.every((part) => (part.matches('figure, .reading') ? part.firstElementChild : part.previousElementSibling).className === 'all-note')"
    )
    use(browser, "starting-hands", "position=BTN")
    note = "document.querySelector('#starting-hands .all-note')"
    assert browser.evaluate(f"{note}.checkVisibility()")
    assert browser.evaluate("getComputedStyle(document.querySelector('#chart-starts')).opacity") == "0.4"
    use(browser, "starting-hands", "")
    assert not browser.evaluate(f"{note}.checkVisibility()")
    assert browser.evaluate("document.querySelectorAll('tr.unfiltered, .reason').length") == 0


@pytest.mark.browser
def test_the_command_of_a_filter_adds_to_that_of_the_report(browser, con, tmp_path):
    own = Filter(since=datetime(2023, 12, 10), until=datetime(2024, 2, 20))  # noqa: DTZ001 - UTC without a zone
    out = tmp_path / "report.html"
    out.write_text(render(compose(con, own, most=60)), encoding="utf-8")
    browser.open(out, width=1280)
    note = "document.querySelector('.filter-note').textContent"
    command = catalogue()["filters"]["command"]
    for query, options in (
        ("from=2023-12&to=2024-01&position=BB", "--position BB --until 2024-02-01 --tz UTC"),
        ("from=2024-01&to=2024-02&game=cash", "--game cash --since 2024-01-01 --tz UTC"),
    ):
        use(browser, "overview", query)
        assert browser.evaluate(note) == command.format(options=options).replace("`", "")
    use(browser, "overview", "from=2023-12&to=2024-02")
    assert browser.evaluate(note) == ""  # it selects all hands of the report


@pytest.mark.browser
@pytest.mark.parametrize(("width", "dark"), [(390, True), pytest.param(1280, False, marks=pytest.mark.long)])
def test_a_filtered_page_is_readable(browser, page, width, dark):
    browser.open(page, width=width, dark=dark)
    use(browser, "overview", "game=cash&position=BB")
    browser.evaluate("document.getElementById('filters').open = true")
    for view in ("overview", "positions", "statistics"):
        use(browser, view, "game=cash&position=BB")
        browser.evaluate("new Promise((done) => setTimeout(done, 100))")
        assert browser.unreadable(f"#{view}") == []
    assert browser.unreadable("#filters") == []
    assert browser.violations() == []


@pytest.mark.browser
def test_the_table_of_hands_has_the_hands_of_the_filter(browser, page):
    browser.open(page, width=1280)
    use(browser, "hands", "position=BB")
    until(browser, "document.getElementById('hand-table').dataset.ready")
    shown = "[...document.querySelectorAll('#hand-table tbody tr')].map((row) => row.cells[6].textContent)"
    positions = browser.evaluate(shown)
    assert set(positions) == {"BB"}
    listed = browser.evaluate("unpack('hand-list').then(JSON.parse)")
    values, rows = (listed["filtered"][name]["position"] for name in ("values", "rows"))
    assert [values[row] for row in rows].count("BB") == len(positions)
    other = listed["hands"][rows.index(values.index("BTN"))]
    browser.evaluate(f"location.hash = 'hand-{other}?position=BB'")  # a leak names it, say
    until(browser, f"document.querySelector('#hand-{other} .replay')")
    assert browser.evaluate(f"document.querySelector('#hand-{other} .replay').offsetHeight") > 0
    assert browser.evaluate("document.getElementById('filters').dataset.shown") == "?position=BB"
    assert browser.complaints == []


@pytest.mark.browser
def test_two_own_seats_of_a_hand_count_as_seats_everywhere(browser, tmp_path):
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
        use(browser, "hands", f"position={position}&from=2024-02")
        until(browser, "document.getElementById('hand-table').dataset.ready")
        assert browser.evaluate(STATE) == "20 of 80 seats"
        assert ["Seats", "20"] in browser.evaluate(FIGURES)
        until(browser, "document.querySelectorAll('#hand-table tbody').length === 20")
        assert browser.evaluate("document.querySelectorAll('#hand-table tbody').length") == 20
    assert browser.complaints == []


@pytest.mark.browser
def test_values_without_hands_cannot_be_selected_and_unknown_ones_do_nothing(browser, page):
    browser.open(page, width=1280)
    use(browser, "overview", "game=tournament")
    stakes = "[...document.querySelectorAll('#filters select[name=stakes] option')].filter((option) => !option.disabled).map((option) => option.value)"
    assert all("€" not in text and "$" not in text for text in browser.evaluate(stakes))
    use(browser, "overview", f"game=tournament&stakes={quote('€1/€2', safe='')}")
    assert browser.evaluate(STATE) == catalogue()["filters"]["none"]
    assert browser.evaluate("document.querySelectorAll('#statistics tbody tr:not(.unfiltered)').length") == 0
    browser.evaluate("location.hash = 'overview?position=%3Cb%3E&color=red'")
    use(browser, "overview", "")
    assert not browser.evaluate("document.body.classList.contains('filtered')")
    assert browser.complaints == []


@pytest.mark.browser
def test_numbers_are_written_as_in_python(browser, page):
    browser.open(page, width=1280)
    numbers = [
        0.5,
        1.5,
        2.5,
        0.25,
        0.35,
        0.125,
        0.375,
        1.005,
        2.675,
        -0.04,
        -0.05,
        0.0,
        1234.55,
        999999.95,
        1e-9,
        12.35,
        0.15,
    ]
    for places in (0, 1, 2):
        due = [decimal(number, places, signed=True) for number in numbers]
        assert (
            browser.evaluate(f"{numbers}.map((number) => badugiFormats.decimal(number, {places}, true))")
            == due
        )
    assert browser.evaluate("[0.0005, 0.0015, 0.1245, 1].map(badugiFormats.percent)") == [
        percent(share) for share in (0.0005, 0.0015, 0.1245, 1)
    ]
    assert browser.evaluate(
        "badugiKinds.FINISH.chance_of_winning({n: 100, mean: 0.5, deviation: 1})[0]"
    ) == pytest.approx(0.9999997133, abs=1e-10)
    for z, due in (
        (0.0, 0.5),
        (1.0, 0.8413447460685429),
        (-3.0, 0.0013498980316300933),
        (-6.0, 9.865876450376946e-10),
    ):
        found = browser.evaluate(
            f"badugiKinds.FINISH.chance_of_winning({{n: 1, mean: {z}, deviation: 1}})[0]"
        )
        assert found == pytest.approx(due, rel=1e-9)


@pytest.mark.browser
@pytest.mark.parametrize("language", Language)
def test_intervals_are_written_as_in_python(browser, page, language, tmp_path):
    with in_language(language):
        marks = f'data-separators="{separators()}"'
    html = page.read_text(encoding="utf-8").replace('data-separators=".,"', marks)
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    browser.open(tmp_path / "page.html", width=1280)
    form = json.dumps(read_catalogue(language)["figures"]["interval"])
    browser.evaluate(f"void (document.documentElement.dataset.interval = {form})")
    with in_language(language):
        for low, high in ((-0.052, -0.022), (0.1, 0.25)):
            assert browser.evaluate(f"badugiFormats.percentRange({low}, {high})") == percent_range(low, high)
        due = say("figures", "interval", low=decimal(304.376, 2), high=decimal(435.74, 2))
    ends = "badugiFormats.decimal(304.376, 2), badugiFormats.decimal(435.74, 2)"
    assert browser.evaluate(f"badugiFormats.range({ends})") == due


@pytest.mark.browser
def test_the_page_can_compute_every_additive_statistic(browser, page):
    browser.open(page, width=1280)
    for stat in STATS.values():
        if why_not_additive(stat) is None and stat.kind.name != "total":
            assert browser.evaluate(f"{describe(stat)['kind']!r} in badugiKinds.KINDS"), stat.name
            if isinstance(stat.kind, MomentStatistic):
                assert browser.evaluate(f"{stat.kind.finish.__name__!r} in badugiKinds.FINISH"), stat.name


@pytest.mark.parametrize("hand_filter", [Filter(), Filter(since=datetime(2024, 1, 28))])  # noqa: DTZ001 - UTC without a zone
def test_of_many_sessions_only_the_listed_ones_are_counted(con, monkeypatch, hand_filter):
    rows = seat_rows(con, hand_filter)
    tables = Evaluator(con, hand_filter, overview.game_labels(rows), you=True, names=Names())
    every = tables.sessions(rows)[1].rows
    undated = [row for row in every if row.label == "unknown"]
    assert len(undated) == (hand_filter == Filter())
    monkeypatch.setattr("badugi_hh.report.table_views.MOST_SESSIONS", 2)
    assert len(every) > 3
    assert tables.sessions(rows)[1].rows == (*every[:2], *undated)


@pytest.mark.browser
def test_what_only_tournaments_have_is_hidden_in_cash_games(browser, page):
    browser.open(page, width=1280)
    browser.evaluate("location.hash = 'statistics'")
    shown = "[document.querySelector('#sessions div[data-game]').hidden, document.querySelectorAll('#statistics tr[data-stat=avg_finish]').length]"
    assert browser.evaluate(shown) == [False, 1]
    use(browser, "statistics", "game=cash")
    assert browser.evaluate(shown) == [True, 0]
    use(browser, "statistics", "game=tournament")
    assert browser.evaluate(shown) == [False, 1]
    assert browser.complaints == []


@pytest.mark.parametrize(
    ("filters", "due"), [(True, "The filter Game, above,"), (False, "The option `--game`")]
)
def test_the_note_on_several_games_names_what_selects_one(filters, due):
    games = {"cash": "cash games", "tournament": "tournaments"}
    assert due in overview.note(games, filters=filters)
    assert overview.note({"cash": "cash games"}, filters=filters) == ""


def test_no_reason_names_a_filter_that_a_page_may_not_have():
    words = catalogue()["filters"]
    assert not re.search("month|stakes|position", words["parts"])
