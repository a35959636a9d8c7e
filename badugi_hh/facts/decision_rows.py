"""Turns the actions of a replay into the rows of `decisions`: the situation of the player at each betting decision.

Each action carries what the table knew before it. The rest follows from the order of the actions.
"""

from dataclasses import dataclass, field

from badugi_hh.engine.values import value
from badugi_hh.facts.players import STAGES, Players
from badugi_hh.facts.schema import Columns
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


@dataclass(slots=True)
class BettingFacts:
    """The values of the betting that the rows of draws need.

    `opener` is the position of the player who made the first raise before the first draw. `levels_faced` has the most
    full bets that a seat faced in a betting round, by seat and round.
    """

    opener: str | None = None
    levels_faced: dict[tuple[int, int], int] = field(default_factory=dict)


def add_decisions(to: Columns, replay: Replay, hand_key: int, players: Players) -> BettingFacts:
    """Add one row per betting action."""
    names, positions, known = players.names, players.positions, players.known
    drawn: list[dict[int, int]] = [{} for _ in range(STAGES)]  # cards drawn by seat, by draw; empty at 0
    for draw in replay.draws:
        drawn[draw.draw][draw.seat] = draw.count
    betting = BettingFacts()
    faced = betting.levels_faced
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
        to.opener.append(betting.opener)
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
                opener, betting.opener = seat, positions[seat]
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
    return betting


def _acting_order(replay: Replay) -> tuple[int, ...]:
    """Return the seats in the order in which they act before the first draw; empty if the replay has no table."""
    table = replay.table
    if table is None:
        return ()
    if table.big_blind is not None:
        start = table.order.index(table.big_blind) + 1
        return table.order[start:] + table.order[:start]
    return table.order
