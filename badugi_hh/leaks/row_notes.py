"""The words for one row behind a finding: what the player did there, with which cards, and against whom."""

from typing import Any

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards, cards
from badugi_hh.engine.values import is_badugi, size, value
from badugi_hh.odds.unbeatable import unseen

Row = dict[str, Any]
"""A row of a row set with the columns of its hand, seat and prices, and the cards that `rows_behind` adds."""

DONE = {"fold": "folded", "check": "checked", "call": "called", "bet": "bet", "raise": "raised"}
WHEN = ("before the first draw", "after draw 1", "after draw 2", "after draw 3")
_TWO = 2  # players in the pot


def held(row: Row) -> Cards:
    """Return the cards that the player held at the row."""
    return cards(row["hand"])


def unseen_by(row: Row) -> Cards:
    """Return the cards that the player had not seen; earlier discards are unseen again after a reshuffle."""
    return unseen(held(row), () if row["reshuffled"] else cards(row["thrown_before"] or ""))


def describe_decision(row: Row) -> str:
    """Return what the player did at a betting decision, with their hand where it is known."""
    parts = [DONE[row["action"]]]
    if row["value"] is not None:
        parts.append(f"{'' if row['action'] == 'fold' else 'with '}{values.describe(row['value'])}")
    parts.append(WHEN[row["round"]])
    if row["round"] and row["own_draw"] is not None and row["best_opponent_draw"] is not None:
        parts.append(f"({_drew(row['own_draw'])}, {_against(row['live'], row['best_opponent_draw'])})")
    return " ".join(parts)


def describe_draw(row: Row) -> str:
    """Return what the player did at a draw, with their hand where it is known."""
    hand = row["hand_before"]
    kept = f" {'with' if row['drawn'] == 0 else 'from'} {hand}" if hand else ""
    seen = row["fewest_seen"] if row["fewest_seen"] is not None else row["fewest_before"]
    opponents = f", {_against(row['live'], seen)}" if seen is not None or row["live"] > _TWO else ""
    return f"{_drew(row['drawn'])}{kept} at draw {row['draw']}{opponents}"


def describe_seat(row: Row) -> str:
    """Return what became of a player's hand: the cards dealt where known, the draws, and the result."""
    parts = [f"dealt {row['hand_0']}"] if row["hand_0"] else []
    parts += [f"drew {row['draw_line']}"] if row["draw_line"] else []
    return ", ".join([*parts, row["result"]])


def describe_row(row: Row) -> str:
    """Return the words for a row of any row set."""
    if "action" in row:
        return describe_decision(row)
    return describe_draw(row) if "draw" in row else describe_seat(row)


def describe_fold(row: Row) -> str:
    """Return which cards the player folded when."""
    return f"folded {row['hand']} {WHEN[row['round']]}"


def describe_free_fold(row: Row) -> str:
    """Return which cards were folded when, without those that are shown later: they were not known to be good then."""
    hand = f"{row['hand']} " if row["hero"] and row["knowledge"] == "dealt" and row["hand"] else ""
    return f"folded {hand}{WHEN[row['round']]} without facing a bet"


def describe_blind_fold(row: Row) -> str:
    """Return that the big blind was folded, with the hand where it is known."""
    return " with ".join(
        ["folded the big blind", *([] if row["value"] is None else [values.describe(row["value"])])]
    )


def describe_check_ahead(row: Row) -> str:
    """Return how many cards the player and the opponent drew before a check."""
    own = "standing pat" if row["own_draw"] == 0 else f"drawing {row['own_draw']}"
    return f"checked after {own} against an opponent who drew {row['best_opponent_draw']}"


def describe_passive(row: Row) -> str:
    """Return with which unbeatable hand the player did not bet or raise."""
    action = "checked" if row["action"] == "check" else "only called"
    return f"{action} with {row['hand']} after draw 3, an unbeatable hand"


def describe_dominated(row: Row) -> str:
    """Return which cards were kept, which were better, and why."""
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


def describe_solved(row: Row) -> str:
    """Return what was done with which cards, the best action, and the cost with its error."""
    best, cost = row["solver_best"], f"{row['solver_cost']:.2f} ± {row['solver_error']:.2f} big bets"
    if "drawn" in row:
        better = "standing pat" if best == "0" else f"drawing {best}"
        return f"{_drew(row['drawn'])} with {row['hand']} at draw {row['draw']}; {better} is better by {cost}"
    return f"{DONE[row['action']]} with {row['hand']} {WHEN[row['round']]}; to {best} is better by {cost}"


def _count_outs(row: Row, kept: Cards) -> int | None:
    """Return the number of unseen cards that make a badugi with three kept cards; None if there is none or it is not known."""
    if row["reshuffled"] or size(value(kept)) != 3:
        return None
    return sum(is_badugi((*kept, card)) for card in unseen_by(row))


def _against(live: int, drawn: int | None) -> str:
    """Return how many opponents a player has, and the fewest cards that one of them drew, where that is known."""
    if live <= _TWO:
        return f"against an opponent who {_drew(drawn)}" if drawn is not None else "against an opponent"
    return f"against {live - 1} opponents{'' if drawn is None else f'; one {_drew(drawn)}'}"


def _drew(drawn: int) -> str:
    return "stood pat" if drawn == 0 else f"drew {drawn}"
