"""Composes the report: queries the statistics, leaks and rows of the selected hands, and fills the page model.

The selected players are counted together as one; the top of the page names them, and names of the user that are left
out. Results of cash games and of tournaments are always separate.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from badugi_hh import leaks
from badugi_hh.installation import __version__
from badugi_hh.leaks.trends import find_trends
from badugi_hh.outputs import OutputFile
from badugi_hh.outputs.marks import sign
from badugi_hh.report import overview, sections
from badugi_hh.report.anonymous import Names, Pseudonymous
from badugi_hh.report.dearest import DEAREST, dearest_field, dearest_hands
from badugi_hh.report.findings import leak_cards, select_notable, top_leaks
from badugi_hh.report.hand_table import MOST, RECENT, TEXTS, hand_table, select_listed, swings
from badugi_hh.report.kinds import VIEWS, Kind, check_options, filter_of
from badugi_hh.report.opponent_tables import opponent_tables
from badugi_hh.report.own_files import is_ours
from badugi_hh.report.page import render
from badugi_hh.report.page_model import Page
from badugi_hh.report.page_selection import filter_fields, own_options, page_hands
from badugi_hh.report.quality import gaps_of, quality
from badugi_hh.report.queries import database_counts, hand_texts, players_of, seat_rows
from badugi_hh.report.range_view import shipped_ranges
from badugi_hh.report.replay_columns import Facts, replay_block, steps_of
from badugi_hh.report.replay_rows import several_views, stored_best_play, stored_problems, stored_rows
from badugi_hh.report.session_tables import session_tables
from badugi_hh.report.share_charts import OPENED, charts_of_betting, others_by_position
from badugi_hh.report.table_views import Evaluator
from badugi_hh.report.validation import compose_validation
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.tournaments import TOURNAMENTS
from badugi_hh.stats.engine.seat_sums import has_sums, seat_sums
from badugi_hh.stats.selection.default_players import leave_out_rare
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.persons import others
from badugi_hh.stats.selection.resolve import resolve
from badugi_hh.store.connection import path_of
from badugi_hh.store.database import default_path
from badugi_hh.store.price_version import MODEL
from badugi_hh.store.workers import without_cycles
from badugi_hh.wording.catalogue import say
from badugi_hh.wording.formats import count, counted
from badugi_hh.wording.language import Language, in_language

_OWN_NAMES = Names()

Progress = Callable[[str, float], None]
"""Is called before each part of the report, with what is computed and the share done, 0 to 1."""


def write_report(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    out: OutputFile | Path,
    *,
    kind: Kind = Kind.TRACKER,
    language: Language = Language.EN,
    anonymize: bool = False,
    force: bool = False,
    progress: Progress | None = None,
    unread: Sequence[str] = (),
) -> bool:
    """Write the report of the selected hands to `out`, completely or not at all: one HTML file that needs no network.

    Return whether any hand was selected; if not, no file is written. The database of the connection is never replaced;
    another file that this tool did not write is replaced only with `force`.

    With `anonymize` no name of a player is on the page: the user is `Hero`, a second name of theirs `Hero2`, and all
    others have pseudonyms, which are stored in the database. `unread` has a line for
    each file that an import could not read, for a report of kind validation.

    Raises:
        FilterError: a value of the filter does not exist, its SQL condition is not valid, or it does not fit the kind.
        OutputError: the file must not be replaced, or cannot be written.
    """
    if isinstance(out, Path):
        out = OutputFile(out, is_ours, database=path_of(con), force=force)
        out.check()
    names = Pseudonymous(con) if anonymize else Names()
    progress = progress or (lambda *_: None)
    with in_language(language), without_cycles():
        page = compose(
            con, resolve(con, hand_filter), kind=kind, names=names, progress=progress, unread=unread
        )
        if not page.views:
            return False
        progress("writing the page", 0.97)
        html = render(page)
    out.write(sign(html.encode()))
    if isinstance(names, Pseudonymous):
        names.keep()
    return True


def compose(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    kind: Kind = Kind.TRACKER,
    most: int = MOST,
    names: Names = _OWN_NAMES,
    progress: Progress | None = None,
    unread: Sequence[str] = (),
) -> Page:
    """Return the page of the selected hands, which lists at most `most` of them, with these names of players.

    `unread` is as for `write_report`.

    Raises:
        FilterError: the SQL condition of the filter is not valid, or the filter does not fit the kind.
    """
    check_options(kind, hand_filter, anonymize=isinstance(names, Pseudonymous))
    if kind is Kind.VALIDATION:
        return compose_validation(con, unread)
    hand_filter = filter_of(con, kind, leave_out_rare(con, hand_filter))
    views = VIEWS[kind]
    progress = progress or (lambda *_: None)
    progress("reading hands", 0.0)
    rows = seat_rows(con, hand_filter)
    other_players = {names.of(player) for player in others(con, rows["player"].unique())}
    own = {*rows["player"], *hand_filter.left_out}
    rows = sections.label_starts(names.rows(rows))
    you = not other_players
    if kind is Kind.OPPONENT and you and own:
        raise FilterError(f"{hand_filter.player!r} is you; a report of kind opponent is about another player")
    who = overview.who(rows, hand_filter, names)
    title = say("page", "title", who=who)
    hands = rows["hand_key"].n_unique()
    created = say("notes", "made", version=__version__, hands=counted(hands, "hand"))
    if not hands:
        return Page(title, who, (), created, kind)
    of_leaks = kind is Kind.LEAKS
    warned = rows.filter(pl.col("status") == "warned")["hand_key"].n_unique()
    if warned:
        created = f"{created} {say('notes', 'one_warned' if warned == 1 else 'warned', count=count(warned))}"
    progress("counting statistics", 0.08)
    games = overview.game_labels(rows)
    latest = rows.reverse()
    # The page has the sums of all listed seats; they add up to its tables if all seats are listed.
    sums = (
        None
        if of_leaks or rows.height > most
        else seat_sums(con, hand_filter, latest, filter(has_sums, STATS))
    )
    tables = Evaluator(con, hand_filter, games, you, names, latest, sums)
    dearest = None if sums is None else dearest_hands(latest, sums)
    stats = tables.statistics([stat.name for stat in TOURNAMENTS] if of_leaks else [*STATS])
    progress("results", 0.15)
    page = Page(
        title,
        who,
        overview.about(rows, hand_filter.tz, [names.of(name) for name in hand_filter.left_out]),
        created,
        kind,
        views=views,
        quality=quality(database_counts(con), gaps_of(rows), hands, outdated=MODEL.has_other(con), kind=kind),
    )
    if "overview" in views:
        subject = say("reading", "together", who=who) if rows["player"].n_unique() > 1 else who
        page = replace(
            page,
            figures=overview.figures(rows, stats, games, you=you),
            reading=None
            if hand_filter.every_player  # all players together lose the rake
            else overview.reading(stats, games, subject),
            note=overview.note(games, filters="statistics" in views),
            stakes=tables.stakes(),
            results=sections.results(rows),
        )
    progress("positions, draws and betting", 0.3)
    if "statistics" in views:
        page = replace(page, statistics=sections.statistics(stats, games, you=you))
    pool = others_by_position(con, hand_filter) if {"positions", "betting"} & set(views) else []
    if "positions" in views:
        page = replace(
            page,
            positions=sections.positions(
                tables.groups(sections.BY_POSITION, "position"), games, pool, you=you
            ),
        )
    if "draws" in views:
        drawn = sections.draws({draw: stats[f"drawn_{draw}"] for draw in (1, 2, 3)}, rows)
        page = replace(
            page,
            draws=replace(
                drawn, by_draw=tables.by_draw(stats), pat=tables.pat_by_hand(), by_hand=tables.drawn_by_hand()
            ),
        )
    if "betting" in views:
        opened = tables.groups((OPENED,), "position")
        page = replace(
            page, betting=tables.betting(stats), betting_charts=charts_of_betting(opened, stats, pool)
        )
    if "starting-hands" in views:
        page = replace(page, starts=replace(sections.starts(rows), matrix=tables.dealt()))
    progress("opponents and sessions", 0.45)
    if "opponents" in views:
        known, draws = opponent_tables(tables, own)
        page = replace(page, opponents=known, opponent_draws=draws)
    if "sessions" in views:
        page = replace(page, sessions=session_tables(tables, rows, dearest))
    if "best-play" in views:
        page = replace(page, ranges=shipped_ranges())
    progress("looking for leaks", 0.62)
    findings = names.findings(leaks.find(con, hand_filter))
    trends = find_trends(con, hand_filter)
    named = {(hand.site, hand.hand_id) for finding in select_notable(findings) for hand in finding.hands}
    listed = select_listed(rows, named, most, only_named=of_leaks)
    keys = {
        (site, hand_id): key
        for site, hand_id, key in listed.select("site", "hand_id", "hand_key").iter_rows()
    }
    progress("replays and texts", 0.8)
    played = stored_rows(con, listed["hand_key"].unique())
    replayed = _replays(con, listed, played, names)
    texts = hand_texts(con, _leading(listed, RECENT if isinstance(names, Pseudonymous) else TEXTS), names)
    progress("the table of hands", 0.87)
    players = names.rows(players_of(con, listed["hand_key"].unique()))
    block = page_hands(
        con, hand_filter, listed, players, games, findings, stats, sums, you=you, statistics=not of_leaks
    )
    if dearest is not None:
        block["fields"][DEAREST] = dearest_field(dearest, listed.height)
        block["labels"][DEAREST] = {"yes": say("filters", "dearest_of")}
    if not isinstance(names, Pseudonymous):
        block["own"] = own_options(con, hand_filter, rows["player"].unique().to_list())
    several = rows["player"].n_unique() > 1  # the list of a check is that of all players together
    behind = {} if several else {id_: len(gaps) for id_, gaps in block["leaks"].items()}
    at = {(keys.get((hand.site, hand.hand_id), 0), hand.n) for finding in findings for hand in finding.hands}
    cards = leak_cards(
        findings,
        keys,
        other_players,
        steps_of(played["events"], at),
        behind,
        big_bets(rows),
        trends,
        to_use=kind is Kind.OPPONENT,
    )
    page = replace(
        page,
        leaks=cards,
        top_leaks=top_leaks(cards),
        swings=swings(listed) if kind is Kind.SESSION else None,
    )
    listing = hand_table(listed, hands, replayed, texts, block, only_named=of_leaks)
    return replace(page, hands=replace(listing, command=_replay_command(con)), filters=filter_fields(block))


def big_bets(rows: pl.DataFrame) -> dict[str, dict[str, int]]:
    """Return the sum of the big bets of all hands for money, in cents, by player and currency."""
    found: dict[str, dict[str, int]] = {}
    cash = rows.filter(pl.col("game") == "cash").group_by("player", "currency").agg(pl.sum("big_bet"))
    for player, currency, total in cash.iter_rows():
        found.setdefault(player, {})[currency] = total
    return found


def _replay_command(con: duckdb.DuckDBPyConnection) -> str:
    """Return the sentence with the command that replays a hand `{hand}`, which names a database or a history if it must."""
    path = path_of(con)
    if path is None:
        return say("hands", "command_file", hand="{hand}")
    own = path.absolute() == default_path().absolute()
    return say("hands", "command" if own else "command_db", hand="{hand}")


def _replays(
    con: duckdb.DuckDBPyConnection, listed: pl.DataFrame, played: Facts, names: Names
) -> dict[str, Any]:
    """Return the block of the replays of all listed hands, whose rows are `played`."""
    keys = listed["hand_key"].unique(maintain_order=True).to_list()
    rows = {**played, "seats": names.rows(played["seats"])}
    if isinstance(names, Pseudonymous):  # the lines about bounties name players
        rows["events"] = played["events"].filter(pl.col("kind") != "BountyWon")
    asked = _leading(listed, RECENT)
    return replay_block(
        rows,
        keys,
        stored_best_play(con, asked),
        problems=stored_problems(con, keys),
        merged=several_views(con, keys),
        partly=len(asked) < len(keys),
    )


def _leading(listed: pl.DataFrame, recent: int) -> list[int]:
    """Return the keys of the so many most recent hands, of those that leaks name, and of those with the largest results."""
    first = listed.with_row_index("place").filter(pl.col("first") | (pl.col("place") < recent))
    return first["hand_key"].unique(maintain_order=True).to_list()
