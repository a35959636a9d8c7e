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
    say_costs(advice.error, live=advice.live)
    say(f"the best responses to the table gain {advice.exploitability:.4f} big bets per hand")
    say(LIMITS)


def say_costs(error: float, *, live: bool) -> None:
    """Print the unit of costs and their standard error, and whether the betting round was solved for this answer."""
    if live:
        say(
            "the table ends before this decision: the last betting round is solved from the ranges of the line"
        )
    say(f"costs are in big bets, with a standard error of {max(error, 0.01):.2f} here")
