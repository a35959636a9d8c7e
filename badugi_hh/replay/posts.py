"""Finds posts that are missing before the deal.

The summary names the blinds, and an ante is posted by all players or by none. A missing post is noted at the line
before which it belongs. Where the rules give its amount it is also made, so that the pot of the rest of the hand is
right.
"""

from collections.abc import Mapping

from badugi_hh import problems as codes
from badugi_hh.engine.rules import Post
from badugi_hh.engine.table import Table
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.replay.problem_report import ProblemReport

_BLINDS = (Post.SMALL_BLIND, Post.BIG_BLIND)


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
        if least == most and table.can_post(seat, post, least):
            table.post(seat, post, least)
        report.resume(line)
