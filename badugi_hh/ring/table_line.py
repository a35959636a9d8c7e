"""Follows a line of actions at a full table, from the first player to act on."""

from collections.abc import Iterator

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
    hand = [0] * LENGTH
    deal(hand, TABLES.index(spot) + FEWEST_PLAYERS)
    for nth, word in enumerate(line.split(), 1):
        yield hand.copy()
        action = None if hand[PHASE] == OVER else action_of(hand, word)
        if action is None:
            raise SolveError(
                f"action {nth} of the line is {word!r}, but {_choice(hand)}; see docs/full-table.md for lines"
            )
        act(hand, action)
    yield hand


def players_of_line(spot: str, line: str) -> list[str]:
    """Return who takes each action of a possible line."""
    return [PLAYERS[hand[ACTOR]] for hand in hands_of_line(spot, line)][:-1]


def _choice(hand: Hand) -> str:
    """Return in words what the player who acts can do."""
    if hand[PHASE] == OVER:
        return "the hand is over"
    words = actions_of(hand, 1) | actions_of(hand, 4)
    return f"{PLAYERS[hand[ACTOR]]} can {either(sorted(words, key=words.__getitem__))}"
