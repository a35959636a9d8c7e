"""Follows played hands through the game of a blueprint, all side by side, and finds the spot of each decision."""

from dataclasses import dataclass

import numpy as np

from badugi_hh.ring import many_hands
from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    DEEP,
    FULL,
    INSIDE,
    LENGTH,
    MOST_DRAWN,
    OVER,
    PAID,
    PENDING,
    PHASE,
    POT,
    SEATS,
    STACK,
    STREET,
    deal,
    post,
)
from badugi_hh.ring.line_ranges import SIZES
from badugi_hh.ring.many_hands import Flags, Ints
from badugi_hh.solve.hand_decisions import OTHER_BLINDS
from badugi_hh.solve.known import HIGHEST_ERROR
from badugi_hh.solve.played_hands import (
    BET,
    CALL,
    CHECK,
    CODES,
    FOLD,
    NO_REASON,
    PAT,
    RAISE,
    SLOTS,
    Floats,
    Numbers,
    Played,
)

_BIG_BETS = 0.25
"""Half a small bet in big bets."""
_MOST_DEAD = 4
"""More dead money, in half small bets, is another game."""
_ACTION_OF = np.array([0, 1, 1, 2, 2, 0, 1, 2, MOST_DRAWN, MOST_DRAWN], np.int16)
"""The action of each word; four cards, which sites discard for players who are away, are taken as three."""


@dataclass(frozen=True, slots=True)
class Spots:
    """Where decisions are; a value for each row of `rows`.

    `words` has by option its word, -1 for one that is impossible, and `chips` what it pays in big bets. `odd` is how far the money in
    the pot is from that of the hand, in big bets, `inside` how many players are left. `reason` is -1, or why nothing is claimed.
    """

    rows: Numbers
    reason: Numbers
    phase: Numbers
    spot: Numbers
    words: Numbers
    chips: Floats
    odd: Floats
    inside: Numbers


def follow_hands(played: Played, hands: Numbers, wanted: Flags) -> Spots:
    """Return where the `wanted` steps of hands are that may be of the game; these are given by ascending places.

    Antes, dead blinds and an odd small blind that folds change the pot: after the first draw the game has about the same pot. Before
    it they change what good play is, and so do live posts of other players. The steps from the first impossible one on are left out.
    """
    states = _begun(played, hands)
    odd, dead = _other_money(played, hands, states)
    states[POT] += np.clip(np.rint(dead), -DEEP, DEEP).astype(np.int16)
    extra = played.hands["extra"][hands]
    other = extra | (abs(odd) * _BIG_BETS >= HIGHEST_ERROR), abs(dead) > _MOST_DEAD
    reasons = np.where(other, CODES[OTHER_BLINDS], NO_REASON)
    off = np.stack([abs(odd), abs(dead - np.rint(dead))]) * _BIG_BETS
    words, seats, values = (played.steps[name] for name in ("word", "number", "value"))
    going = np.ones(len(hands), np.bool_)
    found: list[Spots] = []
    for rows in played.along(hands):
        now, word = states[:, : len(rows)], words[rows]
        possible = going[: len(rows)] & (now[ACTOR] == seats[rows]) & _is_possible(now, word)
        going[: len(rows)] = possible
        asked = np.flatnonzero(possible & wanted[rows])
        if len(asked) or not found:
            at, row = now[:, asked], rows[asked]
            late = (at[PHASE] > 0).astype(np.intp)
            found.append(
                Spots(
                    row,
                    reasons[late, asked],
                    at[PHASE].astype(np.int64),
                    many_hands.spots(at),
                    _words(at, SIZES[values[row] - 1]),
                    _chips(at),
                    off[late, asked],
                    many_hands.COUNT[at[INSIDE]],
                )
            )
        if possible.all():
            many_hands.act(now, _ACTION_OF[word])
        else:
            some = now[:, possible]
            many_hands.act(some, _ACTION_OF[word[possible]])
            now[:, possible] = some
    return Spots(*(np.concatenate([getattr(each, name) for each in found]) for name in Spots.__slots__))


def _begun(played: Played, hands: Numbers) -> Ints:
    """Return hands that have just begun, with their stacks and posts."""
    places = np.full(len(played.hands["players"]), -1)
    places[hands] = np.arange(len(hands))
    at = places[played.seats["col"]]
    of, at = np.flatnonzero(at >= 0), at[at >= 0]
    seat, stack, extra = (played.seats[name][of] for name in ("number", "stack", "extra"))
    tables = np.zeros((LENGTH, SEATS + 1), np.int16)
    for players in range(3, SEATS + 1):
        row = [0] * LENGTH
        deal(row, players)
        tables[:, players] = row
    states = tables[:, played.hands["players"][hands]]
    stack = np.clip(-(-2 * stack // played.hands["small_bet"][hands][at]), 1, DEEP)
    paid = states[PAID + seat, at].astype(np.int64)
    posted = np.minimum(paid, stack)
    states[STREET + seat, at] = states[PAID + seat, at] = posted
    np.subtract.at(states[POT], at, paid - posted)
    states[STACK + seat, at] = stack - posted
    broke = stack == posted
    np.bitwise_and.at(states[PENDING], at[broke], ~(1 << seat[broke]).astype(np.int16))
    for nth in np.flatnonzero(extra):
        hand = states[:, at[nth]].tolist()
        post(hand, int(seat[nth]))
        states[:, at[nth]] = hand
    return states


def _other_money(played: Played, hands: Numbers, states: Ints) -> tuple[Floats, Floats]:
    """Return how much more is posted than in the game, and how much of it is dead, in half small bets.

    An odd small blind is dead only if it folds; how odd it is shows in what it has to call, but for a short stack.
    """
    small, posted, stack, price, folds = (
        played.hands[name][hands]
        for name in ("small_bet", "posted", "small_stack", "small_price", "small_folds")
    )
    odd = 2 * posted / small - states[POT]
    hidden = (price < 0) | (stack <= price + small)
    of_blind = np.where(hidden, 0.0, 2 * (small - price % small) / small - 1)
    return odd, np.where((odd == 0) | folds, odd, odd - of_blind)


def _is_possible(hands: Ints, words: Numbers) -> Flags:
    """Return in which hands a word is an action of the player who acts; a fold without a bet is one, as sites fold for players."""
    price, raises, bets = many_hands.price(hands), many_hands.may_raise(hands), hands[BETS] > 0
    betting = np.select(
        [words == FOLD, words == CHECK, words == CALL, words == BET, words == RAISE],
        [np.ones_like(bets), price == 0, price > 0, raises & ~bets, raises & bets],
        default=False,
    )
    drawing = (hands[PHASE] & 1) == 1
    return np.asarray((hands[PHASE] != OVER) & np.where(drawing, words >= PAT, betting))


def _words(hands: Ints, sizes: Numbers) -> Numbers:
    """Return by hand the words of the options of the players who act, -1 for one that is impossible."""
    calls = np.where(many_hands.price(hands) > 0, CALL, CHECK)
    raises = np.where(hands[BETS] > 0, RAISE, BET)
    betting = np.stack([np.full_like(calls, FOLD), calls, raises, np.full_like(calls, NO_REASON)])
    drawing = (hands[PHASE] & 1) == 1
    words = np.where(drawing, PAT + np.arange(SLOTS)[:, None], betting)
    return np.where(many_hands.may(hands, sizes), words, -1).T


def _chips(hands: Ints) -> Floats:
    """Return by hand what each option pays, in big bets; of draws nothing."""
    actor, every = hands[ACTOR], np.arange(hands.shape[1])
    raised = hands[FULL] + np.where(hands[PHASE] < 4, 2, 4) - hands[STREET + actor, every]
    raised = np.minimum(raised, hands[STACK + actor, every])
    none = np.zeros_like(raised)
    paid = np.stack([none, many_hands.price(hands), raised, none]) * ((hands[PHASE] & 1) == 0)
    return np.asarray(paid.T * _BIG_BETS)
