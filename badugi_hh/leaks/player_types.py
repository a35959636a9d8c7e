"""Finds the types of many players at once, by the rules of `opponent`: two queries for all of them."""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

import duckdb

from badugi_hh.leaks.check_counts import count_checks
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.judging import judge_frequency
from badugi_hh.leaks.opponent import LEAST_HANDS, TYPE_CHECKS, VPIP, Word, type_of
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter

if TYPE_CHECKING:
    from badugi_hh.stats.definitions.kinds import Measure


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
    counts = count_checks(con, hand_filter, checks).by()
    found = {}
    for player, number in enough.items():
        findings = [
            judge_frequency(check, counts[check.leak.id][player], player, number, check.baseline)
            for check in checks
        ]
        found[player] = type_of(number, vpip[player], findings)
    return {player: words for player, words in found.items() if words}
