"""Best play at a full table, as prices judge it: by the blueprint, and in a pot of two players by the table of the pot."""

from functools import cache

import numpy as np

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.values import size, value
from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.hand_row import PHASE
from badugi_hh.ring.pots_of_two import LAST_PHASE, NONE, line_of, shipped_pots
from badugi_hh.ring.table_line import actions_of, hand_after
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.known import HIGHEST_ERROR
from badugi_hh.solve.look_up import Answer, look_up

Mix = dict[str, float]
"""The share of each action."""


def mix_of(spot: str, line: tuple[str, ...], held: Cards) -> Mix:
    """Return the mix of the player who acts after a line of deep stacks, the cheapest action where there are costs alone; else none."""
    hand, number = list(hand_after(spot, line)), value(held) - 1
    phase, actions = hand[PHASE], actions_of(hand, size(value(held)))
    answer = _answer(spot, line, number) if phase else None
    if answer is not None:
        return dict(zip(answer.actions, answer.mix[:, number].tolist(), strict=True))
    blueprint = shipped_blueprint()
    if blueprint is None:
        raise SystemExit("the folder tables has no blueprint")
    row = blueprint.row(phase, spot_of(hand))
    if row < 0:
        return {}
    shares = blueprint.mix(phase, row, number)
    if shares is None:
        costs, _ = blueprint.costs(phase, row, number)
        best = min(actions, key=lambda name: costs[actions[name]])
        return {name: float(name == best) for name in actions}
    mix = {name: shares[action] for name, action in actions.items()}
    return mix if sum(mix.values()) >= 0.5 else {}


def _answer(spot: str, line: tuple[str, ...], number: int) -> Answer | None:
    """Return the answer of the table of a pot, None where it has none for a class."""
    pots = shipped_pots()
    begins = next((place for place, word in enumerate(line) if word.isdigit()), len(line))
    pot = line_of(list(hand_after(spot, line[:begins])))
    if pots is None or pot == NONE or pots.table[pot] == NONE:
        return None
    found = _stored(int(pots.table[pot]), " ".join(line[begins:]))
    phase = hand_after(spot, line)[PHASE]
    if found is None or found.reasons[number] or (phase == LAST_PHASE and not found.reach[number]):
        return None
    error = np.hypot(found.errors[number], pots.error[pot, phase])
    return found if error < HIGHEST_ERROR else None


@cache
def _stored(place: int, line: str) -> Answer | None:
    """Return the answer of a table at a line, None where it has none."""
    pots = shipped_pots()
    table = None if pots is None else pots.find(place).table
    return look_up(table, line) if table is not None and line in table.lines else None
