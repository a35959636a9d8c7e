"""The rows of `decisions` and `draws`: what a player knew before each, as `facts.decision_rows` has it.

The decisions of a round lie together, so what happened before a row in its round is a running sum, or the index of the last row
of some kind.

Shapes: T steps, of which D are betting actions, in the order of the texts; a round is a stretch of them. E draws,
in the same order.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from badugi_hh.bulk.arrays import NO_VALUE, Array, count_cards, find_first, find_last, names_of, values
from badugi_hh.bulk.hand_cards import DEALT, Cards
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.play_steps import PlayedSteps
from badugi_hh.bulk.row_values import ACTS, FORCED, NOT_FORCED, SOURCES, PlayerArrays, choose, numbers
from badugi_hh.engine.cards import DECK
from badugi_hh.engine.many_hands import BIT, COUNT, LAST, NOBODY, NOTHING, ROUNDS, S

_NONE_DREW = 99
_THREE_CARDS = (716, 1001)  # the values of hands that count three cards
_RANK_OR_SUIT = np.array(
    [sum(1 << card for card in DECK if card >> 2 == own >> 2 or card & 3 == own & 3) for own in DECK],
    np.uint64,
)
"""The cards with the rank or the suit of each card, as a set of bits."""


@dataclass(slots=True)
class BettingArrays:
    """What the rows of draws and seats need of the betting.

    `opener` [H] is the place of the first to raise before the first draw, -1 for nobody; `faced` [4, S, H] the most full bets
    that a player faced in each round, -1 for none. `acted`, and the numbers of `decisions`, `voluntary` ones and `raises`
    before the first draw that were not forced, are [S, H].
    """

    opener: Array
    faced: Array
    acted: Array
    decisions: Array
    voluntary: Array
    raises: Array


class _Stretches:
    """Rows that lie together where their keys are equal: `rows` are their numbers, `start` is the first row of each one's stretch."""

    def __init__(self, key: Array) -> None:
        self.rows = np.arange(len(key))
        begins = np.flatnonzero(np.diff(key, prepend=-1) != 0)
        self.start = np.repeat(begins, np.diff(begins, append=len(key)))

    def count_before(self, happens: Array) -> Array:
        """Return how many rows of the stretch before each row satisfy a condition."""
        before = np.cumsum(happens) - happens
        found: Array = before - before[self.start]
        return found

    def last_before(self, happens: Array) -> Array:
        """Return the last row of the stretch before each row that satisfies a condition, -1 for none."""
        last = np.maximum.accumulate(np.where(happens, self.rows, NOTHING))
        last = np.concatenate([[NOTHING], last[:-1]]) if len(last) else last
        return np.where(last >= self.start, last, NOTHING)


def make_decisions(
    played: PlayedSteps, cards: Cards, players: PlayerArrays, forced: Array
) -> tuple[pl.DataFrame, BettingArrays]:
    """Return the rows of all hands; `forced` is of each step."""
    steps, hands = played.steps, len(played.live)
    picked = np.flatnonzero(steps.kind <= LineKind.RAISES)
    forced = forced[picked]
    hand, place, kind, number = (getattr(steps, name)[picked] for name in ("hand", "place", "kind", "round"))
    number, place = number.astype(np.int64), np.minimum(place, S - 1).astype(np.int64)
    bets, price, live, able = (getattr(steps, name)[picked] for name in ("bets", "price", "live", "able"))
    bit = BIT[place]
    call, up = kind == LineKind.CALLS, (kind == LineKind.BETS) | (kind == LineKind.RAISES)
    rounds = _Stretches(hand * ROUNDS + number)
    raises = rounds.count_before(up)
    last_up = rounds.last_before(up)
    calls = rounds.count_before(call)
    place_of = np.append(place, NOTHING)  # of a row, NOTHING for row -1
    aggressor = place_of[last_up]
    limps = call & (raises == 0)
    limpers = rounds.count_before(limps)
    # --- the rounds before: what is of a round lies at the next one
    shape = ROUNDS + 1, hands
    bettors = place_of[find_last(shape, (number[up] + 1, hand[up]), rounds.rows[up])]
    before = bettors[number, hand]
    cbets = (kind == LineKind.BETS) & (place == before)
    cbettors = place_of[find_last(shape, (number[cbets] + 1, hand[cbets]), rounds.rows[cbets])]
    previous_bets = np.zeros(shape, np.int64)
    np.add.at(previous_bets, (number[up] + 1, hand[up]), 1)
    for round_ in range(1, ROUNDS):
        bettors[round_] = np.where(bettors[round_] < 0, bettors[round_ - 1], bettors[round_])
    last = bettors[number, hand]
    its_row = rounds.last_before(place == before)
    has_acted = (its_row >= 0) & (its_row >= np.maximum(last_up, rounds.start))
    # --- the player's own earlier actions of the round
    group = (hand * ROUNDS + number) * S + place
    order = np.argsort(group, kind="stable")
    own = _Stretches(group[order])
    own_count, own_last, own_free, limped = (np.empty(len(group), np.int64) for _ in range(4))
    own_count[order] = own.rows - own.start
    own_row = own.last_before(np.ones(len(group), bool))
    own_last[order] = np.append(kind[order], NOTHING)[own_row]
    own_free[order] = own.count_before(kind[order] != LineKind.CHECKS)
    limped[order] = own.count_before((limps & (number == 0))[order])
    # --- the first raise
    opens = np.flatnonzero(up & (number == 0))
    opens_at = find_first(hands, hand[opens], opens, len(hand))
    opener = place_of[opens_at]
    known_opener = np.where(opens_at[hand] < rounds.rows, opener[hand], NOTHING)
    pays = price > 0
    faced = find_last((ROUNDS, S, hands), (number[pays], place[pays], hand[pays]), bets[pays])
    # --- draws
    own_draw = played.drawn[number, place, hand]
    drew = played.drawn[number, :, hand]
    others = ((live & ~bit)[:, None] & BIT[:S]) != 0
    best = np.where(others & (drew >= 0), drew, _NONE_DREW).min(axis=1)
    bettor_draw = np.where(aggressor >= 0, played.drawn[number, np.maximum(aggressor, 0), hand], NOTHING)
    # --- the last to act: before the first draw that is who is next before the player after the big blind
    start = played.table.big_blind[hand]
    low = able & ((BIT[np.minimum(start, S - 1)] << 1) - 1)
    last_place = np.where((number == 0) & (low != 0), LAST[low], LAST[able])
    small, big = played.table.small_blind[hand], played.table.big_blind[hand]
    frame = pl.DataFrame(
        {
            **players.columns(hand, place, steps.line[picked]),
            "hero": cards.hero[hand] == place,
            "round": numbers(number, pl.Int8),
            "position": players.position(place, hand),
            "price": price,
            "pot": steps.pot[picked],
            "pot_to_win": steps.to_win[picked],
            "live": numbers(COUNT[live], pl.Int8),
            "opponents_able": numbers(COUNT[able] - 1, pl.Int8),
            "extra_blind": (played.table.extra[hand] & bit) != 0,
            "behind": numbers(steps.behind[picked], pl.Int8),
            "level_full": numbers(bets, pl.Int16),
            "level_any": numbers(raises + (number == 0), pl.Int16),
            "callers": numbers(np.where(last_up >= 0, calls - calls[last_up], calls), pl.Int16),
            "limpers": numbers(np.where(number == 0, limpers, 0), pl.Int16),
            "own_actions": numbers(own_count, pl.Int16),
            "own_last": choose(ACTS, own_last),
            "own_voluntary": numbers(own_free, pl.Int16),
            "limped": limped > 0,
            "folded_to": (number == 0) & (rounds.count_before(kind != LineKind.FOLDS) == 0),
            "blinds_only": (small < NOBODY) & (live == (BIT[small] | BIT[big])),
            "opener": players.position(np.where(known_opener >= 0, known_opener, NOBODY), hand),
            "opened": known_opener == place,
            "aggressor": last == place,
            "previous_aggressor": before == place,
            "aggressor_behind": (before >= 0) & (before != place) & ((BIT[before] & able) != 0) & ~has_acted,
            "previous_cbet": cbettors[number, hand] == place,
            "previous_bets": numbers(
                np.where(number == 0, NOTHING, previous_bets[number, hand]), pl.Int16, none=NOTHING
            ),
            "last_to_act": last_place == place,
            "can_raise": steps.can_raise[picked] != 0,
            "own_draw": numbers(own_draw, pl.Int8, none=NOTHING),
            "best_opponent_draw": numbers(np.where(number > 0, best, _NONE_DREW), pl.Int8, none=_NONE_DREW),
            "bettor_draw": numbers(bettor_draw, pl.Int8, none=NOTHING),
            "value": numbers(cards.value[number, place, hand], pl.Int16, none=NOTHING),
            "knowledge": choose(SOURCES, cards.source[number, place, hand]),
            "forced": choose(FORCED, forced),
            "action": choose(ACTS, kind),
            "amount": steps.amount[picked],
            "all_in": players.batch.forms.all_in[players.batch.form[steps.line[picked]]],
        }
    )
    free = (number == 0) & (forced == NOT_FORCED)
    acted = np.zeros((S, hands), bool)
    acted[place, hand] = True
    return frame, BettingArrays(
        opener,
        faced,
        acted,
        *(_count(place, hand, hands, free & which) for which in (True, call | up, up)),
    )


def _count(place: Array, hand: Array, hands: int, which: Array) -> Array:
    """Return the number of rows of each player that satisfy a condition, [S, H]."""
    return np.bincount(place[which] * hands + hand[which], minlength=S * hands).reshape(S, hands)


def make_draws(
    played: PlayedSteps, cards: Cards, players: PlayerArrays, betting: BettingArrays, forced: Array
) -> pl.DataFrame:
    """Return the rows of all hands; `forced` is of each step."""
    steps = played.steps
    picked = np.flatnonzero((steps.kind == LineKind.DISCARDS) | (steps.kind == LineKind.STANDS_PAT))
    hand, live, able = steps.hand[picked], steps.live[picked], steps.able[picked]
    place = np.minimum(steps.place[picked], S - 1).astype(np.int64)
    draw = np.minimum(steps.round[picked].astype(np.int64) + 1, 3)
    bit = BIT[place]
    count = played.drawn[draw, place, hand]
    others = ((live & ~bit)[:, None] & BIT[:S]) != 0
    earlier = others & (np.arange(S) < place[:, None])  # players draw in the order of their places
    seen = np.where(earlier, played.drawn[draw, :, hand], _NONE_DREW)
    seen_before = np.where(others, played.drawn[draw - 1, :, hand], _NONE_DREW)
    stages = np.arange(4)[:, None, None]
    last_drew = np.where(played.drawn > 0, stages, 0).max(axis=0)
    pats = np.cumsum(played.drawn == 0, axis=0)[draw - 1, place, hand]
    before, source = cards.known[draw - 1, place, hand], cards.source[draw - 1, place, hand]
    after = cards.known[draw, place, hand]
    own, pat, known = cards.hero[hand] == place, count == 0, source >= 0
    kept = np.where(own[:, None], cards.kept[draw, hand], np.where((pat & known)[:, None], before, -1))
    thrown = np.where(own[:, None], cards.thrown[draw, hand], -1)
    value_kept = values(kept)
    held = cards.held[draw, hand]
    openly = own & (source == DEALT)
    again = steps.kind == LineKind.RESHUFFLED
    reshuffled = find_first(len(played.live), steps.hand[again], steps.round[again] + 1, ROUNDS)
    counts = (
        openly
        & (count == 1)
        & (draw < reshuffled[hand])
        & (value_kept >= _THREE_CARDS[0])
        & (value_kept <= _THREE_CARDS[1])
    )
    able_self = (able & bit) != 0
    return pl.DataFrame(
        {
            **players.columns(hand, place, steps.line[picked]),
            "hero": own,
            "draw": numbers(draw, pl.Int8),
            "position": players.position(place, hand),
            "opener": players.position(
                np.where(betting.opener[hand] >= 0, betting.opener[hand], NOBODY), hand
            ),
            "pot": steps.pot[picked],
            "put_in": steps.put_in[picked],
            "live": numbers(COUNT[live], pl.Int8),
            "all_in": ~able_self,
            "opponents_able": numbers(COUNT[able] - able_self, pl.Int8),
            "can_bet": able_self & (COUNT[able] > 1),
            "drawn": count,
            "previous_drawn": numbers(played.drawn[draw - 1, place, hand], pl.Int8, none=NOTHING),
            "pats_before": numbers(pats, pl.Int8),
            "level_faced": numbers(betting.faced[draw - 1, place, hand], pl.Int16, none=NOTHING),
            "fewest_seen": numbers(seen.min(axis=1), pl.Int8, none=_NONE_DREW),
            "fewest_before": _fewest(seen_before),
            "last_cards": last_drew[place, hand] <= draw,
            "hand_before": names_of(before),
            "kept": _names(kept, known),
            "thrown": _names(thrown, known),
            "hand_after": names_of(after),
            "value_before": numbers(cards.value[draw - 1, place, hand], pl.Int16, none=NOTHING),
            "value_kept": numbers(np.where(known, value_kept, NO_VALUE), pl.Int16, none=NO_VALUE),
            "value_after": numbers(cards.value[draw, place, hand], pl.Int16, none=NOTHING),
            "outs": numbers(np.where(counts, _count_outs(kept, held), NOTHING), pl.Int8, none=NOTHING),
            "unseen": numbers(
                np.where(openly, len(DECK) - np.bitwise_count(held).astype(int), NOTHING),
                pl.Int8,
                none=NOTHING,
            ),
            "knowledge": choose(SOURCES, source),
            "forced": choose(FORCED, forced[picked]),
        }
    )


def _fewest(drew: Array) -> pl.Series:
    """Return the fewest cards that one of several drew, -1 for one who did not draw; NULL where nobody did."""
    fewest = np.where(drew < 0, _NONE_DREW, drew).min(axis=1)
    return numbers(fewest, pl.Int8, none=_NONE_DREW)


def _names(cards: Array, known: Array) -> pl.Series:
    """Return cards as text, empty for none of a known hand, NULL where the hand is unknown."""
    texts = names_of(cards)
    return texts.set(pl.Series(known & (count_cards(cards) == 0)), "").set(pl.Series(~known), None)


def _count_outs(kept: Array, held: Array) -> Array:
    """Return how many cards of another rank and suit than all kept ones were not held before, for each row."""
    no_outs = np.bitwise_or.reduce(np.where(kept >= 0, _RANK_OR_SUIT[kept], np.uint64(0)), axis=1)
    outs: Array = len(DECK) - np.bitwise_count(no_outs | held).astype(int)
    return outs
