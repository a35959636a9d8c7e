"""The main pot and the side pots, and how a pot is shared among its winners."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips in one pot, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def build_pots(
    put_in: Mapping[int, int], dead: int, live: Sequence[int], ends: Collection[int] = ()
) -> tuple[Pot, ...]:
    """Return the main pot and then the side pots, from what every seat put in.

    Args:
        put_in: chips of each seat that count for its share, uncalled chips taken off.
        dead: chips of dead small blinds; they belong to the main pot.
        live: seats that have not folded, in order.
        ends: further amounts put in at which a pot ends, although no live player has put in as little.

    A live player can win from each player at most the amount that they put in themselves.
    """
    most = max((put_in[seat] for seat in live), default=0)
    levels = sorted({put_in[seat] for seat in live} | {end for end in ends if 0 < end < most})
    if len(levels) == 1:
        amount = dead + sum(put_in.values())
        return (Pot(amount, tuple(live)),) if amount else ()
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum(min(chips, level) - min(chips, below) for chips in put_in.values())
        pots.append(Pot(amount, tuple(seat for seat in live if put_in[seat] >= level)))
        below = level
    over = sum(max(0, chips - below) for chips in put_in.values())
    if over and pots:  # a folded player's chips above every live player's
        pots[-1] = Pot(pots[-1].amount + over, pots[-1].seats)
    if dead and pots:
        pots[0] = Pot(pots[0].amount + dead, pots[0].seats)
    return tuple(pot for pot in pots if pot.amount)


def share(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Split `amount` equally among `winners`; odd chips go to the first of them, one each.

    `winners` are in order from the left of the button (WSOP live-action rule 149).
    """
    whole, odd = divmod(amount, len(winners))
    return {seat: whole + (1 if index < odd else 0) for index, seat in enumerate(winners)}
