"""Prices decisions at full tables by playing them out: each action many times, everybody by the blueprint.

The others hold what the blueprint's players have who take the actions of the line. So the price is that of this line and this hand, where
the blueprint takes lines and hands together. All who act make the slips of the training. Cards of different players do not block each
other, as in the solver of two players.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from badugi_hh.ring import many_hands
from badugi_hh.ring.blueprint import COARSE, SLIPS, Blueprint
from badugi_hh.ring.hand_row import (
    ACTOR,
    CALL,
    FOLD,
    INSIDE,
    LAST,
    LEVEL,
    MOST_DRAWN,
    OVER,
    PHASE,
    RAISE,
    SEATS,
    Hand,
)
from badugi_hh.ring.line_ranges import SIZES, ranges_along
from badugi_hh.ring.many_hands import Ints
from badugi_hh.ring.rounds_of_two import Asked
from badugi_hh.ring.table_spots import ACTIONS, PHASES
from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.player_ranges import Reach, drawn_to

TIMES, MORE_TIMES = 300, 900
"""Each action is played out so often, and more often where chance leaves too much of the cost uncertain."""
SURE = 0.2
"""What chance may leave uncertain, in big bets."""
TOGETHER = 32_000
"""Each action of so many hands is played out together: more take more time each."""
_FINE = 1024
"""Classes after a draw come from so many equally likely ones."""
_LEVELS = 64
"""More than the bets of a round come to, in half small bets."""

Chances = NDArray[np.uint64]
Actions = NDArray[np.integer[Any]]
Numbers = NDArray[np.integer[Any]]


class Decision(NamedTuple):
    """A hand where a player acts, the number of their class, the ranges of the others by seat, and the action taken."""

    hand: Hand
    number: int
    ranges: dict[int, Reach]
    taken: int = CALL

    def seed(self) -> int:
        """Return a number that fixes chance, so that a decision always has the same price."""
        return crc32(np.array([*self.hand, self.number], "<i8").tobytes())


class PlayedOut(NamedTuple):
    """What each action costs in big bets, and the standard errors of these costs from chance; not a number where it is impossible."""

    cost: NDArray[np.float64]
    error: NDArray[np.float64]

    def error_of(self, action: int) -> float:
        """Return the error of what an action costs; that of the best one is that of the others that may be as good."""
        near = self.cost <= 2 * self.error
        return max(float(self.error[action]), float(self.error[near].max()))

    def unexplained(self, action: int) -> float:
        """Return the error of what an action costs that is more than `COARSE` of the cost."""
        return float(max(self.error_of(action) ** 2 - (COARSE * self.cost[action]) ** 2, 0.0) ** 0.5)


def played_out_costs(blueprint: Blueprint, hands: Sequence[Asked]) -> list[dict[int, PlayedOut]]:
    """Return for each hand, by number, the prices of those steps that are asked for, after the first draw began.

    There are none where the blueprint lacks an earlier decision of another player.
    """
    found: list[dict[int, PlayedOut]] = [{} for _ in hands]
    decisions = [(nth, *each) for nth, asked in enumerate(hands) for each in _decisions(blueprint, asked)]
    for times in (TIMES, MORE_TIMES):
        prices = play_out(blueprint, [decision for *_, decision in decisions], times)
        for (nth, step, _), price in zip(decisions, prices, strict=True):
            found[nth][step] = price
        decisions = [
            (nth, step, decision)
            for nth, step, decision in decisions
            if found[nth][step].unexplained(decision.taken) >= SURE
        ]
    return found


def _decisions(blueprint: Blueprint, asked: Asked) -> Iterator[tuple[int, Decision]]:
    """Yield the decisions of a hand that are asked for, with the numbers of their steps."""
    steps = asked.of_game()
    late = [nth for nth, stop in enumerate(steps) if not stop.reason and stop.hand[PHASE] > 0]
    numbers = sorted({*late} & {*asked.asked})
    if not numbers:
        return
    inside = _inside(steps[numbers[0]].hand)
    along = ranges_along(blueprint, [(stop.hand, stop.action) for stop in steps[: numbers[-1]]], inside)
    for nth, ranges in enumerate(along):
        if nth not in numbers:
            continue
        hand = steps[nth].hand
        others = {seat: ranges[seat] for seat in _inside(hand) if seat != hand[ACTOR]}
        known = {seat: held for seat, held in others.items() if held is not None}
        if len(known) == len(others):
            yield nth, Decision(hand, asked.class_of(nth), known, steps[nth].action)


def _inside(hand: Hand) -> list[int]:
    return [seat for seat in range(SEATS) if hand[INSIDE] >> seat & 1]


def play_out(blueprint: Blueprint, decisions: Sequence[Decision], times: int = TIMES) -> list[PlayedOut]:
    """Return the prices of decisions after the first draw began, whose actions are each played out so many times."""
    most = TOGETHER // times
    parts = (decisions[begin : begin + most] for begin in range(0, len(decisions), most))
    return [price for part in parts for price in _together(blueprint, part, times)]


def _together(blueprint: Blueprint, decisions: Sequence[Decision], times: int) -> list[PlayedOut]:
    """Return the prices of some decisions, whose hands are played out side by side."""
    chances = np.stack([chances_of(each.seed(), times) for each in decisions]).reshape(-1)
    lines = np.array([each.hand for each in decisions], np.int16).T
    on = np.repeat(np.arange(len(decisions)), times)
    classes = np.zeros((SEATS, len(chances)), np.int16)
    for nth, each in enumerate(decisions):
        of_one = slice(nth * times, (nth + 1) * times)
        classes[each.hand[ACTOR], of_one] = each.number
        for seat, held in each.ranges.items():
            up_to = np.cumsum(held)
            share = _share(chances[of_one], _event(PHASES, seat, 0))
            classes[seat, of_one] = np.searchsorted(up_to, share * up_to[-1], side="right")
    sizes = SIZES[[each.number for each in decisions]]
    actions, of = np.nonzero(many_hands.may(lines, sizes)[:, on])
    worth = np.full((MOST_DRAWN + 1, len(chances)), np.nan)
    worth[actions, of] = _worth(blueprint, lines, on[of], classes[:, of], chances[of], actions)
    return [_price(part) for part in np.split(worth / BIG_BET, len(decisions), axis=1)]


def _price(worth: NDArray[np.float64]) -> PlayedOut:
    """Return costs and their errors from what actions win in each hand that is played out."""
    mean = worth.mean(axis=1)
    best = int(np.nanargmax(mean))
    return PlayedOut(mean[best] - mean, (worth[best] - worth).std(axis=1) / worth.shape[1] ** 0.5)


def _worth(
    blueprint: Blueprint, lines: Ints, on: Numbers, classes: Ints, chances: Chances, actions: Actions
) -> NDArray[np.float64]:
    """Return what the players who act win after actions, in half small bets.

    `lines` are different hands as all players see them, and `on` says on which one each hand is that is played out.
    """
    seats, found, left = lines[ACTOR][on], np.zeros(len(on)), np.arange(len(on))
    while True:
        _draw(lines, on, classes, chances, actions)
        places, on = np.unique(on * (MOST_DRAWN + 1) + actions, return_inverse=True)
        lines = lines[:, places // (MOST_DRAWN + 1)]
        many_hands.act(lines, places % (MOST_DRAWN + 1))
        over = (lines[PHASE][on] == OVER) | (lines[INSIDE][on] >> seats & 1 == 0)
        found[left[over]] = many_hands.won_by(lines[:, on[over]], classes[:, over], seats[over])
        if over.all():
            return found
        goes_on, on = np.unique(on[~over], return_inverse=True)
        lines, classes = lines[:, goes_on], classes[:, ~over]
        chances, seats, left = chances[~over], seats[~over], left[~over]
        actions = next_actions(blueprint, lines, on, classes, chances)


def _draw(lines: Ints, on: Numbers, classes: Ints, chances: Chances, actions: Actions) -> None:
    """Change the classes of players who draw."""
    drawing = np.flatnonzero((lines[PHASE] & 1 == 1)[on] & (actions > 0))
    if not len(drawing):
        return
    at, number = on[drawing], actions[drawing]
    seats = lines[ACTOR][at]
    share = _share(chances[drawing], _event(lines[PHASE], lines[ACTOR], 1)[at])
    kinds = number * _LEVELS + np.where(number == 1, many_hands.drawn_before(lines)[at], 0)
    for kind in np.unique(kinds):
        of = kinds == kind
        after = drawn_classes(*divmod(int(kind), _LEVELS))
        held = classes[seats[of], drawing[of]]
        classes[seats[of], drawing[of]] = after[held, (share[of] * _FINE).astype(np.int64)]


def next_actions(blueprint: Blueprint, lines: Ints, on: Numbers, classes: Ints, chances: Chances) -> Actions:
    """Return the actions of the players who act: those of the blueprint, and slips."""
    held = classes[lines[ACTOR][on], np.arange(len(on))]
    chance = _share(chances, _event(lines[PHASE], lines[ACTOR], lines[LEVEL])[on])
    up_to = np.cumsum(_parts(blueprint, lines, on, held), axis=0, dtype=np.int16)
    actions = ((chance - SLIPS) / (1 - SLIPS) * up_to[-1] >= up_to[:-1]).sum(axis=0)
    for of, instead in ((up_to[-1] == 0, _usual), (chance < SLIPS, _slips)):
        few = np.flatnonzero(of)
        actions[few] = instead(lines[:, on[few]], held[few], chance[few])
    capped = (lines[PHASE] & 1 == 0) & ~many_hands.may(lines, np.ones_like(lines[PHASE]))[RAISE]
    actions[capped[on] & (actions == RAISE)] = CALL
    return np.asarray(actions)


def _usual(hands: Ints, held: Ints, _chance: NDArray[np.float64]) -> Actions:
    """Return actions where the blueprint lacks the decision.

    Nobody raises; a hand stays with three cards that count, after the last draw with four, and draws what does not count.
    """
    sizes = SIZES[held]
    stays = (many_hands.price(hands) == 0) | (sizes >= np.where(hands[PHASE] == LAST, 4, 3))
    return np.asarray(np.where(hands[PHASE] & 1 == 0, np.where(stays, CALL, FOLD), 4 - sizes))


def _slips(hands: Ints, held: Ints, chance: NDArray[np.float64]) -> Actions:
    """Return actions by chance, of which half are calls or checks in betting rounds; `chance` is below `SLIPS`."""
    allowed = many_hands.may(hands, SIZES[held])
    shares = allowed / allowed.sum(axis=0)
    betting = np.flatnonzero(hands[PHASE] & 1 == 0)
    shares[:, betting] /= 2
    shares[CALL, betting] += 0.5
    up_to = np.cumsum(shares, axis=0)
    return np.asarray((chance / SLIPS * up_to[-1] >= up_to[:-1]).sum(axis=0))


def _parts(blueprint: Blueprint, lines: Ints, on: Numbers, held: Ints) -> NDArray[np.uint8]:
    """Return the parts of each action that the blueprint takes, by action and hand; zero where it has none."""
    parts = np.zeros((max(ACTIONS), len(on)), np.uint8)
    spots, phase = many_hands.spots(lines), lines[PHASE][on]
    for each in range(1, PHASES):
        of = np.flatnonzero(phase == each)
        if len(of):
            stored = blueprint.phases[each]
            rows = stored.rows[spots[on[of]]]
            parts[: ACTIONS[each], of] = (stored.mix[rows, stored.groups[held[of]]] * (rows >= 0)[:, None]).T
    return parts


@cache
def drawn_classes(number: int, before: int) -> Ints:
    """Return equally likely classes after a draw of so many cards, by class, of a player who drew `before` cards earlier."""
    up_to = np.cumsum(drawn_to(np.eye(CLASSES), number, before), axis=1)
    middles = (np.arange(_FINE) + 0.5) / _FINE
    return np.array([np.searchsorted(of / of[-1], middles) for of in up_to], np.int16)


def _event(phase: "int | Ints", seat: "int | Ints", level: "int | Ints") -> NDArray[np.int64]:
    """Return the number of what chance decides: an action by the bets before it, or a draw, which has the level 1."""
    numbers = np.asarray(phase, np.int64) * SEATS + seat
    return np.asarray(numbers * _LEVELS + level)


def chances_of(seed: int, times: int) -> Chances:
    """Return a number for each time that a decision is played out."""
    return _mixed(np.uint64(seed) + np.arange(times, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))


def _share(chances: Chances, number: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return a number from 0 to 1 for each chance and number of an event, always the same (splitmix64)."""
    event = (np.atleast_1d(number).astype(np.uint64) + np.uint64(1)) * np.uint64(0xD1342543DE82EF95)
    return np.asarray((_mixed(chances + event) >> np.uint64(32)) * 2.0**-32)


def _mixed(x: Chances) -> Chances:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(x ^ (x >> np.uint64(31)))
