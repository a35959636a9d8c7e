"""Trains the blueprint of full tables by playing hands against itself: `python training/build_blueprint.py`.

Needs numba, which compiles the rules of `badugi_hh.ring.hand_row`; looking up needs NumPy alone.

Hands are dealt and played with the current strategies, everyone making mistakes, most of them fewer towards the end. Of some decisions each action is played to
the end of the hand, with the same cards to come: what it wins more than the strategy is its regret (Monte Carlo
counterfactual regret minimization, Lanctot et al. 2009, with a sample of one decision). Regrets and summed strategies are
weighed linearly (Brown and Sandholm 2019). The cost of an action is its mean regret, in which the beginning of the training
counts little, smoothed over neighbouring groups of hands; its error comes from how far trainings differ.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import NamedTuple

import blueprint_groups
import numpy as np
from blueprint_costs import ACTIONS, FIRST, FIRST_GROUP, WIDTH, of_phase, stored, with_prices
from numba import njit
from numba.extending import register_jitable

from badugi_hh.odds.states import after_draw, best_of_four, set_number_tables, states
from badugi_hh.ring import hand_row, table_spots
from badugi_hh.ring.blueprint import NAME
from badugi_hh.ring.hand_row import ACTOR, BETS, CALL, INSIDE, LENGTH, NOBODY, OVER, PAID, PHASE, POT, SEATS

for function in (
    hand_row.pay, hand_row.deal, hand_row.shorten, hand_row.next_seat, hand_row.seats_in, hand_row.price, hand_row.can_bet, hand_row.act,
    hand_row.has_choice, hand_row.next_phase, hand_row.may, hand_row.may_draw,
    table_spots.spot_of, table_spots.before_draws, table_spots.drawn_by, table_spots.of_draw, table_spots.of_bet,
    table_spots.short_of, table_spots.size_of_pot, table_spots.past_of, table_spots.pats_before,
):  # fmt: skip
    register_jitable(function)
deal, shorten, act, may, seats_in = (
    hand_row.deal,
    hand_row.shorten,
    hand_row.act,
    hand_row.may,
    hand_row.seats_in,
)
spot_of = table_spots.spot_of

LOOSE, LOOSE_SLIP, SLIPS_THAT_CALL = 0.5, 0.25, 0.5
"""The chance that a player at a loose table is loose, the share of a loose player's actions that are slips, and the share of slips in bets that
are calls or checks."""


class Habits(NamedTuple):
    """What players of a training do wrong.

    All take the share `slip` of their actions at random, at the end of the training `last_slip`. The share `loose_table` of tables has
    loose players, of those from which only decisions among many are learned `loose_crowd`. What is learned there counts
    `loose_weight` times.
    """

    slip: float
    last_slip: float
    loose_table: float
    loose_crowd: float
    loose_weight: float

    def after(self, part: float) -> "Habits":
        """Return the habits after this part of a training: slips become fewer from the end of the beginning on, until it is settled."""
        since = min(max(part - BEGINNING, 0) / (SETTLED - BEGINNING), 1)
        return self._replace(slip=self.slip ** (1 - since) * self.last_slip**since)


GOOD, REAL, PERFECT = (
    Habits(0.02, 0.002, 0.25, 0.9, 0.1),
    Habits(0.02, 0.02, 0.15, 0.6, 1.0),
    Habits(0.0, 0.0, 0.0, 0.0, 1.0),
)
"""Players who hardly err at the end, players who err as much to the end, and players who never do."""
HABITS = {1: GOOD, 2: GOOD, 3: REAL}
"""Those of each training."""
ROUNDS, PARTS = 600, {1: 1.0, 2: 1.0, 3: 1 / 6}
"""The rounds, and which part of them each training plays: the third one is needed for errors alone."""
SHORT_TABLE, SHORT, STACKS = 0.3, 0.33, (2, 40)
"""The chance that a table has short stacks, that a player has one there, and how large it is in half small bets."""
HANDS, CROWDS = 40_000, ((150_000, 4), (60_000, 3))
"""The hands of a round. After each one follow others, of so many hands, in which only decisions after the first draw among so many players
or more are learned from."""
ALONE = 0.05
"""In this part of a training no others follow: at its beginning everybody plays on, and crowds come by themselves."""
ALL = 2
"""The least number of players where all decisions are learned from."""
PLAYERS = np.array([3] * 35 + [4] * 15 + [5] * 12 + [6] * 18 + [7] * 8 + [8] * 12)
ENOUGH, TIMES = 60, (4, 4, 4, 4, 3, 3, 1)
"""A decision seen more often is learned from with the chance of this divided by how often it was seen. One seen less often always is, and is
played out so many times by phase, each with other cards to come."""
LEAST = np.array([0.08, 0.08, 0.08, 0.08, 0.06, 0.06, 0.05])
"""The least chance by phase that a decision is learned from, at tables without loose players."""
SAVED_AFTER = 15
"""After so many minutes the state of a training is saved."""
BEGINNING, REMEMBERED, SETTLED = 0.16, 0.1, 0.4
"""What is learned in the first part of a training counts only so much afterwards. After the last part slips become no fewer."""
LATER = 2.5
"""A round has so many times as many hands from then on: strategies change little, and costs have to become sure."""
GROUPS = np.stack([blueprint_groups.groups(phase) for phase in range(table_spots.PHASES)]).astype(np.int64)
SPOTS_AS_WRITTEN = sha256(Path(table_spots.__file__).read_bytes()).hexdigest()
"""Says whether spots still mean what they meant."""

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
def random_numbers(seed):
    """Return a generator of random numbers, as an array of its state."""
    state = np.array([seed], np.uint64)
    for _ in range(8):
        draw_random(state)
    return state


@njit(nogil=True)
def uniform(state):
    """Return a random number from 0 to 1."""
    return float(draw_random(state)) * (1.0 / 4294967296.0)


@njit(nogil=True)
def shuffle(deck, first, rng):
    """Shuffle a deck from a place on."""
    for card in range(first, 51):
        other = card + int(uniform(rng) * (52 - card))
        deck[card], deck[other] = deck[other], deck[card]


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
        if not hand[PHASE] & 1 and uniform(rng) < SLIPS_THAT_CALL:
            return CALL
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
    paid, won, below = hand[PAID + seat], 0.0, 0
    if not hand[INSIDE] >> seat & 1:
        return -float(paid)
    if seats_in(hand[INSIDE]) == 1:
        return float(hand[POT] - paid)
    while below < paid:
        # The next part of the pot is open to those who have paid as much as the least of those who paid more.
        level = paid
        for other in range(SEATS):
            if hand[INSIDE] >> other & 1 and below < hand[PAID + other] < level:
                level = hand[PAID + other]
        best, winners, part = 9999, 0, 0
        for other in range(SEATS):
            part += max(min(hand[PAID + other], level) - below, 0)
            if hand[INSIDE] >> other & 1 and hand[PAID + other] >= level:
                value = _VALUE[held[other]]
                if value < best:
                    best, winners = value, 1
                elif value == best:
                    winners += 1
        if _VALUE[held[seat]] == best:
            won += part / winners
        below = level
    return won - paid


@njit(nogil=True)
def locate(hand, held):
    """Return the place of the shares of a decision, the number of its group, and how many cards count."""
    phase = hand[PHASE]
    state = held[hand[ACTOR]]
    spot, group = spot_of(hand), GROUPS[phase, _VALUE[state] - 1]
    number = spot * WIDTH[phase] + group
    return FIRST[phase] + number * ACTIONS[phase], FIRST_GROUP[phase] + number, _SIZE[state]


@njit(nogil=True)
def seed_decision(rng, seed, hand):
    """Give a generator the state that a decision has in all hands that begin with a seed (splitmix64)."""
    number = (hand[PHASE] * SEATS + hand[ACTOR]) * 8 + hand[BETS] + 1
    x = seed + np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    rng[0] = (x ^ (x >> np.uint64(31))) | np.uint64(1)


@njit(nogil=True)
def play_out(hand, held, learner, decks, places, weights, others, alone, slips, shares, seed, rng):
    """Play a hand to its end: all seats by the weights of the others, but for one that is alone (`NOBODY` for none).

    The learner draws from a deck of their own, the other end of the common one. So the cards and the chances of the others
    are the same whatever the learner does.
    """
    while hand[PHASE] != OVER:
        at, _, size = locate(hand, held)
        count, actor = ACTIONS[hand[PHASE]], hand[ACTOR]
        strategy(weights if actor == alone else others, at, hand, size, count, shares)
        seed_decision(rng, seed, hand)
        nth = 1 if actor == learner else 0
        take(hand, held, decks[nth], places[nth], choose(hand, size, count, shares, slips[actor], rng))


@njit(nogil=True)
def begin_hand(hand, held, deck, slip, loose_table, slips, rng):
    """Deal a hand with some stacks short and some players loose; return the number of players and whether this is a loose table."""
    players = PLAYERS[int(uniform(rng) * len(PLAYERS))]
    deal(hand, players)
    shuffle(deck, 0, rng)
    loose = LOOSE if uniform(rng) < loose_table else 0.0
    short = SHORT if uniform(rng) < SHORT_TABLE else 0.0
    for seat in range(SEATS - players, SEATS):
        held[seat] = best_of(deck, 4 * seat)
        slips[seat] = LOOSE_SLIP if uniform(rng) < loose else slip
        if uniform(rng) < short:
            shorten(hand, seat, STACKS[0] + int(uniform(rng) * (STACKS[1] - STACKS[0])))
    return players, loose > 0


@njit(nogil=True)
def play_hands(
    hands,
    least,
    seed,
    own,
    others,
    everybody,
    regrets,
    sums,
    visits,
    weighed,
    squares,
    weight,
    slip,
    loose_table,
    loose_weight,
):
    """Play hands and learn from some of their decisions: those of everybody, or of one player who is alone against others.

    With a `least` number of players above two, only decisions after the first draw are learned from, and a hand ends where fewer are left.
    """
    rng = random_numbers(seed)
    hand, copy = np.zeros(LENGTH, np.int64), np.zeros(LENGTH, np.int64)
    held, hold = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    deck = np.arange(52)
    places, there = np.zeros(1, np.int64), np.zeros((2, 1), np.int64)
    slips, of_copy = np.zeros(SEATS), np.zeros(SEATS)
    shares, of_play, won = np.zeros(4), np.zeros(4), np.zeros(4)
    decks, chances = np.zeros((2, 52), np.int64), random_numbers(seed + 1)
    for _ in range(hands):
        players, at_loose = begin_hand(hand, held, deck, slip, loose_table, slips, rng)
        counts = weight * loose_weight if at_loose else weight
        alone = NOBODY if everybody else SEATS - 1 - int(uniform(rng) * players)
        places[0] = 4 * SEATS
        while hand[PHASE] != OVER and seats_in(hand[INSIDE]) >= least:
            at, number, size = locate(hand, held)
            count, actor = ACTIONS[hand[PHASE]], hand[ACTOR]
            may_learn = everybody or actor == alone
            learns = may_learn and (least <= ALL or hand[PHASE] > 0)
            strategy(own if may_learn else others, at, hand, size, count, shares)
            if learns:
                for action in range(count):
                    sums[at + action] += counts * shares[action]
            enough = ENOUGH if at_loose else max(ENOUGH, LEAST[hand[PHASE]] * visits[number])
            if learns and uniform(rng) * visits[number] <= enough:
                times = TIMES[hand[PHASE]] if visits[number] < ENOUGH else 1
                visits[number] += 1
                weighed[number] += counts
                of_copy[:] = slips
                of_copy[actor] = 0.0
                mean, possible, square = 0.0, 0, 0.0
                won[:] = 0.0
                decks[0] = deck
                for time in range(times):
                    if time:
                        shuffle(decks[0], places[0], rng)
                    decks[1] = decks[0, ::-1]
                    of_time = draw_random(rng)
                    for action in range(count):
                        if may(hand, action, size):
                            copy[:] = hand
                            hold[:] = held
                            there[0], there[1] = places[0], 0
                            take(copy, hold, decks[1], there[1], action)
                            play_out(
                                copy,
                                hold,
                                actor,
                                decks,
                                there,
                                own,
                                others,
                                alone,
                                of_copy,
                                of_play,
                                of_time,
                                chances,
                            )
                            won[action] += won_by(copy, hold, actor) / times
                for action in range(count):
                    if may(hand, action, size):
                        mean += shares[action] * won[action]
                        possible += 1
                for action in range(count):
                    if may(hand, action, size):
                        regrets[at + action] += counts * (won[action] - mean)
                        square += (won[action] - mean) ** 2
                squares[number] += square / possible
            take(hand, held, deck, places, choose(hand, size, count, shares, slips[actor], rng))


class Training:
    """The arrays of a blueprint while it is trained, as `blueprint_costs` describes them.

    In a round t regrets and strategies count t times. Threads play a round side by side and share the arrays; the few results
    that they overwrite are lost.
    """

    def __init__(self, seed, rounds, threads=1, habits=GOOD):
        self.seed, self.planned, self.habits = seed, rounds, habits
        self.random = np.random.default_rng(seed)
        self.arrays = [np.zeros(FIRST[-1], np.float32) for _ in range(2)]
        self.arrays += [np.zeros(FIRST_GROUP[-1], np.float32) for _ in range(3)]
        self.threads = threads
        self.rounds = 0

    def run(self, minutes, own=None, others=None):
        """Train until all rounds are played, at most for some minutes, and return the arrays.

        With strategies given, one player a hand plays their own against others, and nobody learns: the regrets are what
        each action wins more, and all rounds count alike.
        """
        end = time.monotonic() + 60 * minutes
        learn = own is None
        own, others = (self.arrays[0],) * 2 if learn else (own, others)

        def play(hands, least, seed):
            weight, habits = (
                float(self.rounds) if learn else 1.0,
                self.habits.after(self.rounds / self.planned),
            )
            loose = (
                habits.slip,
                habits.loose_table if least == ALL else habits.loose_crowd,
                habits.loose_weight,
            )
            play_hands(hands, least, seed, own, others, learn, *self.arrays, weight, *loose)

        with ThreadPoolExecutor(self.threads) as pool:
            while time.monotonic() < end and self.rounds < self.planned:
                self.rounds += 1
                for hands, least in (
                    (HANDS, ALL),
                    *(CROWDS if learn and self.rounds > ALONE * self.planned else ()),
                ):
                    seeds = self.random.integers(1, 2**62, self.threads).tolist()
                    settled = learn and self.rounds > SETTLED * self.planned
                    list(pool.map(partial(play, round(hands * (LATER if settled else 1)), least), seeds))
                if learn and self.rounds == int(BEGINNING * self.planned):
                    self.forget()
        print(f"{self.rounds} rounds", flush=True)
        return self.arrays

    def forget(self):
        """Let what was learned until now count a tenth, as if it had been seen a tenth as often. The strategies stay."""
        for array in self.arrays:
            np.multiply(array, REMEMBERED, out=array)

    def save(self, path):
        """Write the spots that were learned from to a file, which is whole or the old one."""
        arrays = {"rounds": np.array(self.rounds), "groups": GROUPS, "spots": np.array(SPOTS_AS_WRITTEN)}
        for phase in range(table_spots.PHASES):
            state = of_phase(self.arrays, phase)
            spots = np.flatnonzero(state[2].any(axis=1))
            arrays[f"spots_{phase}"] = spots
            arrays |= {f"{nth}_{phase}": array[spots] for nth, array in enumerate(state)}
        beside = path.with_suffix(".new.npz")
        np.savez_compressed(beside, **arrays)
        beside.replace(path)

    def go_on(self, path):
        """Go on from a file that a training wrote, with other hands."""
        with np.load(path) as arrays:
            if not np.array_equal(arrays["groups"], GROUPS) or str(arrays["spots"]) != SPOTS_AS_WRITTEN:
                raise SystemExit(
                    f"{path} has other spots or groups; move it away to train from the beginning"
                )
            self.rounds = int(arrays["rounds"])
            self.random = np.random.default_rng((self.seed, self.rounds))
            for phase in range(table_spots.PHASES):
                for nth, array in enumerate(of_phase(self.arrays, phase)):
                    array[arrays[f"spots_{phase}"]] = arrays[f"{nth}_{phase}"]


def train(seed, options):
    """Train one blueprint, or go on with it; return it."""
    rounds = round(options.rounds * PARTS[seed])
    training = Training(seed, rounds, options.threads, HABITS[seed])
    path = options.states / f"training-{seed}.npz"
    if path.exists():
        training.go_on(path)
    end = time.monotonic() + 60 * options.minutes
    while training.rounds < rounds and time.monotonic() < end:
        training.run(min(SAVED_AFTER, (end - time.monotonic()) / 60))
        training.save(path)
    return training


def main():
    """Train side by side, or go on with it, and write the file when all have played their rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=Path, required=True, help="folder of the trainings, to go on from")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of each training, the third one a sixth")
    parser.add_argument("--minutes", type=float, default=150, help="stop after so long; the next run goes on")
    parser.add_argument("--threads", type=int, default=1, help="of each training")
    parser.add_argument(
        "--only",
        type=int,
        nargs="+",
        choices=HABITS,
        default=list(HABITS),
        help="these trainings: 1 and 2 of good players, 3 of real ones",
    )
    parser.add_argument("--out", type=Path, default=Path("tables") / NAME)
    options = parser.parse_args()
    options.states.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(len(options.only)) as pool:
        trainings = list(pool.map(lambda seed: train(seed, options), options.only))
    if len(trainings) < len(HABITS) or any(each.rounds < each.planned for each in trainings):
        print("some trainings have not played all rounds; no file is written")
        return
    *good, real = (each.arrays for each in trainings)
    arrays, measured = stored(good, real)
    for phase, of in measured.items():
        print(
            f"phase {phase}: errors of {of.chance:.3f} big bets by chance, {of.others:.3f} by what opponents do"
        )
    np.savez_compressed(options.out, **with_prices(arrays))


if __name__ == "__main__":
    main()
