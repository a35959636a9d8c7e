"""Trains the blueprint of full tables by playing hands against itself: `python docs/build_blueprint.py --minutes 60`.

Needs numba, which compiles the rules of `badugi_hh.ring.hand_row`; looking up needs NumPy alone.

Hands are dealt and played with the current strategies, everyone making mistakes. Of some decisions each action is played to
the end of the hand, with the same cards to come: what it wins more than the strategy is its regret (Monte Carlo
counterfactual regret minimization, Lanctot et al. 2009, with a sample of one decision). Regrets and summed strategies are
discounted linearly (Brown and Sandholm 2019). The cost of an action is its mean regret in the later part of the training; its error
comes from how far two trainings differ.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path

import numpy as np
from numba import njit
from numba.extending import register_jitable

from badugi_hh.odds.states import after_draw, best_of_four, set_number_tables, states
from badugi_hh.ring import hand_groups, hand_row, table_spots
from badugi_hh.ring.blueprint import COST_STEP, ERROR_STEP, LEVELS, NAME, UNKNOWN
from badugi_hh.ring.hand_row import ACTOR, INSIDE, LENGTH, OVER, PAID, PHASE, POT, SEATS
from badugi_hh.solve.classes import CLASSES, class_size
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.known import COMMON

for function in (
    hand_row.deal, hand_row.next_seat, hand_row.seats_in, hand_row.price, hand_row.act, hand_row.next_phase, hand_row.may, hand_row.may_draw,
    table_spots.spot_of, table_spots.before_draws, table_spots.drawn_by, table_spots.of_draw, table_spots.of_bet,
):  # fmt: skip
    register_jitable(function)
deal, act, may, spot_of = hand_row.deal, hand_row.act, hand_row.may, table_spots.spot_of

SLIP = 0.02
"""The share of actions that every player takes at random."""
LOOSE, LOOSE_SLIP = 0.08, 0.25
"""The chance that a player is loose, and the share of a loose player's actions that are random."""
PLAYERS = np.array([3] * 35 + [4] * 15 + [5] * 12 + [6] * 18 + [7] * 8 + [8] * 12)
RATE = 0.6
"""The chance that a decision is learned from is this, divided by the fourth root of how often that was done, and 16."""
KEPT, KNOWN = 2000, 60
"""A spot is stored if it was learned from so often, and a group of it if the group was."""
FEWEST = 50
"""The fewest groups from which an error is estimated."""
MOST = 5.0
"""No cost counts as more, in big bets."""

WIDTH, ACTIONS = np.array(hand_groups.WIDTH), np.array(table_spots.ACTIONS)
_SIZES = np.array(table_spots.SPOTS) * WIDTH * ACTIONS
FIRST = np.concatenate([[0], np.cumsum(_SIZES)])
FIRST_GROUP = np.concatenate([[0], np.cumsum(np.array(table_spots.SPOTS) * WIDTH)])
GROUPS = np.stack([hand_groups.groups(phase) for phase in range(table_spots.PHASES)]).astype(np.int64)

_TABLE = states()
_VALUE, _SIZE = _TABLE.value.astype(np.int64), _TABLE.size.astype(np.int64)
_FIRST_STATE = np.array(_TABLE.first)
_BEST = best_of_four()
_AFTER1, _AFTER2, _AFTER3 = after_draw(3), after_draw(2), after_draw(1)
_SET2, _SET3 = set_number_tables()
_FROM = np.array([[comb(51 - card, 4 - place) for card in range(52)] for place in range(4)])
_LAST_SET = len(_BEST) - 1


def _kept_states():
    """Return for each number drawn and state the state of its lowest cards, four less the number."""
    kept = np.zeros((4, len(_VALUE)), np.int64)
    of_keep = (None, _TABLE.of_one, _TABLE.of_two, _TABLE.of_three)
    for number in (1, 2, 3):
        keep = 4 - number
        for size in range(keep, 5):
            lowest = np.sort(_TABLE.sets[size].astype(np.int64), axis=1)[:, :keep]
            first = _TABLE.first[size]
            kept[number, first : first + len(lowest)] = of_keep[keep][tuple(lowest.T)]
    return kept


_KEPT = _kept_states()


@njit(nogil=True, inline="always")
def draw_random(state):
    """Return a random number of 32 bits (xorshift64*)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return (x * np.uint64(2685821657736338717)) >> np.uint64(32)


@njit(nogil=True)
def uniform(state):
    """Return a random number from 0 to 1."""
    return float(draw_random(state)) * (1.0 / 4294967296.0)


@njit(nogil=True)
def best_of(deck, first):
    """Return the state of four cards of a deck."""
    a, b, c, d = deck[first], deck[first + 1], deck[first + 2], deck[first + 3]
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return _BEST[_LAST_SET - (_FROM[0, a] + _FROM[1, b] + _FROM[2, c] + _FROM[3, d])]


@njit(nogil=True)
def draw_cards(deck, next_card, state, number):
    """Return the state after a draw from a place of the deck; a deck that is used up begins again."""
    kept = _KEPT[number, state] - _FIRST_STATE[4 - number]
    a = deck[next_card % 52]
    if number == 1:
        return _AFTER1[kept, a]
    b = deck[(next_card + 1) % 52]
    if number == 2:
        return _AFTER2[kept, _SET2[a, b]]
    return _AFTER3[kept, _SET3[a, b, deck[(next_card + 2) % 52]]]


@njit(nogil=True)
def strategy(weights, at, hand, size, count, shares):
    """Write the shares of the possible actions: proportional to positive weights, even where there are none."""
    total, possible = 0.0, 0
    for action in range(count):
        shares[action] = 0.0
        if may(hand, action, size):
            possible += 1
            if weights[at + action] > 0:
                shares[action] = weights[at + action]
                total += weights[at + action]
    for action in range(count):
        if total > 0:
            shares[action] /= total
        elif may(hand, action, size):
            shares[action] = 1.0 / possible


@njit(nogil=True)
def choose(hand, size, count, shares, slip, rng):
    """Return an action by the shares, or any possible one by a slip."""
    if uniform(rng) < slip:
        possible = 0
        for action in range(count):
            if may(hand, action, size):
                possible += 1
        left = int(uniform(rng) * possible)
        for action in range(count):
            if may(hand, action, size):
                if left == 0:
                    return action
                left -= 1
    left_share = uniform(rng)
    last = 0
    for action in range(count):
        if shares[action] > 0:
            last = action
            left_share -= shares[action]
            if left_share < 0:
                return action
    return last


@njit(nogil=True)
def take(hand, held, deck, places, action):
    """Play an action, with its cards."""
    if hand[PHASE] & 1 and action > 0:
        actor = hand[ACTOR]
        held[actor] = draw_cards(deck, places[0], held[actor], action)
        places[0] += action
    act(hand, action)


@njit(nogil=True)
def won_by(hand, held, seat):
    """Return what a seat wins in an ended hand."""
    if not hand[INSIDE] >> seat & 1:
        return -float(hand[PAID + seat])
    best, winners = 9999, 0
    for other in range(SEATS):
        if hand[INSIDE] >> other & 1:
            value = _VALUE[held[other]]
            if value < best:
                best, winners = value, 1
            elif value == best:
                winners += 1
    share = 1.0 / winners if _VALUE[held[seat]] == best else 0.0
    return hand[POT] * share - hand[PAID + seat]


@njit(nogil=True)
def locate(hand, held):
    """Return the place of the shares of a decision, the number of its group, and how many cards count."""
    phase = hand[PHASE]
    state = held[hand[ACTOR]]
    spot, group = spot_of(hand), GROUPS[phase, _VALUE[state] - 1]
    number = spot * WIDTH[phase] + group
    return FIRST[phase] + number * ACTIONS[phase], FIRST_GROUP[phase] + number, _SIZE[state]


@njit(nogil=True)
def play_out(hand, held, deck, places, weights, slips, shares, rng):
    """Play a hand to its end."""
    while hand[PHASE] != OVER:
        at, _, size = locate(hand, held)
        count = ACTIONS[hand[PHASE]]
        strategy(weights, at, hand, size, count, shares)
        take(hand, held, deck, places, choose(hand, size, count, shares, slips[hand[ACTOR]], rng))


@njit(nogil=True)
def play_hands(hands, seed, regrets, sums, visits, weighted, weight, rate):
    """Play hands and learn from some of their decisions; return how many."""
    rng = np.array([seed], np.uint64)
    for _ in range(8):
        draw_random(rng)
    hand, copy = np.zeros(LENGTH, np.int64), np.zeros(LENGTH, np.int64)
    held, hold = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    deck = np.arange(52)
    places, there = np.zeros(1, np.int64), np.zeros(1, np.int64)
    slips, of_copy = np.zeros(SEATS), np.zeros(SEATS)
    shares, others, won = np.zeros(4), np.zeros(4), np.zeros(4)
    learned = 0
    for _ in range(hands):
        players = PLAYERS[int(uniform(rng) * len(PLAYERS))]
        deal(hand, players)
        for card in range(51):
            other = card + int(uniform(rng) * (52 - card))
            deck[card], deck[other] = deck[other], deck[card]
        for seat in range(SEATS - players, SEATS):
            held[seat] = best_of(deck, 4 * seat)
            slips[seat] = LOOSE_SLIP if uniform(rng) < LOOSE else SLIP
        places[0] = 4 * SEATS
        while hand[PHASE] != OVER:
            at, number, size = locate(hand, held)
            count = ACTIONS[hand[PHASE]]
            strategy(regrets, at, hand, size, count, shares)
            for action in range(count):
                sums[at + action] += weight * shares[action]
            if uniform(rng) < rate / np.sqrt(np.sqrt(visits[number] + 16.0)):
                learned += 1
                visits[number] += 1
                weighted[number] += weight
                actor = hand[ACTOR]
                of_copy[:] = slips
                of_copy[actor] = 0.0
                mean = 0.0
                for action in range(count):
                    if may(hand, action, size):
                        copy[:] = hand
                        hold[:] = held
                        there[0] = places[0]
                        take(copy, hold, deck, there, action)
                        play_out(copy, hold, deck, there, regrets, of_copy, others, rng)
                        won[action] = won_by(copy, hold, actor)
                        mean += shares[action] * won[action]
                for action in range(count):
                    if may(hand, action, size):
                        regrets[at + action] += won[action] - mean
            take(hand, held, deck, places, choose(hand, size, count, shares, slips[hand[ACTOR]], rng))
    return learned


class Training:
    """The arrays of a blueprint while it is trained: regrets and summed strategies, and the numbers of decisions learned from.

    In a round t everything is weighed with t; regrets are divided by the number of rounds.
    """

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.regrets, self.sums = (np.zeros(FIRST[-1], np.float32) for _ in range(2))
        self.visits, self.weighted = (np.zeros(FIRST_GROUP[-1], np.float32) for _ in range(2))
        self.rounds = 0

    def run(self, minutes):
        """Train for some minutes and return the state then.

        These are summed regrets, summed strategies and visits, all weighed, and visits.
        """
        end, hands = time.time() + 60 * minutes, 20_000
        while time.time() < end:
            begin, seed = time.time(), int(self.random.integers(1, 2**62))
            arrays = self.regrets, self.sums, self.visits, self.weighted
            play_hands(hands, seed, *arrays, self.rounds + 1.0, RATE)
            self.rounds += 1
            self.regrets *= self.rounds / (self.rounds + 1)
            hands = int(min(max(hands * 3 / (time.time() - begin), hands / 2), 2 * hands, 400_000))
        print(f"{self.rounds} rounds, {float(self.visits.sum(dtype=np.float64)):,.0f} decisions", flush=True)
        return (
            self.regrets * np.float32(self.rounds + 1),
            self.sums.copy(),
            self.weighted.copy(),
            self.visits.copy(),
        )


def stored(trainings):
    """Return the arrays of the file from two trainings, and the errors that stay however often a hand is seen.

    A training is a state after its beginning and one at its end; the costs are those of the time between.
    """
    arrays, floors = {}, {}
    for phase in range(table_spots.PHASES):
        shape = (table_spots.SPOTS[phase], hand_groups.WIDTH[phase], table_spots.ACTIONS[phase])
        parts = [[_of_phase(state, phase, shape) for state in training] for training in trainings]
        seen = [(last[3] - first[3]).astype(np.float64) for first, last in parts]
        kept = np.flatnonzero(sum(each.sum(axis=1) for each in seen) >= KEPT)
        seen = [each[kept] for each in seen]
        gains = [_gains(first, last, kept) for first, last in parts]
        both = sum(seen)
        costs = _costs(
            sum(gain * each[..., None] for gain, each in zip(gains, seen, strict=True))
            / np.maximum(both, 1)[..., None]
        )
        change = np.square(np.subtract(*map(_costs, gains)))
        change = np.nansum(change, axis=2) / np.maximum(np.isfinite(change).sum(axis=2), 1)
        error = np.full(both.shape, np.inf)
        size = _size_of_groups(phase)
        for cards in (1, 2, 3, 4):
            of = (np.minimum(*seen) >= KNOWN / 2) & (size == cards)
            if of.sum() < FEWEST:
                continue
            # The difference of two trainings has a part that falls with the visits, and one that does not: least squares.
            lines = np.stack(
                [(1 / np.maximum(seen[0], 1) + 1 / np.maximum(seen[1], 1))[of], np.ones(of.sum())], axis=1
            )
            weight = np.sqrt(both[of])[:, None] / (lines[:, :1] + 0.01)
            noise, floor = np.linalg.lstsq(lines * weight, change[of] * weight[:, 0], rcond=None)[0]
            floors[phase, cards] = max(floor, 0) ** 0.5
            error[of] = np.sqrt(max(floor, 0) + max(noise, 0) / both[of])
        played = [np.maximum(last[1][kept] - first[1][kept], 0) for first, last in parts]
        total = sum(each / np.maximum(each.sum(dtype=np.float64), 1) for each in played).astype(np.float64)
        held = total.sum(axis=2)
        mix = total / np.maximum(held, 1e-30)[..., None]
        # A common action that costs more than twice its error contradicts its share: nothing is claimed of the group.
        denied = ((mix >= COMMON - 1 / LEVELS) & (np.nan_to_num(costs) > 2 * error[..., None])).any(axis=2)
        error[denied & np.isfinite(error)] = (UNKNOWN - 1) * ERROR_STEP
        group, mass = hand_groups.groups(phase), hand_groups.usual_classes(phase)
        arrays |= {
            f"groups_{phase}": group.astype(np.uint8),
            f"within_{phase}": (mass / np.bincount(group, mass)[group]).astype(np.float32),
            f"spots_{phase}": kept.astype(np.int32),
            f"cost_{phase}": np.minimum(np.nan_to_num(np.round(costs / COST_STEP), nan=255), 255).astype(
                np.uint8
            ),
            f"mix_{phase}": np.round(mix * LEVELS).astype(np.uint8),
            f"error_{phase}": np.minimum(np.ceil(error / ERROR_STEP), UNKNOWN).astype(np.uint8),
            f"held_{phase}": (held / held.sum(axis=1, keepdims=True)).astype(np.float16),
        }
    return arrays, floors


def _of_phase(state, phase, shape):
    part = slice(FIRST[phase], FIRST[phase + 1])
    groups = slice(FIRST_GROUP[phase], FIRST_GROUP[phase + 1])
    return tuple(
        array[part].reshape(shape) if len(array) == FIRST[-1] else array[groups].reshape(shape[:2])
        for array in state
    )


def _size_of_groups(phase):
    """Return how many cards of each group count."""
    sizes = np.zeros(hand_groups.WIDTH[phase], np.int64)
    for number in range(CLASSES):
        sizes[hand_groups.groups(phase)[number]] = class_size(number)
    return sizes


def _gains(first, last, kept):
    """Return what each action has won more than the strategy from one state to another, in big bets on average.

    Not a number where an action is impossible.
    """
    gained = (last[0][kept] - first[0][kept]).astype(np.float64)
    weight = np.maximum(last[2][kept] - first[2][kept], 1e-9)[..., None]
    return np.where(last[0][kept] != 0, gained / weight / BIG_BET, np.nan)


def _costs(gains):
    """Return what each action loses against the best one."""
    best = np.max(np.nan_to_num(gains, nan=-np.inf), axis=2, keepdims=True)
    return np.minimum(np.where(np.isfinite(best), best, np.nan) - gains, MOST)


def main():
    """Train twice side by side, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("tables") / NAME)
    options = parser.parse_args()

    def train(seed):
        training = Training(seed)
        return [training.run(options.minutes * part) for part in (0.4, 0.6)]

    with ThreadPoolExecutor() as pool:
        arrays, floors = stored(list(pool.map(train, (options.seed, options.seed + 1))))
    for (phase, cards), error in floors.items():
        print(f"phase {phase}, {cards} cards that count: an error of {error:.3f} big bets stays")
    np.savez_compressed(options.out, **arrays)


if __name__ == "__main__":
    main()
