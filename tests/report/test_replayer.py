"""The replayer: the data of one hand, its page, and how a browser shows it."""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from support.commands import mistake, run
from support.histories import HAND, changed, play
from support.two_views import ANN, WRONG

import badugi_hh
from badugi_hh.api.replay import replay_file
from badugi_hh.engine.cards import cards
from badugi_hh.engine.values import describe, value
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.replay import Replay, replay, replay_with_states
from badugi_hh.report.compose import compose
from badugi_hh.report.replayer import render_replay, replay_data
from badugi_hh.report.replayer_prices import HandPrices, computed_prices, find_prices, stored_prices
from badugi_hh.report.replayer_rows import replays
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import opened
from badugi_hh.store.price_pass import price_hands
from badugi_hh.wording.best_play import best_play
from badugi_hh.wording.catalogue import catalogue
from badugi_hh.wording.hand_steps import amount

NAMES = ("<script>alert(1)</script>", "اسم: لاعب طويل جدا جدا جدا", "🂡 Ж=cmd()", "W" * 40)
State = dict[str, Any]


def states(data: dict[str, Any]) -> list[list[State]]:
    """Return the states of the seats after each step, as the page shows them."""
    shown = [dict(state) for state in data["start"]]
    after = []
    for step in data["steps"]:
        for place, changes in step.get("set", {}).items():
            shown[int(place)] |= changes
        after.append([dict(state) for state in shown])
    return after


def step_of(data: dict[str, Any], text: str) -> int:
    (found,) = [place for place, step in enumerate(data["steps"]) if text in step["text"]]
    return found


def samples_of(samples: Path) -> Iterator[Replay]:
    for pattern in ("*T770130123*", "*T736133872*", "*€1*", "*Thuban*"):
        for path in sorted(samples.glob(pattern))[:1]:
            for source in find_sources([path]):
                for block in read_blocks(source)[0][:15]:
                    hand = parse(block).hand
                    if hand is not None:
                        yield replay(hand)


def test_the_states_of_the_table_end_where_the_replay_ends():
    played, found = replay_with_states(parse_hand(HAND))
    assert len(found) == len(played.pots) == len(HAND.split("\n")) - 6  # all lines but the header and seats
    assert found[-1].stacks == {seat: played.table.stacks[seat] for seat in (1, 2, 4, 6)}
    assert [sum(state.stacks.values()) + pot for state, pot in zip(found, played.pots, strict=True)] == [
        680 + 70 + 1025 + 310
    ] * len(found)


@pytest.mark.parametrize(
    "change", [(), (("Dee: folds ", "Ann: folds "),), (("*** SUMMARY", "Hand cancelled\n*** SUMMARY"),)]
)
def test_one_replay_gives_the_states_of_a_second_one(change):
    hand = parse_hand(changed(*change))
    played, found = replay_with_states(hand)
    again = replay(hand)
    assert (played.problems, played.cancelled) == (again.problems, again.cancelled)
    assert bool(found) is not played.cancelled
    assert replay_data(played, tables=found) == replay_data(again)


def test_final_stacks_are_those_of_the_engine(samples):
    hands = [play(HAND), *samples_of(samples)]
    assert len(hands) > 20
    for played in hands:
        last = states(replay_data(played))[-1]
        for seat, state in zip(played.hand.seats, last, strict=True):
            result = played.results.get(seat.seat)
            won = 0 if result is None else result.won - result.put_in
            assert state["stack"] == amount(played.hand, seat.stack + won), played.hand.id
            if result is not None:
                assert state["net"] == amount(played.hand, won, signed=True)


def test_a_card_is_unknown_until_a_line_shows_it():
    data = replay_data(play(HAND))
    after = states(data)
    bo = [state[1] for state in after]
    second = step_of(data, "bets $0.50")
    showdown = step_of(data, "shows 2d 7c 4h Js")
    first = next(place for place, state in enumerate(bo) if state["cards"])
    assert bo[first]["cards"] == ["?"] * 4
    assert (bo[first]["known"], bo[first]["value"]) == ("", "")
    # Bo held the shown cards from the second draw on.
    assert (bo[second]["known"], " ".join(bo[second]["cards"])) == ("later", "2d 7c 4h Js")
    assert [state["known"] for state in bo[:showdown]].count("shown") == 0
    assert bo[showdown]["known"] == "shown"
    assert after[-1][2]["known"] == "shown"  # only the summary has the cards that Cy mucked
    assert after[-2][2]["known"] == "later"
    assert all(state[3]["known"] == "" for state in after)  # nobody saw Dee's cards
    hidden = json.dumps([[step["text"], step.get("notes")] for step in data["steps"][:showdown]])
    assert not re.search(r"\b(?:2d|7c|Js|Qd)\b", hidden)


def test_a_draw_shows_what_was_discarded_and_what_is_new():
    data = replay_data(play(HAND))
    ann = [state[0] for state in states(data)]
    first, second = step_of(data, "discards 2 (8h 6s)"), step_of(data, "stands pat on")
    assert (ann[first]["out"], ann[first]["fresh"], ann[first]["draws"]) == (["8h", "6s"], ["5d", "Kc"], "2")
    assert ann[second - 1]["out"] == ["8h", "6s"]  # until the next draw
    assert (ann[second]["out"], ann[second]["fresh"], ann[second]["draws"]) == ([], [], "2-0")
    assert states(data)[first + 1][1]["out"] == ["?"]
    for state in ann:
        if state["cards"]:
            assert state["value"] == describe(value(cards(" ".join(state["cards"]))))


def test_bets_are_in_front_of_the_players_until_the_next_draw():
    data = replay_data(play(HAND))
    after, draw = states(data), step_of(data, "discards 2 (8h 6s)")
    assert [state["bet"] for state in after[draw - 1]] == ["$0.50", "$0.50", "$0.50", "$0.10"]
    assert [state["bet"] for state in after[draw]] == ["", "", "", ""]
    assert [data["steps"][place]["pot"] for place in (draw - 1, draw)] == ["$1.60", "$1.60"]
    assert [step["pot"] for step in data["steps"]][-3:] == ["$2.30", "$0.20", ""]


def test_a_decision_has_its_price_and_the_equity_of_known_cards():
    played = play(HAND)
    data = replay_data(played, computed_prices(played, "pokerstars"))
    call = data["steps"][step_of(data, "calls $0.50")]
    assert call["notes"] == [
        "To call $0.50 into a pot of $4.30: pot odds 8.6 to 1, a call needs 10.4% of the pot."
    ]
    pat = data["steps"][step_of(data, "stands pat on As 3h 5d Kc")]
    assert [note.partition(":")[0] for note in pat["notes"]] == [
        "Share of the pot with As 3h 5d Kc kept, against a pat hand and a hand that drew one, if nobody bets or folds again",
        "Best to keep",
    ]
    assert re.fullmatch(r"Best to keep: As 3h 5d, [\d.]+% of the pot, [\d.]+ points more\.", pat["notes"][1])
    first = data["steps"][step_of(data, "discards 2 (8h 6s)")]
    assert first["notes"][0].startswith(
        "Share of the pot with As 3h kept, against 2 hands of any kind, if nobody"
    )
    last = next(step for step in data["steps"] if step["text"] == "bets $0.50")
    assert last["notes"][0].startswith(
        "Share of the pot against 2 pat hands, if nobody bets or folds again: "
    )
    # Cy's cards are known later only, so are the prices that follow from them.
    check = next(step for step in data["steps"] if step["text"] == "checks" and step["seat"] == 2)
    assert "notes" not in check
    assert check["later"][0].startswith("Share of the pot")


def test_best_cards_without_a_loss_are_not_shown():
    """Trials that had no part in finding the best cards can make them worse than those that were kept."""
    played = play(HAND)
    prices = computed_prices(played, "pokerstars")
    worse = {n: {**row, "best_equity": row["kept_equity"] - 0.003} for n, row in prices.draws.items()}
    data = replay_data(played, HandPrices(prices.decisions, worse))
    (note,) = data["steps"][step_of(data, "stands pat on As 3h 5d Kc")]["notes"]
    assert note.startswith("Share of the pot with As 3h 5d Kc kept")


def test_stored_prices_are_those_that_are_computed(one_hand, tmp_path, only_views):
    only_views("quality")
    copyfile(one_hand, tmp_path / "hands.duckdb")
    solved = best_play(replay(parse_hand(ANN)), "pokerstars")
    with opened(tmp_path / "hands.duckdb") as con:
        ((key,),) = con.execute("SELECT hand_key FROM hands").fetchall()
        assert stored_prices(con, [key]) == {}
        assert "notes" not in replays(con, [key])[key]["steps"][4]
        price_hands(con)
        stored = stored_prices(con, [key])[key]
        found = replays(con, [key, 99])
        assert find_prices(con, "300000000001", "pokerstars") == stored
        assert find_prices(con, "300000000001", "home") is None
        assert find_prices(con, "1", "pokerstars") is None
        con.execute("COMMENT ON TABLE priced_hands IS NULL")  # as an earlier version of the program left it
        assert stored_prices(con, [key]) == {}
        assert any("another version of the model" in fact.note for fact in compose(con, Filter()).quality)
        assert find_prices(con, "300000000001", "pokerstars") is None
    computed = computed_prices(replay(parse_hand(ANN)), "pokerstars")
    assert found == {key: replay_data(replay(parse_hand(ANN)), computed, solved) | {"marked": True}}
    assert stored.decisions.keys() == computed.decisions.keys() != set()
    assert stored.draws.keys() == computed.draws.keys() != set()
    assert [row["equity"] for row in stored.decisions.values()] == [
        row["equity"] for row in computed.decisions.values()
    ]


def parse_hand(text: str):
    from badugi_hh.history.source import Block

    hand = parse(Block("", 1, text, "\n", "")).hand
    assert hand is not None
    return hand


def test_a_problem_stands_at_the_step_of_its_line(tmp_path):
    (tmp_path / "two.txt").write_text(f"{ANN}\n\n\n{WRONG}", encoding="utf-8")
    played = replay_file(tmp_path / "two.txt", "300000000003")
    data = replay_data(played.replay, first_line=played.first_line)
    (problem,) = data["problems"]
    assert (problem["code"], problem["severity"], problem["line"]) == ("R03", "error", 10)
    (step,) = [step for step in data["steps"] if step.get("problems")]
    assert (step["text"], step["line"], step["problems"]) == ("calls $0.40", 10, [0])


def test_a_replay_that_cannot_go_on_ends_with_that_message():
    played = play(changed(("Dee: folds ", "Ann: folds ")))
    data = replay_data(played)
    assert data["steps"][-1]["text"] == catalogue()["replayer"]["stopped"]
    assert len(data["steps"]) < len(replay_data(play(HAND))["steps"])


# --- the command


def test_the_page_is_written_to_the_file_that_is_named(one_hand, tmp_path):
    out = tmp_path / "hand.html"
    assert (
        run("replay", "300000000001", "--db", one_hand, "--html", "-o", out).stdout == f"{out} is written\n"
    )
    page = out.read_text(encoding="utf-8")
    assert escape(ANN.splitlines()[2]) in page  # the text stands there without JavaScript


def test_the_page_can_go_to_standard_output(one_hand, capfd):
    assert run("replay", "300000000001", "--db", one_hand, "--html", "-o", "-").stdout == ""
    page = capfd.readouterr().out
    assert page.startswith("<!DOCTYPE html>")
    assert page.endswith("</html>")


def test_the_page_from_python_is_that_of_the_command(one_hand, tmp_path):
    run("replay", "300000000001", "--db", one_hand, "--html", "-o", tmp_path / "one.html")
    with badugi_hh.open(one_hand, read_only=True) as hands:
        hands.replay_page("#300000000001", tmp_path / "two.html")
        with pytest.raises(badugi_hh.HandError, match="no hand 5"):
            hands.replay_page("5", tmp_path / "three.html")
        with pytest.raises(badugi_hh.OutputError, match="belongs to a database"):
            hands.replay_page("300000000001", one_hand, force=True)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
    assert not (tmp_path / "three.html").exists()


def test_the_sample_page_is_what_a_sample_hand_gives(root, samples, request):
    """Compare the data apart from equities, which change with the model; `pytest --update-golden` rewrites the page."""
    path = root / "reports" / "examples" / "replay.html"
    (file,) = samples.glob("*Mizar II*.txt")
    found = replay_file(file, "249012376560")
    prices = computed_prices(found.replay, found.rules)
    page = render_replay(replay_data(found.replay, prices, first_line=found.first_line), found.texts)
    if request.config.getoption("--update-golden"):
        path.write_text(page, encoding="utf-8", newline="\n")
    shown, due = (
        re.sub(r"[\d.]+(?=%| points)", "", re.findall(r'id="hand">([^<]+)<', each)[0])
        for each in (path.read_text(encoding="utf-8"), page)
    )
    assert shown == due


def test_options_of_the_page_that_do_not_fit_are_refused(one_hand, tmp_path):
    hand = ("replay", "300000000001", "--db", one_hand)
    assert "add --out FILE, for example -o hand.html" in mistake(*hand, "--html")
    assert "add --html" in mistake(*hand, "-o", tmp_path / "hand.html")
    assert "exclude each other" in mistake(*hand, "--html", "--json", "-o", tmp_path / "hand.html")
    file = tmp_path / "history.txt"
    file.write_text(ANN, encoding="utf-8")
    refused = mistake("replay", "-f", file, "--db", one_hand, "--html", "-o", file, "--force")
    assert "is read by this command" in refused
    assert list(tmp_path.iterdir()) == [file]


# --- in a browser


def page_of(text: str, path: Path) -> tuple[Path, Replay]:
    played = replay(parse_hand(text))
    path.write_text(
        render_replay(replay_data(played, computed_prices(played, "pokerstars")), [text]), encoding="utf-8"
    )
    return path, played


TEXTS = "(selector) => [...document.querySelectorAll(selector)].map((part) => part.textContent)"


@pytest.mark.browser
@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_the_replayer_in_a_browser(browser, tmp_path, width, dark):
    text = HAND
    for old, new in zip(("Ann", "Bo", "Cy", "Dee"), NAMES, strict=True):
        text = re.sub(rf"\b{old}\b", lambda _, new=new: new, text)
    page, played = page_of(text, tmp_path / "hand.html")
    browser.open(page, width=width, dark=dark)
    steps = len(replay_data(played)["steps"])
    assert (
        browser.evaluate("document.querySelector('.rp-controls output').textContent") == f"Step 1 of {steps}"
    )
    assert set(browser.evaluate(f"({TEXTS})('.rp-name bdi')")) == set(NAMES)

    for _ in range(4):
        browser.page.keyboard.press("ArrowRight")
    browser.page.keyboard.press("ArrowLeft")
    assert browser.evaluate("location.hash") == "#hand=77700000002&step=4"
    assert browser.evaluate("document.querySelector('.rp-controls output').textContent").startswith(
        "Step 4 of"
    )
    assert browser.evaluate("document.querySelector('.rp-now').textContent").strip().startswith("Four cards")
    assert browser.evaluate("document.querySelectorAll('.rp-cards .rp-card').length") == 16
    assert browser.evaluate("document.querySelectorAll('.rp-cards .rp-card.hidden').length") == 12

    browser.page.keyboard.press("End")
    due = {
        seat.player: amount(played.hand, seat.stack + result.won - result.put_in)
        for seat in played.hand.seats
        for result in [played.results[seat.seat]]
    }
    shown = dict(
        zip(
            browser.evaluate(f"({TEXTS})('.rp-name bdi')"),
            [stack.split(" ")[0] for stack in browser.evaluate(f"({TEXTS})('.rp-stack')")],
            strict=True,
        )
    )
    assert shown == due

    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = "[...document.querySelectorAll('.rp-cards, .rp-stack, .rp-controls')].filter((part) => part.scrollWidth > part.clientWidth + 1).length"
    assert browser.evaluate(cut) == 0
    assert browser.complaints == []
    assert browser.requests == [page.as_uri()]


@pytest.mark.browser
def test_a_link_opens_a_step_and_later_cards_show_on_request(browser, tmp_path):
    page, _ = page_of(HAND, tmp_path / "hand.html")
    browser.open(page, width=1280)
    browser.evaluate(
        "location.hash = '#hand=77700000002&step=25'; new Promise((done) => setTimeout(done, 100))"
    )
    known = "[...document.querySelectorAll('.rp-cards .rp-card:not(.hidden)')].length"
    assert browser.evaluate(known) == 4
    browser.evaluate("document.querySelector('.rp-option input').click()")
    assert browser.evaluate(known) == 12
    assert browser.evaluate("document.querySelectorAll('.rp-later').length") == 2
    browser.evaluate("document.querySelectorAll('[role=tab]')[1].click()")
    written = browser.evaluate("document.querySelector('.replayer pre').innerText")
    assert written.strip() == HAND.strip()
    assert browser.evaluate("document.querySelector('.rp-line').textContent").strip() == "Cy: checks"
    assert browser.evaluate("document.querySelector('.rp-now').getAttribute('aria-live')") == "polite"
    assert browser.complaints == []
