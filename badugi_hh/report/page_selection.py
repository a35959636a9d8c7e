"""Builds the block of the hands of the page: what selects them, and what each adds to the statistics.

A row is a selected seat, the most recent hand first. The page computes every selection from these columns, without a
server. Nothing here counts: the sums are those of `stats.engine.seat_sums`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from operator import sub
from typing import Any

import duckdb
import polars as pl

from badugi_hh.engine.cards import RANKS
from badugi_hh.engine.values import ranks
from badugi_hh.facts.schema import GAMES
from badugi_hh.history.money import SIGNS
from badugi_hh.report.overview import HEADLINES, RATES, tournaments_by_denomination
from badugi_hh.report.page_model import FilterField
from badugi_hh.report.page_statistics import describe
from badugi_hh.report.queries import AFTER, BEFORE_DRAW, DRAW_STATES, FIELDS, SIZE_BEFORE_DRAW
from badugi_hh.report.sections import class_labels, class_of, denomination_label
from badugi_hh.report.split_tables import chip_noun
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.definitions.kinds import Measure, Total
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import ENTRIES
from badugi_hh.stats.engine.seat_sums import Places, SeatSums, seat_sums, sums_by_value
from badugi_hh.stats.selection.dimensions import DIMENSIONS, SIZES, UNKNOWN
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.time_zones import UTC_NAME
from badugi_hh.store.connection import place_of
from badugi_hh.store.database import default_path
from badugi_hh.wording.catalogue import catalogue

CLASS, RESULT = "class", "result"
RESULTS = ("won", "lost", "even")
_OFFERED = ("game", "stakes", "betting", "position", "players", CLASS, "line", RESULT)
_OPTIONS = ("game", "stakes", "betting", "position")
"""Fields that are options of the command line; the other dimensions are values of `--only`."""
_MOST_OFFERED = 60


def page_hands(
    tables: Evaluator,
    listed: pl.DataFrame,
    players: pl.DataFrame,
    leaks: Collection[str],
    behind: pl.DataFrame,
    stats: Mapping[str, Measure],
    *,
    statistics: bool,
) -> dict[str, Any]:
    """Return the columns of the listed seats by which the page selects hands and counts.

    `listed` is as from `hand_table.select_listed`; `players` has the `hand_key` and each `player` of these hands, `behind` the
    rows behind `leaks`, checks by their ids. The `sums` of `tables` are those of the listed seats if it has any, and `stats` has all statistics.
    Without `statistics` the page has none that a selection changes.
    """
    games, hand_filter = tables.games, tables.hand_filter
    units = listed["denomination"].unique().sort()
    tournaments = tournaments_by_denomination(stats)
    fields = {**_fields(listed), **_derived(listed)}
    of_statistics = (
        _statistics(tables, listed)
        if statistics
        else {"order": [], "of_tournaments": [], "stats": {}, "in_state": {}, "sums": []}
    )
    return {
        "keys": listed["hand_key"].to_list(),
        "seats": listed["hand_key"].n_unique() < listed.height,
        "fields": fields,
        "offered": [name for name in _OFFERED if len(fields[name]["values"]) > 1],
        "labels": {
            "game": dict(games),
            CLASS: class_labels(),
            RESULT: catalogue()["results"],
            "state": catalogue()["draw_states"],
        },
        "conditions": {
            CLASS: _conditions(class_of, 0),
            **{name: _conditions(hand_of, stage) for stage, name in enumerate(BEFORE_DRAW)},
            **{name: _conditions(size_of, stage) for stage, name in enumerate(SIZE_BEFORE_DRAW)},
            RESULT: dict(zip(RESULTS, ("seats.net > 0", "seats.net < 0", "seats.net = 0"), strict=True)),
        },
        "options": {name: None if name in _OPTIONS else dimension for name, dimension in FIELDS.items()},
        "units": {"values": units.to_list(), "rows": _places(listed["denomination"], units)},
        "big_bets": _numbered(listed["big_bet"]),
        "won": _gaps(listed.with_row_index("place").filter(pl.col("won") > 0)["place"]),
        "players": _players(listed["hand_key"], players),
        "leaks": _leaks(listed, leaks, behind),
        "denominations": {
            unit: _denomination(unit) for unit in dict.fromkeys([*units, *tournaments]) if unit
        },
        "games": dict(games),
        "tournaments": {unit: asdict(entered) for unit, entered in tournaments.items()},
        "rates": RATES,
        "headlines": HEADLINES,
        "own": None,
        "since": _moment(hand_filter.since),
        "until": _moment(hand_filter.until),
        "tz": hand_filter.tz or UTC_NAME,
        "words": {name: catalogue()[name] for name in ("figures", "filters")},
        **of_statistics,
    }


def own_options(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, players: Sequence[str]
) -> dict[str, Any] | None:
    """Return the options of the command line that select the hands of the page, by name, but for dates and the time zone.

    The database is `FILE`, as a page that is sent to others does not name folders; nothing if it is the user's own.

    None if no options do: there is no database, or there are several `players` and names of the user are left out.
    """
    path = place_of(con)
    if path is None or hand_filter.others or (hand_filter.left_out and len(players) > 1):
        return None
    if hand_filter.left_out:  # names are left out only where the heroes are the user
        own = f"({hand_filter.where}) AND seats.hero" if hand_filter.where else "seats.hero"
        hand_filter = replace(hand_filter, player=players[0], left_out=(), where=own)
    options = {
        name: getattr(hand_filter, name)
        for name in ("player", "stakes", "betting", "game", "position", "where", "tag")
    }
    options["all"] = hand_filter.every_player or None
    options["only"] = [f"{name}={value}" for name, value in hand_filter.only] or None
    options["session-gap"] = (
        str(hand_filter.session_gap) if hand_filter.session_gap != Filter().session_gap else None
    )
    options["db"] = None if path.absolute() == default_path().absolute() else "FILE"
    return {name: value for name, value in options.items() if value is not None}


def filter_fields(block: Mapping[str, Any]) -> tuple[FilterField, ...]:
    """Return the fields that the page offers as lists of values."""
    words = catalogue()["filters"]
    return tuple(
        FilterField(
            name,
            words[name],
            tuple(
                (value, block["labels"].get(name, {}).get(value, value))
                for value in block["fields"][name]["values"][:_MOST_OFFERED]
                if value != UNKNOWN
            ),
        )
        for name in block["offered"]
    )


def _fields(listed: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """Return the values of each dimension in their order, and for each row the place of its value."""
    found = {}
    for field, dimension in FIELDS.items():
        column = listed[f"by_{dimension}"].fill_null(UNKNOWN)
        found[field] = _placed(column, sorted(column.unique(), key=DIMENSIONS[dimension].rank))
    return found


def _placed(column: pl.Series, order: Iterable[str]) -> dict[str, Any]:
    """Return the values of a column in an order that has all of them, and for each row the place of its value."""
    present = set(column.unique())
    values = pl.Series([value for value in order if value in present], dtype=pl.String)
    return {"values": values.to_list(), "rows": _places(column, values)}


def _derived(listed: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """Return the fields of the class of the starting hand, whether the hand was won, and the hand before each draw."""
    net = pl.col("net")
    result = (
        pl.when(net > 0)
        .then(pl.lit("won"))
        .when(net < 0)
        .then(pl.lit("lost"))
        .when(net == 0)
        .then(pl.lit("even"))
    )
    results = listed.select(result.fill_null(pl.lit(UNKNOWN)).alias(RESULT))[RESULT]
    found = {
        CLASS: _placed(listed["start"].fill_null(UNKNOWN), [*class_labels(), UNKNOWN]),
        RESULT: _placed(results, [*RESULTS, UNKNOWN]),
    }
    for stage, name in enumerate(BEFORE_DRAW):
        known = pl.when(pl.col(f"known_{stage}") == "dealt").then(pl.col(f"value_{stage}"))
        worth = listed.select(known.alias(name))[name]
        hands = {value: hand_of(value) for value in worth.drop_nulls().unique().sort()}
        column = worth.replace_strict(hands, default=UNKNOWN, return_dtype=pl.String)
        values = [*dict.fromkeys(hands.values()), UNKNOWN]
        found[name] = {"values": values, "rows": _places(column, pl.Series(values, dtype=pl.String))}
    return found


def hand_of(value: int) -> str:
    """Return the class and the highest counting card of a hand, as the dimension `high_card` does: `three-card 5`."""
    counted = ranks(value)
    return f"{SIZES[len(counted)]} {RANKS[counted[0]]}"


def size_of(value: int) -> str:
    """Return the class of a hand, as the dimension `hand_class` does: `three-card`."""
    return SIZES[len(ranks(value))]


def _places(column: pl.Series, values: pl.Series) -> list[int]:
    return column.cast(pl.Enum(values)).to_physical().to_list()


def _numbered(column: pl.Series) -> dict[str, list[Any]]:
    """Return the different values of a column, and for each row the place of its value."""
    values = column.unique().sort()
    return {
        "values": values.to_list(),
        "rows": column.replace_strict(values, range(len(values)), return_dtype=pl.UInt32).to_list(),
    }


def _gaps(places: pl.Series) -> list[int]:
    """Return ascending places as the difference of each from the one before, which takes less room."""
    numbers = places.to_list()
    return list(map(sub, numbers, [0, *numbers]))


def _statistics(tables: Evaluator, listed: pl.DataFrame) -> dict[str, Any]:
    """Return the statistics that sums can say, with the places and the values of each sum; without values all are 1."""
    described = {
        name: about for name, stat in STATS.items() if (about := describe(stat, you=tables.you)) is not None
    }
    sums = tables.sums or seat_sums(tables.con, tables.hand_filter, listed, described)
    columns: list[Places] = []

    def write(own: SeatSums, names: Iterable[str]) -> dict[str, dict[str, int]]:
        """Append the columns of statistics to those of the page, and return their places there."""
        indices = {name: own.stats[name] for name in names if name in own.stats}
        at = {index: 0 for of_stat in indices.values() for index in of_stat.values()}
        for index in at:
            at[index] = len(columns)
            columns.append(own.columns[index])
        return {
            name: {each: at[index] for each, index in of_stat.items()} for name, of_stat in indices.items()
        }

    of_rounds = [f"{name}_b{number}" for number in (1, 2, 3) for name in AFTER]
    in_state = sums_by_value(tables.con, tables.hand_filter, listed, of_rounds, "draw_state")
    return {
        "order": [stat.name for stat in STATS.values() if not isinstance(stat.kind, Total)],
        "of_tournaments": [stat.name for stat in STATS.values() if stat.rows == ENTRIES],
        "stats": {name: described[name] | {"sums": own} for name, own in write(sums, described).items()},
        "in_state": {
            state: write(in_state[state], of_rounds) if state in in_state else {} for state in DRAW_STATES
        },
        "sums": [
            [_gaps(places), *([] if (values == 1).all() else [_numbers(values)])]
            for places, values in columns
        ],
    }


def _numbers(values: pl.Series) -> list[float]:
    return [round(value, 7) for value in values.to_list()] if values.dtype.is_float() else values.to_list()


def _leaks(listed: pl.DataFrame, ids: Collection[str], behind: pl.DataFrame) -> dict[str, list[int]]:
    """Return the places of the seats that each check counts against the player, by its id."""
    if not ids:
        return {}
    rows = behind.filter(pl.col("id").is_in(ids)).select("id", "hand_key", "seat").unique()
    places = (
        listed.select("hand_key", "seat")
        .with_row_index("place")
        .join(rows, on=["hand_key", "seat"])
        .sort("place", "id")
    )
    return {id_: _gaps(part["place"]) for (id_,), part in places.group_by("id", maintain_order=True)}


def _players(keys: pl.Series, players: pl.DataFrame) -> dict[str, Any]:
    """Return the names of all players, and the numbers of those of each row."""
    names = players["player"].unique().sort()
    numbered = players.with_columns(place=pl.col("player").cast(pl.Enum(names)).to_physical())
    by_hand = numbered.group_by("hand_key").agg(pl.col("place").unique().sort())
    rows = keys.to_frame("hand_key").join(by_hand, on="hand_key", how="left", maintain_order="left")
    return {"names": names.to_list(), "rows": rows["place"].fill_null([]).to_list()}


def _conditions(class_of_value: Callable[[int], str], stage: int) -> dict[str, str]:
    """Return the SQL condition of each class of hands after `stage` draws, for the command line."""
    values: dict[str, list[int]] = {}
    for value in range(1, 1093):
        values.setdefault(class_of_value(value), []).append(value)
    return {
        name: f"seats.known_{stage} = 'dealt' AND seats.value_{stage} BETWEEN {min(own)} AND {max(own)}"
        for name, own in values.items()
    }


def _moment(moment: datetime | None) -> str:
    """Return a moment so that earlier ones sort before it, as dates do; empty for none."""
    return "" if moment is None else moment.isoformat()


def _denomination(unit: str) -> dict[str, Any]:
    """Return the label, the game and the signs of a denomination."""
    currency, _, cents = unit.rpartition(" ")
    sign = SIGNS.get(currency, "")
    return {
        "label": denomination_label(unit),
        "game": GAMES.get(unit, "cash"),
        "cents": cents == "cents",
        "before": sign,
        "after": f" {currency}" if currency and not sign else "",
        "chip": chip_noun(unit),
    }
