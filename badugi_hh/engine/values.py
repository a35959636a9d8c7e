"""What a Badugi hand is worth: 1,092 values from 4-3-2-A (1, best) to a lone king (1,092).

A hand counts the best of its subsets whose cards all differ in rank and in suit: more cards win, then the
lower highest card, then the next one downwards; the ace is low and suits never matter
(`sources: the rules of Badugi at PokerStars; WSOP live-action rules, Badugi`). There are
C(13,4) + C(13,3) + C(13,2) + 13 = 715 + 286 + 78 + 13 = 1,092 such values.
"""

from functools import cache, lru_cache
from itertools import combinations

from badugi_hh.engine.cards import DECK, RANKS, Card, Cards

_SUBSETS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(subset for size in range(held, 0, -1) for subset in combinations(range(held), size))
    for held in range(5)
)

_BITS = tuple(1 << (card & 3) | 1 << (card >> 2) + 4 for card in DECK)
"""A bit for the suit of each card and one above them for its rank: cards that all differ have two bits each."""


def _value_table() -> dict[int, int]:
    """Map each rank mask (bit 0 = ace … bit 12 = king) of 1 to 4 ranks to its value 1 … 1092.

    Among masks of one size the smaller integer is the better hand: its highest differing rank is lower.
    """
    masks = (mask for mask in range(1, 1 << 13) if mask.bit_count() <= 4)
    ordered = sorted(masks, key=lambda mask: (-mask.bit_count(), mask))
    return {mask: value for value, mask in enumerate(ordered, start=1)}


_VALUE_OF_MASK = _value_table()
_MASK_OF_VALUE = (0, *_VALUE_OF_MASK)

KEPT = 4096
"""How many different hands are kept with their value: those of one deal are asked for again and again."""

BEST = 1
WORST = len(_VALUE_OF_MASK)


@lru_cache(maxsize=KEPT)
def value(hand: Cards) -> int:
    """Return the value of a hand of 1 to 4 cards, 1 (4-3-2-A) to 1092 (K); lower is better.

    Raises:
        ValueError: the hand is empty, has more than 4 cards, or has a card twice.
    """
    best = best_subset(hand)
    mask = 0
    for card in best:
        mask |= 1 << (card >> 2)
    return _VALUE_OF_MASK[mask]


def best_subset(hand: Cards) -> Cards:
    """Return the cards of `hand` that count, highest first.

    Of two equally good subsets (a paired card of either suit) the first in the order of `hand` is returned.

    Raises:
        ValueError: the hand is empty, has more than 4 cards, or has a card twice.
    """
    held = len(hand)
    if not 1 <= held <= 4:
        raise ValueError(f"a Badugi hand has 1 to 4 cards, not {held}")
    if len(set(hand)) != held:
        raise ValueError("a card is twice in the hand")
    bits = [_BITS[card] for card in hand]
    best: tuple[int, ...] = ()
    lowest = 1 << 13
    for subset in _SUBSETS[held]:
        if len(subset) < len(best):
            break
        mask = 0
        for index in subset:
            mask |= bits[index]
        if mask.bit_count() == 2 * len(subset) and mask >> 4 < lowest:
            lowest = mask >> 4
            best = subset
    return tuple(sorted([hand[index] for index in best], reverse=True))


def size(value: int) -> int:
    """Return how many cards a hand of this value counts, 4 (a badugi) to 1."""
    return _MASK_OF_VALUE[value].bit_count()


def ranks(value: int) -> tuple[int, ...]:
    """Return the ranks (0 = ace … 12 = king) that a value counts, highest first."""
    mask = _MASK_OF_VALUE[value]
    return tuple(rank for rank in range(12, -1, -1) if mask >> rank & 1)


def value_of(ranks: tuple[int, ...]) -> int:
    """Return the value of a hand that counts exactly these 1 to 4 distinct ranks (0 = ace … 12 = king).

    Raises:
        ValueError: no hand counts these ranks.
    """
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    if len(ranks) != mask.bit_count() or mask not in _VALUE_OF_MASK:
        raise ValueError(f"no Badugi hand counts the ranks {ranks}")
    return _VALUE_OF_MASK[mask]


@cache
def describe(value: int) -> str:
    """Return the value as PokerStars prints it: `Badugi: 8,4,3,A`, `3-card: T,7,2`."""
    counted = ranks(value)
    label = "Badugi" if len(counted) == 4 else f"{len(counted)}-card"
    return f"{label}: {','.join(RANKS[rank] for rank in counted)}"


def is_badugi(hand: tuple[Card, ...]) -> bool:
    """Return whether all four cards count."""
    return len(hand) == 4 and len(best_subset(hand)) == 4
