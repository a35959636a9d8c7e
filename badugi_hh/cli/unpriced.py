"""Says that hands have no prices yet, which questions that leaves open, and what computes prices."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from badugi_hh.cli.console import note
from badugi_hh.cli.importing import note_other_model
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.store.computation import Computation


def note_unpriced(con: "duckdb.DuckDBPyConnection", checks: Collection[str] | None = None) -> bool:
    """Print to standard error what leak checks miss in hands without prices, if there are any, and how to price them.

    `checks` are the ids of the checks that were asked for, None for all and the losses too. Return whether no hand has the
    prices that they need.
    """
    from badugi_hh.leaks.checks import NEED_PRICES
    from badugi_hh.store.computation import JUDGING, MODEL
    from badugi_hh.store.price_pass import count_unpriced

    if note_other_model(con):
        return False
    if _note_no_prices(con, [MODEL]):
        return True
    needed = (MODEL, JUDGING) if checks is None else (MODEL,)
    if unpriced := max(count_unpriced(con, computation) for computation in needed):
        note(
            f"{counted(unpriced, 'hand')} without prices: {', '.join(NEED_PRICES)}{' and the losses' if checks is None else ''} "
            f"could not look there, and mistakes have no cost; costs per 100 hands are too low until {_what_prices(con)} computes prices"
        )
    return False


def note_unjudged(con: "duckdb.DuckDBPyConnection") -> bool:
    """Print to standard error how many hands have no losses yet, if there are any; return whether that is so of all hands."""
    from badugi_hh.store.computation import JUDGING
    from badugi_hh.store.price_pass import count_unpriced

    if note_other_model(con):
        return False
    if _note_no_prices(con, [JUDGING]):
        return True
    if unjudged := count_unpriced(con, JUDGING):
        note(
            f"{counted(unjudged, 'hand')} without losses: sums are too low until {_what_prices(con)} computes them"
        )
    return False


def note_unpriced_stats(con: "duckdb.DuckDBPyConnection", names: Collection[str]) -> bool:
    """Print to standard error that statistics are unknown because no hand has prices; return whether that is so."""
    from badugi_hh.stats.definitions.registry import OF_LOSSES, OF_PRICES
    from badugi_hh.store.computation import JUDGING, MODEL

    of_prices = OF_PRICES.intersection(names)
    needed = [MODEL] * bool(of_prices - OF_LOSSES) + [JUDGING] * bool(of_prices & OF_LOSSES)
    return _note_no_prices(con, needed)


def _note_no_prices(con: "duckdb.DuckDBPyConnection", needed: "Collection[Computation]") -> bool:
    from badugi_hh.store.price_pass import is_unpriced

    if not any(is_unpriced(con, computation) for computation in needed):
        return False
    note(f"no prices yet: {_what_prices(con)}")
    return True


def _what_prices(con: "duckdb.DuckDBPyConnection") -> str:
    from badugi_hh.store.connection import path_of

    # Only a database of Parquet files is read in memory and has hands without prices.
    return "rows_from with prices=True" if path_of(con) is None else "badugi-hh db price"
