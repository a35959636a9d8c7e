"""The table after each event of a replayed hand, for displays that show the hand step by step.

An import needs only the table at the end, so that a replay does not keep these states. They come from a second replay.
"""

from badugi_hh.engine.table import Table
from badugi_hh.frozen import dataclass
from badugi_hh.problems import Place
from badugi_hh.replay.follow import follow
from badugi_hh.replay.records import Replay


@dataclass(frozen=True, slots=True)
class TableState:
    """The chips after one event, by seat: stacks, and bets in the present betting round; and the seats that folded.

    Chips from a pot are in no stack: the table pays no pot.
    """

    stacks: dict[int, int]
    bets: dict[int, int]
    folded: frozenset[int]


def table_states(replay: Replay) -> list[TableState]:
    """Return the table after each event, as many as `replay.pots`; a cancelled hand has none."""
    states: list[TableState] = []

    def observe(table: Table) -> None:
        states.append(TableState(dict(table.stacks), dict(table.street), frozenset(table.folded)))

    if not replay.cancelled:
        follow(replay.hand, replay.by_kind, replay.rules, Place(""), observe)
    return states
