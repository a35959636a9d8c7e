"""Names on standard error the players that a command leaves out by default, and the commands that include them."""

from typing import TYPE_CHECKING

from badugi_hh.cli.console import note
from badugi_hh.report.formats import enumerate_names

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter


def select_default_players(con: "duckdb.DuckDBPyConnection", hand_filter: "Filter") -> "Filter":
    """Return the filter without the user's rare names, see `leave_out_rare`, and print them."""
    from badugi_hh.stats.selection.default_players import RARE, leave_out_rare

    hand_filter = leave_out_rare(con, hand_filter)
    if hand_filter.left_out:
        names = enumerate_names(list(hand_filter.left_out))
        note(
            f"omitted, with less than {RARE:.0%} of your hands together: {names}; --player NAME shows one of them, and "
            "badugi-hh alias PERSON NAME… --me counts all names of a person as you"
        )
    return hand_filter
