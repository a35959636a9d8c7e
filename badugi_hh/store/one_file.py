"""What becomes of the hands of one file: stored, known already, another game, or quarantined.

A hand is known by its site and number. The same hand told by another person's client is a second view of it: the
two are joined and its rows made anew under the same key. Nothing here opens or closes transactions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import duckdb

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Rules
from badugi_hh.facts import TABLES, rows
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block, Source, read_blocks
from badugi_hh.problems import Problem
from badugi_hh.replay import Replay
from badugi_hh.store.append import Row, append
from badugi_hh.store.reading import Checked, check_reading, check_view, is_other_game
from badugi_hh.store.texts import join_texts

BATCH = 1000
"""Hands that are read, compared with the database and appended together."""

FACTS = ("hands", "seats", "events", "decisions", "draws")
"""The tables whose rows are made from a replay, and made anew when another view of the hand comes in."""

_TABLE = {table.name: table for table in TABLES}


@dataclass(slots=True)
class Counts:
    """The account of one file: `hands_seen` is the sum of the others."""

    stored: int = 0
    duplicates: int = 0
    other_games: int = 0
    quarantined: int = 0

    @property
    def hands_seen(self) -> int:
        """Return the number of hands in the file."""
        return self.stored + self.duplicates + self.other_games + self.quarantined

    def add(self, other: "Counts") -> None:
        """Add the account of another file."""
        self.stored += other.stored
        self.duplicates += other.duplicates
        self.other_games += other.other_games
        self.quarantined += other.quarantined


@dataclass(slots=True)
class _Entry:
    """A hand that a batch has to do with; `hand` is all its views joined, once it has been needed."""

    key: int
    stored: bool
    texts: list[str] = field(default_factory=list)
    hand: Hand | None = None
    rows: dict[str, list[Row]] | None = None


class FileImport:
    """The import of one file: `run` it once, then read `counts` and `problems`.

    For a file that was imported before, whose key is given, `retry` takes the place of `run`.
    """

    def __init__(
        self, con: duckdb.DuckDBPyConnection, room: Rules, rules: str, *, file_key: int | None = None
    ) -> None:
        self.counts = Counts()
        self.problems: list[Problem] = []
        self._con = con
        self._room = room
        self._rules = rules
        self._file_key = self._next("files", "file_key") if file_key is None else file_key
        self._hand_key = self._next("hands", "hand_key")
        self._new: dict[str, list[Row]] = {}
        self._entries: dict[tuple[str, str], _Entry] = {}
        self._touched: set[int] = set()

    def run(self, source: Source, tell: Callable[[int, float], None]) -> bool:
        """Import the file and return whether its bytes were known already: then it is not read again.

        `tell` is called after each batch with the hands seen and the share of the file that is done.
        """
        known = self._con.execute("SELECT hands_seen FROM files WHERE sha256 = ?", [source.sha256]).fetchall()
        if known:
            self.counts.duplicates = known[0][0]
            return True
        blocks, problems = read_blocks(source)
        if not blocks and any(problem.code is codes.BINARY for problem in problems):
            self.problems += problems  # nothing was read, so the file is not known by it and is told of again
            return False
        for problem in problems:
            self._add_problem(problem, None)
        for start in range(0, len(blocks), BATCH):
            self._import_batch(blocks[start : start + BATCH])
            tell(self.counts.hands_seen, min(1.0, (start + BATCH) / len(blocks)))
        self._add_file(source)
        self._write()
        return False

    def retry(self) -> None:
        """Read the file's hands in the quarantine again; those that pass now leave it, and the account follows."""
        kept = self._con.execute(
            "SELECT path, line, text FROM quarantine JOIN files USING (file_key) WHERE file_key = ? ORDER BY line",
            [self._file_key],
        ).fetchall()
        # Problems of stored hands have a key; those of the file as a whole stand before its first hand, or are T01.
        self._con.execute(
            "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND code <> ? "
            "AND line >= (SELECT min(line) FROM quarantine WHERE file_key = ?)",
            [self._file_key, codes.BINARY.id, self._file_key],
        )
        self._con.execute("DELETE FROM quarantine WHERE file_key = ?", [self._file_key])
        blocks = [Block(path, line, text, "\n", "") for path, line, text in kept]
        for start in range(0, len(blocks), BATCH):
            self._import_batch(blocks[start : start + BATCH])
        self._con.execute(
            "UPDATE files SET stored = stored + ?, duplicates = duplicates + ?, other_games = other_games + ?, "
            "quarantined = ? WHERE file_key = ?",
            [
                self.counts.stored,
                self.counts.duplicates,
                self.counts.other_games,
                self.counts.quarantined,
                self._file_key,
            ],
        )

    # --- one batch

    def _import_batch(self, blocks: Sequence[Block]) -> None:
        readings = [parse(block) for block in blocks]
        self._entries = self._find_known([reading.hand for reading in readings if reading.hand])
        rejected: list[Checked] = []
        for reading in readings:
            if is_other_game(reading):
                self.counts.other_games += 1
            elif reading.hand is not None and self._is_stored_text(reading.hand, reading.block.text):
                self.counts.duplicates += 1
            else:
                checked = check_reading(reading, self._room)
                if checked.replay is not None and checked.ok:
                    self._add_hand(checked, checked.replay)
                else:
                    rejected.append(checked)
        self._quarantine(rejected)
        self._write()

    def _find_known(self, hands: Sequence[Hand]) -> dict[tuple[str, str], _Entry]:
        """Return the hands of a batch that the database has, with their texts."""
        found = self._con.execute(
            "SELECT site, hand_id, hand_key FROM hands WHERE hand_id IN (SELECT unnest(?::VARCHAR[]))",
            [[hand.id for hand in hands]],
        ).fetchall()
        entries = {(site, hand_id): _Entry(key, stored=True) for site, hand_id, key in found}
        if entries:
            by_key = {entry.key: entry for entry in entries.values()}
            texts = self._con.execute(
                "SELECT hand_key, text FROM hand_texts WHERE hand_key IN (SELECT unnest(?::INTEGER[])) "
                "ORDER BY hand_key, file_key, line",
                [list(by_key)],
            ).fetchall()
            for key, text in texts:
                by_key[key].texts.append(text)
        return entries

    def _is_stored_text(self, hand: Hand, text: str) -> bool:
        entry = self._entries.get((hand.site, hand.id))
        return entry is not None and text in entry.texts

    def _add_hand(self, checked: Checked, played: Replay) -> None:
        hand, block = played.hand, checked.reading.block
        entry = self._entries.get((hand.site, hand.id))
        if entry is not None:
            self.counts.duplicates += 1
            self._add_view(entry, hand, block)
            return
        entry = _Entry(self._hand_key, stored=False, hand=hand)
        self._hand_key += 1
        self._entries[hand.site, hand.id] = entry
        entry.rows = rows(played, entry.key, rules=self._rules)
        self._add_text(entry, hand, block)
        for problem in checked.problems:
            self._add_problem(problem, entry.key)
        self.counts.stored += 1

    def _add_view(self, entry: _Entry, hand: Hand, block: Block) -> None:
        """Join another text of a known hand to it, or note where the two differ."""
        if entry.hand is None:
            entry.hand = join_texts(entry.texts, self._room)
        if entry.hand is None:
            return
        seen = check_view(entry.hand, hand, block, self._room)
        if seen is None:
            return
        if isinstance(seen, Problem):
            self._add_problem(seen, entry.key)
        else:
            entry.hand = seen.hand
            entry.rows = rows(seen, entry.key, rules=self._rules)
        self._add_text(entry, hand, block)

    def _quarantine(self, rejected: Sequence[Checked]) -> None:
        """Keep hands with an error whole; a text that lies in the quarantine already is a duplicate."""
        if not rejected:
            return
        known = {
            text
            for (text,) in self._con.execute(
                "SELECT text FROM quarantine WHERE text IN (SELECT unnest(?::VARCHAR[]))",
                [[checked.reading.block.text for checked in rejected]],
            ).fetchall()
        }
        for checked in rejected:
            block = checked.reading.block
            if block.text in known:
                self.counts.duplicates += 1
                continue
            known.add(block.text)
            first = next(problem for problem in checked.problems if problem.severity is codes.Severity.ERROR)
            row = (self._file_key, checked.reading.hand_id, block.line, first.code.id, block.text)
            self._new.setdefault("quarantine", []).append(row)
            for problem in checked.problems:
                self._add_problem(problem, None)
            self.counts.quarantined += 1

    # --- rows

    def _next(self, table: str, key: str) -> int:
        ((last,),) = self._con.execute(f"SELECT coalesce(max({key}), 0) FROM {table}").fetchall()
        return int(last) + 1

    def _add_text(self, entry: _Entry, hand: Hand, block: Block) -> None:
        entry.texts.append(block.text)
        row = (entry.key, hand.hero, self._file_key, block.line, block.text)
        self._new.setdefault("hand_texts", []).append(row)

    def _add_problem(self, problem: Problem, hand_key: int | None) -> None:
        self.problems.append(problem)
        if hand_key is not None:
            self._touched.add(hand_key)
        row = (
            self._file_key,
            hand_key,
            problem.hand,
            problem.place.line,
            problem.place.column,
            problem.code.id,
            str(problem.severity),
            problem.message,
            problem.expected,
            problem.found,
        )
        self._new.setdefault("problems", []).append(row)

    def _add_file(self, source: Source) -> None:
        counts = self.counts
        row = (
            self._file_key,
            source.name,
            source.size,
            source.sha256,
            counts.hands_seen,
            counts.stored,
            counts.duplicates,
            counts.other_games,
            counts.quarantined,
            datetime.now(UTC).replace(tzinfo=None),
        )
        self._new["files"] = [row]

    def _write(self) -> None:
        """Append what the batch brought, and put the rows of joined hands in the place of their old ones."""
        made = [entry for entry in self._entries.values() if entry.rows is not None]
        replaced = [entry.key for entry in made if entry.stored]
        for name in FACTS:
            if replaced:
                self._con.execute(
                    f"DELETE FROM {name} WHERE hand_key IN (SELECT unnest(?::INTEGER[]))", [replaced]
                )
            self._new[name] = [row for entry in made if entry.rows for row in entry.rows[name]]
        for name, new in self._new.items():
            append(self._con, _TABLE[name], new)
        warned = self._touched.union(replaced)
        if warned:
            self._con.execute(
                "UPDATE hands SET status = 'warned' WHERE hand_key IN (SELECT unnest(?::INTEGER[])) "
                "AND hand_key IN (SELECT hand_key FROM problems)",
                [sorted(warned)],
            )
        if any(not entry.stored for entry in made):
            self._drop_beginnings()
        self._new, self._entries, self._touched = {}, {}, set()

    def _drop_beginnings(self) -> None:
        """Take hands out of the quarantine that were cut off there and that this file tells to the end.

        So it is with a file that is imported while the client still writes it. In the account of the file that had
        the beginning, the hand becomes a duplicate.
        """
        cut = self._con.execute(
            "SELECT q.file_key, q.line, q.hand_id FROM quarantine q "
            "JOIN hands h ON h.hand_id = q.hand_id JOIN hand_texts t ON t.hand_key = h.hand_key "
            "WHERE t.file_key = ? AND starts_with(t.text, q.text)",
            [self._file_key],
        ).fetchall()
        for file_key, line, hand_id in cut:
            self._con.execute("DELETE FROM quarantine WHERE file_key = ? AND line = ?", [file_key, line])
            self._con.execute(
                "DELETE FROM problems WHERE file_key = ? AND hand_id = ? AND hand_key IS NULL",
                [file_key, hand_id],
            )
            if file_key == self._file_key:
                self.counts.quarantined -= 1
                self.counts.duplicates += 1
            else:
                self._con.execute(
                    "UPDATE files SET quarantined = quarantined - 1, duplicates = duplicates + 1 WHERE file_key = ?",
                    [file_key],
                )
