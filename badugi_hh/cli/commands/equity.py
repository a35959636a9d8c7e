"""`equity`: computes shares of the pot of hands and ranges."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from badugi_hh.api.odds import TRIALS, find_equity
from badugi_hh.api.solve import SPOT
from badugi_hh.cli.console import exit_on_user_error, fail, say, say_json
from badugi_hh.cli.options import (
    DEFAULT_ROOM,
    DeadOption,
    DeckRules,
    Json,
    SeedOption,
    SolverLine,
    SolverOption,
    SolverSpot,
    SolverTable,
    TrialsOption,
)
from badugi_hh.cli.solver_output import say_advice, show_actions, solver_line
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.formats import count, percent

if TYPE_CHECKING:
    from badugi_hh.solve.advice import Advice


def equity(
    hands: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HANDS",
            help="a hand of four cards for each player, such as 'As 2h 3d Kd'",
            show_default=False,
        ),
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            "-r",
            metavar="RANGE",
            help="a player who holds a range or a draw line: 'badugi 8-', 'tri 7-', A23x, pat, one-pat; "
            "can be repeated",
            show_default=False,
        ),
    ] = None,
    draws: Annotated[
        str | None,
        typer.Option(
            "--draws",
            "-d",
            metavar="N[,N]",
            help="draws left, for all players or one for each: 2 or 2,1; default: 3, or those after --line",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep",
            metavar="PLAYER=CARDS",
            help="the cards that a player keeps at the next draw: 1='As 2h'; default: the best; can be repeated",
            show_default=False,
        ),
    ] = None,
    pat: Annotated[
        list[int] | None,
        typer.Option(
            "--pat",
            metavar="PLAYER",
            help="the number of a player who draws no card until the end; can be repeated",
            show_default=False,
        ),
    ] = None,
    dead: DeadOption = "",
    seed: SeedOption = 0,
    trials: TrialsOption = TRIALS,
    rules: DeckRules = DEFAULT_ROOM,
    solver: SolverOption = False,
    line: SolverLine = None,
    spot: SolverSpot = None,
    table: SolverTable = None,
    as_json: Json = False,
) -> None:
    """Compute the equity of hands and ranges.

    An equity is the share of the pot that a player wins on average if nobody bets or folds again.

    Players draw in the order of the hands, then of the ranges, and keep the best cards at every draw, so that a badugi
    stands pat; a line below the table says where a player wins more by keeping fewer cards at the next draw. An
    equity is exact with few sequences of draws, such as those of two hands that draw one card each; the rest is
    simulated, with its standard error.

    With --solver, for two players, also equilibrium play of the player who acts after --line: the share of each action, and
    what it costs against the best one, in big bets. Of two hands, the one of the player who acts is known by the order in
    which they draw; a hand against a range acts.
    """
    with exit_on_user_error():
        line = solver_line(line, solver=solver, spot=spot, table=table)
        players = [*(hands or ()), *(ranges or ())]
        found = find_equity(
            players,
            draws=None if draws is None else _read_draws(draws),
            keep=_read_keeps(keep or ()),
            pat=pat or (),
            dead=dead,
            trials=trials,
            seed=seed,
            rules=rules,
            line=line,
            spot=spot or SPOT,
            table=table,
        )
        advice, trials_made, rows = found.advice, found.equity.trials, found.rows()
        if as_json:
            head = {"method": found.equity.method, "trials": trials_made, "players": rows}
            solved = {} if advice is None else {"solver": _as_json(advice, rows[found.acting or 0]["hand"])}
            say_json(head | solved)
            return
        simulated = trials_made is not None
        heads = ["", "hand", "equity"] + ["± 95%"] * simulated
        cells = [
            [number, row["hand"], percent(row["equity"]), *([percent(1.96 * row["error"])] * simulated)]
            for number, row in enumerate(rows, start=1)
        ]
        show_table(heads, cells, right=(0, 2, 3))
        say_folded(_assumption([row["draws"] for row in rows], stated=bool(keep or pat)))
        for number, row in enumerate(rows, start=1):
            if row["better_keep"] is not None:
                kept = f"only {row['better_keep']}" if row["better_keep"] else "no card"
                say_folded(
                    f"player {number} wins {percent(row['better_equity'])} instead of {percent(row['equity'])} with "
                    f"{kept} kept at the next draw; badugi-hh draws compares all ways"
                )
        say("exact" if trials_made is None else f"simulated: {count(trials_made)} trials, seed {seed}")
        if advice is not None:
            if advice.mix or advice.cost:
                show_actions(advice.actions, advice.mix, advice.cost)
            say_advice(advice)


def _assumption(draws: Sequence[int], *, stated: bool) -> str:
    """Return the draws left and how the players play them; `stated` is whether an option states it for some of them."""
    left = f"draws left: {', '.join(map(str, draws if len(set(draws)) > 1 else draws[:1]))}"
    if not any(draws):
        return left
    others = "every other player" if stated else "every player"
    return f"{left}; nobody bets or folds again, and {others} keeps the best cards at every draw, so that a badugi stands pat"


def _as_json(advice: "Advice", hand: str) -> dict[str, Any]:
    return {
        "spot": advice.spot,
        "line": advice.line,
        "player": advice.player,
        "hand": hand,
        "class": advice.class_name,
        "actions": advice.actions,
        "mix": advice.mix,
        "cost": advice.cost,
        "error": advice.error,
        "exploitability": advice.exploitability,
        "reason": str(advice.reason),
    }


def _read_draws(text: str) -> int | list[int]:
    try:
        counts = [int(part) for part in text.split(",")]
    except ValueError:
        fail(f"--draws is {text!r}; write a number for all players or one for each, such as 2 or 2,1")
    return counts[0] if len(counts) == 1 else counts


def _read_keeps(texts: Iterable[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for text in texts:
        number, equals, cards = text.partition("=")
        if not equals or not number.strip().isdecimal():
            fail(f"--keep is {text!r}; write the number of a player and the cards, such as 1='As 2h'")
        if int(number) in found:
            fail(
                f"--keep names player {int(number)} twice; write all cards of a player in one --keep, such as 1='As 2h'"
            )
        found[int(number)] = cards
    return found
