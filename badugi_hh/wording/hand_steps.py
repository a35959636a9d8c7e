"""The steps of a replayed hand as text: the player, the action, the known cards, and the pot after it.

Pure functions from a `Replay` to texts, for the terminal and the replayer. Nothing is printed or checked here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.values import describe, value
from badugi_hh.facts.hand_rows import stakes_text
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Section
from badugi_hh.replay import Draw, Replay
from badugi_hh.stats.selection.time_zones import to_zone
from badugi_hh.wording.formats import UNKNOWN, decimal, money

_ROUNDS = {
    Section.DEALING: "before the first draw",
    Section.FIRST_DRAW: "first draw",
    Section.SECOND_DRAW: "second draw",
    Section.THIRD_DRAW: "third draw",
    Section.SHOW_DOWN: "showdown",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the index of its event, its line in the hand, the part of the hand, its text, and the pot after it."""

    n: int
    line: int
    part: str
    player: str | None
    text: str
    pot: int | None


def steps(replay: Replay) -> Iterator[Step]:
    """Yield the steps in order, up to the first error; chat and the summary are omitted."""
    hand = replay.hand
    draws = {draw.n: draw for draw in replay.draws}
    part = "before the deal"
    for n, event in enumerate(hand.events):
        if n >= len(replay.pots):
            return
        if isinstance(event, ev.SectionBegan):
            if event.section is Section.SUMMARY:
                return
            part = _ROUNDS[event.section]
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


def held(cards: Cards | None) -> str:
    """Return cards with their value: `As 3h 8h 6s (3-card: 6,3,A)`, a dash if they are unknown."""
    return f"{names(cards)} ({describe(value(cards))})" if cards else UNKNOWN


def title(hand: Hand, tz: str | None) -> str:
    """Return the hand's number, stakes, table and its time in the time zone `tz`, None for UTC, in one line."""
    utc = hand.moment.utc
    when = f"{to_zone(utc, tz):%Y-%m-%d %H:%M:%S %Z}" if utc else hand.moment.local
    what = f"tournament {hand.tournament.id}, level {hand.tournament.level}" if hand.tournament else "cash"
    return f"{hand.site} hand {hand.id}: {stakes_text(hand)} {hand.stakes.betting}, {what}, table {hand.table}, {when}"


def _describe(hand: Hand, event: ev.ANY_EVENT, draw: Draw | None) -> str | None:
    """Return an event as text, None for events that are not steps."""
    match event:
        case ev.Posted():
            return f"posts {event.post} {amount(hand, event.amount)}{_all_in(event.all_in)}"
        case ev.Dealt():
            return f"is dealt {held(event.cards)}"
        case ev.Discarded() | ev.StoodPat():
            return _describe_draw(event, draw)
        case ev.Folded():
            return f"folds, showing {names(event.cards)}" if event.cards else "folds"
        case ev.Checked():
            return "checks"
        case ev.Called():
            return f"calls {amount(hand, event.amount)}{_all_in(event.all_in)}"
        case ev.Bet():
            return f"bets {amount(hand, event.amount)}{_all_in(event.all_in)}"
        case ev.Raised():
            return f"raises {amount(hand, event.by)} to {amount(hand, event.to)}{_all_in(event.all_in)}"
        case ev.UncalledReturned():
            return f"gets the uncalled {amount(hand, event.amount)} back"
        case ev.Showed():
            return f"shows {held(event.cards)}"
        case ev.Mucked():
            return "mucks"
        case ev.Collected():
            return f"wins {amount(hand, event.amount)} from the {event.pot}"
        case ev.CashedOut():
            return f"cashes out for {amount(hand, event.amount)}"
        case ev.Finished():
            prize = f" and receives {event.prize}" if event.prize else ""
            return f"finishes in place {event.place}{prize}" if event.place else "leaves the tournament"
        case ev.WonTournament():
            return "wins the tournament" + (f" and receives {event.prize}" if event.prize else "")
        case ev.DeckReshuffled():
            return "the deck is reshuffled"
        case ev.BettingCapped():
            return "betting is capped"
        case ev.HandCancelled():
            return "the hand is cancelled"
        case ev.BreakSkipped():
            return "all agree to skip the break"
        case ev.BountyWon():
            return event.text
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


def _describe_draw(event: ev.Discarded | ev.StoodPat, draw: Draw | None) -> str:
    if isinstance(event, ev.StoodPat):
        cards = event.cards or (draw.after if draw else None)
        return f"stands pat on {held(cards)}" if cards else "stands pat"
    text = f"discards {event.count}"
    if draw and draw.thrown:
        text += f" ({names(draw.thrown)})"
    if draw and draw.drawn:
        text += f", draws {names(draw.drawn)}"
    return f"{text}, holds {held(draw.after)}" if draw and draw.after else text


def _all_in(all_in: bool) -> str:
    return ", all-in" if all_in else ""
