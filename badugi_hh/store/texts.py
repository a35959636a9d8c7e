"""Parses the stored texts of a hand and merges its views, or parses its text in the quarantine."""

from collections.abc import Iterable
from dataclasses import dataclass

import duckdb

from badugi_hh.engine.rules import Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.problems import CODES, Place, Problem
from badugi_hh.replay import Replay
from badugi_hh.store.hand_checks import check_view


@dataclass(frozen=True, slots=True)
class StoredHand:
    """A hand from the database; `hand` is None if its text, in the quarantine, cannot be parsed completely.

    `texts` are the texts of its views as written. For a hand in the quarantine, `place` is its first line and
    `problems` are the problems of its text.
    """

    hand: Hand | None
    texts: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    place: Place | None = None


def join_texts(texts: Iterable[str], rules: Rules) -> Hand | None:
    """Return the hand merged from its views; a view that contradicts earlier views is left out."""
    joined: Hand | None = None
    for text in texts:
        block = Block("", 1, text)
        hand = parse(block).hand
        if joined is None or hand is None:
            joined = joined or hand
            continue
        seen = check_view(joined, Place(""), hand, block, rules)
        joined = seen.hand if isinstance(seen, Replay) else joined
    return joined


def sites_of(con: duckdb.DuckDBPyConnection, number: str) -> list[str]:
    """Return the sites of the stored hands of this number, sorted."""
    rows = con.execute("SELECT DISTINCT site FROM hands WHERE hand_id = ? ORDER BY site", [number]).fetchall()
    return [site for (site,) in rows]


def read_hand(
    con: duckdb.DuckDBPyConnection, number: str, rules: Rules, site: str | None = None
) -> StoredHand | None:
    """Return the hand of this number, stored or in the quarantine; None where there is none.

    `site` is needed where several sites have a stored hand of the number.
    """
    stored = con.execute(
        "SELECT text FROM hand_texts JOIN hands USING (hand_key) WHERE hand_id = ? AND site = coalesce(?, site) "
        "ORDER BY file_key, line",
        [number, site],
    ).fetchall()
    if stored:
        texts = tuple(text for (text,) in stored)
        return StoredHand(join_texts(texts, rules), texts)
    kept = con.execute(
        "SELECT path, line, text FROM quarantine JOIN files USING (file_key) WHERE hand_id = ? "
        "ORDER BY file_key, line LIMIT 1",
        [number],
    ).fetchall()
    if not kept:
        return None
    ((path, line, text),) = kept
    reading = parse(Block(path, line, text))
    return StoredHand(reading.hand, (text,), reading.problems, Place(path, line))


def list_quarantine(con: duckdb.DuckDBPyConnection) -> list[Problem]:
    """Return the first error of each hand in the quarantine, in the order of import.

    An error belongs to the last hand of its file that begins at or before its line.
    """
    query = """
        SELECT code, path, line, message, hand_id, expected, found
        FROM (
            SELECT p.code, f.path, p.line, p.message, q.hand_id, p.expected, p.found,
                q.file_key, q.line AS start
            FROM problems p
            ASOF JOIN quarantine q ON p.file_key = q.file_key AND p.line >= q.line
            JOIN files f ON f.file_key = q.file_key
            WHERE p.hand_key IS NULL AND p.code = q.code
        )
        QUALIFY row_number() OVER (PARTITION BY file_key, start ORDER BY line) = 1
        ORDER BY file_key, start
    """
    return [
        Problem(CODES[code], Place(path, line), message, hand, expected, found)
        for code, path, line, message, hand, expected, found in con.execute(query).fetchall()
    ]


def last_file(con: duckdb.DuckDBPyConnection) -> int:
    """Return the key of the last imported file, 0 without any."""
    ((key,),) = con.execute("SELECT coalesce(max(file_key), 0) FROM files").fetchall()
    return int(key)


def count_undealt(con: duckdb.DuckDBPyConnection, after: int) -> int:
    """Return the number of hands of the files with a larger key than `after` that lack the cards of their player.

    The player of a file is dealt in, the file has the player's cards in other hands, and no other file has them in these.
    """
    ((hands,),) = con.execute(
        """
        SELECT count(DISTINCT hand_key)
        FROM hand_texts JOIN hands USING (hand_key) JOIN seats USING (hand_key)
        WHERE file_key > $after AND hand_texts.hero IS NULL AND NOT cancelled AND dealt AND NOT seats.hero
            AND (file_key, player) IN (SELECT (file_key, hero) FROM hand_texts WHERE file_key > $after)
        """,
        {"after": after},
    ).fetchall()
    return int(hands)
