"""The lines that leave two players for the first draw of a full table: how often the blueprint plays them, and with which ranges.

Lines of the same seats, raiser and bets are taken together: a `PotLine`. Which table is nearest to one is decided here, by the ranges.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from badugi_hh.ring.blueprint import Blueprint
from badugi_hh.ring.hand_row import ACTOR, LENGTH, OVER, PHASE, POT, Hand, act, deal, may
from badugi_hh.ring.line_ranges import range_after, shares_of_actions
from badugi_hh.ring.pots_of_two import LINES, NONE, PotLine, line_of, players_of
from badugi_hh.solve.classes import deal as dealt
from badugi_hh.solve.player_ranges import Reach

TABLES = (6, 8)
"""The numbers of players whose lines count alike."""
RAREST = 1e-5
"""A line that is played less often is left out."""
A_SMALL_BET = 2
"""A pot that differs by more, in half small bets, is none of the same table."""


@dataclass(frozen=True, slots=True)
class Met:
    """A line, the share of all pots of two that it is, the half small bets in the pot, and the ranges in the order of play after a draw."""

    line: PotLine
    share: float
    money: int
    ranges: tuple[Reach, Reach]

    def distance(self, other: "Met") -> float:
        """Return which part of the hands of both players is another one there, 0 to 1."""
        parts = [np.abs(one - two).sum() / 2 for one, two in zip(self.ranges, other.ranges, strict=True)]
        return float(np.mean(parts))


class _At(NamedTuple):
    """A hand, how often it comes there, and the ranges of those who have acted."""

    hand: Hand
    often: float
    ranges: Mapping[int, Reach]


def met_lines(blueprint: Blueprint, rarest: float = RAREST) -> list[Met]:
    """Return the lines that players of the blueprint come to with deep stacks, the most frequent first."""
    found: dict[tuple[int, int], Met] = {}
    for players in TABLES:
        hand = [0] * LENGTH
        deal(hand, players)
        for at in _begun(blueprint, _At(hand, 1 / len(TABLES), {}), rarest):
            first, last = (at.ranges.get(seat, _dealt()) * at.often for seat in players_of(at.hand))
            number, money = line_of(at.hand), at.hand[POT]
            before = found.get((number, money), Met(LINES[number], 0.0, money, (0 * first, 0 * last)))
            ranges = before.ranges[0] + first, before.ranges[1] + last
            found[number, money] = replace(before, share=before.share + at.often, ranges=ranges)
    return sorted(_joined(found), key=lambda each: -each.share)


def _joined(found: Mapping[tuple[int, int], Met]) -> Iterator[Met]:
    """Yield the lines with the ranges of all of their pots, and the money of the most frequent one."""
    every = sum(each.share for each in found.values())
    for number in {number for number, _ in found}:
        of = sorted(
            (each for (line, _), each in found.items() if line == number), key=lambda each: -each.share
        )
        share = sum(each.share for each in of)
        first, last = (sum(each.ranges[player] for each in of) / share for player in (0, 1))
        yield replace(of[0], share=share / every, ranges=(first, last))


def _begun(blueprint: Blueprint, at: _At, rarest: float) -> Iterator[_At]:
    """Yield where two players begin the first draw."""
    hand, often, ranges = at
    if hand[PHASE] == OVER or often < rarest:
        return
    if hand[PHASE]:
        if line_of(hand) != NONE:
            yield at
        return
    held, shares = ranges.get(hand[ACTOR], _dealt()), shares_of_actions(blueprint, hand)
    if shares is None:
        return
    for action in range(shares.shape[1]):
        part = float(held @ shares[:, action]) * often
        if part >= rarest and may(hand, action, 4):
            after = range_after(blueprint, hand, action, held)
            later = list(hand)
            act(later, action)
            yield from _begun(blueprint, _At(later, part, {**ranges, hand[ACTOR]: after}), rarest)


def _dealt() -> Reach:
    return dealt().astype(np.float64)


def nearest(lines: Iterable[Met], tables: Mapping[str, Met]) -> dict[str, list[Met]]:
    """Return by table the lines of which it has the prices, its own first: of those with the same raiser and about the same pot the nearest."""
    claimed = {name: [of] for name, of in tables.items()}
    own = {of.line for of in tables.values()}
    for met in lines:
        near = [
            (met.distance(of), name)
            for name, of in tables.items()
            if of.line.raiser == met.line.raiser and abs(of.money - met.money) <= A_SMALL_BET
        ]
        if near and met.line not in own:
            claimed[min(near)[1]].append(met)
    return claimed
