"""The packed replays of a page: a browser restores each as it was, and they take little room."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.browser import Browser
from support.report_hands import HANDS

from badugi_hh.report.light_replays import lighten, pack_replays
from badugi_hh.report.packed import pack
from badugi_hh.report.page_model import Page
from badugi_hh.report.text import replayer_words


@pytest.fixture(scope="module")
def full(report_view: Page) -> dict[str, Any]:
    """The replays of the page as they were made: dollars, euros and tournament chips, with names that are markup."""
    return report_view.hands.replays


def restored(browser: Browser, block: dict[str, Any]) -> list[dict[str, Any]]:
    """The hands of a block as the page restores them."""
    text = json.dumps({**block, "words": replayer_words()})
    return browser.evaluate(
        f"((block) => {{ const all = badugiReplays.read(block); return block.keys.map((key) => all.hand(key)); }})({text})"
    )


def due(hand: dict[str, Any]) -> dict[str, Any]:
    """A replay as the page restores it: the numbers of events are not on the page, and no line is line 0."""
    if "steps" not in hand:
        return hand
    steps = [
        {"line": 0} | {name: value for name, value in step.items() if name != "n"} for step in hand["steps"]
    ]
    return {**hand, "steps": steps}


@pytest.mark.browser
def test_every_replay_is_restored_as_it_was(
    browser: Browser, report_page: Path, full: dict[str, Any]
) -> None:
    browser.open(report_page, width=1280)
    found = restored(browser, pack_replays(full))
    assert len(found) == HANDS
    for hand, one in zip(found, full.values(), strict=True):
        assert hand == due(one)


@pytest.mark.browser
def test_what_the_rule_does_not_predict_is_kept(
    browser: Browser, report_page: Path, full: dict[str, Any]
) -> None:
    """Replays that contradict their text, texts with the marks of the templates, and texts without a replay."""
    key, other, *_ = full
    text = json.dumps(full[key])
    strange = json.loads(text)
    for step in strange["steps"][2:]:
        step |= {"text": step["text"] + "!", "pot": "", "part": "elsewhere", "notes": [], "later": ["later"]}
        step.pop("seat", None)
        step["line"] = step.get("line", 7) + 1
        step["set"] = {"0": {"stack": "none", "cards": ["?"], "folded": True, "net": "7"}, "1": {"won": ""}}
    marked = json.loads(text)
    marked["text"] = marked["text"].replace("Badugi", "\ue000\x01 Badugi")
    kept = {"1": strange, "2": marked, "3": {"text": full[other]["text"]}, "4": full[other]}
    browser.open(report_page, width=1280)
    assert restored(browser, pack_replays(kept)) == [due(hand) for hand in kept.values()]


def test_most_steps_follow_from_the_text(full: dict[str, Any]) -> None:
    steps = [step for hand in full.values() for step in lighten(hand)["steps"]]
    assert sum(step == 0 for step in steps) > 0.75 * len(steps)


def test_a_replay_takes_less_than_300_bytes(full: dict[str, Any]) -> None:
    """Each took 800, as one object of JSON after the other."""
    block = json.dumps(pack_replays(full), ensure_ascii=False, separators=(",", ":"))
    assert len(pack(block)) < 300 * HANDS
