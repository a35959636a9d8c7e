"""The fixed-limit betting of PHH: which calls and raises its actions can represent.

An action of PHH has no amount for a call, and readers check the amount of a raise. PokerKit, whose authors wrote the
standard, is the reference. Its rules differ from those of poker rooms after a blind, bet or raise that is all-in for
less. A hand in which this matters is refused here, so that no reader sees another hand than the one played.

Each reason not to write a hand is declared once, with what PHH lacks; `docs/export.md` is generated from the list.
"""

from collections.abc import Mapping, Sequence

_MOST = 4  # bets and raises in a round
LIMIT = "the game is not fixed limit"
CANCELLED = "the site cancelled the hand"
CASHED_OUT = "a player cashed out, so the site paid a part of the pot"
EXTRA_BLIND = "a player posts a live blind out of turn"
SHORT = "a player is all-in for less than the bet or blind, and later bets follow another rule than in PHH"
CAPPED = "a betting round has more than four bets and raises"
UNMATCHED = "a player raises, and no opponent has the chips to call the raise"
SHORT_ANTE = "a player is all-in for less than the ante, and another player posts a dead blind"
LOST_CARDS = "cards of a player are known only until a draw, or a discard is known without the hand"
PART_SHOWN = "a player shows a part of a hand at the showdown"
REASONS = {
    LIMIT: "the only variant for Badugi, `FB`, is fixed limit",
    CANCELLED: "a hand ends only with its last action",
    CASHED_OUT: "the chips of a hand come from its players only",
    EXTRA_BLIND: (
        "a further live blind is a straddle, after which another player begins; PokerKit reads a negative blind as a post, "
        "which the standard excludes"
    ),
    SHORT: (
        "a call has no amount and a raise has one possible amount; after a short all-in, readers of PHH expect another amount "
        "than poker rooms"
    ),
    CAPPED: "readers allow four bets and raises in a round of fixed limit",
    UNMATCHED: "readers allow no raise that nobody can call",
    SHORT_ANTE: "`ante_trimming_status` would also limit the dead blind",
    LOST_CARDS: "a discard must be a part of the hand as known so far",
    PART_SHOWN: "a showdown has whole hands, or mucked ones",
}
"""What PHH lacks, by the reason."""


class PhhChips:
    """The chips of the players as a reader of PHH counts them, in the order of the players.

    Args:
        stacks: chips before the hand, by seat, in the order of the players.
        dead: chips of antes and dead blinds, by seat.
        live: live blinds as posted, by seat.
    """

    def __init__(self, stacks: Mapping[int, int], dead: Mapping[int, int], live: Mapping[int, int]) -> None:
        self._stacks = {seat: chips - dead[seat] - live[seat] for seat, chips in stacks.items()}
        self._bets = dict(live)
        self._folded: set[int] = set()
        self._raised_by = 0  # the largest bet or raise of the round
        self._count = 0  # bets and raises of the round
        self._acted: set[int] = set()  # since the last full bet or raise
        self._short: list[int] = []  # the last all-in raises, if they are smaller than `_raised_by` together

    def begin_round(self) -> None:
        """Begin the next betting round."""
        self._bets = dict.fromkeys(self._bets, 0)
        self._raised_by = self._count = 0
        self._acted.clear()
        self._short = []

    def fold(self, seat: int) -> None:
        """Fold."""
        self._folded.add(seat)

    def check_or_call(self, seat: int, amount: int) -> None:
        """Check, or call with an amount.

        Raises:
            PhhError: a reader would put in another amount.
        """
        if amount != min(self._level - self._bets[seat], self._stacks[seat]):
            raise PhhError(SHORT)
        self._acted.add(seat)
        self._put_in(seat, amount)

    def bet(self, seat: int, amount: int, size: int) -> int:
        """Bet or raise with an amount, and return the player's total of the round; `size` is the fixed bet of the round.

        Raises:
            PhhError: a reader would refuse the raise or its amount.
        """
        level, to = self._level, self._bets[seat] + amount
        all_in = self._bets[seat] + self._stacks[seat]
        if self._count == _MOST:
            raise PhhError(CAPPED)
        if all(self._bets[other] + self._stacks[other] <= level for other in self._opponents(seat)):
            raise PhhError(UNMATCHED)
        reopened = sum(self._short) >= self._raised_by or not self._short or seat not in self._acted
        faced = min(level - self._bets[seat], self._stacks[seat])
        if faced < self._raised_by or not reopened or to != min(all_in, level + max(self._raised_by, size)):
            raise PhhError(SHORT)
        by = to - level
        self._put_in(seat, amount)
        if by >= self._raised_by:
            self._acted = set()
        self._acted.add(seat)
        self._raised_by = max(self._raised_by, by)
        self._count += 1
        self._short = [] if self._stacks[seat] else [*self._short, by]
        if sum(self._short) >= self._raised_by:
            self._short = []
        return to

    @property
    def _level(self) -> int:
        return max(self._bets.values())

    def _opponents(self, seat: int) -> Sequence[int]:
        return [other for other in self._bets if other != seat and other not in self._folded]

    def _put_in(self, seat: int, amount: int) -> None:
        self._bets[seat] += amount
        self._stacks[seat] -= amount


class PhhError(Exception):
    """A hand that PHH cannot represent; the message is one of `REASONS`."""
