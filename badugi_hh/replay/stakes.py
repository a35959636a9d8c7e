"""The rules of one hand: those of its room, with the stakes of its header and its own small blind; and missing posts.

In fixed limit the header names the bets and the big blind, not the small blind. There the post gives the
small blind, and the room has usual amounts. The table checks the rest of the hand with the amount of the post.

The summary names the blinds, and an ante is posted by all players or by none. A missing post is noted at the line
before which it belongs, and made where the rules give its amount, so that the pot of the rest of the hand is right.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from badugi_hh import problems as codes
from badugi_hh.engine.rules import FULL_TILT, POKERSTARS, Betting, Post, Rules, small_blind
from badugi_hh.engine.table import Table
from badugi_hh.engine.violation import attempt
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.history.full_tilt import is_own_software
from badugi_hh.problems import Part
from badugi_hh.replay.problem_report import ProblemReport

_BLINDS = (Post.SMALL_BLIND, Post.BIG_BLIND)


class SmallBlind(NamedTuple):
    """A small blind as posted: its amount, and the line of the hand."""

    amount: int
    line: int


def rules_of(hand: Hand, room: Rules = POKERSTARS) -> Rules:
    """Return the room's rules with the stakes of the hand's header.

    `POKERSTARS` stands for the room of the hand, which can be Full Tilt.

    In fixed limit the big blind is the small bet, and the small blind is what is posted; where nobody posts one in
    full it is the room's usual one ($0.10 of $0.25), or 0 where none is usual. Otherwise the header names the blinds.
    """
    stakes = hand.stakes
    if stakes.betting is Betting.FIXED:
        usual = usual_small_blind(hand, room)
        posted = posted_small_blind(hand, usual) if usual else None
        small, big = posted.amount if posted else usual, stakes.low
    else:
        small, big = stakes.low, stakes.high
    return replace(
        FULL_TILT if is_own_software(hand) and room == POKERSTARS else room,
        betting=stakes.betting,
        small_blind=small,
        big_blind=big,
        small_bet=big,
        big_bet=stakes.high,
    )


def usual_small_blind(hand: Hand, room: Rules) -> int:
    """Return the small blind that is usual in the room at the stakes of a fixed-limit hand, 0 where none is."""
    if not room.half_blind or (hand.tournament is None and hand.stakes.currency is None):
        return 0
    return small_blind(hand.stakes.low, money=hand.tournament is None)


def posted_small_blind(hand: Hand, usual: int = 0) -> SmallBlind | None:
    """Return the small blind of a fixed-limit hand as its posts have it, or None where no post gives it.

    That is the first one that was posted in full, alone or together with a big blind. A player's last chips are
    only a minimum: they count where they exceed the `usual` one. No small blind exceeds the big blind.
    """
    big = hand.stakes.low
    left = {seat.player: seat.stack for seat in hand.seats}
    short: SmallBlind | None = None
    for event in hand.events:
        if isinstance(event, ev.SectionBegan):
            break
        if not isinstance(event, ev.Posted) or event.player not in left:
            continue
        left[event.player] -= event.amount
        if event.post in {Post.SMALL_BLIND, Post.BOTH_BLINDS}:
            amount = event.amount - (big if event.post is Post.BOTH_BLINDS else 0)
            if left[event.player] > 0 and 0 < amount <= big:
                return SmallBlind(amount, event.line)
            if 0 < usual < amount <= big and (short is None or short.amount < amount):
                short = SmallBlind(amount, event.line)
    return short


def check_small_blind(hand: Hand, room: Rules, report: ProblemReport) -> None:
    """Note an unusual small blind; the replay uses it, so later problems may follow from it.

    Half the small bet, rounded down, is usual at every stake, also where the room is known for another amount.
    """
    if hand.stakes.betting is not Betting.FIXED:
        return
    usual, big = usual_small_blind(hand, room), hand.stakes.low
    post = posted_small_blind(hand, usual)
    if post is None or (post.amount in {usual, big // 2} if usual else post.amount < big or big == 1):
        return
    report.add(
        codes.UNUSUAL_BLIND,
        post.line,
        "a small blind of an unusual size",
        expected=usual or (1, big - 1),
        found=post.amount,
        part=Part.AMOUNT,
        by_text=True,
    )
    report.resume(post.line)


class MissingPosts:
    """The posts that are missing in a hand; `before` notes each where it belongs.

    `seat_of` has the seats of the players dealt in, by name.
    """

    def __init__(self, hand: Hand, seat_of: Mapping[str, int], table: Table, report: ProblemReport) -> None:
        self._table = table
        self._report = report
        posted: dict[str, set[Post]] = {player: set() for player in seat_of}
        tagged: dict[str, str] = {}
        for event in hand.events:
            if isinstance(event, ev.SectionBegan):
                break
            if isinstance(event, ev.Posted) and event.player in posted:
                posted[event.player].add(event.post)
        for event in reversed(hand.events):
            if isinstance(event, ev.SectionBegan):
                break
            if isinstance(event, ev.SeatSummary) and event.tags:
                tagged.update(dict.fromkeys(event.tags, event.player))
        no_ante = [seat_of[player] for player, posts in posted.items() if Post.ANTE not in posts]
        self._no_ante = no_ante if len(no_ante) < len(posted) else []
        self._no_blind = {
            post: seat_of[player]
            for post in _BLINDS
            if (player := tagged.get(post, "")) in posted and not posted[player] - {Post.ANTE}
        }

    def before(self, post: Post | None, line: int) -> None:
        """Note what should have been posted before this post at this line (None = before the deal)."""
        if not self._no_ante and not self._no_blind:
            return
        if post is not Post.ANTE:
            for seat in self._no_ante:
                self._miss(seat, Post.ANTE, line)
            self._no_ante = []
        for blind, holder in zip(_BLINDS, (self._table.small_blind, self._table.big_blind), strict=True):
            due = post is None or (post is Post.BIG_BLIND and blind is Post.SMALL_BLIND)
            if due and blind in self._no_blind:
                seat = self._no_blind.pop(blind)
                if (
                    holder is None and self._table.stacks[seat]
                ):  # an ante can have taken the player's last chips
                    self._miss(seat, blind, line)

    def _miss(self, seat: int, post: Post, line: int) -> None:
        table, report = self._table, self._report
        least, most = table.post_bounds(seat, post)
        report.add(
            codes.BAD_BLIND,
            line,
            f"the {post} of {report.name(seat)} is missing",
            expected=least if least == most else (least, most),
            found=0,
        )
        if least == most:
            attempt(table.post, seat, post, least)
        report.resume(line)
