"""Keeps the pseudonyms of a database, so that every anonymized export uses the same ones."""

from itertools import count

import duckdb

from badugi_hh.facts.columns import PSEUDONYMS


class Pseudonyms:
    """The pseudonyms of a database: `Player1`, `Player2` … in the order of first use.

    They are stored in the table `pseudonyms` and contain no information about the names. A number is left out if a
    player has that screen name.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        rows = con.execute(f"SELECT player, pseudonym FROM {PSEUDONYMS.name}").fetchall()
        self._of: dict[str, str] = dict(rows)
        self._new: list[tuple[str, str]] = []
        names = con.execute(
            "SELECT DISTINCT player FROM seats WHERE starts_with(player, 'Player')"
        ).fetchall()
        taken = {name for (name,) in names}.union(self._of.values())
        numbered = (f"Player{number}" for number in count(len(self._of) + 1))
        self._free = (pseudonym for pseudonym in numbered if pseudonym not in taken)

    def of(self, player: str) -> str:
        """Return the player's pseudonym, a new one if there is none yet."""
        if player not in self._of:
            self._of[player] = next(self._free)
            self._new.append((player, self._of[player]))
        return self._of[player]

    def keep(self) -> None:
        """Store the new pseudonyms."""
        if self._new:
            self._con.executemany(f"INSERT INTO {PSEUDONYMS.name} VALUES (?, ?)", self._new)
            self._new = []
