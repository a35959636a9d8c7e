"""The players of a hand as its rows need them: names, positions and known cards by seat."""

from badugi_hh.engine.rules import Post
from badugi_hh.facts.known_cards import known_cards, shown_hands
from badugi_hh.history import events as ev
from badugi_hh.replay import Draw, Replay

_BEFORE_THE_BUTTON = ("CO", "HJ", "MP")


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
