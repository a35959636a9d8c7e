"""Turns a replay into rows of the database; `badugi_hh/facts/schema.toml` declares their columns.

The rows have only values of the replay; a value that is unknown or does not apply is None.
"""

from functools import lru_cache

from badugi_hh.facts.decision_rows import add_decisions, add_draws
from badugi_hh.facts.entries import entry_of
from badugi_hh.facts.event_rows import add_events
from badugi_hh.facts.players import Players
from badugi_hh.facts.schema import GAMES, PLAY_CHIPS, TOURNAMENT_CHIPS, Columns, Rows
from badugi_hh.facts.seat_rows import add_seats
from badugi_hh.history.events import Stakes, Tournament
from badugi_hh.history.money import SIGNS, write_cents, write_money
from badugi_hh.replay import Replay


def add_rows(to: Rows, replay: Replay, hand_key: int, *, rules: str = "pokerstars") -> None:
    """Add the rows of a hand; decisions and draws only of a hand without errors.

    Args:
        to: the rows of the hands before it.
        replay: a replay; where it is not `ok`, with the events up to its end only.
        hand_key: the key of the hand in the database.
        rules: name of the rules it was replayed under.
    """
    players = Players(replay)
    _add_hand(to.hands, replay, hand_key, rules)
    add_seats(to.seats, replay, hand_key, players)
    add_events(to.events, replay, hand_key)
    if replay.ok:
        add_draws(
            to.draws, replay, hand_key, players, *add_decisions(to.decisions, replay, hand_key, players)
        )


def _add_hand(to: Columns, replay: Replay, hand_key: int, rules: str) -> None:
    hand = replay.hand
    to.hand_key.append(hand_key)
    to.site.append(hand.site)
    to.hand_id.append(hand.id)
    to.played_at.append(hand.moment.utc)
    to.local_time.append(hand.moment.local)
    to.zone.append(hand.moment.zone)
    to.time_ambiguous.append(hand.moment.ambiguous)
    to.table_name.append(hand.table)
    for name, value in game_columns(hand.stakes, hand.tournament).items():
        getattr(to, name).append(value)
    to.max_seats.append(hand.max_seats)
    to.button.append(hand.button)
    to.players.append(sum([seat.dealt for seat in hand.seats]))
    to.total_pot.append(replay.total_pot)
    to.rake.append(replay.rake)
    to.rules.append(rules)
    to.cancelled.append(replay.cancelled)
    to.status.append("warned" if replay.problems else "ok")


def game_columns(stakes: Stakes, tournament: Tournament | None) -> dict[str, str | int | None]:
    """Return the columns of `hands` that follow from the stakes and the tournament in the header."""
    denomination = denomination_of(stakes.currency, tournament=tournament is not None)
    buy_in = tournament.buy_in if tournament else None
    entry = entry_of(buy_in)
    return {
        "game": game_of(denomination),
        "betting": str(stakes.betting),
        "small_bet": stakes.low,
        "big_bet": stakes.high,
        "stakes": stakes_text(stakes, tournament),
        "currency": stakes.currency,
        "unit": "cent" if stakes.currency and not tournament else "chip",
        "denomination": denomination,
        "tournament_id": tournament.id if tournament else None,
        "level": tournament.level if tournament else None,
        "buy_in": buy_in,
        "entry_pool": entry.pool,
        "entry_bounty": entry.bounty,
        "entry_fee": entry.fee,
        "entry_currency": entry.currency,
    }


def denomination_of(currency: str | None, *, tournament: bool) -> str:
    """Return the denomination of the amounts of a hand: cents of a currency, tournament chips or play chips."""
    if tournament:
        return TOURNAMENT_CHIPS
    return f"{currency} cents" if currency else PLAY_CHIPS


def game_of(denomination: str) -> str:
    """Return the game that is played for amounts of a denomination."""
    return GAMES.get(denomination, "cash")


def stakes_text(stakes: Stakes, tournament: Tournament | None) -> str:
    """Return the stakes as a short text, `$0.25/$0.50`, `20/40`."""
    return write_stakes(stakes.low, stakes.high, None if tournament else stakes.currency)


@lru_cache(maxsize=256)
def write_stakes(low: int, high: int, currency: str | None) -> str:
    """Return stakes in cents of a currency, or in chips, as text: `$0.25/$0.50`, `0.25/0.50 CAD`, `20/40`."""
    if currency is None:
        return f"{low}/{high}"
    return f"{SIGNS.get(currency, '')}{write_cents(low)}/{write_money(high, currency)}"
