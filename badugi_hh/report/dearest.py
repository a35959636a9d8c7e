"""Finds the hands of each session that lost most against the best play known, by the prices in the database.

A hand has lost what the statistic `loss` counts in it, in big bets; nothing here counts.
"""

from typing import Any

import polars as pl

from badugi_hh.stats.engine.seat_sums import SeatSums

DEAREST = "dearest"
"""The field of the page that selects these hands, with the value `yes`."""
MOST_OF_SESSION = 5


def dearest_hands(seats: pl.DataFrame, sums: SeatSums) -> pl.DataFrame:
    """Return the `place` in the frame of seats, the `session` and the big bets `lost` of the dearest hands of each session.

    `seats` has `by_session`, and `sums` are those of the frame. A hand is left out that has lost nothing, or has no price.
    """
    return (
        seats.select(session="by_session")
        .with_row_index("place")
        .with_columns(lost=sums.of_each("loss", "sum", len(seats)))
        .filter(pl.col("lost") > 0)
        .sort("lost", "place", descending=[True, False])
        .group_by("session", maintain_order=True)
        .head(MOST_OF_SESSION)
    )


def dearest_field(dearest: pl.DataFrame, number: int) -> dict[str, Any]:
    """Return the field of the page that selects the dearest hands among so many seats."""
    own = {*dearest["place"]}
    return {"values": ["yes"], "rows": [0 if place in own else -1 for place in range(number)]}
