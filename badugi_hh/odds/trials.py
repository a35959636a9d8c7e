"""Simulates spots: many spots at once, every trial in a row of arrays.

The same spots, number of trials and seed give the same result. A result has the standard error of its shares. The
method is hot-and-cold, see `spots`; `enumeration` computes what can be enumerated.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.odds.dealing import Rows, ShortDeck, deal, draw, rows_by_size, take, take_with
from badugi_hh.odds.error import OddsError
from badugi_hh.odds.last_card import Shares, last_card_shares, showdown_shares
from badugi_hh.odds.ranges import Hands, Range, hands
from badugi_hh.odds.spots import SIMULATED, Equity, Player, Spot, can_run_out, mask_of, no_hand, schedule
from badugi_hh.odds.states import NONE, Masks, Numbers, best_of_four, set_numbers, states

Sums: TypeAlias = NDArray[np.float64]
"""The sum of the shares and of their squares (2) of each player and spot."""

_ROUNDS = 50
"""How often all players are dealt again where two were dealt the same card."""
_SWEEPS = 5
"""How often each player is dealt a new hand after that."""
_TRIES = 300
"""How often one of several players is dealt again before the row starts again with the first of them."""
_RESTARTS = 30
_TRIES_ALONE = 100
"""How often a player is dealt again before the hands that are left of the range are found."""


class _Trials:
    """The trials of spots that have the same numbers of players and of draws: `trials` rows for each spot."""

    def __init__(self, spots: Sequence[Spot], trials: int, random: np.random.Generator) -> None:
        self.spots, self.trials, self.random = spots, trials, random
        self.used: Masks = np.repeat(np.array([mask_of(spot.known) for spot in spots]), trials)
        players = range(len(spots[0].players))
        self.state: list[Numbers] = [np.zeros(len(self.used), np.uint16) for _ in players]
        self.held: list[Masks] = [np.zeros_like(self.used) for _ in players]
        self.own: list[Masks] = [np.zeros_like(self.used) for _ in players]
        # Draws that a player who stands pat lets pass, and the kept cards of players who keep cards that do not count.
        self.passes: list[NDArray[np.int8]] = [np.zeros(len(self.used), np.int8) for _ in players]
        self.odd: list[list[tuple[Rows, Cards]]] = [[] for _ in players]
        for place in players:
            self.place(place, [spot.players[place] for spot in spots])
        self._deal_ranges()

    def place(self, place: int, players: Sequence[Player]) -> None:
        """Put a player of each spot, as far as the hand is known, before the draws."""
        starts = [
            (NONE, player.draws if player.pat else 0) if player.range.hand is None else player.start
            for player in players
        ]
        known = np.repeat([player.range.hand is not None for player in players], self.trials)
        state, held, own, passes = (
            np.repeat(np.array(column, kind), self.trials)
            for column, kind in (
                ([state for state, _ in starts], np.uint16),
                ([mask_of(player.range.hand or ()) for player in players], np.uint64),
                ([mask_of(player.thrown) for player in players], np.uint64),
                ([passed for _, passed in starts], np.int8),
            )
        )
        np.copyto(self.state[place], state, where=known)
        np.copyto(self.held[place], held, where=known)
        np.copyto(self.own[place], own, where=known)
        self.passes[place] = passes
        self.odd[place] = [
            (np.arange(at * self.trials, (at + 1) * self.trials), player.keep)
            for at, (player, (first, _)) in enumerate(zip(players, starts, strict=True))
            if player.keep and first == NONE
        ]

    def _deal_ranges(self) -> None:
        """Deal a hand of their range to all players whose hand is not known; all such deals are equally likely."""
        alone: dict[tuple[int, Range], list[Rows]] = {}
        anything: dict[int, list[Rows]] = {}
        for at, spot in enumerate(self.spots):
            rows = np.arange(at * self.trials, (at + 1) * self.trials)
            unknown = [
                (place, player.range) for place, player in enumerate(spot.players) if not player.range.hand
            ]
            limited = [(place, range_) for place, range_ in unknown if not range_.is_any]
            if len(limited) == 1:
                alone.setdefault(limited[0], []).append(rows)
            elif limited:
                self._deal_limited(rows, [(place, hands(range_)) for place, range_ in limited])
            for place, range_ in unknown:
                if range_.is_any:
                    anything.setdefault(place, []).append(rows)
        for (place, range_), parts in alone.items():
            rows, found = np.concatenate(parts), hands(range_)
            picked, failed = self._pick_free(rows, found, _Picker(found.weight), _TRIES_ALONE)
            for at in np.unique(rows[failed] // self.trials).tolist():  # few hands of the range are left
                left = np.flatnonzero((found.seen & mask_of(self.spots[at].known)) == 0)
                if not left.size:
                    raise OddsError(no_hand(range_))
                again = failed[rows[failed] // self.trials == at]
                picked[again] = left[_Picker(found.weight[left]).pick(self.random, again.size)]
            self.used[rows] |= found.seen[picked]
            self._give(place, rows, found, picked)
        # Any four of the cards that are left are as likely after the other hands as before them.
        for place, parts in anything.items():
            rows = np.concatenate(parts)
            used = self.used[rows]
            dealt = np.sort(np.column_stack([deal(self.random, used) for _ in range(4)]), axis=1)
            self.state[place][rows] = best_of_four()[set_numbers(dealt)]
            self.held[place][rows] = used & ~self.used[rows]
            self.used[rows] = used

    def _deal_limited(self, rows: Rows, ranges: list[tuple[int, Hands]]) -> None:
        """Deal hands of ranges: all players at once, and again where two were dealt the same card.

        Of many narrow ranges such deals are rare. The rows that are left are dealt one player after the other. Then each
        player in turn is dealt a new hand that the others leave, which brings all deals close to equally likely.
        """
        pickers = [(place, found, _Picker(found.weight)) for place, found in ranges]
        for _ in range(_ROUNDS):
            if not rows.size:
                return
            used = self.used[rows]
            free = np.ones(len(rows), np.bool_)
            for place, found, picker in pickers:
                picked = picker.pick(self.random, len(rows))
                seen = found.seen[picked]
                free &= (used & seen) == 0
                used |= seen
                self._give(place, rows, found, picked)
            self.used[rows[free]] = used[free]
            rows = rows[~free]
        if rows.size:
            self._deal_in_turn(rows, pickers)

    def _deal_in_turn(self, rows: Rows, pickers: "list[tuple[int, Hands, _Picker]]") -> None:
        before = self.used[rows]
        picked = [np.zeros(len(rows), np.intp) for _ in pickers]
        left = np.arange(len(rows))
        for _ in range(_RESTARTS):
            self.used[rows[left]] = before[left]
            stuck = np.zeros(len(rows), np.bool_)
            for at, (_, found, picker) in enumerate(pickers):
                going = left[~stuck[left]]
                picked[at][going], failed = self._pick_free(rows[going], found, picker, _TRIES)
                stuck[going[failed]] = True
                going = left[~stuck[left]]
                self.used[rows[going]] |= found.seen[picked[at][going]]
            left = np.flatnonzero(stuck)
            if not left.size:
                break
        else:
            raise OddsError(_no_deal(self.spots[rows[left[0]] // self.trials]))
        for _ in range(_SWEEPS):
            for at, (_, found, picker) in enumerate(pickers):
                self.used[rows] &= ~found.seen[picked[at]]
                fresh, failed = self._pick_free(rows, found, picker, _TRIES)
                fresh[failed] = picked[at][failed]
                picked[at] = fresh
                self.used[rows] |= found.seen[fresh]
        for at, (place, found, _) in enumerate(pickers):
            self._give(place, rows, found, picked[at])

    def _give(self, place: int, rows: Rows, found: Hands, picked: Rows) -> None:
        self.state[place][rows] = found.state[picked]
        self.held[place][rows] = found.held[picked]
        self.own[place][rows] = found.seen[picked] & ~found.held[picked]

    def _pick_free(self, rows: Rows, found: Hands, picker: "_Picker", tries: int) -> tuple[Rows, Rows]:
        """Return a hand of a range for each row that uses no card of `used`, and the rows without one after all tries."""
        used = self.used[rows]
        picked = picker.pick(self.random, len(rows))
        again = np.flatnonzero((used & found.seen[picked]) != 0)
        for _ in range(tries):
            if not again.size:
                break
            picked[again] = picker.pick(self.random, again.size)
            again = again[(used[again] & found.seen[picked[again]]) != 0]
        return picked, again

    def play(self, steps: Iterable[tuple[int, int]]) -> None:
        """Play draws, given as the player and the number of draws that this player has had."""
        for place, drawn in steps:
            where = self._play_odd(place, drawn)
            draw(self.random, self.state[place], self.used, where)

    def _play_odd(self, place: int, drawn: int) -> Rows | None:
        """Play a draw of players who keep cards that do not count; return the other rows that draw, None for all."""
        odd, where = self._who_draws(place, drawn)
        for rows, keep in odd:
            used = self.used[rows]
            cards = [deal(self.random, used) for _ in range(4 - len(keep))]
            self.used[rows] = used
            self.state[place][rows] = take_with(keep, cards)
        return where

    def play_first(self, draws: Sequence[int]) -> Shares:
        """Play the draws of the first player after all others; return the expected shares, a row for each player.

        No last card is drawn to three cards that count: the share is the average over all cards that can come.
        """
        if not draws:
            return self.shares()
        self.play((0, drawn) for drawn in draws[:-1])
        where = self._play_odd(0, draws[-1])
        where = np.arange(len(self.used)) if where is None else where
        size = states().size[self.state[0][where]]
        draw(self.random, self.state[0], self.used, where[size < 3])
        return self.shares(where[size == 3])

    def shares(self, one_card: Rows | None = None) -> Shares:
        """Return the share of every player in each row; in the rows `one_card`, the first player has a card to come."""
        value = np.stack([states().value[state] for state in self.state[1:]])
        best = value.min(axis=0)
        holds = value == best
        tied = holds.sum(axis=0, dtype=np.uint8)
        own = showdown_shares(states().value[self.state[0]], best, tied)
        if one_card is not None:
            own[one_card] = last_card_shares(
                self.state[0][one_card], self.used[one_card], best[one_card], tied[one_card]
            )
        return np.concatenate([own[None], holds * ((1 - own) / tied)])

    def _who_draws(self, place: int, drawn: int) -> tuple[list[tuple[Rows, Cards]], Rows | None]:
        """Return the rows of players who keep cards that do not count, and the other rows that draw, None for all."""
        odd = self.odd[place] if drawn == 0 else []
        drawing = self.passes[place] <= drawn
        for rows, _ in odd:
            drawing[rows] = False
        return odd, None if drawing.all() else np.flatnonzero(drawing)

    def play_short(self, rounds: Sequence[Sequence[tuple[int, int]]], rules: Rules) -> None:
        """Play draws of a deck that can run out, all players of a round one after the other."""
        deck = ShortDeck(self.random, rules, self.used, self.held, self.own)
        for drawing in rounds:
            deck.begin_draw()
            for place, drawn in drawing:
                last = place == drawing[-1][0]
                odd, where = self._who_draws(place, drawn)
                for rows, keep in odd:
                    kept = np.full(len(rows), mask_of(keep))
                    self.state[place][rows] = take_with(keep, deck.exchange(place, rows, kept, last=last))
                where = np.arange(len(self.used)) if where is None else where
                for size, found in rows_by_size(self.state[place][where]):
                    rows = where[found]
                    state = self.state[place][rows]
                    cards = deck.exchange(place, rows, states().mask[state], last=last)
                    self.state[place][rows] = take(size, state, cards)


class _Picker:
    """Picks rows by their weights."""

    def __init__(self, weights: NDArray[np.float64]) -> None:
        self._number = len(weights)
        even = not len(weights) or weights.min() == weights.max()
        self._sums = None if even else np.cumsum(weights) / weights.sum()

    def pick(self, random: np.random.Generator, number: int) -> Rows:
        if self._sums is None:
            return random.integers(0, self._number, number)
        return np.minimum(np.searchsorted(self._sums, random.random(number), side="right"), self._number - 1)


def _no_deal(spot: Spot) -> str:
    for player in spot.players:
        if player.range.hand is None and not len(hands(player.range).without(mask_of(spot.known)).state):
            return no_hand(player.range)
    return "these ranges leave no different hands to all players; make one of them wider"


def simulate(spots: Sequence[Spot], trials: int, seed: int, rules: Rules = POKERSTARS) -> list[Equity]:
    """Return the equities of spots, each by `trials` trials.

    Raises:
        OddsError: the ranges of a spot leave no hand to a player.
    """
    keeps = [(spot.players[0].keep,) for spot in spots]
    return [equity for (equity,) in simulate_keeps(spots, keeps, trials, seed, rules)]


def simulate_keeps(
    spots: Sequence[Spot],
    keeps: Sequence[Sequence[Cards | None]],
    trials: int,
    seed: int,
    rules: Rules = POKERSTARS,
) -> list[list[Equity]]:
    """Return for each spot an equity for each of its `keeps`, the cards that the first player keeps at the first draw.

    Unless the deck can run out, the other players of a spot are dealt and draw the same cards for all keeps, so the
    difference of two equities has a smaller error than either.

    Raises:
        OddsError: the ranges of a spot leave no hand to a player.
    """
    if trials < 1:
        raise OddsError("a simulation needs at least one trial")
    found: dict[int, list[Equity]] = {}
    kinds = [
        (
            len(kept),
            any(can_run_out(spot.keeping(keep), rules) for keep in kept),
            *(player.draws for player in spot.players),
        )
        for spot, kept in zip(spots, keeps, strict=True)
    ]
    order = sorted(range(len(spots)), key=lambda at: kinds[at])
    for number, (kind, group) in enumerate(groupby(order, key=lambda at: kinds[at])):
        places = list(group)
        step = max(1, _ROWS // trials)
        for start in range(0, len(places), step):
            part = places[start : start + step]
            chosen = [[spots[at].keeping(keeps[at][column]) for at in part] for column in range(kind[0])]
            play = _play_short if kind[1] else _play
            sums = [np.zeros(()) for _ in chosen]
            for few, place in parts_of(trials, (seed, number, start)):
                sums = [
                    total + more for total, more in zip(sums, play(chosen, few, place, rules), strict=True)
                ]
            for total in sums:
                for at, shares in zip(part, np.moveaxis(total, 2, 0), strict=True):
                    found.setdefault(at, []).append(_equity(spots[at], trials, shares))
    return [found[at] for at in range(len(spots))]


_ROWS = 100_000
"""How many trials of several spots are in memory at once."""
_MOST = 1_000_000
"""How many trials of one spot are in memory at once, in some 100 MB."""


def parts_of(trials: int, seed: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield parts of so many trials that fit into memory, each with its seed; the first part has the given seed."""
    for start in range(0, trials, _MOST):
        yield min(_MOST, trials - start), (*seed, start) if start else seed


def final_states_of(player: Player, dead: Cards, trials: int, seed: tuple[int, ...], rules: Rules) -> Numbers:
    """Return the states with which a player of a known hand ends, one for each trial, if nobody else draws."""
    spot = Spot((player,), dead)
    played = _Trials([spot], trials, np.random.default_rng(seed))
    if can_run_out(spot, rules):
        played.play_short(schedule(spot.players), rules)
    else:
        played.play(step for round_ in schedule(spot.players) for step in round_)
    return played.state[0]


def _play(variants: Sequence[Sequence[Spot]], trials: int, seed: tuple[int, ...], _: Rules) -> Iterator[Sums]:
    """Yield the sums of the spots of each variant, which differ by what the first player keeps.

    The order of the draws makes no difference while the deck has cards, so the first player draws last.
    """
    played = _Trials(variants[0], trials, np.random.default_rng(seed))
    steps = [step for round_ in schedule(variants[0][0].players) for step in round_]
    played.play(step for step in steps if step[0] != 0)
    used = played.used
    dealt = played.state[0]
    for spots in variants:
        played.random = np.random.default_rng((*seed, 1))
        played.used, played.state[0] = used.copy(), dealt.copy()
        if spots is not variants[0]:
            played.place(0, [spot.players[0] for spot in spots])
        yield _sums(played, played.play_first([drawn for place, drawn in steps if place == 0]))


def play_out(
    players: Sequence[Player], trials: int, random: np.random.Generator
) -> tuple[Masks, list[Numbers]]:
    """Return the outcomes of players of ranges that nothing is known of: the cards that they had, and their final states.

    Each has a row for each trial. The deck must have cards enough.

    Raises:
        OddsError: the ranges leave no different hands to all players.
    """
    played = _Trials([Spot(tuple(players))], trials, random)
    played.play(step for round_ in schedule(players) for step in round_)
    return played.used, played.state


def _play_short(
    variants: Sequence[Sequence[Spot]], trials: int, seed: tuple[int, ...], rules: Rules
) -> Iterator[Sums]:
    for spots in variants:
        played = _Trials(spots, trials, np.random.default_rng(seed))
        played.play_short(schedule(spots[0].players), rules)
        yield _sums(played, played.shares())


def _sampled(spot: Spot) -> float:
    """Return what the samples of draw lines add to the variance of a share, as a part of the variance of one trial."""
    lines = [player.range for player in spot.players if any(part.line for part in player.range.parts)]
    return sum(1 / len(hands(line).without(mask_of(spot.known)).state) for line in lines)


def _sums(played: _Trials, found: Shares) -> Sums:
    shares = found.reshape(len(found), len(played.spots), played.trials)
    return np.stack([shares.sum(axis=2, dtype=np.float64), (shares**2).sum(axis=2, dtype=np.float64)])


def _equity(spot: Spot, trials: int, sums: Sums) -> Equity:
    """Return the equity of a spot from the sums of its players."""
    mean, square = sums / trials
    error = np.sqrt(np.maximum(0.0, square - mean**2) * (1 / trials + _sampled(spot)))
    return Equity(SIMULATED, trials, tuple(mean.tolist()), tuple(error.tolist()))
