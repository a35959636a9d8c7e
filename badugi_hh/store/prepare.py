"""Turns texts of hands into rows, without a database.

`badugi_hh.store.intake` decides what happens to a hand, because it compares the hand with those in the database.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import polars as pl

from badugi_hh.engine.rules import ROOMS
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import FACT_TABLES, Rows
from badugi_hh.history.parse import BlockKind
from badugi_hh.history.source import Block
from badugi_hh.problems import Problem
from badugi_hh.store.arrow import frame_of_columns
from badugi_hh.store.hand_checks import CheckedHand, check_block, find_valid

FACTS = tuple(table.name for table in FACT_TABLES)
"""The tables whose rows come from a replay, and are rebuilt when another view of the hand is imported."""

_NUMBER = re.compile(r"#(\d+)")


@dataclass(frozen=True, slots=True)
class PreparedHand:
    """A Badugi hand without an error, and its warnings."""

    site: str
    id: str
    hero: str | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A hand of another game."""


@dataclass(frozen=True, slots=True)
class FaultyHand:
    """A text with an error, the number in it, and its problems; `key` has the site and the number of a parsed hand."""

    id: str | None
    key: tuple[str, str] | None
    problems: tuple[Problem, ...]


Outcome: TypeAlias = PreparedHand | OtherGame | FaultyHand


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The outcomes of some texts in order, and the rows of the prepared hands.

    `frames` has one frame for each table in `FACTS`; `hand_key` is the index of the hand in `outcomes`. `failure` names a
    failure of the arrays, which left all texts to the full check.
    """

    outcomes: Sequence[Outcome]
    frames: dict[str, pl.DataFrame]
    failure: str | None = None

    def keyed(self, keys: Mapping[int, int]) -> dict[str, pl.DataFrame]:
        """Return the rows of some hands, by table, with the keys in the place of the indices."""
        if not keys:
            return {}
        by_index = pl.Series([keys.get(index) for index in range(len(self.outcomes))], dtype=pl.Int32)
        keyed = {
            name: frame.with_columns(hand_key=by_index.gather(frame["hand_key"]))
            for name, frame in self.frames.items()
        }
        if len(keys) == self.frames["hands"].height:
            return keyed
        return {name: frame.filter(pl.col("hand_key").is_not_null()) for name, frame in keyed.items()}


def prepare(blocks: Sequence[Block], rules: str) -> Prepared:
    """Parse texts, check them against the rules, and build the rows of hands without an error; `rules` is a name in `ROOMS`.

    Hands that the arrays prove to be valid are not read again; only `check_block` finds problems.
    """
    frames, failure = find_valid(blocks, rules)
    valid: dict[int, PreparedHand] = {}
    if frames:
        heroes = dict(frames["seats"].filter("hero").select("hand_key", "player").iter_rows())
        for place, site, number in frames["hands"].select("hand_key", "site", "hand_id").iter_rows():
            valid[place] = PreparedHand(site, number, heroes.get(place), ())
    outcomes: list[Outcome] = []
    built = Rows()
    for place, block in enumerate(blocks):
        if place in valid:
            outcomes.append(valid[place])
            continue
        checked = check_block(block, ROOMS[rules])
        outcomes.append(_outcome_of(checked))
        if checked.replay is not None and checked.ok:
            add_rows(built, checked.replay, place, rules=rules)
    if not built.hands.hand_key and frames:
        return Prepared(outcomes, frames)
    careful = frames_of(built)
    for name, frame in frames.items():
        careful[name] = pl.concat([frame, careful[name]]).sort("hand_key", maintain_order=True)
    return Prepared(outcomes, careful, failure)


def _outcome_of(checked: CheckedHand) -> Outcome:
    if checked.reading.kind is BlockKind.OTHER_GAME:
        return OtherGame()
    if checked.replay is None or not checked.ok:
        parsed = checked.reading.hand
        key = None if parsed is None else (parsed.site, parsed.id)
        return FaultyHand(checked.reading.hand_id, key, checked.problems)
    hand = checked.replay.hand
    return PreparedHand(hand.site, hand.id, hand.hero, checked.problems)


def frames_of(rows: Rows) -> dict[str, pl.DataFrame]:
    """Return the rows of hands as frames, by table."""
    return {table.name: frame_of_columns(table, rows.columns(table)) for table in FACT_TABLES}


def number_of(block: Block) -> str | None:
    """Return the number in the first line of a text, before anything is parsed; it may be another number."""
    match = _NUMBER.search(block.text.partition("\n")[0])
    return match[1] if match else None
