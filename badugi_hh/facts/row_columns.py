"""The rows of hands as columns: for each table that a replay fills, one list of values per column.

A row is added by appending one value to the list of each column. An object for each row would take six times as long,
and the database appends whole columns. The fields of these classes are the columns that `badugi_hh.facts.columns`
declares; None is NULL. A class with other fields raises a `TypeError`, and `tests/facts/test_facts.py` compares the types.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from badugi_hh.facts.columns import DECISIONS, DRAWS, EVENTS, HANDS, SEATS
from badugi_hh.facts.schema import Table


@dataclass(slots=True)
class HandRows:
    """The columns of `hands`."""

    hand_key: list[int]
    site: list[str]
    hand_id: list[str]
    played_at: list[datetime | None]
    local_time: list[str]
    zone: list[str]
    time_ambiguous: list[bool]
    table_name: list[str]
    game: list[str]
    betting: list[str]
    small_bet: list[int]
    big_bet: list[int]
    stakes: list[str]
    currency: list[str | None]
    unit: list[str]
    denomination: list[str]
    tournament_id: list[str | None]
    level: list[str | None]
    buy_in: list[str | None]
    entry_pool: list[int | None]
    entry_bounty: list[int | None]
    entry_fee: list[int | None]
    entry_currency: list[str | None]
    max_seats: list[int | None]
    button: list[int]
    players: list[int]
    total_pot: list[int | None]
    rake: list[int | None]
    rules: list[str]
    cancelled: list[bool]
    status: list[str]


@dataclass(slots=True)
class SeatRows:
    """The columns of `seats`."""

    hand_key: list[int]
    site: list[str]
    hand_id: list[str]
    seat: list[int]
    player: list[str]
    hero: list[bool]
    stack: list[int]
    position: list[str | None]
    dealt: list[bool]
    sitting_out: list[bool]
    extra_blind: list[bool]
    put_in: list[int]
    won: list[int]
    net: list[int]
    rake_share: list[int]
    rake_dealt: list[int]
    rake_won: list[int]
    reach: list[int]
    hand_0: list[str | None]
    hand_1: list[str | None]
    hand_2: list[str | None]
    hand_3: list[str | None]
    known_0: list[str | None]
    known_1: list[str | None]
    known_2: list[str | None]
    known_3: list[str | None]
    value_0: list[int | None]
    value_1: list[int | None]
    value_2: list[int | None]
    value_3: list[int | None]
    starting_class: list[str | None]
    draw_line: list[str | None]
    drawn_1: list[int | None]
    drawn_2: list[int | None]
    drawn_3: list[int | None]
    forced_1: list[str | None]
    snowed: list[int | None]
    walk: list[bool]
    decisions_0: list[int]
    voluntary_0: list[int]
    raises_0: list[int]
    saw_draw: list[bool]
    showdown: list[bool]
    result: list[str]
    pots_shared: list[int]
    shown: list[bool]
    place: list[int | None]
    prize: list[int | None]
    prize_currency: list[str | None]
    bounty_won: list[int | None]
    rebought: list[bool | None]


@dataclass(slots=True)
class EventRows:
    """The columns of `events`."""

    hand_key: list[int]
    n: list[int]
    line: list[int]
    round: list[int | None]
    kind: list[str]
    seat: list[int | None]
    player: list[str | None]
    amount: list[int | None]
    raised_to: list[int | None]
    cards: list[str | None]
    count: list[int | None]
    all_in: list[bool | None]
    text: list[str | None]


@dataclass(slots=True)
class DecisionRows:
    """The columns of `decisions`."""

    hand_key: list[int]
    n: list[int]
    seat: list[int]
    player: list[str]
    hero: list[bool]
    round: list[int]
    position: list[str]
    price: list[int]
    pot: list[int]
    pot_to_win: list[int]
    live: list[int]
    opponents_able: list[int]
    extra_blind: list[bool]
    behind: list[int]
    level_full: list[int]
    level_any: list[int]
    callers: list[int]
    limpers: list[int]
    own_actions: list[int]
    own_last: list[str | None]
    own_voluntary: list[int]
    limped: list[bool]
    folded_to: list[bool]
    blinds_only: list[bool]
    opener: list[str | None]
    opened: list[bool]
    aggressor: list[bool]
    previous_aggressor: list[bool]
    aggressor_behind: list[bool]
    previous_cbet: list[bool]
    previous_bets: list[int | None]
    last_to_act: list[bool]
    can_raise: list[bool]
    own_draw: list[int | None]
    best_opponent_draw: list[int | None]
    bettor_draw: list[int | None]
    value: list[int | None]
    knowledge: list[str | None]
    forced: list[str | None]
    action: list[str]
    amount: list[int]
    all_in: list[bool]


@dataclass(slots=True)
class DrawRows:
    """The columns of `draws`."""

    hand_key: list[int]
    n: list[int]
    seat: list[int]
    player: list[str]
    hero: list[bool]
    draw: list[int]
    position: list[str]
    opener: list[str | None]
    pot: list[int]
    put_in: list[int]
    live: list[int]
    all_in: list[bool]
    opponents_able: list[int]
    can_bet: list[bool]
    drawn: list[int]
    previous_drawn: list[int | None]
    pats_before: list[int]
    level_faced: list[int | None]
    fewest_seen: list[int | None]
    fewest_before: list[int | None]
    last_cards: list[bool]
    hand_before: list[str | None]
    kept: list[str | None]
    thrown: list[str | None]
    hand_after: list[str | None]
    value_before: list[int | None]
    value_kept: list[int | None]
    value_after: list[int | None]
    outs: list[int | None]
    unseen: list[int | None]
    knowledge: list[str | None]
    forced: list[str | None]


def _empty(table: Table) -> dict[str, list[Any]]:
    return {name: [] for name in table.names}


@dataclass(slots=True)
class Rows:
    """The rows of any number of hands in the tables that a replay fills."""

    hands: HandRows = field(default_factory=lambda: HandRows(**_empty(HANDS)))
    seats: SeatRows = field(default_factory=lambda: SeatRows(**_empty(SEATS)))
    events: EventRows = field(default_factory=lambda: EventRows(**_empty(EVENTS)))
    decisions: DecisionRows = field(default_factory=lambda: DecisionRows(**_empty(DECISIONS)))
    draws: DrawRows = field(default_factory=lambda: DrawRows(**_empty(DRAWS)))

    def columns(self, table: Table) -> dict[str, list[Any]]:
        """Return the columns of a table by name, in their declared order; all have the same length."""
        rows = getattr(self, table.name)
        return {name: getattr(rows, name) for name in table.names}
