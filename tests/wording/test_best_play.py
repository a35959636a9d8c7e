"""Best play beside the steps of a replayed hand: in the terminal, in JSON, and in the replayer."""

import shlex
from dataclasses import replace

import pytest
from support.commands import answer, run
from support.histories import HAND
from support.two_views import ANN

from badugi_hh.api.replay import replay_file
from badugi_hh.engine.cards import cards
from badugi_hh.engine.values import value
from badugi_hh.facts.words import word_of
from badugi_hh.report.replay_columns import replay_block
from badugi_hh.report.replay_rows import stored_best_play, stored_rows
from badugi_hh.ring.answers import costs_at_table
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.hand_decisions import REASONS
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.store.database import opened
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import price_hands
from badugi_hh.store.verdicts import StepVerdict, replayed_rows, verdicts_of
from badugi_hh.wording.best_play import BestPlay, best_play, claims, command_of, notes_of, short_note
from badugi_hh.wording.catalogue import read_catalogue
from badugi_hh.wording.language import Language, in_language


@pytest.fixture
def deep(tmp_path):
    """A hand that is covered: Ann raises K-3-2-A, breaks it, and bets 9-3-2-A."""
    path = tmp_path / "deep.txt"
    path.write_text(ANN, encoding="utf-8")
    return path


def decision(**other):
    found = StepVerdict(
        7, "game", "8-2-A", "call", "raise", 0.04, 0.02, ("fold", "call", "raise"), (0.5, 0.04, 0.0),
        (0.0, 0.18, 0.82), "heads-up", ("raise",),
    )  # fmt: skip
    return replace(found, **other)  # type: ignore[arg-type]


@pytest.mark.quick
def test_a_note_has_the_mix_and_the_cost_of_the_action_taken():
    found = decision()
    assert notes_of(found) == [
        "Best play: raise 82%, call 18%; call costs 0.04 ± 0.02 big bets (inaccuracy)."
    ]
    assert short_note(found) == "raise 82%, call 18%; call costs 0.04 ± 0.02 big bets (inaccuracy)"
    assert notes_of(decision(taken="raise", loss=0.0)) == [
        "Best play: raise 82%, call 18%; raise costs nothing."
    ]
    assert short_note(decision(loss=0.2)).endswith("call costs 0.20 ± 0.02 big bets (mistake)")
    assert short_note(decision(loss=0.6)).endswith("call costs 0.60 ± 0.02 big bets (blunder)")
    # A loss that may be none is not named as one.
    assert short_note(decision(error=0.04)) == (
        "raise 82%, call 18%; the cost of call is within its error of 0.04 big bets"
    )


@pytest.mark.quick
def test_a_note_names_another_judge():
    by_equity = decision(
        judge="equity", spot=None, line=(), mix=None, actions=("fold", "call"), cost=(0.0, 0.3), best="fold",
        loss=0.3,
    )  # fmt: skip
    text = "If nobody bets again: call costs 0.30 ± 0.02 big bets (mistake); better: fold"
    assert (notes_of(by_equity), short_note(by_equity)) == ([f"{text}."], text)
    assert notes_of(replace(by_equity, taken="fold", loss=0.0)) == [
        "If nobody bets again: fold costs nothing."
    ]
    draw = replace(by_equity, judge="cards", actions=(), cost=(), taken="1", best="1", keep="As 2c 3d")
    assert notes_of(draw) == [
        "By the cards, at least: draw one costs 0.30 ± 0.02 big bets (mistake); better: keep As 2c 3d."
    ]
    assert notes_of(replace(draw, best="4", keep=""))[0].endswith("better: keep no card.")
    assert command_of(draw) is None


@pytest.mark.quick
def test_a_note_says_which_command_prints_it():
    line = ("raise", "fold", "call", "1", "1")
    costs = costs_at_table("table-3", " ".join(line), class_number("8-2-A"))
    found = decision(spot="table-3", line=line, actions=tuple(costs), cost=tuple(costs.values()))
    assert command_of(found) == 'badugi-hh solve --spot table-3 --line "raise fold call 1 1" --hand 8-2-A'
    assert command_of(replace(found, line=("call", "check", "check"))) is None  # a live post
    short = tuple(cost + 0.5 for cost in found.cost)
    assert command_of(replace(found, cost=short)) is None  # `solve` has deep stacks


def test_a_draw_names_numbers_of_cards_and_says_what_is_not_priced():
    found = decision(
        actions=("0", "1", "2"), mix=(0.3, 0.7, 0.0), cost=(0.0, 0.0, 0.6), taken="2", best="1", loss=0.6,
        cards_kept=True,
    )  # fmt: skip
    assert notes_of(found) == [
        "Best play: draw one 70%, pat 30%; draw two costs 0.60 ± 0.02 big bets (blunder)."
    ]
    other = notes_of(replace(found, taken="1", loss=0.0, cards_kept=False))
    assert other == [
        "Best play: draw one 70%, pat 30%; draw one costs nothing.",
        "The number of cards is priced, not which cards were kept.",
    ]
    assert "limp 18%" in short_note(decision(line=()))
    # Best play never comes there with the hand.
    assert short_note(decision(mix=None)) == (
        "raise (best play never holds this hand here, so it has no shares); call costs 0.04 ± 0.02 big bets (inaccuracy)"
    )
    with in_language(Language.RU):
        assert notes_of(found)[0].startswith("Оптимальная игра: обмен одной 70%")


def test_every_reason_has_words():
    for language in Language:
        assert read_catalogue(language)["best_play"]["reasons"].keys() == set(REASONS)


def test_the_terminal_shows_it_beside_each_step(deep):
    shown = run("replay", "--file", deep).stdout
    assert "best play" in shown
    (raised,) = [line for line in shown.splitlines() if "raises $0.50" in line]
    table = find_table("heads-up")
    found = look_up(table, "")
    number = class_number("K-3-2-A")
    share = found.mix[found.actions.index("raise"), number]
    assert share > 0.5
    assert f"raise {share:.0%}" in raised
    assert "no claim" not in shown
    assert 'badugi-hh solve --spot heads-up --line "raise call 1" --hand K-3-2-A\n' in shown
    assert shown.count("docs/best-play.md") == 1
    assert len(shown.splitlines()[-1]) < 120  # the sentences about the figures are in docs/best-play.md alone
    assert "no rake" not in shown


def test_best_play_fits_a_narrow_terminal(deep, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("replay", "--file", deep).stdout.splitlines()
    assert max(len(line) for line in lines if "badugi-hh solve" not in line) <= 60
    assert "raise 100%;" in " ".join(" ".join(lines).split())


def test_the_command_of_a_step_prints_its_decision(deep):
    """The command in the JSON, run as it is, has the figures beside it."""
    known = [step["verdict"] for step in answer("replay", "--file", deep)["steps"] if step["verdict"]]
    for step in known:
        program, *arguments = shlex.split(step["command"])
        assert program == "badugi-hh"
        found = answer(*arguments)
        assert (found["line"], found["actions"]) == (step["line"], step["actions"])
        (row,) = found["classes"]
        assert (row["class"], row["mix"]) == (step["class"], step["mix"])


def test_json_has_the_figures_of_the_table(deep):
    steps = answer("replay", "--file", deep)["steps"]
    assert list(steps[0]) == ["line", "part", "player", "text", "pot", "verdict"]
    known = [step["verdict"] for step in steps if step["verdict"]]
    assert [(step["line"], step["class"], step["taken"]) for step in known] == [
        ("", "K-3-2-A", "raise"),
        ("raise call 1", "K-3-2-A", "1"),
        ("raise call 1 1 check", "9-3-2-A", "bet"),
    ]
    assert [step["cards_kept"] for step in known] == [None, True, None]
    table = find_table("heads-up")
    for step in known:
        found, number = look_up(table, step["line"]), class_number(step["class"])
        assert step["actions"] == list(found.actions)
        assert step["mix"] == pytest.approx(found.mix[:, number], abs=1e-4)
        assert step["cost"] == pytest.approx(found.cost[:, number], abs=0.006)
        assert step["error"] == pytest.approx(found.errors[number], abs=6e-4)
        assert (step["judge"], step["keep"]) == ("game", None)
        assert step["word"] == word_of(step["loss"], step["error"])


SHORT = ANN.replace("($20 in chips)", "($5 in chips)")


def test_a_hand_outside_the_games_is_judged_by_equity_alone(tmp_path):
    path = tmp_path / "short.txt"
    path.write_text(SHORT, encoding="utf-8")
    shown = run("replay", "--file", path).stdout
    assert shown.count("no claim") == 1
    assert "Best play: no claim about the other steps (a short stack)." in shown
    found = [step["verdict"] for step in answer("replay", "--file", path)["steps"] if step["verdict"]]
    assert {step["judge"] for step in found} == {"equity"}
    assert "If nobody bets again: " in shown


def test_a_full_table_has_the_answers_of_the_blueprint(tmp_path):
    path = tmp_path / "full.txt"
    path.write_text(HAND, encoding="utf-8")
    found = [step["verdict"] for step in answer("replay", "--file", path)["steps"] if step["verdict"]]
    assert {solved["spot"] for solved in found if solved.get("spot")} == {"table-4"}


def test_the_report_has_the_notes_of_the_page_of_the_hand(deep, tmp_path):
    database = tmp_path / "hands.duckdb"
    with opened(database) as con:
        import_paths(con, [deep])
        assert stored_best_play(con, [1, 2]).keys() == {1}
        stored = replay_block(stored_rows(con, [1]), [1], stored_best_play(con, [1]), problems={})
    played = replay_file(deep).replay
    solved = best_play(verdicts_of(replayed_rows(played, "pokerstars")))
    alone = replay_block(replayed_rows(played, "pokerstars"), [0], {0: solved}, problems={})
    assert alone["best"] == stored["best"]
    (found,) = stored["best"].values()
    notes = [
        note for step in found["steps"].values() for note in step["notes"] if note.startswith("Best play")
    ]
    assert len(notes) == 3
    assert all(step["at"][0] == "heads-up" for step in found["steps"].values() if "at" in step)
    assert found["quiet"] == ""
    assert value(cards("As 2c 3d Kh")) == class_number("K-3-2-A") + 1
    assert best_play(verdicts_of(replayed_rows(replace(played, cancelled=True), "pokerstars"))) == BestPlay()


def test_stored_prices_are_shown_as_they_are(deep, tmp_path):
    """They are looked up only where a hand is stored without them."""
    with opened(tmp_path / "hands.duckdb") as con:
        import_paths(con, [deep])
        looked_up = stored_best_play(con, [1])
        price_hands(con)
        assert stored_best_play(con, [1]) == looked_up
        con.execute(
            "UPDATE losses SET cost_2 = 30, share_0 = 204, share_1 = 0, share_2 = 51, loss_error = 0.02"
        )
        stored = stored_best_play(con, [1])[1].decisions
        assert [each.cost[2] for each in stored.values() if len(each.cost) > 2] == [0.3] * 2
        assert next(iter(stored.values())).mix[2] == 0.2
        played = replay_file(deep).replay
        assert best_play(verdicts_of(replayed_rows(played, "pokerstars", con))).decisions == stored
        assert best_play(verdicts_of(replayed_rows(played, "pokerstars"))).decisions == looked_up[1].decisions
        con.execute("COMMENT ON TABLE judged_hands IS 'other tables'")
        assert stored_best_play(con, [1]) == looked_up


@pytest.mark.browser
def test_the_replayer_shows_the_note_of_a_step(browser, deep, tmp_path):
    out = tmp_path / "hand.html"
    assert run("replay", "--file", deep, "--html", "--out", out).exit_code == 0
    browser.open(out, width=390)
    live = "document.querySelector('.rp-now').textContent"
    gain = find_table("heads-up").header["exploitability_quantized"]
    meaning = "document.querySelector('details.rp-quiet')"
    assert not browser.evaluate(f"{meaning}.open")
    assert browser.evaluate(f"{meaning}.firstChild.textContent") == "What the figures of best play mean"
    assert browser.evaluate(f"{meaning}.lastChild.textContent") == " ".join(claims("heads-up", gain))
    for _ in range(30):
        if "Best play: raise" in browser.evaluate(live):
            break
        browser.page.keyboard.press("ArrowRight")
    assert "Best play: raise" in browser.evaluate(live)
    command = 'badugi-hh solve --spot heads-up --line "" --hand K-3-2-A'
    assert browser.evaluate("document.querySelector('.rp-now code').textContent") == command
    assert browser.unreadable(".replayer") == []
    path = tmp_path / "short.txt"
    path.write_text(SHORT, encoding="utf-8")
    assert run("replay", "--file", path, "--html", "--out", out, "--force").exit_code == 0
    browser.open(out, width=390)
    assert (
        browser.evaluate("document.querySelector('.rp-quiet').textContent")
        == "Best play: no claim about the other steps (a short stack)."
    )
    assert browser.complaints == []
