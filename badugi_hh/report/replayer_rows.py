"""The replays of stored hands, for the report: the texts parsed and replayed by the rules they were stored with.

A process beside this one can build some of them, while this one computes the rest of the page. Only this one reads the
database.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import duckdb

from badugi_hh.engine.rules import ROOMS
from badugi_hh.replay import replay_with_states
from badugi_hh.report.anonymous import Names
from badugi_hh.report.best_play import BestPlay, best_plays
from badugi_hh.report.language import Language, in_language, language
from badugi_hh.report.replayer import replay_data
from badugi_hh.report.replayer_prices import HandPrices, stored_prices
from badugi_hh.store.solver_pass import read_facts
from badugi_hh.store.texts import join_texts
from badugi_hh.store.workers import Share, helped_by

FEW = 500
"""So many hands are replayed by one process in the time that another needs to start."""
PIECE = 50
"""The number of hands that a process replays together."""

_OWN_NAMES = Names()
_Built: TypeAlias = list[tuple[int, dict[str, Any]]]
"""Replays and the keys of their hands."""


class _StoredHand(NamedTuple):
    """What a replay is built from: the texts of the views, with the names of the page, and what is known of the decisions."""

    key: int
    rules: str
    texts: tuple[str, ...]
    prices: HandPrices
    solved: BestPlay


def replays(
    con: duckdb.DuckDBPyConnection, hand_keys: Collection[int], names: Names = _OWN_NAMES
) -> dict[int, dict[str, Any]]:
    """Return the data of the replayer for stored hands by key, with the prices that are stored; see `replay_data`.

    The players have these names.

    A key without a hand, and a hand whose text this version can no longer parse, is missing.
    """
    with replaying(con, names) as found:
        return found.of(hand_keys)


@contextmanager
def replaying(
    con: duckdb.DuckDBPyConnection, names: Names = _OWN_NAMES, *, jobs: int = 1, tz: str | None = None
) -> "Iterator[Replays]":
    """Provide the replays of stored hands; with several `jobs` a process beside this one can build some of them.

    `tz` is the time zone of their times.
    """
    with ExitStack() as stack:
        yield Replays(con, names, jobs, tz, stack)


class Replays:
    """Builds replays; `begin` says which ones will be needed."""

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        names: Names,
        jobs: int,
        tz: str | None,
        stack: ExitStack,
    ) -> None:
        self._con = con
        self._names = names
        self._jobs = jobs
        self._tz = tz
        self._stack = stack
        self._share = self._shared_by(1)
        self._begun: frozenset[int] = frozenset()
        self._finish: Callable[[], list[_Built]] = list

    def begin(self, hand_keys: Collection[int]) -> None:
        """Begin to build replays in a process beside this one; few hands start none."""
        if self._jobs > 1 and len(hand_keys) >= FEW:
            self._share = self._shared_by(self._jobs)  # it starts while this process reads the database
            self._begun = frozenset(hand_keys)
            self._finish = self._share(self._pieces(hand_keys))

    def of(self, hand_keys: Collection[int]) -> dict[int, dict[str, Any]]:
        """Return what `replays` returns."""
        finish = self._share(self._pieces([key for key in hand_keys if key not in self._begun]))
        wanted = frozenset(hand_keys)
        return {key: data for built in (*finish(), *self._finish()) for key, data in built if key in wanted}

    def _shared_by(self, jobs: int) -> Share[_Built]:
        return self._stack.enter_context(helped_by(jobs, partial(_build, language(), self._tz)))

    def _pieces(self, hand_keys: Collection[int]) -> list[list[_StoredHand]]:
        """Read hands from the database."""
        keys = sorted(hand_keys)
        prices = stored_prices(self._con, keys)
        solved = best_plays(read_facts(self._con, keys))
        rows = self._con.execute(
            "SELECT hand_key, any_value(rules), list(text ORDER BY file_key, line) FROM hand_texts JOIN hands USING (hand_key) "
            "WHERE hand_key IN (SELECT unnest(?::BIGINT[])) GROUP BY hand_key ORDER BY hand_key",
            [keys],
        ).fetchall()
        hands = [
            _StoredHand(
                key,
                rules,
                tuple(map(self._names.text, texts)),
                prices.get(key, HandPrices()),
                solved.get(key, BestPlay()),
            )
            for key, rules, texts in rows
        ]
        return [hands[start : start + PIECE] for start in range(0, len(hands), PIECE)]


def _build(selected: Language, tz: str | None, hands: Sequence[_StoredHand], _: str) -> _Built:
    """Return the replays of hands on a page in a language and a time zone; runs in a process of its own too."""
    built = []
    with in_language(selected):
        for each in hands:
            rules = ROOMS[each.rules]
            hand = join_texts(each.texts, rules)
            if hand is not None:
                played, tables = replay_with_states(hand, rules=rules)
                data = replay_data(played, each.prices, each.solved, tables=tables, tz=tz)
                built.append((each.key, {**data, "marked": len(each.texts) == 1}))
    return built
