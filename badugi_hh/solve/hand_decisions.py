"""What is said of the decisions and draws of played hands: their prices, and the reasons why others have none."""

from dataclasses import dataclass
from enum import StrEnum

from badugi_hh.solve.known import Reason

OTHER_LIMIT = "other limit"
OTHER_BLINDS = "other blinds"
OTHER_CAP = "other cap"
SHORT_STACK = "short stack"
MORE_PLAYERS = "more than two players"
TOO_MANY = "more than eight players"
NO_TABLE = "no table of the spot"
OUTSIDE = "line outside the table"
UNKNOWN = "cards unknown"
FORCED = "made by the site"
RARE, UNSURE = str(Reason.RARE), str(Reason.UNSURE)
REASONS = (
    OTHER_LIMIT,
    OTHER_BLINDS,
    OTHER_CAP,
    SHORT_STACK,
    MORE_PLAYERS,
    TOO_MANY,
    NO_TABLE,
    OUTSIDE,
    RARE,
    UNSURE,
    UNKNOWN,
    FORCED,
)
"""Why nothing is claimed of a decision."""

STEPS, LEVELS = 100, 255
"""A big bet has so many steps of a stored cost, and so many parts are stored of how often an option is taken."""


class Basis(StrEnum):
    """What costs rest on: the equilibrium of a game of two, or what the training of the blueprint saw in lines and hands like it."""

    EXACT = "exact"
    BLUEPRINT = "blueprint"


@dataclass(frozen=True, slots=True)
class SolverDecision:
    """A decision or draw with a price: `taken` is the place of what was done among `actions`, the options there.

    `line` has the actions before, and `class_name` the hand held. `mix` and `cost` are in the order of the actions; `mix` is None if best
    play never comes there with the hand. Costs are in big bets against the best action. `lost` is what the action taken adds to sums, nothing
    where good play at a full table takes it often; `error` is its standard error, and `basis` what they rest on. `cards_kept` is True if a draw is known to have kept the best cards of their number,
    those that the game keeps. If it is False, only the number of cards is priced. It is None for a betting decision.
    """

    n: int
    spot: str
    line: tuple[str, ...]
    class_name: str
    actions: tuple[str, ...]
    mix: tuple[float, ...] | None
    cost: tuple[float, ...]
    taken: int
    lost: float
    error: float
    cards_kept: bool | None = None
    basis: str = Basis.EXACT

    @property
    def best(self) -> str:
        """Return the action without a cost; of several the first."""
        return self.actions[min(range(len(self.cost)), key=self.cost.__getitem__)]
