"""Holds the posts against the deal: who should have posted before it, and did not.

The summary names the blinds, and an ante is posted by all or by nobody. What is missing is noted where it should
stand, and posted where the rules know how much it was, so that the rest of the hand is held against the right pot.
"""

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Post
from badugi_hh.engine.table import Table
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.replay.report import Findings

_BLINDS = (Post.SMALL_BLIND, Post.BIG_BLIND)


class Posts:
    """The posts that a hand does not tell, to be noted as the play comes to where they are due."""

    def __init__(self, hand: Hand, table: Table, findings: Findings) -> None:
        self._table = table
        self._findings = findings
        posted: dict[str, set[Post]] = {seat.player: set() for seat in hand.seats if seat.dealt}
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
        seat_of = {seat.player: seat.seat for seat in hand.seats}
        antes = any(Post.ANTE in posts for posts in posted.values())
        self._no_ante = [
            seat_of[player] for player, posts in posted.items() if antes and Post.ANTE not in posts
        ]
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
                if holder is None and self._table.stacks[seat]:  # an ante may have taken his last chips
                    self._miss(seat, blind, line)

    def _miss(self, seat: int, post: Post, line: int) -> None:
        table, findings = self._table, self._findings
        least, most = table.post_bounds(seat, post)
        findings.add(
            codes.BAD_BLIND,
            line,
            f"the {post} of {findings.name(seat)} is missing",
            expected=least if least == most else (least, most),
            found=0,
        )
        if least == most and table.can_post(seat, post, least):
            table.post(seat, post, least)
        findings.resume(line)
