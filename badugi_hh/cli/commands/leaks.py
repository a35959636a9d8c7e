"""`leaks`: the results of the leak checks."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from badugi_hh.cli.console import database_option, note, say, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import (
    Db,
    FilterOptions,
    Json,
    NoWait,
    as_options,
    moment,
    of_one,
    option,
    selects_hands,
)
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.formats import counted

if TYPE_CHECKING:
    from badugi_hh import Finding
    from badugi_hh.api.leaks import FoundLeaks


_MEANING = (
    "PROVEN: a mistake that the cards prove (grade A); NOT PROVEN: a frequency outside its baseline (grade B); "
    "perhaps means that chance may explain it too."
)
_NAMED = 3
"""So many players are named with each check, where several are compared."""
_PROVEN = {True: "proven", False: "not proven"}
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
        option(
            "--before DATE",
            "compare the hands before this day or time with those since: what improved",
            parser=moment,
        ),
    ] = None,
    baselines: Annotated[
        Path | None, option("--baselines FILE", "a TOML file with ranges that replace those of the package")
    ] = None,
    ignored: Annotated[
        list[str] | None,
        option("--ignore ID", "leave out this check: B13, or B4 for B4-BTN and B4-SB; repeatable"),
    ] = None,
    full: Annotated[
        bool,
        option(
            "--full",
            "print all about each leak: its baseline, advice and dearest hands; name the other checks",
        ),
    ] = False,
    listing: Annotated[bool, option("--list", "list the checks, one a line; needs no database")] = False,
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
    from badugi_hh.cli.loss_trees import compare_losses, show_losses
    from badugi_hh.cli.progress import late_progress_bar

    with opened(db, wait=not no_wait) as hands, late_progress_bar() as progress:
        found = hands.find_leaks(
            selection.as_filter(),
            before=before,
            baselines=baselines,
            ignored=ignored or (),
            usual=not as_json,
            progress=progress,
        )
    if found.players() or not as_json:
        note(*found.notes)
    if as_json:
        say_json(found)
        return
    notable = [finding for name in found.players() for finding in found.listed(name)]
    if notable and full:
        from badugi_hh.wording.leak_texts import OVERLAP

        say_folded(_MEANING)
        if sum(bool(finding.cost) for finding in notable) > 1:
            say_folded(OVERLAP)
        say("")
    several = len(found.players()) > 1 and not full and not found.changes

    def options_of(name: str) -> str:
        whose = selection if found.all_of_user else of_one(selection, name, hero=found.of_heroes)
        return as_options(whose) + database_option(db)

    if len(found.losses) > 1:
        compare_losses(found.losses)
    for tree in found.losses if len(found.losses) == 1 else ():
        show_losses(tree, options_of(tree.player), you=tree.player not in found.opponents)
    if several:
        _compare_checks(notable)
        return
    for name in found.players():
        if found.changes:
            _show_changes(name, found)
        options = options_of(name)
        shown = found.listed(name)
        if shown and not full:
            _show_lines(shown, options)
        for finding in shown if full else ():
            _show_leak(finding, you=name not in found.opponents, db=db, options=options)
        _show_rest(name, found, full=full)


def _show_rest(name: str, found: "FoundLeaks", *, full: bool) -> None:
    """Print the number of checks of a player that are not listed, with `full` also a table of each kind of them.

    Draws that none could look at are listed in any case.
    """
    rest = found.rest(name)
    why = "without a finding or a clear change" if found.changes else "without a finding"
    number = f"{counted(len(rest.fine), 'check')} {why}, {len(rest.few)} with too few hands"
    say_folded(f"{name}: {number}{'' if full else ' (--full names them)'}")
    for what, checks in ((why, rest.fine), ("too few hands", rest.few)) if full else ():
        if checks:
            show_table(("check", what), [(leak.id, leak.title) for leak in checks], whole=(0,))
    if rest.unseen:
        texts = (
            f"{one.leak.id} {one.leak.title} ({counted(number, 'draw')}), {why.removeprefix('no price: ')}"
            for one in rest.unseen
            for number, why in one.excluded
        )
        say_folded(f"could not look at draws without a price: {'; '.join(texts)}", 2)


def _show_changes(name: str, found: "FoundLeaks") -> None:
    """Print the notable changes of a player, a row for each."""
    from badugi_hh.wording.leak_texts import frequency, usual_ranges

    say(visible(name))
    rows = [
        (
            change.direction.value,
            change.since.leak.title,
            frequency(change.before),
            frequency(change.since),
            usual_ranges(change),
            change.since.leak.id,
        )
        for change in found.changed(name)
    ]
    if rows:
        show_table(("", "", "before", "since", "baseline", "check"), rows, whole=(5,), repeated=2)
        say_folded(_MEANING_OF_CHANGES)


def _list_checks(*, as_json: bool) -> None:
    """Print the declarations of the checks: one line each, with the id, the grade and the title."""
    from badugi_hh.api.leaks import list_leaks

    checks = list_leaks()
    if as_json:
        say_json(checks)
        return
    width = max(len(check.id) for check in checks)
    for check in checks:
        say_folded(f"{check.id:{width}}  {check.grade}  {check.title}")


def _show_lines(findings: "list[Finding]", options: str) -> None:
    """Print a line for each finding of one player, the proven ones apart from the others, the dearest first.

    Below stands the command that lists the hands of the first one that has hands; `options` are those that select the same hands.
    """
    from badugi_hh.wording.leak_texts import about_costs, cells

    parts: dict[str, list[Finding]] = {_PROVEN[True]: [], _PROVEN[False]: []}
    for finding in sorted(findings, key=lambda finding: -(finding.cost or 0)):
        parts[_PROVEN[finding.is_proven]].append(finding)
    say(visible(findings[0].player))
    for head, listed in parts.items():
        if listed:
            rows = [(*cells(finding), finding.leak.id) for finding in listed]
            show_table((head, "made/opps", "cost", "check"), rows, right=(1, 2), whole=(3,))
    with_hands = (finding for listed in parts.values() for finding in listed if finding.hands)
    if first := next(with_hands, None):
        say(f"the hands of {first.leak.id}: badugi-hh hands --leak {first.leak.id}{options} --limit 0")
    say_folded(f"{about_costs(findings)}; --full prints all about each leak")


def _compare_checks(findings: "list[Finding]") -> None:
    """Print a line for each check with a finding: the players with one, with its cost, the dearest first."""
    from badugi_hh.wording.leak_texts import about_costs, cells

    by_check: dict[str, list[Finding]] = {}
    for finding in sorted(findings, key=lambda finding: -(finding.cost or 0)):
        by_check.setdefault(finding.leak.id, []).append(finding)
    rows = []
    for listed in sorted(by_check.values(), key=lambda listed: (listed[0].leak.grade, -len(listed))):
        first = [f"{visible(finding.player)} {cells(finding)[2]}" for finding in listed[:_NAMED]]
        more = [f"{len(listed) - _NAMED} more"] if len(listed) > _NAMED else []
        leak = listed[0].leak
        rows.append((leak.title, _PROVEN[listed[0].is_proven], ", ".join([*first, *more]), leak.id))
    if rows:
        show_table(("check", "", "players and costs", "check"), rows, whole=(1, 3))
        say_folded(f"{about_costs(findings)}; --player NAME shows one player, --full all about each leak")


def _show_leak(finding: "Finding", *, you: bool, db: Path | None, options: str) -> None:
    """Print a finding; `options` are those of the command that lists its hands."""
    from badugi_hh.wording.leak_texts import hand_lines, sentences

    leak = finding.leak
    say_folded(f"{_PROVEN[finding.is_proven].upper()} {leak.id} {leak.title} ({finding.player})")
    for text in sentences(finding, you=you):
        say_folded(text, 2)
    for text in hand_lines(finding):
        say_folded(text, 4)
    if finding.hands:
        say(f"  replay one: badugi-hh replay {finding.hands[0].hand_id}{database_option(db)}")
        say(f"  list all: badugi-hh hands --leak {leak.id}{options} --limit 0")
    say("")
