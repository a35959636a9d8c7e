"""Turns the actions of a replay into the rows of `decisions`: the situation of the player at each betting decision.

The values follow from the order of the actions; the replay has already applied the rules.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from badugi_hh.engine.limits import full_bet
from badugi_hh.engine.rules import Betting
from badugi_hh.engine.values import value
from badugi_hh.facts.known_cards import STAGES, Known
from badugi_hh.history.events import Posted
from badugi_hh.replay import Action, Replay


@dataclass(slots=True)
class _Round:
    """The state of a betting round before the next action."""

    level_any: int = 0
    level_full: int = 0
    full: int = 0  # total of the last full bet, in fixed limit
    largest: int = 0  # chips of the largest raise
    callers: int = 0
    limpers: int = 0
    raised: bool = False
    voluntary: bool = False
    aggressor: int | None = None
    limped: set[int] = field(default_factory=set)
    cbettor: int | None = None  # opened the betting after making the last bet or raise of the previous round
    acted: set[int] = field(default_factory=set)  # since the last bet or raise
    actions: dict[int, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Chips:
    """The remaining chips of each seat, and its chips in the current round."""

    stack: dict[int, int]
    street: dict[int, int]

    def play(self, action: Action) -> None:
        self.stack[action.seat] -= action.amount
        self.street[action.seat] += action.amount

    def beyond(self, action: Action) -> int:
        """Return the chips of this round that the player cannot match by calling."""
        own = self.street[action.seat] + action.price
        return sum(max(0, chips - own) for chips in self.street.values())

    def behind(self, action: Action, acted: set[int]) -> int:
        """Return the number of players still to act if this player checks or calls.

        A player who has already matched the bets does not act if no opponent has chips left.
        """
        waiting = [other for other in action.able if other != action.seat and other not in acted]
        stack, street = dict(self.stack), dict(self.street)
        stack[action.seat] -= action.price
        street[action.seat] += action.price
        if len([seat for seat in action.live if stack[seat]]) > 1:
            return len(waiting)
        due = 0
        for other in waiting:
            rest = [seat for seat in action.live if seat != other]
            due += any(stack[seat] for seat in rest) or street[other] < max(street[s] for s in rest)
        return due


def decision_rows(
    replay: Replay,
    hand_key: int,
    positions: dict[int, str],
    known: dict[int, Known],
    heroes: set[int],
    extra_blinds: set[int],
) -> Iterator[tuple[object, ...]]:
    """Yield one row per betting action, in the order of the columns of `DECISIONS`."""
    players = {seat.seat: seat.player for seat in replay.hand.seats}
    drawn: list[dict[int, int]] = [{} for _ in range(STAGES)]  # cards drawn by seat, by draw; empty at 0
    for draw in replay.draws:
        drawn[draw.draw][draw.seat] = draw.count
    order = _acting_order(replay, 0)
    blind = replay.table is not None and replay.table.big_blind is not None
    now, number = _first_round(replay, blind=blind), 0
    opener: int | None = None
    chips = _chips(replay)
    aggressors: dict[int, int | None] = {}
    cbettors: dict[int, int | None] = {}
    bets: dict[int, int] = {}
    last: int | None = None  # made the last bet or raise of an earlier round
    for action in replay.actions:
        if action.seat not in action.able:
            continue  # the site folds a player who sits out and is all-in with a blind: that is no decision
        if action.round != number:
            aggressors[number], cbettors[number] = now.aggressor, now.cbettor
            bets[number] = sum(act in {"bet", "raise"} for acts in now.actions.values() for act in acts)
            last = last if now.aggressor is None else now.aggressor
            now, number = _Round(), action.round
            order = _acting_order(replay, number)
            chips.street = dict.fromkeys(chips.street, 0)
        seat = action.seat
        own = now.actions.setdefault(seat, [])
        cards = known[seat].cards[number]
        counts = drawn[number]
        opponents = [counts[other] for other in action.live if other != seat and other in counts]
        previous = aggressors.get(number - 1)
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
            action.pot - chips.beyond(action),
            len(action.live),
            len(action.able) - 1,
            seat in extra_blinds,
            chips.behind(action, now.acted),
            now.level_full,
            now.level_any,
            now.callers,
            now.limpers if number == 0 else 0,
            len(own),
            own[-1] if own else None,
            sum([act in {"call", "bet", "raise"} for act in own]),
            seat in now.limped,
            number == 0 and not now.voluntary,
            len(action.live) == 2 and {positions[each] for each in action.live} == {"SB", "BB"},
            positions[opener] if opener is not None else None,
            opener == seat,
            last == seat,
            previous == seat,
            previous != seat and previous in action.able and previous not in now.acted,
            cbettors.get(number - 1) == seat,
            None if number == 0 else bets.get(number - 1, 0),
            [other for other in order if other in action.able][-1] == seat,
            action.can_raise or action.act in {"bet", "raise"},  # rooms differ on what reopens the betting
            counts.get(seat),
            min(opponents, default=None),
            counts.get(now.aggressor) if now.aggressor is not None else None,
            value(cards) if cards else None,
            known[seat].source[number],
            action.forced,
            action.act,
            action.amount,
            action.all_in,
        )
        if number == 0 and opener is None and action.act in {"bet", "raise"}:
            opener = seat
        _note(now, action, replay, previous)
        chips.play(action)


def _chips(replay: Replay) -> _Chips:
    """Return the chips of all seats after the blinds; antes and dead blinds do not count toward a call."""
    posted: Counter[str] = Counter()
    for event in replay.hand.events:
        if isinstance(event, Posted):
            posted[event.player] += event.amount
    dealt = [seat for seat in replay.hand.seats if seat.dealt]
    table = replay.table
    return _Chips(
        {seat.seat: seat.stack - posted[seat.player] for seat in dealt},
        {
            seat.seat: posted[seat.player] - (table.antes[seat.seat] + table.dead[seat.seat] if table else 0)
            for seat in dealt
        },
    )


def _note(now: _Round, action: Action, replay: Replay, previous: int | None) -> None:
    """Add an action to the round; the seat `previous` made the last bet or raise of the previous round."""
    now.actions[action.seat].append(action.act)
    now.voluntary |= action.act in {"call", "bet", "raise"}
    if action.act in {"bet", "raise"}:
        now.level_any += 1
        if action.act == "bet" and action.seat == previous:
            now.cbettor = action.seat
        now.raised = True
        now.callers = 0
        now.aggressor = action.seat
        now.acted = set()
        more = action.to - action.level
        if _is_full(now, action, more, replay):
            now.level_full += 1
            now.full = action.to
        now.largest = max(now.largest, more)
    elif action.act == "call":
        now.callers += 1
        if not now.raised:
            now.limpers += 1
            now.limped |= {action.seat} if action.round == 0 else set()
    now.acted.add(action.seat)


def _first_round(replay: Replay, *, blind: bool) -> _Round:
    """Return the state of the round before the first draw after the blinds are posted."""
    if replay.rules.betting is not Betting.FIXED:
        return _Round(level_any=int(blind), level_full=int(blind))
    level = replay.actions[0].level if replay.actions else 0
    bets = level // replay.rules.small_bet
    return _Round(level_any=int(blind), level_full=bets, full=level if bets else 0)


def _is_full(now: _Round, action: Action, more: int, replay: Replay) -> bool:
    """Return whether a bet or raise by `more` is a full one; a short all-in may count as full by the site's rules."""
    if replay.rules.betting is Betting.FIXED:
        return full_bet(replay.rules, action.round, now.full, action.to)
    return more >= max(now.largest, replay.rules.bet_size(action.round)) or not action.all_in


def _acting_order(replay: Replay, number: int) -> tuple[int, ...]:
    """Return the seats in the order in which they act in a round; empty if the replay has no table."""
    table = replay.table
    if table is None:
        return ()
    if number == 0 and table.big_blind is not None:
        start = table.order.index(table.big_blind) + 1
        return table.order[start:] + table.order[:start]
    return table.order
