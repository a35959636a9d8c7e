"""What the import is compared with on the same hands: a plain `re` field extractor, and PokerKit's replay.

The extractor is the least that a Python program can do to read a history: it splits hands, and takes names, amounts and
cards out of each line with one regular expression. It checks nothing and drops every line that it does not know, so it
is a lower bound of the time and not a parser. PokerKit plays the same betting and drawing from events that are already
parsed.
"""

import re
from collections.abc import Iterable

from pokerkit import Automation, FixedLimitBadugi, State

from badugi_hh.engine.cards import names
from badugi_hh.engine.rules import Betting, Post
from badugi_hh.history.events import (
    ANY_EVENT,
    Bet,
    Called,
    Checked,
    Dealt,
    Discarded,
    Drew,
    Folded,
    Hand,
    Posted,
    Raised,
    StoodPat,
    UncalledReturned,
)

_SEAT = re.compile(r"Seat (\d+): (.+) \(\D?([\d.]+) in chips").match
_DEALT = re.compile(r"Dealt to (.+?) \[([^\]]*)\](?: \[([^\]]*)\])?").match
_TABLE = re.compile(r"Table '([^']*)' (\d+)-max Seat #(\d+)").match
_HEADER = re.compile(r"PokerStars .*?#(\d+): +(.*?) - .*?(\d{4}/\d\d/\d\d [\d:]+)").match
_OTHER = re.compile(
    r"(.+): (folds|checks|calls|bets|raises|posts|discards|stands pat|shows|mucks)"
    r"(?: [^\d\[]*([\d.]+))?(?: to \D?([\d.]+))?(?:[^\[]*\[([^\]]*)\])?"
    r"|(.+) collected \D?([\d.]+)"
    r"|Uncalled bet \(\D?([\d.]+)\) returned to (.+)"
    r"|Total pot \D?([\d.]+).*Rake \D?([\d.]+)"
).match
_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def extract(text: str) -> list[list[tuple[str, ...]]]:
    """Return for each hand of a file the fields of each line that an expression matches."""
    hands: list[list[tuple[str, ...]]] = []
    fields: list[tuple[str, ...]] = []
    for line in text.split("\n"):
        if line.startswith("Seat "):
            match = _SEAT(line)
        elif line.startswith("*** "):
            continue
        elif line.startswith("Dealt to "):
            match = _DEALT(line)
        elif line.startswith("Table "):
            match = _TABLE(line)
        elif match := _HEADER(line):
            fields = []
            hands.append(fields)
        else:
            match = _OTHER(line)
        if match:
            fields.append(match.groups())
    return hands


def replayable(hand: Hand) -> bool:
    """Return whether PokerKit has this game: fixed limit, at least three players, one small and one big blind."""
    posts = [event for event in hand.events if isinstance(event, Posted)]
    return (
        hand.stakes.betting is Betting.FIXED
        and [event.post for event in posts] == [Post.SMALL_BLIND, Post.BIG_BLIND]
        and len(hand.seats) > 2
        and not any(seat.sitting_out or seat.out_of_hand for seat in hand.seats)
    )


def replay_with_pokerkit(hand: Hand) -> State:
    """Play a hand by its events; unknown cards are dealt and discarded as unknown."""
    posts = [event for event in hand.events if isinstance(event, Posted)]
    first = [seat.player for seat in hand.seats].index(posts[0].player)
    seats = [*hand.seats[first:], *hand.seats[:first]]
    state = FixedLimitBadugi.create_state(
        _AUTOMATIONS,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=[post.amount for post in posts],
        small_bet=hand.stakes.low,
        big_bet=hand.stakes.high,
        raw_starting_stacks=[seat.stack for seat in seats],
        player_count=len(seats),
    )
    known = {
        event.player: names(event.cards).replace(" ", "") for event in hand.events if isinstance(event, Dealt)
    }
    for seat in seats:
        state.deal_hole(known.get(seat.player, "????????"))
    _play(state, hand.events)
    return state


def _play(state: State, events: Iterable[ANY_EVENT]) -> None:
    waiting: list[Discarded] = []
    drawn: dict[str, str] = {}
    for event in events:
        match event:
            case Discarded():
                waiting.append(event)
                cards = names(event.cards).replace(" ", "") if event.cards else "??" * event.count
                state.stand_pat_or_discard(cards)
            case StoodPat():
                state.stand_pat_or_discard()
            case Drew():
                drawn[event.player] = names(event.drawn).replace(" ", "")
            case Folded():
                _deal(state, waiting, drawn)
                state.fold()
            case Checked() | Called():
                _deal(state, waiting, drawn)
                state.check_or_call()
            case Bet(amount=amount) | Raised(to=amount):
                _deal(state, waiting, drawn)
                state.complete_bet_or_raise_to(amount)
            case UncalledReturned():
                break
            case _:
                continue


def _deal(state: State, waiting: list[Discarded], drawn: dict[str, str]) -> None:
    """Deal the cards of a draw, whose players have all discarded once somebody bets, checks or folds."""
    if waiting and state.can_burn_card():
        state.burn_card("??")
    for event in waiting:
        state.deal_hole(drawn.get(event.player, "??" * event.count))
    waiting.clear()
    drawn.clear()
