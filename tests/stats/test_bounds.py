"""The range of a mean ends where what is possible ends, by the bounds that its statistic is declared with."""

import pytest
from support.hand_made import insert, play

from badugi_hh.engine.values import value_of
from badugi_hh.stats.definitions.estimates import average, per_hundred
from badugi_hh.stats.definitions.intervals import clip
from badugi_hh.stats.definitions.kinds import MomentStatistic
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.engine.compare import compare
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter

ANN = Filter(player="Ann")
SHARES = {"of the pot", "of the chips", "of the draws"}
# Won and lost without an end that the rules give: no mean of big bets has a least or most.
WITHOUT_BOUNDS = {
    *("winrate", "blue_line", "red_line", "snow_net", "snow_brought", "snow_gain", "luck_adjusted"),
    *("all_in_adjusted", "starting_luck", "draw_luck", "draw_luck_1", "draw_luck_2", "draw_luck_3"),
}


def measure(con, name):
    (group,) = evaluate(con, ANN, names=(name,))
    return group.stats[name]


def ends(con, name):
    found = measure(con, name)
    return found.low, found.high


def test_every_mean_has_bounds_or_is_of_big_bets():
    means = {
        name: stat.kind
        for name, stat in STATS.items()
        if isinstance(stat.kind, MomentStatistic) and stat.kind.finish in {average, per_hundred}
    }
    assert {name for name, kind in means.items() if kind.least is None} == WITHOUT_BOUNDS
    assert {name for name, kind in means.items() if kind.most is None} == {
        *WITHOUT_BOUNDS,
        "snow_alternative",
    }
    for name, kind in means.items():
        if "_margin_" in name:  # a difference of two shares
            assert (kind.least, kind.most) == (-1, 1), name
        elif kind.unit.text in SHARES or name.startswith("made_due"):
            assert (kind.least, kind.most) == (0, 1), name
    assert {"avg_finish", "shown_value", "showdown_share", "bet_price_b1", "made_due_1"} <= set(means)


@pytest.mark.parametrize("name", ["shown_value", "shown_value_won", "shown_value_lost"])
def test_a_mean_value_of_hands_is_the_value_of_a_hand(con, name):
    result = "lost at showdown" if name.endswith("lost") else "won at showdown"
    for key, value in enumerate((1, 2, 700)):
        play(con, key, showdown=True, shown=True, value_3=value, result=result)
    low, high = ends(con, name)
    assert (low, high) == (1, 1092) == (value_of((3, 2, 1, 0)), value_of((12,)))
    assert measure(con, name).as_json() | {"low": 1.0, "high": 1092.0} == measure(con, name).as_json()


def entered(con, number, places, level="I"):
    """Insert a tournament of two hands, the first at `level`; the players leave in the second."""
    key = 10 * int(number)
    for hand_key, at in ((key, level), (key + 1, "II")):
        row = {"hand_key": hand_key, "hand_id": str(hand_key), "tournament_id": number, "level": at}
        insert(con, "hands", {**row, "game": "tournament", "unit": "chip", "players": len(places)})
        for seat, (player, place) in enumerate(places.items(), 1):
            left = {"place": place} if hand_key > key else {}
            insert(
                con,
                "seats",
                {"hand_key": hand_key, "seat": seat, "player": player, "hero": seat == 1, **left},
            )


def field(ann, players):
    """The places of a whole tournament in which Ann comes in at `ann`."""
    others = [place for place in range(1, players + 1) if place != ann]
    return {"Ann": ann, **{f"P{place}": place for place in others}}


def test_an_average_place_is_within_the_largest_field(con):
    entered(con, "1", field(1, 6))
    entered(con, "2", field(7, 8))
    assert measure(con, "avg_finish").value == 4
    assert ends(con, "avg_finish") == (1, 8)


def test_the_price_of_drawing_is_not_below_nothing(con):
    kind = STATS["snow_alternative"].kind
    cells = {"n": 2, "sum": 5.01, "squares": 25.0001}
    low, high = (getattr(kind.measure({"USD cents": cells}), end) for end in ("low", "high"))
    assert low == 0
    assert high > 30


def test_the_difference_of_two_means_stays_possible(con):
    for key, (player, value) in enumerate((("Ann", 1), ("Ann", 3), ("Ben", 1000), ("Ben", 1092))):
        play(con, key, player=player, showdown=True, shown=True, value_3=value)
    (sides,) = compare(con, "Ann", "Ben", Filter(), names="shown_value")
    printed = sides.stats["shown_value"]
    assert printed.low is not None
    assert printed.high is not None
    assert -1091 <= printed.low <= printed.difference <= printed.high <= 1091


@pytest.mark.parametrize(
    "values", [[1, 2], [1, 1092], [1091, 1092], [1] * 9 + [1092], [1] + [1092] * 9, [500, 501]]
)
def test_a_range_has_its_mean_in_it_and_lies_within_the_bounds(values):
    cells = {"n": len(values), "sum": sum(values), "squares": sum(value * value for value in values)}
    found = STATS["shown_value"].kind.measure({"": cells})
    assert 1 <= found.low <= found.value <= found.high <= 1092


def test_what_is_unknown_stays_unknown():
    assert clip(None, None, 0, 1) == (None, None)
    assert clip(-1.0, 2.0, None, None) == (-1.0, 2.0)
    assert [type(end) for end in clip(-1.0, 2.0, 0, 1)] == [float, float]
