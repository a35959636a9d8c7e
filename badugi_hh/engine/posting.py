"""Antes and blinds: who may post what before the deal."""

from typing import assert_never

from badugi_hh.engine.rules import Post
from badugi_hh.engine.state import Phase, State
from badugi_hh.engine.turns import require_dealt_in
from badugi_hh.engine.violation import RuleError, Violation


def post_bounds(state: State, seat: int, post: Post) -> tuple[int, int]:
    """Return the minimum and the maximum that the seat may post, all-in for less.

    Where the stakes do not name the ante or the small blind, the first of them in full does.
    """
    rules, stack = state.rules, state.stacks[seat]
    ante = rules.ante or state.first_posts.get(Post.ANTE, 0)
    small = rules.small_blind or state.first_posts.get(Post.SMALL_BLIND, 0)
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
        case _:
            assert_never(post)
    return min(least, stack), min(most, stack)


def verify_post(state: State, seat: int, post: Post, amount: int) -> None:
    """Raise `RuleError` unless the seat may post this amount now."""
    require_dealt_in(state, seat)
    if state.phase is not Phase.POSTING:
        raise RuleError(Violation.BAD_BLIND, "posts after the deal", seat=seat)
    if post is Post.ANTE and state.level:
        raise RuleError(Violation.BAD_BLIND, "posts the ante after a blind", seat=seat)
    least, most = post_bounds(state, seat, post)
    if not least <= amount <= most:
        raise RuleError(
            Violation.BAD_BLIND,
            f"posts a wrong {post}",
            seat=seat,
            expected=least if least == most else (least, most),
            found=amount,
        )
    if what := _find_misplaced_post(state, seat, post):
        raise RuleError(Violation.BAD_BLIND, what, seat=seat)


def _find_misplaced_post(state: State, seat: int, post: Post) -> str | None:
    """Return why a post cannot follow the posts before it, or None."""
    small = post in {Post.SMALL_BLIND, Post.BOTH_BLINDS}
    if post is Post.SMALL_BLIND and state.small_blind is not None and state.big_blind is None:
        return "posts a second small blind before the big blind"
    if post is Post.SMALL_BLIND and _precedes_big_blind(state, seat):
        return "posts the small blind after the big blind"
    if small and (state.dead[seat] or seat == state.small_blind):
        return "posts a second small blind"
    if post in {Post.BIG_BLIND, Post.BOTH_BLINDS} and state.street[seat]:
        return "posts a second live blind"
    if post is Post.ANTE and state.antes[seat]:
        return "posts a second ante"
    return None


def _precedes_big_blind(state: State, seat: int) -> bool:
    """Return whether the small blind belongs to this seat, but the big blind was posted before it."""
    if state.big_blind is None or state.small_blind is not None:
        return False
    return len(state.order) == 2 or state.order.index(seat) < state.order.index(state.big_blind)
