"""Where the button and the blinds are, and where they go in the next hand."""

from collections.abc import Collection
from dataclasses import dataclass

from badugi_hh.engine.rules import Rules
from badugi_hh.engine.violation import RuleError, Violation


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats that the button and the two blinds belong to in one hand.

    With a dead button each of `button` and `small_blind` may be an empty seat; then that blind is not posted.
    """

    button: int
    small_blind: int
    big_blind: int


def clockwise(seats: Collection[int], after: int) -> tuple[int, ...]:
    """Return the seats in order, beginning left of the seat `after`, which comes last if it is one of them."""
    return tuple(sorted(seats, key=lambda seat: (seat <= after, seat)))


def seating(seats: Collection[int], button: int) -> Seating:
    """Return who posts the blinds when the button is at a player: heads-up the button posts the small blind.

    Raises:
        RuleError: fewer than two players.
    """
    order = _order(seats, button)
    if len(order) == 2:
        return Seating(button=order[1], small_blind=order[1], big_blind=order[0])
    return Seating(button=order[-1] if button in seats else button, small_blind=order[0], big_blind=order[1])


def next_seating(rules: Rules, seats: Collection[int], before: Seating) -> Seating:
    """Return where button and blinds are in the next hand of a table, among the players in `seats`.

    By default the button goes to the next player and the blinds follow. With a dead button (WSOP tournament rule
    86) the big blind goes to the next player, and the small blind and the button to where the big and the small
    blind were, empty or not; two players left have button and small blind together (87).

    Raises:
        RuleError: fewer than two players.
    """
    if not rules.dead_button:
        return seating(seats, _order(seats, before.button)[0])
    big = _order(seats, before.big_blind)[0]
    if len(seats) == 2:
        other = next(seat for seat in seats if seat != big)
        return Seating(button=other, small_blind=other, big_blind=big)
    small = before.big_blind
    if before.button == before.small_blind:  # two players became more: the button is right of the small blind
        return Seating([seat for seat in clockwise(seats, small) if seat != small][-1], small, big)
    return Seating(button=before.small_blind, small_blind=small, big_blind=big)


def _order(seats: Collection[int], after: int) -> tuple[int, ...]:
    if len(seats) < 2:
        raise RuleError(Violation.ILLEGAL, f"{len(seats)} players are at the table; Badugi is for 2 to 10")
    return clockwise(seats, after)
