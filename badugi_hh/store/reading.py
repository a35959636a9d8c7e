"""One block of text, read and held against the rules and against other views of its hand.

`import` and `validate` both start from here; nothing here needs a database. Whether a hand is stored or quarantined
follows from `Checked.ok` alone.
"""

import zlib
from dataclasses import dataclass

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.merge import Disagreement, merge_views
from badugi_hh.history.parse import Kind, Reading, parse
from badugi_hh.history.source import Block
from badugi_hh.history.times import find_doubt
from badugi_hh.problems import Part, Place, Problem
from badugi_hh.replay import Replay, replay


@dataclass(frozen=True, slots=True)
class Checked:
    """A block, what was read of it, and its replay where every line of a Badugi hand was read.

    `doubts` are warnings of what was read.
    """

    reading: Reading
    replay: Replay | None
    doubts: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problems of the text, then those of the replay, by line."""
        found = self.reading.problems + self.doubts + (self.replay.problems if self.replay else ())
        return tuple(sorted(found, key=lambda problem: (problem.place.line, problem.place.column)))

    @property
    def ok(self) -> bool:
        """Return whether this is a Badugi hand without an error."""
        return self.replay is not None and self.replay.ok


def check_reading(reading: Reading, rules: Rules) -> Checked:
    """Hold a block that was read against the rules."""
    if reading.hand is None:
        return Checked(reading, None)
    place = Place(reading.block.file, reading.block.line)
    moment = reading.hand.moment
    doubt = find_doubt(moment)
    doubts = (
        ()
        if doubt is None
        else (
            Problem(
                codes.TIME_IN_DOUBT,
                place,
                doubt,
                reading.hand_id,
                found=f"{moment.local} {moment.zone}",
                part=Part.TIME_AND_ZONE,
            ),
        )
    )
    return Checked(reading, replay(reading.hand, rules=rules, place=place), doubts)


def check_block(block: Block, rules: Rules) -> Checked:
    """Read a block and hold it against the rules."""
    return check_reading(parse(block), rules)


def is_other_game(reading: Reading) -> bool:
    """Return whether the header names a game that is not Badugi."""
    return reading.kind is Kind.OTHER_GAME


def check_view(known: Hand, place: Place, hand: Hand, block: Block, rules: Rules) -> Replay | Problem | None:
    """Hold another text of a known hand, whose first text begins at `place`, against what is known.

    Returns the replay of both joined; the problem X01 where they differ or cannot both be true, X05 where they are two
    hands; or None where the text tells nothing new.
    """
    both = merge_views(known, hand)
    if isinstance(both, Disagreement):
        return _disagreement(both, place, hand.id, Place(block.file, block.line))
    if both == known:
        return None
    played = replay(both, rules=rules, place=Place(block.file, block.line))
    if not played.ok:
        why = f"two views tell this hand differently: together with {place} they cannot be true: {played.problems[0].message}"
        return Problem(codes.VIEWS_DISAGREE, Place(block.file, block.line), why, hand.id)
    return played


def _disagreement(both: Disagreement, known: Place, number: str, place: Place) -> Problem:
    """Return the problem of two texts that begin at two places; it stands in the second and names the first."""
    there, here = (
        Place(start.file, start.line + max(line, 1) - 1)
        for start, line in ((known, both.first_line), (place, both.second_line))
    )
    first, second = (repr(said) if said else "nothing" for said in (both.first, both.second))
    code, what = (
        (codes.NUMBER_TWICE, "two different hands have this number")
        if both.another_hand
        else (codes.VIEWS_DISAGREE, "two views tell this hand differently")
    )
    message = f"{what}: {both.what}: {there} says {first}, this one {second}"
    return Problem(code, here, message, number, both.first, both.second, part=both.part)


class Views:
    """The hands met so far, to hold a later view of one of them against the first: for checks without a database."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._texts: dict[tuple[str, str], tuple[Place, bytes]] = {}

    def knows(self, checked: Checked) -> bool:
        """Return whether a hand of this number was met before."""
        hand = checked.reading.hand
        return hand is not None and (hand.site, hand.id) in self._texts

    def compare(self, checked: Checked) -> Problem | None:
        """Remember a hand without errors; return X01 or X05 where it was met before and told differently."""
        hand, block = checked.reading.hand, checked.reading.block
        if hand is None or not checked.ok:
            return None
        text = zlib.compress(block.text.encode("utf-8", "surrogatepass"), 1)
        place, first = self._texts.setdefault((hand.site, hand.id), (Place(block.file, block.line), text))
        if first == text:
            return None
        known = parse(Block("", 1, zlib.decompress(first).decode("utf-8", "surrogatepass"), "\n", "")).hand
        found = None if known is None else check_view(known, place, hand, block, self._rules)
        return found if isinstance(found, Problem) else None
