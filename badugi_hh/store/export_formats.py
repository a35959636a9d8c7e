"""The formats of an export, as values. Nothing here reads or writes; the command line offers these values."""

from enum import StrEnum


class ExportFormat(StrEnum):
    """The format of the files that an export writes.

    `pokerstars` writes histories in the layout of the client, `phh` files in the Poker Hand History format, and the
    other formats the rows of the hands.
    """

    POKERSTARS = "pokerstars"
    PHH = "phh"
    PARQUET = "parquet"
    CSV = "csv"
    JSON = "json"


WITH_PRICES = frozenset({ExportFormat.PARQUET, ExportFormat.CSV, ExportFormat.JSON})
"""The formats that have the prices and the luck of the hands."""
