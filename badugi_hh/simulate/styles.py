"""Declares how simulated players play: `Style`, some named styles, and a pool of invented players.

A style holds only thresholds and probabilities; `decide` turns them into decisions. Ranks are indexes from 0 (ace)
to 12 (king), -1 for none. All names are invented.
"""

from dataclasses import dataclass, replace

from badugi_hh.engine import values


@dataclass(frozen=True, slots=True)
class Range:
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

    early: Range
    late: Range
    defend: Range
    raise_first: float
    strong: Range
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
    opening: tuple[Range, ...] = ()
    complete: Range | None = None
    stays: float = 0.0
    edge: float = 1.15
    bluff_pat: float = 0.2
    careful: bool = False
    snow_short: float = 1.0
    gives_up: float = 0.4
    last_bluff: float | None = None
    last_sticky: float | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A screen name and its style."""

    name: str
    style: Style


SOLID = Style(
    early=Range(badugi=11, tri=6, two=-1),
    late=Range(badugi=12, tri=8, two=3),
    defend=Range(badugi=12, tri=9, two=5),
    raise_first=0.92,
    strong=Range(badugi=10, tri=5, two=-1),
    three_bet=0.8,
    loose=0.01,
    pat=(9, 10, 11),
    tri=(8, 9, 10),
    snow=0.03,
    aggression=0.9,
    slow_play=0.08,
    bluff=0.12,
    sticky=0.03,
)
"""Tight before the draw, aggressive after it."""

SOUND = replace(
    SOLID,
    early=Range(badugi=10, tri=5, two=-1),
    opening=(
        Range(badugi=12, tri=10, two=5),
        Range(badugi=12, tri=8, two=3),
        Range(badugi=12, tri=7, two=2),
        Range(badugi=11, tri=6, two=0),
        Range(badugi=11, tri=6, two=-1),
    ),
    defend=Range(badugi=12, tri=12, two=9),
    complete=Range(badugi=11, tri=6, two=-1),
    raise_first=1.0,
    strong=Range(badugi=12, tri=6, two=-1),
    three_bet=0.95,
    stays=1.0,
    loose=0.0,
    snow=0.06,
    snow_short=0.0,
    gives_up=0.2,
    aggression=1.0,
    slow_play=0.0,
    bet_ahead=1.0,
    edge=1.05,
    last_bluff=0.5,
    sticky=0.06,
    last_sticky=0.06,
    careful=True,
    absent=0.0,
    talk=0.0,
)
"""Makes no mistake that can be proved, and stays within the baselines of the leak checks."""

ROCK = replace(
    SOLID,
    early=Range(badugi=10, tri=5, two=-1),
    late=Range(badugi=11, tri=6, two=-1),
    defend=Range(badugi=11, tri=7, two=2),
    three_bet=0.5,
    pat=(10, 11, 12),
    snow=0.0,
    aggression=0.75,
    bluff=0.02,
    sticky=-0.04,
)
"""Plays few hands and folds to most bets."""

CALLER = replace(
    SOLID,
    early=Range(badugi=12, tri=9, two=3),
    late=Range(badugi=12, tri=11, two=5),
    defend=Range(badugi=12, tri=11, two=6),
    raise_first=0.25,
    three_bet=0.15,
    loose=0.06,
    pat=(12, 12, 12),
    tri=(11, 11, 12),
    snow=0.0,
    aggression=0.45,
    slow_play=0.25,
    bluff=0.03,
    sticky=0.09,
    bet_ahead=0.5,
)
"""Plays too many hands and calls with most of them."""

MANIAC = replace(
    SOLID,
    early=Range(badugi=12, tri=9, two=4),
    late=Range(badugi=12, tri=11, two=6),
    defend=Range(badugi=12, tri=10, two=6),
    raise_first=0.97,
    strong=Range(badugi=11, tri=7, two=2),
    three_bet=0.85,
    loose=0.1,
    snow=0.12,
    aggression=0.97,
    slow_play=0.02,
    bluff=0.3,
    sticky=0.08,
    talk=0.006,
)
"""Bets and raises with anything."""

TRAPPER = replace(SOLID, raise_first=0.6, three_bet=0.4, aggression=0.7, slow_play=0.5, bluff=0.08)
"""Checks and calls with the best hands, then raises."""

SNOWMAN = replace(SOLID, snow=0.25, bluff=0.2, pat=(10, 11, 12), shows=0.3)
"""Snows too often."""

DREAMER = replace(
    CALLER,
    pat=(7, 7, 8),
    tri=(5, 6, 7),
    loose=0.06,
    raise_first=0.4,
    aggression=0.5,
    wrong_keep=0.05,
    sticky=0.07,
)
"""Breaks good hands to draw to better ones."""

NOVICE = replace(
    CALLER, wrong_keep=0.12, fold_free=0.02, pat_short=0.2, bluff=0.1, sticky=0.08, talk=0.003, absent=0.002
)
"""Often keeps the wrong cards and stands pat with incomplete hands."""

TRUSTING = replace(SOLID, sticky=-0.1, bluff=0.05, three_bet=0.6, defend=Range(badugi=12, tri=7, two=2))
"""Folds too often to a bet."""

SAMPLE_HERO = replace(
    SOLID,
    early=Range(badugi=11, tri=7, two=-1),
    late=Range(badugi=12, tri=9, two=4),
    raise_first=0.8,
    pat=(9, 11, 12),
    snow=0.05,
    bet_ahead=0.5,
    fold_free=0.012,
    pat_short=0.3,
    wrong_keep=0.015,
    absent=0.0003,
)
"""A sound player with a few leaks for a report to find."""

HERO = Player("Marmalade Heron", SAMPLE_HERO)
"""The player whose client writes the histories."""

POOL = (
    Player("Captain Turnip", SOLID),
    Player("velvet_anvil", SOLID),
    Player("QuietKettle7", SOLID),
    Player("[OWL] Biscuit", SOLID),
    Player("Blåbærlund", SOLID),
    Player("Nimbus44", ROCK),
    Player("the slow lamp", ROCK),
    Player("Señor Almendra", ROCK),
    Player("Gravel & Sons", ROCK),
    Player("tick:tock", CALLER),
    Player("paper (boat)", CALLER),
    Player("$oap Bubble", CALLER),
    Player("UmbrellaStand", SOLID),
    Player("noodle.exe", TRAPPER),
    Player("Zwiebelturm", MANIAC),
    Player("!!pepper!!", MANIAC),
    Player("kite_over_mud", MANIAC),
    Player("月の湯たんぽ", TRAPPER),
    Player("Otter in Tweed", TRAPPER),
    Player("FrostyFjord :)", SNOWMAN),
    Player("marzipan_yeti", SNOWMAN),
    Player("One More Card", DREAMER),
    Player("lostSock12", DREAMER),
    Player("Tuesday's Goat", NOVICE),
    Player("beginner-badger", NOVICE),
    Player("Mild Panic", TRUSTING),
    Player("polite_cactus", TRUSTING),
)
"""Invented opponents."""
