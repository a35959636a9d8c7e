"""What becomes of the hands of files: stored, known already, another game, or quarantined.

A hand is known by its site and number. The same hand told by another person's client is a second view of it: the
two are joined and its rows made anew under the same key. Nothing here opens or closes transactions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeAlias

import duckdb

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Rules
from badugi_hh.facts import TABLES, rows
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import Reading, parse
from badugi_hh.history.source import Block
from badugi_hh.problems import Place, Problem
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


@dataclass(slots=True, eq=False)
class File:
    """A file on its way into the database, or one of it whose quarantine is read again; its account is `counts`.

    `blocks` are still to be brought in; `written` says that its row is in the database. `problems` are first those of the file as a whole, then all that were found.
    `keys` has the hands of texts that an older database stored, by the line where a text begins: they keep their keys.
    """

    name: str
    size: int
    sha256: str
    blocks: list[Block] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    known: bool = False
    counts: Counts = field(default_factory=Counts)
    key: int = 0
    written: bool = False
    keys: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Entry:
    """A hand that a batch has to do with; `hand` is all its views joined, once it has been needed.

    `place` is where its first text begins.
    """

    key: int
    stored: bool
    place: Place = Place("")  # noqa: RUF009  # it is frozen
    texts: list[str] = field(default_factory=list)
    hand: Hand | None = None
    rows: dict[str, list[Row]] | None = None


_FileBlock: TypeAlias = tuple[File, Block]
_Rejected: TypeAlias = tuple[File, Reading, tuple[Problem, ...]]


class Intake:
    """Brings hands into a database: `bring_in` those of files, `retry` those in the quarantine, `restore` those of an older one.

    New hands get keys above `last_key`, and above those that are in the database.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, room: Rules, rules: str, *, last_key: int = 0) -> None:
        self._con = con
        self._room = room
        self._rules = rules
        self._file_key = self._next("files", "file_key")
        self._hand_key = max(self._next("hands", "hand_key"), last_key + 1)
        self._files: dict[int, File] = {}
        self._new: dict[str, list[Row]] = {}
        self._entries: dict[tuple[str, str], _Entry] = {}
        self._touched: set[int] = set()

    def bring_in(self, files: Sequence[File], tell: Callable[[int], None]) -> None:
        """Import files; `tell` is called after each batch with the hands of these files that are done."""
        for file in files:
            file.key = self._file_key
            self._file_key += 1
            self._files[file.key] = file
            told, file.problems = file.problems, []
            for problem in told:
                self._add_problem(file, problem, None)
        waiting = [(file, block) for file in files for block in file.blocks]
        for start in range(0, len(waiting), BATCH):
            self._import_batch(waiting[start : start + BATCH])
            tell(min(start + BATCH, len(waiting)))
        self._new["files"] = [_file_row(file) for file in files]
        self._write()
        for file in files:
            file.written = True

    def retry(self, file_key: int) -> File:
        """Read a file's hands in the quarantine again; those that pass now leave it, and the account follows."""
        kept = self._con.execute(
            "SELECT path, line, text FROM quarantine JOIN files USING (file_key) WHERE file_key = ? ORDER BY line",
            [file_key],
        ).fetchall()
        # Problems of stored hands have a key; those of the file as a whole stand before its first hand, or are T01.
        self._con.execute(
            "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND code <> ? "
            "AND line >= (SELECT min(line) FROM quarantine WHERE file_key = ?)",
            [file_key, codes.BINARY.id, file_key],
        )
        self._con.execute("DELETE FROM quarantine WHERE file_key = ?", [file_key])
        file = self._files[file_key] = File("", 0, "", key=file_key)
        waiting = [(file, Block(path, line, text, "\n", "")) for path, line, text in kept]
        for start in range(0, len(waiting), BATCH):
            self._import_batch(waiting[start : start + BATCH])
        counts = file.counts
        self._con.execute(
            "UPDATE files SET stored = stored + ?, duplicates = duplicates + ?, other_games = other_games + ?, "
            "quarantined = ? WHERE file_key = ?",
            [counts.stored, counts.duplicates, counts.other_games, counts.quarantined, file_key],
        )
        file.written = True
        return file

    def restore(self, files: Sequence[File]) -> None:
        """Store the hands of an older database from their texts, at most `BATCH` of them.

        The files are in the database; what becomes of their texts is added to their accounts.
        """
        self._files = {file.key: file for file in files}
        self._import_batch([(file, block) for file in files for block in file.blocks])
        self._con.executemany(
            "UPDATE files SET stored = stored + ?, duplicates = duplicates + ?, other_games = other_games + ?, "
            "quarantined = quarantined + ? WHERE file_key = ?",
            [
                (counts.stored, counts.duplicates, counts.other_games, counts.quarantined, file.key)
                for file in files
                for counts in (file.counts,)
            ],
        )

    # --- one batch

    def _import_batch(self, blocks: Sequence[_FileBlock]) -> None:
        readings = [(file, parse(block)) for file, block in blocks]
        self._entries = self._find_known([reading.hand for _, reading in readings if reading.hand])
        rejected: list[_Rejected] = []
        for file, reading in readings:
            if is_other_game(reading):
                file.counts.other_games += 1
            elif reading.hand is not None and self._is_stored_text(reading.hand, reading.block.text):
                file.counts.duplicates += 1
            else:
                checked = check_reading(reading, self._room)
                wrong: tuple[Problem, ...] = checked.problems
                if checked.replay is not None and checked.ok:
                    reused = self._add_hand(file, checked, checked.replay)
                    if reused is None:
                        continue
                    wrong = (*checked.problems, reused)
                rejected.append((file, reading, wrong))
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
                "SELECT hand_key, text, file_key, line FROM hand_texts "
                "WHERE hand_key IN (SELECT unnest(?::INTEGER[])) ORDER BY hand_key, file_key, line",
                [list(by_key)],
            ).fetchall()
            for key, text, file_key, line in texts:
                entry = by_key[key]
                if not entry.texts:
                    entry.place = Place(self._name(file_key), line)
                entry.texts.append(text)
        return entries

    def _name(self, file_key: int) -> str:
        """Return the name of a file, of this run or an earlier one."""
        if file_key in self._files and self._files[file_key].name:
            return self._files[file_key].name
        ((name,),) = self._con.execute("SELECT path FROM files WHERE file_key = ?", [file_key]).fetchall()
        return str(name)

    def _is_stored_text(self, hand: Hand, text: str) -> bool:
        entry = self._entries.get((hand.site, hand.id))
        return entry is not None and text in entry.texts

    def _add_hand(self, file: File, checked: Checked, played: Replay) -> Problem | None:
        """Add a hand without an error, or a view of it; return the problem of one whose number another hand has."""
        hand, block = played.hand, checked.reading.block
        entry = self._entries.get((hand.site, hand.id))
        if entry is not None:
            return self._add_view(file, entry, hand, block)
        key = file.keys.get(block.line)
        if key is None:
            key = self._hand_key
            self._hand_key += 1
        entry = _Entry(key, stored=False, place=Place(block.file, block.line), hand=hand)
        self._entries[hand.site, hand.id] = entry
        entry.rows = rows(played, entry.key, rules=self._rules)
        self._add_text(file, entry, hand, block)
        for problem in checked.problems:
            self._add_problem(file, problem, entry.key)
        file.counts.stored += 1
        return None

    def _add_view(self, file: File, entry: _Entry, hand: Hand, block: Block) -> Problem | None:
        """Join another text of a known hand to it, note where the two differ, or return that they are two hands."""
        if entry.hand is None:
            entry.hand = join_texts(entry.texts, self._room)
        seen = check_view(entry.hand, entry.place, hand, block, self._room) if entry.hand else None
        if isinstance(seen, Problem) and seen.code is codes.NUMBER_TWICE:
            return seen
        file.counts.duplicates += 1
        if isinstance(seen, Problem):
            self._add_problem(file, seen, entry.key)
        elif seen is not None:
            entry.hand = seen.hand
            entry.rows = rows(seen, entry.key, rules=self._rules)
        if seen is not None or block.line in file.keys:  # a text that was stored stays so
            self._add_text(file, entry, hand, block)
        return None

    def _quarantine(self, rejected: Sequence[_Rejected]) -> None:
        """Keep hands with an error whole.

        A text that lies in the quarantine already is a duplicate, and so is the beginning of a stored one, which was
        copied while the client still wrote it.
        """
        if not rejected:
            return
        stored = self._find_texts([reading.hand_id for _, reading, _ in rejected if reading.hand_id])
        known = {
            text
            for (text,) in self._con.execute(
                "SELECT text FROM quarantine WHERE text IN (SELECT unnest(?::VARCHAR[]))",
                [[reading.block.text for _, reading, _ in rejected]],
            ).fetchall()
        }
        for file, reading, problems in rejected:
            block = reading.block
            whole = stored.get(reading.hand_id or "", [])
            if block.text in known or any(_is_beginning(block.text, text) for text in whole):
                file.counts.duplicates += 1
                continue
            known.add(block.text)
            first = next(problem for problem in problems if problem.severity is codes.Severity.ERROR)
            row = (file.key, reading.hand_id, block.line, first.code.id, block.text)
            self._new.setdefault("quarantine", []).append(row)
            for problem in problems:
                self._add_problem(file, problem, None)
            file.counts.quarantined += 1

    def _find_texts(self, hand_ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the texts of the hands of these numbers, stored or in this batch."""
        texts: dict[str, list[str]] = {}
        found = self._con.execute(
            "SELECT hand_id, text FROM hands JOIN hand_texts USING (hand_key) "
            "WHERE hand_id IN (SELECT unnest(?::VARCHAR[]))",
            [hand_ids],
        ).fetchall()
        new = ((hand_id, text) for (_, hand_id), entry in self._entries.items() for text in entry.texts)
        for hand_id, text in (*found, *new):
            texts.setdefault(hand_id, []).append(text)
        return texts

    # --- rows

    def _next(self, table: str, key: str) -> int:
        ((last,),) = self._con.execute(f"SELECT coalesce(max({key}), 0) FROM {table}").fetchall()
        return int(last) + 1

    def _add_text(self, file: File, entry: _Entry, hand: Hand, block: Block) -> None:
        entry.texts.append(block.text)
        row = (entry.key, hand.hero, file.key, block.line, block.text)
        self._new.setdefault("hand_texts", []).append(row)

    def _add_problem(self, file: File, problem: Problem, hand_key: int | None) -> None:
        file.problems.append(problem)
        if hand_key is not None:
            self._touched.add(hand_key)
        row = (
            file.key,
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
        added = [entry.key for entry in made if not entry.stored]
        if added:
            self._drop_replaced(added)
        self._new, self._entries, self._touched = {}, {}, set()

    def _drop_replaced(self, added: Sequence[int]) -> None:
        """Take texts out of the quarantine that came in before a hand that now is stored, and that it replaces.

        So it is with a hand that was cut off since the client still wrote it, and with one that was corrected below
        its header. A text with another header is another hand, and one with the cards of another hero stays, as only
        he can tell them. In the account of its file, a hand that is taken out becomes a duplicate.
        """
        replaced = self._con.execute(
            """
            SELECT DISTINCT q.file_key, q.line, q.hand_id, q.line + length(q.text) - length(replace(q.text, chr(10), ''))
            FROM quarantine q JOIN hands h USING (hand_id) JOIN hand_texts t USING (hand_key)
            WHERE hand_key IN (SELECT unnest(?::INTEGER[]))
                AND trim(split_part(q.text, chr(10), 1)) = trim(split_part(t.text, chr(10), 1))
                AND (q.file_key, q.line) < (t.file_key, t.line)
                AND NOT (contains(q.text, 'Dealt to ') AND NOT contains(q.text, concat('Dealt to ', t.hero, ' [')))
            """,
            [added],
        ).fetchall()
        for file_key, line, hand_id, last in replaced:
            self._con.execute("DELETE FROM quarantine WHERE file_key = ? AND line = ?", [file_key, line])
            self._con.execute(
                "DELETE FROM problems WHERE file_key = ? AND hand_id = ? AND hand_key IS NULL AND line BETWEEN ? AND ?",
                [file_key, hand_id, line, last],
            )
            file = self._files.get(file_key)
            if file is not None:
                file.counts.quarantined -= 1
                file.counts.duplicates += 1
                file.problems = [
                    problem
                    for problem in file.problems
                    if problem.hand != hand_id or not line <= problem.place.line <= last
                ]
            if file is None or file.written:
                self._con.execute(
                    "UPDATE files SET quarantined = quarantined - 1, duplicates = duplicates + 1 WHERE file_key = ?",
                    [file_key],
                )


def _is_beginning(text: str, whole: str) -> bool:
    """Return whether a text is where another begins, but for blanks; its last line may be cut."""
    own, other = ([line.strip() for line in each.split("\n") if line.strip()] for each in (text, whole))
    *before, last = own
    return (
        other[: len(before)] == before
        and other[len(before) :][:1] != []
        and other[len(before)].startswith(last)
    )


def _file_row(file: File) -> Row:
    counts = file.counts
    return (
        file.key,
        file.name,
        file.size,
        file.sha256,
        counts.hands_seen,
        counts.stored,
        counts.duplicates,
        counts.other_games,
        counts.quarantined,
        datetime.now(UTC).replace(tzinfo=None),
    )
