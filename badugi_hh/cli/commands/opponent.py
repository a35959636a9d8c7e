"""`opponent`: what is known of another player, on one screen."""

from itertools import chain
from typing import TYPE_CHECKING, Annotated

from badugi_hh.cli.completion import player_names
from badugi_hh.cli.console import say, say_json, visible
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import Db, FilterOptions, Json, NoWait, argument, selects_hands
from badugi_hh.cli.stats_tables import MARK, MEANING_OF_MARK
from badugi_hh.cli.tables import folded_lines, say_folded, show_table
from badugi_hh.wording.formats import UNKNOWN, counted

if TYPE_CHECKING:
    from badugi_hh.api.opponent import Opponent

_SCREEN = 23
"""The lines of the output, in a terminal of 24 lines: the prompt needs one."""
_AROUND = 4  # lines of the table beside those of the numbers


@selects_hands("player", "every_player", "position", "where", "only", "session_gap")
def opponent(
    name: Annotated[str, argument("NAME", "a person or screen name, not yours", autocompletion=player_names)],
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
    from badugi_hh.cli.progress import late_progress_bar

    with opened(db, wait=not no_wait) as hands, late_progress_bar() as progress:
        known = hands.opponent(name, selection.as_filter(), progress=progress)
    if as_json:
        say_json(known)
    else:
        _show(known)


def _show(opponent: "Opponent") -> None:
    """Print the numbers with what they are compared with, and the advice."""
    from badugi_hh.wording.opponent_texts import advice_text, cells, together_text, type_text

    profile = opponent.profile
    title = f"{visible(opponent.player)}: {counted(opponent.hands, 'hand')}"
    above = folded_lines(
        f"{title}{'; together with you, in big bets per 100 hands:' if opponent.together else ', none together with you'}"
    )
    for together in opponent.together:
        above += folded_lines(together_text(together.game, together.yours, together.theirs), 2)
    for note in opponent.notes:
        above += folded_lines(visible(f"note: {note}"))
    above += folded_lines(type_text(profile))
    for line in above:
        say(line)
    heads = ("", "value", "made/opps", "95%", "usual", "")
    show_table(
        heads, [_marked(number.is_certain, cells(number)) for number in profile.numbers], right=(1, 2, 3, 4)
    )
    few = any(not number.is_certain and number.value is not None for number in profile.numbers)
    rough = any(number.is_rough for number in profile.numbers)
    marks = [MEANING_OF_MARK] * few + ["~ a rule of thumb, or what others do"] * rough
    below = folded_lines("; ".join(marks)) if marks else []
    for line in below:
        say(line)
    advice = [folded_lines(advice_text(each)) for each in profile.advice]
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


def _marked(certain: bool, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells of a number, with the mark behind the value of an uncertain one."""
    title, value, *more = texts
    if value != UNKNOWN:
        value += " " if certain else MARK
    return title, value, *more
