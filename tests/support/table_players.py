"""Two players who play the table of the heads-up game with real cards, as rows of a database; one of them may have a leak.

A leak is a change of the mixes of one player. What it costs is known from play: the same deals are played with it and
without it, against the same opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.engine.values import best_subset, ranks, size, value
from badugi_hh.solve.game import BIG_BET, PublicState
from badugi_hh.solve.look_up import follow, with_cheapest
from badugi_hh.solve.player_ranges import dealt
from badugi_hh.solve.solved_table import SolvedTable
from support.hand_made import insert

Row = dict[str, Any]
Mix = dict[str, float]
Leak = Callable[[PublicState, int, Mix], Mix]
"""Returns the mix of a player at a state with a hand of this value, from that of the table."""
ANN, BEN = (1, "Ann"), (2, "Ben")
POSITIONS = ("SB", "BB")
SMALL, BIG = 10, 20


@dataclass(frozen=True, slots=True)
class Step:
    """A decision or a draw: the line before it, the action, and the hands before it and kept at a draw."""

    line: str
    state: PublicState
    action: str
    held: Cards
    kept: Cards = ()


def no_leak(*state_and_mix: Any) -> Mix:
    """Return the mix as it is."""
    return state_and_mix[-1]


class TablePlay:
    """Plays hands by a table; with a hand that the table never holds at a line, a player takes the action of the lowest cost."""

    def __init__(self, table: SolvedTable) -> None:
        self._table = table
        self._places = {"": dealt(table.game)}
        self._mixes = cache(self._mix)
        self._moves = cache(table.game.moves)

    def _mix(self, line: str) -> NDArray[np.float32]:
        """Return the shares of the actions by class, as `look_up` does, from the ranges of the line before."""
        words, node = line.split(), self._table.lines[line]
        if line not in self._places:
            before = " ".join(words[:-1])
            if before not in self._places:
                self._mix(before)
            self._places[line] = follow(self._table, words, self._places[before])
        return with_cheapest(self._table.mixes(node), self._table.costs(node), self._places[line].mine)

    def hand(self, deal: Random, leaks: tuple[Leak, Leak]) -> tuple[list[Step], float]:
        """Return the steps that the table has, and what the button wins in big bets.

        `leaks` are those of the button and of the big blind. Where a line leaves the table, nobody bets or folds any more, and incomplete hands draw.
        """
        deck = deal.sample(DECK, len(DECK))
        random = Random(deal.random())  # noqa: S311 - not for secrets
        held: list[Cards] = [tuple(deck[:4]), tuple(deck[4:8])]
        stubs = (deck[8:30], deck[30:])
        steps: list[Step] = []
        state, line, covered = self._table.game.root, "", True
        while state.actor is not None:
            actor, chance = state.actor, random.random()
            moves, hand = dict(self._moves(state)), held[actor]
            covered = covered and line in self._table.lines
            if covered:
                shares = self._mixes(line)[:, value(hand) - 1].tolist()
                mix = leaks[actor](state, value(hand), dict(zip(moves, shares, strict=True)))
                action = pick(mix, chance)
            else:
                most = [word for word in moves if word.isdigit()][: 5 - size(value(hand))]
                action = most[-1] if most else "check" if "check" in moves else "call"
            kept: Cards = ()
            if state.drawing:
                kept = keep_lowest(hand, 4 - int(action))
                held[actor] = (*kept, *(stubs[actor].pop() for _ in range(int(action))))
            if covered:
                steps.append(Step(line, state, action, hand, kept))
            state, line = moves[action], f"{line} {action}".strip()
        won, lost = self._table.game.results(state, 0)
        mine, theirs = value(held[0]), value(held[1])
        net = won if mine < theirs else lost if mine > theirs else (won + lost) / 2
        return steps, net / BIG_BET


def pick(mix: Mix, chance: float) -> str:
    """Return the action in whose part of the mix a number from 0 to 1 lies."""
    total = sum(mix.values())
    for action, share in mix.items():
        chance -= share / total
        if chance < 0:
            return action
    return max(mix, key=lambda action: mix[action])


def play_table(
    con: duckdb.DuckDBPyConnection, play: TablePlay, hands: int, seed: int, leak: Leak = no_leak
) -> None:
    """Store hands of Ann, who has the leak, and of Ben, until they end or leave the table; all cards are known."""
    random = Random(seed)  # noqa: S311 - not for secrets
    rows: dict[str, list[Row]] = {name: [] for name in ("hands", "seats", "decisions", "draws")}
    for key in range(hands):
        seats = (ANN, BEN) if key % 2 == 0 else (BEN, ANN)
        rows["hands"].append({"hand_key": key, "hand_id": str(key), "players": 2, "rules": "pokerstars"})
        for (seat, player), position in zip(seats, POSITIONS, strict=True):
            rows["seats"].append(
                {"hand_key": key, "hand_id": str(key), "seat": seat, "player": player, "position": position, "stack": 50 * BIG}
            )  # fmt: skip
        steps, _ = play.hand(random, (leak, no_leak) if key % 2 == 0 else (no_leak, leak))
        for n, step in enumerate(steps, 10):
            name, row = _row(step, seats)
            rows[name].append({"hand_key": key, "n": n, **row})
    for name, each in rows.items():
        insert(con, name, *each)


def _row(step: Step, seats: tuple[tuple[int, str], tuple[int, str]]) -> tuple[str, Row]:
    actor = step.state.actor or 0
    seat, player = seats[actor]
    row: Row = {"seat": seat, "player": player, "position": POSITIONS[actor], "knowledge": "dealt"}
    if step.state.drawing:
        values = {"value_before": value(step.held), "value_kept": value(step.kept) if step.kept else None}
        return "draws", {**row, **values, "draw": step.state.round, "drawn": int(step.action)}
    paid = step.state.paid
    row |= {"pot": sum(paid) * SMALL // 2, "price": abs(paid[0] - paid[1]) * SMALL // 2}
    return "decisions", {**row, "round": step.state.round, "action": step.action, "value": value(step.held)}


def price_of(play: TablePlay, leak: Leak, hands: int, seed: int) -> tuple[float, float]:
    """Return what a leak costs against the table, in big bets per 100 hands in both seats, and its standard error.

    Each deal is played with the leak and without it, with the same cards to come and the same chances.
    """
    costs = []
    for key in range(hands):
        seat = key % 2
        sound, leaking = (
            play.hand(Random(f"{seed} {key}"), leaks)[1] * (1 - 2 * seat)  # noqa: S311 - not for secrets
            for leaks in ((no_leak, no_leak), (leak, no_leak) if seat == 0 else (no_leak, leak))
        )
        costs.append(sound - leaking)
    return mean_per_100(costs)


def mean_per_100(each: Sequence[float]) -> tuple[float, float]:
    """Return what is won or lost in 100 hands, and its standard error."""
    mean = sum(each) / len(each)
    return 100 * mean, 100 * sqrt((sum(one * one for one in each) / len(each) - mean**2) / len(each))


def keep_lowest(hand: Cards, number: int) -> Cards:
    """Return the lowest cards that count, and others where fewer count."""
    counting = sorted(best_subset(hand))
    others = [card for card in hand if card not in counting]
    return tuple((*counting[:number], *others)[:number])


# --- leaks


def moved(mix: Mix, away: tuple[str, ...], to: str, share: float = 1.0) -> Mix:
    """Return a mix with a share of some actions given to another one."""
    if to not in mix:
        return mix
    given = {name: share * mix[name] for name in away if name in mix}
    return {
        name: each - given.get(name, 0.0) + (sum(given.values()) if name == to else 0.0)
        for name, each in mix.items()
    }


def folds_to_the_last_bet(state: PublicState, _held: int, mix: Mix) -> Mix:
    """Fold half of what is called or raised after the last draw."""
    last = state.round == 3 and not state.drawing
    return moved(mix, ("call", "raise"), "fold", 0.5) if last else mix


def breaks_nines(state: PublicState, held: int, mix: Mix) -> Mix:
    """Draw one card to every badugi with a nine as its highest card at the second draw."""
    nine = size(held) == 4 and ranks(held)[0] == 8
    return moved(mix, ("0", "2"), "1") if nine and state.drawing and state.round == 2 else mix


def never_raises_the_button(state: PublicState, _held: int, mix: Mix) -> Mix:
    """Call with every hand that is raised on the button."""
    return moved(mix, ("raise",), "call") if state.round == 0 and state.acted == 0 else mix


def calls_the_last_bet(state: PublicState, _held: int, mix: Mix) -> Mix:
    """Never fold after the last draw."""
    return moved(mix, ("fold",), "call") if state.round == 3 and not state.drawing else mix


def checks_behind(state: PublicState, _held: int, mix: Mix) -> Mix:
    """Check after the last draw, and after a check of the opponent, with every hand that is bet."""
    last = state.round == 3 and not state.drawing and state.acted == 1
    return moved(mix, ("bet",), "check") if last else mix
