"""The cards that a text states: those dealt and drawn in the player's own file, those shown, and the value of each hand.

A card that could not be where a line has it leaves the hand unproved: of an own hand that changes otherwise than its draws
say, or of two players.

Shapes: as in `play_steps`; cards are [..., 4], -1 for none.
"""

from dataclasses import dataclass

import numpy as np

from badugi_hh.bulk.arrays import NO_VALUE, Array, bits_of, count_cards, find_first, values
from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.bulk.play_steps import PlayedSteps
from badugi_hh.engine.many_hands import BIT, NOBODY, ROUNDS, S

DEALT, SHOWN, BACK = range(3)
"""How cards are known: dealt openly, shown, or shown later by a player who has stood pat since."""

_ONE = np.uint64(1)
_PLACES = np.arange(4)[None, :]


@dataclass(slots=True)
class Cards:
    """The known cards of all players.

    `hero` [H] is the place of the player whose cards are dealt openly. `known` [4, S, H, 4] has the cards after each number of
    draws, `source` [4, S, H] how they are known, -1 where they are not, and `value` [4, S, H] their value, -1 for none.
    `shown` [S, H] says who showed four cards, `by_line` [S, H] who did so in a line of their own. Of the hero's draws 1 to 3:
    `kept` and `thrown` [4, H, 4], and `held` [4, H], the set of all cards held before.
    """

    hero: Array
    known: Array
    source: Array
    value: Array
    shown: Array
    by_line: Array
    kept: Array
    thrown: Array
    held: Array


def find_cards(batch: BatchLines, played: PlayedSteps) -> Cards:
    """Return the known cards of all hands, and note what cannot be."""
    hands = batch.hands
    hero, own = _deal(batch, played)
    drawing = _Drawing(batch, played, hero, own)
    final, shown, by_line = _show(batch, played, hero, drawing)
    known = np.full((ROUNDS, S, hands, 4), -1, np.int8)
    source = np.full((ROUNDS, S, hands), -1, np.int8)
    counts = (played.drawn[1:] >= 0).sum(axis=0)
    pat = shown.copy()  # has stood pat since this stage
    for stage in range(ROUNDS - 1, -1, -1):
        here = shown & (counts >= stage) & pat
        known[stage][here] = final[here]
        source[stage][here] = np.where(counts[here] == stage, SHOWN, BACK)
        if stage:
            pat &= (counts < stage) | (played.drawn[stage] == 0)
    for stage in range(ROUNDS):
        h = np.flatnonzero((hero < NOBODY) & (drawing.hands[stage, :, 0] >= 0))
        known[stage, hero[h], h] = drawing.hands[stage, h]
        source[stage, hero[h], h] = DEALT
    value = np.full((ROUNDS, S, hands), -1, np.int16)
    have = source >= 0
    value[have] = values(known[have])
    return Cards(hero, known, source, value, shown, by_line, drawing.kept, drawing.thrown, drawing.held)


def _deal(batch: BatchLines, played: PlayedSteps) -> tuple[Array, Array]:
    """Return the hero's place and dealt cards [H, 4]."""
    lines = batch.of(LineKind.DEALT)
    hand = batch.lines.hand[lines]
    first = find_first(batch.hands, played.steps.hand, played.steps.line, len(batch.kind))
    batch.unproved.add(hand[lines > first[hand]])
    batch.unproved.add(np.bincount(hand, minlength=batch.hands) > 1)
    hero = np.full(batch.hands, NOBODY, np.int8)
    hero[hand] = played.table.place_of[batch.lines.seat[lines], hand]
    batch.unproved.add(hand[hero[hand] == NOBODY])
    cards = np.full((batch.hands, 4), -1, np.int8)
    cards[hand] = batch.forms.cards[batch.form[lines]]
    batch.unproved.add(np.bitwise_count(bits_of(cards)) != count_cards(cards))
    return hero, cards


class _Drawing:
    """The hero's hand draw by draw: `hands`, `kept` and `thrown` [4, H, 4], `held` [4, H] before each draw, `seen` [H]."""

    def __init__(self, batch: BatchLines, played: PlayedSteps, hero: Array, dealt: Array) -> None:
        self.batch = batch
        shape = (ROUNDS, batch.hands, 4)
        self.hands, self.kept, self.thrown = (np.full(shape, -1, np.int8) for _ in range(3))
        self.held = np.zeros((ROUNDS, batch.hands), np.uint64)
        self.hands[0], self.last = dealt, dealt.copy()
        self.seen = bits_of(dealt)
        unproved, steps = batch.unproved, played.steps
        draws = np.flatnonzero((steps.kind == LineKind.DISCARDS) | (steps.kind == LineKind.STANDS_PAT))
        line, hand = steps.line[draws], steps.hand[draws]
        named = batch.forms.cards[batch.form[line], 0] >= 0
        own = steps.place[draws] == hero[hand]
        pat = steps.kind[draws] == LineKind.STANDS_PAT
        unproved.add(hand[(named & ~own) | (own & ~named & ~pat)])
        after = np.minimum(line + 1, len(batch.kind) - 1)
        drew = own & ~pat & (batch.kind[after] == LineKind.DEALT_DRAWN)
        drew &= batch.lines.seat[after] == batch.lines.seat[line]
        unproved.add(hand[own & ~pat & ~drew])
        alone = batch.kind == LineKind.DEALT_DRAWN
        alone[after[drew]] = False
        unproved.add(batch.lines.hand[alone])
        for draw in range(1, ROUNDS):
            of = np.flatnonzero(own & (steps.round[draws] == draw - 1))
            once = np.zeros(batch.hands, np.int64)
            np.add.at(once, hand[of], 1)
            unproved.add(once > 1)
            of = of[once[hand[of]] == 1]
            self._draw(draw, hand[of], line[of], pat[of])

    def _draw(self, draw: int, h: Array, line: Array, pat: Array) -> None:
        """Apply the draws of the hero in the hands `h`."""
        forms, form, unproved = self.batch.forms, self.batch.form, self.batch.unproved
        before, stated = self.last[h], forms.cards[form[line]]
        held, out = bits_of(before), bits_of(stated)
        self.held[draw] = self.seen
        unproved.add(h[pat & (out != 0) & (out != held)])
        out = np.where(pat, np.uint64(0), out)
        count = np.where(pat, 0, forms.count[form[line]])
        unproved.add(h[~pat & (((out & ~held) != 0) | (np.bitwise_count(out) != count))])
        is_out = (out[:, None] >> np.maximum(before, 0).astype(np.uint64)) & _ONE
        arranged = np.take_along_axis(before, np.argsort(is_out, axis=1, kind="stable"), axis=1)
        keeps = (4 - count)[:, None] > _PLACES
        below = forms.cards[form[np.minimum(line + 1, len(form) - 1)]]
        again = np.where(keeps, below, -1)  # the cards kept, which the line can name in another order
        same = bits_of(again) == bits_of(np.where(keeps, arranged, -1))
        drew = forms.count[form[np.minimum(line + 1, len(form) - 1)]]
        unproved.add(h[~pat & ((drew != count) | ~same)])
        after = np.where(keeps, arranged, below)
        new = np.where(keeps, -1, after)
        drawn = bits_of(new)
        unproved.add(h[((drawn & self.seen[h]) != 0) | (np.bitwise_count(drawn) != count_cards(new))])
        self.kept[draw, h] = np.where(keeps, arranged, -1)
        self.thrown[draw, h] = np.where(pat[:, None], -1, stated)
        self.hands[draw, h] = self.last[h] = after
        self.seen[h] |= drawn


def _show(
    batch: BatchLines, played: PlayedSteps, hero: Array, drawing: _Drawing
) -> tuple[Array, Array, Array]:
    """Return the cards that each player showed at the end [S, H, 4], who showed them, and who did so in an own line."""
    hands, unproved = batch.hands, batch.unproved
    final = np.full((S, hands, 4), -1, np.int8)
    by_line = np.zeros((S, hands), bool)
    own = bits_of(drawing.last)
    for kinds in ((LineKind.SHOWS,), (LineKind.SEAT_WON, LineKind.SEAT_LOST, LineKind.SEAT_MUCKED)):
        lines = batch.of(*kinds)
        cards = batch.forms.cards[batch.form[lines]]
        lines, cards = lines[cards[:, 0] >= 0], cards[cards[:, 0] >= 0]
        h = batch.lines.hand[lines]
        place = np.minimum(played.table.place_of[batch.lines.seat[lines], h], S - 1).astype(np.int64)
        new, old = bits_of(cards), bits_of(final[place, h])
        wrong = (
            (np.bitwise_count(new) != 4)
            | ((old != 0) & (old != new))
            | ((place == hero[h]) & (new != own[h]))
        )
        unproved.add(h[wrong | ((played.live[h] & BIT[place]) == 0)])
        final[place, h] = cards
        if kinds[0] == LineKind.SHOWS:
            by_line[place, h] = True
    # No card is with two players, nor one that the hero has had.
    seen, twice = drawing.seen.copy(), np.zeros(hands, bool)
    sets = bits_of(final)
    for n in range(S):
        others = np.where(hero == n, np.uint64(0), sets[n])
        twice |= (others & seen) != 0
        seen |= others
    unproved.add(twice)
    return final, sets != 0, by_line


def final_values(cards: Cards, played: PlayedSteps) -> Array:
    """Return the value of each player's last hand [S, H], `NO_VALUE` where it is unknown."""
    counts = (played.drawn[1:] >= 0).sum(axis=0)
    value = np.take_along_axis(cards.value, counts[None], axis=0)[0]
    found: Array = np.where(value > 0, value, NO_VALUE)
    return found
