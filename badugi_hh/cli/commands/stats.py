"""`stats`: the statistics of the selected hands, as a table, JSON, CSV or Parquet."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.cli.completion import dimension_names, one_of_these, parts_to_keep, stat_names
from badugi_hh.cli.console import exit_on_user_error, fail, note
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import (
    BettingOption,
    Db,
    Everyone,
    Force,
    GameOption,
    Json,
    Player,
    PositionOption,
    Since,
    Stakes,
    Until,
    Where,
    choose,
    one_of,
    whole_number,
)
from badugi_hh.cli.stats_output import (
    Form,
    best_known,
    deliver_comparison,
    deliver_groups,
    form_of,
    list_stats,
    output_of,
    stats_that_fit,
)


def _minutes(text: str | int) -> int:
    """Return whole minutes, at least one."""
    try:
        minutes = int(text)
    except ValueError:
        minutes = 0
    if minutes < 1:
        raise typer.BadParameter(f"{text!r} is no number of minutes; write it like 45")
    return minutes


def stats(
    db: Db = None,
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
            help="these statistics only: vpip,pfr; may be given again",
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="DIMENSIONS",
            autocompletion=dimension_names,
            help="split by position, stakes, month …: position,stakes; --list names them all; may be given again",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="DIMENSION=VALUE",
            autocompletion=parts_to_keep,
            help="only this part of a split: late=late, opener=BTN …; may be given again",
        ),
    ] = None,
    min_hands: Annotated[
        int, typer.Option(parser=whole_number(1), metavar="N", help="leave out players with fewer hands")
    ] = 1,
    session_gap: Annotated[
        int,
        typer.Option(parser=_minutes, metavar="MINUTES", help="a pause of so many minutes ends a session"),
    ] = 30,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare", metavar="A B", help="two players side by side; hero is you, pool is everybody else"
        ),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="all statistics in the table, not only those that are best known")
    ] = False,
    long: Annotated[
        bool,
        typer.Option("--long", help="a line for each statistic of each player or part, with its range"),
    ] = False,
    listing: Annotated[
        bool, typer.Option("--list", help="list the statistics, and what --by and --only take")
    ] = False,
    form: Annotated[
        Form | None,
        typer.Option(
            "--format",
            parser=one_of(Form),
            autocompletion=one_of_these(Form),
            metavar="|".join(Form),
            help="how they are told; a table without it",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="write to this file instead")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show statistics, each with its chances and the range in which the true value probably lies.

    A table shows the thirty statistics that are best known, --full all of them; the other forms always have all.

    A share or a mean of fewer than 30 chances is grey or in brackets: it says little. Several players, and the parts of
    a split, have a line each and the statistics a column each, with made/chances where these fit; --long has a line for
    each statistic, with its range. --compare shows two players side by side, with the difference of each statistic,
    shares in percentage points.
    """
    with exit_on_user_error():
        from badugi_hh.store.database import default_path

        form = form_of(form, out, as_json=as_json)
        output = output_of(out, form, db or default_path(), force=force)
        if listing:
            list_stats(form, output, names or None)
            return
        from badugi_hh.stats.engine.compare import compare as compare_sides
        from badugi_hh.stats.engine.evaluate import evaluate
        from badugi_hh.stats.selection.resolve import settle, why_nothing

        if full and names:
            fail("--full shows all statistics and --stat some; give one of them")
        if player is not None and everyone:
            fail("--player and --all contradict each other; give one of them")
        if compare is not None and (player is not None or everyone):
            fail("--compare says whose hands to look at; leave --player and --all away")
        chosen = choose(
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
        chosen = replace(chosen, session_gap=session_gap, only=tuple(map(_part, only or ())))
        split = by or ()
        with opened(db or default_path(), read_only=True) as con:
            chosen = settle(con, chosen, names or None)
            if compare is not None:
                first, second = compare
                sides = compare_sides(
                    con, first, second, chosen, names=names or None, by=split, min_hands=min_hands
                )
                deliver_comparison(form, output, sides, split, full=full or bool(names))
                return
            fitting = stats_that_fit(chosen, split)
            shown = names or (None if full or form is not Form.TABLE else best_known(fitting))
            groups = evaluate(con, chosen, names=shown, by=split, min_hands=min_hands)
            if not groups:
                note(why_nothing(con, chosen, min_hands=min_hands))
        one_player = player is None and not everyone
        deliver_groups(
            form, output, groups, split, of=None if names else len(fitting), long=long, one_player=one_player
        )


def _part(text: str) -> tuple[str, str]:
    """Return the dimension and the part of it that an option names."""
    name, sign, part = text.partition("=")
    if not sign:
        fail(f"{text!r} names no part to keep; write --only DIMENSION=VALUE, for example late=late")
    from badugi_hh.stats.selection.dimensions import DIMENSIONS

    name, part = name.strip(), part.strip()
    known = DIMENSIONS[name].order if name in DIMENSIONS else ()
    return name, next((value for value in known if value.replace(" ", "-") == part), part)
