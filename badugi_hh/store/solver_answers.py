"""What the tables of solved games and the blueprint say of hands, from the rows of `solver_prices` and `solver_reasons`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from badugi_hh.facts.schema import SOLVER_HANDS, SOLVER_PRICES, SOLVER_REASONS, SOLVER_TABLES
from badugi_hh.solve.classes import class_name
from badugi_hh.solve.hand_decisions import FORCED, STEPS, UNKNOWN, SolverDecision
from badugi_hh.store.computation import SOLVER
from badugi_hh.store.price_pass import read_rows

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.replay import Replay

Facts = Mapping[str, pl.DataFrame]
"""Rows of hands by table."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The decisions of a hand that have a price, and the reasons why others have none, by the number of their event from 1.

    `unasked` has how many are left out since the cards are unknown, and since the site made them, by these reasons.
    """

    decisions: Mapping[int, SolverDecision] = field(default_factory=dict)
    reasons: Mapping[int, str] = field(default_factory=dict)
    unasked: Mapping[str, int] = field(default_factory=dict)


def replayed_answers(replay: "Replay", rules: str, con: "duckdb.DuckDBPyConnection | None" = None) -> Answers:
    """Return the answers for a hand replayed by the rules of this name; none for a hand with an error.

    They are those of `con` if it has the hand once, with prices.
    """
    if not replay.ok or replay.cancelled:
        return Answers()
    query = f"SELECT hand_key FROM hands SEMI JOIN {SOLVER_HANDS.name} USING (hand_key) WHERE hand_id = ? AND rules = ?"
    found = [] if con is None else con.execute(query, [replay.hand.id, rules]).fetchall()
    if con is not None and len(found) == 1:
        ((key,),) = found
        return stored_answers(con, [key]).get(key, Answers())
    from badugi_hh.facts.hand_rows import add_rows  # a page of stored hands replays none
    from badugi_hh.facts.schema import Rows
    from badugi_hh.store.prepare import frames_of

    rows = Rows()
    add_rows(rows, replay, 0, rules=rules)
    facts = frames_of(rows)
    return _answers(facts, SOLVER.rows(facts)).get(0, Answers())


def stored_answers(con: "duckdb.DuckDBPyConnection", keys: Iterable[int]) -> dict[int, Answers]:
    """Return the answers for stored hands by key; hands without a decision are missing.

    Hands that are stored without prices, or with those of other tables, are looked up now.
    """
    wanted = sorted(keys)
    facts = read_rows(con, SOLVER.reads, wanted)
    prices = read_rows(con, {table.name: table.names for table in SOLVER_TABLES}, wanted)
    if SOLVER.has_other(con):
        prices = {name: rows.clear() for name, rows in prices.items()}
    lacking = facts["hands"].join(prices[SOLVER_HANDS.name], on="hand_key", how="anti").select("hand_key")
    if len(lacking):
        found = SOLVER.rows(
            {name: rows.join(lacking, on="hand_key", how="semi") for name, rows in facts.items()}
        )
        prices = {name: pl.concat([rows, found[name]]) for name, rows in prices.items()}
    return _answers(facts, prices)


def _answers(facts: Facts, prices: Facts) -> dict[int, Answers]:
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
        key: Answers(decisions.get(key, {}), reasons.get(key, {}), {UNKNOWN: unknown, FORCED: forced})
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
        None if None in shares else tuple(share / max(sum(shares), 1) for share in shares),
        tuple(costs[slot] / STEPS for slot in slots),
        names.index(row["action"]),
        row["solver_cost"],
        row["solver_error"],
        row["solver_kept"],
        row["solver_basis"],
    )
