"""Checks the end of a hand against the table: pots, rake, winners, shown hands, and every line of the summary."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TypeAlias

from badugi_hh import problems as codes
from badugi_hh.engine.rules import FirstToShow
from badugi_hh.engine.state import Pot, share
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.values import describe, value
from badugi_hh.engine.violation import RuleError
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Outcome
from badugi_hh.history.write import pot_names
from badugi_hh.problems import Part
from badugi_hh.replay.problem_report import ProblemReport
from badugi_hh.replay.records import Result

_CHIPS = {5, 25, 100, 500, 2500}
"""The chips above the smallest one in which a pot may be split, in cents."""
ShowdownLine: TypeAlias = ev.Showed | ev.Mucked | ev.NotShown
"""A line on whether a player shows the hand at the end."""


@dataclass(slots=True)
class ClaimedResults:
    """What the text states about the end, collected while the hand is replayed."""

    collected: list[tuple[int, ev.Collected]] = field(default_factory=list)
    cashed_out: dict[int, int] = field(
        default_factory=dict
    )  # by seat; the site pays it whether or not the seat wins
    showdown: list[tuple[int, ShowdownLine]] = field(default_factory=list)
    seats: list[ev.SeatSummary] = field(default_factory=list)
    pot: ev.PotSummary | None = None
    summary: int = 0  # the line where it begins


def check_results(
    hand: Hand,
    table: Table,
    pots: tuple[Pot, ...],
    claimed: ClaimedResults,
    left: dict[int, int],
    report: ProblemReport,
) -> dict[int, Result]:
    """Return the result of every seat, and note each line about the end that the table contradicts.

    Args:
        hand: the hand as parsed.
        table: the table after the last event.
        pots: its main pot and side pots.
        claimed: what the text states about the end.
        left: number of draws begun when a seat folded.
        report: where problems are noted.
    """
    if claimed.pot is None:
        if claimed.seats:  # a hand without them is cut off earlier, which is noted already
            report.add(codes.CUT_OFF, claimed.summary + 1, "the hand has no line for the total pot")
        return {}
    named = dict(zip(pot_names(len(pots)), pots, strict=True))
    return _Ending(hand, table, named, claimed, claimed.pot, left, report).check()


@dataclass(frozen=True, slots=True)
class _Ending:
    """The end of a hand; `pots` are by the names that the text gives them, main pot first."""

    hand: Hand
    table: Table
    pots: dict[str, Pot]
    claimed: ClaimedResults
    pot_line: ev.PotSummary
    left: dict[int, int]
    report: ProblemReport

    def check(self) -> dict[int, Result]:
        """Return the results, and note what is wrong."""
        table, claimed = self.table, self.claimed
        self.make_mucked_known()
        paid = _sum_collected(claimed, claimed.cashed_out)
        self.give_to_cashed_out()
        won = _sum_collected(claimed, {})
        self.check_pots()
        shared = self.check_winners()
        self.check_showdown()
        self.check_seats(won)
        known = {
            seat: event.cards
            for seat, event in claimed.showdown
            if isinstance(event, ev.Showed) and len(event.cards) == 4
        }
        for line in claimed.seats:
            if line.cards and len(line.cards) == 4:
                known[line.seat] = line.cards
        at_showdown = table.phase is Phase.SHOWDOWN
        return {
            seat: Result(
                seat=seat,
                put_in=table.put_in[seat],
                won=paid.get(seat, 0),
                left=self.left.get(seat),
                showdown=at_showdown and seat not in table.folded,
                shown=known.get(seat),
                shared=shared.get(seat, 0),
            )
            for seat in table.order
        }

    def give_to_cashed_out(self) -> None:
        """Add what is left of a pot to the players who win it and have cashed out.

        The site takes it, and only their summary lines show it.
        """
        winners = {line.seat: line for line in self.claimed.seats if line.cashed_out and line.amount}
        if not winners:
            return
        pot_line, table, claimed = self.pot_line, self.table, self.claimed
        net = dict(pot_line.parts) or {"pot": pot_line.total - pot_line.rake}
        for name, pot in self.pots.items():
            left = net.get(name, 0) - sum(event.amount for _, event in claimed.collected if event.pot == name)
            held = {seat: table.hands[seat] for seat in table.order if seat in winners and seat in pot.seats}
            values = {seat: value(cards) for seat, cards in held.items() if cards and len(cards) == 4}
            best = [seat for seat in held if values.get(seat) == min(values.values(), default=None)]
            for seat, amount in (share(left, best) if left > 0 and best else {}).items():
                event = ev.Collected(winners[seat].player, amount, name, line=winners[seat].line)
                claimed.collected.append((seat, event))

    def make_mucked_known(self) -> None:
        """Show on the table the hands and cards that only the summary names."""
        table, claimed, report = self.table, self.claimed, self.report
        shown = {(seat, event.cards) for seat, event in claimed.showdown if isinstance(event, ev.Showed)}
        for line in claimed.seats:
            if not line.cards or (line.seat, line.cards) in shown:
                continue  # hands that were shown earlier are checked already
            if line.seat in table.stacks and report.name(line.seat) == line.player:
                try:
                    table.show(line.seat, line.cards)
                except RuleError as error:
                    report.add_violation(error, line.line, line.player)

    def check_pots(self) -> None:
        hand, table, pot_line, report = self.hand, self.table, self.pot_line, self.report
        if pot_line.total != table.pot:
            report.add(
                codes.WRONG_POT,
                pot_line.line,
                "the total pot is not what the players put in",
                expected=table.pot,
                found=pot_line.total,
                part=Part.AMOUNT,
            )
            return
        if pot_line.rake < 0 or pot_line.rake > pot_line.total:
            what = "the rake is more than the pot"
            report.add(codes.WRONG_POT, pot_line.line, what, found=pot_line.rake, part=Part.RAKE)
        if pot_line.rake and (
            hand.tournament or not any(table.drawn.values()) or pot_line.rake * 10 > pot_line.total
        ):
            where = "in a tournament" if hand.tournament else f"from a pot of {report.amount(pot_line.total)}"
            report.add(codes.ODD_RAKE, pot_line.line, f"a rake of {report.amount(pot_line.rake)} {where}")
        if not pot_line.parts and len(self.pots) < 2:
            return
        expected = [(name, pot.amount) for name, pot in self.pots.items()]
        found = list(pot_line.parts)
        text = ", ".join(f"{name} {report.amount(amount)}" for name, amount in expected)
        if (
            [name for name, _ in expected] != [name for name, _ in found]
            or sum(amount for _, amount in expected) - sum(amount for _, amount in found) != pot_line.rake
            or any(less > full for (_, less), (_, full) in zip(found, expected, strict=True))
        ):
            report.add(
                codes.WRONG_POT,
                pot_line.line,
                "the main and side pots are not what the players put in, less the rake",
                expected=f"{text}, less a rake of {report.amount(pot_line.rake)}",
                found=", ".join(f"{name} {report.amount(amount)}" for name, amount in found) or "no parts",
            )

    def check_winners(self) -> dict[int, int]:
        """Check who collected what from each pot; return how many split pots each seat had a share of."""
        shared: dict[int, int] = {}
        pot_line, report = self.pot_line, self.report
        # A total pot that is not what the players put in is noted itself: what agrees with one of them is not wrong too.
        net = dict(pot_line.parts) or {"pot": self.table.pot - pot_line.rake}
        stated = dict(pot_line.parts) or {"pot": pot_line.total - pot_line.rake}
        by_pot: dict[str, list[tuple[int, ev.Collected]]] = {}
        for seat, event in self.claimed.collected:
            by_pot.setdefault(event.pot, []).append((seat, event))
        for name, pot in self.pots.items():
            taken = by_pot.pop(name, [])
            if name not in net:
                continue  # the pots themselves are wrong, and noted
            amounts = [event.amount for _, event in taken]
            line = taken[0][1].line if taken else pot_line.line
            if sum(amounts) not in {net[name], stated[name]}:
                report.add(
                    codes.WRONG_COLLECTED,
                    line,
                    f"the amount collected from the {name} is not the {name}",
                    expected=net[name],
                    found=sum(amounts),
                    part=Part.AMOUNT if len(taken) == 1 else None,
                )
                continue
            winners = {seat for seat, _ in taken}
            for seat, event in taken:
                if seat not in pot.seats:
                    report.add(codes.WRONG_WINNER, event.line, f"{event.player} has no part in the {name}")
            self.check_best(pot, winners, name, line)
            self.check_shares(taken, name)
            if len(winners) > 1:
                shared |= {seat: shared.get(seat, 0) + 1 for seat in winners}
        for name, taken in by_pot.items():
            what = f"there is no {name} in this hand"
            report.add(codes.WRONG_COLLECTED, taken[0][1].line, what, found=name, part=Part.POT)
        return shared

    def check_shares(self, taken: list[tuple[int, ev.Collected]], name: str) -> None:
        """Check that the winners of a pot have equal shares, and the odd chips where the room has a rule for them.

        The amounts collected are known to add up to the pot.
        """
        if len(taken) < 2:
            return
        shares = {seat: event.amount for seat, event in taken}
        due = share(sum(shares.values()), [seat for seat in self.table.order if seat in shares])
        wrong = (
            shares != due
            if self.table.rules.odd_chip_left
            else max(shares.values()) - min(shares.values()) > 1
        )
        if wrong or len(shares) < len(taken):
            larger = len(shares) == len(taken) and self.is_split_in_chips(list(shares.values()))
            self.report.add(
                codes.LARGER_CHIPS if larger else codes.WRONG_COLLECTED,
                taken[0][1].line,
                f"the {name} is shared in larger chips" if larger else f"the {name} is shared unequally",
                expected=" and ".join(self.report.amount(due[seat]) for seat in shares),
                found=" and ".join(self.report.amount(event.amount) for _, event in taken),
            )

    def is_split_in_chips(self, shares: list[int]) -> bool:
        """Return whether shares differ by one chip of a cash table that divides both blinds, and consist of such chips.

        One hand of 2008 is known, with chips of five cents at $0.25/$0.50. The amounts that players put in are multiples of such
        a chip. Tournaments and play money split to the last chip, and a room with a rule for odd chips follows it.
        """
        chip, rules = max(shares) - min(shares), self.table.rules
        return (
            self.hand.tournament is None
            and self.hand.stakes.currency is not None
            and not rules.odd_chip_left
            and chip in _CHIPS
            and not any(amount % chip for amount in (rules.small_blind, rules.big_blind, *shares))
        )

    def check_best(self, pot: Pot, winners: set[int], name: str, line: int) -> None:
        """Check the winners of a pot by the known hands; an unknown hand can always be worse."""
        values = {
            seat: value(cards) for seat in pot.seats if (cards := self.table.hands[seat]) and len(cards) == 4
        }
        if not values or not winners:
            return
        best = min(values.values())
        should = {seat for seat, held in values.items() if held == best}
        wrong = any(values.get(seat, best) != best for seat in winners)
        hidden_winner = any(seat not in values for seat in winners)
        if wrong or (not hidden_winner and not should <= winners):
            self.report.add(
                codes.WRONG_WINNER,
                line,
                f"the {name} does not go to the best hand",
                expected=" and ".join(
                    f"{self.report.name(seat)} with {describe(best)}" for seat in sorted(should)
                ),
                found=" and ".join(self.report.name(seat) for seat in sorted(winners)),
                part=Part.PLAYER if len(winners) == 1 else None,
            )

    def check_seats(self, won: dict[int, int]) -> None:
        claimed, report = self.claimed, self.report
        dealt = {seat.seat: seat.player for seat in self.hand.seats if seat.dealt}
        shown = {seat for seat, event in claimed.showdown if isinstance(event, ev.Showed)}
        for line in claimed.seats:
            if dealt.get(line.seat) != line.player or line.outcome is Outcome.NOT_DEALT:
                continue  # `consistency` notes it
            due = self.due_line(line, won.get(line.seat, 0), line.seat in shown)
            found = _claims(line, report)
            if due != found:
                report.add(
                    codes.WRONG_SEAT_SUMMARY,
                    line.line,
                    f"the summary of {line.player} contradicts the hand",
                    expected=", ".join(due),
                    found=", ".join(found),
                    part=_find_wrong_part(line, due, found),
                )

    def due_line(self, line: ev.SeatSummary, won: int, shown: bool) -> tuple[str, ...]:
        """Return what a seat's summary line should state, in the same words."""
        seat, table, left, report = line.seat, self.table, self.left, self.report
        words = []
        if seat == table.button:
            words.append("button")
        if seat == table.small_blind:
            words.append("small blind")
        if seat == table.big_blind:
            words.append("big blind")
        if seat in table.folded:
            words += [Outcome.FOLDED, _when(left[seat])]
            if not left[seat] and table.put_in[seat] == table.antes[seat]:
                words.append("didn't bet")
        elif table.phase is Phase.OVER:
            # After an uncontested win the line has the amount, or calls shown cards mucked.
            mucked = shown and line.outcome is Outcome.MUCKED
            words += [Outcome.MUCKED] if mucked else [Outcome.COLLECTED, report.amount(won)]
        elif won:
            words += [Outcome.SHOWED_WON, report.amount(won)]
        else:
            words.append(Outcome.SHOWED_LOST if shown else Outcome.MUCKED)
        return tuple(words)

    def check_showdown(self) -> None:
        """Note hands that are not shown or mucked exactly once, shown in a wrong order, or after the pot was collected."""
        table, report, collected = self.table, self.report, self.claimed.collected
        seen: Counter[int] = Counter()
        at_showdown = table.phase is Phase.SHOWDOWN
        for seat, event in self.claimed.showdown:
            seen[seat] += 1
            wrong = isinstance(event, ev.NotShown) if at_showdown else isinstance(event, ev.Mucked)
            if seen[seat] > 1:
                report.add(codes.SHOWN_ONCE, event.line, f"{event.player} shows or mucks a second time")
            elif wrong:
                does = "does not show at a showdown" if at_showdown else "mucks without a showdown"
                report.add(codes.SHOWN_ONCE, event.line, f"{event.player} {does}")
        if not at_showdown:
            ends = [event for event in self.hand.events if isinstance(event, ev.NotShown | ev.Collected)]
            for end in takewhile(lambda end: isinstance(end, ev.NotShown), ends if collected else []):
                what = f"{end.player} shows or mucks before collecting the pot"
                report.add(codes.UNUSUAL_ORDER, end.line, what)
            return
        summaries = {line.seat: line.line for line in self.claimed.seats}
        for seat in table.live:
            if not seen[seat]:
                what = f"{report.name(seat)} neither shows nor mucks"
                report.add(codes.SHOWN_ONCE, summaries.get(seat, 0), what)
        self.check_order()
        self.check_first()

    def check_order(self) -> None:
        """Note each player who shows or mucks after a pot that they could win was collected."""
        last = {seat: event.line for seat, event in reversed(self.claimed.showdown)}
        for _, event in self.claimed.collected:
            pot = self.pots.get(event.pot)
            late = [last[seat] for seat in pot.seats if last.get(seat, 0) > event.line] if pot else []
            if late:
                self.report.add(
                    codes.UNUSUAL_ORDER,
                    min(late),
                    f"a hand is shown or mucked after the {event.pot} was collected",
                )

    def check_first(self) -> None:
        """Note the first player who shows or mucks out of turn: last pot first, in each from the last bettor on."""
        if self.table.rules.first_to_show is FirstToShow.ANYONE:
            return
        due: list[int] = []
        for pot in reversed(self.pots.values()):
            due += [seat for seat in self.table.showdown_order() if seat in pot.seats and seat not in due]
        first_time = dict(reversed(self.claimed.showdown))
        in_order = sorted(first_time.items(), key=lambda item: item[1].line)
        for (seat, event), expected in zip(
            in_order, [seat for seat in due if seat in first_time], strict=False
        ):
            if seat != expected:
                self.report.add(
                    codes.SHOWDOWN_ORDER,
                    event.line,
                    f"{event.player} shows or mucks out of turn",
                    expected=self.report.name(expected),
                    found=event.player,
                    part=Part.PLAYER,
                )
                return


def _sum_collected(claimed: ClaimedResults, before: dict[int, int]) -> dict[int, int]:
    """Return what each seat collected from all pots, and had `before`."""
    sums = dict(before)
    for seat, event in claimed.collected:
        sums[seat] = sums.get(seat, 0) + event.amount
    return sums


def _find_wrong_part(line: ev.SeatSummary, due: tuple[str, ...], found: tuple[str, ...]) -> Part:
    """Return the part of a summary line with the first claim that the hand contradicts."""
    tags = len(line.tags)
    if due[:tags] != found[:tags]:
        return Part.TAGS
    same_outcome = due[tags : tags + 1] == found[tags : tags + 1]
    return Part.AMOUNT if same_outcome and line.amount is not None else Part.OUTCOME


def _claims(line: ev.SeatSummary, report: ProblemReport) -> tuple[str, ...]:
    """Return what a summary line states, in words that can be compared."""
    words = list(line.tags)
    words.append(line.outcome)
    if line.outcome is Outcome.FOLDED:
        words.append(_when(line.street or 0))
        if line.did_not_bet:
            words.append("didn't bet")
    if line.amount is not None:
        words.append(report.amount(line.amount))
    return tuple(words)


def _when(draws: int) -> str:
    return f"after draw {draws}" if draws else "before the draw"
