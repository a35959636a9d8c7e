"""`solve`: best play after a line, looked up or solved."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from badugi_hh.api.solve import (
    SPOT,
    class_rows,
    find_class,
    find_last_two_solution,
    find_pot_solution,
    find_solution,
    pot_rows,
    write_charts,
)
from badugi_hh.cli.console import fail, say, say_json
from badugi_hh.cli.options import Force, Json
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.best_play import WHERE_EXPLAINED
from badugi_hh.wording.formats import count, decimal, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from badugi_hh.solve.heads_up_pots import PotAnswer
    from badugi_hh.solve.look_up import Answer


_POT = "pot"
"""The spot of a pot that has no other name; its players are the first and the last to act."""


def solve(
    spot: Annotated[
        str | None,
        typer.Option(
            metavar="SPOT",
            help="the game: heads-up or sb-bb, or table-3 to table-8 for so many players; default: heads-up, with --html all",
        ),
    ] = None,
    line: Annotated[
        str | None,
        typer.Option(
            "--line",
            "-l",
            metavar="ACTIONS",
            help="the actions in order, such as 'raise call 1 1 check bet'; '' is the first decision",
        ),
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option(
            metavar="HAND",
            help="print one hand: four cards, such as 'As 2h 3d Kd', or a class, such as 3-2-A",
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="print all 1,092 classes of hands in place of kinds of hands")
    ] = False,
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="look up in this table; default: the one of the spot that comes with the program",
        ),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write a page of range charts to print")
    ] = None,
    last_two: Annotated[
        bool,
        typer.Option(
            "--last-two",
            help="at a full table: solve the pot of the last two players, from the blueprint's ranges",
        ),
    ] = False,
    pot: Annotated[
        float | None,
        typer.Option(
            metavar="N", help="solve a pot of this many big bets, with --first and --last", show_default=False
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="RANGE",
            help="with --pot: the range of the player who acts first after a draw, as in equity",
            show_default=False,
        ),
    ] = None,
    last: Annotated[
        str | None,
        typer.Option(
            metavar="RANGE", help="with --pot: the range of the player who acts last", show_default=False
        ),
    ] = None,
    draws: Annotated[
        int, typer.Option("--draws", "-d", metavar="N", help="with --pot: the number of draws left, 0 to 3")
    ] = 0,
    drawing: Annotated[
        bool, typer.Option("--drawing", help="with --pot: begin with the draw, not with the bets before it")
    ] = False,
    bets: Annotated[
        int,
        typer.Option(
            metavar="N", help="with --pot: bets of the round so far, the last of which is to be called"
        ),
    ] = 0,
    actor: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="with --bets: who faces the bet, first or last; default: last",
            show_default=False,
        ),
    ] = None,
    stacks: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="FIRST LAST",
            help="with --pot: the big bets that the players have left; default: enough",
            show_default=False,
        ),
    ] = None,
    drawn: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="FIRST LAST",
            help="with --pot: the cards that the players drew so far, such as 2-1 1-1; default: unknown",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show best play: how often each hand takes each action, and what every action costs.

    Looks up the decision after --line in a table of a solved game: fixed limit, two players, no rake. At a table of three to
    eight players, --spot table-6, the blueprint answers, a trained strategy, and lines begin with the first player to act.
    Actions are fold, check, call, bet and raise, and the numbers of cards drawn, the big blind's first. Prints twelve kinds of hands, with
    --all every class and with --hand one hand. Costs are in big bets against the best action, if the opponent plays best
    too. Lines that such players rarely come to are not in the table.

    With --html a page is written that has range charts of the decisions that come most often: openings, answers to
    raises, draws, and bets after each draw. It works offline and prints.

    With --pot any pot of two players is solved from its ranges, in up to 20 seconds of processor time. With --last-two the pot
    is the one that a line of a full table leaves to two players, from the beginning of its last round or draw on.
    """
    if html is not None:
        if (line, table, hand) != (None, None, None) or every or as_json or last_two:
            fail("--html writes a page of charts; of the other options only --spot and --force go with it")
        write_charts(html, None if spot is None else [spot], force=force)
        if str(html) != "-":
            say(f"{html} is written")
        return
    if pot is not None:
        if (spot, table) != (None, None) or last_two:
            fail("--pot solves a pot of its own; leave out --spot, --table and --last-two")
        if first is None or last is None:
            fail("--pot needs the ranges of both players: --first 'badugi T-, tri 8-' --last any")
        from badugi_hh.solve.heads_up_pots import HeadsUpPot

        asked = HeadsUpPot(pot, draws, drawing, bets, actor, stacks, _drawn(drawn))
        number = None if hand is None else find_class(hand)
        found = find_pot_solution(asked, first, last, _line(line))
        _show_pot(found, _POT, number, every=every, as_json=as_json)
        return
    if (first, last, actor, stacks, drawn) != (None,) * 5 or draws or drawing or bets:
        fail(
            "--first, --last, --draws, --drawing, --bets, --actor, --stacks and --drawn describe a pot; add --pot"
        )
    spot = spot or SPOT
    if hand is not None and every:
        fail("--hand prints one hand and --all all classes; leave out one of them")
    if last_two:
        if table is not None:
            fail("--last-two takes its ranges from the blueprint; leave out --table")
        number = None if hand is None else find_class(hand)
        found = find_last_two_solution(spot, _line(line))
        _show_pot(found, spot, number, every=every, as_json=as_json)
        return
    answer = find_solution(spot, _line(line), table=table)
    number = None if hand is None else find_class(hand)
    if as_json:
        rows = class_rows(answer)
        head = {"spot": spot, "line": answer.line, "player": answer.player, "actions": list(answer.actions)}
        say_json({**head, "classes": rows if number is None else [rows[number]]}, lines=True)
    elif number is None:
        _show_hands(answer, spot, every=every)
    else:
        _show_hand(answer, class_rows(answer)[number], spot)


def _line(line: str | None) -> str:
    words = (line or "").replace(",", " ").lower().split()
    return " ".join("0" if word == "pat" else word for word in words)


def _drawn(texts: tuple[str, str] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of cards that players drew: `2-1` and `1-1`."""
    if texts is None:
        return (), ()
    if not all(each.isdecimal() for text in texts for each in text.split("-")):
        fail("--drawn has the numbers of cards of each player, draw by draw: --drawn 2-1 1-1")
    first, last = (tuple(int(each) for each in text.split("-")) for text in texts)
    return first, last


def _show_pot(answer: "PotAnswer", spot: str, hand: int | None, *, every: bool, as_json: bool) -> None:
    """Print the strategy of a solved pot: all classes as JSON, one hand, every class, or kinds of hands."""
    rows = pot_rows(answer)
    if as_json:
        first, last = answer.value
        head = {
            "spot": spot,
            "line": answer.line,
            "player": answer.player,
            "actions": list(answer.actions),
            "value": {"first": round(first, 4), "last": round(last, 4)},
            "exploitability": round(answer.exploitability, 5),
            "share_of_pot": round(answer.share, 6),
            "iterations": answer.iterations,
            "limits": list(answer.limits),
        }
        say_json({**head, "classes": rows if hand is None else [rows[hand]]}, lines=True)
        return
    player = f"{answer.player} player" if spot == _POT else answer.player
    named = f"{spot}, {answer.line or 'first decision'}: {player}"
    actions = list(map(_name, answer.actions))
    if hand is not None:
        row = rows[hand]
        if not row["reach"]:
            fail(f"the {player} has no {row['class']}; leave out --hand to see all hands")
        say_folded(f"{named}, {row['class']}, {100 * row['reach']:.2f}% of their hands")
        cells = [
            (name, _share(share), f"{lost:.2f}")
            for name, share, lost in zip(actions, row["mix"], row["cost"], strict=True)
        ]
        show_table(("action", "best play", "cost"), cells, right=(1, 2))
        say_folded(f"the hand wins {row['value']:.2f} big bets of the pot, less what it still pays")
    else:
        shown = answer.as_answer()
        say_folded(named)
        played = (answer.mix * answer.reach).sum(axis=1)
        together = _cells([percent(float(share)) for share in played], ["–"] * len(played), shown)
        heads = ("hand", "share", *actions)
        body = _class_rows(shown) if every else _kind_rows(shown)
        show_table(heads, [("all", "100%", *together), *body], right=range(1, len(heads)))
        say_folded("each action has its share, and what it costs in big bets")
    first, last = answer.value
    say_folded(
        f"of the {first + last:.2f} big bets before this round the first player wins {first:.2f} and the last {last:.2f}"
    )
    say_folded(
        f"exploitability {answer.exploitability:.4f} big bets, {100 * answer.share:.2f}% of the pot, after "
        f"{answer.iterations} iterations"
    )
    for limit in answer.limits:
        say_folded(limit)
    say_folded("cards of the opponent are ignored, and so is rake")


def _show_hand(answer: "Answer", row: dict[str, Any], spot: str) -> None:
    """Print the actions of one hand and the error of their costs, or why these are not known."""
    part = f"{100 * row['reach'] / float(answer.reach.sum()):.2f}% of their hands"
    say_folded(f"{_decision(answer, spot)}, {row['class']}, {part}")
    if row["reason"]:
        _say_no_claim(row["reason"])
        return
    shares = [_share(share) if row["reach"] > 0 else "" for share in row["mix"]]
    cells = [
        (_name(action), share, _cost(lost))
        for action, share, lost in zip(answer.actions, shares, row["cost"], strict=True)
    ]
    show_table(("action", "best play", "cost"), cells, right=(1, 2))
    if not row["reach"]:
        say_folded("best play never holds this hand here, so only costs are stated")
    _say_costs(row["error"], spot, live=answer.live)


def _show_hands(answer: "Answer", spot: str, *, every: bool) -> None:
    """Print a row for each hand or kind of hands with the shares and costs of its actions, or why these are not known."""
    from badugi_hh.solve.game import TABLES
    from badugi_hh.solve.known import Reason

    with_hands = "" if spot in TABLES else f", with {percent(float(answer.reach.sum()))} of their hands"
    say_folded(f"{_decision(answer, spot)}{with_hands}")
    if answer.reason:
        _say_no_claim(answer.reason)
        return
    played = (answer.mix * answer.known).sum(axis=1) / answer.known.sum()
    together = _cells([percent(float(share)) for share in played], ["–"] * len(played), answer)
    rows = _class_rows(answer) if every else _kind_rows(answer)
    heads = ("hand", "share", *map(_name, answer.actions))
    show_table(heads, [("all", "100%", *together), *rows], right=range(1, len(heads)))
    say_folded("each action has its share, and what it costs")
    if bool((answer.reasons[answer.reach > 0] > 0).any()):
        say_folded(
            f"of some hands {Reason.UNSURE}: means leave them out, and ? marks a kind that is uncertain by half"
        )
    if not every:
        say_folded(
            "shares and costs are means of kinds of hands; --hand 'As 2h 3d Kd' prints one hand, --all "
            f"the {count(len(answer.reach))} classes of hands; all hands together have no cost"
        )
    _say_costs(answer.error, spot, live=answer.live)


def _class_rows(answer: "Answer") -> "Iterable[Sequence[str]]":
    """Yield the cells of each class of hands."""
    total = float(answer.reach.sum())
    for row in class_rows(answer):
        mix, cost = row["mix"] or (), row["cost"] or ()
        cells = _cells(list(map(_share, mix)), [*map(_cost, cost)], answer)
        yield row["class"], f"{100 * row['reach'] / total:.2f}%", *cells


def _kind_rows(answer: "Answer") -> "Iterable[Sequence[str]]":
    """Yield the cells of the kinds of hands that the player has there."""
    from badugi_hh.solve.range_charts import kinds_of
    from badugi_hh.wording.catalogue import catalogue

    for name, kind in zip(catalogue()["starts"], kinds_of(answer), strict=True):
        if kind is not None:
            mix, cost = [f"{share}%" for share in kind.mix], [_cost(lost, 100) for lost in kind.cost]
            yield name, f"{kind.share / 10:.1f}%", *_cells(mix, cost, answer)


def _cells(mix: "Sequence[str]", cost: "Sequence[str]", answer: "Answer") -> list[str]:
    """Return the share and the cost of each action in one cell."""
    unknown = ["?"] * len(answer.actions)
    return [f"{share} {lost:>5}" for share, lost in zip(mix or unknown, cost or unknown, strict=True)]


def _decision(answer: "Answer", spot: str) -> str:
    return f"{spot}, {answer.line or 'first decision'}: {answer.player}"


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


def _say_costs(error: float, spot: str, *, live: bool) -> None:
    """Print the unit of costs, their standard error and meaning, and whether the round was solved for this answer."""
    from badugi_hh.solve.game import TABLES

    if live:
        say_folded(
            "the table ends before this decision: the last betting round is solved from the ranges of the line"
        )
    say_folded(f"costs are in big bets, with a standard error of {max(error, 0.01):.2f} here")
    if spot in TABLES:
        say_folded("hands, shares and costs are means of all lines that look alike to the player")
        say_folded(
            "from the first draw on they may be off by another half; --last-two solves a pot of two players"
        )
    say_folded(WHERE_EXPLAINED)
