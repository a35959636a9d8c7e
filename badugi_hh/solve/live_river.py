"""Answers for the last betting round where a table has no strategy for it: the round is solved from the ranges of the line.

The ranges are those of the stored strategies up to the last draw, so they are as good as the table. Earlier rounds are not
solved.
"""

import numpy as np

from badugi_hh.solve.action_costs import kind_of, total_error
from badugi_hh.solve.all_classes import Decision, is_last_round, solve_last_round
from badugi_hh.solve.game import Game
from badugi_hh.solve.known import LEAST_SHARE, Reason, unsure
from badugi_hh.solve.look_up import (
    HAND_OVER,
    Answer,
    find_ranges,
    find_state,
    look_up,
    with_cheapest,
)
from badugi_hh.solve.player_ranges import LEAST_REACH, Ranges, without_rare
from badugi_hh.solve.solved_table import CLASSES_OF_ERROR, SolvedTable
from badugi_hh.user_error import SolveError


def answer_line(table: SolvedTable, line: str) -> Answer:
    """Return the strategy after a line: that of the table, or else that of its last betting round, which is solved.

    Raises:
        SolveError: the line is impossible, ends the hand, is rare before the last betting round, or no hand leads to it.
    """
    start = river_start(table.game, line)
    if " ".join(line.split()) in table.lines or start is None:
        return look_up(table, line)
    if find_state(table.game, line).actor is None:
        raise SolveError(HAND_OVER)
    answer = solve_river(table, start).get(" ".join(line.split()).removeprefix(start).strip())
    if answer is None:
        raise SolveError("one of the two players never plays this line, so nothing is claimed about it")
    return answer


def river_start(game: Game, line: str) -> str | None:
    """Return the part of a line before its last betting round; None if it is impossible or ends before that round."""
    state, words = game.root, line.split()
    for place, word in enumerate(words):
        if is_last_round(game, state):
            return " ".join(words[:place])
        moves = dict(game.moves(state))
        if word not in moves:
            return None
        state = moves[word]
    return " ".join(words) if is_last_round(game, state) else None


def solve_river(table: SolvedTable, start: str) -> dict[str, Answer]:
    """Return the strategies of the last betting round after `start`, by what follows, solved from the stored ranges.

    Decisions that no hand of one of the players leads to are left out.

    Raises:
        SolveError: a decision before it is rarer than the table holds, or a player has no hand there.
    """
    at = find_ranges(table, start)
    return {
        line: _answer(table, f"{start} {line}".strip(), decision, at)
        for line, decision in solve_last_round(table.game, at).items()
        if decision.theirs > LEAST_REACH and decision.mine.any()
    }


def _answer(table: SolvedTable, line: str, decision: Decision, start: Ranges) -> Answer:
    """Return the answer for a decision of the round that begins with `start`."""
    actor = decision.state.actor or 0
    mine = float(without_rare(start.reach[actor]).sum())
    removal = table.header["removal"].get(kind_of(decision.state), (0.0,) * len(CLASSES_OF_ERROR))
    errors = np.repeat(total_error(decision.off, removal), CLASSES_OF_ERROR).astype(np.float32)
    held = decision.mine.astype(np.float64) * mine
    rare = min(start.least[1 - actor], decision.least) < LEAST_SHARE
    doubtful = unsure(decision.mix, decision.cost, errors, held > 0)
    return Answer(
        line,
        table.game.players[decision.state.actor or 0],
        tuple(name for name, _ in table.game.moves(decision.state)),
        held,
        with_cheapest(decision.mix.astype(np.float32), decision.cost, held),
        decision.cost,
        errors,
        np.where(rare, Reason.RARE, doubtful * Reason.UNSURE).astype(np.uint8),
        live=True,
    )
