"""The search for hands: those that a filter selects, sorted, with the cards and the result of the selected player.

The cards and the result of other players stay hidden, also in hands that no hero played.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import duckdb
import polars as pl

from badugi_hh.api.behind import Behind
from badugi_hh.api.choices import Sort
from badugi_hh.facts.views import VERDICTS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.persons import MINE
from badugi_hh.stats.selection.rows import last_cards, user_condition
from badugi_hh.stats.selection.user_input import member_of
from badugi_hh.store.arrow import ArrowStream

COLUMNS = (
    "site",
    "hand_id",
    "played_at",
    "table_name",
    "stakes",
    "game",
    "currency",
    "unit",
    "players",
    "total_pot",
    "status",
    "player",
    "position",
    "hand_0",
    "draw_line",
    "hand_3",
    "held",
    "net",
    "tags",
    "note",
)
"""The columns of a hand that `hands --json` prints."""
IN_BIG_BETS = ("net_bb", "pot_bb", "loss_bb", "cost_bb")
"""The further columns in big bets: the result and the pot, null for a hand without a big bet; what the player's judged
decisions and draws lost, null where there is none; and the cost of the mistakes that a leak check counts in the hand, null where it
is unknown and without a check."""
_BY = {Sort.PLAYED: "played_at", Sort.NET: "net_bb", Sort.POT: "pot_bb", Sort.LOSS: "loss_bb"}
_OF_HAND = "WHERE m.site = hands.site AND m.hand_id = hands.hand_id"
_MARKS = {
    "tags": f"(SELECT string_agg(tag, ', ' ORDER BY tag) FROM tags AS m {_OF_HAND})",
    "note": f"(SELECT note FROM notes AS m {_OF_HAND})",
}
_LOSSES = f"LEFT JOIN (SELECT hand_key, seat, round(sum(loss), 4) AS lost FROM {VERDICTS.name} GROUP BY ALL) AS lost ON lost.hand_key = seats.hand_key AND lost.seat = seats.seat"
_OF_SEAT = frozenset({"player", "position", "hand_0", "draw_line", "hand_3", "held", "net"})


@dataclass(frozen=True, slots=True)
class FoundHands:
    """The hands of a search: `total` is their number without the limit.

    `frame` has `COLUMNS` and `IN_BIG_BETS`. `unpriced` says what is unknown because hands have no prices, and `notes` why there is no
    hand, or which of them do not count elsewhere.
    """

    frame: pl.DataFrame
    total: int
    unpriced: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def listed(self, *, costs: bool) -> pl.DataFrame:
        """Return the columns that `hands --json` prints, with what the mistakes cost if `costs`."""
        return self.frame.select(*COLUMNS, "loss_bb", *(("cost_bb",) if costs else ()))


def find_hands(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    leak: str | None = None,
    stat: str | None = None,
    made: bool | None = None,
    sort: str | None = None,
    reverse: bool = False,
    limit: int | None = None,
) -> FoundHands:
    """Return the hands that a resolved filter selects, a row for each selected seat; see `Hands.hands`.

    A filter without a player selects the user's hands, and also the hands of histories without a hero, whose row has no
    player. With a leak, the loss by which hands are sorted is what it cost. Unknown values come last, and hands with the same value are sorted by time.
    """
    behind = Behind(leak, stat, made)
    order = member_of(Sort, sort or behind.order, "order")
    if limit is not None and limit < 0:
        raise FilterError(f"limit is {limit}; give a number of hands, or 0 for all")
    is_shown, without_hero, whose = "TRUE", "FALSE", hand_filter
    counted = behind.seats(con, hand_filter)
    if hand_filter.is_of_user:
        is_shown = MINE
        without_hero = "NOT EXISTS (FROM seats s WHERE s.hand_key = hands.hand_key AND s.hero)"
        whose = replace(hand_filter, every_player=True)
    predicate, parameters = whose.sql()
    only, cost = "", "CAST(NULL AS DOUBLE)"
    keys: list[object] = []
    if counted is not None:
        listed, keys = counted
        only = (
            f"JOIN (SELECT hand_key, seat, if(count(cost) = count(*), round(sum(cost), 4), NULL) AS cost FROM ({listed}) GROUP BY ALL) AS listed "
            "ON listed.hand_key = hands.hand_key AND listed.seat = seats.seat "
        )
        cost = "listed.cost"
    columns = ", ".join(f"{_column(name, is_shown)} AS {name}" for name in COLUMNS)
    query = (
        f"SELECT {columns}, {_column('net', is_shown)} / NULLIF(hands.big_bet, 0) AS net_bb, "
        f"hands.total_pot / NULLIF(hands.big_bet, 0) AS pot_bb, CASE WHEN {is_shown} THEN lost.lost END AS loss_bb, {cost} AS cost_bb, hands.hand_key, seats.seat "
        f"FROM hands JOIN seats ON seats.hand_key = hands.hand_key {_LOSSES} {only}"
        f"WHERE {predicate} AND ({is_shown} OR {without_hero}) "
        f"QUALIFY {is_shown} OR row_number() OVER (PARTITION BY hands.hand_key ORDER BY seats.seat) = 1"
    )
    by = "cost_bb" if order is Sort.LOSS and behind.leak is not None else _BY[order]
    way = "ASC" if reverse else "DESC"
    by_time = way if order is Sort.PLAYED else "DESC"
    query = (
        f"SELECT * EXCLUDE (hand_key, seat), count(*) OVER () AS total FROM ({query}) "
        f"ORDER BY {by} {way} NULLS LAST, "
        f"played_at {by_time} NULLS LAST, hand_key {by_time}, seat LIMIT ?"
    )
    with user_condition(whose):
        hands = pl.DataFrame(ArrowStream(con.sql(query, params=[*keys, *parameters, limit or None])))
    total = hands["total"][0] if hands.height else 0
    unpriced, notes = _about(con, hand_filter, behind, set(hands["player"]))
    return FoundHands(hands.drop("total"), total, tuple(unpriced), tuple(notes))


def _about(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, behind: Behind, players: Collection[str | None]
) -> tuple[list[str], list[str]]:
    """Return what is unknown without prices, and why no hand is listed or which of those of `players` do not count elsewhere."""
    from badugi_hh.api import remarks
    from badugi_hh.stats.selection.resolve import explain_no_hands

    unpriced, all_of_it = behind.unpriced(con)
    of_all = behind == Behind()
    if players:
        restricted = hand_filter.only or not of_all
        return unpriced, [] if restricted else remarks.not_counted(con, hand_filter, players)
    if all_of_it:
        return unpriced, []
    return unpriced, [explain_no_hands(con, hand_filter) if of_all else behind.why_none()]


def _column(name: str, is_shown: str) -> str:
    """Return SQL for a column; the values of a seat are shown if the SQL condition `is_shown` is true."""
    if name in _MARKS:
        return _MARKS[name]
    if name not in _OF_SEAT:
        return f"hands.{name}"
    return f"CASE WHEN {is_shown} THEN {last_cards('seats') if name == 'held' else f'seats.{name}'} END"
