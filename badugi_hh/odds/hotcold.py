"""Hot-and-cold equity: who wins if nobody bets or folds again and everybody draws to his best cards.

Several draws against unknown hands are too many cases to count, so they are played out with a seeded generator:
the same question gives the same answer. Betting is not looked at; a single known draw is counted exactly in
`exact`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from badugi_hh.engine import values
from badugi_hh.engine.cards import DECK, Card, Cards
from badugi_hh.odds.ranges import Range, hands


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of the model: what he held before `draws` draws."""

    range: Range
    draws: int


@dataclass(frozen=True, slots=True)
class Equity:
    """A share of the pot, 0 to 1, with the standard error of its simulation."""

    share: float
    error: float


class _Stub:
    """The cards nobody holds; discards come back when they run out, but never to who threw them away.

    Ten players hold 40 cards and one has thrown at most eight before a draw: somebody else's are always left.
    """

    __slots__ = ("_cards", "_random", "_thrown")

    def __init__(self, random: Random, used: set[Card], thrown: Cards) -> None:
        self._random = random
        self._cards = [card for card in DECK if card not in used]
        random.shuffle(self._cards)
        self._thrown = list(thrown)

    def draw(self, count: int, own: set[Card], *, below: bool) -> Cards:
        """Return `count` cards from the top, or from below: so two ways to draw leave others the same cards."""
        drawn: list[Card] = []
        while len(drawn) < count:
            places = range(len(self._cards)) if below else range(len(self._cards) - 1, -1, -1)
            place = next((place for place in places if self._cards[place] not in own), None)
            if place is not None:
                drawn.append(self._cards.pop(place))
            elif self._thrown:
                self._random.shuffle(self._thrown)
                self._cards += self._thrown
                self._thrown = []
            else:
                raise ValueError("no card is left that the player has not thrown away")
        return tuple(drawn)

    def throw(self, cards: Cards) -> None:
        self._thrown.extend(cards)


def hot_cold(
    hand: Cards,
    keep: Cards,
    draws: int,
    opponents: Sequence[Opponent],
    *,
    thrown: Cards = (),
    trials: int = 1000,
    seed: int = 0,
) -> Equity:
    """Return a player's equity when he keeps `keep` at the first of `draws` draws and his best cards afterwards.

    Opponents hold a random hand of their range and keep their best cards at every draw. `thrown` are the
    player's earlier discards, which come back to nobody before the deck is used up. Without a draw left `keep`
    is the whole hand. With one seed the opponents are dealt the same cards whatever is kept, so the difference
    of two keeps is far steadier than either equity.

    Raises:
        ValueError: the hand has not four cards, `keep` is no part of it, or there is no trial.
    """
    if len(hand) != 4 or not set(keep) <= set(hand):
        raise ValueError("what is kept must be part of a hand of four cards")
    if draws == 0 and len(keep) != 4:
        raise ValueError("without a draw the whole hand is kept")
    return _mean(lambda random: _play(random, hand, keep, draws, opponents, thrown), trials, seed)


def range_equity(
    range_: Range, draws: int, opponent: Opponent, *, trials: int = 1000, seed: int = 0
) -> Equity:
    """Return the equity of a random hand of `range_` with `draws` draws, heads-up against `opponent`.

    Raises:
        ValueError: there is no trial.
    """

    def play(random: Random) -> float:
        hand = _deal(random, range_, set())
        keep = values.best_subset(hand) if draws else hand
        return _play(random, hand, keep, draws, (opponent,), ())

    return _mean(play, trials, seed)


def _mean(play: Callable[[Random], float], trials: int, seed: int) -> Equity:
    if trials < 1:
        raise ValueError("an equity needs at least one trial")
    random = Random(seed)  # noqa: S311 - a simulation must be repeatable, not secret
    total = squares = 0.0
    for _ in range(trials):
        share = play(random)
        total += share
        squares += share * share
    mean = total / trials
    return Equity(mean, sqrt(max(0.0, squares / trials - mean * mean) / trials))


def _deal(random: Random, range_: Range, used: set[Card]) -> Cards:
    """Return a hand of the range without used cards: each such hand is equally likely."""
    if not range_.counted:
        return tuple(random.sample([card for card in DECK if card not in used], 4))
    choices = hands(range_)
    while True:
        hand = random.choice(choices)
        if used.isdisjoint(hand):
            return hand


def _play(
    random: Random, hand: Cards, keep: Cards, draws: int, opponents: Sequence[Opponent], thrown: Cards
) -> float:
    """Deal and draw once; return the first player's share of the pot."""
    used = {*hand, *thrown}
    held = [hand]
    for opponent in opponents:
        dealt = _deal(random, opponent.range, used)
        used.update(dealt)
        held.append(dealt)
    stub = _Stub(random, used, thrown)
    left = [draws, *(opponent.draws for opponent in opponents)]
    own: list[set[Card]] = [set(thrown), *(set[Card]() for _ in opponents)]
    first = True
    while any(left):
        most = max(left)
        for player, cards in enumerate(held):
            if left[player] < most:
                continue  # his first draw is a later one
            left[player] -= 1
            kept = keep if first and player == 0 else values.best_subset(cards)
            first = first and player != 0
            gone = tuple(card for card in cards if card not in kept)
            if gone:
                own[player].update(gone)
                held[player] = (*kept, *stub.draw(len(gone), own[player], below=player == 0))
                stub.throw(gone)
    results = [values.value(cards) for cards in held]
    best = min(results)
    return 1 / results.count(best) if results[0] == best else 0.0
