"""The replays of stored hands, for the report: the texts parsed and replayed by the rules they were stored with."""

from collections.abc import Collection
from typing import Any

import duckdb

from badugi_hh.engine.rules import ROOMS
from badugi_hh.replay import replay_with_states
from badugi_hh.report.anonymous import Names
from badugi_hh.report.replayer import replay_data
from badugi_hh.report.replayer_prices import HandPrices, stored_prices
from badugi_hh.store.price_pass import SOLVED, read_rows
from badugi_hh.store.texts import join_texts
from badugi_hh.wording.best_play import BestPlay, best_plays

_OWN_NAMES = Names()


def replays(
    con: duckdb.DuckDBPyConnection,
    hand_keys: Collection[int],
    names: Names = _OWN_NAMES,
    *,
    tz: str | None = None,
) -> dict[int, dict[str, Any]]:
    """Return the data of the replayer for stored hands by key, with the prices that are stored; see `replay_data`.

    The players have these names, and `tz` is the time zone of their times. A key without a hand, and a hand whose text this
    version can no longer parse, is missing.
    """
    keys = sorted(hand_keys)
    prices = stored_prices(con, keys)
    solved = best_plays(read_rows(con, SOLVED, keys))
    rows = con.execute(
        "SELECT hand_key, any_value(rules), list(text ORDER BY file_key, line) FROM hand_texts JOIN hands USING (hand_key) "
        "WHERE hand_key IN (SELECT unnest(?::BIGINT[])) GROUP BY hand_key ORDER BY hand_key",
        [keys],
    ).fetchall()
    found = {}
    for key, room, texts in rows:
        rules = ROOMS[room]
        hand = join_texts(tuple(map(names.text, texts)), rules)
        if hand is not None:
            played, tables = replay_with_states(hand, rules=rules)
            prices_of, solved_of = prices.get(key, HandPrices()), solved.get(key, BestPlay())
            data = replay_data(played, prices_of, solved_of, tables=tables, tz=tz)
            found[key] = {**data, "marked": len(texts) == 1}
    return found
