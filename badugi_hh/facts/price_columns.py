"""The tables of prices and luck: what the cards of a draw or a decision were worth, computed from the rows of a hand.

They are tables of their own, so that hands can be priced after they are stored, and again without a change of other rows.
A row is missing where there is no price. `badugi_hh.store.price_rows` computes them, `badugi_hh.store.solver_rows` those
of the solver.
"""

from badugi_hh.facts.schema import DECLARED

PRICED_HANDS = DECLARED["priced_hands"]
DRAW_PRICES = DECLARED["draw_prices"]
DECISION_PRICES = DECLARED["decision_prices"]
LUCK = DECLARED["luck"]
SOLVER_HANDS = DECLARED["solver_hands"]
SOLVER_PRICES = DECLARED["solver_prices"]
SOLVER_REASONS = DECLARED["solver_reasons"]

PRICE_TABLES = (PRICED_HANDS, DRAW_PRICES, DECISION_PRICES, LUCK)
"""The tables of the model of prices."""
SOLVER_TABLES = (SOLVER_HANDS, SOLVER_PRICES, SOLVER_REASONS)
"""The tables of prices from solved games."""
COMPUTED_TABLES = (*PRICE_TABLES, *SOLVER_TABLES)
"""The tables that are computed from the rows of a hand; a hand that is replaced or deleted loses its rows here."""
