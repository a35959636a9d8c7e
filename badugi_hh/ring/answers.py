"""Looks up a line of a full table: who acts, what they hold there, their strategy, and the cost of each action.

From the first draw on the table of a pot of two players has the answer, if there is one; the blueprint has all others.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from badugi_hh.ring.blueprint import (
    COST_STEP,
    ERROR_STEP,
    SHARED,
    UNKNOWN,
    PhaseSpots,
    contradiction,
    shipped_blueprint,
)
from badugi_hh.ring.hand_row import ACTOR, FOLD, OVER, PHASE, POT, Hand, price
from badugi_hh.ring.line_ranges import SIZES
from badugi_hh.ring.pots_of_two import LAST_PHASE, NONE, line_of, shipped_pots
from badugi_hh.ring.table_line import PLAYERS, actions_of, chips_of, hand_after, hands_of_line
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.game import BIG_BET
from badugi_hh.solve.known import HIGHEST_ERROR, Flags, Reason
from badugi_hh.solve.look_up import HAND_OVER, Answer, look_up
from badugi_hh.solve.solved_table import REASON, SolvedTable
from badugi_hh.user_error import SolveError


def answer_at_table(spot: str, line: str) -> Answer:
    """Return the strategy after a line of actions at a table of 3 to 8 players, from the first player to act on.

    Raises:
        SolveError: the line is impossible, ends the hand, or is rarer than the blueprint holds; or there is no blueprint.
    """
    at_pot = _node_of_pot(spot, line)
    if at_pot is None:
        return answer_of_blueprint(spot, line)
    found = _answer_of_pot(at_pot, line)
    try:
        other = answer_of_blueprint(spot, line)
    except SolveError:
        return found
    silent = (found.reasons > 0) & (other.reasons == 0)  # the blueprint judges these hands
    return _joined(found, other, silent) if silent.any() else found


def _joined(found: Answer, other: Answer, silent: Flags) -> Answer:
    """Return an answer with that of another for the classes of which it is silent; the other one may have more actions."""
    names = tuple(dict.fromkeys([*other.actions, *found.actions]))

    def rows(of: Answer, values: NDArray[np.floating], lacking: float) -> NDArray[np.floating]:
        empty = np.full(len(silent), lacking, np.float32)
        return np.stack([values[of.actions.index(name)] if name in of.actions else empty for name in names])

    return replace(
        found,
        actions=names,
        mix=np.where(silent, rows(other, other.mix, 0), rows(found, found.mix, 0)),
        cost=np.where(silent, rows(other, other.cost, np.nan), rows(found, found.cost, np.nan)),
        errors=np.where(silent, other.errors, found.errors),
        reasons=np.where(silent, other.reasons, found.reasons).astype(np.uint8),
        coarse=True,
    )


def answer_of_blueprint(spot: str, line: str) -> Answer:
    """Return the answer of the blueprint.

    Raises:
        SolveError: as `answer_at_table` says.
    """
    hand, of, row = _find(spot, line)
    phase, group = hand[PHASE], of.groups
    by_size = [actions_of(hand, size) for size in range(1, 5)]
    actions = {word: action for each in by_size for word, action in each.items()}
    places = sorted(actions.values())
    may_be = np.array([[place in by_size[size - 1].values() for size in SIZES] for place in places])
    mix = of.mix[row][group][:, places].T.astype(np.float32)
    cost = _costs(hand, of, row, group)[:, places].T
    shares = mix / np.maximum(mix.sum(axis=0), 1e-6)
    errors = np.maximum(
        of.error[row][group] * ERROR_STEP,
        contradiction(np.where(may_be, cost, 0.0), np.where(may_be, shares, 0.0), 0),
    )
    known = of.error[row][group] != UNKNOWN
    reach = of.reach()[row][group] * of.within
    reasons = np.select([~known, errors >= HIGHEST_ERROR], [Reason.RARE, Reason.UNSURE], Reason.NONE)
    return Answer(
        " ".join(line.split()),
        PLAYERS[hand[ACTOR]],
        tuple(sorted(actions, key=actions.__getitem__)),
        reach / max(float(reach.sum()), 1e-12),
        shares,
        np.where(may_be, cost, np.float32(np.nan)),
        np.hypot(errors, SHARED[phase]).astype(np.float32),
        reasons.astype(np.uint8),
        coarse=True,
    )


def costs_at_table(spot: str, line: str, number: int) -> dict[str, float]:
    """Return what each action costs a class after a line, as `answer_at_table` has it, in big bets.

    Raises:
        SolveError: as there.
    """
    at = _node_of_pot(spot, line)
    if at is not None and at.last_bets:  # whether a hand is ever held there takes the whole line
        found = answer_at_table(spot, line)
        return dict(zip(found.actions, found.cost[:, number].tolist(), strict=True))
    if at is not None and not at.table.reasons(at.node)[number] and at.errors[number] < HIGHEST_ERROR:
        words = [name for name, _ in at.table.game.moves(at.table.game.after(at.table.game.root, at.line))]
        return dict(zip(words, at.table.costs(at.node)[:, number].tolist(), strict=True))
    hand, of, row = _find(spot, line)
    (cost,) = _costs(hand, of, row, of.groups[[number]]).tolist()
    return {word: cost[action] for word, action in actions_of(hand, int(SIZES[number])).items()}


class _AtPot(NamedTuple):
    """A node of the table of a pot: the line to it from the first draw on, the player, and the errors of its costs by class."""

    table: SolvedTable
    node: int
    line: str
    player: str
    errors: NDArray[np.float32]
    last_bets: bool


def _node_of_pot(spot: str, line: str) -> _AtPot | None:
    """Return the node of a line, None if no table of a pot has it, or if nothing is known there.

    Raises:
        SolveError: as `answer_at_table` says.
    """
    pots = shipped_pots()
    if pots is None:
        return None
    hands = list(hands_of_line(spot, line))
    since = next((nth for nth, hand in enumerate(hands) if line_of(hand) != NONE), len(hands) - 1)
    number = line_of(hands[since])
    if number == NONE or pots.table[number] == NONE or hands[-1][PHASE] == OVER:
        return None
    table, words = pots.find(pots.table[number]).table, " ".join(line.split()[since:])
    node = table.lines.get(words)
    if node is None or table.nodes[node, REASON]:
        return None
    money = abs(hands[since][POT] - int(pots.money[number])) / BIG_BET
    error = np.hypot(pots.error[number, hands[-1][PHASE]], money)
    errors = np.hypot(table.errors(node), error).astype(np.float32)
    player = PLAYERS[hands[-1][ACTOR]]
    return _AtPot(table, node, words, player, errors, hands[-1][PHASE] == LAST_PHASE)


def _answer_of_pot(at: _AtPot, line: str) -> Answer:
    """Return the answer of a table as that of a full table."""
    found = look_up(at.table, at.line)
    unheld = (found.reach == 0) & at.last_bets
    unsure = (found.reasons == Reason.NONE) & ((at.errors >= HIGHEST_ERROR) | unheld)
    return replace(
        found,
        line=" ".join(line.split()),
        player=at.player,
        reach=found.reach / max(float(found.reach.sum()), 1e-12),
        errors=at.errors,
        reasons=np.where(unsure, Reason.UNSURE, found.reasons).astype(np.uint8),
    )


def _find(spot: str, line: str) -> tuple[Hand, PhaseSpots, int]:
    """Return the hand after a line, and its phase and row of the blueprint.

    Raises:
        SolveError: as `answer_at_table` says.
    """
    blueprint = shipped_blueprint()
    if blueprint is None:
        raise SolveError("this version comes without the blueprint of full tables")
    hand = list(hand_after(spot, tuple(line.split())))
    if hand[PHASE] == OVER:
        raise SolveError(HAND_OVER)
    row, of = blueprint.row(hand[PHASE], spot_of(hand)), blueprint.phases[hand[PHASE]]
    if row < 0:
        raise SolveError("the trained hands came to this line too rarely; nothing is claimed about it")
    return hand, of, row


def _costs(hand: Hand, of: PhaseSpots, row: int, groups: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return by group what each action costs; none loses more against a fold than it pays."""
    cost = (of.cost[row][groups] * COST_STEP).astype(np.float32)
    if not hand[PHASE] & 1 and price(hand):
        cost = np.minimum(cost, cost[:, [FOLD]] + np.array(chips_of(hand), np.float32))
    return np.asarray(cost)
