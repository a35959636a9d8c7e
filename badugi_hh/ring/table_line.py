"""Follows a line of actions at a full table, from the first player to act on, and names the actions of the player who acts."""

from collections.abc import Iterator
from functools import lru_cache

from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    FEWEST_PLAYERS,
    FOLD,
    FULL,
    LENGTH,
    MOST_DRAWN,
    OVER,
    PHASE,
    STACK,
    STREET,
    Hand,
    act,
    deal,
    may,
    may_draw,
    price,
)
from badugi_hh.solve.game import TABLES, either
from badugi_hh.user_error import SolveError

PLAYERS = ("EP", "EP", "MP", "HJ", "CO", "BTN", "SB", "BB")
"""The seats of a full table in the order in which they act before the first draw."""
_BIG_BETS = 0.25
"""Half a small bet in big bets."""
DRAWS = ("0", "1", "2", "3")
DRAWS_OF_SIZE = tuple(
    {name: int(name) for name in DRAWS if may_draw(int(name), size)} for size in range(1, 5)
)


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
            f"action {len(words)} of the line is {words[-1]!r}, but {_choice(hand)}; see docs/best-play.md for lines"
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


def chips_of(hand: Hand) -> tuple[float, float, float]:
    """Return what a fold, a call and a raise pay in big bets."""
    actor = hand[ACTOR]
    raised = hand[FULL] + (2 if hand[PHASE] < 4 else 4) - hand[STREET + actor]
    return 0.0, price(hand) * _BIG_BETS, min(raised, hand[STACK + actor]) * _BIG_BETS


def actions_of(hand: Hand, size: int) -> dict[str, int]:
    """Return by name the actions of the player who acts, for a hand of which `size` cards count."""
    if hand[PHASE] & 1:
        return DRAWS_OF_SIZE[size - 1]
    names = ("fold", "call" if price(hand) else "check", "raise" if hand[BETS] else "bet")
    return {name: action for action, name in enumerate(names) if may(hand, action, size)}


def action_of(hand: Hand, word: str) -> int | None:
    """Return the action of a word of a line, None if it is impossible.

    A fold without a bet and a draw of four count as well: sites fold for players who are away. Four cards are taken as three.
    """
    if hand[PHASE] & 1:
        return min(int(word), MOST_DRAWN) if word in {*DRAWS, "4"} else None
    return FOLD if word == "fold" else actions_of(hand, 0).get(word)
