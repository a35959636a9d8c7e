"""Simulated histories in a folder."""

from pathlib import Path

from badugi_hh.api.room_rules import find_rules
from badugi_hh.engine.rules import Betting
from badugi_hh.outputs import OutputFolder, Written
from badugi_hh.outputs.checks import IsImported
from badugi_hh.simulate import games, write_files
from badugi_hh.simulate import simulate as play


def simulate(
    out: Path,
    hands: int,
    seed: int,
    *,
    rules: str,
    betting: str | None,
    players: int | None,
    is_imported: IsImported,
    force: bool,
) -> Written:
    """Play hands and write them as histories into the folder `out`; see `Hands.simulate`.

    Raises:
        ValueError: there is no such limit type, or the number of players is not 2 to 10.
        LookupError: there is no room of the name `rules`.
        OutputError: the folder has other files, or cannot be written.
    """
    selected = games(None if betting is None else Betting(betting), players)
    played = play(hands, seed, games=selected, room=find_rules(rules))
    return OutputFolder(out, "simulate", is_imported, force).write(lambda folder: write_files(played, folder))
