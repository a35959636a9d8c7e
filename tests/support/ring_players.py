"""Six players who play the blueprint with real cards, as rows of a database; one of them may have a leak.

Leaks and what they cost are as in `table_players`.
"""

from collections.abc import Callable
from random import Random

import duckdb

from badugi_hh.engine.cards import DECK, Cards
from badugi_hh.engine.values import size, value
from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.hand_row import (
    ACTOR,
    BETS,
    INSIDE,
    LENGTH,
    OVER,
    PAID,
    PHASE,
    POT,
    RAISER,
    SEATS,
    act,
    deal,
    price,
    seats_in,
)
from badugi_hh.ring.table_line import PLAYERS, actions_of
from badugi_hh.ring.table_spots import spot_of
from support.hand_made import insert
from support.table_players import Mix, Row, keep_lowest, mean_per_100, moved, no_leak, pick

Played = tuple[list[tuple[int, str, str, Row]], list[float]]
Leak = Callable[[list[int], Mix], Mix]
"""Returns the mix of a player in a hand, from that of the blueprint."""
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
COUNT = len(NAMES)
FIRST = SEATS - COUNT
UNIT, UNITS_OF_BIG_BET = 5, 4
_HIJACK, _CUTOFF, _BIG_BLIND = 3, 4, 7


def mix_of(hand: list[int], held: Cards) -> tuple[Mix, dict[str, int]]:
    """Return the mix of the player who acts; the cheapest action where it has costs alone, and where it has nothing, nobody bets and incomplete hands draw."""
    blueprint = shipped_blueprint()
    assert blueprint is not None
    number = value(held) - 1
    actions = actions_of(hand, size(value(held)))
    row = blueprint.row(hand[PHASE], spot_of(hand))
    shares = blueprint.mix(hand[PHASE], row, number) if row >= 0 else None
    mix = {name: 0.0 if shares is None else shares[action] for name, action in actions.items()}
    if shares is None and row >= 0:
        costs, _ = blueprint.costs(hand[PHASE], row, number)
        best = min(actions, key=lambda name: costs[actions[name]])
        mix = {name: float(name == best) for name in actions}
    elif sum(mix.values()) < 0.5:
        usual = str(4 - size(value(held))) if hand[PHASE] & 1 else "call" if "call" in actions else "check"
        mix = {name: float(name == usual) for name in actions}
    return mix, actions


def play_hand(cards: Random, leaks: dict[int, Leak]) -> Played:
    """Play a hand; return the steps, each with its seat, its table, its action and its row, and what the seats win in big bets."""
    deck = cards.sample(DECK, len(DECK))
    chances = Random(cards.random())  # noqa: S311 -- no secret
    hand = [0] * LENGTH
    deal(hand, COUNT)
    held = {seat: tuple(deck.pop() for _ in range(4)) for seat in range(FIRST, SEATS)}
    steps: list[tuple[int, str, str, Row]] = []
    while hand[PHASE] != OVER:
        seat = hand[ACTOR]
        mix, actions = mix_of(hand, held[seat])
        chosen = leaks.get(seat, no_leak)(hand, mix)
        word = pick(chosen, chances.random())
        live = seats_in(hand[INSIDE])
        row: Row = {"value": value(held[seat]), "live": live}
        if hand[PHASE] & 1:
            kept = list(keep_lowest(held[seat], 4 - int(word)))
            row = {
                "value_before": row["value"],
                "value_kept": value(tuple(kept)) if kept else None,
                "live": live,
            }
            row |= {"draw": (hand[PHASE] + 1) // 2, "drawn": int(word)}
            while len(kept) < 4:
                if not deck:
                    return [], []
                kept.append(deck.pop())
            held[seat] = tuple(kept)
            steps.append((seat, "draws", word, row))
        else:
            first_in = hand[PHASE] == 0 and live == SEATS - seat and hand[BETS] == 1
            row |= {"pot": hand[POT] * UNIT, "price": price(hand) * UNIT, "round": hand[PHASE] // 2}
            row |= {"action": word, "level_any": hand[BETS], "folded_to": first_in}
            steps.append((seat, "decisions", word, row))
        act(hand, actions[word])
    return steps, results(hand, held)


def results(hand: list[int], held: dict[int, Cards]) -> list[float]:
    """Return what the seats win in an ended hand, in big bets."""
    inside = [seat for seat in held if hand[INSIDE] >> seat & 1]
    best = min(value(held[seat]) for seat in inside)
    winners = [seat for seat in inside if value(held[seat]) == best]
    return [
        ((hand[POT] / len(winners) if seat in winners else 0.0) - hand[PAID + seat]) / UNITS_OF_BIG_BET
        for seat in held
    ]


def play_table(con: duckdb.DuckDBPyConnection, hands: int, seed: int, leak: Leak = no_leak) -> None:
    """Store hands of Ann, who has the leak, and of five others; the seats go round and all cards are known."""
    random = Random(seed)  # noqa: S311 -- no secret
    rows: dict[str, list[Row]] = {name: [] for name in ("hands", "seats", "decisions", "draws")}
    tables = [{FIRST + nth: NAMES[(nth + key) % COUNT] for nth in range(COUNT)} for key in range(hands)]
    leaks = [{seat: leak for seat, name in names.items() if name == "Ann"} for names in tables]
    played = [play_hand(random, each) for each in leaks]
    for key, (names, (steps, _)) in enumerate(zip(tables, played, strict=True)):
        of_hand = {"hand_key": key, "hand_id": str(key)}
        rows["hands"].append({**of_hand, "players": COUNT, "rules": "pokerstars"})
        for seat, name in names.items():
            rows["seats"].append(
                {
                    **of_hand, "seat": seat, "player": name, "hero": True, "position": PLAYERS[seat],
                    "stack": 1000,
                }
            )  # fmt: skip
        for n, (seat, table, _, row) in enumerate(steps, 10):
            player = {"player": names[seat], "position": PLAYERS[seat], "knowledge": "dealt"}
            rows[table].append({"hand_key": key, "n": n, "seat": seat, **player, **row})
    for name, each in rows.items():
        insert(con, name, *each)


def price_of(leak: Leak, hands: int, seed: int) -> tuple[float, float]:
    """Return what a leak costs in big bets per 100 hands over all seats, and its standard error."""
    costs = []
    for key in range(hands):
        seat = FIRST + key % COUNT
        sound, leaking = (
            play_hand(Random(f"{seed} {key}"), leaks)[1]  # noqa: S311 -- no secret
            for leaks in ({}, {seat: leak})
        )
        costs.append(sound[seat - FIRST] - leaking[seat - FIRST] if sound and leaking else 0.0)
    return mean_per_100(costs)


# --- leaks


def opens_the_hijack_wide(hand: list[int], mix: Mix) -> Mix:
    """Raise a sixth of the hands that are folded first in from the hijack, about half again as many as are played."""
    first_in = hand[PHASE] == 0 and hand[ACTOR] == _HIJACK and hand[BETS] == 1 and hand[POT] == 3
    return moved(mix, ("fold",), "raise", 1 / 6) if first_in else mix


def folds_the_blind_to_the_cutoff(hand: list[int], mix: Mix) -> Mix:
    """Fold half of what the big blind plays against a raise of the cutoff."""
    faced = hand[PHASE] == 0 and hand[ACTOR] == _BIG_BLIND and hand[BETS] == 2 and hand[RAISER] == _CUTOFF
    return moved(mix, ("call", "raise"), "fold", 0.5) if faced else mix


def never_raises_again(hand: list[int], mix: Mix) -> Mix:
    """Call in place of raising a raise before the draw."""
    return moved(mix, ("raise",), "call", 1.0) if hand[PHASE] == 0 and hand[BETS] >= 2 else mix


def calls_raises_cold(hand: list[int], mix: Mix) -> Mix:
    """Call a quarter of the raises before the draw that are folded outside the blinds."""
    cold = hand[PHASE] == 0 and hand[ACTOR] < 6 and hand[BETS] == 2 and price(hand) == 4
    return moved(mix, ("fold",), "call", 0.25) if cold else mix


def folds_to_raises(hand: list[int], mix: Mix) -> Mix:
    """Fold half of what is played against a raise before the draw outside the big blind."""
    faced = hand[PHASE] == 0 and hand[ACTOR] != _BIG_BLIND and hand[BETS] >= 2
    return moved(mix, ("call", "raise"), "fold", 0.5) if faced else mix


def folds_behind_limps(hand: list[int], mix: Mix) -> Mix:
    """Fold what is played behind a limp outside the big blind."""
    limped = hand[PHASE] == 0 and hand[ACTOR] != _BIG_BLIND and hand[BETS] == 1 and hand[POT] > 3
    return moved(mix, ("call", "raise"), "fold", 1.0) if limped else mix
