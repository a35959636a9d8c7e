"""Best play of a hand at a full table, as prices judge it: by the blueprint, and in a pot of two players by the table of the pot."""

from functools import cache

import numpy as np

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.values import size, value
from badugi_hh.ring.blueprint import shipped_blueprint
from badugi_hh.ring.hand_row import PHASE, act
from badugi_hh.ring.pots_of_two import NONE, line_of, shipped_pots
from badugi_hh.ring.table_line import actions_of
from badugi_hh.ring.table_spots import spot_of
from badugi_hh.solve.known import HIGHEST_ERROR
from badugi_hh.solve.look_up import Answer, look_up

Mix = dict[str, float]
"""The share of each action."""


class BestPlay:
    """Follows a hand and knows how good players play each decision of it."""

    def __init__(self, hand: list[int]) -> None:
        """Begin with a hand that was just dealt; it is changed by `act`."""
        self.hand = hand
        self._pot, self._line = NONE, ""

    def mix_of(self, held: Cards) -> tuple[Mix, dict[str, int]]:
        """Return the mix of the player who acts, and the actions by name.

        It is the cheapest action where there are costs alone; where there is nothing, nobody bets and incomplete hands draw.
        """
        hand, number = self.hand, value(held) - 1
        actions = actions_of(hand, size(value(held)))
        answer = _answer(self._pot, self._line) if self._pot != NONE else None
        if answer is not None and _judges(answer, number, self._pot, hand[PHASE]):
            return dict(zip(answer.actions, answer.mix[:, number].tolist(), strict=True)), actions
        blueprint = shipped_blueprint()
        if blueprint is None:
            raise SystemExit("the folder tables has no blueprint")
        row = blueprint.row(hand[PHASE], spot_of(hand))
        shares = blueprint.mix(hand[PHASE], row, number) if row >= 0 else None
        mix = {name: 0.0 if shares is None else shares[action] for name, action in actions.items()}
        if sum(mix.values()) >= 0.5:
            return mix, actions
        best = str(4 - size(value(held))) if hand[PHASE] & 1 else "call" if "call" in actions else "check"
        if shares is None and row >= 0:
            costs, _ = blueprint.costs(hand[PHASE], row, number)
            best = min(actions, key=lambda name: costs[actions[name]])
        return {name: float(name == best) for name in actions}, actions

    def act(self, word: str, action: int) -> None:
        """Take an action, given by name and number."""
        before = self.hand[PHASE]
        act(self.hand, action)
        pots = shipped_pots()
        if before == 0 and self.hand[PHASE] == 1 and pots is not None:
            self._pot = line_of(self.hand)
            if self._pot != NONE and pots.table[self._pot] == NONE:
                self._pot = NONE
        elif before:
            self._line = f"{self._line} {word}".strip()


@cache
def _answer(pot: int, line: str) -> Answer | None:
    """Return the answer of the table of a pot, None where it has none."""
    pots = shipped_pots()
    table = None if pots is None else pots.find(pots.table[pot]).table
    return look_up(table, line) if table is not None and line in table.lines else None


def _judges(answer: Answer, number: int, pot: int, phase: int) -> bool:
    """Return whether prices of a class are those of the table of its pot."""
    pots = shipped_pots()
    error = 0.0 if pots is None else pots.error[pot, phase]
    return not answer.reasons[number] and bool(np.hypot(answer.errors[number], error) < HIGHEST_ERROR)
