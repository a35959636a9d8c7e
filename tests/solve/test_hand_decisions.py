"""Which decisions of a hand a solved game covers, with the line and the class that its table is asked for."""

from dataclasses import replace

import pytest
from support.price_hands import PlayedHand, Step, said_of
from support.two_views import ANN

from badugi_hh.engine.cards import cards
from badugi_hh.engine.values import value
from badugi_hh.history.parse import parse
from badugi_hh.history.source import find_sources, read_blocks
from badugi_hh.replay import replay
from badugi_hh.solve.classes import class_number
from badugi_hh.solve.hand_decisions import (
    FORCED,
    MORE_PLAYERS,
    NO_TABLE,
    OTHER_BLINDS,
    OTHER_CAP,
    OTHER_LIMIT,
    SHORT_STACK,
    UNKNOWN,
)
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.store.solver_rows import find_shipped
from badugi_hh.store.verdicts import StepVerdict, replayed_rows, verdicts_of

TRI, QUEENS, NINE = value(cards("As 2c 3d Kd")), value(cards("As 2c Qd Qh")), value(cards("9s 2c 3d 4h"))
SMALL, BIG = 4, 8
DEEP = 12 * BIG


def heads_up(*steps, **other):
    """A hand of Ann, on the button in seat 1, and Ben; a step is a seat, an action and a value."""
    return _hand({1: "SB", 2: "BB"}, steps, SMALL // 2, **other)


def full(*steps, **other):
    """A hand of four players, seats 1 to 4."""
    return _hand({1: "CO", 2: "BTN", 3: "SB", 4: "BB"}, steps, SMALL, **other)


def _hand(positions, steps, price, **other):
    played = [Step(n, *step) for n, step in enumerate(steps, 5)]  # type: ignore[misc]
    hand = PlayedHand(
        True, 4, SMALL, BIG, SMALL * 3 // 2, price, positions, dict.fromkeys(positions, DEEP), tuple(played)
    )
    return replace(hand, **other)  # type: ignore[arg-type]


def said(hand):
    """What the table of the heads-up game, for every spot, says of a hand."""

    def table(_spot):
        return find_table("heads-up")

    return said_of(hand, table)


def reasons(hand):
    return [each if isinstance(each, str) else " ".join(each.line) for each in said(hand)]


def test_each_decision_has_its_line_and_the_prices_of_its_class():
    steps = (
        (1, "raise", TRI),
        (2, "call", NINE),
        (2, "1", NINE, value(cards("2c 3d 4h"))),
        (1, "1", TRI, TRI),
        (2, "check", QUEENS),
        (1, "bet", NINE),
        (2, "fold", QUEENS),
    )
    found = said(heads_up(*steps))
    words = [step[1] for step in steps]
    table = find_table("heads-up")
    for place, (each, (_, word, held, *_)) in enumerate(zip(found, steps, strict=True)):
        assert isinstance(each, StepVerdict)
        expected = look_up(table, " ".join(words[:place]))
        assert each.line == tuple(words[:place])
        assert each.actions == expected.actions
        assert each.error == pytest.approx(expected.errors[held - 1], abs=1e-4)
        assert class_number(each.class_name) == held - 1
        came = expected.reach[held - 1] > 0
        assert each.mix == (pytest.approx(expected.mix[:, held - 1]) if came else None)
        assert each.cost == pytest.approx(expected.cost[:, held - 1])
        assert each.taken == word
        assert each.loss == each.cost[each.actions.index(each.taken)]
        assert each.best == each.actions[each.cost.index(0)]
    assert [each.cards_kept for each in found if isinstance(each, StepVerdict)] == [
        *(None, None, True, True, None, None, None)
    ]


def test_a_draw_of_other_cards_is_priced_by_its_number_only():
    kept = {
        "the best": ("1", value(cards("2c 3d 4h")), True),
        "others": ("1", value(cards("9s 3d 4h")), False),
        "unknown": ("1", None, False),
        "pat": ("0", NINE, True),
    }
    for name, (drawn, left, expected) in kept.items():
        *_, draw = said(heads_up((1, "raise", TRI), (2, "call", NINE), (2, drawn, NINE, left)))
        assert isinstance(draw, StepVerdict)
        assert draw.cards_kept is expected, name
        assert draw.taken == drawn
    # Two cards count, and a player who draws one keeps a dead card with them.
    *_, draw = said(heads_up((1, "raise", TRI), (2, "call", QUEENS), (2, "1", QUEENS, QUEENS)))
    assert isinstance(draw, StepVerdict)
    assert draw.cards_kept


def test_nothing_is_claimed_of_other_games():
    first = (1, "raise", TRI)
    for other, reason in (
        ({"fixed": False}, OTHER_LIMIT),
        ({"cap": None}, OTHER_CAP),
        ({"cap": 5}, OTHER_CAP),
        ({"posted": 5}, OTHER_BLINDS),
        ({"first_price": 4}, OTHER_BLINDS),
        ({"big_bet": SMALL}, OTHER_BLINDS),
        ({"stacks": {1: DEEP, 2: DEEP - 1}}, SHORT_STACK),
    ):
        assert reasons(heads_up(first, **other)) == [reason]
    assert reasons(heads_up(first)) == [""]


@pytest.mark.parametrize(
    ("bet", "blind", "off"),
    [
        (4, 2, 0.0),
        (50, 20, 0.05),
        (50, 30, 0.05),
        (300, 100, 1 / 12),
        (300, 200, 1 / 12),
        (15, 10, 1 / 12),
        (8, 5, 1 / 16),
    ],
)
def test_an_odd_small_blind_adds_to_the_error(bet, blind, off):
    """Small blinds of 0.20 in 0.50/1 and of 1 in 3/6; `off` is in big bets."""
    stakes = {"small_bet": bet, "big_bet": 2 * bet, "posted": bet + blind}
    for hand in (
        heads_up(
            (1, "raise", TRI), first_price=bet - blind, stacks=dict.fromkeys((1, 2), 24 * bet), **stakes
        ),
        full(
            *((1, "fold", TRI), (2, "fold", TRI), (3, "raise", TRI), (4, "call", TRI)),
            **{
                **stakes,
                "first_price": bet,
                "small_price": bet - blind,
                "stacks": dict.fromkeys(range(1, 5), 24 * bet),
            },
        ),
    ):
        *_, found = said(hand)
        assert isinstance(found, StepVerdict)
        usual = look_up(find_table("heads-up"), " ".join(found.line)).errors[TRI - 1]
        assert found.error == pytest.approx((usual**2 + off**2) ** 0.5, abs=1e-4)
        assert usual > 0


def test_a_decision_without_cards_or_by_the_site_has_no_price_but_later_ones_have():
    steps = ((1, "raise", None), (2, "call", NINE, None, True), (2, "1", NINE))
    assert reasons(heads_up(*steps)) == [UNKNOWN, FORCED, "raise call"]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["1 raise", "2 fold", "3 fold", "4 call", "4 1"], [MORE_PLAYERS] * 5),
        (["1 fold", "2 raise", "3 fold", "4 raise", "2 call"], [MORE_PLAYERS] * 5),
        (["1 fold", "2 fold", "3 raise", "4 fold"], [MORE_PLAYERS] * 2 + ["", "raise"]),
        (["1 fold", "2 fold", "3 fold"], [MORE_PLAYERS] * 2 + [""]),
        (["1 raise", "2 fold", "3 call", "4 call"], [MORE_PLAYERS] * 4),
        (["1 call", "2 fold", "3 fold", "4 check"], [MORE_PLAYERS] * 4),
        (["1 raise", "2 raise", "3 fold", "4 fold", "1 call"], [MORE_PLAYERS] * 5),
        (["1 fold", "2 fold", "3 raise", "4 raise", "3 call"], [MORE_PLAYERS] * 2 + ["", "raise", "raise raise"]),
    ],
    ids=lambda each: each if isinstance(each, str) else " ".join(each[:3]).replace(" ", "-"),
)  # fmt: skip
def test_a_full_table_is_covered_where_all_fold_to_the_small_blind(steps, expected):
    """The table of the heads-up game stands for both here."""
    hand = full(*((int(step[0]), step[2:], TRI) for step in steps))
    assert reasons(hand) == expected


def test_the_spot_is_that_of_the_players_dealt_in():
    asked = []
    hands = [
        full((1, "fold", TRI), (2, "fold", TRI), (3, "raise", TRI), (4, "call", TRI)),
        heads_up((1, "raise", TRI)),
    ]
    found = [said_of(hand, asked.append) for hand in hands]
    assert asked == ["sb-bb", "heads-up"]
    assert found == [[MORE_PLAYERS] * 2 + [NO_TABLE] * 2, [NO_TABLE]]


def test_a_replayed_hand_has_the_events_of_its_decisions(tmp_path):
    """Ann raises with K-3-2-A, draws one card, and bets 9-3-2-A; Ben's cards are not known."""
    path = tmp_path / "ann.txt"
    path.write_text(ANN.replace("($20 in chips)", "($40 in chips)"), encoding="utf-8")
    (block,) = (block for source in find_sources([path]) for block in read_blocks(source)[0])
    hand = parse(block).hand
    assert hand is not None
    played = replay(hand)
    found = verdicts_of(replayed_rows(played, "pokerstars"))
    names = {each.n + 1: str(each.act) for each in played.actions} | {
        each.n + 1: str(each.count) for each in played.draws
    }
    known = list(found.decisions.values())
    assert [each.taken for each in known] == ["raise", "1", "bet"]
    assert [names[n] for n in found.decisions] == ["raise", "1", "bet"]
    assert [each.class_name for each in known] == ["K-3-2-A", "K-3-2-A", "9-3-2-A"]
    assert (found.reasons, found.unasked) == ({}, {UNKNOWN: 4, FORCED: 0})
    assert find_shipped("no such spot") is None
