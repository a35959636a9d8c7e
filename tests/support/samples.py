"""Defines the sample histories of the project: the sessions, their players and the seed.

`write_samples` writes the files of `sample_histories/` byte for byte; a test compares them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from badugi_hh.history.events import Hand
from badugi_hh.history.write import write_files
from badugi_hh.simulate.cash import cash_session
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.games import CashGame, Game, SitAndGo
from badugi_hh.simulate.sit_and_go import tournament_session
from badugi_hh.simulate.styles import CALLER, DREAMER, MANIAC, NOVICE, POOL, StyledPlayer
from badugi_hh.simulate.world import World

SAMPLE_SEED = 1117

# Most players of this table stay in, so that the deck sometimes runs out.
_LOOSE_POOL = tuple(
    StyledPlayer(player.name, replace(player.style, loose=0.6, sticky=0.2))
    for player in POOL
    if player.style in {CALLER, DREAMER, MANIAC, NOVICE}
)


@dataclass(frozen=True, slots=True)
class _Session:
    """One session: up to `hands` hands of a game against players of `pool`."""

    game: Game
    hands: int = 400
    pool: Sequence[StyledPlayer] = POOL


_SESSIONS = (
    _Session(CashGame("Alcyone IV", 8, 8, 25, 50), 220),
    _Session(SitAndGo(8, 200, 20, zone="CET")),
    _Session(CashGame("Mizar II", 6, 6, 50, 100), 260),
    _Session(CashGame("Thuban", 2, 2, 100, 200), 160),
    _Session(SitAndGo(6, 500, 50)),
    _Session(CashGame("Hassaleh VII", 8, 8, 25, 50), 200, pool=_LOOSE_POOL),
    _Session(CashGame("Porrima VI", 6, 4, 250, 500), 160),
    _Session(SitAndGo(3, 300, 30)),
    _Session(CashGame("Electra IX", 8, 7, 5, 10, zone="CET"), 240),
    _Session(CashGame("Zaurak III", 6, 5, 100, 200, currency="EUR", zone="CET"), 220),
    _Session(SitAndGo(2, 1000, 50, hands_per_level=8)),
    _Session(SitAndGo(8, 200, 20)),
    _Session(CashGame("Talitha", 4, 3, 200, 400), 140),
    _Session(CashGame("Menkar V", 6, 6, 50, 100), 260),
    _Session(SitAndGo(6, 500, 50, zone="CET")),
)


def sample_hands() -> Iterator[Hand]:
    """Yield the sample hands in playing order, with 16 to 40 hours between two sessions."""
    world = World(Chance(SAMPLE_SEED))
    for session in _SESSIONS:
        world.pool = session.pool
        match session.game:
            case CashGame() as game:
                hands = cash_session(game, world)
            case SitAndGo() as game:
                hands = tournament_session(game, world)
        yield from islice(hands, session.hands)
        world.pass_time(3600 * world.chance.between(16, 40))


def write_samples(folder: Path) -> list[Path]:
    """Write the sample files into `folder` and return them."""
    return write_files(sample_hands(), folder)
