"""Builds the view of the data's quality: what was read, what was left out, and what is unknown in the hands of the report."""

from collections.abc import Mapping

import polars as pl

from badugi_hh.report.formats import count, percent
from badugi_hh.report.page_model import Fact
from badugi_hh.report.text import catalogue


def quality(database: Mapping[str, int], rows: pl.DataFrame) -> tuple[Fact, ...]:
    """Return the figures about the database, as from `queries.database_counts`, and about the hands of the report.

    `rows` is as from `queries.seat_rows`.
    """
    labels, notes = catalogue()["quality"], catalogue()["quality_notes"]
    once = rows.unique("hand_key")
    hands = once.height
    found = dict(database)
    found["warned"] = once.filter(pl.col("status") == "warned").height
    found["undated"] = once["played_at"].null_count()
    found["unsized"] = once["net_bb"].null_count()
    found["hidden"] = once.filter(~pl.col("known_0").eq_missing("dealt")).height
    of_report = {"warned", "undated", "unsized", "hidden"}
    return tuple(
        Fact(
            labels[name],
            f"{count(number)} ({percent(number / hands)})" if name in of_report else count(number),
            notes.get(name, ""),
        )
        for name, number in found.items()
    )
