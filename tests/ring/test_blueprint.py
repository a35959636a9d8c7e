"""The blueprint that comes with the program: what it plays makes sense, and agrees with the exact game where there is one."""

from itertools import pairwise

import numpy as np
import pytest
from support.commands import answer, mistake, run

from badugi_hh.installation import data_folder
from badugi_hh.ring import blueprint
from badugi_hh.ring.answers import answer_at_table
from badugi_hh.ring.blueprint import ERROR_STEP, LEVELS, shipped_blueprint
from badugi_hh.ring.table_spots import PHASES
from badugi_hh.solve.classes import FIRST_OF_SIZE, class_name, class_number, deal
from badugi_hh.solve.game import TABLES
from badugi_hh.solve.known import COMMON, HIGHEST_ERROR, Reason
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.range_charts import TABLE, stored_charts
from badugi_hh.solve.shipped_tables import find_table

MOST_BYTES = 45_000_000
"""All tables together."""
LINES = tuple(chart.line for chart in stored_charts(TABLE).charts)


def test_the_tables_are_small():
    assert sum(path.stat().st_size for path in data_folder("tables").iterdir()) <= MOST_BYTES


def arrays_of(blueprint):
    names = ("groups", "within", "rows", "mix", "cost", "error")
    return [getattr(phase, name) for phase in blueprint.phases for name in names]


def test_the_blueprint_is_the_same_from_where_its_arrays_are_kept(kept_folder, monkeypatch):
    made = shipped_blueprint.__wrapped__()
    assert [path.name.partition("-")[0] for path in kept_folder.iterdir()] == ["blueprint"]
    with monkeypatch.context() as patched:
        patched.setattr(np, "load", lambda _: pytest.fail("it is kept"))
        again = shipped_blueprint.__wrapped__()
    assert all(map(np.array_equal, arrays_of(made), arrays_of(again)))
    assert [each.dtype for each in arrays_of(made)] == [each.dtype for each in arrays_of(again)]
    assert np.array_equal(made.phases[1].reach(), again.phases[1].reach())


def test_another_blueprint_never_meets_the_arrays_of_this_one(kept_folder, monkeypatch, tmp_path):
    for cost in (3, 4):
        one = dict.fromkeys(("groups", "within", "mix", "cost", "error", "reach"), np.array([cost], np.uint8))
        planted = {f"{name}_{phase}": each for phase in range(PHASES) for name, each in one.items()}
        planted |= {f"spots_{phase}": np.array([7]) for phase in range(PHASES)}
        np.savez(tmp_path / "table.npz", **planted)
        monkeypatch.setattr(blueprint, "blueprint_file", lambda: tmp_path / "table.npz")
        for _ in range(2):
            assert shipped_blueprint.__wrapped__().phases[0].cost.tolist() == [cost]


@pytest.mark.parametrize("line", LINES)
def test_a_common_action_costs_no_more_than_twice_its_error(line):
    found = answer_at_table(TABLE, line)
    common = np.where(found.mix >= COMMON, np.nan_to_num(found.cost), 0)
    assert (common.max(axis=0) <= 2 * found.errors + 1e-6).all()
    assert (common > 0).any() or not found.mix.any()


def opened(line: str) -> dict[str, float]:
    found = answer_at_table(TABLE, line)
    return dict(zip(found.actions, found.mix @ found.reach, strict=True))


def test_the_first_player_has_each_hand_as_often_as_it_is_dealt():
    dealt = deal().astype(float)
    assert answer_at_table(TABLE, "").reach == pytest.approx(dealt / dealt.sum(), abs=1e-3)


def test_later_seats_open_more_hands():
    shares = [opened(" ".join(["fold"] * seat)) for seat in range(7)]
    raised = [of["raise"] for of in shares]
    assert 0.06 < raised[0] < 0.2  # published standards open 9 to 12% early, and 32% on the button
    assert 0.3 < raised[5] < 0.6
    played = [1 - of["fold"] for of in shares]
    assert 0.08 < played[0] < 0.25
    assert 0.3 < played[5] < 0.6
    for of in (raised, played):
        assert all(later > earlier - 0.03 for earlier, later in pairwise(of))
    defended = [1 - opened(f"{'fold ' * seat} raise {'fold ' * (6 - seat)}")["fold"] for seat in (0, 3, 5, 6)]
    assert all(later > earlier - 0.03 for earlier, later in pairwise(defended))


@pytest.mark.parametrize("line", [line for line in LINES if "raise" not in line])
def test_the_best_hands_are_played_and_the_worst_are_folded(line):
    found = answer_at_table(TABLE, line)
    fold = dict(zip(found.actions, found.cost, strict=True))["fold"]
    assert not line or found.reasons[class_number("4-3-2-A")] == Reason.NONE  # the first seat has no price
    assert fold[class_number("4-3-2-A")] > 1
    assert fold[class_number("3-2-A")] > 0.2
    assert fold[class_number("K-Q-J")] == fold[class_number("K")] == 0 or found.player == "SB"


def test_the_small_blind_agrees_with_the_exact_game():
    """The exact game has no limp, so the blueprint may call in place of a raise: compared is who plays at all."""
    exact = look_up(find_table("sb-bb"), "")
    found = answer_at_table(TABLE, "fold fold fold fold fold fold")
    cost = dict(zip(exact.actions, exact.cost, strict=True))["fold"]
    fold = dict(zip(found.actions, found.cost, strict=True))["fold"]
    known = found.reasons == Reason.NONE
    clear = known & (cost > 0.15)
    assert exact.reach[clear] @ (fold[clear] > 0) > 0.98 * exact.reach[clear].sum()
    assert abs(exact.reach[known] @ (fold - cost)[known]) < 0.1


@pytest.mark.parametrize(
    ("line", "hands", "right"),
    [
        ("0 1 bet call 0", ("K-3-2-A", "K-7-5-4"), "1"),
        ("0 1 bet call 0", ("Q-3-2-A", "Q-7-5-4"), "0"),
        ("0", ("K-3-2-A", "K-7-5-4", "Q-3-2-A", "Q-7-5-4"), "1"),
    ],
)
def test_a_draw_against_a_pat_hand_has_the_sign_of_the_exact_game(line, hands, right):
    """One that was pat before as well stays with better hands than one that is newly pat."""
    drawn = "raise call 1 1 check bet call"
    exact = look_up(find_table("heads-up"), f"{drawn} {line}")
    found = answer_at_table("table-6", f"fold fold raise fold fold call {drawn.partition('call ')[2]} {line}")
    for number in map(class_number, hands):
        assert exact.cost[exact.actions.index(right), number] == 0
        assert found.cost[found.actions.index(right), number] <= found.errors[number]
    assert found.cost[found.actions.index(right), class_number(hands[0])] == 0


def test_no_badugi_has_the_price_of_three_cards():
    """K-J-T-5 stays where the worse K-J-T-6 does, and J-T-5 alone folds."""
    found = answer_at_table("table-6", "fold fold raise fold")
    better, worse, three = (class_number(name) for name in ("K-J-T-5", "K-J-T-6", "J-T-5"))
    fold = found.cost[found.actions.index("fold")]
    assert fold[three] == 0 < found.cost[1:, three].min()
    assert fold[worse] >= found.cost[1:, worse].min()
    assert fold[better] >= found.cost[1:, better].min() - found.errors[better]


def test_a_line_of_a_full_table_is_looked_up():
    shown = run("solve", "--spot", "table-6", "--line", "fold fold raise fold fold").stdout
    assert "table-6, fold fold raise fold fold: BB\n" in shown
    (row,) = answer("solve", "--spot", "table-6", "--line", "fold", "--hand", "4-3-2-A")["classes"]
    assert row["cost"][0] > 1
    assert row["reason"] == ""


def test_a_draw_that_a_hand_never_makes_has_no_cost():
    (row,) = answer(
        "solve", "--spot", "table-6", "--line", "raise call fold fold fold call", "--hand", "2-A"
    )["classes"]
    assert row["cost"][1] is None
    assert None not in (row["cost"][0], row["cost"][2], row["cost"][3])
    shown = run("solve", "--spot", "table-6", "--line", "raise call fold fold fold call").stdout
    assert "  –" in shown
    assert "5.10" not in shown


def test_a_line_may_have_what_sites_do_for_players_who_are_away():
    assert answer_at_table("table-3", "raise fold call 4 1").player == "BB"
    assert answer_at_table("table-4", "fold call fold").player == "BB"


def test_no_hand_is_folded_that_is_played_without_its_highest_card():
    """A player may throw that card: so a fold is never clearly best where it clearly costs something with the rest."""
    compared = worse = 0
    for line in LINES:
        found = answer_at_table(TABLE, line)
        if found.actions[0] != "fold":
            continue
        gain = found.cost[0] - found.cost[1:].min(axis=0)
        clear = np.maximum(2 * found.errors, 0.15)
        folds = (found.cost[0] == 0) & (found.cost[1:].min(axis=0) > clear)
        plays = found.cost[0] > clear
        known = found.reasons == Reason.NONE
        for number in range(FIRST_OF_SIZE[1]):
            kept = class_number(class_name(number).partition("-")[2])
            compared += known[number] & known[kept]
            assert not (known[number] & known[kept] & folds[number] & plays[kept]), (line, class_name(number))
            loss = gain[kept] - gain[number]
            if known[number] & known[kept] & (loss > 0.15):
                worse += loss > 2 * (found.errors[number] + found.errors[kept])
    assert compared > 10_000
    assert worse < compared / 250  # rough badugis are taken together whatever they keep


def test_the_same_decision_at_smaller_tables_has_the_same_answer():
    of = [answer_at_table(table, "fold " * (len(TABLES) - 1 - nth)) for nth, table in enumerate(TABLES[::-1])]
    assert {found.player for found in of} == {"BTN"}
    assert all((found.mix == of[0].mix).all() for found in of)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--line", "fold bet"),
            "action 2 of the line is 'bet', but HJ can fold, call or raise; see docs/best-play.md for lines",
        ),
        (("--line", "fold fold fold fold fold"), "the line ends the hand, and nobody acts after it"),
        (("--line", "", "--table", "x.table"), "table-6 is played by the blueprint of full tables"),
        (("--line", "raise call fold fold fold fold 5"), "MP can draw 0, 1, 2 or 3"),
        (("--html", "x.html"), "the charts of full tables are those of table-8"),
    ],
)
def test_impossible_lines_have_one_clear_sentence(arguments, message):
    assert message in mistake("solve", "--spot", "table-6", *arguments)


def test_groups_and_shares_are_whole():
    for phase in shipped_blueprint().phases:
        assert len(phase.groups) == FIRST_OF_SIZE[1] + 13
        used = np.unique(phase.groups)
        assert np.bincount(phase.groups, phase.within)[used] == pytest.approx(1, abs=1e-4)
        assert phase.reach().sum(axis=1) == pytest.approx(1, abs=0.01)
        total = phase.mix.sum(axis=2, dtype=int)
        known = phase.error * ERROR_STEP < HIGHEST_ERROR
        assert (abs(total - LEVELS) <= 3)[known].all()
