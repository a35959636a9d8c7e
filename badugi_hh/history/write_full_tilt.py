"""Writes a `Hand` in the words of Full Tilt: `full_tilt` reads the text back to the same events.

The client's marker lines with the pot so far are written without it. This module applies no rules: it writes hands as
they are, right or wrong.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from badugi_hh.engine import cards
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history import events as ev
from badugi_hh.history.full_tilt import MONTHS, WEEKDAYS
from badugi_hh.history.money import write_amount

_LIMITS = {Betting.FIXED: "Limit", Betting.POT: "Pot Limit", Betting.NO_LIMIT: "No Limit"}
_DRAWS = ("before the Draw", "after the 1st Draw", "after the 2nd Draw", "after the 3rd Draw")
_DESCRIPTION = re.compile(r"(Badugi|[1-3]-card): (.+)")


def write(hand: ev.Hand) -> str:
    """Return the text of a hand, its lines joined with line feeds."""
    return "\n".join([header_line(hand), *(seat_line(hand, seat) for seat in hand.seats), *_lines(hand)])


def header_line(hand: ev.Hand) -> str:
    """Return the first line of a hand."""
    stakes, tournament = hand.stakes, hand.tournament
    size = (
        "" if hand.max_seats is None else " (heads up)" if hand.max_seats == 2 else f" ({hand.max_seats} max)"
    )
    where = f"Table {hand.table}{size}"
    if tournament is not None:
        entry = f"{tournament.buy_in.replace('+', ' + ')} " if tournament.buy_in else ""
        where = (
            f"{entry}Sit & Go ({tournament.id}), Table {hand.table.removeprefix(f'{tournament.id} ')}{size}"
        )
    limits = (
        f"{_amount(hand, stakes.low)}/{_amount(hand, stakes.high)} - {_LIMITS[stakes.betting]} {hand.game}"
    )
    eastern = "" if hand.moment.eastern is None else f" [{_time(hand.moment.eastern, 'ET')}]"
    opening = f"Full Tilt Poker {hand.kind} #{hand.id}: {where}"
    return f"{opening} - {limits} - {_time(hand.moment.local, hand.moment.zone)}{eastern}"


def _time(written: str, zone: str | None) -> str:
    """Return a time in the client's words, in those of July 2010 where it has no seconds."""
    day, clock = written.split(" ")
    if clock.count(":") < 2:
        year, month, number = map(int, day.split("/"))
        weekday = WEEKDAYS[date(year, month, number).weekday()]
        day = f"{weekday}, {MONTHS[month - 1]} {number}, {year}"
    return f"{clock} {zone} - {day}"


def seat_line(hand: ev.Hand, seat: ev.Seat) -> str:
    """Return the seat line of one player, before the posts."""
    out = ", is sitting out" if seat.sitting_out else ""
    return f"Seat {seat.seat}: {seat.player} ({_amount(hand, seat.stack)}){out}"


def event_line(hand: ev.Hand, event: ev.ANY_EVENT) -> str:
    """Return the line of an event; both blinds of one player are two lines, joined with a line feed.

    Raises:
        ValueError: the client has no line for such an event.
    """
    match event:
        case ev.SectionBegan():
            name = "HOLE CARDS" if event.section is ev.Section.DEALING else event.section
            return f"*** {name} ***"
        case ev.Posted():
            return _posts(hand, event)
        case ev.Dealt():
            return f"Dealt to {event.player} [{cards.names(event.cards)}]"
        case ev.Drew():
            kept = f"[{cards.names(event.kept)}] " if event.kept else ""
            return f"Dealt to {event.player} {kept}[{cards.names(event.drawn)}]"
        case ev.Discarded():
            thrown = "" if event.cards is None else f" [{cards.names(event.cards)}]"
            return f"{event.player} discards {_count(event)}{thrown}"
        case ev.StoodPat():
            held = "" if event.cards is None else f" on [{cards.names(event.cards)}]"
            return f"{event.player} stands pat{held}"
        case ev.Folded():
            return f"{event.player} folds"
        case ev.Checked():
            return f"{event.player} checks"
        case ev.Called():
            return f"{event.player} calls {_amount(hand, event.amount)}{_all_in(event.all_in)}"
        case ev.Bet():
            return f"{event.player} bets {_amount(hand, event.amount)}{_all_in(event.all_in)}"
        case ev.Raised():
            return f"{event.player} raises to {_amount(hand, event.to)}{_all_in(event.all_in)}"
        case ev.UncalledReturned():
            return f"Uncalled bet of {_amount(hand, event.amount)} returned to {event.player}"
        case ev.Showed():
            return f"{event.player} shows [{cards.names(event.cards)}]{_described(' ', event.description)}"
        case ev.Mucked() | ev.NotShown():
            return f"{event.player} mucks"
        case ev.Collected():
            return _wins(hand, event)
        case ev.Talked():
            return f"{event.player}{': ' if event.kind is ev.Talk.SAID else ' '}{event.words}"
        case ev.PotSummary():
            return _pot(hand, event)
        case ev.SeatSummary():
            return _summary(hand, event)
        case _:
            raise ValueError(f"no line of Full Tilt states {event}")


def _lines(hand: ev.Hand) -> Iterator[str]:
    """Yield the lines below the seats: the button before the deal, and the cards of a draw after all its discards."""
    deals: dict[str, str] = {}
    for event in _mucks_first(hand.events):
        match event:
            case ev.Drew():
                deals[event.player] = event_line(hand, event)
                continue
            case ev.Discarded():
                deals[event.player] = f"{event.player} is dealt {_count(event)}"
            case ev.SectionBegan(section=ev.Section.DEALING):
                yield f"The button is in seat #{hand.button}"
            case ev.SeatSummary():
                continue
            case ev.StoodPat() | ev.Talked():
                pass
            case _:
                yield from deals.values()
                deals = {}
        yield event_line(hand, event)
    out = [(seat.seat, f"Seat {seat.seat}: {seat.player} is sitting out") for seat in hand.seats if seat.away]
    ends = [(line.seat, event_line(hand, line)) for line in hand.of(ev.SeatSummary)]
    yield from (line for _, line in sorted([*out, *ends], key=lambda end: end[0]))


def _mucks_first(events: Iterable[ev.ANY_EVENT]) -> Sequence[ev.ANY_EVENT]:
    """Return the events, a winner who does not show before the pot."""
    ordered = list(events)
    for n, (first, second) in enumerate(pairwise(events)):
        if isinstance(first, ev.Collected) and isinstance(second, ev.NotShown):
            ordered[n : n + 2] = second, first
    return ordered


def _posts(hand: ev.Hand, event: ev.Posted) -> str:
    all_in = _all_in(event.all_in)
    player, amount = event.player, event.amount
    before = hand.events[: hand.events.index(event)]
    posted = {earlier.post for earlier in before if isinstance(earlier, ev.Posted)}
    match event.post:
        case Post.ANTE:
            return f"{player} antes {_amount(hand, amount)}{all_in}"
        case Post.BOTH_BLINDS:
            stakes = hand.stakes
            live = min(amount, stakes.low if stakes.betting is Betting.FIXED else stakes.high)
            dead = _amount(hand, amount - live)
            return (
                f"{player} posts a dead small blind of {dead}\n{player} posts {_amount(hand, live)}{all_in}"
            )
        case Post.BIG_BLIND if Post.BIG_BLIND in posted:
            return f"{player} posts {_amount(hand, amount)}{all_in}"
        case Post.SMALL_BLIND if Post.BIG_BLIND in posted:
            return f"{player} posts a dead small blind of {_amount(hand, amount)}{all_in}"
        case _:
            return f"{player} posts the {event.post} of {_amount(hand, amount)}{all_in}"


def _wins(hand: ev.Hand, event: ev.Collected) -> str:
    winners = [other.player for other in hand.of(ev.Collected) if other.pot == event.pot]
    verb = "wins" if len(winners) < 2 else "ties for"
    shown = {showing.player: showing.description for showing in hand.of(ev.Showed)}
    at_showdown = any(began.section is ev.Section.SHOW_DOWN for began in hand.of(ev.SectionBegan))
    described = _described(" with ", shown.get(event.player) if at_showdown else None)
    return (
        f"{event.player} {verb} the {event.pot.replace('-', ' #')} ({_amount(hand, event.amount)}){described}"
    )


def _pot(hand: ev.Hand, event: ev.PotSummary) -> str:
    """Return the line of the pot. The pots in it are before rake; the main pot pays all of it."""
    gross = Counter(dict(event.parts))
    gross["main pot"] += event.rake
    parts = "".join(
        f" {name.replace('-', ' #').capitalize()} {_amount(hand, gross[name])}." for name, _ in event.parts
    )
    return f"Total pot {_amount(hand, event.total)}{parts} | Rake {_amount(hand, event.rake)}"


def _summary(hand: ev.Hand, line: ev.SeatSummary) -> str:
    tag = (
        f" ({line.tags[-1]})" if line.tags else ""
    )  # of two players, the button's line names the small blind alone
    shown = "" if line.cards is None else f" [{cards.names(line.cards)}]"
    won = "" if line.amount is None else f" ({_amount(hand, line.amount)})"
    match line.outcome:
        case ev.Outcome.FOLDED:
            did = f"folded {_DRAWS[line.street or 0]}" + " (didn't bet)" * line.did_not_bet
        case ev.Outcome.COLLECTED:
            mucked = any(event.player == line.player for event in hand.of(ev.NotShown))
            did = f"collected{won}" + ", mucked" * mucked
        case ev.Outcome.SHOWED_WON:
            did = f"showed{shown} and won{won}{_described(' with ', line.description)}"
        case ev.Outcome.SHOWED_LOST:
            did = f"showed{shown} and lost{_described(' with ', line.description)}"
        case ev.Outcome.MUCKED:
            did = f"mucked{shown}{_described(' - ', line.description)}"
    return f"Seat {line.seat}: {line.player}{tag} {did}"


def _described(before: str, description: str | None) -> str:
    """Return a description in the client's words, after some text: ` with a Badugi: 8, 4, 2, A`."""
    if description is None:
        return ""
    match = _DESCRIPTION.fullmatch(description)
    if match is None:
        return f"{before}{description}"
    return f"{before}a {match[1].replace('card', 'Card')}: {match[2].replace(',', ', ')}"


def _count(event: ev.Discarded) -> str:
    return f"{event.count} {'card' if event.count == 1 else 'cards'}"


def _all_in(all_in: bool) -> str:
    return ", and is all in" if all_in else ""


def _amount(hand: ev.Hand, number: int) -> str:
    """Return an amount in the hand's unit: `$5`, `$6,200.50`, or chips `1,500`."""
    text = write_amount(number, hand.stakes.sign)
    return re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+(?![0-9]))(?<!\.[0-9])", ",", text)
