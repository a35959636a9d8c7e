"""The verdicts on the decisions and draws of hands, from the rows of `losses` and `unjudged`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from badugi_hh.facts.schema import JUDGED_HANDS, LOSS_TABLES, PRICE_TABLES
from badugi_hh.facts.schema import LOSSES as LOSSES_TABLE
from badugi_hh.facts.schema import UNJUDGED as UNJUDGED_TABLE
from badugi_hh.facts.words import word_of
from badugi_hh.solve.classes import class_name
from badugi_hh.solve.hand_decisions import FORCED, STEPS, UNKNOWN
from badugi_hh.store.computation import LOSSES
from badugi_hh.store.price_pass import read_rows

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.replay import Replay

Facts = Mapping[str, pl.DataFrame]
"""Rows of hands by table."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decision or draw loses by its `judge`: a row of `losses`, with the names of its options.

    `taken` is what was done, and `best` the best action. `actions` are the options whose costs are known, `cost` what each
    loses against the best, in big bets, and `mix` how often best play takes it; `mix` is None if best play never comes there
    with the hand, or no solver judges. `spot` and `line` say where a solver knows the decision, `class_name` names the hand
    held. `keep` has the cards that are best to keep, and `cards_kept` is as `losses.kept_best`.
    """

    n: int
    judge: str
    class_name: str
    taken: str
    best: str
    loss: float
    error: float
    actions: tuple[str, ...] = ()
    cost: tuple[float, ...] = ()
    mix: tuple[float, ...] | None = None
    spot: str | None = None
    line: tuple[str, ...] = ()
    cards_kept: bool | None = None
    keep: str | None = None

    @property
    def word(self) -> str:
        """Return the word for the loss."""
        return word_of(self.loss, self.error)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts on a hand, and the reasons why other steps have none, by the number of their event from 1.

    `unasked` has how many are left out since the cards are unknown, and since the site made them, by these reasons.
    """

    decisions: Mapping[int, Verdict] = field(default_factory=dict)
    reasons: Mapping[int, str] = field(default_factory=dict)
    unasked: Mapping[str, int] = field(default_factory=dict)


def replayed_verdicts(
    replay: "Replay", rules: str, con: "duckdb.DuckDBPyConnection | None" = None
) -> Verdicts:
    """Return the verdicts on a hand replayed by the rules of this name; none for a hand with an error.

    They are those of `con` if it has the hand once, judged.
    """
    if not replay.ok or replay.cancelled:
        return Verdicts()
    query = f"SELECT hand_key FROM hands SEMI JOIN {JUDGED_HANDS.name} USING (hand_key) WHERE hand_id = ? AND rules = ?"
    found = [] if con is None else con.execute(query, [replay.hand.id, rules]).fetchall()
    if con is not None and len(found) == 1:
        ((key,),) = found
        return stored_verdicts(con, [key]).get(key, Verdicts())
    from badugi_hh.facts.hand_rows import add_rows  # a page of stored hands replays none
    from badugi_hh.facts.schema import Rows
    from badugi_hh.store.prepare import frames_of
    from badugi_hh.store.price_rows import equity_rows  # loads NumPy

    rows = Rows()
    add_rows(rows, replay, 0, rules=rules)
    facts = frames_of(rows)
    facts |= equity_rows(facts)
    return _verdicts(facts, LOSSES.rows(facts)).get(0, Verdicts())


def stored_verdicts(con: "duckdb.DuckDBPyConnection", keys: Iterable[int]) -> dict[int, Verdicts]:
    """Return the verdicts on stored hands by key; hands without a decision are missing.

    Hands that are stored without losses, or with those of another version, are judged now, by equity only where their prices
    are stored.
    """
    wanted = sorted(keys)
    facts = read_rows(con, LOSSES.reads, wanted, only=LOSSES.only)
    losses = read_rows(con, {table.name: table.names for table in LOSS_TABLES}, wanted)
    if LOSSES.has_other(con):
        losses = {name: rows.clear() for name, rows in losses.items()}
        facts |= {table.name: facts[table.name].clear() for table in PRICE_TABLES if table.name in facts}
    lacking = facts["hands"].join(losses[JUDGED_HANDS.name], on="hand_key", how="anti").select("hand_key")
    if len(lacking):
        found = LOSSES.rows(
            {name: rows.join(lacking, on="hand_key", how="semi") for name, rows in facts.items()}
        )
        losses = {name: pl.concat([rows, found[name]]) for name, rows in losses.items()}
    return _verdicts(facts, losses)


def _verdicts(facts: Facts, losses: Facts) -> dict[int, Verdicts]:
    steps = _steps(facts)
    decisions: dict[int, dict[int, Verdict]] = {}
    judged = losses[LOSSES_TABLE.name].join(steps, on=("hand_key", "n"))
    for row in judged.sort("hand_key", "n").iter_rows(named=True):
        decisions.setdefault(row["hand_key"], {})[row["n"]] = verdict_of(row)
    reasons: dict[int, dict[int, str]] = {}
    for key, n, reason in losses[UNJUDGED_TABLE.name].select("hand_key", "n", "reason").iter_rows():
        reasons.setdefault(key, {})[n] = reason
    unasked = steps.group_by("hand_key", maintain_order=True).agg(
        unknown=(pl.col("value").is_null() & ~pl.col("forced")).sum(), forced=pl.col("forced").sum()
    )
    return {
        key: Verdicts(decisions.get(key, {}), reasons.get(key, {}), {UNKNOWN: unknown, FORCED: forced})
        for key, unknown, forced in unasked.iter_rows()
    }


def _steps(facts: Facts) -> pl.DataFrame:
    """Return the decisions and draws of hands that are not cancelled, with what a verdict needs to become a sentence."""
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
    return steps.join(played, on="hand_key", how="semi", maintain_order="left")


def verdict_of(row: Mapping[str, Any]) -> Verdict:
    """Return a verdict from its row of `losses` and its own."""
    slots = [slot for slot in range(4) if row[f"cost_{slot}"] is not None]
    line = tuple((row["line"] or "").split())
    faces = row["price"] or not any(word.isdecimal() for word in line)
    betting = "fold", "call" if row["price"] else "check", "raise" if faces else "bet"
    shares = tuple(row[f"share_{slot}"] for slot in slots)
    return Verdict(
        row["n"],
        row["judge"],
        class_name(row["value"] - 1),
        row["action"],
        row["best"],
        row["loss"],
        row["loss_error"],
        tuple(str(slot) if row["price"] is None else betting[slot] for slot in slots),
        tuple(row[f"cost_{slot}"] / STEPS for slot in slots),
        None if None in shares else tuple(share / max(sum(shares), 1) for share in shares),
        row["spot"],
        line,
        row["kept_best"],
        row.get("keep"),
    )
