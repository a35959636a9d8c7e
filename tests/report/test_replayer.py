"""The replayer: the columns of hands, the steps that the page reads from them, its page, and how a browser shows it."""

import json
import re
from html import escape
from shutil import copyfile

import polars as pl
import pytest
from support.commands import mistake, run
from support.histories import HAND, changed, play
from support.two_views import ANN, WRONG

import badugi_hh
from badugi_hh.api.replay import replay_file
from badugi_hh.engine.cards import names
from badugi_hh.facts.players import Players
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block, find_sources, read_blocks
from badugi_hh.replay import replay
from badugi_hh.report.compose import compose
from badugi_hh.report.page import render_replay
from badugi_hh.report.replay_columns import replay_block
from badugi_hh.report.replay_rows import problem_data, stored_rows
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import opened
from badugi_hh.store.price_pass import price_hands
from badugi_hh.store.verdicts import replayed_rows
from badugi_hh.wording.catalogue import catalogue, replayer_words
from badugi_hh.wording.hand_steps import amount, steps

NAMES = ("<script>alert(1)</script>", "اسم: لاعب طويل جدا جدا جدا", "🂡 Ж=cmd()", "W" * 40)


def parse_hand(text):
    hand = parse(Block("", 1, text)).hand
    assert hand is not None
    return hand


def samples_of(samples):
    for pattern in ("*T770130123*", "*T736133872*", "*€1*", "*Thuban*"):
        for path in sorted(samples.glob(pattern))[:1]:
            for source in find_sources([path]):
                for block in read_blocks(source)[0][:5]:
                    hand = parse(block).hand
                    if hand is not None:
                        yield replay(hand)


def columns_of(played):
    """Return the block of one hand, without best play."""
    return replay_block(
        replayed_rows(played, "pokerstars"),
        [0],
        {},
        problems={0: [problem_data(problem) for problem in played.problems]},
        stopped=not played.results,
    )


@pytest.fixture
def read(browser, root, tmp_path):
    """Return the function that reads blocks of one hand each in the browser, as the page does."""
    scripts = "\n".join(
        (root / "reports" / name).read_text(encoding="utf-8") for name in ("formats.js", "hand_steps.js")
    )
    page = tmp_path / "reader.html"
    page.write_text(
        f'<!DOCTYPE html><html data-interval="{{low}} to {{high}}"><script>{scripts}\nwindow.read = (blocks, words) => blocks.map((block) => {{ const hand = badugiHandSteps.read(badugiHandSteps.prepare(block), 0, words); return {{ ...hand, amount: null }}; }});</script></html>',
        encoding="utf-8",
    )
    browser.open(page, width=400)

    def reader(*blocks):
        return browser.page.evaluate(
            "([blocks, words]) => window.read(blocks, words)",
            [json.loads(json.dumps(blocks)), replayer_words()],
        )

    return reader


def step_of(hand, text):
    (found,) = [place for place, step in enumerate(hand["steps"]) if text in step["text"]]
    return found


# --- the columns


def test_events_are_columns_of_letters_and_of_what_each_letter_has():
    columns = columns_of(play(HAND))
    letters = columns["letters"]
    assert letters.startswith("pp0d")
    assert "1" in letters
    assert len(letters) == len(columns["actors"]) == len(columns["lines"]) == columns["event_counts"][0]
    for name, kinds in (
        ("amounts", "pcbruoq"),
        ("cards", "dxwhg"),
        ("drawn", "x"),
        ("prices", "fgkcbr"),
        ("equities", "fgkcbrxs"),
    ):
        assert len(columns[name]) == sum(letter in kinds for letter in letters.lower()), name
    assert columns["players"]["texts"] == ["Ann", "Bo", "Cy", "Dee"]
    assert columns["stacks"] == [680, 70, 1025, 310]


def test_stored_prices_are_those_that_are_computed(one_hand, tmp_path, only_views):
    only_views("quality")
    copyfile(one_hand, tmp_path / "hands.duckdb")
    played = replay(parse_hand(ANN))
    computed = replayed_rows(played, "pokerstars")
    with opened(tmp_path / "hands.duckdb") as con:
        ((key,),) = con.execute("SELECT hand_key FROM hands").fetchall()
        assert stored_rows(con, [key])["draw_prices"].is_empty()
        price_hands(con)
        stored = stored_rows(con, [key, 99])
        of_database = replayed_rows(played, "pokerstars", con)
        con.execute("UPDATE losses SET loss = loss + 1")
        assert replayed_rows(played, "pokerstars", con)["losses"]["loss"].min() >= 1
        assert replayed_rows(played, "home", con)["losses"]["loss"].min() == 0
        con.execute("COMMENT ON TABLE priced_hands IS NULL")  # as an earlier version of the program left it
        assert stored_rows(con, [key])["draw_prices"].is_empty()
        assert any("another version of the model" in fact.note for fact in compose(con, Filter()).quality)
        assert replayed_rows(played, "pokerstars", con)["losses"].equals(computed["losses"])
    for name in ("draw_prices", "decision_prices", "losses"):
        assert not stored[name].is_empty()
        of_key = stored[name].with_columns(hand_key=pl.lit(0, pl.Int32))
        assert of_database[name].select(of_key.columns).equals(of_key)
        assert computed[name].select(of_key.columns).equals(of_key)
    blocks = [
        replay_block(rows, [rows["hands"]["hand_key"][0]], {}, problems={})
        for rows in (stored, computed, of_database)
    ]
    first, *others = [{name: column for name, column in block.items() if name != "keys"} for block in blocks]
    assert all(other == first for other in others)


# --- the steps, read in a browser


@pytest.mark.browser
def test_the_page_reads_the_steps_of_the_engine(read, samples):
    """Steps, texts and pots are those of the terminal, chips and cards those of the rules engine."""
    hands = [play(HAND), *samples_of(samples)]
    assert len(hands) > 10
    for played, hand in zip(hands, read(*map(columns_of, hands)), strict=True):
        due = [(step.text, amount(played.hand, step.pot or 0)) for step in steps(played)]
        own = [step for step in hand["steps"][1:-1] if step["part"] != catalogue()["replayer"]["deal"]]
        chips = [0, *(pot for pot in played.pots)]
        assert [step["text"] for step in own] == [text for text, _ in due], played.hand.id
        collected = [place for place, step in enumerate(own) if " wins " in f" {step['text']} "]
        upto = collected[0] if collected else len(due)
        assert [step["pot"] for step in own[:upto]] == [pot for _, pot in due[:upto]]
        assert chips[-1] == sum(result.put_in for result in played.results.values()) or played.cancelled
        known = Players(played).known
        for nth, (seat, state) in enumerate(zip(played.hand.seats, hand["steps"][-1]["states"], strict=True)):
            result = played.results.get(seat.seat)
            won = 0 if result is None else result.won - result.put_in
            assert (state["stack"], state.get("net")) == (seat.stack + won, None if result is None else won)
            for step in hand["steps"]:
                shown = step["states"][nth]
                if shown["known"]:
                    stage = len(shown["draws"].split("-")) if shown["draws"] else 0
                    assert " ".join(shown["cards"]) == names(known[seat.seat].cards[stage] or ())


@pytest.mark.browser
def test_a_card_is_unknown_until_a_line_shows_it(read):
    (hand,) = read(columns_of(play(HAND)))
    after = [step["states"] for step in hand["steps"]]
    bo = [state[1] for state in after]
    second, showdown = step_of(hand, "bets $0.50"), step_of(hand, "shows 2d 7c 4h Js")
    first = next(place for place, state in enumerate(bo) if state["cards"])
    assert (bo[first]["cards"], bo[first]["known"], bo[first]["value"]) == (["?"] * 4, "", "")
    # Bo held the shown cards from the second draw on.
    assert (bo[second]["known"], " ".join(bo[second]["cards"])) == ("later", "2d 7c 4h Js")
    assert [state["known"] for state in bo[:showdown]].count("shown") == 0
    assert bo[showdown]["known"] == "shown"
    assert after[-1][2]["known"] == "shown"  # only the summary has the cards that Cy mucked
    assert after[-2][2]["known"] == "later"
    assert all(state[3]["known"] == "" for state in after)  # nobody saw Dee's cards
    hidden = json.dumps([[step["text"], step.get("notes")] for step in hand["steps"][:showdown]])
    assert not re.search(r"\b(?:2d|7c|Js|Qd)\b", hidden)


@pytest.mark.browser
def test_draws_bets_and_pots_of_a_step(read):
    (hand,) = read(columns_of(play(HAND)))
    ann = [step["states"][0] for step in hand["steps"]]
    first, second = step_of(hand, "discards 2 (8h 6s)"), step_of(hand, "stands pat on")
    assert (ann[first]["out"], ann[first]["fresh"], ann[first]["draws"]) == (["8h", "6s"], ["5d", "Kc"], "2")
    assert ann[second - 1]["out"] == ["8h", "6s"]  # until the next draw
    assert (ann[second]["out"], ann[second]["fresh"], ann[second]["draws"]) == ([], [], "2-0")
    assert hand["steps"][first + 1]["states"][1]["out"] == ["?"]
    # Bets are in front of the players until the next draw.
    assert [state["bet"] for state in hand["steps"][first - 1]["states"]] == [50, 50, 50, 10]
    assert [state["bet"] for state in hand["steps"][first]["states"]] == [0, 0, 0, 0]
    assert [hand["steps"][place]["pot"] for place in (first - 1, first)] == ["$1.60", "$1.60"]
    assert [step.get("pot", "") for step in hand["steps"]][-3:] == ["$2.30", "$0.20", ""]


@pytest.mark.browser
def test_a_decision_has_its_price_and_the_equity_of_known_cards(read):
    (hand,) = read(columns_of(play(HAND)))
    call = hand["steps"][step_of(hand, "calls $0.50")]
    assert call["notes"] == [
        "To call $0.50 into a pot of $4.30: pot odds 8.6 to 1, a call needs 10.4% of the pot."
    ]
    pat = hand["steps"][step_of(hand, "stands pat on As 3h 5d Kc")]
    assert [note.partition(":")[0] for note in pat["notes"]] == [
        "Share of the pot with As 3h 5d Kc kept, against a pat hand and a hand that drew one, if nobody bets or folds again"
    ]
    assert pat["verdict"]["judge"] in {"c", "g", "b", "e"}
    first = hand["steps"][step_of(hand, "discards 2 (8h 6s)")]
    assert first["notes"][0].startswith(
        "Share of the pot with As 3h kept, against 2 hands of any kind, if nobody"
    )
    last = next(step for step in hand["steps"] if step["text"] == "bets $0.50")
    assert last["notes"][0].startswith(
        "Share of the pot against 2 pat hands, if nobody bets or folds again: "
    )
    # Cy's cards are known later only, so are the prices that follow from them.
    check = next(step for step in hand["steps"] if step["text"] == "checks" and step["seat"] == 2)
    assert check["notes"] == []
    assert check["later"][0].startswith("Share of the pot")


@pytest.mark.browser
def test_a_problem_and_a_line_that_the_rules_do_not_allow(read, tmp_path):
    (tmp_path / "two.txt").write_text(f"{ANN}\n\n\n{WRONG}", encoding="utf-8")
    played = replay_file(tmp_path / "two.txt", "300000000003")
    problem = problem_data(played.replay.problems[0], played.first_line)
    assert (problem["code"], problem["severity"], problem["line"]) == ("R03", "error", 10)
    stopped, whole = read(columns_of(play(changed(("Dee: folds ", "Ann: folds ")))), columns_of(play(HAND)))
    assert stopped["steps"][-1]["text"] == catalogue()["replayer"]["stopped"]
    assert len(stopped["steps"]) < len(whole["steps"])
    (wrong,) = read(columns_of(played.replay))
    assert [step["text"] for step in wrong["steps"] if step.get("line") == 10] == ["calls $0.40"]


# --- the command


def test_the_page_is_written_to_a_file_and_to_standard_output_and_is_that_of_python(
    one_hand, tmp_path, capfd
):
    out, hand = tmp_path / "hand.html", ("replay", "300000000001", "--db", one_hand, "--html")
    assert run(*hand, "-o", out).stdout == f"{out} is written\n"
    page = out.read_text(encoding="utf-8")
    assert escape(ANN.splitlines()[2]) in page  # the text stands there without JavaScript
    assert run(*hand, "-o", "-").stdout == ""
    assert capfd.readouterr().out == page
    with badugi_hh.open(one_hand, read_only=True) as hands:
        hands.replay_page("#300000000001", tmp_path / "two.html")
        with pytest.raises(badugi_hh.HandError, match="no hand 5"):
            hands.replay_page("5", tmp_path / "three.html")
        with pytest.raises(badugi_hh.OutputError, match="belongs to a database"):
            hands.replay_page("300000000001", one_hand, force=True)
        hands.replay_page("300000000001", tmp_path / "local.html", tz="Asia/Tokyo")
    assert "2024-05-02 09:00:00 JST" in (tmp_path / "local.html").read_text(encoding="utf-8")
    assert (tmp_path / "two.html").read_text(encoding="utf-8") == page
    assert not (tmp_path / "three.html").exists()


def test_the_sample_page_is_what_a_sample_hand_gives(root, samples, request):
    """Compare the data apart from prices, which change with the model; `pytest --update-golden` rewrites the page."""
    path = root / "reports" / "examples" / "replay.html"
    (file,) = samples.glob("*Mizar II*.txt")
    found = replay_file(file, "249012376560")
    rows = replayed_rows(found.replay, found.rules)
    page = render_replay(found.replay, rows, found.texts, first_line=found.first_line)
    if request.config.getoption("--update-golden"):
        path.write_text(page, encoding="utf-8", newline="\n")
    shown, due = (
        json.loads(re.findall(r'id="hand">([^<]+)<', each)[0])
        for each in (path.read_text(encoding="utf-8"), page)
    )
    for data in (shown, due):
        for name in ("equities", "errors", "verdicts", "judges", "losses", "keeps"):
            data["columns"][name] = len(data["columns"][name])
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


def page_of(text, path):
    played = replay(parse_hand(text))
    path.write_text(render_replay(played, replayed_rows(played, "pokerstars"), [text]), encoding="utf-8")
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
    at = "document.querySelector('.rp-controls output').textContent"
    shown = len(list(steps(played))) + 3  # and the table, the deal and the result
    assert (
        browser.evaluate(at) == f"Step 9 of {shown}"
    )  # the first decision of the player whose cards are known
    browser.page.keyboard.press("Home")
    assert browser.evaluate(at) == f"Step 1 of {shown}"
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
