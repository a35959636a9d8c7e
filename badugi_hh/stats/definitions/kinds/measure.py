"""The result of one statistic for one group. Nothing here computes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from badugi_hh.as_json import AsJson
from badugi_hh.stats.definitions.kinds.unit import Unit


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
