"""The tables of prices and luck: what the cards of a draw or a decision were worth, computed from the rows of a hand.

They are tables of their own, so that hands can be priced after they are stored, and again without a change of other rows.
A row is missing where there is no price. `badugi_hh.store.price_rows` computes them, `badugi_hh.store.solver_rows` those
of the solver.
"""

from badugi_hh.facts.schema import HAND_KEY, SEAT, table

_EVENT = "n INTEGER number of the event within the hand, as in the priced table"
_PRICE_METHOD = "price_method VARCHAR exact or approximate"

PRICED_HANDS = table(
    "priced_hands",
    "one row per hand whose prices are computed, also if no row of the hand has one",
    f"""
    {HAND_KEY}
    """,
)

DRAW_PRICES = table(
    "draw_prices",
    "one row per draw with a price: the share of the pot of the cards kept and of the best ones, if nobody bets or folds again",
    f"""
    {HAND_KEY}
    {_EVENT}
    {SEAT}
    kept_equity DOUBLE share of the pot with the cards kept, 0 to 1
    best_kept VARCHAR the cards that are best to keep; those kept, unless others are surely better
    best_equity DOUBLE share of the pot with the best cards kept
    equity_error DOUBLE largest error of an equity of the row: root mean square difference from long simulations; 0 where they are exact
    loss_error DOUBLE error of best_equity - kept_equity, in the same way
    {_PRICE_METHOD}
    proof VARCHAR how other cards are known to be better: P0 pat with an incomplete hand when no bet can follow, P1 by dominating, P2 by the equities alone; else NULL
    dominating VARCHAR as many cards as were kept that are better after this draw, for opponents of unknown cards; NULL if there are none
    dominating_equity DOUBLE share of the pot with these cards kept
    """,
)

DECISION_PRICES = table(
    "decision_prices",
    "one row per betting decision with a price: the share of the pot of the hand",
    f"""
    {HAND_KEY}
    {_EVENT}
    {SEAT}
    equity DOUBLE share of the pot of the hand if nobody bets or folds again, 0 to 1
    equity_error DOUBLE error of equity, as in draw_prices
    equity_low DOUBLE equity, or less: what is left of it if each player bets once in every later round, as a share of the pot after a call, at least 0; NULL unless fixed limit
    equity_high DOUBLE equity, or more, in the same way, which can be more than 1; NULL unless fixed limit
    floor_equity DOUBLE of a fold that faces no bet: share of the pot if every opponent holds a badugi; NULL otherwise
    {_PRICE_METHOD}
    """,
)

LUCK = table(
    "luck",
    "one row per player and hand whose cards were dealt openly to the end; amounts in big bets of the hand",
    f"""
    {HAND_KEY}
    {SEAT}
    starting_luck DOUBLE value of the starting hand minus the mean over all hands
    draw_luck_1 DOUBLE value after the first draw minus the mean over all cards that could be drawn; NULL without this draw
    draw_luck_2 DOUBLE the same of the second draw
    draw_luck_3 DOUBLE the same of the third draw
    draw_luck DOUBLE sum over the draws; 0 if the player folded before the first
    all_in_luck DOUBLE result minus the sum of equity x pots when all betting was over; 0 if betting was not over before a draw, or a hand was not known then
    """,
)

SOLVER_HANDS = table(
    "solver_hands",
    "one row per hand that was compared with the tables of solved games, also if these cover none of its decisions",
    f"""
    {HAND_KEY}
    """,
)

SOLVER_PRICES = table(
    "solver_prices",
    "one row per betting decision or draw with known cards for which a solved game has a known answer: what the action loses against the best one, if the opponent plays the equilibrium",
    f"""
    {HAND_KEY}
    n INTEGER number of the event within the hand, as in decisions and draws
    {SEAT}
    solver_spot VARCHAR the solved game: heads-up, sb-bb, btn-bb or co-bb
    solver_line VARCHAR the actions before, as `solve --line` takes them: fold, check, call, bet, raise, or the number of cards drawn; empty at the first decision
    solver_best VARCHAR the best action; of several the first in the order fold, check, call, bet, raise, or of the fewest cards
    solver_cost DOUBLE what the player's action loses against the best one, in big bets of the hand
    solver_error DOUBLE standard error of solver_cost, in big bets, larger at stakes with an odd small blind; it is partly the same for all hands of a kind
    solver_kept BOOLEAN of a draw: the best cards of their number were kept; false if not, or unknown, and then only the number is priced; NULL for a betting decision
    """,
)

PRICE_TABLES = (PRICED_HANDS, DRAW_PRICES, DECISION_PRICES, LUCK)
"""The tables of the model of prices."""
SOLVER_TABLES = (SOLVER_HANDS, SOLVER_PRICES)
"""The tables of prices from solved games."""
COMPUTED_TABLES = (*PRICE_TABLES, *SOLVER_TABLES)
"""The tables that are computed from the rows of a hand; a hand that is replaced or deleted loses its rows here."""
