"""Two players who play the table of the heads-up game with real cards, as rows of a database."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import duckdb

from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.engine.values import best_subset, value
from badugi_hh.solve.solved_table import Table
from support.hand_made import insert

Row = dict[str, Any]
SEATS = {0: (1, "Ann", "SB"), 1: (2, "Ben", "BB")}
SMALL, BIG = 10, 20


def play_table(con: duckdb.DuckDBPyConnection, table: Table, hands: int, seed: int) -> None:
    """Store hands of two players who know both only the table, until they end or leave it; all cards are known."""
    random = Random(seed)  # noqa: S311 - not for secrets
    strategy = cache(lambda line: table.mixes(table.lines[line]))
    rows: dict[str, list[Row]] = {name: [] for name in ("hands", "seats", "decisions", "draws")}
    for key in range(hands):
        rows["hands"].append({"hand_key": key, "hand_id": str(key), "players": 2, "rules": "pokerstars"})
        for seat, player, position in SEATS.values():
            rows["seats"].append(
                {"hand_key": key, "hand_id": str(key), "seat": seat, "player": player, "position": position, "stack": 50 * BIG}
            )  # fmt: skip
        for n, (name, row) in enumerate(_steps(table, strategy, random), 10):
            rows[name].append({"hand_key": key, "n": n, **row})
    for name, each in rows.items():
        insert(con, name, *each)


def _steps(table: Table, strategy: Any, random: Random) -> Iterator[tuple[str, Row]]:
    deck = random.sample(DECK, len(DECK))
    held: list[Cards] = [tuple(deck[:4]), tuple(deck[4:8])]
    del deck[:8]
    state, line = table.game.root, ""
    while state.actor is not None and line in table.lines:
        moves, hand = dict(table.game.moves(state)), held[state.actor]
        (action,) = random.choices(list(moves), strategy(line)[:, value(hand) - 1].tolist())
        seat, player, position = SEATS[state.actor]
        row: Row = {"seat": seat, "player": player, "position": position, "knowledge": "dealt"}
        if state.drawing:
            kept = _keep(hand, 4 - int(action))
            held[state.actor] = (*kept, *(deck.pop() for _ in range(int(action))))
            values = {"value_before": value(hand), "value_kept": value(kept) if kept else None}
            yield "draws", {**row, **values, "draw": state.round, "drawn": int(action)}
        else:
            first = {"pot": SMALL * 3 // 2, "price": SMALL // 2} if not line else {"pot": 40}
            yield "decisions", {**row, **first, "round": state.round, "action": action, "value": value(hand)}
        state, line = moves[action], f"{line} {action}".strip()


def _keep(hand: Cards, number: int) -> Cards:
    """Return the lowest cards that count, and others where fewer count."""
    counting = sorted(best_subset(hand))
    others = [card for card in hand if card not in counting]
    return tuple((*counting[:number], *others)[:number])
