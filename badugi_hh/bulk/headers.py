"""The two lines at the top of each hand: number, game, stakes, time and table.

Headers of one table are alike but for the number and the time, and those of one hour but for minutes and seconds. So each
different header and each different hour is read once, by the functions that read a single hand.

Shapes: H hands in the order given.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from badugi_hh.bulk.arrays import Array, Unproved
from badugi_hh.bulk.forms import SIGN_OF
from badugi_hh.engine.many_hands import BETTINGS
from badugi_hh.engine.rules import Betting, small_blind
from badugi_hh.facts.hand_rows import game_columns
from badugi_hh.facts.schema import HANDS
from badugi_hh.history import pokerstars
from badugi_hh.history.events import Moment
from badugi_hh.history.header import GAME, TableLine
from badugi_hh.history.lines import grammar
from badugi_hh.history.times import find_doubt, read_moment

_CLOCK = "[0-9]{4}/[0-9]{1,2}/[0-9]{1,2} [0-9]{1,2}"
_HEADER = (
    rf"^(PokerStars [A-Za-z ]+)#([0-9]+)(:.* - )({_CLOCK})(:[0-5][0-9]:[0-5][0-9]) ([A-Z]{{2,4}})"
    rf"(?: \[({_CLOCK})(:[0-5][0-9]:[0-5][0-9]) ET\])?$"
)


@dataclass(slots=True)
class Headers:
    """The tops of hands. All [H].

    `small` is the usual small blind, 0 where none is usual; `big` the big blind, and `low` and `high` the bets before and
    after the second draw. `sign` is the number of the sign of the stakes. `columns` has the columns of `hands` that the lines give.
    """

    number: pl.Series
    betting: Array
    small: Array
    big: Array
    low: Array
    high: Array
    sign: Array
    tournament: Array
    max_seats: Array
    button: Array
    columns: pl.DataFrame


def read_headers(lines: pl.Series, tables: pl.Series, unproved: Unproved) -> Headers:
    """Read the first and the second line of each hand."""
    names = ["kind", "number", "game", "hour", "minute", "zone", "eastern_hour", "eastern_minute"]
    parts = lines.str.extract_groups(_HEADER).struct.rename_fields(names).struct.unnest()
    unproved.add(parts["kind"].is_null().to_numpy())
    games = _read_games(parts, lines, unproved)
    moments = _read_moments(parts, unproved)
    table = _read_tables(tables, unproved)
    columns = pl.concat(
        [games.select(pl.exclude("^_.*$")), moments, table.select("table_name", "max_seats", "button")],
        how="horizontal",
    )
    numbers = games.select("^_.*$").to_numpy().T
    betting, small, big, low, high, sign, tournament = numbers
    return Headers(
        parts["number"].fill_null("0"),
        betting,
        small,
        big,
        low,
        high,
        sign,
        tournament != 0,
        table["max_seats"].fill_null(10).to_numpy().astype(np.int64),
        table["button"].to_numpy().astype(np.int64),
        columns.with_columns(hand_id=parts["number"]),
    )


def _each(frame: pl.DataFrame, keys: list[str]) -> tuple[pl.DataFrame, Array]:
    """Return the different rows of some columns, with the index of the first of each, and the place of every row among them."""
    indexed = frame.select(keys).with_row_index("first")
    different = indexed.unique(keys, keep="first", maintain_order=True).with_row_index("place")
    places = indexed.join(
        different.drop("first"), on=keys, how="left", nulls_equal=True, maintain_order="left"
    )
    return different, places["place"].to_numpy()


_GAME = {
    "site": pl.String,
    **{
        column.name: pl.Int64 if column.type == "BIGINT" else pl.String
        for column in HANDS.columns[HANDS.names.index("game") : HANDS.names.index("max_seats")]
    },
    **dict.fromkeys(("_betting", "_small", "_big", "_low", "_high", "_sign", "_tournament"), pl.Int64),
}


def _read_games(parts: pl.DataFrame, lines: pl.Series, unproved: Unproved) -> pl.DataFrame:
    """Return the columns that the header without its number and time gives, and the numbers of `Headers` after a line."""
    different, places = _each(parts, ["kind", "game"])
    rows = [_read_game(line) for line in lines.gather(different["first"]).to_list()]
    unproved.add(np.array([row is None for row in rows])[places])
    nothing = {"_betting": 0, "_small": 0, "_big": 2, "_low": 2, "_high": 4, "_sign": 0, "_tournament": 0}
    return pl.DataFrame([row or nothing for row in rows], schema=_GAME)[places]


def _read_game(line: str) -> dict[str, object] | None:
    """Return what a header states about its game, None unless it is Badugi at valid stakes."""
    form = grammar().read(line)
    wrong: list[str] = []
    if pokerstars.read_game(form) != GAME:
        return None
    header = pokerstars.read_header(form, lambda *problem: wrong.append(problem[1]))
    stakes, tournament = header.stakes, header.tournament
    fixed = stakes.betting is Betting.FIXED
    usual_stakes = stakes.high == 2 * stakes.low if fixed else stakes.high >= stakes.low
    sign = SIGN_OF.get(header.unit.sign)
    if wrong or header.unusual or stakes.cap is not None or not usual_stakes or sign is None:
        return None
    usual = small_blind(stakes.low, money=tournament is None) if tournament or stakes.currency else 0
    low, high = (stakes.low, stakes.high) if fixed else (stakes.high, stakes.high)
    return {
        "site": "PokerStars",
        **game_columns(stakes, tournament),
        "_betting": BETTINGS.index(stakes.betting),
        "_small": usual if fixed else stakes.low,
        "_big": low,
        "_low": low,
        "_high": high,
        "_sign": sign,
        "_tournament": tournament is not None,
    }


def _read_moments(parts: pl.DataFrame, unproved: Unproved) -> pl.DataFrame:
    """Return the columns of the time of each hand.

    Of the hands of one hour, with the same hour and the same difference in Eastern time, the first is read.
    """
    timed = parts.with_columns(past=_past("minute"), apart=_past("eastern_minute") - _past("minute"))
    different, places = _each(timed, ["hour", "zone", "eastern_hour", "apart"])
    firsts = timed[different["first"]]
    moments = [
        _read_moment(*row)
        for row in firsts.select(
            pl.col("hour") + pl.col("minute"), "zone", pl.col("eastern_hour") + pl.col("eastern_minute")
        ).iter_rows()
    ]
    unproved.add(np.array([moment is None for moment in moments])[places])
    utc = pl.Series([moment and moment.utc for moment in moments], dtype=pl.Datetime("us"))
    ambiguous = pl.Series([moment is not None and moment.ambiguous for moment in moments])
    return pl.DataFrame(
        {
            "played_at": (utc - firsts["past"])[places] + timed["past"],
            "local_time": parts["hour"] + parts["minute"],
            "zone": parts["zone"],
            "time_ambiguous": ambiguous[places],
        }
    )


def _past(column: str) -> pl.Expr:
    """Return how much of the hour is past, from `:MM:SS`."""
    text = pl.col(column)
    return pl.duration(
        minutes=text.str.slice(1, 2).cast(pl.Int64), seconds=text.str.slice(4, 2).cast(pl.Int64)
    )


def _read_moment(local: str | None, zone: str | None, eastern: str | None) -> Moment | None:
    """Return the moment of a hand, None where it is unproved."""
    if local is None or zone is None:
        return None
    try:
        moment = read_moment(local, zone, eastern)
    except ValueError:
        return None
    return None if find_doubt(moment) is not None else moment


def _read_tables(lines: pl.Series, unproved: Unproved) -> pl.DataFrame:
    """Return the columns of the table lines."""
    different, places = _each(pl.DataFrame({"table": lines}), ["table"])
    rows: list[TableLine | None] = []
    for line in different["table"].to_list():
        form = grammar().read(line)
        rows.append(pokerstars.read_table(form) if form.kind == "TABLE" else None)
    wrong = [row is None or not 1 <= row.button <= (row.max_seats or 10) <= 10 for row in rows]
    unproved.add(np.array(wrong)[places])
    right = [None if bad else row for row, bad in zip(rows, wrong, strict=True)]
    return pl.DataFrame(
        {
            "table_name": pl.Series([row and row.table for row in right], dtype=pl.String),
            "max_seats": pl.Series([row and row.max_seats for row in right], dtype=pl.Int8),
            "button": pl.Series([row.button if row else 1 for row in right], dtype=pl.Int8),
        }
    )[places]
