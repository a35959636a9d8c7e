"""Checks a hand's text for contradictions that no table is needed to see.

So the checks also cover the rest of a hand that could not be replayed to its end. In such a hand the sums, which the
table would have given, are compared within the text. Winner, places and bounties of a tournament need the results.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from badugi_hh import problems as codes
from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.engine.values import describe, value
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Outcome, Section
from badugi_hh.problems import Part
from badugi_hh.replay.problem_report import ProblemReport
from badugi_hh.replay.records import Result

_SHOWS = (ev.Showed, ev.SeatSummary)


def check_consistency(hand: Hand, report: ProblemReport, *, played: bool) -> None:
    """Note contradictions within the text of a hand.

    Args:
        hand: the hand as parsed.
        report: where problems are noted.
        played: whether the hand was replayed to its end, so that its sums and shown cards are checked already.
    """
    _check_stakes(hand, report)
    _check_wording(hand, report)
    _check_order(hand, report)
    _check_plurals(hand, report)
    _check_descriptions(hand, report)
    _check_summary_seats(hand, report)
    if not played:
        _check_sums(hand, report)
        _check_shown_cards(hand, report)


def _check_stakes(hand: Hand, report: ProblemReport) -> None:
    stakes = hand.stakes
    if stakes.betting is Betting.FIXED and stakes.high != 2 * stakes.low:
        report.add(
            codes.UNUSUAL_STAKES,
            1,
            "the big bet is not twice the small bet",
            expected=2 * stakes.low,
            found=stakes.high,
            part=Part.HIGH_STAKE,
            by_text=True,
        )


def _check_wording(hand: Hand, report: ProblemReport) -> None:
    """Note once what only converters write."""
    if hand.unusual:
        line, what = hand.unusual[0][0], " and ".join(dict.fromkeys(what for _, what in hand.unusual))
        report.add(
            codes.UNUSUAL_ORDER,
            line,
            f"the hand has {what}, which the client does not write",
            by_text=True,
        )


def _check_order(hand: Hand, report: ProblemReport) -> None:
    """Note a line that precedes a line which the client writes first."""

    def note(line: int, message: str) -> None:
        report.add(codes.UNUSUAL_ORDER, line, message, by_text=True)

    summary = hand.of(ev.SeatSummary)
    for before, after in pairwise(hand.seats):
        if after.seat < before.seat:
            note(after.line, f"the seat {after.seat} follows that of seat {before.seat}")
    for earlier, later in pairwise(summary):
        if later.seat < earlier.seat:
            note(later.line, f"the summary of seat {later.seat} follows that of seat {earlier.seat}")
    posts = hand.of(ev.Posted)
    for seat in hand.seats:
        if posts and seat.line > posts[0].line:
            note(seat.line, f"the seat of {seat.player} follows a post")
    for pot in hand.of(ev.PotSummary):
        if summary and pot.line > summary[0].line:
            note(pot.line, "the total pot follows a seat's summary")
    collected = hand.of(ev.Collected)
    out: set[str] = set()
    for event in hand.of(ev.Finished):
        if collected and event.line < collected[-1].line:
            note(event.line, f"{event.player} leaves the tournament before the pot is collected")
        if event.player in out:
            what = f"{event.player} leaves the tournament twice"
            report.add(codes.MISPLACED_LINE, event.line, what, by_text=True)
        out.add(event.player)


def _check_plurals(hand: Hand, report: ProblemReport) -> None:
    """Note a number of cards that its noun contradicts: the client writes `1 card` and `2 cards`."""
    for event in hand.of(ev.Discarded):
        if event.wrong_plural:
            noun = "cards" if event.count == 1 else "card"
            what = f"{event.player} discards {event.count} {noun}: the number or the word was changed"
            report.add(codes.UNUSUAL_ORDER, event.line, what, by_text=True)


def _check_descriptions(hand: Hand, report: ProblemReport) -> None:
    for event in _shows(hand):
        mucked = event.description is None and isinstance(event, ev.SeatSummary)
        if mucked or not event.cards or len(set(event.cards)) != 4:
            continue
        due = describe(value(event.cards))
        if event.description != due:
            what = "no" if event.description is None else "a wrong"
            report.add(
                codes.WRONG_DESCRIPTION,
                event.line,
                f"{event.player}'s {names(event.cards)} have {what} description",
                expected=due,
                found=event.description,
                part=Part.LINE if event.description is None else Part.DESCRIPTION,
                by_text=True,
            )


def _shows(hand: Hand) -> list[ev.Showed | ev.SeatSummary]:
    return [event for event in hand.events if isinstance(event, _SHOWS)]


def _check_summary_seats(hand: Hand, report: ProblemReport) -> None:
    """Note each player dealt in who has no summary line or several, and each other player who has one.

    The client does not write all summary lines of a cancelled hand.
    """
    summary = hand.of(ev.SeatSummary)
    sections = hand.of(ev.SectionBegan)
    begins = next((event.line for event in sections if event.section is Section.SUMMARY), 0)
    if not begins:
        return
    dealt = {seat.seat: seat.player for seat in hand.seats if seat.dealt}
    seat_of = {player: seat for seat, player in dealt.items()}
    at_table = {seat.player: seat.seat for seat in hand.seats}
    seen: dict[int, int] = {}  # number of lines
    pot = next((event.line for event in hand.of(ev.PotSummary)), 0)
    for line in summary:
        named = at_table if line.outcome is Outcome.NOT_DEALT else seat_of
        seat = named.get(line.player, line.seat)
        seen[seat] = seen.get(seat, 0) + 1
        if seat != line.seat:
            report.add(
                codes.MISSING_SEAT_SUMMARY,
                line.line,
                f"{line.player} has seat {seat} above and seat {line.seat} here",
                expected=f"seat {seat}",
                found=f"Seat {line.seat}",
                part=Part.SEAT,
                by_text=True,
            )
        elif seen[line.seat] > 1 or line.player not in named:
            report.add(
                codes.MISSING_SEAT_SUMMARY,
                line.line,
                f"a summary line for seat {line.seat}, {line.player}",
                expected="one line" if seen[line.seat] > 1 else dealt.get(line.seat, "nobody"),
                found=line.player,
                part=Part.PLAYER,
                by_text=True,
            )
        elif line.outcome is Outcome.NOT_DEALT:
            _check_not_dealt(hand, line, report, dealt=line.player in seat_of)
    cancelled = hand.of(ev.HandCancelled)
    missing = [seat for seat in dealt if seat not in seen and not cancelled]
    if len(missing) > 1 and min(missing) > max(seen, default=0):
        end = summary[-1].line if summary else pot or begins
        report.add(
            codes.CUT_OFF, end, f"the summary ends before the line for {dealt[min(missing)]}", by_text=True
        )
        return
    for seat in missing:
        report.add(
            codes.MISSING_SEAT_SUMMARY,
            _where_missing(seat, summary, begins),
            f"no summary line for {dealt[seat]}",
            expected="one line each",
            found="none",
            by_text=True,
        )


def _check_not_dealt(hand: Hand, line: ev.SeatSummary, report: ProblemReport, *, dealt: bool) -> None:
    """Note a summary line with nothing but a name if the player is dealt in, or if its tags are those of another seat.

    In a tournament it is unusual also if no other line shows the player in the hand, unless they are out of hand.
    """
    if dealt:
        cut = line is hand.events[-1]
        report.add(
            codes.CUT_OFF if cut else codes.WRONG_SEAT_SUMMARY,
            line.line,
            "the hand ends within a line of its summary"
            if cut
            else f"the summary of {line.player}, who is dealt in, has no outcome",
            part=Part.LINE,
            by_text=True,
        )
        return
    posted = {event.post for event in hand.of(ev.Posted)}
    possible = ["button"] if line.seat == hand.button else []
    possible += [] if posted & {Post.SMALL_BLIND, Post.BOTH_BLINDS} else ["small blind"]
    if not {*possible} >= {*line.tags}:
        report.add(
            codes.WRONG_SEAT_SUMMARY,
            line.line,
            f"the summary of {line.player}, who is not dealt in, has the tag of another seat",
            expected=" or ".join(possible) or "no tag",
            found=" and ".join(line.tags),
            part=Part.TAGS,
            by_text=True,
        )
    away = {seat.player for seat in hand.seats if seat.away and seat.out_of_hand is None}
    if hand.tournament is not None and line.player in away:
        what = (
            f"the summary of {line.player} has no outcome; a tournament deals in all players with a seat line"
        )
        report.add(codes.UNUSUAL_ORDER, line.line, what, part=Part.LINE, by_text=True)


def _where_missing(seat: int, summary: Sequence[ev.SeatSummary], begins: int) -> int:
    """Return the line that a seat's summary should precede, or the last one."""
    after = [line.line for line in summary if line.seat > seat]
    before = [line.line for line in summary if line.seat < seat]
    return min(after, default=max(before, default=begins))


def _check_sums(hand: Hand, report: ProblemReport) -> None:
    """Compare the total pot with the collected amounts and the rake, and each summary with what its player collected."""
    pot_line = next((event for event in hand.events if isinstance(event, ev.PotSummary)), None)
    won: Counter[str] = Counter()
    for event in hand.events:
        if isinstance(event, ev.Collected):
            won[event.player] += event.amount
        if isinstance(event, ev.SeatSummary) and event.cashed_out:
            return  # the site has the pot
    if pot_line is None or not won:
        return
    if pot_line.total != won.total() + pot_line.rake:
        report.add(
            codes.WRONG_COLLECTED,
            pot_line.line,
            "the collected amounts and the rake are not the total pot",
            expected=pot_line.total,
            found=won.total() + pot_line.rake,
            by_text=True,
        )
    for event in hand.events:
        if isinstance(event, ev.SeatSummary) and (event.amount or 0) != won[event.player]:
            report.add(
                codes.WRONG_SEAT_SUMMARY,
                event.line,
                f"the summary of {event.player} contradicts the amount they collected",
                expected=won[event.player],
                found=event.amount or 0,
                part=Part.AMOUNT,
                by_text=True,
            )


def _check_shown_cards(hand: Hand, report: ProblemReport) -> None:
    """Note cards that are in two hands at the end, and players who show two different hands."""
    held: dict[str, Cards] = {}
    for event in _shows(hand):
        cards = event.cards or ()
        if len(set(cards)) < len(cards):
            report.add(codes.CARD_TWICE, event.line, f"a card is twice among {names(cards)}", by_text=True)
        elif event.player in held and len(cards) == 4 and set(held[event.player]) != set(cards):
            report.add(
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
                report.add(codes.CARD_TWICE, event.line, what, by_text=True)
        if len(cards) == 4:
            held.setdefault(event.player, cards)


def check_tournament(hand: Hand, results: Mapping[int, Result], report: ProblemReport) -> None:
    """Note a second winner, a winner with another place, and a bounty for a player who has chips left.

    A player who leaves can have chips left: a satellite ends while several players have chips.

    Args:
        hand: the hand as parsed.
        results: the result of each seat, empty where the hand was not replayed to its end.
        report: where problems are noted.
    """
    winners, bounties = hand.of(ev.WonTournament), hand.of(ev.BountyWon)
    if hand.tournament is None or not (winners or bounties):
        return
    out = {event.player for event in hand.of(ev.Finished)}
    winner: str | None = None
    for event in hand.events:
        match event:
            case ev.WonTournament():
                what = None
                if winner is not None:
                    what = f"{event.player} wins the tournament, but {winner} has won it already"
                elif event.player in out:
                    what = f"{event.player} wins the tournament and leaves it in another place"
                winner = event.player
                if what:
                    report.add(codes.MISPLACED_LINE, event.line, what, by_text=True)
            case ev.BountyWon():
                _check_bounty(hand, event, results, report)
            case _:
                pass


def _check_bounty(
    hand: Hand, event: ev.BountyWon, results: Mapping[int, Result], report: ProblemReport
) -> None:
    """Note a bounty for a player who has chips left."""
    for seat in hand.seats:
        if seat.player != event.eliminated:
            continue
        result = results.get(seat.seat)
        left = seat.stack - result.put_in + result.won if result else 0
        if left:
            message = f"{seat.player} is eliminated with chips left"
            report.add(codes.STILL_IN, event.line, message, expected=0, found=left)
