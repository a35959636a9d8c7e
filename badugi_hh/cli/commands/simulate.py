"""`simulate`: writes histories of simulated hands."""

from pathlib import Path
from typing import Annotated

import typer

from badugi_hh.cli.console import note, say_json, say_sentence
from badugi_hh.cli.options import DEFAULT_ROOM, BettingOption, DealingRules, Force, Json
from badugi_hh.wording.formats import counted


def simulate(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="the folder to write")],
    hands: Annotated[int, typer.Option("--hands", "-n", min=1, metavar="N", help="number of hands")] = 500,
    seed: Annotated[
        int, typer.Option(metavar="N", help="seed of the random numbers; the same seed gives the same hands")
    ] = 1,
    rules: DealingRules = DEFAULT_ROOM,
    betting: BettingOption = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=10, metavar="N", help="players at each table; default: 2 to 8")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Simulate hands by the rules and write them as histories.

    The hands are a mix of cash games and tournaments; without --betting they are fixed limit. The files of an
    earlier simulation in the folder are replaced. A folder with other files needs --force, which keeps them unless a new
    file has the same name.
    """
    from badugi_hh.api.simulate import simulate_hands

    written = simulate_hands(
        out, hands, seed=seed, rules=rules, betting=betting, players=players, force=force
    )
    files, removed = ([str(file) for file in group] for group in (written.files, written.removed))
    if removed:
        note(f"{counted(len(removed), 'file')} of an earlier simulation removed")
    if as_json:
        say_json({"hands": hands, "seed": seed, "files": files, "removed": removed})
    else:
        say_sentence(f"{counted(hands, 'hand')} in {counted(len(files), 'file')} in {out}")
