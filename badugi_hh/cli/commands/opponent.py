"""`opponent`: what is known of another player, on one screen."""

from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.completion import player_names
from badugi_hh.cli.console import exit_on_user_error, say, say_json, styled, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, FilterOptions, Json, NoWait, selects_hands
from badugi_hh.cli.stats_tables import MARK
from badugi_hh.cli.tables import folded_lines, show_table
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.wording.formats import counted, decimal, percent, percent_range

if TYPE_CHECKING:
    from badugi_hh.api.opponent import Opponent, Together
    from badugi_hh.leaks.opponent import Advice, Number
    from badugi_hh.stats.definitions.kinds import Measure

_SCREEN = 23
"""The lines of the output, in a terminal of 24 lines and 80 columns: the prompt needs one."""
_TABLE = 14
_WIDE = 100


@selects_hands("player", "every_player", "position", "where", "only", "session_gap")
def opponent(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            autocompletion=player_names,
            help="a person or screen name, not yours",
            show_default=False,
        ),
    ],
    db: Db = None,
    no_wait: NoWait = False,
    *,
    selection: FilterOptions,
    as_json: Json = False,
) -> None:
    """Show one screen about an opponent: ten numbers, a type in two words, and how to play against it.

    Each number has its counts, its 95% confidence interval and a usual range: high and low mean outside of the range, and with
    a question mark that chance may explain it. Below 100 hands there is no type. Each advice follows from the number behind it:
    perhaps means that chance may explain the number, or that its range is a rule of thumb. docs/opponent.md has the rules.

    The results together are those of the hands in which you were both dealt in, against all players in them.
    """
    with exit_on_user_error():
        from badugi_hh.api.opponent import opponent as find_opponent
        from badugi_hh.cli.progress import late_progress_bar
        from badugi_hh.store.database import default_path

        hand_filter = selection.as_filter()
        with (
            opened(db or default_path(), read_only=True, wait=not no_wait) as con,
            late_progress_bar() as progress,
        ):
            found = find_opponent(con, name, hand_filter, progress=progress)
        if as_json:
            say_json(found.as_json())
        else:
            _show(found)


def _show(found: "Opponent") -> None:
    """Print the screen."""
    numbers = found.profile.numbers
    notes = [line for each in found.notes for line in folded_lines(visible(f"note: {each}"))]
    above = [*_describe_hands(found), *notes, *folded_lines(_describe_type(found))]
    below = folded_lines(marks) if (marks := _describe_marks(numbers)) else []
    for line in above:
        say(line)
    heads = ("", "value", "made/opps", "95%", "usual", "")
    faint = {(nth, 1) for nth, number in enumerate(numbers) if not number.is_certain}
    marked = bool(faint) and not styled()
    rows = [_cells(number, marked=marked) for number in numbers]
    show_table(heads, rows, right=(1, 2, 3, 4), faint=faint, tight=True)
    for line in below:
        say(line)
    advice = [folded_lines(_describe_advice(each)) for each in found.profile.advice]
    shown = _fitting(advice, _SCREEN - len(above) - _TABLE - len(below))
    for lines in shown:
        for line in lines:
            say(line)
    if not advice:
        few = any(not number.is_certain for number in numbers)
        say(
            f"no number says how to play against them{', and some have too few opportunities' if few else ''}"
        )
    elif len(shown) < len(advice):
        say(f"{len(advice) - len(shown)} more; --json has all")


def _fitting(advice: list[list[str]], room: int) -> list[list[str]]:
    """Return the first pieces of advice that fit into `room` lines, one at least, and leave a line to name the rest."""
    if sum(map(len, advice)) <= room:
        return advice
    fitting = [lines for nth, lines in enumerate(advice) if sum(map(len, advice[: nth + 1])) < room]
    return fitting or advice[:1]


def _describe_hands(found: "Opponent") -> list[str]:
    """Return the number of hands, and a line for each game with the results together."""
    title = f"{visible(found.player)}: {counted(found.hands, 'hand')}"
    if not found.together:
        return [f"{title}, none together with you"]
    return [
        f"{title}; together with you, in big bets per 100 hands:",
        *(line for each in found.together for line in folded_lines(f"  {_describe_together(each)}")),
    ]


def _describe_together(together: "Together") -> str:
    hands = counted(together.yours.n, "hand")
    return f"{together.game}, {hands}: you {_rate(together.yours)}, they {_rate(together.theirs)}"


def _rate(measure: "Measure") -> str:
    """Return a win rate with its interval; a wide one, of few hands, without decimals."""
    places = int(max(map(abs, (measure.value or 0, measure.low or 0, measure.high or 0))) < _WIDE)
    value = decimal(measure.value, places, signed=True)
    if measure.low is None or measure.high is None:
        return value
    return f"{value} ({decimal(measure.low, places)} to {decimal(measure.high, places)})"


def _describe_type(found: "Opponent") -> str:
    from badugi_hh.leaks.opponent import LEAST_HANDS, TYPE_RULES

    words = found.profile.type
    if not words:
        behind = {number.name: number.title for number in found.profile.numbers}
        titles = " and ".join(repr(behind[rule.number]) for rule in TYPE_RULES)
        return f"too few hands for a type: it needs {LEAST_HANDS}, and {ENOUGH} opportunities of {titles} in fixed limit"
    reasons = [f"{word.number.title} {percent(word.number.value)}" for word in words]
    unsure = [repr(word.word) for word in words if not word.number.is_proven]
    if unsure:
        reasons.append(f"{' and '.join(unsure)} may be chance")
    return f"{' '.join(word.word for word in words)} ({'; '.join(reasons)})"


def _cells(number: "Number", *, marked: bool) -> tuple[str, str, str, str, str, str]:
    """Return the cells of a number; if uncertain ones are `marked`, the others have a blank in the place of the mark."""
    value = percent(number.value)
    if marked:
        value += " " if number.is_certain or number.value is None else MARK
    mark = {-1: "low", 1: "high"}.get(number.side or 0, "") if number.is_certain else ""
    if mark and not number.is_proven:
        mark += "?"
    interval = percent_range(*(number.interval or (None, None)))
    counts = f"{number.made:,}/{number.chances:,}"
    return number.title, value, counts, interval, _usual(number), mark


def _usual(number: "Number") -> str:
    """Return the usual range, with a tilde where it has no numeric source."""
    return f"{'~' if number.is_rough else ''}{percent_range(*(number.usual or (None, None)))}"


def _describe_marks(numbers: "tuple[Number, ...]") -> str:
    """Return what the marks of the table mean that it has."""
    few = any(not number.is_certain and number.value is not None for number in numbers) and not styled()
    rough = any(number.is_rough for number in numbers)
    marks = [f"{MARK} fewer than {ENOUGH} opportunities"] if few else []
    marks += ["~ a rule of thumb, or what others do"] if rough else []
    return "; ".join(marks)


def _describe_advice(advice: "Advice") -> str:
    """Return an advice with the number behind it."""
    from badugi_hh.leaks import LEAKS

    number = advice.number
    label = number.name if number.name in LEAKS else number.title
    seen = f"{label}: {percent(number.value)} of {number.chances:,}"
    text = advice.text if advice.proven else f"perhaps: {advice.text[0].lower()}{advice.text[1:]}"
    return f"{text.removesuffix('.')} ({seen})"
