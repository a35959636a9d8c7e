"""All grade A checks: mistakes that are provable from the player's own cards and the public facts of the hand.

One instance is a mistake. The costs come from the prices in the database; without prices a mistake has no cost.
"""

from badugi_hh.engine.cards import Cards, cards
from badugi_hh.engine.values import is_badugi, size, value, value_of
from badugi_hh.leaks.equities import STRONG_PAT, WORST_HAND_EQUITY
from badugi_hh.leaks.frequency_check import ALONE, DEALT
from badugi_hh.leaks.leak import Leak
from badugi_hh.leaks.mistake_check import PRICED, MistakeCheck, Row, held, in_big_bets, thrown_before
from badugi_hh.odds.unbeatable import is_unbeatable, loses_to_all, unseen
from badugi_hh.stats.definitions.stat import OF_POT, OWN, WORST_BADUGI

_DRAW_MODEL = "hot-and-cold equity (no more bets or folds) against the range that each opponent's number of cards drawn implies"
_FLOOR_MODEL = "the share of the pot with no more bets, if every opponent already holds a badugi"
_OVER = "(CASE WHEN all_in THEN 0 ELSE 1 END) + opponents_able <= 1"
_LARGEST_UNBEATABLE = value_of((7, 6, 5, 4))
"""No hand with a greater value is unbeatable: the 16 cards that a player sees at most cannot block all better hands."""
# 4-3-2-A is better than every other hand. To block all its 24 combinations of suits, the seen cards must include all four
# of one of its ranks, its four ranks in one suit, or two ranks in three suits or three ranks in two (König's theorem). The
# hand itself has one card at most of a rank or a suit, so three or more of these cards were discarded.
_LOW_CARDS_GONE = """(SELECT sum(length(draws.thrown) - length(translate(draws.thrown, 'A234', ''))) FROM draws
    WHERE draws.hand_key = found.hand_key AND draws.seat = found.seat) >= 3"""
_LOW_BADUGI = value_of((4, 3, 2, 1))
_LEAST_ONE_CARD = value_of((9,))  # four cards of a suit can count a ten at the most
_NO_COST = "no cost is estimated"
_SURE = 0.99  # the least share of all badugis that a badugi of five or lower beats
_WHEN = ("before the first draw", "after draw 1", "after draw 2", "after draw 3")


def _unbeatable(row: Row) -> bool:
    return is_unbeatable(held(row), unseen(held(row), thrown_before(row)))


def _beaten(row: Row) -> bool:
    return loses_to_all(held(row), unseen(held(row), thrown_before(row)))


def _lost(row: Row, better: float | None) -> float | None:
    """Return the share of the pot lost by the cards that were kept.

    It is below 0 where approximate prices differ by their errors, as in `draw_loss`: without these the mean is too high.
    """
    kept: float | None = row["kept_equity"]
    return None if better is None or kept is None else better - kept


def _cost_of_draw(row: Row) -> float | None:
    pot = row["winnable_pot"] if row["all_in"] else row["pot"]
    return in_big_bets(_lost(row, row["best_equity"]), pot, row)


def _cost_of_pat(row: Row) -> float | None:
    return in_big_bets(_lost(row, row["best_equity"]), row["winnable_pot"], row)


def _cost_of_dominated(row: Row) -> float | None:
    pot = row["winnable_pot"] if row["all_in"] else row["pot"]
    return in_big_bets(_lost(row, row["dominating_equity"]), pot, row)


def _cost_of_pot(row: Row) -> float | None:
    return in_big_bets(1.0, row["pot_to_win"], row)


def _describe_dominated(row: Row) -> str:
    kept, better = cards(row["kept"]), cards(row["dominating"])
    own, other = _count_outs(row, kept), _count_outs(row, better)
    lower = size(value(kept)) == size(value(better)) and value(better) < value(kept)
    reason = "is lower" if lower else "is better"
    if own is not None and other is not None:
        # Without lower cards, as many outs are better if they are lower.
        number = f"{other} outs" if other > own else "as many outs"
        reason = f"has {number}{' and is lower' if lower else '' if other > own else ', lower ones'}"
    outs = "" if own is None else f", with {own} outs"
    return f"kept {row['kept']} of {row['hand_before']} at draw {row['draw']}{outs}; {row['dominating']} {reason}"


def _count_outs(row: Row, kept: Cards) -> int | None:
    """Return the number of unseen cards that make a badugi with three kept cards; None if there is none or it is not known."""
    if row["reshuffled"] or size(value(kept)) != 3:
        return None
    return sum(is_badugi((*kept, card)) for card in unseen(held(row), thrown_before(row)))


def _describe_pat(row: Row) -> str:
    return f"stood pat with {row['hand_before']} at draw {row['draw']} when no bet could follow"


def _describe_broken(row: Row) -> str:
    return f"discarded {row['thrown'] or 'cards'} from {row['hand_before']}, an unbeatable hand"


def _describe_free_fold(row: Row) -> str:
    # Cards that are shown later were not known to be good then, and are not named.
    hand = f"{row['hand']} " if row["hero"] and row["knowledge"] == "dealt" and row["hand"] else ""
    return f"folded {hand}{_WHEN[row['round']]} without facing a bet"


def _describe_fold(row: Row) -> str:
    return f"folded {row['hand']} {_WHEN[row['round']]}"


def _describe_passive(row: Row) -> str:
    action = "checked" if row["action"] == "check" else "only called"
    return f"{action} with {row['hand']} after draw 3, an unbeatable hand"


def _describe_call(row: Row) -> str:
    return f"called with {row['hand']} after draw 3, which any hand beats"


def _mistake(id_: str, name: str, title: str, sentence: str, advice: str, source: str, model: str) -> Leak:
    return Leak(id_, name, title, sentence, advice, "A", source, model)


_CHECKS = (
    MistakeCheck(
        _mistake(
            "A1",
            "dominated_discard",
            "Kept the wrong cards",
            "How often you kept, at the last draw, cards that were worse than others of the same number.",
            "Of two cards of one suit keep the lower one; of a pair keep the one that leaves more outs: what you discarded cannot come back.",
            "at this draw, against opponents whose cards are not known, every hand or a better one is at least as likely, and they see as many cards drawn",
            _DRAW_MODEL,
        ),
        rows="draws",
        # With draws to come, a worse hand after this draw can be the better draw at the next.
        scope=("draw = 3", *DEALT, "drawn BETWEEN 1 AND 3"),
        limits=(PRICED,),
        made=("proof = 'P1'",),
        note=_describe_dominated,
        cost=_cost_of_dominated,
        excluded_reason="no price: the deck could run out, or what an opponent drew is not known",
    ),
    MistakeCheck(
        _mistake(
            "A2",
            "pat_incomplete_all_in",
            "Stood pat with an incomplete hand when no bet could follow",
            "How often you stood pat without a badugi although all betting was over.",
            "When no bet can follow, standing pat is no bluff: discard the cards that do not count.",
            "replacing a card that does not count never makes the hand worse, whatever the opponents draw",
            _DRAW_MODEL,
        ),
        rows="draws",
        scope=(*DEALT, "drawn IS NOT NULL", f"value_before > {WORST_BADUGI}", f"(all_in OR {_OVER})"),
        limits=(_OVER,),
        made=("drawn = 0",),
        note=_describe_pat,
        cost=_cost_of_pat,
        excluded_reason="all-in while two or more opponents could still bet",
    ),
    MistakeCheck(
        _mistake(
            "A4",
            "broke_unbeatable",
            "Broke an unbeatable hand",
            "How often you broke 4-3-2-A, or another badugi that no unseen cards could beat.",
            "Stand pat with an unbeatable hand: no draw improves it.",
            "no four cards that the player has not held make a better hand",
            _DRAW_MODEL,
        ),
        rows="draws",
        scope=(*DEALT, "drawn IS NOT NULL", f"value_before <= {_LARGEST_UNBEATABLE}"),
        limits=(),
        made=("drawn > 0",),
        note=_describe_broken,
        cost=_cost_of_draw,
        confirm=_unbeatable,
        sure="value_before = 1",
        possible=_LOW_CARDS_GONE,
    ),
    MistakeCheck(
        _mistake(
            "A5",
            "folded_free",
            "Folded without facing a bet",
            "How often you folded although checking cost nothing.",
            "Check instead: it costs nothing, and you can still win the pot.",
            "a check is free and keeps a chance to win the pot",
            _FLOOR_MODEL,
        ),
        rows="decisions",
        scope=("price = 0",),
        limits=(OWN,),
        made=("action = 'fold'",),
        note=_describe_free_fold,
        cost=lambda row: in_big_bets(row["floor_equity"], row["pot"], row),
        excluded_reason="the site acted for the player",
    ),
    MistakeCheck(
        _mistake(
            "A6",
            "folded_unbeatable",
            "Folded an unbeatable hand",
            "How often you folded 4-3-2-A, or another badugi that no unseen cards could beat, to a bet.",
            "Never fold an unbeatable hand.",
            "no four cards that the player has not held make a better hand, so a call wins the pot or a part of it",
            "the pot before the fold",
        ),
        rows="decisions",
        scope=(*DEALT, "price > 0", f"value <= {_LARGEST_UNBEATABLE}"),
        limits=(),
        made=("action = 'fold'",),
        note=_describe_fold,
        cost=_cost_of_pot,
        confirm=_unbeatable,
        sure="value = 1",
        possible=_LOW_CARDS_GONE,
    ),
    MistakeCheck(
        _mistake(
            "A7",
            "passive_unbeatable",
            "Checked or called last with an unbeatable hand",
            "How often you checked or only called with an unbeatable hand after the third draw, last to act and able to raise.",
            "Bet and raise: nobody can have a better hand.",
            "no four cards that the player has not held make a better hand, so a raise that is called can only win more",
            _NO_COST,
        ),
        rows="decisions",
        scope=(
            "round = 3",
            *DEALT,
            "behind = 0",
            "can_raise",
            "opponents_able >= 1",
            f"value <= {_LARGEST_UNBEATABLE}",
        ),
        limits=(),
        made=("action IN ('check', 'call')",),
        note=_describe_passive,
        cost=lambda _: None,
        confirm=_unbeatable,
        sure="value = 1",
        possible=_LOW_CARDS_GONE,
    ),
    MistakeCheck(
        _mistake(
            "A8",
            "called_beaten",
            "Called the last bet with a hand that any hand beats",
            "How often you called after the third draw with one card when any unseen cards made a better hand.",
            "Fold: the call cannot win.",
            "any four cards that the player has not held make a better hand; few hands are that bad, such as four kings",
            "the call",
        ),
        rows="decisions",
        scope=("round = 3", *DEALT, "price > 0", "behind = 0", f"value >= {_LEAST_ONE_CARD}"),
        limits=(),
        made=("action = 'call'",),
        note=_describe_call,
        cost=lambda row: in_big_bets(1.0, row["price"], row),
        confirm=_beaten,
    ),
    MistakeCheck(
        _mistake(
            "A9",
            "folded_low_badugi_cheaply",
            "Folded a badugi of five or lower to a small bet",
            "How often you folded a badugi of five or lower heads-up after the third draw for less than 5% of the pot.",
            "Call: at most one badugi of a hundred is better.",
            f"a badugi of five or lower beats at least {_SURE:.0%} of all badugis, each of them equally likely",
            f"{_SURE:.0%} of the pot with the call in it, less the call",
        ),
        rows="decisions",
        scope=("round = 3", *DEALT, "price > 0", f"value <= {_LOW_BADUGI}", f"{OF_POT} < 0.05"),
        limits=(ALONE,),
        made=("action = 'fold'",),
        note=_describe_fold,
        cost=lambda row: in_big_bets(1.0, _SURE * (row["pot_to_win"] + row["price"]) - row["price"], row),
        excluded_reason="more than one opponent",
    ),
    MistakeCheck(
        _mistake(
            "A12",
            "folded_blind_for_part_of_a_call",
            "Folded a blind at a price below the worst hand's equity",
            "How often you folded a blind heads-up in a cash game when no bet could follow the call, at a price below the equity of the worst hand.",
            "Call with any hand and draw to it: with three draws, the call costs less than it wins.",
            f"with three draws every hand wins at least {WORST_HAND_EQUITY:.1%} of the pots even against {STRONG_PAT.name} that stands pat",
            f"{WORST_HAND_EQUITY:.1%} of the pot with the call in it, less the call",
        ),
        rows="decisions",
        scope=(
            "round = 0",
            OWN,
            "game = 'cash'",  # in a tournament the last chips can be worth more than the pot
            "position IN ('SB', 'BB')",
            "live = 2",
            "price > 0",
            "(opponents_able = 0 OR pot_to_win < pot)",
            f"{OF_POT} < {WORST_HAND_EQUITY}",
        ),
        limits=(),
        made=("action = 'fold'",),
        note=lambda row: (
            f"folded the blind for {row['price'] / (row['pot_to_win'] + row['price']):.1%} of the pot"
        ),
        cost=lambda row: in_big_bets(
            1.0, WORST_HAND_EQUITY * (row["pot_to_win"] + row["price"]) - row["price"], row
        ),
    ),
)

MISTAKE_CHECKS: dict[str, MistakeCheck] = {check.leak.id: check for check in _CHECKS}
NEED_PRICES = tuple(id_ for id_, check in MISTAKE_CHECKS.items() if check.needs_prices)
"""The checks that cannot look at hands without prices."""
