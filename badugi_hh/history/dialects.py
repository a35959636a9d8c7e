"""The rooms whose histories are read."""

from dataclasses import replace

from badugi_hh.history import full_tilt, pokerstars
from badugi_hh.history.dialect import Dialect
from badugi_hh.history.hand_starts import ROOMS, find_room

_DIALECTS = (pokerstars.DIALECT, full_tilt.DIALECT, replace(pokerstars.DIALECT, site=full_tilt.SITE))
"""The dialects in the order of `ROOMS`: in 2016 Full Tilt wrote as PokerStars does, but for the name."""

DIALECTS = dict(zip(ROOMS, _DIALECTS, strict=True))
"""The dialects by the names of the rooms."""

SITES = tuple(dict.fromkeys(dialect.site for dialect in DIALECTS.values()))
"""The sites whose hands are read."""


def dialect_of(first_line: str) -> Dialect:
    """Return the dialect of a hand by its first line; that of PokerStars where no room is known."""
    return DIALECTS[find_room(first_line) or pokerstars.DIALECT.site]
