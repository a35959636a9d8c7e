"""Made-up hands as rows, and what the arrays of the program say of their steps."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from badugi_hh.ring.blueprint import Blueprint
from badugi_hh.ring.decisions import price_steps
from badugi_hh.ring.follow_hands import follow_hands
from badugi_hh.solve.follow_tables import FollowedTable, followed
from badugi_hh.solve.hand_decisions import OUTSIDE, REASONS
from badugi_hh.solve.played_hands import WORDS
from badugi_hh.solve.solved_table import SolvedTable
from badugi_hh.store.played_rows import played_hands
from badugi_hh.store.solver_rows import rows_of_prices
from badugi_hh.store.verdicts import StepVerdict, verdict_of

Facts = Mapping[str, pl.DataFrame]
Said = StepVerdict | str
"""A price, or the reason why there is none."""
_RULES = {4: "pokerstars", 5: "wsop-live", None: "home"}
_FACING = ("fold", "call", "raise")


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


def facts_of(hands: Iterable[PlayedHand]) -> Facts:
    """The rows of hands, whose keys count from 0."""
    rows: dict[str, list[dict[str, object]]] = {name: [] for name in ("hands", "seats", "decisions", "draws")}
    for key, hand in enumerate(hands):
        of_hand = {"small_bet": hand.small_bet, "big_bet": hand.big_bet, "rules": _RULES[hand.cap]}
        betting = "fixed" if hand.fixed else "pot limit"
        rows["hands"].append({"hand_key": key, "betting": betting, "cancelled": False, **of_hand})
        for seat, position in hand.positions.items():
            of_seat = {
                "stack": hand.stacks.get(seat, 1000),
                "extra_blind": seat in hand.extra_blinds,
                "dealt": True,
            }
            rows["seats"].append({"hand_key": key, "seat": seat, "position": position, **of_seat})
        acted: set[int] = set()
        for n, step in enumerate(hand.steps):
            own = {"hand_key": key, "n": n, "seat": step.seat, "forced": "site" if step.forced else None}
            if step.action.isdecimal():
                held = {"value_before": step.value, "value_kept": step.kept}
                rows["draws"].append({**own, "drawn": int(step.action), **held})
                continue
            price: int | None = int(step.action in _FACING)
            if hand.positions.get(step.seat) == "SB" and step.seat not in acted:
                price = hand.small_price
            if not acted:
                price = hand.first_price
            acted.add(step.seat)
            rows["decisions"].append(
                {**own, "action": step.action, "value": step.value, "pot": hand.posted, "price": price}
            )
    return {name: pl.DataFrame(of_table, _SCHEMA[name], orient="row") for name, of_table in rows.items()}


_KEYS = {"hand_key": pl.Int32, "n": pl.Int32, "seat": pl.Int16}
_SCHEMA = {
    "hands": {
        "hand_key": pl.Int32, "betting": pl.String, "small_bet": pl.Int64, "big_bet": pl.Int64,
        "rules": pl.String, "cancelled": pl.Boolean,
    },
    "seats": {
        "hand_key": pl.Int32, "seat": pl.Int16, "position": pl.String, "stack": pl.Int64, "dealt": pl.Boolean,
        "extra_blind": pl.Boolean,
    },
    "decisions": {**_KEYS, "action": pl.String, "value": pl.Int16, "forced": pl.String, "pot": pl.Int64, "price": pl.Int64},
    "draws": {
        **_KEYS, "drawn": pl.Int8, "value_before": pl.Int16, "value_kept": pl.Int16, "forced": pl.String,
    },
}  # fmt: skip


def said_of(
    hand: PlayedHand, find: Callable[[str], SolvedTable | None], blueprint: Blueprint | None = None
) -> list[Said]:
    """What the tables and the blueprint say of each step of a hand."""
    played, steps = played_hands(facts_of([hand]))

    def table(spot: str) -> FollowedTable | None:
        found = find(spot)
        return None if found is None else followed(found)

    prices = price_steps(played, table, blueprint)
    said: list[Said] = [REASONS[code] for code in prices.reason]
    rows = np.flatnonzero(prices.reason < 0)
    for row, priced in zip(rows, rows_of_prices(played, steps, prices).iter_rows(named=True), strict=True):
        step = hand.steps[row]
        of_draw = step.action.isdecimal()
        price = None if of_draw else int(step.action in _FACING)
        said[row] = verdict_of({**priced, "value": step.value, "action": step.action, "price": price})
    return said


class Place(NamedTuple):
    """Where a step is in the game of a full table, with its options, and in big bets what it can lose and how odd the pot is."""

    phase: int
    spot: int
    actions: tuple[str, ...]
    most: float
    odd: float


def places_of(hand: PlayedHand) -> list[Place | str]:
    """Where the steps of a hand are whose cards are known, or why they are nowhere."""
    played, _ = played_hands(facts_of([hand]))
    (reason,) = played.hands["table"]
    if reason >= 0:
        return [REASONS[reason]] * len(hand.steps)
    found = follow_hands(played, np.zeros(1, np.int64), np.ones(len(hand.steps), np.bool_))
    places: list[Place | str] = [OUTSIDE] * len(hand.steps)
    for row, code, phase, spot, words, most, odd in zip(
        *(
            each.tolist()
            for each in (
                found.rows,
                found.reason,
                found.phase,
                found.spot,
                found.words,
                found.most,
                found.odd,
            )
        ),
        strict=True,
    ):
        actions = tuple(WORDS[word] for word in words if word >= 0)
        places[row] = Place(phase, spot, actions, most, odd) if code < 0 else REASONS[code]
    return places
