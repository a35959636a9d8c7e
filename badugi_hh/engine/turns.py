"""Whose turn it is: how a hand goes on after an operation, from one player to the next and from round to draw."""

from typing import Any

from badugi_hh.engine.limits import opening
from badugi_hh.engine.rules import Uncapped
from badugi_hh.engine.seating import clockwise
from badugi_hh.engine.state import Operation, Phase, State
from badugi_hh.engine.violation import RuleError, Turn, Violation

_DOES = {
    Phase.POSTING: "posts",
    Phase.BETTING: "bets, checks, calls or folds",
    Phase.DRAWING: "draws",
    Phase.SHOWDOWN: "the showdown",
    Phase.OVER: "nobody: all others have folded",
}


class Turns(State):
    """A `State` that can move on; the operations that move it are `Table`'s."""

    def _at_table(self, seat: int) -> None:
        if seat not in self.stacks:
            raise RuleError(Violation.ILLEGAL, "is not dealt in", seat=seat)

    def verify_actor(self, seat: int, act: str, phase: Phase) -> None:
        """Raise `RuleError` unless it is this seat's turn in this phase; `act` is what it does, "bets"."""
        self._at_table(seat)
        if self.phase is not phase or seat != self.actor:
            due = _DOES[self.phase] if self.actor is None else Turn(self.actor, _DOES[self.phase])
            violation, what = Violation.OUT_OF_TURN, f"{act} out of turn"
            if seat in self.folded:
                violation, what = Violation.ILLEGAL, f"{act}, but has folded already"
            raise RuleError(violation, what, seat=seat, expected=due, found=Turn(seat, act))

    def _note(self, name: str, *arguments: Any) -> None:
        self.history.append(Operation(name, arguments))

    def _put(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        self.put_in[seat] += amount

    def _begin_betting(self) -> None:
        self.phase = Phase.BETTING
        self._acted = {}
        self.aggressor = None
        self.last_raise = 0
        if self.round == 0:
            self._find_unposted_blind()
            last_blind = self.big_blind if self.big_blind is not None else self.small_blind
            start = self.order[-1] if last_blind is None else last_blind
        else:
            self.street = dict.fromkeys(self.order, 0)
            self.level = 0
            start = self.order[-1]
        self.full, self.bets = opening(self.rules, self.level)
        match self.rules.uncapped:
            case Uncapped.NEVER:
                self._uncapped = False
            case Uncapped.ROUND_BEGAN:
                self._uncapped = len(self.able) <= 2
            case Uncapped.LAST_TWO:
                self._uncapped = len(self.order) == 2
        self._advance(start)

    def _find_unposted_blind(self) -> None:
        """Find whose a blind is where it was his last chips that the ante took: nothing is left to post."""
        if self.small_blind is not None and self.big_blind is None:
            after = clockwise(self.order, self.small_blind)[0]
            if not self.stacks[after] and after != self.small_blind:
                self.big_blind = after
                self.level = max(self.level, self.rules.big_blind)
        elif self.small_blind is None and self.big_blind is not None:
            before = clockwise(self.order, self.big_blind)[-2]
            if not self.stacks[before] and (len(self.order) == 2 or before != self.button):
                self.small_blind = before

    def _must_act(self, seat: int, able: tuple[int, ...]) -> bool:
        """Return whether one of the seats that are `able` still has to act."""
        if len(able) == 1:  # nobody else has chips
            return max(self.street[other] for other in self.live if other != seat) > self.street[seat]
        return seat not in self._acted or self.street[seat] < self.level

    def _advance(self, seat: int) -> None:
        """Find the next player to act after `seat`, or end the betting round."""
        if len(self.live) == 1:
            self.phase, self.actor = Phase.OVER, None
            return
        start = self.order.index(seat) + 1
        able = self.able
        for other in self.order[start:] + self.order[:start]:
            if other in able and self._must_act(other, able):
                self.actor = other
                return
        if self.round == 3:
            self.phase, self.actor = Phase.SHOWDOWN, None
        else:
            self.phase, self.actor = Phase.DRAWING, self.live[0]
            if self.rules.burn and self.stub:
                self.stub -= 1
