"""What a solved game says of the steps of replayed hands, as the texts of the replayer and of `replay`.

Decisions are priced in `badugi_hh.store.solver_rows`; here the rows become sentences. Of a hand outside the solved
games one line says so.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from badugi_hh.facts.hand_rows import add_rows
from badugi_hh.facts.price_columns import SOLVER_PRICES, SOLVER_REASONS
from badugi_hh.facts.row_columns import Rows
from badugi_hh.replay import Replay
from badugi_hh.ring.table_line import hands_of_line
from badugi_hh.solve.classes import class_name
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.hand_decisions import (
    FORCED,
    LEVELS,
    RARE,
    STEPS,
    UNKNOWN,
    UNSURE,
    SolverDecision,
)
from badugi_hh.solve.solve_error import SolveError
from badugi_hh.store.prepare import frames_of
from badugi_hh.wording.catalogue import catalogue, say
from badugi_hh.wording.formats import decimal

Facts = Mapping[str, pl.DataFrame]
"""Rows of hands by table."""

_SHOWN = 0.005
"""The share from which an action is named."""
_LEAST_ERROR = 0.01
"""Half a step of the stored costs, in big bets: no error is stated as less."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The covered decisions of a hand by the number of their event from 1, and why others have no answer.

    `unknown` has the reasons of decisions in lines of a solved game, by event. `no_claim` is the sentence about all others, empty if
    there is none.
    """

    decisions: Mapping[int, SolverDecision] = field(default_factory=dict)
    unknown: Mapping[int, str] = field(default_factory=dict)
    no_claim: str = ""

    def notes(self, n: int) -> list[str]:
        """Return the sentences about the decision of event `n`: the mix and the cost of the action taken, or why there are none."""
        if n in self.unknown:
            return [say("best_play", "step", reason=self.unknown[n])]
        return notes_of(self.decisions[n]) if n in self.decisions else []

    def short(self, n: int) -> str:
        """Return what `notes` says, without the words around it."""
        if n in self.unknown:
            return self.unknown[n]
        return short_note(self.decisions[n]) if n in self.decisions else ""


def best_play(replay: Replay, rules: str) -> BestPlay:
    """Return what the tables say of a hand replayed by the rules of this name; nothing of a hand with an error."""
    if not replay.ok or replay.cancelled:
        return BestPlay()
    from badugi_hh.store.solver_rows import compare  # loads NumPy and the tables

    rows = Rows()
    add_rows(rows, replay, 0, rules=rules)
    facts = frames_of(rows)
    return best_plays(facts, compare(facts)).get(0, BestPlay())


def best_plays(facts: Facts, prices: Facts) -> dict[int, BestPlay]:
    """Return by key what the rows of `solver_prices` and `solver_reasons` say of hands; hands without a decision are missing."""
    steps = _steps(facts)
    decisions: dict[int, dict[int, SolverDecision]] = {}
    priced = prices[SOLVER_PRICES.name].join(steps, on=("hand_key", "n"))
    for row in priced.sort("hand_key", "n").iter_rows(named=True):
        decisions.setdefault(row["hand_key"], {})[row["n"]] = decision_of(row)
    reasons: dict[int, dict[int, str]] = {}
    for key, n, reason in prices[SOLVER_REASONS.name].select("hand_key", "n", "solver_reason").iter_rows():
        reasons.setdefault(key, {})[n] = reason
    unasked = steps.group_by("hand_key", maintain_order=True).agg(
        unknown=(pl.col("value").is_null() & ~pl.col("forced")).sum(), forced=pl.col("forced").sum()
    )
    return {
        key: _best_play(decisions.get(key, {}), reasons.get(key, {}), {UNKNOWN: unknown, FORCED: forced})
        for key, unknown, forced in unasked.iter_rows()
    }


def _steps(facts: Facts) -> pl.DataFrame:
    """Return the decisions and draws of hands that are not cancelled, with what a price needs to become a sentence."""
    decisions = facts["decisions"].select("hand_key", "n", "action", "value", "price", "forced")
    draws = facts["draws"].select(
        *("hand_key", "n"),
        action=pl.col("drawn").cast(pl.String),
        value="value_before",
        price=pl.lit(None, decisions.schema["price"]),
        forced="forced",
    )
    steps = pl.concat([decisions, draws]).with_columns(forced=pl.col("forced").is_not_null())
    played = facts["hands"].filter(~pl.col("cancelled")).select("hand_key")
    of_decisions = decisions.select("hand_key").unique()
    return steps.join(played, on="hand_key", how="semi", maintain_order="left").join(
        of_decisions, on="hand_key", how="semi", maintain_order="left"
    )


def decision_of(row: Mapping[str, Any]) -> SolverDecision:
    """Return a decision from its row of `solver_prices` and its own."""
    costs = {slot: row[f"solver_cost_{slot}"] for slot in range(4)}
    slots = [slot for slot, cost in costs.items() if cost is not None]
    line = tuple((row["solver_line"] or "").split())
    faces = row["price"] or not any(word.isdecimal() for word in line)
    betting = "fold", "call" if row["price"] else "check", "raise" if faces else "bet"
    names = tuple(str(slot) if row["price"] is None else betting[slot] for slot in slots)
    shares = tuple(row[f"solver_share_{slot}"] for slot in slots)
    return SolverDecision(
        row["n"],
        row["solver_spot"],
        line,
        class_name(row["value"] - 1),
        names,
        None if None in shares else tuple(share / LEVELS for share in shares),
        tuple(costs[slot] / STEPS for slot in slots),
        names.index(row["action"]),
        row["solver_error"],
        row["solver_kept"],
        row["solver_basis"],
    )


def _best_play(
    decisions: Mapping[int, SolverDecision], reasons: Mapping[int, str], unasked: Mapping[str, int]
) -> BestPlay:
    words = catalogue()["best_play"]["reasons"]
    unknown = {n: words[reason] for n, reason in reasons.items() if reason in {RARE, UNSURE}}
    others = Counter(reason for n, reason in reasons.items() if n not in unknown)
    if not others and (decisions or unknown or not any(unasked.values())):
        return BestPlay(decisions, unknown)
    times = others or unasked
    name = "no_claim_of_some" if decisions or unknown else "no_claim"
    reason = words[max(times, key=lambda each: times[each])]
    return BestPlay(decisions, unknown, say("best_play", name, reason=reason))


def command_of(found: SolverDecision) -> str | None:
    """Return the command that prints a decision for the hand held; without --hand it prints all hands. None where no command prints it.

    `solve` has deep stacks and the blinds of the game.
    """
    line = " ".join(found.line)
    if found.spot in TABLES:
        try:
            list(hands_of_line(found.spot, line))
        except SolveError:
            return None
    return f'badugi-hh solve --spot {found.spot} --line "{line}" --hand {found.class_name}'


def notes_of(found: SolverDecision) -> list[str]:
    """Return the sentences about a decision: the mix, the cost of the action taken, and whether the cards kept are priced."""
    return [say("best_play", "note", mix=_cost_text(found)), *_of_number(found)]


def short_note(found: SolverDecision) -> str:
    """Return the mix and the cost of the action taken, without the words around it."""
    return "; ".join([_cost_text(found), *_of_number(found)])


def _of_number(found: SolverDecision) -> list[str]:
    return [say("best_play", "number_alone")] if found.cards_kept is False else []


def _cost_text(found: SolverDecision) -> str:
    mix, action = _mix_text(found), action_name(found, found.actions[found.taken])
    cost = decimal(found.lost, 2)
    if found.lost < _SHOWN:
        return say("best_play", "free", mix=mix, action=action)
    error = max(found.error, _LEAST_ERROR)
    if found.lost <= error:  # no loss is named that may be none
        return say("best_play", "within", mix=mix, action=action, error=decimal(error, 2))
    return say("best_play", "costs", mix=mix, action=action, cost=cost, error=decimal(error, 2))


def _mix_text(found: SolverDecision) -> str:
    """Return the actions with their shares, the most frequent first; the best one where the hand has no shares."""
    if found.mix is None:
        return say("best_play", "unheld", action=action_name(found, found.best))
    shares = sorted(zip(found.mix, found.actions, strict=True), key=lambda each: -each[0])
    return ", ".join(f"{action_name(found, name)} {share:.0%}" for share, name in shares if share >= _SHOWN)


def action_name(found: SolverDecision, name: str) -> str:
    """Return the name of an action of a decision in words; a call of the first player is a limp."""
    if name.isdigit():
        return str(catalogue()["best_play"]["draws"][int(name)])
    limps = name == "call" and not found.line
    return str(catalogue()["ranges"]["actions"]["limp" if limps else name])
