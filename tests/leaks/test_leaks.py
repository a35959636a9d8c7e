"""Leak checks: hand-made cases on both sides of every rule, and the statistics behind a flag."""

import json
from contextlib import closing
from dataclasses import replace
from itertools import product
from math import comb, exp, lgamma, log
from random import Random

import pytest
from support.hand_made import Together, database, insert, judge, play

from badugi_hh import leaks
from badugi_hh.engine import values
from badugi_hh.engine.cards import cards
from badugi_hh.leaks import LEAKS, Verdict
from badugi_hh.leaks.checks import FREQUENCY_CHECKS, MISTAKE_CHECKS
from badugi_hh.leaks.equities import AHEAD_EQUITY, DEFENCE_EQUITY, OPENING, WEAKEST_DEFENDED
from badugi_hh.leaks.finding import FrequencyFinding
from badugi_hh.leaks.judging import binomial_tail, discoveries, flag_proven, judge_frequency, judge_mistakes
from badugi_hh.leaks.leak import Baseline, read_baselines
from badugi_hh.odds.equity import equity
from badugi_hh.odds.ranges import hands, range_of
from badugi_hh.odds.spots import Player as OddsPlayer
from badugi_hh.odds.spots import Spot
from badugi_hh.stats.definitions.intervals import of_rare_sum
from badugi_hh.stats.selection.filters import Filter, FilterError

HEROES = Filter()


def found(con, leak, hand_filter=HEROES):
    (finding,) = leaks.find(con, hand_filter, ignored=LEAKS.keys() - {leak})
    return finding


def usual(finding):
    assert isinstance(finding, FrequencyFinding)
    return finding.baseline.low, finding.baseline.high


def kind(finding):
    return str(finding.as_json()["kind"])


def counts(made, chances):
    """Return counts of a grade B check that costs 0.1 big bets each time."""
    return {"made": made, "chances": chances, "cost": 0.1, "cost_known": 1}


@pytest.fixture(scope="module")
def judged():
    """Return what a check finds of a parametrized case; all cases lie in one database, each with its own players."""
    together = Together()

    def case(leak, parameters, insert_case, *arguments, **row):
        together.case = f"{leak} {parameters}"
        insert_case(together, *arguments, **row)

    for over in OVERS:
        case("A2", over, draw, TRI, 0, **over)
    for leak, parameters in (*(("A2", pat) for pat in PATS), *(("A4", best) for best in UNBEATABLE)):
        hand, drawn, row, _ = parameters
        case(leak, parameters, draw, hand, drawn, **row)
    for parameters in FREE_FOLDS:
        case("A5", parameters, fold, **parameters[0])
    for parameters in STEALS:
        case("B4-BTN", parameters, steals, *parameters[:2])
    for row in OTHER_STEALS:
        case("B4-BTN", row, steals, 60, 0, **row)
    for parameters in AHEADS:
        case("B13", parameters, aheads, *parameters[:2])
    for row in (*OTHER_AHEADS, *NOT_AHEAD):
        case("B13", row, aheads, 0, 40, **row)
    with closing(database()) as con:
        together.append_to(con)
        findings = {(finding.player, finding.leak.id): finding for finding in leaks.find(con, HEROES)}

    def look_up(leak, parameters, of=None):
        return findings[f"Ann, {leak} {parameters}", of or leak]

    return look_up


# --- A2: pat with an incomplete hand when no bet can follow

TRI = "As 3h 5c 5h"  # 5-3-A
OVER = {"all_in": True, "opponents_able": 1, "can_bet": False}


def draw(con, hand, drawn, price=None, **row):
    """Insert one hand in which Ann draws after an opponent who drew one card, for 100 cents a side; and its price."""
    key = row.pop("hand_key", 1)
    if price is not None:
        insert(con, "draw_prices", {"hand_key": key, "n": 30, "seat": 1, **price})
    play(con, key, put_in=100, reach=200)
    bob = {"hand_key": key, "seat": 2, "player": "Bob", "hero": False}
    insert(con, "seats", {**bob, "put_in": 100})
    held = cards(hand)
    number = row.get("draw", 3)
    base = {
        "hand_key": key,
        "draw": number,
        "drawn": drawn,
        "pot": 200,
        "hand_before": hand,
        "kept": " ".join(hand.split()[: 4 - drawn]),
        "thrown": " ".join(hand.split()[4 - drawn :]),
        "value_before": values.value(held),
        "knowledge": "dealt",
    }
    insert(con, "draws", {**base, **row}, {**bob, "draw": number, "drawn": 1, "n": 29})


def lost(kept, best, proof="P0", best_kept="As 3h 5c"):
    """Return the price of a draw for ten big bets; the pass judges it from this."""
    prices = {"kept_equity": kept, "best_equity": best, "equity_loss": 10 * (best - kept)}
    return {**prices, "difference_error": 0.0, "proof": proof, "best_kept": best_kept}


@pytest.mark.quick
def test_pat_incomplete_with_all_betting_over(con):
    """5-3-A against one card: 74.0% drawing, 68.7% pat; 5.3 points of 200 cents are 0.53 big bets of 20."""
    draw(con, TRI, 0, lost(0.687, 0.74), **OVER)
    judge(con)
    finding = found(con, "A2")
    assert (finding.verdict, finding.made, finding.chances) == (Verdict.FLAG, 1, 1)
    assert finding.cost == pytest.approx(53)  # per 100 hands, of which there is one
    assert (finding.cost_low, finding.cost_high) == pytest.approx(
        (53 * 0.025318, 53 * 5.571643), abs=0.03
    )  # one mistake
    (instance,) = finding.hands
    assert (instance.site, instance.hand_id, instance.player) == ("PokerStars", "1001", "Ann")
    assert instance.note == "stood pat with As 3h 5c 5h at draw 3 when no bet could follow"
    assert instance.cost == pytest.approx(finding.cost / 100)


def test_the_interval_of_a_rare_sum():
    """Equal amounts have the exact interval of a Poisson count (Garwood 1936); 1 and 3 count as 1.6 amounts of 2.5.

    With one more amount of 3 they are 49/19 amounts of 19/7. The chances beyond the ends are integrals of the gamma density.
    """
    for number, low, high in ((1, 0.0253, 5.5716), (10, 4.7954, 18.3904), (100, 81.3640, 121.6268)):
        assert of_rare_sum([2.0] * number) == pytest.approx((2 * low, 2 * high), abs=2e-4)
    low, high = of_rare_sum([1.0, 3.0]) or (0, 0)

    def chance_below(value, shape):
        width = value / 20_000
        points = ((nth + 0.5) * width for nth in range(20_000))
        return sum(exp((shape - 1) * log(x) - x - lgamma(shape)) for x in points) * width

    assert chance_below(low / 2.5, 1.6) == pytest.approx(0.025, abs=1e-5)
    assert chance_below(high / (19 / 7), 49 / 19) == pytest.approx(0.975, abs=1e-5)
    below, above = (
        of_rare_sum([1.0] * number) or (0, 0) for number in (999, 1001)
    )  # the exact and the approximate one
    assert [end / number for end, number in zip(below, (999, 999), strict=True)] == pytest.approx(
        [end / 1001 for end in above], rel=1e-4
    )
    assert of_rare_sum([]) is None
    assert of_rare_sum([0.5, -0.75]) is None


def test_the_interval_of_a_rare_sum_has_its_mean_in_95_of_100_samples():
    """Some 20 mistakes, their number a Poisson variable, of one big bet each, and with costs that differ much."""
    random = Random(5)  # noqa: S311 - repeatable, not secret
    amounts = (lambda: 1.0, lambda: random.expovariate(1.0), lambda: random.lognormvariate(-0.5, 1.0))
    for amount in amounts:
        covered = 0
        for _ in range(1000):
            sample, waited = [], random.expovariate(20.0)
            while waited < 1:
                sample.append(amount())
                waited += random.expovariate(20.0)
            low, high = of_rare_sum(sample) or (0, 0)
            covered += low <= 20 <= high
        assert 940 <= covered <= 985


@pytest.mark.parametrize(
    ("costs", "hands", "verdict"),
    [
        ((0.04,), 469, Verdict.WATCH),  # one slip, 0.01 per 100 hands
        ((0.3, 0.19), 500, Verdict.WATCH),  # 0.098
        ((0.3, 0.2), 500, Verdict.FLAG),  # 0.1
        ((0.3, None), 500, Verdict.FLAG),  # the other may have cost more
        ((None,), 469, Verdict.FLAG),
        ((), 469, Verdict.FINE),
    ],
)
def test_mistakes_that_cost_next_to_nothing_are_no_flag(costs, hands, verdict):
    assert judge_mistakes(MISTAKE_CHECKS["A1"], 469, [*enumerate(costs)], "Ann", hands).verdict is verdict


def test_a_loss_within_its_error_is_no_mistake(con):
    draw(con, TRI, 0, lost(0.687, 0.74), **OVER)
    draw(con, TRI, 0, {**lost(0.737, 0.74), "difference_error": 0.004}, hand_key=2, **OVER)
    judge(con)
    finding = found(con, "A2")
    assert (finding.made, finding.cost) == (1, pytest.approx(53 / 2))
    assert con.execute("SELECT judge, proven, keep, best FROM losses ORDER BY hand_key").fetchall() == [
        ("cards", "pat incomplete", "As 3h 5c", "1"),
        ("equity", None, "As 3h 5c", "1"),
    ]


OVERS = [
    {"all_in": False, "opponents_able": 0, "can_bet": False},  # every opponent is all-in
    {"all_in": True, "opponents_able": 0, "can_bet": False},
    {"all_in": True, "opponents_able": 1, "can_bet": False, "live": 3},  # one able has nobody to bet at
]


@pytest.mark.parametrize("over", OVERS)
def test_no_bet_can_follow(judged, over):
    assert judged("A2", over).verdict is Verdict.FLAG


PATS = [
    (TRI, 1, OVER, Verdict.FINE),
    ("As 3h 5c 7d", 0, OVER, Verdict.TOO_FEW),  # a badugi
    ("Ks Qh Jc Td", 0, OVER, Verdict.TOO_FEW),  # the worst badugi
    (TRI, 0, {"all_in": False, "opponents_able": 1, "can_bet": True}, Verdict.TOO_FEW),  # a snow
    (TRI, 0, {**OVER, "opponents_able": 2, "live": 3}, Verdict.TOO_FEW),  # two opponents bet on
    (TRI, 0, {**OVER, "forced": "timed_out"}, Verdict.TOO_FEW),
    (TRI, 0, {**OVER, "knowledge": "shown"}, Verdict.TOO_FEW),
    (TRI, 0, {**OVER, "knowledge": None}, Verdict.TOO_FEW),
    (TRI, 0, {**OVER, "hero": False}, Verdict.TOO_FEW),
    (TRI, 0, {**OVER, "value_before": None, "hand_before": None}, Verdict.TOO_FEW),
]


@pytest.mark.parametrize(("hand", "drawn", "row", "verdict"), PATS)
def test_pat_that_is_no_mistake_or_cannot_be_judged(judged, hand, drawn, row, verdict):
    finding = judged("A2", (hand, drawn, row, verdict))
    assert (finding.verdict, finding.made, finding.hands) == (verdict, 0, ())


def test_the_worst_of_many_come_first(con):
    for key, share in enumerate((0.053, 0.215, 0.053, 0.132, 0.053), start=1):
        draw(con, TRI, 0, lost(0.5, 0.5 + share), hand_key=key, **OVER)
    judge(con)
    finding = found(con, "A2")
    assert finding.made == 5
    assert [instance.hand_id for instance in finding.hands[:2]] == ["1002", "1004"]
    # 21.5 + 13.2 + 3 x 5.3 points of 10 big bets, over five hands.
    assert finding.cost == pytest.approx(100 * 10 * (0.215 + 0.132 + 3 * 0.053) / 5)


# --- A4: cards thrown from a hand that nothing beats


def test_breaking_the_best_hand(con):
    """Drawing one card from 3-2-A against one card wins less than the whole pot of ten big bets."""
    draw(con, "Ad 2c 3h 4s", 1, lost(0.78, 1.0, "P2", "Ad 2c 3h 4s"))
    judge(con)
    finding = found(con, "A4")
    assert (finding.verdict, finding.made, finding.chances) == (Verdict.FLAG, 1, 1)
    assert finding.hands[0].cost == pytest.approx(10 * 0.22)
    assert finding.hands[0].note == "discarded 4s from Ad 2c 3h 4s, an unbeatable hand"


UNBEATABLE = [
    ("Ad 2c 3h 4s", 0, {}, Verdict.FINE),
    ("Ad 2c 3h 5s", 1, {}, Verdict.TOO_FEW),  # 4-3-2-A beats it
    ("Ad 2c 3h 4h", 1, {}, Verdict.TOO_FEW),  # 3-2-A
    ("Ad 2c 3h 4s", 1, {"forced": "timed_out"}, Verdict.TOO_FEW),
    ("Ad 2c 3h 4s", 1, {"knowledge": "shown"}, Verdict.TOO_FEW),
]


@pytest.mark.parametrize(("hand", "drawn", "row", "verdict"), UNBEATABLE)
def test_no_unbeatable_hand_broken(judged, hand, drawn, row, verdict):
    finding = judged("A4", (hand, drawn, row, verdict))
    assert (finding.verdict, finding.made) == (verdict, 0)


# --- A5: folded without facing a bet


def fold(con, key=1, **row):
    play(con, key, hand_3="As 2h 3c 5d")
    base = {"hand_key": key, "round": 3, "action": "fold", "pot": 200, "knowledge": "dealt", "live": 2}
    insert(con, "decisions", {**base, **row})


@pytest.mark.quick
def test_a_free_fold(con):
    """5-3-2-A loses to 11 of 12,501 badugis: the fold costs nearly all of ten big bets."""
    fold(con, value=2)
    insert(
        con,
        "decision_prices",
        {"hand_key": 1, "n": 20, "seat": 1, "equity_error": 0.0, "floor_equity": 0.999},
    )
    judge(con)
    finding = found(con, "A5")
    assert (finding.verdict, finding.made, finding.chances) == (Verdict.FLAG, 1, 1)
    assert finding.cost == pytest.approx(1000, rel=0.01)
    assert finding.hands[0].note == "folded As 2h 3c 5d after draw 3 without facing a bet"


def test_a_free_fold_of_unknown_cards_is_a_mistake_without_a_price(con):
    fold(con, knowledge=None)
    finding = found(con, "A5")
    assert (finding.verdict, finding.cost) == (Verdict.FLAG, None)
    assert finding.hands[0].note == "folded after draw 3 without facing a bet"


FREE_FOLDS = [
    ({"action": "check"}, Verdict.FINE),
    ({"price": 10}, Verdict.TOO_FEW),
    ({"forced": "sitting_out"}, Verdict.TOO_FEW),
    ({"forced": "timed_out"}, Verdict.TOO_FEW),
    ({"price": None}, Verdict.TOO_FEW),
]


@pytest.mark.parametrize(("row", "verdict"), FREE_FOLDS)
def test_folds_that_are_no_mistake(judged, row, verdict):
    finding = judged("A5", (row, verdict))
    assert (finding.verdict, finding.made) == (verdict, 0)
    forced = "forced" in row
    assert finding.excluded == (((1, "the site acted for the player"),) if forced else ())


# --- equities

TRIALS = 1000  # `test_equities_in_full` has 100,000
SLACK = 0.055  # three standard errors and the rounding to two digits


@pytest.mark.parametrize(("state", "known"), AHEAD_EQUITY.items(), ids=str)
def test_equity_ahead_is_what_the_odds_give(state, known):
    round_, own, other = state
    assert ahead(round_, own, other, TRIALS) == pytest.approx(known, abs=SLACK)


def ahead(round_, own, other, trials):
    """Return the equity after draw `round_` from the hands held before it."""
    draws = 4 - round_
    return range_equity(range_of(own), range_of(other), draws, trials)


def range_equity(range_, other, draws, trials):
    return equity(Spot((OddsPlayer(range_, draws), OddsPlayer(other, draws))), trials=trials).shares[0]


def test_every_state_ahead_has_its_equity():
    ahead_of = [(own, other) for own, other in product(range(4), repeat=2) if own < other]
    assert set(AHEAD_EQUITY) == {(round_, *state) for round_ in (1, 2) for state in ahead_of}


@pytest.mark.parametrize("opener", ["BTN", "SB"])
def test_equity_of_the_defence_is_what_the_odds_give(opener):
    share = range_equity(WEAKEST_DEFENDED[opener], OPENING[opener], 3, TRIALS)
    assert share == pytest.approx(DEFENCE_EQUITY[opener], abs=SLACK)
    share = len(hands(OPENING[opener]).state) / comb(52, 4)
    assert share == pytest.approx({"BTN": 0.324, "SB": 0.674}[opener], abs=0.001)


@pytest.mark.long
def test_equities_in_full():
    for state, known in AHEAD_EQUITY.items():
        assert ahead(*state, 100_000) == pytest.approx(known, abs=0.01)
    for opener, known in DEFENCE_EQUITY.items():
        share = range_equity(WEAKEST_DEFENDED[opener], OPENING[opener], 3, 100_000)
        assert share == pytest.approx(known, abs=0.01)


# --- B4: the big blind's folds to a lone steal

STEAL = {
    "round": 0,
    "position": "BB",
    "opener": "BTN",
    "level_full": 2,
    "level_any": 2,
    "price": 10,
    "pot": 35,
    "pot_to_win": 35,
    "behind": 0,
    "action": "fold",
}


def steals(con, folds, calls, **row):
    betting, players = row.pop("betting", "fixed"), row.pop("players", 4)
    rake = row.pop("rake", 0)
    play(con, *range(folds + calls), betting=betting, players=players, rake=rake)
    actions = ["fold"] * folds + ["call"] * calls
    decisions = [
        {"hand_key": key, **STEAL, "action": action, "value": 1000 - key, **row}
        for key, action in enumerate(actions)
    ]
    insert(con, "decisions", *decisions)


STEALS = [
    (49, 0, Verdict.TOO_FEW),
    (35, 15, Verdict.FLAG),  # 56% to 81%
    (22, 28, Verdict.FLAG),  # 31% to 58%
    (20, 30, Verdict.WATCH),  # 28% to 54%
    (15, 35, Verdict.FINE),  # 30% itself
    (0, 60, Verdict.FINE),  # folding too rarely is another question
]


@pytest.mark.parametrize(("folds", "calls", "verdict"), STEALS)
def test_folds_to_a_steal(judged, folds, calls, verdict):
    finding = judged("B4-BTN", (folds, calls, verdict))
    assert (finding.verdict, finding.made, finding.chances) == (verdict, folds, folds + calls)
    assert usual(finding) == (0.10, 0.30)
    assert judged("B4-BTN", (folds, calls, verdict), "B4-SB").chances == 0


def test_the_cost_of_folding_too_often(con):
    """0.36 of the 45 cents after the call, eight tenths of it, less the 10 of the call: 2.96 cents.

    That is 0.148 big bets, for 35 of 50 folds where 15 would do, in 50 hands: 40 times per 100 hands.
    """
    steals(con, 35, 15)
    finding = found(con, "B4-BTN")
    assert finding.cost == pytest.approx(0.148 * 40)
    assert finding.cost_low is not None
    assert finding.cost_high is not None
    assert finding.interval is not None
    assert finding.cost_low == pytest.approx(0.148 * 100 * (finding.interval[0] - 0.30))
    assert finding.cost_low < finding.cost < finding.cost_high
    # The best hands folded are the worst folds.
    assert [instance.hand_id for instance in finding.hands] == ["1034", "1033", "1032", "1031", "1030"]
    assert finding.hands[0].note == f"folded the big blind with {values.describe(1000 - 34)}"


OTHER_STEALS = [
    {"callers": 1},
    {"limpers": 1},
    {"betting": "pot"},
    {"players": 2},
    {"own_actions": 1, "own_last": "call"},
]


def test_a_high_rake_widens_the_baseline(con):
    """6 of each pot of 100 is more than 5%; 38% of folds are then inside."""
    steals(con, 19, 31, rake=6)
    finding = found(con, "B4-BTN")
    assert usual(finding) == (0.10, pytest.approx(0.40))
    assert finding.verdict is Verdict.FINE
    assert finding.source.endswith("widened because the rake is 6.0% of the pots")


def test_a_rake_of_five_percent_does_not(con):
    steals(con, 19, 31, rake=5)
    assert usual(found(con, "B4-BTN")) == (0.10, 0.30)


@pytest.mark.parametrize(("opens", "folds", "high"), [(5, 25, 0.40), (7, 23, 0.30), (5, 24, 0.30)])
def test_tight_openers_widen_the_baseline(con, opens, folds, high):
    """Five opens of 30 are less than a fifth; seven are not, and 29 opportunities are too few."""
    steals(con, 19, 31)
    open_ = {"round": 0, "seat": 2, "player": "Bob", "hero": False, "position": "BTN", "folded_to": True}
    bob = {"seat": 2, "player": "Bob", "hero": False, "position": "BTN"}
    insert(con, "seats", *({"hand_key": key, **bob} for key in range(opens + folds)))
    actions = ["raise"] * opens + ["fold"] * folds
    insert(con, "decisions", *({"hand_key": n, **open_, "action": done} for n, done in enumerate(actions)))
    assert usual(found(con, "B4-BTN")) == (0.10, pytest.approx(high))


# --- B13: betting when a card ahead


def aheads(con, bets, checks, **row):
    betting = row.pop("betting", "fixed")
    play(con, *range(bets + checks), betting=betting)
    ahead_of_one = {"round": 2, "own_draw": 0, "best_opponent_draw": 1}
    actions = ["bet"] * bets + ["check"] * checks
    decisions = [
        {"hand_key": key, **ahead_of_one, "action": action, **row} for key, action in enumerate(actions)
    ]
    insert(con, "decisions", *decisions)


AHEADS = [
    (0, 29, Verdict.TOO_FEW),
    (15, 15, Verdict.FLAG),  # 33% to 67%
    (24, 6, Verdict.WATCH),  # 63% to 91%
    (26, 4, Verdict.FINE),  # 87%
    (30, 0, Verdict.FINE),
]


@pytest.mark.parametrize(("bets", "checks", "verdict"), AHEADS)
def test_bets_ahead(judged, bets, checks, verdict):
    finding = judged("B13", (bets, checks, verdict))
    assert (finding.verdict, finding.made, finding.chances) == (verdict, bets, bets + checks)


def test_the_cost_of_checking_ahead(con):
    """Pat against one with a big bet to win: 2 x 0.70 - 1 = 0.4, for (0.85 - 0.5) of all, each hand a chance."""
    aheads(con, 15, 15)
    finding = found(con, "B13")
    assert finding.cost == pytest.approx(100 * 0.35 * 0.4)
    assert finding.cost_low is not None
    assert finding.cost_high is not None
    assert finding.cost_low < finding.cost < finding.cost_high
    assert finding.hands[0].note == "checked after standing pat against an opponent who drew 1"
    assert finding.hands[0].cost == pytest.approx(0.4)


OTHER_AHEADS = [{"live": 3}, {"betting": "no-limit"}, {"can_raise": False}]


NOT_AHEAD = [
    {"round": 3},
    {"own_draw": 1},
    {"own_draw": 2},
    {"best_opponent_draw": None},
    {"level_any": 1, "price": 10},
    {"forced": "timed_out"},
]


@pytest.mark.parametrize("row", NOT_AHEAD)
def test_what_is_not_ahead_is_no_chance(judged, row):
    finding = judged("B13", row)
    assert (finding.chances, finding.excluded) == (0, ())


# --- the proof behind a flag


@pytest.mark.quick
@pytest.mark.parametrize(
    ("made", "chances", "share"), [(0, 5, 0.3), (3, 7, 0.5), (7, 7, 0.9), (12, 40, 0.15)]
)
def test_tail_is_the_sum_of_the_terms(made, chances, share):
    terms = [comb(chances, k) * share**k * (1 - share) ** (chances - k) for k in range(chances + 1)]
    assert binomial_tail(made, chances, share, upper=True) == pytest.approx(sum(terms[made:]))
    assert binomial_tail(made, chances, share, upper=False) == pytest.approx(sum(terms[: made + 1]))


@pytest.mark.parametrize(
    ("made", "share", "upper", "chance"),
    [(0, 0.0, True, 1), (1, 0.0, True, 0), (3, 1.0, False, 1), (2, 1.0, False, 0), (3, 1.0, True, 1)],
)
def test_tail_at_the_ends(made, share, upper, chance):
    assert binomial_tail(made, 3, share, upper=upper) == chance


def test_tail_of_many():
    assert binomial_tail(5000, 10_000, 0.5, upper=True) == pytest.approx(0.504, abs=1e-3)
    with pytest.raises(ValueError, match="is not a binomial event"):
        binomial_tail(4, 3, 0.5, upper=True)


def test_discoveries_follow_the_published_example():
    """Benjamini and Hochberg 1995, section 3.2: fifteen p-values, of which the first four stand at 5%."""
    published = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    published += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000]
    assert discoveries(published, 0.05) == {0, 1, 2, 3}
    shuffled = [published[index] for index in (14, 2, 7, 0, 3, 1)]
    # Of these six the fifth, 0.0344, is below 5/6 of 5%.
    assert discoveries(shuffled, 0.05) == {1, 2, 3, 4, 5}


def test_a_later_p_value_can_carry_earlier_ones():
    assert discoveries([0.09, 0.095, 0.1], 0.1) == {0, 1, 2}
    assert discoveries([0.09, 0.095, 0.2], 0.1) == set()
    assert discoveries([], 0.1) == set()


def test_null_data_give_few_false_discoveries():
    """Among labels at random the share of lists with any discovery stays near 10%."""
    random = Random(11)  # noqa: S311 - repeatable, not secret
    lists = [[random.random() for _ in range(20)] for _ in range(1000)]
    share = sum(bool(discoveries(p_values)) for p_values in lists) / len(lists)
    assert 0.07 < share < 0.13


def test_one_weak_flag_falls_among_many_checks():
    """34 of 100 folds at a baseline of 25%: p = 0.028 stands alone and falls among others without effect."""
    rate = FREQUENCY_CHECKS["B4-BTN"]
    edge = Baseline(0.1, 0.25, "a test", "theory", "any")
    checks = {}
    findings = []
    for nth in range(6):
        leak = replace(rate.leak, id=f"T{nth}")
        checks[leak.id] = replace(rate, leak=leak)
        made = 36 if nth == 0 else 15
        findings.append(judge_frequency(checks[leak.id], counts(made, 100), "Ann", 1000, edge))
    alone = flag_proven(checks, findings[:1])
    assert alone[0].verdict is Verdict.FLAG
    strict = {leak: replace(check, least=10) for leak, check in checks.items()}
    weak = replace(findings[0], made=34)
    assert flag_proven(strict, [weak])[0].verdict is Verdict.FLAG
    assert flag_proven(strict, [weak, *findings[1:]])[0].verdict is Verdict.WATCH


# --- the user's own baselines, and checks left out

OWN = """
[B13]
low = 0.4
high = 0.6
kind = "author"
source = "a notebook"
game = "my game"
"""


def test_a_file_replaces_baselines(con, tmp_path):
    aheads(con, 15, 15)
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    others = LEAKS.keys() - {"B13"}
    (finding,) = leaks.find(con, HEROES, baselines=tmp_path / "own.toml", ignored=others)
    assert (finding.verdict, usual(finding), finding.source) == (Verdict.FINE, (0.4, 0.6), "a notebook")
    assert found(con, "B13").verdict is Verdict.FLAG


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[B13", "is not TOML: "),
        ("B13 = 3", "B13 is no table; write [B13] on a line, and below it low, high, kind, source, game"),
        ("[B99]", "no check with a baseline is called 'B99'; "),
        ("[A2]", "no check with a baseline is called 'A2'; "),
        ("[B13]\nlow = 0.1", "[B13] has no high; it needs low, high, kind, source, game"),
        (OWN + "colour = 1", "[B13] has an unknown field 'colour'; it may have low, "),
        (OWN.replace("0.4", "40"), "[B13] low is 40; write a share between 0 and 1, for example 0.25"),
        (OWN.replace("0.4", "true"), "[B13] low is True; write a share"),
        (OWN.replace("0.4", "0.7"), "[B13] low is 0.7, which is above high, 0.6"),
        (OWN.replace('"a notebook"', '""'), "[B13] source is ''; write a text in quotes"),
        (OWN.replace("author", "friend"), "[B13] kind is 'friend'; write one of theory, solver, author, "),
    ],
)
def test_a_bad_file_of_baselines_is_one_clear_line(tmp_path, text, message):
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FilterError) as error:
        read_baselines(tmp_path / "own.toml", FREQUENCY_CHECKS)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{tmp_path / 'own.toml'}")
    assert "\n" not in str(error.value)


def test_checks_are_left_out_by_id(con):
    aheads(con, 15, 15)
    ids = {finding.leak.id for finding in leaks.find(con, HEROES, ignored=("b4", "A5", "B13"))}
    assert LEAKS.keys() - ids == {"B4-BTN", "B4-SB", "A5", "B13"}
    with pytest.raises(FilterError, match="there is no check 'B'"):
        leaks.find(con, HEROES, ignored=("B",))


def test_a_heuristic_is_never_a_flag(con):
    """All of 60 cold calls are far outside 0 to 8 %, but no source gives these numbers."""
    play(con, *range(60))
    cold = {"round": 0, "position": "CO", "level_full": 2, "level_any": 2, "price": 20, "action": "call"}
    insert(con, "decisions", *({"hand_key": key, **cold} for key in range(60)))
    finding = found(con, "B5")
    assert (finding.verdict, kind(finding), finding.made) == (Verdict.WATCH, "heuristic", 60)


def test_the_price_of_the_calls_is_the_low_end(con):
    """Calls of 20 cents to win 140 must win a seventh of the time; of 30 none did: 0 % to 11.4 %."""
    play(con, *range(30), result="lost at showdown")
    call = {"round": 3, "action": "call", "price": 20, "pot_to_win": 120, "level_any": 1, "bettor_draw": 0}
    rows = ({"hand_key": key, **call, "value": 1010, "knowledge": "dealt"} for key in range(30))
    insert(con, "decisions", *rows)
    finding = found(con, "B19")
    assert usual(finding) == (pytest.approx(1 / 7), 1.0)
    assert finding.verdict is Verdict.FLAG
    assert finding.cost == pytest.approx(100 * (1 / 7) * 140 / 20)  # each call wins nothing of seven big bets


# --- the population of a database


def showdowns(con, players, reached, own=0):
    """Insert 160 hands in which Ann reaches `own` showdowns, and each of the others one more than the one before."""
    play(con, *range(own), saw_draw=True, showdown=True)
    play(con, *range(own, 160), saw_draw=True)
    others = [
        {"hand_key": key, "seat": 2 + nth, "player": f"P{nth}", "hero": False, "saw_draw": True}
        | {"showdown": key < reached + nth}
        for nth in range(players)
        for key in range(160)
    ]
    insert(con, "seats", *others)


def test_the_other_players_are_the_baseline_where_there_are_enough(con):
    """Ten others reach 120 to 129 of 160 showdowns; the player's own 0 of 160 do not count, the published 35 to 50 % do."""
    showdowns(con, 10, 120)
    finding = found(con, "B34-FEW")
    assert usual(finding) == (0.35, pytest.approx(128.1 / 160))
    assert (kind(finding), finding.verdict) == (
        "population",
        Verdict.WATCH,
    )  # not a flag, although far outside
    assert finding.source.endswith(
        "; the range 35% to 50% is extended to the middle 80% of 10 other players of this database"
    )


# --- all together


def test_findings_come_flags_first_and_by_player(con):
    aheads(con, 15, 15)
    insert(con, "seats", {"hand_key": 0, "seat": 2, "player": "Bob", "hero": True})
    findings = leaks.find(con, HEROES)
    assert [finding.player for finding in findings] == ["Ann"] * len(LEAKS) + ["Bob"] * len(LEAKS)
    assert findings[0].leak.id == "B13"
    assert {finding.leak.id for finding in findings[: len(LEAKS)]} == set(LEAKS)
    printed = json.loads(json.dumps([finding.as_json() for finding in findings]))
    assert printed[0]["verdict"] == "flag"
    assert printed[0]["baseline"] == [0.85, 1.0]
    assert printed[0]["hands"][0]["hand_id"] == "1015"
    assert {verdict["verdict"] for verdict in printed} == {"flag", "fine", "not enough hands"}


def test_leaks_are_reported_in_sentences():
    for id_, leak in LEAKS.items():
        assert id_ == leak.id
        assert leak.name.isidentifier()
        assert leak.grade in {"A", "B"}
        for sentence in (leak.sentence, leak.advice):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
        assert leak.source
        assert leak.model
    assert len({leak.title for leak in LEAKS.values()}) == len(LEAKS)
