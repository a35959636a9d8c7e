"""The tables of the view of opponents: the best known statistics of the other players, and those of their draws.

Nothing here counts.
"""

from collections.abc import Collection
from dataclasses import replace

from badugi_hh.report.page_model import SplitTable
from badugi_hh.report.split_tables import split_table
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.rows import everyone_in
from badugi_hh.wording.catalogue import say

OF_OPPONENTS = ("vpip", "pfr", "three_bet", "bet_b3", "fold_to_bet_b3", "pat_1", "wtsd", "w_sd")
OPPONENT_DRAWS = (
    *("drawn_1", "pat_1", "pat_2", "pat_3"),
    *("pat_then_break_2", "pat_then_break_3", "draw_up_3", "raise_on_draw_b3"),
)

MOST_OPPONENTS = 300
MIN_HANDS = 30
"""The hands of an opponent from which on their statistics are listed."""


def opponent_tables(tables: Evaluator, own: Collection[str]) -> tuple[SplitTable, SplitTable]:
    """Return two tables of the other players of these hands with enough hands, at most `MOST_OPPONENTS`.

    The first has their best known statistics, the second those of their draws. `own` are the players of the report, by
    their own names.
    """
    with everyone_in(tables.con, tables.hand_filter) as everyone:
        names = tuple(dict.fromkeys((*OF_OPPONENTS, *OPPONENT_DRAWS)))
        found = evaluate(tables.con, everyone, names=names, min_hands=MIN_HANDS)
    groups = [group for group in found if group.player not in own][:MOST_OPPONENTS]
    found_tables = []
    for names, title in ((OF_OPPONENTS, "opponents"), (OPPONENT_DRAWS, "opponent_draws")):
        table = split_table(
            groups,
            names,
            tables.games,
            lambda group: tables.names.of(group.player),
            title=say("tables", title),
            head=say("tables", "player"),
            you=False,
        )
        rows = tuple(replace(row, part={"player": row.label}) for row in table.rows)
        found_tables.append(replace(table, rows=rows, counted=False))
    return found_tables[0], found_tables[1]
