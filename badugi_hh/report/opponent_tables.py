"""The tables of the view of opponents: the results together with them, their types and best known statistics, and more.

Nothing here counts.
"""

from collections.abc import Collection
from dataclasses import replace

from badugi_hh.leaks.opponent import Word
from badugi_hh.leaks.player_types import player_types
from badugi_hh.report.page_model import PageColumn, Share, SplitTable
from badugi_hh.report.split_tables import insert_column, split_table
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.rows import everyone_in
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import percent

TOGETHER = {
    "net": ("net_together", "net_together_about"),
    "winrate": ("winrate_together", "winrate_together_about"),
}
"""The results of the player of the report in the hands in which both were dealt in, with their texts."""
OF_OPPONENTS = ("vpip", "pfr", "bet_b3", "fold_to_bet_b3", "wtsd")
MORE_OF_OPPONENTS = (
    *("w_sd", "three_bet", "drawn_1", "pat_1", "pat_2", "pat_3"),
    *("pat_then_break_2", "pat_then_break_3", "draw_up_3", "raise_on_draw_b3"),
)

MOST_OPPONENTS = 300
MIN_HANDS = 30
"""The hands of an opponent from which on their statistics are listed."""


def opponent_tables(tables: Evaluator, own: Collection[str]) -> tuple[SplitTable, SplitTable]:
    """Return two tables of the other players of these hands with enough hands, at most `MOST_OPPONENTS`.

    The first has the results together with them, their type, and their best known statistics; the second has more of
    their statistics. `own` are the players of the report, by their own names.
    """
    with everyone_in(tables.con, tables.hand_filter) as everyone:
        names = (*OF_OPPONENTS, *MORE_OF_OPPONENTS)
        found = evaluate(tables.con, everyone, names=names, min_hands=MIN_HANDS)
        groups = [group for group in found if group.player not in own][:MOST_OPPONENTS]
        types = player_types(tables.con, everyone, {group.player: group.hands for group in groups})
    results = {group.by["opponent"]: group.stats for group in tables.groups((*TOGETHER,), "opponent")}
    groups = [replace(group, stats={**group.stats, **results[group.player]}) for group in groups]
    known = _table(tables, groups, (*TOGETHER, *OF_OPPONENTS), "opponents")
    columns = [
        replace(column, sentence=say("tables", TOGETHER[column.stat][1]))
        if column.stat in TOGETHER
        else replace(column, whole=True)  # a selection counts the hands of the reader
        for column in known.columns
    ]
    known = replace(known, columns=tuple(columns))
    of_type = PageColumn(say("tables", "type"), say("tables", "type_about"), stat="type", whole=True)
    known = insert_column(known, 0, of_type, [_type(types.get(group.player, ())) for group in groups])
    more = _table(tables, groups, MORE_OF_OPPONENTS, "more_of_opponents")
    return known, replace(more, counted=False)


def _table(tables: Evaluator, groups: list[Group], names: Collection[str], title: str) -> SplitTable:
    table = split_table(
        groups,
        tuple(names),
        tables.games,
        lambda group: tables.names.of(group.player),
        title=say("tables", title),
        head=say("tables", "player"),
        you=False,
        titles={
            **{name: say("tables", title) for name, (title, _) in TOGETHER.items()},
            **{name: say("tables", name) for name in ("bet_b3", "fold_to_bet_b3")},
        },
    )
    return replace(table, rows=tuple(replace(row, part={"player": row.label}) for row in table.rows))


def _type(words: tuple[Word, ...]) -> Share | None:
    """Return a type with its numbers, faint where chance may explain it; None for no type."""
    if not words:
        return None
    text = " ".join(catalogue()["types"][word.word] for word in words)
    played, raised = (percent(word.number.value) for word in words)
    because = say("tables", "type_because", played=played, raised=raised)
    doubtful = not all(word.number.is_proven for word in words)
    return Share(text, because, "", doubtful, key=words[0].number.value)
