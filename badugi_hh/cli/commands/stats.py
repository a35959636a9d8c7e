"""`stats`: the statistics of the selected hands, as tables, JSON or CSV."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.completion import dimension_names, stat_names
from badugi_hh.cli.console import fail, note, note_zone, say_csv, say_json
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import note_other_model
from badugi_hh.cli.left_out import note_left_out
from badugi_hh.cli.options import (
    Csv,
    Db,
    FilterOptions,
    Json,
    NoWait,
    as_options,
    of_one,
    refuse_both,
    selects_hands,
)
from badugi_hh.cli.stats_tables import show_comparison, show_long_table, show_wide_table
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.cli.unpriced import note_unpriced_stats

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from badugi_hh.stats.engine.compare import Comparison
    from badugi_hh.stats.engine.evaluate import Group
    from badugi_hh.stats.selection.filters import Filter


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
            metavar="DIMENSIONS",
            autocompletion=dimension_names,
            help="split by dimensions: day, week, month, session, position, stakes; several with commas; --list lists all",
        ),
    ] = None,
    min_hands: Annotated[int, typer.Option(min=1, metavar="N", help="omit players with fewer hands")] = 1,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="compare two players; hero is you, pool is all other players"),
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
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Show statistics of your hands, also by day, month or session. Shares and means have a 95% confidence interval.

    The column made/opps has the two counts of a share, made of opportunities.

    --by day, week, month, weekday, hour or session splits by your clock, or by that of --tz. Sessions are numbered, and
    `hands --session N` lists the hands of one.

    A table shows the best-known statistics; --full shows all. CSV and JSON always contain all.

    A value with fewer than 30 opportunities has an asterisk. Several players, or the parts of a split, have a row each and
    the statistics a column each; --long prints a row for each statistic, with its interval. --compare shows two players side
    by side, and the difference of each statistic; differences of shares are in percentage points.
    """
    in_table = not refuse_both(as_csv=as_csv, as_json=as_json)
    if listing:
        _list_stats(names or None, as_csv=as_csv, as_json=as_json)
        return
    from badugi_hh.stats.definitions.luck_adjusted import LUCK_STATS
    from badugi_hh.stats.definitions.registry import OF_PRICES
    from badugi_hh.stats.engine.compare import HERO
    from badugi_hh.stats.engine.compare import compare as compare_sides
    from badugi_hh.stats.engine.evaluate import evaluate
    from badugi_hh.stats.engine.frames import comparison_frame, stats_frame
    from badugi_hh.stats.selection.default_players import count_left_out, leave_out_rare, selects_heroes
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
    if compare is not None and long:
        fail("--compare has one table, without the intervals of both sides; omit --long")
    hand_filter = selection.as_filter()
    split = by or ()
    asked = bool(names) or (full and in_table)  # JSON and CSV have all statistics always
    with opened(db, wait=not no_wait) as con:
        if compare is not None:
            resolved = resolve(con, hand_filter, names or None)
            sides = compare_sides(con, *compare, resolved, names=names or None, by=split, min_hands=min_hands)
            if sides and asked:
                note_unpriced_stats(con, sides[0].stats)
            if sides and not sides[0].stats.keys().isdisjoint(OF_PRICES):
                note_other_model(con)
            if as_json:
                say_json([side.as_json() for side in sides])
            elif as_csv:
                say_csv(comparison_frame(sides, split))
            else:
                _show_comparison(sides, full=full or bool(names))
            if HERO in compare and in_table:
                hand_filter = leave_out_rare(con, hand_filter)
                note_left_out(hand_filter, count_left_out(con, hand_filter))
            return
        if in_table:
            hand_filter = leave_out_rare(con, hand_filter)
        fitting = _stats_that_fit(hand_filter, split)
        shown = names or (None if full or not in_table else _best_known(fitting))
        resolved = resolve(con, hand_filter, shown)
        groups = evaluate(con, resolved, names=shown, by=split, min_hands=min_hands)
        unpriced = bool(groups) and asked and note_unpriced_stats(con, groups[0].stats)
        if not groups:
            note(explain_no_hands(con, hand_filter, min_hands=min_hands))
        elif (
            names and not unpriced and not groups[0].stats.keys().isdisjoint(stat.name for stat in LUCK_STATS)
        ):
            unknown = explain_unknown_luck(con, hand_filter)
            if unknown is not None:
                note(unknown)
        if groups and not groups[0].stats.keys().isdisjoint(OF_PRICES):
            note_other_model(con)
        by_session = in_table and groups and "session" in groups[0].by
        sessions = session_starts(con, hand_filter) if by_session else ()
        omitted = count_left_out(con, hand_filter)
        heroes = selects_heroes(con, hand_filter)
    _note_net(groups)
    if as_json:
        say_json([group.as_json() for group in groups])
    elif as_csv:
        say_csv(stats_frame(groups, split))
    elif groups:
        _show_groups(groups, len(groups[0].stats) if names else len(fitting), long=long, sessions=sessions)
        if sessions:
            several = bool(hand_filter.left_out) or len({group.player for group in groups}) > 1
            command = _list_command(selection, several=several, heroes=heroes)
            note(f"`{command}` lists the hands of a session")
    note_left_out(hand_filter, omitted)


def _show_groups(groups: "Sequence[Group]", of: int, *, long: bool, sessions: "Sequence[str]") -> None:
    """Print the statistics of players or parts; `of` statistics are available, and sessions start at `sessions`."""
    shown = _numbered(groups, sessions)
    if (len(groups) > 1 or groups[0].by) and not long:
        show_wide_table(shown)
    else:
        show_long_table(shown)
    _note_rest(len(groups[0].stats), of)
    note_zone(groups[0].tz)


def _list_command(selection: FilterOptions, *, several: bool, heroes: bool) -> str:
    """Return the command that lists the hands of a session N; if `several` players have sessions, of the NAME that has one.

    The number of a session is that among the sessions of all selected players, so that one player's has its START.
    """
    if several:
        options = as_options(of_one(selection, "NAME", hero=heroes))
        return f"badugi-hh hands --session START{options} --limit 0"
    return f"badugi-hh hands --session N{as_options(selection)} --limit 0"


def _show_comparison(sides: "Sequence[Comparison]", *, full: bool) -> None:
    """Print both sides of a comparison; unless `full`, only the best-known statistics."""
    if sides:
        names = list(sides[0].stats) if full else _best_known(sides[0].stats)
        show_comparison([replace(side, stats={name: side.stats[name] for name in names}) for side in sides])
        _note_rest(len(names), len(sides[0].stats))
        note_zone(sides[0].tz)


def _list_stats(names: "Sequence[str] | None", *, as_csv: bool, as_json: bool) -> None:
    """List all statistics, or those of `names`, in a table for each group; below all of them the dimensions and notes."""
    from badugi_hh.stats.definitions.registry import NOTES, OF_PRICES
    from badugi_hh.stats.engine.frames import catalogue_frame
    from badugi_hh.stats.selection.dimensions import DIMENSIONS
    from badugi_hh.stats.selection.statistic_names import selected_stats

    stats = selected_stats(names)
    if as_json:
        say_json(catalogue_frame(stats).to_dicts())
        return
    if as_csv:
        say_csv(catalogue_frame(stats))
        return
    for section in dict.fromkeys(stat.group for stat in stats):
        texts = [
            (stat.name, f"{stat.title}. {stat.sentence}{' Needs prices.' if stat.name in OF_PRICES else ''}")
            for stat in stats
            if stat.group == section
        ]
        show_table((section, "description"), texts, whole=(0,))
    if names is None:
        splits = [(dimension.name, dimension.of, dimension.title) for dimension in DIMENSIONS.values()]
        show_table(("dimension", "splits", "description"), splits, whole=(0,))
        for text in NOTES:
            say_folded(text, 2)


def _numbered(groups: "Sequence[Group]", sessions: "Sequence[str]") -> "list[Group]":
    """Return groups of sessions with the number before each start, `12  2024-03-01 20:15`; the first of `sessions` is 1."""
    width = len(str(len(sessions)))
    labels = {start: f"{number:{width}}  {start}" for number, start in enumerate(sessions, start=1)}
    return [
        replace(
            group,
            by={
                name: labels.get(value, value) if name == "session" else value
                for name, value in group.by.items()
            },
        )
        for group in groups
    ]


def _stats_that_fit(hand_filter: "Filter", by: "Sequence[str]") -> list[str]:
    """Return the statistics that can be split by the dimensions `by` and by those of the filter's `only`."""
    from badugi_hh.stats.definitions.registry import STATS
    from badugi_hh.stats.selection.dimensions import dimensions
    from badugi_hh.stats.selection.filters import unfit

    split = dimensions(by)
    return [name for name, stat in STATS.items() if unfit(stat.rows, split, hand_filter) is None]


def _best_known(names: "Iterable[str]") -> list[str]:
    """Return the best-known of the statistics, or all if none of them is well known."""
    from badugi_hh.stats.definitions.registry import BEST_KNOWN

    known = list(names)
    return [name for name in BEST_KNOWN if name in known] or known


def _note_rest(shown: int, of: int) -> None:
    if shown < of:
        note(f"{shown} of {of} statistics shown; --full shows all, --stat NAMES selects some")


def _note_net(groups: "Sequence[Group]") -> None:
    """Print which statistic has the money of tournaments, if some were played and only the net of other hands is shown."""
    nets = [(group.hands, group.stats["net"].n) for group in groups if "net" in group.stats]
    if any(counted < hands for hands, counted in nets) and "tournament_net" not in groups[0].stats:
        note(
            "net is of hands outside of tournaments; tournament_net is prizes and bounties minus buy-ins and fees"
        )
