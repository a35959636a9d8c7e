"""Merges two views of one hand: the histories of the same hand from the clients of two players.

The public events must be equal in both views. The private events, the cards of each view's hero, are combined. Table
talk is not compared, since each client writes its own; nor are summary lines of players who are not dealt in. Nothing
here parses text or applies rules.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import inf
from typing import TypeAlias, TypeGuard

from badugi_hh.history import events as ev
from badugi_hh.history.write import event_line, seat_line
from badugi_hh.problems import Part

_Private: TypeAlias = ev.Dealt | ev.Drew
_Concealing: TypeAlias = ev.Discarded | ev.StoodPat | ev.SeatSummary
_Placed: TypeAlias = tuple[int, _Private]  # the number of public events before it


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The first difference between two views.

    `first` and `second` are the differing texts, empty where a view has none; the lines count from 1 within each hand,
    and `part` is the part of the second line that differs.
    `another_hand` is true where the header, the table or the seats differ. These cannot differ between two views of
    one hand, so the two texts are different hands with the same number.
    """

    what: str
    first: str
    second: str
    first_line: int
    second_line: int
    another_hand: bool = False
    part: Part | None = None


def merge_views(first: ev.Hand, second: ev.Hand) -> ev.Hand | Disagreement:
    """Return one view with the cards that only the other has, or the first difference between the two.

    Those cards are the deal, draws and discards of the other view's hero, and a mucked hand that only one client
    shows. A deal or draw is added after the same public event as in the other view, with the line number of the event
    before it. Everything else, such as table talk and the local time, comes from the view whose hero has the lowest
    seat, so that the result is the same for any order of the views.
    """
    difference = (
        _compare_headers(first, second) or _compare_public(first, second) or _compare_private(first, second)
    )
    if difference:
        return difference
    one, other = (second, first) if _lowest_hero(second) < _lowest_hero(first) else (first, second)
    return replace(one, events=tuple(_sort_deals(one, list(_merge_events(one, other)))))


def _lowest_hero(hand: ev.Hand) -> float:
    """Return the lowest seat that was dealt known cards; infinite if there is none."""
    heroes = {event.player for event in hand.events if isinstance(event, ev.Dealt)}
    return min((seat.seat for seat in hand.seats if seat.player in heroes), default=inf)


def public_events(hand: ev.Hand) -> list[ev.ANY_EVENT]:
    """Return the events that every client at the table shows, in order, without the cards that only some show."""
    return [replace(event, cards=None) if _conceals(event) else event for event in _list_public(hand)]


def _list_public(hand: ev.Hand) -> list[ev.ANY_EVENT]:
    return [event for event in hand.events if not (isinstance(event, ev.Dealt | ev.Drew) or _is_own(event))]


def _is_own(event: ev.ANY_EVENT) -> bool:
    """Return whether each client writes such lines as it likes: table talk, and names of players who are not dealt in."""
    if isinstance(event, ev.SeatSummary):
        return event.outcome is ev.Outcome.NOT_DEALT
    return isinstance(event, ev.Talked)


def _conceals(event: ev.ANY_EVENT) -> TypeGuard[_Concealing]:
    """Return whether every client shows the event, but only some show its cards."""
    if isinstance(event, ev.SeatSummary):
        return event.outcome is ev.Outcome.MUCKED
    return isinstance(event, ev.Discarded | ev.StoodPat)


def _list_private(hand: ev.Hand) -> dict[str, list[_Placed]]:
    """Return the deal and draws of each hero, each with the number of public events before it."""
    private: defaultdict[str, list[_Placed]] = defaultdict(list)
    before = 0
    for event in hand.events:
        if isinstance(event, ev.Dealt | ev.Drew):
            private[event.player].append((before, event))
        elif not _is_own(event):
            before += 1
    return private


# --- comparison


def _compare_headers(first: ev.Hand, second: ev.Hand) -> Disagreement | None:
    facts = zip(_list_facts(first), _list_facts(second), strict=True)
    for (what, line, part, one), (_, _, _, other) in facts:
        # An unknown time does not contradict a known one.
        if one != other and not (part is Part.MOMENT and None in {one, other}):
            texts = (
                (_time_text(first), _time_text(second)) if part is Part.MOMENT else (one or "", other or "")
            )
            return Disagreement(what, str(texts[0]), str(texts[1]), line, line, another_hand=True, part=part)
    for one, other in zip_longest(first.seats, second.seats):
        if one != other:
            return Disagreement(
                "the seats",
                seat_line(first, one).strip() if one else "",
                seat_line(second, other).strip() if other else "",
                one.line if one else 0,
                other.line if other else 0,
                another_hand=True,
                part=Part.LINE,
            )
    return None


def _time_text(hand: ev.Hand) -> str:
    """Return the time as written in the header."""
    moment = hand.moment
    return moment.written + (f" [{moment.eastern} ET]" if moment.eastern else "")


def _list_facts(hand: ev.Hand) -> Iterator[tuple[str, int, Part | None, object]]:
    """Yield the name, the line, its part and the value of each fact that must be equal in both headers."""
    stakes, tournament = hand.stakes, hand.tournament
    unit = stakes.currency or "chips"
    yield "the number", 1, None, f"{hand.site} {hand.id}"
    yield "the game", 1, Part.GAME, hand.game
    yield "the stakes", 1, Part.STAKES, f"{stakes.betting} {stakes.low}/{stakes.high} {unit}"
    yield "the tournament", 1, None, tournament and f"{tournament.id}, level {tournament.level}"
    yield "the time", 1, Part.MOMENT, hand.moment.utc
    yield "the table", 2, Part.TABLE, hand.table
    yield "the button", hand.button_line, Part.BUTTON, hand.button


def _compare_public(first: ev.Hand, second: ev.Hand) -> Disagreement | None:
    for one, other in zip_longest(public_events(first), public_events(second)):
        if one != other:
            return _differ("what happened", (first, one), (second, other))
    for known, more in zip(_list_public(first), _list_public(second), strict=True):
        if not (_conceals(known) and _conceals(more)) or known.cards is None or more.cards is None:
            continue
        if sorted(known.cards) != sorted(more.cards):
            return _differ("the cards", (first, known), (second, more))
    return None


def _compare_private(first: ev.Hand, second: ev.Hand) -> Disagreement | None:
    """Compare the deal and the draws of a player who is the hero of both views; one of them may lack the line of the deal."""
    ours, theirs = _list_private(first), _list_private(second)
    for player in (name for name in ours if name in theirs):
        one, other = ours[player], theirs[player]
        if _has_deal(one) and _has_deal(other):
            pairs = zip_longest(one, other)
        else:
            pairs = zip_longest(_draws(one), _draws(other))
        for mine, yours in pairs:
            if mine != yours:
                return _differ("the cards", (first, mine and mine[1]), (second, yours and yours[1]))
    return None


def _has_deal(placed: list[_Placed]) -> bool:
    return any(isinstance(private, ev.Dealt) for _, private in placed)


def _draws(placed: list[_Placed]) -> list[_Placed]:
    return [event for event in placed if isinstance(event[1], ev.Drew)]


def _differ(
    what: str, first: tuple[ev.Hand, ev.ANY_EVENT | None], second: tuple[ev.Hand, ev.ANY_EVENT | None]
) -> Disagreement:
    (one, one_line), (other, other_line) = (
        (event_line(hand, event).strip(), event.line) if event else ("", 0) for hand, event in (first, second)
    )
    return Disagreement(what, one, other, one_line, other_line, part=Part.LINE)


# --- merging


def _merge_events(first: ev.Hand, second: ev.Hand) -> Iterator[ev.ANY_EVENT]:
    """Yield the events of the first view with the cards of the second; the public events of both are equal."""
    known = _list_private(first)
    added: defaultdict[int, list[_Private]] = defaultdict(list)
    for player, placed in _list_private(second).items():
        for before, private in placed:
            if player not in known or (isinstance(private, ev.Dealt) and not _has_deal(known[player])):
                added[before].append(private)
    others = iter(_list_public(second))
    public = line = 0
    for event in first.events:
        # The first view's own deals and draws come before those added at the same place.
        if not isinstance(event, ev.Dealt | ev.Drew):
            yield from _with_line(added.pop(public, []), line)
        line = event.line
        if isinstance(event, ev.Dealt | ev.Drew) or _is_own(event):
            yield event
            continue
        public += 1
        other = next(others)
        if _conceals(event) and _conceals(other) and event.cards is None:
            yield replace(event, cards=other.cards)
        else:
            yield event
    yield from _with_line(added.pop(public, []), line)


def _sort_deals(hand: ev.Hand, events: list[ev.ANY_EVENT]) -> Iterator[ev.ANY_EVENT]:
    """Yield the events with the deals in the order of the seats, in the places of the deals."""
    seats = {seat.player: seat.seat for seat in hand.seats}
    deals = iter(sorted((e for e in events if isinstance(e, ev.Dealt)), key=lambda deal: seats[deal.player]))
    for event in events:
        yield next(deals) if isinstance(event, ev.Dealt) else event


def _with_line(events: Iterable[_Private], line: int) -> Iterator[_Private]:
    return (replace(event, line=line) for event in events)
