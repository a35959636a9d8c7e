"""Fills the views of leaks and of hands: the hands that the page lists, with their replays, their texts and what selects them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

import duckdb
import polars as pl

from badugi_hh.leaks import Found
from badugi_hh.leaks.changes import Change
from badugi_hh.leaks.cost_amounts import costs_in_money
from badugi_hh.problems import CODES
from badugi_hh.report.anonymous import Pseudonymous, ShownNames
from badugi_hh.report.dearest import DEAREST, dearest_field
from badugi_hh.report.findings import leak_cards, select_notable, top_leaks
from badugi_hh.report.hand_table import ANONYMOUS_TEXTS, PRICED, TEXTS, hand_table, select_listed, swings
from badugi_hh.report.kinds import ReportKind
from badugi_hh.report.page_model import Page
from badugi_hh.report.page_selection import filter_fields, own_options, page_hands
from badugi_hh.report.queries import hand_labels, hand_texts, players_of
from badugi_hh.report.replay_columns import Facts, replay_block, steps_of
from badugi_hh.report.replay_rows import several_views, stored_best_play, stored_problems, stored_rows
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.store.connection import place_of
from badugi_hh.store.database import default_path
from badugi_hh.wording.catalogue import say


def add_hand_views(
    page: Page,
    tables: Evaluator,
    rows: pl.DataFrame,
    stats: Mapping[str, Measure],
    others: Collection[str],
    found: Found,
    trends: Mapping[str, Change] | None,
    dearest: pl.DataFrame | None,
    progress: Callable[[str, float], None],
    *,
    most: int,
) -> Page:
    """Return the page with its leaks and at most `most` of its hands.

    `rows`, `stats` and `dearest` are as for `counted_views.add_counted_views`; `others` are the players, by the names of the page,
    who are not the reader, `found` is that of all leak checks, and `trends` has the changes of habits, None for one session.
    """
    con, hand_filter, names, kind = tables.con, tables.hand_filter, tables.names, page.kind
    of_leaks = kind is ReportKind.LEAKS
    hands = rows["hand_key"].n_unique()
    progress("leaks in the latest hands", 0.62)
    findings = names.findings(found.findings)
    spent = costs_in_money(found.findings, found)
    named = {(hand.site, hand.hand_id) for finding in select_notable(findings) for hand in finding.hands}
    listed = select_listed(rows, named, most, only_named=of_leaks)
    keys = {
        (site, hand_id): key
        for site, hand_id, key in listed.select("site", "hand_id", "hand_key").iter_rows()
    }
    progress("replays and texts", 0.8)
    played = stored_rows(con, listed["hand_key"].unique())
    if isinstance(names, Pseudonymous):  # the lines about bounties name players
        played["events"] = played["events"].filter(pl.col("kind") != "BountyWon")
    replayed = _replays(con, listed, played, names)
    texts = hand_texts(
        con, _leading(listed, ANONYMOUS_TEXTS if isinstance(names, Pseudonymous) else TEXTS), names
    )
    progress("the table of hands", 0.87)
    players = names.rows(players_of(con, listed["hand_key"].unique()))
    block = page_hands(tables, listed, players, findings, found.behind, stats, statistics=not of_leaks)
    if dearest is not None:
        block["fields"][DEAREST] = dearest_field(dearest, listed.height)
        block["labels"][DEAREST] = {"yes": say("filters", "dearest_of")}
    if not isinstance(names, Pseudonymous):
        block["own"] = own_options(con, hand_filter, rows["player"].unique().to_list())
    several = rows["player"].n_unique() > 1  # the list of a check is that of all players together
    times = {} if several else {id_: len(gaps) for id_, gaps in block["leaks"].items()}
    at = {(keys.get((hand.site, hand.hand_id), 0), hand.n) for finding in findings for hand in finding.hands}
    cards = leak_cards(
        findings,
        keys,
        others,
        steps_of(played["events"], at),
        times,
        {(names.of(player), id_): amounts for (player, id_), amounts in spent.items()},
        trends,
        to_use=kind is ReportKind.OPPONENT,
        complete=listed["hand_key"].n_unique() == hands,
    )
    page = replace(
        page,
        leaks=cards,
        top_leaks=top_leaks(cards),
        swings=swings(listed) if kind is ReportKind.SESSION else None,
    )
    # Notes may name players.
    labels = None if isinstance(names, Pseudonymous) else hand_labels(con, listed["hand_key"].unique())
    listing = hand_table(listed, hands, replayed, texts, labels, block, only_named=of_leaks)
    return replace(page, hands=replace(listing, command=_replay_command(con)), filters=filter_fields(block))


def _replay_command(con: duckdb.DuckDBPyConnection) -> str:
    """Return the sentence with the command that replays a hand `{hand}`, which names a database or a history if it must."""
    path = place_of(con)
    if path is None:
        return say("hands", "command_file", hand="{hand}")
    own = path.absolute() == default_path().absolute()
    return say("hands", "command" if own else "command_db", hand="{hand}")


def _replays(
    con: duckdb.DuckDBPyConnection, listed: pl.DataFrame, played: Facts, names: ShownNames
) -> dict[str, Any]:
    """Return the block of the replays of all listed hands, whose rows are `played`."""
    keys = listed["hand_key"].unique(maintain_order=True).to_list()
    rows = {**played, "seats": names.rows(played["seats"])}
    problems = stored_problems(con, keys)
    if isinstance(names, Pseudonymous):  # the messages of problems name players
        for problem in chain.from_iterable(problems.values()):
            problem["text"] = CODES[problem["code"]].title
    wanted = _leading(listed, PRICED)
    return replay_block(
        rows,
        keys,
        stored_best_play(con, wanted),
        problems=problems,
        merged=several_views(con, keys),
        partly=len(wanted) < len(keys),
    )


def _leading(listed: pl.DataFrame, recent: int) -> list[int]:
    """Return the keys of the so many most recent hands, of those that leaks name, and of those with the largest results."""
    first = listed.with_row_index("place").filter(pl.col("first") | (pl.col("place") < recent))
    return first["hand_key"].unique(maintain_order=True).to_list()
