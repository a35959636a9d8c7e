"""A replay turned into documented rows."""

from badugi_hh.facts.columns import TABLES
from badugi_hh.facts.rows import rows

__all__ = ["TABLES", "rows"]
