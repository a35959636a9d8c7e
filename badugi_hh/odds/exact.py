"""Exact results of draws, by enumeration of the cards: no model, no sampling, no rounding.

The unseen cards are all cards that the player has not held in this hand. Players are never dealt their own discards
again, and they do not know the cards of others. Nothing here models the play of opponents.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Cards


def unseen(*seen: Iterable[int]) -> Cards:
    """Return the deck without the cards in the arguments, in the order of the deck."""
    known = {card for cards in seen for card in cards}
    return tuple(card for card in DECK if card not in known)


def after_draw(kept: Cards, count: int, stub: Cards) -> Counter[int]:
    """Return the number of draws of `count` cards from `stub` that give each value; all draws are equally likely.

    Enumerates all C(len(stub), count) draws: 48 for one card, 17,296 for three, 194,580 for four.

    Raises:
        ValueError: the kept and drawn cards together are not one to four, or a kept card is in the stub.
    """
    if count < 0 or not 1 <= len(kept) + count <= 4:
        raise ValueError(f"{len(kept)} cards kept and {count} drawn do not make a hand of one to four cards")
    if not set(kept).isdisjoint(stub):
        raise ValueError("a kept card is also in the stub")
    return Counter(values.value(kept + drawn) for drawn in combinations(stub, count))


def chance_of_badugi(tri: Cards, stub: Cards, draws: int) -> Fraction:
    """Return the probability of a badugi for a player who keeps three cards that all count and draws one card.

    The player draws up to `draws` times. A card that misses is discarded and does not come back. From a fresh stub
    of 48 with 10 outs the probability is 10/48 for one draw, 425/1128 for two and 2215/4324 for three.

    Raises:
        ValueError: the three cards do not all count, or the stub has too few cards.
    """
    if len(tri) != 3 or values.size(values.value(tri)) != 3:
        raise ValueError("one card makes a badugi only with three cards that all count")
    if not 0 <= draws <= len(stub):
        raise ValueError(f"cannot draw {draws} times from {len(stub)} cards")
    outs = sum(values.is_badugi((*tri, card)) for card in stub)
    missed = Fraction(1)
    for draw in range(draws):
        missed *= Fraction(len(stub) - outs - draw, len(stub) - draw)
    return 1 - missed


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
