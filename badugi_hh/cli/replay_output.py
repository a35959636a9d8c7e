"""A replayed hand as the tables and the JSON that `replay` prints.

Pure functions from a `Replay` to texts and JSON. Nothing is printed or checked here.
"""

from typing import Any

from badugi_hh.cli.console import problem_json, visible
from badugi_hh.engine.cards import names
from badugi_hh.facts.hand_rows import stakes_text
from badugi_hh.facts.players import Players
from badugi_hh.replay import Replay
from badugi_hh.wording.best_play import BestPlay, command_of
from badugi_hh.wording.formats import UNKNOWN
from badugi_hh.wording.hand_steps import amount, held, steps


def seats(replay: Replay) -> list[tuple[str, ...]]:
    """Return seat, position, player, stack, and the dealt cards if known, of each player."""
    players = Players(replay)
    positions, known = players.positions, players.known
    return [
        (
            str(seat.seat),
            positions.get(seat.seat, UNKNOWN),
            visible(seat.player),
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
                visible(seat.player),
                held(last),
                amount(replay.hand, result.put_in),
                amount(replay.hand, result.won),
                amount(replay.hand, result.won - result.put_in, signed=True),
            )
        )
    return rows


def verdict_json(solved: BestPlay, n: int) -> dict[str, Any] | None:
    """Return the verdict on the step of event `n`, counted from 0, or the `reason` why a solved game has none.

    None where the step is no known decision, or nothing is known of its line.
    """
    if n + 1 in solved.unknown:
        return {"reason": solved.unknown[n + 1]}
    found = solved.decisions.get(n + 1)
    if found is None:
        return None
    return {
        "judge": found.judge,
        "word": found.word,
        "loss": round(found.loss, 4),
        "error": round(found.error, 4),
        "best": found.best,
        "keep": found.keep,
        "spot": found.spot,
        "line": None if found.spot is None else " ".join(found.line),
        "class": found.class_name,
        "actions": found.actions,
        "mix": None if found.mix is None else [round(share, 4) for share in found.mix],
        "cost": [round(cost, 2) for cost in found.cost],
        "taken": found.taken,
        "cards_kept": found.cards_kept,
        "command": command_of(found),
    }


def as_json(replay: Replay, solved: BestPlay) -> dict[str, Any]:
    """Return the hand as `replay --json` prints it; amounts are integers in the hand's unit.

    The `verdict` of a step has the loss in big bets, against the best action, and its `judge` (docs/schema.md, `losses`);
    `keep` has the cards that are best to keep, where the cards or equity judge a draw; `cards_kept` says of a draw whether the
    cards kept are those of the solved game, so that not only their number is priced. `command` prints the decision, null where
    none does. Where best play is too uncertain, the `verdict` has the `reason` alone.
    """
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
            {
                "line": step.line,
                "part": step.part,
                "player": step.player,
                "text": step.text,
                "pot": step.pot,
                "verdict": verdict_json(solved, step.n),
            }
            for step in steps(replay)
        ],
        "total_pot": replay.total_pot,
        "rake": replay.rake,
        "problems": [
            problem_json(problem, ("line", "code", "severity", "message", "expected", "found"))
            for problem in replay.problems
        ],
    }
