"""The checks against solved games and the blueprint of full tables: sums of what actions cost against the best ones.

How often a hand mixes its actions is never counted, only what an action costs beyond the error of the cost.
"""

from badugi_hh.leaks.leak import Leak
from badugi_hh.leaks.leak_check import DEALT, Limits, Situation, SolverCheck
from badugi_hh.leaks.row_notes import describe_solved
from badugi_hh.stats.definitions.kinds import Conjunction

_SOURCE = "the equilibrium of the heads-up game with fixed limit, solved by this program (docs/solve.md)"
_BLUEPRINT = "the blueprint of full tables, trained by this program (docs/full-table.md)"
_MODEL = (
    "what each action loses against the best one if the opponent plays the equilibrium, without rake and blockers, less the "
    "error of that cost; the upper end of the interval counts whole costs"
)
_COVERED = Limits(
    ("solver_cost IS NOT NULL",), "no solved game or blueprint has a known answer for the decision"
)


def _check(
    id_: str,
    name: str,
    title: str,
    sentence: str,
    advice: str,
    scope: Conjunction,
    made: Conjunction,
    rows: str = "decisions",
    source: str = _SOURCE,
) -> SolverCheck:
    leak = Leak(
        id=id_,
        name=name,
        title=title,
        grade="S",
        sentence=sentence,
        advice=advice,
        source=source,
        model=_MODEL,
    )
    situation = Situation(
        (*DEALT, "betting = 'fixed'", *scope),
        ("solver_cost > solver_error", *made),
        _COVERED,
        rows,
    )
    return SolverCheck(leak, situation, "solver_cost", describe_solved)


_BEFORE, _AFTER, _FACED = (
    ("live = 2", *scope) for scope in (("round = 0",), ("round >= 1",), ("round >= 1", "price > 0"))
)
_FIRST_IN = ("round = 0", "players >= 3", "folded_to")
_RAISED = ("round = 0", "players >= 3", "level_any >= 2")


def _at_table(
    id_: str, name: str, title: str, sentence: str, advice: str, scope: Conjunction, made: Conjunction
) -> SolverCheck:
    return _check(id_, name, title, sentence, advice, scope, made, source=_BLUEPRINT)


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
        ("live = 2",),
        ("solver_best < CAST(drawn AS VARCHAR)",),
        rows="draws",
    ),
    _check(
        "S5",
        "solver_drew_few",
        "Drew too few cards, against the solver",
        "How often you drew fewer cards heads-up than the best number, or stood pat where a draw is better.",
        "Draw more cards heads-up: break rough badugis and end snows where the opponent's draws ask for it.",
        ("live = 2",),
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
    _at_table(
        "S10",
        "solver_open_early",
        "Played too many hands first in, early",
        "How often you entered the pot first in from early position to the hijack with a hand that folds better.",
        "Fold more hands before the cutoff: play badugis, good three-card hands and the best two-card hands.",
        (*_FIRST_IN, "position IN ('EP', 'MP', 'HJ')"),
        ("action <> 'fold'", "solver_best = 'fold'"),
    ),
    _at_table(
        "S11",
        "solver_open_late",
        "Played too many hands first in, late",
        "How often you entered the pot first in from the cutoff, the button or the small blind with a hand that folds better.",
        "Fold the worst two-card hands and hands of one card in late position too.",
        (*_FIRST_IN, "position IN ('CO', 'BTN', 'SB')"),
        ("action <> 'fold'", "solver_best = 'fold'"),
    ),
    _at_table(
        "S12",
        "solver_open_tight",
        "Folded first in",
        "How often you folded first in a hand that is better played.",
        "Open more hands, most of all on the button and in the small blind.",
        _FIRST_IN,
        ("action = 'fold'",),
    ),
    _at_table(
        "S13",
        "solver_defend",
        "Folded the big blind to a raise",
        "How often you folded the big blind to a raise with a hand that is better called or raised.",
        "Defend the big blind with two low cards: the price is good.",
        (*_RAISED, "position = 'BB'"),
        ("action = 'fold'",),
    ),
    _at_table(
        "S14",
        "solver_cold",
        "Played too many hands against a raise",
        "How often you called or raised a raise before the draw with a hand that folds better.",
        "Fold more hands to a raise: against a raise and more players to come only good three-card hands and badugis go on.",
        _RAISED,
        ("action <> 'fold'", "solver_best = 'fold'"),
    ),
    _at_table(
        "S15",
        "solver_three_bet",
        "Called a raise instead of raising again",
        "How often you called a raise before the draw with a hand that is better raised again.",
        "Raise again with badugis and the best three-card hands.",
        _RAISED,
        ("action = 'call'", "solver_best = 'raise'"),
    ),
)
"""The checks of grade S."""
