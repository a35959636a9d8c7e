"""The unit of a value, as a typed value: no other module takes a text apart to learn what a figure means."""

from dataclasses import dataclass
from enum import Enum, auto


class UnitKind(Enum):
    """How a value is read and formatted."""

    SHARE = auto()  # a fraction of 1
    AMOUNT = auto()  # money in cents, or chips, of one denomination
    BIG_BETS = auto()
    COUNT = auto()  # of hands, sessions, cards
    RATIO = auto()  # a plain number
    PLACE = auto()
    HAND_VALUE = auto()  # 1 (4-3-2-A) to 1092


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its kind, the `noun` that names it, and what one figure is `per`, such as 100 hands.

    `denomination` is what the amounts are in, as the database names it: `USD cents`, `play chips`; empty where no amount
    is involved. `preposition` stands before `per`. `is_loss` is true if a larger value is a larger loss.
    """

    kind: UnitKind
    noun: str = ""
    per: str = ""
    denomination: str = ""
    preposition: str = "per"
    is_loss: bool = False

    @property
    def text(self) -> str:
        """Return the unit as JSON and frames have it: `big bets per 100 hands`, `USD cents`, `of the cost, USD cents`."""
        named = f"{self.noun} {self.preposition} {self.per}" if self.per else self.noun
        return ", ".join(filter(None, (named, self.denomination)))

    @property
    def is_share(self) -> bool:
        """Return whether a value is a fraction of 1."""
        return self.kind is UnitKind.SHARE

    @property
    def is_rate(self) -> bool:
        """Return whether a value is in big bets per something, such as 100 hands."""
        return self.kind is UnitKind.BIG_BETS and bool(self.per) and self.preposition == "per"

    @property
    def is_money(self) -> bool:
        """Return whether a value is an amount of money in cents."""
        return self.kind is UnitKind.AMOUNT and self.denomination.endswith("cents")

    @property
    def currency(self) -> str | None:
        """Return the currency of the denomination, an ISO code; None for chips and for money of no known currency."""
        currency, _, cents = self.denomination.rpartition(" ")
        return currency or None if cents == "cents" else None


RATIO = Unit(UnitKind.RATIO, "ratio")
HANDS = Unit(UnitKind.COUNT, "hands")
BIG_BETS = Unit(UnitKind.BIG_BETS, "big bets")
PER_100_HANDS = Unit(UnitKind.BIG_BETS, "big bets", per="100 hands")
LOST_PER_100_HANDS = Unit(UnitKind.BIG_BETS, "big bets", per="100 hands", is_loss=True)
CHANCE = Unit(UnitKind.SHARE, "chance")


def count_of(noun: str) -> Unit:
    """Return the unit of a count: `hours`, `hands per hour`."""
    return Unit(UnitKind.COUNT, noun)


def share_of(whole: str) -> Unit:
    """Return the unit of a fraction of a whole: `the pot`."""
    return Unit(UnitKind.SHARE, f"of {whole}")


def amount_in(denomination: str) -> Unit:
    """Return the unit of amounts of a denomination, as `hands` names it."""
    return Unit(UnitKind.AMOUNT, denomination=denomination)
