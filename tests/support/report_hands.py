"""The hands that the tests of the report share: simulated ones in dollars, euros and tournament chips, and the samples by months."""

from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import duckdb

from badugi_hh.facts.schema import COMPUTED_TABLES
from badugi_hh.report.page_model import Page
from badugi_hh.simulate import HERO, POOL, CashGame, SitAndGo, simulate, write_files
from badugi_hh.store.database import open_database, opened
from badugi_hh.store.importer import import_paths
from badugi_hh.wording.catalogue import catalogue

HANDS = 210
HOSTILE = "</script><b>x"
"""The name of the hero; those of the others are markup too."""
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


# --- the samples by months: dates and prices are made up, so that every statistic has rows

MONTHS = ("2023-12", "2024-01", "2024-03")
_DATES = f"""
    UPDATE hands SET played_at = CASE hand_key % 10
        WHEN 0 THEN NULL
        ELSE (['{"', '".join(MONTHS)}'][1 + hand_key % 3] || '-28')::TIMESTAMP + to_minutes(29 * hand_key::INTEGER)
    END
"""
_LUCK = """
    INSERT INTO luck BY NAME
    SELECT hand_key, seat, hand_key % 7 / 3.0 - 1 AS starting_luck, hand_key % 5 / 7.0 AS draw_luck,
           hand_key % 3 / 9.0 AS draw_luck_1, 0.1 AS draw_luck_2, hand_key % 2 AS draw_luck_3, hand_key % 4 / 3.0 AS all_in_luck
    FROM seats WHERE hero AND hand_key % 6 > 0
"""
_DRAWS = """
    INSERT INTO draw_prices BY NAME
    SELECT hand_key, n, seat, hand_key % 9 / 10.0 AS kept_equity, hand_key % 9 / 10.0 + n % 3 / 7.0 AS best_equity, 0 AS equity_error,
        n % 3 / 3.0 AS equity_loss
    FROM draws WHERE hero
"""
_DECISIONS = """
    INSERT INTO decision_prices BY NAME
    SELECT hand_key, n, seat, n % 11 / 12.0 AS equity, 0.001 AS equity_error, n % 11 / 14.0 AS equity_low, n % 11 / 11.0 AS equity_high
    FROM decisions WHERE hero
"""


_LOSSES = """
    INSERT INTO losses BY NAME
    SELECT hand_key, n, seat, 'blueprint' AS judge, n % 4 / 3.0 AS loss, 0.1 AS loss_error, 'fold' AS best FROM decisions WHERE hero AND n % 5 > 0
    UNION ALL
    SELECT hand_key, n, seat, 'equity' AS judge, n % 3 / 3.0 AS loss, 0.1 AS loss_error, '0' AS best FROM draws WHERE hero
"""
_PRICED = "INSERT INTO priced_hands BY NAME SELECT hand_key FROM hands"
_JUDGED = "INSERT INTO judged_hands BY NAME SELECT hand_key FROM hands"


def copy_by_months(database: Path, path: Path) -> None:
    """Write a copy of a database whose hands are spread over `MONTHS`; one hand in ten has no date."""
    copyfile(database, path)
    with opened(path) as con:
        for statement in (
            _DATES,
            *(f"DELETE FROM {table.name}" for table in COMPUTED_TABLES),
            _LUCK,
            _DRAWS,
            _DECISIONS,
            _LOSSES,
            _PRICED,
            _JUDGED,
        ):
            con.execute(statement)
