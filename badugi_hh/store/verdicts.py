"""The verdicts on the decisions and draws of hands, from the rows of `losses` and `unjudged`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from badugi_hh.facts.schema import (
    DECISION_PRICES,
    DRAW_PRICES,
    FACT_TABLES,
    JUDGED_HANDS,
    LOSS_TABLES,
    LOSSES,
    UNJUDGED,
)
from badugi_hh.facts.words import word_of
from badugi_hh.solve.classes import class_name
from badugi_hh.solve.hand_decisions import FORCED, STEPS, UNKNOWN
from badugi_hh.store.arrow import frame_of
from badugi_hh.store.computation import JUDGING, MODEL
from badugi_hh.store.price_pass import read_rows

if TYPE_CHECKING:
    import duckdb

    from badugi_hh.replay import Replay

Facts = Mapping[str, pl.DataFrame]
"""Rows of hands by table."""

_COMPUTED = (DECISION_PRICES, DRAW_PRICES, *LOSS_TABLES)
_OF_STEPS = {
    "hands": ("hand_key", "cancelled"),
    "decisions": ("hand_key", "n", "action", "value", "price", "forced"),
    "draws": ("hand_key", "n", "drawn", "value_before", "forced"),
}


@dataclass(frozen=True, slots=True)
class StepVerdict:
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
class HandVerdicts:
    """The verdicts on a hand, and the reasons why other steps have none, by the number of their event from 1.

    `unasked` has how many are left out since the cards are unknown, and since the site made them, by these reasons.
    """

    decisions: Mapping[int, StepVerdict] = field(default_factory=dict)
    reasons: Mapping[int, str] = field(default_factory=dict)
    unasked: Mapping[str, int] = field(default_factory=dict)


def replayed_rows(
    replay: "Replay", rules: str, con: "duckdb.DuckDBPyConnection | None" = None
) -> dict[str, pl.DataFrame]:
    """Return the rows of one replayed hand by table, with the key 0, up to the line that the rules do not allow.

    `rules` is the name of the rules. The prices and losses are those of `con` if it has them for the only hand of this number,
    else they are computed. A hand with an error has none, and a cancelled one neither.
    """
    from badugi_hh.facts.hand_rows import add_rows  # a page of stored hands replays none
    from badugi_hh.facts.schema import Rows
    from badugi_hh.store.prepare import frames_of

    played = replace(replay, hand=replace(replay.hand, events=replay.hand.events[: len(replay.pots)]))
    rows = Rows()
    add_rows(rows, played, 0, rules=rules)
    frames = frames_of(rows)
    if not replay.ok or replay.cancelled:
        return frames | {table.name: frame_of(table, []) for table in _COMPUTED}
    return frames | (_stored_rows(con, replay.hand.id, rules) or _judged(frames))


def _stored_rows(
    con: "duckdb.DuckDBPyConnection | None", number: str, rules: str
) -> dict[str, pl.DataFrame] | None:
    """Return the stored prices and losses of the only hand with this number, with the key 0; None where there are none by these rules."""
    if con is None or MODEL.has_other(con) or JUDGING.has_other(con):
        return None
    query = f"SELECT hand_key FROM hands SEMI JOIN {JUDGED_HANDS.name} USING (hand_key) WHERE hand_id = ? AND rules = ?"
    found = con.execute(query, [number, rules]).fetchall()
    if len(found) != 1:
        return None
    rows = read_rows(con, {table.name: table.names for table in _COMPUTED}, [found[0][0]])
    return {name: frame.with_columns(hand_key=pl.lit(0, pl.Int32)) for name, frame in rows.items()}


def _judged(facts: Facts) -> dict[str, pl.DataFrame]:
    from badugi_hh.store.price_rows import equity_rows  # loads NumPy

    prices = equity_rows(facts)
    return prices | JUDGING.rows({**facts, **prices})


def verdicts_of(rows: Facts) -> HandVerdicts:
    """Return the verdicts on a hand from its rows, as from `replayed_rows`; none for a hand with an error."""
    return (
        HandVerdicts() if rows[JUDGED_HANDS.name].is_empty() else _verdicts(rows, rows).get(0, HandVerdicts())
    )


def stored_verdicts(con: "duckdb.DuckDBPyConnection", keys: Iterable[int]) -> dict[int, HandVerdicts]:
    """Return the verdicts on stored hands by key; hands without a decision are missing.

    Hands that are stored without losses, or with those of another version, are judged now.
    """
    wanted = sorted(keys)
    steps = read_rows(con, _OF_STEPS, wanted)
    losses = read_rows(con, {table.name: table.names for table in LOSS_TABLES}, wanted)
    if JUDGING.has_other(con):
        losses = {name: rows.clear() for name, rows in losses.items()}
    lacking = steps["hands"].join(losses[JUDGED_HANDS.name], on="hand_key", how="anti")["hand_key"]
    if len(lacking):
        found = _judged(read_rows(con, {table.name: table.names for table in FACT_TABLES}, lacking.to_list()))
        losses = {name: pl.concat([rows, found[name]]) for name, rows in losses.items()}
    return _verdicts(steps, losses)


def _verdicts(facts: Facts, losses: Facts) -> dict[int, HandVerdicts]:
    steps = _steps(facts)
    decisions: dict[int, dict[int, StepVerdict]] = {}
    judged = losses[LOSSES.name].join(steps, on=("hand_key", "n"))
    for row in judged.sort("hand_key", "n").iter_rows(named=True):
        decisions.setdefault(row["hand_key"], {})[row["n"]] = verdict_of(row)
    reasons: dict[int, dict[int, str]] = {}
    for key, n, reason in losses[UNJUDGED.name].select("hand_key", "n", "reason").iter_rows():
        reasons.setdefault(key, {})[n] = reason
    unasked = steps.group_by("hand_key", maintain_order=True).agg(
        unknown=(pl.col("value").is_null() & ~pl.col("forced")).sum(), forced=pl.col("forced").sum()
    )
    return {
        key: HandVerdicts(decisions.get(key, {}), reasons.get(key, {}), {UNKNOWN: unknown, FORCED: forced})
        for key, unknown, forced in unasked.iter_rows()
    }


def _steps(facts: Facts) -> pl.DataFrame:
    """Return the decisions and draws of hands that are not cancelled, with what a verdict needs to become a sentence."""
    decisions = facts["decisions"].select(_OF_STEPS["decisions"])
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


def verdict_of(row: Mapping[str, Any]) -> StepVerdict:
    """Return a verdict from its row of `losses` and its own."""
    slots = [slot for slot in range(4) if row[f"cost_{slot}"] is not None]
    line = tuple((row["line"] or "").split())
    faces = row["price"] or not any(word.isdecimal() for word in line)
    betting = "fold", "call" if row["price"] else "check", "raise" if faces else "bet"
    shares = tuple(row[f"share_{slot}"] for slot in slots)
    return StepVerdict(
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
