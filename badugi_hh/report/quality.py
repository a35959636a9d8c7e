"""Builds the view of the data's quality: what was read, what was left out, and what is unknown in the hands of the report."""

from collections.abc import Mapping

import polars as pl

from badugi_hh.report.formats import count, percent
from badugi_hh.report.page_model import Fact
from badugi_hh.report.text import catalogue


def quality(database: Mapping[str, int], rows: pl.DataFrame, *, outdated: bool) -> tuple[Fact, ...]:
    """Return the figures about the database, as from `queries.database_counts`, and about the hands of the report.

    `rows` is as from `queries.seat_rows`. `outdated` is true if the prices are of another version of the model.
    """
    labels, notes = catalogue()["quality"], dict(catalogue()["quality_notes"])
    if outdated:
        notes["priced"] = notes["outdated"]
    once = rows.unique("hand_key")
    hands = once.height
    found = dict(database)
    found["warned"] = once.filter(pl.col("status") == "warned").height
    found["undated"] = once["played_at"].null_count()
    found["unsized"] = once["net_bb"].null_count()
    found["hidden"] = hands - rows.filter(known_0="dealt")["hand_key"].n_unique()
    of_report = {"warned", "undated", "unsized", "hidden"}
    return tuple(
        Fact(
            labels[name],
            f"{count(number)} ({percent(number / hands)})" if name in of_report else count(number),
            notes.get(name, ""),
        )
        for name, number in found.items()
    )
