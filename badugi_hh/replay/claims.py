"""Holds a hand's text against itself: what is wrong whatever was played.

These checks need no table, so they also reach the rest of a hand whose play nobody could follow to its end; then
the sums that the table would have given are taken from the text alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from badugi_hh import problems as codes
from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.rules import Betting
from badugi_hh.engine.values import describe, value
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Section
from badugi_hh.problems import Part
from badugi_hh.replay.report import Findings


def check_claims(hand: Hand, findings: Findings, *, played: bool) -> None:
    """Note what contradicts itself in the text of a hand.

    Args:
        hand: the hand as parsed.
        findings: where problems are noted.
        played: whether the table followed the hand to its end, and has held its sums and shows against the play.
    """
    _check_stakes(hand, findings)
    _check_order(hand, findings)
    _check_plurals(hand, findings)
    _check_descriptions(hand, findings)
    _check_summary_seats(hand, findings)
    if not played:
        _check_sums(hand, findings)
        _check_shown_cards(hand, findings)


def _check_stakes(hand: Hand, findings: Findings) -> None:
    stakes = hand.stakes
    if stakes.betting is Betting.FIXED and stakes.high != 2 * stakes.low:
        findings.add(
            codes.UNUSUAL_STAKES,
            1,
            "the big bet is not twice the small bet",
            expected=2 * stakes.low,
            found=stakes.high,
            part=Part.HIGH_STAKE,
            by_text=True,
        )


def _check_order(hand: Hand, findings: Findings) -> None:
    """Note what stands before something that the client writes first."""

    def note(line: int, message: str) -> None:
        findings.add(codes.UNUSUAL_ORDER, line, message, by_text=True)

    summary = [event for event in hand.events if isinstance(event, ev.SeatSummary)]
    places = {"seat": [(seat.seat, seat.line) for seat in hand.seats]}
    places["summary of seat"] = [(event.seat, event.line) for event in summary]
    for what, lines in places.items():
        for (before, _), (after, line) in pairwise(lines):
            if after < before:
                note(line, f"the {what} {after} stands after that of seat {before}")
    posts = [event.line for event in hand.events if isinstance(event, ev.Posted)]
    for seat in hand.seats:
        if posts and seat.line > posts[0]:
            note(seat.line, f"the seat of {seat.player} stands after a post")
    for event in hand.events:
        if isinstance(event, ev.PotSummary) and summary and event.line > summary[0].line:
            note(event.line, "the total pot stands after a seat's summary")
    collected = [event.line for event in hand.events if isinstance(event, ev.Collected)]
    out: set[str] = set()
    for event in hand.events:
        if isinstance(event, ev.Finished):
            if collected and event.line < collected[-1]:
                note(event.line, f"{event.player} leaves the tournament before the pot is collected")
            if event.player in out:
                what = f"{event.player} leaves the tournament twice"
                findings.add(codes.MISPLACED_LINE, event.line, what, by_text=True)
            out.add(event.player)


def _check_plurals(hand: Hand, findings: Findings) -> None:
    """Note a number of cards that its noun contradicts: the client writes `1 card` and `2 cards`."""
    for event in hand.events:
        if isinstance(event, ev.Discarded) and event.wrong_plural:
            noun = "cards" if event.count == 1 else "card"
            what = f"{event.player} discards {event.count} {noun}: the number or the word was changed"
            findings.add(codes.UNUSUAL_ORDER, event.line, what, by_text=True)


def _check_descriptions(hand: Hand, findings: Findings) -> None:
    for event in _shows(hand):
        if event.description is None or not event.cards or len(set(event.cards)) != 4:
            continue
        due = describe(value(event.cards))
        if event.description != due:
            findings.add(
                codes.WRONG_DESCRIPTION,
                event.line,
                f"{event.player}'s {names(event.cards)} are described wrongly",
                expected=due,
                found=event.description,
                part=Part.DESCRIPTION,
                by_text=True,
            )


def _shows(hand: Hand) -> Iterator[ev.Showed | ev.SeatSummary]:
    for event in hand.events:
        if isinstance(event, ev.Showed | ev.SeatSummary):
            yield event


def _check_summary_seats(hand: Hand, findings: Findings) -> None:
    """Note who was dealt in and has no summary line, or several, and who else has one.

    Of a cancelled hand the client does not write them all.
    """
    summary = [event for event in hand.events if isinstance(event, ev.SeatSummary)]
    begins = next(
        (
            event.line
            for event in hand.events
            if isinstance(event, ev.SectionBegan) and event.section is Section.SUMMARY
        ),
        0,
    )
    if not begins:
        return
    dealt = {seat.seat: seat.player for seat in hand.seats if seat.dealt}
    seat_of = {player: seat for seat, player in dealt.items()}
    seen: Counter[int] = Counter()
    pot = next((event.line for event in hand.events if isinstance(event, ev.PotSummary)), 0)
    for line in summary:
        seat = seat_of.get(line.player, line.seat)
        seen[seat] += 1
        if seat != line.seat:
            findings.add(
                codes.MISSING_SEAT_SUMMARY,
                line.line,
                f"{line.player} has seat {seat} above and seat {line.seat} here",
                expected=f"seat {seat}",
                found=f"Seat {line.seat}",
                part=Part.SEAT,
                by_text=True,
            )
        elif seen[line.seat] > 1 or line.player not in seat_of:
            findings.add(
                codes.MISSING_SEAT_SUMMARY,
                line.line,
                f"a summary line for seat {line.seat}, {line.player}",
                expected="one line" if seen[line.seat] > 1 else dealt.get(line.seat, "nobody"),
                found=line.player,
                part=Part.PLAYER,
                by_text=True,
            )
    cancelled = any(isinstance(event, ev.HandCancelled) for event in hand.events)
    missing = [seat for seat in dealt if not seen[seat] and not cancelled]
    if len(missing) > 1 and min(missing) > max(seen, default=0):
        end = summary[-1].line if summary else pot or begins
        findings.add(
            codes.CUT_OFF, end, f"the summary ends before the line for {dealt[min(missing)]}", by_text=True
        )
        return
    for seat in missing:
        findings.add(
            codes.MISSING_SEAT_SUMMARY,
            _where_missing(seat, summary, begins),
            f"no summary line for {dealt[seat]}",
            expected="one line each",
            found="none",
            by_text=True,
        )


def _where_missing(seat: int, summary: Sequence[ev.SeatSummary], begins: int) -> int:
    """Return the line before which a seat's summary should stand, or the last one."""
    after = [line.line for line in summary if line.seat > seat]
    before = [line.line for line in summary if line.seat < seat]
    return min(after, default=max(before, default=begins))


def _check_sums(hand: Hand, findings: Findings) -> None:
    """Hold the total pot against what was collected and the rake, and each player's summary against what he took."""
    said = next((event for event in hand.events if isinstance(event, ev.PotSummary)), None)
    won: Counter[str] = Counter()
    for event in hand.events:
        if isinstance(event, ev.Collected):
            won[event.player] += event.amount
        if isinstance(event, ev.SeatSummary) and event.cashed_out:
            return  # the room has the pot
    if said is None or not won:
        return
    if said.total != won.total() + said.rake:
        findings.add(
            codes.WRONG_COLLECTED,
            said.line,
            "what is collected and the rake are not the total pot",
            expected=said.total,
            found=won.total() + said.rake,
            by_text=True,
        )
    for event in hand.events:
        if isinstance(event, ev.SeatSummary) and (event.amount or 0) != won[event.player]:
            findings.add(
                codes.WRONG_SEAT_SUMMARY,
                event.line,
                f"the summary of {event.player} contradicts what he collected",
                expected=won[event.player],
                found=event.amount or 0,
                part=Part.AMOUNT,
                by_text=True,
            )


def _check_shown_cards(hand: Hand, findings: Findings) -> None:
    """Note cards that are in two hands at the end, and a player who shows two different hands."""
    held: dict[str, Cards] = {}
    for event in _shows(hand):
        cards = event.cards or ()
        if len(set(cards)) < len(cards):
            findings.add(
                codes.CARD_TWICE, event.line, f"a card stands twice among {names(cards)}", by_text=True
            )
        elif event.player in held and len(cards) == 4 and set(held[event.player]) != set(cards):
            findings.add(
                codes.NOT_HELD,
                event.line,
                f"{event.player} shows other cards than before",
                expected=names(held[event.player]),
                found=names(cards),
                part=Part.CARDS,
                by_text=True,
            )
        for other, hand_of_other in held.items():
            if other != event.player and (both := set(hand_of_other) & set(cards)):
                what = f"{names(tuple(both))} is with {other} and {event.player}"
                findings.add(codes.CARD_TWICE, event.line, what, by_text=True)
        if len(cards) == 4:
            held.setdefault(event.player, cards)
