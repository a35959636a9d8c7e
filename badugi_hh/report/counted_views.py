"""Fills the views of figures, statistics, charts and tables, which count over all selected hands."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import polars as pl

from badugi_hh.leaks import Finding
from badugi_hh.report import overview, sections
from badugi_hh.report.opponent_tables import opponent_tables
from badugi_hh.report.page_model import Page
from badugi_hh.report.range_view import shipped_ranges
from badugi_hh.report.session_tables import session_tables
from badugi_hh.report.share_charts import OPENED, chart_of_positions, charts_of_betting, others_by_position
from badugi_hh.report.table_views import Evaluator
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.wording.catalogue import say


def add_counted_views(
    page: Page,
    tables: Evaluator,
    rows: pl.DataFrame,
    stats: Mapping[str, Measure],
    own: Collection[str],
    findings: Sequence[Finding],
    dearest: pl.DataFrame | None,
    progress: Callable[[str, float], None],
) -> Page:
    """Return the page with those of its views that count: all but the leaks and the hands.

    `rows` is as from `queries.seat_rows`, in playing order; `stats` has the statistics of all rows together. `own` are the
    players by their own names, `findings` the findings of all leak checks, and `dearest` is as from `dearest.dearest_hands`.
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
            positions=sections.positions(by_position, games, you=you),
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
        page = replace(page, sessions=session_tables(tables, rows, dearest))
    if "best-play" in views:
        page = replace(page, ranges=shipped_ranges())
    return page
