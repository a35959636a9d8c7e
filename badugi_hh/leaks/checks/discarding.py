"""Grade B checks of the draws: how many cards, which badugis are broken, and how often an incomplete hand stands pat.

Most need the player's own cards, and count only hands in which a file shows them dealt.
"""

from itertools import combinations

from badugi_hh.engine.values import value_of
from badugi_hh.leaks.leak_check import (
    ANY_GAME,
    DEALT,
    FIXED_LIMIT,
    FIXED_RING,
    HEADS_UP,
    NOTHING,
    Cost,
    FrequencyCheck,
    Limits,
    Side,
    Situation,
    both,
    check,
    share_of,
)
from badugi_hh.stats.definitions.kinds import Conjunction
from badugi_hh.stats.definitions.stat import OWN, WORST_BADUGI

_SNOW = f"value_before > {WORST_BADUGI}"
_PAT, _BROKE = ("drawn = 0",), ("drawn > 0",)
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


def _of_draws(scope: Conjunction, made: Conjunction, limits: Limits = ANY_GAME) -> Situation:
    return Situation(scope, made, limits, rows="draws")


def _of_pot(share: float, model: str) -> Cost:
    return Cost(f"{share} * pot", model)


DISCARDING_CHECKS: tuple[FrequencyCheck, ...] = (
    check(
        "B8-THREE",
        "draws_three_after_opening",
        "Draws three or four after opening",
        "How often you draw three or four cards at the first draw, of the hands that you opened.",
        "Open only hands that count at least two low cards.",
        "Bet as long as they draw more cards than you.",
        _of_draws(_OPENED, ("drawn >= 3",), FIXED_RING),
        60,
    ),
    *both(
        "B8-TWO",
        "draws_two_too_{}",
        "Draws two too {} after opening on the button",
        "How often you draw two at the first draw, of the hands that you opened on the button.",
        _of_draws((*_OPENED, "position = 'BTN'"), ("drawn = 2",), FIXED_RING),
        60,
        many=Side(
            "often",
            "Fold the worst two-card hands on the button.",
            "Call their raises from the button with more hands, and bet when they draw two.",
        ),
        few=Side(
            "rarely",
            "Open A-2, A-3, A-4 and 2-3 on the button and draw two to them.",
            "Fold more hands to their raises from the button.",
            missed=NOTHING,
        ),
    ),
    check(
        "B9-ROUGH",
        "draws_one_to_rough_hand",
        "Draws one to a rough three-card hand",
        "How often you draw one at the first draw with a ten or higher over A-2, A-3, A-4 or 2-3.",
        "Draw two to A-2, A-3, A-4 or 2-3 with a ten or higher: discard the high card as well.",
        "Bet three low cards against their one-card draw: it is often a rough one.",
        _of_draws(("draw = 1", *DEALT, _ROUGH), ("drawn = 1",), HEADS_UP),
        15,
        _of_pot(ROUGH_GAIN, f"{ROUGH_GAIN:.1%} of the pot, the least equity that drawing two gains"),
    ),
    check(
        "B9-SMOOTH",
        "draws_two_to_smooth_hand",
        "Draws two to a good three-card hand",
        "How often you draw two or more at the first draw with three cards of eight or lower.",
        "Draw one to three cards of eight or lower.",
        "Bet when they draw two, even though their hand can be good.",
        _of_draws(("draw = 1", *DEALT, _SMOOTH), ("drawn >= 2",), HEADS_UP),
        15,
        _of_pot(SMOOTH_GAIN, f"{SMOOTH_GAIN:.0%} of the pot, the equity that drawing one gains with A-2-8"),
    ),
    check(
        "B10",
        "stays_pat_rough",
        "Stands pat when breaking wins more",
        "How often you stand pat with a king or queen over a smooth three-card hand when breaking has more equity.",
        "Break a king or queen over a smooth hand against a pat hand.",
        "Bet badugis of ten or lower against their pat hand: it is often a rough one.",
        _of_draws((*DEALT, "can_bet", f"({_BREAK})"), _PAT, HEADS_UP),
        20,
        _of_pot(BREAK_GAIN, f"{BREAK_GAIN:.0%} of the pot, the least equity that breaking gains"),
    ),
    check(
        "B11",
        "breaks_badugi",
        "Breaks a badugi when standing pat wins more",
        "How often you break heads-up a badugi of ten or lower, or late against a player who draws a jack or queen. Jacks, "
        "queens and kings broken at the first draw are left out, because bets to come can make that right; the loss in the "
        "view of draws, the statistic draw_loss, has them too, as if nobody bet or folded again.",
        "Stand pat with a made ten: late against a draw also with a jack or queen.",
        "Draw one more time against their pat hand: they often break it.",
        _of_draws((*DEALT, "can_bet", f"({_STAY})"), _BROKE, HEADS_UP),
        20,
        _of_pot(
            STAY_GAIN,
            f"{STAY_GAIN:.0%} of the pot, the equity that standing pat gains with T-3-2-A and one draw left",
        ),
    ),
    check(
        "B12",
        "breaks_after_raise",
        "Breaks a pat badugi after a raise",
        "How often you break a badugi of jack or lower that you stood pat with, after you faced a raise.",
        "Call a raise and stay pat with a badugi of jack or lower: a raise from a player who draws is often a bluff.",
        "Raise their pat hand on a draw: they often break it.",
        _of_draws(
            (
                *DEALT,
                "previous_drawn = 0",
                "level_faced >= 2",
                f"value_before <= {value_of((10, 9, 8, 7))}",
            ),
            _BROKE,
            FIXED_LIMIT,
        ),
        15,
        _of_pot(STAY_GAIN, f"{STAY_GAIN:.0%} of the pot, as B11"),
    ),
    *both(
        "B22",
        "snows_too_{}",
        "Snows too {}",
        "How often you have no badugi when you begin to stand pat with bets to come.",
        _of_draws(_PATS, (_SNOW,), FIXED_LIMIT),
        40,
        many=Side(
            "often",
            "Snow only the worst hands: keep a hand with a good draw as a draw.",
            "Call and raise their pat hands more often.",
        ),
        few=Side(
            "rarely",
            "Stand pat without a badugi now and then: do it against one player who draws.",
            "Take their pat hands for badugis: fold and break more.",
            missed=NOTHING,
        ),
    ),
    check(
        "B22-OPEN",
        "snows_opened_hands",
        "Snows opened hands at the first draw",
        "How often you stand pat without a badugi at the first draw, of the hands that you opened.",
        "Draw at the first draw without a badugi: most snows begin later.",
        "Call and raise their pat hands at the first draw more often.",
        _of_draws((*_OPENED, "hero", "knowledge = 'dealt'"), ("drawn = 0", _SNOW), FIXED_LIMIT),
        40,
    ),
    check(
        "B23-ABANDON",
        "abandons_snows",
        "Gives up snows",
        "How often you draw again after standing pat without a badugi.",
        "Decide before the second draw whether to snow, and stay with it.",
        "Bet on against their pat hand with a draw: they often give it up.",
        share_of("abandoned_snow"),
        10,
    ),
    check(
        "B23-PAT",
        "snows_into_pat",
        "Begins snows against a pat hand",
        "How often an opponent stood pat at the latest draw, of the draws at which you began to snow.",
        "Snow only against players who draw.",
        "Stay pat and call their bets: they snow against pat hands.",
        _of_draws((*_PATS, _SNOW, f"{_SEEN} IS NOT NULL"), (f"{_SEEN} = 0",)),
        10,
    ),
    check(
        "B24",
        "pat_more_than_badugis_dealt",
        "Stands pat at the first draw more often than badugis are dealt",
        "How often you stand pat at the first draw, of the hands dealt to you.",
        "Snow less at the first draw: the pat hands beyond 6.3% of those dealt are snows.",
        "Call and raise their pat hands: those beyond 6.3% of the hands are snows.",
        share_of("pat_per_hand"),
        150,  # hands, about 40 of which see the draw
        worst=f"CASE WHEN value_0 <= {WORST_BADUGI} THEN 0 ELSE 1 END",  # a badugi is no snow
    ),
    check(
        "B32",
        "rough_badugis_multiway",
        "Plays rough badugis in multiway pots",
        "How often you have two or more opponents at the first draw, of your badugis of jack or higher.",
        "Play a rough badugi against one opponent: raise before the draw, or fold it.",
        "Raise to play against them alone, and bet low badugis for value.",
        _of_draws(("draw = 1", *DEALT, _ROUGH_BADUGI), ("live >= 3",), FIXED_LIMIT),
        40,
    ),
)
"""The checks of the draws."""
