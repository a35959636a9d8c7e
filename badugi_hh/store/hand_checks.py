"""Parses blocks of text and checks them against the rules and against other views of the hand.

`import` and `validate` both use these functions, which need no database. A hand is stored if `CheckedHand.ok` is true and
quarantined otherwise. Of many hands, the arrays of `badugi_hh.bulk` first prove which have no problem.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from logging import getLogger
from pathlib import Path
from traceback import extract_tb

import polars as pl

from badugi_hh import problems as codes
from badugi_hh.engine.rules import ROOMS, Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.merge import Disagreement, merge_views
from badugi_hh.history.parse import BlockKind, Reading, parse
from badugi_hh.history.source import Block
from badugi_hh.history.spans import Located, find_spans
from badugi_hh.history.times import find_doubt
from badugi_hh.problems import Part, Place, Problem
from badugi_hh.replay import Replay, TableEntry, make_entry, read_entry, replay

FEW = 100
"""So many hands are read one by one in the time that the arrays need for any number of them, once NumPy is loaded."""


@dataclass(frozen=True, slots=True)
class CheckedHand:
    """A parsed block, and its replay if every line of a Badugi hand was parsed.

    `of_time` are warnings about values that were parsed.
    """

    reading: Reading
    replay: Replay | None
    of_time: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problems of the text, then those of the replay, by line."""
        problems = self.reading.problems + self.of_time + (self.replay.problems if self.replay else ())
        return tuple(sorted(problems, key=lambda problem: problem.place.line))

    @property
    def ok(self) -> bool:
        """Return whether this is a Badugi hand without an error."""
        return self.replay is not None and self.replay.ok


def check_block(block: Block, rules: Rules) -> CheckedHand:
    """Parse a block and check it against the rules."""
    reading = parse(block)
    if reading.hand is None:
        return CheckedHand(reading, None)
    place, moment = Place(block.file, block.line), reading.hand.moment
    of_time: tuple[Problem, ...] = ()
    if (why := find_doubt(moment)) is not None:
        found, part = moment.written, Part.TIME_AND_ZONE
        of_time = (Problem(codes.TIME_IN_DOUBT, place, why, reading.hand_id, found=found, part=part),)
    return CheckedHand(reading, replay(reading.hand, rules=rules, place=place), of_time)


@dataclass(frozen=True, slots=True)
class HandCheck:
    """The result of a check of one text, for output and for the comparison with other hands.

    `key` has the site and the number of a hand that was parsed completely. `entry` is for the hands of its table.
    """

    key: tuple[str, str] | None
    ok: bool
    other_game: bool
    entry: TableEntry | None
    problems: tuple[Located, ...]


def find_valid(blocks: Sequence[Block], rules: str) -> tuple[dict[str, pl.DataFrame], str | None]:
    """Return the rows of the hands that the arrays prove to have no problem, as `read_hands` does, and a failure.

    A failure of the arrays is an error in this program, and is logged. It costs no hand: `check_block` reads them all.
    """
    if len(blocks) < FEW:
        return {}, None
    from badugi_hh.bulk.valid_hands import read_hands  # it loads NumPy

    try:
        return read_hands([block.text for block in blocks], rules), None
    except Exception as error:  # noqa: BLE001 -- a mistake in there must not cost a hand
        at = extract_tb(error.__traceback__)[-1]
        failure = f"{type(error).__name__} in {Path(at.filename).name}, line {at.lineno}: {error}"
        getLogger("badugi_hh").error(  # noqa: TRY400 -- the traceback would not help a user
            "%s; %s hands are therefore read one by one, which takes longer and loses none; please report this line",
            failure,
            f"{len(blocks):,}",
        )
        return {}, failure


def check_texts(blocks: Sequence[Block], rules: str) -> list[HandCheck]:
    """Check texts by the rules of a room, a name in `ROOMS`."""
    frames, _ = find_valid(blocks, rules)
    valid = _check_valid(blocks, frames, ROOMS[rules]) if frames else {}
    return [
        valid.get(place) or summarize(check_block(block, ROOMS[rules])) for place, block in enumerate(blocks)
    ]


def _check_valid(
    blocks: Sequence[Block], frames: Mapping[str, pl.DataFrame], room: Rules
) -> dict[int, HandCheck]:
    """Return the checks of valid hands, by their indices: they are parsed and not replayed."""
    accepted = frames["hands"]["hand_key"].to_list()
    stacks: dict[int, dict[int, int]] = {place: {} for place in accepted}
    blinds: dict[int, dict[str, int]] = {place: {} for place in accepted}
    seats = frames["seats"].filter(pl.col("dealt"))
    stack = pl.col("stack") - pl.col("put_in") + pl.col("won")
    for place, seat, position, chips in seats.select("hand_key", "seat", "position", stack).iter_rows():
        stacks[place][seat] = chips
        blinds[place][position] = seat
    checks = {}
    for place in accepted:
        block = blocks[place]
        hand = parse(block).hand
        if hand is not None:
            posted = blinds[place].get("SB"), blinds[place].get("BB")
            at = Place(block.file, block.line)
            entry = make_entry(hand, at, stacks[place], posted, dead_button=room.dead_button)
            checks[place] = HandCheck((hand.site, hand.id), True, False, entry, ())
    return checks


def summarize(checked: CheckedHand) -> HandCheck:
    """Return the result of a check, with the part of each line that is wrong."""
    hand, block = checked.reading.hand, checked.reading.block
    entry = None
    if checked.replay is not None:
        entry = read_entry(checked.replay, Place(block.file, block.line))
    elif checked.reading.hand_id is not None:
        entry = TableEntry(checked.reading.hand_id)
    return HandCheck(
        None if hand is None else (hand.site, hand.id),
        checked.ok,
        checked.reading.kind is BlockKind.OTHER_GAME,
        entry,
        tuple(find_spans(block, checked.problems)),
    )


def check_view(known: Hand, place: Place, hand: Hand, block: Block, rules: Rules) -> Replay | Problem | None:
    """Compare another text of a known hand with the known hand, whose first text begins at `place`.

    Returns the replay of both texts merged; the problem X01 if they differ or contradict each other, X05 if they are
    two hands; or None if the text has no new information.
    """
    both = merge_views(known, hand)
    if isinstance(both, Disagreement):
        return _disagreement(both, place, hand.id, Place(block.file, block.line))
    if both == known:
        return None
    played = replay(both, rules=rules, place=Place(block.file, block.line))
    if not played.ok:
        why = f"two views of this hand differ: merged with {place} the hand has an error: {played.problems[0].message}"
        return Problem(codes.VIEWS_DISAGREE, Place(block.file, block.line), why, hand.id)
    return played


def _disagreement(both: Disagreement, known: Place, number: str, place: Place) -> Problem:
    """Return the problem of two texts that begin at two places; it belongs to the second and names the first."""
    there, here = (
        Place(start.file, start.line + max(line, 1) - 1)
        for start, line in ((known, both.first_line), (place, both.second_line))
    )
    first, second = (repr(value) if value else "nothing" for value in (both.first, both.second))
    code, what = (
        (codes.NUMBER_TWICE, "two different hands have this number")
        if both.another_hand
        else (codes.VIEWS_DISAGREE, "two views of this hand differ")
    )
    message = f"{what}: {both.what}: {there} has {first}, this one {second}"
    return Problem(code, here, message, number, both.first, both.second, part=both.part)


class Views:
    """The hands seen so far, to compare later views of a hand with the first: for checks without a database."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._texts: dict[tuple[str, str] | None, tuple[Place, bytes]] = {}

    def knows(self, check: HandCheck) -> bool:
        """Return whether a hand of this number was seen before."""
        return check.key in self._texts

    def compare(self, check: HandCheck, block: Block) -> Problem | None:
        """Remember the text of a hand without errors; return X01 or X05 if an earlier view of the hand differs."""
        if check.key is None or not check.ok:
            return None
        text = zlib.compress(block.text.encode("utf-8", "surrogatepass"), 1)
        place, first = self._texts.setdefault(check.key, (Place(block.file, block.line), text))
        if first == text:
            return None
        hand = parse(block).hand
        known = parse(Block("", 1, zlib.decompress(first).decode("utf-8", "surrogatepass"))).hand
        outcome = check_view(known, place, hand, block, self._rules) if known and hand else None
        return outcome if isinstance(outcome, Problem) else None
