"""Turns a replay into the documented rows of the database."""

from badugi_hh.facts.columns import TABLES
from badugi_hh.facts.hand_rows import rows

__all__ = ["TABLES", "rows"]
