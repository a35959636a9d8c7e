"""Tags and notes on the page: shown, edited in the window of a hand, and saved as the file that `badugi-hh tag --from` reads."""

import json
from shutil import copyfile

import pytest
from support.browser import until

import badugi_hh
from badugi_hh.report.compose import compose
from badugi_hh.report.page import render
from badugi_hh.stats.selection.filters import Filter

FORM = "document.getElementById('hand-labels')"


@pytest.fixture(scope="module")
def labelled(sampled, tmp_path_factory):
    """Return a database of samples, of which two hands have tags and one a note."""
    with badugi_hh.open(copyfile(sampled, tmp_path_factory.mktemp("labelled") / "hands.duckdb")) as hands:
        numbers = [
            number
            for (number,) in hands.con.execute("SELECT hand_id FROM hands ORDER BY hand_key DESC").fetchall()
        ]
        hands.tag("turning point", *numbers[:2])
        hands.note("snow <b>the</b> third?", hand=numbers[0])
        yield hands, numbers


@pytest.mark.browser
def test_what_is_edited_in_the_page_reaches_the_database(labelled, browser, only_views, tmp_path):
    only_views("overview", "hands")
    hands, numbers = labelled
    page = tmp_path / "report.html"
    page.write_text(render(compose(hands.con, Filter())), encoding="utf-8")
    browser.open(page, width=390, dark=True)
    browser.evaluate("location.hash = 'hands?search=turning'")
    until(browser, "document.querySelectorAll('#hand-table tbody tr').length === 2")
    ((key,),) = hands.con.execute("SELECT hand_key FROM hands WHERE hand_id = ?", [numbers[0]]).fetchall()
    browser.evaluate(f"location.hash = 'hand-{key}'")
    until(browser, f"{FORM}.elements[0].value")
    values = f"[...{FORM}.elements].slice(0, 2).map((one) => one.value)"
    assert browser.evaluate(values) == ["turning point", "snow <b>the</b> third?"]
    assert not browser.page.is_visible("#save-labels")
    browser.page.fill("#hand-labels input", "bluff,  bluff, n")
    browser.page.fill("#hand-labels textarea", "no snow")
    assert browser.evaluate(
        f"document.getElementById('hand-window').dataset.shown === '{key}'"
    )  # letters are text
    assert browser.small_targets("#hand-labels") == []
    browser.page.locator("#hand-labels textarea").press("Escape")
    until(browser, "!document.getElementById('hand-window').open")
    with browser.page.expect_download() as saved:
        browser.page.click("#save-labels")
    file = tmp_path / "tags.json"
    saved.value.save_as(file)
    assert saved.value.suggested_filename == "tags.json"
    hands.read_tags(file)
    stored = {each["hand"]: each for each in hands.tags()["hands"]}
    assert stored[numbers[0]] == {
        "site": "PokerStars",
        "hand": numbers[0],
        "tags": ["bluff", "n"],
        "note": "no snow",
    }
    assert stored[numbers[1]]["tags"] == ["turning point"]
    assert json.loads(file.read_text(encoding="utf-8"))["players"] == []
    assert browser.complaints == []


def test_an_anonymous_page_has_no_notes(labelled, only_views, tmp_path):
    only_views("hands")
    hands, _ = labelled
    for anonymize in (False, True):
        hands.report(tmp_path / "report.html", Filter(tag="turning point"), anonymize=anonymize)
        page = (tmp_path / "report.html").read_text(encoding="utf-8")
        assert ('<form id="hand-labels">' in page) is not anonymize
