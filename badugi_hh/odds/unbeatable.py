"""Which hands no unseen cards can beat, and which any beat: facts of the cards, without probabilities.

The unseen cards are all cards that the player has not held in this hand.
"""

from collections.abc import Iterable
from itertools import permutations

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards

LARGEST_UNBEATABLE = values.value_of((7, 6, 5, 4))
"""No hand with a greater value is unbeatable: the 16 cards that a player sees at most cannot block all better hands."""
LEAST_ONE_CARD = values.value_of((9,))
"""No hand with a smaller value loses to any four cards: four cards of a suit can count a ten at the most."""
LOW_BADUGI, LOW_BADUGI_EQUITY = values.value_of((4, 3, 2, 1)), 0.99
"""The highest badugi of five or lower, and the least share of all badugis that such a hand beats."""
WORST_HAND_EQUITY = 0.015
"""Every hand wins at least this share of the pot with three draws, each with the best keep, against a badugi of eight or lower that stands pat."""


def unseen(*seen: Iterable[int]) -> Cards:
    """Return the deck without the cards in the arguments, in the order of the deck."""
    known = {card for cards in seen for card in cards}
    return tuple(card for card in DECK if card not in known)


def is_unbeatable(hand: Cards, stub: Cards) -> bool:
    """Return whether no four cards of `stub` make a better hand than the badugi `hand`.

    Always false for an incomplete hand.
    """
    if not values.is_badugi(hand):
        return False
    left = set(stub)
    return not any(
        left.issuperset(4 * rank + suit for rank, suit in zip(values.ranks(better), suits, strict=True))
        for better in range(values.BEST, values.value(hand))
        for suits in permutations(range(4))
    )


def loses_to_all(hand: Cards, stub: Cards) -> bool:
    """Return whether any four cards of `stub` make a better hand than `hand`.

    Four cards count only one card if all have one rank, or one suit; the lowest card of a suit then counts. Every other
    four cards count two or more.
    """
    own = values.value(hand)
    if values.size(own) > 1:
        return False
    left = set(stub)
    for rank in range(13):
        if values.value_of((rank,)) < own:
            continue
        four = left.issuperset(4 * rank + suit for suit in range(4))
        suited = any(
            4 * rank + suit in left and sum(4 * higher + suit in left for higher in range(rank + 1, 13)) >= 3
            for suit in range(4)
        )
        if four or suited:
            return False
    return True
