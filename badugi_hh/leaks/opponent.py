"""The profile of an opponent: ten numbers, a type in two words, and how to play against it.

Of many players only the types are found, by two queries for all. VPIP is the statistic, split by position; the other numbers are those of leak checks, with their ranges,
and so is the advice. This module declares which they are, the range of VPIP, and the rules of the type. What an opponent holds
is not known, so no number needs their cards.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from badugi_hh.as_json import AsJson
from badugi_hh.leaks.check_counts import count_checks
from badugi_hh.leaks.checks import FREQUENCY_CHECKS, LEAKS
from badugi_hh.leaks.finding import Counted, FrequencyFinding, fields_of
from badugi_hh.leaks.judging import judge_frequency
from badugi_hh.leaks.leak import HEURISTIC, UNPROVEN, Verdict
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter

LEAST_HANDS = 100
"""Below so many hands there is no type."""

VPIP = "vpip"
VPIP_RANGES: Mapping[str, tuple[float, float]] = {
    "EP": (0.10, 0.20),
    "MP": (0.10, 0.20),
    "HJ": (0.13, 0.24),
    "CO": (0.18, 0.32),
    "BTN": (0.22, 0.40),
    "SB": (0.25, 0.50),
    "BB": (0.40, 0.70),
    "SB heads-up": (0.50, 0.85),
    "BB heads-up": (0.60, 0.98),
}
"""The usual VPIP by position, fixed limit: the range of a player is that of their positions, weighted with their hands."""
VPIP_SOURCE = (
    "the published opening ranges and defence of the blinds, with a few calls of raises, at the positions of this player; "
    "no source says how often"
)


@dataclass(frozen=True, slots=True)
class Declared:
    """A number of the profile: its name and title, and the leak checks whose counts it adds up; none for VPIP."""

    name: str
    title: str
    checks: tuple[str, ...] = ()


NUMBERS = (
    Declared(VPIP, "VPIP"),
    Declared(
        "raises_first",
        "raises first in",
        ("B1-EP-MANY", "B1-MP-MANY", "B1-CO-MANY", "B1-BTN-MANY", "B1-SB-MANY"),
    ),
    Declared("raises_played", "raises, of hands played", ("B3",)),
    Declared("limps_first", "limps first in", ("B2",)),
    Declared("folds_blind", "folds big blind to steals", ("B4-BTN", "B4-SB")),
    Declared("pat_dealt", "pat first, of hands dealt", ("B24",)),
    Declared("bets_ahead", "bets with better draw", ("B13",)),
    Declared("folds_last", "folds to the last bet", ("B18",)),
    Declared("showdowns", "goes to showdown", ("B34-MANY",)),
    Declared("showdowns_won", "wins at showdown", ("B34-WON",)),
)
"""The ten numbers, in the order of the screen."""


@dataclass(frozen=True, slots=True)
class TypeRule:
    """One word of the type: those for a number below, within and above its range, and the advice for below and above."""

    number: str
    words: tuple[str, str, str]
    advice: tuple[str, str]


TYPE_RULES = (
    TypeRule(
        VPIP,
        ("tight", "moderate", "loose"),
        (
            "Raise more often when they are in the blinds, and fold more hands to their bets: they play few hands.",
            "Raise before the draw and bet for value: they play more hands than usual, so weaker ones.",
        ),
    ),
    # In a game of raise or fold the whole range is aggressive play.
    TypeRule("raises_played", ("passive", "aggressive", "aggressive"), (LEAKS["B3"].use, "")),
)

_OF_TYPE = {rule.number for rule in TYPE_RULES}
TYPE_CHECKS = tuple(id_ for each in NUMBERS if each.name in _OF_TYPE for id_ in each.checks)
"""The leak checks whose counts a type needs."""


@dataclass(frozen=True, slots=True)
class Number(Counted):
    """One number: `made` of `chances`, its 95 % interval, and the usual range, None if it has none, with its kinds and sources."""

    name: str
    title: str
    made: int
    chances: int
    usual: tuple[float, float] | None = None
    kinds: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Return whether there are enough opportunities for the number to be more than a hint."""
        return self.chances >= ENOUGH

    @property
    def is_rough(self) -> bool:
        """Return whether the range, or a part of it, has no numeric source."""
        return bool(UNPROVEN.intersection(self.kinds))

    @property
    def side(self) -> int | None:
        """Return -1 below, 0 within and 1 above the usual range; None where one of them is unknown."""
        return None if self.value is None or self.usual is None else _side(self.value, self.usual)

    @property
    def is_proven(self) -> bool:
        """Return whether a certain number has its whole interval on one side: chance alone does not explain where it is."""
        if self.interval is None or self.usual is None or not self.is_certain:
            return False
        return {_side(end, self.usual) for end in self.interval} == {self.side}

    def _json(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        return {
            **fields_of(self, "name", "title", "made", "chances", "value"),
            "low": low,
            "high": high,
            "certain": self.is_certain,
            "usual": self.usual,
            "side": None if self.side is None else ("within", "above", "below")[self.side],
            "proven": self.is_proven,
            "kinds": self.kinds,
            "sources": self.sources,
        }


@dataclass(frozen=True, slots=True)
class Word(AsJson):
    """A word of the type, and the number that it comes from."""

    word: str
    number: Number

    def _json(self) -> dict[str, Any]:
        return {"word": self.word, "number": self.number.name, "proven": self.number.is_proven}


@dataclass(frozen=True, slots=True)
class Advice(AsJson):
    """What to do against the player, and the number that says so.

    It is `proven` where chance does not explain the number and its range has a numeric source.
    """

    text: str
    number: Number
    proven: bool

    def _json(self) -> dict[str, Any]:
        return {"text": self.text, "proven": self.proven, "because": self.number}


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a player: the numbers, the type (empty with too few hands), and how to play against it."""

    numbers: tuple[Number, ...]
    type: tuple[Word, ...]
    advice: tuple[Advice, ...]


def profile(
    hands: int, vpip: Mapping[tuple[str, str, str], Measure], findings: Sequence[FrequencyFinding]
) -> Profile:
    """Return the profile of a player with so many hands.

    `vpip` has the statistic by position, table size and limit type; `findings` are those of the leak checks of this player.
    """
    by_id = {finding.leak.id: finding for finding in findings}
    numbers = {each.name: _number(each, vpip, by_id) for each in NUMBERS}
    words = _words(hands, numbers)
    of_type = [
        Advice(rule.advice[(word.number.side or 0) > 0], word.number, proven=False)
        for rule, word in zip(TYPE_RULES if words else (), words, strict=True)
        if word.number.side
    ]
    of_checks = [
        Advice(
            finding.leak.use,
            _of_checks(finding.leak.id, finding.leak.title, [finding]),
            proven=verdict is Verdict.FLAG,
        )
        for verdict in (Verdict.FLAG, Verdict.WATCH)
        for finding in findings
        if finding.verdict is verdict
    ]
    proven = [each for each in of_checks if each.proven]
    return Profile(
        tuple(numbers.values()),
        words,
        _distinct((*proven, *of_type, *(each for each in of_checks if not each.proven))),
    )


def _words(hands: int, numbers: Mapping[str, Number]) -> tuple[Word, ...]:
    """Return the words of the type, none with too few hands or opportunities, or where a number has no range."""
    found = [(rule, numbers[rule.number]) for rule in TYPE_RULES]
    if hands < LEAST_HANDS or not all(number.is_certain and number.side is not None for _, number in found):
        return ()
    return tuple(Word(rule.words[1 + (number.side or 0)], number) for rule, number in found)


def _number(
    declared: Declared,
    vpip: Mapping[tuple[str, str, str], Measure],
    by_id: Mapping[str, FrequencyFinding],
) -> Number:
    if not declared.checks:
        return _of_vpip(declared, vpip)
    return _of_checks(declared.name, declared.title, [by_id[id_] for id_ in declared.checks])


def _side(share: float, usual: tuple[float, float]) -> int:
    low, high = usual
    return (share > high) - (share < low)


def _of_vpip(declared: Declared, vpip: Mapping[tuple[str, str, str], Measure]) -> Number:
    """Return VPIP over all hands; it has a range if every hand has one."""
    parts = {key: measure for key, measure in vpip.items() if measure.chances}
    chances = sum(measure.chances for measure in parts.values())
    made = sum(measure.made or 0 for measure in parts.values())
    usual = _weighted((_range_of_vpip(*key), measure.chances) for key, measure in parts.items())
    if usual is None:
        return Number(declared.name, declared.title, made, chances)
    return Number(declared.name, declared.title, made, chances, usual, (HEURISTIC,), (VPIP_SOURCE,))


def _range_of_vpip(position: str, table_size: str, betting: str) -> tuple[float, float] | None:
    if betting != "fixed":
        return None
    return VPIP_RANGES.get(f"{position} heads-up" if table_size == "2" else position)


def _of_checks(name: str, title: str, findings: Sequence[FrequencyFinding]) -> Number:
    """Return the counts of checks together; the range is that of each, weighted with its opportunities."""
    (first, *more) = findings
    usual: tuple[float, float] | None = _ends(first)
    if more:
        usual = _weighted((_ends(finding), finding.chances) for finding in findings if finding.chances)
    return Number(
        name,
        title,
        sum(finding.made for finding in findings),
        sum(finding.chances for finding in findings),
        usual,
        tuple(dict.fromkeys(finding.baseline.kind for finding in findings)),
        tuple(dict.fromkeys(finding.source for finding in findings)),
    )


def _ends(finding: FrequencyFinding) -> tuple[float, float]:
    return finding.baseline.low, finding.baseline.high


def _weighted(ranges: Iterable[tuple[tuple[float, float] | None, int]]) -> tuple[float, float] | None:
    """Return the mean of ranges by their weights, None without one or if one is unknown."""
    found = list(ranges)
    total = sum(weight for _, weight in found)
    known = [(usual, weight) for usual, weight in found if usual is not None]
    if not known or len(known) < len(found):
        return None
    low, high = (sum(usual[end] * weight for usual, weight in known) / total for end in (0, 1))
    return low, high


def _distinct(advice: Iterable[Advice]) -> tuple[Advice, ...]:
    """Return the advice with a text, each text with its first number."""
    found: dict[str, Advice] = {}
    for each in advice:
        if each.text:
            found.setdefault(each.text, each)
    return tuple(found.values())


def player_types(
    con: duckdb.DuckDBPyConnection, hand_filter: Filter, hands: Mapping[str, int]
) -> dict[str, tuple[Word, ...]]:
    """Return the words of the type of each player with so many selected hands; players without a type are left out."""
    enough = {player: number for player, number in hands.items() if number >= LEAST_HANDS}
    if not enough:
        return {}
    vpip: defaultdict[str, dict[tuple[str, str, str], Measure]] = defaultdict(dict)
    for group in evaluate(con, hand_filter, names=(VPIP,), by=("position", "table_size", "betting")):
        key = (group.by["position"], group.by["table_size"], group.by["betting"])
        vpip[group.player][key] = group.stats[VPIP]
    checks = [FREQUENCY_CHECKS[id_] for id_ in TYPE_CHECKS]
    counts = count_checks(con, hand_filter, checks)
    found = {}
    for player, number in enough.items():
        findings = {
            check.leak.id: judge_frequency(check, counts[check.leak.id][player], player, number)
            for check in checks
        }
        numbers = {
            each.name: _number(each, vpip[player], findings) for each in NUMBERS if each.name in _OF_TYPE
        }
        found[player] = _words(number, numbers)
    return {player: words for player, words in found.items() if words}
