"""`stats`: the statistics of the selected hands, as tables, JSON or CSV."""

from typing import TYPE_CHECKING, Annotated

from badugi_hh.cli.completion import dimension_names, stat_names
from badugi_hh.cli.console import fail, note, note_zone, say_csv, say_json
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import (
    Csv,
    Db,
    FilterOptions,
    Json,
    NoWait,
    as_options,
    of_one,
    option,
    refuse_both,
    selects_hands,
)
from badugi_hh.cli.stats_tables import show_comparison, show_long_table, show_wide_table
from badugi_hh.cli.tables import say_folded, show_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from badugi_hh.api.stats import FoundStats


@selects_hands()
def stats(
    db: Db = None,
    no_wait: NoWait = False,
    *,
    selection: FilterOptions,
    names: Annotated[
        list[str] | None,
        option(
            "--stat NAMES",
            "only these statistics, or groups of them: vpip,pfr,luck; repeatable",
            autocompletion=stat_names,
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        option(
            "--by DIMENSIONS",
            "split by dimensions: day, week, month, session, position, stakes; several with commas; --list lists all",
            autocompletion=dimension_names,
        ),
    ] = None,
    min_hands: Annotated[int, option("--min-hands N", "omit players with fewer hands", min=1)] = 1,
    compare: Annotated[
        tuple[str, str] | None,
        option("--compare A B", "compare two players; hero is you, pool is all other players"),
    ] = None,
    full: Annotated[
        bool, option("--full", "show all statistics in the table, not only the best-known ones")
    ] = False,
    long: Annotated[
        bool, option("--long", "print a row for each statistic of each player or part, with its interval")
    ] = False,
    listing: Annotated[bool, option("--list", "list the statistics and the dimensions")] = False,
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
    if full and names:
        fail("--full shows all statistics, --stat only some; use one of them")
    if selection.player is not None and selection.every_player:
        fail("--player and --all contradict each other; use one of them")
    if compare is not None and (selection.player is not None or selection.every_player):
        fail("--compare names the players; omit --player and --all")
    if compare is not None and long:
        fail("--compare has one table, without the intervals of both sides; omit --long")
    hand_filter = selection.as_filter()
    asked = bool(names) or (full and in_table)  # JSON and CSV have all statistics always
    with opened(db, wait=not no_wait) as hands:
        found = hands.find_stats(
            hand_filter,
            compare=compare,
            names=names or None,
            by=by or (),
            min_hands=min_hands,
            best_known=in_table and not full,
            usual=in_table,
        )
    note(*(found.unpriced if asked else ()), *found.notes)
    _note_net(found)
    if as_json:
        say_json(found)
    elif as_csv:
        say_csv(found.frame)
    elif found.sides:
        show_comparison(found.sides)
        _note_rest(len(found.sides[0].stats), found.of, found.sides[0].tz)
    elif found.groups:
        _show_groups(found, long=long)
        if found.sessions:
            command = _list_command(selection, several=found.of_several, heroes=found.of_heroes)
            note(f"`{command}` lists the hands of a session")
    if compare is None or in_table:
        note(*found.omitted)


def _show_groups(found: "FoundStats", *, long: bool) -> None:
    """Print the statistics of players or parts."""
    groups, shown = found.groups, found.numbered()
    if (len(groups) > 1 or groups[0].by) and not long:
        show_wide_table(shown)
    else:
        show_long_table(shown)
    _note_rest(len(groups[0].stats), found.of, groups[0].tz)


def _list_command(selection: FilterOptions, *, several: bool, heroes: bool) -> str:
    """Return the command that lists the hands of a session N; if `several` players have sessions, of the NAME that has one.

    The number of a session is that among the sessions of all selected players, so that one player's has its START.
    """
    if several:
        options = as_options(of_one(selection, "NAME", hero=heroes))
        return f"badugi-hh hands --session START{options} --limit 0"
    return f"badugi-hh hands --session N{as_options(selection)} --limit 0"


def _list_stats(names: "Sequence[str] | None", *, as_csv: bool, as_json: bool) -> None:
    """List all statistics, or those of `names`, in a table for each group; below all of them the dimensions and notes."""
    from badugi_hh.api.stats import list_stats

    found = list_stats(names)
    stats = found.frame.to_dicts()
    if as_json:
        say_json(stats)
        return
    if as_csv:
        say_csv(found.frame)
        return
    for section in dict.fromkeys(stat["group"] for stat in stats):
        texts = [
            (
                stat["name"],
                f"{stat['title']}. {stat['sentence']}{' Needs prices.' if stat['needs_prices'] else ''}",
            )
            for stat in stats
            if stat["group"] == section
        ]
        show_table((section, "description"), texts, whole=(0,))
    if found.dimensions:
        show_table(("dimension", "splits", "description"), found.dimensions, whole=(0,))
    for text in found.notes:
        say_folded(text, 2)


def _note_rest(shown: int, of: int, tz: str | None) -> None:
    """Print how many statistics are not shown, and the time zone of the times."""
    if shown < of:
        note(f"{shown} of {of} statistics shown; --full shows all, --stat NAMES selects some")
    note_zone(tz)


def _note_net(found: "FoundStats") -> None:
    """Print which statistic has the money of tournaments, if some were played and only the net of other hands is shown."""
    nets = [(group.hands, group.stats["net"].n) for group in found.groups if "net" in group.stats]
    if any(counted < hands for hands, counted in nets) and "tournament_net" not in found.groups[0].stats:
        note(
            "net is of hands outside of tournaments; tournament_net is prizes and bounties minus buy-ins and fees"
        )
