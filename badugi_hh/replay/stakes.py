"""The rules of one hand: those of its room, with the stakes of its header and its own small blind.

In fixed limit the header names the bets and the big blind, not the small blind. There the post gives the
small blind, and the room has usual amounts. The table checks the rest of the hand with the amount of the post.
"""

from dataclasses import dataclass, replace

from badugi_hh import problems as codes
from badugi_hh.engine.rules import FULL_TILT, POKERSTARS, Betting, Post, Rules, small_blind
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.history.full_tilt import is_own_software
from badugi_hh.problems import Part
from badugi_hh.replay.problem_report import ProblemReport


@dataclass(frozen=True, slots=True)
class SmallBlind:
    """A small blind as posted: its amount, the line of the hand, and whether the player had chips left after it."""

    amount: int
    line: int
    in_full: bool


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
            post = SmallBlind(amount, event.line, in_full=left[event.player] > 0)
            if post.in_full and 0 < amount <= big:
                return post
            if 0 < usual < amount <= big and (short is None or short.amount < amount):
                short = post
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
