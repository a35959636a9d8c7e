"""Betting after each draw, and the bets that follow from what was drawn.

Every statistic exists for each of the rounds `b1` to `b3`. Draw states compare the cards drawn at the last draw:
ahead means that every live opponent drew more. Statistics that need the player's own cards count only hands whose file
shows them dealt.
"""

from badugi_hh.stats.definitions.estimates import average
from badugi_hh.stats.definitions.kinds import CountRatio, MomentStatistic, Proportion, SumRatio
from badugi_hh.stats.definitions.kinds.kind import Unit, UnitKind, share_of
from badugi_hh.stats.definitions.stat import OF_POT, OWN, ROUNDS, WORST_BADUGI, Stat

_GROUP = "after the draws"
_STATE_GROUP = "betting by draws"
_AGGRESSIVE = ("action IN ('bet', 'raise')",)
_BETS = ("action = 'bet'",)
_CALLS = ("action = 'call'",)
_FOLDS = ("action = 'fold'",)
_RAISES = ("action = 'raise'",)
# A short all-in over the player's own raise is not a full raise; otherwise the raise faced is another player's.
_RAISED_BY_OPPONENT = "(own_last IS NULL OR own_last <> 'raise' OR level_any = level_full)"


def _round(number: int) -> tuple[Stat, ...]:
    when = ROUNDS[number]
    here = (f"round = {number}", OWN)
    unbet = (*here, "level_any = 0")
    faces_bet = (*here, "level_any = 1", "price > 0")

    def stat(
        name: str,
        title: str,
        sentence: str,
        kind: Proportion | CountRatio | MomentStatistic,
        group: str = _GROUP,
    ) -> Stat:
        return Stat(f"{name}_b{number}", f"{title} {when}", f"{sentence} ({when}).", group, "decisions", kind)

    return (
        stat("bet", "Bet", "Nobody had bet yet: you bet", Proportion(unbet, _BETS)),
        stat(
            "af",
            "Aggression factor",
            "Your bets and raises per call",
            CountRatio(here, _AGGRESSIVE, _CALLS),
        ),
        stat(
            "afq",
            "Aggression",
            "Of your bets, raises, calls and folds: bets and raises",
            Proportion((*here, "action <> 'check'"), _AGGRESSIVE),
        ),
        stat(
            "cbet",
            "Continuation bet",
            "You made the last bet or raise of the round before and nobody had bet yet: you bet",
            Proportion((*unbet, "previous_aggressor"), _BETS),
        ),
        stat(
            "donk",
            "Bet into the aggressor",
            "The player who made the last bet or raise of the round before was still to act and nobody had bet yet: "
            "you bet",
            Proportion((*unbet, "aggressor_behind"), _BETS),
        ),
        stat(
            "fold_to_bet",
            "Folded to a bet",
            "Faced a bet that nobody had raised: you folded",
            Proportion(faces_bet, _FOLDS),
        ),
        stat(
            "call_bet",
            "Called a bet",
            "Faced a bet that nobody had raised: you called",
            Proportion(faces_bet, _CALLS),
        ),
        stat(
            "raise_bet",
            "Raised a bet",
            "Faced a bet that nobody had raised, and could raise: you raised",
            Proportion((*faces_bet, "can_raise"), _RAISES),
        ),
        stat(
            "bet_price",
            "Pot odds of a call",
            "Facing a bet or raise: the call as a share of the pot with the call in it",
            MomentStatistic((*here, "price > 0"), OF_POT, share_of("the pot"), average, least=0, most=1),
        ),
        stat(
            "check_raise",
            "Check-raise",
            "Had checked, then faced a bet and could raise: you raised",
            Proportion((*here, "own_last = 'check'", "price > 0", "can_raise"), _RAISES),
        ),
        stat(
            "fold_to_raise",
            "Folded to a raise",
            "Had bet, then faced a raise: you folded",
            Proportion((*here, "own_last = 'bet'", "level_any >= 2", "price > 0"), _FOLDS),
        ),
        stat(
            "three_bet",
            "3-bet",
            "Faced a raise, that is the second bet, and could raise: you raised again",
            Proportion((*here, "level_full = 2", "price > 0", "can_raise", _RAISED_BY_OPPONENT), _RAISES),
        ),
        stat(
            "cap",
            "Capped",
            "Faced the third bet and could raise: you raised to the fourth, in fixed limit the cap at PokerStars",
            Proportion((*here, "level_full = 3", "price > 0", "can_raise", _RAISED_BY_OPPONENT), _RAISES),
        ),
        stat(
            "delayed_bet",
            "Delayed bet",
            "Nobody bet or raised in the round before and nobody had bet yet: you bet",
            Proportion((*unbet, "previous_bets = 0"), _BETS),
        ),
        stat(
            "bet_ahead",
            "Bet when ahead in cards drawn",
            "Every live opponent drew more cards than you and nobody had bet yet: you bet",
            Proportion((*unbet, "own_draw < best_opponent_draw"), _BETS),
            _STATE_GROUP,
        ),
        stat(
            "bet_even",
            "Bet when even in cards drawn",
            "The best live opponent drew as many cards as you and nobody had bet yet: you bet",
            Proportion((*unbet, "own_draw = best_opponent_draw"), _BETS),
            _STATE_GROUP,
        ),
        stat(
            "bet_behind",
            "Bet when behind in cards drawn",
            "A live opponent drew fewer cards than you and nobody had bet yet: you bet",
            Proportion((*unbet, "own_draw > best_opponent_draw"), _BETS),
            _STATE_GROUP,
        ),
        stat(
            "fold_behind",
            "Folded when behind in cards drawn",
            "A live opponent drew fewer cards than you and you faced a bet that nobody had raised: you folded",
            Proportion((*faces_bet, "own_draw > best_opponent_draw"), _FOLDS),
            _STATE_GROUP,
        ),
        stat(
            "call_behind",
            "Called when behind in cards drawn",
            "A live opponent drew fewer cards than you and you faced a bet that nobody had raised: you called",
            Proportion((*faces_bet, "own_draw > best_opponent_draw"), _CALLS),
            _STATE_GROUP,
        ),
        stat(
            "bet_into_pat",
            "Bet into a pat hand",
            "A live opponent stood pat, you drew, and nobody had bet yet: you bet",
            Proportion((*unbet, "best_opponent_draw = 0", "own_draw > 0"), _BETS),
            _STATE_GROUP,
        ),
        stat(
            "raise_on_draw",
            "Raised a pat hand's bet on a draw",
            "An opponent stood pat and bet, you drew, and could raise: you raised",
            Proportion((*faces_bet, "can_raise", "bettor_draw = 0", "own_draw > 0"), _RAISES),
            _STATE_GROUP,
        ),
    )


def _chain(number: int) -> Stat:
    when, before = ROUNDS[number], ROUNDS[number - 1]
    return Stat(
        f"cbet_again_b{number}",
        f"Continuation bet again {when}",
        f"Made a continuation bet {before} and the last bet or raise there, and nobody had bet yet {when}: you bet.",
        _GROUP,
        "decisions",
        Proportion((f"round = {number}", OWN, "level_any = 0", "previous_aggressor", "previous_cbet"), _BETS),
    )


_LAST = ("round = 3", OWN)
_UNBET = (*_LAST, "level_any = 0")
_FACES = (*_LAST, "level_any >= 1", "price > 0")
_OPEN = ("hero", "knowledge = 'dealt'")
_MISSED = (*_OPEN, "own_draw > 0", f"value > {WORST_BADUGI}")
_LAST_CALL = (*_LAST, "action = 'call'", "live = 2", "big_bet > 0")


_FACES_KNOWN = (*_LAST, "level_any = 1", "price > 0", *_OPEN)


def _last(name: str, title: str, sentence: str, kind: Proportion | SumRatio | MomentStatistic) -> Stat:
    return Stat(f"{name}_b3", title, sentence, "last bets", "decisions", kind)


_LAST_BETS = (
    _last(
        "call_efficiency",
        "Result of last calls",
        "Heads-up after the third draw, you called the last bet: the winnings minus the call, per big bet "
        "called; 0 equals folding.",
        SumRatio(
            _LAST_CALL,
            "CAST(won - amount AS DOUBLE) / big_bet",
            "CAST(amount AS DOUBLE) / big_bet",
            Unit(UnitKind.BIG_BETS, "big bets", per="one called", preposition="for each"),
            by_game=True,
        ),
    ),
    _last(
        "known_call",
        "Called the last bet, cards known",
        "Faced a bet after the third draw that nobody had raised, your cards being known: you called. Split it by "
        "hand_class or high_card.",
        Proportion(_FACES_KNOWN, _CALLS),
    ),
    _last(
        "known_fold",
        "Folded to the last bet, cards known",
        "Faced a bet after the third draw that nobody had raised, your cards being known: you folded. Split it by "
        "hand_class or high_card.",
        Proportion(_FACES_KNOWN, _FOLDS),
    ),
    _last(
        "known_price",
        "Pot odds of the last call, cards known",
        "In the same decisions: the call as a share of the pot with the call in it.",
        MomentStatistic(_FACES_KNOWN, OF_POT, share_of("the pot"), average, least=0, most=1),
    ),
    _last(
        "fold_after_miss",
        "Folded after a miss",
        "Drew at the third draw, made no badugi, and faced a bet or raise: you folded.",
        Proportion((*_FACES, *_MISSED), _FOLDS),
    ),
    _last(
        "price_after_miss",
        "Pot odds of a call after a miss",
        "In the same decisions: the call as a share of the pot with the call in it.",
        MomentStatistic((*_FACES, *_MISSED), OF_POT, share_of("the pot"), average, least=0, most=1),
    ),
    _last(
        "bet_after_miss",
        "Bet after a miss",
        "Drew at the third draw, made no badugi, and nobody had bet yet: you bet.",
        Proportion((*_UNBET, *_MISSED), _BETS),
    ),
    _last(
        "raise_after_miss",
        "Raised after a miss",
        "Drew at the third draw, made no badugi, faced a bet and could raise: you raised.",
        Proportion((*_FACES, "can_raise", *_MISSED), _RAISES),
    ),
    _last(
        "value_bet",
        "Bet after the third draw, cards known",
        "Nobody had bet yet after the third draw, your cards being known: you bet. Split it by hand_class or "
        "high_card, and by cards_drawn.",
        Proportion((*_UNBET, *_OPEN), _BETS),
    ),
    _last(
        "called_bet_won",
        "Won when the last bet was called",
        "Bet after the third draw, your cards being known, and it came to a showdown: you won a pot or a part of one.",
        Proportion((*_UNBET, *_OPEN, "action = 'bet'", "showdown"), ("result = 'won at showdown'",)),
    ),
    _last(
        "known_bluff",
        "Bets that were bluffs",
        "Bet after the third draw when nobody had, your cards being known: you had no badugi, after a miss or a snow. "
        "With P big bets in the pot, a caller is indifferent if one bet in P + 2 is a bluff.",
        Proportion((*_UNBET, *_OPEN, *_BETS), (f"value > {WORST_BADUGI}",)),
    ),
    _last(
        "shown_bluff",
        "Shown bluffs",
        "Bet or raised after the third draw with a hand that was shown in the end, or named in the summary: it was no "
        "badugi. Bluffs that win are seldom shown, so the true share is higher.",
        Proportion((*_LAST, *_AGGRESSIVE, "shown", "value IS NOT NULL"), (f"value > {WORST_BADUGI}",)),
    ),
)


POSTDRAW = (
    *(stat for number in ROUNDS for stat in _round(number)),
    *(_chain(number) for number in ROUNDS if number > 1),
    *_LAST_BETS,
)
