"""Imports the hands of files: each is stored, a duplicate, of another game, or quarantined.

A hand is identified by its site and number. The same hand in the file of another player is a second view: the views are
merged, and the rows are rebuilt under the same key. `known_hands` says what the database has of a hand. Nothing here opens
or closes transactions.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from typing import TypeAlias

import duckdb

from badugi_hh import problems as codes
from badugi_hh.engine.rules import ROOMS
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import COMPUTED_TABLES, FILES, HAND_TEXTS, PROBLEMS, TABLES, Rows
from badugi_hh.history.parse import parse
from badugi_hh.history.source import Block
from badugi_hh.history.summary import SummaryText
from badugi_hh.problems import Place, Problem
from badugi_hh.replay import replay
from badugi_hh.store.arrow import Row, append_frame, append_rows, problem_row
from badugi_hh.store.hand_checks import check_view
from badugi_hh.store.known_files import (
    File,
    FileBlock,
    Imported,
    file_row,
    forget_rest,
    hash_text,
    write_counts,
)
from badugi_hh.store.known_hands import (
    At,
    Dropped,
    KnownHand,
    KnownHands,
    Quarantined,
    StoredText,
    drop_replaced,
    find_hands,
    is_beginning,
)
from badugi_hh.store.prepare import (
    FACTS,
    FaultyHand,
    OtherGame,
    Prepared,
    PreparedHand,
    frames_of,
    prepare,
)
from badugi_hh.store.summaries import store_summaries

BATCH = 4000
"""The number of hands that are compared with the database and appended together, at most."""

_TABLE = {table.name: table for table in TABLES}

_Rejected: TypeAlias = tuple[File, Block, FaultyHand]
_Shorter: TypeAlias = tuple[int, int, str]
"""A stored text with the keys of its file and of its hand."""


class Intake:
    """Stores hands in a database by the rules of a room: from files, from the quarantine, or from stored texts.

    Raises:
        KeyError: there is no such room.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, rules: str) -> None:
        self._con = con
        self._room = ROOMS[rules]
        self._rules = rules
        self._files: dict[int, File] = {}
        self._keys: Mapping[At, int] = {}
        self.roll_back(())

    def roll_back(self, files: Sequence[File]) -> None:
        """Forget what was not committed, with files whose transaction was rolled back."""
        for file in files:
            self._files.pop(file.key, None)
        self._file_keys = self._free_keys("files", "file_key")
        self._hand_keys = self._free_keys("hands", "hand_key")
        self._changed: set[int] = set()  # the keys of the files whose counts this transaction changes
        self._dropped: list[Dropped] = []
        self._forget_batch()

    def _forget_batch(self) -> None:
        self._new: defaultdict[str, list[Row]] = defaultdict(list)
        self._added: list[StoredText] = []
        self._known: KnownHands = {}
        self._touched: set[int] = set()

    def begin(self, files: Sequence[File]) -> None:
        """Give files their keys; their hands follow in the same transaction. A file that has grown keeps its key."""
        for file in files:
            if file.grown is None:
                file.key = next(self._file_keys)
            else:
                file.key = file.grown.key
                file.stored_before = forget_rest(self._con, file.grown)
            self._files[file.key] = file

    def add_text_problems(self, problems: Iterable[tuple[File, Problem]]) -> None:
        """Add problems of whole files; the problem of a file that is not text is only reported."""
        for file, problem in problems:
            if file.is_text:
                self._add_problem(file, problem, None)
            else:
                file.problems.append(problem)

    def add_summaries(self, summaries: Sequence[tuple[File, SummaryText]]) -> None:
        """Store the summaries of tournaments, and their problems."""
        store_summaries(self._con, summaries)
        for file, summary in summaries:
            file.summaries += 1
            file.unread_summaries += summary.errors
            for problem in summary.problems:
                self._add_problem(file, problem, None)

    def end(self, files: Sequence[File]) -> None:
        """Write the rows of files whose hands are all imported, and the counts of all files that have changed."""
        now = datetime.now(UTC).replace(tzinfo=None)
        self._new["files"] = [file_row(file, now, file.counts.other_games) for file in files]
        self._write()
        write_counts(self._con, self._changed.union(file.key for file in files))
        for dropped in self._dropped:
            if (file := self._files.get(dropped.file_key)) is not None:
                file.problems = [problem for problem in file.problems if not dropped.has(problem)]
        self._changed, self._dropped = set(), []

    def restore(self, blocks: Sequence[FileBlock], keys: Mapping[At, int]) -> None:
        """Store hands of another database from their texts, under the keys that are theirs by the places of the texts."""
        self._keys = keys
        self._import_texts(blocks)

    def try_again(self, file: File, blocks: Sequence[Block]) -> None:
        """Import texts of a file that were in the quarantine, and write the counts of all files that have changed."""
        self._import_texts([(file, block) for block in blocks])
        self._con.execute(
            "UPDATE files SET other_games = other_games + ? WHERE file_key = ?",
            [file.counts.other_games, file.key],
        )
        self._changed.add(file.key)
        self.end(())

    def _import_texts(self, blocks: Sequence[FileBlock]) -> None:
        self._files |= {file.key: file for file, _ in blocks}
        for start in range(0, len(blocks), BATCH):
            batch = blocks[start : start + BATCH]
            self.import_batch(batch, prepare([block for _, block in batch], self._rules))

    # --- one batch

    def import_batch(self, blocks: Sequence[FileBlock], prepared: Prepared) -> None:
        """Import hands of files that have keys."""
        shorter = self._find_shorter(blocks)
        numbers = [hand.id for hand in prepared.outcomes if not isinstance(hand, OtherGame) and hand.id]
        self._known = find_hands(self._con, numbers, self._name)
        rejected: list[_Rejected] = []
        for place, ((file, block), outcome) in enumerate(zip(blocks, prepared.outcomes, strict=True)):
            known = self._known.get((outcome.site, outcome.id)) if isinstance(outcome, PreparedHand) else None
            if place in shorter:
                if isinstance(outcome, PreparedHand) and known is not None and block.text not in known.texts:
                    self._lengthen(file, block, outcome, known, shorter[place])
                    continue
                self._set_aside(file, block, shorter[place])
            match outcome:
                case OtherGame():
                    file.counts.other_games += 1
                case PreparedHand() as hand if known is None:
                    self._add_hand(file, block, hand).prepared = place
                case PreparedHand() if known is not None and block.text in known.texts:
                    self._add_duplicate(file, block, known.key)
                case PreparedHand() as hand if known is not None:
                    if (reused := self._add_view(file, known, hand.id, block)) is not None:
                        problems = (*hand.problems, reused)
                        rejected.append((file, block, FaultyHand(hand.id, (hand.site, hand.id), problems)))
                case FaultyHand() as hand:
                    self._reject(file, block, hand, rejected)
        self._quarantine(rejected)
        self._write(prepared)

    def _find_shorter(self, blocks: Sequence[FileBlock]) -> dict[int, _Shorter]:
        """Return the stored texts that are the beginning of a text in the same place of a file that has grown, by index.

        Such a text is in the file itself, or in the one that it was set aside to.
        """
        found: dict[int, _Shorter] = {}
        for file in {file for file, _ in blocks if file.grown}:
            here = {block.line: place for place, (its, block) in enumerate(blocks) if its is file}
            for file_key, line, hand_key, text in self._con.execute(
                "SELECT file_key, line, hand_key, text FROM hand_texts WHERE line IN (SELECT unnest(?::INTEGER[])) "
                "AND (file_key = ? OR (file_key, sha256(text)) IN "
                "(SELECT (file_key, sha256) FROM files WHERE path = ? AND hands_seen = 1))",
                [list(here), file.key, file.path],
            ).fetchall():
                if blocks[here[line]][1].text.startswith(text):
                    found[here[line]] = file_key, hand_key, text
        return found

    def _lengthen(
        self, file: File, block: Block, hand: PreparedHand, known: KnownHand, shorter: _Shorter
    ) -> None:
        """Put a longer text of a stored hand into the place of its beginning."""
        before, key, text = shorter
        file.stored_before += before != file.key and self._is_first(before, block.line, key)
        self._con.execute(
            "UPDATE hand_texts SET file_key = ?, text = ? WHERE file_key = ? AND line = ? AND hand_key = ?",
            [file.key, block.text, before, block.line, key],
        )
        self._con.execute(
            "DELETE FROM problems WHERE file_key = ? AND hand_key = ? AND code <> ? AND line BETWEEN ? AND ?",
            [before, key, codes.VIEWS_DISAGREE.id, block.line, block.line + text.count("\n")],
        )
        if before != file.key:
            self._con.execute("DELETE FROM files WHERE file_key = ?", [before])
        for problem in hand.problems:
            self._add_problem(file, problem, key)
        known.texts[known.texts.index(text)] = block.text
        known.hand = None
        if (joined := known.join(self._room)) is not None:
            known.played = replay(joined, rules=self._room, place=known.place)

    def _set_aside(self, file: File, block: Block, shorter: _Shorter) -> None:
        """Give a stored text that has an error now a file of its own, in the same place, so that all counts are true."""
        before, key, text = shorter
        if before != file.key or file.grown is None:
            return  # it has one
        data = text.encode()
        own = Imported(next(self._file_keys), file.path, len(data), sha256(data).hexdigest(), file.grown.at)
        file.stored_before -= self._is_first(file.key, block.line, key)
        append_rows(self._con, FILES, [file_row(own, own.at)])
        for table in (HAND_TEXTS.name, PROBLEMS.name):
            self._con.execute(
                f"UPDATE {table} SET file_key = ? WHERE file_key = ? AND hand_key = ? AND line BETWEEN ? AND ?",
                [own.key, file.key, key, block.line, block.line + text.count("\n")],
            )
        self._changed.add(own.key)

    def _is_first(self, file_key: int, line: int, hand_key: int) -> bool:
        """Return whether a text is the first of a stored hand, by which the hand is counted."""
        first = "SELECT file_key, line FROM hand_texts WHERE hand_key = ? ORDER BY rowid LIMIT 1"
        return self._con.execute(first, [hand_key]).fetchall() == [(file_key, line)]

    def _name(self, file_key: int) -> str:
        """Return the name of a file of this import or of an earlier one."""
        if file_key in self._files and self._files[file_key].name:
            return self._files[file_key].name
        ((name,),) = self._con.execute("SELECT path FROM files WHERE file_key = ?", [file_key]).fetchall()
        return str(name)

    def _add_hand(self, file: File, block: Block, hand: PreparedHand) -> KnownHand:
        """Store a new hand, with its text and its warnings; the caller adds its rows."""
        at = file.key, block.line
        key = self._keys[at] if at in self._keys else next(self._hand_keys)
        known = KnownHand(key, stored=False, place=Place(block.file, block.line))
        self._known[hand.site, hand.id] = known
        self._add_text(file, known, hand.id, hand.hero, block)
        for problem in hand.problems:
            self._add_problem(file, problem, key)
        return known

    def _add_view(self, file: File, known: KnownHand, number: str, block: Block) -> Problem | None:
        """Merge another text of a known hand into it and add a problem if they differ; return X05 if they are two hands."""
        before, hand = known.join(self._room), parse(block).hand
        seen = check_view(before, known.place, hand, block, self._room) if before and hand else None
        if isinstance(seen, Problem) and seen.code is codes.NUMBER_TWICE:
            return seen
        if isinstance(seen, Problem):
            self._add_problem(file, seen, known.key)
        elif seen is not None:
            known.hand, known.played, known.prepared = seen.hand, seen, None
        if seen is not None or (file.key, block.line) in self._keys:  # a text that was stored before is kept
            self._add_text(file, known, number, hand.hero if hand else None, block)
        else:
            self._add_duplicate(file, block, known.key)
        return None

    def _reject(self, file: File, block: Block, hand: FaultyHand, rejected: list[_Rejected]) -> None:
        """Add a hand with an error to `rejected`, unless its text was stored under other rules."""
        known = None if hand.key is None else self._known.get(hand.key)
        if known is not None and block.text in known.texts:
            self._add_duplicate(file, block, known.key)
        else:
            rejected.append((file, block, hand))

    def _quarantine(self, rejected: Sequence[_Rejected]) -> None:
        """Put hands with an error into the quarantine.

        A text that is in the quarantine is a duplicate. So is the beginning of a stored text: a file copied
        while the client was writing it ends with an incomplete hand.
        """
        if not rejected:
            return
        texts: dict[str | None, list[str]] = {}
        for (_, number), known in self._known.items():
            texts.setdefault(number, []).extend(known.texts)
        kept = Quarantined(self._con, (block.text for _, block, _ in rejected), self._added)
        for file, block, hand in rejected:
            at = file.key, block.line
            if kept.has(block.text, at) or any(
                is_beginning(block.text, text) for text in texts.get(hand.id, ())
            ):
                self._add_duplicate(file, block, None)
                continue
            kept.add(block.text, at)
            first = next(problem for problem in hand.problems if problem.severity is codes.Severity.ERROR)
            row = (file.key, hand.id, block.line, first.code.id, block.text)
            self._new["quarantine"].append(row)
            for problem in hand.problems:
                self._add_problem(file, problem, None)

    # --- rows

    def _free_keys(self, table: str, key: str) -> Iterator[int]:
        ((last,),) = self._con.execute(f"SELECT coalesce(max({key}), 0) FROM {table}").fetchall()
        return count(int(last) + 1)

    def _add_text(self, file: File, known: KnownHand, number: str, hero: str | None, block: Block) -> None:
        known.texts.append(block.text)
        self._added.append(StoredText((file.key, block.line), number, hero, block.text))
        row = (known.key, hero, file.key, block.line, block.text)
        self._new["hand_texts"].append(row)

    def _add_duplicate(self, file: File, block: Block, hand_key: int | None) -> None:
        """Add a duplicate; `hand_key` is None if the text is incomplete or in the quarantine."""
        row = (file.key, block.line, hand_key, hash_text(block.text))
        self._new["duplicates"].append(row)

    def _add_problem(self, file: File, problem: Problem, hand_key: int | None) -> None:
        file.problems.append(problem)
        if hand_key is not None:
            self._touched.add(hand_key)
        row = problem_row(file.key, problem, hand_key)
        self._new["problems"].append(row)

    def _write(self, prepared: Prepared | None = None) -> None:
        """Append the rows of the batch; the rows of merged hands replace their old ones."""
        hands = self._known.values()
        new = {hand.prepared: hand.key for hand in hands if hand.prepared is not None}
        frames = [prepared.keyed(new)] if prepared is not None else []
        replaced = [hand.key for hand in hands if hand.played is not None and hand.stored]
        if merged := [(hand.played, hand.key) for hand in hands if hand.played is not None]:
            built = Rows()
            for played, key in merged:
                add_rows(built, played, key, rules=self._rules)
            frames.append(frames_of(built))
        for name in (*FACTS, *(table.name for table in COMPUTED_TABLES)) if replaced else ():
            self._con.execute(f"DELETE FROM {name} WHERE hand_key IN (SELECT unnest(?::INT[]))", [replaced])
        for by_table in frames:
            for name, frame in by_table.items():
                append_frame(self._con, _TABLE[name], frame)
        for name, rows in self._new.items():
            append_rows(self._con, _TABLE[name], rows)
        warned = self._touched.union(replaced)
        if warned:
            self._con.execute(
                "UPDATE hands SET status = 'warned' WHERE hand_key IN (SELECT unnest(?::INTEGER[])) "
                "AND hand_key IN (SELECT hand_key FROM problems)",
                [sorted(warned)],
            )
        if self._added:
            dropped = drop_replaced(self._con, self._added)
            self._dropped += dropped
            self._changed.update(text.file_key for text in dropped)
        self._forget_batch()
