"""Draws: how many cards a player may draw, which ones, and when the deck is reshuffled."""

from badugi_hh.engine.cards import Cards, names
from badugi_hh.engine.state import Phase, State
from badugi_hh.engine.turns import verify_actor
from badugi_hh.engine.violation import RuleError, Violation


def draw_bounds(state: State) -> tuple[int, int]:
    """Return the minimum and the maximum number of cards that the drawing player may take at once.

    No card at all is always allowed. After a reshuffle the draw must exceed the cards that were left.
    """
    most = min(4, available_cards(state, state.stub))
    return 0 if state.stub_before is None else state.stub_before + 1, most


def available_cards(state: State, cards: int) -> int:
    """Return how many of the cards in a deck can go to the drawing player."""
    if not state.rules.keep_last_card:
        return cards
    last = sum(len(state.drawn[seat]) <= state.round for seat in state.live) == 1
    return cards if last else max(0, cards - 1)


def size_after_reshuffle(state: State) -> int:
    """Return how many cards the deck would have after a reshuffle."""
    kept_out = 0
    if not state.rules.reshuffle_this_draw:
        kept_out = sum(counts[-1] for counts in state.drawn.values() if len(counts) > state.round)
    return 52 - 4 * len(state.live) - kept_out


def needs_reshuffle(state: State) -> bool:
    """Return whether the drawing player could ask for more cards than the deck has, and a reshuffle would help."""
    left = available_cards(state, state.stub)
    return left < 4 and available_cards(state, size_after_reshuffle(state)) > left


def verify_draw(
    state: State, seat: int, count: int, thrown: Cards | None = None, drawn: Cards | None = None
) -> None:
    """Raise `RuleError` unless the seat may draw `count` cards now, with these known cards."""
    verify_actor(state, seat, "draws", Phase.DRAWING)
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
    least, most = draw_bounds(state)
    if not least <= count <= most:
        raise _find_count_error(state, seat, count, most)
    held = state.cards
    if thrown:
        held.verify_thrown(seat, thrown)
    if drawn:
        # A discard of this draw cannot return either; without names it is any card of the hand.
        held.verify_new(seat, drawn, held.kept(seat, thrown, count) or ())
        out = state.hands[seat] if thrown is None else thrown
        if back := set(drawn) & set(out or ()):
            raise RuleError(Violation.OWN_DISCARD, f"{names(back)} returns to the player who discarded it")
        if state.stub_before is not None and state.rules.deal_out_first:
            held.verify_dealt_out(drawn, state.stub_before)


def _find_count_error(state: State, seat: int, count: int, most: int) -> RuleError:
    """Return that the deck has fewer cards than `count`, or was reshuffled although it had enough."""
    if count <= most:
        return RuleError(
            Violation.BAD_RESHUFFLE,
            f"the deck was reshuffled with {state.stub_before} cards left for a draw of {count}",
            expected="no reshuffle",
            found="reshuffle",
        )
    reshuffled = state.stub_before is not None
    return RuleError(
        Violation.BAD_RESHUFFLE,
        f"draws {count} with {most} cards left",
        seat=seat,
        expected=f"at most {most}" if reshuffled else "reshuffle",
        found=str(count) if reshuffled else "none",
    )


def verify_reshuffle(state: State) -> None:
    """Raise `RuleError` unless a draw could overdraw the deck now."""
    if state.phase is not Phase.DRAWING:
        raise RuleError(Violation.BAD_RESHUFFLE, "the deck is reshuffled outside a draw")
    if state.stub_before is not None:
        raise RuleError(Violation.BAD_RESHUFFLE, "the deck is reshuffled twice for one draw")
    if not needs_reshuffle(state):
        raise RuleError(
            Violation.BAD_RESHUFFLE,
            f"the deck is reshuffled with {state.stub} cards left",
            expected="fewer cards than the next draw asks for",
            found=str(state.stub),
        )
