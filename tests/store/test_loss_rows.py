"""Who judges a decision or draw, and what it loses, on rows made by hand."""

from contextlib import closing

import pytest
from support.hand_made import database, insert, judge, play, row

KEY = {"hand_key": 1, "n": 20, "seat": 1}
# A call of 20 into 80 needs a fifth of five big bets.
FACED = row(hand_key=1, round=3, price=20, pot=80, pot_to_win=80, knowledge="dealt", value=100, behind=0)
CALL, FOLD = {"action": "call"}, {"action": "fold"}


@pytest.fixture
def con():
    with closing(database()) as con:
        yield con


def verdict(con, decision, price=None, **hand):
    """Return the verdict on a decision: judge, loss, error, best, proof, and the costs of a fold and of a call."""
    play(con, 1, **hand)
    insert(con, "decisions", row(FACED, decision))
    if price is not None:
        error = {"equity_error": 0.01}
        insert(con, "decision_prices", row(KEY, error, price))
    judge(con)
    return con.execute("SELECT judge, loss, loss_error, best, proven, cost_0, cost_1 FROM losses").fetchone()


def bracket(equity, low=None, high=None):
    return {
        "equity": equity,
        "equity_low": equity if low is None else low,
        "equity_high": equity if high is None else high,
    }


@pytest.mark.parametrize(
    ("decision", "price", "found"),
    [
        (CALL, bracket(0.1), ("equity", 0.5, 0.05, "fold", None, 0, 50)),
        (FOLD, bracket(0.1), ("equity", 0.0, 0.05, "fold", None, 0, 50)),
        (FOLD, bracket(0.4), ("equity", 1.0, 0.05, "call", None, 100, 0)),
        (CALL, bracket(0.4), ("equity", 0.0, 0.05, "call", None, 100, 0)),
        # With a bet of 20 of both into 100, an error is 1.4 times as large; the nearer end of the bracket counts.
        (row(FOLD, round=2), bracket(0.4, low=0.36), ("equity", 0.8, 0.07, "call", None, 80, 0)),
        (row(CALL, round=2), bracket(0.1, high=0.15), ("equity", 0.25, 0.07, "fold", None, 0, 25)),
        # The price is in the bracket, or two errors from it.
        (CALL, bracket(0.15, high=0.25), None),
        (CALL, bracket(0.185), None),
        (row(CALL, round=2), bracket(0.1, high=0.175), None),
        # Equity says nothing of a raise, and nothing without a bracket, as in pot limit.
        (row(action="raise"), bracket(0.1), None),
        (CALL, {"equity": 0.1}, None),
        (row(CALL, forced="timed_out"), bracket(0.1), None),
        (row(CALL, value=None), bracket(0.1), None),
    ],
)
def test_equity_judges_calls_and_folds_beyond_its_bracket(con, decision, price, found):
    said = verdict(con, decision, price)
    assert said == (None if found is None else pytest.approx(found, abs=1e-4))
    known = "forced" not in decision and decision.get("value", 1) is not None
    unjudged = [("other blinds",)] if known and found is None else []
    assert con.execute("SELECT reason FROM unjudged").fetchall() == unjudged


LOW = {"hand_3": "As 2h 3c 4d", "known_3": "dealt"}


@pytest.mark.parametrize(
    ("decision", "price", "hand", "found"),
    [
        (row(FOLD, price=0), {"floor_equity": 0.5}, {}, ("cards", 2.0, 0.04, "check", "folded free", 200, 0)),
        (row(FOLD, price=0), None, {}, None),  # the cards prove it wrong, not what it loses
        (row(FOLD, value=1), None, LOW, ("cards", 4.0, 0.01, "call", "folded unbeatable", 400, 0)),
        # 99 % of 420 less the call of 20
        (
            row(FOLD, value=2, pot=400, pot_to_win=400),
            None,
            {"hand_3": "As 2h 3c 5d"},
            ("cards", 19.79, 0.01, "call", "folded low badugi", 1979, 0),
        ),
        (
            row(FOLD, round=0, price=1, pot=80, pot_to_win=70, position="BB"),
            None,
            {"position": "BB"},
            None,  # 1.5 % of 71 less the call of 1 are 0.003 big bets: within the least error
        ),
        (row(CALL, value=1092), None, {"hand_3": "Ks Kh Kc Kd"}, ("cards", 1.0, 0.01, "fold", "called beaten", 0, 100)),
        (row(CALL, value=1092, behind=1), None, {"hand_3": "Ks Kh Kc Kd"}, None),
        (row(FOLD, value=1, knowledge="shown"), None, LOW, None),
    ],
)  # fmt: skip
def test_the_cards_judge_what_no_strategy_can_undo(con, decision, price, hand, found):
    said = verdict(con, decision, price, **hand)
    assert said == (None if found is None else pytest.approx(found, abs=1e-4))


def test_the_cards_come_before_equity(con):
    said = verdict(con, row(FOLD, value=1), bracket(0.4), **LOW)
    assert said == pytest.approx(("cards", 4.0, 0.01, "call", "folded unbeatable", 400, 0))
