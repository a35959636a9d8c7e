"""Keeps the pseudonyms of a database, so that every anonymized export uses the same ones."""

import duckdb

from badugi_hh.facts.columns import PSEUDONYMS


class Pseudonyms:
    """The pseudonyms of a database: `Player1`, `Player2` … in the order of first use.

    They are stored in the table `pseudonyms` and contain no information about the names.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        rows = con.execute(f"SELECT player, pseudonym FROM {PSEUDONYMS.name}").fetchall()
        self._of: dict[str, str] = dict(rows)
        self._new: list[tuple[str, str]] = []

    def of(self, player: str) -> str:
        """Return the player's pseudonym, a new one if there is none yet."""
        if player not in self._of:
            self._of[player] = f"Player{len(self._of) + 1}"
            self._new.append((player, self._of[player]))
        return self._of[player]

    def keep(self) -> None:
        """Store the new pseudonyms."""
        if self._new:
            self._con.executemany(f"INSERT INTO {PSEUDONYMS.name} VALUES (?, ?)", self._new)
            self._new = []
