"""Converts each kind of line into its event or seat, from the groups of its terminal in `grammars/pokerstars.lark`.

Lines are converted as written. `replay` checks whether they are true.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, assert_never

from badugi_hh.engine.cards import Cards, cards
from badugi_hh.engine.rules import Post
from badugi_hh.history import events as ev
from badugi_hh.history.events import Outcome, Section, Talk
from badugi_hh.history.lines import MARK, Form, Groups
from badugi_hh.history.money import Money, read_amount, read_money


class CardsError(ValueError):
    """Text between brackets that is not a list of cards; `found` is that text."""

    def __init__(self, message: str, found: str) -> None:
        super().__init__(message)
        self.found = found


@dataclass(slots=True)
class Context:
    """The context of a line in its hand: the names, the currency of its amounts, the line as written."""

    names: Sequence[str]
    currency: str | None  # ISO code; None = chips
    player: str = ""  # the name in place of the mark
    original: str = ""
    line: int = 0
    drawing: bool = False  # a draw has begun, so a single bracket of cards is a whole new hand

    def amount(self, text: str) -> int:
        """Return an amount in the hand's unit."""
        return read_amount(text, self.currency)

    def restore(self, text: str) -> str:
        """Return a part of the line as written, with the name in place of the mark."""
        return text.replace(MARK, self.player)


Item: TypeAlias = ev.ANY_EVENT | ev.Seat
Maker: TypeAlias = Callable[[Context, Groups], Item]


@lru_cache(maxsize=4096)
def _cards(text: str) -> Cards:
    try:
        found = cards(text)
    except ValueError as error:
        raise CardsError(str(error), text) from None
    if " ".join(text.split()) != text:
        raise CardsError(f"cards are separated by one blank, not {text!r}", text)
    return found


def _cards_or_none(text: str | None) -> Cards | None:
    return _cards(text) if text else None


def _money_or_none(text: str | None) -> Money | None:
    return read_money(text) if text else None


def _talk(kind: Talk, ending: str = "") -> Maker:
    """Return the maker of a kind of table talk. The groups of its line are the name and the text, in one or two parts.

    `ending` is the punctuation between the name and the blank before the text.
    """

    def make(context: Context, groups: Groups) -> ev.Talked:
        name, text, *rest = groups
        player = context.restore(name[:-1].removesuffix(ending))
        return ev.Talked(player, kind, text.rstrip(), *rest, line=context.line)

    return make


def _said(context: Context, groups: Groups) -> ev.Talked:
    name, _, text = groups[0].partition(
        ' said, "'
    )  # a mark replaces each seated name, so the first match ends the name
    return ev.Talked(context.restore(name), Talk.SAID, context.restore(text), line=context.line)


def _bounty(context: Context, groups: Groups) -> ev.BountyWon:
    """Return a bounty. The eliminated player is the longest seated name that ends at ` and ` or at the end of the line."""
    winners = context.restore(groups[0]).rstrip().split(", ")
    named = context.restore(groups[2]).rstrip(" \t")
    fitting = [name for name in context.names if named == name or named.startswith(f"{name} and ")]
    return ev.BountyWon(
        tuple(winners) if set(winners) <= set(context.names) else (),
        read_money(groups[1]),
        max(fitting, key=len, default=None),
        context.original.rstrip(" \t"),
        line=context.line,
    )


def _discarded(context: Context, groups: Groups) -> ev.Discarded:
    _, count, noun, cards, disconnected = groups
    return ev.Discarded(
        context.player,
        int(count),
        _cards_or_none(cards),
        bool(disconnected),
        wrong_plural=(count == "1") != (noun == "card"),
        line=context.line,
    )


def _finished(context: Context, groups: Groups) -> ev.Finished:
    _, place, prize = groups
    return ev.Finished(
        context.player, int(place) if place else None, _money_or_none(prize), line=context.line
    )


def _make_seat(context: Context, groups: Groups) -> ev.Seat:
    seat, name, stack, bounty, sitting_out, out_of_hand = groups
    return ev.Seat(
        int(seat),
        name,
        context.amount(stack),
        bounty,
        bool(sitting_out),
        out_of_hand,
        line=context.line,
    )


def _dealt(context: Context, groups: Groups) -> ev.Dealt | ev.Drew:
    if context.drawing:  # after a draw of four cards the client writes the new hand in one bracket
        return ev.Drew(context.player, (), _cards(groups[1]), line=context.line)
    return ev.Dealt(context.player, _cards(groups[1]), line=context.line)


def _section(section: Section) -> Maker:
    def make(context: Context, _: Groups) -> ev.SectionBegan:
        return ev.SectionBegan(section, line=context.line)

    return make


def _posted(context: Context, groups: Groups) -> ev.Posted:
    _, post, amount, all_in = groups
    kind = Post.ANTE if post == "the ante" else Post(post)
    return ev.Posted(context.player, kind, context.amount(amount), bool(all_in), line=context.line)


def _pot(context: Context, groups: Groups) -> ev.PotSummary:
    total, pots, rake = groups
    parts = []
    for part in pots.split(". "):
        if name_amount := part.strip().removesuffix("."):
            name, _, amount = name_amount.rpartition(" ")
            parts.append((name.lower(), context.amount(amount)))
    return ev.PotSummary(context.amount(total), context.amount(rake), tuple(parts), line=context.line)


def _summary_maker(outcome: Outcome) -> Maker:
    """Return the maker of a summary line. Its groups are seat, player, tags, a word of the outcome, and the outcome's values."""

    def make(context: Context, groups: Groups) -> ev.SeatSummary:
        seat, _, tags, _, *rest = groups
        values: dict[str, object] = {}
        match outcome:
            case Outcome.COLLECTED:
                values = {"amount": context.amount(rest[0])}
            case Outcome.SHOWED_WON:
                values = {
                    "cards": _cards(rest[0]),
                    "amount": context.amount(rest[1]),
                    "description": rest[2],
                    "cashed_out": bool(rest[3]),
                }
            case Outcome.SHOWED_LOST:
                values = {"cards": _cards(rest[0]), "description": rest[1], "cashed_out": bool(rest[2])}
            case Outcome.MUCKED:
                values = {"cards": _cards_or_none(rest[0])}
            case Outcome.FOLDED:
                before = rest[0] is None or not rest[0].isdigit()
                values = {"street": 0 if before else int(rest[0]), "did_not_bet": before and bool(rest[0])}
            case _:
                assert_never(outcome)
        return ev.SeatSummary(
            context.player,
            int(seat),
            outcome,
            tuple(tags.strip(" ()").split(") (")) if tags else (),
            line=context.line,
            **values,  # type: ignore[arg-type]
        )

    return make


MAKERS: dict[str, Maker] = {
    "SEAT": _make_seat,
    "POSTS": _posted,
    "DEALING": _section(Section.DEALING),
    "FIRST": _section(Section.FIRST_DRAW),
    "SECOND": _section(Section.SECOND_DRAW),
    "THIRD": _section(Section.THIRD_DRAW),
    "SHOW_DOWN": _section(Section.SHOW_DOWN),
    "SUMMARY": _section(Section.SUMMARY),
    "DEALT": _dealt,
    "DEALT_DRAWN": lambda c, g: ev.Drew(c.player, _cards(g[1]), _cards(g[2]), line=c.line),
    "DISCARDS": _discarded,
    "STANDS_PAT": lambda c, g: ev.StoodPat(c.player, _cards_or_none(g[1]), bool(g[2]), line=c.line),
    "RESHUFFLED": lambda c, _: ev.DeckReshuffled(line=c.line),
    "FOLDS": lambda c, g: ev.Folded(c.player, _cards_or_none(g[1]), bool(g[2]), line=c.line),
    "CHECKS": lambda c, g: ev.Checked(c.player, bool(g[1]), line=c.line),
    "CALLS": lambda c, g: ev.Called(c.player, c.amount(g[1]), bool(g[2]), line=c.line),
    "BETS": lambda c, g: ev.Bet(c.player, c.amount(g[1]), bool(g[2]), line=c.line),
    "RAISES": lambda c, g: ev.Raised(c.player, c.amount(g[1]), c.amount(g[2]), bool(g[3]), line=c.line),
    "CAPPED": lambda c, _: ev.BettingCapped(line=c.line),
    "UNCALLED": lambda c, g: ev.UncalledReturned(c.player, c.amount(g[0]), line=c.line),
    "SHOWS": lambda c, g: ev.Showed(c.player, _cards(g[1]), g[2], line=c.line),
    "MUCKS": lambda c, _: ev.Mucked(c.player, line=c.line),
    "NO_SHOW": lambda c, _: ev.NotShown(c.player, line=c.line),
    "COLLECTED": lambda c, g: ev.Collected(c.player, c.amount(g[1]), g[2], line=c.line),
    "CASHED_OUT": lambda c, g: ev.CashedOut(
        c.player, c.amount(g[1]), c.amount(g[2]) if g[2] else None, line=c.line
    ),
    "FINISHED": _finished,
    "WINS_TOURNAMENT": lambda c, g: ev.WonTournament(c.player, _money_or_none(g[1]), line=c.line),
    "BOUNTY": _bounty,
    "CANCELLED": lambda c, _: ev.HandCancelled(line=c.line),
    "SAID": _said,
    "JOINS": _talk(Talk.JOINED),
    "LEAVES": _talk(Talk.LEFT),
    "TIMED_OUT": _talk(Talk.TIMED_OUT),
    "CONNECTED": _talk(Talk.CONNECTED),
    "DISCONNECTED": _talk(Talk.DISCONNECTED),
    "SITS_OUT": _talk(Talk.SITS_OUT, ":"),
    "SITTING_OUT": _talk(Talk.SITTING_OUT),
    "RETURNED": _talk(Talk.RETURNED),
    "ALLOWED": _talk(Talk.ALLOWED_AFTER_BUTTON),
    "REMOVED": _talk(Talk.REMOVED),
    "REBUYS": _talk(Talk.REBOUGHT),
    "ADDS": _talk(Talk.ADDED),
    "WINS_ENTRY": _talk(Talk.WON_ENTRY),
    "BREAK_SKIPPED": lambda c, _: ev.BreakSkipped(line=c.line),
    "POT": _pot,
    "SEAT_FOLDED_BEFORE": _summary_maker(Outcome.FOLDED),
    "SEAT_FOLDED": _summary_maker(Outcome.FOLDED),
    "SEAT_COLLECTED": _summary_maker(Outcome.COLLECTED),
    "SEAT_WON": _summary_maker(Outcome.SHOWED_WON),
    "SEAT_LOST": _summary_maker(Outcome.SHOWED_LOST),
    "SEAT_MUCKED": _summary_maker(Outcome.MUCKED),
}
"""The function that makes the event or the seat of each kind of line, by the terminal of the grammar."""

BY_CONTEXT = frozenset(
    {"DEALT", "BOUNTY", "SAID", "JOINS", "LEAVES", "TIMED_OUT", "CONNECTED", "DISCONNECTED", "SITS_OUT"}
    | {"SITTING_OUT", "RETURNED", "ALLOWED", "REMOVED", "REBUYS", "ADDS", "WINS_ENTRY"}
)
"""The kinds whose events depend on the lines before them, or hold names other than that of one seated player."""


def make_item(context: Context, form: Form) -> Item:
    """Return the event or the seat of a line; `context` identifies the line and its hand.

    Raises:
        AmountError: an amount is not valid in the hand's unit.
        CardsError: the text between brackets is not a list of cards.
    """
    return MAKERS[form.kind](context, form.groups)
