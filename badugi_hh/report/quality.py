"""Builds the view of the data's quality: what was read, what was left out, and what is unknown in the hands of the report."""

from collections.abc import Mapping

import polars as pl

from badugi_hh.report.kinds import ReportKind, words_of
from badugi_hh.report.page_model import Fact
from badugi_hh.wording.catalogue import catalogue
from badugi_hh.wording.formats import count, percent


def quality(
    database: Mapping[str, int],
    gaps: Mapping[str, int],
    hands: int,
    *,
    outdated: bool,
    kind: ReportKind = ReportKind.TRACKER,
) -> tuple[Fact, ...]:
    """Return the figures about the database, as from `queries.database_counts`, and about the `hands` of the report.

    `gaps` are as from `gaps_of`. `outdated` is true if the prices are of another version of the model.
    """
    labels, notes = words_of(kind, "quality"), dict(catalogue()["quality_notes"])
    if outdated:
        notes["priced"] = notes["outdated"]
    return tuple(
        Fact(
            labels[name],
            f"{count(number)} ({percent(number / hands)})" if name in gaps and hands else count(number),
            notes.get(name, ""),
        )
        for name, number in {**database, **gaps}.items()
    )


def gaps_of(rows: pl.DataFrame) -> dict[str, int]:
    """Return what the hands of the report do not state; `rows` is as from `queries.seat_rows`."""
    once = rows.unique("hand_key")
    return {
        "warned": once.filter(pl.col("status") == "warned").height,
        "undated": once["played_at"].null_count(),
        "unsized": once["net_bb"].null_count(),
        "hidden": once.height - rows.filter(known_0="dealt")["hand_key"].n_unique(),
    }
