"""`replay`: one hand step by step, from the database or from a file, in the terminal or as a page."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from badugi_hh.cli.console import fail, note, say, say_json, standard_input, visible
from badugi_hh.cli.databases import checked_output, opened
from badugi_hh.cli.options import DEFAULT_ROOM, Db, Force, Json, NoWait, RulesOption, Tz, read_path
from badugi_hh.cli.tables import say_folded, show_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from badugi_hh.api.replay import PlayedHand
    from badugi_hh.outputs import OutputFile
    from badugi_hh.replay import Replay
    from badugi_hh.store.tags import Labels
    from badugi_hh.wording.best_play import BestPlay


def replay(
    hand: Annotated[str | None, typer.Argument(metavar="HAND", help="the site's number of the hand")] = None,
    site: Annotated[
        str | None,
        typer.Option(metavar="SITE", help="the site of the hand, if several sites have the number"),
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
    html: Annotated[
        bool,
        typer.Option("--html", help="write the hand as an HTML page with a replayer into the file of --out"),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="the HTML file to write; - is standard output"),
    ] = None,
    force: Force = False,
    tz: Tz = None,
) -> None:
    """Replay one hand step by step. Prints actions, known cards, the pot after each action, results and problems.

    A hand in the quarantine is replayed up to its first error. HAND is optional if FILE has only one hand.

    Beside each decision of known cards stands what the action taken costs against the best one, in big bets, with its
    standard error: by the cards, by best play with the share of each action, or else if nobody bets again.

    With --html, the hand is one page that works offline: the table at each step, with the value of each known hand, the
    pot odds of each call, and the equity of the player whose cards the history shows. Arrow keys go from step to step.
    """
    from badugi_hh.stats.selection.time_zones import selected_zone

    tz = selected_zone(tz)
    output = _output(html, out, file, db, as_json=as_json, force=force)
    with _played(hand, site, file, db, rules, wait=not no_wait) as (played, con):
        if output is not None:
            from badugi_hh.api.replay import write_page

            write_page(played, output, con, tz=tz)
        else:
            from badugi_hh.store.tags import NOTHING, Subject, labels_of
            from badugi_hh.store.verdicts import replayed_rows, verdicts_of
            from badugi_hh.wording.best_play import best_play

            solved = best_play(verdicts_of(replayed_rows(played.replay, played.rules, con)))
            of_file = played.replay.hand
            labels = NOTHING if con is None else labels_of(con, Subject(of_file.site, of_file.id))
            if as_json:
                from badugi_hh.cli.replay_output import as_json as in_json

                say_json(
                    {**in_json(played.replay, solved), "tags": list(labels.tags), "note": labels.note or None}
                )
            else:
                _show(played.replay, solved, labels, tz)
    if output is not None and not output.is_stream:
        say(f"{out} is written")


def _output(
    html: bool, out: Path | None, file: Path | None, db: Path | None, *, as_json: bool, force: bool
) -> "OutputFile | None":
    """Return the file of the page, checked; None without --html."""
    if not html:
        if out is not None:
            fail("--out is the file of the page; add --html")
        return None
    if as_json:
        fail("--html and --json exclude each other; give one of them")
    if out is None:
        fail("--html needs the file of the page; add --out FILE, for example -o hand.html")
    return checked_output(out, db, force=force, inputs=() if file is None else (file,))


@contextmanager
def _played(
    hand: str | None, site: str | None, file: Path | None, db: Path | None, rules: str, *, wait: bool
) -> "Iterator[tuple[PlayedHand, duckdb.DuckDBPyConnection | None]]":
    """Yield the replayed hand, and the connection of the database that it comes from."""
    from badugi_hh.api.replay import HandError, replay_file, replay_stored

    try:
        if file is not None:
            yield replay_file(file, hand, rules=rules, stdin=standard_input([file])), None
        elif hand is None:
            fail("no HAND; `badugi-hh hands` lists the numbers, --file reads a file")
        else:
            with opened(db, wait=wait) as con:
                yield replay_stored(con, hand, rules=rules, site=site), con
    except HandError as error:
        for problem in error.problems:
            note(str(problem))
        fail(str(error))


def _show(played: "Replay", solved: "BestPlay", labels: "Labels", tz: str) -> None:
    from badugi_hh.cli.replay_output import results, seats
    from badugi_hh.wording.best_play import WHERE_EXPLAINED, command_of
    from badugi_hh.wording.hand_steps import amount, steps, title

    say_folded(title(played.hand, tz))
    if labels.tags:
        say_folded(visible(f"tags: {', '.join(labels.tags)}"))
    if labels.note:
        say_folded(visible(f"note: {labels.note}"))
    show_table(("seat", "position", "player", "stack", "cards"), seats(played), right=(0, 3))
    part = ""
    rows: list[tuple[str, ...]] = []
    commands: list[str] = []
    for step in steps(played):
        pot = "" if step.pot is None else amount(played.hand, step.pot)
        best = solved.short(step.n + 1)
        player = visible(step.player or "")
        rows.append((step.part if step.part != part else "", player, visible(step.text), pot, best))
        decision = solved.decisions.get(step.n + 1)
        if decision and (command := command_of(decision)):
            commands.append(command)
        part = step.part
    covered = any(best for *_, best in rows)
    heads = ("", "player", "does", "pot", "best play")[: 4 + covered]
    show_table(heads, [row[: len(heads)] for row in rows], right=(3,), repeated=0)
    if played.results:
        show_table(("player", "held", "put in", "won", "net"), results(played), right=(2, 3, 4))
        if played.rake is not None and played.total_pot is not None:
            say(f"pot {amount(played.hand, played.total_pot)}, rake {amount(played.hand, played.rake)}")
    if commands:
        say_folded(
            "best play at these decisions, with deep stacks; without --hand it is printed for all hands:"
        )
        for command in commands:
            say(f"  {command}")
    if covered:
        say_folded(WHERE_EXPLAINED)
    if solved.no_claim:
        say_folded(solved.no_claim)
    for problem in played.problems:
        line = f"line {problem.place.line}: {problem.code.id} {problem.severity}: {problem.words}"
        say(str(problem) if problem.place.file else line)
    if not played.ok:
        say("this hand is not in the statistics; `badugi-hh explain CODE` describes a problem")
