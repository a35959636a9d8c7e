"""`draws`: ranks the 16 ways to play a draw."""

from typing import Annotated

from badugi_hh.api.odds import KEEP_TRIALS
from badugi_hh.api.odds import draws as rank_draws
from badugi_hh.cli.console import say_json, say_sentence
from badugi_hh.cli.options import DeadOption, Json, SeedOption, TrialsOption, argument, option
from badugi_hh.cli.tables import show_table
from badugi_hh.wording.formats import class_of, count, percent


def draws(
    hand: Annotated[str, argument("HAND", "the hand, such as 'As 2h 6d 6c'")],
    left: Annotated[int, option("--draws -d N", "draws left, 1 to 3, this one included", min=1, max=3)] = 3,
    against: Annotated[
        str | None,
        option(
            "--against -a RANGE|HAND|LINE",
            "the opponent, with as many draws left: 'tri 7-', '9c 7h 5s 4d', pat, one-pat",
        ),
    ] = None,
    thrown: Annotated[
        str, option("--thrown CARDS", "the player's earlier discards", show_default=False)
    ] = "",
    dead: DeadOption = "",
    seed: SeedOption = 0,
    trials: TrialsOption = KEEP_TRIALS,
    as_json: Json = False,
) -> None:
    """Rank the 16 ways to play a draw, best first.

    Prints for each set of kept cards the chance of a badugi in the end, if the best cards are kept at later draws, and
    with --against the share of the pot if nobody bets or folds again. They are sorted by this share, without --against
    by the final hand on average: a way to more badugis can be a way to worse hands. A dominated way makes worse hands at
    this draw than another with as many cards, and no better ones in the end.

    `solve --line` with --hand prints how often equilibrium play heads-up draws each number of cards, and what it costs.
    """
    frame = rank_draws(hand, draws=left, against=against, dead=dead, thrown=thrown, trials=trials, seed=seed)
    ways = frame.drop("method").to_dicts()
    if as_json:
        say_json(ways)
        return
    sampled = "simulated" in frame["method"]
    shares = ["equity", "± 95%"] if against is not None else ["final hand"]
    heads = ["keep", "draw", *shares, "badugi", *["± 95%"] * sampled, "dominated by"]
    rows = []
    for way in ways:
        worth = [f"about {class_of(way['mean_value'])}"]
        if against is not None:
            worth = [percent(way["equity"]), percent(1.96 * way["error"])]
        margin = [percent(1.96 * way["badugi_error"])] * sampled
        rows.append(
            [way["keep"] or "–", way["draw"], *worth, percent(way["badugi"]), *margin, way["dominated_by"]]
        )
    show_table(heads, rows, right=range(1, len(heads) - 1))
    order = "the final hand on average" if against is None else "equity"
    say_sentence(f"sorted by {order}, best first")
    simulated = sampled or any(way["error"] for way in ways)
    say_sentence(f"simulated where not exact: {count(trials)} trials, seed {seed}" if simulated else "exact")
