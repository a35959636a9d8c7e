"""`pot`: best play in a pot of two players, solved from their ranges."""

from typing import Annotated

from badugi_hh.api.solve import find_pot
from badugi_hh.cli.console import fail, say_json
from badugi_hh.cli.options import Json, argument, option
from badugi_hh.cli.strategies import Every, Hand, Line, read_line, refuse_both, show_pot


def pot(
    size: Annotated[float, argument("BIG-BETS", "the money in the middle, in big bets")],
    first: Annotated[
        str, option("--first RANGE", "the range of the player who acts first after a draw, as in equity")
    ],
    last: Annotated[str, option("--last RANGE", "the range of the player who acts last")],
    draws: Annotated[int, option("--draws -d N", "the number of draws left, 0 to 3")] = 0,
    drawing: Annotated[bool, option("--drawing", "begin with the draw, not with the bets before it")] = False,
    bets: Annotated[
        int, option("--bets N", "bets of the round so far, the last of which is to be called")
    ] = 0,
    actor: Annotated[
        str | None,
        option(
            "--actor PLAYER",
            "with --bets: who faces the bet, first or last; default: last",
            show_default=False,
        ),
    ] = None,
    stacks: Annotated[
        tuple[float, float] | None,
        option(
            "--stacks FIRST LAST",
            "the big bets that the players have left; default: enough",
            show_default=False,
        ),
    ] = None,
    drawn: Annotated[
        tuple[str, str] | None,
        option(
            "--drawn FIRST LAST",
            "the cards that the players drew so far, such as 2-1 1-1; default: unknown",
            show_default=False,
        ),
    ] = None,
    line: Line = None,
    hand: Hand = None,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Solve a pot of two players, from any ranges, in up to 20 seconds of processor time.

    Prints how often each hand of the player who acts after --line takes each action, and what every action costs, in big bets
    against the best one. The pot begins with a betting round, a bet that a player faces, or a draw. All money in it is dead.
    Prints twelve kinds of hands, with --all every class and with --hand one hand.
    """
    refuse_both(hand, every=every)
    found = find_pot(
        size,
        first,
        last,
        read_line(line),
        hand=hand,
        draws=draws,
        drawing=drawing,
        bets=bets,
        actor=actor,
        stacks=stacks,
        drawn=_drawn(drawn),
    )
    if as_json:
        say_json(found, lines=True)
    else:
        show_pot(found, every=every)


def _drawn(texts: tuple[str, str] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of cards that players drew: `2-1` and `1-1`."""
    if texts is None:
        return (), ()
    if not all(each.isdecimal() for text in texts for each in text.split("-")):
        fail("--drawn has the numbers of cards of each player, draw by draw: --drawn 2-1 1-1")
    first, last = (tuple(int(each) for each in text.split("-")) for text in texts)
    return first, last
