"""Turns the draws of a replay into the rows of `draws`: the cards discarded and drawn, and what the player had seen."""

from collections.abc import Iterator, Mapping

from badugi_hh.engine.cards import DECK, Card, Cards, names
from badugi_hh.engine.values import size, value
from badugi_hh.facts.known_cards import Known
from badugi_hh.history.events import Posted, UncalledReturned
from badugi_hh.replay import Replay


def draw_rows(
    replay: Replay,
    hand_key: int,
    positions: dict[int, str],
    known: dict[int, Known],
    heroes: set[int],
    levels_faced: Mapping[tuple[object, object], int],
    opener: object,
) -> Iterator[tuple[object, ...]]:
    """Yield one row per draw, in the order of the columns of `DRAWS`.

    `levels_faced` has the most full bets that a seat faced in a betting round, by seat and round. `opener` is the
    position of the player who made the first raise before the first draw, None if there was none.
    """
    players = {seat.seat: seat.player for seat in replay.hand.seats}
    paid = _paid(replay)
    counts: dict[tuple[int, int], int] = {}
    last_drew = {draw.seat: draw.draw for draw in replay.draws if draw.count}
    for draw in replay.draws:
        seen = [
            count for (number, seat), count in counts.items() if number == draw.draw and seat in draw.live
        ]
        earlier = [
            count
            for (number, seat), count in counts.items()
            if number == draw.draw - 1 and seat in draw.live and seat != draw.seat
        ]
        before = known[draw.seat].cards[draw.draw - 1]
        after = known[draw.seat].cards[draw.draw]
        thrown = () if draw.count == 0 and before else draw.thrown
        kept = None
        if before and thrown is not None:
            kept = tuple(card for card in before if card not in thrown)
        held = _held(known[draw.seat], draw.draw)
        outs = None
        if held is not None and kept is not None and draw.count == 1 and size(value(kept)) == 3:
            outs = _count_outs(kept, held)
        yield (
            hand_key,
            draw.n + 1,
            draw.seat,
            players[draw.seat],
            draw.seat in heroes,
            draw.draw,
            positions[draw.seat],
            opener,
            draw.pot,
            sum(amount for n, amount in paid.get(draw.seat, ()) if n < draw.n),
            len(draw.live),
            draw.seat not in draw.able,
            len(draw.able) - (draw.seat in draw.able),
            draw.seat in draw.able and len(draw.able) > 1,
            draw.count,
            counts.get((draw.draw - 1, draw.seat)),
            sum(counts[earlier, draw.seat] == 0 for earlier in range(1, draw.draw)),
            levels_faced.get((draw.seat, draw.draw - 1)),
            min(seen, default=None),
            min(earlier, default=None),
            last_drew.get(draw.seat, 0) <= draw.draw,
            _text(before),
            _text(kept),
            _text(thrown) if before else None,
            _text(after),
            value(before) if before else None,
            value(kept) if kept else None,
            value(after) if after else None,
            outs,
            None if held is None else len(DECK) - len(held),
            known[draw.seat].source[draw.draw - 1],
            draw.forced,
        )
        counts[draw.draw, draw.seat] = draw.count


def _paid(replay: Replay) -> dict[int, list[tuple[int, int]]]:
    """Return the payments of each seat and the uncalled bets returned to it, as pairs of event number and chips."""
    seats = {seat.player: seat.seat for seat in replay.hand.seats}
    paid: dict[int, list[tuple[int, int]]] = {}
    for n, event in enumerate(replay.hand.events):
        if isinstance(event, Posted | UncalledReturned):
            amount = event.amount if isinstance(event, Posted) else -event.amount
            paid.setdefault(seats[event.player], []).append((n, amount))
    for action in replay.actions:
        paid.setdefault(action.seat, []).append((action.n, action.amount))
    return paid


def _held(known: Known, draw: int) -> set[Card] | None:
    """Return the cards that the player has held before this draw, None unless all of them were dealt openly."""
    if any(source != "dealt" for source in known.source[:draw]):
        return None
    return {card for cards in known.cards[:draw] if cards for card in cards}


def _count_outs(kept: Cards, held: set[Card]) -> int:
    """Return the number of cards that make a badugi with three that count: of another rank and suit, not held before."""
    ranks, suits = {card >> 2 for card in kept}, {card & 3 for card in kept}
    return sum(card >> 2 not in ranks and card & 3 not in suits and card not in held for card in DECK)


def _text(cards: Cards | None) -> str | None:
    return None if cards is None else names(cards)
