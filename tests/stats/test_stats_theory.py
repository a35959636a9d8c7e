"""Simulated hands against the exact frequencies of Badugi, from the deal through the text to the statistics.

`tests/odds/test_odds.py` has the same numbers as formulas; here they must come out of the database, after hands were
dealt, written as histories, read and replayed. Seeds are fixed; four standard deviations
are allowed, so that a change of a random sequence is no failure and a wrong number is one.

What may bias such a count is selection. Cards dealt are seen in every hand, so that starting hands have none. Whether
a player draws again depends on what came before, and whether the player is still in the hand also on what others hold; so the
badugis of all draws are compared with the sum of their chances at the time, draw by draw.
"""

from fractions import Fraction
from math import sqrt

import pytest

from badugi_hh.simulate import simulate, write_files
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

HEROES = Filter()
Z = 4.0

HANDS = 270_725  # C(52, 4)
STARTING = {"badugi": 17_160, "three-card": 154_440, "two-card": 96_252, "one-card": 2_873}

ONE_DRAW = Fraction(10, 48)


def deviations(made, chances, share):
    """Return by how many standard deviations a count of independent chances is off."""
    return (made - chances * float(share)) / sqrt(chances * float(share * (1 - share)))


def only(con, hand_filter=HEROES, **options):
    (group,) = evaluate(con, hand_filter, **options)
    return dict(group.stats)


# --- each player has their own style


@pytest.fixture(scope="module", params=[400, pytest.param(30_000, marks=pytest.mark.long)])
def mixed(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mixed")
    write_files(simulate(request.param, seed=270), folder)
    con = open_database(None)
    assert import_paths(con, [folder]).stored == request.param
    yield con
    con.close()


def test_starting_hands_come_as_often_as_they_should(mixed):
    assert sum(STARTING.values()) == HANDS
    groups = evaluate(mixed, HEROES, names=("hands",), by=("starting_class",))
    found = {group.by["starting_class"]: group.hands for group in groups}
    assert found.keys() == STARTING.keys()
    total = sum(found.values())
    expected = {class_: total * count / HANDS for class_, count in STARTING.items()}
    for class_, count in STARTING.items():
        assert abs(deviations(found[class_], total, Fraction(count, HANDS))) < Z, (class_, found)
    # With three degrees of freedom, chi-square is above 21.1 one time in ten thousand.
    assert sum((found[name] - due) ** 2 / due for name, due in expected.items()) < 21.1


def test_one_card_to_a_three_card_hand_is_made_ten_times_of_48(mixed):
    """Players who draw or fold before the player reveal little about the ten outs; each player's first draw counts once."""
    groups = evaluate(mixed, HEROES, names=("made_1", "made_due_1"), by=("hand_class",))
    (drawn,) = [group.stats for group in groups if group.by["hand_class"] == "three-card"]
    made, due = drawn["made_1"], drawn["made_due_1"]
    assert due.value == pytest.approx(float(ONE_DRAW))
    assert made.chances == due.n > 0
    assert abs(deviations(made.made or 0, made.chances, ONE_DRAW)) < Z


def test_badugis_come_as_often_as_the_outs_say(mixed):
    """At every draw, and in all: each has its own chance, the cards that help among those not seen."""
    rows = mixed.execute(
        "SELECT draw, outs, unseen, count(*), count(*) FILTER (WHERE starting_class = 'badugi') FROM draws "
        "JOIN seats USING (hand_key, seat) WHERE draws.hero AND outs IS NOT NULL GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    # Who breaks a badugi throws an out away.
    assert {outs for draw, outs, *_ in rows if draw == 1} == {9, 10}
    assert all(broken == number for draw, outs, _, number, broken in rows if draw == 1 and outs == 9)
    assert {unseen for draw, _, unseen, *_ in rows if draw == 1} == {48}
    stats = only(mixed)
    due = sum(outs / unseen * number for _, outs, unseen, number, _ in rows)
    variance = sum(outs / unseen * (1 - outs / unseen) * number for _, outs, unseen, number, _ in rows)
    made = sum(stats[f"made_{draw}"].made or 0 for draw in (1, 2, 3))
    assert stats["made_luck"].value == pytest.approx(made - due)
    assert stats["made_luck_z"].value == pytest.approx((made - due) / sqrt(variance))
    assert abs((made - due) / sqrt(variance)) < Z
    for draw in (1, 2, 3):
        chances = stats[f"made_{draw}"].chances
        share = Fraction(stats[f"made_due_{draw}"].value or 0).limit_denominator(10**6)
        assert abs(deviations(stats[f"made_{draw}"].made or 0, chances, share)) < Z, draw
