"""A one-table tournament, from the first hand until the hero is eliminated or wins."""

from collections.abc import Iterator
from dataclasses import replace

from badugi_hh.engine.rules import Betting
from badugi_hh.engine.seating import Seating, next_seating, seating
from badugi_hh.history.events import Hand, Stakes, Tournament
from badugi_hh.simulate.games import ROMAN, SitAndGo, table_size
from badugi_hh.simulate.payout import Standing
from badugi_hh.simulate.play import Deal, Seated
from badugi_hh.simulate.world import World

_RETURNS = 0.4  # probability per hand, for an absent player


def tournament_session(game: SitAndGo, world: World) -> Iterator[Hand]:
    """Yield the hands of one tournament, until the hero is eliminated or wins."""
    chance = world.chance
    number = str(700_000_000 + chance.below(90_000_000))
    players = [world.hero, *chance.sample(world.pool, game.seats - 1)]
    chance.shuffle(players)
    entrants = {seat: Seated(player, game.stack) for seat, player in enumerate(players, 1)}
    where = seating(entrants, chance.between(1, game.seats))
    hands = 0
    while len(entrants) > 1 and any(entrant.player is world.hero for entrant in entrants.values()):
        if hands:
            where = next_seating(world.room, entrants, where)
        level = hands // game.hands_per_level
        _return_absent(entrants, world, game.rules(world.room, level).big_blind)
        yield _play_hand(game, world, entrants, number=number, where=where, level=level)
        hands += 1
        for seat in [seat for seat, entrant in entrants.items() if not entrant.stack]:
            del entrants[seat]


def _return_absent(entrants: dict[int, Seated], world: World, big_blind: int) -> None:
    """Let absent players return; a player whose next blinds could put them all-in always returns."""
    for entrant in entrants.values():
        due_back = entrant.player is world.hero or entrant.stack <= 2 * big_blind
        if entrant.away and (due_back or world.chance.happens(_RETURNS)):
            entrant.away = False


def _play_hand(
    game: SitAndGo, world: World, entrants: dict[int, Seated], *, number: str, where: Seating, level: int
) -> Hand:
    rules = game.rules(world.room, level)
    fixed = game.betting is Betting.FIXED
    low, high = (rules.small_bet, rules.big_bet) if fixed else (rules.small_blind, rules.big_blind)
    stakes = Stakes(rules.betting, low, high)
    tournament = Tournament(
        id=number,
        level=ROMAN[min(level, len(ROMAN) - 1)],
        buy_in=f"{dollars(game.buy_in)}+{dollars(game.fee)} USD",
        match_round="Match Round I" if game.seats == 2 else None,
    )
    title = world.title(stakes, game.zone, f"{number} 1", where.button, table_size(game.seats))
    standing = Standing(len(entrants), tuple(dollars(prize) for prize in game.prizes))
    return Deal(
        replace(title, tournament=tournament), rules, where, dict(entrants), world, standing=standing
    ).play()


def dollars(cents: int) -> str:
    """Return an amount as buy-ins and prizes are written, always with cents: `$2.00`."""
    return f"${cents // 100}.{cents % 100:02d}"
