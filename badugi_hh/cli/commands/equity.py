"""`equity`: computes shares of the pot of hands and ranges."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from badugi_hh.api.odds import TRIALS
from badugi_hh.api.odds import equity as compute_equity
from badugi_hh.cli.console import fail, say_json, say_sentence
from badugi_hh.cli.options import DeadOption, Json, SeedOption, TrialsOption, argument, option
from badugi_hh.cli.tables import say_folded, show_table
from badugi_hh.wording.formats import count, percent


def equity(
    hands: Annotated[
        list[str] | None, argument("HANDS", "a hand of four cards for each player, such as 'As 2h 3d Kd'")
    ] = None,
    ranges: Annotated[
        list[str] | None,
        option(
            "--range -r RANGE",
            "a player who holds a range or a draw line: 'badugi 8-', 'tri 7-', A23x, pat, one-pat; "
            "can be repeated",
        ),
    ] = None,
    draws: Annotated[
        str, option("--draws -d N[,N]", "draws left, for all players or one for each: 2 or 2,1")
    ] = "3",
    keep: Annotated[
        list[str] | None,
        option(
            "--keep PLAYER=CARDS",
            "the cards that a player keeps at the next draw: 1='As 2h'; default: the best; can be repeated",
        ),
    ] = None,
    pat: Annotated[
        list[int] | None,
        option("--pat PLAYER", "the number of a player who draws no card until the end; can be repeated"),
    ] = None,
    dead: DeadOption = "",
    seed: SeedOption = 0,
    trials: TrialsOption = TRIALS,
    as_json: Json = False,
) -> None:
    """Compute the equity of hands and ranges.

    An equity is the share of the pot that a player wins on average if nobody bets or folds again.

    Players draw in the order of the hands, then of the ranges, and keep the best cards at every draw, so that a badugi
    stands pat; a line below the table says where a player wins more by keeping fewer cards at the next draw. An
    equity is exact with few sequences of draws, such as those of two hands that draw one card each; the rest is
    simulated, with its standard error.

    `solve --line` with --hand prints what equilibrium play heads-up does with a hand, and what each action costs.
    """
    frame = compute_equity(
        *(hands or ()),
        *(ranges or ()),
        draws=_read_draws(draws),
        keep=_read_keeps(keep or ()),
        pat=pat or (),
        dead=dead,
        trials=trials,
        seed=seed,
    )
    players = frame.drop("method", "trials").to_dicts()
    method, made = frame["method"][0], frame["trials"][0]
    if as_json:
        say_json({"method": method, "trials": made, "players": players})
        return
    margin = made is not None
    rows = [
        [number, row["hand"], percent(row["equity"]), *[percent(1.96 * row["error"])] * margin]
        for number, row in enumerate(players, start=1)
    ]
    show_table(["", "hand", "equity", *["± 95%"] * margin], rows, right=(0, 2, 3))
    say_folded(_assumption(frame["draws"].to_list(), stated=bool(keep or pat)))
    for number, row in enumerate(players, start=1):
        if row["better_keep"] is not None:
            kept = f"only {row['better_keep']}" if row["better_keep"] else "no card"
            say_folded(
                f"player {number} wins {percent(row['better_equity'])} instead of {percent(row['equity'])} with "
                f"{kept} kept at the next draw; badugi-hh draws compares all ways"
            )
    say_sentence("exact" if made is None else f"simulated: {count(made)} trials, seed {seed}")


def _assumption(draws: Sequence[int], *, stated: bool) -> str:
    """Return the draws left and how the players play them; `stated` is whether an option states it for some of them."""
    left = f"draws left: {', '.join(map(str, draws if len(set(draws)) > 1 else draws[:1]))}"
    if not any(draws):
        return left
    others = "every other player" if stated else "every player"
    return f"{left}; nobody bets or folds again, and {others} keeps the best cards at every draw, so that a badugi stands pat"


def _read_draws(text: str) -> int | list[int]:
    try:
        counts = [int(part) for part in text.split(",")]
    except ValueError:
        fail(f"--draws is {text!r}; write a number for all players or one for each, such as 2 or 2,1")
    return counts[0] if len(counts) == 1 else counts


def _read_keeps(texts: Iterable[str]) -> dict[int, str]:
    keeps: dict[int, str] = {}
    for text in texts:
        number, equals, cards = text.partition("=")
        if not equals or not number.strip().isdecimal():
            fail(f"--keep is {text!r}; write the number of a player and the cards, such as 1='As 2h'")
        if int(number) in keeps:
            fail(
                f"--keep names player {int(number)} twice; write all cards of a player in one --keep, such as 1='As 2h'"
            )
        keeps[int(number)] = cards
    return keeps
