"""Measures what players of best play seem to lose by the errors of the tables alone: `python training/measure_floor.py HANDS`.

Six players play best play of full tables, and two that of the heads-up table, with real cards; the hands are judged as imported ones are. It writes
`baselines/best_play.toml`: the mean loss of a judged decision or draw by judge, street and position, in big bets. Run it after
each new table.
"""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
from best_players import BestPlay

from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.engine.values import best_subset, value
from badugi_hh.facts.schema import TABLES
from badugi_hh.leaks.loss_tree import SOLVED
from badugi_hh.ring.hand_row import ACTOR, INSIDE, LENGTH, OVER, PHASE, POT, SEATS, deal, price, seats_in
from badugi_hh.ring.table_line import PLAYERS
from badugi_hh.solve.look_up import follow, with_cheapest
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.store.arrow import frame_of
from badugi_hh.store.computation import JUDGING

Row = dict[str, Any]
Hand = list[tuple[int, Row]]
"""The decisions and draws of a hand, each with its seat."""
Means = dict[str, dict[str, dict[str, float]]]
"""Mean losses by judge, street and position, in big bets."""

RING = {seat: PLAYERS[seat] for seat in range(SEATS - 6, SEATS)}
"""The positions of six players by seat."""
_SEED = 11
_STAKES = {"betting": "fixed", "rules": "pokerstars", "game": "cash", "cancelled": False}
_SMALL_BET = 10
_LEAST = 50
"""With fewer decisions a mean is left out: `loss_floor` takes the highest one of the street there."""
_AT_ONCE = 1_000
"""So many hands are judged together."""


def main(hands: int) -> None:
    """Play so many hands of each kind, and write the means."""
    means = measure(RING, ring_hand, hands) | measure({1: "SB", 2: "BB"}, heads_up_hand, hands)
    lines = [
        "# The mean loss of players of best play, by the errors of the tables alone: big bets for each judged decision or draw.",
        f"# python training/measure_floor.py {hands}",
    ]
    for judge, streets in sorted(means.items()):
        for street, positions in sorted(streets.items()):
            lines += ["", f"[{judge}.{street}]"]
            lines += [f"{position} = {mean:.5f}" for position, mean in sorted(positions.items())]
    out = Path(__file__).parents[1] / "baselines" / "best_play.toml"
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def measure(seats: dict[int, str], play: Callable[[Random], Hand], hands: int) -> Means:
    """Return the mean loss by judge, street and position; what no solver judges is left out."""
    random = Random(_SEED)  # noqa: S311 -- no secret
    parts = [
        _judged(seats, [play(random) for _ in range(min(_AT_ONCE, hands - begin))])
        for begin in range(0, hands, _AT_ONCE)
    ]
    rows = pl.concat(parts).filter(pl.col("judge").is_in(SOLVED))
    found: Means = {}
    grouped = rows.group_by("judge", "street", "position").agg(pl.col("loss").mean(), pl.len())
    for judge, street, position, mean, number in grouped.iter_rows():
        if number >= _LEAST:
            found.setdefault(judge, {}).setdefault(street, {})[position] = mean
    return found


def _judged(seats: dict[int, str], hands: list[Hand]) -> pl.DataFrame:
    """Return the losses of hands, with the street and the position of each."""
    rows: dict[str, list[Row]] = {name: [] for name in JUDGING.reads}
    streets = []
    for key, steps in enumerate(hands):
        rows["hands"].append({**_STAKES, "hand_key": key, "small_bet": _SMALL_BET, "big_bet": 2 * _SMALL_BET})
        for seat, position in seats.items():
            own = {"hand_key": key, "seat": seat, "position": position}
            rows["seats"].append(
                {**own, "stack": 100 * _SMALL_BET, "dealt": True, "extra_blind": False, "reach": 0}
            )
        for n, (seat, row) in enumerate(steps, 10):
            street = f"d{row['draw']}" if "draw" in row else f"b{row['round']}"
            streets.append((key, n, street, seats[seat]))
            own = {"hand_key": key, "n": n, "seat": seat, "knowledge": "dealt", "all_in": False}
            rows["draws" if "draw" in row else "decisions"].append(own | row)
    schemas = {table.name: table for table in TABLES}
    facts = {
        name: frame_of(
            schemas[name], [tuple(row.get(column) for column in schemas[name].names) for row in rows[name]]
        ).select(columns)
        for name, columns in JUDGING.reads.items()
    }
    places = pl.DataFrame(streets, ("hand_key", "n", "street", "position"), orient="row")
    losses = JUDGING.rows(facts)["losses"].select(pl.col("hand_key", "n").cast(pl.Int64), "judge", "loss")
    return losses.join(places, on=("hand_key", "n"))


def _pick(mix: dict[str, float], chance: float) -> str:
    """Return the action in whose part of the mix a number from 0 to 1 lies."""
    chance *= sum(mix.values())
    for action, share in mix.items():
        chance -= share
        if chance < 0:
            return action
    return max(mix, key=lambda action: mix[action])


def _draw(held: Cards, number: int, deck: list[Any]) -> tuple[Cards, Row]:
    """Return the hand after a draw that keeps the lowest cards that count, and the columns of its row."""
    counting = sorted(best_subset(held))
    kept = (*counting, *(card for card in held if card not in counting))[: 4 - number]
    row = {"drawn": number, "value_before": value(held), "value_kept": value(kept) if kept else None}
    return (*kept, *(deck.pop() for _ in range(number))), row


# --- the full table


def ring_hand(random: Random) -> Hand:
    """Play a hand of six by best play."""
    deck = random.sample(DECK, len(DECK))
    hand = [0] * LENGTH
    deal(hand, 6)
    held = {seat: tuple(deck.pop() for _ in range(4)) for seat in RING}
    steps: Hand = []
    best = BestPlay(hand)
    while hand[PHASE] != OVER:
        seat = hand[ACTOR]
        mix, actions = best.mix_of(held[seat])
        word = _pick(mix, random.random())
        row: Row = {"live": seats_in(hand[INSIDE]), "pot": hand[POT] * _SMALL_BET // 2}
        if hand[PHASE] & 1:
            if int(word) > len(deck):
                return []
            held[seat], drawn = _draw(held[seat], int(word), deck)
            row |= {"draw": (hand[PHASE] + 1) // 2, **drawn}
        else:
            row |= {"round": hand[PHASE] // 2, "action": word, "value": value(held[seat])}
            row |= {"price": price(hand) * _SMALL_BET // 2, "pot_to_win": row["pot"]}
            row |= {"behind": 1, "opponents_able": row["live"] - 1}
        steps.append((seat, row))
        best.act(word, actions[word])
    return steps


# --- heads-up


def heads_up_hand(random: Random) -> Hand:
    """Play a hand of two by the heads-up table, until it ends or leaves the table."""
    table = find_table("heads-up")
    if table is None:
        raise SystemExit("the folder tables has no table of the heads-up game")
    deck = random.sample(DECK, len(DECK))
    held: list[Cards] = [tuple(deck.pop() for _ in range(4)) for _ in range(2)]
    state, line = table.game.root, ""
    steps: Hand = []
    while state.actor is not None and line in table.lines:
        actor, moves = state.actor, dict(table.game.moves(state))
        shares = _heads_up_mixes(line)[:, value(held[actor]) - 1].tolist()
        word = _pick(dict(zip(moves, shares, strict=True)), random.random())
        paid = state.paid
        row: Row = {"live": 2, "pot": sum(paid) * _SMALL_BET // 2}
        if state.drawing:
            held[actor], drawn = _draw(held[actor], int(word), deck)
            row |= {"draw": state.round, **drawn}
        else:
            row |= {"round": state.round, "action": word, "value": value(held[actor])}
            row |= {"price": abs(paid[0] - paid[1]) * _SMALL_BET // 2, "pot_to_win": row["pot"]}
            row |= {"behind": 1, "opponents_able": 1}
        steps.append((actor + 1, row))
        state, line = moves[word], f"{line} {word}".strip()
    return steps


@cache
def _places(line: str) -> Any:
    """Return where the hands of both players are after a line of the heads-up table."""
    table = find_table("heads-up")
    if table is None or not line:
        return None if table is None else table.start
    return follow(table, line.split(), _places(line.rpartition(" ")[0]))


@cache
def _heads_up_mixes(line: str) -> Any:
    """Return the shares of the actions by class; with a hand that never comes to a line, the cheapest action."""
    table = find_table("heads-up")
    if table is None:
        return None
    node = table.lines[line]
    return with_cheapest(table.mixes(node), table.costs(node), _places(line).mine)


if __name__ == "__main__":
    main(int(sys.argv[1]))
