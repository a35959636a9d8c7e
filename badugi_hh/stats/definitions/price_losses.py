"""What draws, calls and folds lost against the best cards to keep and the price of a call, and against a solved game.

Statistics by equities count draws and decisions with a price: the player's cards were dealt openly, and the opponents'
ranges follow from the numbers of cards that they drew. Nobody bets or folds again in such an equity. With bets to come
it is therefore no proof that a call or a fold was a mistake: `call_loss` and `fold_loss` count only what is lost at
both ends of the bracket of the equity.

Statistics by the solver count hands with its price whose cards were dealt openly. A loss is one against an opponent who plays the
equilibrium, without rake and blockers; against a weak opponent another action may be better. Costs have errors that do not
average out, so that a small loss is none; `solver_coverage` states what the sums are of.
"""

from badugi_hh.stats.definitions.estimates import average, rare_per_hundred
from badugi_hh.stats.definitions.kinds import Conjunction, MomentStatistic, Proportion
from badugi_hh.stats.definitions.kinds.kind import LOST_PER_100_HANDS, Unit, UnitKind, share_of
from badugi_hh.stats.definitions.row_sets import DRAW_HANDS, SOLVED_HANDS
from badugi_hh.stats.definitions.stat import DRAWS, OF_POT, OWN, ROUNDS, Stat

_GROUP = "prices"
_DRAWS = ("big_bet > 0", OWN, "knowledge = 'dealt'", "kept_equity IS NOT NULL")
_FACED = (OWN, "knowledge = 'dealt'", "price > 0", "equity IS NOT NULL")
_CALLS = (*_FACED, "action = 'call'")
_FOLDS = (*_FACED, "action = 'fold'")
_BRACKETED = ("big_bet > 0", "equity_low IS NOT NULL")

# A player who is all-in can win a part of the pot.
_LOST_BY_KEEP = "(best_equity - kept_equity) * (CASE WHEN all_in THEN reach ELSE pot END) / big_bet"
_MARGIN = f"(equity - {OF_POT})"
_POT_AFTER_CALL = "CAST(pot_to_win + price AS DOUBLE) / big_bet"
# As in `store.price_rows`: an error of the equity moves the end with later bets by `_ERRORS` times as much.
_LATER_BETS = """(CASE WHEN opponents_able = 0 OR all_in THEN 0 WHEN round = 0 THEN small_bet + 2 * big_bet
WHEN round = 1 THEN 2 * big_bet WHEN round = 2 THEN big_bet ELSE 0 END)"""
_ERRORS = f"(1 + {_LATER_BETS} * (1 + opponents_able) / CAST(pot_to_win + price AS DOUBLE))"
_WITH_BETS = "(equity_low + equity_high - equity)"  # the end of the bracket that is not the equity itself
_SOLVER_GROUP = "solver"
_KNOWN = (OWN, "knowledge = 'dealt'")
_COVERED = ("solver_cost IS NOT NULL",)
_BETTING = {0: "before the first draw", **ROUNDS}


def _surely(sign: str) -> tuple[str, str]:
    """Return both ends of the bracket, moved by two errors: an equity differs from a price only by more."""
    return f"(equity {sign} 2 * equity_error)", f"({_WITH_BETS} {sign} 2 * equity_error * {_ERRORS})"


def _first_if(comparison: str, ends: tuple[str, str]) -> str:
    first, second = ends
    return f"(CASE WHEN {first} {comparison} {second} THEN {first} ELSE {second} END)"


_LOST_BY_CALL = f"({OF_POT} - {_first_if('>', _surely('+'))})"
_LOST_BY_FOLD = f"({_first_if('<', _surely('-'))} - {OF_POT})"


def _per_hundred(what: str) -> Unit:
    return Unit(UnitKind.BIG_BETS, "big bets", per=f"100 {what}", is_loss=True)


def _at_least_0(share: str) -> str:
    return f"(CASE WHEN {share} > 0 THEN {share} * {_POT_AFTER_CALL} ELSE 0 END)"


def _of_round(number: int) -> tuple[Stat, ...]:
    where = ROUNDS[number]
    return tuple(
        Stat(
            f"{name}_margin_b{number}",
            f"Margin of {name}s {where}",
            f"{sentence} {where}, in shares of the pot after a call: the share of the pot that your hand wins if nobody bets or folds again, less the price of the call.",
            _GROUP,
            "decisions",
            MomentStatistic(
                (*rows, f"round = {number}"), _MARGIN, share_of("the pot"), average, least=-1, most=1
            ),
        )
        for name, sentence, rows in (
            ("call", "Mean margin of your calls", _CALLS),
            ("fold", "Mean margin that your folds gave up", _FOLDS),
        )
    )


def _loss(
    name: str,
    title: str,
    sentence: str,
    where: Conjunction,
    amount: str,
    *,
    per: str,
    rows: str = "draws",
    least: float | None = None,
) -> Stat:
    kind = MomentStatistic(where, amount, _per_hundred(per), rare_per_hundred, by_game=True, least=least)
    return Stat(name, title, sentence, _GROUP, rows, kind)


PRICE_STATS = (
    _loss(
        "draw_loss",
        "Lost by keeping other cards",
        "Big bets per 100 draws lost by the cards that you kept, against the best cards to keep: the difference of the shares of the pot if nobody bets or folds again, times the pot.",
        _DRAWS,
        _LOST_BY_KEEP,
        per="draws",
    ),
    *(
        _loss(
            f"draw_loss_{number}",
            f"Lost by keeping other cards at the {which} draw",
            f"Big bets per 100 {which} draws lost by the cards that you kept, against the best cards to keep if nobody bets or folds again.",
            (*_DRAWS, f"draw = {number}"),
            _LOST_BY_KEEP,
            per="draws",
        )
        for number, which in DRAWS.items()
    ),
    _loss(
        "draw_loss_per_hand",
        "Lost by keeping other cards, by hands",
        "Big bets per 100 hands lost by the cards that you kept, over all draws with a price of each hand that has one.",
        ("lost IS NOT NULL",),
        "lost",
        per="hands",
        rows=DRAW_HANDS,
    ),
    *(stat for number in ROUNDS for stat in _of_round(number)),
    _loss(
        "call_loss",
        "Lost by calls below their price",
        "Big bets per 100 calls lost at least by calls whose share of the pot is below the price, also with one more bet in every later round.",
        (*_CALLS, *_BRACKETED),
        _at_least_0(_LOST_BY_CALL),
        per="calls",
        rows="decisions",
        least=0,
    ),
    _loss(
        "fold_loss",
        "Lost by folds above their price",
        "Big bets per 100 folds lost at least by folds whose share of the pot is above the price of a call, also with one more bet in every later round.",
        (*_FOLDS, *_BRACKETED),
        _at_least_0(_LOST_BY_FOLD),
        per="folds",
        rows="decisions",
        least=0,
    ),
)


def _solver_loss(name: str, title: str, sentence: str, amount: str) -> Stat:
    kind = MomentStatistic(
        (f"{amount} IS NOT NULL",), amount, LOST_PER_100_HANDS, rare_per_hundred, by_game=True, least=0
    )
    return Stat(name, title, sentence, _SOLVER_GROUP, SOLVED_HANDS, kind)


SOLVER_STATS = (
    _solver_loss(
        "solver_loss",
        "Lost against the solver",
        "Big bets per 100 hands with a solver price that your actions lost against the best ones, if the others play the solved game or the blueprint.",
        "lost",
    ),
    *(
        _solver_loss(
            f"solver_loss_b{number}",
            f"Lost by betting {where}",
            f"The part of the loss against the solver by betting decisions {where}, per 100 hands with a solver price.",
            f"lost_b{number}",
        )
        for number, where in _BETTING.items()
    ),
    *(
        _solver_loss(
            f"solver_loss_d{number}",
            f"Lost by the number drawn at the {which} draw",
            f"The part of the loss against the solver by the number of cards drawn at the {which} draw, per 100 hands with a solver price.",
            f"lost_d{number}",
        )
        for number, which in DRAWS.items()
    ),
    Stat(
        "solver_coverage",
        "Decisions with a solver price",
        "For how many of your betting decisions best play is known: a solved heads-up game or the blueprint of full tables has them.",
        _SOLVER_GROUP,
        "decisions",
        Proportion(_KNOWN, _COVERED),
    ),
    Stat(
        "solver_coverage_draws",
        "Draws with a solver price",
        "For how many of your draws best play is known, by the number of cards drawn.",
        _SOLVER_GROUP,
        "draws",
        Proportion(_KNOWN, _COVERED),
    ),
)
