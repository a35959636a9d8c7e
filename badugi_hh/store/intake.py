"""Imports the hands of files: each is stored, a duplicate, of another game, or quarantined.

A hand is identified by its site and number. The same hand in the file of another player is a second view: the views are
merged, and the rows are rebuilt under the same key. Nothing here opens or closes transactions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import duckdb
import polars as pl

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Rules
from badugi_hh.facts import TABLES, Rows, add_rows
from badugi_hh.facts.price_columns import COMPUTED_TABLES
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import Reading, parse
from badugi_hh.history.source import Block
from badugi_hh.problems import Place, Problem
from badugi_hh.replay import Replay, replay
from badugi_hh.store.append import Appender, Row
from badugi_hh.store.file_counts import Counts, File, FileBlock, file_row
from badugi_hh.store.grown import Last, continue_file, take_back
from badugi_hh.store.hand_checks import CheckedHand, check_reading, check_view, is_other_game
from badugi_hh.store.prepare import (
    FACTS,
    FaultyHand,
    OtherGame,
    Piece,
    PreparedHand,
    faulty,
    frames_of,
    keyed_frames,
    number_of,
    prepare,
)
from badugi_hh.store.quarantine import Quarantined, Stored, drop_replaced
from badugi_hh.store.texts import hash_text, is_beginning, join_texts
from badugi_hh.store.workers import run_here

BATCH = 2500
"""The number of hands that are compared with the database and appended together."""

_TABLE = {table.name: table for table in TABLES}


@dataclass(slots=True)
class _Entry:
    """A hand of the current batch; `hand` is merged from all its views when it is first needed.

    `place` is the first line of its first text. New rows are those of `played`, or those of a piece under an index in it.
    """

    key: int
    stored: bool
    place: Place = Place("")  # noqa: RUF009  # it is frozen
    texts: list[str] = field(default_factory=list)
    hand: Hand | None = None
    played: Replay | None = None
    prepared: tuple[Piece, int] | None = None


_Rejected: TypeAlias = tuple[File, Block, FaultyHand]


class Intake:
    """Stores hands in a database: from files, from the quarantine, or from stored texts.

    New hands get keys above `last_key` and above the keys in the database.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, room: Rules, rules: str, *, last_key: int = 0) -> None:
        self._con = con
        self._appender = Appender(con)
        self._room = room
        self._rules = rules
        self._file_key = self._next("files", "file_key")
        self._hand_key = max(self._next("hands", "hand_key"), last_key + 1)
        self._files: dict[int, File] = {}
        self._new: dict[str, list[Row]] = {}
        self._added: list[Stored] = []
        self._entries: dict[tuple[str, str], _Entry] = {}
        self._touched: set[int] = set()
        # Before the present transaction: the next keys, and counts and problems of earlier files that it has changed.
        self._before = (self._file_key, self._hand_key)
        self._earlier: dict[File, tuple[Counts, Counts, list[Problem]]] = {}

    def begin(self, files: Sequence[File]) -> None:
        """Give files their keys; their hands follow in the same transaction."""
        self._earlier, self._before = {}, (self._file_key, self._hand_key)
        for file in files:
            if file.grown is None:
                file.key = self._file_key
                self._file_key += 1
            else:
                continue_file(self._con, file, file.grown)
            self._files[file.key] = file

    def import_hands(
        self,
        blocks: Sequence[FileBlock],
        pieces: Iterable[Piece],
        progress: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Import hands of files that have keys; `pieces` are the outcomes of these hands in order.

        `progress` is called after each piece with the number of hands done.
        """
        done = seen = 0
        batch: list[Piece] = []
        for piece in pieces:
            batch.append(piece)
            seen += len(piece.outcomes)
            if seen - done >= BATCH:
                self._import_batch(blocks[done:seen], batch)
                done, batch = seen, []
            progress(seen)
        if batch:
            self._import_batch(blocks[done:seen], batch)

    def add_text_problems(self, problems: Iterable[tuple[File, Problem]]) -> None:
        """Add problems of whole files; the problem of a file that is not text is only reported."""
        for file, problem in problems:
            file.text_problems.append(problem)
            if file.is_text:
                self._add_problem_row(file, problem, None)

    def end(self, files: Sequence[File]) -> None:
        """Write the rows of files whose hands are all imported."""
        self._new["files"] = [file_row(file) for file in files]
        self._write()
        for file in files:
            file.written = True

    def roll_back(self, files: Sequence[File]) -> None:
        """Forget files whose transaction was rolled back, and what it changed in the counts of earlier files."""
        for file in files:
            self._files.pop(file.key, None)
        self._file_key, self._hand_key = self._before
        for file, earlier in self._earlier.items():
            file.counts, file.before, file.problems = earlier
        self._forget_batch()
        self._appender = Appender(self._con)

    def retry(self, file_key: int) -> File:
        """Parse a file's hands in the quarantine again; store those without an error, and update the counts."""
        kept = self._con.execute(
            "SELECT path, line, text FROM quarantine JOIN files USING (file_key) WHERE file_key = ? ORDER BY line",
            [file_key],
        ).fetchall()
        # Problems of stored hands have a key. Problems of the whole file have a line before its first hand, or are T01.
        self._con.execute(
            "DELETE FROM problems WHERE file_key = ? AND hand_key IS NULL AND code <> ? "
            "AND line >= (SELECT min(line) FROM quarantine WHERE file_key = ?)",
            [file_key, codes.BINARY.id, file_key],
        )
        self._con.execute("DELETE FROM quarantine WHERE file_key = ?", [file_key])
        file = self._files[file_key] = File("", 0, "", key=file_key)
        blocks = [Block(path, line, text, "\n", "") for path, line, text in kept]
        self.import_hands([(file, block) for block in blocks], run_here(prepare, blocks, self._rules))
        self._find_duplicates(file, [block.line for block in blocks])
        counts = file.counts
        self._con.execute(
            "UPDATE files SET stored = stored + ?, duplicates = duplicates + ?, other_games = other_games + ?, "
            "quarantined = ? WHERE file_key = ?",
            [counts.stored, counts.duplicates, counts.other_games, counts.quarantined, file_key],
        )
        file.written = True
        return file

    def _find_duplicates(self, file: File, lines: Sequence[int]) -> None:
        """Give the duplicates of texts that were in the quarantine the keys of their hands, which are stored now."""
        stored = self._con.execute(
            "SELECT hand_key, text FROM hand_texts WHERE file_key = ? AND line IN (SELECT unnest(?::INTEGER[]))",
            [file.key, lines],
        ).fetchall()
        self._con.execute(
            "UPDATE duplicates SET hand_key = stored.hand_key "
            "FROM (SELECT unnest(?::INTEGER[]) AS hand_key, unnest(?::VARCHAR[]) AS text_hash) stored "
            "WHERE duplicates.hand_key IS NULL AND duplicates.text_hash = stored.text_hash",
            [[key for key, _ in stored], [hash_text(text) for _, text in stored]],
        )

    def restore(self, files: Sequence[File]) -> None:
        """Store hands of another database from their texts, under the keys that the files give them."""
        self._files = {file.key: file for file in files}
        waiting = [(file, block) for file in files for block in file.blocks]
        self.import_hands(waiting, run_here(prepare, [block for _, block in waiting], self._rules))

    # --- one batch

    def _import_batch(self, blocks: Sequence[FileBlock], pieces: Sequence[Piece]) -> None:
        kept = {place for place, (file, block) in enumerate(blocks) if self._is_kept(file, block)}
        prepared = [(piece, index) for piece in pieces for index in range(len(piece.outcomes))]
        readings = {
            place: parse(blocks[place][1])
            for place, (piece, index) in enumerate(prepared)
            if piece.outcomes[index] is None
        }
        ids = [reading.hand.id for reading in readings.values() if reading.hand]
        for piece in pieces:
            ids += [
                each.id for each in piece.outcomes if isinstance(each, PreparedHand | FaultyHand) and each.id
            ]
        self._entries = self._find_known(ids)
        rejected: list[_Rejected] = []
        for place, ((file, block), (piece, index)) in enumerate(zip(blocks, prepared, strict=True)):
            file.end_with(block)
            if place in kept:
                continue
            match piece.outcomes[index]:
                case OtherGame():
                    file.counts.other_games += 1
                case PreparedHand() as hand if (hand.site, hand.id) not in self._entries:
                    self._add_prepared(file, block, hand, piece, index)
                case PreparedHand() as hand if block.text in self._entries[hand.site, hand.id].texts:
                    self._add_duplicate(file, block, self._entries[hand.site, hand.id].key)
                case FaultyHand() as faulty_hand:
                    self._reject(file, block, faulty_hand, rejected)
                case _:
                    self._add_parsed(file, readings.get(place) or parse(block), rejected)
        self._quarantine(rejected)
        self._write()

    def _is_kept(self, file: File, block: Block) -> bool:
        """Return whether a text is the unchanged last hand of a file that has grown; take back a changed one."""
        if file.grown is None or block.line != file.grown.last_line or block.in_line:
            return False
        last = take_back(self._con, file, block, self._change_counts)
        if last is Last.FEWER_TEXTS:
            self._rebuild(block)
        return last is Last.KEPT

    def _rebuild(self, block: Block) -> None:
        """Build the rows of a stored hand again from the texts that it has; `block` is a text of the hand."""
        self._entries = self._find_known([number_of(block) or ""])
        for entry in self._entries.values():
            entry.hand = join_texts(entry.texts, self._room)
            if entry.hand is not None:
                entry.played = replay(entry.hand, rules=self._room, place=entry.place)
        self._write()

    def _add_prepared(self, file: File, block: Block, hand: PreparedHand, piece: Piece, index: int) -> None:
        """Add a new hand without an error, whose rows are already built."""
        entry = self._new_entry(file, block, hand)
        entry.prepared = piece, index

    def _new_entry(self, file: File, block: Block, hand: PreparedHand) -> _Entry:
        """Count a hand as stored, with its text and its warnings; the caller adds its rows."""
        key = file.keys.get(block.line)
        if key is None:
            key = self._hand_key
            self._hand_key += 1
        entry = _Entry(key, stored=False, place=Place(block.file, block.line))
        self._entries[hand.site, hand.id] = entry
        self._add_text(file, entry, hand.hero, block)
        for problem in hand.problems:
            self._add_problem(file, problem, key)
        file.counts.stored += 1
        return entry

    def _add_parsed(self, file: File, reading: Reading, rejected: list[_Rejected]) -> None:
        """Add a hand, a view of it, or a duplicate; a hand that belongs into the quarantine is added to `rejected`."""
        if is_other_game(reading):
            file.counts.other_games += 1
            return
        known = self._find_entry(reading)
        if known is not None and reading.block.text in known.texts:
            self._add_duplicate(file, reading.block, known.key)
            return
        checked = check_reading(reading, self._room)
        problems: tuple[Problem, ...] = checked.problems
        if checked.replay is not None and checked.ok:
            reused = self._add_hand(file, checked, checked.replay)
            if reused is None:
                return
            problems = (*checked.problems, reused)
        rejected.append((file, reading.block, faulty(reading, problems)))

    def _reject(self, file: File, block: Block, hand: FaultyHand, rejected: list[_Rejected]) -> None:
        """Add a hand with an error to `rejected`, unless its text was stored under other rules."""
        known = None if hand.key is None else self._entries.get(hand.key)
        if known is not None and block.text in known.texts:
            self._add_duplicate(file, block, known.key)
        else:
            rejected.append((file, block, hand))

    def _find_known(self, hand_ids: Sequence[str]) -> dict[tuple[str, str], _Entry]:
        """Return the hands of these numbers that are in the database, with their texts."""
        found = self._con.execute(
            "SELECT site, hand_id, hand_key FROM hands WHERE hand_id IN (SELECT unnest(?::VARCHAR[]))",
            [hand_ids],
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
        """Return the name of a file of this import or of an earlier one."""
        if file_key in self._files and self._files[file_key].name:
            return self._files[file_key].name
        ((name,),) = self._con.execute("SELECT path FROM files WHERE file_key = ?", [file_key]).fetchall()
        return str(name)

    def _find_entry(self, reading: Reading) -> _Entry | None:
        return None if reading.hand is None else self._entries.get((reading.hand.site, reading.hand.id))

    def _add_hand(self, file: File, checked: CheckedHand, played: Replay) -> Problem | None:
        """Add a hand without an error, or a view of it; return a problem if another hand has the same number."""
        hand, block = played.hand, checked.reading.block
        entry = self._entries.get((hand.site, hand.id))
        if entry is not None:
            return self._add_view(file, entry, hand, block)
        prepared = PreparedHand(hand.site, hand.id, hand.hero, checked.problems)
        entry = self._new_entry(file, block, prepared)
        entry.hand = hand
        entry.played = played
        return None

    def _add_view(self, file: File, entry: _Entry, hand: Hand, block: Block) -> Problem | None:
        """Merge another text of a known hand into it and add a problem if they differ; return X05 if they are two hands."""
        if entry.hand is None:
            entry.hand = join_texts(entry.texts, self._room)
        seen = check_view(entry.hand, entry.place, hand, block, self._room) if entry.hand else None
        if isinstance(seen, Problem) and seen.code is codes.NUMBER_TWICE:
            return seen
        if isinstance(seen, Problem):
            self._add_problem(file, seen, entry.key)
        elif seen is not None:
            entry.hand = seen.hand
            entry.played, entry.prepared = seen, None
        if seen is not None or block.line in file.keys:  # a text that was stored before is kept
            self._add_text(file, entry, hand.hero, block)
            file.counts.duplicates += 1
        else:
            self._add_duplicate(file, block, entry.key)
        return None

    def _quarantine(self, rejected: Sequence[_Rejected]) -> None:
        """Put hands with an error into the quarantine.

        A text that is in the quarantine is a duplicate. So is the beginning of a stored text: a file copied
        while the client was writing it ends with an incomplete hand.
        """
        if not rejected:
            return
        stored = self._find_texts([hand.id for _, _, hand in rejected if hand.id])
        kept = Quarantined(self._con, (block.text for _, block, _ in rejected), self._added)
        for file, block, hand in rejected:
            at = file.key, block.line
            whole = stored.get(hand.id or "", [])
            if kept.has(block.text, at) or any(is_beginning(block.text, text) for text in whole):
                self._add_duplicate(file, block, None)
                continue
            kept.add(block.text, at)
            first = next(problem for problem in hand.problems if problem.severity is codes.Severity.ERROR)
            row = (file.key, hand.id, block.line, first.code.id, block.text)
            self._new.setdefault("quarantine", []).append(row)
            for problem in hand.problems:
                self._add_problem(file, problem, None)
            file.counts.quarantined += 1

    def _find_texts(self, hand_ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the texts of the hands with these numbers, stored or in this batch."""
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

    def _add_text(self, file: File, entry: _Entry, hero: str | None, block: Block) -> None:
        entry.texts.append(block.text)
        self._added.append(Stored((file.key, block.line), hero, block.text))
        row = (entry.key, hero, file.key, block.line, block.text)
        self._new.setdefault("hand_texts", []).append(row)

    def _add_duplicate(self, file: File, block: Block, hand_key: int | None) -> None:
        """Count a text as a duplicate, with its place; `hand_key` is None if it is incomplete or in the quarantine."""
        file.counts.duplicates += 1
        row = (file.key, block.line, hand_key, hash_text(block.text))
        self._new.setdefault("duplicates", []).append(row)

    def _add_problem(self, file: File, problem: Problem, hand_key: int | None) -> None:
        file.problems.append(problem)
        self._add_problem_row(file, problem, hand_key)

    def _add_problem_row(self, file: File, problem: Problem, hand_key: int | None) -> None:
        if hand_key is not None:
            self._touched.add(hand_key)
        row = (
            file.key,
            hand_key,
            problem.hand,
            problem.place.line,
            problem.code.id,
            str(problem.severity),
            problem.message,
            problem.expected,
            problem.found,
        )
        self._new.setdefault("problems", []).append(row)

    def _write(self) -> None:
        """Append the rows of the batch; the rows of merged hands replace their old ones."""
        entries = [entry for entry in self._entries.values() if entry.played is not None or entry.prepared]
        replaced = [entry.key for entry in entries if entry.stored]
        frames = keyed_frames((*entry.prepared, entry.key) for entry in entries if entry.prepared)
        if merged := [(entry.played, entry.key) for entry in entries if entry.played is not None]:
            built = Rows()
            for played, key in merged:
                add_rows(built, played, key, rules=self._rules)
            for name, frame in frames_of(built).items():
                frames.setdefault(name, []).append(frame)
        for name in (*FACTS, *(table.name for table in COMPUTED_TABLES)) if replaced else ():
            self._con.execute(f"DELETE FROM {name} WHERE hand_key IN (SELECT unnest(?::INT[]))", [replaced])
        for name, parts in frames.items():
            self._appender.append_frame(_TABLE[name], pl.concat(parts))
        for name, new in self._new.items():
            self._appender.append(_TABLE[name], new)
        warned = self._touched.union(replaced)
        if warned:
            self._con.execute(
                "UPDATE hands SET status = 'warned' WHERE hand_key IN (SELECT unnest(?::INTEGER[])) "
                "AND hand_key IN (SELECT hand_key FROM problems)",
                [sorted(warned)],
            )
        if self._added:
            self._drop_replaced()
        self._forget_batch()

    def _forget_batch(self) -> None:
        self._new, self._added, self._entries, self._touched = {}, [], {}, set()

    def _drop_replaced(self) -> None:
        """Count what stored texts replace in the quarantine as duplicates of its files, without its problems."""
        for each in drop_replaced(self._con, self._added):
            file = self._files.get(each.file_key)
            is_read = file is not None and (file.grown is None or each.line >= file.grown.last_line)
            self._change_counts(each.file_key, duplicates=1, quarantined=-1, read=is_read)
            if file is not None:
                file.problems = [
                    problem
                    for problem in file.problems
                    if problem.hand != each.hand_id or not each.line <= problem.place.line <= each.last
                ]

    def _change_counts(
        self, file_key: int, *, stored: int = 0, duplicates: int = 0, quarantined: int = 0, read: bool = False
    ) -> None:
        """Add to the counts of a file of this import or of an earlier one; `read` if this import has read the hand."""
        file = self._files.get(file_key)
        if file is not None:
            if file.written:
                self._earlier.setdefault(file, (replace(file.counts), replace(file.before), file.problems))
            file.change(Counts(stored, duplicates, 0, quarantined), is_read=read)
        if file is None or file.written:
            self._con.execute(
                "UPDATE files SET stored = stored + ?, duplicates = duplicates + ?, quarantined = quarantined + ? "
                "WHERE file_key = ?",
                [stored, duplicates, quarantined, file_key],
            )
