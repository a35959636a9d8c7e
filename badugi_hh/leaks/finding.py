"""The result of a leak check for one player: a `Finding`, for a frequency with its baseline."""

from dataclasses import KW_ONLY, dataclass
from typing import Any

from badugi_hh.as_json import AsJson
from badugi_hh.leaks.leak import UNPROVEN, Baseline, Leak, Verdict
from badugi_hh.stats.definitions.intervals import wilson

WORST_HANDS = 5  # hands listed with a finding
FEW_MISTAKES = 10
"""Below this number of mistakes the 95% interval of their cost has the true cost in fewer than 95 of 100 samples."""
FEW_COSTS = f"the cost comes from fewer than {FEW_MISTAKES} mistakes and is less certain than its interval"
"""What is said of the cost of so few mistakes."""
NOTABLE_COST = 0.1
"""A cost in big bets per 100 hands: with a lower end of the interval below it, a leak only may cost something.

Mistakes of grade A that cost less are listed, and no flag.
"""
COSTS_OVERLAP = "costs do not add up: one call or draw can count in several checks"
NOTABLE = frozenset({Verdict.FLAG, Verdict.WATCH})
"""The verdicts of findings that are listed with their hands."""


def fields_of(result: object, *names: str) -> dict[str, Any]:
    """Return fields and properties of an object by their names."""
    return {name: getattr(result, name) for name in names}


@dataclass(frozen=True, slots=True)
class Instance(AsJson):
    """One hand in which the leak occurs; `cost` in big bets, None where the cost is unknown.

    `n` is the number of the decision's or draw's event in the hand, None where the whole hand counts.
    """

    site: str
    hand_id: str
    player: str
    note: str
    cost: float | None
    n: int | None = None

    def _json(self) -> dict[str, Any]:
        return fields_of(self, "site", "hand_id", "player", "note") | {"cost": _rounded(self.cost)}


class Counted(AsJson):
    """A frequency: `made` of `chances`."""

    __slots__ = ()
    made: int
    chances: int

    @property
    def value(self) -> float | None:
        """Return the frequency, 0 to 1; None without an opportunity."""
        return self.made / self.chances if self.chances else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the 95% Wilson interval of the frequency; None without an opportunity."""
        return wilson(self.made, self.chances)


@dataclass(frozen=True, slots=True)
class Finding(Counted):
    """The result of one check for one player: `made` out of `chances` opportunities.

    `cost` is in big bets per 100 hands, None if unknown; `cost_low` and `cost_high` are its 95% interval. `hands` are the worst
    hands. `excluded` holds pairs of a number of cases that the check excludes, and the reason. `priced` is the number of mistakes
    with a known cost, None for a frequency. `compared` is how often the action was taken in the other situation, and its number
    of rows, of a check that compares two frequencies of the player.
    """

    leak: Leak
    player: str
    verdict: Verdict
    made: int
    chances: int
    _: KW_ONLY
    cost: float | None = None
    cost_low: float | None = None
    cost_high: float | None = None
    hands: tuple[Instance, ...] = ()
    excluded: tuple[tuple[int, str], ...] = ()
    priced: int | None = None
    compared: tuple[int, int] | None = None

    @property
    def source(self) -> str:
        """Return the source of the rule, or of the baseline."""
        return self.leak.source

    @property
    def is_notable(self) -> bool:
        """Return whether the finding is listed with its hands."""
        return self.verdict in NOTABLE

    @property
    def is_proven(self) -> bool:
        """Return whether the cards prove a leak; a frequency is never proof."""
        return self.leak.grade == "A" and self.is_notable

    @property
    def is_beyond_chance(self) -> bool:
        """Return whether more than chance is behind the finding, so that advice follows from it; a mistake always is."""
        return self.is_notable

    @property
    def is_cost_certain(self) -> bool:
        """Return whether the leak costs something: it is a mistake, or the lower end of its cost is notable."""
        return self.leak.grade == "A" or self.cost_low is None or self.cost_low >= NOTABLE_COST

    @property
    def is_interval_narrow(self) -> bool:
        """Return whether the interval of the cost comes from too few mistakes; the costs of the next ones can be larger."""
        return self.priced is not None and self.cost_low is not None and self.priced < FEW_MISTAKES

    @property
    def cost_notes(self) -> tuple[str, ...]:
        """Return what to know before the cost is used, in sentences; nothing without a cost."""
        return (*((COSTS_OVERLAP,) if self.cost else ()), *((FEW_COSTS,) if self.is_interval_narrow else ()))

    def _json(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        return {
            **fields_of(self.leak, "id", "name", "title", "grade"),
            **fields_of(self, "player", "verdict", "made", "chances", "value"),
            "low": low,
            "high": high,
            "baseline": None,
            "source": self.source,
            "kind": None,
            **{name: _rounded(getattr(self, name)) for name in ("cost", "cost_low", "cost_high")},
            **fields_of(self, "cost_notes", "priced"),
            **fields_of(self.leak, "model", "assumed", "advice", "use"),
            "hands": self.hands,
            "excluded": [{"number": number, "why": why} for number, why in self.excluded],
        }


@dataclass(frozen=True, slots=True)
class FrequencyFinding(Finding):
    """The result of a grade B check; `baseline` is the range that is not a leak."""

    _: KW_ONLY
    baseline: Baseline

    @property
    def source(self) -> str:
        """Return the source of the baseline, and how its range was changed."""
        return "; ".join((self.baseline.source, *self.baseline.changes))

    @property
    def is_beyond_chance(self) -> bool:
        """Return whether it is a flag, or the whole interval lies outside a baseline that never makes a flag."""
        if self.verdict is not Verdict.WATCH or self.interval is None or self.baseline.kind not in UNPROVEN:
            return self.verdict is Verdict.FLAG
        low, high = self.interval
        return low > self.baseline.high or high < self.baseline.low

    def _json(self) -> dict[str, Any]:
        return super(FrequencyFinding, self)._json() | {
            "baseline": [self.baseline.low, self.baseline.high],
            "kind": self.baseline.kind,
        }


def _rounded(cost: float | None) -> float | None:
    """Return a cost rounded to four decimals; the models are no more precise."""
    return None if cost is None else round(cost, 4)
