"""Links within the page: those of leaks, and the points of charts, which lead to their hands."""

import re
from random import Random

import pytest
from support.browser import see, until
from support.pages import plotly_figure

from badugi_hh.leaks import LEAKS, Baseline, Verdict
from badugi_hh.leaks.finding import FrequencyFinding
from badugi_hh.report.findings import leak_cards


def test_cards_of_leaks_have_an_address_each():
    def finding(player, name):
        baseline = Baseline(0.1, 0.3, "a solve", "solver", "any")
        return FrequencyFinding(LEAKS[name], player, Verdict.FLAG, 41, 96, baseline=baseline)

    cards = leak_cards([finding("Ann", "B4-BTN"), finding("Bea", "B4-BTN"), finding("Bea", "B13")], {}).first
    assert [card.anchor for card in cards] == ["leak-B4-BTN", "leak-B4-BTN-2", "leak-B13"]


@pytest.mark.browser
def test_the_table_of_checks_sorts_and_its_numbers_are_those_of_their_lists(
    browser, report_page, report_view
):
    browser.open(report_page, width=1280)
    see(browser, "leaks")
    rows = "[...document.querySelectorAll('#leaks .tall tbody tr')]"
    cards = (*report_view.leaks.first, *report_view.leaks.rest)
    ids = browser.evaluate(f"{rows}.map((row) => row.cells[0].dataset.key)")
    assert ids == [
        card.id for part in (*report_view.leaks.by_grade.values(), report_view.leaks.rest) for card in part
    ]
    rest = "document.querySelector('#leaks > details .tall')"
    for column in range(len(browser.evaluate(f"[...{rest}.querySelectorAll('th button')].map(() => 0)"))):
        browser.evaluate(f"{rest}.querySelectorAll('th button')[{column}].click()")
        read = f"[...{rest}.querySelectorAll('tbody tr')].map((row) => row.cells[{column}].dataset.key ?? '')"
        keys = [key for key in browser.evaluate(read) if key]
        if column:
            assert keys == sorted(keys, key=float, reverse=True), column
    numbered = [card for card in cards if card.number]
    for card in Random(7).sample(numbered, 3):  # noqa: S311 - a fixed sample
        see(browser, "leaks")
        browser.evaluate(
            f"{rows}.find((row) => row.cells[0].dataset.key === {card.id!r}).querySelector('td a').click()"
        )
        until(browser, f"location.hash === '#hands?leak={card.id}'")
        found = "document.querySelector('#hands .find output').textContent"
        until(
            browser,
            f"Number({found}.match(/\\d+ hand/)?.[0].split(' ')[0] ?? {found}.match(/\\d+/)?.[0]) === {card.number}",
        )
        chip = browser.evaluate("document.getElementById('chips').textContent")
        assert LEAKS[card.id].title in chip
    assert browser.complaints == []


@pytest.mark.browser
def test_points_of_every_chart_lead_to_their_hands(browser, report_page, report_view):
    browser.open(report_page, width=1280)
    count = "Number(document.querySelector('#hands .find output').textContent.match(/\\d+/)[0])"
    for plot in report_view.plots:
        points = [
            point
            for trace in plotly_figure(browser, plot.data).data
            for point in (trace.customdata if trace.customdata is not None else ())
            if point is not None
        ]
        assert len(points) >= 3, plot.id
        view = browser.evaluate(f"document.getElementById({plot.id!r}).closest('.view').id")
        see(browser, view)
        for point in Random(7).sample(points, 1):  # noqa: S311 - a fixed sample
            browser.evaluate(f"location.hash = {view!r}")
            until(browser, f"location.hash === '#{view}' && !document.body.classList.contains('filtered')")
            browser.evaluate(
                f"document.getElementById({plot.id!r}).emit('plotly_click', {{points: [{{customdata: {point!r}}}]}})"
            )
            if isinstance(point, str):
                until(
                    browser,
                    f"location.hash === '#hands?{point}' && document.getElementById('hand-table').dataset.ready && {count} > 0",
                )
            else:
                until(browser, f"document.getElementById('hand-window').dataset.shown === '{point}'")
    assert browser.complaints == []


def test_commands_on_the_page_are_code(report_page):
    text = report_page.read_text(encoding="utf-8").partition('<script type="text/plain"')[0]
    body = re.sub(
        r"<style.*?</style>|<[^>]* data-command=[^>]*>|<footer.*?</footer>", "", text, flags=re.DOTALL
    )
    commands = re.findall(r"(<code><span>)?badugi-hh(?:</span>)? [a-z]", body)
    assert len(commands) >= 4
    assert set(commands) == {"<code><span>"}
    assert "`" not in body


@pytest.mark.browser
def test_keys_alone_lead_to_the_first_hand_of_the_worst_leak(browser, report_page):
    browser.open(report_page, width=1280)
    press = browser.page.keyboard.press

    def tab_to(selector):
        for _ in range(120):
            press("Tab")
            if browser.evaluate(f"document.activeElement.matches({selector!r})"):
                return
        pytest.fail(f"the tab key does not reach {selector}")

    browser.evaluate("location.hash = 'leaks'")
    tab_to("#leaks .tall td a")
    press("Enter")
    until(
        browser,
        "location.hash.startsWith('#hands?leak=') && document.getElementById('hand-table').dataset.ready",
    )
    tab_to("#hand-table tbody a")
    first = browser.evaluate("document.activeElement.hash")
    press("Enter")
    until(
        browser, "document.getElementById('hand-window').open && document.activeElement.matches('.rp-stage')"
    )
    assert browser.evaluate("location.hash").startswith(first)
    press("Escape")
    until(browser, "!document.getElementById('hand-window').open")
    assert browser.evaluate("location.hash").startswith("#hands?leak=")
    assert browser.complaints == []
