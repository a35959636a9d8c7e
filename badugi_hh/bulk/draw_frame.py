"""The rows of `draws`: the cards discarded and drawn, and what the player had seen, as `badugi_hh.facts.draw_rows` has it.

Shapes: as in `play_steps`; E rows, one for each draw, in the order of the texts.
"""

import numpy as np
import polars as pl

from badugi_hh.bulk.card_arrays import NO_VALUE, count_cards, names_of, values
from badugi_hh.bulk.decision_frame import BettingArrays
from badugi_hh.bulk.forced_steps import FORCED
from badugi_hh.bulk.hand_cards import DEALT, Cards
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.play_steps import PlayedSteps
from badugi_hh.bulk.row_values import PlayerArrays, choose, numbers
from badugi_hh.bulk.unproved import Array, find_first
from badugi_hh.engine.cards import DECK
from badugi_hh.engine.many_hands import BIT, COUNT, NOBODY, NOTHING, ROUNDS, S

_NONE_DREW = 99
_THREE_CARDS = (716, 1001)  # the values of hands that count three cards
_ONE = np.uint64(1)


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
            "knowledge": players.source(source),
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
    deck = np.arange(len(DECK), dtype=np.uint64)
    free = np.ones((len(kept), len(DECK)), bool)
    for n in range(4):
        card = kept[:, n, None].astype(np.int64)
        free &= (card < 0) | (
            (card >> 2 != (deck >> np.uint64(2)).astype(int))
            & (card & 3 != (deck & np.uint64(3)).astype(int))
        )
    free &= (held[:, None] >> deck & _ONE) == 0
    outs: Array = free.sum(axis=1)
    return outs
