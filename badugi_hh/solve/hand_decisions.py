"""Finds in played hands the decisions that a solved game covers, and what its table says of each.

A hand is plain data: stacks, positions, and steps in order. One hand and a batch take the same way; a line that several
hands share is looked up once. A decision outside the games has a reason in place of a price, so nothing is claimed of it.
Nothing here reads a replay or a database; `badugi_hh.store.solver_rows` does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain
from math import hypot
from typing import NamedTuple

from badugi_hh.engine import values
from badugi_hh.solve.classes import class_name, class_number
from badugi_hh.solve.game import FOLD, GAMES, HEADS_UP, SB_BB, Game, PublicState
from badugi_hh.solve.known import HIGHEST_ERROR, Reason
from badugi_hh.solve.look_up import Answer, look_up_all
from badugi_hh.solve.solved_table import Table

OTHER_LIMIT = "other limit"
OTHER_BLINDS = "other blinds"
OTHER_CAP = "other cap"
SHORT_STACK = "short stack"
MORE_PLAYERS = "more than two players"
TOO_MANY = "more than eight players"
NO_TABLE = "no table of the spot"
OUTSIDE = "line outside the table"
UNKNOWN = "cards unknown"
FORCED = "made by the site"
RARE, UNSURE = str(Reason.RARE), str(Reason.UNSURE)
REASONS = (
    OTHER_LIMIT,
    OTHER_BLINDS,
    OTHER_CAP,
    SHORT_STACK,
    MORE_PLAYERS,
    TOO_MANY,
    NO_TABLE,
    OUTSIDE,
    RARE,
    UNSURE,
    UNKNOWN,
    FORCED,
)
"""Why nothing is claimed of a decision."""

_ODD = 3
"""The small blind may differ from half a small bet by a small bet divided by twice this number."""
_SMALL_BLIND, _BIG_BLIND = "SB", "BB"
_UNIT = HEADS_UP.bets[0]
"""A small bet in the unit of a game."""


class Step(NamedTuple):
    """A betting decision or a draw; `n` is the number of its event in the hand, from 1.

    `action` is `fold`, `check`, `call`, `bet` or `raise`, or the number of cards drawn. `value` is the value of the hand
    before it, 1 to 1092, and `kept` that of the cards kept at a draw; None where they are unknown, or no card is kept.
    `forced` says that the site acted for the player.
    """

    n: int
    seat: int
    action: str
    value: int | None = None
    kept: int | None = None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as it was played.

    `cap` is the number of bets in a round, None if two players have no cap. `posted` is the pot before the first decision,
    and `first_price` what calling costs there. `small_price` is what calling costs the small blind at their first decision, None
    without one. `positions` and `stacks` have the players dealt in by seat, `steps` all
    decisions and draws in order. `extra_blinds` are the seats that posted a live big blind in other positions.
    """

    fixed: bool
    cap: int | None
    small_bet: int
    big_bet: int
    posted: int
    first_price: int
    positions: Mapping[int, str]
    stacks: Mapping[int, int]
    steps: Sequence[Step]
    small_price: int | None = None
    extra_blinds: frozenset[int] = frozenset()


class Basis(StrEnum):
    """What costs rest on: the equilibrium of a game of two, or what the training of the blueprint saw in lines and hands like it."""

    EXACT = "exact"
    BLUEPRINT = "blueprint"


@dataclass(frozen=True, slots=True)
class LinePrices:
    """What the table of a spot says of a class after a line: `mix` and `cost` are in the order of `actions`.

    `mix` is None without `with_mixes`, and if best play never comes there with the class. `player` is the one who acts, as the game names them. Costs are in big bets against the best action; `error` is the standard
    error of these costs, to which `rough` comes, and `coarse` in parts of each cost; these two are no reason for silence. `basis` says
    what the costs rest on. With a `reason` neither mix nor costs may be shown.
    """

    spot: str
    line: tuple[str, ...]
    player: str
    class_name: str
    actions: tuple[str, ...]
    mix: tuple[float, ...] | None
    cost: tuple[float, ...]
    error: float
    reason: Reason = Reason.NONE
    coarse: float = 0.0
    rough: float = 0.0
    basis: Basis = Basis.EXACT


@dataclass(frozen=True, slots=True)
class SolverDecision:
    """A covered decision or draw: `taken` is the place of the action in `at.actions`.

    `cards_kept` is True if a draw is known to have kept the best cards of their number, those that the game keeps. If it is
    False, only the number of cards is priced. It is None for a betting decision. `odd` is how far the money in the pot is
    from that of the game, in big bets.
    """

    n: int
    seat: int
    taken: int
    cards_kept: bool | None
    at: LinePrices
    odd: float = 0.0

    @property
    def error(self) -> float:
        """Return the standard error of what the action loses, in big bets: `unsure`, `at.rough`, and the part of a cost that is `at.coarse`."""
        return hypot(self.unsure, self.at.rough, self.at.coarse * self.lost)

    @property
    def unsure(self) -> float:
        """Return the standard error of all costs in this hand, in big bets: that of the game, and what odd money in the pot may change."""
        return hypot(self.at.error, self.odd)

    @property
    def lost(self) -> float:
        """Return what the action loses against the best one, in big bets."""
        return self.at.cost[self.taken]

    @property
    def share(self) -> float | None:
        """Return how often the table takes the action, 0 to 1; None where `at.mix` is."""
        return None if self.at.mix is None else self.at.mix[self.taken]

    @property
    def best(self) -> str:
        """Return the action without a cost; of several the first."""
        return self.at.actions[min(range(len(self.at.cost)), key=self.at.cost.__getitem__)]


@dataclass(frozen=True, slots=True)
class NoClaim:
    """A decision or draw of which nothing is claimed, and the reason, one of `REASONS`."""

    n: int
    seat: int
    reason: str


FindTable = Callable[[str], Table | None]
"""Returns the table of a spot, None if there is none."""

_Place = tuple[str, str]
"""A spot and a line."""


class _Asked(NamedTuple):
    """A decision whose line is in a table."""

    step: Step
    place: _Place
    value: int
    odd: float


def decisions_of(hands: Iterable[PlayedHand], find_table: FindTable) -> list[list[SolverDecision | NoClaim]]:
    """Return for each hand what the tables say of its decisions and draws, in the order of its steps, without mixes."""
    steps = [list(_ask(hand, find_table)) for hand in hands]
    asked: dict[_Place, set[int]] = {}
    for step in chain.from_iterable(steps):
        if isinstance(step, _Asked):
            asked.setdefault(step.place, set()).add(step.value)
    prices = dict(_prices(asked, find_table))
    return [
        [_decided(step, prices) if isinstance(step, _Asked) else step for step in of_hand]
        for of_hand in steps
    ]


def _decided(asked: _Asked, prices: Mapping[tuple[str, str, int], LinePrices]) -> SolverDecision | NoClaim:
    step = asked.step
    at = prices[*asked.place, asked.value]
    if step.action not in at.actions:
        return NoClaim(step.n, step.seat, OUTSIDE)
    if at.reason:
        return NoClaim(step.n, step.seat, str(at.reason))
    kept = keeps_best(step, asked.value) if step.action.isdecimal() else None
    decision = SolverDecision(step.n, step.seat, at.actions.index(step.action), kept, at, asked.odd)
    return decision if decision.unsure < HIGHEST_ERROR else NoClaim(step.n, step.seat, UNSURE)


def keeps_best(step: Step, value: int) -> bool:
    """Return whether the best cards of their number are known to be kept, those that the game keeps."""
    return _best_kept(value, int(step.action)) in {None, step.kept}


@cache
def _best_kept(value: int, drawn: int) -> int | None:
    """Return the value of the cards that a draw keeps in the game, None if it keeps none."""
    ranks = values.ranks(value)
    lowest = ranks[max(0, len(ranks) - (4 - drawn)) :] if drawn < 4 else ()
    return values.value_of(lowest) if lowest else None


# --- the line of a hand


def _ask(hand: PlayedHand, find_table: FindTable) -> Iterator[_Asked | NoClaim]:
    """Yield the steps of a hand, each with its line in a table or with the reason why there is none."""
    game, begun, reason = _game_of(hand)
    table = None if game is None else find_table(game.name)
    for step in hand.steps[:begun]:
        yield NoClaim(step.n, step.seat, reason)
    if game is None or table is None:
        for step in hand.steps[begun:]:
            yield NoClaim(step.n, step.seat, NO_TABLE if game is not None else reason)
        return
    lines, odd = table.lines, _odd_blind(hand)
    line = ""
    for step in hand.steps[begun:]:
        if line not in lines:
            yield NoClaim(step.n, step.seat, OUTSIDE)
        elif step.forced:
            yield NoClaim(step.n, step.seat, FORCED)
        elif step.value is None:
            yield NoClaim(step.n, step.seat, UNKNOWN)
        else:
            yield _Asked(step, (game.name, line), step.value, odd)
        line = f"{line} {step.action}" if line else step.action


def _game_of(hand: PlayedHand) -> tuple[Game | None, int, str]:
    """Return the game of a hand, the number of steps before its two players are alone, and the reason why those are outside."""
    if reason := _why_other_game(hand):
        return None, 0, reason
    seats = {position: seat for seat, position in hand.positions.items()}
    if not {_SMALL_BLIND, _BIG_BLIND} <= seats.keys():
        return None, 0, OTHER_BLINDS
    others = len(hand.positions) - 2  # each has one step, if all of them fold
    if any(step.action != FOLD for step in hand.steps[:others]):
        return None, 0, MORE_PLAYERS
    game = SB_BB if others else HEADS_UP
    stack = min(hand.stacks[seats[_SMALL_BLIND]], hand.stacks[seats[_BIG_BLIND]])
    if stack * _UNIT < game.cap * sum(game.bets) * hand.small_bet:  # one could not pay every bet
        return None, others, SHORT_STACK
    return game, others, MORE_PLAYERS


def why_other_bets(hand: PlayedHand) -> str:
    """Return why the limit of a hand is not that of the games, an empty text if it is: so many bets, and a big blind of one small bet."""
    if not hand.fixed:
        return OTHER_LIMIT
    if hand.cap != HEADS_UP.cap:
        return OTHER_CAP
    paid = hand.posted - hand.small_bet if len(hand.positions) == 2 else 0
    to_call = hand.small_bet - paid
    if len(hand.positions) > 2 and hand.steps:  # a player who has less pays no more, and may fold
        seat = hand.steps[0].seat
        to_call = 0 if seat in hand.extra_blinds else min(to_call, hand.stacks[seat])
    return "" if 0 < hand.big_bet == 2 * hand.small_bet and hand.first_price == to_call else OTHER_BLINDS


def _why_other_game(hand: PlayedHand) -> str:
    """Return why the bets of a hand are not those of the games of two players, an empty text if they are.

    The small blind is about half a small bet, as `_ODD` says, and nothing else is posted.
    """
    if reason := why_other_bets(hand):
        return reason
    if 2 * _ODD * _odd_blind(hand) * hand.big_bet > hand.small_bet * (1 + 1e-9):
        return OTHER_BLINDS
    if len(hand.positions) == 2 or not _odd_blind(hand):
        return ""
    # A small blind and another dead one look like a larger small blind, but not in what the small blind has to call.
    price = hand.small_price
    return "" if price is not None and (hand.posted + price) % hand.small_bet == 0 else OTHER_BLINDS


def _odd_blind(hand: PlayedHand) -> float:
    """Return how far the small blind is from half a small bet, in big bets: all that is posted besides the big blind.

    So much may a cost be off at most, if the opponent plays the same: the fold of a small blind loses that much more or less,
    and a pot with a dead one has that much more or less to win. In equilibrium the opponent also plays a little differently.
    """
    return abs(hand.posted - hand.small_bet * sum(HEADS_UP.posted) / _UNIT) / hand.big_bet


# --- tables


def _prices(
    asked: Mapping[_Place, set[int]], find_table: FindTable
) -> Iterator[tuple[tuple[str, str, int], LinePrices]]:
    """Yield the prices of values after lines."""
    for spot in GAMES:
        lines = [line for name, line in asked if name == spot]
        table = find_table(spot) if lines else None
        if table is None:
            continue
        for line in lines:
            node, state = table.lines[line], _state_after(table.game, line)
            player = table.game.players[state.actor or 0]
            actions = tuple(name for name, _ in table.game.moves(state))
            cost, errors, reasons = table.costs(node), table.errors(node), table.reasons(node)
            for value in asked[spot, line]:
                number = value - 1
                costs, error = tuple(cost[:, number].tolist()), float(errors[number])
                reason, words = Reason(int(reasons[number])), tuple(line.split())
                yield (
                    (spot, line, value),
                    LinePrices(spot, words, player, class_name(number), actions, None, costs, error, reason),
                )


@lru_cache(maxsize=20_000)
def _state_after(game: Game, line: str) -> PublicState:
    """Return the state after a line of a table, from the state before its last action."""
    before, _, word = line.rpartition(" ")
    return game.after(_state_after(game, before), word) if line else game.root


def with_mixes(
    decisions: Iterable[Sequence[SolverDecision | NoClaim]], find_table: FindTable
) -> list[list[SolverDecision | NoClaim]]:
    """Return what `decisions_of` returned, with the mixes: they follow from all decisions of a line, which takes longer."""
    found = [list(of_hand) for of_hand in decisions]
    lines: dict[str, set[str]] = {}
    for step in chain.from_iterable(found):
        if isinstance(step, SolverDecision):
            lines.setdefault(step.at.spot, set()).add(" ".join(step.at.line))
    answers: dict[_Place, Answer] = {}
    for spot, of_spot in lines.items():
        if table := find_table(spot):
            answers |= {(spot, answer.line): answer for answer in look_up_all(table, of_spot)}
    return [
        [_with_mix(step, answers) if isinstance(step, SolverDecision) else step for step in of_hand]
        for of_hand in found
    ]


def _with_mix(step: SolverDecision, answers: Mapping[_Place, Answer]) -> SolverDecision:
    answer, number = answers[step.at.spot, " ".join(step.at.line)], class_number(step.at.class_name)
    mix = tuple(answer.mix[:, number].tolist()) if answer.reach[number] > 0 else None
    return replace(step, at=replace(step.at, mix=mix))
