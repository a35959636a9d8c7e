"""Planted leaks: simulated players with one leak each have it as their first finding, and sound players have none.

The long form prints the size of its samples and the rates. It takes most of an hour.
"""

from collections import Counter

import pytest
from support.planted import KINDS, table_of

from badugi_hh.leaks import LEAKS, Verdict
from badugi_hh.simulate.styles import SOUND

STRONG = (
    "breaks tens",
    "folds without a bet",
    "never bets when ahead",
    "snows without end",
    "stands pat when no bet can follow",
)
"""The leaks that few hands show."""
SAMPLES, SIZE = 40, 5000
LEAST_JUDGED = {"A2": 3, "A5": 200, "B": 10}
"""The opportunities of a sound player in the small form, and the grade B checks that have enough of them.

The other checks of grade A have none: nothing is priced, and unbeatable hands are too rare.
"""
LEAST_PROVABLE = {"A1": 1000, "A2": 1000, "A4": 500, "A5": 100_000, "A6": 500, "A7": 500, "A9": 50}
"""The opportunities of all sound players in the long form; there is none of A8 and A12, so that nothing is said of these."""
TOGETHER = 4  # planted leaks at one table; the other players are sound
LEAST_FIRST = 0.95
SOUND_HANDS, FALSE_FLAGS = 1_000_000, 1 / 20
"""The hands of sound players, and the part of their reports that may have a flag.

A sound player stays within the baselines by construction, so this is no estimate for real players, who are near their edges.
"""


def flags(report):
    return [finding for finding in report if finding.verdict is Verdict.FLAG]


def is_first(kind, report):
    """Return whether the first finding of a report is the planted leak, and a flag."""
    return [finding.leak.id for finding in flags(report)[:1]] in [[id_] for id_ in KINDS[kind].found]


@pytest.fixture(scope="module")
def small():
    """A table of strong leaks and one sound player."""
    players = {kind: KINDS[kind].style for kind in STRONG} | {"sound": SOUND}
    with table_of(players, 300, seed=5, priced=False) as table:
        yield table


def test_planted_leaks_are_the_first_findings(small):
    reports = small.reports()
    assert [kind for kind in STRONG if not is_first(kind, reports[kind])] == []
    sound = reports["sound"]
    assert flags(sound) == []
    chances = {finding.leak.id: finding.chances for finding in sound}
    assert (chances["A2"] >= LEAST_JUDGED["A2"], chances["A5"] >= LEAST_JUDGED["A5"]) == (True, True)
    judged = [each for each in sound if each.leak.grade == "B" and each.verdict is not Verdict.TOO_FEW]
    assert len(judged) >= LEAST_JUDGED["B"]


def test_each_player_has_the_same_number_of_hands(small):
    counts = small.con.execute(
        "SELECT player, count(*) FROM seats JOIN hands USING (hand_key) "
        f"WHERE dealt AND hero AND {small.hand_filter.where} GROUP BY player"
    ).fetchall()
    assert dict(counts) == dict.fromkeys((*STRONG, "sound"), small.hands)


def test_wrong_cards_kept_are_found_by_their_prices():
    kind = "keeps the wrong cards"
    with table_of({kind: KINDS[kind].style, "sound": SOUND}, 80, seed=3) as table:
        reports = table.reports()
    kept = {name: next(f for f in report if f.leak.id == "A1") for name, report in reports.items()}
    assert kept[kind].verdict is Verdict.FLAG
    assert kept[kind].made > 0.3 * kept[kind].chances
    assert (kept[kind].cost or 0) > 0
    assert (kept["sound"].made, kept["sound"].chances > 20) == (0, True)


def tables():
    """Yield the players and the seed of each table: every kind sits at as many tables as it has samples."""
    kinds = list(KINDS)
    for first in range(0, len(kinds), TOGETHER):
        players = {kind: KINDS[kind].style for kind in kinds[first : first + TOGETHER]}
        sound = {f"sound {number}": SOUND for number in range(6 - len(players))}
        for sample in range(SAMPLES):
            yield players | sound, 1000 * first + sample


@pytest.mark.long
def test_planted_leaks_and_sound_players_in_full():
    """The planted leak is first in 95 % of the samples of each kind; sound players have few flags, none of grade A."""
    first = Counter()
    flagged = Counter()
    chances = Counter()
    sound = 0
    for players, seed in tables():
        with table_of(players, SIZE, seed) as table:
            reports = table.reports()
        missed = [kind for kind in players if kind in KINDS and not is_first(kind, reports[kind])]
        first.update(kind for kind in players if kind in KINDS and kind not in missed)
        of_sound = [report for name, report in reports.items() if name not in KINDS]
        for report in of_sound:
            chances.update({each.leak.id: each.chances for each in report})
        clean = [flags(report) for report in of_sound]
        sound += len(clean)
        flagged.update(finding.leak.id for found in clean for finding in found)
        print_table(seed, {kind: flags(reports[kind]) for kind in missed}, flagged, sound)
    for kind, planted in KINDS.items():
        report_line(
            f"{kind}: {' or '.join(sorted(planted.found))} first in {first[kind]} of {SAMPLES} samples"
        )
    proven = sum(number for id_, number in flagged.items() if LEAKS[id_].grade == "A")
    report_line(
        f"samples of {SIZE:,} hands; of {sound} of sound players: flags {dict(flagged)}, {proven} of grade A"
    )
    assert {kind for kind in KINDS if first[kind] < LEAST_FIRST * SAMPLES} == set()
    assert sound * SIZE >= SOUND_HANDS
    assert {id_: chances[id_] for id_, least in LEAST_PROVABLE.items() if chances[id_] < least} == {}
    assert proven == 0
    assert flagged.total() <= FALSE_FLAGS * sound


def print_table(seed, missed, flagged, sound):
    """Print the planted leaks that were not first at a table, and the flags of sound players so far."""
    others = "; ".join(f"{kind}: {', '.join(f.leak.id for f in found)}" for kind, found in missed.items())
    report_line(f"table {seed}: {others or 'all first'}; sound: {dict(flagged)} in {sound} reports")


def report_line(text):
    """Print a line of a long run at once."""
    print(text, flush=True)  # noqa: T201 -- pytest -s shows the rates
