"""The hands of the report in a browser: the table, and the window in which a hand opens."""

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from support.browser import SHOWN, until
from support.report_hands import HANDS, column

from badugi_hh.report.page import render
from badugi_hh.wording.catalogue import catalogue

WINDOW = "document.getElementById('hand-window')"
REPLAYER = f"{WINDOW}.querySelector('.replayer')"
READY = "document.getElementById('hand-table').dataset.ready"
ROWS = "[...document.querySelectorAll('#hand-table tbody')]"
COUNT = "document.querySelector('#hands .find output').textContent"
AT = "document.querySelector('.rp-controls output').textContent"


@pytest.mark.browser
def test_a_leak_opens_its_hand_at_the_step_and_keys_do_the_rest(browser, report_page):
    browser.open(report_page, width=1280)
    browser.evaluate("location.hash = 'leaks'")
    link = "[...document.querySelectorAll('.cases a')].find((one) => /^#hand-\\d+-\\d+$/.test(one.hash))"
    leak = browser.evaluate(f"{link}.closest('.finding').querySelector('.name').textContent")
    browser.evaluate("document.querySelectorAll('#leaks details').forEach((part) => { part.open = true; })")
    key, step = browser.evaluate(f"{link}.hash").removeprefix("#hand-").split("-")
    browser.evaluate(f"{link}.focus()")
    browser.page.keyboard.press("Enter")
    until(browser, "document.activeElement.className.startsWith('rp-stage')")
    assert browser.evaluate(AT).startswith(f"Step {step} of")
    assert leak in browser.evaluate("document.querySelector('.rp-now .rp-leak').textContent")
    browser.page.keyboard.press("ArrowLeft")
    assert browser.evaluate(AT).startswith(f"Step {int(step) - 1} of")
    assert browser.evaluate("location.hash") == f"#hand-{key}-{int(step) - 1}"
    shown = f"{WINDOW}.dataset.shown"
    browser.page.keyboard.press("n")
    until(browser, f"{shown} !== {key!r} && /^Step \\d+ of/.test({AT})")
    browser.page.keyboard.press("p")
    until(browser, f"{shown} === {key!r}")
    browser.page.keyboard.press(" ")
    assert browser.evaluate(f"{WINDOW}.querySelector('.rp-controls [aria-pressed]').textContent") == "Pause"
    browser.page.keyboard.press("Escape")
    until(browser, f"!{WINDOW}.open && location.hash === '#leaks'")
    assert browser.evaluate(f"{WINDOW}.querySelector('.rp-stage')") is None  # and nothing plays on
    assert browser.evaluate("document.activeElement.hash") == f"#hand-{key}-{step}"
    assert browser.evaluate(SHOWN) == ["leaks"]
    assert browser.complaints == []


@pytest.mark.browser
def test_a_hand_opens_over_its_view_and_stays_under_a_selection_and_on_a_reload(
    browser, report_page, report_view
):
    browser.open(report_page, width=390)
    key = report_view.hands.listing["keys"][-1]
    browser.evaluate("location.hash = 'draws'")
    browser.evaluate(f"location.hash = 'hand-{key}-3'")
    until(browser, f"{WINDOW}.open && {REPLAYER}?.offsetHeight > 100")
    assert browser.evaluate(SHOWN) == ["draws"]
    assert browser.evaluate(AT).startswith("Step 3 of")
    title = browser.evaluate(f"{WINDOW}.querySelector('header output').textContent")
    assert title == f"Hand {HANDS} of {HANDS}"
    browser.evaluate("location.hash = 'hand-999999'")
    until(browser, f"{WINDOW}.textContent.includes({catalogue()['hands']['missing']!r})")
    browser.evaluate(f"{WINDOW}.querySelector('.close').click()")
    until(browser, f"!{WINDOW}.open && location.hash === '#draws'")
    key = report_view.hands.listing["keys"][5]
    browser.page.goto(f"{report_page.as_uri()}#hand-{key}-2?game=cash")
    until(browser, f"{REPLAYER} && document.getElementById('filters').dataset.shown === '?game=cash'")
    assert browser.evaluate(AT).startswith("Step 2 of")
    browser.page.reload()
    until(browser, f"{REPLAYER} && {AT}.startsWith('Step 2 of')")
    browser.evaluate(f"{WINDOW}.querySelector('.close').click()")
    until(browser, "location.hash === '#overview?game=cash'")
    assert browser.complaints == []


@pytest.mark.browser
def test_hands_sort_and_are_found_and_the_address_keeps_it(browser, report_page, report_hands, report_view):
    browser.open(report_page, width=1280, view="hands")
    until(browser, READY)
    assert browser.evaluate(f"{ROWS}.length") == 50
    assert browser.evaluate(COUNT) == f"{HANDS} found"
    first = browser.evaluate("document.querySelector('#hand-table tbody tr').innerText").split()
    assert first[0] == column(report_view, "when")[0].split()[0]

    place = [each.title for each in report_view.hands.columns].index("Big bets")
    head = f"document.querySelectorAll('#hand-table th button')[{place}]"
    ends = f"{ROWS}.map((body) => Number(body.rows[0].cells[{place}].textContent.replace('−', '-')))"
    browser.evaluate(f"{head}.click()")
    until(browser, f"{head}.parentElement.ariaSort === 'descending'")
    found = browser.evaluate(ends)
    browser.evaluate("document.querySelectorAll('.pager button')[1].click()")
    found += browser.evaluate(ends)
    assert found == sorted(found, reverse=True)
    assert len(found) == 100
    assert browser.evaluate("document.querySelector('.pager output').textContent") == f"51 to 100 of {HANDS}"
    browser.evaluate(f"{head}.click()")
    until(browser, f"{head}.parentElement.ariaSort === 'ascending'")
    again = browser.evaluate(ends)
    assert again == sorted(again)
    browser.page.reload()
    until(browser, f"{head}.parentElement.ariaSort === 'ascending'")
    assert browser.evaluate(ends) == again

    hand_id = report_hands.execute("SELECT hand_id FROM hands ORDER BY hand_key LIMIT 1").fetchall()[0][0]
    dealt = sum(
        "As" in hand.split() or "As" in held.split()
        for hand, held in zip(column(report_view, "dealt"), column(report_view, "final"), strict=True)
    )
    (name, own), *_ = report_hands.execute(
        "SELECT player, count(*) FROM seats WHERE NOT hero GROUP BY player HAVING count(*) < 210 ORDER BY count(*) DESC"
    ).fetchall()
    for words, hands in (
        (hand_id, 1),
        ("as", dealt),
        (name.removeprefix("<img ").upper(), own),
        ("no hand has this", 0),
    ):
        browser.page.fill("#find", words)
        until(browser, f"{COUNT} === {f'{hands} found'!r}")
    assert dealt
    assert own
    browser.page.goto(f"{report_page.as_uri()}#hands?search={quote(hand_id)}")
    until(browser, f"{READY} && {COUNT} === '1 found'")
    assert browser.page.input_value("#find") == hand_id
    assert browser.complaints == []


@pytest.mark.browser
def test_the_button_says_how_many_of_the_hands_it_saves(browser, report_view, tmp_path):
    """The others open as a replay, with the command that prints their text."""
    listing = report_view.hands.listing
    kept = {str(key): report_view.hands.texts[str(key)] for key in listing["keys"][:4]}
    listing = {**listing, "with_text": [int(str(key) in kept) for key in listing["keys"]]}
    bare = replace(report_view, hands=replace(report_view.hands, texts=kept, listing=listing))
    (tmp_path / "report.html").write_text(render(bare), encoding="utf-8")
    browser.open(tmp_path / "report.html", width=1280, view="hands")
    until(browser, READY)
    shown = "[document.getElementById('save').textContent, document.getElementById('save').disabled, document.querySelector('#save + output').textContent]"
    left = "The page has no text of the others."
    assert browser.evaluate(shown) == [f"Save as history file (4 of {HANDS})", False, left]
    numbers = column(report_view, "hand")
    for number, saved in ((numbers[0], 1), (numbers[9], 0)):
        browser.page.fill("#find", number)
        due = [f"Save as history file ({saved} of 1)", not saved, "" if saved else left]
        until(browser, f"JSON.stringify({shown}) === JSON.stringify({json.dumps(due)})")
    browser.page.fill("#find", "")
    until(browser, f"{COUNT} === '{HANDS} found'")
    with browser.page.expect_download() as download:
        browser.page.click("#save")
    assert Path(download.value.path()).read_text(encoding="utf-8").count("PokerStars Hand #") == 4
    assert browser.evaluate(shown)[2] == f"Saved: 4 of {HANDS}."

    browser.evaluate(f"location.hash = 'hand-{listing['keys'][9]}'")
    browser.page.wait_for_selector("#hand-window .rp-stage")
    browser.evaluate(f"{WINDOW}.querySelectorAll('[role=tab]')[1].click()")
    assert browser.evaluate(f"{WINDOW}.querySelector('.rp-panel:not([hidden]) code').textContent").startswith(
        f"badugi-hh replay {numbers[9]} "
    )
    assert browser.unreadable("#hand-window") == []
    assert browser.violations() == []
    assert browser.complaints == []


def test_the_page_says_before_it_is_used_how_many_hands_it_saves(report_view):
    assert report_view.hands.save == f"Save as history file ({HANDS} of {HANDS})"
    assert report_view.hands.listing["with_text"] == [1] * HANDS
