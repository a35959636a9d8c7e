"""Turns the actions of a replay into the rows `decisions`: what each player faced when he chose.

Everything here follows from the order of the actions; the rules were applied by the replay already.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from badugi_hh.engine.rules import Betting
from badugi_hh.engine.values import value
from badugi_hh.facts.stages import Known
from badugi_hh.replay import Action, Replay


@dataclass(slots=True)
class _Round:
    """What has happened in one betting round so far."""

    level_any: int = 0
    full_raises: int = 0
    largest: int = 0  # chips of the largest raise
    callers: int = 0
    limpers: int = 0
    raised: bool = False
    voluntary: bool = False
    opener: int | None = None
    aggressor: int | None = None
    acted: set[int] = field(default_factory=set)  # since the last bet or raise
    actions: dict[int, list[str]] = field(default_factory=dict)


def decision_rows(
    replay: Replay, hand_key: int, positions: dict[int, str], known: dict[int, Known], heroes: set[int]
) -> Iterator[tuple[object, ...]]:
    """Yield one row per betting action, in the order of the columns of `DECISIONS`."""
    players = {seat.seat: seat.player for seat in replay.hand.seats}
    drawn = {(draw.draw, draw.seat): draw.count for draw in replay.draws}
    blind = replay.table is not None and replay.table.big_blind is not None
    now, number = _Round(level_any=int(blind), full_raises=int(blind)), 0
    aggressors: dict[int, int | None] = {}
    bets: dict[int, int] = {}
    for action in replay.actions:
        if action.seat not in action.able:
            continue  # the room folds a player who is all-in with a blind and sits out: nobody decided anything
        if action.round != number:
            aggressors[number] = now.aggressor
            bets[number] = sum(act in {"bet", "raise"} for acts in now.actions.values() for act in acts)
            now, number = _Round(), action.round
        seat = action.seat
        own = now.actions.setdefault(seat, [])
        cards = known[seat].cards[number]
        opponents = [drawn.get((number, other)) for other in action.live if other != seat]
        fewest = [count for count in opponents if count is not None]
        previous = aggressors.get(number - 1)
        last = [aggressors[earlier] for earlier in sorted(aggressors) if aggressors[earlier] is not None]
        yield (
            hand_key,
            action.n + 1,
            seat,
            players[seat],
            seat in heroes,
            number,
            positions[seat],
            action.price,
            action.pot,
            len(action.live),
            sum(other != seat for other in action.able),
            sum(other != seat and other not in now.acted for other in action.able),
            _full_level(replay, action, now),
            now.level_any,
            now.callers,
            now.limpers if number == 0 else 0,
            len(own),
            own[-1] if own else None,
            sum(act in {"call", "bet", "raise"} for act in own),
            number == 0 and not now.voluntary,
            positions[now.opener] if number == 0 and now.opener is not None else None,
            bool(last) and last[-1] == seat,
            previous == seat,
            previous != seat and previous in action.able and previous not in now.acted,
            None if number == 0 else bets.get(number - 1, 0),
            _acting_order(replay, action)[-1] == seat,
            action.can_raise,
            drawn.get((number, seat)),
            min(fewest, default=None),
            value(cards) if cards else None,
            known[seat].source[number],
            action.forced,
            action.act,
            action.amount,
            action.all_in,
        )
        _note(now, action, replay)


def _note(now: _Round, action: Action, replay: Replay) -> None:
    now.actions[action.seat].append(action.act)
    now.voluntary |= action.act in {"call", "bet", "raise"}
    if action.act in {"bet", "raise"}:
        now.level_any += 1
        if action.round == 0 and not now.raised:
            now.opener = action.seat
        now.raised = True
        now.callers = 0
        now.aggressor = action.seat
        now.acted = set()
        more = action.to - action.level
        now.full_raises += more >= max(now.largest, replay.rules.bet_size(action.round)) or not action.all_in
        now.largest = max(now.largest, more)
    elif action.act == "call":
        now.callers += 1
        if not now.raised:
            now.limpers += 1
    now.acted.add(action.seat)


def _full_level(replay: Replay, action: Action, now: _Round) -> int:
    """Return the full bets faced: by amount in fixed limit, otherwise by counting full bets and raises."""
    if replay.rules.betting is Betting.FIXED:
        return action.level // replay.rules.bet_size(action.round)
    return now.full_raises


def _acting_order(replay: Replay, action: Action) -> tuple[int, ...]:
    """Return the seats that can act in the round, first to act first."""
    table = replay.table
    if table is None:
        return action.able
    order = table.order
    if action.round == 0 and table.big_blind is not None:
        start = order.index(table.big_blind) + 1
        order = order[start:] + order[:start]
    return tuple(seat for seat in order if seat in action.able)
