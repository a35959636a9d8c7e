"""The table: one hand of Badugi as a state that moves only by legal operations.

Each operation `X` has `verify_X`, which raises `RuleError` saying who did what and what was due, and `can_X`.
Cards may be unknown: the table counts the deck exactly and checks the cards it is told. It knows no text, deals
no cards itself, decides nothing for a player, and pays nobody: at the end take `pots()`, compare hands by
`engine.values.value`, and divide each pot with `engine.pots.share`.

A hand goes from posts to the deal, and then as `phase` and `legal_actions()` say. Cards are those of
`engine.cards.cards`, chips are integers:

    >>> from dataclasses import replace
    >>> from badugi_hh.engine.cards import cards
    >>> from badugi_hh.engine.rules import POKERSTARS, Post
    >>> rules = replace(POKERSTARS, small_blind=10, big_blind=20, small_bet=20, big_bet=40)
    >>> table = Table(rules, {1: 500, 2: 500}, button=1)
    >>> table.post(1, Post.SMALL_BLIND, 10)
    >>> table.post(2, Post.BIG_BLIND, 20)
    >>> table.deal({1: cards("As 2d 3h Kh")})
    >>> table.legal_actions()
    Legal(seat=1, check=False, call=10, bet=(40, 40), draws=(), reshuffle=False)
    >>> table.call(1)
    >>> table.check(2)
    >>> table.phase, table.legal_actions()
    (<Phase.DRAWING: 'drawing'>, Legal(seat=2, check=False, call=None, bet=None, draws=(0, 1, 2, 3, 4), reshuffle=False))
    >>> table.draw(2, 2)
    >>> table.draw(1, 1, cards("Kh"), cards("4c"))
    >>> table.pot, table.actor
    (40, 2)
    >>> Table.from_history(rules, {1: 500, 2: 500}, 1, table.history).stacks == table.stacks
    True
"""

from collections.abc import Iterable, Mapping
from typing import Self

from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.limits import bounds, full_bet
from badugi_hh.engine.rules import Betting, Post, Rules
from badugi_hh.engine.state import Legal, Operation, Phase
from badugi_hh.engine.turns import Turns
from badugi_hh.engine.violation import RuleError, Violation, allowed

__all__ = ["Legal", "Operation", "Phase", "Table"]


class Table(Turns):
    """One hand at one table; see `State` for what can be read off and for the arguments."""

    @classmethod
    def from_history(
        cls, rules: Rules, stacks: Mapping[int, int], button: int, history: Iterable[Operation]
    ) -> Self:
        """Return the state that these operations lead to.

        Raises:
            RuleError: the first of them that the rules do not allow.
        """
        table = cls(rules, stacks, button)
        for operation in history:
            table.apply(operation)
        return table

    def apply(self, operation: Operation) -> None:
        """Carry an operation out."""
        getattr(self, operation.name)(*operation.arguments)

    # --- posting and dealing

    def verify_post(self, seat: int, post: Post, amount: int) -> None:
        """Raise `RuleError` unless the seat may post this amount now."""
        self._at_table(seat)
        if self.phase is not Phase.POSTING:
            raise RuleError(Violation.BAD_BLIND, "posts after the deal", seat=seat)
        if post is Post.ANTE and self.level:
            raise RuleError(Violation.BAD_BLIND, "posts the ante after a blind", seat=seat)
        least, most = self.post_bounds(seat, post)
        if not least <= amount <= most:
            raise RuleError(
                Violation.BAD_BLIND,
                f"posts a wrong {post}",
                seat=seat,
                expected=least if least == most else (least, most),
                found=amount,
            )
        if post is Post.SMALL_BLIND and self.small_blind is not None and self.big_blind is None:
            raise RuleError(Violation.BAD_BLIND, "posts a second small blind before the big blind", seat=seat)
        if post is Post.SMALL_BLIND and self._precedes_big_blind(seat):
            raise RuleError(Violation.BAD_BLIND, "posts the small blind after the big blind", seat=seat)
        if (self.dead[seat] or seat == self.small_blind) and post in {Post.SMALL_BLIND, Post.BOTH_BLINDS}:
            raise RuleError(Violation.BAD_BLIND, "posts a second small blind", seat=seat)
        if self.street[seat] and post in {Post.BIG_BLIND, Post.BOTH_BLINDS}:
            raise RuleError(Violation.BAD_BLIND, "posts a second live blind", seat=seat)
        if self.antes[seat] and post is Post.ANTE:
            raise RuleError(Violation.BAD_BLIND, "posts a second ante", seat=seat)

    def can_post(self, seat: int, post: Post, amount: int) -> bool:
        """Return whether the seat may post this amount now."""
        return allowed(lambda: self.verify_post(seat, post, amount))

    def post(self, seat: int, post: Post, amount: int) -> None:
        """Put a blind or an ante in.

        The first small and the first big blind are the blinds; a small blind after them, and the small blind's part
        of `small & big blinds`, is dead; a further big blind is live. Antes count for no call.
        """
        self.verify_post(seat, post, amount)
        self._note("post", seat, post, amount)
        self._put(seat, amount)
        if self.stacks[seat]:
            self._told.setdefault(post, amount)
        live = amount
        match post:
            case Post.ANTE:
                live = 0
                self.antes[seat] += amount
            case Post.SMALL_BLIND if self.big_blind is not None:
                live = 0
                self.dead[seat] += amount
            case Post.SMALL_BLIND:
                self.small_blind = seat
            case Post.BIG_BLIND:
                self.big_blind = seat if self.big_blind is None else self.big_blind
            case Post.BOTH_BLINDS:
                live = min(amount, self.rules.big_blind)
                self.dead[seat] += amount - live
        self.street[seat] += live
        # Others owe the whole big blind, however little of it was left to post (WSOP live-action rule 150).
        full = self.rules.big_blind if post in {Post.BIG_BLIND, Post.BOTH_BLINDS} else 0
        self.level = max(self.level, self.street[seat], full)

    def can_deal(self, hands: Mapping[int, Cards] | None = None) -> bool:
        """Return whether these hands may be dealt now."""
        return allowed(lambda: self.verify_deal(hands))

    def deal(self, hands: Mapping[int, Cards] | None = None) -> None:
        """Deal four cards to everybody and open the first betting round; hands not given stay unknown."""
        self.verify_deal(hands)
        self._note("deal", dict(hands or {}))
        self.cards.hands.update(hands or {})
        self._begin_betting()

    def verify_deal(self, hands: Mapping[int, Cards] | None = None) -> None:
        """Raise `RuleError` unless the deal may happen now with these known hands."""
        if self.phase is not Phase.POSTING:
            raise RuleError(Violation.ILLEGAL, "cards are dealt a second time")
        seen: Cards = ()
        for seat, hand in (hands or {}).items():
            self._at_table(seat)
            if len(hand) != 4:
                raise RuleError(
                    Violation.WRONG_COUNT,
                    f"is dealt {len(hand)} cards",
                    seat=seat,
                    expected="4",
                    found=str(len(hand)),
                )
            self.cards.verify_new(seat, hand, seen)
            seen += hand

    # --- betting

    def verify_fold(self, seat: int) -> None:
        """Raise `RuleError` unless the seat may fold now.

        Folding without facing a bet is legal; a player all-in with a blind who sits out is folded by the room,
        before anybody draws.
        """
        self._at_table(seat)
        waiting = self.phase in {Phase.BETTING, Phase.DRAWING} and not any(self.drawn.values())
        if waiting and seat not in self.folded and not self.stacks[seat] and seat not in self._acted:
            return
        self.verify_actor(seat, "folds", Phase.BETTING)

    def can_fold(self, seat: int) -> bool:
        """Return whether the seat may fold now."""
        return allowed(lambda: self.verify_fold(seat))

    def fold(self, seat: int) -> None:
        """Fold."""
        self.verify_fold(seat)
        self._note("fold", seat)
        self.folded.add(seat)
        self.cards.muck(seat)
        if self.phase is Phase.DRAWING and len(self.live) > 1:
            self.actor = self.live[0]
        elif seat == self.actor or len(self.live) == 1:
            self._advance(seat)

    def verify_check(self, seat: int) -> None:
        """Raise `RuleError` unless the seat may check now."""
        self.verify_actor(seat, "checks", Phase.BETTING)
        if self.price(seat):
            raise RuleError(
                Violation.ILLEGAL, "checks facing a bet", seat=seat, expected="call or fold", found="check"
            )

    def can_check(self, seat: int) -> bool:
        """Return whether the seat may check now."""
        return allowed(lambda: self.verify_check(seat))

    def check(self, seat: int) -> None:
        """Check."""
        self.verify_check(seat)
        self._note("check", seat)
        self._acted[seat] = self.level
        self._advance(seat)

    def verify_call(self, seat: int) -> None:
        """Raise `RuleError` unless the seat may call now."""
        self.verify_actor(seat, "calls", Phase.BETTING)
        if not self.price(seat):
            raise RuleError(
                Violation.ILLEGAL, "calls with nothing to call", seat=seat, expected="check", found="call"
            )

    def can_call(self, seat: int) -> bool:
        """Return whether the seat may call now."""
        return allowed(lambda: self.verify_call(seat))

    def call(self, seat: int) -> None:
        """Call for `price(seat)`."""
        self.verify_call(seat)
        self._note("call", seat)
        price = self.price(seat)
        self._put(seat, price)
        self.street[seat] += price
        self._acted[seat] = self.level
        self._advance(seat)

    def verify_bet_to(self, seat: int, to: int, reopen: bool = False) -> None:
        """Raise `RuleError` unless the seat may bet or raise to this total of the round."""
        self.verify_actor(seat, "bets", Phase.BETTING)
        error = self._raise_error(seat)
        if error and not (reopen and error.violation is Violation.NOT_REOPENED):
            raise error
        least, most = bounds(self._bettor(seat))
        if not least <= to <= most:
            raise RuleError(
                Violation.WRONG_AMOUNT,
                "bets or raises to a wrong total",
                seat=seat,
                expected=least if least == most else (least, most),
                found=to,
            )

    def can_bet_to(self, seat: int, to: int, reopen: bool = False) -> bool:
        """Return whether the seat may bet or raise to this total now."""
        return allowed(lambda: self.verify_bet_to(seat, to, reopen))

    def bet_to(self, seat: int, to: int, reopen: bool = False) -> None:
        """Bet or raise to this total of the round.

        `reopen` lets the seat raise although a short all-in did not reopen the betting, for rooms that do so.
        """
        self.verify_bet_to(seat, to, reopen)
        self._note("bet_to", seat, to, reopen)
        self.last_raise = max(self.last_raise, to - self.level)
        if self.rules.betting is Betting.FIXED and full_bet(self.rules, self.round, self.full, to):
            self.full = to
            self.bets += 1
        self._put(seat, to - self.street[seat])
        self.street[seat] = self.level = to
        self._acted[seat] = to
        self.aggressor = seat
        self._advance(seat)

    # --- drawing

    def verify_draw(
        self, seat: int, count: int, thrown: Cards | None = None, drawn: Cards | None = None
    ) -> None:
        """Raise `RuleError` unless the seat may draw `count` cards now, with these known cards."""
        self.verify_actor(seat, "draws", Phase.DRAWING)
        if not 0 <= count <= 4:
            raise RuleError(
                Violation.BAD_DRAW, f"draws {count} cards", seat=seat, expected="0 to 4", found=str(count)
            )
        for cards in (thrown, drawn):
            if cards is not None and len(cards) != count:
                raise RuleError(
                    Violation.WRONG_COUNT,
                    f"draws {count} but {len(cards)} cards are named",
                    seat=seat,
                    expected=str(count),
                    found=str(len(cards)),
                )
        least, most = self._draw_bounds()
        if count < least:
            raise RuleError(
                Violation.BAD_RESHUFFLE,
                f"the deck was reshuffled with {self._stub_before} cards left for a draw of {count}",
                expected="no reshuffle",
                found="reshuffle",
            )
        if count > most:
            raise RuleError(
                Violation.BAD_RESHUFFLE,
                f"draws {count} with {most} cards left",
                seat=seat,
                expected="reshuffle" if self._stub_before is None else f"at most {most}",
                found="none" if self._stub_before is None else str(count),
            )
        if thrown:
            self.cards.verify_thrown(seat, thrown)
        if drawn:
            # A card thrown in this very draw cannot come back either; unnamed, it is one of the hand.
            self.cards.verify_new(seat, drawn, self.cards.kept(seat, thrown, count) or ())
            held = self.hands[seat] if thrown is None else thrown
            if back := set(drawn) & set(held or ()):
                raise RuleError(Violation.OWN_DISCARD, f"{names(back)} comes back to its own thrower")
            if self._stub_before is not None and self.rules.deal_out_first:
                self.cards.verify_dealt_out(drawn, self._stub_before)

    def can_draw(
        self, seat: int, count: int, thrown: Cards | None = None, drawn: Cards | None = None
    ) -> bool:
        """Return whether the seat may draw so now."""
        return allowed(lambda: self.verify_draw(seat, count, thrown, drawn))

    def draw(self, seat: int, count: int, thrown: Cards | None = None, drawn: Cards | None = None) -> None:
        """Throw `count` cards away (0 = stand pat) and take as many; the cards where they are known."""
        self.verify_draw(seat, count, thrown, drawn)
        self._note("draw", seat, count, thrown, drawn)
        self.cards.exchange(seat, self.round + 1, thrown, count, drawn)
        self.drawn[seat].append(count)
        self.stub -= count
        self._stub_before = None
        waiting = [other for other in self.live if len(self.drawn[other]) <= self.round]
        if waiting:
            self.actor = waiting[0]
        else:
            self.round += 1
            self._begin_betting()

    def verify_reshuffle(self) -> None:
        """Raise `RuleError` unless a draw could overdraw the deck now."""
        if self.phase is not Phase.DRAWING:
            raise RuleError(Violation.BAD_RESHUFFLE, "the deck is reshuffled outside a draw")
        if self._stub_before is not None:
            raise RuleError(Violation.BAD_RESHUFFLE, "the deck is reshuffled twice for one draw")
        left = self._servable(self.stub)
        if left >= 4 or self._servable(self._renewed()) <= left:
            raise RuleError(
                Violation.BAD_RESHUFFLE,
                f"the deck is reshuffled with {self.stub} cards left",
                expected="fewer cards than the next draw asks for",
                found=str(self.stub),
            )

    def can_reshuffle(self) -> bool:
        """Return whether the deck may be reshuffled now."""
        return allowed(self.verify_reshuffle)

    def reshuffle(self) -> None:
        """Make a new deck of what is left of the old one and the discards, folded hands among them.

        It serves the draw that follows. Where the old deck is dealt out first, `stub` counts its last cards too.
        """
        self.verify_reshuffle()
        self._note("reshuffle")
        self._stub_before = self._servable(self.stub)
        self.stub = self._renewed()
        self.cards.reshuffle(self.round + 1)

    # --- the end

    def verify_return_uncalled(self, seat: int, amount: int) -> None:
        """Raise `RuleError` unless this part of this seat's bet was not called."""
        due = self.uncalled()
        if due != (seat, amount):
            other = due[0] if due and due[0] != seat else None
            what = "gets a bet back that was called in full"
            if due:
                what = "gets a wrong part of a bet back"
            if other is not None:
                what = "gets a bet back that belongs to {other}"
            raise RuleError(
                Violation.WRONG_UNCALLED,
                what,
                seat=seat,
                other=other,
                expected=due[1] if due else 0,
                found=amount,
            )

    def return_uncalled(self) -> None:
        """Give the uncalled part of the last bet back, if there is one."""
        if due := self.uncalled():
            self._note("return_uncalled")
            seat, amount = due
            of_bet = min(amount, self.street[seat])
            self.street[seat] -= of_bet
            self.antes[seat] -= amount - of_bet
            self.put_in[seat] -= amount
            self.stacks[seat] += amount

    def verify_show(self, seat: int, cards: Cards) -> None:
        """Raise `RuleError` unless the seat can hold these four cards at the end."""
        self._at_table(seat)
        if self.phase not in {Phase.SHOWDOWN, Phase.OVER}:
            raise RuleError(Violation.UNFINISHED, "shows before the betting is over", seat=seat)
        if len(cards) != 4:
            raise RuleError(
                Violation.WRONG_COUNT,
                f"shows {len(cards)} cards",
                seat=seat,
                expected="4",
                found=str(len(cards)),
            )
        held = self.hands[seat]
        if held is None:
            self.cards.verify_hidden(seat, cards)
            held = self.cards.parts.get(seat, ())
        if not set(held) <= set(cards):
            raise RuleError(
                Violation.NOT_HELD,
                "shows other cards than were held",
                seat=seat,
                expected=names(held),
                found=names(cards),
            )

    def can_show(self, seat: int, cards: Cards) -> bool:
        """Return whether the seat can hold these cards."""
        return allowed(lambda: self.verify_show(seat, cards))

    def show(self, seat: int, cards: Cards) -> None:
        """Make a hand known at the end."""
        self.verify_show(seat, cards)
        self._note("show", seat, cards)
        self.cards.hands[seat] = cards

    def verify_show_part(self, seat: int, cards: Cards) -> None:
        """Raise `RuleError` unless the seat can hold these cards, of which it shows no more."""
        self._at_table(seat)
        if len(cards) > 4:
            raise RuleError(
                Violation.WRONG_COUNT,
                f"shows {len(cards)} cards",
                seat=seat,
                expected="at most 4",
                found=str(len(cards)),
            )
        held = self.hands[seat]
        if held is None or len(set(cards)) != len(cards):
            self.cards.verify_hidden(seat, cards)
        elif missing := [card for card in cards if card not in held]:
            raise RuleError(
                Violation.NOT_HELD,
                "shows cards that were not held",
                seat=seat,
                expected=names(held),
                found=names(missing),
            )

    def can_show_part(self, seat: int, cards: Cards) -> bool:
        """Return whether the seat can hold these cards."""
        return allowed(lambda: self.verify_show_part(seat, cards))

    def show_part(self, seat: int, cards: Cards) -> None:
        """Make some cards of a hand known, at the end or in folding; they tell too little to make it known."""
        self.verify_show_part(seat, cards)
        self._note("show_part", seat, cards)
        self.cards.show_part(seat, cards)

    def _precedes_big_blind(self, seat: int) -> bool:
        """Return whether the small blind is this seat's, but the big blind has been posted before it."""
        if self.big_blind is None or self.small_blind is not None:
            return False
        return len(self.order) == 2 or self.order.index(seat) < self.order.index(self.big_blind)

    def post_bounds(self, seat: int, post: Post) -> tuple[int, int]:
        """Return the least and the most that the seat may post, all-in for less.

        Where the stakes do not name the ante or the small blind, the first of them in full does.
        """
        rules, told, stack = self.rules, self._told, self.stacks[seat]
        ante = rules.ante or told.get(Post.ANTE, 0)
        small = rules.small_blind or told.get(Post.SMALL_BLIND, 0)
        smalls = (small, small) if small else (1, max(1, rules.big_blind))
        match post:
            case Post.ANTE:
                least, most = (ante, ante) if ante else (1, max(rules.big_blind, rules.small_bet))
            case Post.SMALL_BLIND:
                least, most = smalls
            case Post.BIG_BLIND:
                least = most = rules.big_blind
            case Post.BOTH_BLINDS:
                least, most = rules.big_blind + smalls[0], rules.big_blind + smalls[1]
        return min(least, stack), min(most, stack)
