"""Where every known card is: with a player, discarded, or back in the deck after a reshuffle.

Unknown cards are only counted, in `State.stub`. A card in two places at once is an error. After a reshuffle a discard
can be dealt again; to the player who discarded it only where the room allows that.
"""

from collections.abc import Mapping

from badugi_hh.engine.cards import Card, Cards, names
from badugi_hh.engine.rules import Rules
from badugi_hh.engine.violation import RuleError, Violation


class DealtCards:
    """The known cards of one deal.

    `hands` maps each seat to its cards in the order in which they were dealt, or to None where unknown. `parts` has the
    cards that a seat has shown of an unknown hand.
    """

    __slots__ = ("_dead", "_discarded_by", "_drew_since", "_mucked", "_returned", "_rules", "hands", "parts")

    def __init__(self, rules: Rules, hands: Mapping[int, Cards | None]) -> None:
        self._rules = rules
        self.hands: dict[int, Cards | None] = dict(hands)
        self.parts: dict[int, Cards] = {}
        self._dead: dict[Card, int] = {}  # discards: the draw of each, 0 for a folded hand
        self._discarded_by: dict[Card, set[int]] = {}
        self._mucked: set[int] = set()  # seats whose hands are among the discards
        self._returned: frozenset[Card] = frozenset()  # cards that the last reshuffle put into the deck
        self._drew_since: dict[int, int] = {}  # number of cards that each seat has drawn since then

    def verify_new(self, seat: int, cards: Cards, kept: Cards = ()) -> None:
        """Raise `RuleError` unless these cards can be dealt to `seat`, which keeps the `kept` cards."""
        if len({*cards, *kept}) != len(cards) + len(kept):
            raise RuleError(Violation.CARD_TWICE, f"a card is twice among {names((*kept, *cards))}")
        held = [
            (other, hand)
            for known in (self.hands, self.parts)
            for other, hand in known.items()
            if hand and other != seat and other not in self._mucked
        ]
        for card in cards:
            if seat in self._discarded_by.get(card, ()) and not self._rules.own_discards_return:
                raise RuleError(
                    Violation.OWN_DISCARD, f"{names((card,))} returns to the player who discarded it"
                )
            if card in self._dead:
                raise RuleError(Violation.CARD_TWICE, f"{names((card,))} was discarded before", card=card)
            for other, hand in held:
                if card in hand:
                    what = f"{names((card,))} is with {{other}} already"
                    raise RuleError(Violation.CARD_TWICE, what, other=other, card=card)

    def verify_hidden(self, seat: int, cards: Cards) -> None:
        """Raise `RuleError` unless these cards can be in the unknown hand of `seat`.

        Cards that a reshuffle put into the deck can only have been drawn after it.
        """
        self.verify_new(seat, cards)
        back = tuple(card for card in cards if card in self._returned)
        drew = self._drew_since.get(seat, 0)
        if len(back) > drew:
            what = f"{names(back)} went back into the deck, and only {drew} cards were drawn since"
            raise RuleError(Violation.CARD_TWICE, what, card=back[0])

    def verify_thrown(self, seat: int, thrown: Cards) -> None:
        """Raise `RuleError` unless the player holds the discards, as far as the hand is known."""
        hand = self.hands[seat]
        if len(set(thrown)) != len(thrown):
            raise RuleError(Violation.CARD_TWICE, f"a card is twice among {names(thrown)}")
        if hand is None:
            self.verify_hidden(seat, thrown)
        elif missing := [card for card in thrown if card not in hand]:
            raise RuleError(
                Violation.NOT_HELD,
                "discards cards that were not held",
                expected=names(hand),
                found=names(missing),
            )

    def kept(self, seat: int, thrown: Cards | None, count: int) -> Cards | None:
        """Return the cards that the player keeps, or None where they are unknown."""
        hand = self.hands[seat]
        if count == 4:
            return ()
        if hand is None or (thrown is None and count):
            return None
        return tuple([card for card in hand if card not in (thrown or ())])

    def exchange(self, seat: int, draw: int, thrown: Cards | None, count: int, drawn: Cards | None) -> None:
        """Replace the discards by the drawn cards; a hand that is no longer known becomes None."""
        kept = self.kept(seat, thrown, count)
        if thrown is None and count == 4:
            thrown = self.hands[seat]
        for card in thrown or ():
            self._dead[card] = draw
            self._discarded_by.setdefault(card, set()).add(seat)
        if count:
            self._drew_since[seat] = self._drew_since.get(seat, 0) + count
            self.hands[seat] = None if kept is None or drawn is None else (*kept, *drawn)

    def show_part(self, seat: int, cards: Cards) -> None:
        """Record the cards that a seat shows of an unknown hand; those of a folded hand are discards."""
        if self.hands[seat] is not None:
            return
        if seat in self._mucked:
            self._dead.update(dict.fromkeys(cards, 0))
        else:
            self.parts[seat] = (*self.parts.get(seat, ()), *cards)

    def muck(self, seat: int) -> None:
        """Move a folded hand to the discards."""
        self._mucked.add(seat)
        for card in self.hands[seat] or ():
            self._dead[card] = 0

    def verify_dealt_out(self, drawn: Cards, old: int) -> None:
        """Raise `RuleError` unless `old` of these cards can come from the deck before its reshuffle."""
        back = [card for card in drawn if card in self._returned]
        if len(back) > len(drawn) - old:
            raise RuleError(
                Violation.CARD_TWICE,
                f"{names(back)} came from the discards, with {old} cards of the old deck left",
                expected=f"at most {len(drawn) - old} of them",
                found=str(len(back)),
            )

    def reshuffle(self, draw: int) -> None:
        """Put the discards into the deck; those of this draw only where the room does so."""
        kept_out = {
            card: thrown_at
            for card, thrown_at in self._dead.items()
            if thrown_at == draw and not self._rules.reshuffle_this_draw
        }
        self._drew_since = {}
        self._returned = frozenset(self._dead.keys() - kept_out.keys())
        self._dead = kept_out
