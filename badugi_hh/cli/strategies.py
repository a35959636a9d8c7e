"""Strategies of solved games and pots as tables: what `solve` and `pot` print."""

from typing import TYPE_CHECKING, Annotated, Any

from badugi_hh.api.solve import POT
from badugi_hh.cli.console import fail
from badugi_hh.cli.options import option
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.best_play import WHERE_EXPLAINED
from badugi_hh.wording.formats import count, decimal, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from badugi_hh.api.solve import PotSolution, Solution

Line = Annotated[
    str | None,
    option(
        "--line -l ACTIONS",
        "the actions in order, such as 'raise call 1 1 check bet'; '' is the first decision",
    ),
]
Hand = Annotated[
    str | None,
    option("--hand HAND", "print one hand: four cards, such as 'As 2h 3d Kd', or a class, such as 3-2-A"),
]
Every = Annotated[bool, option("--all", "print all 1,092 classes of hands in place of kinds of hands")]


def read_line(line: str | None) -> str:
    """Return a line as a solved game has it: in lower case, with blanks, and 0 for pat."""
    words = (line or "").replace(",", " ").lower().split()
    return " ".join("0" if word == "pat" else word for word in words)


def refuse_both(hand: str | None, *, every: bool) -> None:
    """Exit if one hand and all classes are requested."""
    if hand is not None and every:
        fail("--hand prints one hand and --all all classes; leave out one of them")


def show_pot(found: "PotSolution", *, every: bool) -> None:
    """Print the strategy of a solved pot: one hand, every class, or kinds of hands, and what the solution is worth."""
    answer = found.answer
    player = f"{answer.player} player"
    named = f"{POT}, {answer.line or 'first decision'}: {player}"
    if found.hand is not None:
        row = found.classes()[found.hand]
        if not row["reach"]:
            fail(f"the {player} has no {row['class']}; leave out --hand to see all hands")
        say_folded(f"{named}, {row['class']}, {100 * row['reach']:.2f}% of their hands")
        _show_actions(answer.actions, map(_share, row["mix"]), row["cost"])
        say_folded(f"the hand wins {row['value']:.2f} big bets of the pot, less what it still pays")
    else:
        say_folded(named)
        _show_classes(found.as_solution(), every=every)
        say_folded("each action has its share, and what it costs in big bets")
    first, last = (round(won, 2) + 0.0 for won in answer.value)  # no -0.00
    say_folded(
        f"of the {first + last:.2f} big bets in the pot, not counting a bet to call, the first player wins {first:.2f} and the "
        f"last {last:.2f}"
    )
    say_folded(
        f"exploitability {answer.exploitability:.4f} big bets, {100 * answer.share:.2f}% of the pot, after "
        f"{answer.iterations} iterations"
    )
    for limit in answer.limits:
        say_folded(limit)
    say_folded("cards of the opponent are ignored, and so is rake")


def show_solution(found: "Solution", *, every: bool) -> None:
    """Print the strategy after a line that was looked up: one hand, every class, or kinds of hands."""
    if found.hand is None:
        _show_hands(found, every=every)
    else:
        _show_hand(found, found.classes()[found.hand])


def _show_hand(found: "Solution", row: dict[str, Any]) -> None:
    """Print the actions of one hand and the error of their costs, or why these are not known."""
    part = f"{100 * row['reach'] / float(found.answer.reach.sum()):.2f}% of their hands"
    say_folded(f"{_decision(found)}, {row['class']}, {part}")
    if row["reason"]:
        _say_no_claim(row["reason"])
        return
    shares = (_share(share) if row["reach"] > 0 else "" for share in row["mix"])
    _show_actions(found.answer.actions, shares, row["cost"])
    if not row["reach"]:
        say_folded("best play never holds this hand here, so only costs are stated")
    _say_costs(found, row["error"])


def _show_actions(actions: "Sequence[str]", shares: "Iterable[str]", costs: "Sequence[float | None]") -> None:
    cells = zip(map(_name, actions), shares, map(_cost, costs), strict=True)
    show_table(("action", "best play", "cost"), list(cells), right=(1, 2))


def _show_hands(found: "Solution", *, every: bool) -> None:
    """Print a row for each hand or kind of hands with the shares and costs of its actions, or why these are not known."""
    answer = found.answer
    with_hands = "" if found.at_full_table else f", with {percent(float(answer.reach.sum()))} of their hands"
    say_folded(f"{_decision(found)}{with_hands}")
    if answer.reason:
        _say_no_claim(answer.reason)
        return
    _show_classes(found, every=every)
    say_folded("each action has its share, and what it costs")
    if unsure := found.unsure:
        say_folded(
            f"of some hands {unsure}: means leave them out, and ? marks a kind that is uncertain by half"
        )
    if not every:
        say_folded(
            "shares and costs are means of kinds of hands; --hand 'As 2h 3d Kd' prints one hand, --all "
            f"the {count(len(answer.reach))} classes of hands; all hands together have no cost"
        )
    _say_costs(found, answer.error)


def _show_classes(found: "Solution", *, every: bool) -> None:
    """Print the table of every class or of the kinds of hands, all hands together first."""
    shares = found.shares()
    together = _cells(list(map(percent, shares)), ["–"] * len(shares), found)
    rows = _class_rows(found) if every else _kind_rows(found)
    heads = ("hand", "share", *map(_name, found.answer.actions))
    show_table(heads, [("all", "100%", *together), *rows], right=range(1, len(heads)))


def _class_rows(found: "Solution") -> "Iterable[Sequence[str]]":
    """Yield the cells of each class of hands."""
    total = float(found.answer.reach.sum())
    for row in found.classes():
        mix, cost = row["mix"] or (), row["cost"] or ()
        cells = _cells(list(map(_share, mix)), [*map(_cost, cost)], found)
        yield row["class"], f"{100 * row['reach'] / total:.2f}%", *cells


def _kind_rows(found: "Solution") -> "Iterable[Sequence[str]]":
    """Yield the cells of the kinds of hands that the player has there."""
    from badugi_hh.wording.catalogue import catalogue

    for name, kind in zip(catalogue()["starts"], found.kinds(), strict=True):
        if kind is not None:
            mix, cost = [f"{share}%" for share in kind.mix], [_cost(lost, 100) for lost in kind.cost]
            yield name, f"{kind.share / 10:.1f}%", *_cells(mix, cost, found)


def _cells(mix: "Sequence[str]", cost: "Sequence[str]", found: "Solution") -> list[str]:
    """Return the share and the cost of each action in one cell."""
    unknown = ["?"] * len(found.answer.actions)
    return [f"{share} {lost:>5}" for share, lost in zip(mix or unknown, cost or unknown, strict=True)]


def _decision(found: "Solution") -> str:
    return f"{found.spot}, {found.answer.line or 'first decision'}: {found.answer.player}"


def _name(action: str) -> str:
    """Return an action of a line as a word: `raise`, `pat`, `draw 1`."""
    return ("pat" if action == "0" else f"draw {action}") if action.isdigit() else action


def _share(mix: float) -> str:
    """Return a stored share as text, without the decimals that its steps of 1/15 do not carry."""
    return f"{decimal(100 * mix, 0)}%"


def _cost(lost: float | None, parts: int = 1) -> str:
    """Return a cost in parts of a big bet as text, a dash for a draw that the hand never makes."""
    return "–" if lost is None else f"{lost / parts:.2f}"


def _say_no_claim(reason: object) -> None:
    """Print the sentence that stands in place of an answer."""
    say_folded(f"{reason}, so nothing is claimed")


def _say_costs(found: "Solution", error: float) -> None:
    """Print the unit of costs, their standard error and meaning, and whether the round was solved for this answer."""
    if found.answer.live:
        say_folded(
            "the table ends before this decision: the last betting round is solved from the ranges of the line"
        )
    say_folded(f"costs are in big bets, with a standard error of {max(error, 0.01):.2f} here")
    if found.answer.coarse:
        say_folded("hands, shares and costs are means of all lines that look alike to the player")
        if any(word.isdigit() for word in found.answer.line.split()):
            say_folded("after the first draw costs may be off by another half of what they are")
    say_folded(WHERE_EXPLAINED)
