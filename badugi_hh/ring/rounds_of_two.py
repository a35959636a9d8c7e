"""Solves the last betting rounds of played hands in which two players are left, from the ranges that the blueprint gives them."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from badugi_hh.ring.blueprint import SLIPS, Blueprint
from badugi_hh.ring.follow_hand import Stop
from badugi_hh.ring.hand_row import INSIDE, LAST, PHASE, seats_in
from badugi_hh.ring.last_two import begun
from badugi_hh.solve.hand_decisions import PlayedHand
from badugi_hh.solve.heads_up_pots import game_of
from badugi_hh.solve.known import LEAST_SHARE
from badugi_hh.solve.last_rounds import LastRound, LineCosts, solve_rounds
from badugi_hh.solve.solve_error import SolveError


class Asked(NamedTuple):
    """A hand, its steps as `stops` yields them, and the numbers of those steps, from 0, that need a price and whose cards are known."""

    hand: PlayedHand
    stops: Sequence[Stop | str]
    asked: Sequence[int]

    def class_of(self, nth: int) -> int:
        """Return the number of the class that the player holds at a step that needs a price.

        Raises:
            ValueError: the cards are unknown.
        """
        value = self.hand.steps[nth].value
        if value is None:
            raise ValueError("the cards are unknown")
        return value - 1

    def line(self, nth: int) -> tuple[str, ...]:
        """Return the actions before a step."""
        return tuple(step.action for step in self.hand.steps[:nth])

    def of_game(self) -> list[Stop]:
        """Return the steps before the first one outside the game; none if the blinds make the hand another game before the first draw."""
        steps = [
            stop
            for stop in takewhile(lambda stop: isinstance(stop, Stop), self.stops)
            if isinstance(stop, Stop)
        ]
        return [] if steps and steps[0].reason else steps


def last_round_costs(blueprint: Blueprint, hands: Sequence[Asked]) -> list[dict[int, LineCosts]]:
    """Return for each hand, by number, the strategies of those steps that are in a last betting round of two players.

    There are none where the blueprint lacks an earlier decision of these two or the opponent hardly ever takes the line, or an action
    is impossible.
    """
    found: list[dict[int, LineCosts]] = [{} for _ in hands]
    rounds = list(_begun(blueprint, hands))
    solved = solve_rounds([each for _, _, each in rounds], SLIPS)
    for (nth, asked, each), costs in zip(rounds, solved, strict=True):
        found[nth] = {
            step: costs[line]
            for step, line in zip(asked, each.lines, strict=True)
            if line in costs and costs[line].least >= LEAST_SHARE
        }
    return found


def _begun(blueprint: Blueprint, hands: Sequence[Asked]) -> Iterator[tuple[int, Sequence[int], LastRound]]:
    """Yield the last rounds that are asked for: the number of the hand, the numbers of its steps, and the round with their lines."""
    for nth, each in enumerate(hands):
        steps = each.of_game()
        since = next((step for step, stop in enumerate(steps) if stop.hand[PHASE] == LAST), len(steps))
        asked = [step for step in each.asked if since <= step < len(steps) and not steps[step].reason]
        if not asked or seats_in(steps[since].hand[INSIDE]) != 2:
            continue
        try:
            before = [(stop.hand, stop.action) for stop in steps[:since]]
            pot, _, ranges = begun(blueprint, before, steps[since].hand)
            game = game_of(pot)
        except SolveError:
            continue
        yield nth, asked, LastRound(game, ranges, tuple(" ".join(each.line(step)[since:]) for step in asked))
