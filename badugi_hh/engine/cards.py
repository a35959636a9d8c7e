"""Cards as small integers, and their two-letter names.

A card is `4 * rank + suit` with rank 0 (ace) to 12 (king) and suit 0 to 3 (c, d, h, s), so that comparing
cards compares ranks with the ace low, as Badugi does. Hands are tuples in the order they were given.
"""

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK: Cards = tuple(range(52))

_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_NAME = {name: card for card, name in enumerate(_NAMES)}


def card(name: str) -> Card:
    """Return the card named `name`, for example `Td`.

    Raises:
        ValueError: there is no such card.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"no such card: {name!r}") from None


def cards(text: str) -> Cards:
    """Return the cards named in `text`, separated by blanks: `As 3h 8h 6s`.

    Raises:
        ValueError: a name is no card.
    """
    try:
        return tuple([_BY_NAME[name] for name in text.split()])
    except KeyError as error:
        raise ValueError(f"no such card: {error.args[0]!r}") from None


def name(card: Card) -> str:
    """Return the two-letter name of a card, for example `Td`."""
    return _NAMES[card]


def names(cards: Iterable[Card]) -> str:
    """Return the names of cards in their order, separated by blanks."""
    return " ".join([_NAMES[card] for card in cards])
