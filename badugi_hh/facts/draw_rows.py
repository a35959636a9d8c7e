"""Turns the draws of a replay into the rows of `draws`: the cards discarded and drawn, and what the player had seen."""

from badugi_hh.engine.cards import DECK, Card, Cards, names
from badugi_hh.engine.values import size, value
from badugi_hh.facts.decision_rows import BettingFacts
from badugi_hh.facts.players import STAGES, Known, Players
from badugi_hh.facts.schema import Columns
from badugi_hh.history.events import DeckReshuffled
from badugi_hh.replay import Replay


def add_draws(to: Columns, replay: Replay, hand_key: int, players: Players, betting: BettingFacts) -> None:
    """Add one row per draw."""
    counts: list[dict[int, int]] = [{} for _ in range(STAGES)]  # by draw and seat; empty at 0
    reshuffled = _find_reshuffle(replay)
    last_drew = {draw.seat: draw.draw for draw in replay.draws if draw.count}
    for draw in replay.draws:
        seat, number, live, able, count = draw.seat, draw.draw, draw.live, draw.able, draw.count
        here, earlier = counts[number], counts[number - 1]
        seen = [drew for other, drew in here.items() if other in live]
        seen_before = [drew for other, drew in earlier.items() if other in live and other != seat]
        known = players.known[seat]
        before, after = known.cards[number - 1], known.cards[number]
        thrown = () if count == 0 and before else draw.thrown
        kept = None
        if before and thrown is not None:
            kept = tuple([card for card in before if card not in thrown])
        held = _find_held(known, number)
        to.n.append(draw.n + 1)
        to.seat.append(seat)
        to.player.append(players.names[seat])
        to.hero.append(seat in players.heroes)
        to.draw.append(number)
        to.position.append(players.positions[seat])
        to.opener.append(betting.opener)
        to.pot.append(draw.pot)
        to.put_in.append(draw.put_in)
        to.live.append(len(live))
        to.all_in.append(seat not in able)
        to.opponents_able.append(len(able) - (seat in able))
        to.can_bet.append(seat in able and len(able) > 1)
        to.drawn.append(count)
        to.previous_drawn.append(earlier.get(seat))
        to.pats_before.append(sum([drew[seat] == 0 for drew in counts[1:number]]))
        to.level_faced.append(betting.levels_faced.get((seat, number - 1)))
        to.fewest_seen.append(min(seen) if seen else None)
        to.fewest_before.append(min(seen_before) if seen_before else None)
        to.last_cards.append(last_drew.get(seat, 0) <= number)
        to.hand_before.append(names(before) if before else None)
        to.kept.append(None if kept is None else names(kept))
        to.thrown.append(None if before is None or thrown is None else names(thrown))
        to.hand_after.append(names(after) if after else None)
        to.value_before.append(value(before) if before else None)
        to.value_kept.append(value(kept) if kept else None)
        to.value_after.append(value(after) if after else None)
        if held and kept and count == 1 and size(value(kept)) == 3 and number < reshuffled:
            to.outs.append(_count_outs(kept, held))
        else:
            to.outs.append(None)
        to.unseen.append(None if held is None else len(DECK) - len(held))
        to.knowledge.append(known.source[number - 1])
        to.forced.append(draw.forced)
        here[seat] = count
    to.hand_key += [hand_key] * len(replay.draws)


def _find_reshuffle(replay: Replay) -> int:
    """Return the number of the draw at which discards were shuffled into the deck, `STAGES` if they were not."""
    if not replay.hand.of(DeckReshuffled):
        return STAGES
    events = replay.hand.events
    return next(replay.rounds[n] for n, event in enumerate(events) if isinstance(event, DeckReshuffled))


def _find_held(known: Known, draw: int) -> set[Card] | None:
    """Return the cards that the player has held before this draw, None unless all of them were dealt openly."""
    for source in known.source[:draw]:
        if source != "dealt":
            return None
    return {card for cards in known.cards[:draw] if cards for card in cards}


def _count_outs(kept: Cards, held: set[Card]) -> int:
    """Return the number of cards that make a badugi with three that count: of another rank and suit, not held before.

    There are ten cards of the fourth suit and another rank.
    """
    ranks, suits = {card >> 2 for card in kept}, {card & 3 for card in kept}
    return 10 - len([card for card in held if card >> 2 not in ranks and card & 3 not in suits])
