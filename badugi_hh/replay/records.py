"""What a replay returns: every action and draw with the state it was taken in, the results, the problems."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Rules
from badugi_hh.engine.state import Pot
from badugi_hh.engine.table import Table
from badugi_hh.engine.turns import BettingSituation
from badugi_hh.history.events import Hand, Section
from badugi_hh.problems import Problem, Severity

Act: TypeAlias = Literal["fold", "check", "call", "bet", "raise"]
Forced: TypeAlias = Literal["sitting_out", "timed_out"]

DRAW_OF = {Section.FIRST_DRAW: 1, Section.SECOND_DRAW: 2, Section.THIRD_DRAW: 3}
"""The number of the draw that a section begins."""

MARKER_OF = {draw: f"*** {section} ***" for section, draw in DRAW_OF.items()}
"""The line that begins a draw."""


@dataclass(frozen=True, slots=True)
class Action:
    """One betting action; `n` is the event's index in `Hand.events`, `amount` the chips put in.

    `situation` is what the table knew before it; there `can_raise` is also true where a bet or raise was made.
    """

    n: int
    seat: int
    act: Act
    amount: int
    all_in: bool
    forced: Forced | None
    situation: BettingSituation


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw (`count` 0 = stood pat) and the table before it; `draw` is 1, 2 or 3, `put_in` the player's chips."""

    n: int
    seat: int
    draw: int
    count: int
    pot: int
    put_in: int
    live: tuple[int, ...]
    able: tuple[int, ...]
    before: Cards | None
    thrown: Cards | None
    drawn: Cards | None
    after: Cards | None
    forced: Forced | None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one seat that was dealt in.

    `put_in` does not include an uncalled bet. `left` is the number of draws begun when the player folded, None for one
    who did not fold. `shown` is the player's last hand where a line of the play or the summary shows it. `shared` is the
    number of pots won together with another player.
    """

    seat: int
    put_in: int
    won: int
    left: int | None
    showdown: bool
    shown: Cards | None
    shared: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand replayed under the rules of a room.

    `results` has every seat that was dealt in; `table` is the table at the end. Where `ok` is False the records end
    where the replay did, and do not contain what the rules did not allow.
    """

    hand: Hand
    rules: Rules
    table: Table | None
    actions: tuple[Action, ...]
    draws: tuple[Draw, ...]
    rounds: tuple[int, ...]  # number of draws begun at each event
    pots: tuple[int, ...]  # chips in all pots after each event
    side_pots: tuple[Pot, ...]  # the main pot and the side pots at the end
    results: Mapping[int, Result]
    total_pot: int | None
    rake: int | None
    cancelled: bool
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Return whether no problem is an error, so that the hand can be stored whole."""
        return all(problem.severity is not Severity.ERROR for problem in self.problems)
