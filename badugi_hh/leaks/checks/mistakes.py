"""All grade A checks: mistakes that are provable from the player's own cards and the public facts of the hand.

One instance is a mistake. What SQL cannot decide, such as which hands no unseen cards beat, is confirmed for the few rows that
remain. A situation is not counted where a necessary fact is unknown, where the site acted for the player, or where a reasonable
assumption could justify the play. The cost of a mistake is its loss, which `badugi_hh.store.loss_rows` computes; an action whose
loss is within its error is none, and one that is not judged has no cost.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from badugi_hh.engine.cards import cards
from badugi_hh.facts.words import IS_WRONG
from badugi_hh.leaks.equities import STRONG_PAT
from badugi_hh.leaks.leak import Leak, Phrase
from badugi_hh.leaks.leak_check import DEALT, HEADS_UP, NO_COST, PRICED, Check, Limits, Situation
from badugi_hh.leaks.row_notes import (
    Row,
    describe_dominated,
    describe_fold,
    describe_free_fold,
    describe_passive,
    held,
    unseen_by,
)
from badugi_hh.odds.unbeatable import (
    LARGEST_UNBEATABLE,
    LEAST_ONE_CARD,
    LOW_BADUGI,
    LOW_BADUGI_EQUITY,
    WORST_HAND_EQUITY,
    is_unbeatable,
    loses_to_all,
    unseen,
)
from badugi_hh.stats.definitions.stat import OF_POT, OWN, WORST_BADUGI

_DRAW_MODEL = "hot-and-cold equity (no more bets or folds) against the range that each opponent's number of cards drawn implies"
_OVER = "(CASE WHEN all_in THEN 0 ELSE 1 END) + opponents_able <= 1"


def _unbeatable(row: Row) -> bool:
    return _no_unseen_beat(row["hand"], "" if row["reshuffled"] else row["thrown_before"] or "")


@lru_cache(20_000)  # of most such hands nothing was discarded before
def _no_unseen_beat(hand: str, thrown: str) -> bool:
    return is_unbeatable(cards(hand), unseen(cards(hand), cards(thrown)))


def _beaten(row: Row) -> bool:
    return loses_to_all(held(row), unseen_by(row))


def _mistake(
    id_: str,
    name: str,
    title: str,
    sentence: str,
    advice: str,
    source: str,
    situation: Situation,
    model: str,
    note: Callable[[Row], Phrase],
    confirm: Callable[[Row], bool] | None = None,
) -> Check:
    made = replace(situation, made=(*situation.made, f"coalesce({IS_WRONG}, true)"))
    cost = None if model == NO_COST.model else "loss"
    worst = f"coalesce({cost or 'NULL'}, 0)"
    leak = Leak(id_, name, title, "A", sentence, advice, "", source, model)
    return Check(leak, made, cost, worst, note, confirm)


MISTAKES: tuple[Check, ...] = (
    _mistake(
        "A1",
        "dominated_discard",
        "Kept the wrong cards",
        "How often you kept, at the last draw, cards that were worse than others of the same number.",
        "Keep the lower of two cards of one suit: of a pair keep the one with more outs; what you discarded cannot come back.",
        "at this draw, against opponents whose cards are not known, every hand or a better one is at least as likely, and they see as many cards drawn",
        Situation(
            # With draws to come, a worse hand after this draw can be the better draw at the next.
            ("draw = 3", *DEALT, "drawn BETWEEN 1 AND 3"),
            ("proof = 'P1'",),
            Limits((PRICED,), "no price: the deck could run out, or what an opponent drew is not known"),
            rows="draws",
        ),
        _DRAW_MODEL,
        describe_dominated,
    ),
    _mistake(
        "A2",
        "pat_incomplete_all_in",
        "Stood pat with an incomplete hand when no bet could follow",
        "How often you stood pat without a badugi although all betting was over.",
        "Discard the cards that do not count when no bet can follow: standing pat is then no bluff.",
        "replacing a card that does not count never makes the hand worse, whatever the opponents draw",
        Situation(
            (*DEALT, "drawn IS NOT NULL", f"value_before > {WORST_BADUGI}", f"(all_in OR {_OVER})"),
            ("drawn = 0",),
            Limits((_OVER,), "all-in while two or more opponents could still bet"),
            rows="draws",
        ),
        _DRAW_MODEL,
        lambda row: Phrase(
            "stood pat with {hand} at draw {draw} when no bet could follow",
            hand=row["hand_before"],
            draw=row["draw"],
        ),
    ),
    _mistake(
        "A4",
        "broke_unbeatable",
        "Broke an unbeatable hand",
        "How often you broke 4-3-2-A, or another badugi that no unseen cards could beat.",
        "Stand pat with an unbeatable hand: no draw improves it.",
        "no four cards that the player has not held make a better hand",
        Situation(
            (*DEALT, "drawn IS NOT NULL", f"value_before <= {LARGEST_UNBEATABLE}"),
            ("drawn > 0",),
            rows="draws",
        ),
        _DRAW_MODEL,
        lambda row: Phrase(
            "discarded {thrown} from {hand}, an unbeatable hand",
            thrown=row["thrown"] or Phrase("cards"),
            hand=row["hand_before"],
        ),
        _unbeatable,
    ),
    _mistake(
        "A5",
        "folded_free",
        "Folded without facing a bet",
        "How often you folded although checking cost nothing.",
        "Check when nobody has bet: it costs nothing, and you can still win the pot.",
        "a check is free and keeps a chance to win the pot",
        Situation(("price = 0",), ("action = 'fold'",), Limits((OWN,), "the site acted for the player")),
        "the share of the pot with no more bets, if every opponent already holds a badugi",
        describe_free_fold,
    ),
    _mistake(
        "A6",
        "folded_unbeatable",
        "Folded an unbeatable hand",
        "How often you folded 4-3-2-A, or another badugi that no unseen cards could beat, to a bet.",
        "Never fold an unbeatable hand: a call wins the pot or a part of it.",
        "no four cards that the player has not held make a better hand, so a call wins the pot or a part of it",
        Situation((*DEALT, "price > 0", f"value <= {LARGEST_UNBEATABLE}"), ("action = 'fold'",)),
        "the pot before the fold",
        describe_fold,
        _unbeatable,
    ),
    _mistake(
        "A7",
        "passive_unbeatable",
        "Checked or called last with an unbeatable hand",
        "How often you checked or only called with an unbeatable hand after the third draw, last to act and able to raise.",
        "Bet and raise an unbeatable hand: nobody can have a better one.",
        "no four cards that the player has not held make a better hand, so a raise that is called can only win more",
        Situation(
            (
                "round = 3",
                *DEALT,
                "behind = 0",
                "can_raise",
                "opponents_able >= 1",
                f"value <= {LARGEST_UNBEATABLE}",
            ),
            ("action IN ('check', 'call')",),
        ),
        NO_COST.model,
        describe_passive,
        _unbeatable,
    ),
    _mistake(
        "A8",
        "called_beaten",
        "Called the last bet with a hand that any hand beats",
        "How often you called after the third draw with one card when any unseen cards made a better hand.",
        "Fold a hand that every other hand beats: the call cannot win.",
        "any four cards that the player has not held make a better hand; few hands are that bad, such as four kings",
        Situation(
            ("round = 3", *DEALT, "price > 0", "behind = 0", f"value >= {LEAST_ONE_CARD}"),
            ("action = 'call'",),
        ),
        "the call",
        lambda row: Phrase("called with {hand} after draw 3, which any hand beats", hand=row["hand"]),
        _beaten,
    ),
    _mistake(
        "A9",
        "folded_low_badugi_cheaply",
        "Folded a badugi of five or lower to a small bet",
        "How often you folded a badugi of five or lower heads-up after the third draw for less than 5% of the pot.",
        "Call a small bet with a badugi of five or lower: at most one badugi of a hundred is better.",
        f"a badugi of five or lower beats at least {LOW_BADUGI_EQUITY:.0%} of all badugis, each of them equally likely",
        Situation(
            ("round = 3", *DEALT, "price > 0", f"value <= {LOW_BADUGI}", f"{OF_POT} < 0.05"),
            ("action = 'fold'",),
            HEADS_UP,
        ),
        f"{LOW_BADUGI_EQUITY:.0%} of the pot with the call in it, less the call",
        describe_fold,
    ),
    _mistake(
        "A12",
        "folded_blind_for_part_of_a_call",
        "Folded a blind at a price below the worst hand's equity",
        "How often you folded a blind heads-up in a cash game when no bet could follow the call, at a price below the equity of the worst hand.",
        "Call from the blind with any hand when the price is this low: with three draws, the call costs less than it wins.",
        f"with three draws every hand wins at least {WORST_HAND_EQUITY:.1%} of the pots even against {STRONG_PAT.name} that stands pat",
        Situation(
            (
                "round = 0",
                OWN,
                "game = 'cash'",  # in a tournament the last chips can be worth more than the pot
                "position IN ('SB', 'BB')",
                "live = 2",
                "price > 0",
                "(opponents_able = 0 OR pot_to_win < pot)",
                f"{OF_POT} < {WORST_HAND_EQUITY}",
            ),
            ("action = 'fold'",),
        ),
        f"{WORST_HAND_EQUITY:.1%} of the pot with the call in it, less the call",
        lambda row: Phrase(
            "folded the blind for {share:.1%} of the pot",
            share=row["price"] / (row["pot_to_win"] + row["price"]),
        ),
    ),
)
"""The checks of grade A."""
