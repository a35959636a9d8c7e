"""Turns the events of a hand into the rows of `events`, which have every event in order."""

from typing import assert_never

from badugi_hh.engine.cards import names
from badugi_hh.facts.schema import Columns
from badugi_hh.history import events as ev
from badugi_hh.replay import Replay


def add_events(to: Columns, replay: Replay, hand_key: int) -> None:
    """Add one row per event; the most frequent kinds come first."""
    events = replay.hand.events
    seats = {seat.player: seat.seat for seat in replay.hand.seats}
    players = [event.player if isinstance(event, ev.PlayerEvent) else None for event in events]
    count = len(events)
    amount: list[int | None] = [None] * count
    raised_to: list[int | None] = [None] * count
    cards: list[str | None] = [None] * count
    discarded: list[int | None] = [None] * count
    all_in: list[bool | None] = [None] * count
    text: list[str | None] = [None] * count
    summary = count  # index of the event that begins it
    for n, event in enumerate(events):
        match event:
            case ev.SeatSummary():
                amount[n] = event.amount
                if event.cards is not None:
                    cards[n] = names(event.cards)
                text[n] = str(event.outcome)
            case ev.SectionBegan():
                text[n] = str(event.section)
                if event.section is ev.Section.SUMMARY:
                    summary = min(summary, n)
            case ev.Folded():
                if event.cards is not None:
                    cards[n] = names(event.cards)
            case ev.Checked():
                pass
            case ev.Called() | ev.Bet():
                amount[n] = event.amount
                all_in[n] = event.all_in
            case ev.Discarded():
                if event.cards is not None:
                    cards[n] = names(event.cards)
                discarded[n] = event.count
            case ev.StoodPat():
                if event.cards is not None:
                    cards[n] = names(event.cards)
                discarded[n] = 0
            case ev.Dealt():
                cards[n] = names(event.cards)
            case ev.Posted():
                amount[n] = event.amount
                all_in[n] = event.all_in
                text[n] = str(event.post)
            case ev.Raised():
                amount[n] = event.by
                raised_to[n] = event.to
                all_in[n] = event.all_in
            case ev.Drew():
                cards[n] = names(event.drawn)
                discarded[n] = len(event.drawn)
                text[n] = f"kept {names(event.kept)}".strip()
            case ev.Showed():
                cards[n] = names(event.cards)
                text[n] = event.description
            case ev.UncalledReturned():
                amount[n] = event.amount
            case ev.Collected():
                amount[n] = event.amount
                text[n] = event.pot
            case ev.CashedOut():
                amount[n] = event.amount
                text[n] = None if event.fee is None else f"fee {event.fee}"
            case ev.Finished():
                prize = f", {event.prize.shown}" if event.prize else ""
                text[n] = f"place {event.place}{prize}" if event.place else None
            case ev.WonTournament():
                text[n] = event.prize.shown if event.prize else None
            case ev.Talked():
                text[n] = f"{event.kind}: {event.words}".rstrip(": ")
            case ev.BountyWon():
                text[n] = event.text
            case ev.PotSummary():
                amount[n] = event.total
                text[n] = f"rake {event.rake}"
            case (
                ev.DeckReshuffled()
                | ev.BettingCapped()
                | ev.Mucked()
                | ev.NotShown()
                | ev.HandCancelled()
                | ev.BreakSkipped()
            ):
                pass
            case _:
                assert_never(event)
    to.hand_key += [hand_key] * count
    to.n += range(1, count + 1)
    to.line += [event.line for event in events]
    to.round += replay.rounds[:summary]
    to.round += [None] * (count - summary)
    to.kind += [type(event).__name__ for event in events]
    to.seat += [None if player is None else seats.get(player) for player in players]
    to.player += players
    to.amount += amount
    to.raised_to += raised_to
    to.cards += cards
    to.count += discarded
    to.all_in += all_in
    to.text += text
