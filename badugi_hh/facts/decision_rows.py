"""Turns the actions and draws of a replay into the rows of `decisions` and `draws`: what the player had seen before each.

Each action carries what the table knew before it. The rest follows from the order of the actions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from badugi_hh.engine.cards import DECK, Card, Cards, names
from badugi_hh.engine.values import size, value
from badugi_hh.facts.players import STAGES, Known, Players
from badugi_hh.facts.schema import Columns
from badugi_hh.history.events import DeckReshuffled
from badugi_hh.replay import Replay


@dataclass(slots=True)
class _Round:
    """The actions of a betting round before the next one."""

    number: int
    raises: int = 0  # bets and raises
    callers: int = 0  # since the last bet or raise
    limpers: int = 0
    entered: bool = (
        False  # a player has not folded: has called, bet or raised, or checked a blind out of turn
    )
    aggressor: int | None = None  # made the last bet or raise
    cbettor: int | None = None  # opened the betting after making the last bet or raise of the previous round
    limped: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)  # since the last bet or raise
    acts: dict[int, list[str]] = field(default_factory=dict)


def add_decisions(
    to: Columns, replay: Replay, hand_key: int, players: Players
) -> tuple[str | None, dict[tuple[int, int], int]]:
    """Add one row per betting action.

    Returns the position of the player who made the first raise before the first draw, and the most full bets that a seat
    faced in a betting round, by seat and round.
    """
    names, positions, known = players.names, players.positions, players.known
    drawn: list[dict[int, int]] = [{} for _ in range(STAGES)]  # cards drawn by seat, by draw; empty at 0
    for draw in replay.draws:
        drawn[draw.draw][draw.seat] = draw.count
    faced: dict[tuple[int, int], int] = {}
    opener: int | None = None
    last: int | None = None  # made the last bet or raise of an earlier round
    blind = int(replay.table is not None and replay.table.big_blind is not None)
    order = _acting_order(replay)  # before the first draw; later the seats act in the order of `able`
    now, previous = _Round(0), _Round(-1)
    count = 0
    for action in replay.actions:
        seat, state = action.seat, action.situation
        able = state.able
        if seat not in able:
            continue  # the site folds a player who sits out and is all-in with a blind: that is no decision
        count += 1
        number, live, act = state.round, state.live, action.act
        if number != now.number:
            previous = now if now.number == number - 1 else _Round(number - 1)
            last = last if now.aggressor is None else now.aggressor
            now = _Round(number)
            blind = 0
        acts = now.acts.setdefault(seat, [])
        cards = known[seat].cards[number]
        counts = drawn[number]
        drew = [counts[other] for other in live if other != seat and other in counts] if number else ()
        last_seat = able[-1] if number else [other for other in order if other in able][-1]
        before = previous.aggressor
        to.n.append(action.n + 1)
        to.seat.append(seat)
        to.player.append(names[seat])
        to.hero.append(seat in players.heroes)
        to.round.append(number)
        to.position.append(positions[seat])
        to.price.append(state.price)
        to.pot.append(state.pot)
        to.pot_to_win.append(state.to_win)
        to.live.append(len(live))
        to.opponents_able.append(len(able) - 1)
        to.extra_blind.append(seat in players.extra_blinds)
        to.behind.append(state.behind)
        to.level_full.append(state.bets)
        to.level_any.append(blind + now.raises)
        to.callers.append(now.callers)
        to.limpers.append(now.limpers if number == 0 else 0)
        to.own_actions.append(len(acts))
        to.own_last.append(acts[-1] if acts else None)
        to.own_voluntary.append(len(acts) - acts.count("check"))
        to.limped.append(seat in now.limped)
        to.folded_to.append(number == 0 and not now.entered)
        to.blinds_only.append(len(live) == 2 and {positions[other] for other in live} == {"SB", "BB"})
        to.opener.append(None if opener is None else positions[opener])
        to.opened.append(opener == seat)
        to.aggressor.append(last == seat)
        to.previous_aggressor.append(before == seat)
        to.aggressor_behind.append(before != seat and before in able and before not in now.acted)
        to.previous_cbet.append(previous.cbettor == seat)
        to.previous_bets.append(None if number == 0 else previous.raises)
        to.last_to_act.append(last_seat == seat)
        to.can_raise.append(state.can_raise)
        to.own_draw.append(counts.get(seat))
        to.best_opponent_draw.append(min(drew) if drew else None)
        to.bettor_draw.append(counts.get(now.aggressor) if now.aggressor is not None else None)
        to.value.append(value(cards) if cards else None)
        to.knowledge.append(known[seat].source[number])
        to.forced.append(action.forced)
        to.action.append(act)
        to.amount.append(action.amount)
        to.all_in.append(action.all_in)
        if state.price:
            faced[seat, number] = state.bets  # a player never faces fewer bets later in a round
        acts.append(act)
        now.entered |= act != "fold"
        if act in {"bet", "raise"}:
            if number == 0 and opener is None:
                opener = seat
            if act == "bet" and seat == before:
                now.cbettor = seat
            now.raises += 1
            now.callers = 0
            now.aggressor = seat
            now.acted = {seat}
        else:
            now.acted.add(seat)
            if act == "call":
                now.callers += 1
                if not now.raises:
                    now.limpers += 1
                    if number == 0:
                        now.limped.add(seat)
    to.hand_key += [hand_key] * count
    return None if opener is None else positions[opener], faced


def _acting_order(replay: Replay) -> tuple[int, ...]:
    """Return the seats in the order in which they act before the first draw; empty if the replay has no table."""
    table = replay.table
    if table is None:
        return ()
    if table.big_blind is not None:
        start = table.order.index(table.big_blind) + 1
        return table.order[start:] + table.order[:start]
    return table.order


def add_draws(
    to: Columns,
    replay: Replay,
    hand_key: int,
    players: Players,
    opener: str | None,
    faced: Mapping[tuple[int, int], int],
) -> None:
    """Add one row per draw; `opener` and `faced` are what `add_decisions` returns."""
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
        to.opener.append(opener)
        to.pot.append(draw.pot)
        to.put_in.append(draw.put_in)
        to.live.append(len(live))
        to.all_in.append(seat not in able)
        to.opponents_able.append(len(able) - (seat in able))
        to.can_bet.append(seat in able and len(able) > 1)
        to.drawn.append(count)
        to.previous_drawn.append(earlier.get(seat))
        to.pats_before.append(sum([drew[seat] == 0 for drew in counts[1:number]]))
        to.level_faced.append(faced.get((seat, number - 1)))
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
    events = enumerate(replay.hand.events)
    return next((replay.rounds[n] for n, event in events if isinstance(event, DeckReshuffled)), STAGES)


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
