"""Composes the report: queries the statistics, leaks and rows of the selected hands, and fills the page model.

The selected players are counted together as one; the top of the page names them, and names of the user that are left
out. Results of cash games and of tournaments are always separate.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb
import polars as pl

from badugi_hh import leaks
from badugi_hh.installation import __version__
from badugi_hh.leaks.cost_amounts import MONEY_KEYS
from badugi_hh.leaks.trends import find_trends, latest_moment, period_key
from badugi_hh.outputs import OutputFile
from badugi_hh.report import overview, sections
from badugi_hh.report.anonymous import Pseudonymous, ShownNames
from badugi_hh.report.counted_views import add_counted_views
from badugi_hh.report.dearest import dearest_hands
from badugi_hh.report.hand_table import MOST
from badugi_hh.report.hand_views import add_hand_views
from badugi_hh.report.kinds import VIEWS, ReportKind, check_options, filter_of
from badugi_hh.report.page import render
from badugi_hh.report.page_model import Page
from badugi_hh.report.quality import gaps_of, quality
from badugi_hh.report.queries import database_counts, seat_rows
from badugi_hh.report.table_views import Evaluator
from badugi_hh.report.validation import compose_validation
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.tournaments import TOURNAMENTS
from badugi_hh.stats.engine.seat_sums import has_sums, seat_sums
from badugi_hh.stats.selection.default_players import leave_out_rare
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.persons import others
from badugi_hh.stats.selection.resolve import resolve
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
        out = OutputFile(out, database=path_of(con), force=force)
        out.check()
    names = Pseudonymous(con) if anonymize else ShownNames()
    progress = progress or (lambda *_: None)
    with in_language(language):
        page = compose(
            con, resolve(con, hand_filter), kind=kind, names=names, progress=progress, unread=unread
        )
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
    hand_filter = filter_of(con, kind, leave_out_rare(con, hand_filter))
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
    dearest = None if sums is None else dearest_hands(latest)
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
    keys = [*MONEY_KEYS, *(() if moment is None else [period_key(moment)])]
    found = leaks.find_all(con, hand_filter, keys)
    trends = (
        None
        if kind is ReportKind.SESSION
        else {}
        if moment is None
        else find_trends(con, hand_filter, moment, found)
    )
    page = add_counted_views(page, tables, rows, stats, own, found.findings, dearest, progress)
    return add_hand_views(
        page, tables, rows, stats, other_players, found, trends, dearest, progress, most=most
    )
