"""Practice in a browser: the dearest draws of the page, asked by keyboard until each is right, with the costs of the database."""

import re
from contextlib import closing
from shutil import copyfile

import pytest
from support.browser import until

from badugi_hh.facts.words import BEST, FINE
from badugi_hh.leaks import Found
from badugi_hh.report.compose import compose
from badugi_hh.report.kinds import VIEWS, ReportKind
from badugi_hh.report.page import render
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.price_pass import price_hands

QUESTION = "document.querySelector('#drill-question')"
HELD = f"[...{QUESTION}.querySelectorAll('.drill-hand button')].map((one) => one.ariaLabel)"
TEXT = f"{QUESTION}.innerText.replaceAll('\\n', ' ')"
COSTS = f"""
    SELECT losses.hand_key, keep, hand_before, draws.pot, loss
    FROM losses LEFT JOIN draws USING (hand_key, n, seat) JOIN seats USING (hand_key, seat)
    JOIN verdicts USING (hand_key, n, seat, loss)
    WHERE seats.hero AND word NOT IN ('{BEST}', '{FINE}') AND loss >= 0.05
"""


@pytest.fixture(scope="module")
def priced(sampled, tmp_path_factory):
    """Return a database of samples with prices."""
    with closing(open_database(copyfile(sampled, tmp_path_factory.mktemp("priced") / "hands.duckdb"))) as con:
        price_hands(con)
        yield con


@pytest.fixture(scope="module")
def priced_page(priced, tmp_path_factory):
    out = tmp_path_factory.mktemp("drill") / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(VIEWS, ReportKind.TRACKER, ("drill", "hands"))
        patch.setattr("badugi_hh.leaks.find_all", lambda *_: Found([], None, {}))
        out.write_text(render(compose(priced, Filter())), encoding="utf-8")
    return out


@pytest.fixture
def asked(browser, priced_page):
    """Open the view, and return the browser."""
    browser.open(priced_page, width=390, dark=True)
    browser.evaluate("location.hash = 'drill'")
    until(browser, f"{QUESTION}.querySelector('button')")
    return browser


RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}


def card_of(name):
    """Return a card from its spoken name: `ace of spades`."""
    rank, _, suit = name.partition(" of ")
    return RANKS.get(rank, rank) + suit[0]


@pytest.mark.browser
def test_a_round_asks_the_dearest_draws_until_all_are_right(asked, priced):
    costs = priced.execute(COSTS).fetchall()
    by_key = {}
    for key, best, before, pot, cost in costs:
        if best is not None:
            by_key.setdefault(key, []).append((sorted(best.split()), (sorted(before.split()), pot), cost))
    keyboard = asked.page.keyboard
    keyboard.press("Tab")
    asked.evaluate(f"{QUESTION}.querySelector('button').focus()")
    keyboard.press("Enter")
    progress = re.fullmatch(
        r"1 of (\d+), 0 to repeat\s+End the round", asked.evaluate(f"{QUESTION}.querySelector('p').innerText")
    )
    assert progress is not None
    size = int(progress[1])
    assert size == min(20, len(costs))
    seen = {}
    for turn in range(3 * size):
        if not asked.evaluate(f"Boolean({QUESTION}.querySelector('.drill-choices'))"):
            break
        held = sorted(card_of(name) for name in asked.evaluate(HELD))
        if not held:  # a decision of a solved game: another choice at each try, until one is best
            link = "decision", asked.evaluate(TEXT).partition(" repeat ")[2]
            keyboard.press(str(len(seen.get(link, ())) + 1))
            text = asked.evaluate(TEXT)
            seen.setdefault(link, []).append("Right." in text)
            keyboard.press("Enter")
            continue
        pot = re.search(r"Pot \D?([\d,]+)(?:\.(\d\d))?", asked.evaluate(TEXT))
        spot = held, int(pot[1].replace(",", "") + (pot[2] or ""))
        best = None
        if turn >= 2:
            (best, *_) = next(each for rows in by_key.values() for each in rows if each[1] == spot)
            for nth, name in enumerate(asked.evaluate(HELD), 1):
                if card_of(name) not in best:
                    keyboard.press(str(nth))
        asked.evaluate(f"{QUESTION}.querySelector('.drill-confirm').focus()")
        keyboard.press("Enter")
        text = asked.evaluate(TEXT)
        key = int(asked.evaluate(f"{QUESTION}.querySelector('.drill-answer a').hash").split("-")[1])
        stated = float(re.search(r"costs (\d+\.\d\d) big bets", text)[1])
        assert any(
            stated == pytest.approx(cost, abs=0.02) for _, before, cost in by_key[key] if before == spot
        ), text
        assert best is None or "Right." in text, text
        seen.setdefault((key, *held, spot[1]), []).append("Right." in text)
        keyboard.press("Enter")
    assert len(seen) == size
    assert all(answers[-1] for answers in seen.values())
    assert not any(True in answers[:-1] for answers in seen.values())  # what is right is not asked again
    missed = sum(not answers[0] for answers in seen.values())
    assert f"{size - missed} of {size} right at the first try" in asked.evaluate(TEXT)
    assert asked.complaints == []


@pytest.mark.browser
def test_nothing_of_the_hand_shows_before_one_answers(asked):
    asked.evaluate(f"{QUESTION}.querySelector('button').click()")
    before = asked.evaluate(TEXT)
    assert "In the hand" not in before
    assert "Best:" not in before
    steps = asked.evaluate(f"[...{QUESTION}.querySelectorAll('.drill-log li')].map((one) => one.textContent)")
    last = asked.evaluate(f"{QUESTION}.querySelector('.drill-facts').innerText")
    assert steps
    assert "draw" in last.lower()
    assert asked.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert asked.unreadable("#drill") == []
    assert asked.small_targets("#drill") == []
    assert asked.violations() == []
    asked.evaluate(f"{QUESTION}.querySelector('.drill-end').click()")
    assert asked.evaluate(TEXT).startswith("0 of 0 right at the first try")
