"""Finds the hands of each session that lost most against the best play known, by the prices in the database.

A hand has lost what the statistic `loss` counts in it, in big bets; nothing here counts.
"""

from typing import Any

import polars as pl

DEAREST = "dearest"
"""The field of the page that selects these hands, with the value `yes`."""
MOST_OF_SESSION = 5


def dearest_hands(seats: pl.DataFrame) -> pl.DataFrame:
    """Return the `place` in the frame of seats, the `session` and the big bets `lost` of the dearest hands of each session.

    `seats` is as from `queries.seat_rows`. A hand is left out that has lost nothing, or is not judged.
    """
    return (
        seats.select("lost", session="by_session")
        .with_row_index("place")
        .filter(pl.col("lost") > 0)
        .sort("lost", "place", descending=[True, False])
        .group_by("session", maintain_order=True)
        .head(MOST_OF_SESSION)
    )


def dearest_field(dearest: pl.DataFrame, number: int) -> dict[str, Any]:
    """Return the field of the page that selects the dearest hands among so many seats."""
    own = {*dearest["place"]}
    return {"values": ["yes"], "rows": [0 if place in own else -1 for place in range(number)]}
