"""Which hands no unseen cards can beat: a fact of the cards, without probabilities.

The unseen cards are all cards that the player has not held in this hand.
"""

from collections.abc import Iterable
from itertools import permutations

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards


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
