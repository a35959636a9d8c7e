"""The tables of the views of sessions and of opponents. Nothing here counts.

Sessions have results by month, by session and by tournament, and what the hands of a session lost against best play.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

import polars as pl

from badugi_hh.leaks.loss_nodes import ALL
from badugi_hh.leaks.opponent import Word, player_types
from badugi_hh.report.page_model import PageColumn, Share, SplitTable
from badugi_hh.report.split_tables import amount_text, insert_column, split_table
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.engine.evaluate import Group, evaluate
from badugi_hh.stats.selection.dimensions import UNKNOWN, size_of_stakes
from badugi_hh.stats.selection.rows import everyone_in
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import counted, decimal, percent

LOST = "session_lost"
BY_MONTH = ("winrate", "luck_adjusted")
BY_TOURNAMENT = ("buy_ins", "fees", "prizes", "bounties", "tournament_net", "avg_finish", "winrate")

MOST_SESSIONS = 500
TOGETHER = ("net", "winrate")
"""The results of the player of the report in the hands in which both were dealt in."""
OF_OPPONENTS = ("vpip", "pfr", "bet_b3", "fold_to_bet_b3", "wtsd")
MORE_OF_OPPONENTS = (
    *("w_sd", "three_bet", "drawn_1", "pat_1", "pat_2", "pat_3"),
    *("pat_then_break_2", "pat_then_break_3", "draw_up_3", "raise_on_draw_b3"),
)
MOST_OPPONENTS = 300
MIN_HANDS = 30
"""The hands of an opponent from which on their statistics are listed."""


def session_tables(tables: Evaluator, rows: pl.DataFrame) -> tuple[SplitTable, ...]:
    """Return the results by month, by session and by tournament, the latest first.

    `rows` is as from `queries.seat_rows`, in playing order; tournaments without a date are last.
    """
    names = (*_nets(tables), *BY_MONTH)
    months = split_table(
        _latest(tables.groups(names, "month"), "month"),
        names,
        tables.games,
        title="by_month",
        head="month",
        you=tables.you,
    )
    found = [months, _by_session(tables, rows)]
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
            title="by_tournament",
            head="tournament",
            you=tables.you,
            titles={
                "tournament_net": say("tables", "net"),
                **{name: say("tables", name) for name in ("buy_ins", "fees", "prizes", "bounties")},
            },
        )
        found.append(replace(of_tournaments, game="tournament"))
    return tuple(found)


def _nets(tables: Evaluator) -> tuple[str, ...]:
    """Return the net of tournaments, and of the other games, where there are any."""
    others = ("net",) if tables.games.keys() - {"tournament"} else ()
    return (*others, *(("tournament_net",) if "tournament" in tables.games else ()))


def _latest(groups: Sequence[Group], dimension: str) -> list[Group]:
    """Return the groups of a dimension of time, the latest first, and those without a date last."""
    dated = [group for group in reversed(groups) if group.by[dimension] != UNKNOWN]
    return [*dated[:MOST_SESSIONS], *(group for group in groups if group.by[dimension] == UNKNOWN)]


def _by_session(tables: Evaluator, rows: pl.DataFrame) -> SplitTable:
    """Return the results by session, with the stakes, the duration, the results per hour, the drop and the losses."""
    nets = _nets(tables)
    groups = _latest(tables.groups((*nets, "winrate", "hours", "hands_per_hour"), "session"), "session")
    drops = {group.by["session"]: group.stats for group in tables.groups(["max_downswing"], "session")}
    stakes = _stakes(rows, tables.games)
    sessions = [group.by["session"] for group in groups]
    columns: list[tuple[int, str, list[Share | None]]] = [
        (0, "stakes", [Share(stakes[session], "", "", few=False) for session in sessions]),
        (1, "duration", [_duration(group.stats["hours"]) for group in groups]),
        (2, "hands_per_hour", [_number(group.stats["hands_per_hour"], 0) for group in groups]),
        (3 + len(nets), "net_per_hour", [_per_hour(group) for group in groups]),
        (5 + len(nets), "drop", [_number(drops[session]["max_downswing"], 1) for session in sessions]),
    ]
    losing = (
        rows.filter(pl.col("lost") > 0).group_by(session="by_session").agg(pl.len(), pl.col("lost").sum())
    )
    if losing.height:
        lost = {session: _lost(session, hands, bets) for session, hands, bets in losing.iter_rows()}
        columns.append((6 + len(nets), LOST, [lost.get(session) for session in sessions]))
    table = split_table(
        groups,
        (*nets, "winrate"),
        {},  # few sessions have several games, and the table by month separates these
        title="by_session",
        head="session",
        you=tables.you,
        titles={name: say("tables", name) for name in ("net", "winrate")},
    )
    for at, name, cells in columns:
        column = PageColumn(say("tables", name), say("tables", f"{name}_about"), stat=name, whole=True)
        table = insert_column(table, at, column, cells)
    return table


def _stakes(rows: pl.DataFrame, games: Mapping[str, str]) -> dict[str, str]:
    """Return the stakes of each session, the smallest first; other games than cash games have their label."""
    label = pl.col("game").replace_strict({**dict.fromkeys(games, ""), **games}, default="")
    of_hand = pl.when(pl.col("game") == "cash").then("by_stakes").otherwise(label)
    played = rows.select(session="by_session", stakes=of_hand).unique()
    found: dict[str, list[str]] = {}
    for session, stakes in played.iter_rows():
        found.setdefault(session, []).append(stakes)
    return {session: ", ".join(sorted(own, key=size_of_stakes)) for session, own in found.items()}


def _duration(hours: Measure) -> Share | None:
    """Return the duration as hours and minutes, None for a session of one hand."""
    if not hours.n or hours.value is None:
        return None
    minutes = round(60 * hours.value)
    return Share(f"{minutes // 60}:{minutes % 60:02}", "", "", few=False, key=hours.value)


def _number(measure: Measure, places: int) -> Share | None:
    """Return a number without its unit, which the title of its column states; None where it is unknown."""
    if measure.value is None:
        return None
    return Share(decimal(measure.value, places), "", "", few=False, key=measure.value)


def _per_hour(group: Group) -> Share | None:
    """Return the net per hour, None where the time is that of several games or currencies."""
    net, hours = group.stats.get("net"), group.stats["hours"]
    if net is None or net.parts or net.value is None or group.stats["winrate"].parts or not hours.value:
        return None
    amount = round(net.value / hours.value)
    unit = "" if net.unit is None else net.unit.denomination
    return Share(
        amount_text(replace(net, value=amount), gain=True), "", "", hours.value < 1, key=amount, unit=unit
    )


def _lost(session: str, hands: int, lost: float) -> Share:
    """Return what so many hands of a session lost, with the query of these hands."""
    selects = urlencode({"session": session, "leak": ALL})
    return Share(decimal(lost), counted(hands, "hand"), "", few=False, key=lost, selects=selects)


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
    results = {group.by["opponent"]: group.stats for group in tables.groups(TOGETHER, "opponent")}
    groups = [replace(group, stats={**group.stats, **results[group.player]}) for group in groups]
    known = _table(tables, groups, (*TOGETHER, *OF_OPPONENTS), "opponents")
    columns = [
        replace(column, sentence=say("tables", f"{column.stat}_together_about"))
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
        title=title,
        head="player",
        label=lambda group: tables.names.of(group.player),
        you=False,
        titles={
            **{name: say("tables", f"{name}_together") for name in TOGETHER},
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
