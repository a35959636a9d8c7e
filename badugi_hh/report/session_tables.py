"""The tables of the view of sessions: the results by month, by session and by tournament. Nothing here counts."""

from dataclasses import replace

import polars as pl

from badugi_hh.report.page_model import SplitTable
from badugi_hh.report.split_tables import split_table
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.selection.dimensions import UNKNOWN
from badugi_hh.wording.catalogue import say

BY_SESSION = ("winrate", "luck_adjusted")
BY_TOURNAMENT = ("buy_ins", "fees", "prizes", "bounties", "tournament_net", "avg_finish", "winrate")

MOST_SESSIONS = 500


def session_tables(tables: Evaluator, rows: pl.DataFrame) -> tuple[SplitTable, ...]:
    """Return the results by month, by session and by tournament, the latest first.

    `rows` is as from `queries.seat_rows`, in playing order; tournaments without a date are last.
    """
    found = [_by_time(tables, "month", "by_month"), _by_time(tables, "session", "by_session")]
    dated = rows.filter(pl.col("played_at").is_not_null())["tournament_id"]
    last_of = {number: place for place, number in enumerate(dated)}
    played = sorted(
        (each for each in tables.groups(BY_TOURNAMENT, "tournament") if each.by["tournament"].isdecimal()),
        key=lambda each: last_of.get(each.by["tournament"], -1),
        reverse=True,
    )
    if played:
        paid = any(each.stats["bounties"].n for each in played)
        of_tournaments = split_table(
            played[:MOST_SESSIONS],
            [name for name in BY_TOURNAMENT if paid or name != "bounties"],
            {},
            lambda group: group.by["tournament"],
            title=say("tables", "by_tournament"),
            head=say("tables", "tournament"),
            you=tables.you,
            titles={
                "tournament_net": say("tables", "net"),
                **{name: say("tables", name) for name in ("buy_ins", "fees", "prizes", "bounties")},
            },
        )
        found.append(replace(of_tournaments, game="tournament"))
    return tuple(found)


def _by_time(tables: Evaluator, dimension: str, title: str) -> SplitTable:
    """Return the results by month or session, the latest first, and those without a date last.

    It has the net of tournaments, and of the other games, where there are any.
    """
    nets = {
        "net": tables.games.keys() - {"tournament"},
        "tournament_net": tables.games.keys() & {"tournament"},
    }
    names = (*(name for name, games in nets.items() if games), *BY_SESSION)
    groups = tables.groups(names, dimension)
    dated = [group for group in reversed(groups) if group.by[dimension] != UNKNOWN]
    undated = [group for group in groups if group.by[dimension] == UNKNOWN]
    return split_table(
        [*dated[:MOST_SESSIONS], *undated],
        names,
        tables.games,
        lambda group: group.by[dimension],
        title=say("tables", title),
        head=say("tables", dimension),
        you=tables.you,
    )
