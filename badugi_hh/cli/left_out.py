"""Names on standard error the players that count in no statistics by default, and the commands that include them.

`import` explains a name once; the others name it where it matters, and only beside figures or hands.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from badugi_hh.cli.console import note
from badugi_hh.wording.formats import counted, enumerate_names

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.stats.selection.filters import Filter


def note_rare(names: Collection[str]) -> None:
    """Print that names do not count by default, and why; nothing without a name."""
    from badugi_hh.stats.selection.default_players import RARE

    if names:
        note(
            f"stats, leaks and report omit the hands of {enumerate_names(list(names))}, together less than {RARE:.0%} of "
            "yours; --player NAME shows one of them, and badugi-hh alias PERSON NAME… --me counts all names of a person as you"
        )


def note_undealt(hands: int) -> None:
    """Print how many hands lack the cards of their player, see `count_undealt`; nothing for none."""
    if hands:
        note(
            f"{counted(hands, 'hand')} without the line 'Dealt to' of the file's player, so that your statistics omit "
            f"{'it' if hands == 1 else 'them'}; a complete copy adds the cards"
        )


def note_left_out(hand_filter: "Filter", hands: int) -> None:
    """Print that a filter of the user leaves out so many hands of rare names, see `count_left_out`; nothing for none."""
    from badugi_hh.stats.selection.default_players import RARE

    if hands:
        names = enumerate_names(list(hand_filter.left_out))
        note(
            f"omitted: {counted(hands, 'hand')} of {names}, less than {RARE:.0%} of yours; --player NAME shows them"
        )


def note_listed(
    con: "duckdb.DuckDBPyConnection", hand_filter: "Filter", players: Collection[str | None]
) -> None:
    """Print which of the listed hands `stats`, `leaks` and `report` do not count by default; nothing if they count all.

    `players` are the screen names of the listed hands, None of a hand without a hero.
    """
    from badugi_hh.stats.selection.default_players import rare_names
    from badugi_hh.stats.selection.persons import persons_of

    if not hand_filter.is_of_user:
        return
    listed = {person for name in players if name is not None for person in persons_of(con, name) or {name}}
    names = [name for name in rare_names(con) if name in listed]
    extra = [f"those of {enumerate_names(names)}"] if names else []
    extra += ["those of histories without a hero"] if None in players else []
    if extra:
        note(f"all hands are listed, also {' and '.join(extra)}, which stats, leaks and report omit")
