"""The hands of the report in a browser: the table, links to a hand, its replay, and the way back from it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.browser import SHOWN, see, until
from support.report_hands import HANDS, column

from badugi_hh.report.page import render
from badugi_hh.wording.catalogue import catalogue
from badugi_hh.wording.formats import money


@pytest.mark.browser
def test_a_link_to_a_hand_opens_it_in_its_view(browser, page, view):
    key = view.hands.listing["hands"][-1]
    browser.open(page, width=1280)
    browser.evaluate(f"location.hash = 'hand-{key}-3'")
    until(browser, f"document.querySelector('#hand-{key} .replayer')")
    assert browser.evaluate(SHOWN) == ["hands"]
    assert browser.evaluate(f"document.querySelector('#hand-{key} .replayer').offsetHeight") > 100
    assert browser.evaluate("document.querySelector('.pager output').textContent").endswith(f"of {HANDS}")
    step = view.hands.replays[str(key)]["steps"][2]
    assert step["text"] in browser.evaluate(f"document.querySelector('#hand-{key} .replayer').textContent")
    browser.evaluate("document.getElementById('hand-table').style.minWidth = '1600px'")  # many columns
    assert browser.evaluate("document.querySelector('.rp-log').getBoundingClientRect().right") < 1280
    browser.evaluate("location.hash = 'hand-999999'")
    until(
        browser,
        f"document.querySelector('#hands .find output').textContent === {catalogue()['hands']['missing']!r}",
    )
    assert browser.complaints == []


@pytest.mark.browser
def test_a_leak_opens_its_hand_at_the_step_with_keys_at_once_and_escape_closes_it(browser, page):
    browser.open(page, width=1280)
    link = "[...document.querySelectorAll('.cases a')].find((one) => /^#hand-\\d+-\\d+$/.test(one.hash))"
    leak = browser.evaluate(f"{link}.closest('.finding').querySelector('h3').textContent")
    key, step = browser.evaluate(f"{link}.hash").removeprefix("#hand-").split("-")
    browser.evaluate(f"{link}.click()")
    until(browser, "document.activeElement.className.startsWith('rp-stage')")
    at = "document.querySelector('.rp-controls output').textContent"
    assert browser.evaluate(at).startswith(f"Step {step} of")
    assert leak in browser.evaluate("document.querySelector('.rp-now .rp-leak').textContent")
    press = (
        "(key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
    )
    browser.evaluate(f"({press})('ArrowLeft')")
    assert browser.evaluate(at).startswith(f"Step {int(step) - 1} of")
    assert browser.evaluate("location.hash") == f"#hand-{key}-{int(step) - 1}"
    browser.evaluate(f"({press})('Escape')")
    assert not browser.evaluate("document.querySelector('.replayer')")
    until(browser, f"document.activeElement.hash === '#hand-{key}-{step}'")
    assert browser.evaluate(SHOWN) == ["leaks"]
    assert browser.complaints == []


@pytest.mark.browser
def test_a_hand_is_left_for_the_view_that_opened_it(browser, page, view):
    key = view.hands.listing["hands"][0]
    browser.open(page, width=390)
    replayer = "document.querySelector('#hand-table .replayer')"
    press = (
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
    )
    see(browser, "draws")
    browser.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    browser.evaluate(
        f"document.getElementById('chart-draws').emit('plotly_click', {{points: [{{customdata: {key}}}]}})"
    )
    until(browser, replayer)
    browser.evaluate(f"location.hash = 'hand-{key}-2?position=BB'")  # a filter in between
    until(browser, "document.getElementById('filters').dataset.shown")
    until(browser, f"{replayer} && document.querySelector('.back a')?.textContent === 'Back to: Draws'")
    assert browser.small_targets(".back") == []
    browser.evaluate("document.querySelector('.back a').click()")
    until(browser, "document.activeElement.hash === '#draws'")
    assert browser.evaluate(SHOWN) == ["draws"]
    assert browser.evaluate("location.hash") == "#draws?position=BB"
    assert 250 < browser.evaluate("scrollY") < 600  # notes and the bar of filters above became higher

    browser.evaluate("location.hash = 'hands'")  # a hand of the table itself stays there
    until(browser, "document.getElementById('hand-table').checkVisibility()")
    browser.evaluate("document.querySelector('#hand-table tbody button').click()")
    until(browser, replayer)
    assert not browser.evaluate("document.querySelector('.back')")
    browser.evaluate(press)
    assert browser.evaluate("document.activeElement.closest('tbody').rows.length") == 1
    assert browser.evaluate(SHOWN) == ["hands"]
    assert browser.complaints == []


REPLAYER = "document.querySelector('#hand-table .replayer')"
WAY_BACK = "document.querySelector('#hand-table .back a')?.textContent"
LEAK = "document.querySelector('.cases a[href^=\"#hand-\"]')"
ESCAPE = (
    "void document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
)


@pytest.mark.browser
def test_escape_goes_to_the_tab_where_a_filter_hides_the_link(browser, page):
    browser.open(page, width=1280)
    browser.evaluate("location.hash = 'positions'")
    link, other = (f"document.querySelectorAll('#positions tr[data-part]')[{nth}].cells[0]" for nth in (0, 1))
    browser.evaluate(f"{link}.querySelector('a').click()")
    until(browser, REPLAYER)
    query = f"position={browser.evaluate(f'{other}.textContent')}"
    browser.evaluate(f"location.hash += '?{query}'")
    until(browser, f"document.getElementById('filters').dataset.shown === '?{query}' && {REPLAYER}")
    assert not browser.evaluate(f"{link}.checkVisibility()")
    browser.evaluate(f"{REPLAYER}.querySelector('.rp-stage').focus()")
    browser.evaluate(ESCAPE)
    until(browser, f"location.hash === '#positions?{query}' && document.activeElement.hash === '#positions'")
    assert browser.complaints == []


@pytest.mark.browser
@pytest.mark.long
def test_the_way_back_opened_in_a_new_tab_is_left_to_the_browser(browser, page):
    browser.open(page, width=1280)
    browser.evaluate(f"{LEAK}.click()")
    until(browser, f"{WAY_BACK} === 'Back to: Leaks'")
    here = browser.evaluate("location.hash")
    for key in ("ctrlKey", "metaKey", "shiftKey", "altKey"):
        taken = browser.evaluate(f"""(() => {{
            let taken;
            addEventListener('click', (event) => {{ taken = event.defaultPrevented; event.preventDefault(); }}, {{ once: true }});
            document.querySelector('.back a').dispatchEvent(
                new MouseEvent('click', {{ bubbles: true, cancelable: true, {key}: true }}));
            return taken;
        }})()""")
        assert not taken, key
        assert browser.evaluate(REPLAYER) is not None, key
        assert browser.evaluate("location.hash") == here, key


@pytest.mark.browser
def test_the_way_back_is_that_of_the_last_visit_only(browser, page):
    browser.open(page, width=1280)
    key = browser.evaluate(f"{LEAK}.hash").split("-")[1]
    row = f"document.querySelector('#hand-{key} button')"
    browser.evaluate(f"{LEAK}.click()")
    until(browser, f"{WAY_BACK} === 'Back to: Leaks'")
    for shown in (False, True):  # closed in the table, and opened again there
        browser.evaluate(f"{row}.click()")
        until(browser, f"Boolean({REPLAYER}) === {str(shown).lower()}")
    assert browser.evaluate(WAY_BACK) is None

    browser.evaluate("location.hash = 'leaks'")
    browser.evaluate(f"{LEAK}.click()")
    until(browser, f"{WAY_BACK} === 'Back to: Leaks'")
    browser.evaluate(ESCAPE)
    until(browser, "location.hash === '#leaks'")
    browser.evaluate("location.hash = 'draws'")  # no click from here on
    until(browser, "document.getElementById('draws').checkVisibility()")
    browser.evaluate(f"location.hash = 'hand-{key}'")
    until(browser, REPLAYER)
    assert browser.evaluate(WAY_BACK) == "Back to: Draws"
    assert browser.complaints == []


@pytest.mark.browser
def test_closing_a_hand_does_not_scroll(browser, page):
    browser.open(page, width=1280)
    browser.evaluate("location.hash = 'hands'")
    until(browser, "document.getElementById('hand-table').dataset.ready")
    row = "document.querySelectorAll('#hand-table tbody')[30]"
    browser.evaluate(f"{row}.querySelector('button').click()")
    until(browser, f"{REPLAYER}?.getBoundingClientRect().top < 200")
    top = f"{row}.getBoundingClientRect().top"
    browser.evaluate(f"scrollBy({{ top: {top} - innerHeight + 10, behavior: 'instant' }})")
    browser.evaluate(f"{row}.querySelector('button').click()")
    until(browser, f"!{REPLAYER}")
    browser.evaluate("new Promise((done) => setTimeout(done, 200))")
    assert -50 < browser.evaluate(f"{top} - innerHeight") < 0  # the columns may become narrower


@pytest.mark.browser
def test_hands_open_sort_and_are_found(browser, page, mixed, view):
    browser.open(page, width=1280)
    browser.evaluate("location.hash = 'hands'")
    until(browser, "document.getElementById('hand-table').dataset.ready")
    rows = "[...document.querySelectorAll('#hand-table tbody')]"
    count = "document.querySelector('#hands .find output').textContent"
    assert browser.evaluate(f"{rows}.length") == 50
    assert browser.evaluate(count) == f"{HANDS} found"
    first = browser.evaluate("document.querySelector('#hand-table tbody tr').innerText").split()
    assert first[0] == column(view, "when")[0].split()[0]
    browser.evaluate("document.querySelectorAll('#hand-table tbody button')[2].click()")
    until(browser, "document.querySelector('#hand-table .replayer')")
    until(browser, "document.querySelector('#hand-table .replayer').getBoundingClientRect().top < 200")

    place = [each.title for each in view.hands.columns].index("Big bets")
    last = f"document.querySelectorAll('#hand-table th button')[{place}]"
    ends = f"{rows}.map((body) => Number(body.rows[0].cells[{place}].textContent.replace('−', '-')))"
    next_page = "document.querySelectorAll('.pager button')[1].click()"
    browser.evaluate(f"{last}.click()")
    found = browser.evaluate(ends)
    browser.evaluate(next_page)
    found += browser.evaluate(ends)
    assert found == sorted(found, reverse=True)
    assert len(found) == 100
    assert browser.evaluate("document.querySelector('.pager output').textContent") == f"51 to 100 of {HANDS}"
    assert browser.evaluate(f"{last}.parentElement.ariaSort") == "descending"
    browser.evaluate(f"{last}.click()")
    again = browser.evaluate(ends)
    assert again == sorted(again)

    search = "(words) => { const field = document.getElementById('find'); field.value = words; field.dispatchEvent(new Event('input')); return new Promise((done) => setTimeout(done, 100)); }"
    hand_id = mixed.execute("SELECT hand_id FROM hands ORDER BY hand_key LIMIT 1").fetchall()[0][0]
    dealt = sum(
        "As" in hand.split() or "As" in held.split()
        for hand, held in zip(column(view, "dealt"), column(view, "final"), strict=True)
    )
    (name, own), *_ = mixed.execute(
        "SELECT player, count(*) FROM seats WHERE NOT hero GROUP BY player HAVING count(*) < 210 ORDER BY count(*) DESC"
    ).fetchall()
    for words, hands in (
        (hand_id, 1),
        ("as", dealt),
        (name.removeprefix("<img ").upper(), own),
        ("no hand has this", 0),
    ):
        browser.evaluate(f"({search})({json.dumps(words)})")
        assert browser.evaluate(count) == f"{hands} found", words
    assert dealt
    assert own
    assert browser.complaints == []


@pytest.mark.browser
def test_a_replay_stays_open_under_a_filter_and_the_address_follows_it(browser, page, mixed, view):
    browser.open(page, width=1280)
    key, position = mixed.execute(
        "SELECT hand_key, position FROM seats WHERE hero AND hand_key = ?", [view.hands.listing["hands"][0]]
    ).fetchall()[0]
    browser.evaluate(f"location.hash = 'hand-{key}-2'")
    until(browser, "document.querySelector('#hand-table .replayer')")
    browser.evaluate(f"location.hash = 'hand-{key}-2?position={position}'")
    until(browser, f"document.getElementById('filters').dataset.shown === '?position={position}'")
    until(browser, "document.querySelector('#hand-table .replayer')")
    browser.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert browser.evaluate("document.querySelectorAll('#hand-table .replayer').length") == 1
    browser.evaluate(f"document.querySelector('#hand-{key} button').click()")
    assert browser.evaluate("location.hash") == f"#hands?position={position}"
    browser.evaluate(f"document.querySelector('#hand-{key} button').click()")
    until(browser, "document.querySelector('#hand-table .replayer')")
    browser.evaluate(f"location.hash = 'hand-{key}?position={position}'")
    browser.evaluate("new Promise((done) => setTimeout(done, 50))")
    browser.evaluate("document.querySelectorAll('#hand-table th button')[2].click()")
    until(browser, "!document.querySelector('#hand-table .replayer')")
    assert browser.evaluate("location.hash") == f"#hands?position={position}"
    assert browser.complaints == []


@pytest.mark.browser
def test_amounts_sort_within_their_currency(browser, page, mixed, view):
    """The table shows amounts, and sorts by them: first those of the currency with most hands."""
    browser.open(page, width=1280)
    browser.evaluate("location.hash = 'hands'")
    until(browser, "document.getElementById('hand-table').dataset.ready")
    place = [each.title for each in view.hands.columns].index("Net")
    nets = mixed.execute(
        "SELECT net, currency, count(*) OVER (PARTITION BY currency) AS hands FROM seats JOIN hands USING (hand_key) WHERE hero ORDER BY hands DESC, currency"
    ).fetchall()
    largest = [net for net, currency, _ in nets if currency == nets[0][1]]
    shown = f"[...document.querySelectorAll('#hand-table tbody')].map((body) => body.rows[0].cells[{place}].textContent)"
    head = f"document.querySelectorAll('#hand-table th button')[{place}].click()"
    for down in (True, False):
        browser.evaluate(head)
        due = [
            money(net, nets[0][1], "cent" if nets[0][1] else "chip", signed=True)
            for net in sorted(largest, reverse=down)[:50]
        ]
        assert browser.evaluate(shown) == due


@pytest.mark.browser
def test_the_button_says_how_many_of_the_hands_it_saves(browser, view, tmp_path):
    """A page that replays four hands has the text of these."""
    kept = {str(key): view.hands.replays[str(key)] for key in view.hands.listing["hands"][:4]}
    listing = {
        **view.hands.listing,
        "replayed": [int(str(key) in kept) for key in view.hands.listing["hands"]],
    }
    bare = replace(view, hands=replace(view.hands, replays=kept, listing=listing))
    (tmp_path / "report.html").write_text(render(bare), encoding="utf-8")
    browser.open(tmp_path / "report.html", width=1280)
    see(browser, "hands")
    until(browser, "document.getElementById('hand-table').dataset.ready")
    shown = "[document.getElementById('save').textContent, document.getElementById('save').disabled, document.querySelector('#save + output').textContent]"
    left = "The page has no text of the others."
    assert browser.evaluate(shown) == [f"Save as history file (4 of {HANDS})", False, left]
    numbers = column(view, "hand")
    for number, saved in ((numbers[0], 1), (numbers[9], 0)):
        browser.page.fill("#find", number)
        assert browser.evaluate(shown) == [
            f"Save as history file ({saved} of 1)",
            not saved,
            "" if saved else left,
        ]
    browser.page.fill("#find", "")
    with browser.page.expect_download() as download:
        browser.page.click("#save")
    assert Path(download.value.path()).read_text(encoding="utf-8").count("PokerStars Hand #") == 4
    assert browser.evaluate(shown)[2] == f"Saved: 4 of {HANDS}."


def test_the_page_says_before_it_is_used_how_many_hands_it_saves(view):
    assert view.hands.save == f"Save as history file ({HANDS} of {HANDS})"
    assert view.hands.listing["replayed"] == [1] * HANDS


@pytest.mark.browser
def test_a_point_of_the_chart_opens_its_hand(browser, page, view):
    browser.open(page, width=1280)
    see(browser, "overview")
    browser.evaluate(
        "document.getElementById('chart-results-1').emit('plotly_click', {points: [{customdata: 3}]})"
    )
    browser.evaluate("new Promise((done) => setTimeout(done, 150))")
    assert browser.evaluate("location.hash") == "#hand-3"
    assert browser.evaluate(SHOWN) == ["hands"]
