"""Holds the showing of hands against the table: who shows or mucks, how often, and when."""

from collections import Counter
from typing import TypeAlias

from badugi_hh import problems as codes
from badugi_hh.engine.pots import Pot
from badugi_hh.engine.table import Phase, Table
from badugi_hh.history import events as ev
from badugi_hh.problems import Part
from badugi_hh.replay.report import Findings

End: TypeAlias = ev.Showed | ev.Mucked | ev.NotShown
"""A line that says what became of a hand at the end."""


def check_showdown(
    table: Table,
    pots: dict[str, Pot],
    ends: list[tuple[int, End]],
    collected: list[tuple[int, ev.Collected]],
    summaries: dict[int, int],
    findings: Findings,
) -> None:
    """Note whose hand is shown or mucked not once, by the wrong player first, or after the pot was given away.

    Args:
        table: the table after the last event.
        pots: the pots by the names that the text gives them, main pot first.
        ends: who showed, mucked or did not show, in order.
        collected: who took what from which pot, in order.
        summaries: the line of each seat's summary.
        findings: where problems are noted.
    """
    seen: Counter[int] = Counter()
    at_showdown = table.phase is Phase.SHOWDOWN
    for seat, event in ends:
        seen[seat] += 1
        wrong = isinstance(event, ev.NotShown) if at_showdown else isinstance(event, ev.Mucked)
        if seen[seat] > 1:
            findings.add(codes.SHOWN_ONCE, event.line, f"{event.player} shows or mucks a second time")
        elif wrong:
            does = "does not show at a showdown" if at_showdown else "mucks without a showdown"
            findings.add(codes.SHOWN_ONCE, event.line, f"{event.player} {does}")
    if not at_showdown:
        first = min((event.line for _, event in collected), default=0)
        for _, event in ends:
            if isinstance(event, ev.NotShown) and event.line < first:
                findings.add(codes.UNUSUAL_ORDER, event.line, f"{event.player} decides before the pot is his")
        return
    for seat in table.live:
        if not seen[seat]:
            what = f"{findings.name(seat)} neither shows nor mucks"
            findings.add(codes.SHOWN_ONCE, summaries.get(seat, 0), what)
    _check_order(pots, ends, collected, findings)
    _check_first(table, pots, ends, findings)


def _check_order(
    pots: dict[str, Pot],
    ends: list[tuple[int, End]],
    collected: list[tuple[int, ev.Collected]],
    findings: Findings,
) -> None:
    """Note who shows or mucks after a pot that he could win has been collected."""
    last = {seat: event.line for seat, event in reversed(ends)}
    for _, event in collected:
        pot = pots.get(event.pot)
        late = [last[seat] for seat in pot.seats if last.get(seat, 0) > event.line] if pot else []
        if late:
            findings.add(
                codes.UNUSUAL_ORDER,
                min(late),
                f"a hand is shown or mucked after the {event.pot} was collected",
            )


def _check_first(table: Table, pots: dict[str, Pot], ends: list[tuple[int, End]], findings: Findings) -> None:
    """Note the first who shows or mucks before his turn: last pot first, in each from the last bettor on."""
    if not table.rules.last_bettor_shows:
        return
    due: list[int] = []
    for pot in reversed(pots.values()):
        due += [seat for seat in table.showdown_order() if seat in pot.seats and seat not in due]
    first_time = dict(reversed(ends))
    in_order = sorted(first_time.items(), key=lambda item: item[1].line)
    for (seat, event), expected in zip(in_order, [seat for seat in due if seat in first_time], strict=False):
        if seat != expected:
            findings.add(
                codes.SHOWDOWN_ORDER,
                event.line,
                f"{event.player} shows or mucks out of turn",
                expected=findings.name(expected),
                found=event.player,
                part=Part.PLAYER,
            )
            return
