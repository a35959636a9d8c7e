"""The statistics that a user names, and the error where a name does not exist."""

from collections.abc import Iterable, Mapping

from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.definitions.stat import Stat
from badugi_hh.stats.selection.user_input import FilterError, split_names
from badugi_hh.suggest import alike, did_you_mean


def unknown_statistic(text: str, titles: Mapping[str, str]) -> FilterError:
    """Return the error for a name that no statistic has; `titles` has the title of each by its name."""
    question = did_you_mean(alike(text, titles, titles={title: name for name, title in titles.items()}))
    return FilterError(
        f"there is no statistic {text!r}; {question}{question and ' '}`badugi-hh stats --list` names them all"
    )


def selected_stats(names: Iterable[str] | str | None) -> tuple[Stat, ...]:
    """Return the named statistics, all for None: a sequence of names, or names separated by commas.

    The name of a group stands for all of its statistics, unless a statistic has it too. Case does not matter, and hyphens
    equal underscores.

    Raises:
        FilterError: there is no such statistic.
    """
    if names is None:
        return tuple(STATS.values())
    wanted: list[str] = []
    for name in split_names(names):
        group = name.replace("_", " ")
        of_group = [stat.name for stat in STATS.values() if stat.group == group]
        if name not in STATS and not of_group:
            raise unknown_statistic(name, {stat.name: stat.title for stat in STATS.values()})
        wanted += [name] if name in STATS else of_group
    return tuple(STATS[name] for name in dict.fromkeys(wanted))
