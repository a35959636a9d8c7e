"""Follows played hands through the game of a blueprint, all side by side, and finds the spot of each decision."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from badugi_hh.engine.many_hands import BETTING, BIT, DRAWING, FIXED, Array, HandStates, Options
from badugi_hh.ring.hand_row import DEEP, MOST_DRAWN, SEATS, may_draw
from badugi_hh.ring.line_ranges import SIZES
from badugi_hh.ring.many_spots import PLACES, phases, spots
from badugi_hh.ring.pots_of_two import NONE, lines_of
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
    Flags,
    Floats,
    Numbers,
    Played,
)

_BIG_BETS = 0.25
"""Half a small bet in big bets."""
_MOST_DEAD = 4
"""More dead money, in half small bets, is another game."""
_MAY_DRAW = np.array([[may_draw(number, size) for size in range(5)] for number in range(SLOTS)])
"""By number of cards drawn and of those that count, whether a player may want the draw."""


class Begun(NamedTuple):
    """The pots of two players that begin with the first draw, in ascending order of their hands.

    There are the `hands`, how many steps each has before the draw, the number of its `line`, the half small bets in the pot, with all
    dead money, and whether a player is `short` of paying every bet.
    """

    hands: Numbers
    before: Numbers
    line: Numbers
    money: Floats
    short: Flags


@dataclass(frozen=True, slots=True)
class Spots:
    """Where decisions are; a value for each row of `rows`.

    `words` has by option its word, -1 for one that is impossible, and `chips` what it pays in big bets; `most` is what an option can lose
    against another at most, and `left` the smallest stack in the hand, in half small bets. `odd` is how far the money in the pot is from that of the hand, in big bets. `reason` is -1, or why nothing
    is claimed. `pots` are those of two players in all hands.
    """

    rows: Numbers
    reason: Numbers
    phase: Numbers
    spot: Numbers
    words: Numbers
    chips: Floats
    most: Floats
    left: Numbers
    odd: Floats
    pots: Begun


def follow_hands(played: Played, hands: Numbers, wanted: Flags) -> Spots:
    """Return where the `wanted` steps of hands are that may be of the game; these are given by ascending places.

    Antes, dead blinds and an odd small blind that folds change the pot: after the first draw the game has about the same pot. Before
    it they change what good play is, and so do live posts of other players. The steps from the first impossible one on are left out.
    """
    now = _begun(played, hands)
    odd, dead = _other_money(played, hands, now.pot)
    now.pot += np.clip(np.rint(dead), -DEEP, DEEP).astype(np.int16)
    words, places, values = (played.steps[name] for name in ("word", "place", "value"))
    going = np.ones(len(hands), np.bool_)
    found: list[tuple[Numbers, Numbers, HandStates]] = []
    line, before, money = np.full(len(hands), NONE), *np.zeros((2, len(hands)), np.int64)
    short = np.zeros(len(hands), np.bool_)
    for k, rows in enumerate(played.along(hands)):
        many, word = len(rows), words[rows]
        draws = word >= PAT
        going = going[:many] & (now.actor[:many] == places[rows])
        going &= now.phase[:many] == np.where(draws, DRAWING, BETTING)
        of = np.flatnonzero(going & ~draws)
        options, done = now.options(of, now.actor[of]), word[of]
        going[of] = _is_possible(options, now.level[of] > 0, done)
        starts = np.flatnonzero(going & draws & (now.round[:many] == 0) & (now.done[:many] == 0))
        line[starts], short[starts] = lines_of(now, starts)
        before[starts], money[starts] = k, now.pot[starts]
        asked = np.flatnonzero(going & wanted[rows])
        found.append((rows[asked], asked, now.at(asked)))
        raises = done >= BET
        paid = np.select([done == CALL, raises], [options.price, options.low - options.street], 0)
        now.act(options, done == FOLD, raises, paid)
        of = np.flatnonzero(going & draws)
        # Four cards, which sites discard for players who are away, are taken as three.
        now.draw(of, now.actor[of], np.minimum(word[of] - PAT, MOST_DRAWN))
    rows, of = (np.concatenate([each[part] for each in found]) for part in (0, 1))
    at = HandStates.joined([each for _, _, each in found])
    phase = phases(at)
    late = (phase > 0).astype(np.intp)
    other = played.hands["extra"][hands] | (abs(odd) * _BIG_BETS >= HIGHEST_ERROR), abs(dead) > _MOST_DEAD
    reasons = np.where(other, CODES[OTHER_BLINDS], NO_REASON)
    off = np.stack([abs(odd), abs(dead - np.rint(dead))]) * _BIG_BETS
    options = at.options(np.arange(len(rows)), at.actor)
    betting = at.phase == BETTING
    two = np.flatnonzero(line != NONE)
    return Spots(
        rows,
        reasons[late, of],
        phase,
        spots(at),
        np.where(betting[:, None], _bets(options, at.level > 0), _draws(SIZES[values[rows] - 1])),
        np.where(betting[:, None], _chips(options), 0.0),
        _most(at, options),
        np.where(at.live & BIT[: len(at.stack), None], at.stack, DEEP).min(axis=0),
        off[late, of],
        Begun(hands[two], before[two], line[two], money[two] + (dead - np.rint(dead))[two], short[two]),
    )


def _begun(played: Played, hands: Numbers) -> HandStates:
    """Return hands that have just begun, with their stacks and posts in half small bets."""
    columns = np.full(len(played.hands["players"]), -1)
    columns[hands] = np.arange(len(hands))
    at = columns[played.seats["col"]]
    of, at = np.flatnonzero(at >= 0), at[at >= 0]
    place, stack, extra = (played.seats[name][of] for name in ("place", "stack", "extra"))
    shape = SEATS, len(hands)
    begun, posted = np.zeros(shape, np.int16), np.zeros(shape, np.int16)
    begun[place, at] = np.clip(-(-2 * stack // played.hands["small_bet"][hands][at]), 1, DEEP)
    posted[0], posted[1], posted[place[extra], at[extra]] = 1, 2, 2
    posted = np.minimum(posted, begun)
    fixed, small, large = (np.full(len(hands), value, np.int16) for value in (FIXED, 2, 4))
    players = np.where(begun > 0, BIT[PLACES], 0).sum(axis=0)
    last_blind = np.ones(len(hands), np.int8)
    pot = posted.sum(axis=0, dtype=np.int16)
    return HandStates.after_posts(
        (fixed, small, small, large), players, (begun, begun - posted, posted), pot, last_blind
    )


def _other_money(played: Played, hands: Numbers, pot: Array) -> tuple[Floats, Floats]:
    """Return how much more is posted than in the game, and how much of it is dead, in half small bets.

    An odd small blind is dead only if it folds; how odd it is shows in what it has to call, but for a short stack.
    """
    small, posted, stack, price, folds = (
        played.hands[name][hands]
        for name in ("small_bet", "posted", "small_stack", "small_price", "small_folds")
    )
    odd = 2 * posted / small - pot
    hidden = (price < 0) | (stack <= price + small)
    of_blind = np.where(hidden, 0.0, 2 * (small - price % small) / small - 1)
    return odd, np.where((odd == 0) | folds, odd, odd - of_blind)


def _is_possible(options: Options, bets: Flags, words: Numbers) -> Flags:
    """Return which words are actions that players may take; a fold without a bet is one, as sites fold for players."""
    price, raises = options.price, options.can_raise
    allowed = [words == FOLD, words == CHECK, words == CALL, words == BET]
    return np.select(allowed, [True, price == 0, price > 0, raises & ~bets], raises & bets)


def _bets(options: Options, bets: Flags) -> Numbers:
    """Return by decision the words of the options of a betting round, -1 for one that is impossible."""
    fold = np.where(options.price > 0, FOLD, NO_REASON)
    raises = np.where(options.can_raise, np.where(bets, RAISE, BET), NO_REASON)
    none = np.full_like(fold, NO_REASON)
    return np.stack([fold, np.where(options.price > 0, CALL, CHECK), raises, none], axis=1)


def _draws(sizes: Numbers) -> Numbers:
    """Return by draw the words of the options, -1 for one that nobody wants with a hand of which so many cards count."""
    return np.where(_MAY_DRAW[:, sizes], PAT + np.arange(SLOTS)[:, None], NO_REASON).T


def _chips(options: Options) -> Floats:
    """Return by decision what each option of a betting round pays, in big bets."""
    none = np.zeros_like(options.price)
    paid = np.stack([none, options.price, options.low - options.street, none], axis=1)
    return np.asarray(paid * _BIG_BETS)


def _most(at: HandStates, options: Options) -> Floats:
    """Return by decision what pot and stacks allow an option to lose against another, in big bets.

    That is to win the pot and all that the others can still pay, or to lose all that the player can still pay.
    """
    others = (at.live & ~BIT[options.place] & BIT[: len(at.stack), None]) > 0
    mine, theirs = options.street + options.stack, np.where(others, at.street + at.stack, 0)
    won = np.where(others, np.maximum(np.minimum(theirs, mine) - at.street, 0), 0).sum(axis=0)
    lost = np.minimum(theirs.max(axis=0), mine) - options.street
    return np.asarray((at.pot + won + lost) * _BIG_BETS)
