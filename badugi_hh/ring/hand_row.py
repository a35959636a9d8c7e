"""A hand of fixed-limit Badugi of three to eight players, as a row of integers.

Seats are numbered in the order in which they act before the first draw: seat 7 is the big blind, 6 the small blind, 5 the
button. A hand of n players uses the last n seats. Sets of seats are masks of eight bits. Amounts are in half small bets. Stacks
are deep unless `shorten` is called: then a player may be all-in, who draws to the end and bets no more. A short bet of a
player who is all-in may be completed, which is no further bet, by all others.

A hand is a list, or an array, of `LENGTH` integers, whose places have names. The functions use nothing but integers, so
that they can be compiled.
"""

from typing import TypeAlias

SEATS = 8
BUTTON, SMALL_BLIND, BIG_BLIND = 5, 6, 7
FOLD, CALL, RAISE = 0, 1, 2
"""Actions of a betting round; `CALL` is also a check, `RAISE` a bet. The action of a draw is its number of cards."""
CAP = 4
LAST, OVER = 6, 7
"""The phase of the last betting round, and of a hand that has ended; before it, even phases are betting rounds and odd ones draws."""
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
STACK = DREW + 12
"""Where what each seat has left begins."""
FULL = STACK + SEATS
"""What the last full bet of the round comes to; a bet that is short because its player is all-in is completed to the next one."""
ABLE = FULL + 1
"""The seats that have chips left."""
LOW = ABLE + 1
"""The seats whose stack is below `SHORT`."""
LENGTH = LOW + 1
SHORT = 8
"""A stack below this is short: less than two big bets."""
DEEP = 1000
"""More than anybody can pay in a hand."""
Hand: TypeAlias = list[int]


def deal(hand: Hand, players: int) -> None:
    """Begin a hand of so many players, with the blinds posted."""
    for place in range(LENGTH):
        hand[place] = 0
    hand[INSIDE] = (0xFF << (SEATS - players)) & 0xFF
    hand[PENDING] = hand[INSIDE]
    hand[ACTOR] = SEATS - players
    hand[BETS], hand[LEVEL], hand[FULL], hand[POT] = 1, 2, 2, 3
    hand[RAISER] = hand[LAST_RAISER] = NOBODY
    hand[STREET + SMALL_BLIND] = hand[PAID + SMALL_BLIND] = 1
    hand[STREET + BIG_BLIND] = hand[PAID + BIG_BLIND] = 2
    hand[MATCHED + BIG_BLIND] = 1
    hand[ABLE] = hand[INSIDE]
    for seat in range(SEATS):
        hand[STACK + seat] = DEEP


def shorten(hand: Hand, seat: int, stack: int) -> None:
    """Give a seat of a hand that has just begun a stack, its blind included, of 1 or more."""
    paid = hand[PAID + seat]
    posted = min(paid, stack)
    hand[STREET + seat] = hand[PAID + seat] = posted
    hand[POT] -= paid - posted
    hand[STACK + seat] = stack
    pay(hand, seat, posted)
    if stack == posted:
        hand[PENDING] &= ~(1 << seat)


def post(hand: Hand, seat: int) -> None:
    """Let another seat of a hand that has just begun post a live big blind, as much of it as they have."""
    posted = min(hand[LEVEL], hand[STACK + seat])
    hand[STREET + seat] = hand[PAID + seat] = posted
    hand[POT] += posted
    pay(hand, seat, posted)
    hand[MATCHED + seat] = 1
    if hand[STACK + seat] == 0:
        hand[PENDING] &= ~(1 << seat)
        hand[ACTOR] = next_seat(hand[PENDING], hand[ACTOR] - 1)


def pay(hand: Hand, seat: int, chips: int) -> None:
    """Take chips from the stack of a seat."""
    left = hand[STACK + seat] - chips
    hand[STACK + seat] = left
    if left < SHORT:
        hand[LOW] |= 1 << seat
        if left == 0:
            hand[ABLE] &= ~(1 << seat)


def next_seat(mask: int, seat: int) -> int:
    """Return the first seat of a mask after a seat, `NOBODY` of an empty mask."""
    if mask == 0:
        return NOBODY
    after = (seat + 1) % SEATS
    turned = mask >> after | mask << (SEATS - after)
    return (after + seats_in((turned & -turned) - 1 & 0xFF)) % SEATS


def seats_in(mask: int) -> int:
    """Return the number of seats of a mask."""
    pairs = mask - (mask >> 1 & 0x55)
    fours = (pairs & 0x33) + (pairs >> 2 & 0x33)
    return fours + (fours >> 4) & 0xF


def price(hand: Hand) -> int:
    """Return what calling costs the player who acts, at most all that they have left."""
    actor = hand[ACTOR]
    return min(hand[LEVEL] - hand[STREET + actor], hand[STACK + actor])


def can_bet(hand: Hand, seats: int) -> int:
    """Return those of a mask of seats who have chips left."""
    return seats & hand[ABLE]


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
            size = 2 if hand[PHASE] < 4 else 4
            if hand[LEVEL] == hand[FULL]:
                hand[BETS] += 1
            level = hand[FULL] + size
            if level > hand[STREET + actor] + hand[STACK + actor]:
                level = hand[STREET + actor] + hand[STACK + actor]
            else:
                hand[FULL] = level
            hand[LEVEL] = level
            hand[RAISER] = actor
            hand[PENDING] = can_bet(hand, hand[INSIDE])
        more = price(hand)
        hand[STREET + actor] += more
        hand[PAID + actor] += more
        pay(hand, actor, more)
        hand[POT] += more
        hand[MATCHED + actor] = hand[BETS]
    hand[PENDING] &= ~bit
    hand[ACTOR] = next_seat(hand[PENDING], actor)
    if seats_in(hand[INSIDE]) == 1:
        hand[PHASE] = OVER
    elif hand[PENDING] == 0 or (not hand[PHASE] & 1 and not has_choice(hand)):
        next_phase(hand)


def has_choice(hand: Hand) -> bool:
    """Return whether the player who acts has a choice: not if they owe nothing and all others are all-in."""
    return price(hand) > 0 or seats_in(can_bet(hand, hand[INSIDE])) > 1


def next_phase(hand: Hand) -> None:
    """Begin the next draw, or the next betting round if two players have chips."""
    if not hand[PHASE] & 1:
        hand[LAST_BETS], hand[LAST_RAISER] = hand[BETS], hand[RAISER]
    for seat in range(SEATS):
        hand[STREET + seat] = hand[MATCHED + seat] = 0
    hand[LEVEL] = hand[FULL] = hand[BETS] = 0
    hand[RAISER], hand[OPENED] = NOBODY, hand[POT]
    hand[PHASE] += 1
    if not hand[PHASE] & 1 and hand[PHASE] != OVER and seats_in(can_bet(hand, hand[INSIDE])) < 2:
        hand[LAST_BETS], hand[LAST_RAISER] = 0, NOBODY
        hand[PHASE] += 1
    hand[PENDING] = hand[INSIDE]
    if not hand[PHASE] & 1:
        hand[PENDING] = can_bet(hand, hand[INSIDE])
    hand[ACTOR] = next_seat(hand[PENDING], BUTTON)


def may(hand: Hand, action: int, size: int) -> bool:
    """Return whether the player who acts may take an action; `size` is how many of their cards count."""
    if hand[PHASE] & 1:
        return may_draw(action, size)
    actor = hand[ACTOR]
    if action == CALL:
        return True
    if action == FOLD:
        return price(hand) > 0
    others = hand[INSIDE] & ~(1 << actor)
    capped = hand[BETS] == CAP and hand[LEVEL] == hand[FULL]
    return not capped and hand[STACK + actor] > price(hand) and can_bet(hand, others) > 0


def may_draw(number: int, size: int) -> bool:
    """Return whether a draw is one that a player may want: none, all cards that do not count, or one or two more."""
    return number == 0 or 4 - size <= number <= 6 - size
