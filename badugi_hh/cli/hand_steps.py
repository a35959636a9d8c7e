"""The steps of a replayed hand as text: the player, the action, the known cards, and the pot after it.

Pure functions from a `Replay` to texts and JSON. Nothing is printed or checked here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, assert_never

from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.values import describe, value
from badugi_hh.facts.hand_rows import stakes_text
from badugi_hh.facts.players import Players
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand, Section
from badugi_hh.replay import Draw, Replay
from badugi_hh.report.formats import UNKNOWN, decimal, money

_ROUNDS = {
    Section.DEALING: "before the first draw",
    Section.FIRST_DRAW: "first draw",
    Section.SECOND_DRAW: "second draw",
    Section.THIRD_DRAW: "third draw",
    Section.SHOW_DOWN: "showdown",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its line in the hand, the part of the hand, its text, and the pot after it."""

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
            yield Step(event.line, part, player, text, replay.pots[n])


def amount(hand: Hand, chips: int, *, signed: bool = False) -> str:
    """Return an amount of the hand as text: `$1.50` or `40`."""
    if hand.stakes.currency and not hand.tournament:
        return money(chips, hand.stakes.currency, "cent", signed=signed)
    return decimal(chips, 0, signed=signed)


def held(cards: Cards | None) -> str:
    """Return cards with their value: `As 3h 8h 6s (3-card: 6,3,A)`, a dash if they are unknown."""
    return f"{names(cards)} ({describe(value(cards))})" if cards else UNKNOWN


def title(hand: Hand) -> str:
    """Return the hand's number, stakes, table and time in one line."""
    when = f"{hand.moment.utc:%Y-%m-%d %H:%M:%S} UTC" if hand.moment.utc else hand.moment.local
    what = f"tournament {hand.tournament.id}, level {hand.tournament.level}" if hand.tournament else "cash"
    return f"{hand.site} hand {hand.id}: {stakes_text(hand)} {hand.stakes.betting}, {what}, table {hand.table}, {when}"


def seats(replay: Replay) -> list[tuple[str, ...]]:
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


def results(replay: Replay) -> list[tuple[str, ...]]:
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


def as_json(replay: Replay) -> dict[str, Any]:
    """Return the hand as `replay --json` prints it; amounts are integers in the hand's unit."""
    hand = replay.hand
    players = Players(replay)
    positions, known = players.positions, players.known
    return {
        "site": hand.site,
        "hand": hand.id,
        "played_at": hand.moment.utc.isoformat() if hand.moment.utc else None,
        "table": hand.table,
        "stakes": stakes_text(hand),
        "betting": str(hand.stakes.betting),
        "currency": hand.stakes.currency,
        "unit": "cent" if hand.stakes.currency and not hand.tournament else "chip",
        "tournament": hand.tournament.id if hand.tournament else None,
        "players": [
            {
                "seat": seat.seat,
                "player": seat.player,
                "position": positions.get(seat.seat),
                "stack": seat.stack,
                "cards": [names(cards) if cards else None for cards in known[seat.seat].cards],
                "put_in": result.put_in if result else None,
                "won": result.won if result else None,
                "net": result.won - result.put_in if result else None,
            }
            for seat in hand.seats
            for result in [replay.results.get(seat.seat)]
        ],
        "steps": [
            {"line": step.line, "part": step.part, "player": step.player, "text": step.text, "pot": step.pot}
            for step in steps(replay)
        ],
        "total_pot": replay.total_pot,
        "rake": replay.rake,
        "problems": [
            {
                "line": problem.place.line,
                "code": problem.code.id,
                "severity": str(problem.severity),
                "message": problem.message,
                "expected": problem.expected,
                "found": problem.found,
            }
            for problem in replay.problems
        ],
    }


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
