"""The equity of drawing with a hand that is not a badugi, heads-up: the price with which a snow is compared.

Shares of the pot by hot-and-cold equity: nobody bets or folds again, both players draw to their best cards, and the
opponent's range follows from the number of cards of their last draw (`badugi_hh.odds.ranges`). The shares were computed
by `badugi_hh.odds.equity`; a test computes them again. Nothing here reads hands.
"""

from badugi_hh.engine.values import value_of

_WORST = {"low": value_of((7, 6, 5)), "high": value_of((12, 11, 10))}

SHARES: dict[tuple[str, int, str], tuple[float, float, float, float]] = {
    ("low", 1, "now"): (0.41, 0.50, 0.58, 0.62),
    ("low", 2, "now"): (0.30, 0.50, 0.61, 0.65),
    ("low", 2, "before"): (0.30, 0.42, 0.50, 0.55),
    ("low", 3, "now"): (0.17, 0.50, 0.70, 0.73),
    ("low", 3, "before"): (0.17, 0.40, 0.52, 0.58),
    ("high", 1, "now"): (0.26, 0.34, 0.44, 0.45),
    ("high", 2, "now"): (0.18, 0.30, 0.44, 0.45),
    ("high", 2, "before"): (0.18, 0.25, 0.34, 0.36),
    ("high", 3, "now"): (0.10, 0.20, 0.50, 0.45),
    ("high", 3, "before"): (0.10, 0.16, 0.31, 0.32),
    ("few", 1, "now"): (0.27, 0.35, 0.44, 0.48),
    ("few", 2, "now"): (0.16, 0.30, 0.42, 0.45),
    ("few", 2, "before"): (0.16, 0.24, 0.32, 0.36),
    ("few", 3, "now"): (0.06, 0.19, 0.41, 0.40),
    ("few", 3, "before"): (0.06, 0.15, 0.26, 0.28),
}
"""Share of the pot by drawing hand (`low` = three cards up to an eight, `high` = three higher cards, `few` = fewer cards
that count), number of the draw, the opponent's last draw, and the opponent's number of cards.

`now`: the opponent drew at this draw, before the player; `before`: at the previous draw, so the opponent still draws at
this one. The four shares are for 0, 1, 2, and 3 or more cards; at the first draw the last share also applies to an
opponent who has not drawn yet.
"""


def _drawing_share() -> str:
    by_hand = (
        f"WHEN value_before <= {_WORST['low']} THEN {_of_draws('low')} "
        f"WHEN value_before <= {_WORST['high']} THEN {_of_draws('high')} ELSE {_of_draws('few')}"
    )
    return f"(CASE WHEN value_before IS NULL THEN NULL {by_hand} END)"


def _of_draws(who: str) -> str:
    draws = sorted({draw for drawer, draw, _ in SHARES if drawer == who})
    return f"CASE {' '.join(f'WHEN draw = {draw} THEN {_of_counts(who, draw)}' for draw in draws)} END"


def _of_counts(who: str, draw: int) -> str:
    # The opponent's number of cards at this draw is better information than that of the previous draw.
    now, before = SHARES[who, draw, "now"], SHARES.get((who, draw, "before"))
    whens = [f"WHEN fewest_seen {_count(count, now)} THEN {share}" for count, share in enumerate(now)]
    if before is None:
        return f"CASE {' '.join(whens)} ELSE {now[-1]} END"
    whens += [
        f"WHEN fewest_before {_count(count, before)} THEN {share}" for count, share in enumerate(before)
    ]
    return f"CASE {' '.join(whens)} END"


def _count(count: int, shares: tuple[float, ...]) -> str:
    return f">= {count}" if count == len(shares) - 1 else f"= {count}"


DRAWING_SHARE = _drawing_share()
"""SQL over `draws` with one live opponent and no badugi: the share of the pot that the player wins by drawing."""
