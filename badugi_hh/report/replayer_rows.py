"""The replays of stored hands, for the report: the texts parsed and replayed by the rules they were stored with."""

from collections.abc import Iterator, Sequence
from typing import Any

import duckdb

from badugi_hh.engine.rules import ROOMS
from badugi_hh.replay import replay_with_states
from badugi_hh.report.anonymous import Names
from badugi_hh.report.best_play import BestPlay, best_plays
from badugi_hh.report.replayer import replay_data
from badugi_hh.report.replayer_prices import HandPrices, stored_prices
from badugi_hh.store.solver_pass import read_facts
from badugi_hh.store.texts import join_texts

_OWN_NAMES = Names()


def replays(
    con: duckdb.DuckDBPyConnection, hand_keys: Sequence[int], names: Names = _OWN_NAMES
) -> dict[int, dict[str, Any]]:
    """Return the data of the replayer for stored hands by key, with the prices that are stored; see `replay_data`.

    The players have these names.

    A key without a hand, and a hand whose text this version can no longer parse, is missing.
    """
    return dict(_replays(con, sorted(hand_keys), names))


def _replays(
    con: duckdb.DuckDBPyConnection, keys: list[int], names: Names
) -> Iterator[tuple[int, dict[str, Any]]]:
    prices = stored_prices(con, keys)
    solved = best_plays(read_facts(con, keys))
    rows = con.execute(
        "SELECT hand_key, any_value(rules), list(text ORDER BY file_key, line) FROM hand_texts JOIN hands USING (hand_key) "
        "WHERE hand_key IN (SELECT unnest(?::BIGINT[])) GROUP BY hand_key ORDER BY hand_key",
        [keys],
    ).fetchall()
    for key, rules, texts in rows:
        hand = join_texts((names.text(text) for text in texts), ROOMS[rules])
        if hand is not None:
            played, tables = replay_with_states(hand, rules=ROOMS[rules])
            data = replay_data(
                played, prices.get(key, HandPrices()), solved.get(key, BestPlay()), tables=tables
            )
            yield key, {**data, "marked": len(texts) == 1}
