"""`leaks`: the results of the leak checks."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.console import database_option, note, say, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.left_out import note_left_out
from badugi_hh.cli.options import Db, FilterOptions, Json, NoWait, as_options, moment, of_one, selects_hands
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.cli.unpriced import note_unpriced
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from badugi_hh.leaks import Finding, Leak
    from badugi_hh.leaks.changes import Change
    from badugi_hh.leaks.loss_tree import LossTree


_MEANING = (
    "PROVEN: a mistake that the cards prove (grade A); NOT PROVEN: a frequency outside its baseline (grade B); "
    "perhaps means that chance may explain it too."
)
_PROVEN = {True: "proven", False: "not proven"}
_ASSUMED = "~"
_MEANING_OF_CHANGES = (
    "improved, worse: chance does not explain the difference of the two frequencies; no clear change: it may; "
    "not enough hands: one of the periods has too few"
)


@selects_hands("only", "session_gap")
def leaks(
    db: Db = None,
    no_wait: NoWait = False,
    *,
    selection: FilterOptions,
    before: Annotated[
        datetime | None,
        typer.Option(
            parser=moment,
            metavar="DATE",
            help="compare the hands before this day or time with those since: what improved",
        ),
    ] = None,
    baselines: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="a TOML file with ranges that replace those of the package"),
    ] = None,
    ignored: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore", metavar="ID", help="leave out this check: B13, or B4 for B4-BTN and B4-SB; repeatable"
        ),
    ] = None,
    full: Annotated[
        bool,
        typer.Option(
            "--full",
            help="print all about each leak: its baseline, advice and dearest hands; name the other checks",
        ),
    ] = False,
    listing: Annotated[
        bool, typer.Option("--list", help="list the checks, one a line; needs no database")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find habits that cost money. Each has a line with its count and its cost; `hands --leak CHECK` lists its hands.

    First comes where the player loses against best play, in sums that add up: `hands --leak NODE` lists the hands of each. Then
    come mistakes that the cards prove, and habits outside of published ranges, which are not proven; their costs are estimates in
    big bets per 100 hands. --full prints all about each leak.

    --before DATE prints the frequencies before and since that day side by side, with what improved and what became worse.
    """
    if listing:
        _list_checks(as_json=as_json)
        return
    from badugi_hh.api.leaks import compare_leaks
    from badugi_hh.api.leaks import leaks as find_leaks
    from badugi_hh.api.losses import losses
    from badugi_hh.cli.loss_trees import compare_losses, show_losses
    from badugi_hh.cli.progress import late_progress_bar
    from badugi_hh.leaks.finding import COSTS_OVERLAP
    from badugi_hh.stats.selection.default_players import count_left_out, leave_out_rare, selects_heroes
    from badugi_hh.stats.selection.persons import others
    from badugi_hh.stats.selection.resolve import explain_no_hands

    hand_filter = selection.as_filter()
    left_out = tuple(ignored or ())
    changes: list[Change] = []
    findings: list[Finding] = []
    trees: list[LossTree] = []
    with opened(db, wait=not no_wait) as con, late_progress_bar() as progress:
        if not as_json:
            hand_filter = leave_out_rare(con, hand_filter)
        if before is not None:
            changes = compare_leaks(
                con, hand_filter, before, baselines=baselines, ignored=left_out, progress=progress
            )
        else:
            trees = losses(con, hand_filter)
            findings = find_leaks(con, hand_filter, baselines=baselines, ignored=left_out, progress=progress)
        if changes or findings:
            note_unpriced(con)
            note_left_out(hand_filter, count_left_out(con, hand_filter))
        elif not as_json:
            no_period = "one of the two periods has no hands of the selected players"
            note(no_period if before is not None else explain_no_hands(con, hand_filter))
        other_players = others(con, {finding.player for finding in findings})
        heroes = selects_heroes(con, hand_filter)
    if as_json:
        results = [result.as_json() for result in (changes or findings)]
        say_json(
            results
            if before is not None
            else {"losses": [tree.as_json() for tree in trees], "checks": results}
        )
        return
    if len(trees) > 1:
        compare_losses(trees)
    for name in dict.fromkeys(change.since.player for change in changes):
        _show_changes(name, [change for change in changes if change.since.player == name], full=full)
    notable = [finding for finding in findings if finding.is_notable]
    if notable and full:
        say_folded(_MEANING)
        if sum(bool(finding.cost) for finding in notable) > 1:
            say_folded(f"{COSTS_OVERLAP[0].upper()}{COSTS_OVERLAP[1:]}.")
        say("")
    names = list(dict.fromkeys(finding.player for finding in findings))
    all_of_user = hand_filter.is_of_user and not hand_filter.left_out and len(names) == 1
    for name in names:
        whose = selection if all_of_user else of_one(selection, name, hero=heroes)
        options = as_options(whose) + database_option(db)
        for tree in trees if len(trees) == 1 else ():
            if tree.player == name:
                show_losses(tree, options, you=name not in other_players)
        shown = [finding for finding in notable if finding.player == name]
        if shown and not full:
            _show_lines(shown, options)
        for finding in shown if full else ():
            _show_leak(finding, you=name not in other_players, db=db, options=options)
        _show_others(name, [finding for finding in findings if finding.player == name], full=full)


def _show_others(name: str, findings: "list[Finding]", *, full: bool) -> None:
    """Print the number of checks of a player without a finding, and draws that none could look at."""
    from badugi_hh.leaks import Verdict
    from badugi_hh.leaks.checks import NEED_PRICES

    unseen = [finding for finding in findings if finding.leak.id in NEED_PRICES and finding.excluded]
    fine = [finding.leak for finding in findings if finding.verdict is Verdict.FINE]
    few = [one.leak for one in findings if one.verdict is Verdict.TOO_FEW and one not in unseen]
    _show_rest(name, "without a finding", fine, few, full=full)
    if unseen:
        texts = (
            f"{one.leak.id} {one.leak.title} ({counted(number, 'draw')}), {why.removeprefix('no price: ')}"
            for one in unseen
            for number, why in one.excluded
        )
        say_folded(f"could not look at draws without a price: {'; '.join(texts)}", 2)


def _show_rest(name: str, why: str, fine: "list[Leak]", few: "list[Leak]", *, full: bool) -> None:
    """Print the number of checks of a player that are not listed, with `full` also a table of each kind of them."""
    from badugi_hh.leaks import LEAKS

    rest = f"{counted(len(fine), 'check')} {why}, {len(few)} with too few hands"
    say_folded(f"{name}: {rest}{'' if full else ' (--full names them)'}")
    for what, checks in ((why, fine), ("too few hands", few)) if full else ():
        if checks:
            in_order = sorted(checks, key=list(LEAKS.values()).index)
            show_table(("check", what), [(leak.id, leak.title) for leak in in_order], whole=(0,))


def _show_changes(name: str, changes: "list[Change]", *, full: bool) -> None:
    """Print the notable changes of a player, a row for each, and the number of the others."""
    from badugi_hh.leaks.changes import Direction

    order = list(Direction)
    notable = sorted(
        (change for change in changes if change.is_notable), key=lambda change: order.index(change.direction)
    )
    say(visible(name))
    if notable:
        rows = [
            (
                change.direction.value,
                change.since.leak.title,
                _frequency(change.before),
                _frequency(change.since),
                _usual(change),
                change.since.leak.id,
            )
            for change in notable
        ]
        show_table(("", "", "before", "since", "baseline", "check"), rows, whole=(5,), repeated=2)
        say_folded(_MEANING_OF_CHANGES)
    others = [change for change in changes if not change.is_notable]
    few = [change.since.leak for change in others if change.direction is Direction.TOO_FEW]
    fine = [change.since.leak for change in others if change.direction is not Direction.TOO_FEW]
    _show_rest(name, "without a finding or a clear change", fine, few, full=full)


def _usual(change: "Change") -> str:
    """Return the baseline of both periods, or of each if they differ; nothing for grade A."""
    from badugi_hh.leaks.finding import FrequencyFinding
    from badugi_hh.wording.formats import percent_range

    usual = [
        percent_range(finding.baseline.low, finding.baseline.high)
        for finding in (change.before, change.since)
        if isinstance(finding, FrequencyFinding)
    ]
    return ", then ".join(dict.fromkeys(usual))


def _frequency(finding: "Finding") -> str:
    """Return the counts of a finding, and the frequency with its interval."""
    from badugi_hh.wording.formats import percent, percent_range

    seen = f"{finding.made:,} of {finding.chances:,}"
    if finding.interval is None:
        return seen
    return f"{seen}, {percent(finding.value)} ({percent_range(*finding.interval)})"


def _list_checks(*, as_json: bool) -> None:
    """Print the declarations of the checks: one line each, with the id, the grade and the title."""
    from badugi_hh.leaks import LEAKS

    checks = list(LEAKS.values())
    if as_json:
        say_json([check.as_json() for check in checks])
        return
    width = max(len(check.id) for check in checks)
    for check in checks:
        say_folded(f"{check.id:{width}}  {check.grade}  {check.title}")


def _show_lines(findings: "list[Finding]", options: str) -> None:
    """Print a line for each finding of one player, the proven ones apart from the others, the dearest first.

    Below stands the command that lists the hands of the first one that has hands; `options` are those that select the same hands.
    """
    from badugi_hh.leaks.finding import COSTS_OVERLAP

    parts: dict[str, list[Finding]] = {_PROVEN[True]: [], _PROVEN[False]: []}
    for finding in sorted(findings, key=lambda finding: -(finding.cost or 0)):
        parts[_PROVEN[finding.is_proven]].append(finding)
    say(visible(findings[0].player))
    for head, listed in parts.items():
        if listed:
            rows = [(*_cells(finding), finding.leak.id) for finding in listed]
            show_table((head, "made/opps", "cost", "check"), rows, right=(1, 2), whole=(3,))
    for first in [finding for listed in parts.values() for finding in listed if finding.hands][:1]:
        say(f"the hands of {first.leak.id}: {_list_command(first, options)} --limit 0")
    tilde = any(finding.cost and finding.leak.assumed for finding in findings)
    about = f"the cost is in big bets per 100 hands{f', with {_ASSUMED} an assumed one' if tilde else ''}"
    say_folded(f"{about}; {COSTS_OVERLAP}; --full prints all about each leak")


def _cells(finding: "Finding") -> tuple[str, str, str]:
    """Return the title of a finding, its counts, and its cost with a tilde if it is assumed."""
    from badugi_hh.wording.formats import decimal

    cost = f"{_ASSUMED if finding.cost and finding.leak.assumed else ''}{decimal(finding.cost, 2)}"
    return finding.leak.title, f"{finding.made:,}/{finding.chances:,}", cost


def _list_command(finding: "Finding", options: str) -> str:
    """Return the command that lists the hands of a finding."""
    return f"badugi-hh hands --leak {finding.leak.id}{options}"


def _show_leak(finding: "Finding", *, you: bool, db: Path | None, options: str) -> None:
    """Print a finding; `options` are those of the command that lists its hands."""
    from badugi_hh.leaks.finding import FEW_COSTS, FrequencyFinding, MistakeFinding
    from badugi_hh.wording.catalogue import address
    from badugi_hh.wording.formats import decimal, percent_range

    leak = finding.leak
    say_folded(f"{_PROVEN[finding.is_proven].upper()} {leak.id} {leak.title} ({finding.player})")
    say_folded(address(leak.sentence, you=you), 2)
    seen = _frequency(finding)
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
    if isinstance(finding, FrequencyFinding):
        usual = finding.baseline
        between = percent_range(usual.low, usual.high)
        say_folded(f"the baseline is {between} ({usual.kind}: {usual.source})", 2)
    else:
        say_folded(f"provable: {finding.source}", 2)
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
        say(f"  replay one: badugi-hh replay {finding.hands[0].hand_id}{database_option(db)}")
        say(f"  list all: {_list_command(finding, options)} --limit 0")
    say("")
