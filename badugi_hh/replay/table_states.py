"""The table after each event of a replayed hand, for displays that show the hand step by step.

An import needs only the table at the end, so that a replay does not keep these states.
"""

from dataclasses import dataclass

from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.engine.table import Table
from badugi_hh.history.events import Hand
from badugi_hh.replay.records import Replay
from badugi_hh.replay.replay import replay


@dataclass(frozen=True, slots=True)
class TableState:
    """The chips after one event, by seat: stacks, and bets in the present betting round; and the seats that folded.

    Chips from a pot are in no stack: the table pays no pot.
    """

    stacks: dict[int, int]
    bets: dict[int, int]
    folded: frozenset[int]


def replay_with_states(hand: Hand, *, rules: Rules = POKERSTARS) -> tuple[Replay, list[TableState]]:
    """Replay a hand, and return the table after each event, as many as `Replay.pots`; a cancelled hand has none."""
    states: list[TableState] = []
    played = replay(hand, rules=rules, observe=lambda table: states.append(_state_of(table)))
    return played, states


def _state_of(table: Table) -> TableState:
    return TableState(dict(table.stacks), dict(table.street), frozenset(table.folded))
