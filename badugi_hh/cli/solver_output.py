"""What `solve`, `draws`, `equity` and `replay` print about solved games, and the line that `--solver` needs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from badugi_hh.cli.console import fail
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.formats import decimal

if TYPE_CHECKING:
    from badugi_hh.solve.advice import Advice

UNHELD = "best play never holds this hand here, so only costs are stated"


def solver_line(line: str | None, *, solver: bool, spot: str | None, table: Path | None) -> str | None:
    """Return the line of a command with `--solver`, None without the option; exit if one of them lacks the other."""
    if solver and line is None:
        fail("--solver needs the actions before this decision: --line 'raise call 1', or --line '' for none")
    if not solver and (line, spot, table) != (None, None, None):
        fail("--line, --spot and --table say what --solver looks up; add --solver")
    return line


def say_advice(advice: "Advice") -> None:
    """Print which decision and hand the figures are about, the error of its costs, and where their meaning is explained."""
    after = f"after {advice.line}" if advice.line else "the first decision"
    say_folded(f"best play {advice.spot}, {after}: the {advice.player}, {advice.class_name}")
    if advice.error is None:
        say_folded(no_claim(advice.reason))
        return
    if advice.mix is None:
        say_folded(UNHELD)
    say_costs(advice.error, live=advice.live)
    say_meaning()


def no_claim(reason: object) -> str:
    """Return the sentence that stands in place of an answer of a solved game, or of its costs."""
    from badugi_hh.solve.known import Reason

    return f"{reason}, so {'no cost' if str(reason) == str(Reason.GIVEN) else 'nothing'} is claimed"


def say_costs(error: float, *, live: bool) -> None:
    """Print the unit of costs and their standard error, and whether the betting round was solved for this answer."""
    if live:
        say_folded(
            "the table ends before this decision: the last betting round is solved from the ranges of the line"
        )
    say_folded(f"costs are in big bets, with a standard error of {max(error, 0.01):.2f} here")


def say_meaning() -> None:
    """Print where it is explained what costs and shares of best play mean."""
    say_folded("what these costs and shares claim: docs/solve.md, What is shown")


def show_actions(actions: Sequence[str], mix: Sequence[float] | None, cost: Sequence[float] | None) -> None:
    """Print the share and the cost of each action of one hand; the shares are empty without a mix, the costs if unknown."""
    rows = [
        (
            action_name(action),
            "" if mix is None else share(mix[place]),
            "" if cost is None else f"{cost[place]:.2f}",
        )
        for place, action in enumerate(actions)
    ]
    show_table(("action", "best play", "cost"), rows, right=(1, 2))


def action_name(action: str) -> str:
    """Return an action of a line as a word: `raise`, `pat`, `draw 1`."""
    return ("pat" if action == "0" else f"draw {action}") if action.isdigit() else action


def share(mix: float) -> str:
    """Return a stored share as text, without the decimals that its steps of 1/15 do not carry."""
    return f"{decimal(100 * mix, 0)}%"
