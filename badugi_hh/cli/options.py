"""Options that several commands share, each declared once."""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from badugi_hh.api.choices import LIMITS, ROOM_NAMES, find_rules
from badugi_hh.cli.completion import one_of_these, player_names
from badugi_hh.cli.console import fail
from badugi_hh.suggest import alike, did_you_mean

if TYPE_CHECKING:
    from badugi_hh import Filter

Value = TypeVar("Value", bound=str)

DEFAULT_ROOM = "pokerstars"
SESSION_GAP = 30  # minutes
_GAMES = ("cash", "tournament", "play money")
_POSITIONS = ("BTN", "SB", "BB", "CO", "HJ", "MP", "EP")


def _check_room(name: str) -> str:
    try:
        find_rules(name)
    except LookupError as error:
        raise typer.BadParameter(str(error)) from None
    return name


def moment(text: str) -> datetime:
    """Return a day or time as the user writes it."""
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a date; write 2024-03-01, or with a time '2024-03-01 20:15'"
        ) from None


def one_of(values: Iterable[Value]) -> Callable[[str], Value]:
    """Return a parser of an option or argument with these values; it ignores case, and accepts a hyphen for a space."""
    known = {value.lower(): value for value in values}

    def parse(text: str) -> Value:
        for name, value in known.items():
            if text.lower() in {name, name.replace(" ", "-")}:
                return value
        question = did_you_mean(alike(text, known.values()))
        names = ", ".join(known.values())
        raise typer.BadParameter(f"{text!r} is not one of {names}{question and f'; {question}'}")

    return parse


def option(form: str, what: str, *, values: Iterable[str] = (), **more: Any) -> Any:
    """Return an option by its `form`, its names and what stands for its value, such as `--out -o FILE`; `what` is its help.

    `values` are all values that it takes; `more` is for Typer.
    """
    words = form.split()
    names = [word for word in words if word.startswith("-")]
    return typer.Option(
        names[0], *names[1:], help=what, **_taking(" ".join(words[len(names) :]), values), **more
    )


def argument(metavar: str, what: str, *, values: Iterable[str] = (), **more: Any) -> Any:
    """Return an argument; `what` is its help, and `values` are all that it takes."""
    return typer.Argument(help=what, **_taking(metavar, values), **more)


def _taking(metavar: str, values: Iterable[str]) -> dict[str, Any]:
    known = tuple(values)
    if not known:
        return {"metavar": metavar or None}
    return {"metavar": "|".join(known), "parser": one_of(known), "autocompletion": one_of_these(known)}


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
    argument(
        "PATHS",
        "files, folders (their .txt, .zip, .gz, .zst, .eml and .mbox files), globs, archives (.zip, .gz, .zst), saved mails (.eml, .mbox); - is standard input",
        parser=read_path,
    ),
]


def _rules_option(what: str) -> Any:
    """Return `--rules`; `what` says what the rules are for."""
    form = f"--rules {'|'.join(ROOM_NAMES)}"
    return option(form, what, callback=_check_room, autocompletion=one_of_these(ROOM_NAMES))


Db = Annotated[
    Path | None,
    option(
        "--db FILE",
        "the database file; default: BADUGI_HH_DB, or a file in the user's data directory",
        parser=read_database,
    ),
]
NoWait = Annotated[
    bool,
    option(
        "--no-wait",
        "exit with status 2 if another program uses the database; without the option, wait until it is free",
    ),
]
NoPrices = Annotated[
    bool,
    option(
        "--no-prices",
        "store the hands without prices, which takes less time; badugi-hh db price computes them later",
    ),
]
RulesOption = Annotated[str, _rules_option("check the hands against the rules of this room")]
DealingRules = Annotated[str, _rules_option("deal and play the hands by the rules of this room")]
DeadOption = Annotated[str, option("--dead CARDS", "cards that nobody can draw: 'Kc 9s'", show_default=False)]
SeedOption = Annotated[int, option("--seed N", "seed of the random numbers", min=0, max=2**63 - 1)]
TrialsOption = Annotated[int, option("--trials N", "number of simulated hands", min=1, max=100_000_000)]
Json = Annotated[bool, option("--json", "print JSON and nothing else")]
Csv = Annotated[bool, option("--csv", "print CSV and nothing else")]
Force = Annotated[
    bool,
    option(
        "--force",
        "replace any file, also one without the mark of badugi-hh; never an input, a database or a folder",
    ),
]
Tz = Annotated[
    str | None,
    option("--tz ZONE", "the time zone of dates and times, Europe/Rome or UTC; default: the computer's"),
]
Site = Annotated[
    str | None, option("--site SITE", "the site, if several sites have the number of the hand or the name")
]
BettingOption = Annotated[str | None, option("--betting", "limit type", values=LIMITS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterOptions:
    """The options that select hands and players, in the order of the help; `selects_hands` adds them to a command."""

    player: Annotated[
        str | None,
        option(
            "--player NAME",
            "a person or screen name; default: you (see `alias`), or the heroes of the files",
            autocompletion=player_names,
        ),
    ] = None
    every_player: Annotated[bool, option("--all", "all players")] = False
    since: Annotated[
        datetime | None, option("--since DATE", "hands from this day or time on", parser=moment)
    ] = None
    until: Annotated[
        datetime | None, option("--until DATE", "hands before this day or time", parser=moment)
    ] = None
    stakes: Annotated[
        str | None, option("--stakes TEXT", "stakes, also without the currency: '$0.25/$0.50' or 0.25/0.50")
    ] = None
    betting: BettingOption = None
    game: Annotated[str | None, option("--game", "cash games, tournaments or play money", values=_GAMES)] = (
        None
    )
    position: Annotated[str | None, option("--position", "position at the table", values=_POSITIONS)] = None
    where: Annotated[
        str | None, option("--where SQL", "an SQL condition over hands and seats: 'hands.total_pot > 500'")
    ] = None
    tz: Tz = None
    only: Annotated[
        list[str] | None,
        option(
            "--only DIMENSION=VALUE", "only this value of a dimension: weekday=Friday, opener=BTN; repeatable"
        ),
    ] = None
    tag: Annotated[str | None, option("--tag TAG", "only hands that you have given this tag, see `tag`")] = (
        None
    )
    session_gap: Annotated[
        int, option("--session-gap MINUTES", "the pause that ends a session", min=1, max=10**6)
    ] = SESSION_GAP

    def as_filter(self) -> "Filter":
        """Return the filter; without `tz` it has the time zone of the computer.

        Raises:
            FilterError: `where` is not one condition, or there is no such time zone, or no such dimension or value of `only`.
        """
        from badugi_hh import Filter

        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return Filter.of_computer(**given | {"only": tuple(map(_part, self.only or ()))})


def zone_of(tz: str | None) -> str | None:
    """Return the time zone of an option, that of the computer without it.

    Raises:
        FilterError: there is no such time zone.
    """
    return FilterOptions(tz=tz).as_filter().tz


def of_one(selection: FilterOptions, player: str, *, hero: bool) -> FilterOptions:
    """Return what a selection has of one player; with `hero` only the hands whose file is theirs, see `selects_heroes`."""
    own = "seats.hero" if selection.where is None else f"({selection.where}) AND seats.hero"
    return replace(selection, player=player, every_player=False, where=own if hero else selection.where)


def as_options(selection: FilterOptions) -> str:
    """Return the options of a command that select the same hands of the same players, each with a blank before it."""
    texts = []
    for field in fields(selection):
        value = getattr(selection, field.name)
        name = "all" if field.name == "every_player" else field.name.replace("_", "-")
        if value is True:
            texts.append(f" --{name}")
        elif value != field.default:
            values = value if isinstance(value, list) else [value]
            texts += [f" --{name} {shlex.quote(str(each))}" for each in values]
    return "".join(texts)


def refuse_both(*, as_csv: bool, as_json: bool) -> bool:
    """Return whether the output is CSV or JSON; exit if both are requested."""
    if as_csv and as_json:
        fail("--csv and --json contradict each other; use one of them")
    return as_csv or as_json


def selects_hands(*without: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of `FilterOptions`, except those of the fields `without`, in the place of its parameter `selection`."""
    taken = [field for field in fields(FilterOptions) if field.name not in without]
    options = [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in taken
    ]

    def expand(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**values: Any) -> None:
            selection = FilterOptions(**{option.name: values.pop(option.name) for option in options})
            command(selection=selection, **values)

        declared = signature(command)
        parameters = [
            each.replace(kind=Parameter.KEYWORD_ONLY)
            for parameter in declared.parameters.values()
            for each in (options if parameter.name == "selection" else (parameter,))
        ]
        run.__signature__ = declared.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run

    return expand


def _part(text: str) -> tuple[str, str]:
    """Return the dimension and the value of a `--only` option."""
    name, sign, part = text.partition("=")
    if not sign:
        fail(f"{text!r} has no value; write --only DIMENSION=VALUE, for example late=late")
    return name.strip(), part.strip()
