"""The players of a hand as its rows need them: names, positions and known cards by seat.

Cards are known if a file deals them openly (`dealt`), if the player shows them when folding or at the end (`shown`), or
if the player stood pat at all draws after that moment and then showed the hand (`back`). Nothing else is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Post
from badugi_hh.history import events as ev
from badugi_hh.history.events import Dealt, Folded
from badugi_hh.replay import Draw, Replay

_BEFORE_THE_BUTTON = ("CO", "HJ", "MP")
STAGES = 4


class Players:
    """What the rows of one hand state about its players, by seat.

    `heroes` are the seats whose cards the text deals openly; `extra_blinds` those that posted a live big blind in
    addition to the player in the big blind. `positions` has the seats that were dealt in, `shown` the final cards of
    the seats that showed all four.
    """

    __slots__ = ("draws", "extra_blinds", "heroes", "known", "names", "positions", "shown")

    def __init__(self, replay: Replay) -> None:
        self.names = {seat.seat: seat.player for seat in replay.hand.seats}
        self.positions = find_positions(replay)
        self.shown = shown_hands(replay)
        self.draws: dict[int, list[Draw]] = {seat: [] for seat in self.names}
        for draw in replay.draws:
            self.draws[draw.seat].append(draw)
        self.known = known_cards(replay, self.draws, self.shown)
        dealt = {event.player for event in replay.hand.of(ev.Dealt)}
        self.heroes = {seat for seat, player in self.names.items() if player in dealt}
        self.extra_blinds = _find_extra_blinds(replay)


def find_positions(replay: Replay) -> dict[int, str]:
    """Return the position of every seat dealt in.

    The blinds are the seats that posted them. The other seats are BTN, CO, HJ, MP and then EP, counted back from the
    last to act, which is BTN even if the button is at an empty seat. In heads-up play the button is SB.
    """
    table = replay.table
    if table is None:
        return {}
    positions = {}
    if table.small_blind is not None:
        positions[table.small_blind] = "SB"
    if table.big_blind is not None:
        positions[table.big_blind] = "BB"
    others = [seat for seat in reversed(table.order) if seat not in positions]
    labels = iter(("BTN", *_BEFORE_THE_BUTTON))
    return positions | {seat: next(labels, "EP") for seat in others}


def _find_extra_blinds(replay: Replay) -> set[int]:
    if replay.table is None:
        return set()
    posts = replay.hand.of(ev.Posted)
    posted = {event.player for event in posts if event.post in {Post.BIG_BLIND, Post.BOTH_BLINDS}}
    seats = {seat.seat for seat in replay.hand.seats if seat.player in posted}
    return seats - {replay.table.big_blind}


@dataclass(frozen=True, slots=True)
class Known:
    """A seat's cards after each number of draws (index 0 … 3), and how each is known; None = unknown."""

    cards: tuple[Cards | None, ...]
    source: tuple[str | None, ...]


_NOTHING = Known((None,) * STAGES, (None,) * STAGES)


def known_cards(
    replay: Replay, draws: Mapping[int, Sequence[Draw]], shown_by: Mapping[int, Cards]
) -> dict[int, Known]:
    """Return the known cards of every seat, by stage.

    Args:
        replay: the replay of the hand.
        draws: the draws of every seat.
        shown_by: the hands that `shown_hands` returns.
    """
    dealt = {event.player: event.cards for event in replay.hand.of(Dealt)}
    known = {}
    for seat in replay.hand.seats:
        cards_known, drew = _NOTHING, draws[seat.seat]
        shown = shown_by.get(seat.seat)
        # The replay leaves out a draw that the rules do not allow; then earlier cards are unknown.
        if shown and [draw.draw for draw in drew] == list(range(1, len(drew) + 1)):
            cards_known = _back_known(shown, [draw.count for draw in drew])
        if seat.player in dealt:
            cards: list[Cards | None] = [dealt[seat.player], None, None, None]
            for draw in drew:
                cards[draw.draw] = draw.after
            cards_known = _joined(cards, cards_known)
        known[seat.seat] = cards_known
    return known


def shown_hands(replay: Replay) -> dict[int, Cards]:
    """Return the four final cards that each player showed, when folding or at the end, by seat."""
    folded: dict[str, Cards] = {}
    for event in replay.hand.of(Folded):
        if event.cards is not None and len(event.cards) == STAGES:
            folded.setdefault(event.player, event.cards)
    shown = {seat.seat: folded[seat.player] for seat in replay.hand.seats if seat.player in folded}
    return shown | {seat: result.shown for seat, result in replay.results.items() if result.shown is not None}


def _back_known(shown: Cards, counts: list[int]) -> Known:
    """Apply a shown hand to all stages since the player last drew."""
    cards: list[Cards | None] = [None] * STAGES
    source: list[str | None] = [None] * STAGES
    stage = len(counts)
    cards[stage], source[stage] = shown, "shown"
    while stage and counts[stage - 1] == 0:
        stage -= 1
        cards[stage], source[stage] = shown, "back"
    return Known(tuple(cards), tuple(source))


def _joined(dealt: Sequence[Cards | None], shown: Known) -> Known:
    """Return the cards dealt in the player's own file, by stage, and where there are none, the shown cards."""
    return Known(
        tuple([mine or other for mine, other in zip(dealt, shown.cards, strict=True)]),
        tuple(["dealt" if mine else how for mine, how in zip(dealt, shown.source, strict=True)]),
    )
