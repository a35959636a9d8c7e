"""A hand of fixed-limit Badugi of three to eight players, as a row of integers.

Seats are numbered in the order in which they act before the first draw: seat 7 is the big blind, 6 the small blind, 5 the
button. A hand of n players uses the last n seats. Sets of seats are masks of eight bits. Amounts are in half small bets. All
players are deep: nobody is all-in.

A hand is a list, or an array, of `LENGTH` integers, whose places have names. The functions use nothing but integers, so
that they can be compiled.
"""

from typing import TypeAlias

SEATS = 8
BUTTON, SMALL_BLIND, BIG_BLIND = 5, 6, 7
FOLD, CALL, RAISE = 0, 1, 2
"""Actions of a betting round; `CALL` is also a check, `RAISE` a bet. The action of a draw is its number of cards."""
CAP = 4
OVER = 7
"""The phase of a hand that has ended; before it, even phases are betting rounds and odd ones draws."""
NOBODY = -1
MOST_DRAWN = 3
FEWEST_PLAYERS = 3

INSIDE, PENDING, PHASE, ACTOR, BETS, LEVEL, RAISER, LAST_BETS, LAST_RAISER, POT, OPENED = range(11)
"""The seats that have not folded and those that still act in the phase, the phase, who acts; the bets of the round, what a
player has paid who has called them all, and who made the last one; bets and raiser of the round before; the pot, now and when
the round began."""
STREET, MATCHED, PAID = 11, 19, 27
"""Where what each seat has paid in the round begins, the bets that it has paid, and what it has paid in all."""
DREW = 35
"""Where the masks of the seats begin that drew 0, 1, 2 and 3 cards, draw by draw."""
LENGTH = DREW + 12
Hand: TypeAlias = list[int]


def deal(hand: Hand, players: int) -> None:
    """Begin a hand of so many players, with the blinds posted."""
    for place in range(LENGTH):
        hand[place] = 0
    hand[INSIDE] = (0xFF << (SEATS - players)) & 0xFF
    hand[PENDING] = hand[INSIDE]
    hand[ACTOR] = SEATS - players
    hand[BETS], hand[LEVEL], hand[POT] = 1, 2, 3
    hand[RAISER] = hand[LAST_RAISER] = NOBODY
    hand[STREET + SMALL_BLIND] = hand[PAID + SMALL_BLIND] = 1
    hand[STREET + BIG_BLIND] = hand[PAID + BIG_BLIND] = 2
    hand[MATCHED + BIG_BLIND] = 1


def next_seat(mask: int, seat: int) -> int:
    """Return the first seat of a mask after a seat, `NOBODY` of an empty mask."""
    for step in range(1, SEATS + 1):
        after = (seat + step) % SEATS
        if mask >> after & 1:
            return after
    return NOBODY


def seats_in(mask: int) -> int:
    """Return the number of seats of a mask."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


def price(hand: Hand) -> int:
    """Return what calling costs the player who acts."""
    return hand[LEVEL] - hand[STREET + hand[ACTOR]]


def act(hand: Hand, action: int) -> None:
    """Play an action of the player who acts: of a betting round, or the number of cards drawn."""
    actor = hand[ACTOR]
    bit = 1 << actor
    if hand[PHASE] & 1:
        hand[DREW + 4 * (hand[PHASE] >> 1) + action] |= bit
    elif action == FOLD:
        hand[INSIDE] &= ~bit
    else:
        if action == RAISE:
            hand[LEVEL] += 2 if hand[PHASE] < 4 else 4
            hand[BETS] += 1
            hand[RAISER] = actor
            hand[PENDING] = hand[INSIDE]
        more = price(hand)
        hand[STREET + actor] += more
        hand[PAID + actor] += more
        hand[POT] += more
        hand[MATCHED + actor] = hand[BETS]
    hand[PENDING] &= ~bit
    hand[ACTOR] = next_seat(hand[PENDING], actor)
    if seats_in(hand[INSIDE]) == 1:
        hand[PHASE] = OVER
    elif hand[PENDING] == 0:
        next_phase(hand)


def next_phase(hand: Hand) -> None:
    """Begin the next draw or betting round."""
    hand[PHASE] += 1
    if hand[PHASE] & 1:
        hand[LAST_BETS], hand[LAST_RAISER] = hand[BETS], hand[RAISER]
    else:
        for seat in range(SEATS):
            hand[STREET + seat] = hand[MATCHED + seat] = 0
        hand[LEVEL] = hand[BETS] = 0
        hand[RAISER], hand[OPENED] = NOBODY, hand[POT]
    hand[PENDING] = hand[INSIDE]
    hand[ACTOR] = next_seat(hand[INSIDE], BUTTON)


def may(hand: Hand, action: int, size: int) -> bool:
    """Return whether the player who acts may take an action; `size` is how many of their cards count."""
    if hand[PHASE] & 1:
        return may_draw(action, size)
    return action == CALL or (price(hand) > 0 if action == FOLD else hand[BETS] < CAP)


def may_draw(number: int, size: int) -> bool:
    """Return whether a draw is one that a player may want: none, all cards that do not count, or one or two more."""
    return number == 0 or 4 - size <= number <= 6 - size
