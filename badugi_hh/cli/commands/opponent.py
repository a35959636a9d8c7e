"""`opponent`: what is known of another player, on one screen."""

from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.completion import player_names
from badugi_hh.cli.console import say, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, FilterOptions, Json, NoWait, selects_hands
from badugi_hh.cli.stats_tables import MARK, MEANING_OF_MARK
from badugi_hh.cli.tables import folded_lines, say_folded, show_table
from badugi_hh.stats.definitions.intervals import ENOUGH
from badugi_hh.wording.formats import counted, decimal, percent, percent_range

if TYPE_CHECKING:
    from badugi_hh.api.opponent import Opponent, Together
    from badugi_hh.leaks.opponent import Advice, Number
    from badugi_hh.stats.definitions.kinds import Measure

_WIDE = 100  # big bets: rates of such intervals have no decimals
_SCREEN = 23
"""The lines of the output, in a terminal of 24 lines: the prompt needs one."""
_AROUND = 4  # lines of the table beside those of the numbers


@selects_hands("player", "every_player", "position", "where", "only", "session_gap")
def opponent(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", autocompletion=player_names, help="a person or screen name, not yours"
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
    from badugi_hh.api.opponent import opponent as find_opponent
    from badugi_hh.cli.progress import late_progress_bar
    from badugi_hh.store.database import default_path

    hand_filter = selection.as_filter()
    with (
        opened(db or default_path(), read_only=True, wait=not no_wait) as con,
        late_progress_bar() as progress,
    ):
        known = find_opponent(con, name, hand_filter, progress=progress)
    if as_json:
        say_json(known.as_json())
    else:
        _show(known)


def _show(opponent: "Opponent") -> None:
    """Print the numbers with what they are compared with, and the advice."""
    profile = opponent.profile
    title = f"{visible(opponent.player)}: {counted(opponent.hands, 'hand')}"
    above = folded_lines(
        f"{title}{'; together with you, in big bets per 100 hands:' if opponent.together else ', none together with you'}"
    )
    for together in opponent.together:
        above += folded_lines(_describe_together(together), 2)
    for note in opponent.notes:
        above += folded_lines(visible(f"note: {note}"))
    above += folded_lines(_describe_type(opponent))
    for line in above:
        say(line)
    heads = ("", "value", "made/opps", "95%", "usual", "")
    show_table(heads, [_cells(number) for number in profile.numbers], right=(1, 2, 3, 4))
    few = any(not number.is_certain and number.value is not None for number in profile.numbers)
    rough = any(number.is_rough for number in profile.numbers)
    marks = [MEANING_OF_MARK] * few + ["~ a rule of thumb, or what others do"] * rough
    below = folded_lines("; ".join(marks)) if marks else []
    for line in below:
        say(line)
    advice = [folded_lines(_describe_advice(each)) for each in profile.advice]
    shown = _fitting(advice, _SCREEN - len(above) - _AROUND - len(profile.numbers) - len(below))
    for line in chain.from_iterable(shown):
        say(line)
    if len(shown) < len(advice):
        say(f"{len(advice) - len(shown)} more; --json has all")
    if not profile.advice:
        why = ", and some have too few opportunities" if few else ""
        say_folded(f"no number says how to play against them{why}")


def _fitting(advice: list[list[str]], room: int) -> list[list[str]]:
    """Return the first pieces of advice that fit into `room` lines, one at least, and leave a line to name the rest."""
    if sum(map(len, advice)) <= room:
        return advice
    fitting = [lines for nth, lines in enumerate(advice) if sum(map(len, advice[: nth + 1])) < room]
    return fitting or advice[:1]


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


def _describe_type(opponent: "Opponent") -> str:
    from badugi_hh.leaks.opponent import LEAST_HANDS, TYPE_RULES

    words = opponent.profile.type
    if not words:
        behind = {number.name: number.title for number in opponent.profile.numbers}
        titles = " and ".join(repr(behind[rule.number]) for rule in TYPE_RULES)
        return f"too few hands for a type: it needs {LEAST_HANDS}, and {ENOUGH} opportunities of {titles} in fixed limit"
    reasons = [f"{word.number.title} {percent(word.number.value)}" for word in words]
    unsure = [repr(word.word) for word in words if not word.number.is_proven]
    if unsure:
        reasons.append(f"{' and '.join(unsure)} may be chance")
    return f"{' '.join(word.word for word in words)} ({'; '.join(reasons)})"


def _cells(number: "Number") -> tuple[str, str, str, str, str, str]:
    """Return the cells of a number: an uncertain value has a mark, and a usual range without numeric source a tilde."""
    value = percent(number.value)
    if number.value is not None:
        value += " " if number.is_certain else MARK
    side = {-1: "low", 1: "high"}.get(number.side or 0, "") if number.is_certain else ""
    if side and not number.is_proven:
        side += "?"
    interval = percent_range(*(number.interval or (None, None)))
    usual = f"{'~' if number.is_rough else ''}{percent_range(*(number.usual or (None, None)))}"
    return number.title, value, f"{number.made:,}/{number.chances:,}", interval, usual, side


def _describe_advice(advice: "Advice") -> str:
    """Return an advice with the number behind it."""
    from badugi_hh.leaks import LEAKS

    number = advice.number
    label = number.name if number.name in LEAKS else number.title
    seen = f"{label}: {percent(number.value)} of {number.chances:,}"
    text = advice.text if advice.proven else f"perhaps: {advice.text[0].lower()}{advice.text[1:]}"
    return f"{text.removesuffix('.')} ({seen})"
