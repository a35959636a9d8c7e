"""What the figures of an answer lack, in sentences: prices, rare names of the user, cards that were not stated.

Each function returns the sentences, none where nothing is lacking. A command prints them beside its figures.
"""

from collections.abc import Collection, Iterable

import duckdb

from badugi_hh.stats.definitions.registry import OF_LOSSES, OF_PRICES
from badugi_hh.stats.selection.default_players import RARE, count_left_out, rare_names
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.persons import persons_of
from badugi_hh.store.computation import JUDGING, MODEL, Computation
from badugi_hh.store.connection import is_in_memory
from badugi_hh.store.price_pass import count_unpriced, is_unpriced
from badugi_hh.wording.formats import counted, enumerate_names


def other_model(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Return that the prices are of another version of the model."""
    if not MODEL.has_other(con):
        return []
    return ["the prices are of another version of the model; badugi-hh db price computes them again"]


def without_prices(con: duckdb.DuckDBPyConnection, stats: Collection[str]) -> list[str]:
    """Return that some of these statistics are unknown, because no hand has their prices."""
    of_prices = OF_PRICES.intersection(stats)
    needed = [MODEL] * bool(of_prices - OF_LOSSES) + [JUDGING] * bool(of_prices & OF_LOSSES)
    return _no_prices(con, needed)


def without_costs(
    con: duckdb.DuckDBPyConnection, checks: Collection[str] | None = None
) -> tuple[list[str], bool]:
    """Return what leak checks miss in hands without prices, and whether no hand has the prices that they need.

    `checks` are the ids of the checks that were asked for, None for all, and the losses too.
    """
    from badugi_hh.leaks.checks import NEED_PRICES

    if of_other := other_model(con):
        return of_other, False
    if nothing := _no_prices(con, [MODEL]):
        return nothing, True
    needed = (MODEL, JUDGING) if checks is None else (MODEL,)
    unpriced = max(count_unpriced(con, computation) for computation in needed)
    if not unpriced:
        return [], False
    looked = ", ".join(NEED_PRICES) + (" and the losses" if checks is None else "")
    without = f"{counted(unpriced, 'hand')} without prices: {looked} could not look there, and mistakes have no cost"
    return [f"{without}; costs per 100 hands are too low until {_what_prices(con)} computes prices"], False


def without_losses(con: duckdb.DuckDBPyConnection) -> tuple[list[str], bool]:
    """Return how many hands have no losses yet, and whether that is so of all hands."""
    if of_other := other_model(con):
        return of_other, False
    if nothing := _no_prices(con, [JUDGING]):
        return nothing, True
    if not (unjudged := count_unpriced(con, JUDGING)):
        return [], False
    without = f"{counted(unjudged, 'hand')} without losses"
    return [f"{without}: sums are too low until {_what_prices(con)} computes them"], False


def _no_prices(con: duckdb.DuckDBPyConnection, needed: Iterable[Computation]) -> list[str]:
    if not any(is_unpriced(con, computation) for computation in needed):
        return []
    return [f"no prices yet: {_what_prices(con)}"]


def _what_prices(con: duckdb.DuckDBPyConnection) -> str:
    # Only a database of Parquet files is read in memory and has hands without prices.
    return "rows_from with prices=True" if is_in_memory(con) else "badugi-hh db price"


def left_out(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> list[str]:
    """Return how many hands of rare names a filter of the user leaves out."""
    if not (hands := count_left_out(con, hand_filter)):
        return []
    of_names = f"{counted(hands, 'hand')} of {enumerate_names(list(hand_filter.left_out))}"
    return [f"omitted: {of_names}, less than {RARE:.0%} of yours; --player NAME shows them"]


def not_counted(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, players: Collection[str | None]
) -> list[str]:
    """Return which of the listed hands `stats`, `leaks` and `report` do not count by default.

    `players` are the screen names of the listed hands, None of a hand without a hero.
    """
    if not hand_filter.is_of_user:
        return []
    listed = {person for name in players if name is not None for person in persons_of(con, name) or {name}}
    names = [name for name in rare_names(con) if name in listed]
    extra = [f"those of {enumerate_names(names)}"] if names else []
    extra += ["those of histories without a hero"] if None in players else []
    if not extra:
        return []
    return [f"all hands are listed, also {' and '.join(extra)}, which stats, leaks and report omit"]


def rare(names: Collection[str]) -> list[str]:
    """Return that names do not count by default, and why."""
    if not names:
        return []
    text = (
        f"stats, leaks and report omit the hands of {enumerate_names(list(names))}, together less than {RARE:.0%} of "
        "yours; --player NAME shows one of them, and badugi-hh alias PERSON NAME… --me counts all names of a person as you"
    )
    return [text]


def undealt(hands: int) -> list[str]:
    """Return how many hands lack the cards of their player, see `count_undealt`."""
    if not hands:
        return []
    text = (
        f"{counted(hands, 'hand')} without the line 'Dealt to' of the file's player, so that your statistics omit "
        f"{'it' if hands == 1 else 'them'}; a complete copy adds the cards"
    )
    return [text]


def conflicts(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Return how many results of tournaments hands and a summary state differently."""
    ((number,),) = con.execute("SELECT count(*) FROM tournament_conflicts").fetchall()
    if not number:
        return []
    text = (
        f"{counted(number, 'result')} of tournaments in which hands and summary differ, and which count as unknown; "
        "badugi-hh sql 'FROM tournament_conflicts' lists them"
    )
    return [text]
