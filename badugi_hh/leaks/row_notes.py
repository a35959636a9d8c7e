"""The words for one row behind a finding: what the player did there, with which cards, and against whom.

Each is a `Phrase`, whose form the languages of the report translate.
"""

from typing import Any

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards, cards
from badugi_hh.engine.values import is_badugi, size, value
from badugi_hh.leaks.leak import Phrase
from badugi_hh.odds.unbeatable import unseen

Row = dict[str, Any]
"""A row of a row set with the columns of its hand, seat and prices, and the cards that `rows_behind` adds."""

_DONE = {"fold": "folded", "check": "checked", "call": "called", "bet": "bet", "raise": "raised"}
DONE = {action: Phrase(done) for action, done in _DONE.items()}
WHEN = (
    Phrase("before the first draw"),
    *(Phrase("after draw {draw}", draw=draw) for draw in (1, 2, 3)),
)
_TWO = 2  # players in the pot


def held(row: Row) -> Cards:
    """Return the cards that the player held at the row."""
    return cards(row["hand"])


def unseen_by(row: Row) -> Cards:
    """Return the cards that the player had not seen; earlier discards are unseen again after a reshuffle."""
    return unseen(held(row), () if row["reshuffled"] else cards(row["thrown_before"] or ""))


def describe_decision(row: Row) -> Phrase:
    """Return what the player did at a betting decision, with their hand where it is known."""
    action, when = DONE[row["action"]], WHEN[row["round"]]
    if row["value"] is None:
        what = Phrase("{action} {when}", action=action, when=when)
    elif row["action"] == "fold":
        what = Phrase("folded {hand} {when}", hand=values.describe(row["value"]), when=when)
    else:
        hand = values.describe(row["value"])
        what = Phrase("{action} with {hand} {when}", action=action, hand=hand, when=when)
    if row["round"] and row["own_draw"] is not None and row["best_opponent_draw"] is not None:
        against = _against(row["live"], row["best_opponent_draw"])
        return Phrase("{what} ({drew}, {against})", what=what, drew=_drew(row["own_draw"]), against=against)
    return what


def describe_draw(row: Row) -> Phrase:
    """Return what the player did at a draw, with their hand where it is known."""
    drew, hand, draw = _drew(row["drawn"]), row["hand_before"], row["draw"]
    if not hand:
        what = Phrase("{drew} at draw {draw}", drew=drew, draw=draw)
    else:
        form = "{drew} from {hand} at draw {draw}" if row["drawn"] else "{drew} with {hand} at draw {draw}"
        what = Phrase(form, drew=drew, hand=hand, draw=draw)
    seen = row["fewest_seen"] if row["fewest_seen"] is not None else row["fewest_before"]
    if seen is None and row["live"] <= _TWO:
        return what
    return Phrase("{what}, {against}", what=what, against=_against(row["live"], seen))


def describe_seat(row: Row) -> Phrase:
    """Return what became of a player's hand: the cards dealt where known, the draws, and the result."""
    note = Phrase(row["result"])
    if row["draw_line"]:
        note = Phrase("drew {line}, {result}", line=row["draw_line"], result=note)
    return Phrase("dealt {hand}, {result}", hand=row["hand_0"], result=note) if row["hand_0"] else note


def describe_row(row: Row) -> Phrase:
    """Return the words for a row of any row set."""
    if "action" in row:
        return describe_decision(row)
    return describe_draw(row) if "draw" in row else describe_seat(row)


def describe_fold(row: Row) -> Phrase:
    """Return which cards the player folded when."""
    return Phrase("folded {hand} {when}", hand=row["hand"], when=WHEN[row["round"]])


def describe_free_fold(row: Row) -> Phrase:
    """Return which cards were folded when, without those that are shown later: they were not known to be good then."""
    when = WHEN[row["round"]]
    if row["hero"] and row["knowledge"] == "dealt" and row["hand"]:
        return Phrase("folded {hand} {when} without facing a bet", hand=row["hand"], when=when)
    return Phrase("folded {when} without facing a bet", when=when)


def describe_blind_fold(row: Row) -> Phrase:
    """Return that the big blind was folded, with the hand where it is known."""
    if row["value"] is None:
        return Phrase("folded the big blind")
    return Phrase("folded the big blind with {hand}", hand=values.describe(row["value"]))


def describe_check_ahead(row: Row) -> Phrase:
    """Return how many cards the player and the opponent drew before a check."""
    own, number = row["own_draw"], row["best_opponent_draw"]
    drawing = Phrase("drawing {number}", number=own) if own else Phrase("standing pat")
    return Phrase("checked after {own} against an opponent who drew {number}", own=drawing, number=number)


def describe_passive(row: Row) -> Phrase:
    """Return with which unbeatable hand the player did not bet or raise."""
    action = Phrase("checked" if row["action"] == "check" else "only called")
    return Phrase("{action} with {hand} after draw 3, an unbeatable hand", action=action, hand=row["hand"])


def describe_dominated(row: Row) -> Phrase:
    """Return which cards were kept, which were better, and why."""
    kept, better = cards(row["kept"]), cards(row["dominating"])
    own, other = _count_outs(row, kept), _count_outs(row, better)
    lower = size(value(kept)) == size(value(better)) and value(better) < value(kept)
    reason = Phrase("is lower" if lower else "is better")
    if own is not None and other is not None and other > own:
        reason = Phrase("has {number} outs and is lower" if lower else "has {number} outs", number=other)
    elif own is not None and other is not None:
        # Without lower cards, as many outs are better if they are lower.
        reason = Phrase("has as many outs and is lower" if lower else "has as many outs, lower ones")
    form = "kept {kept} of {hand} at draw {draw}; {better} {reason}"
    if own is not None:
        form = "kept {kept} of {hand} at draw {draw}, with {outs} outs; {better} {reason}"
    names = {
        "kept": row["kept"],
        "hand": row["hand_before"],
        "draw": row["draw"],
        "better": row["dominating"],
    }
    return Phrase(form, **names, reason=reason, outs=own)


def _count_outs(row: Row, kept: Cards) -> int | None:
    """Return the number of unseen cards that make a badugi with three kept cards; None if there is none or it is not known."""
    if row["reshuffled"] or size(value(kept)) != 3:
        return None
    return sum(is_badugi((*kept, card)) for card in unseen_by(row))


def _against(live: int, drawn: int | None) -> Phrase:
    """Return how many opponents a player has, and the fewest cards that one of them drew, where that is known."""
    if live <= _TWO:
        if drawn is None:
            return Phrase("against an opponent")
        return Phrase("against an opponent who {drew}", drew=_drew(drawn))
    if drawn is None:
        return Phrase("against {number} opponents", number=live - 1)
    return Phrase("against {number} opponents; one {drew}", number=live - 1, drew=_drew(drawn))


def _drew(drawn: int) -> Phrase:
    return Phrase("drew {number}", number=drawn) if drawn else Phrase("stood pat")
