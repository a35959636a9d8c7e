"""Options that several commands share, each declared once."""

from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from badugi_hh.api.room_rules import find_rules
from badugi_hh.cli.completion import one_of_these, parts_to_keep, player_names, zone_names
from badugi_hh.cli.console import fail
from badugi_hh.engine.rules import ROOMS, Betting
from badugi_hh.suggest import alike, did_you_mean

if TYPE_CHECKING:
    from badugi_hh.stats.selection.filters import Filter

Kind = TypeVar("Kind", bound=StrEnum)

DEFAULT_ROOM = "pokerstars"
SESSION_GAP = 30  # minutes


def _check_room(name: str) -> str:
    try:
        find_rules(name)
    except LookupError as error:
        raise typer.BadParameter(str(error)) from None
    return name


class Game(StrEnum):
    """Cash games, tournaments or play money."""

    CASH = "cash"
    TOURNAMENT = "tournament"
    PLAY_MONEY = "play money"


class Position(StrEnum):
    """A position at the table."""

    BTN = "BTN"
    SB = "SB"
    BB = "BB"
    CO = "CO"
    HJ = "HJ"
    MP = "MP"
    EP = "EP"


def moment(text: str) -> datetime:
    """Return a day or time as the user writes it."""
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a date; write 2024-03-01, or with a time '2024-03-01 20:15'"
        ) from None


_LARGEST = 10**18  # fits into 64 bits


def whole_number(least: int = -_LARGEST, most: int = _LARGEST) -> Callable[[str | int], int]:
    """Return a parser of whole numbers, at least `least` and at most `most`."""

    def parse(text: str | int) -> int:
        try:
            number = int(text)
        except ValueError:
            raise typer.BadParameter(f"{text!r} is not a whole number; write it like 45") from None
        if number < least:
            raise typer.BadParameter(f"{number} is too small; the smallest is {least}")
        if number > most:
            raise typer.BadParameter(f"{number} is too large; the largest is {most}")
        return number

    return parse


def one_of(kind: type[Kind]) -> Callable[[str], Kind]:
    """Return a parser of the values of an option; it ignores case, and accepts a hyphen for a space."""

    def parse(text: str) -> Kind:
        for member in kind:
            if text.lower() in {member.value.lower(), member.value.lower().replace(" ", "-")}:
                return member
        question = did_you_mean(alike(text, kind))
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(kind)}{question and f'; {question}'}")

    return parse


def read_path(text: str) -> Path:
    """Return a path; `-` alone is standard input, so a file of that name (`./-`) becomes an absolute path."""
    if not text.strip():
        raise typer.BadParameter("the name is empty; name a file or folder, . for the current one")
    path = Path(text)
    return path.absolute() if path == Path("-") and text != "-" else path


def read_database(text: str) -> Path:
    """Return the path of a database."""
    if not text.strip():
        raise typer.BadParameter("the name is empty; name a database file, or omit the option")
    if text == "-":
        raise typer.BadParameter(
            "a database is never standard input or output; name a file, ./- if it is called so"
        )
    return Path(text)


Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="PATHS",
        parser=read_path,
        help="files, folders (their .txt, .zip, .gz and .zst files), globs, .zip (its .txt files), .gz or .zst; - is standard input",
        show_default=False,
    ),
]


def _database_option(what: str) -> Any:
    """Return `--db`; `what` says what the database is for."""
    return typer.Option(
        "--db",
        metavar="FILE",
        parser=read_database,
        help=f"{what}; default: BADUGI_HH_DB, or a file in the user's data directory",
        show_default=False,
    )


def _rules_option(what: str) -> Any:
    """Return `--rules`; `what` says what the rules are for."""
    return typer.Option(
        "--rules",
        metavar="|".join(ROOMS),
        callback=_check_room,
        autocompletion=one_of_these(ROOMS),
        help=what,
    )


Db = Annotated[Path | None, _database_option("the database file")]
ProtectingDb = Annotated[
    Path | None, _database_option("the database whose imported histories are never replaced")
]
NoWait = Annotated[
    bool,
    typer.Option(
        "--no-wait",
        help="exit with status 2 if another program uses the database; without the option, wait until it is free",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        max=64,
        help="work in N processes (default: one for each core, at most 6; one for few hands)",
        show_default=False,
    ),
]
NoPrices = Annotated[
    bool,
    typer.Option(
        "--no-prices",
        help="store the hands without prices, which takes less time; badugi-hh db price computes them later",
    ),
]
RulesOption = Annotated[str, _rules_option("check the hands against the rules of this room")]
DealingRules = Annotated[str, _rules_option("deal and play the hands by the rules of this room")]
DeckRules = Annotated[
    str, _rules_option("let the discards return to a deck that runs out by the rules of this room")
]
DeadOption = Annotated[
    str,
    typer.Option("--dead", metavar="CARDS", help="cards that nobody can draw: 'Kc 9s'", show_default=False),
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", parser=whole_number(0), metavar="N", help="seed of the random numbers"),
]
TrialsOption = Annotated[
    int,
    typer.Option(
        "--trials", parser=whole_number(1, 100_000_000), metavar="N", help="number of simulated hands"
    ),
]
SolverOption = Annotated[
    bool,
    typer.Option(
        "--solver",
        help="add equilibrium play heads-up: the share and the cost of every action; needs --line",
    ),
]
SolverLine = Annotated[
    str | None,
    typer.Option(
        "--line",
        "-l",
        metavar="ACTIONS",
        help="with --solver: the actions before this decision, as in `solve`: 'raise call 1'",
        show_default=False,
    ),
]
SolverSpot = Annotated[
    str | None,
    typer.Option(
        "--spot", metavar="SPOT", help="with --solver: the game; default: heads-up", show_default=False
    ),
]
SolverTable = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="FILE",
        help="with --solver: a table of the game; default: the one that comes with the program",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="print JSON and nothing else")]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        help="replace any file, also one without the mark of badugi-hh; never an input, a database or a folder",
    ),
]
Player = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=player_names,
        help="a person or screen name; default: you (see `alias`), or the heroes of the files",
    ),
]
Everyone = Annotated[bool, typer.Option("--all", help="all players")]
Since = Annotated[
    datetime | None,
    typer.Option(parser=moment, metavar="DATE", help="hands from this day or time on"),
]
Until = Annotated[
    datetime | None,
    typer.Option(parser=moment, metavar="DATE", help="hands before this day or time"),
]
Tz = Annotated[
    str | None,
    typer.Option(
        "--tz",
        metavar="ZONE",
        autocompletion=zone_names,
        help="the time zone of dates and times, Europe/Rome or UTC; default: the computer's",
    ),
]
Stakes = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="stakes, also without the currency: '$0.25/$0.50' or 0.25/0.50"),
]
BettingOption = Annotated[
    Betting | None,
    typer.Option(
        "--betting",
        parser=one_of(Betting),
        autocompletion=one_of_these(Betting),
        metavar="|".join(Betting),
        help="limit type",
    ),
]
GameOption = Annotated[
    Game | None,
    typer.Option(
        "--game",
        parser=one_of(Game),
        autocompletion=one_of_these(Game),
        metavar="|".join(Game),
        help="cash games, tournaments or play money",
    ),
]
PositionOption = Annotated[
    Position | None,
    typer.Option(
        "--position",
        parser=one_of(Position),
        autocompletion=one_of_these(Position),
        metavar="|".join(Position),
        help="position at the table",
    ),
]
Where = Annotated[
    str | None,
    typer.Option(metavar="SQL", help="an SQL condition over hands and seats: 'hands.total_pot > 500'"),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="DIMENSION=VALUE",
        autocompletion=parts_to_keep,
        help="only this value of a dimension: weekday=Friday, opener=BTN; repeatable",
    ),
]


def _minutes(text: str | int) -> int:
    """Return a whole number of minutes, at least 1."""
    try:
        minutes = int(text)
    except ValueError:
        minutes = 0
    if minutes < 1:
        raise typer.BadParameter(f"{text!r} is not a number of minutes; write it like 45")
    return minutes


SessionGap = Annotated[
    int, typer.Option(parser=_minutes, metavar="MINUTES", help="the pause that ends a session")
]


def make_filter(
    *,
    player: str | None,
    everyone: bool = False,
    since: datetime | None,
    until: datetime | None,
    stakes: str | None,
    betting: Betting | None,
    game: Game | None,
    position: Position | None,
    where: str | None,
    tz: str | None,
    only: Iterable[str] | None = None,
    session_gap: int = SESSION_GAP,
) -> "Filter":
    """Return the filter for the values of the options; without `tz` it has the time zone of the computer.

    Raises:
        FilterError: `where` is not one condition, or there is no such time zone, or no such dimension or value of `only`.
    """
    from badugi_hh.stats.selection.filters import Filter
    from badugi_hh.stats.selection.time_zones import selected_zone

    return Filter(
        player=player,
        every_player=everyone,
        since=since,
        until=until,
        stakes=stakes,
        betting=None if betting is None else betting.value,
        game=None if game is None else game.value,
        position=None if position is None else position.value,
        where=where,
        only=tuple(map(_part, only or ())),
        session_gap=session_gap,
        tz=selected_zone(tz),
    )


def _part(text: str) -> tuple[str, str]:
    """Return the dimension and the value of a `--only` option."""
    name, sign, part = text.partition("=")
    if not sign:
        fail(f"{text!r} has no value; write --only DIMENSION=VALUE, for example late=late")
    return name.strip(), part.strip()
