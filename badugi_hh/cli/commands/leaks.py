"""`leaks`: the results of the leak checks."""

import shlex
from collections.abc import Collection
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.console import note, say, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.importing import note_unpriced
from badugi_hh.cli.left_out import note_left_out
from badugi_hh.cli.options import Db, FilterOptions, Json, NoWait, moment, selects_hands
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from badugi_hh.leaks import Finding, Leak
    from badugi_hh.leaks.changes import Change


_MEANING = (
    "FLAG: a mistake that the cards prove (grade A), a frequency that is outside its baseline beyond chance (grade B), or "
    "a loss against the solved heads-up game that is larger than its errors (grade S); "
    "WATCH: outside, but chance may explain it, or the baseline is only a usual figure or a rule of thumb; "
    "or proven mistakes that cost hardly anything."
)
_ASSUMED = "~"
_MEANING_OF_CHANGES = (
    "IMPROVED, WORSE: chance does not explain the difference of the two frequencies; NO CLEAR CHANGE: it may; "
    "NOT ENOUGH HANDS: one of the periods has too few."
)


_OF_PLAYERS = {"player", "every_player", "only", "session_gap"}
"""The options that commands for the hands of a leak do not repeat; `leaks` has no options for the last two."""


@selects_hands("only", "session_gap")
def leaks(
    db: Db = None,
    no_wait: NoWait = False,
    *,
    selection: FilterOptions,
    before: Annotated[
        datetime | None,
        typer.Option(
            "--before",
            parser=moment,
            metavar="DATE",
            help="compare the hands before this day or time with those since: what improved",
        ),
    ] = None,
    baselines: Annotated[
        Path | None,
        typer.Option(
            "--baselines", metavar="FILE", help="a TOML file with ranges that replace those of the package"
        ),
    ] = None,
    ignored: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore", metavar="ID", help="leave out this check: B13, or B4 for B4-BTN and B4-SB; repeatable"
        ),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="print all about each leak: its baseline, advice and dearest hands")
    ] = False,
    listing: Annotated[
        bool, typer.Option("--list", help="list the checks, one a line; needs no database")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="name the checks without a finding and with too few hands")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find habits that cost money. Each has a line with its count and its cost; `hands --leak CHECK` lists its hands.

    Proven are mistakes that the cards show, and losses against the solved game that chance does not explain. Not proven are
    habits outside of published ranges, and what may be chance. Costs are estimates in big bets per 100 hands. --full prints
    all about each leak.

    --before DATE prints the frequencies before and since that day side by side, with what improved and what became worse.
    """
    from badugi_hh.cli.progress import late_progress_bar

    if listing:
        _list_checks(as_json=as_json)
        return
    from badugi_hh.api.leaks import compare_leaks
    from badugi_hh.api.leaks import leaks as find_leaks
    from badugi_hh.leaks import Verdict
    from badugi_hh.leaks.finding import COSTS_OVERLAP
    from badugi_hh.stats.selection.default_players import count_left_out, leave_out_rare
    from badugi_hh.stats.selection.persons import others
    from badugi_hh.stats.selection.resolve import explain_no_hands
    from badugi_hh.store.database import default_path

    hand_filter = selection.as_filter()
    left_out = tuple(ignored or ())
    with opened(db or default_path(), read_only=True, wait=not no_wait) as con:
        if not as_json:
            hand_filter = leave_out_rare(con, hand_filter)
        if before is not None:
            with late_progress_bar() as progress:
                changes = compare_leaks(
                    con, hand_filter, before, baselines=baselines, ignored=left_out, progress=progress
                )
            if not changes and not as_json:
                note("one of the two periods has no hands of the selected players")
            if changes:
                note_unpriced(con)
                note_left_out(hand_filter, count_left_out(con, hand_filter))
            named = {change.since.player for change in changes}
            _show_changes(changes, others(con, named), as_json=as_json, verbose=verbose)
            return
        with late_progress_bar() as progress:
            findings = find_leaks(con, hand_filter, baselines=baselines, ignored=left_out, progress=progress)
        if not findings and not as_json:
            note(explain_no_hands(con, hand_filter))
        if findings:
            note_unpriced(con)
            note_left_out(hand_filter, count_left_out(con, hand_filter))
        other_players = others(con, {finding.player for finding in findings})
    if as_json:
        say_json([finding.as_json() for finding in findings])
        return
    selected = "".join(
        f" --{field.name} {shlex.quote(str(value))}"
        for field in fields(selection)
        if field.name not in _OF_PLAYERS and (value := getattr(selection, field.name)) is not None
    )
    notable = [finding for finding in findings if finding.is_notable]
    if notable and full:
        say_folded(_MEANING)
        if sum(bool(finding.cost) for finding in notable) > 1:
            say_folded(f"{COSTS_OVERLAP[0].upper()}{COSTS_OVERLAP[1:]}.")
        say("")
    names = dict.fromkeys(finding.player for finding in findings)
    for name in names:
        own = [finding for finding in findings if finding.player == name]
        is_named = name in other_players or len(names) > 1
        whose = f" --player {shlex.quote(name)}" if is_named else ""
        options = f"{whose}{selected}{'' if db is None else f' --db {shlex.quote(str(db))}'}"
        shown = [finding for finding in notable if finding.player == name]
        if shown and not full:
            _show_lines(shown, options)
        for finding in shown if full else ():
            _show_leak(finding, you=name not in other_players, db=db, options=options)
        fine = [finding.leak for finding in own if finding.verdict is Verdict.FINE]
        unseen = [
            f"{finding.leak.id} {finding.leak.title} ({counted(number, 'draw')}), {why.removeprefix('no price: ')}"
            for finding in own
            if _count_unseen(finding)
            for number, why in finding.excluded
        ]
        few = [
            finding.leak
            for finding in own
            if finding.verdict is Verdict.TOO_FEW and not _count_unseen(finding)
        ]
        _show_rest(name, "without a finding", fine, few, verbose=verbose)
        if unseen:
            say_folded(f"could not look at draws without a price: {'; '.join(unseen)}", 2)


def _count_unseen(finding: "Finding") -> int:
    """Return the number of draws that a check could not look at because they have no prices."""
    from badugi_hh.leaks.checks import NEED_PRICES

    return sum(number for number, _ in finding.excluded) if finding.leak.id in NEED_PRICES else 0


def _show_rest(name: str, why: str, fine: "list[Leak]", few: "list[Leak]", *, verbose: bool) -> None:
    """Print the number of checks of a player that are not listed, with `verbose` also their titles."""
    rest = f"{counted(len(fine), 'check')} {why}, {len(few)} with too few hands"
    say_folded(f"{name}: {rest}{'' if verbose else ' (-v names them)'}")
    for what, checks in ((why, fine), ("too few hands", few)) if verbose else ():
        if checks:
            say_folded(f"{what}: {'; '.join(f'{leak.id} {leak.title}' for leak in checks)}", 2)


def _show_changes(
    changes: "list[Change]", other_players: Collection[str], *, as_json: bool, verbose: bool
) -> None:
    """Print the notable changes of each player, each with what it counts, and the number of the others."""
    from badugi_hh.leaks.changes import Direction
    from badugi_hh.wording.catalogue import address

    order = list(Direction)
    if as_json:
        say_json([change.as_json() for change in changes])
        return
    if any(change.is_notable for change in changes):
        say_folded(_MEANING_OF_CHANGES)
        say("")
    for name in dict.fromkeys(change.since.player for change in changes):
        own = [change for change in changes if change.since.player == name]
        shown = [change for change in own if change.is_notable]
        for change in sorted(shown, key=lambda each: order.index(each.direction)):
            leak = change.since.leak
            say_folded(f"{change.direction.value.upper()} {leak.id} {leak.title} ({name})")
            say_folded(address(leak.sentence, you=name not in other_players), 2)
            say_folded(f"before {_frequency(change.before)}; since {_frequency(change.since)}", 2)
            for line in _describe_baselines(change):
                say_folded(line, 2)
            say("")
        few = [change for change in own if not change.is_notable and change.direction is Direction.TOO_FEW]
        fine = [change for change in own if not change.is_notable and change not in few]
        why = "without a finding or a clear change"
        _show_rest(
            name, why, [each.since.leak for each in fine], [each.since.leak for each in few], verbose=verbose
        )


def _describe_baselines(change: "Change") -> list[str]:
    """Return the baseline of both periods, or that of each if they differ; nothing for grade A."""
    from badugi_hh.leaks.finding import FrequencyFinding

    before, since = change.before, change.since
    if not isinstance(before, FrequencyFinding) or not isinstance(since, FrequencyFinding):
        return []
    if before.baseline == since.baseline:
        return [_describe_baseline(since, " of both periods")]
    return [_describe_baseline(before, " before"), _describe_baseline(since, " since")]


def _frequency(finding: "Finding") -> str:
    """Return the counts of a finding, and the frequency with its interval."""
    from badugi_hh.wording.formats import percent, percent_range

    seen = f"{finding.made:,} of {finding.chances:,}"
    if finding.interval is None:
        return seen
    return f"{seen}, {percent(finding.value)} ({percent_range(*finding.interval)})"


def _list_checks(*, as_json: bool) -> None:
    """Print the declarations of the checks: one line each, with the id, the grade and the title."""
    from badugi_hh.api.leaks import list_checks

    checks = list_checks()
    if as_json:
        say_json([check.as_json() for check in checks])
        return
    width = max(len(check.id) for check in checks)
    for check in checks:
        say(f"{check.id:{width}}  {check.grade}  {check.title}")


def _describe_baseline(finding: "Finding", period: str = "") -> str:
    """Return the range that is not a leak with its kind and source; for grade A, the source of the rule.

    `period` names the period of the range if there are two, after a blank.
    """
    from badugi_hh.leaks.finding import FrequencyFinding
    from badugi_hh.wording.formats import percent_range

    if not isinstance(finding, FrequencyFinding):
        return f"{'against' if finding.leak.grade == 'S' else 'provable'}: {finding.source}"
    usual = finding.baseline
    return f"the baseline{period} is {percent_range(usual.low, usual.high)} ({usual.kind}: {usual.source})"


def _show_lines(findings: "list[Finding]", options: str) -> None:
    """Print a line for each finding of one player, the proven ones apart from the others, the dearest first.

    Below stands the command that lists the hands of the first one; `options` are those that select the same hands.
    """
    from badugi_hh.leaks import Verdict
    from badugi_hh.leaks.finding import COSTS_OVERLAP

    parts: dict[str, list[Finding]] = {"proven": [], "not proven": []}
    for finding in sorted(findings, key=lambda each: -(each.cost or 0)):
        solved = finding.leak.grade == "S" and finding.verdict is Verdict.FLAG
        parts["proven" if solved or finding.leak.grade == "A" else "not proven"].append(finding)
    say(visible(findings[0].player))
    for head, own in parts.items():
        if own:
            rows = [(*_cells(finding), finding.leak.id) for finding in own]
            show_table((head, "made/opps", "cost", "check"), rows, right=(1, 2), whole=(3,))
    first = next(own for own in parts.values() if own)[0]
    say_folded(f"the hands of the first: {_list_command(first, options)}")
    tilde = any(finding.cost and finding.leak.assumed for finding in findings)
    about = f"the cost is in big bets per 100 hands{f', with {_ASSUMED} an assumed one' if tilde else ''}"
    say_folded(f"{about}; {COSTS_OVERLAP}; --full prints all about each leak")


def _cells(finding: "Finding") -> tuple[str, str, str]:
    """Return the title of a finding, its counts, and its cost with a tilde if it is assumed.

    Of the mistakes of grade S only those are counted that the command lists: they cost more than their error.
    """
    from badugi_hh.leaks.finding import SolverFinding
    from badugi_hh.wording.formats import decimal

    made = finding.costly if isinstance(finding, SolverFinding) else finding.made
    cost = f"{_ASSUMED if finding.cost and finding.leak.assumed else ''}{decimal(finding.cost, 2)}"
    return finding.leak.title, f"{made:,}/{finding.chances:,}", cost


def _list_command(finding: "Finding", options: str) -> str:
    """Return the command that lists the hands of a finding."""
    return f"badugi-hh hands --leak {finding.leak.id}{options}"


def _show_leak(finding: "Finding", *, you: bool, db: Path | None, options: str) -> None:
    """Print a finding; `options` are those of the command that lists its hands."""
    from badugi_hh.leaks.finding import FEW_COSTS, FrequencyFinding, MistakeFinding, SolverFinding
    from badugi_hh.leaks.rows_behind import SINGLE
    from badugi_hh.wording.catalogue import address
    from badugi_hh.wording.formats import decimal, percent

    leak = finding.leak
    say_folded(f"{finding.verdict.value.upper()} {leak.id} {leak.title} ({finding.player})")
    say_folded(address(leak.sentence, you=you), 2)
    seen = _frequency(finding)
    if isinstance(finding, FrequencyFinding) and finding.shrunk is not None:
        seen += f"; {percent(finding.shrunk)} when shrunk towards all other players"
    if isinstance(finding, SolverFinding):
        seen += f"; {finding.costly:,} of them cost {SINGLE} big bets or more, and at least twice their error"
    if finding.cost is not None:
        costs = "assumed to cost" if leak.assumed else "costs" if finding.is_cost_certain else "may cost"
        seen += f"; {costs} about {decimal(finding.cost, 2)} big bets per 100 hands"
        if isinstance(finding, MistakeFinding) and finding.priced < finding.made:
            seen += f" for {finding.priced:,} of {finding.made:,} mistakes, the others have no price"
        if finding.cost_low is not None and finding.cost_high is not None:
            seen += f" ({decimal(finding.cost_low, 2)} to {decimal(finding.cost_high, 2)})"
        seen += f": {leak.model}"
    say_folded(seen, 2)
    if finding.is_interval_narrow:
        say_folded(FEW_COSTS, 2)
    say_folded(_describe_baseline(finding), 2)
    text = leak.use if leak.use and not you else address(leak.advice, you=you)
    text = text if finding.is_beyond_chance else f"perhaps: {text[0].lower()}{text[1:]}"
    say_folded(f"how to use it: {text}" if leak.use and not you else text, 2)
    for number, why in finding.excluded:
        say_folded(f"not counted: {number:,} ({why})", 2)
    for hand in finding.hands:
        about = "assumed: " if leak.assumed else "about "
        cost = f" ({about}{decimal(hand.cost, 2)} big bets)" if hand.cost else ""
        say_folded(f"hand {hand.hand_id}: {hand.note}{cost}", 4)
    if finding.hands:
        of_db = "" if db is None else f" --db {shlex.quote(str(db))}"
        say_folded(f"replay one: badugi-hh replay {finding.hands[0].hand_id}{of_db}", 2)
        say_folded(f"list all: {_list_command(finding, options)} --limit 0", 2)
    say("")
