"""Names on standard error the players that a command leaves out by default, and the commands that include them.

The line comes with the figures that it explains: it is not printed where the command fails.
"""

from typing import TYPE_CHECKING

from badugi_hh.cli.console import note
from badugi_hh.report.formats import enumerate_names

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter


def note_left_out(hand_filter: "Filter") -> None:
    """Print the user's rare names that do not count, see `leave_out_rare`; nothing if there are none."""
    from badugi_hh.stats.selection.default_players import RARE

    if hand_filter.left_out:
        names = enumerate_names(list(hand_filter.left_out))
        note(
            f"omitted, with less than {RARE:.0%} of your hands together: {names}; --player NAME shows one of them, and "
            "badugi-hh alias PERSON NAME… --me counts all names of a person as you"
        )


def note_listed(con: "duckdb.DuckDBPyConnection", hand_filter: "Filter") -> None:
    """Print which of the listed hands `stats`, `leaks` and `report` do not count by default; nothing if they count all."""
    from badugi_hh.stats.selection.default_players import leave_out_rare

    if not hand_filter.is_of_user:
        return
    names = leave_out_rare(con, hand_filter).left_out
    ((observed,),) = con.execute(
        "SELECT EXISTS (FROM hands ANTI JOIN (FROM seats WHERE hero) USING (hand_key))"
    ).fetchall()
    extra = [f"those of {enumerate_names(list(names))}"] if names else []
    extra += ["those of histories without a hero"] if observed else []
    if extra:
        note(f"all hands are listed, also {' and '.join(extra)}, which stats, leaks and report omit")
