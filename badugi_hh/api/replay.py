"""The replay of one hand, from the database or from a file, and its page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from badugi_hh.api.room_rules import find_rules
from badugi_hh.engine.rules import Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.outputs import OutputFile
from badugi_hh.problems import Place, Problem
from badugi_hh.replay import Replay
from badugi_hh.replay import replay as replay_hand
from badugi_hh.store.texts import read_hand, sites_of
from badugi_hh.user_error import UserError


class HandError(UserError, ValueError):
    """A hand that is not there or cannot be replayed; `problems` are those of its text."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A replayed hand, the texts of its views as written, the line at which it begins, and the name of the rules.

    The line is that of the file for a hand of a file or of the quarantine, else 1. The replay has the problems of the
    text too.
    """

    replay: Replay
    texts: tuple[str, ...]
    first_line: int
    rules: str


def replay_stored(
    con: duckdb.DuckDBPyConnection, number: str, *, rules: str = "pokerstars", site: str | None = None
) -> PlayedHand:
    """Return a replayed hand of the database or its quarantine.

    Raises:
        HandError: there is no such hand, several sites have one and `site` is None, or its text cannot be replayed.
        LookupError: there is no room of the name `rules`.
    """
    room = find_rules(rules)
    number = number.lstrip("#")
    sites = sites_of(con, number) if site is None else []
    if len(sites) > 1:
        raise HandError(f"hand {number} is on {' and '.join(sites)}; select one with --site")
    stored = read_hand(con, number, room, site)
    if stored is None:
        raise HandError(
            f"there is no hand {number} in the database; `badugi-hh hands` lists the numbers",
        )
    if stored.hand is None:
        why = _why_unplayable(stored.problems)
        raise HandError(f"hand {number} is in the quarantine and cannot be played: {why}", stored.problems)
    place = stored.place or Place("")
    played = _replayed(stored.hand, room, place, stored.problems)
    return PlayedHand(played, stored.texts, max(place.line, 1), rules)


def replay_file(
    path: Path | str, number: str | None = None, *, rules: str = "pokerstars", stdin: bytes | None = None
) -> PlayedHand:
    """Return a replayed hand of a file; `number` may be None if the file has only one hand.

    `stdin` is the content of the path `-`.

    Raises:
        HandError: the file has no such hand, or several and no number is given, or its text cannot be replayed.
        InputError: the file is missing or cannot be read.
        LookupError: there is no room of the name `rules`.
    """
    room = find_rules(rules)
    sources = find_sources([path], stdin=stdin)
    readings = [parse(block) for source in sources for block in read_blocks(source)[0]]
    name = "standard input" if stdin is not None and str(path) == "-" else str(path)
    if not readings:
        raise HandError(f"{name} holds no hand history")
    if number is not None:
        readings = [reading for reading in readings if reading.hand_id == number.lstrip("#")]
        if not readings:
            raise HandError(f"{name} holds no hand {number}")
    elif len(readings) > 1:
        raise HandError(f"{name} holds {len(readings):,} hands; name one, such as {readings[0].hand_id}")
    reading = readings[0]
    if reading.hand is None:
        why = _why_unplayable(reading.problems)
        raise HandError(
            f"hand {reading.hand_id or 'without a number'} cannot be played: {why}", reading.problems
        )
    block = reading.block
    played = _replayed(reading.hand, room, Place(block.file, block.line), reading.problems)
    return PlayedHand(played, (block.text,), block.line, rules)


def write_page(
    played: PlayedHand,
    out: OutputFile,
    con: duckdb.DuckDBPyConnection | None = None,
    *,
    tz: str | None = None,
) -> None:
    """Write a replayed hand as one HTML page, with the prices of `con`, or else with prices computed now.

    The time of the hand is that of the time zone `tz`, None for UTC.

    Raises:
        OutputError: the file must not be replaced, or cannot be written.
    """
    from badugi_hh.report.page import render_replay
    from badugi_hh.store.tags import NOTHING, Subject, labels_of
    from badugi_hh.store.verdicts import replayed_rows, verdicts_of
    from badugi_hh.wording.best_play import best_play

    rows = replayed_rows(played.replay, played.rules, con)
    solved = best_play(verdicts_of(rows))
    hand = played.replay.hand
    labels = NOTHING if con is None else labels_of(con, Subject(hand.site, hand.id))
    lines = [f"tags: {', '.join(labels.tags)}"] if labels.tags else []
    lines += [f"note: {labels.note}"] if labels.note else []
    page = render_replay(
        played.replay, rows, played.texts, solved, first_line=played.first_line, tz=tz, labels=lines
    )
    out.write(page.encode("utf-8", "replace"))


def _replayed(hand: Hand, rules: Rules, place: Place, problems: Sequence[Problem]) -> Replay:
    played = replay_hand(hand, rules=rules, place=place)
    merged = sorted((*problems, *played.problems), key=lambda problem: problem.place.line)
    return replace(played, problems=tuple(merged))


def _why_unplayable(problems: Sequence[Problem]) -> str:
    if not problems:
        return "it is a hand of another game"
    return f"its text has {len(problems):,} problem{'s' if len(problems) > 1 else ''}"
