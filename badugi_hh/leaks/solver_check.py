"""The checks against the solved game, and how their findings are judged: sums of what actions cost against the best ones.

How often a hand mixes its actions is never counted, only what an action costs beyond the error of the cost. Single costs are
uncertain, and their errors are partly the same for all hands of a kind; therefore a flag needs a sum whose whole interval
is a loss after each cost was reduced by its error. Single decisions are listed from `SINGLE` on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from badugi_hh.leaks import mistake_check
from badugi_hh.leaks.frequency_check import DEALT
from badugi_hh.leaks.leak import NOTABLE_COST, Finding, Leak, Verdict
from badugi_hh.leaks.mistake_check import MistakeCheck, Row
from badugi_hh.stats.definitions.intervals import of_rare_sum

SOLVER = "solver"
SINGLE = 0.15
"""What a single decision must cost to be listed, in big bets; it must also cost twice its standard error."""
MIN_DECISIONS = 100
"""With fewer covered decisions there is no verdict."""

_SOURCE = "the equilibrium of the heads-up game with fixed limit, solved by this program (docs/solve.md)"
_MODEL = (
    "what each action loses against the best one if the opponent plays the equilibrium, without rake and blockers, less the "
    "error of that cost; the upper end of the interval counts whole costs"
)
_EXCLUDED = "no solved game has a known answer for the decision"
_HEADS_UP = (*DEALT, "betting = 'fixed'", "live = 2")
_COVERED = ("solver_cost IS NOT NULL",)
_BEYOND_ERROR = "solver_cost > solver_error"
_WHEN = ("before the first draw", "after draw 1", "after draw 2", "after draw 3")
_DONE = {"fold": "folded", "check": "checked", "call": "called", "bet": "bet", "raise": "raised"}


@dataclass(frozen=True, slots=True)
class SolverCheck(MistakeCheck):
    """A check against the solved game: its mistakes are the actions that cost more than the error of their cost."""


def judge(
    check: SolverCheck,
    chances: int,
    costs: Mapping[tuple[int, int], tuple[float, float]],
    excluded: int,
    player: str,
    hands: int,
) -> Finding:
    """Return the finding of a check without its worst hands.

    `costs` are those of the mistakes in big bets, with their errors, by hand_key and event. The sum and its lower end count each
    cost less its error: those above their errors are selected, so that whole costs are too high on average.
    """
    found = mistake_check.judge(
        check, chances, {key: cost for key, (cost, _) in costs.items()}, excluded, player, hands
    )
    by_hand: dict[int, float] = {}
    for (hand_key, _), (cost, error) in costs.items():
        by_hand[hand_key] = by_hand.get(hand_key, 0.0) + cost - error
    ends = of_rare_sum(by_hand.values()) if hands else None
    low = None if ends is None else 100 * ends[0] / hands
    total = 100 * sum(by_hand.values()) / hands if costs and hands else None
    if chances < MIN_DECISIONS:
        verdict = Verdict.TOO_FEW
    elif low is not None and low >= NOTABLE_COST:
        verdict = Verdict.FLAG
    elif total is not None and total >= NOTABLE_COST:
        verdict = Verdict.WATCH
    else:
        verdict = Verdict.FINE
    return replace(found, verdict=verdict, kind=SOLVER, cost=total, cost_low=low)


def _describe(row: Row) -> str:
    """Return what was done with which cards, the best action, and the cost with its error."""
    best, cost = row["solver_best"], f"{row['solver_cost']:.2f} ± {row['solver_error']:.2f} big bets"
    if "drawn" in row:
        done = "stood pat" if row["drawn"] == 0 else f"drew {row['drawn']}"
        better = "standing pat" if best == "0" else f"drawing {best}"
        return f"{done} with {row['hand']} at draw {row['draw']}; {better} is better by {cost}"
    return f"{_DONE[row['action']]} with {row['hand']} {_WHEN[row['round']]}; to {best} is better by {cost}"


def _check(
    id_: str,
    name: str,
    title: str,
    sentence: str,
    advice: str,
    rows: str,
    scope: tuple[str, ...],
    made: tuple[str, ...],
) -> SolverCheck:
    return SolverCheck(
        Leak(id_, name, title, sentence, advice, "S", _SOURCE, _MODEL),
        rows=rows,
        scope=(*_HEADS_UP, *scope),
        limits=_COVERED,
        made=(_BEYOND_ERROR, *made),
        note=_describe,
        cost=lambda row: row["solver_cost"],
        excluded_reason=_EXCLUDED,
    )


_BEFORE, _AFTER, _FACED = ("round = 0",), ("round >= 1",), ("round >= 1", "price > 0")

_CHECKS = (
    _check(
        "S1",
        "solver_fold_b0",
        "Folded before the draw, against the solver",
        "How often you folded heads-up before the first draw a hand that is better called or raised.",
        "Play more hands heads-up before the draw: two low cards are often enough.",
        "decisions",
        _BEFORE,
        ("action = 'fold'",),
    ),
    _check(
        "S2",
        "solver_play_b0",
        "Played before the draw, against the solver",
        "How often you called or raised heads-up before the first draw a hand that folds better.",
        "Fold the worst hands heads-up before the draw.",
        "decisions",
        _BEFORE,
        ("action <> 'fold'", "solver_best = 'fold'"),
    ),
    _check(
        "S3",
        "solver_raise_b0",
        "Called or raised before the draw, against the solver",
        "How often you called heads-up before the first draw where a raise is better, or raised where a call or check is.",
        "Compare the hands with badugi-hh solve: it shows which ones raise and which ones call.",
        "decisions",
        _BEFORE,
        ("action <> 'fold'", "solver_best <> 'fold'"),
    ),
    _check(
        "S4",
        "solver_drew_many",
        "Drew too many cards, against the solver",
        "How often you drew more cards heads-up than the best number.",
        "Stand pat more often, or keep another card.",
        "draws",
        (),
        ("solver_best < CAST(drawn AS VARCHAR)",),
    ),
    _check(
        "S5",
        "solver_drew_few",
        "Drew too few cards, against the solver",
        "How often you drew fewer cards heads-up than the best number, or stood pat where a draw is better.",
        "Break rough badugis and end snows where the opponent's draws ask for it.",
        "draws",
        (),
        ("solver_best > CAST(drawn AS VARCHAR)",),
    ),
    _check(
        "S6",
        "solver_fold",
        "Folded after a draw, against the solver",
        "How often you folded heads-up after a draw to a bet that is better called or raised.",
        "Call more bets heads-up: the pot usually offers enough.",
        "decisions",
        _FACED,
        ("action = 'fold'",),
    ),
    _check(
        "S7",
        "solver_call",
        "Called after a draw, against the solver",
        "How often you called or raised heads-up after a draw a bet that folds better.",
        "Fold hands that are behind and cannot improve enough for the price.",
        "decisions",
        _FACED,
        ("action <> 'fold'", "solver_best = 'fold'"),
    ),
    _check(
        "S8",
        "solver_passive",
        "Checked or called instead of betting, against the solver",
        "How often you checked or called heads-up after a draw where a bet or raise is better.",
        "Bet and raise the hands that are ahead of what the opponent's draws imply.",
        "decisions",
        _AFTER,
        ("action IN ('check', 'call')", "solver_best IN ('bet', 'raise')"),
    ),
    _check(
        "S9",
        "solver_aggressive",
        "Bet or raised too much, against the solver",
        "How often you bet or raised heads-up after a draw where a check or call is better.",
        "Check the hands that only better ones call.",
        "decisions",
        _AFTER,
        ("action IN ('bet', 'raise')", "solver_best IN ('check', 'call')"),
    ),
)

SOLVER_CHECKS: dict[str, SolverCheck] = {check.leak.id: check for check in _CHECKS}
"""All checks against the solved game by id."""
