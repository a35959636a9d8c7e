"""Which cards of whom are known when: after the deal and after each draw.

Cards are known because the player's own file dealt them (`dealt`), because he showed them as he folded or at the end
(`shown`), or because he has only stood pat since an earlier moment up to the hand he showed (`back`). Nothing else
is known.
"""

from dataclasses import dataclass

from badugi_hh.engine.cards import Cards
from badugi_hh.history.events import Dealt, Folded
from badugi_hh.replay import Replay

STAGES = 4


@dataclass(frozen=True, slots=True)
class Known:
    """A seat's cards after each number of draws (index 0 … 3), and how each is known; None = unknown."""

    cards: tuple[Cards | None, ...]
    source: tuple[str | None, ...]


_NOTHING = Known((None,) * STAGES, (None,) * STAGES)


def known_cards(replay: Replay) -> dict[int, Known]:
    """Return what is known of every seat's cards, stage by stage."""
    dealt = {event.player: event.cards for event in replay.hand.events if isinstance(event, Dealt)}
    shown_by = shown_hands(replay)
    taken: dict[int, dict[int, int]] = {}
    after: dict[tuple[int, int], Cards | None] = {}
    for draw in replay.draws:
        taken.setdefault(draw.seat, {})[draw.draw] = draw.count
        after[draw.seat, draw.draw] = draw.after
    known = {}
    for seat in replay.hand.seats:
        counts = taken.get(seat.seat, {})
        shown = shown_by.get(seat.seat)
        # A draw that the rules did not allow is not among them; then nothing is known from before it.
        whole = list(counts) == list(range(1, len(counts) + 1))
        found = _back_known(shown, list(counts.values())) if shown and whole else _NOTHING
        if seat.player in dealt:
            last = max(counts, default=0)
            own = (dealt[seat.player], *(after.get((seat.seat, draw)) for draw in range(1, last + 1)))
            found = _joined(own, found)
        known[seat.seat] = found
    return known


def shown_hands(replay: Replay) -> dict[int, Cards]:
    """Return the four cards that each player ended with and showed, as he folded or at the end, by his seat."""
    folded: dict[str, Cards] = {}
    for event in replay.hand.events:
        if isinstance(event, Folded) and event.cards is not None and len(event.cards) == STAGES:
            folded.setdefault(event.player, event.cards)
    shown = {seat.seat: folded[seat.player] for seat in replay.hand.seats if seat.player in folded}
    return shown | {seat: result.shown for seat, result in replay.results.items() if result.shown is not None}


def _back_known(shown: Cards, counts: list[int]) -> Known:
    """Carry a shown hand back to the last moment the player drew."""
    cards: list[Cards | None] = [None] * STAGES
    source: list[str | None] = [None] * STAGES
    stage = len(counts)
    cards[stage], source[stage] = shown, "shown"
    while stage and counts[stage - 1] == 0:
        stage -= 1
        cards[stage], source[stage] = shown, "back"
    return Known(tuple(cards), tuple(source))


def _joined(own: tuple[Cards | None, ...], found: Known) -> Known:
    """Put the cards that a player's own file tells before those known otherwise."""
    dealt = own + (None,) * (STAGES - len(own))
    return Known(
        tuple(mine or other for mine, other in zip(dealt, found.cards, strict=True)),
        tuple("dealt" if mine else how for mine, how in zip(dealt, found.source, strict=True)),
    )
