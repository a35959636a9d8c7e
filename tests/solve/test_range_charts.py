"""Range charts: the view of the report draws those that come with the program."""

import pytest
from support.chart_cells import cells
from support.commands import mistake, run

from badugi_hh.report.range_view import CHARTED, title
from badugi_hh.solve.range_charts import KINDS, grid_cells, stored_charts
from badugi_hh.solve.solved_table import LEVELS
from badugi_hh.wording.language import Language, in_language

RANKS = "A23456789TJQK"


def test_every_chart_of_the_shipped_table_exists_and_has_a_title():
    found = stored_charts("heads-up").charts
    assert [chart.street for chart in found] == sorted(chart.street for chart in found)
    for language in Language:
        with in_language(language):
            titles = [title(chart) for chart in found]
            assert all("{" not in each and each.strip() for each in titles)
            assert len({(chart.street, each) for chart, each in zip(found, titles, strict=True)}) == len(
                found
            )
    by_line = {chart.line: title(chart) for chart in found}
    assert by_line[""] == "Button: first to act"
    assert by_line["raise raise"] == "Button: against a raise after a raise"
    assert by_line["raise call"] == "Big blind: after calling a raise"
    assert by_line["raise call 2"] == "Button: against two cards"
    assert by_line["raise call 2 1 check"] == "Button, drew one against two cards: after a check"
    assert by_line["raise call 1 1 check bet call"] == "Big blind, drew one: first to draw"


def test_the_small_blind_has_its_charts():
    """The small blind draws first."""
    found = stored_charts("sb-bb").charts
    titles = {chart.line: title(chart) for chart in found}
    assert len({(chart.street, titles[chart.line]) for chart in found}) == len(found)
    assert titles[""] == "Opener: first to act"
    assert titles["raise call"] == "Opener: after raising"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--line", ""), "of the other options only --spot and --force go with it"),
        (("--json",), "of the other options only --spot and --force go with it"),
        (("--spot", "btn"), "there is no spot 'btn'"),
    ],
)
def test_what_goes_not_with_a_page_is_refused(tmp_path, arguments, message):
    out = tmp_path / "ranges.html"
    assert message in mistake("solve", "--html", out, *arguments)
    assert not out.exists()


# --- in a browser


def wait(browser, condition):
    """Wait until a condition holds; the policy of the page allows no function of Playwright that evaluates a text there."""
    for _ in range(200):
        if browser.evaluate(condition):
            return
        browser.page.wait_for_timeout(100)
    pytest.fail(condition)


GRID = "document.querySelector('#explorer .bp-grid table')"
TITLE = "document.querySelector('#explorer h3')?.textContent"
READ = "document.querySelector('#explorer .bp-read').textContent"


@pytest.mark.browser
def test_best_play_is_drawn_when_it_is_seen(browser, report_page):
    browser.open(report_page, width=1280)
    assert browser.evaluate("document.getElementById('explorer').childElementCount") == 0
    browser.evaluate("location.hash = 'best-play'")
    wait(browser, f"{TITLE} === 'Before the first draw. Early position: first to act'")
    browser.evaluate("location.hash = 'best-play/heads-up'")
    wait(browser, f"{TITLE} === 'Before the first draw. Button: first to act'")
    chart = stored_charts("heads-up").charts[0]
    shown = browser.evaluate(
        """Object.fromEntries([...document.querySelectorAll('#explorer .box tbody tr')]
        .map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.firstChild.textContent)]))"""
    )
    assert shown["all hands"][:4] == ["100.0%", *(f"{share}%" for share in chart.all)]
    assert len(shown) == 1 + len(KINDS)
    for nth, size in enumerate((4, 3, 2, 1)):
        browser.evaluate(f"document.querySelectorAll('.bp-choice button')[{nth}].click()")
        held = sum(mix is not None for mix in cells(chart, size).values())
        assert browser.evaluate(f"{GRID}.querySelectorAll('td .mix').length") == held
    browser.evaluate("document.querySelectorAll('.bp-choice button')[1].click()")
    assert browser.evaluate(f"{GRID}.querySelectorAll('td[tabindex=\"0\"]').length") == 1
    browser.evaluate(f"{GRID}.querySelector('td[tabindex=\"0\"]').focus()")
    for key, named in (
        ("ArrowDown", "4 high, then 2:"),
        ("ArrowRight", "4 high, then 3:"),
        ("ArrowRight", "4 high, then 3:"),
        ("End", "4 high, then 3:"),
        ("Control+End", "K high, then Q:"),
        ("ArrowUp", "K high, then Q:"),
        ("ArrowLeft", "K high, then J:"),
        ("ArrowUp", "Q high, then J:"),
        ("Home", "Q high, then 2:"),
        ("Control+Home", "3 high, then 2:"),
        ("Control+End", "K high, then Q:"),
        ("Alt+ArrowUp", "K high, then Q:"),  # a key of the browser
        ("Control+ArrowLeft", "K high, then Q:"),
    ):
        browser.page.keyboard.press(key)
        assert browser.evaluate("document.activeElement.ariaLabel").startswith(named), key
        high, second = named[0], named[-2]
        assert browser.evaluate("location.hash") == f"#best-play/heads-up//{high}-{second}-x", key
        assert browser.evaluate(READ).startswith(f"{high}-{second}-x"), key
        assert browser.evaluate(f"{GRID}.querySelectorAll('td[tabindex=\"0\"]').length") == 1
    assert browser.complaints == []


@pytest.mark.browser
def test_each_decision_of_best_play_has_an_address(browser, report_page):
    browser.open(report_page, width=390)
    address = "bestPlayAddress('sb-bb', 'raise call 1', '7-4-2')"
    assert browser.evaluate(address) == "#best-play/sb-bb/raise-call-1/7-4-2"
    for spot, line, due in (
        ("table-6", "fold fold", "#best-play/table-8/fold-fold-fold-fold/3-2-A"),
        ("table-3", "", "#best-play/table-8/fold-fold-fold-fold-fold/3-2-A"),
        ("table-8", "", "#best-play/table-8//3-2-A"),
        ("table-6", "fold fold fold raise fold call 1", None),
    ):
        assert browser.evaluate(f"bestPlayAddress({spot!r}, {line!r}, '3-2-A')") == due
    browser.evaluate(f"location.hash = {address}")
    wait(browser, f"{TITLE} === 'First draw. Big blind: against one card'")
    chart = next(chart for chart in stored_charts("sb-bb").charts if chart.line == "raise call 1")
    mix = cells(chart, 3)[RANKS.index("7"), RANKS.index("4")]
    place = list(grid_cells(3)).index((RANKS.index("7"), RANKS.index("4")))
    before = sum(mix is not None for mix in list(cells(chart, 3).values())[:place])
    cost = chart.costs[1][before * 4 : before * 4 + 4]
    assert mix is not None
    due = [f"{round(100 * part / LEVELS)}%{each / 100:.2f}" for part, each in zip(mix, cost, strict=True)]
    rows = "[...document.querySelectorAll('.bp-read tbody tr')].map((row) => row.cells[1].textContent + row.cells[2].textContent)"
    assert browser.evaluate(rows) == due
    steps = "[...document.querySelectorAll('.bp-line li')].map((step) => step.textContent)"
    assert browser.evaluate(steps) == ["Opener raise", "Big blind call", "Opener one"]
    assert browser.evaluate("document.querySelector('[data-spot][aria-current]').dataset.spot") == "sb-bb"
    browser.evaluate("document.querySelectorAll('.bp-line a')[1].click()")  # back to the call
    wait(browser, f"{TITLE} === 'Before the first draw. Big blind: against a raise'")
    assert browser.evaluate("location.hash") == "#best-play/sb-bb/raise"
    browser.evaluate("document.querySelectorAll('.bp-next a')[1].click()")  # raises
    wait(browser, f"{TITLE}.endsWith('against a raise after a raise')")
    browser.evaluate("history.back()")
    wait(browser, f"{TITLE}.endsWith('against a raise')")
    browser.evaluate("location.hash = bestPlayAddress('sb-bb', 'raise call 3 3', '9-8')")
    wait(browser, "document.querySelector('#explorer .empty')")
    command = "document.querySelector('#explorer .empty code').textContent"
    assert browser.evaluate(command) == 'badugi-hh solve --spot sb-bb --line "raise call 3 3" --hand 9-8'
    assert (
        browser.evaluate(TITLE) == "First draw. Opener: after raising"
    )  # the last decision that has a chart
    for crafted in ("raise-$(touch$IFS/9-8", 'raise-";reboot/9-8', "raise-call-3-3/9-8`reboot`"):
        browser.evaluate(f"location.hash = 'best-play/sb-bb/' + {crafted!r}")
        until = "Opener: after raising" if "call" in crafted else "Opener: first to act"
        wait(browser, f"{TITLE}.endsWith({until!r})")
        codes = browser.evaluate(
            "[...document.querySelectorAll('#explorer .empty')].map((p) => p.textContent)"
        )
        assert not any(sign in "".join(codes) for sign in "$;`"), crafted
    assert browser.complaints == []


@pytest.mark.browser
def test_the_hands_played_at_a_decision_are_listed(browser, report_page):
    browser.open(report_page, width=1280)
    links = "[...document.querySelectorAll('.bp-parts td a')]"
    for spot, line in (("heads-up", ""), ("table-8", "/fold-fold-fold-fold-fold")):
        browser.evaluate(f"location.hash = 'best-play/{spot}{line}'")
        wait(
            browser,
            f"document.querySelector('[data-spot][aria-current]')?.dataset.spot === '{spot}' && {links}.length > 1",
        )
        numbers = [int(number) for number in browser.evaluate(f"{links}.map((link) => link.textContent)")]
        assert numbers[0] == sum(numbers[1:])  # of all hands, and by kind
        head = browser.evaluate(f"{links}[0].closest('table').tHead.rows[0].lastChild.textContent")
        assert head.endswith("at all stakes and stacks")  # not only those of the solved game
        for nth in (0, len(numbers) - 1):
            browser.evaluate(f"location.hash = 'best-play/{spot}{line}'")
            browser.evaluate(f"{links}[{nth}].click()")
            wait(
                browser,
                f"document.querySelector('#filters output').textContent.startsWith('{numbers[nth]} of ')",
            )
    browser.evaluate("location.hash = 'best-play/sb-bb'")  # no selection leaves out the heads-up hands
    wait(browser, "document.querySelector('[data-spot][aria-current]').dataset.spot === 'sb-bb'")
    assert browser.evaluate(f"{links}.length") == 0
    assert browser.complaints == []


@pytest.mark.browser
def test_the_page_of_charts_has_every_spot_on_paper(browser, tmp_path):
    out = tmp_path / "ranges.html"
    assert run("solve", "--html", out).stdout.strip().endswith("is written")
    assert run("solve", "--html", out, "--spot", "sb-bb").exit_code == 0  # it replaces its own page
    assert run("solve", "--html", out).exit_code == 0
    for width in (1280, 390):
        browser.open(out, width=width)
        wait(browser, "document.querySelectorAll('.range').length >= 28")
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert browser.unreadable(".range-page") == []
    over = """[...document.querySelectorAll('.range-parts')].filter((part) => part.querySelector('.box table')
        .getBoundingClientRect().right > part.querySelector('.grids').getBoundingClientRect().left).length"""
    first = "document.querySelector('.range')"
    title = browser.evaluate(f"{first}.querySelectorAll('.grid')[2].querySelector('tbody td[title]').title")
    assert title.startswith("2 high, then A: ")
    browser.evaluate(f"{first}.querySelectorAll('.grid')[2].querySelector('tbody td[title]').click()")
    assert browser.evaluate(f"{first}.querySelector('output').value") == title
    browser.page.set_viewport_size({"width": 700, "height": 900})
    browser.page.emulate_media(media="print")
    every = sum(len(stored_charts(spot).charts) for spot in CHARTED)
    wait(browser, f"document.querySelectorAll('.range').length === {every}")
    assert browser.evaluate(over) == 0
    assert browser.evaluate(
        "[...document.querySelectorAll('h2')].map((head) => head.textContent).at(-1)"
    ) == ("Small blind against big blind (sb-bb)")
    assert browser.complaints == []
