"""Reproducible random numbers and the deck of one hand: one seed gives one sequence, on every platform and Python version.

Only `random.Random.random` is used, the one method whose sequence for a seed Python guarantees. Shuffles and
selections are built on it. The numbers are not for security.

The deck is dealt from the top, and reshuffled from the discards by the room's `Rules`. The engine's table decides when.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

from badugi_hh.engine.cards import DECK, Card, Cards
from badugi_hh.engine.rules import Rules

T = TypeVar("T")


class Chance:
    """A stream of random numbers, determined by its seed."""

    __slots__ = ("_next",)

    def __init__(self, seed: int) -> None:
        self._next = random.Random(seed).random  # noqa: S311 - a game of simulated cards, no secret

    def happens(self, probability: float) -> bool:
        """Return true with the given probability. Each call uses one number of the stream."""
        return self._next() < probability

    def below(self, limit: int) -> int:
        """Return an integer from 0 to `limit - 1`, all equally likely."""
        return int(self._next() * limit)

    def between(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`, both included, all equally likely."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Put the items in a random order (Fisher-Yates), in place."""
        draw = self._next
        for last in range(len(items) - 1, 0, -1):
            other = int(draw() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` different items in random order."""
        pool = list(items)
        self.shuffle(pool)
        return pool[:count]


class Deck:
    """Fifty-two cards: the stub, the discards, and which player discarded which cards."""

    __slots__ = ("_chance", "_discards", "_rules", "_stub", "_thrown_by")

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self._rules = rules
        self._chance = chance
        self._stub = list(DECK)
        chance.shuffle(self._stub)
        self._discards: dict[Card, int] = {}  # card -> the draw it was thrown at, 0 for a folded hand
        self._thrown_by: dict[int, set[Card]] = {}

    def deal(self, count: int) -> Cards:
        """Return the top `count` cards."""
        return tuple(self._stub.pop() for _ in range(count))

    def throw(self, seat: int, cards: Iterable[Card], draw: int = 0) -> None:
        """Add a player's discards of a draw, or their folded hand (draw 0), to the discards."""
        cards = tuple(cards)
        self._discards.update(dict.fromkeys(cards, draw))
        if not self._rules.own_discards_return:
            self._thrown_by.setdefault(seat, set()).update(cards)

    def available(self, seat: int, *, renewed_at: int | None = None) -> int:
        """Return how many cards of the stub a seat can be dealt; with `renewed_at`, of the stub after that reshuffle."""
        returning = [] if renewed_at is None else self._returning(renewed_at)
        thrown = self._thrown_by.get(seat, ())
        return sum(card not in thrown for card in (*self._stub, *returning))

    def burn(self) -> None:
        """Move the top card, if there is one, to the discards."""
        if self._stub:
            self._discards[self._stub.pop()] = 0

    def renew(self, draw: int, on_top: int = 0) -> None:
        """Shuffle the discards and the rest of the stub into a new stub, at this draw.

        The top `on_top` cards of the old stub stay on top.
        """
        split = len(self._stub) - on_top
        new, old = self._stub[:split], self._stub[split:]
        for card in self._returning(draw):
            del self._discards[card]
            new.append(card)
        self._chance.shuffle(new)
        self._stub = new + old

    def draw(self, seat: int, count: int) -> Cards:
        """Return the next `count` cards that the player may be dealt.

        Raises:
            ValueError: the stub has too few such cards.
        """
        thrown = self._thrown_by.get(seat, ())
        positions = [
            position for position in reversed(range(len(self._stub))) if self._stub[position] not in thrown
        ][:count]
        if len(positions) < count:
            raise ValueError(
                f"seat {seat} draws {count} cards, but the stub has only {len(positions)} for it"
            )
        return tuple(self._stub.pop(position) for position in positions)

    def _returning(self, draw: int) -> list[Card]:
        """Return the discards that a reshuffle at this draw puts back."""
        whole = self._rules.reshuffle_this_draw
        return [card for card, thrown_at in self._discards.items() if whole or thrown_at != draw]
