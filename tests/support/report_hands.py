"""The hands that the tests of the report share: dollars, euros and tournament chips; names of players are markup."""

from dataclasses import replace
from pathlib import Path

import duckdb

from badugi_hh.report.page_model import Page
from badugi_hh.simulate import HERO, POOL, CashGame, SitAndGo, simulate, write_files
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.wording.catalogue import catalogue

HANDS = 210
HOSTILE = "</script><b>x"
_GAMES = (
    CashGame("Alpha", 6, 6, 25, 50),
    CashGame("Beta", 6, 5, 100, 200, currency="EUR"),
    SitAndGo(3, 300, 30),
)


def import_report_hands(folder: Path) -> duckdb.DuckDBPyConnection:
    """Simulate the hands into a folder and return a database in memory with them."""
    hero = replace(HERO, name=HOSTILE)
    pool = tuple(replace(player, name=f"<img src={nth}>") for nth, player in enumerate(POOL))
    write_files(simulate(HANDS, 7, games=_GAMES, hero=hero, pool=pool), folder)
    con = open_database(None)
    assert import_paths(con, [folder]).stored == HANDS
    return con


def column(view: Page, title: str) -> list[str]:
    """Return the texts of a column of the table of hands, a text for each hand."""
    place = [each.title for each in view.hands.columns].index(catalogue()["tables"][title])
    packed = view.hands.listing["columns"][place]
    rows = packed.get("rows", range(len(packed["texts"])))
    return [packed["texts"][row] for row in rows]
