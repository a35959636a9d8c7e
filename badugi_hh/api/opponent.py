"""What is known of an opponent: ten numbers, a type, how to play against it, and the results of the common hands."""

from dataclasses import dataclass, replace
from shlex import quote
from typing import Any

import duckdb

from badugi_hh.as_json import AsJson
from badugi_hh.leaks import LEAKS, find
from badugi_hh.leaks.finder import Progress
from badugi_hh.leaks.finding import FrequencyFinding
from badugi_hh.leaks.opponent import VPIP, Profile, profile
from badugi_hh.stats.definitions.kinds import Measure
from badugi_hh.stats.engine.compare import part_of
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.stats.selection.persons import COUNTED, MINE, others
from badugi_hh.stats.selection.resolve import explain_no_hands
from badugi_hh.stats.selection.rows import everyone_in
from badugi_hh.store.tags import notes_on

_WITHOUT_USE = tuple(id_ for id_, leak in LEAKS.items() if not leak.use)


@dataclass(frozen=True, slots=True)
class Together(AsJson):
    """The results of the hands of one game in which both were dealt in, in big bets per 100 hands.

    They are the results against all players of these hands: who lost to whom in a pot of several players is not known.
    """

    game: str
    yours: Measure
    theirs: Measure

    def _json(self) -> dict[str, Any]:
        yours, theirs = (
            {"value": each.value, "low": each.low, "high": each.high} for each in (self.yours, self.theirs)
        )
        return {"game": self.game, "hands": self.yours.n, "yours": yours, "theirs": theirs}


@dataclass(frozen=True, slots=True)
class Opponent(AsJson):
    """A player with their hands, profile, results together with the user by game, and the user's notes on them."""

    player: str
    hands: int
    profile: Profile
    together: tuple[Together, ...]
    notes: tuple[str, ...] = ()

    def _json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "hands": self.hands,
            "type": self.profile.type or None,
            "numbers": self.profile.numbers,
            "advice": self.profile.advice,
            "together": self.together,
            "notes": self.notes,
        }


def opponent(
    con: duckdb.DuckDBPyConnection, player: str, theirs: Filter, *, progress: Progress | None = None
) -> Opponent:
    """Return what is known of another player in the hands of a resolved filter of the player; see `Hands.opponent`."""
    groups = evaluate(con, theirs, names=(VPIP,), by=("position", "table_size", "betting"))
    persons = sorted({group.player for group in groups})
    if not persons:
        raise FilterError(explain_no_hands(con, theirs))
    if len(persons) > 1:
        raise FilterError(f"{player!r} is a name of {' and '.join(map(repr, persons))}; name one of them")
    if not others(con, persons):
        raise FilterError(f"{player!r} is you; badugi-hh leaks --player {quote(persons[0])} is about you")
    vpip = {
        (group.by["position"], group.by["table_size"], group.by["betting"]): group.stats[VPIP]
        for group in groups
    }
    hands = sum(group.hands for group in groups)
    findings = find(con, theirs, ignored=_WITHOUT_USE, progress=progress)
    frequencies = [finding for finding in findings if isinstance(finding, FrequencyFinding)]
    together = _together(con, theirs)
    return Opponent(persons[0], hands, profile(hands, vpip, frequencies), together, notes_on(con, persons[0]))


def _together(con: duckdb.DuckDBPyConnection, theirs: Filter) -> tuple[Together, ...]:
    """Return the results of the user and of the player in the selected hands in which both were dealt in, by game."""
    user_dealt = f"hands.hand_key IN (SELECT hand_key FROM seats JOIN hands USING (hand_key) WHERE {COUNTED} AND {MINE})"
    with everyone_in(con, theirs) as everyone:
        yours = _rates(con, Filter(where=everyone.where))
    common = user_dealt if theirs.where is None else f"(\n{theirs.where}\n) AND {user_dealt}"
    of_them = _rates(con, replace(theirs, where=common)) if yours else {}
    return tuple(Together(game, rate, of_them[game]) for game, rate in yours.items() if game in of_them)


def _rates(con: duckdb.DuckDBPyConnection, hand_filter: Filter) -> dict[str, Measure]:
    """Return the win rate by game; nothing without a hand that has a big bet."""
    groups = evaluate(con, hand_filter, names=("winrate",), together=True)
    rates = (part for group in groups for part in group.stats["winrate"].parts or (group.stats["winrate"],))
    return {part_of(rate): rate for rate in rates if rate.n}
