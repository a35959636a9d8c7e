"""Prices of played hands one by one, in plain Python: what the arrays of `badugi_hh.ring.decisions` are compared with."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, takewhile
from math import ceil, hypot, inf
from typing import NamedTuple

import polars as pl

from badugi_hh.engine import values
from badugi_hh.engine.rules import ROOMS, Uncapped
from badugi_hh.facts.words import Judge
from badugi_hh.ring.blueprint import COARSE, SHARED, Blueprint
from badugi_hh.ring.hand_row import (
    ACTOR,
    BIG_BLIND,
    DEEP,
    FEWEST_PLAYERS,
    FOLD,
    INSIDE,
    LENGTH,
    OVER,
    PHASE,
    POT,
    SEATS,
    SMALL_BLIND,
    STACK,
    STREET,
    Hand,
    act,
    deal,
    post,
    shorten,
)
from badugi_hh.ring.table_line import DRAWS_OF_SIZE, action_of, actions_of, chips_of
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.classes import class_name, class_number, class_size
from badugi_hh.solve.game import FOLD as FOLDS
from badugi_hh.solve.game import GAMES, HEADS_UP, SB_BB, TABLES, Game, PublicState
from badugi_hh.solve.hand_decisions import (
    FORCED,
    MORE_PLAYERS,
    NO_TABLE,
    OTHER_BLINDS,
    OTHER_CAP,
    OTHER_LIMIT,
    OUTSIDE,
    RARE,
    SHORT_STACK,
    TOO_MANY,
    UNKNOWN,
    UNSURE,
)
from badugi_hh.solve.known import COMMON, HIGHEST_ERROR, Reason
from badugi_hh.solve.look_up import Answer, look_up
from badugi_hh.solve.solved_table import SolvedTable

Facts = Mapping[str, pl.DataFrame]

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


@dataclass(frozen=True, slots=True)
class LinePrices:
    """What the table of a spot says of a class after a line: `mix` and `cost` are in the order of `actions`.

    `mix` is None without `with_mixes`, and if best play never comes there with the class. `player` is the one who acts, as the game names them. Costs are in big bets against the best action; `error` is the standard
    error of these costs, to which `rough` comes, and `coarse` in parts of each cost; both are no reason for silence. `basis` says
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
    rough: float = 0.0
    coarse: float = 0.0
    judge: Judge = Judge.GAME


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
        return hypot(self.unsure, self.at.rough, self.at.coarse * self.at.cost[self.taken])

    @property
    def unsure(self) -> float:
        """Return the standard error of all costs in this hand, in big bets: that of the game, and what odd money in the pot may change."""
        return hypot(self.at.error, self.odd)

    @property
    def lost(self) -> float:
        """Return what the action loses, in big bets: nothing where the table takes it often and the cost is within its error."""
        cost = self.at.cost[self.taken]
        return 0.0 if (self.share or 0) >= COMMON and cost <= self.error else cost

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


FindTable = Callable[[str], SolvedTable | None]
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
    if any(step.action != FOLDS for step in hand.steps[:others]):
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
            answers |= {(spot, line): look_up(table, line) for line in of_spot}
    return [
        [_with_mix(step, answers) if isinstance(step, SolverDecision) else step for step in of_hand]
        for of_hand in found
    ]


def _with_mix(step: SolverDecision, answers: Mapping[_Place, Answer]) -> SolverDecision:
    answer, number = answers[step.at.spot, " ".join(step.at.line)], class_number(step.at.class_name)
    mix = tuple(answer.mix[:, number].tolist()) if answer.reach[number] > 0 else None
    return replace(step, at=replace(step.at, mix=mix))


# --- full tables

_BIG_BETS = 0.25
"""Half a small bet in big bets."""
_MOST_DEAD = 4
"""More dead money, in half small bets, is another game."""


class Place(NamedTuple):
    """Where a decision is: its phase and spot, and the actions that a hand of each number of cards that count may take, by name.

    `actions` has those of 1, 2, 3 and 4 cards. `chips` is what a fold, a call and a raise pay, `most` what pot and stacks allow an action
    to lose, and `odd` how far the money in the game is from that of the hand, in big bets.
    """

    phase: int
    spot: int
    actions: tuple[dict[str, int], ...]
    chips: tuple[float, float, float] = (0.0, 0.0, 0.0)
    most: float = 0.0
    odd: float = 0.0


class Stop(NamedTuple):
    """A step of a played hand: the hand before it, the action, why nothing is claimed of it, and `odd` as in `Place`."""

    hand: Hand
    action: int
    reason: str
    odd: float

    def place(self) -> Place | str:
        """Return where the player is, or the reason."""
        return self.reason or place_of(self.hand)._replace(odd=self.odd)


def place_of(hand: Hand) -> Place:
    """Return where the player who acts is."""
    if hand[PHASE] & 1:
        return Place(hand[PHASE], spot_of(hand), DRAWS_OF_SIZE, most=most_of(hand))
    return Place(hand[PHASE], spot_of(hand), (actions_of(hand, 0),) * 4, chips_of(hand), most_of(hand))


def most_of(hand: Hand) -> float:
    """Return what the best and the worst end of a hand are apart for the player who acts, in big bets."""
    actor = hand[ACTOR]
    mine = hand[STREET + actor] + hand[STACK + actor]
    others = [seat for seat in range(SEATS) if seat != actor and hand[INSIDE] >> seat & 1]
    most = [min(hand[STREET + seat] + hand[STACK + seat], mine) for seat in others]
    won = sum(max(paid - hand[STREET + seat], 0) for seat, paid in zip(others, most, strict=True))
    return _BIG_BETS * (hand[POT] + won + max(most) - hand[STREET + actor])


def stops(hand: PlayedHand) -> Iterator[Stop | str]:
    """Yield for each step of a hand the hand before it, or the reason why it is outside the game.

    Antes, dead blinds and an odd small blind that folds change the pot: after the first draw the game has about the same pot. Before
    it they change what good play is, and so do live posts of other players.
    """
    if reason := _why_outside(hand):
        yield from (reason for _ in hand.steps)
        return
    seats = _seat_numbers(hand)
    state = [0] * LENGTH
    deal(state, len(seats))
    for seat, stack in hand.stacks.items():
        if seat in seats:
            shorten(state, seats[seat], min(max(ceil(stack * 2 / hand.small_bet), 1), DEEP))
    for seat in hand.extra_blinds:
        post(state, seats[seat])
    odd = 2 * hand.posted / hand.small_bet - state[POT]
    dead = odd if not odd or _folds_small_blind(hand) else odd - _odd_small_blind(hand)
    state[POT] += round(dead)
    before = OTHER_BLINDS if hand.extra_blinds or abs(odd) * _BIG_BETS >= HIGHEST_ERROR else ""
    after = OTHER_BLINDS if abs(dead) > _MOST_DEAD else ""
    for step in hand.steps:
        action = None
        if not reason and state[PHASE] != OVER and state[ACTOR] == seats[step.seat]:
            action = action_of(state, step.action)
        if action is None:
            reason = OUTSIDE
            yield reason
            continue
        late = state[PHASE] > 0
        off = abs(dead - round(dead)) if late else abs(odd)
        yield Stop(state.copy(), action, after if late else before, off * _BIG_BETS)
        act(state, action)


def _odd_small_blind(hand: PlayedHand) -> float:
    """Return how much more than half a small bet the small blind is, in half small bets; 0 where a short stack hides it."""
    stack = next(hand.stacks[seat] for seat, position in hand.positions.items() if position == "SB")
    if hand.small_price is None or stack <= hand.small_price + hand.small_bet:
        return 0.0
    return 2 * (hand.small_bet - hand.small_price % hand.small_bet) / hand.small_bet - 1


def _folds_small_blind(hand: PlayedHand) -> bool:
    """Return whether the small blind folds before the first draw."""
    steps = takewhile(lambda step: not step.action.isdecimal(), hand.steps)
    return any(step.action == "fold" and hand.positions[step.seat] == "SB" for step in steps)


def _why_outside(hand: PlayedHand) -> str:
    """Return why a hand is not one of the game, an empty text if it is."""
    if not FEWEST_PLAYERS <= len(hand.positions) <= SEATS:
        return TOO_MANY
    if reason := why_other_bets(hand):
        return reason
    seats = {position: seat for seat, position in hand.positions.items()}
    if not {"SB", "BB"} <= seats.keys():
        return OTHER_BLINDS
    return "" if _seat_numbers(hand)[seats["SB"]] == SMALL_BLIND else OTHER_BLINDS


def _seat_numbers(hand: PlayedHand) -> dict[int, int]:
    """Return the seat in the game of each seat of a hand."""
    seats = sorted(hand.positions)
    blind = next(place for place, seat in enumerate(seats) if hand.positions[seat] == "BB")
    return {seat: BIG_BLIND - (blind - place) % len(seats) for place, seat in enumerate(seats)}


Decision = SolverDecision | NoClaim


def with_blueprint(
    hands: Iterable[PlayedHand], decisions: Iterable[Sequence[Decision]], blueprint: Blueprint, *, mixes: bool
) -> list[list[Decision]]:
    """Return the decisions of hands, of which those without an answer have that of the blueprint where it has one."""
    return [
        _of_hand(hand, found, blueprint, mixes=mixes) for hand, found in zip(hands, decisions, strict=True)
    ]


def _of_hand(
    hand: PlayedHand, found: Sequence[Decision], blueprint: Blueprint, *, mixes: bool
) -> list[Decision]:
    """Return the decisions of a hand; those of a full table that nothing is ever claimed of say why."""
    if len(hand.positions) < FEWEST_PLAYERS:
        return list(found)
    return [
        _priced(hand, nth, stop, blueprint, mixes=mixes) if isinstance(each, NoClaim) else each
        for nth, (stop, each) in enumerate(zip(stops(hand), found, strict=True))
    ]


def _priced(hand: PlayedHand, nth: int, stop: Stop | str, blueprint: Blueprint, *, mixes: bool) -> Decision:
    """Return a decision with the price that the blueprint stores, or why there is none.

    A player may fold later, so no action loses more against a fold than it pays; and none loses more than pot and stacks allow. Half
    of what a common action costs is part of the error.
    """
    step = hand.steps[nth]
    place = stop if isinstance(stop, str) else stop.place()
    if step.forced or step.value is None:
        return NoClaim(step.n, step.seat, FORCED if step.forced else UNKNOWN)
    if isinstance(stop, str) or isinstance(place, str):
        return NoClaim(step.n, step.seat, str(place))
    number = step.value - 1
    actions = place.actions[class_size(number) - 1]
    if step.action not in actions:
        return NoClaim(step.n, step.seat, OUTSIDE)
    row = blueprint.row(place.phase, place.spot)
    cost, error = blueprint.costs(place.phase, row, number) if row >= 0 else ([], None)
    if error is None:
        return NoClaim(step.n, step.seat, RARE)
    mix = blueprint.mix(place.phase, row, number) or [0.0] * len(cost)
    cost = [min(each, place.most) for each in cost]
    most = [cost[FOLD] + paid if "fold" in actions else inf for paid in place.chips]
    costs = {name: min(cost[action], *most[action : action + 1], inf) for name, action in actions.items()}
    shares = {name: mix[action] for name, action in actions.items()}
    common = [name for name, share in shares.items() if share >= COMMON]
    contradiction = max((costs[name] for name in common), default=0.0) / 2
    at = LinePrices(
        TABLES[len(hand.positions) - FEWEST_PLAYERS],
        tuple(each.action for each in hand.steps[:nth]),
        hand.positions[step.seat],
        class_name(number),
        tuple(actions),
        tuple(shares.values()) if mixes and any(shares.values()) else None,
        tuple(costs.values()),
        max(error, contradiction),
        rough=SHARED[place.phase],
        coarse=COARSE if place.phase else 0.0,
        judge=Judge.BLUEPRINT,
    )
    kept = keeps_best(step, step.value) if step.action.isdecimal() else None
    found = SolverDecision(step.n, step.seat, at.actions.index(step.action), kept, at, stop.odd)
    return found if found.unsure < HIGHEST_ERROR else NoClaim(step.n, step.seat, UNSURE)


# --- rows

_STEP = ("n", "seat", "action", "value", "kept", "forced")


def played_hands(facts: Facts) -> Iterator[tuple[int, PlayedHand]]:
    """Yield each hand that has a decision and is not cancelled, with its `hand_key`."""
    steps: dict[int, list[Step]] = {}
    for key, *step in _steps(facts).iter_rows():
        steps.setdefault(key, []).append(Step(*step))
    decisions = facts["decisions"].select("hand_key", "n", "seat", "pot", "price").sort("hand_key", "n")
    prices = {
        (key, seat): price
        for key, seat, price in decisions.unique(("hand_key", "seat"), keep="first")
        .select("hand_key", "seat", "price")
        .iter_rows()
    }
    first = {
        key: (pot, price)
        for key, pot, price in decisions.unique("hand_key", keep="first")
        .select("hand_key", "pot", "price")
        .iter_rows()
    }
    positions: dict[int, dict[int, str]] = {}
    stacks: dict[int, dict[int, int]] = {}
    extra: dict[int, set[int]] = {}
    for key, seat, position, stack, posted_extra in (
        facts["seats"]
        .filter("dealt")
        .select("hand_key", "seat", "position", "stack", "extra_blind")
        .iter_rows()
    ):
        positions.setdefault(key, {})[seat] = position
        stacks.setdefault(key, {})[seat] = stack
        if posted_extra:
            extra.setdefault(key, set()).add(seat)
    hands = facts["hands"].filter(~pl.col("cancelled"))
    for key, betting, small_bet, big_bet, rules in hands.select(
        "hand_key", "betting", "small_bet", "big_bet", "rules"
    ).iter_rows():
        if key not in first:
            continue
        posted, price = first[key]
        small = next((seat for seat, position in positions[key].items() if position == "SB"), 0)
        yield (
            key,
            PlayedHand(
                fixed=betting == "fixed", cap=_cap(rules), small_bet=small_bet, big_bet=big_bet or 0,
                posted=posted, first_price=price, positions=positions[key], stacks=stacks[key],
                steps=steps[key], small_price=prices.get((key, small)),
                extra_blinds=frozenset(extra.get(key, ())),
            ),
        )  # fmt: skip


def _cap(rules: str) -> int | None:
    """Return the number of bets in a round of two players, None without a cap or in an unknown room."""
    room = ROOMS.get(rules)
    return room.cap if room is not None and room.uncapped is Uncapped.NEVER else None


def _steps(facts: Facts) -> pl.DataFrame:
    """Return the decisions and draws of hands in order, with the columns of `Step` after `hand_key`."""
    forced = pl.col("forced").is_not_null()
    decisions = facts["decisions"].select(
        "hand_key", "n", "seat", "action", "value", pl.lit(None, pl.Int16).alias("kept"), forced
    )
    draws = facts["draws"].select(
        "hand_key", "n", "seat", pl.col("drawn").cast(pl.String).alias("action"),
        pl.col("value_before").alias("value"), pl.col("value_kept").alias("kept"), forced,
    )  # fmt: skip
    return pl.concat([decisions, draws]).sort("hand_key", "n").select("hand_key", *_STEP)
