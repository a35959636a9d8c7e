"""The actions of the player who acts in the game of a blueprint, by the words of a line."""

from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    FOLD,
    FULL,
    MOST_DRAWN,
    PHASE,
    STACK,
    STREET,
    Hand,
    may,
    may_draw,
    price,
)

_BIG_BETS = 0.25
"""Half a small bet in big bets."""
DRAWS = ("0", "1", "2", "3")
DRAWS_OF_SIZE = tuple(
    {name: int(name) for name in DRAWS if may_draw(int(name), size)} for size in range(1, 5)
)


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
