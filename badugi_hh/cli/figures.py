"""`stats`, `leaks` and `report`: the figures of the chosen hands, as text, JSON or one page."""

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.completion import dimension_names, one_of_these, stat_names
from badugi_hh.cli.console import fail, named, note, say, say_json, standard_input, told
from badugi_hh.cli.databases import opened
from badugi_hh.cli.gather import account, bring_in, filled, tell_problems
from badugi_hh.cli.measures import Form, deliver_comparison, deliver_groups, form_of, list_stats, output_of
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    BettingOption,
    Db,
    Everyone,
    Force,
    GameOption,
    Json,
    Paths,
    Player,
    PositionOption,
    RulesOption,
    Since,
    Stakes,
    Until,
    Where,
    choose,
    one_of,
)
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from badugi_hh.leaks import Finding


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
            help="only this part of a split: late=late, opener=BTN …; may be given again",
        ),
    ] = None,
    min_hands: Annotated[int, typer.Option(min=1, help="leave out players with fewer hands")] = 1,
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
    with told():
        from badugi_hh.store.database import default_path

        form = form_of(form, out, as_json=as_json)
        output = output_of(out, form, db or default_path(), force=force)
        if listing:
            list_stats(form, output, names or None)
            return
        from badugi_hh.stats.compare import compare as compare_sides
        from badugi_hh.stats.evaluate import evaluate
        from badugi_hh.stats.settle import settle, why_nothing

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
            groups = evaluate(con, chosen, names=names or None, by=split, min_hands=min_hands)
            if not groups:
                note(why_nothing(con, chosen, min_hands=min_hands))
        deliver_groups(form, output, groups, split, full=full or bool(names), long=long)


def _part(text: str) -> tuple[str, str]:
    """Return the dimension and the part of it that an option names."""
    name, sign, part = text.partition("=")
    if not sign:
        fail(f"{text!r} names no part to keep; write --only DIMENSION=VALUE, for example late=late")
    return name.strip(), part.strip()


def leaks(
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
    as_json: Json = False,
) -> None:
    """Look for habits that cost money, with what they cost and the hands in which they show."""
    with told():
        from badugi_hh.leaks import Verdict, find
        from badugi_hh.report.frames import others
        from badugi_hh.stats.settle import settle, why_nothing
        from badugi_hh.store.database import default_path

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
        with opened(db or default_path(), read_only=True) as con:
            chosen = settle(con, chosen)
            findings = find(con, chosen)
            if not findings and not as_json:
                note(why_nothing(con, chosen))
            strangers = others(con, {finding.player for finding in findings})
        if as_json:
            say_json([finding.as_json() for finding in findings])
            return
        for name in dict.fromkeys(finding.player for finding in findings):
            own = [finding for finding in findings if finding.player == name]
            for finding in own:
                if finding.verdict in {Verdict.FLAG, Verdict.WATCH}:
                    _show_leak(finding, you=name not in strangers)
            fine = [finding.leak.title for finding in own if finding.verdict is Verdict.FINE]
            few = [finding.leak.title for finding in own if finding.verdict is Verdict.TOO_FEW]
            say(
                f"{name}: {counted(len(fine), 'check')} without a finding, {len(few)} with too few hands to say"
            )
            for what, titles in (("without a finding", fine), ("too few hands", few)):
                if titles:
                    say(f"  {what}: {'; '.join(titles)}")


def report(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="the HTML file to write")] = Path(
        "report.html"
    ),
    paths: Paths = None,
    db: Db = None,
    rules: RulesOption = DEFAULT_ROOM,
    player: Player = None,
    everyone: Everyone = False,
    since: Since = None,
    until: Until = None,
    stakes: Stakes = None,
    betting: BettingOption = None,
    game: GameOption = None,
    position: PositionOption = None,
    where: Where = None,
    force: Force = False,
) -> None:
    """Write one HTML page with charts, statistics, leaks and hands; it opens without a network.

    With PATHS the page is about those histories alone and no database is touched, unless --db names one: then
    they are imported into it first.
    """
    with told():
        from badugi_hh.history.source import list_files
        from badugi_hh.outputs import OutputFile
        from badugi_hh.report.marks import is_ours
        from badugi_hh.report.report import write_report
        from badugi_hh.stats.settle import settle, why_nothing
        from badugi_hh.store.database import default_path
        from badugi_hh.store.files import is_imported_into

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
        database = db or default_path()
        output = OutputFile(
            out,
            is_ours,
            inputs=list_files(paths or ()),
            database=database,
            is_imported=partial(is_imported_into, database),
            force=force,
        )
        output.check()
        with _gathered(paths, db, rules) as con:
            chosen = settle(con, chosen)
            if not write_report(con, chosen, output):
                note(why_nothing(con, chosen))
        if not output.is_stream:
            say(f"{out} is written")


@contextmanager
def _gathered(paths: list[Path] | None, db: Path | None, rules: str) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Give the database to report on; histories named are imported into it, in memory where none is named."""
    from badugi_hh.store.database import default_path

    stdin = standard_input(paths or ())
    if paths:
        database = opened(None) if db is None else filled(db)
    else:
        database = opened(db or default_path(), read_only=True)
    with database as con:
        if paths:
            read = bring_in(con, paths, rules, stdin)
            tell_problems(read.problems)
            note(account(read))
            for line in read.unreadable:
                note(line)
            if read.stored + read.duplicates == 0:
                fail(f"nothing to report: no Badugi hand in {named(paths)}")
        yield con


def _show_leak(finding: "Finding", *, you: bool) -> None:
    from badugi_hh.report.formats import decimal, percent, percent_range
    from badugi_hh.report.text import address

    leak = finding.leak
    say(f"{finding.verdict.value.upper()} {leak.id} {leak.title} ({finding.player})")
    say(f"  {address(leak.sentence, you=you)}")
    seen = f"  {finding.made:,} of {finding.chances:,}"
    if finding.low is not None:
        seen += f", {percent(finding.value)} ({percent_range(finding.low, finding.high)})"
    if finding.baseline is not None:
        seen += f"; no leak is {percent_range(*finding.baseline)}"
    if finding.cost is not None:
        seen += f"; costs about {decimal(finding.cost, 2)} big bets per 100 hands"
    say(seen)
    say(f"  {address(leak.advice, you=you)}")
    for hand in finding.hands:
        cost = f" (about {decimal(hand.cost, 2)} big bets)" if hand.cost else ""
        say(f"    hand {hand.hand_id}: {hand.note}{cost}")
    say("")
