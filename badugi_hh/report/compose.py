"""Composes the report: queries the statistics, leaks and rows of the selected hands, and fills the views of the page.

The selected players are counted together as one; the top of the page names them, and names of the user that are left
out. Results of cash games and of tournaments are always separate.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import duckdb
import polars as pl

from badugi_hh import leaks
from badugi_hh.installation import __version__
from badugi_hh.leaks import Finding
from badugi_hh.leaks.trends import find_trends, latest_moment
from badugi_hh.outputs import OutputFile
from badugi_hh.report import overview, sections
from badugi_hh.report.anonymous import Pseudonymous, ShownNames
from badugi_hh.report.hand_table import MOST, add_hand_views
from badugi_hh.report.kinds import VIEWS, ReportKind, check_options, filter_of
from badugi_hh.report.page import render
from badugi_hh.report.page_model import Page
from badugi_hh.report.queries import database_counts, seat_rows
from badugi_hh.report.range_view import shipped_ranges
from badugi_hh.report.session_tables import opponent_tables, session_tables
from badugi_hh.report.share_charts import OPENED, chart_of_positions, charts_of_betting, others_by_position
from badugi_hh.report.table_views import Evaluator
from badugi_hh.report.validation import compose_validation, gaps_of, quality
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.tournaments import TOURNAMENTS
from badugi_hh.stats.engine.seat_sums import has_sums, seat_sums
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.persons import others
from badugi_hh.store.computation import MODEL
from badugi_hh.store.connection import path_of
from badugi_hh.wording.catalogue import say
from badugi_hh.wording.formats import count, counted
from badugi_hh.wording.language import Language, in_language

_OWN_NAMES = ShownNames()

Progress = Callable[[str, float], None]
"""Is called before each part of the report, with what is computed and the share done, 0 to 1."""


def write_report(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    out: OutputFile | Path,
    *,
    kind: ReportKind = ReportKind.TRACKER,
    language: Language = Language.EN,
    anonymize: bool = False,
    force: bool = False,
    progress: Progress | None = None,
    unread: Sequence[str] = (),
) -> bool:
    """Write the report of the hands of a resolved filter to `out`, completely or not at all: one HTML file without network.

    Return whether any hand was selected; if not, no file is written. The database of the connection is never replaced;
    another file that this tool did not write is replaced only with `force`.

    With `anonymize` no name of a player is on the page: the user is `Hero`, a second name of theirs `Hero2`, and all
    others have pseudonyms, which are stored in the database. `unread` has a line for
    each file that an import could not read, for a report of kind validation.

    Raises:
        FilterError: the SQL condition of the filter is not valid, or it does not fit the kind.
        OutputError: the file must not be replaced, or cannot be written.
    """
    if isinstance(out, Path):
        out = OutputFile(out, database=path_of(con), force=force)
        out.check()
    names = Pseudonymous(con) if anonymize else ShownNames()
    progress = progress or (lambda *_: None)
    with in_language(language):
        page = compose(con, hand_filter, kind=kind, names=names, progress=progress, unread=unread)
        if not page.views:
            return False
        progress("writing the page", 0.97)
        html = render(page)
    out.write(html.encode())
    if isinstance(names, Pseudonymous):
        names.keep()
    return True


def compose(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    kind: ReportKind = ReportKind.TRACKER,
    most: int = MOST,
    names: ShownNames = _OWN_NAMES,
    progress: Progress | None = None,
    unread: Sequence[str] = (),
) -> Page:
    """Return the page of the selected hands, which lists at most `most` of them, with these names of players.

    `unread` is as for `write_report`.

    Raises:
        FilterError: the SQL condition of the filter is not valid, or the filter does not fit the kind.
    """
    check_options(kind, hand_filter, anonymize=isinstance(names, Pseudonymous))
    if kind is ReportKind.VALIDATION:
        return compose_validation(con, unread)
    hand_filter = filter_of(con, kind, hand_filter)
    views = VIEWS[kind]
    progress = progress or (lambda *_: None)
    progress("reading hands", 0.0)
    rows = seat_rows(con, hand_filter)
    other_players = {names.of(player) for player in others(con, rows["player"].unique())}
    own = {*rows["player"], *hand_filter.left_out}
    rows = sections.label_starts(names.rows(rows))
    you = not other_players
    if kind is ReportKind.OPPONENT and you and own:
        raise FilterError(f"{hand_filter.player!r} is you; a report of kind opponent is about another player")
    who = overview.who(rows, hand_filter, names)
    title = say("page", "title", who=who)
    hands = rows["hand_key"].n_unique()
    created = say("notes", "made", version=__version__, hands=counted(hands, "hand"))
    if not hands:
        return Page(title, who, (), created, kind)
    of_leaks = kind is ReportKind.LEAKS
    warned = rows.filter(pl.col("status") == "warned")["hand_key"].n_unique()
    if warned:
        created = f"{created} {say('notes', 'one_warned' if warned == 1 else 'warned', count=count(warned))}"
    progress("counting statistics", 0.08)
    latest = rows.reverse()
    # The page has the sums of all listed seats; they add up to its tables if all seats are listed.
    sums = (
        None
        if of_leaks or rows.height > most
        else seat_sums(con, hand_filter, latest, filter(has_sums, STATS))
    )
    tables = Evaluator(con, hand_filter, overview.game_labels(rows), you, names, latest, sums)
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
    progress("looking for leaks", 0.2)
    moment = None if kind is ReportKind.SESSION else latest_moment(con, hand_filter)
    found = leaks.find_all(con, hand_filter)
    trends = (
        None
        if kind is ReportKind.SESSION
        else {}
        if moment is None
        else find_trends(con, hand_filter, moment, found)
    )
    page = add_counted_views(page, tables, rows, stats, own, found.findings, progress)
    return add_hand_views(page, tables, rows, stats, other_players, found, trends, progress, most=most)


def add_counted_views(
    page: Page,
    tables: Evaluator,
    rows: pl.DataFrame,
    stats: Mapping[str, Measure],
    own: Collection[str],
    findings: Sequence[Finding],
    progress: Callable[[str, float], None],
) -> Page:
    """Return the page with those of its views that count: all but the leaks and the hands.

    `rows` is as from `queries.seat_rows`, in playing order; `stats` has the statistics of all rows together. `own` are the
    players by their own names, `findings` the findings of all leak checks.
    """
    views, games, you, hand_filter = page.views, tables.games, tables.you, tables.hand_filter
    if "overview" in views:
        subject = say("reading", "together", who=page.who) if rows["player"].n_unique() > 1 else page.who
        together = hand_filter.every_player  # all players together lose the rake
        sentence, game = ("", "") if together else overview.reading(stats, games, subject)
        page = replace(
            page,
            figures=overview.figures(rows, stats, games, you=you),
            reading=sentence,
            reading_game=game,
            note=overview.note(games, filters="statistics" in views),
            stakes=tables.stakes(),
            results=sections.results(rows),
        )
    progress("positions, draws and betting", 0.3)
    if "statistics" in views:
        page = replace(page, statistics=sections.statistics(stats, games, you=you))
    pool = others_by_position(tables.con, hand_filter) if {"positions", "betting"} & set(views) else []
    if "positions" in views:
        by_position = tables.groups(sections.BY_POSITION, "position")
        page = replace(
            page,
            positions=tables.by_position(by_position, sections.BY_POSITION, "positions"),
            position_chart=chart_of_positions(by_position, pool),
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
            page,
            betting=tables.betting(stats),
            betting_charts=charts_of_betting(opened, stats, pool, findings),
        )
    if "starting-hands" in views:
        page = replace(page, starts=replace(sections.starts(rows), matrix=tables.dealt()))
    progress("opponents and sessions", 0.45)
    if "opponents" in views:
        known, draws = opponent_tables(tables, own)
        page = replace(page, opponents=known, opponent_draws=draws)
    if "sessions" in views:
        page = replace(page, sessions=session_tables(tables, rows))
    if "best-play" in views:
        page = replace(page, ranges=shipped_ranges())
    return page
