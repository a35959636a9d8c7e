"""The rooms whose histories are read."""

from badugi_hh.history import full_tilt, pokerstars
from badugi_hh.history.dialect import Dialect
from badugi_hh.history.hand_starts import find_site

DIALECTS = {dialect.site: dialect for dialect in (pokerstars.DIALECT, full_tilt.DIALECT)}
"""The dialects by the names of their sites."""


def dialect_of(first_line: str) -> Dialect:
    """Return the dialect of a hand by its first line; that of PokerStars where no room is known."""
    return DIALECTS[find_site(first_line) or pokerstars.DIALECT.site]
