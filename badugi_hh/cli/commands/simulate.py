"""`simulate`: writes histories of simulated hands."""

from pathlib import Path
from typing import Annotated

from badugi_hh.cli.console import note, say_json, say_sentence
from badugi_hh.cli.options import DEFAULT_ROOM, BettingOption, DealingRules, Force, Json, option
from badugi_hh.wording.formats import counted


def simulate(
    out: Annotated[Path, option("--out -o FOLDER", "the folder to write")],
    hands: Annotated[int, option("--hands -n N", "number of hands", min=1)] = 500,
    seed: Annotated[
        int, option("--seed N", "seed of the random numbers; the same seed gives the same hands")
    ] = 1,
    rules: DealingRules = DEFAULT_ROOM,
    betting: BettingOption = None,
    players: Annotated[
        int | None, option("--players N", "players at each table; default: 2 to 8", min=2, max=10)
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
    if written.removed:
        note(f"{counted(len(written.removed), 'file')} of an earlier simulation removed")
    if written.replaced:
        note(f"replaced by --force: {', '.join(map(str, written.replaced))}")
    if as_json:
        say_json({"hands": hands, "seed": seed, "files": written.files, "removed": written.removed})
    else:
        say_sentence(f"{counted(hands, 'hand')} in {counted(len(written.files), 'file')} in {out}")
