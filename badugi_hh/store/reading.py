"""One block of text, read and held against the rules and against other views of its hand.

`import` and `validate` both start from here; nothing here needs a database. Whether a hand is stored or quarantined
follows from `Checked.ok` alone.
"""

import zlib
from dataclasses import dataclass

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.parse import Kind, Reading, parse
from badugi_hh.history.source import Block
from badugi_hh.history.views import Disagreement, join_views
from badugi_hh.problems import Place, Problem
from badugi_hh.replay import Replay, replay


@dataclass(frozen=True, slots=True)
class Checked:
    """A block, what was read of it, and its replay where every line of a Badugi hand was read."""

    reading: Reading
    replay: Replay | None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problems of the text, then those of the replay, by line."""
        found = self.reading.problems + (self.replay.problems if self.replay else ())
        return tuple(sorted(found, key=lambda problem: (problem.place.line, problem.place.column)))

    @property
    def ok(self) -> bool:
        """Return whether this is a Badugi hand without an error."""
        return self.replay is not None and self.replay.ok


def check_reading(reading: Reading, rules: Rules) -> Checked:
    """Hold a block that was read against the rules."""
    if reading.hand is None:
        return Checked(reading, None)
    block = reading.block
    return Checked(reading, replay(reading.hand, rules=rules, place=Place(block.file, block.line)))


def check_block(block: Block, rules: Rules) -> Checked:
    """Read a block and hold it against the rules."""
    return check_reading(parse(block), rules)


def is_other_game(reading: Reading) -> bool:
    """Return whether the header names a game that is not Badugi."""
    return reading.kind is Kind.OTHER_GAME


def check_view(known: Hand, hand: Hand, block: Block, rules: Rules) -> Replay | Problem | None:
    """Hold another text of a known hand against what is known.

    Returns the replay of both joined, the problem X01 where they differ or cannot both be true, or None where the
    text tells nothing new.
    """
    both = join_views(known, hand)
    if isinstance(both, Disagreement):
        line = block.line + max(both.second_line, 1) - 1
        return _disagreement(hand, Place(block.file, line), str(both), both.first, both.second)
    if both == known:
        return None
    played = replay(both, rules=rules, place=Place(block.file, block.line))
    if not played.ok:
        why = f"together they cannot be true: {played.problems[0].message}"
        return _disagreement(hand, Place(block.file, block.line), why, None, None)
    return played


def _disagreement(hand: Hand, place: Place, what: str, expected: str | None, found: str | None) -> Problem:
    message = f"two views tell this hand differently: {what}"
    return Problem(codes.VIEWS_DISAGREE, place, message, hand.id, expected, found)


class Views:
    """The hands met so far, to hold a later view of one of them against the first: for checks without a database."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._texts: dict[tuple[str, str], bytes] = {}

    def knows(self, checked: Checked) -> bool:
        """Return whether a hand of this number was met before."""
        hand = checked.reading.hand
        return hand is not None and (hand.site, hand.id) in self._texts

    def compare(self, checked: Checked) -> Problem | None:
        """Remember a hand without errors; return X01 where it was met before and told differently."""
        hand, block = checked.reading.hand, checked.reading.block
        if hand is None or not checked.ok:
            return None
        text = zlib.compress(block.text.encode("utf-8", "surrogatepass"), 1)
        first = self._texts.setdefault((hand.site, hand.id), text)
        if first == text:
            return None
        known = parse(Block("", 1, zlib.decompress(first).decode("utf-8", "surrogatepass"), "\n", "")).hand
        found = None if known is None else check_view(known, hand, block, self._rules)
        return found if isinstance(found, Problem) else None
