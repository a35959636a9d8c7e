"""From the texts in the database back to a hand: all views of it joined, or what lies in the quarantine."""

from collections.abc import Iterable
from dataclasses import dataclass

import duckdb

from badugi_hh.engine.rules import Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.problems import Problem
from badugi_hh.replay import Replay
from badugi_hh.store.reading import check_view


@dataclass(frozen=True, slots=True)
class Found:
    """A hand as its texts tell it; `hand` is None where the text in the quarantine cannot be read whole."""

    hand: Hand | None
    problems: tuple[Problem, ...] = ()


def join_texts(texts: Iterable[str], rules: Rules) -> Hand | None:
    """Return the hand that several views of it tell; a view that contradicts those before it is left out."""
    joined: Hand | None = None
    for text in texts:
        block = Block("", 1, text, "\n", "")
        hand = parse(block).hand
        if joined is None or hand is None:
            joined = joined or hand
            continue
        seen = check_view(joined, hand, block, rules)
        joined = seen.hand if isinstance(seen, Replay) else joined
    return joined


def read_hand(con: duckdb.DuckDBPyConnection, number: str, rules: Rules) -> Found | None:
    """Return the hand of this number, stored or in the quarantine; None where there is none."""
    stored = con.execute(
        "SELECT text FROM hand_texts JOIN hands USING (hand_key) WHERE hand_id = ? ORDER BY file_key, line",
        [number],
    ).fetchall()
    if stored:
        return Found(join_texts((text for (text,) in stored), rules))
    kept = con.execute(
        "SELECT path, line, text FROM quarantine JOIN files USING (file_key) WHERE hand_id = ? "
        "ORDER BY file_key, line LIMIT 1",
        [number],
    ).fetchall()
    if not kept:
        return None
    ((path, line, text),) = kept
    reading = parse(Block(path, line, text, "\n", ""))
    return Found(reading.hand, reading.problems)
