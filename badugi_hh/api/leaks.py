"""The results of the leak checks for the hands of a filter, with all that `leaks` prints about them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

from badugi_hh.api import remarks
from badugi_hh.leaks import LEAKS, Finding, Leak, Verdict, find
from badugi_hh.leaks.changes import Change, Direction, compare_periods
from badugi_hh.leaks.checks import NEED_PRICES
from badugi_hh.leaks.finder import Progress
from badugi_hh.leaks.loss_tree import LossTree, loss_trees
from badugi_hh.stats.selection.default_players import selects_heroes
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.persons import others
from badugi_hh.stats.selection.resolve import explain_no_hands


@dataclass(frozen=True, slots=True)
class Rest:
    """The checks of a player that are not listed: those without a finding, those with too few hands, and draws without prices."""

    fine: tuple[Leak, ...]
    few: tuple[Leak, ...]
    unseen: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundLeaks:
    """The tree of losses and the findings of each player, or the changes between two periods.

    `notes` say what they lack, or why there are none. `opponents` are the players who are not the user. `all_of_user` says that the
    filter selects all hands of the user and they have one name, `of_heroes` that the players are the heroes of the files.
    """

    losses: tuple[LossTree, ...]
    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]
    notes: tuple[str, ...]
    opponents: frozenset[str]
    all_of_user: bool
    of_heroes: bool

    def as_json(self) -> list[dict[str, Any]] | dict[str, list[dict[str, Any]]]:
        """Return them as `leaks --json` prints them: the changes, or the losses and the checks."""
        if self.changes:
            return [change.as_json() for change in self.changes]
        return {
            "losses": [tree.as_json() for tree in self.losses],
            "checks": [finding.as_json() for finding in self.findings],
        }

    def players(self) -> list[str]:
        """Return the players in the order of the results."""
        return list(dict.fromkeys(each.player for each in self._last()))

    def listed(self, player: str) -> list[Finding]:
        """Return the findings of a player that are listed with their hands, in the order of the checks."""
        return [each for each in self.findings if each.player == player and each.is_notable]

    def changed(self, player: str) -> list[Change]:
        """Return the changes of a player that are listed, the improved ones first."""
        order = list(Direction)
        notable = (each for each in self.changes if each.since.player == player and each.is_notable)
        return sorted(notable, key=lambda change: order.index(change.direction))

    def rest(self, player: str) -> Rest:
        """Return the checks of a player that are not listed."""
        if self.changes:
            of_player = [each for each in self.changes if each.since.player == player and not each.is_notable]
            few = [each.since.leak for each in of_player if each.direction is Direction.TOO_FEW]
            fine = [each.since.leak for each in of_player if each.direction is not Direction.TOO_FEW]
            return Rest(_ordered(fine), _ordered(few))
        mine = [each for each in self.findings if each.player == player]
        unseen = [each for each in mine if each.leak.id in NEED_PRICES and each.excluded]
        few = [each.leak for each in mine if each.verdict is Verdict.TOO_FEW and each not in unseen]
        fine = [each.leak for each in mine if each.verdict is Verdict.FINE]
        return Rest(_ordered(fine), _ordered(few), tuple(unseen))

    def _last(self) -> Iterable[Finding]:
        return (change.since for change in self.changes) if self.changes else self.findings


def list_leaks() -> tuple[Leak, ...]:
    """Return the declarations of all leak checks: `id`, `grade`, `title` and the other texts."""
    return tuple(LEAKS.values())


def find_leaks(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    *,
    before: datetime | None = None,
    baselines: Path | str | None = None,
    ignored: Iterable[str] = (),
    progress: Progress | None = None,
) -> FoundLeaks:
    """Return the results of a resolved filter; see `Hands.find_leaks`."""
    path = None if baselines is None else Path(baselines)
    trees: list[LossTree] = []
    findings: list[Finding] = []
    changes: list[Change] = []
    if before is None:
        trees = loss_trees(con, hand_filter)
        findings = find(con, hand_filter, baselines=path, ignored=ignored, progress=progress)
    else:
        changes = compare_leaks(
            con, hand_filter, before, baselines=path, ignored=tuple(ignored), progress=progress
        )
    if changes or findings:
        said = [*remarks.without_costs(con)[0], *remarks.left_out(con, hand_filter)]
    elif before is not None:
        said = ["one of the two periods has no hands of the selected players"]
    else:
        said = [explain_no_hands(con, hand_filter)]
    players = {finding.player for finding in findings}
    all_of_user = hand_filter.is_of_user and not hand_filter.left_out and len(players) == 1
    opponents, heroes = frozenset(others(con, players)), selects_heroes(con, hand_filter)
    return FoundLeaks(
        tuple(trees), tuple(findings), tuple(changes), tuple(said), opponents, all_of_user, heroes
    )


def compare_leaks(
    con: duckdb.DuckDBPyConnection,
    hand_filter: Filter,
    moment: datetime,
    *,
    baselines: Path | None = None,
    ignored: Collection[str] = (),
    progress: Progress | None = None,
) -> list[Change]:
    """Return the results of the hands before a moment beside those since, for each player of a resolved filter and check.

    The other players of both periods together extend the baselines, so that both are compared with the same range.

    Raises:
        FilterError: one of the two periods is empty by the filter's own times, or as `find`.
    """
    before, since = (
        find(con, one, baselines=baselines, ignored=ignored, others=hand_filter, progress=progress)
        for one in (replace(hand_filter, until=moment), replace(hand_filter, since=moment))
    )
    return compare_periods(before, since)


def _ordered(leaks: Iterable[Leak]) -> tuple[Leak, ...]:
    return tuple(sorted(leaks, key=list(LEAKS.values()).index))
