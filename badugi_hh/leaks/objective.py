"""Grade A: mistakes that are provable from the player's own cards and the public record.

One verified instance is a flag. Nothing is counted where a needed fact is unknown, where the room acted for the
player, or where another view of the situation could make the play right.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards, cards
from badugi_hh.leaks.leak import WORST_HANDS, Finding, Instance, Leak, Verdict
from badugi_hh.leaks.pricing import (
    DRAW_MODEL,
    FLOOR_MODEL,
    Drawn,
    floor_by_fold,
    in_big_bets,
    lost_by_draw,
    opponents_at,
    public_draws,
    thrown_before,
)
from badugi_hh.odds.exact import is_unbeatable, unseen
from badugi_hh.stats.filters import Filter
from badugi_hh.stats.intervals import wilson
from badugi_hh.stats.rows import fetch, row_set
from badugi_hh.stats.stat import WORST_BADUGI

_Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What a grade A check saw of one player: the chances, every instance, and what it had to leave out."""

    chances: int = 0
    instances: tuple[Instance, ...] = ()
    excluded: int = 0


@dataclass(frozen=True, slots=True)
class Check:
    """A grade A check; `look` gives the mistakes by player, `excluded_why` tells what it had to leave out."""

    leak: Leak
    look: Callable[[duckdb.DuckDBPyConnection, Filter], dict[str, Mistakes]]
    excluded_why: str


def judge(check: Check, mistakes: Mistakes, player: str, hands: int) -> Finding:
    """Return the finding: a flag for any instance, with the sum of what could be priced."""
    made = len(mistakes.instances)
    low, high = wilson(made, mistakes.chances) or (None, None)
    priced = [instance.cost for instance in mistakes.instances if instance.cost is not None]
    verdict = Verdict.FLAG if made else Verdict.FINE if mistakes.chances else Verdict.TOO_FEW
    worst = sorted(mistakes.instances, key=lambda instance: -(instance.cost or 0.0))
    return Finding(
        leak=check.leak,
        player=player,
        verdict=verdict,
        made=made,
        chances=mistakes.chances,
        source=check.leak.source,
        low=low,
        high=high,
        cost=100 * sum(priced) / hands if priced and hands else None,
        hands=tuple(worst[:WORST_HANDS]),
        excluded=((mistakes.excluded, check.excluded_why),) if mistakes.excluded else (),
    )


# --- the draws of who can be judged by his cards


_KNOWN = "hero AND knowledge = 'dealt' AND forced IS NULL AND drawn IS NOT NULL"
_BETTING_OVER = "(CASE WHEN all_in THEN 0 ELSE 1 END) + opponents_able <= 1"


def _draw_rows(con: duckdb.DuckDBPyConnection, chosen: Filter, where: str) -> list[_Row]:
    """Return draws of known hands with the player's earlier discards, and what he can win if betting is over.

    `reach` is what all players put in, each at most as much as this player; `reshuffled` tells whether the
    discards came back into the deck at any time of the hand.
    """
    rows, parameters = row_set("draws", chosen)
    query = f"""
        SELECT known.*,
               (SELECT string_agg(past.thrown, ' ' ORDER BY past.draw) FROM draws AS past
                WHERE past.hand_key = known.hand_key AND past.seat = known.seat AND past.draw < known.draw)
                   AS thrown_before,
               (SELECT sum(least(other.put_in, own.put_in)) FROM seats AS other JOIN seats AS own USING (hand_key)
                WHERE own.hand_key = known.hand_key AND own.seat = known.seat) AS reach,
               EXISTS (SELECT 1 FROM events WHERE events.hand_key = known.hand_key
                       AND lower(events.kind) LIKE '%reshuffled%') AS reshuffled
        FROM (SELECT * FROM ({rows}) WHERE {where}) AS known
        ORDER BY known.hand_key, known.n
    """
    return fetch(con, chosen, query, parameters)


def _instance(row: _Row, note: str, cost: float | None) -> Instance:
    return Instance(row["site"], row["hand_id"], row["player"], note, cost)


def _gathered(
    chances: dict[str, int], found: Iterable[Instance], excluded: dict[str, int]
) -> dict[str, Mistakes]:
    """Return mistakes by player from the number of chances and the instances among them."""
    instances: dict[str, tuple[Instance, ...]] = {}
    for instance in found:
        instances[instance.player] = (*instances.get(instance.player, ()), instance)
    return {
        player: Mistakes(chances.get(player, 0), instances.get(player, ()), excluded.get(player, 0))
        for player in {*chances, *excluded}
    }


def _by_player(rows: Iterable[_Row]) -> dict[str, int]:
    return dict(Counter(row["player"] for row in rows))


def _count(con: duckdb.DuckDBPyConnection, chosen: Filter, table: str, where: str) -> dict[str, int]:
    rows, parameters = row_set(table, chosen)
    query = f"SELECT player, count(*) AS number FROM ({rows}) WHERE {where} GROUP BY player"
    return {row["player"]: row["number"] for row in fetch(con, chosen, query, parameters)}


def _draw_cost(row: _Row, kept: Cards, best: Cards, pot: int, record: list[Drawn]) -> float | None:
    opponents = opponents_at(record, row["seat"], row["draw"], row["n"])
    if not opponents:
        return None
    thrown = thrown_before(row["thrown_before"])
    share = lost_by_draw(cards(row["hand_before"]), kept, best, row["draw"], opponents, thrown)
    return in_big_bets(share, pot, row)


# --- A2


def _pat_incomplete(con: duckdb.DuckDBPyConnection, chosen: Filter) -> dict[str, Mistakes]:
    """Find pat hands that were incomplete: no bet can follow, and a card drawn only helps.

    Rests on opponents who draw as they would have drawn anyway.
    """
    short = f"{_KNOWN} AND value_before > {WORST_BADUGI}"
    rows = _draw_rows(con, chosen, f"{short} AND {_BETTING_OVER}")
    record = public_draws(con, (row["hand_key"] for row in rows))
    found = []
    for row in rows:
        if row["drawn"] == 0:
            hand = cards(row["hand_before"])
            best = values.best_subset(hand)
            pot = row["reach"] or 0
            cost = _draw_cost(row, hand, best, pot, record.get(row["hand_key"], []))
            told = f"stood pat with {row['hand_before']} at draw {row['draw']} when no bet could follow"
            found.append(_instance(row, told, cost))
    others = _count(con, chosen, "draws", f"{short} AND all_in AND NOT ({_BETTING_OVER})")
    return _gathered(_by_player(rows), found, others)


# --- A4


def _broke_unbeatable(con: duckdb.DuckDBPyConnection, chosen: Filter) -> dict[str, Mistakes]:
    """Find cards thrown from a hand that wins or shares the pot as it stands, whatever others draw."""
    rows = []
    for row in _draw_rows(con, chosen, f"{_KNOWN} AND value_before <= {WORST_BADUGI}"):
        hand = cards(row["hand_before"])
        # After a reshuffle the player's own discards may be with others.
        thrown = () if row["reshuffled"] else thrown_before(row["thrown_before"])
        if is_unbeatable(hand, unseen(hand, thrown)):
            rows.append(row)
    broken = [row for row in rows if row["drawn"] > 0]
    record = public_draws(con, (row["hand_key"] for row in broken))
    found = []
    for row in broken:
        cost = None
        if row["kept"] is not None:
            pot = row["reach"] if row["all_in"] else row["pot"]
            hand = cards(row["hand_before"])
            cost = _draw_cost(row, cards(row["kept"]), hand, pot, record.get(row["hand_key"], []))
        found.append(
            _instance(
                row, f"threw {row['thrown'] or 'cards'} from {row['hand_before']}, which nothing beats", cost
            )
        )
    return _gathered(_by_player(rows), found, {})


# --- A5


def _folded_free(con: duckdb.DuckDBPyConnection, chosen: Filter) -> dict[str, Mistakes]:
    """Find folds where a check cost nothing and kept the chance to win."""
    free = "price = 0 AND forced IS NULL"
    chances = _count(con, chosen, "decisions", free)
    rows, parameters = row_set("decisions", chosen)
    query = f"""
        SELECT folded.*, seats.hand_0, seats.hand_1, seats.hand_2, seats.hand_3,
               (SELECT string_agg(past.thrown, ' ' ORDER BY past.draw) FROM draws AS past
                WHERE past.hand_key = folded.hand_key AND past.seat = folded.seat AND past.draw <= folded.round)
                   AS thrown_before
        FROM (SELECT * FROM ({rows}) WHERE {free} AND action = 'fold') AS folded
        JOIN seats ON seats.hand_key = folded.hand_key AND seats.seat = folded.seat
        ORDER BY folded.hand_key, folded.n
    """
    found = [_free_fold(row) for row in fetch(con, chosen, query, parameters)]
    others = _count(con, chosen, "decisions", "price = 0 AND forced IS NOT NULL")
    return _gathered(chances, found, others)


def _free_fold(row: _Row) -> Instance:
    known = row["hero"] and row["knowledge"] == "dealt"
    text = row[f"hand_{row['round']}"] if known else None
    when = "before the first draw" if row["round"] == 0 else f"after draw {row['round']}"
    if text is None:
        return _instance(row, f"folded {when} without facing a bet", None)
    share = floor_by_fold(cards(text), row["round"], row["live"] - 1, thrown_before(row["thrown_before"]))
    cost = in_big_bets(share, row["pot"], row)
    return _instance(row, f"folded {text} {when} without facing a bet", cost)


_CHECKS = (
    Check(
        Leak(
            id="A2",
            name="pat_incomplete_all_in",
            title="Stood pat with an incomplete hand when no bet could follow",
            sentence="How often you drew nothing although you had no badugi and all betting was over.",
            advice="When nobody can bet any more, a pat hand bluffs nobody: throw the cards that do not count.",
            grade="A",
            source="a card drawn in place of one that does not count never makes the hand worse, however "
            "the opponents draw",
            model=DRAW_MODEL,
        ),
        _pat_incomplete,
        "all-in while two or more opponents could still bet",
    ),
    Check(
        Leak(
            id="A4",
            name="broke_unbeatable",
            title="Threw cards from a hand that nothing beats",
            sentence="How often you drew to 4-3-2-A, or to any badugi that no cards you had not seen could beat.",
            advice="Stand pat with the best hand there can be; nothing that you draw makes it better.",
            grade="A",
            source="no four cards that the player has not held make a better hand",
            model=DRAW_MODEL,
        ),
        _broke_unbeatable,
        "",
    ),
    Check(
        Leak(
            id="A5",
            name="folded_free",
            title="Folded without facing a bet",
            sentence="How often you folded although checking cost nothing.",
            advice="Check instead: a free card or a free showdown can only win.",
            grade="A",
            source="a check is free and leaves a chance to win the pot",
            model=FLOOR_MODEL,
        ),
        _folded_free,
        "the room acted for the player",
    ),
)

CHECKS: dict[str, Check] = {check.leak.id: check for check in _CHECKS}
