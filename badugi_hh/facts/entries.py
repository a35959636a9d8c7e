"""What a hand says of a tournament: the parts of its buy-in, and what each player won or lost there.

Places, prizes and bounties are lines of the hand; nothing is known of a player whose end no file tells.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.history.money import AmountError, currency_of, read_amount

_ISO = re.compile(r" ([A-Z]{3})$")
_BOUNTY = re.compile(r"(?P<won>wins|split) (?:the )?(?P<amount>(?:Rs\. )?\S+)(?: bounty)? for ")


@dataclass(frozen=True, slots=True)
class Entry:
    """The parts of a buy-in, in cents, or chips of play money; all None where the text does not say them."""

    pool: int | None = None
    bounty: int | None = None
    fee: int | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """What a hand says of one player in the tournament; `bounty_won` is None where his share cannot be told."""

    place: int | None = None
    prize: int | None = None
    prize_currency: str | None = None
    bounty_won: int | None = None
    rebought: bool | None = None


def entry_of(text: str | None) -> Entry:
    """Return the parts of a buy-in as written: `$2.00+$0.20 USD`, with a bounty between them, or `Freeroll`."""
    text = (text or "").strip()
    if text == "Freeroll":
        return Entry(0, 0, 0)
    iso = _ISO.search(text)
    parts = _ISO.sub("", text).split("+")
    currency = currency_of(parts[0])
    try:
        amounts = [read_amount(part, currency) for part in parts]
    except AmountError:
        return Entry()
    if len(amounts) not in {2, 3} or (iso and iso[1] != currency):
        return Entry()
    return Entry(amounts[0], amounts[1] if len(amounts) == 3 else 0, amounts[-1], currency)


def endings_of(hand: Hand) -> dict[str, Ending]:
    """Return what a hand of a tournament says of each player at the table."""
    places: dict[str, tuple[int, str | None]] = {}  # a line that names no place tells neither place nor prize
    rebought = set()
    entries = set()  # players who won an entry elsewhere, which is a prize of unknown worth
    for event in hand.events:
        match event:
            case ev.Finished() if event.place is not None:
                places[event.player] = event.place, event.prize
            case ev.WonTournament():
                places[event.player] = 1, event.prize
            case ev.Talked() if event.kind is ev.Talk.REBOUGHT:
                rebought.add(event.player)
            case ev.Talked() if event.kind is ev.Talk.WON_ENTRY:
                entries.add(event.player)
            case _:
                pass
    players = [seat.player for seat in hand.seats]
    lines = [event.text for event in hand.events if isinstance(event, ev.BountyWon)]
    endings = {}
    for player in players:
        place, written = places.get(player, (None, None))
        if place is None or player in entries or (place == 1 and written is None):
            prize, currency = None, None
        else:
            prize, currency = _prize(written)
        endings[player] = Ending(
            place, prize, currency, _bounties(lines, player, players), player in rebought
        )
    return endings


def _prize(written: str | None) -> tuple[int | None, str | None]:
    """Return an amount and its currency; a place without a prize brought nothing, other prizes are unknown."""
    if written is None:
        return 0, None
    currency = currency_of(written)
    try:
        return read_amount(written, currency), currency
    except AmountError:
        return None, None


def _bounties(lines: Iterable[str], player: str, players: Iterable[str]) -> int | None:
    """Return what the bounty lines of a hand give a player, None where one cannot be told."""
    total = 0
    for line in lines:
        found = _BOUNTY.search(line)
        winners = line[: found.start()].rstrip().split(", ") if found else []
        if found is None or not set(winners) <= set(players):
            return None
        if player not in winners:
            continue
        try:
            amount = read_amount(found["amount"], currency_of(found["amount"]))
        except AmountError:
            return None
        if amount % len(winners):
            return None
        total += amount // len(winners)
    return total
