"""Full Tilt: the events of all lines of a hand, in the order and the words of events; `full_tilt` makes each of them.

A line that repeats others in another way is reported. The hand is returned in spite of it, so that the replay finds the
rest.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history import events as ev
from badugi_hh.history.dialect import Arranged, Lines
from badugi_hh.history.events import Section
from badugi_hh.problems import Part

_DEALS = {"DEALT_COUNT", "DEALT_DRAWN"}
_AFTER_DEALS = {"FOLDS", "CHECKS", "BETS", "SECOND", "THIRD", "SHOW_DOWN", "SUMMARY"}
"""The kinds of lines before which all cards of a draw are dealt."""


def arrange(lines: Lines) -> Arranged:
    """Return the seats and events in the order and the words of events; report lines that repeat others in another way."""
    _check_deals(lines)
    _check_descriptions(lines)
    _check_mucks(lines)
    return _mark_sitting_out(lines), _order_events(lines)


def _mark_sitting_out(lines: Lines) -> list[ev.Seat]:
    """Return the seats; the lines of the summary name the players who sit out."""
    out = {name: (at, int(form.groups[0])) for at, name, form in lines.placed if form.kind == "SEAT_OUT"}
    for seat in lines.seats:
        at, number = out.get(seat.player, (0, seat.seat))
        if number != seat.seat:
            what = f"{seat.player} has seat {seat.seat} above and seat {number} here"
            due, found = f"seat {seat.seat}", f"Seat {number}"
            lines.report(codes.MISSING_SEAT_SUMMARY, at, what, expected=due, found=found, part=Part.SEAT)
    summary = [(at, form) for at, _, form in lines.placed if form.kind.startswith("SEAT_")]
    for (_, before), (at, after) in pairwise(summary):
        first, second = int(before.groups[0]), int(after.groups[0])
        if second < first and "SEAT_OUT" in {before.kind, after.kind}:
            what = f"the summary of seat {second} follows that of seat {first}"
            lines.report(codes.UNUSUAL_ORDER, at, what)
    return [replace(seat, sitting_out=seat.sitting_out or seat.player in out) for seat in lines.seats]


def _order_events(lines: Lines) -> list[ev.ANY_EVENT]:
    """Return the events: cards after their discard, a hand not shown after its pot, raises with their size."""
    stakes = lines.header.stakes
    big = stakes.low if stakes.betting is Betting.FIXED else stakes.high
    heads_up = sum(isinstance(event, ev.SeatSummary) for event in lines.events) == 2
    events: list[ev.ANY_EVENT] = []
    not_shown: list[ev.ANY_EVENT] = []
    level, section = 0, None
    for event in lines.events:
        match event:
            case ev.SectionBegan():
                section, level = event.section, level if event.section is Section.DEALING else 0
                events.append(event)
            case ev.Posted(post=Post.ANTE):
                events.append(event)
            case ev.Posted():
                post = _join_posts(events, event)
                level = max(level, post.amount if post.post is Post.SMALL_BLIND else big)
                events.append(post)
            case ev.Raised():
                events.append(replace(event, by=event.to - level))
                level = event.to
            case ev.Drew():
                discards = (
                    n
                    for n, earlier in enumerate(events)
                    if isinstance(earlier, ev.Discarded) and earlier.player == event.player
                )
                events.insert(max(discards, default=len(events) - 1) + 1, event)
            case ev.Mucked() if section is not Section.SHOW_DOWN:
                not_shown.append(ev.NotShown(event.player, line=event.line))
            case ev.Collected():
                events += [event, *not_shown]
                not_shown = []
            case ev.SeatSummary(tags=("small blind",)) if heads_up:  # who has the button too
                events.append(replace(event, tags=("button", "small blind")))
            case ev.PotSummary():
                events.append(_without_rake(event, lines.events))
            case _:
                level = event.amount if isinstance(event, ev.Bet) else level
                events.append(event)
    return [*events, *not_shown]


def _join_posts(events: list[ev.ANY_EVENT], post: ev.Posted) -> ev.Posted:
    """Return a post; the big blind of a player who posted a dead small blind just before takes that event's place."""
    before = events[-1] if events else None
    if (
        post.post is Post.BIG_BLIND
        and isinstance(before, ev.Posted)
        and (before.player, before.post) == (post.player, Post.SMALL_BLIND)
    ):
        events.pop()
        return replace(post, post=Post.BOTH_BLINDS, amount=before.amount + post.amount)
    return post


def _without_rake(pot: ev.PotSummary, events: Sequence[ev.ANY_EVENT]) -> ev.PotSummary:
    """Return the pots after rake, as far as the lines of the winners name it: the client writes the pots before rake."""
    won = Counter[str]()
    for event in events:
        if isinstance(event, ev.Collected):
            won[event.pot] += event.amount
    net = tuple((name, won[name]) for name, _ in pot.parts)
    rake = sum(amount for _, amount in pot.parts) - sum(amount for _, amount in net)
    return replace(pot, parts=net) if rake == pot.rake else pot


def _check_deals(lines: Lines) -> None:
    """Report where the players who are dealt cards in a draw are not those who discarded, in their order."""
    due: dict[
        str, int
    ] = {}  # the number of cards by player; a second discard is out of turn, which the replay reports
    dealing = False
    for at, name, form in lines.placed:
        kind = form.kind
        if kind in {"DISCARDS", "STANDS_PAT"} and dealing:
            lines.report(codes.MISPLACED_LINE, at, f"{name} draws after the first cards are dealt")
        elif kind == "DISCARDS":
            due.setdefault(name, int(form.groups[1]))
        elif kind in _DEALS and name not in due:
            what = f"{name} is dealt cards without a discard"
            lines.report(codes.MISPLACED_LINE, at, what, part=Part.LINE)
        elif kind in _DEALS:
            players = list(due)
            skipped = players[: players.index(name)]
            _report_missing(lines, at, {player: due.pop(player) for player in skipped})
            expected, found = str(due.pop(name)), form.groups[1]
            if kind == "DEALT_COUNT" and found != expected:
                what = f"{name} discards {expected} and is dealt another number of cards"
                lines.report(codes.WRONG_COUNT, at, what, expected=expected, found=found, part=Part.COUNT)
        elif kind in _AFTER_DEALS:
            _report_missing(lines, at, due)
            due = {}
        dealing = kind in _DEALS or (dealing and kind not in _AFTER_DEALS)


def _report_missing(lines: Lines, at: int, due: Mapping[str, int]) -> None:
    for player, count in due.items():
        what = f"no line before this one says that {player} is dealt cards: {count}"
        lines.report(codes.MISSING_CARDS, at, what)


def _check_descriptions(lines: Lines) -> None:
    """Report winners whose hand the line of the pot describes in another way than that of the showdown."""
    shown: dict[str, str | None] = {}
    summary = {name: form.groups[6] for _, name, form in lines.placed if form.kind == "SEAT_WON"}
    for at, name, form in lines.placed:
        if form.kind == "SHOWS":
            shown[name] = form.groups[2]
        # Where only one of the others differs, the replay compares it with the cards beside it.
        if form.kind == "COLLECTED" and (described := form.groups[3]) not in {
            shown.get(name),
            summary.get(name),
        }:
            lines.report(
                codes.WRONG_DESCRIPTION,
                at,
                f"the hand of {name} has another description than in the showdown",
                expected=shown.get(name),
                found=described,
                part=Part.DESCRIPTION if described else Part.LINE,
            )


def _check_mucks(lines: Lines) -> None:
    """Report a winner who mucks after the pot is theirs or before their bet is returned, or only in the summary."""
    mucked: set[str] = set()
    won: set[str] = set()
    for at, name, form in lines.placed:
        match form.kind:
            case "MUCKS":
                if name in won:
                    lines.report(codes.UNUSUAL_ORDER, at, f"{name} mucks after collecting the pot")
                mucked.add(name)
            case "UNCALLED" if name in mucked:
                lines.report(codes.UNUSUAL_ORDER, at, f"{name} mucks before their bet is returned")
            case "COLLECTED":
                won.add(name)
            case "SEAT_COLLECTED" if form.groups[5] and name not in mucked:
                what = f"the summary of {name} contradicts the hand"
                due = "collected, not mucked"
                lines.report(codes.WRONG_SEAT_SUMMARY, at, what, expected=due, part=Part.OUTCOME)
            case _:
                pass
