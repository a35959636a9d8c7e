"""The replay of one hand, from the database or from a file, with best play and labels, and its page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from badugi_hh.api.choices import find_rules
from badugi_hh.engine.rules import Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.outputs import OutputFile
from badugi_hh.problems import Place, Problem
from badugi_hh.replay import Replay
from badugi_hh.replay import replay as replay_hand
from badugi_hh.store.tags import NOTHING, Labels, Subject, labels_of
from badugi_hh.store.texts import read_hand, sites_of
from badugi_hh.user_error import UserError
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    import polars as pl

    from badugi_hh.wording.best_play import BestPlay


class HandError(UserError, ValueError):
    """A hand that is not there or cannot be replayed; `problems` are those of its text."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A replayed hand, the texts of its views as written, the line at which it begins, and the name of the rules.

    The line is that of the file for a hand of a file or of the quarantine, else 1. The replay has the problems of the
    text too. `con` is the database of a stored hand, which must be open while prices and labels are asked for.
    """

    replay: Replay
    texts: tuple[str, ...]
    first_line: int
    rules: str
    con: duckdb.DuckDBPyConnection | None = None

    def rows(self) -> "dict[str, pl.DataFrame]":
        """Return the rows of the hand with prices and verdicts, as stored, or else computed now."""
        from badugi_hh.store.verdicts import replayed_rows

        return replayed_rows(self.replay, self.rules, self.con)

    def best_play(self) -> "BestPlay":
        """Return the verdicts on the decisions and draws."""
        from badugi_hh.store.verdicts import verdicts_of
        from badugi_hh.wording.best_play import best_play

        return best_play(verdicts_of(self.rows()))

    def labels(self) -> Labels:
        """Return the tags and the note of the hand."""
        hand = self.replay.hand
        return NOTHING if self.con is None else labels_of(self.con, Subject(hand.site, hand.id))

    def as_json(self) -> dict[str, Any]:
        """Return the hand as `replay --json` prints it; amounts are integers in the hand's unit.

        The `verdict` of a step has the loss in big bets, against the best action, and its `judge` (docs/schema.md, `losses`);
        `keep` has the cards that are best to keep, where the cards or equity judge a draw; `cards_kept` says of a draw whether
        the cards kept are those of the solved game, so that not only their number is priced. `command` prints the decision, null
        where none does. Where best play is too uncertain, the `verdict` has the `reason` alone.
        """
        from badugi_hh.engine.cards import names
        from badugi_hh.facts.hand_rows import stakes_text
        from badugi_hh.facts.players import Players
        from badugi_hh.wording.hand_steps import steps

        replay, hand, solved, labels = self.replay, self.replay.hand, self.best_play(), self.labels()
        players = Players(replay)
        positions, known = players.positions, players.known
        return {
            "site": hand.site,
            "hand": hand.id,
            "played_at": hand.moment.utc.isoformat() if hand.moment.utc else None,
            "table": hand.table,
            "stakes": stakes_text(hand.stakes, hand.tournament),
            "betting": str(hand.stakes.betting),
            "currency": hand.stakes.currency,
            "unit": "cent" if hand.stakes.currency and not hand.tournament else "chip",
            "tournament": hand.tournament.id if hand.tournament else None,
            "players": [
                {
                    "seat": seat.seat,
                    "player": seat.player,
                    "position": positions.get(seat.seat),
                    "stack": seat.stack,
                    "cards": [names(cards) if cards else None for cards in known[seat.seat].cards],
                    "put_in": result.put_in if result else None,
                    "won": result.won if result else None,
                    "net": result.won - result.put_in if result else None,
                }
                for seat in hand.seats
                for result in [replay.results.get(seat.seat)]
            ],
            "steps": [
                {
                    "line": step.line,
                    "part": step.part,
                    "player": step.player,
                    "text": step.text,
                    "pot": step.pot,
                    "verdict": verdict_json(solved, step.n),
                }
                for step in steps(replay)
            ],
            "total_pot": replay.total_pot,
            "rake": replay.rake,
            "problems": [
                problem.as_json("line", "code", "severity", "message", "expected", "found")
                for problem in replay.problems
            ],
            "tags": list(labels.tags),
            "note": labels.note or None,
        }


def replay_stored(
    con: duckdb.DuckDBPyConnection, number: str, *, rules: str = "pokerstars", site: str | None = None
) -> PlayedHand:
    """Return a replayed hand of the database or its quarantine; see `Hands.replay`."""
    room = find_rules(rules)
    number = number.lstrip("#")
    sites = sites_of(con, number) if site is None else []
    if len(sites) > 1:
        raise HandError(f"hand {number} is on {' and '.join(sites)}; select one with --site")
    stored = read_hand(con, number, room, site)
    if stored is None:
        raise HandError(f"there is no hand {number} in the database; `badugi-hh hands` lists the numbers")
    if stored.hand is None:
        why = _why_unplayable(stored.problems)
        raise HandError(f"hand {number} is in the quarantine and cannot be played: {why}", stored.problems)
    place = stored.place or Place("")
    played = _replayed(stored.hand, room, place, stored.problems)
    return PlayedHand(played, stored.texts, max(place.line, 1), rules, con)


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


def write_page(played: PlayedHand, out: OutputFile, *, tz: str | None = None) -> None:
    """Write a replayed hand as one HTML page, with the prices of its database, or else with prices computed now.

    The time of the hand is that of the time zone `tz`, None for UTC.

    Raises:
        OutputError: the file must not be replaced, or cannot be written.
    """
    from badugi_hh.report.page import render_replay
    from badugi_hh.store.verdicts import verdicts_of
    from badugi_hh.wording.best_play import best_play

    rows, labels = played.rows(), played.labels()
    lines = [f"tags: {', '.join(labels.tags)}"] if labels.tags else []
    lines += [f"note: {labels.note}"] if labels.note else []
    page = render_replay(
        played.replay,
        rows,
        played.texts,
        best_play(verdicts_of(rows)),
        first_line=played.first_line,
        tz=tz,
        labels=lines,
    )
    out.write(page.encode("utf-8", "replace"))


def verdict_json(solved: "BestPlay", n: int) -> dict[str, Any] | None:
    """Return the verdict on the step of event `n`, counted from 0, or the `reason` why a solved game has none.

    None where the step is no known decision, or nothing is known of its line.
    """
    from badugi_hh.wording.best_play import command_of

    if n + 1 in solved.unknown:
        return {"reason": solved.unknown[n + 1]}
    found = solved.decisions.get(n + 1)
    if found is None:
        return None
    return {
        "judge": found.judge,
        "word": found.word,
        "loss": round(found.loss, 4),
        "error": round(found.error, 4),
        "best": found.best,
        "keep": found.keep,
        "spot": found.spot,
        "line": None if found.spot is None else " ".join(found.line),
        "class": found.class_name,
        "actions": found.actions,
        "mix": None if found.mix is None else [round(share, 4) for share in found.mix],
        "cost": [round(cost, 2) for cost in found.cost],
        "taken": found.taken,
        "cards_kept": found.cards_kept,
        "command": command_of(found),
    }


def _replayed(hand: Hand, rules: Rules, place: Place, problems: Sequence[Problem]) -> Replay:
    played = replay_hand(hand, rules=rules, place=place)
    merged = sorted((*problems, *played.problems), key=lambda problem: problem.place.line)
    return replace(played, problems=tuple(merged))


def _why_unplayable(problems: Sequence[Problem]) -> str:
    return f"its text has {counted(len(problems), 'problem')}" if problems else "it is a hand of another game"
