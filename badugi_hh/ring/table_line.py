"""Follows a line of actions at a full table, from the first player to act on."""

from collections.abc import Iterator
from functools import lru_cache

from badugi_hh.ring.hand_actions import action_of, actions_of
from badugi_hh.ring.hand_row import ACTOR, FEWEST_PLAYERS, LENGTH, OVER, PHASE, Hand, act, deal
from badugi_hh.solve.game import TABLES, either
from badugi_hh.solve.solve_error import SolveError

PLAYERS = ("EP", "EP", "MP", "HJ", "CO", "BTN", "SB", "BB")
"""The seats of a full table in the order in which they act before the first draw."""


def hands_of_line(spot: str, line: str) -> Iterator[Hand]:
    """Yield the hand before each action of a line, and after the last one.

    Raises:
        SolveError: an action is impossible; the message says which are not.
    """
    words = tuple(line.split())
    for number in range(len(words) + 1):
        yield list(hand_after(spot, words[:number]))


@lru_cache(maxsize=4096)
def hand_after(spot: str, words: tuple[str, ...]) -> tuple[int, ...]:
    """Return the hand after the words of a line; lines that begin alike follow the same hands.

    Raises:
        SolveError: an action is impossible; the message says which are not.
    """
    if not words:
        hand = [0] * LENGTH
        deal(hand, TABLES.index(spot) + FEWEST_PLAYERS)
        return tuple(hand)
    hand = list(hand_after(spot, words[:-1]))
    action = None if hand[PHASE] == OVER else action_of(hand, words[-1])
    if action is None:
        raise SolveError(
            f"action {len(words)} of the line is {words[-1]!r}, but {_choice(hand)}; see docs/full-table.md for lines"
        )
    act(hand, action)
    return tuple(hand)


def players_of_line(spot: str, line: str) -> list[str]:
    """Return who takes each action of a possible line."""
    return [PLAYERS[hand[ACTOR]] for hand in hands_of_line(spot, line)][:-1]


def _choice(hand: Hand) -> str:
    """Return in words what the player who acts can do."""
    if hand[PHASE] == OVER:
        return "the hand is over"
    words = actions_of(hand, 1) | actions_of(hand, 4)
    return f"{PLAYERS[hand[ACTOR]]} can {either(sorted(words, key=words.__getitem__))}"
