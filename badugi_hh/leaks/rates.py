"""Declares the grade B checks: what they count, the published baseline, and the cost of a deviation.

The baselines are for fixed limit at six-handed tables. Other limits and heads-up tables are excluded, and their
number is reported. The equities in the costs come from `badugi_hh.odds`; a test computes them again.
"""

from typing import Any

from badugi_hh.engine import values
from badugi_hh.leaks.leak import Baseline, FrequencyCheck, Leak
from badugi_hh.odds.ranges import LOW_PAIRS, Range, of_ranks, up_to, with_high
from badugi_hh.stats.definitions.kinds import Proportion
from badugi_hh.stats.definitions.registry import STATS

_SOLVER = "NL27Solver, its published Badugi solve (40 million iterations, no rake, no limps)"
_GAME = "fixed limit, six-handed, no rake"

OPENING: dict[str, Range] = {
    "BTN": of_ranks("a third of all hands", (*up_to(4, "K"), *up_to(3, "9"), *LOW_PAIRS)),
    "SB": of_ranks("two thirds of all hands", (*up_to(4, "K"), *up_to(3, "Q"), *up_to(2, "6"))),
}
"""The assumed range of the opener of a steal: 32.4 % of all hands on the button, 67.4 % in the small blind."""

WEAKEST_DEFENDED: dict[str, Range] = {
    "BTN": of_ranks("three cards, jack high", with_high(3, "J")),
    "SB": of_ranks("two cards, jack high", with_high(2, "J")),
}
"""The weakest class of hands that the baseline defends, when hands are sorted by equity against the opener."""

DEFENCE_EQUITY = {"BTN": 0.36, "SB": 0.37}
"""Hot-and-cold equity of `WEAKEST_DEFENDED` against `OPENING` with three draws."""

_REALIZED = 0.8  # part of its equity that a hand out of position realizes

AHEAD_EQUITY = {
    (1, 0, 1): 0.60,
    (1, 0, 2): 0.71,
    (1, 0, 3): 0.70,
    (1, 1, 2): 0.58,
    (1, 1, 3): 0.62,
    (1, 2, 3): 0.53,
    (2, 0, 1): 0.70,
    (2, 0, 2): 0.82,
    (2, 0, 3): 0.79,
    (2, 1, 2): 0.61,
    (2, 1, 3): 0.65,
    (2, 2, 3): 0.52,
}
"""Hot-and-cold equity of the draw-count model by (round, own draw, opponent's draw); 3 means 3 or 4."""


def _proportion(name: str) -> Proportion:
    kind = STATS[name].kind
    if not isinstance(kind, Proportion):
        raise TypeError(f"the statistic {name} is not a proportion")
    return kind


def _defence_check(opener: str, opener_name: str, low: float, high: float) -> FrequencyCheck:
    """Return the check of the big blind's folds to a lone steal from `opener`."""
    steal = _proportion("fold_to_steal")
    faced = f"round = 0 AND forced IS NULL AND level_full = 2 AND position = 'BB' AND opener = '{opener}'"
    lone = f"{' AND '.join(steal.chances)} AND position = 'BB' AND opener = '{opener}' AND betting = 'fixed' AND players >= 3"
    return FrequencyCheck(
        Leak(
            id=f"B4-{opener}",
            name=f"bb_overfolds_to_{opener.lower()}",
            title=f"Big blind folds too often to a steal from {opener_name}",
            sentence=f"How often you fold the big blind when {opener_name} raises first and nobody else calls.",
            advice=f"Call more: a steal from {opener_name} gives you at least three to one and three draws.",
            grade="B",
            source=_SOLVER,
            model=f"equity x pot x {_REALIZED} less the call, for {WEAKEST_DEFENDED[opener].name} "
            f"({DEFENCE_EQUITY[opener]:.0%} against {OPENING[opener].name})",
        ),
        chances=lone,
        made=" AND ".join(steal.made),
        baseline=Baseline(low, high, _SOLVER, "solver", _GAME),
        too_high=True,
        min_opportunities=50,
        cost=f"({DEFENCE_EQUITY[opener]} * {_REALIZED} * (pot_to_win + price) - price) / nullif(big_bet, 0)",
        worst_first="value NULLS LAST",
        not_applicable=f"{faced} AND NOT coalesce({lone}, false)",
        not_applicable_reason="other callers or limpers, another betting limit, or a heads-up table",
        note=_describe_fold,
        opener=opener,
    )


def _describe_fold(row: dict[str, Any]) -> str:
    if row["value"] is None:
        return "folded the big blind"
    return f"folded the big blind with {values.describe(row['value'])}"


_STATES = " ".join(
    f"WHEN round = {round_} AND own_draw = {own} AND least(best_opponent_draw, 3) = {other} "
    f"THEN {2 * equity - 1:.2f}"
    for (round_, own, other), equity in AHEAD_EQUITY.items()
)
_BET = "(CASE WHEN round = 1 THEN small_bet ELSE big_bet END)"
_AHEAD = " OR ".join(f"({' AND '.join(_proportion(f'bet_ahead_b{round_}').chances)})" for round_ in (1, 2))
_AHEAD_ALONE = f"({_AHEAD}) AND can_raise AND live = 2 AND betting = 'fixed'"
_AUTHORS = "published strategy: a bet with the better draw is automatic"


def _describe_check(row: dict[str, Any]) -> str:
    own = "standing pat" if row["own_draw"] == 0 else f"drawing {row['own_draw']}"
    return f"checked after {own} against an opponent who drew {row['best_opponent_draw']}"


_BET_AHEAD = FrequencyCheck(
    Leak(
        id="B13",
        name="checks_when_ahead",
        title="Checks with the better draw",
        sentence="How often you bet heads-up after the first or second draw when the opponent drew more "
        "cards than you.",
        advice="Bet every time the opponent draws more cards than you: you win more than half of these pots.",
        grade="B",
        source=_AUTHORS,
        model="(2 x equity - 1) x bet, equity by both players' draws",
    ),
    chances=_AHEAD_ALONE,
    made="action = 'bet'",
    baseline=Baseline(0.85, 1.0, _AUTHORS, "author", "fixed limit, heads-up"),
    too_high=False,
    min_opportunities=30,
    cost=f"(CASE {_STATES} END) * {_BET} / nullif(big_bet, 0)",
    worst_first="cost DESC NULLS LAST",
    not_applicable=f"({_AHEAD}) AND NOT coalesce({_AHEAD_ALONE}, false)",
    not_applicable_reason="more than one opponent, or another betting limit",
    note=_describe_check,
)

FREQUENCY_CHECKS: dict[str, FrequencyCheck] = {
    check.leak.id: check
    for check in (
        _defence_check("BTN", "the button", 0.10, 0.30),
        _defence_check("SB", "the small blind", 0.0, 0.12),
        _BET_AHEAD,
    )
}
