"""`replay`: one hand step by step, from the database or from a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.console import exit_on_user_error, fail, note, say, say_json, standard_input
from badugi_hh.cli.databases import opened
from badugi_hh.cli.options import DEFAULT_ROOM, Db, Json, NoWait, RulesOption, read_path
from badugi_hh.cli.tables import show_table

if TYPE_CHECKING:
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
            help="read the hand from this file, not from the database; - is standard input",
        ),
    ] = None,
    db: Db = None,
    no_wait: NoWait = False,
    rules: RulesOption = DEFAULT_ROOM,
    as_json: Json = False,
) -> None:
    """Replay one hand step by step. Prints actions, known cards, the pot after each action, results and problems.

    A hand in the quarantine is replayed up to its first error. HAND is optional if FILE has only one hand.
    """
    with exit_on_user_error():
        from badugi_hh.api.replay import HandError, replay_file, replay_stored
        from badugi_hh.store.database import default_path

        try:
            if file is not None:
                played = replay_file(file, hand, rules=rules, stdin=standard_input([file]))
            elif hand is None:
                fail("no HAND; `badugi-hh hands` lists the numbers, --file reads a file")
            else:
                with opened(db or default_path(), read_only=True, wait=not no_wait) as con:
                    played = replay_stored(con, hand, rules=rules)
        except HandError as error:
            for problem in error.problems:
                note(str(problem))
            fail(str(error))
        if as_json:
            from badugi_hh.cli.hand_steps import as_json as in_json

            say_json(in_json(played))
        else:
            _show(played)


def _show(played: "Replay") -> None:
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
    for problem in played.problems:
        line = f"line {problem.place.line}: {problem.code.id} {problem.severity}: {problem.words}"
        say(str(problem) if problem.place.file else line)
    if not played.ok:
        say("this hand is not in the statistics; `badugi-hh explain CODE` describes a problem")
