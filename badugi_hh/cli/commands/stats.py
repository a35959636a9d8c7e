"""`stats`: the statistics of the selected hands, as a table, JSON, CSV or Parquet."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.cli.completion import dimension_names, one_of_these, parts_to_keep, stat_names
from badugi_hh.cli.console import exit_on_user_error, fail, note
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import note_other_model
from badugi_hh.cli.left_out import note_left_out
from badugi_hh.cli.options import (
    BettingOption,
    Db,
    Everyone,
    Force,
    GameOption,
    Json,
    NoWait,
    Player,
    PositionOption,
    Since,
    Stakes,
    Until,
    Where,
    make_filter,
    one_of,
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


def _minutes(text: str | int) -> int:
    """Return a whole number of minutes, at least 1."""
    try:
        minutes = int(text)
    except ValueError:
        minutes = 0
    if minutes < 1:
        raise typer.BadParameter(f"{text!r} is not a number of minutes; write it like 45")
    return minutes


def stats(
    db: Db = None,
    no_wait: NoWait = False,
    player: Player = None,
    everyone: Everyone = False,
    since: Since = None,
    until: Until = None,
    stakes: Stakes = None,
    betting: BettingOption = None,
    game: GameOption = None,
    position: PositionOption = None,
    where: Where = None,
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
            help="split by dimensions: position,stakes; repeatable; --list lists all",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="DIMENSION=VALUE",
            autocompletion=parts_to_keep,
            help="only this value of a dimension: late=late, opener=BTN; repeatable",
        ),
    ] = None,
    min_hands: Annotated[
        int, typer.Option(parser=whole_number(1), metavar="N", help="omit players with fewer hands")
    ] = 1,
    session_gap: Annotated[
        int,
        typer.Option(parser=_minutes, metavar="MINUTES", help="the pause that ends a session"),
    ] = 30,
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
            "--long", help="print a row for each statistic of each player or part, with its interval"
        ),
    ] = False,
    listing: Annotated[bool, typer.Option("--list", help="list the statistics and the dimensions")] = False,
    form: Annotated[
        StatsFormat | None,
        typer.Option(
            "--format",
            parser=one_of(StatsFormat),
            autocompletion=one_of_these(StatsFormat),
            metavar="|".join(StatsFormat),
            help="output format; default: table",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="write to this file"),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show statistics of the selected hands. Each has its counts; shares and means have a 95% confidence interval.

    The column made/opps has the two counts of a share, made of opportunities.

    A table shows the thirty best-known statistics; --full shows all. The other formats always contain all.

    A value with fewer than 30 opportunities is grey or in brackets. Several players, or the parts of a split, have a row
    each and the statistics a column each; --long prints a row for each statistic, with its interval. --compare shows two
    players side by side, and the difference of each statistic; differences of shares are in percentage points.
    """
    with exit_on_user_error():
        from badugi_hh.store.database import default_path

        form = select_format(form, out, as_json=as_json)
        output = open_output(out, form, db or default_path(), force=force, wait=not no_wait)
        if listing:
            list_stats(form, output, names or None)
            return
        from badugi_hh.api.stats import compare as compare_sides
        from badugi_hh.api.stats import stats as selected_stats
        from badugi_hh.stats.definitions.luck_adjusted import LUCK_STATS
        from badugi_hh.stats.definitions.registry import OF_PRICES
        from badugi_hh.stats.engine.compare import HERO
        from badugi_hh.stats.selection.default_players import count_left_out, leave_out_rare
        from badugi_hh.stats.selection.resolve import explain_no_hands, explain_unknown_luck

        if full and names:
            fail("--full shows all statistics, --stat only some; use one of them")
        if player is not None and everyone:
            fail("--player and --all contradict each other; use one of them")
        if compare is not None and (player is not None or everyone):
            fail("--compare names the players; omit --player and --all")
        hand_filter = make_filter(
            player=player,
            everyone=everyone,
            since=since,
            until=until,
            stakes=stakes,
            betting=betting,
            game=game,
            position=position,
            where=where,
        )
        hand_filter = replace(hand_filter, session_gap=session_gap, only=tuple(map(_part, only or ())))
        split = by or ()
        with opened(db or default_path(), read_only=True, wait=not no_wait) as con:
            if compare is not None:
                first, second = compare
                sides = compare_sides(
                    con, first, second, hand_filter, names=names or None, by=split, min_hands=min_hands
                )
                if sides and not sides[0].stats.keys().isdisjoint(OF_PRICES):
                    note_other_model(con)
                write_comparison(form, output, sides, split, full=full or bool(names))
                if HERO in compare and form is StatsFormat.TABLE:
                    hand_filter = leave_out_rare(con, hand_filter)
                    note_left_out(hand_filter, count_left_out(con, hand_filter))
                return
            if form is StatsFormat.TABLE:
                hand_filter = leave_out_rare(con, hand_filter)
            fitting = stats_that_fit(hand_filter, split)
            shown = names or (None if full or form is not StatsFormat.TABLE else best_known(fitting))
            groups = selected_stats(con, hand_filter, names=shown, by=split, min_hands=min_hands)
            if not groups:
                note(explain_no_hands(con, hand_filter, min_hands=min_hands))
            elif names and not groups[0].stats.keys().isdisjoint(stat.name for stat in LUCK_STATS):
                unknown = explain_unknown_luck(con, hand_filter)
                if unknown is not None:
                    note(unknown)
            if groups and not groups[0].stats.keys().isdisjoint(OF_PRICES):
                note_other_model(con)
            omitted = count_left_out(con, hand_filter)
        write_groups(form, output, groups, split, of=None if names else len(fitting), long=long)
        note_left_out(hand_filter, omitted)


def _part(text: str) -> tuple[str, str]:
    """Return the dimension and the value of a `--only` option."""
    name, sign, part = text.partition("=")
    if not sign:
        fail(f"{text!r} has no value; write --only DIMENSION=VALUE, for example late=late")
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    name, part = name.strip(), part.strip()
    known = DIMENSIONS[name].order if name in DIMENSIONS else ()
    return name, next((value for value in known if value.replace(" ", "-") == part), part)
