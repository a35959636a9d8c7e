"""Simulated hands against the exact frequencies of Badugi, from the deal through the text to the statistics.

`tests/odds/test_odds.py` has the same numbers as formulas; here they must come out of the database, after hands were
dealt, written as histories, read and replayed. Seeds are fixed; four standard deviations
are allowed, so that a change of a random sequence is no failure and a wrong number is one.

What may bias such a count is selection. Cards dealt are seen in every hand, so that starting hands have none. Whether
a player draws again depends on what came before, and whether the player is still in the hand also on what others hold; so the
badugis of all draws are compared with the sum of their chances at the time, draw by draw. The chance over three
draws is right only of hands that go all the way: for it, players are made who never bet, never fold, and draw to the
same three cards until the badugi is there.
"""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from badugi_hh.engine.values import best_subset, is_badugi
from badugi_hh.simulate import HERO, POOL, CashGame, StartingRange, StyledPlayer, simulate, write_files
from badugi_hh.simulate.styles import CALLER
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths

HEROES = Filter()
Z = 4.0

HANDS = 270_725  # C(52, 4)
STARTING = {"badugi": 17_160, "three-card": 154_440, "two-card": 96_252, "one-card": 2_873}

ONE_DRAW = Fraction(10, 48)
TWO_DRAWS = 1 - Fraction(38, 48) * Fraction(37, 47)
THREE_DRAWS = 1 - Fraction(38, 48) * Fraction(37, 47) * Fraction(36, 46)

EVERYTHING = StartingRange(badugi=12, tri=12, two=12)
CHECKER = replace(
    CALLER,
    early=EVERYTHING,
    late=EVERYTHING,
    defend=EVERYTHING,
    raise_first=0.0,
    three_bet=0.0,
    loose=1.0,
    aggression=0.0,
    bluff=0.0,
    sticky=1.0,
    talk=0.0,
    absent=0.0,
)
"""Checks and calls with any hand to the end, so that nothing but the deal decides which draws there are."""

CHECKERS = [StyledPlayer(player.name, CHECKER) for player in POOL]
# Two players draw at most 32 cards: the deck is never made from discards, which are a selected set of cards.
CHECKED_DOWN = [CashGame("Talitha", 2, 2, 100, 200)]


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


# --- nobody bets or folds


class KeepThree:
    """Draws one card to the three that counted in the deal, the same three each time, until they are a badugi."""

    def __init__(self):
        self.kept = {}  # by identity, with the mind so that it stays the same

    def __call__(self, table, _seat, mind, _chance):
        best = best_subset(mind.hand)
        if table.round == 0:
            self.kept[id(mind)] = (mind, best)
        _, kept = self.kept[id(mind)]
        if is_badugi(mind.hand) or len(kept) != 3:
            kept = best
        return tuple(card for card in mind.hand if card not in kept)


@pytest.fixture(
    scope="module", params=[pytest.param(hands, marks=pytest.mark.long) for hands in (900, 4_000, 60_000)]
)
def checked_down(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("checked-down")
    hero = StyledPlayer(HERO.name, CHECKER)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("badugi_hh.simulate.play.decide_discards", KeepThree())
        hands = simulate(request.param, seed=2215, games=CHECKED_DOWN, hero=hero, pool=CHECKERS)
        write_files(hands, folder)
    con = open_database(None)
    assert import_paths(con, [folder]).stored == request.param
    yield con
    con.close()


def test_every_hand_goes_to_the_end(checked_down):
    """So that no hand is left out for what somebody held."""
    stats = only(checked_down, names=("hands", "wtsd", "af_b1"))
    assert stats["wtsd"].made == stats["wtsd"].chances == stats["hands"].value
    assert stats["af_b1"].n == 0


def test_about_51_percent_over_three_draws(checked_down):
    """Of the hands dealt three cards that count: those with a badugi, value 1 to 715, after each draw."""
    ((hands, *made),) = checked_down.execute(
        "SELECT count(*), "
        + ", ".join(f"count(*) FILTER (WHERE value_{draw} <= 715)" for draw in (1, 2, 3))
        + " FROM seats WHERE hero AND starting_class = 'three-card'"
    ).fetchall()
    assert float(THREE_DRAWS) == pytest.approx(0.5123, abs=5e-5)
    for badugis, share in zip(made, (ONE_DRAW, TWO_DRAWS, THREE_DRAWS), strict=True):
        assert abs(deviations(badugis, hands, share)) < Z, (badugis, hands)
    # An out more or less, in few hands two, would be seen, were it so at each of the three draws.
    off = 1 if hands > 2_000 else 2
    for outs in (10 - off, 10 + off):
        missed = Fraction(48 - outs, 48) * Fraction(47 - outs, 47) * Fraction(46 - outs, 46)
        assert abs(deviations(made[2], hands, 1 - missed)) > 2.5


def test_each_draw_has_ten_outs_and_a_card_less_to_come(checked_down):
    """The statistic counts one draw after another, each by its own chance."""
    three_cards = Filter(where="starting_class = 'three-card'")
    names = [f"{name}_{draw}" for name in ("made", "made_due") for draw in (1, 2, 3)]
    stats = only(checked_down, three_cards, names=names)
    left = stats["made_1"].chances
    for draw, unseen in ((1, 48), (2, 47), (3, 46)):
        made = stats[f"made_{draw}"]
        assert stats[f"made_due_{draw}"].value == pytest.approx(10 / unseen)
        assert made.chances == left, "who has not made it draws again"
        assert abs(deviations(made.made or 0, made.chances, Fraction(10, unseen))) < Z
        left -= made.made or 0
