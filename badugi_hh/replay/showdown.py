"""Checks the showdown against the table: which players show or muck, how often, and in which order."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import TypeAlias

from badugi_hh import problems as codes
from badugi_hh.engine.pots import Pot
from badugi_hh.engine.rules import FirstToShow
from badugi_hh.engine.table import Phase, Table
from badugi_hh.history import events as ev
from badugi_hh.problems import Part
from badugi_hh.replay.problem_report import ProblemReport

ShowdownLine: TypeAlias = ev.Showed | ev.Mucked | ev.NotShown
"""A line on whether a player shows the hand at the end."""


def check_showdown(
    table: Table,
    pots: dict[str, Pot],
    shows: list[tuple[int, ShowdownLine]],
    collected: list[tuple[int, ev.Collected]],
    summaries: dict[int, int],
    events: Sequence[ev.ANY_EVENT],
    report: ProblemReport,
) -> None:
    """Note hands that are not shown or mucked exactly once, shown in a wrong order, or after the pot was collected.

    Args:
        table: the table after the last event.
        pots: the pots by the names that the text gives them, main pot first.
        shows: the lines of players who showed, mucked or did not show, in order.
        collected: the lines of collected pots, in order.
        summaries: the line of each seat's summary.
        events: all events of the hand; rooms differ in the order of lines.
        report: where problems are noted.
    """
    seen: Counter[int] = Counter()
    at_showdown = table.phase is Phase.SHOWDOWN
    for seat, event in shows:
        seen[seat] += 1
        wrong = isinstance(event, ev.NotShown) if at_showdown else isinstance(event, ev.Mucked)
        if seen[seat] > 1:
            report.add(codes.SHOWN_ONCE, event.line, f"{event.player} shows or mucks a second time")
        elif wrong:
            does = "does not show at a showdown" if at_showdown else "mucks without a showdown"
            report.add(codes.SHOWN_ONCE, event.line, f"{event.player} {does}")
    if not at_showdown:
        ends = [event for event in events if isinstance(event, ev.NotShown | ev.Collected)]
        for end in takewhile(lambda end: isinstance(end, ev.NotShown), ends if collected else []):
            what = f"{end.player} shows or mucks before collecting the pot"
            report.add(codes.UNUSUAL_ORDER, end.line, what)
        return
    for seat in table.live:
        if not seen[seat]:
            what = f"{report.name(seat)} neither shows nor mucks"
            report.add(codes.SHOWN_ONCE, summaries.get(seat, 0), what)
    _check_order(pots, shows, collected, report)
    _check_first(table, pots, shows, report)


def _check_order(
    pots: dict[str, Pot],
    shows: list[tuple[int, ShowdownLine]],
    collected: list[tuple[int, ev.Collected]],
    report: ProblemReport,
) -> None:
    """Note each player who shows or mucks after a pot that they could win was collected."""
    last = {seat: event.line for seat, event in reversed(shows)}
    for _, event in collected:
        pot = pots.get(event.pot)
        late = [last[seat] for seat in pot.seats if last.get(seat, 0) > event.line] if pot else []
        if late:
            report.add(
                codes.UNUSUAL_ORDER,
                min(late),
                f"a hand is shown or mucked after the {event.pot} was collected",
            )


def _check_first(
    table: Table, pots: dict[str, Pot], shows: list[tuple[int, ShowdownLine]], report: ProblemReport
) -> None:
    """Note the first player who shows or mucks out of turn: last pot first, in each from the last bettor on."""
    if table.rules.first_to_show is FirstToShow.ANYONE:
        return
    due: list[int] = []
    for pot in reversed(pots.values()):
        due += [seat for seat in table.showdown_order() if seat in pot.seats and seat not in due]
    first_time = dict(reversed(shows))
    in_order = sorted(first_time.items(), key=lambda item: item[1].line)
    for (seat, event), expected in zip(in_order, [seat for seat in due if seat in first_time], strict=False):
        if seat != expected:
            report.add(
                codes.SHOWDOWN_ORDER,
                event.line,
                f"{event.player} shows or mucks out of turn",
                expected=report.name(expected),
                found=event.player,
                part=Part.PLAYER,
            )
            return
