"""The tables that `badugi_hh/facts/schema.toml` declares, and the rows of hands as a list for each of their columns.

The store creates its tables from this list, and `docs/schema.md` is generated from it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

TOURNAMENT_CHIPS, PLAY_CHIPS = "tournament chips", "play chips"
"""The denominations that are not money."""
GAMES = {TOURNAMENT_CHIPS: "tournament", PLAY_CHIPS: "play money"}
"""The games that are not played for money, by denomination; all other denominations belong to cash games."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, DuckDB type and meaning."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TableSchema:
    """One table: its name, what a row is, and its columns in order."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns in order."""
        return tuple(column.name for column in self.columns)


def _read_columns(text: str, shared: Mapping[str, Column]) -> tuple[Column, ...]:
    """Return the columns of a text: a line for each, with its name, its type and its meaning, or the name of a shared one."""
    return tuple(
        shared[line] if line in shared else Column(*line.split(maxsplit=2))
        for line in text.strip().splitlines()
    )


_TOML = tomllib.loads(Path(__file__).with_name("schema.toml").read_text(encoding="utf-8"))
SHARED = {column.name: column for column in _read_columns(_TOML["shared"]["columns"], {})}
"""The columns that have one meaning in several tables, by name."""


def _read_tables(kind: str) -> dict[str, TableSchema]:
    """Return the tables or the views by name, in the order of `docs/schema.md`."""
    return {
        name: TableSchema(name, table["meaning"], _read_columns(table["columns"], SHARED))
        for name, table in _TOML[kind].items()
    }


DECLARED, DECLARED_VIEWS = _read_tables("tables"), _read_tables("views")
"""The tables and the views that `badugi_hh/facts/schema.toml` declares, by name."""


META = DECLARED["meta"]
FILES = DECLARED["files"]
HANDS = DECLARED["hands"]
HAND_TEXTS = DECLARED["hand_texts"]
SEATS = DECLARED["seats"]
EVENTS = DECLARED["events"]
DECISIONS = DECLARED["decisions"]
DRAWS = DECLARED["draws"]
PROBLEMS = DECLARED["problems"]
PSEUDONYMS = DECLARED["pseudonyms"]
TOURNAMENT_SUMMARIES = DECLARED["tournament_summaries"]
TOURNAMENT_PLACES = DECLARED["tournament_places"]
TAGS = DECLARED["tags"]

TABLES: tuple[TableSchema, ...] = tuple(DECLARED.values())
"""All tables, in the order of `docs/schema.md`."""


PRICED_HANDS = DECLARED["priced_hands"]
DRAW_PRICES = DECLARED["draw_prices"]
DECISION_PRICES = DECLARED["decision_prices"]
LUCK = DECLARED["luck"]
JUDGED_HANDS = DECLARED["judged_hands"]
LOSSES = DECLARED["losses"]
UNJUDGED = DECLARED["unjudged"]

PRICE_TABLES = (PRICED_HANDS, DRAW_PRICES, DECISION_PRICES, LUCK)
"""The tables of the model of prices: of their own, so that stored hands can be priced later, and again."""
LOSS_TABLES = (JUDGED_HANDS, LOSSES, UNJUDGED)
"""The tables of what decisions and draws lose, which are judged after their prices."""
COMPUTED_TABLES = (*PRICE_TABLES, *LOSS_TABLES)
"""The tables that are computed from the rows of a hand; a hand that is replaced or deleted loses its rows here."""


FACT_TABLES = (HANDS, SEATS, EVENTS, DECISIONS, DRAWS)
"""The tables that a replay fills."""


class Columns(SimpleNamespace):
    """The columns of one table: a list for each, by its name."""

    def __init__(self, table: TableSchema) -> None:
        super().__init__(**{name: [] for name in table.names})


class Rows(SimpleNamespace):
    """The rows of any number of hands in the tables that a replay fills.

    A row is added by appending one value to the list of each column. An object for each row would take six times as long,
    and the database appends whole columns. A name that is not declared is an `AttributeError`; lists of different lengths,
    and values of another type, are refused where they become a frame. None is NULL.
    """

    def __init__(self) -> None:
        super().__init__(**{table.name: Columns(table) for table in FACT_TABLES})

    def columns(self, table: TableSchema) -> dict[str, list[Any]]:
        """Return the columns of a table by name, in their declared order."""
        columns: dict[str, list[Any]] = vars(getattr(self, table.name))
        return columns
