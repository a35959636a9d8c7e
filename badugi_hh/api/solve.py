"""Solved games and the blueprint: looks up the strategy after a line, or solves a pot. Needs no database."""

from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from badugi_hh.user_error import SolveError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from badugi_hh.solve.heads_up_pots import HeadsUpPot, PotAnswer
    from badugi_hh.solve.look_up import Answer
    from badugi_hh.solve.range_charts import KindOfHand

SPOT = "heads-up"
POT = "pot"
"""The spot of a pot; its players are the first and the last to act."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The strategy after a line of a spot, by class of hands; `hand` is the number of the class that was asked for."""

    spot: str
    answer: "Answer"
    hand: int | None = None

    @property
    def at_full_table(self) -> bool:
        """Return whether the spot is a full table."""
        from badugi_hh.solve.game import TABLES

        return self.spot in TABLES

    @property
    def unsure(self) -> str:
        """Return why nothing is claimed of some hands that the player has there; empty if there are none."""
        from badugi_hh.solve.known import Reason

        return str(Reason.UNSURE) if (self.answer.reasons[self.answer.reach > 0] > 0).any() else ""

    def shares(self) -> list[float]:
        """Return the share of each action, of all hands whose mix is known."""
        known = self.answer.known
        return [float(share) for share in (self.answer.mix * known).sum(axis=1) / known.sum()]

    def kinds(self) -> "Sequence[KindOfHand | None]":
        """Return the kinds of hands of a range chart, None for those that the player does not have there."""
        from badugi_hh.solve.range_charts import kinds_of

        return kinds_of(self.answer)

    def classes(self) -> list[dict[str, Any]]:
        """Return the classes in the order of strength, as `solve --json` prints them.

        With a `reason` the mix, the cost and the error are None; a cost alone is None for a draw that a hand never makes.
        """
        from badugi_hh.solve.classes import class_name
        from badugi_hh.solve.known import Reason

        answer = self.answer
        mix, cost, errors = answer.mix.T.tolist(), answer.cost.T.tolist(), answer.errors.tolist()
        reasons = [Reason(reason) for reason in answer.reasons.tolist()]
        return [
            {
                "class": class_name(number),
                "reach": float(f"{reach:.4g}"),
                "mix": None if reasons[number] else [round(share, 4) for share in mix[number]],
                "cost": None
                if reasons[number]
                else [None if isnan(lost) else round(lost, 2) for lost in cost[number]],
                "error": None if reasons[number] else round(errors[number], 3),
                "reason": str(reasons[number]),
            }
            for number, reach in enumerate(answer.reach.tolist())
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the strategy as `solve --json` prints it."""
        answer, rows = self.answer, self.classes()
        head = {
            "spot": self.spot,
            "line": answer.line,
            "player": answer.player,
            "actions": list(answer.actions),
        }
        return {**head, "classes": rows if self.hand is None else [rows[self.hand]]}


@dataclass(frozen=True, slots=True)
class PotSolution:
    """The strategy after a line of a pot that was solved, by class of hands; `hand` is as for `Solution`."""

    answer: "PotAnswer"
    hand: int | None = None

    def as_solution(self) -> Solution:
        """Return it as the strategy of a table, whose costs have no errors."""
        return Solution(POT, self.answer.as_answer(), self.hand)

    def classes(self) -> list[dict[str, Any]]:
        """Return the classes in the order of strength, as `pot --json` prints them."""
        from badugi_hh.solve.classes import class_name

        mix, cost = self.answer.mix.T.tolist(), self.answer.cost.T.tolist()
        return [
            {
                "class": class_name(number),
                "reach": float(f"{reach:.4g}"),
                "mix": [round(share, 4) for share in mix[number]],
                "cost": [round(lost, 3) for lost in cost[number]],
                "value": round(float(self.answer.values[number]), 3),
            }
            for number, reach in enumerate(self.answer.reach.tolist())
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the strategy as `pot --json` prints it."""
        answer, rows = self.answer, self.classes()
        first, last = answer.value
        return {
            "spot": POT,
            "line": answer.line,
            "player": answer.player,
            "actions": list(answer.actions),
            "value": {"first": round(first, 4), "last": round(last, 4)},
            "exploitability": round(answer.exploitability, 5),
            "share_of_pot": round(answer.share, 6),
            "iterations": answer.iterations,
            "limits": list(answer.limits),
            "classes": rows if self.hand is None else [rows[self.hand]],
        }


def solution(spot: str = SPOT, line: str = "", *, table: Path | str | None = None) -> "pl.DataFrame":
    """Return the strategy of the player who acts after a line of a solved game: a row for each class and action.

    `line` has the actions in order, separated by blanks: `"raise call 1 1 check bet"`; draws are numbers of cards, the
    big blind's first. `table` is the file of a solved table, by default that which comes with the program.

    Columns: `player`, `class` (`9-8-7`), `reach` (the probability that the player is dealt and drawn to the class and
    plays the line; at a full table the share of the player's hands there), `action`, `mix` (its share), `cost` (in big bets,
    against the best action), `error` (the standard error of the cost) and `reason` (why mix, cost and error are null; empty if
    they are known). The cost alone is null for an action that a hand never takes, such as a draw of three to a badugi.

    Raises:
        SolveError: there is no such spot or table, or it holds no such line.
    """
    import polars as pl

    found = find_solution(spot, line, table=table)
    return pl.DataFrame(
        [
            {
                "player": found.answer.player,
                "class": row["class"],
                "reach": row["reach"],
                "action": action,
                "mix": None if row["mix"] is None else row["mix"][place],
                "cost": None if row["cost"] is None else row["cost"][place],
                "error": row["error"],
                "reason": row["reason"],
            }
            for row in found.classes()
            for place, action in enumerate(found.answer.actions)
        ],
        schema_overrides=dict.fromkeys(("mix", "cost", "error"), pl.Float64),
    )


def find_solution(
    spot: str, line: str, *, table: Path | str | None = None, hand: str | None = None
) -> Solution:
    """Return the strategy after a line, as arrays by class; see `solution`. `hand` is a hand or the name of a class.

    Raises:
        SolveError: there is no such spot or table, or it holds no such line.
        OddsError: the hand is neither.
    """
    from badugi_hh.solve.game import TABLES
    from badugi_hh.solve.live_river import answer_line
    from badugi_hh.solve.shipped_tables import find_table

    if spot in TABLES:
        from badugi_hh.ring.answers import answer_at_table

        if table is not None:
            raise SolveError(
                f"{spot} is played by the blueprint of full tables, not by a table; leave out --table"
            )
        answer = answer_at_table(spot, line)
    else:
        answer = answer_line(find_table(spot, table), line)
    return Solution(spot, answer, _class_of(hand))


def pot_solution(
    pot: "HeadsUpPot", first: str, last: str, line: str = "", *, seconds: float = 15.0
) -> tuple["pl.DataFrame", "PotAnswer"]:
    """Return the strategy after a line of a heads-up pot that is solved now: a row for each class and action, and the whole answer.

    `first` and `last` are the ranges of the players by the order in which they act after a draw, in the text form of `equity`.
    Columns: `player`, `class`, `reach` (its share of the range), `action`, `mix`, `cost` (in big bets, against the best action) and
    `value` (what the class wins of the pot at best, less what it still pays, in big bets).

    Raises:
        SolveError: the pot or the line is impossible, or nobody acts after it.
        OddsError: a text is no range.
    """
    import polars as pl

    found = _solved(pot, first, last, line, None, seconds=seconds)
    rows = [
        {"player": found.answer.player, "class": row["class"], "reach": row["reach"], "action": action}
        | {"mix": row["mix"][place], "cost": row["cost"][place], "value": row["value"]}
        for row in found.classes()
        for place, action in enumerate(found.answer.actions)
    ]
    return pl.DataFrame(rows), found.answer


def find_pot(
    pot: float, first: str, last: str, line: str = "", *, hand: str | None = None, **options: Any
) -> PotSolution:
    """Return the strategy after a line of a pot of so many big bets, as arrays by class; `options` are those of `HeadsUpPot`.

    Raises:
        SolveError: the pot or the line is impossible, or nobody acts after it.
        OddsError: a text is no range, or no hand.
    """
    from badugi_hh.solve.heads_up_pots import HeadsUpPot

    return _solved(HeadsUpPot(pot, **options), first, last, line, hand)


def _solved(
    pot: "HeadsUpPot", first: str, last: str, line: str, hand: str | None, *, seconds: float = 15.0
) -> PotSolution:
    from badugi_hh.solve.heads_up_pots import range_classes, solve_pot

    number = _class_of(hand)
    ranges = range_classes(first), range_classes(last)
    return PotSolution(solve_pot(pot, ranges, line, seconds=seconds), number)


def _class_of(text: str | None) -> int | None:
    """Return the number of the class of a hand of four cards, `As 2h 3d Kd`, or of the name of a class, `3-2-A`; None for None.

    Raises:
        OddsError: the text is neither.
    """
    if text is None:
        return None
    from badugi_hh.engine.cards import RANKS
    from badugi_hh.engine.values import value
    from badugi_hh.odds.range_text import parse_hand
    from badugi_hh.solve.classes import class_number
    from badugi_hh.user_error import OddsError

    try:
        return class_number(text)
    except ValueError as error:
        if set(text.upper()) <= {*RANKS, "-"}:
            raise OddsError(str(error)) from None
        return value(parse_hand(text)) - 1


def write_charts(out: Path | str, spots: "Sequence[str] | None" = None, *, force: bool = False) -> None:
    """Write a page of the range charts of spots, by default of all, to the file `out`; `-` is standard output.

    Raises:
        SolveError: there is no such spot, or this version comes without its charts.
        OutputError: the file must not be replaced, or cannot be written.
    """
    from badugi_hh.outputs import OutputFile
    from badugi_hh.report.range_view import CHARTED, ranges_of, render_ranges

    output = OutputFile(Path(out), force=force, option="--html")
    output.check()
    ranges = ranges_of(CHARTED if spots is None else spots)
    output.write(render_ranges(ranges).encode())
