"""The draws: how many cards, how often pat, and what a pat hand was.

Every live player has one chance at each draw, an all-in player too. What needs a player's own cards is counted
only where his file shows them, because cards shown at the end are a choice of hands.
"""

from badugi_hh.engine import values
from badugi_hh.stats.kinds import Distribution, Proportion
from badugi_hh.stats.stat import DRAWS, OWN, Stat

_GROUP = "draws"
WORST_BADUGI = values.value_of((12, 11, 10, 9))
"""The value of K-Q-J-T; a greater value is no badugi."""


def _draw(number: int) -> tuple[Stat, ...]:
    which = DRAWS[number]
    here = f"draw = {number} AND {OWN}"
    dealt = f"{here} AND hero AND knowledge = 'dealt'"
    stats = (
        Stat(
            f"drawn_{number}",
            f"Cards drawn at the {which} draw",
            f"How many cards you drew at the {which} draw, all-in or not; pat counts as 0.",
            _GROUP,
            "draws",
            Distribution(here, "drawn", (0, 1, 2, 3, 4), "cards"),
        ),
        Stat(
            f"pat_{number}",
            f"Pat at the {which} draw",
            f"Of your {which} draws: stood pat.",
            _GROUP,
            "draws",
            Proportion(here, "drawn = 0"),
        ),
        Stat(
            f"snow_{number}",
            f"Snow at the {which} draw",
            f"Without a badugi at the {which} draw, your cards being known: stood pat.",
            _GROUP,
            "draws",
            Proportion(f"{dealt} AND value_before > {WORST_BADUGI}", "drawn = 0"),
        ),
        Stat(
            f"break_{number}",
            f"Broke a badugi at the {which} draw",
            f"With a badugi at the {which} draw, your cards being known: threw cards away.",
            _GROUP,
            "draws",
            Proportion(f"{dealt} AND value_before <= {WORST_BADUGI}", "drawn > 0"),
        ),
        Stat(
            f"draw_after_pat_{number}",
            f"Drew after a pat opponent at the {which} draw",
            f"An opponent who drew before you stood pat at the {which} draw: you drew.",
            _GROUP,
            "draws",
            Proportion(f"{here} AND fewest_seen = 0", "drawn > 0"),
        ),
    )
    if number == 1:
        return stats
    before = DRAWS[number - 1]
    return (
        *stats,
        Stat(
            f"stay_pat_{number}",
            f"Stayed pat at the {which} draw",
            f"Stood pat at the {before} draw: stood pat again at the {which}.",
            _GROUP,
            "draws",
            Proportion(f"{here} AND previous_drawn = 0", "drawn = 0"),
        ),
        Stat(
            f"draw_up_{number}",
            f"Drew more than before at the {which} draw",
            f"Drew at the {before} draw: drew more cards at the {which}.",
            _GROUP,
            "draws",
            Proportion(f"{here} AND previous_drawn > 0", "drawn > previous_drawn"),
        ),
    )


DRAW_STATS = tuple(stat for number in DRAWS for stat in _draw(number))
