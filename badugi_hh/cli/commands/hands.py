"""`hands`: lists the selected hands of the database, or those in the quarantine."""

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from badugi_hh.api.sort import Sort
from badugi_hh.cli.completion import one_of_these, stat_names
from badugi_hh.cli.console import (
    exit_on_user_error,
    fail,
    json_value,
    note,
    note_zone,
    say,
    say_csv,
    say_json,
    visible,
)
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import note_unpriced
from badugi_hh.cli.left_out import note_listed
from badugi_hh.cli.options import (
    SESSION_GAP,
    BettingOption,
    Db,
    Everyone,
    GameOption,
    Json,
    NoWait,
    Only,
    Player,
    PositionOption,
    SessionGap,
    Since,
    Stakes,
    Tz,
    Until,
    Where,
    make_filter,
    one_of,
    whole_number,
)
from badugi_hh.cli.tables import show_table, table_width, terminal_width

_PLAYED = "played at"
_DAY = "date"
_IN_BETS = {Sort.NET: ("net_bb", "net (big bets)"), Sort.POT: ("pot_bb", "pot (big bets)")}
_COST = "cost (big bets)"
_EXPENDABLE = ("table", "players", "pot", "stakes", "dealt", "pos", "drew", "held", "player")
"""The columns that are omitted in a narrow terminal, in this order."""
_NAMES = ("table", "player")
_NAME = 20  # characters of a name that are never folded


class HandsFormat(StrEnum):
    """The output formats of `hands`."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def hands(
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
    tz: Tz = None,
    session: Annotated[
        str | None,
        typer.Option(
            "--session",
            metavar="N",
            help="only this session: last, its number, or its start or day, as `stats --by session` prints them",
        ),
    ] = None,
    only: Only = None,
    leak: Annotated[
        str | None,
        typer.Option(
            "--leak", metavar="ID", help="only the hands that a leak check counts against the player: B13"
        ),
    ] = None,
    stat: Annotated[
        str | None,
        typer.Option(
            "--stat",
            metavar="NAME",
            autocompletion=stat_names,
            help="only the hands that a statistic counts: three_bet; see --made and --missed",
        ),
    ] = None,
    made: Annotated[
        bool, typer.Option("--made", help="with --stat: only where the counted action was taken")
    ] = False,
    missed: Annotated[
        bool,
        typer.Option(
            "--missed", help="with --stat: only where there was an opportunity and it was not taken"
        ),
    ] = False,
    quarantined: Annotated[
        bool,
        typer.Option("--quarantined", help="list the hands in the quarantine: file, line and first error"),
    ] = False,
    sort: Annotated[
        Sort | None,
        typer.Option(
            "--sort",
            parser=one_of(Sort),
            autocompletion=one_of_these(Sort),
            metavar="|".join(Sort),
            help="newest first, or highest first in big bets; default: played",
        ),
    ] = None,
    reverse: Annotated[
        bool,
        typer.Option("--reverse", help="reverse the order; with --sort net the largest losses are first"),
    ] = False,
    limit: Annotated[
        int, typer.Option(parser=whole_number(0), metavar="N", help="maximum number of hands; 0 for all")
    ] = 20,
    session_gap: SessionGap = SESSION_GAP,
    form: Annotated[
        HandsFormat | None,
        typer.Option(
            "--format",
            parser=one_of(HandsFormat),
            autocompletion=one_of_these(HandsFormat),
            metavar="|".join(HandsFormat),
            help="output format; default: table. Times in csv and json are UTC, amounts are cents or chips",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List hands, also those of one session, the newest first. Each has the cards and the net result of the selected player.

    --session lists one session, and --only the hands of any part of a split that `stats` prints. A dimension of decisions
    or draws, such as opener, selects the hands in which the player has such a decision or draw.

    --leak lists the hands behind a leak check, with what the mistakes in each cost: B4 stands for B4-BTN and B4-SB. --stat
    lists those behind a statistic.

    Hands with an error are in the quarantine; only --quarantined lists them.
    """
    with exit_on_user_error():
        from badugi_hh.api.behind import Behind
        from badugi_hh.api.search import COLUMNS, find_hands
        from badugi_hh.leaks.finder import matching
        from badugi_hh.leaks.objective import NEED_PRICES
        from badugi_hh.stats.selection.filters import Filter
        from badugi_hh.stats.selection.resolve import explain_no_hands
        from badugi_hh.store.database import default_path

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
            tz=tz,
            only=[*(only or ()), *(() if session is None else (f"session={session}",))],
            session_gap=session_gap,
        )
        if as_json and form not in {None, HandsFormat.JSON}:
            fail(f"--json and --format {form} contradict each other; use one of them")
        form = HandsFormat.JSON if as_json else form or HandsFormat.TABLE
        if made and missed:
            fail("--made and --missed contradict each other; use one of them")
        behind = Behind(leak, stat, made=True if made else False if missed else None)
        if quarantined:
            selects = replace(hand_filter, tz=None) != Filter() or behind != Behind()
            if selects or sort is not None or reverse or form is HandsFormat.CSV:
                fail(
                    "--quarantined lists all hands in the quarantine; combine it only with --limit, --db and --json"
                )
            _list_quarantine(db, limit, as_json=form is HandsFormat.JSON, wait=not no_wait)
            return
        order = sort or Sort.PLAYED
        with opened(db or default_path(), read_only=True, wait=not no_wait) as con:
            found = find_hands(con, hand_filter, behind, sort=order, reverse=reverse, limit=limit or None)
            if not found.total and form is HandsFormat.TABLE:
                nothing = explain_no_hands(con, found.hand_filter)
                note(nothing if behind == Behind() else _explain_none_behind(leak, stat))
            if leak is not None and set(matching(leak)) & set(NEED_PRICES):
                note_unpriced(con)
            if found.total and behind == Behind() and not hand_filter.only and form is HandsFormat.TABLE:
                note_listed(con, hand_filter, set(found.frame["player"]))
        frame = found.frame.select(*COLUMNS, *(("cost_bb",) if leak is not None else ()))
        if form is HandsFormat.JSON:
            rows = frame.iter_rows(named=True)
            say_json([{name: json_value(value) for name, value in row.items()} for row in rows])
        elif form is HandsFormat.CSV:
            say_csv(frame)
        elif found.total:
            _show(list(found.frame.iter_rows(named=True)), order, hand_filter.tz)
            _note_limit(frame.height, found.total)
            note_zone(hand_filter.tz)


def _explain_none_behind(leak: str | None, stat: str | None) -> str:
    from badugi_hh.leaks.finder import matching
    from badugi_hh.leaks.solver_check import SINGLE, SOLVER_CHECKS

    if leak is not None and set(matching(leak)) <= SOLVER_CHECKS.keys():
        return f"no selected decision of {leak} costs {SINGLE} big bets or more, and at least twice its error"
    if leak is not None:
        return f"no selected hand counts against the player in {leak}"
    return f"{stat} counts no selected hand in this way"


def _note_limit(shown: int, total: int) -> None:
    if shown < total:
        note(f"{shown:,} of {total:,} shown; --limit 0 shows all")


def _list_quarantine(db: Path | None, limit: int, *, as_json: bool, wait: bool) -> None:
    """Print the hands in the quarantine in the order of their import, each with its first error."""
    from badugi_hh.store.database import default_path
    from badugi_hh.store.texts import list_quarantine

    with opened(db or default_path(), read_only=True, wait=wait) as con:
        quarantined = list_quarantine(con)
    shown = quarantined[: limit or None]
    if as_json:
        say_json(
            [
                {
                    "hand": problem.hand,
                    "file": problem.place.file,
                    "line": problem.place.line,
                    "code": problem.code.id,
                    "message": problem.message,
                    "expected": problem.expected,
                    "found": problem.found,
                }
                for problem in shown
            ]
        )
        return
    for problem in shown:
        say(f"{problem} [{f'hand {problem.hand}' if problem.hand else 'a hand without a number'}]")
    _note_limit(len(shown), len(quarantined))
    if not quarantined:
        note("no hand is in the quarantine")


def _show(found: list[dict[str, Any]], order: Sort, tz: str | None) -> None:
    """Print the hands as a table that fits the terminal, and a note with the columns that were omitted. `tz` is the zone of times.

    Hands sorted by big bets have a column with these, and hands behind a leak check one with what the mistakes cost.
    """
    from badugi_hh.wording.formats import decimal

    columns = _columns(found, tz)
    if order in _IN_BETS:
        source, head = _IN_BETS[order]
        signed = order is Sort.NET
        columns[head] = [decimal(row[source], 2, signed=signed) for row in found]
    if any(row["cost_bb"] is not None for row in found):
        columns[_COST] = [decimal(row["cost_bb"], 2) for row in found]
    room = terminal_width()
    omitted = []
    if len({row["player"] for row in found}) == 1 and _width(columns) > room:
        omitted.append("player")
        del columns["player"]
    if _width(columns) > room:
        days = [moment[:10] for moment in columns[_PLAYED]]
        columns = {
            _DAY if name == _PLAYED else name: days if name == _PLAYED else cells
            for name, cells in columns.items()
        }
    for name in _EXPENDABLE:
        if _width(columns) > room and name in columns:
            omitted.append(name)
            del columns[name]
    figures = {"players", "pot", "net", _COST, *(head for _, head in _IN_BETS.values())}
    right = [nth for nth, name in enumerate(columns) if name in figures]
    whole = [nth for nth, name in enumerate(columns) if name not in _NAMES]
    show_table(list(columns), list(zip(*columns.values(), strict=True)), right=right, whole=whole, tight=True)
    if omitted:
        note(f"columns omitted in a narrow terminal: {', '.join(omitted)}; --json has all")


def _columns(found: list[dict[str, Any]], tz: str | None) -> dict[str, list[str]]:
    """Return the cells of the list of hands by column."""
    from badugi_hh.stats.selection.time_zones import to_zone
    from badugi_hh.wording.formats import UNKNOWN, minute, money

    def texts(name: str) -> list[str]:
        return [UNKNOWN if row[name] is None else visible(str(row[name])) for row in found]

    def amounts(name: str, *, signed: bool) -> list[str]:
        return [money(row[name], row["currency"], row["unit"], signed=signed) for row in found]

    return {
        "hand": texts("hand_id"),
        _PLAYED: [minute(row["played_at"] and to_zone(row["played_at"], tz)) for row in found],
        "table": texts("table_name"),
        "stakes": [row["stakes"] or UNKNOWN for row in found],
        "players": texts("players"),
        "pot": amounts("total_pot", signed=False),
        "player": texts("player"),
        "pos": texts("position"),
        "dealt": texts("hand_0"),
        "drew": texts("draw_line"),
        "held": texts("held"),
        "net": amounts("net", signed=True),
    }


def _width(columns: dict[str, list[str]]) -> int:
    """Return the width of a tight table with long names folded, in terminal columns."""
    cells = (
        [cell[:_NAME] for cell in column] if name in _NAMES else column for name, column in columns.items()
    )
    return table_width(list(columns), list(zip(*cells, strict=True)), tight=True)
