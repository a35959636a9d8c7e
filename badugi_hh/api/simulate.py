"""Simulated histories in a folder."""

from pathlib import Path
from typing import TYPE_CHECKING

from badugi_hh.api.choices import find_rules

if TYPE_CHECKING:
    from badugi_hh.outputs import Written


def simulate_hands(
    out: Path | str,
    hands: int = 500,
    *,
    seed: int = 1,
    rules: str = "pokerstars",
    betting: str | None = None,
    players: int | None = None,
    force: bool = False,
) -> "Written":
    """Play hands of simulated players and write them as histories into the folder `out`; the same seed, the same hands.

    `betting` is a limit type such as `"no-limit"` and `players` a number from 2 to 10; without them the tables are of
    fixed limit, with 2 to 8 players. An earlier simulation in the folder is replaced; other files need `force`. The result
    has the `files`, the `removed` files of an earlier simulation, and other files that were `replaced`.

    Raises:
        ValueError: there is no such limit type, or the number of players is not 2 to 10.
        LookupError: there is no room of the name `rules`.
        OutputError: the folder has other files, or cannot be written.
    """
    from badugi_hh.engine.rules import Betting
    from badugi_hh.outputs import OutputFolder
    from badugi_hh.simulate import games, simulate, write_files

    selected = games(None if betting is None else Betting(betting), players)
    played = simulate(hands, seed, games=selected, room=find_rules(rules))
    folder = OutputFolder(Path(out), "simulate", force)
    return folder.write(lambda draft: write_files(played, draft))
