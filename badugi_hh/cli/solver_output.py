"""What `solve`, `draws` and `equity` print about solved games: sentences below their tables, and the line they need."""

from pathlib import Path
from typing import TYPE_CHECKING

from badugi_hh.cli.console import fail, say

if TYPE_CHECKING:
    from badugi_hh.solve.advice import Advice

LIMITS = (
    "equilibrium play without rake, the opponent's cards ignored; "
    "a cost below 0.15 is no mistake in a single decision"
)
"""What the figures do not claim, see docs/solve.md."""


def solver_line(line: str | None, *, solver: bool, spot: str | None, table: Path | None) -> str | None:
    """Return the line of a command with `--solver`, None without the option; exit if one of them lacks the other."""
    if solver and line is None:
        fail("--solver needs the actions before this decision: --line 'raise call 1', or --line '' for none")
    if not solver and (line, spot, table) != (None, None, None):
        fail("--line, --spot and --table say what --solver looks up; add --solver")
    return line


def say_advice(advice: "Advice") -> None:
    """Print which decision and hand the figures are about, and what they do not claim."""
    after = f"after {advice.line}" if advice.line else "the first decision"
    say(f"best play {advice.spot}, {after}: the {advice.player}, {advice.class_name}")
    if advice.mix is None:
        say("players of the table never hold it here, so only costs are stated")
    say_costs(advice.error)
    say(f"the best responses to the table gain {advice.exploitability:.4f} big bets per hand")
    say(LIMITS)


def say_costs(error: float) -> None:
    """Print the unit of costs, and what the table itself loses on average at a decision."""
    lost = f"{error:.3f}" if error >= 0.0005 else "less than 0.001"
    say(f"costs are in big bets; the table's own play loses {lost} here on average")
