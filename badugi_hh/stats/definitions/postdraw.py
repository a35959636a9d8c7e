"""Betting after each draw, and the bets that follow from what was drawn.

Every statistic exists for each of the rounds `b1` to `b3`. Draw states compare the cards drawn at the last draw:
ahead means that every live opponent drew more. Statistics that need the player's own cards count only hands whose file
shows them dealt.
"""

from functools import partial

from badugi_hh.stats.definitions.kinds import Conjunction, CountRatio, Kind, Proportion, SumRatio
from badugi_hh.stats.definitions.kinds.kind import Unit, UnitKind
from badugi_hh.stats.definitions.stat import (
    AGGRESSIVE,
    BETS,
    CALLS,
    FOLDS,
    OWN,
    RAISES,
    ROUNDS,
    WORST_BADUGI,
    Stat,
    answers,
    pot_odds,
)

_GROUP = "after the draws"
_STATE_GROUP = "betting by draws"
_PAYS = "price > 0"
# A short all-in over the player's own raise is not a full raise; otherwise the raise faced is another player's.
_RAISED_BY_OPPONENT = "(own_last IS NULL OR own_last <> 'raise' OR level_any = level_full)"


def _round(number: int) -> tuple[Stat, ...]:
    when = ROUNDS[number]
    here = (f"round = {number}", OWN)
    unbet = (*here, "level_any = 0")
    faces_bet = (*here, "level_any = 1", _PAYS)

    def named(name: str, title: str, sentence: str, kind: Kind) -> Stat:
        return Stat(
            f"{name}_b{number}", f"{title} {when}", f"{sentence} ({when}).", _GROUP, "decisions", kind
        )

    def at(
        situation: str, where: Conjunction, *own: tuple[str, ...], group: str = _GROUP
    ) -> tuple[Stat, ...]:
        rows = (
            (f"{name}_b{number}", f"{title} {when}", f"{end} ({when})", *predicates)
            for name, title, end, *predicates in own
        )
        return answers(group, situation, where, *rows)

    def by_draws(situation: str, where: Conjunction, *own: tuple[str, ...]) -> tuple[Stat, ...]:
        return at(situation, where, *own, group=_STATE_GROUP)

    return (
        *at("Nobody had bet yet", unbet, ("bet", "Bet", ": you bet", BETS)),
        named(
            "af",
            "Aggression factor",
            "Your bets and raises per call",
            CountRatio(here, (AGGRESSIVE,), (CALLS,)),
        ),
        named(
            "afq",
            "Aggression",
            "Of your bets, raises, calls and folds: bets and raises",
            Proportion((*here, "action <> 'check'"), (AGGRESSIVE,)),
        ),
        *at(
            "You made the last bet or raise of the round before and nobody had bet yet",
            (*unbet, "previous_aggressor"),
            ("cbet", "Continuation bet", ": you bet", BETS),
        ),
        *at(
            "The player who made the last bet or raise of the round before was still to act and nobody had bet yet",
            (*unbet, "aggressor_behind"),
            ("donk", "Bet into the aggressor", ": you bet", BETS),
        ),
        *at(
            "Faced a bet that nobody had raised",
            faces_bet,
            ("fold_to_bet", "Folded to a bet", ": you folded", FOLDS),
            ("call_bet", "Called a bet", ": you called", CALLS),
            ("raise_bet", "Raised a bet", ", and could raise: you raised", RAISES),
        ),
        named(
            "bet_price",
            "Pot odds of a call",
            "Facing a bet or raise: the call as a share of the pot with the call in it",
            pot_odds((*here, _PAYS)),
        ),
        *at(
            "Had checked, then faced a bet and could raise",
            (*here, "own_last = 'check'", _PAYS),
            ("check_raise", "Check-raise", ": you raised", RAISES),
        ),
        *at(
            "Had bet, then faced a raise",
            (*here, "own_last = 'bet'", "level_any >= 2", _PAYS),
            ("fold_to_raise", "Folded to a raise", ": you folded", FOLDS),
        ),
        *at(
            "Faced a raise, that is the second bet, and could raise",
            (*here, "level_full = 2", _PAYS, _RAISED_BY_OPPONENT),
            ("three_bet", "3-bet", ": you raised again", RAISES),
        ),
        *at(
            "Faced the third bet and could raise: you raised to the fourth, in fixed limit the cap at PokerStars",
            (*here, "level_full = 3", _PAYS, _RAISED_BY_OPPONENT),
            ("cap", "Capped", "", RAISES),
        ),
        *at(
            "Nobody bet or raised in the round before and nobody had bet yet",
            (*unbet, "previous_bets = 0"),
            ("delayed_bet", "Delayed bet", ": you bet", BETS),
        ),
        *by_draws(
            "Every live opponent drew more cards than you and nobody had bet yet",
            (*unbet, "own_draw < best_opponent_draw"),
            ("bet_ahead", "Bet when ahead in cards drawn", ": you bet", BETS),
        ),
        *by_draws(
            "The best live opponent drew as many cards as you and nobody had bet yet",
            (*unbet, "own_draw = best_opponent_draw"),
            ("bet_even", "Bet when even in cards drawn", ": you bet", BETS),
        ),
        *by_draws(
            "A live opponent drew fewer cards than you and nobody had bet yet",
            (*unbet, "own_draw > best_opponent_draw"),
            ("bet_behind", "Bet when behind in cards drawn", ": you bet", BETS),
        ),
        *by_draws(
            "A live opponent drew fewer cards than you and you faced a bet that nobody had raised",
            (*faces_bet, "own_draw > best_opponent_draw"),
            ("fold_behind", "Folded when behind in cards drawn", ": you folded", FOLDS),
            ("call_behind", "Called when behind in cards drawn", ": you called", CALLS),
        ),
        *by_draws(
            "A live opponent stood pat, you drew, and nobody had bet yet",
            (*unbet, "best_opponent_draw = 0", "own_draw > 0"),
            ("bet_into_pat", "Bet into a pat hand", ": you bet", BETS),
        ),
        *by_draws(
            "An opponent stood pat and bet, you drew, and could raise",
            (*faces_bet, "bettor_draw = 0", "own_draw > 0"),
            ("raise_on_draw", "Raised a pat hand's bet on a draw", ": you raised", RAISES),
        ),
    )


def _chain(number: int) -> tuple[Stat, ...]:
    when, before = ROUNDS[number], ROUNDS[number - 1]
    return answers(
        _GROUP,
        f"Made a continuation bet {before} and the last bet or raise there, and nobody had bet yet {when}",
        (f"round = {number}", OWN, "level_any = 0", "previous_aggressor", "previous_cbet"),
        (f"cbet_again_b{number}", f"Continuation bet again {when}", ": you bet", BETS),
    )


_LAST = ("round = 3", OWN)
_UNBET = (*_LAST, "level_any = 0")
_FACES = (*_LAST, "level_any >= 1", _PAYS)
_OPEN = ("hero", "knowledge = 'dealt'")
_MISSED = (*_OPEN, "own_draw > 0", f"value > {WORST_BADUGI}")
_FACES_KNOWN = (*_LAST, "level_any = 1", _PAYS, *_OPEN)
_at_last = partial(answers, "last bets")
_last = partial(Stat, group="last bets", rows="decisions")
_SPLIT = " Split it by hand_class or high_card"

_LAST_BETS = (
    _last(
        "call_efficiency_b3",
        "Result of last calls",
        "Heads-up after the third draw, you called the last bet: the winnings minus the call, per big bet "
        "called; 0 equals folding.",
        kind=SumRatio(
            (*_LAST, CALLS, "live = 2", "big_bet > 0"),
            "CAST(won - amount AS DOUBLE) / big_bet",
            "CAST(amount AS DOUBLE) / big_bet",
            Unit(UnitKind.BIG_BETS, "big bets", per="one called", preposition="for each"),
            by_game=True,
        ),
    ),
    *_at_last(
        "Faced a bet after the third draw that nobody had raised, your cards being known",
        _FACES_KNOWN,
        ("known_call_b3", "Called the last bet, cards known", f": you called.{_SPLIT}", CALLS),
        ("known_fold_b3", "Folded to the last bet, cards known", f": you folded.{_SPLIT}", FOLDS),
    ),
    _last(
        "known_price_b3",
        "Pot odds of the last call, cards known",
        "In the same decisions: the call as a share of the pot with the call in it.",
        kind=pot_odds(_FACES_KNOWN),
    ),
    *_at_last(
        "Drew at the third draw, made no badugi, and faced a bet or raise",
        (*_FACES, *_MISSED),
        ("fold_after_miss_b3", "Folded after a miss", ": you folded", FOLDS),
    ),
    _last(
        "price_after_miss_b3",
        "Pot odds of a call after a miss",
        "In the same decisions: the call as a share of the pot with the call in it.",
        kind=pot_odds((*_FACES, *_MISSED)),
    ),
    *_at_last(
        "Drew at the third draw, made no badugi, and nobody had bet yet",
        (*_UNBET, *_MISSED),
        ("bet_after_miss_b3", "Bet after a miss", ": you bet", BETS),
    ),
    *_at_last(
        "Drew at the third draw, made no badugi, faced a bet and could raise",
        (*_FACES, *_MISSED),
        ("raise_after_miss_b3", "Raised after a miss", ": you raised", RAISES),
    ),
    *_at_last(
        "Nobody had bet yet after the third draw, your cards being known",
        (*_UNBET, *_OPEN),
        (
            "value_bet_b3",
            "Bet after the third draw, cards known",
            f": you bet.{_SPLIT}, and by cards_drawn",
            BETS,
        ),
    ),
    *_at_last(
        "Bet after the third draw, your cards being known, and it came to a showdown",
        (*_UNBET, *_OPEN, BETS, "showdown"),
        (
            "called_bet_won_b3",
            "Won when the last bet was called",
            ": you won a pot or a part of one",
            "result = 'won at showdown'",
        ),
    ),
    *_at_last(
        "Bet after the third draw when nobody had, your cards being known: you had no badugi, after a miss or a snow. "
        "With P big bets in the pot, a caller is indifferent if one bet in P + 2 is a bluff",
        (*_UNBET, *_OPEN, BETS),
        ("known_bluff_b3", "Bets that were bluffs", "", f"value > {WORST_BADUGI}"),
    ),
    *_at_last(
        "Bet or raised after the third draw with a hand that was shown in the end, or named in the summary: it was no "
        "badugi. Bluffs that win are seldom shown, so the true share is higher",
        (*_LAST, AGGRESSIVE, "shown", "value IS NOT NULL"),
        ("shown_bluff_b3", "Shown bluffs", "", f"value > {WORST_BADUGI}"),
    ),
)

POSTDRAW = (
    *(stat for number in ROUNDS for stat in _round(number)),
    *(stat for number in ROUNDS if number > 1 for stat in _chain(number)),
    *_LAST_BETS,
)
