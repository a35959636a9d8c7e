"""The equities in the cost models of grade B checks: hot-and-cold shares of the pot, computed by `badugi_hh.odds`.

A test computes every number again. Nothing here reads hands.
"""

from dataclasses import dataclass

from badugi_hh.odds.ranges import LOW_PAIRS, ONE, PAT, Range, of_ranks, up_to, with_high

OPENING: dict[str, Range] = {
    "BTN": of_ranks("a third of all hands", (*up_to(4, "K"), *up_to(3, "9"), *LOW_PAIRS)),
    "SB": of_ranks("two thirds of all hands", (*up_to(4, "K"), *up_to(3, "Q"), *up_to(2, "6"))),
}
"""The assumed range of the opener of a steal: 32.4 % of all hands on the button, 67.4 % in the small blind."""

WEAKEST_DEFENDED: dict[str, Range] = {
    "BTN": of_ranks("three cards, jack high", with_high(3, "J")),
    "SB": of_ranks("two cards, jack high", with_high(2, "J")),
}
"""The weakest class of hands that the baseline defends, when hands are sorted by equity against the opener."""

DEFENCE_EQUITY = {"BTN": 0.36, "SB": 0.37}
"""Hot-and-cold equity of `WEAKEST_DEFENDED` against `OPENING` with three draws."""

REALIZED = 0.8
"""The part of its equity that a hand out of position realizes."""

AHEAD_EQUITY = {
    (1, 0, 1): 0.60,
    (1, 0, 2): 0.71,
    (1, 0, 3): 0.70,
    (1, 1, 2): 0.58,
    (1, 1, 3): 0.62,
    (1, 2, 3): 0.53,
    (2, 0, 1): 0.70,
    (2, 0, 2): 0.82,
    (2, 0, 3): 0.79,
    (2, 1, 2): 0.61,
    (2, 1, 3): 0.65,
    (2, 2, 3): 0.52,
}
"""Hot-and-cold equity of the draw-count model by (round, own draw, opponent's draw); 3 means 3 or 4."""


STRONG_PAT = of_ranks("a badugi of eight or lower", up_to(4, "8"))
"""The hands against which every hand wins at least `badugi_hh.odds.unbeatable.WORST_HAND_EQUITY`."""


@dataclass(frozen=True, slots=True)
class Matchup:
    """A range with `draws` draws left against a range with `other_draws`, and its share of the pot."""

    range: Range
    draws: int
    other: Range
    other_draws: int
    equity: float


_EIGHT = of_ranks("three cards, eight high", with_high(3, "8"))
_RERAISED = of_ranks("a badugi up to a nine, or three cards up to a six", (*up_to(4, "9"), *up_to(3, "6")))
_FIVE = of_ranks("three cards of five or lower", up_to(3, "5"))
_MEDIUM = of_ranks(
    "a badugi, nine to jack high", (*with_high(4, "9"), *with_high(4, "T"), *with_high(4, "J"))
)

OPENER_RERAISED = Matchup(_EIGHT, 3, _RERAISED, 3, 0.34)
DRAW_V_PAT = {1: Matchup(ONE, 2, PAT, 0, 0.30), 2: Matchup(ONE, 1, PAT, 0, 0.17)}
"""A one-card draw against a pat hand, by betting round."""
NINE_V_PAT = Matchup(of_ranks("three cards, nine high", with_high(3, "9")), 1, PAT, 0, 0.15)
"""With one draw left; worse three-card hands win less."""
LOW_DRAW = {1: Matchup(_FIVE, 2, ONE, 2, 0.66), 2: Matchup(_FIVE, 1, ONE, 1, 0.75)}
"""Three cards of five or lower against a one-card draw, by betting round."""
BADUGI_V_DRAW = Matchup(PAT, 0, ONE, 1, 0.83)
LOW_TRI_V_DRAW = Matchup(_FIVE, 0, ONE, 1, 0.71)
LOW_BADUGI_V_LOW = Matchup(STRONG_PAT, 0, STRONG_PAT, 0, 0.50)
MEDIUM_V_RAISER = Matchup(_MEDIUM, 0, of_ranks("a badugi up to a jack", up_to(4, "J")), 0, 0.39)
