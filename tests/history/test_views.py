"""Two views of a hand are made from the whole of it, then joined: the whole must come back."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from badugi_hh.engine.cards import cards
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history import events as ev
from badugi_hh.history.merge import Disagreement, merge_views, public_events
from badugi_hh.history.times import read_moment
from badugi_hh.problems import Part

pytestmark = pytest.mark.quick


def number(items, start):
    return tuple(replace(item, line=line) for line, item in enumerate(items, start))


SEATS = number([ev.Seat(1, "Ann", 500), ev.Seat(2, "Bob", 700), ev.Seat(4, "Cleo", 300)], 3)
WHOLE = ev.Hand(
    site="PokerStars",
    id="101",
    kind="Game",
    game="Badugi",
    stakes=ev.Stakes(Betting.FIXED, 25, 50, "USD"),
    moment=ev.Moment(datetime(2010, 9, 5, 14, 32, 15, tzinfo=UTC), "2010/09/05 10:32:15", "ET"),
    table="Alpha",
    button=4,
    seats=SEATS,
    events=number(
        [
            ev.Posted("Ann", Post.SMALL_BLIND, 10),
            ev.Posted("Bob", Post.BIG_BLIND, 25),
            ev.SectionBegan(ev.Section.DEALING),
            ev.Dealt("Ann", cards("As 3h 8h 6s")),
            ev.Dealt("Bob", cards("2c 4d 5h 6h")),
            ev.Folded("Cleo"),
            ev.Called("Ann", 15),
            ev.Checked("Bob"),
            ev.SectionBegan(ev.Section.FIRST_DRAW),
            ev.Discarded("Ann", 2, cards("8h 6s")),
            ev.Drew("Ann", cards("As 3h"), cards("5h Ks")),
            ev.Discarded("Bob", 1, cards("6h")),
            ev.Drew("Bob", cards("2c 4d 5h"), cards("Js")),
            ev.Checked("Ann"),
            ev.Bet("Bob", 25),
            ev.Called("Ann", 25),
            ev.SectionBegan(ev.Section.SECOND_DRAW),
            ev.Discarded("Ann", 4, cards("As 3h 5h Ks")),
            ev.Drew("Ann", (), cards("9c 9d Tc Td")),
            ev.StoodPat("Bob", cards("2c 4d 5h Js")),
            ev.SectionBegan(ev.Section.SHOW_DOWN),
            ev.Showed("Bob", cards("2c 4d 5h Js"), "Badugi: J,5,4,2"),
            ev.Mucked("Ann"),
            ev.Collected("Bob", 100, "pot"),
            ev.SectionBegan(ev.Section.SUMMARY),
            ev.PotSummary(100, 0),
            ev.SeatSummary("Ann", 1, ev.Outcome.MUCKED, ("small blind",), cards=cards("9c 9d Tc Td")),
            ev.SeatSummary(
                "Bob", 2, ev.Outcome.SHOWED_WON, ("big blind",), cards=cards("2c 4d 5h Js"), amount=100
            ),
            ev.SeatSummary("Cleo", 4, ev.Outcome.FOLDED, ("button",), street=0, did_not_bet=True),
        ],
        6,
    ),
)
"""A history in which both Ann and Bob are heroes."""


def see(*heroes, mucked=True, talk=()):
    """The view of a client that knows the cards of these players, with its own lines and table talk."""
    seen = []
    for event in WHOLE.events:
        if isinstance(event, ev.Dealt | ev.Drew) and event.player not in heroes:
            continue
        hidden = isinstance(event, ev.Discarded | ev.StoodPat) and event.player not in heroes
        hidden |= isinstance(event, ev.SeatSummary) and event.outcome is ev.Outcome.MUCKED and not mucked
        seen.append(replace(event, cards=None) if hidden else event)
    for place in talk:
        seen.insert(place, ev.Talked("Eve", ev.Talk.SAID, ' said, "hi"'))
    return replace(WHOLE, events=number(seen, 6))


def without(events, kinds):
    return [event for event in events if not isinstance(event, kinds)]


def change(hand, old, new):
    """The hand with one event or seat changed, or left out where `new` is None."""
    assert [*hand.seats, *hand.events].count(old) == 1

    def put(items):
        changed = [new and replace(new, line=item.line) if item == old else item for item in items]
        return tuple(item for item in changed if item)

    return replace(hand, events=put(hand.events), seats=put(hand.seats))


def test_two_views_make_the_whole():
    assert merge_views(see("Ann"), see("Bob")) == WHOLE


def test_the_order_of_the_views_changes_no_event():
    assert merge_views(see("Bob"), see("Ann")) == WHOLE
    zone = replace(see("Bob"), moment=ev.Moment(see("Bob").moment.utc, "2024/03/04 23:05:59", "EET"))
    assert merge_views(zone, see("Ann")).moment == merge_views(see("Ann"), zone).moment == see("Ann").moment


def test_an_observer_adds_nothing_and_learns_all():
    assert merge_views(see("Ann"), see()) == see("Ann")
    assert merge_views(see(), see("Ann")) == see("Ann")
    assert merge_views(see(), see()) == see()


def test_a_third_view_can_be_joined():
    joined = merge_views(merge_views(see(), see("Bob")), see("Ann"))
    assert set(joined.events) == set(WHOLE.events)
    assert len(joined.events) == len(WHOLE.events)


def test_the_same_view_again_changes_nothing():
    assert merge_views(see("Ann"), see("Ann")) == see("Ann")
    assert merge_views(WHOLE, see("Ann")) == WHOLE
    assert merge_views(WHOLE, see("Bob")) == WHOLE


@pytest.mark.parametrize("place", range(len(see("Ann").events)))
def test_table_talk_is_each_clients_own(place):
    first, second = see("Ann", talk=[place]), see("Bob", talk=[25 - place, 3])
    joined = merge_views(first, second)
    assert without(joined.events, ev.Talked | ev.Dealt) == without(WHOLE.events, ev.Dealt)
    assert sum(isinstance(event, ev.Dealt) for event in joined.events) == 2
    assert [event for event in joined.events if isinstance(event, ev.Talked)] == [
        event for event in first.events if isinstance(event, ev.Talked)
    ]
    assert merge_views(second, first) == joined


def test_lines_are_those_of_the_first_view_and_never_fall():
    first = see("Ann", talk=[2, 8])
    joined = merge_views(first, see("Bob"))
    lines = [event.line for event in joined.events]
    assert lines == sorted(lines)
    own = [
        event
        for event in joined.events
        if getattr(event, "player", "") != "Bob" or not isinstance(event, ev.Dealt | ev.Drew)
    ]
    assert [event.line for event in own] == [event.line for event in first.events]


def test_everything_else_is_the_first_views():
    second = replace(
        see("Bob"),
        kind="Hand",
        max_seats=8,
        moment=ev.Moment(WHOLE.moment.utc, "2010/09/05 16:32:15", "CET", "2010/09/05 10:32:15"),
    )
    joined = merge_views(see("Ann"), second)
    assert joined == WHOLE
    assert (joined.kind, joined.moment.zone, joined.max_seats) == ("Game", "ET", None)


LEVEL = ev.Tournament("7", "I", "$2.00+$0.20 USD")


@pytest.mark.parametrize(
    ("changes", "what", "line"),
    [
        ({"id": "102"}, "the number", 1),
        ({"site": "Elsewhere"}, "the number", 1),
        ({"game": "Razz"}, "the game", 1),
        ({"stakes": ev.Stakes(Betting.FIXED, 25, 50, "EUR")}, "the stakes", 1),
        ({"stakes": ev.Stakes(Betting.POT, 25, 50, "USD")}, "the stakes", 1),
        ({"stakes": ev.Stakes(Betting.FIXED, 25, 100, "USD")}, "the stakes", 1),
        ({"tournament": LEVEL}, "the tournament", 1),
        ({"moment": read_moment("2010/09/05 11:32:15", "ET", None)}, "the time", 1),
        ({"table": "Beta"}, "the table", 2),
        ({"button": 1}, "the button", 2),
    ],
)
def test_headers_must_agree(changes, what, line):
    difference = merge_views(see("Ann"), replace(see("Bob"), **changes))
    assert isinstance(difference, Disagreement)
    assert (difference.what, difference.first_line, difference.second_line) == (what, line, line)
    assert difference.first != difference.second


@pytest.mark.parametrize("seat", SEATS)
def test_seats_must_agree(seat):
    difference = merge_views(see("Ann"), change(see("Bob"), seat, replace(seat, stack=1)))
    assert (difference.what, difference.first_line, difference.second_line) == (
        "the seats",
        seat.line,
        seat.line,
    )
    assert difference.second == f"Seat {seat.seat}: {seat.player} ($0.01 in chips)"


def test_a_seat_that_one_view_lacks_is_nothing_there():
    difference = merge_views(see("Ann"), change(see("Bob"), SEATS[2], None))
    assert difference == Disagreement(
        "the seats", "Seat 4: Cleo ($3 in chips)", "", first_line=5, second_line=0, another_hand=True,
        part=Part.LINE,
    )  # fmt: skip


@pytest.mark.parametrize("event", public_events(see()), ids=lambda event: type(event).__name__)
def test_public_events_must_agree(event):
    difference = merge_views(see("Ann"), change(see(mucked=False), event, None))
    assert isinstance(difference, Disagreement)
    assert difference.what == "what happened"
    assert difference.first_line in {
        item.line for item in see("Ann").events if not isinstance(item, ev.Dealt | ev.Drew)
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ev.Dealt("Bob", cards("2c 4d 5h 6h")), ev.Dealt("Bob", cards("2c 4d 5h 7h"))),
        (ev.Drew("Bob", cards("2c 4d 5h"), cards("Js")), ev.Drew("Bob", cards("2c 4d 5h"), cards("Qs"))),
        (ev.Drew("Bob", cards("2c 4d 5h"), cards("Js")), None),
        (ev.Discarded("Bob", 1, cards("6h")), ev.Discarded("Bob", 1, cards("7h"))),
        (ev.StoodPat("Bob", cards("2c 4d 5h Js")), ev.StoodPat("Bob", cards("2c 4d 5h Qs"))),
        (
            ev.SeatSummary("Ann", 1, ev.Outcome.MUCKED, ("small blind",), cards=cards("9c 9d Tc Td")),
            ev.SeatSummary("Ann", 1, ev.Outcome.MUCKED, ("small blind",), cards=cards("9c 9d Tc Th")),
        ),
    ],
)
def test_cards_that_both_views_know_must_agree(old, new):
    difference = merge_views(WHOLE, change(see("Bob"), old, new))
    assert isinstance(difference, Disagreement)
    assert difference.what == "the cards"
    assert difference.first_line == next(event.line for event in WHOLE.events if event == old)
    back = merge_views(change(see("Bob"), old, new), WHOLE)
    assert (back.first, back.second) == (difference.second, difference.first)


def test_public_events_tell_no_heros_cards():
    events = public_events(WHOLE)
    assert events == public_events(see("Ann")) == public_events(see("Bob", mucked=False, talk=[4]))
    assert not any(isinstance(event, ev.Dealt | ev.Drew | ev.Talked) for event in events)
    assert ev.Showed("Bob", cards("2c 4d 5h Js"), "Badugi: J,5,4,2") in events


@pytest.mark.parametrize("hero", ["Ann", "Bob"])
def test_a_copy_with_the_line_of_the_deal_completes_one_without(hero):
    """The deal of one was compared with the first draw of the other: the cards disagreed, and stayed unknown."""
    whole = see(hero)
    torn = replace(whole, events=number(without(whole.events, ev.Dealt), 6))
    assert merge_views(torn, whole).events == merge_views(whole, torn).events == whole.events
    drew = next(event for event in torn.events if isinstance(event, ev.Drew))
    other = replace(drew, drawn=cards("2s 7s")[: len(drew.drawn)])
    assert isinstance(merge_views(change(torn, drew, other), whole), Disagreement)
