"""Writes a replayed hand as PHH: fields in TOML, with the actions in the notation of the standard.

The players are in the order of the standard: the first left of the button is `p1`. All players discard before the first
one is dealt new cards, as PHH requires. A hand that PHH cannot represent is refused; nothing is changed to fit.
`docs/export.md` lists what is omitted.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from badugi_hh.engine import cards, rules
from badugi_hh.engine.cards import Cards
from badugi_hh.engine.rules import Post
from badugi_hh.engine.table import Table
from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.phh.betting import (
    CANCELLED,
    CASHED_OUT,
    EXTRA_BLIND,
    LIMIT,
    LOST_CARDS,
    PART_SHOWN,
    SHORT,
    SHORT_ANTE,
    PhhChips,
    PhhError,
)
from badugi_hh.replay import Replay
from badugi_hh.replay.records import Draw

UNKNOWN = "??"
"""An unknown card."""

_LARGEST = 2**63 - 1  # the largest integer of TOML
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_DRAWS = (1, 2, 3)


def write_phh(replay: Replay) -> str:
    """Return a hand as PHH, one field a line, without a line end after the last line.

    Raises:
        PhhError: PHH cannot represent the hand.
        ValueError: the replay is not complete.
    """
    hand, table = replay.hand, replay.table
    if hand.stakes.betting is not rules.Betting.FIXED:
        raise PhhError(LIMIT)
    if replay.cancelled:
        raise PhhError(CANCELLED)
    if any(isinstance(event, ev.CashedOut) for event in hand.events):
        raise PhhError(CASHED_OUT)
    if table is None or not replay.ok:
        raise ValueError("a hand with an error has no complete replay")
    return "\n".join(f"{key} = {value}" for key, value in _fields(replay, table))


def _fields(replay: Replay, table: Table) -> Iterator[tuple[str, str]]:
    """Yield the names and TOML values of the fields: the required ones, the optional ones, and those of this tool."""
    hand = replay.hand
    seats = {seat.seat: seat for seat in hand.seats}
    order = table.order
    stacks = {seat: seats[seat].stack for seat in order}
    dead = {seat: table.antes[seat] + table.dead[seat] for seat in order}
    blinds = _live_blinds(hand, table)
    actions = list(_actions(replay, table, PhhChips(stacks, dead, blinds)))

    def amounts(values: Iterable[int]) -> str:
        return _array(_amount(hand, value) for value in values)

    # The two players of a heads-up hand have their antes and blinds in the opposite order, by the standard.
    posters = order[::-1] if len(order) == 2 else order
    yield "variant", _text("FB")
    if _has_short_ante(table):
        yield "ante_trimming_status", "true"
    yield "antes", amounts(dead[seat] for seat in posters)
    yield "blinds_or_straddles", amounts(blinds[seat] for seat in posters)
    yield "small_bet", _amount(hand, replay.rules.small_bet)
    yield "big_bet", _amount(hand, replay.rules.big_bet)
    yield "starting_stacks", amounts(stacks.values())
    # Actions have no character that a TOML string escapes.
    yield "actions", "[\n" + "".join(f'  "{action}",\n' for action in actions) + "]"

    yield "venue", _text(hand.site)
    if (moment := hand.moment.utc) is not None:
        yield "time", moment.strftime("%H:%M:%S")
        yield "time_zone", _text("UTC")
        yield "day", str(moment.day)
        yield "month", str(moment.month)
        yield "year", str(moment.year)
    yield "hand", _number(hand.id)
    if hand.tournament is not None and (level := _level(hand.tournament.level)) is not None:
        yield "level", str(level)
    yield "seats", _array(map(str, order))
    if hand.max_seats is not None:
        yield "seat_count", str(hand.max_seats)
    yield "table", _text(hand.table)
    yield "players", _array(_text(seats[seat].player) for seat in order)
    results = [replay.results[seat] for seat in order]
    yield "finishing_stacks", amounts(stacks[result.seat] - result.put_in + result.won for result in results)
    yield "winnings", amounts(result.won for result in results)
    if (currency := hand.stakes.currency) is not None:
        yield "currency", _text(currency)
        yield "currency_symbol", _text(hand.stakes.sign.strip())

    yield "_button", str(hand.button)
    yield "_rake", _amount(hand, replay.rake or 0)
    if hand.tournament is not None:
        yield "_tournament", _text(hand.tournament.id)
        if hand.tournament.level is not None:
            yield "_level", _text(hand.tournament.level)
        if hand.tournament.buy_in is not None:
            yield "_buy_in", _text(hand.tournament.buy_in)
    yield "_local_time", _text(hand.moment.written)
    if any(result.shown for result in results):
        yield "_shown", _array(_text(_cards(result.shown) if result.shown else "") for result in results)


# --- posts


def _live_blinds(hand: Hand, table: Table) -> Mapping[int, int]:
    """Return the live blinds by seat, in the order of the players.

    Raises:
        PhhError: a reader would let another player begin.
    """
    seat_of = {seat.player: seat.seat for seat in hand.seats}
    blinds = dict.fromkeys(table.order, 0)
    big: list[int] = []
    for event in hand.events:
        if isinstance(event, ev.Posted):
            seat = seat_of[event.player]
            blinds[seat] += event.amount
            if event.post in {Post.BIG_BLIND, Post.BOTH_BLINDS}:
                big.append(seat)
    for seat in table.order:
        blinds[seat] -= table.antes[seat] + table.dead[seat]
    if len(big) > 1:
        raise PhhError(EXTRA_BLIND)
    last = max(range(len(table.order)), key=lambda player: (blinds[table.order[player]], player))
    if any(blinds.values()) and [table.order[last]] != big:
        raise PhhError(SHORT)
    if _has_short_ante(table) and any(table.dead.values()):
        raise PhhError(SHORT_ANTE)
    return blinds


def _has_short_ante(table: Table) -> bool:
    """Return whether the antes differ, as they do if a player has less than the ante."""
    return len(set(table.antes.values())) > 1


# --- actions


def _actions(replay: Replay, table: Table, betting: PhhChips) -> Iterator[str]:
    """Yield the actions in the notation of the standard."""
    hand = replay.hand
    players = {seat: f"p{number}" for number, seat in enumerate(table.order, 1)}
    seat_of = {seat.player: seat.seat for seat in hand.seats}
    dealt = {seat_of[event.player]: event.cards for event in hand.events if isinstance(event, ev.Dealt)}
    for seat, player in players.items():
        yield f"d dh {player} {_cards(dealt.get(seat), 4)}"
    for round_ in (0, *_DRAWS):
        if round_:
            betting.begin_round()
            yield from _draw(hand, players, [draw for draw in replay.draws if draw.draw == round_])
        for action in replay.actions:
            if action.situation.round != round_:
                continue
            player = players[action.seat]
            match action.act:
                case "fold":
                    betting.fold(action.seat)
                    yield f"{player} f"
                case "check" | "call":
                    betting.check_or_call(action.seat, action.amount)
                    yield f"{player} cc"
                case "bet" | "raise":
                    to = betting.bet(action.seat, action.amount, replay.rules.bet_size(round_))
                    yield f"{player} cbr {_amount(hand, to)}"
    if any(result.showdown for result in replay.results.values()):
        yield from _showdown(replay, players, seat_of)


def _draw(hand: Hand, players: Mapping[int, str], draws: Sequence[Draw]) -> Iterator[str]:
    """Yield a draw: all discards, then all cards dealt, with a comment where the deck was reshuffled.

    Raises:
        PhhError: cards are known in a way that PHH cannot represent.
    """
    for draw in draws:
        known, named = draw.before is not None, draw.thrown is not None or not draw.count
        if (known and (not named or draw.after is None)) or (draw.thrown and not known):
            raise PhhError(LOST_CARDS)
        thrown = f" {_cards(draw.thrown, draw.count)}" if draw.count else ""
        yield f"{players[draw.seat]} sd{thrown}"
    shuffled = {index for index, event in enumerate(hand.events) if isinstance(event, ev.DeckReshuffled)}
    before = draws[0].n if draws else 0
    for draw in draws:
        if any(before <= index < draw.n for index in shuffled):
            yield "# the deck is reshuffled"
        before = draw.n
        if draw.count:
            drawn = draw.drawn if draw.after is not None else None
            yield f"d dh {players[draw.seat]} {_cards(drawn, draw.count)}"


def _showdown(replay: Replay, players: Mapping[int, str], seat_of: Mapping[str, int]) -> Iterator[str]:
    """Yield the hands shown and mucked, in order; a player whom no line mentions shows what the summary shows, or mucks.

    Raises:
        PhhError: a player shows fewer than four cards.
    """
    due = {seat: result for seat, result in replay.results.items() if result.showdown}
    for event in replay.hand.events:
        if isinstance(event, ev.Showed | ev.Mucked | ev.NotShown) and (seat := seat_of[event.player]) in due:
            del due[seat]
            yield from _show(players[seat], event.cards if isinstance(event, ev.Showed) else None)
    for seat, result in due.items():
        yield from _show(players[seat], result.shown)


def _show(player: str, shown: Cards | None) -> Iterator[str]:
    if shown is not None and len(shown) != 4:
        raise PhhError(PART_SHOWN)
    yield f"{player} sm" if shown is None else f"{player} sm {_cards(shown)}"


# --- values


def _cards(known: Cards | None, count: int = 4) -> str:
    """Return cards without blanks between them, `count` unknown ones for None."""
    return UNKNOWN * count if known is None else cards.names(known).replace(" ", "")


def _amount(hand: Hand, amount: int) -> str:
    """Return an amount as a TOML number: of money in whole units of the currency, `5` or `0.25`; of chips as it is."""
    if hand.stakes.currency is None:
        return str(amount)
    whole, cents = divmod(amount, 100)
    return f"{whole}.{cents:02d}" if cents else str(whole)


def _text(text: str) -> str:
    """Return a text as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _array(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


def _number(text: str) -> str:
    """Return a number of digits as a TOML integer, any other text as a string."""
    if text.isascii() and text.isdigit() and str(int(text)) == text and int(text) <= _LARGEST:
        return text
    return _text(text)


def _level(text: str | None) -> int | None:
    """Return a tournament level, written in Roman or other digits, as a number; None where it is neither."""
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return int(text)
    values = [_ROMAN.get(letter) for letter in text]
    if not values or None in values:
        return None
    digits = [value for value in values if value is not None]
    return sum(-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True))
