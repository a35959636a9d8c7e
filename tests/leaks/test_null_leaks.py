"""Null data: where the labels of the players are shuffled, nobody differs from the others, and few reports have a flag.

Each shuffle gives the seats of every hand to labels at random. The report of one label comes from `leaks.find`, as that of
the command. Its baselines are either what all labels are expected to have, or the range of the other labels.
"""

from dataclasses import replace
from random import Random

import pytest
from support.planted import table_of
from support.spread import few

from badugi_hh import leaks
from badugi_hh.leaks import Verdict
from badugi_hh.leaks.check_counts import count_checks
from badugi_hh.leaks.checks import FREQUENCY_CHECKS
from badugi_hh.leaks.finder import middle_of_others, share_of_others
from badugi_hh.leaks.judging import flag_proven, judge_frequency
from badugi_hh.leaks.leak import Baseline
from badugi_hh.simulate.styles import CALLER, MANIAC, ROCK, SNOWMAN, SOUND, TRAPPER
from badugi_hh.stats.selection.filters import Filter

STYLES = {
    "caller": CALLER,
    "maniac": MANIAC,
    "rock": ROCK,
    "snowman": SNOWMAN,
    "sound": SOUND,
    "trapper": TRAPPER,
}
NAMES = 12
PLAYER = Filter(player="Label 0")
FALSE_REPORTS = 0.10

LEAST_JUDGED = {400: 3, 6000: 35}
"""The grade B checks that have enough opportunities in each report, by the number of hands of each player."""


@pytest.fixture(scope="module", params=[400, pytest.param(6000, marks=pytest.mark.long)])
def table(request):
    """A table of unlike players."""
    with table_of(STYLES, request.param, seed=7, priced=False) as played:
        played.con.execute("CREATE TABLE styles AS SELECT hand_key, seat, player FROM seats")
        yield played


def shuffle_labels(table, number):
    """Give the seats of each hand to different labels at random; the same number gives the same labels."""
    table.con.execute(
        f"""
        UPDATE seats SET player = 'Label ' || label FROM (
            SELECT hand_key, seat,
                   (hash(hand_key, $number) % {NAMES}
                    + row_number() OVER (PARTITION BY hand_key ORDER BY hash(hand_key, seat, $number))) % {NAMES} AS label
            FROM seats
        ) AS labels WHERE labels.hand_key = seats.hand_key AND labels.seat = seats.seat
        """,
        {"number": number},
    )


def share_of_all(_, shares):
    """Return the share of all labels together as both ends of a range: what each label is expected to have."""
    share = share_of_others(shares, "nobody")
    return None if share is None else (share, share)


def range_of_others(check, shares):
    """Return the middle 80 % of the other labels."""
    least = FREQUENCY_CHECKS[check].least
    found = middle_of_others(shares, str(PLAYER.player), least)
    return None if found is None else found[:2]


def find_all(table, baseline, path):
    """Return the findings of one label against the others; checks without a baseline are left out."""
    everyone = replace(PLAYER, player=None, every_player=True)
    checks = [check for check in FREQUENCY_CHECKS.values() if not check.situation.compared]
    counts = count_checks(table.con, everyone, checks)
    ranges = {id_: baseline(id_, shares) for id_, shares in counts.items()}
    path.write_text(
        "".join(
            f'[{id_}]\nlow = {ends[0]}\nhigh = {ends[1]}\nkind = "author"\nsource = "the others"\ngame = "any"\n'
            for id_, ends in ranges.items()
            if ends is not None
        ),
        encoding="utf-8",
    )
    ignored = [id_ for id_ in leaks.LEAKS if ranges.get(id_) is None]
    return leaks.find(table.con, PLAYER, baselines=path, ignored=ignored)


def flags(findings):
    return [finding.leak.id for finding in findings if finding.verdict is Verdict.FLAG]


@pytest.mark.parametrize("baseline", few([share_of_all, range_of_others], share_of_all))
def test_few_reports_of_null_data_have_a_flag(table, baseline, tmp_path):
    shuffles = 200 if table.hands > 1000 else 1
    flagged = []
    for number in range(shuffles):
        shuffle_labels(table, number)
        findings = find_all(table, baseline, tmp_path / "others.toml")
        judged = [each for each in findings if each.leak.grade == "B" and each.verdict is not Verdict.TOO_FEW]
        assert len(judged) >= LEAST_JUDGED[table.hands]
        flagged += [found] if (found := flags(findings)) else []
    rate = f"{len(flagged)} of {shuffles} reports have a flag"
    print(f"{baseline.__name__}, {table.hands:,} hands of six players: {rate}: {flagged}")  # noqa: T201
    assert len(flagged) <= FALSE_REPORTS * shuffles


def test_a_label_of_one_player_has_flags(table, tmp_path):
    """What the shuffled labels lack, the label of the maniac has."""
    shuffle_labels(table, 0)
    table.con.execute(f"UPDATE seats SET player = 'Label {NAMES}' WHERE player = ?", [PLAYER.player])
    table.con.execute(
        "UPDATE seats SET player = ? FROM styles "
        "WHERE styles.player = 'maniac' AND styles.hand_key = seats.hand_key AND styles.seat = seats.seat",
        [PLAYER.player],
    )
    assert "B1-CO-MANY" in flags(find_all(table, share_of_all, tmp_path / "others.toml"))


def report_of_null(random, size):
    """Return the report of a player whose true frequencies are the edges of the baselines: 160 to 400 opportunities each."""
    own = []
    for check in list(FREQUENCY_CHECKS.values())[:size]:
        share, chances = random.uniform(0.05, 0.95), random.randrange(160, 400)
        made = sum(random.random() < share for _ in range(chances))
        baseline = Baseline(share, share, "the true share", "author", "any")
        own.append(judge_frequency(check, {"made": made, "chances": chances}, "Ann", 1000, baseline))
    return flag_proven(FREQUENCY_CHECKS, own)


def test_many_checks_at_the_edge_of_their_baselines_have_few_flags():
    """Of 200 reports of 20 checks a tenth has a flag, within two standard errors; without the procedure two fifths have one."""
    random = Random(5)  # noqa: S311 - repeatable, not secret
    reports = [report_of_null(random, 20) for _ in range(200)]
    assert all(finding.verdict is not Verdict.TOO_FEW for report in reports for finding in report)
    error = (FALSE_REPORTS * (1 - FALSE_REPORTS) / len(reports)) ** 0.5
    assert sum(bool(flags(report)) for report in reports) <= (FALSE_REPORTS + 2 * error) * len(reports)
