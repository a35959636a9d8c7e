"""The players of each hand around the table, who is dealt in, and what they post.

Shapes: H hands; S = 10 places at the table, in order from the left of the button, of the players who are dealt in. Arrays
by place are [S, H]; a set of places is a number with a bit for each.
"""

from dataclasses import dataclass

import numpy as np

from badugi_hh.bulk.arrays import Array, find_first
from badugi_hh.bulk.batch import BatchLines
from badugi_hh.bulk.forms import BIG, BOTH, SMALL, read_amounts
from badugi_hh.bulk.line_kinds import LineKind
from badugi_hh.engine.many_hands import BIT, FIXED, NOBODY, S

MOST_CHIPS = 500_000_000
"""The largest stack that is read here: products of amounts of a hand then fit into 64 bits."""


@dataclass(slots=True)
class SetTables:
    """The tables after the posts.

    `place_of` [11, H] has the place of each seat number, and `number_of` [S + 1, H] the other way, 0 for none; `players` [H]
    is how many are dealt in. `stack`, `put_in`, `street` (put in in this round) and `dead` are [S, H]. `small_blind` and
    `big_blind` [H] are places, `extra` [H] the set of those who posted a further big blind. By seat line [N]: `stack_of`,
    `dealt`.
    """

    place_of: Array
    number_of: Array
    players: Array
    stack: Array
    put_in: Array
    street: Array
    dead: Array
    small_blind: Array
    big_blind: Array
    extra: Array
    stack_of: Array
    dealt: Array


def set_tables(batch: BatchLines) -> SetTables:
    """Seat the players and make their posts."""
    seats, hands, unproved = batch.seats, batch.hands, batch.unproved
    columns = np.arange(hands)
    stack_of, sign = read_amounts(seats.stack)
    chips = batch.headers.tournament | (batch.headers.sign == 0)
    unproved.add(seats.hand[sign != np.where(chips, 0, batch.headers.sign)[seats.hand]])
    unproved.add(seats.hand[stack_of > MOST_CHIPS])
    unproved.add(seats.hand[seats.number > batch.headers.max_seats[seats.hand]])
    dealt = ~seats.out_of_hand & ~(seats.sitting_out & ~batch.headers.tournament[seats.hand] & ~_plays(batch))
    there = np.zeros((S + 1, hands), bool)
    there[seats.number[dealt], seats.hand[dealt]] = True
    stacks = np.zeros((S + 1, hands), np.int64)
    stacks[seats.number, seats.hand] = stack_of
    around = (batch.headers.button[None, :] + np.arange(S)[:, None]) % 10 + 1
    taken = there[around, columns]
    place = np.where(taken, np.cumsum(taken, axis=0) - 1, NOBODY)
    players = taken.sum(axis=0)
    unproved.add(players < 2)
    place_of = np.full((S + 1, hands), NOBODY, np.int8)
    place_of[around, columns] = place
    number_of = np.zeros((S + 1, hands), np.int8)
    number_of[place, columns] = around
    number_of[NOBODY] = 0
    stack = np.where(np.arange(S)[:, None] < players, stacks[number_of[:S], columns], 0)
    unproved.add(((stack <= 0) & (np.arange(S)[:, None] < players)).any(axis=0))
    table = SetTables(
        place_of,
        number_of,
        players,
        stack,
        np.zeros((S, hands), np.int64),
        np.zeros((S, hands), np.int64),
        np.zeros((S, hands), np.int64),
        np.full(hands, NOBODY, np.int8),
        np.full(hands, NOBODY, np.int8),
        np.zeros(hands, np.int32),
        stack_of,
        dealt,
    )
    _post(batch, table)
    return table


def _plays(batch: BatchLines) -> Array:
    """Return for each seat line whether another line shows that its player posts, plays or appears in the summary."""
    acts = np.zeros((S + 1, batch.hands), bool)
    lines = np.flatnonzero((batch.lines.seat > 0) & (batch.kind < LineKind.SAID))
    acts[batch.lines.seat[lines], batch.lines.hand[lines]] = True
    found: Array = acts[batch.seats.number, batch.seats.hand]
    return found


def _post(batch: BatchLines, table: SetTables) -> None:
    """Make the posts, the k-th of every hand at once."""
    headers, unproved = batch.headers, batch.unproved
    posts = batch.of(LineKind.POSTS)
    hand = batch.lines.hand[posts]
    begins = np.flatnonzero(np.diff(hand, prepend=-1))
    kth = np.arange(len(posts)) - np.repeat(begins, np.diff(begins, append=len(posts)))
    first = find_first(batch.hands, batch.lines.hand[posts], batch.lines.number[posts], 1 << 30)
    late = batch.seats.line > first[batch.seats.hand]
    unproved.add(batch.seats.hand[late])
    small = _find_small_blind(batch, table, posts)
    for k in range(int(kth.max(initial=-1)) + 1):
        line, h = posts[kth == k], hand[kth == k]
        place = table.place_of[batch.lines.seat[line], h].astype(np.int64)
        unproved.add(h[place == NOBODY])
        line, h, place = line[place < NOBODY], h[place < NOBODY], place[place < NOBODY]
        what, amount = batch.forms.count[batch.form[line]], batch.amount(line)
        stack, had_small, had_big = table.stack[place, h], table.small_blind[h], table.big_blind[h]
        due = np.select([what == SMALL, what == BIG], [small[h], headers.big[h]], headers.big[h] + small[h])
        fine = (amount == np.minimum(due, stack)) & (amount > 0)
        fine &= batch.forms.all_in[batch.form[line]] == (amount == stack)
        no_small, no_big = had_small == NOBODY, had_big == NOBODY
        fine &= ~((what == SMALL) & ~no_small & no_big)
        fine &= ~((what == SMALL) & no_small & ~no_big & ((table.players[h] == 2) | (place < had_big)))
        fine &= ~((what != BIG) & ((table.dead[place, h] > 0) | (place == had_small)))
        fine &= ~((what != SMALL) & (table.street[place, h] > 0))
        fine &= ~((what == BOTH) & no_big)
        unproved.add(h[~fine])
        live = np.where(
            what == BOTH, np.minimum(amount, headers.big[h]), np.where((what == BIG) | no_big, amount, 0)
        )
        table.stack[place, h] -= amount
        table.put_in[place, h] += amount
        table.street[place, h] += live
        table.dead[place, h] += amount - live
        table.small_blind[h] = np.where((what == SMALL) & no_small & no_big, place, had_small)
        table.big_blind[h] = np.where((what == BIG) & no_big, place, had_big)
        table.extra[h] |= np.where((what != SMALL) & ~no_big, BIT[place], 0)
    unproved.add(table.big_blind == NOBODY)


def _find_small_blind(batch: BatchLines, table: SetTables, posts: Array) -> Array:
    """Return the small blind of each hand: in fixed limit the one posted, or half the bet; an unusual one is unproved."""
    headers, hand = batch.headers, batch.lines.hand[posts]
    place = table.place_of[batch.lines.seat[posts], hand]
    stack = table.stack[np.minimum(place, S - 1), hand]
    small = (batch.forms.count[batch.form[posts]] == SMALL) & (headers.betting[hand] == FIXED)
    amount = batch.amount(posts)
    full = small & (amount < stack)
    # A player's last chips are a small blind of another size only where they are more than the usual one.
    batch.unproved.add(hand[small & ~full & (amount > headers.small[hand])])
    first = find_first(batch.hands, hand[full], np.flatnonzero(full), len(posts))
    found = np.where(first < len(posts), np.append(amount, 0)[first], headers.small)
    usual, big = headers.small, headers.big
    known = (found == usual) | (found == big // 2)
    wrong = np.where(usual > 0, ~known, (found > big) | ((found == big) & (big > 1)))
    batch.unproved.add(wrong & (headers.betting == FIXED))
    both = batch.forms.count[batch.form[posts]] == BOTH
    batch.unproved.add(hand[both & (usual[hand] == 0)])
    return found
