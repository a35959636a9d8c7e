"""The odds that public descriptions of Badugi state, counted by dealing every card through the table.

They say that a one-card draw to a three-card hand such as A-2-3 has ten outs, about 21%, and that over three draws
the badugi comes about 51 % of the time. `tests/odds/test_odds.py` compares the formulas of `badugi_hh.odds` with the same
numbers; this file counts only cards that the table allows, and hands that the simulator's deck deals.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import pytest
from support.spread import few
from support.tables import copy_table

from badugi_hh.engine.cards import DECK, Cards, cards, name
from badugi_hh.engine.rules import POKERSTARS, ROOMS, Post
from badugi_hh.engine.table import Phase, Table
from badugi_hh.engine.values import best_subset, is_badugi
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.deck import Deck
from badugi_hh.stats.definitions.intervals import Z

ONE_DRAW = Fraction(10, 48)
THREE_DRAWS = 1 - Fraction(38, 48) * Fraction(37, 47) * Fraction(36, 46)

HERO, OTHER = 1, 2

HANDS = [
    ("As 2h 3d", "Kd"),  # the fourth card has a suit twice
    ("As 2h 3d", "3c"),  # or a rank
    ("Kc 7s 2h", "2c"),  # the outs do not depend on the ranks
]


def at_the_first_draw(room: str, hand: Cards) -> Table:
    """Heads-up, nobody raises; the other's cards are not known."""
    rules = replace(ROOMS[room], small_blind=10, big_blind=20, small_bet=20, big_bet=40)
    table = Table(rules, {HERO: 1000, OTHER: 1000}, OTHER)
    table.post(OTHER, Post.SMALL_BLIND, 10)
    table.post(HERO, Post.BIG_BLIND, 20)
    table.deal({HERO: hand})
    table.call(OTHER)
    table.check(HERO)
    return table


def what_can_come(table: Table, kept: Cards) -> tuple[Cards, Cards]:
    """Return the one card thrown, and every card that the table lets come for it."""
    thrown = tuple(card for card in table.hands[HERO] if card not in kept)
    return thrown, tuple(card for card in DECK if table.can_draw(HERO, 1, thrown, (card,)))


def drawn_to(table: Table, kept: Cards, card: int) -> Table:
    """Return the table at the next draw, after this card has come; the other stands pat and both check."""
    table = copy_table(table)
    thrown, _ = what_can_come(table, kept)
    table.draw(HERO, 1, thrown, (card,))
    table.draw(OTHER, 0)
    while table.phase is Phase.BETTING:
        table.check(table.actor)
    return table


def chance(table: Table, kept: Cards, draws: int) -> Fraction:
    """Return the chance of a badugi in so many draws of one card, by enumeration."""
    _, coming = what_can_come(table, kept)
    outs = [card for card in coming if is_badugi((*kept, card))]
    missed = [card for card in coming if card not in outs]
    later = sum(chance(drawn_to(table, kept, card), kept, draws - 1) for card in missed) if draws > 1 else 0
    return (len(outs) + Fraction(later)) / len(coming)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize(("kept", "fourth"), HANDS)
def test_ten_of_48_unseen_cards_make_the_badugi(room: str, kept: str, fourth: str) -> None:
    table = at_the_first_draw(room, cards(f"{kept} {fourth}"))
    _, coming = what_can_come(table, cards(kept))
    assert set(coming) == set(DECK) - set(cards(f"{kept} {fourth}"))
    outs = [card for card in coming if is_badugi((*cards(kept), card))]
    assert (len(outs), len(coming)) == (10, 48)
    assert chance(table, cards(kept), 1) == ONE_DRAW == Fraction(5, 24)
    assert round(float(ONE_DRAW), 3) == 0.208


def test_the_ten_outs_by_name() -> None:
    table = at_the_first_draw("home", cards("As 2h 3d Kd"))
    _, coming = what_can_come(table, cards("As 2h 3d"))
    outs = [name(card) for card in coming if is_badugi((*cards("As 2h 3d"), card))]
    assert outs == ["4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc"]


@pytest.mark.parametrize("room", few(ROOMS, "pokerstars", "home"))
def test_about_51_percent_over_three_draws(room: str) -> None:
    """A-2-3 is kept and one card drawn until the badugi is there; what was thrown does not come back."""
    table = at_the_first_draw(room, cards("As 2h 3d Kd"))
    assert chance(table, cards("As 2h 3d"), 3) == THREE_DRAWS == Fraction(2215, 4324)
    assert round(float(THREE_DRAWS), 2) == 0.51


@lru_cache(maxsize=1)
def dealt(deals: int = 20_000) -> tuple[int, list[int]]:
    """Deal hands and draw one card at a time to every three-card hand; count them, and the badugis at each draw."""
    chances = Chance(2010)
    hands, made = 0, [0, 0, 0]
    for _ in range(deals):
        deck = Deck(POKERSTARS, chances)
        hand = deck.deal(4)
        kept = best_subset(hand)
        if len(kept) != 3:
            continue
        hands += 1
        for draw in (1, 2, 3):
            deck.throw(HERO, [card for card in hand if card not in kept], draw)
            hand = (*kept, *deck.draw(HERO, 1))
            if is_badugi(hand):
                made[draw - 1] += 1
                break
    return hands, made


def share_is(made: int, hands: int, expected: Fraction) -> bool:
    """Return whether a share is within the 95% interval around the exact one."""
    return abs(made / hands - expected) <= Z * float(expected * (1 - expected) / hands) ** 0.5


def test_the_simulator_deals_a_badugi_as_often() -> None:
    hands, made = dealt()
    assert hands > 10_000
    assert share_is(made[0], hands, ONE_DRAW)
    assert share_is(sum(made), hands, THREE_DRAWS)


def test_the_interval_can_fail() -> None:
    """One out more or less in the first draw, or in the three, would be seen."""
    hands, made = dealt()
    for outs in (9, 11):
        missing = Fraction(48 - outs, 48) * Fraction(47 - outs, 47) * Fraction(46 - outs, 46)
        assert not share_is(made[0], hands, Fraction(outs, 48))
        assert not share_is(sum(made), hands, 1 - missing)
