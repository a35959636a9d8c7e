"""What a draw brings, counted card by card: no model, no chance, no rounding.

Unseen cards are those that a player has not held in the hand: his own discards never come back to him, and what
others hold he cannot know. Nothing here knows an opponent's play.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards


def unseen(*seen: Iterable[int]) -> Cards:
    """Return the deck without the cards of all arguments, in the deck's order."""
    known = {card for cards in seen for card in cards}
    return tuple(card for card in DECK if card not in known)


def after_draw(kept: Cards, count: int, stub: Cards) -> Counter[int]:
    """Return how many of the equally likely draws of `count` cards from `stub` give each value.

    All C(len(stub), count) draws are made: 48 for one card, 17,296 for three, 194,580 for four.

    Raises:
        ValueError: kept and drawn cards are not one to four, or a kept card is in the stub.
    """
    if count < 0 or not 1 <= len(kept) + count <= 4:
        raise ValueError(f"{len(kept)} cards kept and {count} drawn are no hand")
    if not set(kept).isdisjoint(stub):
        raise ValueError("a card kept cannot be drawn")
    return Counter(values.value(kept + drawn) for drawn in combinations(stub, count))


def chance_of_badugi(tri: Cards, stub: Cards, draws: int) -> Fraction:
    """Return the chance of a badugi for who keeps three cards that all count and draws one, up to `draws` times.

    A card that misses is thrown away and does not come back, so from a fresh stub of 48 with 10 outs the chance
    is 10/48, then 425/1128 and 2215/4324.

    Raises:
        ValueError: the three cards do not all count, or the stub has too few cards.
    """
    if len(tri) != 3 or values.size(values.value(tri)) != 3:
        raise ValueError("a badugi is drawn with one card only to three cards that all count")
    if not 0 <= draws <= len(stub):
        raise ValueError(f"{draws} draws from {len(stub)} cards are not possible")
    outs = sum(values.is_badugi((*tri, card)) for card in stub)
    missed = Fraction(1)
    for draw in range(draws):
        missed *= Fraction(len(stub) - outs - draw, len(stub) - draw)
    return 1 - missed


def is_unbeatable(hand: Cards, stub: Cards) -> bool:
    """Return whether no four cards of `stub` make a better hand than the badugi `hand`.

    False for an incomplete hand: that nothing beats it is never claimed.
    """
    if not values.is_badugi(hand):
        return False
    left = set(stub)
    return not any(
        left.issuperset(4 * rank + suit for rank, suit in zip(values.ranks(better), suits, strict=True))
        for better in range(values.BEST, values.value(hand))
        for suits in permutations(range(4))
    )
