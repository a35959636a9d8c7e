"""`stats`, `leaks` and `report`: the figures of the chosen hands, as text, JSON or one page."""

import re
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.console import fail, note, say, say_json, show_table, told
from badugi_hh.cli.gather import account, bring_in, filled, known_player, tell_problems
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    BettingOption,
    Db,
    Everyone,
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
)
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from badugi_hh.leaks import Finding
    from badugi_hh.stats.evaluate import Group
    from badugi_hh.stats.kinds import Measure

_FEW = 30  # chances below which a share says little, and is greyed
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NOBODY = "no hand of this kind; `badugi-hh hands` lists what there is, and --all looks at every player"


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
        typer.Option("--stat", metavar="NAME", help="this statistic only; may be given again"),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="DIMENSION", help="split by position, stakes, month …; may be given again"
        ),
    ] = None,
    min_hands: Annotated[int, typer.Option(min=1, help="leave out players with fewer hands")] = 1,
    session_gap: Annotated[
        int, typer.Option(min=1, metavar="MINUTES", help="a pause this long ends a session")
    ] = 30,
    as_json: Json = False,
) -> None:
    """Show statistics, each with its chances and the range in which the true value probably lies.

    A share of fewer than 30 chances is grey: it says little.
    """
    with told():
        from badugi_hh.stats.evaluate import evaluate
        from badugi_hh.store.database import default_path, opened

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
            chosen = replace(chosen, session_gap=session_gap)
            known_player(con, player)
            groups = evaluate(con, chosen, names=names or None, by=by or (), min_hands=min_hands)
        groups = _by_size_of_bets(groups)
        if as_json:
            say_json([group.as_json() for group in groups])
        elif not groups:
            note(_NOBODY)
        elif by:
            _show_split(groups)
        else:
            for group in groups:
                _show_group(group)


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
        from badugi_hh.store.database import default_path, opened

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
            known_player(con, player)
            findings = find(con, chosen)
            strangers = others(con, {finding.player for finding in findings})
        if as_json:
            say_json([finding.as_json() for finding in findings])
            return
        if not findings:
            note(_NOBODY)
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
) -> None:
    """Write one HTML page with charts, statistics, leaks and hands; it opens without a network.

    With PATHS the page is about those histories alone and no database is touched, unless --db names one: then
    they are imported into it first.
    """
    with told():
        from badugi_hh.report.report import ReportError, write_report

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
        with _gathered(paths, db, rules) as con:
            known_player(con, player)
            try:
                write_report(con, chosen, out)
            except ReportError as error:
                fail(str(error))
        say(f"{out} is written")


@contextmanager
def _gathered(paths: list[Path] | None, db: Path | None, rules: str) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Give the database to report on; histories named are imported into it, in memory where none is named."""
    from badugi_hh.store.database import default_path, opened

    if paths:
        database = opened(None) if db is None else filled(db)
    else:
        database = opened(db or default_path(), read_only=True)
    with database as con:
        if paths:
            read = bring_in(con, paths, rules)
            tell_problems(read.problems)
            note(account(read))
            for line in read.unreadable:
                note(line)
            if read.stored + read.duplicates == 0:
                fail(f"nothing to report: no Badugi hand in {', '.join(map(str, paths))}")
        yield con


def _by_size_of_bets(groups: "list[Group]") -> "list[Group]":
    """Return groups in their order, but stakes within each currency by the size of the bets."""
    from badugi_hh.stats.dimensions import DIMENSIONS

    players = {group.player: nth for nth, group in reversed(list(enumerate(groups)))}

    def place(group: "Group") -> list[tuple[object, ...]]:
        return [
            _size(value) if name == "stakes" else DIMENSIONS[name].rank(value)
            for name, value in group.by.items()
        ]

    return sorted(groups, key=lambda group: (players[group.player], place(group)))


def _size(stakes: str) -> tuple[bool, bool, str, list[Decimal], str]:
    """Return a key that sorts stakes by currency and then by size, chips (`20/40`) after money, the unknown last."""
    numbers = [Decimal(number.replace(",", "")) for number in _NUMBER.findall(stakes)]
    currency = _NUMBER.sub("", stakes)
    return not numbers, currency == "/", currency, numbers, stakes


def _show_group(group: "Group") -> None:
    """Print the statistics of one player, a table for each part of the game."""
    from badugi_hh.stats.registry import STATS

    say(f"{group.player}: {counted(group.hands, 'hand')}")
    for part in dict.fromkeys(STATS[name].group for name in group.stats):
        measures = [(name, measure) for name, measure in group.stats.items() if STATS[name].group == part]
        rows = [(name, STATS[name].title, *_cells(measure)) for name, measure in measures]
        _show_figures((part, ""), rows, [measure for _, measure in measures])


def _show_split(groups: "Sequence[Group]") -> None:
    """Print the statistics of groups side by side: for each statistic a row for each group."""
    from badugi_hh.stats.dimensions import DIMENSIONS

    for player in dict.fromkeys(group.player for group in groups):
        own = [group for group in groups if group.player == player]
        measures = [(name, group, group.stats[name]) for name in own[0].stats for group in own]
        rows = [(name, *group.by.values(), *_cells(measure)) for name, group, measure in measures]
        apart = all(DIMENSIONS[name].apart for name in own[0].by)
        say(f"{player}: {counted(sum(group.hands for group in own), 'hand')}" if apart else player)
        _show_figures(("", *own[0].by), rows, [measure for *_, measure in measures])


def _show_figures(
    heads: "Sequence[str]", rows: "Sequence[Sequence[object]]", measures: "Sequence[Measure]"
) -> None:
    grey = [nth for nth, one in enumerate(measures) if one.kind == "proportion" and one.n < _FEW]
    right = range(len(heads), len(heads) + 3)
    show_table(
        (*heads, "value", "made/chances", "95% range"), rows, right=right, grey=grey, whole=(0, *right[1:])
    )


def _cells(measure: "Measure") -> tuple[str, str, str]:
    raw = f"{measure.made:,}/{measure.n:,}" if measure.kind == "proportion" else f"{measure.n:,}"
    return _value(measure), raw, _range(measure)


def _value(measure: "Measure") -> str:
    from badugi_hh.report.formats import UNKNOWN, decimal, money, percent

    if measure.parts:
        return ", ".join(_value(part) for part in measure.parts)
    if measure.value is None:
        return UNKNOWN
    if measure.is_share:
        return percent(measure.value)
    unit = (measure.unit or "").replace(" per 100 hands", "/100")
    if unit.endswith("cents"):
        return money(int(measure.value), unit.removesuffix("cents").strip() or None, "cent")
    if isinstance(measure.value, int):
        if unit == "hands":
            return counted(measure.value, "hand")
        return f"{decimal(measure.value, 0)} {unit}".rstrip()
    return f"{decimal(measure.value, 2)} {'' if unit == 'ratio' else unit}".rstrip()


def _range(measure: "Measure") -> str:
    from badugi_hh.report.formats import UNKNOWN, decimal, percent_range

    if measure.low is None or measure.high is None:
        return UNKNOWN
    if measure.is_share:
        return percent_range(measure.low, measure.high)
    return f"{decimal(measure.low)} to {decimal(measure.high)}"


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
