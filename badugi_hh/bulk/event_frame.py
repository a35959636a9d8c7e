"""The rows of `events`: what each different line states, for every line that is like it, with its player and its round.

Shapes: as in `batch`.
"""

import numpy as np
import polars as pl

from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.card_arrays import take
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.marked_lines import SUMMARY
from badugi_hh.bulk.row_values import numbers
from badugi_hh.engine.many_hands import S


def make_events(batch: BatchLines) -> pl.DataFrame:
    """Return the rows of all hands: one for each line of an event."""
    lines, seats, hand = batch.lines, batch.seats, batch.lines.hand
    nobody = len(seats.name)
    name_of = np.full((S + 1, batch.hands), nobody, np.int64)
    name_of[seats.number, seats.hand] = np.arange(nobody)
    names = seats.name.extend_constant(None, 1)
    events = batch.forms.events[batch.form.astype(np.int64)]
    draws = np.clip(lines.section.astype(np.int64) - 1, 0, 3)
    return events.with_columns(text=_show_prizes(batch, events["text"])).select(
        "kind",
        "amount",
        "raised_to",
        "cards",
        "count",
        "all_in",
        "text",
        hand_key=numbers(batch.order[hand], pl.Int32),
        n=numbers(batch.n, pl.Int32),
        line=numbers(lines.number, pl.Int32),
        round=numbers(np.where(lines.section == SUMMARY, -1, draws), pl.Int8, none=-1),
        seat=numbers(lines.seat, pl.Int8, none=0),
        player=pl.coalesce(take(names, name_of[lines.seat, hand]), pl.col("who")),
    )


def _show_prizes(batch: BatchLines, texts: pl.Series) -> pl.Series:
    """Return the texts with the code of a prize whose sign would be taken for that of another currency."""
    lines = batch.of(LineKind.FINISHED, LineKind.WINS_TOURNAMENT)
    prizes = batch.prizes(lines)
    shown = [
        (line, text.removesuffix(prize.text) + prize.shown)
        for line, text, prize in zip(lines, texts.gather(lines), prizes, strict=True)
        if prize is not None and prize.shown != prize.text
    ]
    return texts.scatter([line for line, _ in shown], [text for _, text in shown]) if shown else texts
