"""Simulates a spot: every trial is a row of arrays.

The same spot, number of trials and seed give the same result. A result has the standard error of its shares. The
method is hot-and-cold, see `spots`; `enumeration` computes what can be enumerated.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.odds.dealing import Rows, ShortDeck, deal, draw, rows_by_size, take, take_with
from badugi_hh.odds.ranges import Range, hands
from badugi_hh.odds.spots import SIMULATED, Equity, Player, Spot, can_run_out, mask_of, no_hand, schedule
from badugi_hh.odds.states import NONE, Masks, Numbers, best_of_four, set_numbers, states
from badugi_hh.user_error import OddsError

Shares = NDArray[np.float32]

_ROUNDS = 50
"""How often all players are dealt again where two were dealt the same card."""
_SWEEPS = 5
"""How often each player is dealt a new hand after that."""
_TRIES = 300
"""How often one of several players is dealt again before the row starts again with the first of them."""
_RESTARTS = 30


class _Trials:
    """The trials of a spot, one in a row; the lists have an array or a value for each player."""

    def __init__(self, spot: Spot, trials: int, random: np.random.Generator) -> None:
        self.spot, self.random = spot, random
        self.used: Masks = np.full(trials, mask_of(spot.known))
        players = len(spot.players)
        self.state: list[Numbers] = [np.zeros(trials, np.uint16) for _ in range(players)]
        self.held: list[Masks] = [np.zeros_like(self.used) for _ in range(players)]
        self.own: list[Masks] = [np.zeros_like(self.used) for _ in range(players)]
        # Draws that a player who stands pat lets pass, and the kept cards of a player who keeps cards that do not count.
        self.passes = [0] * players
        self.odd: list[Cards | None] = [None] * players
        for place, player in enumerate(spot.players):
            self.place(place, player)
        self._deal_ranges()

    def place(self, place: int, player: Player) -> None:
        """Put a player, as far as the hand is known, before the draws."""
        if player.range.hand is None:
            self.passes[place] = player.draws if player.pat else 0
            return
        first, self.passes[place] = player.start
        self.state[place][:] = first
        self.held[place][:] = mask_of(player.range.hand)
        self.own[place][:] = mask_of(player.thrown)
        self.odd[place] = player.keep if player.keep and first == NONE else None

    def _deal_ranges(self) -> None:
        """Deal a hand of their range to all players whose hand is not known; all such deals are equally likely."""
        limited = []
        anything = []
        for place, player in enumerate(self.spot.players):
            if player.range.is_any:
                anything.append(place)
            elif player.range.hand is None:
                limited.append(_Dealing(place, player.range, mask_of(self.spot.known)))
        if limited:
            self._deal_limited(limited)
        # Any four of the cards that are left are as likely after the other hands as before them.
        for place in anything:
            before = self.used.copy()
            dealt = np.sort(np.column_stack([deal(self.random, self.used) for _ in range(4)]), axis=1)
            self.state[place] = best_of_four()[set_numbers(dealt)]
            self.held[place] = self.used & ~before

    def _deal_limited(self, players: "Sequence[_Dealing]") -> None:
        """Deal hands of ranges: all players at once, and again where two were dealt the same card.

        Of many narrow ranges such deals are rare. The rows that are left are dealt one player after the other. Then each
        player in turn is dealt a new hand that the others leave, which brings all deals close to equally likely.
        """
        rows = np.arange(len(self.used))
        for _ in range(_ROUNDS):
            used = self.used[rows]
            free = np.ones(len(rows), np.bool_)
            for player in players:
                picked = player.pick(self.random, len(rows))
                seen = player.hands.seen[picked]
                free &= (used & seen) == 0
                used |= seen
                self._give(player, rows, picked)
            self.used[rows[free]] = used[free]
            rows = rows[~free]
            if not rows.size:
                return
        self._deal_in_turn(rows, players)

    def _deal_in_turn(self, rows: Rows, players: "Sequence[_Dealing]") -> None:
        before = self.used[rows]
        picked = [np.zeros(len(rows), np.intp) for _ in players]
        left = np.arange(len(rows))
        for _ in range(_RESTARTS):
            self.used[rows[left]] = before[left]
            stuck = np.zeros(len(rows), np.bool_)
            for at, player in enumerate(players):
                going = left[~stuck[left]]
                picked[at][going], failed = self._pick_free(player, rows[going])
                stuck[going[failed]] = True
                going = left[~stuck[left]]
                self.used[rows[going]] |= player.hands.seen[picked[at][going]]
            left = np.flatnonzero(stuck)
            if not left.size:
                break
        else:
            raise OddsError("these ranges leave no different hands to all players; make one of them wider")
        for _ in range(_SWEEPS):
            for at, player in enumerate(players):
                self.used[rows] &= ~player.hands.seen[picked[at]]
                fresh, failed = self._pick_free(player, rows)
                fresh[failed] = picked[at][failed]
                picked[at] = fresh
                self.used[rows] |= player.hands.seen[fresh]
        for at, player in enumerate(players):
            self._give(player, rows, picked[at])

    def _give(self, player: "_Dealing", rows: Rows, picked: Rows) -> None:
        seen, held = player.hands.seen[picked], player.hands.held[picked]
        self.state[player.place][rows] = player.hands.state[picked]
        self.held[player.place][rows] = held
        self.own[player.place][rows] = seen & ~held

    def _pick_free(self, player: "_Dealing", rows: Rows) -> tuple[Rows, Rows]:
        """Return a hand of a range for each row that uses no card of `used`, and the rows without one after all tries."""
        used = self.used[rows]
        picked = player.pick(self.random, len(rows))
        again = np.flatnonzero((used & player.hands.seen[picked]) != 0)
        for _ in range(_TRIES):
            if not again.size:
                break
            picked[again] = player.pick(self.random, again.size)
            again = again[(used[again] & player.hands.seen[picked[again]]) != 0]
        return picked, again

    def play(self, steps: Iterable[tuple[int, int]]) -> None:
        """Play draws, given as the player and the number of draws that this player has had."""
        for place, drawn in steps:
            if (keep := self._odd_keep(place, drawn)) is not None:
                cards = [deal(self.random, self.used) for _ in range(4 - len(keep))]
                self.state[place] = take_with(keep, cards)
            elif self.passes[place] <= drawn:
                draw(self.random, self.state[place], self.used)

    def _odd_keep(self, place: int, drawn: int) -> Cards | None:
        """Return the cards that a player keeps at this draw where they do not all count, otherwise None."""
        return self.odd[place] if drawn == 0 else None

    def shares(self) -> Shares:
        """Return the share of the pot of every player in each row."""
        value = np.stack([states().value[state] for state in self.state])
        won = value == value.min(axis=0)
        return np.asarray(won / won.sum(axis=0, dtype=np.float32))

    def play_short(self) -> None:
        """Play all draws with a deck that can run out, all players of a round one after the other."""
        deck = ShortDeck(self.random, self.used, self.held, self.own)
        everyone = np.arange(len(self.used))
        for drawing in schedule(self.spot.players):
            for place, drawn in drawing:
                if (keep := self._odd_keep(place, drawn)) is not None:
                    kept = np.full(len(everyone), mask_of(keep))
                    self.state[place] = take_with(keep, deck.exchange(place, everyone, kept))
                elif self.passes[place] <= drawn:
                    for size, rows in rows_by_size(self.state[place]):
                        state = self.state[place][rows]
                        cards = deck.exchange(place, rows, states().mask[state])
                        self.state[place][rows] = take(size, state, cards)


class _Dealing:
    """Picks hands for a player of a range by their weights, of those that use no known card."""

    def __init__(self, place: int, range_: Range, known: np.uint64) -> None:
        self.place = place
        self.hands = hands(range_).without(known)
        weights = self.hands.weight
        if not len(weights):
            raise OddsError(no_hand(range_))
        self._sums = None if weights.min() == weights.max() else np.cumsum(weights) / weights.sum()

    def pick(self, random: np.random.Generator, number: int) -> Rows:
        last = len(self.hands.weight) - 1
        if self._sums is None:
            return random.integers(0, last + 1, number)
        return np.minimum(np.searchsorted(self._sums, random.random(number), side="right"), last)


def simulate(spot: Spot, trials: int, seed: int) -> Equity:
    """Return the equity of a spot by `trials` trials.

    Raises:
        OddsError: the ranges of the spot leave no hand to a player.
    """
    (found,) = simulate_keeps(spot, (spot.players[0].keep,), trials, seed)
    return found


def simulate_keeps(spot: Spot, keeps: Sequence[Cards | None], trials: int, seed: int) -> list[Equity]:
    """Return an equity for each of `keeps`, the cards that the first player keeps at the first draw.

    Unless the deck can run out, the other players are dealt and draw the same cards for all keeps, so the difference of
    two equities has a smaller error than either.

    Raises:
        OddsError: the ranges of the spot leave no hand to a player.
    """
    if trials < 1:
        raise OddsError("a simulation needs at least one trial")
    variants = [spot.keeping(keep) for keep in keeps]
    play = _play_short if any(map(can_run_out, variants)) else _play
    sums = np.zeros((len(variants), 2, len(spot.players)))
    for few, part_seed in parts_of(trials, (seed, 0, 0)):
        for place, shares in enumerate(play(variants, few, part_seed)):
            sums[place] += shares.sum(axis=1, dtype=np.float64), (shares**2).sum(axis=1, dtype=np.float64)
    return [_equity(spot, trials, of_variant / trials) for of_variant in sums]


_MOST = 1_000_000
"""How many trials are in memory at once, in some 100 MB."""


def parts_of(trials: int, seed: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield parts of so many trials that fit into memory, each with its seed; the first part has the given seed."""
    for start in range(0, trials, _MOST):
        yield min(_MOST, trials - start), (*seed, start) if start else seed


def final_states_of(player: Player, dead: Cards, trials: int, seed: tuple[int, ...]) -> Numbers:
    """Return the states with which a player of a known hand ends, one for each trial, if nobody else draws."""
    spot = Spot((player,), dead)
    played = _Trials(spot, trials, np.random.default_rng(seed))
    if can_run_out(spot):
        played.play_short()
    else:
        played.play(step for round_ in schedule(spot.players) for step in round_)
    return played.state[0]


def _play(variants: Sequence[Spot], trials: int, seed: tuple[int, ...]) -> Iterator[Shares]:
    """Yield the shares (player, trial) of each variant, which differ by what the first player keeps.

    The order of the draws makes no difference while the deck has cards, so the first player draws last.
    """
    played = _Trials(variants[0], trials, np.random.default_rng(seed))
    steps = [step for round_ in schedule(variants[0].players) for step in round_]
    played.play(step for step in steps if step[0] != 0)
    used, dealt = played.used, played.state[0]
    for spot in variants:
        played.random = np.random.default_rng((*seed, 1))
        played.used, played.state[0] = used.copy(), dealt.copy()
        played.place(0, spot.players[0])
        played.play(step for step in steps if step[0] == 0)
        yield played.shares()


def _play_short(variants: Sequence[Spot], trials: int, seed: tuple[int, ...]) -> Iterator[Shares]:
    for spot in variants:
        played = _Trials(spot, trials, np.random.default_rng(seed))
        played.play_short()
        yield played.shares()


def _sampled(spot: Spot) -> float:
    """Return what the samples of draw lines add to the variance of a share, as a part of the variance of one trial."""
    lines = [player.range for player in spot.players if any(part.line for part in player.range.parts)]
    return sum(1 / len(hands(line).without(mask_of(spot.known)).state) for line in lines)


def _equity(spot: Spot, trials: int, means: NDArray[np.float64]) -> Equity:
    """Return the equity of a spot from the means of the shares and of their squares."""
    mean, square = means
    error = np.sqrt(np.maximum(0.0, square - mean**2) * (1 / trials + _sampled(spot)))
    return Equity(SIMULATED, trials, tuple(mean.tolist()), tuple(error.tolist()))
