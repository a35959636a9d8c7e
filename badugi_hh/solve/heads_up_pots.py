"""Solves a heads-up pot from a public state on: any pot, stacks, draws left and two ranges.

A pot begins with a betting round, a bet that a player faces, or a draw. All money in it is dead: what was paid before
does not matter. Before the last betting round hands are grouped into buckets where several draws are left, and bets are
limited where the tree is large; `PotAnswer.limits` says so. Cards of the opponent are ignored, as in `transitions`.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from badugi_hh.odds.range_text import parse_range
from badugi_hh.odds.ranges import hands
from badugi_hh.odds.states import states
from badugi_hh.solve.action_costs import action_values, costs_of
from badugi_hh.solve.classes import CLASSES, Vector, no_buckets, strength_buckets
from badugi_hh.solve.game import BIG_BET, Game, PublicState
from badugi_hh.solve.look_up import Answer
from badugi_hh.solve.public_tree import PublicTree, build_tree
from badugi_hh.solve.reached_nodes import reached, strategy_of_classes
from badugi_hh.solve.solver import FAST, Solver, setup_of
from badugi_hh.solve.transitions import usual_end
from badugi_hh.user_error import SolveError

ENOUGH = 0.005
"""The solver stops when best responses gain less than this share of the pot."""
SLIP = 0.001
"""The share of actions that players take at random, so that all lines come up and have an answer that is learned."""
MEASURED = 20
"""The solver measures what best responses gain after so many iterations."""
_AT_ONCE = 4
_MOST_ITERATIONS = 400
_MOST_SLOTS = 8_000_000
_EARLY, _LAST = 100, 60
"""The buckets before the last betting round and in it where two or more draws are left."""
FIRST, LAST = "first", "last"
PLAYERS = (FIRST, LAST)
"""The players by the order in which they act and draw after a draw."""
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class HeadsUpPot:
    """A pot of two players: amounts are in big bets, and players are `first` and `last` to act.

    `draws` is the number of draws left. The pot begins with a betting round, or with a draw if `drawing`. `bets` are those of
    the round so far; the `actor` faces the last of them, which is in the `pot`. By default the first player acts if nobody has
    bet, and the last one else. `stacks` are the chips that the players have left. `drawn` are the numbers of cards that each has
    drawn so far, draw by draw; if there are none, a later draw is limited by the game alone.
    """

    pot: float
    draws: int
    drawing: bool = False
    bets: int = 0
    actor: str | None = None
    stacks: tuple[float, float] | None = None
    drawn: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class PotAnswer:
    """The strategy of the player who acts after a line of a solved pot.

    `reach` has the share of each class in the player's range there. `mix` and `cost` have a row for each action, by class; costs
    are in big bets against the best action. `values` are what each class wins at best from here on, in big bets, and `value` what
    each player's range wins of the pot from its beginning. `exploitability` is in big bets, measured with all classes, as
    `share` in parts of the pot. `limits` says what was simplified, and `seconds` how long it took.
    """

    line: str
    player: str
    actions: tuple[str, ...]
    reach: NDArray[np.float64]
    mix: NDArray[np.float64]
    cost: NDArray[np.float64]
    values: NDArray[np.float64]
    value: tuple[float, float]
    exploitability: float
    share: float
    iterations: int
    limits: tuple[str, ...]
    seconds: float

    def as_answer(self) -> Answer:
        """Return the strategy as that of a table; errors of its costs are not known, and stated as 0."""
        return Answer(
            self.line,
            self.player,
            self.actions,
            self.reach,
            self.mix.astype(np.float32),
            self.cost.astype(np.float32),
            np.zeros(len(self.reach), np.float32),
            np.zeros(len(self.reach), np.uint8),
        )


def range_classes(text: str) -> Vector:
    """Return the share of each class in a range in the text form of `equity`.

    Raises:
        OddsError: the text is no range.
    """
    found = hands(parse_range(text))
    classes = states().value[found.state].astype(np.int64) - 1
    held = np.bincount(classes, found.weight, CLASSES)
    return np.asarray(held / held.sum(), np.float32)


def game_of(pot: HeadsUpPot) -> Game:
    """Return the game that begins with a pot.

    Raises:
        SolveError: the pot is impossible; the message says what to change.
    """
    _check(pot)
    round_ = _ROUNDS - 1 - pot.draws + pot.drawing
    size = (2, 2, 4, 4)[round_]
    actor = PLAYERS.index(pot.actor or (LAST if pot.bets else FIRST))
    full = float(size if pot.bets else 0)
    stack, bet = None, full
    if pot.stacks is not None:
        behind = [BIG_BET * each for each in pot.stacks]
        behind[1 - actor] += bet
        stack = min(behind)
        if pot.bets and behind[actor] == 0:
            raise SolveError("the player who acts has no chips left to call with; leave out --bets")
        bet = min(bet, stack)
    paid = (0.0, bet) if actor == 0 else (bet, 0.0)
    state = PublicState(round_, pot.drawing, actor, pot.bets, int(pot.bets > 0), paid, pot.drawn)
    game = Game("pot", PLAYERS, dead=BIG_BET * pot.pot - full, opener_last=False, stack=stack, start=state)
    if stack == 0 and not pot.drawing:
        state = game.all_in(state)
    if state.actor is None:
        raise SolveError("both players are all-in and no draw is left, so nobody acts; use equity")
    return replace(game, start=state)


def _check(pot: HeadsUpPot) -> None:
    size = 1 if pot.draws - pot.drawing <= 1 else 0.5
    if not 0 < pot.pot < 10_000:
        raise SolveError(
            "the pot is the money in the middle in big bets, above 0 and below 10,000, such as 4.5"
        )
    if not 0 <= pot.draws < _ROUNDS:
        raise SolveError("--draws is the number of draws left, 0 to 3")
    if pot.drawing and not pot.draws:
        raise SolveError("no draw is left; leave out --drawing, or give --draws 1, 2 or 3")
    if pot.drawing and (pot.bets or pot.actor == LAST):
        raise SolveError(
            "a draw begins with the first player and without a bet; leave out --bets and --actor"
        )
    if not 0 <= pot.bets <= 4:
        raise SolveError("--bets is the number of bets in this round, 0 to 4")
    least = size * (2 * pot.bets - 1)
    if pot.bets and pot.pot <= least:
        raise SolveError(f"the pot includes the bets of the round, so it is above {least:g}")
    if pot.actor not in (None, *PLAYERS):
        raise SolveError("--actor is first or last, the order in which the players act after a draw")
    if pot.actor == LAST and not pot.bets:
        raise SolveError("the first player begins a round without bets; name what they do with --line check")
    if pot.stacks is not None and not all(0 <= each < 10_000 for each in pot.stacks):
        raise SolveError("--stacks has the chips that the first and the last player have left, in big bets")
    done = _ROUNDS - 1 - pot.draws
    for drawn in pot.drawn:
        if drawn and (len(drawn) != done or max(drawn) > 3):
            raise SolveError(
                f"--drawn has one number of 0 to 3 for each draw done, of which there are {done}"
            )
    if any(pot.drawn) and not all(pot.drawn):
        raise SolveError("--drawn has the draws of both players, such as 1-1 and 2-1")


def solve_pot(
    pot: HeadsUpPot,
    ranges: Sequence[Vector],
    line: str = "",
    *,
    seconds: float = 15.0,
    enough: float = ENOUGH,
    slip: float = SLIP,
) -> PotAnswer:
    """Return the strategy after a line of actions from a pot on; `ranges` are those of the first and the last player.

    It takes at most about `seconds` of processor time, and a third of it more to measure the result.

    Raises:
        SolveError: the pot or the line is impossible, ends the hand, or is never played.
    """
    began = time.process_time()
    game, limits = game_of(pot), []
    last_only = pot.draws - pot.drawing <= 0 or pot.draws == 1
    mass = usual_end() + np.asarray(ranges[0]) + np.asarray(ranges[1])
    early = None if last_only else strength_buckets(_EARLY, mass)
    last = no_buckets() if last_only else strength_buckets(_LAST, mass)
    sizes = (CLASSES if early is None else int(early[-1]) + 1, int(last[-1]) + 1)
    tree = build_tree(game, sizes=sizes)
    while tree.slots > _MOST_SLOTS and game.cap > max(pot.bets, 1):
        game = replace(game, cap=game.cap - 1)
        tree = build_tree(game, sizes=sizes)
    if game.cap < 4:
        limits.append(f"a round has at most {game.cap} bet{'s' if game.cap > 1 else ''}")
    if early is not None:
        limits.append(f"hands are in {sizes[0]} groups, and in {sizes[1]} after the last draw")
    state = _after(game, line)
    solver = Solver(setup_of(tree, (ranges[0], ranges[1]), last, early=early), FAST, slip)
    while solver.iterations < _MOST_ITERATIONS:
        solver.iterate(_AT_ONCE)
        sure = (
            solver.iterations % MEASURED == 0
            and solver.exploitability(grouped=True) < enough * BIG_BET * pot.pot
        )
        if sure or time.process_time() - began > seconds:
            break
    return _answer(tree, solver, " ".join(line.split()), state, pot, tuple(limits), began)


def _after(game: Game, line: str) -> PublicState:
    try:
        state = game.after(game.root, line)
    except ValueError as error:
        raise SolveError(f"{error}; see docs/best-play.md for lines") from None
    if state.actor is None:
        raise SolveError("the line ends the hand, and nobody acts after it; leave out its last action")
    return state


def _answer(
    tree: PublicTree,
    solver: Solver,
    line: str,
    state: PublicState,
    pot: HeadsUpPot,
    limits: tuple[str, ...],
    began: float,
) -> PotAnswer:
    node = reached(tree, solver, line)
    values, gained = action_values(tree, solver, [node.row], best=True, cut=0.0)
    actor = state.actor or 0
    theirs, mine = float(node.reach[1 - actor].sum()), node.reach[actor]
    if theirs <= 0 or not mine.any():
        raise SolveError("one of the two players never plays this line, so nothing is claimed about it")
    lost = (gained - solver.setup.total) / 2 / BIG_BET
    first = solver.value(0, best=False) / BIG_BET
    won = values[node.row].astype(np.float64).max(axis=0) / (theirs * BIG_BET)
    return PotAnswer(
        line,
        PLAYERS[state.actor or 0],
        tuple(name for name, _ in tree.game.moves(state)),
        mine / mine.sum(),
        strategy_of_classes(solver, node.row),
        costs_of(values[node.row], theirs),
        won + state.paid[state.actor or 0] / BIG_BET,
        (first, tree.game.dead / BIG_BET - first),
        lost,
        lost / pot.pot,
        solver.iterations,
        limits,
        time.process_time() - began,
    )
