"""Betting after each draw, and the bets that follow from what was drawn.

Every statistic exists for each of the rounds `b1` to `b3`. Draw states compare the cards drawn at the last draw:
ahead means that every live opponent drew more.
"""

from badugi_hh.stats.kinds import Proportion, Ratio
from badugi_hh.stats.stat import OWN, ROUNDS, Stat

_GROUP = "after the draws"
_STATE_GROUP = "betting by draws"
_AGGRESSIVE = "action IN ('bet', 'raise')"
_BETS = "action = 'bet'"
_CALLS = "action = 'call'"
_FOLDS = "action = 'fold'"
_RAISES = "action = 'raise'"


def _round(number: int) -> tuple[Stat, ...]:
    when = ROUNDS[number]
    here = f"round = {number} AND {OWN}"
    unbet = f"{here} AND level_any = 0"
    faces_bet = f"{here} AND level_any = 1 AND price > 0"

    def stat(name: str, title: str, sentence: str, kind: Proportion | Ratio, group: str = _GROUP) -> Stat:
        return Stat(f"{name}_b{number}", f"{title} {when}", f"{sentence} ({when}).", group, "decisions", kind)

    return (
        stat("bet", "Bet", "Nobody had bet yet: you bet", Proportion(unbet, _BETS)),
        stat(
            "af",
            "Aggression factor",
            "Your bets and raises per call",
            Ratio(here, _AGGRESSIVE, _CALLS),
        ),
        stat(
            "afq",
            "Aggression",
            "Of your bets, raises, calls and folds: bets and raises",
            Proportion(f"{here} AND action <> 'check'", _AGGRESSIVE),
        ),
        stat(
            "cbet",
            "Continuation bet",
            "You made the last bet or raise of the round before and nobody had bet yet: you bet",
            Proportion(f"{unbet} AND previous_aggressor", _BETS),
        ),
        stat(
            "donk",
            "Bet into the aggressor",
            "Whoever made the last bet or raise of the round before was still to act and nobody had bet yet: "
            "you bet",
            Proportion(f"{unbet} AND aggressor_behind", _BETS),
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
            Proportion(f"{faces_bet} AND can_raise", _RAISES),
        ),
        stat(
            "check_raise",
            "Check-raise",
            "Had checked, then faced a bet and could raise: you raised",
            Proportion(f"{here} AND own_last = 'check' AND price > 0 AND can_raise", _RAISES),
        ),
        stat(
            "fold_to_raise",
            "Folded to a raise",
            "Had bet, then faced a raise: you folded",
            Proportion(f"{here} AND own_last = 'bet' AND level_any >= 2 AND price > 0", _FOLDS),
        ),
        stat(
            "delayed_bet",
            "Bet after a round without bets",
            "Nobody bet in the round before and nobody had bet yet: you bet",
            Proportion(f"{unbet} AND previous_bets = 0", _BETS),
        ),
        stat(
            "bet_ahead",
            "Bet when ahead in cards drawn",
            "Every live opponent drew more cards than you and nobody had bet yet: you bet",
            Proportion(f"{unbet} AND own_draw < best_opponent_draw", _BETS),
            _STATE_GROUP,
        ),
        stat(
            "bet_even",
            "Bet when even in cards drawn",
            "The best live opponent drew as many cards as you and nobody had bet yet: you bet",
            Proportion(f"{unbet} AND own_draw = best_opponent_draw", _BETS),
            _STATE_GROUP,
        ),
        stat(
            "bet_behind",
            "Bet when behind in cards drawn",
            "A live opponent drew fewer cards than you and nobody had bet yet: you bet",
            Proportion(f"{unbet} AND own_draw > best_opponent_draw", _BETS),
            _STATE_GROUP,
        ),
        stat(
            "bet_into_pat",
            "Bet into a pat hand",
            "A live opponent stood pat, you drew, and nobody had bet yet: you bet",
            Proportion(f"{unbet} AND best_opponent_draw = 0 AND own_draw > 0", _BETS),
            _STATE_GROUP,
        ),
        stat(
            "raise_on_draw",
            "Raised a pat hand's bet on a draw",
            "A live opponent stood pat, you drew, faced a bet and could raise: you raised",
            Proportion(f"{faces_bet} AND can_raise AND best_opponent_draw = 0 AND own_draw > 0", _RAISES),
            _STATE_GROUP,
        ),
    )


POSTDRAW = tuple(stat for number in ROUNDS for stat in _round(number))
