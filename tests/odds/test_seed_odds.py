"""The odds that public descriptions of Badugi state, counted by dealing every card through the table.

They say that a one-card draw to a three-card hand such as A-2-3 has ten outs, about 21%, and that over three draws
the badugi comes about 51 % of the time. `tests/odds/test_odds.py` compares the formulas of `badugi_hh.odds` with the same
numbers; this file counts only cards that the table allows, and hands that the simulator's deck deals.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from support.spread import few
from support.tables import copy_table

from badugi_hh.engine.cards import DECK, cards
from badugi_hh.engine.rules import ROOMS, Post
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.values import is_badugi

ONE_DRAW = Fraction(10, 48)
THREE_DRAWS = 1 - Fraction(38, 48) * Fraction(37, 47) * Fraction(36, 46)

HERO, OTHER = 1, 2

HANDS = [
    ("As 2h 3d", "Kd"),  # the fourth card has a suit twice
    ("As 2h 3d", "3c"),  # or a rank
    ("Kc 7s 2h", "2c"),  # the outs do not depend on the ranks
]


def at_the_first_draw(room, hand):
    """Heads-up, nobody raises; the other's cards are not known."""
    rules = replace(ROOMS[room], small_blind=10, big_blind=20, small_bet=20, big_bet=40)
    table = Table(rules, {HERO: 1000, OTHER: 1000}, OTHER)
    table.post(OTHER, Post.SMALL_BLIND, 10)
    table.post(HERO, Post.BIG_BLIND, 20)
    table.deal({HERO: hand})
    table.call(OTHER)
    table.check(HERO)
    return table


def what_can_come(table, kept):
    """Return the one card thrown, and every card that the table lets come for it."""
    thrown = tuple(card for card in table.hands[HERO] if card not in kept)
    return thrown, tuple(card for card in DECK if table.can_draw(HERO, 1, thrown, (card,)))


def drawn_to(table, kept, card):
    """Return the table at the next draw, after this card has come; the other stands pat and both check."""
    table = copy_table(table)
    thrown, _ = what_can_come(table, kept)
    table.draw(HERO, 1, thrown, (card,))
    table.draw(OTHER, 0)
    while table.phase is Phase.BETTING:
        table.check(table.actor)
    return table


def chance(table, kept, draws):
    """Return the chance of a badugi in so many draws of one card, by enumeration."""
    _, coming = what_can_come(table, kept)
    outs = [card for card in coming if is_badugi((*kept, card))]
    missed = [card for card in coming if card not in outs]
    later = sum(chance(drawn_to(table, kept, card), kept, draws - 1) for card in missed) if draws > 1 else 0
    return (len(outs) + Fraction(later)) / len(coming)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize(("kept", "fourth"), HANDS)
def test_ten_of_48_unseen_cards_make_the_badugi(room, kept, fourth):
    table = at_the_first_draw(room, cards(f"{kept} {fourth}"))
    _, coming = what_can_come(table, cards(kept))
    assert set(coming) == set(DECK) - set(cards(f"{kept} {fourth}"))
    outs = [card for card in coming if is_badugi((*cards(kept), card))]
    assert (len(outs), len(coming)) == (10, 48)
    assert chance(table, cards(kept), 1) == ONE_DRAW == Fraction(5, 24)
    assert round(float(ONE_DRAW), 3) == 0.208


@pytest.mark.parametrize("room", few(ROOMS, "pokerstars", "home"))
def test_about_51_percent_over_three_draws(room):
    """A-2-3 is kept and one card drawn until the badugi is there; what was thrown does not come back."""
    table = at_the_first_draw(room, cards("As 2h 3d Kd"))
    assert chance(table, cards("As 2h 3d"), 3) == THREE_DRAWS == Fraction(2215, 4324)
    assert round(float(THREE_DRAWS), 2) == 0.51
