"""`replay`: one hand step by step, from the database or from a file."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.console import exit_on_user_error, fail, named, note, say, say_json, standard_input
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import DEFAULT_ROOM, Db, Json, RulesOption, read_path
from badugi_hh.cli.tables import show_table
from badugi_hh.report.formats import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from badugi_hh.engine.rules import Rules
    from badugi_hh.history.events import Hand
    from badugi_hh.problems import Place, Problem
    from badugi_hh.replay import Replay


def replay(
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND", help="the site's number of the hand", show_default=False)
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            "-f",
            metavar="FILE",
            parser=read_path,
            help="read this file, not the database; - is standard input",
        ),
    ] = None,
    db: Db = None,
    rules: RulesOption = DEFAULT_ROOM,
    as_json: Json = False,
) -> None:
    """Play one hand step by step: who did what, the cards that are known, the pot, the result, and any problem.

    A hand in the quarantine is told as far as the rules allow it. HAND may be left out where FILE has one hand.
    """
    with exit_on_user_error():
        from badugi_hh.engine.rules import ROOMS
        from badugi_hh.problems import Place
        from badugi_hh.replay import replay as play

        room = ROOMS[rules]
        if file is not None:
            found = _from_file(file, hand)
        elif hand is None:
            fail("no HAND; `badugi-hh hands` lists the numbers, and --file reads a file")
        else:
            found = _from_database(hand.lstrip("#"), db, room)
        played = play(found.hand, rules=room, place=found.place or Place(""))
        problems = sorted((*found.problems, *played.problems), key=lambda each: each.place.line)
        if as_json:
            from badugi_hh.cli.hand_steps import as_json as in_json

            say_json(in_json(played, problems))
        else:
            _show(played, problems)


@dataclass(frozen=True, slots=True)
class _Found:
    """The hand to tell, the problems of its text, and where it begins; None for one whose views were joined."""

    hand: "Hand"
    problems: "tuple[Problem, ...]" = ()
    place: "Place | None" = None


def _from_file(file: Path, number: str | None) -> _Found:
    from badugi_hh.history.parse import parse
    from badugi_hh.history.source import find_sources, read_blocks
    from badugi_hh.problems import Place

    sources = find_sources([file], stdin=standard_input([file]))
    readings = [parse(block) for source in sources for block in read_blocks(source)[0]]
    name = named([file])
    if not readings:
        fail(f"{name} holds no hand history")
    if number is not None:
        readings = [reading for reading in readings if reading.hand_id == number.lstrip("#")]
        if not readings:
            fail(f"{name} holds no hand {number}")
    elif len(readings) > 1:
        fail(f"{name} holds {len(readings):,} hands; name one, such as {readings[0].hand_id}")
    reading = readings[0]
    if reading.hand is None:
        for problem in reading.problems:
            note(str(problem))
        fail(f"hand {reading.hand_id or 'without a number'} cannot be played: {_why(len(reading.problems))}")
    return _Found(reading.hand, reading.problems, Place(reading.block.file, reading.block.line))


def _why(problems: int) -> str:
    return f"its text has {counted(problems, 'problem')}" if problems else "it is a hand of another game"


def _from_database(number: str, db: Path | None, room: "Rules") -> _Found:
    from badugi_hh.store.database import default_path
    from badugi_hh.store.texts import read_hand

    with opened(db or default_path(), read_only=True) as con:
        found = read_hand(con, number, room)
    if found is None:
        fail(f"there is no hand {number} in the database; `badugi-hh hands` lists the numbers")
    if found.hand is None:
        for problem in found.problems:
            note(str(problem))
        fail(f"hand {number} is in the quarantine and cannot be played: {_why(len(found.problems))}")
    return _Found(found.hand, found.problems, found.place)


def _show(played: "Replay", problems: "Sequence[Problem]") -> None:
    from badugi_hh.cli.hand_steps import amount, results, seats, steps, title

    say(title(played.hand))
    show_table(("seat", "position", "player", "stack", "cards"), seats(played), right=(0, 3), names=(2,))
    part = ""
    rows: list[tuple[str, ...]] = []
    for step in steps(played):
        pot = "" if step.pot is None else amount(played.hand, step.pot)
        rows.append((step.part if step.part != part else "", step.player or "", step.text, pot))
        part = step.part
    show_table(("", "player", "does", "pot"), rows, right=(3,), names=(1,))
    if played.results:
        show_table(("player", "held", "put in", "won", "net"), results(played), right=(2, 3, 4), names=(0,))
        if played.rake is not None and played.total_pot is not None:
            say(f"pot {amount(played.hand, played.total_pot)}, rake {amount(played.hand, played.rake)}")
    for problem in problems:
        line = f"line {problem.place.line}: {problem.code.id} {problem.severity}: {problem.words}"
        say(str(problem) if problem.place.file else line)
    if not played.ok:
        say("this hand is not in the statistics; `badugi-hh explain CODE` says what a problem means")
