"""The names on the page: the players' own, or for a page to share `Hero` for the user and a pseudonym for all others.

Every text of the page that has a name goes through `ShownNames`: rows, findings, and the texts of hands. Numbers of hands and
names of public tables stay, as in an anonymized export.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, count

import duckdb
import polars as pl

from badugi_hh.leaks import Finding
from badugi_hh.stats.selection.persons import MINE, PERSON
from badugi_hh.store.aliases import dealt_together

HERO = "Hero"


class ShownNames:
    """The players under their own names."""

    def of(self, player: str) -> str:
        """Return the name of a player or person on the page."""
        return player

    def text(self, text: str) -> str:
        """Return the text of a hand as the page shows it; an empty text if it cannot be parsed."""
        return text

    def rows(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return rows with the names of the page in the column `player`."""
        return frame

    def findings(self, found: Iterable[Finding]) -> list[Finding]:
        """Return findings with the names of the page."""
        return list(found)


class Pseudonymous(ShownNames):
    """The user as `Hero`, and all others under the pseudonyms of the database, the same as in its exports.

    The user is every person marked as me, or else every hero of a history: the one with most hands is `Hero`, the next one
    `Hero2`; names that another player has are left out. Another person has the pseudonym of their first screen name, unless
    several of their names were dealt into one hand. New pseudonyms are stored, so the connection must be able to write.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        from badugi_hh.store.export_hands import Pseudonyms

        self._others = Pseudonyms(con)
        self._heroes = _find_heroes(con)
        self._first_names = _find_first_names(con)

    def of(self, player: str) -> str:
        """Return `Hero` or the pseudonym."""
        return self._heroes.get(player) or self._others.of(self._first_names.get(player, player))

    def text(self, text: str) -> str:
        """Return the text with pseudonyms, and without chat and bounties."""
        from badugi_hh.history.anonymize import anonymize  # only a page to share reads texts
        from badugi_hh.history.parse import parse
        from badugi_hh.history.source import Block
        from badugi_hh.history.write import write

        hand = parse(Block("", 1, text)).hand
        return "" if hand is None else write(anonymize(hand, self.of))

    def rows(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return rows with pseudonyms."""
        renamed = {player: self.of(player) for player in frame["player"].unique(maintain_order=True)}
        return frame.with_columns(pl.col("player").replace_strict(renamed, return_dtype=pl.String))

    def findings(self, found: Iterable[Finding]) -> list[Finding]:
        """Return findings with pseudonyms; their notes have no names."""
        return [
            replace(
                each,
                player=self.of(each.player),
                hands=tuple(replace(hand, player=self.of(hand.player)) for hand in each.hands),
            )
            for each in found
        ]

    def keep(self) -> None:
        """Store the new pseudonyms."""
        self._others.keep()


def _find_heroes(con: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return `Hero`, `Hero2` … for the screen names and persons of the user, those with most hands first."""
    rows = con.execute(
        f"SELECT player, {PERSON} AS person, count(*), min(hand_key) AS first FROM seats WHERE {MINE} "
        "GROUP BY ALL ORDER BY first, player"
    ).fetchall()
    hands: Counter[str] = Counter()
    for _, person, number, _ in rows:
        hands[person] += number
    mine = {player for player, *_ in rows}
    named = con.execute("SELECT DISTINCT player FROM seats WHERE starts_with(player, ?)", [HERO]).fetchall()
    taken = {player for (player,) in named} - mine
    free = (name for name in chain([HERO], (f"{HERO}{number}" for number in count(2))) if name not in taken)
    numbers: dict[str, str] = {}
    found: dict[str, str] = {}
    for player, person, *_ in sorted(rows, key=lambda row: -hands[row[1]]):
        if person not in numbers:
            numbers[person] = next(free)
        found |= {player: numbers[person], person: numbers[person]}
    return found


def _find_first_names(con: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the first screen name of each person in `aliases`, for the person and for their other names."""
    rows = con.execute(
        "SELECT aliases.player, aliases.person, min(seats.hand_key) AS first FROM aliases JOIN seats USING (site, player) "
        "GROUP BY ALL ORDER BY first, aliases.player"
    ).fetchall()
    found: dict[str, str] = {}
    together = {person for person in {person for _, person, _ in rows} if dealt_together(con, person)[0]}
    for player, person, _ in rows:
        first = found.setdefault(person, player)
        found.setdefault(player, player if person in together else first)
    return found
