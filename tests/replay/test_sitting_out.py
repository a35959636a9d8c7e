"""Who decides: what a player does before they sit out is their own, what the room does for them is nobody's."""

import pytest
from support.histories import HAND, TOURNAMENT, WALK, play
from support.rows import rows_of

from badugi_hh.facts.schema import DECISIONS, DRAWS, SEATS

FOLD = "Dee: folds \n"
SEAT = "Seat 6: Dee ($3.10 in chips) "
MARKED = f"{SEAT}is sitting out"
OUT = ("Dee is sitting out", "Dee: is sitting out ", "Dee: sits out ")
"""The three forms of a line that says so; after the deal each says that it is so from there on."""


def hand(*lines, seat=SEAT):
    """Return the hand with these lines where Dee folds before the first draw."""
    assert FOLD in HAND
    return HAND.replace(FOLD, "".join(f"{line}\n" for line in lines), 1).replace(SEAT, seat)


def of(table, text, player, *names):
    """Return these columns of the player's rows."""
    result = play(text)
    assert result.ok, result.problems
    return [tuple(row[name] for name in names) for row in rows_of(result, table) if row["player"] == player]


@pytest.mark.parametrize("out", OUT)
@pytest.mark.parametrize("seat", [SEAT, MARKED])
def test_a_player_who_folds_and_only_then_sits_out_has_decided(out, seat):
    """The mark on the seat line is of what comes later in the hand."""
    text = hand("Dee: folds", out, seat=seat)
    assert of(DECISIONS, text, "Dee", "action", "forced") == [("fold", None)]
    assert of(SEATS, text, "Dee", "sitting_out", "decisions_0", "voluntary_0") == [(False, 1, 0)]


@pytest.mark.parametrize(
    ("lines", "seat", "forced", "from_the_start"),
    [
        (("Dee: folds",), MARKED, "sitting_out", True),
        (("Dee is sitting out", "Dee: folds"), SEAT, "sitting_out", False),
        (("Dee has timed out", "Dee: folds"), SEAT, "timed_out", False),
        (("Dee has timed out while disconnected", "Dee: folds", "Dee is sitting out"), SEAT, "timed_out", False),
        (("Dee has timed out", "Dee: folds", "Dee is sitting out"), MARKED, "timed_out", False),
        (("Dee: folds", "Dee has returned"), MARKED, "sitting_out", True),
        (("Dee has returned", "Dee: folds"), MARKED, None, True),
        (("Dee is sitting out", "Dee has returned", "Dee: folds"), SEAT, None, False),
        (("Dee: folds (disconnect)", "Dee is sitting out"), SEAT, "timed_out", False),
    ],
)  # fmt: skip
def test_who_folded(lines, seat, forced, from_the_start):
    text = hand(*lines, seat=seat)
    assert of(DECISIONS, text, "Dee", "forced") == [(forced,)]
    assert of(SEATS, text, "Dee", "sitting_out", "decisions_0") == [(from_the_start, int(forced is None))]


@pytest.mark.parametrize("out", OUT)
def test_who_sits_out_among_the_posts_is_out_for_the_hand(out):
    text = HAND.replace("Dee: posts", f"{out}\nDee: posts", 1)
    assert of(DECISIONS, text, "Dee", "forced") == [("sitting_out",)]
    marked = text.replace(SEAT, MARKED)
    assert of(SEATS, marked, "Dee", "sitting_out", "decisions_0") == [(True, 0)]


def test_a_draw_before_sitting_out_is_decided_and_what_follows_is_not():
    text = HAND.replace(
        "Cy: discards 1 card\nAnn: checks", "Cy: discards 1 card\nCy is sitting out\nAnn: checks"
    )
    assert text != HAND
    assert of(DRAWS, text, "Cy", "draw", "forced") == [(1, None), (2, None), (3, "sitting_out")]
    assert of(DECISIONS, text, "Cy", "round", "forced") == [
        (0, None), (1, None), (1, None), (2, "sitting_out"), (3, "sitting_out"),
    ]  # fmt: skip
    marked = text.replace("Seat 4: Cy ($10.25 in chips) ", "Seat 4: Cy ($10.25 in chips) is sitting out")
    assert of(SEATS, marked, "Cy", "sitting_out", "decisions_0", "forced_1") == [(False, 1, None)]


@pytest.mark.parametrize(
    "seat", ["Seat 1: Ann ($6.80 in chips) ", "Seat 1: Ann ($6.80 in chips) is sitting out"]
)
def test_with_two_players_a_fold_before_sitting_out_is_decided(seat):
    text = WALK.replace("Ann: folds \n", "Ann: folds \nAnn is sitting out\n")
    text = text.replace("Seat 1: Ann ($6.80 in chips) ", seat)
    assert of(SEATS, text, "Ann", "sitting_out", "decisions_0", "walk") == [(False, 1, False)]
    assert of(SEATS, text, "Bo", "sitting_out", "decisions_0", "walk") == [(False, 0, True)]


@pytest.mark.parametrize(
    ("mark", "line", "out", "decisions"),
    [
        ("", "Bo is sitting out\n", False, 1),
        (" is sitting out", "", True, 0),
        (" is sitting out", "Bo is sitting out\n", False, 1),
        (" is sitting out", "Bo has returned\n", True, 0),
    ],
)
def test_in_a_tournament(mark, line, out, decisions):
    text = TOURNAMENT.replace("Bo (1500 in chips)", f"Bo (1500 in chips){mark}").replace(
        "Bo: folds\n", f"Bo: folds\n{line}"
    )
    assert of(SEATS, text, "Bo", "sitting_out", "decisions_0", "voluntary_0") == [(out, decisions, 0)]
