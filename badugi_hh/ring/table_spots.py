"""What a blueprint distinguishes at a table: the spot of a decision, what its player sees.

A spot is a number made of a few features, so that hands with different pasts share it. Before the first draw these are the
seat, the bets, what the player has paid, who has raised, and how many have called before and after it. Later they are the number of
opponents, the bets, the draws of the player and of the opponents who drew the fewest cards, the position, who bet or led, and how
large the pot is. Always it counts whether somebody in the hand has less than two big bets left, and what the player can still
do then; larger stacks count as deep.
"""

from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    BIG_BLIND,
    BUTTON,
    CAP,
    DREW,
    INSIDE,
    LAST_BETS,
    LAST_RAISER,
    LEVEL,
    LOW,
    MATCHED,
    NOBODY,
    OPENED,
    PENDING,
    PHASE,
    POT,
    RAISER,
    SEATS,
    STACK,
    STREET,
    Hand,
    can_bet,
    next_seat,
    seats_in,
)

PHASES = 7
ACTIONS = (3, 4, 3, 4, 3, 4, 3)
"""The number of actions of each phase."""
POTS = (10, 17, 28)
"""A pot of less counts as small, middle or large, in half small bets."""
_SIZES = len(POTS) + 1
BEFORE_SPOTS, DRAW_SPOTS, BET_SPOTS = (
    SEATS * CAP * CAP * 6 * 7,
    3 * 3 * 3 * 42 * 4 * _SIZES,
    3 * 11 * 3 * 2 * 4 * 14 * _SIZES,
)
SPOTS = (4 * BEFORE_SPOTS, *(3 * DRAW_SPOTS, (4 + 3) * BET_SPOTS) * 3)
"""The number of spots that the features of each phase can make."""
_NONE = 4
"""The fewest cards that nobody drew."""


def spot_of(hand: Hand) -> int:
    """Return the spot of the player who acts."""
    short = short_of(hand)
    if hand[PHASE] == 0:
        return before_draws(hand) + short * BEFORE_SPOTS
    if hand[PHASE] & 1:
        return of_draw(hand) + short * DRAW_SPOTS
    spot = of_bet(hand)
    return spot * 4 + past_of(hand) if short == 0 else (3 + short) * BET_SPOTS + spot


def short_of(hand: Hand) -> int:
    """Return 0 if nobody in the hand is short; else what the player who acts can do.

    In a draw 1 if they may bet later, and 2 if they or all others are all-in. In a betting round 1 if they may bet or raise, 2 if
    they have no more to bet or nobody could call it, and 3 if they have less than they owe.
    """
    if hand[INSIDE] & hand[LOW] == 0:
        return 0
    actor = hand[ACTOR]
    able = can_bet(hand, hand[INSIDE])
    owed = 0 if hand[PHASE] & 1 else hand[LEVEL] - hand[STREET + actor]
    if hand[STACK + actor] < owed:
        return 3
    return 1 if hand[STACK + actor] > owed and able & ~(1 << actor) else 2


def size_of_pot(chips: int) -> int:
    """Return how large a pot is, from 0."""
    size = 0
    for limit in POTS:
        if chips >= limit:
            size += 1
    return size


def before_draws(hand: Hand) -> int:
    """Return the spot of a decision before the first draw.

    It counts up to two others who have paid all bets or all but the last, callers of the last bet first. A big blind who has
    only posted counts for none. Where nobody has raised, it knows who called first.
    """
    actor, bets, raiser = hand[ACTOR], hand[BETS], hand[RAISER]
    mine = min(hand[MATCHED + actor], CAP - 1)
    callers = behind = 0
    first = raiser
    for seat in range(SEATS):
        paid = hand[MATCHED + seat]
        posted = seat == BIG_BLIND and paid == 1
        if seat in (actor, raiser) or not hand[INSIDE] >> seat & 1 or (posted and bets <= 2):
            continue
        if first == NOBODY and paid == 1:
            first = seat
        if paid == bets:
            callers += 1
        elif paid >= max(bets - 1, 1):
            behind += 1
    callers = min(callers, 2)
    others = callers + min(behind, 2 - callers)
    who = 0 if first == NOBODY else max(first - 1, 1)
    return (((actor * CAP + bets - 1) * CAP + mine) * 6 + others * (others + 1) // 2 + callers) * 7 + who


def drawn_by(hand: Hand, draw: int, seats: int) -> int:
    """Return the fewest cards that one of these seats drew."""
    for number in range(4):
        if hand[DREW + 4 * draw + number] & seats:
            return number
    return _NONE


def pats_before(hand: Hand, draw: int, seats: int) -> int:
    """Return in how many draws in a row before a draw one of these seats stood pat who stands pat in it, the most of them."""
    pat, before = hand[DREW + 4 * draw] & seats, 0
    while before < draw:
        pat &= hand[DREW + 4 * (draw - before - 1)]
        if pat == 0:
            return before
        before += 1
    return before


def of_draw(hand: Hand) -> int:
    """Return the spot of a draw.

    Of the opponents who have drawn, and of those who draw later, it knows the fewest cards, and of a pat one how often they
    stood pat before.
    """
    actor, draw = hand[ACTOR], hand[PHASE] >> 1
    others = hand[INSIDE] & ~(1 << actor)
    raised = 0 if hand[LAST_RAISER] == NOBODY else 1 if hand[LAST_RAISER] == actor else 2
    bets = min(max(hand[LAST_BETS] - 1, 0), 2)
    known = 2 + drawn_by(hand, draw, others & ~hand[PENDING])
    if known == 2:
        known -= pats_before(hand, draw, others & ~hand[PENDING])
    waiting, mine = others & hand[PENDING], 0
    unknown = 5 if waiting == 0 else 1
    if draw:
        unknown = 1 + drawn_by(hand, draw - 1, waiting)
        if unknown == 1:
            unknown -= pats_before(hand, draw - 1, waiting)
        mine = drawn_by(hand, draw - 1, 1 << actor)
    opponents = min(seats_in(others), 3) - 1
    spot = (((opponents * 3 + raised) * 3 + bets) * 42 + known * 6 + unknown) * 4 + mine
    return spot * _SIZES + size_of_pot(hand[POT])


def of_bet(hand: Hand) -> int:
    """Return the spot of a decision in a later betting round."""
    actor, draw = hand[ACTOR], (hand[PHASE] >> 1) - 1
    bit = 1 << actor
    others = hand[INSIDE] & ~bit
    bets = hand[BETS]
    matched = 1 + bets * (bets - 1) // 2 + min(hand[MATCHED + actor], bets - 1) if bets else 0
    behind = min(seats_in(hand[PENDING] & ~bit), 2)
    last = 1 if next_seat(hand[INSIDE], actor) == next_seat(hand[INSIDE], BUTTON) else 0
    mine = drawn_by(hand, draw, bit)
    fewest = drawn_by(hand, draw, others)
    of_fewest = hand[DREW + 4 * draw + fewest] & others
    second = fewest if seats_in(of_fewest) > 1 else drawn_by(hand, draw, others & ~of_fewest)
    opponents = min(seats_in(others), 3) - 1
    pair = fewest * 5 - fewest * (fewest - 1) // 2 + second - fewest
    spot = ((opponents * 11 + matched) * 3 + behind) * 2 + last
    return ((spot * 4 + mine) * 14 + pair) * _SIZES + size_of_pot(hand[OPENED])


def past_of(hand: Hand) -> int:
    """Return what else counts in a betting round after a draw.

    It is whether an opponent who drew the fewest cards stood pat before, and who bets: several opponents face the
    player with a bet of one who drew the fewest cards or of another; else whether the player made the last bet of the round before.
    """
    actor, draw = hand[ACTOR], (hand[PHASE] >> 1) - 1
    others = hand[INSIDE] & ~(1 << actor)
    fewest = drawn_by(hand, draw, others)
    of_fewest = hand[DREW + 4 * draw + fewest] & others
    again = 1 if draw and hand[DREW + 4 * (draw - 1)] & of_fewest else 0
    who = 1 if hand[LAST_RAISER] == actor else 0
    if hand[BETS] and seats_in(others) > 1:
        who = of_fewest >> hand[RAISER] & 1
    return again * 2 + who
