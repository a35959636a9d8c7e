"""What a hand states about its tournament: the parts of the buy-in, and the place, prize and bounties of each player.

Places, prizes and bounties are lines of the hand; they are unknown if no imported hand has the line.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from badugi_hh.history import events as ev
from badugi_hh.history.events import Hand
from badugi_hh.history.money import AmountError, Money, read_amount, split_buy_in

_KINDS = (ev.Finished, ev.WonTournament, ev.BountyWon, ev.Talked)


@dataclass(frozen=True, slots=True)
class Entry:
    """The parts of a buy-in in cents or play chips, all None if the text does not state them."""

    pool: int | None = None
    bounty: int | None = None
    fee: int | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """The events of one player in the tournament in one hand; `bounty_won` is None if the share is unknown."""

    place: int | None = None
    prize: int | None = None
    prize_currency: str | None = None
    bounty_won: int | None = None
    rebought: bool | None = None


@lru_cache(maxsize=256)
def entry_of(text: str | None) -> Entry:
    """Return the parts of a buy-in from its text: `$2.00+$0.20 USD`, with a bounty between them, or `Freeroll`."""
    parts, currency = split_buy_in(text)
    if parts == ["Freeroll"]:
        return Entry(0, 0, 0)
    try:
        amounts = [read_amount(part, currency) for part in parts]
    except AmountError:
        return Entry()
    if len(amounts) not in {2, 3}:
        return Entry()
    return Entry(amounts[0], amounts[1] if len(amounts) == 3 else 0, amounts[-1], currency)


def tournament_results(hand: Hand) -> dict[str, TournamentResult]:
    """Return what a tournament hand states about each player at the table."""
    places: dict[str, tuple[int, Money | None]] = {}  # a line without a place has no prize either
    rebought = set()
    entries = set()  # players who won an entry to another tournament: a prize of unknown value
    bounties = []
    for event in hand.events:
        if not isinstance(event, _KINDS):
            continue
        match event:
            case ev.Finished() if event.place is not None:
                places[event.player] = event.place, event.prize
            case ev.WonTournament():
                places[event.player] = 1, event.prize
            case ev.BountyWon():
                bounties.append(event)
            case ev.Talked() if event.kind is ev.Talk.REBOUGHT:
                rebought.add(event.player)
            case ev.Talked() if event.kind is ev.Talk.WON_ENTRY:
                entries.add(event.player)
            case _:
                pass
    entry = entry_of(hand.tournament.buy_in if hand.tournament else None)
    finishes = {}
    for seat in hand.seats:
        player = seat.player
        place, money = places.get(player, (None, None))
        prize, currency = (money.amount, money.currency) if money else (None, None)
        if player in entries:
            prize, currency = None, None
        elif money is None and place is not None and place > 1:
            prize = 0  # a place without a prize
        finishes[player] = TournamentResult(
            place, prize, currency, _bounties_of(bounties, player, entry), player in rebought
        )
    return finishes


def _bounties_of(bounties: Iterable[ev.BountyWon], player: str, entry: Entry) -> int | None:
    """Return the sum of a player's bounties, None where one of them is unknown, or in another currency than the entry.

    Where the entry states no currency, they are in one currency.
    """
    total = 0
    currencies = {entry.currency} if entry.currency or entry.pool else set()
    for bounty in bounties:
        winners, amount = bounty.winners, bounty.bounty.amount
        if not winners:
            return None
        if player not in winners:
            continue
        currencies.add(bounty.bounty.currency)
        if amount is None or amount % len(winners) or len(currencies) > 1:
            return None
        total += amount // len(winners)
    return total
