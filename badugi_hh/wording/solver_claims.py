"""What the figures of a solved game claim and do not claim, in one place: for the terminal, the replayer and range charts.

The reasons are in docs/best-play.md. Nothing is computed here.
"""

from collections.abc import Mapping
from typing import Any

from badugi_hh.solve.game import TABLES
from badugi_hh.wording.catalogue import say
from badugi_hh.wording.formats import decimal

WHERE_EXPLAINED = "what costs and shares claim: docs/best-play.md"
"""The line of the terminal below costs and shares."""


def claims(spot: str, exploitability: float | None) -> list[str]:
    """Return the sentences about the costs and shares of a spot; `exploitability` is in big bets per hand, None at a full table."""
    if exploitability is None:
        return [say("best_play", "meaning"), say("best_play", "blueprint", spot=spot)]
    gain = say("best_play", "gain", spot=spot, gain=decimal(exploitability, 4))
    return [say("best_play", "meaning"), say("best_play", "steps"), gain]


def claims_of(replays: Mapping[str, Any]) -> dict[str, str]:
    """Return the sentences about the spots of replays by spot; these are as `replay_block` returns them.

    Raises:
        SolveError: this version comes without the table of a spot.
    """
    steps = (step for hand in replays.get("best", {}).values() for step in hand["steps"].values())
    spots = {step["at"][0] for step in steps if "at" in step}
    return {spot: " ".join(shipped_claims(spot)) for spot in sorted(spots)}


def shipped_claims(spot: str) -> list[str]:
    """Return the sentences about a spot whose table comes with the program.

    Raises:
        SolveError: this version comes without it.
    """
    if spot in TABLES:
        return claims(spot, None)
    from badugi_hh.solve.shipped_tables import shipped_table  # loads NumPy
    from badugi_hh.solve.solved_table import read_header

    return claims(spot, float(read_header(shipped_table(spot))["exploitability_quantized"]))
