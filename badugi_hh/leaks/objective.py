"""Grade A: mistakes that are provable from the player's own cards and the public facts of the hand.

One instance is a flag. A situation is not counted where a necessary fact is unknown, where the site acted for the
player, or where a reasonable assumption could justify the play.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.engine import values
from badugi_hh.engine.cards import Cards, cards, names
from badugi_hh.leaks.leak import WORST_HANDS, Finding, Instance, Leak, Verdict
from badugi_hh.leaks.pricing import (
    DRAW_MODEL,
    FLOOR_MODEL,
    DrawPlayed,
    FoldPlayed,
    PublicDraw,
    equities_lost,
    in_big_bets,
    least_equities,
    opponents_at,
    parse_thrown,
    public_draws,
)
from badugi_hh.odds.unbeatable import is_unbeatable, unseen
from badugi_hh.stats.definitions.intervals import wilson
from badugi_hh.stats.definitions.stat import WORST_BADUGI
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch, row_set

_Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The result of a grade A check for one player: opportunities, instances, and the number of excluded cases."""

    chances: int = 0
    instances: tuple[Instance, ...] = ()
    excluded: int = 0


@dataclass(frozen=True, slots=True)
class MistakeCheck:
    """A grade A check: `find` returns the mistakes by player, `excluded_reason` says why cases are excluded."""

    leak: Leak
    find: Callable[[duckdb.DuckDBPyConnection, Filter], dict[str, Mistakes]]
    excluded_reason: str


def judge(check: MistakeCheck, mistakes: Mistakes, player: str, hands: int) -> Finding:
    """Return the finding of a check: a flag for any instance. The cost is the sum of the known costs."""
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
        excluded=((mistakes.excluded, check.excluded_reason),) if mistakes.excluded else (),
    )


# --- draws of players whose cards are known


_KNOWN = "hero AND knowledge = 'dealt' AND forced IS NULL AND drawn IS NOT NULL"
_BETTING_OVER = "(CASE WHEN all_in THEN 0 ELSE 1 END) + opponents_able <= 1"


def _draw_rows(con: duckdb.DuckDBPyConnection, hand_filter: Filter, where: str) -> list[_Row]:
    """Return the draws of known hands for which the SQL condition `where` is true.

    The rows have the columns of `draws` and three more. `thrown_before` holds the player's earlier discards.
    `winnable_pot` is the sum of what all players put in, each at most as much as this player. `reshuffled` is true
    where the discards were reshuffled into the deck at any time in the hand.
    """
    rows, parameters = row_set("draws", hand_filter)
    query = f"""
        SELECT known.*,
               (SELECT string_agg(past.thrown, ' ' ORDER BY past.draw) FROM draws AS past
                WHERE past.hand_key = known.hand_key AND past.seat = known.seat AND past.draw < known.draw)
                   AS thrown_before,
               (SELECT sum(least(other.put_in, own.put_in)) FROM seats AS other JOIN seats AS own USING (hand_key)
                WHERE own.hand_key = known.hand_key AND own.seat = known.seat) AS winnable_pot,
               EXISTS (SELECT 1 FROM events WHERE events.hand_key = known.hand_key
                       AND lower(events.kind) LIKE '%reshuffled%') AS reshuffled
        FROM (SELECT * FROM ({rows}) WHERE {where}) AS known
        ORDER BY known.hand_key, known.n
    """
    return fetch(con, hand_filter, query, parameters)


def _make_instance(row: _Row, note: str, cost: float | None) -> Instance:
    return Instance(row["site"], row["hand_id"], row["player"], note, cost)


def _collect_mistakes(
    chances: dict[str, int], found: Iterable[Instance], excluded: dict[str, int]
) -> dict[str, Mistakes]:
    """Return the mistakes by player, from the numbers of opportunities, the instances and the excluded cases."""
    instances: dict[str, tuple[Instance, ...]] = {}
    for instance in found:
        instances[instance.player] = (*instances.get(instance.player, ()), instance)
    return {
        player: Mistakes(chances.get(player, 0), instances.get(player, ()), excluded.get(player, 0))
        for player in {*chances, *excluded}
    }


def _count_by_player(rows: Iterable[_Row]) -> dict[str, int]:
    return dict(Counter(row["player"] for row in rows))


def _count_rows(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, table: str, where: str
) -> dict[str, int]:
    rows, parameters = row_set(table, hand_filter)
    query = f"SELECT player, count(*) AS number FROM ({rows}) WHERE {where} GROUP BY player"
    return {row["player"]: row["number"] for row in fetch(con, hand_filter, query, parameters)}


@dataclass(frozen=True, slots=True)
class _Draw:
    """A mistaken draw: its row, what to report, the cards kept and the best ones, and the pot that can be won.

    `kept` is None where the kept cards are not known.
    """

    row: _Row
    note: str
    kept: Cards | None
    best: Cards
    pot: int


def _price_draws(draws: list[_Draw], record: dict[int, list[PublicDraw]]) -> list[Instance]:
    """Return the instances of mistaken draws, with their costs where those are known."""
    asked: dict[int, DrawPlayed] = {}
    for place, draw in enumerate(draws):
        row = draw.row
        opponents = opponents_at(record.get(row["hand_key"], []), row["seat"], row["draw"], row["n"])
        if opponents and draw.kept is not None:
            hand, thrown = cards(row["hand_before"]), parse_thrown(row["thrown_before"])
            asked[place] = DrawPlayed(hand, draw.kept, draw.best, 4 - row["draw"], opponents, thrown)
    lost = dict(zip(asked, equities_lost(list(asked.values())), strict=True))
    return [
        _make_instance(draw.row, draw.note, in_big_bets(lost.get(place), draw.pot, draw.row))
        for place, draw in enumerate(draws)
    ]


# --- A2


def _find_pat_incomplete(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, Mistakes]:
    """Find incomplete hands that stood pat when no bet could follow, so that drawing could only help.

    This assumes that the opponents' draws do not depend on the player's draw.
    """
    short = f"{_KNOWN} AND value_before > {WORST_BADUGI}"
    rows = _draw_rows(con, hand_filter, f"{short} AND {_BETTING_OVER}")
    record = public_draws(con, (row["hand_key"] for row in rows))
    found = []
    for row in rows:
        if row["drawn"] == 0:
            hand = cards(row["hand_before"])
            note = f"stood pat with {row['hand_before']} at draw {row['draw']} when no bet could follow"
            found.append(_Draw(row, note, hand, values.best_subset(hand), row["winnable_pot"] or 0))
    others = _count_rows(con, hand_filter, "draws", f"{short} AND all_in AND NOT ({_BETTING_OVER})")
    return _collect_mistakes(_count_by_player(rows), _price_draws(found, record), others)


# --- A4


def _find_broken_unbeatable(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, Mistakes]:
    """Find discards from a hand that wins or splits the pot whatever the opponents draw."""
    rows = []
    for row in _draw_rows(con, hand_filter, f"{_KNOWN} AND value_before <= {WORST_BADUGI}"):
        hand = cards(row["hand_before"])
        # After a reshuffle other players may hold the player's discards.
        thrown = () if row["reshuffled"] else parse_thrown(row["thrown_before"])
        if is_unbeatable(hand, unseen(hand, thrown)):
            rows.append(row)
    broken = [row for row in rows if row["drawn"] > 0]
    record = public_draws(con, (row["hand_key"] for row in broken))
    found = []
    for row in broken:
        kept = None if row["kept"] is None else cards(row["kept"])
        note = f"discarded {row['thrown'] or 'cards'} from {row['hand_before']}, an unbeatable hand"
        pot = row["winnable_pot"] if row["all_in"] else row["pot"]
        found.append(_Draw(row, note, kept, cards(row["hand_before"]), pot))
    return _collect_mistakes(_count_by_player(rows), _price_draws(found, record), {})


# --- A5


def _find_folded_free(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, Mistakes]:
    """Find folds where the player could check for free."""
    free = "price = 0 AND forced IS NULL"
    chances = _count_rows(con, hand_filter, "decisions", free)
    rows, parameters = row_set("decisions", hand_filter)
    query = f"""
        SELECT folded.*, seats.hand_0, seats.hand_1, seats.hand_2, seats.hand_3,
               (SELECT string_agg(past.thrown, ' ' ORDER BY past.draw) FROM draws AS past
                WHERE past.hand_key = folded.hand_key AND past.seat = folded.seat AND past.draw <= folded.round)
                   AS thrown_before
        FROM (SELECT * FROM ({rows}) WHERE {free} AND action = 'fold') AS folded
        JOIN seats ON seats.hand_key = folded.hand_key AND seats.seat = folded.seat
        ORDER BY folded.hand_key, folded.n
    """
    folded = fetch(con, hand_filter, query, parameters)
    others = _count_rows(con, hand_filter, "decisions", "price = 0 AND forced IS NOT NULL")
    return _collect_mistakes(chances, _price_free_folds(folded), others)


def _price_free_folds(rows: list[_Row]) -> list[Instance]:
    asked: dict[int, FoldPlayed] = {}
    for place, row in enumerate(rows):
        text = row[f"hand_{row['round']}"] if row["hero"] and row["knowledge"] == "dealt" else None
        if text is not None:
            thrown = parse_thrown(row["thrown_before"])
            asked[place] = FoldPlayed(cards(text), row["round"], row["live"] - 1, thrown)
    least = dict(zip(asked, least_equities(list(asked.values())), strict=True))
    found = []
    for place, row in enumerate(rows):
        when = "before the first draw" if row["round"] == 0 else f"after draw {row['round']}"
        hand = f"{names(asked[place].hand)} " if place in asked else ""
        cost = in_big_bets(least.get(place), row["pot"], row)
        found.append(_make_instance(row, f"folded {hand}{when} without facing a bet", cost))
    return found


_MISTAKE_CHECKS = (
    MistakeCheck(
        Leak(
            id="A2",
            name="pat_incomplete_all_in",
            title="Stood pat with an incomplete hand when no bet could follow",
            sentence="How often you stood pat without a badugi although all betting was over.",
            advice="When no bet can follow, standing pat is no bluff: discard the cards that do not count.",
            grade="A",
            source="replacing a card that does not count never makes the hand worse, whatever the opponents draw",
            model=DRAW_MODEL,
        ),
        _find_pat_incomplete,
        "all-in while two or more opponents could still bet",
    ),
    MistakeCheck(
        Leak(
            id="A4",
            name="broke_unbeatable",
            title="Broke an unbeatable hand",
            sentence="How often you broke 4-3-2-A, or another badugi that no unseen cards could beat.",
            advice="Stand pat with an unbeatable hand: no draw improves it.",
            grade="A",
            source="no four cards that the player has not held make a better hand",
            model=DRAW_MODEL,
        ),
        _find_broken_unbeatable,
        "",
    ),
    MistakeCheck(
        Leak(
            id="A5",
            name="folded_free",
            title="Folded without facing a bet",
            sentence="How often you folded although checking cost nothing.",
            advice="Check instead: it costs nothing, and you can still win the pot.",
            grade="A",
            source="a check is free and keeps a chance to win the pot",
            model=FLOOR_MODEL,
        ),
        _find_folded_free,
        "the site acted for the player",
    ),
)

MISTAKE_CHECKS: dict[str, MistakeCheck] = {check.leak.id: check for check in _MISTAKE_CHECKS}
