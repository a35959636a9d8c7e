"""Turns a replay into the documented rows of the database."""

from badugi_hh.facts.columns import TABLES
from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.row_columns import Rows

__all__ = ["TABLES", "Rows", "add_rows"]
