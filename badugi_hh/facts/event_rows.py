"""Turns the events of a hand into the rows of `events`, which have every event in order."""

from typing import assert_never

from badugi_hh.engine.cards import names
from badugi_hh.facts.schema import Columns
from badugi_hh.history import events as ev
from badugi_hh.replay import Replay


def add_events(to: Columns, replay: Replay, hand_key: int) -> None:
    """Add one row per event, with those of its fields that have the names of columns."""
    events = replay.hand.events
    seats = {seat.player: seat.seat for seat in replay.hand.seats}
    players = [getattr(event, "player", None) for event in events]
    count = len(events)
    sections = [event.section if isinstance(event, ev.SectionBegan) else None for event in events]
    summary = sections.index(ev.Section.SUMMARY) if ev.Section.SUMMARY in sections else count
    for event in events:
        amount, raised_to = getattr(event, "amount", None), None
        cards, discarded = getattr(event, "cards", None), getattr(event, "count", None)
        match event:
            case ev.StoodPat():
                discarded = 0
            case ev.Raised():
                amount, raised_to = event.by, event.to
            case ev.Drew():
                cards, discarded = event.drawn, len(event.drawn)
            case ev.PotSummary():
                amount = event.total
            case _:
                pass
        to.amount.append(amount)
        to.raised_to.append(raised_to)
        to.cards.append(None if cards is None else names(cards))
        to.count.append(discarded)
        to.all_in.append(getattr(event, "all_in", None))
        to.text.append(_text_of(event))
    to.hand_key += [hand_key] * count
    to.n += range(1, count + 1)
    to.line += [event.line for event in events]
    to.round += replay.rounds[:summary]
    to.round += [None] * (count - summary)
    to.kind += [type(event).__name__ for event in events]
    to.seat += [None if player is None else seats.get(player) for player in players]
    to.player += players


def _text_of(event: ev.ANY_EVENT) -> str | None:
    """Return the further text of an event; the most frequent kinds come first."""
    match event:
        case ev.SeatSummary():
            return str(event.outcome)
        case ev.SectionBegan():
            return str(event.section)
        case ev.Posted():
            return str(event.post)
        case ev.Drew():
            return f"kept {names(event.kept)}".strip()
        case ev.Showed():
            return event.description
        case ev.Collected():
            return event.pot
        case ev.PotSummary():
            return f"rake {event.rake}"
        case ev.Talked():
            return f"{event.kind}: {event.words}".rstrip(": ")
        case ev.CashedOut():
            return None if event.fee is None else f"fee {event.fee}"
        case ev.Finished():
            prize = f", {event.prize.shown}" if event.prize else ""
            return f"place {event.place}{prize}" if event.place else None
        case ev.WonTournament():
            return event.prize.shown if event.prize else None
        case ev.BountyWon():
            return event.text
        case (
            ev.Folded() | ev.Checked() | ev.Called() | ev.Bet() | ev.Raised() | ev.Discarded() | ev.StoodPat()
            | ev.Dealt() | ev.UncalledReturned() | ev.DeckReshuffled() | ev.BettingCapped() | ev.Mucked() | ev.NotShown()
            | ev.HandCancelled() | ev.BreakSkipped()
        ):  # fmt: skip
            return None
        case _:
            assert_never(event)
