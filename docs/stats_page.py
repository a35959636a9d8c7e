"""The page of statistics: a row for each, and the columns of the row sets, from the declarations in `stats`."""

import re

from markdown_pages import listed, page

from badugi_hh.facts.views import VERDICTS
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.row_sets import (
    ENTRIES,
    HAND_LOSSES,
    HAND_SEQUENCE,
    OWN_COLUMNS,
    ROW_SETS,
    SEAT_COLUMNS,
    SESSIONS,
    columns_of,
)
from badugi_hh.stats.definitions.stat import DRAWS, Stat

DERIVED = {  # what a row of a row set that is no table belongs to
    HAND_LOSSES: "hand of a player in which a decision or draw has a judge",
    VERDICTS.name: "decision or draw with a judge",
    HAND_SEQUENCE: "seat, in the order in which they were played",
    SESSIONS: "session of a player",
    ENTRIES: "tournament that a player entered",
}


def stats_page() -> str:
    """Return `docs/stats.md`: every statistic in a player's words, and the columns that conditions name."""
    parts = [
        (
            "`badugi-hh explain NAME` prints the whole definition, the formula and the SQL of a statistic. `badugi-hh stats --list` "
            "has the notes that apply to all, and the dimensions of `--by`. A statistic "
            "without an opportunity has no value. "
            "N is the number of a draw, bN the betting round after it.\n"
        ),
    ]
    families: dict[tuple[str, str], list[Stat]] = {}
    for stat in STATS.values():
        families.setdefault(_without_number(stat), []).append(stat)
    for group in dict.fromkeys(stat.group for stat in STATS.values()):
        parts.append(f"## {group[0].upper()}{group[1:]}\n")
        of_group = [(words, family) for words, family in families.items() if family[0].group == group]
        words = (each if len(family) > 1 else _words(family[0]) for each, family in of_group)
        parts.append(listed((f"`{name}`", sentence) for name, sentence in words))
    parts.append("## Row sets\n")
    *stored, last = (f"`{name}`" for name in ROW_SETS if name in OWN_COLUMNS)
    parts.append(
        f"The SQL of `explain` runs over these. The row sets {', '.join(stored)} and {last} are rows of the "
        "[tables and views](schema.md) with columns of their hand added; all but seats also have "
        f"{', '.join(f'`{name}`' for name in SEAT_COLUMNS)} of their seat.\n"
    )
    for name in ROW_SETS:
        if name not in OWN_COLUMNS:
            parts.append(f"`{name}` has a row for each {DERIVED[name]}:\n")
            alike: dict[str, list[str]] = {}
            for c in columns_of(name):
                alike.setdefault(re.sub(r"\d(?= draws)|(?<=draw )\d", "N", c.meaning), []).append(
                    f"`{c.name}`"
                )
            parts.append(listed((", ".join(names), meaning) for meaning, names in alike.items()))
    return page("Statistics", "badugi_hh/stats/", *parts)


def _words(stat: Stat) -> tuple[str, str]:
    """Return the name and the first sentence of a statistic."""
    return stat.name, re.sub(r"(?<=\.) [A-Z].*", "", stat.sentence)


def _without_number(stat: Stat) -> tuple[str, str]:
    """Return the words of a statistic, with N in the place of the number of its draw or round."""
    name, sentence = _words(stat)
    numbered = re.search(r"_b?([123])$", name)
    if numbered is None:
        return name, sentence
    number = int(numbered[1])
    draw = DRAWS[number]
    for pattern, by in (
        (rf" \(after the {draw} draw\)", ""),
        (f"your {draw} draws", "your draws N"),
        (f"100 {draw} draws", "100 draws N"),
        (rf"the {draw} draw\b|(?<=at )the {draw}\b", "draw N"),
        (f"the {DRAWS.get(number - 1)} draw", "the draw before"),
    ):
        sentence = re.sub(pattern, by, sentence)
    return f"{name.removesuffix(numbered[1])}N", sentence
