"""`hands`: lists the selected hands of the database, or those in the quarantine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from os.path import commonprefix
from pathlib import Path
from typing import Annotated, Any

from badugi_hh.api.choices import Sort
from badugi_hh.cli.completion import stat_names
from badugi_hh.cli.console import (
    fail,
    note,
    note_zone,
    say_csv,
    say_json,
    say_sentence,
    visible,
)
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Csv, Db, FilterOptions, Json, NoWait, option, refuse_both, selects_hands
from badugi_hh.cli.tables import say_folded, show_table

_FIGURES = ("players", "pot", "net", "net (big bets)", "pot (big bets)", "lost (big bets)", "cost (big bets)")
_NAMES = ("table", "player", "tags")
_LIMIT = 20


@selects_hands()
def hands(
    db: Db = None,
    no_wait: NoWait = False,
    *,
    selection: FilterOptions,
    session: Annotated[
        str | None,
        option(
            "--session N",
            "only this session: last, its number, or its start or day, as `stats --by session` prints them",
        ),
    ] = None,
    leak: Annotated[
        str | None,
        option(
            "--leak ID",
            "only the hands that a leak check counts against the player, or in which a node of `leaks` lost something: B13, before.first-in",
        ),
    ] = None,
    stat: Annotated[
        str | None,
        option(
            "--stat NAME",
            "only the hands that a statistic counts: three_bet; see --made and --missed",
            autocompletion=stat_names,
        ),
    ] = None,
    made: Annotated[bool, option("--made", "with --stat: only where the counted action was taken")] = False,
    missed: Annotated[
        bool, option("--missed", "with --stat: only where there was an opportunity and it was not taken")
    ] = False,
    quarantined: Annotated[
        bool,
        option(
            "--quarantined",
            "list the hands in the quarantine: their number by file and code, then line and first error of each",
        ),
    ] = False,
    sort: Annotated[
        Sort | None,
        option(
            "--sort",
            "newest first, or highest first in big bets, which get a column: amounts of different stakes do not compare; "
            "default: played",
            values=Sort,
        ),
    ] = None,
    reverse: Annotated[
        bool, option("--reverse", "reverse the order; with --sort net the largest losses are first")
    ] = False,
    limit: Annotated[
        int | None,
        option(
            "--limit N",
            f"maximum number of hands, 0 for all; default: {_LIMIT}, and all for --quarantined with --csv or --json",
            min=0,
            max=2**31,
        ),
    ] = None,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """List hands, also those of one session, the newest first. Each has the cards and the net result of the selected player.

    A judged hand has what its decisions and draws lost against the best ones, in big bets; --sort loss lists the dearest first.

    --session lists one session, and --only the hands of any part of a split that `stats` prints. A dimension of decisions
    or draws, such as opener, selects the hands in which the player has such a decision or draw.

    --leak lists the hands behind a leak check, with what the mistakes in each cost: B4 stands for B4-BTN and B4-SB. The hands of
    a node of losses, as `leaks` prints them, are sorted by what they lost there, and add up to it. --stat lists the hands behind a
    statistic.

    Hands with an error are in the quarantine; only --quarantined lists them. Times in CSV and JSON are UTC, amounts are
    cents or chips.
    """
    in_table = not refuse_both(as_csv=as_csv, as_json=as_json)
    if made and missed:
        fail("--made and --missed contradict each other; use one of them")
    if session is not None:
        selection = replace(selection, only=[*(selection.only or ()), f"session={session}"])
    hand_filter = selection.as_filter()
    if quarantined:
        behind = leak is not None or stat is not None or made or missed
        selects = replace(selection, tz=None) != FilterOptions() or behind
        if selects or sort is not None or reverse:
            fail(
                "--quarantined lists all hands in the quarantine; combine it only with --limit, --db, --csv and --json"
            )
        _list_quarantine(db, limit, as_csv=as_csv, as_json=as_json, wait=not no_wait)
        return
    limit = _LIMIT if limit is None else limit
    taken = True if made else False if missed else None
    with opened(db, wait=not no_wait) as hands:
        found = hands.find_hands(
            hand_filter, sort=sort, reverse=reverse, limit=limit or None, leak=leak, stat=stat, made=taken
        )
    note(*found.unpriced, *(found.notes if in_table else ()))
    listed = found.listed(costs=leak is not None)
    if as_json:
        say_json(listed.to_dicts())
    elif as_csv:
        say_csv(listed)
    elif found.total:
        _show(list(found.frame.iter_rows(named=True)), sort, hand_filter.tz)
        _note_limit(found.frame.height, found.total)
        note_zone(hand_filter.tz)


def _note_limit(shown: int, total: int) -> None:
    if shown < total:
        note(f"{shown:,} of {total:,} shown; --limit 0 shows all")


def _list_quarantine(db: Path | None, limit: int | None, *, as_csv: bool, as_json: bool, wait: bool) -> None:
    """Print the hands in the quarantine in the order of their import, each with its first error.

    Without CSV and JSON, a table before them has their number by file and code.
    """
    with opened(db, wait=wait) as hands:
        quarantined = hands.quarantine()
    if as_json:
        keys = ("hand", "file", "line", "code", "message", "expected", "found")
        say_json([problem.as_json(*keys) for problem in quarantined[: limit or None]])
        return
    if as_csv:
        import polars as pl

        types = {
            "file": pl.String,
            "line": pl.Int64,
            "code": pl.String,
            "hand": pl.String,
            "message": pl.String,
        }
        say_csv(pl.DataFrame([problem.as_json(*types) for problem in quarantined[: limit or None]], types))
        return
    if not quarantined:
        note("no hand is in the quarantine")
        return
    numbers = Counter((problem.place.file, problem.code) for problem in quarantined)
    folder = _folder_of([file for file, _ in numbers])
    rows = [
        (visible(file.removeprefix(folder)), code.id, f"{number:,}", code.title)
        for (file, code), number in numbers.items()
    ]
    say_folded(f"in the quarantine, by file{f' of {folder}' if folder else ''} and code:")
    show_table(("file", "code", "hands", "first error"), rows, right=(2,), whole=(1,))
    shown = quarantined[: _LIMIT if limit is None else limit or None]
    for problem in shown:
        say_sentence(f"{problem} [{f'hand {problem.hand}' if problem.hand else 'a hand without a number'}]")
    if len(shown) < len(quarantined):
        note(f"{len(shown):,} of {len(quarantined):,} shown; --limit 0 shows all, and --csv")


def _folder_of(files: Sequence[str]) -> str:
    """Return what the paths of files begin with, up to the end of a folder."""
    start = commonprefix(files)  # noqa: RUF071 -- it is cut back to a folder
    return start[: max(start.rfind("/"), start.rfind("\\")) + 1]


def _show(rows: list[dict[str, Any]], order: Sort | None, tz: str | None) -> None:
    """Print the hands as a table; `tz` is the zone of times.

    Hands sorted by big bets have a column with these before the amounts, judged hands one with what they lost, and hands
    behind a leak check one with what the mistakes cost.
    """
    from badugi_hh.wording.formats import UNKNOWN, decimal, minute, money

    def texts(name: str) -> list[str]:
        return [UNKNOWN if row[name] is None else visible(str(row[name])) for row in rows]

    def amounts(name: str, *, signed: bool) -> list[str]:
        return [money(row[name], row["currency"], row["unit"], signed=signed) for row in rows]

    bets = {}
    if order in {Sort.NET, Sort.POT}:
        bets[f"{order} (big bets)"] = [
            decimal(row[f"{order}_bb"], 2, signed=order is Sort.NET) for row in rows
        ]
    if any(row["loss_bb"] is not None for row in rows):
        bets["lost (big bets)"] = [decimal(row["loss_bb"], 2) for row in rows]
    columns = {
        "hand": texts("hand_id"),
        "pos": texts("position"),
        "dealt": texts("hand_0"),
        "drew": texts("draw_line"),
        "held": texts("held"),
        **bets,
        "net": amounts("net", signed=True),
        "played at": [minute(row["played_at"], tz) for row in rows],
        "stakes": texts("stakes"),
        "pot": amounts("total_pot", signed=False),
        "players": texts("players"),
        "table": texts("table_name"),
        "player": texts("player"),
    }
    if any(row["tags"] for row in rows):
        columns["tags"] = texts("tags")
    if any(row["cost_bb"] is not None for row in rows):
        columns["cost (big bets)"] = [decimal(row["cost_bb"], 2) for row in rows]
    right = [nth for nth, name in enumerate(columns) if name in _FIGURES]
    whole = [nth for nth, name in enumerate(columns) if name not in _NAMES]
    show_table(list(columns), list(zip(*columns.values(), strict=True)), right=right, whole=whole)
