"""The checks against solved games and the blueprint of full tables: sums of what actions cost against the best ones.

How often a hand mixes its actions is never counted, only what an action costs beyond the error of the cost.
"""

from badugi_hh.facts.words import IS_WRONG
from badugi_hh.leaks.leak import Leak
from badugi_hh.leaks.leak_check import DEALT, Limits, Situation, SolverCheck
from badugi_hh.leaks.row_notes import describe_solved
from badugi_hh.stats.definitions.kinds import Conjunction

_EQUILIBRIUM = (
    "the equilibrium of the heads-up game with fixed limit, solved by this program (docs/best-play.md)"
)
_EITHER = "solved games of two players, and the blueprint of full tables (docs/best-play.md)"
_MODEL = (
    "what each action loses against the best one if the others play as the source does, without rake, and between two players "
    "without blockers, less the error of that cost; the upper end of the interval counts whole costs"
)
_COVERED = Limits(
    ("judge IN ('game', 'blueprint')",), "no solved game or blueprint has a known answer for the decision"
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
    source: str = _EITHER,
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
        (IS_WRONG, *made),
        _COVERED,
        rows,
    )
    return SolverCheck(leak, situation, "loss", describe_solved)


_HEADS_UP = ("round = 0", "players = 2")
_AFTER = ("round >= 1",)
_FACED = ("round >= 1", "price > 0")
_TABLE = ("round = 0", "players >= 3")
_FIRST_IN = (*_TABLE, "folded_to")
_RAISED = (*_TABLE, "level_any >= 2")


def _heads_up(
    id_: str, name: str, title: str, sentence: str, advice: str, scope: Conjunction, made: Conjunction
) -> SolverCheck:
    return _check(id_, name, title, sentence, advice, scope, made, source=_EQUILIBRIUM)


LOSSES: tuple[SolverCheck, ...] = (
    _heads_up(
        "S1",
        "solver_fold_b0",
        "Folded before the draw, against the solver",
        "How often you folded heads-up before the first draw a hand that is better called or raised.",
        "Play more hands heads-up before the draw: two low cards are often enough.",
        _HEADS_UP,
        ("action = 'fold'",),
    ),
    _heads_up(
        "S2",
        "solver_play_b0",
        "Played before the draw, against the solver",
        "How often you called or raised heads-up before the first draw a hand that folds better.",
        "Fold the worst hands heads-up before the draw.",
        _HEADS_UP,
        ("action <> 'fold'", "best = 'fold'"),
    ),
    _heads_up(
        "S3",
        "solver_raise_b0",
        "Called or raised before the draw, against the solver",
        "How often you called heads-up before the first draw where a raise is better, or raised where a call or check is.",
        "Compare before the draw which hands raise and which call: badugi-hh solve shows them.",
        _HEADS_UP,
        ("action <> 'fold'", "best <> 'fold'"),
    ),
    _check(
        "S4",
        "solver_drew_many",
        "Drew too many cards, against the solver",
        "How often you drew more cards than the best number.",
        "Draw fewer cards in such decisions: stand pat, or keep another card. The list has them.",
        (),
        ("best < CAST(drawn AS VARCHAR)",),
        rows="draws",
    ),
    _check(
        "S5",
        "solver_drew_few",
        "Drew too few cards, against the solver",
        "How often you drew fewer cards than the best number, or stood pat where a draw is better.",
        "Draw more cards in such decisions: break a rough badugi, or end a snow. The list has them.",
        (),
        ("best > CAST(drawn AS VARCHAR)",),
        rows="draws",
    ),
    _check(
        "S6",
        "solver_fold",
        "Folded after a draw, against the solver",
        "How often you folded after a draw to a bet that is better called or raised.",
        "Call more bets after a draw: the pot usually offers enough.",
        _FACED,
        ("action = 'fold'",),
    ),
    _check(
        "S7",
        "solver_call",
        "Called after a draw, against the solver",
        "How often you called or raised after a draw a bet that folds better.",
        "Fold more hands after a draw: those that are behind and cannot improve enough for the price.",
        _FACED,
        ("action <> 'fold'", "best = 'fold'"),
    ),
    _check(
        "S8",
        "solver_passive",
        "Checked or called instead of betting, against the solver",
        "How often you checked or called after a draw where a bet or raise is better.",
        "Bet and raise more of such hands: those ahead of what the opponent's draws imply, and some as a bluff. The list has them.",
        _AFTER,
        ("action IN ('check', 'call')", "best IN ('bet', 'raise')"),
    ),
    _check(
        "S9",
        "solver_aggressive",
        "Bet or raised too much, against the solver",
        "How often you bet or raised after a draw where a check or call is better.",
        "Bet and raise fewer of such hands: check those that only better ones call. The list has them.",
        _AFTER,
        ("action IN ('bet', 'raise')", "best IN ('check', 'call')"),
    ),
    _check(
        "S10",
        "solver_open_early",
        "Played too many hands first in before the cutoff",
        "How often you entered the pot first in from early position to the hijack with a hand that folds better.",
        "Fold more hands before the cutoff: play badugis, good three-card hands and the best two-card hands.",
        (*_FIRST_IN, "position IN ('EP', 'MP', 'HJ')"),
        ("action <> 'fold'", "best = 'fold'"),
    ),
    _check(
        "S11",
        "solver_open_late",
        "Played too many hands first in from the cutoff on",
        "How often you entered the pot first in from the cutoff, the button or the small blind with a hand that folds better.",
        "Fold more hands in late position too: the list has those that cost most.",
        (*_FIRST_IN, "position IN ('CO', 'BTN', 'SB')"),
        ("action <> 'fold'", "best = 'fold'"),
    ),
    _check(
        "S12",
        "solver_open_tight",
        "Folded first in",
        "How often you folded first in a hand that is better played.",
        "Open more hands, most of all on the button and in the small blind.",
        _FIRST_IN,
        ("action = 'fold'",),
    ),
    _check(
        "S13",
        "solver_defend",
        "Folded the big blind to a raise",
        "How often you folded the big blind to a raise with a hand that is better called or raised.",
        "Defend the big blind more often: the price is good, and the list has the hands.",
        (*_RAISED, "position = 'BB'"),
        ("action = 'fold'",),
    ),
    _check(
        "S14",
        "solver_cold",
        "Played too many hands against a raise",
        "How often you called or raised a raise before the draw with a hand that folds better.",
        "Fold the worst of the hands with which you call and raise: the list has them.",
        _RAISED,
        ("action <> 'fold'", "best = 'fold'"),
    ),
    _check(
        "S15",
        "solver_three_bet",
        "Called a raise instead of raising again",
        "How often you called a raise before the draw with a hand that is better raised again.",
        "Raise again with badugis and the best three-card hands.",
        _RAISED,
        ("action = 'call'", "best = 'raise'"),
    ),
    _check(
        "S16",
        "solver_fold_raise",
        "Folded to a raise outside the big blind",
        "How often, outside the big blind, you folded to a raise before the draw a hand that is better called or raised.",
        "Call or raise again with the best of the hands that you fold: the list has them.",
        (*_RAISED, "position <> 'BB'"),
        ("action = 'fold'",),
    ),
    _check(
        "S17",
        "solver_behind_limp",
        "Played the wrong hands behind a limp",
        "How often you folded behind a limp a hand that is better played, or played one that folds better.",
        "Compare which hands to play behind a limp: the list shows those that you folded and should play, and the other way round.",
        (*_TABLE, "NOT folded_to", "level_any <= 1"),
        ("(action = 'fold' OR best = 'fold')",),
    ),
    _check(
        "S18",
        "solver_call_or_raise",
        "Called or raised before the draw where the other is better",
        "How often you limped or checked before the draw where a raise is better, or raised where a call or check is better.",
        "Compare which hands raise and which call before the draw: badugi-hh solve shows them.",
        _TABLE,
        ("action <> 'fold'", "best <> 'fold'", "(level_any <= 1 OR action <> 'call')"),
    ),
)
"""The checks of grade S."""
