"""The tables of prices and luck: what the cards of a draw or a decision were worth, computed from the rows of a hand.

They are tables of their own, so that hands can be priced after they are stored, and again without a change of other rows.
A row is missing where there is no price. `badugi_hh.store.price_rows` computes them.
"""

from badugi_hh.facts.schema import HAND_KEY as _KEY
from badugi_hh.facts.schema import SEAT as _SEAT
from badugi_hh.facts.schema import table

_EVENT = ("n", "INTEGER", "number of the event within the hand, as in the priced table")
_PRICE_METHOD = (
    "price_method",
    "VARCHAR",
    "exact, or simulated: then the equities have a standard error",
)

PRICED_HANDS = table(
    "priced_hands",
    "one row per hand whose prices are computed, also if no row of the hand has one",
    _KEY,
)

DRAW_PRICES = table(
    "draw_prices",
    "one row per draw with a price: the share of the pot of the cards kept and of the best ones, if nobody bets or folds again",
    _KEY,
    _EVENT,
    _SEAT,
    ("kept_equity", "DOUBLE", "share of the pot with the cards kept, 0 to 1"),
    ("best_kept", "VARCHAR", "the cards that are best to keep; those kept, unless others are surely better"),
    (
        "best_equity",
        "DOUBLE",
        "share of the pot with the best cards kept; as kept_equity, from trials that had no part in finding these cards",
    ),
    ("equity_error", "DOUBLE", "largest standard error of an equity of the row; 0 where they are exact"),
    ("loss_error", "DOUBLE", "standard error of best_equity - kept_equity"),
    _PRICE_METHOD,
    (
        "proof",
        "VARCHAR",
        "how other cards are known to be better: P0 pat with an incomplete hand when no bet can follow, P1 by dominating, P2 by the equities alone; else NULL",
    ),
    (
        "dominating",
        "VARCHAR",
        "as many cards as were kept that are better after this draw, for opponents of unknown cards; NULL if there are none",
    ),
    ("dominating_equity", "DOUBLE", "share of the pot with these cards kept"),
)

DECISION_PRICES = table(
    "decision_prices",
    "one row per betting decision with a price: the share of the pot of the hand",
    _KEY,
    _EVENT,
    _SEAT,
    ("equity", "DOUBLE", "share of the pot of the hand if nobody bets or folds again, 0 to 1"),
    ("equity_error", "DOUBLE", "standard error of equity; 0 where it is exact"),
    (
        "equity_low",
        "DOUBLE",
        "equity, or less: what is left of it if each player bets once in every later round, as a share of the pot after a call, at least 0; NULL unless fixed limit",
    ),
    (
        "equity_high",
        "DOUBLE",
        "equity, or more, in the same way, which can be more than 1; NULL unless fixed limit",
    ),
    (
        "floor_equity",
        "DOUBLE",
        "of a fold that faces no bet: share of the pot if every opponent holds a badugi; NULL otherwise",
    ),
    _PRICE_METHOD,
)

LUCK = table(
    "luck",
    "one row per player and hand whose cards were dealt openly to the end; amounts in big bets of the hand",
    _KEY,
    _SEAT,
    ("starting_luck", "DOUBLE", "value of the starting hand minus the mean over all hands"),
    (
        "draw_luck_1",
        "DOUBLE",
        "value after the first draw minus the mean over all cards that could be drawn; NULL without this draw",
    ),
    ("draw_luck_2", "DOUBLE", "the same of the second draw"),
    ("draw_luck_3", "DOUBLE", "the same of the third draw"),
    ("draw_luck", "DOUBLE", "sum over the draws; 0 if the player folded before the first"),
    (
        "all_in_luck",
        "DOUBLE",
        "result minus the sum of equity x pots when all betting was over; 0 if betting was not over before a draw, or a hand was not known then",
    ),
)

PRICE_TABLES = (PRICED_HANDS, DRAW_PRICES, DECISION_PRICES, LUCK)
"""The tables that are computed from the rows of a hand; a hand that is replaced or deleted loses its rows here."""
