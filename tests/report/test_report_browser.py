"""The report in a browser: views, charts, tables and hands, without a network and without a complaint."""

import pytest
from support.browser import SHOWN, see, until
from support.spread import few

from badugi_hh.report.kinds import VIEWS as BY_KIND
from badugi_hh.report.kinds import ReportKind

VIEWS = BY_KIND[ReportKind.TRACKER]


TOTAL = "[...document.querySelectorAll('.chart .js-line')].find((line) => line.style.strokeWidth === '2.4px').style.stroke"
DRAWN = (
    "[...document.querySelectorAll('.chart')].filter((part) => part.querySelector('.main-svg .trace')).length"
)


def print_without_charts(browser):
    """Show what is printed, but for the charts: drawing all of them takes most of the time."""
    browser.evaluate("window.Plotly = undefined")
    browser.page.emulate_media(media="print")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "dark"), few([(390, True), (390, False), (1280, True), (1280, False)], (390, True))
)
def test_every_view_is_drawn_whole_without_a_network(browser, report_page, width, dark, report_view):
    browser.open(report_page, width=width, dark=dark)
    for name in VIEWS:
        see(browser, name)
        assert browser.evaluate(SHOWN) == [name]
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        browser.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert browser.unreadable(f"#{name}") == [], name
        assert width > 390 or browser.small_targets(f"#{name}") == [], name
    assert browser.unreadable(".masthead") == []
    assert width > 390 or browser.small_targets(".tabs, .filters") == []
    assert browser.complaints == []
    assert browser.requests == [report_page.as_uri()]
    assert browser.evaluate(DRAWN) == len(report_view.plots)
    ink = browser.evaluate("getComputedStyle(document.body).color")
    line = browser.evaluate(TOTAL)
    assert ink == line  # the line of all hands has the colour of the words, light and dark
    # Colours depend on light and dark only, so each is measured at one width, in the long form: it takes most of the time.
    assert browser.violations(contrast=dark != (width == 390)) == []


@pytest.mark.browser
@pytest.mark.long
def test_what_cannot_be_read_is_found(browser, report_page):
    """The two checks of every view find faults that are planted."""
    browser.open(report_page, width=390)
    browser.evaluate("""document.querySelector('#overview h3').insertAdjacentHTML('afterend', `
        <p style="width: 60px; overflow: hidden; white-space: nowrap">this text is cut</p>
        <p style="margin-top: -38px">this is over it</p>
        <p style="white-space: nowrap">${'this is too wide '.repeat(9)}</p>
        <p style="color: #888">this is grey</p><button></button>`)""")
    assert [fault.partition(":")[0] for fault in browser.unreadable("#overview")] == [
        "cut off",
        "outside of the window",
        "over one another",
    ]
    found = browser.violations()
    assert {rule.partition(" ")[0] for rule in found} == {"button-name", "color-contrast"}
    assert any("this is grey" in rule for rule in found)


@pytest.mark.browser
def test_views_have_links_a_history_and_keys(browser, report_page):
    browser.open(report_page, width=1280)
    selected = "document.querySelector('.tabs [aria-selected=true]').hash"
    wait = "new Promise((done) => setTimeout(done, 150))"
    assert browser.evaluate(SHOWN) == [VIEWS[0]]
    browser.evaluate("document.querySelector('.tabs a[href=\"#draws\"]').click()")
    browser.evaluate("document.querySelector('.tabs a[href=\"#betting\"]').click()")
    browser.evaluate(wait)
    assert (browser.evaluate(SHOWN), browser.evaluate(selected)) == (["betting"], "#betting")
    browser.evaluate("scrollTo(0, 700)")
    browser.evaluate(f"history.back(); {wait}")
    assert (browser.evaluate(SHOWN), browser.evaluate(selected)) == (["draws"], "#draws")
    browser.evaluate(f"history.forward(); {wait}")
    assert (browser.evaluate(SHOWN), browser.evaluate("scrollY")) == (["betting"], 700)

    press = (
        "(key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
    )
    browser.evaluate("document.querySelector('.tabs [aria-selected=true]').focus()")
    for key, shown in (
        ("ArrowRight", "starting-hands"),
        ("ArrowLeft", "betting"),
        ("End", VIEWS[-1]),
        ("ArrowRight", VIEWS[0]),
        ("ArrowLeft", VIEWS[-1]),
        ("Home", VIEWS[0]),
    ):
        browser.evaluate(f"({press})({key!r}); {wait}")
        assert browser.evaluate(SHOWN) == [shown]
        assert browser.evaluate("document.activeElement.hash") == f"#{shown}"
    tab_stops = "[...document.querySelectorAll('.tabs a')].filter((tab) => tab.tabIndex === 0).length"
    assert browser.evaluate(tab_stops) == 1
    assert browser.evaluate("document.querySelectorAll('[role=tabpanel]').length") == len(VIEWS)
    assert browser.complaints == []


@pytest.mark.browser
def test_on_paper_all_views_show(browser, report_page, report_view):
    browser.open(report_page, width=680)  # A4 between the margins
    see(browser, "positions")
    # A chart is drawn when it is seen, or for printing.
    assert 0 < browser.evaluate(DRAWN) < len(report_view.plots)
    browser.page.emulate_media(media="print")
    until(browser, f"{DRAWN} === {len(report_view.plots)}")
    until(
        browser,
        "document.querySelector('#explorer h3')?.textContent === 'Before the first draw. Early position: first to act'",
    )
    assert browser.evaluate(SHOWN) == list(VIEWS)
    assert browser.evaluate("document.querySelector('.tabs').offsetHeight") == 0
    assert browser.evaluate(DRAWN) == len(report_view.plots)
    wide = "[...document.querySelectorAll('.box, #explorer')].filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => `${box.ariaLabel} ${box.scrollWidth}`)"
    assert browser.evaluate(wide) == []  # the browser would print all pages smaller
    browser.page.emulate_media(media="screen")
    assert browser.complaints == []


@pytest.mark.browser
def test_charts_follow_when_the_light_goes_out(browser, report_page):
    browser.open(report_page, width=800)
    see(browser, VIEWS[0])
    browser.page.emulate_media(color_scheme="dark")
    browser.evaluate("new Promise((done) => setTimeout(done, 200))")
    ink = "getComputedStyle(document.body).color"
    dark = browser.evaluate(ink)
    assert browser.evaluate(TOTAL) == dark
    browser.evaluate("document.querySelector('.theme [value=light]').click()")
    until(browser, f"{ink} !== {dark!r} && {TOTAL} === {ink}")
    browser.evaluate(
        "new Promise((done) => setTimeout(done, 1000))"
    )  # Chromium stores what a page keeps a little later
    browser.page.reload()
    until(
        browser,
        f"document.querySelector('.theme [value=light]').ariaPressed === 'true' && {ink} !== {dark!r}",
    )
    browser.evaluate("document.querySelector('.theme [value=auto]').click()")
    assert browser.evaluate(ink) == dark
    browser.evaluate("document.querySelector('.theme [value=dark]').click()")
    print_without_charts(browser)
    assert browser.evaluate(ink) != dark  # paper is light
    browser.evaluate("localStorage.clear()")
    assert browser.complaints == []


@pytest.mark.browser
def test_what_an_abbreviation_stands_for_shows_by_keyboard_and_touch(browser, report_page):
    browser.open(report_page, width=390)
    one, tip = "document.querySelector('#overview dt abbr')", "document.querySelector('.tip')"
    open_ = f"{tip}.matches(':popover-open')"
    assert not browser.evaluate(open_)
    browser.evaluate("document.querySelector('.filters summary').focus()")
    browser.page.keyboard.press("Tab")
    until(browser, f"document.activeElement === {one} && {open_}")
    assert browser.evaluate(f"{tip}.textContent") == browser.evaluate(f"{one}.title")
    assert browser.evaluate(
        f"(({{left, right}}) => left >= 0 && right <= innerWidth)({tip}.getBoundingClientRect())"
    )
    browser.page.keyboard.press("Escape")
    assert not browser.evaluate(open_)
    touch = (
        "(target) => target.dispatchEvent(new PointerEvent('click', {bubbles: true, pointerType: 'touch'}))"
    )
    browser.evaluate(f"({touch})({one})")
    assert browser.evaluate(open_)
    browser.evaluate(f"({touch})(document.querySelector('h1'))")
    assert not browser.evaluate(open_)
    see(browser, "opponents")  # an abbreviation in a button shows when the button has the focus
    browser.evaluate("document.querySelector('#opponents th button:has(abbr)').focus({focusVisible: true})")
    until(browser, open_)
    assert browser.complaints == []


@pytest.mark.browser
def test_without_scripts_everything_but_the_later_hands_shows(browser, report_page):
    browser.open(report_page, width=1280, scripts=False)
    assert browser.evaluate("document.querySelectorAll('#hand-table tbody tr').length") == 50
    assert browser.evaluate("document.querySelector('.find').offsetHeight") == 0
    assert browser.evaluate(SHOWN) == list(VIEWS)
    assert browser.requests == [report_page.as_uri()]


@pytest.mark.browser
def test_the_switches_of_the_chart_change_its_axes(browser, report_page, report_view):
    browser.open(report_page, width=1280)
    see(browser, VIEWS[0])
    browser.evaluate("document.querySelector('.pick button').click()")
    press = "(label) => [...document.querySelectorAll('.switches[data-chart=chart-results-1] button')].find((button) => button.textContent === label).click()"
    axes = "[...document.querySelectorAll('#chart-results-1 .xtitle, #chart-results-1 .ytitle')].map((title) => title.textContent)"
    last = "document.getElementById('chart-results-1').data[0].y.at(-1)"
    plot = report_view.results[0]
    money, bets = plot.switches[1]
    in_money, in_bets = plot.data["summaries"]
    caption = "document.getElementById('chart-results-1').nextElementSibling.textContent"
    assert browser.evaluate(axes) == ["hands", money]
    assert browser.evaluate(last) == plot.data["money"]["total"][-1]
    assert browser.evaluate(caption) == plot.summary == in_money
    browser.evaluate(f"({press})('dates'); ({press})({bets!r})")
    until(browser, f"{axes}.at(-1) === {bets!r}")
    assert browser.evaluate(axes) == ["dates", bets]
    assert browser.evaluate(last) == plot.data["bets"]["total"][-1]
    assert browser.evaluate(caption) == in_bets != in_money
    assert browser.evaluate("document.getElementById('chart-results-1').layout.xaxis.type") == "date"
    reset = "document.querySelector('figure:has(#chart-results-1) .reset')"
    assert browser.evaluate(f"{reset}.hidden")
    browser.evaluate("Plotly.relayout('chart-results-1', {'xaxis.range': ['2024-03-12', '2024-03-13']})")
    until(browser, f"!{reset}.hidden")  # as after dragging
    browser.evaluate(f"{reset}.click()")
    until(browser, f"{reset}.hidden")
    assert browser.complaints == []


@pytest.mark.browser
def test_tables_sort_and_statistics_are_found(browser, report_page, report_view):
    browser.open(report_page, width=1280, view="opponents")
    vpip = [column.stat for column in report_view.opponents.columns].index("vpip")
    at = 2 + vpip  # after the player and the hands
    browser.evaluate(f"document.querySelectorAll('#opponents th button')[{at}].click()")
    keys = f"[...document.querySelector('#opponents table').tBodies[0].rows].map((row) => Number(row.cells[{at}].dataset.key))"
    due = sorted((row.cells[vpip].key for row in report_view.opponents.rows), reverse=True)
    assert browser.evaluate(keys) == pytest.approx(due, rel=1e-8)  # the page has nine digits
    see(browser, "statistics")
    shown = (
        "[...document.querySelectorAll('#statistics tbody tr')].filter((row) => row.checkVisibility()).length"
    )
    assert browser.evaluate(shown) == 0
    browser.evaluate(
        "(() => { const field = document.getElementById('find-statistic'); field.value = 'showdown'; field.dispatchEvent(new Event('input')); })()"
    )
    due = [
        row
        for group in report_view.statistics
        for row in group.rows
        if "showdown" in f"{row.title} {row.sentence}".lower()
    ]
    assert browser.evaluate(shown) == len(due) > 0
    assert browser.complaints == []
