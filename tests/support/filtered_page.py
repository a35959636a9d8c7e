"""Filters of the page with the filter and the options of a command that select the same hands, and how a test sets them."""

import json
from datetime import datetime
from typing import Any
from urllib.parse import quote

import pytest

from badugi_hh.report.page_model import Share, SplitTable
from badugi_hh.stats.definitions.kinds import Measure, MomentStatistic
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.filters import Filter
from support.browser import Browser, until

FILTERS: tuple[tuple[str, Filter, tuple[str, ...]], ...] = (
    ("game=cash", Filter(game="cash"), ("--game", "cash")),
    ("game=tournament&position=SB", Filter(game="tournament", position="SB"), ("--game", "tournament", "--position", "SB")),
    (f"stakes={quote('€1/€2', safe='')}", Filter(stakes="€1/€2"), ("--stakes", "€1/€2")),
    ("position=BB", Filter(position="BB"), ("--position", "BB")),
    (
        "since=2023-12-01&until=2024-02-01",
        Filter(since=datetime(2023, 12, 1), until=datetime(2024, 2, 1)),  # noqa: DTZ001 - UTC without a zone
        ("--since", "2023-12-01", "--until", "2024-02-01"),
    ),
    ("since=2024-03-01", Filter(since=datetime(2024, 3, 1)), ("--since", "2024-03-01")),  # noqa: DTZ001
    ("line=1-1-1", Filter(only=(("draw_line", "1-1-1"),)), ("--only", "draw_line=1-1-1")),
    ("result=lost", Filter(where="seats.net < 0"), ("--where", "seats.net < 0")),
    (
        "players=5-6&class=3-7",
        Filter(only=(("table_size", "5-6"),), where="seats.known_0 = 'dealt' AND seats.value_0 BETWEEN 726 AND 750"),
        ("--only", "table_size=5-6", "--where", "seats.known_0 = 'dealt' AND seats.value_0 BETWEEN 726 AND 750"),
    ),
)  # fmt: skip


def each(*ordinary: int) -> list[Any]:
    """All filters, for `parametrize`; all but those with these indices have the mark `long`."""
    return [
        pytest.param(*one, marks=[] if nth in ordinary else [pytest.mark.long], id=one[0])
        for nth, one in enumerate(FILTERS)
    ]


def use(browser: Browser, view: str, query: str) -> None:
    """Follow a link to a view with a filter, and wait until the page shows it."""
    browser.evaluate(f"location.hash = {view!r} + ({query!r} && '?' + new URLSearchParams({query!r}))")
    shown = "document.getElementById('filters').dataset.shown"
    until(browser, f"{_sorted(shown)} === {_sorted(repr(query))}")


def _sorted(query: str) -> str:
    """The values of a query, in an order of their own."""
    return f"String([...new URLSearchParams({query} ?? '')].sort())"


FIGURES = "[...document.querySelectorAll('.figures > div')].map((part) => [part.firstChild.textContent, ...[...part.lastChild.children].map((text) => text.textContent)])"
"""The name, the value and the notes of each figure."""
STATE = "document.querySelector('#filters output').textContent"
"""What the bar of filters says of the selected hands."""
ROWS = "[...document.querySelectorAll('#statistics tbody tr:not(.unfiltered)')].map((row) => [...row.cells].slice(0, 4).map((cell, nth) => nth ? cell.textContent : cell.firstChild.textContent))"


def cells(view: str) -> str:
    """The texts of the filtered rows of the tables of a view."""
    return f"[...document.querySelectorAll('#{view} tr[data-part]')].filter((row) => !row.hidden).map((row) => [...row.cells].map((cell) => [...cell.childNodes].map((part) => part.textContent).filter(Boolean)))"


def due_cells(table: SplitTable) -> list[list[list[str]]]:
    """The texts of the cells of a table of the model, as the page counts them again under a filter."""
    return [
        [
            [row.label],
            *([[row.hands]] if table.times else []),
            *(
                _texts(column.stat, cell, row.hands)
                for column, cell in zip(table.columns, row.cells, strict=True)
            ),
        ]
        for row in table.rows
    ]


def _texts(stat: str, cell: Share | None, hands: str) -> list[str]:
    if cell is None:
        return ["–"]
    return [cell.value, *cell.more, *filter(None, (cell.counts, due_interval(stat, cell, hands)))]


def due_interval(stat: str, cell: Share, hands: str = "") -> str:
    """The interval of a cell; under a filter a mean of fewer than 100 rows has none. `hands` are those of a row of a table."""
    number = "".join(filter(str.isdigit, cell.counts or hands))
    return "" if isinstance(STATS[stat].kind, MomentStatistic) and int(number) < 100 else cell.interval


def as_read(measure: Measure) -> dict[str, Any]:
    """A measure as a program reads it from JSON."""
    return json.loads(json.dumps(measure.as_json()))
