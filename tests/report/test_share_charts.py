"""The charts of Positions and Betting: the player's shares, those of the others in the same hands, and ranges."""

from dataclasses import replace

from badugi_hh.leaks import find
from badugi_hh.leaks.checks.opening import CHECK_OF_POSITION
from badugi_hh.report.share_charts import (
    HABITS,
    OPENED,
    chart_of_positions,
    charts_of_betting,
    others_by_position,
)
from badugi_hh.stats.engine.evaluate import evaluate
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.wording.catalogue import catalogue


def test_the_others_are_the_other_players_of_the_same_hands(monthly_con):
    hand_filter = Filter(game="cash", position="BTN")
    groups = others_by_position(monthly_con, hand_filter)
    due = monthly_con.execute("""
        SELECT seats.position, count(*) FILTER (WHERE played)
        FROM seats JOIN (
            SELECT hand_key, seat, bool_or(action IN ('call', 'raise', 'bet')) AS played
            FROM decisions WHERE round = 0 AND forced IS NULL GROUP BY ALL) USING (hand_key, seat)
        WHERE NOT seats.hero AND hand_key IN (
            SELECT hand_key FROM seats JOIN hands USING (hand_key)
            WHERE seats.hero AND seats.position = 'BTN' AND hands.game = 'cash' AND seats.dealt)
        GROUP BY 1
    """).fetchall()
    found = {group.by["position"]: group.stats["vpip"].made for group in groups}
    assert found == dict(due)
    assert "BTN" not in found


def test_nobody_is_beside_all_players(monthly_con):
    assert others_by_position(monthly_con, Filter(every_player=True)) == []
    assert others_by_position(monthly_con, Filter(others=True)) == []


def test_charts_have_the_others_and_the_range_of_the_check(monthly_con):
    hand_filter = Filter()
    others = others_by_position(monthly_con, hand_filter)
    groups = evaluate(monthly_con, hand_filter, names=("vpip", "pfr", OPENED), by="position", together=True)
    (whole,) = evaluate(monthly_con, hand_filter, together=True)
    findings = find(monthly_con, hand_filter)
    baselines = {finding.leak.id: finding.baseline for finding in findings if finding.leak.grade == "B"}
    opening, rounds, habits = charts_of_betting(groups, whole.stats, others, findings)
    positions = [group.by["position"] for group in groups if group.stats[OPENED].n]
    dots = {dot["group"]: dot for dot in opening.data["dots"]}
    assert [*dots] == positions
    assert dots.pop("SB")["range"] is None
    for position, dot in dots.items():
        baseline = baselines[f"{CHECK_OF_POSITION[position]}-MANY"]
        assert dot["range"][:3] == (baseline.low, baseline.high, "range")
    by_position = {group.by["position"]: group.stats[OPENED] for group in others}
    for position, dot in dots.items():
        assert dot["others"] == (by_position[position].made, by_position[position].n)
    assert opening.summary.endswith(catalogue()["captions"]["range"])
    assert sum(dot["others"] is not None for dot in rounds.data["dots"]) == 9
    for dot in habits.data["dots"]:
        if check := HABITS[dot["stat"]]:
            assert dot["range"][:3] == (baselines[check].low, baselines[check].high, "usual")
            assert all(change in dot["range"][3] for change in baselines[check].changes)
        else:
            assert dot["range"] is None
    assert habits.summary.endswith(catalogue()["captions"]["usual"])
    assert catalogue()["captions"]["others"] in chart_of_positions(groups, others).summary
    few = [
        replace(group, stats={**group.stats, OPENED: replace(group.stats[OPENED], n=29)}) for group in others
    ]
    alone, *_ = charts_of_betting(groups, whole.stats, few)
    assert catalogue()["captions"]["others"] not in alone.summary
    (one,) = [group for group in groups if group.by["position"] == "SB"]
    assert charts_of_betting([one], whole.stats, [])[0].data is None


def test_a_range_is_beside_a_dot_only_if_the_check_counted_the_same_decisions(monthly_con):
    """The checks of raising first in leave heads-up tables out, the share in the small blind does not."""
    seats = Filter()
    ring = replace(seats, where="hands.players >= 3")
    (whole,) = evaluate(monthly_con, seats, together=True)
    findings = {finding.leak.id: finding for finding in find(monthly_con, seats)}
    for name, check in HABITS.items():
        if check:
            share = whole.stats[name]
            assert (share.made, share.n) == (findings[check].made, findings[check].chances), name
    ranged = {}
    for hand_filter in (seats, ring):
        groups = evaluate(monthly_con, hand_filter, names=(OPENED,), by="position", together=True)
        of_place = {group.by["position"]: group.stats[OPENED] for group in groups}
        found = find(monthly_con, hand_filter)
        opening, *_ = charts_of_betting(groups, whole.stats, [], found)
        places = [place for place, share in of_place.items() if share.n]
        ranged[hand_filter] = {dot["group"] for dot in opening.data["dots"] if dot["range"]}
        for finding in found:
            if finding.leak.id.endswith("-MANY") and finding.leak.id.startswith("B1-"):
                own = [place for place in places if f"{CHECK_OF_POSITION.get(place)}-MANY" == finding.leak.id]
                counts = [sum(of_place[place].made for place in own), sum(of_place[place].n for place in own)]
                same = counts == [finding.made, finding.chances]
                assert {place in ranged[hand_filter] for place in own} <= {same}, finding.leak.id
    assert ranged[ring] - ranged[seats] == {"SB"}
