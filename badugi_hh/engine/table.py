"""The table: one hand of Badugi as a state that moves only by legal operations.

Each operation `X` has `verify_X`, which raises `RuleError` with what the player did and what was due, and changes nothing.
Cards may be unknown: the table counts the deck exactly and checks the cards that are known. It reads no text, deals
no cards, makes no decision for a player, and pays no pot: at the end take `pots()`, compare hands by
`engine.values.value`, and divide each pot with `engine.state.share`.

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

`State` has the data, and this module the operations that change them; what is allowed stands in `posting`, `limits` and
`drawing`, and whose turn follows in `turns`. Chips move only in `_put_in` and `return_uncalled`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from badugi_hh.engine import drawing, limits, posting
from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.rules import Post
from badugi_hh.engine.state import Phase, State
from badugi_hh.engine.turns import advance, begin_betting, require_dealt_in, verify_actor
from badugi_hh.engine.violation import RuleError, Violation

__all__ = ["Legal", "Phase", "Table"]


@dataclass(frozen=True, slots=True)
class Legal:
    """What `seat` may do now; in a betting round it may always fold.

    `check` says whether checking is free, else `call` is the price of a call; `bet` has the minimum and the maximum
    total of the round to bet or raise to, None where that is not allowed. In a draw `draws` has the numbers of cards
    that may be drawn at once, and `reshuffle` says whether the deck may be reshuffled first.
    """

    seat: int
    check: bool = False
    call: int | None = None
    bet: tuple[int, int] | None = None
    draws: tuple[int, ...] = ()
    reshuffle: bool = False


class Table(State):
    """One hand at one table: a `State` with the operations that change it."""

    def legal_actions(self) -> Legal | None:
        """Return what the player to act or to draw may do, or None where there is none."""
        if self.actor is None:
            return None
        if self.phase is Phase.BETTING:
            price = self.price(self.actor)
            return Legal(self.actor, price == 0, price or None, self.bet_bounds(self.actor))
        least, most = drawing.draw_bounds(self)
        reshuffle = self.stub_before is None and drawing.needs_reshuffle(self)
        return Legal(self.actor, draws=tuple(range(least, most + 1)), reshuffle=reshuffle)

    def _put_in(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        self.put_in[seat] += amount
        self.pot += amount
        if not self.stacks[seat]:
            self.able = tuple([other for other in self.able if other != seat])

    # --- posting and dealing

    post_bounds = posting.post_bounds
    verify_post = posting.verify_post

    def post(self, seat: int, post: Post, amount: int) -> None:
        """Post a blind or an ante.

        The first small and the first big blind are the blinds; a small blind after them, and the small blind's part
        of `small & big blinds`, is dead; a further big blind is live. Antes count for no call.
        """
        self.verify_post(seat, post, amount)
        self._put_in(seat, amount)
        if self.stacks[seat]:
            self.first_posts.setdefault(post, amount)
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
            case _:
                assert_never(post)
        self.street[seat] += live
        # Others owe the whole big blind, however little of it was left to post (WSOP live-action rule 150).
        full = self.rules.big_blind if post in {Post.BIG_BLIND, Post.BOTH_BLINDS} else 0
        self.level = max(self.level, self.street[seat], full)

    def deal(self, hands: Mapping[int, Cards] | None = None) -> None:
        """Deal four cards to each player and begin the first betting round; other hands stay unknown."""
        self.verify_deal(hands)
        self.cards.hands.update(hands or {})
        begin_betting(self)

    def verify_deal(self, hands: Mapping[int, Cards] | None = None) -> None:
        """Raise `RuleError` unless the deal may happen now with these known hands."""
        if self.phase is not Phase.POSTING:
            raise RuleError(Violation.ILLEGAL, "cards are dealt a second time")
        seen: Cards = ()
        for seat, hand in (hands or {}).items():
            require_dealt_in(self, seat)
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

    def may_raise(self, seat: int) -> bool:
        """Return whether the seat, were it its turn, might bet or raise."""
        return limits.find_raise_error(self, seat) is None

    def bet_bounds(self, seat: int) -> tuple[int, int] | None:
        """Return the minimum and the maximum total of this round that the seat may bet or raise to, or None.

        Fixed limit: the next full bet by amount (a short all-in is completed to it), or all-in for less.
        Otherwise from the last full raise up to the stack, the pot or half the pot after calling.
        """
        return limits.bounds(self, seat) if self.may_raise(seat) else None

    def verify_fold(self, seat: int) -> None:
        """Raise `RuleError` unless the seat may fold now.

        Folding without facing a bet is legal. A player who sits out and is all-in with a blind is folded by the room,
        before the first draw.
        """
        require_dealt_in(self, seat)
        all_in = not self.stacks[seat] and seat not in self.folded and seat not in self.acted
        if all_in and self.phase in {Phase.BETTING, Phase.DRAWING} and not any(self.drawn.values()):
            return
        verify_actor(self, seat, "folds", Phase.BETTING)

    def fold(self, seat: int) -> None:
        """Fold."""
        self.verify_fold(seat)
        self.folded.add(seat)
        self.live = tuple([other for other in self.live if other != seat])
        self.able = tuple([other for other in self.able if other != seat])
        self.cards.muck(seat)
        if self.phase is Phase.DRAWING and len(self.live) > 1:
            self.actor = self.live[0]
        elif seat == self.actor or len(self.live) == 1:
            advance(self, seat)

    def verify_check(self, seat: int) -> None:
        """Raise `RuleError` unless the seat may check now."""
        verify_actor(self, seat, "checks", Phase.BETTING)
        if self.price(seat):
            raise RuleError(
                Violation.ILLEGAL, "checks facing a bet", seat=seat, expected="call or fold", found="check"
            )

    def check(self, seat: int) -> None:
        """Check."""
        self.verify_check(seat)
        self.acted[seat] = self.level
        advance(self, seat)

    def verify_call(self, seat: int) -> None:
        """Raise `RuleError` unless the seat may call now."""
        verify_actor(self, seat, "calls", Phase.BETTING)
        if not self.price(seat):
            raise RuleError(
                Violation.ILLEGAL, "calls with nothing to call", seat=seat, expected="check", found="call"
            )

    def call(self, seat: int) -> None:
        """Call for `price(seat)`."""
        self.verify_call(seat)
        price = self.price(seat)
        self._put_in(seat, price)
        self.street[seat] += price
        self.acted[seat] = self.level
        advance(self, seat)

    def verify_bet_to(self, seat: int, to: int, reopen: bool = False) -> None:
        """Raise `RuleError` unless the seat may bet or raise to this total of the round."""
        verify_actor(self, seat, "bets", Phase.BETTING)
        error = limits.find_raise_error(self, seat)
        if error and not (reopen and error.violation is Violation.NOT_REOPENED):
            raise error
        least, most = limits.bounds(self, seat)
        if not least <= to <= most:
            raise RuleError(
                Violation.WRONG_AMOUNT,
                "bets or raises to a wrong total",
                seat=seat,
                expected=least if least == most else (least, most),
                found=to,
            )

    def bet_to(self, seat: int, to: int, reopen: bool = False) -> None:
        """Bet or raise to this total of the round.

        `reopen` lets the seat raise although a short all-in did not reopen the betting, for rooms that do so.
        """
        self.verify_bet_to(seat, to, reopen)
        if limits.is_full_bet(self, seat, to):
            self.full = to
            self.bets += 1
        self.last_raise = max(self.last_raise, to - self.level)
        self._put_in(seat, to - self.street[seat])
        self.street[seat] = self.level = to
        self.acted[seat] = to
        self.aggressor = self.last_bettor = seat
        advance(self, seat)

    # --- drawing

    verify_draw = drawing.verify_draw
    verify_reshuffle = drawing.verify_reshuffle

    def draw(self, seat: int, count: int, thrown: Cards | None = None, drawn: Cards | None = None) -> None:
        """Discard `count` cards (0 = stand pat) and draw as many; `thrown` and `drawn` where they are known."""
        self.verify_draw(seat, count, thrown, drawn)
        self.cards.exchange(seat, self.round + 1, thrown, count, drawn)
        self.drawn[seat].append(count)
        self.stub -= count
        self.stub_before = None
        waiting = [other for other in self.live if len(self.drawn[other]) <= self.round]
        if waiting:
            self.actor = waiting[0]
        else:
            self.round += 1
            begin_betting(self)

    def reshuffle(self) -> None:
        """Make a new deck of the rest of the old one and the discards, folded hands included.

        The draw that follows uses it. Where the old deck is dealt out first, `stub` includes its last cards.
        """
        self.verify_reshuffle()
        self.stub_before = drawing.available_cards(self, self.stub)
        self.stub = drawing.size_after_reshuffle(self)
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
        """Return the uncalled part of the last bet, if there is one."""
        if due := self.uncalled():
            seat, amount = due
            of_bet = min(amount, self.street[seat])
            self.street[seat] -= of_bet
            self.antes[seat] -= amount - of_bet
            self.put_in[seat] -= amount
            self.pot -= amount
            self.stacks[seat] += amount
            self.able = tuple([other for other in self.live if self.stacks[other]])

    def verify_show(self, seat: int, cards: Cards) -> None:
        """Raise `RuleError` unless the seat can hold these cards at the end, or with its fold."""
        require_dealt_in(self, seat)
        if self.phase not in {Phase.SHOWDOWN, Phase.OVER} and seat not in self.folded:
            raise RuleError(Violation.UNFINISHED, "shows before the betting is over", seat=seat)
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
        known = self.cards.parts.get(seat, ()) if held is None else held
        less, more = (known, cards) if len(cards) == 4 else (cards, held or cards)
        if not set(less) <= set(more):
            raise RuleError(
                Violation.NOT_HELD,
                "shows other cards than were held",
                seat=seat,
                expected=names(known),
                found=names(cards),
            )

    def show(self, seat: int, cards: Cards) -> None:
        """Make a hand known at the end, or some of its cards; the whole hand stays unknown then, and that of a fold."""
        self.verify_show(seat, cards)
        if len(cards) == 4 and seat not in self.folded:
            self.cards.hands[seat] = cards
        else:
            self.cards.show_part(seat, cards)
