"""Cards: 52 integers whose order is the order of ranks with the ace low, and their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from badugi_hh.engine import cards

pytestmark = pytest.mark.quick

# Written out, not computed as the module computes it.
ALL_NAMES = (
    "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s "
    "8c 8d 8h 8s 9c 9d 9h 9s Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks"
)


def test_the_deck_is_52_cards_from_ace_to_king():
    assert tuple(range(52)) == cards.DECK
    assert cards.names(cards.DECK) == ALL_NAMES
    assert cards.cards(ALL_NAMES) == cards.DECK


@given(st.lists(st.sampled_from(cards.DECK), max_size=8))
def test_names_and_cards_are_inverse(hand):
    assert cards.cards(cards.names(hand)) == tuple(hand)
    assert [cards.card(cards.name(card)) for card in hand] == hand


@pytest.mark.parametrize("name", ["", "A", "1c", "10c", "Tx", "ac", "AC", "Ac ", "T♣", "cA", "Acc"])
def test_what_is_no_card_is_refused(name):
    with pytest.raises(ValueError, match="no such card"):
        cards.card(name)
