"""What every kind of statistic offers: its aggregates, and the measure that follows, with its unit.

Aggregates are counts and sums over the rows that satisfy a conjunction. They add up, so one query computes those of all
statistics, and groups can be combined afterwards. Predicates and amounts are SQL that DuckDB and Polars evaluate alike: no
`IS TRUE`, no list functions. Nothing here runs a query.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cache
from typing import Any, Literal, Protocol

from badugi_hh.as_json import AsJson
from badugi_hh.facts.schema import GAMES

Conjunction = tuple[str, ...]
"""Predicates in SQL that AND combines; each is parsed once, however many statistics have it."""
AggregateValues = Mapping[str, Any]
"""The values of one group by the aggregates' names; of a histogram the count of each value, or None without a row."""
ByDenomination = Mapping[str, AggregateValues]
"""The aggregates of one group for each denomination: a currency, or a kind of chips."""
_WORD = re.compile(r"'[^']*'|\b[a-z_]\w*", re.IGNORECASE)
_KEYWORDS = frozenset(
    {
        *("and", "as", "between", "case", "cast", "coalesce", "double", "else", "end", "false", "in", "is"),
        *("not", "null", "or", "then", "true", "varchar", "when"),
    }
)


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


@dataclass(frozen=True, slots=True)
class Measure(AsJson):
    """One statistic of one group. Shares are fractions of 1; None is unknown, never 0.

    `n` is the number of rows behind the value, for a proportion its opportunities; `made` is set for proportions and
    for count ratios (their numerator). `counts` is set for distributions. An amount in several currencies has no value
    and no unit but `parts`, one measure each. A result in big bets of several games (cash games, tournaments, play
    money) has parts too, because a big bet is money in one and chips in the others; `game` is the game of a part.
    `within` is the game of such a result where there is only one.
    """

    kind: str
    value: float | None
    n: int
    unit: Unit | None = None
    low: float | None = None
    high: float | None = None
    made: int | None = None
    counts: Mapping[int, int] = field(default_factory=dict)
    parts: tuple["Measure", ...] = ()
    game: str | None = None
    within: str | None = None

    @property
    def chances(self) -> int:
        """Return the denominator: the opportunities of a proportion, or what a count ratio divides by."""
        return self.n if self.kind != "ratio" else self.n - (self.made or 0)

    @property
    def is_share(self) -> bool:
        """Return whether the value is a fraction of 1, which is formatted as a percentage."""
        return self.kind == "proportion" or (self.unit is not None and self.unit.is_share)

    @property
    def unit_text(self) -> str | None:
        """Return the unit as JSON and frames have it, None for a proportion."""
        return None if self.unit is None else self.unit.text

    def _json(self) -> dict[str, Any]:
        if self.kind == "proportion":
            names = ("made", "chances", "value", "low", "high")
            return {name: getattr(self, name) for name in names}
        fields: dict[str, Any] = {"value": self.value, "unit": self.unit_text, "n": self.n}
        if self.kind == "ratio":
            fields |= {"made": self.made, "chances": self.chances}
        if self.game is not None:
            fields["game"] = self.game
        if self.low is not None:
            fields |= {"low": self.low, "high": self.high}
        if self.counts:
            fields["counts"] = self.counts
        if self.parts:
            fields["parts"] = self.parts
        return fields


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The number of rows where all predicates of `where` are true, or with `amount` the sum of that expression over them.

    `how` selects instead of the sum that of its squares, its largest value (at least 0), the number of rows in which it is
    known, or its histogram.
    """

    name: str
    where: Conjunction
    amount: str | None = None
    how: Literal["sum", "squares", "max", "known", "histogram"] = "sum"


class Kind(Protocol):
    """A kind of statistic: the rows it runs over, its aggregates, and the measure that follows from their values."""

    @property
    def over(self) -> Conjunction:
        """Return the predicates of the rows that it counts."""

    @property
    def name(self) -> str:
        """Return the kind's name in JSON and on pages."""

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Return the aggregates that the kind needs."""

    def measure(self, values: ByDenomination) -> Measure:
        """Return the estimate from the aggregates' values."""


def combine_denominations(values: ByDenomination) -> dict[str, Any]:
    """Return the sums over all denominations; only for aggregates that are not amounts of one."""
    total: dict[str, Any] = {}
    for sums in values.values():
        for name, value in sums.items():
            total[name] = total.get(name, 0) + value
    return total


def round_sum(figure: float | None) -> float | None:
    """Return a figure without its last digits, which depend on the order of addition and so differ from run to run."""
    return None if figure is None else round(figure, 9) or abs(0 * figure)  # 0 has no sign


def separate_games(
    values: ByDenomination, measure: Callable[[ByDenomination], Measure], *, by_game: bool = True
) -> Measure:
    """Return the measure of all denominations; `by_game` gives it a part for each game, if several games have rows."""
    games: dict[str, dict[str, AggregateValues]] = {"cash": {}, "tournament": {}, "play money": {}}
    for denomination, sums in values.items():
        games[GAMES.get(denomination, "cash")][denomination] = sums
    parts = tuple(replace(measure(of_game), game=game) for game, of_game in games.items() if of_game)
    parts = tuple(part for part in parts if part.n)
    if not by_game or not parts:
        return measure(values)
    if len(parts) == 1:
        return replace(measure(values), within=parts[0].game)
    return Measure(parts[0].kind, None, sum(part.n for part in parts), parts=parts)


@cache
def columns_of(expression: str) -> frozenset[str]:
    """Return the columns that an expression names."""
    words = (word for word in _WORD.findall(expression) if not word.startswith("'"))
    return frozenset(word for word in words if word.lower() not in _KEYWORDS)


def all_of(where: Conjunction) -> str:
    """Return a conjunction as one SQL condition in parentheses."""
    return f"({' AND '.join(f'({predicate})' for predicate in where)})"
