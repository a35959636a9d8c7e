"""Hot-and-cold equity: a player's share of the pot if nobody bets or folds again and every player keeps their best cards.

Several draws against unknown hands have too many cases to enumerate, so they are simulated with a seeded generator.
The same arguments give the same result. Betting is ignored. `exact` computes single draws without simulation.
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
    """An opponent of the model: the range they held before `draws` draws."""

    range: Range
    draws: int


@dataclass(frozen=True, slots=True)
class Equity:
    """A share of the pot, 0 to 1, with the standard error of its simulation."""

    share: float
    error: float


class _Stub:
    """The cards that nobody holds; when they run out, the discards come back, but never to the player who threw them.

    Ten players hold 40 cards, and one player has discarded at most eight before a draw, so there is always a card
    that another player discarded.
    """

    __slots__ = ("_cards", "_random", "_thrown")

    def __init__(self, random: Random, used: set[Card], thrown: Cards) -> None:
        self._random = random
        self._cards = [card for card in DECK if card not in used]
        random.shuffle(self._cards)
        self._thrown = list(thrown)

    def draw(self, count: int, own: set[Card], *, below: bool) -> Cards:
        """Return `count` cards from the top of the stub, or with `below` from its bottom.

        A player who draws from the bottom leaves the others the same cards, however many cards they draw.
        """
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
                raise ValueError("the player has discarded every card left in the deck")
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
    """Return the equity of a player who keeps `keep` at the first of `draws` draws and their best cards afterwards.

    Opponents hold a random hand of their range and keep their best cards at every draw. `thrown` are the
    player's earlier discards, which return only when the deck runs out. With no draws left, `keep` is the whole
    hand. With the same seed the opponents are dealt the same cards for every `keep`, so the difference of two
    equities has a smaller error than either equity.

    Raises:
        ValueError: the hand does not have four cards, `keep` is not part of it, or `trials` is below 1.
    """
    if len(hand) != 4 or not set(keep) <= set(hand):
        raise ValueError("the kept cards must be part of a hand of four cards")
    if draws == 0 and len(keep) != 4:
        raise ValueError("with no draws left the whole hand must be kept")
    return _mean(lambda random: _play(random, hand, keep, draws, opponents, thrown), trials, seed)


def range_equity(
    range_: Range, draws: int, opponent: Opponent, *, trials: int = 1000, seed: int = 0
) -> Equity:
    """Return the equity of a random hand of `range_` with `draws` draws, heads-up against `opponent`.

    Raises:
        ValueError: `trials` is below 1.
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
    """Return a random hand of the range without the used cards; all such hands are equally likely."""
    if not range_.counted:
        return tuple(random.sample([card for card in DECK if card not in used], 4))
    candidates = hands(range_)
    while True:
        hand = random.choice(candidates)
        if used.isdisjoint(hand):
            return hand


def _play(
    random: Random, hand: Cards, keep: Cards, draws: int, opponents: Sequence[Opponent], thrown: Cards
) -> float:
    """Deal and draw one trial; return the first player's share of the pot."""
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
                continue  # this player draws first at a later draw
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
