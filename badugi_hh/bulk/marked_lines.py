"""Texts of hands as lines: the two lines at the top, the seats, and the lines of events, with names marked.

As in `badugi_hh.history.names`, the name of a seated player in a line is replaced by one character, so that the same
action of two players is one line. The names come from the seat lines alone. A hand is unproved where a line could be
read in another way: a name that looks like a part of a line, a name that two players have.

Shapes: H hands in the order given, N seat lines and L lines of events, both in the order of the texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from badugi_hh.bulk.arrays import Array, Unproved
from badugi_hh.bulk.line_kinds import MARK, pattern_of
from badugi_hh.history.events import Section
from badugi_hh.history.lines import MAX_LINE_LENGTH
from badugi_hh.history.pokerstars import NAMES

SHOW_DOWN, SUMMARY = 5, 6
"""The numbers of these sections: 0 before the deal, 1 after it, 2 to 4 from each draw on."""

_SECTIONS = {f"*** {section} ***": number for number, section in enumerate(Section, 1)}

# What follows a name without a colon; the longest name before the first of them is looked up.
_VERBS = (
    r" collected .*| finished the tournament.*| wins the tournament.*| is sitting out| said, \".*"
    r"| joins the table .*| leaves the table| has timed out.*| has returned| is connected| is disconnected"
    r"| will be allowed to play .*| was removed from the table .*| re-buys and .*| takes the add-on .*| wins an entry .*"
)
# Lines without a colon: the text before the name, the name, and the text after it.
_DEALT = r"^(Dealt to )(.+?)( \[.*)$"
_UNCALLED = r"^(Uncalled bet \([^)]*\) returned to )(.+)()$"
_NAMED_BEFORE_VERB = rf"^()(.+?)({_VERBS})$"
_ALL_DRAWN = rf"^(Dealt to {MARK} )(\[[^\]]+\])$"


@dataclass(slots=True)
class Seats:
    """The seat lines. `hand`, `number` (of the seat) and `line` (in the hand) [N]; `name` and the rest as written [N]."""

    hand: Array
    number: Array
    line: Array
    name: pl.Series
    stack: pl.Series
    bounty: pl.Series
    sitting_out: Array
    out_of_hand: Array


@dataclass(slots=True)
class EventLines:
    """The lines of events. All [L]: `number` counts in the hand from 1, `seat` is that of the marked name, 0 for none.

    `section` is the number of the section that a line is in; a marker line is in the one that it begins.
    """

    hand: Array
    number: Array
    section: Array
    seat: Array
    text: pl.Series


@dataclass(slots=True)
class BatchTexts:
    """The texts of a batch; `header` and `table` [H] are the first and the second line of each hand."""

    header: pl.Series
    table: pl.Series
    seats: Seats
    lines: EventLines


def read_text(texts: Sequence[str], unproved: Unproved) -> BatchTexts:
    """Split texts, which begin with a header, into lines."""
    split = pl.Series("text", texts, dtype=pl.String).str.split("\n")
    counts = split.list.len().to_numpy().astype(np.int64)
    text = split.explode().str.strip_chars_end(" \t")
    hand = np.repeat(np.arange(len(texts), dtype=np.int32), counts)
    number = (np.arange(len(hand)) - (np.cumsum(counts) - counts)[hand] + 1).astype(np.int32)
    unproved.add(hand[(text.str.len_bytes() > MAX_LINE_LENGTH).to_numpy()])
    full = (text != "").to_numpy()
    text, hand, number = text.filter(pl.Series(full)), hand[full], number[full]
    counts = np.bincount(hand, minlength=len(texts))
    first = np.cumsum(counts) - counts
    unproved.add(counts < 2)
    second = np.minimum(first + 1, len(hand) - 1)
    section = _find_sections(text, hand, first, unproved)
    is_seat = (text.str.starts_with("Seat ")).to_numpy() & (section == 0)
    is_event = ~is_seat
    is_event[first] = is_event[second] = False
    seats = _read_seats(text.filter(pl.Series(is_seat)), hand[is_seat], number[is_seat], unproved)
    lines = EventLines(
        hand[is_event],
        number[is_event],
        section[is_event],
        np.zeros(int(is_event.sum()), np.int8),
        text.filter(pl.Series(is_event)),
    )
    _mark(lines, seats)
    return BatchTexts(text.gather(first), text.gather(second), seats, lines)


def _find_sections(text: pl.Series, hand: Array, first: Array, unproved: Unproved) -> Array:
    """Return the section of each line; every section must follow the one before it, and the summary any of them."""
    marks = (text.str.starts_with("*** ")).arg_true().to_numpy()
    begun = (
        text.gather(marks)
        .replace_strict(list(_SECTIONS), list(_SECTIONS.values()), default=-1, return_dtype=pl.Int64)
        .to_numpy()
    )
    unproved.add(hand[marks[begun < 0]])
    section = np.zeros(len(hand), np.int64)
    section[first] = 8 * np.arange(len(first))
    section[marks] = 8 * hand[marks] + np.maximum(begun, 0)
    before = np.maximum.accumulate(section)
    step = section[marks] - before[marks - 1]
    unproved.add(hand[marks[(step < 1) | ((step > 1) & (begun < SUMMARY)) | (step == SUMMARY)]])
    unproved.add(before[np.append(first[1:], len(hand)) - 1] & 7 != SUMMARY)
    return (before & 7).astype(np.int8)


def _read_seats(text: pl.Series, hand: Array, number: Array, unproved: Unproved) -> Seats:
    found = text.str.extract_groups(pattern_of("SEAT")).struct.unnest()
    whole, seat, name, stack, bounty, sitting_out, out_of_hand = found.get_columns()
    unproved.add(hand[whole.is_null().to_numpy()])
    unproved.add(
        hand[name.str.contains(rf"{NAMES.misleading.pattern}|^Table '").fill_null(value=True).to_numpy()],
    )
    pair = pl.DataFrame({"hand": hand, "name": name, "seat": seat})
    # `Dealt to Ann [As] [2c 3d 4h]`, where one player is Ann and another one is `Ann [As]`.
    shorter = pair.select("hand", name=pl.col("name").str.extract(r"^(.+?) \[", 1)).drop_nulls()
    unproved.add(shorter.join(pair, on=["hand", "name"], how="semi")["hand"].to_numpy())
    for twice in ("name", "seat"):
        unproved.add(hand[pair.select("hand", twice).is_duplicated().to_numpy()])
    seat_number = seat.cast(pl.Int16).fill_null(0).to_numpy().copy()
    unproved.add(hand[(seat_number < 1) | (seat_number > 10)])
    unproved.add(hand[1:][(np.diff(seat_number) <= 0) & (np.diff(hand) == 0)])
    return Seats(
        hand,
        np.clip(seat_number, 1, 10).astype(np.int8),
        number,
        name.fill_null(""),
        stack,
        bounty,
        sitting_out.is_not_null().to_numpy(),
        out_of_hand.is_not_null().to_numpy(),
    )


def _mark(lines: EventLines, seats: Seats) -> None:
    """Replace the name of a seated player in each line by the mark, and set the seats of the lines."""
    parts = (
        pl.DataFrame({"hand": lines.hand, "section": lines.section, "text": lines.text})
        .with_row_index("line")
        .filter(~pl.col("text").str.starts_with("*** "))
        .with_columns(
            pl.col("text").str.splitn(": ", 2).struct.rename_fields(["name", "rest"]).alias("parts")
        )
        .unnest("parts")
    )
    of_seat = (pl.col("section") == SUMMARY) & pl.col("name").str.starts_with("Seat ")
    colon = pl.col("rest").is_not_null() & ~pl.col("name").str.contains(' said, "', literal=True)
    found = [
        _mark_summary(parts.filter(of_seat), seats),
        _mark_named(
            parts.filter(~of_seat & colon).with_columns(
                before=pl.lit(""), after=pl.concat_str(pl.lit(": "), pl.col("rest"))
            ),
            seats,
        ),
        _mark_named(_split_without_colon(parts.filter(~of_seat & ~colon)), seats),
    ]
    marked = pl.concat(found)
    at = marked["line"].to_numpy()
    lines.seat[at] = marked["seat"].to_numpy()
    lines.text = lines.text.scatter(at, marked["text"])
    # After a draw of four cards the client leaves the bracket of the cards kept away.
    four = ((lines.section > 1) & lines.text.str.contains(_ALL_DRAWN).to_numpy()).nonzero()[0]
    lines.text = lines.text.scatter(four, lines.text.gather(four).str.replace(_ALL_DRAWN, "$1[] $2"))


def _split_without_colon(parts: pl.DataFrame) -> pl.DataFrame:
    """Return lines with the text before the name, the name that they may have, and the text after it."""
    text = pl.col("text")
    dealt, uncalled = text.str.starts_with("Dealt to "), text.str.starts_with("Uncalled bet (")
    return pl.concat(
        parts.filter(those)
        .select(
            "line",
            "hand",
            text.str.extract_groups(form).struct.rename_fields(["before", "name", "after"]).alias("groups"),
        )
        .unnest("groups")
        for those, form in (
            (dealt, _DEALT),
            (uncalled, _UNCALLED),
            (~dealt & ~uncalled, _NAMED_BEFORE_VERB),
        )
    )


def _mark_named(parts: pl.DataFrame, seats: Seats) -> pl.DataFrame:
    """Mark lines whose name is that of a seated player, and return them with their seats."""
    names = pl.DataFrame({"hand": seats.hand, "name": seats.name, "seat": seats.number}).unique(
        ["hand", "name"], keep="first"
    )
    return parts.join(names, on=["hand", "name"]).select(
        "line", "seat", pl.concat_str("before", pl.lit(MARK), "after").alias("text")
    )


def _mark_summary(parts: pl.DataFrame, seats: Seats) -> pl.DataFrame:
    """Mark summary lines that begin with the name of the player in their seat; the mark includes the seat's number."""
    names = pl.DataFrame({"hand": seats.hand, "player": seats.name, "seat": seats.number}).unique(
        ["hand", "seat"], keep="first"
    )
    number = pl.col("name").str.extract("^Seat ([0-9]{1,2})$", 1).cast(pl.Int8)
    rest = pl.col("rest")
    return (
        parts.with_columns(seat=number)
        .join(names, on=["hand", "seat"])
        .filter(rest.str.starts_with(pl.concat_str("player", pl.lit(" "))))
        .select(
            "line",
            "seat",
            pl.concat_str(pl.lit(f"Seat 1: {MARK}"), rest.str.strip_prefix(pl.col("player"))).alias("text"),
        )
    )
