"""How simulated players play: `Style`, and the named styles and the players of `badugi_hh/simulate/players.toml`.

A style holds only thresholds and probabilities; `decide` turns them into decisions. Ranks are indexes from 0 (ace)
to 12 (king), -1 for none. All names are invented.
"""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from badugi_hh.engine import values


@dataclass(frozen=True, slots=True)
class StartingRange:
    """The starting hands that a player enters with: the highest rank of a badugi, a three-card and a two-card hand."""

    badugi: int
    tri: int
    two: int

    def holds(self, value: int) -> bool:
        """Return whether a hand of this value is in the range."""
        high = (self.two, self.tri, self.badugi)
        size = values.size(value)
        return size > 1 and values.ranks(value)[0] <= high[size - 2]


@dataclass(frozen=True, slots=True)
class Style:
    """The tendencies of a player; every share is a probability from 0 to 1.

    Before the draw: `early` is the range with two or more players behind before the blinds, and for calling a raise
    outside the blinds; `late` is the range otherwise, `defend` the range in a blind that faces a raise. `raise_first`
    is the share of unopened pots entered with a raise, `three_bet` the share of `strong` hands reraised, `loose` the
    share of other hands played. `opening`, if there are any, are the ranges for an unopened pot in place of `early` and
    `late`: in the small blind, on the button, in the cut-off, and so on, the last also for earlier positions. `complete`
    is the small blind's range against a raise in place of `defend`, `stays` the share of reraises called with any hand
    that has raised.

    In the draws: `pat` and `tri` are the highest badugi and three-card hand kept whole with three, two and one
    draws left; `snow` is the share of poor hands kept pat as a bluff, `snow_short` the share
    of snows continued when no bet can follow, `gives_up` the share of snows ended when another player stands pat.

    In the betting: `aggression` is the share of clear value bets and raises made, `slow_play` the share of the best
    hands only checked or called, `bluff` the share of hopeless hands bet, `sticky` the amount added to the true
    probability of winning when the player considers a call, `edge` the multiple of an equal share of the pot that a hand
    must win to be bet, `bluff_pat` the part of `bluff` that is left against a player who stands pat or several players. After the last draw, `last_bluff` and `last_sticky` replace `bluff` and `sticky` if they are given.

    A `careful` player calls a tiny price before the draw with any cards, and keeps at the last draw, of all sets of as
    many cards, the one that makes the best hands on average.

    Other: `shows` is the share of uncontested wins shown, `talk` and `absent` the probabilities per turn of a line
    of chat and of a time-out.

    Leaks: `bet_ahead` is the share of bets made when every opponent drew more cards, `fold_free` the share of
    poor hands folded without facing a bet, `pat_short` the share of incomplete hands kept when no bet can
    follow, `wrong_keep` the share of draws in which the player keeps the higher of two equivalent cards, `fold_blind`
    the share of big blinds folded to a raise with any cards, `chase` the share of bets of a player who stands pat that
    are called with any draw.
    """

    early: StartingRange
    late: StartingRange
    defend: StartingRange
    raise_first: float
    strong: StartingRange
    three_bet: float
    loose: float
    pat: tuple[int, int, int]
    tri: tuple[int, int, int]
    snow: float
    aggression: float
    slow_play: float
    bluff: float
    sticky: float
    shows: float = 0.1
    talk: float = 0.001
    absent: float = 0.0005
    bet_ahead: float = 0.95
    fold_free: float = 0.0
    pat_short: float = 0.0
    wrong_keep: float = 0.0
    fold_blind: float = 0.0
    chase: float = 0.0
    opening: tuple[StartingRange, ...] = ()
    complete: StartingRange | None = None
    stays: float = 0.0
    edge: float = 1.15
    bluff_pat: float = 0.2
    careful: bool = False
    snow_short: float = 1.0
    gives_up: float = 0.4
    last_bluff: float | None = None
    last_sticky: float | None = None


@dataclass(frozen=True, slots=True)
class StyledPlayer:
    """A screen name and its style."""

    name: str
    style: Style


_PLAYERS = tomllib.loads(Path(__file__).with_name("players.toml").read_text(encoding="utf-8"))


def _read_styles() -> dict[str, Style]:
    styles: dict[str, Style] = {}
    for name, declared in _PLAYERS["styles"].items():
        fields = {field: _read_value(field, value) for field, value in declared.items() if field != "like"}
        styles[name] = replace(styles[declared["like"]], **fields) if "like" in declared else Style(**fields)
    return styles


def _read_value(field: str, value: Any) -> Any:
    if field in {"early", "late", "defend", "strong", "complete"}:
        return StartingRange(*value)
    if field == "opening":
        return tuple(StartingRange(*each) for each in value)
    return tuple(value) if isinstance(value, list) else value


STYLES = _read_styles()
SOLID, SOUND, ROCK, CALLER, MANIAC = (STYLES[name] for name in ("SOLID", "SOUND", "ROCK", "CALLER", "MANIAC"))
TRAPPER, SNOWMAN, DREAMER, NOVICE = (STYLES[name] for name in ("TRAPPER", "SNOWMAN", "DREAMER", "NOVICE"))
SAMPLE_HERO = STYLES["SAMPLE_HERO"]

HERO = StyledPlayer("Marmalade Heron", SAMPLE_HERO)
"""The player whose client writes the histories."""

POOL = tuple(StyledPlayer(name, STYLES[style]) for name, style in _PLAYERS["pool"].items())
"""Invented opponents."""
