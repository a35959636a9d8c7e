"""A misspelt name or value is refused with what was probably meant, in Python where the `Filter` is made."""

import re

import pytest

from badugi_hh import Filter, FilterError
from badugi_hh.engine.rules import Betting
from badugi_hh.stats.definitions.registry import STATS
from badugi_hh.stats.selection.dimensions import DIMENSIONS
from badugi_hh.stats.selection.filters import Filter as Home
from badugi_hh.stats.selection.statistic_names import selected_stats
from badugi_hh.suggest import _SYNONYMS, alike, did_you_mean

POSITIONS = ("EP", "MP", "HJ", "CO", "BTN", "SB", "BB")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("button", ["BTN"]), ("Cut-Off", ["CO"]), ("cut off", ["CO"]), ("hijack", ["HJ"]),
        ("small_blind", ["SB"]), ("buton", ["BTN"]), ("xyz", []), ("", []),
    ],
)  # fmt: skip
def test_players_words_and_near_spellings_are_known(text, meant):
    assert alike(text, POSITIONS) == meant


def test_a_synonym_counts_only_where_its_name_is_known():
    assert alike("button", ["Ann", "Ben"]) == []
    assert set(_SYNONYMS) <= {*POSITIONS, *Betting, *DIMENSIONS["game"].order}


def test_at_most_three_names_are_suggested_with_those_that_begin_so_first():
    assert alike("an", ["Stan", "Ann", "Anna", "Andy", "Bo"]) == ["Andy", "Ann", "Anna"]
    assert did_you_mean(["a", "b"], show=repr) == "did you mean 'a' or 'b'?"
    assert did_you_mean([]) == ""


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"position": "button"}, "position has no value 'button'; did you mean BTN? there are EP, MP, HJ, CO, BTN, SB, BB"),
        ({"position": "UTG"}, "position has no value 'UTG'; did you mean EP? there are EP, MP, HJ, CO, BTN, SB, BB"),
        ({"position": "unknown"}, "position has no value 'unknown'; there are EP, MP, HJ, CO, BTN, SB, BB"),
        ({"game": "tourney"}, "game has no value 'tourney'; did you mean tournament? there are cash, tournament, play money"),
        ({"game": "cahs"}, "game has no value 'cahs'; did you mean cash? there are cash, tournament, play money"),
        ({"betting": "NL"}, "betting has no value 'NL'; did you mean no-limit? there are fixed, half-pot, pot, no-limit"),
        ({"betting": "limit"}, "betting has no value 'limit'; did you mean fixed? there are fixed, half-pot, pot, no-limit"),
        ({"only": (("postion", "BTN"),)}, "there is no dimension 'postion'; did you mean position?"),
        ({"only": (("position", "cutoff"),)}, "position has no value 'cutoff'; did you mean CO? there are EP, MP, HJ, CO, "),
        ({"only": (("late", "lte"),)}, "late has no value 'lte'; did you mean late? there are late, not late, unknown"),
        ({"only": (("hand-class", "badgi"),)}, "hand_class has no value 'badgi'; did you mean badugi? there are badugi, "),
        ({"only": (("high_card", "badugi"),)}, "high_card has no value 'badugi'; did you mean badugi 4 or "),
        ({"only": (("opener", "xyz"),)}, "opener has no value 'xyz'; there are EP, MP, HJ, CO, BTN, SB, BB, none and 1 more"),
    ],
)  # fmt: skip
def test_a_filter_that_no_database_can_answer_is_refused_when_it_is_made(wrong, message):
    with pytest.raises(FilterError, match=re.escape(message)):
        Filter(**wrong)


def test_what_depends_on_the_database_and_capitals_are_left_to_it():
    assert Home is Filter
    Filter(position="btn", game="Cash", betting="FIXED", stakes="nothing", player="nobody")
    Filter(only=(("opener", "None"), ("Hand-Class", "BADUGI"), ("position", "unknown"), ("month", "2024-3")))


def test_every_fixed_value_of_a_dimension_is_one_that_a_filter_takes():
    for dimension in DIMENSIONS.values():
        for value in dimension.order:
            assert Filter(only=((dimension.name, value),)).only == ((dimension.name, value),)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("vpipp", "vpip"), ("3-bet", "three_bet"), ("win rate", "winrate"), ("went to showdown", "wtsd")],
)
def test_a_statistic_is_suggested_by_its_name_or_its_title(name, meant):
    assert meant in STATS
    with pytest.raises(FilterError, match=f"did you mean {meant}"):
        selected_stats(name)
