"""Holds the end of a hand against the table: pots, rake, winners, shows, and every line of the summary."""

from collections import Counter
from dataclasses import dataclass, field

from badugi_hh import problems as codes
from badugi_hh.engine.pots import Pot, share
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.values import describe, value
from badugi_hh.engine.violation import RuleError
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.history.events import Outcome as Ending
from badugi_hh.problems import Part
from badugi_hh.replay.records import Result
from badugi_hh.replay.report import Findings
from badugi_hh.replay.showdown import End, check_showdown


@dataclass(slots=True)
class Outcome:
    """What the text says about the end, collected while the hand is replayed."""

    collected: list[tuple[int, ev.Collected]] = field(default_factory=list)
    shown: list[tuple[int, ev.Showed]] = field(default_factory=list)
    cashed_out: dict[int, int] = field(default_factory=dict)  # paid by the room, whoever won
    ends: list[tuple[int, End]] = field(default_factory=list)
    seats: list[ev.SeatSummary] = field(default_factory=list)
    pot: ev.PotSummary | None = None
    summary: int = 0  # the line where it begins


def check_outcome(
    hand: Hand, table: Table, outcome: Outcome, left: dict[int, int], findings: Findings
) -> dict[int, Result]:
    """Return the result of every seat, after noting each claim about the end that the table contradicts.

    Args:
        hand: the hand as parsed.
        table: the table after the last event.
        outcome: what the text says about the end.
        left: number of draws begun when a seat folded.
        findings: where problems are noted.
    """
    if outcome.pot is None:
        if outcome.seats:  # without them the hand is cut off before it, which is told of them
            findings.add(codes.CUT_OFF, outcome.summary + 1, "the hand has no line for the total pot")
        return {}
    _make_mucked_known(table, outcome, findings)
    pots = table.pots()
    paid: Counter[int] = Counter(outcome.cashed_out)
    for seat, event in outcome.collected:
        paid[seat] += event.amount
    _give_to_cashed_out(table, pots, outcome)
    won: Counter[int] = Counter()
    for seat, event in outcome.collected:
        won[seat] += event.amount
    _check_pots(hand, table, pots, outcome.pot, findings)
    shared = _check_winners(table, pots, outcome, findings)
    named = dict(zip(pot_names(len(pots)), pots, strict=True))
    lines = {line.seat: line.line for line in outcome.seats}
    check_showdown(table, named, outcome.ends, outcome.collected, lines, findings)
    _check_seats(hand, table, outcome, left, won, findings)
    known = {seat: event.cards for seat, event in outcome.shown}
    known |= {line.seat: line.cards for line in outcome.seats if line.cards and len(line.cards) == 4}
    at_showdown = table.phase is Phase.SHOWDOWN
    return {
        seat: Result(
            seat=seat,
            put_in=table.put_in[seat],
            won=paid[seat],
            left=left.get(seat),
            showdown=at_showdown and seat not in table.folded,
            shown=known.get(seat),
            shared=shared[seat],
        )
        for seat in table.order
    }


def pot_names(count: int) -> tuple[str, ...]:
    """Return what the text calls the pots, main pot first: one pot is just `pot`, two side pots are numbered."""
    if count < 2:  # none where the only blind went back to a player to whom all folded
        return ("pot",)[:count]
    if count == 2:
        return ("main pot", "side pot")
    return ("main pot", *(f"side pot-{number}" for number in range(1, count)))


def _give_to_cashed_out(table: Table, pots: tuple[Pot, ...], outcome: Outcome) -> None:
    """Let those who cashed out collect what is left of the pots they win.

    The room has it, and no line but their summaries says so.
    """
    said = outcome.pot
    assert said is not None  # noqa: S101  # checked by the caller
    net = dict(said.parts) or {"pot": said.total - said.rake}
    winners = {line.seat: line for line in outcome.seats if line.cashed_out and line.amount}
    for name, pot in zip(pot_names(len(pots)), pots, strict=True):
        left = net.get(name, 0) - sum(event.amount for _, event in outcome.collected if event.pot == name)
        held = {seat: table.hands[seat] for seat in table.order if seat in winners and seat in pot.seats}
        values = {seat: value(cards) for seat, cards in held.items() if cards and len(cards) == 4}
        best = [seat for seat in held if values.get(seat) == min(values.values(), default=None)]
        for seat, amount in (share(left, best) if left > 0 and best else {}).items():
            event = ev.Collected(winners[seat].player, amount, name, line=winners[seat].line)
            outcome.collected.append((seat, event))


def _make_mucked_known(table: Table, outcome: Outcome, findings: Findings) -> None:
    """Let the table know the hands that only the summary names; of fewer than four cards only those."""
    shown = {(seat, event.cards) for seat, event in outcome.ends if isinstance(event, ev.Showed)}
    for line in outcome.seats:
        # What was shown was held against the table when it was shown.
        whose = line.seat in table.stacks and findings.name(line.seat) == line.player
        if line.cards and whose and (line.seat, line.cards) not in shown:
            try:
                if len(line.cards) < 4:
                    table.show_part(line.seat, line.cards)
                else:
                    table.show(line.seat, line.cards)
            except RuleError as error:
                findings.add_violation(error, line.line, line.player)


def _check_pots(
    hand: Hand, table: Table, pots: tuple[Pot, ...], said: ev.PotSummary, findings: Findings
) -> None:
    if said.total != table.pot:
        findings.add(
            codes.WRONG_POT,
            said.line,
            "the total pot is not what the players put in",
            expected=table.pot,
            found=said.total,
            part=Part.AMOUNT,
        )
        return
    if said.rake < 0 or said.rake > said.total:
        what = "the rake is more than the pot"
        findings.add(codes.WRONG_POT, said.line, what, found=said.rake, part=Part.RAKE)
    if said.rake and (hand.tournament or not any(table.drawn.values()) or said.rake * 10 > said.total):
        where = "in a tournament" if hand.tournament else f"from a pot of {findings.amount(said.total)}"
        findings.add(codes.ODD_RAKE, said.line, f"a rake of {findings.amount(said.rake)} {where}")
    if not said.parts and len(pots) < 2:
        return
    expected = list(zip(pot_names(len(pots)), (pot.amount for pot in pots), strict=True))
    found = list(said.parts)
    text = ", ".join(f"{name} {findings.amount(amount)}" for name, amount in expected)
    if (
        [name for name, _ in expected] != [name for name, _ in found]
        or sum(amount for _, amount in expected) - sum(amount for _, amount in found) != said.rake
        or any(less > full for (_, less), (_, full) in zip(found, expected, strict=True))
    ):
        findings.add(
            codes.WRONG_POT,
            said.line,
            "the main and side pots are not what the players put in, less the rake",
            expected=f"{text}, less a rake of {findings.amount(said.rake)}",
            found=", ".join(f"{name} {findings.amount(amount)}" for name, amount in found) or "no parts",
        )


def _check_winners(table: Table, pots: tuple[Pot, ...], outcome: Outcome, findings: Findings) -> Counter[int]:
    """Check who collected what from each pot; return how many split pots each seat had a share of."""
    shared: Counter[int] = Counter()
    said = outcome.pot
    assert said is not None  # noqa: S101  # checked by the caller
    net = dict(said.parts) or {"pot": said.total - said.rake}
    by_pot: dict[str, list[tuple[int, ev.Collected]]] = {}
    for seat, event in outcome.collected:
        by_pot.setdefault(event.pot, []).append((seat, event))
    for name, pot in zip(pot_names(len(pots)), pots, strict=True):
        taken = by_pot.pop(name, [])
        if name not in net:
            continue  # the pots themselves are wrong, and noted
        amounts = [event.amount for _, event in taken]
        line = taken[0][1].line if taken else said.line
        if sum(amounts) != net[name]:
            findings.add(
                codes.WRONG_COLLECTED,
                line,
                f"what is collected from the {name} is not the {name}",
                expected=net[name],
                found=sum(amounts),
                part=Part.AMOUNT if len(taken) == 1 else None,
            )
            continue
        winners = {seat for seat, _ in taken}
        for seat, event in taken:
            if seat not in pot.seats:
                findings.add(codes.WRONG_WINNER, event.line, f"{event.player} has no part in the {name}")
        _check_best(table, pot, winners, name, line, findings)
        _check_shares(table, taken, name, findings)
        if len(winners) > 1:
            shared.update(winners)
    for name, taken in by_pot.items():
        what = f"there is no {name} in this hand"
        findings.add(codes.WRONG_COLLECTED, taken[0][1].line, what, found=name, part=Part.POT)
    return shared


def _check_shares(table: Table, taken: list[tuple[int, ev.Collected]], name: str, findings: Findings) -> None:
    """Check that winners of a pot have equal shares, and the odd chips where the room says who gets them."""
    found = {seat: event.amount for seat, event in taken}
    if not found:
        return
    due = share(sum(found.values()), [seat for seat in table.order if seat in found])
    wrong = found != due if table.rules.odd_chip_left else max(found.values()) - min(found.values()) > 1
    if wrong or len(found) < len(taken):
        findings.add(
            codes.WRONG_COLLECTED,
            taken[0][1].line,
            f"the {name} is shared unequally",
            expected=" and ".join(findings.amount(due[seat]) for seat in found),
            found=" and ".join(findings.amount(event.amount) for _, event in taken),
        )


def _check_best(table: Table, pot: Pot, winners: set[int], name: str, line: int, findings: Findings) -> None:
    """Check the winners of a pot by the hands that are known; a hidden hand may always be worse."""
    values = {seat: value(cards) for seat in pot.seats if (cards := table.hands[seat]) and len(cards) == 4}
    if not values or not winners:
        return
    best = min(values.values())
    should = {seat for seat, held in values.items() if held == best}
    wrong = any(values.get(seat, best) != best for seat in winners)
    hidden_winner = any(seat not in values for seat in winners)
    if wrong or (not hidden_winner and not should <= winners):
        findings.add(
            codes.WRONG_WINNER,
            line,
            f"the {name} does not go to the best hand",
            expected=" and ".join(f"{findings.name(seat)} with {describe(best)}" for seat in sorted(should)),
            found=" and ".join(findings.name(seat) for seat in sorted(winners)),
            part=Part.PLAYER if len(winners) == 1 else None,
        )


def _check_seats(
    hand: Hand,
    table: Table,
    outcome: Outcome,
    left: dict[int, int],
    won: Counter[int],
    findings: Findings,
) -> None:
    dealt = {seat.seat: seat.player for seat in hand.seats if seat.dealt}
    shown = {seat for seat, event in outcome.ends if isinstance(event, ev.Showed)}
    for line in outcome.seats:
        if dealt.get(line.seat) != line.player:
            continue  # noted by the text alone
        due = _due_line(table, line, left, won[line.seat], line.seat in shown, findings)
        found = _claims(line, findings)
        if due != found:
            findings.add(
                codes.WRONG_SEAT_SUMMARY,
                line.line,
                f"the summary of {line.player} contradicts the hand",
                expected=", ".join(due),
                found=", ".join(found),
                part=_find_wrong_part(line, due, found),
            )


def _find_wrong_part(line: ev.SeatSummary, due: tuple[str, ...], found: tuple[str, ...]) -> Part:
    """Return the part of a summary line with the first claim that the hand contradicts."""
    tags = len(line.tags)
    if due[:tags] != found[:tags]:
        return Part.TAGS
    same_outcome = due[tags : tags + 1] == found[tags : tags + 1]
    return Part.AMOUNT if same_outcome and line.amount is not None else Part.OUTCOME


def _claims(line: ev.SeatSummary, findings: Findings) -> tuple[str, ...]:
    """Return what a summary line says, in words that can be compared."""
    words = list(line.tags)
    words.append(line.outcome)
    if line.outcome is Ending.FOLDED:
        words.append(_when(line.street or 0))
        if line.did_not_bet:
            words.append("didn't bet")
    if line.amount is not None:
        words.append(findings.amount(line.amount))
    return tuple(words)


def _due_line(
    table: Table, line: ev.SeatSummary, left: dict[int, int], won: int, shown: bool, findings: Findings
) -> tuple[str, ...]:
    """Return what a seat's summary line should say."""
    seat = line.seat
    words = []
    if seat == table.button:
        words.append("button")
    if seat == table.small_blind:
        words.append("small blind")
    if seat == table.big_blind:
        words.append("big blind")
    if seat in table.folded:
        words += [Ending.FOLDED, _when(left[seat])]
        if not left[seat] and table.put_in[seat] == table.antes[seat]:
            words.append("didn't bet")
    elif table.phase is Phase.OVER:
        # After an uncontested win the line says the amount, or names cards that were shown as mucked.
        mucked = shown and line.outcome is Ending.MUCKED
        words += [Ending.MUCKED] if mucked else [Ending.COLLECTED, findings.amount(won)]
    elif won:
        words += [Ending.SHOWED_WON, findings.amount(won)]
    else:
        words.append(Ending.SHOWED_LOST if shown else Ending.MUCKED)
    return tuple(words)


def _when(draws: int) -> str:
    return f"after draw {draws}" if draws else "before the draw"
