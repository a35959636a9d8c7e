"""The pages of `reports/examples` in a browser, each kind of report and the replay of one hand: can all of it be read?"""

import re

import pytest
from plotly.offline import get_plotlyjs, get_plotlyjs_version

PAGES = ("tracker", "session", "leaks", "opponent", "validation", "replay")
SCREENS = [(width, dark) for width in (390, 1280) for dark in (False, True)]

STRIP = "[...document.querySelectorAll('.tabs ol')].some((strip) => strip.scrollWidth > strip.clientWidth)"
VIEWS = "[...document.querySelectorAll('.view')].map((part) => part.id)"
OPEN = """async (name) => {
    location.hash = name;
    const wait = () => new Promise((done) => setTimeout(done, 20));
    const view = document.getElementById(name);
    while (!view.checkVisibility()) await wait();
    for (const part of view.querySelectorAll('details')) part.open = true;
    for (const chart of [...view.querySelectorAll('.chart')].filter((part) => part.offsetHeight))
        while (!chart.querySelector('.main-svg .trace')) { chart.scrollIntoView(); await wait(); }
    const table = view.querySelector('#hand-table');
    if (table) {
        while (!table.dataset.ready) { table.scrollIntoView(); await wait(); }
        table.querySelector('td > button').click();
        while (!view.querySelector('.replayer')) await wait();
    }
    scrollTo({ top: 0, behavior: 'instant' });
}"""


@pytest.fixture(scope="module")
def online(browser):
    """The browser, with the library of charts at its public address, from which the examples load it."""
    headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
    browser.page.route(
        "https://cdn.plot.ly/*", lambda route: route.fulfill(body=get_plotlyjs(), headers=headers)
    )
    return browser


def faults(browser, page, *, width, dark):
    """Return what is wrong with a page on a screen of this width."""
    browser.open(page, width=width, dark=dark)
    found = []
    for name in browser.evaluate(VIEWS) or [""]:
        if name:
            browser.page.evaluate(OPEN, name)
        selector = f"#{name}" if name else "main"
        found += [f"{name}: {fault}" for fault in browser.unreadable(selector)]
        if width < 400:
            found += [f"{name}: small: {target}" for target in browser.small_targets(selector)]
        if not browser.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append(f"{name}: wider than the window")
    if width > 1000 and browser.evaluate(STRIP):
        found.append("the tabs are wider than their strip")
    return [*found, *browser.complaints, *browser.violations()]


@pytest.mark.browser
@pytest.mark.long  # the pages of the other tests are read in the ordinary suite
@pytest.mark.parametrize(("name", "width", "dark"), [(name, *screen) for name in PAGES for screen in SCREENS])
def test_all_of_an_example_can_be_read(online, root, name, width, dark):
    page = root / "reports" / "examples" / f"{name}.html"
    loaded = set(re.findall(r"/plotly-([\d.]+)\.min\.js", page.read_text(encoding="utf-8")))
    if loaded - {get_plotlyjs_version()}:  # the page knows the hash of its version, and runs no other
        pytest.skip(f"the example loads plotly.js {loaded.pop()}, and {get_plotlyjs_version()} is installed")
    assert faults(online, page, width=width, dark=dark) == []
