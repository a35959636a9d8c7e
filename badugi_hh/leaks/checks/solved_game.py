"""The checks against the solved game: sums of what actions cost against the best ones.

How often a hand mixes its actions is never counted, only what an action costs beyond the error of the cost.
"""

from badugi_hh.leaks.leak import Leak
from badugi_hh.leaks.leak_check import DEALT, Limits, Situation, SolverCheck
from badugi_hh.leaks.row_notes import describe_solved
from badugi_hh.stats.definitions.kinds import Conjunction

_SOURCE = "the equilibrium of the heads-up game with fixed limit, solved by this program (docs/solve.md)"
_MODEL = (
    "what each action loses against the best one if the opponent plays the equilibrium, without rake and blockers, less the "
    "error of that cost; the upper end of the interval counts whole costs"
)
_COVERED = Limits(("solver_cost IS NOT NULL",), "no solved game has a known answer for the decision")


def _check(
    id_: str,
    name: str,
    title: str,
    sentence: str,
    advice: str,
    scope: Conjunction,
    made: Conjunction,
    rows: str = "decisions",
) -> SolverCheck:
    leak = Leak(
        id=id_,
        name=name,
        title=title,
        grade="S",
        sentence=sentence,
        advice=advice,
        source=_SOURCE,
        model=_MODEL,
    )
    situation = Situation(
        (*DEALT, "betting = 'fixed'", "live = 2", *scope),
        ("solver_cost > solver_error", *made),
        _COVERED,
        rows,
    )
    return SolverCheck(leak, situation, "solver_cost", describe_solved)


_BEFORE, _AFTER, _FACED = ("round = 0",), ("round >= 1",), ("round >= 1", "price > 0")

LOSSES: tuple[SolverCheck, ...] = (
    _check(
        "S1",
        "solver_fold_b0",
        "Folded before the draw, against the solver",
        "How often you folded heads-up before the first draw a hand that is better called or raised.",
        "Play more hands heads-up before the draw: two low cards are often enough.",
        _BEFORE,
        ("action = 'fold'",),
    ),
    _check(
        "S2",
        "solver_play_b0",
        "Played before the draw, against the solver",
        "How often you called or raised heads-up before the first draw a hand that folds better.",
        "Fold the worst hands heads-up before the draw.",
        _BEFORE,
        ("action <> 'fold'", "solver_best = 'fold'"),
    ),
    _check(
        "S3",
        "solver_raise_b0",
        "Called or raised before the draw, against the solver",
        "How often you called heads-up before the first draw where a raise is better, or raised where a call or check is.",
        "Compare before the draw which hands raise and which call: badugi-hh solve shows them.",
        _BEFORE,
        ("action <> 'fold'", "solver_best <> 'fold'"),
    ),
    _check(
        "S4",
        "solver_drew_many",
        "Drew too many cards, against the solver",
        "How often you drew more cards heads-up than the best number.",
        "Draw fewer cards heads-up: stand pat more often, or keep another card.",
        (),
        ("solver_best < CAST(drawn AS VARCHAR)",),
        rows="draws",
    ),
    _check(
        "S5",
        "solver_drew_few",
        "Drew too few cards, against the solver",
        "How often you drew fewer cards heads-up than the best number, or stood pat where a draw is better.",
        "Draw more cards heads-up: break rough badugis and end snows where the opponent's draws ask for it.",
        (),
        ("solver_best > CAST(drawn AS VARCHAR)",),
        rows="draws",
    ),
    _check(
        "S6",
        "solver_fold",
        "Folded after a draw, against the solver",
        "How often you folded heads-up after a draw to a bet that is better called or raised.",
        "Call more bets heads-up after a draw: the pot usually offers enough.",
        _FACED,
        ("action = 'fold'",),
    ),
    _check(
        "S7",
        "solver_call",
        "Called after a draw, against the solver",
        "How often you called or raised heads-up after a draw a bet that folds better.",
        "Fold more hands heads-up after a draw: those that are behind and cannot improve enough for the price.",
        _FACED,
        ("action <> 'fold'", "solver_best = 'fold'"),
    ),
    _check(
        "S8",
        "solver_passive",
        "Checked or called instead of betting, against the solver",
        "How often you checked or called heads-up after a draw where a bet or raise is better.",
        "Bet and raise more hands heads-up after a draw: those ahead of what the opponent's draws imply, and some as a bluff.",
        _AFTER,
        ("action IN ('check', 'call')", "solver_best IN ('bet', 'raise')"),
    ),
    _check(
        "S9",
        "solver_aggressive",
        "Bet or raised too much, against the solver",
        "How often you bet or raised heads-up after a draw where a check or call is better.",
        "Bet and raise fewer hands heads-up after a draw: check those that only better ones call.",
        _AFTER,
        ("action IN ('bet', 'raise')", "solver_best IN ('check', 'call')"),
    ),
)
"""The checks of grade S."""
