"""Deals and plays legal hands through the engine, from a seed, and returns them as `Hand`s."""

from collections.abc import Iterator, Sequence
from itertools import islice

from badugi_hh.engine.rules import POKERSTARS, Rules
from badugi_hh.history.events import Hand
from badugi_hh.history.write import write_files
from badugi_hh.simulate.cash import cash_session
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.games import MIX, CashGame, Game, SitAndGo, games
from badugi_hh.simulate.sit_and_go import tournament_session
from badugi_hh.simulate.styles import HERO, POOL, StartingRange, Style, StyledPlayer
from badugi_hh.simulate.world import World

__all__ = [
    "HERO",
    "MIX",
    "POOL",
    "CashGame",
    "Game",
    "SitAndGo",
    "StartingRange",
    "Style",
    "StyledPlayer",
    "games",
    "simulate",
    "write_files",
]

_CASH_SESSION = 90  # hands at a cash table before the next game of a mix starts


def simulate(
    n: int,
    seed: int,
    *,
    games: Sequence[Game] = MIX,
    room: Rules = POKERSTARS,
    hero: StyledPlayer = HERO,
    pool: Sequence[StyledPlayer] = POOL,
    open_cards: bool = False,
) -> Iterator[Hand]:
    """Yield `n` hands, the same for the same arguments on every platform and Python version.

    The games take turns. Each is played for one session (90 hands at a cash table, or one tournament), and the list
    repeats from its start. A list with one cash game is a single session of `n` hands. With `open_cards` the hands show
    the cards of every player, as if the histories of all players were joined.

    Raises:
        ValueError: the list is empty, a game has fewer than two players, or the pool has too few opponents.
    """
    if not games:
        raise ValueError("no game to simulate: the list of games is empty")
    for game in games:
        if not 2 <= game.players <= min(game.seats, len(pool) + 1):
            raise ValueError(
                f"cannot seat {game.players} players at a table of {game.seats} with {len(pool)} opponents in the pool"
            )
    world = World(Chance(seed), room, hero, pool, open_cards=open_cards)
    world.hand_number += seed % 1000 * 1_000_000_000  # different seeds give different hand numbers
    return islice(_play_games(world, games), max(0, n))


def _play_games(world: World, games: Sequence[Game]) -> Iterator[Hand]:
    while True:
        for game in games:
            match game:
                case CashGame():
                    hands = cash_session(game, world)
                    yield from hands if len(games) == 1 else islice(hands, _CASH_SESSION)
                case SitAndGo():
                    yield from tournament_session(game, world)
            world.pass_time(60 * world.chance.between(10, 1200))
