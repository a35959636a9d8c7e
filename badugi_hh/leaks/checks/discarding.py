"""Grade B checks of the draws: how many cards, which badugis are broken, and how often an incomplete hand stands pat.

Most need the player's own cards, and count only hands in which a file shows them dealt.
"""

from itertools import combinations

from badugi_hh.engine.values import value_of
from badugi_hh.leaks.frequency_check import (
    ALONE,
    DEALT,
    FIXED,
    NOTHING,
    OTHER_GAME,
    OTHER_LIMIT,
    RING,
    FrequencyCheck,
    check,
    proportion,
)
from badugi_hh.stats.definitions.kinds import Conjunction
from badugi_hh.stats.definitions.stat import OWN, WORST_BADUGI

_BADUGI, _SNOW = f"value_before <= {WORST_BADUGI}", f"value_before > {WORST_BADUGI}"
_PAT, _BROKE = ("drawn = 0",), ("drawn > 0",)
_MORE = "more than one opponent"
_SEEN = "coalesce(fewest_seen, fewest_before)"  # the opponent's latest number of cards
_FIVE, _TEN, _JACK, _QUEEN, _KING = 4, 9, 10, 11, 12


def _values(hands: list[tuple[int, ...]]) -> str:
    """Return SQL: the hand before the draw counts one of these sets of ranks."""
    return f"value_before IN ({', '.join(str(value) for value in sorted(map(value_of, hands)))})"


def _over(high: int, smooth: int) -> str:
    """Return SQL: a badugi with the rank `high` over three cards of `smooth` or lower."""
    return _values([(*low, high) for low in combinations(range(smooth + 1), 3)])


def _between(lowest: int, highest: int) -> str:
    """Return SQL: a badugi whose highest card has a rank between these two."""
    best = value_of((lowest, 2, 1, 0))
    worst = value_of((highest, highest - 1, highest - 2, highest - 3))
    return f"value_before BETWEEN {best} AND {worst}"


_LOW_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2))
_ROUGH = _values([(*pair, high) for pair in _LOW_PAIRS for high in range(_TEN, _KING + 1)])
_SMOOTH = _values(list(combinations(range(8), 3)))
_ROUGH_BADUGI = _between(_JACK, _KING)

# Standing pat loses equity in these cases, whatever badugis the opponent stands pat with.
_BREAK = " OR ".join(
    f"({case})"
    for case in (
        f"draw = 1 AND fewest_seen = 0 AND {_over(_KING, _FIVE)}",
        f"draw = 1 AND fewest_seen = 1 AND {_over(_KING, _FIVE)}",
        f"draw = 2 AND {_SEEN} = 0 AND {_over(_KING, _FIVE)}",
        f"draw = 2 AND fewest_seen = 0 AND fewest_before > 0 AND {_over(_QUEEN, _FIVE)}",
        f"draw = 3 AND fewest_seen = 0 AND fewest_before > 0 AND {_over(_KING, _FIVE)}",
    )
)
# Breaking loses equity in these cases.
_STAY = " OR ".join(
    f"({case})"
    for case in (
        f"value_before <= {value_of((9, 8, 7, 6))}",
        f"draw >= 2 AND {_SEEN} >= 1 AND {_between(_JACK, _JACK)}",
        f"draw = 3 AND {_SEEN} >= 1 AND {_between(_QUEEN, _QUEEN)}",
    )
)
BREAK_GAIN, STAY_GAIN = 0.03, 0.06
"""The equity lost by the wrong decision, at the least in the typical cases that a test computes."""
ROUGH_GAIN, SMOOTH_GAIN = 0.015, 0.05

_OPENED: Conjunction = ("draw = 1", OWN, "opener = position")
_PATS: Conjunction = (*DEALT, "drawn = 0", "can_bet", "(previous_drawn IS NULL OR previous_drawn > 0)")
"""The draws at which a player begins to stand pat: who goes on decides nothing new."""


def _of_pot(share: float) -> str:
    return f"{share} * pot"


def _snows(suffix: str, word: str, advice: str, use: str, *, too_high: bool) -> FrequencyCheck:
    return check(
        f"B22-{suffix}",
        f"snows_too_{word}",
        f"Snows too {word}",
        "How often you have no badugi when you begin to stand pat with bets to come.",
        advice,
        use=use,
        rows="draws",
        scope=_PATS,
        limits=(FIXED,),
        made=(_SNOW,),
        too_high=too_high,
        least=40,
        excluded=OTHER_LIMIT,
        missed=() if too_high else NOTHING,
    )


def _draws_two(suffix: str, word: str, advice: str, use: str, *, too_high: bool) -> FrequencyCheck:
    return check(
        f"B8-TWO-{suffix}",
        f"draws_two_too_{word}",
        f"Draws two too {word} after opening on the button",
        "How often you draw two at the first draw, of the hands that you opened on the button.",
        advice,
        use=use,
        rows="draws",
        scope=(*_OPENED, "position = 'BTN'"),
        limits=(FIXED, RING),
        made=("drawn = 2",),
        too_high=too_high,
        least=60,
        excluded=OTHER_GAME,
        missed=() if too_high else NOTHING,
    )


DISCARDING_CHECKS: tuple[FrequencyCheck, ...] = (
    check(
        "B8-THREE",
        "draws_three_after_opening",
        "Draws three or four after opening",
        "How often you draw three or four cards at the first draw, of the hands that you opened.",
        "Open only hands that count at least two low cards.",
        use="Bet as long as they draw more cards than you.",
        rows="draws",
        scope=_OPENED,
        limits=(FIXED, RING),
        made=("drawn >= 3",),
        too_high=True,
        least=60,
        excluded=OTHER_GAME,
    ),
    _draws_two(
        "MANY",
        "often",
        "Fold the worst two-card hands on the button.",
        "Call their raises from the button with more hands, and bet when they draw two.",
        too_high=True,
    ),
    _draws_two(
        "FEW",
        "rarely",
        "Open A-2, A-3, A-4 and 2-3 on the button and draw two to them.",
        "Fold more hands to their raises from the button.",
        too_high=False,
    ),
    check(
        "B9-ROUGH",
        "draws_one_to_rough_hand",
        "Draws one to a rough three-card hand",
        "How often you draw one at the first draw with a ten or higher over A-2, A-3, A-4 or 2-3.",
        "Discard the high card as well and draw two.",
        use="Bet three low cards against their one-card draw: it is often a rough one.",
        rows="draws",
        scope=("draw = 1", *DEALT, _ROUGH),
        limits=(ALONE,),
        made=("drawn = 1",),
        too_high=True,
        least=15,
        cost=_of_pot(ROUGH_GAIN),
        model=f"{ROUGH_GAIN:.1%} of the pot, the least equity that drawing two gains",
        excluded=_MORE,
    ),
    check(
        "B9-SMOOTH",
        "draws_two_to_smooth_hand",
        "Draws two to a good three-card hand",
        "How often you draw two or more at the first draw with three cards of eight or lower.",
        "Draw one to three cards of eight or lower.",
        use="Bet when they draw two, even though their hand can be good.",
        rows="draws",
        scope=("draw = 1", *DEALT, _SMOOTH),
        limits=(ALONE,),
        made=("drawn >= 2",),
        too_high=True,
        least=15,
        cost=_of_pot(SMOOTH_GAIN),
        model=f"{SMOOTH_GAIN:.0%} of the pot, the equity that drawing one gains with A-2-8",
        excluded=_MORE,
    ),
    check(
        "B10",
        "stays_pat_rough",
        "Stands pat when breaking wins more",
        "How often you stand pat with a king or queen over a smooth three-card hand when breaking has more equity.",
        "Break a king or queen over a smooth hand against a pat hand.",
        use="Bet badugis of ten or lower against their pat hand: it is often a rough one.",
        rows="draws",
        scope=(*DEALT, "can_bet", f"({_BREAK})"),
        limits=(ALONE,),
        made=_PAT,
        too_high=True,
        least=20,
        cost=_of_pot(BREAK_GAIN),
        model=f"{BREAK_GAIN:.0%} of the pot, the least equity that breaking gains",
        excluded=_MORE,
    ),
    check(
        "B11",
        "breaks_badugi",
        "Breaks a badugi when standing pat wins more",
        "How often you break a ten-high or better badugi, or a jack or queen against a player who draws.",
        "Stand pat with a made ten, and with a jack or queen late against a draw.",
        use="Draw one more time against their pat hand: they often break it.",
        rows="draws",
        scope=(*DEALT, "can_bet", f"({_STAY})"),
        limits=(ALONE,),
        made=_BROKE,
        too_high=True,
        least=20,
        cost=_of_pot(STAY_GAIN),
        model=f"{STAY_GAIN:.0%} of the pot, the equity that standing pat gains with T-3-2-A and one draw left",
        excluded=_MORE,
    ),
    check(
        "B12",
        "breaks_after_raise",
        "Breaks a pat badugi after a raise",
        "How often you break a badugi of jack or lower that you stood pat with, after you faced a raise.",
        "Call and stand pat: a raise from a player who draws is often a bluff.",
        use="Raise their pat hand on a draw: they often break it.",
        rows="draws",
        scope=(
            *DEALT,
            "previous_drawn = 0",
            "level_faced >= 2",
            f"value_before <= {value_of((10, 9, 8, 7))}",
        ),
        limits=(FIXED,),
        made=_BROKE,
        too_high=True,
        least=15,
        cost=_of_pot(STAY_GAIN),
        model=f"{STAY_GAIN:.0%} of the pot, as B11",
        excluded=OTHER_LIMIT,
    ),
    _snows(
        "MANY",
        "often",
        "Keep a hand with a good draw as a draw, and snow the worst hands.",
        "Call and raise their pat hands more often.",
        too_high=True,
    ),
    _snows(
        "FEW",
        "rarely",
        "Stand pat without a badugi now and then against one player who draws.",
        "Take their pat hands for badugis: fold and break more.",
        too_high=False,
    ),
    check(
        "B22-OPEN",
        "snows_opened_hands",
        "Snows opened hands at the first draw",
        "How often you stand pat without a badugi at the first draw, of the hands that you opened.",
        "Draw at the first draw: most snows begin later.",
        use="Call and raise their pat hands at the first draw more often.",
        rows="draws",
        scope=(*_OPENED, "hero", "knowledge = 'dealt'"),
        limits=(FIXED,),
        made=("drawn = 0", _SNOW),
        too_high=True,
        least=40,
        excluded=OTHER_LIMIT,
    ),
    check(
        "B23-ABANDON",
        "abandons_snows",
        "Gives up snows",
        "How often you draw again after standing pat without a badugi.",
        "Decide before the second draw whether to snow, and stay with it.",
        use="Bet on against their pat hand with a draw: they often give it up.",
        rows="seats",
        scope=proportion("abandoned_snow").chances,
        made=proportion("abandoned_snow").made,
        too_high=True,
        least=10,
    ),
    check(
        "B23-PAT",
        "snows_into_pat",
        "Begins snows against a pat hand",
        "How often an opponent stood pat at the latest draw, of the draws at which you began to snow.",
        "Snow against players who draw.",
        use="Stay pat and call their bets: they snow against pat hands.",
        rows="draws",
        scope=(*_PATS, _SNOW, f"{_SEEN} IS NOT NULL"),
        made=(f"{_SEEN} = 0",),
        too_high=True,
        least=10,
    ),
    check(
        "B24",
        "pat_more_than_badugis_dealt",
        "Stands pat at the first draw more often than badugis are dealt",
        "How often you stand pat at the first draw, of the hands dealt to you.",
        "The pat hands beyond 6.3% are snows: snow less.",
        use="Call and raise their pat hands: those beyond 6.3% of the hands are snows.",
        rows="seats",
        scope=proportion("pat_per_hand").chances,
        made=proportion("pat_per_hand").made,
        too_high=True,
        least=150,  # hands, about 40 of which see the draw
        worst=f"CASE WHEN value_0 <= {WORST_BADUGI} THEN 0 ELSE 1 END",  # a badugi is no snow
    ),
    check(
        "B32",
        "rough_badugis_multiway",
        "Plays rough badugis in multiway pots",
        "How often you have two or more opponents at the first draw, of your badugis of jack or higher.",
        "Raise before the draw to play a rough badugi against one opponent, or fold it.",
        use="Raise to play against them alone, and bet low badugis for value.",
        rows="draws",
        scope=("draw = 1", *DEALT, _ROUGH_BADUGI),
        limits=(FIXED,),
        made=("live >= 3",),
        too_high=True,
        least=40,
        excluded=OTHER_LIMIT,
    ),
)
"""The checks of the draws."""
