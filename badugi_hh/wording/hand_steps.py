"""The steps of a replayed hand as text: the player, the action, the known cards, and the pot after it.

Pure functions from a `Replay` to texts, for the terminal and the replayer. Nothing is printed or checked here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.values import describe, ranks, value
from badugi_hh.facts.players import Players
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Section
from badugi_hh.stats.selection.time_zones import to_zone
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import UNKNOWN, decimal, localized, money

if TYPE_CHECKING:
    from badugi_hh.replay import Draw, Replay

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_PARTS = tuple(section for section in Section if section is not Section.SUMMARY)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the index of its event, its line in the hand, the part of the hand, its text, and the pot after it."""

    n: int
    line: int
    part: str
    player: str | None
    text: str
    pot: int | None


def steps(replay: "Replay") -> Iterator[Step]:
    """Yield the steps in order, up to the first error; chat and the summary are omitted."""
    hand = replay.hand
    draws = {draw.n: draw for draw in replay.draws}
    part = say("steps", "before")
    for n, event in enumerate(hand.events):
        if n >= len(replay.pots):
            return
        if isinstance(event, ev.SectionBegan):
            if event.section is Section.SUMMARY:
                return
            part = catalogue()["steps"]["parts"][_PARTS.index(event.section)]
            continue
        text = _describe(hand, event, draws.get(n))
        if text is not None:
            player = event.player if isinstance(event, ev.PlayerEvent) else None
            yield Step(n, event.line, part, player, text, replay.pots[n])


def amount(hand: Hand, chips: int, *, signed: bool = False) -> str:
    """Return an amount of the hand as text: `$1.50` or `40`."""
    if hand.stakes.currency and not hand.tournament:
        return money(chips, hand.stakes.currency, "cent", signed=signed)
    return decimal(chips, 0, signed=signed)


def seat_texts(replay: "Replay") -> list[tuple[str, ...]]:
    """Return seat, position, player, stack, and the dealt cards if known, of each player."""
    players = Players(replay)
    positions, known = players.positions, players.known
    return [
        (
            str(seat.seat),
            positions.get(seat.seat, UNKNOWN),
            seat.player,
            amount(replay.hand, seat.stack),
            held(known[seat.seat].cards[0]) if seat.dealt else "not dealt in",
        )
        for seat in replay.hand.seats
    ]


def result_texts(replay: "Replay") -> list[tuple[str, ...]]:
    """Return player, last known cards, chips put in, won, and net, of each player dealt in; empty after an error."""
    known = Players(replay).known
    rows: list[tuple[str, ...]] = []
    for seat in replay.hand.seats:
        result = replay.results.get(seat.seat)
        if result is None:
            continue
        last = next((cards for cards in reversed(known[seat.seat].cards) if cards), None)
        rows.append(
            (
                seat.player,
                held(last),
                amount(replay.hand, result.put_in),
                amount(replay.hand, result.won),
                amount(replay.hand, result.won - result.put_in, signed=True),
            )
        )
    return rows


def held(cards: Cards | None) -> str:
    """Return cards with their value: `As 3h 8h 6s (3-card: 6,3,A)`, a dash if they are unknown."""
    return say("steps", "held", cards=names(cards), value=hand_name(value(cards))) if cards else UNKNOWN


def hand_name(worth: int) -> str:
    """Return the value of a hand: `Badugi: 8,4,3,A`, `3-card: T,7,2`."""
    _, _, counted = describe(worth).partition(": ")
    return f"{catalogue()['hand_sizes'][len(ranks(worth)) - 1]}: {counted}"


def title(hand: Hand, tz: str | None) -> str:
    """Return the hand's number, stakes, table and its time in the time zone `tz`, None for UTC, in one line."""
    from badugi_hh.facts.hand_rows import stakes_text  # loads what replays hands

    utc = hand.moment.utc
    when = f"{to_zone(utc, tz):%Y-%m-%d %H:%M:%S %Z}" if utc else hand.moment.local
    number = hand.tournament.id if hand.tournament else None
    level = hand.tournament.level if hand.tournament else None
    what = about(
        stakes_text(hand.stakes, hand.tournament), str(hand.stakes.betting), number, level, hand.table
    )
    return say("steps", "title", site=hand.site, hand=hand.id, about=what, when=when)


def about(stakes: str, betting: str, tournament: str | None, level: str | None, table: str) -> str:
    """Return the stakes, the game and the table of a hand in words."""
    game = say("steps", "tournament", number=tournament, level=level) if tournament else say("steps", "cash")
    return (
        f"{stakes} {catalogue()['games'].get(betting, betting)}, {game}, {say('steps', 'table', table=table)}"
    )


def _describe(hand: Hand, event: ev.ANY_EVENT, draw: "Draw | None") -> str | None:
    """Return an event as text, None for events that are not steps."""
    match event:
        case ev.Posted():
            post = catalogue()["steps"]["blinds"][event.post]
            return _bet("posts", event.all_in, post=post, amount=amount(hand, event.amount))
        case ev.Dealt():
            return say("steps", "dealt", cards=held(event.cards))
        case ev.Discarded() | ev.StoodPat():
            return _describe_draw(event, draw)
        case ev.Folded():
            return say("steps", "folds_showing" if event.cards else "folds", cards=names(event.cards or ()))
        case ev.Called():
            return _bet("calls", event.all_in, amount=amount(hand, event.amount))
        case ev.Bet():
            return _bet("bets", event.all_in, amount=amount(hand, event.amount))
        case ev.Raised():
            return _bet("raises", event.all_in, by=amount(hand, event.by), to=amount(hand, event.to))
        case ev.UncalledReturned():
            return say("steps", "returned", amount=amount(hand, event.amount))
        case ev.Showed():
            return say("steps", "shows", cards=held(event.cards))
        case ev.Collected():
            return say("steps", "wins", amount=amount(hand, event.amount), pot=pot_name(event.pot))
        case ev.CashedOut():
            return say("steps", "cashes_out", amount=amount(hand, event.amount))
        case ev.Finished():
            return finish(event.place, event.prize.shown if event.prize else None)
        case ev.WonTournament():
            return tournament_win(event.prize.shown if event.prize else None)
        case ev.BountyWon():
            return event.text
        case ev.Checked():
            return say("steps", "checks")
        case ev.Mucked():
            return say("steps", "mucks")
        case ev.DeckReshuffled():
            return say("steps", "reshuffled")
        case ev.BettingCapped():
            return say("steps", "capped")
        case ev.HandCancelled():
            return say("steps", "cancelled")
        case ev.BreakSkipped():
            return say("steps", "break_skipped")
        case (
            ev.Drew()  # part of the discard before it
            | ev.NotShown()
            | ev.Talked()
            | ev.SectionBegan()
            | ev.PotSummary()
            | ev.SeatSummary()
        ):
            return None
        case _:
            assert_never(event)


def pot_name(pot: str) -> str:
    """Return the name of a pot of a history: `pot`, `main pot`, `side pot-1`."""
    name, dash, number = pot.partition("-")
    return f"{catalogue()['steps']['pots'].get(name, name)}{dash}{number}"


def finish(place: int | str | None, prize: str | None) -> str:
    """Return that a player leaves the tournament, with the place and the prize where they are known."""
    if place is None:
        return say("steps", "leaves")
    return say("steps", "finishes_prize" if prize else "finishes", place=place, prize=_prize(prize))


def tournament_win(prize: str | None) -> str:
    """Return that a player wins the tournament, with the prize where it is known."""
    return say("steps", "wins_tournament_prize" if prize else "wins_tournament", prize=_prize(prize))


def _prize(text: str | None) -> str:
    """Return a prize as a history has it, with its numbers as the page has them."""
    return _NUMBER.sub(lambda number: localized(number[0]), text or "")


def _describe_draw(event: ev.Discarded | ev.StoodPat, draw: "Draw | None") -> str:
    if isinstance(event, ev.StoodPat):
        cards = event.cards or (draw.after if draw else None)
        return say("steps", "pat_on", cards=held(cards)) if cards else say("steps", "pat")
    thrown = draw.thrown if draw else None
    text = say(
        "steps", "discards_cards" if thrown else "discards", count=event.count, cards=names(thrown or ())
    )
    if draw and draw.drawn:
        text += say("steps", "draws", cards=names(draw.drawn))
    return text + say("steps", "holds", cards=held(draw.after)) if draw and draw.after else text


def _bet(name: str, all_in: bool, **values: str) -> str:
    return say("steps", name, **values) + (say("steps", "all_in") if all_in else "")
