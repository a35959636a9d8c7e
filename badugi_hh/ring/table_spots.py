"""What a blueprint distinguishes at a table: the spot of a decision, what its player sees.

A spot is a number made of a few features, so that hands with different pasts share it. Before the first draw these are the
seat, the bets, what the player has paid, and who has raised and called. Later they are the number of opponents, the bets, the
draws of the player and of the opponents who drew the fewest cards, the position, and whether the pot is large.
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
    MATCHED,
    NOBODY,
    OPENED,
    PENDING,
    PHASE,
    RAISER,
    SEATS,
    Hand,
    next_seat,
    seats_in,
)

PHASES = 7
ACTIONS = (3, 4, 3, 4, 3, 4, 3)
"""The number of actions of each phase."""
_BEFORE, _DRAW, _BET = SEATS * CAP * CAP * 3 * 7, 3 * 3 * 3 * 25 * 4, 3 * 11 * 3 * 2 * 4 * 14 * 2 * 2 * 2
SPOTS = (_BEFORE, _DRAW, _BET, _DRAW, _BET, _DRAW, _BET)
"""The number of spots that the features of each phase can make."""
_NONE = 4
"""The fewest cards that nobody drew."""


def spot_of(hand: Hand) -> int:
    """Return the spot of the player who acts."""
    if hand[PHASE] == 0:
        return before_draws(hand)
    return of_draw(hand) if hand[PHASE] & 1 else of_bet(hand)


def before_draws(hand: Hand) -> int:
    """Return the spot of a decision before the first draw."""
    actor, bets, raiser = hand[ACTOR], hand[BETS], hand[RAISER]
    mine = min(hand[MATCHED + actor], CAP - 1)
    # Callers have paid all bets, or all but the last; a big blind that has only posted is none.
    callers = 0
    for seat in range(SEATS):
        if seat in (actor, raiser) or not hand[INSIDE] >> seat & 1 or (seat == BIG_BLIND and bets <= 2):
            continue
        if hand[MATCHED + seat] >= max(bets - 1, 1):
            callers += 1
    who = 0 if raiser == NOBODY else max(raiser - 1, 1)
    return (((actor * CAP + bets - 1) * CAP + mine) * 3 + min(callers, 2)) * 7 + who


def drawn_by(hand: Hand, draw: int, seats: int) -> int:
    """Return the fewest cards that one of these seats drew."""
    for number in range(4):
        if hand[DREW + 4 * draw + number] & seats:
            return number
    return _NONE


def of_draw(hand: Hand) -> int:
    """Return the spot of a draw."""
    actor, draw = hand[ACTOR], hand[PHASE] >> 1
    others = hand[INSIDE] & ~(1 << actor)
    raised = 0 if hand[LAST_RAISER] == NOBODY else 1 if hand[LAST_RAISER] == actor else 2
    bets = min(max(hand[LAST_BETS] - 1, 0), 2)
    known = drawn_by(hand, draw, others & ~hand[PENDING])
    waiting, mine = others & hand[PENDING], 0
    unknown = _NONE if waiting == 0 else 0
    if draw:
        unknown = drawn_by(hand, draw - 1, waiting)
        mine = drawn_by(hand, draw - 1, 1 << actor)
    opponents = min(seats_in(others), 3) - 1
    return (((opponents * 3 + raised) * 3 + bets) * 25 + known * 5 + unknown) * 4 + mine


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
    again = 1 if draw and hand[DREW + 4 * (draw - 1)] & of_fewest else 0
    led = 1 if hand[LAST_RAISER] == actor else 0
    large = 1 if hand[OPENED] >= (14 if draw == 0 else 20 if draw == 1 else 28) else 0
    opponents = min(seats_in(others), 3) - 1
    pair = fewest * 5 - fewest * (fewest - 1) // 2 + second - fewest
    spot = ((opponents * 11 + matched) * 3 + behind) * 2 + last
    return ((((spot * 4 + mine) * 14 + pair) * 2 + again) * 2 + led) * 2 + large
