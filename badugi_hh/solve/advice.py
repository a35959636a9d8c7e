"""What a table says about one hand of four cards after a line: the share and the cost of every action.

A table has no suits and no opponent's cards, so hands of one class get one answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.values import best_subset, value
from badugi_hh.solve.classes import class_name
from badugi_hh.solve.game import Game
from badugi_hh.solve.known import Reason
from badugi_hh.solve.live_river import answer_line
from badugi_hh.solve.look_up import HAND_OVER, find_state
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.solve.solved_table import Table


@dataclass(frozen=True, slots=True)
class Advice:
    """The strategy of the player who acts after a line, with one hand.

    With a `reason` (see `known`) mix, cost and error are None, and nothing is claimed; where only the opener's hands are given, the
    mix is there. `mix` has the share of each action, None if best play never holds this hand there. `cost` has what each
    action loses against the best one, `error` the standard error of these costs, and `exploitability` what the best
    responses to the table gain per hand; all in big bets. `draws_left` are the draws that both players have left, this one
    included, in the order in which they draw, and `place` is that of the player.
    """

    spot: str
    line: str
    player: str
    place: int
    class_name: str
    drawing: bool
    draws_left: tuple[int, int]
    actions: tuple[str, ...]
    mix: tuple[float, ...] | None
    cost: tuple[float, ...] | None
    error: float | None
    exploitability: float
    live: bool
    reason: Reason = Reason.NONE


def advise(table: Table, line: str, hand: Cards) -> Advice:
    """Return what a table says about a hand of four cards after a line of actions.

    Raises:
        SolveError: the line is impossible, ends the hand, or is rarer than the table holds.
    """
    found = answer_line(table, line)
    number = value(hand) - 1
    state = find_state(table.game, line)
    order = _drawing_order(table.game)
    reason = Reason(int(found.reasons[number]))
    held = found.reach[number] > 0 and reason.has_mix
    left = [len(table.game.draws) - len(state.drawn[player]) for player in order]
    return Advice(
        table.game.name,
        found.line,
        found.player,
        find_place(table.game, line),
        class_name(number),
        state.drawing,
        (left[0], left[1]),
        found.actions,
        _rounded(found.mix[:, number].tolist(), 4) if held else None,
        None if reason else _rounded(found.cost[:, number].tolist(), 2),
        None if reason else round(float(found.errors[number]), 3),
        float(table.header["exploitability_quantized"]),
        found.live,
        reason,
    )


def find_place(game: Game, line: str) -> int:
    """Return the place of the player who acts after a line in the order in which the two draw, 0 or 1.

    Raises:
        SolveError: the line is impossible, or ends the hand.
    """
    actor = find_state(game, line).actor
    if actor is None:
        raise SolveError(HAND_OVER)
    return _drawing_order(game).index(actor)


def _drawing_order(game: Game) -> tuple[int, int]:
    first = game.first_to_act()
    return first, 1 - first


def keeps_as_solved(hand: Cards, keep: Cards) -> bool:
    """Return whether a player of the solved game who draws `4 - len(keep)` cards to a hand keeps such cards.

    They keep the lowest cards that count, and of a hand with fewer all of them.
    """
    if not keep:
        return False
    ranks = sorted(card >> 2 for card in best_subset(hand))
    kept = sorted(card >> 2 for card in best_subset(keep))
    return kept == ranks[: len(keep)]


def _rounded(numbers: Sequence[float], places: int) -> tuple[float, ...]:
    return tuple(round(number, places) for number in numbers)
