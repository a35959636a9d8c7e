"""`stats`: the statistics of the selected hands, as a table, JSON, CSV or Parquet."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.completion import dimension_names, stat_names
from badugi_hh.cli.console import exit_on_user_error, fail, note
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import note_other_model
from badugi_hh.cli.left_out import note_left_out
from badugi_hh.cli.options import (
    Db,
    FilterOptions,
    Force,
    Json,
    NoWait,
    enum_option,
    selects_hands,
    whole_number,
)
from badugi_hh.cli.stats_output import (
    StatsFormat,
    best_known,
    list_stats,
    open_output,
    select_format,
    stats_that_fit,
    write_comparison,
    write_groups,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from badugi_hh.stats.engine.evaluate import Group


@exit_on_user_error()
@selects_hands()
def stats(
    db: Db = None,
    no_wait: NoWait = False,
    *,
    selection: FilterOptions,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--stat",
            metavar="NAMES",
            autocompletion=stat_names,
            help="only these statistics, or groups of them: vpip,pfr,luck; repeatable",
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="DIMENSIONS",
            autocompletion=dimension_names,
            help="split by dimensions: day, week, month, session, position, stakes; several with commas; --list lists all",
        ),
    ] = None,
    min_hands: Annotated[
        int, typer.Option(parser=whole_number(1), metavar="N", help="omit players with fewer hands")
    ] = 1,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare", metavar="A B", help="compare two players; hero is you, pool is all other players"
        ),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="show all statistics in the table, not only the best-known ones")
    ] = False,
    long: Annotated[
        bool,
        typer.Option(
            "--long", help="print a row for each statistic of each player, part or side, with its interval"
        ),
    ] = False,
    listing: Annotated[bool, typer.Option("--list", help="list the statistics and the dimensions")] = False,
    form: Annotated[
        StatsFormat | None, enum_option("--format", StatsFormat, "output format; default: table")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="write to this file"),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show statistics of your hands, also by day, month or session. Shares and means have a 95% confidence interval.

    The column made/opps has the two counts of a share, made of opportunities.

    --by day, week, month, weekday, hour or session splits by your clock, or by that of --tz. Sessions are numbered, and
    `hands --session N` lists the hands of one.

    A table shows the best-known statistics; --full shows all. The other formats always contain all.

    A value with fewer than 30 opportunities is grey or has an asterisk. Several players, or the parts of a split, have a row
    each and the statistics a column each; --long prints a row for each statistic, with its interval. --compare shows two
    players side by side, and the difference of each statistic; differences of shares are in percentage points.
    """
    form = select_format(form, out, as_json=as_json)
    output = open_output(out, form, db, force=force)
    if listing:
        list_stats(form, output, names or None)
        return
    from badugi_hh.stats.definitions.luck_adjusted import LUCK_STATS
    from badugi_hh.stats.definitions.registry import OF_PRICES
    from badugi_hh.stats.engine.compare import HERO
    from badugi_hh.stats.engine.compare import compare as compare_sides
    from badugi_hh.stats.engine.evaluate import evaluate
    from badugi_hh.stats.selection.default_players import count_left_out, leave_out_rare
    from badugi_hh.stats.selection.resolve import (
        explain_no_hands,
        explain_unknown_luck,
        resolve,
        session_starts,
    )

    if full and names:
        fail("--full shows all statistics, --stat only some; use one of them")
    if selection.player is not None and selection.every_player:
        fail("--player and --all contradict each other; use one of them")
    if compare is not None and (selection.player is not None or selection.every_player):
        fail("--compare names the players; omit --player and --all")
    hand_filter = selection.as_filter()
    split = by or ()
    with opened(db, wait=not no_wait) as con:
        if compare is not None:
            first, second = compare
            resolved = resolve(con, hand_filter, names or None)
            sides = compare_sides(
                con, first, second, resolved, names=names or None, by=split, min_hands=min_hands
            )
            if sides and not sides[0].stats.keys().isdisjoint(OF_PRICES):
                note_other_model(con)
            write_comparison(form, output, sides, split, full=full or bool(names), long=long)
            if HERO in compare and form is StatsFormat.TABLE:
                hand_filter = leave_out_rare(con, hand_filter)
                note_left_out(hand_filter, count_left_out(con, hand_filter))
            return
        if form is StatsFormat.TABLE:
            hand_filter = leave_out_rare(con, hand_filter)
        fitting = stats_that_fit(hand_filter, split)
        shown = names or (None if full or form is not StatsFormat.TABLE else best_known(fitting))
        resolved = resolve(con, hand_filter, shown)
        groups = evaluate(con, resolved, names=shown, by=split, min_hands=min_hands)
        if not groups:
            note(explain_no_hands(con, hand_filter, min_hands=min_hands))
        elif names and not groups[0].stats.keys().isdisjoint(stat.name for stat in LUCK_STATS):
            unknown = explain_unknown_luck(con, hand_filter)
            if unknown is not None:
                note(unknown)
        if groups and not groups[0].stats.keys().isdisjoint(OF_PRICES):
            note_other_model(con)
        by_session = form is StatsFormat.TABLE and groups and "session" in groups[0].by
        sessions = session_starts(con, hand_filter) if by_session else ()
        omitted = count_left_out(con, hand_filter)
    of = None if names else len(fitting)
    _note_net(groups)
    write_groups(form, output, groups, split, of=of, long=long, sessions=sessions)
    note_left_out(hand_filter, omitted)


def _note_net(groups: "Sequence[Group]") -> None:
    """Print which statistic has the money of tournaments, if some were played and only the net of other hands is shown."""
    nets = [(group.hands, group.stats["net"].n) for group in groups if "net" in group.stats]
    if any(counted < hands for hands, counted in nets) and "tournament_net" not in groups[0].stats:
        note(
            "net is of hands outside of tournaments; tournament_net is prizes and bounties minus buy-ins and fees"
        )
