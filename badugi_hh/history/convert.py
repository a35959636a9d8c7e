"""Converts the kinds of lines that every room has into their events, from the groups of their terminals.

Each room has a module for its other kinds. Lines are converted as written. `replay` checks whether they are true.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from badugi_hh.engine.cards import Cards, cards
from badugi_hh.engine.rules import Post
from badugi_hh.history import events as ev
from badugi_hh.history.events import Outcome, Section, Talk
from badugi_hh.history.lines import MARK, Groups
from badugi_hh.history.money import MoneyUnit, read_in
from badugi_hh.problems import Part


class CardsError(ValueError):
    """Text between brackets that is not a list of cards; `found` is that text."""

    def __init__(self, message: str, found: str) -> None:
        super().__init__(message)
        self.found = found


@dataclass(slots=True)
class Context:
    """The context of a line in its hand: the names, what its amounts are in, the line as written."""

    names: Sequence[str]
    unit: MoneyUnit
    player: str = ""  # the name in place of the mark
    original: str = ""
    line: int = 0
    drawing: bool = False  # a draw has begun, so a single bracket of cards is a whole new hand
    read_amount: Callable[[str, MoneyUnit], int] = read_in
    first_comma: int = 0  # the line of the first amount with a comma

    def amount(self, text: str) -> int:
        """Return an amount in the hand's unit."""
        if "," in text:
            self.first_comma = self.first_comma or self.line
        return self.read_amount(text, self.unit)

    def restore(self, text: str) -> str:
        """Return a part of the line as written, with the name in place of the mark."""
        return text.replace(MARK, self.player)


Item: TypeAlias = ev.ANY_EVENT | ev.Seat
Maker: TypeAlias = Callable[[Context, Groups], Item | None]


@lru_cache(maxsize=4096)
def read_cards(text: str) -> Cards:
    """Return the cards of a bracket.

    Raises:
        CardsError: the text is not a list of cards.
    """
    try:
        hand = cards(text)
    except ValueError as error:
        raise CardsError(str(error), text) from None
    if " ".join(text.split()) != text:
        raise CardsError(f"cards are separated by one blank, not {text!r}", text)
    return hand


def cards_or_none(text: str | None) -> Cards | None:
    """Return the cards of a bracket, None where the line has none."""
    return read_cards(text) if text else None


def talk(kind: Talk, ending: str = "") -> Maker:
    """Return the maker of a kind of table talk. The groups of its line are the name and the text, in one or two parts.

    `ending` is the punctuation between the name and the blank before the text.
    """

    def make(context: Context, groups: Groups) -> ev.Talked:
        name, text, *rest = groups
        player = context.restore(name[:-1].removesuffix(ending))
        return ev.Talked(player, kind, text.rstrip(), *rest, line=context.line)

    return make


def _dealt(context: Context, groups: Groups) -> ev.Dealt | ev.Drew:
    if context.drawing:  # after a draw of four cards the client writes the new hand in one bracket
        return ev.Drew(context.player, (), read_cards(groups[1]), line=context.line)
    return ev.Dealt(context.player, read_cards(groups[1]), line=context.line)


def _section(section: Section) -> Maker:
    def make(context: Context, groups: Groups) -> ev.SectionBegan:
        pot = groups[0] if groups else None  # the pot so far, which some rooms write
        return ev.SectionBegan(section, context.amount(pot) if pot else None, line=context.line)

    return make


def _posted(context: Context, groups: Groups) -> ev.Posted:
    _, post, amount, all_in = groups
    kind = {"posts": Post.BIG_BLIND, "antes": Post.ANTE, "the ante": Post.ANTE}.get(post) or Post(post)
    return ev.Posted(context.player, kind, context.amount(amount), bool(all_in), line=context.line)


def _discarded(context: Context, groups: Groups) -> ev.Discarded:
    _, count, noun, thrown, *disconnected = groups
    return ev.Discarded(
        context.player,
        int(count),
        cards_or_none(thrown),
        any(disconnected),
        wrong_plural=(count == "1") != (noun == "card"),
        line=context.line,
    )


def summary(
    outcome: Outcome, describe: Callable[[str | None], str | None] = lambda text: text, **values: int
) -> Maker:
    """Return the maker of a summary line. Its groups are seat, player, tags, a word of the outcome, and the outcome's values.

    `values` are the numbers of these groups, by the field: `cards`, `amount`, `description`, `cashed_out`, `draw`. `describe`
    returns a description in the words of events.
    """

    def make(context: Context, groups: Groups) -> ev.SeatSummary:
        found = {name: groups[number] for name, number in values.items()}
        draw, amount, tags = found.get("draw") or "", found.get("amount"), groups[2].strip(" ()")
        shown = found.get("cards")
        return ev.SeatSummary(
            context.player,
            int(groups[0]),
            outcome,
            tuple(tags.split(") (")) if tags else (),
            street=(int(draw) if draw.isdigit() else 0) if outcome is Outcome.FOLDED else None,
            did_not_bet=bool(draw) and not draw.isdigit(),
            cards=cards_or_none(shown) if outcome is Outcome.MUCKED or shown is None else read_cards(shown),
            amount=context.amount(amount) if amount else None,
            description=describe(found.get("description")),
            cashed_out=bool(found.get("cashed_out")),
            line=context.line,
        )

    return make


def _pot(context: Context, groups: Groups) -> ev.PotSummary:
    total, pots, rake = groups
    parts = []
    for part in pots.split(". "):
        if name_amount := part.strip().removesuffix("."):
            name, _, amount = name_amount.rpartition(" ")
            parts.append((name.lower(), context.amount(amount)))
    return ev.PotSummary(context.amount(total), context.amount(rake), tuple(parts), line=context.line)


SHARED: dict[str, Maker] = {
    "FIRST": _section(Section.FIRST_DRAW),
    "SECOND": _section(Section.SECOND_DRAW),
    "THIRD": _section(Section.THIRD_DRAW),
    "DEALING": _section(Section.DEALING),
    "SHOW_DOWN": _section(Section.SHOW_DOWN),
    "SUMMARY": _section(Section.SUMMARY),
    "POSTS": _posted,
    "DEALT": _dealt,
    "DEALT_DRAWN": lambda c, g: ev.Drew(c.player, read_cards(g[1]), read_cards(g[2]), line=c.line),
    "DISCARDS": _discarded,
    "CALLS": lambda c, g: ev.Called(c.player, c.amount(g[1]), bool(g[2]), line=c.line),
    "BETS": lambda c, g: ev.Bet(c.player, c.amount(g[1]), bool(g[2]), line=c.line),
    "UNCALLED": lambda c, g: ev.UncalledReturned(c.player, c.amount(g[0]), line=c.line),
    "MUCKS": lambda c, _: ev.Mucked(c.player, line=c.line),
    "JOINS": talk(Talk.JOINED),
    "LEAVES": talk(Talk.LEFT),
    "TIMED_OUT": talk(Talk.TIMED_OUT),
    "CONNECTED": talk(Talk.CONNECTED),
    "DISCONNECTED": talk(Talk.DISCONNECTED),
    "SITTING_OUT": talk(Talk.SITTING_OUT),
    "RETURNED": talk(Talk.RETURNED),
    "ADDS": talk(Talk.ADDED),
    "POT": _pot,
    "SEAT_FOLDED_BEFORE": summary(Outcome.FOLDED, draw=4),
    "SEAT_FOLDED": summary(Outcome.FOLDED, draw=4),
    "SEAT_COLLECTED": summary(Outcome.COLLECTED, amount=4),
}
"""The functions that make the events of those kinds of lines whose groups are the same in every room."""

PLAYER_PART = {Part.PLAYER: 0}
AMOUNT_PARTS = {Part.PLAYER: 0, Part.AMOUNT: 1, Part.ALL_IN: 2}
CARDS_PARTS = {Part.PLAYER: 0, Part.CARDS: 1}
SUMMARY_PARTS = {Part.SEAT: 0, Part.SEAT_NUMBER: 0, Part.PLAYER: 1, Part.TAGS: 2, Part.OUTCOME: 3}
SHARED_PARTS: dict[str, dict[Part, int]] = {
    "SEAT": {Part.SEAT: 0, Part.SEAT_NUMBER: 0, Part.PLAYER: 1, Part.AMOUNT: 2},
    "POSTS": {Part.PLAYER: 0, Part.AMOUNT: 2, Part.ALL_IN: 3},
    "DEALT": CARDS_PARTS,
    "DEALT_DRAWN": {**CARDS_PARTS, Part.DRAWN: 2},
    "DISCARDS": {Part.PLAYER: 0, Part.COUNT: 1, Part.CARDS: 3},
    "STANDS_PAT": CARDS_PARTS,
    "CHECKS": PLAYER_PART,
    "CALLS": AMOUNT_PARTS,
    "BETS": AMOUNT_PARTS,
    "UNCALLED": {Part.AMOUNT: 0, Part.PLAYER: 1},
    "SHOWS": {**CARDS_PARTS, Part.DESCRIPTION: 2},
    "MUCKS": PLAYER_PART,
    "POT": {Part.AMOUNT: 0, Part.POTS: 1, Part.RAKE: 2},
    "SEAT_FOLDED_BEFORE": SUMMARY_PARTS,
    "SEAT_FOLDED": SUMMARY_PARTS,
    "SEAT_COLLECTED": {**SUMMARY_PARTS, Part.AMOUNT: 4},
    "SEAT_WON": {**SUMMARY_PARTS, Part.CARDS: 4, Part.AMOUNT: 5, Part.DESCRIPTION: 6},
    "SEAT_LOST": {**SUMMARY_PARTS, Part.CARDS: 4, Part.DESCRIPTION: 5},
}
"""The number of the group that holds each part of a line, by the kinds whose groups are the same in every room."""
