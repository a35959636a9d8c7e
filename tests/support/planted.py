"""Tables of simulated players whose cards are all known, as databases: players with one leak each, and sound players.

The hands go from the simulator to rows without text. Only the rows that grade A checks read have prices.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import duckdb
import polars as pl

from badugi_hh import leaks
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.schema import DECISIONS, DRAWS, EVENTS, HANDS, PRICE_TABLES, PRICED_HANDS, SEATS, Rows
from badugi_hh.history.events import Dealt
from badugi_hh.leaks import Finding
from badugi_hh.replay import replay
from badugi_hh.simulate import CashGame, StyledPlayer, simulate
from badugi_hh.simulate.styles import SOUND, StartingRange, Style
from badugi_hh.stats.definitions.stat import WORST_BADUGI
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.arrow import append_frame, frame_of_columns
from badugi_hh.store.computation import JUDGING
from badugi_hh.store.database import open_database
from badugi_hh.store.price_pass import compute
from badugi_hh.store.price_rows import equity_rows

GAME = CashGame("Porrima VI", 6, 6, 50, 100)
DRAW_ROUNDS = 3
_TABLES = (HANDS, SEATS, EVENTS, DECISIONS, DRAWS)


@dataclass(frozen=True, slots=True)
class Planted:
    """One leak of a player who is sound otherwise, and the ids of the checks that describe it."""

    style: Style
    found: frozenset[str]


def _planted(*found: str, **style: object) -> Planted:
    return Planted(replace(SOUND, **style), frozenset(found))  # type: ignore[arg-type]


_EARLY, _BUTTON = StartingRange(badugi=12, tri=10, two=4), StartingRange(badugi=10, tri=5, two=-1)

KINDS: dict[str, Planted] = {
    "keeps the wrong cards": _planted("A1", wrong_keep=0.9),
    "stands pat when no bet can follow": _planted("A2", pat_short=0.9),
    "folds without a bet": _planted("A5", fold_free=0.1),
    "opens too many hands early": _planted("B1-EP-MANY", opening=(*SOUND.opening[:4], _EARLY)),
    "opens too few hands on the button": _planted(
        "B1-BTN-FEW", opening=(SOUND.opening[0], _BUTTON, *SOUND.opening[2:])
    ),
    "limps": _planted("B3", raise_first=0.2),
    "folds the big blind": _planted("B4-BTN", "B4-SB", fold_blind=0.6),
    "reraises too many hands": _planted(
        "B6-BTN-MANY", "B6-SB-MANY", strong=StartingRange(badugi=12, tri=10, two=3)
    ),
    "folds to a reraise": _planted("B7", stays=0.0),
    "breaks tens": _planted("B11", pat=(8, 8, 8)),
    "never bets when ahead": _planted("B13", bet_ahead=0.0),
    "bets draws into pat hands": _planted("B14", bluff=0.4, bluff_pat=1.0),
    "folds good draws": _planted("B16", sticky=-0.25),
    "chases pat hands": _planted("B17", chase=0.9),
    "folds to the last bet": _planted("B18", last_sticky=-0.4),
    # A snow without end is a bluff after the last draw.
    "snows without end": _planted("B21-MANY", "B24", snow=0.9),
}


@dataclass(frozen=True, slots=True)
class Played:
    """A database of one table, and the filter that selects the same number of hands of each player."""

    con: duckdb.DuckDBPyConnection
    hand_filter: Filter
    hands: int

    def reports(self) -> dict[str, list[Finding]]:
        """Return the findings of each player, the first finding first."""
        found: dict[str, list[Finding]] = {}
        for finding in leaks.find(self.con, self.hand_filter):
            found.setdefault(finding.player, []).append(finding)
        return found


@contextmanager
def table_of(players: Mapping[str, Style], hands: int, seed: int, *, priced: bool = True) -> Iterator[Played]:
    """Yield a table at which each player has exactly `hands` hands, and at which the cards of all are known."""
    hero, *others = (StyledPlayer(name, style) for name, style in players.items())
    game = replace(GAME, players=len(players))
    dealt, last = dict.fromkeys(players, 0), {}
    rows = Rows()
    for key, hand in enumerate(simulate(10**9, seed, games=(game,), hero=hero, pool=others, open_cards=True)):
        played = replay(hand)
        add_rows(rows, played, key)
        for event in played.hand.of(Dealt):
            dealt[event.player] += 1
            if dealt[event.player] == hands:
                last[event.player] = key
        if len(last) == len(players):
            break
    frames = {table.name: frame_of_columns(table, rows.columns(table)) for table in _TABLES}
    ends = " ".join(f"WHEN '{name}' THEN {key}" for name, key in last.items())
    con = open_database(None)
    try:
        for table in _TABLES:
            append_frame(con, table, frames[table.name])
        if priced:
            append_prices(con, frames)
            compute(con, JUDGING)
        yield Played(con, Filter(where=f"hands.hand_key <= CASE seats.player {ends} END"), hands)
    finally:
        con.close()


def append_prices(con: duckdb.DuckDBPyConnection, frames: Mapping[str, pl.DataFrame]) -> None:
    """Append the prices that grade A checks read: of last draws, of pats when no bet can follow, and of free folds."""
    betting_over = pl.col("opponents_able") + (~pl.col("all_in")).cast(pl.Int64) <= 1
    pat = betting_over & (pl.col("drawn") == 0) & (pl.col("value_before") > WORST_BADUGI)
    free_fold = (pl.col("action") == "fold") & (pl.col("price") == 0)
    draws = _only("hand_before", (pl.col("draw") == DRAW_ROUNDS) | pat, frames[DRAWS.name])
    decisions = _only("knowledge", free_fold, frames[DECISIONS.name])
    found = {PRICED_HANDS.name: frames[HANDS.name].select("hand_key")}
    found |= equity_rows({**frames, DRAWS.name: draws, DECISIONS.name: decisions})
    for table in PRICE_TABLES:
        if table.name in found:
            append_frame(con, table, found[table.name])


def _only(column: str, wanted: pl.Expr, frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with the column unknown in the other rows, which then have no price."""
    return frame.with_columns(pl.when(wanted).then(pl.col(column)).alias(column))
