"""`hands --leak` and `hands --stat` list the hands behind a number, and `leaks --before` compares two periods."""

import re
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from shutil import copyfile

import pytest
from support.commands import answer, mistake, run
from support.hand_made import database, insert, play_each
from support.spread import few

import badugi_hh
from badugi_hh import leaks
from badugi_hh.api.leaks import compare_leaks
from badugi_hh.cli.commands.leaks import _show_leak as show_leak
from badugi_hh.leaks import LEAKS, Baseline, Instance, Verdict
from badugi_hh.leaks.changes import Change, Direction, compare_periods
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finder import NOT_PRICED
from badugi_hh.leaks.finding import COSTS_OVERLAP, FrequencyFinding
from badugi_hh.leaks.judging import judge_frequency
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.database import opened
from badugi_hh.wording.leak_texts import usual_ranges

HERO = "Marmalade Heron"


@pytest.fixture(scope="module")
def hands(sampled):
    with badugi_hh.open(sampled, read_only=True) as opened:
        yield opened


def test_hands_of_a_leak_are_those_counted_against_the_player(hands):
    """A hand can count several times, but is listed once; the worst ones are among those listed."""
    found = 0
    others = LEAKS.keys() - {"A2", "B13", "B34-MANY"}
    for finding in hands.leaks(ignored=others):
        made = finding.made if finding.leak.id != "B13" else finding.chances - finding.made
        listed = hands.hands(leak=finding.leak.id)
        assert set(listed["player"]) <= {finding.player}
        assert (made > 0) == (listed.height > 0)
        assert listed.height <= made
        assert {hand.hand_id for hand in finding.hands} <= set(listed["hand_id"])
        found += listed.height
    assert found > 20


def test_the_beginning_of_ids_stands_for_all_of_them(hands):
    both = set(hands.hands(leak="b4")["hand_id"])
    assert both == {hand for leak in ("B4-BTN", "B4-SB") for hand in hands.hands(leak=leak)["hand_id"]}
    assert both


@pytest.mark.parametrize(
    "name",
    few(
        ["vpip", "three_bet", "pat_1", "cbet_b2", "af_b1", "pat_excess", "made_luck"],
        *("vpip", "pat_1", "af_b1", "made_luck"),
    ),
)
def test_hands_of_a_statistic_add_up(hands, name):
    """Rows may be several of one hand: those of the lists are compared as hands."""
    every, made, missed = (set(hands.hands(stat=name, made=made)["hand_id"]) for made in (None, True, False))
    assert made | missed == every
    assert made
    if STATS[name].rows == "seats" or name in {"pat_1", "cbet_b2"}:  # one row for each hand
        (row,) = hands.stats(names=name).rows(named=True)
        assert len(every) == row["chances"]
        if row["made"] is not None:
            assert (len(made), made & missed) == (row["made"], set())


def test_hands_of_an_amount_are_all_of_its_rows(hands):
    assert hands.hands(stat="known_price_b3").height > 0
    with pytest.raises(FilterError, match="net is no share of opportunities"):
        hands.hands(stat="net", made=True)
    with pytest.raises(FilterError, match="sessions is computed from sessions or from the sequence of hands"):
        hands.hands(stat="sessions")


@pytest.mark.parametrize("step", [40, pytest.param(1, marks=pytest.mark.long)])
def test_every_statistic_of_single_hands_has_its_hands(hands, step):
    """The luck ones too, whose columns are in another table."""
    names = [
        stat.name
        for stat in STATS.values()
        if stat.rows in {"seats", "decisions", "draws", "verdicts", "hand_losses"}
    ]
    for name in {*names[::step], "luck_adjusted", "draw_loss", "mistakes_per_100", "loss"}:
        assert hands.hands(stat=name, limit=1).height <= 1


def test_the_list_of_a_leak_has_a_limit_and_a_filter(sampled):
    every = answer("hands", "--db", sampled, "--leak", "B11", "--all", "--limit", "0")
    some = answer("hands", "--db", sampled, "--leak", "B34-MANY", "--limit", "3", "--position", "BTN")
    assert len(some) == 3
    assert {hand["position"] for hand in some} == {"BTN"}
    assert all(hand["player"] for hand in every)
    listed = answer("hands", "--db", sampled, "--stat", "vpip", "--missed", "--limit", "0")
    assert {"cost_bb"} == some[0].keys() - listed[0].keys()
    assert Counter(hand["position"] for hand in listed)["BTN"] > 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--leak", "B99"], "there is no check 'B99'"),
        (["--leak", "B4", "--stat", "vpip"], "a leak and a statistic are given; give one of them"),
        (["--made"], "made and missed belong to a statistic; name one"),
        (["--stat", "vpip", "--made", "--missed"], "--made and --missed contradict each other"),
        (["--stat", "vpip,pfr"], "'vpip,pfr' names several statistics; give one"),
        (["--stat", "vpipp"], "there is no statistic 'vpipp'; did you mean vpip?"),
        (["--quarantined", "--leak", "B4"], "--quarantined lists all hands in the quarantine"),
    ],
)
def test_what_cannot_be_listed_is_one_clear_line(sampled, words, message):
    assert message in mistake("hands", "--db", sampled, *words)


def test_hands_without_prices_are_not_taken_as_hands_without_mistakes(sampled, tmp_path):
    others = [word for id_ in LEAKS.keys() - {"A1", "A2"} for word in ("--ignore", id_)]
    with opened(sampled, read_only=True) as con:
        ((draws,),) = con.execute(
            "SELECT count(*) FROM draws WHERE hero AND knowledge = 'dealt' AND draw = 3 AND drawn BETWEEN 1 AND 3 AND forced IS NULL"
        ).fetchall()
    assert draws > 10
    shown = run("leaks", "--db", sampled, *others)
    assert f"could not look at draws without a price: A1 Kept the wrong cards ({draws} draws)" in shown.stdout
    assert "the hand is not priced yet" in " ".join(shown.stdout.split())
    assert "the deck could run out" not in " ".join(shown.stdout.split())
    assert "too few hands: Kept" not in shown.stdout
    (a1,) = (one for one in answer("leaks", "--db", sampled, *others)["checks"] if one["id"] == "A1")
    assert [(one["number"], one["why"]) for one in a1["excluded"]] == [(draws, NOT_PRICED)]
    assert a1["chances"] == 0
    path = tmp_path / "priced.duckdb"
    copyfile(sampled, path)
    with opened(path) as con:
        con.execute("INSERT INTO priced_hands SELECT hand_key FROM hands LIMIT 1")
    for command, blind in (
        (("hands", "--leak", "A1"), "A1"),
        (("leaks", *others), "A1 and the losses"),
    ):
        assert (
            f"without prices: {blind} could not look there, and mistakes have no cost; costs per 100 hands are too "
            f"low until badugi-hh db price --db {path} computes prices"
        ) in run(*command, "--db", path).stderr
    with opened(path) as con:
        con.execute(
            "INSERT INTO priced_hands SELECT hand_key FROM hands ANTI JOIN priced_hands USING (hand_key)"
        )
    (a1,) = (one for one in answer("leaks", "--db", path, *others)["checks"] if one["id"] == "A1")
    ((number, why),) = ((one["number"], one["why"]) for one in a1["excluded"])
    assert (number, why.startswith("no price: the deck could run out")) == (draws, True)
    unlooked = run("leaks", "--db", path, *others).stderr
    assert "without prices: A1 and the losses could not look there" in unlooked
    with opened(path) as con:
        JUDGING.mark(con)
        con.execute("INSERT INTO judged_hands SELECT hand_key FROM hands")
    assert "without prices" not in run("hands", "--db", path, "--leak", "A1").stderr
    assert "without prices" not in run("hands", "--db", sampled, "--leak", "A5").stderr


OF_PRICES = """
    hands --leak A1
    hands --leak before --json
    hands --stat loss
    leaks --before 2024-03-20
    stats --stat vpip,loss --by position
    stats --compare hero pool --stat luck_adjusted
    report --out report.html
""".strip().split("\n    ")


@pytest.mark.parametrize("question", OF_PRICES)
@pytest.mark.usefixtures("composed_once")
def test_a_question_about_prices_is_answered_with_how_to_compute_them(
    sampled, question, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    copyfile(sampled, tmp_path / "my hands.duckdb")
    done = run(*question.split(), "--db", "my hands.duckdb")
    assert done.exit_code == 0, done.output
    assert done.stderr.count("no prices yet: badugi-hh db price --db 'my hands.duckdb'\n") == 1
    assert "no selected" not in done.stderr
    assert "counts no selected hand" not in done.stderr
    assert "luck is unknown" not in done.stderr


@pytest.mark.parametrize("question", ["hands --leak A5", "hands --stat vpip", "stats"])
def test_other_questions_need_no_prices(sampled, question):
    assert "no prices yet" not in run(*question.split(), "--db", sampled).stderr


# --- two periods

CHANGE = datetime(2024, 3, 1)  # noqa: DTZ001 -- UTC without a zone, as the database keeps it


def test_periods_are_compared(con):
    """Heads-up with the better draw, 10 bets of 40 in February and 35 of 40 in March; a free fold, and none."""
    days = {key: {"played_at": datetime(2024, 2 + key // 40, 1 + key % 28)} for key in range(80)}  # noqa: DTZ001
    play_each(con, days)
    ahead = {"round": 2, "own_draw": 0, "best_opponent_draw": 1}
    bets = [*(key < 10 for key in range(40)), *(key < 75 for key in range(40, 80))]
    rows = ({"hand_key": key, **ahead, "action": "bet" if bet else "check"} for key, bet in enumerate(bets))
    insert(con, "decisions", *rows, {"hand_key": 1, "n": 30, "round": 3, "action": "fold"})
    others = LEAKS.keys() - {"A5", "B7", "B13"}
    changes = {
        change.since.leak.id: change for change in compare_leaks(con, Filter(), CHANGE, ignored=others)
    }
    better = changes["B13"]
    assert (better.before.made, better.since.made) == (10, 35)
    assert better.direction is Direction.IMPROVED
    assert better.difference == pytest.approx(25 / 40)
    assert changes["A5"].direction is Direction.UNCLEAR  # 1 of 41 and 0 of 40
    assert changes["A5"].is_notable
    assert changes["B7"].direction is Direction.TOO_FEW
    assert not changes["B7"].is_notable
    worse = {
        change.since.leak.id: change
        for change in compare_leaks(con, Filter(until=CHANGE), CHANGE.replace(day=1, month=2))
    }
    assert worse == {}  # no hand before February


def test_the_other_players_of_both_periods_extend_the_baseline_of_each(con):
    """Five others have 160 hands in February and five in March: ten make a population, with which 68 % is no leak."""
    days = {key: {"played_at": datetime(2024, 2 + key // 160, 1 + key % 28)} for key in range(320)}  # noqa: DTZ001
    play_each(con, {key: {**day, "saw_draw": True, "showdown": key % 160 < 108} for key, day in days.items()})
    others = (
        {"hand_key": key, "seat": 2 + nth, "player": f"P{nth}", "hero": False, "saw_draw": True}
        | {"showdown": key % 160 < 120 + nth}
        for nth in range(10)
        for key in range(160 * (nth % 2), 160 * (nth % 2) + 160)
    )
    insert(con, "seats", *others)
    id_ = "B34-MANY"
    (whole,) = leaks.find(con, Filter(), ignored=LEAKS.keys() - {id_})
    (change,) = compare_leaks(con, Filter(), CHANGE, ignored=LEAKS.keys() - {id_})
    assert whole.as_json()["kind"] == "population"
    assert change.before.baseline == change.since.baseline == whole.baseline
    assert not change.is_notable


def judged(check, made, chances):
    return judge_frequency(check, {"made": made, "chances": chances}, "Ann", 1000)


def test_a_change_within_the_baseline_is_neither_better_nor_worse():
    """Opening 30 % and then 39 % of 1,000 hands on the button is a clear change, and both are inside 28 to 40 %."""
    for id_ in ("B1-BTN-MANY", "B1-BTN-FEW"):
        check = FREQUENCY_CHECKS[id_]
        periods = [judged(check, made, 1000) for made in (300, 390, 600)]
        inside, outside = (compare_periods(periods[:1], [other])[0] for other in periods[1:])
        assert inside.direction is Direction.UNCLEAR
        assert outside.direction is (Direction.WORSE if id_.endswith("MANY") else Direction.UNCLEAR)
        (back,) = compare_periods(periods[2:], periods[:1])
        assert back.direction is (Direction.IMPROVED if id_.endswith("MANY") else Direction.UNCLEAR)


@pytest.mark.parametrize(
    ("others", "after", "direction"),
    [
        ((10, 2), (13, 9), Direction.WORSE),  # 15 and then 35 points more, though fewer hands
        ((4, 10), (8, 14), Direction.UNCLEAR),  # 20 points more in both
        ((2, 10), (9, 13), Direction.IMPROVED),
    ],
)
def test_hands_after_losses_are_compared_with_the_others_of_each_period(others, after, direction):
    """Of 20 hands the player plays so many, before and since; one of 30 hands loses nine big bets."""
    start = datetime(2024, 3, 1)  # noqa: DTZ001 -- UTC without a zone, as the database keeps it
    played = {
        first + nth: {
            "played_at": start + timedelta(minutes=first + nth),
            "net": -180 if nth % 30 == 0 else 0,
            "voluntary_0": int(nth * 7 % 20 < (after if 0 < nth % 30 <= 20 else others)[period]),
        }
        for period, first in enumerate((0, 20_000))
        for nth in range(1500)
    }
    with closing(database()) as con:
        play_each(con, played)
        (change,) = compare_leaks(
            con, Filter(), start + timedelta(minutes=10_000), ignored=LEAKS.keys() - {"B31"}
        )
    assert change.direction is direction
    points = [(after[period] - others[period]) / 20 for period in (0, 1)]
    assert change.difference == pytest.approx(points[1] - points[0], abs=0.03)
    assert change.low is not None
    assert change.high is not None
    assert change.low < change.difference < change.high


def test_one_weak_change_among_many_checks_is_not_clear():
    """60 % and then 48 % of 150 folds, p = 0.037, is clear alone and not among ten checks without a change."""
    check = FREQUENCY_CHECKS["B4-BTN"]
    before = judged(check, 90, 150)
    since = judged(check, 72, 150)
    assert compare_periods([before], [since])[0].direction is Direction.IMPROVED
    others = [judged(each, 60, 150) for id_, each in FREQUENCY_CHECKS.items() if id_.startswith("B1-")]
    changes = compare_periods([before, *others], [since, *others])
    assert {change.direction for change in changes} == {Direction.UNCLEAR}


def test_periods_are_printed(sampled):
    left_out = [word for id_ in LEAKS.keys() - {"B3", "B13"} for word in ("--ignore", id_)]
    words = ["leaks", "--db", sampled, *left_out, "--before"]
    changes = answer(*words, "2024-03-14 20:00")
    assert {"id", "change", "before", "since", "difference"} <= changes[0].keys()
    shown = run(*words, "2024-03-14 20:00").stdout
    (b3,) = (change for change in changes if change["id"] == "B3")
    (line,) = (line for line in shown.splitlines() if line.endswith(" B3"))
    counts = [f"{b3[period]['made']} of {b3[period]['chances']}" for period in ("before", "since")]
    assert all(each in line for each in (*counts, "55.0–90.0%", b3["change"]))
    words_shown = " ".join(shown.split())
    assert "improved, worse: chance does not explain the difference" in words_shown
    summary = (
        f"{HERO}: 0 checks without a finding or a clear change, 1 with too few hands (--full names them)"
    )
    assert words_shown.endswith(summary)
    named = run(*words, "2024-03-14 20:00", "--full").stdout
    assert re.search(rf"check +too few hands\n─+\n B13 +{LEAKS['B13'].title}\n", named)
    nothing = run(*words, "2001-01-01")
    assert "one of the two periods has no hands" in nothing.stderr


def test_each_period_names_its_baseline_where_they_differ():
    """Only the later baseline was printed, also where the rake or the opponents widened that of one period."""
    usual = Baseline(0.55, 0.9, "a book", "author", "any")
    wider = replace(usual, high=1.0, source="a book; widened because the rake is 6.0% of the pots")
    before = FrequencyFinding(LEAKS["B3"], "Ann", Verdict.WATCH, 9, 20, baseline=usual)
    since = replace(before, baseline=wider)
    assert usual_ranges(Change(before, before, Direction.UNCLEAR)) == "55.0–90.0%"
    assert usual_ranges(Change(before, since, Direction.UNCLEAR)) == "55.0–90.0%, then 55.0–100.0%"


def test_a_finding_names_its_baseline_and_what_to_do(sampled):
    """The player reads advice, and an opponent of the player how to use the leak; what may be chance says so."""
    others = [word for id_ in LEAKS.keys() - {"B3"} for word in ("--ignore", id_)]
    own = " ".join(
        run("leaks", "--full", "--db", sampled, "--where", "hands.players > 2", *others).stdout.split()
    )
    assert "the baseline is 55.0–90.0% (author: published strategy: pots are opened with a raise" in own
    assert f"perhaps: r{LEAKS['B3'].advice[1:]}" in own  # the interval reaches the range
    assert "how to use it" not in own
    found = answer("leaks", "--db", sampled, "--all", *others)["checks"]
    caller = next(one["player"] for one in found if one["verdict"] == "flag" and one["player"] != HERO)
    shown = " ".join(run("leaks", "--full", "--db", sampled, "--player", caller, *others).stdout.split())
    assert f"how to use it: {LEAKS['B3'].use}" in shown
    assert LEAKS["B3"].advice not in shown


def test_checks_without_a_finding_are_named_on_request(sampled):
    others = [word for id_ in LEAKS.keys() - {"A4", "B27"} for word in ("--ignore", id_)]
    quiet = run("leaks", "--db", sampled, *others).stdout
    assert re.search(r"\d+ checks? without a finding, \d+ with too few hands \(--full names them\)", quiet)
    assert LEAKS["B27"].title not in quiet
    named = run("leaks", "--db", sampled, "--full", *others).stdout
    assert re.search(rf"^ B27 +{LEAKS['B27'].title}$", named, re.MULTILINE)


def test_progress_is_reported_before_each_part(sampled):
    shares = []
    with opened(sampled, read_only=True) as con:
        leaks.find(con, Filter(), progress=lambda _, share: shares.append(share))
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert all(0 <= share < 1 for share in shares)


@pytest.mark.parametrize(
    ("check", "low", "word"),
    [
        ("B13", 0.5, "costs about 1.25"),
        ("B13", 0.1, "costs about 1.25"),
        ("B13", 0.09, "may cost about 1.25"),
        ("B2", 0.5, "assumed to cost about 1.25"),
        ("B2", 0.09, "assumed to cost about 1.25"),
    ],
)
def test_a_cost_is_worded_as_certainly_as_it_is(check, low, word, capsys):
    """With the lower end at 0.1 big bets per 100 hands or less, a leak only may cost something."""
    hands = (Instance("PokerStars", "17", "Ann", "called", 0.15),)
    found = FrequencyFinding(
        LEAKS[check],
        "Ann",
        Verdict.FLAG,
        41,
        96,
        baseline=FREQUENCY_CHECKS[check].baseline,
        cost=1.25,
        cost_low=low,
        cost_high=2.0,
        hands=hands,
    )
    show_leak(found, you=True, db=None, options="")
    printed = " ".join(capsys.readouterr().out.split())
    assert f"; {word} big bets per 100 hands ({low:.2f} to 2.00): {LEAKS[check].model} " in printed
    about = "assumed: 0.15" if check == "B2" else "about 0.15"
    assert f"hand 17: called ({about} big bets)" in printed


def test_no_cost_that_is_assumed_is_printed_as_a_certain_one(sampled):
    """Without prices the leaks of the samples have assumed costs only, and they do not add up."""
    found = answer("leaks", "--db", sampled)["checks"]
    assert all((COSTS_OVERLAP in one["cost_notes"]) == bool(one["cost"]) for one in found)
    costly = [one for one in found if one["cost"] and one["verdict"] in {"flag", "watch"}]
    assert len(costly) > 3
    assert all(one["assumed"] and one["model"].endswith(", an assumption") for one in costly)
    printed = " ".join(run("leaks", "--full", "--db", sampled).stdout.split())
    assert "Costs do not add up: one call or draw can count in several checks." in printed
    assert printed.count("; assumed to cost about ") == len(costly)
    assert not re.search(r"(costs|may cost) about", printed)
