"""Filters in the address of the page: what sets them, keeps them and clears them."""

import pytest
from support.browser import until
from support.filtered_page import FIGURES, STATE, use
from support.spread import few

from badugi_hh.wording.catalogue import catalogue

CHIPS = "[...document.querySelectorAll('#chips button:not(.copy)')].map((chip) => chip.textContent)"
TAKEN = """((key) => {
    let taken;
    addEventListener('click', (event) => { taken = event.defaultPrevented; event.preventDefault(); }, { once: true });
    document.querySelector('.tabs a[href="#positions"]').dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }));
    return taken;
})"""
"""Whether the page follows a click on a tab itself, with a key held down."""
VISIBLE = (
    "(selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility()).length"
)


@pytest.mark.browser
@pytest.mark.parametrize("width", few([390, 1280], 390))
def test_the_filter_is_in_the_address_and_is_set_by_keys(browser, monthly_page, width):
    browser.open(monthly_page, width=width)
    whole = browser.evaluate(FIGURES)
    assert browser.evaluate("document.getElementById('filters').dataset.shown") in (None, "")
    select = "document.querySelector('#filters select[name=position]')"
    browser.evaluate("document.querySelector('.tabs a[aria-selected=true]').focus()")
    for key in ("Tab", "Enter", "Tab", "Tab", "Tab"):
        browser.page.keyboard.press(key)
    assert browser.evaluate(f"document.activeElement === {select}")
    browser.page.keyboard.type("BTN")
    use(browser, "overview", "position=BTN")
    assert browser.evaluate("location.hash") == "#overview?position=BTN"
    filtered = browser.evaluate(FIGURES)
    assert filtered != whole
    browser.evaluate("document.querySelector('.tabs a[href=\"#positions\"]').click()")
    assert browser.evaluate("location.hash") == "#positions?position=BTN"
    shown = (
        "[...document.querySelectorAll('.view')].filter((part) => part.offsetHeight).map((part) => part.id)"
    )
    browser.evaluate("new Promise((done) => setTimeout(done, 50))")
    assert browser.evaluate(shown) == ["positions"]
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert browser.evaluate(CHIPS) == ["Position: BTN×"]
    use(browser, "positions", "game=cash&position=BB")
    back = "(async () => { history.back(); await new Promise((done) => setTimeout(done, 300)); })()"
    browser.evaluate(back)
    assert browser.evaluate(f"{select}.value") == "BTN"
    assert browser.evaluate(FIGURES) == filtered
    browser.evaluate("document.querySelector('#filters form button').click()")
    use(browser, "positions", "")
    assert browser.evaluate("location.hash") == "#positions"
    assert browser.evaluate(FIGURES) == whole
    assert browser.evaluate("document.activeElement.tagName") == "SUMMARY"
    use(browser, "overview", "position=BB")
    for key in ("ctrlKey", "metaKey", "shiftKey", "altKey"):  # the browser opens a tab
        assert not browser.evaluate(f"{TAKEN}('{key}')"), key
        assert browser.evaluate("location.hash") == "#overview?position=BB"
    assert browser.evaluate(f"{TAKEN}('unused')")
    assert browser.evaluate("location.hash") == "#positions?position=BB"
    assert browser.complaints == []


@pytest.mark.browser
@pytest.mark.parametrize("width", few([390, 1280], 390))
def test_a_link_to_a_view_opens_the_page_at_its_top_with_its_filter(browser, monthly_page, width):
    browser.open(monthly_page, width=width)
    for link in ("statistics", "overview?position=BB"):
        browser.page.goto("about:blank")
        browser.page.goto(f"{monthly_page.as_uri()}#{link}")
        until(
            browser,
            f"(document.getElementById('filters').dataset.shown ?? '') === {link.partition('?')[2] and '?position=BB'!r}",
        )
        browser.evaluate("new Promise((done) => setTimeout(done, 100))")
        assert browser.evaluate("scrollY") == 0, link
        assert browser.evaluate(CHIPS) == (["Position: BB×"] if "?" in link else [])


@pytest.mark.browser
def test_filters_without_a_hand_show_one_line_that_clears_them(browser, monthly_page):
    browser.open(monthly_page, width=390)
    nothing = "game=tournament&stakes=%E2%82%AC1%2F%E2%82%AC2"
    for view in ("overview", "positions", "draws", "starting-hands", "sessions", "statistics", "hands"):
        use(browser, view, nothing)
        until(browser, f"document.querySelector('#{view}').checkVisibility()")
        assert (
            browser.evaluate("document.getElementById('none').firstChild.textContent.trim()")
            == (catalogue()["filters"]["none"])
        )
        until(browser, f"({VISIBLE})('#none, #{view} :is(.chart, table, .figures)') === 1")
    assert browser.unreadable("#none") == []
    assert browser.small_targets("#none") == []
    assert browser.violations() == []
    browser.evaluate("document.querySelector('#none button').click()")
    use(browser, "hands", "")
    assert (
        browser.evaluate("document.activeElement.checkVisibility() && document.activeElement.tagName")
        == "SUMMARY"
    )
    assert browser.evaluate(f"({VISIBLE})('#none')") == 0
    until(browser, f"({VISIBLE})('#hand-table tbody') === 50")
    assert browser.complaints == []


UNKNOWN = "No hand here has colour=red."


@pytest.mark.browser
def test_a_filter_that_the_page_does_not_have_is_named_and_does_no_harm(browser, monthly_page):
    browser.open(monthly_page, width=390, view="statistics")
    clear = "document.querySelector('#filters form button')"
    assert browser.evaluate(f"{clear}.disabled")
    browser.evaluate("location.hash = 'statistics?position=XX'")
    until(browser, f"{STATE} === 'No hand here has position=XX.'")
    for query, named in (
        ("position=BB&colour=red", True),
        ("position=BB", False),
        ("position=BB&colour=red", True),
    ):
        browser.evaluate(f"location.hash = 'statistics?{query}'")
        until(browser, f"{STATE}.endsWith('{UNKNOWN}') === {str(named).lower()}")
        assert " hands" in browser.evaluate(STATE)
    browser.evaluate("location.hash = 'statistics?colour=red&stakes='")
    until(browser, f"{STATE} === {UNKNOWN!r}")  # a filter without a value is none
    browser.evaluate("document.getElementById('filters').open = true")
    assert browser.evaluate(f"{clear}.checkVisibility() && !{clear}.disabled")
    browser.evaluate(f"{clear}.click()")
    until(browser, f"{STATE} === ''")
    assert browser.evaluate("location.hash") == "#statistics"
    assert browser.evaluate(f"{clear}.disabled")
    for query in (
        "constructor=1",
        "stat=constructor",
        "stat=bogus&made=yes",
        "until=abc",
        "within=colour%3Dred",
    ):
        browser.evaluate(f"location.hash = 'hands?{query}'")
        until(browser, f"document.getElementById('filters').dataset.shown === '?{query}'")
        assert not browser.evaluate("document.body.classList.contains('filtered')"), query
    assert browser.complaints == []


@pytest.mark.browser
def test_a_chip_removes_its_part_of_the_selection_and_a_number_counts_within_it(browser, monthly_page):
    browser.open(monthly_page, width=390)
    use(browser, "positions", "game=cash&stat=vpip&made=no")
    assert browser.evaluate(CHIPS) == ["Game: cash games×", "VPIP: not made×"]
    assert browser.small_targets("#chips") == []
    assert browser.unreadable("#chips") == []
    row = "document.querySelector('#positions tr[data-part]:not([hidden]) a')"
    position = browser.evaluate(f"{row}.textContent")
    browser.evaluate(f"{row}.click()")
    until(browser, f"location.hash === '#hands?game=cash&stat=vpip&made=no&position={position}'")
    until(browser, "document.querySelectorAll('#chips button').length === 4")
    browser.evaluate("document.querySelectorAll('#chips button')[1].click()")
    until(browser, f"location.hash === '#hands?game=cash&position={position}'")
    use(browser, "statistics", "stat=vpip&made=yes")
    counts = "document.querySelector('#statistics tr[data-stat=pfr]').cells[2]"
    made = browser.evaluate(f"{counts}.querySelector('a').textContent")
    address = browser.evaluate(f"{counts}.querySelector('a').getAttribute('href')")
    assert "within=stat%3Dvpip%26made%3Dyes" in address  # also for those who open it elsewhere
    browser.evaluate(f"{counts}.querySelector('a').click()")
    until(browser, f"document.querySelector('#hands .find output').textContent === '{made} found'")
    assert browser.evaluate(CHIPS) == ["VPIP: made×", "PFR: made×"]
    browser.evaluate("document.querySelectorAll('#chips button')[1].click()")
    until(browser, "location.hash === '#hands?stat=vpip&made=yes'")
    assert browser.complaints == []
